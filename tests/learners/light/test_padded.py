"""Padding with points that occur nowhere, and the failure that is certified."""

import random
from fractions import Fraction
from itertools import combinations, product

import pytest

from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import choice, pure, uniform
from privlearn.learners.generic import occam_sample_size
from privlearn.learners.light import (LightPlan, hypothesis_weight, padded, padded_game, padded_point_learner,
                                      padded_point_rows, proper_from_light)
from privlearn.learners.light.padded import DECOY, OTHER, TARGET
from privlearn.learning import exact_failure

HALF, QUARTER, TENTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)
TINY = Fraction(1, 10**15)


@pytest.mark.parametrize("rows", [0, 3, 5])
def test_another_number_of_rows_is_refused(rows):
    mechanism = proper_from_light(padded_point_learner(2, 4, pure(0)), 2, 4, LightPlan(2, 1, 2, 1, 2))
    with pytest.raises(ValueError, match="4 rows"):
        mechanism(((0, 1),) * rows)


@pytest.mark.parametrize("extra", [0, 1, 3])
def test_padding_adds_as_many_points_or_one_fewer(extra):
    law = padded_point_learner(3, 4, pure(extra))(((1, 1),)).exact()
    assert {hypothesis_weight(h) for h in law} <= {extra, extra + 1}
    assert sum(law.values()) == 1


def test_padded_learner_is_accurate_with_its_rows():
    rng, size, alpha = random.Random(1), 512, Fraction(2, 5)
    learner = padded_point_learner(size, 4, pure(4))
    rows = padded_point_rows(size, 4, 4, alpha, QUARTER)
    sample = tuple((7, 1) if rng.random() < 1 / 2 else (8, 0) for _ in range(rows))
    assert sum(7 in learner(sample).sample(rng) for _ in range(20)) == 20


@pytest.mark.parametrize("extra", [1, 8])
def test_too_many_extra_points_are_refused(extra):
    assert padded_point_rows(17, 1, 4, HALF, QUARTER) > padded_point_rows(16, 0, 4, HALF, QUARTER)
    with pytest.raises(ValueError, match="extra must be less than"):
        padded_point_rows(16, extra, 4, HALF, QUARTER)


def test_rows_are_those_for_half_of_alpha_and_what_is_left_of_beta():
    for size, extra, left in ((1, 0, QUARTER), (32, 0, QUARTER), (32, 1, Fraction(1, 8))):
        for ratio in (4, Fraction(65, 64) ** 2):
            assert padded_point_rows(size, extra, ratio, HALF, QUARTER) == occam_sample_size(size, ratio, QUARTER, left)
    for size, extra, name in ((0, 0, "size"), (32, -1, "extra")):
        with pytest.raises(ValueError, match=f"{name} must be an integer"):
            padded_point_rows(size, extra, 4, HALF, QUARTER)


def listed_failure(size, extra, plan, mass, alpha):
    """Failure of the program itself, one sample at a time."""
    mechanism, total = proper_from_light(padded_point_learner(size, 4, extra), size, 4, plan), Fraction(0)
    for hits in product((0, 1), repeat=plan.total):
        law = mechanism(tuple((size - 1, 1) if hit else (0, 0) for hit in hits)).exact()
        chance = mass ** sum(hits) * (1 - mass) ** (plan.total - sum(hits))
        total += chance * sum(p for j, p in law.items() if j != size - 1 and mass + (1 - mass) * (j == 0) > alpha)
    return total


@pytest.mark.parametrize(("size", "plan"), [(3, (1, 1, 2, 1, 1)), (3, (2, 1, 3, 2, 1)), (4, (1, 2, 3, 3, 1)),
                                            (5, (1, 1, 6, 1, 2)), (6, (2, 1, 4, 2, 0))])
@pytest.mark.parametrize(("mass", "alpha"), list(product((Fraction(0), Fraction(1, 3), HALF, Fraction(1)),
                                                      (QUARTER, HALF))))
def test_certified_failure_is_that_of_the_program(size, plan, mass, alpha):
    extra, numbers = uniform((0, 1, 2)), LightPlan(*plan)
    found, exact = padded_game(size, 4, extra, numbers, mass, alpha), listed_failure(size, extra, numbers, mass, alpha)
    assert found.failure.lower <= exact <= found.failure.upper
    assert found.failure.upper - found.failure.lower < Fraction(1, 10**20)


