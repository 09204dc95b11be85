"""Version spaces: the concepts that agree with all labels seen.

Definitions
-----------
A version space is a set of rows of a class, kept as an integer whose bit i stands for row i.

>>> from privlearn.concepts import point_functions
>>> spaces = VersionSpaces(point_functions(3))
>>> spaces.everything, spaces.agreeing(0b111, 1, 0), spaces.rows(0b101)
(7, 5, (0, 2))
"""

from collections.abc import Iterator

import numpy as np

from privlearn.concepts import ConceptClass


class VersionSpaces:
    """The version spaces of one class.

    Parameters
    ----------
    concepts : ConceptClass
        Not empty.
    """

    def __init__(self, concepts: ConceptClass):
        if not isinstance(concepts, ConceptClass):
            raise ValueError(f"concepts must be a ConceptClass, got {concepts!r}")
        if len(concepts) == 0:
            raise ValueError("concepts must not be empty: labels have to come from some concept")
        packed = np.packbits(concepts.matrix, axis=0, bitorder="little").T
        self.points = concepts.size
        self.everything = (1 << len(concepts)) - 1
        self._ones = [int.from_bytes(column.tobytes(), "little") for column in packed]

    def agreeing(self, space: int, point: int, label: int) -> int:
        """Return the concepts of a version space that have this label at the point."""
        return space & self._ones[point] if label else space & ~self._ones[point]

    def splits(self, space: int) -> Iterator[tuple[int, int, int]]:
        """Yield (point, concepts with label 0, concepts with label 1) for the points on which the space is divided."""
        for x, column in enumerate(self._ones):
            if 0 != space & column != space:
                yield x, space & ~column, space & column

    def rows(self, space: int) -> tuple[int, ...]:
        """Return the row numbers in a version space."""
        return tuple(i for i in range(self.everything.bit_length()) if space >> i & 1)
