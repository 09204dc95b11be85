"""Confidence intervals from exact binomial tails.

Definitions
-----------
The interval of Clopper and Pearson for a probability, from the number of hits among independent runs, and an interval
for a median, from ordered values.  Both hold for every law, and their confidence is at least what it is said to be.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from privlearn.exact.concentration import sum_between
from privlearn.exact.rationals import Number, as_integer, as_probability


def success_interval(hits: int, runs: int, risk: Number) -> tuple[Fraction, Fraction]:
    """Return an interval that holds the success probability with confidence at least ``1 - risk``.

    The interval of Clopper and Pearson, its ends widened outwards to multiples of 2^-14.

    Parameters
    ----------
    hits, runs : int
        ``0 <= hits <= runs``, and at least one run.
    risk : probability

    Returns
    -------
    tuple of two Fractions

    Examples
    --------
    >>> low, high = success_interval(300, 300, Fraction(1, 1000))
    >>> float(round(low, 4)), high
    (0.975, Fraction(1, 1))
    """
    total, k = as_integer(runs, "runs", least=1), as_integer(hits, "hits", least=0, most=runs)
    share, unit = as_probability(risk, "risk") / 2, 1 << 14

    def first(wanted: Callable[[Fraction], bool]) -> int:
        low, high = 0, unit
        while low < high:
            middle = (low + high) // 2
            low, high = (low, middle) if wanted(Fraction(middle, unit)) else (middle + 1, high)
        return low

    lower = first(lambda p: sum_between(total, p, k, total) > share) - 1 if k else 0
    upper = first(lambda p: sum_between(total, p, 0, k) < share) if k < total else unit
    return Fraction(max(lower, 0), unit), Fraction(upper, unit)


def median_interval(values: Sequence[Any], risk: Number) -> tuple[Any, Any]:
    """Return two of the independent values that enclose the median of their law with confidence at least ``1 - risk``.

    The k-th least and the k-th greatest, with the largest k for which a fair coin thrown once for each value shows at
    most ``k - 1`` heads with probability at most ``risk/2``.

    Raises
    ------
    ValueError
        If there are too few values for this risk.

    Examples
    --------
    >>> median_interval(range(1, 21), Fraction(1, 20))
    (6, 15)
    """
    ranked, share, half = sorted(values), as_probability(risk, "risk") / 2, Fraction(1, 2)
    n, k = len(ranked), 0
    while 2 * k < n and sum_between(n, half, 0, k) <= share:
        k += 1
    if not k:
        raise ValueError(f"values must be more than {n} for risk {risk}")
    return ranked[k - 1], ranked[n - k]
