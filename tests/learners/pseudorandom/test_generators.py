"""Generators, distinguishers, and learners of an image, against definitions."""

from fractions import Fraction
from hashlib import blake2b

import numpy as np
import pytest

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import choice, pure
from privlearn.learners.pseudorandom import PseudorandomGenerator, advantage, image_test, point_hat, toy_generator
from privlearn.learners.pseudorandom.generators import (acceptance, identity_generator, point_mass_failure,
                                                        seeds_tried_advantage)

F = Fraction


def test_generators_of_few_bits():
    assert toy_generator(0, 8).image == (toy_generator(3, 8).outputs[0],)  # generator without seed has one output
    empty = PseudorandomGenerator(0, 0, (0,))
    assert toy_generator(0, 0) == identity_generator(0) == empty
    assert (empty.size, empty.density) == (1, 1)
    assert [identity_generator(n) for n in (0, 1, 3)] == [  # the identity lists every string once
        PseudorandomGenerator(n, n, tuple(range(2**n))) for n in (0, 1, 3)]
    # a list of outputs becomes a tuple
    assert PseudorandomGenerator(1, 2, [3, 0]) == PseudorandomGenerator(1, 2, (3, 0))


def test_the_density_counts_distinct_outputs():
    generator = PseudorandomGenerator(2, 3, (6, 1, 6, 4))
    assert (generator.image, generator.size, generator.density) == ((1, 4, 6), 8, F(3, 8))
    assert identity_generator(3).outputs == tuple(range(8))
    assert (identity_generator(3).seed_bits, identity_generator(3).output_bits) == (3, 3)
    # toy images count collisions
    assert [len(toy_generator(s, d).image) for s, d in ((3, 8), (4, 8), (6, 12), (8, 16), (10, 16))] == [
        8, 15, 64, 255, 1015]
    assert max(toy_generator(10, 512).outputs) >= 2**508  # long outputs use all their bits


def test_advantages_count_repeated_outputs_as_often_as_they_occur():
    generator = identity_generator(4)
    assert advantage(image_test(generator), generator) == 0
    generator = PseudorandomGenerator(2, 2, (1, 1, 1, 2))
    assert advantage(image_test(generator, 1), generator) == F(3, 4) - F(1, 4)
    generator = PseudorandomGenerator(1, 3, (5, 2))  # trying all seeds of a short seed tells outputs from strings
    assert [seeds_tried_advantage(generator, tries) for tries in (0, 1, 2)] == [0, Fraction(3, 8), Fraction(3, 4)]
    # equal outputs are found with one try
    assert seeds_tried_advantage(PseudorandomGenerator(1, 2, (3, 3)), 1) == Fraction(3, 4)


def test_as_many_strings_as_are_allowed_are_listed(monkeypatch):
    generator = toy_generator(1, 64)
    with pytest.raises(TooLargeToEnumerate):
        advantage(image_test(generator), generator)
    generators = [identity_generator(2), PseudorandomGenerator(0, 3, (1,))]
    monkeypatch.setattr("privlearn.learners.pseudorandom.generators.LARGEST_LIST", 4)
    assert advantage(image_test(generators[0]), generators[0]) == 0
    with pytest.raises(TooLargeToEnumerate, match="the list of all strings"):
        advantage(image_test(generators[1]), generators[1])


def test_the_point_hat_has_one_concept_for_each_output_named_by_it():
    generator = PseudorandomGenerator(2, 3, (5, 1, 5, 0))
    assert point_hat(generator) == ConceptClass.from_matrix([[int(x == j) for x in range(8)] for j in (0, 1, 5)])
    hat = point_hat(generator)
    assert list(hat.concept_names) == [0, 1, 5]
    assert hat.matrix.dtype == np.uint8


