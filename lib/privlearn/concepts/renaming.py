"""Classes that are points or thresholds under other names.

Definitions
-----------
A *renaming* of a class C on X into a class on ``0..size - 1`` is a function f on X (the *flips*) and a map g from X to
``0..size - 1`` (the *places*) such that every concept of C is ``x -> f(x) + c(g(x))`` modulo 2 for a concept c of the
other class.  A labelled row ``(x, y)`` becomes ``(g(x), y + f(x))``, a hypothesis h becomes ``x -> f(x) + h(g(x))``.
Neighbours stay neighbours, independent rows stay independent, and every error stays what it is, whether a concept has
made the labels or not: with as many rows, what learns the other class learns C, as privately.  Points that no concept
tells apart may have one place, concepts of the other class may be missing in C.

*Points*: concept i of C is 1 at place i alone, and place ``len(C)`` is left for what is always 0.  There is such a
renaming iff at every point of X at most one concept differs from the others: then the sets of the points at which the
concepts differ from f are disjoint.  f may be what most of them have.

*Thresholds*: the concept of rank i is 1 at the places below i, i = 0..len(C) - 1.  There is such a renaming iff the
concepts, flipped by one of them, are a chain of sets.  In a chain that a flip has made, the concept farthest from a
given one, in points at which they differ, is the first or the last; flipped by it, the class is a chain from the empty
set on.  So one concept has to be tried.

>>> from privlearn.concepts import ConceptClass, thresholds
>>> hidden = ConceptClass.from_matrix([[1, 1, 0], [1, 0, 1], [0, 0, 1]])
>>> renamed_thresholds(hidden)
Renaming(flips=(0, 0, 1), places=(0, 1, 1), ranks=(2, 1, 0), size=3)
>>> renamed_points(thresholds(2)) is None
True
"""

from dataclasses import dataclass

import numpy as np

from privlearn.concepts.concept_class import Concept, ConceptClass


@dataclass(frozen=True)
class Renaming:
    """Flips and places of the points, ranks of the concepts among those of the other class, and its number of points.

    Attributes
    ----------
    flips : tuple of bits
        One for each point; 1: labels are exchanged there.
    places : tuple of int
        One for each point, in ``0..size - 1``.
    ranks : tuple of int
        One for each concept: its number in the other class.
    size : int
    """

    flips: Concept
    places: tuple[int, ...]
    ranks: tuple[int, ...]
    size: int


def renamed_points(concepts: ConceptClass) -> Renaming | None:
    """Return a renaming into the points, ``None`` if there is none or no concept.

    Examples
    --------
    >>> from privlearn.concepts import points
    >>> renamed_points(points(1))
    Renaming(flips=(0, 0), places=(0, 1), ranks=(0, 1), size=3)
    """
    count, matrix = len(concepts), concepts.matrix
    if not count:
        return None
    flips = (2 * matrix.sum(axis=0, dtype=np.int64) > count).astype(np.uint8)
    differs = matrix ^ flips
    if (differs.sum(axis=0, dtype=np.int64) > 1).any():
        return None
    places = np.where(differs.any(axis=0), differs.argmax(axis=0), count)
    return Renaming(_whole(flips), _whole(places), tuple(range(count)), count + 1)


def renamed_thresholds(concepts: ConceptClass) -> Renaming | None:
    """Return a renaming into the thresholds, ``None`` if there is none or no concept.

    Examples
    --------
    >>> from privlearn.concepts import T3
    >>> renamed_thresholds(T3)
    Renaming(flips=(1, 1), places=(0, 1), ranks=(2, 1, 0), size=3)
    """
    count, matrix = len(concepts), concepts.matrix
    if not count:
        return None
    flips = matrix[(matrix ^ matrix[0]).sum(axis=1, dtype=np.int64).argmax()]
    flipped = matrix ^ flips
    order = np.argsort(flipped.sum(axis=1, dtype=np.int64), kind="stable")
    if (flipped[order[:-1]] > flipped[order[1:]]).any():
        return None
    places = count - 1 - flipped.sum(axis=0, dtype=np.int64)
    return Renaming(_whole(flips), _whole(places), _whole(np.argsort(order)), count)


def _whole(values: np.ndarray) -> tuple[int, ...]:
    return tuple(int(value) for value in values)


def is_renaming_of_points(renaming: Renaming, concepts: ConceptClass) -> bool:
    """Decide from the definition whether concept i is 1 at place i alone, but for the flips.

    Examples
    --------
    >>> from privlearn.concepts import points
    >>> is_renaming_of_points(renamed_points(points(2)), points(2))
    True
    """
    return _fits(renaming, concepts) and all(
        bit == f ^ (g == rank) for row, rank in zip(concepts.rows(), renaming.ranks, strict=True)
        for bit, f, g in zip(row, renaming.flips, renaming.places, strict=True))


def is_renaming_of_thresholds(renaming: Renaming, concepts: ConceptClass) -> bool:
    """Decide from the definition whether the concept of rank i is 1 at the places below i, but for the flips.

    Examples
    --------
    >>> from privlearn.concepts import initial_segments
    >>> is_renaming_of_thresholds(renamed_thresholds(initial_segments(3)), initial_segments(3))
    True
    """
    return _fits(renaming, concepts) and all(
        bit == f ^ (g < rank) for row, rank in zip(concepts.rows(), renaming.ranks, strict=True)
        for bit, f, g in zip(row, renaming.flips, renaming.places, strict=True))


def _fits(renaming: Renaming, concepts: ConceptClass) -> bool:
    sizes = len(renaming.flips) == len(renaming.places) == concepts.size and len(renaming.ranks) == len(concepts)
    return sizes and all(0 <= place < renaming.size for place in renaming.places) and all(
        0 <= rank < renaming.size for rank in renaming.ranks)
