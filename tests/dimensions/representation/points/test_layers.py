"""Sizes of representing classes: columns, Sperner's and the exact bound, layers."""

from fractions import Fraction
from math import comb

import pytest

from privlearn.concepts import point_functions, subset_layer
from privlearn.dimensions.representation import is_representation_game, representation_alpha
from privlearn.dimensions.representation.points import layer_for, layer_game, layer_value, smallest_size, sperner_size

HALF = Fraction(1, 2)


def test_sperner_size_inverts_the_central_binomial():
    assert sperner_size(1) == 0
    for k in range(1, 12):
        central = comb(k, k // 2)
        assert sperner_size(central) <= k < sperner_size(central + 1)
    assert [d for d in range(1, 13) if smallest_size(2**d) != sperner_size(2**d)] == [4, 6]
    assert (smallest_size(1), smallest_size(2), smallest_size(3)) == (1, 2, 3)


@pytest.mark.parametrize(("k", "s"), [(2, 1), (4, 1), (4, 2), (5, 2), (6, 2), (7, 3), (8, 3), (9, 4)])
def test_layer_game_is_verified_on_the_whole_table(k, s):
    layer = subset_layer(k, s)
    assert is_representation_game(layer_game(k, s), layer, (1,) + (0,) * (layer.size - 1))


@pytest.mark.parametrize(("k", "s"), [(4, 2), (5, 2), (6, 3), (7, 2)])
def test_layer_value_is_the_value_of_the_game(k, s):
    layer = subset_layer(k, s)
    assert layer_value(k, s) == representation_alpha(layer, point_functions(layer.size))


def test_layer_value_grows_with_the_members_up_to_one_half():
    assert {layer_value(2 * s, s) for s in range(2, 10)} == {HALF}
    for k in range(2, 20):
        values = [layer_value(k, s) for s in range(1, k // 2 + 1)]
        assert values == sorted(values)


def test_layer_for_an_alpha_keeps_it_and_one_of_least_size_is_exact():
    assert layer_for(9, 0) == (9, 1)
    assert all(layer_for(2**d)[0] == smallest_size(2**d) for d in range(1, 30))
    for alpha in (Fraction(5, 13), Fraction(3, 7)):
        k, s = layer_for(20, alpha)
        assert comb(k, s) >= 20
        assert layer_value(k, s) <= alpha


@pytest.mark.parametrize(("call", "message"), [
    (lambda: sperner_size(0), "points must be an integer of at least 1"),
    (lambda: smallest_size(0), "points must be an integer of at least 1"),
    (lambda: layer_value(5, 3), "members must be at most half of ground = 5, got 3"),
    (lambda: layer_for(9, Fraction(-1, 2)), "alpha must be at least 0")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
