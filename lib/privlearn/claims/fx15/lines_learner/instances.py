"""The page lines-learner: votes and rows, block counts of the conference version, a test that lacks the 1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.exact import log_bracket
from privlearn.learners.lines import release_probability

Votes = dict[int, int]


def as_votes(vector: Sequence[int]) -> Votes:
    """Return a vote vector as a mapping; hypothesis 0, first in every tie, plays the zero function."""
    return dict(enumerate(vector))


def all_rows(p: int, draws: int) -> Iterator[tuple[Any, ...]]:
    """Yield all databases of ``draws`` rows ``(x, y, label)``."""
    return product(product(range(p), range(p), (0, 1)), repeat=draws)


def broken_release_without_one(changes: int, exp_epsilon: Any, beta: Any) -> Fraction:
    """Compare with ``ln(1/(2 beta))/alpha``, without the 1: c passes as c + 1 should."""
    return release_probability(changes + 1, exp_epsilon, beta)


def conference_blocks(delta: Any, alpha: Any, beta: Any) -> int:
    """Return ``ell`` as FX14 prints it: ``ceil(max(12/alpha ln(1/(beta delta)) + 13, 72 ln(4/beta)))``."""
    ends = (12 / alpha * log_bracket(1 / (beta * delta)) + 13, 72 * log_bracket(4 / beta))
    return max(int(-(-end.upper // 1)) for end in ends)
