"""One level of TreeLog laid open."""

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.interior_point.trees import embed, fall_levels, laid_open, one_level
from privlearn.learners.interior_point.trees.laid_open import compressed_tree, fall_counts

S = (0, 1, 1, 4, 7)


def test_one_level_shows_falls_weights_and_scores():
    shown = one_level(S, 3, 1, (2, 0), 1, (1, 0))
    assert shown.falls == tuple(fall_levels(S, 3, (2, 0)).count(d) for d in range(3))
    assert shown.inner == tuple(embed(S, 3, (2, 0), 1).count(d) for d in range(3))
    # weights are those of all nonempty nodes
    assert dict(one_level((0, 0, 1), 1, 0, (0, 0), 0, (0, 0)).weights) == {(0, 0): 3, (1, 0): 2, (1, 1): 1}
    shown = one_level((1, 2), 2, 0, (2, 1), 0, (0, 0))  # scores belong to the leaves
    assert dict(zip(shown.leaves, shown.scores, strict=True)) == {0: 0, 1: 1, 2: 1, 3: 0}
    assert fall_counts(S, 3, (2, 0)) == (2, 0)  # fall counts end before the last node
    assert fall_counts(S, 3, (0, 0)) == ()


def test_short_trees_of_few_and_of_long_points():
    assert one_level((), 2, 0, (0, 0), 0, (0, 0)).weights == ()  # an empty database has an empty tree
    assert compressed_tree((), 5) == {}
    assert compressed_tree((9, 9), 4) == {(4, 9): (2, None)}  # a single point is a single leaf
    points = [1 << k for k in range(0, 5000, 100)]  # long points give short trees
    assert len(compressed_tree(points, 5000)) == 2 * len(points) - 1


def test_the_largest_tree_is_laid_open(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        one_level(range(5), 5000, 0, (0, 0), 0, (0, 0))
    with pytest.raises(ValueError, match="level y"):  # a node at another level is refused
        one_level(S, 3, 1, (2, 0), 1, (2, 0))
    monkeypatch.setattr(laid_open, "LARGEST_TREE", 8)
    assert len(one_level((0, 7, 7), 3, 0, (0, 0), 0, (0, 0)).weights) == 7
    monkeypatch.setattr(laid_open, "LARGEST_TREE", 7)
    with pytest.raises(TooLargeToEnumerate, match="nodes of positive weight"):
        one_level((0, 7, 7), 3, 0, (0, 0), 0, (0, 0))


@pytest.mark.parametrize("y", [-1, 4])
def test_levels_are_those_of_the_tree(y):
    assert one_level(S, 3, 1, (2, 0), 3, (3, 7)).leaves == (7,)
    with pytest.raises(ValueError, match="y must be an integer of at least 0 and at most 3"):
        one_level(S, 3, 1, (2, 0), y, (0, 0))


@pytest.mark.parametrize("database", [(), (3,), (0, 1, 1, 4, 7), (2, 2, 3, 6, 6, 6), (7, 7)])
def test_everything_shown_is_by_definition(database):
    weights = {(d, p): n for d in range(4) for p in range(1 << d) if (n := sum(x >> (3 - d) == p for x in database))}
    for last, node in (((3, 2), (1, 0)), ((2, 3), (2, 1)), ((0, 0), (3, 6))):
        for stop in (0, 1, 2):
            shown = one_level(database, 3, stop, last, node[0], node)
            assert (shown.bits, shown.last, shown.y, shown.chosen) == (3, last, node[0], node)
            assert dict(shown.weights) == weights
            levels = range(last[0] + 1)
            assert shown.falls == tuple(fall_levels(database, 3, last).count(d) for d in levels)
            assert shown.inner == tuple(embed(database, 3, last, stop).count(d) for d in levels)
            assert set(shown.leaves) <= {x for x in range(8) if x >> (3 - node[0]) == node[1]}
            assert shown.scores == tuple(min(sum(s <= x for s in database), sum(s >= x for s in database))
                                         for x in shown.leaves)


@pytest.mark.parametrize("database", [(), (3,), (0, 1, 1, 4, 7), (2, 2, 3, 6, 6, 6), (0, 15), (5, 6, 9, 9, 10, 14)])
def test_the_short_tree_has_the_nodes_that_split_and_the_leaves(database):
    def weight(depth, prefix):
        return sum(x >> (4 - depth) == prefix for x in database)

    nodes = [(d, p) for d in range(5) for p in range(1 << d) if weight(d, p)]
    listed = [(d, p) for d, p in nodes if d == 4 or (weight(d + 1, 2 * p) and weight(d + 1, 2 * p + 1))]
    above = {(d, p): max(((e, q) for e, q in listed if e < d and p >> (d - e) == q), default=None) for d, p in listed}
    found = compressed_tree(database, 4)
    assert found == {node: (weight(*node), above[node]) for node in listed}
    assert all(up is None or list(found).index(up) < place for place, (_, up) in enumerate(found.values()))
