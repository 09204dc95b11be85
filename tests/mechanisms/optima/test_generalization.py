"""The best private overfitting, by linear programs."""

from fractions import Fraction

import pytest

from privlearn.mechanisms.optima import best_overfit, least_offset
from privlearn.mechanisms.optima.generalization import critical_offsets


def test_without_privacy_one_sample_always_overfits() -> None:
    assert best_overfit(2, 1, None, 0, 1, 0).lower == 1


def test_impossible_event_has_probability_zero() -> None:
    assert best_overfit(2, 2, 2, 0, 4, Fraction(1, 4)).upper == 0


def test_delta_helps_to_overfit() -> None:
    assert best_overfit(2, 2, 2, Fraction(1, 10), 1, 0).lower > best_overfit(2, 2, 2, 0, 1, 0).upper


def test_between_critical_offsets_the_optimum_does_not_change() -> None:
    first, second = critical_offsets(2, 4, Fraction(9, 4))
    assert best_overfit(2, 4, 2, 0, Fraction(9, 4), (first + second) / 2) == best_overfit(2, 4, 2, 0, Fraction(9, 4), 0)


def test_one_point_has_no_positive_critical_offset() -> None:
    assert critical_offsets(1, 3, 2) == (0,)


def test_factor_may_be_at_most_one() -> None:
    assert critical_offsets(2, 1, 1) == (0, Fraction(1, 2))
    assert critical_offsets(2, 1, Fraction(1, 2)) == (0, 1)


@pytest.mark.parametrize("factor", [0, -1])
def test_factor_must_be_positive(factor: int) -> None:
    with pytest.raises(ValueError, match="factor must be positive"):
        critical_offsets(2, 2, factor)


def test_every_target_below_the_first_optimum_needs_an_offset() -> None:
    assert least_offset(2, 4, 2, 0, 4, 1) == 0
    assert least_offset(2, 4, 2, 0, 4, 0) == Fraction(1, 8)
    offset = least_offset(3, 1, 2, 0, 4, Fraction(1, 10))
    assert offset in critical_offsets(3, 1, 4)
