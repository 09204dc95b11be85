"""Nodes, weights and levels of the tree."""

from itertools import product

import pytest

from privlearn.learners.interior_point.trees import is_prefix, level_bits, middle, node_at, weight
from privlearn.learners.interior_point.trees.nodes import as_node, as_points
from tests.learners.interior_point.small import NODES, leaves, multisets

SMALL = list(multisets(4, 5))


def test_level_bits_is_the_least_width_that_holds_all_levels():
    assert all(2 ** level_bits(b) >= b + 1 > 2 ** level_bits(b) / 2 for b in range(1, 200))
    assert level_bits(0) == 0
    assert level_bits(2) == 2  # four points are a fixed point of the recursion


def test_middle_drops_both_ends():
    assert middle((3, 1, 2, 0, 4), 2) == (2,)
    assert middle((1, 0), 1) == middle((), 0) == middle((5,), 3) == ()
    assert middle([2, 1], 0) == (1, 2)
    assert as_points((0, 0), 0) == (0, 0)  # a domain of one point has points
    with pytest.raises(ValueError, match="bits must be an integer of at least 0, got -1"):
        as_points((), -1)


def test_weights_and_prefixes_are_those_below():
    for s, node in product(SMALL, NODES):
        assert weight(s, 2, node) == sum(s.count(x) for x in leaves(node, 2))
    for node, other in product(NODES, NODES):
        assert is_prefix(node, other) == (node in [node_at(other, d) for d in range(other[0] + 1)])


@pytest.mark.parametrize("database", ["01", b"01", 7])
def test_what_is_no_sequence_of_points_is_refused_unseen(database):
    with pytest.raises(ValueError, match=f"database must be a sequence of integers, got {type(database).__name__}$"):
        as_points(database, 8)


@pytest.mark.parametrize("point", [-1, 4])
def test_points_outside_the_domain_are_refused_unseen(point):
    assert as_points((3, 0), 2) == (0, 3)
    with pytest.raises(ValueError, match=r"database must hold points in 0\.\.2\^2 - 1$"):
        as_points((3, point), 2)


@pytest.mark.parametrize(("node", "rule"), [
    ([1, 0], "node must be a pair"), ((1,), "node must be a pair"), ((1, 0, 0), "node must be a pair"),
    ((-1, 0), "depth of the node"), ((3, 0), "depth of the node"), ((2, -1), "prefix of the node"),
    ((2, 4), "at most 2 bits, got 4"), ((0, 1), "at most 0 bits, got 1")])
def test_what_is_no_node_is_refused(node, rule):
    assert [as_node(last, 2) for last in ((0, 0), (2, 0), (2, 3))] == [(0, 0), (2, 0), (2, 3)]
    with pytest.raises(ValueError, match=rule):
        as_node(node, 2)


@pytest.mark.parametrize("database", [(77777.5,), (77777,), ("77777",)])
def test_messages_do_not_show_points(database):
    with pytest.raises(ValueError, match="point") as caught:
        as_points(database, 3)
    assert "77777" not in str(caught.value)
