"""Verdicts: comparisons that cannot pass by accident."""

import math
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from privlearn.checking import Verdict, all_hold, counted, covering, judge
from privlearn.checking.verdict import floats_inside
from privlearn.exact import Bracket, Undecided, exp_bracket


@pytest.mark.parametrize(("cases", "found"), [
    ([("a", 1, 5), ("b", 2, 3), ("c", 0, 9)], (True, "b", 1, 3)),
    ([("a", 1, 5), ("b", 4, 3), ("c", 9, 3)], (False, "b", -1, 2))], ids=["the tightest case", "the first failure"])
def test_the_witness_is_the_tightest_case_or_the_first_failure_which_stops(cases, found):
    verdict = judge("<=", cases)
    assert (verdict.holds, verdict.witness, verdict.slack, verdict.instances) == found


@pytest.mark.parametrize(("relation", "holds"), [("<=", True), ("==", True), ("<", False)])
def test_equal_sides(relation, holds):
    assert judge(relation, [(0, Fraction(1, 3), Fraction(1, 3))]).holds is holds


@pytest.mark.parametrize(("made", "told"), [
    (lambda: judge("<=", []), "must not be empty"),
    (lambda: Verdict(True, 0, 0, 0, None, 0), "instances must be at least 1"),
    (lambda: judge(">=", [(0, 1, 2)]), "relation must be")], ids=["nothing", "no instances", "unknown relation"])
def test_what_is_no_comparison_is_refused(made, told):
    with pytest.raises(ValueError, match=told):
        made()


def test_brackets_accept_by_their_unfavourable_end_and_are_undecided_where_they_overlap():
    assert judge("<=", [(0, Fraction(271, 100), exp_bracket(1))]).holds
    assert not judge("<=", [(0, Fraction(272, 100), exp_bracket(1))]).holds
    with pytest.raises(Undecided):
        judge("<=", [(0, Bracket(0, 2), Bracket(1, 3))])


def test_both_kinds_of_rational_infinity_and_what_is_no_number_are_compared():
    found = judge("==", [(0, fmpq(1, 3), Fraction(1, 3))])
    assert (found.holds, type(found.left)) == (True, Fraction)
    assert judge("<=", [(0, fmpq(1, 3), fmpq(1, 2))]).slack == Fraction(1, 6)
    assert not judge("<=", [(0, math.inf, Fraction(10**9))]).holds
    assert judge("==", [(0, "a", "a")]).slack is None


def test_joined_verdicts_tell_what_is_covered_apart_from_what_was_judged():
    good, bad = judge("<=", [(1, 0, 1), (2, 0, 5)]), judge("<=", [(3, 2, 1)])
    assert all_hold(good, good).instances == 4
    joined = all_hold(good, bad)
    assert (joined.holds, joined.witness, joined.instances) == (False, 3, 3)
    found = counted(judge("<=", [(0, 0, 1)]), 630)
    assert (found.instances, found.covered) == (630, 630)
    whole = all_hold(covering(judge("<=", [(0, 0, 1)]), 24), judge("<=", [(1, 0, 1)]))
    assert (whole.instances, whole.covered) == (2, 25)
    assert covering(judge("<=", [(0, 2, 1)]), 24).covered == 1  # one that fails


@pytest.mark.parametrize(("found", "value"), [
    *((True, value) for value in (0.5, (1, [0.5]), {"a": 0.5}, {0.5}, np.float64(2),
                                  Verdict(True, 1, 1, 0, (0.5,), 1))),
    *((False, value) for value in (1, Fraction(1, 2), math.inf, "0.5", (1, None), Bracket(0, 1),
                                   Verdict(True, 1, 2, 1, (), 1)))])
def test_floats_are_found_anywhere_and_none_in_exact_values(found, value):
    assert floats_inside(value) == found
