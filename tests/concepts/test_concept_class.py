"""Concept classes as 0/1 matrices."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, points

SQUARE = [[0, 1], [1, 0], [0, 1]]


def test_repeated_concepts_are_dropped_with_their_names_and_the_order_kept():
    for names, expected in (((), ((0, 1), (0, 1))), ((["p", "q"], ["x", "y", "z"]), (("p", "q"), ("x", "y")))):
        made = ConceptClass.from_matrix(SQUARE, *names)
        assert made.matrix.tolist() == [[0, 1], [1, 0]]
        assert (made.point_names, made.concept_names) == expected


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


def test_classes_are_equal_as_sets_of_functions_and_may_be_empty():
    one, other = ConceptClass.from_matrix([[0, 1], [1, 0]]), ConceptClass.from_matrix([[1, 0], [0, 1]])
    assert one == other
    assert hash(one) == hash(other)
    empty = ConceptClass.from_matrix(np.zeros((0, 3)))
    assert (len(empty), empty.size, empty.rows()) == (0, 3, [])


def test_restrictions_merge_and_unions_have_each_concept_once():
    assert points(2).restrict([0]).rows() == points(2).restrict([3]).rows()[::-1] == [(1,), (0,)]
    assert [points(1).without(k).rows() for k in (0, 1)] == [[(0, 1)], [(1, 0)]]
    assert len(points(1).union(ConceptClass.from_matrix([[0, 1], [1, 1]]))) == 3


@pytest.mark.parametrize(("matrix", "names", "message"), [
    ([[0, 2]], (), "only 0 and 1, got 2 in row 0, column 1"), ([[0, 1], [0.5, 1]], (), "got 0.5 in row 1, column 0"),
    ([[0, float("nan")]], (), "got nan in row 0, column 1"), ([[0, -1]], (), "got -1"),
    ([["0", "1"]], (), "numbers 0 and 1"), ([[None, 1]], (), "numbers 0 and 1"),
    ([[Fraction(1), Fraction(0)]], (), "numbers 0 and 1"), ([[0, 1], [1]], (), "rows of equal length"),
    ([[]], (), "at least one point"), *((matrix, (), "shape") for matrix in ([], 5, [0, 1], None)),
    ([[0, 1]], (["a"],), "point_names must have 2 entries, got 1"), ([[0, 1]], ([["a"], ["b"]],), "hashable"),
    ([[0, 1]], ("ab",), "point_names must be a sequence"), ([[0, 1]], (None, 5), "concept_names must be a sequence")])
def test_what_is_no_class_is_refused(matrix, names, message):
    with pytest.raises(ValueError, match=message):
        ConceptClass.from_matrix(matrix, *names)


@pytest.mark.parametrize(("call", "message"), [
    *((lambda x=x: points(1).restrict([x]), "points must be an integer") for x in (2, -1)),
    (lambda: points(1).restrict([]), "at least one point"),
    (lambda: points(1).without(2), "concept must be an integer"),
    (lambda: points(1).union(points(2)), "other must have 2 points, got 4"),
    (lambda: points(1).union(3), "other must be a ConceptClass")])
def test_what_no_class_has_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
