"""Finite fields with 2^d elements, on plain integers.

Definitions
-----------
A polynomial over the field of two elements is an integer whose bit k is the coefficient of ``x^k``; sums are ``^``.
For an irreducible polynomial f of degree d the polynomials below degree d, multiplied modulo f, are the field with
2^d elements.  :func:`irreducible_polynomial` finds the least f (as an integer); :func:`is_irreducible` is Rabin's
test: f of degree d is irreducible exactly if f divides ``x^(2^d) - x`` and has no factor in common with
``x^(2^(d/r)) - x`` for any prime r that divides d.

>>> [irreducible_polynomial(d) for d in (1, 2, 3, 8)] == [0b10, 0b111, 0b1011, 0b100011011]
True
>>> field = BinaryField(3)
>>> field.multiply(0b110, 0b011)  # (x^2 + x)(x + 1) = x^3 + x = 1 modulo x^3 + x + 1
1
"""

from functools import cache

from privlearn.exact.rationals import as_integer


def remainder(value: int, modulus: int) -> int:
    """Return the polynomial ``value`` modulo the polynomial ``modulus`` (not 0)."""
    if as_integer(modulus, "modulus", least=0) == 0:
        raise ValueError("modulus must not be 0")
    degree = modulus.bit_length()
    while value.bit_length() >= degree:
        value ^= modulus << (value.bit_length() - degree)
    return value


def product(a: int, b: int, modulus: int) -> int:
    """Return the product of two polynomials modulo ``modulus``; ``a`` and ``b`` are of lower degree.

    Cost: one shift and at most two sums of d-bit words for each bit of ``b``.
    """
    top = 1 << (modulus.bit_length() - 1)
    total = 0
    while b:
        if b & 1:
            total ^= a
        b >>= 1
        a <<= 1
        if a & top:
            a ^= modulus
    return total


def common_divisor(a: int, b: int) -> int:
    """Return the greatest common divisor of two polynomials."""
    while b:
        a, b = b, remainder(a, b)
    return a


def _square(a: int, modulus: int) -> int:
    return remainder(int(f"{a:b}", 4), modulus)  # squaring over two elements puts a 0 between the coefficients


def is_irreducible(polynomial: int) -> bool:
    """Tell whether a polynomial over the field of two elements has no proper factor (Rabin's test).

    Parameters
    ----------
    polynomial : int
        At least 0; constants (0 and 1) are not irreducible.

    Notes
    -----
    Cost: d squarings modulo the polynomial and one greatest common divisor for each prime factor of d.

    References
    ----------
    Rabin, Probabilistic algorithms in finite fields, SIAM J. Comput. 9 (1980).

    Examples
    --------
    >>> [f for f in range(16) if is_irreducible(f)] == [0b10, 0b11, 0b111, 0b1011, 0b1101]
    True
    """
    degree = as_integer(polynomial, "polynomial", least=0).bit_length() - 1
    if degree < 1:
        return False
    power = remainder(0b10, polynomial)
    tests = {degree // prime for prime in range(2, degree + 1)
             if degree % prime == 0 and all(prime % k for k in range(2, prime))}
    for k in range(1, degree + 1):
        power = _square(power, polynomial)  # x^(2^k)
        if k in tests and common_divisor(polynomial, power ^ 0b10) != 1:
            return False
    return power == remainder(0b10, polynomial)


@cache
def irreducible_polynomial(degree: int) -> int:
    """Return the least irreducible polynomial of a degree (about ``degree`` candidates are tried).

    Examples
    --------
    >>> bin(irreducible_polynomial(64)), bin(irreducible_polynomial(256) ^ (1 << 256))
    ('0b10000000000000000000000000000000000000000000000000000000000011011', '0b10000100101')
    """
    first = 1 << as_integer(degree, "degree", least=1)
    for polynomial in range(first, 2 * first):
        # beyond degree 1 an even polynomial has the root 0, one of even weight the root 1
        rootless = polynomial & 1 and polynomial.bit_count() & 1
        if (rootless or degree == 1) and is_irreducible(polynomial):
            return polynomial
    raise AssertionError("there are irreducible polynomials of every degree")


class BinaryField:
    """The field with ``2^degree`` elements ``0..2^degree - 1``; addition is ``^``.

    Attributes
    ----------
    degree, size : int
    modulus : int
        The irreducible polynomial.

    Examples
    --------
    >>> field = BinaryField(8)
    >>> field.multiply(0x53, 0xCA)
    1
    """

    def __init__(self, degree: int):
        self.degree = as_integer(degree, "degree", least=1)
        self.size = 1 << self.degree
        self.modulus = irreducible_polynomial(self.degree)

    def _element(self, value: int, name: str) -> int:
        if not 0 <= value < self.size:
            raise ValueError(f"{name} must be an element, 0..{self.size - 1}, got {value!r}")
        return value

    def multiply(self, a: int, b: int) -> int:
        """Return the product of two elements."""
        return product(self._element(a, "a"), self._element(b, "b"), self.modulus)
