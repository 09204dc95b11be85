"""KLMNS20, Section 2: advanced composition and what accountants say, beside the exact cost of composition."""

import math
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, log_bracket, round_up
from privlearn.mechanisms import advanced_composition, optimal_composition
from privlearn.mechanisms.composition import (advanced_beats_basic_from, composition_delta, drift_composition,
                                              renyi_composition, response_composition_delta)
from privlearn.papers.klmns20.composition import claim

claim("KLMNS20-2.adv", kind="theorem",
      title="k adaptive (epsilon, delta)-private answers are (epsilon sqrt(2k ln(1/delta')) + k epsilon (e^epsilon - "
            "1), k delta + delta')-private", uses=("KLMNS20-2.1",),
      note="Randomised response dominates every mechanism with its ratio, so its exact binomial sum covers all of "
           "them.",
      formulas=(advanced_composition, drift_composition))


def tenth(epsilon: Fraction) -> Fraction:
    """Return a short fraction just above ``e^epsilon``."""
    return round_up(exp_bracket(epsilon).upper, 24)


SMALL_ROWS = tuple((k, tenth(Fraction(e)), Fraction(1, 10**digits)) for k, e, digits in (
    (10, "1/10", 6), (100, "1/20", 6), (50, "1/5", 5), (50, "1", 5)))  # k, e^epsilon, delta'
LEAKY = ((1, Fraction(7, 10), Fraction(1, 10), Fraction(1, 100)),  # k, epsilon, delta', delta of each step
         (100, Fraction(1, 20), Fraction(1, 10**6), Fraction(1, 10**8)))


@check("KLMNS20-2.adv", grade="certified",
       quantifier="k = 1, 50, 2000, epsilon = 0.02, 0.7, 2.2, delta' = 1/10, 1e-6, 1e-60 without delta, and (1, 0.7, "
                  "0.1), (100, 0.05, 1e-6) with it: the delta of k randomised responses at either bound, divided by k "
                  "delta + delta'",
       says="{the exact delta / (k delta + delta')} is at most {1}")
@judged("<=")
def randomised_response_keeps_the_bound(totals=(advanced_composition, drift_composition)):
    for which, total in enumerate(totals):
        for k, e, slack, delta in (*((*case, 0) for case in total.instances()), *LEAKY):
            allowed = max(Fraction(0), total(k, e, slack).lower)
            yield (which, k, e, slack, delta), composition_delta(k, e, allowed, delta) / (k * delta + slack), 1

def refutes_randomised_response_keeps_the_bound(totals, which, k, e, slack, delta):
    total, c, lost = float(totals[which](k, e, slack).upper), math.log1p(math.exp(e)), 0.0
    for j in range(k + 1):  # true bits, of weight e^(e j) / (1 + e^e)^k
        weight = math.lgamma(k + 1) - math.lgamma(j + 1) - math.lgamma(k - j + 1) + e * j - c * k
        lost += max(0, -math.expm1(total - e * (2 * j - k))) * math.exp(weight) if e * (2 * j - k) > total else 0
    return lost * (1 - delta) ** k > (k * delta + slack) * (1 + 1e-6)


def grid_pairs(parts: int, outcomes: int, ratio: Fraction) -> list[tuple[dict[int, Fraction], dict[int, Fraction]]]:
    """Return all pairs of laws with weights in multiples of ``1/parts`` and within the ratio of each other."""
    laws = [dict(enumerate(Fraction(w, parts) for w in weights))
            for weights in product(range(parts + 1), repeat=outcomes) if sum(weights) == parts]
    return [(p, q) for p, q in product(laws, repeat=2)
            if all(p[o] <= ratio * q[o] and q[o] <= ratio * p[o] for o in p)]


def quarter_pairs(delta: Fraction) -> list[tuple[dict[int, Fraction], dict[int, Fraction]]]:
    """Return all pairs of laws in quarters on 4 outcomes that are (ln 2, delta)-close both ways, up to renaming."""
    laws = [weights for weights in product(range(5), repeat=4) if sum(weights) == 4]

    def close(p: tuple[int, ...], q: tuple[int, ...]) -> bool:
        return sum(max(0, a - 2 * b) for a, b in zip(p, q, strict=True)) <= 4 * delta

    pairs = {tuple(sorted(zip(p, q, strict=True))) for p, q in product(laws, repeat=2) if close(p, q) and close(q, p)}
    return [tuple({o: Fraction(pair[side], 4) for o, pair in enumerate(found)} for side in (0, 1))  # type: ignore[misc]
            for found in sorted(pairs)]


