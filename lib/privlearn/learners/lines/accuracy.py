"""How often the overall learner fails, certified: for one line and distribution, or for every stable block.

Definitions
-----------
Against a line with given masses the learner *fails* if its hypothesis has an error above alpha.  A block answers
with the line (probability: two different points of it were seen), with the point function of its heaviest point, or
the zero function, or with the point function of a lighter point.  Counting the four kinds of votes by a multinomial
law, and taking for the last kind the split among the light points that is best or worst, encloses the failure.

For a block that gives one accurate hypothesis with probability at least ``share``, and anything else otherwise,
:func:`stable_miss` bounds the probability that this hypothesis is not published.

>>> stable_miss(3, Fraction(1), Fraction(3, 2), Fraction(1, 4)).upper
Fraction(5, 8)
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import count, islice
from math import isqrt

import numpy as np

from privlearn.exact import Bracket, as_fraction, as_integer, as_probability
from privlearn.exact.balls import arb, ctx
from privlearn.exact.brackets import as_bracket
from privlearn.exact.intervals import Ball, ball, ball_bracket, bracket_of
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.lines.events import as_line_masses, none_one_two_brackets, point_probability
from privlearn.learners.lines.plans import StabilityPlan
from privlearn.learners.lines.release import (as_release_ratio, as_test_delta, least_passing, ratio_for,
                                              release_probability)

BITS = 128


def stable_miss(blocks: int, share: Number, exp_epsilon: Number, delta: Number) -> Bracket:
    """Bound the probability that a hypothesis is not published which each block gives with probability ``share``.

    Parameters
    ----------
    blocks : int
    share : number in [0, 1]
        A lower bound on that probability will do: the bound decreases in it.
    exp_epsilon, delta : numbers
        Of the test.

    Returns
    -------
    Bracket
        Of the sum over the votes v of this hypothesis, ``Bin(blocks, share)``, of the probability that the test fails
        at stability ``ceil((2 v - blocks)/2)``, which it has at least; for no majority it counts as 1.
    """
    n, p = as_integer(blocks, "blocks", least=1), as_probability(share, "share")
    if p == 1:
        return as_bracket(1 - release_probability((n + 1) // 2, exp_epsilon, delta))

    def bound() -> Ball:
        passing = _releases(n, exp_epsilon, delta)
        total, term, odds = ball(0), ball(1 - p) ** n, ball(p / (1 - p))
        for v in range(n + 1):
            total += term * (1 - passing[(2 * v - n + 1) // 2]) if 2 * v > n else term
            term = term * odds * (n - v) / (v + 1)
        return total

    found = bracket_of(bound, BITS)
    return Bracket(max(found.lower, Fraction(0)), min(found.upper, Fraction(1)))


@lru_cache(maxsize=64)
def least_blocks(exp_epsilon: Number, delta: Number, miss: Number, share: Number = Fraction(2, 3)) -> int:
    """Return the least number of blocks for which :func:`stable_miss` is at most ``miss``.

    Examples
    --------
    >>> least_blocks(Fraction(3, 2), Fraction(1, 100), Fraction(1, 8))
    101
    """
    goal, p = as_inner_probability(miss, "miss"), as_probability(share, "share")
    if p <= Fraction(1, 2):
        raise ValueError(f"share must be above 1/2, got {p}: no majority can be expected")
    blocks = 2 * least_passing(exp_epsilon, delta, goal) - 1
    while stable_miss(blocks, p, exp_epsilon, delta).upper > goal:
        blocks += 1
    return blocks


def plan_for(rows: int, *, epsilon: Number, delta: Number, miss: Number, sizes: int = 1) -> StabilityPlan:
    """Return a plan for a sample of ``rows`` rows: the fewest blocks for the test, the largest powers of two for t.

    Parameters
    ----------
    rows : int
    epsilon, delta : numbers
        Privacy; it holds for every plan.
    miss : number in (0, 1)
        With which a hypothesis that a block gives with probability 2/3 or more may fail to be published.
    sizes : int
        How many powers of two to draw the block size from.

    Notes
    -----
    The papers' constants ask for 10^12 rows and more.  Here the accuracy depends on the distribution instead: compute
    it with :func:`failure_bracket`.  With one block size, an unlucky distribution (about one
    point of the line expected per block) makes the learner answer with the zero function.

    Examples
    --------
    >>> plan = plan_for(10**6, epsilon=Fraction(2, 5), delta=Fraction(1, 10**6), miss=Fraction(1, 8))
    >>> plan.block_sizes, plan.blocks
    ((2048,), 259)
    """
    ratio, count = ratio_for(epsilon), as_integer(sizes, "sizes", least=1)
    blocks = least_blocks(ratio, delta, miss)
    largest = (as_integer(rows, "rows", least=1) // blocks).bit_length() - 1
    if largest < count - 1:
        raise ValueError(f"rows must be at least {blocks << (count - 1)} for these parameters, got {rows}")
    return StabilityPlan(tuple(2**k for k in range(largest - count + 1, largest + 1)), blocks, ratio,
                         as_fraction(delta))


def failure_bracket(plan: StabilityPlan, masses: Iterable[Number], alpha: Number) -> Bracket:
    """Enclose the probability that the overall learner's hypothesis has an error above alpha.

    Parameters
    ----------
    plan : StabilityPlan
    masses : iterable of numbers
        What the distribution gives to the points of the target line; only they matter, and p does not.
    alpha : number
    """
    parts = [size_failure(plan, masses, alpha, t) for t in plan.block_sizes]
    return sum(parts, as_bracket(0)) / len(parts)


def size_failure(plan: StabilityPlan, masses: Iterable[Number], alpha: Number, block_size: int) -> Bracket:
    """Enclose the probability of failure, the block size being given."""
    q, e = as_line_masses(masses), as_fraction(alpha, "alpha")
    r, heaviest = sum(q, Fraction(0)), max(q, default=Fraction(0))
    if r <= e:
        return as_bracket(0)  # everything the learner can say is accurate
    events = none_one_two_brackets(q, block_size)
    point = point_probability(q, q.index(heaviest), block_size) if r - heaviest <= e else as_bracket(0)
    return unreleased_bracket(plan, events.none, point, events.two)


def unreleased_bracket(plan: StabilityPlan, zero: Bracket, point: Bracket, line: Bracket) -> Bracket:
    """Enclose the probability of failure, given those of three answers of a block: ``(0,)``, one point and the line.

    Parameters
    ----------
    plan : StabilityPlan
    zero, point, line : Bracket
        The zero function is inaccurate, the other two are accurate; what is missing to 1 are other point functions.

    Notes
    -----
    The lower end holds even if these are accurate too and their votes are all different; the upper end if they are
    inaccurate and their votes equal.  Unlikely vote counts, about ``2^-25`` in all, are left out: they count as
    failures in the upper end and not in the lower.
    """
    n = plan.blocks
    with ctx.workprec(BITS):
        passing, low, passed = _releases(n, plan.exp_epsilon, plan.delta), ball(0), ball(0)
        p0, p1, p2 = (ball(found.lower, found.upper) for found in (zero, point, line))
        failing, others = [1 - chance for chance in passing], 1 - line.upper - point.upper - zero.upper
        powers = [_scaled_powers(x, n) for x in (p2, 1 - p0 - p1 - p2, p1, p0)]
        pairs: dict[int, tuple[range, list[Ball]]] = {}  # by n - a - m, on which alone these products depend
        for a in _likely(n, line.upper, Fraction(1)):
            weight, middle = arb(n).fac() * powers[0][a], _likely(n - a, others, 1 - line.upper)
            for left in (n - a - m for m in middle):
                if left not in pairs:
                    likely = _likely(left, point.upper, point.upper + zero.upper)
                    pairs[left] = likely, [powers[2][b] * powers[3][left - b] for b in likely]
            bounds = zip(*_stabilities(a, [(n - a - m, m, pairs[n - a - m][0]) for m in middle]), strict=True)
            for m in middle:
                chances, inner_low, inner_passed = pairs[n - a - m][1], arb(0), arb(0)
                for chance, (most, least) in zip(chances, islice(bounds, len(chances)), strict=True):
                    inner_low += chance * failing[most]
                    inner_passed += chance * passing[least]
                part = weight * powers[1][m]
                low += part * inner_low
                passed += part * inner_passed
        return Bracket(max(ball_bracket(low).lower, Fraction(0)), min(ball_bracket(1 - passed).upper, Fraction(1)))


def _likely(trials: int, part: Fraction, whole: Fraction) -> range:
    """Return the counts within about six standard deviations of the mean of ``Bin(trials, part/whole)``."""
    share = min(max(part / whole, Fraction(0)), Fraction(1)) if whole > 0 else Fraction(0)
    reach = 6 * isqrt(int(trials * share * (1 - share)) + 1) + 6
    return range(max(0, int(trials * share) - reach), min(trials, int(trials * share) + reach) + 1)


def _stabilities(line: int, cases: Sequence[tuple[int, int, range]]) -> tuple[list[int], list[int]]:
    """Return bounds on the stability of an accurate winner, in one list for all cases and likely votes of the point.

    A case are the votes for point and zero together, those for other points, and the likely votes of the point.  The
    bounds are the most, and the least (0: there may be none).
    """
    lengths = [len(likely) for _, _, likely in cases]
    left, others = (np.repeat([case[side] for case in cases], lengths) for side in (0, 1))
    point = np.concatenate([np.arange(likely.start, likely.stop) for _, _, likely in cases])
    zero, top = left - point, np.maximum(line, point)
    ahead = np.where(line > point, (line - point + 1) // 2, (point - line) // 2 + 1)
    known = np.minimum(ahead, (top - zero + 1) // 2)
    wins = top > zero  # a tie goes to the zero function
    rival = np.where(others > zero, others // 2 + 1, 0)
    most = np.where(wins & (top >= others), known, np.maximum(np.where(wins, known, 0), rival))
    least = np.where(wins & (top > others), np.minimum(known, (top - others + 1) // 2), 0)
    return most.tolist(), least.tolist()


def _scaled_powers(x: Ball, most: int) -> list[Ball]:
    """Return ``x^k / k!`` for k up to ``most``."""
    powers = [ball(1)]
    for k in range(1, most + 1):
        powers.append(powers[-1] * x / k)
    return powers


def _releases(blocks: int, exp_epsilon: Number, delta: Number) -> tuple[Ball, ...]:
    """Return the test's pass probabilities at the stabilities 0 (read: no accurate winner), 1, ..., blocks // 2 + 1.

    And at some more: a search for the number of blocks asks for nearly the same ones again and again.
    """
    most = 1 << (blocks // 2).bit_length()
    return _first_releases(most, as_release_ratio(exp_epsilon), as_test_delta(delta), ctx.prec)


@lru_cache(maxsize=64)
def _first_releases(most: int, r: Fraction, b: Fraction, precision: int) -> tuple[Ball, ...]:
    """Return the pass probabilities at 0, ..., most, as balls of the working precision, which is ``precision``."""
    half = next(k for k in count() if 2 * b * r**k > 1)  # the first stability beyond the threshold, less 1
    ups = [ball(b) * ball(r) ** k for k in range(most)]
    return (ball(0), *(up if k < half else 1 - 1 / (4 * up) for k, up in enumerate(ups)))
