"""Distinguishers of families and random functions."""

from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.laws import choice, pure, uniform
from privlearn.learners.pseudorandom import (AffineFamily, HashFamily, RandomFunctions, fixed_queries_advantage,
                                             optimal_distinguisher, tree_advantage)
from privlearn.learners.pseudorandom.distinguishers import _states

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


def test_advantages_of_few_and_of_all_queries():
    assert optimal_distinguisher(pure((1, 1)), bias=HALF, queries=0).advantage == 0  # no query tells nothing
    # a constant function is told by all queries but for chance
    assert optimal_distinguisher(pure((1, 1, 1)), bias=HALF, queries=3).advantage == Fraction(7, 8)
    # random functions cannot be told from themselves
    assert optimal_distinguisher(RandomFunctions(3, QUARTER).tables(), bias=QUARTER, queries=3).advantage == 0
    tables = HashFamily(2, 3, QUARTER).tables()  # all queries at once are as good as any tree
    every = fixed_queries_advantage(tables, bias=QUARTER, points=range(4))
    assert optimal_distinguisher(tables, bias=QUARTER, queries=4).advantage == every
    # the first value says which of the others is 1 for certain; that one is what to ask
    rows = [f for f in product((0, 1), repeat=3) if f[1 + f[0]] == 1]
    best = optimal_distinguisher(uniform(rows), bias=HALF, queries=2)
    fixed = max(fixed_queries_advantage(uniform(rows), bias=HALF, points=p) for p in ((0, 1), (0, 2), (1, 2)))
    assert (best.advantage, fixed) == (HALF, QUARTER)
    assert optimal_distinguisher(pure((1, 1)), bias=HALF, queries=1).tree == (0, 0, 1)
    assert optimal_distinguisher(uniform([(0,), (1,)]), bias=HALF, queries=1).tree == (0, 0, 0)
    assert optimal_distinguisher(pure((0, 1)), bias=QUARTER, queries=1).tree == (1, 0, 1)
    for bias in (Fraction(2, 3), Fraction(3, 5)):
        assert fixed_queries_advantage(pure((1, 1, 1)), bias=bias, points=(0, 2)) == 1 - bias**2


@pytest.mark.parametrize("family", [AffineFamily(2, 2), AffineFamily(3, 1), HashFamily(3, 4, QUARTER)])
def test_the_tree_has_the_advantage(family):
    best = optimal_distinguisher(family.tables(), bias=family.bias, queries=3)
    assert tree_advantage(best.tree, family.tables(), bias=family.bias) == best.advantage


def test_as_many_sets_of_answers_as_are_allowed_are_searched(monkeypatch):
    with pytest.raises(ValueError, match="queries"):
        optimal_distinguisher(pure((1,)), bias=HALF, queries=2)
    with pytest.raises(TooLargeToEnumerate):
        optimal_distinguisher(pure((0,) * 40), bias=HALF, queries=6)
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


FAMILIES = [{(0, 0, 1): Fraction(1, 2), (0, 1, 1): Fraction(1, 3), (1, 1, 0): Fraction(1, 6)},
            {(1, 0): Fraction(1, 7), (0, 1): Fraction(4, 7), (1, 1): Fraction(2, 7)}, {(1,): Fraction(1)},
            {(0, 0, 0): Fraction(1, 5), (1, 0, 1): Fraction(3, 10), (1, 1, 1): Fraction(1, 2)}]


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("bias", [0, Fraction(1, 3), Fraction(3, 5), 1])
def test_advantages_are_those_of_the_definition(family, bias):
    size = len(next(iter(family)))

    def best(known, queries):
        def fits(f):
            return all(f[x] == y for x, y in known)

        if queries == 0:
            coins = prod(Fraction(bias) if y else 1 - Fraction(bias) for _, y in known)
            return max(0, sum(w for f, w in family.items() if fits(f)) - coins)
        return max(sum(best((*known, (x, y)), queries - 1) for y in (0, 1))
                   for x in range(size) if x not in dict(known))

    for queries in range(size + 1):
        found = optimal_distinguisher(choice(family), bias=bias, queries=queries)
        assert found.advantage == best((), queries) == tree_advantage(found.tree, choice(family), bias=bias)
    for points in [(), (0,), tuple(range(size)), tuple(range(size))[1:], tuple(range(size))[::-1]]:
        gains = sum(max(0, sum(w for f, w in family.items() if tuple(f[x] for x in points) == values)
                        - prod(Fraction(bias) if y else 1 - Fraction(bias) for y in values))
                    for values in product((0, 1), repeat=len(points)))
        assert fixed_queries_advantage(choice(family), bias=bias, points=points) == gains


@pytest.mark.parametrize("size", [1, 2, 5, 9])
def test_sets_of_answers_are_counted_by_binomials(size):
    for queries in range(size + 1):
        assert _states(size, queries) == sum(comb(size, k) * 2**k for k in range(queries + 1))


@pytest.mark.parametrize(("bias", "queries", "name"), [(2, 1, "bias"), (-1, 1, "bias"), (HALF, -1, "queries")])
def test_numbers_out_of_range_are_refused(bias, queries, name):
    with pytest.raises(ValueError, match=name):
        optimal_distinguisher(pure((1, 0)), bias=bias, queries=queries)
    if name == "bias":
        with pytest.raises(ValueError, match=name):
            fixed_queries_advantage(pure((1, 0)), bias=bias, points=(0,))
