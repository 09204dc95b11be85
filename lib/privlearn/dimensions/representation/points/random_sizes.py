"""How many random sets, and of which size, represent the 2^d point functions, with the chances of a bad point.

Definitions
-----------
Let ``T = 2^d``, ``p = d (1 + floor(1/alpha))`` and ``k = ceil(8 e p^2 / d)``.  The construction draws k independent
uniform subsets of ``2T`` points, each of the nearest integer to ``4 p T / k`` points.  A point fails if it is in fewer
than p of the sets, or if some other point is in d or more of the first p sets that hold it.

>>> shape = random_sets_shape(8, Fraction(9, 10))
>>> shape.chosen, shape.sets, shape.members
(16, 696, 24)

Source: BBKN14, Lemma 4.1.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, comb, floor

from privlearn.exact import Bracket, as_fraction, as_integer, binomial_tail, exp_bracket
from privlearn.exact.rationals import Number


@lru_cache(maxsize=1)
def eight_e() -> Bracket:
    """Bracket ``8 e``, the constant of the lemma.

    Examples
    --------
    >>> Fraction(21746, 1000) < eight_e().lower <= eight_e().upper < Fraction(21747, 1000)
    True
    """
    return 8 * exp_bracket(1, 128)


@dataclass(frozen=True)
class RandomSetsShape:
    """The numbers of one construction.

    Attributes
    ----------
    d : int
        There are ``2^d`` concepts; the sets live on ``2^(d+1)`` points.
    alpha : Fraction
        The accuracy aimed at.
    chosen : int
        p, the number of sets through each point that are mixed.
    sets : int
        k, the number of sets drawn.
    members : int
        Points of each set.
    """

    d: int
    alpha: Fraction
    chosen: int
    sets: int
    members: int

    @property
    def concepts(self) -> int:
        """T, the number of point functions that are to be represented."""
        return 1 << self.d

    @property
    def points(self) -> int:
        """2T, the number of points on which the sets are drawn."""
        return 2 << self.d


def random_sets_shape(d: int, alpha: Number, constant: Number | Bracket | None = None) -> RandomSetsShape:
    """Return p, k and the size of the sets for one d and alpha.

    Parameters
    ----------
    d : int
        At least 1 (the lemma's probabilities need ``p >= 16`` and ``d >= 4``: see :func:`bad_point_chances`).
    alpha : number in (0, 1)
    constant : number above 0, or a Bracket, optional
        In the place of ``8 e``.

    Examples
    --------
    >>> [random_sets_shape(d, Fraction(1, 2)).sets for d in (10, 20)]
    [1958, 3915]
    """
    bits, a = as_integer(d, "d", least=1), as_fraction(alpha, "alpha")
    if not 0 < a < 1:
        raise ValueError(f"alpha must lie strictly between 0 and 1, got {a}")
    factor = eight_e() if constant is None else constant
    each = 1 + floor(1 / a)
    p = bits * each
    k = ceil(factor.upper * bits * each**2) if isinstance(factor, Bracket) else ceil(as_fraction(factor) * p * each)
    if k < 2 * p:
        raise ValueError(f"constant must be at least 2 / (1 + floor(1/alpha)) = {Fraction(2, each)}, got {constant}")
    return RandomSetsShape(bits, a, p, k, floor(Fraction(4 * p << bits, k) + Fraction(1, 2)))


def too_many_chance(points: int, chance: Number) -> Fraction:
    """Return the largest probability that more than half of the points fail, each with the given chance (Markov).

    Attained: ``points // 2 + 1`` points fail together or none does.

    Examples
    --------
    >>> too_many_chance(6, Fraction(1, 4))
    Fraction(3, 8)
    """
    n = as_integer(points, "points", least=1)
    return min(Fraction(1), n * as_fraction(chance, "chance") / (n // 2 + 1))


def drawing_failure_bound(shape: RandomSetsShape) -> Fraction:
    """Return a bound on the probability that a drawing leaves fewer than T of its 2T points good.

    Examples
    --------
    >>> drawing_failure_bound(random_sets_shape(8, Fraction(9, 10))) < Fraction(1, 500)
    True
    """
    return too_many_chance(shape.points, sum(bad_point_chances(shape), Fraction(0)))


def bad_point_chances(shape: RandomSetsShape) -> tuple[Fraction, Fraction]:
    """Return exact upper bounds on the two ways in which a point of a drawing fails.

    Returns
    -------
    (Fraction, Fraction)
        ``Pr[fewer than p sets contain the point]``, exactly; and the union bound ``(2T - 1) C(p, d) q^d`` on "some
        other point is in d of p sets", ``q = (members - 1) / (2T - 1)`` being the chance of another point in a set
        through the first.

    Examples
    --------
    >>> few, many = bad_point_chances(random_sets_shape(8, Fraction(9, 10)))
    >>> few < Fraction(1, 1000) and many < Fraction(1, 1000)
    True
    """
    p, d, others = shape.chosen, shape.d, shape.points - 1
    few = binomial_tail(shape.sets, Fraction(shape.members, shape.points), at_most=p - 1)
    return few, others * comb(p, d) * Fraction(max(shape.members - 1, 0), others) ** d
