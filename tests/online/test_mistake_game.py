"""The mistake-bound game and the standard optimal algorithm."""

import math
from dataclasses import dataclass
from itertools import product

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


def test_the_bound_is_the_dimension_on_random_classes():
    random = np.random.default_rng(0)
    for _ in range(20):
        c = ConceptClass.from_matrix(random.integers(0, 2, (12, 5)))
        assert mistake_bound(c) == littlestone_dimension(c) == mistakes_forced(StandardOptimalAlgorithm(c), c)
    assert mistake_bound(ConceptClass.from_matrix([[0, 1]])) == 0  # one concept costs no mistake


def test_a_learner_that_ignores_what_it_is_told_makes_mistakes_without_end():
    c = ConceptClass.from_matrix([[0, 1], [0, 0]])
    assert mistakes_forced(Stubborn(c), c) == math.inf


@pytest.mark.parametrize(("call", "message"), [
    (lambda: mistakes_forced(Alternating(0), ConceptClass.from_matrix([[0, 1]])), "learner must not come back"),
    (lambda: mistake_bound(EMPTY), "concepts must not be empty"),
    (lambda: StandardOptimalAlgorithm(EMPTY), "concepts must not be empty")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@dataclass(frozen=True)
class Fixed:
    """Predicts the row of a table with the number of different rounds told."""

    table: tuple[tuple[int, ...], ...]
    told: tuple[tuple[int, int], ...] = ()

    def hypothesis(self):
        return self.table[min(len(self.told), len(self.table) - 1)]

    def updated(self, point, label):
        return self if (point, label) in self.told else Fixed(self.table, tuple(sorted((*self.told, (point, label)))))


@pytest.mark.parametrize("rows", [
    [[0, 1]], [[0, 0], [1, 1]], [[0, 1], [1, 0], [1, 1]], [[0, 0], [0, 1], [1, 0], [1, 1]]])
@pytest.mark.parametrize("table", list(product(product((0, 1), repeat=2), repeat=2)))
def test_mistakes_are_those_of_all_sequences(rows, table):
    def most(learner, concept):
        found = 0
        for x, label in enumerate(concept):
            later, mistake = learner.updated(x, label), int(learner.hypothesis()[x] != label)
            found = max(found, mistake + most(later, concept) if later != learner else math.inf if mistake else 0)
        return found

    c = ConceptClass.from_matrix(rows)
    assert mistakes_forced(Fixed(table), c) == max(most(Fixed(table), row) for row in c.rows())


@pytest.mark.parametrize("rows", [
    [[0, 0, 1], [0, 1, 1], [1, 1, 0], [1, 0, 1]], [[0, 1, 1], [1, 0, 1]], [[0, 0], [0, 1]],
    [[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1]]])
def test_the_bound_is_the_value_of_the_game(rows):
    def value(left):
        found = [0]
        for x in range(len(rows[0])):
            zeros, ones = (tuple(r for r in left if r[x] == y) for y in (0, 1))
            if zeros and ones:
                found.append(min(max(value(zeros) + said, value(ones) + 1 - said) for said in (0, 1)))
        return max(found)

    assert mistake_bound(ConceptClass.from_matrix(rows)) == value(tuple(map(tuple, rows)))


def test_play_tells_the_learner_every_label_after_its_prediction():
    rounds = [(0, 1), (1, 0), (0, 0)]
    assert play(Fixed(((0, 1), (1, 1), (1, 0))), rounds) == ((0, 0, 1), (1, 1, 0), (0, 1, 0))
    assert play(Fixed(((0, 1),)), []) == ()
    assert play(StandardOptimalAlgorithm(thresholds(1)), [(0, 1)]) == ((0, 0, 1),)


def test_the_adversary_calls_every_prediction_wrong():
    tree = (0, (1, 4, 7), (1, 5, 6))
    assert tree_adversary(Fixed(((0, 1), (1, 1))), tree) == (((0, 0, 1), (1, 1, 0)), 5)
    assert tree_adversary(Fixed(((1, 1), (1, 0))), tree) == (((0, 1, 0), (1, 0, 1)), 7)
    assert tree_adversary(Fixed(((1, 1),)), 3) == ((), 3)
    c = lines(5)
    rounds, row = tree_adversary(StandardOptimalAlgorithm(c), mistake_tree(c))
    assert len(rounds) == littlestone_dimension(c)
    assert all(guess != label == c.matrix[row, x] for x, guess, label in rounds)


def test_the_adversary_tells_the_label_that_was_not_predicted():
    told = []

    class Listening:
        def hypothesis(self):
            return 1, 0, 1

        def updated(self, point, label):
            told.append((point, label))
            return self

    assert tree_adversary(Listening(), (2, (1, 5, (0, 6, 7)), 8)) == (((2, 1, 0), (1, 0, 1), (0, 1, 0)), 6)
    assert told == [(2, 0), (1, 1), (0, 0)]
