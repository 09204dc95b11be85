"""Deviations of all empirical errors at once."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.learning import deviation_laws, reaches

WEIGHTS = (Fraction(1, 2), Fraction(1, 3), Fraction(1, 6))


@pytest.mark.parametrize("target", range(4))
def test_laws_are_those_of_the_definition(target):
    tables = ({}, {})
    for points in product(range(3), repeat=3):
        chance = WEIGHTS[points[0]] * WEIGHTS[points[1]] * WEIGHTS[points[2]]
        for table, ends in zip(tables, (range(target, 4), range(target + 1)), strict=True):
            worst = max(abs(sum(WEIGHTS[min(j, target):max(j, target)], Fraction(0))
                            - Fraction(sum(min(j, target) <= x < max(j, target) for x in points), 3)) for j in ends)
            table[worst] = table.get(worst, 0) + chance
    assert deviation_laws(WEIGHTS, target, 3) == tables


def test_a_deviation_is_reached_by_itself_and_by_larger_ones_but_never_on_an_empty_side():
    table = {Fraction(0): Fraction(1, 3), Fraction(1, 2): Fraction(1, 2), Fraction(1): Fraction(1, 6)}
    assert [reaches(table, Fraction(k, 4)) for k in range(6)] == [
        1, Fraction(2, 3), Fraction(2, 3), Fraction(1, 6), Fraction(1, 6), 0]
    right, left = deviation_laws(WEIGHTS, 3, 2)
    assert right == {0: 1}
    assert (reaches(left, 2), reaches(left, 0)) == (0, 1)


def test_one_row_is_enough_and_targets_lie_between_the_ends():
    assert deviation_laws(WEIGHTS, 0, 1)[0] == {Fraction(1, 2): Fraction(5, 6), Fraction(5, 6): Fraction(1, 6)}
    for target, rows, name in ((-1, 1, "target"), (4, 1, "target"), (1, 0, "rows")):
        with pytest.raises(ValueError, match=name):
            deviation_laws(WEIGHTS, target, rows)
