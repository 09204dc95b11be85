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


def test_noise_of_certain_rates_and_on_no_points():
    assert independent_noise((1, 0, 1), 0).exact() == {(1, 0, 1): 1}  # noise of rate zero changes nothing
    assert independent_noise((1, 0, 1), 1).exact() == {(0, 1, 0): 1}  # noise of rate one flips everything
    assert independent_noise((), TENTH).exact() == {(): 1}  # noise on no points is the empty tuple


def test_outer_learners_fail_on_what_is_no_concept():
    learner = IndependentNoiseLearner(lambda database: pure((0, 0)), point_functions(2), TENTH)
    assert learner(()).exact() == {None: 1}
    # outer learner of no hypothesis fails
    learner = IndependentNoiseLearner(lambda database: pure(None), point_functions(2), TENTH)
    assert learner(()).exact() == {None: 1}
    law = interval_pair()(((0, 1),))  # samples are outcomes of the law
    assert {law.sample(Random(k)) for k in range(40)} <= set(law.exact())
    empty = ConceptClass.from_matrix([[0]]).without(0)
    with pytest.raises(ValueError, match="concepts must be"):
        IndependentNoiseLearner(lambda database: pure(None), empty, TENTH)


def test_fault_is_none_for_the_pair_itself_and_found_in_others():
    assert noise_fault(interval_pair(), interval_pair(), all_databases(labelled_rows(2), 1)) is None
    pair = interval_pair()  # fault finds correlated noise with a rare hypothesis
    broken = broken_outer_flips_a_block(pair.inner, pair.concepts, pair.noise)
    database, outcome = noise_fault(broken, pair, [((0, 1),)])
    assert broken(database).exact().get(outcome, 0) != pair(database).exact()[outcome]
    # fault finds a learner that never fails
    pair = IndependentNoiseLearner(lambda database: pure(None), SEGMENTS, TENTH)
    assert noise_fault(broken_outer_never_fails(pair.inner, SEGMENTS, TENTH), pair, [()]) == ((), None)
    pair = interval_pair()  # fault finds noise that depends on the data
    broken = broken_outer_noise_from_the_data(pair.inner, pair.concepts, pair.noise)
    assert noise_fault(broken, pair, [((0, 0),)]) is None
    assert noise_fault(broken, pair, [((0, 1),)]) is not None


def audit_of(pair, outer=None):
    return audit_noise_learner(pair, Selection(TENTH, TENTH, pair.noise), alpha=Fraction(1, 2), rows=2,
                               distributions=grid_distributions(2, 2), outer=outer,
                               databases=multiset_databases(labelled_rows(2), 1), neighbours=replace_one_unordered)


def test_audits_name_the_fault_and_the_ratio_inside():
    pair = interval_pair()
    assert audit_of(pair).fault is None
    assert audit_of(pair, broken_outer_flips_a_block(pair.inner, pair.concepts, pair.noise)).fault is not None
    pair = interval_pair(Fraction(0))  # audit of noiseless pair has equal ratios inside and outside
    inner = audit_pure(pair.inner, multiset_databases(labelled_rows(2), 1), replace_one_unordered)
    assert audit_of(pair).exp_epsilon == inner.exp_epsilon


def test_failures_stay_failures():
    # numbering turns unlisted hypotheses into none
    assert numbered(lambda database: pure((1, 1)), [(0, 0), (1, 1)])(()).exact() == {1: 1}
    assert numbered(lambda database: pure((0, 1)), [(0, 0), (1, 1)])(()).exact() == {None: 1}
    # failure of the outer learner stays a failure
    assert proper_from_independent_noise(lambda database: pure(None))(()).exact() == {None: 1}
    assert reconstructed_law(pure(None), 3, TENTH) == {None: 1}
    # two equally near intervals are a failure
    assert proper_from_independent_noise(lambda database: pure((0, 1)))(()).exact() == {None: 1}


@pytest.mark.parametrize("size", [1, 2, 5])
def test_law_through_the_channel_is_the_law_of_the_composed_learner(size):
    pair = interval_pair(Fraction(1, 5), size)
    for database in all_databases(labelled_rows(size), 1):
        listed = proper_from_independent_noise(pair)(database).exact()
        assert reconstructed_law(pair.inner(database), size, pair.noise) == listed


@pytest.mark.parametrize(("call", "message"), [
    (lambda: independent_noise((1, 0), 2), "rate must"),
    (lambda: IndependentNoiseLearner(None, SEGMENTS, TENTH), "inner must be"),
    (lambda: IndependentNoiseLearner(lambda database: pure(None), SEGMENTS, Fraction(3, 2)), "noise must"),
    (lambda: audit_noise_learner(interval_pair(), Selection(TENTH, TENTH, TENTH / 2), alpha=TENTH, rows=1,
        distributions=[], databases=[], neighbours=replace_one_unordered), "selection must have"),
    (lambda: independent_noise(None, TENTH), "h must"), (lambda: independent_noise(5, TENTH), "h must"),
    (lambda: independent_noise("10", TENTH), "h must"), (lambda: independent_noise((1, 2), TENTH), "h must"),
    (lambda: independent_noise((0.5,), TENTH), "h must"),
    (lambda: proper_from_independent_noise(None), "outer must be a function"),
    (lambda: proper_from_independent_noise(lambda _: (1, 0))(()), "outer must be or return a Law"),
    (lambda: IndependentNoiseLearner(lambda _: (1, 0), SEGMENTS, TENTH)(()), "inner must be or return a Law")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
