"""Laws: one text, two readings."""

import random
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from privlearn.laws import bernoulli, choice, fold, proportional, pure, uniform

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)


def walk():
    """A small program with every combinator: two steps of a walk whose step depends on where it is."""
    coin = bernoulli(THIRD)
    return fold(0, "ab", lambda at, letter: coin.map(lambda bit: at + bit * (1 + (letter == "b")))).then(
        lambda at: uniform(range(at + 1)).map(lambda k: (at, k)))


def test_exact_weights_are_fractions_above_0_that_sum_to_1():
    table = walk().exact()
    assert all(type(weight) is Fraction and weight > 0 for weight in table.values())
    assert sum(table.values()) == 1


@pytest.mark.parametrize(("weights", "table"), [
    ({"a": THIRD, "b": 1 - THIRD}, {"a": THIRD, "b": Fraction(2, 3)}),
    ({0: fmpq(1, 3), 1: 1 - fmpq(1, 3)}, {0: THIRD, 1: Fraction(2, 3)}),
    ({0: 0.25, 1: 0.75}, {0: Fraction(1, 4), 1: Fraction(3, 4)}), ({0: 1, 1: 0}, {0: 1})])
def test_weights_of_every_kind_count_exactly_unless_they_are_0(weights, table):
    assert choice(weights).exact() == table


def test_then_sums_over_all_ways_and_map_merges_equal_outcomes():
    two = bernoulli(HALF).then(lambda a: bernoulli(HALF).map(lambda b: a + b))
    assert two.exact() == {0: Fraction(1, 4), 1: HALF, 2: Fraction(1, 4)}
    assert uniform(range(6)).map(lambda k: k % 2).exact() == {0: HALF, 1: HALF}


def test_a_fold_equals_the_chain_of_thens():
    coin = bernoulli(THIRD)
    chained = coin.then(lambda a: coin.then(lambda b: coin.map(lambda c: a + b + c)))
    assert fold(0, range(3), lambda s, _: coin.map(lambda b: s + b)).exact() == chained.exact()
    assert fold("start", [], lambda state, item: pure("other")).exact() == {"start": 1}


def test_a_fold_merges_states_and_can_be_read_twice():
    heads = fold(0, range(200), lambda s, _: bernoulli(HALF).map(lambda b: s + b)).exact()
    assert len(heads) == 201
    assert heads[200] == Fraction(1, 2**200)
    law = fold(0, iter([1, 2]), lambda s, k: pure(s + k))
    assert law.exact() == law.exact() == {3: 1}


def test_a_proportional_law_is_normalised():
    assert proportional({"a": 1, "b": 3}).exact() == {"a": Fraction(1, 4), "b": Fraction(3, 4)}
    for half in (HALF, Fraction(1, 8)):
        assert proportional({"a": half, "b": half}).exact() == {"a": HALF, "b": HALF}


def test_both_arithmetics_give_the_same_tables(monkeypatch):
    with_flint = walk().exact()
    monkeypatch.setattr("privlearn.exact.rationals.fmpq", None)
    assert walk().exact() == with_flint
    assert isinstance(next(iter(walk().masses().values())), Fraction)


@pytest.mark.parametrize("make_rng", [lambda: random.Random(5), lambda: np.random.default_rng(5)])
def test_samples_lie_in_the_support_and_repeat_with_the_seed(make_rng):
    draws = [[walk().sample(rng) for _ in range(50)] for rng in (make_rng(), make_rng())]
    assert draws[0] == draws[1]
    assert set(draws[0]) <= set(walk().exact())


class Asked(random.Random):
    """A source that always gives the greatest number below the bound, and knows the last bound."""

    def randrange(self, start, stop=None, step=1):
        self.bound = start
        return start - 1


def test_whole_weights_are_tickets_as_they_stand():
    rng = Asked()
    assert proportional({"a": 2, "b": 0, "c": 2}).sample(rng) == "c"
    assert rng.bound == 4


@pytest.mark.parametrize(("call", "rule"), [
    *((lambda weights=weights: choice(weights), rule) for weights, rule in (
        ({}, "sum to 1, got 0"), ({0: HALF}, "sum to 1, got 1/2"), ({0: 0.1, 1: 0.9}, "sum to 1"),
        ({0: -1, 1: 2}, "not be negative, got -1 for 0"), ({0: float("nan"), 1: 1}, "must be finite"),
        ({0: "1"}, "weight of 0 must be a number"), ([1], "weights must be a mapping"))),
    *((lambda weights=weights: proportional(weights), rule) for weights, rule in (
        ({0: 0}, "positive sum"), ({"a": -1, "b": -2}, "positive sum, got -3"), ({0: -1, 1: 2}, "not be negative"),
        ({"a": 3, "b": -1}, "negative, got -1/2 for 'b'"))),
    (lambda: pure([1]), "must be hashable"), (lambda: uniform([]), "distinct and at least one"),
    (lambda: uniform([1, 1]), "distinct and at least one"), (lambda: uniform(5), "must be a collection"),
    (lambda: bernoulli(2), "between 0 and 1, got 2"), (lambda: pure(0).then(5), "continuation must be a function"),
    (lambda: pure(0).map(5), "function must be a function from outcomes"),
    (lambda: pure(0).then(lambda x: x).exact(), "continuation must be or return a Law"),
    (lambda: pure(0).then(lambda x: x).sample(random.Random(0)), "continuation must be or return a Law"),
    (lambda: pure(0).map(lambda x: [x]).exact(), "must be hashable"),
    (lambda: fold(0, [1], lambda s, k: k).exact(), "step must be or return a Law"),
    (lambda: fold(0, 5, lambda s, k: pure(s)), "items must be a sequence"),
    (lambda: fold(0, [1], 5), "step a function"),
    (lambda: pure(0).sample(None), "rng must be")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()
