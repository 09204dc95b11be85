"""ABMS20, Section 3.2: the exponential mechanism and the generic learner."""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb, log, log1p
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import Bracket, as_fraction, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, ceil, exp, formula, ln
from privlearn.exact.fractions import QUARTER
from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import worst_ratio
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import exact_failure, grid_distributions
from privlearn.mechanisms import from_scores
from privlearn.papers.abms20.private_preliminaries import claim
from privlearn.papers.abms20.private_preliminaries.privacy import SEGMENTS
from privlearn.papers.hard_instances import no_less_than

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


@formula("rows", where=("0 < epsilon", "0 < alpha < 1", "0 < beta < 1"), tex={"epsilon": r"\eps", "number": "|H|"},
         corners={"epsilon": (Fraction(-1), Fraction(1, 1000), QUARTER, Fraction(4), Fraction(40)),
                  "number": (2, 2**1000), "alpha": (Fraction(-1), Fraction(1, 1000), QUARTER),
                  "beta": (Fraction(2, 5), Fraction(1, 10**10), Fraction(1, 10**20), 2)},
         loose=dict.fromkeys(("4 -> 3", "8", "2", "2 * number -> number"), "the constants are not sharp")
         | {"0 < beta < 1": "no probability is above 1"})
def generic_rows(epsilon: Value, alpha: Value, beta: Value, number: int) -> Value:
    """Return the least number of rows for a class of so many concepts."""
    return ceil(max(4 / (epsilon * alpha), 8 / alpha) * ln(2 * number / beta))


claim("ABMS20-3.13.generic", kind="remark", uses=("ABMS20-3.13", "ABMS20-3.10", "BBKN14-3.2"),
      title="The exponential mechanism is a generic private proper learner with O(log |H|) rows",
      note="The sample size is the explicit one of the two-part argument: half of alpha for the mechanism, half for "
           "the sample. Judged are the initial segments of three points exactly, on which 14 of the 111 rows would do, "
           "and the classes of all functions, which need both terms and |H|; the constants 4 and 8 are not sharp.",
      formulas=(generic_rows,))


claim("ABMS20-1.kasi", kind="remark", section="1 Introduction", uses=("ABMS20-3.13.generic",),
      title="Every finite class is privately learnable with O(log |H|) rows",
      note="For every class by the remark above, whose number of rows is judged here as one that is logarithmic and "
           "enough. Executed are the classes of all functions, for which no smaller order is enough.")


def failure_below(epsilon: Fraction, alpha: Fraction, number: int, rows: int) -> Fraction:
    """Return, rounded down, how often the learner fails: the largest of three chances, 1 for an alpha below 0.

    One function is right, the others are wrong on a set of mass just above alpha.  With j rows there one of them is
    named with at least (1 - 1/|H|) e^(-epsilon j/2), whose mean is a power; and half of the samples have no more than
    the mean and 1.  Or half of the unseen points are more than alpha: all functions.
    """
    m, p, points = max(rows, 0), alpha + (1 - alpha) / 10**6, number.bit_length() - 1
    if alpha < 0 or points - m >= 2 * alpha * points + 1:
        return Fraction(1, 1 + (alpha >= 0))
    seen, others = int(m * p) + 1, number - 1
    step = max(epsilon, Fraction(0)) / 2
    mean = no_less_than(lambda: (1 - ball(p) * (1 - ball(-step).exp())) ** m * others / number)
    return max(mean, no_less_than(lambda: 1 / (1 + (ball(epsilon) * seen / 2).exp() / others) / 2))


def failure_above(target, weights: tuple[Fraction, ...], rows: int) -> Fraction:
    """Return an upper bound, within 2^-50, of the failure at alpha = 1/4 on 3 points with e^epsilon = 64/25 < e."""
    whole = [int(6 * w) for w in weights]
    bad = tuple(4 * sum(w for w, a, b in zip(whole, target, h, strict=True) if a != b) > 6 for h in SEGMENTS.rows())
    powers = [[w**k for k in range(rows + 1)] for w in whole]
    total = sum(ways * powers[0][i] * powers[1][j] * powers[2][k] * lost_mass(bad, errors) for (i, j, k), ways,
                errors in count_vectors(target, rows) if powers[0][i] and powers[1][j] and powers[2][k])
    return Fraction(total, 6**rows << 60)


