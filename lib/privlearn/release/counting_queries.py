"""Usefulness of a sanitizer, and the certified optimum over all private sanitizers.

Definitions
-----------
Rows are points of a domain ``0..T-1``; a *query* is a set of points, and its answer on a database is the fraction of
rows in the set.  A vector of answers is *alpha-useful* for a database if every answer is within less than alpha of
the truth; a mechanism is *(alpha, beta)-useful* if on EVERY database its output is alpha-useful with probability at
least ``1 - beta`` (BBKN14, Section 7).

The best usefulness of any private mechanism on all databases of m rows, with synthetic databases of k rows as
outputs, is a minimax program (:func:`optimal_usefulness`).  For the T point queries a packing bounds every mechanism,
whatever its output: with ``k = ceil(2 alpha m)`` the databases "k rows at i, the others at 0" have disjoint sets of
useful answers and pairwise distance at most k, so the success is at most ``R / (R + T - 1)``, ``R = e^{epsilon k}``.

>>> is_useful((0, 0, 1), (Fraction(1, 3), Fraction(2, 3)), point_queries(2), alpha=Fraction(1, 2))
True
>>> sanitizer_success_bound(4, 5, Fraction(1, 10), 2)
Fraction(2, 5)
"""

from collections import Counter
from collections.abc import Callable, Container, Hashable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import ceil, floor
from typing import Any

from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, as_integer, log_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.exact.minimax import Enclosure
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.mechanisms import multiset_databases, replace_one_unordered
from privlearn.mechanisms.histogram import as_points
from privlearn.mechanisms.neighbours import Database
from privlearn.mechanisms.optima import optimal_failure, packing_success

Query = frozenset[int]
Queries = tuple[Query, ...]


def point_queries(size: int) -> Queries:
    """Return the ``size`` queries that ask for one point each."""
    return tuple(frozenset([point]) for point in range(as_integer(size, "size", least=1)))


def subset_queries(size: int) -> Queries:
    """Return all ``2^size`` queries: a domain that its queries shatter."""
    n = as_integer(size, "size", least=1)
    return tuple(frozenset(chosen) for k in range(n + 1) for chosen in combinations(range(n), k))


def query_answers(database: Database, queries: Iterable[Query]) -> tuple[Fraction, ...]:
    """Return the fraction of rows in each query; ``database`` must not be empty."""
    rows = as_points(database)
    if not rows:
        raise ValueError("database must not be empty: it has no frequencies")
    asked, counts = tuple(queries), Counter(rows).items()
    for query in asked:
        if not isinstance(query, Container):
            raise ValueError(f"queries must be sets of points, got {query!r}")
    return tuple(Fraction(sum(times for row, times in counts if row in query), len(rows)) for query in asked)


def as_queries(queries: Any) -> Queries:
    """Return at least one query, each a frozenset of points; a ``ValueError`` for anything else."""
    kinds = (set, frozenset, tuple, list)
    if not isinstance(queries, kinds) or not all(isinstance(query, kinds) for query in queries):
        raise ValueError(f"queries must be a sequence of sets of points, got {queries!r}")
    if not queries:
        raise ValueError("queries must not be empty: every output would be useful")
    return tuple(frozenset(as_integer(point, "point of a query") for point in query) for query in queries)


def is_useful(database: Database, answers: Sequence[Number], queries: Sequence[Query], alpha: Number) -> bool:
    """Decide whether every answer is within less than ``alpha`` of the truth (BBKN14, Section 7: strict)."""
    truth = query_answers(database, queries)
    if len(answers) != len(truth):
        raise ValueError(f"answers must be one for each of the {len(truth)} queries, got {len(answers)}")
    a = as_fraction(alpha, "alpha")
    return all(abs(right - as_fraction(said)) < a for right, said in zip(truth, answers, strict=True))


