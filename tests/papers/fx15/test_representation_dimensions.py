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


def test_right_answers_are_accepted():
    assert judge_five_for_eight(TABLE).startswith("accepted")  # pairs of five hypotheses
    assert judge_value_one_third((BRANCHES, WEIGHTS)).startswith("accepted")  # three pairs and three weights


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_five_for_eight, TABLE[:4], "every hypothesis that is 1 at point"),
    (judge_five_for_eight, [*TABLE, (0,) * 8], "6 hypotheses are more than needed"),
    (judge_five_for_eight, [(1, 0, 0, 0, 0, 0, 0, 0)], "every hypothesis that is 1 at point"),
    (judge_five_for_eight, TABLE[0], "give a list of rows of 8 bits"),
    (judge_value_one_third, ([(HALF, BRANCHES[0][1]), (HALF, BRANCHES[1][1])], WEIGHTS),
     "some concept and distribution are missed with probability 1/2"),
    (judge_value_one_third, (BRANCHES, [(HALF, *WEIGHTS[0][1:]), (HALF, *WEIGHTS[2][1:])]),
     "the random set is good enough, but the weights"),
    (judge_value_one_third, (BRANCHES, [(0.5, (0, 0), (HALF, HALF))]), "give integers or Fractions"),
    (judge_value_one_third, ([(1, CONCEPTS)], WEIGHTS), "at most 50 branches of 2 hypotheses each"),
    (judge_value_one_third, 0, "this cannot be judged")])
def test_other_answers_are_refused(judge, answer, reason):
    assert judge(answer).startswith(f"not yet: {reason}")
