"""The fast form of HeavyPaths has the exact law of the plain one on small databases, and runs on large ones."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, construct_paths, fast_heavy_paths_law,
                                                           heavy_paths_law, query_values)
from privlearn.learners.interior_point.heavy_paths.fast import (fast_construct_paths, fast_level_step_law,
                                                                fast_random_step_law, longest_run)
from privlearn.learners.interior_point.heavy_paths.law import level_step_law, random_step_law
from privlearn.learners.interior_point.trees import SparsePoints, sorted_points
from tests.learners.interior_point.small import multisets

HALF = Fraction(3, 2)


def settings(levels=2, trim=0, stop=1, exp_end=HALF):
    return HeavyPathsParameters(levels=levels, trim=trim, stop=stop, threshold=1, high=1, exp_threshold=2, exp_query=3,
                                exp_path=2, exp_level=2, level_threshold=2, exp_choose=HALF, threshold_choose=1,
                                exp_end=exp_end)


def rows(points):
    return tuple(points.value(k) for k in range(len(points)) for _ in range(np.diff(points.before)[k]))


@pytest.mark.parametrize("trim", [0, 1])
@pytest.mark.parametrize("stop", [0, 1, 2])
def test_databases_of_all_levels_are_those_of_the_tree(trim, stop):
    for database in list(multisets(8, 5))[::2]:
        chain = fast_construct_paths(sorted_points(database, 3), 3, trim, stop)
        assert tuple(map(rows, chain)) == construct_paths(database, 3, 3, trim, stop)
        assert tuple(map(longest_run, chain[1:])) == query_values(database, 3, 3, trim, stop)


@pytest.mark.parametrize("trim", [0, 1])
@pytest.mark.parametrize("stop", [1, 2])
def test_one_step_has_the_law_of_the_plain_form(trim, stop):
    parameters = settings(trim=trim, stop=stop)
    for database in list(multisets(8, 4))[::3]:
        points = sorted_points(database, 3)
        assert fast_random_step_law(points, parameters).exact() == random_step_law(database, 3, parameters).exact()
        for y in (None, 0, 1, 2, 3, 7):
            fast = fast_level_step_law(points, y, parameters).exact()
            assert fast == level_step_law(database, 3, y, parameters).exact()


@pytest.mark.parametrize(("levels", "trim", "stop"), [(1, 0, 1), (2, 0, 1), (2, 0, 2), (2, 1, 1), (3, 0, 1)])
def test_whole_runs_have_the_law_of_the_plain_form(levels, trim, stop):
    parameters = settings(levels, trim, stop)
    some = [*multisets(4, 4), *list(multisets(8, 5))[::61], (0,) * 9, tuple(range(8)), (1, 1, 1, 1, 6, 6, 6)]
    for database in some:
        assert fast_heavy_paths_law(database, 3, parameters).exact() == heavy_paths_law(database, 3, parameters).exact()


def test_samples_follow_the_exact_law():
    law, tosses, rng = fast_heavy_paths_law((1, 1, 1, 5, 6, 6), 3, settings(trim=0, stop=1)), 800, random.Random(0)
    drawn = [law.sample(rng) for _ in range(tosses)]
    for answer, mass in law.exact().items():
        share = Fraction(drawn.count(answer), tosses)
        assert (share - mass) ** 2 <= 25 * mass * (1 - mass) / tosses  # five standard deviations


LARGE = HeavyPathsParameters.with_one_base(HALF, levels=3, trim=20, stop=200, threshold=100, high=150,
                                           exp_path=Fraction(11, 10), level_threshold=40, threshold_choose=40)


@pytest.mark.parametrize("make", [lambda p: p, lambda p: np.array(p, dtype=np.uint64), lambda p: list(reversed(p)),
                                  lambda p: SparsePoints(np.array([[x.bit_length() - 1] for x in p]))])
def test_all_kinds_of_points_give_the_same_draws(make):
    points = [1 << k for k in range(60) for _ in range(50)]
    drawn = fast_heavy_paths_law(make(points), 64, LARGE).sample(random.Random(8))
    assert drawn == fast_heavy_paths_law(points, 64, LARGE).sample(random.Random(8))
    assert 1 <= drawn <= 2**59


def test_no_points_no_levels_and_domains_of_one_point():
    assert fast_heavy_paths_law((), 3, settings()).exact() == {None: 1}  # no points have no answer
    # one point domain has one answer or none
    assert set(fast_heavy_paths_law((0, 0, 0), 0, settings()).exact()) == {0, None}
    # no levels give the database itself
    assert tuple(map(rows, fast_construct_paths(sorted_points((2, 1), 3), 0, 1, 1))) == ((1, 2),)
    # a comb in a huge domain is answered
    drawn = fast_heavy_paths_law(SparsePoints(np.arange(1 << 14)[:, None]), 1 << 20, LARGE).sample(random.Random(2))
    assert 1 <= drawn < 1 << (1 << 14)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: fast_heavy_paths_law([1], 2, 5), "parameters must be HeavyPathsParameters"),
    (lambda: fast_heavy_paths_law([4], 2, settings()), "database must hold points")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
