"""Draws with replacement."""

from fractions import Fraction

import pytest

from privlearn.mechanisms.draws import drawn_rows, price_of_draws

HALF = Fraction(1, 2)


def test_equal_rows_are_drawn_together_and_no_draw_costs_nothing():
    assert drawn_rows(("a", "b", "b"), 1).exact() == {("a",): Fraction(1, 3), ("b",): Fraction(2, 3)}
    assert drawn_rows(("a",), 0).exact() == {(): 1}
    assert price_of_draws(4, HALF, rows=3, draws=0) == (1, 0)
    assert price_of_draws(1, HALF, rows=4, draws=2) == (1, Fraction(1, 4))


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: price_of_draws(2, 0, rows=0, draws=1), "rows must be an integer of at least 1"),
    (lambda: price_of_draws(HALF, 0, rows=1, draws=1), "exp_epsilon must be at least 1"),
    (lambda: drawn_rows((0, 1), -1), "draws must be an integer of at least 0")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()
