"""Switching points of a hypothesis, and the intervals that they offer in its place.

Definitions
-----------
Points are ``0..T-1`` (a paper that counts from 1 has points and switching points larger by one).  A hypothesis *h* is a
tuple of T bits, or :class:`Steps`: its first bit and the points where it changes.  A *switching point* is a number
``j`` in ``0..T``.  For ``0 < j < T`` it is one if ``h(j) != h(j - 1)``: *decreasing* if ``h(j - 1) = 1``, else
*increasing*.  The ends 0 and T always are switching points: 0 is increasing iff ``h(0) = 1``, T iff ``h(T - 1) = 0``
(BBKN14, Definition 5.3).  Put differently, extend h on both sides by the opposite of its outermost bits.

The interval concept ``c_j`` is 1 below j, ``j = 0..T``, so switching points and concepts have the same numbers, and
``SWITCH(h)`` is the set of the concepts whose numbers are switching points of h.

>>> switching_points((1, 0, 0, 1))
[(0, 'increasing'), (1, 'decreasing'), (3, 'increasing'), (4, 'decreasing')]
>>> best_switch((1, 0, 0, 1), 2)
1
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb
from operator import lt

from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.exact.formulas import ceil, formula

INCREASING, DECREASING = "increasing", "decreasing"
Switch = tuple[int, str]
LONGEST = 1 << 20  # bits that are listed


@dataclass(frozen=True)
class Steps:
    """A function on ``0..size-1`` by its first bit and the points where it changes; ``size`` may be ``2**64``.

    Attributes
    ----------
    size : int
        T, at least 1.
    first : int
        Its bit at the point 0.
    changes : tuple of int
        The points ``0 < j < size`` with ``h(j) != h(j - 1)``, increasing.
    """

    size: int
    first: int
    changes: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        as_integer(self.size, "size", least=1)
        if self.first not in (0, 1):
            raise ValueError(f"first must be a bit, got {self.first!r}")
        changes = self.changes
        if changes and not (changes[0] > 0 and changes[-1] < self.size and all(map(lt, changes, changes[1:]))):
            raise ValueError(f"changes must increase within 1..{self.size - 1}, got {self.changes}")

    def __call__(self, point: int) -> int:
        """Return the bit at ``point``."""
        as_integer(point, "point", least=0, most=self.size - 1)
        return (self.first + bisect_right(self.changes, point)) % 2

    def bits(self) -> tuple[int, ...]:
        """Return all bits (at most ``2**20`` of them)."""
        if self.size > LONGEST:
            raise TooLargeToEnumerate("the bits of a hypothesis", self.size, LONGEST)
        return tuple(self(x) for x in range(self.size))


Hypothesis = Sequence[int] | Steps


def as_steps(hypothesis: Hypothesis) -> Steps:
    """Return a hypothesis as :class:`Steps`.

    Raises
    ------
    ValueError
        If it has no point or an entry that is no bit.
    """
    if isinstance(hypothesis, Steps):
        return hypothesis
    return _steps(tuple(hypothesis))


@lru_cache(maxsize=1 << 12)
def _steps(bits: tuple[int, ...]) -> Steps:
    if not bits or any(bit not in (0, 1) for bit in bits):
        raise ValueError(f"hypothesis must be at least one bit, got {bits!r}")
    return Steps(len(bits), int(bits[0]), tuple(j for j in range(1, len(bits)) if bits[j] != bits[j - 1]))


def segment_with_flips(size: int, concept: int, flips: Iterable[int]) -> Steps:
    """Return the interval concept number ``concept`` with the bits at the points ``flips`` turned over.

    Parameters
    ----------
    size : int
        T, at least 1.
    concept : int
        In ``0..size``.
    flips : iterable of distinct points
        At most ``2 len(flips) + 3`` switching points result.

    Examples
    --------
    >>> segment_with_flips(6, 3, {1, 4}).bits()
    (1, 0, 1, 0, 1, 0)
    """
    n = as_integer(size, "size", least=1)
    toggles = {as_integer(concept, "concept", least=0, most=n)}
    for point in flips:
        x = as_integer(point, "flips", least=0, most=n - 1)
        toggles ^= {x, x + 1}  # turning one bit over changes both its borders
    first = 0 if 0 in toggles else 1
    return Steps(n, first, tuple(sorted(toggles - {0, n})))


def switching_points(hypothesis: Hypothesis) -> list[Switch]:
    """Return the switching points of a hypothesis with their kinds, from 0 to T.

    Parameters
    ----------
    hypothesis : tuple of bits or Steps

    Returns
    -------
    list of (int, {"increasing", "decreasing"})
        At least two; kinds alternate.

    References
    ----------
    BBKN14, Definition 5.3.
    """
    steps = as_steps(hypothesis)
    first, last = steps.first, (steps.first + len(steps.changes)) % 2
    inner = [(j, DECREASING if (first + k) % 2 else INCREASING) for k, j in enumerate(steps.changes)]
    return [(0, INCREASING if first else DECREASING), *inner, (steps.size, DECREASING if last else INCREASING)]


def switch_numbers(hypothesis: Hypothesis) -> tuple[int, ...]:
    """Return ``SWITCH(h)``: the numbers of the interval concepts at the switching points, increasing, at least two.

    References
    ----------
    BBKN14, Section 5.1.
    """
    steps = as_steps(hypothesis)
    return (0, *steps.changes, steps.size)


def surrounding(hypothesis: Hypothesis, target: int) -> list[tuple[Switch, Switch]]:
    """Return the pairs of consecutive switching points ``j <= target <= k``: one pair, two if the target is inner.

    References
    ----------
    BBKN14, footnote 9: there always is one, because 0 and T are switching points.
    """
    listed = switching_points(hypothesis)
    t = as_integer(target, "target", least=0, most=listed[-1][0])
    return [(left, right) for left, right in zip(listed, listed[1:], strict=False) if left[0] <= t <= right[0]]


def best_switch(hypothesis: Hypothesis, target: int) -> int:
    """Return a switching point whose concept errs only where h errs, if concept ``target`` is the truth.

    Of the two switching points around the target it is the decreasing one; if the target is a switching point itself,
    the first such pair is taken.  Guarantee: ``{x : c_j(x) != c_target(x)}`` is a subset of
    ``{x : h(x) != c_target(x)}``, so the error is at most that of h under every distribution.

    Raises
    ------
    ValueError
        If the target is no number in ``0..T``.

    References
    ----------
    BBKN14, proof of Theorem 5.4.
    """
    numbers = switch_numbers(hypothesis)
    t = as_integer(target, "target", least=0, most=numbers[-1])
    k = max(1, bisect_left(numbers, t))  # the first pair j <= t <= k
    first = as_steps(hypothesis).first
    return numbers[k - 1] if (first + k) % 2 else numbers[k]


def is_as_good(concept: int, hypothesis: Sequence[int], target: int) -> bool:
    """Tell whether ``c_concept`` errs only where the bits ``hypothesis`` err, by looking at every point."""
    return all(bit != (x < target) for x, bit in enumerate(hypothesis) if (x < concept) != (x < target))


@formula("equals", where=("switches >= 2",), corners={"switches": (2, 3, 4, 13)}, tex={"switches": "z"},
         loose={"switches >= 2": "0 and T always are switching points"})
def most_inner_decreasing(switches: int) -> int:
    """Return the largest number of decreasing switching points other than 0 and T among ``switches`` in all.

    ``ceil((z - 2) / 2)`` for z of at least 2: the z - 2 inner ones alternate.
    """
    return ceil((switches - 2) / 2)


def functions_with(size: int, switches: int) -> int:
    """Return how many functions on ``size`` points have exactly ``switches`` switching points.

    Two choices of the first bit, ``switches - 2`` of the ``size - 1`` inner places.

    Examples
    --------
    >>> [functions_with(3, z) for z in (2, 3, 4)]
    [2, 4, 2]
    """
    n, z = as_integer(size, "size", least=1), as_integer(switches, "switches", least=0)
    return 2 * comb(n - 1, z - 2) if z >= 2 else 0
