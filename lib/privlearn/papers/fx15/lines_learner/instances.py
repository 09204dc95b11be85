"""The page lines-learner: votes and rows, the numbers of its plans by search, and wrong parts of its learner."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb, exp, lgamma, log, log1p
from typing import Any

from privlearn.exact import exp_bracket, log_bracket
from privlearn.exact.formulas import Value, formula, ln
from privlearn.laws import Law, bernoulli
from privlearn.learners.lines import (StabilityPlan, basic_learner, block_votes, most_frequent, printed_line_plan,
                                      release_probability)
from privlearn.learners.lines.basic import ZERO, Hypothesis
from privlearn.learners.lines.overall import vote_stability

Votes = dict[int, int]
UNITS = tuple(Fraction(k, 100) for k in (1, 5, 10, 25, 40, 49))


def as_votes(vector: Sequence[int]) -> Votes:
    """Return a vote vector as a mapping; hypothesis 0, first in every tie, plays the zero function."""
    return dict(enumerate(vector))


def all_rows(p: int, draws: int) -> Iterator[tuple[Any, ...]]:
    """Yield all databases of ``draws`` rows ``(x, y, label)``."""
    return product(product(range(p), range(p), (0, 1)), repeat=draws)


def broken_release_without_one(changes: int, exp_epsilon, delta) -> Fraction:
    """Compare with ``ln(1/(2 delta))/epsilon``, without the 1: c passes as c + 1 should."""
    return release_probability(changes + 1, exp_epsilon, delta)


@formula("rows")
def conference_blocks(beta: Value, epsilon: Value, delta: Value) -> Value:
    """Return ``ell`` as FX14 prints it."""
    return ceil(max(12 / epsilon * ln(1 / (delta * beta)) + 13, 72 * ln(4 / delta)))


def too_few_votes_are_likely(blocks: Callable[..., int], case: tuple[Fraction, ...]) -> bool:
    """Return whether ``Pr[Bin(ell, 2/3) < 7 ell / 12]`` exceeds a quarter of the failure allowed (for verifiers)."""
    ell, term, total = blocks(*case), 1, 0
    for k in range(ell + 1):  # C(ell, k) 2^k by recursion, in integers
        total += term if 12 * k < 7 * ell else 0
        term = term * 2 * (ell - k) // (k + 1)
    return 4 * total > case[0] * 3**ell


@cache
def scales_in(alpha: Fraction, length: Fraction) -> tuple[int, ...]:
    """Return the integers k with ``ln(3/2)/alpha <= 2^k <= 2^length ln(3/2)/alpha``, by comparing powers."""
    reach, found = log_bracket(Fraction(3, 2), 128) / alpha, []
    k = next(k for k in range(-9, 99) if 2**k > reach.upper)
    while 2 ** (k * length.denominator - length.numerator) <= reach.lower**length.denominator:
        found.append(k)
        k += 1
    assert Fraction(2) ** (k * length.denominator - length.numerator) > reach.upper**length.denominator
    return tuple(found)


@cache
def least_blocks_as_printed(beta: Fraction, epsilon: Fraction, delta: Fraction) -> int:
    """Return the least integer that is at least ``12/epsilon ln(2/(delta beta)) + 13`` and ``72 ln(4/beta)``."""
    ends = (log_bracket(2 / (delta * beta), 128) / epsilon * 12 + 13, log_bracket(4 / beta, 128) * 72)
    assert all(ceil(end.lower) == ceil(end.upper) for end in ends)
    return max(ceil(end.lower) for end in ends)


def least_selection_as_printed(alpha: Fraction, beta: Fraction, epsilon: Fraction, runs: int) -> int:
    """Return the least integer that is at least ``16/(alpha epsilon) ln(4 runs/beta)``."""
    end = log_bracket(4 * runs / beta, 128) * 16 / (alpha * epsilon)
    assert ceil(end.lower) == ceil(end.upper)
    return ceil(end.lower)


def is_just_below(ratio: Fraction, epsilon: Fraction) -> bool:
    """Tell whether a ratio is at most ``e^epsilon`` and smaller by less than one part in 10^18."""
    power = exp_bracket(epsilon, 96)
    return ratio <= power.lower and ratio * (1 + Fraction(1, 10**18)) > power.upper


@cache
def passing(most: int, ratio: Fraction, delta: Fraction) -> tuple[int, ...]:
    """Return, in units of 2^-160 rounded down, with what probability stability 0, 1, ..., most passes the test."""
    unit, found, power = 1 << 160, [0], Fraction(1)
    for _ in range(most):
        u = delta * power  # while u < 1/2 the noise must exceed what is missing, then it may fall short
        found.append((u if 2 * u < 1 else 1 - 1 / (4 * u)) * unit // 1)
        power = Fraction(power * ratio * unit // 1, unit)
    return tuple(found)


@cache
def published_miss(blocks: int, ratio: Fraction, delta: Fraction) -> Fraction:
    """Bound from above, by 2^-140 at most, the miss of an answer that a block gives with probability 2/3.

    The other blocks agree on an answer that wins ties: with v votes the stability is ``ceil((2 v - blocks)/2)``.
    """
    passes = passing(1 << blocks.bit_length(), ratio, delta)
    published = sum(comb(blocks, v) * 2**v * passes[(2 * v - blocks + 1) // 2]
                    for v in range(blocks // 2 + 1, blocks + 1))
    return 1 - Fraction(published, 3**blocks << 160)


def vote_failure(plan: StabilityPlan, masses: Sequence[Fraction]) -> float:
    """Return the failure where only the line and the first, heaviest point are accurate: floats, for verifiers.

    The other points are taken together, as one that is first in every tie.
    """
    r, n, epsilon, total = float(sum(masses)), plan.blocks, log(plan.exp_epsilon), 0.0
    for t in plan.block_sizes:
        none, one = exp(t * log1p(-r)), [exp(t * log1p(float(q) - r)) for q in masses]
        heavy, light = one[0] - none, sum(one[1:]) - (len(one) - 1) * none
        logs = [log(max(x, 1e-300)) for x in (1 - none - heavy - light, heavy, light, none)]
        for a in range(n + 1):
            for b in range(n - a + 1):
                for c in range(n - a - b + 1):
                    z = n - a - b - c
                    weight = lgamma(n + 1) + sum(k * x - lgamma(k + 1) for k, x in zip((a, b, c, z), logs, strict=True))
                    if weight > -40:
                        total += exp(weight) * (1 - _published(a, b, max(c, z), epsilon, float(plan.delta)))
    return total / len(plan.block_sizes)


def _published(line: int, point: int, first: int, epsilon: float, delta: float) -> float:
    """Return the probability that the line or the heavy point is published; ``first`` wins its ties."""
    lead, behind = max(line, point), max(first, min(line, point))
    if lead <= first:
        return 0.0
    tie_to_winner = behind > first and point > line
    c = (lead - behind) // 2 + 1 if tie_to_winner else (lead - behind + 1) // 2
    log_u = log(delta) + epsilon * (c - 1)
    return exp(log_u) if log_u < log(0.5) else 1 - exp(-log_u) / 4


def broken_basic_without_vertical_guard(block: Iterable[Any], p: int) -> Hypothesis:
    """Divide by 0 as ``0^(p-2) = 0`` (Fermat's inverse): two points one above the other give a line through neither."""
    points = list(dict.fromkeys((x, y) for x, y, label in block if label))[:2]
    if len(points) < 2:
        return (1, *points[0]) if points else ZERO
    (x, y), (u, v) = points
    slope = (v - y) * pow(u - x, p - 2, p) % p if p > 2 else (v - y) * (u - x) % p
    return (2, slope, (y - slope * x) % p)


def broken_basic_asks_three_rows(block: Iterable[Any], p: int) -> Hypothesis:
    """Answer with a line only if three rows are labelled 1, else with a point of them."""
    rows = list(block)
    positive = [row for row in rows if row[2]]
    return basic_learner(rows if len(positive) > 2 else positive[:1], p)


def broken_first_most_frequent(sequence: Sequence[Any]):
    """Of the hypotheses with most votes take the one that was voted for first."""
    return max(dict.fromkeys(sequence), key=sequence.count)


def broken_stability_without_ties(votes) -> int:
    """Let every tie go to the winner."""
    winner = most_frequent(votes)
    return min((votes[winner] - count) // 2 + 1 for h, count in votes.items() if h != winner)


def broken_overall_without_one(rows, p: int, plan: StabilityPlan) -> Law:
    """Publish the winner with the probability of the test whose threshold lacks the 1."""
    votes = block_votes(list(rows), p, plan.blocks, plan.block_sizes[0])
    stay = release_probability(vote_stability(votes) + 1, plan.exp_epsilon, plan.delta)
    winner = most_frequent(votes)
    return bernoulli(stay).map(lambda passed: winner if passed else ZERO)


def broken_plan_five_blocks(*parameters) -> StabilityPlan:
    """The printed plan with 5 blocks."""
    plan = printed_line_plan(*parameters)
    return StabilityPlan(plan.block_sizes, 5, plan.exp_epsilon, plan.delta)
