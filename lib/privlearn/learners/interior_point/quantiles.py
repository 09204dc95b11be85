"""Quantiles of a column, privately: an interior point of each block of the sorted rows, or of a window around a rank.

Definitions
-----------
Cut n sorted points into K blocks and publish an interior point of each.  They answer all counts ``#{x <= c}`` with an
error below the size of the largest block.  Replacing one point may replace one point of every block, so each gets
``epsilon/K`` and ``delta/K``, and all succeed together but for probability beta.

For a single quantile take the *window* of r consecutive ranks around its place, r the rows that an interior point
needs.  Replacing, adding or removing a point replaces at most one point of the window (:func:`rank_window`), so that
the interior point is as private under both relations, also where the number of points is private.

>>> from fractions import Fraction
>>> quantile_rows(domain_bits=32, blocks=1, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6),
...               beta=Fraction(1, 10))
95

Source: KLMNS20, Section 1.1 (consequences); the constants are reconstructed.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np

from privlearn.exact import as_fraction, as_integer, as_probability
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws import Law
from privlearn.laws.randomness import Generator
from privlearn.learners.interior_point.counting_queries import split_blocks
from privlearn.learners.interior_point.release import fitted
from privlearn.learners.interior_point.tree_log.fast import fast_tree_log_law
from privlearn.learners.interior_point.tree_log.plans import TreeLogPlan, plan_tree_log
from privlearn.learners.interior_point.trees.common_prefixes import Array
from privlearn.mechanisms import replace_one
from privlearn.mechanisms.columns import check_generator, number_of_rows
from privlearn.mechanisms.neighbours import Relation, is_replacement


def quantile_rows(*, domain_bits: int, blocks: int, neighbours: Relation, epsilon: Number, delta: Number,
                  beta: Number) -> int:
    """Return how many rows :func:`private_quantiles` needs: ``blocks`` times those of one interior point.

    Examples
    --------
    >>> from fractions import Fraction
    >>> quantile_rows(domain_bits=32, blocks=1, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6),
    ...               beta=Fraction(1, 10))
    95
    """
    shares = _shares(blocks, neighbours, epsilon, delta, beta)
    return as_integer(blocks, "blocks") * plan_tree_log(domain_bits, **shares).rows


def _shares(blocks: int, neighbours: Relation, epsilon: Number, delta: Number, beta: Number) -> dict[str, Any]:
    k = as_integer(blocks, "blocks", least=1)
    if not is_replacement(neighbours):
        raise ValueError("neighbours must be replace_one: the sizes of the blocks tell the number of rows, got "
                         f"{neighbours!r}")
    return {"neighbours": replace_one, "epsilon": as_fraction(epsilon, "epsilon") / k,
            "delta": as_inner_probability(delta, "delta") / k, "beta": as_inner_probability(beta, "beta") / k}


def private_quantiles(database: Iterable[int], *, domain_bits: int, blocks: int, neighbours: Relation,
                      epsilon: Number, delta: Number, beta: Number, rng: Generator) -> tuple[int, ...]:
    """Return one point for each block of the sorted database, in rising order: private quantiles.

    Parameters
    ----------
    database : sequence of int in ``0..2^domain_bits - 1``
        At least :func:`quantile_rows` of them; their number is public.
    blocks : int
        K, at least 1.
    neighbours : function
        ``replace_one``.
    domain_bits, epsilon, delta, beta, rng
        As for :func:`~privlearn.learners.interior_point.learned_thresholds.learn_threshold`.

    Notes
    -----
    Guarantee: (epsilon, delta)-private when one row is replaced; with probability at least ``1 - beta`` every count
    ``#{x <= c}`` is within the size of the largest block, less one, of
    :func:`~privlearn.learners.interior_point.counting_queries.block_answer`. "No answer" of a block becomes the point
    0.

    Raises
    ------
    ValueError
        Before any private step, if there are too few rows or an argument is bad.

    Examples
    --------
    >>> from fractions import Fraction
    >>> import random
    >>> wishes = {"domain_bits": 32, "blocks": 4, "neighbours": replace_one, "epsilon": 4, "beta": Fraction(1, 10)}
    >>> points = private_quantiles(range(4000), delta=Fraction(1, 10**6), rng=random.Random(3), **wishes)
    >>> all(1000 * k <= z < 1000 * (k + 1) for k, z in enumerate(points))
    True
    """
    check_generator(rng)
    number_of_rows(database)
    listed = tuple(database)
    needed = quantile_rows(domain_bits=domain_bits, blocks=blocks, neighbours=neighbours, epsilon=epsilon, delta=delta,
                           beta=beta)
    if len(listed) < needed:
        raise ValueError(f"database must have at least {needed} rows for {blocks} blocks, got {len(listed)}")
    laws = quantile_laws(listed, domain_bits=domain_bits, blocks=blocks, neighbours=neighbours, epsilon=epsilon,
                         delta=delta, beta=beta)
    return tuple(sorted(as_integer(law.sample(rng), "answer") for law in laws))


def window_start(total: int, probability: Number, rows: int) -> int:
    """Return the rank, from 0, at which the window of ``rows`` ranks around a quantile begins.

    Parameters
    ----------
    total : int
        Number of points, at least 0.
    probability : number in [0, 1]
        The place of the quantile: 1/2 for the median.
    rows : int
        Length of the window, at least 1.

    Notes
    -----
    Guarantee: with one more point it begins at the same rank or at the next, and it leaves no end of at least ``rows``
    points.

    Examples
    --------
    >>> [window_start(total, Fraction(1, 2), 4) for total in (2, 4, 5, 6, 100)]
    [0, 0, 0, 1, 48]
    """
    n, r = as_integer(total, "total", least=0), as_integer(rows, "rows", least=1)
    centred = floor(as_probability(probability, "probability") * n - Fraction(r, 2))
    return max(0, min(centred, n - r))


def rank_window(points: Array, probability: Number, rows: int, domain_bits: int) -> Array:
    """Return the ``rows`` points of consecutive ranks around a quantile; those that are missing are the last point.

    Parameters
    ----------
    points : array of unsigned 64-bit integers in ``0..2^domain_bits - 1``, in any order
    probability, rows
        As for :func:`window_start`.
    domain_bits : int
        At most 64.

    Notes
    -----
    Guarantee: replacing, adding or removing one point replaces at most one point of the window.  For the sorted
    points, continued by the domain's last one without end, lose or gain one point, and the window begins at the same
    rank or at the next.

    Examples
    --------
    >>> rank_window(np.array([7, 1, 5, 3, 9], dtype=np.uint64), Fraction(1, 2), 3, 8).tolist()
    [3, 5, 7]
    >>> rank_window(np.array([7], dtype=np.uint64), Fraction(1, 2), 3, 8).tolist()
    [7, 255, 255]
    """
    bits = as_integer(domain_bits, "domain_bits", least=1, most=64)
    start = window_start(len(points), probability, rows)
    inside = np.sort(points)[start:start + rows]
    return np.concatenate([inside, np.full(rows - len(inside), (1 << bits) - 1, dtype=np.uint64)])


def window_law(points: Array, probability: Number, plan: TreeLogPlan) -> Law:
    """Return the law of an interior point of the window around a quantile: a private quantile.

    Parameters
    ----------
    points, probability
        As for :func:`rank_window`.
    plan : TreeLogPlan
        Made for ``replace_one``, whatever the relation of the quantile: the window has ``plan.rows`` points always.

    Notes
    -----
    Guarantee: as private as the plan, under replacement, addition and removal of one point.  With n points, of which
    ``plan.rows`` are needed, and a window from rank a on, at least ``a + 1`` points are at most the answer and at least
    ``n - a - plan.rows + 1`` at least it, but for probability ``plan.failure``.

    Examples
    --------
    >>> plan = plan_tree_log(8, neighbours=replace_one, epsilon=2, delta=Fraction(1, 10**3), beta=Fraction(1, 10))
    >>> points = np.arange(200, dtype=np.uint64)
    >>> law = window_law(points, Fraction(1, 4), plan).exact()
    >>> float(sum(mass for x, mass in law.items() if abs(x - 50) <= plan.rows / 2)) > 0.9
    True
    """
    if not is_replacement(plan.neighbours):
        raise ValueError("plan must be made for replace_one: the window has the same number of points always")
    window = rank_window(points, probability, plan.rows, plan.domain_bits)
    return fast_tree_log_law(window, plan.domain_bits, plan.parameters)


def window_ranks(total: int, probability: Number, rows: int) -> tuple[int, int]:
    """Return how many of ``total`` points are at most the answer, and how many at least it, whenever it is interior.

    Examples
    --------
    >>> window_ranks(3000, Fraction(1, 2), 150)
    (1426, 1426)
    """
    start = window_start(total, probability, rows)
    return min(total, start + 1), max(0, total - start - rows + 1)


def window_rows(probability: Number, rows: int, alpha: Number) -> int:
    """Return a number of points from which on the answer's rank is within the share ``alpha`` of the quantile's.

    That is: with at least so many points n, at least ``(probability - alpha) n`` are at most the answer, and at least
    ``(1 - probability - alpha) n`` at least it, whenever it is interior.

    Examples
    --------
    >>> window_rows(Fraction(1, 2), 150, Fraction(1, 10))
    750
    """
    q, share = as_probability(probability, "probability"), as_inner_probability(alpha, "alpha")
    return max(rows, ceil(Fraction(rows) / (2 * share)), ceil((rows - 1) / (q + share)),
               ceil((rows - 1) / (1 - q + share)))


def quantile_laws(database: Iterable[int], *, domain_bits: int, blocks: int, neighbours: Relation, epsilon: Number,
                  delta: Number, beta: Number) -> tuple[Law, ...]:
    """Return the law of the point of each block; :func:`private_quantiles` draws from them, independently.

    Examples
    --------
    >>> from fractions import Fraction
    >>> wishes = {"neighbours": replace_one, "epsilon": 3, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
    >>> first, second, third = quantile_laws(range(2000), domain_bits=128, blocks=3, **wishes)
    >>> sum(mass for z, mass in second.exact().items() if not 666 <= z < 1333) < Fraction(1, 30)
    True
    """
    plan = plan_tree_log(domain_bits, **_shares(blocks, neighbours, epsilon, delta, beta))
    return tuple(fast_tree_log_law(block, domain_bits, fitted(plan, len(block))).map(lambda z: 0 if z is None else z)
                 for block in split_blocks(database, blocks))
