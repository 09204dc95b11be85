"""Long threshold sequences from few classes of small threshold dimension: compare digit by digit.

Definitions
-----------
Write the points 0, ..., N - 1 with D digits to a base b, the first digit first.  For every digit but the last there are
two classes, the comparisons ``digit > s`` and ``digit >= s``, and for the last one the second of these, s = 0, ...,
b - 1: classes ``G_1, A_1, G_2, A_2, ..., A_D``, of threshold dimensions b - 1 and b at most.  The *digit rule*

    g_1 or (a_1 and (g_2 or (a_2 and ... a_D)))

of ``g_i = [digit i of x > digit i of t]`` and ``a_i = [digit i of x >= digit i of t]`` is 1 just if x >= t.  So the
class that it composes has all N thresholds, and its threshold dimension is N, the number of the points.

>>> [concepts.matrix.tolist() for concepts in digit_classes(4, base=2, digits=2)]
[[[0, 0, 1, 1], [0, 0, 0, 0]], [[1, 1, 1, 1], [0, 0, 1, 1]], [[1, 1, 1, 1], [0, 1, 0, 1]]]
>>> digit_concepts(4, base=2, digits=2).matrix.tolist()
[[1, 1, 1, 1], [0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1]]

Source: a construction of this library, beside GGKM21, Proposition 11, which is much stronger for large dimensions.
"""

from itertools import product

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.concepts.aggregation import as_arity
from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST = 2048  # points and thresholds of a matrix


def digits_of(number: int, base: int, digits: int) -> tuple[int, ...]:
    """Return the digits of a number, the first digit first.

    >>> digits_of(6, 2, 4)
    (0, 1, 1, 0)
    """
    return tuple(number // base**place % base for place in reversed(range(digits)))


def digit_classes(points: int, *, base: int, digits: int) -> tuple[ConceptClass, ...]:
    """Return the ``2 D - 1`` classes of comparisons of digits on the points 0, ..., N - 1.

    Parameters
    ----------
    points : int
        The number N, at most ``base^digits``.
    base : int
        At least 2.
    digits : int
        At least 1.

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> from privlearn.dimensions import threshold_dimension
    >>> [threshold_dimension(concepts) for concepts in digit_classes(9, base=3, digits=2)]
    [2, 3, 3]
    """
    b, many = as_integer(base, "base", least=2), as_integer(digits, "digits", least=1)
    values = [digits_of(x, b, many) for x in range(as_integer(points, "points", least=1, most=b**many))]
    return tuple(ConceptClass.from_matrix([[int(value[place] > s - equal) for value in values] for s in range(b)])
                 for place, equal in product(range(many), (0, 1)) if equal or place < many - 1)


def digit_rule(digits: int) -> int:
    """Return the truth table of the digit rule, of ``2 D - 1`` arguments (:mod:`~privlearn.concepts.aggregation`).

    Examples
    --------
    >>> digit_rule(1), digit_rule(2) == sum(1 << v for v in (3, 4, 5, 6, 7))
    (2, True)
    """
    arity = as_arity(2 * as_integer(digits, "digits", least=1) - 1)

    def value(bits: tuple[int, ...]) -> int:
        return bits[0] if len(bits) == 1 else bits[0] | (bits[1] & value(bits[2:]))

    return sum(value(bits) << number for number, bits in enumerate(product((0, 1), repeat=arity)))


def digit_concepts(points: int, *, base: int, digits: int) -> ConceptClass:
    """Return what the digit rule makes of the comparisons with the digits of t, for t = 0, ..., N - 1 in this order.

    Raises
    ------
    TooLargeToEnumerate
        For more than 2,048 points.

    Notes
    -----
    They are concepts of the composed class, and with the points 0, ..., N - 1 a threshold sequence.

    Examples
    --------
    >>> from privlearn.dimensions import is_threshold_sequence
    >>> is_threshold_sequence([(t, t) for t in range(8)], digit_concepts(8, base=3, digits=2))
    True
    """
    many = as_integer(points, "points", least=1, most=base**digits)
    if many > LARGEST:
        raise TooLargeToEnumerate("the square of thresholds and points", many, LARGEST)
    values, rule = np.array([digits_of(x, base, digits) for x in range(many)]), digit_rule(digits)
    number = np.zeros((many, many), dtype=np.int64)
    for place, digit in enumerate(values.T):
        for holds in (digit > digit[:, None], digit >= digit[:, None])[place == digits - 1:]:
            number = 2 * number + holds
    return ConceptClass.from_matrix(np.array([rule >> v & 1 for v in range(1 << 2 * digits - 1)])[number])
