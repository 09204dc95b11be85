"""The basic learner of lines: two points give the line, one gives a point function, none gives the zero function.

Definitions
-----------
The plane over Z_p, p prime, has the points ``(x, y)`` with ``0 <= x, y < p``; the line ``(a, b)`` is the set of points
with ``y = a x + b mod p``.  A row is ``(x, y, label)``.  *Hypotheses* are tuples, compared lexicographically where
ties are broken: ``(0,)`` is the zero function (``ZERO``), ``(1, x, y)`` the function that is 1 at one point,
``(2, a, b)`` a line.  The *basic learner* looks at the rows labelled 1: from the first two different points it makes
the line through them, from a single point its point function, from none the zero function.  Privacy quantifies over
all data, also such that no line has labelled: two points one above the other, which are on no line, give the zero
function.

>>> basic_learner([(0, 1, 1), (2, 0, 0), (1, 3, 1)], 5)
(2, 2, 1)
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.concepts import Concept
from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.exact.primes import is_prime

Hypothesis = tuple[int, ...]
Row = tuple[int, int, int]
ZERO: Hypothesis = (0,)
LARGEST_PRIME = 1 << 40  # trial division up to its root takes about a second
LARGEST_TABLE = 1 << 22
LENGTHS = (1, 3, 3)


@lru_cache(maxsize=256)
def as_prime(p: int) -> int:
    """Return ``p`` if it is a prime up to 2^40, else raise a ``ValueError``."""
    number = as_integer(p, "p", least=2, most=LARGEST_PRIME)
    if not is_prime(number):
        raise ValueError(f"p must be a prime, got {number}")
    return number


def as_row(row: Any, p: int, name: str = "row") -> Row:
    """Return a labelled point as three integers, ``0 <= x, y < p`` and a label 0 or 1, else raise a ``ValueError``."""
    try:
        x, y, label = row
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be (x, y, label)") from None
    return (as_integer(x, f"x of {name}", least=0, most=p - 1, private=True),
            as_integer(y, f"y of {name}", least=0, most=p - 1, private=True),
            as_integer(label, f"label of {name}", least=0, most=1, private=True))


def as_hypothesis(hypothesis: Any, p: int) -> Hypothesis:
    """Return a hypothesis as a tuple of integers, else raise a ``ValueError``."""
    if not isinstance(hypothesis, (tuple, list)) or not hypothesis:
        raise ValueError(f"hypothesis must be (0,), (1, x, y) or (2, a, b), got {hypothesis!r}")
    kind = as_integer(hypothesis[0], "kind of hypothesis", least=0, most=2)
    if len(hypothesis) != LENGTHS[kind]:
        raise ValueError(f"hypothesis must be (0,), (1, x, y) or (2, a, b), got {hypothesis!r}")
    return (kind, *(as_integer(k, "coordinate of hypothesis", least=0, most=p - 1) for k in hypothesis[1:]))


def line_through(first: tuple[int, int], second: tuple[int, int], p: int) -> Hypothesis:
    """Return the line through two points, or ``ZERO`` if they have the same x.

    Examples
    --------
    >>> line_through((0, 1), (1, 3), 5), line_through((0, 1), (0, 3), 5)
    ((2, 2, 1), (0,))
    """
    run = (second[0] - first[0]) % p
    if run == 0:
        return ZERO
    slope = (second[1] - first[1]) * pow(run, -1, p) % p
    return (2, slope, (first[1] - slope * first[0]) % p)


def basic_learner(block: Iterable[Any], p: int) -> Hypothesis:
    """Return the hypothesis of the basic learner: a function of the rows in their order, defined for all data.

    Parameters
    ----------
    block : iterable of (x, y, label)
    p : int
        A prime.

    Returns
    -------
    tuple
        ``(0,)``, ``(1, x, y)`` or ``(2, a, b)``.

    Notes
    -----
    Guarantee: on rows labelled by the line ``(a, b)`` the result is ``(2, a, b)`` exactly if two different points are
    labelled 1.  Source: FX15, proof of Lemma 6.2.
    """
    prime = as_prime(p)
    positives = dict.fromkeys((x, y) for x, y, label in (as_row(row, prime) for row in block) if label)
    points = list(positives)[:2]
    if len(points) == 2:
        return line_through(points[0], points[1], prime)
    return (1, *points[0]) if points else ZERO


def line_hypotheses(p: int) -> list[Hypothesis]:
    """Return all ``2 p^2 + 1`` hypotheses of the basic learner in their lexicographic order."""
    plane = list(product(range(as_prime(p)), repeat=2))
    return [ZERO, *((1, x, y) for x, y in plane), *((2, a, b) for a, b in plane)]


def predict(hypothesis: Any, points: Any, p: int) -> np.ndarray[Any, Any]:
    """Return the labels of points as an array of 0 and 1.

    Parameters
    ----------
    hypothesis : tuple
    points : integer array of shape (n, 2), or sequence of (x, y)
    p : int

    Examples
    --------
    >>> predict((2, 2, 1), [(0, 1), (1, 3), (2, 1)], 5).tolist()
    [1, 1, 0]
    """
    prime = as_prime(p)
    h = as_hypothesis(hypothesis, prime)
    array = np.asarray(points, dtype=object if prime > 1 << 31 else np.int64).reshape(-1, 2)
    x, y = array.T
    if h[0] == 0:
        found = np.zeros(len(array), dtype=bool)
    else:
        found = (x == h[1]) & (y == h[2]) if h[0] == 1 else (h[1] * x + h[2] - y) % prime == 0
    return np.asarray(found, dtype=np.int8)


def hypothesis_table(hypothesis: Any, p: int) -> Concept:
    """Return the bits of a hypothesis on the whole plane; the point ``(x, y)`` stands at ``x p + y``.

    Examples
    --------
    >>> hypothesis_table((2, 1, 0), 2), hypothesis_table((1, 1, 0), 2)
    ((1, 0, 0, 1), (0, 0, 1, 0))
    """
    if as_prime(p) ** 2 > LARGEST_TABLE:
        raise TooLargeToEnumerate("the table of a function on the plane", p * p, LARGEST_TABLE)
    return tuple(predict(hypothesis, list(product(range(p), repeat=2)), p).tolist())


def line_points(line: Any, p: int) -> Iterator[tuple[int, int]]:
    """Yield the p points of the line ``(a, b)`` in the order of x."""
    a, b = (as_integer(k, "coordinate of line", least=0, most=as_prime(p) - 1) for k in line)
    yield from ((x, (a * x + b) % p) for x in range(p))
