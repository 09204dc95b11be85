"""Named families against their definitions."""

from itertools import combinations, product

import pytest

from privlearn.concepts import (all_classes, all_functions, initial_segments, intervals, lines, point_functions, points,
                                projective_plane_lines, subset_layer, thresholds)
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("d", [0, 1, 2, 3])
def test_point_j_is_1_at_j_only(d):
    assert points(d).rows() == [tuple(int(x == j) for x in range(2**d)) for j in range(2**d)]


@pytest.mark.parametrize("d", [0, 1, 2, 3])
def test_interval_j_is_1_below_j(d):
    assert intervals(d).rows() == [tuple(int(x < j) for x in range(2**d)) for j in range(2**d + 1)]


def test_families_of_any_size_agree_with_those_of_a_power_of_two():
    assert point_functions(4) == points(2)
    assert initial_segments(4) == intervals(2)


@pytest.mark.parametrize("size", [1, 2, 4])
def test_all_functions_are_all(size):
    assert all_functions(size).rows() == list(product((0, 1), repeat=size))


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


def test_one_point_has_one_threshold():
    assert thresholds(0).size == 1


def test_four_points_are_the_most_for_all_classes():
    assert next(iter(all_classes(4))).size == 4
    assert [len(made) for made in all_classes(1)] == [1, 1, 2]
    with pytest.raises(TooLargeToEnumerate, match="the collection of classes"):
        next(iter(all_classes(5)))


@pytest.mark.parametrize("call", [
    lambda: points(-1), lambda: points(1.5), lambda: points("2"), lambda: intervals(-1), lambda: point_functions(0),
    lambda: initial_segments(0), lambda: all_functions(0), lambda: subset_layer(3, 4), lambda: subset_layer(0, 0),
    lambda: projective_plane_lines(6), lambda: projective_plane_lines(1)])
def test_bad_arguments_are_value_errors(call):
    with pytest.raises(ValueError, match="must be"):
        call()
