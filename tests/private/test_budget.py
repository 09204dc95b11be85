"""The ledger: what is allowed, what is refused, and that nothing is released beyond the budget."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import exp_bracket
from privlearn.mechanisms import replace_one
from privlearn.mechanisms.composition import composition_delta, response_composition_delta
from privlearn.private import Ledger, histogram, median
from privlearn.private.budget import releases_within

TENTH, MILLIONTH = Fraction(1, 10), Fraction(1, 10**6)
COLUMN = np.arange(4000) % 100


def spend(ledger, epsilon):
    return ledger.release(histogram, COLUMN, cells=[1], epsilon=epsilon, rng=random.Random(1))


def test_basic_costs_add_up_to_the_budget_and_no_further():
    ledger = Ledger(neighbours=replace_one, epsilon=1, delta=0)
    for k in range(10):
        spend(ledger, TENTH)
        assert ledger.spent == ((k + 1) * TENTH, 0)
    with pytest.raises(ValueError, match="epsilon must be at most 0, what is left"):
        spend(ledger, MILLIONTH)
    assert [name for name, _ in ledger.history] == ["histogram"] * ledger.releases == ["histogram"] * 10


def test_delta_is_a_budget_too():
    ledger = Ledger(neighbours=replace_one, epsilon=20, delta=MILLIONTH)
    wishes = {"epsilon": 1, "delta": MILLIONTH, "beta": TENTH, "rng": random.Random(1)}
    ledger.release(median, COLUMN, **wishes)
    with pytest.raises(ValueError, match="delta must be at most 0"):
        ledger.release(median, COLUMN, **wishes)
    spend(ledger, 1)


@pytest.mark.parametrize("rule", ["advanced", "exact"])
def test_fixed_costs_allow_so_many_releases(rule):
    cost = Fraction(1, 20), 0
    ledger = Ledger(neighbours=replace_one, epsilon=2, delta=MILLIONTH, rule=rule, each=cost)
    assert ledger.allowed == releases_within((2, MILLIONTH), cost, rule) > 30
    for _ in range(ledger.allowed):
        spend(ledger, Fraction(1, 20))
    with pytest.raises(ValueError, match="the budget is spent"):
        spend(ledger, Fraction(1, 20))
    with pytest.raises(ValueError, match="epsilon must be at most 0.05, the cost each"):
        spend(ledger, TENTH)


@pytest.mark.parametrize("one", [Fraction(1, 2), TENTH, Fraction(1, 30)])
@pytest.mark.parametrize("leak", [0, Fraction(1, 10**8)])
def test_the_exact_rule_allows_what_the_exact_cost_allows_and_no_more(one, leak):
    budget = (Fraction(3, 2), MILLIONTH)
    count = releases_within(budget, (one, leak), "exact")
    whole = exp_bracket(budget[0], 200)

    def cost(k):
        return response_composition_delta(k, exp_bracket(one, 200).upper, whole.lower, leak)

    assert cost(count) <= MILLIONTH < cost(count + 1)
    assert count >= releases_within(budget, (one, leak), "basic")
    assert count >= releases_within(budget, (one, leak), "advanced")


@pytest.mark.parametrize("steps", [0, 1, 2, 5, 20])
@pytest.mark.parametrize("total", [0, Fraction(1, 5), 1, 6])
@pytest.mark.parametrize("delta", [0, Fraction(1, 50)])
def test_the_cost_at_real_epsilons_is_that_at_ratios(steps, total, delta):
    one = Fraction(3, 10)
    bracket = composition_delta(steps, one, total, delta)
    step, whole = (exp_bracket(Fraction(e), 200).lower for e in (one, total))
    near = response_composition_delta(steps, step, whole, delta)
    assert abs(bracket.upper - near) < Fraction(1, 10**40)
    assert bracket.lower <= bracket.upper < bracket.lower + Fraction(1, 10**40)


def test_what_is_refused_is_not_entered_and_not_called():
    calls = []
    ledger = Ledger(neighbours=replace_one, epsilon=1, delta=0)
    with pytest.raises(ValueError, match="epsilon"):
        ledger.release(lambda *data, **wishes: calls.append(data), COLUMN, epsilon=2)
    with pytest.raises(ValueError, match="cells"):
        ledger.release(histogram, COLUMN, cells=[], epsilon=1, rng=random.Random(1))
    assert (calls, ledger.history) == ([], ())


@pytest.mark.parametrize(("arguments", "rule"), [
    ({"delta": -1}, "delta"), ({"rule": "renyi"}, "rule must be"), ({"rule": "exact"}, "each must be given"),
    ({"each": (1, 0)}, "each must be given"), ({"rule": "exact", "each": 1}, "each must be a pair"),
    ({"rule": "exact", "each": (2, 0)}, "within the budget")])
def test_bad_ledgers_are_refused(arguments, rule):
    with pytest.raises(ValueError, match=rule):
        Ledger(**({"neighbours": replace_one, "epsilon": 1, "delta": MILLIONTH} | arguments))


def test_results_without_a_promise_another_relation_and_a_bad_rule_are_refused():
    ledger = Ledger(neighbours=replace_one, epsilon=1, delta=0)
    assert repr(ledger) == "Ledger(budget=(1, 0), rule='basic', releases=0)"
    with pytest.raises(ValueError, match="function must be one of"):
        ledger.release(lambda column, **wishes: 4, COLUMN, epsilon=1)
    with pytest.raises(ValueError, match="neighbours must be left out"):
        ledger.release(histogram, COLUMN, epsilon=1, neighbours=replace_one)
    with pytest.raises(ValueError, match="rule must be one of"):
        releases_within((1, 0), (1, 0), "none")
