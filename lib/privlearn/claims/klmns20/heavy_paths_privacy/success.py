"""KLMNS20, Section 4: HeavyPaths (Algorithm 6) and when it succeeds (Lemma 4.10)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from privlearn.claims import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.claims.klmns20.heavy_paths.instances import (SURE, TWO, Points, as_table, databases,
                                                            one_random_path_by_definition, plus, random_row, rows_of,
                                                            success)
from privlearn.claims.klmns20.heavy_paths_privacy import claim
from privlearn.claims.klmns20.heavy_paths_privacy.instances import GOAL, heavy_paths_by_definition, late_tail, power
from privlearn.claims.klmns20.stopping_point.instances import answers_by_series, by_hand, top
from privlearn.exact import as_fraction
from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, HeavyPathsPlan, heavy_paths_failure,
                                                           heavy_paths_law, heavy_paths_rows, plan_heavy_paths)
from privlearn.learners.interior_point.heavy_paths.tables import Row, heavy_paths_row, query_row, stopping_row, through
from privlearn.learners.interior_point.tree_log import base_size
from privlearn.mechanisms import add_remove_one

claim("KLMNS20-alg6", kind="algorithm", title="HeavyPaths: find the level, one random path there, and back up",
      uses=("KLMNS20-alg2", "KLMNS20-alg3", "KLMNS20-alg4", "KLMNS20-alg5"),
      note="Exact in place of 40,000 runs: what is sampled is the same program whose law is judged here.")


def law_of(s: Points, bits: int, t: HeavyPathsParameters) -> dict[Any, Fraction]:
    """Return the law of the program."""
    return heavy_paths_law(s, bits, t).exact()


NARROW = replace(TWO, stop=1, level_threshold=2, threshold_choose=2)
SEVERAL = (*((s, 3) for s in databases(3, 3, 2)), ((0, 0, 1, 5, 5, 7), 3), ((2, 2, 2, 3, 3, 6, 6), 3),
           ((3, 3, 5, 7, 12, 12, 12, 12, 12), 4), ((0, 1, 1, 7, 9, 9, 12), 4), ((0, 1, 2, 3, 8, 9, 14, 15), 4))


@check("KLMNS20-alg6", grade="exact",
       quantifier="all S of 2 and 3 points of 3 bits, and five of 6 to 9 points of 3 and 4 bits, N = 2 and 3, t = 1: "
                  "the law is the mixture of the laws of A_k on words with the law of StoppingPoint, and sums to 1",
       fingerprint=lambda law: law((0, 0, 1, 5, 5, 7), 3, NARROW))
@sabotage("the mixture with N - 1 levels in StoppingPoint",
          lambda s, bits, t: law_of(s, bits, replace(t, levels=t.levels - 1)))
@sabotage("a threshold one higher", lambda s, bits, t: law_of(s, bits, replace(t, threshold=t.threshold + 1)))
@judged("==")
def law_is_the_mixture_over_the_level(law=law_of):
    for s, bits in SEVERAL:
        t = replace(NARROW, levels=3 if len(s) > 6 else 2)
        mixture: dict[Any, Fraction] = {}
        weights = stopping_row(query_row(s, bits, t), t)
        for part, weight in zip(heavy_paths_by_definition(s, bits, t), weights, strict=True):
            plus(mixture, part, as_fraction(weight))
        yield s, law(s, bits, t), mixture
        yield s, sum(mixture.values()), Fraction(1)

@law_is_the_mixture_over_the_level.verifier
def _(law, s):
    bits = 4 if max(s) > 7 else 3
    t = replace(NARROW, levels=3 if len(s) > 6 else 2)
    points, size, values = s, bits, []
    for _ in range(t.levels):
        points, size = by_hand(points, size, 1)[0], size.bit_length()
        values.append(top(points))
    *weights, rest = answers_by_series(tuple(values), t.threshold, Fraction(1, 2), Fraction(1, 2))
    weights[-1] += rest
    expected: dict[Any, Fraction] = {}
    for part, weight in zip(heavy_paths_by_definition(s, bits, t), weights, strict=True):
        plus(expected, part, weight)
    found = law(s, bits, t)
    return any(abs(found.get(o, Fraction(0)) - expected.get(o, Fraction(0))) > Fraction(1, 10**6)
               for o in {*found, *expected})


@check("KLMNS20-alg6", grade="exact",
       quantifier="N = 1, all S of at most 4 points of 3 bits: HeavyPaths is OneRandomPath, whatever its noise",
       fingerprint=lambda law: law((0, 0, 1, 5), 3, replace(TWO, levels=1)))
def one_level_is_one_random_path(law=heavy_paths_row) -> Verdict:
    t = replace(TWO, levels=1, level_threshold=2)
    return judge("==", ((s, as_table(law(s, 3, t)), as_table(random_row(s, 3, t))) for s in databases(3, 4)))

@one_level_is_one_random_path.verifier
def _(law, s):
    t = replace(TWO, levels=1, level_threshold=2)
    return as_table(law(s, 3, t)) != one_random_path_by_definition(s, 3, t)

@one_level_is_one_random_path.corrupted("OneRandomPath one level too deep")
def _(s: Points, bits: int, t: HeavyPathsParameters) -> Row:
    inner = tuple(by_hand(s, bits, t.stop)[0])
    return through(random_row(inner, bits.bit_length(), t), rows_of(s, bits, t))


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
       fingerprint=lambda law: law((0, 1, 1, 2, 3), 2, SUCCEED[0][0]))
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

@success_is_at_least_the_bound.verifier
def _(law, witness):
    which, s = witness
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
                  "of the statement, for the parameters that the library returns", fingerprint=lambda plan: plan(64, 2))
@sabotage("T_high beyond t",
          lambda bits, levels: changed(high=plan_for(bits, levels).parameters.stop + 1)(bits, levels))
@sabotage("one row less", lambda bits, levels: replace(plan_for(bits, levels), rows=plan_for(bits, levels).rows - 1))
@sabotage("two elements fewer trimmed", make=lambda: changed(trim=-2))
@sabotage("a threshold T lower by 4: levels are reported too early", make=lambda: changed(threshold=-4))
def parameters_satisfy_the_statement(plan=plan_for) -> Verdict:
    return judge("<=", (((bits, levels, name), left, right) for bits, levels in PLANS
                        for name, left, right in inequalities(bits, plan(bits, levels))))

@parameters_satisfy_the_statement.verifier
def _(plan, witness):
    bits, n, name = witness
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
