"""Named families against their definitions."""

from collections.abc import Callable
from itertools import combinations, product
from typing import Any

import pytest

from privlearn.concepts import (all_classes, all_functions, initial_segments, intervals, lines, point_functions, points,
                                projective_plane_lines, subset_layer, thresholds)
from privlearn.exact import TooLargeToEnumerate

# family, sizes, and of a size: the concepts, the points, and what holds of which
DEFINITIONS: list[tuple[Callable[..., Any], list[tuple[int, ...]], Callable[..., tuple[Any, Any, Any]]]] = [
    (point_functions, [(1,), (2,), (5,)], lambda n: (range(n), range(n), lambda j, x: x == j)),
    (points, [(0,), (1,), (3,)], lambda d: (range(2**d), range(2**d), lambda j, x: x == j)),
    (initial_segments, [(1,), (2,), (5,)], lambda n: (range(n + 1), range(n), lambda j, x: x < j)),
    (intervals, [(0,), (1,), (3,)], lambda d: (range(2**d + 1), range(2**d), lambda j, x: x < j)),
    (all_functions, [(1,), (2,), (4,)], lambda n: (range(2**n), range(n), lambda f, x: f // 2 ** (n - 1 - x) % 2)),
    (thresholds, [(0,), (1,), (3,)], lambda b: (range(2**b), range(2**b), lambda a, x: x >= a)),
    (subset_layer, [(1, 0), (1, 1), (4, 2), (5, 3)], lambda k, s: (
        range(k), combinations(range(k), s), lambda h, chosen: h in chosen)),
    (lines, [(2,), (3,), (5,)], lambda p: (
        product(range(p), repeat=2), product(range(p), repeat=2),
        lambda line, x: (line[0] * x[0] + line[1] - x[1]) % p == 0))]


@pytest.mark.parametrize(("family", "size", "definition"), [
    pytest.param(family, size, definition, id=f"{family.__name__}-{size}")
    for family, sizes, definition in DEFINITIONS for size in sizes])
def test_a_family_has_just_the_functions_of_its_definition_in_order(family, size, definition):
    concepts, domain, holds = definition(*size)
    domain = list(domain)
    assert list(family(*size).rows()) == [tuple(int(holds(concept, x)) for x in domain) for concept in concepts]


@pytest.mark.parametrize(("ground", "members"), [(4, 2), (3, 0), (3, 3), (1, 1)])
def test_the_columns_of_a_layer_are_all_subsets(ground, members):
    made = subset_layer(ground, members)
    assert list(made.point_names) == list(combinations(range(ground), members))


@pytest.mark.parametrize("order", [2, 3, 5])
def test_two_points_lie_on_exactly_one_line(order):
    plane = [{x for x, bit in enumerate(row) if bit} for row in projective_plane_lines(order).rows()]
    assert len(plane) == order**2 + order + 1
    assert all(sum({a, b} <= line for line in plane) == 1 for a, b in combinations(range(len(plane)), 2))


@pytest.mark.parametrize("call", [lambda: points(20), lambda: intervals(40), lambda: all_functions(40),
                                  lambda: subset_layer(60, 30), lambda: projective_plane_lines(1009)])
def test_what_does_not_fit_is_refused_at_once(call):
    with pytest.raises(TooLargeToEnumerate, match="the matrix of the class"):
        call()


@pytest.mark.parametrize(("call", "entries"), [
    (lambda: point_functions(3), 9), (lambda: points(1), 4), (lambda: initial_segments(3), 12),
    (lambda: intervals(1), 6), (lambda: all_functions(3), 24), (lambda: subset_layer(4, 2), 24),
    (lambda: thresholds(1), 4), (lambda: lines(3), 81)])
def test_a_matrix_fits_up_to_the_largest(call, entries, monkeypatch):
    monkeypatch.setattr("privlearn.concepts.families.LARGEST_MATRIX", entries)
    assert call().matrix.size == entries
    monkeypatch.setattr("privlearn.concepts.families.LARGEST_MATRIX", entries - 1)
    with pytest.raises(TooLargeToEnumerate, match="the matrix of the class"):
        call()


def test_four_points_are_the_most_for_all_classes():
    assert next(iter(all_classes(4))).size == 4
    assert [len(made) for made in all_classes(1)] == [1, 1, 2]
    assert thresholds(0).size == 1
    with pytest.raises(TooLargeToEnumerate, match="the collection of classes"):
        next(iter(all_classes(5)))


@pytest.mark.parametrize("call", [
    lambda: points(-1), lambda: points(1.5), lambda: points("2"), lambda: intervals(-1), lambda: point_functions(0),
    lambda: initial_segments(0), lambda: all_functions(0), lambda: subset_layer(3, 4), lambda: subset_layer(0, 0),
    lambda: projective_plane_lines(6), lambda: projective_plane_lines(1)])
def test_bad_arguments_are_value_errors(call):
    with pytest.raises(ValueError, match="must be"):
        call()
