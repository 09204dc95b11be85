"""Equivalence queries, general and proper."""

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_functions, point_functions, thresholds
from privlearn.dimensions import littlestone_dimension
from privlearn.online import equivalence_query_complexity, is_query_strategy, query_strategy


def test_the_general_complexity_is_the_dimension_on_random_classes():
    random = np.random.default_rng(1)
    for _ in range(20):
        c = ConceptClass.from_matrix(random.integers(0, 2, (12, 5)))
        general, proper = (equivalence_query_complexity(c, proper=choice) for choice in (False, True))
        assert general == littlestone_dimension(c) <= proper


def test_one_concept_needs_no_counterexample():
    one = ConceptClass.from_matrix([[1, 0]])
    assert equivalence_query_complexity(one) == equivalence_query_complexity(one, proper=True) == 0
    assert query_strategy(one) == {(0,): (1, 0)}


def test_all_functions_cost_one_counterexample_a_point_even_properly():
    assert [equivalence_query_complexity(all_functions(n), proper=True) for n in (1, 2, 3)] == [1, 2, 3]


@pytest.mark.parametrize("proper", [False, True])
def test_a_strategy_keeps_its_promise_and_no_better_one(proper):
    c = thresholds(3)
    strategy = query_strategy(c, proper=proper)
    assert is_query_strategy(strategy, c, 3)
    assert not is_query_strategy(strategy, c, 2)


def test_a_proper_strategy_proposes_concepts():
    c = point_functions(4)
    assert set(query_strategy(c, proper=True).values()) <= set(c.rows())


def test_a_strategy_with_a_hole_is_refused():
    assert not is_query_strategy({(0, 1): (0, 0)}, point_functions(2), 5)


def test_the_empty_class_is_refused():
    with pytest.raises(ValueError, match="concepts must not be empty"):
        equivalence_query_complexity(ConceptClass.from_matrix(np.zeros((0, 2))))
