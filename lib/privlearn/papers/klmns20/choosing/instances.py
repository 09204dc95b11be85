"""KLMNS20, Section 2.1: scores and settings, and the largest hockey sticks over neighbouring count vectors."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import floor
from operator import add
from typing import Any

from privlearn.exact import Bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.intervals import Ball, ball, ball_bracket, bracket_of
from privlearn.learners.interior_point import interior_score


def excess(left: dict[Any, Any], right: dict[Any, Any], ratio):
    """Return the hockey stick of two tables of internal weights, for a ratio in the same field."""
    gains = (mass - ratio * right[x] if x in right else mass for x, mass in left.items())
    return sum(gain for gain in gains if gain > 0)


def interior_scores(database: tuple[int, ...], size: int) -> dict[int, int]:
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


def far_best(error, e: Fraction, d: Fraction, b: Fraction, k: int, crowd: int) -> tuple[int, int]:
    """Return the least best score from which the others are further than the error, and the rows.

    A row raises up to k scores.
    """
    second = min(crowd, 1)
    best, before, rows = second + 1, 0, 1
    while best > before:  # the error grows with the logarithm of the rows only
        rows = max(best, -(-(best + crowd) // k))
        before, best = best, max(best, second + floor(as_bracket(error(e, d, b, rows, k)).upper) + 1)
    return best, rows


def bad_answer(best: int, e: Fraction, d: Fraction, b: Fraction, k: int, crowd: int) -> Bracket:
    """Bracket ``Pr[no answer, or one of the crowd]``, from the two steps of the mechanism."""

    def probability():
        above = (best - 8 / ball(e) * ball(4 * k / (b * e * d)).log()) * ball(e) / 4
        none = (-above).exp() / 2 if above > 0 else 1 - above.exp() / 2
        others = crowd * (ball(e) * (1 - best) / 4).exp()
        return (none + others) / (1 + others)

    return bracket_of(probability)


Setting = tuple[Fraction, Fraction, Fraction]


@dataclass(frozen=True)
class Found:
    """The largest hockey stick at e^epsilon over all neighbouring count vectors, where, and over how many pairs."""

    delta: Bracket
    witness: tuple[tuple[int, ...], tuple[int, ...], bool]
    pairs: int


def answer_balls(setting: Setting, odds: Fraction | Bracket, most: int) -> tuple[list[Any], list[Any]]:
    """Return balls around ``e^{epsilon q / 4}`` and ``Pr[q + noise >= T]`` for ``q = 0..most``."""
    powers = [(ball(setting[0]) * q / 4).exp() for q in range(most + 1)]
    ratios = [power / (ball(odds.lower, odds.upper) if isinstance(odds, Bracket) else ball(odds)) for power in powers]
    return powers, [ratio / 2 if ratio <= 1 else 1 - 1 / (2 * ratio) for ratio in ratios]


def law_in_balls(counts: tuple[int, ...], powers: list[Any], answer: list[Any]) -> list[Any]:
    """Return the probabilities of no answer and of every solution."""
    if not max(counts):
        return [ball(1), *(ball(0) for _ in counts)]
    best, weights = answer[max(counts)], [powers[q] if q else ball(0) for q in counts]
    share = best / sum(weights)
    return [1 - best, *(share * w for w in weights)]


def neighbours(most: int, size: int, growth: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield count vectors in order with 1 to ``growth`` of their counts up by 1 (equal vectors once)."""
    raises = [tuple(int(k in raised) for k in range(size))
              for number in range(1, growth + 1) for raised in combinations(range(size), number)]
    for counts in combinations_with_replacement(range(most + 1), size):
        for raised in raises:
            larger = tuple(map(add, counts, raised))
            if larger[-1] <= most and list(larger) == sorted(larger):  # in order: of equal counts the last are up
                yield counts, larger


@cache
def largest_excess_in_balls(setting: Setting, odds: Fraction | Bracket, size: int, growth: int) -> Found:
    """Return the largest hockey stick of version (a) over all neighbouring vectors of ``size`` counts."""
    most = beyond(setting, growth)
    powers, answer = answer_balls(setting, odds, most)
    ratio, zero, worst, pairs = ball(setting[0]).exp(), ball(0), ball(-1), 0

    @cache
    def law(counts: tuple[int, ...]) -> tuple[list[Ball], list[Ball]]:
        """Return the law, and the law times e^epsilon."""
        shares = law_in_balls(counts, powers, answer)
        return shares, [ratio * p for p in shares]

    witness: Any = None
    for small, large in neighbours(most, size, growth):
        laws = law(small), law(large)
        for back in (False, True):
            (left, _), (_, right) = laws[back], laws[not back]
            total = sum((p - q).max(zero) for p, q in zip(left, right, strict=True))
            pairs += 1
            if witness is None or total > worst:
                witness = (small, large, back)
            worst = worst.max(total)
    return Found(ball_bracket(worst), witness, pairs)


RATIOS = (Fraction(3, 2), Fraction(2), Fraction(4))
