"""Best partitions of the concepts for given weights."""

import numpy as np
import pytest

from privlearn.communication.public_coins import best_partition
from privlearn.communication.public_coins.partitions import block_costs, check_size, majority_tables, set_partitions
from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate

ODD = ConceptClass.from_matrix([[0, 0, 1], [0, 1, 1], [1, 0, 0], [1, 1, 1]])  # no symmetry but few


def test_costs_of_all_blocks_are_the_minorities():
    rows, weights = ODD.rows(), ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 0, 2))
    costs = block_costs(rows, weights)
    for block in range(16):
        members = [f for f in range(4) if block >> f & 1]
        assert costs[block] == sum(min(sum(weights[f][x] for f in members if rows[f][x] == bit) for bit in (0, 1))
                                   for x in range(3))


def test_long_weights_take_the_same_partition_as_short_ones():
    weights = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 0, 2))
    long = tuple(tuple(w << 70 for w in row) for row in weights)
    cost, alice, bob = best_partition(ODD.rows(), weights, 2)
    assert best_partition(ODD.rows(), long, 2) == (cost << 70, alice, bob)


def mistakes(rows, weights, alice, bob):
    return sum(w for row, cells, message in zip(rows, weights, alice, strict=True)
               for bit, answer, w in zip(row, bob[message], cells, strict=True) if bit != answer)


@pytest.mark.parametrize("messages", [1, 2, 3, 4, 5])
def test_the_best_partition_costs_its_mistakes_and_names_its_blocks_by_first_appearance(messages):
    rows = ODD.rows()
    for weights in np.random.default_rng(messages).integers(0, 10, (20, 4, 3)).tolist():
        cost, alice, bob = best_partition(rows, weights, messages)
        assert list(dict.fromkeys(alice)) == list(range(len(bob)))
        assert cost == mistakes(rows, weights, alice, bob) == min(
            mistakes(rows, weights, other, majority_tables(rows, weights, other))
            for other in set_partitions(4, messages))


@pytest.mark.parametrize(("call", "error", "rule"), [
    (lambda: set_partitions(-1, 1), ValueError, "count must be"),
    (lambda: set_partitions(2, 0), ValueError, "blocks must be"),
    (lambda: check_size(13), TooLargeToEnumerate, "disjoint sets of 13 concepts")])
def test_twelve_concepts_are_searched_and_no_more(call, error, rule):
    check_size(12)
    with pytest.raises(error, match=rule):
        call()


def test_partitions_are_counted_by_bell_and_stirling():
    assert [len(list(set_partitions(n, max(n, 1)))) for n in range(6)] == [1, 1, 2, 5, 15, 52]
    assert len(list(set_partitions(5, 2))) == 1 + 15
    assert best_partition(((0,), (0,)), ((1,), (1,)), 2)[0] == 0