@pytest.mark.parametrize("mass", [Fraction(0), Fraction(1, 3), Fraction(1)])
def test_weight_and_error_of_one_run_are_those_of_the_learner(mass):
    size, extra, rows, alpha = 4, choice({1: HALF, 2: HALF}), 2, Fraction(3, 5)
    found = padded_game(size, 4, extra, LightPlan(1, rows, 3, 1, 0), mass, alpha)
    learner, functions = padded_point_learner(size, 4, extra), list(product((0, 1), repeat=size))
    listed = exact_failure(lambda d: learner(d).map(lambda h: functions.index(tuple(int(x in h) for x in range(size)))),
                           functions, functions[1], (1 - mass, 0, 0, mass), rows, alpha / 4)
    assert found.inaccurate.lower <= listed <= found.inaccurate.upper
    assert found.heavy == sum(p for h, p in learner(((0, 0),) * rows).exact().items() if hypothesis_weight(h) >= 3)


def test_the_decoy_must_be_a_fallback_point_and_the_target_none():
    padded_game(4, 4, pure(0), LightPlan(1, 1, 2, 3, 1), HALF, HALF)
    for fallback in (0, 4):
        with pytest.raises(ValueError, match="fallback"):
            padded_game(4, 4, pure(0), LightPlan(1, 1, 2, fallback, 1), HALF, HALF)


def sets_by_name(size, weight):
    """The learner's sets of one weight: name of its own point -> all such sets, points 0 decoy and size - 1 target."""
    return {name: [{own, *more} for more in combinations([x for x in range(size) if x != own], weight - 1)]
            for name, own in ((TARGET, size - 1), (DECOY, 0), (OTHER, 1))}


@pytest.mark.parametrize(("size", "weights"), [(3, {1: HALF, 2: HALF}), (3, {3: Fraction(1)}),
                                               (5, {1: TENTH, 3: HALF, 4: Fraction(2, 5)})])
@pytest.mark.parametrize(("p", "limit"), list(product((Fraction(0), Fraction(1, 3), Fraction(1)),
                                                      (Fraction(0), Fraction(1, 3), Fraction(2, 3), Fraction(1)))))
def test_one_run_errs_as_often_as_its_sets_do(size, weights, p, limit):
    named = {TARGET: ball(HALF), DECOY: ball(Fraction(1, 3)), OTHER: ball(Fraction(1, 6))}
    exact = Fraction(0)
    for weight, share in weights.items():
        for name, chance in ((TARGET, HALF), (DECOY, Fraction(1, 3)), (OTHER, Fraction(1, 6))):
            sets = sets_by_name(size, weight)[name]
            bad = sum(p * (size - 1 not in one) + (1 - p) * (0 in one) > limit for one in sets)
            exact += share * chance * Fraction(bad, len(sets))
    found = bracket_of(lambda: padded._inaccurate(size, weights, named, p, limit))
    assert found.lower <= exact <= found.upper < found.lower + TINY


@pytest.mark.parametrize(("has", "alpha", "exact"), [(1, QUARTER, Fraction(23, 35)), (1, HALF, Fraction(6, 35)),
                                                     (0, QUARTER, Fraction(1)), (0, HALF, Fraction(4, 15))])
def test_last_draw_weighs_the_target_the_decoy_and_two_others(has, alpha, exact):
    """One row, root 2: weights 1, 1/2 and two of 1 (the decoy's row) or of 1/2 (the target's); others bad below 1/2."""
    found = bracket_of(lambda: padded._last_draw({(has, 2): ball(1)}, 1, HALF, Fraction(2), alpha))
    assert found.lower <= exact <= found.upper < found.lower + TINY


@pytest.mark.parametrize(("tiny", "width"), [(HALF, Fraction(0)), (Fraction(3, 4), Fraction(1))])
def test_numbers_of_hits_that_are_too_unlikely_are_not_counted_out(monkeypatch, tiny, width):
    monkeypatch.setattr(padded, "TINY", tiny)
    found = bracket_of(lambda: padded._last_draw({(1, 2): ball(1)}, 1, HALF, Fraction(2), QUARTER))
    assert width <= found.upper - found.lower < width + Fraction(1, 10**6)
    assert found.lower <= Fraction(23, 35) <= found.upper  # as above
