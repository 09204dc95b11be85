"""The noisy learner of points and its private version on a random subset of the rows.

Definitions
-----------
Rows, concepts and ``ZERO`` are those of :mod:`~privlearn.learners.points.inner_concept`.

A1, :func:`noisy_point_learner`, finds the concept that the rows name and flips each of its ``size`` values
independently with probability ``noise``.  A2, :func:`improper_point_learner`, gives up with probability ``abort``,
keeps each row with probability ``keep``, and runs A1 on the rows kept; in the source ``keep = alpha/4`` and
``abort = noise = alpha/8``.

>>> noisy_point_learner([(1, 1)], size=2, noise=Fraction(1, 10)).exact()[0, 1]
Fraction(81, 100)
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer, as_probability
from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, independent, pure
from privlearn.learners.points.inner_concept import Concept, Row, as_concept, consistent_point, subsampled_point

LARGEST_ALPHA = Fraction(1, 2)
LARGEST_TABLE = 1 << 22  # points: a hypothesis is the table of all its values


def as_table_size(size: Any) -> int:
    """Return the number of points of a hypothesis that is listed in full.

    Raises
    ------
    ValueError
        If ``size`` is no positive integer.
    TooLargeToEnumerate
        Beyond ``LARGEST_TABLE`` points; :func:`~privlearn.learners.points.lazy.lazily_flipped` needs no table.
    """
    points = as_integer(size, "size", least=1)
    if points > LARGEST_TABLE:
        raise TooLargeToEnumerate("the table of a hypothesis", points, LARGEST_TABLE)
    return points


def flipped(concept: Concept, *, size: int, rate: Number) -> Law:
    """Return the law of the concept's values with each flipped independently with probability ``rate``.

    Parameters
    ----------
    concept : int or None
        A point, ``ZERO``, or ``None``, which stays ``None``.
    size : int
        Number of points, at least 1.
    rate : number in [0, 1]

    Returns
    -------
    Law
        Over tuples of ``size`` bits.  ``exact`` lists ``2**size`` of them and raises ``TooLargeToEnumerate`` beyond
        20 points (for 0 < rate < 1); ``sample`` takes ``size`` coin flips.

    Raises
    ------
    ValueError
        If an argument is out of range.
    TooLargeToEnumerate
        Beyond ``2**22`` points: :func:`~privlearn.learners.points.lazy.lazily_flipped` samples on domains of any size.

    Examples
    --------
    >>> flipped(1, size=2, rate=Fraction(1, 4)).exact()[0, 1]
    Fraction(9, 16)
    """
    points, p = as_table_size(size), as_probability(rate, "rate")
    chosen = as_concept(concept, points)
    if chosen is None:
        return pure(None)
    value = {0: bernoulli(p), 1: bernoulli(1 - p)}
    return independent([value[x == chosen] for x in range(points)])


def noisy_point_learner(database: Sequence[Row], *, size: int, noise: Number) -> Law:
    """Return the law of algorithm A1: the concept of the rows with every value flipped with probability ``noise``.

    Parameters
    ----------
    database : sequence of (x, y) or None
    size : int
        Number of points, at least 1.
    noise : number in [0, 1]
        ``alpha/8`` in the source.

    Returns
    -------
    Law
        ``None``, for rows that contradict each other, or tuples of ``size`` bits.

    Notes
    -----
    Not private: rows that contradict each other are reported with certainty.  Source: BBKN14, Algorithm A1.
    """
    points = as_table_size(size)
    return flipped(consistent_point(database, size=points), size=points, rate=noise)


def improper_point_learner_at(database: Sequence[Row], *, size: int, keep: Number, abort: Number,
                              noise: Number) -> Law:
    """Return the law of algorithm A2 with free rates: :func:`subsampled_point`, then :func:`flipped` at ``noise``.

    Parameters
    ----------
    database : sequence of (x, y) or None
    size : int
        Number of points, at least 1.
    keep, abort, noise : numbers in [0, 1]

    Returns
    -------
    Law
        ``None`` or tuples of ``size`` bits.
    """
    points, rate = as_table_size(size), as_probability(noise, "noise")
    concept = subsampled_point(database, size=points, keep=keep, abort=abort)
    return concept.then(lambda chosen: flipped(chosen, size=points, rate=rate))


def improper_point_learner(database: Sequence[Row], *, size: int, alpha: Number) -> Law:
    """Return the law of algorithm A2, the private improper learner of points.

    Parameters
    ----------
    database : sequence of (x, y) or None
        Labelled examples and stars, any number of each, in any order (the law ignores the order).
    size : int
        Number of points T, at least 1; the hypotheses are all ``2**size`` functions.
    alpha : number, 0 < alpha <= 1/2
        The accuracy asked for.

    Returns
    -------
    Law
        ``None`` ("no hypothesis") or a tuple of ``size`` bits.  Replacing one row changes no probability by more than
        the factor ``(12 - 2 alpha) / (4 - alpha) < 4``, so it is ln(4)-private; with ``32 ln(4) / alpha^2`` labelled
        rows, drawn by any distribution and labelled by a point function, its error exceeds ``alpha`` with probability
        at most 3/4.

    Raises
    ------
    ValueError
        If ``alpha`` is out of range, ``size`` is not positive, or a row is neither ``None`` nor a point of
        ``0..size-1`` with a label 0 or 1.
    TooLargeToEnumerate
        By ``exact`` beyond 20 points; at once beyond ``2**22`` points, where a hypothesis is no longer listed (use
        :func:`~privlearn.learners.points.private_learner.private_point_learner`).

    Notes
    -----
    Cost of a sample: one coin for each labelled row and one for each point.  Cost of ``exact``: the rows times the
    points labelled 1, then ``2**size``.  Source: BBKN14, Algorithm A2 and Claim 4.3, which ask for ``alpha < 1/2``; at
    ``alpha = 1/2`` both statements still hold.

    Examples
    --------
    >>> law = improper_point_learner([(0, 1), None], size=2, alpha=Fraction(1, 4)).exact()
    >>> law[None], law[0, 1]  # the second is 31/32 (15/16 * 31/32 * 1/32 + 1/16 * 1/32 * 1/32)
    (Fraction(1, 32), Fraction(7223, 262144))
    """
    a = as_alpha(alpha)
    return improper_point_learner_at(database, size=size, keep=a / 4, abort=a / 8, noise=a / 8)


def as_alpha(alpha: Number) -> Fraction:
    """Return the accuracy as a ``Fraction`` with ``0 < alpha <= 1/2``; a ``ValueError`` outside."""
    a = as_fraction(alpha, "alpha")
    if not 0 < a <= LARGEST_ALPHA:
        raise ValueError(f"alpha must be above 0 and at most 1/2, got {a}")
    return a
