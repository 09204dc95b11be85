"""Closure learning on arrays: scores against the definition, runs, and the terms of a step."""

from fractions import Fraction
from itertools import product

import numpy as np

from privlearn.learners.closure import CutPopulation, closure_cuts_run, traced
from privlearn.learners.closure.progress import composed_cuts, least_error
from privlearn.learners.relabeling import exponential_cut

ROOT = Fraction(3, 2)


def test_populations_have_their_labels_and_no_error_of_the_target():
    assert composed_cuts(4, (2, 0), np.arange(4)).tolist() == [0, 1, 1, 0]
    population = CutPopulation(6, (5, 2), (1, 2, 3, 4, 5, 6, 7, 8))
    assert population.error((5, 2)) == population.error((2, 5)) == 0
    assert population.error((5, 3)) == Fraction(4, 36)
    population = CutPopulation(232, (1, 3, 5), (1,) * 8)  # least error before the first step is zero
    ones = population.labels()
    assert least_error(population, [], (ones, 1 - ones)) == 0
    population = CutPopulation(6, (5, 2), (0, 2, 3, 4, 5, 6, 7, 0))
    rows = population.sample(1000, np.random.default_rng(1))
    assert set(rows[:, 0].tolist()) == set(range(1, 7))
    assert (rows[:, 1] == population.labels()[rows[:, 0]]).all()


def test_samples_are_learned_within_the_terms_of_every_step():
    population, rng = CutPopulation(4, (39, 23), (1,) * 64), np.random.default_rng(2)  # large samples are learned
    steps = closure_cuts_run(4, 2, population.sample(20_000, rng), exponential_cut(64, ROOT), root=ROOT, rng=rng)
    assert population.error([step.answer for step in steps]) < Fraction(1, 20)
    population, rng = CutPopulation(150, (9, 23, 40), tuple(range(1, 65))), np.random.default_rng(3)
    steps = closure_cuts_run(150, 3, population.sample(120, rng), exponential_cut(64, ROOT), root=ROOT, rng=rng)
    terms = traced(population, steps)
    assert [t.before for t in terms[1:]] == [t.after for t in terms[:-1]]
    assert all(t.after <= t.before + 2 * t.deviation + t.excess + t.distance for t in terms)


def test_deviation_is_the_largest_over_all_completions():
    population, rng = CutPopulation(4, (3, 1), (1, 2, 3, 4, 5, 6)), np.random.default_rng(4)
    step = closure_cuts_run(4, 2, population.sample(40, rng), exponential_cut(6, ROOT), root=ROOT, rng=rng)[0]
    gaps = []
    for cuts in product(range(-1, 6), repeat=2):
        wrong = composed_cuts(4, cuts, step.data[:, 0]) != step.data[:, 1]
        gaps.append(abs(Fraction(int(wrong.sum()), len(wrong)) - population.error(cuts)))
    assert traced(population, [step])[0].deviation == max(gaps)
