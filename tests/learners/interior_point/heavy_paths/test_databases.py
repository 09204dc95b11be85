"""ConstructPaths: trivial cases, the plain algorithm on small databases, errors."""

import pytest

from privlearn.learners.interior_point.heavy_paths import (construct_paths, domain_sizes, first_heavy_level,
                                                           heavy_falls, query_values)
from privlearn.learners.interior_point.heavy_paths.databases import heaviest, without_largest
from privlearn.learners.interior_point.trees import embed, fall_levels, heavy_node, middle
from tests.learners.interior_point.small import multisets

SMALL = list(multisets(8, 5))


def test_each_level_is_the_embedding_of_the_one_before():
    for s in SMALL:
        for stop in range(3):
            levels = [level for level, count in heavy_falls(s, 3, stop) for _ in range(count)]
            assert tuple(levels) == fall_levels(s, 3, heavy_node(s, 3, stop)), (s, stop)
    for s in SMALL:
        for trim, stop in ((0, 0), (0, 2), (1, 1)):
            chain = construct_paths(s, 3, 3, trim, stop)
            for size, given, found in zip((3, 2, 2), chain[:-1], chain[1:], strict=True):
                kept = middle(given, trim)
                assert found == embed(kept, size, heavy_node(kept, size, stop), stop), (s, trim, stop)


def test_databases_of_all_levels():
    # order does not matter
    assert construct_paths((6, 1, 2, 1), 3, 2, 0, 1) == construct_paths((1, 1, 2, 6), 3, 2, 0, 1)
    assert construct_paths((2, 1), 3, 0, 1, 1) == ((1, 2),)  # no levels give the database itself
    assert construct_paths((), 3, 3, 1, 1) == ((), (), (), ())  # empty databases are kept to the last level
    assert query_values((5,), 3, 2, 1, 0) == (0, 0)
    assert construct_paths((0, 0, 0), 0, 2, 0, 1) == ((0, 0, 0), (0, 0), (0,))  # a domain of one point
    # neighbours keep the number of databases
    assert len(construct_paths((1,), 3, 4, 2, 2)) == len(construct_paths((1,) * 40, 3, 4, 2, 2)) == 5
    assert domain_sizes(2**16, 6) == (65536, 17, 5, 3, 2, 2, 2)  # domains shrink to four points
    assert domain_sizes(1, 2) == (1, 1, 1)
    points = [2**64 - 1] * 5 + [0] * 4  # large domains
    assert construct_paths(points, 64, 1, 0, 2)[1] == (0, 0, 0, 0, 64, 64, 64)
    assert heavy_falls((0, 0), 0, 1) == ((0, 2),)  # a path in one point and one without points
    assert heavy_falls((), 3, 1) == ()


def test_the_largest_levels_are_dropped_without_empty_ones():
    assert without_largest(((0, 2), (5, 1)), 0) == ((0, 2), (5, 1))
    assert without_largest(((0, 2), (5, 1)), 2) == ((0, 1),)
    assert without_largest(((0, 2),), 7) == ()
    falls = ((0, 1), (1, 2), (3, 3))
    assert [without_largest(falls, amount) for amount in (2, 3, 5, 6, 7)] == [
        ((0, 1), (1, 2), (3, 1)), ((0, 1), (1, 2)), ((0, 1),), (), ()]


def test_largest_multiplicities_and_their_first_level():
    assert heaviest((3, 1, 3, 3, 1)) == 3
    assert heaviest([4]) == 1
    assert first_heavy_level((), 1) == 1
    assert first_heavy_level((3, 5), 3) == 1
    assert first_heavy_level((3, 5), 6) == 3


@pytest.mark.parametrize(("call", "message"), [
    (lambda: construct_paths((8,), 3, 1, 0, 1), "database"), (lambda: construct_paths((-1,), 3, 1, 0, 1), "database"),
    (lambda: construct_paths((1,), -1, 1, 0, 1), "bits"), (lambda: construct_paths((1,), 3, -1, 0, 1), "levels"),
    (lambda: construct_paths((1,), 3, 1, -1, 1), "trim"), (lambda: construct_paths((1,), 3, 1, 0, -1), "stop"),
    (lambda: heavy_falls((), -1, 1), "bits must be an integer of at least 0, got -1"),
    (lambda: heavy_falls((), 3, -1), "stop must be an integer of at least 0, got -1")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
