"""Classes up to the symmetries of the cube."""
from fractions import Fraction
from itertools import product

import pytest

from privlearn.communication.public_coins import public_coin_value
from privlearn.concepts import ConceptClass, all_classes, classes_up_to_symmetry
from privlearn.concepts.symmetry import cube_symmetries, moved
from privlearn.dimensions import littlestone_dimension, vc_dimension
from privlearn.dimensions.representation import (probabilistic_representation_value, representation_alpha,
                                                 smallest_representation)
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize(("points", "orbits"), [(1, 2), (2, 5), (3, 21), (4, 401)])
def test_orbits_cover_every_class_once(points, orbits):
    found = list(classes_up_to_symmetry(points))
    assert (len(found), sum(size for _, size in found)) == (orbits, 2 ** 2**points - 1)


def test_every_class_on_three_points_is_one_of_the_images_of_a_representative():
    images = [({moved(c, p, b) for p, b in cube_symmetries(3)}, size) for c, size in classes_up_to_symmetry(3)]
    assert all(len(orbit) == size for orbit, size in images)
    assert set().union(*(orbit for orbit, _ in images)) == set(all_classes(3))


def test_equivalent_classes_on_two_points_have_the_same_values():
    quarter = Fraction(1, 4)
    for concepts, (p, b) in product((c for c, _ in classes_up_to_symmetry(2)), cube_symmetries(2)):
        other = moved(concepts, p, b)
        for k in range(1, len(concepts) + 1):
            assert public_coin_value(concepts, k).value == public_coin_value(other, k).value
            values = [probabilistic_representation_value(c, k, quarter).value for c in (concepts, other)]
            assert values[0] == values[1]
        assert smallest_representation(concepts, quarter).size == smallest_representation(other, quarter).size
        assert vc_dimension(concepts) == vc_dimension(other)
        assert littlestone_dimension(concepts) == littlestone_dimension(other)


def test_a_symmetry_of_class_and_hypotheses_together_keeps_the_game_value():
    concepts, hypotheses = (ConceptClass.from_matrix(rows) for rows in ([[0, 0, 1], [1, 0, 0]], [[0, 0, 0], [1, 1, 1]]))
    values = {representation_alpha(moved(hypotheses, p, b), moved(concepts, p, b)) for p, b in cube_symmetries(3)}
    assert len(values) == 1


def test_five_points_have_too_many_classes_and_seven_too_many_symmetries():
    with pytest.raises(TooLargeToEnumerate, match="5 points"):
        list(classes_up_to_symmetry(5))
    assert len(cube_symmetries(6)) == 46080
    with pytest.raises(TooLargeToEnumerate, match="7 points"):
        cube_symmetries(7)


@pytest.mark.parametrize(("permutation", "added", "name"), [((0, 0), (0, 0), "permutation"), ((1, 0), (0, 2), "added"),
                                                            ((1, 0), (0,), "added")])
def test_what_is_no_symmetry_is_refused(permutation, added, name):
    with pytest.raises(ValueError, match=name):
        moved(ConceptClass.from_matrix([[0, 1]]), permutation, added)
