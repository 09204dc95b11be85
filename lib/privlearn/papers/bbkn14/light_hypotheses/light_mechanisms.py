"""BBKN14, Section 4.3: light hypotheses, and Theorem 4.11 as a bound on all private mechanisms and distributions."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import Concept, point_functions, projective_plane_lines
from privlearn.exact import is_enclosure, solve
from privlearn.exact.binomial import expectation
from privlearn.exact.fractions import HALF, QUARTER, TENTH
from privlearn.learners.generic.exponential import point_learner
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


class Answers(NamedTuple):
    """What a learner A answers to m rows (i, 1), for each of T points: laws of hypotheses, with R = e^(epsilon m)."""

    T: int
    w: int
    R: Fraction
    A: Callable[["Answers", int], dict[Concept, Fraction]]
    heavy: Fraction = Fraction(0)
    beta: Fraction = Fraction(1, 1000)
    alpha: Fraction = Fraction(99, 100)


def best_light(given: Answers, i: int) -> dict[Concept, Fraction]:
    return light_mechanism(given.T, 1, given.w, given.R, given.heavy)(point_mass_database(i, 1)).exact()


def exponential(given: Answers, i: int) -> dict[Concept, Fraction]:
    """Draw a point by its errors, and answer with its function."""
    law = point_learner(given.T, given.R)(point_mass_database(i, 1)).exact()
    return {tuple(int(x == j) for x in range(given.T)): p for j, p in law.items()}


def named(given: Answers, i: int) -> dict[Concept, Fraction]:
    return {tuple(int(x == i) for x in range(given.T)): Fraction(1)}


def light_for_the_first(given: Answers, i: int) -> dict[Concept, Fraction]:
    """Answer with the first point half of the time if it is the target, and 2R times more rarely if not."""
    light = HALF if i == 0 else 1 / (2 * given.R)
    return {(1, *(0,) * (given.T - 1)): light, (1,) * given.T: 1 - light}


def failing(given: Answers) -> Answers:
    """Return the instance with beta how often the learner fails."""
    laws = [given.A(given, i) for i in range(given.T)]
    return given._replace(beta=max(sum((p for h, p in law.items() if 1 - h[i] > given.alpha), Fraction(0))
                                   for i, law in enumerate(laws)))


def answers() -> Iterator[Answers]:
    """Yield the best mechanisms for a weight, always light or half of the time, and exponential mechanisms."""
    found = [Answers(size, most, ratio**rows, best_light, heavy)
             for size, rows, most, ratio in (*INSTANCES, (8, 1, 3, Fraction(6, 5))) for heavy in (HALF, Fraction(0))]
    found += [Answers(size, most, Fraction(ratio), exponential)
              for size, most, ratio in product((2, 4, 8), (1, 2, 3), (Fraction(9, 4), 4, 9, 25)) if most < size]
    yield from (given for given in map(failing, found) if given.beta < HALF)


@proof("BBKN14-4.11", grade="exact",
       quantifier="the mechanism that attains the bound, light always and half of the time, on the ten instances and "
                  "(8,3,6/5); the exponential mechanism over T = 2, 4, 8 points, w = 1, 2, 3, R = 9/4, 4, 9, 25; beta "
                  "the exact failure, if that is below 1/2; all hypotheses, all pairs of databases",
       instances=answers, start=lambda: next(answers()),
       steps={"group": "{the largest P_i(h)} is at most {R times the least P_j(h)}",
              "share": "{(T - w)/(R w) times the sum of P_i(h), h(i) = 1,} is at most {the sum of P_j(h), h(j) = 0}",
              "light": "{sigma} is at most {c p}",
              "heavy": "{the mean of Pr[h(i) = 1]} is at most {1 - p + sigma}",
              "half": "{1 - p + c p} is at most {1/2 + c/2}",
              "success": "{1 - beta} is at most {the mean of Pr[h(i) = 1]}",
              "conclusion": "{(1 - 2 beta)(T - w)/(2 beta w)} is at most {R}"},
       hypotheses=(
           Hypothesis("A is epsilon-private", {"A": named, "beta": Fraction(1, 1000)},
                      ("group", "share", "light", "conclusion")),
           Hypothesis("the weight is at most w with probability at least 1/2", lambda: (
               failing(given._replace(heavy=3 * QUARTER)) for given in answers()), ("half", "conclusion")),
           Hypothesis("that is so on every distribution", lambda: (
               failing(given._replace(A=light_for_the_first)) for given in answers()), ("half", "conclusion")),
           Hypothesis("A fails with probability at most beta", {"beta": Fraction(1, 1000)},
                      ("success", "conclusion")),
           Hypothesis("alpha is less than 1", {"alpha": Fraction(1), "beta": Fraction(1, 1000)},
                      ("success", "conclusion")),
           Hypothesis("0 < beta < 1/2 and 1 <= w < 2^d", needless="for beta > 0 and w > 0 the bound is else "
                      "below 1; at beta = 0 or w = 0 there is no such learner")))
def few_samples_force_heavy_hypotheses(given: Answers, needed=half_covering_ratio) -> Iterator[Line]:
    T, w, R, points = given.T, given.w, given.R, range(given.T)
    laws = [given.A(given, i) for i in points]
    table = {h: [law.get(h, Fraction(0)) for law in laws] for h in dict.fromkeys(h for law in laws for h in law)}
    right = {h: sum((P[i] for i in points if h[i]), Fraction(0)) for h, P in table.items()}
    for h, P in table.items():
        yield Line("group", "<=", max(P), R * min(P), h)
    few = [h for h in table if sum(h) <= w]
    for h in few:
        if any(h):
            yield Line("share", "<=", Fraction(T - w) / (R * w) * right[h], sum(table[h]) - right[h], h)
    p, sigma = sum((sum(table[h]) for h in few), Fraction(0)) / T, sum((right[h] for h in few), Fraction(0)) / T
    c, mean = light_success(T, 1, w, R), sum(right.values(), Fraction(0)) / T
    yield Line("light", "<=", sigma, c * p)
    yield Line("heavy", "<=", mean, 1 - p + sigma)
    yield Line("half", "<=", 1 - p + c * p, (1 + c) / 2)
    yield Line("success", "<=", 1 - given.beta, mean)
    yield Line("conclusion", "<=", needed(T, w, given.beta), R)


def refutes_few_samples_force_heavy_hypotheses(given: Answers, step: str, case: Any, needed) -> bool:
    """Tell whether a line is false, database by database."""
    T, w, R, laws = given.T, given.w, given.R, [given.A(given, i) for i in range(given.T)]
    if step == "conclusion":
        return needed(T, w, given.beta) > R
    P = [law.get(case, Fraction(0)) for law in laws]
    if step == "group":
        return any(x > R * y for x in P for y in P)
    if step == "share":
        inside = sum(x for x, bit in zip(P, case, strict=True) if bit)
        return (T - w) * inside > R * w * (sum(P) - inside)
    cases = [(q, sum(h) <= w, h[i] == 1) for i, law in enumerate(laws) for h, q in law.items()]
    light, right = sum(q for q, few, _ in cases if few), sum(q for q, _, hit in cases if hit)
    both = sum(q for q, few, hit in cases if few and hit)
    return bool({"success": T * (1 - given.beta) > right, "half": 2 * light < T, "heavy": right > T - light + both,
                 "light": both * (w * R + T - w) > w * R * light}[step])


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
    (5, 1, 4), (5, 2, 4), (6, 2, 8), (6, 3, 2), (7, 2, 3), (4, 1, 2), (4, 2, 4), (5, 3, 3), (5, 2, 16)))


def worst_of(mechanism, size: int, rows: int, most: int) -> tuple[Fraction, Fraction, Fraction]:
    """Return the largest ratio of two databases on an outcome, the least success and the least chance to be light."""
    laws: list[dict[Any, Fraction]] = [mechanism(point_mass_database(i, rows)).exact() for i in range(size)]
    ratio = max(left[h] / right[h] for left in laws for right in laws for h in left)
    success = min(sum((p for h, p in law.items() if h[i]), Fraction(0)) for i, law in enumerate(laws))
    return ratio, success, min(sum((p for h, p in law.items() if sum(h) <= most), Fraction(0)) for law in laws)


@check("BBKN14-4.11", grade="certified",
       quantifier="all mechanisms, outputs all 2^T subsets, weight above w priced at 1 - wR/(wR + T - w) extra "
                  "failure; (T, w, R) = (5,1,4), (5,2,4), (6,2,8), (6,3,2), (7,2,3), (4,1,2), (4,2,4), (5,3,3), "
                  "(5,2,16); attained by the mechanism of the next check",
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
