"""Keyed families of functions: hypotheses on 2^d points that fit into a short key.

Definitions
-----------
A *keyed family* is a finite set of keys and, for each key, a function from the points ``0..size-1`` to bits; a random
member is the function of a uniform key.  It *imitates* the random function that is 1 at every point independently with
probability ``bias`` (:class:`RandomFunctions`, BBKN14, Definition 4.6).  Points are numbers of d bits.

- :class:`AffineFamily`: keys (a, b) in a field with 2^d elements; 1 where the leading ``zeros`` bits of ``a x + b`` are
  0.  Pairwise independent with bias ``2^-zeros`` exactly, and not pseudorandom.
- :class:`HashFamily`: 1 where BLAKE2b, keyed with the key, gives a small number at x.  Believed, not proved, to be
  pseudorandom.
- :class:`TableFamily`: functions listed one by one.

>>> family = AffineFamily(bits=2, zeros=1)
>>> family.key_bits, family.table((1, 0)), family.table((2, 3))
(4, (1, 1, 0, 0), (0, 1, 1, 0))
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any

from privlearn.exact.binary_fields import BinaryField
from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import as_fraction, as_integer, as_probability
from privlearn.laws import Law, bernoulli, independent, pure, uniform_range
from privlearn.laws.conditioning import conditioned

LARGEST_TABLE = 1 << 20
DIGEST_BITS = 64


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
class AffineFamily(KeyedFamily):
    """Keys ``(a, b)`` in a field with ``2^bits`` elements; 1 where the leading ``zeros`` bits of ``a x + b`` are 0.

    Any two values are independent and each is 1 with probability ``2^-zeros``.  A key has ``2 bits`` bits, a value
    costs one product in the field: O(bits^2) bit operations.

    Parameters
    ----------
    bits : int
        Points have so many bits, at least 1.
    zeros : int
        ``1..bits``.

    Examples
    --------
    >>> AffineFamily(bits=64, zeros=4).key_bits
    128
    """

    bits: int
    zeros: int

    def __post_init__(self) -> None:
        as_integer(self.bits, "bits", least=1)
        as_integer(self.zeros, "zeros", least=1, most=self.bits)

    @cached_property
    def field(self) -> BinaryField:
        """The field whose elements are the points."""
        return BinaryField(self.bits)

    @property
    def size(self) -> int:  # type: ignore[override]
        """Number of points, ``2^bits``."""
        return 1 << self.bits

    @property
    def bias(self) -> Fraction:  # type: ignore[override]
        """The probability of a 1, ``2^-zeros``."""
        return Fraction(1, 1 << self.zeros)

    @property
    def key_bits(self) -> int:  # type: ignore[override]
        """Length of a key."""
        return 2 * self.bits

    def keys(self) -> Law:
        """Return the uniform law of pairs of elements."""
        return uniform_range(self.size).then(lambda a: uniform_range(self.size).map(lambda b: (a, b)))

    def keys_through(self, point: int) -> Law:
        """Return the uniform law of the keys whose function is 1 at ``point``; no rejection: a and the rest are free.

        ``a`` is uniform, and ``b`` is ``a point`` plus a uniform element whose leading bits are 0.
        """
        j = as_integer(point, "point", least=0, most=self.size - 1)
        small = uniform_range(1 << (self.bits - self.zeros))
        return uniform_range(self.size).then(lambda a: small.map(lambda v: (a, self.field.multiply(a, j) ^ v)))

    def value(self, key: Any, point: int) -> int:
        """Return 1 if the leading bits of ``a point + b`` are 0, else 0."""
        a, b = key
        return int((self.field.multiply(a, point) ^ b) >> (self.bits - self.zeros) == 0)


@dataclass(frozen=True)
class HashFamily(KeyedFamily):
    """Keys of ``key_bits`` bits; 1 where keyed BLAKE2b of the point, as a number of 64 bits, is below ``bias * 2^64``.

    Nothing about this family is proved: its bias is a property of BLAKE2b, measured on small instances.

    Parameters
    ----------
    bits : int
        Points have so many bits, at least 1.
    key_bits : int
        ``1..512``, what BLAKE2b takes as a key.
    bias : number in [0, 1]
        Rounded down to a multiple of ``2^-64`` when values are compared.

    Examples
    --------
    >>> family = HashFamily(bits=64, key_bits=128, bias=Fraction(1, 16))
    >>> sum(family.value(2014, x) for x in range(1600))
    95
    """

    bits: int
    key_bits: int
    bias: Fraction

    def __post_init__(self) -> None:
        as_integer(self.bits, "bits", least=1)
        as_integer(self.key_bits, "key_bits", least=1, most=512)
        object.__setattr__(self, "bias", as_probability(self.bias, "bias"))

    @property
    def size(self) -> int:  # type: ignore[override]
        """Number of points, ``2^bits``."""
        return 1 << self.bits

    def keys(self) -> Law:
        """Return the uniform law of keys."""
        return uniform_range(1 << self.key_bits)

    def value(self, key: Any, point: int) -> int:
        """Return 1 if the keyed hash of the point is small, else 0."""
        secret, message = key.to_bytes((self.key_bits + 7) // 8, "big"), point.to_bytes((self.bits + 7) // 8, "big")
        digest = blake2b(message, key=secret, digest_size=DIGEST_BITS // 8).digest()
        return int(int.from_bytes(digest, "big") < (self.bias.numerator << DIGEST_BITS) // self.bias.denominator)


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


def zeros_for(alpha: Any) -> int:
    """Return the least s with ``2^-s <= alpha/4``; then ``2^-s > alpha/8``.

    Examples
    --------
    >>> zeros_for(Fraction(1, 4)), zeros_for(Fraction(1, 10))
    (4, 6)
    """
    a = as_fraction(alpha, "alpha")
    if not 0 < a <= 1:
        raise ValueError(f"alpha must be above 0 and at most 1, got {a}")
    return (-(-4 * a.denominator // a.numerator) - 1).bit_length()
