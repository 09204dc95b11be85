"""BBKN14, Section 4.2: instances of the page stars-and-boosting, and bounds on the failure of Claim 4.5."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil, floor
from typing import Any

from privlearn.exact import Bracket, as_fraction, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import FIFTH, HALF
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.tails import lower_tail_bracket, upper_tail_bracket
from privlearn.laws import Law, choice, independent
from privlearn.learners.points import (ZERO, LazyHypothesis, PointPlan, boosted_point_learner, improper_point_learner,
                                       row_counts)
from privlearn.learners.points.boosted import boosted
from privlearn.learners.points.counts import power_bracket
from privlearn.learners.points.plans import selection_rows, stage_failure_bound
from privlearn.learners.points.utility import improper_sample_size
from privlearn.learners.selection.boosting import repetitions
from privlearn.mechanisms import all_databases, from_scores, labelled_rows, starred
from privlearn.mechanisms.starring import sharp_star_keep_probability, star_keep_probability

STAR = "*"
WITH_STAR = (STAR, "b", "c")
WITHOUT = ("a", "b", "c")


def stars_last(database: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the rows that are no stars, then the stars: dropping the stars, filled up to the old length."""
    return tuple(sorted(database, key=lambda row: row == STAR))


def noisy_rows(ratio: Fraction) -> Callable[[Any], Law]:
    """Return the mechanism that names every row truly with weight ``ratio`` and as each other symbol with weight 1."""
    symbols = (STAR, "a", "b", "c")
    told = {row: choice({other: (ratio if other == row else 1) / (ratio + 3) for other in symbols}) for row in symbols}
    return lambda database: independent([told[row] for row in database])


def runs(beta: Fraction) -> int:
    return repetitions(2 * beta / 5, FIFTH)


def room(beta: Fraction) -> Bracket:
    return log_bracket(5 / beta, 128) - log_bracket(Fraction(5, 4), 128) / beta


@cache
def crossing_of_one_over_beta() -> tuple[Fraction, Fraction]:
    """Return rationals 2^-40 apart around the beta at which ``log_{5/4}(5/beta) = 1/beta``."""
    low, high = Fraction(1, 100), Fraction(1, 5)
    while high - low > Fraction(1, 2**40):
        middle = (low + high) / 2
        low, high = (middle, high) if room(middle).upper <= 0 else (low, middle)
    return low, high


SELECTION_ROOT = Fraction(3, 2)


@cache
def selection(errors: tuple[int, ...]) -> tuple[Fraction, ...]:
    """Return the selection probabilities at ``e^{epsilon/2} = 3/2``."""
    law = from_scores({i: -e for i, e in enumerate(errors)}, SELECTION_ROOT).masses()
    return tuple(as_fraction(law[i]) for i in range(len(errors)))


TOY_ROOT = Fraction(5, 4)  # e^{epsilon/2}, so e^epsilon = 25/16 and epsilon = 0.446


def toy(blocks: int, block_rows: int, test_rows: int) -> PointPlan:
    """Return a plan with the printed survival probability whose whole law can be listed."""
    return PointPlan(blocks=blocks, block_rows=block_rows, test_rows=test_rows, root=TOY_ROOT,
                     survive=star_keep_probability(TOY_ROOT**2, 4), stage=HALF)


TOYS = ((2, toy(1, 1, 1)), (2, toy(1, 2, 1)), (2, toy(1, 1, 2)), (2, toy(2, 1, 1)), (3, toy(2, 1, 1)),
        (2, replace(toy(1, 2, 1), survive=sharp_star_keep_probability(TOY_ROOT**2, 4))),
        (2, toy(3, 0, 1)))  # the last: all that is not noise is selection
PLAIN = (*TOYS[:4], (3, toy(1, 2, 1)), TOYS[5])  # the same with one block where there are three points


@cache
def pipeline(size: int, plan: PointPlan) -> Callable[[Any], Law]:
    """Return the learner as it runs: counts of blocks, lazy hypotheses.  Two checks list its laws: once is enough."""
    return cache(lambda database: choice(boosted_point_learner(database, size=size, plan=plan).exact()))


