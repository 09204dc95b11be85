"""The least integer with a property that, once true, stays true.

>>> least_integer(lambda n: n * n >= 50)
8
"""

from collections.abc import Callable


def least_integer(enough: Callable[[int], bool], first: int = 0) -> int:
    """Return the least ``n >= first`` with ``enough(n)``, by doubling and bisection.

    Parameters
    ----------
    enough : callable
        Monotone: false up to some point, true from there on.  With no true value the search does not end.
    first : int
        Where to begin, at least 0.

    Notes
    -----
    Guarantee: ``enough`` was seen true at the result and, unless the result is ``first``, false at one less.  Cost:
    O(log n) calls.
    """
    if enough(first):
        return first
    low, step = first, 1
    while not enough(low + step):
        low, step = low + step, 2 * step
    high = low + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
