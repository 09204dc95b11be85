"""The tree of TreeLog: weights, the random path, fall levels, candidate leaves."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from privlearn.learners.interior_point.trees import (candidates, embed, fall_levels, heavy_node, middle, node_at,
                                                     path_law, weight)
from privlearn.learners.interior_point.trees.nodes import as_node
from privlearn.learners.interior_point.trees.walk import embed_incremental, fall_level
from tests.learners.interior_point.small import NODES, leaves, multisets

SMALL = list(multisets(4, 5))


def test_nodes_of_falls_and_embeddings():
    for x, node in product(range(4), NODES):
        assert fall_level(x, 2, node) == max(d for d in range(node[0] + 1) if x in leaves(node_at(node, d), 2))
    for s, node, trim in product(SMALL, NODES, range(3)):
        assert embed(s, 2, node, trim) == embed_incremental(s, 2, node, trim)
        assert len(embed(s, 2, node, trim)) == max(0, len(s) - trim)


def test_paths_end_at_leaves_or_light_nodes_with_products_of_steps():
    for s, stop in product(SMALL, range(3)):
        for node in path_law(s, 2, stop, 2).exact():
            assert node[0] == 2 or weight(s, 2, node) <= stop
            assert all(weight(s, 2, node_at(node, d)) > stop for d in range(node[0]))
    c = Fraction(3, 2)
    for s, stop in product(SMALL, range(3)):
        law = path_law(s, 2, stop, c).exact()
        assert sum(law.values()) == 1
        for node, probability in law.items():
            expected = Fraction(1)
            for d in range(node[0]):
                here, there = (weight(s, 2, (d + 1, node_at(node, d + 1)[1] ^ flip)) for flip in (0, 1))
                expected *= 1 if there == 0 else c**here / (c**here + c**there)
            assert probability == expected


def test_domains_of_one_point_and_of_long_points_and_empty_databases():
    assert path_law((), 3, 0, 2).exact() == {(0, 0): 1}  # an empty database stays at the root
    assert heavy_node((), 3, 0) == (0, 0)
    assert path_law((0, 0), 0, 0, 2).exact() == {(0, 0): 1}  # a domain of one point has one node
    assert embed((0, 0), 0, (0, 0), 1) == (0,)
    bits = 5000  # long points are no problem
    x = 1 << (bits - 1)
    assert path_law((0, x, x), bits, 1, 2).exact() == {(1, 0): Fraction(1, 3), (bits, x): Fraction(2, 3)}
    assert fall_levels((0, x, x), bits, (bits, x)) == (0, bits, bits)


def test_the_heavy_path_takes_the_heavier_child_and_left_in_a_tie():
    assert heavy_node((0, 3), 2, 0) == (2, 0)
    assert heavy_node((0, 3, 3), 2, 0) == (2, 3)
    assert heavy_node((0, 3, 3), 2, 2) == (1, 1)
    rng, law = np.random.default_rng(1), path_law((0, 1, 2, 2, 3), 2, 2, 2)  # samples follow the law
    counts = Counter(law.sample(rng) for _ in range(3000))
    assert all(abs(counts[node] / 3000 - p) < 0.05 for node, p in law.exact().items())


def test_candidates_are_the_four_leaves_of_the_definition():
    for node in [(d, p) for d in range(5) for p in range(2**d)]:
        below = leaves(node, 4)
        left, right = below[:len(below) // 2], below[len(below) // 2:]
        assert candidates(node, 4) == tuple(sorted({below[0], below[-1], *left[-1:], *right[:1]}))


@pytest.mark.parametrize("call", [
    lambda: path_law((4,), 2, 0, 2), lambda: path_law((-1,), 2, 0, 2), lambda: path_law((0.5,), 2, 0, 2),
    lambda: path_law((0,), 2, -1, 2), lambda: path_law((0,), 2, 0, Fraction(1, 2)), lambda: path_law("01", 2, 0, 2),
    lambda: heavy_node((0,), -1, 0), lambda: weight((0,), 2, (3, 0)), lambda: embed((0,), 2, (1, 2), 0),
    lambda: embed((0,), 2, (1, 1), -1), lambda: candidates((1, 2, 3), 2), lambda: node_at((1, 0), 2),
    lambda: middle((0,), -1), lambda: as_node("01")])
def test_bad_input_is_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()