def literal_pipeline(size: int, plan: PointPlan) -> Callable[[Any], Law]:
    """Return the learner as it is written: every row starred or not, A2 on the result, selection by the last rows."""
    a3 = starred(lambda rows: improper_point_learner(rows, size=size, alpha=plan.stage), plan.survive)
    base = cache(lambda block: choice(a3(block).exact()))

    def law(database) -> Law:
        n, last = plan.block_rows, plan.blocks * plan.block_rows
        blocks = [database[k * n:(k + 1) * n] for k in range(plan.blocks)]
        return boosted(blocks, row_counts(database[last:], size), base, plan.root)

    return law


def toy_databases(size: int, plan: PointPlan) -> list[Any]:
    return all_databases((*labelled_rows(size), None), plan.total)


SAMPLES = [(size, rows) for size, most in ((2, 4), (3, 3)) for n in range(most + 1)
           for rows in combinations_with_replacement((*labelled_rows(size), None), n)]
KEEP = Fraction(1, 3)
ABORT = Fraction(1, 8)

RATE = Fraction(1, 5)


def law_of_answers(make, concept: int, size: int, queries: tuple[int, ...]) -> dict[Any, Fraction]:
    """Return the joint law of the answers, by running the hypothesis on every sequence of flips."""
    law: dict[Any, Fraction] = {}
    for flips in product((0, 1), repeat=len(queries)):
        hypothesis = make(concept, size, iter(flips))
        answers = tuple(hypothesis[x] for x in queries)
        chance = RATE ** sum(flips) * (1 - RATE) ** (len(flips) - sum(flips))
        law[answers] = law.get(answers, Fraction(0)) + chance
    return law


QUESTIONS = [(concept, size, queries) for size in (1, 2, 3) for concept in range(ZERO, size) for n in range(1, 5)
             for queries in product(range(size), repeat=n)]


class ForgetfulHypothesis(LazyHypothesis):
    """A lazy hypothesis that draws the noise at a point again each time it is asked."""

    def __getitem__(self, x: int) -> int:
        self._drawn.clear()
        return super().__getitem__(x)


def parts_by_balls(epsilon: Fraction, alpha: Fraction, beta: Fraction) -> tuple[int, int, int]:
    """Return N, the rows of a block and the test rows, each by one formula in ball arithmetic, rounded up."""
    parts = (lambda: ball(5 / beta).log() / ball(Fraction(5, 4)).log(),
             lambda: 384 * ball(4).log() / ball(epsilon * (alpha / 8) ** 2),
             lambda: 24 * ball(3 / beta**2).log() / ball(epsilon * alpha))
    found = [bracket_of(part) for part in parts]
    if any(ceil(part.lower) != ceil(part.upper) for part in found):
        raise AssertionError("a formula too close to an integer")
    return ceil(found[0].upper), ceil(found[1].upper), ceil(found[2].upper)


def second_rows(alpha: Fraction, beta: Fraction, epsilon: Fraction) -> int:
    return ceil((24 * log_bracket(3 / beta) / (epsilon * alpha)).upper)


BETAS = tuple(Fraction(1, k) for k in (1, 2, 10, 100, 10**6))


def longest_stretch(n: int) -> Fraction:
    """Return the supremum of the beta in (0, 1] for which N is n."""
    return min(Fraction(1), 5 * Fraction(4, 5) ** (n - 1))


def route(beta: Fraction, power: int) -> Fraction:
    """Return the four terms with N itself: ``beta/5 + beta^2/3 + N bad + N beta^{3 power}/27``.

    ``bad`` is ``beta^2/3`` for ``power = 1``, as printed, and ``beta^6/27`` for ``power = 2``, the true exponent.
    """
    bad = beta**2 / 3 if power == 1 else beta**6 / 27
    return beta / 5 + beta**2 / 3 + runs(beta) * (bad + beta ** (3 * power) / 27)


def power_of_bracket(base: Bracket, exponent: int) -> Bracket:
    return Bracket(power_bracket(base.lower, exponent, 128).lower, power_bracket(base.upper, exponent, 128).upper)


def power_of_inverse(root: Fraction, exponent: int) -> Bracket:
    return power_bracket(1 / root, exponent, 128)


