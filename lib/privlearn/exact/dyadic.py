"""Balls in plain Python: intervals with dyadic ends, every operation rounded outwards.

Definitions
-----------
A :class:`Dyadic` is the set of reals from ``low 2^unit`` to ``high 2^unit`` for three integers.  An operation returns
an interval that holds its value at all points of its arguments; both ends are cut to ``precision.prec`` bits of the
larger one, the lower end downwards, the upper end upwards, so that soundness is a matter of integers.  What has no
finite value on all of them, such as a quotient by an interval that holds 0, is ``ANYTHING``, the whole line.  The
methods have the names and the meaning of python-flint's ``arb``, for which this stands in.

>>> third = Dyadic(1) / 3
>>> third.lower().fmpq() < Fraction(1, 3) < third.upper().fmpq()
True
"""

import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import cmp_to_key
from math import comb, factorial, inf, isfinite, nan
from typing import Any

from privlearn.exact.brackets import pi_bracket
from privlearn.exact.fixed_point import Dyad, exp_end, log_end, order, power_end, shifted, sqrt_end
from privlearn.exact.special import log_gamma, polylogarithm

LONGEST_EXPONENT = 64  # bits of the whole part of x in e^x: beyond it e^x is taken as infinite
LARGEST_FACTORIAL = 1 << 13  # by multiplication; beyond it by log-gamma
REACH = 256  # bits below the unit of a summand that the other one is kept to, at least


class Precision:
    """The number of bits that both ends of a result are cut to."""

    def __init__(self) -> None:
        self.prec = 53

    @contextmanager
    def workprec(self, bits: int) -> Iterator[None]:
        """Work with another number of bits for a while."""
        before, self.prec = self.prec, bits
        try:
            yield
        finally:
            self.prec = before


precision = Precision()


