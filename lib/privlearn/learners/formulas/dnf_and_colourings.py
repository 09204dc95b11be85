"""The reduction from colouring a graph to learning DNF properly, executed.

Definitions
-----------
For a graph on the vertices ``0..n-1``, Pitt and Valiant take n variables and the examples

* positive, for each vertex i: every variable 1 except variable i;
* negative, for each edge {i, j}: every variable 1 except variables i and j.

A k-term DNF is consistent with these examples iff the graph has a proper colouring with k colours: a term that covers
no negative example covers the positive ones of an independent set.  So whoever finds consistent 3-term DNF
efficiently decides efficiently which graphs have three colours, which is NP-complete (BBKN14, Section 2.2 and
Observation 2.7).

A set of vertices or of edges is a bit mask; edges are numbered as by :func:`edge_list`.

>>> triangle = graph_mask(3, [(0, 1), (0, 2), (1, 2)])
>>> consistent_dnf_exists(3, triangle, 3), consistent_dnf_exists(3, triangle, 2)
(True, False)
"""

from collections.abc import Iterable
from itertools import combinations, product

import numpy as np

from privlearn.concepts.formulas import Term, literal_sets
from privlearn.exact import TooLargeToEnumerate, as_integer

MOST_VERTICES = 6  # 2^15 graphs


def edge_list(vertices: int) -> list[tuple[int, int]]:
    """Return the pairs ``i < j`` in lexicographic order; the k-th is bit k of a graph."""
    return list(combinations(range(as_integer(vertices, "vertices", least=1)), 2))


def graph_mask(vertices: int, edges: Iterable[tuple[int, int]]) -> int:
    """Return a graph as a bit mask over :func:`edge_list`."""
    number = {edge: k for k, edge in enumerate(edge_list(vertices))}
    mask = 0
    for i, j in edges:
        key = (min(i, j), max(i, j))
        if key not in number:
            raise ValueError(f"edges must join two different vertices 0..{vertices - 1}, got {(i, j)}")
        mask |= 1 << number[key]
    return mask


def colouring_sample(vertices: int, graph: int) -> list[tuple[int, int]]:
    """Return the labelled examples of a graph; points are assignments, variable i being bit i.

    Examples
    --------
    >>> [(format(x, "03b"), y) for x, y in colouring_sample(3, graph_mask(3, [(0, 1)]))]
    [('110', 1), ('101', 1), ('011', 1), ('100', 0)]
    """
    ones = (1 << vertices) - 1
    edges = edge_list(vertices)
    return ([(ones ^ 1 << i, 1) for i in range(vertices)]
            + [(ones ^ 1 << i ^ 1 << j, 0) for k, (i, j) in enumerate(edges) if graph >> k & 1])


def _term_is_true(term: Term, point: int) -> bool:
    return all((point >> variable & 1) == value for variable, value in term)


def _term_signatures(vertices: int) -> list[tuple[int, int]]:
    """Return, for every term, the vertices whose positive and the edges whose negative example it covers."""
    ones, edges = (1 << vertices) - 1, edge_list(vertices)
    found = set()
    for term in literal_sets(vertices, vertices):
        covered = sum(1 << i for i in range(vertices) if _term_is_true(term, ones ^ 1 << i))
        hit = sum(1 << k for k, (i, j) in enumerate(edges) if _term_is_true(term, ones ^ 1 << i ^ 1 << j))
        found.add((covered, hit))
    return sorted(found)


def consistent_dnf_exists(vertices: int, graph: int, terms: int) -> bool:
    """Decide by search over all terms whether a DNF of at most ``terms`` terms fits the examples of one graph."""
    covers = {covered for covered, hit in _term_signatures(vertices) if hit & graph == 0}
    reachable = {0}
    for _ in range(as_integer(terms, "terms", least=0)):
        reachable |= {a | b for a in reachable for b in covers}
    return (1 << vertices) - 1 in reachable


def graphs_with_consistent_dnf(vertices: int, terms: int) -> np.ndarray:
    """Return, for every graph on ``vertices`` vertices, whether some DNF of ``terms`` terms fits its examples.

    Parameters
    ----------
    vertices : int
        At most 6: 32,768 graphs.
    terms : int

    Returns
    -------
    ndarray of bool, shape (2^(n choose 2),)
        Entry g is for the graph with mask g.

    Notes
    -----
    One table (graph, set of covered vertices) is closed under adding a term; all 3^n terms are tried on all graphs.
    """
    n, k = as_integer(vertices, "vertices", least=1), as_integer(terms, "terms", least=0)
    if n > MOST_VERTICES:
        raise TooLargeToEnumerate("the set of graphs", f"2^{n * (n - 1) // 2}", 1 << 15)
    graphs = np.arange(1 << (n * (n - 1) // 2))
    covers = np.zeros((1 << n, len(graphs)), dtype=bool)
    for covered, hit in _term_signatures(n):
        covers[covered] |= (graphs & hit) == 0
    reachable = np.zeros_like(covers)
    reachable[0] = True
    for _ in range(k):
        grown = reachable.copy()
        for a, b in product(range(1 << n), repeat=2):
            if a | b != a:  # adding b to a changes something
                grown[a | b] |= reachable[a] & covers[b]
        reachable = grown
    return reachable[-1]


def colourable_graphs(vertices: int, colours: int) -> np.ndarray:
    """Return, for every graph on ``vertices`` vertices, whether it has a proper colouring with ``colours`` colours.

    Found from the colourings: each excludes exactly the graphs that have an edge within a colour.
    """
    n, k = as_integer(vertices, "vertices", least=1), as_integer(colours, "colours", least=1)
    if n > MOST_VERTICES:
        raise TooLargeToEnumerate("the set of graphs", f"2^{n * (n - 1) // 2}", 1 << 15)
    graphs = np.arange(1 << (n * (n - 1) // 2))
    edges = edge_list(n)
    found = np.zeros(len(graphs), dtype=bool)
    inside = {sum(1 << e for e, (i, j) in enumerate(edges) if colour[i] == colour[j])
              for colour in product(range(k), repeat=n)}
    for mask in inside:
        found |= (graphs & mask) == 0
    return found
