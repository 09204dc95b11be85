"""Classes composed by a rule: all functions ``x -> G(h_1(x), ..., h_k(x))`` with ``h_i`` from the i-th class.

Definitions
-----------
A *rule* of k arguments is a truth table, as an integer: its bit with the number ``v_1 ... v_k`` (binary, ``v_1`` the
most significant digit) is ``G(v_1, ..., v_k)``.

>>> named_rule("and", 2), named_rule("xor", 2), named_rule("majority", 3)
(8, 6, 232)
>>> from privlearn.concepts import points
>>> aggregate(named_rule("or", 2), points(1), points(1)).matrix.tolist()
[[1, 0], [1, 1], [0, 1]]

Source: ABMS20, Section 2.
"""

from collections.abc import Callable
from math import prod

import numpy as np

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST = 1 << 22  # tuples of concepts that are listed
LARGEST_ARITY = 16
NAMED: dict[str, Callable[[int, int], bool]] = {  # (number of ones, number of arguments) -> value
    "and": lambda ones, k: ones == k, "or": lambda ones, k: ones > 0, "xor": lambda ones, k: ones % 2 == 1,
    "majority": lambda ones, k: 2 * ones > k, "nand": lambda ones, k: ones < k, "nor": lambda ones, k: ones == 0,
    "xnor": lambda ones, k: ones % 2 == 0}


def named_rule(name: str, arity: int) -> int:
    """Return the truth table of and, or, xor, majority (of more than half), nand, nor or xnor.

    Raises
    ------
    ValueError
        If the name is unknown, or the arity not in 1..16.

    Examples
    --------
    >>> [named_rule(name, 1) for name in ("and", "nor")]  # the identity and the negation
    [2, 1]
    """
    if name not in NAMED:
        raise ValueError(f"name must be one of {', '.join(NAMED)}, got {name!r}")
    k = as_arity(arity)
    return sum(1 << v for v in range(1 << k) if NAMED[name](v.bit_count(), k))


def as_arity(arity: int) -> int:
    """Return the number of arguments of a rule, or refuse it by name."""
    k = as_integer(arity, "arity", least=1)
    if k > LARGEST_ARITY:
        raise ValueError(f"arity must be at most {LARGEST_ARITY}, got {k}")
    return k


def as_rule(rule: int, arity: int) -> int:
    """Return a truth table of k arguments, or refuse it by name.

    Examples
    --------
    >>> as_rule(16, 2)
    Traceback (most recent call last):
    ValueError: rule must be below 2^(2^2) for 2 arguments, got 16
    """
    table, k = as_integer(rule, "rule", least=0), as_arity(arity)
    if table >> (1 << k):
        raise ValueError(f"rule must be below 2^(2^{k}) for {k} arguments, got {table}")
    return table


def value_of_rule(rule: int, *values: int) -> int:
    """Return ``G(v_1, ..., v_k)``.

    Examples
    --------
    >>> value_of_rule(named_rule("majority", 3), 1, 0, 1)
    1
    """
    number = 0
    for value in values:
        number = 2 * number + (1 if value else 0)
    return as_rule(rule, len(values)) >> number & 1


def aggregate(rule: int, *classes: ConceptClass) -> ConceptClass:
    """Return the class composed by a rule; its size is at most the product of the sizes.

    Parameters
    ----------
    rule : int
        Truth table of as many arguments as there are classes.
    classes : ConceptClass
        On the same points.

    Raises
    ------
    ValueError
        If there is no class, the numbers of points differ, or the rule does not fit.
    TooLargeToEnumerate
        If there are more than 2^22 tuples of concepts.

    Notes
    -----
    Concepts come in the order of their first tuple.  Cost: one pass over the tuples.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> aggregate(named_rule("xor", 2), thresholds(1), thresholds(1)).matrix.tolist()
    [[0, 0], [1, 0]]
    """
    if not classes:
        raise ValueError("classes must not be empty: a rule needs at least one class")
    table = as_rule(rule, len(classes))
    widths = {concepts.matrix.shape[1] for concepts in classes}
    if len(widths) > 1:
        raise ValueError(f"classes must be on the same points, got {sorted(widths)} points")
    tuples = prod(len(concepts.matrix) for concepts in classes)
    if tuples > LARGEST:
        raise TooLargeToEnumerate("the product of the classes", tuples, LARGEST)
    number = np.zeros((1, widths.pop()), dtype=np.int64)
    for concepts in classes:
        number = (2 * number[:, None, :] + np.asarray(concepts.matrix)[None, :, :]).reshape(-1, number.shape[1])
    values = np.array([table >> v & 1 for v in range(1 << len(classes))], dtype=np.uint8)
    return ConceptClass.from_matrix(values[number], point_names=classes[0].point_names)
