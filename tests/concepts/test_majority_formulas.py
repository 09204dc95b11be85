"""Tests of majority formulas."""

from __future__ import annotations

from itertools import product

import pytest

from privlearn.concepts import ConceptClass
from privlearn.concepts.majority_formulas import (MajorityFormula, majority, minterms_of, rule_of_minterms,
                                                  to_majority_formula)
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("rule", range(1, 256))
def test_gates_and_table_agree(rule: int) -> None:
    formula = to_majority_formula(rule, 3)
    by_gates = sum(formula.value(*v) << i for i, v in enumerate(product((0, 1), repeat=3)))
    assert by_gates == formula.rule() == rule


def test_small_formulas_by_hand() -> None:
    assert MajorityFormula(2, minterms_of(8, 2), outer=0, inner=1).rule() == 14  # padding of the text gives the dual
    assert [rule_of_minterms(minterms, 2) for minterms in ((), (0,))] == [0, 1]
    assert [MajorityFormula(3, (0,)).literals(term) for term in (0, 1, 3, 4, 6)] == [
        (0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 0, 0), (1, 1, 0)]  # the bits from the first variable
    negated = to_majority_formula(1, 1).classes(ConceptClass.from_matrix([[0, 1]]))
    assert negated.matrix.tolist() == [[1, 0]]


def test_the_largest_tables_and_minterms_are_allowed() -> None:
    assert MajorityFormula(2, (3,)).rule() == 8
    assert MajorityFormula(10, (0,)).rule() == 1
    with pytest.raises(TooLargeToEnumerate):
        MajorityFormula(11, (0,)).rule()


@pytest.mark.parametrize("length", [1, 3, 5])
def test_majority_is_what_most_say(length: int) -> None:
    for values in product((0, 1), repeat=length):
        assert majority(values) == sorted(values)[length // 2]


@pytest.mark.parametrize("arity", [1, 2, 3])
def test_minterms_and_rules_are_each_other(arity: int) -> None:
    for rule in range(1 << (1 << arity)):
        terms = tuple(v for v in range(1 << arity) if rule // 2**v % 2)
        assert minterms_of(rule, arity) == terms
        assert rule_of_minterms(terms, arity) == rule_of_minterms(terms[::-1], arity) == rule


@pytest.mark.parametrize(("arity", "minterms"), [(1, (0,)), (1, (1, 0)), (2, (2,)), (3, (1, 6, 7)), (3, (0, 3, 5, 6)),
                                                 (4, (2, 4, 9, 11, 15)), (3, (2, 2, 5))])
@pytest.mark.parametrize("outer", [0, 1])
@pytest.mark.parametrize("inner", [0, 1])
def test_formula_is_the_count_of_its_gates(arity: int, minterms: tuple[int, ...], outer: int, inner: int) -> None:
    formula, table = MajorityFormula(arity, minterms, outer, inner), 0
    assert (formula.outer_arity, formula.inner_arity) == (2 * len(minterms) - 1, 2 * arity - 1)
    for v, bits in enumerate(product((0, 1), repeat=arity)):
        gates = [arity - (v ^ term).bit_count() + inner * (arity - 1) >= arity for term in minterms]
        value = int(sum(gates) + outer * (len(minterms) - 1) >= len(minterms))
        assert formula.value(*bits) == value
        table += value << v
    assert formula.rule() == table


@pytest.mark.parametrize(("minterms", "outer", "inner"), [
    ((1, 2), 1, 0), ((3,), 1, 0), ((0, 1, 3), 1, 0), ((2, 3), 0, 1)])
def test_every_occurrence_chooses_its_own_concept(minterms: tuple[int, ...], outer: int, inner: int) -> None:
    first = ConceptClass.from_matrix([[0, 0, 1], [0, 1, 1], [1, 1, 0]])
    second = ConceptClass.from_matrix([[0, 1, 0], [1, 1, 1]])
    pairs = list(product(first.rows(), second.rows()))
    expected = set()
    for chosen in product(pairs, repeat=len(minterms)):
        row = []
        for x in range(3):
            gates = [sum((v[x] == bit) for v, bit in zip(pair, (term >> 1, term & 1), strict=True)) + inner >= 2
                     for pair, term in zip(chosen, minterms, strict=True)]
            row.append(int(sum(gates) + outer * (len(minterms) - 1) >= len(minterms)))
        expected.add(tuple(row))
    assert set(MajorityFormula(2, minterms, outer, inner).classes(first, second).rows()) == expected


ONE = ConceptClass.from_matrix([[0, 1]])


@pytest.mark.parametrize(("call", "message"), [
    (lambda: majority([0, 1]), "values must be odd in number, got 2"),
    *((lambda values=values: majority(values), "values must be 0 or 1") for values in ([2], [0, 1, 2], [1, -1, 1])),
    *((lambda arity=arity, minterms=minterms: MajorityFormula(arity, minterms), "minterms must be below")
      for arity, minterms in ((1, (2,)), (1, (0, 2)), (1, (-1, 0)), (2, (0, 4)))),
    (lambda: to_majority_formula(6, 2).value(1), "values must be 2 in number, got 1"),
    *((lambda k=k: to_majority_formula(6, 2).classes(*[ONE] * k), f"classes must be 2 in number, got {k}")
      for k in (1, 3)),
    (lambda: MajorityFormula(0, (0,)), "arity"), (lambda: rule_of_minterms((-1,), 2), "minterm"),
    *((lambda rule=rule, arity=arity: minterms_of(rule, arity), "rule|arity")
      for rule, arity in ((16, 2), (-1, 2), (1, 17)))])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
