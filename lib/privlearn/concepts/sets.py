"""Sets as hypotheses: the three forms in which a set of points is stored.

Definitions
-----------
A set ``A`` of points ``0..size-1`` stands for the hypothesis ``h_A`` with ``h_A(i) = 1`` iff ``i`` is in ``A``
(BBKN14, Section 4.1).  Small sets are tuples of bits or integers (*masks*, bit ``i`` is point ``i``); many large sets
are rows of 64-bit words (*packed*), word ``i // 64`` holding point ``i`` as its bit ``i % 64``.

>>> indicator({0, 2}, 4), mask_of({0, 2})
((1, 0, 1, 0), 5)
"""

from collections.abc import Iterable, Sequence

import numpy as np

from privlearn.concepts.concept_class import Concept, ConceptClass
from privlearn.exact import as_integer

WORD = 64


def indicator(members: Iterable[int], size: int) -> Concept:
    """Return ``h_A`` as a tuple of ``size`` bits.

    Raises
    ------
    ValueError
        If a member is not one of ``0..size-1``.

    Examples
    --------
    >>> indicator({1}, 3)
    (0, 1, 0)
    """
    n = as_integer(size, "size", least=1)
    chosen = {as_integer(i, "members", least=0, most=n - 1) for i in members}
    return tuple(int(i in chosen) for i in range(n))


def members_of(hypothesis: Sequence[int]) -> frozenset[int]:
    """Return the set that a tuple of bits stands for: the inverse of :func:`indicator`.

    Examples
    --------
    >>> sorted(members_of((1, 0, 1, 0)))
    [0, 2]
    """
    if any(bit not in (0, 1) for bit in hypothesis):
        raise ValueError(f"hypothesis must be a tuple of bits, got {hypothesis!r}")
    return frozenset(i for i, bit in enumerate(hypothesis) if bit)


def mask_of(members: Iterable[int]) -> int:
    """Return the integer whose bit ``i`` tells whether ``i`` is a member.

    Examples
    --------
    >>> bin(mask_of({0, 3}))
    '0b1001'
    """
    return sum(1 << as_integer(i, "members", least=0) for i in set(members))


def members_of_mask(mask: int) -> frozenset[int]:
    """Return the set of an integer: the inverse of :func:`mask_of`.

    Examples
    --------
    >>> sorted(members_of_mask(0b1001))
    [0, 3]
    """
    bits = as_integer(mask, "mask", least=0)
    return frozenset(i for i in range(bits.bit_length()) if bits >> i & 1)


def class_of_sets(sets: Iterable[Iterable[int]], size: int) -> ConceptClass:
    """Return the class of the functions of some sets (equal sets merge).

    Examples
    --------
    >>> class_of_sets([{0}, {0, 1}], 2).rows()
    [(1, 0), (1, 1)]
    """
    return ConceptClass.from_matrix(np.array([indicator(members, size) for members in sets]).reshape(-1, size))


def pack(matrix: np.ndarray) -> np.ndarray:
    """Return a 0/1 array of shape (sets, points) as 64-bit words, shape (sets, ceil(points / 64)).

    Examples
    --------
    >>> pack(np.array([[1, 0, 1, 0]])).tolist()
    [[5]]
    """
    rows, points = np.shape(matrix)
    whole = np.asarray(matrix, dtype=np.uint8)
    if points % WORD:
        whole = np.hstack([whole, np.zeros((rows, -points % WORD), dtype=np.uint8)])
    return np.packbits(whole, axis=1, bitorder="little").view("<u8")


def unpack(words: np.ndarray, size: int) -> np.ndarray:
    """Return packed sets as a 0/1 array of shape (sets, size): the inverse of :func:`pack`.

    Examples
    --------
    >>> unpack(pack(np.array([[1, 0, 1]])), 3).tolist()
    [[1, 0, 1]]
    """
    n = as_integer(size, "size", least=1, most=WORD * words.shape[1])
    return np.unpackbits(np.ascontiguousarray(words).view(np.uint8), axis=1, bitorder="little")[:, :n]


def point_function(size: int, j: int) -> Concept:
    """Return the point function of j on the points ``0..size-1``, the function that is 1 at j only.

    Raises
    ------
    ValueError
        If ``size`` is below 1, or j is no point.

    Examples
    --------
    >>> point_function(3, 1)
    (0, 1, 0)
    """
    points = as_integer(size, "size", least=1)
    return indicator({as_integer(j, "j", least=0, most=points - 1)}, points)
