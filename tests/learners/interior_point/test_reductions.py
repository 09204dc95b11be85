"""Interior points, thresholds and counts, each from the other."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from privlearn.laws import pure, uniform
from privlearn.learners.interior_point import interior_point_from_learner, learner_from_interior_point
from privlearn.learners.interior_point.reductions import (around_the_cut, around_the_cut_of_words, halves_labelled,
                                                          told_apart)
from privlearn.learners.intervals import erm_threshold, threshold_errors
from privlearn.mechanisms import multiset_databases


def test_halves_and_finer_points():
    assert [sum(y for _, y in halves_labelled(range(n))) for n in range(6)] == [0, 0, 1, 1, 2, 2]
    for points in multiset_databases(range(4), 4):
        finer = told_apart(points)
        assert len(set(finer)) == 4
        assert tuple(x // 4 for x in finer) == points
    assert told_apart(()) == ()
    assert halves_labelled(()) == ()


@pytest.mark.parametrize("reduction", [halves_labelled, told_apart])
def test_messages_do_not_show_points(reduction):
    with pytest.raises(ValueError, match="point of database must") as caught:
        reduction((1, 77777.5))
    assert "77777" not in str(caught.value)


def test_consistent_learner_gives_interior_points():
    for points in multiset_databases(range(4), 3):
        (found,) = interior_point_from_learner(points, lambda rows: pure(erm_threshold(rows))).exact()
        assert points[0] <= found <= points[-1]


def test_cuts_around_the_records():
    assert around_the_cut((), 8, 2) == (-1, -1, 7, 7)  # no records give all cuts
    for n in range(4):  # number of cuts does not depend on the records
        for rows in multiset_databases(tuple(product(range(2), range(2))), n):
            assert len(around_the_cut(rows, 2, 3)) == 6
    # greatest label 1 and predecessor of least label 0
    assert around_the_cut(((0, 1), (2, 1), (4, 0), (6, 0)), 8, 1) == (2, 3)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: interior_point_from_learner((3,), lambda rows: pure(0)), "at least 2 points, got 1"),
    (lambda: around_the_cut(((8, 1),), 8, 1), "must"), (lambda: around_the_cut(((0, 2),), 8, 1), "must"),
    (lambda: around_the_cut((), 8, 0), "must"), (lambda: around_the_cut((), 0, 1), "must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_learners_from_interior_points_and_back():
    # no answer becomes the constant zero
    assert learner_from_interior_point(((1, 1),), 4, 1, lambda points: pure(None)).exact() == {-1: 1}
    law = learner_from_interior_point(((1, 1), (4, 0)), 8, 1, uniform)  # solver sees cuts plus one
    assert law.exact() == {1: Fraction(1, 2), 3: Fraction(1, 2)}
    assert all(threshold_errors(cut, ((1, 1), (4, 0))) == 0 for cut in law.exact())
    # two points are enough for a learner
    assert interior_point_from_learner((3, 5), lambda rows: pure(erm_threshold(rows))).exact() == {3: 1}


def test_points_and_cuts_at_zero():
    words, ones = np.array([0], dtype=np.uint64), np.array([True])
    assert around_the_cut(((0, 1),), 1, 1) == around_the_cut_of_words(words, ones, 1, 1) == (0, 0)
    for size, count, name in ((0, 1, "size"), (1, 0, "count")):
        with pytest.raises(ValueError, match=f"{name} must be an integer of at least 1, got 0"):
            around_the_cut_of_words(words, ones, size, count)
    assert told_apart((0, 0)) == (0, 1)
    with pytest.raises(ValueError, match="point of database must be an integer of at least 0$"):
        told_apart((0, -1))


@pytest.mark.parametrize("count", [1, 2, 5, 60])
def test_cuts_of_many_words_are_those_of_the_rows(count):
    words = np.array([x * x % 211 for x in range(150)], dtype=np.uint64)
    ones = np.array([x % 3 == 1 for x in range(150)])
    rows = tuple((int(x), int(y)) for x, y in zip(words, ones, strict=True))
    assert around_the_cut_of_words(words, ones, 211, count) == around_the_cut(rows, 211, count)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_cuts_of_many_shuffled_words_are_those_of_the_rows(count):
    for seed in range(5):
        words = np.random.default_rng(seed).permutation(np.arange(1000, dtype=np.uint64))
        for ones in (words < 0, words >= 0, words % 2 == 1):
            rows = tuple((int(x), int(y)) for x, y in zip(words, ones, strict=True))
            assert around_the_cut_of_words(words, ones, 1000, count) == around_the_cut(rows, 1000, count)
