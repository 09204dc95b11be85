"""The compiled search for threshold sequences, started from a chain and an upper bound."""

import pytest

pytest.importorskip("numba")

from privlearn.concepts import initial_segments, point_functions
from privlearn.dimensions import is_threshold_sequence
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


def test_a_closed_gap_costs_nothing():
    found = compiled_bounds(point_functions(3), ((0, 0),), 1, 17, 10**6)
    assert (found.lower, found.upper, found.witness, found.steps) == (1, 1, ((0, 0),), 17)


def test_steps_already_spent_count_towards_the_limit():
    found = compiled_bounds(initial_segments(5), start(initial_segments(5)), 5, 100, 99)
    assert (found.lower, found.upper) == (1, 5)


def test_progress_ends_with_the_bounds():
    told = []
    found = compiled_bounds(initial_segments(3), start(initial_segments(3)), 3, 0, 10**6, lambda *now: told.append(now))
    assert told[-1] == (found.lower, found.upper, found.steps)
