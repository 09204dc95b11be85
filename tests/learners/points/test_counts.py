"""Counts of samples: validation, equality with rows, coins with huge powers."""

import random
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

from privlearn.learners.points import RowCounts, counted_point, draw_counts, row_counts, subsampled_point
from privlearn.learners.points.counts import power_bracket, power_coin
from privlearn.mechanisms import labelled_rows


def test_all_kinds_of_rows_have_their_counts():
    rows = [(3, 0), (1, 1), (3, 0), (0, 0)]
    assert row_counts(rows, 4) == row_counts(np.array(rows), 4)
    rows = np.array([(3, 0), (1, 1), (1, 0), (0, 0)])  # rows beside ones are those that blocks read
    assert row_counts(rows, 4, beside_ones=True) == RowCounts({(1, 0): 1, (1, 1): 1}, 4)
    rows = [(2**200, 1), (5, 0)]  # arrays of objects hold points of any size and stars
    assert row_counts(np.array(rows, dtype=object), 2**256) == row_counts(rows, 2**256)
    assert row_counts(np.array([None, None]), 4) == RowCounts({}, 2)
    assert row_counts([], 1) == row_counts(np.empty((0, 2), dtype=int), 1) == RowCounts({}, 0)  # no rows have no counts


def test_drawn_counts_have_all_rows_and_their_law():
    counts = draw_counts({(0, 1): Fraction(1, 4), (1, 0): Fraction(3, 4)}, 1000, np.random.default_rng(1))
    assert sum(counts.labelled.values()) == counts.rows == 1000
    assert draw_counts({(0, 1): 1}, 0, np.random.default_rng(1)) == RowCounts({}, 0)
    with pytest.raises(ValueError, match="law must sum to 1"):
        draw_counts({(0, 1): Fraction(1, 4)}, 10, np.random.default_rng(1))
    for n in range(4):
        for rows in combinations_with_replacement((*labelled_rows(3), None), n):
            law = counted_point(row_counts(rows, 3), keep=Fraction(1, 3), abort=Fraction(1, 7)).exact()
            assert law == subsampled_point(rows, size=3, keep=Fraction(1, 3), abort=Fraction(1, 7)).exact()


def test_coins_of_powers():
    assert power_coin(Fraction(1, 2), 0).exact() == {1: 1}
    assert power_coin(0, 3).exact() == {0: 1}
    base = Fraction(999, 1000)
    bracket = power_bracket(base, 700, 80)
    assert bracket.lower <= base**700 <= bracket.upper < bracket.lower * (1 + Fraction(1, 2**70))


@pytest.mark.parametrize("rng", [np.random.default_rng(3), random.Random(3)])
def test_coin_with_a_power_of_a_million_is_fair(rng):
    coin = power_coin(1 - Fraction(1, 10**6), 693_147)  # probability 1/2 to six digits
    heads = sum(coin.sample(rng) for _ in range(2000))
    assert abs(heads - 1000) < 175  # a fair coin fails with probability below 10^-14


@pytest.mark.parametrize(("call", "message"), [
    (lambda: row_counts(np.ma.masked_array([[0, 1]], mask=[[True, True]]), 4), "plain array"),
    (lambda: row_counts(np.array([[0, 2]]), 4), "labels 0 or 1, got another in row 0"),
    (lambda: row_counts(np.array([[0, 0], [0, -1]]), 4), "in row 1"),
    (lambda: row_counts(np.array([[4, 0]]), 4), r"points 0\.\.3, got another in row 0"),
    (lambda: row_counts(np.array([[-1, 0]]), 4), r"points 0\.\.3"),
    (lambda: row_counts(np.array([[0.0, 1.0]]), 4), "integer array of shape"),
    (lambda: row_counts(np.array([0, 1]), 4), "integer array of shape"),
    (lambda: row_counts([(0, 2)], 4), "rows must|label y"), (lambda: row_counts([(9, 0)], 4), "point x"),
    (lambda: row_counts({(0, 1)}, 4), "tuple or list"),
    (lambda: RowCounts({(0, 1): 2}, 1), "labelled must have counts"),
    (lambda: draw_counts({(0, 1): 1}, -1, np.random.default_rng(1)), "rows must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
