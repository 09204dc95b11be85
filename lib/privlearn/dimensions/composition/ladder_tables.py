"""Ladders of a rule: tables of vectors that a rule maps to thresholds.

Definitions
-----------
A *table* of arity k is an n x n array of integers below ``2^k``: entry (p, q) is the vector ``h_(p,1)(x_q), ...,
h_(p,k)(x_q)``, first coordinate most significant, as in the truth tables of :mod:`~privlearn.concepts.aggregation`.
It is a *ladder of a rule G* if G maps entry (p, q) to 1 exactly for ``p <= q``.

>>> table = planted_table(4, 0b1000, 2, seed=1)
>>> is_composed_ladder(table, 0b1000, 2), coordinate_values(table, 2, 0).shape
(True, (4, 4))

Source: ABMS20, Section 4.2.1.
"""

from itertools import product

import numpy as np

from privlearn.concepts import ConceptClass, aggregate
from privlearn.concepts.aggregation import as_rule
from privlearn.dimensions.composition.ramsey import Colouring
from privlearn.dimensions.threshold import threshold_sequence
from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST_TABLE = 1 << 13


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

    Examples
    --------
    >>> planted_table(2, 0b1000, 2, seed=1).tolist()  # "and" is 1 for the vector 3 alone
    [[3, 3], [0, 3]]
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

    Examples
    --------
    >>> table_of_edges(2, lambda p, others: 2 + 0 * others, 0b1000, 2).tolist()  # colour 2: vectors 3, 2
    [[3, 3], [2, 3]]
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
