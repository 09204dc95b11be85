"""Judges of the page randomized-littlestone."""

from fractions import Fraction

import pytest

from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import mean_depth
from privlearn.dimensions.balanced_trees import balancing_weights
from privlearn.dimensions.randomized_littlestone import randomized_prediction
from privlearn.online.experts.universal import two_experts
from privlearn.online.optimal_with_errors import RandomizedOptimalAlgorithm
from privlearn.papers.fhmm23.randomized_littlestone.exercises import (TREE, judge_learner, judge_nearly_half,
                                                                      judge_stubborn_class, judge_weights)
from privlearn.papers.fhmm23.randomized_littlestone.instances import (depth_in_rounds, shapes, two_expert_tree,
                                                                      worst_in_rounds)

HALF = Fraction(1, 2)
WEIGHTS = balancing_weights(TREE)
TWO_ONES = [row for k in range(16) if sum(row := [k >> x & 1 for x in range(4)]) <= 2]


def test_right_answers_are_accepted():
    assert judge_stubborn_class(TWO_ONES).startswith("accepted")
    assert judge_weights(WEIGHTS) == "accepted: every branch weighs 19/16"
    assert judge_learner(
        lambda left, x: randomized_prediction(ConceptClass.from_matrix(left), x)).startswith("accepted")
    share = [two_experts(k) / (2 * k + 1) for k in range(22)]
    assert judge_nearly_half((21, share[21], share[20])).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_stubborn_class, [], "give a list of rows"), (judge_stubborn_class, [[0, 1, 0]], "give a list of rows"),
    (judge_stubborn_class, [[0, 1, 0, 2]], "give a list of rows"),
    (judge_stubborn_class, [[0, 0, 0, 1]], "0 mistakes can be forced"),
    (judge_stubborn_class, [[0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0], [0, 0, 1, 1]], "costs 1,"),
    (judge_stubborn_class, 7, "cannot be judged"),
    (judge_weights, 7, "give a dictionary"), (judge_weights, {(0,): 0.5}, "give a dictionary"),
    (judge_weights, {(0,): HALF}, "10 edges have a weight"),
    (judge_weights, dict.fromkeys(WEIGHTS, Fraction(1, 3)), "no chances"),
    (judge_weights, dict.fromkeys(WEIGHTS, HALF), "the branches weigh 1, 1, 1,"),
    (judge_learner, 7, "give a function"), (judge_learner, lambda left, x: 0.5, "must be an exact number"),
    (judge_learner, lambda left, x: 2, "must be an exact number"),
    (judge_learner, lambda left, x: HALF, "one label is left"), (judge_learner, lambda left, x: 1 // 0, "raised"),
    (judge_learner, lambda left, x: Fraction(sum(row[x] for row in left), len(left)), "expects 13/12 mistakes")])
def test_other_answers_are_refused(judge, answer, reason):
    verdict = judge(answer)
    assert verdict.startswith("not yet")
    assert reason in verdict


def test_another_number_of_errors_is_refused():
    assert judge_nearly_half((22, HALF, HALF)).startswith("not yet: 21 errors are enough as well")
    assert judge_nearly_half((21, HALF, HALF)).startswith("not yet: n = 21 is right")


def test_the_shapes_trees_and_learners_of_the_checks_by_hand():
    assert [len(shapes(depth)) for depth in range(5)] == [1, 2, 4, 11, 67]
    rows = tuple(thresholds(1).rows())
    assert [depth_in_rounds(rows, 1, rounds) for rounds in (0, 1, 3)] == [0, 1, 3]
    assert worst_in_rounds(RandomizedOptimalAlgorithm(thresholds(1)), rows, 0, 2) == HALF
    assert mean_depth(two_expert_tree(1, 1)) == Fraction(5, 2)