TOTALS = (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3), Fraction(4))
FAMILIES = {Fraction(0): grid_pairs(6, 2, Fraction(2)), Fraction(1, 4): quarter_pairs(Fraction(1, 4))}


@check("KLMNS20-2.adv", grade="exhaustive",
       quantifier="two adaptive steps, each any pair of laws of a bit with weights in multiples of 1/6 within the "
                  "ratio 2, or any (ln 2, 1/4)-close pair of laws in quarters on 4 outcomes; ratios 1, 3/2, 2, 3, 4: "
                  "the largest hockey stick is that of two responses",
       says="{the largest hockey stick of two adaptive steps} equals {the hockey stick of two responses}")
@sabotage("the cost of one response at the square root of the ratio",
          lambda k, c, ratio, delta: response_composition_delta(1, c, min(c, max(Fraction(1), ratio / c)), delta))
@sabotage("only one of the two steps may fail",
          lambda k, c, ratio, delta: 1 - (1 - delta) * (1 - response_composition_delta(k, c, ratio)))
@judged("==")
def adaptive_pairs_cost_what_two_responses_cost(total=response_composition_delta):
    for (delta, pairs), ratio in product(FAMILIES.items(), TOTALS):
        @cache
        def best(p: Fraction, q: Fraction, pairs=pairs, ratio: Fraction = ratio) -> tuple[Fraction, Any]:
            return max((sum((max(Fraction(0), p * a[o] - ratio * q * b[o]) for o in a), Fraction(0)),
                        (tuple(a.values()), tuple(b.values()))) for a, b in pairs)

        found = []
        for a, b in pairs:  # the second step may depend on the first answer: the best one after each
            later = [best(a[o], b[o]) for o in a]
            found.append((sum(value for value, _ in later), (tuple(a.values()), tuple(b.values())),
                          tuple(choice for _, choice in later)))
        value, first, second = max(found)
        yield (delta, ratio, first, second), value, total(2, Fraction(2), ratio, delta)

def refutes_adaptive_pairs_cost_what_two_responses_cost(total, witness):
    delta, ratio, (p, q), second = witness
    size = range(len(p))
    joint = [(p[i] * second[i][0][j], q[i] * second[i][1][j]) for i in size for j in size]
    most = sum(a for a, b in joint if a > ratio * b) - ratio * sum(b for a, b in joint if a > ratio * b)
    return most != total(2, Fraction(2), ratio, delta)


@check("KLMNS20-2.adv", grade="exact",
       quantifier="(k, epsilon, delta') = (10, 0.1, 1e-6), (100, 0.05, 1e-6), (50, 0.2, 1e-5), (50, 1, 1e-5): delta' "
                  "at the optimal ratio, more than delta' just below it",
       says="the hockey stick of k responses is delta' at the optimal ratio, and more just below it")
@sabotage("basic composition", lambda k, c, slack: c**k)
@judged("==")
def optimal_ratio_costs_exactly_the_slack(optimum=optimal_composition):
    for k, c, slack in SMALL_ROWS:
        ratio = optimum(k, c, slack)
        less = response_composition_delta(k, c, max(Fraction(1), ratio * (1 - Fraction(1, 2**30))))
        yield (k, c, slack), (response_composition_delta(k, c, ratio), less > slack), (slack, True)

def refutes_optimal_ratio_costs_exactly_the_slack(optimum, k, c, slack):
    ratio, p = optimum(k, c, slack), c / (1 + c)
    laws = [[comb(k, j) * x**j * (1 - x) ** (k - j) for j in range(k + 1)] for x in (p, 1 - p)]
    return sum(max(Fraction(0), a - ratio * b) for a, b in zip(*laws, strict=True)) != slack


CROSSINGS = tuple(product((Fraction(1, 20), Fraction(1, 10), Fraction(1, 5), Fraction(1, 2)),
                          (Fraction(1, 10**6), Fraction(1, 10**5))))


