"""Noisy histograms under both neighbour relations."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.mechanisms import (add_remove_one, all_databases, audit_pure, flip_one_label, histogram, noisy_histogram,
                                  replace_one)
from privlearn.mechanisms.histogram import as_points, counts_of_points

HALF = Fraction(1, 2)


@pytest.mark.parametrize(("neighbours", "ratio"), [(add_remove_one, 2), (replace_one, 4)])
def test_the_promise_is_tight(neighbours, ratio):
    databases = [database for n in range(3) for database in all_databases(range(2), n)]
    mechanism = noisy_histogram(2, HALF, most=2, neighbours=neighbours)
    assert audit_pure(mechanism, databases, neighbours).exp_epsilon == mechanism.promise.exp_epsilon == ratio


def test_cells_are_noised_independently():
    assert noisy_histogram(2, HALF, most=1)((0,)).exact()[1, 1] == Fraction(2, 3) * Fraction(1, 3)
    assert noisy_histogram(1, HALF, most=1)((0,)).exact() == {(0,): Fraction(1, 3), (1,): Fraction(2, 3)}
    assert noisy_histogram(2, HALF, most=0)(()).exact() == {(0, 0): 1}  # a range of 0
    replacing = noisy_histogram(1, HALF, neighbours=replace_one)  # needs no largest count
    assert replacing((0, 0)).exact() == noisy_histogram(1, HALF, most=2)((0, 0)).exact()


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: noisy_histogram(2, HALF, most=1)((0, 1)), "at most 1 rows, got 2"),
    (lambda: noisy_histogram(2, HALF, most=1)((5,)), "database must hold points 0..1$"),
    (lambda: noisy_histogram(2, HALF), "most must be given under add_remove_one"),
    (lambda: noisy_histogram(0, HALF, most=1), "cells must be an integer"),
    (lambda: noisy_histogram(1, HALF, most=-1), "most must be an integer"),
    (lambda: noisy_histogram(2, HALF, most=1, neighbours="replace"), "neighbours must be"),
    (lambda: noisy_histogram(2, HALF, most=1, neighbours=flip_one_label), "must be add_remove_one or replace_one"),
    (lambda: noisy_histogram(1, HALF, most=1.5), "most must be an integer")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize("database", [None, 5, "01", {0, 1}, range(2), np.array(0), np.zeros((1, 2), dtype=int)])
def test_what_is_no_list_of_points_is_refused_and_not_shown(database):
    with pytest.raises(ValueError, match=r"one-dimensional array of points, got \w+$"):
        as_points(database)


@pytest.mark.parametrize("row", [-1, 2, True, 1.0, None, "0", (0,)])
def test_what_is_no_point_of_the_domain_is_refused_and_not_shown(row):
    with pytest.raises(ValueError, match=r"database must hold points 0\.\.1$"):
        counts_of_points((0, 1, row), 2)


@pytest.mark.parametrize("database", [(0, 1, 1), [0, 1, 1], np.array([0, 1, 1]), (0, np.int64(1), np.uint8(1))])
def test_points_are_counted_in_as_many_cells_as_the_limit(monkeypatch, database):
    assert counts_of_points(database, 2) == [1, 2]
    monkeypatch.setattr(histogram, "LARGEST_SUPPORT", 3)
    assert counts_of_points((2,), 3) == [0, 0, 1]
    with pytest.raises(TooLargeToEnumerate, match="4"):
        counts_of_points((2,), 4)
