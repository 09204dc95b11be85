"""Many classes on five or six points at once: dimensions and compositions.

Definitions
-----------
A function on n points is an integer, a class an integer with bit f for the function f (a *mask*, as in
:mod:`~privlearn.dimensions.sweeps.numbers`); masks of classes on 5 or 6 points fit 64 bits, so arrays of them are
worked on by shifts.

>>> masks = np.array([0, 1, 0x0229FEE9, 2**32 - 1])
>>> littlestone_of_masks(masks, 5).tolist(), threshold_of_masks(masks).tolist()
([-1, 0, 4, 5], [0, 0, 3, 5])
"""

import numpy as np

from privlearn.dimensions.sweeps.five_points import five_point_tables
from privlearn.exact import as_integer

WORD = np.uint64
HALF = 1 << 16


def littlestone_of_masks(masks: np.ndarray, points: int) -> np.ndarray:
    """Return Littlestone's dimensions of classes on 5 or 6 points, int8; -1 for the empty class.

    Raises
    ------
    ValueError
        If ``points`` is not 5 or 6.

    Examples
    --------
    >>> littlestone_of_masks(np.array([2**64 - 1, 2**63 + 1], dtype=np.uint64), 6).tolist()
    [6, 1]
    """
    words, tables = np.asarray(masks).astype(WORD), five_point_tables()
    if _few(points) == 6:
        halves = (littlestone_of_masks(_half(words, 6, x, b), 5) for x in range(6) for b in (0, 1))
        pairs = zip(*[iter(halves)] * 2, strict=True)
        return np.where(words == 0, -1, 1 + np.max([np.minimum(*pair) for pair in pairs], axis=0)).astype(np.int8)
    low, high = (words & WORD(HALF - 1)).astype(np.intp), (words >> WORD(16)).astype(np.intp)
    depth = np.minimum(tables.littlestone[low], tables.littlestone[high])
    for x in range(4):
        zero, one = (tables.halves[x, b, low] | tables.halves[x, b, high] << 8 for b in (0, 1))
        depth = np.maximum(depth, np.minimum(tables.littlestone[zero], tables.littlestone[one]))
    return np.where(words == 0, -1, depth + 1).astype(np.int8)


def threshold_of_masks(masks: np.ndarray) -> np.ndarray:
    """Return the threshold dimensions of classes on 5 points, int8.

    Examples
    --------
    >>> threshold_of_masks(np.array([0b00, 0b01, 0b11])).tolist()
    [0, 0, 1]
    """
    words, tables = np.asarray(masks).astype(WORD), five_point_tables()
    low, high = (words & WORD(HALF - 1)).astype(np.intp), (words >> WORD(16)).astype(np.intp)
    chain = tables.chain[high]
    for x in range(4):
        chain = np.maximum(chain, tables.chain[tables.halves[x, 1, low] | tables.halves[x, 1, high] << 8])
    return (chain + 1).astype(np.int8)


def composed_masks(rule: int, first: int, second: np.ndarray, points: int) -> np.ndarray:
    """Return the masks of ``G(H1, H2)`` for one class H1 and many H2 on 5 or 6 points, uint64.

    Parameters
    ----------
    rule : int
        The truth table of G, as in :mod:`~privlearn.concepts.aggregation`.
    first : int
        A class.
    second : array of int
        Classes.
    points : {5, 6}

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> [hex(int(mask)) for mask in composed_masks(0b0110, 0b11, np.array([1, 2, 4]), 5)]
    ['0x3', '0x3', '0xc']
    """
    n, words = _few(points), np.asarray(second).astype(WORD)
    if as_integer(rule, "rule", least=0) >> 4:
        raise ValueError(f"rule must be below 16, got {rule}")
    if as_integer(first, "first", least=0) >> (1 << n):
        raise ValueError(f"first must be below 2^(2^points) = 2^{1 << n}, got {first}")
    total = np.zeros_like(words)
    for f in (f for f in range(1 << n) if first >> f & 1):
        image = words
        for x in range(n):
            u, low, step = f >> x & 1, WORD(_lower(n, x)), WORD(1 << x)
            values = rule >> (2 * u) & 1, rule >> (2 * u + 1) & 1  # of G(f(x), 0) and G(f(x), 1)
            if values == (1, 0):
                image = (image & low) << step | image >> step & low
            elif values[0] == values[1]:
                image = (image | image >> step) & low
                image = image << step if values[0] else image
        total |= image
    return total


def _few(points: int) -> int:
    n = as_integer(points, "points", least=5)
    if n > 6:
        raise ValueError(f"points must be 5 or 6, got {n}")
    return n


def _lower(points: int, x: int) -> int:
    """Return the mask of the functions with value 0 at a point."""
    return sum(1 << f for f in range(1 << points) if not f >> x & 1)


def _half(words: np.ndarray, points: int, x: int, value: int) -> np.ndarray:
    """Return the classes of the functions with a value at a point, without the point."""
    part = words >> WORD(value << x) & WORD(_lower(points, x))
    for s in range(x, points - 1):  # runs of 2^s functions close up to runs of 2^(s + 1)
        runs = sum(1 << f for f in range(1 << points) if not f >> (s + 1) & 1)
        part = (part | part >> WORD(1 << s)) & WORD(runs)
    return part & WORD((1 << (1 << (points - 1))) - 1)