class Dyadic:
    """The reals from ``low * 2**unit`` to ``high * 2**unit``; see the module.

    Parameters
    ----------
    middle : int, float, Fraction or Dyadic
        Integers and floats are taken exactly, fractions rounded outwards.
    radius : the same, optional
        The interval from ``middle - radius`` to ``middle + radius``.
    """

    __slots__ = ("_high", "_low", "_unit")
    _low: int
    _high: int
    _unit: int

    def __new__(cls, middle: Any = 0, radius: Any = 0) -> "Dyadic":
        center, reach = as_dyadic(middle), abs(as_dyadic(radius)).upper()
        return center if reach == 0 else center + (-reach).union(reach)

    @staticmethod
    def pi() -> "Dyadic":
        """Return pi."""
        ends = pi_bracket(precision.prec)
        return as_dyadic(ends.lower).union(as_dyadic(ends.upper))

    @staticmethod
    def bin_uiui(n: int, k: int) -> "Dyadic":
        """Return the binomial coefficient of two integers."""
        if n <= LARGEST_FACTORIAL:
            return rounded(comb(n, k), comb(n, k), 0)
        with precision.workprec(precision.prec + 2 * n.bit_length() + 16):  # the logarithms cancel
            log = Dyadic(n + 1).lgamma() - Dyadic(k + 1).lgamma() - Dyadic(n - k + 1).lgamma()
        return log.exp()

    # arithmetic

    def __add__(self, other: Any) -> "Dyadic":
        term = as_dyadic(other)
        a, b = (self, term) if self._unit >= term._unit else (term, self)
        if a._low == a._high == 0:
            return rounded(b._low, b._high, b._unit)
        gap, reach = a._unit - b._unit, 2 * precision.prec + REACH
        far = max(0, gap - reach)  # moved outwards to a nearer unit, or the sum would have that many bits
        low, high = (b._low >> far, -(-b._high >> far)) if far else (b._low, b._high)
        return rounded((a._low << gap - far) + low, (a._high << gap - far) + high, b._unit + far)

    def __neg__(self) -> "Dyadic":
        return made(-self._high, -self._low, self._unit)

    def __abs__(self) -> "Dyadic":
        if self._low >= 0:
            return self
        return -self if self._high <= 0 else made(0, max(-self._low, self._high), self._unit)

    def __sub__(self, other: Any) -> "Dyadic":
        return self + -as_dyadic(other)

    def __rsub__(self, other: Any) -> "Dyadic":
        return -self + other

    def __mul__(self, other: Any) -> "Dyadic":
        factor = as_dyadic(other)
        a, b, c, d = self._low, self._high, factor._low, factor._high
        if a >= 0 and c >= 0:
            return rounded(a * c, b * d, self._unit + factor._unit)
        ends = (a * c, a * d, b * c, b * d)
        return rounded(min(ends), max(ends), self._unit + factor._unit)

    __radd__, __rmul__ = __add__, __mul__

    def __truediv__(self, other: Any) -> "Dyadic":
        divisor = as_dyadic(other)
        if divisor._low <= 0 <= divisor._high:
            return ANYTHING
        if divisor._low < 0:
            return -self / -divisor
        a, b, c, d = self._low, self._high, divisor._low, divisor._high
        more = max(0, precision.prec + 2 + d.bit_length() - max(a.bit_length(), b.bit_length()))
        low, high = (a << more) // (d if a >= 0 else c), -((-b << more) // (c if b >= 0 else d))
        return rounded(low, high, self._unit - divisor._unit - more)

    def __rtruediv__(self, other: Any) -> "Dyadic":
        return as_dyadic(other) / self

    def __pow__(self, exponent: Any) -> "Dyadic":
        power = as_dyadic(exponent)
        exact = power._low == power._high
        n = power.unique_fmpz() if exact else None
        if n is None:  # the usual ones are half-integers
            twice = (2 * power).unique_fmpz() if exact else None
            return (self.log() * power).exp() if twice is None else self.sqrt() ** twice
        if n < 0:
            return 1 / self**-n
        if self._low < 0:  # x^n = (-x)^n or -(-x)^n, and on both sides of 0 between the two
            below = (-self.min(Dyadic(0))) ** n
            below = -below if n % 2 else below
            return below if self._high <= 0 else below.union(self.max(Dyadic(0)) ** n)
        bits, unit = precision.prec, self._unit
        return between(power_end(self._low, unit, n, bits, False), power_end(self._high, unit, n, bits, True))

    def __rpow__(self, base: Any) -> "Dyadic":
        return as_dyadic(base) ** self

    # comparisons: true only if certain

    def __lt__(self, other: Any) -> bool:
        right = as_dyadic(other)
        return order((self._high, self._unit), (right._low, right._unit)) < 0

    def __le__(self, other: Any) -> bool:
        right = as_dyadic(other)
        return order((self._high, self._unit), (right._low, right._unit)) <= 0

    def __gt__(self, other: Any) -> bool:
        return as_dyadic(other) < self

    def __ge__(self, other: Any) -> bool:
        return as_dyadic(other) <= self

    def __eq__(self, other: object) -> bool:
        return self <= other and self >= other

    def __ne__(self, other: object) -> bool:
        return self < other or self > other

    __hash__ = None  # type: ignore[assignment]  # equality is what is certain: no equivalence

    # parts

    def lower(self) -> "Dyadic":
        """Return the lower end."""
        return made(self._low, self._low, self._unit)

    def upper(self) -> "Dyadic":
        """Return the upper end."""
        return made(self._high, self._high, self._unit)

    def mid(self) -> "Dyadic":
        """Return the middle."""
        both = self._low + self._high
        return made(both, both, self._unit - 1)

    def is_finite(self) -> bool:
        """Tell whether there are ends."""
        return True

    def fmpq(self) -> Fraction:
        """Return the one number that it holds."""
        if self._low != self._high:
            raise ValueError(f"{self} is not exact")
        return Fraction(self._low << max(0, self._unit), 1 << max(0, -self._unit))

    def floor(self) -> "Dyadic":
        """Return the integers below its numbers."""
        return made(shifted(self._low, self._unit, False), shifted(self._high, self._unit, False), 0)

    def unique_fmpz(self) -> int | None:
        """Return the integer that it holds if it holds exactly one."""
        first, last = shifted(self._low, self._unit, True), shifted(self._high, self._unit, False)
        return first if first == last else None

    def __float__(self) -> float:
        try:
            return float(self.mid().fmpq())
        except OverflowError:
            return inf if self._low + self._high > 0 else -inf

    def __repr__(self) -> str:
        return f"[{float(self.lower())!r}, {float(self.upper())!r}]"

    def union(self, other: Any) -> "Dyadic":
        """Return the least interval that holds both."""
        return _joined(self, as_dyadic(other), min, max)

    def min(self, other: Any) -> "Dyadic":
        """Return the smaller of two numbers."""
        return _joined(self, as_dyadic(other), min, min)

    def max(self, other: Any) -> "Dyadic":
        """Return the larger of two numbers."""
        return _joined(self, as_dyadic(other), max, max)

    # functions

    def exp(self) -> "Dyadic":
        """Return e^x."""
        if max(self._low.bit_length(), self._high.bit_length()) + self._unit > LONGEST_EXPONENT:
            return ANYTHING
        bits = precision.prec
        return between(exp_end(self._low, self._unit, bits, False), exp_end(self._high, self._unit, bits, True))

    def log(self) -> "Dyadic":
        """Return ln x."""
        if self._low <= 0:
            return ANYTHING
        bits = precision.prec
        return between(log_end(self._low, self._unit, bits, False), log_end(self._high, self._unit, bits, True))

    def sqrt(self) -> "Dyadic":
        """Return the square root."""
        if self._low < 0:
            return ANYTHING
        bits = precision.prec
        return between(sqrt_end(self._low, self._unit, bits, False), sqrt_end(self._high, self._unit, bits, True))

    def lgamma(self) -> "Dyadic":
        """Return ln Gamma(x) for positive x."""
        if not self > 0:
            return ANYTHING
        with precision.workprec(precision.prec + 24):
            found = log_gamma(self, 2 * Dyadic.pi(), precision.prec)
        return found + 0  # cut to the precision

    def fac(self) -> "Dyadic":
        """Return x!."""
        n = self.unique_fmpz() if self._low == self._high else None
        if n is not None and 0 <= n <= LARGEST_FACTORIAL:
            return rounded(factorial(n), factorial(n), 0)
        with precision.workprec(precision.prec + 2 * max(0, self._high.bit_length() + self._unit) + 8):
            log = (self + 1).lgamma()
        return log.exp()

    def polylog(self, s: Any) -> "Dyadic":
        """Return ``Li_s(x)``, the sum of ``x^k / k^s``, for x in [0, 1) and positive s."""
        exponent = as_dyadic(s)
        if not (self >= 0 and exponent > 0):
            return ANYTHING
        with precision.workprec(precision.prec + 16):
            found = polylogarithm(self, exponent, precision.prec)
        return found + 0

    def beta_lower(self, *_: Any, **__: Any) -> "Dyadic":
        """Refuse: no series for it is proved here."""
        raise ModuleNotFoundError("the incomplete beta function needs python-flint", name="flint")


