"""A2 as an independent noise learner: laws, closed-form failures, rates for any confidence."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.concepts import point_functions
from privlearn.exact import Bracket, Undecided, log_bracket
from privlearn.learners.noise import confidence_rates, point_pair
from privlearn.learners.noise.inner_and_outer import numbered
from privlearn.learners.noise.points import (_least_above, noisy_error_tail, point_inner, point_inner_failure,
                                             point_outer_failure, points_and_zero)
from privlearn.learners.points import ZERO, subsampled_point
from privlearn.learning import grid_distributions, worst_case_failure
from privlearn.mechanisms import all_databases, labelled_rows

HALF, QUARTER, EIGHTH = Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)
RATES = {"keep": Fraction(1, 3), "abort": Fraction(1, 5)}


def test_inner_law_is_that_of_the_polynomial_program():
    names = {ZERO: (0, 0), 0: (1, 0), 1: (0, 1), None: None}
    for rows in range(4):
        for database in all_databases([*labelled_rows(2), None], rows):
            fast = subsampled_point(database, size=2, **RATES).map(names.__getitem__).exact()
            assert point_inner(database, size=2, **RATES).exact() == fast
    with pytest.raises(ValueError, match="point x"):
        point_inner(((2, 0),), size=2, **RATES)
    # zero is the last concept and fits what names no point
    assert points_and_zero(2).rows() == [(1, 0), (0, 1), (0, 0)]
    assert points_and_zero(1).rows() == [(1,), (0,)]
    assert point_inner(((0, 0), (1, 0)), size=2, keep=1, abort=0).exact() == {(0, 0): 1}
    assert point_inner((), size=3, keep=QUARTER, abort=0).exact() == {(0, 0, 0): 1}


def test_tail_agrees_with_listing_the_patterns():
    places, target, concept = (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2)), (0, 1, 0), (0, 0, 0)
    listed = Fraction(0)
    for h in product((0, 1), repeat=3):
        chance = Fraction(1)
        for a, b in zip(concept, h, strict=True):
            chance *= EIGHTH if a != b else 1 - EIGHTH
        listed += chance * (sum(w for w, a, b in zip(places, target, h, strict=True) if a != b) > Fraction(1, 3))
    assert noisy_error_tail(places, target, concept, EIGHTH, Fraction(1, 3)) == listed
    places = (Fraction(1, 2), Fraction(1, 2))  # tail of no noise is zero or one
    assert noisy_error_tail(places, (1, 0), (1, 0), 0, QUARTER) == 0
    assert noisy_error_tail(places, (1, 0), (0, 0), 0, QUARTER) == 1


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_closed_forms_are_the_exact_failures_of_the_games(rows):
    pair = point_pair(2, noise=EIGHTH, **RATES)
    concepts, everything = pair.concepts.rows(), list(product((0, 1), repeat=2))
    for target, places in product(range(3), grid_distributions(2, 4)):
        goal, point = concepts[target], target if target < 2 else ZERO
        inner = worst_case_failure(numbered(pair.inner, concepts), concepts, [goal], [places], rows, QUARTER)
        outer = worst_case_failure(numbered(pair, everything), everything, [goal], [places], rows, QUARTER)
        mass = places[point] if point != ZERO else 0
        assert inner.failure == point_inner_failure(mass, rows=rows, alpha=QUARTER, **RATES)
        assert outer.failure == point_outer_failure(point, places, rows=rows, alpha=QUARTER, noise=EIGHTH, **RATES)


def test_without_the_zero_function_the_outer_learner_may_fail_for_certain():
    game = {"rows": 50, "alpha": QUARTER, "noise": EIGHTH, **RATES}
    assert point_outer_failure(0, (0, 1), **game, concepts=point_functions(2)) == 1
    assert point_outer_failure(0, (0, 1), **game) < Fraction(1, 2)


def test_rates_have_the_rows_of_the_formula():
    rates = confidence_rates(QUARTER, Fraction(1, 2))
    log = log_bracket(8)
    assert (rates.kept_needed - 1) < 8 * log.lower
    assert 8 * log.upper < rates.kept_needed
    assert rates.rows == 2 * rates.kept_needed / rates.keep  # twice the rows needed is the larger of the two here
    for alpha, beta in ((0, QUARTER), (QUARTER, 0), (QUARTER, 1), (1, QUARTER)):
        with pytest.raises(ValueError, match="strictly between"):
            confidence_rates(alpha, beta)
    assert _least_above(Bracket(HALF, Fraction(1))) == 1
    with pytest.raises(Undecided, match="round"):
        _least_above(Bracket(HALF, Fraction(9, 8)))
