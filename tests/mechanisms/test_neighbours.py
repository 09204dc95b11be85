"""Neighbour relations against their definitions."""

from collections import Counter
from itertools import product

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.mechanisms import (add_remove_one, all_databases, flip_one_label, labelled_rows, multiset_databases,
                                  neighbours, replace_one, replace_one_unordered)
from privlearn.mechanisms.neighbours import hamming_distance, is_replacement

SMALL = [database for n in range(4) for database in product((0, 1, 2), repeat=n)]


def test_replace_one_is_hamming_distance_one_in_both_orders():
    expected = {(left, right) for left, right in product(SMALL, repeat=2)
                if len(left) == len(right) and hamming_distance(left, right) == 1}
    assert set(replace_one(SMALL)) == expected


def test_add_remove_one_deletes_one_position_in_both_orders():
    def deletes(larger, smaller):
        return any((*larger[:i], *larger[i + 1:]) == smaller for i in range(len(larger)))

    expected = {(left, right) for left, right in product(SMALL, repeat=2)
                if deletes(left, right) or deletes(right, left)}
    assert set(add_remove_one(SMALL)) == expected


@pytest.mark.parametrize("relation", [replace_one, add_remove_one, replace_one_unordered])
def test_one_database_has_no_neighbours_and_no_pair_is_listed_twice(relation):
    assert relation([(0, 1)]) == relation([]) == relation([()]) == []
    pairs = relation(SMALL if relation != replace_one_unordered else multiset_databases((0, 1, 2), 3))
    assert len(pairs) == len(set(pairs))


def test_pairs_of_labelled_rows_and_of_multisets():
    pairs = flip_one_label(all_databases(labelled_rows(2), 2))
    assert all([x for x, _ in left] == [x for x, _ in right] for left, right in pairs)
    assert len(pairs) == 2 * 16
    databases = multiset_databases((0, 1, 2), 3)
    expected = {(left, right) for left, right in product(databases, repeat=2)
                if sum((Counter(left) - Counter(right)).values()) == 1}
    assert set(replace_one_unordered(databases)) == expected


@pytest.mark.parametrize(("relation", "databases", "pairs"), [
    (replace_one, [(0,), (2,)], [((0,), (2,)), ((2,), (0,))]),  # rows come from the given databases only
    (replace_one, [(0,), (0,), (1,)], [((0,), (1,)), ((1,), (0,))]),
    (replace_one, [[0], [1]], [((0,), (1,)), ((1,), (0,))]), (add_remove_one, [(), (0,)], [((0,), ()), ((), (0,))])])
def test_pairs_of_few_databases(relation, databases, pairs):
    assert relation(databases) == pairs


def test_databases_are_listed_once_each():
    assert len(all_databases((0, 1, 2), 3)) == 27
    multisets = {frozenset(Counter(database).items()) for database in all_databases((0, 1, 2), 3)}
    assert len(multiset_databases((0, 1, 2), 3)) == len(multisets)
    for listed in (all_databases, multiset_databases):
        assert listed((0, 1), 0) == listed((), 0) == [()]
        assert listed((), 2) == []
    assert labelled_rows(2) == [(0, 0), (0, 1), (1, 0), (1, 1)]


@pytest.mark.parametrize(("call", "rule"), [
    (lambda: replace_one(5), "databases must be a collection"), (lambda: replace_one([5]), "tuples of hashable rows$"),
    (lambda: replace_one(["ab"]), "tuples of hashable rows$"),
    (lambda: replace_one([([1],)]), "tuples of hashable rows"),
    (lambda: add_remove_one([0]), "tuples of hashable rows"),
    (lambda: replace_one_unordered([(0, 1), (1, 0)]), "distinct as multisets"),
    (lambda: flip_one_label([(0,), (1,)]), "labelled rows"), (lambda: flip_one_label([("ab",)]), "labelled rows"),
    (lambda: flip_one_label([((0, 1, 1),)]), "labelled rows"),
    (lambda: hamming_distance((0,), (0, 1)), "same length, got 1 and 2"),
    (lambda: hamming_distance(3, 4), "tuples of hashable rows"),
    (lambda: all_databases((0, 1), -1), "size must be an integer of at least 0"),
    (lambda: all_databases(5, 1), "rows must be a collection"),
    (lambda: labelled_rows(0), "size must be an integer of at least 1"),
    (lambda: multiset_databases((0, 1), -1), "size must")])
def test_bad_arguments_are_value_errors(call, rule):
    with pytest.raises(ValueError, match=rule):
        call()


def test_as_many_databases_as_the_limit_are_listed_and_one_more_is_not(monkeypatch):
    for build, rows, size in ((all_databases, (0, 1), 40), (multiset_databases, range(1000), 1000)):
        with pytest.raises(TooLargeToEnumerate):
            build(rows, size)
    monkeypatch.setattr(neighbours, "LARGEST_COLLECTION", 4)
    assert len(all_databases((0, 1), 2)) == len(multiset_databases((0, 1), 3)) == 4
    for build, rows, size, found in ((all_databases, range(5), 1, "5"), (multiset_databases, (0, 1), 4, "5")):
        with pytest.raises(TooLargeToEnumerate, match=found):
            build(rows, size)


@pytest.mark.parametrize("neighbours", [flip_one_label, None])
def test_there_are_two_relations(neighbours):
    assert [is_replacement(r) for r in (replace_one, replace_one_unordered, add_remove_one)] == [True, True, False]
    with pytest.raises(ValueError, match="neighbours must be replace_one or add_remove_one, got"):
        is_replacement(neighbours)
