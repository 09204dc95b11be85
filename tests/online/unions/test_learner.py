"""The learner of a union of two classes."""

from itertools import permutations, product

import pytest

from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.sweeps import class_of_number
from privlearn.online import StandardOptimalAlgorithm, mistakes_forced
from privlearn.online.unions import UnionLearner


def test_mistakes_are_at_most_the_sum_of_dimensions_and_one_for_all_pairs_on_two_points():
    classes = [class_of_number(number, 2) for number in range(1, 16)]
    for one, two in product(classes, repeat=2):
        bound = littlestone_dimension(one) + littlestone_dimension(two) + 1
        assert mistakes_forced(UnionLearner(one, two), one.union(two)) <= bound


def test_learners_differ_by_their_classes_and_labels():
    one = ConceptClass.from_matrix([[0, 0], [1, 0]])
    assert UnionLearner(one, one) == UnionLearner(one, one)
    one, two = ConceptClass.from_matrix([[0, 0], [1, 0]]), ConceptClass.from_matrix([[1, 1]])
    assert UnionLearner(one, two) != UnionLearner(two, one)
    assert UnionLearner(one, two) != UnionLearner(one, two).updated(0, 1)


@pytest.mark.parametrize(("call", "name"), [
    (lambda: UnionLearner(ConceptClass.from_matrix([[0]]), ConceptClass.from_matrix([[0]])).updated(0, 1), "label"),
    (lambda: UnionLearner(ConceptClass.from_matrix([[0]]), ConceptClass.from_matrix([[0, 0]])), "second")])
def test_labels_of_no_concept_and_classes_on_different_points_are_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call()


@pytest.mark.parametrize(("one", "two"), [([[0, 0, 1]], [[1, 1, 1], [0, 1, 0]]), ([[0, 1, 1], [1, 1, 0]], [[0, 0, 0]]),
                                          ([[1, 0, 1], [0, 1, 1]], [[1, 1, 0], [0, 0, 1], [1, 0, 0]])])
def test_the_first_class_is_followed_until_it_is_refuted_then_the_second(one, two):
    first, second = ConceptClass.from_matrix(one), ConceptClass.from_matrix(two)
    for concept in one + two:
        for order in permutations(range(3)):
            learner, parts = UnionLearner(first, second), [StandardOptimalAlgorithm(c) for c in (first, second)]
            left = [one, two]
            for x in order:
                assert learner.hypothesis() == (parts[0] or parts[1]).hypothesis()
                left = [[row for row in rows if row[x] == concept[x]] for rows in left]
                parts = [part.updated(x, concept[x]) if rows else None for part, rows in zip(parts, left, strict=True)]
                learner = learner.updated(x, concept[x])
                assert learner.parts == tuple(parts)
