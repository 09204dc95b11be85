"""The best private learner of intervals on small domains, proper or not, by a program over all of them.

Definitions
-----------
Over ``0..T-1`` the interval ``c_j``, ``j = 0..T``, is 1 below j (the paper's ``c_{j+1}``).  Its *hard distribution*
puts half on each side of the switch, ``(j-1, 1)`` and ``(j, 0)``; for ``c_0`` and ``c_T`` it is the one labelled
point ``(0, 0)`` or ``(T-1, 1)``.  A hypothesis that errs on one of the rows has error at least 1/2, so for alpha
below 1/2 a learner must be right on all of them.  The tasks are the T + 1 intervals, each with m independent rows;
the databases are all multisets of m labelled rows, since privacy binds on those that no task can produce, too.

>>> hard_rows(2, 1)
((0, 1), (1, 0))
>>> best_interval_success(2, 1, 2, proper=True), best_interval_success(2, 1, 2, proper=False)
(Fraction(1, 2), Fraction(2, 3))
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product
from math import comb
from typing import Any

from privlearn.concepts import Concept, all_functions, initial_segments
from privlearn.exact import MinimaxProgram, as_exp_epsilon, as_integer, solve
from privlearn.exact.minimax import Enclosure
from privlearn.exact.rationals import Number
from privlearn.mechanisms.neighbours import Database, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.optima.packing import packing_success
from privlearn.mechanisms.optima.programs import mechanism_program, optimal_failure


@cache
def hard_rows(size: int, j: int) -> tuple[tuple[int, int], ...]:
    """Return the labelled points of the hard distribution of ``c_j``, each as likely as the others.

    Examples
    --------
    >>> hard_rows(4, 2), hard_rows(4, 0)
    (((1, 1), (2, 0)), ((0, 0),))
    """
    t = as_integer(size, "size", least=1)
    as_integer(j, "j", least=0, most=t)
    return ((j - 1, 1),) * (j > 0) + ((j, 0),) * (j < t)


def hard_sample_law(size: int, j: int, rows: int) -> dict[Database, Fraction]:
    """Return multiset of rows -> probability, for ``rows`` independent rows of the hard distribution of ``c_j``.

    Examples
    --------
    >>> hard_sample_law(2, 1, rows=1)
    {((1, 0),): Fraction(1, 2), ((0, 1),): Fraction(1, 2)}
    """
    m, support = as_integer(rows, "rows", least=0), hard_rows(size, j)
    if len(support) == 1:
        return {support * m: Fraction(1)}
    return {support[:1] * k + support[1:] * (m - k): Fraction(comb(m, k), 2**m) for k in range(m + 1)}


def interval_program(size: int, rows: int, exp_epsilon: Number, *, proper: bool) -> MinimaxProgram:
    """Return the program over all private learners on all labelled databases of ``rows`` rows.

    Parameters
    ----------
    size, rows : int
        T and m, at least 1.
    exp_epsilon : number of at least 1
    proper : bool
        Whether the hypotheses are the T + 1 intervals, or all ``2^T`` functions.

    Notes
    -----
    ``comb(2T + m - 1, m)`` databases; T = 4 with m = 2 takes a fraction of a second.

    Examples
    --------
    >>> interval_program(2, 1, 2, proper=True).blocks, interval_program(2, 1, 2, proper=False).blocks
    ((3, 3, 3, 3), (4, 4, 4, 4))
    """
    hypotheses: Sequence[Concept] = (initial_segments(size) if proper else all_functions(size)).rows()
    databases = multiset_databases(labelled_rows(size), as_integer(rows, "rows", least=1))
    tasks: list[dict[Any, Fraction]] = []
    for j in range(size + 1):
        wrong = [h for h in hypotheses if any(h[x] != y for x, y in hard_rows(size, j))]
        law = hard_sample_law(size, j, rows)
        tasks.append({(tuple(sorted(sample)), h): weight for (sample, weight), h in product(law.items(), wrong)})
    return mechanism_program(databases, hypotheses, replace_one_unordered(databases), exp_epsilon, tasks)


def interval_optimum(size: int, rows: int, exp_epsilon: Number, *, proper: bool) -> Enclosure:
    """Return the certified least worst failure over all private learners; arguments of :func:`interval_program`.

    Examples
    --------
    >>> interval_optimum(2, 1, 2, proper=True).value
    Fraction(1, 2)
    """
    return solve(interval_program(size, rows, exp_epsilon, proper=proper))


def best_interval_success(size: int, rows: int, exp_epsilon: Number, *, proper: bool) -> Fraction:
    """Return one minus the optimum of :func:`interval_optimum`.

    Examples
    --------
    >>> best_interval_success(1, 1, 3, proper=True)  # randomised response
    Fraction(3, 4)
    """
    return 1 - interval_optimum(size, rows, exp_epsilon, proper=proper).value


def interval_packing_success(size: int, rows: int, exp_epsilon: Number) -> Fraction:
    """Return ``r^m / (r^m + T)``, which no mechanism exceeds that names the interval on T + 1 databases of m rows.

    Parameters
    ----------
    size : int
        T, at least 1.
    rows : int
        m, at least 0, the distance of any two of the databases.
    exp_epsilon : number of at least 1
        r.

    Examples
    --------
    >>> interval_packing_success(3, 2, 2)
    Fraction(4, 7)
    """
    t, m = as_integer(size, "size", least=1), as_integer(rows, "rows", least=0)
    return packing_success(t + 1, as_exp_epsilon(exp_epsilon) ** m)


@lru_cache(maxsize=256)
def least_interval_failure(size: int, rows: int, exp_epsilon: Number) -> Fraction:
    """Return the certified optimum over all mechanisms that name the interval, by a linear program.

    It is ``1 - interval_packing_success``, found another way.  Cost: ``(T + 1)^2`` variables.

    Parameters
    ----------
    size, rows, exp_epsilon : see :func:`interval_packing_success`

    Examples
    --------
    >>> least_interval_failure(3, 2, 2)
    Fraction(3, 7)
    """
    ends = [(j,) for j in range(as_integer(size, "size", least=1) + 1)]
    apart = as_integer(rows, "rows", least=0)
    distances = {(left, right): apart for left in ends for right in ends if left != right}
    tasks = [{(j, other): 1 for other in ends if other != j} for j in ends]
    return optimal_failure(ends, ends, distances, exp_epsilon, tasks).value
