"""KLMNS20, Section 1: labelled records that a cut realises, their neighbours, and answers of a distribution."""

from collections.abc import Iterator
from functools import cache
from itertools import accumulate, combinations_with_replacement
from typing import Any

from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered


def realisable(size: int, rows: int) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield each labelled multiset that some cut realises."""
    for points in combinations_with_replacement(range(size), rows):
        for ones in range(rows + 1):
            if 0 < ones < rows and points[ones - 1] == points[ones]:
                continue
            yield tuple((x, int(k < ones)) for k, x in enumerate(points))


@cache
def labelled_pairs(size: int, rows: int) -> tuple[Any, ...]:
    """Return the neighbouring pairs of labelled multisets, each in one order."""
    pairs = replace_one_unordered(multiset_databases(labelled_rows(size), rows))
    return tuple((left, right) for left, right in pairs if left < right)


def scaled(weights, rows: int) -> tuple[Any, ...]:
    """Return the answers of a distribution, n times its distribution function."""
    return tuple(rows * total for total in accumulate(weights))


def last_small_answer(answers, rows: int) -> int:
    """Return the last c whose answer is below ``rows/2``: the predecessor of the right one."""
    return max((c for c, answer in enumerate(answers) if 2 * answer < rows), default=0)
