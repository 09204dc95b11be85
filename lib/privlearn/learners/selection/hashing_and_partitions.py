"""Two probabilistic representations of the point functions by few hypotheses: hashing, and random partitions.

Definitions
-----------
Cut the points at random into blocks; the hypotheses are the indicators of the blocks, so the target's block is right
at the target and wrong only at points that fell into the same block.  *Hashing*: the points are the vectors of
``bits`` bits, and the block of x is the value of ``hashes`` random inner products (the equality protocol's message);
two points meet with probability ``2^-hashes``.  *Partition*: every point gets one of ``blocks`` labels, and the zero
function joins the set, right enough for a target of small mass.

Branches with the same set of hypotheses are merged: for hashing there is one branch for each subspace of vectors that
all inner products send to 0.

>>> [(str(weight), len(hypotheses)) for weight, hypotheses in hashed_points(1, 2)]
[('1/4', 2), ('3/4', 3)]
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import perm

from privlearn.concepts import Concept
from privlearn.exact import TooLargeToEnumerate, as_integer

Branch = tuple[Fraction, tuple[Concept, ...]]

LARGEST_PARTITIONED = 8  # 4140 partitions


def hashed_points(bits: int, hashes: int) -> tuple[Branch, ...]:
    """Return the representation of the point functions on ``2^bits`` points by ``2^hashes`` blocks of equal hash.

    Parameters
    ----------
    bits : int
        0 to 3.
    hashes : int
        Number of independent random inner products modulo 2, at least 0.

    Notes
    -----
    Guarantee: the target's block errs by at most e with probability at least ``1 - 2^-hashes / e`` (Markov).  Where
    some hash value does not occur, its block is empty: the zero function.
    """
    size, draws = 1 << as_integer(bits, "bits", least=0, most=3), as_integer(hashes, "hashes", least=0)
    counts = Counter({frozenset(range(size)): 1})
    for _ in range(draws):
        refined: Counter[frozenset[int]] = Counter()
        for kernel, count in counts.items():
            for vector in range(size):
                refined[frozenset(x for x in kernel if (x & vector).bit_count() % 2 == 0)] += count
        counts = refined
    branches = []
    for kernel, count in sorted(counts.items(), key=lambda item: sorted(item[0]), reverse=True):
        blocks = {frozenset(x ^ y for y in kernel) for x in range(size)}
        branches.append((Fraction(count, size**draws), _indicators(size, blocks, len(blocks) < 1 << draws)))
    return tuple(sorted(branches, key=lambda branch: len(branch[1])))


def _indicators(size: int, blocks: set[frozenset[int]], with_zero: bool) -> tuple[Concept, ...]:
    found = {tuple(int(x in block) for x in range(size)) for block in blocks}
    return tuple(sorted(found | ({(0,) * size} if with_zero else set())))


def partitioned_points(size: int, blocks: int) -> tuple[Branch, ...]:
    """Return the representation of the point functions on ``size`` points by the blocks of a random partition and 0.

    Parameters
    ----------
    size : int
        1 to 8.
    blocks : int
        Number of labels, drawn uniformly for each point; sets have at most ``min(blocks, size) + 1`` members.

    Examples
    --------
    >>> [str(weight) for weight, _ in partitioned_points(2, 8)]
    ['1/8', '7/8']
    """
    n, labels = as_integer(size, "size", least=1), as_integer(blocks, "blocks", least=1)
    if n > LARGEST_PARTITIONED:
        raise TooLargeToEnumerate("the set of partitions", f"Bell({n})", 4140)
    return tuple((Fraction(perm(labels, len(parts)), labels**n), _indicators(n, set(parts), True))
                 for parts in _partitions(tuple(range(n))) if len(parts) <= labels)


def _partitions(points: tuple[int, ...]) -> Iterator[tuple[frozenset[int], ...]]:
    """Yield every partition of the points, the block of the first point largest first."""
    if not points:
        yield ()
        return
    first, rest = points[0], points[1:]
    for k in range(len(rest), -1, -1):
        for mates in combinations(rest, k):
            block = frozenset((first, *mates))
            for others in _partitions(tuple(x for x in rest if x not in block)):
                yield (block, *others)
