"""How many rows the basic learner of lines needs without privacy: a number that serves every plane.

Definitions
-----------
The basic learner *fails* on a sample if its hypothesis has an error above alpha.  For a line with point masses
``q_z`` and sum r it does so if ``r > alpha`` and no row, or only rows at one point z with ``r - q_z > alpha``, lie
on the line.

Wait for the first row on the line, and, if the point function of its point z is inaccurate, for the first one at
another point of the line: both waits have a chance above alpha per row.  So the failure after t rows is at most the
chance that t coins of bias alpha show at most one head.  With enough points of equal mass this is nearly attained.

>>> basic_failure((Fraction(1, 8), Fraction(1, 8)), 2, Fraction(1, 10))
Fraction(31, 32)
>>> basic_draws(Fraction(1, 10), Fraction(1, 4))
27
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

from privlearn.exact import as_integer, least_integer
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.lines.events import as_line_masses


def basic_failure(masses: Iterable[Number], draws: int, alpha: Number) -> Fraction:
    """Return the exact probability that the basic learner's hypothesis has an error above alpha.

    Parameters
    ----------
    masses : iterable of numbers
        What the distribution gives to the points of the target line; only they matter.
    draws : int
        t, at least 0.
    alpha : number in (0, 1)

    Examples
    --------
    >>> basic_failure((Fraction(1, 10),), 5, Fraction(1, 10))
    Fraction(0, 1)
    """
    q, t, e = as_line_masses(masses), as_integer(draws, "draws", least=0), as_inner_probability(alpha, "alpha")
    r = sum(q, Fraction(0))
    if r <= e:
        return Fraction(0)
    none = (1 - r) ** t
    only_one = (count * ((1 - r + z) ** t - none) for z, count in Counter(q).items() if r - z > e)
    return none + sum(only_one, Fraction(0))


@formula("at most", where=("0 < alpha < 1",), tex={"draws": "t", "alpha": r"\eps"},
         corners={"draws": (1, 2, 5, 20, 53), "alpha": (Fraction(1, 20), Fraction(1, 4), Fraction(3, 2))},
         loose={"0 < alpha < 1": "no error is above 1, and at 1 the number is not defined for no draws"})
def basic_failure_bound(draws: int, alpha: Value) -> Value:
    """Return a bound on the failure that no line and distribution exceed.

    Examples
    --------
    >>> basic_failure_bound(2, Fraction(1, 2))
    Fraction(3, 4)
    """
    return (1 - alpha) ** draws + draws * alpha * (1 - alpha) ** (draws - 1)


def basic_draws(alpha: Number, beta: Number) -> int:
    """Return the least number of rows whose failure bound is at most beta: it serves all primes and distributions."""
    d = as_inner_probability(beta, "beta")
    return least_integer(lambda t: basic_failure_bound(t, alpha) <= d)


def equal_masses(points: int, alpha: Number, excess: Number = Fraction(1, 10**9)) -> tuple[Fraction, ...]:
    """Return equal masses of so many points, all but one of which weigh slightly more than alpha.

    Parameters
    ----------
    points : int
        At least 2.
    alpha : number in (0, 1)
        Small enough for a sum of at most 1.
    excess : number
        By which share they exceed it.
    """
    k = as_integer(points, "points", least=2)
    mass = as_inner_probability(alpha, "alpha") * (1 + Fraction(excess)) / (k - 1)
    return as_line_masses((mass,) * k)
