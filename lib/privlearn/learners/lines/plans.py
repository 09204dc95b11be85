"""Plans of the stability learner: block sizes, number of blocks, test; as printed, repaired, and for a given sample.

Definitions
-----------
A *plan* lists the block sizes t, one of which is drawn uniformly, the number ``blocks`` of blocks (the papers' ell),
and the two numbers of the test, ``exp_epsilon`` and ``delta``.  It needs ``rows = max(block_sizes) * blocks`` rows
whatever t is drawn: the size of a database is public and must not depend on the learner's coins.

The papers' block sizes are ``2^k`` for the integers k in a window that begins at ``L = log2(ln(3/2)/alpha)`` and is
``6/beta`` long; their ell is :func:`printed_blocks`.  A window of ``ceil(16/beta)`` consecutive integers repairs a
miscount in the proof.  All logarithms are decided by brackets.

>>> plan = printed_line_plan(Fraction(1, 20), Fraction(1, 4), Fraction(2, 5), Fraction(1, 100))
>>> plan.block_sizes[0], plan.block_sizes[-1] == 2**27, plan.blocks
(16, True, 214)
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil

from privlearn.exact import Bracket, Undecided, as_fraction, as_integer
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.rationals import Number
from privlearn.learners.lines.release import as_release_ratio, as_test_delta, ratio_for


@formula("at most", where=("window >= 1",), tex={"window": "w"}, corners={"window": (0, 1, 6, 16)}, loose={
    "window >= 1": "a window holds a scale at least",
    "647": "8 runs of 200 blocks leave some room; and the selection takes its 448 rows with binary logarithms only"})
def amplified_rows_constant(window: int) -> Value:
    """Return a number c with ``amplified_rows <= c ln(1/delta) / epsilon`` for alpha = beta = 1/4, whatever p.

    Parameters
    ----------
    window : int, at least 1
        The window of :func:`amplified_rows`.

    Notes
    -----
    For all epsilon and delta below 1/2: eight runs, blocks of at most ``2^(2 + 4 window)`` rows, since
    ``4 < 16 ln(3/2) < 8``, at most ``145 ln(1/delta)/epsilon`` blocks, and less than ``448/epsilon <= 647
    ln(1/delta)/epsilon`` rows for the selection.

    Examples
    --------
    >>> amplified_rows_constant(1)
    74887
    """
    return 1160 * 2 ** (2 + 4 * window) + 647


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
        ``e^epsilon``, above 1.
    delta : Fraction
        In (0, 1/2).

    Notes
    -----
    Guarantee: the overall learner is ``(ln exp_epsilon, delta)``-private under replace-one for every plan.
    """

    block_sizes: tuple[int, ...]
    blocks: int
    exp_epsilon: Fraction
    delta: Fraction

    def __post_init__(self) -> None:
        sizes = tuple(as_integer(t, "block size", least=1) for t in self.block_sizes)
        if not sizes or len(set(sizes)) != len(sizes):
            raise ValueError(f"block_sizes must be distinct and at least one, got {self.block_sizes!r}")
        object.__setattr__(self, "block_sizes", sizes)
        object.__setattr__(self, "blocks", as_integer(self.blocks, "blocks", least=1))
        object.__setattr__(self, "exp_epsilon", as_release_ratio(self.exp_epsilon))
        object.__setattr__(self, "delta", as_test_delta(self.delta))

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
def window_start(alpha: Number) -> Bracket:
    """Bracket ``L = log2(ln(3/2) / alpha)``, where the window begins."""
    e = as_half(alpha, "alpha")
    return bracket_of(lambda: (ball(Fraction(3, 2)).log() / ball(e)).log() / ball(2).log(), 256)


