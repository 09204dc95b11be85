"""Products of probabilistic representations."""

from __future__ import annotations

from fractions import Fraction

import pytest

from privlearn.dimensions.representation import ProbabilisticRepresentation, product_representation

HALF = Fraction(1, 2)
COIN = ProbabilisticRepresentation(((HALF, ((0, 0),)), (HALF, ((1, 1),))))


def test_equal_sets_are_joined() -> None:
    made = product_representation(8, [COIN, COIN])
    assert {h: w for w, h in made.branches} == {((0, 0),): Fraction(3, 4), ((1, 1),): Fraction(1, 4)}


def test_sizes_multiply_at_most() -> None:
    wide = ProbabilisticRepresentation(((Fraction(1), ((0, 1), (1, 0), (1, 1))),))
    assert product_representation(6, [wide, wide]).size == 4


def test_one_part_under_negation() -> None:
    made = product_representation(1, [COIN])
    assert {h for _, h in made.branches} == {((1, 1),), ((0, 0),)}


def test_no_parts_are_refused() -> None:
    with pytest.raises(ValueError, match="parts must be representations"):
        product_representation(0, [])


def test_points_must_agree() -> None:
    other = ProbabilisticRepresentation(((Fraction(1), ((0,),)),))
    with pytest.raises(ValueError, match="on the same points"):
        product_representation(8, [COIN, other])


def test_rule_must_fit() -> None:
    with pytest.raises(ValueError, match="rule must be below"):
        product_representation(16, [COIN, COIN])
