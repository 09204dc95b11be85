"""How few hypotheses represent the point functions: the bounds of Sperner and Milner, and layers.

Definitions
-----------
The columns of a table (:mod:`~privlearn.dimensions.representation.points.columns`) that represents T points with some
alpha below 1/2 are an antichain, so T is at most ``C(k, floor(k/2))`` (Sperner).  From three points on no two of them
cover [k], and T is at most ``C(k, ceil(k/2) - 1)`` (Milner's bound for such antichains, stated for their complements),
which layers attain.  The *layer* (k, s) takes all s-subsets of k hypotheses as columns.  With mass x on each hypothesis
of ``S_j`` and y on each other one, chosen to make the two kinds of mistakes equal, its value is ``1 - s x`` with
``x = (k - s - 1) / ((2s - 1)(k - s) - s)``.

>>> sperner_size(16), layer_for(16), layer_value(7, 2)
(6, (7, 2), Fraction(5, 13))
>>> smallest_size(16), smallest_size(64)
(7, 9)
"""

from fractions import Fraction
from itertools import combinations
from math import comb

from privlearn.dimensions.representation.games import RepresentationGame
from privlearn.exact import as_fraction, as_integer
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number


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
    :mod:`~privlearn.dimensions.representation.points.searches` confirms it exhaustively where it can).  Upper bound:
    the layer of the sets of size ``ceil(k/2) - 1``, whose value :func:`layer_value` is below 1/2.

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
    return as_fraction(error_with_members(k, s)) if s > 1 else Fraction(0)


@formula("equals", corners={"k": (5, 7, 9, 12), "s": (2, 1)})
def mass_of_members(k: int, s: int) -> Value:
    """Return x, the mass of the best mixture on each hypothesis of a point's own column in the layer ``(k, s)``.

    Examples
    --------
    >>> mass_of_members(5, 2)
    Fraction(2, 7)
    """
    return (k - s - 1) / ((2 * s - 1) * (k - s) - s)


@formula("equals", corners=mass_of_members.corners, tex={"mass_of_members(k, s)": "x"})
def error_with_members(k: int, s: int) -> Value:
    """Return the error of the best mixture.

    Examples
    --------
    >>> error_with_members(5, 2)
    Fraction(3, 7)
    """
    return 1 - s * mass_of_members(k, s)


def layer_game(ground: int, members: int) -> RepresentationGame:
    """Return the solved game of the first column of the layer ``(k, s)``, ``1 <= s <= k/2``, by its closed form.

    Columns are in the order of :func:`~privlearn.concepts.families.subset_layer`: the first has the first s hypotheses.

    Notes
    -----
    The mixture is x on these s hypotheses and y <= x on the others; so columns at distance 1 (one of the s left out,
    one other put in) are the worst.  The distribution puts mass q on each of those ``s (k - s)`` columns and the rest
    on the first: a hypothesis inside errs on ``q (s - 1)(k - s)``, one outside on ``1 - q s (k - s) + q s``, and q
    makes the two equal.  Verified by :func:`~privlearn.dimensions.representation.games.is_representation_game`.

    Examples
    --------
    >>> game = layer_game(5, 2)
    >>> game.value, [str(p) for p in game.mixture]
    (Fraction(3, 7), ['2/7', '2/7', '1/7', '1/7', '1/7'])
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
        if comb(k, s) >= t and (layer_value(k, s) < Fraction(1, 2) if limit is None else layer_value(k, s) <= limit):
            return k, s
        k += 1
