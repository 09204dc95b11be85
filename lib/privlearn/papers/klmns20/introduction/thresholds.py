"""KLMNS20, Section 1: what thresholds are, how they label points, and what learning them costs without privacy."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, factorial, floor, prod
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.concepts import ConceptClass, initial_segments
from privlearn.dimensions import vc_dimension
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.fractions import TWENTIETH
from privlearn.learners.intervals import (erm_failure, erm_rows, erm_threshold, threshold_errors, threshold_runs,
                                          threshold_value, uniform_erm_failure)
from privlearn.mechanisms import labelled_rows, multiset_databases
from privlearn.papers.klmns20.introduction import claim

HUGE = 1 << 64


claim("KLMNS20-1.fn1", kind="definition", title="Threshold functions over an ordered domain",
      uses=("BBKN14-2.3",),
      note="The constant 0 is admitted as the cut -1; without it nothing changes but the count, |X|.")


def prefix_indicators(size: int) -> list[tuple[int, ...]]:
    """Return the values of the thresholds with cuts ``-1..size-1``, sorted."""
    return sorted(tuple(threshold_value(u, x) for x in range(size)) for u in range(-1, size))


def prefixes_and_suffixes(size: int) -> ConceptClass:
    """Return the thresholds together with their complements."""
    rows = initial_segments(size).rows()
    return ConceptClass.from_matrix(sorted({*rows, *(tuple(1 - bit for bit in row) for row in rows)}))


@check("KLMNS20-1.fn1", grade="exhaustive",
       quantifier="all cuts, |X| = 1..8: the set of labellings, their number, the VC dimension, and every pair of "
                  "points: none shows the pattern (0, 1)",
       says="the thresholds label |X| ordered points by the |X| + 1 prefixes and in no other way, so that no threshold "
            "labels the smaller of two points 0 and the larger 1, and the VC dimension is 1")
@sabotage("prefixes and suffixes", prefixes_and_suffixes)
@sabotage("the constant 0 forgotten", lambda size: ConceptClass.from_matrix(initial_segments(size).matrix[1:]))
@sabotage("suffixes, which have the dimension but show (0, 1)",
          lambda size: ConceptClass.from_matrix(initial_segments(size).matrix[:, ::-1]))
@judged("==")
def labellings_are_the_prefixes(classes=initial_segments):
    for size in range(1, 9):
        found = classes(size)
        rows = sorted(set(found.rows()))
        yield (size, "number"), len(rows), size + 1
        yield (size, "labellings"), rows, prefix_indicators(size)
        yield (size, "dimension"), vc_dimension(found), 1
        for x, z in combinations(range(size), 2):
            yield (size, (x, z)), {(row[x], row[z]) for row in rows} & {(0, 1)}, set()

def refutes_labellings_are_the_prefixes(classes, size, what):
    rows = {tuple(int(bit) for bit in row) for row in classes(size).rows()}
    shown = {pair: {(row[pair[0]], row[pair[1]]) for row in rows} for pair in combinations(range(size), 2)}
    if what == "dimension":
        return all(len({row[x] for row in rows}) < 2 for x in range(size)) or any(len(s) == 4 for s in shown.values())
    return len(rows) != size + 1 or any((0, 1) in patterns for patterns in shown.values())


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


@formula("rows", where=("0 < alpha <= 1", "0 < beta <= 1"),
         corners={"alpha": (Fraction(1, 100), Fraction(1, 2), Fraction(9, 10), Fraction(1), Fraction(2)),
                  "beta": (Fraction(1, 10**100), Fraction(1, 2), Fraction(1), Fraction(2))},
         loose={"0 < alpha <= 1": "no error is above 1", "0 < beta <= 1": "no probability is above 1"})
def stated_rows(alpha: Value, beta: Value) -> Value:
    """Return the rows that are enough for the rule."""
    return ceil(1 / alpha * ln(1 / beta))


@formula("at most", where=("0 < alpha <= 1",),
         corners={"alpha": (Fraction(1, 100), Fraction(1, 2), Fraction(3)), "n": (0, 1, 2, 10)})
def unseen(alpha: Value, n: int) -> Value:
    """Return how often n rows may leave a mass above alpha unseen."""
    return (1 - alpha) ** n


claim("KLMNS20-1.nonprivate", kind="proposition",
      title="Learning thresholds without privacy costs ln(1/beta)/alpha examples, whatever the domain",
      uses=("KLMNS20-1.fn1", "BBKN14-2.2"),
      note="If the mass up to the target is at most alpha then every answer of the rule is good enough and the failure "
           "is 0; the formula with the interval [a, u] is for the other case.",
      formulas=(stated_rows, unseen))


@cache
def distributions() -> tuple[tuple[int, ...], ...]:
    """Return distributions on 4, 5 and 6 points as whole numbers: even, halving, with gaps, two heavy points."""
    listed: list[tuple[int, ...]] = []
    for size in (4, 5, 6):
        listed += [(1,) * size, (*(1 << k for k in range(size - 1, 0, -1)), 2)]
        listed += [(3, 0) * (size // 2) + (2,) * (size % 2), (1,) * (size - 3) + (5, 5, 1)]
    return tuple(listed)


def answers(learner, size: int, u: int, rows: int) -> list[tuple[tuple[int, ...], int, int]]:
    """Return (points, number of their orders, answer) for all multisets of points labelled by the cut u."""
    return [(points, factorial(rows) // prod(factorial(points.count(x)) for x in set(points)),
             learner(tuple((x, int(x <= u)) for x in points))) for points in multiset_databases(range(size), rows)]


def enumerated_failures(answered: list[tuple[tuple[int, ...], int, int]], weights: Sequence[int], u: int,
                        rows: int) -> dict[Fraction, Fraction]:
    """Return alpha -> failure, summed over all multisets of points with their multinomial weights."""
    size, total = len(weights), sum(weights)
    mass: dict[int, int] = {}
    for points, orders, answer in answered:
        mass[answer] = mass.get(answer, 0) + orders * prod(weights[x] for x in points)
    error = {v: Fraction(sum(weights[x] for x in range(size) if (x <= v) != (x <= u)), total) for v in mass}
    return {alpha: Fraction(sum(share for v, share in mass.items() if error[v] > alpha), total**rows)
            for alpha in (Fraction(1, 8), Fraction(1, 4), Fraction(2, 5))}


@check("KLMNS20-1.nonprivate", grade="exact",
       quantifier="12 distributions on 4, 5 and 6 points, all targets, alpha in {1/8, 1/4, 2/5}, n = 1..6: the sum "
                  "over all samples, those that differ by order alone taken together",
       says="{the failure, summed over all samples} equals {the closed form (1 - P[a, u])^n, or 0}")
@sabotage("the point after the largest positive one", lambda database: erm_threshold(database) + 1)
@sabotage("the smallest positive point", lambda database: min((x for x, y in database if y), default=-1))
@judged("==")
def failure_is_the_order_statistic(learner=erm_threshold):
    for size, rows in product((4, 5, 6), range(1, 7)):
        for u in range(-1, size):
            answered = answers(learner, size, u, rows)
            for weights in (listed for listed in distributions() if len(listed) == size):
                exact = [Fraction(w, sum(weights)) for w in weights]
                for alpha, failure in enumerated_failures(answered, weights, u, rows).items():
                    yield (weights, u, rows, alpha), failure, erm_failure(exact, u, alpha, rows)

def refutes_failure_is_the_order_statistic(learner, weights, u, rows, alpha):
    size, total, right, wrong = len(weights), sum(weights), 0, 0
    for sample in product(range(size), repeat=rows):
        share = prod(weights[x] for x in sample)
        answer = learner(tuple((x, int(x <= u)) for x in sample))
        low, high = sorted((answer, u))
        wrong += share * (sum(weights[low + 1 : high + 1]) > alpha * total)
        below = [x for x in sample if x <= u]  # the rule itself: the largest point below the target
        right += share * (sum(weights[max(below, default=-1) + 1 : u + 1]) > alpha * total)
    return right != wrong


GRID = tuple(Fraction(k, 100) for k in (1, 2, 5, 10, 20, 30, 40, 50))


def within(rows: int) -> int:
    """Return a number of rows that can be tried, of which 50,000 are enough for all that is asked."""
    return max(0, min(rows, 50_000))


def one_heavy_point(alpha: Fraction, rows: int) -> Fraction:
    """Return the rule's failure if the target alone has a mass just above alpha."""
    mass = alpha + alpha / 10**6
    return erm_failure([mass, 1 - mass], 0, alpha, rows) if mass <= 1 else Fraction(0)


