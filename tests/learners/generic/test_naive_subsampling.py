"""Publishing a subsample."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.generic import naive_subsample, naive_subsampling


def test_chosen_rows_keep_their_order():
    assert set(naive_subsample((3, 1, 2), 2, tuple).exact()) == {(3, 1), (3, 2), (1, 2)}
    assert naive_subsample((1, 2), 0, len).exact() == {0: 1}  # subsampling nothing publishes nothing
    assert naive_subsample((3, 1, 2), 3, tuple).exact() == {(3, 1, 2): 1}  # using all rows is no protection
    # a replaced row moves its share of the law
    first, second = (naive_subsample(rows, 2, frozenset).exact() for rows in ((0, 1, 2, 3, 4), (9, 1, 2, 3, 4)))
    assert sum(max(p - second.get(answer, 0), 0) for answer, p in first.items()) == Fraction(2, 5)


@pytest.mark.parametrize("used", [-1, 3, 0.5])
def test_other_numbers_of_rows_are_refused(used):
    with pytest.raises(ValueError, match="used"):
        naive_subsample((1, 2), used, len)


def test_too_many_choices_are_refused(monkeypatch):
    with pytest.raises(TooLargeToEnumerate, match="the choices of 10 among 20 rows"):
        naive_subsample(tuple(range(20)), 10, len)
    monkeypatch.setattr(naive_subsampling, "LARGEST_CHOICE", 3)
    assert naive_subsample((1, 2, 3), 1, len).exact() == {1: 1}
    with pytest.raises(TooLargeToEnumerate, match="the choices of 1 among 4 rows"):
        naive_subsample((1, 2, 3, 4), 1, len)


@pytest.mark.parametrize("used", range(6))
def test_every_set_of_rows_is_as_likely_as_the_others(used):
    rows = (4, 1, 4, 2, 7)
    orders = Counter(tuple(rows[i] for i in sorted(order)) for order in permutations(range(5), used))
    assert naive_subsample(rows, used, tuple).exact() == {
        chosen: Fraction(number, sum(orders.values())) for chosen, number in orders.items()}
