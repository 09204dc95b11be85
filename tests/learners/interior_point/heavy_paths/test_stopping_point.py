"""StoppingPoint: laws, tails of the difference of the noises, margins, errors."""

import random
from fractions import Fraction
from itertools import product

import pytest

from privlearn.learners.interior_point.heavy_paths import (answers_law, noise_gap_tail, query_values, stopping_margins,
                                                           stopping_point_law)
from privlearn.mechanisms import above_threshold

ROWS = (1, 1, 1, 2, 2, 6)


def law(levels, **changes):
    return stopping_point_law(ROWS, 3, levels, 0, 1, **{"threshold": 2, "exp_threshold": 2, "exp_query": 3} | changes)


def test_the_law_stops_at_once_or_at_the_last_level():
    found = answers_law(ROWS, 3, 2, 0, 1, threshold=2, exp_threshold=2, exp_query=3).exact()
    asked = above_threshold(query_values(ROWS, 3, 2, 0, 1), 2, 2, 3).exact()
    assert found == {None if k is None else k + 1: p for k, p in asked.items()}
    assert law(1).exact() == {1: 1}
    assert set(law(3, threshold=100).exact()) == {1, 2, 3}
    assert law(3, threshold=-40).exact()[1] > 1 - Fraction(1, 2**38)
    drawn = law(2)  # the law can be sampled
    rng = random.Random(1)
    assert {drawn.sample(rng) for _ in range(40)} == {1, 2}


@pytest.mark.parametrize("ratios", [(2, 2), (2, 3), (3, 2), (Fraction(3, 2), 5)])
def test_tail_is_the_sum_over_both_noises(ratios):
    a, b = (1 / Fraction(ratio) for ratio in ratios)
    unit = (1 - a) * (1 - b) / ((1 + a) * (1 + b))
    for gap in range(-3, 5):
        inside = sum(a ** abs(i) * b ** abs(j) for i, j in product(range(-30, 31), repeat=2) if i - j >= gap) * unit
        assert inside <= noise_gap_tail(*ratios, gap) <= inside + 2 * a**31 + 2 * b**31


def test_margins_are_the_least():
    above, below = stopping_margins(5, exp_threshold=2, exp_query=3, delta=Fraction(1, 1000), beta=Fraction(1, 20))
    assert noise_gap_tail(2, 3, above + 1) <= Fraction(1, 1000) < noise_gap_tail(2, 3, above)
    assert 5 * noise_gap_tail(2, 3, below + 1) <= Fraction(1, 20) < 5 * noise_gap_tail(2, 3, below)
    # large probabilities need no margin
    assert stopping_margins(1, exp_threshold=9, exp_query=9, delta=Fraction(9, 10), beta=Fraction(9, 10)) == (0, 0)
    tail = noise_gap_tail(4, 3, 4)  # a margin is least where its tail is the demand itself
    assert stopping_margins(2, exp_threshold=4, exp_query=3, delta=tail, beta=2 * tail) == (3, 3)
    assert noise_gap_tail(2, 3, 1) + noise_gap_tail(2, 3, 0) == 1  # the difference is symmetric


@pytest.mark.parametrize(("call", "message"), [
    (lambda: noise_gap_tail(1, 2, 1), "above 1"), (lambda: noise_gap_tail(2, 1, 1), "above 1"),
    (lambda: law(0), "levels"),
    (lambda: stopping_margins(1, exp_threshold=2, exp_query=2, delta=0, beta=Fraction(1, 2)), "delta")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
