"""Real numbers as words, and columns that are none."""

import random

import numpy as np
import pytest

from privlearn.learners.interior_point import real_of_word, words_of_reals
from privlearn.learners.interior_point.columns import check_generator, number_of_rows, reals, unwrapped
from privlearn.learners.interior_point.trees.common_prefixes import sorted_points


def test_floats_keep_their_order_as_words():
    numbers = np.array([-np.finfo(float).max, -1.0, -5e-324, 0.0, 5e-324, 1.0, np.finfo(float).max])
    words = words_of_reals(numbers).tolist()
    assert words == sorted(set(words))
    assert [real_of_word(word) for word in words] == numbers.tolist()


@pytest.mark.parametrize(("word", "limit"), [(0, -1), (2**64 - 1, 1)])
def test_words_of_no_finite_float_give_the_nearest(word, limit):
    assert real_of_word(word) == limit * np.finfo(float).max


@pytest.mark.parametrize("column", [
    [1.0, float("nan")], [float("inf")], [1, "2"], [True, 1.0], [None], "abc", 5, [2**60], [0.5, 2**53 + 1],
    np.array([0, 2**54]), np.array([-2**54, 0]), np.array([[1.0]]), np.array(["a"]), np.array([1j]), {1.0}, iter([1.0]),
    np.array([], dtype=str), np.array([True]), np.ma.masked_array([1.0], mask=[True])])
def test_columns_that_are_no_finite_numbers_are_refused(column):
    with pytest.raises(ValueError, match="column must"):
        reals(column)


def test_an_empty_column_is_a_column():
    assert reals([]).tolist() == []


@pytest.mark.parametrize("kind", [list, np.array, lambda entries: np.array([0, *entries])])
@pytest.mark.parametrize("sign", [1, -1])
def test_integers_of_size_up_to_two_to_the_53_are_floats(kind, sign):
    assert reals(kind([sign * 2**53]))[-1] == sign * 2.0**53
    with pytest.raises(ValueError, match=r"column must hold integers of size at most 2\^53$"):
        reals(kind([sign * (2**53 + 1)]))


def test_masked_entries_are_refused_as_such():
    with pytest.raises(ValueError, match="column must not be masked"):
        reals(np.ma.masked_array([1.0], mask=[False]))


def test_generators_are_of_two_kinds():
    check_generator(random.Random(1))
    check_generator(np.random.default_rng(1))
    with pytest.raises(ValueError, match="rng must be"):
        check_generator(np.random)


def test_sorted_points_have_a_row_for_every_repetition():
    assert number_of_rows(sorted_points([1, 1, 3], bits=2)) == 3


def test_what_numpy_can_read_is_unwrapped_and_the_rest_is_as_it_was():
    class Wrapped:
        def __array__(self, *_, **__):
            return np.array([3, 1])

    inner = unwrapped(Wrapped())
    assert isinstance(inner, np.ndarray)
    assert inner.tolist() == [3, 1]
    for column in ([3, 1], inner):
        assert unwrapped(column) is column
