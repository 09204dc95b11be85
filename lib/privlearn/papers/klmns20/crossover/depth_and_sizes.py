"""KLMNS20, Lemma 3.7 and Theorem 1.2: the depth of the recursion, and planned parameters certified again."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import exp, log
from typing import Any, NamedTuple

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.exact import exp_bracket, log_bracket, log_star
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.towers import tower
from privlearn.learners.interior_point.tree_log import (Level, TreeLogParameters, TreeLogPlan, plan_tree_log,
                                                        recursion_depth)
from privlearn.learners.interior_point.tree_log.one_level_failure import DEEP, hard_families, one_level_failure
from privlearn.learners.interior_point.tree_log.privacy import proved_privacy
from privlearn.learners.interior_point.trees import level_bits, path_curve
from privlearn.learners.interior_point.trees.bounded_paths import bounded_path_curve
from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.papers.klmns20.crossover import claim

BIT_LENGTHS = (*range(3, 4097), *(1 << k for k in range(2, 65)), 1 << 20, tower(5) - 1, tower(5), tower(5) + 1)


claim("KLMNS20-1.history", kind="remark", status="quoted",
      reason="bounds from other papers; only the arithmetic of iterated logarithms is computed beside them",
      section="1 Introduction",
      title="Known bounds for approximate privacy before and in this paper",
      note="The bounds are other papers' theorems, quoted; checked here is the arithmetic of log* and of the "
           "recursion. log* of tower(6) and tower(7) is computed from their exponents, as these numbers fit nowhere.",
      erratum_kind="remark",
      erratum="A trap rather than an error: levels 0..log|X|, rounded up to a power of two, send a domain of 4 points "
              "to one of 4 points (and 2 to 2), so a recursion that is to stop at |X| <= 2 would not end.")


def rounds_of_logarithms(number: int) -> int:
    """Return how often the logarithm, rounded up, must be taken to come down to 1."""
    rounds = 0
    while number > 1:
        number, rounds = (number - 1).bit_length(), rounds + 1
    return rounds


@check("KLMNS20-1.history", grade="exact",
       quantifier="tower(0), ..., tower(5) and their neighbours; all numbers to 4096; tower(6) and tower(7) by their "
                  "exponents",
       says="log* is the number of logarithms, rounded up, down to 1: for a tower its height")
@judged("==")
def iterated_logarithm_of_a_tower_is_its_height(stars=log_star):
    for h in range(6):
        yield tower(h).bit_length(), stars(tower(h)), h
    yield "tower(6)", 1 + stars(tower(5)), 6
    yield "tower(7)", 2 + stars(tower(5)), 7
    for n in (*range(1, 4097), *(tower(h) + 1 for h in range(5)), tower(5) - 1):
        yield n, stars(n), rounds_of_logarithms(n)

def refutes_iterated_logarithm_of_a_tower_is_its_height(stars, witness):
    if isinstance(witness, str):
        return stars(2**65536) != 5
    heights = (1, 2, 4, 16, 65536)
    numbers = [witness, *(t for t in heights if t.bit_length() == witness)]
    return any(stars(n) != sum(t < n for t in heights) for n in numbers if n <= 65536)

@iterated_logarithm_of_a_tower_is_its_height.corrupted("logarithms rounded down")
def logarithms_rounded_down(number: int) -> int:
    rounds = 0
    while number > 1:
        number, rounds = number.bit_length() - 1, rounds + 1
    return rounds


@check("KLMNS20-1.history", grade="exact", quantifier="log|X| = 1, ..., 4096 and 2^k for k <= 64",
       says="the bits for the levels 0 to log|X| hold them, and are fewer than log|X| exactly if log|X| >= 3")
@sabotage("log|X| values instead of log|X| + 1", lambda b: (b - 1).bit_length())
@judged("==")
def only_two_and_four_points_are_fixed(bits=level_bits):
    for b in (*range(1, 4097), *(1 << k for k in range(65))):
        yield b, bits(b) < b, b >= 3
        yield b, 2 ** bits(b) > b, True  # room for the levels 0..b

def refutes_only_two_and_four_points_are_fixed(bits, b):
    needed = next(k for k in range(99) if len(range(1 << k)) >= b + 1)
    return bits(b) != needed and (bits(b) < needed or (bits(b) < b) != (b > 2))


claim("KLMNS20-3.7.depth", kind="lemma", title="Number of recursive calls", uses=("KLMNS20-alg1", "KLMNS20-1.history"),
      note="Printed with log*|X|; the depth down to 8 points is smaller by at least 2 for every |X| >= 8.")


class Domain(NamedTuple):
    """A domain of 2^L points, and what counts the recursive calls."""

    L: int
    depth: Callable[[int], int] = recursion_depth


def recursion_to_4_points(bits: int) -> int:
    return recursion_depth(bits) + 1


@proof("KLMNS20-3.7.depth", grade="exact",
       quantifier="L = log|X| = 3, ..., 4096; 2^k for k <= 64; 2^20; tower(5) - 1, tower(5), tower(5) + 1, that is |X| "
                  "up to tower(6) and beyond; for |X| = tower(7) one call leads to L = tower(5) + 1, with one less",
       instances=lambda: map(Domain, BIT_LENGTHS), start=Domain(64),
       steps={"height": "{k + 1} is at most {log*|X|}",
              "one step": "{L after some steps} is at most {1 more than the tower of k - 1, k - 2, ..., 2}",
              "end": "{L after k - 1 steps} is at most {3}",
              "conclusion": "{the depth of the recursion} is at most {log*|X| - 2}"},
       hypotheses=(Hypothesis("L >= 3", lambda: map(Domain, (2, 1)), ("height", "conclusion")),
                   Hypothesis("8 points are few enough", {"depth": recursion_to_4_points}, ("conclusion",))))
def logarithms_bring_a_tower_down(given: Domain) -> Iterator[Line]:
    L, k, stars = given.L, next(k for k in range(2, 6) if tower(k) + 1 >= given.L), 1 + rounds_of_logarithms(given.L)
    yield Line("height", "<=", k + 1, stars)
    for height in range(k - 1, 1, -1):
        L = level_bits(L)
        yield Line("one step", "<=", L, tower(height) + 1, ("tower of", height))
    yield Line("end", "<=", level_bits(L), 3)
    yield Line("conclusion", "<=", given.depth(given.L), min(k - 1, stars - 2))


def refutes_logarithms_bring_a_tower_down(given: Domain, step: str, case: Any) -> bool:
    """Tell whether a line is false, from a list of the towers and the digits of L."""
    L, towers = given.L, (1, 2, 4, 16, 1 << 16, 1 << (1 << 16))
    k, stars = 2 + sum(t + 1 < L for t in towers[2:]), 1 + sum(t < L for t in towers)
    sizes = [L := len(bin(L)) - 2 for _ in range(k - 1)]
    return {"height": k + 1 > stars, "one step": case and sizes[k - 1 - case[1]] > towers[case[1]] + 1, "end": L > 3,
            "conclusion": given.depth(given.L) > min(k - 1, stars - 2)}[step]


claim("KLMNS20-3.7", kind="lemma", title="Privacy of TreeLog in terms of log*|X|",
      uses=("KLMNS20-3.6", "KLMNS20-3.7.depth", "KLMNS20-3.5r", "KLMNS20-2.4"),
      note="Constants reconstructed. The logarithmic factor is the loss g of a path, "
           "which is about ln(1/delta) times its step.")


DOMAINS = (64, 1 << 20, tower(5))


def planned(bits: int):
    """Return the add/remove plan with as many levels as the recursion has."""
    return plan_tree_log(bits, neighbours=add_remove_one, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10),
                         kind="random path", levels=recursion_depth(bits))


@check("KLMNS20-3.7", grade="certified",
       quantifier="|X| = 2^64, 2^(2^20), tower(6) with the planned parameters of N = 2, 3, 4 levels: e^epsilon and "
                  "delta against N times one level",
       says="e^epsilon is the base's times that of one level to the power N, and delta is N times one level's")
def privacy_is_that_of_one_level_times_the_depth(certificate=proved_privacy) -> Verdict:
    def ratios() -> Iterator[Any]:
        for plan, level, found in certificates(certificate):
            depth = recursion_depth(plan.domain_bits)
            step = plan.exp_gap * level.exp_choose * level.exp_end
            yield plan.domain_bits.bit_length(), found[0], plan.parameters.exp_base * step**depth

    def deltas() -> Iterator[Any]:
        for plan, level, found in certificates(certificate):
            one = delta_of(level, plan.exp_gap)
            depth, width = recursion_depth(plan.domain_bits), one.upper - one.lower + Fraction(1, 10**20)
            yield plan.domain_bits.bit_length(), depth * one.upper, found[1].upper + depth * width
            yield plan.domain_bits.bit_length(), found[1].lower, depth * one.upper

    return all_hold(judge("==", ratios()), judge("<=", deltas()))


def certificates(certificate) -> Iterator[tuple[Any, Level, tuple[Fraction, Any]]]:
    """Yield plans, their level and what the certificate says."""
    for bits in DOMAINS:
        plan = planned(bits)
        yield plan, plan.parameters.levels[0], certificate(plan.parameters, add_remove_one, exp_gap=plan.exp_gap)


def delta_of(level, exp_gap: Fraction):
    """Return delta of one level: the path's curve, a path without a match, a node that is new."""
    return (path_curve(level.exp_path, exp_gap) + 1 / (1 + level.exp_path**level.stop)
            + 1 / (1 + level.exp_choose ** (level.threshold - 1)))


