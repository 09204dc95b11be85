"""KLMNS20, Theorem 4.1: how the rows of HeavyPaths grow, and what came later."""

from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, log_bracket
from privlearn.laws import Law, independent, worst_ratio
from privlearn.learners.interior_point.tree_log import base_size, plan_class_view, plan_tree_log
from privlearn.mechanisms import add_remove_one, two_sided_geometric
from privlearn.papers.klmns20.heavy_paths_privacy import claim
from privlearn.papers.klmns20.heavy_paths_privacy.instances import GOAL
from privlearn.papers.klmns20.heavy_paths_privacy.plans import DOMAIN, planned


def slope(rows, first: int, last: int) -> Bracket:
    """Bracket the slope of log rows against log N."""
    return log_bracket(Fraction(rows(last), rows(first))) / log_bracket(Fraction(last, first))


def heavy_rows(levels: int) -> int:
    """Return the rows of HeavyPaths with its steps composed by range."""
    return planned(levels).rows


@check("KLMNS20-4.1", grade="certified",
       quantifier="the slope of log n against log N from N = 16 to 64 and from 32 to 64, between 1.3 and 1.7",
       says="the slope of log n against log N is between 1.3 and 1.7",
       fingerprint=lambda rows: [rows(n) for n in (16, 64)])
@sabotage("basic composition", lambda n: planned(n, "basic").rows)
@judged("<=")
def rows_grow_like_the_power_three_halves(rows=heavy_rows):
    for first in (16, 32):
        found = slope(rows, first, 64)
        yield (first, 64, "least"), Fraction(13, 10), found
        yield (first, 64, "most"), found, Fraction(17, 10)

def refutes_rows_grow_like_the_power_three_halves(rows, first, last, _):
    low, high = (Fraction(last, first) ** k for k in (13, 17))
    return not low <= Fraction(rows(last), rows(first)) ** 10 <= high


@cache
def class_view_rows(levels: int) -> int:
    """Return the rows of TreeLog by the class view."""
    return plan_class_view(levels, base_size(DOMAIN, levels), epsilon=GOAL["epsilon"], delta=GOAL["delta"],
                           beta=GOAL["beta"]).rows


@cache
def tree_log_rows(levels: int) -> int:
    """Return the rows of TreeLog by basic composition."""
    return plan_tree_log(DOMAIN, neighbours=add_remove_one, kind="random path", levels=levels,
                         epsilon=GOAL["epsilon"], delta=GOAL["delta"], beta=GOAL["beta"]).rows


BOTH = ("basic", "bounded range")


@check("KLMNS20-4.1", grade="certified",
       quantifier="equal guarantees: for N = 2, 3, 4, 8 TreeLog with the class view needs fewer rows than HeavyPaths "
                  "with either accounting; for N = 16, 32, 64 neither it nor HeavyPaths composed by range needs more "
                  "than 5/4 times the other; for N = 16, HeavyPaths by basic composition needs less than half of "
                  "TreeLog by basic composition",
       says="in rows the class view beats HeavyPaths to N = 8, then is within 5/4; basic HeavyPaths halves basic "
            "TreeLog",
       reason="All rows are those of certified plans; that no better plan exists is not shown.",
       fingerprint=lambda rows: [rows(n) for n in (2, 16)])
@sabotage("TreeLog by basic composition", tree_log_rows)
@judged("<=")
def class_view_compares_with_heavy_paths(rows=class_view_rows):
    for n in (2, 3, 4, 8):
        for accounting in BOTH:
            yield (n, accounting, 1), rows(n), planned(n, accounting).rows - 1
    for n in (16, 32, 64):
        yield (n, BOTH[1], Fraction(5, 4)), rows(n), planned(n).rows * Fraction(5, 4)
        yield (n, BOTH[1], Fraction(4, 5)), planned(n).rows, rows(n) * Fraction(5, 4)
    yield (16, BOTH[0], 2), 2 * planned(16, "basic").rows, tree_log_rows(16)

