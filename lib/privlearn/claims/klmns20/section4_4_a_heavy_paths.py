"""KLMNS20, Section 4: HeavyPaths (Algorithm 6) and when it succeeds (Lemma 4.10)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.claims.klmns20.heavy_instances import (
    SECTION,
    SURE,
    TWO,
    WHOLE,
    Points,
    as_table,
    databases,
    level_up_by_definition,
    one_random_path_by_definition,
    plus,
    random_row,
    rows_of,
)
from privlearn.claims.klmns20.section4_2_d_stopping_privacy import series
from privlearn.claims.klmns20.section4_3_a_random_path import success
from privlearn.claims.klmns20.stopping_instances import by_hand, top
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, all_hold, judge
from privlearn.exact import Bracket, as_bracket, log_bracket
from privlearn.exact.rationals import as_fraction
from privlearn.learners.interior_point import (
    HeavyPathsParameters,
    HeavyPathsPlan,
    base_size,
    heavy_paths_failure,
    heavy_paths_law,
    heavy_paths_rows,
    plan_heavy_paths,
)
from privlearn.learners.interior_point.heavy_tables import Row, heavy_paths_row, query_row, stopping_row, through

Law = Callable[[Points, int, HeavyPathsParameters], Any]

claim("KLMNS20-alg6", kind="algorithm", section=SECTION, page=WHOLE,
      title="HeavyPaths: find the level, one random path there, and back up",
      uses=("KLMNS20-alg2", "KLMNS20-alg3", "KLMNS20-alg4", "KLMNS20-alg5"),
      note="Exact in place of 40,000 runs: what is sampled is the same program whose law is judged here.")


def law_of(s: Points, bits: int, t: HeavyPathsParameters) -> dict[Any, Fraction]:
    """Return the law of the program."""
    return heavy_paths_law(s, bits, t).exact()


def by_definition(s: Points, bits: int, t: HeavyPathsParameters) -> tuple[dict[Any, Fraction], ...]:
    """Return the laws of the answer for k = 1, ..., N, step by step on words."""
    chain, sizes = [s], [bits]
    for _ in range(t.levels - 1):
        kept = sorted(chain[-1])[t.trim:max(t.trim, len(chain[-1]) - t.trim)]
        chain.append(tuple(by_hand(kept, sizes[-1], t.stop)[0]))
        sizes.append(sizes[-1].bit_length())
    laws = []
    for k in range(1, t.levels + 1):
        law = one_random_path_by_definition(chain[k - 1], sizes[k - 1], t)
        for i in range(k - 2, -1, -1):
            below, law = law, {}
            for y, mass in below.items():
                plus(law, level_up_by_definition(chain[i], sizes[i], y, t), mass)
        laws.append(law)
    return tuple(laws)


NARROW = replace(TWO, stop=1, level_threshold=2, threshold_choose=2)
SEVERAL = (*((s, 3) for s in databases(3, 3, 2)), ((0, 0, 1, 5, 5, 7), 3), ((2, 2, 2, 3, 3, 6, 6), 3),
           ((3, 3, 5, 7, 12, 12, 12, 12, 12), 4), ((0, 1, 1, 7, 9, 9, 12), 4), ((0, 1, 2, 3, 8, 9, 14, 15), 4))


@check("KLMNS20-alg6", grade="exact",
       quantifier="all S of 2 and 3 points of 3 bits, and five of 6 to 9 points of 3 and 4 bits, N = 2 and 3, t = 1: "
                  "the law is the mixture of the laws of A_k on words with the law of StoppingPoint, and sums to 1",
       fingerprint=lambda law: law((0, 0, 1, 5, 5, 7), 3, NARROW))
def law_is_the_mixture_over_the_level(law: Law = law_of) -> Verdict:
    def cases() -> Iterator[Any]:
        for s, bits in SEVERAL:
            t = replace(NARROW, levels=3 if len(s) > 6 else 2)
            mixture: dict[Any, Fraction] = {}
            weights = stopping_row(query_row(s, bits, t), t)
            for part, weight in zip(by_definition(s, bits, t), weights, strict=True):
                plus(mixture, part, as_fraction(weight))
            yield s, law(s, bits, t), mixture
            yield s, sum(mixture.values()), Fraction(1)

    return judge("==", cases())


@law_is_the_mixture_over_the_level.verifier
def _(law: Law, s: Any) -> bool:
    bits = 4 if max(s) > 7 else 3
    t = replace(NARROW, levels=3 if len(s) > 6 else 2)
    points, size, values = s, bits, []
    for _ in range(t.levels):
        points, size = by_hand(points, size, 1)[0], size.bit_length()
        values.append(top(points))
    *weights, rest = series(tuple(values), t.threshold, Fraction(1, 2), Fraction(1, 2))
    weights[-1] += rest
    expected: dict[Any, Fraction] = {}
    for part, weight in zip(by_definition(s, bits, t), weights, strict=True):
        plus(expected, part, weight)
    found = law(s, bits, t)
    return any(abs(found.get(o, Fraction(0)) - expected.get(o, Fraction(0))) > Fraction(1, 10**6)
               for o in {*found, *expected})


@law_is_the_mixture_over_the_level.sabotage("the mixture with N - 1 levels in StoppingPoint")
def _() -> Law:
    return lambda s, bits, t: law_of(s, bits, replace(t, levels=t.levels - 1))


@law_is_the_mixture_over_the_level.sabotage("a threshold one higher")
def _() -> Law:
    return lambda s, bits, t: law_of(s, bits, replace(t, threshold=t.threshold + 1))


@check("KLMNS20-alg6", grade="exact",
       quantifier="N = 1, all S of at most 4 points of 3 bits: HeavyPaths is OneRandomPath, whatever its noise",
       fingerprint=lambda law: law((0, 0, 1, 5), 3, replace(TWO, levels=1)))
def one_level_is_one_random_path(law: Law = heavy_paths_row) -> Verdict:
    t = replace(TWO, levels=1, level_threshold=2)
    return judge("==", ((s, as_table(law(s, 3, t)), as_table(random_row(s, 3, t))) for s in databases(3, 4)))


@one_level_is_one_random_path.verifier
def _(law: Law, s: Any) -> bool:
    t = replace(TWO, levels=1, level_threshold=2)
    return as_table(law(s, 3, t)) != one_random_path_by_definition(s, 3, t)


@one_level_is_one_random_path.sabotage("OneRandomPath one level too deep")
def _() -> Law:
    def law(s: Points, bits: int, t: HeavyPathsParameters) -> Row:
        inner = tuple(by_hand(s, bits, t.stop)[0])
        return through(random_row(inner, bits.bit_length(), t), rows_of(s, bits, t))

    return law


claim("KLMNS20-4.10", kind="lemma", section=SECTION, page=WHOLE,
      title="HeavyPaths succeeds if the database is large enough for a heavy element somewhere",
      uses=("KLMNS20-alg6", "KLMNS20-4.4", "KLMNS20-4.7", "KLMNS20-4.8"),
      note="The size is a sum, n >= N (2 t_1 + t) + B T_high: the printed formula is lost. Exact success on all "
           "databases of small domains in place of runs on families: with B = 22 values the size is thousands of rows "
           "already.")
DEAR = 2**12
SUCCEED = ((replace(SURE, exp_threshold=DEAR, exp_query=DEAR, exp_level=64, level_threshold=0), 2, 10),
           (HeavyPathsParameters(2, 0, 1, 1, 1, DEAR, DEAR, 4, 64, 0, 64, 0, 64), 3, 5),
           (HeavyPathsParameters(1, 0, 1, 1, 1, DEAR, DEAR, 4, 64, 0, 64, 0, 64), 3, 5),
           (HeavyPathsParameters(2, 1, 1, 1, 1, DEAR, DEAR, 4, 64, 0, 64, 0, 8), 2, 9))


@check("KLMNS20-4.10", grade="exact",
       quantifier="all S of n points of L bits, (L, n, N, trim, t, T_high) = (2,10,2,0,2,2), (3,5,2,0,1,1), "
                  "(3,5,1,0,1,1), (2,9,2,1,1,1), n the least size that the lemma allows: the probability of an "
                  "interior point", fingerprint=lambda law: law((0, 1, 1, 2, 3), 2, SUCCEED[1][0]))
def success_is_at_least_the_bound(law: Law = heavy_paths_row) -> Verdict:
    def cases() -> Iterator[Any]:
        for which, (t, bits, n) in enumerate(SUCCEED):
            bound = 1 - heavy_paths_failure(bits, n, t)
            for s in databases(bits, n, n):
                yield (which, s), bound, success(law(s, bits, t), s)

    least = ((which, heavy_paths_rows(t, base_size(bits, t.levels)), n) for which, (t, bits, n) in enumerate(SUCCEED))
    return all_hold(judge("<=", cases()), judge("<=", least))


@success_is_at_least_the_bound.verifier
def _(law: Law, witness: Any) -> bool:
    which, s = witness
    t, bits, _ = SUCCEED[which]
    tail = [1 - sum(series((j,), 0, Fraction(1, DEAR), Fraction(1, DEAR))[:1]) for j in (t.high - t.threshold + 1,)]
    low = t.threshold
    fails = (2 * (1 + t.levels) * (tail[0] + Fraction(2, DEAR)) + 1 / (1 + Fraction(64) ** (low - t.level_threshold))
             + t.levels * (1 / (1 + Fraction(t.exp_choose) ** (t.stop + 1 - t.threshold_choose))
                           + 3 / (3 + Fraction(t.exp_end) ** (t.trim + 1))))
    found = as_table(law(s, bits, t))
    return sum(p for x, p in found.items() if x is not None and s[0] <= x <= s[-1]) < 1 - fails


@success_is_at_least_the_bound.sabotage("nodes chosen with a threshold higher by t + 4")
def _() -> Law:
    return lambda s, bits, t: heavy_paths_row(s, bits, replace(t, threshold_choose=t.threshold_choose + t.stop + 4))


@success_is_at_least_the_bound.sabotage("leaves chosen at random")
def _() -> Law:
    return lambda s, bits, t: heavy_paths_row(s, bits, replace(t, exp_end=1))


PLANS = tuple((bits, levels) for bits in (64, 1 << 20) for levels in (2, 3))
GOAL = {"epsilon": Fraction(1), "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}


@cache
def plan_for(bits: int, levels: int) -> HeavyPathsPlan:
    """Return the plan for a domain of 2^bits points."""
    return plan_heavy_paths(levels, base_size(bits, levels), epsilon=GOAL["epsilon"], delta=GOAL["delta"],
                            beta=GOAL["beta"])


def laplace_like_tail(ratio: Any, gap: int) -> Bracket:
    """Bracket Pr[rho - nu > gap - 1] for two equal geometric noises by its closed form."""
    a = 1 / as_fraction(ratio)
    power = (as_bracket(gap) * log_bracket(ratio, 128))
    scale = (1 - a) / (1 + a) ** 2 * (gap + (1 + a * a) / (1 - a * a) + a / (1 - a))
    return log_bracket(scale, 128) - power


def inequalities(bits: int, plan: HeavyPathsPlan) -> Iterator[tuple[str, Any, Any]]:
    """Yield the conditions of the lemma as (name, left, right), with the shares of beta and delta."""
    t, beta = plan.parameters, GOAL["beta"]
    share = {"early": beta / 10, "level": beta / 10, "nodes": beta * 3 / 10, "leaves": beta * 49 / 100}
    n, ln = t.levels, log_bracket
    low = t.level_threshold + ln(1 / share["level"]) / ln(as_fraction(t.exp_level))
    late = laplace_like_tail(t.exp_threshold, t.high - t.threshold + 1)
    early = t.threshold - low.upper.__ceil__()
    yield "T_high <= t", t.high, t.stop
    yield "delta_s", late, ln(GOAL["delta"] / 5)
    yield "beta_s", laplace_like_tail(t.exp_query, early + 1), ln(share["early"] / n)
    yield "beta_c", t.threshold_choose - 1 + ln(n / share["nodes"] - 1) / ln(as_fraction(t.exp_choose)), t.stop
    yield "u", ln(10 / GOAL["delta"] - 1) / ln(as_fraction(t.exp_path)), t.stop
    yield "beta_e", ln(3 * (n / share["leaves"] - 1)) / ln(as_fraction(t.exp_end)) - 1, t.trim
    yield "n", n * (2 * t.trim + t.stop) + base_size(bits, n) * t.high, plan.rows
    yield "beta", sum(share.values(), GOAL["delta"] / 5), beta


@check("KLMNS20-4.10", grade="certified",
       quantifier="2^64 and 2^(2^20) points, N = 2 and 3, epsilon = 1, delta = 10^-6, beta = 1/10: each inequality of "
                  "the statement, for the parameters that the library returns",
       fingerprint=lambda plan: plan(64, 2))
def parameters_satisfy_the_statement(plan: Callable[[int, int], HeavyPathsPlan] = plan_for) -> Verdict:
    return judge("<=", (((bits, levels, name), left, right) for bits, levels in PLANS
                        for name, left, right in inequalities(bits, plan(bits, levels))))


@parameters_satisfy_the_statement.verifier
def _(plan: Callable[[int, int], HeavyPathsPlan], witness: Any) -> bool:
    bits, levels, name = witness
    t, n, beta = plan(bits, levels).parameters, levels, Fraction(1, 10)
    values = bits if n == 1 else bits.bit_length() if n == 2 else bits.bit_length().bit_length()
    wrong = {"T_high <= t": t.high > t.stop,
             "n": plan(bits, levels).rows < n * (2 * t.trim + t.stop) + (values + 1) * t.high,
             "beta_c": n * as_fraction(t.exp_choose) ** (t.threshold_choose - t.stop - 1) > beta * 3 / 10,
             "beta_e": 3 * n / (3 + as_fraction(t.exp_end) ** (t.trim + 1)) > beta * 49 / 100,
             "u": as_fraction(t.exp_path) ** t.stop + 1 < 10**7}
    return wrong.get(name, False)


def changed(**changes: Any) -> Callable[[int, int], HeavyPathsPlan]:
    """Return the planner with some parameters moved by an integer."""
    def plan(bits: int, levels: int) -> HeavyPathsPlan:
        found = plan_for(bits, levels)
        t = found.parameters
        return replace(found, parameters=replace(t, **{k: getattr(t, k) + v for k, v in changes.items()}))

    return plan


@parameters_satisfy_the_statement.sabotage("T_high beyond t")
def _() -> Callable[[int, int], HeavyPathsPlan]:
    return lambda bits, levels: changed(high=plan_for(bits, levels).parameters.stop + 1)(bits, levels)


@parameters_satisfy_the_statement.sabotage("one row less")
def _() -> Callable[[int, int], HeavyPathsPlan]:
    return lambda bits, levels: replace(plan_for(bits, levels), rows=plan_for(bits, levels).rows - 1)


@parameters_satisfy_the_statement.sabotage("two elements fewer trimmed")
def _() -> Callable[[int, int], HeavyPathsPlan]:
    return changed(trim=-2)
