"""ABMS20, Section 3.2: the exponential mechanism, small scores preferred."""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import log, log1p
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, as_fraction
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, exp, formula
from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import worst_ratio
from privlearn.mechanisms import from_scores
from privlearn.papers.abms20.private_preliminaries import claim

Scores = tuple[int, ...]


@cache
def minimising(scores: Scores) -> dict[int, Fraction]:
    """Return the law of the exponential mechanism that minimises, for e^(epsilon/2) = 2."""
    return from_scores({h: -s for h, s in enumerate(scores)}, 2).exact()


def maximising(scores: Scores) -> dict[int, Fraction]:
    """Return the law with the sign of the exponent flipped."""
    return from_scores(dict(enumerate(scores)), 2).exact()


FOUR = Logarithm(Fraction(4))


@formula("equals", tex={"epsilon": r"\eps", "q": "q(S, h)"}, corners={"epsilon": (FOUR,), "q": (0, 1, 4)})
def weight_of_score(epsilon: Value, q: int) -> Value:
    return exp(-epsilon * q / 2)


claim("ABMS20-3.alg1", kind="algorithm", section="3.2, Algorithm 1", uses=("BBKN14-3.2",), formulas=(weight_of_score,),
      title="The exponential mechanism, small scores preferred",
      note="Samples are drawn from the exact rational weights, with no floating-point step in between.")

VECTORS = list(product(range(5), repeat=3))


@check("ABMS20-3.alg1", grade="certified",
       quantifier="all score vectors in {0..4}^3, and 2^12 hypotheses with scores 0..4; e^epsilon = 4",
       says="the probability of each hypothesis of score q, divided by that of score 0, is in the bracket of "
            "e^(-epsilon q/2)")
@sabotage("the whole score in the exponent", (
    lambda scores: minimising(tuple(2 * s for s in scores)), weight_of_score))
@judged("==")
def law_is_proportional_to_exp_of_minus_half_the_score(case=(minimising, weight_of_score)):
    weights, large = [as_bracket(case[1](FOUR, q)) for q in range(5)], tuple(k * k % 5 for k in range(2**12))
    for scores in (*VECTORS, large):
        law = case[0](scores)
        odds = [(p / law[0] / 2 ** scores[0], q) for p, q in zip(law.values(), scores, strict=True)]
        yield scores[:3], all(weights[q].lower <= p <= weights[q].upper for p, q in odds) and sum(law.values()), 1

def refutes_law_is_proportional_to_exp_of_minus_half_the_score(case, scores):
    law = case[0](scores)
    wrong = any(abs(float(as_bracket(case[1](FOUR, q)).lower) - 2.0**-q) > 1e-9 for q in range(5))
    return wrong or any(law[a] * 2 ** scores[a] != law[b] * 2 ** scores[b] for a in law for b in law)


@check("ABMS20-3.alg1", grade="exact", quantifier="all score vectors in {0..4}^3: the smallest score, e^epsilon = 4",
       says="{the largest probability} is at most {the probability of a hypothesis of least score}")
@sabotage("the sign of the exponent flipped", maximising)
def best_hypothesis_is_the_likeliest(mechanism=minimising) -> Verdict:
    return judge("<=", ((s, max(law.values()), law[s.index(min(s))]) for s in VECTORS for law in [mechanism(s)]))

def refutes_best_hypothesis_is_the_likeliest(mechanism, scores):
    law = mechanism(scores)
    return any(law[a] > law[b] for a in law for b in law if scores[b] == min(scores))


@formula("at most", tex={"epsilon": r"\eps", "delta": r"\Delta", "number": "|H|"},
         corners={"number": (2, 1000), "epsilon": (Fraction(1), Fraction(1, 10)),
                  "delta": (Fraction(1, 10), Fraction(1)), "m": (10, 100)})
def tail_bound(number: int, epsilon: Value, delta: Value, m: int) -> Value:
    """Return a bound of the chance that the score is above the least by ``delta m`` or more."""
    return number * exp(-epsilon * delta * m / 2)


