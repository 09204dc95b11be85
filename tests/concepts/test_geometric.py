from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts import balls, boxes, grid, halfspaces
from privlearn.concepts.geometric import is_ball, is_halfspace
from privlearn.exact import TooLargeToEnumerate

SMALL = [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3)]


@pytest.mark.parametrize(("bits", "dimension"), [*SMALL, (2, 3)])
def test_grid_is_in_lexicographic_order(bits, dimension):
    assert grid(bits, dimension) == [tuple((k >> bits * (dimension - 1 - i)) % 2**bits for i in range(dimension))
                                     for k in range(2 ** (bits * dimension))]


@pytest.mark.parametrize(("bits", "dimension"), SMALL)
def test_boxes_are_the_empty_one_and_all_products_of_sides_in_order(bits, dimension):
    sides = [(s, t) for s in range(1 << bits) for t in range(s, 1 << bits)]
    listed = [tuple(int(all(s <= c <= t for (s, t), c in zip(box, x, strict=True))) for x in grid(bits, dimension))
              for box in (((1, 0),) * dimension, *product(sides, repeat=dimension))]
    assert list(boxes(bits, dimension).rows()) == listed


def test_boxes_are_named_by_their_corners():
    concepts = boxes(2, 2)
    for row, (s, t) in zip(concepts.rows(), concepts.concept_names, strict=True):
        assert list(row) == [int(all(i <= c <= j for i, c, j in zip(s, x, t, strict=True))) for x in grid(2, 2)]


@pytest.mark.parametrize(("bits", "dimension"), SMALL)
def test_halfspaces_are_shown_by_their_names(bits, dimension):
    concepts = halfspaces(bits, dimension)
    assert all(is_halfspace(row, w, theta, grid(bits, dimension))
               for row, (w, theta) in zip(concepts.rows(), concepts.concept_names, strict=True))


def test_all_halfspaces_with_small_weights_are_listed():
    listed = set(halfspaces(2, 2).rows())
    for w, v, theta in product(range(-5, 6), range(-5, 6), range(-31, 32)):
        assert tuple(int(w * x + v * y >= theta) for x, y in grid(2, 2)) in listed


@pytest.mark.parametrize(("shape", "count"), [((1, 1), 4), ((1, 2), 14), ((1, 3), 104), ((2, 2), 174), ((1, 4), 1882)])
def test_known_numbers_of_halfspaces(shape, count):
    assert len(halfspaces(*shape)) == count


@pytest.mark.parametrize(("bits", "dimension"), [*SMALL, (3, 1)])
def test_balls_are_shown_by_their_names(bits, dimension):
    concepts = balls(bits, dimension)
    assert all(is_ball(row, centre, squared_radius, grid(bits, dimension))
               for row, (centre, squared_radius) in zip(concepts.rows(), concepts.concept_names, strict=True))


def test_balls_are_intervals_on_the_line_and_halfspaces_on_the_cube():
    assert balls(3, 1) == boxes(3, 1)
    for dimension in (1, 2, 3):
        assert balls(1, dimension) == halfspaces(1, dimension)
    assert not is_ball((0, 0), (Fraction(0),), Fraction(-1), grid(1, 1))  # a negative squared radius


def test_balls_around_quarter_points_are_listed():
    listed = set(balls(2, 2).rows())
    quarters = [Fraction(k, 4) for k in range(-4, 17)]
    for a, b in product(quarters, repeat=2):
        for squared_radius in {(x - a) ** 2 + (y - b) ** 2 for x, y in grid(2, 2)}:
            assert tuple(int((x - a) ** 2 + (y - b) ** 2 <= squared_radius) for x, y in grid(2, 2)) in listed


@pytest.mark.parametrize("family", [grid, boxes, halfspaces, balls])
@pytest.mark.parametrize("shape", [(0, 1), (1, 0), (1.5, 1)])
def test_bad_shapes_are_refused(family, shape):
    with pytest.raises(ValueError, match="bits|dimension"):
        family(*shape)


@pytest.mark.parametrize(("family", "shape"), [
    (boxes, (6, 2)), (halfspaces, (5, 2)), (halfspaces, (2, 4)), (halfspaces, (10, 1)), (balls, (4, 2)), (grid, (7, 3)),
    (grid, (21, 1))])
def test_too_large_is_said(family, shape):
    said = "the grid has 1024 elements, more than the 1023" if shape == (10, 1) else "elements, more than the"
    with pytest.raises(TooLargeToEnumerate, match=said):
        family(*shape)


def test_the_largest_shapes_are_listed(monkeypatch):
    assert grid(20, 1)[-1] == (2**20 - 1,)
    assert len(halfspaces(9, 1)) == 2 * 2**9
    monkeypatch.setattr("privlearn.concepts.geometric.LARGEST_MATRIX", 8)
    assert boxes(1, 1).matrix.size == 8
    monkeypatch.setattr("privlearn.concepts.geometric.LARGEST_MATRIX", 7)
    with pytest.raises(TooLargeToEnumerate):
        boxes(1, 1)
