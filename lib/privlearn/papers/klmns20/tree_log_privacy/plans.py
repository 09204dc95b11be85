"""KLMNS20, Lemma 3.6, as it is used: what plans prove, and with how many rows they keep their wishes."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import ceil, exp, isclose, log
from typing import Any

import privlearn.papers.klmns20.tree_log_privacy.privacy  # noqa: F401  declares what is checked here
from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import MILLIONTH, TENTH
from privlearn.learners.interior_point.tree_log import TreeLogPlan, fast_tree_log_law, plan_tree_log
from privlearn.learners.interior_point.trees.bounded_paths import bounded_path_curve
from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.papers.klmns20.tree_log_privacy.instances import broken_careless_choice, changed_planner

WISHES: dict[str, Any] = {"epsilon": 1, "delta": MILLIONTH, "beta": TENTH}
SMALL: dict[str, Any] = {"epsilon": Fraction(1, 2), "delta": Fraction(1, 10**9), "beta": Fraction(1, 100)}

# domain bits, relation, kind, levels, cautious, wishes, the rows that are enough
PLANNED: tuple[tuple[int, Any, str, int, bool, dict[str, Any], int], ...] = (
    (16, replace_one, "exponential", 1, False, WISHES, 51), (16, add_remove_one, "exponential", 1, False, WISHES, 25),
    (16, add_remove_one, "exponential", 1, True, WISHES, 31), (16, replace_one, "heavy path", 1, False, WISHES, 213),
    (1024, replace_one, "heavy path", 1, False, WISHES, 261), (1024, replace_one, "heavy path", 1, False, SMALL, 746),
    (16, replace_one, "random path", 1, False, WISHES, 282), (16, add_remove_one, "random path", 1, False, WISHES, 380),
    (16, add_remove_one, "random path", 1, True, WISHES, 414),
    (64, add_remove_one, "random path", 2, False, WISHES, 1341),
    (2000, replace_one, "heavy path", 1, False, WISHES, 268))


def plan_at(planner, place: int, more: int = 0) -> TreeLogPlan:
    """Return a plan of the list, for ``more`` rows than it needs."""
    bits, relation, kind, levels, cautious, wishes, _ = PLANNED[place]
    plan: TreeLogPlan = planner(bits, neighbours=relation, kind=kind, levels=levels, cautious=cautious, **wishes)
    return plan.for_rows(plan.rows + more) if more else plan


def plans(planner) -> Iterator[tuple[int, int, TreeLogPlan]]:
    """Yield (place, more rows, plan); more rows only where they are public."""
    for place, (_, relation, *_) in enumerate(PLANNED):
        for more in (0, 1, 2, 7) if relation is replace_one else (0,):
            yield place, more, plan_at(planner, place, more)


def gap(plan: TreeLogPlan) -> Fraction:
    """Return the loss at which the curve of a random path is read."""
    if plan.exp_gap is None:
        raise ValueError("plan must have random paths")
    return plan.exp_gap


def losses(plan: TreeLogPlan) -> Fraction:
    """Return e^epsilon, multiplied up from the steps."""
    steps, paths = Fraction(plan.parameters.exp_base), [Fraction(1), Fraction(1)]
    for level in plan.parameters.levels:
        steps *= Fraction(level.exp_choose) * Fraction(level.exp_end)
        if level.exp_path is not None:
            paths = [paths[0] * Fraction(level.exp_path), paths[1] * gap(plan)]
    return steps**2 * paths[0] * paths[1] if plan.neighbours is replace_one else steps * max(paths)


def missed(plan: TreeLogPlan) -> Bracket:
    """Return delta: new nodes, unmatched paths, and what the curve of the path leaves."""
    total = as_bracket(0)
    for level in plan.parameters.levels:
        total = total + 1 / (1 + Fraction(level.exp_choose) ** (int(level.threshold) - 1))
        if level.exp_path is not None:
            c = Fraction(level.exp_path)
            tail = (1 - 1 / c) * exp_bracket(log_bracket(c * gap(plan), 96) / (1 - c), 96)
            if plan.neighbours is replace_one:
                tail = as_bracket(bounded_path_curve(c, level.stop, plan.rows - 2 * level.trim - 1, gap(plan)))
            total = total + 1 / (1 + c**level.stop) + tail
    return total


def base(plan: TreeLogPlan) -> tuple[int, Fraction, Fraction]:
    """Return how many points the base has, its e^epsilon, and the weight of "no answer" there."""
    values = plan.domain_bits
    for _ in plan.parameters.levels[1:]:
        values = values.bit_length()
    points, silence = values + 1 if plan.parameters.levels else 1 << values, plan.parameters.threshold_base
    b = Fraction(plan.parameters.exp_base)
    return points, b, Fraction(0) if silence is None else b**silence


def failing(plan: TreeLogPlan, rows: int) -> Fraction:
    """Return the bound on the failure on ``rows`` rows: the base on its worst database, choices and ends."""
    points, b, silence = base(plan)
    total = Fraction(0)
    for level in plan.parameters.levels:
        rows -= 2 * level.trim + level.stop
        total += 1 / (1 + Fraction(level.exp_choose) ** (level.stop + 1 - int(level.threshold)))
        total += 3 / (3 + Fraction(level.exp_end) ** (level.trim + 1))
    bad = ceil(silence) if plan.parameters.levels else silence  # below a level the weight is rounded up
    one, two = b**rows / (points - 1 + bad), (b ** (rows // 2) + b ** (rows - rows // 2)) / (points - 2 + bad)
    return total + 1 / (1 + min(one, two))


def mistaken(plan: TreeLogPlan) -> Fraction:
    """Return the bound on answers that are not interior, on any number of rows; 1 if "no answer" has no weight."""
    points, _, silence = base(plan)
    ends = sum((3 / (3 + Fraction(t.exp_end) ** (t.trim + 1)) for t in plan.parameters.levels), Fraction(0))
    return points / (points + silence) + ends if silence else Fraction(1)


def near(found: Bracket, wanted: Any) -> bool:
    """Tell whether both ends of a bracket are within 10^-9 of the ends of another, relatively."""
    other = as_bracket(wanted)
    return all(abs(a - b) * 10**9 <= b for a, b in ((found.lower, other.lower), (found.upper, other.upper)))


def promises(plan: TreeLogPlan) -> Iterator[tuple[str, Any, Any]]:
    """Yield what the plan says and what follows from its parameters."""
    yield "epsilon", plan.exp_epsilon, losses(plan)
    yield "delta", near(plan.delta, missed(plan)), True
    yield "failure", near(plan.failure, failing(plan, plan.rows)), True
    yield "wrong", near(plan.wrong, mistaken(plan)), True


def restated(**changes: Any):
    """Return the planner with some of the promises of its plans changed by functions of the plan."""
    def planner(*args: Any, **wishes: Any) -> TreeLogPlan:
        plan = plan_tree_log(*args, **wishes)
        return replace(plan, **{name: change(plan) for name, change in changes.items()})

    return planner


@check("KLMNS20-3.6", grade="certified",
       quantifier="eleven plans on 2^16, 2^64, 2^1024 and 2^2000 points, of all kinds, under both relations, "
                  "cautious ones and one of two levels, with as many rows as needed and, where these are public, 1, 2 "
                  "and 7 more: epsilon exactly, delta, failure and wrong answers to nine digits, multiplied and added "
                  "up from the steps",
       says="a plan's epsilon, delta, failure and wrong answers are those that its steps add up to",
       reason="For a bounded random path the curve is read from the library's table, which has checks of its own.")
@sabotage("delta without the choice of a node", restated(
    delta=lambda plan: plan.delta - sum((1 / (1 + Fraction(t.exp_choose) ** (int(t.threshold) - 1))
                                         for t in plan.parameters.levels), Fraction(0))))
@sabotage("the failure without the ends of the levels", restated(
    failure=lambda plan: plan.failure - sum((3 / (3 + Fraction(t.exp_end) ** (t.trim + 1))
                                             for t in plan.parameters.levels), Fraction(0))))
@sabotage("a millionth of epsilon less than it costs",
          restated(exp_epsilon=lambda plan: plan.exp_epsilon * (1 - MILLIONTH)))
@judged("==")
def plans_prove_what_their_steps_cost(planner=plan_tree_log):
    for place, more, plan in plans(planner):
        yield from (((place, more, name), found, wanted) for name, found, wanted in promises(plan))

def refutes_plans_prove_what_their_steps_cost(planner, place, more, name):
    plan = plan_at(planner, place, more)
    levels, b, twice = plan.parameters.levels, log(plan.parameters.exp_base), plan.neighbours is replace_one
    ends = sum(3 / (3 + exp(log(t.exp_end) * (t.trim + 1))) for t in levels)
    if name == "epsilon":
        right = b + sum(log(t.exp_choose) + log(t.exp_end) + (log(gap(plan)) if t.exp_path else 0) for t in levels)
        right = 2 * right - sum(log(gap(plan) / t.exp_path) for t in levels if t.exp_path) if twice else right
        return not isclose(log(plan.exp_epsilon), right, rel_tol=1e-9)
    if name == "delta":  # more than the new nodes of the choice have, and at most what was wished for
        new = sum(1 / (1 + exp(log(t.exp_choose) * (t.threshold - 1))) for t in levels)
        return not new * (1 - 1e-9) <= float(plan.delta.upper) <= PLANNED[place][5]["delta"]
    if name == "failure":
        choices = sum(1 / (1 + exp(log(t.exp_choose) * (t.stop + 1 - t.threshold))) for t in levels)
        left = plan.rows - sum(2 * t.trim + t.stop for t in levels)
        points, _, silence = base(plan)
        bad = points - 2 + (ceil(silence) if levels else float(silence))
        right = ends + choices + 1 / (1 + (exp(b * (left // 2)) + exp(b * (left - left // 2))) / bad)
        return not isclose(float(plan.failure.upper), right, rel_tol=1e-7)
    points, _, silence = base(plan)
    wrong = points / (points + float(silence)) + ends if silence else 1.0
    return not isclose(float(plan.wrong.upper), wrong, rel_tol=1e-7)


def within(plan: TreeLogPlan, wishes: dict[str, Any], cautious: bool) -> Iterator[tuple[str, Any, Any]]:
    """Yield the wishes, and the conditions under which the steps cost their own epsilon, as name, left, right."""
    yield "epsilon", losses(plan), exp_bracket(wishes["epsilon"]).lower
    yield "delta", missed(plan), wishes["delta"]
    yield "failure", failing(plan, plan.rows), wishes["beta"]
    if cautious:
        yield "wrong", mistaken(plan), wishes["beta"]
    for level in plan.parameters.levels:
        c = Fraction(level.exp_choose)
        yield "new node", 1 + 1 / c ** (int(level.threshold) - 1), c
        if level.exp_path is None:
            yield "heavy path", plan.rows - 2 * level.trim, 2 * level.stop + 1
        else:
            yield "path", 1 + 1 / Fraction(level.exp_path) ** level.stop, Fraction(level.exp_path)


@check("KLMNS20-3.6", grade="certified",
       quantifier="the plans of 'plans prove what their steps cost': privacy, failure and wrong answers are within the "
                  "wishes, all conditions hold, the rows are at most 51, 25, 31, 213, 261, 746, 282, 380, 414, 1341 "
                  "and 268, and with one row fewer the same steps fail with more than beta",
       says="plans keep their wishes within the listed rows, and with one row fewer the bound exceeds beta")
@sabotage("one row fewer", restated(rows=lambda plan: plan.rows - 1))
@sabotage("the choice of a node a hundredth steeper",
          changed_planner(lambda level: replace(level, exp_choose=level.exp_choose * Fraction(101, 100))))
@sabotage("a threshold less by one", changed_planner(lambda level: replace(level, threshold=level.threshold - 1)))
def plans_keep_their_wishes_with_hardly_a_row_to_spare(planner=plan_tree_log) -> Verdict:
    listed = list(plans(planner))
    kept = (((place, more, name), left, right) for place, more, plan in listed
            for name, left, right in within(plan, PLANNED[place][5], PLANNED[place][4]))
    fewer = (((place, more, "fewer"), PLANNED[place][5]["beta"], failing(plan, plan.rows - 1))
             for place, more, plan in listed if not more)
    rows = (((place, more, "rows"), plan.rows, PLANNED[place][6] + more) for place, more, plan in listed)
    return all_hold(judge("<=", kept), judge("<", fewer), judge("<=", rows))

def refutes_plans_keep_their_wishes_with_hardly_a_row_to_spare(planner, place, more, name):
    plan, wishes = plan_at(planner, place, more), PLANNED[place][5]
    levels = plan.parameters.levels
    if name == "rows":
        return plan.rows > PLANNED[place][6] + more
    if name == "wrong":
        points, _, silence = base(plan)
        ends = sum(3 / (3 + exp(log(t.exp_end) * (t.trim + 1))) for t in levels)
        return points / (points + float(silence)) + ends > wishes["beta"] or not silence
    if name == "heavy path":
        return any(plan.rows > 2 * (t.trim + t.stop) + 1 for t in levels if t.exp_path is None)
    if name in ("failure", "fewer"):
        left = plan.rows - (name == "fewer") - sum(2 * t.trim + t.stop for t in levels)
        points, b, silence = base(plan)
        x, bad = log(b), points - 2 + float(silence)
        total = 1 / (1 + (exp(x * (left // 2)) + exp(x * (left - left // 2))) / bad)
        total += sum(3 / (3 + exp(log(t.exp_end) * (t.trim + 1))) for t in levels)
        total += sum(1 / (1 + exp(log(t.exp_choose) * (t.stop + 1 - t.threshold))) for t in levels)
        return total > wishes["beta"] * 0.9999 if name == "failure" else total < wishes["beta"] * 1.0001
    if name == "epsilon":
        steps = log(plan.parameters.exp_base) + sum(log(t.exp_choose) + log(t.exp_end) for t in levels)
        paths = [sum(log(x) for t in levels if t.exp_path for x in (side or t.exp_path,)) for side in (0, plan.exp_gap)]
        return (2 * steps + sum(paths) if plan.neighbours is replace_one else steps + max(paths)) > wishes["epsilon"]
    if name == "delta":
        lost = sum(1 / (1 + exp(log(t.exp_path) * t.stop)) for t in levels if t.exp_path)
        new = sum(1 / (1 + exp(log(t.exp_choose) * (t.threshold - 1))) for t in levels)
        return lost + new > 0.4 * wishes["delta"]
    c = [(t.exp_choose, t.threshold - 1) if name == "new node" else (t.exp_path or 2, t.stop) for t in levels]
    return any(1 + exp(-log(x) * k) > x for x, k in c)


@cache
def private_rows() -> TreeLogPlan:
    """Return the plan of a random path on 2^16 points, for any number of rows."""
    return plan_at(plan_tree_log, 7)


POINT = 0b0101101001011010


def few_in_the_middle(copies: int) -> tuple[int, ...]:
    """Return so many copies of a point between as many points at either end as are trimmed."""
    trim = private_rows().parameters.levels[0].trim
    return (0,) * trim + (POINT,) * copies + ((1 << 16) - 1,) * trim


@check("KLMNS20-3.6", grade="exact",
       quantifier="the plan for epsilon = 1, delta = 10^-6, beta = 1/10 at 2^16 points and any number of rows; 0, 1, "
                  "2, 3 copies of a point between the rows that are trimmed, and 1, 2 and 9 more than the stopping "
                  "weight: the probability of an answer (with one copy it is the whole delta of the choice, as without "
                  "it there is none) and that of the point itself",
       says="the probabilities of an answer and of the repeated point are those of the planned steps")
@sabotage("the choice hardly looks at the weights", broken_careless_choice)
@sabotage("a threshold less by one", lambda s, bits, p: fast_tree_log_law(
    s, bits, replace(p, levels=tuple(replace(t, threshold=t.threshold - 1) for t in p.levels))))
@sabotage("e^epsilon of the base a thousandth larger", lambda s, bits, p: fast_tree_log_law(
    s, bits, replace(p, exp_base=p.exp_base * Fraction(1001, 1000))))
@judged("==")
def planned_steps_have_their_odds(law=fast_tree_log_law):
    plan = private_rows().parameters
    (level,), b = plan.levels, Fraction(plan.exp_base)
    c, e = Fraction(level.exp_choose), Fraction(level.exp_end)
    for copies in (0, 1, 2, 3, level.stop + 1, level.stop + 2, level.stop + 9):
        table = law(few_in_the_middle(copies), 16, plan).exact()
        answered = c**copies / (c**copies + c ** int(level.threshold)) if copies else Fraction(0)
        deepest = b ** max(0, copies - level.stop)  # the weight of the leaf at the base; the 16 other levels have 1
        # at level 15 the point is one of two leaves, at 14 one of four, above it is no candidate
        hit = (deepest + e**copies / (e**copies + 1) + e**copies / (e**copies + 3)) / (deepest + 16)
        yield copies, (1 - table.get(None, Fraction(0)), table.get(POINT, Fraction(0))), (answered, answered * hit)

def refutes_planned_steps_have_their_odds(law, copies):
    plan = private_rows().parameters
    (level,) = plan.levels
    table = law(few_in_the_middle(copies), 16, plan).exact()
    x, y = log(level.exp_choose) * (copies - level.threshold), log(plan.exp_base) * (copies - level.stop)
    answered = 1 / (1 + exp(-x)) if copies else 0.0
    wrong = not isclose(float(1 - table.get(None, 0)), answered, rel_tol=1e-12, abs_tol=1e-30)
    most = answered * (exp(max(0, y)) + 2) / (exp(max(0, y)) + 16)  # the leaf, or a level next to it
    return wrong or not answered * exp(max(0, y)) / (exp(max(0, y)) + 16) <= float(table.get(POINT, 0)) * (1 + 1e-12) \
        or float(table.get(POINT, 0)) > most * (1 + 1e-12)
