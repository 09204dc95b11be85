"""Numbers of rows of closure learning."""

from fractions import Fraction
from math import log

import pytest

from privlearn.learners.closure import needed_rows, printed_rows, repaired_rows


def test_numbers_of_rows_by_hand():
    assert needed_rows((1,), 1, 1).lower == 2
    assert needed_rows((1,), 1, 1, partial=0).lower == 1
    assert printed_rows(1, 0, 1, 1).upper == 0
    # the default for the partial dimension is the counting bound
    assert needed_rows((1, 1), 1, Fraction(1, 3)) == needed_rows((1, 1), 1, Fraction(1, 3), partial=5)
    # the printed number for two classes
    assert printed_rows(2, 3, Fraction(1, 2), Fraction(1, 5)).lower == pytest.approx(4 * (8 * 3 + 4 * log(10)))
    size = repaired_rows((1, 2), Fraction(1, 2), Fraction(1, 5))  # the repaired number for two classes
    assert float(size.lower) == pytest.approx(32 * (3 * log(2) + log(10)))


@pytest.mark.parametrize("call", [
    lambda: needed_rows((), 1, 1), lambda: needed_rows((0,), 1, 1), lambda: printed_rows(2, -1, 1, 1),
    lambda: repaired_rows((1,), 0, 1), lambda: repaired_rows((1,), 1, Fraction(3, 2)),
    lambda: printed_rows(0, 1, 1, 1)])
def test_sizes_out_of_range_are_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()


@pytest.mark.parametrize(("alpha", "beta"), [(0, 1), (Fraction(3, 2), 1), (1, 0), (1, Fraction(3, 2))])
def test_alpha_and_beta_are_above_zero_and_at_most_one(alpha, beta):
    with pytest.raises(ValueError, match="alpha and beta must be in"):
        printed_rows(1, 1, alpha, beta)
