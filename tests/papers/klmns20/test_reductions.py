"""Judges of the page reductions."""

from fractions import Fraction

import pytest

from privlearn.papers.klmns20.reductions.exercises import (judge_answers_off_by_half, judge_cuts_with_half_errors,
                                                           judge_sketched_reduction)

RECORDS = ((2, 1), (6, 0), (6, 0), (6, 0), (6, 0))


def test_right_answers_are_accepted():
    assert judge_cuts_with_half_errors((-1, 0, 1, 6, 7)).startswith("accepted")  # the five cuts outside
    assert judge_sketched_reduction(RECORDS).startswith("accepted")  # one record with label one
    assert judge_answers_off_by_half((2, 0, 2, 4, 4)).startswith("accepted")  # a first answer that is off by two


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_cuts_with_half_errors, (0, 1, 6, 7), "there are 5 of them"),
    (judge_cuts_with_half_errors, (-1, 0, 1, 5, 6, 7), "5 is an interior point"),
    (judge_cuts_with_half_errors, (-1, 0, 1, 6, 7, 8), "8 is no cut of the points 0 to 7"),
    (judge_cuts_with_half_errors, (), "there are 5 of them"),
    (judge_cuts_with_half_errors, -1, "give the cuts as a tuple"),
    (judge_sketched_reduction, ((2, 1), (5, 0), (6, 0), (6, 0), (6, 0)), "at most 1 of 5 records are wrong"),
    (judge_sketched_reduction, ((2, 1), (2, 1), (6, 0), (6, 0)), "at most 2 of 4 records are wrong"),
    (judge_sketched_reduction, ((6, 1), *RECORDS[1:]), "no threshold has all of these labels"),
    (judge_sketched_reduction, RECORDS[1:], "both labels must occur"),
    (judge_sketched_reduction, (*RECORDS[1:], (8, 1)), "(8, 1) is no record"),
    (judge_sketched_reduction, RECORDS[:3], "give between 4 and 100 records"),
    (judge_answers_off_by_half, (Fraction(199, 100), 0, 2, 4, 4), "the first answer of at least 2 stands at 2"),
    (judge_answers_off_by_half, (0, 0, 0, 2, 4), "the first answer of at least 2 stands at 3"),
    (judge_answers_off_by_half, (3, 0, 2, 4, 4), "at 0 the count is 0, and 3 is off by more than 2"),
    (judge_answers_off_by_half, (2.0, 0, 2, 4, 4), "give five integers or Fractions"),
    (judge_answers_off_by_half, (2, 0, 2, 4), "give five integers or Fractions")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
