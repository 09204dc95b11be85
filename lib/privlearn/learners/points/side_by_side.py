"""Sample sizes side by side: what the models of learning points cost, from below and from above.

Definitions
-----------
Every *cell* is a pair (lower, upper): with fewer than ``lower`` rows no learner of the kind exists, and ``upper`` rows
suffice for a learner that is known.  All numbers are integers, rounded so that both statements stay true.

Two growth functions recur: T = 2^d points, and the subclass of ``2^{l(d)}`` points that are images of a generator with
seeds of ``l(d)`` bits, where ``l`` grows slightly faster than ``log d``.

>>> nonprivate_cell(8, Fraction(1, 10), Fraction(1, 10))
Cell(lower=22, upper=51)
>>> improper_private_rows(exp_bracket(Fraction(1, 2)), Fraction(1, 4), Fraction(1, 100))
30528336
>>> [seed_length(d) for d in (8, 64, 512)]
[6, 15, 27]
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, isqrt
from typing import Any

from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, as_integer, exp_bracket, least_integer, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.proper_points.crossings import crossover
from privlearn.learners.proper_points.two_point_family import smallest_rows_any_learner, smallest_rows_exponential


@cache
def improper_crossover(epsilon: Fraction, alpha: Fraction, beta: Fraction) -> int:
    """Return the least d at which proper private learning needs more rows than the improper learner takes.

    Raises
    ------
    ValueError
        If epsilon is not above 0, or alpha or beta not strictly between 0 and 1.
    """
    if as_fraction(epsilon, "epsilon") <= 0:
        raise ValueError(f"epsilon must be above 0, got {epsilon}")
    return crossover(improper_private_rows(exp_bracket(epsilon, 128), alpha, beta), epsilon, alpha, beta)


def least_d_with_fewer_hypotheses(alpha: Fraction) -> int:
    """Return the least d >= 2 with fewer hypotheses than points; a ``ValueError`` unless 0 < alpha < 1."""
    return least_integer(lambda d: small_class_size(d, alpha) < 2**d, first=2)


def least_factor(count: Callable[..., int], growth: Callable[[int], int], dimensions: Iterable[int],
                 gamma: Any) -> Fraction:
    """Return the least ``h`` with ``count(d, *gamma) <= h growth(d)`` for all the given d.

    Raises
    ------
    ValueError
        If no d is given, or the growth is not above 0 at one of them.
    """
    sizes = {d: growth(d) for d in dimensions}
    if not sizes:
        raise ValueError("dimensions must not be empty: every factor would do")
    if min(sizes.values()) <= 0:
        raise ValueError(f"growth must be above 0 at all dimensions, got {min(sizes.values())}")
    return max(Fraction(count(d, *gamma), size) for d, size in sizes.items())


BITS = 128
LARGEST_CONFIDENCE = Fraction(1, 100)  # Claim 4.5 is run with this confidence if a larger one is asked for


@dataclass(frozen=True)
class Cell:
    """A lower and an upper bound on the number of rows."""

    lower: int
    upper: int


def nonprivate_cell(d: int, alpha: Number, beta: Number) -> Cell:
    """Return the cell of learning ``POINT_d`` without privacy.

    Notes
    -----
    Lower: on the two-point family every proper learner fails with probability at least ``(1-alpha)^n (T-2)/(T-1)``, the
    chance that the target is unseen and not guessed.  Upper: every consistent learner fails with probability at most
    ``max((1 - alpha/2)^n, (2/alpha) (1-alpha)^n)``: a target of mass at least alpha/2 must be unseen; else one of
    fewer than ``2/alpha`` points k has mass with the target above alpha and neither is seen.  True of all
    distributions.
    """
    size, a, b = _points(d), as_inner_probability(alpha, "alpha"), as_inner_probability(beta, "beta")
    lower = least_integer(lambda n: (1 - a) ** n * Fraction(size - 2, size - 1) <= b)
    return Cell(lower, least_integer(lambda n: max((1 - a / 2) ** n, 2 / a * (1 - a) ** n) <= b))


def proper_private_cell(d: int, exp_epsilon: Number, alpha: Number, beta: Number) -> Cell:
    """Return the cell of proper private learning: any learner, and the exponential mechanism, on the two-point family.

    References
    ----------
    BBKN14, Lemmas 3.9 and 3.4.
    """
    return Cell(smallest_rows_any_learner(d, exp_epsilon, alpha, beta),
                smallest_rows_exponential(d, exp_epsilon, alpha, beta))


@dataclass(frozen=True)
class ImproperCount:
    """The parts of the sample of the improper learner: ``blocks`` blocks of ``block_rows`` rows, and ``test_rows``."""

    blocks: int
    block_rows: int
    test_rows: int

    @property
    def total(self) -> int:
        """All rows."""
        return self.blocks * self.block_rows + self.test_rows


@formula("rows", tex={"24 * ln(3 / beta ** 2) / (epsilon * alpha)": r"24 \ln(3/\beta^2)/(\eps\alpha)"}, corners={
    "alpha": (Fraction(1, 4), Fraction(1, 8)), "beta": (Fraction(1, 100), Fraction(1, 10**12)),
    "epsilon": (Logarithm(Fraction(81, 64)), Logarithm(Fraction(4)))})
def first_rows(alpha: Value, beta: Value, epsilon: Value) -> Value:
    """Return ``ceil(24 ln(3/beta^2) / (epsilon alpha))``, the rows that choose among the results of the blocks.

    Examples
    --------
    >>> first_rows(Fraction(1, 4), Fraction(1, 100), Fraction(1))
    990
    """
    return ceil(24 * ln(3 / beta**2) / (epsilon * alpha))


def improper_private_count(exp_epsilon: Number | Bracket, alpha: Number, beta: Number,
                           stage_accuracy: Fraction = Fraction(1, 8)) -> ImproperCount:
    """Return the rows that the improper private learner of BBKN14, Claim 4.5, takes; the domain does not enter.

    ``N = ceil(log_{5/4}(5/beta))`` blocks of ``ceil(384 ln 4 / (epsilon (stage_accuracy * alpha)^2))`` rows and
    ``ceil(24 ln(3/beta^2) / (epsilon alpha))`` rows to choose among their results, for ``beta`` at most 1/100.

    Parameters
    ----------
    exp_epsilon : number above 1, or a Bracket of one
        With ``epsilon < 1``, as the claim asks.
    stage_accuracy : Fraction
        The share of alpha that each block aims at, 1/8 in the claim.
    """
    a, b = as_inner_probability(alpha, "alpha"), min(as_inner_probability(beta, "beta"), LARGEST_CONFIDENCE)
    blocks = least_integer(lambda n: Fraction(4, 5) ** n <= b / 5)
    share = 384 * _log_ratio(4, exp_epsilon) / (stage_accuracy * a) ** 2
    return ImproperCount(blocks, ceil(share.upper), first_rows(a, b, _epsilon(exp_epsilon).lower))


def improper_private_rows(exp_epsilon: Number | Bracket, alpha: Number, beta: Number) -> int:
    """Return the total of :func:`improper_private_count`."""
    return improper_private_count(exp_epsilon, alpha, beta).total


def surviving_rows_needed(alpha: Number) -> Bracket:
    """Bracket ``32 ln 4 / (alpha/8)^2``, the rows that must survive the star replacement in one block (Claim 4.3)."""
    return 32 * log_bracket(4, BITS) / (as_inner_probability(alpha, "alpha") / 8) ** 2


def keep_probability(exp_epsilon: Number | Bracket) -> Bracket:
    """Bracket ``(r - 1) / (3 + 3r/4)``, the chance that a row survives (BBKN14, Lemma 4.4, from ratio 4 to ratio r)."""
    ends = as_bracket(exp_epsilon)
    low, high = ((r - 1) / (3 + Fraction(3, 4) * r) for r in (ends.lower, ends.upper))  # increasing in r
    return Bracket(low, high)


def small_class_size(d: int, alpha: Number) -> int:
    """Return ``ceil(8 e d (1 + floor(2/alpha))^2)``, enough hypotheses to alpha/2-represent ``POINT_d``.

    References
    ----------
    BBKN14, Lemma 4.1 at alpha/2.
    """
    p = 1 + 2 / as_inner_probability(alpha, "alpha") // 1
    return ceil((8 * exp_bracket(1, BITS) * as_integer(d, "d", least=1) * p**2).upper)


def seed_length(d: int) -> int:
    """Return ``ceil((log2 d)^{3/2})`` for a power of two d: a function that grows slightly faster than ``log d``."""
    n = as_integer(d, "d", least=2)
    b = n.bit_length() - 1
    if 1 << b != n:
        raise ValueError(f"d must be a power of two, got {d}")
    return isqrt(b**3 - 1) + 1


def efficient_rows_lower(d: int, exp_epsilon: Number, beta: Number, advantage: Number) -> int:
    """Return the least m with ``r^m >= (T - 1)(1 - beta - advantage) / (beta + advantage)``.

    An efficient private learner of the images, using all points as hypotheses, that needs fewer rows tells the images
    from random points with more than this advantage.

    References
    ----------
    BBKN14, Section 6.
    """
    size, r = _points(d), as_exp_epsilon(exp_epsilon)
    fail = as_inner_probability(beta, "beta") + as_fraction(advantage, "advantage")
    return least_integer(lambda m: r**m * fail >= (size - 1) * (1 - fail))


def point_table_row(d: int, exp_epsilon: Number, alpha: Number, beta: Number, *, seed_bits: int,
                    advantage: Number) -> dict[str, Cell]:
    """Return the six cells of BBKN14's Table 1 for one d.

    Parameters
    ----------
    d : int
        ``T = 2^d`` points.
    exp_epsilon, alpha, beta : numbers
        As for the cells; ``epsilon < 1`` for the improper learner.
    seed_bits : int
        ``l(d)``: the subclass consists of ``2^l(d)`` of the points.
    advantage : number
        What an efficient learner of the subclass may gain at telling its points from random ones.

    Notes
    -----
    The upper end of the efficient cell is the efficient exponential mechanism over all points.
    """
    bits = as_integer(seed_bits, "seed_bits", least=2, most=d)
    free, proper = nonprivate_cell(d, alpha, beta), proper_private_cell(d, exp_epsilon, alpha, beta)
    return {
        "points, non-private": free,
        "points, improper private": Cell(free.lower, improper_private_rows(exp_epsilon, alpha, beta)),
        "points, proper private": proper,
        "images, non-private": nonprivate_cell(bits, alpha, beta),
        "images, inefficient proper private": proper_private_cell(bits, exp_epsilon, alpha, beta),
        "images, efficient private using points": Cell(efficient_rows_lower(d, exp_epsilon, beta, advantage),
                                                       proper.upper),
    }


def _points(d: int) -> int:
    return 1 << as_integer(d, "d", least=2)


def _epsilon(exp_epsilon: Number | Bracket) -> Bracket:
    epsilon = log_bracket(exp_epsilon if isinstance(exp_epsilon, Bracket) else as_exp_epsilon(exp_epsilon), BITS)
    if epsilon.lower <= 0:
        raise ValueError(f"exp_epsilon must be above 1, got {exp_epsilon}")
    return epsilon


def _log_ratio(number: int, exp_epsilon: Number | Bracket) -> Bracket:
    """Bracket ``ln(number) / epsilon``; exact where number is a small power of ``e^epsilon``."""
    if not isinstance(exp_epsilon, Bracket):
        power = next((k for k in range(1, 65) if as_exp_epsilon(exp_epsilon) ** k == number), None)
        if power is not None:
            return as_bracket(power)
    return log_bracket(number, BITS) / _epsilon(exp_epsilon)
