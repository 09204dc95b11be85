"""The reduction from graph colouring."""

from itertools import combinations, product

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.formulas import (colourable_graphs, colouring_sample, consistent_dnf_exists, dnf_and_colourings,
                                         graph_mask, graphs_with_consistent_dnf)
from privlearn.learners.formulas.dnf_and_colourings import _term_is_true, _term_signatures, edge_list


def test_examples_are_all_ones_but_for_a_vertex_or_the_ends_of_an_edge():
    edges = [(0, 1), (1, 3), (2, 3)]
    assert edge_list(4) == list(combinations(range(4), 2))
    assert graph_mask(4, [(3, 1), *edges]) == 0b110001
    assert colouring_sample(4, 0b110001) == [
        (0b1110, 1), (0b1101, 1), (0b1011, 1), (0b0111, 1), (0b1100, 0), (0b0101, 0), (0b0011, 0)]
    assert colouring_sample(1, 0) == [(0, 1)]
    sample = colouring_sample(4, graph_mask(4, [(0, 3)]))
    assert [(4 - x.bit_count(), y) for x, y in sample] == [(1, 1)] * 4 + [(2, 0)]
    assert edge_list(3) == [(0, 1), (0, 2), (1, 2)]
    assert graph_mask(3, [(2, 0)]) == 0b010


def test_graphs_of_one_and_two_vertices():
    assert not graphs_with_consistent_dnf(2, 0).any()
    assert [consistent_dnf_exists(4, g, 0) for g in range(64)] == graphs_with_consistent_dnf(4, 0).tolist()
    assert colourable_graphs(1, 1).tolist() == [True]  # a single vertex needs one colour
    for edge in ((1, 1), (0, 3)):
        with pytest.raises(ValueError, match="edges must join two different vertices"):
            graph_mask(3, [edge])
    for function in (graphs_with_consistent_dnf, colourable_graphs):
        with pytest.raises(TooLargeToEnumerate):
            function(7, 3)


@pytest.mark.parametrize("function", [graphs_with_consistent_dnf, colourable_graphs])
def test_graphs_with_the_most_vertices_are_listed(monkeypatch, function):
    monkeypatch.setattr(dnf_and_colourings, "MOST_VERTICES", 2)
    assert function(2, 1).tolist() == [True, False]
    with pytest.raises(TooLargeToEnumerate, match="the set of graphs"):
        function(3, 1)


def test_a_term_is_true_where_all_its_literals_are():
    for term in (frozenset(), frozenset({(0, 1)}), frozenset({(0, 1), (2, 0)}), frozenset({(1, 0), (2, 1)})):
        assert [_term_is_true(term, point) for point in range(8)] == [
            all((point >> x) % 2 == y for x, y in term) for point in range(8)]


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_signatures_are_those_of_all_partial_assignments(n):
    edges, found = list(combinations(range(n), 2)), set()
    for wanted in product((0, 1, None), repeat=n):
        def true(*zeros, wanted=wanted):
            return all(w is None or w == (i not in zeros) for i, w in enumerate(wanted))
        found.add((sum(true(i) << i for i in range(n)), sum(true(*edge) << k for k, edge in enumerate(edges))))
    assert _term_signatures(n) == sorted(found)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_graphs_are_coloured_by_trying_all_colourings(n, k):
    edges = list(combinations(range(n), 2))
    colourable = [any(all(c[i] != c[j] for e, (i, j) in enumerate(edges) if graph >> e & 1)
                      for c in product(range(k), repeat=n)) for graph in range(1 << len(edges))]
    assert colourable_graphs(n, k).tolist() == graphs_with_consistent_dnf(n, k).tolist() == colourable
    assert [consistent_dnf_exists(n, graph, k) for graph in range(1 << len(edges))] == colourable


@pytest.mark.parametrize(("ask", "name"), [
    (lambda: edge_list(0), "vertices"), (lambda: consistent_dnf_exists(2, 0, -1), "terms"),
    (lambda: graphs_with_consistent_dnf(0, 1), "vertices"), (lambda: graphs_with_consistent_dnf(1, -1), "terms"),
    (lambda: colourable_graphs(0, 1), "vertices"), (lambda: colourable_graphs(1, 0), "colours")])
def test_numbers_below_the_least_are_refused(ask, name):
    with pytest.raises(ValueError, match=f"{name} must be an integer of at least"):
        ask()