@check("KLMNS20-1.nonprivate", grade="exact",
       quantifier="alpha = 1/100, 1/2, 9/10, 1, beta = 10^-100, 1/2, 1, n as stated or 0, 1, 2, 10: the target alone "
                  "has a mass just above alpha",
       says="{the failure} is at most {beta, or (1 - alpha)^n}")
@judged("<=")
def one_heavy_point_is_seen(stated=(stated_rows, unseen)):
    for alpha, beta in stated[0].instances():
        yield (alpha, beta, "rows"), one_heavy_point(alpha, within(stated[0](alpha, beta))), beta
    for alpha, rows in stated[1].instances():
        yield (alpha, rows, "bound"), one_heavy_point(alpha, rows), stated[1](alpha, rows)

def refutes_one_heavy_point_is_seen(stated, alpha, other, name):
    light = 1 - alpha * (1 + Fraction(1, 10**6))
    rows, most = (within(stated[0](alpha, other)), other) if name == "rows" else (other, stated[1](alpha, other))
    return (light**rows if light > 0 else 0) > most


@check("KLMNS20-1.nonprivate", grade="exact",
       quantifier="alpha, beta in {1, 2, 5, 10, 20, 30, 40, 50, 100} / 100 and alpha = 1/2, beta = 1/8: every number "
                  "of rows is tried in turn; mass just above alpha at the target alone fails with (1 - alpha)^n",
       says="{the rows said to be enough} equal {the least n with (1 - alpha)^n at most beta}")
