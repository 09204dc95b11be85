"""The rules for which formulas are checked."""

from collections.abc import Iterator
from functools import cache
from random import Random


@cache
def large_rules() -> tuple[tuple[int, int], ...]:
    """Return five seeded rules of 10 arguments."""
    rng = Random(422)
    return tuple((rng.getrandbits(1 << 10), 10) for _ in range(5))


def rules(largest: int) -> Iterator[tuple[int, int]]:
    """Yield (rule, arity) for all rules but 0, fewest arguments first."""
    for k in range(1, largest + 1):
        yield from ((rule, k) for rule in range(1, 1 << (1 << k)))
