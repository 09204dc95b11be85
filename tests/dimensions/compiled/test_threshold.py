"""The compiled search for threshold sequences, started from a chain and an upper bound."""

import pytest

pytest.importorskip("numba")

from privlearn.concepts import boxes, initial_segments, point_functions, subset_layer
from privlearn.dimensions import is_threshold_sequence
from privlearn.dimensions.compiled import threshold
from privlearn.dimensions.compiled.threshold import compiled_bounds


def start(concepts):
    """Return a chain of one pair: a concept and a point with label 1."""
    row, point = next((i, x) for i, concept in enumerate(concepts.rows()) for x, label in enumerate(concept) if label)
    return ((row, point),)


@pytest.mark.parametrize(("concepts", "dimension"), [(initial_segments(5), 5), (point_functions(5), 1)])
def test_the_gap_is_closed_from_both_sides(concepts, dimension):
    found = compiled_bounds(concepts, start(concepts), len(concepts), 0, 10**6)
    assert (found.lower, found.upper) == (dimension, dimension)
    assert len(found.witness) == dimension
    assert is_threshold_sequence(found.witness, concepts)


def test_steps_already_spent_count_and_progress_ends_with_the_bounds():
    closed = compiled_bounds(point_functions(3), ((0, 0),), 1, 17, 10**6)
    assert (closed.lower, closed.upper, closed.witness, closed.steps) == (1, 1, ((0, 0),), 17)
    spent = compiled_bounds(initial_segments(5), start(initial_segments(5)), 5, 100, 99)
    assert (spent.lower, spent.upper) == (1, 5)
    told = []
    found = compiled_bounds(initial_segments(3), start(initial_segments(3)), 3, 0, 10**6, lambda *now: told.append(now))
    assert told[-1] == (found.lower, found.upper, found.steps)


@pytest.mark.parametrize(("concepts", "dimension"), [
    (point_functions(1), 1), (initial_segments(5), 5), (boxes(2, 1), 4), (subset_layer(8, 4), 4)])
@pytest.mark.usefixtures("interpreted")
def test_no_index_leaves_its_array(concepts, dimension):
    found = compiled_bounds(concepts, start(concepts), dimension + 1, 0, 10**6)
    assert (found.lower, found.upper) == (dimension, dimension)


def test_a_search_goes_on_until_its_steps_exceed_the_limit(monkeypatch):
    monkeypatch.setattr(threshold, "SLICE", 10)
    told, concepts = [], initial_segments(5)
    compiled_bounds(concepts, start(concepts), 5, 0, 10**4, lambda *now: told.append(now[2]))
    assert compiled_bounds(concepts, start(concepts), 5, 0, told[0]).steps > told[0]
    assert compiled_bounds(concepts, start(concepts), 5, 0, told[0] - 1).steps == told[0]
