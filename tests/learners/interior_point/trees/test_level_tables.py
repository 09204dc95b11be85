"""Batches of databases: agreement with the plain algorithm on all small databases, errors."""

from math import comb

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.interior_point.heavy_paths import heavy_falls
from privlearn.learners.interior_point.trees import level_tables, middle
from privlearn.learners.interior_point.trees.level_tables import (all_counts, fall_table, middle_counts, points_of,
                                                                  without_largest_counts)


@pytest.mark.parametrize("stop", [0, 1])
def test_falls_are_those_of_the_heavy_path(stop):
    counts = all_counts(8, 4)
    for row, falls in zip(counts, fall_table(counts, stop).tolist(), strict=True):
        assert tuple((level, n) for level, n in enumerate(falls) if n) == heavy_falls(points_of(row), 3, stop)


def test_trimming_counts_is_trimming_points():
    counts = all_counts(4, 5)
    for trim in range(4):
        for row, kept in zip(counts, middle_counts(counts, trim), strict=True):
            assert points_of(kept) == middle(points_of(row), trim)
    # dropping more than there are leaves nothing
    assert without_largest_counts(np.array([[2, 1]]), 4).tolist() == [[0, 0]]
    assert fall_table(np.array([[3], [0]]), 1).tolist() == [[3], [0]]  # a domain of one point is one column


def test_all_databases_are_listed_once():
    counts = all_counts(5, 4)
    assert len(counts) == len({tuple(row) for row in counts.tolist()}) == comb(8, 4)
    assert (counts.sum(axis=1) == 4).all()
    assert all_counts(1, 3).tolist() == [[3]]  # one point and no point have one database
    assert all_counts(3, 0).tolist() == [[0, 0, 0]]
    assert all_counts(1, 0).tolist() == [[0]]  # no points and a path to the leaf are tables
    assert fall_table(np.array([[1, 2]]), 0).tolist() == [[1, 2]]


def test_the_largest_batch_is_listed(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        all_counts(16, 40)
    monkeypatch.setattr(level_tables, "LARGEST_BATCH", 6)
    assert all_counts(2, 2).size == 6
    monkeypatch.setattr(level_tables, "LARGEST_BATCH", 5)
    with pytest.raises(TooLargeToEnumerate, match="multiplicities"):
        all_counts(2, 2)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: fall_table(np.zeros(4, dtype=int), 1), "counts"), (lambda: fall_table(np.zeros((2, 4)), 1), "counts"),
    (lambda: fall_table(np.array([[1, -1]]), 1), "counts"),
    (lambda: fall_table(np.zeros((1, 3), dtype=int), 1), "counts"),
    (lambda: fall_table(np.zeros((2, 0), dtype=int), 1), "counts"),
    (lambda: all_counts(0, 1), "values must be an integer of at least"),
    (lambda: all_counts(1, -1), "size must be an integer of at least"),
    (lambda: fall_table(np.array([[1, 2]]), -1), "stop must be an integer of at least")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
