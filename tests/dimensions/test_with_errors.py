"""Littlestone dimensions with errors."""

from fractions import Fraction

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_classes, point_functions, thresholds
from privlearn.dimensions import littlestone_dimension, randomized_littlestone_dimension
from privlearn.dimensions.with_errors import (ErrorBudgets, littlestone_dimension_with_errors,
                                              randomized_littlestone_dimension_with_errors)
from privlearn.exact import TooLargeToEnumerate

EMPTY = ConceptClass.from_matrix(np.zeros((0, 2)))


def test_without_errors_they_are_the_dimensions_and_with_them_more():
    for c in (*all_classes(2), thresholds(3), EMPTY):
        assert littlestone_dimension_with_errors(c, 0) == littlestone_dimension(c)
        assert randomized_littlestone_dimension_with_errors(c, 0) == randomized_littlestone_dimension(c)
    for c in (thresholds(2), point_functions(3)):
        values = [randomized_littlestone_dimension_with_errors(c, k) for k in range(4)]
        assert all(after >= before + 1 for before, after in zip(values, values[1:], strict=False))


def test_one_and_two_concepts_and_few_errors_by_hand():
    one, two = ConceptClass.from_matrix([[0, 1]]), point_functions(2)
    for k in range(4):
        assert littlestone_dimension_with_errors(one, k) == randomized_littlestone_dimension_with_errors(one, k) == k
    assert littlestone_dimension_with_errors(two, 1) == 3
    assert randomized_littlestone_dimension_with_errors(two, 1) == Fraction(7, 4)


def test_a_label_takes_an_error_from_those_who_say_otherwise():
    budgets = ErrorBudgets(point_functions(2), 1)
    assert budgets.start == (1, 1)
    assert budgets.told((1, 1), 0, 1) == (1, 0)
    assert budgets.told((1, 0), 0, 1) == (1, -1)
    assert budgets.told((1, -1), 0, 1) == (1, -1)
    assert budgets.dimension((-1, -1)) == budgets.randomized((-1, -1)) == -1
    assert type(budgets.randomized((1, 1))) is Fraction


@pytest.mark.parametrize("dimension", [littlestone_dimension_with_errors, randomized_littlestone_dimension_with_errors])
def test_a_search_looks_at_as_many_states_as_it_may(dimension):
    assert dimension(point_functions(2), 1, limit=6) == dimension(point_functions(2), 1)
    for concepts, errors, limit in ((point_functions(2), 1, 5), (thresholds(2), 2, 10)):
        with pytest.raises(TooLargeToEnumerate, match=f"more than {limit} elements"):
            dimension(concepts, errors, limit=limit)
    with pytest.raises(ValueError, match="errors"):
        dimension(thresholds(1), -1)
    assert ErrorBudgets(EMPTY, 0, limit=0).dimension(()) == -1  # no concept is left
