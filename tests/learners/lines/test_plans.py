"""Plans: windows, blocks, rows."""

from fractions import Fraction
from math import ceil, log

import pytest

from privlearn.exact import Bracket, Undecided
from privlearn.learners.lines import StabilityPlan, amplified_rows, printed_line_plan, repaired_plan
from privlearn.learners.lines.plans import (_whole, amplification_runs, amplified_rows_constant, consecutive_scales,
                                            printed_blocks, run_selection_rows, window_scales)

QUARTER = Fraction(1, 4)


def test_windows_have_their_number_of_scales():
    assert window_scales(Fraction(9, 20), QUARTER)[0] == 0  # the window starts at zero for large alpha
    # a window whose length is an integer has that many integers
    assert len(window_scales(Fraction(1, 37), QUARTER)) == 24
    assert len(window_scales(Fraction(1, 20), Fraction(49, 100))) in (12, 13)  # a window of other length can lose one
    # the repaired plan has sixteen over beta sizes rounded up
    assert len(repaired_plan(Fraction(1, 10), Fraction(3, 10), QUARTER, QUARTER).block_sizes) == 54
    # a window of one has as many scales as beta asks for
    assert len(repaired_plan(QUARTER, QUARTER, QUARTER, QUARTER, window=1).block_sizes) == 4


def test_plans_begin_with_one_size_and_take_any_order():
    plans = [make(Fraction(1, 20), QUARTER, QUARTER, QUARTER) for make in (printed_line_plan, repaired_plan)]
    assert plans[0].block_sizes[0] == plans[1].block_sizes[0] == 2 ** consecutive_scales(Fraction(1, 20), 1)[0]
    assert StabilityPlan((4, 1, 2), 5, 2, QUARTER).rows == 20
    assert StabilityPlan([4, 1], 5, 2, QUARTER) == StabilityPlan((4, 1), 5, 2, QUARTER)


def test_blocks_and_runs_take_the_natural_logarithm():
    assert printed_blocks(QUARTER, Fraction(49, 100), Fraction(1, 10**6)) == 403  # blocks of the hard instances
    assert amplification_runs(QUARTER) == 8  # selection takes the natural logarithm
    assert run_selection_rows(QUARTER, QUARTER, QUARTER) == ceil(256 * log(128))
    # amplification multiplies the run and adds the selection
    run = printed_line_plan(Fraction(1, 40), QUARTER, QUARTER, QUARTER, 16).rows
    assert amplified_rows(Fraction(1, 10), QUARTER, QUARTER, QUARTER) == (
        amplification_runs(QUARTER) * run + run_selection_rows(Fraction(1, 10), QUARTER, QUARTER))


def test_what_cannot_be_rounded_is_refused():
    with pytest.raises(Undecided):
        _whole(Bracket(Fraction(1, 2), Fraction(3, 2)), up=True)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: StabilityPlan((), 1, 2, QUARTER), "block_sizes"),
    (lambda: StabilityPlan((2, 2), 1, 2, QUARTER), "block_sizes"),
    (lambda: StabilityPlan((0,), 1, 2, QUARTER), "block size"), (lambda: StabilityPlan((1,), 0, 2, QUARTER), "blocks"),
    (lambda: StabilityPlan((1,), 1, 1, QUARTER), "exp_epsilon"),
    (lambda: StabilityPlan((1,), 1, 2, Fraction(1, 2)), "delta"),
    (lambda: printed_line_plan(QUARTER, 0, QUARTER, QUARTER), "beta must lie strictly between 0 and 1/2"),
    (lambda: printed_line_plan(QUARTER, Fraction(1, 2), QUARTER, QUARTER), "beta must lie strictly between 0 and 1/2"),
    (lambda: amplified_rows_constant(0), "window")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
