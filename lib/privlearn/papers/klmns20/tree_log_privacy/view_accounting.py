"""KLMNS20, Section 3.1: what the class view's accounting adds up, each step's share, and the steps in its proof."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import ceil, exp, inf, isclose, log, sqrt
from typing import Any, NamedTuple

import privlearn.papers.klmns20.tree_log_privacy.class_view  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.fractions import MILLIONTH
from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import exp_renyi_two, worst_ratio
from privlearn.learners.interior_point.tree_log import Level, TreeLogParameters, plan_class_view, view_renyi
from privlearn.learners.interior_point.tree_log.class_view_rows import ClassViewPlan, certified_class_view
from privlearn.learners.interior_point.tree_log.failure import tree_log_failure_bracket
from privlearn.learners.interior_point.tree_log.privacy import range_renyi, removed_mass
from privlearn.papers.klmns20.tree_log_privacy.instances import ONE_LEVEL, THREE_HALVES, TWO_DEEP, one

RATIOS = (Fraction(101, 100), Fraction(11, 10), Fraction(3, 2), Fraction(4))


def two_answers(ratio: Fraction, likely: Fraction, order: int) -> Bracket:
    """Bracket the Renyi divergence of two laws of a bit, the second with odds ``ratio`` times smaller."""
    p = likely
    q = p / (p + (1 - p) * ratio)
    return log_bracket(p**order / q ** (order - 1) + (1 - p) ** order / (1 - q) ** (order - 1), 96) / (order - 1)


@check("KLMNS20-3.6.view", grade="certified",
       quantifier="orders 2, 3, 5; e^epsilon = 1.01, 1.1, 1.5, 4: two laws of a bit whose odds differ by e^epsilon, 19 "
                  "likelihoods each: a divergence of at most order epsilon^2/8; at 1.01 the largest is above 99.9 % "
                  "of it",
       says="a step's divergence is at most order epsilon^2/8, and nearly that at e^epsilon = 1.01")
@verifier(lambda bound, side, ratio, order, likely: isclose(
    float(bound(ratio, order).upper), order * log(ratio)**2 / 8, rel_tol=1e-6) is False)
@sabotage("a half of a hundredth less", lambda ratio, order: range_renyi(ratio, order) * Fraction(995, 1000))
@sabotage("a hundredth more", lambda ratio, order: range_renyi(ratio, order) * Fraction(101, 100))
@sabotage("order epsilon^2/2, without the bounded range", lambda ratio, order: range_renyi(ratio, order) * 4)
@judged("<=")
def a_step_costs_an_eighth_of_its_square(bound=range_renyi):
    for ratio, order in product(RATIOS, (2, 3, 5)):
        found = {Fraction(k, 20): two_answers(ratio, Fraction(k, 20), order) for k in range(1, 20)}
        for likely, divergence in found.items():
            yield ("enough", ratio, order, likely), divergence, bound(ratio, order)
        if ratio == RATIOS[0]:
            likely = max(found, key=lambda k: found[k].lower)
            yield ("not less", ratio, order, likely), bound(ratio, order) * Fraction(999, 1000), found[likely]


HEAVY = TreeLogParameters((Level(exp_path=None, exp_choose=2, threshold=4, exp_end=3, trim=0, stop=1),), 5)
MIXED = TreeLogParameters((*ONE_LEVEL.levels, *HEAVY.levels, *one(Fraction(5, 4), 2, 4, 3, 0, 1, 5).levels), 3)
SUMMED = (ONE_LEVEL, TWO_DEEP, HEAVY, MIXED, one(1, 2, 4, 3, 0, 1, 5), TreeLogParameters((), 7))
ORDERS = (Fraction(6, 5), Fraction(2), Fraction(5, 2))


def nats(value: Any):
    return ball(value).log()


def added_up(parameters: TreeLogParameters, order: Fraction, reverse: bool):
    """Return the ball of the divergence: two clocks for each random path, an eighth of the square for each choice."""
    a = ball(order)
    total = a * nats(parameters.exp_base) ** 2 / 8
    for level in parameters.levels:
        total += a * (nats(level.exp_choose) ** 2 + nats(level.exp_end) ** 2) / 8
        if level.exp_path is not None and level.exp_path > 1:
            c = Fraction(level.exp_path)
            rate, other = (c, Fraction(1)) if reverse else (Fraction(1), c)
            exponent = rate * order + other * (1 - order)
            total += (a * nats(rate) + (1 - a) * nats(other) - nats(exponent)) / (a - 1)
    return total


def agree(found: Bracket, wanted: Bracket) -> bool:
    """Tell whether two brackets overlap and are narrower than 10^-12."""
    narrow = all(side.upper - side.lower < Fraction(1, 10**12) for side in (found, wanted))
    return narrow and found.lower <= wanted.upper and wanted.lower <= found.upper


def in_floats(parameters: TreeLogParameters, order: Fraction, reverse: bool) -> float:
    """Return the divergence by floating point (for verifiers)."""
    a, total = float(order), float(order) * log(parameters.exp_base) ** 2 / 8
    for level in parameters.levels:
        total += a * (log(level.exp_choose) ** 2 + log(level.exp_end) ** 2) / 8
        c = float(level.exp_path or 1)
        moment = c**a / (c * a + 1 - a) if reverse else c ** (1 - a) / (a - c * (a - 1))
        total += log(moment) / (a - 1)
    return total


@check("KLMNS20-3.6.view", grade="certified",
       quantifier="six choices of parameters with 0 to 3 levels, random, heavy and even paths, orders 6/5, 2, 5/2, "
                  "both directions: the bound is the sum over the steps, to 12 digits",
       says="the bound is the sum of two clocks for each random path and order epsilon^2/8 for each choice")
@verifier(lambda bound, place, order, reverse: not isclose(
    float(bound(SUMMED[place], order, reverse=reverse).upper), in_floats(SUMMED[place], order, reverse), rel_tol=1e-9))
@sabotage("the levels counted once", lambda parameters, order, *, reverse=False: view_renyi(
    TreeLogParameters(parameters.levels[:1], parameters.exp_base), order, reverse=reverse))
@sabotage("the base forgotten", lambda parameters, order, *, reverse=False: view_renyi(
    TreeLogParameters(parameters.levels, 1), order, reverse=reverse))
@sabotage("a millionth less", lambda parameters, order, *, reverse=False: view_renyi(
    parameters, order, reverse=reverse) * (1 - MILLIONTH))
@judged("==")
def the_bound_is_the_sum_over_the_steps(bound=view_renyi):
    for place, parameters in enumerate(SUMMED):
        for order, reverse in product(ORDERS, (False, True)):
            wanted = bracket_of(partial(added_up, parameters, order, reverse), 96)
            yield (place, order, reverse), agree(bound(parameters, order, reverse=reverse), wanted), True


def path_ratio(level: Level) -> Fraction:
    """Return e^epsilon of the level's random path."""
    if level.exp_path is None:
        raise ValueError("level must have a random path")
    return Fraction(level.exp_path)


