"""The floating point search behind :mod:`~privlearn.learners.interior_point.heavy_paths.plans`: it proposes only.

Definitions
-----------
A *budget* says what the steps of HeavyPaths may cost together, in the notation of
:class:`~privlearn.learners.interior_point.heavy_paths.law.HeavyPathsParameters`.  Under add_remove_one (``fold = 1``)
``max(e_1 + e_2 + p, e_2 + g) + y + N (c + e) <= epsilon``; under replace_one (``fold = 2``) twice each, once ``e_1``,
``p`` and ``g``: the sum of the two directions.  If ``composed``, ``N (c + e)`` is replaced by ``r + 2 sqrt(r l)`` with
``r = N (c^2 + e^2) / 8`` and ``l = ln(1/slack)``, where the slack is a part of delta.  The number of rows is
``N (2 trim + stop) + B (low - 1) + 1``.

>>> found = propose(HeavyBudget(levels=2, values=8, epsilon=1.0, delta=1e-6, beta=0.1, fold=1))
>>> 1000 < found.rows < 4000
True
"""

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass

from privlearn.learners.interior_point.tree_log.search import float_path_gap

SLACK = 1e-4  # relative, of epsilon and delta: what rounding the steps to rationals may cost
STEPS = 2000
HUGE = 1e12  # rows of a proposal beyond the budget


@dataclass(frozen=True, kw_only=True)
class HeavyBudget:
    """What is wanted: levels N, values B of the last database, privacy, failure; see the module for the others."""

    levels: int
    values: int
    epsilon: float
    delta: float
    beta: float
    fold: int
    composed: bool = False


@dataclass(frozen=True, kw_only=True)
class HeavyProposal:
    """Privacy parameters of the steps, and the deltas and failures they are meant for (of one step each)."""

    rows: float
    threshold: float
    query: float
    path: float
    gap: float
    level: float
    choose: float
    end: float
    delta_stop: float
    delta_unmatched: float
    delta_level: float
    delta_choose: float
    beta_early: float
    beta_level: float
    beta_choose: float
    beta_end: float
    slack: float


def laplace_gap(ratio: float, probability: float) -> float:
    """Return x with ``Pr[X - Y > x] = probability`` for Laplace noises of rates ``ratio`` and 1.

    Examples
    --------
    >>> round(laplace_gap(1.0, 0.25 * 3 / math.e), 6)
    1.0
    """
    aim, x = math.log(probability), 80.0 / min(ratio, 1.0)
    for _ in range(30):  # Newton's rule for a concave logarithm, from the right: no step passes the solution
        tail, slope = _gap_tail(ratio, x)
        before, x = x, max(0.0, x - (math.log(tail) - aim) * tail / slope)
        if abs(before - x) < 1e-10 * (1 + x):
            break
    return x


def _gap_tail(ratio: float, x: float) -> tuple[float, float]:
    """Return the probability and its derivative."""
    one, other = math.exp(-ratio * x), math.exp(-x)
    if abs(ratio - 1) < 1e-4:
        return (2 + x) / 4 * other, -(1 + x) / 4 * other
    square = ratio * ratio
    return (one - square * other) / (1 - square) / 2, ratio * (ratio * other - one) / (1 - square) / 2


def _logit(probability: float) -> float:
    return math.log(1 / probability - 1)


def _shares(logs: Sequence[float]) -> list[float]:
    weights = [math.exp(x) for x in (0.0, *logs)]
    return [weight / sum(weights) for weight in weights]


