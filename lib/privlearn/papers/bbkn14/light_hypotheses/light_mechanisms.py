"""BBKN14, Section 4.3: light hypotheses, and Theorem 4.11 as a bound on all private mechanisms and distributions."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import point_functions, projective_plane_lines
from privlearn.exact import MinimaxProgram, is_enclosure, solve
from privlearn.exact.binomial import expectation
from privlearn.exact.fractions import HALF, QUARTER, TENTH
from privlearn.learners.light import (forced_weight, half_light_success, hypothesis_weight, light_mechanism,
                                      light_success, point_mass_database, rows_for_weight, weight_program)
from privlearn.learners.light.weights import mean_noisy_weight
from privlearn.learners.points import frugal_plan, noisy_point_learner
from privlearn.mechanisms.optima import covering_success, half_covering_ratio
from privlearn.papers.bbkn14.light_hypotheses import claim

claim("BBKN14-4.10", kind="definition", uses=("BBKN14-3.3",),
      title="The weight of a hypothesis is the number of points on which it is 1", formulas=(mean_noisy_weight,))


def hypotheses_of_known_weight() -> Iterator[tuple[Any, tuple[int, ...], int]]:
    """Yield (name, bits, weight): points on up to 64 points, and the lines of projective planes."""
    for size in range(1, 65):
        yield from (((size, j), concept, 1) for j, concept in enumerate(point_functions(size).rows()))
    for q in (2, 3, 5, 7):
        yield from ((("line", q, k), line, q + 1) for k, line in enumerate(projective_plane_lines(q).rows()))


@check("BBKN14-4.10", grade="exhaustive",
       quantifier="all point functions on T = 1..64 points (weight 1), all lines of the projective planes of order q "
                  "= 2, 3, 5, 7 (weight q + 1)",
       says="{the weight of the hypothesis} equals {1 for a point, q + 1 for a line}")
@verifier(lambda weigh, _, h: weigh(h) != len([x for x in range(len(h)) if h[x] == 1]))
@sabotage("count zeros", lambda hypothesis: sum(1 - bit for bit in hypothesis))
def points_weigh_one_and_lines_one_more_than_the_order(weigh=hypothesis_weight) -> Verdict:
    return judge("==", (((name, h), weigh(h), known) for name, h, known in hypotheses_of_known_weight()))


RATES = tuple(alpha / 8 for alpha in (HALF, QUARTER, TENTH))


@check("BBKN14-4.10", grade="exact",
       quantifier="alpha = 1/2, 1/4, 1/10: the law of A1 on a sample of the target, listed, T = 1..10; the sum of "
                  "its bits' laws, T = 1..64",
       says="{the mean weight of the noisy hypothesis} equals {1 + (T - 2) alpha/8}")
@judged("==")
def mean_weight_of_the_noisy_learner(mean=mean_noisy_weight):
    for size, rate in product(range(1, 65), RATES):
        others = expectation(size - 1, rate, Fraction)
        yield (size, rate, "sum"), 1 - rate + others, mean(size, rate)
    for size, rate in product(range(1, 11), RATES):
        law = noisy_point_learner(((0, 1),), size=size, noise=rate).exact()
        weight = sum((p * hypothesis_weight(h) for h, p in law.items()), Fraction(0))
        yield (size, rate, "law"), weight, mean(size, rate)

def refutes_mean_weight_of_the_noisy_learner(mean, size, rate, _):
    return mean(size, rate) != sum((1 - rate if x == 0 else rate for x in range(size)), Fraction(0))


claim("BBKN14-4.11", kind="theorem", title="A private learner of points with few samples must return heavy hypotheses",
      uses=("BBKN14-2.1.group", "BBKN14-2.2", "BBKN14-2.5", "BBKN14-3.2", "BBKN14-3.3", "BBKN14-3.4", "BBKN14-3.9",
            "BBKN14-4.5", "BBKN14-4.10", "BBKN14-4.11.alg", "BBKN14-4.11.cond", "BBKN14-4.11.eq-err",
            "BBKN14-4.11.samples"),
      note="The asymptotic statement is not checked as such. Checked is an explicit form, by packing, for alpha < 1 "
           "and beta < 1/2, which implies it there, and that it fails for alpha = 1 or if hypotheses are light on a "
           "single distribution; the paper's reduction is checked step by step.",
      formulas=(half_covering_ratio, covering_success))

INSTANCES = tuple((size, 1, most, Fraction(ratio)) for size, most, ratio in (
    (5, 1, 4), (5, 2, 4), (6, 2, 8), (6, 3, 2), (7, 2, 9), (7, 3, 3), (8, 2, 5))) + (
    (5, 2, 2, Fraction(3, 2)), (6, 3, 1, Fraction(2)), (4, 2, 3, Fraction(9, 4)))  # (T, m, w, e^epsilon)
TOO_HEAVY = (2, 1, 3, Fraction(2))


@cache
def certified_success(size: int, rows: int, most: int, ratio: Fraction) -> Fraction:
    """Return the exact optimum over all mechanisms with hypotheses of weight at most ``most``."""
    return 1 - solve(weight_program(size, rows, most, ratio)).value


@check("BBKN14-4.11", grade="certified",
       quantifier="all mechanisms whose outputs are subsets of T points of size at most w, on the T databases of m "
                  "rows (i, 1); (T, w, e^(epsilon m)) = (5,1,4), (5,2,4), (6,2,8), (6,3,2), (7,2,9), (7,3,3), "
                  "(8,2,5), (5,2,9/4), (6,1,8), (4,3,81/16)",
       says="{the best success with weight at most w} equals {w R/(w R + T - w), R = e^(epsilon m)}")
def optimum_over_all_light_mechanisms(success=covering_success) -> Verdict:
    return judge("==", (((size, rows, most, ratio), certified_success(size, rows, most, ratio),
                         success(size, most, ratio**rows)) for size, rows, most, ratio in (*INSTANCES, TOO_HEAVY)
                        if success.holds_for(size, most, ratio**rows)))

def refutes_optimum_over_all_light_mechanisms(success, witness):
    program = weight_program(*witness)
    found = solve(program)
    size, rows, most, ratio = witness
    claimed = 1 - success(size, most, ratio**rows)  # from both sides: no mechanism fails less, some one no more
    return is_enclosure(found, program) and (claimed < found.lower or claimed > found.upper)


PRICED = tuple((size, 1, most, Fraction(ratio)) for size, most, ratio in (
    (5, 1, 4), (5, 2, 4), (6, 2, 8), (6, 3, 2), (7, 2, 3)))


def worst_of(mechanism, size: int, rows: int, most: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the largest ratio of two databases on an outcome, the least success and the least chance to be light."""
    laws: list[dict[Any, Fraction]] = [mechanism(point_mass_database(i, rows)).exact() for i in range(size)]
    ratio = max(left[h] / right[h] for left in laws for right in laws for h in left)
    success = min(sum((p for h, p in law.items() if h[i]), Fraction(0)) for i, law in enumerate(laws))
    return ratio, success, min(sum((p for h, p in law.items() if sum(h) <= most), Fraction(0)) for law in laws)