def selection_failure(plan: PointPlan, alpha: Fraction, u: Fraction, v: Fraction) -> Bracket:
    """Bracket the bound on a failed selection with thresholds ``u < v``, by exact tails and the union bound."""
    m, n = plan.test_rows, plan.blocks
    looks_bad = upper_tail_bracket(m, plan.stage, floor(u * m) + 1)
    looks_good = lower_tail_bracket(m, alpha, ceil(v * m) - 1)
    return looks_bad + n * looks_good + n * power_of_inverse(plan.root, ceil(v * m) - floor(u * m))


def printed_chain(plan: PointPlan, alpha: Fraction) -> Bracket:
    """Bracket the failure by the steps of the proof: surviving rows, 3/4 for A2, N runs, E1, E2 and the selection."""
    few = lower_tail_bracket(plan.block_rows, plan.survive, improper_sample_size(plan.stage) - 1)
    return power_of_bracket(few + Fraction(3, 4), plan.blocks) + selection_failure(plan, alpha, alpha / 4, alpha / 2)


def frugal_chain(plan: PointPlan, alpha: Fraction, beta: Fraction) -> Bracket:
    """Bracket the failure by Markov's inequality for a block and exact tails at the plan's thresholds."""
    _, u, v = selection_rows(plan.blocks, plan.stage, alpha, beta / 2, plan.root)
    block = stage_failure_bound(plan)
    runs = power_of_bracket(block, plan.blocks) if block.upper < 1 else as_bracket(1)
    return runs + selection_failure(plan, alpha, u, v)


@cache
def start_failures(noise: Fraction, limit: Fraction, whole: tuple[int, ...]) -> tuple[Fraction, Fraction]:
    """Return the chances of an error above ``limit / sum(whole)`` from the zero function and from the target."""
    n, found = len(whole), [Fraction(0), Fraction(0)]
    for flips in product((0, 1), repeat=n):
        chance = noise ** sum(flips) * (1 - noise) ** (n - sum(flips))
        seen = sum(w for w, f in zip(whole, flips, strict=True) if f)
        unseen = seen + (whole[0] if not flips[0] else -whole[0])
        found[0] += chance * (unseen > limit)
        found[1] += chance * (seen > limit)
    return found[0], found[1]


def block_failure(plan: PointPlan, whole: tuple[int, ...]) -> Bracket:
    """Bracket the exact failure of one block, the target at point 0: unseen (start at zero) or seen."""
    from_zero, from_target = start_failures(plan.noise, plan.stage * GRID, whole)
    unseen = power_bracket(1 - plan.keep * Fraction(whole[0], GRID), plan.block_rows, 128)
    return plan.noise + (1 - plan.noise) * (unseen * from_zero + (1 - unseen) * from_target)


GRID = 16


def two_point_failure(plan: PointPlan, alpha: Fraction, w: Fraction) -> Bracket:
    """Bracket a bound on the end-to-end failure if the target has mass ``w`` and one other point the rest.

    Good is a hypothesis that is right on both points, or on the one point that matters where the other has mass at
    most alpha. Given the test rows, one that is bad is selected with probability at most ``root^-(its errors - the good
    one's)``, and the mean of that over the test rows is a power of a rational; the better of both bounds.
    """
    mu, m, s = plan.noise, plan.test_rows, 1 / plan.root
    unseen = power_bracket(1 - plan.keep * w, plan.block_rows, 128)
    point_right = unseen * mu + (1 - unseen) * (1 - mu)
    both = (1 - mu) * (1 - mu) * point_right
    rates = [1 - bad + s * bad for bad in (w, 1 - w) if bad > alpha] + [s]
    missed = sum((power_bracket(rate, m, 128) for rate in rates), as_bracket(0))
    mixed = [power_of_bracket(1 - both, plan.blocks) + plan.blocks * missed]
    for light, right in ((w, as_bracket(1 - mu)), (1 - w, point_right)):
        rate = light / s + (1 - light) * s  # errors: good at most the light point's rows, bad at least the others
        if light <= alpha and rate < 1:
            bad = power_bracket(rate, m, 128) + power_bracket(light + (1 - light) * s, m, 128)
            mixed.append(power_of_bracket(1 - (1 - mu) * right, plan.blocks) + plan.blocks * bad)
    return min(mixed, key=lambda bound: bound.upper)