def with_aside(common: Any, parameters: TreeLogParameters, order: Fraction, reverse: bool, levels: int, kept: Fraction):
    """Return the ball of the epsilon of one direction: in reverse, what every level keeps is divided by."""
    return common + added_up(parameters, order, reverse) - (levels * nats(kept) if reverse else 0)


EQUAL = ((one(THREE_HALVES, 2, 21, 2, 5, 34, 2), 5, 40), (one(Fraction(5, 4), 2, 21, 2, 5, 62, 2, levels=3), 22, 41))


@check("KLMNS20-3.6.view", grade="certified",
       quantifier="one level and three, 5 and 22 points and 40 and 41 rows at the base, orders 6/5, 2, 5/2, delta' = "
                  "10^-7: what is certified for (epsilon, delta), failure and rows, by its parts, to 12 digits",
       says="the certified epsilon, delta, failure and rows are those that their parts add up to")
@sabotage("delta without what is set aside", lambda parameters, values, rows, order, slack: replace(
    certified_class_view(parameters, values, rows, order, slack), delta=Bracket(slack, slack)))
@sabotage("the trimmed rows are counted on one side only", lambda parameters, values, rows, order, slack: replace(
    (plan := certified_class_view(parameters, values, rows, order, slack)),
    rows=plan.rows - sum(level.trim for level in parameters.levels)))
