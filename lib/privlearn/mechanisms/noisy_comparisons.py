"""Answers compared with one noisy threshold: the exact probability of every pattern of what is above it.

Definitions
-----------
Answers ``f_1, ..., f_k`` are integers, the threshold ``T`` is one.  Draw ``rho`` once, and for each query a fresh
``nu_i``; query i is *above* (1) if ``f_i + nu_i >= T + rho``, else *below* (0).  All noise is two-sided geometric:
``rho = r`` with probability proportional to ``exp_threshold**-abs(r)``, ``nu_i`` likewise with ``exp_query``.

Given ``rho`` the queries are independent, and the chance of "above" is a power of the noise ratio, or one minus such
a power.  So between two breakpoints the probability of a pattern of answers is a polynomial in that power, and the
sum over all ``rho``, an infinite one, is a handful of geometric series: an exact fraction.

>>> pattern_probability([0], [True], 1, 2, 2)
Fraction(11, 27)
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_exp_epsilon, as_fraction, as_integer, rational
from privlearn.exact.rationals import Number

LARGEST_DIGITS = 1 << 22  # what exact tables may cost: queries times the distance of answers and threshold
RATIOS = ("exp_threshold", "exp_query")
Polynomial = dict[int, Any]


def pattern_probability(answers: Sequence[int], above: Sequence[bool], threshold: int, exp_threshold: Number,
                        exp_query: Number, *, most: int | None = None) -> Fraction:
    """Return the probability that queries compared with one noisy threshold come out as ``above`` says.

    Parameters
    ----------
    answers, threshold, exp_threshold, exp_query
        As in :func:`~privlearn.mechanisms.first_above.above_threshold`.
    above : sequence of bool
        One for each answer: must it be reported above?
    most : int, optional
        Count only ``rho <= most``.

    Examples
    --------
    >>> pattern_probability([0, 2], [False, True], 1, 2, 2)
    Fraction(8, 21)
    """
    return as_fraction(pattern_sums(answers, above, threshold, (exp_threshold, exp_query), most, every=False)[-1])


def pattern_sums(answers: Sequence[int], above: Sequence[bool], threshold: int, ratios: tuple[Number, Number],
                  most: int | None = None, *, every: bool) -> list[Any]:
    """Return the probability of the pattern of the first j queries, for every j or for all of them only.

    Examples
    --------
    >>> [as_fraction(p) for p in pattern_sums([0], [True], 1, (2, 2), every=True)]
    [Fraction(1, 1), Fraction(11, 27)]
    """
    g1, g2 = (1 / rational(as_noise_ratio(value, name)) for value, name in zip(ratios, RATIOS, strict=True))
    t = as_integer(threshold, "threshold")
    gaps = [as_integer(answer, "answer") - t for answer in answers]
    if len(above) != len(gaps):
        raise ValueError(f"above must have one entry for each of the {len(gaps)} answers, got {len(above)}")
    cost = (len(gaps) + 1) * max(map(abs, gaps), default=0)
    if cost > LARGEST_DIGITS:
        raise TooLargeToEnumerate("queries times the distance of answers and threshold", cost, LARGEST_DIGITS)
    shown = range(len(gaps) + 1) if every else [len(gaps)]
    totals = [rational(0)] * (len(gaps) + 1)
    for start, low, high in _segments(gaps, most):
        weight = 1 / g1 if start < 0 else g1
        polynomials = [{0: (1 - g1) / (1 + g1)}]
        for gap, up in zip(gaps, above, strict=True):
            polynomials.append(_times(polynomials[-1], gap, bool(up), gap <= start, g2))
        for j in shown:
            totals[j] += _summed(polynomials[j], weight, g2, low, high)
    return totals


def as_noise_ratio(value: Number, name: str) -> Fraction:
    ratio = as_exp_epsilon(value, name)
    if ratio == 1:
        raise ValueError(f"{name} must be above 1 (noise needs a finite scale), got {ratio}")
    return ratio


def _segments(gaps: Sequence[int], most: int | None) -> Iterator[tuple[int, int | None, int | None]]:
    """Yield (a point inside, first, last) for the ranges of rho on which all probabilities keep their form."""
    points = sorted({0, *gaps})
    ranges = [(points[0] - 1, None, points[0] - 1), *((a, a, b - 1) for a, b in pairwise(points)),
              (points[-1], points[-1], None)]
    for inside, low, high in ranges:
        if most is None or (high is not None and high <= most):
            yield inside, low, high
        elif low is None or low <= most:
            yield inside, low, most


def _times(polynomial: Polynomial, gap: int, above: bool, decided: bool, g: Any) -> Polynomial:
    """Multiply by Pr[above] or Pr[below] given rho: with ``decided`` (rho >= gap) Pr[above] = g^(rho - gap) / (1 + g).

    The polynomials are in ``g^rho``; for rho < gap it is Pr[below] = g^(gap + 1 - rho) / (1 + g) that is a monomial.
    """
    power, slope = (1, g**-gap / (1 + g)) if decided else (-1, g ** (gap + 1) / (1 + g))
    product = dict.fromkeys(polynomial, rational(0)) if above == decided else dict(polynomial)
    sign = 1 if above == decided else -1
    for exponent, coefficient in polynomial.items():
        product[exponent + power] = product.get(exponent + power, rational(0)) + sign * slope * coefficient
    return {exponent: coefficient for exponent, coefficient in product.items() if coefficient != 0}


def _summed(polynomial: Polynomial, weight: Any, g: Any, low: int | None, high: int | None) -> Any:
    """Sum ``weight^rho * polynomial(g^rho)`` over ``rho = low..high``; an open end is a convergent series."""
    total = rational(0)
    for exponent, coefficient in polynomial.items():
        x = weight * g**exponent
        if low is None:
            total += coefficient * x**high / (1 - 1 / x)
        elif high is None:
            total += coefficient * x**low / (1 - x)
        elif x == 1:
            total += coefficient * (high - low + 1)
        else:
            total += coefficient * (x**low - x ** (high + 1)) / (1 - x)
    return total
