"""Agnostic learning at scale: the fast laws are the small ones, intervals, populations, errors."""

from fractions import Fraction
from itertools import combinations_with_replacement, product

import numpy as np
import pytest

from privlearn.concepts import initial_segments, point_functions
from privlearn.learners.intervals import threshold_learner
from privlearn.learners.relabeling import (error_count, exponential_cut, initial_segment_law, pattern_scores,
                                           private_agnostic_run, relabel_segments)
from privlearn.learners.relabeling.arrays import (check_run, chosen_index, cut_law, distinct, drawn_rows,
                                                  point_pattern_errors, relabel_points, segment_cut_law)

ROOT = Fraction(3, 2)
SMALL = [data for n in (1, 2, 3) for data in combinations_with_replacement(list(product(range(3), (0, 1))), n)]


@pytest.mark.parametrize("data", SMALL)
def test_the_cut_has_the_law_of_the_threshold_learner(data):
    assert cut_law(np.array(data), 3, ROOT).exact() == threshold_learner(3, ROOT**2)(data).exact()


@pytest.mark.parametrize("data", SMALL)
def test_the_index_has_the_law_of_the_relabelling(data):
    from privlearn.learners.relabeling import initial_segment_errors, occurring_points

    scores = initial_segment_errors(np.array(data), np.array(occurring_points(data)))
    assert chosen_index(scores, ROOT).exact() == initial_segment_law(3, data, (), ROOT**2).exact()


@pytest.mark.parametrize("data", SMALL)
def test_point_patterns_have_the_errors_of_the_concepts(data):
    points = distinct(np.array(data)[:, 0])
    found = pattern_scores(point_functions(4), error_count, data, ())
    expected = [found[tuple(int(k == j) for k in range(len(points)))] for j in range(len(points) + 1)]
    assert point_pattern_errors(np.array(data), points).tolist() == expected


def test_draws_and_values_come_from_the_rows():
    rows = np.array([[1, 0], [2, 1]])
    assert {tuple(row) for row in drawn_rows(rows, 50, np.random.default_rng(1)).tolist()} == {(1, 0), (2, 1)}
    assert drawn_rows(np.array([[1, 0]]), 1, np.random.default_rng(1)).tolist() == [[1, 0]]
    law = segment_cut_law(np.array([0], dtype=np.uint64), np.array([True]), 1, 2)
    assert law.exact() == {-1: Fraction(1, 3), 0: Fraction(2, 3)}
    with pytest.raises(ValueError, match="size must"):
        segment_cut_law(np.array([], dtype=np.uint64), np.array([], dtype=bool), 0, 2)
    assert distinct(np.array([], dtype=np.int64)).tolist() == []
    assert [sum(row) for row in initial_segments(3).rows()] == [0, 1, 2, 3]


@pytest.mark.parametrize(("change", "rule"), [
    ({"sample": [[1, 1]] * 40}, "sample must be an array of integers"),
    ({"sample": np.ones((40, 2))}, "array of integers"), ({"sample": np.ones(40, dtype=int)}, "at least 18 rows"),
    ({"sample": np.full((40, 2), 3)}, "labels 0 or 1"), ({"sample": np.tile([-1, 1], (40, 1))}, r"points in 0\.\.7"),
    ({"sample": np.tile([8, 1], (40, 1))}, r"points in 0\.\.7"), ({"rng": 5}, "rng must be a numpy"),
    ({"rng": None}, "rng must be a numpy"), ({"root": 0.5}, "root"), ({"relabel": 5}, "must be functions"),
    ({"learner": 5}, "must be functions")])
def test_bad_arguments_of_a_run_are_refused_before_any_step(change, rule):
    steps = []

    def relabel(*given):
        steps.append(given)
        return given[0]

    wishes = {"sample": np.tile([1, 1], (40, 1)), "relabel": relabel, "learner": exponential_cut(8, 2), "root": 2,
              "rng": np.random.default_rng(1)} | change
    with pytest.raises(ValueError, match=rule):
        private_agnostic_run(wishes.pop("sample"), wishes.pop("relabel"), wishes.pop("learner"), **wishes)
    assert steps == []


def test_first_and_last_points_of_the_domain_are_taken():
    check_run(np.array([[0, 1], [2, 0]]), 2, 3, 2, np.random.default_rng(1))
    assert segment_cut_law(np.array([0, 2]), np.array([True, False]), 3, 2).exact() == {
        -1: Fraction(1, 6), 0: Fraction(1, 3), 1: Fraction(1, 3), 2: Fraction(1, 6)}


@pytest.mark.parametrize(("call", "message"), [
    (lambda: drawn_rows(np.array([[1, 0]]), 0, np.random.default_rng(1)), "draws"),
    (lambda: private_agnostic_run(np.zeros((17, 2), dtype=int), relabel_segments, exponential_cut(2, 2), root=2,
        rng=np.random.default_rng(1)), "at least 18"), (lambda: chosen_index([], 2), "scores"),
    (lambda: check_run(np.array([[-1, 1], [1, 0]]), 2, 3, 2, np.random.default_rng(1)), "points in 0..2"),
    (lambda: check_run(np.array([[0, 1], [1, 3]]), 2, None, 2, np.random.default_rng(1)), "labels 0 or 1"),
    (lambda: segment_cut_law(np.array([-1, 0]), np.array([True, False]), 3, 2), r"points must lie in 0\.\.2$"),
    (lambda: segment_cut_law(np.array([0, 3]), np.array([True, False]), 3, 2), r"points must lie in 0\.\.2$")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("rows", [[[2, 1], [2, 1], [5, 0], [9, 0], [9, 1]], [[9, 1], [2, 0]], [[2, 0], [5, 0]]])
@pytest.mark.parametrize("other", [[], [7, 2], [0, 0]])
def test_a_sharp_relabelling_by_points_takes_a_best_pattern(rows, other):
    data, points = np.array(rows), sorted({*(x for x, _ in rows), *other})
    patterns = [[int(x == one) for x, _ in rows] for one in (*points, None)]
    errors = [sum(a != y for a, (_, y) in zip(p, rows, strict=True)) for p in patterns]
    assert point_pattern_errors(data, np.array(points)).tolist() == errors
    best = [p for p, wrong in zip(patterns, errors, strict=True) if wrong == min(errors)]
    for seed in range(4):
        new = relabel_points(data, np.array(other, dtype=np.int64), Fraction(10**12), np.random.default_rng(seed))
        assert new.tolist() in [[[x, bit] for (x, _), bit in zip(rows, p, strict=True)] for p in best]
        assert new.dtype == np.int64
