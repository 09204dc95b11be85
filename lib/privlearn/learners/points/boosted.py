"""A private learner of points with any confidence and any privacy, whose sample does not grow with the domain.

Definitions
-----------
*Boosting* runs a private base learner on disjoint blocks of rows and selects one of the results by the exponential
mechanism on a further block: hypothesis ``h`` with probability proportional to ``root^-errors(h)``.  "No hypothesis"
counts as wrong on every row.  A row is in one block only, so the whole is as private as its least private part.

The base learner here is A2 behind stars (BBKN14, Lemma 4.4): a row survives with probability ``survive``, and A2 looks
at a surviving row with probability ``stage/4``.  Both coins together are one coin, so a block is learned from its
counts (:mod:`~privlearn.learners.points.counts`) and hypotheses are lazy (:mod:`~privlearn.learners.points.lazy`):
nothing of the size of the domain, and nothing of the size of a block, is ever built.

>>> from fractions import Fraction
>>> plan = PointPlan(blocks=1, block_rows=1, test_rows=1, root=Fraction(5, 4), survive=Fraction(1, 2),
...                  stage=Fraction(1, 4))
>>> law = boosted_point_learner(((0, 1), (0, 1)), size=2, plan=plan).exact()
>>> law[None] == Fraction(1, 32)
True
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from privlearn.exact import as_fraction, as_integer, rational
from privlearn.exact.rationals import Number
from privlearn.laws import Law, fold, proportional
from privlearn.learners.points.counts import RowCounts, check_point_array, counted_point, row_counts
from privlearn.learners.points.lazy import lazily_flipped
from privlearn.learners.points.plans import PointPlan, as_goal, root_below

Hypothesis = Any  # a tuple of bits, a LazyHypothesis, or None


def errors_on(hypothesis: Hypothesis, test: RowCounts) -> int:
    """Return the number of labelled test rows that a hypothesis gets wrong; for ``None`` the number of all rows.

    Examples
    --------
    >>> errors_on((0, 1), RowCounts({(0, 1): 3, (1, 1): 4}, 9)), errors_on(None, RowCounts({(0, 1): 3}, 9))
    (3, 9)
    """
    if hypothesis is None:
        return test.rows
    return sum(count for (x, y), count in test.labelled.items() if hypothesis[x] != y)


def selected(hypotheses: Sequence[Hypothesis], test: RowCounts, root: Number) -> Law:
    """Return the law of the hypothesis selected with probability proportional to ``root^-errors``.

    Parameters
    ----------
    hypotheses : sequence, at least one
    test : RowCounts
    root : number above 1
        ``e^{epsilon/2}``: a neighbour changes each number of errors by at most 1, the law by a factor ``root^2``.

    Notes
    -----
    The law of :func:`~privlearn.mechanisms.exponential.from_scores` at minus the errors, with whole weights: a root of
    40 bits and thousands of errors make fractions that take long to reduce, and integers that need no reduction.
    """
    base = as_fraction(root, "root")
    if base <= 1:
        raise ValueError(f"root must be above 1, got {base}")
    wrong = [errors_on(h, test) for h in hypotheses]
    least, most = min(wrong), max(wrong)
    up, down = rational(base.numerator), rational(base.denominator)
    weights = {i: int(as_fraction(up ** (most - count) * down ** (count - least))) for i, count in enumerate(wrong)}
    return proportional(weights).map(lambda i: hypotheses[i])


def boosted(blocks: Sequence[Any], test: RowCounts, stage: Callable[[Any], Law], root: Number) -> Law:
    """Return the law of boosting: ``stage`` on every block, then :func:`selected` on the test rows.

    Parameters
    ----------
    blocks : sequence, at least one
        Whatever ``stage`` takes: tuples of rows, or counts.
    test : RowCounts
    stage : callable
        Block -> Law over hypotheses (or ``None``): any private learner that reads stars.
    root : number above 1

    Examples
    --------
    >>> from privlearn.laws import pure
    >>> boosted([(1, 0), (0, 0)], RowCounts({(0, 1): 2}, 2), pure, 2).exact()
    {(1, 0): Fraction(4, 5), (0, 0): Fraction(1, 5)}
    """
    if not blocks:
        raise ValueError("blocks must not be empty: there is nothing to select from")
    runs = fold((), blocks, lambda done, block: stage(block).map(lambda h: (*done, h)))
    return runs.then(lambda hypotheses: selected(hypotheses, test, root))


def boosted_from_counts(blocks: Sequence[RowCounts], test: RowCounts, *, size: int, plan: PointPlan) -> Law:
    """Return the law of the boosted learner of points on samples given by their counts.

    Parameters
    ----------
    blocks : sequence of RowCounts
        ``plan.blocks`` of them, ``plan.block_rows`` rows each.
    test : RowCounts
        ``plan.test_rows`` rows.
    size : int
        Number of points, of any size.
    plan : PointPlan

    Returns
    -------
    Law
        ``exact`` is over tuples of bits and ``None``, for small sizes; ``sample`` returns a ``LazyHypothesis`` or
        ``None``.
    """
    if [block.rows for block in blocks] != [plan.block_rows] * plan.blocks or test.rows != plan.test_rows:
        raise ValueError(f"blocks must be {plan.blocks} of {plan.block_rows} rows and test have {plan.test_rows} rows")

    def stage(block: RowCounts) -> Law:
        concept = counted_point(block, keep=plan.keep, abort=plan.noise)
        return concept.then(lambda chosen: lazily_flipped(chosen, size=size, rate=plan.noise))

    return boosted(blocks, test, stage, plan.root)


def split_counts(rows: Any, *, size: int, plan: PointPlan) -> tuple[list[RowCounts], RowCounts]:
    """Return the counts of the plan's blocks of a sample, in its order; rows beyond ``plan.total`` are not used.

    Raises
    ------
    ValueError
        If there are fewer than ``plan.total`` rows.
    """
    if not isinstance(rows, (np.ndarray, tuple, list)) or (isinstance(rows, np.ndarray) and rows.ndim == 0):
        raise ValueError(f"rows must be an array, tuple or list of labelled rows, got {type(rows).__name__}")
    if len(rows) < plan.total:
        raise ValueError(f"rows must be at least {plan.total} for this epsilon, alpha and beta, got {len(rows)}")
    if isinstance(rows, np.ndarray) and rows.dtype != np.object_:
        check_point_array(rows[:plan.total], as_integer(size, "size", least=1), "rows")  # messages count all rows
    n, last = plan.block_rows, plan.blocks * plan.block_rows
    blocks = [row_counts(rows[start:start + n], size, beside_ones=True) for start in range(0, last, n)] if n else []
    return blocks or [RowCounts({}, 0)] * plan.blocks, row_counts(rows[last:plan.total], size)


def private_plan(plan: PointPlan, epsilon: Number, alpha: Number, beta: Number) -> PointPlan:
    """Return a plan that somebody gives, if it is epsilon-private; a ``ValueError`` otherwise.

    Accuracy and confidence are checked to be in range; whether the plan reaches them is for who made it.
    """
    as_goal(alpha, beta)
    root = root_below(epsilon)
    if not isinstance(plan, PointPlan):
        raise ValueError(f"plan must be a PointPlan, got {plan!r}")
    if plan.root > root or plan.survive * 3 > plan.exp_epsilon - 1:
        raise ValueError(f"plan must be made for an epsilon of at most {epsilon}, with survive at most (r - 1)/3")
    return plan


def boosted_point_learner(rows: Any, *, size: int, plan: PointPlan) -> Law:
    """Return the law of the boosted learner of points on rows: :func:`boosted_from_counts` after the plan's split.

    Parameters
    ----------
    rows : array of shape (n, 2), or sequence of (x, y) and None
        At least ``plan.total`` of them.
    size : int
    plan : PointPlan

    Notes
    -----
    Guarantee: ``plan.exp_epsilon`` under replace-one, if ``plan.survive`` is at most ``(plan.exp_epsilon - 1)/3``.
    Source: BBKN14, Claim 4.5.
    """
    blocks, test = split_counts(rows, size=size, plan=plan)
    return boosted_from_counts(blocks, test, size=size, plan=plan)
