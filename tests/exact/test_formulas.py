"""Formulas: values, precision, conditions, instances, and their text on a page."""

import ast
from fractions import Fraction

import pytest

from privlearn.exact import Bracket, log_bracket
from privlearn.exact.formulas import Logarithm, binom, formula, ln, log2, sqrt, upto

HALF = Fraction(1, 2)


@formula("rows", where=("0 < alpha < 1",), corners={"alpha": (HALF, Fraction(1, 10), 2), "n": (0, 3)},
         tex={"n": r"\mathrm{VC}"})
def rows(alpha, n: int):
    """Return some number of rows."""
    return ceil(max(8 / alpha, 37) * n * ln(2 / alpha))  # noqa: F821


@formula("equals", tex={})
def identity(x, y):
    return binom(4, 2) * x + sqrt(9 / 4) - upto(4, 1) / 5 + log2(8) * y**2


@formula("at most")
def of_epsilon(epsilon):
    return 1 / epsilon * ln(4) - rows(1 / 2, 1)


def value_of(text, **names):
    made = formula("equals")(identity.function).changed(ast.parse(text, mode="eval").body, "")
    return made(*names.values()) if len(names) == 2 else made(0, 0)


def test_values_are_integers_fractions_or_brackets():
    assert rows(HALF, 3) == rows(alpha=HALF, n=3) == 154  # 111 ln 4
    assert identity(Fraction(1, 3), HALF) == 2 + Fraction(3, 2) - 1 + Fraction(3, 4)
    found = of_epsilon(Fraction(1, 2))
    assert isinstance(found, Bracket)
    assert found.lower < 2 * log_bracket(4).upper - 52
    assert 2 * log_bracket(4).lower - 52 < found.upper


@pytest.mark.parametrize(("text", "value"), [
    ("1 / 3", Fraction(1, 3)), ("0.1 + 0.2", Fraction(3, 10)), ("-2**3", -8), ("abs(-3) + floor(-1 / 2)", 2),
    ("max(1, 2, 3) - min(1, 2)", 2), ("log2(1 / 8)", -3), ("exp(0) + ln(1)", 1), ("ceil(ln(3))", 2),
    ("floor(exp(1))", 2), ("max(ln(2), 3)", 3), ("min(ln(2), 0) + sqrt(4)", 2), ("ceil(exp(ln(5) / 2)**2 - 1 / 2)", 5)])
def test_expressions(text, value):
    found = value_of(text)
    assert found == value if not isinstance(found, Bracket) else found.lower <= value <= found.upper


def test_a_logarithm_is_known_to_every_precision_and_a_bracket_to_its_own():
    near = of_epsilon(Logarithm(Fraction(4)))
    assert near.lower <= -51 <= near.upper
    assert near.upper - near.lower < Fraction(1, 2**100)
    assert of_epsilon(Bracket(HALF, Fraction(3, 5))).lower < -49


@pytest.mark.parametrize(("call", "message"), [
    (lambda: rows(2, 1), "alpha must satisfy 0 < alpha < 1, got alpha = 2"), (lambda: rows(HALF, -1), "n must"),
    (lambda: rows(HALF, HALF), "n must"), (lambda: rows("a", 1), "alpha must"),
    (lambda: formula("some"), "kind must be one of rows"),
    (lambda: formula("rows")(test_expressions), "must return one expression"),
    (lambda: value_of("[1]"), "must be made of")])
def test_what_is_no_formula_or_argument_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_instances_satisfy_the_conditions():
    assert list(rows.instances()) == [(HALF, 0), (HALF, 3), (Fraction(1, 10), 0), (Fraction(1, 10), 3)]
    assert list(rows.instances(n=(7,), alpha=(Fraction(1, 3),))) == [(Fraction(1, 3), 7)]
    assert len(list(rows.changed(rows.body, "", where=()).instances())) == 6
    assert rows.holds_for(HALF, 1)
    assert not rows.holds_for(1, 1)


def test_a_moved_formula_says_more_or_less():
    assert rows.moved(stronger=True)(HALF, 3) == 1
    assert rows.moved(stronger=False)(HALF, 3) == 308
    assert identity.moved(stronger=True)(0, 0) == identity(0, 0) + 1
