"""KLMNS20, Theorem 4.1: the steps that the search for plans of HeavyPaths proposes, in floating point."""

from collections.abc import Iterator
from dataclasses import asdict, replace
from math import exp, isclose, log, sqrt
from random import Random
from typing import Any, NamedTuple

import numpy as np

import privlearn.papers.klmns20.heavy_paths_privacy.plans  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.learners.interior_point.heavy_paths.search import (HUGE, SLACK, HeavyBudget, HeavyProposal, _gap_tail,
                                                                  evaluate, laplace_gap)

NUMERIC = "The search is in floating point; what it proposes is certified after rounding, by other checks."


class Search(NamedTuple):
    """The parts of the search."""

    gap_tail: Any = _gap_tail
    laplace_gap: Any = laplace_gap
    evaluate: Any = evaluate


SEARCH = Search()
NODES, WEIGHTS = (side.tolist() for side in np.polynomial.legendre.leggauss(40))
RATES = (0.3, 0.8, 0.9998, 1.0, 1.0002, 1.5, 4.0)
GAPS = tuple((rate, x) for rate in RATES for x in (0.0, 0.25, 1.0, 3.0, 12.0))
TAILS = tuple((rate, chance) for rate in RATES for chance in (0.49, 0.3, 0.05, 1e-3, 1e-7))


def tail_by_integral(rate: float, x: float) -> float:
    """Return ``Pr[X - Y > x]`` for x >= 0 and Laplace noises of rates ``rate`` and 1, integrated over Y."""
    total, right = 0.0, (y / (1 + rate) for y in (2, 8, 40))
    ends = [*(-y - x for y in (60, 30, 12, 4, 0)), -x / 2, 0.0, *right]
    for low, high in zip(ends, ends[1:], strict=False):
        for node, weight in zip(NODES, WEIGHTS, strict=True):
            y = (low + high + (high - low) * node) / 2
            above = exp(-rate * (x + y)) / 2 if x + y >= 0 else 1 - exp(rate * (x + y)) / 2
            total += weight * (high - low) / 2 * exp(-abs(y)) / 2 * above
    return total


def gaps(search: Search) -> Iterator[Any]:
    """Yield the tails of the difference of two noises with their slopes, and the chances of gaps, by an integral."""
    for rate, x in GAPS:
        (tail, slope), step = search.gap_tail(rate, x), 1e-3
        near = [log(tail_by_integral(rate, x + k * step)) for k in (0, 1, 2)]  # from the right, where x = 0 too
        wanted = (4 * near[1] - 3 * near[0] - near[2]) / 2 / step
        yield ("tail", rate, x), (isclose(log(tail), near[0], abs_tol=1e-7), abs(slope / tail - wanted) < 1e-5), (
            True, True)
    for rate, chance in TAILS:
        found = tail_by_integral(rate, search.laplace_gap(rate, chance))
        yield ("gap", rate, chance), isclose(found, chance, rel_tol=1e-7), True


def is_another_gap(search: Search, name: str, rate: float, x: float) -> bool:
    """Tell whether a tail or a gap is not that of the closed form."""
    def tail(y: float) -> float:  # in closed form; (2 + y)/4 e^-y in the limit of equal rates
        square = rate * rate
        if abs(square - 1) < 1e-9:
            return (2 + y) / 4 * exp(-y)
        return (exp(-rate * y) - square * exp(-y)) / (1 - square) / 2

    if name == "gap":
        return abs(tail(search.laplace_gap(rate, x)) / x - 1) > 1e-8
    found, slope = search.gap_tail(rate, x)
    return abs(found / tail(x) - 1) > 1e-8 or abs(slope - (tail(x + 1e-5) - tail(x - 1e-5)) * 5e4) > 1e-6 * found


SETTINGS = tuple(HeavyBudget(levels=n, values=values, epsilon=epsilon, delta=delta, beta=beta, fold=fold, composed=way)
                 for n, values, epsilon, delta, beta, fold, way in (
    (1, 20, 1.0, 1e-6, 0.1, 1, False), (1, 20, 0.7, 1e-4, 0.3, 2, True), (2, 8, 1.0, 1e-6, 0.1, 1, False),
    (3, 5, 2.0, 1e-9, 0.01, 2, False), (8, 3, 1.0, 1e-6, 0.1, 1, True), (5, 3, 0.5, 1e-3, 0.2, 2, True)))


