"""The best deterministic protocol for weighted inputs: a best partition of the concepts into few blocks.

Definitions
-----------
A deterministic protocol with ``k`` messages is a partition of the concepts into at most ``k`` *blocks* and a table of
answers for each.  Given a weight for every cell (concept, point), the best table of a block is the weighted majority
at each point; the *cost* of the block is the weight of the minorities.  The least total cost comes from a recursion
over subsets: the block that holds the lowest concept is split off, and the rest is partitioned into one block fewer.
Subsets are bit masks; with ``n`` concepts there are ``(3^n + 1) / 2`` pairs (subset, split-off block).

>>> best_partition(((1, 0), (0, 1)), ((3, 1), (1, 1)), 1)  # one block: the minorities weigh 1 at both points
(2, (0, 0), ((1, 0),))
"""

from collections.abc import Iterator, Sequence
from functools import cache

import numpy as np

from privlearn.concepts import Concept
from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST_CLASS = 12  # 3^12 = 531,441 pairs of disjoint subsets

Weights = Sequence[Sequence[int]]


def check_size(concepts: int) -> None:
    """Refuse classes whose partitions are not searched.

    Raises
    ------
    TooLargeToEnumerate
        For more than 12 concepts.
    """
    if concepts > LARGEST_CLASS:
        raise TooLargeToEnumerate(
            f"the family of pairs of disjoint sets of {concepts} concepts (without a search, k messages and error v "
            "still have (1 - H(v)) LDim <= log2 k; for point functions take symmetric_points_value)",
            f"3^{concepts}", 3**LARGEST_CLASS)


@cache
def _splits(concepts: int) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """All pairs (block, rest) of disjoint subsets, the block holding the lowest concept, sorted by their union."""
    block, rest = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    for bit in range(concepts - 1, -1, -1):  # the lowest concept comes last, so it is added to the block
        one = 1 << bit
        block, rest = np.concatenate([block, block | one, block]), np.concatenate([rest, rest, rest | one])
        union = block | rest
        keep = (union == 0) | ((union & -union) & block != 0)
        if bit == 0:
            block, rest = block[keep], rest[keep]
    union = block | rest
    order = np.argsort(union, kind="stable")
    block, rest, union = block[order], rest[order], union[order]
    starts = np.searchsorted(union, np.arange(1 << concepts))
    return block, rest, union, starts


def block_costs(rows: Sequence[Concept], weights: Weights) -> np.ndarray:
    """Return the cost of every subset of the concepts, indexed by its bit mask.

    Parameters
    ----------
    rows : sequence of concepts
    weights : concepts x points integers, at least 0
        Of any length: beyond 62 bits in total Python integers take over.

    Examples
    --------
    >>> block_costs(((1, 0), (0, 1)), ((3, 1), (1, 1))).tolist()  # no concept, one, the other, both
    [0, 0, 0, 2]
    """
    check_size(len(rows))
    total = sum(sum(row) for row in weights)
    kind = np.int64 if total < 1 << 62 else object
    mass = np.array([[int(w) for w in row] for row in weights], dtype=kind)
    bits = np.array(rows, dtype=kind)
    shape = (1 << len(rows), len(rows[0]))
    ones, zeros = np.zeros(shape, dtype=kind), np.zeros(shape, dtype=kind)
    for f in range(len(rows)):
        below, above = slice(0, 1 << f), slice(1 << f, 2 << f)
        ones[above] = ones[below] + mass[f] * bits[f]
        zeros[above] = zeros[below] + mass[f] * (1 - bits[f])
    costs: np.ndarray = np.minimum(ones, zeros).sum(axis=1)
    return costs


def best_partition(rows: Sequence[Concept], weights: Weights,
                   messages: int) -> tuple[int, tuple[int, ...], tuple[Concept, ...]]:
    """Return the least cost of a partition into at most ``messages`` blocks, with Alice's blocks and Bob's tables.

    Returns
    -------
    (int, tuple, tuple)
        The cost, the block of each concept (numbered by first appearance), and the majority table of each block, ties
        towards 0.

    Notes
    -----
    Cost: ``messages`` passes over ``3^n / 2`` pairs.

    Examples
    --------
    >>> best_partition(((0, 0), (0, 1), (1, 1)), ((1, 1), (1, 1), (1, 1)), 2)
    (1, (0, 0, 1), ((0, 0), (1, 1)))
    """
    n = len(rows)
    costs = block_costs(rows, weights)
    block, rest, _, starts = _splits(n)
    levels = [costs]
    for _ in range(min(messages, n) - 1):
        levels.append(np.minimum.reduceat(costs[block] + levels[-1][rest], starts))
    left, alice, number = (1 << n) - 1, [0] * n, 0
    for level in range(len(levels) - 1, -1, -1):
        if not left:
            break
        chosen = left
        if level:
            last = starts[left + 1] if left + 1 < 1 << n else len(block)
            here = slice(starts[left], last)
            chosen = int(block[here][int(np.argmin(costs[block[here]] + levels[level - 1][rest[here]]))])
        for f in range(n):
            if chosen >> f & 1:
                alice[f] = number
        left, number = left & ~chosen, number + 1
    return int(levels[-1][-1]), tuple(alice), majority_tables(rows, weights, tuple(alice))


def majority_tables(rows: Sequence[Concept], weights: Weights, alice: Sequence[int]) -> tuple[Concept, ...]:
    """Return Bob's best tables for given blocks: the weighted majority of the block at each point, ties towards 0.

    >>> majority_tables(((0, 1), (1, 1)), ((2, 1), (3, 0)), (0, 0))
    ((1, 1),)
    """
    tables = []
    for message in range(max(alice) + 1):
        block = [f for f, sent in enumerate(alice) if sent == message]
        tables.append(tuple(int(sum((2 * rows[f][x] - 1) * weights[f][x] for f in block) > 0)
                            for x in range(len(rows[0]))))
    return tuple(tables)


def set_partitions(count: int, blocks: int) -> Iterator[tuple[int, ...]]:
    """Yield each map of ``count`` things to at most ``blocks`` messages once, up to names of the messages.

    Parameters
    ----------
    count, blocks : int
        At least 0, at least 1.

    Notes
    -----
    A message is named when it first appears.  Cost: the number of the maps, the Bell number for ``blocks = count``.

    Examples
    --------
    >>> list(set_partitions(3, 2))
    [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1)]
    """
    n, most = as_integer(count, "count", least=0), as_integer(blocks, "blocks", least=1)

    def grow(prefix: tuple[int, ...], used: int) -> Iterator[tuple[int, ...]]:
        if len(prefix) == n:
            yield prefix
            return
        for message in range(min(used + 1, most)):
            yield from grow((*prefix, message), max(used, message + 1))
    return grow((), 0)
