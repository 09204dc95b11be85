"""The worst curve of path selection among databases of bounded size, from above, by dynamic programming in integers.

Definitions
-----------
Let ``V_w(z)`` be the largest hockey stick at ``z = e^g`` between the classes of S' and S below a node of S-weight
``w`` that holds the new point.  It is ``(1 - z)_+`` for ``w <= stop``; above, the worst split ``w = a + b`` decides,

``V_w(z) = max over a + b = w of (h - z s)_+ + (1 - h) V_a(z (1 - s) / (1 - h))``

with the chances ``h = 1/(1 + c^(a+1-b))`` and ``s = 1/(1 + c^(a-b))`` of leaving the point under S' and S.  Each
``V_w`` is convex and decreasing, so a straight line between two grid points lies above it; all numbers are
fixed-point integers and every rounding goes up.  So the table is an upper bound, with no error to estimate.

>>> curve = bounded_curve(Fraction(3, 2), stop=4, size=8)
>>> curve.bound(6, Fraction(3, 2)) < curve.bound(8, Fraction(3, 2)) < path_curve(Fraction(3, 2), Fraction(3, 2)).lower
True

Source: our analysis of KLMNS20, Section 3.1.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from privlearn.exact import TooLargeToEnumerate, as_exp_epsilon, as_fraction, as_integer
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.interior_point.trees.path_privacy import path_curve

WEIGHT_BITS = 22  # of chances and of places between grid points; table entries have up to 40
LARGEST_SIZE = 1200
Table = Any  # numpy array of int64


@dataclass(frozen=True, eq=False, kw_only=True)
class BoundedCurve:
    """Upper bounds on ``V_w(z)`` for ``w <= size`` on a grid of ``z``; make it with :func:`bounded_curve`.

    Attributes
    ----------
    exp_path : Fraction
    stop, size : int
    unit : int
        Grid and values are integer multiples of ``1/unit``.
    grid : array of int64, shape (points,)
        Increasing, from ``1/exp_path`` on.
    values : array of int64, shape (size + 1, points)
        Row ``w`` bounds all sizes up to ``w``.
    """

    exp_path: Fraction
    stop: int
    size: int
    unit: int
    grid: Table
    values: Table

    def bound(self, size: int, exp_gap: Number) -> Fraction:
        """Return an upper bound on the hockey stick at ``e^g = exp_gap`` for at most ``size`` points in S.

        Raises
        ------
        ValueError
            If ``size`` exceeds that of the table or ``exp_gap`` is not positive.
        """
        row = self.values[as_integer(size, "size", least=0, most=self.size)]
        z = as_fraction(exp_gap, "exp_gap")
        limit = path_curve(self.exp_path, z).upper  # a bound for every size
        place = int(np.searchsorted(self.grid, z.numerator * self.unit // z.denominator, side="right")) - 1
        if place < 0:
            return limit
        if place == len(self.grid) - 1:
            return min(limit, Fraction(int(row[-1]), self.unit))  # decreasing beyond the grid
        low, high = (Fraction(int(self.grid[place + k]), self.unit) for k in (0, 1))
        left, right = (Fraction(int(row[place + k]), self.unit) for k in (0, 1))
        return min(limit, left + (right - left) * (z - low) / (high - low))

    def gap(self, size: int, delta: Number) -> Fraction:
        """Return a ratio ``e^g`` at which the bound for ``size`` points is at most ``delta``: a grid point.

        Raises
        ------
        ValueError
            If no grid point will do.
        """
        row = self.values[as_integer(size, "size", least=0, most=self.size)]
        d = as_inner_probability(delta, "delta")
        low_enough = np.flatnonzero(row <= d.numerator * self.unit // d.denominator)
        if not len(low_enough):
            raise ValueError(f"delta must be reached on the grid, got {d} for size {size}: take a longer grid")
        return Fraction(int(self.grid[low_enough[0]]), self.unit)

    def splits(self, size: int, exp_gap: Number) -> tuple[tuple[int, int], ...]:
        """Return a chain of splits from ``size`` points that is nearly the worst at ``e^g``: an exact lower bound.

        (:func:`~privlearn.learners.interior_point.trees.chains.chain_hockey_stick` is its hockey stick.) The table only
        guides the choice: the chain is valid whatever it says.
        """
        w, z = as_integer(size, "size", least=0, most=self.size), float(as_fraction(exp_gap, "exp_gap"))
        c, grid, chain = float(self.exp_path), self.grid / self.unit, []
        while w > max(self.stop, 1):
            a = np.arange(1, w)
            shift = np.clip((2 * a - w + np.array([[1], [0]])) * np.log(c), -700, 700)
            leave, stay = 1 / (1 + np.exp(shift)), 1 / (1 + np.exp(-shift))
            following = z * stay[1] / stay[0]
            rest = np.array([np.interp(q, grid, self.values[k]) for k, q in zip(a, following, strict=True)]) / self.unit
            rest = np.where(following < grid[0], 1 - following, rest)
            best = int(np.argmax(np.maximum(leave[0] - z * leave[1], 0) + stay[0] * rest))
            chain.append((int(a[best]), int(w - a[best])))
            w, z = int(a[best]), float(following[best])
        return tuple(chain)


def bounded_curve(exp_path: Number, stop: int, size: int, *, top: Number | None = None,
                  fineness: int = 40) -> BoundedCurve:
    """Return upper bounds on the worst hockey sticks of path selection for all databases of at most ``size`` points.

    Parameters
    ----------
    exp_path : number greater than 1
    stop : int
        The stopping weight, at least 0.
    size : int
        The largest number of points of S after trimming (S' has one more).
    top : number, optional
        The largest ``e^g`` of the grid; default ``exp_path ** 4``.
    fineness : int
        Grid points for each factor of ``exp_path``, at least 1.

    Raises
    ------
    TooLargeToEnumerate
        If ``size`` exceeds 1200.

    Notes
    -----
    Cost: O(size^2 x grid points) integer operations in numpy; cached.

    Examples
    --------
    >>> curve = bounded_curve(Fraction(5, 4), stop=20, size=30)
    >>> Fraction(6, 5) < curve.gap(30, Fraction(1, 1000)) < Fraction(5, 4)
    True
    """
    c = as_exp_epsilon(exp_path, "exp_path")
    if c == 1:
        raise ValueError("exp_path must be greater than 1, got 1")
    t, m = as_integer(stop, "stop", least=0), as_integer(size, "size", least=0)
    if m > LARGEST_SIZE:
        raise TooLargeToEnumerate("the table of bounded path curves", m, LARGEST_SIZE)
    highest = c**4 if top is None else as_fraction(top, "top")
    if highest <= 1:
        raise ValueError(f"top must be greater than 1, got {highest}")
    return _table(c, t, m, highest, as_integer(fineness, "fineness", least=1))


def bounded_path_curve(exp_path: Number, stop: int, size: int, exp_gap: Number) -> Fraction:
    """Return an upper bound on the hockey stick at ``exp_gap`` between matched classes, for at most ``size`` points.

    As :func:`path_curve`, but for databases S of at most ``size`` points after trimming; see :func:`bounded_curve`.

    Examples
    --------
    >>> bounded_path_curve(Fraction(5, 4), 20, 20, Fraction(5, 4))
    Fraction(0, 1)
    """
    return bounded_curve(exp_path, stop, size).bound(size, exp_gap)


def _grid(c: Fraction, top: Fraction, fineness: int, unit: int) -> list[int]:
    factor = 1 + (c - 1) / fineness / c  # a little finer than c ** (1/fineness)
    points, z = {unit}, unit / c
    while z <= top * unit:
        points.add(int(z))
        z = Fraction(int(z * factor) + 1)
    points.add(int(top * unit))
    return sorted(points)


@lru_cache(maxsize=8)
def _table(c: Fraction, stop: int, size: int, top: Fraction, fineness: int) -> BoundedCurve:
    bits = 42 - int(top).bit_length()  # so that every product below stays under 2^63
    unit = 1 << bits
    grid = np.array(_grid(c, top, fineness, unit), dtype=np.int64)
    values = np.empty((size + 1, len(grid)), dtype=np.int64)
    values[:stop + 1] = np.maximum(unit - grid, 0)
    gains, keeps, places, shares, starts = _splits(c, size, bits, grid)
    for w in range(stop + 1, size + 1):
        a = np.arange(1, w)[:, None]
        k = 2 * a[:, 0] - w + size  # the row of the difference a - b
        place = places[k]
        right = values[a, place + 1]
        rest = right + (((values[a, place] - right) * shares[k]) >> WEIGHT_BITS) + 1
        rest = np.where(starts[k] > 0, starts[k], rest)
        worst = gains[k] + ((rest * keeps[k][:, None]) >> WEIGHT_BITS) + 1
        values[w] = np.maximum(values[w - 1], worst.max(axis=0, initial=0))
    return BoundedCurve(exp_path=c, stop=stop, size=size, unit=unit, grid=grid, values=values)


def _splits(c: Fraction, size: int, bits: int, grid: Table) -> tuple[Table, Table, Table, Table, Table]:
    """Return, for every difference ``a - b`` from ``-size`` to ``size`` and every grid point, all rounded up.

    These are the gain ``(h - z s)_+``, the chance ``1 - h``, the cell of the next ``z`` with the share of its left end,
    and the value ``1 - z`` where the next ``z`` lies below the grid.
    """
    unit, half = 1 << bits, bits // 2
    rows: list[tuple[Table, ...]] = []
    low = np.minimum(grid, unit)  # the gain is 0 from z = 1 on
    for difference in range(-size, size + 1):
        leave, leave_before = 1 / (1 + c ** (difference + 1)), 1 / (1 + c**difference)
        top_part, rest_part = divmod(int(leave_before * unit), 1 << half)
        taken = ((low * top_part) >> (bits - half)) + ((low * rest_part) >> bits)
        gain = np.where(grid < unit, np.maximum(int(leave * unit) + 1 - taken, 0), 0)
        slower = (1 - leave_before) / (1 - leave)  # z shrinks by this factor, between 1/c and 1
        first, second = divmod(int(slower * (1 << 40)), 1 << 20)
        following = ((grid * first) >> 20) + ((grid * second) >> 40)
        place = np.clip(np.searchsorted(grid, following, side="right") - 1, 0, max(0, len(grid) - 2))
        cell = grid[place + 1] - grid[place]
        share = np.minimum((((grid[place + 1] - following) << WEIGHT_BITS) // cell) + 1, 1 << WEIGHT_BITS)
        start = np.where(following < grid[0], unit - following, 0)
        rows.append((gain, int((1 - leave) * (1 << WEIGHT_BITS)) + 1, place, share, start))
    columns = list(zip(*rows, strict=True))
    return (np.array(columns[0]), np.array(columns[1], dtype=np.int64), np.array(columns[2]), np.array(columns[3]),
            np.array(columns[4]))
