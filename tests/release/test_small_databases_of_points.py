"""Small synthetic databases: the fast law for points is the exponential mechanism; sizes, errors, large input."""

import random
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb, prod

import numpy as np
import pytest

from privlearn.mechanisms import multiset_databases
from privlearn.release import (loss_counts, nearest_small_database, point_counts, point_queries, small_database_failure,
                               small_database_of_points, small_database_sanitizer, uniform_at_loss)
from privlearn.release.small_databases_of_points import _ProductTree

BASE = Fraction(3, 2)


@pytest.mark.parametrize(("size", "rows", "k"), [(1, 1, 1), (2, 3, 2), (3, 2, 4), (4, 3, 2)])
@pytest.mark.parametrize("cap", [None, 1, 2])
def test_law_from_the_histogram_is_the_listed_mechanism(size, rows, k, cap):
    for resolution in {1, 2, k}:
        listed = small_database_sanitizer(size, k, point_queries(size), BASE, resolution=resolution, cap=cap)
        for database in multiset_databases(range(size), rows):
            fast = small_database_of_points(point_counts(database, size), k, BASE, resolution=resolution, cap=cap)
            assert fast.exact() == listed(database).exact()


def test_candidates_of_one_loss_are_equally_likely_and_of_one_cell_there_is_one():
    counts = (3, 1, 0)
    for loss, number in loss_counts(counts, 3, resolution=3).items():
        table = uniform_at_loss(counts, 3, loss, resolution=3).exact()
        assert set(table.values()) == {Fraction(1, number)}
        assert len(table) == number
    assert small_database_of_points((7,), 3, 2).exact() == {(0, 0, 0): 1}


def test_a_histogram_of_a_hundred_thousand_rows_is_sanitized():
    rng = np.random.default_rng(2014)
    weights = 1 / np.arange(1, 4097)
    counts = np.bincount(rng.choice(4096, size=100_000, p=weights / weights.sum()), minlength=4096)
    law = small_database_of_points(counts.tolist(), 20, Fraction(65, 64), cap=10_000)
    released = law.sample(random.Random(7))
    assert len(released) == 20
    assert list(released) == sorted(released)
    assert max(abs(counts[x] / 100_000 - released.count(x) / 20) for x in range(4096)) < 0.1


def test_largest_remainders_give_every_row_a_place():
    assert nearest_small_database((1, 1, 1), 2) == (0, 1)
    assert nearest_small_database((2, 3), 1) == (1,)  # the row that is left
    assert len(nearest_small_database((0, 9, 2), 5)) == 5


INTEGER = "must be an integer of at least"


@pytest.mark.parametrize(("change", "message"), [
    ({"counts": (0, 0)}, "counts must not be all 0"), ({"counts": (1, -1)}, f"counts {INTEGER} 0"),
    ({"output_rows": 0}, f"output_rows {INTEGER} 1"), ({"base": 1}, "base must be above 1"),
    ({"cap": 0}, f"cap {INTEGER} 1")])
def test_what_is_not_allowed_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        small_database_of_points(**({"counts": (1, 1), "output_rows": 2, "base": 2} | change))
    with pytest.raises(ValueError, match="loss must be one that a candidate has"):
        uniform_at_loss((3, 1), 2, 100)


@pytest.mark.parametrize("counts", [(2.0, 1.0), np.array([2.0, 1.0]), None, 5, "ab", ([1], 2), {0: 1}, (True, 1)])
def test_wrong_counts_are_named_also_after_right_ones_which_may_be_an_array(counts):
    for right in ((2, 1), np.array([2, 1])):
        assert nearest_small_database(right, 1) == (0,)
    with pytest.raises(ValueError, match="counts must be"):
        nearest_small_database(counts, 1)


