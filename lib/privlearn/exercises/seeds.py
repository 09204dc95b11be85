"""Instances of an exercise by seed: the page asks for that of seed 0, others get one of their own.

A stub whose first line is ``SEED = 0`` takes a seed.  The page's module ``exercises`` has a function from a seed to the
instance, which stub and solution call, and the judge takes the same seed as its parameter ``seed``.
"""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any


def drawn(seed: int, *options: Sequence[Any]) -> tuple[Any, ...]:
    """Return one of each of some lists: the first ones for seed 0, for other seeds as their hash says.

    Parameters
    ----------
    seed : int
        At least 0.
    *options : sequences
        What there is to choose from.

    Raises
    ------
    ValueError
        If the seed is not such a number.

    Examples
    --------
    >>> drawn(0, "abc", (10, 20)), drawn(5, "abc", (10, 20)) == drawn(5, "abc", (10, 20))
    (('a', 10), True)
    """
    if type(seed) is not int or seed < 0:
        raise ValueError(f"seed must be an integer of at least 0, got {seed!r}")
    number, chosen = int.from_bytes(sha256(str(seed).encode()).digest(), "big") if seed else 0, []
    for own in options:
        number, place = divmod(number, len(own))
        chosen.append(own[place])
    return tuple(chosen)
