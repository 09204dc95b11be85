"""Monochromatic sets of edge colourings: Ramsey's theorem with a program and its guarantee.

Definitions
-----------
An *edge colouring* of the vertices 0, ..., n - 1 is a function ``colour_of(v, others)`` to the colours of the edges
from v to later vertices: an array in, an array of integers out.  A set of vertices is *monochromatic* if all its edges
have one colour.

>>> pentagon = lambda v, others: (others - v) % 5 % 3 == 1
>>> len(largest_monochromatic_set(5, pentagon)), ramsey_bound(2, 3)
(2, 6)

Source: ABMS20, Section 4.2.1 and footnote 6.
"""

from collections.abc import Callable, Sequence
from math import factorial

import numpy as np

from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST_CLIQUE_SEARCH = 64  # vertices
Colouring = Callable[[int, np.ndarray], np.ndarray]


def monochromatic_set(size: int, colour_of: Colouring) -> tuple[tuple[int, ...], int]:
    """Return a monochromatic set, ascending, and its colour; -1 for one vertex.

    The first vertex is recorded with the colour that most of the others see it in, and those are kept, until none is
    left.  Recorded vertices of the most frequent colour, with the last one, are the set.

    Notes
    -----
    Guarantee: at least :func:`greedy_guarantee` vertices.  Cost: O(n + number of colours) per recorded vertex; ties go
    to the least colour.

    Source: ABMS20, Section 4.2.1 (Ramsey's theorem; this is the proof of Erdos and Rado).

    Examples
    --------
    >>> monochromatic_set(4, lambda v, others: others % 2)
    ((0, 1, 3), 1)
    """
    left = np.arange(as_integer(size, "size", least=1))
    recorded: list[tuple[int, int]] = []
    while len(left) > 1:
        v, rest = int(left[0]), left[1:]
        colours = colour_of(v, rest)
        kinds, counts = np.unique(colours, return_counts=True)
        most = int(kinds[np.argmax(counts)])
        recorded.append((v, most))
        left = rest[colours == most]
    last = int(left[0])
    if not recorded:
        return (last,), -1
    seen = [colour for _, colour in recorded]
    best = max(sorted(set(seen)), key=seen.count)
    return (*(v for v, colour in recorded if colour == best), last), best


def is_monochromatic(vertices: Sequence[int], colour_of: Colouring) -> bool:
    """Decide whether all edges among the vertices have one colour.

    Examples
    --------
    >>> is_monochromatic((0, 1, 3), lambda v, others: others % 2), is_monochromatic((0, 1, 2), lambda v, o: o % 2)
    (True, False)
    """
    seen: set[int] = set()
    for place, v in enumerate(vertices[:-1]):
        seen.update(colour_of(v, np.array(vertices[place + 1:])).tolist())
    return len(seen) <= 1


def colour_matrix(size: int, colour_of: Colouring) -> np.ndarray:
    """Return the symmetric table of the colours of all edges, -1 on the diagonal.

    Examples
    --------
    >>> colour_matrix(3, lambda v, others: others - v).tolist()
    [[-1, 1, 2], [1, -1, 1], [2, 1, -1]]
    """
    n = as_integer(size, "size", least=1)
    found = np.full((n, n), -1, dtype=np.int64)
    for v in range(n - 1):
        found[v, v + 1:] = found[v + 1:, v] = colour_of(v, np.arange(v + 1, n))
    return found


def greedy_guarantee(size: int, colours: int) -> int:
    """Return how many vertices :func:`monochromatic_set` finds at least.

    With c colours at least ``ceil((n - 1) / c)`` vertices stay; if L are recorded, the last one included, then
    ``1 + ceil((L - 1) / c)`` have one colour.

    Examples
    --------
    >>> greedy_guarantee(8, 2), greedy_guarantee(1024, 16), greedy_guarantee(1024, 2)
    (3, 2, 6)
    """
    n, c = as_integer(size, "size", least=1), as_integer(colours, "colours", least=1)
    recorded = 1
    while n > 1:
        n, recorded = -(-(n - 1) // c), recorded + 1
    return 1 - (1 - recorded) // c


def even_colouring(recorded: int, colours: int) -> tuple[int, Colouring]:
    """Return the least number of vertices of which so many get recorded, and a colouring that records no more.

    What is left is shared evenly among the colours, with one vertex more for the colour whose turn it is:
    :func:`monochromatic_set` finds no more vertices than :func:`greedy_guarantee`.

    Parameters
    ----------
    recorded : int
        At least 1.  The number of vertices is 1, 2, then ``c(n - 1) + 2`` after n.
    colours : int
        c, at least 2.

    Examples
    --------
    >>> size, colour_of = even_colouring(4, 2)
    >>> size, len(monochromatic_set(size, colour_of)[0]), greedy_guarantee(size, 2)
    (8, 3, 3)
    """
    steps, c = as_integer(recorded, "recorded", least=1), as_integer(colours, "colours", least=2)
    n = 1
    for _ in range(steps - 1):
        n = c * (n - 1) + 2
    found = np.zeros((n, n), dtype=np.int64)
    left = np.arange(n)
    for step in range(steps - 1):
        v, rest = left[0], left[1:]
        found[v, rest] = (np.arange(len(rest)) + step) % c
        left = rest[found[v, rest] == step % c]
    return n, lambda v, others: found[v, others]


def largest_monochromatic_set(size: int, colour_of: Colouring) -> tuple[int, ...]:
    """Return a largest monochromatic set, by search for cliques in every colour.

    Raises
    ------
    TooLargeToEnumerate
        For more than 64 vertices.

    Examples
    --------
    >>> len(largest_monochromatic_set(5, lambda v, others: (others - v) % 5 % 3 == 1))  # the pentagon
    2
    """
    n = as_integer(size, "size", least=1)
    if n > LARGEST_CLIQUE_SEARCH:
        raise TooLargeToEnumerate("the collection of sets of vertices", f"2^{n}", 1 << LARGEST_CLIQUE_SEARCH)
    later: dict[int, list[int]] = {}
    for v in range(n - 1):
        for w, colour in zip(range(v + 1, n), colour_of(v, np.arange(v + 1, n)).tolist(), strict=True):
            later.setdefault(int(colour), [0] * n)[v] |= 1 << w
    best: tuple[int, ...] = (0,)
    for neighbours in later.values():
        best = max(best, _largest_clique(neighbours, (1 << n) - 1, (), best), key=len)
    return best


def _largest_clique(later: list[int], left: int, chosen: tuple[int, ...], best: tuple[int, ...]) -> tuple[int, ...]:
    """Return a clique that is longer than ``best`` and begins with ``chosen``, or ``best``."""
    if len(chosen) > len(best):
        best = chosen
    while len(chosen) + left.bit_count() > len(best):
        v = (left & -left).bit_length() - 1
        left &= left - 1
        best = _largest_clique(later, later[v] & left, (*chosen, v), best)
    return best


def ramsey_bound(colours: int, size: int) -> int:
    """Return ``(c(r-1))! / ((r-1)!)^c``: with so many vertices there is a monochromatic set of r.

    Source: ABMS20, Section 4.2.1, footnote 6 (Greenwood and Gleason).

    Examples
    --------
    >>> ramsey_bound(2, 3), ramsey_bound(2, 4), ramsey_bound(3, 3)
    (6, 20, 90)
    """
    c, r = as_integer(colours, "colours", least=1), as_integer(size, "size", least=1)
    return factorial(c * (r - 1)) // factorial(r - 1) ** c