@pytest.mark.parametrize("counts", [*product(range(4), repeat=3), (2, 2, 6, 2), (2, 6, 2, 1), (1, 6, 2, 2)])
@pytest.mark.parametrize("k", [1, 3, 4])
def test_losses_and_their_candidates_are_those_of_all_that_are_listed(counts, k):
    rows, losses = sum(counts), {}
    if not rows:
        return
    for chosen in combinations_with_replacement(range(len(counts)), k):
        loss = max(abs(k * count - rows * chosen.count(cell)) // k for cell, count in enumerate(counts))
        losses.setdefault(loss, []).append(chosen)
    assert loss_counts(counts, k) == {loss: len(losses[loss]) for loss in sorted(losses)}
    for loss, candidates in losses.items():
        law = uniform_at_loss(counts, k, loss).exact()
        assert law == {chosen: Fraction(1, len(candidates)) for chosen in candidates}


def test_loss_counts_count_all_candidates_none_of_which_loses_less_than_its_worst_cell():
    counts = [5, 0, 0, 17, 3, 3, 1, 0]
    for cap in (None, 4, 1000):
        assert sum(loss_counts(counts, 6, cap=cap).values()) == comb(13, 6)
    assert min(loss_counts((2,) * 12 + (6,), 12)) >= 1  # the last cell; the others could say 12 and lose nothing


@pytest.mark.parametrize("counts", [(2, 1), (0, 3, 1), (2, 2, 6, 2), (1, 0, 0, 4, 1)])
@pytest.mark.parametrize(("k", "resolution", "cap"), [(1, 1, None), (2, 3, None), (3, 3, 5), (3, 2, 1), (4, 5, 7)])
def test_laws_at_any_resolution_and_cap_are_those_of_all_that_are_listed(counts, k, resolution, cap):
    rows, losses = sum(counts), {}
    for chosen in combinations_with_replacement(range(len(counts)), k):
        loss = max(resolution * abs(k * count - rows * chosen.count(cell)) // k for cell, count in enumerate(counts))
        losses.setdefault(loss if cap is None else min(loss, cap), []).append(chosen)
    options = {"resolution": resolution, "cap": cap}
    assert list(loss_counts(counts, k, **options).items()) == [(s, len(losses[s])) for s in sorted(losses)]
    weights = {chosen: BASE**-loss for loss, listed in losses.items() for chosen in listed}
    assert small_database_of_points(counts, k, BASE, **options).exact() == {
        chosen: w / sum(weights.values()) for chosen, w in weights.items()}
    for loss, listed in losses.items():
        assert uniform_at_loss(counts, k, loss, **options).exact() == dict.fromkeys(listed, Fraction(1, len(listed)))
    with pytest.raises(ValueError, match="loss must be one that a candidate has"):
        uniform_at_loss(counts, k, min(losses) - 1, **options)


@pytest.mark.parametrize("counts", [(1, 1, 1), (5, 3, 2), (0, 7, 4, 2), (1, 0, 1, 1, 4), (9,), (1, 2, 2, 2)])
@pytest.mark.parametrize("k", [1, 2, 3, 5])
def test_the_nearest_database_has_the_largest_remainders(counts, k):
    share = [Fraction(k * count, sum(counts)) for count in counts]
    said = [int(s) for s in share]
    while sum(said) < k:
        cell = max(range(len(counts)), key=lambda x: (share[x] - said[x], -x))
        said[cell] += 1
    assert nearest_small_database(counts, k) == tuple(x for x, times in enumerate(said) for _ in range(times))


@pytest.mark.parametrize("alpha", [Fraction(1, 9), Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), 1])
@pytest.mark.parametrize(("counts", "k"), [((2, 1), 2), ((4, 2, 0), 3), ((1, 0, 5), 1)])
def test_failures_at_every_accuracy_are_those_of_all_that_are_listed(counts, k, alpha):
    rows, weights, missed = sum(counts), Fraction(0), Fraction(0)
    for chosen in combinations_with_replacement(range(len(counts)), k):
        loss = max(abs(k * count - rows * chosen.count(cell)) for cell, count in enumerate(counts))
        weights += BASE**-loss
        missed += BASE**-loss * (Fraction(loss, k * rows) >= alpha)
    assert small_database_failure(counts, k, alpha, BASE) == missed / weights


@pytest.mark.parametrize("leaves", [1, 2, 3, 5])
def test_the_tree_keeps_the_product_of_powers(leaves):
    tree, mask = _ProductTree(leaves, (1 << 24) - 1), (1 << 24) - 1
    assert tree.root == 0
    factors = [3, 257, 65537, 11, 4097][:leaves]
    for place, factor in enumerate(factors):
        tree.put(place, factor, place)
    assert tree.root == prod(factor**place for place, factor in enumerate(factors)) & mask
    tree.put(leaves - 1, 7, 13)
    assert tree.root == prod(f**i for i, f in enumerate(factors[:-1])) * 7**13 & mask