@check("KLMNS20-2.adv", grade="certified",
       quantifier="epsilon = 1/20, 1/10, 1/5, 1/2, delta' = 1e-6, 1e-5, k = 1, 10, 100, 250 and the three around the "
                  "crossing: the advanced bound is below k epsilon iff k > 2 ln(1/delta') / (2 - e^epsilon)^2 (so not "
                  "at k = 10, epsilon = 1/10)",
       says="the advanced bound is below k epsilon exactly if k > 2 ln(1/delta')/(2 - e^epsilon)^2")
@sabotage("from 2 ln(1/delta') steps on, whatever epsilon is",
          lambda e, slack: int((2 * log_bracket(1 / slack)).upper) + 1)
@judged("==")
def few_steps_are_cheaper_by_basic_composition(crossing=advanced_beats_basic_from):
    for e, slack in CROSSINGS:
        first = crossing(e, slack)
        for k in (1, 10, 100, 250, first - 1, first, first + 1):
            bound = advanced_composition(k, e, slack)
            yield (k, e, slack), (bound.upper < k * e, bound.lower > k * e), (k >= first, k < first)

def refutes_few_steps_are_cheaper_by_basic_composition(crossing, k, e, slack):
    growth = exp_bracket(e)  # is (2 - e^epsilon) sqrt(k) above sqrt(2 ln(1/delta')), that is 1/delta' below e^(...)?
    power = k * (2 - growth) * (2 - growth) / 2
    return (exp_bracket(power.lower).lower > 1 / slack) != (k >= crossing(e, slack))


LEAKS = tuple((k, Fraction(e, 12), total, delta) for k, e in ((0, 1), (1, 6), (2, 12), (7, 9), (40, 1))
              for total in (Fraction(0), Fraction(1, 4), Fraction(1), Fraction(2))
              for delta in (Fraction(0), Fraction(1, 100)))
FINE = Fraction(1, 2**70)


@check("KLMNS20-2.adv", grade="certified",
       quantifier="(k, epsilon) = (0, 1/12), (1, 1/2), (2, 1), (7, 3/4), (40, 1/12), judged at epsilon = 0, 1/4, 1, 2, "
                  "steps with delta = 0, 1/100: both ends within 2^-70 of the exact delta at ratios just beside",
       says="{the distance of either end from the exact delta at ratios just beside} is at most {2^(-70)}")
@sabotage("steps of twice the delta", lambda k, e, total, delta: composition_delta(k, e, total, 2 * delta))
@sabotage("one step fewer", lambda k, e, total, delta: composition_delta(max(k - 1, 0), e, total, delta))
@judged("<=")
def delta_of_an_irrational_ratio_is_bracketed(bracket=composition_delta):
    for k, e, total, delta in LEAKS:
        step, whole, found = exp_bracket(e, 128), exp_bracket(total, 128), bracket(k, e, total, delta)
        low = response_composition_delta(k, max(Fraction(1), step.lower), whole.upper, delta)
        high = response_composition_delta(k, step.upper, max(Fraction(1), whole.lower), delta)
        yield (k, e, total, delta), max(high - found.lower, found.upper - low), FINE

def refutes_delta_of_an_irrational_ratio_is_bracketed(bracket, witness):
    k, e, total, delta = witness
    found, told = bracket(*witness), exp_bracket(e, 160).lower
    gains = (comb(k, j) * told**j * (1 - exp_bracket(total - (2 * j - k) * e, 160).lower) for j in range(k + 1))
    leak = 1 - (1 - delta) ** k * (1 - sum(gain for gain in gains if gain > 0) / (1 + told) ** k)
    return max(leak - found.lower, found.upper - leak) > FINE / 2


ORDERS = ((1, Fraction(51, 50), Fraction(1, 10**6)), (1, Fraction(9), Fraction(1, 100), 2),
          (4, Fraction(3, 2), Fraction(1, 10**3), 12), (30, Fraction(11, 10), Fraction(1, 10**6), 16),
          (30, Fraction(2), Fraction(1, 10**6), 8))  # k, e^epsilon, delta', the largest order where it is not 64


