"""ConstructPaths: trivial cases, the plain algorithm on small databases, errors."""

from itertools import combinations_with_replacement

import pytest

from privlearn.learners.interior_point.heavy_paths import (construct_paths, domain_sizes, first_heavy_level,
                                                           heavy_falls, query_values)
from privlearn.learners.interior_point.heavy_paths.databases import heaviest, without_largest
from privlearn.learners.interior_point.trees import embed, fall_levels, heavy_node, middle

SMALL = [s for n in range(6) for s in combinations_with_replacement(range(8), n)]


def test_falls_are_those_off_the_heavy_path():
    for s in SMALL:
        for stop in range(3):
            levels = [level for level, count in heavy_falls(s, 3, stop) for _ in range(count)]
            assert tuple(levels) == fall_levels(s, 3, heavy_node(s, 3, stop)), (s, stop)


def test_each_level_is_the_embedding_of_the_one_before():
    for s in SMALL:
        for trim, stop in ((0, 0), (0, 2), (1, 1)):
            chain = construct_paths(s, 3, 3, trim, stop)
            for size, given, found in zip((3, 2, 2), chain[:-1], chain[1:], strict=True):
                kept = middle(given, trim)
                assert found == embed(kept, size, heavy_node(kept, size, stop), stop), (s, trim, stop)


def test_order_does_not_matter():
    assert construct_paths((6, 1, 2, 1), 3, 2, 0, 1) == construct_paths((1, 1, 2, 6), 3, 2, 0, 1)


def test_no_levels_give_the_database_itself():
    assert construct_paths((2, 1), 3, 0, 1, 1) == ((1, 2),)


def test_empty_databases_are_kept_to_the_last_level():
    assert construct_paths((), 3, 3, 1, 1) == ((), (), (), ())
    assert query_values((5,), 3, 2, 1, 0) == (0, 0)


def test_a_domain_of_one_point():
    assert construct_paths((0, 0, 0), 0, 2, 0, 1) == ((0, 0, 0), (0, 0), (0,))


def test_neighbours_keep_the_number_of_databases():
    assert len(construct_paths((1,), 3, 4, 2, 2)) == len(construct_paths((1,) * 40, 3, 4, 2, 2)) == 5


def test_domains_shrink_to_four_points():
    assert domain_sizes(2**16, 6) == (65536, 17, 5, 3, 2, 2, 2)
    assert domain_sizes(1, 2) == (1, 1, 1)


def test_large_domains():
    points = [2**64 - 1] * 5 + [0] * 4
    assert construct_paths(points, 64, 1, 0, 2)[1] == (0, 0, 0, 0, 64, 64, 64)


def test_dropping_the_largest_levels():
    assert without_largest(((0, 2), (5, 1)), 0) == ((0, 2), (5, 1))
    assert without_largest(((0, 2), (5, 1)), 2) == ((0, 1),)
    assert without_largest(((0, 2),), 7) == ()


def test_largest_multiplicity():
    assert heaviest((3, 1, 3, 3, 1)) == 3
    assert heaviest([4]) == 1


def test_first_heavy_level():
    assert first_heavy_level((), 1) == 1
    assert first_heavy_level((3, 5), 3) == 1
    assert first_heavy_level((3, 5), 6) == 3


@pytest.mark.parametrize(("arguments", "name"), [
    (((8,), 3, 1, 0, 1), "database"), (((-1,), 3, 1, 0, 1), "database"), (((1,), -1, 1, 0, 1), "bits"),
    (((1,), 3, -1, 0, 1), "levels"), (((1,), 3, 1, -1, 1), "trim"), (((1,), 3, 1, 0, -1), "stop")])
def test_bad_input_is_named(arguments, name):
    with pytest.raises(ValueError, match=name):
        construct_paths(*arguments)


def test_no_level_without_points_is_kept():
    falls = ((0, 1), (1, 2), (3, 3))
    assert [without_largest(falls, amount) for amount in (2, 3, 5, 6, 7)] == [
        ((0, 1), (1, 2), (3, 1)), ((0, 1), (1, 2)), ((0, 1),), (), ()]


def test_a_path_in_one_point_and_one_without_points():
    assert heavy_falls((0, 0), 0, 1) == ((0, 2),)
    assert heavy_falls((), 3, 1) == ()


@pytest.mark.parametrize(("bits", "stop", "name"), [(-1, 1, "bits"), (3, -1, "stop")])
def test_falls_need_a_tree_and_a_weight(bits, stop, name):
    with pytest.raises(ValueError, match=f"{name} must be an integer of at least 0, got -1"):
        heavy_falls((), bits, stop)
