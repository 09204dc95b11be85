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
from fractions import Fraction
from typing import Any

import numpy as np

from privlearn.exact import as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.laws.powers import power_law
from privlearn.learners.relabeling.relabel import initial_segment_errors

Rows = np.ndarray
ArrayLearner = Callable[[Rows, np.random.Generator], Any]
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
        ``(rows, rng) -> answer``: a private learner for samples that a concept labels.
    root : number
        ``e^{epsilon/2}`` of the relabelling.
    rng : numpy.random.Generator

    Notes
    -----
    Guarantee, for an (epsilon', delta)-private learner under replacement and s draws:
    ``2 ln(1 + root) + s ln(1 + (e^epsilon' - 1)/(9 s))``, and delta.
    """
    if sample.ndim != 2 or sample.shape[1] != 2 or len(sample) < 2 * SHARE:
        raise ValueError(f"sample must have at least {2 * SHARE} rows (x, y), got shape {sample.shape}")
    half = len(sample) // 2
    data, other = sample[:half], sample[half:2 * half, 0]
    changed = relabel(data, other, Fraction(root), rng)
    return learner(drawn_rows(changed, half // SHARE, rng), rng)


def cut_law(data: Rows, size: int, root: Number) -> Law:
    """Return the law of :func:`~privlearn.learners.intervals.thresholds.threshold_learner` for large arrays.

    Outcomes are cuts ``-1..size-1``; the threshold is 1 at x iff ``x <= cut``.

    Examples
    --------
    >>> sorted(cut_law(np.array([[0, 1], [1, 0]]), 2, 2).exact().items())
    [(-1, Fraction(1, 4)), (0, Fraction(1, 2)), (1, Fraction(1, 4))]
    """
    points = distinct(data[:, 0])
    wrong = initial_segment_errors(data, points)
    firsts = np.concatenate([[-1], points])
    counts = np.diff(firsts, append=as_integer(size, "size", least=1))  # the last cut is size - 1

    def runs() -> Iterator[tuple[int, int, int]]:
        for k in np.argsort(wrong, kind="stable"):
            if counts[k]:
                yield -int(wrong[k]), int(counts[k]), int(firsts[k])

    return power_law(runs, root, total=size + 1).map(lambda drawn: drawn[0] + drawn[1])


def exponential_cut(size: int, root: Number) -> ArrayLearner:
    """Return the generic private learner of thresholds, (2 ln root)-private under replacement, for arrays."""
    return lambda rows, rng: cut_law(rows, size, root).sample(rng)
