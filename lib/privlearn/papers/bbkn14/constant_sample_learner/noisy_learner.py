"""BBKN14, Section 4.2: algorithm A1, a consistent point plus noise, and why its hypotheses are so many."""

from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import log_bracket
from privlearn.exact.fractions import QUARTER
from privlearn.learners.generic import occam_sample_size
from privlearn.learners.points import (ZERO, consistent_point, flipped, improper_sample_size, noisy_point_learner,
                                       printed_point_plan)
from privlearn.mechanisms import labelled_rows
from privlearn.papers.bbkn14.constant_sample_learner import claim
from privlearn.papers.bbkn14.constant_sample_learner.instances import eighth, starred_databases
from privlearn.papers.bbkn14.constant_sample_learner.mistakes import (broken_noisy_learner_only_at_ones,
                                                                      literal_noisy_learner)

claim("BBKN14-A1", kind="algorithm",
      title="Algorithm A1: a point consistent with the rows, every value flipped with probability alpha/8",
      uses=("BBKN14-3.3",), erratum_kind="convention",
      erratum="A slip in a parenthesis: inconsistency with POINT is said to happen only if two points are labelled 1 "
              "or one point has both labels. If every point is labelled 0, no point function is consistent either (T = "
              "2, rows (1, 0), (2, 0)). Algorithm and proofs go by the test of pairs, which is what the code does; A2 "
              "is as private with the other reading.")


def formula_of_a1(size: int, database, noise: Fraction) -> dict[Any, Fraction]:
    """Return A1's law from its description: labels as sets, and the product formula of the flips."""
    labels = [{row[1] for row in database if row is not None and row[0] == x} for x in range(size)]
    ones = [x for x in range(size) if 1 in labels[x]]
    if len(ones) > 1 or any(len(seen) == 2 for seen in labels):
        return {None: Fraction(1)}
    concept = [int(x in ones) for x in range(size)]
    law = {}
    for h in product((0, 1), repeat=size):
        flips = sum(a != b for a, b in zip(h, concept, strict=True))
        law[h] = noise**flips * (1 - noise) ** (size - flips)
    return law


@check("BBKN14-A1", grade="exhaustive",
       quantifier="all databases of at most 3 labelled rows and stars, T <= 3; alpha = 1/4 and 1/2; all hypotheses",
       says="A1 flips each value of the consistent point independently, and gives no hypothesis on a contradiction")
@sabotage("flips only where the concept is 1", broken_noisy_learner_only_at_ones)
@sabotage("no hypothesis where every point is labelled 0", literal_noisy_learner)
def law_is_the_product_of_the_flips(learner=noisy_point_learner) -> Verdict:
    return judge("==", (((size, database, noise), learner(database, size=size, noise=noise).exact(),
                         formula_of_a1(size, database, noise))
                        for noise in (Fraction(1, 32), Fraction(1, 16)) for size, database in starred_databases(3, 3)))

def refutes_law_is_the_product_of_the_flips(learner, size, database, noise):
    law, concept = learner(database, size=size, noise=noise).exact(), [0] * size
    if None in law:  # wrong if no pair of rows contradicts
        pairs = product([row for row in database if row is not None], repeat=2)
        return not any(a[1] != b[1] if a[0] == b[0] else a[1] == b[1] == 1 for a, b in pairs)
    for row in database:
        if row is not None:
            concept[row[0]] = row[1]
    far = tuple(1 - bit for bit in concept)
    return law.get(far, 0) != noise**size


def never(size: int, rows: frozenset[tuple[int, int]]) -> bool:
    """The parenthesis of the source taken at its word: the two readings never differ."""
    return False


@check("BBKN14-A1", grade="exhaustive",
       quantifier="all sets of labelled rows over T <= 5 points, so all databases over them: when the pairwise test "
                  "accepts and yet no point function is consistent",
       says="the pairwise test accepts rows that fit no point function exactly where every point is labelled 0")
