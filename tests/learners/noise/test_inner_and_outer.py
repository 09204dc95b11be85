"""Independent noise learners, their audit, and the proper learner that undoes the noise."""

from fractions import Fraction
from random import Random

import pytest

from privlearn.concepts import ConceptClass, initial_segments, point_functions
from privlearn.laws import pure
from privlearn.learners.noise import (IndependentNoiseLearner, audit_noise_learner, exponential_inner,
                                      independent_noise, proper_from_independent_noise, reconstructed_law)
from privlearn.learners.noise.inner_and_outer import Selection, noise_fault, numbered
from privlearn.learning import grid_distributions
from privlearn.mechanisms import all_databases, audit_pure, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.bbkn14.noise_learners.instances import (broken_outer_flips_a_block, broken_outer_never_fails,
                                                             broken_outer_noise_from_the_data)

TENTH = Fraction(1, 10)
SEGMENTS = initial_segments(2)


def interval_pair(noise=TENTH, size=2):
    segments = initial_segments(size)
    return IndependentNoiseLearner(exponential_inner(segments, 4), segments, noise)


def test_noise_of_rate_zero_changes_nothing():
    assert independent_noise((1, 0, 1), 0).exact() == {(1, 0, 1): 1}


def test_noise_of_rate_one_flips_everything():
    assert independent_noise((1, 0, 1), 1).exact() == {(0, 1, 0): 1}


def test_noise_on_no_points_is_the_empty_tuple():
    assert independent_noise((), TENTH).exact() == {(): 1}


def test_noise_rate_above_one_is_refused():
    with pytest.raises(ValueError, match="rate must"):
        independent_noise((1, 0), 2)


def test_outer_learner_fails_on_what_is_no_concept():
    learner = IndependentNoiseLearner(lambda database: pure((0, 0)), point_functions(2), TENTH)
    assert learner(()).exact() == {None: 1}


def test_outer_learner_of_no_hypothesis_fails():
    learner = IndependentNoiseLearner(lambda database: pure(None), point_functions(2), TENTH)
    assert learner(()).exact() == {None: 1}


def test_samples_are_outcomes_of_the_law():
    law = interval_pair()(((0, 1),))
    assert {law.sample(Random(k)) for k in range(40)} <= set(law.exact())


def test_empty_class_is_refused():
    empty = ConceptClass.from_matrix([[0]]).without(0)
    with pytest.raises(ValueError, match="concepts must be"):
        IndependentNoiseLearner(lambda database: pure(None), empty, TENTH)


def test_inner_that_is_no_function_is_refused():
    with pytest.raises(ValueError, match="inner must be"):
        IndependentNoiseLearner(None, SEGMENTS, TENTH)


def test_noise_that_is_no_rate_is_refused():
    with pytest.raises(ValueError, match="noise must"):
        IndependentNoiseLearner(lambda database: pure(None), SEGMENTS, Fraction(3, 2))


def test_fault_is_none_for_the_pair_itself():
    assert noise_fault(interval_pair(), interval_pair(), all_databases(labelled_rows(2), 1)) is None


def test_fault_finds_correlated_noise_with_a_rare_hypothesis():
    pair = interval_pair()
    broken = broken_outer_flips_a_block(pair.inner, pair.concepts, pair.noise)
    database, outcome = noise_fault(broken, pair, [((0, 1),)])
    assert broken(database).exact().get(outcome, 0) != pair(database).exact()[outcome]


def test_fault_finds_a_learner_that_never_fails():
    pair = IndependentNoiseLearner(lambda database: pure(None), SEGMENTS, TENTH)
    assert noise_fault(broken_outer_never_fails(pair.inner, SEGMENTS, TENTH), pair, [()]) == ((), None)


def test_fault_finds_noise_that_depends_on_the_data():
    pair = interval_pair()
    broken = broken_outer_noise_from_the_data(pair.inner, pair.concepts, pair.noise)
    assert noise_fault(broken, pair, [((0, 0),)]) is None
    assert noise_fault(broken, pair, [((0, 1),)]) is not None


def audit_of(pair, outer=None):
    return audit_noise_learner(pair, Selection(TENTH, TENTH, pair.noise), alpha=Fraction(1, 2), rows=2,
                               distributions=grid_distributions(2, 2), outer=outer,
                               databases=multiset_databases(labelled_rows(2), 1), neighbours=replace_one_unordered)


def test_audit_of_an_outer_learner_of_another_shape_names_the_fault():
    pair = interval_pair()
    assert audit_of(pair).fault is None
    assert audit_of(pair, broken_outer_flips_a_block(pair.inner, pair.concepts, pair.noise)).fault is not None


def test_audit_of_noiseless_pair_has_equal_ratios_inside_and_outside():
    pair = interval_pair(Fraction(0))
    inner = audit_pure(pair.inner, multiset_databases(labelled_rows(2), 1), replace_one_unordered)
    assert audit_of(pair).exp_epsilon == inner.exp_epsilon


def test_audit_refuses_another_noise_rate():
    with pytest.raises(ValueError, match="selection must have"):
        audit_noise_learner(interval_pair(), Selection(TENTH, TENTH, TENTH / 2), alpha=TENTH, rows=1,
                            distributions=[], databases=[], neighbours=replace_one_unordered)


def test_numbering_turns_unlisted_hypotheses_into_none():
    law = numbered(lambda database: pure((1, 1)), [(0, 0), (1, 1)])(())
    assert law.exact() == {1: 1}
    assert numbered(lambda database: pure((0, 1)), [(0, 0), (1, 1)])(()).exact() == {None: 1}


@pytest.mark.parametrize("size", [1, 2, 5])
def test_law_through_the_channel_is_the_law_of_the_composed_learner(size):
    pair = interval_pair(Fraction(1, 5), size)
    for database in all_databases(labelled_rows(size), 1):
        listed = proper_from_independent_noise(pair)(database).exact()
        assert reconstructed_law(pair.inner(database), size, pair.noise) == listed


def test_failure_of_the_outer_learner_stays_a_failure():
    assert proper_from_independent_noise(lambda database: pure(None))(()).exact() == {None: 1}
    assert reconstructed_law(pure(None), 3, TENTH) == {None: 1}


def test_two_equally_near_intervals_are_a_failure():
    assert proper_from_independent_noise(lambda database: pure((0, 1)))(()).exact() == {None: 1}


@pytest.mark.parametrize("concept", [None, 5, "10", (1, 2), (0.5,)])
def test_noise_needs_bits(concept):
    with pytest.raises(ValueError, match="h must"):
        independent_noise(concept, TENTH)


def test_a_proper_learner_is_made_of_a_function_that_returns_laws():
    with pytest.raises(ValueError, match="outer must be a function"):
        proper_from_independent_noise(None)
    with pytest.raises(ValueError, match="outer must be or return a Law"):
        proper_from_independent_noise(lambda _: (1, 0))(())
    with pytest.raises(ValueError, match="inner must be or return a Law"):
        IndependentNoiseLearner(lambda _: (1, 0), SEGMENTS, TENTH)(())
