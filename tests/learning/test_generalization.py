"""Probabilities of the bad events of uniform convergence."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.learning import grid_distributions
from privlearn.learning.generalization import (agnostic_bad_event, agnostic_rows, fair_coin_deviation, lasting_rows,
                                               realizable_bad_event, realizable_bad_probability, realizable_rows,
                                               shortfall_probability)

REGIONS = [(1, 0, 0), (1, 1, 0), (0, 1, 1)]


def test_bracket_holds_the_exact_probability() -> None:
    for weights in grid_distributions(3, 4):
        for m in (1, 3, 6):
            bracket = realizable_bad_event(REGIONS, weights, Fraction(3, 10), m)
            assert bracket.lower <= realizable_bad_probability(REGIONS, weights, Fraction(3, 10), m) <= bracket.upper


def test_single_hypothesis_has_the_tail_of_a_coin_and_one_row_misses_the_region() -> None:
    for m in range(1, 12):
        bracket = agnostic_bad_event([Fraction(1, 2)], Fraction(1, 5), m)
        assert bracket.lower == bracket.upper == fair_coin_deviation(m, Fraction(1, 5))
    assert fair_coin_deviation(3, 0) == fair_coin_deviation(3, -1) == 1  # every mean strays by nothing
    assert shortfall_probability(1, Fraction(1, 4)) == Fraction(3, 4)


def test_rows_fall_with_the_goals_and_grow_with_the_dimension_from_one_on():
    m = realizable_rows(Fraction(1, 4), Fraction(1, 10), 2)
    assert realizable_rows(Fraction(1, 2), Fraction(1, 10), 2) < m < realizable_rows(Fraction(1, 4), Fraction(1, 10), 3)
    assert realizable_rows(Fraction(1, 4), Fraction(1, 5), 2) < m
    assert agnostic_rows(1, Fraction(1, 2), 0, Fraction(1, 100)) == 1
    assert agnostic_rows(1, Fraction(1, 2), 3, 2) == 8  # 2 (3 + ln 2)


@pytest.mark.parametrize(("call", "message"), [
    *((lambda goal=goal: realizable_rows(*goal, 1), "(alpha|beta) must")
      for goal in ((0, Fraction(1, 2)), (1, 2), (Fraction(3, 2), 1), (1, Fraction(3, 2)), (1, 0))),
    (lambda: realizable_rows(Fraction(1, 2), Fraction(1, 2), -1), "d must"),
    *((lambda alpha=alpha: shortfall_probability(3, alpha), "alpha must be above 0 and below 1")
      for alpha in (0, 1, -1)),
    (lambda: fair_coin_deviation(0, Fraction(1, 4)), "rows|most"),
    (lambda: shortfall_probability(0, Fraction(1, 4)), "rows|most"),
    (lambda: lasting_rows(lambda m: 0, 0, 0), "most must")])
def test_goals_out_of_range_and_no_rows_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_lasting_rows_without_failure_or_without_success():
    chances = [1, 0, 1, 0, 0]
    assert lasting_rows(lambda m: chances[m - 1], 0, 5) == 4  # the last failure counts
    assert [lasting_rows(lambda m, chance=chance: chance, 0, 5) for chance in (0, 1)] == [1, 6]
    assert [lasting_rows(lambda m, chance=chance: chance, 0, 1) for chance in (0, 1)] == [1, 2]
    assert [lasting_rows(lambda m, chance=chance: chance, 1, 1) for chance in (1, 2)] == [1, 2]


@pytest.mark.parametrize("rows", [1, 2, 5, 8])
@pytest.mark.parametrize("alpha", [Fraction(1, 8), Fraction(3, 10), Fraction(1, 2), Fraction(4, 5)])
def test_deviations_and_shortfalls_are_sums_over_the_number_of_hits(rows, alpha):
    def chance(p, event):
        return sum((comb(rows, k) * p**k * (1 - p) ** (rows - k) for k in range(rows + 1) if event(k)), Fraction(0))

    half = Fraction(1, 2)
    assert fair_coin_deviation(rows, alpha) == chance(half, lambda k: abs(Fraction(k, rows) - half) >= alpha)
    assert shortfall_probability(rows, alpha) == chance(alpha, lambda k: 2 * k < alpha * rows)


@pytest.mark.parametrize("last", range(6))
def test_lasting_rows_look_at_every_number_of_rows_from_one_on(last):
    assert lasting_rows({m: int(m == last) for m in range(1, 6)}.__getitem__, 0, 5) == last + 1
