"""KLMNS20, Section 1: the rows that the generic private learner needs, and the interior point problem."""

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, count, product
from typing import Any

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.concepts import initial_segments
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.fractions import TENTH
from privlearn.exact.rationals import rational_square_root
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.interior_point import interior_score, is_interior_point
from privlearn.learners.interior_point.problem import exponential_failure
from privlearn.learners.intervals import generic_threshold_rows, threshold_errors, threshold_learner
from privlearn.learners.intervals.thresholds import hard_threshold_database, many_errors_probability
from privlearn.mechanisms import from_scores, labelled_rows, multiset_databases
from privlearn.papers.bbkn14.generic_learner.instances import RATIO
from privlearn.papers.klmns20.introduction import claim

GENERIC: dict[str, Any] = {
    "where": ("size >= 2", "0 < beta < 1"), "tex": {"size": "|X|"},
    "corners": {"size": (3, 18, (1 << 40) + 5, 1 << 80), "alpha": (TENTH, Fraction(3, 10), Fraction(2, 5)),
                "beta": (Fraction(1, 20), Fraction(1, 50)),
                "epsilon": tuple(Logarithm(Fraction(root) ** 2) for root in ("101/100", "3/2", 3))},
    "loose": {"size >= 2": "one point has nothing to choose", "0 < beta < 1": "no probability is beyond"}}


@formula("at least", **GENERIC)
def fewest_rows(size: int, epsilon: Value, alpha: Value, beta: Value) -> Value:
    """Return a bound below the least number of rows, for so many points."""
    return 2 / (alpha * epsilon) * ln((size - 1) * (1 - beta) / beta) - 1 / alpha


@formula("at most", **GENERIC | {"loose": {**GENERIC["loose"], "1": "nearly a whole row is rounded up"}})
def enough_rows(size: int, epsilon: Value, alpha: Value, beta: Value) -> Value:
    """Return a bound above the least number of rows."""
    return 2 / (alpha * epsilon) * ln(size * (1 - beta) / beta) + 1


@formula("at most", tex=GENERIC["tex"], where=("0 < beta < 1",),
         corners={name: GENERIC["corners"][name] for name in ("size", "epsilon", "beta")},
         loose={"0 < beta < 1": "no probability is beyond", "1": "|X| (1 - beta)/beta is enough in the logarithm"})
def likely_errors(size: int, epsilon: Value, beta: Value) -> Value:
    """Return a bound on the errors of the cut, but with probability beta."""
    return 2 / epsilon * ln((size + 1) / beta)


claim("KLMNS20-1.generic", kind="proposition",
      title="The exponential mechanism learns thresholds privately from O(log(|X|/beta) / (alpha epsilon)) rows",
      uses=("KLMNS20-1.fn1", "KLMNS20-2.1", "KLMNS20-2.2", "BBKN14-2.5", "BBKN14-3.2"),
      note="Checked is the empirical form, with its constant: errors on the database itself. That few errors on a "
           "fresh sample mean a small true error is the uniform convergence of thresholds.",
      formulas=(likely_errors, fewest_rows, enough_rows))


@check("KLMNS20-1.generic", grade="exhaustive",
       quantifier="all multisets of labelled rows: |X| <= 6 with n <= 3, |X| <= 3 with n = 4, 5; runs against the "
                  "list of all cuts",
       says="the law computed by runs of cuts is that computed by listing all cuts")
@sabotage("weight e^(-epsilon errors): twice the exponent",
          lambda size, exp_epsilon: threshold_learner(size, exp_epsilon**2))
@judged("==")
def law_by_runs_is_the_law_by_listing(make=threshold_learner):
    sizes = [*product(range(1, 7), range(4)), *product((1, 2, 3), (4, 5))]
    for size, rows in sizes:
        listed = exponential_learner(initial_segments(size), RATIO)
        fast = make(size, RATIO)
        for database in multiset_databases(labelled_rows(size), rows):
            yield (size, database), fast(database).exact(), {h - 1: w for h, w in listed(database).exact().items()}

def refutes_law_by_runs_is_the_law_by_listing(make, size, database):
    weight = [Fraction(2, 3) ** sum((x <= u) != y for x, y in database) for u in range(-1, size)]
    law = make(size, RATIO)(database).exact()
    return [law.get(u, 0) for u in range(-1, size)] != [w / sum(weight) for w in weight]


@cache
def realisable_databases(size: int, rows: int) -> tuple[Any, ...]:
    """Return multisets of labelled rows that some cut labels, one for each list of errors of the cuts, sorted.

    The probability of many errors depends on this list alone.
    """
    found: dict[tuple[int, ...], Any] = {}
    for points in multiset_databases(range(size), rows):
        for u in (-1, *dict.fromkeys(points)):
            database = tuple((x, int(x <= u)) for x in points)
            found.setdefault(tuple(sorted(threshold_errors(cut, database) for cut in range(-1, size))), database)
    return tuple(found.values())


