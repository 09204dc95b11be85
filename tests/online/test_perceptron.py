from fractions import Fraction
from itertools import product

import pytest

from privlearn.online import margin_class, margin_squared, perceptron_mistakes
from privlearn.online.perceptron import _halfplane_labelings, as_unit_vectors, basis, most_perceptron_mistakes

CORNERS = as_unit_vectors([(1, 0), (Fraction(3, 5), Fraction(4, 5)), (0, 1)])


def test_mistakes_and_margins_by_hand():
    assert perceptron_mistakes(basis(1), [1]) == 1  # value zero is a mistake
    assert perceptron_mistakes(basis(1), [1], [0, 0, 0]) == 1  # right prediction changes nothing
    assert margin_squared(basis(2), [1, -1]) == Fraction(1, 2)  # margin of two basis vectors in the plane
    assert margin_squared(as_unit_vectors([(1, 0), (-1, 0)]), [1, 1]) == 0
    assert most_perceptron_mistakes(CORNERS, [1, 1, 1]) <= 1 / margin_squared(CORNERS, [1, 1, 1])


def test_half_planes_are_those_labelings_that_have_a_margin():
    rows = {tuple(int(y > 0) for y in labels) for labels in product((-1, 1), repeat=3)
            if margin_squared(CORNERS, labels)}
    assert set(margin_class(CORNERS, Fraction(1, 10**6)).rows()) == rows
    assert len(margin_class(CORNERS, Fraction(1))) == 0  # a margin above the largest
    assert _halfplane_labelings([(1, 0), (-1, 0), (0, 1)]) == {(a, 1 - a, b) for a in (0, 1) for b in (0, 1)}


@pytest.mark.parametrize(("call", "message"), [
    (lambda: most_perceptron_mistakes(as_unit_vectors([(1, 0), (-1, 0)]), [1, 1]), "positive margin"),
    (lambda: as_unit_vectors([(1, 1)]), "unit vectors"),
    (lambda: margin_squared(as_unit_vectors([(1, 0, 0), (Fraction(3, 5), Fraction(4, 5), 0)]), [1, 1]),
     "plane or be a standard basis"),
    (lambda: margin_squared(as_unit_vectors([(1, 0), (0, 0, 1)]), [1, 1]), "plane or be a standard basis")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("chosen", [[(1, 0), (2, 1), (1, 3)], [(1, 2), (-2, 1), (3, 1), (-1, -3)],
                                    [(2, 1), (-1, 1), (1, -3), (-3, -2), (0, 1)], [(1, 1), (2, 2), (-1, -1), (3, -1)]])
def test_half_planes_label_as_all_normals_of_a_fine_grid_do(chosen):
    normals = product(range(-9, 10), repeat=2)
    values = [[n[0] * x + n[1] * y for x, y in chosen] for n in normals]
    assert _halfplane_labelings(chosen) == {tuple(int(v > 0) for v in row) for row in values if all(row)}
