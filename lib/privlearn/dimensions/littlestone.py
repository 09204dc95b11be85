"""Littlestone's dimension, with the tree that proves it.

Definitions
-----------
*Littlestone's dimension* is the largest depth of a complete mistake tree (:mod:`~privlearn.dimensions.mistake_trees`),
-1 for the empty class (which has no leaf to offer).  Source: FX15, Section 2.5.

>>> from privlearn.concepts import thresholds
>>> littlestone_dimension(thresholds(2)), mistake_tree(thresholds(2))
(2, (1, (2, 3, 2), (0, 1, 0)))

The search decides for k = 1, 2, ... whether a set S of concepts has a complete tree of depth k. It has none if S has
fewer than ``2^k`` concepts, and only a point whose two halves of S both have at least ``2^(k-1)`` can be its root. A
point whose smaller half is below two is dropped from the whole subtree, and so is one that splits S as another point
does; dropping at a higher bar would be wrong, as a lopsided point may split well further down. What was found for a
set is remembered under the set itself, so the answer is exact. Two programs do this: plain Python on big integers,
here, and :mod:`~privlearn.dimensions.compiled.littlestone`, for classes with thousands of concepts.
"""

from dataclasses import dataclass, field

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bitsets import column_masks
from privlearn.dimensions.bounds import (LITTLESTONE_DIMENSION, OVERHEAD, DimensionBounds, Progress, Stopped, as_class,
                                         run_search)
from privlearn.dimensions.mistake_trees import MistakeTree, read_tree


def littlestone_dimension(concepts: ConceptClass, *, limit: int | None = None, solver: str = "auto") -> int:
    """Return Littlestone's dimension; -1 for the empty class.

    Parameters
    ----------
    concepts : ConceptClass
    limit : int, optional
        Steps of the search; the default allows some seconds.
    solver : {"auto", "plain", "compiled"}

    Raises
    ------
    LimitReached
        If the limit is met; the error carries ``lower``, ``upper`` and ``witness``.

    Notes
    -----
    Cost: exponential in the worst case; under a second for most named classes up to 4096 x 4096. Source: FX15, Section
    2.5.

    >>> from privlearn.concepts import lines, point_functions
    >>> littlestone_dimension(point_functions(9)), littlestone_dimension(lines(5))
    (1, 2)
    """
    return littlestone_bounds(concepts, limit=limit, solver=solver).proved().lower


def mistake_tree(concepts: ConceptClass, *, limit: int | None = None, solver: str = "auto") -> MistakeTree:
    """Return a complete mistake tree of the largest depth, ``None`` for the empty class.

    Raises
    ------
    LimitReached
        If the dimension was not found within the limit; the error's ``witness`` is the deepest tree found.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> mistake_tree(point_functions(2)), mistake_tree(point_functions(1))
    ((0, 1, 0), 0)
    """
    return littlestone_bounds(concepts, limit=limit, solver=solver).proved().witness


def littlestone_bounds(concepts: ConceptClass, *, limit: int | None = None, solver: str = "auto",
                       progress: Progress | None = None) -> DimensionBounds:
    """Bound Littlestone's dimension within a limit of work; the witness is a complete mistake tree of depth ``lower``.

    Parameters
    ----------
    limit : int, optional
        Steps; 0 gives what is known without a search.
    progress : callable, optional
        Called with (lower, upper, steps) now and then; the search ends if it returns ``True``.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> known = littlestone_bounds(thresholds(4), limit=0)
    >>> known.lower, known.upper, known.witness
    (1, 4, (0, 1, 0))
    """
    if (size := len(as_class(concepts))) <= 1:
        return DimensionBounds(LITTLESTONE_DIMENSION, size - 1, size - 1, 0 if size else None, 0)

    def compiled(most: int) -> DimensionBounds:
        from privlearn.dimensions.compiled.littlestone import compiled_bounds

        return compiled_bounds(concepts, most, progress)

    return run_search(concepts, solver, limit, lambda most: _plain_bounds(concepts, most, progress), compiled)


