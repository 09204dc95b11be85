"""The Bayes risk on a shattered set."""

from fractions import Fraction

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learning import bayes_risk, shattered_sets
from privlearn.learning.shattered_sets import bayes_risk_by_enumeration, distinct_points

EIGHTH = Fraction(1, 8)


def test_distinct_points_sum_to_one_and_the_risk_is_at_most_the_chance_that_one_is_unseen():
    assert sum(distinct_points(5, 7)) == 1
    assert distinct_points(3, 0) == [1, 0, 0, 0]
    assert bayes_risk(4, 32, EIGHTH) <= 4 * Fraction(3, 4)**32
    with pytest.raises(ValueError, match="points must be"):
        bayes_risk(0, 1, EIGHTH)


@pytest.mark.parametrize(("points", "rows"), [(1, 0), (1, 2), (2, 3), (3, 1), (4, 2)])
def test_closed_form_is_the_enumeration(points, rows):
    for alpha in (Fraction(0), EIGHTH, Fraction(1, 2)):
        assert bayes_risk(points, rows, alpha) == bayes_risk_by_enumeration(points, rows, alpha)


def test_as_large_a_game_as_the_limit_is_enumerated_and_no_larger_one(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        bayes_risk_by_enumeration(8, 8, EIGHTH)
    monkeypatch.setattr(shattered_sets, "LARGEST_GAME", 9 * 64)
    assert bayes_risk_by_enumeration(3, 2, EIGHTH) == bayes_risk(3, 2, EIGHTH)
    monkeypatch.setattr(shattered_sets, "LARGEST_GAME", 9 * 64 - 1)
    with pytest.raises(TooLargeToEnumerate, match="576"):
        bayes_risk_by_enumeration(3, 2, EIGHTH)
