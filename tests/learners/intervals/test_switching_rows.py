"""The bound on learners of intervals with few switching points."""

from fractions import Fraction

import pytest

from privlearn.exact import is_enclosure, solve
from privlearn.learners.intervals import rows_for_switches, switching_points, switching_program, switching_success
from privlearn.learners.intervals.switching_rows import (border_database, decreases_at, functions_switching_at_most,
                                                         half_success, needed_group_ratio)
from privlearn.mechanisms.neighbours import hamming_distance


def test_functions_are_listed_once_and_all():
    listed = list(functions_switching_at_most(5, 4))
    assert len(listed) == len(set(listed)) == 2 * (1 + 4 + 6)
    assert all(len(switching_points(h)) <= 4 for h in listed)
    assert len(list(functions_switching_at_most(4, 9))) == 16
    assert list(functions_switching_at_most(1, 2)) == [(0,), (1,)]
    # group ratio is that of the formula
    assert [needed_group_ratio(size, 3, Fraction(1, 4)) for size in (2, 3, 8)] == [0, 1, 6]


def test_borders_are_decreases():
    for rows in range(5):
        assert all(hamming_distance(border_database(i, rows), border_database(j, rows)) == rows
                   for i in range(1, 6) for j in range(1, 6) if i != j)
    # a function succeeds where it decreases
    assert [decreases_at((1, 0, 1, 0), j) for j in (1, 2, 3)] == [True, False, True]
    # border database has the larger half at one
    assert border_database(1, 5) == ((0, 1), (0, 1), (0, 1), (1, 0), (1, 0))
    assert [border_database(3, rows) for rows in (0, 1, 2)] == [(), ((2, 1),), ((2, 1), (3, 0))]


def test_the_optimum_is_certified_from_both_sides():
    program = switching_program(5, 2, 5, 2)
    found = solve(program)
    assert is_enclosure(found, program)
    assert 1 - found.value == switching_success(5, 2, 5, 2) == Fraction(4, 5)


def test_successes_and_rows_at_both_ends():
    # the formula is only a bound where places are crowded
    assert 1 - solve(switching_program(4, 1, 5, 2)).value < switching_success(4, 1, 5, 2)
    assert switching_success(5, 3, 2, 2) == 0  # two switching points never succeed
    assert half_success(5, 3, 2, 2) == Fraction(1, 2)
    assert switching_success(4, 0, 10, 2) == 1  # enough switches need no rows
    assert rows_for_switches(8, 17, 4, Fraction(1, 10)) == 0
    rows = rows_for_switches(2**20, 9, 4, Fraction(1, 10))  # the rows are the least that the bound leaves open
    assert half_success(2**20, rows, 9, 4) >= Fraction(9, 10) > half_success(2**20, rows - 1, 9, 4)
    assert solve(switching_program(2, 1, 2, 2)).value <= 1 - switching_success(2, 1, 2, 2)  # two points are enough


@pytest.mark.parametrize(("call", "message"), [
    (lambda: list(functions_switching_at_most(0, 2)), "size must"),
    (lambda: list(functions_switching_at_most(1, 1)), "switches must"),
    (lambda: needed_group_ratio(2, 2, Fraction(1, 4)), "switches must"),
    (lambda: needed_group_ratio(8, 3, 0), "beta must satisfy"),
    (lambda: needed_group_ratio(8, 3, Fraction(1, 2)), "beta must satisfy"),
    (lambda: needed_group_ratio(8, 3, 1), "beta must satisfy"),
    (lambda: rows_for_switches(8, 3, 1, Fraction(1, 10)), "exp_epsilon must exceed 1"),
    (lambda: border_database(0, 1), "must be an integer of at least"),
    (lambda: border_database(1, -1), "must be an integer of at least")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
