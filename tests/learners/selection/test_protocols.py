"""Learners of points from the equality protocol."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.laws import pure
from privlearn.learners.selection import (hash_answer, hashed_point_learner, hashed_two_point_failure, matrix_law,
                                          protocol_learner, spread_failure)

RATIO, QUARTER, HALF = Fraction(9, 4), Fraction(1, 4), Fraction(1, 2)


def test_one_pass_learner_has_the_law_of_the_protocol():
    lazy = protocol_learner(matrix_law(2, 2), hash_answer, 4, 4, RATIO)
    for database in ((), ((0, 1),), ((3, 1), (3, 0)), ((1, 1), (2, 1), (2, 0))):
        assert hashed_point_learner(2, 2, RATIO)(database).exact() == lazy(database).exact()


def test_laws_of_matrices_and_of_empty_samples():
    # empty sample gives every key the same chance
    assert set(hashed_point_learner(1, 2, RATIO)(()).exact().values()) == {Fraction(1, 16)}
    assert matrix_law(1, 2).exact() == {(a, b): QUARTER for a in (0, 1) for b in (0, 1)}  # matrices are uniform
    # long words are never listed
    matrix, key = hashed_point_learner(512, 3, RATIO)(((1 << 500, 1),)).sample(np.random.default_rng(1))
    assert len(matrix) == 3
    assert 0 <= key < 8
    # a message on one point is chosen by its errors
    learner = protocol_learner(pure("coins"), lambda coins, message, x: message, 2, 1, RATIO)
    assert learner(((0, 1),)).exact() == {("coins", 0): Fraction(2, 5), ("coins", 1): Fraction(3, 5)}
    for row in ((1, 1), (-1, 0), (0, 2)):
        with pytest.raises(ValueError, match="database must hold"):
            learner((row,))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: protocol_learner(pure(0), hash_answer, 0, 1, RATIO), "messages must"),
    (lambda: protocol_learner(pure(0), hash_answer, 1, 0, RATIO), "size must"),
    (lambda: spread_failure(0, 1, 1, RATIO, HALF, QUARTER), "bits must"),
    (lambda: spread_failure(1, 0, 1, RATIO, HALF, QUARTER), "hashes must"),
    (lambda: hashed_point_learner(2, 1, 1), "above 1"),
    (lambda: protocol_learner(pure(0), hash_answer, 1, 4, 1), "above 1"),
    (lambda: hashed_point_learner(2, 1, RATIO)(((4, 1),)), "0..size-1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_bounds_on_few_bits_and_many():
    assert hashed_two_point_failure(3, 200, RATIO, HALF, QUARTER).lower >= Fraction(1, 8)  # collisions are a floor
    assert spread_failure(64, 1, 100, RATIO, 0, QUARTER) > Fraction(99, 100)  # but for the zero matrix
    assert spread_failure(64, 4, 100, RATIO, 0, QUARTER) < Fraction(1, 10**6)
    found = hashed_two_point_failure(1, 0, RATIO, HALF, QUARTER)
    assert found.lower <= Fraction(3, 4) <= found.upper  # together: both keys are bad; apart: one of two is
    found = hashed_two_point_failure(1, 0, RATIO, Fraction(1, 8), QUARTER)
    assert found.lower <= HALF <= found.upper  # together, too, one of two is


@pytest.mark.parametrize("bits", [1, 2])
def test_spread_bound_is_above_the_exact_failure(bits):
    learner, total = hashed_point_learner(bits, 1, RATIO), Fraction(0)
    masses = {x: HALF * (x == 0) + HALF / 2**bits for x in range(2**bits)}
    for x, q in masses.items():
        for (matrix, key), p in learner(((x, int(x == 0)),)).exact().items():
            wrong = sum(m for z, m in masses.items() if hash_answer(matrix, key, z) != (z == 0))
            total += q * p * (wrong > QUARTER)
    assert total <= spread_failure(bits, 1, 1, RATIO, HALF, QUARTER)
