"""Blocks of ones: why the random classes of staircases have few thresholds.

Definitions
-----------
A *k-block* of a class is k of its functions and k points with all values 1.  In the class of two random triangles f
and g of m rows (:mod:`~privlearn.dimensions.composition.or_classes`) the *bad event* of sets A of rows and B of points,
both of size k, is that for every i in A one of ``f_i``, ``g_i`` is 1 on all of B.

>>> union_bound(32, 11) < 1, printed_parameters(25)
(True, (32, 11))

Source: ABMS20, Section 4.2.1, the lower bound of Theorem 2.2.  Rows and points are numbered from 1 there.
"""

from fractions import Fraction
from math import comb

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.dimensions.composition.or_classes import as_block_size
from privlearn.dimensions.sweeps.five_points import dimensions_on_five_points
from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.exact.formulas import Value, binom, formula

LARGEST_DOMAIN = 16  # points whose subsets are listed
LARGEST_LAW = 5  # rows, and points


@formula("at most", corners={"m": (1, 2, 3, 64), "k": (1, 2, 20)})
def union_bound(m: int, k: int) -> Value:
    """Return the printed bound ``binom(m, k)^2 2^(-k(k-1))`` on the probability that some bad event occurs.

    Examples
    --------
    >>> union_bound(4, 3)
    Fraction(1, 4)
    """
    return binom(m, k) ** 2 * 2 ** (-(k * (k - 1)))


@formula("equals", corners={"m": (1, 2, 4, 7), "k": (0, 1, 2, 3)})
def refined_union_bound(m: int, k: int) -> Value:
    """Return ``binom(m + 1, 2k) 2^(-k(k-1))``, the expected number of bad events.

    Only pairs with ``max B <= min A`` can be bad; they are as many as sets of 2k among m + 1 things.

    Examples
    --------
    >>> refined_union_bound(4, 2)
    Fraction(5, 4)
    """
    return binom(m + 1, 2 * k) * 2 ** (-(k * (k - 1)))


def smallest_block_side(size: int, *, refined: bool) -> int:
    """Return the least k whose union bound (printed or refined) is below 1: some outcome has no k-block.

    Examples
    --------
    >>> smallest_block_side(32, refined=False), smallest_block_side(32, refined=True)
    (8, 6)
    """
    bound = refined_union_bound if refined else union_bound
    return next(k for k in range(1, as_block_size(size) + 2) if bound(size, k) < 1)


def printed_parameters(t: int) -> tuple[int, int]:
    """Return the paper's ``(m, k)``: ``2^floor(t/5)`` and ``2 floor(t/5) + 1``.

    Examples
    --------
    >>> printed_parameters(6), printed_parameters(20)
    ((2, 3), (16, 9))
    """
    fifth = as_integer(t, "t", least=0) // 5
    return 1 << fifth, 2 * fifth + 1


def largest_block(concepts: ConceptClass) -> int:
    """Return the largest k for which the class has a k-block; 0 if no function has a one.

    Raises
    ------
    TooLargeToEnumerate
        For more than 16 points: all their subsets are listed.

    Notes
    -----
    Cost: ``2^n`` integers, n additions on them.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> largest_block(thresholds(3))
    4
    """
    n = concepts.size
    if n > LARGEST_DOMAIN:
        raise TooLargeToEnumerate(f"the collection of subsets of {n} points", f"2^{n}", 1 << LARGEST_DOMAIN)
    supports = np.asarray(concepts.matrix, dtype=np.intp) @ (1 << np.arange(n))  # below 2^16: numpy counts its own kind
    above = np.bincount(supports, minlength=1 << n).reshape((2,) * n)
    for axis in range(n):  # afterwards entry Y counts the functions that are 1 on all of Y
        above = np.flip(np.cumsum(np.flip(above, axis), axis), axis)
    sizes = np.indices((2,) * n).sum(axis=0)
    return int(np.minimum(sizes, above).max())


def threshold_law(size: int) -> dict[int, Fraction]:
    """Return the exact law of the threshold dimension of the class, for at most five rows.

    Exchanging ``f_i`` and ``g_i`` changes nothing, so the coins of the places ``j < i`` decide.

    Raises
    ------
    TooLargeToEnumerate
        For more than five rows.

    Examples
    --------
    >>> {t: str(p) for t, p in threshold_law(3).items()}
    {2: '7/8', 3: '1/8'}
    """
    m = as_block_size(size)
    if m > LARGEST_LAW:
        raise TooLargeToEnumerate("the list of outcomes", f"2^{comb(m, 2)}", 1 << comb(LARGEST_LAW, 2))
    functions = np.array([0])  # lists of functions as classes: bit f of an integer says that f is there
    for i in range(m):
        splits = [1 << (1 << i | rest) | 1 << ((1 << i) - 1 - rest) for rest in range(1 << i)]
        functions = (functions[:, None] | np.array(splits)[None, :]).reshape(-1)
    numbers, counts = np.unique(functions, return_counts=True)
    found: dict[int, Fraction] = {}
    for number, count in zip(numbers.tolist(), counts.tolist(), strict=True):
        t = dimensions_on_five_points(number)[2]
        found[t] = found.get(t, Fraction(0)) + Fraction(count, len(functions))
    return dict(sorted(found.items()))
