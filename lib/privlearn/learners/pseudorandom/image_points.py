"""Learners of the points in a generator's image, and the distinguishers that learners make.

Definitions
-----------
The class is that of the point functions of a generator's image
(:mod:`~privlearn.learners.pseudorandom.generators`).  A *learner of points* answers with points, standing for the
function that is 1 there alone.  Whoever learns the class properly, tells image points from uniform ones: show the
learner rows ``(j, 1)`` and see whether it names j (:func:`learner_distinguisher`).  A learner that knows the image has
to choose among its members only (:func:`subset_point_learner`).

>>> from privlearn.laws import pure
>>> tells = learner_distinguisher(lambda rows: pure(rows[0][0] // 2 * 2), rows=1)  # a learner that names even points
>>> [tells(j).exact() for j in (2, 3)]
[{1: Fraction(1, 1)}, {0: Fraction(1, 1)}]
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.exact import as_exp_epsilon, as_fraction, as_integer, rational
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law, proportional, pure, uniform
from privlearn.learners.pseudorandom.generators import Distinguisher
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms import Promise, PromisedMechanism, replace_one
from privlearn.mechanisms.neighbours import Database

Learner = Callable[[Database], Law]
ANY_SIZE: Any = math.inf  # points are checked to be integers of at least 0
OTHERS = "others"  # the branch of the subset learner that stands for all members outside the sample


def learner_distinguisher(learner: Learner, rows: int) -> Distinguisher:
    """Return the distinguisher that runs a learner of points on ``rows`` rows ``(j, 1)`` and says 1 iff it names j.

    Parameters
    ----------
    learner : callable
        Database -> Law over points (or ``None``).
    rows : int
        m, at least 0.

    References
    ----------
    BBKN14, Section 6 (used twice, for proper and for private learners).
    """
    m = as_integer(rows, "rows", least=0)
    return lambda j: learner(((j, 1),) * m).map(lambda h: int(h == j))


NEVER = Fraction(0)


def naming_probability(learner: Learner, point: int, rows: int) -> Fraction:
    """Return the probability that the learner names ``point`` on ``rows`` rows ``(point, 1)``.

    It is the acceptance of :func:`learner_distinguisher` without building its law: one look-up.
    """
    share = learner(((point, 1),) * as_integer(rows, "rows", least=0)).masses().get(point)
    return NEVER if share is None else as_fraction(share)


def subset_point_learner(points: Iterable[int], size: int, exp_epsilon: Number) -> PromisedMechanism:
    """Return the exponential mechanism over the point functions of some ``points``, scored by minus the errors.

    With the image of a generator this is the inefficient private *proper* learner of ``POINT-hat``.

    Parameters
    ----------
    points : iterable of int
        Distinct members, at least one.
    size : int
        T, the size of the domain ``0..T-1``; ``2**512`` is fine.
    exp_epsilon : number
        At least 1, the square of a rational.

    Notes
    -----
    Guarantee: the law of :func:`~privlearn.learners.generic.exponential.exponential_learner` over the class of these
    points, named by the points.  Cost of a law: O(rows + members).

    References
    ----------
    BBKN14, Theorem 3.2 and Section 6.

    Examples
    --------
    >>> subset_point_learner((2, 5), 8, 4)(((5, 1),)).exact() == {2: Fraction(1, 3), 5: Fraction(2, 3)}
    True
    """
    n, ratio = as_integer(size, "size", least=1), as_exp_epsilon(exp_epsilon)
    if not isinstance(points, Iterable):
        raise ValueError(f"points must be a collection of points, got {points!r}")
    members = frozenset(as_integer(x, "points", least=0, most=n - 1) for x in points)
    base = rational(rational_square_root(ratio, "exp_epsilon"))
    listed, spread = sorted(members), cache(lambda: uniform(members))  # most databases show none: made once

    def law(database: Database) -> Law:
        counts = _counted(database, n)
        ones = sum(times for (_, y), times in counts.items() if y)
        inside = {x: counts.get((x, 1), 0) - counts.get((x, 0), 0) - ones for x, _ in counts if x in members}
        if not inside:
            return spread()
        best = max([-ones, *inside.values()])
        weights: dict[Any, Any] = {j: base ** (score - best) for j, score in inside.items()}
        rest = tuple(j for j in listed if j not in inside)
        if rest:
            weights[OTHERS] = len(rest) * base ** (-ones - best)
        return proportional(weights).then(lambda j: uniform(rest) if j == OTHERS else pure(j))

    if not members:
        raise ValueError("points must not be empty: there is nothing to choose from")
    return PromisedMechanism(law, Promise(ratio, replace_one), "subset point learner")


def _counted(database: Database, size: int) -> dict[tuple[int, int], int]:
    """Return the distinct rows with their numbers; bad rows are refused, each kind looked at once."""
    if not isinstance(database, (tuple, list)):
        check_labelled(database, size)
        raise AssertionError("check_labelled refuses what is no tuple and no list")
    try:
        distinct = tuple(dict.fromkeys(database))
    except TypeError:
        check_labelled(database, size)
        raise ValueError("database must hold rows (x, y) of integers, got a row that is not hashable") from None
    check_labelled(distinct, size)
    return dict.fromkeys(distinct, len(database)) if len(distinct) <= 1 else Counter(database)


def consistent_subset_learner(points: Iterable[int]) -> Learner:
    """Return the learner that names the first of ``points`` whose point function fits all rows, else the first.

    Without privacy: with the image of a generator, a proper learner of ``POINT-hat`` which looks through the image.
    """
    listed = tuple(sorted(set(points)))
    if not listed:
        raise ValueError("points must not be empty: there is nothing to choose from")
    members = frozenset(listed)

    def learner(database: Database) -> Law:
        rows = _counted(database, ANY_SIZE)
        shown = {x for x, y in rows if y == 1}
        if shown:  # only a member that is shown can fit
            fits = sorted(j for j in shown & members if all((x == j) == bool(y) for x, y in rows))
        else:
            hidden = {x for x, _ in rows}
            fits = [next((j for j in listed if j not in hidden), listed[0])]
        return pure(fits[0] if fits else listed[0])

    return learner
