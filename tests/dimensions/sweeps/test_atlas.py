"""Every witness of the atlas is looked at by its verifier, every number compared with a search."""

from collections import Counter

import pytest

from privlearn.dimensions import (is_mistake_tree, is_shattered, is_threshold_sequence, littlestone_dimension,
                                  mean_depth, threshold_dimension, tree_depth, vc_dimension)
from privlearn.dimensions.representation import is_smallest_representation, smallest_representation
from privlearn.dimensions.sweeps.atlas import QUARTER, entries
from privlearn.dimensions.sweeps.four_points import littlestone_of_all_classes
from privlearn.dimensions.sweeps.numbers import class_of_number
from privlearn.dimensions.sweeps.places import place_of


def as_tree(node):
    return (node[0], as_tree(node[1]), as_tree(node[2])) if isinstance(node, list) else node


def is_right(entry):
    """Whether the witnesses of an entry are what they should be, and as large as its numbers say."""
    concepts, found = class_of_number(entry.number, 4), entry.witnesses
    tree, deep = as_tree(found["mistake_tree"]), as_tree(found["mean_depth_tree"])
    chain = [tuple(pair) for pair in found["threshold_sequence"]]
    return (is_shattered(tuple(found["shattered_set"]), by=concepts) and len(found["shattered_set"]) == entry.vc
            and is_mistake_tree(tree, concepts) and tree_depth(tree) == entry.littlestone
            and is_mistake_tree(deep, concepts, complete=False) and mean_depth(deep) == 2 * entry.randomized
            and is_threshold_sequence(chain, concepts) and len(chain) == entry.threshold)


@pytest.fixture(scope="module")
def atlas():
    return list(entries())


def test_the_witnesses_of_all_entries_prove_the_numbers_from_below(atlas):
    assert len(atlas) == 3983
    assert all(map(is_right, atlas))
    assert (atlas[0].rows, atlas[-1].rows[1], len(atlas[-1].rows)) == (("0000",), "1000", 16)
    for change in ({"vc": atlas[2000].vc + 1}, {"randomized": atlas[2000].randomized * 2}):
        assert not is_right(type(atlas[2000])(**{**vars(atlas[2000]), **change}))


def test_the_numbers_are_those_of_the_searches(atlas):
    for entry in atlas[::101]:
        concepts = class_of_number(entry.number, 4)
        assert (entry.vc, entry.littlestone, entry.threshold) == (
            vc_dimension(concepts), littlestone_dimension(concepts), threshold_dimension(concepts))
        assert place_of(concepts).place == entry.place
        assert place_of(concepts).orbit == entry.orbit


def test_the_orbits_make_up_all_classes(atlas):
    by_depth = Counter()
    for entry in atlas:
        by_depth[entry.littlestone] += entry.orbit
    assert by_depth == Counter(littlestone_of_all_classes(4)[1:].tolist())


def test_representation_sizes_belong_to_figures(atlas):
    sizes = {}
    assert all(sizes.setdefault(entry.figure, entry.representation) == entry.representation for entry in atlas)
    for entry in atlas[::401]:
        concepts = class_of_number(entry.number, 4)
        found = smallest_representation(concepts, QUARTER)
        assert found.size == entry.representation
        assert is_smallest_representation(found, concepts, QUARTER)
