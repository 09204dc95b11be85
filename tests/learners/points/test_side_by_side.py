"""Sample sizes of the table and the road map."""

from fractions import Fraction
from itertools import product
from math import log

import pytest

from privlearn.exact import Bracket, exp_bracket
from privlearn.learners.points import point_table_row
from privlearn.learners.points.side_by_side import (efficient_rows_lower, improper_crossover, improper_private_count,
                                                    improper_private_rows, keep_probability,
                                                    least_d_with_fewer_hypotheses, least_factor, nonprivate_cell,
                                                    seed_length, small_class_size, surviving_rows_needed)
from privlearn.learners.proper_points.crossings import is_crossover

TENTH, QUARTER = Fraction(1, 10), Fraction(1, 4)


def test_ends_of_the_nonprivate_cell():
    lower = nonprivate_cell(8, TENTH, TENTH).lower  # nonprivate lower end is the last failure above beta
    share = Fraction(254, 255)
    assert Fraction(9, 10) ** lower * share <= TENTH < Fraction(9, 10) ** (lower - 1) * share
    # (1/2)^n 2/3 <= 1/4 from n = 2 on; with the share 2/4 one row would do
    assert nonprivate_cell(2, Fraction(1, 2), Fraction(1, 4)).lower == 2


def test_improper_counts():
    # improper count takes small powers exactly
    assert improper_private_count(2, TENTH, TENTH).block_rows == 384 * 2 * 80**2
    for ratio, k, beta in product((Fraction(3, 2), Fraction(9, 4)), (2, 4, 8), (Fraction(1, 100), Fraction(1, 10**8))):
        m = improper_private_count(ratio, Fraction(1, k), beta).test_rows  # the least for which selection is rare
        assert ratio**-m <= (beta**6 / 27) ** (8 * k) < ratio ** (1 - m)
    # improper count is the same for a bracket and a number
    assert improper_private_rows(exp_bracket(1), QUARTER, TENTH) == improper_private_rows(
        exp_bracket(1, bits=200), QUARTER, TENTH)
    # larger confidences than a hundredth are not used
    assert improper_private_rows(2, QUARTER, TENTH) == improper_private_rows(2, QUARTER, Fraction(1, 100))


def test_small_classes_and_the_dimension_they_begin_at():
    assert abs(small_class_size(100, QUARTER) - 10 * small_class_size(10, QUARTER)) <= 10
    # small class of two points is that of the formula
    assert small_class_size(1, Fraction(1, 2)) == 544  # 8 e 5^2 = 543.6...
    d = least_d_with_fewer_hypotheses(Fraction(1, 4))  # fewer hypotheses than points begin at this dimension
    assert small_class_size(d, Fraction(1, 4)) < 2**d
    assert small_class_size(d - 1, Fraction(1, 4)) >= 2 ** (d - 1)


def test_efficient_rows_grow_with_d_from_the_least():
    # efficient lower end grows with d
    assert efficient_rows_lower(64, 2, TENTH, 0) - efficient_rows_lower(32, 2, TENTH, 0) == 32
    # rows of an efficient learner are the least by trying all
    assert efficient_rows_lower(3, 2, QUARTER, QUARTER) == 3  # 2^3 / 2 >= 7 / 2 > 2^2 / 2


def test_the_table_and_its_factors():
    # every cell of the table is an interval
    row = point_table_row(16, 2, QUARTER, TENTH, seed_bits=8, advantage=Fraction(1, 100))
    assert len(row) == 6
    assert all(cell.lower <= cell.upper for cell in row.values())
    assert least_factor(lambda d, more: d + more, lambda d: d, (1, 2, 4), (3,)) == 4  # least factor is attained
    # seeds have at least two bits
    row = point_table_row(16, 2, QUARTER, TENTH, seed_bits=2, advantage=Fraction(1, 100))
    assert row["images, non-private"] == nonprivate_cell(2, QUARTER, TENTH)
    goal = Fraction(1, 2), Fraction(9, 10), Fraction(1, 100)  # proper learning needs more rows from the crossover on
    rows = improper_private_rows(exp_bracket(goal[0], 128), *goal[1:])
    assert is_crossover(improper_crossover(*goal), rows, *goal)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: small_class_size(0, Fraction(1, 2)), "d must"),
    (lambda: point_table_row(16, 2, QUARTER, TENTH, seed_bits=1, advantage=Fraction(1, 100)), "seed_bits must"),
    (lambda: point_table_row(16, 2, QUARTER, TENTH, seed_bits=17, advantage=Fraction(1, 100)), "seed_bits must"),
    (lambda: nonprivate_cell(1, TENTH, TENTH), "must"), (lambda: nonprivate_cell(8, 0, TENTH), "must"),
    (lambda: seed_length(12), "must"), (lambda: least_d_with_fewer_hypotheses(0), "must"),
    (lambda: least_factor(lambda d: d, lambda d: d, (), ()), "must"),
    (lambda: least_factor(lambda d: d, lambda d: d - 1, (1, 2), ()), "must"),
    (lambda: improper_crossover(Fraction(1, 2), Fraction(1), TENTH), "must"),
    (lambda: point_table_row(4, 2, TENTH, TENTH, seed_bits=5, advantage=0), "must"),
    (lambda: improper_crossover(Fraction(0), QUARTER, TENTH), r"^epsilon must be above 0"),
    (lambda: improper_crossover(Fraction(-1, 2), QUARTER, TENTH), r"^epsilon must be above 0"),
    (lambda: improper_private_rows(1, QUARTER, TENTH), "exp_epsilon must be above 1"),
    (lambda: improper_private_rows(Bracket(Fraction(1), Fraction(2)), QUARTER, TENTH), "exp_epsilon must be above 1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_formulas_of_survival():
    assert keep_probability(Bracket(Fraction(2), Fraction(3))) == Bracket(Fraction(2, 9), Fraction(8, 21))
    assert keep_probability(1) == Bracket(Fraction(0), Fraction(0))
    needed = surviving_rows_needed(TENTH)
    assert float(needed.lower) == pytest.approx(32 * log(4) * 80**2, rel=1e-14)
    assert 0 < needed.upper - needed.lower < Fraction(1, 10**9)
    assert [seed_length(d) for d in (2, 4, 8, 16, 256)] == [1, 3, 6, 8, 23]  # the rounded power
