"""The hull learner."""

import pytest

from privlearn.concepts import ConceptClass, affine_subspaces, initial_segments, point_functions, thresholds, zero_sets
from privlearn.online import HullLearner, longest_hull_chain, mistakes_forced


@pytest.mark.parametrize("concepts", [affine_subspaces(3, 2, 1), affine_subspaces(2, 3, 2), zero_sets(5, 1, 2),
                                      initial_segments(4), thresholds(2), point_functions(3),
                                      affine_subspaces(3, 2, 2, linear=True)])
def test_the_longest_chain_is_the_value_of_the_whole_game(concepts):
    assert longest_hull_chain(concepts) == mistakes_forced(HullLearner(concepts), concepts)


def test_what_all_concepts_contain_is_predicted_at_once():
    assert longest_hull_chain(ConceptClass.from_matrix([[1, 0, 1]])) == 0
    assert HullLearner(ConceptClass.from_matrix([[1, 0, 1], [1, 1, 0]])).hypothesis() == (1, 0, 0)


def test_learners_of_the_same_hull_are_equal():
    learner = HullLearner(initial_segments(3))
    assert learner.updated(2, 0) == learner  # a label zero outside the hull changes nothing
    assert learner.updated(0, 1).updated(1, 1) == learner.updated(1, 1)
    assert hash(learner.updated(1, 1)) == hash(learner.updated(1, 1).updated(0, 1))
    assert learner != learner.updated(1, 1)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: HullLearner(initial_segments(3)).updated(1, 1).updated(0, 0), "label must be that of some concept"),
    (lambda: HullLearner(initial_segments(3)).updated(1, 1).updated(1, 0), "label must be that of some concept"),
    (lambda: HullLearner(point_functions(3)).updated(0, 1).updated(1, 1), "label must be that of some concept"),
    (lambda: HullLearner(ConceptClass.from_matrix([[0]]).without(0)), "at least one concept")])
def test_labels_of_no_concept_and_the_empty_class_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
