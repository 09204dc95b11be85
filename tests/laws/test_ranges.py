"""Uniform laws on ranges and on subsets, listed when small and sampled when large."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import fold, ranges, uniform_range, uniform_subset

HALF = Fraction(1, 2)


def test_a_uniform_range_leaves_out_what_is_excluded():
    assert uniform_range(4, [1, 2]).exact() == {0: HALF, 3: HALF}


def test_sampling_works_where_listing_is_refused():
    law = uniform_range(2**4096)
    with pytest.raises(TooLargeToEnumerate, match="more than"):
        law.exact()
    assert 0 <= law.sample(np.random.default_rng(1)) < 2**4096


def test_rejection_never_returns_an_excluded_number():
    rng = random.Random(3)
    assert {uniform_range(3, [1]).sample(rng) for _ in range(60)} == {0, 2}


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: uniform_range(0), "at least 1, got 0"),
    (lambda: uniform_range(2, [0, 1]), "must leave an outcome"),
    (lambda: uniform_range(2, [2]), "excluded must be an integer"),
    (lambda: uniform_range(2, [0, 2]), "excluded must be an integer"),
    (lambda: uniform_range(2, [-1]), "excluded must be an integer"),
    (lambda: uniform_range(2, [-1, 1]), "excluded must be an integer"),
    (lambda: uniform_range(2, [1, 0.5]), "excluded must be an integer"),
    (lambda: uniform_range(4).sample(np.random), "rng must be")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize(("size", "count"), [(0, 0), (3, 0), (3, 3), (4, 2), (5, 3)])
def test_uniform_subset_is_the_law_of_drawing_point_after_point(size: int, count: int) -> None:
    grown = fold(frozenset(), range(count), lambda chosen, _: (
        uniform_range(size, chosen).map(lambda x: chosen | {x})))
    assert uniform_subset(size, count).exact() == grown.exact()


def test_uniform_subset_draws_as_many_different_points_as_asked() -> None:
    assert len(uniform_subset(2**4096, 5).sample(random.Random(1))) == 5


def test_uniform_subset_refuses_to_list_too_many_sets() -> None:
    with pytest.raises(TooLargeToEnumerate):
        uniform_subset(100, 50).exact()


def test_uniform_subset_refuses_more_points_than_there_are() -> None:
    with pytest.raises(ValueError, match="count must be an integer"):
        uniform_subset(2, 3)


def test_excluded_numbers_may_come_from_an_array_or_an_iterator() -> None:
    assert uniform_range(3, np.array([0, 2])).exact() == {1: 1}
    assert uniform_range(3, iter([0, 2])).exact() == {1: 1}


def test_as_many_outcomes_as_the_limit_are_listed_and_one_more_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranges, "LARGEST_SUPPORT", 4)
    assert len(uniform_range(4).exact()) == len(uniform_subset(4, 1).exact()) == 4
    for law in (uniform_range(5), uniform_subset(5, 1)):
        with pytest.raises(TooLargeToEnumerate):
            law.exact()
