"""What every learner risks on a shattered set: the exact Bayes risk.

Definitions
-----------
Let a class shatter ``v`` points.  Put the uniform distribution on these points and the uniform prior on the ``2^v``
labelings.  After n samples the labels of the seen points are known and those of the others are still fair coins, so
whatever a learner answers, the number of its errors on ``u`` unseen points is ``Bin(u, 1/2)`` or, if it errs on seen
points, more.  The *Bayes risk* is the least probability of an error above alpha; some target is at least as bad for
every learner, randomised, improper or private.

>>> bayes_risk(3, 1, Fraction(1, 8))
Fraction(3, 4)
"""

from fractions import Fraction
from itertools import product
from math import floor

from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer, binomial_tail
from privlearn.exact.rationals import Number

LARGEST_GAME = 1 << 22


def distinct_points(points: int, draws: int) -> list[Fraction]:
    """Return the law of the number of distinct points among uniform draws: entry s is ``Pr[s distinct]``.

    Examples
    --------
    >>> distinct_points(2, 2)
    [Fraction(0, 1), Fraction(1, 2), Fraction(1, 2)]
    """
    v = as_integer(points, "points", least=1)
    law = [Fraction(1)] + [Fraction(0)] * v
    for _ in range(as_integer(draws, "draws", least=0)):
        law = [law[s] * Fraction(s, v) + (law[s - 1] * Fraction(v - s + 1, v) if s else 0) for s in range(v + 1)]
    return law


def bayes_risk(points: int, rows: int, alpha: Number) -> Fraction:
    """Return the least probability, over all learners, of an error above ``alpha`` under the uniform prior.

    Parameters
    ----------
    points : int
        v, the number of shattered points.
    rows : int
        n, the number of samples.
    alpha : number in [0, 1)

    References
    ----------
    BBKN14, Section 1.2, after Ehrenfeucht, Haussler, Kearns and Valiant (1989).
    """
    v, allowed = as_integer(points, "points", least=1), floor(as_fraction(alpha, "alpha") * points)
    fails = [1 - binomial_tail(v - seen, Fraction(1, 2), at_most=allowed) for seen in range(v + 1)]
    return sum((p * q for p, q in zip(distinct_points(v, rows), fails, strict=True)), Fraction(0))


def bayes_risk_by_enumeration(points: int, rows: int, alpha: Number) -> Fraction:
    """Return the same risk by listing samples, targets and hypotheses: the best answer to each labelled sample.

    Raises
    ------
    TooLargeToEnumerate
        If there are more than four million triples (sample, target, hypothesis).
    """
    v, n, a = as_integer(points, "points", least=1), as_integer(rows, "rows", least=0), as_fraction(alpha, "alpha")
    if v**n * 4**v > LARGEST_GAME:
        raise TooLargeToEnumerate("the game", v**n * 4**v, LARGEST_GAME)
    labelings = list(product((0, 1), repeat=v))
    failures = 0
    for sample in product(range(v), repeat=n):
        for labels in {tuple(c[x] for x in sample) for c in labelings}:
            targets = [c for c in labelings if tuple(c[x] for x in sample) == labels]
            failures += min(sum(sum(b != g for b, g in zip(c, h, strict=True)) > a * v for c in targets)
                            for h in labelings)
    return Fraction(failures, v**n * 2**v)
