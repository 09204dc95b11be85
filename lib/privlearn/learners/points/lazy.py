"""Noisy hypotheses on domains too large to list: values drawn when they are asked for.

Definitions
-----------
A1 flips every value of a point function (or of zero) independently.  On ``2^d`` points that is a table nobody can
write down; but the flips are independent, so it makes no difference whether they are drawn before or after somebody
asks.  A *lazy hypothesis* draws the flip of a point at the first question and remembers it: the joint law of all
answers, in whatever order, repeated or not, is that of the full table
(:func:`~privlearn.learners.points.noisy.flipped`).

>>> h = LazyHypothesis(2, size=2**20, flips=iter([0, 1]))  # the first point asked is not flipped, the second is
>>> h(2), h(7), h(2), h.asked
(1, 1, 1, 2)
"""

import random
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

from privlearn.exact import as_integer, as_probability
from privlearn.exact.rationals import Number
from privlearn.laws import Law, pure, uniform_below
from privlearn.laws.randomness import Generator
from privlearn.learners.points.inner_concept import as_concept
from privlearn.learners.points.noisy import flipped

FLIPS_AT_A_TIME = 256
MANY, PARTS = 1 << 18, 8  # more points than that are asked in so many parts


class LazyHypothesis:
    """A point function or zero with independent flips, drawn on demand.

    Parameters
    ----------
    concept : int
        A point, or ``ZERO``.
    size : int
        Number of points, of any size.
    flips : iterator of bits
        Independent; taken one by one, one for each point asked for the first time.

    Notes
    -----
    What is private is the law of the *values*: publish answers, never the object, whose memory holds the concept
    without its noise.  Cost: one bit drawn and remembered for each distinct point asked.
    """

    def __init__(self, concept: int, *, size: int, flips: Iterator[int]):
        self._size = as_integer(size, "size", least=1)
        chosen = as_concept(concept, self._size)
        if chosen is None:
            raise ValueError("concept must be a point or ZERO, got None: no hypothesis has no values")
        if not isinstance(flips, Iterator):
            raise ValueError(f"flips must be an iterator of bits, got {flips!r}")
        self._concept, self._flips = chosen, flips
        self._drawn: dict[int, int] = {}
        self._points, self._bits = np.array([], dtype=np.uint64), np.array([], dtype=np.int8)  # asked by the array

    def __getitem__(self, x: int) -> int:
        """Return the value at ``x``, like a tuple of bits but without its bounds from the other end."""
        point = as_integer(x, "x", least=0, most=self._size - 1)  # always: an error must not tell which were asked
        flip = self._drawn.get(point, self._flip_in_arrays(point))
        if flip is None:
            flip = self._drawn[point] = next(self._flips)
        return int(point == self._concept) ^ flip

    def _flip_in_arrays(self, point: int) -> int | None:
        place = int(np.searchsorted(self._points, point)) if point < 1 << 64 else len(self._points)
        known = place < len(self._points) and int(self._points[place]) == point
        return int(self._bits[place]) if known else None

    def __call__(self, x: Any) -> Any:
        """Return the value at a point, or the array of values at an array of points."""
        return self.predict(x) if isinstance(x, (np.ndarray, list, tuple)) else self[x]

    def predict(self, points: Any) -> np.ndarray[Any, Any]:
        """Return the values at a sequence of points as an array of 0 and 1.

        Points in an integer array are asked in rising order, in one go or, if they are many, in a few: what that takes
        besides the values is needed for a part of them only.
        """
        if isinstance(points, np.ndarray) and points.ndim == 1 and points.dtype.kind in "iu":
            for end in (points.min(), points.max()) if len(points) else ():
                as_integer(int(end), "x", least=0, most=self._size - 1)
            parts = np.array_split(points, PARTS if len(points) > MANY else 1)
            return np.concatenate([self._predict_array(part) for part in parts])
        return np.array([self[x] for x in listed_points(points)], dtype=np.int8)

    def _predict_array(self, points: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        words = points.astype(np.uint64, copy=False)
        order = np.argsort(words)
        asked = words[order]
        first = np.append(True, asked[1:] != asked[:-1])[:len(asked)]
        asked = asked if first.all() else asked[first]
        if self._drawn:
            drawn = sorted(point for point in self._drawn if point < 1 << 64)
            self._remember(np.array(drawn, dtype=np.uint64),
                           np.array([self._drawn.pop(point) for point in drawn], dtype=np.int8))
        new = asked[~is_among(asked, self._points)]
        self._remember(new, _taken(self._flips, len(new)))
        bits = self._bits if len(asked) == len(self._points) else self._bits[np.searchsorted(self._points, asked)]
        if 0 <= self._concept < 1 << 64:
            bits = bits ^ (asked == np.uint64(self._concept))
        values = np.empty(len(points), dtype=np.int8)
        values[order] = bits if len(asked) == len(words) else bits[np.cumsum(first) - 1]
        return values

    def _remember(self, points: np.ndarray[Any, Any], bits: np.ndarray[Any, Any]) -> None:
        """Add the flips of points that are not in the arrays yet, in rising order."""
        if len(self._points):
            places = np.searchsorted(self._points, points)
            points, bits = np.insert(self._points, places, points), np.insert(self._bits, places, bits)
        self._points, self._bits = points, bits

    @property
    def asked(self) -> int:
        """Number of points whose value was drawn."""
        return len(self._drawn) + len(self._points)


def is_among(points: np.ndarray[Any, Any], known: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Tell which of the rising points are among the rising known ones.

    Examples
    --------
    >>> is_among(np.array([1, 4, 9]), np.array([4, 5])).tolist()
    [False, True, False]
    """
    if not len(known):
        return np.zeros(len(points), dtype=bool)
    return np.asarray(known[np.minimum(np.searchsorted(known, points), len(known) - 1)] == points)


def listed_points(points: Any) -> Iterable[Any]:
    """Return the entries of a one-dimensional array or of a collection; a ``ValueError`` for anything else."""
    if isinstance(points, np.ndarray):
        if points.ndim != 1:
            raise ValueError(f"points must be a one-dimensional array, got shape {points.shape}")
        entries: Iterable[Any] = points.tolist()
        return entries
    if not isinstance(points, Iterable):
        raise ValueError(f"points must be an array or a collection of points, got {points!r}")
    return points


def as_generator(rng: Any) -> Generator:
    """Return ``rng`` if it is one of the two supported generators, else raise a ``ValueError``."""
    if not isinstance(rng, (np.random.Generator, random.Random)):
        raise ValueError(f"rng must be a numpy.random.Generator or a random.Random, got {rng!r}")
    return rng


def coins(probability: Number, count: int, rng: Generator) -> list[int]:
    """Draw ``count`` bits, each 1 with exactly ``probability``: 64 random bits decide, and more in the case of a tie.

    Parameters
    ----------
    probability : number in [0, 1]
    count : int
    rng : numpy.random.Generator or random.Random
    """
    tossed = _tossed(as_probability(probability), as_integer(count, "count", least=0), as_generator(rng))
    bits: list[int] = tossed.tolist()
    return bits


def _tossed(p: Fraction, n: int, rng: Generator) -> np.ndarray[Any, Any]:
    cut, rest = divmod(p.numerator << 64, p.denominator)
    data = rng.bytes(8 * n) if isinstance(rng, np.random.Generator) else rng.randbytes(8 * n)
    if cut >> 64:
        return np.ones(n, dtype=np.int8)
    drawn = np.frombuffer(data, dtype=">u8")
    bits = (drawn < cut).astype(np.int8)
    for tie in np.flatnonzero(drawn == cut):
        bits[tie] = uniform_below(rng, p.denominator) < rest
    return bits


class _EndlessFlips:
    """An iterator that, unlike a generator function's, can be pickled."""

    def __init__(self, rate: Fraction, rng: Generator):
        self._rate, self._rng = rate, rng
        self._left = np.array([], dtype=np.int8)

    def __iter__(self) -> Iterator[int]:
        return self

    def __next__(self) -> int:
        return int(self.take(1)[0])

    def take(self, count: int) -> np.ndarray[Any, Any]:
        """Return the next bits as an array."""
        parts, missing = [self._left], count - len(self._left)
        while missing > 0:
            parts.append(_tossed(self._rate, FLIPS_AT_A_TIME, self._rng))
            missing -= FLIPS_AT_A_TIME
        drawn = np.concatenate(parts) if len(parts) > 1 else self._left
        self._left = drawn[count:]
        return drawn[:count]


def _taken(flips: Iterator[int], count: int) -> np.ndarray[Any, Any]:
    if isinstance(flips, _EndlessFlips):
        return flips.take(count)
    return np.fromiter(islice(flips, count), dtype=np.int8, count=count)


def endless_flips(rate: Number, rng: Generator) -> Iterator[int]:
    """Return an iterator of independent bits, each 1 with exactly probability ``rate``, without end."""
    return _EndlessFlips(as_probability(rate, "rate"), as_generator(rng))


class _LazilyFlipped(Law):
    def __init__(self, concept: int, size: int, rate: Fraction):
        self._concept, self._size, self._rate = concept, size, rate

    def masses(self) -> dict[Any, Any]:
        return flipped(self._concept, size=self._size, rate=self._rate).masses()

    def sample(self, rng: Generator) -> LazyHypothesis:
        return LazyHypothesis(self._concept, size=self._size, flips=endless_flips(self._rate, as_generator(rng)))


def lazily_flipped(concept: int | None, *, size: int, rate: Number) -> Law:
    """Return the law of :func:`~privlearn.learners.points.noisy.flipped`, whose samples are lazy hypotheses.

    Parameters
    ----------
    concept : int or None
        ``None`` stays ``None``.
    size : int
    rate : number in [0, 1]

    Returns
    -------
    Law
        ``exact`` lists tuples of bits; ``sample`` returns a :class:`LazyHypothesis`, which is asked by ``h[x]`` as a
        tuple is, and keeps drawing from the generator it was sampled with.

    Examples
    --------
    >>> h = lazily_flipped(5, size=2**256, rate=0).sample(random.Random(1))
    >>> h[5], h[2**255]
    (1, 0)
    """
    points, p = as_integer(size, "size", least=1), as_probability(rate, "rate")
    chosen = as_concept(concept, points)
    return pure(None) if chosen is None else _LazilyFlipped(chosen, points, p)
