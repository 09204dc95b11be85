"""The reduction from graph colouring."""

import pytest

from privlearn.exact import TooLargeToEnumerate
from privlearn.learners.formulas import (colourable_graphs, colouring_sample, consistent_dnf_exists, dnf_and_colourings,
                                         graph_mask, graphs_with_consistent_dnf)
from privlearn.learners.formulas.dnf_and_colourings import edge_list


def test_examples_have_one_or_two_zeros():
    sample = colouring_sample(4, graph_mask(4, [(0, 3)]))
    assert [(4 - x.bit_count(), y) for x, y in sample] == [(1, 1)] * 4 + [(2, 0)]


def test_edges_are_numbered_lexicographically():
    assert edge_list(3) == [(0, 1), (0, 2), (1, 2)]
    assert graph_mask(3, [(2, 0)]) == 0b010


@pytest.mark.parametrize(("colours", "count"), [(1, 1), (2, 7), (3, 8)])
def test_colourable_graphs_on_three_vertices(colours, count):
    assert colourable_graphs(3, colours).sum() == count


@pytest.mark.parametrize("terms", [0, 1, 2, 3])
def test_the_search_on_one_graph_agrees_with_the_table(terms):
    table = graphs_with_consistent_dnf(4, terms)
    assert [consistent_dnf_exists(4, g, terms) for g in range(64)] == table.tolist()


def test_no_term_covers_no_vertex():
    assert not graphs_with_consistent_dnf(2, 0).any()
    assert graphs_with_consistent_dnf(1, 1).all()


def test_a_single_vertex_needs_one_colour():
    assert colourable_graphs(1, 1).tolist() == [True]


def test_loops_and_unknown_vertices_are_refused():
    for edge in ((1, 1), (0, 3)):
        with pytest.raises(ValueError, match="edges must join two different vertices"):
            graph_mask(3, [edge])


def test_seven_vertices_are_too_many():
    for function in (graphs_with_consistent_dnf, colourable_graphs):
        with pytest.raises(TooLargeToEnumerate):
            function(7, 3)


@pytest.mark.parametrize("function", [graphs_with_consistent_dnf, colourable_graphs])
def test_graphs_with_the_most_vertices_are_listed(monkeypatch, function):
    monkeypatch.setattr(dnf_and_colourings, "MOST_VERTICES", 2)
    assert function(2, 1).tolist() == [True, False]
    with pytest.raises(TooLargeToEnumerate, match="the set of graphs"):
        function(3, 1)
