"""The exponential mechanism for intervals in its efficient form, plain and with random bits turned over.

Definitions
-----------
Interval concept j is 1 below j, ``j = 0..size``.  All concepts between two neighbouring points of the sample share one
number of errors, so a gap is drawn first and then a concept of it uniformly: the domain may have ``2^64`` points.

>>> interval_learner(4, 4)(((1, 1), (2, 0))).exact()[2]  # no error: weight 1 against four weights 1/2
Fraction(1, 3)

Source: BBKN14, Section 5; the efficient form is ours.
"""

import math
from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate, islice
from typing import Any

from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law, proportional, uniform_range, uniform_subset
from privlearn.learners.intervals.switching import segment_with_flips
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms import Promise, PromisedMechanism, replace_one

Database = tuple[Any, ...]


def interval_errors(concepts: Sequence[int], database: Database) -> dict[int, int]:
    """Return concept number -> number of rows that it gets wrong; cost O((rows + concepts) log rows)."""
    ones = sorted(x for x, y in database if y)
    zeros = sorted(x for x, y in database if not y)
    return {j: len(ones) - bisect_left(ones, j) + bisect_left(zeros, j) for j in concepts}


def interval_learner(size: int, exp_epsilon: Number) -> PromisedMechanism:
    """Return the exponential mechanism over the ``size + 1`` interval concepts in its efficient form.

    All concepts between two neighbouring points of the sample share one score, so a gap is drawn first, with weight
    its number of concepts, and then a concept of it uniformly.

    Parameters
    ----------
    size : int
        T; ``2**64`` is fine for sampling.
    exp_epsilon : number
        At least 1 and the square of a rational.

    Returns
    -------
    PromisedMechanism
        Outcomes are concept numbers in ``0..size``.  Guarantee: the law of
        :func:`~privlearn.learners.generic.exponential.exponential_learner` over ``initial_segments(size)``, on every
        database.
    """
    n, ratio = as_integer(size, "size", least=1), as_exp_epsilon(exp_epsilon)
    root = rational_square_root(ratio, "exp_epsilon")

    def law(database: Database) -> Law:
        check_labelled(database, n)
        change = {0: 0}  # start of a gap -> how many more rows its concepts get wrong than those of the gap before
        for x, y in database:
            change[x + 1] = change.get(x + 1, 0) + 1 - 2 * y
        starts = sorted(change)
        lengths = {j: end - j for j, end in zip(starts, [*starts[1:], n + 1], strict=True)}
        changes = accumulate((change[j] for j in starts), initial=sum(y for _, y in database))
        wrong = dict(zip(starts, islice(changes, 1, None), strict=True))
        best, worst = min(wrong.values()), max(wrong.values())
        weights = {w: root.numerator ** (worst - w) * root.denominator ** (w - best) for w in set(wrong.values())}
        tickets = {j: length * weights[wrong[j]] for j, length in lengths.items()}
        shared = math.gcd(*tickets.values())
        gaps = proportional({j: count // shared for j, count in tickets.items()})
        return gaps.then(lambda j: uniform_range(lengths[j]).map(lambda k: j + k))

    return PromisedMechanism(law, Promise(ratio, replace_one), "interval learner")


def random_points(size: int, count: int) -> Law:
    """Return the law of a uniformly random set of ``count`` of the points ``0..size-1`` (a frozenset)."""
    n = as_integer(size, "size", least=1)
    return uniform_subset(n, as_integer(count, "count", least=0, most=n))


def flipping_interval_learner(size: int, exp_epsilon: Number, flips: Law) -> PromisedMechanism:
    """Return the exponential mechanism for intervals with the bits of a random set of points turned over.

    The set is independent of the database, so privacy is kept; outcomes are
    :class:`~privlearn.learners.intervals.switching.Steps`, no intervals.  An improper learner to run the reduction on.

    Parameters
    ----------
    size, exp_epsilon
        As in :func:`interval_learner`.
    flips : Law over int
        How many points; the set is uniform given its size.  A set of w points errs on mass w/T on average, whatever
        the distribution, and leaves at most ``2 w + 3`` switching points.
    """
    base = interval_learner(size, exp_epsilon)
    turned = lru_cache(maxsize=1 << 12)(segment_with_flips)

    def law(database: Database) -> Law:
        return base(database).then(lambda j: flips.then(lambda w: random_points(size, w)).map(
            lambda chosen: turned(size, j, chosen)))

    return PromisedMechanism(law, base.promise, "interval learner with flipped points")
