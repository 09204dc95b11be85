"""Bernstein coefficients: values on parts, lower bounds, all distributions on two points."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from privlearn.concepts import ConceptClass, all_functions
from privlearn.laws import pure, uniform
from privlearn.learning import least_value, success_everywhere
from privlearn.learning.all_distributions import bernstein_part

QUARTER = Fraction(1, 4)


def value(coefficients: tuple[Fraction, ...], p: Fraction) -> Fraction:
    n = len(coefficients) - 1
    return sum((comb(n, k) * p**k * (1 - p) ** (n - k) * c for k, c in enumerate(coefficients)), Fraction(0))


@pytest.mark.parametrize(("low", "high"), [(0, 1), (0, QUARTER), (QUARTER, Fraction(3, 4)), (1, 1), (0, 0)])
def test_part_is_the_same_polynomial(low: Fraction, high: Fraction) -> None:
    whole = tuple(map(Fraction, (3, -1, 4, 1)))
    part = bernstein_part(whole, low, high)
    assert all(value(part, t) == value(whole, low + (high - low) * t) for t in (Fraction(k, 5) for k in range(6)))


def test_ends_of_a_part_are_values_and_a_constant_is_itself_on_every_part() -> None:
    assert bernstein_part((0, 0, 1), QUARTER, 1)[0] == Fraction(1, 16)
    assert bernstein_part([5], 0, 0) == bernstein_part([5], Fraction(1, 3), 1) == (5,)
    assert bernstein_part([5, 7], 0, 0) == (5, 5)


def test_more_depth_is_closer_and_never_above() -> None:
    bounds = [least_value((1, 0, 1), 0, 1, depth) for depth in range(4)]
    assert bounds == sorted(bounds)
    assert bounds[-1] <= Fraction(1, 2)


@pytest.mark.parametrize(("law", "concepts", "rows", "value"), [
    (pure((0, 0)), all_functions(2), 2, 0), (pure((0, 1)), ConceptClass.from_matrix([[0, 1]]), 1, 1),
    *((uniform(all_functions(2).rows()), all_functions(2), rows, QUARTER) for rows in (0, 3))],
    ids=["a constant", "the only concept", "a guess without rows", "a guess"])
def test_constants_fail_somewhere_guesses_win_a_quarter_and_the_only_concept_always(law, concepts, rows, value):
    assert success_everywhere(lambda database: law, concepts, rows, QUARTER) == value


@pytest.mark.parametrize(("call", "message"), [
    (lambda: success_everywhere(lambda database: pure((0,)), all_functions(1), 1, QUARTER), "2 points"),
    (lambda: success_everywhere(lambda database: pure((0, 0)), all_functions(2), -1, QUARTER), "rows must"),
    (lambda: bernstein_part((), 0, 1), "coefficients")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
