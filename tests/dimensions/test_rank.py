"""The rank over GF(2), and that it bounds the threshold dimension."""

from itertools import combinations

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_classes, all_functions, initial_segments, lines, thresholds
from privlearn.dimensions import threshold_bounds, threshold_dimension
from privlearn.dimensions.rank import bounded_rank, rank_over_two
from tests.dimensions.test_threshold import by_definition

EMPTY = ConceptClass.from_matrix(np.zeros((0, 3)))


def parities(bits):
    return ConceptClass.from_matrix([[(a & b).bit_count() % 2 for b in range(1 << bits)] for a in range(1 << bits)])


def independent(rows):
    """Decide by listing all sums whether no sum of some of the rows, at least one, is zero."""
    return all(any(sum(column) % 2 for column in zip(*some, strict=True))
               for size in range(1, len(rows) + 1) for some in combinations(rows, size))


def rank_by_definition(c):
    rows = c.rows()
    return max((k for k in range(len(rows) + 1) for some in combinations(rows, k) if independent(some)), default=0)


def test_it_is_the_definition_and_no_threshold_sequence_is_longer_on_all_255_classes_on_3_points():
    assert all(rank_over_two(c) == rank_by_definition(c) >= by_definition(c) for c in all_classes(3))


@pytest.mark.parametrize("seed", range(30))
def test_no_threshold_sequence_is_longer_in_random_classes(seed):
    rng = np.random.default_rng(seed)
    few = rng.integers(0, 2, (3 + seed % 3, 12))  # a class of low rank: all sums of some rows
    sums = np.array([np.bitwise_xor.reduce(few[rng.random(len(few)) < 0.5], axis=0, initial=0) for _ in range(20)])
    c = ConceptClass.from_matrix(sums)
    assert threshold_dimension(c, solver="compiled") <= rank_over_two(c) <= len(few)


@pytest.mark.parametrize(("c", "rank"), [(EMPTY, 0), (ConceptClass.from_matrix([[0, 0]]), 0), (all_functions(5), 5),
                                         (thresholds(4), 16), (initial_segments(7), 7), (parities(5), 5)])
def test_named_classes_have_the_known_rank(c, rank):
    assert rank_over_two(c) == rank


def test_a_table_and_its_transpose_have_the_same_rank():
    for c in (lines(5), thresholds(4), parities(4)):
        assert rank_over_two(ConceptClass.from_matrix(c.matrix.T)) == rank_over_two(c)


def test_parities_are_exact_without_a_search_and_the_work_of_the_rank_counts():
    c, told = parities(10), []
    found = threshold_bounds(c, progress=lambda *known: told.append(known))
    assert (found.lower, found.upper, told) == (10, 10, [])
    assert threshold_bounds(parities(6)).steps == bounded_rank(parities(6), None)[1] > 0


def test_a_limit_that_is_met_gives_no_rank():
    whole = bounded_rank(parities(4), None)
    assert bounded_rank(parities(4), whole[1]) == whole
    rank, steps = bounded_rank(parities(4), whole[1] - 1)
    assert rank is None
    assert steps < whole[1]
