"""Judges of the page generator-separation."""

from fractions import Fraction

import pytest

from privlearn.papers.bbkn14.generator_separation.exercises import (judge_average_packing_mechanism,
                                                                    judge_uneven_successes)


def table(own, other):
    return [[own if i == j else other for j in range(8)] for i in range(8)]


IMAGE = [Fraction(19, 25)] * 4


def test_right_answers_are_accepted():
    # four times the weight on the own database
    assert judge_average_packing_mechanism(table(Fraction(4, 11), Fraction(1, 11))).startswith("accepted")
    # successes without an advantage
    assert judge_uneven_successes([*IMAGE, *[Fraction(23, 25)] * 12, *[Fraction(18, 25)] * 48]).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_average_packing_mechanism, table(Fraction(1, 8), Fraction(1, 8)),
     "average success 1/8, and 4/11 is possible"),
    (judge_average_packing_mechanism, table(Fraction(5, 12), Fraction(1, 12)),
     "answer 0 is more than 4 times as likely"),
    (judge_average_packing_mechanism, table(Fraction(4, 11), Fraction(1, 12)), "row 0 sums to 125/132"),
    (judge_average_packing_mechanism, table(0.5, 0.5 / 7), "give integers or Fractions of at least 0"),
    (judge_average_packing_mechanism, [[1]], "give 8 rows of 8 probabilities"),
    (judge_uneven_successes, [*IMAGE, *[Fraction(7, 10)] * 60], "the distinguisher has advantage"),
    (judge_uneven_successes, [*IMAGE, *[Fraction(23, 25)] * 13, *[Fraction(18, 25)] * 47], "47 points are below 3/4"),
    (judge_uneven_successes, [*[Fraction(3, 4)] * 4, *[Fraction(7, 10)] * 60],
     "success 3/4 on the image is not above 3/4"),
    (judge_uneven_successes, [*[1] * 4, *[Fraction(7, 10)] * 60], "give Fractions strictly between 0 and 1"),
    (judge_uneven_successes, IMAGE, "give 64 successes")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
