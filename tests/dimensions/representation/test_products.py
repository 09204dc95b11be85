"""Products of probabilistic representations."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from privlearn.dimensions.representation import ProbabilisticRepresentation, product_representation

HALF = Fraction(1, 2)
COIN = ProbabilisticRepresentation(((HALF, ((0, 0),)), (HALF, ((1, 1),))))


def test_small_products_by_hand() -> None:
    made = product_representation(8, [COIN, COIN])
    assert {h: w for w, h in made.branches} == {((0, 0),): Fraction(3, 4), ((1, 1),): Fraction(1, 4)}
    wide = ProbabilisticRepresentation(((Fraction(1), ((0, 1), (1, 0), (1, 1))),))
    assert product_representation(6, [wide, wide]).size == 4
    negated = product_representation(1, [COIN])
    assert {h for _, h in negated.branches} == {((1, 1),), ((0, 0),)}


@pytest.mark.parametrize(("rule", "parts", "message"), [
    (0, [], "parts must be representations"), (16, [COIN, COIN], "rule must be below"),
    (8, [COIN, ProbabilisticRepresentation(((Fraction(1), ((0,),)),))], "on the same points")])
def test_parts_and_rules_must_fit(rule, parts, message) -> None:
    with pytest.raises(ValueError, match=message):
        product_representation(rule, parts)


def test_a_product_of_three_unlike_parts_is_that_of_the_definition() -> None:
    third, fifth = Fraction(1, 3), Fraction(1, 5)
    parts = [ProbabilisticRepresentation(branches) for branches in (
        ((third, ((0, 1),)), (2 * third, ((1, 1), (0, 0)))), ((HALF, ((1, 0), (0, 1))), (HALF, ((1, 1),))),
        ((fifth, ((0, 0),)), (4 * fifth, ((1, 0), (1, 1)))))]
    for rule in (0b10000000, 0b11011000, 0b01100010, 0b11101000, 0b00000001):
        expected: dict[frozenset[tuple[int, ...]], Fraction] = {}
        for chosen in product(*(part.branches for part in parts)):
            made = frozenset(tuple(rule >> (4 * a + 2 * b + c) & 1 for a, b, c in zip(*some, strict=True))
                             for some in product(*(hypotheses for _, hypotheses in chosen)))
            expected[made] = expected.get(made, Fraction(0)) + chosen[0][0] * chosen[1][0] * chosen[2][0]
        found = product_representation(rule, parts).branches
        assert {frozenset(hypotheses): weight for weight, hypotheses in found} == expected
        assert all(list(hypotheses) == sorted(set(hypotheses)) for _, hypotheses in found)
        assert len(found) == len(expected)