@check("BBKN14-4.11", grade="certified",
       quantifier="all mechanisms, outputs all 2^T subsets, weight above w priced at 1 - wR/(wR + T - w) extra "
                  "failure; (T, w, R) = (5,1,4), (5,2,4), (6,2,8), (6,3,2), (7,2,3); attained by the mechanism of "
                  "the next check",
       says="light half of the time, a mechanism has success at most 1/2 + w R/(2 (w R + T - w)), and one attains it")
@sabotage("success at most 3/4, the value for T = 5, w = 1", lambda size, rows, most, ratio: Fraction(3, 4))
@sabotage("one point more than the weight allows",
          lambda size, rows, most, ratio: half_light_success(size, rows, most + 1, ratio))
@judged("==")
def being_heavy_half_of_the_time_helps_by_half(success=half_light_success):
    for instance in PRICED:
        price = 2 - 2 * success(*instance)  # then failure + price Pr[heavy] >= price: with Pr[heavy] <= 1/2 half
        attained = worst_of(light_mechanism(*instance, heavy=HALF), *instance[:3])[1]
        yield instance, (solve(weight_program(*instance, price)).value, attained), (price, success(*instance))

def refutes_being_heavy_half_of_the_time_helps_by_half(success, witness):
    size, rows, most, ratio = witness
    attained = success(*witness)
    mechanism = light_mechanism(size, rows, most, ratio, HALF)  # does it beat the bound?
    laws = [mechanism(point_mass_database(i, rows)).exact() for i in range(size)]
    worst = min(sum(p for h, p in law.items() if h[i]) for i, law in enumerate(laws))
    program = weight_program(*witness)
    return worst > attained or solve(program).lower > 2 * (1 - attained)


