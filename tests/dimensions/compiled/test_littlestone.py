"""The compiled search for mistake trees on classes whose dimension is known."""

import pytest

pytest.importorskip("numba")

from privlearn.concepts import ConceptClass, all_functions, point_functions, thresholds
from privlearn.dimensions import is_mistake_tree
from privlearn.dimensions.compiled.littlestone import compiled_bounds
from privlearn.dimensions.mistake_trees import tree_depth


@pytest.mark.parametrize(("concepts", "dimension"), [
    (ConceptClass.from_matrix([[0], [1]]), 1), (all_functions(3), 3), (point_functions(9), 1), (thresholds(4), 4)])
def test_the_dimension_is_proved_with_a_tree_of_its_depth(concepts, dimension):
    found = compiled_bounds(concepts, 10**6)
    assert (found.lower, found.upper) == (dimension, dimension)
    assert is_mistake_tree(found.witness, concepts)
    assert tree_depth(found.witness) == dimension


def test_no_steps_leave_what_counting_concepts_says():
    found = compiled_bounds(thresholds(4), 0)
    assert (found.lower, found.upper) == (1, 4)
    assert is_mistake_tree(found.witness, thresholds(4))


def test_two_concepts_need_no_step():
    assert compiled_bounds(ConceptClass.from_matrix([[0, 1], [1, 1]]), 0).steps == 0


def test_progress_ends_with_the_bounds():
    told = []
    found = compiled_bounds(thresholds(3), 10**6, lambda *now: told.append(now))
    assert told[-1] == (found.lower, found.upper, found.steps)
