"""The PAC game, played to its worst case."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts import point_functions
from privlearn.laws import bernoulli, pure
from privlearn.learning import exact_failure, grid_distributions, worst_case_failure

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def test_failures_by_hand():
    assert exact_failure(lambda _: pure(0), [(0, 0)], (1, 0), (THIRD, 2 * THIRD), 1, THIRD) == 0  # exactly alpha
    assert exact_failure(lambda _: pure(None), [(1, 0)], (1, 0), (HALF, HALF), 1, HALF) == 1
    coin = bernoulli(THIRD)  # row 1 is wrong everywhere
    assert exact_failure(lambda _: coin, [(1, 0), (0, 1)], (1, 0), (HALF, HALF), 2, HALF) == THIRD


def test_the_worst_case_is_attained_at_its_witness():
    points = point_functions(3)
    learner = lambda database: pure(next((x for x, y in database if y), 0))  # noqa: E731
    worst = worst_case_failure(learner, points, points.rows(), grid_distributions(3, 6), 2, THIRD)
    assert worst.games == 3 * 28
    assert worst.failure == exact_failure(learner, points, worst.target, worst.distribution, 2, THIRD)
    assert worst.failure == max(exact_failure(learner, points, c, d, 2, THIRD)
                                for c, d in product(points.rows(), grid_distributions(3, 6)))


def test_a_game_may_have_no_rows_but_there_must_be_one():
    places = grid_distributions(2, 4)
    assert worst_case_failure(lambda _: pure(0), [(0, 0)], [(1, 0)], places, 0, Fraction(1, 4)).failure == 1
    for targets, rows, message in (([(1, 0)], -1, "rows must"), ([], 1, "no game was played")):
        with pytest.raises(ValueError, match=message):
            worst_case_failure(lambda _: pure(0), [(0, 0)], targets, places, rows, HALF)
