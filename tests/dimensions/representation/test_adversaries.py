"""Adversaries and the fewest functions that answer them."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from privlearn.dimensions.representation.adversaries import can_answer

QUARTER, THIRD = Fraction(1, 4), Fraction(1, 3)


def test_no_adversary_is_answered_by_nothing():
    assert can_answer([], 0, 3, QUARTER)


def test_two_opposite_adversaries_need_two_functions():
    law = (Fraction(1), Fraction(0))
    opposite = [((0, 0), law), ((1, 0), law)]
    assert not can_answer(opposite, 1, 2, QUARTER)
    assert can_answer(opposite, 2, 2, QUARTER)


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
