"""Classes that are points or thresholds under other names, against all flips and all maps."""

from itertools import product

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_classes, intervals, lines, point_functions, points, thresholds
from privlearn.concepts.renaming import (Renaming, is_renaming_of_points, is_renaming_of_thresholds, renamed_points,
                                         renamed_thresholds)

KINDS = [(renamed_points, is_renaming_of_points, lambda g, i: int(g == i)),
         (renamed_thresholds, is_renaming_of_thresholds, lambda g, i: int(g < i))]
EMPTY = ConceptClass.from_matrix(np.zeros((0, 3)))


def exists(c, value):
    """Try all flips and all maps of the three points to four places, of which one is left over."""
    rows, size = set(c.rows()), 4
    for flips, places in product(product((0, 1), repeat=3), product(range(size), repeat=3)):
        images = {tuple(f ^ value(g, i) for f, g in zip(flips, places, strict=True)) for i in range(size)}
        if rows <= images:
            return True
    return False


@pytest.mark.parametrize(("find", "is_one", "value"), KINDS, ids=["points", "thresholds"])
def test_a_renaming_is_found_iff_there_is_one_for_all_255_classes_on_3_points(find, is_one, value):
    kinds = set()
    for c in all_classes(3):
        if len(c):
            found = find(c)
            assert (found is not None) == exists(c, value)
            assert found is None or is_one(found, c)
            kinds.add(found is None)
    assert kinds == {True, False}


@pytest.mark.parametrize(("find", "is_one", "family"), [
    (renamed_points, is_renaming_of_points, points(3)), (renamed_points, is_renaming_of_points, point_functions(5)),
    (renamed_thresholds, is_renaming_of_thresholds, thresholds(4)),
    (renamed_thresholds, is_renaming_of_thresholds, intervals(3))])
@pytest.mark.parametrize("seed", range(5))
def test_a_disguise_is_seen_through(find, is_one, family, seed):
    rng = np.random.default_rng(seed)
    columns, rows = rng.integers(family.size, size=2 * family.size), rng.permutation(len(family))
    kept = rows[: max(3, len(rows) // 2)] if seed % 2 else rows
    c = ConceptClass.from_matrix(family.matrix[kept][:, columns] ^ rng.integers(0, 2, 2 * family.size))
    found = find(c)
    assert found is not None
    assert is_one(found, c)


@pytest.mark.parametrize(("find", "is_one", "_"), KINDS, ids=["points", "thresholds"])
def test_a_class_of_one_concept_is_both_other_classes_and_the_empty_one_neither(find, is_one, _):
    c = ConceptClass.from_matrix([[1, 0, 1]])
    assert is_one(find(c), c)
    assert find(lines(3)) is find(EMPTY) is None


@pytest.mark.parametrize(("find", "is_one", "_"), KINDS, ids=["points", "thresholds"])
def test_the_verifier_refuses_what_is_changed_anywhere(find, is_one, _):
    c = point_functions(4) if find is renamed_points else thresholds(2)
    right = find(c)
    for x in range(c.size):
        flipped = tuple(f ^ (x == k) for k, f in enumerate(right.flips))
        moved = tuple((g + (x == k)) % right.size for k, g in enumerate(right.places))
        assert not is_one(Renaming(flipped, right.places, right.ranks, right.size), c)
        assert not is_one(Renaming(right.flips, moved, right.ranks, right.size), c)
    assert not is_one(Renaming(right.flips, right.places, right.ranks[::-1], right.size), c)
    assert not is_one(Renaming(right.flips[1:], right.places[1:], right.ranks, right.size), c)
    assert not is_one(Renaming(right.flips, right.places, right.ranks, 2), c)


@pytest.mark.parametrize(("places", "ranks"), [((2, 0), (0,)), ((0, 2), (0,)), ((0, 0), (2,)), ((0, -1), (0,))])
def test_a_place_or_rank_outside_the_other_class_is_refused(places, ranks):
    c = ConceptClass.from_matrix([[1, 1]])
    for is_one in (is_renaming_of_points, is_renaming_of_thresholds):
        assert not any(is_one(Renaming(flips, places, ranks, 2), c) for flips in product((0, 1), repeat=2))
