"""The best of all private mechanisms on tiny instances."""

from fractions import Fraction

import pytest

from privlearn.exact import is_enclosure
from privlearn.mechanisms import audit_pure, replace_one
from privlearn.mechanisms.optima import mechanism_from, mechanism_program, optimal_failure, packing_success

F = Fraction
ONE_BIT = [(0,), (1,)]
TELL = [{((bit,), 1 - bit): 1} for bit in (0, 1)]


@pytest.mark.parametrize(("ratio", "failure"), [(1, F(1, 2)), (F(3, 2), F(2, 5))])
def test_best_one_bit_mechanism_is_randomised_response(ratio, failure):
    assert optimal_failure(ONE_BIT, (0, 1), replace_one(ONE_BIT), ratio, TELL).value == failure
    assert optimal_failure(["only"], (0, 1), [], 1, [{("only", 1): 1}]).value == 0  # one database needs no privacy


def test_optimal_mechanism_is_private_and_as_good_as_claimed():
    best = optimal_failure(ONE_BIT, (0, 1), replace_one(ONE_BIT), 3, TELL)
    assert is_enclosure(best, mechanism_program(ONE_BIT, (0, 1), replace_one(ONE_BIT), 3, TELL))
    mechanism = mechanism_from(best, ONE_BIT, (0, 1))
    assert audit_pure(mechanism, ONE_BIT, replace_one).exp_epsilon == 3
    assert mechanism((0,)).exact()[1] == best.value
    with pytest.raises(ValueError, match="database"):
        mechanism((2,))


def test_distances_are_exponents():
    for rows in (0, 1, 2):
        distances = {(h, k): rows for h in range(3) for k in range(3) if h != k}
        tasks = [{(h, k): 1 for k in range(3) if k != h} for h in range(3)]
        assert 1 - optimal_failure(range(3), range(3), distances, 2, tasks).value == packing_success(3, 2**rows)


@pytest.mark.parametrize(("databases", "outputs", "distances", "tasks", "rule"), [
    ([(0,), (0,)], (0, 1), [], TELL[:1], "distinct"), (ONE_BIT, (0, 0), [], TELL, "distinct"),
    (ONE_BIT, (0, 1), [((0,), (2,))], TELL, "distances and tasks must name"),
    (ONE_BIT, (0, 1), [], [*TELL, {((2,), 0): 1}], "distances and tasks must name"),
    (ONE_BIT, (0, 1), [], [*TELL, {((0,), 2): 1}], "tasks must name the given outputs"),
    (ONE_BIT, (0, 1), [], [{((0,), 0): 1, ((0,), 2): 1}], "tasks must name the given outputs")])
def test_only_what_is_given_may_be_named_and_once(databases, outputs, distances, tasks, rule):
    with pytest.raises(ValueError, match=rule):
        mechanism_program(databases, outputs, distances, 2, tasks)
