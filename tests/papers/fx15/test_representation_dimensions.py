"""Judges of the page representation-dimensions."""

from fractions import Fraction
from itertools import combinations

import pytest

from privlearn.papers.fx15.representation_dimensions.exercises import judge_five_for_eight, judge_value_one_third

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
PAIRS = list(combinations(range(5), 2))[:8]
TABLE = [tuple(int(h in pair) for pair in PAIRS) for h in range(5)]
CONCEPTS = [(0, 0), (0, 1), (1, 1)]
BRANCHES = [(THIRD, pair) for pair in combinations(CONCEPTS, 2)]
WEIGHTS = [(THIRD, concept, (HALF, HALF)) for concept in CONCEPTS]


def test_pairs_of_five_hypotheses_are_accepted():
    assert judge_five_for_eight(TABLE).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (TABLE[:4], "every hypothesis that is 1 at point"),
    ([*TABLE, (0,) * 8], "6 hypotheses are more than needed"),
    ([(1, 0, 0, 0, 0, 0, 0, 0)], "every hypothesis that is 1 at point"),
    (TABLE[0], "give a list of rows of 8 bits"),
])
def test_another_table_is_refused(answer, reason):
    assert judge_five_for_eight(answer).startswith(f"not yet: {reason}")


def test_three_pairs_and_three_weights_are_accepted():
    assert judge_value_one_third((BRANCHES, WEIGHTS)).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (([(HALF, BRANCHES[0][1]), (HALF, BRANCHES[1][1])], WEIGHTS),
     "some concept and distribution are missed with probability 1/2"),
    ((BRANCHES, [(HALF, *WEIGHTS[0][1:]), (HALF, *WEIGHTS[2][1:])]), "the random set is good enough, but the weights"),
    ((BRANCHES, [(0.5, (0, 0), (HALF, HALF))]), "give integers or Fractions"),
    (([(1, CONCEPTS)], WEIGHTS), "at most 50 branches of 2 hypotheses each"),
    (0, "this cannot be judged"),
])
def test_other_branches_or_weights_are_refused(answer, reason):
    assert judge_value_one_third(answer).startswith(f"not yet: {reason}")
