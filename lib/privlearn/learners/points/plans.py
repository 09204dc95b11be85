"""How many rows the boosted learner of points takes, and how it divides them.

Definitions
-----------
A *plan* divides a sample, by position and not by content, into ``blocks`` blocks of ``block_rows`` rows and one of
``test_rows`` rows.  In each block a row *survives* with probability ``survive`` (else it becomes a star), and A2 runs
at accuracy ``stage`` with ``keep = stage/4`` and ``abort = noise = stage/8``.  Among the results one is selected with
probability proportional to ``root^-errors`` on the last block, ``root = e^{epsilon/2}``.

:func:`printed_point_plan` has the constants of BBKN14, Claim 4.5.  :func:`frugal_plan` has ours: rows survive with
probability ``(r - 1)/3``, a block is judged by Markov's inequality (:func:`stage_failure_bound`), the selection by
Chernoff's bound in its relative-entropy form.  Both are private for the same reason, and both have a certified
failure of at most beta for every distribution.

>>> printed_point_plan(Fraction(1, 2), Fraction(1, 4), Fraction(1, 100)).total
30528336
>>> frugal_plan(Fraction(1, 2), Fraction(1, 4), Fraction(1, 100)).total < 10_000
True
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil

from privlearn.exact import Bracket, as_fraction, as_integer, as_probability, exp_bracket, least_integer, log_bracket
from privlearn.exact.brackets import round_down
from privlearn.exact.concentration import relative_entropy
from privlearn.exact.rationals import Number
from privlearn.learners.points.noisy import as_alpha
from privlearn.learners.points.side_by_side import improper_private_count
from privlearn.mechanisms.starring import sharp_star_keep_probability, star_keep_probability

ROOT_BITS = 40  # of e^{epsilon/2}, rounded down: a little less than the epsilon that is asked for
LARGEST_EPSILON = 40
LOG_BITS = 32  # enough: a rounded logarithm may cost a row, never the bound
STAGES = tuple(Fraction(k, 12) for k in (3, 4, 6, 8, 9))  # shares of alpha that a block may aim at
TARGETS = tuple(Fraction(k, 20) for k in range(6, 15))  # failures of one block that are tried
STEPS = 8  # thresholds of the selection lie on a grid of so many steps between stage and alpha


@dataclass(frozen=True, kw_only=True)
class PointPlan:
    """Sizes and rates of the boosted learner; see the module's definitions.

    Attributes
    ----------
    blocks, block_rows, test_rows : int
    root : Fraction
        ``e^{epsilon/2}``, above 1.
    survive : Fraction
        Probability that a row of a block does not become a star.
    stage : Fraction
        Accuracy asked of each block.
    """

    blocks: int
    block_rows: int
    test_rows: int
    root: Fraction
    survive: Fraction
    stage: Fraction

    def __post_init__(self) -> None:
        as_integer(self.blocks, "blocks", least=1)
        as_integer(self.block_rows, "block_rows", least=0)
        as_integer(self.test_rows, "test_rows", least=0)
        as_probability(self.survive, "survive")
        as_alpha(self.stage)
        if as_fraction(self.root, "root") <= 1:
            raise ValueError(f"root must be above 1, got {self.root}")

    @property
    def total(self) -> int:
        """All rows."""
        return self.blocks * self.block_rows + self.test_rows

    @property
    def exp_epsilon(self) -> Fraction:
        """The privacy ratio ``root^2`` that selection and survival are made for."""
        return self.root**2

    @property
    def keep(self) -> Fraction:
        """Probability that a row of a block is looked at: it survives, and A2 keeps it."""
        return self.survive * self.stage / 4

    @property
    def noise(self) -> Fraction:
        """Rate at which values are flipped, and at which a block gives up."""
        return self.stage / 8


def root_below(epsilon: Number) -> Fraction:
    """Return a rational just below ``e^{epsilon/2}``, for ``0 < epsilon <= 40``.

    Raises
    ------
    ValueError
        If epsilon is outside.
    """
    e = as_fraction(epsilon, "epsilon")
    if not 0 < e <= LARGEST_EPSILON:
        raise ValueError(f"epsilon must be above 0 and at most {LARGEST_EPSILON}, got {epsilon}")
    root = round_down(exp_bracket(e / 2).lower, ROOT_BITS)
    if root <= 1:
        raise ValueError(f"epsilon must be at least 2^-{ROOT_BITS - 2}, got {epsilon}")
    return root


def as_goal(alpha: Number, beta: Number) -> tuple[Fraction, Fraction]:
    """Return accuracy and confidence as ``Fraction``; a ``ValueError`` unless 0 < alpha < 1/2 and 0 < beta < 1."""
    a, b = as_fraction(alpha, "alpha"), as_fraction(beta, "beta")
    if not 0 < a < Fraction(1, 2):
        raise ValueError(f"alpha must lie strictly between 0 and 1/2, got {alpha}")
    if not 0 < b < 1:
        raise ValueError(f"beta must lie strictly between 0 and 1, got {beta}")
    return a, b


def printed_point_plan(epsilon: Number, alpha: Number, beta: Number) -> PointPlan:
    """Return the plan with the constants of BBKN14, Claim 4.5, for ``min(beta, 1/100)``.

    Parameters
    ----------
    epsilon, beta : numbers in (0, 1)
        As printed; :func:`frugal_plan` takes every epsilon.
    alpha : number in (0, 1/2)

    Examples
    --------
    >>> plan = printed_point_plan(Fraction(9, 10), Fraction(2, 5), Fraction(1, 100))
    >>> plan.blocks, plan.block_rows, plan.test_rows
    (28, 236595, 688)
    """
    if as_fraction(epsilon, "epsilon") >= 1:
        raise ValueError(f"epsilon must lie strictly between 0 and 1, got {epsilon}")
    (a, b), root = as_goal(alpha, beta), root_below(epsilon)
    count = improper_private_count(root**2, a, b)
    return PointPlan(blocks=count.blocks, block_rows=count.block_rows, test_rows=count.test_rows, root=root,
                     survive=star_keep_probability(root**2, 4), stage=a / 8)


def stage_failure_bound(plan: PointPlan) -> Bracket:
    """Bracket a bound on the probability that one block gives no hypothesis of error at most ``plan.stage``.

    With ``w`` the mass of the target's point, the hypothesis of a block that does not give up has expected error
    ``mu + (1 - 2 mu) w (1 - kappa w)^n``, ``mu`` the noise, ``kappa`` the probability that a row is looked at, ``n``
    the rows.  As ``w (1 - kappa w)^n <= 1/(e kappa n)``, Markov's inequality bounds the failure, for every
    distribution, by

    ``abort + (1 - abort) (mu + (1 - 2 mu)/(e kappa n)) / stage``.

    Examples
    --------
    >>> plan = frugal_plan(Fraction(1, 2), Fraction(1, 4), Fraction(1, 100))
    >>> stage_failure_bound(plan).upper < Fraction(11, 20)
    True
    """
    mu = plan.noise
    missed = 1 / (exp_bracket(1) * plan.keep * plan.block_rows)
    return mu + (1 - mu) * ((mu + (1 - 2 * mu) * missed) / plan.stage)


@cache
def _log(number: Fraction) -> Bracket:
    return log_bracket(number, LOG_BITS)


def frugal_plan(epsilon: Number, alpha: Number, beta: Number) -> PointPlan:
    """Return the least of a few hundred plans whose failure is at most ``beta`` by the bounds of this module.

    Half of beta is for "no block succeeds", half for the selection; see :func:`selection_rows`.

    Parameters
    ----------
    epsilon : number in (0, 40]
        From ``ln 4`` on no row has to be starred: the base learner is that private by itself.
    alpha : number in (0, 1/2)
    beta : number in (0, 1)

    Notes
    -----
    All bounds are brackets; which plan is least never decides privacy.  Cost: some milliseconds.
    """
    (a, b), root = as_goal(alpha, beta), root_below(epsilon)
    return min(_candidates(a, b, root), key=lambda plan: (plan.total, plan.blocks, plan.stage))


def _candidates(alpha: Fraction, beta: Fraction, root: Fraction) -> Iterator[PointPlan]:
    survive = sharp_star_keep_probability(min(root**2, Fraction(4)), 4)
    e = exp_bracket(1)
    rows_to_select = cache(lambda blocks, stage: selection_rows(blocks, stage, alpha, beta / 2, root))
    for share in STAGES:
        stage, mu = share * alpha, share * alpha / 8
        for goal in TARGETS:
            room = (goal - mu) / (1 - mu) * stage - mu  # left for points that are not seen: positive, as mu < 3/64
            rows = ceil(((1 - 2 * mu) / (e * survive * stage / 4 * room)).upper)
            blocks = least_integer(lambda n, goal=goal: goal**n <= beta / 2, 1)  # type: ignore[misc]
            test = rows_to_select(blocks, stage)[0]
            yield PointPlan(blocks=blocks, block_rows=rows, test_rows=test, root=root, survive=survive, stage=stage)


def thresholds(stage: Fraction, alpha: Fraction) -> Iterator[tuple[Fraction, Fraction]]:
    """Yield the pairs ``u < v`` of the grid strictly between ``stage`` and ``alpha``."""
    grid = [stage + (alpha - stage) * i / STEPS for i in range(1, STEPS)]
    yield from ((u, v) for i, u in enumerate(grid) for v in grid[i + 1:])


def selection_rows(blocks: int, stage: Fraction, alpha: Fraction, failure: Fraction,
                   root: Fraction) -> tuple[int, Fraction, Fraction]:
    """Return rows m with which selection fails with probability at most ``failure`` if one hypothesis is good.

    With the thresholds: ``(m, u, v)``.

    With thresholds ``stage < u < v < alpha``: a good hypothesis has more than ``u m`` errors, or a bad one at most
    ``v m``, or one with ``(v - u) m`` errors more than the good one is selected, each with a third of ``failure``.
    """
    each, all_of_them = _log(3 / failure).upper, _log(3 * blocks / failure).upper
    return min((ceil(max(each / good, all_of_them / bad, all_of_them / gap)), u, v)
               for u, v, good, bad, gap in _rates(stage, alpha, root))


@cache
def _rates(stage: Fraction, alpha: Fraction, root: Fraction) -> list[tuple[Fraction, ...]]:
    """Return ``u, v`` and lower ends of the three rates at which the failures fall with every test row."""
    log_root = _log(root).lower
    return [(u, v, relative_entropy(u, stage, LOG_BITS).lower, relative_entropy(v, alpha, LOG_BITS).lower,
             (v - u) * log_root)
            for u, v in thresholds(stage, alpha)]
