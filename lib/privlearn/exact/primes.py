"""Primes and prime powers, by trial division."""

from __future__ import annotations

from math import isqrt

from privlearn.exact.rationals import as_integer


def is_prime(number: int) -> bool:
    """Decide by trial division whether an integer is prime; cost: about the square root of it."""
    n = as_integer(number, "number", least=0)
    return n > 1 and all(n % divisor for divisor in range(2, isqrt(n) + 1))


def prime_power(order: int) -> tuple[int, int]:
    """Return ``(p, n)`` with ``order = p^n`` and p prime.

    Raises
    ------
    ValueError
        If ``order`` is not a prime power.

    Examples
    --------
    >>> prime_power(8), prime_power(31)
    ((2, 3), (31, 1))
    """
    q = as_integer(order, "order", least=2)
    p = next((k for k in range(2, int(q**0.5) + 1) if q % k == 0), q)
    n, rest = 0, q
    while rest % p == 0:
        rest, n = rest // p, n + 1
    if rest != 1:
        raise ValueError(f"order must be a prime power, got {q}")
    return p, n


def is_prime_power(order: int) -> bool:
    """Tell whether a projective plane over a field has this order."""
    try:
        prime_power(order)
    except ValueError:
        return False
    return True