claim("ABMS20-3.13", kind="proposition", uses=("ABMS20-3.3", "ABMS20-3.alg1"), title="The exponential mechanism is "
      "epsilon-private, and misses the best score by Delta m with probability at most |H| exp(-epsilon Delta m / 2)",
      note="For scores in 0..m the exact worst ratio is below e^epsilon; the tail has the sharp form a/(1+a) with a = "
      "(|H| - 1) exp(-epsilon Delta m / 2), which is attained for integers Delta m up to m.", formulas=(tail_bound,))

SIZES = ((2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (3, 3), (4, 2), (4, 3))


def closed_ratio(number: int, most: int) -> Fraction:
    """Return the worst ratio for ``number`` scores in ``0..most``, e^(epsilon/2) = 2."""
    rho = (number - 1) * Fraction(2) ** (most - 2)
    return (1 + 4 * rho) / (1 + rho)


def close_vectors(number: int, most: int) -> Iterator[tuple[Scores, Scores]]:
    """Yield pairs of score vectors in ``0..most`` that differ by at most 1 in each score; first score the worst."""
    for left in product(range(most + 1), repeat=number):
        for shift in product((-1, 0, 1), repeat=number):
            right = tuple(a + b for a, b in zip(left, shift, strict=True))
            if left[1:] == tuple(sorted(left[1:])) and min(right) >= 0 and max(right) <= most:
                yield left, right


@check("ABMS20-3.13", grade="exact",
       quantifier="K = 2..64, 2^10, 2^20, m = 1..40, 100: the closed form against e^epsilon = 4",
       says="{the closed form of the worst ratio} is less than {e^epsilon}")
@sabotage("epsilon/2-private", 2)
def closed_form_stays_below_e_to_the(bound: int = 4) -> Verdict:
    grid = product((*range(2, 65), 2**10, 2**20), (*range(1, 41), 100))
    return judge("<", ((size, closed_ratio(*size), bound) for size in grid))

def refutes_closed_form_stays_below_e_to_the(bound, number, most):
    left, right = (1, *[max(most - 1, 0)] * (number - 1)), (0, *[most] * (number - 1))
    p, q = ([Fraction(1, 2**s) for s in scores] for scores in (left, right))
    return q[0] / sum(q) >= bound * p[0] / sum(p)


def sharp_bound(number: int, most: int, excess: int) -> Fraction:
    """Return ``a/(1 + a)`` with ``a = (|H| - 1) e^(-epsilon excess / 2)``, and 0 for more than the largest score."""
    a = Fraction(number - 1, 2**excess)
    return a / (1 + a) if excess <= most else Fraction(0)


def crowd(others: int, gap: Fraction) -> Bracket:
    """Return the chance that one of the others is chosen; gap is epsilon times their distance to the best."""
    return bracket_of(lambda: 1 / (1 + ball(gap / 2).exp() / others))


@check("ABMS20-3.13", grade="certified", quantifier="the instances of the formula: one score 0, all others Delta m",
       says="{the chance to miss the best score} is at most {|H| e^(-epsilon Delta m/2)}")
@judged("<=")
def crowd_has_probability_at_most(bound=tail_bound):
    for number, epsilon, delta, m in bound.instances():
        yield (number, epsilon, delta, m), crowd(number - 1, epsilon * delta * m), bound(number, epsilon, delta, m)

def refutes_crowd_has_probability_at_most(bound, number, epsilon, delta, m):
    high = as_bracket(bound(number, epsilon, delta, m)).upper
    chance = -log1p(math.exp(float(epsilon * delta * m / 2) - log(number - 1)))
    return high <= 0 or chance > log(high.numerator) - log(high.denominator)


class Change(NamedTuple):
    """Scores from 0 to m before and after a row is replaced, e^(epsilon/2) = 2; the tail begins t above the best."""

    before: Scores
    after: Scores
    m: int
    t: int


def tail_of(scores: Scores, excess: int) -> Fraction:
    """Return the chance to miss the best score by so much."""
    return sum((p for h, p in minimising(scores).items() if scores[h] >= min(scores) + excess), Fraction(0))


@cache
def ratio_of(before: Scores, after: Scores) -> Fraction:
    return as_fraction(worst_ratio(minimising(before), minimising(after))[0])


@proof("ABMS20-3.13", grade="exhaustive",
       quantifier="K scores in 0..m, (K, m) = (2, 1..4), (3, 1..3), (4, 2), (4, 3), e^epsilon = 4: all score vectors "
                  "(up to order of the others), all changes by at most 1; K = 2..5, m = 1..4: all score vectors up "
                  "to order, all excesses 1..m + 1",
       instances=lambda: [*(Change(*pair, m, m) for K, m in SIZES for pair in close_vectors(K, m)),
                          *(Change(s, s, m, t) for K, m in product(range(2, 6), range(1, 5))
                            for s in combinations_with_replacement(range(m + 1), K) for t in range(1, m + 2))],
       start=Change((3, 0, 1, 2), (2, 1, 1, 3), 3, 2),
       steps={"weights": "{the largest factor by which a weight changes} is at most {e^(epsilon/2)}",
              "privacy": "{the largest ratio of a hypothesis's probabilities} is at most {e^epsilon}",
              "tail/weights": "{the weight of the tail, that of the best one being 1,} is at most {a, (|H| - 1) "
                              "e^(-epsilon t/2)}",
              "tail/sharp": "{the chance to miss the best score by t} is at most {a/(1 + a), or 0 for t > m}",
              "worst": "{the largest ratio} is at most {(1 + rho e^epsilon)/(1 + rho)}",
              "attained": "{the ratio of the change from (m, 0, ..., 0) to (m - 1, 1, ..., 1), and the tail of the "
                          "scores (0, m, ..., m),} are {the two sharp forms}",
              "conclusion": "{the largest ratio, or the chance of the tail,} is at most {e^epsilon, or |H| "
                            "e^(-epsilon t/2)}"},
       hypotheses=(
           Hypothesis("a replaced row changes a score by at most 1",
                      {"after": lambda given: tuple(given.m - s for s in given.before)},
                      ("weights", "privacy", "worst", "conclusion")),
           Hypothesis("scores are at most m", {"m": lambda given: given.m - 1}, ("tail/sharp", "worst"))))
def small_scores_are_preferred_privately(given: Change, tail=tail_bound) -> Iterator[Line]:
    (before, after, m, t), number = given, len(given.before)
    changes = [Fraction(2) ** abs(a - b) for a, b in zip(before, after, strict=True)]
    yield Line("weights", "<=", max(changes), 2)
    ratio, chance = max(ratio_of(before, after), ratio_of(after, before)), tail_of(before, t)
    yield Line("privacy", "<=", ratio, 4)
    heavy = sum((Fraction(2) ** (min(before) - s) for s in before if s >= min(before) + t), Fraction(0))
    yield Line("tail/weights", "<=", heavy, Fraction(number - 1, 2**t))
    yield Line("tail/sharp", "<=", chance, sharp_bound(number, m, t))
    yield Line("worst", "<=", ratio, closed_ratio(number, m))
    if m:
        others = number - 1
        yield Line("attained", "==", (ratio_of((m - 1, *(1,) * others), (m, *(0,) * others)),
                                      tail_of((0, *(m,) * others), m)),
                   (closed_ratio(number, m), sharp_bound(number, m, m)), f"|H| = {number}, m = {m}")
    yield Line("conclusion", "<=", ratio, 4, "privacy")
    yield Line("conclusion", "<=", chance, tail(number, FOUR, Fraction(t), 1), "tail")


def refutes_small_scores_are_preferred_privately(given: Change, step: str, case: Any, tail) -> bool:
    """Tell whether a line is false: weights as whole numbers."""
    before, after = ([1 << 20 - s for s in scores] for scores in given[:2])
    ratio = max(max(Fraction(a * sum(after), b * sum(before)), Fraction(b * sum(before), a * sum(after)))
                for a, b in zip(before, after, strict=True))
    if step in ("weights", "privacy") or case == "privacy":
        return ratio > 4 if step != "weights" else any(abs(a - b) > 1 for a, b in zip(*given[:2], strict=True))
    rho = (len(before) - 1) * Fraction(2) ** (given.m - 2)
    if step == "worst":
        return ratio * (1 + rho) > 1 + 4 * rho
    chance = Fraction(sum(w for w in before if w << given.t <= max(before)), sum(before))
    limit = as_bracket(tail(len(before), FOUR, Fraction(given.t), 1)).upper
    return chance > limit if step == "conclusion" else given.t > given.m and chance > 0
