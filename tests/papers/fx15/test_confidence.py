"""Judges of the page confidence."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.confidence.exercises import judge_factor_two


def test_one_good_hypothesis_and_ten_bad_ones_are_accepted():
    assert judge_factor_two(((40, *[10] * 10), 29)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (((40, *[10] * 10), 30), "no hypothesis is further than t behind"), (((40, *[10] * 10), 20), "the bound is"),
    (((0, 3), 1), "the bound is 4.31 times the probability"),
    (((61, *[10] * 10), 29), "between 1 and 1000 scores, integers from 0 to 60"),
    (((40, *[10] * 10), Fraction(59, 2)), "let t be a positive integer"), (40, "give (scores, t)")])
def test_other_scores_are_refused(answer, reason):
    assert judge_factor_two(answer).startswith(f"not yet: {reason}")
