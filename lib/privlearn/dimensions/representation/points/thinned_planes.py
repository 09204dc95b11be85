"""A thinned projective plane: O(sqrt(T) / alpha) sets that alpha-represent T points (BBKN14, Section 4.1).

Definitions
-----------
Take a projective plane with at least 2T points, keep each line independently with probability
``min(1, c / (floor(sqrt(T)) alpha))``, drop the points that are in fewer than ``ceil(1/alpha)`` kept lines, and
restrict the lines to the first T points that are left.  Any two lines share at most one point, so the class
alpha-represents those T points; the drawing *succeeds* if T points are left and at most ``4 c sqrt(T) / alpha`` lines
were kept.

The number of kept lines through a point is binomial.  So the expected numbers of dropped points and of kept lines are
exact rationals, Markov's inequality proves that some drawing succeeds, and the *method of conditional expectations*
finds one without chance: the lines are decided one by one so that the expected score never rises.

>>> drawn = thin_plane(7, Fraction(1, 2), 1, seed=3)
>>> drawn.points, drawn.matrix.shape == (len(drawn.lines), 28)
(28, True)
"""

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt

import numpy as np

from privlearn.concepts.planes import incidence, plane_lines, plane_points
from privlearn.exact import as_fraction, as_integer, binomial_tail
from privlearn.exact.formulas import Value, ceil, formula
from privlearn.exact.rationals import Number

TICKETS = 1 << 64


@dataclass(frozen=True, eq=False)
class ThinnedPlane:
    """Some lines of a plane.

    Attributes
    ----------
    order : int
        The plane has ``q^2 + q + 1`` points.
    alpha : Fraction
    lines : tuple of int
        Numbers of the kept lines.
    degrees : ndarray of int
        Kept lines through each point of the plane.
    kept_points : tuple of int
        The first T points in at least ``ceil(1/alpha)`` kept lines (fewer if there are fewer).
    """

    order: int
    alpha: Fraction
    lines: tuple[int, ...]
    degrees: np.ndarray
    kept_points: tuple[int, ...]

    @property
    def points(self) -> int:
        """T, half of the points of the plane, rounded down."""
        return plane_points(self.order) // 2

    @property
    def matrix(self) -> np.ndarray:
        """The class: kept lines down, kept points across."""
        whole = incidence(plane_lines(self.order), plane_points(self.order))
        return whole[np.ix_(self.lines, self.kept_points)]


@formula("equals", where=("0 < alpha <= 1",), tex={"1 / alpha": r"1/\alpha"},
         corners={"alpha": tuple(Fraction(*pair) for pair in ((1, 12), (1, 3), (2, 5), (1, 2), (7, 8), (1, 1)))},
         loose={"0 < alpha <= 1": "one set is enough for every larger error"})
def lines_needed(alpha: Value) -> Value:
    """Return ``ceil(1/alpha)``, the number of otherwise disjoint sets through a point that is enough.

    Examples
    --------
    >>> [lines_needed(Fraction(*pair)) for pair in ((1, 2), (2, 5), (1, 3))]
    [2, 3, 3]
    """
    return ceil(1 / alpha)


def keep_chance(order: int, alpha: Number, c: Number) -> Fraction:
    """Return the probability with which a line is kept: ``min(1, c / (floor(sqrt(T)) alpha))``.

    Examples
    --------
    >>> keep_chance(7, Fraction(1, 2), 1)  # T = 28
    Fraction(2, 5)
    """
    t, a, factor = plane_points(order) // 2, as_fraction(alpha, "alpha"), as_fraction(c, "c")
    if not 0 < a <= 1 or factor <= 0:
        raise ValueError(f"alpha must lie in (0, 1] and c be above 0, got alpha = {a}, c = {factor}")
    return min(Fraction(1), factor / (isqrt(t) * a))


def expected_dropped(order: int, alpha: Number, chance: Number) -> Fraction:
    """Return the exact expected number of points in fewer than ``ceil(1/alpha)`` kept lines.

    Examples
    --------
    >>> expected_dropped(2, Fraction(1, 2), Fraction(1, 2))  # 7 points, three lines each: (1 + 3) / 8
    Fraction(7, 2)
    """
    q = as_integer(order, "order", least=2)
    return plane_points(q) * binomial_tail(q + 1, chance, at_most=lines_needed(alpha) - 1)


