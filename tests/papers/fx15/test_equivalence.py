"""Judges of the page equivalence."""

from fractions import Fraction
from itertools import combinations

import pytest

from privlearn.papers.fx15.equivalence.exercises import (judge_attained, judge_better_sets, judge_copies,
                                                         judge_lost_factor, judge_mixture, judge_versions_differ,
                                                         judge_worst_miss)

F, G, H, OTHER = (0, 0), (0, 1), (1, 1), (1, 0)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
LOST = {"C": ((1, 1),), "alice": ((HALF, HALF),), "bob": ((HALF, 1), (1, HALF)), "D": (HALF, HALF), "epsilon": HALF}
FUNCTIONS = [(0, 0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0, 1), (0, 0, 1, 1, 1, 0, 0), (0, 1, 0, 1, 0, 1, 1)]


def test_right_answers_are_accepted():
    # the concept and distribution that are missed most
    assert judge_worst_miss((H, (HALF, HALF))).startswith("accepted")
    answer = tuple((Fraction(1, 4), triple) for triple in combinations((F, G, H, OTHER), 3))  # four triples
    assert judge_better_sets(answer).startswith("accepted: least errors 1/8, 1/8, 1/8, 1/8 for (0, 0), (0, 1), (1, 0)")
    assert judge_attained(((2 * THIRD, (OTHER,)), (THIRD, (H,)))).startswith("accepted")  # the bound without slack
    assert judge_mixture((0, THIRD, THIRD, 0, 0, THIRD)).startswith("accepted")  # three functions with a third each
    assert judge_copies((7, Fraction(379, 2187), Fraction(17, 81))).startswith("accepted")
    assert judge_lost_factor(LOST).startswith("accepted")


TENTH, QUARTER = Fraction(1, 10), Fraction(1, 4)


@pytest.mark.parametrize("answer", [(TENTH, TENTH, 3, 2), (QUARTER, Fraction(3, 10), 2, 1)])
def test_two_sides_of_a_fifth_and_of_a_half_are_accepted(answer):
    assert judge_versions_differ(answer).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_worst_miss, (F, (1, 0)), "for this pair the random set misses with probability"),
    (judge_worst_miss, (H, (0, 1)), "for this pair the random set misses with probability"),
    (judge_worst_miss, (OTHER, (HALF, HALF)), "give (concept, distribution) with a concept of"),
    (judge_worst_miss, (H, (0.5, 0.5)), "give (concept, distribution)"),
    (judge_better_sets, ((1, (F, G, H)),), "for the concept"),
    (judge_better_sets, ((1, (F, G, H, OTHER)),), "three messages, so at most three functions"),
    (judge_better_sets, ((THIRD, (F, G)), (THIRD, (F, H))), "the weights sum to 2/3"),
    (judge_better_sets, ((1, F),), "every set is a non-empty tuple of functions"),
    (judge_better_sets, 0, "give a tuple of pairs"),
    (judge_attained, ((2 * THIRD, (F,)), (THIRD, (H,))), "missing is right, but the error is 1/3"),
    (judge_attained, ((HALF, (OTHER,)), (HALF, (H,))), "no good function with probability 1/2, not 1/3"),
    (judge_attained, ((1, (F, H)),), "one function in every set"), (judge_attained, F, "every entry is a pair"),
    (judge_mixture, (0, 0, THIRD, THIRD, 0, THIRD), "at point"), (judge_mixture, (Fraction(1, 6),) * 6, "at point"),
    (judge_mixture, (0, 0, THIRD, THIRD, THIRD), "give 6 probabilities"),
    (judge_mixture, (0, 0, 0.5, 0.5, 0, 0), "give 6 probabilities"),
    (judge_copies, (5, Fraction(17, 81), Fraction(7, 27)), "with 5 copies it is 0.2099, above 1/5"),
    (judge_copies, (9, Fraction(379, 2187), Fraction(379, 2187)), "7 copies are enough"),
    (judge_copies, (7, Fraction(379, 2187), Fraction(16, 81)), "n = 7 is right; the two values are not exact"),
    (judge_copies, (8, Fraction(379, 2187), Fraction(17, 81)), "n is one of the integers 3, 5, ..., 99"),
    (judge_copies, 7, "give three exact numbers"),
    (judge_lost_factor, LOST | {"bob": ((1, 1), (1, 1))}, "the two sides differ"),
    (judge_lost_factor, LOST | {"epsilon": 0}, "take 0 < epsilon"), (judge_lost_factor, LOST | {"C": 3}, "the proof"),
    (judge_versions_differ, (Fraction(1, 8), Fraction(1, 12), 3, 2), "that is the page's own pair"),
    (judge_versions_differ, (QUARTER, Fraction(1, 8), 2, 2), "both versions ask for"),
    (judge_versions_differ, (TENTH, TENTH, 2, 3), "the two versions differ here, but not in these numbers"),
    (judge_versions_differ, (Fraction(51, 100), 0, 2, 1), "the theorem is about epsilon of at most 1/2"),
    (judge_versions_differ, (0.1, 0.1, 3, 2), "give (epsilon, delta, messages"),
    (judge_versions_differ, (TENTH, TENTH), "give (epsilon, delta, messages")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