def refutes_privacy_is_that_of_one_level_times_the_depth(certificate, witness):
    plan = planned(next(bits for bits in DOMAINS if bits.bit_length() == witness))
    product, delta = certificate(plan.parameters, add_remove_one, exp_gap=plan.exp_gap)
    wanted, total = Fraction(plan.parameters.exp_base), Fraction(0)
    for level in plan.parameters.levels:
        wanted *= plan.exp_gap * level.exp_choose * level.exp_end
        total += delta_of(level, plan.exp_gap).lower
    return product != wanted or delta.upper < total

@privacy_is_that_of_one_level_times_the_depth.corrupted("one level fewer in the accounting")
def one_level_fewer_accounting(parameters, *args, **more) -> tuple[Fraction, Any]:
    return proved_privacy(TreeLogParameters(parameters.levels[1:], parameters.exp_base), *args, **more)

@privacy_is_that_of_one_level_times_the_depth.corrupted("delta of one level only")
def delta_one_level_only(parameters, *args, **more) -> tuple[Fraction, Any]:
    one = TreeLogParameters(parameters.levels[:1], parameters.exp_base)
    return proved_privacy(parameters, *args, **more)[0], proved_privacy(one, *args, **more)[1]


PLANNED_DOMAINS = (64, 128, 1024, 1 << 16, 1 << 20)
DELTA = Fraction(1, 10**6)
BETA = Fraction(1, 10)


