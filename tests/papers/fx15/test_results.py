"""Judges of the page results."""

import pytest

from privlearn.papers.fx15.results.exercises import judge_first_sample, judge_first_win


def test_right_answers_are_accepted():
    assert judge_first_win(16**5 + 1).startswith("accepted")  # one above the fifth power of sixteen
    assert judge_first_sample((24, 32, 40)).startswith("accepted")  # the first samples


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_first_win, 16**5, "log* b = 5, and 16 to that power is not below b"),
    (judge_first_win, 16**5 + 2, "right for this b, but a smaller one will do"),
    (judge_first_win, 2.0**20, "give b as an integer"),
    (judge_first_sample, (24, 31, 40), "for b = 31 the chain allows 2"),
    (judge_first_sample, (25, 32, 40), "for b = 25 more than 1 are needed, and for a smaller b as well"),
    (judge_first_sample, (0, 32, 40), "give three integers"), (judge_first_sample, 32, "give three integers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
