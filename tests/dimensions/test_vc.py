"""The VC dimension against the definition, on every small class."""

from itertools import chain, combinations, product

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_functions, initial_segments, points, projective_plane_lines
from privlearn.dimensions import (LimitReached, is_mistake_tree, is_shattered, sauer_bound, shattered_set,
                                  tree_of_shattered_set, vc_bounds, vc_dimension)

EMPTY = ConceptClass.from_matrix(np.zeros((0, 3)))


def classes_on(size):
    rows = list(product((0, 1), repeat=size))
    return [ConceptClass.from_matrix(chosen) for chosen in
            chain.from_iterable(combinations(rows, count) for count in range(1, len(rows) + 1))]


def by_definition(concepts):
    rows = concepts.rows()
    return max(k for k in range(concepts.size + 1) for s in combinations(range(concepts.size), k)
               if all(any(all(row[x] == bit for x, bit in zip(s, want, strict=True)) for row in rows)
                      for want in product((0, 1), repeat=k)))


def test_it_is_the_definition_on_all_255_classes_on_3_points_with_a_witness():
    classes = classes_on(3)
    assert len(classes) == 255
    for concepts in classes:
        found = shattered_set(concepts)
        assert len(found) == vc_dimension(concepts) == by_definition(concepts)
        assert is_shattered(found, by=concepts)


@pytest.mark.parametrize(("concepts", "dimension"), [
    (points(0), 0), (points(1), 1), (points(4), 1), (initial_segments(9), 1), (all_functions(4), 4),
    (projective_plane_lines(3), 2), (ConceptClass.from_matrix([[0, 1]]), 0), (EMPTY, -1)])
def test_known_dimensions(concepts, dimension):
    assert vc_dimension(concepts) == dimension


def test_the_empty_class_shatters_not_even_the_empty_set():
    assert shattered_set(EMPTY) is None
    assert not is_shattered([], by=EMPTY)
    assert is_shattered([], by=points(0))
    assert not is_shattered([0, 1], by=points(1))  # half of the patterns


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: is_shattered([0, 0], by=points(1)), "distinct"),
    (lambda: is_shattered([2], by=points(1)), "points must be"),
    (lambda: is_shattered([-1], by=points(1)), "points must be"),
    (lambda: is_shattered(["a"], by=points(1)), "points must be"),
    (lambda: is_shattered(0, by=points(1)), "collection"),
    (lambda: is_shattered([0], by=3), "by must be a ConceptClass"),
    (lambda: vc_dimension([[0, 1]]), "must be a ConceptClass"), (lambda: shattered_set(None), "must be a ConceptClass"),
    (lambda: tree_of_shattered_set([0, 1], points(1)), "points must be shattered"),
    (lambda: sauer_bound(0, 1), "points|dimension"), (lambda: sauer_bound(3, -2), "points|dimension")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize("seed", range(40))
def test_both_searches_find_the_same_set_on_random_classes(seed):
    random = np.random.default_rng(seed)
    concepts = ConceptClass.from_matrix(random.random((3 + 9 * seed, 3 + seed % 11)) < (0.5, 0.2)[seed % 2])
    plain, compiled = (vc_bounds(concepts, solver=solver) for solver in ("plain", "compiled"))
    assert plain.exact and compiled.exact  # noqa: PT018 - one fact: both searches ended
    assert plain.witness == compiled.witness


@pytest.mark.parametrize("solver", ["plain", "compiled"])
def test_a_limit_gives_proved_bounds_with_a_witness(solver):
    concepts = ConceptClass.from_matrix(np.random.default_rng(3).random((500, 30)) < 0.5)
    found = vc_bounds(concepts, limit=10_000, solver=solver)
    assert found.lower < found.upper
    assert found.lower <= vc_dimension(concepts) <= found.upper
    assert is_shattered(found.witness, by=concepts)
    with pytest.raises(LimitReached):
        vc_dimension(concepts, limit=10_000, solver=solver)


@pytest.mark.parametrize("solver", ["plain", "compiled"])
def test_equal_and_opposite_columns_count_once(solver):
    concepts = ConceptClass.from_matrix([[0, 0, 1, 0], [0, 0, 1, 1], [1, 1, 0, 0], [1, 1, 0, 1]])
    assert shattered_set(concepts, solver=solver) == (0, 3)


def test_a_shattered_set_makes_a_complete_tree_and_sauers_bound_at_its_ends():
    assert is_mistake_tree(tree_of_shattered_set([2, 0, 1], all_functions(3)), all_functions(3))
    assert tree_of_shattered_set([], points(1)) == 0  # the empty set makes a leaf
    assert [sauer_bound(n, n) for n in range(1, 6)] == [2**n for n in range(1, 6)]
    assert sauer_bound(5, -1) == 0  # dimension minus one allows nothing


def test_the_plain_search_takes_as_many_steps_as_it_may():
    whole = vc_bounds(points(2), solver="plain")
    assert vc_bounds(points(2), limit=whole.steps, solver="plain") == whole
    assert not vc_bounds(points(2), limit=whole.steps - 1, solver="plain").exact
