"""The optimal learners where some concept errs at most k times, and what can be forced from a learner."""

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_functions, point_functions, thresholds
from privlearn.dimensions.randomized_littlestone import randomized_prediction
from privlearn.laws import pure
from privlearn.online.optimal_with_errors import (DeterministicOptimalAlgorithm, RandomizedOptimalAlgorithm,
                                                  expected_mistakes_forced)


def test_the_first_predictions_are_those_of_the_dimensions():
    for c in (thresholds(2), point_functions(3)):
        learner = RandomizedOptimalAlgorithm(c)
        assert [learner.prediction(x).exact().get(1, 0) for x in range(c.size)] == [
            randomized_prediction(c, x) for x in range(c.size)]


def test_what_was_told_is_predicted_for_certain():
    learner = RandomizedOptimalAlgorithm(thresholds(2)).updated(1, 1)
    assert learner.prediction(1).exact() == {1: 1}
    assert learner.prediction(0).exact() == {0: Fraction(1, 2), 1: Fraction(1, 2)}
    tie = DeterministicOptimalAlgorithm(ConceptClass.from_matrix([[0], [1]]))
    assert tie.prediction(0).exact() == {0: 1}  # without coins


def test_points_labels_classes_and_learners_are_looked_at():
    learner = RandomizedOptimalAlgorithm(thresholds(1))
    for bad in (-1, 2):
        for ask in (lambda: learner.prediction(bad), lambda: learner.updated(bad, 0)):  # noqa: B023
            with pytest.raises(ValueError, match="point must be an integer"):
                ask()
        with pytest.raises(ValueError, match="label must be an integer"):
            learner.updated(0, bad)
    for none in (ConceptClass.from_matrix(np.zeros((0, 2))), 3):
        with pytest.raises(ValueError, match="concepts must be a class that is not empty"):
            RandomizedOptimalAlgorithm(none)
    with pytest.raises(ValueError, match="label must leave a concept"):
        RandomizedOptimalAlgorithm(point_functions(2)).updated(0, 1).updated(1, 1)
    assert RandomizedOptimalAlgorithm(point_functions(2), 1).updated(0, 1).updated(1, 1).left == (0, 0)
    with pytest.raises(ValueError, match="learner must not come back"):
        expected_mistakes_forced(Stubborn(returns=True), thresholds(1))


def test_learners_of_one_origin_and_state_are_equal():
    learner = RandomizedOptimalAlgorithm(thresholds(2))
    assert learner.updated(1, 1) == learner.updated(2, 1).updated(1, 1)
    assert learner != learner.updated(1, 1)
    assert learner != DeterministicOptimalAlgorithm(thresholds(2))
    assert learner != RandomizedOptimalAlgorithm(thresholds(2))


def test_mistakes_that_can_be_forced_by_hand():
    cube, one = all_functions(3), ConceptClass.from_matrix([[1]])
    assert expected_mistakes_forced(DeterministicOptimalAlgorithm(cube), cube) == 3
    assert expected_mistakes_forced(RandomizedOptimalAlgorithm(cube), cube) == Fraction(3, 2)  # coins halve it
    assert expected_mistakes_forced(RandomizedOptimalAlgorithm(one, 1), one, 1) == 1
    assert expected_mistakes_forced(RandomizedOptimalAlgorithm(one), one) == 0
    assert expected_mistakes_forced(Stubborn(), thresholds(1)) == math.inf  # a mistake that changes nothing


@dataclass(frozen=True)
class Stubborn:
    """Predicts 0 and never changes; or comes back to where it was."""

    turns: int = 0
    returns: bool = False

    def prediction(self, point):
        return pure(0)

    def updated(self, point, label):
        return Stubborn((self.turns + 1) % 2, returns=True) if self.returns else self
