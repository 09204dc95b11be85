"""All quantiles of a column, privately: an interior point of each block of the sorted rows.

Definitions
-----------
Cut n sorted points into K blocks and publish an interior point of each.  They answer all counts ``#{x <= c}`` with an
error below the size of the largest block.  Replacing one point may replace one point of every block, so each gets
``epsilon/K`` and ``delta/K``, and all succeed together but for probability beta.

>>> from fractions import Fraction
>>> quantile_rows(domain_bits=32, blocks=1, neighbours=replace_one, epsilon=1, delta=Fraction(1, 10**6),
...               beta=Fraction(1, 10))
95

Source: KLMNS20, Section 1.1 (consequences); the constants are reconstructed.
"""

from collections.abc import Iterable
from typing import Any

from privlearn.exact import as_fraction, as_integer
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws import Law
from privlearn.laws.randomness import Generator
from privlearn.learners.interior_point.columns import check_generator
from privlearn.learners.interior_point.counting_queries import split_blocks
from privlearn.learners.interior_point.release import fitted
from privlearn.learners.interior_point.tree_log.fast import fast_tree_log_law
from privlearn.learners.interior_point.tree_log.plans import plan_tree_log
from privlearn.learners.interior_point.tree_log.relations import Relation, is_replacement
from privlearn.mechanisms import replace_one


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
    listed = tuple(database)
    needed = quantile_rows(domain_bits=domain_bits, blocks=blocks, neighbours=neighbours, epsilon=epsilon, delta=delta,
                           beta=beta)
    if len(listed) < needed:
        raise ValueError(f"database must have at least {needed} rows for {blocks} blocks, got {len(listed)}")
    laws = quantile_laws(listed, domain_bits=domain_bits, blocks=blocks, neighbours=neighbours, epsilon=epsilon,
                         delta=delta, beta=beta)
    return tuple(sorted(as_integer(law.sample(rng), "answer") for law in laws))


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
    split = split_blocks(database, blocks)
    if split[0][0] < 0 or split[-1][-1] >> domain_bits:
        raise ValueError(f"database must hold points of 0..2^{domain_bits} - 1, got {split[0][0]}..{split[-1][-1]}")
    return tuple(fast_tree_log_law(block, domain_bits, fitted(plan, len(block))).map(lambda z: 0 if z is None else z)
                 for block in split)
