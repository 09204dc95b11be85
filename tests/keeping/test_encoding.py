"""Exact values as JSON and as text."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from privlearn.exact import Bracket, exp_bracket
from privlearn.keeping.encoding import encode, show


@pytest.mark.parametrize(("value", "encoded"), [
    (fmpq(7, 19), "7/19"), (fmpq(4), 4),
    (7, 7), (Fraction(7, 19), "7/19"), (Fraction(4), 4), (math.inf, "inf"), (None, None), (True, True), ("a", "a"),
    (np.int64(3), 3), ((1, Fraction(1, 2)), [1, "1/2"]), ({2, 1}, [1, 2]), ({"a": Fraction(1, 2)}, [["a", "1/2"]]),
    (Bracket(0, Fraction(1, 2)), "[0, 1/2]")])
def test_values_encode_exactly(value, encoded):
    assert encode(value) == encoded


@pytest.mark.parametrize("value", [2**53 + 1, Fraction(1, 3**200), exp_bracket(3), {("a", 1): [Fraction(1, 7)]},
                                   frozenset([(0,)]), math.inf, list(range(5000)), -math.inf])
def test_everything_encoded_is_json(value):
    assert json.loads(json.dumps(encode(value), allow_nan=False)) == encode(value)


def test_long_rationals_are_rounded_outward_witnesses_shortened_and_sets_in_one_order():
    value = Fraction(1, 3**200)
    low, high = encode(value)[1:-1].split(", ")

    def parse(text):
        factor, _, power = text.partition("*2^")
        return Fraction(factor) * Fraction(2) ** int(power or 0)

    assert parse(low) < value < parse(high)
    assert encode(frozenset([(1, 0), (0, 1)])) == encode(frozenset([(0, 1), (1, 0)]))
    assert encode(list(range(5000))).endswith("(shortened)")


@pytest.mark.parametrize(("value", "text"), [
    (Fraction(7, 19), "7/19"), (3, "3"), (Bracket(Fraction(1, 3), Fraction(1, 3)), "≈ 0.333333"),
    (Fraction(10**20 + 1, 3 * 10**20), "≈ 0.333333"), (Bracket(0, 0), "≈ 0")])
def test_people_read_short_numbers(value, text):
    assert show(value) == text
