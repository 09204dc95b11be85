"""KLMNS20, Section 4: HeavyPaths once more, step by step on binary words, and the tails of its noises."""

from fractions import Fraction
from typing import Any

from privlearn.exact import Bracket, as_fraction, exp_bracket, log_bracket
from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters
from privlearn.papers.klmns20.heavy_paths.instances import (Points, level_up_by_definition,
                                                            one_random_path_by_definition, plus)
from privlearn.papers.klmns20.stopping_point.instances import by_hand

GOAL: dict[str, Any] = {"epsilon": Fraction(1), "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}


def heavy_paths_by_definition(s: Points, bits: int, t: HeavyPathsParameters) -> tuple[dict[Any, Fraction], ...]:
    """Return the laws of the answer for k = 1, ..., N, step by step on words."""
    chain, sizes = [s], [bits]
    for _ in range(t.levels - 1):
        kept = sorted(chain[-1])[t.trim:max(t.trim, len(chain[-1]) - t.trim)]
        chain.append(tuple(by_hand(kept, sizes[-1], t.stop)[0]))
        sizes.append(sizes[-1].bit_length())
    laws = []
    for k in range(1, t.levels + 1):
        law = one_random_path_by_definition(chain[k - 1], sizes[k - 1], t)
        for i in range(k - 2, -1, -1):
            below, law = law, {}
            for y, mass in below.items():
                plus(law, level_up_by_definition(chain[i], sizes[i], y, t), mass)
        laws.append(law)
    return tuple(laws)


def power(base, exponent: int) -> Bracket:
    """Bracket base^-exponent."""
    return exp_bracket(-(exponent * log_bracket(as_fraction(base), 128)), 128)


def late_tail(first, second, least: int) -> Bracket:
    """Bracket Pr[rho - nu >= least] for least >= 1, by partial fractions."""
    a, b = 1 / as_fraction(first), 1 / as_fraction(second)
    if a == b:
        return (1 - a) / (1 + a) ** 2 * (least + (1 + a * a) / (1 - a * a) + a / (1 - a)) * power(first, least)
    scale = (1 - b) ** 2 / ((1 - a * b) * (a - b)) * a / (1 + a)
    other = (1 - a) ** 2 / ((1 - a * b) * (b - a)) * b / (1 + b)
    return scale * power(first, least) + other * power(second, least)
