"""Exponential weights, on listed scores and on runs of equal ones."""

import random
from fractions import Fraction

import pytest

from privlearn.mechanisms import from_scores
from privlearn.mechanisms.exponential import from_runs, run_law


def test_runs_have_the_law_of_the_listed_scores():
    runs = [(2, 0), (0, 5), (3, -1), (1, 4)]
    listed = {(k, j): score for k, (size, score) in enumerate(runs) for j in range(size)}
    assert from_runs(runs, Fraction(3, 2)).exact() == from_scores(listed, Fraction(3, 2)).exact()
    run, position = from_runs([(2**1000, 0), (1, 1)], 2).sample(random.Random(3))
    assert run == 0
    assert 0 <= position < 2**1000


def test_a_run_of_no_outcomes_never_comes_out_however_good():
    assert run_law([(0, 10**6), (1, 0)], 2).exact() == {1: 1}
    assert run_law([(0, 2), (1, 1), (2, -1)], 2).exact() == {1: Fraction(2, 3), 2: Fraction(1, 3)}


@pytest.mark.parametrize(("base", "share"), [
    (Fraction(1, 2), Fraction(2, 3)), (1, Fraction(1, 2)), (3, Fraction(1, 4))])
def test_weights_follow_the_base_below_and_above_one(base, share):
    assert from_scores({"a": 0, "b": 1}, base).exact() == {"a": share, "b": 1 - share}
    assert run_law([(1, 0), (1, 1)], base).exact() == {0: share, 1: 1 - share}
    assert from_scores({"a": 0, "b": -1, "c": 1}, 2).exact() == {
        "a": Fraction(2, 7), "b": Fraction(1, 7), "c": Fraction(4, 7)}


@pytest.mark.parametrize(("call", "message"), [
    (lambda: from_scores({}, 2), "scores must not be empty"),
    (lambda: from_scores({"a": 0}, 0), "base must be positive"),
    (lambda: from_scores({"a": Fraction(1, 2)}, 2), "score must be an integer"),
    (lambda: run_law([], 2), "runs must not be empty"), (lambda: run_law([(0, 1)], 2), "runs must not be empty"),
    (lambda: run_law([(-1, 0), (2, 0)], 2), "size of a run must be an integer of at least 0"),
    (lambda: run_law([(1, 0)], 0), "base must be positive"),
    (lambda: from_scores({"a": 0}, -1), "base must be positive"),
    (lambda: run_law([(1, 0)], -1), "base must be positive")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
