"""From thresholds of a composed class to thresholds of one of its parts, by Ramsey's theorem.

Definitions
-----------
A *table* of arity k is an n x n array of integers below ``2^k``: entry (p, q) is the vector ``h_(p,1)(x_q), ...,
h_(p,k)(x_q)``, first coordinate most significant, as in the truth tables of :mod:`~privlearn.concepts.aggregation`.
It is a *ladder of a rule G* if G maps entry (p, q) to 1 exactly for ``p <= q``.  A *ladder* of a 0/1 array is a list of
pairs (row i, column i) whose entry in row i and column j is 1 exactly for ``i <= j``.

>>> table = planted_table(64, 0b1000, 2, seed=1)
>>> found = extract_ladder(table, 0b1000, 2)
>>> len(found.pairs), is_ladder(coordinate_values(table, 2, found.coordinate), found.pairs)
(2, True)

Source: ABMS20, Section 4.2.1.  The colouring with 2k colours is an observation of this library.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from privlearn.concepts.aggregation import aggregate, as_rule
from privlearn.concepts.concept_class import ConceptClass
from privlearn.dimensions.ramsey import Colouring, monochromatic_set
from privlearn.dimensions.threshold import threshold_sequence
from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.rationals import as_integer

LARGEST_TABLE = 1 << 13
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


def rule_inputs(rule: int, arity: int, value: int) -> tuple[int, ...]:
    """Return the vectors, as integers, that a rule maps to a value.

    Examples
    --------
    >>> rule_inputs(0b1000, 2, 1), rule_inputs(0b1000, 2, 0)
    ((3,), (0, 1, 2))
    """
    table = as_rule(rule, arity)
    return tuple(v for v in range(1 << arity) if table >> v & 1 == value)


def planted_table(size: int, rule: int, arity: int, seed: int) -> np.ndarray:
    """Return a random ladder of a rule: entries uniform among the vectors with the wanted value, shape (n, n), uint8.

    Parameters
    ----------
    size : int
        n, at least 1 and at most 8192.
    rule, arity : int
        A truth table that is not constant.
    seed : int

    Raises
    ------
    ValueError
        If the rule is constant: nothing can be planted.
    TooLargeToEnumerate
        If the table is too large.
    """
    n = _table_size(size)
    sides = [_inputs_array(rule, arity, value) for value in (0, 1)]
    words = np.random.PCG64(as_integer(seed, "seed", least=0)).random_raw(n * n) >> np.uint64(32)
    above = np.tri(n, dtype=bool).T.reshape(-1)
    table = np.empty(n * n, dtype=np.uint8)
    for side, where in zip(sides, (~above, above), strict=True):
        table[where] = side[(words[where] * np.uint64(len(side)) >> np.uint64(32)).astype(np.int64)]
    return table.reshape(n, n)


def table_of_edges(size: int, colour_of: Colouring, rule: int, arity: int) -> np.ndarray:
    """Return a ladder of a rule that is coloured in a given way, pair of vectors number c for colour c.

    Raises
    ------
    ValueError
        If the rule is constant, or there are more colours than pairs of a vector with value 1 and one with value 0.
    """
    n = _table_size(size)
    zeros, ones = (_inputs_array(rule, arity, value) for value in (0, 1))
    table = np.full((n, n), ones[0], dtype=np.uint8)
    for p in range(n - 1):
        colours = colour_of(p, np.arange(p + 1, n))
        if colours.max() >= len(zeros) * len(ones):
            raise ValueError(f"colour_of must use colours below {len(zeros) * len(ones)}, got {colours.max()}")
        table[p, p + 1:] = ones[colours // len(zeros)]
        table[p + 1:, p] = zeros[colours % len(zeros)]
    return table


def class_table(rule: int, *classes: ConceptClass) -> np.ndarray:
    """Return the table of a longest threshold sequence of a composed class, with functions of the parts that give it.

    Returns
    -------
    array of uint8, shape (T, T)
        T is the threshold dimension of the composed class; a ladder of the rule.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> class_table(0b1110, point_functions(3), point_functions(3)).tolist()
    [[2, 1], [0, 3]]
    """
    whole = aggregate(rule, *classes)
    k, composed, pairs = len(classes), whole.rows(), threshold_sequence(whole)
    wanted = {composed[h] for h, _ in pairs}
    vectors: dict[tuple[int, ...], list[int]] = {}
    for functions in product(*(concepts.rows() for concepts in classes)):
        numbers = [sum(bit << (k - 1 - r) for r, bit in enumerate(bits)) for bits in zip(*functions, strict=True)]
        key = tuple(rule >> v & 1 for v in numbers)
        if key in wanted:
            vectors.setdefault(key, numbers)
    rows = [[vectors[composed[h]][x] for _, x in pairs] for h, _ in pairs]
    return np.array(rows, dtype=np.uint8).reshape(len(pairs), len(pairs))


def is_composed_ladder(table: np.ndarray, rule: int, arity: int) -> bool:
    """Decide whether the rule maps entry (p, q) to 1 exactly for ``p <= q``.

    Examples
    --------
    >>> is_composed_ladder(planted_table(5, 6, 2, seed=0), 6, 2), is_composed_ladder(np.array([[0]]), 6, 2)
    (True, False)
    """
    values = np.array([as_rule(rule, arity) >> v & 1 for v in range(1 << arity)], dtype=bool)
    return bool((values.take(table) == np.tri(len(table), dtype=bool).T).all())


def coordinate_values(table: np.ndarray, arity: int, coordinate: int) -> np.ndarray:
    """Return the 0/1 array ``h_(p,r)(x_q)`` of one part.

    Examples
    --------
    >>> coordinate_values(np.array([[2, 1], [0, 3]]), 2, 0).tolist()
    [[1, 0], [0, 1]]
    """
    if not 0 <= coordinate < arity:
        raise ValueError(f"coordinate must be in 0..{arity - 1}, got {coordinate}")
    return np.asarray(table) >> (arity - 1 - coordinate) & 1


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
    Guarantee: length at least half, rounded down, of :func:`~privlearn.dimensions.ramsey.greedy_guarantee` for n and
    the number of colours.

    Source: ABMS20, Section 4.2.1, with the index slip of the last step repaired.
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


def _inputs_array(rule: int, arity: int, value: int) -> np.ndarray:
    found = rule_inputs(rule, arity, value)
    if not found:
        raise ValueError(f"rule must not be constant, got {rule}")
    return np.array(found, dtype=np.uint8)


def _table_size(size: int) -> int:
    n = as_integer(size, "size", least=1)
    if n > LARGEST_TABLE:
        raise TooLargeToEnumerate("the table", f"{n}^2", LARGEST_TABLE**2)
    return n
