"""Plans: windows, blocks, rows."""

from fractions import Fraction
from math import ceil, log

import pytest

from privlearn.exact import Bracket, Undecided
from privlearn.learners.lines import StabilityPlan, amplified_rows, printed_line_plan, repaired_plan
from privlearn.learners.lines.plans import (_whole, amplification_runs, amplified_rows_constant, consecutive_scales,
                                            printed_blocks, run_selection_rows, window_scales)

QUARTER = Fraction(1, 4)


def test_the_window_starts_at_zero_for_large_alpha():
    assert window_scales(Fraction(9, 20), QUARTER)[0] == 0


def test_a_window_whose_length_is_an_integer_has_that_many_integers():
    assert len(window_scales(Fraction(1, 37), QUARTER)) == 24


def test_a_window_of_other_length_can_lose_one():
    assert len(window_scales(Fraction(1, 20), Fraction(49, 100))) in (12, 13)


def test_the_repaired_plan_has_sixteen_over_beta_sizes_rounded_up():
    assert len(repaired_plan(Fraction(1, 10), Fraction(3, 10), QUARTER, QUARTER).block_sizes) == 54


def test_both_plans_begin_with_the_same_size():
    plans = [make(Fraction(1, 20), QUARTER, QUARTER, QUARTER) for make in (printed_line_plan, repaired_plan)]
    assert plans[0].block_sizes[0] == plans[1].block_sizes[0] == 2 ** consecutive_scales(Fraction(1, 20), 1)[0]


def test_rows_are_those_of_the_largest_block_size():
    assert StabilityPlan((4, 1, 2), 5, 2, QUARTER).rows == 20


def test_a_plan_does_not_depend_on_how_its_sizes_are_given():
    assert StabilityPlan([4, 1], 5, 2, QUARTER) == StabilityPlan((4, 1), 5, 2, QUARTER)


def test_blocks_of_the_hard_instances():
    assert printed_blocks(QUARTER, Fraction(49, 100), Fraction(1, 10**6)) == 403


def test_amplification_multiplies_the_run_and_adds_the_selection():
    run = printed_line_plan(Fraction(1, 40), QUARTER, QUARTER, QUARTER, 16).rows
    assert amplified_rows(Fraction(1, 10), QUARTER, QUARTER, QUARTER) == (
        amplification_runs(QUARTER) * run + run_selection_rows(Fraction(1, 10), QUARTER, QUARTER))


def test_selection_takes_the_natural_logarithm():
    assert amplification_runs(QUARTER) == 8
    assert run_selection_rows(QUARTER, QUARTER, QUARTER) == ceil(256 * log(128))


@pytest.mark.parametrize(("sizes", "blocks", "ratio", "delta", "message"), [
    ((), 1, 2, QUARTER, "block_sizes"), ((2, 2), 1, 2, QUARTER, "block_sizes"), ((0,), 1, 2, QUARTER, "block size"),
    ((1,), 0, 2, QUARTER, "blocks"), ((1,), 1, 1, QUARTER, "exp_epsilon"), ((1,), 1, 2, Fraction(1, 2), "delta")])
def test_bad_plans_are_refused(sizes, blocks, ratio, delta, message):
    with pytest.raises(ValueError, match=message):
        StabilityPlan(sizes, blocks, ratio, delta)


def test_parameters_of_the_papers_are_below_one_half():
    for beta in (0, Fraction(1, 2)):
        with pytest.raises(ValueError, match="beta must lie strictly between 0 and 1/2"):
            printed_line_plan(QUARTER, beta, QUARTER, QUARTER)


def test_constant_of_the_amplified_rows_is_large_enough():
    quarter, ln4 = Fraction(1, 4), Fraction(138, 100)  # a little below ln(1/delta)
    rows = amplified_rows(quarter, quarter, Fraction(1, 10), quarter, 1)
    assert rows <= amplified_rows_constant(1) * ln4 / Fraction(1, 10)
    with pytest.raises(ValueError, match="window"):
        amplified_rows_constant(0)


def test_what_cannot_be_rounded_is_undecided():
    with pytest.raises(Undecided):
        _whole(Bracket(Fraction(1, 2), Fraction(3, 2)), up=True)


def test_a_window_of_one_has_as_many_scales_as_beta_asks_for():
    assert len(repaired_plan(QUARTER, QUARTER, QUARTER, QUARTER, window=1).block_sizes) == 4
