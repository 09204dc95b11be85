"""Classes, orders and graphs that the checks of this page share."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product

from privlearn.concepts import Concept, ConceptClass, all_classes, all_functions, boxes, point_functions, thresholds
from privlearn.dimensions.contradictions import Sample, contradict, largest_clique, realised_samples

# The paper's class of Littlestone dimension 2 and clique dimension 3.
TWO_AND_THREE = ConceptClass.from_matrix([[int(bit) for bit in row] for row in
                                          ("0001", "0110", "0111", "1010", "1001", "1110", "1111", "1101")])
LARGER = {"thresholds on 8 points": thresholds(3), "6 points": point_functions(6), "boxes in a square": boxes(1, 2),
          "all functions on 4 points": all_functions(4), "the paper's example": TWO_AND_THREE}
Row = tuple[Concept, ...]


@cache
def small_classes() -> tuple[ConceptClass, ...]:
    return tuple(all_classes(3))


@cache
def clique_of(rows: Row, order: int) -> tuple[Sample, ...]:
    """Return a largest clique of a class, given by its concepts; several checks ask for it."""
    return largest_clique(ConceptClass.from_matrix(rows), order)


def graphs(orders: range = range(1, 4), larger: int = 0) -> Iterator[tuple[Row, int]]:
    """Yield every small class with every order; with ``larger`` also the larger classes with orders up to that."""
    for concepts in small_classes():
        for order in orders:
            yield tuple(concepts.rows()), order
    for concepts in LARGER.values():
        for order in range(1, larger + 1):
            yield tuple(concepts.rows()), order


def class_of(rows: Row) -> ConceptClass:
    return ConceptClass.from_matrix(rows)


def sequences(concepts: ConceptClass, order: int) -> list[Sample]:
    """Return the paper's own vertices: all realised sequences of labelled points, repetitions and orders included."""
    rows = concepts.rows()
    return [tuple(zip(points, labels, strict=True)) for points in product(range(concepts.size), repeat=order)
            for labels in sorted({tuple(row[x] for x in points) for row in rows})]


def cliques_of_cube(points: int, order: int) -> Iterator[tuple[Sample, ...]]:
    """Yield every clique of at least two samples that any class on so many points can have."""
    samples = realised_samples(all_functions(points), order)

    def grown(chosen: tuple[Sample, ...], start: int) -> Iterator[tuple[Sample, ...]]:
        for place in range(start, len(samples)):
            if all(contradict(samples[place], other) for other in chosen):
                longer = (*chosen, samples[place])
                if len(longer) > 1:
                    yield longer
                yield from grown(longer, place + 1)

    return grown((), 0)


def largest_by_growing(vertices: Sequence[Sample]) -> int:
    """Return the size of a largest clique by growing all cliques, one vertex at a time."""
    def grown(size: int, rest: Sequence[Sample]) -> int:
        return max((grown(size + 1, [other for other in rest[place + 1:] if contradict(vertex, other)])
                    for place, vertex in enumerate(rest)), default=size)

    return grown(0, vertices)


def tournament_clique(size: int, order: int) -> tuple[Sample, ...]:
    """Return samples of point functions, the k-th with its one at k and zeros at the players whom k beats.

    In the tournament each of c players beats the next ``(c - 1)/2`` on a circle, rounded down; if c is even, of two
    opposite players the one with the smaller number wins.
    """
    players = min(size, 2 * order - 1)
    return tuple(tuple(sorted([(k, 1), *(((k + step) % players, 0) for step in range(1, (players + 1) // 2)),
                               *[(k + players // 2, 0)] * (players % 2 == 0 and k < players // 2)]))
                 for k in range(players))
