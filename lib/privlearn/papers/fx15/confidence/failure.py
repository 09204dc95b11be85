"""FX15, Appendix C: how seldom the amplified learner fails, by its law and by a bound."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, exp, factorial, prod

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket
from privlearn.exact.fractions import QUARTER
from privlearn.laws import bernoulli
from privlearn.learners.lines import ratio_for
from privlearn.learners.lines.confidence import amplified_law, failure_bound, spread_failure
from privlearn.learners.lines.plans import amplification_runs, run_selection_rows
from privlearn.papers.fx15.confidence import claim
from privlearn.papers.fx15.confidence.accuracy import GRID, TINY
from privlearn.papers.fx15.confidence.amplified_plan import SETTINGS

claim("FX15-C.final", kind="inequality", step_of="FX15-C.alg",
      title="The amplified learner fails with probability at most delta", uses=("FX15-C.hit", "FX15-6.improve"),
      note="The printed proof adds up the terms of its steps. Judged here are the bound of the direct proof, and the "
           "failure of the learner itself by its law.")


WHOLE = GRID[0], GRID[4], (Fraction(1, 5), Fraction(2, 5), Fraction(49, 100))  # at most some hundred rows
WORSE = Fraction(101, 100)  # bad answers have this times the error that is allowed


def fails(good: Fraction, e: Fraction, a: Fraction, k: int, m: int, base: Fraction = QUARTER) -> Bracket:
    """Bracket how often the error is above e, if the runs name bad answers of their own as often as they may."""
    return spread_failure(good, e * WORSE, ratio_for(a / 2), k, m, base)


def fails_by_counts(good: Fraction, e: Fraction, a: Fraction, k: int, m: int, base: Fraction = QUARTER) -> float:
    """Return the same by another sum, over the errors of both kinds and the bad runs: in floats, for verifiers."""
    q, p, fails_alone, total = float(good), float(e * WORSE), float(base), float(base) ** k
    for x, y in ((i, j) for i in range(m + 1) for j in range(m + 1 - i)):  # errors of the good one, of the bad ones
        chance, power = comb(m, x) * comb(m - x, y) * q**x * p**y * (1 - q - p) ** (m - x - y), exp(a / 2 * (y - x))
        total += chance * sum(comb(k, j) * fails_alone**j * (1 - fails_alone) ** (k - j) * j / (j + power)
                              for j in range(1, k))
    return total


@check("FX15-C.final", grade="certified",
       quantifier="the bound of the direct proof, for 23 (epsilon, delta, alpha) and (0.1, 10^-60, 0.49); the law of "
                  "the learner whose runs have one good answer of error epsilon/4 and, with probability 1/4, a bad "
                  "one each, of error 1.01 epsilon on the same points, for (0.4, 0.25, 0.49), (0.49, 0.49, 0.49) and "
                  "(0.2, 0.4, 0.49)",
       says="{the failure of the learner, and the bound on it} are at most {delta}")
@sabotage("m/32 rows", lambda e, d, a: run_selection_rows(e, d, a) // 32)
@judged("<=")
def learner_fails_with_at_most_delta(rows=run_selection_rows):
    for e, d, a in WHOLE:
        yield (e, d, a), fails(e / 4, e, a, amplification_runs(d), rows(e, d, a)), d
    for e, d, a in (*GRID, *SETTINGS, TINY):
        k, m = amplification_runs(d), rows(e, d, a)
        yield (e, d, a, "bound"), failure_bound(e, ratio_for(a / 2), k, m), d

def refutes_learner_fails_with_at_most_delta(rows, e, d, a):
    return fails_by_counts(e / 4, e, a, amplification_runs(d), rows(e, d, a)) > d * 1.001


# Z_5 and the line y = 0: a point on it, of mass bad, and two off it, of masses good and the rest
SEEN, KNOWN = ((1, 0, 1), (2, 1, 0), (3, 3, 0)), (2, 1, 4)  # rows of the support; y = x + 4 meets the first two
OWN = ((0,), (1, 4, 4), (1, 4, 3))  # what the runs answer in their bad moments: all are 0 on the support
LAWS = tuple((QUARTER * e, e, s, k, m, base) for e, s, k, m, base in product(
    (Fraction(2, 5), Fraction(1, 10)), (Fraction(5, 4), Fraction(9, 8)), (1, 2, 3), (1, 2, 5),
    (QUARTER, Fraction(1, 2))))


def failure_of_the_law(law, good: Fraction, bad: Fraction, root: Fraction, k: int, m: int, base: Fraction) -> Fraction:
    """Return the probability that a law of answers gives to bad ones, over all selection rows over Z_5."""
    runs = [bernoulli(base).map((KNOWN, own).__getitem__) for own in OWN[:k]]
    total, chances = Fraction(0), (bad, good, 1 - good - bad)
    for rows in combinations_with_replacement(range(3), m):
        counts = [rows.count(i) for i in range(3)]
        weight = Fraction(factorial(m), prod(map(factorial, counts))) * prod(
            (c**n for c, n in zip(chances, counts, strict=True)), start=Fraction(1))
        answers = law(runs, [SEEN[i] for i in rows], 5, root).exact()
        total += weight * sum(w for h, w in answers.items() if h != KNOWN)
    return total


@check("FX15-C.final", grade="certified",
       quantifier="p = 5, one, two and three runs, 1, 2 and 5 selection rows, epsilon = 0.4 and 0.1, e^(alpha/2) = 5/4 "
                  "and 9/8, runs that are bad with probability 1/4 and 1/2: the law of the library's selection, over "
                  "all samples of rows",
       says="the failure by the law of the selection lies in the bracket of the failure, and below the direct bound")
@sabotage("rows that are wrong count as right", lambda runs, rows, p, root: amplified_law(
    runs, [(x, y, 1 - label) for x, y, label in rows], p, root))
@sabotage("weights e^(alpha q)", lambda runs, rows, p, root: amplified_law(runs, rows, p, root**2))
@judged("<=")
def failure_is_that_of_the_law(law=amplified_law):
    for good, bad, s, k, m, base in LAWS:
        found, by_law = spread_failure(good, bad, s, k, m, base), failure_of_the_law(law, good, bad, s, k, m, base)
        yield (good, bad, s, k, m, base), found.lower, by_law
        yield (good, bad, s, k, m, base), by_law, found.upper
        yield (good, bad, s, k, m, base), by_law, failure_bound(bad, s, k, m, base)

def refutes_failure_is_that_of_the_law(law, good, bad, s, k, m, base):
    wanted = base**k
    for rows in product(range(3), repeat=m):  # all samples, row by row
        chance, gap = prod((bad, good, 1 - good - bad)[i] for i in rows), rows.count(0) - rows.count(1)
        for runs in product((0, 1), repeat=k):  # 1 for a bad moment
            j, weight = sum(runs), prod(base if own else 1 - base for own in runs)
            wanted += chance * weight * j / (j + s**gap) if j < k else 0
    return failure_of_the_law(law, good, bad, s, k, m, base) != wanted
