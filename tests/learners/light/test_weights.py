"""Weights, and the bound that trades them against rows."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.exact import solve
from privlearn.learners.light import (forced_weight, half_light_success, hypothesis_weight, light_mechanism,
                                      light_success, point_mass_database, rows_for_weight, weight_program)
from privlearn.learners.light.weights import functions_of_weight_at_most, mean_noisy_weight, support

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def test_bits_and_the_set_of_their_ones_weigh_the_same():
    assert all(hypothesis_weight(h) == hypothesis_weight(support(h)) == sum(h) for h in product((0, 1), repeat=5))
    assert hypothesis_weight(frozenset()) == hypothesis_weight(()) == 0
    assert mean_noisy_weight(1, TENTH) == 1 - TENTH  # mean weight of a single noisy point


@pytest.mark.parametrize("most", range(5))
def test_functions_of_bounded_weight_are_all_of_them_once(most):
    listed = list(functions_of_weight_at_most(4, most))
    assert sorted(listed) == [h for h in product((0, 1), repeat=4) if sum(h) <= most]


@pytest.mark.parametrize(("size", "rows", "most"), [(1, 1, 1), (2, 1, 1), (3, 2, 1), (4, 1, 0), (4, 1, 4), (4, 2, 3)])
def test_the_formula_is_the_optimum(size, rows, most):
    assert 1 - solve(weight_program(size, rows, most, 2)).value == light_success(size, rows, most, 2)


def test_successes_and_weights_at_the_ends():
    assert (light_success(7, 3, 0, 2), light_success(7, 3, 7, 2)) == (0, 1)
    # heavy outputs that are light anyway are counted once
    assert light_mechanism(2, 1, 2, 4, HALF)(point_mass_database(0, 1)).exact() == {(1, 1): 1}
    assert forced_weight(8, 0, 2, Fraction(499, 1000)) == 1  # failures below a half force a weight
    assert point_mass_database(3, 0) == ()  # no rows are a database and one point a domain
    assert [forced_weight(1, rows, 2, TENTH) for rows in (0, 5)] == [1, 1]
    assert light_mechanism(1, 1, 1, 4)(point_mass_database(0, 1)).exact() == {(1,): 1}  # one point is enough


@pytest.mark.parametrize("heavy", [0, HALF, 1])
def test_the_mechanism_succeeds_as_promised(heavy):
    law = light_mechanism(5, 1, 2, 4, heavy)(point_mass_database(3, 1)).exact()
    assert sum(p for h, p in law.items() if h[3]) == heavy + (1 - heavy) * light_success(5, 1, 2, 4)


@pytest.mark.parametrize(("size", "most", "beta"), list(product((2, 9, 2**20, 2**512), (1, 2),
                                                                 (TENTH, Fraction(2, 5)))))
def test_rows_are_enough_and_one_fewer_is_not(size, most, beta):
    m = rows_for_weight(size, most, 3, beta)
    assert half_light_success(size, m, most, 3) >= 1 - beta
    assert m == 0 or half_light_success(size, m - 1, most, 3) < 1 - beta


@pytest.mark.parametrize("rows", range(8))
def test_the_forced_weight_is_the_least_one_that_is_open(rows):
    open_weights = [w for w in range(1, 65) if half_light_success(64, rows, w, 2) >= 1 - TENTH]
    assert forced_weight(64, rows, 2, TENTH) == min(open_weights)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: hypothesis_weight((0, 2)), "bit"), (lambda: light_mechanism(3, 2, 1, 4)(()), "database|point"),
    (lambda: light_mechanism(3, 2, 1, 4)(((0, 1), (1, 1))), "database|point"),
    (lambda: light_mechanism(3, 2, 1, 4)(((0, 0), (0, 0))), "database|point"),
    (lambda: light_mechanism(3, 2, 1, 4)(((5, 1), (5, 1))), "database|point"),
    (lambda: rows_for_weight(8, 1, 1, TENTH), "exp_epsilon"), (lambda: forced_weight(8, 1, 2, 0), "beta"),
    (lambda: forced_weight(8, 1, 2, HALF), "beta"), (lambda: forced_weight(8, 1, 2, 1), "beta"),
    (lambda: rows_for_weight(8, 1, 2, 0), "beta"), (lambda: rows_for_weight(8, 1, 2, HALF), "beta"),
    (lambda: rows_for_weight(8, 1, 2, 1), "beta"), (lambda: point_mass_database(-1, 1), "target must"),
    (lambda: point_mass_database(0, -1), "rows must"), (lambda: forced_weight(0, 1, 2, TENTH), "size must"),
    (lambda: forced_weight(1, -1, 2, TENTH), "rows must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_refusal_does_not_show_the_point():
    assert light_mechanism(3, 2, 1, 4)(((2, 1), (2, 1))).exact()[0, 0, 1] == Fraction(8, 9)
    for point in (3, 731, -1):
        with pytest.raises(ValueError, match="the point of the rows must be an integer of at least 0") as refusal:
            light_mechanism(3, 2, 1, 4)(((point, 1),) * 2)
        assert "got" not in str(refusal.value)