@check("BBKN14-4.11", grade="exact",
       quantifier="the mechanism that draws all sets of w points, R times as often if the point is inside, alone and "
                  "half of the time beside the set of all points; all ten instances: ratio R, success, lightness",
       says="the worst ratio is R, the success attains the bound, and the chance to be light is 1 or 1/2")
@sabotage("all sets drawn alike", lambda size, rows, most, ratio, heavy: light_mechanism(size, rows, most, 1, heavy))
@judged("==")
def mechanism_attains_both_bounds(make=light_mechanism):
    for instance in INSTANCES:
        size, rows, most, ratio = instance
        power, heavy = ratio**rows, HALF
        best = (power, light_success(*instance), Fraction(1)), (power, half_light_success(*instance), heavy)
        for share, wanted in zip((Fraction(0), heavy), best, strict=True):
            yield (*instance, share), worst_of(make(*instance, heavy=share), size, rows, most), wanted

def refutes_mechanism_attains_both_bounds(make, size, rows, most, ratio, share):
    sets = [frozenset(c) for c in combinations(range(size), most)]
    weights = {c: ratio**rows if 0 in c else Fraction(1) for c in sets}
    law = make(size, rows, most, ratio, heavy=share)(((0, 1),) * rows).exact()
    got = {frozenset(x for x in range(size) if h[x]): p for h, p in law.items()}
    return any(got.get(c, 0) != (1 - share) * w / sum(weights.values()) for c, w in weights.items())