@cache
def count_vectors(target, rows: int) -> list[tuple[tuple[int, int, int], int, tuple[int, ...]]]:
    """Return all counts of three points, their multinomial coefficients, and the errors of each concept."""
    counts = [(i, j, rows - i - j) for i in range(rows + 1) for j in range(rows - i + 1)]
    wrong = [[x for x in range(3) if h[x] != target[x]] for h in SEGMENTS.rows()]
    return [(c, comb(rows, c[0]) * comb(rows - c[0], c[1]), tuple(sum(c[x] for x in places) for places in wrong))
            for c in counts]


@cache
def power(errors: int) -> int:
    """Return (5/8)^errors in units of 2^-100, rounded down."""
    return (5**errors << 100) // 8**errors


@cache
def lost_mass(bad: tuple[bool, ...], errors: tuple[int, ...]) -> int:
    """Return the mass of the bad concepts in units of 2^-60, rounded up twice."""
    heavy = sum(power(e) + 1 for e, b in zip(errors, bad, strict=True) if b)
    return -(-(heavy << 60) // sum(power(e) for e in errors)) if heavy else 0


@check("ABMS20-3.13.generic", grade="certified",
       quantifier="initial segments of 3 points, epsilon = 2 ln(8/5) < 1 (less private mechanisms do better), alpha "
                  "= beta = 1/4, all distributions with denominator 6, two targets (the others are mirror images)",
       says="{the failure probability, bounded from above} is at most {beta}")
def failure_is_at_most_beta(rows=generic_rows) -> Verdict:
    m = rows(Fraction(1), QUARTER, QUARTER, 4)
    return judge("<=", (((target, weights), failure_above(target, weights, m), QUARTER)
                        for target in SEGMENTS.rows()[:2] for weights in grid_distributions(3, 6)))

def refutes_failure_is_at_most_beta(rows, target, weights):
    return exact_failure(exponential_learner(SEGMENTS, Fraction(64, 25)), SEGMENTS, target, weights,
                         rows(Fraction(1), QUARTER, QUARTER, 4), QUARTER) > QUARTER


@check("ABMS20-3.13.generic", grade="certified",
       quantifier="the instances of the formula: one right function beside others that are wrong on the same points, "
                  "and all functions of 1000 equally likely points",
       says="{the failure probability, bounded from below} is at most {beta}")
@judged("<=")
def hard_classes_are_learned_with_these_rows(rows=generic_rows):
    for epsilon, alpha, beta, number in rows.instances():
        yield (epsilon, alpha, beta, number), failure_below(epsilon, alpha, number, rows(
            epsilon, alpha, beta, number)), beta

def refutes_hard_classes_are_learned_with_these_rows(rows, epsilon, alpha, beta, number):
    """The three chances as logarithms; with 1000 points, 600 of them unseen, a run has 250 wrong labels or more."""
    m = max(rows(epsilon, alpha, beta, number), 0)
    if alpha < 0 or number > 2 and m < 400:
        return beta < 1 / 2
    p, others = float(alpha + (1 - alpha) / 10**6), log(number - 1)
    gap = float(epsilon) * (int(m * p) + 1) / 2 - others
    mean = m * log1p(-p * (1 - math.exp(-max(float(epsilon), 0) / 2)))
    return log(beta) < max(mean + others - log(number), -max(gap, 0) - log1p(math.exp(-abs(gap))) - log(2))


@check("ABMS20-3.13.generic", grade="certified",
       quantifier="the same class, parameters, distributions and targets: 14 rows are enough, 13 are not",
       says="with 14 rows the failure is at most beta, and with 13 rows it is larger for some distribution",
       reason="The bound asks for 111 rows, eight times as many.")
@sabotage("15 rows, of which one is spare", 15)
@sabotage("13 rows", 13)
def fewest_rows_that_are_enough(least: int = 14) -> Verdict:
    games = list(product(SEGMENTS.rows()[:2], grid_distributions(3, 6)))
    worst = max(games, key=lambda game: failure_above(game[0], game[1], least - 1))
    failure = exact_failure(exponential_learner(SEGMENTS, Fraction(64, 25)), SEGMENTS, *worst, least - 1, QUARTER)
    return all_hold(judge("<=", (((*game, "enough"), failure_above(*game, least), QUARTER) for game in games)),
                    judge("<", [((*worst, "fewer"), QUARTER, failure)]))

def refutes_fewest_rows_that_are_enough(least, target, weights, side):
    m, total = least - (side == "fewer"), Fraction(0)
    for i in range(m + 1):
        for j in range(m + 1 - i):
            counts = (i, j, m - i - j)
            odds = [Fraction(5, 8) ** sum(n for n, a, b in zip(counts, h, target, strict=True) if a != b)
                    for h in SEGMENTS.rows()]
            bad = sum((w for w, h in zip(odds, SEGMENTS.rows(), strict=True) if sum(
                p for p, a, b in zip(weights, h, target, strict=True) if a != b) > QUARTER), Fraction(0))
            chance = Fraction(comb(m, i) * comb(m - i, j))
            for n, p in zip(counts, weights, strict=True):
                chance *= p**n
            total += chance * bad / sum(odds)
    return total <= QUARTER if side == "fewer" else total > QUARTER


EPSILONS = (Fraction(1, 100), Fraction(1), Fraction(2), Fraction(64))


def function_failure(points: int, epsilon: Fraction, rows: int) -> Bracket:
    """Return an upper bound of the failure at alpha = 1/4 for all functions, with uniform points.

    A point with n rows gets its wrong label with probability u^n / (1 + u^n), u = e^(-epsilon/2), independently of the
    others.  The mean is at most that of u^n, ``(1 - (1 - u) / points)^rows``; the rest is Markov's inequality.
    """
    return bracket_of(lambda: 4 * (1 - (1 - ball(-epsilon / 2).exp()) / points) ** rows)


def often_fails(points: int, epsilon: Fraction, rows: int) -> bool:
    """Decide by 2,000 runs whether the learner of all functions fails, at alpha = 1/4, with probability above 1/4."""
    rng = np.random.default_rng(points)
    counts = rng.multinomial(rows, np.full(points, 1 / points), size=2000)
    wrong = rng.random(counts.shape) < 1 / (1 + np.exp(counts * float(epsilon) / 2))
    return bool((wrong.mean(axis=1) > 0.25).mean() > 0.3)


@check("ABMS20-3.13.generic", grade="certified",
       quantifier="all functions on N points, N = 1, 64, 128, 256, 512, uniform points, alpha = beta = 1/4, epsilon = "
                  "1/100, 1, 2, 64: an upper bound from the exact law of the wrong labels",
       says="{the failure probability, bounded from above} is at most {beta}")
@verifier(lambda rows, points, epsilon: often_fails(points, epsilon, rows(epsilon, QUARTER, QUARTER, 2**points)))
@judged("<=")
def all_functions_are_learned_with_these_rows(rows=generic_rows):
    for points, epsilon in product((1, 64, 128, 256, 512), EPSILONS):
        yield (points, epsilon), function_failure(points, epsilon, rows(
            epsilon, QUARTER, QUARTER, 2**points)), QUARTER


@check("ABMS20-1.kasi", grade="certified", quantifier="all functions on k points, |H| = 2^k, k = 1..64, 128, 256, 512, "
       "epsilon = 1, 1/10, 3/4, alpha = beta = 1/4; c = max(16/epsilon, 32)",
       says="at most 4 c ln |H| + 1 rows are asked for, and with them the failure is at most beta")
@sabotage("rows linear in |H|", lambda epsilon, alpha, beta, number: number * generic_rows(epsilon, alpha, beta, 1))
@judged("<=")
def logarithmically_many_rows_are_enough(rows=generic_rows):
    for k, eps in product((*range(1, 65), 128, 256, 512), (Fraction(1), Fraction(1, 10), Fraction(3, 4))):
        m, c = rows(eps, QUARTER, QUARTER, 2**k), max(16 / eps, Fraction(32))
        yield (k, eps, "few"), m - 1, log_bracket(2) * (4 * c * k)
        yield (k, eps, "enough"), function_failure(k, eps, m), QUARTER

def refutes_logarithmically_many_rows_are_enough(rows, k, eps, side):
    m = rows(eps, QUARTER, QUARTER, 2**k)
    return often_fails(k, eps, m) if side == "enough" else m - 1 > 4 * max(16 / eps, 32) * k * log(2)
