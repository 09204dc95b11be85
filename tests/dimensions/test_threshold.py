"""The threshold dimension: both searches against the definition, and their witnesses."""

from itertools import permutations, product

import pytest

from privlearn.concepts import (ConceptClass, all_classes, all_functions, boxes, halfspaces, lines, point_functions,
                                thresholds)
from privlearn.dimensions import (LimitReached, is_threshold_sequence, littlestone_bounds, littlestone_dimension,
                                  threshold_bounds, threshold_dimension, threshold_sequence, vc_bounds)
from privlearn.dimensions.threshold_sequences import greedy_sequence
from tests.dimensions.test_littlestone import EMPTY, random_class


def by_definition(c):
    rows = c.rows()
    for length in range(min(len(rows), c.size), 0, -1):
        for hs, xs in product(permutations(rows, length), permutations(range(c.size), length)):
            if all(h[x] == (i <= j) for i, h in enumerate(hs) for j, x in enumerate(xs)):
                return length
    return 0


@pytest.mark.parametrize("solver", ["plain", "compiled"])
def test_it_is_the_definition_on_all_255_classes_on_3_points(solver):
    for c in all_classes(3):
        assert threshold_dimension(c, solver=solver) == by_definition(c) < 2 << littlestone_dimension(c)


@pytest.mark.parametrize("seed", range(40))
def test_both_searches_agree_on_random_classes_and_their_witnesses_hold(seed):
    c = random_class(seed, 4 + seed, 4 + seed % 9, (0.5, 0.3, 0.8)[seed % 3])
    plain, compiled = (threshold_bounds(c, solver=solver) for solver in ("plain", "compiled"))
    assert plain.lower == plain.upper == compiled.lower == compiled.upper
    assert all(is_threshold_sequence(f.witness, c) and len(f.witness) == f.lower for f in (plain, compiled))


@pytest.mark.parametrize(("c", "value"), [
    (thresholds(5), 32), (point_functions(6), 1), (lines(7), 2), (boxes(2, 2), 7), (halfspaces(2, 2), 16),
    (all_functions(5), 5), (ConceptClass.from_matrix([[0, 0]]), 0), (ConceptClass.from_matrix([[1, 1]]), 1)])
def test_named_classes_have_the_known_value(c, value):
    assert threshold_dimension(c) == value
    assert len(threshold_sequence(c)) == value


@pytest.mark.parametrize("solver", ["plain", "compiled"])
def test_the_empty_class_has_dimension_zero_and_the_greedy_sequence_is_not_always_longest(solver):
    assert threshold_dimension(EMPTY, solver=solver) == 0
    assert threshold_sequence(EMPTY, solver=solver) == ()
    greedy = greedy_sequence(halfspaces(2, 2))
    assert is_threshold_sequence(greedy, halfspaces(2, 2))
    assert len(greedy) < threshold_dimension(halfspaces(2, 2), solver=solver)


@pytest.mark.parametrize("solver", ["plain", "compiled"])
def test_a_limit_gives_proved_bounds_with_a_witness(solver):
    c = random_class(7, 64, 24)
    found = threshold_bounds(c, limit=100, solver=solver)
    assert found.lower < found.upper
    assert is_threshold_sequence(found.witness, c)
    with pytest.raises(LimitReached):
        threshold_dimension(c, limit=100, solver=solver)


def test_littlestone_dimension_bounds_what_is_not_searched_and_progress_begins_with_it():
    calls = []
    found = threshold_bounds(point_functions(5), limit=50, solver="plain", progress=lambda *told: calls.append(told))
    assert (found.lower, found.upper) == calls[0][:2] == (1, 3)  # Littlestone dimension 1: below 4
    calls.clear()
    threshold_bounds(lines(5), limit=0, solver="plain", progress=lambda *told: calls.append(told))
    assert calls == [(2, 25, littlestone_bounds(lines(5), limit=0, solver="plain").steps)]


@pytest.mark.parametrize("solver", ["plain", "compiled"])
def test_what_is_known_of_littlestone_dimension_is_not_sought_again(solver):
    c = random_class(3, 20, 12)
    known = littlestone_bounds(c)
    again = threshold_bounds(c, solver=solver, littlestone=known)
    plain = threshold_bounds(c, solver=solver)
    assert (again.lower, again.upper) == (plain.lower, plain.upper)
    assert again.steps < plain.steps


@pytest.mark.parametrize("solver", ["plain", "compiled"])
@pytest.mark.parametrize("search", [vc_bounds, littlestone_bounds, threshold_bounds])
def test_a_search_ends_with_what_it_knows_once_it_is_told_to(search, solver):
    c, told = random_class(9, 40, 30), []

    def enough(*known):
        told.append(known)
        return True

    found = search(c, solver=solver, progress=enough)
    assert len(told) == 1
    assert found.lower < found.upper
    assert found.lower <= search(c).lower <= found.upper


def test_the_plain_search_takes_as_many_steps_as_it_may():
    whole = threshold_bounds(point_functions(4), solver="plain")
    assert threshold_bounds(point_functions(4), limit=whole.steps, solver="plain") == whole
    assert not threshold_bounds(point_functions(4), limit=whole.steps - 1, solver="plain").exact
