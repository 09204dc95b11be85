"""Judges of the page contradiction-graphs."""

import pytest

from privlearn.concepts import all_functions, thresholds
from privlearn.dimensions import mistake_tree
from privlearn.dimensions.contradictions import clique_from_tree
from privlearn.papers.amsy24.contradiction_graphs.exercises import (judge_consistent_set, judge_eight_thresholds,
                                                                    judge_five_samples)

PATHS = clique_from_tree(mistake_tree(thresholds(3)))


def test_right_answers_are_accepted():
    assert judge_eight_thresholds(PATHS).startswith("accepted")  # the paths of a tree
    assert judge_eight_thresholds([[list(pair) for pair in path] for path in PATHS]).startswith("accepted")
    assert judge_five_samples(("100..", ".100.", "..100", "0..10", "00..1")).startswith("accepted")
    # two points that may both be one
    assert judge_consistent_set([[(0, 1), (2, 0)], [(1, 1), (2, 0)]]).startswith("accepted")


@pytest.mark.parametrize(("judge", "answer", "reason"), [
    (judge_eight_thresholds, PATHS[:7], "eight samples of three labelled points"),
    (judge_eight_thresholds, (*PATHS[:7], PATHS[0]), "do not contradict each other"),
    (judge_eight_thresholds, clique_from_tree(mistake_tree(all_functions(3))), "a sample is labelled by no threshold"),
    (judge_eight_thresholds, [(1, 2)], "give a list of samples"),
    (judge_eight_thresholds, 7, "give a list of samples"),
    (judge_eight_thresholds, [[(True, 0)]], "give a list of samples"),
    (judge_consistent_set, [], "one point function agrees with all of them"),
    (judge_consistent_set, [[(0, 1), (1, 0)]], "one point function agrees with all of them"),
    (judge_consistent_set, [[(0, 1), (1, 0)], [(1, 1), (0, 0)]], "contradict each other"),
    (judge_consistent_set, [[(0, 1), (1, 1)]], "is no sample of two points"),
    (judge_consistent_set, [[(0, 1), (7, 0)]], "is no sample of two points"),
    (judge_consistent_set, [[(0, 1)]], "is no sample of two points"),
    (judge_five_samples, ("000.", "100.", "01.0", "11.0", "0.11"), "the two sides differ, conclusion (1 <= 2)"),
    (judge_five_samples, ("1..", "0.."), "give five words"), (judge_five_samples, 3, "the proof has no line for this"),
    (judge_consistent_set, "ab", "give a list of samples")])
def test_other_answers_are_refused(judge, answer, reason):
    verdict = judge(answer)
    assert verdict.startswith("not yet")
    assert reason in verdict
