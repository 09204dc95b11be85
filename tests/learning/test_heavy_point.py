"""The distribution with one heavy point: seen points and risks, by hand and by enumeration."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from privlearn.learning import heavy_point_risk
from privlearn.learning.heavy_point import rows_for_two_targets, seen_light_points


def test_degenerate_rows_masses_and_points_by_hand() -> None:
    assert seen_light_points(3, Fraction(1, 2), 0) == [1, 0, 0, 0]
    assert seen_light_points(2, 0, 3) == [1, 0, 0]
    assert seen_light_points(2, 1, 1) == [0, 1, 0]
    assert seen_light_points(1, Fraction(1, 3), 2) == [Fraction(4, 9), Fraction(5, 9)]
    assert heavy_point_risk(4, 0, Fraction(1, 10)) == Fraction(7, 8)  # every light point is a coin
    assert heavy_point_risk(2, 0, Fraction(1, 8)) == Fraction(1, 2)  # no mass is left for the heavy point


def test_law_of_seen_points_by_enumeration() -> None:
    mass, expected = [Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)], [Fraction(0)] * 3
    for sample in product(range(3), repeat=3):
        chance = mass[sample[0]] * mass[sample[1]] * mass[sample[2]]
        expected[len({x for x in sample if x})] += chance
    assert seen_light_points(2, Fraction(1, 2), 3) == expected


def test_risk_falls_with_rows() -> None:
    risks = [heavy_point_risk(5, m, Fraction(1, 16)) for m in range(6)]
    assert risks == sorted(risks, reverse=True)
    assert risks[0] > risks[-1]


def test_two_targets_need_the_first_number_of_rows_that_is_enough():
    n = rows_for_two_targets(Fraction(1, 10), Fraction(1, 10))
    assert Fraction(9, 10) ** n / 2 <= Fraction(1, 10) < Fraction(9, 10) ** (n - 1) / 2
    rows = {(Fraction(1, 2), Fraction(1, 2)): 0, (Fraction(1, 2), Fraction(1, 4)): 1,
            (Fraction(3, 4), Fraction(1, 32)): 2}
    assert {goal: rows_for_two_targets(*goal) for goal in rows} == rows


@pytest.mark.parametrize(("call", "message"), [
    *((lambda alpha=alpha: heavy_point_risk(3, 1, alpha), "alpha must be in")
      for alpha in (0, Fraction(1, 7), Fraction(126, 1000), -1)),
    (lambda: heavy_point_risk(1, 1, Fraction(1, 10)), "dimension must be an integer of at least 2"),
    (lambda: rows_for_two_targets(Fraction(1, 10), 0), "beta"),
    *((lambda alpha=alpha, beta=beta: rows_for_two_targets(alpha, beta), "alpha|beta")
      for alpha, beta in ((0, Fraction(1, 4)), (1, Fraction(1, 4)), (Fraction(1, 4), 0))),
    *((lambda mass=mass: seen_light_points(2, mass, 1), "mass must be in") for mass in (2, Fraction(9, 8),
                                                                                        Fraction(-1, 8))),
    *((lambda light=light, rows=rows: seen_light_points(light, Fraction(1, 2), rows), "light|rows")
      for light, rows in ((0, 1), (1, -1)))])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("dimension", "rows", "alpha"), [
    (2, 1, Fraction(1, 16)), (6, 4, Fraction(1, 12)), (8, 2, Fraction(1, 11)), (9, 2, Fraction(1, 10)),
    (10, 3, Fraction(1, 8)), (18, 5, Fraction(1, 9))])
def test_seen_points_by_inclusion_and_exclusion_and_the_risk_by_coins(dimension, rows, alpha):
    light, mass = dimension - 1, 8 * alpha
    seen = [comb(light, s) * sum((-1) ** j * comb(s, j) * (1 - mass + mass * Fraction(s - j, light)) ** rows
                                 for j in range(s + 1)) for s in range(dimension)]
    assert seen_light_points(light, mass, rows) == seen
    assert heavy_point_risk(dimension, rows, alpha) == sum(
        p * Fraction(comb(light - s, errors), 2 ** (light - s)) for s, p in enumerate(seen)
        for errors in range(light - s + 1) if 8 * errors > light)