def test_as_many_entries_as_are_allowed_make_a_class(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        point_hat(toy_generator(1, 64))
    monkeypatch.setattr("privlearn.learners.pseudorandom.generators.LARGEST_MATRIX", 16)
    assert len(point_hat(identity_generator(2))) == 4
    assert len(point_hat(identity_generator(0))) == 1
    with pytest.raises(TooLargeToEnumerate, match="the matrix of the class"):
        point_hat(PseudorandomGenerator(2, 3, (0, 1, 2, 3)))


def test_seeds_and_outputs_are_told_by_averages():
    def tells(string):
        return choice({1: F(string, 7), 0: 1 - F(string, 7)})

    assert acceptance(tells, (1, 1, 4)) == F(2, 7)
    assert acceptance(tells, iter([3])) == F(3, 7)
    assert advantage(tells, PseudorandomGenerator(1, 3, (0, 1))) == F(1, 2) - F(1, 14)
    assert advantage(tells, PseudorandomGenerator(1, 3, (7, 5))) == F(6, 7) - F(1, 2)
    generator = toy_generator(2, 4)
    assert seeds_tried_advantage(generator, 4) == advantage(image_test(generator), generator)
    with pytest.raises(ValueError, match="tries"):
        seeds_tried_advantage(generator, 5)


def test_point_masses_are_failed_by_a_wrong_name_only():
    failures = [point_mass_failure(lambda _: pure(1), j, size=3, rows=2, alpha=Fraction(1, 2)) for j in range(3)]
    assert failures == [1, 0, 1]
    assert point_mass_failure(pure, 1, size=2, rows=0, alpha=0) == 1  # it names the database
    seen = []

    def learner(rows):
        seen.append(rows)
        return choice({2: F(1, 5), None: F(1, 3), 1: F(7, 15)})

    assert point_mass_failure(learner, 2, size=3, rows=3, alpha=0) == F(4, 5)
    assert point_mass_failure(learner, 0, size=1, rows=0, alpha=F(99, 100)) == 1
    assert seen == [((2, 1),) * 3, ()]
    for answers, failure in (({2: 1}, 0), ({1: 1}, 1), ({2: F(1, 4), 0: F(3, 4)}, F(3, 4))):
        assert point_mass_failure(lambda rows, a=answers: choice(a), 2, size=4, rows=1, alpha=F(1, 2)) == failure


@pytest.mark.parametrize(("call", "message"), [
    (lambda: PseudorandomGenerator(0, -1, (0,)), "^output_bits must"),
    (lambda: toy_generator(0, -1), "^output_bits must"), (lambda: toy_generator(-1, 0), "^seed_bits must"),
    (lambda: identity_generator(-1), "^bits must"),
    (lambda: PseudorandomGenerator(1, 2, None), "outputs must be a tuple"),
    (lambda: PseudorandomGenerator(2**40, 2, (1,)), "seed_bits must"),
    (lambda: PseudorandomGenerator(1, 2, (1, 1.5)), "outputs must"),
    (lambda: point_mass_failure(pure, 1, size=2, rows=-1, alpha=0), "rows"),
    (lambda: PseudorandomGenerator(1, 2, (0, 1, 2)), "outputs must have 2\\^1 entries"),
    (lambda: PseudorandomGenerator(1, 2, (0, 4)), "outputs"),
    (lambda: acceptance(image_test(toy_generator(1, 2)), ()), "strings"),
    (lambda: advantage(lambda string: 1, toy_generator(1, 2)), "distinguisher must be or return a Law"),
    (lambda: seeds_tried_advantage(PseudorandomGenerator(1, 2, (3, 0)), -1), "tries"),
    (lambda: seeds_tried_advantage(PseudorandomGenerator(1, 2, (3, 0)), 3), "tries"),
    (lambda: point_mass_failure(lambda rows: pure(0), 4, size=4, rows=1, alpha=Fraction(1, 2)), "point")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_hash_is_blake2b_of_four_bytes_read_from_the_least():
    for seed_bits, output_bits, width in ((3, 5, 8), (2, 64, 8), (2, 65, 9), (1, 72, 9), (0, 512, 64)):
        expected = []
        for seed in range(2**seed_bits):
            digest = blake2b(bytes([0, 0, 0, seed]), digest_size=width).digest()
            expected.append(sum(byte << 8 * i for i, byte in enumerate(digest)) % 2**output_bits)
        assert toy_generator(seed_bits, output_bits).outputs == tuple(expected)
    assert toy_generator(10, 64).outputs[515] == int.from_bytes(
        blake2b(bytes([0, 0, 2, 3]), digest_size=8).digest(), "little")


@pytest.mark.parametrize("outputs", [(6, 1, 6, 4), (0, 0, 0, 0), (7, 3, 3, 5)])
def test_tests_of_the_first_seeds_have_the_advantages_of_their_outputs(outputs):
    generator = PseudorandomGenerator(2, 3, outputs)
    for tries in range(5):
        known = set(outputs[:tries])
        test = image_test(generator, tries)
        assert [test(x).exact() for x in range(8)] == [{int(x in known): 1} for x in range(8)]
        expected = F(sum(x in known for x in outputs), 4) - F(len(known), 8)
        assert seeds_tried_advantage(generator, tries) == advantage(test, generator) == expected
    for tries in (-1, 5):
        with pytest.raises(ValueError, match="tries"):
            image_test(generator, tries)


@pytest.mark.parametrize("alpha", [0, F(1, 2), F(9, 10)])
def test_no_name_and_any_other_name_fail(alpha):
    answers = {None: F(1, 5), 1: F(3, 10), 0: F(1, 2)}
    assert point_mass_failure(lambda rows: choice(answers), 1, size=3, rows=1, alpha=alpha) == F(7, 10)
    assert point_mass_failure(lambda rows: pure(len(rows)), 2, size=3, rows=2, alpha=alpha) == 0
    assert point_mass_failure(lambda rows: pure(int(rows == ((2, 1),) * 3) * 2), 2, size=3, rows=3, alpha=alpha) == 0
