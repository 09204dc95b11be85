"""Famous mistakes of arithmetic: right algorithms on wrong numbers."""

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from privlearn.exact import exp_bracket
from privlearn.exact.brackets import round_down
from privlearn.laws import Law, choice
from privlearn.mechanisms import Promise, PromisedMechanism, randomised_response, replace_one

FLOAT16_BITS = 11


def broken_division(numerator: Fraction, divisor: int) -> Fraction:
    """Divide a/b by k with the denominator ``(b div g) k``, ``g = gcd(a, k)``, in place of ``b (k div g)``.

    Our model of a slip in a library for rationals: right whenever a and k have no common divisor.
    """
    a, b = numerator.numerator, numerator.denominator
    if a == 0:
        return numerator
    g = math.gcd(a, divisor)
    return Fraction(a // g, (b // g) * divisor)


def broken_float_response(epsilon: float) -> PromisedMechanism:
    """Randomised response whose truth probability ``e^epsilon / (1 + e^epsilon)`` is computed in double precision.

    The promise is rounded up to a rational, so that what breaks it breaks ``e^epsilon``.
    """
    grown = math.exp(epsilon)
    told = randomised_response(grown / (1 + grown))
    promise = Promise(exp_bracket(epsilon, 80).upper, replace_one)
    return PromisedMechanism(told.law, promise, f"float response at {epsilon}")


def rounded_down_response(epsilon: float) -> PromisedMechanism:
    """Control: the truth probability ``r / (1 + r)`` with a rational r just below ``e^epsilon``."""
    r = round_down(exp_bracket(epsilon, 80).lower, 53)
    return PromisedMechanism(randomised_response(r / (1 + r)).law, Promise(exp_bracket(epsilon, 80).upper, replace_one))


def broken_half_precision_laplace() -> PromisedMechanism:
    """Laplace noise of scale 1 in half precision, added to a row 0 or 1: the low bits of the sum tell the row."""
    return _half_precision(lambda noisy: noisy, exp_bracket(1, 80).upper, "Laplace noise in half precision")


def broken_snapping_with_wide_clamp() -> PromisedMechanism:
    """Snap to integers, but clamp at 32: farther than the largest noise that an 11-bit uniform number can give."""
    return _half_precision(lambda noisy: np.clip(np.rint(noisy), -32, 32), _SNAPPED, "snapped, clamped at 32")


def snapped_half_precision_laplace() -> PromisedMechanism:
    """Control (Mironov 2012): round the noisy value to a multiple of the scale, then clamp at 2.

    The promise allows for rounding: ``e^(1 + 1/64)``, where ``1/64 = 16 B 2^-11`` for the clamp B = 2 and 11 bits.
    """
    return _half_precision(lambda noisy: np.clip(np.rint(noisy), -2, 2), _SNAPPED, "snapped, clamped at 2")


_SNAPPED = exp_bracket(Fraction(65, 64), 80).upper


@cache
def half_precision_noise() -> tuple[Any, ...]:
    """Return the 4,096 equally likely values ``+-(-log u)``, ``u = j / 2^11``, all arithmetic in float16."""
    steps = 1 << FLOAT16_BITS
    u = (np.arange(1, steps + 1) / steps).astype(np.float16)
    magnitude = -np.log(u)
    return tuple(np.concatenate([magnitude, -magnitude]))


def _half_precision(finish: Callable[[Any], Any], promise: Fraction, name: str) -> PromisedMechanism:
    def law(database: Any) -> Law:
        (row,) = database
        noisy = finish(np.float16(row) + np.array(half_precision_noise(), dtype=np.float16))
        counts = Counter(Fraction(float(value)) for value in noisy)
        return choice({value: Fraction(count, noisy.size) for value, count in counts.items()})

    return PromisedMechanism(law, Promise(promise, replace_one), name)


def broken_float_sum(values: Any, bits: int = 3) -> int:
    """Add integers from left to right, rounding every partial sum to ``bits`` significant bits, ties to even."""
    total = 0
    for value in values:
        total = _rounded(total + value, bits)
    return total


def _rounded(value: int, bits: int) -> int:
    drop = max(0, value.bit_length() - bits)
    whole, rest = divmod(value, 1 << drop)
    return (whole + int(2 * rest > 1 << drop or (2 * rest == 1 << drop and whole % 2 == 1))) << drop
