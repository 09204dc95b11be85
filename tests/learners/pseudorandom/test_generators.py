"""Generators, distinguishers, and learners of an image, against definitions."""

from fractions import Fraction

import pytest

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.pseudorandom import (
    PseudorandomGenerator,
    advantage,
    image_test,
    point_hat,
    toy_generator,
)
from privlearn.learners.pseudorandom.generators import acceptance, identity_generator

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


@pytest.mark.parametrize(("arguments", "message"), [
    ((1, 2, None), "outputs must be a tuple"), ((2**40, 2, (1,)), "seed_bits must"), ((1, 2, (1, 1.5)), "outputs must"),
])
def test_tables_are_tuples_of_integers(arguments, message):
    with pytest.raises(ValueError, match=message):
        PseudorandomGenerator(*arguments)


def test_a_list_of_outputs_becomes_a_tuple():
    assert PseudorandomGenerator(1, 2, [3, 0]) == PseudorandomGenerator(1, 2, (3, 0))


def test_a_distinguisher_must_return_a_law():
    with pytest.raises(ValueError, match="distinguisher must be or return a Law"):
        advantage(lambda string: 1, toy_generator(1, 2))