def joint_renyi(steps: int, c: Fraction, slack: Fraction, order: int) -> Bracket:
    """Return the cost by one order, from the joint law of all responses."""
    laws = [(comb(steps, j) * c**j, comb(steps, j) * c ** (steps - j)) for j in range(steps + 1)]
    moment = sum(p * (p / q) ** (order - 1) for p, q in laws) / (1 + c) ** steps
    return log_bracket(moment / slack, 128) / (order - 1)


@check("KLMNS20-2.adv", grade="certified",
       quantifier="(k, e^epsilon, delta', orders) = (1, 51/50, 1e-6, 2..64), (1, 9, 1/100, 2), (4, 3/2, 1e-3, 2..12), "
                  "(30, 11/10, 1e-6, 2..16), (30, 2, 1e-6, 2..8): both ends within 2^-70 of what the joint law of all "
                  "responses has at the best order, and the exact optimum is at most that",
       says="Renyi accounting gives the best order's cost of the joint law, and never less than the exact optimum")
@sabotage("the largest order is left out",
          lambda k, c, slack, most=64: renyi_composition(k, c, slack, max(most - 1, 2)))
@sabotage("delta' for next to nothing", lambda k, c, slack, most=64: renyi_composition(k, c, Fraction(99, 100), most))
@judged("<=")
def renyi_accounting_is_that_of_the_joint_law(accountant=renyi_composition):
    for case in ORDERS:
        best, found = [joint_renyi(*case[:3], a) for a in range(2, (*case, 64)[3] + 1)], accountant(*case)
        yield (*case, "above"), found.upper, min(cost.lower for cost in best) + FINE
        yield (*case, "below"), min(cost.upper for cost in best) - FINE, found.lower
        yield (*case, "exact"), optimal_composition(*case[:3]), exp_bracket(found.upper).lower

def refutes_renyi_accounting_is_that_of_the_joint_law(accountant, witness):
    *case, side = witness
    (k, c, slack), most, found = case[:3], (*case, 64)[3], accountant(*case)
    if side == "exact":
        return response_composition_delta(k, c, max(Fraction(1), exp_bracket(found.upper).upper)) > slack
    value, p = found.upper - FINE / 2 if side == "above" else found.lower + FINE / 2, c / (1 + c)
    moments = [(a, (p**a * (1 - p) ** (1 - a) + (1 - p) ** a * p ** (1 - a)) ** k / slack) for a in range(2, most + 1)]
    above = [exp_bracket((a - 1) * value, 128).lower > moment for a, moment in moments]
    return any(above) if side == "above" else not any(above)


def accountant_epsilon(steps: int, exp_epsilon: Fraction, delta_slack: Fraction) -> float:
    """Return what Google's privacy loss accountant says of k randomised responses (its estimate from above)."""
    from dp_accounting.pld import common, privacy_loss_distribution as losses

    epsilon = math.log(exp_epsilon)  # losses are multiples of epsilon: a grid that contains them loses nothing
    one = losses.from_privacy_parameters(common.DifferentialPrivacyParameters(epsilon, 0.0),
                                         value_discretization_interval=epsilon / 8)
    return float(one.self_compose(steps).get_epsilon_for_delta(float(delta_slack)))


@check("KLMNS20-2.adv", grade="numeric",
       quantifier="(k, epsilon, delta') = (10, 0.1, 1e-6), (100, 0.05, 1e-6), (50, 0.2, 1e-5), (50, 1, 1e-5): the "
                  "epsilon of Google's dp-accounting library is ours within 1e-6",
       says="{the difference from the accountant's epsilon} is at most {10^(-6)}",
       reason="The other library computes in floating point (a discretised privacy loss distribution).")
@sabotage("one step fewer", lambda k, c, slack: optimal_composition(k - 1, c, slack))
def an_established_accountant_agrees(optimum=optimal_composition) -> Verdict:
    return judge("<=", ((row, abs(accountant_epsilon(*row) - math.log(optimum(*row))), 1e-6) for row in SMALL_ROWS))

def refutes_an_established_accountant_agrees(optimum, witness):
    k, c, slack = witness
    near = exp_bracket(Fraction(1, 10**6)).lower
    below, above = (response_composition_delta(k, c, max(Fraction(1), optimum(*witness) * x)) for x in (1 / near, near))
    return not above <= slack <= below
