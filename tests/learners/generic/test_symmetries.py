"""Symmetries of a class."""

from itertools import product

import pytest

from privlearn.concepts import ConceptClass, all_functions, point_functions
from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.generic import class_symmetries
from privlearn.learners.generic.symmetries import Orbits, count_vectors, counts_of, moved_by

T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])


def test_symmetries_of_few_concepts():
    assert len(class_symmetries(all_functions(2))) == 8  # all functions have the full group of symmetries
    assert class_symmetries(T3) == [((0, 1), (0, 0)), ((1, 0), (1, 1))]  # three thresholds have one reflection
    # symmetries must keep every class
    assert len(class_symmetries(point_functions(3), ConceptClass.from_matrix([[1, 0, 0]]))) == 2
    assert len(class_symmetries(ConceptClass.from_matrix([[0] * 5]))) == 120
    with pytest.raises(TooLargeToEnumerate):
        class_symmetries(ConceptClass.from_matrix([[0] * 6]))


def test_classes_on_different_domains_are_refused():
    with pytest.raises(ValueError, match="same number of points"):
        class_symmetries(T3, all_functions(1))


def test_counts_and_moves():
    assert list(count_vectors(1, 3)) == [(3,)]
    assert list(count_vectors(2, 2)) == [(2, 0), (1, 1), (0, 2)]
    assert len(set(count_vectors(4, 3))) == len(list(count_vectors(4, 3))) == 20
    assert counts_of(((0, 1), (1, 0), (0, 1), (2, 1)), 3) == (0, 2, 1, 0, 0, 1)
    assert moved_by((1, 0, 0), (2, 0, 1), (0, 1, 0)) == (1, 0, 1)


@pytest.mark.parametrize("concepts", [T3, point_functions(3)])
def test_variables_are_the_orbits_of_pairs(concepts: ConceptClass) -> None:
    group, outputs, n = class_symmetries(concepts), tuple(product((0, 1), repeat=concepts.size)), concepts.size
    orbits, named = Orbits(n, outputs, group), dict[object, set[frozenset[tuple[tuple[int, ...], tuple[int, ...]]]]]()
    for counts in count_vectors(2 * n, 2):
        for k, output in enumerate(outputs):
            moved = set()
            for images, flips in group:
                rows = [(images[x], y ^ flips[x]) for x in range(n) for y in (0, 1) for _ in range(counts[2 * x + y])]
                moved.add((counts_of(tuple(rows), n), moved_by(output, images, flips)))
            named.setdefault(orbits.variable(counts, k), set()).add(frozenset(moved))
    assert all(len(found) == 1 for found in named.values())
    assert len({one for found in named.values() for one in found}) == len(named)
    assert all(name in {(c, outputs.index(h)) for one in found for c, h in one} for name, found in named.items())
