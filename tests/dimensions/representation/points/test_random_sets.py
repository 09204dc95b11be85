"""Random sets, drawn, sorted into good and bad points, and judged as a game."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from privlearn.dimensions.representation import representation_game
from privlearn.dimensions.representation.points import draw_sets, random_sets_shape, representing_sets
from privlearn.dimensions.representation.points.random_sets import (cut_down, good_points, multiplicity_bound,
                                                                    point_multiplicities, uniform_subsets)
from privlearn.exact import TooLargeToEnumerate

NINE_TENTHS = Fraction(9, 10)


def test_all_subsets_are_drawn_about_equally_often_and_have_distinct_members():
    drawn = uniform_subsets(200, 20, 32, seed=5)
    assert all(len(set(row)) == 20 for row in drawn.tolist())
    assert (drawn.min(), drawn.max()) == (0, 31)
    found = Counter(tuple(sorted(row)) for row in uniform_subsets(7000, 4, 8, seed=1).tolist())
    assert set(found) == set(combinations(range(8), 4))
    assert all(50 < count < 160 for count in found.values())  # 100 on average, standard deviation 10


def test_a_seed_gives_the_same_subsets_everywhere_and_another_one_others():
    assert uniform_subsets(2, 16, 32, seed=5).tolist() == [
        [8, 21, 0, 22, 13, 15, 4, 14, 20, 16, 29, 31, 3, 25, 19, 30],
        [20, 18, 2, 9, 10, 16, 28, 22, 8, 13, 3, 30, 11, 12, 6, 23]]
    shape = random_sets_shape(8, NINE_TENTHS)
    assert (draw_sets(shape, 3).words == draw_sets(shape, 3).words).all()
    assert (draw_sets(shape, 3).words != draw_sets(shape, 4).words).any()


def test_good_points_are_those_of_the_definition():
    drawn = draw_sets(random_sets_shape(6, NINE_TENTHS, 8), 2)
    matrix, p = drawn.matrix, drawn.shape.chosen
    expected = []
    for j in range(drawn.points):
        first = np.flatnonzero(matrix[:, j])[:p]
        counts = matrix[first].sum(axis=0)
        expected.append(len(first) == p and max(np.delete(counts, j)) < 6)
    assert good_points(drawn).tolist() == expected
    assert 0 < sum(expected) < drawn.points


def test_the_bound_is_that_of_the_worst_point_and_at_least_the_value_of_the_game():
    drawn = representing_sets(8, NINE_TENTHS, 0)
    worst = max(np.delete(drawn.matrix[drawn.chosen[x]].sum(axis=0), x).max() for x in range(256))
    assert multiplicity_bound(drawn) == Fraction(int(worst), drawn.shape.chosen)
    target = tuple(int(x == 5) for x in range(256))
    assert representation_game(drawn.concept_class(), target).value <= multiplicity_bound(drawn) < NINE_TENTHS


def test_points_that_are_kept_are_renamed_in_order_and_beyond_4096_the_first_ones():
    drawn = draw_sets(random_sets_shape(6, NINE_TENTHS), 0)
    kept = np.array([3, 70, 100])
    assert (cut_down(drawn, kept).matrix == drawn.matrix[:, kept]).all()
    found = representing_sets(13, NINE_TENTHS)
    assert (found.chosen == draw_sets(found.shape, 0).chosen[: 1 << 13]).all()


def test_a_point_in_too_few_sets_has_the_worst_multiplicity():
    drawn = draw_sets(replace(random_sets_shape(6, NINE_TENTHS), members=1), 0)
    missing = drawn.chosen[:, 0] < 0
    assert missing.any()
    assert set(point_multiplicities(drawn)[missing].tolist()) == {drawn.shape.chosen}


@pytest.mark.parametrize(("call", "message"), [
    (lambda: random_sets_shape(0, NINE_TENTHS), "must"), (lambda: random_sets_shape(8, 1), "must"),
    (lambda: random_sets_shape(8, 0), "must"), (lambda: random_sets_shape(8, NINE_TENTHS, Fraction(1, 2)), "must"),
    (lambda: uniform_subsets(1, 2, 6, 0), "must"), (lambda: uniform_subsets(1, 9, 8, 0), "must"),
    (lambda: uniform_subsets(1, 1, 8, -1), "must"), (lambda: uniform_subsets(2, 0, 0, seed=0), "points"),
    (lambda: uniform_subsets(1, 1, 3, 0), "points must be a power of two"),
    (lambda: uniform_subsets(1, 1, 6, 0), "points must be a power of two"),
    (lambda: representing_sets(10, NINE_TENTHS, 0, 4), "seed must give 1024 good points")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_whole_domain_and_the_empty_set_can_be_drawn():
    assert uniform_subsets(2, 1, 1, 0).tolist() == [[0], [0]]
    assert uniform_subsets(1, 2, 2, 0).shape == (1, 2)
    assert sorted(uniform_subsets(1, 4, 4, seed=0)[0].tolist()) == [0, 1, 2, 3]
    assert uniform_subsets(3, 0, 4, seed=0).shape == (3, 0)
    assert uniform_subsets(0, 2, 4, seed=0).shape == (0, 2)


def test_a_large_drawing_is_refused(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        draw_sets(random_sets_shape(20, NINE_TENTHS), 0)
    monkeypatch.setattr("privlearn.dimensions.representation.points.random_sets.LARGEST_DRAWING", 64)
    assert uniform_subsets(8, 2, 8, 0).shape == (8, 2)
    with pytest.raises(TooLargeToEnumerate):
        uniform_subsets(9, 2, 8, 0)
