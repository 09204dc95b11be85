"""Tables of columns against the classes that they stand for."""

from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from privlearn.concepts import point_functions
from privlearn.dimensions.representation import is_representation_game, representation_alpha
from privlearn.dimensions.representation.points import class_of_columns, columns_of, columns_value, is_antichain
from privlearn.dimensions.representation.points.columns import (comparable_pair, covering_pair, least_error_on_pair,
                                                                pair_bound, pairs_with_zero)

HALF = Fraction(1, 2)


def test_columns_and_class_are_inverse():
    columns = (0b011, 0b101, 0b000, 0b111)
    assert columns_of(class_of_columns(columns, 3)) == columns
    assert class_of_columns((1,), 1).rows() == [(1,)]
    with pytest.raises(ValueError, match="ground"):
        class_of_columns((0,), 0)


def test_pairs_of_hypotheses_and_the_zero_function():
    assert pairs_with_zero(3).rows() == [(1,), (0,)]
    assert columns_of(pairs_with_zero(5)) == (3, 5, 9, 6, 10, 12)
    assert pairs_with_zero(5).rows()[4] == (0,) * 6
    assert representation_alpha(pairs_with_zero(6), point_functions(10)) == Fraction(1, 3)
    with pytest.raises(ValueError, match="ground"):
        pairs_with_zero(2)


@pytest.mark.parametrize(("columns", "ground"), [((), 2), ((4,), 2), ((3, 4), 2), ((-1,), 2), ((-1, 3), 2)])
def test_columns_outside_the_ground_set_are_refused(columns, ground):
    with pytest.raises(ValueError, match="columns must be bit masks"):
        class_of_columns(columns, ground)


def test_pairs_of_columns_by_hand():
    assert not is_antichain((1, 1))
    assert is_antichain((1, 2))
    assert is_antichain(())
    assert comparable_pair((3, 4, 1)) == (2, 0)
    assert comparable_pair((1, 2)) is None
    assert covering_pair((0b001, 0b010, 0b100), 3) is None
    assert covering_pair((0b001, 0b011, 0b100), 3) == (1, 2)
    assert least_error_on_pair((1, 1), 1, 0, (0, 1)) == HALF  # least error on equal columns is one half
    assert least_error_on_pair((0, 0), 0, 0, (0, 1)) == 1  # least error without hypotheses is one
    for columns in combinations(range(8), 3):
        assert pair_bound(columns, 3)[0] <= columns_value(columns, 3)[0]


def test_pairs_of_columns_follow_from_the_definition():
    for columns in (*product(range(8), repeat=2), *product((0, 1, 3, 4, 6, 7), repeat=3)):
        sets = [{h for h in range(3) if column & 2**h} for column in columns]
        nested = [(j, b) for j, b in permutations(range(len(sets)), 2) if sets[j] <= sets[b]]
        assert is_antichain(columns) == (not nested)
        assert comparable_pair(columns) in (nested or [None])
        covering = [(a, b) for a, b in combinations(range(len(sets)), 2) if sets[a] | sets[b] == {0, 1, 2}]
        assert covering_pair(columns, 3) == (covering[0] if covering else None)


def test_errors_on_pairs_and_the_best_of_them_follow_from_the_definition():
    for columns in product((1, 2, 3, 5, 6), repeat=3):
        rows, errors = [[column >> h & 1 for column in columns] for h in range(3)], {}
        for target, pair in product(range(3), combinations(range(3), 2)):
            errors[target, pair] = min(Fraction(sum(row[x] != (x == target) for x in pair), 2) for row in rows)
            assert least_error_on_pair(columns, 3, target, pair) == errors[target, pair]
        bound, where = pair_bound(columns, 3)
        assert bound == errors[where] == max(errors.values())


def test_the_hardest_point_has_the_value():
    for columns in ((1, 2, 3), (3, 5, 6, 7), (1, 6, 10, 12), (4, 1, 1)):
        ground = max(columns).bit_length()
        value, hardest, game = columns_value(columns, ground)
        points = point_functions(len(columns))
        assert value == representation_alpha(class_of_columns(columns, ground), points) == game.value
        target = tuple(int(x == hardest) for x in range(len(columns)))
        assert is_representation_game(game, class_of_columns(columns, ground), target)
