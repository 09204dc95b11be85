"""From thresholds of a composed class to thresholds of one of its parts, by Ramsey's theorem.

Definitions
-----------
Tables and ladders of a rule are those of :mod:`~privlearn.dimensions.composition.ladder_tables`.  A *ladder* of a 0/1
array is a list of pairs (row i, column i) whose entry in row i and column j is 1 exactly for ``i <= j``.

>>> from privlearn.dimensions.composition.ladder_tables import coordinate_values, planted_table
>>> table = planted_table(64, 0b1000, 2, seed=1)
>>> found = extract_ladder(table, 0b1000, 2)
>>> len(found.pairs), is_ladder(coordinate_values(table, 2, found.coordinate), found.pairs)
(2, True)

Source: ABMS20, Section 4.2.1.  The colouring with 2k colours is an observation of this library.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from privlearn.dimensions.composition.ladder_tables import is_composed_ladder
from privlearn.dimensions.composition.ramsey import Colouring, monochromatic_set

Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Extraction:
    """A ladder of one of the parts.

    Attributes
    ----------
    coordinate : int
        Which part, from 0.
    pairs : tuple of (row, column)
        The ladder.
    vertices : tuple of int
        The monochromatic set it was read from, ascending.
    colour : int
    """

    coordinate: int
    pairs: Pairs
    vertices: tuple[int, ...]
    colour: int


def pair_colours(table: np.ndarray, arity: int) -> Colouring:
    """Return the paper's colouring: the two vectors of an edge ``p < q``, as one number of 2k bits.

    Examples
    --------
    >>> pair_colours(np.array([[3, 3], [1, 3]]), 2)(0, np.array([1])).tolist()  # v = 11, u = 01
    [13]
    """
    return lambda v, others: table[v, others].astype(np.int64) << arity | table[others, v]


def split_colour(colour: int, arity: int) -> tuple[int, int]:
    """Return the vectors (v, u) of a colour of :func:`pair_colours`.

    Examples
    --------
    >>> split_colour(13, 2)
    (3, 1)
    """
    return colour >> arity, colour & ((1 << arity) - 1)


def coordinate_colours(table: np.ndarray, arity: int) -> Colouring:
    """Return a colouring with 2k colours: ``2r + h_(p,r)(x_q)`` for the first part r in which the two vectors differ.

    On a ladder of a rule there is one: the rule maps the vectors to different values.

    Raises
    ------
    ValueError
        When it is called, if two vectors are the same.

    Examples
    --------
    >>> coordinate_colours(np.array([[3, 3], [1, 3]]), 2)(0, np.array([1])).tolist()
    [1]
    """
    def colour_of(v: int, others: np.ndarray) -> np.ndarray:
        above, below = table[v, others].astype(np.int64), table[others, v].astype(np.int64)
        if (above == below).any():
            raise ValueError(f"table must be a ladder of a rule, got equal vectors in row {v}")
        place = np.array([0, *(arity - d.bit_length() for d in range(1, 1 << arity))])[above ^ below]
        return 2 * place + (above >> (arity - 1 - place) & 1)

    return colour_of


def interleave(vertices: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the first, third, ... and the second, fourth, ... of an ascending list; an odd last one is left out.

    Examples
    --------
    >>> interleave((2, 3, 5, 7, 11))
    ((2, 5), (3, 7))
    """
    even = len(vertices) - len(vertices) % 2
    return tuple(vertices[:even:2]), tuple(vertices[1:even:2])


def finish(vertices: Sequence[int], upper_value: int) -> Pairs:
    """Return the ladder of a part whose values are ``upper_value`` above the diagonal, the other one below, on a set.

    If the value above is 1, functions are those of the first, third, ... vertex and points those of the second, fourth,
    ...; otherwise the other way round, both in descending order.

    Examples
    --------
    >>> finish((0, 1, 2, 3), 1), finish((0, 1, 2, 3), 0)
    (((0, 1), (2, 3)), ((3, 2), (1, 0)))
    """
    first, second = interleave(vertices)
    if upper_value:
        return tuple(zip(first, second, strict=True))
    return tuple(zip(reversed(second), reversed(first), strict=True))


def is_ladder(values: np.ndarray, pairs: Iterable[tuple[int, int]]) -> bool:
    """Decide from the definition whether entry (row i, column j) is 1 exactly for ``i <= j``.

    Examples
    --------
    >>> is_ladder(np.array([[1, 1], [0, 1]]), ((0, 0), (1, 1))), is_ladder(np.array([[0]]), ((0, 0),))
    (True, False)
    """
    listed = np.array(list(pairs), dtype=np.int64).reshape(-1, 2)
    found = values[np.ix_(listed[:, 0], listed[:, 1])]
    return bool((found == np.tri(len(listed), dtype=np.int64).T).all())


def extract_ladder(table: np.ndarray, rule: int, arity: int, *, colouring: str = "pairs") -> Extraction:
    """Return a ladder of one part, from a ladder of the rule.

    Parameters
    ----------
    table : array, shape (n, n)
    rule, arity : int
    colouring : {"pairs", "coordinates"}
        The paper's ``4^k`` colours, or 2k colours.

    Raises
    ------
    ValueError
        If the table is no ladder of the rule, or the colouring is unknown.

    Notes
    -----
    Guarantee: length at least half, rounded down, of
    :func:`~privlearn.dimensions.composition.ramsey.greedy_guarantee` for n and the number of colours.

    Source: ABMS20, Section 4.2.1, with the index slip of the last step repaired.

    Examples
    --------
    >>> table = np.where(np.tri(4, k=-1), 0b01, 0b11)  # "and" of a threshold and of a constant 1
    >>> extract_ladder(table, 0b1000, 2)
    Extraction(coordinate=0, pairs=((0, 1), (2, 3)), vertices=(0, 1, 2, 3), colour=13)
    """
    if colouring not in ("pairs", "coordinates"):
        raise ValueError(f"colouring must be 'pairs' or 'coordinates', got {colouring!r}")
    if not is_composed_ladder(table, rule, arity):
        raise ValueError("table must be a ladder of the rule, got one that is not")
    by_pairs = colouring == "pairs"
    vertices, colour = monochromatic_set(len(table), (pair_colours if by_pairs else coordinate_colours)(table, arity))
    if colour < 0:
        return Extraction(0, (), vertices, colour)
    coordinate, above = coordinate_of_colour(colour, arity, by_pairs=by_pairs)
    return Extraction(coordinate, finish(vertices, above), vertices, colour)


def coordinate_of_colour(colour: int, arity: int, *, by_pairs: bool) -> tuple[int, int]:
    """Return the part that a colour singles out, the first in which its vectors differ, and its value above.

    Examples
    --------
    >>> coordinate_of_colour(13, 2, by_pairs=True), coordinate_of_colour(3, 2, by_pairs=False)
    ((0, 1), (1, 1))
    """
    if not by_pairs:
        return divmod(colour, 2)
    v, u = split_colour(colour, arity)
    coordinate = arity - (v ^ u).bit_length()
    return coordinate, v >> (arity - 1 - coordinate) & 1
