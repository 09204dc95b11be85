"""Concept classes as 0/1 matrices.

Definitions
-----------
A *concept class* over a finite domain is a matrix with one row for each concept and one column for each point; entry
1 means that the concept contains the point.  Rows are distinct.  Rows and columns are numbered from 0; names are for
people.

>>> ConceptClass.from_matrix([[0, 1], [1, 0], [0, 1]]).matrix.tolist()
[[0, 1], [1, 0]]
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from privlearn.exact import as_integer

Concept = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class ConceptClass:
    """A finite concept class; build it with :meth:`from_matrix`.

    Attributes
    ----------
    matrix : ndarray of uint8, shape (concepts, points)
        Read-only, rows distinct, in order of first appearance.
    point_names, concept_names : tuple
        One hashable name a column / a row.
    """

    matrix: np.ndarray
    point_names: tuple[Hashable, ...]
    concept_names: tuple[Hashable, ...]

    @classmethod
    def from_matrix(cls, array: Any, point_names: Sequence[Hashable] | None = None,
                    concept_names: Sequence[Hashable] | None = None) -> ConceptClass:
        """Build a class from a 0/1 array of shape (concepts, points); repeated rows are dropped.

        Parameters
        ----------
        array : array-like, shape (concepts, points)
            Entries 0 or 1 (booleans allowed); no concepts are allowed, no points are not.
        point_names, concept_names : sequences, optional
            Default: 0, 1, 2, ...

        Raises
        ------
        ValueError
            If the array is not two-dimensional, has no columns, has an entry other than 0 and 1, or names do not fit.

        Examples
        --------
        >>> named = ConceptClass.from_matrix([[0, 1], [1, 1]], point_names=["p", "q"], concept_names=["c", "d"])
        >>> named.rows(), named.point_names
        ([(0, 1), (1, 1)], ('p', 'q'))
        """
        try:
            raw = np.asarray(array)
        except ValueError:
            raise ValueError(f"array must have rows of equal length, got {array!r}") from None
        if raw.ndim != 2 or raw.shape[1] == 0:
            raise ValueError(f"array must have shape (concepts, points) with at least one point, got shape {raw.shape}")
        if raw.dtype.kind not in "buif":
            raise ValueError(f"array must hold numbers 0 and 1, got entries of type {raw.dtype}")
        wrong = np.argwhere((raw != 0) & (raw != 1))
        if len(wrong):
            i, j = (int(k) for k in wrong[0])
            raise ValueError(f"array must hold only 0 and 1, got {raw[i, j]} in row {i}, column {j}")
        matrix = np.ascontiguousarray(raw, dtype=np.uint8)
        seen: dict[bytes, int] = {}
        for i, row in enumerate(matrix):
            seen.setdefault(row.tobytes(), i)
        kept = list(seen.values())
        points = _names(point_names, matrix.shape[1], "point_names")
        concepts = _names(concept_names, matrix.shape[0], "concept_names")
        matrix = matrix[kept]
        matrix.setflags(write=False)
        return cls(matrix, points, tuple(concepts[i] for i in kept))

    def __len__(self) -> int:
        """Return the number of concepts."""
        return int(self.matrix.shape[0])

    @property
    def size(self) -> int:
        """Number of points of the domain."""
        return int(self.matrix.shape[1])

    def __eq__(self, other: object) -> bool:
        """Equality as sets of functions on the same numbered domain (names are not compared)."""
        return isinstance(other, ConceptClass) and self.size == other.size and set(self.rows()) == set(other.rows())

    def __hash__(self) -> int:
        return hash((self.size, frozenset(self.rows())))

    def rows(self) -> list[Concept]:
        """Return the concepts as tuples of bits.

        Examples
        --------
        >>> from privlearn.concepts import initial_segments
        >>> initial_segments(2).rows()
        [(0, 0), (1, 0), (1, 1)]
        """
        return [tuple(row) for row in self.matrix.astype(np.uint8).tolist()]

    def restrict(self, points: Iterable[int]) -> ConceptClass:
        """Return the class of restrictions to the given columns (equal restrictions merge).

        Examples
        --------
        >>> from privlearn.concepts import initial_segments
        >>> initial_segments(3).restrict([0, 2]).rows()
        [(0, 0), (1, 0), (1, 1)]
        """
        columns = [as_integer(x, "points", least=0, most=self.size - 1) for x in points]
        return ConceptClass.from_matrix(self.matrix[:, columns], [self.point_names[x] for x in columns])

    def without(self, concept: int) -> ConceptClass:
        """Return the class without the concept in row ``concept``.

        Examples
        --------
        >>> from privlearn.concepts import initial_segments
        >>> initial_segments(2).without(0).rows()
        [(1, 0), (1, 1)]
        """
        as_integer(concept, "concept", least=0, most=len(self) - 1)
        kept = [i for i in range(len(self)) if i != concept]
        return ConceptClass.from_matrix(self.matrix[kept], self.point_names, [self.concept_names[i] for i in kept])

    def union(self, other: ConceptClass) -> ConceptClass:
        """Return the class of the concepts of both, which must have the same number of points.

        Examples
        --------
        >>> from privlearn.concepts import initial_segments, point_functions
        >>> point_functions(2).union(initial_segments(2)).rows()
        [(1, 0), (0, 1), (0, 0), (1, 1)]
        """
        if not isinstance(other, ConceptClass):
            raise ValueError(f"other must be a ConceptClass, got {other!r}")
        if self.size != other.size:
            raise ValueError(f"other must have {self.size} points, got {other.size}")
        names = [*self.concept_names, *other.concept_names]
        return ConceptClass.from_matrix(np.vstack([self.matrix, other.matrix]), self.point_names, names)


def _names(names: Sequence[Hashable] | None, length: int, argument: str) -> tuple[Hashable, ...]:
    if names is not None and (isinstance(names, str) or not isinstance(names, Iterable)):
        raise ValueError(f"{argument} must be a sequence of names, got {names!r}")
    listed = tuple(range(length)) if names is None else tuple(names)
    if any(not isinstance(name, Hashable) for name in listed):
        raise ValueError(f"{argument} must be hashable, got {listed!r}")
    if len(listed) != length:
        raise ValueError(f"{argument} must have {length} entries, got {len(listed)}")
    return listed
