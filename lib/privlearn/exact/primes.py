"""Primes and prime powers, by trial division.

>>> primes(2, 12), prime_power(9)
([2, 3, 5, 7, 11], (3, 2))
"""

from math import isqrt

from privlearn.exact.rationals import as_integer


def is_prime(number: int) -> bool:
    """Decide by trial division whether an integer is prime; cost: about the square root of it."""
    n = as_integer(number, "number", least=0)
    return n > 1 and all(n % divisor for divisor in range(2, isqrt(n) + 1))


def as_prime(number: int, name: str = "p") -> int:
    """Return ``number`` if it is a prime, else raise a ``ValueError`` that names the argument."""
    if not is_prime(number):
        raise ValueError(f"{name} must be a prime, got {number}")
    return int(number)


def primes(first: int, last: int) -> list[int]:
    """Return the primes from ``first`` to ``last``, both included; none if ``last`` is below ``first``.

    Cost: about the square root of each number between them.

    Examples
    --------
    >>> primes(7, 13), primes(24, 28)
    ([7, 11, 13], [])
    """
    low, high = as_integer(first, "first", least=0), as_integer(last, "last")
    return [p for p in range(low, high + 1) if is_prime(p)]


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
    p = next((k for k in range(2, isqrt(q) + 1) if q % k == 0), q)
    n, rest = 0, q
    while rest % p == 0:
        rest, n = rest // p, n + 1
    if rest != 1:
        raise ValueError(f"order must be a prime power, got {q}")
    return p, n


def is_prime_power(order: int) -> bool:
    """Tell whether an integer of at least 2 is a prime power, the order of a field and of a projective plane."""
    try:
        prime_power(order)
    except ValueError:
        return False
    return True