def _itself_again(number: Any, *_: Any) -> Any:
    return number


def _never(*_: Any) -> bool:
    return False


class _Anything(Dyadic):
    """The whole line: what is computed from it is the whole line, and no comparison with it is certain."""

    __slots__ = ()

    _itself: Any = _itself_again
    _never: Any = _never
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _itself
    __pow__ = __rpow__ = __neg__ = __abs__ = lower = upper = mid = floor = union = min = max = _itself
    exp = log = sqrt = lgamma = fac = polylog = _itself
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __ne__ = is_finite = _never
    __hash__ = None

    def unique_fmpz(self) -> None:
        return None

    def __float__(self) -> float:
        return nan


def made(low: int, high: int, unit: int) -> Dyadic:
    """Return the interval with these ends as they are."""
    found = object.__new__(Dyadic)
    found._low, found._high, found._unit = low, high, unit
    return found


ANYTHING = object.__new__(_Anything)  # it has no ends: Python asks the methods of a subclass first, also on the right


def as_dyadic(value: Any) -> Dyadic:
    """Return an interval around the number: integers and floats exactly, fractions cut outwards.

    Raises
    ------
    TypeError
        If it is no number.
    """
    if isinstance(value, Dyadic):
        return value
    if isinstance(value, float):
        if not isfinite(value):
            return ANYTHING
        value = Fraction(value)
    if not isinstance(value, Fraction):
        n = operator.index(value)
        return made(n, n, 0)
    n, d = value.as_integer_ratio()
    if d & (d - 1) == 0:
        return made(n, n, 1 - d.bit_length())
    more = max(0, precision.prec + 2 + d.bit_length() - n.bit_length())
    return rounded((n << more) // d, -((-n << more) // d), -more)


def rounded(low: int, high: int, unit: int) -> Dyadic:
    """Return the interval with both ends cut outwards to the bits of the precision."""
    more = max(low.bit_length(), high.bit_length()) - precision.prec
    if more > 0:
        low, high, unit = low >> more, -(-high >> more), unit + more
    return made(low, high, unit)


def between(least: Dyad, most: Dyad) -> Dyadic:
    """Return the interval with these two dyadic numbers as its ends, cut outwards."""
    (low, p), (high, q) = least, most
    if low == high == 0:
        return made(0, 0, 0)
    top = max(low.bit_length() + p if low else q, high.bit_length() + q if high else p)
    unit = max(min(p, q), top - precision.prec)
    return made(shifted(low, p - unit, False), shifted(high, q - unit, True), unit)


def _joined(a: Dyadic, b: Dyadic, of_lower: Callable, of_upper: Callable) -> Dyadic:
    """Return the interval between the one or the other lower end and the one or the other upper end."""
    if b is ANYTHING:
        return b
    return between(of_lower((a._low, a._unit), (b._low, b._unit), key=cmp_to_key(order)),
                   of_upper((a._high, a._unit), (b._high, b._unit), key=cmp_to_key(order)))
