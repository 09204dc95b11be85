"""The chance that a point is bad."""

from fractions import Fraction
from itertools import product
from math import comb

import pytest

from privlearn.dimensions.representation.points import random_sets_shape
from privlearn.dimensions.representation.points.random_sizes import (bad_point_chances, drawing_failure_bound,
                                                                     too_many_chance)

NINE_TENTHS = Fraction(9, 10)


def test_chances_of_small_drawings_by_hand():
    assert too_many_chance(1, Fraction(1, 4)) == Fraction(1, 4)
    assert too_many_chance(2, Fraction(1, 4)) == Fraction(1, 4)  # both together, or none
    assert too_many_chance(3, Fraction(9, 10)) == 1
    empty = random_sets_shape(1, Fraction(1, 2))
    assert (drawing_failure_bound(empty), bad_point_chances(empty)) == (1, (1, 0))


def test_chances_of_a_bad_point_fall_with_d_and_are_those_of_too_few_sets():
    chances = [sum(bad_point_chances(random_sets_shape(d, NINE_TENTHS))) for d in (8, 10, 12)]
    assert chances == sorted(chances, reverse=True)
    shape = random_sets_shape(3, NINE_TENTHS)
    q = Fraction(shape.members, shape.points)
    few = sum(comb(shape.sets, i) * q**i * (1 - q)**(shape.sets - i) for i in range(shape.chosen))
    pairs = (shape.points - 1) * comb(shape.chosen, 3) * Fraction(shape.members - 1, shape.points - 1) ** 3
    assert bad_point_chances(shape) == (few, pairs)


def test_so_many_sets_are_chosen_that_their_mean_error_is_below_alpha():
    for d, b in product((2, 8), range(2, 61)):
        for a in range(1, b):
            p = random_sets_shape(d, Fraction(a, b)).chosen
            assert d * b < a * p <= d * b + d * a


@pytest.mark.parametrize(("arguments", "shape"), [
    ((1, Fraction(1, 2)), (3, 196, 0)),  # 3 sets mixed, 8 e 9 = 195.7 sets drawn, of 24/196 points
    ((2, Fraction(1, 2), 1), (6, 18, 5)),  # 96/18 points, rounded
    ((4, Fraction(1, 2), Fraction(2, 3)), (12, 24, 32))])  # the least constant: sets of all points
def test_shapes_by_hand(arguments, shape):
    found = random_sets_shape(*arguments)
    assert (found.chosen, found.sets, found.members) == shape
    assert (found.concepts, found.points) == (2 ** arguments[0], 2 * 2 ** arguments[0])


@pytest.mark.parametrize(("call", "message"), [
    (lambda: random_sets_shape(0, Fraction(1, 2)), "d must"), (lambda: random_sets_shape(2, 0), "alpha must"),
    (lambda: random_sets_shape(2, 1), "alpha must"), (lambda: too_many_chance(0, Fraction(1, 4)), "points"),
    (lambda: random_sets_shape(2, Fraction(1, 2), Fraction(1, 2)), "constant must be at least"),
    (lambda: random_sets_shape(4, Fraction(1, 2), Fraction(7, 12)), "constant must be at least")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