@formula("rows", where=("0 < epsilon <= 1", "0 < delta <= epsilon / 4", "0 < beta < 1", "levels >= 1"),
         tex={"levels": "N", "values": "B", "ln(9 * levels / (beta * delta))": r"\Lambda"},
         corners={"values": (2, 8, 1 << 400), "levels": (1, 9), "epsilon": (Fraction(1), Fraction(1, 3)),
                  "delta": (Fraction(1, 12), DELTA), "beta": (Fraction(9, 10), BETA, DELTA**10)},
         loose={"0 < epsilon <= 1": "the privacy needs it", "0 < delta <= epsilon / 4": "the privacy needs it",
                "0 < beta < 1": "no probability is above 1", "levels >= 1": "without levels there is no path"}
         | dict.fromkeys(("11", "9", "3", "3 * values"), "the constants of the proof are not sharp")
         | {"3 * values / beta": "the square of ln(1/beta) in the first term makes up for it"})
def tree_log_rows(values: int, levels: int, epsilon: Value, delta: Value, beta: Value) -> Value:
    """Return the rows that are enough for N levels above a base of so many values."""
    return 1 / epsilon * (11 * levels**2 * ln(9 * levels / (beta * delta))**2 + 8 * ln(3 * values / beta))


claim("KLMNS20-1.2", kind="theorem", section="1.1 Overview of the first construction",
      title="TreeLog: interior points with 11 N^2 ln^2(9N/(beta delta))/epsilon rows for N levels, and the base's",
      uses=("KLMNS20-alg1", "KLMNS20-3.7", "KLMNS20-3.8", "KLMNS20-3.6", "KLMNS20-3.stable"),
      note="The theorem's formula is lost in our source; O~((1/epsilon) log(1/delta) (log*|X|)^2) is how it is quoted. "
           "The bound stated has all its constants, and the square of a logarithm. Plans found by a search need far "
           "fewer rows: they are near the least for this analysis. Success on hard families is certified, not sampled.",
      formulas=(tree_log_rows,))


@cache
def all_plans(planner) -> tuple[TreeLogPlan, ...]:
    """Return the plans of the theorem: one level on the five domains, and two and three levels."""
    wanted = [(bits, replace_one, "heavy path", 1) for bits in PLANNED_DOMAINS]
    wanted += [(bits, kind, "random path", 1) for kind in (add_remove_one, replace_one) for bits in PLANNED_DOMAINS]
    wanted += [(64, add_remove_one, "random path", 2), (1 << 20, add_remove_one, "random path", 3)]
    return tuple(planner(bits, neighbours=relation, epsilon=1, delta=DELTA, beta=BETA, kind=kind, levels=levels)
                 for bits, relation, kind, levels in wanted)


