"""Greater-than: the evaluation problem of thresholds, up to negation.

Definitions
-----------
Alice holds an integer ``x`` and Bob an integer ``y``, both of ``b`` bits: ``GT_b(x, y) = 1`` iff ``x > y``.  As a
class of concepts, row ``x`` is the function ``y -> GT_b(x, y)``.  The threshold ``t_x`` is 1 from ``x`` on, so its
value at ``y`` is ``1 - GT_b(x, y)`` (FX15, Section 3.1).

>>> greater_than(1).matrix.tolist()
[[0, 0], [1, 0]]
"""

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST_BITS = 13


def greater_than(bits: int) -> ConceptClass:
    """Return the matrix of ``GT_b`` as a class: row x, column y holds 1 iff ``x > y``.

    Parameters
    ----------
    bits : int
        ``b``, from 0 to 13.

    Examples
    --------
    >>> greater_than(2).rows()[2]
    (1, 1, 0, 0)
    """
    b = as_integer(bits, "bits", least=0)
    if b > LARGEST_BITS:
        raise TooLargeToEnumerate("the matrix of greater-than", f"4^{b}", 4**LARGEST_BITS)
    numbers = np.arange(1 << b)
    return ConceptClass.from_matrix(numbers[:, None] > numbers[None, :])


def greater_than_by_bits(x: int, y: int, bits: int) -> int:
    """Return ``GT_b(x, y)`` from the binary representations: Alice's bit at the first place where they differ.

    >>> greater_than_by_bits(5, 6, 3)
    0
    """
    top = (1 << as_integer(bits, "bits", least=0)) - 1
    u, v = as_integer(x, "x", least=0, most=top), as_integer(y, "y", least=0, most=top)
    return next((u >> place & 1 for place in reversed(range(bits)) if (u ^ v) >> place & 1), 0)