@judged("==")
def certified_numbers_are_those_of_their_parts(certified=certified_class_view):
    slack = MILLIONTH / 10
    for place, (parameters, values, rows) in enumerate(EQUAL):
        level, n = parameters.levels[0], len(parameters.levels)
        unmatched = 1 / (1 + path_ratio(level) ** level.stop)
        new = 1 / (1 + Fraction(level.exp_choose) ** (int(level.threshold) - 1))
        b = Fraction(parameters.exp_base)
        lost = (values - 2) / (values - 2 + b ** (rows // 2) + b ** (rows - rows // 2))
        lost += n / (1 + Fraction(level.exp_choose) ** (level.stop + 1 - int(level.threshold)))
        lost += 3 * n / (3 + Fraction(level.exp_end) ** (level.trim + 1))
        for order in ORDERS:
            found = certified(parameters, values, rows, order, slack)
            common = -nats(slack) / (ball(order) - 1)
            aside = n, (1 - unmatched) * (1 - new)
            ways = [bracket_of(partial(with_aside, common, parameters, order, way, *aside), 96)
                    for way in (False, True)]
            wanted = max(ways, key=lambda side: side.lower)
            yield ((place, order), (agree(found.epsilon, wanted), found.delta.lower, found.failure.upper, found.rows),
                   (True, slack + n * (unmatched + new), lost, n * (2 * level.trim + level.stop) + rows))

def refutes_certified_numbers_are_those_of_their_parts(certified, place, order):
    parameters, values, rows = EQUAL[place]
    (level, *_), n, slack = parameters.levels, len(parameters.levels), 1e-7
    found = certified(parameters, values, rows, order, MILLIONTH / 10)
    steps = (path_ratio(level), level.stop), (level.exp_choose, level.threshold - 1)
    aside = [1 / (1 + exp(log(base) * power)) for base, power in steps]
    there, back = (in_floats(parameters, order, way) for way in (False, True))
    ways = there, back - n * sum(log(1 - x) for x in aside)
    half = rows // 2, rows - rows // 2
    lost = (values - 2) / (values - 2 + sum(exp(log(parameters.exp_base) * k) for k in half))
    lost += n / (1 + exp(log(level.exp_choose) * (level.stop + 1 - level.threshold)))
    lost += 3 * n / (3 + exp(log(level.exp_end) * (level.trim + 1)))
    return not (isclose(float(found.epsilon.upper), -log(slack) / (float(order) - 1) + max(ways), rel_tol=1e-9)
                and isclose(float(found.delta.upper), slack + n * sum(aside), rel_tol=1e-9)
                and isclose(float(found.failure.upper), lost, rel_tol=1e-9)
                and found.rows == n * (2 * level.trim + level.stop) + rows)


# levels, points at the base, epsilon, delta, beta, and the rows that are enough
GOALS = tuple((n, values, Fraction(epsilon), Fraction(delta), Fraction(beta), rows)
              for n, values, epsilon, delta, beta, rows in (
    (1, 1, "1", "1e-6", "0.1", 411), (1, 22, "3", "1e-4", "0.2", 91), (2, 4, "1", "1e-6", "0.1", 950),
    (2, 2, "0.5", "1e-3", "0.01", 942), (4, 4, "10", "1e-6", "0.1", 282), (3, 65, "2", "1e-9", "0.25", 1406),
    (8, 3, "1", "1e-6", "0.1", 6059)))


def planned(planner: Any, place: int) -> ClassViewPlan:
    levels, values, epsilon, delta, beta, _ = GOALS[place]
    plan: ClassViewPlan = planner(levels, values, epsilon=epsilon, delta=delta, beta=beta)
    return plan


def excesses(plan: ClassViewPlan, place: int) -> dict[str, tuple[float, float]]:
    """Return by how much the exponents of the steps exceed those of their shares, and what an integer more adds.

    Of delta a fifth goes to unmatched paths and a fifth to new nodes; of beta three tenths to the choices, four to the
    ends, three to the base, on two equal heaps.
    """
    n, values, _, delta, beta, _ = GOALS[place]
    level = plan.parameters.levels[0]
    c, e, b, p = (log(x) for x in (level.exp_choose, level.exp_end, plan.parameters.exp_base, path_ratio(level)))
    rows = plan.rows - n * (2 * level.trim + level.stop)
    lost, at_end = log(5 * n / delta), log(30 * n / (4 * beta))
    at_base = max(0.3, log(max(values - 2, 1) / 2 * 10 / (3 * beta)))
    return {"path": (p * level.stop - lost, 0.0), "new node": (c * (int(level.threshold) - 1) - lost, c),
            "choice": (c * (level.stop + 1 - int(level.threshold)) - log(10 * n / (3 * beta)), 2 * c),
            "ends": (e * (level.trim + 1) - at_end, e), "base": (b * (rows - 1) / 2 - at_base, b / 2),
            "balance": (3 * log(e / b) - log(at_end / at_base) + 0.002, 0.0)}


@check("KLMNS20-3.6.view", grade="numeric",
       quantifier="seven plans of 1 to 8 levels: what is certified is within the goal, by a twentieth at most for "
                  "epsilon and delta; rows at most as listed; exponents of the steps above those of their shares by "
                  "1/100 and an integer at most",
       says="plans by the class view spend their goal in the shares meant for the steps, within the listed rows",
       reason="Logarithms in floating point; what a plan promises is certified by other checks.")
@sabotage("planned for a tenth less delta", lambda n, values, *, delta, **goal: plan_class_view(
    n, values, delta=delta * Fraction(9, 10), **goal))
@sabotage("planned for a tenth more epsilon", lambda n, values, *, epsilon, **goal: plan_class_view(
    n, values, epsilon=epsilon * Fraction(11, 10), **goal))
@sabotage("a row more", lambda *args, **goal: replace(plan := plan_class_view(*args, **goal), rows=plan.rows + 1))
@judged("==")
def class_view_plans_spend_their_goal(planner=plan_class_view):
    for place, (n, _, epsilon, delta, beta, rows) in enumerate(GOALS):
        plan = planned(planner, place)
        spent = plan.epsilon.upper / epsilon, plan.delta.upper / delta
        yield (place, "goal"), all(Fraction(19, 20) <= x <= 1 for x in spent) and plan.failure.upper <= beta, True
        yield (place, "rows"), (plan.rows <= rows, len(plan.parameters.levels)), (True, n)
        for name, (excess, more) in excesses(plan, place).items():
            yield (place, name), 0 <= excess <= more + 0.01, True

def refutes_class_view_plans_spend_their_goal(planner, place, name):
    n, values, epsilon, delta, beta, rows = GOALS[place]
    plan = planned(planner, place)
    if name == "goal":
        return not (0.95 * epsilon <= float(plan.epsilon.upper) <= epsilon and 0.95 * delta <= float(plan.delta.upper)
                    and float(plan.delta.upper) <= delta and float(plan.failure.upper) <= beta)
    if name == "rows":
        return plan.rows > rows or len(plan.parameters.levels) != n
    return min(x for x, _ in excesses(plan, place).values()) < 0 or max(
        x - more for x, more in excesses(plan, place).values()) > 0.01


def on_three(parts: int) -> list[dict[int, Fraction]]:
    """Return all laws on 0, 1, 2 with masses that are multiples of ``1 / parts``, zeros written."""
    return [{0: Fraction(a, parts), 1: Fraction(b, parts), 2: Fraction(parts - a - b, parts)}
            for a in range(parts + 1) for b in range(parts + 1 - a)]


@check("KLMNS20-3.6.view", grade="exhaustive",
       quantifier="all pairs of laws on three outcomes with masses that are multiples of 1/4, and each pair together "
                  "with an independent bit: 1 + sum (P - Q)^2/Q, infinite where only P has mass; the product",
       says="e^(divergence of order 2) is the mean of P/Q under P, and divergences of independent steps add up")
@sabotage("the other way round", lambda left, right: exp_renyi_two(right, left))
@sabotage("the largest ratio", lambda left, right: worst_ratio(left, right)[0])
@sabotage("what only the left law has is left out", lambda left, right: sum(
    (p * p / right[x] for x, p in left.items() if right.get(x)), Fraction(0)))
@judged("==")
def divergences_of_order_two_add_up(divergence=exp_renyi_two):
    coins = {0: Fraction(1, 3), 1: Fraction(2, 3)}, {0: Fraction(1, 2), 1: Fraction(1, 2)}
    for p, q in product(on_three(4), repeat=2):
        finite = all(q[x] or not p[x] for x in p)
        wanted = 1 + sum((p[x] - q[x]) ** 2 / q[x] for x in q if q[x]) if finite else inf
        both = [{(x, k): law[x] * coin[k] for x in law for k in coin} for law, coin in zip((p, q), coins, strict=True)]
        yield (p, q), (divergence(p, q), divergence(*both)), (wanted, wanted * Fraction(10, 9) if finite else inf)

def refutes_divergences_of_order_two_add_up(divergence, witness):
    p, q = ([int(4 * law[x]) for x in range(3)] for law in witness)
    drawn = [k for k, tickets in enumerate(p) for _ in range(tickets)]
    ratios = [Fraction(p[k], q[k]) if q[k] else inf for k in drawn]
    both = [{(x, k): law[x] * Fraction(1 + k * j, 2 + j) for x in law for k in range(2)}
            for j, law in ((1, witness[0]), (0, witness[1]))]
    mean = sum(ratios, Fraction(0)) / 4
    return divergence(*witness) != mean or divergence(*both) != (mean if mean == inf else mean * 10 / 9)


WISHES = ((Fraction(1), Fraction(1, 2), Fraction(9, 10)), (Fraction(1), Fraction(1, 10**6), Fraction(1, 10)),
          (Fraction(1, 10), Fraction(1, 10**12), Fraction(1, 100)))  # epsilon, delta, beta
BITS = 4  # five values at the base of one level, and fewer below more levels


class Steps(NamedTuple):
    """The parameters of the proof, the order of the divergence, and the rows."""

    parameters: TreeLogParameters
    order: Fraction
    rows: int


def steps(levels: int, epsilon: Fraction, delta: Fraction, beta: Fraction) -> Steps:
    """Return equal steps with ``e^epsilon_0 = 1 + x`` as in the proof, x rounded down by 2^-24 of it."""
    spread = log_bracket(4 / delta).upper
    finest = min(float(epsilon) / (3 * sqrt(spread * levels)), float(epsilon / (4 * spread)))
    base = 1 + Fraction(int(finest * (1 - 2.0**-24) * 2**40), 2**40)

    def needed(odds: Fraction) -> int:
        return ceil(log_bracket(odds).upper / log_bracket(base).lower)

    threshold, trim = 1 + needed(8 * levels / delta), needed(9 * levels / beta)
    stop, left = threshold - 1 + needed(3 * levels / beta), 1 + 2 * needed(15 / beta)
    return Steps(one(base, base, threshold, base, trim, stop, base, levels=levels), 1 + 2 * spread / epsilon,
                 levels * (2 * trim + stop) + left)


def changed(factor: Fraction = Fraction(1), share: int = 1) -> Callable[..., Steps]:
    """Return the steps with a multiple of x, stopping weight and threshold divided by a number."""
    def made(levels: int, *wish: Fraction) -> Steps:
        right = steps(levels, *wish)
        level, base = right.parameters.levels[0], 1 + factor * (Fraction(right.parameters.exp_base) - 1)
        return right._replace(parameters=one(base, base, int(level.threshold) // share, base, level.trim,
                                             level.stop // share, base, levels=levels))

    return made


@check("KLMNS20-3.6.view", grade="certified",
       quantifier="N = 1, 2, 8, 64; (epsilon, delta, beta) = (1, 1/2, 9/10), (1, 10^-6, 1/10), (1/10, 10^-12, 1/100); "
                  "at most 5 values at the base; both directions, rows at most 20 times the formula",
       says="the steps of the proof have half of epsilon as divergence, and keep delta, beta and the order of rows")
@sabotage("steps half as large again", changed(factor=Fraction(3, 2)))
@sabotage("half of the stopping weight and of the threshold", changed(share=2))
@sabotage("half of the rows", lambda *wish: steps(*wish)._replace(rows=steps(*wish).rows // 2))
@judged("<=")
def steps_of_the_proof_keep_the_rate(make=steps):
    for levels, wish in product((1, 2, 8, 64), WISHES):
        (epsilon, delta, beta), (parameters, order, rows) = wish, make(levels, *wish)
        missed = exp_bracket((order - 1) * (epsilon / 2 - epsilon)) + exp_bracket(epsilon) * removed_mass(parameters)
        spread = float(log_bracket(4 / delta).lower)
        formula = levels / float(epsilon) * (sqrt(levels * spread) + spread) * log(4 * levels / (beta * delta))
        for name, left, right in (
                ("forward", view_renyi(parameters, order, reverse=True), epsilon / 2),
                ("backward", view_renyi(parameters, order), epsilon / 2), ("delta", missed, delta),
                ("failure", tree_log_failure_bracket(BITS, rows, parameters), beta), ("rows", rows, int(20 * formula))):
            yield (levels, wish, name), left, right

def refutes_steps_of_the_proof_keep_the_rate(make, levels, wish, name):
    (epsilon, delta, beta), (parameters, order, rows) = map(float, wish), make(levels, *wish)
    level, a, c = parameters.levels[0], float(order), float(parameters.exp_base)
    fixed = (2 * levels + 1) * a * log(c) ** 2 / 8
    left, step = rows - levels * (2 * level.trim + level.stop), log(c)
    clocks = {"forward": (a * log(c) - log(c * a + 1 - a)) / (a - 1),
              "backward": (-(a - 1) * log(c) - log(max(1 - (a - 1) * (c - 1), 1e-300))) / (a - 1)}
    if name in clocks:
        return fixed + levels * clocks[name] > epsilon / 2
    if name == "delta":
        new = 1 / (1 + exp(step * level.stop)) + 1 / (1 + exp(step * (int(level.threshold) - 1)))
        return exp(-(a - 1) * epsilon / 2) + exp(epsilon) * levels * new > delta
    return name == "failure" and (left < 2 or 5 / (5 + 2 * exp(step * (left // 2))) + levels * (
        3 / (3 + exp(step * (level.trim + 1))) + 1 / (1 + exp(step * (level.stop + 1 - int(level.threshold))))) > beta)
