"""The compiled search for mistake trees on classes whose dimension is known."""

import pytest

pytest.importorskip("numba")

from privlearn.concepts import ConceptClass, all_functions, boxes, point_functions, subset_layer, thresholds
from privlearn.dimensions import is_mistake_tree
from privlearn.dimensions.compiled import littlestone
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
    assert compiled_bounds(ConceptClass.from_matrix([[0, 1], [1, 1]]), 0).steps == 0


def test_progress_ends_with_the_bounds_and_of_equal_splits_the_first_point_is_asked():
    told = []
    found = compiled_bounds(thresholds(3), 10**6, lambda *now: told.append(now))
    assert told[-1] == (found.lower, found.upper, found.steps)
    parities = ConceptClass.from_matrix([[(a & x).bit_count() % 2 for x in range(1, 32)] for a in range(32)])
    assert compiled_bounds(parities, 10**6).witness[0] == 0


@pytest.mark.parametrize(("concepts", "dimension"), [
    (ConceptClass.from_matrix([[0], [1]]), 1), (thresholds(3), 3), (boxes(2, 2), 6), (subset_layer(8, 4), 3)])
@pytest.mark.usefixtures("interpreted")
def test_no_index_leaves_its_array(concepts, dimension):
    found = compiled_bounds(concepts, 10**6)
    assert (found.lower, found.upper) == (dimension, dimension)


def test_steps_are_the_words_looked_at():
    # Depth 2: all 8 points at the root. Depth 3: these again, then for both halves the 5 points that split off two.
    assert compiled_bounds(thresholds(3), 10**6).steps == 8 + 8 + 2 * 5
    assert compiled_bounds(boxes(2, 2), 10**6).steps == 1380


def test_a_search_goes_on_until_its_steps_exceed_the_limit(monkeypatch):
    monkeypatch.setattr(littlestone, "SLICE", 10)
    told = []
    compiled_bounds(boxes(2, 2), 10**6, lambda *now: told.append(now[2]))
    assert compiled_bounds(boxes(2, 2), told[0]).steps > told[0]
    assert compiled_bounds(boxes(2, 2), told[0] - 1).steps == told[0]
