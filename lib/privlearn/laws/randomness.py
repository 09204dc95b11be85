"""Uniform integers from either kind of random generator, without floats."""

import random

import numpy as np

from privlearn.exact import as_integer

Generator = np.random.Generator | random.Random


def uniform_below(rng: Generator, bound: int) -> int:
    """Return a uniform integer in ``0..bound-1``; ``bound`` may have thousands of bits.

    Raises
    ------
    ValueError
        If ``rng`` is not one of the two supported generators, or ``bound`` is below 1.

    Examples
    --------
    >>> rng = random.Random(1)
    >>> [uniform_below(rng, 6) for _ in range(6)]
    [1, 4, 0, 2, 0, 3]
    """
    as_integer(bound, "bound", least=1)
    if isinstance(rng, random.Random):
        return rng.randrange(bound)
    if not isinstance(rng, np.random.Generator):
        raise ValueError(f"rng must be a numpy.random.Generator or a random.Random, got {rng!r}")
    bits = (bound - 1).bit_length()
    while True:  # fewer than two tries on average
        draw = int.from_bytes(rng.bytes((bits + 7) // 8), "big") >> (-bits % 8)
        if draw < bound:
            return draw
