"""Symmetries of a class and the orbits of cells and protocols under them."""

from itertools import product

import pytest

from privlearn.communication.public_coins import symmetries
from privlearn.communication.public_coins.symmetries import (Symmetry, carried, cell_orbits, is_symmetry,
                                                             protocol_orbit, symmetry_generators)
from privlearn.concepts import ConceptClass, all_functions, initial_segments, lines, point_functions, thresholds
from privlearn.exact import TooLargeToEnumerate

ODD = ConceptClass.from_matrix([[0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 1]])  # no symmetry but few


@pytest.mark.parametrize("concepts", [point_functions(5), lines(3), all_functions(2), thresholds(3), ODD])
def test_generators_are_symmetries(concepts):
    assert all(is_symmetry(symmetry, concepts) for symmetry in symmetry_generators(concepts))


def test_points_and_lines_have_two_orbits_of_cells_and_all_functions_one():
    for concepts, count in ((point_functions(6), 2), (lines(3), 2), (all_functions(3), 1)):
        orbits = cell_orbits(concepts, symmetry_generators(concepts))
        assert len({number for row in orbits for number in row}) == count
    assert cell_orbits(point_functions(2), ()) == ((0, 1), (2, 3))  # without generators
    assert not is_symmetry(Symmetry((1, 0, 2, 3), (0, 1, 2), (0, 0, 0)), ODD)
    assert not is_symmetry(Symmetry((0, 0, 2, 3), (0, 1, 2), (0, 0, 0)), ODD)


def test_a_carried_protocol_errs_at_the_images_of_the_cells():
    concepts = initial_segments(3)
    rows = concepts.rows()
    (generator,) = symmetry_generators(concepts)
    alice, bob = (0, 0, 1, 1), ((1, 0, 0), (1, 1, 1))
    moved, tables = carried((alice, bob), generator)
    for f, x in product(range(4), range(3)):
        g, y = generator.concepts[f], generator.points[x]
        assert (bob[alice[f]][x] != rows[f][x]) == (tables[moved[g]][y] != rows[g][y])


def test_the_orbit_of_a_protocol_holds_it_once_and_is_listed_up_to_the_limit(monkeypatch):
    protocol, generators = ((0, 0, 1), ((0, 0, 0), (0, 0, 1))), symmetry_generators(point_functions(3))
    monkeypatch.setattr(symmetries, "LARGEST_ORBIT", 3)
    orbit = protocol_orbit(protocol, generators)
    assert len(orbit) == len(set(orbit)) == 3
    monkeypatch.setattr(symmetries, "LARGEST_ORBIT", 2)
    with pytest.raises(TooLargeToEnumerate, match="orbit of a protocol"):
        protocol_orbit(protocol, generators)
