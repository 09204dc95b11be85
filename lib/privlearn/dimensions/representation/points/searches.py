"""Exhaustive searches for small tables that represent the point functions.

Definitions
-----------
Tables, columns and values are those of :mod:`~privlearn.dimensions.representation.points.columns`.  Two tables are the
same up to *renaming* if a permutation of the hypotheses turns one set of columns into the other; the value does not
change.

>>> best_table(7, 5)
(Fraction(1, 3), (3, 5, 6, 9, 10, 12, 16))
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

import numpy as np

from privlearn.dimensions.representation.points.columns import Columns, column_game, columns_value
from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer
from privlearn.exact.rationals import Number

LARGEST_GROUND = 6  # subsets of [6]: 64; the antichains of 7 elements are too many to list


def symmetric_chains(ground: int) -> list[Columns]:
    """Return ``C(k, floor(k/2))`` chains that partition the subsets of ``[k]`` (de Bruijn, Tengbergen, Kruyswijk).

    An antichain meets each chain at most once: this proves Sperner's theorem and drives :func:`antichains`.

    Examples
    --------
    >>> symmetric_chains(2)
    [(0, 1, 3), (2,)]
    """
    chains: list[Columns] = [(0,)]
    for h in range(as_integer(ground, "ground", least=0)):
        longer = [(*chain, chain[-1] | 1 << h) for chain in chains]
        shorter = [tuple(s | 1 << h for s in chain[:-1]) for chain in chains if len(chain) > 1]
        chains = longer + shorter
    return chains


def antichains(ground: int, size: int) -> Iterator[Columns]:
    """Yield every antichain of exactly ``size`` subsets of ``[ground]``, once each.

    Parameters
    ----------
    ground : int
        k, from 0 to 6.
    size : int
        At least 1.

    Notes
    -----
    Complete because an antichain takes at most one set of each of the ``C(k, floor(k/2))`` symmetric chains: the
    search goes chain by chain, takes a compatible set or none, and stops when too few chains are left.

    Examples
    --------
    >>> list(antichains(2, 2)), sorted(antichains(3, 3))
    ([(1, 2)], [(1, 2, 4), (3, 5, 6)])
    """
    k, wanted = _small(ground), as_integer(size, "size", least=1)
    chains = sorted(symmetric_chains(k), key=len)
    nested = [sum(1 << other for other in range(1 << k) if column & other in (column, other))
              for column in range(1 << k)]  # the subsets and supersets of each column, as a bit mask

    def extend(place: int, chosen: Columns, excluded: int) -> Iterator[Columns]:
        if len(chosen) == wanted:
            yield tuple(sorted(chosen))
        elif len(chosen) + len(chains) - place >= wanted:
            for column in chains[place]:
                if not excluded >> column & 1:
                    yield from extend(place + 1, (*chosen, column), excluded | nested[column])
            yield from extend(place + 1, chosen, excluded)

    return extend(0, (), 0)


def renamings(ground: int) -> np.ndarray:
    """Return, for every permutation of the hypotheses, the image of every subset: shape ``(ground!, 2^ground)``.

    Examples
    --------
    >>> renamings(2).tolist()
    [[0, 1, 2, 3], [0, 2, 1, 3]]
    """
    names = np.array(list(permutations(range(ground))))
    subsets = np.arange(1 << ground)
    images = np.zeros((len(names), 1 << ground), dtype=np.int64)
    for h in range(ground):
        images += ((subsets[None, :] >> h) & 1) << names[:, [h]]
    return images


def _orbit_names(ground: int) -> Callable[[Sequence[int]], int]:
    """Return the function that gives all renamings of a set of columns the same number."""
    bits = np.uint64(1) << renamings(ground).astype(np.uint64)
    return lambda columns: int(np.bitwise_or.reduce(bits[:, list(columns)], axis=1).min())


def _columns_named(name: int, ground: int) -> Columns:
    return tuple(c for c in range(1 << ground) if name >> c & 1)


@lru_cache(maxsize=64)
def antichain_classes(ground: int, size: int) -> tuple[Columns, ...]:
    """Return one antichain of ``size`` subsets of ``[ground]`` from each orbit under renaming the hypotheses.

    Examples
    --------
    >>> len(antichain_classes(5, 8)), antichain_classes(3, 3)
    (7, ((1, 2, 4), (3, 5, 6)))
    """
    name = _orbit_names(ground)
    return tuple(_columns_named(found, ground) for found in sorted({name(c) for c in antichains(ground, size)}))


@lru_cache(maxsize=256)
def best_table(points: int, ground: int) -> tuple[Fraction, Columns] | None:
    """Return the least value below 1/2 of all tables of ``ground`` hypotheses on ``points`` points, with a table.

    Returns ``None`` if no table has a value below 1/2.  Exhaustive: only antichains can have such a value, and all of
    them are tried, one from each orbit under renaming the hypotheses.

    Parameters
    ----------
    points : int
        At least 2.
    ground : int
        At most 5 for any number of points; 6 where few antichains are so large (16 points take a second).

    Examples
    --------
    >>> best_table(8, 5)[0], best_table(5, 4)
    (Fraction(3, 7), None)
    """
    best: tuple[Fraction, Columns] | None = None
    for columns in antichain_classes(ground, as_integer(points, "points", least=2)):
        limit = Fraction(1, 2) if best is None else best[0]
        if all(column_game(columns, ground, j).value < limit for j in range(len(columns))):
            best = columns_value(columns, ground)[0], columns
    return best


def growing_tables(ground: int, alpha: Number, points: int) -> list[tuple[Columns, ...]]:
    """Return, for T = 1..points, the tables on T points with value at most alpha, up to renaming.

    A second route to :func:`best_table`, without antichains: leaving out a point cannot raise the value, so every
    table on T points grows out of one on T - 1 points, one column at a time.

    Parameters
    ----------
    ground : int
        At most 6.
    alpha : number below 1/2
        So that columns are distinct.
    points : int

    Examples
    --------
    >>> [len(tables) for tables in growing_tables(3, Fraction(1, 3), 4)]
    [3, 3, 1, 0]
    """
    limit, name = as_fraction(alpha, "alpha"), _orbit_names(_small(ground))
    level, levels = {0}, []
    for _ in range(as_integer(points, "points", least=1)):
        grown = {name((*_columns_named(old, ground), column))
                 for old in level for column in range(1 << ground) if not old >> column & 1}
        level = {new for new in grown if _value_is_at_most(_columns_named(new, ground), ground, limit)}
        levels.append(tuple(_columns_named(found, ground) for found in sorted(level)))
    return levels


def _value_is_at_most(columns: Columns, ground: int, limit: Fraction) -> bool:
    return all(column_game(columns, ground, j).value <= limit for j in range(len(columns)))


def _small(ground: int) -> int:
    k = as_integer(ground, "ground", least=0)
    if k > LARGEST_GROUND:
        raise TooLargeToEnumerate("the lattice of subsets", 1 << k, 1 << LARGEST_GROUND)
    return k


def smallest_size_for(points: int, alpha: Number) -> int:
    """Return the least number of hypotheses that ``alpha``-represents the point functions on at most 10 points.

    Parameters
    ----------
    points : int
        T, from 2 to 10.
    alpha : number
        0, or at least 1/3 and below 1/2 (between 0 and 1/3 larger classes would have to be searched).

    Notes
    -----
    For alpha = 0 every point function must be there (take a distribution that charges all points).  Else: exhaustive
    for up to 5 hypotheses; with 6 there is always
    :func:`~privlearn.dimensions.representation.points.columns.pairs_with_zero`.

    Examples
    --------
    >>> [smallest_size_for(8, Fraction(a, b)) for a, b in ((0, 1), (1, 3), (2, 5), (3, 7))]
    [8, 6, 6, 5]
    """

    t, a = as_integer(points, "points", least=2, most=10), as_fraction(alpha, "alpha")
    if a and not Fraction(1, 3) <= a < Fraction(1, 2):
        raise ValueError(f"alpha must be 0 or from 1/3 to below 1/2, got {a}")
    if a == 0:
        return t
    found = {k: best_table(t, k) for k in range(2, 6)}
    return min((k for k, best in found.items() if best is not None and best[0] <= a), default=6)
