"""The concept that rows name."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.learners.points import ZERO, consistent_point, subsampled_point
from privlearn.learners.points.inner_concept import as_concept, as_point_rows

QUARTER = Fraction(1, 4)


def test_rows_that_contradict_nothing_name_a_concept():
    # no rows and only stars name the zero function
    assert consistent_point([], size=1) == consistent_point([None, None], size=3) == ZERO
    assert consistent_point([(0, 0), (1, 0)], size=2) == ZERO  # every point labelled zero is no contradiction
    assert consistent_point([(1, 1), (1, 1), (0, 0)], size=2) == 1  # repeated rows are no contradiction
    for rows in ([(0, 1), (1, 1)], [(0, 0), (0, 1)], [(0, 1), None, (0, 0)]):
        assert consistent_point(rows, size=2) is None


def test_hundreds_of_rows_in_any_order_are_exact():
    law = subsampled_point([(0, 1)] * 300 + [(1, 0)] * 300, size=2, keep=QUARTER, abort=0).exact()
    assert law == {ZERO: Fraction(3, 4) ** 300, 0: 1 - Fraction(3, 4) ** 300}
    rows = ((0, 1), None, (1, 0), (0, 0))
    assert subsampled_point(rows, size=2, keep=QUARTER, abort=0).exact() == subsampled_point(
        rows[::-1], size=2, keep=QUARTER, abort=0).exact()


@pytest.mark.parametrize(("rows", "message"), [
    ("ab", "rows must be a tuple or list"), ({(0, 1)}, "rows must be a tuple or list"), ([(0,)], "rows must have rows"),
    ([(0, 1, 1)], "rows must have rows"), ([{0, 1}], "rows must have rows"), ([7], "rows must have rows"),
    ([(2, 0)], "point x"), ([(-1, 0)], "point x"), ([(0, 2)], "label y"), ([(3, 0)], "point x"), ([(0, -1)], "label y"),
    ([(0, np.int64(2))], "label y"), ([(np.int64(2), 0)], "point x")])
def test_what_is_no_row_is_refused(rows, message):
    with pytest.raises(ValueError, match=message):
        consistent_point(rows, size=2)


@pytest.mark.parametrize(("row", "plain"), [((np.int64(0), np.int64(0)), (0, 0)), ((np.int64(1), np.int64(1)), (1, 1)),
                                            ([1, True], (1, 1)), ((0, np.False_), (0, 0)), (np.array([1, 0]), (1, 0))])
def test_rows_of_numbers_of_other_kinds_are_plain(row, plain):
    assert as_point_rows([row], 2) == (plain,)


def test_concepts_are_nothing_zero_and_the_points():
    assert [as_concept(concept, 2) for concept in (None, ZERO, 0, 1)] == [None, ZERO, 0, 1]
    for wrong in (-2, 2, 3):
        with pytest.raises(ValueError, match="concept must"):
            as_concept(wrong, 2)


@pytest.mark.parametrize("row", [(731, 0), (0, 731), (np.int64(731), 0), (0, np.int64(731))])
def test_a_refusal_does_not_show_the_row(row):
    with pytest.raises(ValueError, match="of a row") as refusal:
        consistent_point([row], size=2)
    assert "731" not in str(refusal.value)
