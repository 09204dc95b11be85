"""The best of all private mechanisms on tiny instances."""

from fractions import Fraction

import pytest

from privlearn.exact import is_enclosure
from privlearn.mechanisms import audit_pure, replace_one
from privlearn.mechanisms.optima import mechanism_from, mechanism_program, optimal_failure, packing_success

F = Fraction
ONE_BIT = [(0,), (1,)]
TELL = [{((bit,), 1 - bit): 1} for bit in (0, 1)]


def test_best_one_bit_mechanism_is_randomised_response():
    assert optimal_failure(ONE_BIT, (0, 1), replace_one(ONE_BIT), F(3, 2), TELL).value == F(2, 5)


def test_optimal_mechanism_is_private_and_as_good_as_claimed():
    best = optimal_failure(ONE_BIT, (0, 1), replace_one(ONE_BIT), 3, TELL)
    mechanism = mechanism_from(best, ONE_BIT, (0, 1))
    assert audit_pure(mechanism, ONE_BIT, replace_one).exp_epsilon == 3
    assert mechanism((0,)).exact()[1] == best.value


def test_distances_are_exponents():
    for rows in (0, 1, 2):
        distances = {(h, k): rows for h in range(3) for k in range(3) if h != k}
        tasks = [{(h, k): 1 for k in range(3) if k != h} for h in range(3)]
        assert 1 - optimal_failure(range(3), range(3), distances, 2, tasks).value == packing_success(3, 2**rows)


def test_one_database_needs_no_privacy():
    assert optimal_failure(["only"], (0, 1), [], 1, [{("only", 1): 1}]).value == 0


def test_ratio_one_makes_all_databases_alike():
    assert optimal_failure(ONE_BIT, (0, 1), replace_one(ONE_BIT), 1, TELL).value == F(1, 2)


def test_optimum_verifies_against_its_program():
    program = mechanism_program(ONE_BIT, (0, 1), replace_one(ONE_BIT), 2, TELL)
    assert is_enclosure(optimal_failure(ONE_BIT, (0, 1), replace_one(ONE_BIT), 2, TELL), program)


def test_repeated_databases_are_refused():
    with pytest.raises(ValueError, match="distinct"):
        optimal_failure([(0,), (0,)], (0, 1), [], 2, TELL[:1])


@pytest.mark.parametrize(("outputs", "distances", "tasks", "rule"), [
    ((0, 0), [], TELL, "distinct"), ((0, 1), [((0,), (2,))], TELL, "distances and tasks must name"),
    ((0, 1), [], [*TELL, {((2,), 0): 1}], "distances and tasks must name"),
    ((0, 1), [], [*TELL, {((0,), 2): 1}], "tasks must name the given outputs"),
    ((0, 1), [], [{((0,), 0): 1, ((0,), 2): 1}], "tasks must name the given outputs")])
def test_only_what_is_given_may_be_named(outputs, distances, tasks, rule):
    with pytest.raises(ValueError, match=rule):
        mechanism_program(ONE_BIT, outputs, distances, 2, tasks)


def test_mechanism_is_unknown_outside_its_databases():
    best = optimal_failure(ONE_BIT, (0, 1), replace_one(ONE_BIT), 3, TELL)
    with pytest.raises(ValueError, match="database"):
        mechanism_from(best, ONE_BIT, (0, 1))((2,))
