"""The interval nearest to a noisy copy: mismatches with all intervals in one pass, and the one with fewest.

Definitions
-----------
Points are ``0..T-1``.  The interval ``j`` in ``0..T`` is 1 on the points below j (the paper's ``c_{j+1}``).  For a
hypothesis h, given as T bits, ``mismatch(t)`` is the number of points on which h and the interval t disagree; the
*reconstruction* is the t with the least mismatch, or ``None`` (the paper's FAIL) if two t share it.

>>> mismatches((1, 1, 0, 1, 0)).tolist()
[3, 2, 1, 2, 1, 2]
>>> reconstruct_interval((1, 1, 0, 1, 0)) is None, reconstruct_interval((1, 1, 0, 0, 1))
(True, 2)
"""

from fractions import Fraction
from typing import Any

import numpy as np

from privlearn.exact import TooLargeToEnumerate, as_integer, as_probability
from privlearn.laws import Law, bernoulli, independent
from privlearn.laws.law import LARGEST_SUPPORT

BLOCK = 1 << 16  # points handled at a time: small enough for the cache, so that memory stays constant

Bits = Any  # bytes, a sequence of 0 and 1, or an integer or boolean array


def as_bits(h: Bits) -> np.ndarray:
    """Return a hypothesis as an array of bytes 0 and 1, without copying a ``bytes`` object or a byte array.

    Raises
    ------
    ValueError
        If it is not one-dimensional or has an entry other than 0 and 1.
    """
    try:
        array = np.frombuffer(h, dtype=np.uint8) if isinstance(h, (bytes, bytearray)) else np.asarray(h)
    except ValueError:
        raise ValueError(f"h must be one row of bits, got {h!r}") from None
    if array.size == 0 and array.ndim == 1:
        return np.zeros(0, dtype=np.uint8)
    if array.ndim != 1 or array.dtype.kind not in "bui":
        raise ValueError(f"h must be one row of bits, got shape {array.shape} of type {array.dtype}")
    low, high = array.min(), array.max()
    if low < 0 or high > 1:
        raise ValueError(f"h must have entries 0 and 1 only, got {int(low if low < 0 else high)}")
    return array.view(np.uint8) if array.dtype == np.bool_ else array.astype(np.uint8, copy=False)


def mismatches(h: Bits) -> np.ndarray:
    """Return ``mismatch(t)`` for all intervals ``t = 0..T``, in one pass.

    Parameters
    ----------
    h : bytes, sequence of bits, or array of shape (T,)

    Returns
    -------
    array of int64, shape (T + 1,)
        Entry t is the number of points below t with bit 0 plus that of points from t on with bit 1.  Cost O(T).
        Source: BBKN14, proof of Theorem 5.8.
    """
    bits = as_bits(h)
    walk = np.zeros(bits.size + 1, dtype=np.int64)
    np.cumsum(1 - 2 * bits.view(np.int8), dtype=np.int64, out=walk[1:])
    walk += int(np.count_nonzero(bits))
    return walk


def reconstruct_interval(h: Bits) -> int | None:
    """Return the interval nearest to ``h``, or ``None`` if several are equally near.

    Parameters
    ----------
    h : bytes, sequence of bits, or array of shape (T,)
        ``bytes`` and byte arrays are read in place, block by block: time O(T), memory beyond the input O(1).

    Returns
    -------
    int or None
        In ``0..T``.  If ``h`` is the interval j with each bit flipped independently with probability mu <= 1/2, it is j
        except with probability at most ``4 mu (1 - mu)``
        (:func:`~privlearn.learners.noise.walks.reconstruction_failure`).

    Raises
    ------
    ValueError
        If ``h`` is not one row of bits.

    References
    ----------
    BBKN14, proof of Theorem 5.8.

    Examples
    --------
    >>> reconstruct_interval(bytes([1, 1, 1, 0, 0, 1, 0]))
    3
    """
    bits = as_bits(h)
    height, least, where, ties = 0, 0, 0, 1  # heights relative to mismatch(0)
    for start in range(0, bits.size, BLOCK):
        steps = 1 - 2 * bits[start : start + BLOCK].view(np.int8)
        walk = np.cumsum(steps, dtype=np.int32)  # from the height at which the block begins, which may need 64 bits
        position = int(walk.argmin())
        low = int(walk[position])
        if height + low < least:
            least, where, ties = height + low, start + position + 1, 0
        if height + low == least:
            ties += int(np.count_nonzero(walk == low))
        height += int(walk[-1])
    return where if ties == 1 else None


def noisy_interval(size: int, j: int, mu: Any) -> Law:
    """Return the law of the interval ``j`` on ``size`` points, every bit flipped with probability ``mu``.

    Outcomes are tuples of bits; the exact table has ``2**size`` entries, a sample takes ``size`` steps.

    Raises
    ------
    ValueError
        If an argument is out of range.
    TooLargeToEnumerate
        By ``exact`` beyond 20 points (for 0 < mu < 1); at once beyond ``2**22`` points.

    Examples
    --------
    >>> noisy_interval(2, 1, Fraction(1, 10)).exact()[1, 0]
    Fraction(81, 100)
    """
    size, j, mu = as_noisy_interval(size, j, mu)
    if size > LARGEST_SUPPORT:
        raise TooLargeToEnumerate("a hypothesis", size, LARGEST_SUPPORT)
    flip = bernoulli(mu)
    return independent([flip.map(lambda dirty: 1 - dirty)] * j + [flip] * (size - j))


def as_noisy_interval(size: Any, j: Any, mu: Any) -> tuple[int, int, Fraction]:
    size = as_integer(size, "size", least=0)
    return size, as_integer(j, "j", least=0, most=size), as_probability(mu, "mu")
