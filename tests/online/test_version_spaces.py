"""Version spaces as bit sets of rows."""

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, point_functions
from privlearn.online.version_spaces import VersionSpaces

POINTS = VersionSpaces(point_functions(3))


def test_rows_are_the_bits_in_order_and_all_concepts_come_first():
    assert (POINTS.everything, POINTS.points) == (0b111, 3)
    assert (POINTS.rows(0b101), POINTS.rows(0)) == ((0, 2), ())
    spaces = VersionSpaces(point_functions(70))
    assert spaces.rows(spaces.agreeing(spaces.everything, 69, 1)) == (69,)
    assert [POINTS.agreeing(0b111, 1, label) for label in (0, 1)] == [0b101, 0b010]
    assert POINTS.agreeing(POINTS.agreeing(0b111, 1, 1), 1, 0) == 0  # contradicting labels


def test_points_that_divide_a_space_come_with_both_halves():
    assert list(POINTS.splits(0b011)) == [(0, 0b010, 0b001), (1, 0b001, 0b010)]
    assert list(POINTS.splits(0b100)) == []  # a single concept is not divided
    assert list(POINTS.splits(0)) == []  # nothing is not divided


@pytest.mark.parametrize(("concepts", "message"), [(ConceptClass.from_matrix(np.zeros((0, 2))), "must not be empty"),
                                                   ([[0, 1]], "must be a ConceptClass")])
def test_other_classes_are_refused(concepts, message):
    with pytest.raises(ValueError, match=message):
        VersionSpaces(concepts)


@pytest.mark.parametrize("count", [1, 5, 8, 9, 17])
def test_spaces_are_sets_of_rows(count):
    rows = [tuple(i * i >> x & 1 for x in range(6)) + tuple(i >> x & 1 for x in range(5)) for i in range(1, count + 1)]
    spaces = VersionSpaces(ConceptClass.from_matrix(rows))
    assert (spaces.points, spaces.everything) == (11, 2**count - 1)
    for space in {0, 1, 2**count - 1, 2**count // 3, 2**count * 5 // 7}:
        inside = [i for i in range(count) if space >> i & 1]
        assert spaces.rows(space) == tuple(inside)
        halves = [[sum(1 << i for i in inside if rows[i][x] == y) for y in (0, 1)] for x in range(11)]
        assert [[spaces.agreeing(space, x, y) for y in (0, 1)] for x in range(11)] == halves
        assert list(spaces.splits(space)) == [(x, *pair) for x, pair in enumerate(halves) if all(pair)]
