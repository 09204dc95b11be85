"""Uniform integers from both kinds of generator."""

import random

import numpy as np
import pytest

from privlearn.laws import uniform_below

# With 6,000 draws a fair die shows each face 1,000 times, standard deviation 28.9.  The limit is 4.5 deviations: a fair
# die fails with probability below 1e-4 (6 faces, either sign), one loaded by 0.04 passes with probability below 1e-2.
DRAWS, ALLOWED = 6000, 130


@pytest.mark.parametrize("make_rng", [lambda: random.Random(11), lambda: np.random.default_rng(11)])
def test_six_numbers_come_equally_often(make_rng):
    rng = make_rng()
    counts = np.bincount([uniform_below(rng, 6) for _ in range(DRAWS)], minlength=6)
    assert len(counts) == 6
    assert max(abs(counts - DRAWS // 6)) <= ALLOWED


def test_the_same_test_rejects_a_die_that_is_loaded_by_four_hundredths():
    rng = np.random.default_rng(11)
    loaded = rng.choice(6, DRAWS, p=[1 / 6 + 0.04, *[1 / 6 - 0.008] * 5])
    assert max(abs(np.bincount(loaded) - DRAWS // 6)) > ALLOWED


@pytest.mark.parametrize("make_rng", [lambda: random.Random(1), lambda: np.random.default_rng(2)])
def test_below_1_there_is_only_0_and_a_bound_of_thousands_of_bits_is_fine(make_rng):
    assert uniform_below(make_rng(), 1) == 0
    assert uniform_below(make_rng(), 2**5000) >= 2**4900


@pytest.mark.parametrize(("rng", "bound", "rule"), [
    *((np.random.default_rng(2), bound, "bound must be an integer of at least 1") for bound in (0, -3, 1.5)),
    (np.random, 2, "rng must be")])
def test_bad_bounds_and_a_global_generator_are_refused(rng, bound, rule):
    with pytest.raises(ValueError, match=rule):
        uniform_below(rng, bound)
