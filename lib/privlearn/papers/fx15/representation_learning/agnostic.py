"""FX15, Theorem 2.5: agnostic private learning from a representation."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import ceil

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import T3, ConceptClass, point_functions
from privlearn.exact.binomial import majority_failure
from privlearn.exact.fractions import EIGHTH, QUARTER
from privlearn.learners.selection import agnostic_learner_rows, private_rows, representation_failure_bound
from privlearn.learning import best_label_error, grid_distributions
from privlearn.papers.fx15.private_learning.instances import is_not_rounded_up, rounded_up
from privlearn.papers.fx15.representation_learning import claim
from privlearn.papers.fx15.representation_learning.instances import FREE

AGNOSTIC: dict[str, ConceptClass] = {"T3": T3, "points on 2": point_functions(2)}
RATIOS = (Fraction(9, 4), Fraction(81, 64))
Game = tuple[str, Fraction, tuple[Fraction, ...]]  # class, ratio, distribution on labelled points


claim("FX15-2.5.agn", kind="theorem",
      uses=("FX15-2.2", "FX15-2.2.scdp", "FX15-2.5.ub", "FX15-3.1app.boost"),
      title="Agnostic private learning, with 1/epsilon^2 beside 1/(alpha epsilon)",
      note="Explicit: ceil(max(16/(alpha epsilon), 32/epsilon^2) ln(4K/delta)) samples. The representations are the "
           "classes themselves, which represent with error 0; boosting is Section 3 of the paper.")


def as_rows(hypotheses) -> list[tuple[int, ...]]:
    """Return each hypothesis as the labelled points (x, y) on which it errs: the target is then constant 0."""
    return [tuple(int(h[x] != y) for x in range(len(h)) for y in (0, 1)) for h in hypotheses]


def noisy_games() -> Iterator[Game]:
    """Yield all distributions with denominator 4 on labelled points; first a point labelled 1, the weaker privacy."""
    yield "T3", RATIOS[1], (Fraction(0), Fraction(1), Fraction(0), Fraction(0))
    yield from product(AGNOSTIC, RATIOS, grid_distributions(4, 4))


@check("FX15-2.5.agn", grade="certified",
       quantifier="T3 and the points on 2 points, epsilon = delta = 1/4, e^alpha = 9/4, 81/64: all 35 distributions "
                  "with denominator 4 on labelled points",
       says="{a bound on Pr[excess error > epsilon]} is at most {delta}",
       reason="An exact rational upper bound on the failure (a moment bound): two thousand rows have too many "
              "multisets.")
@sabotage("a five-hundredth of the rows", lambda *case: max(1, agnostic_learner_rows(*case) // 500))
@judged("<=")
def agnostic_failure_is_at_most_delta(rows=agnostic_learner_rows):
    for name, ratio, labelled in noisy_games():
        hypotheses = AGNOSTIC[name].rows()
        n = rows(len(hypotheses), ratio, QUARTER, QUARTER)
        limit = best_label_error(labelled, hypotheses) + QUARTER
        bound = representation_failure_bound(((Fraction(1), as_rows(hypotheses)),), (0,) * 4, labelled, n, ratio,
                                             limit)
        yield (name, ratio, labelled, n), bound, QUARTER

def refutes_agnostic_failure_is_at_most_delta(rows, name, ratio, labelled, n):
    """All sequences of labelled points, one by one (the sabotages leave few rows)."""
    root = Fraction(3, 2) if ratio == RATIOS[0] else Fraction(9, 8)
    hypotheses, total = AGNOSTIC[name].rows(), Fraction(0)
    wrong = [labelled[1 - h[0]] + labelled[3 - h[1]] for h in hypotheses]
    for drawn in product([place for place in range(4) if labelled[place]], repeat=n):
        weight = [root ** -sum(h[place // 2] != place % 2 for place in drawn) for h in hypotheses]
        lost = sum((w for w, e in zip(weight, wrong, strict=True) if e > min(wrong) + QUARTER), Fraction(0))
        chance = Fraction(1)
        for place in drawn:
            chance *= labelled[place]
        total += chance * lost / sum(weight)
    return n == rows(len(hypotheses), ratio, QUARTER, QUARTER) and total > QUARTER


def without_square(size: int, ratio: Fraction, accuracy: Fraction, confidence: Fraction) -> int:
    """Return ``ceil(16/(epsilon alpha) ln(4K/beta))``: enough with a target, too few without."""
    return private_rows(16, 0, size, ratio, accuracy, confidence)


COINS = tuple((accuracy, Fraction(1, 2) + share * accuracy) for accuracy in (QUARTER, EIGHTH, Fraction(1, 16))
              for share in (Fraction(9, 16), Fraction(3, 4)))


@check("FX15-2.5.agn", grade="exact",
       quantifier="the two functions on one point, e^alpha = 2^180, epsilon = 1/4, 1/8, 1/16: coins of bias 9/16 "
                  "epsilon and 3/4 epsilon, exact failure of the majority (at most 2000 tosses)",
       says="{the failure of the majority of the tosses} is at most {delta}")
@sabotage("the 1/epsilon^2 term dropped", without_square)
@sabotage("1/epsilon in place of 1/epsilon^2, and a hundredth of it",
          lambda size, ratio, accuracy, confidence: ceil(
              private_rows(0, 32, size, ratio, accuracy, confidence) / Fraction(100)))
@judged("<=")
def coins_are_told_apart_without_privacy(rows=agnostic_learner_rows):
    """As good as no privacy: the mechanism follows the majority, so the failure is a binomial tail."""
    for accuracy, heads in COINS:
        n = min(rows(2, FREE, accuracy, QUARTER), 2000)
        yield (accuracy, heads, n), majority_failure(n, heads), QUARTER

def refutes_coins_are_told_apart_without_privacy(rows, accuracy, heads, n):
    """Follow the law of the lead toss by toss; the wrong side errs by more than alpha more."""
    lead, h, t = {0: 1}, heads.numerator, heads.denominator - heads.numerator  # in units of 1 / denominator^tosses
    for _ in range(n):
        after: dict[int, int] = {}
        for k, p in lead.items():
            after[k + 1] = after.get(k + 1, 0) + p * h
            after[k - 1] = after.get(k - 1, 0) + p * t
        lead = after
    lost = Fraction(2 * sum(p for k, p in lead.items() if k < 0) + lead.get(0, 0), 2 * heads.denominator**n)
    return n == rows(2, FREE, accuracy, QUARTER) and heads - (1 - heads) > accuracy and lost > QUARTER


ROUNDED = tuple(product((2, 3, 2**64), (*RATIOS, Fraction(33, 32) ** 2), (QUARTER, EIGHTH),
                        (QUARTER, Fraction(1, 100))))


@check("FX15-2.5.agn", grade="certified",
       quantifier="K = 2, 3, 2^64, e^alpha = 9/4, 81/64, 1.0635, epsilon = 1/4, 1/8, delta = 1/4, 1/100: the number of "
                  "rows is max(16/(alpha epsilon), 32/epsilon^2) ln(4K/delta), rounded up; either term is the larger",
       says="the number of rows is max(16/(alpha epsilon), 32/epsilon^2) ln(4K/delta), rounded up")
@verifier(lambda rows, at: is_not_rounded_up(rows, at[:4], 16, lambda accuracy: 32 / accuracy))
@sabotage("a hundredth more", lambda *case: agnostic_learner_rows(*case) * 101 // 100)
@sabotage("one row less", lambda *case: agnostic_learner_rows(*case) - 1)
def rows_are_those_of_the_formula(rows=agnostic_learner_rows) -> Verdict:
    return judge("<=", rounded_up(rows, ROUNDED, 16, lambda accuracy: 32 / accuracy))
