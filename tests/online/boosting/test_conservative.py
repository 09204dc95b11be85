"""Tests of online boosting."""

from __future__ import annotations

from fractions import Fraction
from math import comb, log

import pytest

from privlearn.exact import Bracket, Undecided
from privlearn.online.boosting import (boosting_bound, conservative, conservative_bound, conservative_mistakes,
                                       error_of_voters, majority_stages)
from privlearn.online.boosting.conservative import is_allowed, union_bound


def test_nothing_is_lost_without_dimension_voters_or_rounds():
    assert boosting_bound(3, 0) == 0  # bound is zero for dimension zero
    assert error_of_voters(1) == 0
    assert conservative_mistakes(3, 3, Fraction(7, 5), 9) == 0  # voters alone force no mistake
    assert conservative_mistakes(1, 2, 2, 0) == 0  # without rounds no mistake is forced
    assert [conservative_mistakes(3, 4, 2, limit) for limit in (1, 2, 3, 9)] == [1, 2, 3, 3]


@pytest.mark.parametrize(("k", "d"), [(1, 1), (1, 4), (3, 1), (3, 2)])
def test_bound_is_the_largest_by_a_scan(k: int, d: int) -> None:
    allowed = [n for n in range(1, 999) if n <= 2 * k * k * log(sum(comb(n, j) for j in range(d + 1)))]
    assert boosting_bound(k, d) == allowed[-1]


@pytest.mark.parametrize(("call", "message"), [
    (lambda: conservative_mistakes(1, 2, 2, -1), "limit must be an integer of at least 0"),
    (lambda: error_of_voters(4), "k must satisfy"),
    (lambda: conservative_mistakes(1, 2, 1, 3), "factor must be above 1, got 1"),
    (lambda: conservative_bound(3, 6, 4), "factor must make"),
    (lambda: conservative_bound(1, 0, 1), "factor must make"),
    (lambda: union_bound(0, 0), "classes must be an integer of at least 1"),
    (lambda: union_bound(1, -1), "dimension must be an integer of at least 0")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_rounds_strictly_inside_the_bracket_of_the_logarithm_are_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conservative, "_scaled_logarithm", lambda number, shift, factor: Bracket(4, 6))
    assert [is_allowed(rounds, 3, 1) for rounds in (4, 6)] == [True, False]
    with pytest.raises(Undecided, match="too close to D = 5"):
        is_allowed(5, 3, 1)


def test_unions_of_small_classes():
    assert union_bound(1, 2) == 6  # at most threefold
    assert [union_bound(classes, 0) for classes in (1, 2)] == [0, 3]


@pytest.mark.parametrize(("k", "m", "d"), [(1, 1, 1), (1, 4, 0), (4, 1, 0), (2, 2, 1), (3, 2, 0)])
def test_stages_are_those_of_unions_and_majorities(k: int, m: int, d: int) -> None:
    literals, inner, gates, outer = majority_stages(k, m, d)
    assert literals == union_bound(k + 1, d) == 3 * d + ((k + 1) ** 3).bit_length() - 1
    assert inner == boosting_bound(2 * k - 1, literals)
    assert gates == union_bound(m + 1, inner)
    assert outer == boosting_bound(2 * m - 1, gates)


def test_large_binomial_sums_decide_as_the_whole_numbers_do():
    voters, dimension = 3, 60  # sums of more than 400 bits
    allowed = [rounds for rounds in range(4000, 6000)
               if rounds <= 2 * voters**2 * log(sum(comb(rounds, j) for j in range(dimension + 1)))]
    assert 4000 < allowed[-1] < 5999
    assert boosting_bound(voters, dimension) == allowed[-1]
    assert [is_allowed(allowed[-1] + more, voters, dimension) for more in (0, 1)] == [True, False]
