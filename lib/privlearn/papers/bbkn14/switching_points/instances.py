"""BBKN14, Section 5.1: instances of the page switching-points, wrong switching points and steps of the reduction."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from privlearn.laws import Law, pure
from privlearn.learners.intervals import ReductionPlan, switch_numbers, switching_points
from privlearn.learners.intervals.exponential import Database, interval_errors
from privlearn.learners.intervals.reduction import Learner, first_simple, select_switch
from privlearn.learners.intervals.switching import INCREASING, Hypothesis, Switch
from privlearn.mechanisms import Promise, PromisedMechanism, from_scores, replace_one


def hypotheses(largest: int, least: int = 1) -> Iterator[tuple[int, ...]]:
    """Yield all functions on ``least`` to ``largest`` points."""
    for size in range(least, largest + 1):
        yield from product((0, 1), repeat=size)


BETAS = (Fraction(3, 10), Fraction(1, 10))
ALPHAS = (Fraction(2, 5), Fraction(1, 5))
SETTINGS = tuple(product(ALPHAS, BETAS))
SEVENTHS = [Fraction(k, 7) for k in range(1, 6)]


def broken_selection_without_half(concepts: Sequence[int], database: Database, root: Fraction) -> Law:
    return from_scores({j: -wrong for j, wrong in interval_errors(concepts, database).items()}, root * root)


def broken_switching_first_always_increases(hypothesis: Hypothesis) -> list[Switch]:
    return [(0, INCREASING), *switching_points(hypothesis)[1:]]


def broken_switching_last_always_increases(hypothesis: Hypothesis) -> list[Switch]:
    """Call the last switching point increasing, whatever the last bit."""
    listed = switching_points(hypothesis)
    return [*listed[:-1], (listed[-1][0], INCREASING)]


def broken_switch_without_ends(hypothesis: Hypothesis) -> tuple[int, ...]:
    return switch_numbers(hypothesis)[1:-1]


def broken_pairs_without_last(hypothesis: Hypothesis, target: int) -> list[tuple[Switch, Switch]]:
    """Surround the target by switching points, of which T is none."""
    listed = switching_points(hypothesis)[:-1]
    return [(a, b) for a, b in zip(listed, listed[1:], strict=False) if a[0] <= target <= b[0]]


def broken_reduction_reuses_rows(learner: Learner, exp_epsilon, plan: ReductionPlan) -> PromisedMechanism:
    """Give the first block to every run of the learner and to the last draw as well: each row is used often."""
    root = Fraction(3, 2)

    def law(database: Database) -> Law:
        blocks, rest = plan.split(database)
        found = first_simple(learner, [blocks[0]] * plan.blocks, plan.switches)
        return found.then(lambda h: pure(None) if h is None else select_switch(
            switch_numbers(h), blocks[0] + rest, root))

    return PromisedMechanism(law, Promise(exp_epsilon, replace_one), "reduction that reuses rows")
