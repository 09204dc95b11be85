"""KLMNS20, Section 4: when HeavyPaths succeeds (Lemma 4.10)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import as_fraction
from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, HeavyPathsPlan, failure_parts,
                                                           heavy_paths_failure, heavy_paths_rows, noise_gap_tail,
                                                           plan_heavy_paths)
from privlearn.learners.interior_point.heavy_paths.tables import heavy_paths_row
from privlearn.learners.interior_point.tree_log import base_size
from privlearn.mechanisms import add_remove_one
from privlearn.papers.klmns20.heavy_paths.instances import SURE, as_table, databases, success
from privlearn.papers.klmns20.heavy_paths_privacy import claim
from privlearn.papers.klmns20.heavy_paths_privacy.instances import GOAL, late_tail, power

claim("KLMNS20-4.10", kind="lemma",
      title="HeavyPaths succeeds if the database is large enough for a heavy element at its last level",
      uses=("KLMNS20-alg6", "KLMNS20-4.4", "KLMNS20-4.7", "KLMNS20-4.8"),
      note="The size is a sum, n > N (2 t_1 + t) + B (T_low - 1): the printed formula is lost. Fewer rows, and no "
           "delta_s, than by Lemma 4.4: nothing has to reach T_high. Exact success on all databases of small domains "
           "in place of runs on families: with B = 22 values the size is thousands of rows already.")


DEAR = 2**12
SUCCEED = ((replace(SURE, exp_threshold=DEAR, exp_query=DEAR, exp_level=64, level_threshold=0), 2, (5, 8)),
           (HeavyPathsParameters(levels=2, trim=0, stop=1, threshold=1, high=1, exp_threshold=DEAR, exp_query=DEAR,
                                 exp_path=4, exp_level=64, level_threshold=0, exp_choose=64, threshold_choose=0,
                                 exp_end=64), 3, (3, 4)),
           (HeavyPathsParameters(levels=1, trim=0, stop=1, threshold=1, high=1, exp_threshold=DEAR, exp_query=DEAR,
                                 exp_path=4, exp_level=64, level_threshold=0, exp_choose=64, threshold_choose=0,
                                 exp_end=64), 3, (2, 3, 4)),
           (HeavyPathsParameters(levels=2, trim=1, stop=1, threshold=1, high=1, exp_threshold=DEAR, exp_query=DEAR,
                                 exp_path=4, exp_level=64, level_threshold=0, exp_choose=64, threshold_choose=0,
                                 exp_end=8), 2, (7,)),
           (HeavyPathsParameters.with_one_base(64, levels=2, trim=0, stop=2, threshold=2, high=2, exp_path=4,
                                               level_threshold=1, threshold_choose=0), 2, (5, 8)))


@check("KLMNS20-4.10", grade="exact",
       quantifier="all S of n points of L bits, (L, n, N, trim, t, T) = (2,5,2,0,2,1), (2,8,2,0,2,1), (3,3,2,0,1,1), "
                  "(3,4,2,0,1,1), (3,2..4,1,0,1,1), (2,7,2,1,1,1), (2,5,2,0,2,2), (2,8,2,0,2,2); n is the least size "
                  "for T_low = 1, or 2, or a little more: the probability of an interior point",
       says="an interior point has probability at least 1 less the failure bound, and each first n is the least size")
@sabotage("nodes chosen with a threshold higher by t + 4",
          lambda s, bits, t: heavy_paths_row(s, bits, replace(t, threshold_choose=t.threshold_choose + t.stop + 4)))
@sabotage("leaves chosen at random", lambda s, bits, t: heavy_paths_row(s, bits, replace(t, exp_end=1)))
def success_is_at_least_the_bound(law=heavy_paths_row) -> Verdict:
    def cases() -> Iterator[Any]:
        for which, (t, bits, sizes) in enumerate(SUCCEED):
            for n in sizes:
                bound = 1 - heavy_paths_failure(bits, n, t)
                for s in databases(bits, n, n):
                    yield (which, s), bound, success(law(s, bits, t), s)

    least = ((which, heavy_paths_rows(bits, t, 1), sizes[0]) for which, (t, bits, sizes) in enumerate(SUCCEED))
    return all_hold(judge("<=", cases()), judge("==", least))

def refutes_success_is_at_least_the_bound(law, which, s):
    t, bits, _ = SUCCEED[which]
    values = {(2, 2): 3, (3, 2): 3, (3, 1): 4}[bits, t.levels]
    most = (len(s) - t.levels * (2 * t.trim + t.stop) - 1) // values + 1
    steps = t.levels * (1 / (1 + Fraction(t.exp_choose) ** (t.stop + 1 - t.threshold_choose))
                        + 3 / (3 + Fraction(t.exp_end) ** (t.trim + 1)))
    noise = {k: Fraction(1, t.exp_query) ** abs(k) * Fraction(t.exp_query - 1, t.exp_query + 1) for k in range(-9, 10)}
    fails = []
    for low in range(1, most + 1):
        early = sum(p * q for i, p in noise.items() for j, q in noise.items() if i - j > t.threshold - low)
        fails.append(steps + (t.levels - 1) * early + 1 / (1 + Fraction(t.exp_level) ** (low - t.level_threshold)))
    inside = sum(p for x, p in as_table(law(s, bits, t)).items() if x is not None and s[0] <= x <= s[-1])
    return inside < 1 - min(fails) - Fraction(1, 10**9)


@check("KLMNS20-4.10", grade="exact",
       quantifier="the parameters of the check before, from one row too few for T_low = 1 to 20 rows more: the "
                  "bound is 1 or the least sum of the four parts over all T_low for which the rows suffice",
       says="{the stated bound on the failure} equals {the least sum of its four parts, or 1}")
@sabotage("one row fewer is enough", lambda bits, n, t: heavy_paths_failure(bits, n + 1, t))
@sabotage("T_low = 1 only", lambda bits, n, t: heavy_paths_failure(bits, min(n, heavy_paths_rows(bits, t, 1)), t))
@judged("==")
def bound_is_the_least_sum_of_its_parts(bound=heavy_paths_failure):
    for which, (t, bits, _) in enumerate(SUCCEED):
        n, values = t.levels, bits + 1 if t.levels == 1 else bits.bit_length() + 1
        fewest = n * (2 * t.trim + t.stop) + 1
        steps = n * (1 / (1 + as_fraction(t.exp_choose) ** (t.stop + 1 - t.threshold_choose))
                     + 3 / (3 + as_fraction(t.exp_end) ** (t.trim + 1)))
        sums = [steps + (n - 1) * noise_gap_tail(t.exp_threshold, t.exp_query, t.threshold - low + 1)
                + 1 / (1 + as_fraction(t.exp_level) ** (low - t.level_threshold)) for low in range(1, 9)]
        for rows in range(fewest - 1, fewest + 20):
            yield (which, rows), bound(bits, rows, t), min([Fraction(1), *sums[:(rows - fewest) // values + 1]])

def refutes_bound_is_the_least_sum_of_its_parts(bound, which, rows):
    t, bits, _ = SUCCEED[which]
    allowed = [low for low in range(1, 99) if heavy_paths_rows(bits, t, low) <= rows]
    return bound(bits, rows, t) != min([1, *(sum(failure_parts(t, low).values()) for low in allowed)])


PLANS = tuple((bits, levels) for bits in (64, 1 << 20) for levels in (2, 3))
def plan_for(bits: int, levels: int) -> HeavyPathsPlan:
    """Return the plan for a domain of 2^bits points (the library remembers it)."""
    return plan_heavy_paths(bits, neighbours=add_remove_one, levels=levels, epsilon=GOAL["epsilon"],
                            delta=GOAL["delta"], beta=GOAL["beta"])


def inequalities(bits: int, plan: HeavyPathsPlan) -> Iterator[tuple[str, Any, Any]]:
    """Yield the conditions of the lemma and of the privacy proof as (name, left, right)."""
    t, n = plan.parameters, plan.parameters.levels
    early = (n - 1) * late_tail(t.exp_threshold, t.exp_query, t.threshold - plan.low + 1)
    level = power(t.exp_level, plan.low - t.level_threshold)
    nodes, leaves = power(t.exp_choose, t.stop + 1 - t.threshold_choose), 3 * power(t.exp_end, t.trim + 1)
    yield "T_high <= t", t.high, t.stop
    yield "T_low >= 1", 1, plan.low
    yield "path", power(t.exp_path, t.stop), as_fraction(t.exp_path) - 1
    yield "n", n * (2 * t.trim + t.stop) + base_size(bits, n) * (plan.low - 1) + 1, plan.rows
    yield "beta", early + level / (1 + level) + n * (nodes / (1 + nodes) + leaves / (1 + leaves)), GOAL["beta"]


@check("KLMNS20-4.10", grade="certified",
       quantifier="2^64 and 2^(2^20) points, N = 2 and 3, epsilon = 1, delta = 10^-6, beta = 1/10: each inequality "
                  "of the statement, for the parameters that the library returns",
       says="the parameters returned satisfy every inequality of the statement")
@sabotage("T_high beyond t",
          lambda bits, levels: changed(high=plan_for(bits, levels).parameters.stop + 1)(bits, levels))
@sabotage("one row less", lambda bits, levels: replace(plan_for(bits, levels), rows=plan_for(bits, levels).rows - 1))
@sabotage("two elements fewer trimmed", make=lambda: changed(trim=-2))
@sabotage("a threshold T lower by 4: levels are reported too early", make=lambda: changed(threshold=-4))
def parameters_satisfy_the_statement(plan=plan_for) -> Verdict:
    return judge("<=", (((bits, levels, name), left, right) for bits, levels in PLANS
                        for name, left, right in inequalities(bits, plan(bits, levels))))

def refutes_parameters_satisfy_the_statement(plan, bits, n, name):
    found = plan(bits, n)
    t, values = found.parameters, (bits.bit_length() if n == 2 else bits.bit_length().bit_length()) + 1
    r = {k: float(getattr(t, k)) for k in ("exp_threshold", "exp_query", "exp_level", "exp_choose", "exp_end")}
    noises = [[r[k] ** -abs(j) * (r[k] - 1) / (r[k] + 1) for j in range(-4000, 4001)]
              for k in ("exp_threshold", "exp_query")]
    tails = [0.0]
    for mass in reversed(noises[1]):
        tails.append(tails[-1] + mass)  # tails[k] = Pr[nu > 4000 - k]
    early = sum(mass * tails[min(8001, max(0, 8001 - j - t.threshold + found.low - 1))]
                for j, mass in enumerate(noises[0]))
    fails = ((n - 1) * early + 1 / (1 + r["exp_level"] ** (found.low - t.level_threshold))
             + n / (1 + r["exp_choose"] ** (t.stop + 1 - t.threshold_choose))
             + 3 * n / (3 + r["exp_end"] ** (t.trim + 1)))
    return {"T_high <= t": t.high > t.stop, "beta": fails > 0.1 + 1e-6,
            "n": found.rows < n * (2 * t.trim + t.stop) + values * (found.low - 1) + 1}.get(name, False)


def changed(**changes) -> Callable[[int, int], HeavyPathsPlan]:
    """Return the planner with some parameters moved by an integer."""
    def plan(bits: int, levels: int) -> HeavyPathsPlan:
        found = plan_for(bits, levels)
        t = found.parameters
        return replace(found, parameters=replace(t, **{k: getattr(t, k) + v for k, v in changes.items()}))

    return plan
