"""The three dimensions of all 2^32 classes on five points, counted.

Definitions
-----------
A class on five points is two classes on four: its functions with value 0 and with value 1 at the last point, which
are the low and the high 16 bits of its number.  Each half at another point is then two bytes, so every dimension is
read off the tables of :mod:`~privlearn.dimensions.sweeps.four_points` and no table of all classes is needed.
Permuting the first four points changes no dimension; the *census* therefore takes one high half of each of 3,984
orbits, with the orbit's size as weight, and all 65,536 low halves with it.

>>> dimensions_on_five_points(0x0229FEE9)  # found by the census: a large Littlestone dimension with few thresholds
(4, 3, 3)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from privlearn.dimensions.bounds import compiled_available
from privlearn.dimensions.sweeps.four_points import (chains_of_all_classes, largest_set, littlestone_of_all_classes,
                                                     shattered_sets_of_all_classes, vc_of_all_classes)
from privlearn.dimensions.sweeps.numbers import classes_up_to_renaming, half_numbers
from privlearn.exact import as_integer
from privlearn.keeping import kept
from privlearn.keeping.code import files_behind

SHAPE = (6, 6, 6)  # Littlestone, VC and threshold dimension, each 0 to 5


@dataclass(frozen=True)
class Census:
    """How many non-empty classes have which dimensions.

    Attributes
    ----------
    counts : array of int64, shape (6, 6, 6)
        Entry (l, v, t): the number of classes of Littlestone dimension l, VC dimension v, threshold dimension t.
    examples : array of int64, shape (6, 6, 6)
        The least class met in that cell, 0 where there is none.
    """

    counts: np.ndarray
    examples: np.ndarray


@dataclass(frozen=True)
class Tables:
    """What one class on five points needs: the tables of four points and the bytes of the halves."""

    littlestone: np.ndarray
    vc: np.ndarray
    shattered: np.ndarray
    largest: np.ndarray
    chain: np.ndarray
    halves: np.ndarray


@lru_cache(maxsize=1)
def five_point_tables() -> Tables:
    """Return the tables; ``halves[x, b, c]`` is the byte of class c on four points at point x with value b.

    Examples
    --------
    >>> tables = five_point_tables()
    >>> tables.littlestone.shape, tables.halves.shape
    ((65536,), (4, 2, 65536))
    """
    halves = np.array([[half_numbers(4, x, b) for b in (0, 1)] for x in range(4)], dtype=np.uint16)
    return Tables(littlestone_of_all_classes(4), vc_of_all_classes(4),
                  shattered_sets_of_all_classes(4).astype(np.uint16), largest_set(4),
                  largest_set(4)[chains_of_all_classes(4)], halves)


def dimensions_on_five_points(number: int) -> tuple[int, int, int]:
    """Return Littlestone's, the VC and the threshold dimension of the class on five points with a number.

    Raises
    ------
    ValueError
        If the number is not in 0..2^32 - 1.

    Examples
    --------
    >>> dimensions_on_five_points(0), dimensions_on_five_points(2**32 - 1)
    ((-1, -1, 0), (5, 5, 5))
    """
    low, high = _split(number)
    found = dimensions_of_row(high, np.array([low]))
    return int(found[0][0]), int(found[1][0]), int(found[2][0])


def dimensions_of_row(high: int, low: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the three dimensions of the classes with one high half and many low halves, arrays of int8.

    Source: ABMS20, Section 3.1; the recursive definitions, one point at a time.

    Examples
    --------
    >>> [found.tolist() for found in dimensions_of_row(0, np.array([0, 1, 3]))]  # none, one function, two functions
    [[-1, 0, 1], [-1, 0, 1], [0, 0, 1]]
    """
    tables = five_point_tables()
    depth = np.minimum(tables.littlestone[low], tables.littlestone[high])
    chain = np.full(len(low), tables.chain[high])
    for x in range(4):
        zero, one = (tables.halves[x, b, low] | tables.halves[x, b, high] * 256 for b in (0, 1))
        depth = np.maximum(depth, np.minimum(tables.littlestone[zero], tables.littlestone[one]))
        chain = np.maximum(chain, tables.chain[one])
    shattered = tables.largest[tables.shattered[low] & tables.shattered[high]]  # these, with the last point
    empty = (low == 0) & (high == 0)
    return (np.where(empty, -1, depth + 1).astype(np.int8),
            np.where(empty, -1, np.maximum(tables.vc[low | high], shattered + 1)).astype(np.int8),
            (chain + 1).astype(np.int8))