@sabotage("one row fewer where that is possible", lambda a, b: max(erm_rows(a, b) - 1, 0))
@judged("==")
def least_rows_for_the_rule(rows=erm_rows):
    for a, b in (*product((*GRID, Fraction(1)), repeat=2), (Fraction(1, 2), Fraction(1, 8))):
        n, missed = 0, Fraction(1)
        while missed > b:
            n, missed = n + 1, missed * (1 - a)
        yield (a, b), rows(a, b), n

def refutes_least_rows_for_the_rule(rows, a, b):
    n = rows(a, b)
    return (1 - a) ** n > b or n > 0 and (1 - a) ** (n - 1) <= b


SIZES = (1 << 4, 1 << 8, 1 << 16, 1 << 64, 1 << 1024)


@check("KLMNS20-1.nonprivate", grade="exact",
       quantifier="uniform distribution, alpha = 1/20, n = 60, |X| = 2^4, 2^8, 2^16, 2^64, 2^1024, nine targets "
                  "each: at most (1 - alpha)^n, which is below 1/20",
       says="the failure is that of a sample without [a, u], at most (1 - alpha)^n, and that is below 1/20")
@sabotage("one row fewer counted", lambda size, u, alpha, rows: uniform_erm_failure(size, u, alpha, rows - 1))
@sabotage("a hundredth less", lambda *game: uniform_erm_failure(*game) * Fraction(99, 100))
def failure_on_huge_domains(failure=uniform_erm_failure) -> Verdict:
    targets = [(size, u) for size in SIZES for u in (-1, 0, size // 40, size // 20, size // 19, size // 8, size // 2,
                                                     size - 2, size - 1)]
    bound = (1 - TWENTIETH) ** 60
    found = [((size, u), failure(size, u, TWENTIETH, 60)) for size, u in targets]

    def unseen(size: int, u: int) -> Fraction:  # a = the least point from which to u the mass exceeds alpha
        within = next(k for k in range(size // 20, size + 2) if 20 * k > size)
        return (1 - Fraction(within, size)) ** 60 if within <= u + 1 else Fraction(0)

    return all_hold(judge("<=", ((where, value, bound) for where, value in found)),
                    judge("==", ((where, value, unseen(*where)) for where, value in found)),
                    judge("<", [((2, 0), bound, TWENTIETH)]))

def refutes_failure_on_huge_domains(failure, size, u):
    good = floor(Fraction(size, 20)) + 1  # answers u - good + 1 .. u have error at most 1/20
    true = Fraction(size - good, size) ** 60 if good <= u + 1 else Fraction(0)
    return failure(size, u, TWENTIETH, 60) != true


@check("KLMNS20-1.nonprivate", grade="exact",
       quantifier="uniform distribution, alpha in {1/20, 1/8}, n = 5: every target on 16 points, nine on 60, six on "
                  "256; ranks against the sum of the weights",
       says="{the failure by ranks alone} equals {the failure by the sum of the weights}")
def ranks_give_the_same_failure(failure=uniform_erm_failure) -> Verdict:
    targets = [(size, u) for size, step in ((16, 1), (60, 7), (256, 51)) for u in range(-1, size, step)]
    return judge("==", (((size, u, a), failure(size, u, a, 5), erm_failure([Fraction(1, size)] * size, u, a, 5))
                        for size, u in targets for a in (TWENTIETH, Fraction(1, 8))))

def refutes_ranks_give_the_same_failure(failure, size, u, alpha):
    bad = [x for x in range(-1, u + 1) if u - x > alpha * size]  # answers with too large an error
    outside = size - sum(1 for x in range(u + 1) if x not in bad)
    return failure(size, u, alpha, 5) != (Fraction(outside, size) ** 5 if -1 in bad else 0)

@ranks_give_the_same_failure.corrupted("the interval without its left end")
def interval_without_left_end(size: int, u: int, alpha: Fraction, rows: int) -> Fraction:
    good = floor(alpha * size)
    return Fraction(0) if good > u else Fraction(size - good, size) ** rows
