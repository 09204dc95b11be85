"""e^x and ln x of dyadic numbers, from below or from above, in integers.

Definitions
-----------
A *dyadic number* is given as ``(n, unit)`` and stands for ``n 2^unit``.  Every function takes a direction: with ``up``
its result is at least the true value, without it at most.  Inside, a number x is the integer ``x 2^bits``, and each
step is a division of integers rounded down, or, with ``up``, up; all terms of the series are positive, so that
rounding each of them in one direction rounds the sum in that direction.

>>> [round(n * 2.0**unit, 9) for n, unit in (exp_end(1, 0, 40, False), exp_end(1, 0, 40, True))]
[2.718281828, 2.718281828]
"""

from functools import lru_cache
from math import isqrt

LONGEST = 1 << 12  # bits that are added at most for a logarithm near 0
Dyad = tuple[int, int]


def shifted(n: int, places: int, up: bool) -> int:
    """Return ``n * 2**places``, rounded up or down."""
    if places >= 0:
        return n << places
    return -(-n >> -places) if up else n >> -places


def order(a: Dyad, b: Dyad) -> int:
    """Return a number below, equal to or above 0 as ``a`` is less than, equal to or greater than ``b``."""
    (m, p), (n, q) = a, b
    if m <= 0 <= n or n <= 0 <= m:
        return (m > n) - (m < n)
    gap = (m.bit_length() + p) - (n.bit_length() + q)
    if gap:
        return gap if m > 0 else -gap
    return (m << max(p - q, 0)) - (n << max(q - p, 0))


def divided(n: int, d: int, up: bool) -> int:
    """Return ``n / d`` for ``d > 0``, rounded up or down."""
    return -(-n // d) if up else n // d


def exp_end(n: int, unit: int, bits: int, up: bool) -> Dyad:
    """Bound ``e^(n 2^unit)`` to a relative error of about ``2^-bits``.

    Notes
    -----
    ``x = k ln 2 + r``; the series is summed at ``r / 2^halvings``, at most 1/2, where the terms from t on, which are
    not added, sum to at most ``2 t``, and squared back.
    """
    if n == 0:
        return 1, 0
    halvings = isqrt(bits) // 2 + 1
    bits += halvings + 24
    more = max(0, n.bit_length() + unit) + 2  # k has so many bits
    x, (low, high) = shifted(n, unit + bits, up), log_of_two(bits + more)
    k = (x << more) // high
    while (r := x - shifted(k * (low if up == (k >= 0) else high), -more, not up)) < 0:
        k -= 1
    r, one = shifted(r, -halvings, up), 1 << bits
    total, term, place = 0, one, 0
    while term > 1:
        place += 1
        total, term = total + term, divided(shifted(term * r, -bits, up), place, up)
    total += 2 * term if up else 0
    for _ in range(halvings):
        total = shifted(total * total, -bits, up)
    return total, k - bits


def log_end(n: int, unit: int, bits: int, up: bool) -> Dyad:
    """Bound ``ln(n 2^unit)`` for ``n > 0``, to a relative error of about ``2^-bits``.

    Notes
    -----
    ``x = f 2^k`` with f in [2/3, 4/3), and ``ln f = 2 atanh((f - 1)/(f + 1))``.
    """
    digits = n.bit_length() - (3 * n < 2 << n.bit_length())
    k, rest, whole = digits + unit, n - (1 << digits), n + (1 << digits)
    near = whole.bit_length() - abs(rest).bit_length() if k == 0 and rest else 0
    bits += min(near, LONGEST) + 16
    away = up == (rest > 0)  # a negative logarithm is rounded the other way
    series = 2 * _atanh(divided(abs(rest) << bits, whole, away), bits, away)
    more = k.bit_length()
    low, high = log_of_two(bits + more)
    twos = shifted(k * (high if up == (k >= 0) else low), -more, up)
    return twos + (series if rest > 0 else -series), -bits


def _atanh(t: int, bits: int, up: bool) -> int:
    """Bound ``atanh(t)`` for 0 <= t <= 1/3; what follows a term p/n that was not added is at most ``2 p``."""
    square, total, power, n = shifted(t * t, -bits, up), 0, t, 1
    while power > 1:
        total, power, n = total + divided(power, n, up), shifted(power * square, -bits, up), n + 2
    return total + (2 * power if up else 0)


def log_of_two(bits: int) -> Dyad:
    """Return two integers around ``2^bits ln 2``: it is ``18 atanh(1/26) - 2 atanh(1/4801) + 8 atanh(1/8749)``."""
    digits = -(-bits // 64) * 64
    low, high = _log_of_two(digits)
    return low >> (digits - bits), shifted(high, bits - digits, True)


@lru_cache(maxsize=256)
def _log_of_two(bits: int) -> Dyad:
    bits += 16
    a, b, c = (tuple(_atanh(divided(1 << bits, q, up), bits, up) for up in (False, True)) for q in (26, 4801, 8749))
    low, high = 18 * a[0] - 2 * b[1] + 8 * c[0], 18 * a[1] - 2 * b[0] + 8 * c[1]
    return low >> 16, shifted(high, -16, True)


def sqrt_end(n: int, unit: int, bits: int, up: bool) -> Dyad:
    """Bound the square root of ``n 2^unit`` for ``n >= 0``; roots with at most ``bits`` bits come out exactly."""
    more = max(0, 2 * bits + 2 - n.bit_length())
    more += (unit - more) % 2
    square = n << more
    root = isqrt(square)
    return root + (up and root * root < square), (unit - more) // 2


def power_end(n: int, unit: int, exponent: int, bits: int, up: bool) -> Dyad:
    """Bound ``(n 2^unit)^exponent`` for ``n, exponent >= 0``, each product cut to ``bits`` bits and some more."""
    bits += 2 * exponent.bit_length() + 2
    (found, place), (base, step) = (1, 0), (n, unit)
    while exponent:
        if exponent & 1:
            found, place = _cut(found * base, place + step, bits, up)
        base, step = _cut(base * base, 2 * step, bits, up)
        exponent >>= 1
    return found, place


def _cut(n: int, unit: int, bits: int, up: bool) -> Dyad:
    more = max(0, n.bit_length() - bits)
    return shifted(n, -more, up), unit + more
