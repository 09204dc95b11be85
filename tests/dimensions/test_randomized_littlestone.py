"""The randomised Littlestone dimension: the trees, and backward induction of the game it is the value of."""

from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_classes, all_functions, lines, point_functions, thresholds
from privlearn.dimensions import (is_mistake_tree, littlestone_dimension, mean_depth, mean_depth_tree, mistake_tree,
                                  randomized_littlestone_dimension)
from privlearn.dimensions.randomized_littlestone import randomized_prediction
from privlearn.exact import TooLargeToEnumerate

EMPTY = ConceptClass.from_matrix(np.zeros((0, 2)))
WITNESS = ConceptClass.from_matrix([list(map(int, word)) for word in (
    "0001", "0110", "0111", "1010", "1001", "1110", "1111", "1101")])  # of Alon, Moran, Schefler, Yehudayoff 2024


@cache
def value(rows, rounds):
    """The value of the game by backward induction: p against the two labels is a game of two lines, solved exactly."""
    if not rounds:
        return Fraction(0)
    best = Fraction(0)
    for x in range(len(rows[0])):
        parts = {b: tuple(row for row in rows if row[x] == b) for b in (0, 1)}
        lines_ = [(lambda p, b=b, left=left: (p if b == 0 else 1 - p) + value(left, rounds - 1))
                  for b, left in parts.items() if left]
        crossing = [] if len(lines_) < 2 else [(1 + value(parts[1], rounds - 1) - value(parts[0], rounds - 1)) / 2]
        choices = [Fraction(0), Fraction(1), *(p for p in crossing if 0 <= p <= 1)]
        best = max(best, min(max(line(p) for line in lines_) for p in choices))
    return best


def test_it_is_the_value_of_the_game_for_all_classes_on_three_points():
    for c in all_classes(3):
        found, d = randomized_littlestone_dimension(c), littlestone_dimension(c)
        assert found == value(tuple(c.rows()), 3), c.rows()
        assert Fraction(d, 2) <= found <= d


def test_longer_games_are_worth_no_more():
    for c in (thresholds(2), point_functions(4), WITNESS):
        rows = tuple(c.rows())
        assert randomized_littlestone_dimension(c) == value(rows, c.size) == value(rows, c.size + 1)


@pytest.mark.parametrize(("concepts", "expected"), [
    (EMPTY, -1), (point_functions(1), 0), (all_functions(4), 2), (point_functions(5), Fraction(15, 16)),
    (thresholds(3), Fraction(3, 2)), (WITNESS, Fraction(23, 16)), (lines(3), Fraction(3, 2))])
def test_known_values(concepts, expected):
    assert randomized_littlestone_dimension(concepts) == expected


def test_the_tree_is_a_witness_and_no_complete_tree_is_better():
    for c in (*all_classes(2), thresholds(3), WITNESS, lines(3)):
        tree = mean_depth_tree(c)
        assert is_mistake_tree(tree, c, complete=False)
        assert mean_depth(tree) == 2 * randomized_littlestone_dimension(c)
        assert mean_depth(tree) >= mean_depth(mistake_tree(c)) == littlestone_dimension(c)


def loss(rows, sequence):
    """The expected mistakes of the optimal learner on a sequence of labelled points."""
    total = Fraction(0)
    for x, y in sequence:
        p = randomized_prediction(ConceptClass.from_matrix(rows), x)
        total += 1 - p if y else p
        rows = [row for row in rows if row[x] == y]
    return total


def test_the_learner_pays_no_more_on_any_sequence():
    for c in (thresholds(2), point_functions(3), ConceptClass.from_matrix([[0, 0, 0], [0, 1, 1], [1, 0, 1]])):
        most = max(loss(c.rows(), [(x, row[x]) for x in points])
                   for row in c.rows() for points in product(range(c.size), repeat=c.size))
        assert most == randomized_littlestone_dimension(c)
    sure = ConceptClass.from_matrix([[0, 1, 0], [0, 1, 1]])  # where one label is left
    assert [randomized_prediction(sure, x) for x in range(3)] == [0, 1, Fraction(1, 2)]


def test_a_search_that_is_too_long_is_refused():
    for concepts, limit in ((thresholds(3), 10), (thresholds(1), 0)):
        with pytest.raises(TooLargeToEnumerate):
            randomized_littlestone_dimension(concepts, limit=limit)
    assert randomized_littlestone_dimension(EMPTY, limit=0) == -1
    assert mean_depth_tree(EMPTY) is None
    assert randomized_littlestone_dimension(thresholds(1), limit=2) == Fraction(1, 2)
    with pytest.raises(TooLargeToEnumerate, match="more than 1 elements"):
        randomized_littlestone_dimension(thresholds(1), limit=1)
    with pytest.raises(ValueError, match="point"):
        randomized_prediction(thresholds(1), 2)
