"""Noisy populations, and errors on the relabelled sample."""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from privlearn.learners.relabeling import (NoisyPoint, NoisySegment, private_agnostic_run, relabel_points,
                                           relabel_segments)
from privlearn.learners.relabeling.populations import tracking_errors

ROOT = Fraction(3, 2)
SMALL = [data for n in (1, 2, 3) for data in combinations_with_replacement(list(product(range(3), (0, 1))), n)]


def test_relabelling_keeps_the_points_and_fits_the_class():
    rng = np.random.default_rng(1)
    data = NoisySegment(50, 20, Fraction(1, 3)).sample(200, rng)
    new = relabel_segments(data, np.array([3, 60]), ROOT, rng)
    assert np.array_equal(new[:, 0], data[:, 0])
    assert max(new[new[:, 1] == 1, 0]) < min(new[new[:, 1] == 0, 0])
    rng = np.random.default_rng(2)
    data = NoisyPoint(50, 20, Fraction(1, 3), Fraction(1, 3)).sample(200, rng)
    new = relabel_points(data, np.array([3]), ROOT, rng)
    assert len(set(new[new[:, 1] == 1, 0].tolist())) <= 1
    rng = np.random.default_rng(3)
    data = NoisyPoint(50, 20, Fraction(1, 2), Fraction(0)).sample(400, rng)
    assert np.array_equal(relabel_points(data, np.array([3]), ROOT, rng), data)


@pytest.mark.parametrize("noise", [0, 1])
def test_a_point_of_mass_one_is_all_that_is_drawn(noise):
    rows = NoisyPoint(50, 20, Fraction(1), Fraction(noise)).sample(9, np.random.default_rng(4))
    assert rows.tolist() == [[20, 1 - noise]] * 9


def test_the_learner_gets_a_ninth_of_the_first_half_and_tracks_on_it():
    rows = private_agnostic_run(NoisySegment(9, 4, Fraction(0)).sample(101, np.random.default_rng(1)), relabel_segments,
                                lambda rows, rng: len(rows), root=2, rng=np.random.default_rng(1))
    assert rows == 5
    def last_one(rows, rng):
        return int(rows[rows[:, 1] == 1, 0].max(initial=-1))

    _, seen = tracking_errors(last_one, NoisySegment(2**30, 2**29, Fraction(1, 5)), 500, ROOT, np.random.default_rng(1))
    assert seen == 0


def test_the_learner_is_tracked_on_labels_that_fit_the_sample():
    def told(rows, rng):
        seen.append(rows)

    seen: list[np.ndarray] = []
    tracking_errors(told, NoisySegment(2**30, 2**29, Fraction(0)), 50, 10**9, np.random.default_rng(1))
    (rows,) = seen
    ones, zeros = (rows[rows[:, 1] == label, 0] for label in (1, 0))
    assert 2**28 < ones.max() <= 2**29 < zeros.min()
    # excesses by counting
    # excess of a segment is its distance scaled
    assert NoisySegment(10, 4, Fraction(1, 4)).excess(-1) == Fraction(1, 4)
    world = NoisyPoint(4, 2, Fraction(1, 2), Fraction(1, 8))  # excess of a point function by counting
    mass = [Fraction(1, 8), Fraction(1, 8), Fraction(5, 8), Fraction(1, 8)]
    for f in product((0, 1), repeat=4):
        wrong = sum(m for x, m in enumerate(mass) if f[x] != (x == 2))
        assert world.excess(f[2], sum(f)) == Fraction(3, 4) * wrong


@pytest.mark.parametrize("population", [NoisyPoint(7, 4, Fraction(1, 3), Fraction(1, 5)),
                                        NoisyPoint(3, 0, Fraction(1, 2), Fraction(2, 3))])
def test_samples_of_a_point_have_its_law(population):
    rows, runs = population.sample(40_000, np.random.default_rng(5)), 40_000
    counts = Counter(map(tuple, rows.tolist()))
    assert rows.dtype == np.int64
    for x, y in product(range(population.size), (0, 1)):
        mass = population.mass * (x == population.target) + (1 - population.mass) / population.size
        right = (x == population.target) == y
        expected = float(mass * (1 - population.noise if right else population.noise))
        assert abs(counts[x, y] / runs - expected) < 5 * (expected / runs) ** 0.5
    assert sum(counts[x, y] for x, y in product(range(population.size), (0, 1))) == runs


@pytest.mark.parametrize("answer", [-1, 0, 3, 8, 11, None])
def test_an_answer_is_far_by_the_mass_between_it_and_the_relabelling_threshold(answer):
    def told(rows, rng):
        seen.append(rows)
        return answer

    seen: list[np.ndarray] = []
    population = NoisySegment(12, 6, Fraction(0))
    far, on_sample = tracking_errors(told, population, 9, 10**9, np.random.default_rng(2))
    (rows,) = seen
    sample = population.sample(18, np.random.default_rng(2))  # the same draws
    assert rows.tolist() == sample[:9].tolist()
    h = max(x for x, _ in sample.tolist() if x <= 6)
    possible = range(max(x for x, y in rows.tolist() if y), min(x for x, y in rows.tolist() if not y))
    if answer is None:
        assert (far, on_sample) == (1 - Fraction(len(set(rows[:, 0].tolist())), 12), 0)
    else:
        assert h in possible
        assert far in {Fraction(abs(cut - answer), 12) for cut in possible}
        assert on_sample == Fraction(sum((x <= answer) != y for x, y in rows.tolist()), 9)
