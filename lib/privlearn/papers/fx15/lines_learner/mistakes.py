"""Wrong parts of the stability learner of lines."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from privlearn.exact import exp_bracket, log_bracket
from privlearn.laws import Law, bernoulli
from privlearn.learners.lines import (StabilityPlan, basic_learner, block_law, block_votes, most_frequent, none_one_two,
                                      printed_line_plan, release_probability)
from privlearn.learners.lines.basic import ZERO, Hypothesis
from privlearn.learners.lines.events import Events
from privlearn.learners.lines.overall import vote_stability


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


def broken_bracket_without_one(changes: int, epsilon, delta):
    """The same with a bracket of ``e^epsilon``; only for small c, where the probability is ``delta e^{epsilon c}``."""
    return delta * exp_bracket(epsilon * changes)


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


def broken_blocks_quarter(beta, epsilon, delta) -> int:
    """Return ``ell`` with ``72/4 ln(4/beta)``."""
    ends = (12 / epsilon * log_bracket(2 / (delta * beta)) + 13, 18 * log_bracket(4 / beta))
    return max(int(-(-end.upper // 1)) for end in ends)


def broken_blocks_without_noise_term(beta, epsilon, delta) -> int:
    """Return ``ell = ceil(72 ln(4/beta))``, which forgets that the noise must be overcome."""
    return int(-(-(72 * log_bracket(4 / beta)).upper // 1))


def broken_events_count_none_for_one(masses, draws: int) -> Events:
    """Forget to subtract the draws that miss the line from those that show at most one of its points."""
    right = none_one_two(masses, draws)
    one = right.one + len(tuple(masses)) * right.none
    return Events(right.none, one, 1 - right.none - one)


def broken_law_of_shifted_line(weights, line, draws: int, p: int) -> dict[Hypothesis, Fraction]:
    """The law of the basic learner for the next parallel line."""
    return block_law(weights, (line[0], (line[1] + 1) % p), draws, p)
