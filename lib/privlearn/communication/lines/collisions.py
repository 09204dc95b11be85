"""Lines: how little a short message says about the points of a line.

Definitions
-----------
``Line_p`` is the class of the ``p^2`` lines ``y = a x + b`` over Z_p; a line is a pair ``(a, b)``, a point a pair
``(x, y)``.  The hard distribution mixes two in equal parts: under ``mu_0`` line and point are uniform and independent,
under ``mu_1`` the line is uniform and the point uniform on it.  A message is a *class* of lines; given it, and under
``mu_1``, the point is no longer uniform, but nearly so: if the class has ``s`` lines, the collision probability of the
point is at most ``1/(s p) + (1 - 1/s) / p^2``, because two different lines meet in at most one point.  So a message of
many lines is of little use to Bob, and there cannot be few messages of few lines.

Sizes of classes are counted in lines, protocols in messages.

>>> proof_gamma(257), good_size(257), proof_messages(257)
(Fraction(61009, 3302450), 13912, 2)
>>> float(messages_needed(257, Fraction(1, 5)))
366.7225
"""

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from privlearn.exact import Bracket, TooLargeToEnumerate, as_integer, as_probability, sqrt_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.exact.primes import as_prime
from privlearn.exact.rationals import Number
from privlearn.laws import Law, uniform

FIFTH = Fraction(1, 5)
PairRow = tuple[int, int]


# the hard distribution

def independent_pairs(p: int) -> Law:
    """Return ``mu_0``: the law of ``(line, point)``, both uniform and independent.

    Source: FX15, Section 5.2.

    >>> independent_pairs(2).exact()[(0, 0), (1, 1)]
    Fraction(1, 16)
    """
    plane = [(i, j) for i in range(as_prime(p)) for j in range(p)]
    return uniform([(line, point) for line in plane for point in plane])


def incident_pairs(p: int) -> Law:
    """Return ``mu_1``: the law of ``(line, point)``, the line uniform and the point uniform on it.

    Source: FX15, Section 5.2 (with ``y = a x + b`` throughout, as in the definition of the class).

    >>> incident_pairs(2).exact()[(1, 0), (1, 1)]  # the point (1, 1) on the line y = x
    Fraction(1, 8)
    """
    plane = [(a, b) for a in range(as_prime(p)) for b in range(p)]
    return uniform(plane).then(lambda line: uniform(range(p)).map(
        lambda x: (line, (x, (line[0] * x + line[1]) % p))))


# one class of lines

def slope_block(p: int, offsets: int) -> list[PairRow]:
    """Return the lines of every slope whose offset ``b`` is one of the first ``offsets``.

    >>> slope_block(2, 1)
    [(0, 0), (1, 0)]
    """
    as_integer(offsets, "offsets", least=1, most=as_prime(p))
    return [(a, b) for a in range(p) for b in range(offsets)]


def point_counts(p: int, lines: Iterable[PairRow] | np.ndarray) -> np.ndarray:
    """Return how many of the lines pass through each point, shape ``(p, p)``, rows x and columns y.

    Cost: p times the number of lines.

    >>> point_counts(2, [(0, 0), (1, 0)]).tolist()
    [[2, 0], [1, 1]]
    """
    listed = lines if isinstance(lines, np.ndarray) else list(lines)
    rows = np.asarray(listed, dtype=np.int64).reshape(-1, 2)
    if rows.size and not (rows.min() >= 0 and rows.max() < as_prime(p)):
        raise ValueError(f"lines must be pairs of numbers in 0..{p - 1}")
    return np.array([np.bincount(((rows[:, 0] * x + rows[:, 1]) % p).astype(np.intp), minlength=p) for x in range(p)])


def class_collision(p: int, lines: Sequence[PairRow]) -> Fraction:
    """Return the collision probability of a uniform point on a uniform line of the class, by counting at all points.

    >>> class_collision(2, [(0, 0), (1, 0)])  # the point has the masses 1/2, 1/4, 1/4
    Fraction(3, 8)
    """
    if not lines:
        raise ValueError("lines must not be empty")
    counts = point_counts(p, lines)
    return Fraction(int((counts * counts).sum()), (p * len(lines)) ** 2)


def collision_by_slopes(p: int, slope_counts: Sequence[int]) -> Fraction:
    """Return the same from the number of lines of each slope alone.

    Two lines of different slopes meet in one point, parallel ones in none; so with ``s`` lines, ``s_a`` of slope a,
    the collision probability is ``1/(s p) + (1 - sum (s_a / s)^2) / p^2``.

    >>> collision_by_slopes(2, [1, 1]), collision_by_slopes(2, [2, 0])
    (Fraction(3, 8), Fraction(1, 4))
    """
    s = sum(slope_counts)
    if len(slope_counts) != p or s < 1:
        raise ValueError(f"slope_counts must be {p} numbers, not all 0")
    return Fraction(1, s * p) + (1 - Fraction(sum(n * n for n in slope_counts), s * s)) / p**2


