"""How few hypotheses represent the point functions: tables, antichains, layers, exhaustive searches.

Definitions
-----------
Write a class of k hypotheses on T points as a table.  The *column* of point j is the set ``S_j`` of the hypotheses
that are 1 at j, kept as a bit mask: bit h is set iff hypothesis h contains j.  A mixture p of the hypotheses misses
the point function of j by ``max(1 - p(S_j), max over b != j of p(S_b))``.

If ``S_j`` is a subset of ``S_b``, then half the mass on j and half on b gives every hypothesis error at least 1/2; so
a class that represents the points with some alpha below 1/2 has an *antichain* of columns, and T is at most ``C(k,
floor(k/2))`` (Sperner).  If ``S_a`` and ``S_b`` together are all k hypotheses, half the mass on a and half on b gives
every hypothesis error at least 1/2 on every *third* point; so from three points on no two columns *cover* [k], and T
is at most ``C(k, ceil(k/2) - 1)`` (Milner's bound for such antichains, stated for their complements), which layers
attain.  The *layer* (k, s) takes all s-subsets of k hypotheses as columns.  With mass x on each hypothesis of ``S_j``
and y on each other one, chosen to make the two kinds of mistakes equal, its value is ``1 - s x`` with ``x = (k - s -
1) / ((2s - 1)(k - s) - s)``.

>>> columns_of(class_of_columns((0b011, 0b101, 0b110), 3))
(3, 5, 6)
>>> sperner_size(16), layer_for(16), layer_value(7, 2)
(6, (7, 2), Fraction(5, 13))
>>> smallest_size(16), smallest_size(64)
(7, 9)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb

from privlearn.concepts.concept_class import ConceptClass
from privlearn.dimensions.representation import RepresentationGame, representation_game
from privlearn.exact.rationals import Number, as_fraction, as_integer

Columns = tuple[int, ...]


def columns_of(hypotheses: ConceptClass) -> Columns:
    """Return the columns of a class as bit masks, in the order of the points."""
    return tuple(sum(1 << h for h, bit in enumerate(column) if bit) for column in hypotheses.matrix.T.tolist())


def class_of_columns(columns: Iterable[int], ground: int) -> ConceptClass:
    """Return the class with the given columns over ``ground`` hypotheses (equal hypotheses merge).

    Raises
    ------
    ValueError
        If a column is no subset of the hypotheses, or there is none.
    """
    k, listed = as_integer(ground, "ground", least=1), list(columns)
    if not listed or any(not 0 <= column < 1 << k for column in listed):
        raise ValueError(f"columns must be bit masks below 2^{k}, at least one, got {listed}")
    return ConceptClass.from_matrix([[column >> h & 1 for column in listed] for h in range(k)])


def is_antichain(columns: Sequence[int]) -> bool:
    """Decide whether no column is a subset of another (two equal columns are subsets of each other)."""
    return not any(a & b in (a, b) for a, b in combinations(columns, 2))


def comparable_pair(columns: Sequence[int]) -> tuple[int, int] | None:
    """Return points ``(j, b)`` with ``S_j`` a subset of ``S_b``, ``None`` if the columns are an antichain."""
    for j, b in combinations(range(len(columns)), 2):
        if columns[j] & columns[b] == columns[j]:
            return j, b
        if columns[j] & columns[b] == columns[b]:
            return b, j
    return None


def covering_pair(columns: Sequence[int], ground: int) -> tuple[int, int] | None:
    """Return two points whose columns together are all ``ground`` hypotheses, ``None`` if there are none."""
    full = (1 << ground) - 1
    pairs = combinations(range(len(columns)), 2)
    return next(((a, b) for a, b in pairs if columns[a] | columns[b] == full), None)


def least_error_on_pair(columns: Sequence[int], ground: int, target: int, pair: tuple[int, int]) -> Fraction:
    """Return the least error of a hypothesis on the target's point function, half the mass on each point of ``pair``.

    Returns 1 if there are no hypotheses: then nothing represents the concept.
    """
    wrong = [sum((columns[x] >> h & 1) != (x == target) for x in pair) for h in range(ground)]
    return Fraction(min(wrong, default=2), 2)


def pair_bound(columns: Sequence[int], ground: int) -> tuple[Fraction, tuple[int, tuple[int, int]]]:
    """Return the best lower bound on the value that half-and-half distributions prove, with (target, pair)."""
    points = range(len(columns))
    options = ((j, pair) for j in points for pair in combinations(points, 2))
    return max(((least_error_on_pair(columns, ground, *option), option) for option in options),
               key=lambda found: found[0])


def sperner_size(points: int) -> int:
    """Return the least k with ``C(k, floor(k/2)) >= points``: no fewer hypotheses do for any alpha below 1/2.

    Examples
    --------
    >>> [sperner_size(2**d) for d in range(1, 8)]
    [2, 4, 5, 6, 7, 8, 10]
    """
    t, k = as_integer(points, "points", least=1), 0
    while comb(k, k // 2) < t:
        k += 1
    return k


def smallest_size(points: int) -> int:
    """Return the least number of hypotheses that represent the points with *some* alpha below 1/2.

    Parameters
    ----------
    points : int
        T, at least 1.

    Returns
    -------
    int
        T for T <= 2, else the least k with ``C(k, ceil(k/2) - 1) >= T``.

    Notes
    -----
    Lower bound: Milner 1968, for antichains no two of whose members cover the ground set (``best_table`` of
    :mod:`~privlearn.dimensions.representing_search` confirms it exhaustively where it can).  Upper bound: the layer of
    the sets of size ``ceil(k/2) - 1``, whose value :func:`layer_value` is below 1/2.

    Examples
    --------
    >>> [smallest_size(2**d) for d in range(1, 13)]
    [2, 4, 5, 7, 7, 9, 10, 11, 12, 13, 14, 15]
    """
    t = as_integer(points, "points", least=1)
    if t <= 2:
        return t
    k = 3
    while comb(k, (k + 1) // 2 - 1) < t:
        k += 1
    return k


def _layer_shape(ground: int, members: int) -> tuple[int, int]:
    k, s = as_integer(ground, "ground", least=2), as_integer(members, "members", least=1)
    if 2 * s > k:
        raise ValueError(f"members must be at most half of ground = {k}, got {s}")
    return k, s


def layer_value(ground: int, members: int) -> Fraction:
    """Return the value of the layer ``(k, s)``, ``1 <= s <= k/2``, for a point function, by its closed form.

    Examples
    --------
    >>> layer_value(5, 2), layer_value(4, 2), layer_value(4, 1)
    (Fraction(3, 7), Fraction(1, 2), Fraction(0, 1))
    """
    k, s = _layer_shape(ground, members)
    if s == 1:
        return Fraction(0)
    return 1 - Fraction(s * (k - s - 1), (2 * s - 1) * (k - s) - s)


def layer_game(ground: int, members: int) -> RepresentationGame:
    """Return the solved game of the first column of the layer ``(k, s)``, ``1 <= s <= k/2``, by its closed form.

    Columns are in the order of :func:`~privlearn.concepts.subset_layer`: the first one holds the first s hypotheses.

    Notes
    -----
    The mixture is x on these s hypotheses and y <= x on the others; so columns at distance 1 (one of the s left out,
    one other put in) are the worst.  The distribution puts mass q on each of those ``s (k - s)`` columns and the rest
    on the first: a hypothesis inside errs on ``q (s - 1)(k - s)``, one outside on ``1 - q s (k - s) + q s``, and q
    makes the two equal.  Verified by :func:`~privlearn.dimensions.is_representation_game`, separate code.
    """
    k, s = _layer_shape(ground, members)
    value = layer_value(k, s)
    mixture = (*[(1 - value) / s] * s, *[value / (k - s)] * (k - s))
    share = Fraction(1, (2 * s - 1) * (k - s) - s) if s > 1 else Fraction(0)
    weight = {0: 1 - s * (k - s) * share, 1: share}  # by the number of hypotheses that the first column lacks
    columns = combinations(range(k), s)
    return RepresentationGame(value, mixture, tuple(
        weight.get(sum(h >= s for h in column), Fraction(0)) for column in columns))


def layer_for(points: int, alpha: Number | None = None) -> tuple[int, int]:
    """Return the layer ``(k, s)`` with at least ``points`` columns and small value, of least k and then least value.

    Parameters
    ----------
    points : int
        T, at least 2.
    alpha : number of at least 0, optional
        The value must be at most alpha; left out, it must be below 1/2.

    Examples
    --------
    >>> layer_for(8), layer_for(64), layer_for(64, Fraction(2, 5))
    ((5, 2), (9, 3), (12, 2))
    """
    t, k = as_integer(points, "points", least=2), max(2, sperner_size(points))  # no fewer columns do
    limit = None if alpha is None else as_fraction(alpha, "alpha")
    if limit is not None and limit < 0:
        raise ValueError(f"alpha must be at least 0, got {limit}")
    while True:
        s = k // 2
        while s > 1 and comb(k, s - 1) >= t:
            s -= 1  # the value grows with s
        if s > 1 and layer_value(k, s) == Fraction(1, 2):
            s -= 1
        if comb(k, s) >= t and (layer_value(k, s) < Fraction(1, 2) if limit is None else layer_value(k, s) <= limit):
            return k, s
        k += 1


def pairs_with_zero(ground: int) -> ConceptClass:
    """Return all pairs of ``ground - 1`` hypotheses as columns, and one more hypothesis that is 0 everywhere.

    Value 1/3: a third on each hypothesis of the pair and a third on the zero function.  A class of ``ground``
    hypotheses on ``C(ground - 1, 2)`` points.

    Examples
    --------
    >>> pairs_with_zero(4).matrix.tolist()
    [[1, 1, 0], [1, 0, 1], [0, 1, 1], [0, 0, 0]]
    """
    k = as_integer(ground, "ground", least=3)
    return class_of_columns([1 << a | 1 << b for a, b in combinations(range(k - 1), 2)], k)


@lru_cache(maxsize=1 << 12)  # two searches reach the same tables
def column_game(columns: Columns, ground: int, point: int) -> RepresentationGame:
    """Return the solved game of one point against the table."""
    return representation_game(class_of_columns(columns, ground), tuple(int(x == point) for x in range(len(columns))))


def columns_value(columns: Sequence[int], ground: int) -> tuple[Fraction, int, RepresentationGame]:
    """Return the least alpha with which the table represents the points, a hardest point, and its solved game."""
    points = range(len(columns))
    games = [column_game(tuple(columns), ground, j) for j in points]
    hardest = max(points, key=lambda j: games[j].value)
    return games[hardest].value, hardest, games[hardest]


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
    for up to 5 hypotheses; with 6 there is always :func:`pairs_with_zero`.

    Examples
    --------
    >>> [smallest_size_for(8, Fraction(a, b)) for a, b in ((0, 1), (1, 3), (2, 5), (3, 7))]
    [8, 6, 6, 5]
    """
    from privlearn.dimensions.representing_search import best_table

    t, a = as_integer(points, "points", least=2, most=10), as_fraction(alpha, "alpha")
    if a and not Fraction(1, 3) <= a < Fraction(1, 2):
        raise ValueError(f"alpha must be 0 or from 1/3 to below 1/2, got {a}")
    if a == 0:
        return t
    found = {k: best_table(t, k) for k in range(2, 6)}
    return min((k for k, best in found.items() if best is not None and best[0] <= a), default=6)