@sabotage("never, as the parenthesis says", never)
@judged("==")
def pairwise_test_differs_from_consistency(differ=lambda size, rows: rows == {(x, 0) for x in range(size)}):
    for size in range(1, 6):
        rows = labelled_rows(size)
        for pick in product((0, 1), repeat=2 * size):
            chosen = frozenset(row for row, bit in zip(rows, pick, strict=True) if bit)
            fits = any(all((x == j) == y for x, y in chosen) for j in range(size))
            accepted = consistent_point(tuple(sorted(chosen)), size=size) is not None
            yield (size, tuple(sorted(chosen))), accepted and not fits, differ(size, chosen)

def refutes_pairwise_test_differs_from_consistency(differ, size, rows):
    clash = any(a[1] != b[1] if a[0] == b[0] else a[1] == b[1] == 1 for a, b in product(rows, repeat=2))
    fits = any(all((x == j) == (y == 1) for x, y in rows) for j in range(size))
    return (not clash and not fits) != differ(size, frozenset(rows))


claim("BBKN14-A1.double-exp", kind="remark", status="checked", reason="a comparison of formulas, computed",
      title="A1 chooses among all 2^(2^d) functions, too many for the private Occam bound",
      uses=("BBKN14-A1", "BBKN14-3.2"))


@check("BBKN14-A1.double-exp", grade="exact",
       quantifier="the concepts zero and every point, T <= 8, alpha in {1/10, 1/4, 1/2, 1, 7}: size of the support",
       says="{the number of possible hypotheses} equals {2^T}")
@sabotage("no noise: one function", lambda alpha: Fraction(0))
def support_is_all_functions(rate=eighth) -> Verdict:
    return judge("==", (((size, concept, alpha), len(flipped(concept, size=size, rate=rate(alpha)).exact()), 2**size)
                        for size in range(1, 9) for concept in range(ZERO, size)
                        for alpha in (Fraction(1, 10), QUARTER, Fraction(1, 2), Fraction(1), Fraction(7))))

def refutes_support_is_all_functions(rate, size, concept, alpha):
    chance = [(rate(alpha), 1 - rate(alpha))] * size  # of a 1 and a 0 where the concept is 0: turned round at its point
    reached = 1
    for pair in chance:
        reached *= sum(p > 0 for p in pair)
    return reached != 2**size


def all_functions(d: int) -> int:
    """Return ``2^(2^d)``, the number of functions on ``2^d`` points."""
    return 1 << (1 << d)


@check("BBKN14-A1.double-exp", grade="certified",
       quantifier="alpha = 1/4, beta = 3/4, e^epsilon = 4, d = 0..12: the rows of Theorem 3.2 against 2^d "
                  "(128/alpha) ln 2 and against A2's; beta = 1/100, e^epsilon = 5/3 > e^(1/2), d = 17..20: against "
                  "those of Claim 4.5 at epsilon = 1/2",
       says="Theorem 3.2 asks for at least 2^d (128/alpha) ln 2 rows, and for no fewer than A2 or Claim 4.5 takes")
@sabotage("2^d hypotheses only, as many as points", lambda d: 1 << d)
@sabotage("all functions up to d = 12, 2^d of them beyond", lambda d: all_functions(d) if d <= 12 else 1 << d)
@judged("<=")
def occam_rows_grow_with_the_domain(hypotheses=all_functions):
    for d in range(13):
        rows = occam_sample_size(hypotheses(d), 4, QUARTER, Fraction(3, 4))
        yield (d, "2^d"), 512 * 2**d * log_bracket(2), rows
        yield (d, "A2"), improper_sample_size(QUARTER), rows
    constant = printed_point_plan(Fraction(1, 2), QUARTER, Fraction(1, 100)).total
    yield from (((d, "Claim 4.5"), constant, occam_sample_size(hypotheses(d), Fraction(5, 3), QUARTER,
                                                               Fraction(1, 100))) for d in range(17, 21))

def refutes_occam_rows_grow_with_the_domain(hypotheses, d, which):
    log2_size = hypotheses(d).bit_length() - 1
    if which == "Claim 4.5":  # 512 ln(300 |H|) against 28 blocks of 384 ln 4 / (1/2 (1/32)^2) rows
        return 512 * (log2_size + 9) * Fraction(70, 101) < 28 * 384 * 2 * Fraction(69, 100) * 2 * 32**2
    return 512 * (log2_size + 2) * Fraction(70, 101) < 512 * 2**d * Fraction(69, 100)  # 69/100 < ln 2 < 70/101
