"""Tables of columns against the classes that they stand for."""

from fractions import Fraction
from itertools import combinations

import pytest

from privlearn.concepts import point_functions
from privlearn.dimensions.representation import representation_alpha
from privlearn.dimensions.representation.points import class_of_columns, columns_of, columns_value, is_antichain
from privlearn.dimensions.representation.points.columns import (comparable_pair, covering_pair, least_error_on_pair,
                                                                pair_bound, pairs_with_zero)

HALF = Fraction(1, 2)


def test_columns_and_class_are_inverse():
    columns = (0b011, 0b101, 0b000, 0b111)
    assert columns_of(class_of_columns(columns, 3)) == columns


@pytest.mark.parametrize(("columns", "ground"), [((), 2), ((4,), 2), ((3, 4), 2), ((-1,), 2), ((-1, 3), 2)])
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


def test_pairs_with_the_zero_function_have_value_one_third():
    assert representation_alpha(pairs_with_zero(6), point_functions(10)) == Fraction(1, 3)


def test_the_smallest_ground_sets():
    assert class_of_columns((1,), 1).rows() == [(1,)]
    assert pairs_with_zero(3).rows() == [(1,), (0,)]
    with pytest.raises(ValueError, match="ground"):
        class_of_columns((0,), 0)
    with pytest.raises(ValueError, match="ground"):
        pairs_with_zero(2)