def five_point_census(high: Sequence[int] | None = None, weights: Sequence[int] | None = None, *,
                      jobs: int = 1, compiled: bool | None = None) -> Census:
    """Return the census of all classes on five points.

    Parameters
    ----------
    high : sequence of int, optional
        The high halves to go through, in place of one of each orbit; ``range(65536)`` goes through all classes.
    weights : sequence of int, optional
        With ``high``: how often each is counted (default: once).
    jobs : int
        Parts that run at the same time, through joblib (threads; the compiled loop holds no lock).
    compiled : bool, optional
        Whether to use the compiled loop; default: if numba is there. The other way gives the same census.

    Notes
    -----
    Cost: 261,095,424 classes for all 2^32, a few seconds compiled (16 times as much without symmetry), about half a
    minute without compilation; memory below 100 MB.

    Examples
    --------
    >>> counts = five_point_census([0]).counts  # the classes whose functions are 0 at the last point: those on four
    >>> int(counts.sum()), [int(n) for n in counts.sum(axis=(1, 2))]
    (65535, [16, 872, 31140, 33506, 1, 0])
    """
    import joblib

    if high is None:
        found, sizes = classes_up_to_renaming(4)
        high, weights = found.tolist(), sizes.tolist()
    chosen = np.array([_split(h << 16)[1] for h in high], dtype=np.int64)
    times = np.array([1] * len(chosen) if weights is None else list(weights), dtype=np.int64)
    if len(times) != len(chosen):
        raise ValueError(f"weights must be as many as high = {len(chosen)}, got {len(times)}")
    parts = max(1, min(4 * as_integer(jobs, "jobs", least=1), len(chosen)))
    use = compiled_available() if compiled is None else compiled
    done = joblib.Parallel(n_jobs=jobs, prefer="threads")(
        joblib.delayed(_part)(chosen[k::parts], times[k::parts], use) for k in range(parts))
    examples = np.array([census.examples for census in done])
    least = np.where(examples == 0, np.iinfo(np.int64).max, examples).min(axis=0)
    return Census(sum(census.counts for census in done), np.where(least == np.iinfo(np.int64).max, 0, least))


def kept_census(jobs: int = 1) -> Census:
    """Return the census of all 2^32 classes, computed once and kept beside the book (:mod:`~privlearn.keeping`)."""
    def compute() -> dict[str, np.ndarray]:
        census = five_point_census(jobs=jobs)
        return {"counts": census.counts, "examples": census.examples}

    return Census(**kept("five_point_census", compute, files_behind(__name__)))


def _part(high: np.ndarray, weights: np.ndarray, compiled: bool) -> Census:
    if compiled:
        from privlearn.dimensions.compiled.five_points import count_rows

        tables = five_point_tables()
        counts, examples = np.zeros(SHAPE, dtype=np.int64), np.zeros(SHAPE, dtype=np.int64)
        count_rows(high, weights, tables.littlestone, tables.vc, tables.shattered, tables.largest, tables.chain,
                   tables.halves, counts, examples)
        return Census(counts, examples)
    return _plain_part(high, weights)


def _plain_part(high: np.ndarray, weights: np.ndarray) -> Census:
    counts, examples = np.zeros(216, dtype=np.int64), np.zeros(216, dtype=np.int64)
    low = np.arange(1 << 16, dtype=np.int64)  # in a browser plain integers have 32 bits
    for h, weight in zip(high.tolist(), weights.tolist(), strict=True):
        kept = low if h else low[1:]
        depth, vc, threshold = (d.astype(np.int64) for d in dimensions_of_row(h, kept))
        cells, first = np.unique((depth * 6 + vc) * 6 + threshold, return_index=True)
        counts += weight * np.bincount(((depth * 6 + vc) * 6 + threshold).astype(np.intp), minlength=216)
        number = kept[first] | h << 16
        better = (examples[cells] == 0) | (number < examples[cells])
        examples[cells[better]] = number[better]
    return Census(counts.reshape(SHAPE), examples.reshape(SHAPE))


def _split(number: int) -> tuple[int, int]:
    c = as_integer(number, "number", least=0)
    if c >> 32:
        raise ValueError(f"number must be below 2^32, got {c}")
    return c & 0xFFFF, c >> 16
