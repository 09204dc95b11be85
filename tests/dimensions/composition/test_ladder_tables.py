"""Ladders of rules: planted and real tables, the two colourings, the last step and the whole extraction."""

from itertools import combinations

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, aggregate, named_rule, point_functions, thresholds
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import planted_table
from privlearn.dimensions.composition.ladder_tables import (class_table, coordinate_values, is_composed_ladder,
                                                            rule_inputs, table_of_edges)
from privlearn.dimensions.composition.ramsey import even_colouring
from privlearn.exact import TooLargeToEnumerate

AND, OR, XOR = (named_rule(name, 2) for name in ("and", "or", "xor"))


@pytest.mark.parametrize("rule", range(1, 15))
def test_planted_tables_are_ladders_of_every_rule_that_is_not_constant(rule):
    for size in (1, 2, 7):
        assert is_composed_ladder(planted_table(size, rule, 2, seed=3), rule, 2)


def test_planted_entries_take_all_allowed_values_and_no_thresholds_make_no_table():
    table = planted_table(64, OR, 2, seed=1)
    assert set(table[np.triu_indices(64)].tolist()) == {1, 2, 3}
    assert set(table[np.tril_indices(64, -1)].tolist()) == {0}
    zero = ConceptClass.from_matrix([[0, 0]])
    assert class_table(AND, zero, zero).shape == (0, 0)


def test_tables_up_to_the_largest_are_made(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        planted_table(8193, AND, 2, seed=0)
    monkeypatch.setattr("privlearn.dimensions.composition.ladder_tables.LARGEST_TABLE", 3)
    makers = (lambda n: planted_table(n, AND, 2, seed=0),
              lambda n: table_of_edges(n, lambda _, later: np.zeros(len(later), dtype=int), AND, 2))
    for made in makers:
        assert made(3).shape == (3, 3)
        with pytest.raises(TooLargeToEnumerate):
            made(4)


def test_table_of_edges_has_the_given_colouring():
    n, colour_of = even_colouring(4, 3)
    table = table_of_edges(n, colour_of, OR, 2)
    pairs = [(v, u) for v in rule_inputs(OR, 2, 1) for u in rule_inputs(OR, 2, 0)]
    assert is_composed_ladder(table, OR, 2)
    for p, q in combinations(range(n), 2):
        assert pairs[int(colour_of(p, np.array([q]))[0])] == (table[p, q], table[q, p])
    n, colour_of = even_colouring(4, 4)
    with pytest.raises(ValueError, match="below 3"):
        table_of_edges(n, colour_of, AND, 2)


@pytest.mark.parametrize("rule", [AND, OR, XOR, 7, 9])
def test_class_tables_are_longest_ladders(rule):
    first, second = thresholds(2), point_functions(4)
    table = class_table(rule, first, second)
    assert len(table) == threshold_dimension(aggregate(rule, first, second))
    assert is_composed_ladder(table, rule, 2)
    for row in table:  # each row comes from one function of each class
        for r, concepts in enumerate((first, second)):
            assert any(set(coordinate_values(row[None], 2, r)[0]) <= set(h) for h in concepts.rows())


@pytest.mark.parametrize(("call", "message"), [
    (lambda: planted_table(4, 0, 2, seed=0), "constant"), (lambda: planted_table(4, 15, 2, seed=0), "constant"),
    (lambda: coordinate_values(np.zeros((1, 1), dtype=int), 2, 2), "coordinate")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
