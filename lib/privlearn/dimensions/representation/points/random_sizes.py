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
from math import comb

from privlearn.exact import as_fraction, as_integer, binomial_tail
from privlearn.exact.formulas import Value, ceil, exp, floor, formula
from privlearn.exact.rationals import Number


@formula("rows", where=("d >= 1", "0 < alpha < 1"), tex={"exp(1)": "e", "1 / alpha": r"1/\alpha"},
         corners={"d": (8, 16, 32), "alpha": (Fraction(9, 10), Fraction(1, 2), Fraction(1, 4))},
         loose={"8": "4 would do at d = 8, 16, 32", "1": "4 e in place of 8 e would do there",
                "d >= 1": "there is one point", "0 < alpha < 1": "every hypothesis errs with at most 1"})
def number_of_sets(d: int, alpha: Value) -> Value:
    """Return k, the number of sets that represent ``POINT_d``.

    Examples
    --------
    >>> [number_of_sets(d, Fraction(1, 2)) for d in (10, 20)]
    [1958, 3915]
    """
    return ceil(8 * exp(1) * d * (1 + floor(1 / alpha)) ** 2)


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


def random_sets_shape(d: int, alpha: Number, constant: Number | None = None) -> RandomSetsShape:
    """Return p, k and the size of the sets for one d and alpha.

    Parameters
    ----------
    d : int
        At least 1 (the lemma's probabilities need ``p >= 16`` and ``d >= 4``: see :func:`bad_point_chances`).
    alpha : number in (0, 1)
    constant : number above 0, optional
        In the place of ``8 e``.

    Examples
    --------
    >>> random_sets_shape(10, Fraction(1, 2), 8).sets
    720
    """
    bits, a = as_integer(d, "d", least=1), as_fraction(alpha, "alpha")
    if not 0 < a < 1:
        raise ValueError(f"alpha must lie strictly between 0 and 1, got {a}")
    each = 1 + int(1 / a)
    k = number_of_sets(bits, a) if constant is None else int(ceil(as_fraction(constant) * bits * each**2))
    if k < 2 * bits * each:
        raise ValueError(f"constant must be at least 2 / (1 + floor(1/alpha)) = {Fraction(2, each)}, got {constant}")
    return shape_of(bits, a, k)


def shape_of(d: int, alpha: Fraction, sets: int) -> RandomSetsShape:
    """Return p and the size of so many sets.

    Examples
    --------
    >>> shape_of(8, Fraction(9, 10), 700).members  # 4096 * 4 / 700 = 23.4
    23
    """
    p = d * (1 + int(1 / alpha))
    return RandomSetsShape(d, alpha, p, sets, int(floor(Fraction(4 * p << d, sets) + Fraction(1, 2))))


@formula("at most", where=("points >= 1",), tex={"points": "n", "chance": "q", "points / 2": "n/2"},
         corners={"points": (1, 2, 7, 20, 64), "chance": (Fraction(1, 8), Fraction(1, 3), Fraction(9, 10))},
         loose={"points >= 1": "without points none fails"})
def too_many_chance(points: int, chance: Value) -> Value:
    """Return the largest probability that more than half of the points fail, each with the given chance (Markov).

    Attained: ``points // 2 + 1`` points fail together or none does.

    Examples
    --------
    >>> too_many_chance(6, Fraction(1, 4))
    Fraction(3, 8)
    """
    return min(1, points * chance / (floor(points / 2) + 1))


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
