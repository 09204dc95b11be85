"""Empirical errors and the failure of empirical learners."""

from fractions import Fraction

import pytest

from privlearn.concepts import initial_segments
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import empirical_disagreement, empirical_error, worst_empirical_failure


def test_repeated_rows_count_each_time_and_disagreement_with_itself_is_zero() -> None:
    assert empirical_error(((0, 1), (0, 1), (1, 0)), (0, 0)) == Fraction(2, 3)
    assert empirical_disagreement((0, 1), (1, 0), (1, 0)) == 0
    segments = initial_segments(2)
    assert worst_empirical_failure(exponential_learner(segments, 4), segments, 2, 1)[0] == 0  # at accuracy one


def test_empty_samples_are_refused() -> None:
    with pytest.raises(ValueError, match="database must not be empty"):
        empirical_error((), (0,))
    with pytest.raises(ValueError, match="points must not be empty"):
        empirical_disagreement((), (0,), (0,))
