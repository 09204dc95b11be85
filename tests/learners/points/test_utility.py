"""Exact failures in closed form."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.learners.points import improper_sample_size, noisy_sample_size, point_failure
from privlearn.learners.points.noisy import improper_point_learner_at
from privlearn.learners.points.utility import (ceil_of_log4, error_tail, miss_probability, noise_tail_uniform,
                                               noisy_point_hypotheses)
from privlearn.learning import exact_failure

HALF, THIRD, QUARTER, TENTH = Fraction(1, 2), Fraction(1, 3), Fraction(1, 4), Fraction(1, 10)


def test_tails_of_the_error():
    # no noise leaves the error of the concept
    assert error_tail((Fraction(1, 3), Fraction(2, 3)), wrong=(1, 0), rate=0, threshold=Fraction(1, 3)) == 1
    assert error_tail((Fraction(1, 3), Fraction(2, 3)), wrong=(1, 0), rate=0, threshold=Fraction(1, 3),
                      inclusive=False) == 0
    weights = (Fraction(1, 6),) * 6  # uniform tail is the binomial one
    assert error_tail(weights, wrong=(0,) * 6, rate=Fraction(1, 5), threshold=HALF) == noise_tail_uniform(
        6, rate=Fraction(1, 5), threshold=HALF)
    assert noise_tail_uniform(1, rate=Fraction(1, 5), threshold=HALF) == Fraction(1, 5)  # one point is hit at the rate
    assert error_tail((1,), wrong=(0,), rate=HALF, threshold=0) == 1  # a threshold of zero is always reached


def test_misses_and_failures_of_one_point():
    assert miss_probability(0, 10) == 1
    assert miss_probability(1, 0) == 1
    assert miss_probability(1, 1) == 0
    # giving up is failure
    assert point_failure((1,), 0, rows=1, alpha=HALF, noise=0, abort=Fraction(1, 8)) == Fraction(1, 8)
    # sample sizes are the certified ceilings
    assert [noisy_sample_size(Fraction(1, k)) for k in (2, 4, 8)] == [6, 12, 23]
    assert [improper_sample_size(Fraction(1, k)) for k in (4, 8)] == [710, 2840]
    assert [ceil_of_log4(factor) for factor in (Fraction(1, 100), 1)] == [1, 2]


@pytest.mark.parametrize(("keep", "abort"), [(Fraction(1), Fraction(0)), (Fraction(1, 8), Fraction(1, 16))])
def test_the_closed_failure_is_that_of_the_game(keep, abort):
    rates = {"keep": keep, "abort": abort, "noise": Fraction(1, 16)}
    for weights in ((1,), (HALF, HALF), (THIRD, 2 * THIRD), (THIRD,) * 3, (HALF, 0, HALF), (0, THIRD, 2 * THIRD)):
        size = len(weights)
        hypotheses = list(product((0, 1), repeat=size))
        place = {None: None} | {h: k for k, h in enumerate(hypotheses)}

        def learner(database, place=place, size=size):
            return improper_point_learner_at(database, size=size, **rates).map(place.__getitem__)

        for rows, alpha in product(range(5), (THIRD, HALF)):
            assert point_failure(weights, 0, rows=rows, alpha=alpha, inclusive=False, **rates) == exact_failure(
                learner, hypotheses, hypotheses[len(hypotheses) // 2], weights, rows, alpha)


def test_noisy_hypotheses_start_from_the_point_if_it_is_seen():
    law, seen, flip = noisy_point_hypotheses(3, 1, (QUARTER, HALF, QUARTER), 2, Fraction(4, 5)), 1 - HALF**2, TENTH
    for h in product((0, 1), repeat=3):
        away = [sum(a != b for a, b in zip(h, start, strict=True)) for start in ((0, 1, 0), (0, 0, 0))]
        chances = [flip**k * (1 - flip) ** (3 - k) for k in away]
        assert law[h] == seen * chances[0] + (1 - seen) * chances[1]
    law = noisy_point_hypotheses(2, 1, (THIRD, 2 * THIRD), 2, HALF)  # the noisy point has the law of its algorithm
    seen, flip = Fraction(8, 9), Fraction(1, 16)
    assert sum(law.values()) == 1
    assert law[0, 1] == seen * (1 - flip) ** 2 + (1 - seen) * (1 - flip) * flip
    # without noise the noisy point is the target or zero
    assert noisy_point_hypotheses(3, 0, (THIRD,) * 3, 1, 0) == {(1, 0, 0): THIRD, (0, 0, 0): 2 * THIRD}
    assert noisy_point_hypotheses(1, 0, (1,), 0, 0) == {(0,): 1}  # noisy hypotheses without rows or noise are zero
    assert noisy_point_hypotheses(2, 1, (0, 1), 1, 0) == {(0, 1): 1}


@pytest.mark.parametrize(("call", "message"), [
    (lambda: noise_tail_uniform(0, rate=Fraction(1, 5), threshold=HALF), "points must"),
    (lambda: ceil_of_log4(0), "factor must be positive"),
    (lambda: point_failure((1,), 1, rows=1, alpha=HALF, noise=0), "target"), (lambda: noisy_sample_size(0), "alpha"),
    (lambda: noisy_point_hypotheses(0, 0, (HALF,), 1, HALF), "must"),
    (lambda: noisy_point_hypotheses(2, 2, (HALF, HALF), 1, HALF), "must"),
    (lambda: noisy_point_hypotheses(2, -1, (HALF, HALF), 1, HALF), "must"),
    (lambda: noisy_point_hypotheses(2, 0, (HALF, HALF), -1, HALF), "must"),
    (lambda: noisy_point_hypotheses(2, 0, (HALF, HALF), 1, 2), "must")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
