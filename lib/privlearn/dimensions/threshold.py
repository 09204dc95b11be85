"""Threshold dimension: the longest chain of concepts and points that looks like thresholds.

Definitions
-----------
The *threshold dimension* is the largest length of a threshold sequence of the class
(:mod:`~privlearn.dimensions.threshold_sequences`), 0 for the empty class.

>>> from privlearn.concepts import thresholds
>>> threshold_dimension(thresholds(2)), threshold_sequence(thresholds(2))
(4, ((0, 0), (1, 1), (2, 2), (3, 3)))

The search grows sequences from the front. What is left after some pairs is a set A of concepts, 0 on all chosen
points, and a set B of points, 1 under all chosen concepts; only how the concepts of A look on B matters. Concepts that
look alike on B, or points alike on A, count once. The next concept may be taken maximal on B, and the next point
minimal on A: one that is smaller (larger) cannot come later, so exchanging it costs nothing. Two programs do this:
plain Python on big integers, here, and :mod:`~privlearn.dimensions.compiled.threshold`. The dimension is at most the
rank of the class over GF(2) (:mod:`~privlearn.dimensions.rank`), and below ``2^(d+1)`` if d is Littlestone's, because k
thresholds have Littlestone dimension ``floor(log2 k)``.
"""

from dataclasses import dataclass, field

from privlearn.concepts import ConceptClass
from privlearn.dimensions.bitsets import column_masks, row_masks
from privlearn.dimensions.bounds import (OVERHEAD, THRESHOLD_DIMENSION, DimensionBounds, Progress, Stopped, as_class,
                                         run_search)
from privlearn.dimensions.littlestone import littlestone_bounds
from privlearn.dimensions.rank import MOST_STEPS, bounded_rank
from privlearn.dimensions.threshold_sequences import Pairs, greedy_sequence


def threshold_dimension(concepts: ConceptClass, *, limit: int | None = None, solver: str = "auto") -> int:
    """Return the threshold dimension; 0 for the empty class.

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

    Examples
    --------
    >>> from privlearn.concepts import lines, point_functions
    >>> threshold_dimension(lines(3)), threshold_dimension(point_functions(5))
    (2, 1)
    """
    return threshold_bounds(concepts, limit=limit, solver=solver).proved().lower


def threshold_sequence(concepts: ConceptClass, *, limit: int | None = None, solver: str = "auto") -> Pairs:
    """Return a longest threshold sequence, pairs (row of the concept, column of the point).

    Raises
    ------
    LimitReached
        If the dimension was not found within the limit; the error's ``witness`` is the longest sequence found.

    Examples
    --------
    >>> from privlearn.concepts import points, thresholds
    >>> threshold_sequence(thresholds(1)), threshold_sequence(points(2))
    (((0, 0), (1, 1)), ((0, 0),))
    """
    witness: Pairs = threshold_bounds(concepts, limit=limit, solver=solver).proved().witness
    return witness


def threshold_bounds(concepts: ConceptClass, *, limit: int | None = None, solver: str = "auto",
                     progress: Progress | None = None, littlestone: DimensionBounds | None = None) -> DimensionBounds:
    """Bound the threshold dimension within a limit of work; the witness is a sequence of ``lower`` pairs.

    Parameters
    ----------
    limit : int, optional
        Steps; 0 gives what is known without a search.
    progress : callable, optional
        Called with (lower, upper, steps) now and then; the search ends if it returns ``True``.
    littlestone : DimensionBounds, optional
        What is known of Littlestone's dimension, if it was sought before; its steps do not count again.

    Examples
    --------
    >>> known = threshold_bounds(ConceptClass.from_matrix([[1, 1], [0, 1]]), limit=0)
    >>> known.lower, known.upper, known.witness
    (2, 2, ((0, 0), (1, 1)))
    """
    best = greedy_sequence(as_class(concepts))
    upper = min(len(set(column_masks(concepts.matrix))), len(concepts)) if best else 0
    if len(best) == upper:
        return DimensionBounds(THRESHOLD_DIMENSION, upper, upper, best, 0)
    rank, spent = bounded_rank(concepts, MOST_STEPS if limit is None else min(limit, MOST_STEPS))
    upper = upper if rank is None else min(upper, rank)
    if len(best) == upper:
        return DimensionBounds(THRESHOLD_DIMENSION, upper, upper, best, spent)
    if littlestone is None:
        littlestone = littlestone_bounds(concepts, limit=limit, solver=solver)
        spent += littlestone.steps
    upper = min(upper, (2 << littlestone.upper) - 1)
    if progress is not None and progress(len(best), upper, spent) is True:
        return DimensionBounds(THRESHOLD_DIMENSION, len(best), upper, best, spent)

    def compiled(most: int) -> DimensionBounds:
        from privlearn.dimensions.compiled.threshold import compiled_bounds

        return compiled_bounds(concepts, best, upper, spent, most, progress)

    return run_search(concepts, solver, limit, lambda most: _plain_bounds(concepts, best, upper, spent, most,
                                                                          progress), compiled)