def largest_collision(p: int, lines: int) -> Fraction:
    """Return the largest collision probability of a class of that many lines: all slopes about equally often.

    >>> largest_collision(2, 2)
    Fraction(3, 8)
    """
    as_integer(lines, "lines", least=1, most=p * p)
    each, more = divmod(lines, p)
    return collision_by_slopes(p, [each + 1] * more + [each] * (p - more))


@formula("at most", where=("1 <= s <= p ** 2",), corners={"p": (2, 3, 5), "s": (1, 2, 4, 9, 25, 30)},
         loose={"1 <= s <= p ** 2": "there are no other classes of lines"})
def collision_bound(p: int, s: int) -> Value:
    """Return ``1/(s p) + (1 - 1/s) / p^2``, at least the collision probability of every class of ``s`` lines.

    >>> collision_bound(2, 2)
    Fraction(3, 8)
    """
    return 1 / (s * p) + (1 - 1 / s) * (1 / p ** 2)


def distance_from_uniform(p: int, lines: Sequence[PairRow]) -> Fraction:
    """Return the statistical distance of the point of the class from a uniform point.

    >>> distance_from_uniform(2, [(0, 0)]), distance_from_uniform(2, [(0, 0), (0, 1)])
    (Fraction(1, 2), Fraction(0, 1))
    """
    if not lines:
        raise ValueError("lines must not be empty")
    counts, s = point_counts(p, lines), len(lines)
    return Fraction(int(np.maximum(p * counts - s, 0).sum()), p * p * s)


