"""Random classes of staircases: two complementary random triangles whose pairwise unions are a ladder.

Definitions
-----------
Row i of two triangular 0/1 tables f and g, ``i = 0, ..., m - 1``, is 0 at the points ``j > i``, and at each point
``j <= i`` exactly one of ``f_i(j)``, ``g_i(j)`` is 1: a fair coin says which.  There are ``m (m + 1) / 2`` coins, row
after row.  The *class* is ``{f_0, g_0, ..., f_(m-1), g_(m-1)}``; ``f_i OR g_i`` is the indicator of ``{0, ..., i}``.

>>> or_class_of_coins(2, [1, 0, 1]).concepts().matrix.tolist()
[[1, 0], [0, 0], [0, 1]]

Source: ABMS20, Section 4.2.1, the lower bound of Theorem 2.2.  Rows and points are numbered from 1 there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST_TABLE = 1 << 13  # rows of f and of g


@dataclass(frozen=True, eq=False)
class OrClass:
    """One outcome of the coins.

    Attributes
    ----------
    f, g : arrays of uint8, shape (m, m)
        Row i is a function on the points 0, ..., m - 1.
    """

    f: np.ndarray
    g: np.ndarray

    def concepts(self) -> ConceptClass:
        """Return the class ``f_0, g_0, f_1, g_1, ...``; functions that coincide count once.

        Examples
        --------
        >>> or_class_of_coins(1, [1]).concepts().matrix.tolist()
        [[1], [0]]
        """
        return ConceptClass.from_matrix(np.stack([self.f, self.g], axis=1).reshape(-1, len(self.f)))


def coin_count(size: int) -> int:
    """Return the number of coins, ``m (m + 1) / 2``.

    Examples
    --------
    >>> coin_count(2), coin_count(16)
    (3, 136)
    """
    return comb(as_block_size(size) + 1, 2)


def or_class_of_coins(size: int, coins: Sequence[int] | np.ndarray) -> OrClass:
    """Return the outcome with given coins: 1 puts the one into f, 0 into g.

    Parameters
    ----------
    size : int
        m, at least 1.
    coins : sequence of 0 and 1
        ``m (m + 1) / 2`` of them, row after row.

    Raises
    ------
    ValueError
        If the number of coins is another one, or one is neither 0 nor 1.
    TooLargeToEnumerate
        For more than 8192 rows.

    Examples
    --------
    >>> outcome = or_class_of_coins(2, [1, 0, 1])
    >>> outcome.f.tolist(), outcome.g.tolist()
    ([[1, 0], [0, 1]], [[0, 0], [1, 0]])
    """
    m, flips = _table_size(size), np.asarray(coins)
    if flips.shape != (coin_count(m),) or not np.isin(flips, (0, 1)).all():
        raise ValueError(f"coins must be {coin_count(m)} zeros and ones, got {flips.shape} of them")
    below = np.tri(m, dtype=bool)
    f = np.zeros((m, m), dtype=np.uint8)
    f[below] = flips
    return OrClass(f, below.astype(np.uint8) - f)


def random_or_class(size: int, seed: int) -> OrClass:
    """Return the outcome of the coins of a seed (bits of PCG64's words, the same on every platform).

    Examples
    --------
    >>> random_or_class(3, 1).f.tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]
    """
    count = coin_count(_table_size(size))
    words = np.random.PCG64(as_integer(seed, "seed", least=0)).random_raw(-(-count // 64))
    bits = np.unpackbits(np.ascontiguousarray(words).astype("<u8").view(np.uint8), bitorder="little")
    return or_class_of_coins(size, bits[:count])


def is_or_ladder(outcome: OrClass) -> bool:
    """Decide whether the functions ``f_i OR g_i``, last row first, threshold-shatter the points ``m - 1, ..., 0``.

    Examples
    --------
    >>> is_or_ladder(random_or_class(9, 5))
    True
    """
    unions = (outcome.f | outcome.g)[::-1, ::-1]
    m = len(unions)
    return bool((unions == np.tri(m, dtype=np.uint8).T).all())


def as_block_size(size: int) -> int:
    return as_integer(size, "size", least=1)


def _table_size(size: int) -> int:
    m = as_block_size(size)
    if m > LARGEST_TABLE:
        raise TooLargeToEnumerate("the table of f or g", f"{m}^2", LARGEST_TABLE**2)
    return m
