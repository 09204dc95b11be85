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
    assert uniform_range(3, np.array([0, 2])).exact() == uniform_range(3, iter([0, 2])).exact() == {1: 1}
    rng = random.Random(3)
    assert {uniform_range(3, [1]).sample(rng) for _ in range(60)} == {0, 2}


def test_sampling_works_where_listing_is_refused():
    assert 0 <= uniform_range(2**4096).sample(np.random.default_rng(1)) < 2**4096
    assert len(uniform_subset(2**4096, 5).sample(random.Random(1))) == 5
    for law in (uniform_range(2**4096), uniform_subset(100, 50)):
        with pytest.raises(TooLargeToEnumerate, match="more than"):
            law.exact()


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: uniform_range(0), "at least 1, got 0"), (lambda: uniform_range(2, [0, 1]), "must leave an outcome"),
    *((lambda excluded=excluded: uniform_range(2, excluded), "excluded must be an integer")
      for excluded in ([2], [0, 2], [-1], [-1, 1], [1, 0.5])),
    (lambda: uniform_range(4).sample(np.random), "rng must be"),
    (lambda: uniform_subset(2, 3), "count must be an integer")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize(("size", "count"), [(0, 0), (3, 0), (3, 3), (4, 2), (5, 3)])
def test_uniform_subset_is_the_law_of_drawing_point_after_point(size: int, count: int) -> None:
    grown = fold(frozenset(), range(count), lambda chosen, _: (
        uniform_range(size, chosen).map(lambda x: chosen | {x})))
    assert uniform_subset(size, count).exact() == grown.exact()


def test_as_many_outcomes_as_the_limit_are_listed_and_one_more_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ranges, "LARGEST_SUPPORT", 4)
    assert len(uniform_range(4).exact()) == len(uniform_subset(4, 1).exact()) == 4
    for law in (uniform_range(5), uniform_subset(5, 1)):
        with pytest.raises(TooLargeToEnumerate):
            law.exact()
