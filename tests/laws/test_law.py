"""Laws: one text, two readings."""

import random
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq

from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import bernoulli, choice, fold, proportional, pure, uniform, uniform_range, uniform_subset

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


def test_a_draw_of_one_third():
    assert choice({"a": THIRD, "b": 1 - THIRD}).exact() == {"a": THIRD, "b": Fraction(2, 3)}


@pytest.mark.parametrize("weight", [THIRD, fmpq(1, 3)])
def test_weights_come_as_fraction_or_fmpq(weight):
    assert choice({0: weight, 1: 1 - weight}).exact()[0] == THIRD


def test_float_weights_count_at_their_binary_value():
    assert choice({0: 0.25, 1: 0.75}).exact()[1] == Fraction(3, 4)


def test_outcomes_of_weight_0_are_dropped():
    assert choice({0: 1, 1: 0}).exact() == {0: 1}


def test_then_sums_over_all_ways():
    two = bernoulli(HALF).then(lambda a: bernoulli(HALF).map(lambda b: a + b))
    assert two.exact() == {0: Fraction(1, 4), 1: HALF, 2: Fraction(1, 4)}


def test_map_merges_equal_outcomes():
    assert uniform(range(6)).map(lambda k: k % 2).exact() == {0: HALF, 1: HALF}


def test_a_fold_over_nothing_is_its_start():
    assert fold("start", [], lambda state, item: pure("other")).exact() == {"start": 1}


def test_a_fold_equals_the_chain_of_thens():
    coin = bernoulli(THIRD)
    chained = coin.then(lambda a: coin.then(lambda b: coin.map(lambda c: a + b + c)))
    assert fold(0, range(3), lambda s, _: coin.map(lambda b: s + b)).exact() == chained.exact()


def test_a_fold_merges_states():
    heads = fold(0, range(200), lambda s, _: bernoulli(HALF).map(lambda b: s + b)).exact()
    assert len(heads) == 201
    assert heads[200] == Fraction(1, 2**200)


def test_a_fold_takes_an_iterator_and_can_be_read_twice():
    law = fold(0, iter([1, 2]), lambda s, k: pure(s + k))
    assert law.exact() == law.exact() == {3: 1}


def test_a_uniform_range_leaves_out_what_is_excluded():
    assert uniform_range(4, [1, 2]).exact() == {0: HALF, 3: HALF}


def test_a_proportional_law_is_normalised():
    assert proportional({"a": 1, "b": 3}).exact() == {"a": Fraction(1, 4), "b": Fraction(3, 4)}


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


def test_sampling_works_where_listing_is_refused():
    law = uniform_range(2**4096)
    with pytest.raises(TooLargeToEnumerate, match="more than"):
        law.exact()
    assert 0 <= law.sample(np.random.default_rng(1)) < 2**4096


def test_rejection_never_returns_an_excluded_number():
    rng = random.Random(3)
    assert {uniform_range(3, [1]).sample(rng) for _ in range(60)} == {0, 2}


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: choice({}), "sum to 1, got 0"),
    (lambda: choice({0: HALF}), "sum to 1, got 1/2"),
    (lambda: choice({0: 0.1, 1: 0.9}), "sum to 1"),
    (lambda: choice({0: -1, 1: 2}), "not be negative, got -1 for 0"),
    (lambda: choice({0: float("nan"), 1: 1}), "must be finite"),
    (lambda: choice({0: "1"}), "weight of 0 must be a number"),
    (lambda: choice([1]), "weights must be a mapping"),
    (lambda: pure([1]), "must be hashable"),
    (lambda: uniform([]), "distinct and at least one"),
    (lambda: uniform([1, 1]), "distinct and at least one"),
    (lambda: uniform(5), "must be a collection"),
    (lambda: bernoulli(2), "between 0 and 1, got 2"),
    (lambda: uniform_range(0), "at least 1, got 0"),
    (lambda: uniform_range(2, [0, 1]), "must leave an outcome"),
    (lambda: uniform_range(2, [2]), "excluded must be an integer"),
    (lambda: proportional({0: 0}), "positive sum"),
    (lambda: proportional({0: -1, 1: 2}), "not be negative"),
    (lambda: pure(0).then(5), "continuation must be a function"),
    (lambda: pure(0).then(lambda x: x).exact(), "continuation must be or return a Law"),
    (lambda: pure(0).then(lambda x: x).sample(random.Random(0)), "continuation must be or return a Law"),
    (lambda: pure(0).map(lambda x: [x]).exact(), "must be hashable"),
    (lambda: fold(0, [1], lambda s, k: k).exact(), "step must be or return a Law"),
    (lambda: fold(0, 5, lambda s, k: pure(s)), "items must be a sequence"),
    (lambda: pure(0).sample(None), "rng must be"),
    (lambda: uniform_range(4).sample(np.random), "rng must be")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


@pytest.mark.parametrize(("size", "count"), [(0, 0), (3, 0), (3, 3), (4, 2), (5, 3)])
def test_uniform_subset_is_the_law_of_drawing_point_after_point(size: int, count: int) -> None:
    grown = fold(frozenset(), range(count), lambda chosen, _: (
        uniform_range(size, chosen).map(lambda x: chosen | {x})))
    assert uniform_subset(size, count).exact() == grown.exact()


def test_uniform_subset_draws_as_many_different_points_as_asked() -> None:
    assert len(uniform_subset(2**4096, 5).sample(random.Random(1))) == 5


def test_uniform_subset_refuses_to_list_too_many_sets() -> None:
    with pytest.raises(TooLargeToEnumerate):
        uniform_subset(100, 50).exact()


def test_uniform_subset_refuses_more_points_than_there_are() -> None:
    with pytest.raises(ValueError, match="count must be an integer"):
        uniform_subset(2, 3)
