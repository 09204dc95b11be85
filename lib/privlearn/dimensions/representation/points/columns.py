"""Hypotheses that represent the point functions, as tables of columns.

Definitions
-----------
Write a class of k hypotheses on T points as a table.  The *column* of point j is the set ``S_j`` of the hypotheses
that are 1 at j, kept as a bit mask: bit h is set iff hypothesis h contains j.  A mixture p of the hypotheses misses
the point function of j by ``max(1 - p(S_j), max over b != j of p(S_b))``; the *value* of the table is the least alpha
with which it represents all of them.

If ``S_j`` is a subset of ``S_b``, then half the mass on j and half on b gives every hypothesis error at least 1/2; so
a class that represents the points with some alpha below 1/2 has an *antichain* of columns.  If ``S_a`` and ``S_b``
together are all k hypotheses, half the mass on a and half on b gives every hypothesis error at least 1/2 on every
*third* point; so from three points on no two columns *cover* [k].

>>> columns_of(class_of_columns((0b011, 0b101, 0b110), 3)), is_antichain((0b011, 0b101, 0b110))
((3, 5, 6), True)
>>> columns_value((0b011, 0b101, 0b110), 3)[0], covering_pair((0b011, 0b101, 0b110), 3)
(Fraction(1, 2), (0, 1))
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from privlearn.concepts import ConceptClass
from privlearn.dimensions.representation.games import RepresentationGame, representation_game
from privlearn.exact import as_integer

Columns = tuple[int, ...]


def columns_of(hypotheses: ConceptClass) -> Columns:
    """Return the columns of a class as bit masks, in the order of the points.

    Examples
    --------
    >>> columns_of(ConceptClass.from_matrix([[1, 0], [1, 1]]))
    (3, 2)
    """
    return tuple(sum(1 << h for h, bit in enumerate(column) if bit) for column in hypotheses.matrix.T.tolist())


def class_of_columns(columns: Iterable[int], ground: int) -> ConceptClass:
    """Return the class with the given columns over ``ground`` hypotheses (equal hypotheses merge).

    Raises
    ------
    ValueError
        If a column is no subset of the hypotheses, or there is none.

    Examples
    --------
    >>> class_of_columns([0b11, 0b10], 2).rows()
    [(1, 0), (1, 1)]
    """
    k, listed = as_integer(ground, "ground", least=1), list(columns)
    if not listed or any(not 0 <= column < 1 << k for column in listed):
        raise ValueError(f"columns must be bit masks below 2^{k}, at least one, got {listed}")
    return ConceptClass.from_matrix([[column >> h & 1 for column in listed] for h in range(k)])


def is_antichain(columns: Sequence[int]) -> bool:
    """Decide whether no column is a subset of another (two equal columns are subsets of each other).

    Examples
    --------
    >>> is_antichain([0b01, 0b10]), is_antichain([0b01, 0b11])
    (True, False)
    """
    return not any(a & b in (a, b) for a, b in combinations(columns, 2))


def comparable_pair(columns: Sequence[int]) -> tuple[int, int] | None:
    """Return points ``(j, b)`` with ``S_j`` a subset of ``S_b``, ``None`` if the columns are an antichain.

    Examples
    --------
    >>> comparable_pair([0b11, 0b01]), comparable_pair([0b01, 0b10])
    ((1, 0), None)
    """
    for j, b in combinations(range(len(columns)), 2):
        if columns[j] & columns[b] == columns[j]:
            return j, b
        if columns[j] & columns[b] == columns[b]:
            return b, j
    return None


def covering_pair(columns: Sequence[int], ground: int) -> tuple[int, int] | None:
    """Return two points whose columns together are all ``ground`` hypotheses, ``None`` if there are none.

    Examples
    --------
    >>> covering_pair([0b001, 0b011, 0b100], 3), covering_pair([0b001, 0b010], 3)
    ((1, 2), None)
    """
    full = (1 << ground) - 1
    pairs = combinations(range(len(columns)), 2)
    return next(((a, b) for a, b in pairs if columns[a] | columns[b] == full), None)


def least_error_on_pair(columns: Sequence[int], ground: int, target: int, pair: tuple[int, int]) -> Fraction:
    """Return the least error of a hypothesis on the target's point function, half the mass on each point of ``pair``.

    Returns 1 if there are no hypotheses: then nothing represents the concept.

    Examples
    --------
    >>> least_error_on_pair([0b01, 0b10], 2, 0, (0, 1)), least_error_on_pair([0b01, 0b11], 2, 0, (0, 1))
    (Fraction(0, 1), Fraction(1, 2))
    """
    wrong = [sum((columns[x] >> h & 1) != (x == target) for x in pair) for h in range(ground)]
    return Fraction(min(wrong, default=2), 2)


def pair_bound(columns: Sequence[int], ground: int) -> tuple[Fraction, tuple[int, tuple[int, int]]]:
    """Return the best lower bound on the value that half-and-half distributions prove, with (target, pair).

    Examples
    --------
    >>> pair_bound([0b01, 0b11], 2)  # hypothesis 0 has both points, hypothesis 1 the second alone
    (Fraction(1, 2), (0, (0, 1)))
    """
    points = range(len(columns))
    options = ((j, pair) for j in points for pair in combinations(points, 2))
    return max(((least_error_on_pair(columns, ground, *option), option) for option in options),
               key=lambda found: found[0])


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
    """Return the solved game of one point against the table.

    Examples
    --------
    >>> column_game((0b01, 0b10), 2, 0).value
    Fraction(0, 1)
    """
    return representation_game(class_of_columns(columns, ground), tuple(int(x == point) for x in range(len(columns))))


def columns_value(columns: Sequence[int], ground: int) -> tuple[Fraction, int, RepresentationGame]:
    """Return the least alpha with which the table represents the points, a hardest point, and its solved game.

    Examples
    --------
    >>> columns_value((0b011, 0b101, 0b110), 3)[:2]  # three pairs of three hypotheses
    (Fraction(1, 2), 0)
    """
    points = range(len(columns))
    games = [column_game(tuple(columns), ground, j) for j in points]
    hardest = max(points, key=lambda j: games[j].value)
    return games[hardest].value, hardest, games[hardest]