def nats(value):
    return ball(value).log()


def loss(plan: TreeLogPlan):
    """Return the ball of epsilon, summed up from the parameters (KLMNS20-3.6, 3.stable)."""
    total = nats(plan.parameters.exp_base)
    for level in plan.parameters.levels:
        total += nats(level.exp_choose) + nats(level.exp_end)
        total += nats(plan.exp_gap) if plan.exp_gap else 0
    if plan.neighbours is not replace_one:
        return total
    sparing = [nats(plan.exp_gap) - nats(level.exp_path) for level in plan.parameters.levels if level.exp_path]
    return 2 * total - sum(sparing)  # a path costs g in one direction only


def missed(plan: TreeLogPlan):
    """Return the ball of delta: new nodes, and for random paths the curve W and unmatched paths."""
    total = ball(0)
    for level in plan.parameters.levels:
        total += 1 / (1 + (nats(level.exp_choose) * (level.threshold - 1)).exp())
        if level.exp_path is not None:
            p, step = nats(level.exp_path), ball(level.exp_path) - 1
            total += 1 / (1 + (p * level.stop).exp())
            if plan.neighbours is add_remove_one:
                total += step / (step + 1) * (-(nats(plan.exp_gap) + p) / step).exp()
            else:
                size = plan.rows - 1 - 2 * level.trim
                total += ball(bounded_path_curve(level.exp_path, level.stop, size, plan.exp_gap))
    return total


