"""Noisy histograms under both neighbour relations."""

from fractions import Fraction

import pytest

from privlearn.mechanisms import add_remove_one, all_databases, audit_pure, noisy_histogram, replace_one

HALF = Fraction(1, 2)


@pytest.mark.parametrize(("neighbours", "ratio"), [(add_remove_one, 2), (replace_one, 4)])
def test_the_promise_is_tight(neighbours, ratio):
    databases = [database for n in range(3) for database in all_databases(range(2), n)]
    mechanism = noisy_histogram(2, HALF, most=2, neighbours=neighbours)
    assert audit_pure(mechanism, databases, neighbours).exp_epsilon == mechanism.promise.exp_epsilon == ratio


def test_cells_are_noised_independently():
    table = noisy_histogram(2, HALF, most=1)((0,)).exact()
    assert table[(1, 1)] == Fraction(2, 3) * Fraction(1, 3)


def test_a_range_of_0_publishes_zeros():
    assert noisy_histogram(2, HALF, most=0)(()).exact() == {(0, 0): 1}


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: noisy_histogram(2, HALF, most=1)((0, 1)), "at most 1 rows, got 2"),
    (lambda: noisy_histogram(2, HALF, most=1)((5,)), "database must hold points 0..1$"),
    (lambda: noisy_histogram(2, HALF), "most must be given under add_remove_one"),
    (lambda: noisy_histogram(0, HALF, most=1), "cells must be"),
    (lambda: noisy_histogram(2, HALF, most=1, neighbours="replace"), "neighbours must be")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()
