"""Composed classes against the definition."""

from itertools import product

import numpy as np
import pytest

from privlearn.concepts import ConceptClass, aggregate, named_rule, points, thresholds
from privlearn.concepts.aggregation import as_arity, as_rule, value_of_rule
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("rule", range(16))
def test_composed_class_is_the_definition_for_every_rule(rule):
    first, second = thresholds(2), points(2)
    expected = {tuple(value_of_rule(rule, *pair) for pair in zip(f, g, strict=True))
                for f in first.matrix.tolist() for g in second.matrix.tolist()}
    assert set(map(tuple, aggregate(rule, first, second).matrix.tolist())) == expected


def test_three_classes_are_the_definition():
    majority = named_rule("majority", 3)
    found = aggregate(majority, *[points(2)] * 3)
    expected = {tuple(int(sum(column) >= 2) for column in zip(*rows, strict=True))
                for rows in product(points(2).matrix.tolist(), repeat=3)}
    assert set(map(tuple, found.matrix.tolist())) == expected


def test_small_compositions_by_hand():
    assert aggregate(named_rule("and", 1), thresholds(3)) == thresholds(3)
    ones, zeros = ConceptClass.from_matrix([[1, 1]], point_names=["a", "b"]), ConceptClass.from_matrix([[0, 0]])
    first = aggregate(0b1100, ones, zeros)  # the first class is the most significant
    assert (first.matrix.tolist(), list(first.point_names)) == ([[1, 1]], ["a", "b"])
    empty = ConceptClass.from_matrix(np.zeros((0, 2), dtype=int))
    assert len(aggregate(8, empty, thresholds(1))) == 0


@pytest.mark.parametrize(("call", "word"), [
    (lambda: aggregate(8), "classes"), (lambda: aggregate(16, points(1), points(1)), "rule"),
    (lambda: aggregate(-1, points(1)), "rule"), (lambda: aggregate(8, points(1), thresholds(2)), "same points"),
    *((lambda rule=rule, arity=arity: named_rule(rule, arity), "name|arity")
      for rule, arity in (("implies", 2), ("and", 0), ("and", 17))),
    *((lambda rule=rule, arity=arity: as_rule(rule, arity), "rule must be below")
      for rule, arity in ((4, 1), (16, 2), (256, 3)))])
def test_bad_arguments_are_refused_by_name(call, word):
    with pytest.raises(ValueError, match=word):
        call()


def test_the_largest_rules_and_arity_are_fine():
    assert [as_rule(rule, arity) for rule, arity in ((3, 1), (15, 2), (255, 3))] == [3, 15, 255]
    assert as_arity(16) == 16


def test_the_most_tuples_are_listed(monkeypatch):
    with pytest.raises(TooLargeToEnumerate):
        aggregate(named_rule("and", 3), *[thresholds(8)] * 3)
    monkeypatch.setattr("privlearn.concepts.aggregation.LARGEST", 16)
    assert aggregate(named_rule("and", 2), thresholds(2), thresholds(2)) == thresholds(2)
    monkeypatch.setattr("privlearn.concepts.aggregation.LARGEST", 15)
    with pytest.raises(TooLargeToEnumerate, match="the product of the classes has 16 elements"):
        aggregate(named_rule("and", 2), thresholds(2), thresholds(2))


@pytest.mark.parametrize("arity", [1, 2, 3, 4])
def test_named_rules_are_their_definitions(arity):
    expected = {"and": all, "or": any, "xor": lambda v: sum(v) % 2, "majority": lambda v: sum(v) > arity / 2,
                "nand": lambda v: not all(v), "nor": lambda v: not any(v), "xnor": lambda v: not sum(v) % 2}
    for name, rule in expected.items():
        for values in product((0, 1), repeat=arity):
            assert value_of_rule(named_rule(name, arity), *values) == int(bool(rule(values)))


@pytest.mark.parametrize("rule", [0b11001010, 0b10110001, 0b00000010])
def test_concepts_come_in_the_order_of_their_first_tuple(rule):
    classes = [ConceptClass.from_matrix(rows) for rows in ([[0, 1, 1], [1, 1, 0]], [[1, 0, 1]], [[0, 0, 1], [1, 0, 0]])]
    expected = []
    for rows in product(*(c.rows() for c in classes)):
        expected.append(tuple(rule >> int("".join(map(str, v)), 2) & 1 for v in zip(*rows, strict=True)))
    assert aggregate(rule, *classes).rows() == list(dict.fromkeys(expected))
