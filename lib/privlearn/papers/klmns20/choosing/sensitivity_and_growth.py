"""KLMNS20, Section 2.1: quality functions, their sensitivity, bounded growth, and Example 2.3."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.learners.interior_point import interior_score
from privlearn.learners.interior_point.trees import weight
from privlearn.learning.labelled import errors
from privlearn.mechanisms import add_remove_one, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.quality import growth_bound, multiplicity, points_in_window, sensitivity
from privlearn.papers.klmns20.choosing import claim


def interior(database: Sequence[int], point: int) -> int:
    """Return the interior point score with the arguments of a quality function."""
    return interior_score(point, tuple(database))


def minus_errors(database, concept) -> int:
    """Return minus the number of labelled rows that the concept gets wrong."""
    return -errors(concept, database)


def weight_at(depth: int, bits: int) -> Callable:
    """Return the weight of the node with a given prefix at ``depth`` as a quality function."""
    return lambda database, prefix: weight(database, bits, (depth, prefix))


@dataclass(frozen=True)
class Case:
    """A quality function with the rows and outcomes on which it is examined."""

    quality: Callable
    rows: tuple[Any, ...]
    outcomes: tuple[Any, ...]
    most: int

    def databases(self, least: int = 0) -> list[Any]:
        """Return all multisets of at least ``least`` and at most ``most`` rows."""
        return [database for size in range(least, self.most + 1) for database in multiset_databases(self.rows, size)]


def on_points(quality, size: int, most: int) -> Case:
    """Return the case of a quality function of points on the domain ``0..size-1``."""
    return Case(quality, tuple(range(size)), tuple(range(size)), most)


SENSITIVE = {
    **{f"interior point score, {size} points": on_points(interior, size, 5) for size in range(1, 7)},
    **{f"multiplicity, {size} points": on_points(multiplicity, size, 5) for size in range(2, 7)},
    **{f"weight at depth {depth} of 3": Case(weight_at(depth, 3), tuple(range(8)), tuple(range(2**depth)), 4)
       for depth in range(1, 4)},
    "minus errors, 3 points": Case(minus_errors, tuple(labelled_rows(3)), tuple(product((0, 1), repeat=3)), 4),
}


claim("KLMNS20-2.sens", kind="definition", uses=("KLMNS20-2.1",),
      title="Quality functions, their sensitivity, and monotone ones")


@check("KLMNS20-2.sens", grade="exhaustive",
       quantifier="interior point score and multiplicity: all multisets with |X| <= 6, n <= 5; node weights at "
                  "depths 1..3 on 8 points and minus errors on 3 points: n <= 4; adding, removing and replacing",
       says="every quality function has sensitivity 1 under both neighbour relations")
def sensitivity_is_one_under_both_relations(cases: dict[str, Case] = SENSITIVE) -> Verdict:
    found = [(name, sensitivity(case.quality, case.databases(), case.outcomes, relation))
             for name, case in cases.items() for relation in (add_remove_one, replace_one_unordered)
             if len(case.rows) > 1 or relation is add_remove_one]
    verdict = judge("==", (((name, *one.witness), one.value, 1) for name, one in found))
    return counted(verdict, sum(one.pairs for _, one in found))

def refutes_sensitivity_is_one_under_both_relations(cases, name, left, right, f):
    moved = sum(abs(left.count(row) - right.count(row)) for row in {*left, *right})
    return moved <= 2 and abs(cases[name].quality(left, f) - cases[name].quality(right, f)) != 1

@sensitivity_is_one_under_both_relations.sabotage("interior point score as a sum instead of a minimum")
def interior_point_score_sum_instead_minimum():
    def both(database, point: int) -> int:
        return sum(s <= point for s in database) + sum(s >= point for s in database)

    return {**SENSITIVE, "interior point score, 6 points": on_points(both, 6, 5)}


MONOTONE = {name: case for name, case in SENSITIVE.items() if name != "minus errors, 3 points"}


@check("KLMNS20-2.sens", grade="exhaustive", quantifier="the same without minus errors: all added rows",
       says="an added row raises every quality by 0 or 1")
@sabotage("minus errors, which an added row can lower",
          make=lambda: {**MONOTONE, "minus errors, 3 points": SENSITIVE["minus errors, 3 points"]})
@judged("==")
def added_rows_raise_the_score_by_zero_or_one(cases: dict[str, Case] = MONOTONE):
    for name, case in cases.items():
        for small, large in add_remove_one(case.databases()):
            if len(small) < len(large):
                for f in case.outcomes:
                    change = case.quality(large, f) - case.quality(small, f)
                    yield (name, small, large, f), change in (0, 1), True

def refutes_added_rows_raise_the_score_by_zero_or_one(cases, name, small, large, f):
    return len(large) == len(small) + 1 and not 0 <= cases[name].quality(large, f) - cases[name].quality(small, f) <= 1


claim("KLMNS20-2.bg", kind="definition", uses=("KLMNS20-2.sens",), title="Bounded growth")


def growing(size: int = 6, most: int = 4) -> dict[str, tuple[Case, int]]:
    """Return quality functions with the bound on their growth."""
    points = {f"multiplicity, {k} points": (on_points(multiplicity, k, most), 1) for k in range(1, size + 1)}
    nodes = {f"weight at depth {d} of {bits}": (Case(weight_at(d, bits), tuple(range(2**bits)), tuple(range(2**d)),
                                                     most), 1)
             for bits in (1, 2, 3) for d in range(bits + 1)}
    windows = {f"windows of length {k}": (Case(points_in_window(k), tuple(range(size)), tuple(range(1 - k, size)),
                                               most), k) for k in range(1, 5)}
    return {**points, **nodes, **windows}


GROWING = growing()


@check("KLMNS20-2.bg", grade="exhaustive",
       quantifier="multiplicity on 1..6 points and windows of length 1..4 on 6 points: all multisets with n <= 4; "
                  "node weights at every depth on 2, 4 and 8 points: n <= 4",
       says="the growth is exactly 1 for multiplicity and node weights, and k for windows of length k")
@sabotage(
    "multiplicity plus 1: the empty database has positive quality",
    make=lambda: {**GROWING, "multiplicity, 6 points": (on_points(lambda database, f: 1 + database.count(f), 6, 4), 1)})
@sabotage("the length of the database as the quality of every point",
          make=lambda: {**GROWING, "multiplicity, 6 points": (on_points(lambda database, f: len(database), 6, 4), 1)})
def growth_is_one_for_nodes_and_k_for_windows(cases: dict[str, tuple[Case, int]] = GROWING) -> Verdict:
    verdict = judge("==", ((name, growth_bound(case.quality, case.databases(), case.outcomes), bound)
                           for name, (case, bound) in cases.items()))
    return counted(verdict, sum(len(case.databases()) for case, _ in cases.values()))

def refutes_growth_is_one_for_nodes_and_k_for_windows(cases, witness):
    case, bound = cases[witness]
    if any(case.quality((), f) for f in case.outcomes):
        return True
    steps = [[case.quality((*s, x), f) - case.quality(s, f) for f in case.outcomes]
             for s in case.databases() if len(s) < case.most for x in case.rows]
    return any(min(step) < 0 or max(step) > 1 for step in steps) or max(map(sum, steps)) != bound


claim("KLMNS20-2.3", kind="example", uses=("KLMNS20-2.bg",), title="Multiplicity is of 1-bounded growth")


@check("KLMNS20-2.3", grade="exhaustive", quantifier="|X| = 1..6, all S with n <= 5, all added points",
       says="multiplicities start at 0, and an added point raises exactly one of them, by 1")
@sabotage("rank: how many elements are at most x", lambda database, point: sum(s <= point for s in database))
@sabotage("min(multiplicity, 1), which need not grow", lambda database, point: min(database.count(point), 1))
@judged("==")
def the_three_conditions_hold_with_one_and_fail_with_zero(quality=multiplicity):
    for size in range(1, 7):
        databases = [s for rows in range(5) for s in multiset_databases(range(size), rows)]
        for s, x in product(databases, range(size)):
            steps = [quality(tuple(sorted((*s, x))), f) - quality(s, f) for f in range(size)]
            yield (size, s, x), [quality((), x), sorted(steps)], [0, [0] * (size - 1) + [1]]

def refutes_the_three_conditions_hold_with_one_and_fail_with_zero(quality, size, s, x):
    changed = {f: quality((*s, x), f) - quality(s, f) for f in range(size)}
    return quality((), x) != 0 or sum(map(abs, changed.values())) != 1 or max(changed.values()) != 1
