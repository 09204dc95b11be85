"""Equality, that is points: three protocols, and what two messages can do.

Definitions
-----------
Evaluating the point function at x on y asks whether ``x = y``.

*Hashing, public coins.*  A random matrix of ``hashes`` rows of ``bits`` bits; Alice sends the key of x (inner products
modulo 2), Bob answers 1 iff it is the key of y.  Never wrong for ``x = y``, else wrong with probability exactly
``2^-hashes``.

*Polynomials, private coins.*  Cut x into digits of ``hashes`` bits, the coefficients of a polynomial over the field
with ``2^hashes`` elements; Alice draws a place t and sends t and the value at t.  Two polynomials of degree below L
agree in at most ``L - 1`` places: error ``(L - 1) / T`` with T places.  The coins are a list in Newman's sense.

*Two messages, public coins.*  With probability ``halves`` every point gets a random bit, and Alice sends that of x;
otherwise every point is *answered by 0* with probability ``zeros``, independently, and Alice says whether x is; if it
is not, Bob answers 1 at all points that are not.  The error depends on no number of points.

>>> random_zeros_error(Fraction(5, 7), Fraction(62, 111))
Fraction(35, 111)
"""

from fractions import Fraction
from functools import lru_cache
from itertools import product

import numpy as np

from privlearn.communication.protocols import Branch, PrivateCoinProtocol, PublicCoinProtocol
from privlearn.concepts.parity_hash import inner_products
from privlearn.exact import BinaryField, Bracket, TooLargeToEnumerate, as_integer, as_probability, sqrt_bracket
from privlearn.exact.rationals import Number

LARGEST_MATRICES = 1 << 16
LARGEST_BRANCHES = 1 << 12
MOST_HASHES = 8  # bits of an element of the field


def _shape(bits: int, hashes: int, most: int) -> tuple[int, int]:
    b, j = as_integer(bits, "bits", least=1), as_integer(hashes, "hashes", least=1)
    if b * j > most.bit_length() - 1:
        raise TooLargeToEnumerate("the set of matrices", f"2^{b * j}", most)
    return b, j


def hash_keys(bits: int, hashes: int) -> np.ndarray:
    """Return the keys of all points under all matrices, shape ``(2^(bits hashes), 2^bits)``.

    Raises
    ------
    ValueError
        If an argument is below 1.
    TooLargeToEnumerate
        For more than 65,536 matrices.

    Examples
    --------
    >>> hash_keys(1, 2).tolist()
    [[0, 0], [0, 1], [0, 2], [0, 3]]
    """
    b, j = _shape(bits, hashes, LARGEST_MATRICES)
    matrices, points = np.arange(1 << b * j, dtype=np.uint32)[:, None], np.arange(1 << b, dtype=np.uint32)[None, :]
    keys = np.zeros((1 << b * j, 1 << b), dtype=np.uint32)
    for i in range(j):
        rows = matrices >> np.uint32(b * i) & np.uint32((1 << b) - 1)
        keys |= (np.bitwise_count(rows & points).astype(np.uint32) & np.uint32(1)) << np.uint32(i)
    return keys


@lru_cache(maxsize=16)
def equality_protocol(bits: int, hashes: int) -> PublicCoinProtocol:
    """Return equality by hashing as a public-coin protocol for the point functions on ``2^bits`` points.

    Guarantee: ``2^hashes`` messages, error ``2^-hashes``, and none where the point is the function's.

    Raises
    ------
    TooLargeToEnumerate
        For more than 4096 matrices.

    Notes
    -----
    Source: FX15, Section 3.1, "inner-product-based hashing".

    Examples
    --------
    >>> from privlearn.communication.protocols import worst_error
    >>> from privlearn.concepts import point_functions
    >>> worst_error(equality_protocol(2, 1), point_functions(4))
    Fraction(1, 2)
    """
    b, j = _shape(bits, hashes, LARGEST_BRANCHES)
    domain, weight = range(1 << b), Fraction(1, 1 << b * j)
    branches: list[Branch] = []
    for matrix in product(domain, repeat=j):
        keys = tuple(inner_products(matrix, x) for x in domain)
        branches.append((weight, keys, tuple(tuple(int(key == sent) for key in keys) for sent in range(1 << j))))
    return PublicCoinProtocol(tuple(branches))


