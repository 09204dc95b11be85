"""Judges of the page block-sizes."""

from fractions import Fraction

import pytest

from privlearn.papers.fx15.block_sizes.exercises import judge_five_unstable, judge_six_bad

MASS, LIGHT = Fraction(5, 2**5), Fraction(5, 2**15)
LINE = Fraction(27, 2**15)


def test_right_answers_are_accepted():
    # a heavy point with most of the line
    assert judge_five_unstable((LINE, LINE * Fraction(21, 25))).startswith("accepted")
    assert judge_six_bad((MASS, MASS - LIGHT)).startswith("accepted")  # a mass far from the left ends


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_five_unstable, (LINE, LINE * Fraction(15, 25)), "the unstable scales are"),
    (judge_five_unstable, (Fraction(1, 1024), Fraction(1, 2048)), "the unstable scales are"),
    (judge_five_unstable, (32 * LINE, 32 * LINE * Fraction(21, 25)), "r is to be at most 1/1000"),
    (judge_five_unstable, (LINE, LINE * Fraction(12, 25)), "q is to be the heavier of two points"),
    (judge_five_unstable, (LINE, LINE * Fraction(22, 25)), "q is to be the heavier of two points, from r/2 to 17/20 r"),
    (judge_five_unstable, (LINE, LINE * Fraction(26, 25)), "0 < q <= r <= 1 is needed"),
    (judge_five_unstable, (0.1, 0.09), "give two exact numbers"),
    (judge_six_bad, (MASS * Fraction(10, 8), (MASS - LIGHT) * Fraction(10, 8)), "8 bad integers"),
    (judge_six_bad, (Fraction(1, 8), Fraction(1, 16)), "4 bad integers: 2, 3, 4, 5"),
    (judge_six_bad, MASS, "give two exact numbers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