def _whole(found: Bracket, up: bool) -> int:
    """Return the floor or the ceiling of a bracketed number that is no integer."""
    low, high = (-((-end) // 1) if up else end // 1 for end in (found.lower, found.upper))
    if low != high:
        raise Undecided(f"cannot round {found}: ask for more bits")
    return low


def window_scales(alpha: Number, beta: Number, window: Number = PRINTED_WINDOW) -> range:
    """Return the integers k with ``L <= k <= L + window/beta``.

    L is no integer, since alpha is rational and 2^L transcendental; so their number is ``window/beta`` if that is an
    integer, else its floor or its ceiling.

    Examples
    --------
    >>> window_scales(Fraction(1, 20), Fraction(1, 4))
    range(4, 28)
    """
    start, length = window_start(alpha), as_fraction(window, "window") / as_half(beta, "beta")
    return range(_whole(start, up=True), _whole(start + length, up=False) + 1)


def consecutive_scales(alpha: Number, count: int) -> range:
    """Return the first ``count`` integers k with ``k >= L``."""
    first = _whole(window_start(alpha), up=True)
    return range(first, first + as_integer(count, "count", least=1))


FAILURES = {"beta": (Fraction(1, 4), Fraction(49, 100), Fraction(1, 7))}


@formula("rows", tex={"beta": r"\delta"}, corners=FAILURES)
def enough_scales(beta: Value) -> Value:
    """Return how many consecutive scales are enough, as at most five of them are unstable."""
    return ceil(10 / beta)


@formula("rows", tex={"beta": r"\delta"}, corners=FAILURES)
def proof_scales(beta: Value) -> Value:
    """Return how many consecutive scales are enough for the paper's thresholds, at most eight scales being bad."""
    return ceil(16 / beta)


@formula("rows", where=("0 < beta < 1 / 2", "0 < epsilon < 1 / 2", "0 < delta < 1 / 2"),
         tex={"beta": r"\delta", "epsilon": r"\alpha", "delta": r"\beta"},
         corners={"beta": (Fraction(49, 100), Fraction(1, 20), Fraction(1, 10**100), Fraction(3, 5)),
                  "epsilon": (Fraction(1, 10), Fraction(49, 100), 1),
                  "delta": (Fraction(2, 5), Fraction(1, 10**6), Fraction(3, 5))},
         loose=dict.fromkeys(("0 < beta < 1 / 2", "0 < epsilon < 1 / 2", "0 < delta < 1 / 2"),
                             "the paper's range, in which the plans are defined")
         | dict.fromkeys(("4", "4 / beta"), "72 is Hoeffding's; 67.1 is right, and the difference pays for the 4"))
def printed_blocks(beta: Value, epsilon: Value, delta: Value) -> Value:
    """Return ``ell = ceil(max(12/epsilon ln(2/(delta beta)) + 13, 72 ln(4/beta)))``.

    Examples
    --------
    >>> printed_blocks(Fraction(1, 4), Fraction(2, 5), Fraction(1, 100))
    214
    """
    return ceil(max(12 / epsilon * ln(2 / (delta * beta)) + 13, 72 * ln(4 / beta)))


@lru_cache(maxsize=4096)
def printed_line_plan(alpha: Number, beta: Number, epsilon: Number, delta: Number,
                 window: Number = PRINTED_WINDOW) -> StabilityPlan:
    """Return the plan of the papers' overall learner; ``exp_epsilon`` is a rational just below ``e^epsilon``.

    Parameters
    ----------
    alpha, beta : numbers in (0, 1/2)
        Error and failure.
    epsilon, delta : numbers in (0, 1/2)
        Privacy: ``(epsilon, delta)``-differential privacy.
    window : number
        Its length times beta.  Source: FX15, proof of Lemma 6.2.
    """
    scales = window_scales(alpha, beta, window)
    return StabilityPlan(tuple(2**k for k in scales), printed_blocks(beta, epsilon, delta), ratio_for(epsilon),
                         as_fraction(delta))


def repaired_plan(alpha: Number, beta: Number, epsilon: Number, delta: Number,
                  window: int = REPAIRED_WINDOW) -> StabilityPlan:
    """Return the plan with ``ceil(window/beta)`` consecutive integers k, which is an (alpha, beta)-learner for 16.

    At most 8 of them are bad for any line and distribution, a share of at most beta/2.
    """
    count = -(-as_integer(window, "window", least=1) // as_half(beta, "beta"))
    return StabilityPlan(tuple(2**k for k in consecutive_scales(alpha, count)), printed_blocks(beta, epsilon, delta),
                         ratio_for(epsilon), as_fraction(delta))


def amplification_runs(beta: Number) -> int:
    """Return ``ceil(ln(2/beta) / ln(4/3))``, the number of runs with constant confidence (FX15, Appendix C).

    Examples
    --------
    >>> amplification_runs(Fraction(1, 20))
    13
    """
    ratio, runs, power = 2 / as_half(beta, "beta"), 0, Fraction(1)
    while power < ratio:
        runs, power = runs + 1, power * Fraction(4, 3)
    return runs


@formula("rows", where=("0 < alpha < 1 / 2", "0 < beta < 1 / 2", "0 < epsilon < 1 / 2"),
         tex={"alpha": r"\eps", "beta": r"\delta", "epsilon": r"\alpha", "amplification_runs(beta)": "k"},
         corners={"alpha": (Fraction(1, 100), Fraction(2, 5), Fraction(3, 5)), "epsilon": (
             Fraction(1, 100), Fraction(49, 100), 100), "beta": (Fraction(49, 100), Fraction(1, 10**20))},
         loose=dict.fromkeys(("16", "4"), "the proof allows 10/3 in place of 16, with no factor in the logarithm")
         | dict.fromkeys(("4 * amplification_runs(beta)", "4 * amplification_runs(beta) / beta -> 1 / beta"),
                         "16 leaves room for the union over the runs")
         | dict.fromkeys(("0 < alpha < 1 / 2", "0 < beta < 1 / 2"), "the paper's range, which the proof does not need"))
def run_selection_rows(alpha: Value, beta: Value, epsilon: Value) -> Value:
    """Return ``m = ceil(16/(alpha epsilon) ln(4 runs/beta))``, the fresh rows that select among the runs."""
    return ceil(16 / (alpha * epsilon) * ln(4 * amplification_runs(beta) / beta))


def amplified_rows(alpha: Number, beta: Number, epsilon: Number, delta: Number,
                   window: Number = REPAIRED_WINDOW) -> int:
    """Return the rows of Theorem 6.1: the runs at accuracy ``alpha/4`` and confidence 1/4, then the selection.

    The runs use the integers k in a window of length ``4 window``; p does not occur.
    """
    run = printed_line_plan(as_half(alpha, "alpha") / 4, Fraction(1, 4), epsilon, delta, window)
    return amplification_runs(beta) * run.rows + run_selection_rows(alpha, beta, epsilon)
