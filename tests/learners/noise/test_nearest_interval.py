"""The reconstruction of intervals: values, laws, errors, and ten million points."""

import random
import time
import tracemalloc
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.noise import mismatches, nearest_interval, noisy_interval, reconstruct_interval
from privlearn.learners.noise.nearest_interval import BLOCK


def test_clean_intervals_are_found_and_ties_are_not():
    assert [reconstruct_interval([1] * j + [0] * (9 - j)) for j in range(10)] == list(range(10))
    assert reconstruct_interval((0, 1)) is None  # clean then dirty is a tie
    for kind in (bytes, bytearray, list, tuple, np.array, lambda h: np.array(h, dtype=bool)):
        assert reconstruct_interval(kind([1, 1, 0, 0])) == 2


def test_blocks_are_joined_without_a_seam():
    bits = np.zeros(2 * BLOCK + 3, dtype=np.uint8)
    for end in (BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK + 3):
        bits[:end] = 1
        assert reconstruct_interval(bits) == end
    # a tie across blocks is seen
    assert reconstruct_interval(np.concatenate((np.zeros(BLOCK), np.ones(BLOCK))).astype(np.uint8)) is None
    h = np.ones(3 * BLOCK, dtype=np.uint8)  # heights are carried from block to block
    h[:BLOCK] = 0
    assert reconstruct_interval(h) == 3 * BLOCK
    assert reconstruct_interval(1 - h) == BLOCK


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


@pytest.mark.parametrize("size", [2**40, 2**256])
def test_noise_on_huge_domains_is_never_begun(size):
    with pytest.raises(TooLargeToEnumerate):
        noisy_interval(size, 1, Fraction(1, 10))


def test_the_largest_domain_is_taken_and_the_next_is_not(monkeypatch):
    law = noisy_interval(25, 7, Fraction(1, 10))
    assert len(law.sample(random.Random(1))) == 25
    with pytest.raises(TooLargeToEnumerate):
        law.exact()
    assert noisy_interval(0, 0, Fraction(1, 4)).exact() == {(): 1}  # noise on no points is the empty hypothesis
    monkeypatch.setattr(nearest_interval, "LARGEST_SUPPORT", 3)
    assert noisy_interval(3, 3, 0).exact() == {(1, 1, 1): 1}
    with pytest.raises(TooLargeToEnumerate):
        noisy_interval(4, 3, 0)


@pytest.mark.parametrize("j", [0, 1, 3])
def test_noise_flips_every_bit_on_its_own(j):
    mu, law = Fraction(1, 4), noisy_interval(3, j, Fraction(1, 4)).exact()
    clean = (1,) * j + (0,) * (3 - j)
    wrong = {h: sum(a != b for a, b in zip(h, clean, strict=True)) for h in product((0, 1), repeat=3)}
    assert law == {h: mu**k * (1 - mu) ** (3 - k) for h, k in wrong.items()}


@pytest.mark.parametrize("block", [1, 2, 3, 1 << 16])
def test_the_nearest_interval_is_that_of_the_definition(monkeypatch, block):
    monkeypatch.setattr(nearest_interval, "BLOCK", block)
    for h in (h for n in range(8) for h in product((0, 1), repeat=n)):
        wrong = [h[:t].count(0) + h[t:].count(1) for t in range(len(h) + 1)]
        assert mismatches(h).tolist() == wrong
        assert reconstruct_interval(h) == (wrong.index(min(wrong)) if wrong.count(min(wrong)) == 1 else None)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: reconstruct_interval([0, 2]), "h must"), (lambda: reconstruct_interval([0.0, 1.0]), "h must"),
    (lambda: reconstruct_interval([[0, 1]]), "h must"), (lambda: reconstruct_interval(None), "h must"),
    (lambda: reconstruct_interval([0, -1]), "h must"), (lambda: reconstruct_interval("01"), "h must"),
    (lambda: noisy_interval(-1, 0, 0), "must"), (lambda: noisy_interval(2, -1, 0), "must"),
    (lambda: noisy_interval(2, 3, 0), "must"), (lambda: noisy_interval(2, 1, Fraction(5, 4)), "must"),
    (lambda: mismatches([0, 2]), "only, got 2"), (lambda: mismatches([3, -1]), "only, got -1"),
    (lambda: mismatches(np.array([0.5])), "float64"),
    (lambda: mismatches(np.zeros((2, 2), dtype=int)), r"shape \(2, 2\)")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
