"""The reconstruction of intervals: values, laws, errors, and ten million points."""

import random
import time
import tracemalloc
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.noise import (
    mismatches,
    noisy_interval,
    reconstruct_interval,
    reconstruction_failure,
    reconstruction_law,
    ruin_probability,
    ruin_table,
)
from privlearn.learners.noise.nearest_interval import BLOCK

RATES = [Fraction(0), Fraction(1, 10), Fraction(2, 5), Fraction(1, 2), Fraction(4, 5), Fraction(1)]


def test_no_point_has_one_interval():
    assert mismatches(()).tolist() == [0]
    assert reconstruct_interval(b"") == 0
    assert reconstruction_law(0, 0, Fraction(1, 3)) == {0: 1}


def test_a_clean_interval_is_found():
    assert [reconstruct_interval([1] * j + [0] * (9 - j)) for j in range(10)] == list(range(10))


def test_clean_then_dirty_is_a_tie():
    assert reconstruct_interval((0, 1)) is None


@pytest.mark.parametrize("kind", [bytes, bytearray, list, tuple, np.array, lambda h: np.array(h, dtype=bool)])
def test_all_kinds_of_rows_are_read(kind):
    assert reconstruct_interval(kind([1, 1, 0, 0])) == 2


@pytest.mark.parametrize("bad", [[0, 2], [0.0, 1.0], [[0, 1]], None, [0, -1], "01"])
def test_other_hypotheses_are_refused(bad):
    with pytest.raises(ValueError, match="h must"):
        reconstruct_interval(bad)


def test_blocks_are_joined_without_a_seam():
    bits = np.zeros(2 * BLOCK + 3, dtype=np.uint8)
    for end in (BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 3):
        bits[:end] = 1
        assert reconstruct_interval(bits) == end


def test_a_tie_across_blocks_is_seen():
    bits = np.concatenate((np.zeros(BLOCK), np.ones(BLOCK))).astype(np.uint8)
    assert reconstruct_interval(bits) is None


def test_ten_million_points_take_about_a_second_and_little_memory():
    bits = (np.random.default_rng(5).random(10**7) < 0.02).astype(np.uint8)
    bits[: 4 * 10**6] ^= 1
    given = bits.tobytes()
    tracemalloc.start()
    before = time.perf_counter()
    found = reconstruct_interval(given)
    seconds = time.perf_counter() - before
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert found == int(mismatches(bits).argmin())
    assert seconds < 2
    assert peak < 4 * 2**20


@pytest.mark.parametrize("mu", RATES)
def test_fast_law_equals_the_program_on_all_small_sizes(mu):
    for size in range(7):
        for j in range(size + 1):
            law = noisy_interval(size, j, mu).map(reconstruct_interval).exact()
            assert law == reconstruction_law(size, j, mu)
            assert reconstruction_failure(size, j, mu) == 1 - law.get(j, 0)


@pytest.mark.parametrize("mu", RATES)
def test_fast_ruin_equals_the_recursion(mu):
    assert [ruin_probability(n, mu) for n in range(41)] == list(ruin_table(40, mu))


def test_ruin_of_one_and_two_points_by_hand():
    mu = Fraction(1, 7)
    assert ruin_table(2, mu) == (0, mu, mu + mu * (1 - mu))


def test_reach_lists_the_near_intervals_only():
    whole, near = reconstruction_law(20, 9, Fraction(1, 10)), reconstruction_law(20, 9, Fraction(1, 10), reach=3)
    assert near == {end: whole[end] for end in range(6, 13)}


@pytest.mark.parametrize(("size", "j", "mu"), [(3, 4, 0), (3, -1, 0), (-1, 0, 0), (3, 1, 2), (3, 1, -1), (2.5, 1, 0)])
def test_bad_arguments_are_refused(size, j, mu):
    with pytest.raises(ValueError, match="must"):
        reconstruction_law(size, j, mu)


def test_heights_are_carried_from_block_to_block():
    h = np.ones(3 * BLOCK, dtype=np.uint8)
    h[:BLOCK] = 0
    assert reconstruct_interval(h) == 3 * BLOCK
    assert reconstruct_interval(1 - h) == BLOCK


@pytest.mark.parametrize("size", [2**40, 2**256])
def test_noise_on_huge_domains_is_never_begun(size):
    with pytest.raises(TooLargeToEnumerate):
        noisy_interval(size, 1, Fraction(1, 10))


def test_noise_on_many_points_is_sampled_and_not_listed():
    law = noisy_interval(25, 7, Fraction(1, 10))
    assert len(law.sample(random.Random(1))) == 25
    with pytest.raises(TooLargeToEnumerate):
        law.exact()


@pytest.mark.parametrize("call", [
    lambda: ruin_table(2**40, Fraction(1, 10)), lambda: ruin_probability(2**40, Fraction(1, 10)),
    lambda: reconstruction_failure(2**40, 1, Fraction(1, 10)),
    lambda: reconstruction_law(2**40, 5, Fraction(1, 10), reach=2)])
def test_walks_that_are_too_long_are_refused_at_once(call):
    with pytest.raises(TooLargeToEnumerate, match="the walk over one side"):
        call()
