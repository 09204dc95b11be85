"""The private agnostic learner: sizes, degenerate samples, errors."""

from fractions import Fraction

import pytest

from privlearn.concepts import initial_segments
from privlearn.laws import pure
from privlearn.learners.relabeling.agnostic import halves, private_agnostic_law, resampled_law


def first_row(rows):
    return pure(rows[0])


def test_the_last_row_without_partner_is_dropped():
    assert halves(((0, 1),)) == ((), ())


def test_one_draw_is_a_uniform_row():
    assert resampled_law(first_row, ((0, 0), (1, 1), (1, 1)), 1).exact() == {(0, 0): Fraction(1, 3),
                                                                            (1, 1): Fraction(2, 3)}


def test_nothing_to_draw_from_is_an_error():
    with pytest.raises(ValueError, match="rows"):
        resampled_law(first_row, (), 1)


def test_fewer_than_nine_rows_for_each_draw_are_refused():
    with pytest.raises(ValueError, match="9 draws"):
        private_agnostic_law(initial_segments(1), first_row, ((0, 1),) * 8, (), 4, 1)
