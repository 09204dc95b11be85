"""KLMNS20, Section 4: HeavyPaths (Algorithm 6): its law, its sampler, its release and its success (Lemma 4.10)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact import as_fraction
from privlearn.learners.interior_point import heavy_paths
from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, HeavyPathsPlan, answer_from_law,
                                                           failure_parts, fast_heavy_paths_law, heavy_paths_failure,
                                                           heavy_paths_law, heavy_paths_rows, noise_gap_tail,
                                                           plan_heavy_paths)
from privlearn.learners.interior_point.heavy_paths.failure import rows_for_height
from privlearn.learners.interior_point.heavy_paths.tables import Row, answer_rows, heavy_paths_row, through
from privlearn.learners.interior_point.tree_log import base_size
from privlearn.mechanisms import above_threshold, add_remove_one, replace_one
from privlearn.papers.klmns20.heavy_paths.instances import (SURE, TWO, Points, as_table, databases,
                                                            one_random_path_by_definition, plus, random_row, rows_of,
                                                            success)
from privlearn.papers.klmns20.heavy_paths_privacy import claim
from privlearn.papers.klmns20.heavy_paths_privacy.instances import GOAL, heavy_paths_by_definition, late_tail, power
from privlearn.papers.klmns20.large_domains.scripted import Script, sampled
from privlearn.papers.klmns20.stopping_point.instances import answers_by_series, by_hand, top
from privlearn.papers.klmns20.stopping_point.utility import heights, refutes_enough_rows_have_a_heavy_level

claim("KLMNS20-alg6", kind="algorithm", title="HeavyPaths: find the level, one random path there, and back up",
      uses=("KLMNS20-alg2", "KLMNS20-alg3", "KLMNS20-alg4", "KLMNS20-alg5", "KLMNS20-3.fast"),
      note="Exact in place of 40,000 runs. What users sample is the fast form: judged are its table, its sampler on "
           "all random numbers where these decide at quarters only, and that the release runs it on the rows and the "
           "plan promised; that single draws have the law of their tables is checked under KLMNS20-3.fast and "
           "KLMNS20-4.2.")


def law_of(s: Points, bits: int, t: HeavyPathsParameters) -> dict[Any, Fraction]:
    """Return the law of the program that is sampled."""
    return fast_heavy_paths_law(s, bits, t).exact()


NARROW = replace(TWO, stop=1, level_threshold=2, threshold_choose=2)
SEVERAL = (*((s, 3) for s in (*databases(3, 2, 2), *databases(3, 3, 3))), ((0, 0, 1, 5, 5, 7), 3),
           ((2, 2, 2, 3, 3, 6, 6), 3),
           ((3, 3, 5, 7, 12, 12, 12, 12, 12), 4), ((0, 1, 1, 7, 9, 9, 12), 4), ((0, 1, 2, 3, 8, 9, 14, 15), 4))


def values_by_hand(s: Points, bits: int, t: HeavyPathsParameters) -> tuple[int, ...]:
    """Return f_1, ..., f_N without trimming, from words."""
    points, size, values = list(s), bits, []
    for _ in range(t.levels):
        points, size = by_hand(points, size, t.stop)[0], size.bit_length()
        values.append(top(points))
    return tuple(values)


@check("KLMNS20-alg6", grade="exact",
       quantifier="all S of 2 and 3 points of 3 bits, five of 6 to 9 points of 3 and 4 bits, N = 2 and "
                  "3, t = 1: the law of what is sampled is the mixture of the laws of A_k on words with the law of "
                  "StoppingPoint, and sums to 1",
       says="the law sampled is the mixture of the laws of A_k by StoppingPoint's law of k, and sums to 1")
@sabotage("the mixture with N - 1 levels in StoppingPoint",
          lambda s, bits, t: law_of(s, bits, replace(t, levels=t.levels - 1)))
@sabotage("a threshold one higher", lambda s, bits, t: law_of(s, bits, replace(t, threshold=t.threshold + 1)))
@judged("==")
def law_is_the_mixture_over_the_level(law=law_of):
    for s, bits in SEVERAL:
        t = replace(NARROW, levels=3 if len(s) > 6 else 2)
        mixture: dict[Any, Fraction] = {}
        told = above_threshold(values_by_hand(s, bits, t), t.threshold, t.exp_threshold, t.exp_query).exact()
        weights = [told[k] + (told[None] if k == t.levels - 1 else 0) for k in range(t.levels)]
        for part, weight in zip(heavy_paths_by_definition(s, bits, t), weights, strict=True):
            plus(mixture, part, weight)
        yield s, law(s, bits, t), mixture
        yield s, sum(mixture.values()), Fraction(1)

def refutes_law_is_the_mixture_over_the_level(law, s):
    bits = 4 if max(s) > 7 else 3
    t = replace(NARROW, levels=3 if len(s) > 6 else 2)
    *weights, rest = answers_by_series(values_by_hand(s, bits, t), t.threshold, Fraction(1, 2), Fraction(1, 2))
    weights[-1] += rest
    expected: dict[Any, Fraction] = {}
    for part, weight in zip(heavy_paths_by_definition(s, bits, t), weights, strict=True):
        plus(expected, part, weight)
    found = law(s, bits, t)
    return any(abs(found.get(o, Fraction(0)) - expected.get(o, Fraction(0))) > Fraction(1, 10**6)
               for o in {*found, *expected})


@check("KLMNS20-alg6", grade="exact",
       quantifier="the same databases with trim 0, and with trim 1 if they have 6 points or more: the plain program, "
                  "which the lemmas are checked for, has the law of the one that is sampled",
       says="the plain program has the law of the fast form, which is sampled")
@sabotage("levels that are told are one too deep",
          lambda s, bits, t: answer_from_law(s, bits, t.levels, t).exact())
@judged("==")
def plain_form_has_the_law_of_the_fast_one(law=lambda s, bits, t: heavy_paths_law(s, bits, t).exact()):
    for s, bits in SEVERAL:
        for trim in (0, 1) if len(s) > 5 else (0,):
            t = replace(NARROW, trim=trim, levels=3 if len(s) > 6 else 2)
            yield (s, bits, trim), law(s, bits, t), law_of(s, bits, t)

def refutes_plain_form_has_the_law_of_the_fast_one(law, s, bits, trim):
    t = replace(NARROW, trim=trim, levels=3 if len(s) > 6 else 2)
    return law(s, bits, t) != as_table(heavy_paths_row(s, bits, t))


QUARTERS = tuple(HeavyPathsParameters(levels=2, trim=0, stop=1, threshold=heavy, high=heavy, exp_threshold=2,
                                      exp_query=2, exp_path=3, exp_level=3, exp_choose=3, exp_end=end,
                                      level_threshold=threshold, threshold_choose=threshold + 1)
                 for heavy, end, threshold in ((2, 3, 1), (3, 7, 2)))


def sampled_quietly(t: HeavyPathsParameters) -> dict[Any, Fraction]:
    """Return the law of what is drawn for S = 0^3 of 2 bits if all noises of StoppingPoint are 0."""
    return sampled(fast_heavy_paths_law((0, 0, 0), 2, t).sample, pieces=4, quiet=True)


@check("KLMNS20-alg6", grade="exhaustive",
       quantifier="S = 0^3 of 2 bits, N = 2, t = 1, T = 2 (level 1 is heavy) and T = 3 (none is, and the last one is "
                  "taken), e^epsilon = 3: every draw decides at quarters, so that all answers of the random source are "
                  "four to a draw; if the noises of StoppingPoint are 0, what is drawn has the law of A_1, of A_2",
       says="with noises 0 what is drawn has the law of A_1, or of A_2 where no level is heavy")
@verifier(lambda draw, which: draw(QUARTERS[which]) != as_table(answer_rows((0, 0, 0), 2, QUARTERS[which])[which]))
@sabotage("the first level where no one is heavy",
          lambda t: sampled_quietly(replace(t, levels=1)))
@sabotage("the choice of a level by 9^f", lambda t: sampled(
    fast_heavy_paths_law((0, 0, 0), 2, replace(t, exp_level=9)).sample, pieces=4, quiet=True))
@judged("==")
def what_is_drawn_has_the_law_of_the_level_told(draw=sampled_quietly):
    for which, t in enumerate(QUARTERS):
        yield which, draw(t), heavy_paths_by_definition((0, 0, 0), 2, t)[which]


@cache
def released_from(public: bool, more: int, split: int) -> tuple[list[int], HeavyPathsPlan]:
    """Return as many rows of 16 bits as planned and ``more``, and the plan: all but ``split`` of the small ones go."""
    plan = plan_heavy_paths(16, neighbours=replace_one if public else add_remove_one, **GOAL)
    count = max(0, plan.rows + more)
    small = min(count, (more // 2 if public and more > 0 else 0) + plan.parameters.trim + split)
    return [2**15 + 11] * (count - small) + [0] * small, plan


def release_of(public: bool, rows: list[int], source) -> Any:
    """Return the answer that is released; "refused" where the rows are too few."""
    try:
        return heavy_paths(rows, neighbours=replace_one if public else add_remove_one, domain_bits=16, rng=source,
                           **GOAL)
    except ValueError:
        return "refused"


def told(run: Callable[[Any], Any], k: int) -> tuple[Any, int]:
    """Return an answer to the k-th script of random numbers, and how many of these were asked for."""
    source = Script([0] * 40 + [k] * 40, 5)
    return run(source), len(source.bounds)


RELEASES = tuple((public, more, split) for public in (True, False) for more in (0, 1, 2, 5, -1, -10**6)
                 for split in (0, 1))


@check("KLMNS20-alg6", grade="exact",
       quantifier="2^16 points, epsilon = 1, delta = 10^-6, beta = 1/10, both relations; as many rows as planned, 1, 2 "
                  "and 5 more, 1 fewer and none: what is released is drawn, with the same random numbers, from the law "
                  "with the planned parameters on the middle rows (replacement: of more rows than the planned r, half "
                  "of the others is set aside on either side; fewer are refused) or on all rows (adding and removing); "
                  "none or one of the small rows is left on the random path",
       says="the release draws from the planned law on the rows that it keeps, and refuses too few rows")
@sabotage("too few rows are taken all the same", lambda public, rows, source: release_of(False, rows, source))
@sabotage("some rows are not looked at", lambda public, rows, source: release_of(public, rows[4:], source))
@judged("==")
def the_release_draws_from_the_planned_law(release=release_of):
    for public, more, split in RELEASES:
        rows, plan = released_from(public, more, split)
        aside = max(0, more) // 2 if public else 0
        law = fast_heavy_paths_law(sorted(rows)[aside:len(rows) - aside], 16, plan.parameters)
        for k in range(4):
            found = told(partial(release, public, rows), k)
            yield (public, more, split, k), found, ("refused", 0) if public and more < 0 else told(law.sample, k)

def refutes_the_release_draws_from_the_planned_law(release, public, more, split, k):
    rows, plan = released_from(public, more, split)
    found = told(lambda source: release(public, rows, source), k)
    if public and len(rows) < plan.rows:
        return found != ("refused", 0)
    aside = (len(rows) - plan.rows) // 2 if public else 0
    kept = sorted(rows)[aside:len(rows) - aside]
    return found != told(fast_heavy_paths_law(kept[::-1], 16, plan.parameters).sample, k)


@check("KLMNS20-alg6", grade="exact",
       quantifier="N = 1, all S of at most 4 points of 3 bits: HeavyPaths is OneRandomPath, whatever its noise",
       says="HeavyPaths with one level has the law of OneRandomPath")
def one_level_is_one_random_path(law=heavy_paths_row) -> Verdict:
    t = replace(TWO, levels=1, level_threshold=2)
    return judge("==", ((s, as_table(law(s, 3, t)), as_table(random_row(s, 3, t))) for s in databases(3, 4)))

def refutes_one_level_is_one_random_path(law, s):
    t = replace(TWO, levels=1, level_threshold=2)
    return as_table(law(s, 3, t)) != one_random_path_by_definition(s, 3, t)

@one_level_is_one_random_path.corrupted("OneRandomPath one level too deep")
def onerandompath_one_level_too_deep(s: Points, bits: int, t: HeavyPathsParameters) -> Row:
    inner = tuple(by_hand(s, bits, t.stop)[0])
    return through(random_row(inner, bits.bit_length(), t), rows_of(s, bits, t))


claim("KLMNS20-4.10", kind="lemma",
      title="HeavyPaths succeeds if the database is large enough for a heavy element at its last level",
      uses=("KLMNS20-alg6", "KLMNS20-4.4", "KLMNS20-4.7", "KLMNS20-4.8"),
      note="The size is a sum, n > N (2 t_1 + t) + B (T_low - 1): the printed formula is lost. Fewer rows, and no "
           "delta_s, than by Lemma 4.4: nothing has to reach T_high. Exact success on all databases of small domains "
           "in place of runs on families: with B = 22 values the size is thousands of rows already.",
      formulas=(rows_for_height,))


@check("KLMNS20-4.10", grade="exhaustive",
       quantifier="N = 1 on 2, 4, 8 points and N = 2 on 2 and 8, trim 0 and 1, t = 1, 2, T_low = 1, 2: all S of as "
                  "many points as asked for, and of one more",
       says="{T_low} is at most {f_N}")
@verifier(refutes_enough_rows_have_a_heavy_level)
@judged("<=")
def enough_rows_have_a_heavy_last_level(rows=rows_for_height):
    yield from heights(rows)


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
