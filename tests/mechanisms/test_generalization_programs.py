"""The best private overfitting, by linear programs."""

from fractions import Fraction

from privlearn.mechanisms.generalization_programs import best_overfit


def test_without_privacy_one_sample_always_overfits() -> None:
    assert best_overfit(2, 1, None, 0, 1, 0).lower == 1


def test_impossible_event_has_probability_zero() -> None:
    assert best_overfit(2, 2, 2, 0, 4, Fraction(1, 4)).upper == 0


def test_delta_helps_to_overfit() -> None:
    assert best_overfit(2, 2, 2, Fraction(1, 10), 1, 0).lower > best_overfit(2, 2, 2, 0, 1, 0).upper
