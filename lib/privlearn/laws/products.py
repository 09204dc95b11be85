"""Products: independent draws, listed while there are few outcomes and sampled however many there are.

Definitions
-----------
The *product* of laws ``P_1, ..., P_n`` is the law of the tuple of n independent draws, the i-th from ``P_i``.  Its
table has as many entries as the product of the numbers of outcomes, so it is refused beyond ``LARGEST_PRODUCT``; a
sample costs one draw from each law.

>>> from fractions import Fraction
>>> from privlearn.laws import bernoulli, independent, pure
>>> independent([bernoulli(Fraction(1, 3)), pure("x")]).exact()
{(0, 'x'): Fraction(2, 3), (1, 'x'): Fraction(1, 3)}
>>> independent([]).exact()
{(): Fraction(1, 1)}
"""

from collections.abc import Iterable
from math import prod
from typing import Any

from privlearn.exact import TooLargeToEnumerate, rational
from privlearn.laws.law import Law, Outcome, as_law
from privlearn.laws.randomness import Generator

LARGEST_PRODUCT = 1 << 20


class _Independent(Law):
    def __init__(self, laws: tuple[Law, ...]):
        self._laws = laws

    def masses(self) -> dict[Outcome, Any]:
        known = {id(law): law.masses() for law in self._laws}
        parts = [known[id(law)] for law in self._laws]
        outcomes = prod(len(part) for part in parts)
        if outcomes > LARGEST_PRODUCT:
            raise TooLargeToEnumerate("the support of a product of laws", _size(outcomes), LARGEST_PRODUCT)
        table: dict[Any, Any] = {(): rational(1)}
        for part in parts:
            table = {(*drawn, x): mass * share for drawn, mass in table.items() for x, share in part.items()}
        return table

    def sample(self, rng: Generator) -> Outcome:
        return tuple(law.sample(rng) for law in self._laws)


def _size(outcomes: int) -> object:
    return outcomes if outcomes.bit_length() <= 64 else f"at least 2^{outcomes.bit_length() - 1}"


def independent(laws: Iterable[Law]) -> Law:
    """Return the law of the tuple of independent draws from ``laws``, in their order.

    Raises
    ------
    ValueError
        If an entry is no law.
    TooLargeToEnumerate
        By ``exact`` alone, if there are more than ``LARGEST_PRODUCT`` tuples; ``sample`` has no such limit.

    Examples
    --------
    >>> from fractions import Fraction
    >>> from privlearn.laws import bernoulli
    >>> coin = bernoulli(Fraction(1, 4))
    >>> independent([coin, coin]).exact()[0, 1]
    Fraction(3, 16)
    """
    if not isinstance(laws, Iterable):
        raise ValueError(f"laws must be a collection of laws, got {laws!r}")
    return _Independent(tuple(as_law(law, "each of laws") for law in laws))
