"""Judges of the page one-way-protocols."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.papers.fx15.one_way_protocols.exercises import judge_least_copies, judge_two_private_messages

PLACES, CHANCES = (0, Fraction(1, 2), 1), ((0, Fraction(1, 3)), (Fraction(2, 3), 1))


def middle(e):
    return 1 - e / (1 - e), e / (1 - e)


def copies(m):
    return m, *(Fraction(sum(comb(n, j) * 7**j * 9 ** (n - j) for j in range(n // 2 + 1, n + 1)), 16**n)
                for n in (m, m - 2))


def test_right_answers_are_accepted():
    assert judge_two_private_messages((PLACES, CHANCES, middle)).startswith("accepted")  # the middle place
    assert judge_least_copies(copies(13)).startswith("accepted: 13 copies: 0.32")  # thirteen copies


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_two_private_messages, (PLACES, ((0, 0), (1, 1)), middle), "at concept (0, 1), point"),
    (judge_two_private_messages, ((0, Fraction(1, 2) * Fraction(101, 100), 1), CHANCES, middle),
     "at concept (0, 1), point 0 the error is 101/300"),
    (judge_two_private_messages, (PLACES, CHANCES, lambda e: (0, 1)),
     "the protocol is right; at error 1/40 the places"),
    (judge_two_private_messages, ((0, 0.5, 1), CHANCES, middle), "give integers or Fractions"),
    (judge_two_private_messages, (PLACES, CHANCES), "give three numbers for Alice"),
    (judge_least_copies, copies(11), "with 11 copies it is 0.33"),
    (judge_least_copies, copies(15), "13 copies are enough as well"),
    (judge_least_copies, (12, *copies(13)[1:]), "n is one of the integers 3, 5, ..., 199"),
    (judge_least_copies, (13, *copies(11)[1:]), "n = 13 is right; the two values are not exact"),
    (judge_least_copies, 13, "give three exact numbers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
