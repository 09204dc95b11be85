from fractions import Fraction
from functools import cache
from math import comb, log

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_classes, point_functions, thresholds
from privlearn.exact import TooLargeToEnumerate
from privlearn.online import (minimax_regret, minimax_regrets, randomised_mistakes_of_all_classes, regret,
                              regret_upper_bound)

CONSTANTS, EMPTY = ConceptClass.from_matrix([[0], [1]]), ConceptClass.from_matrix(np.zeros((0, 2), dtype=int))


def by_definition(rows, rounds, lost):
    if rounds == 0:
        return Fraction(-min(lost))
    values = []
    for x in range(len(rows[0])):
        a, b = (by_definition(rows, rounds - 1, [m + (r[x] != y) for m, r in zip(lost, rows, strict=True)])
                for y in (0, 1))
        values.append((1 + a + b) / 2 if abs(a - b) <= 1 else max(a, b))
    return max(values)


@pytest.mark.parametrize(("classes", "most"), [
    ([c for c in all_classes(2) if len(c)], 3),
    ([ConceptClass.from_matrix([[0, 1, 1], [1, 1, 0]])], 4),
    ([ConceptClass.from_matrix([[0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 1, 1]])], 4)], ids=["two points", "pair", "four"])
def test_small_state_and_full_state_agree(classes, most):
    for c in classes:
        assert minimax_regrets(c, most) == tuple(by_definition(c.rows(), t, [0] * len(c)) for t in range(most + 1))
        assert [minimax_regret(c, t) for t in range(most + 1)] == list(minimax_regrets(c, most))


def test_regret_of_small_games():
    assert minimax_regret(ConceptClass.from_matrix([[0, 1]]), 5) == 0  # single concept has no regret
    assert minimax_regret(thresholds(2), 0) == 0  # no rounds no regret
    assert minimax_regret(CONSTANTS, 60) == Fraction(30 * 118264581564861424, 4**30)
    assert minimax_regret(ConceptClass.from_matrix([[0, 0], [0, 1], [1, 0], [1, 1]]), 2) == 1


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: minimax_regret(point_functions(3), -1), ValueError, "rounds"),
    (lambda: minimax_regret(point_functions(3), 10**4), TooLargeToEnumerate, "states of the regret game"),
    (lambda: minimax_regret(EMPTY, 1), ValueError, "concepts must not be empty"),
    (lambda: minimax_regrets(EMPTY, 1), ValueError, "concepts must not be empty"),
    (lambda: regret_upper_bound(-1, 2), ValueError, "d must be an integer of at least 0"),
    (lambda: regret_upper_bound(2, -1), ValueError, "T must be an integer of at least 0"),
    (lambda: randomised_mistakes_of_all_classes(0), ValueError, "points must be an integer of at least 1"),
    (lambda: randomised_mistakes_of_all_classes(5), TooLargeToEnumerate, "classes on 5 points")])
def test_what_is_not_allowed_is_refused(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_states_are_listed_up_to_the_limit(monkeypatch):
    monkeypatch.setattr(regret, "LARGEST_GRID", 9)
    assert minimax_regret(CONSTANTS, 4) == Fraction(3, 4)
    with pytest.raises(TooLargeToEnumerate, match="states of the regret game"):
        minimax_regret(CONSTANTS, 5)


def test_randomised_mistakes_by_hand():
    table = randomised_mistakes_of_all_classes(3)
    assert table[255] == 3 * 8 // 2  # a cube costs half of its points
    number = sum(1 << (1 << x) for x in range(4))
    assert Fraction(int(randomised_mistakes_of_all_classes(4)[number]), 16) == Fraction(7, 8)  # the point functions
    assert table.dtype == np.int64
    with pytest.raises(ValueError, match="read-only"):
        table[0] = 1


FOUR_POINTS = (1, 0b11, 0b1000000000010110, 0b110100101101001, 0b1111000011110101, 0xffff, 0b10010110, 0x8421)


@pytest.mark.parametrize(("points", "classes"), [(1, range(4)), (2, range(16)), (3, range(256)), (4, FOUR_POINTS)])
def test_randomised_mistakes_are_those_of_the_game(points, classes):
    @cache
    def value(functions):
        found = Fraction(0)
        for x in range(points):
            parts = [frozenset(f for f in functions if f >> x & 1 == y) for y in (0, 1)]
            if all(parts):
                a, b = map(value, parts)
                found = max(found, a, b, (1 + a + b) / 2 if abs(a - b) <= 1 else found)
        return found

    size, table = 1 << points, randomised_mistakes_of_all_classes(points)
    assert len(table) == 1 << size
    assert [table[c] for c in classes] == [size * value(frozenset(f for f in range(size) if c >> f & 1))
                                           for c in classes]


@pytest.mark.parametrize("rounds", [47, 48, 49, 50, 62])
def test_constants_cost_half_the_mean_distance_of_a_walk(rounds):
    walk = sum(comb(rounds, k) * abs(2 * k - rounds) for k in range(rounds + 1))
    assert minimax_regret(CONSTANTS, rounds) == Fraction(walk, 2 << rounds)


@pytest.mark.parametrize(("dimension", "rounds"), [(0, 3), (1, 1), (1, 4), (2, 7), (3, 2), (5, 30)])
def test_upper_bound_is_half_the_rounds_times_the_logarithm_of_the_patterns(dimension, rounds):
    patterns = sum(comb(rounds, j) for j in range(dimension + 1))
    found = regret_upper_bound(dimension, rounds)
    for end in (found.lower, found.upper) if dimension else (found,):
        assert float(end) == pytest.approx(rounds / 2 * log(patterns), abs=1e-12)
    assert regret_upper_bound(0, rounds) == regret_upper_bound(dimension, 0) == 0


@pytest.mark.parametrize("rows", [[[0, 1]], [[1, 1], [0, 1]], [[0, 0], [1, 0], [1, 1]]])
def test_regrets_of_classes_on_two_points_in_many_rounds_are_those_of_the_game(rows):
    c = ConceptClass.from_matrix(rows)

    @cache
    def value(rounds, gains):
        if rounds == 0:
            return Fraction(max(gains))
        found = []
        for x in range(2):
            a, b = (value(rounds - 1, tuple(g + sign * r[x] for g, r in zip(gains, rows, strict=True)))
                    for sign in (-1, 1))
            found.append((a + b) / 2)
        return max(found)

    assert minimax_regrets(c, 9) == tuple(value(t, (0,) * len(rows)) for t in range(10))