def line_limit(order: int, alpha: Number, c: Number) -> int:
    """Return the largest number of lines with which a drawing succeeds, ``floor(4 c sqrt(T) / alpha)``.

    Examples
    --------
    >>> line_limit(7, Fraction(1, 2), 1)  # 8 sqrt(28) = 42.3...
    42
    """
    t, a, factor = plane_points(order) // 2, as_fraction(alpha, "alpha"), as_fraction(c, "c")
    square = (4 * factor / a) ** 2 * t
    return isqrt(square.numerator // square.denominator)


def restricted(order: int, alpha: Number, lines: tuple[int, ...]) -> ThinnedPlane:
    """Return the thinned plane with these lines.

    Examples
    --------
    >>> plane = restricted(2, Fraction(1, 2), tuple(range(7)))  # all lines of Fano's plane
    >>> plane.degrees.tolist(), plane.kept_points
    ([3, 3, 3, 3, 3, 3, 3], (0, 1, 2))
    """
    a, size = as_fraction(alpha, "alpha"), plane_points(order)
    degrees = np.bincount(plane_lines(order)[list(lines)].ravel().astype(np.intp), minlength=size)
    enough = np.flatnonzero(degrees >= lines_needed(a))
    return ThinnedPlane(order, a, lines, degrees, tuple(int(x) for x in enough[: size // 2]))


def thin_plane(order: int, alpha: Number, c: Number, seed: int) -> ThinnedPlane:
    """Draw a thinned plane; the same seed gives the same lines everywhere (words of PCG64).

    Parameters
    ----------
    order : int
        A prime power.
    alpha : number in (0, 1]
    c : number above 0
        The constant in the probability of a line.
    seed : int
        At least 0.

    Examples
    --------
    >>> [thin_plane(2, Fraction(1, 2), c, seed=0).lines for c in (1, Fraction(1, 4))]  # kept with probability 1, 1/2
    [(0, 1, 2, 3, 4, 5, 6), (1, 2, 3)]
    """
    chance = keep_chance(order, alpha, c)
    tickets = np.random.PCG64(as_integer(seed, "seed", least=0)).random_raw(plane_points(order))
    limit = chance * TICKETS  # a probability is rounded up to a multiple of 2^-64
    return restricted(order, alpha, tuple(i for i, ticket in enumerate(tickets.tolist()) if ticket < limit))


def derandomised_plane(order: int, alpha: Number, c: Number) -> ThinnedPlane:
    """Return a thinned plane found by the method of conditional expectations.

    The score ``dropped / (N - T) + lines / (2 E[lines])`` has an expectation below 1 if ``expected_dropped`` is below
    ``N / 4``; each line is kept or left out, whichever makes the conditional expectation smaller.  So in the end fewer
    than ``N - T`` points are dropped and fewer than ``2 E[lines]`` lines are kept.

    Notes
    -----
    Cost: O(q^3) rational operations.

    Examples
    --------
    >>> found = derandomised_plane(7, Fraction(1, 2), 1)
    >>> found.points == len(found.kept_points), len(found.lines) <= line_limit(7, Fraction(1, 2), 1)
    (True, True)
    """
    q, chance, need = as_integer(order, "order", least=2), keep_chance(order, alpha, c), lines_needed(alpha)
    lines, size = plane_lines(q), plane_points(q)
    short = _chances_to_stay_short(q + 1, chance, need)
    price, share = 1 / (2 * size * chance), Fraction(1, size - size // 2)
    have, left, kept = np.zeros(size, dtype=int), np.full(size, q + 1), []
    for i, line in enumerate(lines):
        left[line] -= 1
        places = list(zip(left[line].tolist(), have[line].tolist(), strict=True))
        without = share * sum((short[r][h] for r, h in places), Fraction(0))
        with_it = share * sum((short[r][h + 1] for r, h in places), Fraction(0)) + price
        if with_it < without:
            kept.append(i)
            have[line] += 1
    return restricted(q, alpha, tuple(kept))


def _chances_to_stay_short(most: int, chance: Fraction, need: int) -> list[list[Fraction]]:
    """Return ``[r][h]``: the chance that h lines and r more, each kept with ``chance``, are fewer than ``need``."""
    tables = [[Fraction(int(h < need)) for h in range(most + 2)]]
    for _ in range(most):
        last = tables[-1]
        tables.append([(1 - chance) * last[h] + chance * last[min(h + 1, most + 1)] for h in range(most + 2)])
    return tables
