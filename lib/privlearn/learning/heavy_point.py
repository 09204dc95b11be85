"""How many rows every learner needs when a concept labels them: one heavy point, and d - 1 light ones.

Definitions
-----------
The distribution of Ehrenfeucht, Haussler, Kearns and Valiant: of d shattered points one has mass ``1 - 8 alpha`` and
label 0, the d - 1 others share ``8 alpha`` equally and have uniformly random labels.  A sample shows few light points,
and the labels of the others are still fair coins: whatever a learner answers, the number of its errors on u unseen
points is at least ``Bin(u, 1/2)``.  It fails if its error exceeds alpha, that is if it errs at more than (d - 1)/8
light points.

>>> heavy_point_risk(2, 1, Fraction(1, 16))  # one light point of mass 1/2: not seen, and the guess is wrong
Fraction(1, 4)

Source: EHKV89, cited in ABMS20, Remark 7.4.
"""

from fractions import Fraction

from privlearn.exact import as_fraction, as_integer, binomial_tail, least_integer
from privlearn.exact.rationals import Number, as_inner_probability


def rows_for_two_targets(alpha: Number, beta: Number) -> int:
    """Return the least n with ``(1 - alpha)^n / 2 <= beta``: fewer rows are not enough for any learner.

    Two targets differ at one point of mass just above alpha; unless it is drawn, the learner can only guess.

    Parameters
    ----------
    alpha, beta : numbers in (0, 1)

    Examples
    --------
    >>> rows_for_two_targets(Fraction(1, 2), Fraction(1, 10))
    3
    """
    a, b = as_inner_probability(alpha, "alpha"), as_inner_probability(beta, "beta")
    return least_integer(lambda n: (1 - a) ** n / 2 <= b)


def seen_light_points(light: int, mass: Number, rows: int) -> list[Fraction]:
    """Return the law of the number of distinct light points in the sample: entry s is ``Pr[s are seen]``.

    Parameters
    ----------
    light : int, at least 1
        Number of light points, which share ``mass`` equally.
    mass : number in [0, 1]
    rows : int, at least 0

    Examples
    --------
    >>> [str(p) for p in seen_light_points(2, 1, 2)]
    ['0', '1/2', '1/2']
    """
    points, share = as_integer(light, "light", least=1), as_fraction(mass, "mass")
    if not 0 <= share <= 1:
        raise ValueError(f"mass must be in [0, 1], got {share}")
    draws, unit, one = as_integer(rows, "rows", least=0), points * share.denominator, share.numerator
    law = [1] + [0] * points  # times unit to the number of rows: whole numbers
    for _ in range(draws):
        law = [law[s] * (unit - one * (points - s)) + (law[s - 1] * one * (points - s + 1) if s else 0)
               for s in range(points + 1)]
    return [Fraction(count, unit**draws) for count in law]


def heavy_point_risk(dimension: int, rows: int, alpha: Number) -> Fraction:
    """Return the least probability, over all learners, of an error above ``alpha``.

    Parameters
    ----------
    dimension : int, at least 2
        d, the number of shattered points.
    rows : int, at least 0
    alpha : number in (0, 1/8]

    Notes
    -----
    The best learner remembers what it saw; some target is at least as bad for it as the average.  Cost: rows times d.
    """
    d, a = as_integer(dimension, "dimension", least=2), as_fraction(alpha, "alpha")
    if not 0 < a <= Fraction(1, 8):
        raise ValueError(f"alpha must be in (0, 1/8], got {a}")
    law, allowed = seen_light_points(d - 1, 8 * a, rows), (d - 1) // 8
    return sum((p * (1 - binomial_tail(d - 1 - s, Fraction(1, 2), at_most=allowed)) for s, p in enumerate(law)),
               Fraction(0))