@dataclass
class LittlestoneSearch:
    """The plain search: sets of concepts are integers."""

    columns: list[int]
    limit: int
    steps: int = 0
    known: dict[int, tuple[int, int, int]] = field(default_factory=dict)  # set -> (lower, upper, splitting point)

    def reaches(self, members: int, depth: int, points: list[int]) -> bool:
        """Has the set of concepts a complete tree of this depth?  ``points``: those that may still split it.

        Examples
        --------
        >>> search = LittlestoneSearch([0b1010, 0b1100], 10**6)  # all functions on two points
        >>> search.reaches(0b1111, 2, [0, 1]), search.reaches(0b0111, 2, [0, 1])
        (True, False)
        """
        size = members.bit_count()
        if size < 1 << depth or depth <= 1:
            return size >= 1 << depth
        lower, upper, split = self.known.get(members, (1, size.bit_length() - 1, -1))
        if depth <= lower or depth > upper:
            return depth <= lower
        useful = self.splits(members, size, points)
        left_over = self.worth_keeping(useful, depth)
        for smaller, part, x in sorted(useful, reverse=True):
            if smaller < 1 << (depth - 1):
                break
            if self.reaches(part, depth - 1, left_over) and self.reaches(members ^ part, depth - 1, left_over):
                self.known[members] = depth, upper, x
                return True
        self.known[members] = lower, depth - 1, split
        return False

    def dimension(self, members: int) -> int:
        """Return Littlestone's dimension of a set of concepts.

        Examples
        --------
        >>> search = LittlestoneSearch([0b1010, 0b1100], 10**6)  # all functions on two points
        >>> [search.dimension(members) for members in (0b1111, 0b0111, 0b0001, 0)]
        [2, 1, 0, -1]
        """
        points = list(range(len(self.columns)))
        depth = -1
        while self.reaches(members, depth + 1, points):
            depth += 1
        return depth

    def worth_keeping(self, useful: list[tuple[int, int, int]], depth: int) -> list[int]:
        """Return the points that may be of use below the root of a tree of this depth: all that split off two."""
        return [x for _, _, x in useful]

    def splits(self, members: int, size: int, points: list[int]) -> list[tuple[int, int, int]]:
        """Return (size of the smaller half, that half, point) for the points that split off at least two concepts.

        Examples
        --------
        >>> LittlestoneSearch([0b1010, 0b1100], 10**6).splits(0b1111, 4, [0, 1])
        [(2, 10, 0), (2, 12, 1)]
        """
        self.steps += len(points) * (OVERHEAD + members.bit_length() // 64 + 1)
        if self.steps > self.limit:
            raise Stopped
        first = members & -members
        found: dict[int, tuple[int, int, int]] = {}
        for x in points:
            part = members & self.columns[x]
            if part & first:
                part ^= members  # one name for both a split and its mirror image
            ones = part.bit_count()
            if 2 <= ones <= size - 2 and part not in found:
                found[part] = (ones, part, x) if 2 * ones <= size else (size - ones, members ^ part, x)
        return list(found.values())


def _plain_bounds(concepts: ConceptClass, limit: int, progress: Progress | None) -> DimensionBounds:
    columns = column_masks(concepts.matrix)
    search = LittlestoneSearch(columns, limit)
    everything = (1 << len(concepts)) - 1
    lower, upper = 1, len(concepts).bit_length() - 1
    try:
        while lower < upper:
            if search.reaches(everything, lower + 1, list(range(concepts.size))):
                lower += 1
            else:
                upper = lower
            if progress is not None and progress(lower, upper, search.steps) is True:
                break
    except Stopped:
        pass
    splits = {members: (low, x) for members, (low, _, x) in search.known.items()}
    return DimensionBounds(LITTLESTONE_DIMENSION, lower, upper, read_tree(concepts, splits, lower), search.steps)
