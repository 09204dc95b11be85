"""Vapnik-Chervonenkis dimension.

Definitions
-----------
A class *shatters* a set of points if its concepts show every one of the ``2^k`` patterns on them; the VC dimension
is the size of the largest shattered set, -1 for the empty class (which shatters not even the empty set).

>>> from privlearn.concepts import points
>>> vc_dimension(points(2)), shattered_set(points(2))
(1, (0,))
"""

from __future__ import annotations

from collections.abc import Iterable

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact.rationals import as_integer


def _class(value: object, name: str) -> None:
    if not isinstance(value, ConceptClass):
        raise ValueError(f"{name} must be a ConceptClass, got {value!r}")


def is_shattered(points: Iterable[int], by: ConceptClass) -> bool:
    """Decide from the definition whether the concepts of ``by`` show all patterns on ``points``.

    Parameters
    ----------
    points : iterable of int
        Distinct column numbers.
    by : ConceptClass

    Raises
    ------
    ValueError
        If a point is repeated or outside the domain.
    """
    _class(by, "by")
    if not isinstance(points, Iterable):
        raise ValueError(f"points must be a collection of columns, got {points!r}")
    columns = [as_integer(x, "points", least=0, most=by.size - 1) for x in points]
    if len(set(columns)) != len(columns):
        raise ValueError(f"points must be distinct columns, got {columns}")
    return len({tuple(row[x] for x in columns) for row in by.rows()}) == 2 ** len(columns)


def shattered_set(concepts: ConceptClass) -> tuple[int, ...] | None:
    """Return a largest shattered set as a tuple of columns, ``None`` for the empty class.

    Notes
    -----
    Sets are extended in column order; the concepts with each pattern are kept as bit sets, and a column that fails
    to split one of these cells into two non-empty parts is dropped.  Cost: exponential in the dimension, at most
    ``C(points, dimension + 1)`` extensions.
    """
    _class(concepts, "concepts")
    count = len(concepts)
    if count == 0:
        return None
    masks = [sum(1 << i for i in range(count) if concepts.matrix[i, x]) for x in range(concepts.size)]
    best: tuple[int, ...] = ()
    stack: list[tuple[tuple[int, ...], list[int], int]] = [((), [(1 << count) - 1], 0)]
    while stack:
        chosen, cells, first = stack.pop()
        if len(chosen) > len(best):
            best = chosen
        if min(cell.bit_count() for cell in cells) < 2:
            continue
        for x in reversed(range(first, concepts.size)):
            parts = [cell & masks[x] for cell in cells]
            rest = [cell & ~masks[x] for cell in cells]
            if all(parts) and all(rest):
                stack.append(((*chosen, x), parts + rest, x + 1))
    return best


def vc_dimension(concepts: ConceptClass) -> int:
    """Return the VC dimension; -1 for the empty class."""
    witness = shattered_set(concepts)
    return -1 if witness is None else len(witness)
