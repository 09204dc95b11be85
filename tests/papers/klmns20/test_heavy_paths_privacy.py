"""Judges of the page heavy-paths-privacy."""

from fractions import Fraction

import pytest

from privlearn.mechanisms import above_threshold
from privlearn.papers.klmns20.heavy_paths_privacy.exercises import judge_chain, judge_index

HALF = Fraction(1, 2)
OTHER = above_threshold((3, 40), 20, 2, 2).exact()[0]


def test_right_answers_are_accepted():
    # a certain point a coin and the other point
    assert judge_chain(((1, 0), (HALF, HALF), (0, 1))).startswith("accepted")
    assert judge_index((2, OTHER, 14)).startswith("accepted")  # level two and the largest exponent


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_chain, ((1, 0), (HALF, HALF), (1, 0)), "d_1 = 0, d_2 = 1/2, and from P to R 0 at ratio 4"),
    (judge_chain, ((HALF, HALF), (HALF, HALF), (0, 1)), "d_1 = 0, d_2 = 1/2, and from P to R 1/2 at ratio 4"),
    (judge_chain, ((1, 0), (HALF, Fraction(1, 3)), (0, 1)), "give three laws"),
    (judge_chain, ((1, 0), (0.5, 0.5), (0, 1)), "give three laws"), (judge_chain, 1, "give three laws"),
    (judge_index, (2, OTHER, 13), "true, but m = 13 is not the largest"),
    (judge_index, (2, OTHER, 15), "the other level has a probability above 2^-15"),
    (judge_index, (2, OTHER / 2, 14), "k and m are right, but p is not the exact"),
    (judge_index, (1, OTHER, 14), "level 1 has a probability below one half"),
    (judge_index, (3, OTHER, 14), "there are two levels, 1 and 2"),
    (judge_index, (2, OTHER, 14.0), "give (k, p, m), exact numbers"),
    (judge_index, (2, 14), "give (k, p, m), exact numbers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
