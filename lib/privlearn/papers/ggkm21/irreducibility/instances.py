"""Small classes one of each kind, and irreducibility from its definition by trees, slowly."""

from functools import cache

import numpy as np

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.sweeps import classes_up_to_renaming
from privlearn.dimensions.sweeps.places import figures
from privlearn.papers.by_definition import class_of, littlestone_by_definition

Rows = tuple[Concept, ...]
Number = tuple[int, int]  # points, class
ALL = (1 << 2) - 1 + (1 << 4) - 1 + (1 << 8) - 1 + (1 << 16) - 1
EVERY = "all 65,808 classes on one to four points (429 up to renaming points and flipping labels)"


@cache
def kinds() -> tuple[Number, ...]:
    """Return one class of each kind up to renaming and flips, on one to four points, as points and number."""
    return tuple((points, number) for points in range(1, 5) for number in
                 classes_up_to_renaming(points)[0][np.unique(figures(points))].tolist() if number)


@cache
def littlestone(rows: Rows) -> int:
    """Return the Littlestone dimension of some concepts by its definition."""
    return littlestone_by_definition(ConceptClass.from_matrix(rows)) if rows else -1


def rows_of(number: Number) -> Rows:
    return tuple(class_of(number).rows())


def having(rows: Rows, point: int, label: int) -> Rows:
    return tuple(row for row in rows if row[point] == label)


def has_reducing_tree(rows: Rows, depth: int, whole: int) -> bool:
    """Decide from the definition whether some tree of a depth leaves less than a dimension at each of its leaves."""
    return littlestone(rows) < whole or depth > 0 and any(
        all(has_reducing_tree(having(rows, x, b), depth - 1, whole) for b in (0, 1)) for x in range(len(rows[0])))


def deepest(rows: Rows) -> int:
    """Return the largest k for which a class is k-irreducible, the number of points for a single concept."""
    return max(k for k in range(len(rows[0]) + 1) if not has_reducing_tree(rows, k, littlestone(rows)))
