"""Adversaries and the fewest functions that answer them."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation.adversaries import (SmallestRepresentation, can_answer,
                                                             is_smallest_representation)

QUARTER, THIRD = Fraction(1, 4), Fraction(1, 3)


def test_two_opposite_adversaries_need_two_functions_and_none_nothing():
    law = (Fraction(1), Fraction(0))
    opposite = [((0, 0), law), ((1, 0), law)]
    assert not can_answer(opposite, 1, 2, QUARTER)
    assert can_answer(opposite, 2, 2, QUARTER)
    assert can_answer([], 0, 3, QUARTER)
    assert is_smallest_representation(PROVED, BOTH, QUARTER)
    assert not is_smallest_representation(PROVED, BOTH, Fraction(6, 25))


@pytest.mark.parametrize("seed", range(8))
def test_the_search_agrees_with_all_sets_of_functions(seed):
    rng, functions = np.random.default_rng(seed), list(product((0, 1), repeat=3))
    weights = [row for row in product(range(3), repeat=3) if any(row)]
    laws = [tuple(Fraction(w, sum(row)) for w in row) for row in weights]
    adversaries = [(functions[rng.integers(8)], laws[rng.integers(len(laws))]) for _ in range(3 + seed)]
    for alpha, size in product((Fraction(0), QUARTER, THIRD, Fraction(1, 2)), (1, 2, 3)):
        answered = any(all(any(sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) <= alpha for h in chosen)
                           for f, law in adversaries) for chosen in combinations(functions, size))
        assert can_answer(adversaries, size, 3, alpha) == answered


BOTH, FIRST = ConceptClass.from_matrix([[0, 0], [1, 0]]), (Fraction(1), Fraction(0))
PROVED = SmallestRepresentation(2, BOTH, ((Fraction(3, 4), QUARTER), (QUARTER, Fraction(3, 4))),
                                (((0, 0), FIRST), ((1, 0), FIRST)), 0)


@pytest.mark.parametrize("change", [
    {"size": 1}, {"size": 3}, {"mixtures": PROVED.mixtures[:1]}, {"mixtures": (*PROVED.mixtures, PROVED.mixtures[0])},
    {"mixtures": ((Fraction(1),), PROVED.mixtures[1])}, {"mixtures": ((*PROVED.mixtures[0], Fraction(0)),) * 2},
    {"mixtures": ((Fraction(5, 4), -QUARTER), PROVED.mixtures[1])},
    {"mixtures": ((Fraction(3, 4), Fraction(6, 25)), PROVED.mixtures[1])},
    {"mixtures": ((Fraction(74, 100), Fraction(26, 100)), PROVED.mixtures[1])},
    {"mixtures": PROVED.mixtures[::-1]}, {"adversaries": PROVED.adversaries[:1]}, {"adversaries": ()},
    {"adversaries": (PROVED.adversaries[0], ((1, 1), FIRST))},
    {"adversaries": (PROVED.adversaries[0], ((1, 0), (Fraction(99, 100), Fraction(0))))},
    {"adversaries": (PROVED.adversaries[0], ((1, 0), (Fraction(1), Fraction(0), Fraction(0))))},
    {"adversaries": (PROVED.adversaries[0], ((1, 0), (Fraction(1),)))},
    {"adversaries": (PROVED.adversaries[0], ((1, 0), (Fraction(101, 100), Fraction(-1, 100))))}])
def test_a_certificate_that_is_wrong_by_a_little_is_refused(change):
    assert not is_smallest_representation(replace(PROVED, **change), BOTH, QUARTER)