def evaluate(point: Sequence[float], budget: HeavyBudget) -> HeavyProposal | float:
    """Return the proposal at a point of the search, or more than ``HUGE`` if it overdraws the budget.

    The point is: logarithms of the stopping weight, of its excess over ``low``, of ``e_1 / e_2``; four of shares of
    delta (path, unmatched, level, choice, against the stopping point); three of beta (early, level, choice, against
    the end); if composed, the share of the slack.
    """
    n = budget.levels
    stop, ratio = math.exp(point[0]), math.exp(point[2])
    low = stop / (1 + math.exp(point[1]))
    delta_stop, tail, unmatched, fresh, chosen, *more = (
        x * budget.delta * (1 - SLACK) for x in _shares([*point[3:7], *point[10:]]))
    beta_end, early, no_level, no_node = (x * budget.beta * (1 - SLACK) for x in _shares(point[7:10]))
    if budget.fold == 2:
        delta_stop, *more = (x / (1 + math.exp(budget.epsilon)) for x in (delta_stop, *more))
    chosen, beta_end, no_node = chosen / n, beta_end / n, no_node / n
    if low <= 2 or min(beta_end, early, no_level, no_node, tail, unmatched, fresh, chosen, delta_stop) < 1e-300:
        return 2 * HUGE
    p = _logit(unmatched) / stop
    g = float_path_gap(p, tail, "any")
    c, y = (_logit(chosen) + _logit(no_node)) / stop, (_logit(fresh) + _logit(no_level)) / (low - 1)
    e2 = 0.0
    if n > 1:
        e2 = (laplace_gap(ratio, delta_stop) + laplace_gap(ratio, early / (n - 1))) / (stop - low)
    e1 = ratio * e2
    spent = max(e1 + e2 + p, e2 + g) + y if budget.fold == 1 else e1 + 2 * e2 + p + g + 2 * y
    e = _end((budget.epsilon * (1 - SLACK) - spent) / budget.fold, n, c, more)
    if e <= 0:
        return HUGE * (2 - e)
    trim = max(0.0, math.log(3 * (1 - beta_end) / beta_end) / e - 1)
    rows = n * (2 * trim + stop) + budget.values * (low - 1) + 1
    return HeavyProposal(
        rows=rows, threshold=e1 or 1.0, query=e2 or 1.0, path=p, gap=g, level=y, choose=c, end=e, delta_stop=delta_stop,
        delta_unmatched=unmatched, delta_level=fresh, delta_choose=chosen, beta_early=early / max(1, n - 1),
        beta_level=no_level, beta_choose=no_node, beta_end=beta_end, slack=more[0] if more else 0.0)


def _end(left: float, n: int, choose: float, slack: Sequence[float]) -> float:
    """Return the epsilon of each choice of a leaf if ``left`` is for all N levels; negative if there is none."""
    if not slack or left <= 0:
        return left / n - choose
    log = math.log(1 / slack[0])
    square = 8 * (math.sqrt(left + log) - math.sqrt(log)) ** 2 / n - choose**2
    return math.sqrt(square) if square > 0 else square


def propose(budget: HeavyBudget) -> HeavyProposal:
    """Return step parameters near the least number of rows, before rounding: a random walk that only goes down.

    Raises
    ------
    ValueError
        If nothing is found within the budget (absurd parameters).
    """
    stream, step = random.Random(budget.levels), 0.5
    start = math.log(20 * (budget.levels + 3) * (1 + math.log(1 / budget.delta)) / budget.epsilon)
    point = [start, 0.0, 0.7, 0.0, 0.0, 0.0, 0.0, -1.0, -1.0, -1.0] + [0.0] * budget.composed
    best: HeavyProposal | float = math.inf
    cost = math.inf
    for _ in range(STEPS):
        trial = [x + step * stream.gauss(0, 1) * (stream.random() < 0.4) for x in point]
        found = _tried(trial, budget)
        if _cost(found) <= cost:
            point, best, cost, step = trial, found, _cost(found), min(1.0, step * 1.5)
        else:
            step = max(1e-4, step * 0.95)
    if not isinstance(best, HeavyProposal):
        raise ValueError(f"no parameters found for {budget}")
    return best


def _tried(point: Sequence[float], budget: HeavyBudget) -> HeavyProposal | float:
    try:
        return evaluate(point, budget)
    except (OverflowError, ZeroDivisionError, ValueError):  # far outside: probabilities that are 0 or 1 as floats
        return math.inf


def _cost(found: HeavyProposal | float) -> float:
    return found.rows if isinstance(found, HeavyProposal) else found
