"""Judges of the page equivalence-applications."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.papers.fx15.equivalence_applications.exercises import (judge_boosting_copies, judge_hash_list,
                                                                      judge_largest_beta, judge_t3_links)

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
F, G, H = (0, 0), (0, 1), (1, 1)
ALICE, BOB = ((1, 0), (HALF, HALF), (0, 1)), ((0, THIRD), (2 * THIRD, 1))
PAIRS = [(F, G), (F, H), (G, H)]


def errors(m):
    def error(copies):
        return sum(comb(copies, i) * 15**i * Fraction(49) ** (copies - i) for i in range(copies // 2 + 1, copies + 1))

    return m, error(m) / 64**m, error(m - 2) / 64 ** (m - 2)


def test_right_answers_are_accepted():
    assert judge_hash_list((1, 2, 4, 7)).startswith("accepted")  # the unit vectors and their sum
    assert judge_t3_links((ALICE, BOB, PAIRS)).startswith("accepted")  # two messages and three pairs
    assert judge_largest_beta(Fraction(7, 135)).startswith("accepted")  # the largest delta
    assert judge_boosting_copies(errors(37)).startswith("accepted: 37 copies: 0.00021")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_hash_list, (1, 2, 4), "points that differ by 001 agree under 2 of 3 strings"),
    (judge_hash_list, (1, 2, 4, 4), "points that differ by"),
    (judge_hash_list, (1, 2, 3, 4, 7), "5 strings; four are enough"),
    (judge_hash_list, (1, 2, 4, 8), "give a tuple of integers from 0 to 7"),
    (judge_hash_list, 7, "give a tuple of integers"),
    (judge_t3_links, (((1, 0), (1, 0), (0, 1)), BOB, PAIRS), "for (0, 1) at point 1 Bob errs with probability 2/3"),
    (judge_t3_links, (ALICE, ((0, 0), (1, 1)), PAIRS), "for (0, 1) at point 0 Bob errs with probability 1/2"),
    (judge_t3_links, (ALICE, BOB, PAIRS[:2]), "with both points equally likely, the pairs miss"),
    (judge_t3_links, (((1, 1), (HALF, HALF), (0, 1)), BOB, PAIRS), "each of Alice's rows sums to 1"),
    (judge_t3_links, (ALICE, BOB, []), "pairs is a non-empty list"),
    (judge_t3_links, (ALICE, BOB), "give (alice, bob, pairs)"),
    (judge_largest_beta, Fraction(7, 135) * Fraction(101, 100), "the protocol errs with"),
    (judge_largest_beta, Fraction(7, 135) * Fraction(99, 100), "the protocol errs with"),
    (judge_largest_beta, 0.05, "give an exact number"),
    (judge_boosting_copies, errors(35), "with 35 copies it is 0.0002997, above 1/4096"),
    (judge_boosting_copies, errors(39), "37 copies are enough as well"),
    (judge_boosting_copies, (36, *errors(37)[1:]), "n is one of the integers 3, 5, ..., 199"),
    (judge_boosting_copies, (37, *errors(39)[1:]), "n = 37 is right; the two values are not exact"),
    (judge_boosting_copies, 37, "give three exact numbers")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
