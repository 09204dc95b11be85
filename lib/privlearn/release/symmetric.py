"""The optimum over all sanitizers, reduced by the symmetry of the domain.

Definitions
-----------
If permuting the points of the domain permutes the queries, averaging a mechanism over all permutations keeps its
privacy and does not lower its usefulness, so it may be taken *equivariant*: ``M(pi D)(pi o) = M(D)(o)``.  Its values
then depend on the orbit of the pair ``(D, o)``, which is the multiset of the pairs (count of x in D, count of x in o)
over the points x.  One database for each orbit (a partition of m) and one variable for each orbit of pairs remain.

>>> from privlearn.release.counting_queries import point_queries
>>> symmetric_usefulness(2, 1, 1, point_queries(2), Fraction(1, 2), 3).value
Fraction(1, 4)
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

from privlearn.exact import MinimaxProgram, as_exp_epsilon, as_integer, solve
from privlearn.exact.minimax import Enclosure
from privlearn.exact.rationals import Number
from privlearn.mechanisms import multiset_databases
from privlearn.mechanisms.neighbours import Database
from privlearn.release.counting_queries import Query, is_useful, query_answers

Orbit = tuple[tuple[int, int], ...]


def are_symmetric(queries: Sequence[Query], size: int) -> bool:
    """Decide whether permuting the points permutes the queries (transpositions of neighbours generate all)."""
    family = set(queries)
    for x in range(size - 1):
        swap = {x: x + 1, x + 1: x}
        if {frozenset(swap.get(point, point) for point in query) for query in family} != family:
            return False
    return True


def symmetric_program(size: int, rows: int, output_rows: int, queries: Sequence[Query], alpha: Number,
                      exp_epsilon: Number) -> MinimaxProgram:
    """Return the program "minimise the worst failure over all equivariant private sanitizers".

    The arguments are those of :func:`~privlearn.release.counting_queries.optimal_usefulness`.

    Raises
    ------
    ValueError
        If the queries are not invariant under permutations of the points.
    """
    points, ratio = as_integer(size, "size", least=1), as_exp_epsilon(exp_epsilon)
    if not are_symmetric(queries, points):
        raise ValueError("queries must be invariant under permutations of the points")
    databases = [db for db in multiset_databases(range(points), rows) if _is_representative(db, points)]
    outputs = multiset_databases(range(points), output_rows)
    answers = {output: query_answers(output, queries) for output in outputs}
    place: dict[tuple[Orbit, Orbit], int] = {}
    size_of: dict[int, int] = {}
    blocks, tasks = [], []
    for database in databases:
        before, losses = len(place), {}
        for output in outputs:
            variable = place.setdefault(_key(database, output, points), len(place))
            size_of[variable] = size_of.get(variable, 0) + 1
            if not is_useful(database, answers[output], queries, alpha):
                losses[variable] = Fraction(1)
        blocks.append(len(place) - before)
        tasks.append(losses)
    pairs = set()
    for database in databases:
        for neighbour in _neighbours(database, points):
            for output in outputs:
                i, j = place[_key(database, output, points)], place[_key(neighbour, output, points)]
                pairs |= {(i, j), (j, i)}
    ratios = tuple((i, j, ratio * size_of[i] / size_of[j]) for i, j in sorted(pairs))
    return MinimaxProgram(tuple(blocks), tuple(tasks), ratios)


def symmetric_usefulness(size: int, rows: int, output_rows: int, queries: Sequence[Query], alpha: Number,
                         exp_epsilon: Number) -> Enclosure:
    """Return the certified least worst-case failure over all private sanitizers, for symmetric queries.

    The same value as :func:`~privlearn.release.counting_queries.optimal_usefulness` from a far smaller program.
    """
    return solve(symmetric_program(size, rows, output_rows, queries, alpha, exp_epsilon))


def _counts(database: Database, points: int) -> tuple[int, ...]:
    return tuple(sum(row == point for row in database) for point in range(points))


def _is_representative(database: Database, points: int) -> bool:
    counts = _counts(database, points)
    return list(counts) == sorted(counts, reverse=True)


@lru_cache(maxsize=1 << 16)
def _key(database: Database, output: Database, points: int) -> tuple[Orbit, Orbit]:
    """Return the orbit of the pair, led by the orbit of the database so that blocks are numbered through."""
    counts, said = _counts(database, points), _counts(output, points)
    return tuple((c, 0) for c in sorted(counts)), tuple(sorted(zip(counts, said, strict=True)))


def _neighbours(database: Database, points: int) -> list[Database]:
    found = set()
    for place, other in permutations(range(points), 2):
        if place in database:
            rows = list(database)
            rows.remove(place)
            found.add(tuple(sorted([*rows, other])))
    return sorted(found)
