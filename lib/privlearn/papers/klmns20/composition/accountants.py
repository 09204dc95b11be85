"""KLMNS20, Section 2: what accountants say of the cost of composition, beside its exact value."""

import math
from fractions import Fraction
from math import comb

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.mechanisms import optimal_composition
from privlearn.mechanisms.composition import renyi_composition, response_composition_delta
from privlearn.papers.klmns20.composition.advanced_composition import FINE, SMALL_ROWS

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
