"""Exhaustive searches: chains, antichains, best tables by two routes."""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import pytest

from privlearn.dimensions.representation.points import (antichain_classes, best_table, columns_value, growing_tables,
                                                        is_antichain, smallest_size_for)
from privlearn.dimensions.representation.points.searches import antichains, renamings, symmetric_chains
from privlearn.exact import TooLargeToEnumerate


@pytest.mark.parametrize("ground", range(7))
def test_chains_partition_the_subsets_and_grow(ground):
    chains = symmetric_chains(ground)
    assert sorted(s for chain in chains for s in chain) == list(range(2**ground))
    assert all(a & b == a != b for chain in chains for a, b in zip(chain, chain[1:], strict=False))
    assert len(chains) == comb(ground, ground // 2)


@pytest.mark.parametrize(("ground", "size"), [(0, 1), (3, 2), (3, 3), (4, 3), (4, 5)])
def test_antichains_are_those_found_by_brute_force(ground, size):
    brute = {c for c in combinations(range(2**ground), size) if is_antichain(c)}
    found = list(antichains(ground, size))
    assert set(found) == brute
    assert len(found) == len(brute)


def test_as_many_hypotheses_as_may_be_are_searched(monkeypatch):
    assert list(antichains(5, 11)) == []  # no antichain is larger than the middle layer
    with pytest.raises(TooLargeToEnumerate):
        next(antichains(7, 3))
    monkeypatch.setattr("privlearn.dimensions.representation.points.searches.LARGEST_GROUND", 2)
    assert list(antichains(2, 2)) == [(1, 2)]
    with pytest.raises(TooLargeToEnumerate, match="the lattice of subsets has 8 elements"):
        next(antichains(3, 2))


def test_best_tables_by_hand():
    value, columns = best_table(8, 5)
    assert value == Fraction(3, 7) == columns_value(columns, 5)[0]
    assert best_table(7, 5)[0] == Fraction(1, 3)  # five hypotheses on seven points reach one third
    assert best_table(5, 4) is None  # too few hypotheses have no table


@pytest.mark.parametrize("ground", [2, 3, 4])
def test_two_searches_find_the_same_least_values(ground):
    for points, tables in enumerate(growing_tables(ground, Fraction(49, 100), 5), start=1):
        least = min((columns_value(c, ground)[0] for c in tables), default=None)
        if points >= 2:
            best = best_table(points, ground)
            assert least == (best[0] if best else None)


HALF = Fraction(1, 2)


def test_least_sizes_by_hand_and_for_every_number_of_points():
    alphas = (0, Fraction(1, 3), Fraction(2, 5), Fraction(3, 7))
    assert [smallest_size_for(8, alpha) for alpha in alphas] == [8, 6, 6, 5]
    assert [smallest_size_for(points, 0) for points in (2, 10)] == [2, 10]
    assert [len(tables) for tables in growing_tables(3, Fraction(1, 3), 1)] == [3]
    for alpha in (Fraction(1, 3), Fraction(2, 5), Fraction(3, 7), Fraction(49, 100)):
        for points in range(2, 7):
            enough = [k for k in range(2, 6) if (best := best_table(points, k)) and best[0] <= alpha]
            assert smallest_size_for(points, alpha) == min(enough, default=6)


@pytest.mark.parametrize(("call", "message"), [
    *((lambda alpha=alpha: smallest_size_for(4, alpha), "alpha must be 0 or from 1/3 to below 1/2")
      for alpha in (HALF, Fraction(1, 4), Fraction(-1))),
    (lambda: smallest_size_for(1, 0), "points"), (lambda: smallest_size_for(11, 0), "points"),
    (lambda: growing_tables(3, Fraction(1, 3), 0), "points")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_renamings_follow_from_the_permutations():
    for ground in (3, 4):
        expected = [[sum(1 << order[h] for h in range(ground) if s >> h & 1) for s in range(1 << ground)]
                    for order in permutations(range(ground))]
        assert renamings(ground).tolist() == expected


@pytest.mark.parametrize(("ground", "size"), [(2, 2), (3, 1), (3, 2), (3, 3), (4, 2), (4, 3), (4, 6)])
def test_classes_of_antichains_are_the_orbits(ground, size):
    orders = list(permutations(range(ground)))

    def orbit(columns):
        return frozenset(tuple(sorted(sum(1 << order[h] for h in range(ground) if s >> h & 1) for s in columns))
                         for order in orders)

    found = antichain_classes(ground, size)
    assert {orbit(c) for c in found} == {orbit(c) for c in antichains(ground, size)}
    assert len(found) == len({orbit(c) for c in found})
    assert antichain_classes(3, 1) == ((0,), (1,), (3,), (7,))


@pytest.mark.parametrize(("ground", "points", "alpha"), [(2, 3, 0), (3, 3, Fraction(1, 3)), (4, 2, Fraction(2, 5)),
                                                         (3, 3, Fraction(49, 100))])
def test_grown_tables_are_all_those_of_small_value_up_to_renaming(ground, points, alpha):
    def name(columns):
        return min(tuple(sorted(sum(1 << order[h] for h in range(ground) if s >> h & 1) for s in columns))
                   for order in permutations(range(ground)))

    for size, tables in enumerate(growing_tables(ground, alpha, points), start=1):
        small = {name(c) for c in combinations(range(1 << ground), size) if columns_value(c, ground)[0] <= alpha}
        assert len(tables) == len(small)
        assert {name(c) for c in tables} == small


@pytest.mark.parametrize(("points", "ground"), [(2, 2), (2, 3), (3, 3), (4, 3)])
def test_the_best_table_is_the_best_of_all_sets_of_columns(points, ground):
    least = min(columns_value(c, ground)[0] for c in combinations(range(1 << ground), points))
    best = best_table(points, ground)
    assert (best[0] if best else HALF) == min(least, HALF)
    assert best is None or columns_value(best[1], ground)[0] == best[0]