def points(budget: HeavyBudget) -> list[list[float]]:
    """Return points of the search drawn once and for all: within the budget, beyond it, and with a low T_low."""
    rng, found = Random(f"heavy {budget.levels}"), []
    for start in (1.0, 4.0, 7.0, 8.0, 9.0, 10.0, 11.0, 12.0):
        found.append([start + rng.random(), rng.uniform(-2, 2), rng.uniform(-1.5, 1.5),
                      *(rng.uniform(-3, 3) for _ in range(7 + budget.composed))])
    found.append([11.0, -3.0, 0.7, *[-1.0] * (7 + budget.composed)])
    for low in (1.9, 2.5):  # T_low, which is to be above 2
        found.append([log(low) + 9.0, log(exp(9.0) - 1), 0.1, *[0.0] * (7 + budget.composed)])
    return found


def gap_of(rate: float, chance: float) -> float:
    """Return the gap of two noises with the given chance, by halving."""
    low, high = 0.0, 2000.0 / min(rate, 1.0)
    for _ in range(100):
        middle = (low + high) / 2
        a, b, square = exp(-rate * middle), exp(-middle), rate * rate
        low, high = (middle, high) if (a - square * b) / (1 - square) / 2 > chance else (low, middle)
    return high


def odds(probability: float) -> float:
    """Return the logarithm of the odds against."""
    return log(1 - probability) - log(probability)


def parts(total: float, logs: list[float]) -> list[float]:
    """Return the shares of a total, the first with logarithm 0."""
    whole = 1.0 + sum(exp(x) for x in logs)
    return [total * (1 - SLACK) * exp(x) / whole for x in (0.0, *logs)]


def expected(point: list[float], budget: HeavyBudget) -> dict[str, float] | float:
    """Return the proposal at a point, or what overdrawing costs, from the module's formulas."""
    n, fold = budget.levels, budget.fold
    stop, low, rate = exp(point[0]), exp(point[0]) / (1 + exp(point[1])), exp(point[2])
    if low <= 2:
        return 2 * HUGE
    late, tail, unmatched, new, fresh, *slack = parts(budget.delta, point[3:7] + point[10:])
    ends, early, no_level, no_node = parts(budget.beta, point[7:10])
    if fold == 2:  # also lost in the other direction, times e^epsilon
        late, slack = late / (1 + exp(budget.epsilon)), [x / (1 + exp(budget.epsilon)) for x in slack]
    p, choose = odds(unmatched) / stop, (odds(fresh / n) + odds(no_node / n)) / stop
    level = (odds(new) + odds(no_level)) / (low - 1)
    gap = max(p, (exp(p) - 1) * (log(1 - exp(-p)) - log(tail)) - p)
    query = (gap_of(rate, late) + gap_of(rate, early / (n - 1))) / (stop - low) if n > 1 else 0.0
    first = rate * query
    forward, backward = first + query + p + level, query + gap + level
    left = budget.epsilon * (1 - SLACK) - (max(forward, backward) if fold == 1 else forward + backward)
    end = left / fold / n - choose
    if slack and left > 0:  # n (c^2 + e^2)/8 = r with r + 2 sqrt(r l) = left
        log_slack = -log(slack[0])
        r = (sqrt(left / fold + log_slack) - sqrt(log_slack)) ** 2
        square = 8 * r / n - choose * choose
        end = sqrt(square) if square > 0 else square
    if end <= 0:
        return HUGE * (2 - end)
    trim = max(0.0, (odds(ends / n) + log(3)) / end - 1)
    return {"rows": n * stop + 2 * n * trim + budget.values * (low - 1) + 1, "threshold": first or 1.0,
            "query": query or 1.0, "path": p, "gap": gap, "level": level, "choose": choose, "end": end,
            "delta_stop": late, "delta_unmatched": unmatched, "delta_level": new, "delta_choose": fresh / n,
            "beta_early": early / (n - 1 or 1), "beta_level": no_level, "beta_choose": no_node / n,
            "beta_end": ends / n, "slack": slack[0] if slack else 0.0}


