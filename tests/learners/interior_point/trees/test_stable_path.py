"""The heavy path and its stable sizes."""

from collections import Counter
from itertools import combinations_with_replacement

import numpy as np
import pytest

from privlearn.learners.interior_point.trees import embed, heavy_node, stable_limit
from privlearn.learners.interior_point.trees.level_tables import all_counts, points_of
from privlearn.learners.interior_point.trees.stable_path import heavy_embedding, stable_sizes, unstable_pairs


@pytest.mark.parametrize("stop", [0, 1, 2, 5])
def test_batch_is_the_embedding_of_each_database(stop):
    counts = all_counts(4, 4)
    for row, inner in zip(counts, heavy_embedding(counts, stop), strict=True):
        database = points_of(row)
        assert points_of(inner) == embed(database, 2, heavy_node(database, 2, stop), stop)


def test_no_pair_parts_up_to_the_limit_and_some_beyond():
    assert [unstable_pairs(2, size, 3)[0] for size in range(1, stable_limit(3) + 1)] == [0] * 7
    assert unstable_pairs(2, stable_limit(3) + 1, 3) != (0, None)
    assert unstable_pairs(3, 1, 0) == (0, None)  # one element never parts
    assert unstable_pairs(0, 9, 1) == (0, None)  # one point domain never parts
    def reversed_counts(counts, stop):  # another embedding can be judged
        return counts[:, ::-1] if stop else np.zeros_like(counts)

    assert unstable_pairs(1, 3, 1, reversed_counts) == (0, None)


def test_pairs_are_counted_one_by_one():
    number = 0
    for s in combinations_with_replacement(range(4), 4):
        for x in range(4):
            sides = [Counter(embed(t, 2, heavy_node(t, 2, 1), 1)) for t in (s, tuple(sorted((*s, x))))]
            number += bool(sides[0] - sides[1])
    assert unstable_pairs(2, 5, 1)[0] == number


@pytest.mark.parametrize(("call", "message"), [
    (lambda: stable_limit(-1), "stop"), (lambda: unstable_pairs(2, 0, 1), "size"),
    (lambda: stable_sizes(-1, 1, 0, 0), "levels must be an integer of at least"),
    (lambda: stable_sizes(1, 0, 0, 0), "base_rows must be an integer of at least"),
    (lambda: stable_sizes(1, 1, -1, 0), "trim must be an integer of at least"),
    (lambda: stable_sizes(1, 1, 0, -1), "stop must be an integer of at least")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_sizes_level_by_level_are_stable():
    assert stable_sizes(3, 3, 1, 4) == (39, 19, 9, 3)  # 3 + 4 + 2, 9 + 8 + 2, 19 + 18 + 2
    assert stable_sizes(2, 2, 0, 0) == (5, 3, 2)
    assert stable_sizes(0, 10, 3, 4) == (10,)  # sizes without levels are the base
    assert stable_sizes(2, 1, 0, 0) == (1, 1, 1)  # one element stays one
    assert stable_sizes(5, 2, 0, 1)[0] == 2**5 + 1  # sizes double
    assert stable_sizes(1, 3, 2, 50) == (3 + 50 + 4, 3)  # least stop binds where it is larger
    assert stable_sizes(1, 1, 0, 0) == (1, 1)  # sizes may be one and everything else nothing
    assert stable_limit(0) == 1
    sizes = stable_sizes(4, 7, 1, 9)
    for larger, smaller in zip(sizes, sizes[1:], strict=False):
        stop = larger - 2 - smaller
        assert larger - 2 <= stable_limit(stop)


@pytest.mark.parametrize(("larger", "smaller", "parted"), [
    (0, 0, False), (1, 0, False), (3, 2, False), (0, 1, True), (2, 0, True), (1, 1, True), (1, 3, True)])
def test_inner_databases_part_unless_one_more_element_is_all(larger, smaller, parted):
    def embedding(counts, stop):
        inner = np.zeros_like(counts)
        inner[:, 0] = np.where(counts.sum(axis=1) == 4, larger, smaller)
        return inner

    assert unstable_pairs(1, 4, 0, embedding=embedding)[0] == (8 if parted else 0)
