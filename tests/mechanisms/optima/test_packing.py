"""Closed forms of packings and of the two-point family, against programs and enumeration."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.exact import Bracket, exp_bracket, solve
from privlearn.mechanisms.optima import (covering_success, failures_by_hits, half_covering_ratio, packing_success,
                                         point_program, target_probability, two_point_failure, two_point_failure_floor)
from privlearn.mechanisms.optima.points import two_point_task

F = Fraction


def test_failure_is_the_sum_over_all_samples():
    size, rows, ratio, mass = 5, 3, F(3, 2), F(1, 3)
    total = F(0)
    for shown in product((0, 1), repeat=rows):
        weight = ratio ** sum(shown)
        total += mass ** sum(shown) * (1 - mass) ** (rows - sum(shown)) * (1 - weight / (weight + size - 2))
    assert two_point_failure(size, rows, ratio, mass) == total


def test_failures_by_hits_enclose_the_closed_form_of_an_irrational_ratio():
    ratio = exp_bracket(F(1, 2), 160)
    for k, bounds in enumerate(failures_by_hits(1024, 40, ratio)):
        exact = 1 - target_probability(1024, k, ratio.lower)
        assert bounds.lower <= exact <= bounds.upper
        assert bounds.upper - bounds.lower < F(1, 10**40)


def test_exact_ratios_give_exact_brackets():
    assert [b.upper for b in failures_by_hits(4, 2, 2)] == [1 - target_probability(4, k, 2) for k in range(3)]
    assert target_probability(8, 3, Bracket(F(2), F(2))) == Bracket(F(8, 14), F(8, 14))


def test_full_two_point_optimum_is_above_the_closed_form_where_other_databases_bind():
    task, marked = two_point_task(3, 2, F(3, 10))
    assert solve(point_program(3, 2, 2, task, marked)).value > two_point_failure(3, 2, 2, F(3, 10))


@pytest.mark.parametrize(("n", "ratio"), list(product((1, 2, 9), (1, 2, Fraction(7, 3)))))
def test_covering_one_database_each_is_a_packing(n, ratio):
    assert covering_success(n, 1, ratio) == packing_success(n, ratio)
    assert [covering_success(n, w, ratio) for w in (0, n)] == [0, 1]


@pytest.mark.parametrize(("n", "w"), [(4, 1), (9, 4), (2**64, 3)])
def test_half_covering_ratio_is_where_the_bound_is_one_minus_beta(n, w):
    beta = Fraction(1, 10)
    assert (1 + covering_success(n, w, half_covering_ratio(n, w, beta))) / 2 == 1 - beta


def test_closed_forms_at_the_least_arguments():
    assert half_covering_ratio(1, 1, F(1, 4)) == 0
    assert [target_probability(2, hits, 3) for hits in (0, 2)] == [1, 1]
    assert [two_point_failure_floor(3, rows, 2, F(1, 2)) for rows in (0, 1, 2)] == [F(1, 2), F(3, 8), F(9, 32)]
    assert failures_by_hits(3, 0, 2) == [Bracket(F(1, 2), F(1, 2))]
    assert packing_success(1, 7) == 1  # packing of one database always succeeds
    assert packing_success(5, 1) == F(1, 5)  # packing without privacy loss is guessing
    assert target_probability(5, 0, 3) == F(1, 4)  # target without hits is one of all targets
    assert two_point_failure(5, 0, 2, F(1, 2)) == F(3, 4)  # failure without rows is guessing among targets
    assert two_point_failure_floor(5, 0, 2, F(1, 2)) == F(3, 4)  # floor is attained without rows
    assert half_covering_ratio(4, 1, Fraction(2, 5)) == Fraction(3, 4)


@pytest.mark.parametrize(("call", "name"), [
    (lambda: packing_success(3, F(1, 2)), "group_ratio"), (lambda: two_point_failure(2, 3, 2, F(1, 2)), "size"),
    (lambda: half_covering_ratio(4, 0, Fraction(1, 10)), "covered|beta"),
    (lambda: half_covering_ratio(4, 1, 0), "covered|beta"),
    (lambda: half_covering_ratio(4, 1, Fraction(1, 2)), "covered|beta"),
    (lambda: half_covering_ratio(-1, 1, F(1, 4)), "databases must"), (lambda: target_probability(1, 0, 3), "size must"),
    (lambda: target_probability(2, -1, 3), "hits must"),
    (lambda: two_point_failure_floor(2, 0, 2, F(1, 2)), "size must"),
    (lambda: two_point_failure_floor(3, -1, 2, F(1, 2)), "rows must"), (lambda: failures_by_hits(2, 0, 2), "size must"),
    (lambda: failures_by_hits(3, -1, 2), "most must")])
def test_closed_forms_of_less_are_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call()
