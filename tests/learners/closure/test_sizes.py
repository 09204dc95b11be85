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


@pytest.mark.parametrize(("call", "message"), [
    (lambda: needed_rows((), 1, 1), "must"), (lambda: needed_rows((0,), 1, 1), "must"),
    (lambda: printed_rows(2, -1, 1, 1), "must"), (lambda: repaired_rows(2, 1, 0, 1), "must"),
    (lambda: repaired_rows(2, 1, 1, Fraction(3, 2)), "must"), (lambda: printed_rows(0, 1, 1, 1), "must"),
    (lambda: printed_rows(1, 1, 0, 1), "alpha and beta must be in"),
    (lambda: printed_rows(1, 1, Fraction(3, 2), 1), "alpha and beta must be in"),
    (lambda: printed_rows(1, 1, 1, 0), "alpha and beta must be in"),
    (lambda: printed_rows(1, 1, 1, Fraction(3, 2)), "alpha and beta must be in")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
