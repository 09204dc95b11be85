"""The exact failure of the reduction against its whole law."""

from fractions import Fraction

import pytest

from privlearn.laws import pure, uniform
from privlearn.learners.intervals import (ReductionPlan, Steps, flipping_interval_learner, interval_reduction_failure,
                                          proper_from_improper)
from privlearn.learning import samples

RATIO, HALF = Fraction(9, 4), Fraction(1, 2)


@pytest.mark.parametrize(("target", "switches"), [(0, 2), (1, 2), (2, 3), (3, 2)])
def test_the_exact_failure_is_that_of_the_whole_law(target, switches):
    learner = flipping_interval_learner(3, RATIO, uniform((0, 1)))
    plan, weights, alpha = ReductionPlan(2, 1, switches, 2), (HALF, Fraction(1, 3), Fraction(1, 6)), Fraction(2, 5)
    concept = tuple(int(x < target) for x in range(3))
    failed = Fraction(0)
    mechanism = proper_from_improper(learner, RATIO, plan)
    for first, p in samples(weights, concept, 1):
        for second, q in samples(weights, concept, 1):
            for rest, r in samples(weights, concept, 2):
                for j, share in mechanism(first + second + rest).exact().items():
                    wrong = j is None or sum(w for x, w in enumerate(weights) if (x < j) != concept[x]) > alpha
                    failed += p * q * r * share * wrong
    assert interval_reduction_failure(learner, RATIO, plan, target, weights, alpha).failure == failed


def test_always_many_switches_always_fail():
    switching = Steps(2, 0, (1,))
    plan = ReductionPlan(2, 0, 2, 1)
    game = interval_reduction_failure(lambda block: pure(switching), 4, plan, 1, (HALF, HALF), Fraction(1, 10))
    assert (game.many, game.no_hypothesis, game.failure) == (1, 1, 1)
