"""Samples of points by their counts, and the concept inside A2 from counts alone.

Definitions
-----------
The law of algorithm A2 ignores the order of the rows, so a sample may be replaced by its *counts*: how often each row
``(x, y)`` occurs.  That none of ``n`` equal rows is kept has probability ``(1 - keep)^n``; a coin with such a
probability is tossed by comparing random bits with a bracket of the power, as many bits as it takes, so a sample of
thirty million rows costs a handful of tosses and no float decides one.

>>> counts = row_counts([(0, 1), None, (0, 1)], size=4)
>>> counts
RowCounts(labelled={(0, 1): 2}, rows=3)
>>> counted_point(counts, keep=Fraction(1, 2), abort=0).exact()
{0: Fraction(3, 4), -1: Fraction(1, 4)}
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from privlearn.exact import Bracket, as_fraction, as_integer, as_probability, rational, round_up
from privlearn.exact.brackets import round_down
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, fold, pure, uniform_below
from privlearn.laws.randomness import Generator
from privlearn.learners.points.inner_concept import ZERO, as_point_rows

CHUNK = 64  # random bits at a time


@dataclass(frozen=True)
class RowCounts:
    """A sample up to order.

    Attributes
    ----------
    labelled : mapping (x, y) -> int
        How often each labelled row occurs, at least once.
    rows : int
        Number of rows, stars included.
    """

    labelled: Mapping[tuple[int, int], int]
    rows: int

    def __post_init__(self) -> None:
        if any(count < 1 for count in self.labelled.values()) or sum(self.labelled.values()) > self.rows:
            raise ValueError(f"labelled must have counts of at least 1 and at most {self.rows} in all")


def row_counts(rows: Any, size: int, name: str = "rows", *, beside_ones: bool = False) -> RowCounts:
    """Return the counts of an integer array of shape (n, 2), or of a sequence of rows ``(x, y)`` or ``None``.

    Parameters
    ----------
    rows : array, tuple or list
        An integer array has no stars: points and labels only.  An array of objects is read like a list.
    size : int
        Number of points, of any size; in an integer array points are limited by its type.
    name : str
        What messages call the rows.
    beside_ones : bool
        Leave out rows ``(x, 0)`` of an array at points x never labelled 1: :func:`counted_point` does not read them.

    Raises
    ------
    ValueError
        If a label is neither 0 nor 1 or a point is not one of ``0..size-1`` (with the first row that is wrong).

    Notes
    -----
    Cost: one sort of the array (with ``beside_ones`` a few passes), or one pass over the sequence.
    """
    points = as_integer(size, "size", least=1)
    if not isinstance(rows, np.ndarray) or rows.dtype == np.object_:
        checked = as_point_rows(rows, points, name)
        return RowCounts(dict(Counter(row for row in checked if row is not None)), len(checked))
    check_point_array(rows, points, name)
    x, y = rows[:, 0], rows[:, 1]
    ones, zeros = x[y == 1], x[y == 0]
    if beside_ones:
        zeros = zeros[np.isin(zeros, np.unique(ones))]
    labelled = {(int(point), bit): int(count) for bit, at in ((0, zeros), (1, ones))
                for point, count in zip(*np.unique(at, return_counts=True), strict=True)}
    return RowCounts(labelled, len(rows))


def check_point_array(rows: np.ndarray[Any, Any], points: int, name: str) -> None:
    """Raise a ``ValueError`` unless ``rows`` is an integer array of points ``0..points-1`` and labels 0 or 1."""
    if rows.ndim != 2 or rows.shape[1] != 2 or rows.dtype.kind not in "iu":
        raise ValueError(f"{name} must be an integer array of shape (n, 2), got {rows.dtype} of shape {rows.shape}")
    if isinstance(rows, np.ma.MaskedArray):
        raise ValueError(f"{name} must be a plain array: give a list with None for the rows that are masked")
    x, y = rows[:, 0], rows[:, 1]
    for wrong, rule in (((y != 0) & (y != 1), "labels 0 or 1"), ((x < 0) | (x >= points), f"points 0..{points - 1}")):
        if wrong.any():
            raise ValueError(f"{name} must have {rule}, got another in row {int(np.argmax(wrong))}")


@lru_cache(maxsize=1 << 10)  # a coin is tossed for each point and block, mostly with the same numbers
def power_bracket(base: Fraction, exponent: int, bits: int) -> Bracket:
    """Bracket ``base^exponent`` for ``base`` in [0, 1] by squaring with directed rounding, ``bits`` bits at a time.

    Examples
    --------
    >>> power_bracket(Fraction(1, 2), 10, 64)
    Bracket(lower=Fraction(1, 1024), upper=Fraction(1, 1024))
    """
    low = high = Fraction(1)
    for digit in bin(exponent)[2:]:
        low, high = low * low, high * high
        if digit == "1":
            low, high = low * base, high * base
        low, high = round_down(low, bits), round_up(high, bits)
    return Bracket(low, high)


class _PowerCoin(Law):
    """1 with probability ``base^exponent``."""

    def __init__(self, base: Fraction, exponent: int):
        self._base, self._exponent = base, exponent

    def masses(self) -> dict[Any, Any]:
        power = rational(self._base) ** self._exponent
        return {bit: mass for bit, mass in ((0, 1 - power), (1, power)) if mass}

    def sample(self, rng: Generator) -> int:
        drawn, bits = 0, 0
        while True:
            drawn, bits = (drawn << CHUNK) + uniform_below(rng, 1 << CHUNK), bits + CHUNK
            power = power_bracket(self._base, self._exponent, bits + CHUNK)
            if Fraction(drawn + 1, 1 << bits) <= power.lower:
                return 1
            if Fraction(drawn, 1 << bits) >= power.upper:
                return 0


def power_coin(base: Number, exponent: int) -> Law:
    """Return the law of a bit that is 1 with probability ``base^exponent``, the exponent in the millions if need be.

    Parameters
    ----------
    base : number in [0, 1]
    exponent : int
        At least 0.

    Examples
    --------
    >>> power_coin(Fraction(1, 3), 2).exact()
    {0: Fraction(8, 9), 1: Fraction(1, 9)}
    """
    p, n = as_probability(base, "base"), as_integer(exponent, "exponent", least=0)
    return bernoulli(p**n) if p in (0, 1) or n == 0 else _PowerCoin(p, n)


def counted_point(counts: RowCounts, *, keep: Number, abort: Number) -> Law:
    """Return the law of the concept inside algorithm A2, from the counts of the sample.

    Parameters
    ----------
    counts : RowCounts
    keep, abort : numbers in [0, 1]

    Returns
    -------
    Law
        That of :func:`~privlearn.learners.points.inner_concept.subsampled_point` on any sample with these counts: over
        ``None``, ``ZERO`` and the points labelled 1.

    Notes
    -----
    Visits the points labelled 1: is a row ``(x, 1)`` kept, and if so, is a row ``(x, 0)``?  A sample costs at most two
    tosses for each, whatever the number of rows; the exact law has numerators of that many digits.
    """
    miss = 1 - as_probability(keep, "keep")
    items = tuple((x, ones, counts.labelled.get((x, 0), 0)) for (x, y), ones in sorted(counts.labelled.items()) if y)

    def step(state: int | None, item: tuple[int, int, int]) -> Law:
        if state is None:
            return pure(None)
        x, ones, zeros = item
        seen = pure(None) if state != ZERO else power_coin(miss, zeros).map(lambda none: x if none else None)
        return power_coin(miss, ones).then(lambda none: pure(state) if none else seen)

    concept = fold(ZERO, items, step)
    return bernoulli(as_probability(abort, "abort")).then(lambda bit: pure(None) if bit else concept)


def draw_counts(law: Mapping[tuple[int, int], Number], rows: int, rng: np.random.Generator) -> RowCounts:
    """Draw the counts of ``rows`` independent rows: a simulated sample, for trying learners at large sizes.

    Parameters
    ----------
    law : mapping (x, y) -> probability
        Sums to 1; turned into floats for the multinomial draw, which simulates data and decides no privacy.
    rows : int
    rng : numpy.random.Generator
    """
    total = sum(as_fraction(weight, "weight") for weight in law.values())
    if total != 1:
        raise ValueError(f"law must sum to 1, got {total}")
    drawn = rng.multinomial(as_integer(rows, "rows", least=0), [float(weight) for weight in law.values()])
    return RowCounts({row: int(count) for row, count in zip(law, drawn, strict=True) if count}, rows)
