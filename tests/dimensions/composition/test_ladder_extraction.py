"""Ladders of one part, extracted from a ladder of the composed class."""

from itertools import combinations, permutations, product

import numpy as np
import pytest

from privlearn.concepts import named_rule
from privlearn.dimensions.composition import extract_ladder, greedy_guarantee, is_ladder, planted_table
from privlearn.dimensions.composition.ladder_extraction import (coordinate_colours, coordinate_of_colour, finish,
                                                                interleave, pair_colours, split_colour)
from privlearn.dimensions.composition.ladder_tables import coordinate_values, rule_inputs

AND, OR, XOR = (named_rule(name, 2) for name in ("and", "or", "xor"))


def test_pair_colours_hold_both_vectors_and_odd_sets_lose_their_last_vertex():
    table = planted_table(9, XOR, 2, seed=2)
    for p, q in combinations(range(9), 2):
        assert split_colour(int(pair_colours(table, 2)(p, np.array([q]))[0]), 2) == (table[p, q], table[q, p])
    assert interleave(()) == ((), ())
    assert interleave((4,)) == ((), ())
    assert interleave((1, 2, 3)) == ((1,), (2,))


def test_coordinate_colours_name_a_part_that_differs():
    rule = named_rule("majority", 3)
    table = planted_table(12, rule, 3, seed=2)
    for p, q in combinations(range(12), 2):
        r, value = coordinate_of_colour(int(coordinate_colours(table, 3)(p, np.array([q]))[0]), 3, by_pairs=False)
        values = coordinate_values(table, 3, r)
        assert (values[p, q], values[q, p]) == (value, 1 - value)
        assert all(coordinate_values(table, 3, s)[p, q] == coordinate_values(table, 3, s)[q, p] for s in range(r))


@pytest.mark.parametrize("size", range(9))
def test_finish_is_a_ladder_for_both_values_above(size):
    above = np.triu(np.ones((size, size), dtype=int), 1)
    for diagonal in (0, 1):
        own = diagonal * np.eye(size, dtype=int)
        assert is_ladder(above + own, finish(range(size), 1))
        assert is_ladder(1 - above - own, finish(range(size), 0))
        assert len(finish(range(size), 0)) == size // 2


def test_a_ladder_is_1_on_and_above_its_diagonal_and_0_below():
    for bits, order in product(product((0, 1), repeat=9), permutations(range(3))):
        rows = [bits[3 * i:3 * i + 3] for i in order]
        assert is_ladder(np.array(bits).reshape(3, 3), tuple(zip(order, range(3), strict=True))) == (
            rows == [(1, 1, 1), (0, 1, 1), (0, 0, 1)])


@pytest.mark.parametrize(("rule", "arity"), [(AND, 2), (OR, 2), (XOR, 2), (1, 1), (2, 1), (232, 3)])
@pytest.mark.parametrize("colouring", ["pairs", "coordinates"])
def test_extraction_is_a_ladder_of_one_part_and_long_enough(rule, arity, colouring):
    colours = len(rule_inputs(rule, arity, 0)) * len(rule_inputs(rule, arity, 1))
    for size in (1, 2, 3, 30, 100):
        table = planted_table(size, rule, arity, seed=size)
        found = extract_ladder(table, rule, arity, colouring=colouring)
        assert is_ladder(coordinate_values(table, arity, found.coordinate), found.pairs)
        assert len(found.pairs) >= greedy_guarantee(size, colours if colouring == "pairs" else 2 * arity) // 2


@pytest.mark.parametrize(("call", "message"), [
    (lambda: coordinate_colours(np.zeros((2, 2), dtype=np.uint8), 2)(0, np.array([1])), "equal vectors"),
    (lambda: coordinate_colours(np.array([[0, 1, 1], [0, 0, 0], [1, 0, 0]], dtype=np.uint8), 2)(0, np.array([1, 2])),
     "equal vectors"),
    (lambda: extract_ladder(np.zeros((3, 3), dtype=np.uint8), AND, 2), "ladder of the rule"),
    (lambda: extract_ladder(planted_table(3, AND, 2, seed=0), AND, 2, colouring="all"), "'pairs' or 'coordinates'")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