def refutes_class_view_compares_with_heavy_paths(rows, n, accounting, factor):
    found = planned(n, accounting)
    t, values = found.parameters, {2: 22, 3: 6, 4: 4}.get(n, 3)
    heavy = n * (2 * t.trim + t.stop) + values * (found.low - 1) + 1
    return factor in (1, Fraction(5, 4)) and rows(n) > factor * heavy - (factor == 1)


claim("KLMNS20-4.followup", kind="remark", status="quoted",
      reason="a result of Cohen, Lyu, Nelson, Sarlós and Stemmer; public slices and counts of rows illustrate the "
             "principle",
      section="4 and later work",
      title="Later: slices of the data that are used once", uses=("KLMNS20-1.2", "KLMNS20-4.1"),
      note="The later algorithm is not built here: outside this paper. Judged are the principle in its plainest form, "
           "public slices used once, and the row counts of the two accountings of this paper beside a count in which "
           "every level has a slice, and the whole epsilon, of its own.")


SLICES = (1, 2, 3, 4)


def slice_counts(database: tuple[int, ...]) -> Law:
    """Return the law of the noisy counts of the slices (row 0), (row 1), ... of 0/1 rows, each at ratio 2."""
    return independent([two_sided_geometric(Fraction(1, 2), centre=row, low=0, high=1) for row in database])


@check("KLMNS20-4.followup", grade="exhaustive",
       quantifier="1 to 4 slices of one 0/1 row each, the count of each slice released at ratio 2: replacing a row "
                  "changes no probability by more than the ratio 2, however many slices",
       says="{the privacy ratio of all slices together} is at most {the ratio 2 of one slice}",
       fingerprint=lambda release: release((0, 1, 1)).exact())
@sabotage("the first slice is used twice", lambda database: slice_counts((database[0], *database)))
@judged("<=")
def disjoint_slices_cost_once(release=slice_counts):
    for n in SLICES:
        for s in product((0, 1), repeat=n):
            for i in range(n):
                other = (*s[:i], 1 - s[i], *s[i + 1:])
                yield (s, i), worst_ratio(release(s), release(other))[0], Fraction(2)

def refutes_disjoint_slices_cost_once(release, s, i):
    here, there = release(s).exact(), release((*s[:i], 1 - s[i], *s[i + 1:])).exact()
    return any(p > 2 * there.get(o, 0) for o, p in here.items())


@cache
def slice_rows(levels: int) -> int:
    """Return N times what one level costs at the full epsilon, with delta and beta shared among the levels."""
    plan = plan_tree_log(64, neighbours=add_remove_one, kind="random path", epsilon=GOAL["epsilon"],
                         delta=GOAL["delta"] / levels, beta=GOAL["beta"] / levels)
    return levels * plan.rows


@check("KLMNS20-4.followup", grade="certified",
       quantifier="the slope of log n against log N from N = 32 to 64: TreeLog by basic composition between 1.9 and "
                  "2.2, by the class view between 1.4 and 1.65, slices between 1 and 1.15",
       says="log n has slope 1 to 1.15 with slices, 1.4 to 1.65 by the class view, 1.9 to 2.2 by basic composition",
       fingerprint=lambda rows: [rows(n) for n in (32, 64)])
@sabotage("every level reads the whole data again, and epsilon is shared", tree_log_rows)
@judged("<=")
def slices_need_hardly_more_than_linearly_many(rows=slice_rows):
    for name, count, low, high in (("slices", rows, "1", "1.15"), ("class view", class_view_rows, "1.4", "1.65"),
                                   ("basic", tree_log_rows, "1.9", "2.2")):
        found = slope(count, 32, 64)
        yield (name, "least"), Fraction(low), found
        yield (name, "most"), found, Fraction(high)

def refutes_slices_need_hardly_more_than_linearly_many(rows, witness):
    quotient = Fraction(rows(64), rows(32))
    return witness[0] == "slices" and not 2 <= quotient <= Fraction(2) * Fraction(111, 100)
