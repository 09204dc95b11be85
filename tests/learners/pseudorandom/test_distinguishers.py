"""Distinguishers of families and random functions."""

from fractions import Fraction
from itertools import product
from math import prod

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import choice, pure, uniform
from privlearn.learners.pseudorandom import (AffineFamily, HashFamily, RandomFunctions, fixed_queries_advantage,
                                             optimal_distinguisher, tree_advantage)

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def test_random_functions_cannot_be_told_from_themselves():
    assert optimal_distinguisher(RandomFunctions(3, QUARTER).tables(), bias=QUARTER, queries=3).advantage == 0


def test_no_query_tells_nothing():
    assert optimal_distinguisher(pure((1, 1)), bias=HALF, queries=0).advantage == 0


def test_a_constant_function_is_told_by_all_queries_but_for_chance():
    assert optimal_distinguisher(pure((1, 1, 1)), bias=HALF, queries=3).advantage == Fraction(7, 8)


def test_adaptive_queries_help_where_one_answer_says_what_to_ask_next():
    # the first value says which of the others is 1 for certain; that one is what to ask
    rows = [f for f in product((0, 1), repeat=3) if f[1 + f[0]] == 1]
    best = optimal_distinguisher(uniform(rows), bias=HALF, queries=2)
    fixed = max(fixed_queries_advantage(uniform(rows), bias=HALF, points=p) for p in ((0, 1), (0, 2), (1, 2)))
    assert (best.advantage, fixed) == (HALF, QUARTER)


@pytest.mark.parametrize("family", [AffineFamily(2, 2), AffineFamily(3, 1), HashFamily(3, 4, QUARTER)])
def test_the_tree_has_the_advantage(family):
    best = optimal_distinguisher(family.tables(), bias=family.bias, queries=3)
    assert tree_advantage(best.tree, family.tables(), bias=family.bias) == best.advantage


def test_all_queries_at_once_are_as_good_as_any_tree():
    tables = HashFamily(2, 3, QUARTER).tables()
    every = fixed_queries_advantage(tables, bias=QUARTER, points=range(4))
    assert optimal_distinguisher(tables, bias=QUARTER, queries=4).advantage == every


@pytest.mark.parametrize("bias", [Fraction(2, 3), Fraction(3, 5)])
def test_constant_ones_are_told_from_coins_of_any_bias(bias):
    assert fixed_queries_advantage(pure((1, 1, 1)), bias=bias, points=(0, 2)) == 1 - bias**2


def test_more_queries_than_points_are_refused():
    with pytest.raises(ValueError, match="queries"):
        optimal_distinguisher(pure((1,)), bias=HALF, queries=2)


def test_large_searches_are_refused():
    with pytest.raises(TooLargeToEnumerate):
        optimal_distinguisher(pure((0,) * 40), bias=HALF, queries=6)


def test_as_many_sets_of_answers_as_are_allowed_are_searched(monkeypatch):
    monkeypatch.setattr("privlearn.learners.pseudorandom.distinguishers.LARGEST_SEARCH", 9)
    assert optimal_distinguisher(pure((1, 1)), bias=HALF, queries=2).advantage == Fraction(3, 4)
    with pytest.raises(TooLargeToEnumerate, match="the sets of answers"):
        optimal_distinguisher(pure((1, 1, 1)), bias=HALF, queries=2)


@pytest.mark.parametrize("tree", [0, 1, (0, 0, 1), (2, 1, (0, 1, 0)), (1, (2, 0, (0, 1, 0)), (0, (2, 1, 0), 1))])
@pytest.mark.parametrize("bias", [0, Fraction(1, 3), Fraction(3, 5), 1])
def test_the_advantage_is_the_mean_of_what_is_said_less_that_on_coins(tree, bias):
    def said(function):
        node = tree
        while node not in (0, 1):
            point, *below = node
            node = below[function[point]]
        return node

    family = {(0, 0, 1): Fraction(1, 2), (0, 1, 1): Fraction(1, 3), (1, 1, 0): Fraction(1, 6)}
    coins = sum(said(f) * prod(Fraction(bias) if y else 1 - Fraction(bias) for y in f)
                for f in product((0, 1), repeat=3))
    assert tree_advantage(tree, choice(family), bias=bias) == sum(w * said(f) for f, w in family.items()) - coins
