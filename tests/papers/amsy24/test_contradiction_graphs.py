"""Judges of the page contradiction-graphs."""

import pytest

from privlearn.concepts import all_functions, thresholds
from privlearn.dimensions import mistake_tree
from privlearn.dimensions.contradictions import clique_from_tree
from privlearn.papers.amsy24.contradiction_graphs.exercises import judge_consistent_set, judge_eight_thresholds

PATHS = clique_from_tree(mistake_tree(thresholds(3)))


def test_the_paths_of_a_tree_are_accepted():
    assert judge_eight_thresholds(PATHS).startswith("accepted")
    assert judge_eight_thresholds([[list(pair) for pair in path] for path in PATHS]).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    (PATHS[:7], "eight samples of three labelled points"),
    ((*PATHS[:7], PATHS[0]), "do not contradict each other"),
    (clique_from_tree(mistake_tree(all_functions(3))), "a sample is labelled by no threshold"),
    ([(1, 2)], "give a list of samples"), (7, "give a list of samples"), ([[(True, 0)]], "give a list of samples"),
])
def test_another_set_is_refused(answer, reason):
    verdict = judge_eight_thresholds(answer)
    assert verdict.startswith("not yet")
    assert reason in verdict


def test_two_points_that_may_both_be_one_are_accepted():
    assert judge_consistent_set([[(0, 1), (2, 0)], [(1, 1), (2, 0)]]).startswith("accepted")


@pytest.mark.parametrize(("answer", "reason"), [
    ([], "one point function agrees with all of them"),
    ([[(0, 1), (1, 0)]], "one point function agrees with all of them"),
    ([[(0, 1), (1, 0)], [(1, 1), (0, 0)]], "contradict each other"),
    ([[(0, 1), (1, 1)]], "is no sample of two points"), ([[(0, 1), (7, 0)]], "is no sample of two points"),
    ([[(0, 1)]], "is no sample of two points"), ("ab", "give a list of samples"),
])
def test_another_family_is_refused(answer, reason):
    verdict = judge_consistent_set(answer)
    assert verdict.startswith("not yet")
    assert reason in verdict
