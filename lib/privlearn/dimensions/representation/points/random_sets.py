"""The random sets of BBKN14, Lemma 4.1: O(d / alpha^2) hypotheses that alpha-represent the 2^d point functions.

Definitions
-----------
Draw k subsets of ``2T = 2^(d+1)`` points, k, their size and p as in
:mod:`~privlearn.dimensions.representation.points.random_sizes`.  A point j is *good* if it is in at least p sets and no
other point is in d or more of the first p of them (*property (3)*): the uniform mixture of those p sets then errs with
probability at most ``(d - 1) / p < alpha`` at every point.  The hypotheses are the sets cut down to the first T good
points.

A drawing is determined by its seed: the words of the generator PCG64, whose stream is the same on every platform and in
every version of numpy, are points mod 2T; each set takes its first distinct ones.

>>> drawn = draw_sets(random_sets_shape(8, Fraction(9, 10)), seed=1)
>>> int(good_points(drawn).sum())
512
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.concepts.planes import incidence
from privlearn.concepts.sets import WORD, pack, unpack
from privlearn.dimensions.representation.points.multiplicities import first_sets_through, largest_multiplicities
from privlearn.dimensions.representation.points.random_sizes import RandomSetsShape, random_sets_shape
from privlearn.exact import Bracket, TooLargeToEnumerate, as_integer
from privlearn.exact.rationals import Number

LARGEST_DRAWING = 1 << 28  # sets times points
BATCH_ENTRIES = 1 << 20


@dataclass(frozen=True, eq=False)
class DrawnSets:
    """Sets drawn for a shape, or cut down to some of their points.

    Attributes
    ----------
    shape : RandomSetsShape
    words : ndarray of uint64, shape (sets, words)
        The packed sets.
    points : int
        The number of points that they live on.
    chosen : ndarray of int, shape (points, p)
        For each point the first p sets through it; -1 where there are fewer.
    """

    shape: RandomSetsShape
    words: np.ndarray
    points: int
    chosen: np.ndarray

    @property
    def matrix(self) -> np.ndarray:
        """The sets as a 0/1 array of shape (sets, points)."""
        return unpack(self.words, self.points)

    def concept_class(self) -> ConceptClass:
        """Return the sets as a class of hypotheses (equal sets merge)."""
        return ConceptClass.from_matrix(self.matrix)


def uniform_subsets(sets: int, members: int, points: int, seed: int) -> np.ndarray:
    """Return independent uniform subsets of ``points`` points, ``points`` a power of two.

    Returns
    -------
    ndarray of int, shape (sets, members)
        Each row in the order drawn.

    Notes
    -----
    Exactly uniform if the words of the generator are: row i takes the first distinct points of its own words.

    Examples
    --------
    >>> np.sort(uniform_subsets(2, 4, 4, seed=0)).tolist()  # four of four points: only the order is random
    [[0, 1, 2, 3], [0, 1, 2, 3]]
    """
    n = as_integer(points, "points", least=1)
    m, k = as_integer(members, "members", least=0, most=n), as_integer(sets, "sets", least=0)
    if n & (n - 1):
        raise ValueError(f"points must be a power of two, got {n}")
    if k * n > LARGEST_DRAWING:
        raise TooLargeToEnumerate("the drawing", f"{k} sets on {n} points", LARGEST_DRAWING)
    source = np.random.PCG64(as_integer(seed, "seed", least=0))
    stream, kept = np.zeros((k, 0), dtype=np.int32), np.zeros((k, 0), dtype=bool)
    while k and (not stream.shape[1] or int(kept.sum(axis=1).min()) < m):
        words = source.random_raw(k * (m + m // 8 + 16)).reshape(k, -1)
        stream = np.hstack([stream, (words & np.uint64(n - 1)).astype(np.int32)])
        kept = _first_occurrences(stream, n)
    kept &= np.cumsum(kept, axis=1, dtype=np.int32) <= m
    return stream[kept].reshape(k, m)


def _first_occurrences(rows: np.ndarray, points: int) -> np.ndarray:
    """Mark in each row the entries that did not occur before."""
    batch, marks = max(1, BATCH_ENTRIES // points), []
    for start in range(0, len(rows), batch):
        part = rows[start:start + batch]
        keys = (part + points * np.arange(len(part))[:, None]).ravel()
        places = np.arange(len(keys), dtype=np.int32)
        first = np.empty(len(part) * points, dtype=np.int32)  # read only where it is written
        first[keys[::-1]] = places[::-1]  # of repeated assignments the last one stays, here the first place
        marks.append((first[keys] == places).reshape(part.shape))
    return np.concatenate(marks)


def draw_sets(shape: RandomSetsShape, seed: int) -> DrawnSets:
    """Draw the k sets on 2T points.

    Parameters
    ----------
    shape : RandomSetsShape
    seed : int
        At least 0; the same seed gives the same sets everywhere.

    Raises
    ------
    TooLargeToEnumerate
        If there are more than 2^28 entries.

    Examples
    --------
    >>> drawn = draw_sets(random_sets_shape(8, Fraction(9, 10)), seed=1)
    >>> drawn.matrix.shape, set(drawn.matrix.sum(axis=1).tolist())  # 696 sets of 24 of the 512 points
    ((696, 512), {24})
    """
    subsets = uniform_subsets(shape.sets, shape.members, shape.points, seed)
    words = pack(incidence(subsets, shape.points))
    return DrawnSets(shape, words, shape.points, first_sets_through(words, shape.points, shape.chosen))


def point_multiplicities(drawn: DrawnSets) -> np.ndarray:
    """Return, for every point, the largest multiplicity of another point in its first p sets.

    p itself, the worst possible, for a point in fewer than p sets.

    Examples
    --------
    >>> drawn = draw_sets(random_sets_shape(8, Fraction(9, 10)), seed=1)
    >>> bool((point_multiplicities(drawn) < 8).all())  # property (3), for d = 8
    True
    """
    covered = np.flatnonzero(drawn.chosen[:, 0] >= 0)
    worst = np.full(drawn.points, drawn.shape.chosen, dtype=np.int64)
    worst[covered] = largest_multiplicities(drawn.words, covered, drawn.chosen[covered])
    return worst


def good_points(drawn: DrawnSets) -> np.ndarray:
    """Return for every point whether it has property (3) of the lemma.

    Examples
    --------
    >>> drawn = draw_sets(random_sets_shape(8, Fraction(9, 10)), seed=1)
    >>> bool(good_points(drawn).all())
    True
    """
    return point_multiplicities(drawn) < drawn.shape.d


def cut_down(drawn: DrawnSets, points: np.ndarray) -> DrawnSets:
    """Return the sets restricted to some points, renamed ``0, 1, ...`` in the order given.

    Examples
    --------
    >>> drawn = draw_sets(random_sets_shape(8, Fraction(9, 10)), seed=1)
    >>> bool((cut_down(drawn, np.array([7, 3])).matrix == drawn.matrix[:, [7, 3]]).all())
    True
    """
    kept = np.asarray(points)
    words = np.vstack([pack(unpack(row[None], drawn.points)[:, kept]) for row in drawn.words])
    return DrawnSets(drawn.shape, words, len(kept), drawn.chosen[kept])


@lru_cache(maxsize=8)
def representing_sets(d: int, alpha: Fraction, seed: int = 0, constant: Number | Bracket | None = None) -> DrawnSets:
    """Return the class of the lemma: the drawn sets cut down to the first T good points.

    Up to d = 12 the good points are found by testing property (3) at the 2T points.  Beyond, the first T points that
    lie in p sets are kept: far fewer fail than can be tested quickly, and :func:`point_multiplicities` of the result
    tests those T points against each other, which is all that representing them needs.

    Raises
    ------
    ValueError
        If fewer than T points are good: another seed is needed.

    References
    ----------
    BBKN14, Lemma 4.1.

    Examples
    --------
    >>> hypotheses = representing_sets(8, Fraction(9, 10), seed=1)
    >>> hypotheses.points, int(point_multiplicities(hypotheses).max()) < 8
    (256, True)
    """
    drawn = draw_sets(random_sets_shape(d, alpha, constant), seed)
    fine = good_points(drawn) if drawn.shape.d <= 12 else drawn.chosen[:, 0] >= 0
    kept = np.flatnonzero(fine)[: drawn.shape.concepts]
    if len(kept) < drawn.shape.concepts:
        raise ValueError(f"seed must give {drawn.shape.concepts} good points, got {len(kept)} for seed {seed}")
    if drawn.shape.d > 12 and (kept == np.arange(len(kept))).all():
        return DrawnSets(drawn.shape, np.ascontiguousarray(drawn.words[:, : len(kept) // WORD]), len(kept),
                         drawn.chosen[: len(kept)])
    return cut_down(drawn, kept)


def multiplicity_bound(drawn: DrawnSets) -> Fraction:
    """Return the largest multiplicity over p: the class represents the points with every alpha from here on.

    Examples
    --------
    >>> drawn = draw_sets(random_sets_shape(8, Fraction(9, 10)), seed=1)
    >>> multiplicity_bound(drawn) <= Fraction(8 - 1, 16)  # at most d - 1 of the p chosen sets
    True
    """
    return Fraction(int(point_multiplicities(drawn).max()), drawn.shape.chosen)
