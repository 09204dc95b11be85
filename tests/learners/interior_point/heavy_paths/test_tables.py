"""Rows of exact laws: sums, the levels that fall, what happens without points."""

from collections import Counter
from fractions import Fraction

import pytest

from privlearn.exact import as_fraction, rational
from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, answer_from_law, query_values,
                                                           stopping_point_law)
from privlearn.learners.interior_point.heavy_paths.tables import (KEPT_POWERS, answer_rows, fallen_levels,
                                                                  heavy_paths_row, level_law, level_rows,
                                                                  one_random_path_row, query_row, stopping_row, through)
from privlearn.learners.interior_point.trees import embed, path_law

SETTINGS = HeavyPathsParameters(levels=2, trim=0, stop=1, threshold=1, high=1, exp_threshold=4,
                                exp_query=Fraction(3, 2), exp_path=2, exp_level=2, level_threshold=2,
                                exp_choose=Fraction(3, 2), threshold_choose=3, exp_end=2)
POINTS = (0, 1, 1, 4, 6, 6, 6)


def fractions(row):
    return tuple(as_fraction(weight) for weight in row)


@pytest.mark.parametrize("row", [heavy_paths_row, one_random_path_row, level_law])
def test_rows_sum_to_one(row):
    assert sum(fractions(row(POINTS, 3, SETTINGS))) == 1
    assert all(sum(fractions(found)) == 1 for found in level_rows(POINTS, 3, SETTINGS))


@pytest.mark.parametrize("row", [heavy_paths_row, one_random_path_row])
@pytest.mark.parametrize("points", [(), (3,)])
def test_too_few_points_give_no_answer(row, points):
    assert fractions(row(points, 3, SETTINGS)) == (0,) * 8 + (1,)


def test_rows_mix_by_the_levels():
    rows = level_rows(POINTS, 3, SETTINGS)  # levels beyond the last row take the last row
    beyond = (rational(0),) * 7 + (rational(1), rational(0))
    assert through(beyond, rows) == rows[-1]
    assert fractions(through((rational(0),) * 4 + (rational(1),), rows)) == (0,) * 8 + (1,)  # no level stays no answer
    assert len(level_rows((0, 0), 0, SETTINGS)) == 1  # a domain of one point has rows
    assert fractions(level_rows((0, 0), 0, SETTINGS)[0]) == (Fraction(2, 5), Fraction(3, 5))  # 1.5^2 : 1.5^3
    assert query_row(POINTS, 3, SETTINGS) == query_values(POINTS, 3, 2, 0, 1)  # query rows are the queries


def test_fallen_levels_are_those_of_the_random_paths():
    expected = Counter()
    for node, mass in path_law(POINTS, 3, SETTINGS.stop, SETTINGS.exp_path).exact().items():
        levels = embed(POINTS, 3, node, SETTINGS.stop)
        expected[tuple(levels.count(y) for y in range(4))] += mass
    assert {inner: as_fraction(mass) for inner, mass in fallen_levels(POINTS, 3, SETTINGS).items()} == expected


def test_rows_of_stopping_and_answers_are_the_laws():
    law = stopping_point_law(POINTS, 3, 2, 0, 1, threshold=1, exp_threshold=4, exp_query=Fraction(3, 2)).exact()
    assert fractions(stopping_row(query_row(POINTS, 3, SETTINGS), SETTINGS)) == tuple(law[k] for k in (1, 2))
    for first, row in enumerate(answer_rows(POINTS, 3, SETTINGS), 1):
        law = answer_from_law(POINTS, 3, first, SETTINGS).exact()
        assert fractions(row) == tuple(law.get(x, 0) for x in (*range(8), None))


@pytest.mark.parametrize("count", [KEPT_POWERS - 1, KEPT_POWERS, KEPT_POWERS + 1])
def test_rows_of_many_equal_points_are_those_of_the_law(count):
    points = (1,) * count
    found = fractions(one_random_path_row(points, 1, SETTINGS))
    level, node = Fraction(2) ** (count - 1 - 2), Fraction(3, 2) ** (count - 3)  # against no level, against no node
    answered = level / (1 + level) * node / (1 + node)
    assert found == (0, answered, 1 - answered)
