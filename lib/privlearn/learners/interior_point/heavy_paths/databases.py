"""ConstructPaths: the databases of HeavyPaths, level below level, without any randomness.

Definitions
-----------
``D_0`` is the database, of points on ``bits`` bits.  ``D_{i+1}`` comes from ``D_i`` without any randomness: drop the
``trim`` smallest and ``trim`` largest points, follow the heavier child (the left one on ties) from the root until the
weight is at most ``stop`` or a leaf is reached, write down for each point the level at which it falls off this *heavy
path*, and drop the ``stop`` largest of these levels.  ``f_i`` is the largest multiplicity in ``D_i``, for
``i = 1..levels``; ``i*`` is the first i for which it reaches a given height.

The number of levels is public: it must not depend on the sizes of the ``D_i``, which neighbours may change.

>>> construct_paths((1, 1, 1, 2, 2, 6), bits=3, levels=2, trim=0, stop=1)
((1, 1, 1, 2, 2, 6), (0, 1, 1, 3, 3), (0, 0, 1, 2))
>>> query_values((1, 1, 1, 2, 2, 6), bits=3, levels=2, trim=0, stop=1)
(2, 2)
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import pairwise

from privlearn.exact import as_integer
from privlearn.learners.interior_point.trees.nodes import as_points, level_bits, middle

Points = tuple[int, ...]
Falls = tuple[tuple[int, int], ...]


def heavy_falls(database: Sequence[int], bits: int, stop: int) -> Falls:
    """Return where points fall off the heavy path, as pairs (level, how many), levels increasing, none empty.

    Parameters
    ----------
    database : points in 0..2**bits - 1
        Taken as it is: trim it first.
    bits : int
        Depth of the tree, at least 0.
    stop : int
        The path ends at the first node of weight at most ``stop``, or at a leaf; at least 0.

    Returns
    -------
    tuple of pairs of ints
        The points inside the last node fall at its level; the counts sum to the size of the database.

    Notes
    -----
    Cost: sorting, then one binary search for each level of the path.

    Examples
    --------
    >>> heavy_falls((1, 1, 1, 2, 2, 6), 3, 1)
    ((0, 1), (1, 2), (3, 3))
    """
    depth = as_integer(bits, "bits", least=0)
    return _falls(as_points(database, depth), depth, as_integer(stop, "stop", least=0))


def without_largest(falls: Falls, amount: int) -> Falls:
    """Return the falls without the ``amount`` largest levels (nothing, if there are no more points than that).

    Examples
    --------
    >>> without_largest(((0, 1), (1, 2), (3, 3)), 4)
    ((0, 1), (1, 1))
    """
    left = sum(count for _, count in falls) - as_integer(amount, "amount", least=0)
    kept = []
    for level, count in falls:
        if left > 0:
            kept.append((level, min(count, left)))
        left -= count
    return tuple(kept)


def domain_sizes(bits: int, levels: int) -> tuple[int, ...]:
    """Return the bits of the domains of ``D_0, ..., D_levels``: ``L_{i+1} = ceil(log2(L_i + 1))``.

    Examples
    --------
    >>> domain_sizes(64, 3)
    (64, 7, 3, 2)
    """
    sizes = [as_integer(bits, "bits", least=0)]
    for _ in range(as_integer(levels, "levels", least=0)):
        sizes.append(level_bits(sizes[-1]))
    return tuple(sizes)


def construct_paths(database: Sequence[int], bits: int, levels: int, trim: int, stop: int) -> tuple[Points, ...]:
    """Return the databases ``D_0, ..., D_levels``, each sorted.

    Parameters
    ----------
    database : points in 0..2**bits - 1
    bits : int
        Binary logarithm of the size of the domain, at least 0.
    levels : int
        Public number of levels, at least 0: databases too small to be trimmed give empty ones, not fewer.
    trim : int
        How many points are dropped at either end of each database, at least 0.
    stop : int
        Weight at which a path ends, and how many of the largest levels are dropped; at least 0.

    Returns
    -------
    tuple of tuples of ints
        ``D_{i+1}`` holds levels ``0..L_i``; its size is that of ``D_i`` less ``2 trim + stop`` (or 0).

    Raises
    ------
    ValueError
        If a point is outside the domain.

    References
    ----------
    KLMNS20, Algorithm 2; constants reconstructed.
    """
    sizes = domain_sizes(bits, levels)
    ends, weight = as_integer(trim, "trim", least=0), as_integer(stop, "stop", least=0)
    chain = [as_points(database, sizes[0])]
    for size in sizes[:-1]:
        chain.append(_next_level(chain[-1], size, ends, weight))
    return tuple(chain)


def heaviest(database: Iterable[int]) -> int:
    """Return the largest multiplicity in a database, 0 if it is empty.

    Examples
    --------
    >>> heaviest((2, 0, 2)), heaviest(())
    (2, 0)
    """
    ordered = sorted(database)
    if not ordered:
        return 0
    starts = [0, *(i for i, (a, b) in enumerate(pairwise(ordered), 1) if a != b), len(ordered)]
    return max(b - a for a, b in pairwise(starts))


def query_values(database: Sequence[int], bits: int, levels: int, trim: int, stop: int) -> Points:
    """Return ``(f_1, ..., f_levels)``, the largest multiplicities in ``D_1, ..., D_levels``.

    Arguments are those of :func:`construct_paths`.  On neighbours ``D_{i-1}`` the query ``f_i`` is monotone and of
    sensitivity 1; on neighbours ``D_0`` later queries may change by any amount.
    """
    return tuple(heaviest(level) for level in construct_paths(database, bits, levels, trim, stop)[1:])


def first_heavy_level(values: Iterable[int], high: int) -> int:
    """Return ``i*``: the least ``i >= 1`` with ``f_i >= high``, and one more than their number if there is none.

    Examples
    --------
    >>> first_heavy_level((1, 4, 2), 3), first_heavy_level((1, 2), 3)
    (2, 3)
    """
    listed = tuple(values)
    return next((i for i, value in enumerate(listed, 1) if value >= high), len(listed) + 1)


def _next_level(ordered: Points, bits: int, trim: int, stop: int) -> Points:
    falls = without_largest(_falls(middle(ordered, trim), bits, stop), stop)
    return tuple(level for level, count in falls for _ in range(count))


def _falls(ordered: Points, bits: int, stop: int) -> Falls:
    low, high, first, depth = 0, len(ordered), 0, 0
    falls: list[tuple[int, int]] = []
    while depth < bits and high - low > stop:
        half = first + (1 << (bits - depth - 1))
        cut = bisect_left(ordered, half, low, high)
        if cut - low >= high - cut:
            fallen, high = high - cut, cut
        else:
            fallen, low, first = cut - low, cut, half
        if fallen:
            falls.append((depth, fallen))
        depth += 1
    return (*falls, (depth, high - low)) if high > low else tuple(falls)
