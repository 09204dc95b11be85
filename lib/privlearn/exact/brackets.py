"""Rational brackets of real numbers: e^x, ln x, square roots and pi.

Definitions
-----------
A :class:`Bracket` is a pair of rationals ``lower <= value <= upper`` around a real number.  To *accept* an inequality
the unfavourable end is used, to *refute* it the favourable one; in between it is undecided, never guessed.  Everything
here is integer arithmetic with directed rounding; ``bits`` is the relative precision of the ends.

>>> exp_bracket(1, bits=10)
Bracket(lower=Fraction(1391, 512), upper=Fraction(87, 32))
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from privlearn.exact.errors import Undecided
from privlearn.exact.rationals import Number, as_fraction, as_integer

EXACT = (int, Fraction)  # compared as they are; not bool, which is no number here


@dataclass(frozen=True)
class Bracket:
    """Two rationals with ``lower <= value <= upper`` for the real number that is meant."""

    lower: Fraction
    upper: Fraction

    def __post_init__(self) -> None:
        if type(self.lower) is not Fraction or type(self.upper) is not Fraction:
            for end in ("lower", "upper"):
                object.__setattr__(self, end, as_fraction(getattr(self, end), end))
        if self.lower is not self.upper and not self.lower <= self.upper:
            raise ValueError(f"lower must not exceed upper, got {self.lower} > {self.upper}")

    def __add__(self, other: Number | Bracket) -> Bracket:
        term = as_bracket(other)
        return Bracket(self.lower + term.lower, self.upper + term.upper)

    def __neg__(self) -> Bracket:
        return Bracket(-self.upper, -self.lower)

    def __sub__(self, other: Number | Bracket) -> Bracket:
        return self + (-as_bracket(other))

    def __mul__(self, other: Number | Bracket) -> Bracket:
        if not isinstance(other, Bracket):
            exact = as_fraction(other)
            ends = [self.lower * exact, self.upper * exact]
            return Bracket(*ends) if exact >= 0 else Bracket(*ends[::-1])
        factor = other
        if self.lower.numerator >= 0 and factor.lower.numerator >= 0:  # as it is nearly always
            return Bracket(self.lower * factor.lower, self.upper * factor.upper)
        ends = [a * b for a in (self.lower, self.upper) for b in (factor.lower, factor.upper)]
        return Bracket(min(ends), max(ends))

    def __truediv__(self, other: Number | Bracket) -> Bracket:
        divisor = as_bracket(other)
        if divisor.lower <= 0 <= divisor.upper:
            raise ValueError(f"divisor must not contain 0, got {divisor}")
        return self * Bracket(1 / divisor.upper, 1 / divisor.lower)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other: Number) -> Bracket:
        return as_bracket(other) - self

    def __rtruediv__(self, other: Number) -> Bracket:
        return as_bracket(other) / self


def as_bracket(value: Number | Bracket) -> Bracket:
    """Return ``value`` itself if it is a bracket, else the bracket of width 0 around the exact number."""
    if isinstance(value, Bracket):
        return value
    exact = as_fraction(value)
    return Bracket(exact, exact)


def is_at_most(left: Number | Bracket, right: Number | Bracket) -> bool:
    """Decide ``left <= right`` for exact or bracketed numbers.

    Raises
    ------
    Undecided
        If the brackets overlap so that neither answer is certain.

    Examples
    --------
    >>> is_at_most(exp_bracket(1), Fraction(272, 100))
    True
    """
    if type(left) in EXACT and type(right) in EXACT:
        exact: Any = left
        return bool(exact <= right)
    if left == math.inf or right == math.inf:
        return right == math.inf
    low, high = as_bracket(left), as_bracket(right)
    if low.upper <= high.lower:
        return True
    if low.lower > high.upper:
        return False
    raise Undecided(f"cannot decide {left} <= {right}: ask for more bits")


def round_down(value: Fraction, bits: int) -> Fraction:
    """Return ``value`` rounded down to a dyadic of ``bits`` or ``bits + 1`` significant bits."""
    value, bits = as_fraction(value), as_integer(bits, "bits", least=1)
    top, bottom = value.as_integer_ratio()
    if top == 0:
        return value
    shift = bits - (abs(top).bit_length() - bottom.bit_length())
    if shift >= 0:
        return Fraction((top << shift) // bottom, 1 << shift)
    return Fraction(top // (bottom << -shift) << -shift)


def round_up(value: Fraction, bits: int) -> Fraction:
    """Return ``value`` rounded up to a dyadic of ``bits`` or ``bits + 1`` significant bits."""
    return -round_down(-as_fraction(value), bits)


def _outward(lower: Fraction, upper: Fraction, bits: int) -> Bracket:
    return Bracket(round_down(lower, bits), round_up(upper, bits))


def exp_bracket(exponent: Number | Bracket, bits: int = 64) -> Bracket:
    """Bracket ``e^exponent`` by rationals that agree to about ``bits`` bits.

    Parameters
    ----------
    exponent : exact number or Bracket
        Any sign; e^x is increasing, so the ends of a bracket are treated apart.
    bits : int
        Relative precision of both ends, at least 1.

    Notes
    -----
    The argument is halved until it is at most 1/2, the exponential series is summed with its remainder bounded by
    twice the first omitted term, and the result is squared back with outward rounding.  Cost: O(bits) rational
    operations.
    """
    as_integer(bits, "bits", least=1)
    if isinstance(exponent, Bracket):
        return Bracket(exp_bracket(exponent.lower, bits).lower, exp_bracket(exponent.upper, bits).upper)
    return _exp_bracket(as_fraction(exponent, "exponent"), bits)


@lru_cache(maxsize=1 << 12)
def _exp_bracket(x: Fraction, bits: int) -> Bracket:
    if x < 0:
        inverse = _exp_bracket(-x, bits + 2)
        return _outward(1 / inverse.upper, 1 / inverse.lower, bits)
    halvings = max(0, math.ceil(2 * x).bit_length())
    working = bits + 2 * halvings + 8
    small = round_up(x / 2**halvings, working + 8)
    slack = (small - x / 2**halvings) * 2  # e^small <= e^x * (1 + 2 * (small - x)) for such small differences
    total, term, n = Fraction(0), Fraction(1), 0
    while term * 2**working > 1:
        total, n = total + term, n + 1
        term = round_up(term * small / n, working + 16)
    rounding = Fraction(n * n, 2 ** (working + 8))  # what rounding the terms up can have added
    low, high = (total - rounding) * (1 - slack), total + 2 * term
    for _ in range(halvings):
        low, high = round_down(low * low, working), round_up(high * high, working)
    return _outward(max(low, Fraction(1)), high, bits)


@lru_cache(maxsize=1 << 10)
def _atanh_series(t: Fraction, bits: int) -> Bracket:
    """Bracket ``atanh(t)`` for 0 <= t <= 1/3 by its power series."""
    p, q = t.as_integer_ratio()
    square, under, top, bottom, n = p * p, q * q, p, q, 1  # top/bottom = t^n
    total, shared = 0, 1  # total / (shared bottom / q^2) = the sum of the terms before
    while top * q << (bits + 4) > p * bottom:
        total = total * n * under + top * shared
        shared, top, bottom, n = shared * n, top * square, bottom * under, n + 2
    low = Fraction(total, shared * bottom // under)
    return Bracket(low, low + Fraction(2 * top, bottom * n))  # the remainder is at most power/n * 1/(1 - t^2)


def log_bracket(argument: Number | Bracket, bits: int = 64) -> Bracket:
    """Bracket the natural logarithm of a positive number.

    Raises
    ------
    ValueError
        If the argument is not positive.

    Examples
    --------
    >>> low = log_bracket(2, bits=20).lower
    >>> 0 < Fraction(693147181, 10**9) - low < Fraction(1, 10**5)
    True
    """
    as_integer(bits, "bits", least=1)
    if isinstance(argument, Bracket):
        return Bracket(log_bracket(argument.lower, bits).lower, log_bracket(argument.upper, bits).upper)
    x = as_fraction(argument, "argument")
    if x <= 0:
        raise ValueError(f"argument must be positive, got {x}")
    return _log_bracket(x, bits)


@lru_cache(maxsize=1 << 12)
def _log_bracket(x: Fraction, bits: int) -> Bracket:
    if x == 1:
        return Bracket(Fraction(0), Fraction(0))
    if x < 1:
        return -_log_bracket(1 / x, bits)
    twos = max(0, x.numerator.bit_length() - x.denominator.bit_length() - 1)
    mantissa = x / 2**twos  # in [1/2, 4), so at most two more halvings
    while mantissa > Fraction(4, 3):
        mantissa, twos = mantissa / 2, twos + 1
    working = bits + twos.bit_length() + 8
    base = 2 * _atanh_series(Fraction(1, 3), working)
    t = (mantissa - 1) / (mantissa + 1)
    sign, size = (1, t) if t >= 0 else (-1, -t)
    size_down, size_up = round_down(size, working + 8), round_up(size, working + 8)
    tail = Bracket(_atanh_series(size_down, working).lower, _atanh_series(size_up, working).upper)
    value = base * twos + 2 * sign * tail
    return _outward(value.lower, value.upper, bits)


def sqrt_bracket(argument: Number, bits: int = 64) -> Bracket:
    """Bracket the square root of a non-negative number; rational roots come out exactly.

    Examples
    --------
    >>> sqrt_bracket(Fraction(9, 4))
    Bracket(lower=Fraction(3, 2), upper=Fraction(3, 2))
    """
    x, bits = as_fraction(argument, "argument"), as_integer(bits, "bits", least=1)
    if x < 0:
        raise ValueError(f"argument must not be negative, got {x}")
    shift = max(0, bits - (x.numerator.bit_length() - x.denominator.bit_length()) // 2 + 2)
    square = x.numerator * x.denominator
    root = math.isqrt(square)
    if root * root == square:
        return Bracket(Fraction(root, x.denominator), Fraction(root, x.denominator))
    root = math.isqrt(square << (2 * shift))
    return Bracket(Fraction(root, x.denominator << shift), Fraction(root + 1, x.denominator << shift))


def pi_bracket(bits: int = 64) -> Bracket:
    """Bracket pi by Machin's formula, 16 arctan(1/5) - 4 arctan(1/239).

    Examples
    --------
    >>> pi_bracket().lower < Fraction(355, 113) and Fraction(223, 71) < pi_bracket().lower
    True
    """
    as_integer(bits, "bits", least=1)
    value = 16 * _arctan_of_inverse(5, bits + 8) - 4 * _arctan_of_inverse(239, bits + 8)
    return _outward(value.lower, value.upper, bits)


def _arctan_of_inverse(n: int, bits: int) -> Bracket:
    """Bracket ``arctan(1/n)``: partial sums of an alternating, decreasing series lie on both sides of its sum."""
    total, power, k = Fraction(0), Fraction(1, n), 0
    while power * 2**bits > 1:
        total += (-1) ** k * power / (2 * k + 1)
        power, k = power / (n * n), k + 1
    other = total + (-1) ** k * power / (2 * k + 1)
    return Bracket(min(total, other), max(total, other))
