"""The mistake-bound game and the standard optimal algorithm."""

import math
from dataclasses import dataclass

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, lines, thresholds
from privlearn.dimensions import littlestone_dimension, mistake_tree
from privlearn.online import (StandardOptimalAlgorithm, VersionSpaceLearner, mistake_bound, mistakes_forced, play,
                              tree_adversary)

EMPTY = ConceptClass.from_matrix(np.zeros((0, 2)))


class Stubborn(VersionSpaceLearner):
    """Always predicts 1."""

    def choose(self, dimensions):
        return 1


@dataclass(frozen=True)
class Alternating:
    """Predicts the same, in one of two states by turns."""

    state: int

    def hypothesis(self):
        return 0, 1

    def updated(self, point, label):
        return Alternating(1 - self.state)


def test_one_concept_costs_no_mistake():
    assert mistake_bound(ConceptClass.from_matrix([[0, 1]])) == 0


def test_the_bound_is_the_dimension_on_random_classes():
    random = np.random.default_rng(0)
    for _ in range(20):
        c = ConceptClass.from_matrix(random.integers(0, 2, (12, 5)))
        assert mistake_bound(c) == littlestone_dimension(c) == mistakes_forced(StandardOptimalAlgorithm(c), c)


def test_a_learner_that_ignores_what_it_is_told_makes_mistakes_without_end():
    c = ConceptClass.from_matrix([[0, 1], [0, 0]])
    assert mistakes_forced(Stubborn(c), c) == math.inf


def test_a_learner_that_comes_back_to_an_earlier_state_is_refused():
    with pytest.raises(ValueError, match="learner must not come back"):
        mistakes_forced(Alternating(0), ConceptClass.from_matrix([[0, 1]]))


def test_play_records_point_prediction_and_label():
    assert play(StandardOptimalAlgorithm(thresholds(1)), [(0, 1)]) == ((0, 0, 1),)


def test_the_adversary_on_a_tree_forces_a_mistake_in_every_round_and_stays_honest():
    c = lines(5)
    rounds, row = tree_adversary(StandardOptimalAlgorithm(c), mistake_tree(c))
    assert len(rounds) == littlestone_dimension(c)
    assert all(guess != label == c.matrix[row, x] for x, guess, label in rounds)


@pytest.mark.parametrize("run", [mistake_bound, StandardOptimalAlgorithm])
def test_the_empty_class_is_refused(run):
    with pytest.raises(ValueError, match="concepts must not be empty"):
        run(EMPTY)
