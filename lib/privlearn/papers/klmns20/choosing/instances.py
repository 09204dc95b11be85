"""KLMNS20, Section 2.1: scores, hockey sticks, and version (a) of the choosing mechanism by its definition."""

from fractions import Fraction
from functools import cache
from math import floor
from typing import Any

from privlearn.exact import Bracket, log_bracket
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.interior_point import interior_score


def excess(left: dict[Any, Any], right: dict[Any, Any], ratio):
    """Return the hockey stick of two tables of internal weights, for a ratio in the same field."""
    gains = (mass - ratio * right[x] if x in right else mass for x, mass in left.items())
    return sum(gain for gain in gains if gain > 0)


def interior_scores(database: tuple[int, ...], size: int) -> dict[int, int]:
    """Return the interior point scores of all points of ``0..size-1``."""
    return {x: interior_score(x, database) for x in range(size)}


SETTINGS = tuple((Fraction(e), Fraction(d), Fraction(b)) for e, d, b in (
    ("1", "0.01", "0.1"), ("2", "0.01", "0.1"), ("1/2", "0.01", "0.1"), ("2", "1e-6", "0.1"), ("2", "0.01", "1e-6"),
    ("2", "0.9", "0.9")))  # epsilon, delta, beta
SETTINGS_TEXT = ("(epsilon, delta, beta) = (1, 0.01, 0.1), (2, 0.01, 0.1), (0.5, 0.01, 0.1), (2, 10^-6, 0.1), "
                 "(2, 0.01, 10^-6), (2, 0.9, 0.9)")


def beyond(setting: tuple[Fraction, Fraction, Fraction], growth: int = 1) -> int:
    """Return a score a little above the threshold of version (a)."""
    e, d, b = setting
    return floor((8 * log_bracket(4 * growth / (b * e * d)) / e).upper) + 7


@cache
def answer_by_definition(best: int, epsilon: Fraction, delta: Fraction, beta: Fraction, growth: int = 1) -> Bracket:
    """Bracket ``Pr[best + Laplace(4/epsilon) >= T]`` from the distribution function, in ball arithmetic."""

    def probability():
        limit = 8 / ball(epsilon) * ball(4 * growth / (beta * epsilon * delta)).log()
        distance = (best - limit) * ball(epsilon) / 4
        return 1 - (-distance).exp() / 2 if distance > 0 else distance.exp() / 2

    return bracket_of(probability)
