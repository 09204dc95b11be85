"""Average packings and success at bounded advantage: closed forms, their proofs, and solved programs."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.exact import is_enclosure, solve
from privlearn.mechanisms.optima import packing_success, required_group_ratio
from privlearn.mechanisms.optima.average_packing import (advantage_enclosure, advantage_failure_unsymmetrised,
                                                         advantage_program, advantage_success, capped_success_program,
                                                         packing_enclosure, packing_program)

F = Fraction
GRID = list(product(((2, 4), (2, 7), (5, 9), (32, 2**20), (3, 2**64)), (F(1), F(3, 2), F(4), F(2) ** 24, F(2) ** 70),
                    (F(0), F(1, 100), F(1, 2), F(1))))


def test_packing_is_proved_at_every_size():
    for n, ratio in product((2, 3, 2**12, 2**64), (F(1), F(3, 2), F(2) ** 60)):
        found = packing_enclosure(n, ratio)
        assert found.value == 1 - packing_success(n, ratio)
        assert is_enclosure(found, packing_program(n, ratio))
    program = packing_program(5, 3)  # variables: right answer, four others together, anything else
    assert (program.blocks, program.tasks) == ((3,), ({1: F(1), 2: F(1)},))
    assert set(program.ratios) == {(0, 1, F(3, 4)), (1, 0, F(12))}


@pytest.mark.parametrize(("shape", "ratio", "delta"), GRID)
def test_advantage_optimum_is_proved_and_found_by_the_solver(shape, ratio, delta):
    found, program = advantage_enclosure(*shape, ratio, delta), advantage_program(*shape, ratio, delta)
    assert is_enclosure(found, program)
    assert 1 - found.value == advantage_success(*shape, ratio, delta)
    if shape[1] < 10 and ratio < 10:
        assert solve(program).value == found.value


def test_with_any_advantage_only_the_subset_counts():
    assert advantage_success(3, 64, 8, 0) == packing_success(64, 8)  # without advantage the subset is as hard as all
    assert advantage_success(3, 64, 8, 1) == packing_success(3, 8)


def test_required_ratio_is_exactly_enough():
    for beta, delta in product((F(1, 5), F(1, 100)), (F(0), F(1, 50))):
        ratio = required_group_ratio(8, 256, beta, delta)
        assert advantage_success(8, 256, ratio, delta) == 1 - beta
        assert advantage_success(8, 256, ratio * F(99, 100), delta) < 1 - beta
    assert required_group_ratio(2, 8, 1, 0) == 1  # hopeless failure needs no privacy loss


@pytest.mark.parametrize(("members", "size", "ratio"), [(2, 4, 2), (3, 5, 4)])
def test_symmetry_loses_nothing(members, size, ratio):
    failure = 1 - advantage_success(members, size, Fraction(ratio), Fraction(1, 5))
    assert advantage_failure_unsymmetrised(members, size, ratio, failure - Fraction(1, 5)) == failure


@pytest.mark.parametrize(("arguments", "failure"), [
    ((4, F(1, 4), F(2, 3)), F(1, 12)), ((3, 0, F(1, 2)), 0), ((1, 1, F(1, 3)), F(2, 3)), ((2, 1, F(1, 3)), F(2, 3))])
def test_capped_points_fail_and_the_others_do_not(arguments, failure):
    assert solve(capped_success_program(*arguments)).value == failure


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: required_group_ratio(2, 8, 0, 0), "beta"), (lambda: advantage_success(3, 4, 2, 0), "size"),
    (lambda: capped_success_program(0, 0, Fraction(1, 2)), "points must be"),
    (lambda: capped_success_program(2, 2, Fraction(1, 2)), "weak must lie"),
    (lambda: capped_success_program(2, 1, 1), "threshold must lie"),
    (lambda: capped_success_program(2, 1, 0), "threshold must lie"),
    (lambda: advantage_failure_unsymmetrised(3, 2, 2, 0), "members must be"),
    (lambda: advantage_failure_unsymmetrised(0, 2, 2, 0), "members")])
def test_programs_out_of_range_are_refused(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize(("members", "size", "ratio", "offset", "failure"), [
    (1, 1, 2, 0, 0), (2, 2, 2, 0, 1 - packing_success(2, F(2))), (3, 3, 4, 0, 1 - packing_success(3, F(4))),
    (2, 2, 1, 3, 3)])  # a large offset is all that counts
def test_where_all_databases_are_of_the_family_there_is_no_advantage(members, size, ratio, offset, failure):
    assert advantage_failure_unsymmetrised(members, size, ratio, offset) == failure
