"""Experts the best of whom errs at most k times."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from privlearn.dimensions import littlestone_dimension, randomized_littlestone_dimension
from privlearn.exact import solve
from privlearn.online.experts.universal import (following_experts, following_program, most_rounds, perfect_experts,
                                                two_experts, universal_experts)


def test_an_expert_says_its_bit_of_the_pattern():
    rows = universal_experts(3).rows()
    assert all(rows[i][x] == x >> i & 1 for i in range(3) for x in range(8))
    assert universal_experts(1).rows() == [(0, 1)]
    rows = universal_experts(12).matrix
    assert rows.shape == (12, 4096)
    assert rows[:, 0b101].tolist() == [1, 0, 1] + [0] * 9


def test_small_numbers_of_experts_by_hand():
    # 2^3 = 2 (1 + 3), 2^4 > 2 (1 + 4)
    assert most_rounds(2, 1) == 3
    assert [most_rounds(n, 0) for n in (1, 2, 3, 4, 7, 8)] == [0, 1, 1, 2, 2, 3]
    assert [most_rounds(1, k) for k in range(4)] == [0, 1, 2, 3]
    assert perfect_experts(6) == randomized_littlestone_dimension(universal_experts(6)) == Fraction(5, 4)
    assert littlestone_dimension(universal_experts(6)) == 2
    assert following_experts(1) == 0
    found = solve(following_program((Fraction(0), Fraction(1, 2))))
    assert found.value == following_experts(3) == Fraction(5, 6)
    assert found.point == (Fraction(1, 3),) * 3


@pytest.mark.parametrize(("call", "name"), [
    (lambda: universal_experts(0), "count"), (lambda: universal_experts(13), "count"),
    (lambda: most_rounds(0, 1), "count"), (lambda: most_rounds(1, -1), "errors"), (lambda: two_experts(-1), "k"),
    (lambda: perfect_experts(0), "n"), (lambda: following_experts(0), "count")])
def test_bad_numbers_are_refused(call, name):
    with pytest.raises(ValueError, match=name):
        call()


def test_every_set_that_errs_is_a_task_of_the_program():
    values = (Fraction(1, 7), Fraction(2, 5), Fraction(5, 3))
    program = following_program(values)
    assert program.blocks == (4,)
    assert sorted(tuple(task[i] for i in range(4)) for task in program.tasks) == sorted(
        tuple(wrong[i] + values[3 - sum(wrong)] for i in range(4))
        for wrong in product((0, 1), repeat=4) if 0 < sum(wrong) < 4)


@pytest.mark.parametrize("count", [2, 3, 4, 5])
def test_the_programs_have_the_values_of_the_sum(count):
    assert solve(following_program(tuple(following_experts(m) for m in range(1, count)))).value == following_experts(
        count) == sum(Fraction(1, m) for m in range(2, count + 1))


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8, 13])
@pytest.mark.parametrize("errors", [0, 1, 2, 5])
def test_rounds_are_the_most_that_can_be_covered(count, errors):
    covered = [d for d in range(40) if 2**d <= count * sum(comb(d, i) for i in range(errors + 1))]
    assert most_rounds(count, errors) == max(covered) == len(covered) - 1
