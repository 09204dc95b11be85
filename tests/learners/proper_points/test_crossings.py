"""Where proper private learning becomes dearer than a fixed number of rows."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.exact import exp_bracket, log_bracket
from privlearn.learners.proper_points import crossover, failure_at, is_crossover, smallest_rows_any_learner
from privlearn.mechanisms.optima import two_point_failure

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def test_failures_of_one_and_of_many_rows_are_narrow():
    # e^{epsilon} between 3/2 and 2 at epsilon = 1/2: more privacy, more failure
    value = failure_at(6, 40, HALF, TENTH)
    below, above = (two_point_failure(64, 40, ratio, TENTH) for ratio in (2, Fraction(3, 2)))
    assert below < value.lower <= value.upper < above
    value = failure_at(2, 1, log_bracket(2, 128), TENTH)
    assert value.lower <= two_point_failure(4, 1, 2, TENTH) <= value.upper <= value.lower + Fraction(1, 10**30)
    with pytest.raises(ValueError, match="d must"):
        failure_at(1, 1, HALF, TENTH)
    value = failure_at(2000, 10**5, HALF, TENTH)
    assert value.upper - value.lower < Fraction(1, 10**15)


def test_crossovers_verify_and_agree_with_the_least_rows():
    d = crossover(600, HALF, TENTH, TENTH)
    ratio = exp_bracket(HALF, 128)
    before, here = (smallest_rows_any_learner(bits, ratio, TENTH, TENTH) for bits in (d - 1, d))
    assert before <= 600 < here
    d = crossover(1000, HALF, TENTH, TENTH)
    assert [is_crossover(d + shift, 1000, HALF, TENTH, TENTH) for shift in (-1, 0, 1)] == [False, True, False]
    with pytest.raises(ValueError, match="rows must be"):
        failure_at(8, 0, HALF, TENTH)


@pytest.mark.parametrize(("d", "rows", "mass"), [(2, 3, Fraction(2, 3)), (5, 7, Fraction(1, 4)), (9, 30, HALF),
                                                (3, 30, Fraction(5, 6))])
def test_failures_of_few_rows_are_enclosed_narrowly(d, rows, mass):
    value, exact = failure_at(d, rows, log_bracket(3, 160), mass), two_point_failure(2**d, rows, 3, mass)
    assert value.lower <= exact <= value.upper < value.lower + Fraction(1, 10**20)


@pytest.mark.parametrize(("d", "rows", "k"), [(500, 1000, 1), (255, 1000, 3), (785, 900, 7)])
def test_failures_of_many_rows_are_enclosed_narrowly(d, rows, k):
    mass, others = Fraction(k, 8), 2**d - 2
    exact = sum(Fraction(comb(rows, j) * k**j * (8 - k) ** (rows - j) * others // (2**j + others), 8**rows)
                for j in range(rows + 1))
    value = failure_at(d, rows, log_bracket(2, 256), mass)
    assert value.lower - Fraction(1, 10**60) <= exact <= value.upper
    assert value.upper < value.lower + Fraction(1, 10**15)


@pytest.mark.parametrize(("rows", "epsilon", "alpha", "beta"), [(40, HALF, Fraction(1, 3), Fraction(1, 5)),
                                                                (75, 1, TENTH, Fraction(1, 3)),
                                                                (200, Fraction(1, 3), Fraction(3, 4), Fraction(9, 10))])
def test_a_crossover_is_the_first_d_of_too_large_a_failure(rows, epsilon, alpha, beta):
    d = crossover(rows, epsilon, alpha, beta)
    assert d == next(k for k in range(2, 200) if failure_at(k, rows, epsilon, alpha).lower > beta)
    assert [is_crossover(d + shift, rows, epsilon, alpha, beta) for shift in (-1, 0, 1)] == [False, True, False]
