"""TreeLog's rows without tuning: every step an equal part of epsilon, and the choosing mechanism of the literature.

Definitions
-----------
*Equal split*: under :func:`~privlearn.mechanisms.neighbours.add_remove_one` each of the ``3 N + 1`` steps of N levels
(path, choice and end of a level; base) gets ``epsilon / (3 N + 1)``; the path's curve, an unmatched path and the choice
get ``delta / (3 N)`` each; and every step that can fail gets ``beta / (2 N + 1)``.  A node is chosen with the
literature's mechanism (:func:`~privlearn.mechanisms.choosing.choosing_error`), whose error grows with the number of
rows itself.  Nothing else differs from :mod:`~privlearn.learners.interior_point.tree_log.plans`, which needs about a
fifth of the rows.

>>> found = equal_split(64, levels=1, epsilon=1, delta=Fraction(1, 10**6), beta=Fraction(1, 10))
>>> found.rows == 2 * found.trim + found.stop + found.base_rows
True

Source: KLMNS20, Lemmas 2.4, 3.6 and 3.8; constants reconstructed.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil

from privlearn.exact import as_fraction, as_integer, exp_bracket, least_integer, log_bracket, round_up
from privlearn.exact.brackets import round_down
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.learners.interior_point.tree_log.failure import base_size
from privlearn.learners.interior_point.trees.path_privacy import path_curve
from privlearn.mechanisms.choosing import choosing_error

STEPS = 1024  # the path's epsilon is a multiple of 1/STEPS of its part
BITS = 24


@dataclass(frozen=True)
class EqualSplit:
    """The numbers of one level, the elements at the base, and the rows in total."""

    rows: int
    trim: int
    stop: int
    base_rows: int


def equal_split(domain_bits: int, *, levels: int, epsilon: Number, delta: Number, beta: Number) -> EqualSplit:
    """Return how many rows TreeLog needs with equal parts and the literature's choosing mechanism.

    Parameters
    ----------
    domain_bits : int
        At least 1.
    levels : int
        At least 1; :func:`~privlearn.learners.interior_point.tree_log.failure.recursion_depth` for the recursion as
        printed.
    epsilon : number in (0, 2]
    delta, beta : numbers in (0, 1)

    Returns
    -------
    EqualSplit
        Enough, by intervals, for (epsilon, delta)-privacy under adding and removing a row and a failure of at most
        beta; the least with these parts, up to rounding.

    References
    ----------
    KLMNS20, Lemmas 2.4, 3.6 and 3.8 (constants reconstructed).

    Examples
    --------
    >>> kept = {"levels": 1, "epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
    >>> [equal_split(bits, **kept).rows > 1900 for bits in (64, 1 << 20)]
    [True, True]
    """
    depth, bits = as_integer(levels, "levels", least=1), as_integer(domain_bits, "domain_bits", least=1)
    part = as_fraction(epsilon, "epsilon") / (3 * depth + 1)
    if not 0 < part <= 2:
        raise ValueError(f"epsilon must be positive, and at most {6 * depth + 2}, got {epsilon}")
    missed = as_inner_probability(delta, "delta") / (3 * depth)
    failed = as_inner_probability(beta, "beta") / (2 * depth + 1)
    odds = 1 / failed - 1
    trim = max(0, ceil(log_bracket(3 * odds).upper / part) - 1)
    most = max(base_size(bits, depth) - 2, 2) * odds / 2
    base_rows = max(1, ceil(2 * log_bracket(most).upper / part))
    least = _stop_for_path(part, missed)

    def stop(rows: int) -> int:
        return max(least, ceil(choosing_error(part, missed, failed, rows).upper))

    rows, wanted = 0, 1
    while wanted > rows:  # monotone from below, hence up to the least number that is large enough for its own error
        rows, wanted = wanted, depth * (2 * trim + stop(wanted)) + base_rows
    return EqualSplit(rows, trim, stop(rows), base_rows)


@lru_cache
def _stop_for_path(part: Fraction, missed: Fraction) -> int:
    """Return the stopping weight of the steepest path whose curve at ``e^part`` is at most ``missed``."""
    gap = round_down(exp_bracket(part).lower, BITS)

    def step(less: int) -> Fraction:
        return round_up(exp_bracket(part * (STEPS - less) / STEPS).upper, BITS)

    less = least_integer(lambda k: k >= STEPS - 1 or path_curve(step(k), gap).upper <= missed, 1)
    path = step(less)
    if path_curve(path, gap).upper > missed:
        raise ValueError(f"delta is too small for epsilon: a path gets epsilon = {part} and delta = {missed}")
    return ceil(log_bracket(1 / missed - 1).upper / log_bracket(path).lower)
