"""Closed-form optima of packing families.

Definitions
-----------
*Packing.* N databases at pairwise distance m, each with its own right answer.  The best success probability of any
mechanism with ratio r on all of them is ``R / (R + N - 1)`` with ``R = r^m`` (BBKN14, Theorem 3.6).

*Two-point family.* For targets ``i = 2..T`` a sample has m rows, each ``(i, 1)`` with probability ``mass``, else
``(1, 0)``.  The best mechanism constrained on these samples names the target with probability
``r^k / (r^k + T - 2)`` when k rows show it, so the least failure is ``E (T - 2) / (r^k + T - 2)`` with k binomial
(BBKN14, Lemma 3.9): for each k the databases of the other targets with the same k rows replaced are at distance k,
and the T - 1 answers share mass 1.

>>> packing_success(5, 4)
Fraction(1, 2)
>>> two_point_failure(3, 2, 2, Fraction(3, 10))
Fraction(403, 1000)
"""

from __future__ import annotations

from fractions import Fraction

from privlearn.exact.binomial import expectation
from privlearn.exact.brackets import Bracket, as_bracket, round_down, round_up
from privlearn.exact.rationals import Number, as_exp_epsilon, as_fraction, as_integer


def packing_success(databases: int, group_ratio: Number) -> Fraction:
    """Return ``R / (R + N - 1)``: the best success on ``N`` databases whose pairwise ratio is at most ``R``."""
    n, ratio = as_integer(databases, "databases", least=1), as_exp_epsilon(group_ratio, "group_ratio")
    return ratio / (ratio + n - 1)


def target_probability(size: int, hits: int, exp_epsilon: Number | Bracket) -> Fraction | Bracket:
    """Return ``r^k / (r^k + T - 2)``, the best probability of naming a target that ``hits`` = k rows show.

    Parameters
    ----------
    size : int
        T, at least 2.
    hits : int
        k, at least 0.
    exp_epsilon : number of at least 1, or a Bracket of one
        A bracket gives a bracket.
    """
    t, k = as_integer(size, "size", least=2), as_integer(hits, "hits", least=0)
    if isinstance(exp_epsilon, Bracket):
        low, high = exp_epsilon.lower**k, exp_epsilon.upper**k
        return Bracket(low / (low + t - 2), high / (high + t - 2))
    power = as_exp_epsilon(exp_epsilon) ** k
    return power / (power + t - 2)


def two_point_failure(size: int, rows: int, exp_epsilon: Number, mass: Number) -> Fraction:
    """Return the least failure of any private proper learner on the two-point family, exactly.

    Parameters
    ----------
    size : int
        T, at least 3.
    rows : int
        m.
    exp_epsilon : number
        r, at least 1.
    mass : number in [0, 1]
        Probability of the target's point.
    """
    t, r = as_integer(size, "size", least=3), as_exp_epsilon(exp_epsilon)
    return expectation(rows, mass, lambda k: Fraction(t - 2) / (r**k + t - 2))


def two_point_failure_floor(size: int, rows: int, exp_epsilon: Number, mass: Number) -> Fraction:
    """Return the simpler lower bound ``(T-2)/(T-1) (1 - mass (1 - 1/r))^m`` on :func:`two_point_failure`."""
    t, r, p = as_integer(size, "size", least=3), as_exp_epsilon(exp_epsilon), as_fraction(mass, "mass")
    return Fraction(t - 2, t - 1) * (1 - p * (1 - 1 / r)) ** as_integer(rows, "rows", least=0)


def failures_by_hits(size: int, most: int, exp_epsilon: Number | Bracket, *, bits: int = 160) -> list[Bracket]:
    """Bracket ``(T - 2) / (r^k + T - 2)`` for ``k = 0, 1, ..., most`` with powers of ``bits`` significant bits.

    Parameters
    ----------
    size : int
        T, at least 3.
    most : int
        Largest number of hits.
    exp_epsilon : number of at least 1, or a Bracket of one
    bits : int
        Precision of the powers; the ends are rounded outward, so they are certain at any precision.

    Examples
    --------
    >>> [bracket.lower for bracket in failures_by_hits(4, 2, 2)]
    [Fraction(2, 3), Fraction(1, 2), Fraction(1, 3)]
    """
    t, n, ends = as_integer(size, "size", least=3), as_integer(most, "most", least=0), as_bracket(exp_epsilon)
    low = high = Fraction(1)
    brackets = []
    for _ in range(n + 1):
        brackets.append(Bracket((t - 2) / (high + t - 2), (t - 2) / (low + t - 2)))
        low, high = round_down(low * ends.lower, bits), round_up(high * ends.upper, bits)
    return brackets
