"""The compiled count of classes on five points: those whose last point is constant are the classes on four."""

from itertools import product

import numpy as np
import pytest

pytest.importorskip("numba")

from privlearn.dimensions.compiled.five_points import count_rows
from privlearn.dimensions.sweeps import littlestone_of_all_classes, threshold_of_all_classes, vc_of_all_classes
from privlearn.dimensions.sweeps.five_points import five_point_census, five_point_tables


def counted(high, weights):
    tables = five_point_tables()
    counts, examples = np.zeros((7, 7, 7), dtype=np.int64), np.zeros((7, 7, 7), dtype=np.int64)
    count_rows(np.array(high), np.array(weights), tables.littlestone, tables.vc, tables.shattered, tables.largest,
               tables.chain, tables.halves, counts, examples)
    return counts, examples


def test_classes_without_a_function_on_the_last_point_are_those_on_four():
    counts, examples = counted([0], [1])
    kinds = np.stack([littlestone_of_all_classes(4), vc_of_all_classes(4), threshold_of_all_classes(4)], axis=1)[1:]
    for place in product(range(7), repeat=3):
        members = np.flatnonzero((kinds == place).all(axis=1)) + 1
        assert counts[place] == len(members)
        assert examples[place] == (members[0] if len(members) else 0)


def test_each_class_is_counted_with_its_weight():
    assert (counted([5], [3])[0] == 3 * counted([5], [1])[0]).all()  # a weight counts each class so often
    assert not counted(np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64))[0].any()  # no high half counts nothing
    assert counted([7], [1])[0].sum() == 1 << 16  # a high half goes with all low halves


def test_counts_and_examples_are_those_of_the_plain_loop():
    high, weights = [7, 5, 0, 40000], [1, 2, 1, 3]
    counts, examples = counted(high, weights)
    plain = five_point_census(high, weights, compiled=False)
    assert (counts[:6, :6, :6] == plain.counts).all()
    assert (examples[:6, :6, :6] == plain.examples).all()
    assert counts.sum() == plain.counts.sum()
