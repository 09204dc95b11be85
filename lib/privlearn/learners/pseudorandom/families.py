"""Keyed families of functions: hypotheses on 2^d points that fit into a short key.

Definitions
-----------
A *keyed family* is a finite set of keys and, for each key, a function from the points ``0..size-1`` to bits; a random
member is the function of a uniform key.  It *imitates* the random function that is 1 at every point independently with
probability ``bias`` (:class:`RandomFunctions`, BBKN14, Definition 4.6).  Points are numbers of d bits.

A :class:`TableFamily` lists its functions one by one; families with keys much shorter than a table are those of
:mod:`~privlearn.learners.pseudorandom.short_keys`.

>>> family = TableFamily(((0, 0), (1, 1)), bias=Fraction(1, 2))
>>> family.size, family.table(1)
(2, (1, 1))
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_integer, as_probability
from privlearn.laws import Law, bernoulli, conditioned, independent, pure, uniform_range

LARGEST_TABLE = 1 << 20


class KeyedFamily(ABC):
    """A finite family of functions on ``0..size-1``, each named by a key.

    Attributes
    ----------
    size : int
        Number of points.
    bias : Fraction
        The probability of a 1 in the random function that the family imitates.
    key_bits : int
        Length of a key: the description of a function.
    """

    size: int
    bias: Fraction
    key_bits: int

    @abstractmethod
    def keys(self) -> Law:
        """Return the law of a random key."""

    @abstractmethod
    def value(self, key: Any, point: int) -> int:
        """Return the bit at ``point`` of the function that ``key`` names."""

    def keys_through(self, point: int) -> Law:
        """Return the law of a random key given that its function is 1 at ``point`` (sampled by rejection).

        Raises
        ------
        ValueError
            On reading the law, if no key's function is 1 there.
        """
        j = as_integer(point, "point", least=0, most=self.size - 1)
        return conditioned(self.keys(), lambda key: self.value(key, j) == 1)

    def table(self, key: Any) -> tuple[int, ...]:
        """Return all ``size`` values of the function that ``key`` names."""
        if self.size > LARGEST_TABLE:
            raise TooLargeToEnumerate("the table of a function", self.size, LARGEST_TABLE)
        return tuple(self.value(key, x) for x in range(self.size))

    def tables(self) -> Law:
        """Return the law of the table of a random member."""
        return self.keys().map(self.table)

    def marginal(self, point: int) -> Fraction:
        """Return the probability that a random member is 1 at ``point``, by enumeration."""
        return self.keys().map(lambda key: self.value(key, point)).exact().get(1, Fraction(0))


@dataclass(frozen=True)
class RandomFunctions(KeyedFamily):
    """Truly random functions: every value is 1 independently with probability ``bias``; a key is the whole table.

    Examples
    --------
    >>> RandomFunctions(2, Fraction(1, 4)).keys().exact()[0, 1]
    Fraction(3, 16)
    >>> RandomFunctions(2, Fraction(1, 4)).keys_through(1).exact()
    {(0, 1): Fraction(3, 4), (1, 1): Fraction(1, 4)}
    """

    size: int
    bias: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", as_integer(self.size, "size", least=1))
        object.__setattr__(self, "bias", as_probability(self.bias, "bias"))

    @property
    def key_bits(self) -> int:  # type: ignore[override]
        """Length of a key, one bit for each point."""
        return self.size

    def keys(self) -> Law:
        """Return the product law of the table."""
        return independent([bernoulli(self.bias)] * self.size)

    def keys_through(self, point: int) -> Law:
        """Return the product law with the value at ``point`` fixed to 1."""
        j = as_integer(point, "point", least=0, most=self.size - 1)
        return independent([pure(1) if x == j else bernoulli(self.bias) for x in range(self.size)])

    def value(self, key: Any, point: int) -> int:
        """Return the entry of the table."""
        return int(key[point])


@dataclass(frozen=True)
class TableFamily(KeyedFamily):
    """The listed functions, keys ``0..len(rows)-1``, all equally likely.

    Parameters
    ----------
    rows : sequence of tuples of bits, all of one length
    bias : number in [0, 1]

    Examples
    --------
    >>> TableFamily(((1, 0), (0, 1)), Fraction(1, 2)).keys_through(1).exact()
    {1: Fraction(1, 1)}
    """

    rows: Sequence[tuple[int, ...]]
    bias: Fraction

    def __post_init__(self) -> None:
        rows = tuple(tuple(row) for row in self.rows)
        if not rows or len({len(row) for row in rows}) != 1 or not rows[0]:
            raise ValueError(f"rows must be at least one tuple of bits, all of one length above 0, got {self.rows!r}")
        if any(bit not in (0, 1) for row in rows for bit in row):
            raise ValueError("rows must hold the bits 0 and 1 only")
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "bias", as_probability(self.bias, "bias"))

    @property
    def size(self) -> int:  # type: ignore[override]
        """Number of points."""
        return len(self.rows[0])

    @property
    def key_bits(self) -> int:  # type: ignore[override]
        """Length of a row number."""
        return (len(self.rows) - 1).bit_length()

    def keys(self) -> Law:
        """Return the uniform law of row numbers."""
        return uniform_range(len(self.rows))

    def value(self, key: Any, point: int) -> int:
        """Return the entry of the table."""
        return int(self.rows[key][point])
