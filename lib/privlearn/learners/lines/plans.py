"""Plans of the stability learner: block sizes, number of blocks, test; as printed, repaired, and for a given sample.

Definitions
-----------
A *plan* lists the block sizes t, one of which is drawn uniformly, the number ``blocks`` of blocks (the papers' ell),
and the two numbers of the test, ``exp_epsilon = e^alpha`` and ``beta``.  It needs ``rows = max(block_sizes) * blocks``
rows whatever t is drawn: the size of a database is public and must not depend on the learner's coins.

The papers' block sizes are ``2^k`` for the integers k in a window that begins at ``L = log2(ln(3/2)/epsilon)`` and is
``6/delta`` long; their ell is :func:`printed_blocks`.  A window of ``ceil(16/delta)`` consecutive integers repairs a
miscount in the proof.  All logarithms are decided by brackets.

>>> plan = printed_plan(Fraction(1, 20), Fraction(1, 4), Fraction(2, 5), Fraction(1, 100))
>>> plan.block_sizes[0], plan.block_sizes[-1] == 2**27, plan.blocks
(16, True, 214)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from flint import arb

from privlearn.exact import Bracket, Undecided, as_fraction, as_integer, log_bracket
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number
from privlearn.learners.lines.release import as_release_ratio, as_test_beta, ratio_for


def amplified_rows_constant(window: int) -> int:
    """A number c with ``rows <= c ln(1/beta) / alpha`` for all alpha, beta below 1/2.

    Eight runs, blocks of at most ``2^(2 + 4 window)`` rows, since ``4 < 16 ln(3/2) < 8``, at most
    ``145 ln(1/beta)/alpha`` blocks, and ``448/alpha <= 647 ln(1/beta)/alpha`` rows for the selection.
    """
    return 8 * 145 * 2 ** (2 + 4 * window) + 647


PRINTED_WINDOW, REPAIRED_WINDOW = 6, 16


@dataclass(frozen=True)
class StabilityPlan:
    """How many rows the overall learner takes, how it cuts them, and how it tests.

    Attributes
    ----------
    block_sizes : tuple of int
        The sizes t, each as likely as the others.
    blocks : int
    exp_epsilon : Fraction
        ``e^alpha``, above 1.
    beta : Fraction
        In (0, 1/2).

    Notes
    -----
    Guarantee: the overall learner is ``(ln exp_epsilon, beta)``-private under replace-one for every plan.
    """

    block_sizes: tuple[int, ...]
    blocks: int
    exp_epsilon: Fraction
    beta: Fraction

    def __post_init__(self) -> None:
        sizes = tuple(as_integer(t, "block size", least=1) for t in self.block_sizes)
        if not sizes or len(set(sizes)) != len(sizes):
            raise ValueError(f"block_sizes must be distinct and at least one, got {self.block_sizes!r}")
        object.__setattr__(self, "block_sizes", sizes)
        object.__setattr__(self, "blocks", as_integer(self.blocks, "blocks", least=1))
        object.__setattr__(self, "exp_epsilon", as_release_ratio(self.exp_epsilon))
        object.__setattr__(self, "beta", as_test_beta(self.beta))

    @property
    def rows(self) -> int:
        """The rows it needs, whatever block size is drawn."""
        return max(self.block_sizes) * self.blocks


def as_half(value: Number, name: str) -> Fraction:
    """Return a parameter as a ``Fraction`` strictly between 0 and 1/2, else raise a ``ValueError``."""
    fraction = as_fraction(value, name)
    if not 0 < fraction < Fraction(1, 2):
        raise ValueError(f"{name} must lie strictly between 0 and 1/2, got {fraction}")
    return fraction


@lru_cache(maxsize=256)
def window_start(epsilon: Number) -> Bracket:
    """Bracket ``L = log2(ln(3/2) / epsilon)``, where the window begins."""
    e = as_half(epsilon, "epsilon")
    return bracket_of(lambda: (ball(Fraction(3, 2)).log() / ball(e)).log() / ball(2).log(), 256)


def _whole(found: Bracket, up: bool) -> int:
    """Return the floor or the ceiling of a bracketed number that is no integer."""
    low, high = (-((-end) // 1) if up else end // 1 for end in (found.lower, found.upper))
    if low != high:
        raise Undecided(f"cannot round {found}: ask for more bits")
    return low


def window_scales(epsilon: Number, delta: Number, window: Number = PRINTED_WINDOW) -> range:
    """Return the integers k with ``L <= k <= L + window/delta``.

    L is no integer for rational epsilon (2^L is transcendental), so their number is ``window/delta`` if that is an
    integer, else its floor or its ceiling.

    Examples
    --------
    >>> window_scales(Fraction(1, 20), Fraction(1, 4))
    range(4, 28)
    """
    start, length = window_start(epsilon), as_fraction(window, "window") / as_half(delta, "delta")
    return range(_whole(start, up=True), _whole(start + length, up=False) + 1)


def consecutive_scales(epsilon: Number, count: int) -> range:
    """Return the first ``count`` integers k with ``k >= L``."""
    first = _whole(window_start(epsilon), up=True)
    return range(first, first + as_integer(count, "count", least=1))


@lru_cache(maxsize=256)
def printed_blocks(delta: Number, alpha: Number, beta: Number) -> int:
    """Return ``ell = ceil(max(12/alpha ln(2/(beta delta)) + 13, 72 ln(4/delta)))``.

    Examples
    --------
    >>> printed_blocks(Fraction(1, 4), Fraction(2, 5), Fraction(1, 100))
    214
    """
    d, a, b = as_half(delta, "delta"), as_half(alpha, "alpha"), as_half(beta, "beta")
    return max(_whole(12 / a * log_bracket(2 / (b * d), 128) + 13, up=True),
               _whole(72 * log_bracket(4 / d, 128), up=True))


def printed_line_plan(epsilon: Number, delta: Number, alpha: Number, beta: Number,
                 window: Number = PRINTED_WINDOW) -> StabilityPlan:
    """Return the plan of the papers' overall learner; ``exp_epsilon`` is a rational just below ``e^alpha``.

    Parameters
    ----------
    epsilon, delta : numbers in (0, 1/2)
        Accuracy error and confidence.
    alpha, beta : numbers in (0, 1/2)
        Privacy: ``(alpha, beta)``-differential privacy.
    window : number
        Its length times delta.  Source: FX15, proof of Lemma 6.2.
    """
    scales = window_scales(epsilon, delta, window)
    return StabilityPlan(tuple(2**k for k in scales), printed_blocks(delta, alpha, beta), ratio_for(alpha),
                         as_fraction(beta))


def repaired_plan(epsilon: Number, delta: Number, alpha: Number, beta: Number,
                  window: int = REPAIRED_WINDOW) -> StabilityPlan:
    """Return the plan with ``ceil(window/delta)`` consecutive integers k, which is an (epsilon, delta)-learner for 16.

    At most 8 of them are bad for any line and distribution, a share of at most delta/2.
    """
    count = -(-as_integer(window, "window", least=1) // as_half(delta, "delta"))
    return StabilityPlan(tuple(2**k for k in consecutive_scales(epsilon, count)), printed_blocks(delta, alpha, beta),
                         ratio_for(alpha), as_fraction(beta))


def amplification_runs(delta: Number) -> int:
    """Return ``ceil(ln(2/delta) / ln(4/3))``, the number of runs with constant confidence (FX15, Appendix C).

    Examples
    --------
    >>> amplification_runs(Fraction(1, 20))
    13
    """
    ratio, runs, power = 2 / as_half(delta, "delta"), 0, Fraction(1)
    while power < ratio:
        runs, power = runs + 1, power * Fraction(4, 3)
    return runs


@lru_cache(maxsize=1024)
def run_selection_rows(epsilon: Number, delta: Number, alpha: Number) -> int:
    """Return ``m = ceil(16/(epsilon alpha) log2(4 runs/delta))``, the fresh rows that select among the runs."""
    scale = 16 / (as_half(epsilon, "epsilon") * as_half(alpha, "alpha"))
    argument = 4 * amplification_runs(delta) / as_half(delta, "delta")
    if argument.denominator == 1 and argument.numerator.bit_count() == 1:  # a power of two: no logarithm to round
        return -(-(scale * (argument.numerator.bit_length() - 1)) // 1)
    return _whole(bracket_of(lambda: ball(scale) * _log2(argument), 256), up=True)


def _log2(argument: Fraction) -> Ball:
    return ball(argument).log() / arb(2).log()


def amplified_rows(epsilon: Number, delta: Number, alpha: Number, beta: Number,
                   window: Number = PRINTED_WINDOW) -> int:
    """Return the rows of Theorem 6.1: the runs at accuracy ``epsilon/4`` and confidence 1/4, then the selection.

    The runs use the integers k in a window of length ``4 window``; p does not occur.
    """
    run = printed_line_plan(as_half(epsilon, "epsilon") / 4, Fraction(1, 4), alpha, beta, window)
    return amplification_runs(delta) * run.rows + run_selection_rows(epsilon, delta, alpha)
