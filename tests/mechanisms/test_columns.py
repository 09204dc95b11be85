"""Columns of every kind as words, and back."""

import datetime
import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.learners.interior_point.trees.common_prefixes import SparsePoints, sorted_points
from privlearn.mechanisms.columns import (check_generator, number_of_rows, read_column, read_like, real_of_word, reals,
                                          unwrapped, words_of_reals)

DAY = datetime.date(2024, 2, 29)
NOON = datetime.datetime(2024, 2, 29, 12, 0, 0, 1)
KINDS = [
    (np.array([3, -5, 2**62]), None, "integers"), (np.array([3, 200, 0], dtype=np.uint8), None, "integers"),
    (np.array([0, 2**64 - 1, 5], dtype=np.uint64), None, "unsigned integers"),
    (np.array([False, True]), None, "booleans"),
    (np.array([1.5, -2.0, 0.0]), None, "reals"), (np.array([1.5, -2.0], dtype=np.float32), None, "reals"),
    (np.array(["2024-02-29", "1970-01-01"], dtype="datetime64[D]"), None, "datetime64[D]"),
    (np.array([5, -7], dtype="timedelta64[ns]"), None, "timedelta64[ns]"),
    ([1, 2.5, -3], None, "reals"), (range(5), None, "reals"), ([5, -2**63], "integers", "integers"),
    ([True, False], "booleans", "booleans"), ([DAY, datetime.date.min, datetime.date.max], "dates", "dates"),
    ((NOON, datetime.datetime.min, datetime.datetime.max), "times", "times"),
    (np.array([DAY, DAY], dtype=object), "dates", "dates")]


@pytest.mark.parametrize(("values", "kind", "name"), KINDS)
def test_rows_come_back_from_their_words_in_order(values, kind, name):
    read = read_column(values, kind)
    assert read.kind.name == name
    assert [read.kind.of_word(int(word)) for word in read.words] == list(values)
    assert int(read.words.max(initial=0)).bit_length() <= read.kind.bits
    ordered = np.argsort(read.words, kind="stable")
    assert [list(values)[k] for k in ordered] == sorted(values)
    assert read_like(values, read.kind).tolist() == read.words.tolist()


@pytest.mark.parametrize(("kind", "values"), [
    (None, np.array(["2024-02-29"], dtype="datetime64[D]")), ("dates", [DAY]), ("times", [NOON]),
    (None, np.array([5], dtype="timedelta64[s]"))])
def test_words_of_no_value_give_the_nearest(kind, values):
    of_word = read_column(values, kind).kind.of_word
    assert of_word(0) < values[0] < of_word(2**64 - 1)


@pytest.mark.parametrize(("values", "kind", "rule"), [
    ([1.0, None], None, "integers or floats"), (["a"], None, "integers or floats"), ([DAY], None, "integers or floats"),
    ([1, 2**64], "integers", "64 bits"), ([1, True], "integers", "integers only"),
    ([1, 0], "booleans", "booleans only"),
    ([NOON], "dates", "dates only"), ([DAY], "times", "times only"), ([float("nan")], None, "finite"),
    ([Fraction(1, 2)], None, "integers or floats"), (np.array([1 + 2j]), None, "numbers, booleans or times"),
    (np.array(["a"]), None, "numbers, booleans or times"), (np.array([[1]]), None, "one dimension"),
    (np.array(["NaT"], dtype="datetime64[s]"), None, "missing times"), (np.array([1]), "reals", "kind must be that"),
    ([1], "numbers", "kind must be one of"), (np.array([1], dtype="datetime64[25s]"), None, "single units"),
    ([datetime.datetime(2024, 1, 1, tzinfo=datetime.UTC)], "times", "without a zone"),
    ({1, 2}, None, "array or a sequence"),
    ("abc", None, "array or a sequence"), (np.ma.masked_array([1.0], mask=[True]), None, "masked"),
    ([2**53 + 1], None, "2^53"), (np.array([1.0], dtype=np.longdouble), None, "64-bit floats")])
def test_other_rows_are_refused_by_the_rule(values, kind, rule):
    with pytest.raises(ValueError, match=rule.replace("^", r"\^")):
        read_column(values, kind)


@pytest.mark.parametrize(("kind", "values", "rule"), [
    ("integers", np.array([1.5]), "must be integers"), ("datetime64[s]", np.array([1]), "must be datetime64"),
    ("datetime64[s]", ["soon"], "must be datetime64"), ("booleans", [2], "booleans only")])
def test_points_of_another_kind_are_refused(kind, values, rule):
    known = {"integers": np.array([1]), "booleans": np.array([True]), "datetime64[s]": np.array([1], "datetime64[s]")}
    with pytest.raises(ValueError, match=rule):
        read_like(values, read_column(known[kind]).kind)


def test_small_columns_and_what_they_show():
    assert "4711" not in repr(read_column([4711]))
    assert reals([]).tolist() == []
    assert number_of_rows(sorted_points([1, 1, 3], bits=2)) == 3  # a row for every repetition
    assert number_of_rows(SparsePoints(np.array([[3, -1], [9, 2]]))) == 2


def test_generators_are_of_two_kinds():
    check_generator(random.Random(1))
    check_generator(np.random.default_rng(1))
    with pytest.raises(ValueError, match="rng must be"):
        check_generator(np.random)


def test_floats_keep_their_order_as_words():
    numbers = np.array([-np.finfo(float).max, -1.0, -5e-324, 0.0, 5e-324, 1.0, np.finfo(float).max])
    words = words_of_reals(numbers).tolist()
    assert words == sorted(set(words))
    assert [real_of_word(word) for word in words] == numbers.tolist()
    assert [real_of_word(word) for word in (0, 2**64 - 1)] == [numbers[0], numbers[-1]]  # words of no finite float


@pytest.mark.parametrize("column", [
    [1.0, float("nan")], [float("inf")], [1, "2"], [True, 1.0], [None], "abc", 5, [2**60], [0.5, 2**53 + 1],
    np.array([0, 2**54]), np.array([-2**54, 0]), np.array([[1.0]]), np.array(["a"]), np.array([1j]), {1.0}, iter([1.0]),
    np.array([], dtype=str), np.array([True]), np.ma.masked_array([1.0], mask=[True])])
def test_columns_that_are_no_finite_numbers_are_refused(column):
    with pytest.raises(ValueError, match="column must"):
        reals(column)
    with pytest.raises(ValueError, match="column must not be masked"):
        reals(np.ma.masked_array([1.0], mask=[False]))


@pytest.mark.parametrize("kind", [list, np.array, lambda entries: np.array([0, *entries])])
@pytest.mark.parametrize("sign", [1, -1])
def test_integers_of_size_up_to_two_to_the_53_are_floats(kind, sign):
    assert reals(kind([sign * 2**53]))[-1] == sign * 2.0**53
    with pytest.raises(ValueError, match=r"column must hold integers of size at most 2\^53$"):
        reals(kind([sign * (2**53 + 1)]))


def test_what_numpy_can_read_is_unwrapped_and_the_rest_is_as_it_was():
    class Wrapped:
        def __array__(self, *_, **__):
            return np.array([3, 1])

    inner = unwrapped(Wrapped())
    assert isinstance(inner, np.ndarray)
    assert inner.tolist() == [3, 1]
    for column in ([3, 1], inner):
        assert unwrapped(column) is column
