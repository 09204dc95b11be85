"""Sizes of representing classes: columns, Sperner's and the exact bound, layers."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from privlearn.concepts import point_functions, subset_layer
from privlearn.dimensions.representation import is_representation_game, representation_alpha
from privlearn.dimensions.representation.points import (
    class_of_columns,
    columns_of,
    columns_value,
    is_antichain,
    layer_for,
    layer_game,
    layer_value,
    smallest_size,
    smallest_size_for,
    sperner_size,
)
from privlearn.dimensions.representation.points.columns import (
    comparable_pair,
    covering_pair,
    least_error_on_pair,
    pair_bound,
    pairs_with_zero,
)

HALF = Fraction(1, 2)


def test_columns_and_class_are_inverse():
    columns = (0b011, 0b101, 0b000, 0b111)
    assert columns_of(class_of_columns(columns, 3)) == columns


@pytest.mark.parametrize(("columns", "ground"), [((), 2), ((4,), 2), ((-1,), 2)])
def test_columns_outside_the_ground_set_are_refused(columns, ground):
    with pytest.raises(ValueError, match="columns must be bit masks"):
        class_of_columns(columns, ground)


def test_equal_columns_are_no_antichain():
    assert not is_antichain((1, 1))
    assert is_antichain((1, 2))
    assert is_antichain(())


def test_comparable_pair_names_the_smaller_column_first():
    assert comparable_pair((3, 4, 1)) == (2, 0)
    assert comparable_pair((1, 2)) is None


def test_covering_pair_is_found_only_if_all_hypotheses_are_covered():
    assert covering_pair((0b001, 0b010, 0b100), 3) is None
    assert covering_pair((0b001, 0b011, 0b100), 3) == (1, 2)


def test_least_error_on_equal_columns_is_one_half():
    assert least_error_on_pair((1, 1), 1, 0, (0, 1)) == HALF


def test_least_error_without_hypotheses_is_one():
    assert least_error_on_pair((0, 0), 0, 0, (0, 1)) == 1


def test_pair_bound_never_exceeds_the_value():
    for columns in combinations(range(8), 3):
        assert pair_bound(columns, 3)[0] <= columns_value(columns, 3)[0]


def test_sperner_size_inverts_the_central_binomial():
    for k in range(1, 12):
        central = comb(k, k // 2)
        assert sperner_size(central) <= k < sperner_size(central + 1)


def test_exact_size_differs_from_sperner_only_at_four_and_six():
    assert [d for d in range(1, 13) if smallest_size(2**d) != sperner_size(2**d)] == [4, 6]


def test_exact_size_of_one_and_two_points():
    assert (smallest_size(1), smallest_size(2), smallest_size(3)) == (1, 2, 3)


@pytest.mark.parametrize("function", [sperner_size, smallest_size])
def test_no_points_are_refused(function):
    with pytest.raises(ValueError, match="points must be an integer of at least 1"):
        function(0)


@pytest.mark.parametrize(("k", "s"), [(2, 1), (4, 1), (4, 2), (5, 2), (6, 2), (7, 3), (8, 3), (9, 4)])
def test_layer_game_is_verified_on_the_whole_table(k, s):
    layer = subset_layer(k, s)
    assert is_representation_game(layer_game(k, s), layer, (1,) + (0,) * (layer.size - 1))


@pytest.mark.parametrize(("k", "s"), [(4, 2), (5, 2), (6, 3), (7, 2)])
def test_layer_value_is_the_value_of_the_game(k, s):
    layer = subset_layer(k, s)
    assert layer_value(k, s) == representation_alpha(layer, point_functions(layer.size))


def test_the_middle_layer_of_an_even_number_has_value_one_half():
    assert {layer_value(2 * s, s) for s in range(2, 10)} == {HALF}


def test_layer_value_grows_with_the_members():
    for k in range(2, 20):
        values = [layer_value(k, s) for s in range(1, k // 2 + 1)]
        assert values == sorted(values)


def test_layers_above_the_middle_are_refused():
    with pytest.raises(ValueError, match="members must be at most half of ground = 5, got 3"):
        layer_value(5, 3)


def test_a_layer_of_least_size_is_exact():
    assert all(layer_for(2**d)[0] == smallest_size(2**d) for d in range(1, 30))


def test_layer_for_an_alpha_keeps_it():
    for alpha in (Fraction(5, 13), Fraction(3, 7)):
        k, s = layer_for(20, alpha)
        assert comb(k, s) >= 20
        assert layer_value(k, s) <= alpha


def test_layer_for_alpha_zero_takes_the_points():
    assert layer_for(9, 0) == (9, 1)
    with pytest.raises(ValueError, match="alpha must be at least 0"):
        layer_for(9, Fraction(-1, 2))


def test_pairs_with_the_zero_function_have_value_one_third():
    assert representation_alpha(pairs_with_zero(6), point_functions(10)) == Fraction(1, 3)


def test_least_size_for_an_alpha():
    alphas = (0, Fraction(1, 3), Fraction(2, 5), Fraction(3, 7))
    assert [smallest_size_for(8, alpha) for alpha in alphas] == [8, 6, 6, 5]


@pytest.mark.parametrize("alpha", [HALF, Fraction(1, 4), Fraction(-1)])
def test_least_size_outside_its_range_is_refused(alpha):
    with pytest.raises(ValueError, match="alpha must be 0 or from 1/3 to below 1/2"):
        smallest_size_for(4, alpha)
