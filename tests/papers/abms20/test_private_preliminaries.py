"""Judges of the page private-preliminaries."""

from fractions import Fraction

import pytest

from privlearn.papers.abms20.private_preliminaries.exercises import judge_draws, judge_realizable_only, judge_refused

HALF = Fraction(1, 2)
EVEN = {(0, 0): HALF, (1, 1): HALF}


def tells_contradictions(rows):
    return 1 if len({y for x, y in rows if x == 0}) == 2 else HALF


def tells_too_much(rows):
    return Fraction(4, 5) if rows[0] == (0, 1) else HALF


def tells_one_label(rows):
    return Fraction(1, 3) if rows[0] == (0, 1) else Fraction(2, 3)


def draws(rows):
    return rows, *((1 + Fraction(33, 9 * m)) ** m for m in (rows, rows - 1))


def test_right_answers_are_accepted():
    assert judge_refused(([(0, 0)], EVEN, (0, 1))).startswith("accepted")  # a better hypothesis outside the class
    assert judge_realizable_only(tells_contradictions).startswith("accepted")
    assert judge_draws(draws(46)) == "accepted: 46 draws, ratio 34.0510, and 33.9515 with one fewer"


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_refused, ([(0, 0)], {(0, 0): Fraction(3, 4), (1, 1): Fraction(1, 4)}, (0, 1)),
     "error 0 against 1/4 in the class is accepted"),
    (judge_refused, ([(0, 1)], EVEN, (0, 0)), "error 1/2 is worse than 0"),
    (judge_refused, ([(0, 0)], {(0, 0): HALF, (1, 1): Fraction(1, 3)}, (0, 1)), "mu must give masses that sum to 1"),
    (judge_refused, ([], EVEN, (0, 1)), "the hypothesis and at least one concept are needed"),
    (judge_refused, ([(0, 0)], EVEN), "give (concepts, mu, h)"),
    (judge_realizable_only, tells_one_label, "it is private on all databases"),
    (judge_realizable_only, tells_too_much, "not private on the realizable neighbours"),
    (judge_realizable_only, lambda rows: 0.5, "the probability at"), (judge_realizable_only, HALF, "give a function"),
    (judge_draws, draws(45), "with 45 draws the ratio is 33.9"),
    (judge_draws, draws(47), "46 draws are enough already"), (judge_draws, (46, *draws(47)[1:]), "m = 46 is right"),
    (judge_draws, (Fraction(91, 2), 34, 33), "m is an integer"), (judge_draws, 46, "give three exact numbers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
