"""Judges of the page closure-accuracy."""

import pytest

from privlearn.papers.abms20.closure_accuracy.exercises import judge_improper

CUBE = [(a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)]


def test_the_rule_or_with_the_constant_zero_is_accepted():
    assert judge_improper((14, [(1, 1, 1)], (0, 0, 0), CUBE)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((6, [(0, 0, 0)], (1, 1, 1), CUBE), "the dimensions are 3 with h_1 and 3 with all of H_1"),
    ((14, [(0, 0, 0)], (1, 1, 1), CUBE), "the dimensions are 0 with h_1 and 3 with all of H_1"),
    ((14, [(0, 0, 0)], (0, 0, 0), CUBE), "h_1 is one of H_1"),
    ((8, [(0, 0, 0)], (1, 1, 1), CUBE), "the proof has the example with and"),
    ((16, [(0, 0, 0)], (1, 1, 1), CUBE), "the rule is an integer from 0 to 15"),
    ((14, [(0, 0, 0)], (1, 1), CUBE), "functions are tuples of three bits"),
    ((8, [(0, 0, 0)], (1, 1, 1)), "give (rule, H_1, h_1, H_2)")])
def test_another_instance_is_refused(answer, reason):
    assert judge_improper(answer).startswith(f"not yet: {reason}")
