"""Contradictions between samples: the graph whose cliques decide what can be learned privately.

Definitions
-----------
A *sample* is a tuple of labelled points ``(x, y)``, its points rising; a class *realises* it if a concept labels them
so.  Two samples *contradict* each other if some point is labelled 0 in one and 1 in the other.  The *contradiction
graph* of order m has the realised samples of m labelled points as vertices and contradictions as edges.  The paper
takes sequences, in which points may repeat; what a sequence contradicts depends on its set of labelled points alone,
and a larger set contradicts more, so samples on as many points as there can be are enough for every clique.

The *clique number* is the size of a largest clique.  The *fractional clique number* is the largest total weight that
samples can have so that those that agree with any one function on the domain weigh at most 1 together: such samples are
the largest sets without a contradiction.  By duality it is the least total weight of functions of which each sample
agrees with 1 in all.  The *clique dimension* is the largest m for which the clique number is ``2^m``.

>>> from privlearn.concepts import thresholds
>>> [clique_number(thresholds(2), order) for order in (1, 2, 3)], clique_dimension(thresholds(2))
([2, 4, 4], 2)

Source: Alon, Moran, Schefler and Yehudayoff (AMSY24).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.exact import MinimaxProgram, TooLargeToEnumerate, as_integer, solve

Sample = tuple[tuple[int, int], ...]
LARGEST_GRAPH, LARGEST_DOMAIN = 4096, 12  # samples; points whose functions are listed


def realised_samples(concepts: ConceptClass, order: int) -> tuple[Sample, ...]:
    """Return the samples on exactly ``min(order, number of points)`` points that a class realises, in order.

    Parameters
    ----------
    concepts : ConceptClass
    order : int
        At least 1.

    Raises
    ------
    TooLargeToEnumerate
        If there could be more than a few thousand.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> realised_samples(point_functions(2), 1)
    (((0, 0),), ((0, 1),), ((1, 0),), ((1, 1),))
    """
    size = min(as_integer(order, "order", least=1), concepts.size)
    most = comb(concepts.size, size) * min(len(concepts), 2**size)
    if most > LARGEST_GRAPH:
        raise TooLargeToEnumerate("the contradiction graph", most, LARGEST_GRAPH)
    rows = concepts.rows()
    return tuple(tuple(zip(points, labels, strict=True)) for points in combinations(range(concepts.size), size)
                 for labels in sorted({tuple(row[x] for x in points) for row in rows}))


def contradict(left: Sample, right: Sample) -> bool:
    """Tell whether some point is labelled differently in two samples.

    >>> contradict(((0, 0), (2, 1)), ((2, 0),)), contradict(((0, 0),), ((1, 1),))
    (True, False)
    """
    labels = dict(left)
    return any(labels.get(x, y) != y for x, y in right)


def agrees(function: Concept, sample: Sample) -> bool:
    """Tell whether a function labels every point of a sample as it is labelled there.

    Examples
    --------
    >>> agrees((0, 1, 1), ((0, 0), (2, 1))), agrees((0, 1, 1), ((1, 0),))
    (True, False)
    """
    return all(function[x] == y for x, y in sample)


def is_clique(samples: Sequence[Sample], concepts: ConceptClass, order: int) -> bool:
    """Verify a clique from the definition: each sample realised, of at most ``order`` points, and all contradict.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> is_clique([((0, 1), (1, 0)), ((0, 0), (1, 1))], point_functions(2), 2)
    True
    """
    rows = concepts.rows()
    return all(0 < len(dict(sample)) == len(sample) <= order and all(0 <= x < concepts.size for x, _ in sample)
               and any(agrees(row, sample) for row in rows) for sample in samples) and all(
        contradict(left, right) for left, right in combinations(samples, 2))


def largest_clique(concepts: ConceptClass, order: int) -> tuple[Sample, ...]:
    """Return a largest clique of the contradiction graph.

    Raises
    ------
    TooLargeToEnumerate
        As :func:`realised_samples`.

    Notes
    -----
    The search goes through all cliques, but for those that a colouring shows to be no larger than one already found,
    and ends at ``2^order``, the most there can be.  Cost: exponential in the worst case; seconds for 200 samples.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> largest_clique(point_functions(3), 2)
    (((1, 0), (2, 0)), ((1, 0), (2, 1)), ((1, 1), (2, 0)))
    """
    samples = realised_samples(concepts, order)
    edges = [sum(1 << j for j, other in enumerate(samples) if contradict(sample, other)) for sample in samples]
    best: list[int] = []

    def search(chosen: list[int], open_to: int) -> None:
        nonlocal best
        coloured = _coloured(open_to, edges)
        while coloured:
            vertex, colours = coloured.pop()
            if len(best) == 2**order or len(chosen) + colours <= len(best):
                return
            search([*chosen, vertex], open_to & edges[vertex])
            open_to &= ~(1 << vertex)
        if len(chosen) > len(best):
            best = chosen

    search([], (1 << len(samples)) - 1)
    return tuple(samples[vertex] for vertex in sorted(best))


def _coloured(vertices: int, edges: Sequence[int]) -> list[tuple[int, int]]:
    """Return vertices, each with a number of colours that is enough for it and those before it, in rising order."""
    found, colours = [], 0
    while vertices:
        colours, free = colours + 1, vertices
        while free:
            vertex = (free & -free).bit_length() - 1
            found.append((vertex, colours))
            vertices &= ~(1 << vertex)
            free &= ~(edges[vertex] | 1 << vertex)
    return found


def clique_number(concepts: ConceptClass, order: int) -> int:
    """Return the size of a largest clique of the contradiction graph, 0 for the empty class.

    Examples
    --------
    >>> from privlearn.concepts import all_functions
    >>> [clique_number(all_functions(2), order) for order in (1, 2, 3)]
    [2, 4, 4]
    """
    return len(largest_clique(concepts, order))


def clique_dimension(concepts: ConceptClass) -> int:
    """Return the largest m for which the clique number of order m is ``2^m``; 0 for one concept, -1 for none.

    Notes
    -----
    A clique has at most as many samples as there are concepts, as no two are realised by the same one; so only finitely
    many orders have to be tried.

    Examples
    --------
    >>> from privlearn.concepts import all_functions, point_functions
    >>> clique_dimension(all_functions(3)), clique_dimension(point_functions(5))
    (3, 1)
    """
    most = len(concepts).bit_length() - 1
    return max((m for m in range(1, most + 1) if clique_number(concepts, m) == 2**m), default=min(0, most))


@dataclass(frozen=True)
class FractionalClique:
    """The fractional clique number with what proves it from both sides.

    Attributes
    ----------
    value : Fraction
    weights : dict sample -> Fraction
        A fractional clique: those that agree with any one function weigh at most 1 together; their total is ``value``.
    cover : dict function -> Fraction
        A fractional colouring: the functions that agree with any one sample weigh at least 1 together; their total is
        ``value``.
    """

    value: Fraction
    weights: dict[Sample, Fraction]
    cover: dict[Concept, Fraction]


def fractional_clique(concepts: ConceptClass, order: int) -> FractionalClique:
    """Return the fractional clique number of the contradiction graph, exactly.

    Raises
    ------
    ValueError
        If the class is empty.
    TooLargeToEnumerate
        If the graph or the number of functions on the domain is too large.

    Notes
    -----
    It is the inverse of the value of a game: one side draws a sample, the other names a function, and wins if they
    agree.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> [fractional_clique(point_functions(size), 2).value for size in (3, 4, 5, 6)]
    [Fraction(3, 1), Fraction(10, 3), Fraction(10, 3), Fraction(7, 2)]
    """
    if not len(concepts):
        raise ValueError("concepts must not be empty: it realises no sample")
    if concepts.size > LARGEST_DOMAIN:
        raise TooLargeToEnumerate("the functions on the domain", 2**concepts.size, 2**LARGEST_DOMAIN)
    samples, functions = realised_samples(concepts, order), list(product((0, 1), repeat=concepts.size))
    tasks = tuple({place: Fraction(1) for place, sample in enumerate(samples) if agrees(function, sample)}
                  for function in functions)
    solved = solve(MinimaxProgram(blocks=(len(samples),), tasks=tasks))
    value = 1 / solved.value
    return FractionalClique(value, _positive(samples, solved.point, value),
                            _positive(functions, solved.task_weights, value))


def _positive(keys: Iterable, law: Iterable[Fraction], total: Fraction) -> dict:
    return {key: total * p for key, p in zip(keys, law, strict=True) if p}


def is_fractional_clique(found: FractionalClique, concepts: ConceptClass, order: int) -> bool:
    """Verify a fractional clique number from both definitions.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> is_fractional_clique(fractional_clique(point_functions(3), 2), point_functions(3), 2)
    True
    """
    samples, size = realised_samples(concepts, order), concepts.size
    weights, cover = found.weights, found.cover
    return (
        min((*weights.values(), *cover.values())) >= 0
        and sum(weights.values()) == found.value == sum(cover.values())
        and all(is_clique([sample], concepts, order) for sample in weights)
        and all(len(function) == size and set(function) <= {0, 1} for function in cover)
        and all(sum(w for sample, w in weights.items() if agrees(function, sample)) <= 1
                for function in product((0, 1), repeat=size))
        and all(sum(w for function, w in cover.items() if agrees(function, sample)) >= 1 for sample in samples)
    )


def balanced_point(samples: Iterable[Sample]) -> tuple[int, int]:
    """Return a point that occurs often with both labels, and how often at least with each.

    Notes
    -----
    Guarantee: in a clique of c samples, at least two, of at most m points, each label occurs in at least
    ``(c - 1)/(2 m)`` of them (AMSY24, Lemma 17).

    Examples
    --------
    >>> balanced_point([((0, 0), (1, 0)), ((0, 0), (1, 1)), ((0, 1), (1, 0))])
    (0, 1)
    """
    counts: dict[int, list[int]] = {}
    for sample in samples:
        for x, y in sample:
            counts.setdefault(x, [0, 0])[y] += 1
    if not counts:
        raise ValueError("samples must hold a labelled point")
    best = max(sorted(counts), key=lambda x: min(counts[x]))
    return best, min(counts[best])


def tree_from_clique(samples: Sequence[Sample], concepts: ConceptClass) -> MistakeTree:
    """Return the complete mistake tree that splitting a clique at balanced points leads to.

    Notes
    -----
    Guarantee: more than ``(2m + 1)^d`` samples of at most m points give a tree of depth above d (AMSY24, Lemma 18).

    Raises
    ------
    ValueError
        If there is no sample, or one that no concept of the class realises.

    Examples
    --------
    >>> from privlearn.concepts import all_functions
    >>> tree_from_clique(largest_clique(all_functions(2), 2), all_functions(2))
    (0, (1, 0, 1), (1, 2, 3))
    """
    rows = concepts.rows()
    if not samples or not all(any(agrees(row, sample) for row in rows) for sample in samples):
        raise ValueError("samples must be realised by the class, at least one")

    def grown(part: Sequence[Sample]) -> MistakeTree:
        x, least = balanced_point(part)
        if not least:
            return next(number for number, row in enumerate(rows) if agrees(row, part[0]))
        return x, *(grown([sample for sample in part if (x, y) in sample]) for y in (0, 1))

    tree = grown(samples)
    return _cut(tree, _least_depth(tree))


def _least_depth(tree: MistakeTree) -> int:
    return 1 + min(map(_least_depth, tree[1:])) if isinstance(tree, tuple) else 0


def _cut(tree: MistakeTree, depth: int) -> MistakeTree:
    while not depth and isinstance(tree, tuple):
        tree = tree[1]
    return (tree[0], *(_cut(part, depth - 1) for part in tree[1:])) if depth else tree


def clique_from_tree(tree: MistakeTree) -> tuple[Sample, ...]:
    """Return the samples that the paths of a complete mistake tree show: a clique of ``2^depth`` (AMSY24, Lemma 16).

    Examples
    --------
    >>> clique_from_tree((1, (2, 3, 2), (0, 1, 0)))
    (((1, 0), (2, 0)), ((1, 0), (2, 1)), ((0, 0), (1, 1)), ((0, 1), (1, 1)))
    """
    def paths(node: MistakeTree, path: Sample) -> Iterable[Sample]:
        if not isinstance(node, tuple):
            yield tuple(sorted(path))
            return
        for y in (0, 1):
            yield from paths(node[1 + y], (*path, (node[0], y)))

    return tuple(paths(tree, ()))