def usefulness(mechanism: Callable[[Any], Law], databases: Iterable[Database], queries: Sequence[Query], alpha: Number,
               answers: Callable[[Database, Any], Sequence[Number]]) -> tuple[Fraction, Database]:
    """Return the least probability of an alpha-useful output over ``databases``, and where it is attained.

    Parameters
    ----------
    answers : callable
        ``(database, outcome) -> answers``; it may use the number of rows, which is public, and nothing else of the
        database.
    """
    worst: tuple[Fraction, Database] | None = None
    for database in databases:
        table = mechanism(database).exact()
        good = sum((p for outcome, p in table.items()
                    if is_useful(database, answers(database, outcome), queries, alpha)), Fraction(0))
        if worst is None or good < worst[0]:
            worst = good, database
    if worst is None:
        raise ValueError("databases must not be empty")
    return worst


def optimal_usefulness(size: int, rows: int, output_rows: int, queries: Sequence[Query], alpha: Number,
                       exp_epsilon: Number) -> Enclosure:
    """Return the certified least worst-case failure over ALL private sanitizers with synthetic output.

    Parameters
    ----------
    size, rows, output_rows : int
        Points of the domain, rows of the input and of the output; all multisets of either are listed.
    queries : sequence of sets of points
    alpha : number
        An output is useful if it is within less than alpha on every query.
    exp_epsilon : number
        At least 1.

    Returns
    -------
    Enclosure
        Of the failure; the best usefulness is 1 minus its value.  Multisets lose nothing: a mechanism may shuffle the
        rows first.
    """
    points = range(as_integer(size, "size", least=1))
    databases, outputs = multiset_databases(points, rows), multiset_databases(points, output_rows)
    said: dict[Hashable, tuple[Fraction, ...]] = {output: query_answers(output, queries) for output in outputs}
    tasks: list[dict[tuple[Any, Hashable], int]] = [
        {(database, output): 1 for output in outputs if not is_useful(database, said[output], queries, alpha)}
        for database in databases]
    return optimal_failure(databases, outputs, replace_one_unordered(databases), exp_epsilon, tasks)


@formula("rows", where=("rows >= 1", "0 < alpha <= 1 / 2"), tex={"rows": "m"}, corners={
    "rows": (1, 2, 7, 1000), "alpha": (Fraction(1, 100), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2))},
         loose=dict.fromkeys(("rows >= 1", "0 < alpha <= 1 / 2"), "elsewhere there are no such databases"))
def packing_distance(rows: int, alpha: Value) -> Value:
    """Return ``ceil(2 alpha m)``, the number of rows at a point that makes the sets of useful answers disjoint."""
    return ceil(2 * alpha * rows)


def sanitizer_success_bound(size: int, rows: int, alpha: Number, exp_epsilon: Number) -> Fraction:
    """Return ``R / (R + T - 1)``, above which no mechanism is useful for the point queries, whatever it outputs.

    References
    ----------
    BBKN14, Theorem 7.2 and its proof, with databases at distance ``2 alpha m`` in place of ``3 alpha m``.
    """
    ratio = as_exp_epsilon(exp_epsilon)
    return packing_success(as_integer(size, "size", least=2), ratio ** packing_distance(rows, alpha))


def sanitizer_rows_threshold(size: int, exp_epsilon: Number, alpha: Number, beta: Number, bits: int = 64) -> Bracket:
    """Bracket ``ln((T - 1)(1 - beta)/beta) / (2 epsilon alpha)``, the lower bound on m as a real number."""
    t, a, b = as_integer(size, "size", least=2), as_fraction(alpha, "alpha"), as_fraction(beta, "beta")
    need = log_bracket((t - 1) * (1 - b) / b, bits)
    return need / (2 * a * log_bracket(as_exp_epsilon(exp_epsilon), bits))


