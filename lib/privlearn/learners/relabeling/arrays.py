"""Agnostic learning with 10^5 to 10^6 rows: arrays for the data, exact coins for everything that decides privacy.

Definitions
-----------
A sample is an integer array of rows ``(x, y)``.  :func:`private_agnostic_run` is one run of ``A_PrivateAgnostic`` (see
:func:`~privlearn.learners.relabeling.agnostic.private_agnostic_law`, the same algorithm as a law): a *relabeller* gives
D the labels of a pattern, the base learner runs on uniform draws with replacement.  The pattern is chosen by
:func:`chosen_index` without any rounding, whatever the number of patterns; numpy's bounded integers are uniform given
uniform random bits.

Populations for experiments (:mod:`~privlearn.learners.relabeling.populations`) know the exact error of an answer.  What
many runs say is summed up by the intervals of :mod:`~privlearn.exact.confidence`, which hold for every law.

>>> from privlearn.learners.relabeling.populations import NoisySegment
>>> population = NoisySegment(2**20, 400_000, Fraction(1, 5))
>>> rng = np.random.default_rng(1)
>>> learner = exponential_cut(2**20, Fraction(3, 2))
>>> cut = private_agnostic_run(population.sample(20_000, rng), relabel_segments, learner, root=Fraction(3, 2), rng=rng)
>>> float(population.excess(cut)) < 0.01
True

Source: ABMS20, Algorithm 4 and Theorem 6.1.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.laws.powers import power_law
from privlearn.learners.relabeling.relabel import initial_segment_errors

Rows = np.ndarray
ArrayLearner = Callable[[Rows, np.random.Generator], Any]
HALF = 32  # bits of half a word: sums of halves do not overflow
SHARE = 9  # the printed rule: one ninth of D is drawn


def chosen_index(scores: np.ndarray | Sequence[int], root: Number) -> Law:
    """Return the law of the index drawn with probability proportional to ``root ** -score``, exactly.

    Parameters
    ----------
    scores : integer array, not empty
        Millions of them, in the millions, are fine for sampling.
    root : number, at least 1
        ``e^{epsilon/2}``, a rational.

    Examples
    --------
    >>> sorted(chosen_index([1, 0, 1], 2).exact().items())
    [(0, Fraction(1, 4)), (1, Fraction(1, 2)), (2, Fraction(1, 4))]
    """
    table = np.asarray(scores, dtype=np.int64)
    if table.ndim != 1 or not len(table):
        raise ValueError(f"scores must be a list of at least one integer, got an array of shape {table.shape}")
    order = np.argsort(table, kind="stable")
    starts = np.flatnonzero(np.diff(table[order], prepend=table[order[0]] - 1))
    ends = np.append(starts[1:], len(table))

    def runs() -> Iterator[tuple[int, int, int]]:
        for start, end in zip(starts, ends, strict=True):
            yield -int(table[order[start]]), int(end - start), int(start)

    return power_law(runs, root, total=len(table)).map(lambda drawn: int(order[drawn[0] + drawn[1]]))


def drawn_index(scores: np.ndarray, root: Number, rng: np.random.Generator) -> int:
    """Return a draw from :func:`chosen_index`."""
    return as_integer(chosen_index(scores, root).sample(rng), "index")


def distinct(values: np.ndarray) -> np.ndarray:
    """Return the distinct values in increasing order (a sort: faster here than the hashing of ``numpy.unique``)."""
    ordered = np.sort(values)
    return ordered[np.append(True, ordered[1:] != ordered[:-1])] if len(ordered) else ordered


def relabel_segments(data: Rows, other: np.ndarray, root: Fraction, rng: np.random.Generator) -> Rows:
    """Relabel by an initial segment: all cuts between the points of ``data`` and ``other`` are patterns.

    Parameters
    ----------
    data : integer array, shape (rows, 2)
    other : integer array
        The points of T; its labels are not looked at.
    root : number
        ``e^{epsilon/2}``.

    Returns
    -------
    integer array, shape (rows, 2)
        ``data`` with the labels of the chosen pattern.
    """
    points = distinct(np.concatenate([data[:, 0], other]))
    ones = drawn_index(initial_segment_errors(data, points), root, rng)
    values = data[:, 0] < points[ones] if ones < len(points) else np.ones(len(data), dtype=bool)
    return np.column_stack([data[:, 0], values.astype(np.int64)])


def point_pattern_errors(data: Rows, points: np.ndarray) -> np.ndarray:
    """Return the errors of the patterns of point functions: 1 at the first, second, ... point only, and nowhere.

    Examples
    --------
    >>> point_pattern_errors(np.array([[2, 1], [5, 0], [5, 1], [9, 0]]), np.array([2, 5, 9])).tolist()
    [1, 2, 3, 2]
    """
    where, labels = np.searchsorted(points, data[:, 0]), data[:, 1]
    ones = np.bincount(where[labels == 1], minlength=len(points))
    zeros = np.bincount(where[labels == 0], minlength=len(points))
    return np.append(int(ones.sum()) - ones + zeros, int(ones.sum())).astype(np.int64)


def relabel_points(data: Rows, other: np.ndarray, root: Fraction, rng: np.random.Generator) -> Rows:
    """Relabel by a point function, as :func:`relabel_segments` does by a segment.

    The domain must have more points than occur, so that the pattern that is nowhere 1 is one of the class.
    """
    points = distinct(np.concatenate([data[:, 0], other]))
    chosen = drawn_index(point_pattern_errors(data, points), root, rng)
    values = data[:, 0] == points[chosen] if chosen < len(points) else np.zeros(len(data), dtype=bool)
    return np.column_stack([data[:, 0], values.astype(np.int64)])


def drawn_rows(rows: Rows, draws: int, rng: np.random.Generator) -> Rows:
    """Return ``draws`` rows drawn uniformly, independently and with replacement."""
    return rows[rng.integers(len(rows), size=as_integer(draws, "draws", least=1))]


def private_agnostic_run(sample: Rows, relabel: Callable[[Rows, np.ndarray, Fraction, np.random.Generator], Rows],
                         learner: ArrayLearner, *, root: Number, rng: np.random.Generator) -> Any:
    """Return the answer of one run of ``A_PrivateAgnostic``; ``|D|/9`` rows, rounded down, go to the learner.

    Parameters
    ----------
    sample : integer array, shape (rows, 2)
        At least 18 rows; a last row without partner is dropped.
    relabel : callable
        ``(D, points of T, root, rng) -> D with new labels``, such as :func:`relabel_segments`.
    learner : callable
        ``(rows, rng) -> answer``: a private learner for samples that a concept labels; if it has a ``size``, points
        are ``0..size - 1``.
    root : number
        ``e^{epsilon/2}`` of the relabelling.
    rng : numpy.random.Generator

    Raises
    ------
    ValueError
        Before any private step, if an argument is bad or a point lies outside the domain.

    Notes
    -----
    Guarantee, for an (epsilon', delta)-private learner under replacement and s draws:
    ``2 ln(1 + root) + s ln(1 + (e^epsilon' - 1)/(9 s))``, and delta.
    """
    check_run(sample, 2 * SHARE, getattr(learner, "size", None), root, rng)
    if not all(callable(given) for given in (relabel, learner)):
        raise ValueError("relabel and learner must be functions")
    half = len(sample) // 2
    data, other = sample[:half], sample[half:2 * half, 0]
    changed = relabel(data, other, Fraction(root), rng)
    return learner(drawn_rows(changed, half // SHARE, rng), rng)


def check_run(sample: Any, rows: int, size: int | None, root: Number, rng: Any) -> None:
    """Refuse a sample that is no array of ``rows`` or more rows ``(x, y)``, with points below ``size`` if it is given.

    Raises
    ------
    ValueError
        Also if ``root`` or ``rng`` is bad; no message shows a row.

    Examples
    --------
    >>> check_run(np.array([[0, 1], [3, 0]]), 2, 3, 2, np.random.default_rng(1))
    Traceback (most recent call last):
    ValueError: sample must have points in 0..2
    """
    if not isinstance(sample, np.ndarray) or sample.dtype.kind not in "iu":
        raise ValueError(f"sample must be an array of integers, got {getattr(sample, 'dtype', type(sample).__name__)}")
    if sample.ndim != 2 or sample.shape[1] != 2 or len(sample) < rows:
        raise ValueError(f"sample must have at least {rows} rows (x, y), got shape {sample.shape}")
    if not np.isin(sample[:, 1], (0, 1)).all():
        raise ValueError("sample must have labels 0 or 1")
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng must be a numpy.random.Generator, got {rng!r}")
    as_exp_epsilon(root, "root")
    if size is not None and not 0 <= int(sample[:, 0].min()) <= int(sample[:, 0].max()) < size:
        raise ValueError(f"sample must have points in 0..{size - 1}")


def cut_law(data: Rows, size: int, root: Number) -> Law:
    """Return the law of :func:`~privlearn.learners.intervals.thresholds.threshold_learner` for large arrays.

    Outcomes are cuts ``-1..size-1``; the threshold is 1 at x iff ``x <= cut``.

    Examples
    --------
    >>> sorted(cut_law(np.array([[0, 1], [1, 0]]), 2, 2).exact().items())
    [(-1, Fraction(1, 4)), (0, Fraction(1, 2)), (1, Fraction(1, 4))]
    """
    return segment_cut_law(data[:, 0], data[:, 1] == 1, size, root)


def segment_cut_law(points: np.ndarray, ones: np.ndarray, size: int, root: Number) -> Law:
    """Return the law of a cut drawn with probability proportional to ``root ** -errors``, exactly.

    Parameters
    ----------
    points : integer array
        In ``0..size - 1``, in any order.
    ones : array of booleans
        Which of them are labelled 1.
    size : int
        Up to 2^64, for points that are unsigned.
    root : number, at least 1

    Returns
    -------
    Law
        Outcomes are cuts ``-1..size-1``; the threshold is 1 at x iff ``x <= cut``.

    Raises
    ------
    ValueError
        If a point lies outside.

    Notes
    -----
    Cost: a sort; a sample reads the numbers of errors that are near the least.

    Examples
    --------
    >>> words = np.array([2**64 - 1, 0], dtype=np.uint64)
    >>> law = segment_cut_law(words, np.array([False, True]), 2**64, 2**40)
    >>> 0 <= law.sample(np.random.default_rng(1)) < 2**64 - 1
    True
    """
    count = as_integer(size, "size", least=1)
    if len(points) and (int(points.min()) < 0 or int(points.max()) >= count):
        raise ValueError(f"points must lie in 0..{count - 1}")
    gaps = _Gaps(points, np.asarray(ones, dtype=bool), count)
    return power_law(gaps.runs, root, total=count + 1).map(gaps.cut)


class _Gaps:
    """The cuts between neighbouring points, where errors do not change, together where there are equally many."""

    def __init__(self, points: np.ndarray, ones: np.ndarray, size: int):
        self._size, self._firsts = size, distinct(points)  # the first cut of each gap but of the first, which has -1
        wrong = _cut_errors(points, ones, self._firsts)
        self._order, ends = np.argsort(wrong, kind="stable"), (int(wrong[0]), int(wrong[-1]))
        wrong = wrong[self._order]
        self._starts = np.flatnonzero(np.append(True, wrong[1:] != wrong[:-1]))
        self._scores = wrong[self._starts]
        del wrong  # a million numbers less
        widths = np.zeros(len(self._order), dtype=np.uint64)  # but of the gaps at the ends, which may be longer
        widths[1:-1] = np.diff(self._firsts)
        self._outer: dict[int, int] = {}
        for gap, score in {0: ends[0], len(self._firsts): ends[1]}.items():
            self._outer[score] = self._outer.get(score, 0) + self._width(gap)
        gathered = widths[self._order]
        del widths
        self._low = np.add.reduceat(gathered & (1 << HALF) - 1, self._starts)
        gathered >>= HALF
        self._high = np.add.reduceat(gathered, self._starts)

    def _first(self, gap: int) -> int:
        return int(self._firsts[gap - 1]) if gap else -1

    def _width(self, gap: int) -> int:
        end = int(self._firsts[gap]) if gap < len(self._firsts) else self._size
        return end - self._first(gap)

    def runs(self) -> Iterator[tuple[int, int, tuple[int, int]]]:
        stops = chain(self._starts[1:], [len(self._order)])
        for score, start, stop, above, below in zip(self._scores, self._starts, stops, self._high, self._low,
                                                    strict=True):
            inner = (int(above) << HALF) + int(below)
            yield -int(score), inner + self._outer.get(int(score), 0), (int(start), int(stop))

    def cut(self, drawn: tuple[tuple[int, int], int]) -> int:
        (start, stop), place = drawn
        for gap in self._order[start:stop].tolist():
            if place < self._width(gap):
                return self._first(gap) + place
            place -= self._width(gap)
        raise AssertionError("the place lies beyond all gaps")


def _cut_errors(points: np.ndarray, ones: np.ndarray, firsts: np.ndarray) -> np.ndarray:
    """Return the errors of the cut -1 and of the cuts at the distinct points, in rising order."""
    above, below = np.sort(points[ones]), np.sort(points[~ones])
    wrong = np.empty(len(firsts) + 1, dtype=np.int64)
    wrong[0] = len(above)
    wrong[1:] = np.searchsorted(below, firsts, side="right")
    wrong[1:] -= np.searchsorted(above, firsts, side="right")
    wrong[1:] += len(above)
    return wrong


@dataclass(frozen=True)
class _ExponentialCut:
    size: int
    root: Number

    def __call__(self, rows: Rows, rng: np.random.Generator) -> int:
        return as_integer(cut_law(rows, self.size, self.root).sample(rng), "cut")


def exponential_cut(size: int, root: Number) -> ArrayLearner:
    """Return the generic private learner of thresholds, (2 ln root)-private under replacement, for arrays.

    It knows its ``size``, so that :func:`private_agnostic_run` refuses points outside before any private step.
    """
    return _ExponentialCut(size, root)
