"""The chance that a point is bad."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.dimensions.representation.points import random_sets_shape
from privlearn.dimensions.representation.points.random_sizes import (bad_point_chances, drawing_failure_bound,
                                                                     too_many_chance)

NINE_TENTHS = Fraction(9, 10)


def test_chances_of_a_bad_point_fall_with_d():
    chances = [sum(bad_point_chances(random_sets_shape(d, NINE_TENTHS))) for d in (8, 10, 12)]
    assert chances == sorted(chances, reverse=True)


def test_more_than_half_of_the_points_fail_no_more_often_than_markov_says():
    assert too_many_chance(2, Fraction(1, 4)) == Fraction(1, 4)  # both together, or none
    assert too_many_chance(3, Fraction(9, 10)) == 1


def test_a_drawing_of_empty_sets_fails_for_certain():
    assert drawing_failure_bound(random_sets_shape(1, Fraction(1, 2))) == 1


def test_numbers_of_one_bit_by_hand():
    shape = random_sets_shape(1, Fraction(1, 2))  # 3 sets mixed, 8 e 9 = 195.7 sets drawn, of 24/196 points
    assert (shape.chosen, shape.sets, shape.members) == (3, 196, 0)
    assert (shape.concepts, shape.points) == (2, 4)


def test_another_constant_draws_other_sets():
    shape = random_sets_shape(2, Fraction(1, 2), 1)
    assert (shape.chosen, shape.sets, shape.members) == (6, 18, 5)  # 96/18 points, rounded


def test_empty_sets_fail_every_point():
    assert bad_point_chances(random_sets_shape(1, Fraction(1, 2))) == (1, 0)


@pytest.mark.parametrize(("arguments", "message"), [
    ((0, Fraction(1, 2)), "d must"), ((2, 0), "alpha must"), ((2, 1), "alpha must"),
    ((2, Fraction(1, 2), Fraction(1, 2)), "constant must be at least")])
def test_bad_arguments_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        random_sets_shape(*arguments)


def test_the_least_constant_is_taken():
    shape = random_sets_shape(4, Fraction(1, 2), Fraction(2, 3))
    assert (shape.chosen, shape.sets) == (12, 24)
    with pytest.raises(ValueError, match="constant must be at least"):
        random_sets_shape(4, Fraction(1, 2), Fraction(7, 12))


def test_one_point_fails_with_its_own_chance():
    assert too_many_chance(1, Fraction(1, 4)) == Fraction(1, 4)
    with pytest.raises(ValueError, match="points"):
        too_many_chance(0, Fraction(1, 4))


def test_a_point_fails_in_fewer_sets_than_chosen():
    shape = random_sets_shape(3, NINE_TENTHS)
    q = Fraction(shape.members, shape.points)
    few = sum(comb(shape.sets, i) * q**i * (1 - q)**(shape.sets - i) for i in range(shape.chosen))
    assert bad_point_chances(shape)[0] == few
