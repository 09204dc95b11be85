"""Finite fields by their axioms, planes by their lines."""

from itertools import product

import numpy as np
import pytest

from privlearn.concepts import affine_plane, projective_plane_lines
from privlearn.concepts.planes import field_tables, plane_lines, plane_points, smallest_order
from privlearn.exact import TooLargeToEnumerate
from privlearn.exact.primes import prime_power


@pytest.mark.parametrize("order", [2, 3, 4, 5, 8, 9, 16, 27])
def test_nonzero_elements_form_a_group_under_multiplication(order):
    _, table = field_tables(order)
    assert all(sorted(row) == list(range(1, order)) for row in table[1:, 1:].tolist())
    assert (table == table.T).all()


@pytest.mark.parametrize("order", [4, 8, 9])
def test_multiplication_distributes_over_addition(order):
    addition, table = field_tables(order)
    everything = range(order)
    assert all(table[a, addition[b, c]] == addition[table[a, b], table[a, c]]
               for a in everything for b in everything for c in everything)


@pytest.mark.parametrize("order", [2, 3, 5, 7])
def test_prime_orders_are_the_plane_over_the_integers_mod_p(order):
    plane = projective_plane_lines(order)
    for line, row in zip(plane.concept_names, plane.rows(), strict=True):
        dots = [sum(a * b for a, b in zip(line, point, strict=True)) % order for point in plane.point_names]
        assert list(row) == [int(dot == 0) for dot in dots]


@pytest.mark.parametrize(("plane", "shape", "shared"), [
    *((projective_plane_lines(q), (q * q + q + 1,) * 2, {1}) for q in (2, 4, 9)), (affine_plane(4), (20, 16), {0, 1})])
def test_any_two_lines_meet_once_or_are_parallel_in_an_affine_plane(plane, shape, shared):
    matrix = plane.matrix.astype(int)
    assert matrix.shape == shape
    assert set((matrix @ matrix.T)[~np.eye(len(matrix), dtype=bool)].tolist()) == shared


def test_lines_are_read_only_because_they_are_kept():
    with pytest.raises(ValueError, match="read-only"):
        plane_lines(3)[0, 0] = 5


def test_orders_are_the_least_prime_powers_that_are_enough():
    assert [plane_points(order) for order in (1, 6)] == [3, 43]
    for points in range(1, 300):
        assert smallest_order(points) == min(
            q for q in (2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 17) if q * q + q + 1 >= points)


@pytest.mark.parametrize("call", [lambda: plane_lines(6), lambda: plane_lines(1), lambda: plane_points(0),
                                  lambda: prime_power(12), lambda: smallest_order(0)])
def test_bad_orders_are_refused(call):
    with pytest.raises(ValueError, match="must"):
        call()


def test_the_largest_field_has_tables(monkeypatch):
    monkeypatch.setattr("privlearn.concepts.planes.LARGEST_ORDER", 113)
    assert field_tables(113)[1].shape == (113, 113)
    for call in (lambda: field_tables(121), lambda: plane_lines(131)):
        with pytest.raises(TooLargeToEnumerate, match="the matrix of the class of lines"):
            call()


@pytest.mark.parametrize("order", [2, 3, 4, 5, 8, 9])
def test_addition_is_that_of_digits(order):
    p, n = prime_power(order)
    addition, table = field_tables(order)
    assert addition.tolist() == [[sum((a // p**i + b // p**i) % p * p**i for i in range(n)) for b in range(order)]
                                 for a in range(order)]
    assert table[1].tolist() == list(range(order))


@pytest.mark.parametrize("order", [4, 9])
def test_lines_are_where_the_product_of_the_coordinates_is_zero(order):
    addition, table = field_tables(order)
    vectors = [(1, *rest) for rest in product(range(order), repeat=2)]
    vectors += [*((0, 1, z) for z in range(order)), (0, 0, 1)]
    expected = []
    for a, b, c in vectors:
        expected.append([i for i, (x, y, z) in enumerate(vectors)
                         if addition[addition[table[a, x], table[b, y]], table[c, z]] == 0])
    assert plane_lines(order).tolist() == expected
    plane = projective_plane_lines(order)
    assert list(plane.point_names) == list(plane.concept_names) == vectors
    assert [[i for i, bit in enumerate(row) if bit] for row in plane.rows()] == expected
    last = set(expected[-1])
    kept = [i for i in range(len(vectors)) if i not in last]
    assert affine_plane(order).rows() == [tuple(int(i in line) for i in kept) for line in expected[:-1]]
