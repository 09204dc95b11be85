"""Confidence intervals from exact binomial tails."""

from fractions import Fraction

import pytest

from privlearn.exact import binomial_tail, median_interval, success_interval


def test_success_intervals_that_are_known():
    assert success_interval(0, 1, Fraction(1, 10)) == (0, Fraction(15565, 16384))
    assert success_interval(1, 1, Fraction(1, 2)) == (Fraction(1, 4), 1)  # tails that meet the risk exactly
    assert success_interval(0, 1, Fraction(1, 2)) == (0, Fraction(3, 4) + Fraction(1, 1 << 14))
    low, high = success_interval(3, 10, Fraction(1, 10))
    assert success_interval(7, 10, Fraction(1, 10)) == (1 - high, 1 - low)


@pytest.mark.parametrize(("hits", "runs"), [(0, 1), (1, 1), (1, 2), (0, 7), (3, 10), (9, 10), (40, 41)])
@pytest.mark.parametrize("risk", [Fraction(1, 2), Fraction(1, 16), Fraction(1, 1000)])
def test_success_interval_is_the_narrowest_on_its_grid(hits, runs, risk):
    low, high = success_interval(hits, runs, risk)
    step = Fraction(1, 1 << 14)
    assert low % step == high % step == 0
    if hits:
        assert binomial_tail(runs, low, at_least=hits) <= risk / 2 < binomial_tail(runs, low + step, at_least=hits)
    else:
        assert low == 0
    if hits < runs:
        assert binomial_tail(runs, high, at_most=hits) < risk / 2 <= binomial_tail(runs, high - step, at_most=hits)
    else:
        assert high == 1


@pytest.mark.parametrize(("hits", "runs", "risk", "name"), [
    (-1, 1, 1, "hits"), (2, 1, 1, "hits"), (0, 0, 1, "hits|runs"), (0, 1, 2, "risk"), (0, 1, -1, "risk")])
def test_impossible_counts_and_risks_are_refused(hits, runs, risk, name):
    with pytest.raises(ValueError, match=name):
        success_interval(hits, runs, risk)


@pytest.mark.parametrize(("values", "risk", "ends"), [
    (5, Fraction(1, 16), (0, 4)), (6, Fraction(1, 32), (0, 5)), (6, Fraction(7, 32), (1, 4)),
    (6, Fraction(7, 32) - Fraction(1, 10**9), (0, 5)), (6, Fraction(1, 20), (0, 5)), (1, 1, (0, 0)), (3, 1, (1, 1)),
    (4, 1, (1, 2))])
def test_median_interval_takes_the_risk_as_a_whole(values, risk, ends):
    assert median_interval(range(values)[::-1], risk) == median_interval(range(values), risk) == ends


@pytest.mark.parametrize("risk", [Fraction(1, 20), Fraction(1, 16) - Fraction(1, 10**9)])
def test_a_risk_too_small_for_five_values_is_refused(risk):
    with pytest.raises(ValueError, match="more than 5"):
        median_interval(range(5), risk)
