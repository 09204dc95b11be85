"""The generic learner on the small class of BBKN14, Lemma 4.1: improper learning of points with O(log d) rows.

Definitions
-----------
By Lemma 4.1 a class of ``k = ceil(8 e d (1 + floor(2/alpha))^2)`` sets alpha/2-represents ``POINT_d``; the generic
learner (:func:`~privlearn.learners.generic.occam.occam_sample_size`) over it is a private (alpha, beta)-learner of
``POINT_d`` with ``max(128 / alpha, 8 / (epsilon alpha)) ln(3 k / beta)`` rows, which grows with ``ln d`` (Theorem 4.2).

>>> from fractions import Fraction
>>> quarter, tenth = Fraction(1, 4), Fraction(1, 10)
>>> [small_class_rows(2**b, 2, quarter, tenth) for b in (10, 20)]
[9117, 12666]
"""

from collections.abc import Callable
from typing import Any

from privlearn.dimensions.representation.points import representing_sets
from privlearn.exact import as_exp_epsilon, as_fraction, as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.generic.occam import occam_sample_size
from privlearn.learners.points.side_by_side import small_class_size

BITS = 256


def small_class_rows(d: int, exp_epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return a number of rows that is enough for the generic learner over the small class.

    Parameters
    ----------
    d : int
        At least 1; ``2**60000`` is fine.
    exp_epsilon : number above 1
    alpha, beta : numbers in (0, 1)

    References
    ----------
    BBKN14, Theorem 4.2.
    """
    return occam_sample_size(small_class_size(d, alpha), exp_epsilon, alpha, beta)


def small_class_learner(d: int, alpha: Number, exp_epsilon: Number, seed: int = 0) -> Callable[[Any], Law]:
    """Return the learner of Theorem 4.2: database -> law over hypotheses, which are tuples of ``2^d`` bits.

    Parameters
    ----------
    d : int
        Small: the law is over up to ``small_class_size(d, alpha)`` hypotheses.
    alpha : number in (0, 1)
    exp_epsilon : number of at least 1, the square of a rational
    seed : int
        Of the drawing of the class; no privacy depends on it.
    """
    hypotheses = representing_sets(as_integer(d, "d", least=1), as_fraction(alpha, "alpha") / 2, seed).concept_class()
    rows = hypotheses.rows()
    choose = exponential_learner(hypotheses, as_exp_epsilon(exp_epsilon))
    return lambda database: choose(database).map(lambda number: rows[number])
