"""KLMNS20, Section 3.1: the steps in the proof of the class view's rate keep epsilon and delta, with few rows."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import ceil, exp, log, sqrt
from typing import NamedTuple

import privlearn.papers.klmns20.tree_log_privacy.class_view  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import exp_bracket, log_bracket
from privlearn.learners.interior_point.tree_log import TreeLogParameters, view_renyi
from privlearn.learners.interior_point.tree_log.failure import tree_log_failure_bracket
from privlearn.learners.interior_point.tree_log.privacy import removed_mass
from privlearn.papers.klmns20.tree_log_privacy.instances import one

WISHES = ((Fraction(1), Fraction(1, 2), Fraction(9, 10)), (Fraction(1), Fraction(1, 10**6), Fraction(1, 10)),
          (Fraction(1, 10), Fraction(1, 10**12), Fraction(1, 100)))  # epsilon, delta, beta
DEPTHS = (1, 2, 8, 64)
BITS = 4  # five values at the base of one level, and fewer below more levels


class Steps(NamedTuple):
    """The parameters of the proof, the order of the divergence, and the rows."""

    parameters: TreeLogParameters
    order: Fraction
    rows: int


def steps(levels: int, epsilon: Fraction, delta: Fraction, beta: Fraction) -> Steps:
    """Return equal steps with ``e^epsilon_0 = 1 + x`` as in the proof, x rounded down by 2^-24 of it."""
    spread = log_bracket(4 / delta).upper
    finest = min(float(epsilon) / (3 * sqrt(spread * levels)), float(epsilon / (4 * spread)))
    base = 1 + Fraction(int(finest * (1 - 2.0**-24) * 2**40), 2**40)

    def needed(odds: Fraction) -> int:
        return ceil(log_bracket(odds).upper / log_bracket(base).lower)

    threshold, trim = 1 + needed(8 * levels / delta), needed(9 * levels / beta)
    stop, left = threshold - 1 + needed(3 * levels / beta), 1 + 2 * needed(15 / beta)
    return Steps(one(base, base, threshold, base, trim, stop, base, levels=levels), 1 + 2 * spread / epsilon,
                 levels * (2 * trim + stop) + left)


def changed(factor: Fraction = Fraction(1), share: int = 1) -> Callable[..., Steps]:
    """Return the steps with a multiple of x, stopping weight and threshold divided by a number."""
    def made(levels: int, *wish: Fraction) -> Steps:
        right = steps(levels, *wish)
        level, base = right.parameters.levels[0], 1 + factor * (Fraction(right.parameters.exp_base) - 1)
        return right._replace(parameters=one(base, base, int(level.threshold) // share, base, level.trim,
                                             level.stop // share, base, levels=levels))

    return made


@check("KLMNS20-3.6.view", grade="certified",
       quantifier="N = 1, 2, 8, 64; (epsilon, delta, beta) = (1, 1/2, 9/10), (1, 10^-6, 1/10), (1/10, 10^-12, 1/100); "
                  "at most 5 values at the base; both directions, rows at most 20 times the formula",
       says="the steps of the proof have half of epsilon as divergence, and keep delta, beta and the order of rows")
@sabotage("steps half as large again", changed(factor=Fraction(3, 2)))
@sabotage("half of the stopping weight and of the threshold", changed(share=2))
@sabotage("half of the rows", lambda *wish: steps(*wish)._replace(rows=steps(*wish).rows // 2))
@judged("<=")
def steps_of_the_proof_keep_the_rate(make=steps):
    for levels, wish in product(DEPTHS, WISHES):
        (epsilon, delta, beta), (parameters, order, rows) = wish, make(levels, *wish)
        missed = exp_bracket((order - 1) * (epsilon / 2 - epsilon)) + exp_bracket(epsilon) * removed_mass(parameters)
        spread = float(log_bracket(4 / delta).lower)
        formula = levels / float(epsilon) * (sqrt(levels * spread) + spread) * log(4 * levels / (beta * delta))
        for name, left, right in (
                ("forward", view_renyi(parameters, order, reverse=True), epsilon / 2),
                ("backward", view_renyi(parameters, order), epsilon / 2), ("delta", missed, delta),
                ("failure", tree_log_failure_bracket(BITS, rows, parameters), beta), ("rows", rows, int(20 * formula))):
            yield (levels, wish, name), left, right

def refutes_steps_of_the_proof_keep_the_rate(make, levels, wish, name):
    (epsilon, delta, beta), (parameters, order, rows) = map(float, wish), make(levels, *wish)
    level, a, c = parameters.levels[0], float(order), float(parameters.exp_base)
    fixed = (2 * levels + 1) * a * log(c) ** 2 / 8
    left, step = rows - levels * (2 * level.trim + level.stop), log(c)
    clocks = {"forward": (a * log(c) - log(c * a + 1 - a)) / (a - 1),
              "backward": (-(a - 1) * log(c) - log(max(1 - (a - 1) * (c - 1), 1e-300))) / (a - 1)}
    if name in clocks:
        return fixed + levels * clocks[name] > epsilon / 2
    if name == "delta":
        new = 1 / (1 + exp(step * level.stop)) + 1 / (1 + exp(step * (int(level.threshold) - 1)))
        return exp(-(a - 1) * epsilon / 2) + exp(epsilon) * levels * new > delta
    return name == "failure" and (left < 2 or 5 / (5 + 2 * exp(step * (left // 2))) + levels * (
        3 / (3 + exp(step * (level.trim + 1))) + 1 / (1 + exp(step * (level.stop + 1 - int(level.threshold))))) > beta)
