"""Judges of the page formulas."""

import pytest

from privlearn.claims.abms20.formulas.exercises import judge_swapped


def test_all_but_the_three_self_dual_rules_are_wrong():
    assert judge_swapped(11).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (10, "more than 10"),
    (12, "fewer than 12"),
    (15, "fewer than 15"),
    (None, "give an integer"),
])
def test_another_count_is_refused(answer, reason):
    assert judge_swapped(answer).startswith(f"not yet: {reason}")
