"""The tables of all pairs, against the definition and the solvers."""

import sys
from itertools import product

import numpy as np
import pytest

from privlearn.dimensions import littlestone_dimension, threshold_dimension, vc_dimension
from privlearn.dimensions.sweeps import (RULES, class_of_number, littlestone_of_all_classes, pairs, sweep_pairs,
                                         threshold_of_all_classes, vc_of_all_classes)
from privlearn.dimensions.sweeps.pairs import NAMES, apply_rule, combined_class

SOLVERS = {"littlestone": littlestone_dimension, "vc": vc_dimension, "threshold": threshold_dimension}
MIXED = [0x8001, 0xFFFF, 0x1BF, 0b11, 0b10, 0x8001, 0b1010, 0b110, 0x7FFF, 0b100]


def test_witnesses_reach_their_entries():
    sweep = sweep_pairs(RULES.values(), [0b1010, 0x1BF, 0xFFFF])
    for rule in RULES.values():
        for name in NAMES:
            for first in range(5):
                for second in range(5):
                    value, (one, two) = sweep.entry(rule, name, first, second)
                    if value >= 0:
                        classes = [class_of_number(c, 4) for c in (one, two, combined_class(rule, one, two, 4))]
                        assert [SOLVERS[name](c) for c in classes] == [first, second, value]


def test_table_is_the_largest_over_all_second_classes():
    row, table = sweep_pairs([RULES["and"]], [0x1BF]), threshold_of_all_classes(4)
    values = {}
    for two in range(1, 1 << 16, 37):
        values.setdefault(int(table[two]), []).append(int(table[combined_class(RULES["and"], 0x1BF, two, 4)]))
    assert all(max(found) <= row.largest[0, 2, table[0x1BF], d] for d, found in values.items())


@pytest.mark.parametrize(("rules", "rows"), [
    (range(16), [0x8001, 0x1BF]), ([RULES["or"]], MIXED), ([RULES["or"]], MIXED[::-1])])
def test_sweep_is_the_same_without_compilation(rules, rows):
    left, right = (sweep_pairs(rules, rows, compiled=way) for way in (True, False))
    assert (left.largest == right.largest).all()
    assert (left.witnesses == right.witnesses).all()


def test_every_rule_is_its_truth_table():
    assert all(apply_rule(rule, 0b0011, 0b0101, 4) == sum((rule >> (2 * a + b) & 1) << x for x, (a, b) in
                                                          enumerate([(1, 1), (1, 0), (0, 1), (0, 0)]))
               for rule in range(16))
    assert combined_class(RULES["or"], 0, 0xFFFF, 4) == 0  # with the empty class
    assert combined_class(0, 0b110, 0b1001, 2) == 1  # the rule that is always 0


@pytest.mark.parametrize(("name", "least", "size"), [("rule", 0, 16), ("first", 0, 16), ("second", 0, 16)])
def test_rules_and_classes_out_of_range_are_refused(name, least, size):
    given = {"rule": 15, "first": 1, "second": 1}
    assert combined_class(**given | {name: size - 1}, points=2) == 0b1000
    for number in (least - 1, size, size + 1):
        with pytest.raises(ValueError, match=name):
            combined_class(**given | {name: number}, points=2)


def test_table_of_many_first_classes_is_the_largest_of_each():
    each = [sweep_pairs([RULES["xor"]], [row]).largest for row in MIXED[:5]]
    for rows in (2, 5):  # as many parts as classes, and fewer
        assert (sweep_pairs([RULES["xor"]], MIXED[:rows]).largest == np.max(each[:rows], axis=0)).all()
    rows = list(range(300, 330))
    assert (sweep_pairs([6], rows, jobs=2).largest == sweep_pairs([6], rows).largest).all()


def test_the_plain_sweep_runs_where_nothing_is_compiled(monkeypatch):
    monkeypatch.setitem(sys.modules, "privlearn.dimensions.compiled.pairs", None)
    assert sweep_pairs([6], [3], compiled=False).pairs == (1 << 16) - 1
    with pytest.raises(ImportError):
        sweep_pairs([6], [3], compiled=True)


def test_the_kept_sweep_is_that_of_all_rules(monkeypatch):
    small, told = pairs.PairSweep((6, 8), np.arange(150), np.arange(300), 131070), []
    monkeypatch.setattr(pairs, "sweep_pairs", lambda **options: told.append(options) or small)
    monkeypatch.setattr(pairs, "kept", lambda name, compute, files: told.append(name) or compute())
    found = pairs.kept_pair_sweep(jobs=3)
    assert told == ["pair_sweep", {"jobs": 3}]
    assert (found.rules, found.pairs) == ((6, 8), 131070)
    assert (found.largest is small.largest, found.witnesses is small.witnesses) == (True, True)


def test_an_entry_is_read_at_its_rule_dimension_row_and_column():
    sweep = pairs.PairSweep((6, 8), np.arange(150).reshape(2, 3, 5, 5), np.arange(300).reshape(2, 3, 5, 5, 2), 0)
    assert sweep.entry(8, "vc", 3, 1) == (75 + 25 + 15 + 1, (232, 233))
    assert sweep_pairs(first=[]).rules == tuple(range(16))  # all, if none is named


def test_tables_of_one_first_class_are_the_largest_over_all_second_classes():
    first, rule, second = 0b1001, 0b0100, np.arange(1, 1 << 16)
    members = [f for f in range(16) if first >> f & 1]
    composed = np.zeros_like(second)
    for f, g in product(members, range(16)):
        composed |= (second >> g & 1) << (f & ~g)
    sweep, tables = sweep_pairs([rule], [first], compiled=False), (
        littlestone_of_all_classes(4), vc_of_all_classes(4), threshold_of_all_classes(4))
    for d, table in enumerate(tables):
        expected = np.full((5, 5), -1)
        for column in range(5):
            values = table[composed][table[second] == column]
            expected[table[first], column] = values.max() if len(values) else -1
            if len(values):
                least = int(second[(table[second] == column) & (table[composed] == values.max())][0])
                assert sweep.witnesses[0, d, table[first], column].tolist() == [first, least]
        assert (sweep.largest[0, d] == expected).all()
