"""The overall learner of lines: the same answer from most blocks, published if that is stable.

Definitions
-----------
The *overall learner* draws a block size t from its plan, runs the basic learner on ``blocks`` disjoint blocks of t
rows, takes the most frequent hypothesis and its stability c, and publishes it if c passes the test with Laplace noise
(:mod:`~privlearn.learners.lines.release`), else the zero function.  It is improper: its hypotheses are lines, point
functions and the zero function.

>>> from fractions import Fraction
>>> plan = StabilityPlan(block_sizes=(2,), blocks=3, exp_epsilon=Fraction(3, 2), delta=Fraction(1, 4))
>>> rows = [(0, 1, 1), (1, 3, 1)] * 3
>>> {h: str(w) for h, w in overall_learner(rows, 5, plan).exact().items()}
{(0,): '5/8', (2, 2, 1): '3/8'}
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from privlearn.exact.rationals import Number
from privlearn.laws import Law, bernoulli, uniform
from privlearn.laws.randomness import Generator
from privlearn.learners.lines.basic import (ZERO, Hypothesis, Row, as_hypothesis, as_prime, as_row, basic_learner,
                                            line_through)
from privlearn.learners.lines.plans import StabilityPlan
from privlearn.learners.lines.release import release_probability
from privlearn.learners.lines.votes import most_frequent, stability

Rows = Sequence[Row] | np.ndarray[Any, Any]


def released(votes: Mapping[Hypothesis, int], exp_epsilon: Number, delta: Number) -> Law:
    """Return the law of the published hypothesis, given how often each hypothesis was the answer of a block.

    Parameters
    ----------
    votes : mapping hypothesis -> count
        All hypotheses of the basic learner count as challengers, also those without votes.
    exp_epsilon : number above 1
        ``e^epsilon``.
    delta : number in (0, 1/2)

    Examples
    --------
    >>> from fractions import Fraction
    >>> released({(1, 0, 0): 2, (1, 1, 0): 1}, Fraction(3, 2), Fraction(1, 4)).exact()
    {(0,): Fraction(3, 4), (1, 0, 0): Fraction(1, 4)}
    """
    stay = release_probability(vote_stability(votes), exp_epsilon, delta)
    winner = most_frequent(votes)
    return bernoulli(stay).map(lambda passed: winner if passed else ZERO)


def vote_stability(votes: Mapping[Hypothesis, int]) -> int:
    """Return the stability of votes among the hypotheses of the basic learner, those without votes included.

    The zero function stands for all challengers without votes before the winner, the smallest point function for all
    behind a winning zero function: no other challenger without votes is quicker.
    """
    return stability({ZERO: 0, (1, 0, 0): 0, **votes})


def overall_learner(rows: Any, p: int, plan: StabilityPlan) -> Law:
    """Return the law of the overall learner.

    Parameters
    ----------
    rows : integer array of shape (n, 3), or sequence of (x, y, label)
        ``n >= plan.rows``; rows beyond those are not used, for a smaller block size fewer.
    p : int
        A prime up to 2^40.
    plan : StabilityPlan

    Returns
    -------
    Law
        Over hypotheses as in :mod:`~privlearn.learners.lines.basic`.

    Raises
    ------
    ValueError
        If p is no prime, a row is not a labelled point of the plane, or there are too few rows.

    Notes
    -----
    Guarantee: ``(ln exp_epsilon, delta)``-private under replace-one, for every plan and all rows; for its accuracy see
    :func:`~privlearn.learners.lines.accuracy.failure_bracket`.  Cost of a sample: linear in the rows; in the exact law
    once for each block size.  Source: FX15, proof of Lemma 6.2.
    """
    prime, needed = as_prime(p), plan.rows
    if isinstance(rows, np.ndarray):
        given: Rows = check_row_array(rows, prime)
    elif isinstance(rows, (tuple, list)):
        given = [as_row(row, prime, f"row {i}") for i, row in enumerate(rows)]
    else:
        raise ValueError(f"rows must be an array, tuple or list of (x, y, label), got {type(rows).__name__}")
    if len(given) < needed:
        raise ValueError(f"rows must be at least {needed} for this plan, got {len(given)}")

    def published(block_size: int) -> Law:
        return released(block_votes(given, prime, plan.blocks, block_size), plan.exp_epsilon, plan.delta)

    return uniform(plan.block_sizes).then(published)


def block_votes(rows: Rows, p: int, blocks: int, block_size: int) -> dict[Hypothesis, int]:
    """Return how many of the first ``blocks`` blocks of ``block_size`` rows give each hypothesis.

    Rows must be checked before; an array is read at once (:func:`array_hypotheses`), a sequence block by block.
    """
    if isinstance(rows, np.ndarray):
        return dict(sorted(Counter(array_hypotheses(rows, p, blocks, block_size)).items()))
    answers = (basic_learner(rows[i * block_size:(i + 1) * block_size], p) for i in range(blocks))
    return dict(sorted(Counter(answers).items()))


def array_hypotheses(rows: np.ndarray[Any, Any], p: int, blocks: int, block_size: int) -> list[Hypothesis]:
    """Return the answer of the basic learner on every block of an array: a few passes over the positive rows.

    Parameters
    ----------
    rows : integer array of shape (n, 3), checked, ``n >= blocks * block_size``
    p : int
    blocks, block_size : int
    """
    used = rows[:blocks * block_size]
    positive = np.flatnonzero(used[:, 2])
    block, points = positive // block_size, used[positive, :2]
    having, first = np.unique(block, return_index=True)
    leader = np.zeros(blocks, dtype=np.int64)  # for each block the index of its first positive row
    leader[having] = first
    other = np.flatnonzero((points != points[leader[block]]).any(axis=1))  # rows that show a second point
    paired, second = np.unique(block[other], return_index=True)
    answers: list[Hypothesis] = [ZERO] * blocks
    for b, i in zip(having.tolist(), points[first].tolist(), strict=True):
        answers[b] = (1, i[0], i[1])
    for b, j in zip(paired.tolist(), points[other[second]].tolist(), strict=True):
        answers[b] = line_through((answers[b][1], answers[b][2]), (j[0], j[1]), p)
    return answers


def check_row_array(rows: np.ndarray[Any, Any], p: int) -> np.ndarray[Any, Any]:
    """Return an array of labelled points with 64-bit entries, else raise a ``ValueError`` that names a bad entry."""
    if rows.ndim != 2 or rows.shape[1] != 3 or not (np.issubdtype(rows.dtype, np.integer) or rows.dtype == np.bool_):
        raise ValueError(f"rows must be an integer array of shape (n, 3), got {rows.dtype} of shape {rows.shape}")
    for column, (name, bound) in enumerate((("x", p), ("y", p), ("label", 2))):
        bad = np.flatnonzero((rows[:, column] < 0) | (rows[:, column] >= bound))
        if len(bad):
            raise ValueError(f"{name} of row {bad[0]} must be an integer of at least 0 and at most {bound - 1}")
    return rows.astype(np.int64, copy=False)


def learn_line(rows: Any, p: int, plan: StabilityPlan, rng: Generator) -> Hypothesis:
    """Draw one hypothesis of the overall learner; :func:`~privlearn.learners.lines.basic.predict` applies it.

    Parameters
    ----------
    rows : integer array of shape (n, 3), or sequence of (x, y, label)
        Independently drawn, in the order they came: blocks are taken by position.
    p : int
    plan : StabilityPlan
        For real samples :func:`~privlearn.learners.lines.accuracy.plan_for`.
    rng : numpy.random.Generator or random.Random
        Privacy holds for those who cannot predict it.

    Examples
    --------
    >>> from fractions import Fraction
    >>> rng = np.random.default_rng(5)
    >>> x, y = rng.integers(10_007, size=(2, 2_000))
    >>> y = np.where(rng.random(2_000) < 1/2, (17 * x + 4) % 10_007, y)
    >>> rows = np.column_stack([x, y, (17 * x + 4 - y) % 10_007 == 0])
    >>> learn_line(rows, 10_007, StabilityPlan((16,), 120, Fraction(3, 2), Fraction(1, 10**6)), rng)
    (2, 17, 4)
    """
    return as_hypothesis(overall_learner(rows, p, plan).sample(rng), p)
