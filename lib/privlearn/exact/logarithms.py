"""Sums of logarithms of rationals: exact equality, decided order.

Definitions
-----------
A :class:`LogSum` is a real number ``c_2 log2(2) + c_3 log2(3) + c_5 log2(5) + ...`` with rational coefficients at
finitely many primes.  The logarithm to base 2 of every positive rational is one, by factoring, and so is the entropy of
every rational distribution.  Logarithms of primes are linearly independent over the rationals, because factoring is
unique; so two such numbers are equal only if all coefficients are, and two that differ can be told apart by brackets.

>>> log2(6) - log2(Fraction(3, 4)) == log2(8)
True
>>> log2(Fraction(9, 8)) < log2(2) * Fraction(1, 5)
True
>>> print(log2(Fraction(9, 8)))
-3 + 2 log2(3)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, total_ordering

from privlearn.exact.brackets import Bracket, as_bracket, log_bracket
from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import Number, as_fraction

LARGEST_DIVISOR = 1 << 20


@total_ordering
@dataclass(frozen=True)
class LogSum:
    """The number ``sum of coefficient * log2(prime)``.

    Attributes
    ----------
    terms : tuple of (int, Fraction)
        Primes in increasing order with their coefficients, none of which is 0.
    """

    terms: tuple[tuple[int, Fraction], ...] = ()

    def __add__(self, other: LogSum) -> LogSum:
        return sum_of_logs((self, other))

    def __neg__(self) -> LogSum:
        return self * -1

    def __sub__(self, other: LogSum) -> LogSum:
        return self + -other

    def __mul__(self, factor: Number) -> LogSum:
        by = as_fraction(factor, "factor")
        return LogSum(tuple((prime, c * by) for prime, c in self.terms) if by else ())

    __rmul__ = __mul__

    def __lt__(self, other: LogSum) -> bool:
        return (self - other).sign() < 0

    def __str__(self) -> str:
        text = ""
        for prime, c in self.terms:
            size = f"{abs(c)}" if prime == 2 else f"log2({prime})" if abs(c) == 1 else f"{abs(c)} log2({prime})"
            text += (" - " if c < 0 else " + ") + size if text else ("-" if c < 0 else "") + size
        return text or "0"

    def __float__(self) -> float:
        return float(self.bracket().lower)

    def sign(self) -> int:
        """Return -1, 0 or 1; never undecided, since zero is recognised exactly."""
        bits = 64
        while self.terms:
            ends = self.bracket(bits)
            if ends.lower > 0 or ends.upper < 0:
                return 1 if ends.lower > 0 else -1
            bits *= 2
        return 0

    def bracket(self, bits: int = 128) -> Bracket:
        """Return rational ends around the number, from logarithms of ``bits`` bits; exact if only 2 occurs."""
        if all(prime == 2 for prime, _ in self.terms):
            return as_bracket(sum((c for _, c in self.terms), Fraction(0)))
        return self.nats(bits) / _log(2, bits)

    def nats(self, bits: int = 128) -> Bracket:
        """Return rational ends around the same sum of natural logarithms, that is, around the number times ln 2."""
        return sum((_log(prime, bits) * c for prime, c in self.terms), as_bracket(0))


def sum_of_logs(numbers: Iterable[LogSum]) -> LogSum:
    """Return the sum of many, in one pass."""
    coefficients: dict[int, Fraction] = {}
    for number in numbers:
        for prime, c in number.terms:
            coefficients[prime] = coefficients.get(prime, Fraction(0)) + c
    return LogSum(tuple((prime, c) for prime, c in sorted(coefficients.items()) if c))


def log2(number: Number) -> LogSum:
    """Return the logarithm to base 2 of a positive rational.

    Raises
    ------
    ValueError
        If the number is not positive.
    TooLargeToEnumerate
        If numerator or denominator has two prime factors above 2^20.

    Notes
    -----
    Cost: trial division, up to the square root of what is left.
    """
    value = as_fraction(number, "number")
    if value <= 0:
        raise ValueError(f"number must be positive, got {value}")
    return sum_of_logs((_log2_integer(value.numerator), -_log2_integer(value.denominator)))


@lru_cache(maxsize=1 << 16)
def _log2_integer(number: int) -> LogSum:
    left, divisor, terms = number, 2, []
    while divisor * divisor <= left:
        if divisor > LARGEST_DIVISOR:
            raise TooLargeToEnumerate("the search for prime factors", left, LARGEST_DIVISOR**2)
        power = 0
        while left % divisor == 0:
            left, power = left // divisor, power + 1
        if power:
            terms.append((divisor, Fraction(power)))
        divisor += 1 if divisor == 2 else 2
    return LogSum((*terms, (left, Fraction(1))) if left > 1 else tuple(terms))


@lru_cache(maxsize=1 << 12)
def _log(prime: int, bits: int) -> Bracket:
    return log_bracket(prime, bits)
