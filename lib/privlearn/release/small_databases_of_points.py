"""Small synthetic databases for the point queries, on domains of thousands of points.

Definitions
-----------
Candidates, losses, resolution and cap are those of :mod:`~privlearn.release.small_databases`.  For the T point queries
the loss is a maximum over cells, each seeing its own two counts only.  So the candidates of loss at most s are counted
by a product of polynomials, one for each cell, and both the law of the loss and a uniform candidate of given loss are
computed exactly, without listing the ``(T+k-1 choose k)`` candidates.

>>> loss_counts((2, 1), 2, resolution=2)
{1: 1, 2: 1, 4: 1}
>>> small_database_of_points((2, 1), 2, base=2, resolution=2).exact()
{(0, 1): Fraction(8, 13), (0, 0): Fraction(4, 13), (1, 1): Fraction(1, 13)}
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Any

import numpy as np

from privlearn.exact import as_fraction, as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law, fold, proportional
from privlearn.release.small_databases import as_base, as_cap, as_output_rows, as_resolution, whole_powers


def small_database_of_points(counts: Sequence[int], output_rows: int, base: Number, *, resolution: int = 1,
                             cap: int | None = None) -> Law:
    """Return the law of the sanitizer of small databases for point queries, from the histogram of the database.

    Parameters
    ----------
    counts : sequence of int
        Rows of the database in each cell ``0..T-1``, not all 0.
    output_rows, base, resolution, cap
        As in :func:`~privlearn.release.small_databases.small_database_sanitizer`.

    Returns
    -------
    Law
        Over sorted tuples of ``output_rows`` points.

    Raises
    ------
    ValueError
        If an argument is out of range, a count is no integer of at least 0, or all are 0.

    Notes
    -----
    Guarantee: the same law.  Cost of a sample, with g distinct counts: O(g k) levels of the loss up to the cap, each a
    product of polynomials of degree k updated in O(log g) multiplications, then two tables of T k numbers.  Weights
    are integers of about ``(largest - least loss) * log2`` of the base's numerator bits: at large sizes take
    resolution 1 and a cap.

    References
    ----------
    BBKN14, Theorem 7.1, for the class of points.
    """
    cells, b = _cells(counts), as_base(base)
    levels = loss_counts(cells, output_rows, resolution=resolution, cap=cap)
    powers = whole_powers(levels, b)
    return proportional({level: count * powers[level] for level, count in levels.items()}).then(
        lambda level: uniform_at_loss(cells, output_rows, level, resolution=resolution, cap=cap))


def loss_counts(counts: Sequence[int], output_rows: int, *, resolution: int = 1,
                cap: int | None = None) -> dict[int, int]:
    """Return loss -> number of candidates with exactly this loss on the point queries, losses increasing.

    The numbers sum to ``comb(T + k - 1, k)``; the last loss is the cap if some candidate reaches it.
    """
    cells, k, u, most = _cells(counts), as_output_rows(output_rows), as_resolution(resolution), as_cap(cap)
    rows, groups = sum(cells), sorted(Counter(cells).items())
    everything = comb(len(cells) + k - 1, k)
    changes: dict[int, list[tuple[int, int]]] = {}
    for place, (count, _) in enumerate(groups):
        for said in range(k + 1):
            changes.setdefault(_cell_loss(count, said, rows, k, u), []).append((place, said))
    slot = everything.bit_length() + 1  # polynomials are packed into integers, one slot for each power
    tree, allowed = _ProductTree(len(groups), (1 << slot * (k + 1)) - 1), [0] * len(groups)
    found, before = {}, 0
    for level in sorted(changes):
        if most is not None and level >= most:
            break
        for place, said in changes[level]:
            allowed[place] |= 1 << slot * said
        for place in dict.fromkeys(place for place, _ in changes[level]):
            tree.put(place, allowed[place], groups[place][1])
        within = tree.root >> slot * k
        if within > before:
            found[level] = within - before
        before = within
    if most is not None and before < everything:
        found[most] = everything - before
    return found


class _ProductTree:
    """Products of packed polynomials, truncated by ``mask``, under changes of single factors."""

    def __init__(self, leaves: int, mask: int):
        self._width = 1 << max(0, leaves - 1).bit_length()
        self._mask = mask
        self._nodes = [1] * (2 * self._width)
        for place in range(leaves):
            self.put(place, 0, 1)

    @property
    def root(self) -> int:
        return self._nodes[1]

    def put(self, place: int, factor: int, exponent: int) -> None:
        power, square, left = 1, factor, exponent
        while left:
            if left & 1:
                power = power * square & self._mask
            square, left = square * square & self._mask, left >> 1
        node = self._width + place
        self._nodes[node] = power
        while node > 1:
            node >>= 1
            self._nodes[node] = self._nodes[2 * node] * self._nodes[2 * node + 1] & self._mask


def uniform_at_loss(counts: Sequence[int], output_rows: int, loss: int, *, resolution: int = 1,
                    cap: int | None = None) -> Law:
    """Return the uniform law on the candidates with exactly this loss on the point queries.

    Raises
    ------
    ValueError
        If no candidate has this loss.
    """
    cells, k, u, most = _cells(counts), as_output_rows(output_rows), as_resolution(resolution), as_cap(cap)
    rows = sum(cells)
    losses = {count: [_cell_loss(count, said, rows, k, u) for said in range(k + 1)] for count in set(cells)}
    reached = most is not None and loss >= most
    allowed = {count: [said for said in range(k + 1) if reached or of_said[said] <= loss]
               for count, of_said in losses.items()}
    small = {count: [said for said in range(k + 1) if of_said[said] < loss] for count, of_said in losses.items()}
    within, below = _completions(cells, k, allowed), _completions(cells, k, small)
    if within[0][k] == below[0][k]:
        raise ValueError(f"loss must be one that a candidate has, got {loss}")

    def step(state: tuple[tuple[int, ...], bool], cell: int) -> Law:
        chosen, attained = state
        left, weights = k - len(chosen), {}
        for said in allowed[cells[cell]]:
            if said <= left:
                done = attained or losses[cells[cell]][said] >= loss
                ways = within[cell + 1][left - said] - (0 if done else below[cell + 1][left - said])
                weights[((*chosen, *(cell,) * said), done)] = ways
        return proportional(weights)

    return fold(((), False), range(len(cells)), step).map(lambda state: state[0])


def _completions(cells: tuple[int, ...], k: int, allowed: dict[int, list[int]]) -> list[list[int]]:
    """Return ``table[i][r]``: in how many ways cells i, i+1, ... take r rows in all, each an allowed number.

    The loss of a cell is convex in what is said of it, so the allowed numbers are an interval, and a difference of
    partial sums adds up all of them.
    """
    table = [[1] + [0] * k]
    for count in reversed(cells):
        low, high = (allowed[count][0], allowed[count][-1]) if allowed[count] else (1, 0)
        before = [*[0] * (high + 1), *accumulate(table[-1])]  # before[high + 1 + r] is the sum up to r
        table.append([0] * low + [before[high + 1 + r] - before[low + r] for r in range(k + 1 - low)])
    return table[::-1]


def _cell_loss(count: int, said: int, rows: int, k: int, resolution: int) -> int:
    return resolution * abs(k * count - rows * said) // k


def nearest_small_database(counts: Sequence[int], output_rows: int) -> tuple[int, ...]:
    """Return a multiset of k points whose every frequency is within less than ``1/k``: largest remainders.

    Every cell gets the whole part of ``k count / m``; the rows that are left go to the largest fractional parts, ties
    to the smaller cell.

    Examples
    --------
    >>> nearest_small_database((5, 3, 2), 2)
    (0, 1)
    """
    cells, k = _cells(counts), as_output_rows(output_rows)
    rows = sum(cells)
    said = [k * count // rows for count in cells]
    order = sorted(range(len(cells)), key=lambda cell: (-(k * cells[cell] % rows), cell))
    for cell in order[: k - sum(said)]:
        said[cell] += 1
    return tuple(cell for cell, times in enumerate(said) for _ in range(times))


def small_database_failure(counts: Sequence[int], output_rows: int, alpha: Number, base: Number) -> Fraction:
    """Return the exact probability that the law (resolution k) misses a point frequency by ``alpha`` or more."""
    k, b = as_output_rows(output_rows), as_base(base)
    levels = loss_counts(counts, k, resolution=k)
    powers = whole_powers(levels, b)
    weights = {level: number * powers[level] for level, number in levels.items()}
    limit = k * sum(counts) * as_fraction(alpha, "alpha")
    return Fraction(sum(weight for level, weight in weights.items() if level >= limit), sum(weights.values()))


def _cells(counts: Any) -> tuple[int, ...]:
    listed = counts.tolist() if isinstance(counts, np.ndarray) and counts.ndim == 1 else counts
    if not isinstance(listed, (tuple, list)):
        raise ValueError(f"counts must be a tuple, a list or a one-dimensional array of integers, got {counts!r}")
    cells = tuple(as_integer(count, "counts", least=0) for count in listed)
    if not any(cells):
        raise ValueError("counts must not be all 0: an empty database has no frequencies")
    return cells
