"""How many rows TreeLog needs with Renyi accounting of its class view, as the number N of levels grows.

Definitions
-----------
A plan is a choice of all public parameters of TreeLog, N equal levels with random paths, and B values at the base, with
what is certified for it under adding and removing a point by the formulas of
:mod:`~privlearn.learners.interior_point.tree_log.privacy`.  N and B are free here, so that the growth in N shows: in
a domain of ``2^(2^20)`` points three levels bring the domain down to eight points.  For a given domain and few levels
use :func:`~privlearn.learners.interior_point.tree_log.plans.plan_tree_log`.

The search is in floating point and coarse (rows are near the least, not the least); what it proposes is rounded to
rationals, and certified from these.

>>> plan = plan_class_view(2, 22, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10))
>>> plan.epsilon.upper <= 1, plan.delta.upper <= Fraction(1, 10**6), plan.failure.upper <= Fraction(1, 10)
(True, True, True)

Source: KLMNS20, Theorem 1.2 with the rate of Theorem 4.1; the accounting and all constants are ours.
"""

import math
from dataclasses import dataclass
from fractions import Fraction

from privlearn.exact import Bracket, as_fraction, as_integer, exp_bracket, log_bracket
from privlearn.exact.brackets import round_down
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.interior_point.problem import exponential_failure
from privlearn.learners.interior_point.tree_log.failure import choice_failure, end_failure, short
from privlearn.learners.interior_point.tree_log.law import Level, TreeLogParameters
from privlearn.learners.interior_point.tree_log.privacy import removed_mass, view_renyi
from privlearn.learners.interior_point.trees.path_privacy import unmatched_bound
from privlearn.mechanisms.choosing_once import check_one_shot, one_shot_delta
from privlearn.mechanisms.wishes import checked_goal

BITS = 20  # of the rational e^epsilon of each step
SMALLEST = Fraction(1, 10**300)  # what the search, which is in floats, can take the logarithm of
LONGEST_EXPONENT = 700  # of e, in floats


@dataclass(frozen=True)
class ClassViewPlan:
    """Parameters of TreeLog with N equal levels, certified by Renyi accounting of its class view."""

    parameters: TreeLogParameters
    rows: int
    epsilon: Bracket
    delta: Bracket
    failure: Bracket


def _larger(left: Bracket, right: Bracket) -> Bracket:
    return Bracket(max(left.lower, right.lower), max(left.upper, right.upper))


def _rational(epsilon: float) -> Fraction:
    return round_down(exp_bracket(Fraction(epsilon)).lower, BITS)


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
    Unmatched paths and new nodes are set aside: in direction B they are in delta, in direction A they raise epsilon by
    ``-ln`` of the probability of the rest.
    """
    level, n = parameters.levels[0], len(parameters.levels)
    if set(parameters.levels) != {level} or level.exp_path is None:
        raise ValueError("parameters must have equal levels with random paths")
    threshold = as_integer(level.threshold, "threshold")
    check_one_shot(level.exp_choose, threshold)
    a, extra = as_fraction(order), as_inner_probability(slack, "slack")
    common = log_bracket(1 / extra, 96) / (a - 1)
    unmatched, new = (short(x) for x in (unmatched_bound(level.exp_path, level.stop),
                                         one_shot_delta(level.exp_choose, threshold)))
    rest = log_bracket(1 / ((1 - unmatched) * (1 - new)), 96)
    backward, forward = (common + view_renyi(parameters, a, reverse=way) for way in (False, True))
    failure = (short(exponential_failure(base_values, base_rows, parameters.exp_base))
               + n * (short(choice_failure(level.exp_choose, threshold, level.stop))
                      + short(end_failure(level.exp_end, level.trim))))
    return ClassViewPlan(parameters, n * (2 * level.trim + level.stop) + base_rows,
                         _larger(backward, forward + n * rest), extra + removed_mass(parameters), failure)


def plan_class_view(levels: int, base_values: int, *, epsilon: Number, delta: Number, beta: Number) -> ClassViewPlan:
    """Return certified parameters of TreeLog for N levels and B values, with Renyi accounting of its class view.

    Parameters
    ----------
    levels : int
        N, at least 1.
    base_values : int
        B, at least 1.
    epsilon : number
        Above 0, at most 20.
    delta, beta : numbers in (0, 1)
        At least ``10^-300``: the search is in floats.

    Raises
    ------
    ValueError
        On bad arguments, or if the search finds nothing.

    References
    ----------
    KLMNS20, Theorem 1.2 with the rate of Theorem 4.1; the accounting is ours.
    """
    n, values = as_integer(levels, "levels", least=1), as_integer(base_values, "base_values", least=1)
    e, d, b = checked_goal(epsilon, delta, beta)
    for name, value in (("delta", d), ("beta", b)):
        if value < SMALLEST:
            raise ValueError(f"{name} must be at least 10^-300, got {value}")
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
        if unmatched > LONGEST_EXPONENT * stop:
            continue
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
