"""Small synthetic databases by the exponential mechanism, for any counting queries on small domains.

Definitions
-----------
The *candidates* for a database D of m rows over ``0..T-1`` are all multisets of ``k`` points, written as sorted tuples.
The *loss* of a candidate is ``floor(u m max_c |Q_c(D) - Q_c(candidate)|)``: its largest error over the queries,
counted in rows of D times a *resolution* ``u``, rounded down.  Replacing a row of D changes it by at most ``u``, so
drawing a candidate with probability proportional to ``base ** -loss`` with ``base = e^{epsilon/(2u)}`` is
epsilon-private (Blum, Ligett and Roth 2013; BBKN14, Theorem 7.1).  At ``u = k`` nothing is rounded, since errors are
whole multiples of ``1/(mk)``; at ``u = 1`` the losses are whole rows.  A *cap* makes all losses from it on count
alike: a candidate that is off by ``alpha m`` rows is useless, however far off it is.

>>> from privlearn.release.counting_queries import point_queries
>>> small_database_sanitizer(2, 1, point_queries(2), base=2)((0, 0)).exact()
{(0,): Fraction(4, 5), (1,): Fraction(1, 5)}
"""

from collections.abc import Collection, Sequence
from fractions import Fraction
from math import ceil, comb
from typing import Any

from privlearn.exact import TooLargeToEnumerate, Undecided, as_exp_epsilon, as_fraction, as_integer, log_bracket
from privlearn.exact.rationals import Number
from privlearn.laws import Law, proportional
from privlearn.laws.law import LARGEST_SUPPORT
from privlearn.mechanisms import Promise, PromisedMechanism, multiset_databases, replace_one
from privlearn.mechanisms.histogram import counts_of_points
from privlearn.mechanisms.neighbours import Database
from privlearn.release.counting_queries import Query, as_queries, query_answers


def small_database_sanitizer(size: int, output_rows: int, queries: Sequence[Query], base: Number, *,
                             resolution: int = 1, cap: int | None = None) -> PromisedMechanism:
    """Return the exponential mechanism over all multisets of ``output_rows`` points, for any counting queries.

    Parameters
    ----------
    size : int
        T, at least 1; rows are points ``0..T-1``.
    output_rows : int
        k, rows of the synthetic database, at least 1.
    queries : sequence of sets of points
        At least one.
    base : number above 1
        ``e^{epsilon / (2 resolution)}``.
    resolution : int
        u, at least 1.
    cap : int, optional
        Largest loss that is told apart, at least 1; none by default.

    Returns
    -------
    PromisedMechanism
        Takes non-empty tuples, lists or integer arrays of points; outcomes are sorted tuples of ``output_rows`` points.

    Raises
    ------
    ValueError
        If an argument is out of range; on calling the mechanism, if the database is empty or a row is no point.
    TooLargeToEnumerate
        If there are too many candidates to list; :mod:`~privlearn.release.small_databases_of_points` needs no list.

    Notes
    -----
    Guarantee: ``e^epsilon = base ** (2 * resolution)`` for all sets of queries.  Cost: candidates times queries.

    References
    ----------
    BBKN14, Theorem 7.1.
    """
    t, k = as_integer(size, "size", least=1), as_output_rows(output_rows)
    b, u, most = as_base(base), as_resolution(resolution), as_cap(cap)
    asked = as_queries(queries)
    _check_listable(t, k)
    answers = {candidate: [int(k * said) for said in query_answers(candidate, asked)]
               for candidate in multiset_databases(range(t), k)}  # in whole rows

    def law(database: Database) -> Law:
        point_counts(database, t)
        m = len(database)
        truth = [int(m * share) * k for share in query_answers(database, asked)]
        losses = {candidate: u * max(abs(right - m * rows) for right, rows in zip(truth, said, strict=True)) // k
                  for candidate, said in answers.items()}  # the floor of u m times the largest error
        capped = {candidate: loss if most is None else min(loss, most) for candidate, loss in losses.items()}
        weights = whole_powers(set(capped.values()), b)
        return proportional({candidate: weights[loss] for candidate, loss in capped.items()})

    return PromisedMechanism(law, Promise(b ** (2 * u), replace_one), "small databases")


def _check_listable(size: int, output_rows: int) -> None:
    """Refuse more than ``LARGEST_SUPPORT`` candidates, without computing how many they are if they are far too many."""
    total, chosen = size + output_rows - 1, min(size - 1, output_rows)
    candidates = comb(total, min(chosen, 64))  # no more than there are; more than 2^64 where it is not all of them
    if candidates > LARGEST_SUPPORT:
        count = candidates if candidates < 1 << 64 else f"at least 2^{candidates.bit_length() - 1}"
        raise TooLargeToEnumerate("the synthetic databases", count, LARGEST_SUPPORT)


def whole_powers(levels: Collection[int], base: Fraction) -> dict[int, int]:
    """Return level -> ``base ** -level`` up to a common factor that makes them integers, which need no reduction."""
    least, last = min(levels), max(levels)
    weights, power = {}, 1
    for level in sorted(levels, reverse=True):
        power *= base.numerator ** (last - level)
        weights[level] = power * base.denominator ** (level - least)
        last = level
    return weights


def as_output_rows(output_rows: int) -> int:
    return as_integer(output_rows, "output_rows", least=1)


def as_cap(cap: int | None) -> int | None:
    return None if cap is None else as_integer(cap, "cap", least=1)


def as_resolution(resolution: int) -> int:
    return as_integer(resolution, "resolution", least=1)


def as_base(base: Number) -> Fraction:
    b = as_fraction(base, "base")
    if b <= 1:
        raise ValueError(f"base must be above 1: e^(epsilon / (2 resolution)) with epsilon positive, got {b}")
    return b


def small_database_rows(size: int, output_rows: int, exp_epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return the least m with ``candidates * e^(-epsilon alpha m / 4) <= beta``, certified.

    With so many rows (and ``alpha m`` whole) the mechanism is (alpha, beta)-useful for every class for which each
    database has a candidate with all errors at most ``alpha / 2``; for points ``output_rows >= 2 / alpha`` is enough.

    Examples
    --------
    >>> small_database_rows(4, 7, 4, Fraction(3, 10), Fraction(1, 10))
    69
    """
    t, k = as_integer(size, "size", least=1), as_output_rows(output_rows)
    a, b, ratio = as_fraction(alpha, "alpha"), as_fraction(beta, "beta"), as_exp_epsilon(exp_epsilon)
    if not (0 < b < 1 and a > 0 and ratio > 1):
        raise ValueError(f"need 0 < beta < 1, alpha > 0 and exp_epsilon > 1, got {b}, {a}, {ratio}")
    need = log_bracket(comb(t + k - 1, k) / b, 128) / (a / 4 * log_bracket(ratio, 128))
    if ceil(need.lower) != ceil(need.upper):
        raise Undecided(f"the threshold {need} is too close to a whole number")
    return ceil(need.upper)


def point_counts(database: Any, size: int) -> tuple[int, ...]:
    """Return the histogram of a database of points ``0..size-1``, a tuple, list or integer array.

    Raises
    ------
    ValueError
        If the database is empty or a row is no point.
    TooLargeToEnumerate
        Beyond ``2^22`` points.

    Examples
    --------
    >>> point_counts((0, 2, 2), 3)
    (1, 0, 2)
    """
    counts = counts_of_points(database, as_integer(size, "size", least=1))
    if not any(counts):
        raise ValueError("database must not be empty: it has no frequencies")
    return tuple(counts)
