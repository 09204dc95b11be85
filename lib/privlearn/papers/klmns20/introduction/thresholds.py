"""KLMNS20, Section 1: what thresholds are, how they label points, and runs of cuts with equal errors."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.concepts import ConceptClass, initial_segments
from privlearn.dimensions import vc_dimension
from privlearn.learners.intervals import threshold_errors, threshold_runs, threshold_value
from privlearn.mechanisms import labelled_rows, multiset_databases
from privlearn.papers.klmns20.introduction import claim

HUGE = 1 << 64


claim("KLMNS20-1.fn1", kind="definition", title="Threshold functions over an ordered domain",
      uses=("BBKN14-2.3",),
      note="The constant 0 is admitted as the cut -1; without it nothing changes but the count, |X|.")


def prefix_indicators(size: int) -> list[tuple[int, ...]]:
    """Return the values of the thresholds with cuts ``-1..size-1``, sorted."""
    return sorted(tuple(threshold_value(u, x) for x in range(size)) for u in range(-1, size))


def without_the_constant_zero(size: int) -> ConceptClass:
    """Return the thresholds whose cut is a point of the domain."""
    return ConceptClass.from_matrix(initial_segments(size).matrix[1:])


def prefixes_and_suffixes(size: int) -> ConceptClass:
    """Return the thresholds together with their complements."""
    rows = initial_segments(size).rows()
    return ConceptClass.from_matrix(sorted({*rows, *(tuple(1 - bit for bit in row) for row in rows)}))


@check("KLMNS20-1.fn1", grade="exhaustive", quantifier="all cuts, |X| = 1..8: the set of labellings, and their number",
       says="the thresholds label |X| ordered points by the |X| + 1 prefixes and in no other way")
@sabotage("prefixes and suffixes", prefixes_and_suffixes)
@sabotage("the constant 0 forgotten", without_the_constant_zero)
@judged("==")
def labellings_are_the_prefixes(classes=initial_segments):
    for size in range(1, 9):
        rows = sorted(set(classes(size).rows()))
        yield (size, "number"), len(rows), size + 1
        yield (size, "labellings"), rows, prefix_indicators(size)

def refutes_labellings_are_the_prefixes(classes, size, _):
    rows = {tuple(int(bit) for bit in row) for row in classes(size).rows()}
    return len(rows) != size + 1 or any(row[x] < row[x + 1] for row in rows for x in range(size - 1))


@check("KLMNS20-1.fn1", grade="exhaustive",
       quantifier="|X| = 1..8: the VC dimension, and every pair of points: none shows the pattern (0, 1)",
       says="the VC dimension is 1, and no threshold labels the smaller of two points 0 and the larger 1")
@sabotage("prefixes and suffixes", prefixes_and_suffixes)
@sabotage("suffixes, which have the dimension but show (0, 1)",
          lambda size: ConceptClass.from_matrix(initial_segments(size).matrix[:, ::-1]))
@judged("==")
def vc_dimension_is_one(classes=initial_segments):
    for size in range(1, 9):
        yield (size, None), vc_dimension(classes(size)), 1
        rows = classes(size).rows()
        for x, z in combinations(range(size), 2):
            yield (size, (x, z)), {(row[x], row[z]) for row in rows} & {(0, 1)}, set()

def refutes_vc_dimension_is_one(classes, size, pair):
    shown = {(x, z): {(row[x], row[z]) for row in classes(size).rows()} for x, z in combinations(range(size), 2)}
    if pair is not None:
        return (0, 1) in shown[pair]
    both = any(len({row[x] for row in classes(size).rows()}) == 2 for x in range(size))
    return not both or any(len(patterns) == 4 for patterns in shown.values())


def broken_runs_start_after_the_point(database, size: int) -> tuple[tuple[int, int, int], ...]:
    """Return runs whose ends are off by one: a cut at a sampled point still counts that point as labelled 0."""
    runs = threshold_runs(database, size)
    shifted = [(first + (first >= 0), last + (last < size - 1), wrong) for first, last, wrong in runs]
    return tuple(run for run in shifted if run[0] <= run[1])


def labelled_instances() -> Iterator[tuple[int, Any]]:
    """Yield all multisets of at most 3 labelled rows on 4 points, and four databases on 2^64 points."""
    yield from ((4, database) for rows in range(4) for database in multiset_databases(labelled_rows(4), rows))
    middle = HUGE // 3
    for database in (((0, 1), (HUGE - 1, 0)), ((middle, 1), (middle + 1, 0), (middle, 1)), ((5, 0), (3, 1), (4, 0)),
                     ((HUGE - 1, 1),)):
        yield HUGE, database


@check("KLMNS20-1.fn1", grade="exact",
       quantifier="errors of the cuts at and beside every sampled point: all multisets of at most 3 labelled rows on "
                  "4 points; four databases on 2^64 points, where only ranks are used",
       says="each cut lies in exactly one run, and the run's errors are those that the cut makes")
@sabotage("a cut at a sampled point leaves the point out", broken_runs_start_after_the_point)
@judged("==")
def runs_of_cuts_have_the_errors_counted(runs=threshold_runs):
    for size, database in labelled_instances():
        beside = {u for x, _ in database for u in (x - 1, x, x + 1) if u < size} | {-1, size - 1}
        found = runs(database, size)
        for u in sorted(beside):
            wrong = [errors for first, last, errors in found if first <= u <= last]
            yield (size, database, u), wrong, [threshold_errors(u, database)]

def refutes_runs_of_cuts_have_the_errors_counted(runs, size, database, u):
    wrong = sum(1 for x, y in database if (y == 1 and x > u) or (y == 0 and x <= u))
    return [errors for first, last, errors in runs(database, size) if first <= u <= last] != [wrong]