def smallest_rows_sanitizer(size: int, exp_epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return the least m that the packing does not exclude: every smaller m leaves success below ``1 - beta``.

    Exact: the success bound depends on m through ``ceil(2 alpha m)`` only and increases in it.

    Examples
    --------
    >>> smallest_rows_sanitizer(16, 2, Fraction(1, 10), Fraction(1, 10))
    36
    """
    t, ratio = as_integer(size, "size", least=2), as_exp_epsilon(exp_epsilon)
    a, b = as_fraction(alpha, "alpha"), as_fraction(beta, "beta")
    if not (0 < b < 1 and 0 < 2 * a <= 1 and ratio > 1):
        raise ValueError(f"need 0 < beta < 1, 0 < alpha <= 1/2 and exp_epsilon > 1, got {b}, {a}, {ratio}")
    distance, power = 1, ratio
    while power * b < (t - 1) * (1 - b):
        distance, power = distance + 1, power * ratio
    return floor((distance - 1) / (2 * a)) + 1


def sanitization_family(size: int, rows: int, alpha: Number) -> tuple[tuple[int, ...], ...]:
    """Return T databases of m points with disjoint sets of useful answers: ``3 alpha m`` rows at i, the others at 0.

    Parameters
    ----------
    size, rows : int
        T and m, at least 1; i goes from 0 to T - 1 (the paper counts from 1).
    alpha : number above 0
        ``3 alpha m`` must be whole and at most m.

    References
    ----------
    BBKN14, Section 7.2.

    Examples
    --------
    >>> sanitization_family(3, 4, Fraction(1, 4))
    ((0, 0, 0, 0), (0, 1, 1, 1), (0, 2, 2, 2))
    """
    t, m, accuracy = as_integer(size, "size", least=1), as_integer(rows, "rows", least=1), as_fraction(alpha, "alpha")
    moved = 3 * accuracy * m
    if moved.denominator != 1 or not 0 < moved <= m:
        raise ValueError(f"alpha must make 3 alpha m whole, positive and at most m, got {moved} of {m}")
    return tuple((0,) * (m - int(moved)) + (i,) * int(moved) for i in range(t))


def in_cell_by_two_queries(i: int, answers: Sequence[Any], alpha: Fraction) -> bool:
    """Decide whether answers lie in the success set of database i of :func:`sanitization_family`, as printed.

    Only the queries of the points 0 and i are looked at.

    Examples
    --------
    >>> in_cell_by_two_queries(1, (0.7, 0.3, 0.3), Fraction(1, 10)), in_cell_by_two_queries(2, (0.7, 0.3, 0.3), 0.1)
    (True, True)
    """
    if as_integer(i, "i", least=0, most=len(answers) - 1) == 0:
        return bool(1 - alpha < answers[0] <= 1)
    two, four = _multiples(alpha)
    return bool(two < answers[i] < four and 1 - four < answers[0] < 1 - two)


@lru_cache(maxsize=256)
def _multiples(alpha: Fraction) -> tuple[Fraction, Fraction]:
    return 2 * alpha, 4 * alpha


def in_cell_by_all_queries(i: int, answers: Sequence[Any], alpha: Fraction) -> bool:
    """Decide whether answers are alpha-useful for database i of :func:`sanitization_family` on all point queries.

    Guarantee: no answers are so for two databases.

    Examples
    --------
    >>> in_cell_by_all_queries(1, (0.7, 0.3, 0.3), Fraction(1, 10)), in_cell_by_all_queries(1, (0.7, 0.3, 0), 0.1)
    (False, True)
    """
    box = _cell(as_integer(i, "i", least=0, most=len(answers) - 1), len(answers), alpha)
    return all(low < said < high for (low, high), said in zip(box, answers, strict=True))


@lru_cache(maxsize=256)
def _cell(i: int, size: int, alpha: Fraction) -> tuple[tuple[Fraction, Fraction], ...]:
    """Return the open intervals of width ``2 alpha`` around the true answers on database i of the family."""
    truth = [Fraction(0)] * size
    truth[0] = 1 - 3 * alpha
    truth[i] += 3 * alpha
    return tuple((t - alpha, t + alpha) for t in truth)
