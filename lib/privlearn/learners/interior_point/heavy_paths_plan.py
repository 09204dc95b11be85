"""How many rows HeavyPaths needs, and TreeLog with the same accounting, as the number N of levels grows.

Definitions
-----------
A plan is a choice of all public parameters for N levels and B values at the base, with what is certified for it under
adding and removing a point.  Two *accountings* of the steps that are repeated N times: ``"basic"`` adds up their
epsilons, ``"bounded range"`` adds up Renyi divergences.  N and B are free here, so that the growth in N shows: in a
domain of ``2^(2^20)`` points three levels bring the domain down to eight points.

The search is in floating point and coarse (rows are near the least, not the least); what it proposes is rounded to
rationals, and certified from these.

>>> plan = plan_heavy_paths(2, 22, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10))
>>> plan.epsilon.upper <= 1, plan.delta.upper <= Fraction(1, 10**6), plan.failure.upper <= Fraction(1, 10)
(True, True, True)

Source: KLMNS20, Theorem 4.1, whose constants are lost; all constants here are ours.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from privlearn.exact.brackets import Bracket, as_bracket, exp_bracket, log_bracket, round_down, round_up
from privlearn.exact.rationals import Number, as_fraction, as_inner_probability, as_integer
from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters
from privlearn.learners.interior_point.heavy_paths_privacy import (
    ACCOUNTINGS,
    composed_privacy,
    failure_parts,
    heavy_paths_privacy,
    heavy_paths_rows,
    short,
)
from privlearn.learners.interior_point.path_privacy import path_renyi, unmatched_bound
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters
from privlearn.learners.interior_point.utility import choice_failure, end_failure, exponential_failure
from privlearn.mechanisms.choosing import check_one_shot, one_shot_delta

BITS = 20  # of the rational e^epsilon of each step


@dataclass(frozen=True)
class HeavyPathsPlan:
    """Parameters of HeavyPaths with what is certified for them; make it with :func:`plan_heavy_paths`.

    Attributes
    ----------
    parameters : HeavyPathsParameters
    base_values : int
        B.
    exp_gap : Fraction
        ``e^g`` of the random path.
    slack : Fraction
        What the composition adds to delta; 0 for the basic one.
    rows : int
    epsilon, delta, failure : Bracket
        Their upper ends bound the true values, for adding and removing a point.
    """

    parameters: HeavyPathsParameters
    base_values: int
    exp_gap: Fraction
    slack: Fraction
    rows: int
    epsilon: Bracket
    delta: Bracket
    failure: Bracket


def certified_plan(parameters: HeavyPathsParameters, base_values: int, exp_gap: Number,
                   slack: Number) -> HeavyPathsPlan:
    """Return the plan of given parameters; ``slack = 0`` means basic composition.

    Raises
    ------
    ValueError
        If a precondition of the privacy proof fails.
    """
    gap, extra = as_fraction(exp_gap), as_fraction(slack)
    if extra:
        (forward, delta_forward), (backward, delta_backward) = composed_privacy(parameters, gap, extra)
    else:
        found = heavy_paths_privacy(parameters, gap)
        forward, backward = (log_bracket(short(x), 96) for x in (found.exp_forward, found.exp_backward))
        delta_forward, delta_backward = short(found.delta_forward), found.delta_backward
    failure = sum(map(short, failure_parts(parameters).values()), as_bracket(0))
    return HeavyPathsPlan(parameters, base_values, gap, extra, heavy_paths_rows(parameters, base_values),
                          _larger(forward, backward), _larger(delta_forward, delta_backward), failure)


def _larger(left: Bracket, right: Bracket) -> Bracket:
    return Bracket(max(left.lower, right.lower), max(left.upper, right.upper))


def plan_heavy_paths(levels: int, base_values: int, *, epsilon: Number, delta: Number, beta: Number,
                     accounting: str = "basic") -> HeavyPathsPlan:
    """Return certified parameters of HeavyPaths for N levels and B values at the base.

    Parameters
    ----------
    levels : int
        N, at least 1.
    base_values : int
        B, at least 1.
    epsilon : number
        Above 0, at most 20.
    delta, beta : numbers in (0, 1)
    accounting : str
        One of ``ACCOUNTINGS``.

    Raises
    ------
    ValueError
        On bad arguments, or if the search finds nothing.

    References
    ----------
    KLMNS20, Theorem 4.1 and Lemmas 4.10 and 4.11; constants reconstructed.
    """
    if accounting not in ACCOUNTINGS:
        raise ValueError(f"accounting must be one of {', '.join(ACCOUNTINGS)}, got {accounting!r}")
    wanted = as_fraction(epsilon, "epsilon")
    if not 0 < wanted <= 20:
        raise ValueError(f"epsilon must be positive and at most 20, got {wanted}")
    return _plan(as_integer(levels, "levels", least=1), as_integer(base_values, "base_values", least=1), wanted,
                 as_inner_probability(delta, "delta"), as_inner_probability(beta, "beta"), accounting)


@lru_cache(maxsize=256)
def _plan(levels: int, values: int, epsilon: Fraction, delta: Fraction, beta: Fraction,
          accounting: str) -> HeavyPathsPlan:
    for relax in (2e-3, 1e-2, 5e-2, 2e-1):
        less = 1 - relax
        goal = _Goal(levels, values, float(epsilon) * less, float(delta) * less, float(beta) * less, accounting)
        plan = _rounded(goal, _best(goal))
        if plan.epsilon.upper <= epsilon and plan.delta.upper <= delta and plan.failure.upper <= beta:
            return plan
    raise ValueError(f"no certified plan found for {levels} levels, epsilon = {epsilon}, delta = {delta}, beta = "
                      "{beta} ")


@dataclass(frozen=True)
class _Goal:
    levels: int
    values: int
    epsilon: float
    delta: float
    beta: float
    accounting: str

    def logs(self) -> dict[str, float]:
        """Return minus the logarithms of the shares of delta and beta."""
        n, d, b = self.levels, self.delta, self.beta
        return {"late": -math.log(d * .2), "tail": -math.log(d * .3), "u": -math.log(d * .1), "new": -math.log(d * .1),
                "node": -math.log(d * .1 / n), "slack": -math.log(d * .2), "early": -math.log(b * .1 / n),
                "none": -math.log(b * .1), "nodes": -math.log(b * .3 / n), "leaves": -math.log(b * .49 / n)}


@dataclass(frozen=True)
class _Point:
    rows: float
    stop: float
    high: float
    path: float
    gap: float
    noise: float
    level: float
    choose: float
    end: float


def _gap(path: float, log_tail: float) -> float:
    ratio = math.exp(path)
    return max(path, (ratio - 1) * (math.log(1 - 1 / ratio) + log_tail) - path)


def _margin(log_tail: float) -> float:
    """Return x with ``(2 + x) e^-x / 4`` about ``e^-log_tail``."""
    x = log_tail
    for _ in range(20):
        x = log_tail + math.log((2 + x) / 4)
    return x


def _points(goal: _Goal, stops: list[float]) -> Iterator[_Point]:
    logs, n = goal.logs(), goal.levels
    margins, choice = _margin(logs["late"]) + _margin(logs["early"]), logs["new"] + logs["none"]
    once = math.sqrt(2 * margins) + math.sqrt(choice)
    for stop in stops:
        path, choose = logs["u"] / stop, (logs["node"] + logs["nodes"]) / stop
        for high in (stop * k / 20 for k in range(3, 21)):
            left = goal.epsilon - once * once / high - _gap(path, logs["tail"])
            if left <= 0:
                continue
            if goal.accounting == "basic":
                end = left / n - choose
            else:
                root = math.sqrt(left + logs["slack"]) - math.sqrt(logs["slack"])
                square = 8 * root * root / n - choose * choose
                end = math.sqrt(square) if square > 0 else 0.0
            if end > 0:
                trim = (logs["leaves"] + math.log(3)) / end
                yield _Point(n * (2 * trim + stop) + goal.values * high, stop, high, path, _gap(path, logs["tail"]),
                             math.sqrt(margins) * once / math.sqrt(2) / high, math.sqrt(choice) * once / high, choose,
                             end)


def _best(goal: _Goal) -> _Point:
    least = 10 / goal.epsilon
    found = list(_points(goal, [least * 1.2**k for k in range(80)]))
    if not found:
        raise ValueError(f"no parameters found for {goal}")
    near = min(found, key=lambda point: point.rows).stop
    return min(_points(goal, [near * 1.015**k for k in range(-14, 15)]), key=lambda point: point.rows)


def _rational(epsilon: float) -> Fraction:
    return round_down(exp_bracket(Fraction(epsilon)).lower, BITS)


def _rounded(goal: _Goal, point: _Point) -> HeavyPathsPlan:
    logs = goal.logs()
    noise, level, choose, end = (_rational(x) for x in (point.noise, point.level, point.choose, point.end))
    e, y, c = (math.log(x) for x in (noise, level, choose))
    level_threshold = math.ceil(1 + logs["new"] / y)
    low = math.ceil(level_threshold + logs["none"] / y)
    threshold = low + math.ceil(_margin(logs["early"]) / e)
    high = threshold + math.ceil(_margin(logs["late"]) / e)
    node_threshold = math.ceil(1 + logs["node"] / c)
    stop = max(math.ceil(point.stop), high, node_threshold - 1 + math.ceil(logs["nodes"] / c))
    path = _rational(logs["u"] / stop * 1.0001)
    gap = round_up(exp_bracket(Fraction(_gap(math.log(path), logs["tail"]) * 1.0001)).upper, BITS)
    trim = max(0, math.ceil((logs["leaves"] + math.log(3)) / math.log(end) - 1))
    parameters = HeavyPathsParameters(goal.levels, trim, stop, threshold, high, noise, noise, path, level,
                                      level_threshold, choose, node_threshold, end)
    slack = Fraction(0) if goal.accounting == "basic" else Fraction(math.exp(-logs["slack"]))
    return certified_plan(parameters, goal.values, gap, slack)


@dataclass(frozen=True)
class ClassViewPlan:
    """Parameters of TreeLog with N equal levels, certified by Renyi accounting of its class view."""

    parameters: TreeLogParameters
    rows: int
    epsilon: Bracket
    delta: Bracket
    failure: Bracket


def certified_class_view(parameters: TreeLogParameters, base_values: int, base_rows: int, order: Number,
                         slack: Number) -> ClassViewPlan:
    """Return what Renyi accounting of the class view certifies for N equal levels of TreeLog.

    Parameters
    ----------
    parameters : TreeLogParameters
        With at least one level, all levels equal, and a random path.
    base_values, base_rows : int
        How many values, and rows, the base of the recursion has.
    order : number above 1
        Of the Renyi divergences; below ``c / (c - 1)`` for ``c = exp_path``.
    slack : number in (0, 1)
        ``delta'``: the divergence costs ``ln(1/delta') / (order - 1)``.

    Notes
    -----
    The path's divergence, its reverse, and ``order epsilon^2 / 8`` for each step of bounded range.  Unmatched paths
    and new nodes are set aside: in direction B they are in delta, in direction A they raise epsilon by ``-ln`` of the
    probability of the rest.
    """
    level, n = parameters.levels[0], len(parameters.levels)
    if set(parameters.levels) != {level} or level.exp_path is None:
        raise ValueError("parameters must have equal levels with random paths")
    threshold = as_integer(level.threshold, "threshold")
    check_one_shot(level.exp_choose, threshold)
    a, extra = as_fraction(order), as_inner_probability(slack, "slack")
    ranges = [log_bracket(as_fraction(x), 96) for x in (level.exp_choose, level.exp_end, parameters.exp_base)]
    squares = n * (ranges[0] * ranges[0] + ranges[1] * ranges[1]) + ranges[2] * ranges[2]
    common = a * squares / 8 + log_bracket(1 / extra, 96) / (a - 1)
    unmatched, new = (short(x) for x in (unmatched_bound(level.exp_path, level.stop),
                                         one_shot_delta(level.exp_choose, threshold)))
    rest = log_bracket(1 / ((1 - unmatched) * (1 - new)), 96)
    backward, forward = (common + n * path_renyi(level.exp_path, a, reverse=way) for way in (False, True))
    failure = (short(exponential_failure(base_values, base_rows, parameters.exp_base))
               + n * (short(choice_failure(level.exp_choose, threshold, level.stop))
                      + short(end_failure(level.exp_end, level.trim))))
    return ClassViewPlan(parameters, n * (2 * level.trim + level.stop) + base_rows,
                         _larger(backward, forward + n * rest), extra + n * (unmatched + new), failure)


def plan_class_view(levels: int, base_values: int, *, epsilon: Number, delta: Number, beta: Number) -> ClassViewPlan:
    """Return certified parameters of TreeLog for N levels and B values, with Renyi accounting of its class view.

    Arguments are those of :func:`plan_heavy_paths`.

    References
    ----------
    KLMNS20, Theorem 1.2 with the rate of Theorem 4.1; the accounting is ours.
    """
    n, values = as_integer(levels, "levels", least=1), as_integer(base_values, "base_values", least=1)
    e, d, b = as_fraction(epsilon), as_inner_probability(delta, "delta"), as_inner_probability(beta, "beta")
    for relax in (2e-3, 1e-2, 5e-2, 2e-1):
        plan = _class_view(n, values, float(e) * (1 - relax), float(d) * (1 - relax), float(b) * (1 - relax))
        if plan.epsilon.upper <= e and plan.delta.upper <= d and plan.failure.upper <= b:
            return plan
    raise ValueError(f"no certified plan found for {n} levels, epsilon = {e}, delta = {d}, beta = {b}")


def _class_view(n: int, values: int, epsilon: float, delta: float, beta: float) -> ClassViewPlan:
    slack = -math.log(delta * .6)
    unmatched, new = (-math.log(delta * share / n) for share in (.2, .2))
    nodes, leaves, base = (-math.log(beta * share) for share in (.3 / n, .4 / n, .3))
    at_end, at_base = leaves + math.log(3), max(.3, math.log(max(values - 2, 1) / 2) + base)
    best: tuple[float, ...] = (math.inf,)
    for stop in (10 / epsilon * 1.05**k for k in range(250)):
        ratio, choose = math.exp(unmatched / stop), (new + nodes) / stop
        for order in (1 + 0.15 * 1.12**k for k in range(60)):
            if order >= ratio / (ratio - 1):
                break
            path = ((1 - order) * math.log(ratio) - math.log(order - ratio * (order - 1))) / (order - 1)
            square = 8 * (epsilon - slack / (order - 1) - n * path) / order - n * choose * choose
            if square > 0:
                unit = math.sqrt(square / (n * at_end ** (2 / 3) + at_base ** (2 / 3)))
                end, low = unit * at_end ** (1 / 3), unit * at_base ** (1 / 3)
                best = min(best, (n * (2 * at_end / end + stop) + 2 * at_base / low, stop, choose, end, low, order))
    if len(best) == 1:
        raise ValueError(f"no parameters found for {n} levels, epsilon = {epsilon}, delta = {delta}")
    _, stop, choose, end, low, order = best
    exp_choose, exp_end, exp_base = (_rational(x) for x in (choose, end, low))
    threshold = math.ceil(1 + new / math.log(exp_choose))
    weight = max(math.ceil(stop), threshold - 1 + math.ceil(nodes / math.log(exp_choose)))
    level = Level(exp_path=_rational(unmatched / weight * 1.0001), exp_choose=exp_choose, threshold=threshold,
                  exp_end=exp_end, trim=max(0, math.ceil(at_end / math.log(exp_end) - 1)), stop=weight)
    rows = max(1, math.ceil(2 * at_base / math.log(exp_base)) + 1)
    return certified_class_view(TreeLogParameters((level,) * n, exp_base), values, rows, Fraction(order),
                                Fraction(math.exp(-slack)))
