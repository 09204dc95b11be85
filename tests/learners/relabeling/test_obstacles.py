"""Two learners that relabelling spoils."""

from fractions import Fraction
from itertools import count, product
from math import comb

import pytest

from privlearn.learners.relabeling.obstacles import (half_fail_learner, labels_are_balanced, least_rows_for,
                                                     memorising_learner, relabelled_by_half, relabelling_failures)


def test_learners_and_samples_by_hand():
    # a relabelled sample of even size is balanced
    assert [labels_are_balanced(relabelled_by_half(tuple((x, 0) for x in range(m)))) for m in (2, 3, 4)] == [
        True, False, True]
    # half fail learner is good on unbalanced samples
    assert half_fail_learner(((0, 1), (1, 1), (2, 0)), 3) == (1, 1, 0)
    assert memorising_learner((), (0, 1)) == (1, 0)  # memoriser without data is the complement
    assert least_rows_for(Fraction(1, 2)) == 2  # least rows is monotone
    assert least_rows_for(Fraction(3, 8)) == 4
    assert half_fail_learner(((0, 1),), 1) == (1,)  # one point and one row are enough
    assert relabelling_failures(1) == (0, 0)


SAMPLES = [data for n in range(4) for data in product(product(range(3), (0, 1)), repeat=n)]


@pytest.mark.parametrize("size", [3, 4])
def test_half_fail_learner_says_the_complement_exactly_on_balanced_labels(size):
    for data in SAMPLES:
        ones = [x for x, y in data if y == 1]
        assert labels_are_balanced(data) == (len(ones) == len(data) - len(ones))
        fit = tuple(int(x in ones) for x in range(size))
        assert half_fail_learner(data, size) == (tuple(1 - y for y in fit) if 2 * len(ones) == len(data) else fit)


def test_the_lower_half_of_the_distinct_points_is_relabelled_1():
    for data in SAMPLES:
        points = {x for x, _ in data}
        assert relabelled_by_half(data) == tuple(
            (x, int(2 * (1 + sum(p < x for p in points)) <= len(points))) for x, _ in data)


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 5, 6])
def test_failures_are_counted_on_all_samples_drawn_again(rows):
    labels = [int(2 * x + 2 <= rows) for x in range(rows)]
    drawn = list(product(labels, repeat=rows))
    assert relabelling_failures(rows) == (2 * sum(labels) == rows,
                                          Fraction(sum(2 * sum(d) == rows for d in drawn), len(drawn)))


@pytest.mark.parametrize("failure", [Fraction(99, 100), Fraction(5, 16), Fraction(31, 100), Fraction(1, 13)])
def test_least_rows_are_the_first_that_are_rarely_balanced(failure):
    assert least_rows_for(failure) == next(m for m in count(0, 2) if comb(m, m // 2) <= failure * 2**m)


@pytest.mark.parametrize("row", [(-1, 1), (2, 1), (0, 2), (1,)])
def test_rows_outside_the_domain_are_refused(row):
    with pytest.raises(ValueError, match="database must hold"):
        half_fail_learner((row,), 2)
    with pytest.raises(ValueError, match="database must hold"):
        memorising_learner((row,), (0, 1))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: least_rows_for(Fraction(0)), "failure must"), (lambda: least_rows_for(Fraction(1)), "failure must"),
    (lambda: half_fail_learner((), 0), "size must"), (lambda: relabelling_failures(0), "rows must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
