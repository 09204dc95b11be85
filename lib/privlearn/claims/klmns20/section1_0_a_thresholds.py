"""KLMNS20, Section 1: thresholds, and what learning them costs without privacy."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, factorial, floor, prod
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, all_hold, judge
from privlearn.concepts import ConceptClass, initial_segments
from privlearn.dimensions import vc_dimension
from privlearn.exact import exp_bracket, log_bracket
from privlearn.learners.threshold_learning import (
    erm_failure,
    erm_threshold,
    threshold_errors,
    threshold_runs,
    threshold_value,
    uniform_erm_failure,
)
from privlearn.mechanisms import labelled_rows, multiset_databases

PAGE = "thresholds/introduction"
SECTION = "1 Introduction"
HUGE = 1 << 64


claim("KLMNS20-1.fn1", kind="definition", section=SECTION, page=PAGE,
      title="Threshold functions over an ordered domain",
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
       fingerprint=lambda classes: classes(3).rows())
def labellings_are_the_prefixes(classes=initial_segments) -> Verdict:
    def cases() -> Iterator[Any]:
        for size in range(1, 9):
            rows = sorted(set(classes(size).rows()))
            yield (size, "number"), len(rows), size + 1
            yield (size, "labellings"), rows, prefix_indicators(size)

    return judge("==", cases())


@labellings_are_the_prefixes.verifier
def _(classes, witness):
    size, _ = witness
    rows = {tuple(int(bit) for bit in row) for row in classes(size).rows()}
    return len(rows) != size + 1 or any(row[x] < row[x + 1] for row in rows for x in range(size - 1))

labellings_are_the_prefixes.sabotage("prefixes and suffixes", prefixes_and_suffixes)
labellings_are_the_prefixes.sabotage("the constant 0 forgotten", without_the_constant_zero)


@check("KLMNS20-1.fn1", grade="exhaustive",
       quantifier="|X| = 1..8: the VC dimension, and every pair of points: none shows the pattern (0, 1)",
       fingerprint=lambda classes: classes(3).rows())
def vc_dimension_is_one(classes=initial_segments) -> Verdict:
    def cases() -> Iterator[Any]:
        for size in range(1, 9):
            yield (size, None), vc_dimension(classes(size)), 1
            rows = classes(size).rows()
            for x, z in combinations(range(size), 2):
                yield (size, (x, z)), {(row[x], row[z]) for row in rows} & {(0, 1)}, set()

    return judge("==", cases())


@vc_dimension_is_one.verifier
def _(classes, witness):
    size, pair = witness
    shown = {(x, z): {(row[x], row[z]) for row in classes(size).rows()} for x, z in combinations(range(size), 2)}
    if pair is not None:
        return (0, 1) in shown[pair]
    both = any(len({row[x] for row in classes(size).rows()}) == 2 for x in range(size))
    return not both or any(len(patterns) == 4 for patterns in shown.values())

vc_dimension_is_one.sabotage("prefixes and suffixes", prefixes_and_suffixes)
vc_dimension_is_one.sabotage("suffixes, which have the dimension but show (0, 1)",
    lambda size: ConceptClass.from_matrix(initial_segments(size).matrix[:, ::-1]))


def broken_runs_start_after_the_point(database: Any, size: int) -> tuple[tuple[int, int, int], ...]:
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
       quantifier="errors of the cuts at and beside every sampled point: all multisets of at most 3 labelled rows on 4 "
                  "points; four databases on 2^64 points, where only ranks are used",
       fingerprint=lambda runs: runs(((1, 1), (2, 0)), 4))
def runs_of_cuts_have_the_errors_counted(runs=threshold_runs) -> Verdict:
    def cases() -> Iterator[Any]:
        for size, database in labelled_instances():
            beside = {u for x, _ in database for u in (x - 1, x, x + 1) if u < size} | {-1, size - 1}
            found = runs(database, size)
            for u in sorted(beside):
                wrong = [errors for first, last, errors in found if first <= u <= last]
                yield (size, database, u), wrong, [threshold_errors(u, database)]

    return judge("==", cases())


@runs_of_cuts_have_the_errors_counted.verifier
def _(runs, witness):
    size, database, u = witness
    wrong = sum(1 for x, y in database if (y == 1 and x > u) or (y == 0 and x <= u))
    return [errors for first, last, errors in runs(database, size) if first <= u <= last] != [wrong]

runs_of_cuts_have_the_errors_counted.sabotage(
    "a cut at a sampled point leaves the point out", broken_runs_start_after_the_point)


claim("KLMNS20-1.nonprivate", kind="proposition", section=SECTION, page=PAGE,
      title="Learning thresholds without privacy costs ln(1/beta)/alpha examples, whatever the domain",
      uses=("KLMNS20-1.fn1",),
      note="If the mass up to the target is at most alpha then every answer of the rule is good enough and the failure "
           "is 0; the formula with the interval [a, u] is for the other case.")

ALPHAS = (Fraction(1, 8), Fraction(1, 4), Fraction(2, 5))


@cache
def distributions() -> tuple[tuple[int, ...], ...]:
    """Return distributions on 4, 5 and 6 points as whole numbers: even, halving, with gaps, two heavy points."""
    listed: list[tuple[int, ...]] = []
    for size in (4, 5, 6):
        listed += [(1,) * size, (*(1 << k for k in range(size - 1, 0, -1)), 2)]
        listed += [(3, 0) * (size // 2) + (2,) * (size % 2), (1,) * (size - 3) + (5, 5, 1)]
    return tuple(listed)


def answers(learner: Callable, size: int, u: int, rows: int) -> list[tuple[tuple[int, ...], int, int]]:
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
            for alpha in ALPHAS}


@check("KLMNS20-1.nonprivate", grade="exact",
       quantifier="12 distributions on 4, 5 and 6 points, all targets, alpha in {1/8, 1/4, 2/5}, n = 1..6: the sum "
                  "over all samples, those that differ by order alone taken together",
       fingerprint=lambda learner: [learner(((0, 1), (x, 1), (x + 1, 0))) for x in range(3)])
def failure_is_the_order_statistic(learner=erm_threshold) -> Verdict:
    def cases() -> Iterator[Any]:
        for size, rows in product((4, 5, 6), range(1, 7)):
            for u in range(-1, size):
                answered = answers(learner, size, u, rows)
                for weights in (listed for listed in distributions() if len(listed) == size):
                    exact = [Fraction(w, sum(weights)) for w in weights]
                    for alpha, failure in enumerated_failures(answered, weights, u, rows).items():
                        yield (weights, u, rows, alpha), failure, erm_failure(exact, u, alpha, rows)

    return judge("==", cases())


@failure_is_the_order_statistic.verifier
def _(learner, witness):
    weights, u, rows, alpha = witness
    size, total, right, wrong = len(weights), sum(weights), 0, 0
    for sample in product(range(size), repeat=rows):
        share = prod(weights[x] for x in sample)
        answer = learner(tuple((x, int(x <= u)) for x in sample))
        low, high = sorted((answer, u))
        wrong += share * (sum(weights[low + 1 : high + 1]) > alpha * total)
        below = [x for x in sample if x <= u]  # the rule itself: the largest point below the target
        right += share * (sum(weights[max(below, default=-1) + 1 : u + 1]) > alpha * total)
    return right != wrong

failure_is_the_order_statistic.sabotage(
    "the point after the largest positive one", lambda database: erm_threshold(database) + 1)
failure_is_the_order_statistic.sabotage(
    "the smallest positive point", lambda database: min((x for x, y in database if y), default=-1))


GRID = tuple(Fraction(k, 100) for k in (1, 2, 5, 10, 20, 30, 40, 50))


def stated_rows(alpha: Fraction, beta: Fraction) -> int:
    """Return ``ceil(ln(1/beta) / alpha)``."""
    bracket = log_bracket(1 / beta, 96) / alpha
    assert ceil(bracket.lower) == ceil(bracket.upper)
    return ceil(bracket.lower)


@check("KLMNS20-1.nonprivate", grade="certified",
       quantifier="(1 - alpha)^n <= beta at n = ceil(ln(1/beta)/alpha): alpha, beta in {1, 2, 5, 10, 20, 30, 40, "
                  "50} / 100",
       fingerprint=lambda rows: [rows(a, Fraction(1, 10)) for a in GRID])
def stated_rows_are_enough(rows=stated_rows) -> Verdict:
    return judge("<=", (((a, b), (1 - a) ** rows(a, b), b) for a, b in product(GRID, repeat=2)))


@stated_rows_are_enough.verifier
def _(rows, witness):
    alpha, beta = witness  # (1 - alpha)^n by its logarithm
    return exp_bracket(rows(alpha, beta) * log_bracket(1 - alpha).lower).lower > beta

stated_rows_are_enough.sabotage("half as many", lambda alpha, beta: stated_rows(alpha, beta) // 2)
stated_rows_are_enough.sabotage("one row fewer", lambda alpha, beta: stated_rows(alpha, beta) - 1)


TWENTIETH = Fraction(1, 20)
SIZES = (1 << 4, 1 << 8, 1 << 16, HUGE, 1 << 1024)


@check("KLMNS20-1.nonprivate", grade="exact",
       quantifier="uniform distribution, alpha = 1/20, n = 60, |X| = 2^4, 2^8, 2^16, 2^64, 2^1024, nine targets each: "
                  "at most (1 - alpha)^n, which is below 1/20",
       fingerprint=lambda failure: [failure(size, size // 2, TWENTIETH, 60) for size in SIZES])
def failure_on_huge_domains(failure=uniform_erm_failure) -> Verdict:
    targets = [(size, u) for size in SIZES for u in (-1, 0, size // 40, size // 20, size // 19, size // 8, size // 2,
                                                     size - 2, size - 1)]
    bound = (1 - TWENTIETH) ** 60
    return all_hold(judge("<=", (((size, u), failure(size, u, TWENTIETH, 60), bound) for size, u in targets)),
                    judge("<", [((2, 0), bound, TWENTIETH)]))


@failure_on_huge_domains.verifier
def _(failure, witness):
    size, u = witness
    good = floor(Fraction(size, 20)) + 1  # answers u - good + 1 .. u have error at most 1/20
    true = Fraction(size - good, size) ** 60 if good <= u + 1 else Fraction(0)
    return failure(size, u, TWENTIETH, 60) > true

failure_on_huge_domains.sabotage(
    "one row fewer counted", lambda size, u, alpha, rows: uniform_erm_failure(size, u, alpha, rows - 1))


@check("KLMNS20-1.nonprivate", grade="exact",
       quantifier="uniform distribution, alpha in {1/20, 1/8}, n = 5: every target on 16 points, nine on 60, six on "
                  "256; ranks against the sum of the weights",
       fingerprint=lambda failure: [failure(size, size // 2, TWENTIETH, 60) for size in SIZES])
def ranks_give_the_same_failure(failure=uniform_erm_failure) -> Verdict:
    targets = [(size, u) for size, step in ((16, 1), (60, 7), (256, 51)) for u in range(-1, size, step)]
    return judge("==", (((size, u, a), failure(size, u, a, 5), erm_failure([Fraction(1, size)] * size, u, a, 5))
                        for size, u in targets for a in (TWENTIETH, Fraction(1, 8))))


@ranks_give_the_same_failure.verifier
def _(failure, witness):
    size, u, alpha = witness
    bad = [x for x in range(-1, u + 1) if u - x > alpha * size]  # answers with too large an error
    outside = size - sum(1 for x in range(u + 1) if x not in bad)
    return failure(size, u, alpha, 5) != (Fraction(outside, size) ** 5 if -1 in bad else 0)


@ranks_give_the_same_failure.sabotage("the interval without its left end")
def _():
    def failure(size: int, u: int, alpha: Fraction, rows: int) -> Fraction:
        good = floor(alpha * size)
        return Fraction(0) if good > u else Fraction(size - good, size) ** rows

    return failure
