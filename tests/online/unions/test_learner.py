"""The learner of a union of two classes."""

from itertools import product

import pytest

from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.sweeps import class_of_number
from privlearn.online import mistakes_forced
from privlearn.online.unions import UnionLearner


def test_mistakes_are_at_most_the_sum_of_dimensions_and_one_for_all_pairs_on_two_points():
    classes = [class_of_number(number, 2) for number in range(1, 16)]
    for one, two in product(classes, repeat=2):
        bound = littlestone_dimension(one) + littlestone_dimension(two) + 1
        assert mistakes_forced(UnionLearner(one, two), one.union(two)) <= bound


def test_equal_states_are_equal():
    one = ConceptClass.from_matrix([[0, 0], [1, 0]])
    assert UnionLearner(one, one) == UnionLearner(one, one)


def test_labels_of_no_concept_are_refused():
    one = ConceptClass.from_matrix([[0]])
    with pytest.raises(ValueError, match="label"):
        UnionLearner(one, one).updated(0, 1)


def test_classes_on_different_points_are_refused():
    with pytest.raises(ValueError, match="second"):
        UnionLearner(ConceptClass.from_matrix([[0]]), ConceptClass.from_matrix([[0, 0]]))