def failing(plan: TreeLogPlan):
    """Return the ball of the failure: base, choices, ends (KLMNS20-3.8)."""
    bits, left = plan.domain_bits, plan.rows
    for _ in plan.parameters.levels[1:]:
        bits = bits.bit_length()
    for level in plan.parameters.levels:
        left -= 2 * level.trim + level.stop
    b = nats(plan.parameters.exp_base)
    total = (bits - 1) / (bits - 1 + (b * (left // 2)).exp() + (b * (left - left // 2)).exp())
    for level in plan.parameters.levels:
        total += 3 / (3 + (nats(level.exp_end) * (level.trim + 1)).exp())
        total += 1 / (1 + (nats(level.exp_choose) * (level.stop + 1 - level.threshold)).exp())
    return total


def conditions(plan: TreeLogPlan) -> Iterator[tuple[str, Any, Any]]:
    """Yield every inequality that the proofs ask of a plan, as (name, left, right)."""
    yield "epsilon", bracket_of(lambda: loss(plan), 256), 1
    yield "delta", bracket_of(lambda: missed(plan), 256), DELTA
    yield "failure", bracket_of(lambda: failing(plan), 256), BETA
    for level in plan.parameters.levels:
        yield "new node", 1 / (1 + level.exp_choose ** (level.threshold - 1)), 1 - 1 / Fraction(level.exp_choose)
        if level.exp_path is None:
            yield "heavy path", plan.rows - 2 * level.trim, 2 * level.stop + 1
        else:
            yield "path", exp_bracket(-level.stop * log_bracket(level.exp_path)), level.exp_path - 1


def changed_planner(change: Callable[[Any], Any]) -> Callable:
    """Return a planner that changes the first level of the right plan."""
    def planner(*args, **more) -> TreeLogPlan:
        plan = plan_tree_log(*args, **more)
        first, *others = plan.parameters.levels
        return replace(plan, parameters=replace(plan.parameters, levels=(change(first), *others)))

    return planner


@check("KLMNS20-1.2", grade="certified",
       quantifier="epsilon = 1, delta = 10^-6, failure 1/10; log|X| = 64, 128, 1024, 2^16, 2^20, one level, "
                  "replacement (heavy and random path) and add/remove; two levels at 64, three at 2^20: all "
                  "preconditions and budgets",
       says="the planned parameters satisfy every budget and every precondition")
@sabotage(
    "half the stopping weight and half the threshold",
    make=lambda: changed_planner(lambda level: replace(level, stop=level.stop // 2, threshold=level.threshold // 2)))
@sabotage("no trimming",
          make=lambda: changed_planner(lambda level: replace(level, trim=0) if level.exp_path else level))
@sabotage("the choice of a node twice as confident",
          make=lambda: changed_planner(lambda level: replace(level, exp_choose=level.exp_choose**3)))
def all_inequalities_of_the_plans_hold(planner=plan_tree_log) -> Verdict:
    return judge("<=", (((k, name), left, right) for k, plan in enumerate(all_plans(planner))
                        for name, left, right in conditions(plan)))

def refutes_all_inequalities_of_the_plans_hold(planner, witness):
    plan, name = all_plans(planner)[witness[0]], witness[1]
    level = plan.parameters.levels[0]
    c, steps = float(level.exp_choose), len(plan.parameters.levels)
    if name == "heavy path":
        return plan.rows - 2 * level.trim > 2 * level.stop + 1
    if name == "delta":
        new = 1 / (1 + c ** (level.threshold - 1))
        lost = 0.0 if level.exp_path is None else 1 / (1 + float(level.exp_path) ** level.stop)
        return new + lost > 1.1e-6
    if name == "epsilon":
        twice = 2 if plan.neighbours is replace_one else 1
        return twice * steps * log(c * float(level.exp_end)) + twice * log(plan.parameters.exp_base) > 1.01
    return name == "failure" and 3 / (3 + float(level.exp_end) ** (level.trim + 1)) > 0.11


TESTED = ((64, replace_one, "heavy path"), (128, replace_one, "heavy path"), (4096, replace_one, "heavy path"),
          (64, add_remove_one, "random path"), (128, add_remove_one, "random path"))


def shrunk_families(shrink, place: int) -> tuple[TreeLogPlan, dict[str, Any]]:
    """Return a plan and its hard databases with ``shrink(n_b)`` instead of n_b elements at the base."""
    bits, relation, kind = TESTED[place]
    plan = plan_tree_log(bits, neighbours=relation, epsilon=1, delta=DELTA, beta=BETA, kind=kind)
    level = plan.parameters.levels[0]
    levels = 2 * level.trim + level.stop
    return plan, hard_families(bits, levels + shrink(plan.rows - levels), plan.parameters)


@check("KLMNS20-1.2", grade="certified",
       quantifier="two adjacent levels, spread, gap, comb, constant, two points, at the planned rows: log|X| = 64, "
                  "128, both relations, and two adjacent levels at 4096",
       says="{the failure on a hard database} is at most {beta = 1/10}")
@sabotage("0.6 of the elements at the base", lambda base: 6 * base // 10)
@judged("<=")
def hard_databases_succeed_nine_times_in_ten(shrink=lambda base: base):
    for place, (bits, _, _) in enumerate(TESTED):
        plan, families = shrunk_families(shrink, place)
        for name, s in families.items():
            if bits < 1000 or name == "two levels":
                yield (place, name), one_level_failure(s, bits, plan.parameters), BETA

def refutes_hard_databases_succeed_nine_times_in_ten(shrink, place, name):
    plan, families = shrunk_families(shrink, place)
    bits, level, s = plan.domain_bits, plan.parameters.levels[0], families[name]
    kept, y = s[level.trim:len(s) - level.trim], bits - DEEP
    b = log(float(plan.parameters.exp_base))
    upper, lower = (sum(x >> (bits - d) == 1 for x in kept) for d in (y + 1, y + 2))
    if name != "two levels" or len(kept) != upper + lower + level.stop or min(s) == 0:
        return False
    good = exp(b * upper) + exp(b * lower)  # levels above y: all four leaves lie outside
    return y / (y + good + DEEP) > 0.1


def rows_of_levels(levels: int) -> int:
    """Return the planned rows with a given number of levels over ``2^(2^64)`` points."""
    return plan_tree_log(1 << 64, neighbours=add_remove_one, epsilon=1, delta=DELTA, beta=BETA, kind="random path",
                         levels=levels).rows


@check("KLMNS20-1.2", grade="certified",
       quantifier="the plans for N = 16, 32, 64 levels (basic composition): log of the ratio of rows, divided by log "
                  "of the ratio of levels, is between 1.9 and 2.2",
       says="the slope of log n against log N is between 1.9 and 2.2")
@sabotage("the power 3/2 of advanced composition", lambda levels: int(rows_of_levels(1) * levels**1.5))
def rows_grow_with_the_square_of_the_levels(rows=rows_of_levels) -> Verdict:
    def slopes(pairs) -> Iterator[Any]:
        for few, many in pairs:
            yield (few, many), log_bracket(Fraction(rows(many), rows(few))) / log_bracket(Fraction(many, few))

    pairs = ((16, 64), (16, 32), (32, 64))
    return all_hold(judge("<=", ((pair, Fraction(19, 10), slope) for pair, slope in slopes(pairs))),
                    judge("<=", ((pair, slope, Fraction(22, 10)) for pair, slope in slopes(pairs))))

def refutes_rows_grow_with_the_square_of_the_levels(rows, few, many):
    ratio, growth = Fraction(rows(many), rows(few)) ** 10, many // few
    return ratio < growth**19 or ratio > growth**22
