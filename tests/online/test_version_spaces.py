"""Version spaces as bit sets of rows."""

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, point_functions
from privlearn.online.version_spaces import VersionSpaces

POINTS = VersionSpaces(point_functions(3))


def test_all_concepts_come_first():
    assert POINTS.everything == 0b111
    assert POINTS.points == 3


@pytest.mark.parametrize(("label", "left"), [(0, 0b101), (1, 0b010)])
def test_a_label_leaves_the_concepts_that_have_it(label, left):
    assert POINTS.agreeing(0b111, 1, label) == left


def test_contradicting_labels_leave_nothing():
    assert POINTS.agreeing(POINTS.agreeing(0b111, 1, 1), 1, 0) == 0


def test_points_that_divide_a_space_come_with_both_halves():
    assert list(POINTS.splits(0b011)) == [(0, 0b010, 0b001), (1, 0b001, 0b010)]


def test_a_single_concept_is_not_divided():
    assert list(POINTS.splits(0b100)) == []


def test_nothing_is_not_divided():
    assert list(POINTS.splits(0)) == []


def test_rows_are_the_bits_in_order():
    assert POINTS.rows(0b101) == (0, 2)
    assert POINTS.rows(0) == ()


def test_more_concepts_than_bits_of_a_word():
    spaces = VersionSpaces(point_functions(70))
    assert spaces.rows(spaces.agreeing(spaces.everything, 69, 1)) == (69,)


@pytest.mark.parametrize(("concepts", "message"), [(ConceptClass.from_matrix(np.zeros((0, 2))), "must not be empty"),
                                                   ([[0, 1]], "must be a ConceptClass")])
def test_other_classes_are_refused(concepts, message):
    with pytest.raises(ValueError, match=message):
        VersionSpaces(concepts)
