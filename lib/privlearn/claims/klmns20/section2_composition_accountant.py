"""KLMNS20, Section 2: the exact cost of composition beside an established accountant, Google's dp-accounting."""

from __future__ import annotations

import math
from fractions import Fraction

from privlearn.claims.klmns20.section2_composition import SMALL_ROWS
from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact import exp_bracket
from privlearn.mechanisms import optimal_composition, response_composition_delta


def accountant_epsilon(steps: int, exp_epsilon: Fraction, delta_slack: Fraction) -> float:
    """Return what Google's privacy loss accountant says of k randomised responses (its estimate from above)."""
    from dp_accounting.pld import common
    from dp_accounting.pld import privacy_loss_distribution as losses

    epsilon = math.log(exp_epsilon)  # losses are multiples of epsilon: a grid that contains them loses nothing
    one = losses.from_privacy_parameters(common.DifferentialPrivacyParameters(epsilon, 0.0),
                                         value_discretization_interval=epsilon / 8)
    return float(one.self_compose(steps).get_epsilon_for_delta(float(delta_slack)))


@check("KLMNS20-2.adv", grade="numeric",
       quantifier="(k, epsilon, delta') = (10, 0.1, 1e-6), (100, 0.05, 1e-6), (50, 0.2, 1e-5), (50, 1, 1e-5): the "
                  "epsilon of Google's dp-accounting library is ours within 1e-6",
       reason="The other library computes in floating point (a discretised privacy loss distribution).",
       fingerprint=lambda optimum: [optimum(*row) for row in SMALL_ROWS])
def an_established_accountant_agrees(optimum=optimal_composition) -> Verdict:
    return judge("<=", ((row, abs(accountant_epsilon(*row) - math.log(optimum(*row))), 1e-6) for row in SMALL_ROWS))


@an_established_accountant_agrees.verifier
def _(optimum, witness):
    k, c, slack = witness
    near = exp_bracket(Fraction(1, 10**6)).lower
    below, above = (response_composition_delta(k, c, max(Fraction(1), optimum(*witness) * x)) for x in (1 / near, near))
    return not above <= slack <= below

an_established_accountant_agrees.sabotage("one step fewer", lambda k, c, slack: optimal_composition(k - 1, c, slack))
