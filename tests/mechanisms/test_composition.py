"""Composition: the binomial sum against products of laws, its optimum, and the bounds above it."""

import math
from fractions import Fraction
from itertools import product

import pytest

from privlearn.exact import Undecided, log_bracket
from privlearn.laws import fold, hockey_stick
from privlearn.mechanisms import advanced_composition, composition, optimal_composition, randomised_response
from privlearn.mechanisms.composition import (advanced_beats_basic_from, composition_delta, renyi_composition,
                                              response_composition_delta, response_images)

SLACK = Fraction(1, 10**6)


@pytest.mark.parametrize(("k", "c", "ratio"), [*product((0, 1, 2, 4), (Fraction(3), Fraction(3, 2)), (1, 2, 5))])
def test_the_sum_is_the_hockey_stick_of_independent_responses(k, c, ratio):
    response = randomised_response(c / (1 + c))
    laws = [fold((), range(k), lambda told, _, bit=bit: response((bit,)).map(lambda said: told + said))
            for bit in (0, 1)]
    assert response_composition_delta(k, c, ratio) == hockey_stick(*laws, ratio)[0]


def test_a_step_that_may_tell_everything_counts_once_each_and_nothing_is_left_at_the_sum():
    assert response_composition_delta(3, 2, 8, Fraction(1, 10)) == 1 - Fraction(9, 10) ** 3
    assert response_composition_delta(6, 2, 64) == 0 < response_composition_delta(6, 2, 63)


@pytest.mark.parametrize(("k", "c", "slack"), [
    (1, 2, Fraction(1, 10)), (5, 3, Fraction(1, 7)), (30, Fraction(11, 10), SLACK)])
def test_the_optimum_costs_exactly_the_slack(k, c, slack):
    assert response_composition_delta(k, c, optimal_composition(k, c, slack)) == slack


def test_no_step_costs_nothing_but_the_slack():
    assert optimal_composition(0, 3, SLACK) == 1
    assert response_composition_delta(0, 3, 1) == 0
    assert advanced_composition(0, 1, SLACK).upper == 0
    assert optimal_composition(2, 3, 1) == 1  # a large slack makes everything free
    one, none = (renyi_composition(steps, 2, SLACK) for steps in (1, 0))
    assert 0 < none.lower <= none.upper < one.lower


def test_zero_epsilon_and_no_steps_leak_nothing_and_one_order_is_enough():
    assert advanced_composition(3, 0, SLACK).upper == 0
    assert composition_delta(3, 0, 0).lower <= 0 <= composition_delta(3, 0, 0).upper < SLACK
    assert composition_delta(3, Fraction(1, 2), 0).lower > 0
    assert composition_delta(0, Fraction(1, 2), 0).lower <= 0 <= composition_delta(0, Fraction(1, 2), 0).upper < SLACK
    found = renyi_composition(1, 2, Fraction(1, 10), 2)  # ln((4 + 1/2) / 3) + ln(10)
    assert found.lower <= log_bracket(15).upper
    assert log_bracket(15).lower <= found.upper < found.lower + Fraction(1, 10**9)
    with pytest.raises(ValueError, match="steps must"):
        composition_delta(-1, Fraction(1, 2), 0)


@pytest.mark.parametrize(("k", "c"), [(10, Fraction(11, 10)), (100, Fraction(21, 20)), (60, Fraction(3, 2))])
def test_bounds_are_in_order(k, c):
    epsilon = Fraction(math.log(c)) * (1 + Fraction(1, 10**9))
    exact = math.log(optimal_composition(k, c, SLACK))
    assert exact <= float(renyi_composition(k, c, SLACK).upper)
    assert exact <= float(advanced_composition(k, epsilon, SLACK).lower)
    assert exact <= k * math.log(c) + 1e-9


def test_the_crossing_may_be_too_close_to_call(monkeypatch):
    monkeypatch.setattr(composition, "BITS", 4)
    with pytest.raises(Undecided):
        advanced_beats_basic_from(Fraction(1, 10), SLACK)


@pytest.mark.parametrize("epsilon", [Fraction(1, 50), Fraction(1, 5), Fraction(1, 2)])
def test_the_crossing_is_where_the_bounds_cross(epsilon):
    first = advanced_beats_basic_from(epsilon, SLACK)
    assert advanced_composition(first, epsilon, SLACK).upper < first * epsilon
    assert advanced_composition(first - 1, epsilon, SLACK).lower > (first - 1) * epsilon


def test_responses_followed_by_their_images_give_both_laws():
    left, right = {"a": Fraction(1, 2), "b": Fraction(1, 2)}, {"a": Fraction(1, 4), "b": Fraction(3, 4)}
    zero, one = response_images(left, right, 2)
    assert {o: (2 * zero[o] + one[o]) / 3 for o in left} == left
    assert {o: (zero[o] + 2 * one[o]) / 3 for o in left} == right


def test_googles_accountant_agrees():
    losses = pytest.importorskip("dp_accounting.pld.privacy_loss_distribution")
    common = pytest.importorskip("dp_accounting.pld.common")
    c = Fraction(21, 20)
    one = losses.from_privacy_parameters(common.DifferentialPrivacyParameters(math.log(c), 0.0),
                                         value_discretization_interval=math.log(c) / 8)
    found = one.self_compose(100).get_epsilon_for_delta(1e-6)
    assert found == pytest.approx(math.log(optimal_composition(100, c, SLACK)), abs=1e-7)


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: advanced_composition(-1, 1, SLACK), "steps"), (lambda: advanced_composition(1, -1, SLACK), "epsilon"),
    (lambda: composition_delta(1, -1, 0), "epsilon and total"), (lambda: composition_delta(1, 0, -1), "got 0 and -1"),
    (lambda: advanced_composition(1, 1, 0), "delta_slack"), (lambda: advanced_composition(1, 1, 1), "delta_slack"),
    (lambda: response_composition_delta(1, Fraction(1, 2), 2), "exp_epsilon"),
    (lambda: response_composition_delta(1, 2, 2, 2), "delta"),
    (lambda: renyi_composition(1, 2, SLACK, 1), "most_order"),
    (lambda: response_images({0: 1}, {1: 1}, 2), "within the ratio"),
    (lambda: response_images({0: 1}, {0: 1}, 1), "above 1")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize(("near", "rest"), [(Fraction(1, 8), Fraction(7, 8)), (Fraction(15, 64), Fraction(49, 64))])
def test_either_law_may_be_the_one_that_is_too_far(near, rest):
    even = {0: Fraction(1, 2), 1: Fraction(1, 2)}  # only on 0 beyond the ratio 2
    for pair in ((even, {0: near, 1: rest}), ({0: near, 1: rest}, even)):
        with pytest.raises(ValueError, match="within the ratio 2 on every outcome, got .* on 0"):
            response_images(*pair, 2)
