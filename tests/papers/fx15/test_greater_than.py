"""Judges of the page greater-than."""

import pytest

from privlearn.papers.fx15.greater_than.exercises import judge_hard_inputs

WEIGHTS = [[1, 1, 0], [1, 1, 0], [0, 1, 1], [0, 1, 1]]


def test_right_answers_are_accepted():
    assert judge_hard_inputs(WEIGHTS).startswith("accepted")  # eight equal cells
    assert judge_hard_inputs([[3 * w for w in row] for row in WEIGHTS]).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([[1, 1, 1]] * 4, "with the blocks"), ([[2, 1, 0], *WEIGHTS[1:]], "with the blocks"),
    ([[0, 0, 0]] * 4, "give integers or Fractions of at least 0, not all 0"),
    ([[1.0, 1, 0], *WEIGHTS[1:]], "give integers or Fractions"), (WEIGHTS[:3], "give 4 rows of 3 numbers")])
def test_other_weights_are_refused(answer, reason):
    assert judge_hard_inputs(answer).startswith(f"not yet: {reason}")
