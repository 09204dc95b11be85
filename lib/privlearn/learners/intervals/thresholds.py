"""Learning thresholds, without privacy and with the exponential mechanism, on domains of any size.

Definitions
-----------
The domain is ``0..size-1``.  A threshold is named by its *cut* u in ``-1..size-1``: it is 1 at x iff ``x <= u``
(cut -1 is constantly 0), so it is the concept number ``u + 1`` of
:func:`~privlearn.concepts.families.initial_segments`.  A database is a tuple of labelled rows ``(x, y)``.

*Without privacy* the empirical rule answers the largest positively labelled point.  *With privacy* the exponential
mechanism weighs every cut by ``e^{-epsilon errors / 2}``.  The errors of a cut are constant between neighbouring
points of the sample, so its law is a choice among at most ``rows + 1`` *runs* of cuts and a uniform draw in the run:
the domain may have ``2^64`` points and more.

>>> erm_threshold(((2, 1), (5, 0), (3, 1)))
3
>>> threshold_runs(((2, 1), (5, 0)), 2**64)
((-1, 1, 1), (2, 4, 0), (5, 18446744073709551615, 1))
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from privlearn.exact import as_distribution, as_exp_epsilon, as_fraction, as_integer, as_probability, least_integer
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law, proportional, uniform_range
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms import Promise, PromisedMechanism, replace_one
from privlearn.mechanisms.neighbours import Database

Run = tuple[int, int, int]  # first cut, last cut, errors of all cuts between them


def threshold_value(cut: int, x: int) -> int:
    """Return the value of the threshold at x, 1 iff ``x <= cut``."""
    return int(x <= cut)


def threshold_errors(cut: int, database: Database) -> int:
    """Return the number of rows ``(x, y)`` whose label is not the threshold's value.

    Examples
    --------
    >>> [threshold_errors(u, ((0, 1), (1, 0), (1, 0))) for u in (-1, 0, 1)]
    [1, 0, 2]
    """
    return sum(threshold_value(cut, x) != y for x, y in database)


def erm_threshold(database: Database) -> int:
    """Return the largest positively labelled point, -1 if there is none: consistent if any threshold is."""
    return max((x for x, y in database if y), default=-1)


def erm_failure(distribution: Sequence[Number], cut: int, alpha: Number, rows: int) -> Fraction:
    """Return the probability that :func:`erm_threshold` has true error above ``alpha``.

    Parameters
    ----------
    distribution : sequence of numbers that sum to 1
        Weights of the points ``0..size-1``.
    cut : int
        The target u, in ``-1..size-1``.
    alpha : number in [0, 1]
    rows : int
        Number of independent examples, at least 0.

    Notes
    -----
    The rule answers the largest sampled point v of at most u, with error ``mass((v, u])``.  With a the least cut such
    that ``mass((a, u]) <= alpha``, it fails iff no example lies in ``[a, u]``: probability ``(1 - mass([a, u]))^rows``,
    or 0 if ``a = -1``, where every answer is good enough.

    References
    ----------
    KLMNS20, Section 1.

    Examples
    --------
    >>> erm_failure([Fraction(1, 4)] * 4, 2, Fraction(1, 4), 2)  # a = 1: the points 1 and 2 are both missed
    Fraction(1, 4)
    """
    weights, n = as_distribution(distribution, len(distribution)), as_integer(rows, "rows", least=0)
    u, limit = as_integer(cut, "cut", least=-1, most=len(weights) - 1), as_probability(alpha, "alpha")
    mass, a = Fraction(0), u
    while a >= 0 and mass + weights[a] <= limit:
        mass, a = mass + weights[a], a - 1
    return Fraction(0) if a < 0 else (1 - mass - weights[a]) ** n


def uniform_erm_failure(size: int, cut: int, alpha: Number, rows: int) -> Fraction:
    """Return :func:`erm_failure` for the uniform distribution, by ranks: the domain may have ``2^64`` points.

    Examples
    --------
    >>> uniform_erm_failure(4, 2, Fraction(1, 4), 2)
    Fraction(1, 4)
    """
    k, n = as_integer(size, "size", least=1), as_integer(rows, "rows", least=0)
    u, spare = as_integer(cut, "cut", least=-1, most=k - 1), as_probability(alpha, "alpha") * k
    a = u - spare.numerator // spare.denominator
    return Fraction(0) if a < 0 else Fraction(k - (u - a + 1), k) ** n


def erm_rows(alpha: Number, beta: Number) -> int:
    """Return the least n with ``(1 - alpha)^n <= beta``: enough for every domain, target and distribution.

    Parameters
    ----------
    alpha : number in (0, 1]
    beta : number in (0, 1]

    Examples
    --------
    >>> erm_rows(Fraction(1, 2), Fraction(1, 8))
    3
    """
    a, b = as_fraction(alpha, "alpha"), as_fraction(beta, "beta")
    if not 0 < a <= 1 or not 0 < b <= 1:
        raise ValueError(f"alpha and beta must lie in (0, 1], got alpha = {a}, beta = {b}")
    return least_integer(lambda n: (1 - a) ** n <= b)


def threshold_runs(database: Database, size: int) -> tuple[Run, ...]:
    """Return the runs ``(first, last, errors)`` of cuts between the points of the sample, in order.

    Cost: sorting the rows; the size of the domain does not matter.
    """
    k = as_integer(size, "size", least=1)
    check_labelled(database, k)
    zeros, ones = (Counter(x for x, y in database if y == label) for label in (0, 1))
    runs, first, wrong = [], -1, sum(ones.values())
    for x in sorted({x for x, _ in database}):
        runs.append((first, x - 1, wrong))
        first, wrong = x, wrong - ones[x] + zeros[x]
    return (*runs, (first, k - 1, wrong))


def threshold_learner(size: int, exp_epsilon: Number) -> PromisedMechanism:
    """Return the generic private learner of thresholds, by runs; the outcomes are cuts ``-1..size-1``.

    Parameters
    ----------
    size : int
        Number of points, up to thousands of bits long.
    exp_epsilon : number
        At least 1 and the square of a rational, such as 9/4.

    Notes
    -----
    The law is that of :func:`~privlearn.learners.generic.exponential.exponential_learner` on all cuts: epsilon-private
    under :func:`~privlearn.mechanisms.neighbours.replace_one`.

    References
    ----------
    KLMNS20, Section 1.

    Examples
    --------
    >>> threshold_learner(2, 4)(((0, 1), (1, 0))).exact()
    {-1: Fraction(1, 4), 0: Fraction(1, 2), 1: Fraction(1, 4)}
    """
    k, ratio = as_integer(size, "size", least=1), as_exp_epsilon(exp_epsilon)
    root = rational_square_root(ratio, "exp_epsilon")

    def law(database: Database) -> Law:
        runs = threshold_runs(database, k)
        best = min(wrong for _, _, wrong in runs)
        chosen = proportional({run: (run[1] - run[0] + 1) * root ** (best - run[2]) for run in runs})
        return chosen.then(lambda run: uniform_range(run[1] - run[0] + 1).map(lambda step: run[0] + step))

    return PromisedMechanism(law, Promise(ratio, replace_one), "exponential mechanism on thresholds")


def many_errors_probability(database: Database, size: int, exp_epsilon: Number, most: int) -> Fraction:
    """Return the probability that :func:`threshold_learner` makes more than ``most`` errors on its own database.

    Examples
    --------
    >>> many_errors_probability(((0, 1), (1, 0)), 2, 4, 0)
    Fraction(1, 2)
    """
    root = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")
    limit = as_integer(most, "most", least=0)
    mass = {True: Fraction(0), False: Fraction(0)}
    for first, last, wrong in threshold_runs(database, size):
        mass[wrong > limit] += (last - first + 1) * Fraction(1) / root**wrong
    return mass[True] / (mass[True] + mass[False])


def hard_threshold_database(size: int, rows: int, positives: int) -> tuple[tuple[int, int], ...]:
    """Return ``positives`` rows ``(size - 2, 1)`` and the others ``(size - 1, 0)``: realised by one cut alone.

    All but one of the other cuts make exactly ``positives`` errors.

    Examples
    --------
    >>> hard_threshold_database(8, 3, 1)
    ((6, 1), (7, 0), (7, 0))
    """
    k, n = as_integer(size, "size", least=2), as_integer(rows, "rows", least=0)
    p = as_integer(positives, "positives", least=0, most=n)
    return ((k - 2, 1),) * p + ((k - 1, 0),) * (n - p)


def generic_threshold_rows(size: int, exp_epsilon: Number, alpha: Number, beta: Number) -> tuple[int, int]:
    """Return rows that :func:`threshold_learner` needs, and rows that it is content with, on realisable databases.

    It is asked for at most ``alpha rows`` errors on its own database, with probability ``1 - beta``.

    Parameters
    ----------
    size : int
        Number of points, at least 2; hundreds of bits are fine.
    exp_epsilon : number
        Above 1 and the square of a rational.
    alpha : number in (0, 1/2)
    beta : number in (0, 1)

    Returns
    -------
    (needed, enough)
        Below ``needed`` rows it fails on :func:`hard_threshold_database` (as long as ``2 (floor(alpha rows) + 1)`` is
        at most ``rows``, so that all wrong cuts count as bad); from ``enough`` on it succeeds on every database that
        some cut labels, because one cut makes no error and at most ``size`` make more than ``alpha rows``.

    Examples
    --------
    >>> generic_threshold_rows(2**64, Fraction(9, 4), Fraction(1, 10), Fraction(1, 10))
    (1140, 1140)
    """
    k, root = as_integer(size, "size", least=2), rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")
    a, b = as_fraction(alpha, "alpha"), as_fraction(beta, "beta")
    if root == 1 or not 0 < a < Fraction(1, 2) or not 0 < b < 1:
        rule = "exp_epsilon must exceed 1, alpha lie in (0, 1/2) and beta in (0, 1)"
        raise ValueError(f"{rule}, got {root**2}, {a}, {b}")

    def enough(rows: int) -> bool:
        return k * (1 - b) <= b * root ** (int(a * rows) + 1)

    def hard(rows: int) -> bool:
        least = int(a * rows) + 1
        if 2 * least > rows:
            return False
        return ((k - 1) * root ** (rows - 2 * least) + 1) * (1 - b) <= b * root ** (rows - least)

    return least_integer(hard, 1), least_integer(enough, 1)
