"""The efficient private learner of points: A5 behind stars on disjoint blocks, one key selected.

Definitions
-----------
This is the boosted learner of :mod:`~privlearn.learners.points.boosted` with A5 as its base: in each block a row
survives with probability ``survive``, A5 runs at accuracy ``stage`` and gives a key or nothing, and the exponential
mechanism selects among the keys by their errors on the test rows.  The result is a :class:`KeyedHypothesis`: a key, to
be published as it is, and evaluated where it is needed.

>>> family = AffineFamily(bits=64, zeros=4)
>>> KeyedHypothesis(family, (0, 5))[2**63]  # 0 x + 5 begins with 61 zeros
1
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from privlearn.exact import as_integer
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.laws.randomness import Generator
from privlearn.learners.points.boosted import boosted, private_plan, split_counts
from privlearn.learners.points.counts import RowCounts, counted_point
from privlearn.learners.points.lazy import as_generator
from privlearn.learners.points.plans import PointPlan, printed_point_plan
from privlearn.learners.pseudorandom.families import KeyedFamily
from privlearn.learners.pseudorandom.keyed import hypothesis_key
from privlearn.learners.pseudorandom.short_keys import AffineFamily, zeros_for


@dataclass(frozen=True)
class KeyedHypothesis:
    """The function that ``key`` names in ``family``; its description is the key, ``family.key_bits`` bits."""

    family: KeyedFamily
    key: Any

    def __getitem__(self, x: int) -> int:
        """Return the value at one point."""
        return self.family.value(self.key, as_integer(x, "x", least=0, most=self.family.size - 1))

    def __call__(self, x: int) -> int:
        """Return the value at one point."""
        return self[x]


def efficient_from_counts(blocks: Sequence[RowCounts], test: RowCounts, *, family: KeyedFamily,
                          plan: PointPlan) -> Law:
    """Return the law of the efficient boosted learner on samples given by their counts.

    Parameters
    ----------
    blocks : sequence of RowCounts
        ``plan.blocks`` of them, ``plan.block_rows`` rows each.
    test : RowCounts
        ``plan.test_rows`` rows.
    family : KeyedFamily
        Each point must be 1 for at least a share ``plan.stage / 8`` of the keys, and for at most ``plan.stage / 4``.
    plan : PointPlan

    Returns
    -------
    Law
        Over :class:`KeyedHypothesis` and ``None``; private with ratio ``plan.exp_epsilon`` under ``replace_one`` if
        ``plan.survive`` is at most ``(plan.exp_epsilon - 1)/3``.

    Notes
    -----
    A sample costs a few coins for each block and point labelled 1, one key for each block, and one value of each key
    for each distinct test row.  Source: BBKN14, Theorem 4.8.
    """
    if [block.rows for block in blocks] != [plan.block_rows] * plan.blocks or test.rows != plan.test_rows:
        raise ValueError(f"blocks must be {plan.blocks} of {plan.block_rows} rows and test have {plan.test_rows} rows")

    def stage(block: RowCounts) -> Law:
        concept = counted_point(block, keep=plan.keep, abort=plan.noise)
        keys = concept.then(lambda chosen: hypothesis_key(chosen, family=family))
        return keys.map(lambda key: None if key is None else KeyedHypothesis(family, key))

    return boosted(blocks, test, stage, plan.root)


def efficient_point_learner(rows: Any, *, bits: int, epsilon: Number, alpha: Number, beta: Number, rng: Generator,
                            plan: PointPlan | None = None) -> KeyedHypothesis | None:
    """Learn privately which single point of ``2^bits`` is labelled 1, and return a key of ``2 bits`` bits.

    Parameters
    ----------
    rows : integer array of shape (n, 2), or sequence of (x, y) and None
        At least ``plan.total`` independently drawn rows, in the order they came.
    bits : int
        Points have so many bits.
    epsilon : number in (0, 40]
    alpha : number in (0, 1/2)
    beta : number in (0, 1)
    rng : numpy.random.Generator or random.Random
    plan : PointPlan, optional
        :func:`~privlearn.learners.points.plans.printed_point_plan` by default; one that is less private than epsilon is
        refused.

    Returns
    -------
    KeyedHypothesis or None
        From the affine family with bias ``2^-zeros_for(stage)``; no cryptographic assumption is made.  The key is
        epsilon-private, whatever the rows; ``None`` is "no hypothesis".  If the rows are drawn independently and
        labelled by a point function, the error is at most alpha, except with probability beta.

    Raises
    ------
    ValueError
        If a parameter or row is out of range, there are too few rows (the number needed is named), or the domain has
        fewer than ``8 / stage`` points: then :func:`~privlearn.learners.generic.exponential.point_learner` needs
        O(log(1/alpha)) in place of d.

    Notes
    -----
    Cost: that of :func:`~privlearn.learners.points.private_learner.private_point_learner`, but a product in the field
    with ``2^bits`` elements, O(bits^2), for each block and distinct test row.  Source: BBKN14, Theorem 4.8.

    Examples
    --------
    >>> from random import Random
    >>> from privlearn.learners.points import frugal_plan
    >>> plan = frugal_plan(9/10, 2/5, 1/100)
    >>> rows = [(77, 1), (2**63, 0)] * 1010
    >>> h = efficient_point_learner(rows, bits=64, epsilon=9/10, alpha=2/5, beta=1/100, rng=Random(1), plan=plan)
    >>> plan.total, h(77), h.family.key_bits
    (2019, 1, 128)
    """
    as_generator(rng)
    used = printed_point_plan(epsilon, alpha, beta) if plan is None else private_plan(plan, epsilon, alpha, beta)
    zeros = zeros_for(used.stage)
    if as_integer(bits, "bits", least=1) < zeros:
        raise ValueError(f"bits must be at least {zeros} for stage accuracy {used.stage}, got {bits}: "
                         "use mechanisms.point_learner on so few points")
    family = AffineFamily(bits, zeros)
    blocks, test = split_counts(rows, size=family.size, plan=used)
    chosen = efficient_from_counts(blocks, test, family=family, plan=used).sample(rng)
    assert chosen is None or isinstance(chosen, KeyedHypothesis)
    return chosen
