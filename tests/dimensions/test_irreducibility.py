"""Irreducible classes: against the definition by trees, by hand, and what is refused."""

import math
from itertools import product

import pytest

from privlearn.concepts import ConceptClass, all_classes, all_functions, point_functions, points, thresholds
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.composition import hamming_ball
from privlearn.dimensions.irreducibility import (irreducibility, is_irreducible, is_reducing_tree, reducing_tree,
                                                 standard_functions, standard_labels, tree_height)
from privlearn.exact import TooLargeToEnumerate
from privlearn.online.standard_optimal import StandardOptimalAlgorithm

EMPTY = ConceptClass.from_matrix([[0, 1]]).without(0)
ONE = ConceptClass.from_matrix([[0, 1, 1]])


def trees(size, depth):
    """Yield all complete trees of questions, their leaves None."""
    if depth == 0:
        yield None
        return
    for x in range(size):
        for left, right in product(trees(size, depth - 1), repeat=2):
            yield x, left, right


def keeps(tree, concepts, whole):
    """Tell whether some leaf has the whole dimension."""
    if tree is None:
        return littlestone_dimension(concepts) == whole
    halves = (ConceptClass.from_matrix(concepts.matrix[concepts.matrix[:, tree[0]] == b]) for b in (0, 1))
    return any(keeps(part, half, whole) for part, half in zip(tree[1:], halves, strict=True))


def test_irreducible_means_that_every_tree_has_a_leaf_that_keeps_the_dimension():
    for concepts in [*all_classes(2), *list(all_classes(3))[::9]]:
        whole = littlestone_dimension(concepts)
        for depth in (0, 1, 2):
            by_trees = all(keeps(tree, concepts, whole) for tree in trees(concepts.size, depth))
            assert is_irreducible(concepts, depth) == by_trees


def test_known_values_and_standard_functions():
    assert [irreducibility(point_functions(n)) for n in (2, 3, 4, 5)] == [0, 1, 2, 3]
    assert [irreducibility(points(bits)) for bits in (1, 2)] == [0, 2]
    assert [irreducibility(hamming_ball(5, d)) for d in range(1, 6)] == [4, 3, 2, 1, 0]
    assert irreducibility(thresholds(2)) == 0
    assert irreducibility(ONE) == math.inf
    assert standard_functions(point_functions(3), 1) == {
        (1, 0, 0): (0,), (0, 1, 0): (1,), (0, 0, 1): (2,), (0, 0, 0): (0, 1, 2)}
    assert set(standard_functions(point_functions(3), 2)) == set(point_functions(3).rows())
    assert standard_functions(ONE, 5) == {(0, 1, 1): (0,)}


def test_reducing_trees_are_verified_and_have_the_least_depth():
    for concepts in list(all_classes(3))[::5]:
        tree = reducing_tree(concepts)
        if len(concepts) > 1:
            assert is_reducing_tree(tree, concepts)
            assert tree_height(tree) == irreducibility(concepts) + 1
    for concepts, tree in ((point_functions(3), (0, (1, 0, 0), 0)), (all_functions(1), (0, 0, 0)),
                           (ConceptClass.from_matrix([[0, 0], [0, 1]]), (1, 0, 0)), (ONE, None)):
        assert reducing_tree(concepts) == tree
    assert is_reducing_tree((0, (0, (1, 0, 0), -1), 0), point_functions(3))  # a useless question


@pytest.mark.parametrize("tree", [
    (0, 1, 0), (0, 0, 0), 0, 1, (3, (1, 0, 0), 0), (0, (1, 0, 0)), (0, (1, 0, 0), -1), (-1, (1, 0, 0), 0),
    (True, (0, 0, 0), 0), (0, (0, 1, -1), 0), "tree", (0, (1, 0, None), 0), (0, (1, 0, False), 0)])
def test_other_trees_are_told_from_reducing_ones(tree):
    assert not is_reducing_tree(tree, point_functions(3))


def test_standard_labels_are_predictions():
    for concepts in list(all_classes(3))[::7]:
        if irreducibility(concepts) >= 1:
            assert standard_labels(concepts) == StandardOptimalAlgorithm(concepts).hypothesis()


@pytest.mark.parametrize("ask", [irreducibility, standard_labels, reducing_tree, lambda c: standard_functions(c, 1),
                                 lambda c: is_irreducible(c, 0)])
def test_the_empty_class_and_other_things_are_refused(ask):
    with pytest.raises(ValueError, match="concepts must not be empty"):
        ask(EMPTY)
    with pytest.raises(ValueError, match="concepts must be a ConceptClass"):
        ask([[0, 1]])


def test_what_is_too_large_or_no_depth_is_refused():
    with pytest.raises(TooLargeToEnumerate):
        irreducibility(point_functions(21))
    assert irreducibility(hamming_ball(20, 0)) == math.inf
    with pytest.raises(TooLargeToEnumerate):
        standard_functions(point_functions(15), 1)
    for ask, least in ((is_irreducible, -1), (standard_functions, 0)):
        with pytest.raises(ValueError, match="depth"):
            ask(point_functions(3), least)
    with pytest.raises(ValueError, match="1-irreducible: at point 1 neither"):
        standard_labels(ConceptClass.from_matrix([[0, 0], [0, 1]]))


def test_as_many_points_and_concepts_as_may_be_are_gone_through(monkeypatch):
    monkeypatch.setattr("privlearn.dimensions.irreducibility.MOST_POINTS", 3)
    monkeypatch.setattr("privlearn.dimensions.irreducibility.MOST_CONCEPTS", 3)
    assert len(standard_functions(point_functions(3), 2)) == 3
    with pytest.raises(TooLargeToEnumerate, match=r"the sets of points has 2\^4 elements"):
        standard_functions(point_functions(4), 2)
    with pytest.raises(TooLargeToEnumerate, match=r"the subclasses has 2\^4 elements"):
        standard_functions(all_functions(2), 2)