BETAS = (Fraction(1, 3), TENTH, Fraction(1, 2**20))
SETTINGS = tuple((2**d, most, beta) for d in (3, 10, 64, 512) for beta in BETAS for most in (1, 2, 2 ** (d // 2)))


@check("BBKN14-4.11", grade="exact",
       quantifier="the ten instances, and (8,3,6/5), of the mechanism that is light half of the time: beta is its "
                  "exact failure",
       says="{the least group ratio at this failure} is at most {R = e^(epsilon m)}")
@judged("<=")
def group_ratio_needed_for_success(needed=half_covering_ratio):
    for size, rows, most, ratio in (*INSTANCES, (8, 1, 3, Fraction(6, 5))):
        success = worst_of(light_mechanism(size, rows, most, ratio, heavy=HALF), size, rows, most)[1]
        yield (size, rows, most, ratio), needed(size, most, 1 - success), ratio**rows

def refutes_group_ratio_needed_for_success(needed, size, rows, most, ratio):
    law = light_mechanism(size, rows, most, ratio, heavy=HALF)(((1, 1),) * rows).exact()
    return needed(size, most, sum(p for h, p in law.items() if not h[1])) > ratio**rows


@check("BBKN14-4.11", grade="exact",
       quantifier="T = 2^d, d = 3, 10, 64, 512; w = 1, 2, 2^(d/2); beta = 1/3, 1/10, 2^-20; e^epsilon = 4: the rows "
                  "needed for a weight, and the weight left open by these rows and by one row fewer",
       says="with the rows needed the weight left open is at most w, with one row fewer it is above w")
@sabotage("one row fewer", lambda *setting: max(0, rows_for_weight(*setting) - 1))
@sabotage("one row more", lambda *setting: rows_for_weight(*setting) + 1)
@judged("<=")
def rows_and_weight_are_two_readings_of_one_bound(least=rows_for_weight):
    for size, most, beta in SETTINGS:
        m = least(size, most, Fraction(4), beta)
        yield (size, most, beta, m), forced_weight(size, m, Fraction(4), beta), most
        if m:
            yield (size, most, beta, m - 1), most + 1, forced_weight(size, m - 1, Fraction(4), beta)

def refutes_rows_and_weight_are_two_readings_of_one_bound(least, size, most, beta, _):
    m = least(size, most, Fraction(4), beta)
    open_at = [2 * beta * most * 4**k >= (1 - 2 * beta) * (size - most) for k in (m, max(m - 1, 0))]
    return open_at != [True, m == 0]


def weight_of_boosted(size: int, noise: Fraction, blocks: int, _: int) -> tuple[Fraction, Fraction]:
    """Return half of the mean number of flipped zeros, and the chance that some block's weight is no larger.

    By Chebyshev's inequality for ``Bin(T - 1, noise)``, added over the blocks: the selection can do no worse.
    """
    mean = noise * (size - 1)
    return mean / 2, blocks * 4 * (1 - noise) / mean


EXPONENTS = (2**12, 2**14, 2**16, 2**18)


@check("BBKN14-4.11", grade="certified",
       quantifier="the boosted learner (frugal plan, epsilon = 1/2, alpha = 1/4, beta = 1/10), T = 2^d, d = 2^12, "
                  "2^14, 2^16, 2^18: with probability above 1/2 it is at least as heavy as its rows demand",
       says="half the mean of flipped zeros is above the weight demanded, and is exceeded with chance above 1/2")
@sabotage("the same learner with 2^(d/2) ones", lambda size, noise, blocks, d: (Fraction(2 ** (d // 2)), Fraction(0)))
@judged("<")
def the_learner_with_few_samples_is_heavy_enough(heavy=weight_of_boosted):
    plan = frugal_plan(HALF, QUARTER, TENTH)
    for d in EXPONENTS:
        least, lighter = heavy(2**d, plan.noise, plan.blocks, d)
        yield (d, "chance to be lighter"), lighter, HALF
        yield (d, "weight"), forced_weight(2**d, plan.total, plan.exp_epsilon, TENTH), least

def refutes_the_learner_with_few_samples_is_heavy_enough(heavy, d, _):
    plan = frugal_plan(HALF, QUARTER, TENTH)
    w = heavy(2**d, plan.noise, plan.blocks, d)[0]
    return (2 * TENTH * w * plan.exp_epsilon**plan.total) < (1 - 2 * TENTH) * (2**d - w)


@dataclass(frozen=True)
class Assumed:
    """What is assumed of the learner: its accuracy, and on how many point masses it is often light."""

    alpha: Fraction
    everywhere: bool = True


GAMES = ((4, 2, 1), (4, 4, 2), (5, 4, 1), (5, 3, 3), (5, 16, 2))  # T, e^(epsilon m), w


@cache
def least_failure(size: int, ratio: int, w: int, assumed: Assumed, limit: Fraction) -> Fraction:
    """Return the least value of: the worst failure, and ``2 limit`` times how likely the output is heavy.

    It is below ``limit`` just if some private learner fails less often than ``limit`` for every target, all mass on its
    point, and is light with probability above 1/2, for those targets for which that is assumed.
    """
    outputs = [frozenset(ones) for k in range(size + 1) for ones in combinations(range(size), k)]
    tasks = []
    for j in range(size):
        first = j * len(outputs)
        tasks.append({first + k: Fraction(int(j not in h)) for k, h in enumerate(outputs)
                      if int(j not in h) > assumed.alpha})
        if assumed.everywhere or j == 0:
            tasks.append({first + k: 2 * limit for k, h in enumerate(outputs) if len(h) > w})
    ratios = tuple((a * len(outputs) + k, b * len(outputs) + k, Fraction(ratio))
                   for a, b in permutations(range(size), 2) for k in range(len(outputs)))
    return solve(MinimaxProgram((len(outputs),) * size, tuple(tasks), ratios)).lower


def failure_bound(size: int, ratio: int, w: int) -> Fraction:
    """Return the beta at which ``R = (1 - 2 beta)(T - w)/(2 beta w)``."""
    return Fraction(size - w, 2 * (w * ratio + size - w))


@check("BBKN14-4.11", grade="certified",
       quantifier="(T, e^(epsilon m), w) = (4, 2, 1), (4, 4, 2), (5, 4, 1), (5, 3, 3), (5, 16, 2), alpha = 99/100: all "
                  "private learners and all hypotheses, of weight at most w with probability at least 1/2 for each of "
                  "the T targets, all mass on its point; errors included",
       says="{the failure at which the bound allows so many rows} equals {the least failure on all point masses}",
       reason="Few points, as all databases and all hypotheses are in one linear program.")
@sabotage("alpha = 1", Assumed(Fraction(1)))
@sabotage("light on one distribution only", Assumed(Fraction(99, 100), everywhere=False))
@judged("==")
def all_learners_that_are_light_everywhere_fail(assumed: Assumed = Assumed(Fraction(99, 100))):
    for game in GAMES:
        yield game, failure_bound(*game), least_failure(*game, assumed, failure_bound(*game))

def refutes_all_learners_that_are_light_everywhere_fail(assumed, size, ratio, w):
    bound = Fraction(size - w, 2 * (w * ratio + size - w))
    if assumed.alpha >= 1:
        return bound > 0  # every function has an error of at most 1
    # for target 0 the point function of 0 with probability 1/2, for the others with 1/(2 R); else 1 everywhere
    return not assumed.everywhere and Fraction(1, 2 * ratio) < bound
