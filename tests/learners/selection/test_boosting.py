"""Boosting the confidence."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.learners.points.utility import noisy_point_hypotheses
from privlearn.learners.selection import BoostingPlan, boosted_failure, boosting_plan
from privlearn.learners.selection.boosting import repetitions, selection_bound
from privlearn.learning import exact_failure

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
BASE = {(1, 0, 0): Fraction(1, 2), (0, 0, 0): Fraction(1, 3), (0, 1, 0): Fraction(1, 6)}
TARGET, WEIGHTS = (1, 0, 0), (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))


@pytest.mark.parametrize(("runs", "rows"), [(1, 0), (1, 3), (2, 0), (2, 2), (3, 3)])
def test_the_failure_is_the_sum_over_all_runs_and_samples(runs, rows):
    lost = Fraction(0)
    for drawn in product(range(3), repeat=rows):
        for tried in product(BASE, repeat=runs):
            best = min(tried, key=lambda h: sum(h[x] != TARGET[x] for x in drawn))
            if sum(w for w, a, b in zip(WEIGHTS, best, TARGET, strict=True) if a != b) > THIRD:
                chance = Fraction(1)
                for x in drawn:
                    chance *= WEIGHTS[x]
                for h in tried:
                    chance *= BASE[h]
                lost += chance
    assert boosted_failure(BASE, TARGET, WEIGHTS, BoostingPlan(runs, rows), THIRD) == lost


def test_failures_of_one_and_of_certain_runs():
    # one run fails like the base learner
    assert boosted_failure(BASE, TARGET, WEIGHTS, BoostingPlan(1, 5), THIRD) == Fraction(1, 6)
    # a base learner that never fails is never spoilt
    assert boosted_failure({TARGET: 1}, TARGET, WEIGHTS, BoostingPlan(4, 2), 0) == 0
    from privlearn.laws import choice  # one run without rows fails like a learner without data

    law = noisy_point_hypotheses(2, 0, (HALF, HALF), 1, HALF)
    listed = list(law)
    learner = lambda _: choice({k: law[h] for k, h in enumerate(listed)})  # noqa: E731
    assert boosted_failure(law, (1, 0), (HALF, HALF), BoostingPlan(1, 0), THIRD) == exact_failure(
        learner, listed, (1, 0), (HALF, HALF), 0, THIRD)


def test_repetitions_are_the_least_and_plans_keep_their_bound():
    for beta in (HALF, Fraction(1, 10), Fraction(1, 1000)):
        runs = repetitions(beta, THIRD)
        assert (2 * THIRD) ** runs <= beta / 2 < (2 * THIRD) ** (runs - 1)
    assert repetitions(Fraction(1, 10), 1) == 1  # a certain base learner runs once
    plan = boosting_plan(Fraction(1, 4), Fraction(1, 10), HALF)
    assert selection_bound(plan.runs, plan.rows, Fraction(1, 4)) <= Fraction(1, 20)
    assert selection_bound(4, 0, HALF) == 3  # the selection bound without rows is the number of rivals
    # the bound on the selection has two binomial tails
    missed = 1 - Fraction(3, 4) ** 4 - 4 * Fraction(1, 4) * Fraction(3, 4) ** 3  # Pr[Bin(4, 1/4) > 1]
    passed = 5 * Fraction(1, 16)  # Pr[Bin(4, 1/2) <= 1]
    assert [selection_bound(runs, 4, HALF) for runs in (1, 3)] == [missed, missed + 2 * passed]


@pytest.mark.parametrize(("call", "message"), [
    (lambda: repetitions(0, HALF), "beta and success must be above 0"),
    (lambda: repetitions(HALF, 0), "beta and success must be above 0"),
    (lambda: boosting_plan(0, HALF, HALF), "alpha must be above 0")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
