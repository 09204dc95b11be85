"""Naive subsampling: approximate privacy for anything, at the price of a delta of 1/n for each row that is used.

Definitions
-----------
*Naive subsampling* chooses ``used`` of the n rows uniformly and publishes a function of these rows, without noise.  A
row matters only if it is chosen, so the law changes by ``used/n`` in total variation: ``(0, used/n)``-privacy, tight.
A bound on learners with a constant delta therefore says nothing, and one with a dependence on delta as weak as
``1/delta`` says no more than this.

>>> naive_subsample((0, 0, 1), 1, lambda rows: rows[0]).exact()
{0: Fraction(2, 3), 1: Fraction(1, 3)}
"""

from collections.abc import Callable, Hashable
from itertools import combinations
from math import comb
from typing import Any

from privlearn.exact import TooLargeToEnumerate, as_integer
from privlearn.laws import Law, uniform

LARGEST_CHOICE = 1 << 16


def naive_subsample(database: tuple[Any, ...], used: int, function: Callable[[tuple[Any, ...]], Hashable]) -> Law:
    """Return the law of ``function`` of ``used`` rows, chosen uniformly and kept in their order.

    Parameters
    ----------
    database : tuple of rows
    used : int
        From 0 to the number of rows.
    function : callable
        Tuple of rows -> outcome; need not be private at all.

    Raises
    ------
    TooLargeToEnumerate
        Beyond 65,536 choices.

    Notes
    -----
    Guarantee: ``(0, used/n)``-private under replace-one.  Source: FX15, Section 6, footnote 2.
    """
    n = len(database)
    k = as_integer(used, "used", least=0, most=n)
    if comb(n, k) > LARGEST_CHOICE:
        raise TooLargeToEnumerate(f"the choices of {k} among {n} rows", comb(n, k), LARGEST_CHOICE)
    return uniform(combinations(range(n), k)).map(lambda chosen: function(tuple(database[i] for i in chosen)))
