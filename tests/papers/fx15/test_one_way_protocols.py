"""Judges of the page one-way-protocols."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.papers.fx15.one_way_protocols.exercises import judge_least_copies, judge_two_private_messages

PLACES, CHANCES = (0, Fraction(1, 2), 1), ((0, Fraction(1, 3)), (Fraction(2, 3), 1))


def middle(e):
    return 1 - e / (1 - e), e / (1 - e)


def test_the_middle_place_is_accepted():
    assert judge_two_private_messages((PLACES, CHANCES, middle)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ((PLACES, ((0, 0), (1, 1)), middle), "at concept (0, 1), point"),
    (((0, Fraction(1, 2) * Fraction(101, 100), 1), CHANCES, middle), "at concept (0, 1), point 0 the error is 101/300"),
    ((PLACES, CHANCES, lambda e: (0, 1)), "the protocol is right; at error 1/40 the places"),
    (((0, 0.5, 1), CHANCES, middle), "give integers or Fractions"),
    ((PLACES, CHANCES), "give three numbers for Alice"),
])
def test_another_protocol_is_refused(answer, reason):
    assert judge_two_private_messages(answer).startswith(f"not yet: {reason}")


def copies(m):
    return m, *(Fraction(sum(comb(n, j) * 7**j * 9 ** (n - j) for j in range(n // 2 + 1, n + 1)), 16**n)
                for n in (m, m - 2))


def test_thirteen_copies_are_accepted():
    assert judge_least_copies(copies(13)).startswith("accepted: 13 copies: 0.32")


@pytest.mark.parametrize(("answer", "reason"), [
    (copies(11), "with 11 copies it is 0.33"),
    (copies(15), "13 copies are enough as well"),
    ((12, *copies(13)[1:]), "n is one of the integers 3, 5, ..., 199"),
    ((13, *copies(11)[1:]), "n = 13 is right; the two values are not exact"),
    (13, "give three exact numbers"),
])
def test_another_number_of_copies_is_refused(answer, reason):
    assert judge_least_copies(answer).startswith(f"not yet: {reason}")
