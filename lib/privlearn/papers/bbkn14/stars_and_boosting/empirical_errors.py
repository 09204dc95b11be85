"""BBKN14, Section 4.2: errors on the test sample, of which a good hypothesis has few and a bad one many."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import HUNDREDTH, TENTH
from privlearn.exact.intervals import bracket_of
from privlearn.exact.tails import _summed_down, lower_tail_bracket, upper_tail_bracket
from privlearn.learners.points import RowCounts
from privlearn.learners.points.boosted import errors_on
from privlearn.learners.points.side_by_side import first_rows
from privlearn.learning import error, grid_distributions, samples
from privlearn.papers.bbkn14.stars_and_boosting import claim
from privlearn.papers.bbkn14.stars_and_boosting.instances import longest_stretch, runs, second_rows

claim("BBKN14-fn8", kind="definition", uses=("BBKN14-2.2.error",),
      title="Footnote 8: the empirical error is the share of the rows that a hypothesis gets wrong")


def empirical_error_by_counts(hypothesis: tuple[int, ...], rows: tuple[tuple[int, int], ...]) -> Fraction:
    """Return the share of the rows that the hypothesis gets wrong, by the count the learner uses."""
    counts = {row: rows.count(row) for row in rows}
    return Fraction(errors_on(hypothesis, RowCounts(counts, len(rows))), len(rows))


def games() -> Iterator[tuple[tuple[int, ...], tuple[int, ...], Any, int]]:
    """Yield every concept, hypothesis, grid distribution and number of rows with T <= 3, m <= 3."""
    for size in (1, 2, 3):
        bits = list(product((0, 1), repeat=size))
        yield from product(bits, bits, grid_distributions(size, 4), (1, 2, 3))


@check("BBKN14-fn8", grade="exact",
       quantifier="T = 1, 2, 3: all concepts and hypotheses, all distributions with weights k/4, m = 1, 2, 3: the "
                  "expected empirical error of a sample is the error",
       says="{the expected empirical error} equals {the error}")
@sabotage("divided by the number of distinct points",
          lambda hypothesis, rows: Fraction(sum(hypothesis[x] != y for x, y in rows), len({x for x, _ in rows})))
def expected_empirical_error_is_the_error(measure=empirical_error_by_counts) -> Verdict:
    def expected(concept, hypothesis, distribution, rows: int) -> Fraction:
        return sum((p * measure(hypothesis, sample) for sample, p in samples(distribution, concept, rows)), Fraction(0))

    return judge("==", ((game, expected(*game), error(game[2], game[0], game[1])) for game in games()))

def refutes_expected_empirical_error_is_the_error(measure, concept, hypothesis, distribution, rows):
    total = Fraction(0)
    for points in product(range(len(concept)), repeat=rows):  # ordered samples
        chance = Fraction(1)
        for x in points:
            chance *= distribution[x]
        if chance:
            total += chance * measure(hypothesis, tuple((x, concept[x]) for x in points))
    return total != sum(w for w, a, b in zip(distribution, concept, hypothesis, strict=True) if a != b)


claim("BBKN14-4.5.E1", kind="inequality", step_of="BBKN14-4.5", title="A good hypothesis looks good on the test rows",
      uses=("BBKN14-2.eq2.upper", "BBKN14-4.5.N", "BBKN14-fn8"), erratum_kind="misprint",
      erratum="A misprint: the number of test rows is 24 ln(3/beta^2) / (epsilon alpha) where it is introduced and 24 "
              "ln(3/beta) / (epsilon alpha) at the end of the proof. The first is what this event needs (the second "
              "gives only beta/3 as epsilon approaches 1), and it serves the end as well.",
      note="A true error below alpha/8 makes fewer test errors, by a coupling of the rows.")

TRIPLES = ((Fraction(1, 4), HUNDREDTH, Fraction(1, 2)), (Fraction(2, 5), HUNDREDTH, Fraction(9, 10)),
           (Fraction(1, 10), HUNDREDTH, Fraction(1, 10)), (Fraction(2, 5), HUNDREDTH, Fraction(99, 100)))


@check("BBKN14-4.5.E1", grade="certified",
       quantifier="(alpha, beta) = (2/5, 1/100) with epsilon = 9/10, 99/100: exp(-alpha m/24) is at most beta/3 but "
                  "more than beta^2/3",
       says="e^(-alpha m/24) is below beta/3, and above beta^2/3")
@sabotage("the first printed m", first_rows)
@judged("<")
def second_printed_m_gives_a_third_of_beta_only(rows=second_rows):
    for alpha, beta, epsilon in (TRIPLES[1], TRIPLES[3]):
        m = rows(alpha, beta, epsilon)
        reached = exp_bracket(-alpha * m / 24)
        yield (alpha, beta, m, "at most"), reached, beta / 3
        yield (alpha, beta, m, "above"), beta**2 / 3, reached

def refutes_second_printed_m_gives_a_third_of_beta_only(rows, alpha, beta, m, _):
    reached = (1 + alpha * m / 24 / 2000) ** -2000  # at least exp(-alpha m/24)
    asked = any(rows(*triple) == m for triple in TRIPLES if triple[:2] == (alpha, beta))
    return asked and (reached <= beta**2 / 3 or reached > 2 * beta)


claim("BBKN14-4.5.E2", kind="inequality", step_of="BBKN14-4.5", title="No bad hypothesis looks good on the test rows",
      uses=("BBKN14-2.eq2.lower", "BBKN14-4.5.N", "BBKN14-fn8"),
      note="A true error above alpha makes more test errors, by a coupling of the rows.")


@check("BBKN14-4.5.E2", grade="exact",
       quantifier="every beta in (0, 1]: N (beta^2/3)^3 <= beta/3 says N beta^5 <= 9; on the stretch where N = n, n "
                  "= 8..100, at its right end; from there on n beta^5 falls by the factor 2/5 at least",
       says="N beta^5 is at most 9 at the end of each stretch, and then falls to 2/5 or less from one to the next")
@sabotage("7", 7)
def true_exponent_leaves_room_for_this_many_runs_times_beta_to_the_fifth(room: int = 9) -> Verdict:
    ends = [(n, n * longest_stretch(n) ** 5, room) for n in range(8, 101)]
    return judge("<=", [*ends, ("factor", Fraction(101, 100) * Fraction(4, 5) ** 5, Fraction(2, 5))])

def refutes_true_exponent_leaves_room_for_this_many_runs_times_beta_to_the_fifth(room, n):
    return n == runs(Fraction(1)) and n > room  # at beta = 1


TRIALS = tuple((n, p, k) for n in (0, 1, 2, 3, 7) for p in (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(4, 5),
                                                           Fraction(1)) for k in range(-1, n + 2))
MANY = ((400, Fraction(1, 5), 40), (400, Fraction(1, 5), 120), (300, Fraction(9, 10), 299), (250, Fraction(1, 2), 125),
        (1000, HUNDREDTH, 3), (90, Fraction(99, 100), 1))


def tails_of(name: str) -> Any:
    return lower_tail_bracket if name == "lower" else upper_tail_bracket


def exact_tail(name: str, n: int, p: Fraction, k: int) -> Fraction:
    """Return ``Pr[Bin(n, p) <= k]``, or of at least k, term by term."""
    counted = range(min(k, n) + 1) if name == "lower" else range(max(k, 0), n + 1)
    a, b = p.as_integer_ratio()
    return Fraction(sum(comb(n, j) * a**j * (b - a) ** (n - j) for j in counted), b**n)


@check("BBKN14-4.5.E2", grade="certified",
       quantifier="n = 0, 1, 2, 3, 7, p = 0, 1/3, 1/2, 4/5, 1 and all numbers of hits from -1 to n + 1, and six tails "
                  "of 90 to 1000 trials, both sides, at 20 and 256 bits: all terms as integers",
       says="the bracket of a binomial tail holds it, is closer than 16 (n + 1) 2^-bits of it, and is exact where all "
            "or nothing counts")
@sabotage("the tail without its last term", lambda name: (lambda n, p, k, bits: lower_tail_bracket(n, p, k - 1, bits))
          if name == "lower" else upper_tail_bracket)
@sabotage("the two tails exchanged", lambda name: tails_of("upper" if name == "lower" else "lower"))
@sabotage("what is left out is not added", lambda name: lambda *case: as_bracket(tails_of(name)(*case).lower))
@judged("==")
def brackets_of_tails_hold_them(tails=tails_of):
    tail = cache(exact_tail)
    for name, (n, p, k), bits in product(("lower", "upper"), (*TRIALS, *MANY), (20, 256)):
        found, exact = tails(name)(n, p, k, bits), tail(name, n, p, k)
        far = 16 * (n + 1) * exact / 2**bits if 0 < exact < 1 else 0
        yield (name, n, p, k, bits), [found.lower <= exact <= found.upper, found.upper - found.lower <= far], [True] * 2

def refutes_brackets_of_tails_hold_them(tails, name, n, p, k, bits):
    law = [Fraction(1)]  # of the hits, one trial after the other
    for _ in range(n):
        law = [(1 - p) * x + p * y for x, y in zip([*law, Fraction(0)], [Fraction(0), *law], strict=True)]
    exact = sum(law[:k + 1] if name == "lower" and k >= 0 else law[max(k, 0):] if name == "upper" else [])
    found = tails(name)(n, p, k, bits)
    return found.upper < exact or found.lower > exact or found.upper - found.lower > 16 * (n + 1) * exact / 2**bits


CUT = tuple((*case, bits) for case in ((60, Fraction(1, 3), 20), (60, Fraction(1, 3), 45), (35, Fraction(4, 5), 30),
                                      (100, TENTH, 99), (12, Fraction(1, 2), 0), (9, Fraction(2, 5), 1))
            for bits in (1, 3, 4, 8, 13))


def cut_tail(n: int, p: Fraction, last: int, bits: int) -> Any:
    """Return the bracket of a lower tail that is cut at ``2^-bits`` of it, by balls of 256 bits."""
    return bracket_of(lambda: _summed_down(n, p, last, bits), 256)


def ends_of_cut(n: int, p: Fraction, last: int, bits: int) -> tuple[Fraction, Fraction]:
    """Return the terms down to the first from which they fall and whose multiple by the rest is small; and that."""
    terms = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(last + 1)]
    total = terms[last]
    for k in range(last - 1, -1, -1):
        total += terms[k]
        if terms[k] < terms[k + 1] and terms[k] * k * 2**bits < total:
            return total, total + k * terms[k]
    return total, total


@check("BBKN14-4.5.E2", grade="certified",
       quantifier="six tails of 9 to 100 trials, cut at 1, 3, 4, 8, 13 bits: the terms as fractions, to a millionth "
                  "of what is left",
       says="a tail is cut where its falling terms, as many as are left, are below 2^-bits of it, and these are added")
@sabotage("what is left is not added", lambda *case: as_bracket(cut_tail(*case).lower))
@sabotage("cut a bit later", lambda n, p, last, bits: cut_tail(n, p, last, bits + 1))
@judged("==")
def tails_are_cut_where_little_is_left(tail=cut_tail):
    for case in CUT:
        found, ends = tail(*case), ends_of_cut(*case)
        yield case, [abs(end - right) <= (ends[1] - ends[0]) / 2**20 + ends[0] / 2**200 for end, right in zip(
            (found.lower, found.upper), ends, strict=True)], [True, True]

def refutes_tails_are_cut_where_little_is_left(tail, witness):
    n, p, last, bits = witness
    term, step = comb(n, last) * p**last * (1 - p) ** (n - last), Fraction(1)
    total = term
    while last and (step >= 1 or term * last * 2**bits >= total):
        step = (1 - p) / p * last / (n - last + 1)
        term, last = term * step, last - 1
        total += term
    found, near = tail(*witness), last * term / 2**19 + total / 2**199
    return abs(found.lower - total) > near or abs(found.upper - total - last * term) > near
