"""Judges of the page formulas."""

import pytest

from privlearn.papers.abms20.formulas.exercises import judge_swapped

WRONG = sorted({*range(1, 16)} - {0b0011, 0b0101, 0b1010, 0b1100})


def test_all_but_the_four_self_dual_rules_are_wrong():
    assert judge_swapped(WRONG) == "accepted: 11 of 15 come out wrong, the other 4 are self-dual"


@pytest.mark.parametrize(("answer", "reason"), [
    (WRONG[1:], "instead of the rule 0001 the formula computes"),
    ([*WRONG, 3], "instead of the rule 0011 the formula computes 0011"),
    ([*WRONG, 16], "list the rules as truth tables"), (11, "list the rules")])
def test_other_rules_are_refused(answer, reason):
    assert judge_swapped(answer).startswith(f"not yet: {reason}")
