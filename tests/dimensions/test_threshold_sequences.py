"""What the verifier of threshold sequences accepts and refuses."""

from itertools import product

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, all_classes, point_functions, thresholds
from privlearn.dimensions import is_threshold_sequence
from privlearn.dimensions.threshold_sequences import greedy_sequence

EMPTY = ConceptClass.from_matrix(np.zeros((0, 3)))


@pytest.mark.parametrize("sequence", [((0, 0), (0, 1)), ((1, 1), (0, 0)), ((0, 9),), ((0,),), ((0, True),), ((-1, 0),)])
def test_what_is_no_threshold_sequence_is_refused(sequence):
    assert not is_threshold_sequence(sequence, thresholds(1))


@pytest.mark.parametrize("concepts", [[[1, 1]], np.ones((1, 1)), None])
def test_the_empty_sequence_is_one_of_every_class(concepts):
    assert is_threshold_sequence((), EMPTY)
    with pytest.raises(ValueError, match="concepts must be"):
        is_threshold_sequence((), concepts)


def greedy(concepts):
    """Always the largest concept on what is left, the first of equal ones, then its point in the fewest concepts."""
    rows, points, pairs = dict(enumerate(concepts.rows())), list(range(concepts.size)), []
    while rows:
        h = max(rows, key=lambda h: (sum(rows[h][x] for x in points), -h))
        points = [x for x in points if rows[h][x]]
        if not points:
            break
        x = min(points, key=lambda x: (sum(row[x] for row in rows.values()), x))
        pairs.append((h, x))
        rows = {k: row for k, row in rows.items() if not row[x]}
    return tuple(pairs)


def test_the_greedy_sequence_is_that_of_the_definition():
    stream = np.random.default_rng(5)
    drawn = [ConceptClass.from_matrix(stream.integers(0, 2, size=(12, points))) for points in (5, 6, 7) * 4]
    for concepts in (*all_classes(2), thresholds(3), point_functions(5), EMPTY, *drawn):
        assert greedy_sequence(concepts) == greedy(concepts)
        assert is_threshold_sequence(greedy_sequence(concepts), concepts)


def test_every_pair_of_numbers_is_judged_by_the_definition():
    concepts = ConceptClass.from_matrix([[1, 1, 0], [0, 1, 1]])
    rows = concepts.rows()
    for first, second in product(product(range(-1, 4), repeat=2), repeat=2):
        inside = all(0 <= h < 2 and 0 <= x < 3 for h, x in (first, second))
        right = inside and (rows[first[0]][first[1]], rows[first[0]][second[1]], rows[second[0]][first[1]],
                            rows[second[0]][second[1]]) == (1, 1, 0, 1)
        assert is_threshold_sequence((first, second), concepts) == right


@pytest.mark.parametrize("pair", [(0, 0, 0), (0.0, 0), (0, 0.0), (True, 0), ("0", 0), ()])
def test_what_is_no_pair_of_integers_is_refused(pair):
    assert is_threshold_sequence(((np.int64(0), np.uint8(0)),), ConceptClass.from_matrix([[1]]))
    assert not is_threshold_sequence((pair,), ConceptClass.from_matrix([[1, 1], [0, 1]]))
