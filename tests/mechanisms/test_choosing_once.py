"""The choosing mechanism in one shot and as in the literature."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from privlearn.exact import exp_bracket
from privlearn.laws import hockey_stick
from privlearn.mechanisms import choose_one_shot
from privlearn.mechanisms.choosing_once import (check_one_shot, choose_one_shot_runs, one_shot_delta, one_shot_is_pure,
                                                one_shot_least_threshold, one_shot_run_law, one_shot_threshold)


@pytest.mark.parametrize(("scores", "ratio", "threshold", "law"), [
    ({"a": 5}, 3, 5, {"a": Fraction(1, 2), None: Fraction(1, 2)}),  # at the threshold: as likely as no answer
    ({"a": 0, "b": 0}, 2, 1, {None: 1}), ({}, 2, 1, {None: 1}),
    ({"a": 10**4}, 2, 10**4 - 1, {"a": Fraction(2, 3), None: Fraction(1, 3)})])
def test_laws_by_hand(scores, ratio, threshold, law):
    assert choose_one_shot(scores, ratio, threshold).exact() == law


def test_runs_have_the_law_of_the_listed_solutions():
    runs = [(3, 0), (2, 4), (0, 9), (3, 1)]
    listed = {(k, j): score for k, (size, score) in enumerate(runs) for j in range(size)}
    assert choose_one_shot_runs(runs, 2, 3).exact() == choose_one_shot(listed, 2, 3).exact()
    assert one_shot_run_law([(2**70, 0), (4, 1)], 2, 3).exact() == {1: Fraction(1, 2), None: Fraction(1, 2)}
    drawn = choose_one_shot_runs([(2**1000, 2)], 2, 3).sample(random.Random(1))
    assert drawn is None or 0 <= drawn[1] < 2**1000


@pytest.mark.parametrize("ratio", [Fraction(3, 2), Fraction(4)])
@pytest.mark.parametrize("growth", [1, 2])
def test_delta_is_attained_on_the_empty_database(ratio, growth):
    after, before = choose_one_shot(dict.fromkeys(range(growth), 1), ratio, 4), choose_one_shot({}, ratio, 4)
    assert hockey_stick(after, before, ratio)[0] == one_shot_delta(ratio, 4, growth)
    assert one_shot_delta(2, 3, 2) == Fraction(1, 3) < 2 * one_shot_delta(2, 3)  # growth multiplies the odds


def test_purity_begins_where_delta_is_one_minus_the_inverse_ratio():
    assert one_shot_delta(2, 1) == 1 - Fraction(1, 2)
    assert one_shot_is_pure(2, 1)
    ratio = Fraction(11, 10)  # fails: a row doubles the probability of no answer
    before, after = (choose_one_shot(scores, ratio, 1).exact()[None] for scores in ({}, {0: 1}))
    assert (before / after, one_shot_is_pure(ratio, 1)) == (2, False)


@pytest.mark.parametrize(("exp_epsilon", "growth", "least"), [(Fraction(3, 2), 1, 3), (5, 4, 1), (2, 1, 1)])
def test_check_names_the_least_threshold(exp_epsilon, growth, least):
    with pytest.raises(ValueError, match=f"threshold must be at least {least} for exp_epsilon = {exp_epsilon}, got"):
        check_one_shot(exp_epsilon, least - 1, growth)
    check_one_shot(exp_epsilon, least, growth)


@pytest.mark.parametrize(("epsilon", "delta", "growth"), [
    (Fraction(1, 5), Fraction(1, 10**6), 1), (Fraction(1, 3), Fraction(1, 50), 1),
    (Fraction(1, 3), Fraction(1, 50), 3)])
def test_real_threshold_inverts_the_delta(epsilon, delta, growth):
    limit = one_shot_threshold(epsilon, delta, growth)
    back = growth / (growth + exp_bracket((limit - 1) * epsilon))
    assert back.lower <= delta <= back.upper
    assert back.upper - back.lower < Fraction(1, 10**9)


def test_real_threshold_refuses_a_delta_that_is_not_pure_when_a_row_is_added():
    pure = 1 - exp_bracket(-1).upper
    assert one_shot_threshold(1, pure).upper > 0
    with pytest.raises(ValueError, match="epsilon and delta must satisfy 0 < delta <= 1 - exp"):
        one_shot_threshold(1, pure + Fraction(1, 2**50))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: choose_one_shot({"a": -1}, 2, 1), "score must be an integer of at least 0"),
    (lambda: choose_one_shot({None: 1}, 2, 1), "other than None"),
    (lambda: choose_one_shot({"a": 1}, 2, Fraction(3, 2)), "threshold must be an integer"),
    (lambda: one_shot_least_threshold(1, Fraction(1, 10)), "exp_epsilon must be above 1"),
    (lambda: one_shot_threshold(Fraction(1, 10), Fraction(1, 10)), "epsilon and delta must satisfy"),
    (lambda: one_shot_threshold(1, 0), "delta|probability"), (lambda: one_shot_threshold(1, 1), "delta|probability"),
    (lambda: one_shot_threshold(1, -1), "delta|probability")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("growth", [1, 2, 5])
@pytest.mark.parametrize(("ratio", "delta"), [
    (2, Fraction(1, 2)), (Fraction(5, 4), Fraction(1, 9)), (Fraction(5, 4), Fraction(1, 3)),
    (Fraction(5, 4), Fraction(1, 10**6)), (Fraction(3, 2), Fraction(9, 10)), (100, Fraction(99, 100))])
def test_thresholds_with_growth_are_found_by_trying_all(ratio, delta, growth):
    def enough(t):
        odds = Fraction(ratio) ** (t - 1) / growth
        return 1 / (1 + odds) <= delta and 1 + 1 / odds <= ratio

    least = next(t for t in range(1, 99) if enough(t))
    assert one_shot_least_threshold(ratio, delta, growth) == least
    for t in range(1, least + 2):
        assert one_shot_is_pure(ratio, t, growth) == (1 + growth / Fraction(ratio) ** (t - 1) <= ratio)
