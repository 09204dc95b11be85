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


def test_identity_of_one_argument_changes_nothing():
    assert aggregate(named_rule("and", 1), thresholds(3)) == thresholds(3)


def test_first_class_is_the_most_significant():
    only_first = 0b1100
    ones, zeros = ConceptClass.from_matrix([[1, 1]]), ConceptClass.from_matrix([[0, 0]])
    assert aggregate(only_first, ones, zeros).matrix.tolist() == [[1, 1]]


def test_empty_class_gives_the_empty_class():
    empty = ConceptClass.from_matrix(np.zeros((0, 2), dtype=int))
    assert len(aggregate(8, empty, thresholds(1))) == 0


@pytest.mark.parametrize(("name", "negation"), [("and", "nand"), ("or", "nor"), ("xor", "xnor")])
def test_rules_and_their_negations_differ_everywhere(name, negation):
    assert named_rule(name, 3) ^ named_rule(negation, 3) == 255


@pytest.mark.parametrize(("arguments", "word"), [
    ((8,), "classes"), ((16, points(1), points(1)), "rule"), ((-1, points(1)), "rule"),
    ((8, points(1), thresholds(2)), "same points")])
def test_bad_arguments_are_refused_by_name(arguments, word):
    with pytest.raises(ValueError, match=word):
        aggregate(*arguments)


@pytest.mark.parametrize(("name", "arity"), [("implies", 2), ("and", 0), ("and", 17)])
def test_unknown_rule_or_arity_is_refused(name, arity):
    with pytest.raises(ValueError, match="name|arity"):
        named_rule(name, arity)


def test_too_many_tuples_are_not_listed():
    with pytest.raises(TooLargeToEnumerate):
        aggregate(named_rule("and", 3), *[thresholds(8)] * 3)


def test_the_most_tuples_are_listed(monkeypatch):
    monkeypatch.setattr("privlearn.concepts.aggregation.LARGEST", 16)
    assert aggregate(named_rule("and", 2), thresholds(2), thresholds(2)) == thresholds(2)
    monkeypatch.setattr("privlearn.concepts.aggregation.LARGEST", 15)
    with pytest.raises(TooLargeToEnumerate, match="the product of the classes has 16 elements"):
        aggregate(named_rule("and", 2), thresholds(2), thresholds(2))


def test_rule_of_an_arity_is_bounded():
    assert as_rule(3, 1) == 3
    assert as_arity(16) == 16


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


def test_the_points_keep_their_names():
    first = ConceptClass.from_matrix([[0, 1]], point_names=["a", "b"])
    assert list(aggregate(8, first, ConceptClass.from_matrix([[1, 1]])).point_names) == ["a", "b"]


@pytest.mark.parametrize(("rule", "arity"), [(4, 1), (16, 2), (256, 3)])
def test_the_first_rule_that_does_not_fit_is_refused(rule, arity):
    assert as_rule(rule - 1, arity) == rule - 1
    with pytest.raises(ValueError, match="rule must be below"):
        as_rule(rule, arity)
