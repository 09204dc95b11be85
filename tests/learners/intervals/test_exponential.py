"""The exponential mechanism for intervals, fast and listed."""

from fractions import Fraction
from itertools import combinations

import pytest

from privlearn.concepts import initial_segments
from privlearn.laws import pure
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.intervals import flipping_interval_learner, interval_learner
from privlearn.learners.intervals.exponential import interval_errors, random_points
from privlearn.mechanisms import labelled_rows, multiset_databases

RATIO, HALF = Fraction(9, 4), Fraction(1, 2)


@pytest.mark.parametrize(("size", "rows"), [(1, 0), (1, 3), (2, 2), (3, 2), (4, 2)])
def test_the_fast_interval_learner_is_the_exponential_mechanism(size, rows):
    fast, listed = interval_learner(size, RATIO), exponential_learner(initial_segments(size), RATIO)
    for database in multiset_databases(labelled_rows(size), rows):
        assert fast(database).exact() == listed(database).exact()


def test_points_and_errors_of_the_interval_learner():
    rows = ((0, 1), (2, 0), (2, 1), (3, 1))  # errors are those of the concepts
    assert interval_errors(range(5), rows) == {j: sum((x < j) != y for x, y in rows) for j in range(5)}
    law = random_points(5, 2).exact()  # random points are uniform sets
    assert law == {frozenset(pair): Fraction(1, 10) for pair in combinations(range(5), 2)}
    # one point is drawn or not
    assert [random_points(1, count).exact() for count in (0, 1)] == [{frozenset(): 1}, {frozenset({0}): 1}]
    # no flips leave the interval
    base, flipped = interval_learner(3, RATIO), flipping_interval_learner(3, RATIO, pure(0))
    assert flipped(((1, 1),)).map(lambda h: sum(h.bits())).exact() == base(((1, 1),)).exact()


@pytest.mark.parametrize(("call", "message"), [
    (lambda: random_points(0, 0), "size must"), (lambda: random_points(1, 2), "count must"),
    (lambda: random_points(1, -1), "count must"), (lambda: interval_learner(4, RATIO)(((4, 1),)), "database"),
    (lambda: interval_learner(4, RATIO)(((-1, 1),)), "database"),
    (lambda: interval_learner(4, RATIO)(((0, 2),)), "database"),
    (lambda: interval_learner(4, RATIO)(((1.5, 0),)), "database"),
    (lambda: interval_learner(4, 2), "square of a rational")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
