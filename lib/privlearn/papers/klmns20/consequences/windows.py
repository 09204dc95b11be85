"""KLMNS20, Section 1.1: a quantile is an interior point of a window of ranks, as private as the interior point."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from math import ceil

import numpy as np

import privlearn.papers.klmns20.consequences.learning_and_quantiles  # noqa: F401  declares what is checked here
from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.exact.fractions import HALF
from privlearn.learners.interior_point.quantiles import rank_window, window_law, window_ranks, window_rows, window_start
from privlearn.learners.interior_point.tree_log import TreeLogPlan, fast_tree_log_law, plan_tree_log, tree_log_law
from privlearn.mechanisms import add_remove_one, replace_one, replace_one_unordered

PLACES = (Fraction(0), Fraction(1, 10), HALF, Fraction(2, 3), Fraction(1))
SMALL = tuple(rows for n in range(6) for rows in combinations_with_replacement(range(4), n))
Rows = tuple[int, ...]


def window_of(window, rows: Rows, place: Fraction, length: int) -> Rows:
    """Return the window of some points of 2 bits, given in falling order, as a sorted tuple."""
    return tuple(sorted(window(np.array(rows[::-1], dtype=np.uint64), place, length, 2).tolist()))


def by_definition(rows: Rows, place: Fraction, length: int) -> Rows:
    """Return the last window whose middle is not beyond the place, of those that leave no end to spare."""
    starts = range(max(0, len(rows) - length) + 1)
    start = max((a for a in starts if a + Fraction(length, 2) <= place * len(rows)), default=0)
    return (*sorted(rows), *[3] * length)[start:start + length]


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="all multisets of at most 5 of 4 points, given in falling order, places 0, 1/10, 1/2, 2/3, 1, "
                  "windows of 1 to 4 ranks: those of the last start, among all, whose middle is not beyond the place",
       says="the window stands at the quantile's rank, and is filled up with the domain's last point")
@verifier(lambda window, rows, place, length: window_of(window, rows, place, length) != by_definition(
    rows, place, length))
@sabotage("the window begins at the quantile's rank", lambda points, place, length, bits: np.concatenate(
    [np.sort(points), np.full(length, 3, np.uint64)])[int(place * len(points)):][:length])
@sabotage("missing points are the domain's first", lambda points, place, length, bits: np.concatenate(
    [rank_window(points, place, length, bits)[:len(points)], np.zeros(max(0, length - len(points)), np.uint64)]))
@sabotage("the points are not sorted", lambda points, place, length, bits: np.concatenate(
    [points, np.full(length, 3, np.uint64)])[window_start(len(points), place, length):][:length])
@judged("==")
def the_window_stands_at_the_rank(window=rank_window):
    for rows, place, length in product(SMALL, PLACES, (1, 2, 3, 4)):
        yield (rows, place, length), window_of(window, rows, place, length), by_definition(rows, place, length)


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="all pairs of multisets of at most 5 of 4 points, one point replaced, added or removed, places 0, "
                  "1/10, 1/2, 2/3, 1, windows of 1 to 3 ranks: how many points of the window are replaced",
       says="{the most points of the window that a changed row replaces} is at most {1}")
@sabotage("as many ranks, spread over all points", lambda points, place, length, bits: np.sort(
    np.append(points, 3))[[k * len(points) // length for k in range(length)]])
@sabotage("at the first or the last rank, as the number of points is even or odd",
          lambda points, place, length, bits: rank_window(points, Fraction(len(points) % 2), length, bits))
def a_changed_row_replaces_one_point(window=rank_window) -> Verdict:
    pairs = [*add_remove_one(SMALL), *replace_one_unordered(SMALL)]
    worst = []
    for place, length in product(PLACES, (1, 2, 3)):
        found = {rows: Counter(window_of(window, rows, place, length)) for rows in SMALL}
        left, right = max(pairs, key=lambda pair: (found[pair[0]] - found[pair[1]]).total())
        worst.append(((place, length, left, right), (found[left] - found[right]).total(), 1))
    return counted(judge("<=", worst), len(pairs) * len(worst))

def refutes_a_changed_row_replaces_one_point(window, place, length, left, right):
    shared = sum(min(left.count(x), right.count(x)) for x in range(4))
    rest = list(window_of(window, right, place, length))
    for x in window_of(window, left, place, length):
        if x in rest:
            rest.remove(x)
    return max(len(left), len(right)) - shared == 1 and len(rest) > 1


@cache
def least_counts(total: int, place: Fraction, length: int) -> tuple[int, int]:
    """Return the fewest points at most, and at least, an interior point of the window, over all databases."""
    found = [(sum(x <= z for x in rows), sum(x >= z for x in rows))
             for rows in combinations_with_replacement(range(4), total)
             for window in [by_definition(rows, place, length)] for z in range(window[0], window[-1] + 1)]
    below, above = zip(*found, strict=True)
    return min(below), min(above)


RANKED = tuple((n, place, length) for n in range(5) for place in PLACES for length in (1, 2, 3, 5))


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="0 to 4 points, all multisets of 4 points, places 0, 1/10, 1/2, 2/3, 1, windows of 1, 2, 3, 5 ranks: "
                  "the fewest rows at most, and at least, any point between the window's ends",
       says="the ranks promised are the fewest rows at most and at least the answer, over all databases")
@sabotage("one more at most the answer",
          lambda total, *case: (window_ranks(total, *case)[0] + 1, window_ranks(total, *case)[1]))
@sabotage("the window's middle in place of its ends", lambda total, place, rows: (
    min(total, window_start(total, place, rows) + 1 + rows // 2), max(0, total - window_start(total, place, rows) -
                                                                     rows // 2)))
@judged("==")
def ranks_promised_are_the_fewest(ranks=window_ranks):
    for case in RANKED:
        yield case, ranks(*case), least_counts(*case)

def refutes_ranks_promised_are_the_fewest(ranks, witness):
    total, place, length = witness
    padded = [*range(total), *[total] * length]  # different points: no other database has fewer on either side
    start = max([a for a in range(max(0, total - length) + 1) if 2 * a + length <= 2 * place * total] or [0])
    ends = padded[start], padded[start + length - 1]
    return tuple(ranks(*witness)) != (sum(x <= ends[0] for x in range(total)), sum(x >= ends[1] for x in range(total)))


LEAST = tuple((Fraction(*place), rows, Fraction(*alpha)) for place, rows, alpha in (
    ((3, 7), 8, (1, 3)), ((4, 9), 7, (1, 3)), ((5, 11), 7, (1, 10)), ((7, 9), 7, (1, 10)), ((1, 10), 8, (1, 3)),
    ((1, 10), 5, (2, 5)), ((7, 9), 8, (2, 5)), ((7, 9), 7, (3, 5)), ((1, 2), 7, (3, 5)), ((5, 11), 8, (3, 5))))
GRID = tuple(product(PLACES, (1, 2, 5, 8), (Fraction(1, 20), Fraction(1, 3), Fraction(3, 5))))


def is_enough(total: int, place: Fraction, rows: int, alpha: Fraction) -> bool:
    """Tell whether the ranks of so many points are within the share alpha of the quantile's."""
    below, above = window_ranks(total, place, rows)
    return total >= rows and below >= (place - alpha) * total and above >= (1 - place - alpha) * total


