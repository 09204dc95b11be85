"""Hashing points by random inner products modulo 2: the keys, and the law of the rank.

Definitions
-----------
A point of ``{0,1}^b`` is an integer below ``2^b``, bit by bit.  A *matrix* is a tuple of rows, each a point; the *key*
of x under a matrix holds the inner products of its rows with x modulo 2, the first row in the lowest bit.  Keys are
linear: the key of ``x ^ y`` is the exclusive or of the keys.  A uniformly random row is orthogonal to a fixed non-zero
vector with probability 1/2, so two different points collide under j independent rows with probability ``2^-j``.

>>> inner_products((0b11, 0b01), 0b01), inner_products((0b11, 0b01), 0b11)
(3, 2)
"""

from collections.abc import Sequence
from fractions import Fraction

from privlearn.exact import as_integer


def inner_products(matrix: Sequence[int], point: int) -> int:
    """Return the key of a point: bit i is the inner product modulo 2 of row i with the point.

    Examples
    --------
    >>> bin(inner_products((0b011, 0b110, 0b100), 0b100))
    '0b110'
    """
    return sum(((row & point).bit_count() & 1) << i for i, row in enumerate(matrix))


def rank_law(rows: int, dimension: int) -> dict[int, Fraction]:
    """Return the exact law of the rank of a uniformly random matrix of bits, ``rows x dimension``.

    Notes
    -----
    Row after row: a new one lies in the span of the others, of rank r, with probability ``2^(r - dimension)``.

    Examples
    --------
    >>> {rank: str(p) for rank, p in rank_law(2, 2).items()}
    {0: '1/16', 1: '9/16', 2: '3/8'}
    """
    j, d = as_integer(rows, "rows", least=0), as_integer(dimension, "dimension", least=0)
    law = {0: Fraction(1)}
    for _ in range(j):
        grown: dict[int, Fraction] = {}
        for rank, p in law.items():
            inside = Fraction(1, 1 << (d - rank))
            grown[rank] = grown.get(rank, Fraction(0)) + p * inside
            if inside < 1:
                grown[rank + 1] = grown.get(rank + 1, Fraction(0)) + p * (1 - inside)
        law = grown
    return dict(sorted(law.items()))