def differs(found: Any, wanted: Any) -> bool:
    """Tell whether a proposal, or a cost beyond the budget, is not the expected one to 7 digits."""
    if isinstance(found, HeavyProposal) and isinstance(wanted, dict):
        fields = asdict(found)
        return fields.keys() != wanted.keys() or not all(isclose(fields[x], wanted[x], rel_tol=1e-7) for x in wanted)
    return not (isinstance(found, float) and isinstance(wanted, float) and isclose(found, wanted, rel_tol=1e-7))


def is_another_step(search: Search, place: int, k: int) -> bool:
    """Tell whether a proposal breaks its budget or its rows are not those of its parts."""
    budget, point = SETTINGS[place], points(SETTINGS[place])[k]
    found, n = search.evaluate(point, budget), budget.levels
    if not isinstance(found, HeavyProposal):
        return differs(found, expected(point, budget))
    t, low = exp(point[0]), exp(point[0]) / (1 + exp(point[1]))
    trim = max(0.0, log(3 / found.beta_end - 3) / found.end - 1)
    ends = sum(exp(x) for x in (0.0, *point[7:10])) * found.beta_end * n
    whole = sum(exp(x) for x in (0.0, *point[3:7], *point[10:])) * found.delta_level / exp(point[5])
    return not (isclose(found.rows, n * (2 * trim + t) + budget.values * (low - 1) + 1, rel_tol=1e-8)
                and isclose(ends, budget.beta * (1 - SLACK), rel_tol=1e-8)
                and isclose(whole, budget.delta * (1 - SLACK), rel_tol=1e-8)
                and isclose(found.slack, slack_of(point, budget), rel_tol=1e-8))


def slack_of(point: list[float], budget: HeavyBudget) -> float:
    """Return the slack of the composition at a point."""
    if not budget.composed:
        return 0.0
    whole = sum(exp(x) for x in (0.0, *point[3:7], *point[10:]))
    return budget.delta * (1 - SLACK) * exp(point[10]) / whole / (1 + exp(budget.epsilon) if budget.fold == 2 else 1)


@check("KLMNS20-4.1", grade="numeric",
       quantifier="rates 0.3, 0.8, 0.9998, 1, 1.0002, 1.5, 4 against 1: the tail of the difference of two Laplace "
                  "noises at 0, 1/4, 1, 3, 12 and its slope, by an integral, to 7 and 5 digits; five gaps, to 7 digits "
                  "of the chance; six budgets of 1, 2, 3, 5 and 8 levels, both relations, both ways of composing, "
                  "eleven points of each: the seventeen numbers of a proposal, to 7 digits, with gaps by halving",
       says="a gap is exceeded with the given chance, and the steps at a point of the search cost what the formulas "
            "say, or overdraw the budget by as much",
       reason=NUMERIC)
@sabotage("one noise only", SEARCH._replace(gap_tail=lambda rate, x: (exp(-rate * x) / 2, -rate * exp(-rate * x) / 2)))
@sabotage("both tails", SEARCH._replace(gap_tail=lambda rate, x: tuple(2 * y for y in _gap_tail(rate, x))))
@sabotage("the gap of half the chance", SEARCH._replace(laplace_gap=lambda rate, chance: laplace_gap(rate, chance / 2)))
@sabotage("one level fewer is paid", SEARCH._replace(evaluate=lambda point, budget: evaluate(
    point, replace(budget, levels=max(1, budget.levels - 1)))))
@sabotage("the levels composed one by one", SEARCH._replace(evaluate=lambda point, budget: evaluate(
    point[:10], replace(budget, composed=False))))
@sabotage("T_low a row lower in the rows", SEARCH._replace(evaluate=lambda point, budget: (
    replace(found, rows=found.rows - budget.values) if isinstance(found := evaluate(point, budget), HeavyProposal)
    else found)))
@judged("==")
def steps_at_a_point_cost_what_the_formulas_say(search=SEARCH):
    yield from gaps(search)
    for place, budget in enumerate(SETTINGS):
        for k, point in enumerate(points(budget)):
            yield ("steps", place, k), differs(search.evaluate(point, budget), expected(point, budget)), False

def refutes_steps_at_a_point_cost_what_the_formulas_say(search, witness):
    if witness[0] == "steps":
        return is_another_step(search, *witness[1:])
    return is_another_gap(search, *witness)
