"""Closure learning on arrays: scores against the definition, runs, and the terms of a step."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from privlearn.concepts import all_functions, initial_segments, point_functions
from privlearn.learners.closure import (
    CutPopulation,
    closure_cuts_run,
    closure_points_run,
    completion_score,
    cut_completion_errors,
    improper_points,
    traced,
    union_completion_errors,
)
from privlearn.learners.closure.cuts import label_counts
from privlearn.learners.closure.progress import composed_cuts, least_error
from privlearn.learners.relabeling import exponential_cut

ROOT = Fraction(3, 2)
DATABASES = [(), ((0, 1),), ((0, 1), (1, 0), (2, 1)), ((0, 0), (0, 1), (0, 1), (2, 0)), ((1, 1), (1, 1), (2, 0))]
NUMPY = np.arange(3)


def counts(data: tuple[tuple[int, int], ...]) -> tuple[np.ndarray, np.ndarray]:
    return label_counts(np.array(data, dtype=np.int64).reshape(-1, 2), NUMPY)


@pytest.mark.parametrize("data", DATABASES)
@pytest.mark.parametrize(("rule", "before", "later"), [
    (2, (), 0), (4, (), 1), (6, (), 1), (8, ((1, 0, 1),), 0), (232, ((1, 0, 1),), 1), (150, (), 2), (232, (), 2)])
def test_cut_scores_are_those_of_the_definition(data: tuple[tuple[int, int], ...], rule: int,
                                                before: tuple[tuple[int, ...], ...], later: int) -> None:
    score = completion_score(rule, before, (initial_segments(3),) * later)
    fast = cut_completion_errors(rule, [np.array(h) for h in before], later, *counts(data))
    assert fast.tolist() == [score(data, h) for h in initial_segments(3).rows()]


@pytest.mark.parametrize("data", DATABASES)
@pytest.mark.parametrize("earlier", all_functions(3).rows())
@pytest.mark.parametrize("later", [0, 1, 2])
def test_union_scores_are_those_of_the_definition(data: tuple[tuple[int, int], ...], earlier: tuple[int, ...],
                                                  later: int) -> None:
    points = [tuple(int(x == p) for x in range(3)) for p in range(3)]
    fast = union_completion_errors(np.array(earlier), later, *counts(data)).tolist()
    nowhere = {(0, 0, 0), *point_functions(3).rows()}
    slow = [min(sum(int(max(earlier[x], h[x], *(c[x] for c in rest)) != y) for x, y in data)
                for rest in product(nowhere, repeat=later)) for h in [*points, (0, 0, 0)]]
    assert fast == slow


def test_no_points_leave_one_pattern_without_errors() -> None:
    none = np.zeros(0, dtype=np.int64)
    assert cut_completion_errors(6, (), 1, none, none).tolist() == [0]
    assert union_completion_errors(none, 2, none, none).tolist() == [0]


def test_rule_must_fit_the_number_of_thresholds() -> None:
    with pytest.raises(ValueError, match="rule must be below"):
        cut_completion_errors(16, (), 1, np.zeros(1, int), np.zeros(1, int))


def test_composition_by_hand() -> None:
    assert composed_cuts(4, (2, 0), np.arange(4)).tolist() == [0, 1, 1, 0]


def test_population_of_the_target_has_no_error() -> None:
    population = CutPopulation(6, (5, 2), (1, 2, 3, 4, 5, 6, 7, 8))
    assert population.error((5, 2)) == population.error((2, 5)) == 0
    assert population.error((5, 3)) == Fraction(4, 36)


def test_samples_have_the_labels_of_the_population() -> None:
    population = CutPopulation(6, (5, 2), (0, 2, 3, 4, 5, 6, 7, 0))
    rows = population.sample(1000, np.random.default_rng(1))
    assert set(rows[:, 0].tolist()) == set(range(1, 7))
    assert (rows[:, 1] == population.labels()[rows[:, 0]]).all()


def test_least_error_before_the_first_step_is_zero() -> None:
    population = CutPopulation(232, (1, 3, 5), (1,) * 8)
    ones = population.labels()
    assert least_error(population, [], (ones, 1 - ones)) == 0


def test_large_samples_are_learned() -> None:
    population, rng = CutPopulation(4, (39, 23), (1,) * 64), np.random.default_rng(2)
    steps = closure_cuts_run(4, 2, population.sample(20_000, rng), exponential_cut(64, ROOT), root=ROOT, rng=rng)
    assert population.error([step.answer for step in steps]) < Fraction(1, 20)


def test_terms_bound_every_step_of_small_samples() -> None:
    population, rng = CutPopulation(150, (9, 23, 40), tuple(range(1, 65))), np.random.default_rng(3)
    steps = closure_cuts_run(150, 3, population.sample(120, rng), exponential_cut(64, ROOT), root=ROOT, rng=rng)
    terms = traced(population, steps)
    assert [t.before for t in terms[1:]] == [t.after for t in terms[:-1]]
    assert all(t.after <= t.before + 2 * t.deviation + t.excess + t.distance for t in terms)


def test_deviation_is_the_largest_over_all_completions() -> None:
    population, rng = CutPopulation(4, (3, 1), (1, 2, 3, 4, 5, 6)), np.random.default_rng(4)
    step = closure_cuts_run(4, 2, population.sample(40, rng), exponential_cut(6, ROOT), root=ROOT, rng=rng)[0]
    gaps = []
    for cuts in product(range(-1, 6), repeat=2):
        wrong = composed_cuts(4, cuts, step.data[:, 0]) != step.data[:, 1]
        gaps.append(abs(Fraction(int(wrong.sum()), len(wrong)) - population.error(cuts)))
    assert traced(population, [step])[0].deviation == max(gaps)


def test_runs_need_eighteen_rows_for_each_threshold() -> None:
    with pytest.raises(ValueError, match="at least 36 rows"):
        closure_cuts_run(4, 2, np.zeros((35, 2), int), exponential_cut(6, ROOT), root=ROOT,
                         rng=np.random.default_rng(1))
    with pytest.raises(ValueError, match="at least 36 rows"):
        closure_points_run(2, 8, np.zeros((35, 2), int), improper_points(8, Fraction(1, 4)), root=ROOT,
                           rng=np.random.default_rng(1))


def test_union_of_two_points_is_found() -> None:
    rng = np.random.default_rng(5)
    xs = rng.integers(8, size=20_000)
    sample = np.column_stack([xs, (xs == 2) | (xs == 5)]).astype(np.int64)

    def last_one(rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return (np.arange(8) == rows[rows[:, 1] == 1, 0].max(initial=-1)).astype(np.int64)

    found = closure_points_run(2, 8, sample, last_one, root=ROOT, rng=rng)
    assert np.max(found, axis=0).tolist() == [0, 0, 1, 0, 0, 1, 0, 0]


def test_improper_answers_are_tables() -> None:
    answer = improper_points(16, Fraction(1, 4))(np.array([[3, 1]] * 200), np.random.default_rng(6))
    assert answer.shape == (16,)
    assert set(answer.tolist()) <= {0, 1}
