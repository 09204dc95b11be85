"""Bounds on the number of private-coin messages."""
from fractions import Fraction
from itertools import product

import pytest

from privlearn.communication.private_coins import (common_error, incompatible_adversaries, private_coin_message_bounds,
                                                   two_messages_suffice)
from privlearn.communication.private_coins.message_bounds import largest_trace
from privlearn.concepts import ConceptClass, all_functions, point_functions, thresholds
from privlearn.exact import MinimaxProgram, solve
from privlearn.learning import grid_distributions

CHAIN = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
HALF, UNIFORM = Fraction(1, 2), (Fraction(1, 2), Fraction(1, 2))


def program_value(left, right):
    """The same by linear programming: variable 2x + b is the chance of answering b at x."""
    tasks = tuple({2 * x + 1 - bit: mass for x, (bit, mass) in enumerate(zip(f, law, strict=True)) if mass}
                  for f, law in (left, right))
    return solve(MinimaxProgram(blocks=(2,) * len(left[0]), tasks=tasks)).value


def test_common_error_is_the_value_of_the_linear_program():
    adversaries = list(product(CHAIN.rows(), grid_distributions(2, 3)))
    assert all(common_error(a, b) == program_value(a, b) for a, b in product(adversaries, repeat=2))


def test_corners_of_the_square_are_incompatible_below_a_quarter():
    adversaries = [(f, UNIFORM) for f in all_functions(2).rows()]
    sizes = [len(incompatible_adversaries(adversaries, e)) for e in (Fraction(24, 100), Fraction(1, 4), HALF)]
    assert sizes == [4, 2, 1]
    assert incompatible_adversaries([], 0) == ()
    assert common_error(((0, 1), UNIFORM), ((0, 1), UNIFORM)) == 0


@pytest.mark.parametrize(("concepts", "enough", "too_little"), [
    (CHAIN, Fraction(1, 3), Fraction(1, 3) - Fraction(1, 10**9)),
    (thresholds(2), Fraction(13, 34), Fraction(34, 90)),  # around (3 - sqrt 5)/2 = 0.381966
    (point_functions(3), HALF, Fraction(499, 1000))], ids=["three of a chain", "four of a chain", "no chain"])
def test_two_messages_suffice_from_the_least_error_on(concepts, enough, too_little):
    assert two_messages_suffice(concepts, enough)
    assert not two_messages_suffice(concepts, too_little)


@pytest.mark.parametrize(("concepts", "error", "messages"), [
    (point_functions(2), 0, 2), (all_functions(3), HALF, 1), (ConceptClass.from_matrix([[0, 1]]), 0, 1),
    (all_functions(3), Fraction(1, 7), 8)])  # below a sixth three points show all concepts
def test_bounds_meet_on_small_classes(concepts, error, messages):
    assert private_coin_message_bounds(concepts, error) == (messages, messages)
    assert largest_trace(CHAIN, 5) == 3  # on all points: the class


def test_adversaries_raise_the_lower_bound():
    four = point_functions(4)
    adversaries = [(f, (Fraction(1, 4),) * 4) for f in four.rows()]
    assert private_coin_message_bounds(four, Fraction(1, 6)) == (3, 4)
    assert private_coin_message_bounds(four, Fraction(1, 6), adversaries) == (4, 4)


def test_an_empty_class_is_refused():
    empty = CHAIN.without(0).without(0).without(0)
    for ask in (two_messages_suffice, private_coin_message_bounds):
        with pytest.raises(ValueError, match="empty"):
            ask(empty, 0)
        with pytest.raises(ValueError, match="empty"):
            ask(empty, HALF)
