"""The random class of Section 4.2.1: its coins, blocks, bad events and bounds."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, count, product
from math import comb

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, aggregate, all_classes, named_rule, thresholds
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import largest_block, or_class_of_coins, smallest_block_side
from privlearn.dimensions.composition.blocks import printed_parameters, threshold_law, union_bound
from privlearn.dimensions.composition.or_classes import coin_count
from privlearn.dimensions.sweeps import blocks_of_all_classes, number_of_class, unions_of_all_classes
from privlearn.exact import TooLargeToEnumerate


def block_by_definition(concepts):
    rows = concepts.rows()
    return max((k for k in range(1, min(len(rows), concepts.size) + 1) for hs in combinations(rows, k)
                for xs in combinations(range(concepts.size), k) if all(h[x] for h in hs for x in xs)), default=0)


def test_largest_block_agrees_with_the_definition_on_three_points():
    for concepts in all_classes(3):
        assert largest_block(concepts) == block_by_definition(concepts)
    for matrix, block in ((np.zeros((0, 2)), 0), ([[0, 0]], 0), ([[0, 1]], 1)):
        assert largest_block(ConceptClass.from_matrix(matrix)) == block


def test_sets_of_as_many_points_as_may_be_are_listed(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        largest_block(thresholds(5))
    monkeypatch.setattr("privlearn.dimensions.composition.blocks.LARGEST_DOMAIN", 2)
    assert largest_block(ConceptClass.from_matrix([[1, 1], [0, 1]])) == 1
    with pytest.raises(TooLargeToEnumerate, match="subsets of 3 points"):
        largest_block(ConceptClass.from_matrix([[1, 1, 1]]))


def test_printed_parameters_meet_the_union_bound():
    for t in range(5, 60):
        m, k = printed_parameters(t)
        assert union_bound(m, k) < 1
        assert (m, 2 * k) == (2 ** (t // 5), 4 * (t // 5) + 2)
    for m in (2**a for a in range(13)):
        for refined, pairs in ((True, lambda k, m=m: comb(m + 1, 2 * k)), (False, lambda k, m=m: comb(m, k) ** 2)):
            assert smallest_block_side(m, refined=refined) == next(k for k in count(1) if pairs(k) < 2 ** (k * (k - 1)))
    assert printed_parameters(0) == (1, 1)
    assert smallest_block_side(1, refined=True) == 2  # one row never has a block of two
    with pytest.raises(ValueError, match="t must be"):
        printed_parameters(-1)


@pytest.mark.parametrize("size", [1, 2, 3, 4])
def test_threshold_law_agrees_with_the_search_on_all_outcomes(size):
    outcomes = [or_class_of_coins(size, coins) for coins in product((0, 1), repeat=coin_count(size))]
    found = Counter(threshold_dimension(outcome.concepts(), solver="plain") for outcome in outcomes)
    assert threshold_law(size) == {t: Fraction(found[t], len(outcomes)) for t in sorted(found)}


def test_threshold_law_of_five_rows_is_a_law():
    law = threshold_law(5)
    assert sum(law.values()) == 1
    assert min(law) == 2
    with pytest.raises(TooLargeToEnumerate):
        threshold_law(6)


def test_tables_of_all_classes_agree_with_the_generic_routines_on_three_points():
    unions, blocks = unions_of_all_classes(3), blocks_of_all_classes(3)
    assert (unions[0], blocks[0]) == (0, 0)
    for concepts in all_classes(3):
        number = number_of_class(concepts)
        assert unions[number] == number_of_class(aggregate(named_rule("or", 2), concepts, concepts))
        assert blocks[number] == largest_block(concepts)
