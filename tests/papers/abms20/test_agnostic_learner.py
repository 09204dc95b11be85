"""Judges of the page agnostic-learner."""

from fractions import Fraction

import pytest

from privlearn.papers.abms20.agnostic_learner.exercises import judge_subsampling_loss


def test_the_exact_ratio_of_one_row_of_nine_is_accepted():
    assert judge_subsampling_loss(Fraction(41, 36)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (Fraction(41, 36) * Fraction(101, 100), "no two neighbours have the ratio"),
    (Fraction(41, 36) * Fraction(99, 100), "some two neighbours have a larger ratio"),
    (Fraction(9, 4), "no two neighbours have the ratio 9/4"), (41 / 36, "give an integer or a Fraction")])
def test_another_ratio_is_refused(answer, reason):
    assert judge_subsampling_loss(answer).startswith(f"not yet: {reason}")
