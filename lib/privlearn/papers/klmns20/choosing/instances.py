"""KLMNS20, Section 2.1: scores, hockey sticks, and version (a) of the choosing mechanism by its definition."""

from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.exact import Bracket
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.interior_point import interior_score


def excess(left: dict[Any, Any], right: dict[Any, Any], ratio):
    """Return the hockey stick of two tables of internal weights, for a ratio in the same field."""
    gains = (mass - ratio * right[x] if x in right else mass for x, mass in left.items())
    return sum(gain for gain in gains if gain > 0)


def interior_scores(database: tuple[int, ...], size: int) -> dict[int, int]:
    """Return the interior point scores of all points of ``0..size-1``."""
    return {x: interior_score(x, database) for x in range(size)}


SETTINGS = ((Fraction(1), Fraction(1, 100), Fraction(1, 10)), (Fraction(2), Fraction(1, 100), Fraction(1, 10)),
            (Fraction(1, 2), Fraction(1, 100), Fraction(1, 10)))  # epsilon, delta, beta
BEYOND = {Fraction(1): 73, Fraction(2): 37, Fraction(1, 2): 150}  # a little above the threshold of each setting


@cache
def answer_by_definition(best: int, epsilon: Fraction, delta: Fraction, beta: Fraction, growth: int = 1) -> Bracket:
    """Bracket ``Pr[best + Laplace(4/epsilon) >= T]`` from the distribution function, in ball arithmetic."""

    def probability():
        limit = 8 / ball(epsilon) * ball(4 * growth / (beta * epsilon * delta)).log()
        distance = (best - limit) * ball(epsilon) / 4
        return 1 - (-distance).exp() / 2 if distance > 0 else distance.exp() / 2

    return bracket_of(probability)