def polynomial_key(point: int, place: int, hashes: int) -> int:
    """Return the value at ``place`` of the polynomial that has the ``hashes``-bit digits of ``point`` as coefficients.

    >>> [polynomial_key(0b1101, t, 2) for t in range(4)]
    [1, 2, 0, 3]
    """
    field = BinaryField(as_integer(hashes, "hashes", least=1, most=MOST_HASHES))
    mask, digits = field.size - 1, []
    while point:
        digits.append(point & mask)
        point >>= hashes
    value = 0
    for digit in reversed(digits):
        value = field.multiply(value, place) ^ digit
    return value


def polynomial_error(bits: int, hashes: int, places: int) -> Fraction:
    """Return the error of equality by polynomials, ``(L - 1) / T`` with ``L = ceil(bits / hashes)`` digits, T places.

    Exact where the points fill their digits (``hashes`` divides ``bits``) and ``T <= 2^hashes``: some polynomial
    vanishes at as many places as its degree.

    >>> polynomial_error(8, 4, 16)  # two digits: two lines meet in one of the 16 places
    Fraction(1, 16)
    """
    b, j = as_integer(bits, "bits", least=1), as_integer(hashes, "hashes", least=1)
    t = as_integer(places, "places", least=1, most=1 << j)
    return Fraction(min(t, -(-b // j) - 1), t)


def polynomial_equality_protocol(bits: int, hashes: int, places: int) -> PrivateCoinProtocol:
    """Return equality by polynomials as a private-coin protocol with ``places 2^hashes`` messages.

    Guarantee: error :func:`polynomial_error`; Bob uses no coins.  Message ``t 2^hashes + s``: place t, value s.

    Parameters
    ----------
    bits : int
        1 to 8.
    hashes : int
        1 to 8.
    places : int
        T, from 1 to ``2^hashes``.

    Examples
    --------
    >>> polynomial_equality_protocol(2, 1, 2).alice[3]  # 1 + t is 1 at place 0, 0 at place 1
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 2), Fraction(0, 1))
    """
    b, j = as_integer(bits, "bits", least=1, most=8), as_integer(hashes, "hashes", least=1, most=MOST_HASHES)
    t = as_integer(places, "places", least=1, most=1 << j)
    keys = [[polynomial_key(x, place, j) for place in range(t)] for x in range(1 << b)]
    share, none, one = Fraction(1, t), Fraction(0), Fraction(1)
    alice = tuple(tuple(share if key == sent else none for key in row for sent in range(1 << j)) for row in keys)
    bob = tuple(tuple(one if row[place] == sent else none for row in keys)
                for place in range(t) for sent in range(1 << j))
    return PrivateCoinProtocol(alice, bob)


def random_zeros_error(zeros: Number, halves: Number) -> Fraction:
    """Return the error of the two-message protocol for points on any domain of at least two points.

    At the function's own point ``(1 - halves) zeros``, elsewhere ``halves / 2 + (1 - halves) (1 - zeros)^2``.

    >>> random_zeros_error(Fraction(2, 3), Fraction(1, 2))
    Fraction(1, 3)
    """
    x, w = as_probability(zeros, "zeros"), as_probability(halves, "halves")
    return max((1 - w) * x, w / 2 + (1 - w) * (1 - x) ** 2)


def random_zeros_protocol(points: int, zeros: Number, halves: Number) -> PublicCoinProtocol:
    """Return the two-message protocol for the point functions on 2 to 8 points.

    Guarantee: error :func:`random_zeros_error`.

    >>> from privlearn.communication.protocols import worst_error
    >>> from privlearn.concepts import point_functions
    >>> worst_error(random_zeros_protocol(4, Fraction(2, 3), Fraction(1, 2)), point_functions(4))
    Fraction(1, 3)
    """
    n, x, w = as_integer(points, "points", least=2, most=8), as_probability(zeros), as_probability(halves)
    branches: list[Branch] = []
    for labels in product((0, 1), repeat=n):
        ones, flipped = sum(labels), tuple(1 - label for label in labels)
        answered = (1 - w) * x ** (n - ones) * (1 - x) ** ones
        branches += [(w / 2**n, labels, (flipped, labels)), (answered, labels, ((0,) * n, labels))]
    return PublicCoinProtocol(tuple(branch for branch in branches if branch[0]))


def two_message_limit(bits: int = 64) -> Bracket:
    """Bracket ``1 / (6 - 2 sqrt 2)``, the limit of the two-message values of points on more and more points.

    >>> round(float(two_message_limit().lower), 6)
    0.315301
    """
    return 1 / (6 - 2 * sqrt_bracket(2, bits))
