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


def test_padding_of_the_text_gives_the_dual() -> None:
    assert MajorityFormula(2, minterms_of(8, 2), outer=0, inner=1).rule() == 14


def test_disjunction_of_nothing_is_zero() -> None:
    assert rule_of_minterms((), 2) == 0


def test_even_majority_is_refused() -> None:
    with pytest.raises(ValueError, match="values must be odd in number, got 2"):
        majority([0, 1])


@pytest.mark.parametrize("values", [[2], [0, 1, 2], [1, -1, 1]])
def test_majority_of_other_values_is_refused(values: list[int]) -> None:
    with pytest.raises(ValueError, match="values must be 0 or 1"):
        majority(values)


@pytest.mark.parametrize("minterms", [(2,), (0, 2), (-1, 0)])
def test_minterm_out_of_range_is_refused(minterms: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="minterms must be below"):
        MajorityFormula(1, minterms)


def test_wrong_number_of_values_is_refused() -> None:
    with pytest.raises(ValueError, match="values must be 2 in number, got 1"):
        to_majority_formula(6, 2).value(1)


@pytest.mark.parametrize("number", [1, 3])
def test_wrong_number_of_classes_is_refused(number: int) -> None:
    with pytest.raises(ValueError, match=f"classes must be 2 in number, got {number}"):
        to_majority_formula(6, 2).classes(*[ConceptClass.from_matrix([[0, 1]])] * number)


def test_table_of_many_variables_is_refused() -> None:
    assert MajorityFormula(10, (0,)).rule() == 1
    with pytest.raises(TooLargeToEnumerate):
        MajorityFormula(11, (0,)).rule()


def test_negated_literal_uses_the_negated_class() -> None:
    one = ConceptClass.from_matrix([[0, 1]])
    assert to_majority_formula(1, 1).classes(one).matrix.tolist() == [[1, 0]]


def test_minterm_without_variables_is_the_first_bit() -> None:
    assert rule_of_minterms((0,), 2) == 1
    with pytest.raises(ValueError, match="minterm"):
        rule_of_minterms((-1,), 2)


def test_formula_of_no_variable_is_refused() -> None:
    with pytest.raises(ValueError, match="arity"):
        MajorityFormula(0, (0,))
