"""Judges of the page consequences."""

import pytest

from privlearn.papers.klmns20.consequences.exercises import judge_rows_for_share


def test_fifty_rows_for_each_error_are_accepted():
    assert judge_rows_for_share(9750).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (9749, "195 errors among 9749 rows are a share of 0.0200"), (9751, "that is enough, but one fewer is, too"),
    (9750.0, "give a positive integer")])
def test_another_number_of_rows_is_refused(answer, reason):
    assert judge_rows_for_share(answer).startswith(f"not yet: {reason}")
