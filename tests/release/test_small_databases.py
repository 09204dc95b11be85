"""Small synthetic databases: rows, refusals and degenerate domains."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import ceil, comb, log

import numpy as np
import pytest

from privlearn.exact import TooLargeToEnumerate, Undecided
from privlearn.release import (point_counts, point_queries, small_database_rows, small_database_sanitizer,
                               small_databases)

BASE = Fraction(3, 2)
TENTH = Fraction(1, 10)


def test_number_of_rows_is_the_least_with_a_bound_of_at_most_beta():
    m = small_database_rows(16, 5, 16, Fraction(1, 4), Fraction(1, 10))  # e^(-epsilon alpha m/4) = 2^(-m/4)
    candidates = 10 * comb(20, 5)
    assert candidates**4 <= 2**m
    assert candidates**4 > 2 ** (m - 1)


@pytest.mark.parametrize("database", [[0, 1, 1], np.array([0, 1, 1]), np.array([0, 1, 1], dtype=np.uint8)])
def test_lists_and_integer_arrays_are_databases(database):
    sanitizer = small_database_sanitizer(2, 1, point_queries(2), BASE)
    assert sanitizer(database).exact() == sanitizer((0, 1, 1)).exact()
    assert point_counts(database, 2) == (1, 2)


@pytest.mark.parametrize("database", [None, 5, "ab", [True], [1.0], [-1], [2], [[0]], [None], np.array([0.0]),
                                      np.array(0), np.ones((2, 2), dtype=int), np.array([True]), [np.arange(2)], ()])
def test_wrong_databases_are_named(database):
    for call in (small_database_sanitizer(2, 1, point_queries(2), BASE), lambda rows: point_counts(rows, 2)):
        with pytest.raises(ValueError, match="database must"):
            call(database)


def test_as_many_candidates_as_the_limit_are_listed_and_one_more_is_not(monkeypatch):
    monkeypatch.setattr(small_databases, "LARGEST_SUPPORT", 21)
    for size, rows in ((3, 5), (6, 2)):
        assert len(small_database_sanitizer(size, rows, [{0}], BASE)((0,)).exact()) == 21
    monkeypatch.setattr(small_databases, "LARGEST_SUPPORT", 20)
    for size, rows in ((3, 5), (6, 2)):
        with pytest.raises(TooLargeToEnumerate, match="21"):
            small_database_sanitizer(size, rows, [{0}], BASE)


@pytest.mark.parametrize(("call", "message"), [
    *((lambda size=size, k=k, queries=queries: small_database_sanitizer(size, k, queries, BASE), message)
      for size, k, queries, message in (
        (4096, 20, point_queries(3), "synthetic databases"), (4097, 3, point_queries(4097), str(comb(4099, 3))),
        (4096, 20, point_queries(4096), r"at least 2\^"), (2**256, 2, [{0}], "synthetic databases"),
        (2**256, 10**6, [{0}], "synthetic databases"), (10**4, 10**4, [{0}], "synthetic databases"),
        (2, 10**7, [{0}], "synthetic databases"), (3000, 2, [{0}], "synthetic databases"),
        (2**64 - 1, 1, [{0}], str(2**64 - 1)), (2**64, 1, [{0}], r"at least 2\^64"))),
    *((lambda size=size: point_counts((0, 1), size), "histogram of the domain") for size in (2**40, 2**256))])
def test_what_is_too_large_is_refused_and_not_sampled(call, message):
    with pytest.raises(TooLargeToEnumerate, match=message):
        call()


def test_one_point_needs_rows_for_its_confidence_alone_unless_they_are_a_whole_number():
    assert small_database_rows(1, 7, 2, Fraction(1, 2), TENTH) == 27  # 8 ln 10 / ln 2 = 26.6
    with pytest.raises(Undecided, match="too close to a whole number"):
        small_database_rows(1, 7, 2, 1, Fraction(1, 4))  # 4 ln 4 / ln 2


@pytest.mark.parametrize(("call", "message"), [
    *((lambda queries=queries: small_database_sanitizer(2, 1, queries, BASE), "quer")
      for queries in (None, 5, (), [5], [(0,), 5], [None], ["ab"], [(0.5,)])),
    *((lambda database=database: small_database_sanitizer(3, 2, point_queries(3), BASE)(database), "database must")
      for database in ((), (0, 3), (0, -1), (0, "x"))),
    *((lambda wishes=wishes: small_database_rows(4, 7, *wishes), "need 0 < beta < 1")
      for wishes in ((2, 0, TENTH), (2, TENTH, 0), (2, TENTH, 1), (1, TENTH, TENTH))),
    *((lambda base=base: small_database_sanitizer(2, 1, point_queries(2), base), "base must be above 1")
      for base in (1, Fraction(1, 2)))])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_base_just_above_1_is_allowed_and_one_point_has_one_candidate_of_any_length():
    assert small_database_sanitizer(2, 1, point_queries(2), Fraction(9, 8))((0,)).exact()[0,] == Fraction(9, 17)
    assert len(small_database_sanitizer(1, 5000, [{0}], BASE)((0,)).exact()) == 1


@pytest.mark.parametrize("queries", [[(0, 2)], [(0,), (1, 2)], [(0,), (1,), (2,)]])
@pytest.mark.parametrize(("k", "resolution", "cap"), [(1, 1, None), (2, 3, None), (2, 1, 1), (3, 2, 3)])
def test_candidates_have_the_weights_of_their_losses(queries, k, resolution, cap):
    sanitizer = small_database_sanitizer(3, k, queries, BASE, resolution=resolution, cap=cap)
    assert sanitizer.promise.exp_epsilon == BASE ** (2 * resolution)
    for database in ((0,), (0, 1, 1), (2, 2, 0, 1, 2)):
        m, weights = len(database), {}
        for chosen in combinations_with_replacement(range(3), k):
            error = max(abs(Fraction(sum(x in q for x in database), m) - Fraction(sum(x in q for x in chosen), k))
                        for q in queries)
            loss = int(resolution * m * error)
            weights[chosen] = BASE ** -(loss if cap is None else min(loss, cap))
        assert sanitizer(database).exact() == {chosen: w / sum(weights.values()) for chosen, w in weights.items()}


@pytest.mark.parametrize(("size", "k", "ratio", "alpha", "beta"), [
    (4, 7, 4, 0.3, 0.1), (2, 1, 3, 0.5, 0.01), (16, 5, 2, 1, 0.9), (1, 3, 9, 0.25, 0.5)])
def test_rows_are_where_the_bound_meets_beta(size, k, ratio, alpha, beta):
    wanted = log(comb(size + k - 1, k) / beta) / (alpha / 4 * log(ratio))
    assert small_database_rows(size, k, ratio, alpha, beta) == ceil(wanted)


@pytest.mark.parametrize("levels", [[3], [0, 1, 4], [7, 2, 5], [10, 10**3]])
def test_powers_are_whole_and_proportional(levels):
    found = small_databases.whole_powers(levels, BASE)
    assert sorted(found) == sorted(levels)
    assert all(isinstance(weight, int) for weight in found.values())
    assert {weight * BASE**level for level, weight in found.items()} == {Fraction(3 ** max(levels), 2 ** min(levels))}


@pytest.mark.parametrize(("size", "k"), [(1, 10**6), (2, 10), (3, 2)])
def test_few_candidates_are_listed(size, k):
    if k < 100:
        assert len(small_database_sanitizer(size, k, [(0,)], BASE)((0,)).exact()) == comb(size + k - 1, k)
    small_databases._check_listable(size, k)


def test_candidates_are_counted_up_to_the_limit(monkeypatch):
    for size, k in ((3, 4), (5, 2), (2, 14)):
        monkeypatch.setattr(small_databases, "LARGEST_SUPPORT", 15)
        small_databases._check_listable(size, k)
        monkeypatch.setattr(small_databases, "LARGEST_SUPPORT", 14)
        with pytest.raises(TooLargeToEnumerate, match="15"):
            small_databases._check_listable(size, k)
