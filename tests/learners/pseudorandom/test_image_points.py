"""Learners of the points in an image, and the distinguishers that they make."""

import random
from fractions import Fraction

import pytest

from privlearn.laws import choice
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.pseudorandom import (PseudorandomGenerator, learner_distinguisher, point_hat,
                                             subset_point_learner, toy_generator)
from privlearn.learners.pseudorandom.generators import acceptance
from privlearn.learners.pseudorandom.image_points import consistent_subset_learner, naming_probability
from privlearn.mechanisms import labelled_rows, multiset_databases

F = Fraction


def test_subset_learner_has_the_law_of_the_exponential_mechanism():
    generator = PseudorandomGenerator(2, 2, (3, 0, 3, 2))
    listed = exponential_learner(point_hat(generator), F(9, 4))
    lean = subset_point_learner(generator.image, 4, F(9, 4))
    for database in (d for m in range(4) for d in multiset_databases(labelled_rows(4), m)):
        assert lean(database).exact() == listed(database).map(lambda h: generator.image[h]).exact()


def test_members_at_both_ends_of_the_domain_are_allowed():
    assert subset_point_learner((0, 7), 8, 4)(()).exact() == {0: F(1, 2), 7: F(1, 2)}
    assert subset_point_learner((0,), 1, 4)(((0, 0),)).exact() == {0: 1}  # a domain of one point has one answer
    learner, rng = subset_point_learner((2, 5), 8, 4), random.Random(1)  # subset learner samples members only
    assert {learner(((5, 1), (1, 0))).sample(rng) for _ in range(50)} == {2, 5}
    members = (1, 4, 6)  # consistent learner fits whenever a member does
    learner = consistent_subset_learner(members)
    for database in (d for m in range(4) for d in multiset_databases(labelled_rows(7), m)):
        fitting = [j for j in members if all((x == j) == bool(y) for x, y in database)]
        (named,) = learner(database).exact()
        assert named in (fitting or members)


def test_without_rows_each_member_is_named_equally_often():
    learner = subset_point_learner((2, 5), 8, 4)
    assert learner_distinguisher(learner, 0)(2).exact() == {0: F(1, 2), 1: F(1, 2)}
    assert [naming_probability(learner, j, 0) for j in (2, 3, 5)] == [F(1, 2), 0, F(1, 2)]
    for call in (lambda: learner_distinguisher(learner, -1), lambda: naming_probability(learner, 2, -1)):
        with pytest.raises(ValueError, match="rows must"):
            call()
    generator = toy_generator(3, 6)
    learner = subset_point_learner(generator.image, 64, 4)
    test = learner_distinguisher(learner, 2)
    assert all(naming_probability(learner, j, 2) == acceptance(test, (j,)) for j in range(64))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: subset_point_learner((0,), 0, 4), "size must"), (lambda: subset_point_learner((0,), True, 4), "size must"),
    (lambda: subset_point_learner((2, 5), 8, 4)(((8, 1),)), "database"),
    (lambda: subset_point_learner((2, 5), 8, 4)(([1, 1],)), "rows"),
    (lambda: subset_point_learner((), 8, 4), "points must not be empty"),
    (lambda: consistent_subset_learner(()), "points must not be empty"),
    (lambda: subset_point_learner(5, 8, 4), "points must be a collection"),
    (lambda: subset_point_learner((2, -1), 8, 4), "points must be an integer of at least 0 and at most 7"),
    (lambda: subset_point_learner((2, 8), 8, 4), "points must be an integer of at least 0 and at most 7"),
    (lambda: subset_point_learner((2, 9), 8, 4), "points must be an integer of at least 0 and at most 7"),
    (lambda: subset_point_learner((1, 2), 8, 4)((([1], 1),)), "points x in 0..size-1, size = 8"),
    (lambda: subset_point_learner((1, 2), 8, 4)({(0, 1)}), "got set")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("database", [None, 5, "ab", ((1, 2),), ((1,),), (None,), ((1.5, 1),), (([1], 1),), ([1, 1],)])
def test_both_subset_learners_refuse_other_rows(database):
    for learner in (subset_point_learner((1, 2), 8, 4), consistent_subset_learner((1, 2))):
        with pytest.raises(ValueError, match="database must"):
            learner(database)


@pytest.mark.parametrize(("database", "named"), [
    (((5, 1), (7, 1)), 2), (((5, 1), (5, 0)), 2), (((3, 1),), 2), (((7, 1), (5, 0)), 7), (((2, 0), (5, 0)), 7),
    (((2, 0), (5, 0), (7, 0)), 2), ((), 2)])
def test_consistent_learner_names_the_first_that_fits_or_the_first(database, named):
    assert consistent_subset_learner((7, 2, 5))(database).exact() == {named: 1}


@pytest.mark.parametrize("members", [(3,), (0, 4), (1, 3, 6)])
@pytest.mark.parametrize("root", [F(1), F(3, 2), F(5)])
def test_members_have_the_weights_of_their_errors(members, root):
    learner = subset_point_learner(members, 7, root**2)
    assert learner.promise.exp_epsilon == root**2
    for database in ((), ((3, 1),), ((3, 1), (3, 1), (4, 0), (5, 1)), ((0, 0), (0, 0), (6, 1)), ((2, 1), (2, 0)),
                     ((1, 0), (3, 0), (6, 0), (6, 0))):
        weights = {j: 1 / root ** sum((x == j) != y for x, y in database) for j in members}
        assert learner(database).exact() == {j: w / sum(weights.values()) for j, w in weights.items()}


def test_a_learner_is_shown_its_rows_and_asked_for_the_point():
    asked = []

    def learner(rows):
        asked.append(rows)
        return choice({5: F(1, 3), 2: F(1, 6), None: F(1, 2)})

    assert learner_distinguisher(learner, 3)(5).exact() == {1: F(1, 3), 0: F(2, 3)}
    assert naming_probability(learner, 2, 2) == F(1, 6)
    assert naming_probability(learner, 4, 1) == 0
    assert asked == [((5, 1),) * 3, ((2, 1),) * 2, ((4, 1),)]
