"""BBKN14, Section 3: what the size of a representing class means for the generic learner (after 3.2 and 3.10)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.concepts import point_functions
from privlearn.dimensions import representation_alpha, representation_game
from privlearn.dimensions.representing_search import antichains, growing_tables
from privlearn.dimensions.representing_size import (
    class_of_columns,
    columns_value,
    pairs_with_zero,
    smallest_size,
    smallest_size_for,
    sperner_size,
)
from privlearn.exact import Bracket, log_bracket
from privlearn.learners.occam import occam_sample_size

ALPHAS = (Fraction(0), Fraction(1, 3), Fraction(2, 5), Fraction(3, 7), Fraction(49, 100))
QUARTER, TENTH = Fraction(1, 4), Fraction(1, 10)

claim("BBKN14-3.2.log-H", kind="remark", section="3 Proper learning vs. proper private learning",
      page="points-and-intervals/generic-learner",
      title="The generic learner's rows grow with the logarithm of the smallest class that alpha/2-represents the "
            "concepts",
      uses=("BBKN14-1.2.vc-lower", "BBKN14-3.1", "BBKN14-3.2", "BBKN14-3.10"),
      note="That VC dimension characterises learning without privacy is cited, not shown here.")


@cache
def least_values(ground: int) -> list[Fraction | None]:
    """Return, for T = 1..10, the least value below 1/2 of a table of ``ground`` hypotheses, by growing tables."""
    levels = growing_tables(ground, Fraction(49, 100), 10)
    return [min((columns_value(c, ground)[0] for c in tables), default=None) for tables in levels]


def least_size_by_growing(points: int, alpha: Fraction) -> int:
    """Return the least k such that some table of k hypotheses on so many points has value at most alpha."""
    if alpha == 0 and representation_alpha(point_functions(points).without(0), point_functions(points)) > 0:
        return points  # value 0 means that the concept itself is there
    for k in range(1, 6):
        value = least_values(k)[points - 1]
        if value is not None and value <= alpha:
            return k
    six = pairs_with_zero(6).restrict(range(points))
    return 6 if representation_alpha(six, point_functions(points)) <= alpha else 7


@check("BBKN14-3.2.log-H", grade="certified",
       quantifier="T = 2..10, alpha in {0, 1/3, 2/5, 3/7, 49/100}: least number of hypotheses by two exhaustive "
                  "searches (antichains; tables grown point by point), each table with its certified game",
       fingerprint=lambda size: [size(t, a) for t, a in product(range(2, 11), ALPHAS)])
def smallest_sizes_for_small_domains(size=smallest_size_for) -> Verdict:
    return judge("==", (((t, a), size(t, a), least_size_by_growing(t, a)) for t, a in product(range(2, 11), ALPHAS)))


@smallest_sizes_for_small_domains.verifier
def _(size, witness):
    points, alpha = witness
    k, concepts = size(points, alpha), point_functions(points).rows()
    # claimed to be enough: in every antichain of k hypotheses some point's game has a value above alpha
    return all(any(representation_game(class_of_columns(columns, k), concept).value > alpha for concept in concepts)
               for columns in antichains(k, points))

smallest_sizes_for_small_domains.sabotage("5 hypotheses for 8 points at alpha = 2/5",
    lambda points, alpha: 5 if (points, alpha) == (8, Fraction(2, 5)) else smallest_size_for(points, alpha))


@check("BBKN14-3.2.log-H", grade="certified",
       quantifier="N = 1, 2, 4, ..., 2^64, e^epsilon in {9/4, 1.01}, alpha = 1/4, beta = 1/10: rows for 2N less rows "
                  "for N",
       fingerprint=lambda size: [size(2**k, Fraction(9, 4), QUARTER, TENTH) for k in range(4)])
def each_doubling_costs_the_same_rows(size=occam_sample_size) -> Verdict:
    def cases() -> Iterator[tuple[Any, Bracket | int, Bracket | int]]:
        for k, r in product(range(64), (Fraction(9, 4), Fraction(101, 100))):
            more = size(2 ** (k + 1), r, QUARTER, TENTH) - size(2**k, r, QUARTER, TENTH)
            factor: Any = 128 if r == Fraction(9, 4) else 8 / log_bracket(r)
            step = log_bracket(2) * factor / QUARTER
            yield (k, r), more, step + 1
            yield (k, r), step - 1, more

    return judge("<=", cases())


@each_doubling_costs_the_same_rows.verifier
def _(size, witness):
    k, r = witness
    small, large = (size(2**j, r, QUARTER, TENTH) for j in (k, k + 1))
    return large > 2 * small - 2 or large == small  # proportional to N, or blind to it

each_doubling_costs_the_same_rows.sabotage(
    "rows proportional to N", lambda n, r, alpha, beta: occam_sample_size(1, r, alpha, beta) * n)


claim("BBKN14-3.10.consequence", kind="remark", page="points-and-intervals/representing-classes",
      section="3.1 Separation between proper learning and proper private learning",
      title="With any class that represents POINT_d, Theorem 3.2 asks for Omega(log d) rows",
      uses=("BBKN14-3.2", "BBKN14-3.10"),
      note="A limit of the method, not of private learning: Section 4.2 learns points with a number of rows that does "
           "not depend on d, and its count is checked there.")


@check("BBKN14-3.10.consequence", grade="exact",
       quantifier="d in {8, 64, 512}, alpha = 1/4, beta = 1/10, e^epsilon = 9/4: rows with max(d, Sperner's bound) "
                  "hypotheses against 128 ln(d) / alpha and against the rows for the d before",
       reason="The constant count of Claim 4.5, the other half of the comparison, comes with Section 4.2.",
       fingerprint=lambda needed: [needed(d) for d in (8, 64, 512)])
def rows_grow_with_the_logarithm_of_d(needed=lambda d: max(d, sperner_size(2**d))) -> Verdict:
    rows = {d: occam_sample_size(needed(d), Fraction(9, 4), QUARTER, TENTH) for d in (8, 64, 512)}
    cases: list[Any] = [((d, "logarithm"), log_bracket(d) * 512, rows[d]) for d in rows]
    cases += [((right, left), rows[left] + 1, rows[right]) for left, right in ((8, 64), (64, 512))]
    return judge("<=", cases)


@rows_grow_with_the_logarithm_of_d.verifier
def _(needed, witness):
    d = witness[0]
    return comb(needed(d), needed(d) // 2) < 2**d  # by Sperner so few hypotheses represent nothing

rows_grow_with_the_logarithm_of_d.sabotage("|H| = 1", lambda d: 1)


@check("BBKN14-3.10.consequence", grade="exact", quantifier="d = 2..512: hypotheses that are needed, against d",
       fingerprint=lambda most: most(64))
def exact_size_is_close_to_d(most=lambda d: d + d.bit_length() // 2 + 2) -> Verdict:
    return judge("<=", (((d,), smallest_size(2**d), most(d)) for d in range(2, 513)))


@exact_size_is_close_to_d.verifier
def _(most, witness):
    k = most(witness[0])
    return max(comb(k, s) for s in range(k + 1)) < 2 ** witness[0]

exact_size_is_close_to_d.sabotage("d itself", lambda d: d)
