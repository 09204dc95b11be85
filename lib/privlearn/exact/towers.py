"""Towers of exponentials and the iterated logarithm.

Definitions
-----------
``tower(0) = 1`` and ``tower(k) = 2^tower(k - 1)``.  The iterated logarithm ``log*`` of an integer n is how often the
logarithm to base 2 must be taken until the result is at most 1: the least k with ``n <= tower(k)``.

>>> [tower(k) for k in range(5)], log_star(65536), log_star(65537)
([1, 2, 4, 16, 65536], 4, 5)
"""

from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import as_integer

TALLEST = 5  # tower(5) has 65,537 bits, tower(6) does not fit anywhere


def tower(height: int) -> int:
    """Return ``2^2^...^2`` with ``height`` twos, 1 for none.

    Raises
    ------
    TooLargeToEnumerate
        For more than 5.
    """
    k = as_integer(height, "height", least=0)
    if k > TALLEST:
        raise TooLargeToEnumerate("a tower of exponentials", f"{k} storeys", TALLEST)
    return 1 if k == 0 else 2 ** tower(k - 1)


def log_star(number: int) -> int:
    """Return the iterated logarithm to base 2 of an integer of at least 1 and at most ``2^65536``, exactly.

    Raises
    ------
    TooLargeToEnumerate
        Beyond ``tower(5)``.
    """
    n = as_integer(number, "number", least=1)
    return next(k for k in range(TALLEST + 2) if n <= tower(k))