def point_law(p: int, line_masses: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return the masses of the points ``(0, 0), (0, 1), ...`` when the line has any distribution, row ``a p + b``.

    >>> point_law(2, (1, 0, 0, 0))
    (Fraction(1, 2), Fraction(0, 1), Fraction(1, 2), Fraction(0, 1))
    """
    unit, found = lcm(*(mass.denominator for mass in line_masses)), [0] * (p * p)
    for row, mass in enumerate(line_masses):
        whole = int(mass * unit)
        for x in range(p):
            found[x * p + (row // p * x + row % p) % p] += whole
    return tuple(Fraction(whole, unit * p) for whole in found)


# protocols: a message for each line, in the order (0, 0), (0, 1), ...

def message_classes(p: int, messages: Sequence[int]) -> list[list[PairRow]]:
    """Return the non-empty classes of lines, one for each message that occurs, in increasing order of messages.

    >>> message_classes(2, (0, 0, 1, 1))
    [[(0, 0), (0, 1)], [(1, 0), (1, 1)]]
    """
    if len(messages) != p * p:
        raise ValueError(f"messages must name one for each of the {p * p} lines, got {len(messages)}")
    found: dict[int, list[PairRow]] = {}
    for row, message in enumerate(messages):
        found.setdefault(message, []).append(divmod(row, p))
    return [found[message] for message in sorted(found)]


def line_advantage(p: int, messages: Sequence[int]) -> Fraction:
    """Return the largest ``Pr_{mu_1}[Bob says 1] - Pr_{mu_0}[Bob says 1]``, over all of Bob's answers.

    It is the mean, over the message, of the point's distance from uniform.

    >>> line_advantage(2, (0, 1, 2, 3)), line_advantage(2, (0, 0, 1, 1))
    (Fraction(1, 2), Fraction(0, 1))
    """
    parts = message_classes(p, messages)
    return sum((distance_from_uniform(p, lines) * Fraction(len(lines), p * p) for lines in parts), Fraction(0))


@formula("at most", corners={"p": (2, 3, 5), "k": (1, 2, 4, 9)})
def squared_advantage_bound(p: int, k: int) -> Value:
    """Return ``k (p - 1) / (4 p^2)``, at least the square of the advantage of every protocol with k messages.

    Notes
    -----
    For a class of s lines, twice the distance from uniform is at most ``sqrt(p^2 c - 1) <= sqrt((p - 1) / s)``, by
    Cauchy and Schwarz and the bound on the collision probability c; then average, ``sum sqrt(s_m) <= p sqrt(k)``.

    Examples
    --------
    >>> squared_advantage_bound(2, 4)
    Fraction(1, 4)
    """
    return k * (p - 1) / (4 * p ** 2)


@formula("at least", where=("p * g >= 1",), corners={
    "p": (131, 9973), "g": (1, Fraction(3, 5), Fraction(1, 2), Fraction(1, 3), Fraction(1, 8))})
def direct_messages(p: int, g: Value) -> Value:
    """Return ``4 (p g - 1)^2 / (p - 1)``: no public-coin protocol of error (1 - g)/2 has fewer messages."""
    return 4 * (p * g - 1) ** 2 / (p - 1)


def messages_needed(p: int, error: Number) -> Fraction:
    """Return ``4 p^2 (1 - 1/p - 2 error)^2 / (p - 1)``: no public-coin protocol of that error has fewer messages.

    Source: a second-moment argument in place of FX15, Theorem 5.3; 0 where ``error >= (1 - 1/p) / 2``.

    >>> messages_needed(2, 0)
    Fraction(4, 1)
    """
    prime, g = as_prime(p), 1 - 2 * as_probability(error, "error")
    return Fraction(direct_messages(prime, g)) if prime * g >= 1 else Fraction(0)


def climb_line_protocol(p: int, messages: int, rng: Any, rounds: int = 40) -> tuple[int, ...]:
    """Return a protocol that no change of one line's message improves (or the best after so many rounds).

    Parameters
    ----------
    p : prime, at most 13
    messages : int
    rng : numpy.random.Generator or random.Random
        Draws the first assignment.

    Examples
    --------
    >>> import random
    >>> line_advantage(2, climb_line_protocol(2, 4, random.Random(0)))
    Fraction(1, 2)
    """
    if as_prime(p) > 13:
        raise TooLargeToEnumerate("the search among protocols", f"{p}^2 lines", 169)
    rows = [divmod(row, p) for row in range(p * p)]
    through = np.array([[(a * x + b - y) % p == 0 for x in range(p) for y in range(p)] for a, b in rows], dtype=int)
    chosen = [int(rng.random() * messages) for _ in rows]
    counts = np.array([through[[m == k for m in chosen]].sum(axis=0) for k in range(messages)])
    sizes = np.array([chosen.count(k) for k in range(messages)])

    def gains(more: np.ndarray | int, lines: int) -> np.ndarray:
        return np.maximum(p * (counts + more) - (sizes + lines)[:, None], 0).sum(axis=1)

    for _ in range(rounds):
        before = list(chosen)
        for row, old in enumerate(before):
            counts[old], sizes[old] = counts[old] - through[row], sizes[old] - 1
            chosen[row] = new = int(np.argmax(gains(through[row], 1) - gains(0, 0)))
            counts[new], sizes[new] = counts[new] + through[row], sizes[new] + 1
        if chosen == before:
            break
    return tuple(chosen)


# the parameters of the printed proof

def proof_gamma(p: int, error: Number = FIFTH) -> Fraction:
    """Return ``gamma = 2 (1/2 - 1/p - 2 error)^2``, for integers p with a bracket above 0.

    Source: FX15, proof of Theorem 5.3.

    >>> proof_gamma(11)
    Fraction(1, 6050)
    """
    gap = Fraction(1, 2) - Fraction(1, as_integer(p, "p", least=1)) - 2 * as_probability(error, "error")
    if gap <= 0:
        raise ValueError(f"p and error must leave 1/2 - 1/p - 2 error above 0, got {gap} at p = {p}")
    return 2 * gap**2


def good_size(p: int) -> int:
    """Return the least number of lines of a good message: a uniform line of it has min-entropy ``log2(p / gamma)``.

    >>> good_size(257)  # of 66,049 lines
    13912
    """
    return math.ceil(p / proof_gamma(as_prime(p)))


def proof_messages(p: int) -> int:
    """Return how many messages a protocol of ``c = log2(p gamma / 2)`` bits may have, ``floor(p gamma / 2)``.

    >>> proof_messages(257)
    2
    """
    return math.floor(p * proof_gamma(as_prime(p)) / 2)


def least_error_bound(p: int, messages: int) -> Bracket:
    """Bracket ``(1 - 1/p - sqrt(k (p - 1)) / (2p)) / 2``, at most the worst error of every protocol for ``Line_p``.

    Parameters
    ----------
    p : int
        A prime.
    messages : int
        k, at least 1.

    Notes
    -----
    Negative, and so of no use, for many messages.  It bounds :func:`line_advantage` by :func:`squared_advantage_bound`.

    Examples
    --------
    >>> round(float(least_error_bound(5, 1).lower), 6)
    0.3
    """
    prime = as_prime(p)
    root = sqrt_bracket(squared_advantage_bound(prime, as_integer(messages, "messages", least=1)))
    return (1 - Fraction(1, prime) - root) * Fraction(1, 2)