@check("KLMNS20-1.generic", grade="exhaustive",
       quantifier="all realisable multisets (one for each list of errors), |X| = 2..6, n = 2..5, every bound t with "
                  "2(t + 1) <= n, e^(epsilon/2) = 3/2 and 3: the largest probability of more than t errors",
       says="{the failure on two adjacent points} equals {the largest failure on a realisable database}")
@sabotage("one positive row more",
          lambda size, rows, positives: hard_threshold_database(size, rows, min(rows, positives + 1)))
@judged("==")
def two_adjacent_points_are_the_worst_database(hard=hard_threshold_database):
    for size, rows, ratio in product(range(2, 7), (2, 3, 4, 5), (RATIO, Fraction(9))):
        for most in range(rows // 2):
            values = {d: many_errors_probability(d, size, ratio, most) for d in realisable_databases(size, rows)}
            worst = max(values, key=lambda d: values[d])
            found = many_errors_probability(hard(size, rows, most + 1), size, ratio, most)
            yield (size, rows, ratio, most, worst), found, values[worst]

def refutes_two_adjacent_points_are_the_worst_database(hard, size, rows, ratio, most, worst):
    root = Fraction(3, 2) if ratio == RATIO else Fraction(3)

    def failure(database) -> Fraction:
        weights = [(root ** -threshold_errors(u, database), threshold_errors(u, database)) for u in range(-1, size)]
        return sum((w for w, wrong in weights if wrong > most), Fraction(0)) / sum(w for w, _ in weights)

    return failure(worst) > failure(hard(size, rows, most + 1))


BITS = (8, 16, 32, 64, 128, 256, 512)


@cache
def rows_for(bits: int) -> tuple[int, int]:
    """Return the rows needed and enough for ``2^bits`` points at e^epsilon = 9/4 and alpha = beta = 1/10."""
    return generic_threshold_rows(1 << bits, RATIO, TENTH, TENTH)


def hard_failure(bits: int, rows: int) -> Fraction:
    """Return the probability of more than ``rows / 10`` errors on the hard database of ``2^bits`` points."""
    most = rows // 10
    return many_errors_probability(hard_threshold_database(1 << bits, rows, most + 1), 1 << bits, RATIO, most)


@check("KLMNS20-1.generic", grade="exact",
       quantifier="e^epsilon = 9/4, alpha = beta = 1/10, log2 |X| = 8, 16, 32, 64, 128, 256, 512: what is enough on "
                  "every realisable database is needed on the hard one: with one row fewer it fails, with as many "
                  "its failure and the bound for all databases are at most beta",
       says="the rows needed on the hard database are those that are enough on all, and one fewer fails")
@sabotage("the hard database on half of the points", lambda bits: (rows_for(bits - 1)[0], rows_for(bits)[1]))
@sabotage("one row fewer", lambda bits: (rows_for(bits)[0] - 1, rows_for(bits)[1] - 1))
@sabotage("one row more", lambda bits: (rows_for(bits)[0] + 1, rows_for(bits)[1] + 1))
@judged("==")
def enough_rows_are_needed(rows=rows_for):
    for bits in BITS:
        needed, enough = rows(bits)
        odds = (1 << bits) / Fraction(3, 2) ** (enough // 10 + 1)  # of more errors, at most, on every database
        served = hard_failure(bits, needed - 1) > TENTH, hard_failure(bits, needed) <= TENTH
        yield bits, (needed, *served, odds / (1 + odds) <= TENTH), (enough, True, True, True)

def refutes_enough_rows_are_needed(rows, bits):
    needed, enough = rows(bits)

    def hard(n: int) -> Fraction:
        p = n // 10 + 1
        return ((1 << bits) - 1) * Fraction(2, 3) ** p + Fraction(2, 3) ** (n - p)

    return needed != enough or 9 * hard(needed) > 1 or 9 * hard(needed - 1) <= 1


least_rows = cache(generic_threshold_rows)  # on the hard database, and on all


@check("KLMNS20-1.generic", grade="certified",
       quantifier="e^(epsilon/2) = 1.01, 3/2, 3, alpha = 1/10, 3/10, 2/5, beta = 1/20, 1/50, |X| = 3, 18, 2^40 + 5, "
                  "2^80: the least n, if at least 2/(1 - 2 alpha), lies between the two formulas",
       says="the least n is from 2 ln((|X| - 1)(1 - beta)/beta)/(alpha epsilon) - 1/alpha to 2 ln(|X|(1 - "
            "beta)/beta)/(alpha epsilon) + 1")
@judged("<=")
def least_rows_lie_between_the_formulas(between=(fewest_rows, enough_rows)):
    for size, epsilon, alpha, beta in fewest_rows.instances():
        needed, enough = least_rows(size, epsilon.of, alpha, beta)
        if needed >= 2 / (1 - 2 * alpha):
            yield (size, epsilon.of, alpha, beta, "needed"), between[0](size, epsilon, alpha, beta), needed
            yield (size, epsilon.of, alpha, beta, "enough"), enough, between[1](size, epsilon, alpha, beta)

def refutes_least_rows_lie_between_the_formulas(between, size, ratio, alpha, beta, kind):
    case, root = (size, Logarithm(ratio), alpha, beta), rational_square_root(ratio)
    for rows in count(1):
        p = int(alpha * rows) + 1
        bad = size / root**p if kind == "enough" else (size - 1) / root**p + root**p / root**rows
        if bad * (1 - beta) <= beta and (kind == "enough" or 2 * p <= rows):
            low, high = (as_bracket(bound(*case)) for bound in between)
            return low.lower > rows if kind == "needed" else high.upper < rows
    return False


claim("KLMNS20-1.1", kind="definition", title="Interior point problem",
      note="Beside the definition: the exact worst case of the exponential mechanism for this problem, which is two "
           "adjacent points with half of the rows each, not the constant database. The proof is on the page.")


@check("KLMNS20-1.1", grade="exhaustive",
       quantifier="all multisets of 1..6 points of 0..7 and all answers; six pairs on 2^(2^20) points",
       says="a point is interior exactly if its score is at least 1")
@verifier(lambda rule, database, x: rule(x, database) != (x in range(min(database), max(database) + 1)))
@sabotage("strictly between the smallest and the largest", lambda x, database: min(database) < x < max(database))
@sabotage("only elements of the database", lambda x, database: x in database)
@judged("==")
def score_is_positive_exactly_inside(rule=is_interior_point):
    top = (1 << (1 << 20)) - 1
    for rows in range(1, 7):
        for database in multiset_databases(range(8), rows):
            yield from (((database, x), rule(x, database), interior_score(x, database) >= 1) for x in range(8))
    for database in ((0, top), (top, top), (top >> 1, top)):
        yield from ((((), k), rule(x, database), interior_score(x, database) >= 1)
                    for k, x in enumerate((top >> 1, top)))


WORST_GRID = ((4, 8), (5, 4), (6, 5), (7, 6), (8, 5), (2, 3), (3, 1), (3, 2))


def mechanism_failure(size: int, database: tuple[int, ...], exp_epsilon: Fraction) -> Fraction:
    """Return the exponential mechanism's probability of an answer outside the database's range."""
    law = from_scores({x: interior_score(x, database) for x in range(size)}, exp_epsilon).exact()
    return sum((w for x, w in law.items() if not is_interior_point(x, database)), Fraction(0))


@check("KLMNS20-1.1", grade="exact",
       quantifier="all multisets for (|X|, n) in {(4,8), (5,4), (6,5), (7,6), (8,5), (2,3), (3,1), (3,2)}, weight "
                  "3/2 or 2 to the score",
       says="{the exponential mechanism's largest failure} equals {the closed form for two adjacent or equal points}")
@sabotage("only constant databases", lambda size, rows, ratio: (size - 1) / (size - 1 + ratio**rows))
@sabotage("two adjacent points, all others counted as answers",
          lambda size, rows, ratio: (size - 2) / (size + ratio ** (rows - rows // 2) + ratio ** (rows // 2)))
@sabotage("the uneven row of an odd number left out",
          lambda size, rows, ratio: exponential_failure(size, rows - rows % 2 or rows, ratio))
@judged("==")
def worst_case_of_the_exponential_mechanism(worst=exponential_failure):
    for (size, rows), ratio in product(WORST_GRID, (Fraction(3, 2), Fraction(2))):
        failures = {d: mechanism_failure(size, d, ratio) for d in multiset_databases(range(size), rows)}
        found = max(failures, key=lambda d: failures[d])
        yield (size, ratio, found), failures[found], worst(size, rows, ratio)

def refutes_worst_case_of_the_exponential_mechanism(worst, size, ratio, database):

    def failure(points: tuple[int, ...]) -> Fraction:
        weight = [ratio ** min(sum(s <= x for s in points), sum(s >= x for s in points)) for x in range(size)]
        return 1 - Fraction(sum(weight[points[0] : points[-1] + 1]), sum(weight))

    listed = combinations_with_replacement(range(size), len(database))
    return worst(size, len(database), ratio) != max(failure(points) for points in listed)
