"""Closure learning of unions of points, on arrays."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from privlearn.concepts import all_functions, point_functions
from privlearn.laws import pure
from privlearn.learners.closure import (closure_cuts_run, closure_points_run, cut_completion_errors, improper_points,
                                        union_completion_errors, unions)
from privlearn.learners.closure.cuts import label_counts
from privlearn.learners.relabeling import exponential_cut

ROOT = Fraction(3, 2)
DATABASES = [(), ((0, 1),), ((0, 1), (1, 0), (2, 1)), ((0, 0), (0, 1), (0, 1), (2, 0)), ((1, 1), (1, 1), (2, 0))]
NUMPY = np.arange(3)


def counts(data):
    return label_counts(np.array(data, dtype=np.int64).reshape(-1, 2), NUMPY)


@pytest.mark.parametrize("data", DATABASES)
@pytest.mark.parametrize("earlier", all_functions(3).rows())
@pytest.mark.parametrize("later", [0, 1, 2])
def test_union_scores_are_those_of_the_definition(data, earlier, later):
    points = [tuple(int(x == p) for x in range(3)) for p in range(3)]
    fast = union_completion_errors(np.array(earlier), later, *counts(data)).tolist()
    nowhere = {(0, 0, 0), *point_functions(3).rows()}
    slow = [min(sum(int(max(earlier[x], h[x], *(c[x] for c in rest)) != y) for x, y in data)
                for rest in product(nowhere, repeat=later)) for h in [*points, (0, 0, 0)]]
    assert fast == slow


def test_patterns_and_functions_on_few_points():
    none = np.zeros(0, dtype=np.int64)
    assert cut_completion_errors(6, (), 1, none, none).tolist() == [0]
    assert union_completion_errors(none, 2, none, none).tolist() == [0]
    rows = np.zeros((18, 2), int)
    steps = closure_points_run(1, 1, rows, lambda data, rng: np.array([0]), root=ROOT, rng=np.random.default_rng(1))
    assert len(steps) == 1


def test_cuts_are_between_the_points_of_both_parts():
    seen = []

    def score(rule, before, later, *counts):
        seen.append([len(each) for each in counts])
        return np.zeros(len(counts[0]) + 1, int)

    rows = np.array([[x, 1] for x in (2, 5, 9)] * 6)
    rows[9:, 0] = [7, 8, 8] * 3
    closure_cuts_run(2, 1, rows, lambda data, rng: 0, root=ROOT, rng=np.random.default_rng(1), score=score)
    assert seen == [[5, 5]]


def test_runs_need_rows_and_a_threshold_or_a_point():
    with pytest.raises(ValueError, match="at least 36 rows"):
        closure_cuts_run(4, 2, np.zeros((35, 2), int), exponential_cut(6, ROOT), root=ROOT,
                         rng=np.random.default_rng(1))
    with pytest.raises(ValueError, match="at least 36 rows"):
        closure_points_run(2, 8, np.zeros((35, 2), int), improper_points(8, Fraction(1, 4)), root=ROOT,
                           rng=np.random.default_rng(1))
    rows, rng = np.zeros((36, 2), int), np.random.default_rng(1)
    with pytest.raises(ValueError, match="thresholds must be"):
        closure_cuts_run(2, 0, rows, exponential_cut(6, ROOT), root=ROOT, rng=rng)
    with pytest.raises(ValueError, match="parts must be"):
        closure_points_run(0, 8, rows, improper_points(8, Fraction(1, 4)), root=ROOT, rng=rng)


def test_union_of_two_points_is_found():
    rng = np.random.default_rng(5)
    xs = rng.integers(8, size=20_000)
    sample = np.column_stack([xs, (xs == 2) | (xs == 5)]).astype(np.int64)

    def last_one(rows: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        return (np.arange(8) == rows[rows[:, 1] == 1, 0].max(initial=-1)).astype(np.int64)

    found = closure_points_run(2, 8, sample, last_one, root=ROOT, rng=rng)
    assert np.max(found, axis=0).tolist() == [0, 0, 1, 0, 0, 1, 0, 0]


def test_improper_answers_are_tables():
    answer = improper_points(16, Fraction(1, 4))(np.array([[3, 1]] * 200), np.random.default_rng(6))
    assert answer.shape == (16,)
    assert set(answer.tolist()) <= {0, 1}


def test_every_step_relabels_the_rows_of_its_own_part():
    sample = np.array([(x, int(x in (3, 4))) for part in ((1, 3), (5, 5), (2, 4), (6, 6)) for x in part * 9])
    calls: list[np.ndarray] = []

    def learner(rows, rng):
        calls.append(rows)
        return np.zeros(8, dtype=np.int64)

    for seed in range(20):
        steps = closure_points_run(2, 8, sample, learner, root=10**9, rng=np.random.default_rng(seed))
        assert len(steps) == 2
    assert {rows.shape for rows in calls} == {(2, 2)}
    assert {x for rows in calls[::2] for x, _ in rows.tolist()} == {1, 3}
    assert {row for rows in calls[1::2] for row in map(tuple, rows.tolist())} == {(2, 0), (4, 1)}


@pytest.mark.parametrize(("size", "rows"), [(2, {(0, 0), (1, 1)}), (3, {(0, 0), (1, 0)})])
def test_no_point_is_chosen_where_some_point_did_not_occur(size, rows):
    sample, seen = np.array([(0, 0)] * 10 + [(1, 0)] * 8 + [(0, 1)] * 9 + [(1, 1)] * 9), set()

    def learner(drawn, rng):
        seen.update(map(tuple, drawn.tolist()))
        return np.zeros(size, dtype=np.int64)

    for seed in range(20):
        closure_points_run(1, size, sample, learner, root=10**9, rng=np.random.default_rng(seed))
    assert seen == rows


@pytest.mark.parametrize(("answer", "table"), [(None, [0, 0, 0]), ((1, 0, 1), [1, 0, 1])])
def test_no_hypothesis_is_the_constant_zero(monkeypatch, answer, table):
    given = []
    monkeypatch.setattr(unions, "improper_point_learner",
                        lambda database, *, size, alpha: given.append((database, size, alpha)) or pure(answer))
    found = improper_points(3, Fraction(1, 5))(np.array([[2, 1], [0, 0]]), np.random.default_rng(1))
    assert (found.tolist(), found.dtype) == (table, np.int64)
    assert given == [([(2, 1), (0, 0)], 3, Fraction(1, 5))]


def test_every_step_asks_the_points_of_two_parts_of_its_own(monkeypatch):
    sample = np.array([(x, 0) for part in ((1, 3), (5, 6), (2, 4), (7, 0)) for x in part * 9])
    asked: list[int] = []

    def all_points(before, later, *counts):
        asked.append(len(before))
        return union_completion_errors(before, later, *counts)

    monkeypatch.setattr(unions, "union_completion_errors", all_points)
    closure_points_run(2, 9, sample, lambda rows, rng: np.zeros(9, dtype=np.int64), root=ROOT,
                       rng=np.random.default_rng(3))
    assert asked == [4, 4]
