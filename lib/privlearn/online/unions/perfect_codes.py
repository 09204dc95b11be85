"""Perfect codes: balls of one radius that cover all words exactly once, and so unions of the largest dimension.

Definitions
-----------
A word of n bits is a function on n points, and an integer (bit x for point x).  The ball of radius d around a word is
a class of Littlestone dimension d: predicting the centre errs at most d times.  If balls around k words cover all
``2^n`` words, the union of k classes of dimension d has dimension n.  Codes are *cyclic*: the multiples of a generator
polynomial, whose bits are its coefficients.

>>> len(cyclic_code(0b1011, 4)), int(is_covered(cyclic_code(0b1011, 4), 7, 1).sum())  # Hamming's code
(16, 128)

Source: the codes are Hamming's and Golay's; their use for ABMS20, Proposition 4.3, is an addition of this library.
"""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from privlearn.exact import TooLargeToEnumerate, as_integer

HAMMING = 0b1011  # length 7, dimension 4
GOLAY = 0b110001110101  # length 23, dimension 12
LONGEST_WORD = 24


def cyclic_code(generator: int, dimension: int) -> tuple[int, ...]:
    """Return the ``2^dimension`` products, modulo 2, of a generator polynomial with polynomials of lower degree.

    Examples
    --------
    >>> cyclic_code(0b11, 2)
    (0, 3, 6, 5)
    """
    g, k = as_integer(generator, "generator", least=1), as_integer(dimension, "dimension", least=0)
    words = np.zeros(1, dtype=np.int64)
    for shift in range(k):
        words = np.concatenate([words, words ^ (g << shift)])
    return tuple(int(word) for word in words)


def is_covered(centres: Sequence[int], length: int, radius: int) -> np.ndarray:
    """Return for every word whether it lies in the ball of the radius around some centre, shape (2^length,).

    Examples
    --------
    >>> is_covered([0], 2, 1).tolist()
    [True, True, True, False]
    """
    n, d = as_integer(length, "length", least=1), as_integer(radius, "radius", least=0)
    if n > LONGEST_WORD:
        raise TooLargeToEnumerate("the words", f"2^{n}", 1 << LONGEST_WORD)
    covered = np.zeros(1 << n, dtype=bool)
    words = np.array(centres, dtype=np.int64)
    for size in range(d + 1):
        for flipped in combinations(range(n), size):
            covered[words ^ sum(1 << x for x in flipped)] = True
    return covered
