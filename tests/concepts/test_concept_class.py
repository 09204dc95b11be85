"""Concept classes as 0/1 matrices."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, points

SQUARE = [[0, 1], [1, 0], [0, 1]]


def test_repeated_concepts_are_dropped_and_the_order_kept():
    assert ConceptClass.from_matrix(SQUARE).matrix.tolist() == [[0, 1], [1, 0]]


def test_names_default_to_numbers():
    made = ConceptClass.from_matrix(SQUARE)
    assert (made.point_names, made.concept_names) == ((0, 1), (0, 1))


def test_names_of_dropped_concepts_go_with_them():
    made = ConceptClass.from_matrix(SQUARE, ["p", "q"], ["x", "y", "z"])
    assert (made.point_names, made.concept_names) == (("p", "q"), ("x", "y"))


@pytest.mark.parametrize("dtype", [bool, float, np.int8])
def test_booleans_and_whole_floats_are_entries(dtype):
    assert ConceptClass.from_matrix(np.array(SQUARE, dtype=dtype)) == ConceptClass.from_matrix(SQUARE)


def test_the_matrix_is_read_only_and_a_copy():
    source = np.array(SQUARE, dtype=np.uint8)
    made = ConceptClass.from_matrix(source)
    source[0, 0] = 1
    assert made.matrix.tolist() == [[0, 1], [1, 0]]
    with pytest.raises(ValueError, match="read-only"):
        made.matrix[0, 0] = 1


def test_a_class_may_have_no_concepts():
    empty = ConceptClass.from_matrix(np.zeros((0, 3)))
    assert (len(empty), empty.size, empty.rows()) == (0, 3, [])


def test_classes_are_equal_as_sets_of_functions():
    assert ConceptClass.from_matrix([[0, 1], [1, 0]]) == ConceptClass.from_matrix([[1, 0], [0, 1]])
    assert hash(ConceptClass.from_matrix([[0, 1], [1, 0]])) == hash(ConceptClass.from_matrix([[1, 0], [0, 1]]))


def test_restrictions_merge():
    assert points(2).restrict([0]).rows() == points(2).restrict([3]).rows()[::-1] == [(1,), (0,)]


def test_a_class_without_a_concept_has_one_less():
    assert points(1).without(0).rows() == [(0, 1)]
    assert points(1).without(1).rows() == [(1, 0)]


def test_a_union_has_each_concept_once():
    assert len(points(1).union(ConceptClass.from_matrix([[0, 1], [1, 1]]))) == 3


@pytest.mark.parametrize(("call", "message"), [
    (lambda: ConceptClass.from_matrix([[0, 2]]), "only 0 and 1, got 2 in row 0, column 1"),
    (lambda: ConceptClass.from_matrix([[0, 1], [0.5, 1]]), "got 0.5 in row 1, column 0"),
    (lambda: ConceptClass.from_matrix([[0, float("nan")]]), "got nan in row 0, column 1"),
    (lambda: ConceptClass.from_matrix([[0, -1]]), "got -1"),
    (lambda: ConceptClass.from_matrix([["0", "1"]]), "numbers 0 and 1"),
    (lambda: ConceptClass.from_matrix([[None, 1]]), "numbers 0 and 1"),
    (lambda: ConceptClass.from_matrix([[Fraction(1), Fraction(0)]]), "numbers 0 and 1"),
    (lambda: ConceptClass.from_matrix([[0, 1], [1]]), "rows of equal length"),
    (lambda: ConceptClass.from_matrix([]), "shape"),
    (lambda: ConceptClass.from_matrix([[]]), "at least one point"),
    (lambda: ConceptClass.from_matrix(5), "shape"),
    (lambda: ConceptClass.from_matrix([0, 1]), "shape"),
    (lambda: ConceptClass.from_matrix(None), "shape"),
    (lambda: ConceptClass.from_matrix([[0, 1]], ["a"]), "point_names must have 2 entries, got 1"),
    (lambda: ConceptClass.from_matrix([[0, 1]], "ab"), "point_names must be a sequence"),
    (lambda: ConceptClass.from_matrix([[0, 1]], [["a"], ["b"]]), "hashable"),
    (lambda: ConceptClass.from_matrix([[0, 1]], None, 5), "concept_names must be a sequence"),
    (lambda: points(1).restrict([2]), "points must be an integer"),
    (lambda: points(1).restrict([-1]), "points must be an integer"),
    (lambda: points(1).restrict([]), "at least one point"),
    (lambda: points(1).without(2), "concept must be an integer"),
    (lambda: points(1).union(points(2)), "other must have 2 points, got 4"),
    (lambda: points(1).union(3), "other must be a ConceptClass"),
])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
