"""Littlestone's dimension: the searches against each other, against the table of all classes, and their witnesses."""

import numpy as np
import pytest

from privlearn.concepts import (ConceptClass, all_classes, all_functions, boxes, halfspaces, lines, point_functions,
                                thresholds)
from privlearn.dimensions import (LimitReached, is_mistake_tree, littlestone_bounds, littlestone_dimension,
                                  mistake_tree, tree_depth)
from privlearn.dimensions.sweeps import littlestone_of_all_classes
from privlearn.exact import TooLargeToEnumerate

EMPTY = ConceptClass.from_matrix(np.zeros((0, 3)))
NAMED = [thresholds(0), thresholds(7), lines(11), boxes(2, 3), halfspaces(2, 2), all_functions(9), point_functions(200),
         halfspaces(1, 4)]  # the last with more sets than the memory of the compiled search holds at first


def random_class(seed, concepts, points, density=0.5):
    return ConceptClass.from_matrix(np.random.default_rng(seed).random((concepts, points)) < density)


@pytest.mark.parametrize("solver", ["plain", "compiled"])
@pytest.mark.parametrize(("concepts", "dimension", "tree"), [
    (EMPTY, -1, None), (ConceptClass.from_matrix([[0, 1]]), 0, 0)])
def test_the_empty_class_has_no_tree_and_a_single_concept_itself(solver, concepts, dimension, tree):
    assert littlestone_dimension(concepts, solver=solver) == dimension
    assert mistake_tree(concepts, solver=solver) == tree


def test_both_searches_agree_with_the_table_on_all_classes_on_3_points():
    for c in all_classes(3):
        number = sum(1 << sum(bit << x for x, bit in enumerate(row)) for row in c.rows())
        found = {littlestone_dimension(c, solver=solver) for solver in ("plain", "compiled")}
        assert found == {littlestone_of_all_classes(3)[number]}


@pytest.mark.parametrize("seed", range(60))
def test_both_searches_agree_on_random_classes(seed):
    c = random_class(seed, 5 + 7 * seed, 4 + seed % 9, (0.5, 0.15)[seed % 2])
    plain, compiled = (littlestone_bounds(c, solver=solver) for solver in ("plain", "compiled"))
    assert plain.lower == plain.upper == compiled.lower == compiled.upper
    assert all(is_mistake_tree(f.witness, c) and tree_depth(f.witness) == f.lower for f in (plain, compiled))


@pytest.mark.parametrize("c", NAMED)
def test_both_searches_agree_on_named_classes(c):
    assert littlestone_dimension(c, solver="plain") == littlestone_dimension(c, solver="compiled")


@pytest.mark.parametrize("solver", ["plain", "compiled"])
def test_a_limit_gives_proved_bounds_with_a_witness_and_no_guess(solver):
    c = random_class(1, 600, 40)
    whole = littlestone_dimension(c)
    for limit in (0, 1000, 20000):
        found = littlestone_bounds(c, limit=limit, solver=solver)
        assert found.lower <= whole <= found.upper
        assert is_mistake_tree(found.witness, c)
        assert tree_depth(found.witness) == found.lower


@pytest.mark.parametrize("solver", ["plain", "compiled"])
def test_a_number_that_cannot_be_found_within_the_limit_is_an_error_with_the_bounds(solver):
    with pytest.raises(LimitReached, match="between 1 and 6") as caught:
        littlestone_dimension(thresholds(6), limit=0, solver=solver)
    assert (caught.value.lower, caught.value.upper) == (1, 6)
    assert isinstance(caught.value, TooLargeToEnumerate)
    with pytest.raises(LimitReached):
        mistake_tree(thresholds(6), limit=0, solver=solver)
    told = []
    littlestone_bounds(thresholds(4), solver=solver, progress=lambda low, high, steps: told.append((low, high)))
    assert told[-1] == (4, 4)
    assert littlestone_dimension(halfspaces(1, 4), solver=solver) == 9


@pytest.mark.parametrize(("call", "message"), [
    (lambda: littlestone_dimension(thresholds(1), solver="fast"), "solver must be"),
    (lambda: littlestone_dimension([[0, 1]]), "concepts must be a ConceptClass")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_the_plain_search_takes_as_many_steps_as_it_may():
    whole = littlestone_bounds(thresholds(2), solver="plain")
    assert littlestone_bounds(thresholds(2), limit=whole.steps, solver="plain") == whole
    assert not littlestone_bounds(thresholds(2), limit=whole.steps - 1, solver="plain").exact
