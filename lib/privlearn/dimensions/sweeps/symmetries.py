"""How many classes there are up to symmetry, counted without listing them.

Definitions
-----------
Two classes are the same up to *renaming* if a permutation of the points makes one the other, up to renaming and
*flips* if besides the values may be exchanged at some points.  By Burnside's lemma the number of orbits is the mean,
over the symmetries, of the number of classes that a symmetry leaves alone, and that is ``2^c`` if it permutes the
``2^n`` functions in c cycles.  The empty class is counted.

>>> [count_up_to_symmetry(n) for n in range(1, 6)]
[4, 12, 80, 3984, 37333248]
>>> [count_up_to_symmetry(n, flips=True) for n in range(1, 6)]
[3, 6, 22, 402, 1228158]
"""

from collections.abc import Iterator, Sequence
from itertools import permutations

from privlearn.exact import TooLargeToEnumerate, as_integer

MOST_POINTS = 6  # 6! 2^6 symmetries


def function_symmetries(points: int, *, flips: bool) -> Iterator[tuple[int, ...]]:
    """Yield the permutations of the ``2^n`` functions that renamings of the points, and flips, make.

    Examples
    --------
    >>> list(function_symmetries(1, flips=True))
    [(0, 1), (1, 0)]
    """
    n = as_integer(points, "points", least=0)
    for order in permutations(range(n)):
        moved = [sum((f >> order[x] & 1) << x for x in range(n)) for f in range(1 << n)]
        for flip in range(1 << n) if flips else (0,):
            yield tuple(f ^ flip for f in moved)


def cycles(permutation: Sequence[int]) -> int:
    """Return the number of cycles of a permutation of 0, 1, 2, ...

    Examples
    --------
    >>> cycles((1, 0, 2))
    2
    """
    left, count = set(range(len(permutation))), 0
    while left:
        start = place = left.pop()
        while (place := permutation[place]) != start:
            left.remove(place)
        count += 1
    return count


def count_up_to_symmetry(points: int, *, flips: bool = False) -> int:
    """Return the number of classes on n points, the empty one included, up to renaming, or up to renaming and flips.

    Raises
    ------
    TooLargeToEnumerate
        For more than 6 points.

    Examples
    --------
    >>> count_up_to_symmetry(4), count_up_to_symmetry(4, flips=True)
    (3984, 402)
    """
    n = as_integer(points, "points", least=0)
    if n > MOST_POINTS:
        raise TooLargeToEnumerate(f"the symmetries of {n} points", f"{n}! 2^{n}", 46_080)
    left_alone = [1 << cycles(symmetry) for symmetry in function_symmetries(n, flips=flips)]
    return sum(left_alone) // len(left_alone)
