"""Generators, distinguishers, and learners of an image, against definitions."""

import random
from fractions import Fraction

import pytest

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.pseudorandom import (
    PseudorandomGenerator,
    advantage,
    image_test,
    learner_distinguisher,
    point_hat,
    subset_point_learner,
    toy_generator,
)
from privlearn.learners.pseudorandom.generators import acceptance, identity_generator
from privlearn.learners.pseudorandom.image_points import consistent_subset_learner, naming_probability
from privlearn.mechanisms import labelled_rows, multiset_databases

F = Fraction


def test_generator_without_seed_has_one_output():
    assert toy_generator(0, 8).image == (toy_generator(3, 8).outputs[0],)


def test_toy_images_count_collisions():
    assert [len(toy_generator(s, d).image) for s, d in ((3, 8), (4, 8), (6, 12), (8, 16), (10, 16))] == [
        8, 15, 64, 255, 1015]


def test_long_outputs_use_all_their_bits():
    assert max(toy_generator(10, 512).outputs) >= 2**508


def test_generator_refuses_a_table_of_the_wrong_length():
    with pytest.raises(ValueError, match="outputs must have 2\\^1 entries"):
        PseudorandomGenerator(1, 2, (0, 1, 2))


def test_generator_refuses_an_output_out_of_range():
    with pytest.raises(ValueError, match="outputs"):
        PseudorandomGenerator(1, 2, (0, 4))


def test_identity_has_no_advantage():
    generator = identity_generator(4)
    assert advantage(image_test(generator), generator) == 0


def test_repeated_outputs_count_as_often_as_they_occur():
    generator = PseudorandomGenerator(2, 2, (1, 1, 1, 2))
    assert advantage(image_test(generator, 1), generator) == F(3, 4) - F(1, 4)


def test_advantage_of_nothing_is_refused():
    with pytest.raises(ValueError, match="strings"):
        acceptance(image_test(toy_generator(1, 2)), ())


def test_too_many_strings_are_refused():
    generator = toy_generator(1, 64)
    with pytest.raises(TooLargeToEnumerate):
        advantage(image_test(generator), generator)


def test_point_hat_has_one_concept_for_each_output():
    generator = PseudorandomGenerator(2, 3, (5, 1, 5, 0))
    assert point_hat(generator) == ConceptClass.from_matrix([[int(x == j) for x in range(8)] for j in (0, 1, 5)])


def test_point_hat_on_too_many_points_is_refused():
    with pytest.raises(TooLargeToEnumerate):
        point_hat(toy_generator(1, 64))


def test_subset_learner_has_the_law_of_the_exponential_mechanism():
    generator = PseudorandomGenerator(2, 2, (3, 0, 3, 2))
    listed = exponential_learner(point_hat(generator), F(9, 4))
    lean = subset_point_learner(generator.image, 4, F(9, 4))
    for database in (d for m in range(4) for d in multiset_databases(labelled_rows(4), m)):
        assert lean(database).exact() == listed(database).map(lambda h: generator.image[h]).exact()


def test_subset_learner_samples_members_only():
    learner, rng = subset_point_learner((2, 5), 8, 4), random.Random(1)
    assert {learner(((5, 1), (1, 0))).sample(rng) for _ in range(50)} == {2, 5}


def test_subset_learner_refuses_rows_outside_the_domain():
    with pytest.raises(ValueError, match="database"):
        subset_point_learner((2, 5), 8, 4)(((8, 1),))


def test_subset_learner_refuses_rows_that_are_no_tuples():
    with pytest.raises(ValueError, match="rows"):
        subset_point_learner((2, 5), 8, 4)(([1, 1],))


def test_learners_refuse_an_empty_class():
    with pytest.raises(ValueError, match="points must not be empty"):
        subset_point_learner((), 8, 4)
    with pytest.raises(ValueError, match="points must not be empty"):
        consistent_subset_learner(())


def test_consistent_learner_fits_whenever_a_member_does():
    members = (1, 4, 6)
    learner = consistent_subset_learner(members)
    for database in (d for m in range(4) for d in multiset_databases(labelled_rows(7), m)):
        fitting = [j for j in members if all((x == j) == bool(y) for x, y in database)]
        (named,) = learner(database).exact()
        assert named in (fitting or members)


def test_naming_probability_is_the_acceptance_of_the_distinguisher():
    generator = toy_generator(3, 6)
    learner = subset_point_learner(generator.image, 64, 4)
    test = learner_distinguisher(learner, 2)
    assert all(naming_probability(learner, j, 2) == acceptance(test, (j,)) for j in range(64))


@pytest.mark.parametrize(("arguments", "message"), [
    ((1, 2, None), "outputs must be a tuple"), ((2**40, 2, (1,)), "seed_bits must"), ((1, 2, (1, 1.5)), "outputs must"),
])
def test_tables_are_tuples_of_integers(arguments, message):
    with pytest.raises(ValueError, match=message):
        PseudorandomGenerator(*arguments)


def test_a_list_of_outputs_becomes_a_tuple():
    assert PseudorandomGenerator(1, 2, [3, 0]) == PseudorandomGenerator(1, 2, (3, 0))


@pytest.mark.parametrize("database", [None, 5, "ab", ((1, 2),), ((1,),), (None,), ((1.5, 1),), (([1], 1),), ([1, 1],)])
def test_both_subset_learners_refuse_other_rows(database):
    for learner in (subset_point_learner((1, 2), 8, 4), consistent_subset_learner((1, 2))):
        with pytest.raises(ValueError, match="database must"):
            learner(database)


def test_a_distinguisher_must_return_a_law():
    with pytest.raises(ValueError, match="distinguisher must be or return a Law"):
        advantage(lambda string: 1, toy_generator(1, 2))
