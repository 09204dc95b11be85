"""KLMNS20, Theorem 4.1: the plans of HeavyPaths, what they promise and what they cost; how their choices compose."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import comb, exp, log, sqrt
from typing import Any

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact import Bracket, exp_bracket, log_bracket, sqrt_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula, ln
from privlearn.learners.interior_point.heavy_paths import HeavyPathsPlan, heavy_rows_needed, plan_heavy_paths
from privlearn.learners.interior_point.heavy_paths.privacy import range_composition, range_epsilon
from privlearn.learners.interior_point.tree_log import base_size
from privlearn.mechanisms import add_remove_one, optimal_composition, replace_one
from privlearn.mechanisms.composition import composition_delta
from privlearn.papers.klmns20.composition.advanced_composition import refutes_randomised_response_keeps_the_bound
from privlearn.papers.klmns20.heavy_paths_privacy import claim
from privlearn.papers.klmns20.heavy_paths_privacy.instances import GOAL, late_tail, power
from privlearn.papers.klmns20.heavy_paths_privacy.privacy import range_rho

DOMAIN = 1 << 20


SUMMED = "the constants of the proof are not sharp: three needs of t are added up, where the largest is enough"


@formula("rows", where=("0 < beta < 1", "N >= 1"), tex={"Lambda": r"\Lambda"},
         corners={"N": (1, 64), "delta": (Fraction(1, 400), Fraction(1, 10**96)),
                  "beta": (Fraction(9, 10), Fraction(1, 10**12))},
         loose={"0 < beta < 1": "no probability is above 1", "N >= 1": "without levels there is no path"}
         | dict.fromkeys(("12", "12 * N", "12 * N / (beta * delta)"), SUMMED))
def heavy_paths_logarithm(N: int, delta: Value, beta: Value) -> Value:
    """Return Lambda, in which the rows are stated."""
    return ln(12 * N / (beta * delta))


@formula("rows", where=("0 < epsilon <= 1", "0 < delta <= min(1 / 10, epsilon**2 / 4)"), tex={"Lambda": r"\Lambda"},
         corners={"B": (2, 17), "N": (1, 64), "epsilon": (Fraction(1), Fraction(1, 10)), "delta": (Fraction(1, 400),),
                  "Lambda": (5, 300)},
         loose={"0 < epsilon <= 1": "the privacy of the plan needs it",
                "0 < delta <= min(1 / 10, epsilon**2 / 4)": "the privacy of the plan needs it"}
         | dict.fromkeys(("1", "20", "9", "4", "9 / 4 * N", "9 / 4 * N * Lambda ** 2", "30", "30 * N",
                          "30 * N * Lambda", "10",
                          "20 * (N * Lambda) ** (3 / 2) + 9 / 4 * N * Lambda ** 2 + 30 * N * Lambda"), SUMMED))
def heavy_paths_rows(B: int, N: int, epsilon: Value, delta: Value, Lambda: Value) -> Value:
    """Return the rows that are enough for N levels, after which B values are left."""
    return 1 / epsilon * (20 * (N * Lambda)**(3 / 2) + 9 / 4 * N * Lambda**2 + 30 * N * Lambda + 10 * B * Lambda)


claim("KLMNS20-4.1", kind="theorem", title="Interior points with N^1.5 rows for N levels, and N for one random path",
      uses=("KLMNS20-alg6", "KLMNS20-4.10", "KLMNS20-4.11", "KLMNS20-1.2", "KLMNS20-3.6.view"),
      note="The theorem's formula is lost in our source; O~((1/epsilon) log^1.5(1/delta) (log*|X|)^1.5) is how it is "
           "quoted. The bound stated has all its constants and a second part, N times a squared logarithm, which "
           "grows faster in log(1/delta). On every domain of at most 2^(2^65536) points at most 6 values are left "
           "after 4 levels: N is a free parameter here. Rows are those of certified plans: upper bounds.",
      formulas=(heavy_paths_logarithm, heavy_paths_rows))


def planned(levels: int, accounting: str = "bounded range", public: bool = False) -> HeavyPathsPlan:
    """Return the plan of N levels, for replacement or for adding and removing (the library remembers it)."""
    return plan_heavy_paths(DOMAIN, neighbours=replace_one if public else add_remove_one, levels=levels,
                            accounting=accounting, **GOAL)


def of_one(odds: Bracket) -> Bracket:
    return odds / (1 + odds)


def spent(plan: HeavyPathsPlan, n: int) -> dict[str, Bracket]:
    """Return epsilon, delta, beta and the probability of a wrong answer for n levels, from the formulas."""
    t = plan.parameters
    first, second, gap, level, choose, end, path = (log_bracket(x, 128) for x in (
        t.exp_threshold, t.exp_query, plan.exp_gap, t.exp_level, t.exp_choose, t.exp_end, t.exp_path))
    fresh = of_one(power(t.exp_choose, t.threshold_choose - 1))
    way_up, removed = n * (choose + end), as_bracket(0)
    if plan.slack:
        rho, slack = n * (choose * choose + end * end) / 8, log_bracket(1 / plan.slack, 128)
        root = rho * slack
        way_up = rho + 2 * Bracket(sqrt_bracket(root.lower).lower, sqrt_bracket(root.upper).upper)
        removed = -n * Bracket(log_bracket(1 - fresh.upper, 128).lower, log_bracket(1 - fresh.lower, 128).upper)
    late = early = as_bracket(0)
    if n > 1:  # a single level is not looked for
        late = late_tail(t.exp_threshold, t.exp_query, t.high - t.threshold + 1)
        early = (n - 1) * late_tail(t.exp_threshold, t.exp_query, t.threshold - plan.low + 1)
    else:
        first = second = late
    curve = (1 - 1 / t.exp_path) * exp_bracket(-(path + gap) / (t.exp_path - 1))
    unmatched, new = of_one(power(t.exp_path, t.stop)), of_one(power(t.exp_level, t.level_threshold - 1))
    removing = curve + unmatched + n * fresh + new + late + plan.slack
    forward, backward = first + second + path + level + way_up + removed, second + gap + level + way_up
    ends = n * of_one(3 * power(t.exp_end, t.trim + 1))
    beta = (early + of_one(power(t.exp_level, plan.low - t.level_threshold))
            + n * of_one(power(t.exp_choose, t.stop + 1 - t.threshold_choose)) + ends)
    if plan.neighbours is replace_one:
        return {"epsilon": forward + backward, "delta": removing + exp_bracket(backward) * (late + plan.slack),
                "beta": beta, "wrong": ends}
    return {"epsilon": forward if forward.lower > backward.upper else backward, "delta": removing, "beta": beta,
            "wrong": ends}


def promised(plan: HeavyPathsPlan) -> dict[str, Bracket]:
    """Return what the plan says of the same."""
    return {"epsilon": log_bracket(plan.exp_epsilon, 128), "delta": plan.delta, "beta": plan.failure,
            "wrong": plan.wrong}


ALLOWED = {"epsilon": Fraction(1), "delta": GOAL["delta"], "beta": GOAL["beta"], "wrong": GOAL["beta"]}
BUDGETED = ((2, "basic", False), (4, "basic", False), (16, "basic", False), (2, "bounded range", False),
            (4, "bounded range", False), (16, "bounded range", False), (64, "bounded range", False),
            (2, "basic", True), (8, "bounded range", True))


@check("KLMNS20-4.1", grade="certified",
       quantifier="adding and removing: N = 2, 4, 16 and both ways of composing, N = 64 by range; replacement: N = 2, "
                  "and N = 8 by range: epsilon, delta, beta and the probability of a wrong answer of the plan, summed "
                  "up once more from its parameters, are at most 1, 10^-6 and 1/10",
       says="epsilon, delta, failure and wrong answers, summed up from the parameters, are within the budget")
@sabotage("N - 1 calls of LevelUp are paid, N are made",
          lambda n, accounting, public: planned(n - 1 if n > 2 else n, accounting, public))
@sabotage("T_high lowered to T", lambda n, accounting, public: hasty(planned(n, accounting, public)))
@judged("<=")
def plans_are_within_the_budget(plan=planned):
    for n, accounting, public in BUDGETED:
        for name, total in spent(plan(n, accounting, public), n).items():
            yield (n, accounting, public, name), total, ALLOWED[name]


def hasty(plan: HeavyPathsPlan) -> HeavyPathsPlan:
    return replace(plan, parameters=replace(plan.parameters, high=plan.parameters.threshold))


def in_floats(plan: HeavyPathsPlan, n: int) -> dict[str, float]:
    """Return what :func:`spent` does, in floating point, by sums over the noises."""
    t = plan.parameters
    first, second, gap, y, c, e, p = (log(x) for x in (t.exp_threshold, t.exp_query, plan.exp_gap, t.exp_level,
                                                       t.exp_choose, t.exp_end, t.exp_path))
    noises = [exp(-first * abs(k)) for k in range(-3000, 3001)], [exp(-second * abs(k)) for k in range(-3000, 3001)]
    whole, below = [sum(masses) for masses in noises], [0.0]
    for mass in noises[1]:
        below.append(below[-1] + mass / whole[1])

    def late(least: int) -> float:  # Pr[rho - nu >= least]; a single level is not looked for
        found = sum(mass * below[max(0, i - least + 1)] for i, mass in enumerate(noises[0])) / whole[0]
        return found if n > 1 else 0.0

    fresh, slack = 1 / (1 + exp(c * (t.threshold_choose - 1))), float(plan.slack)
    rho = n * (c**2 + e**2) / 8
    way_up = rho + 2 * sqrt(rho * -log(slack)) if slack else n * (c + e)
    if n == 1:
        first = second = 0.0
    forward = first + second + p + y + way_up - (n * log(1 - fresh) if slack else 0)
    backward, skipped = second + gap + y + way_up, late(t.high - t.threshold + 1)
    step = float(t.exp_path) - 1
    removing = (skipped + step / (1 + step) * exp(-(p + gap) / step) + 1 / (1 + exp(p * t.stop)) + n * fresh + slack
                + 1 / (1 + exp(y * (t.level_threshold - 1))))
    wrong = n * 3 / (3 + exp(e * (t.trim + 1)))
    fails = (wrong + n / (1 + exp(c * (t.stop + 1 - t.threshold_choose))) + (n - 1) * late(t.threshold - plan.low + 1)
             + 1 / (1 + exp(y * (plan.low - t.level_threshold))))
    public = plan.neighbours is replace_one
    return {"epsilon": forward + backward if public else max(forward, backward), "beta": fails, "wrong": wrong,
            "delta": removing + exp(backward) * (skipped + slack) if public else removing}


def refutes_plans_are_within_the_budget(plan, n, accounting, public, name):
    return in_floats(plan(n, accounting, public), n)[name] > float(ALLOWED[name]) * (1 + 1e-9)


NEAR = Fraction(1, 10**9)


@check("KLMNS20-4.1", grade="certified",
       quantifier="the same plans: epsilon, delta, beta and the probability of a wrong answer that a plan states are "
                  "those of its parameters, to a part in 10^9; the number of rows is N (2 t_1 + t) + B (T_low - 1) + 1",
       says="the epsilon, delta, failure, wrong answers and rows stated are those of the plan's parameters")
@sabotage("delta stated a hundredth too small",
          lambda n, accounting, public: less(planned(n, accounting, public), "delta"))
@sabotage("the failure stated a hundredth too small",
          lambda n, accounting, public: less(planned(n, accounting, public), "failure"))
@sabotage("one row less", lambda n, accounting, public: replace(
    planned(n, accounting, public), rows=planned(n, accounting, public).rows - 1))
@judged("<=")
def plans_state_what_their_parameters_cost(plan=planned):
    for n, accounting, public in BUDGETED:
        found = plan(n, accounting, public)
        t, stated = found.parameters, promised(found)
        for name, total in spent(found, n).items():
            yield (n, accounting, public, name), total.lower * (1 - NEAR), stated[name].upper
            yield (n, accounting, public, name), stated[name].lower * (1 - NEAR), total.upper
        rows = n * (2 * t.trim + t.stop) + base_size(DOMAIN, n) * (found.low - 1) + 1
        yield (n, accounting, public, "rows"), abs(rows - found.rows), 0

def refutes_plans_state_what_their_parameters_cost(plan, n, accounting, public, name):
    found = plan(n, accounting, public)
    t, values = found.parameters, {2: 22, 3: 6, 4: 4}.get(n, 3)
    if name == "rows":
        return found.rows != n * (2 * t.trim + t.stop) + values * (found.low - 1) + 1
    return abs(float(promised(found)[name].upper) / in_floats(found, n)[name] - 1) > 1e-6


def less(plan: HeavyPathsPlan, name: str) -> HeavyPathsPlan:
    """Return the plan with one of its statements a hundredth too small."""
    return replace(plan, **{name: getattr(plan, name) * Fraction(99, 100)})


@check("KLMNS20-4.1", grade="certified",
       quantifier="the same plans: with T_low lower by 1, and with one element less trimmed on either side, the "
                  "failure would exceed 1/10",
       says="{the allowed failure 1/10} is below {the failure with less trim or a lower T_low}")
@sabotage("one element more trimmed", lambda n, accounting, public: moved(planned(n, accounting, public), trim=1))
@sabotage("T_low higher by 2", lambda n, accounting, public: moved(planned(n, accounting, public), low=2))
@judged("<")
def nothing_can_be_spared(plan=planned):
    for n, accounting, public in BUDGETED:
        found = plan(n, accounting, public)
        for name, fewer in (("trim", moved(found, trim=-1)), ("low", moved(found, low=-1))):
            if found.parameters.trim and found.low > 1:
                yield (n, accounting, public, name), GOAL["beta"], spent(fewer, n)["beta"]

def refutes_nothing_can_be_spared(plan, n, accounting, public, name):
    fewer = moved(plan(n, accounting, public), **{name: -1})
    return in_floats(fewer, n)["beta"] < 0.1 - 1e-9


def moved(plan: HeavyPathsPlan, trim: int = 0, low: int = 0) -> HeavyPathsPlan:
    """Return the plan with another number of elements trimmed or another T_low."""
    changed = replace(plan.parameters, trim=plan.parameters.trim + trim)
    return replace(plan, parameters=changed, low=plan.low + low)


ASKED = tuple((bits, public) for bits in (16, 64) for public in (True, False))


@check("KLMNS20-4.1", grade="exact",
       quantifier="2^16 and 2^64 points, both relations, epsilon = 1, delta = 10^-6, beta = 1/10: the rows that are "
                  "asked for are the fewest among the plans of 1 to 3 levels",
       says="{the number of rows asked for} equals {the fewest rows of plans of 1 to 3 levels}")
@verifier(lambda needed, bits, public: needed(bits, public) > min(rows_of_plan(bits, public, n) for n in (3, 2, 1)))
@sabotage("one level where two are better", lambda bits, public: rows_of_plan(bits, public, 1 if bits == 64 else 2))
@judged("==")
def rows_asked_for_are_the_fewest(needed=lambda bits, public: heavy_rows_needed(bits, neighbours=relation_of(public),
                                                                              **GOAL)):
    for bits, public in ASKED:
        yield (bits, public), needed(bits, public), min(rows_of_plan(bits, public, n) for n in (1, 2, 3))


def relation_of(public: bool) -> Any:
    return replace_one if public else add_remove_one


def rows_of_plan(bits: int, public: bool, levels: int) -> int:
    return plan_heavy_paths(bits, neighbours=relation_of(public), levels=levels, **GOAL).rows


SMALL: dict[str, Any] = {"epsilon": Fraction(1, 2), "delta": Fraction(1, 10**9), "beta": Fraction(1, 100)}

# domain bits, whether the number of rows is public, levels asked for, accounting, wishes, the rows that are enough
ENOUGH: tuple[tuple[int, bool, int | None, str, dict[str, Any], int], ...] = (
    (1, True, None, "basic", GOAL, 748), (4, True, None, "basic", GOAL, 1041), (16, True, None, "basic", GOAL, 1893),
    (16, False, None, "basic", GOAL, 1156), (64, True, None, "basic", SMALL, 9011),
    (64, False, None, "basic", GOAL, 1587), (4096, True, None, "basic", GOAL, 3327),
    (4096, False, None, "basic", GOAL, 1915), (DOMAIN, False, None, "basic", SMALL, 7803),
    (DOMAIN, True, None, "bounded range", GOAL, 4345), (64, True, 1, "basic", GOAL, 4458),
    (64, True, 3, "basic", GOAL, 3684), (DOMAIN, True, 8, "bounded range", SMALL, 42172),
    (DOMAIN, False, 16, "bounded range", GOAL, 16581), (DOMAIN, False, 40, "basic", SMALL, 413429))


def plan_at(planner: Any, place: int) -> HeavyPathsPlan:
    """Return a plan of the list."""
    bits, public, levels, accounting, wishes, _ = ENOUGH[place]
    plan: HeavyPathsPlan = planner(bits, neighbours=relation_of(public), levels=levels, accounting=accounting, **wishes)
    return plan


def kept_wishes(plan: HeavyPathsPlan, place: int) -> dict[str, tuple[Any, Any]]:
    """Return what a plan of the list costs, summed up from its parameters, and what it may cost."""
    *_, wishes, rows = ENOUGH[place]
    costs = spent(plan, plan.parameters.levels)
    return {name: (costs[name], Fraction(wishes[name])) for name in ("epsilon", "delta", "beta")} | {
        "rows": (Fraction(plan.rows), Fraction(rows))}


@check("KLMNS20-4.1", grade="certified",
       quantifier="fifteen plans on 2 to 2^(2^20) points, of the best number of levels and of 1, 3, 8, 16 and 40, both "
                  "relations, both ways of composing, two sets of wishes: epsilon, delta and beta, summed up from the "
                  "parameters, are those wished for at most, and the rows are those of the list at most",
       says="plans keep their wishes within the listed rows")
@sabotage("one level more than is best", lambda bits, levels, **wishes: plan_heavy_paths(
    bits, levels=levels or plan_heavy_paths(bits, levels=levels, **wishes).parameters.levels + 1, **wishes))
@sabotage("planned for a hundredth more epsilon", lambda bits, epsilon, **wishes: plan_heavy_paths(
    bits, epsilon=epsilon * Fraction(101, 100), **wishes))
@sabotage("planned for a hundredth less delta", lambda bits, delta, **wishes: plan_heavy_paths(
    bits, delta=delta * Fraction(99, 100), **wishes))
@judged("<=")
def listed_rows_are_enough(planner=plan_heavy_paths):
    for place in range(len(ENOUGH)):
        for name, (cost, most) in kept_wishes(plan_at(planner, place), place).items():
            yield (place, name), cost, most

def refutes_listed_rows_are_enough(planner, place, name):
    bits, *_, wishes, rows = ENOUGH[place]
    plan = plan_at(planner, place)
    n, t = plan.parameters.levels, plan.parameters
    if name == "rows":
        return n * (2 * t.trim + t.stop) + base_size(bits, n) * (plan.low - 1) + 1 > rows
    return in_floats(plan, n)[name] > float(wishes[name]) * (1 - 1e-9)


SLACK = Fraction(1, 10**6)


@check("KLMNS20-4.11", grade="certified",
       quantifier="N = 1, 30, 2000, epsilon_c and epsilon_e 0 or 1/10, delta' = 10^-6, 10^-60: what N choices of "
                  "either kind between two elements, one of which gains a point, leave at r + 2 sqrt(r ln(1/delta'))",
       says="{the delta left by the choices} is at most {delta'}")
@judged("<=")
def choices_of_bounded_range_keep_the_bound(bounds=(range_rho, range_epsilon)):
    for case in product(*range_rho.corners.values(), range_epsilon.corners["delta_slack"]):
        steps, epsilon, total = responses(bounds, *case)
        yield case, composition_delta(steps, epsilon, max(Fraction(0), total.lower)), case[-1]


def responses(bounds, levels: int, choose: Fraction, end: Fraction, slack: Fraction) -> tuple[int, Fraction, Bracket]:
    """Return how many randomised responses the choices are, the epsilon of each, and the total that is stated."""
    total = as_bracket(bounds[1](bounds[0](levels, choose, end), slack))
    return levels * ((choose > 0) + (end > 0)), max(choose, end) / 2, total

def refutes_choices_of_bounded_range_keep_the_bound(bounds, case):
    steps, epsilon, total = responses(bounds, *case)
    return refutes_randomised_response_keeps_the_bound((lambda *_: total,), 0, steps, epsilon, case[-1], 0)


@check("KLMNS20-4.11", grade="certified",
       quantifier="N = 2, 4, 8, 16, 32, e^(epsilon/2) = 21/20, 41/40, delta' = 10^-6: the exact cost of 2N such "
                  "choices, responses at epsilon/2",
       says="{the exact epsilon of 2N choices} is at most {what range composition says}")
@sabotage("rho alone", lambda steps, slack: sum(n * Bracket(e, e) * e / 8 for n, e in steps))
@judged("<=")
def way_up_costs_what_composition_says(bound=range_composition):
    for steps, root in product((2, 4, 8, 16, 32), (Fraction(21, 20), Fraction(41, 40))):
        epsilon = (2 * log_bracket(root, 96)).lower
        exact = log_bracket(optimal_composition(2 * steps, root, SLACK), 96)
        yield (steps, root), exact, bound([(steps, epsilon), (steps, epsilon)], SLACK)

def refutes_way_up_costs_what_composition_says(bound, steps, root):
    ratio, k = float(root), 2 * steps
    total = 2.718281828459045 ** float(bound([(k, (2 * log_bracket(root, 96)).lower)], SLACK).upper)
    told = sum(comb(k, j) * max(0.0, ratio**j - total * ratio ** (k - j)) for j in range(k + 1)) / (1 + ratio) ** k
    return told > 1.01e-6