@check("KLMNS20-1.cor", grade="exact",
       quantifier="places 0, 1/10, 1/2, 2/3, 1, windows of 1, 2, 5, 8 ranks, alpha = 1/20, 1/3, 3/5: from the number "
                  "returned to 40 more the ranks promised are within alpha; for ten more triples it is the least such",
       says="from the number of points returned on, the rank is within the share alpha; in ten cases it is the least")
@verifier(lambda enough, place, rows, alpha: any(not is_enough(n, place, rows, alpha) for n in range(
    enough(place, rows, alpha), 300)) or ((place, rows, alpha) in LEAST and is_enough(
        enough(place, rows, alpha) - 1, place, rows, alpha)))
@sabotage("half as many", lambda place, rows, alpha: max(rows, window_rows(place, rows, alpha) // 2))
@sabotage("one fewer", lambda place, rows, alpha: window_rows(place, rows, alpha) - 1)
@sabotage("one more", lambda place, rows, alpha: window_rows(place, rows, alpha) + 1)
@sabotage("an answer in the window's middle, whatever its place",
          lambda place, rows, alpha: max(rows, ceil(Fraction(rows) / (2 * alpha))))
@judged("==")
def rows_for_a_share_of_the_ranks(enough=window_rows):
    for case in GRID:
        first = enough(*case)
        yield case, [is_enough(n, *case) for n in range(first, first + 40)], [True] * 40
    for case in LEAST:
        yield case, enough(*case), 1 + max(n for n in range(200) if not is_enough(n, *case))


@cache
def tiny_plan() -> TreeLogPlan:
    """Return a plan of few rows on 4 points."""
    return plan_tree_log(2, neighbours=replace_one, epsilon=2, delta=Fraction(1, 10), beta=Fraction(1, 4))


@check("KLMNS20-1.cor", grade="exhaustive",
       quantifier="all multisets of at most 5 of 4 points, places 0, 1/10, 1/2, 2/3, 1, a plan of few rows: the law of "
                  "the learner on the window by its definition",
       says="a private quantile is an interior point of its window, with the law of the plan")
@sabotage("the median whatever the place", lambda points, place, plan: window_law(points, HALF, plan))
@sabotage("one rank fewer", lambda points, place, plan: fast_tree_log_law(
    rank_window(points, place, plan.rows - 1, plan.domain_bits), plan.domain_bits, plan.parameters))
@judged("==")
def quantiles_have_the_law_of_the_plan(law=window_law):
    plan = tiny_plan()
    for rows, place in product(SMALL, PLACES):
        window = by_definition(rows, place, plan.rows)
        yield ((rows, place), law(np.array(rows[::-1], dtype=np.uint64), place, plan).exact(),
               tree_log_law(window, plan.domain_bits, plan.parameters).exact())

def refutes_quantiles_have_the_law_of_the_plan(law, rows, place):
    plan, total = tiny_plan(), len(rows)
    start = max([a for a in range(max(0, total - plan.rows) + 1) if 2 * a + plan.rows <= 2 * place * total] or [0])
    window = (*sorted(rows), *[3] * plan.rows)[start:start + plan.rows]
    found = law(np.array(rows, dtype=np.uint64), place, plan).exact()
    return found != fast_tree_log_law(np.array(window, dtype=np.uint64), 2, plan.parameters).exact()
