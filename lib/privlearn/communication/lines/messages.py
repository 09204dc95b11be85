"""Lines: what Bob knows of his point from a message, over large planes, exactly.

Definitions
-----------
Alice's map from lines to messages is an array of shape ``(p, p)``, entry ``[a, b]`` for the line ``y = a x + b``.
Under the incident distribution ``mu_1`` the point ``z`` has, given a message of s lines, the mass ``n(z) / (p s)``,
where n(z) of these lines pass through z.  A message is *good* if it has at least ``p / gamma`` lines.  Whatever the
theorem's proof says of entropies and distances, "given that the message is good", is a sum over the counts n(z).

>>> heard = heard_lines(257, slope_partition(257, (55,)))  # 55 of the 257 offsets, all slopes, and the rest
>>> heard.sizes, heard.good
((14135, 51914), (0, 1))
>>> print(heard.collision_deficit(0) == log2(1 + Fraction(1, 55) - Fraction(1, 257)))
True
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

import numpy as np

from privlearn.communication.information import entropy_of_counts
from privlearn.communication.lines.collisions import good_size, point_counts, proof_gamma
from privlearn.exact import LogSum, as_integer, log2
from privlearn.exact.logarithms import sum_of_logs
from privlearn.exact.primes import as_prime


@dataclass(frozen=True, eq=False)
class LineMessages:
    """The classes of lines of a protocol with their counts of lines through every point.

    What is conditioned on good messages raises a ``ValueError`` without one; below p = 71 there is none.

    Attributes
    ----------
    p : int
    sizes : tuple of int
        Number of lines of each message.
    counts : tuple of arrays, shape (p, p) each
        Lines of the message through each point, rows x and columns y.
    good : tuple of int
        The messages with at least ``p / gamma`` lines.
    """

    p: int
    sizes: tuple[int, ...]
    counts: tuple[np.ndarray, ...] = field(repr=False)
    good: tuple[int, ...]

    @property
    def good_lines(self) -> int:
        """Number of lines whose message is good."""
        return sum(self.sizes[k] for k in self.good)

    @property
    def bad_share(self) -> Fraction:
        """Probability that the message is not good."""
        return 1 - Fraction(self.good_lines, self.p**2)

    def good_counts(self) -> np.ndarray:
        """Return how many lines with a good message pass through each point."""
        return np.sum([self.counts[k] for k in self._some_good()], axis=0)

    def _some_good(self) -> tuple[int, ...]:
        if not self.good:
            raise ValueError(f"good must not be empty: no message has p / gamma lines at p = {self.p}")
        return self.good

    def entropy(self, k: int) -> LogSum:
        """Return the Shannon entropy of the point given message k.

        >>> print(heard_lines(2, np.array([[0, 1], [0, 1]])).entropy(0))  # lines y = 0, y = x: masses 1/2, 1/4, 1/4
        3/2
        """
        return entropy_of_counts(_histogram(self.counts[k]))

    def collision_deficit(self, k: int) -> LogSum:
        """Return ``2 log p - H_2`` of the point given message k, the logarithm of ``p^2`` times its collisions.

        >>> heard_lines(2, np.array([[0, 1], [0, 1]])).collision_deficit(0) == log2(Fraction(3, 2))
        True
        """
        squares = int((self.counts[k].astype(np.int64) ** 2).sum())
        return log2(Fraction(squares, self.sizes[k] ** 2))

    def mean_entropy(self) -> LogSum:
        """Return ``H(x, y | m, good)``."""
        return sum_of_logs(self.entropy(k) * Fraction(self.sizes[k], self.good_lines) for k in self._some_good())

    def deficit(self) -> LogSum:
        """Return ``2 log p - H(x, y | m, good)``: the divergence of (point, message) from (uniform point) x message.

        >>> print(heard_lines(71, np.zeros((71, 71), dtype=int)).deficit())  # one message says nothing
        0
        """
        return log2(self.p**2) - self.mean_entropy()

    def information(self) -> LogSum:
        """Return ``I(x, y; m | good) = H(x, y | good) - H(x, y | m, good)``.

        >>> print(heard_lines(71, np.zeros((71, 71), dtype=int)).information())
        0
        """
        return entropy_of_counts(_histogram(self.good_counts())) - self.mean_entropy()

    def divergence_from_product(self) -> LogSum:
        """Return ``D((x, y, m) || <x, y><m>)`` given good, term by term: another road to the information."""
        whole, parts = self.good_counts(), []
        for k in self.good:
            pairs = Counter(zip(self.counts[k].ravel().tolist(), whole.ravel().tolist(), strict=True))
            parts += [log2(Fraction(n * self.good_lines, self.sizes[k] * both))
                      * Fraction(n * number, self.p * self.good_lines) for (n, both), number in pairs.items() if n]
        return sum_of_logs(parts)

    def distance(self, messages: Sequence[int] | None = None) -> Fraction:
        """Return the statistical distance of (point, message) from (uniform point) x message.

        Parameters
        ----------
        messages : sequence of int, optional
            Condition on these, for instance the good ones; default: on nothing.

        Examples
        --------
        >>> heard_lines(2, np.arange(4).reshape(2, 2)).distance()  # Alice names her line
        Fraction(1, 2)
        """
        chosen = range(len(self.sizes)) if messages is None else messages
        if not chosen:
            raise ValueError("messages must not be empty: nothing to condition on")
        lines = sum(self.sizes[k] for k in chosen)
        excess = sum(int(np.maximum(self.p * self.counts[k] - self.sizes[k], 0).sum()) for k in chosen)
        return Fraction(excess, self.p**2 * lines)


def _histogram(counts: np.ndarray) -> dict[int, int]:
    values, numbers = np.unique(counts, return_counts=True)
    return dict(zip(values.tolist(), numbers.tolist(), strict=True))


def heard_lines(p: int, messages: np.ndarray) -> LineMessages:
    """Count the lines of every message through every point.

    Parameters
    ----------
    p : prime
    messages : integer array of shape (p, p), entry [a, b]
        Numbers 0, 1, ... of messages, each of which occurs.

    Notes
    -----
    Cost: p^2 times the lines outside the largest class, whose counts are what the others leave of p.

    Examples
    --------
    >>> heard = heard_lines(2, np.array([[0, 0], [0, 1]]))
    >>> heard.sizes, heard.counts[1].tolist()
    ((3, 1), [[0, 1], [1, 0]])
    """
    table = np.asarray(messages)
    if table.shape != (as_prime(p), p):
        raise ValueError(f"messages must have shape ({p}, {p}), got {table.shape}")
    sizes = np.bincount(table.ravel().astype(np.intp))
    if sizes.min() == 0:
        raise ValueError("messages must be numbered 0, 1, ... without a gap")
    last = int(sizes.argmax())
    counts = {k: point_counts(p, np.argwhere(table == k)) for k in range(len(sizes)) if k != last}
    counts[last] = p - sum(counts.values(), np.zeros((p, p), dtype=np.int64))
    good = tuple(k for k, size in enumerate(sizes.tolist()) if p > 10 and size >= good_size(p))
    return LineMessages(p, tuple(sizes.tolist()), tuple(counts[k] for k in range(len(sizes))), good)


def slope_partition(p: int, widths: Sequence[int]) -> np.ndarray:
    """Return messages that name a block of offsets: the first ``widths[0]``, the next ``widths[1]``, ..., the rest.

    Every message has lines of all slopes; if the widths sum to p, there is no rest.

    >>> slope_partition(3, (1, 1)).tolist()
    [[0, 1, 2], [0, 1, 2], [0, 1, 2]]
    """
    ends = np.cumsum([as_integer(width, "widths", least=1) for width in widths])
    if not ends.size or ends[-1] > p:
        raise ValueError(f"widths must not be empty and must sum to at most {p}, got {widths}")
    return np.tile(np.searchsorted(ends, np.arange(p), side="right"), (p, 1))


def largest_bad_share(lines: int, messages: int, least_good: int) -> Fraction:
    """Return the largest share of lines with bad messages, over all ways to divide lines among so many messages.

    Parameters
    ----------
    lines : int
        Number of lines to divide.
    messages : int
        At most so many messages occur.
    least_good : int
        A message with fewer lines is bad.

    Notes
    -----
    If all messages can be bad, the share is 1; otherwise one is good, and the others are as large as bad ones can be.

    Examples
    --------
    >>> largest_bad_share(10, 3, 4)  # one good message, and two of three lines
    Fraction(3, 5)
    """
    most = as_integer(least_good, "least_good", least=1) - 1
    count = as_integer(messages, "messages", least=1)
    return Fraction(1) if count * most >= lines else Fraction((count - 1) * most, lines)


def offsets_of_a_good_block(p: int) -> int:
    """Return ``ceil(1 / gamma)``: with all slopes of ``Line_p``, p a prime, so many offsets make a good message.

    Raises
    ------
    ValueError
        If p is no prime above 10.

    Examples
    --------
    >>> offsets_of_a_good_block(257)
    55
    """
    return ceil(1 / proof_gamma(as_prime(p)))


def block_deficit(p: int) -> LogSum:
    """Return ``2 log p - H_2 = log2(1 + 1/s - 1/p)`` for the ``s = ceil(1/gamma)`` offsets of all slopes.

    ``H_2`` is the collision entropy of the point, given this message; p is a prime.

    Examples
    --------
    >>> block_deficit(257) == heard_lines(257, slope_partition(257, (55,))).collision_deficit(0)
    True
    """
    return log2(1 + Fraction(1, offsets_of_a_good_block(p)) - Fraction(1, p))
