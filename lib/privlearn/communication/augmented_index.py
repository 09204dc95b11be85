"""Augmented index: the hard problem inside every mistake tree.

Definitions
-----------
Alice holds a string x of d bits, Bob a position i and the bits before it; Bob is to say ``x_i`` after one message of k
kinds from Alice (FX15, Section 4).  A *map* of Alice gives each string, read as a binary number with ``x_1`` in
front, a message in 0..k-1.  For a uniform string Bob's best answer is the more frequent bit among the strings that
have his prefix and Alice's message, so the error at position i is

    e_i = 2^-d  sum over prefixes u of length i-1, messages s of  min(number with u0 and s, number with u1 and s) .

Only how many strings of each message lie below each prefix matters, so the least weighted error of all ``k^(2^d)`` maps
is found by dividing count vectors down the binary tree.  With public coins Alice and Bob can shift x by a common random
string, so the uniform string is the worst; only the law of the position is a game, solved here exactly.

>>> [least_index_error(3, k).error for k in (1, 2, 3, 4)]
[Fraction(1, 2), Fraction(1, 4), Fraction(5, 24), Fraction(1, 6)]
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm

from privlearn.communication.information import H
from privlearn.exact import MinimaxProgram, TooLargeToEnumerate, as_fraction, as_integer, solve
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number

IndexMap = tuple[int, ...]  # the message of each string, strings as binary numbers
String = tuple[int, ...]
LARGEST = {1: 16, 2: 10, 3: 6, 4: 5}  # messages -> longest strings whose count vectors are divided in seconds
LARGEST_OTHERWISE = 4


@dataclass(frozen=True)
class IndexOptimum:
    """A least error, with a map of Alice that attains it."""

    error: Fraction
    map: IndexMap


def index_errors(alice: Sequence[int]) -> tuple[Fraction, ...]:
    """Return the errors ``e_1..e_d`` of a map of Alice with a best Bob, by counting from the definition.

    Parameters
    ----------
    alice : sequence of int
        The messages of all ``2^d`` strings in the order of the numbers that they write; d at least 1.

    Examples
    --------
    >>> index_errors((0, 0, 1, 1))  # of two bits Alice sends the first
    (Fraction(0, 1), Fraction(1, 2))
    """
    size, depth = len(alice), len(alice).bit_length() - 1
    if size < 2 or size != 1 << depth:
        raise ValueError(f"alice must give a message to each of 2^d strings, d >= 1, got {size} messages")
    found = []
    for i in range(1, depth + 1):
        counts: dict[tuple[int, int], list[int]] = {}
        for number, message in enumerate(alice):
            counts.setdefault((number >> (depth - i + 1), message), [0, 0])[number >> (depth - i) & 1] += 1
        found.append(Fraction(sum(min(pair) for pair in counts.values()), size))
    return tuple(found)


def least_index_error(bits: int, messages: int, weights: Sequence[Number] | None = None) -> IndexOptimum:
    """Return the least error over all maps of Alice, for a uniform string and a position with the given law.

    Parameters
    ----------
    bits : int
        d, at least 1.
    messages : int
        k, at least 1.
    weights : sequence of d numbers of at least 0 with sum 1, optional
        Law of the position; uniform by default.

    Raises
    ------
    ValueError
        If the weights are not a law on the positions.
    TooLargeToEnumerate
        Beyond d = 16, 10, 6, 5 for one to four messages, 4 for more.

    Notes
    -----
    Exact: every map of Alice is covered, by dividing sorted count vectors down the binary tree (memoised).

    Examples
    --------
    >>> least_index_error(2, 2).error, least_index_error(2, 2, weights=(1, 0)).error
    (Fraction(1, 4), Fraction(0, 1))
    """
    d, k = as_integer(bits, "bits", least=1), as_integer(messages, "messages", least=1)
    law = [Fraction(1, d)] * d if weights is None else [as_fraction(w, "weights") for w in weights]
    if len(law) != d or min(law) < 0 or sum(law) != 1:
        raise ValueError(f"weights must be {d} numbers of at least 0 with sum 1, got {weights}")
    limit = LARGEST.get(k, LARGEST_OTHERWISE)
    if d > limit:
        raise TooLargeToEnumerate(f"augmented index with {k} messages on strings of {d} bits", f"2^{d} strings",
                                  1 << limit)
    if k >= 1 << d:
        return IndexOptimum(Fraction(0), tuple(range(1 << d)))
    if k == 1:
        return IndexOptimum(Fraction(1, 2), (0,) * (1 << d))
    scale = lcm(*(w.denominator for w in law))
    return _least(d, k, tuple(int(w * scale) for w in law), scale)


@lru_cache(maxsize=64)
def _least(depth: int, messages: int, weights: tuple[int, ...], scale: int) -> IndexOptimum:
    search = _Division(depth, weights)
    top = min(_vectors(1 << depth, messages, 1 << depth), key=lambda vector: search.cost(vector, 0))
    least = Fraction(search.cost(top, 0), scale << depth)
    return IndexOptimum(least, tuple(search.assign(top, tuple(range(messages)), 0)))


def _vectors(total: int, parts: int, largest: int) -> Iterator[tuple[int, ...]]:
    """Yield the decreasing vectors of so many numbers of at least 0 with the given sum."""
    if parts == 1:
        if total <= largest:
            yield (total,)
        return
    for first in range(min(total, largest), -(-total // parts) - 1, -1):
        for rest in _vectors(total - first, parts - 1, first):
            yield (first, *rest)


class _Division:
    """Divides a vector of message counts between the two halves of a subtree as cheaply as possible."""

    def __init__(self, depth: int, weights: tuple[int, ...]):
        self.depth, self.weights = depth, weights
        self.best = cache(self._best)

    def cost(self, vector: tuple[int, ...], level: int) -> int:
        return self.best(vector, level)[0] if level < self.depth else 0

    def _best(self, vector: tuple[int, ...], level: int) -> tuple[int, tuple[int, ...]]:
        half = 1 << (self.depth - level - 1)
        found: tuple[int, tuple[int, ...]] | None = None
        for left in _splits(vector, half):
            right = tuple(v - a for v, a in zip(vector, left, strict=True))
            if left > right:  # the mirror image costs the same
                continue
            here = self.weights[level] * sum(map(min, left, right))
            if found is not None and here >= found[0]:
                continue
            total = here + self.cost(_sorted(left), level + 1) + self.cost(_sorted(right), level + 1)
            if found is None or total < found[0]:
                found = total, left
        assert found is not None  # the counts add up to twice the half
        return found

    def assign(self, vector: tuple[int, ...], names: tuple[int, ...], level: int) -> list[int]:
        """Return the messages of the strings of a subtree whose counts, of the named messages, are the vector."""
        if level == self.depth:
            return [name for name, count in zip(names, vector, strict=True) if count]
        left = self.best(vector, level)[1]
        right = tuple(v - a for v, a in zip(vector, left, strict=True))
        messages = []
        for side in (left, right):
            order = sorted(range(len(side)), key=lambda s: -side[s])
            messages += self.assign(_sorted(side), tuple(names[s] for s in order), level + 1)
        return messages


def _sorted(vector: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(vector, reverse=True))


def _splits(vector: tuple[int, ...], half: int) -> Iterator[tuple[int, ...]]:
    """Yield the parts of the vector, entry by entry at most it, with sum ``half``."""
    if len(vector) == 1:
        if half <= vector[0]:
            yield (half,)
        return
    rest = sum(vector[1:])
    for first in range(max(0, half - rest), min(vector[0], half) + 1):
        for others in _splits(vector[1:], half - first):
            yield (first, *others)


@dataclass(frozen=True)
class IndexValue:
    """The public-coin value of augmented index: a mixture of maps and a law of the position that prove each other.

    Attributes
    ----------
    value : Fraction
        The least worst-case error.
    mixture : tuple of (Fraction, IndexMap)
        Errs with probability at most ``value`` at every position (and, after a random shift, on every string).
    weights : tuple of Fraction
        Against this law of the position every map errs with probability at least ``value``.
    """

    value: Fraction
    mixture: tuple[tuple[Fraction, IndexMap], ...]
    weights: tuple[Fraction, ...]


def index_value(bits: int, messages: int) -> IndexValue:
    """Return the least worst-case error of public-coin protocols for augmented index, by cutting planes.

    Raises
    ------
    TooLargeToEnumerate
        As :func:`least_index_error`.

    Examples
    --------
    >>> index_value(2, 2).value, index_value(2, 2).weights
    (Fraction(1, 4), (Fraction(1, 2), Fraction(1, 2)))
    """
    maps = [least_index_error(bits, messages).map]
    while True:
        errors = [index_errors(alice) for alice in maps]
        tasks = tuple({m: row[i] for m, row in enumerate(errors)} for i in range(bits))
        game = solve(MinimaxProgram(blocks=(len(maps),), tasks=tasks))
        answer = least_index_error(bits, messages, game.task_weights)
        if answer.error >= game.value:
            mixture = tuple((p, alice) for p, alice in zip(game.point, maps, strict=True) if p)
            return IndexValue(game.value, mixture, tuple(game.task_weights))
        maps.append(answer.map)


@formula("at least", where=("0 <= error <= 1 / 2",),
         tex={"bits": "d", "H(error)": r"H(\varepsilon)", "error": r"\varepsilon"},
         corners={"bits": (1, 10), "error": tuple(Fraction(k, 20) for k in (0, 1, 5, 10, 11, 18, 20))})
def index_bound(bits: int, error: Value) -> Value:
    """Return ``(1 - H(error)) bits``, at most the length of a message with this error.

    Parameters
    ----------
    bits : int
        d, at least 0.
    error : number in [0, 1/2]

    References
    ----------
    FX15, Lemma 4.1.

    Examples
    --------
    >>> round(float(index_bound(8, Fraction(1, 4)).lower), 6)
    1.509775
    """
    return (1 - H(error)) * bits
