"""KLMNS20, Section 1: what thresholds are, how they label points, and what learning them costs without privacy."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import ceil, factorial, floor, prod
from typing import Any, NamedTuple

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, initial_segments
from privlearn.dimensions import vc_dimension
from privlearn.exact.formulas import Formula, Value, formula, ln
from privlearn.exact.fractions import EIGHTH, FIFTH, HALF, MILLIONTH, QUARTER, TWENTIETH
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


ABOVE = 1 + MILLIONTH
GRID = tuple(Fraction(k, 100) for k in (1, 2, 5, 10, 20, 30, 40, 50))


def within(rows: int) -> int:
    """Return a number of rows that can be tried, of which 50,000 are enough for all that is asked."""
    return max(0, min(rows, 50_000))


def smallest_one(database) -> int:
    return min((x for x, y in database if y), default=-1)


class Examples(NamedTuple):
    """A distribution by whole weights, a target cut u, and a rule that sees n examples of it."""

    weights: tuple[int, ...]
    u: int
    alpha: Fraction
    beta: Fraction
    n: int
    rule: Callable[[Any], int] = erm_threshold
    examples_are: str = "independent"
    labels_are: str = "those of u"
    rows_are: str = "as stated"


@cache
def answers(rule, size: int, u: int, rows: int, parity: bool) -> list[tuple[tuple[int, ...], int, int, int]]:
    """Return (points, number of their orders, answer, its errors) for all multisets of labelled points."""
    found = []
    for points in multiset_databases(range(size), rows):
        sample = tuple((x, x % 2 if parity else int(x <= u)) for x in points)
        orders = factorial(rows) // prod(factorial(points.count(x)) for x in set(points))
        found.append((points, orders, rule(sample), threshold_errors(rule(sample), sample)))
    return found


def heavy_target(alpha: Fraction, beta: Fraction, n: int) -> Examples:
    """Return two points, of which the target has a mass slightly above alpha."""
    top, unit = (alpha * ABOVE).as_integer_ratio()
    return Examples((min(top, unit), max(unit - top, 0)), 0, alpha, beta, n)


def family() -> Iterator[Examples]:
    for size, rows in product((4, 5, 6), range(1, 7)):
        for u, weights, alpha in product(range(-1, size), distributions(), (EIGHTH, QUARTER, 2 * FIFTH)):
            if len(weights) == size:
                yield Examples(weights, u, alpha, HALF, rows)
    yield from (heavy_target(alpha, beta, 1) for alpha, beta in stated_rows.instances())
    yield from (heavy_target(alpha, HALF, n) for alpha, n in product(*unseen.corners.values()))


@proof("KLMNS20-1.nonprivate", grade="exact",
       quantifier="12 distributions on 4, 5 and 6 points, all targets, alpha = 1/8, 1/4, 2/5, n = 1..6: the sum over "
                  "all samples, those that differ by order alone taken together; a target that alone has a mass just "
                  "above alpha, alpha = 1/100, 1/2, n = 0, 1, 2, 10, and alpha = 1/100, 1/2, 9/10, 1 (where it has all "
                  "of the mass), beta = 10^-100, 1/2, 1 with n as stated",
       instances=family, start=Examples((1, 1, 1, 1), 2, QUARTER, HALF, 3),
       steps={"agrees": "{the most errors of the rule on a sample} are {none}",
              "error": "{the error of an answer v} is {the mass after v, up to u}",
              "good": "{the mass after v, up to u, is at most alpha} exactly if {v is at least a}",
              "missed": "{Pr[the error is above alpha]} equals {(1 - mass of [a, u])^n, or 0 for a = -1}",
              "heavy": "{alpha} is less than {the mass of [a, u]}",
              "power": "{(1 - mass of [a, u])^n} is at most {(1 - alpha)^n}",
              "rows": "{(1 - mass of a target just above alpha)^n, for the rows stated,} is at most {beta}",
              "conclusion": "{Pr[the error is above alpha]} is at most, or equals, {what is stated}"},
       hypotheses=(
           Hypothesis("the rule answers the largest point labelled 1", {"rule": smallest_one},
                      ("agrees", "missed", "conclusion")),
           Hypothesis("labels are those of a threshold", {"labels_are": "odd or even"},
                      ("agrees", "error", "missed", "conclusion")),
           Hypothesis("examples are independent", {"examples_are": "one, repeated"}, ("missed", "conclusion")),
           Hypothesis("n is at least ln(1/beta)/alpha", {"rows_are": "half as many"}, ("rows", "conclusion"))))
def largest_example_is_close(given: Examples, enough: Formula = stated_rows, most: Formula = unseen) -> Iterator[Line]:
    weights, u, alpha, size, total = given.weights, given.u, given.alpha, len(given.weights), sum(given.weights)
    after = [Fraction(sum(weights[v + 1:u + 1]), total) for v in range(-1, u + 1)]  # the mass of (v, u], from v = -1
    a = next(v for v in range(-1, u + 1) if after[v + 1] <= alpha)
    outside = 1 - after[a] if a >= 0 else Fraction(0)
    n = given.n if given.examples_are == "independent" else min(given.n, 1)
    samples, chance = answers(given.rule, size, u, given.n, given.labels_are != "those of u"), dict[int, Fraction]()
    yield Line("agrees", "==", max(wrong for *_, wrong in samples), 0)
    for points, orders, v, _ in answers(given.rule, size, u, n, given.labels_are != "those of u"):
        chance[v] = chance.get(v, Fraction(0)) + Fraction(orders * prod(weights[x] for x in points), total**n)
    error = {v: Fraction(sum(weights[x] for x in range(size) if (x <= v) != (x <= u)), total) for v in chance}
    failure = sum((p for v, p in chance.items() if error[v] > alpha), Fraction(0))
    for v in chance:
        yield Line("error", "==", error[v], after[v + 1] if v <= u else -1, ("v =", v))
    for v in range(-1, u + 1):
        yield Line("good", "==", after[v + 1] <= alpha, v >= a, ("v =", v))
    yield Line("missed", "==", failure, outside**given.n if a >= 0 else 0)
    if a >= 0:
        yield Line("heavy", "<", alpha, 1 - outside)
    if most.holds_for(alpha, given.n):
        yield Line("power", "<=", outside**given.n if a >= 0 else 0, most(alpha, given.n))
    if enough.holds_for(alpha, given.beta):
        rows = within(enough(alpha, given.beta)) // (1 + (given.rows_are != "as stated"))
        unlucky = max(1 - alpha * ABOVE, 0 * alpha) ** rows
        yield Line("rows", "<=", unlucky, given.beta)
        yield Line("conclusion", "<=", unlucky, given.beta, "rows")
    if most.holds_for(alpha, given.n):
        yield Line("conclusion", "<=", failure, most(alpha, given.n), "bound")
    if alpha <= 1:
        exact = [Fraction(w, total) for w in weights]
        yield Line("conclusion", "==", failure, erm_failure(exact, u, alpha, given.n), "exactly")


def refutes_largest_example_is_close(given: Examples, step: str, case: Any, enough: Formula, most: Formula) -> bool:
    """Tell whether a line is false, over all samples in their order."""
    weights, u, alpha, size, total = given.weights, given.u, given.alpha, len(given.weights), sum(given.weights)
    if "rows" in (step, case):
        light, many = 1 - alpha - alpha / 10**6, within(enough(alpha, given.beta))
        return (light ** (many if given.rows_are == "as stated" else many // 2) if light > 0 else 0) > given.beta
    wrong = missed = Fraction(0)
    for sample in product(range(size), repeat=given.n if given.examples_are == "independent" else min(given.n, 1)):
        rows = tuple((x, int(x <= u) if given.labels_are == "those of u" else x % 2) for x in sample)
        v, seen, share = given.rule(rows), max((x for x in sample if x <= u), default=-1), Fraction(
            prod(weights[x] for x in sample), total ** len(sample))
        if step == "agrees" and any((x <= v) != y for x, y in rows) or step == "error" and v > u:
            return True
        wrong += share * (sum(weights[min(v, u) + 1:max(v, u) + 1]) > alpha * total)
        missed += share * (sum(weights[seen + 1:u + 1]) > alpha * total)  # the rule itself
    if step == "power" or case == "bound":
        return (missed if step == "power" else wrong) > most(alpha, given.n)
    return step in ("missed", "conclusion") and (wrong != missed or given.examples_are != "independent")


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
