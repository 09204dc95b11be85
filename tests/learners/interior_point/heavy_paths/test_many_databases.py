"""ConstructPaths in batches against one database at a time."""

from collections import Counter

import pytest

from privlearn.learners.interior_point.heavy_paths import construct_paths, least_parting_value, query_values
from privlearn.learners.interior_point.heavy_paths.many_databases import chain_tables, value_table
from privlearn.learners.interior_point.trees.level_tables import all_counts, points_of


@pytest.mark.parametrize(("bits", "size", "trim", "stop"),
                         [(3, 5, 0, 0), (3, 5, 1, 1), (3, 6, 0, 2), (2, 7, 1, 3), (4, 3, 0, 1), (1, 4, 0, 1)])
def test_batches_do_what_the_plain_algorithm_does(bits, size, trim, stop):
    counts = all_counts(1 << bits, size)
    tables, values = chain_tables(counts, 3, trim, stop), value_table(counts, 3, trim, stop)
    for i, row in enumerate(counts):
        s = points_of(row)
        assert tuple(points_of(table[i]) for table in tables) == construct_paths(s, bits, 3, trim, stop)
        assert tuple(values[i].tolist()) == query_values(s, bits, 3, trim, stop)


def test_batches_of_no_points_and_no_levels():
    assert all_counts(3, 0).tolist() == [[0, 0, 0]]
    assert value_table(all_counts(4, 0), 2, 0, 1).tolist() == [[0, 0]]
    assert value_table(all_counts(4, 2), 0, 0, 1).shape == (10, 0)
    assert least_parting_value(0, 2, 1) is None  # nothing parts on one point or without points
    assert least_parting_value(2, 0, 1) is None


@pytest.mark.parametrize(("bits", "size", "stop"), [(3, 3, 0), (3, 3, 1), (3, 4, 1), (3, 5, 2), (3, 5, 4), (1, 3, 1),
                                                    (2, 4, 1)])
def test_least_parting_value_is_that_of_the_plain_algorithm(bits, size, stop):
    parting = []
    for row in all_counts(1 << bits, size):
        s = points_of(row)
        below = Counter(construct_paths(s, bits, 1, 0, stop)[1])
        for x in range(1 << bits):
            more = Counter(construct_paths((*s, x), bits, 1, 0, stop)[1])
            if (below - more).total() or (more - below).total() > 1:
                parting.append(max(below.values(), default=0))
    assert least_parting_value(bits, size, stop) == min(parting, default=None)
