"""Bounds on the dimension of a composed class, and classes that contain all compositions of simple ones.

Definitions
-----------
``C(n, <=d)`` is the number of sets with at most d out of n elements. The *closure bound* of ``d_1, ..., d_k`` is the
largest n with ``2^n <= C(n, <=d_1) ... C(n, <=d_k)``: a set of n points that ``G(H_1, ..., H_k)`` shatters needs as
many patterns, and the parts have no more. Seen as a function of n, ``2^n`` over the product is log-convex and starts
at 1, so the inequality fails for every n after the first failure.

>>> closure_bound(1, 1), closure_bound(2), closure_bound(0, 3)
(5, 2, 3)

Source: ABMS20, Section 2.1.1 (the bound for the VC dimension); the universal classes are constructions of this library.
"""

from itertools import product
from math import prod

from privlearn.concepts import ConceptClass
from privlearn.concepts.aggregation import as_rule
from privlearn.dimensions.vc import sauer_bound
from privlearn.exact import TooLargeToEnumerate, as_integer

LARGEST = 1 << 22  # entries of the matrix of a universal class


def closure_bound(*dimensions: int) -> int:
    """Return the largest n with ``2^n <= C(n, <=d_1) ... C(n, <=d_k)``.

    Parameters
    ----------
    dimensions : int
        At least one, each at least 0.

    Raises
    ------
    ValueError
        If there is no dimension or one is negative.

    Notes
    -----
    Cost: logarithmically many evaluations of the product, by bisection.

    Examples
    --------
    >>> [closure_bound(*[1] * k) for k in range(1, 6)]
    [1, 5, 10, 16, 22]
    """
    if not dimensions:
        raise ValueError("dimensions must not be empty: a rule needs at least one class")
    given = [as_integer(d, "dimensions", least=0) for d in dimensions]
    kinds = {d: given.count(d) for d in given}
    above = 1
    while _enough(above, kinds):
        above *= 2
    low = above // 2
    while above - low > 1:
        middle = (low + above) // 2
        low, above = (middle, above) if _enough(middle, kinds) else (low, middle)
    return low


def _enough(points: int, kinds: dict[int, int]) -> bool:
    return 1 << points <= prod(sauer_bound(points, d) ** count for d, count in kinds.items())


def universal_class(rule: int, arity: int, parts: int, *, flips: bool) -> ConceptClass:
    """Return the class that contains, up to copies of points, the compositions of all simple classes with few parts.

    A concept is a tuple ``(i_1, ..., i_k)`` from ``{none, 0, ..., r-1}``, a point a tuple ``(a_1, ..., a_k)`` from
    the same set (with flips: and bits ``s_1, ..., s_k``), the value ``G([i_1 = a_1] + s_1, ...)`` modulo 2, where
    none equals nothing. A class of Littlestone dimension at most 1 is, up to flips of points, part of the empty
    function and a partition; one of threshold dimension at most 1 consists of disjoint sets. So this class embeds
    every r concepts of ``G(H_1, ..., H_k)`` for such classes: with flips the first kind, without the second.

    Parameters
    ----------
    rule : int
        Truth table (:mod:`~privlearn.concepts.aggregation`).
    arity : int
        The number k of arguments.
    parts : int
        The number r, at least 1.
    flips : bool

    Raises
    ------
    TooLargeToEnumerate
        If the matrix has more than 2^22 entries.

    Examples
    --------
    >>> len(universal_class(0b1000, 2, 3, flips=False))
    10
    """
    r, table = as_integer(parts, "parts", least=1), as_rule(rule, arity)
    signs = list(product((0, 1), repeat=arity)) if flips else [(0,) * arity]
    entries = (r + 1) ** (2 * arity) * len(signs)
    if entries > LARGEST:
        raise TooLargeToEnumerate("the matrix of the universal class", entries, LARGEST)
    tuples = list(product(range(r + 1), repeat=arity))  # r stands for none

    def value(hidden: tuple[int, ...], asked: tuple[int, ...], sign: tuple[int, ...]) -> int:
        number = 0
        for i, a, s in zip(hidden, asked, sign, strict=True):
            number = 2 * number + ((i == a < r) ^ s)
        return table >> number & 1

    columns = {tuple(value(hidden, asked, sign) for hidden in tuples): None for asked in tuples for sign in signs}
    return ConceptClass.from_matrix(sorted(set(zip(*columns, strict=True))))
