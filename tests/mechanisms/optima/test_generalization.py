"""The best private overfitting, by linear programs."""

from fractions import Fraction
from itertools import pairwise

import pytest

from privlearn.mechanisms.optima import best_overfit, least_offset
from privlearn.mechanisms.optima.generalization import critical_offsets, overfit_program


def test_overfits_of_the_simplest_algorithms():
    assert best_overfit(2, 1, None, 0, 1, 0).lower == 1  # without privacy one sample always overfits
    assert best_overfit(2, 2, 2, 0, 4, Fraction(1, 4)).upper == 0  # impossible event has probability zero
    assert best_overfit(2, 2, 2, Fraction(1, 10), 1, 0).lower > best_overfit(2, 2, 2, 0, 1, 0).upper


def test_every_target_below_the_first_optimum_needs_an_offset() -> None:
    assert least_offset(2, 4, 2, 0, 4, 1) == 0
    assert least_offset(2, 4, 2, 0, 4, 0) == Fraction(1, 8)
    offset = least_offset(3, 1, 2, 0, 4, Fraction(1, 10))
    assert offset in critical_offsets(3, 1, 4)


def test_critical_offsets_by_hand() -> None:
    for arguments, offsets in (((1, 3, 2), (0,)), ((2, 1, 1), (0, Fraction(1, 2))), ((2, 1, Fraction(1, 2)), (0, 1))):
        assert critical_offsets(*arguments) == offsets
    first, second = critical_offsets(2, 4, Fraction(9, 4))  # between them the optimum does not change
    assert best_overfit(2, 4, 2, 0, Fraction(9, 4), (first + second) / 2) == best_overfit(2, 4, 2, 0, Fraction(9, 4), 0)
    for factor in (0, -1):
        with pytest.raises(ValueError, match="factor must be positive"):
            critical_offsets(2, 2, factor)


@pytest.mark.parametrize(("size", "rows", "factor"), [(1, 1, 1), (2, 3, Fraction(3, 2)), (3, 2, Fraction(1, 2)),
                                                      (3, 4, Fraction(9, 4)), (3, 2, Fraction(1, 4))])
def test_offsets_are_critical_where_a_test_that_overfits_a_sample_stops(size, rows, factor) -> None:
    def overfits(tau):
        return {(mass, seen) for mass in range(size) for seen in range(rows + 1)
                if Fraction(mass, size) > factor * (Fraction(seen, rows) + tau)}

    offsets = critical_offsets(size, rows, factor)
    assert offsets[0] == 0
    assert overfits(offsets[-1]) == set()
    for tau, later in pairwise(offsets):
        assert overfits(tau) == overfits((tau + later) / 2) > overfits(later)


def test_programs_of_one_and_two_points_are_those_by_hand() -> None:
    one = overfit_program(1, 1, 2, 0, 1, 0)  # tests: nothing, everything; neither is heavier than what it shows
    assert (one.blocks, one.tasks, one.ratios) == ((2,), ({0: 1, 1: 1},), ())
    free = overfit_program(2, 2, None, 0, 1, 0)  # samples 00, 01, 11; tests 00, 01, 10, 11
    assert free.blocks == (4, 4, 4)
    quarter, half = Fraction(1, 4), Fraction(1, 2)
    assert free.tasks == ({0: quarter, 2: quarter, 3: quarter, 4: half, 5: half, 6: half, 7: half, 8: quarter,
                           9: quarter, 11: quarter},)
    leaky = overfit_program(2, 1, 3, Fraction(1, 9), 1, 0)
    assert leaky.blocks == (4, 4, 1, 5, 5)
    expected = [(9 + 5 * k + t, 4 * (side ^ k) + t, Fraction(3) if side else Fraction(1))
                for k in (0, 1) for side in (0, 1) for t in range(4)]
    assert set(leaky.ratios) == {*expected, (13, 8, Fraction(1, 9)), (18, 8, Fraction(1, 9))}
    assert set(overfit_program(2, 1, 3, 0, 1, 0).ratios) == {
        (4 * k + t, 4 * (1 - k) + t, Fraction(3)) for k in (0, 1) for t in range(4)}
