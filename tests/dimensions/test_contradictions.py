"""Contradiction graphs: cliques against plain listing, certificates, and what is refused."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

from privlearn.concepts import ConceptClass, all_classes, all_functions, point_functions, thresholds
from privlearn.dimensions import is_mistake_tree, littlestone_dimension, mistake_tree, tree_depth
from privlearn.dimensions.contradictions import (agrees, balanced_point, clique_dimension, clique_from_tree,
                                                 clique_number, contradict, fractional_clique, is_clique,
                                                 is_fractional_clique, largest_clique, realised_samples,
                                                 tree_from_clique)
from privlearn.exact import TooLargeToEnumerate

EMPTY = ConceptClass.from_matrix([[0, 1]]).without(0)


def plain_clique_number(concepts, order):
    samples = realised_samples(concepts, order)
    return max(size for size in range(len(samples) + 1) if any(
        all(any(dict(a).get(x, y) != y for x, y in b) for a, b in combinations(chosen, 2))
        for chosen in combinations(samples, size)))


def test_clique_numbers_are_those_of_plain_listing():
    for concepts in [*all_classes(2), *list(all_classes(3))[::17]]:
        for order in (1, 2, 3):
            clique = largest_clique(concepts, order)
            assert is_clique(clique, concepts, order)
            assert len(clique) == plain_clique_number(concepts, order)


def test_known_clique_numbers_and_dimensions():
    seven = ConceptClass.from_matrix([[int(x >= t) for x in range(7)] for t in range(8)])
    assert [clique_number(seven, order) for order in (1, 2, 3, 4)] == [2, 4, 8, 8]
    assert [clique_number(point_functions(6), order) for order in (1, 2, 3)] == [2, 3, 5]
    assert [clique_number(all_functions(3), order) for order in (1, 2, 3, 4)] == [2, 4, 8, 8]
    assert clique_dimension(EMPTY) == -1
    assert clique_dimension(ConceptClass.from_matrix([[0, 1, 1]])) == 0
    assert [clique_dimension(all_functions(n)) for n in (1, 2, 3)] == [1, 2, 3]
    assert clique_number(EMPTY, 2) == 0


def test_contradictions_and_agreement():
    assert contradict(((0, 1),), ((0, 0), (1, 1)))
    assert not contradict(((0, 1), (2, 0)), ((1, 1), (2, 0)))
    assert agrees((1, 0), ((0, 1), (1, 0)))
    assert not agrees((1, 1), ((0, 1), (1, 0)))


@pytest.mark.parametrize("samples", [
    [((0, 1), (1, 1))], [((0, 1), (0, 1))], [((0, 1), (1, 0)), ((0, 1), (2, 0))], [()], [((0, 0), (3, 0))],
    [((0, 0), (1, 0), (2, 1))]])
def test_what_is_no_clique_is_refused(samples):
    assert not is_clique(samples, point_functions(3), 2)


def test_fractional_cliques_are_proved_from_both_sides():
    found = fractional_clique(point_functions(4), 2)
    assert found.value == Fraction(10, 3)
    assert is_fractional_clique(found, point_functions(4), 2)
    sample, function = next(iter(found.weights)), next(iter(found.cover))
    tenth = Fraction(1, 10)
    for wrong in (replace(found, value=found.value + tenth),
                  replace(found, weights=found.weights | {sample: found.weights[sample] + tenth}),
                  replace(found, weights={s: w * Fraction(101, 100) for s, w in found.weights.items()},
                          cover={f: p * Fraction(101, 100) for f, p in found.cover.items()},
                          value=found.value * Fraction(101, 100)),
                  replace(found, weights={s: w * Fraction(99, 100) for s, w in found.weights.items()},
                          cover={f: p * Fraction(99, 100) for f, p in found.cover.items()},
                          value=found.value * Fraction(99, 100)),
                  replace(found, cover=found.cover | {function: found.cover[function] + 1, (1, 1, 1, 2): Fraction(-1)}),
                  replace(found, weights={**found.weights, ((0, 1), (1, 1)): Fraction(1),
                                          ((0, 1), (2, 1)): Fraction(-1)})):
        assert not is_fractional_clique(wrong, point_functions(4), 2)
    unused = next(s for s in realised_samples(point_functions(4), 2) if s not in found.weights)
    assert is_fractional_clique(replace(found, weights={**found.weights, unused: Fraction(0)}), point_functions(4), 2)
    for no_function in ((1, 1, 1, 2), (1, 1, 1), (1, 1, 1, 1, 1)):
        padded = replace(found, cover={**found.cover, no_function: Fraction(0)})
        assert not is_fractional_clique(padded, point_functions(4), 2)


def test_balanced_points_and_trees():
    assert balanced_point([((0, 0), (1, 0)), ((0, 0), (1, 1)), ((0, 0), (1, 1))]) == (1, 1)
    for concepts in (thresholds(3), all_functions(3), point_functions(5)):
        for order in (1, 2, 3):
            tree = tree_from_clique(largest_clique(concepts, order), concepts)
            assert is_mistake_tree(tree, concepts)
            assert tree_depth(tree) <= littlestone_dimension(concepts)
    assert tree_from_clique([((0, 1),)], thresholds(2)) == 0
    paths = clique_from_tree(mistake_tree(thresholds(3)))
    assert len(paths) == 8
    assert is_clique(paths, thresholds(3), 3)
    assert clique_from_tree(4) == ((),)


@pytest.mark.parametrize(("call", "error", "message"), [
    (lambda: realised_samples(thresholds(2), 0), ValueError, "order must be"),
    (lambda: realised_samples(thresholds(7), 3), TooLargeToEnumerate, "the contradiction graph"),
    (lambda: fractional_clique(EMPTY, 1), ValueError, "concepts must not be empty"),
    (lambda: fractional_clique(point_functions(13), 1), TooLargeToEnumerate, "the functions on the domain"),
    (lambda: balanced_point([]), ValueError, "samples must hold a labelled point"),
    (lambda: tree_from_clique([], thresholds(2)), ValueError, "samples must be realised"),
    (lambda: tree_from_clique([((0, 1), (1, 0))], thresholds(2)), ValueError, "samples must be realised"),
    (lambda: tree_from_clique([((0, 1),), ((0, 1), (1, 0))], thresholds(2)), ValueError, "samples must be realised")])
def test_bad_arguments_are_named(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_as_many_samples_and_points_as_may_be_are_listed(monkeypatch):
    monkeypatch.setattr("privlearn.dimensions.contradictions.LARGEST_GRAPH", 6)
    monkeypatch.setattr("privlearn.dimensions.contradictions.LARGEST_DOMAIN", 3)
    assert len(realised_samples(point_functions(3), 1)) == 6
    assert fractional_clique(point_functions(3), 1).value == 2
    with pytest.raises(TooLargeToEnumerate, match="the contradiction graph has 8 elements"):
        realised_samples(point_functions(4), 1)
    with pytest.raises(TooLargeToEnumerate, match="the functions on the domain has 16 elements"):
        fractional_clique(point_functions(4), 1)
