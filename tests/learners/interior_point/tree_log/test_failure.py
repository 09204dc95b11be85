"""Bounds on TreeLog's failure, and the exponential mechanism's worst case."""

from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from privlearn.learners.interior_point.problem import TINY, exponential_failure
from privlearn.learners.interior_point.tree_log import (Level, TreeLogParameters, base_size, choice_failure,
                                                        end_failure, recursion_depth, tree_log_failure, tree_log_law)
from privlearn.learners.interior_point.tree_log.failure import base_values, share, sizes, tree_log_failure_bracket
from privlearn.learners.interior_point.trees import level_bits

LEVEL = Level(exp_path=2, exp_choose=3, threshold=2, exp_end=4, trim=1, stop=2)


def test_sizes_stop_at_zero_and_are_the_rows_without_levels():
    assert sizes(3, TreeLogParameters((LEVEL, LEVEL), 2)) == (3, 0, 0)
    assert sizes(5, TreeLogParameters((), 2)) == (5,)  # sizes without levels are the rows
    assert sizes(0, TreeLogParameters((), 2)) == (0,)
    # nothing is left where trimming takes all and nothing is dropped
    level = Level(exp_path=2, exp_choose=3, threshold=2, exp_end=4, trim=1, stop=0)
    assert sizes(2, TreeLogParameters((level,), 2)) == (2, 0)
    assert sizes(0, TreeLogParameters((LEVEL,), 2)) == (0, 0)  # nothing may be left
    assert (base_size(0, 0), base_size(0, 1), recursion_depth(0)) == (1, 1, 0)


def test_base_sizes_and_depths():
    assert base_size(4, 0) == 16  # base of no level is the domain
    assert [base_size(0, levels) for levels in range(3)] == [1, 1, 1]  # base of one point is one point
    bits = 1 << 20  # base below k levels is the iterated number of levels
    for levels in range(1, 5):
        assert base_size(1 << 20, levels) == bits + 1
        bits = level_bits(bits)
    assert [recursion_depth(bits) for bits in range(6)] == [0, 0, 0, 0, 1, 1]  # recursion ends at eight points


def test_failures_of_a_choice_and_of_the_bound():
    parameters = TreeLogParameters((LEVEL,), 5)  # terms of the bound
    assert tree_log_failure(3, 12, parameters) == min(
        1, end_failure(4, 1) + choice_failure(3, 2, 2) + exponential_failure(4, 8, 5))
    assert tree_log_failure(3, 4, TreeLogParameters((LEVEL,), 5)) == 1  # bound is one without elements at the base
    # it holds for two levels
    parameters = TreeLogParameters((Level(exp_path=8, exp_choose=8, threshold=2, exp_end=8, trim=1,
                                          stop=2), Level(exp_path=8, exp_choose=8, threshold=2, exp_end=8,
                                                                   trim=0, stop=2)), 8)
    bound = tree_log_failure(2, 9, parameters)
    assert bound < 1
    for s in combinations_with_replacement(range(4), 9):
        law = tree_log_law(s, 2, parameters).exact()
        assert sum(p for x, p in law.items() if x is None or not s[0] <= x <= s[-1]) <= bound


def test_the_bracket_is_exact_on_few_rows_and_tiny_on_many():
    parameters = TreeLogParameters((LEVEL, LEVEL), 2)
    found = tree_log_failure_bracket(8, 40, parameters)
    assert found.lower == found.upper == tree_log_failure(8, 40, parameters)
    found = tree_log_failure_bracket(64, 10**6, TreeLogParameters((Level(exp_path=2, exp_choose=2, threshold=9,
                                                                         exp_end=2, trim=5000, stop=5000),), 2))
    assert 0 <= found.lower <= found.upper < Fraction(1, 10**1000)
    # no answer counts as the points it weighs
    assert base_values(3, TreeLogParameters((LEVEL,), Fraction(3, 2), threshold_base=2)) == 4 + 3
    assert share(2, -3) == share(Fraction(1, 2), 3)  # share of a negative exponent is nearly one
    assert share(2, -5000).lower > 1 - Fraction(1, 10**60)


@pytest.mark.parametrize("exponent", [2047, 2048, 2049, 5000])
def test_share_is_the_same_on_either_side_of_the_longest_power(exponent):
    base = Fraction(101, 100)
    found, exact = share(base, exponent, 3), 3 / (3 + base**exponent)
    assert found.lower <= exact <= found.upper <= exact + Fraction(1, 10**30)


@pytest.mark.parametrize("weight", [1, 3])
def test_share_that_is_not_resolved_is_between_zero_and_the_resolution(weight):
    found = share(2, 10**6, weight)
    assert found.lower == 0
    assert Fraction(weight, TINY) <= found.upper <= Fraction(weight, TINY) * (1 + Fraction(1, 10**8))


@pytest.mark.parametrize("base", [Fraction(101, 100), 1 + Fraction(1, 10**9)])
def test_many_elements_at_the_base_fail_by_the_smaller_half(base):
    parameters = TreeLogParameters((), base)
    assert tree_log_failure_bracket(3, 3001, parameters).upper == 8 / (8 + base**1500)
    assert tree_log_failure(3, 3001, parameters) <= 8 / (8 + base**1500)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: sizes(-1, TreeLogParameters((), 2)), "rows"),
    (lambda: base_size(-1, 1), "domain_bits must be an integer of at least 0, got -1"),
    (lambda: base_size(1, -1), "levels must be an integer of at least 0, got -1"),
    (lambda: recursion_depth(-1), "domain_bits must be an integer of at least 0, got -1"),
    (lambda: choice_failure(2, 1, -1), "stop must be an integer of at least 0, got -1"),
    (lambda: end_failure(2, -1), "trim must be an integer of at least 0, got -1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
