"""Families with short keys: affine maps over a binary field, and a keyed hash.

Definitions
-----------
Both are keyed families (:mod:`~privlearn.learners.pseudorandom.families`) on the numbers of d bits.

- :class:`AffineFamily`: keys (a, b) in a field with 2^d elements; 1 where the leading ``zeros`` bits of ``a x + b`` are
  0.  Pairwise independent with bias ``2^-zeros`` exactly, and not pseudorandom.
- :class:`HashFamily`: 1 where BLAKE2b, keyed with the key, gives a small number at x.  Believed, not proved, to be
  pseudorandom.

>>> family = AffineFamily(bits=2, zeros=1)
>>> family.key_bits, family.table((1, 0)), family.table((2, 3))
(4, (1, 1, 0, 0), (0, 1, 1, 0))
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any

from privlearn.exact import BinaryField, as_fraction, as_integer, as_probability
from privlearn.laws import Law, uniform_range
from privlearn.learners.pseudorandom.families import KeyedFamily

DIGEST_BITS = 64


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
