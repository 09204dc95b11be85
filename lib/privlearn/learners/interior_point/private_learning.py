"""What interior points are for: learning a threshold, and all quantiles of a column, privately.

Definitions
-----------
*Learning.*  From labelled records build 2m cuts by :func:`~privlearn.learners.interior_point.reductions.around_the_cut`
and publish an interior point of them.  It has at most ``m - 1`` errors on a realisable database, with m a public number
that does not depend on the number of records: with n of them the share of errors is ``(m - 1)/n``.  Replacing one
record may replace two of the cuts, so the interior point gets half of epsilon, and ``delta / (1 + e^{epsilon/2})``.

*Quantiles.*  Cut n sorted points into K blocks and publish an interior point of each.  They answer all counts
``#{x <= c}`` with an error below the size of the largest block.  Replacing one point may replace one point of every
block, so each gets ``epsilon/K`` and ``delta/K``, and all succeed together but for probability beta.

>>> import random
>>> rows = [(k, int(k < 40000)) for k in range(60000)]
>>> wishes = {"domain_bits": 32, "epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
>>> plan = plan_threshold_learner(**wishes)
>>> cut = learn_threshold(rows, rng=random.Random(1), **wishes)
>>> abs(cut - 39999) <= plan.errors
True

Source: KLMNS20, Section 1 (reductions) and Section 1.1 (consequences); the constants are reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact.brackets import exp_bracket, round_down
from privlearn.exact.rationals import Number, as_fraction, as_inner_probability, as_integer
from privlearn.laws.randomness import Generator
from privlearn.learners.interior_point.parameters import TreeLogPlan, plan_tree_log
from privlearn.learners.interior_point.reductions import Labelled, Points, around_the_cut, split_blocks
from privlearn.learners.interior_point.release import check_generator, tree_log
from privlearn.mechanisms.neighbours import replace_one

DIGITS = 64  # binary digits of delta's share


@dataclass(frozen=True)
class ThresholdPlan:
    """What :func:`learn_threshold` runs, and what is proved for it.

    Attributes
    ----------
    inner : TreeLogPlan
        The interior point algorithm, on cuts plus one, a domain of one bit more.
    count : int
        m: the cuts are m of each label.
    errors : int
        ``m - 1``: at most so many errors on every realisable database, but for probability ``inner.failure``.
    """

    inner: TreeLogPlan
    count: int

    @property
    def errors(self) -> int:
        """Return the largest number of errors when the interior point is found."""
        return self.count - 1

    def rows_for(self, alpha: Number) -> int:
        """Return the least number of records of which the errors are at most the share ``alpha``, above 0.

        Examples
        --------
        >>> wishes = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
        >>> plan = plan_threshold_learner(domain_bits=64, **wishes)
        >>> plan.rows_for(Fraction(1, 10)) == 10 * plan.errors
        True
        """
        share = as_fraction(alpha, "alpha")
        if share <= 0:
            raise ValueError(f"alpha must be positive, got {share}")
        return -(-self.errors // share)


def shared_budget(epsilon: Number, delta: Number) -> tuple[Fraction, Fraction]:
    """Return what one of two replacements may cost: ``epsilon/2``, and a little below ``delta/(1 + e^{epsilon/2})``.

    Examples
    --------
    >>> half, share = shared_budget(2, Fraction(1, 100))
    >>> half, share < Fraction(1, 100) / (1 + Fraction(2718281828, 10**9)) < share + Fraction(1, 10**10)
    (Fraction(1, 1), True)
    """
    half = as_fraction(epsilon, "epsilon") / 2
    if half <= 0:
        raise ValueError(f"epsilon must be positive, got {2 * half}")
    return half, round_down(as_inner_probability(delta, "delta") / (1 + exp_bracket(half).upper), DIGITS)


def plan_threshold_learner(*, domain_bits: int, epsilon: Number, delta: Number, beta: Number) -> ThresholdPlan:
    """Return the plan of a proper learner of thresholds on ``2^domain_bits`` points, (epsilon, delta)-private.

    Parameters
    ----------
    domain_bits : int
        At least 1.
    epsilon : number
        Above 0, at most 40; the relation is ``replace_one``.
    delta, beta : numbers in (0, 1)
        ``beta`` is the probability of more errors than promised.

    References
    ----------
    KLMNS20, Section 1.1.

    Examples
    --------
    >>> plan = plan_threshold_learner(domain_bits=64, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10))
    >>> plan.inner.exp_epsilon**2 <= exp_bracket(1).lower, plan.errors < plan.inner.rows
    (True, True)
    """
    half, share = shared_budget(epsilon, delta)
    bits = as_integer(domain_bits, "domain_bits", least=1) + 1
    inner = plan_tree_log(bits, neighbours=replace_one, epsilon=half, delta=share, beta=beta)
    return ThresholdPlan(inner, -(-inner.rows // 2))


def learn_threshold(database: Iterable[tuple[int, int]], *, domain_bits: int, epsilon: Number, delta: Number,
                    beta: Number, rng: Generator) -> int:
    """Return the cut of a threshold learned privately: it predicts 1 at x iff x is at most the cut.

    Parameters
    ----------
    database : sequence of (x, y)
        x in ``0..2^domain_bits - 1``, y in {0, 1}; any number of records, in any order.
    domain_bits, epsilon, delta, beta
        As for :func:`plan_threshold_learner`.
    rng : numpy.random.Generator or random.Random
        For a real release ``random.SystemRandom()``.

    Returns
    -------
    int in ``-1..2^domain_bits - 1``

    Raises
    ------
    ValueError
        Before any private step, if a record or another argument is bad.

    Notes
    -----
    Guarantee: (epsilon, delta)-private when one record is replaced, for all labels; at most ``plan.errors`` errors on
    the records, if some threshold makes none, with probability at least ``1 - beta``.  Cost: a sort of the records.
    """
    check_generator(rng)
    wishes = {"domain_bits": domain_bits, "epsilon": epsilon, "delta": delta, "beta": beta}
    plan = plan_threshold_learner(**wishes)
    point = tree_log(inner_database(tuple(database), plan), neighbours=replace_one, domain_bits=domain_bits + 1,
                     epsilon=shared_budget(epsilon, delta)[0], delta=shared_budget(epsilon, delta)[1], beta=beta,
                     rng=rng)
    return -1 if point is None else min(point, 1 << domain_bits) - 1


def inner_database(database: Labelled, plan: ThresholdPlan) -> Points:
    """Return the points of ``0..2^domain_bits`` among which :func:`learn_threshold` looks for an interior point.

    Examples
    --------
    >>> plan = plan_threshold_learner(domain_bits=8, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10))
    >>> points = inner_database(((7, 1), (9, 0)), plan)
    >>> set(points), len(points) == 2 * plan.count
    ({0, 8, 9, 256}, True)
    """
    size = 1 << (plan.inner.domain_bits - 1)
    return tuple(cut + 1 for cut in around_the_cut(database, size, plan.count))


def quantile_rows(*, domain_bits: int, blocks: int, epsilon: Number, delta: Number, beta: Number) -> int:
    """Return how many rows :func:`private_quantiles` needs: ``blocks`` times those of one interior point.

    Examples
    --------
    >>> quantile_rows(domain_bits=32, blocks=1, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10))
    95
    """
    return as_integer(blocks, "blocks", least=1) * _block_plan(domain_bits, blocks, epsilon, delta, beta).rows


def _shares(blocks: int, epsilon: Number, delta: Number, beta: Number) -> dict[str, Any]:
    k = as_integer(blocks, "blocks", least=1)
    return {"neighbours": replace_one, "epsilon": as_fraction(epsilon, "epsilon") / k,
            "delta": as_inner_probability(delta, "delta") / k, "beta": as_inner_probability(beta, "beta") / k}


def _block_plan(domain_bits: int, blocks: int, epsilon: Number, delta: Number, beta: Number) -> TreeLogPlan:
    return plan_tree_log(domain_bits, **_shares(blocks, epsilon, delta, beta))


def private_quantiles(database: Iterable[int], *, domain_bits: int, blocks: int, epsilon: Number, delta: Number,
                      beta: Number, rng: Generator) -> tuple[int, ...]:
    """Return one point for each block of the sorted database, in rising order: private quantiles.

    Parameters
    ----------
    database : sequence of int in ``0..2^domain_bits - 1``
        At least :func:`quantile_rows` of them; their number is public.
    blocks : int
        K, at least 1.
    domain_bits, epsilon, delta, beta, rng
        As for :func:`learn_threshold`.

    Notes
    -----
    Guarantee: (epsilon, delta)-private when one row is replaced; with probability at least ``1 - beta`` every count
    ``#{x <= c}`` is within the size of the largest block, less one, of
    :func:`~privlearn.learners.interior_point.reductions.block_answer`.  "No answer" of a block becomes the point 0.

    Raises
    ------
    ValueError
        Before any private step, if there are too few rows or an argument is bad.

    Examples
    --------
    >>> import random
    >>> wishes = {"domain_bits": 32, "blocks": 4, "epsilon": 4, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
    >>> points = private_quantiles(range(4000), rng=random.Random(3), **wishes)
    >>> all(1000 * k <= z < 1000 * (k + 1) for k, z in enumerate(points))
    True
    """
    check_generator(rng)
    listed = tuple(database)
    needed = quantile_rows(domain_bits=domain_bits, blocks=blocks, epsilon=epsilon, delta=delta, beta=beta)
    if len(listed) < needed:
        raise ValueError(f"database must have at least {needed} rows for {blocks} blocks, got {len(listed)}")
    shares = _shares(blocks, epsilon, delta, beta)
    split = split_blocks(listed, blocks)
    if split[0][0] < 0 or split[-1][-1] >> domain_bits:
        raise ValueError(f"database must hold points of 0..2^{domain_bits} - 1, got {split[0][0]}..{split[-1][-1]}")
    found = [tree_log(list(block), domain_bits=domain_bits, rng=rng, **shares) for block in split]
    return tuple(sorted(0 if z is None else z for z in found))
