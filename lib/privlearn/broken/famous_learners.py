"""Famous mistakes of private learners, and learners that are private because they learn nothing."""

from collections.abc import Hashable
from fractions import Fraction
from typing import Any

from privlearn.concepts import ConceptClass
from privlearn.exact import as_exp_epsilon
from privlearn.exact.rationals import Number
from privlearn.laws import Law, proportional, pure, uniform
from privlearn.learning.labelled import errors
from privlearn.mechanisms import Promise, PromisedMechanism, from_scores, replace_one


def broken_exponential_without_factor_two(hypotheses: ConceptClass, exp_epsilon: Number) -> PromisedMechanism:
    """Weigh a hypothesis by ``e^{-epsilon errors}``: the normaliser moves too, so half the exponent must do."""
    ratio, rows = as_exp_epsilon(exp_epsilon), hypotheses.rows()

    def law(database: Any) -> Law:
        return from_scores({h: -errors(row, database) for h, row in enumerate(rows)}, ratio)

    return PromisedMechanism(law, Promise(ratio, replace_one), "exponential mechanism without the 2")


def broken_empirical_risk_minimiser(hypotheses: ConceptClass, exp_epsilon: Number) -> PromisedMechanism:
    """Return a uniformly random hypothesis among those with the fewest errors: random, but not private."""
    rows = hypotheses.rows()

    def law(database: Any) -> Law:
        wrong = [errors(row, database) for row in rows]
        return uniform(h for h, count in enumerate(wrong) if count == min(wrong))

    return PromisedMechanism(law, Promise(as_exp_epsilon(exp_epsilon), replace_one), "random ties only")


def broken_median_among_own_points(exp_epsilon: Number) -> PromisedMechanism:
    """Choose a private median, but only among the rows of the database: whatever is published was somebody's row."""
    ratio = as_exp_epsilon(exp_epsilon)

    def law(database: Any) -> Law:
        depth = {x: min(sum(y <= x for y in database), sum(y >= x for y in database)) for x in database}
        return proportional({x: ratio ** value for x, value in depth.items()})

    return PromisedMechanism(law, Promise(ratio**2, replace_one), "median among the sample's own points")


def useless_constant(answer: Hashable) -> PromisedMechanism:
    """Always give the same answer: perfectly private, and no learner."""
    return PromisedMechanism(lambda database: pure(answer), Promise(Fraction(1), replace_one), "always the same answer")


def useless_error() -> PromisedMechanism:
    """Always fail with an error (the outcome ``None``): perfectly private, and no learner."""
    return useless_constant(None)


def private_median(points: int, exp_epsilon: Number) -> PromisedMechanism:
    """Control: the same median among *all* points of the domain ``0..points-1``."""
    ratio = as_exp_epsilon(exp_epsilon)

    def law(database: Any) -> Law:
        depth = {x: min(sum(y <= x for y in database), sum(y >= x for y in database)) for x in range(points)}
        return proportional({x: ratio**value for x, value in depth.items()})

    return PromisedMechanism(law, Promise(ratio**2, replace_one), "median among all points")
