"""The public-coin value of point functions on any number of points: a problem with one parameter.

Definitions
-----------
``POINT`` on ``N`` points looks the same from all its points, so an optimal hard distribution puts mass ``share / N``
on each diagonal cell (concept x, point x) and ``(1 - share) / (N (N - 1))`` on each other cell.  Against it, a block
of ``s`` concepts either answers 1 at its own points, and errs at ``s (s - 1)`` other cells, or answers 0 everywhere,
and errs at ``s`` diagonal cells.  One block answers 0 for ``z`` concepts, and the other ``N - z`` concepts share the
remaining blocks evenly: a protocol is the number ``z``.  The value is that of a game with two rows and ``N + 1``
columns.

>>> symmetric_points_value(16, 2).value
Fraction(77, 257)
"""

from dataclasses import dataclass
from fractions import Fraction

from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST_DOMAIN = 1 << 20


@dataclass(frozen=True)
class SymmetricPointsValue:
    """The public-coin value of point functions, with what proves it.

    Attributes
    ----------
    value : Fraction
    diagonal_share : Fraction
        Mass of the diagonal in an optimal hard distribution.
    mixture : tuple of (weight, zeros)
        An optimal mixture of protocols: with probability ``weight``, a random set of ``zeros`` concepts is
        answered by 0, and a random partition of the others is as even as possible.
    """

    value: Fraction
    diagonal_share: Fraction
    mixture: tuple[tuple[Fraction, int], ...]


def even_errors(concepts: int, blocks: int) -> int:
    """Return ``sum s (s - 1)`` over blocks as even as possible: the fewest cells where a point passes for another.

    >>> even_errors(5, 2), even_errors(3, 4)
    (8, 0)
    """
    if concepts == 0:
        return 0
    size, larger = divmod(concepts, blocks)
    return larger * (size + 1) * size + (blocks - larger) * size * (size - 1)


def symmetric_protocols(points: int, messages: int) -> list[tuple[int, int, int]]:
    """Return ``(zeros, diagonal errors, other errors)`` of every symmetric protocol that can matter.

    >>> symmetric_protocols(3, 2)
    [(0, 0, 2), (1, 1, 2), (2, 2, 0), (3, 3, 0)]
    """
    n = as_integer(points, "points", least=2, most=LARGEST_DOMAIN)
    k = as_integer(messages, "messages", least=1)
    mixed = [] if k == 1 else [(z, z, even_errors(n - z, k - 1)) for z in range(1, n)]
    return [(0, 0, even_errors(n, k)), *mixed, (n, n, 0)]


def symmetric_points_value(points: int, messages: int) -> SymmetricPointsValue:
    """Return the public-coin value of the point functions on ``points`` points, exactly.

    Parameters
    ----------
    points : int
        From 2 to 2^20.
    messages : int
        At least 1.

    Notes
    -----
    The lower hull of all protocols (diagonal errors, other errors) is walked once: O(points).

    Examples
    --------
    >>> solved = symmetric_points_value(3, 2)
    >>> solved.value, solved.mixture
    (Fraction(2, 9), ((Fraction(2, 3), 0), (Fraction(1, 3), 2)))
    """
    n = as_integer(points, "points", least=2)
    if n > LARGEST_DOMAIN:
        raise TooLargeToEnumerate("the list of symmetric protocols", n + 1, LARGEST_DOMAIN)
    off = n - 1  # errors are compared in units of 1 / (N (N - 1)): z (N - 1) on the diagonal, o elsewhere
    hull: list[tuple[int, int, int]] = []
    for z, diagonal, other in symmetric_protocols(n, messages):
        while len(hull) > 1 and ((hull[-1][1] - hull[-2][1]) * (other - hull[-2][2])
                                 <= (diagonal - hull[-2][1]) * (hull[-1][2] - hull[-2][2])):
            hull.pop()
        hull.append((z, diagonal, other))
    right = next(i for i, (_, diagonal, other) in enumerate(hull) if diagonal * off >= other)
    if right == 0:  # already the protocol without zeros makes no other errors
        return SymmetricPointsValue(Fraction(0), Fraction(0), ((Fraction(1), 0),))
    (z0, d0, o0), (z1, d1, o1) = hull[right - 1], hull[right]
    excess, lack = o0 - d0 * off, d1 * off - o1  # the mixture balances both kinds of errors
    weight = Fraction(excess, excess + lack)
    share = Fraction(o0 - o1, (o0 - o1) + (d1 - d0) * off)
    value = ((1 - weight) * d0 + weight * d1) / n
    mixture = tuple((w, z) for w, z in ((1 - weight, z0), (weight, z1)) if w)
    return SymmetricPointsValue(value, share, mixture)


def is_symmetric_points_value(solved: SymmetricPointsValue, points: int, messages: int) -> bool:
    """Verify a solved value: the mixture's errors, and a recursion over block sizes against the hard distribution.

    Notes
    -----
    Every partition of the concepts is covered, even or not; cost: ``messages * points^2``.

    Examples
    --------
    >>> solved = symmetric_points_value(3, 2)
    >>> is_symmetric_points_value(solved, 3, 2), is_symmetric_points_value(solved, 3, 1)
    (True, False)
    """
    n, k, share = points, messages, solved.diagonal_share
    if not all(w >= 0 and (z in (0, n) or 0 < z < n and k > 1) for w, z in solved.mixture):
        return False  # no mixture, or of no protocols: the others than the zeros need a message
    sizes = [[n // k + (i < n % k) for i in range(k)] if z == 0 else
             [(n - z) // (k - 1) + (i < (n - z) % (k - 1)) for i in range(k - 1)] if z < n else []
             for _, z in solved.mixture]
    diagonal = sum(w * z for w, z in solved.mixture) / n
    other = sum(w * sum(s * (s - 1) for s in blocks) for (w, _), blocks in zip(solved.mixture, sizes, strict=True))
    if sum(w for w, _ in solved.mixture) != 1 or max(diagonal, other / (n * (n - 1))) > solved.value:
        return False
    scale = (n - 1) * share.denominator
    ones, zeros = share.denominator - share.numerator, share.numerator * (n - 1)  # times N (N - 1) / scale
    cost = [min(s * (s - 1) * ones, s * zeros) for s in range(n + 1)]
    best = cost
    for _ in range(k - 1):
        best = [min(cost[s] + best[total - s] for s in range(total + 1)) for total in range(n + 1)]
    return Fraction(best[n], n * scale) >= solved.value