@dataclass
class _Search:
    """The plain search: sets of concepts and of points are integers."""

    rows: list[int]
    columns: list[int]
    limit: int
    steps: int = 0
    known: dict[tuple[int, int], int] = field(default_factory=dict)  # (concepts, points) -> no chain longer than this

    def chain(self, concepts: list[int], points: list[int], length: int) -> Pairs | None:
        """Return a threshold sequence of this length in the given rows and columns, ``None`` if there is none."""
        if length == 0:
            return ()
        concepts, points = self.distinct(concepts, points)
        if min(len(concepts), len(points)) < length:
            return None
        all_rows, all_columns = sum(1 << h for h in concepts), sum(1 << x for x in points)
        if self.known.get((all_rows, all_columns), length) < length:
            return None
        found = self.first_pair(concepts, points, all_rows, all_columns, length)
        if found is None:
            self.known[all_rows, all_columns] = length - 1
        return found

    def first_pair(self, concepts: list[int], points: list[int], all_rows: int, all_columns: int,
                   length: int) -> Pairs | None:
        """Try every maximal concept with every minimal point as the first pair."""
        ranked = sorted(concepts, key=lambda h: -(self.rows[h] & all_columns).bit_count())
        maximal: list[int] = []
        for h in ranked:
            own = self.rows[h] & all_columns
            if own.bit_count() < length or any(own | other == other for other in maximal):
                continue
            maximal.append(own)
            below = [x for x in points if own >> x & 1]
            for x in self.minimal(below, all_rows):
                rest = [g for g in concepts if not self.columns[x] >> g & 1]
                if len(rest) < length - 1:
                    continue
                found = self.chain(rest, below, length - 1)
                if found is not None:
                    return ((h, x), *found)
        return None

    def minimal(self, points: list[int], all_rows: int) -> list[int]:
        """Return the points whose concepts, among these rows, contain no other point's."""
        kept: list[tuple[int, int]] = []
        for x in sorted(points, key=lambda x: (self.columns[x] & all_rows).bit_count()):
            own = self.columns[x] & all_rows
            if not any(own & other == other for other, _ in kept):
                kept.append((own, x))
        return [x for _, x in kept]

    def distinct(self, concepts: list[int], points: list[int]) -> tuple[list[int], list[int]]:
        """Keep one concept of those alike on the points, and one point of those alike on the concepts, none empty."""
        words = len(self.columns) // 64 + 1, len(self.rows) // 64 + 1
        self.steps += 4 * (len(concepts) * (OVERHEAD + words[0]) + len(points) * (OVERHEAD + words[1]))
        if self.steps > self.limit:
            raise Stopped
        while True:
            on_points, on_rows = sum(1 << x for x in points), sum(1 << h for h in concepts)
            looks = {self.rows[h] & on_points: h for h in reversed(concepts)}
            shown = {self.columns[x] & on_rows: x for x in reversed(points)}
            looks.pop(0, None)
            shown.pop(0, None)
            if len(looks) == len(concepts) and len(shown) == len(points):
                return concepts, points
            concepts, points = sorted(looks.values()), sorted(shown.values())


def _plain_bounds(concepts: ConceptClass, best: Pairs, upper: int, spent: int, limit: int,
                  progress: Progress | None) -> DimensionBounds:
    search = _Search(row_masks(concepts.matrix), column_masks(concepts.matrix), limit, spent)
    try:
        while len(best) < upper:
            found = search.chain(list(range(len(concepts))), list(range(concepts.size)), len(best) + 1)
            if found is None:
                upper = len(best)
            else:
                best = found
            if progress is not None and progress(len(best), upper, search.steps) is True:
                break
    except Stopped:
        pass
    return DimensionBounds(THRESHOLD_DIMENSION, len(best), upper, best, search.steps)
