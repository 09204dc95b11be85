"""The page lines-learner: votes and rows, block counts of the conference version, a test that lacks the 1."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.exact import log_bracket
from privlearn.learners.lines import release_probability

Votes = dict[int, int]
UNITS = tuple(Fraction(k, 100) for k in (1, 5, 10, 25, 40, 49))


def as_votes(vector: Sequence[int]) -> Votes:
    """Return a vote vector as a mapping; hypothesis 0, first in every tie, plays the zero function."""
    return dict(enumerate(vector))


def all_rows(p: int, draws: int) -> Iterator[tuple[Any, ...]]:
    """Yield all databases of ``draws`` rows ``(x, y, label)``."""
    return product(product(range(p), range(p), (0, 1)), repeat=draws)


def broken_release_without_one(changes: int, exp_epsilon, delta) -> Fraction:
    """Compare with ``ln(1/(2 delta))/epsilon``, without the 1: c passes as c + 1 should."""
    return release_probability(changes + 1, exp_epsilon, delta)


def conference_blocks(beta, epsilon, delta) -> int:
    """Return ``ell`` as FX14 prints it: ``ceil(max(12/epsilon ln(1/(delta beta)) + 13, 72 ln(4/delta)))``."""
    ends = (12 / epsilon * log_bracket(1 / (delta * beta)) + 13, 72 * log_bracket(4 / delta))
    return max(int(-(-end.upper // 1)) for end in ends)


def too_few_votes_are_likely(blocks: Callable[..., int], case: tuple[Fraction, ...]) -> bool:
    """Return whether ``Pr[Bin(ell, 2/3) < 7 ell / 12]`` exceeds a quarter of the failure allowed (for verifiers)."""
    ell, term, total = blocks(*case), 1, 0
    for k in range(ell + 1):  # C(ell, k) 2^k by recursion, in integers
        total += term if 12 * k < 7 * ell else 0
        term = term * 2 * (ell - k) // (k + 1)
    return 4 * total > case[0] * 3**ell
