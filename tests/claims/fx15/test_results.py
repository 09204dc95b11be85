"""Judges of the page results."""

import pytest

from privlearn.claims.fx15.results.exercises import judge_first_sample, judge_first_win


def test_one_above_the_fifth_power_of_sixteen_is_accepted():
    assert judge_first_win(16**5 + 1).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (16**5, "log* b = 5, and 16 to that power is not below b"),
    (16**5 + 2, "right for this b, but a smaller one will do"),
    (2.0**20, "give b as an integer"),
])
def test_another_first_win_is_refused(answer, reason):
    assert judge_first_win(answer).startswith(f"not yet: {reason}")


def test_the_first_sample_is_accepted():
    assert judge_first_sample(32).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (31, "for b = 31 the chain allows 2"),
    (33, "right for this b, but a smaller one will do"),
    (0, "give b as an integer"),
    ("32", "give b as an integer"),
])
def test_another_first_sample_is_refused(answer, reason):
    assert judge_first_sample(answer).startswith(f"not yet: {reason}")
