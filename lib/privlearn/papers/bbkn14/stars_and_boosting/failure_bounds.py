"""BBKN14, Section 4.2: bounds on the failure of Claim 4.5's learner, by exact tails and for one block."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, floor

from privlearn.exact import Bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.tails import lower_tail_bracket, upper_tail_bracket
from privlearn.learners.points import PointPlan
from privlearn.learners.points.counts import power_bracket
from privlearn.learners.points.plans import selection_rows, stage_failure_bound


def power_of_bracket(base: Bracket, exponent: int) -> Bracket:
    """Bracket a power of a bracketed number in [0, 1]."""
    return Bracket(power_bracket(base.lower, exponent, 128).lower, power_bracket(base.upper, exponent, 128).upper)


def power_of_inverse(root: Fraction, exponent: int) -> Bracket:
    """Bracket ``root^-exponent``."""
    return power_bracket(1 / root, exponent, 128)


def selection_failure(plan: PointPlan, alpha: Fraction, u: Fraction, v: Fraction) -> Bracket:
    """Bracket the bound on a failed selection with thresholds ``u < v``, by exact tails and the union bound."""
    m, n = plan.test_rows, plan.blocks
    looks_bad = upper_tail_bracket(m, plan.stage, floor(u * m) + 1)
    looks_good = lower_tail_bracket(m, alpha, ceil(v * m) - 1)
    return looks_bad + n * looks_good + n * power_of_inverse(plan.root, ceil(v * m) - floor(u * m))


def printed_chain(plan: PointPlan, alpha: Fraction) -> Bracket:
    """Bracket the failure by the steps of the proof: surviving rows, 3/4 for A2, N runs, E1, E2 and the selection."""
    need = ceil((32 * log_bracket(4) / plan.stage**2).upper)
    few = lower_tail_bracket(plan.block_rows, plan.survive, need - 1)
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
