"""BBKN14, Section 7: Theorem 7.1, small synthetic databases by the exponential mechanism, and their sizes."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, pairwise, product
from math import comb, prod
from typing import Any

from privlearn.checking import Verdict, all_hold, check, counted, covering, judge, judged, sabotage
from privlearn.exact import exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, ceil, exp, formula
from privlearn.exact.fractions import HUNDREDTH, TENTH, THIRD
from privlearn.exact.intervals import ball, bracket_of
from privlearn.laws import Law, proportional
from privlearn.mechanisms import (Promise, audit_pure, multiset_databases, refutes_pure, replace_one,
                                  replace_one_unordered)
from privlearn.papers.bbkn14.sanitization import claim
from privlearn.release import (loss_counts, nearest_small_database, point_counts, point_queries, query_answers,
                               small_database_failure, small_database_of_points, small_database_rows,
                               small_database_sanitizer, uniform_at_loss)


def prefix_queries(size: int) -> tuple[frozenset[int], ...]:
    """Return the queries of the intervals: how many rows lie below j, for j = 0..T."""
    return tuple(frozenset(range(j)) for j in range(size + 1))



@formula("at most", tex={"candidates": "N", "epsilon": r"\eps", "rows": "m"}, corners={
    "candidates": (3, 40), "epsilon": (Logarithm(Fraction(4)),), "alpha": (Fraction(4, 5), Fraction(78, 79)),
    "rows": (5, 79, 790)})
def failure_limit(candidates: int, epsilon: Value, alpha: Value, rows: int) -> Value:
    """Return the bound on the failure of the exponential mechanism over small databases."""
    return candidates * exp(-(epsilon * alpha * rows / 4))


@formula("rows", tex={"2 / alpha": r"2/\alpha"}, corners={"alpha": (Fraction(1, 7), Fraction(3, 10), Fraction(1))})
def rows_for_points(alpha: Value) -> Value:
    """Return so many rows of a synthetic database that rounding costs at most ``alpha/2`` on points."""
    return ceil(2 / alpha)


@formula("at most", tex={"1 / k": "1/k"}, corners={"k": (1, 2, 7)})
def rounding_error(k: int) -> Value:
    """Return the bound on the error of rounding to k rows on points."""
    return 1 / k


@formula("at most", tex={"1 / (2 * k)": "1/(2k)"}, corners={"k": (1, 2, 6)})
def error_of_middles(k: int) -> Value:
    """Return the bound on the error of the middles of k parts on intervals."""
    return 1 / (2 * k)


claim("BBKN14-7.1", kind="theorem", status="quoted",
      formulas=(failure_limit, rows_for_points, rounding_error, error_of_middles),
      reason="a theorem of Blum, Ligett and Roth; for points and intervals the mechanism is analysed and run with "
             "explicit constants", uses=("BBKN14-7.useful", "BBKN14-3.2", "BBKN14-2.1", "BBKN14-1.0.vc-log"),
      title="Small synthetic databases by the exponential mechanism",
      note="The O of the theorem hides constants and, for general classes, the size k of the synthetic database. What "
           "is checked is its proof with explicit numbers: privacy, the failure at most (number of candidates) "
           "e^(-epsilon alpha m / 4), and the size k that leaves a candidate within alpha/2: ceil(2/alpha) rows for "
           "points, ceil(1/alpha) for intervals (a half of what rounding points needs).")

SMALL = ((2, 3, 2), (3, 2, 3), (3, 4, 2), (4, 3, 2))  # (T, m, k)


def two_classes(size: int) -> tuple[Any, Any]:
    return point_queries(size), prefix_queries(size)


def is_sorted(database, size: int) -> bool:
    """Tell whether the counts of the points do not increase: one database in each orbit of the permutations."""
    counts = point_counts(database, size)
    return all(a >= b for a, b in pairwise(counts))


def base_below(epsilon: Fraction, power: int) -> Fraction:
    """Return a rational with 12 binary places, at most and close to ``e^(epsilon/power)``."""
    return Fraction(exp_bracket(epsilon / power).lower * 4096 // 1, 4096)


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="(T, m, k) = (2, 3, 2), (3, 2, 3), (3, 4, 2), (4, 3, 2), queries of points and of intervals, "
                  "resolutions 1 and k, base 3/2: all databases, replacements and outcomes; T = 3, m = 8, k = 7 for "
                  "points; T = 3, m = 40, k = 7, epsilon = 1 for points, up to permutations of the points",
       says="the worst ratio is at most the promised ratio, the base to the power of twice the resolution",
       reason="At m = 40 e^(1/14) is rounded down to 12 binary places. Larger m only lengthen the audit.")
@sabotage("weights e^(epsilon score), the factor 2 forgotten",
          lambda size, k, queries, base, resolution: small_database_sanitizer(
          size, k, queries, base**2, resolution=resolution))
@sabotage("a promise of e^epsilon at every resolution",
          lambda size, k, queries, base, resolution: replace(
          small_database_sanitizer(size, k, queries, base, resolution=resolution),
          promise=Promise(base**2, replace_one)))
def privacy_is_what_is_promised(make=small_database_sanitizer) -> Verdict:
    base, seen = Fraction(3, 2), 0
    sizes = [(t, m, k, q, u, base) for t, m, k in SMALL for q in (0, 1) for u in (1, k)]
    sizes += [(3, 8, 7, 0, 1, base), (3, 40, 7, 0, 7, base_below(Fraction(1), 14))]

    def cases() -> Iterator[Any]:
        nonlocal seen
        for size, rows, k, which, resolution, b in sizes:
            mechanism = make(size, k, two_classes(size)[which], b, resolution=resolution)
            pairs = replace_one_unordered(multiset_databases(range(size), rows))
            if rows == 40:  # permuting the points permutes databases, outcomes and laws alike
                pairs = [pair for pair in pairs if any(is_sorted(database, size) for database in pair)]
            found = audit_pure(mechanism, sorted({database for pair in pairs for database in pair}), pairs)
            seen += found.pairs
            yield (size, k, which, resolution, b, *found.witness), found.exp_epsilon, b ** (2 * resolution)

    promises = judge("==", (((size, k, which, u, b), make(size, k, two_classes(size)[which], b,
                                                          resolution=u).promise.exp_epsilon, b ** (2 * u))
                            for size, _, k, which, u, b in sizes))
    if not promises.holds:  # before the audits, which take longer
        return promises
    verdict = judge("<=", cases())
    return all_hold(counted(verdict, seen), promises)

def refutes_privacy_is_what_is_promised(make, witness):
    size, k, which, resolution, base, *rest = witness
    if not rest:
        mechanism = make(size, k, two_classes(size)[which], base, resolution=resolution)
        return mechanism.promise.exp_epsilon != prod([base] * (2 * resolution))
    return refutes_pure(tuple(rest), make(size, k, two_classes(size)[which], base, resolution=resolution),
                        base ** (2 * resolution))


# (T, m, epsilon): k = 7, alpha = 3/10
FAILURES = ((3, 40, Fraction(1)), (3, 80, Fraction(1)), (3, 40, Fraction(2)), (4, 20, Fraction(2)),
            (4, 60, Fraction(2)))
ALPHA = Fraction(3, 10)
K = 7


def histograms(size: int, rows: int, most: int | None = None) -> Iterator[tuple[int, ...]]:
    """Yield one histogram, decreasing, for each orbit of the databases under permutations of the points."""
    if size == 1:
        yield from [(rows,)] if most is None or rows <= most else []
        return
    for first in range(min(rows, rows if most is None else most), -(-rows // size) - 1, -1):
        yield from ((first, *rest) for rest in histograms(size - 1, rows - first, first))


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="k = 7, alpha = 3/10, (T, m, epsilon) = (3, 40, 1), (3, 80, 1), (3, 40, 2), (4, 20, 2), (4, 60, 2): "
                  "every database, one for each orbit of the point permutations; e^(epsilon/14) rounded down to 12 "
                  "binary places; k = 1, T = 3, 40, e^epsilon = 4: T rows at a point for each row at another, where "
                  "all candidates but one err by exactly alpha, and that one by alpha/2",
       says="{the exact failure} is at most {candidates times e^(-epsilon alpha m/4)}",
       reason="e^(epsilon/14) is irrational: a rational just below it gives a mechanism with slightly more privacy, "
              "whose exact failure is compared with the bound at the same base. At (3, 40, 1) and (4, 20, 2) the bound "
              "exceeds 1 and says nothing; at the other three it is below 1/10.")
def failure_is_at_most_candidates_times_tail(bound=failure_limit) -> Verdict:
    def cases() -> Iterator[Any]:
        for size, times in ((3, 1), (40, 1), (40, 10)):
            counts = (size * times, *[times] * (size - 1))
            alpha, rows = Fraction(2 * size - 2, 2 * size - 1), sum(counts)
            yield (counts, 1, alpha, Fraction(2)), small_database_failure(counts, 1, alpha, Fraction(2)), bound(
                size, Logarithm(Fraction(4)), alpha, rows)
        for size, rows, epsilon in reversed(FAILURES):
            base, failures = base_below(epsilon, 2 * K), worst_failures(size, rows, epsilon)
            limit = bound(comb(size + K - 1, K), Logarithm(base ** (2 * K)), ALPHA, rows)
            yield from (((counts, K, ALPHA, base), failure, limit) for counts, failure in failures)

    verdict = judge("<=", cases())
    return covering(verdict, sum(comb(t + m - 1, m) for t, m, _ in FAILURES))


@cache
def worst_failures(size: int, rows: int, epsilon: Fraction) -> list[tuple[tuple[int, ...], Fraction]]:
    base = base_below(epsilon, 2 * K)
    return [(counts, small_database_failure(counts, K, ALPHA, base)) for counts in histograms(size, rows)]

def refutes_failure_is_at_most_candidates_times_tail(bound, counts, k, alpha, base):
    size, rows, good, bad = len(counts), sum(counts), Fraction(0), Fraction(0)
    for candidate in combinations_with_replacement(range(size), k):
        worst = max(abs(Fraction(counts[x], rows) - Fraction(candidate.count(x), k)) for x in range(size))
        weight = 1 / base ** int(worst * rows * k)
        good, bad = (good + weight, bad) if worst < alpha else (good, bad + weight)
    return bad / (good + bad) > as_bracket(bound(comb(size + k - 1, k), Logarithm(base ** (2 * k)), alpha, rows)).upper


def draw(counts: tuple[int, ...], base: Fraction) -> Law:
    """Return the law of the mechanism at k = 7, nothing rounded."""
    return small_database_of_points(counts, K, base, resolution=K)


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="k = 7, alpha = 3/10, (T, m, epsilon) = (3, 40, 2): every database, one for each orbit of the "
                  "point permutations, all candidates listed: the failure of the law drawn from is that computed by "
                  "losses, and within the same bound",
       says="the law drawn from fails as often as computed from the losses, and within the bound")
@sabotage("k = 1: one synthetic row", lambda counts, base: small_database_of_points(counts, 1, base**K, resolution=1))
def drawn_databases_fail_within_the_bound(drawn=draw) -> Verdict:
    base = base_below(Fraction(2), 2 * K)
    failures = [((counts, base), sum((p for said, p in drawn(counts, base).exact().items()
                                      if any(abs(Fraction(count, 40) - Fraction(said.count(x), len(said))) >= ALPHA
                                             for x, count in enumerate(counts))), Fraction(0)))
                for counts in histograms(3, 40)]
    limit = failure_limit(36, Logarithm(base ** (2 * K)), ALPHA, 40)
    bounded = judge("<=", ((case, wrong, limit) for case, wrong in failures))
    exact = judge("==", (((*case, "exact"), wrong, small_database_failure(case[0], K, ALPHA, base))
                         for case, wrong in failures))
    return covering(all_hold(bounded, exact), 2 * comb(42, 2))

def refutes_drawn_databases_fail_within_the_bound(drawn, witness):
    counts, base, *exact = witness
    good = sum(p for said, p in drawn(counts, base).exact().items()
               if all(10 * abs(count * len(said) - 40 * said.count(x)) < 120 * len(said)
                      for x, count in enumerate(counts)))
    return good != listed_success(counts, base) if exact else (1 - good) * base**42 > 36  # 36 candidates, e^(-6)

def listed_success(counts: tuple[int, ...], base: Fraction) -> Fraction:
    """Return how often the mechanism of resolution k = 7 errs by less than alpha, over all candidates."""
    weights = {False: Fraction(0), True: Fraction(0)}
    for candidate in combinations_with_replacement(range(len(counts)), K):
        loss = max(abs(K * count - sum(counts) * candidate.count(x)) for x, count in enumerate(counts))
        weights[loss < ALPHA * K * sum(counts)] += base**-loss
    return weights[True] / sum(weights.values())


@drawn_databases_fail_within_the_bound.corrupted("score without the factor m")
def score_without_factor_m(counts: tuple[int, ...], base: Fraction) -> Law:
    rows = sum(counts)
    return proportional({said: 1 / base ** max(abs(K * count // rows - said.count(x))
                                               for x, count in enumerate(counts))
                         for said in combinations_with_replacement(range(len(counts)), K)})


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="T = 1..4, m <= 4, k <= 4, resolutions 1, 2 and k, cap none, 1 and 2, base 3/2, all databases: the "
                  "law from the histogram, the law that lists all candidates, and the numbers of candidates of each "
                  "loss, against the definition",
       says="the law from the histogram, the law by listing and the counts of losses are those of the definition")
@sabotage("candidates of a level weighed by the level only",
          lambda counts, k, base, resolution, cap: proportional(
          {level: base**-level for level in loss_counts(counts, k, resolution=resolution, cap=cap)}).then(
           lambda level: uniform_at_loss(counts, k, level, resolution=resolution, cap=cap)))
@judged("==")
def law_from_the_histogram_is_the_mechanism(law=small_database_of_points):
    base = Fraction(3, 2)
    for (size, rows, k), cap in product(((1, 1, 1), (2, 3, 2), (3, 2, 4), (3, 4, 3), (4, 3, 2)), (None, 1, 2)):
        for u in sorted({1, 2, k}):
            listed = small_database_sanitizer(size, k, point_queries(size), base, resolution=u, cap=cap)
            for database in multiset_databases(range(size), rows):
                fast = law(point_counts(database, size), k, base, resolution=u, cap=cap)
                losses = candidate_losses(database, size, k, u, cap)
                total = sum(base**-loss for loss in losses.values())
                right = {candidate: base**-loss / total for candidate, loss in losses.items()}
                found = list(loss_counts(point_counts(database, size), k, resolution=u, cap=cap).items())
                yield ((database, size, k, u, cap), (fast.exact(), listed(database).exact(), found),
                       (right, right, sorted(Counter(losses.values()).items())))


def candidate_losses(database, size: int, k: int, resolution: int, cap: int | None) -> dict[Any, int]:
    """Return the loss of every candidate, from its largest error."""
    losses = {}
    for candidate in combinations_with_replacement(range(size), k):
        worst = max(abs(Fraction(database.count(x), len(database)) - Fraction(candidate.count(x), k))
                    for x in range(size))
        loss = int(resolution * len(database) * worst)
        losses[candidate] = loss if cap is None else min(loss, cap)
    return losses


def refutes_law_from_the_histogram_is_the_mechanism(law, database, size, k, u, cap):
    found = law(point_counts(database, size), k, Fraction(3, 2), resolution=u, cap=cap).exact()
    losses = {candidate: max(u * abs(k * database.count(x) - len(database) * candidate.count(x)) // k
                             for x in range(size)) for candidate in combinations_with_replacement(range(size), k)}
    least = {c: min(loss, loss if cap is None else cap) for c, loss in losses.items()}
    odds = [found.get(c, 0) * Fraction(3, 2) ** least[c] for c in losses]
    return len(set(odds)) > 1 or set(found) != set(losses)


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="all histograms with T = 1..4 cells, m = 1..12 rows, k = 1..6: error of the rounded database on "
                  "every point query",
       says="the rounded database has k rows and errs by less than 1/k")
@judged("<")
def rounding_is_within_one_over_k(rounded=nearest_small_database):
    for size, rows, k in product(range(1, 5), range(1, 13), range(1, 7)):
        for database in multiset_databases(range(size), rows):
            counts = point_counts(database, size)
            said = rounded(counts, k)
            worst = max(abs(k * counts[x] - rows * said.count(x)) for x in range(size))
            yield (counts, k), Fraction(worst, rows) if len(said) == k else Fraction(k), 1

def refutes_rounding_is_within_one_over_k(rounded, counts, k):
    said, rows = rounded(counts, k), sum(counts)
    return len(said) != k or any(abs(Fraction(c, rows) - Fraction(said.count(x), k)) >= Fraction(1, k)
                                 for x, c in enumerate(counts))

@rounding_is_within_one_over_k.corrupted("whole parts, the rows left over all at the first cell")
def whole_parts_rows_left_over_all(counts, k: int) -> tuple[int, ...]:
    said = [k * count // sum(counts) for count in counts]
    said[0] += k - sum(said)
    return tuple(x for x, times in enumerate(said) for _ in range(times))


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="all multisets of 1 to 8 rows over T = 1..4 points, k = 1..6: error on every interval query",
       says="{the largest error on an interval query} is at most {1/(2k)}")
@sabotage("the first row of each part",
          (lambda database, k: tuple(database[i * len(database) // k] for i in range(k)), error_of_middles))
@judged("<=")
def quantiles_are_within_half_over_k(case=(
        lambda database, k: tuple(database[(2 * i + 1) * len(database) // (2 * k)] for i in range(k)),
        error_of_middles)):
    chosen, limit = case
    for size, rows, k in product(range(1, 5), range(1, 9), range(1, 7)):
        for database in multiset_databases(range(size), rows):
            pairs = zip(query_answers(database, prefix_queries(size)),
                        query_answers(chosen(database, k), prefix_queries(size)), strict=True)
            yield (database, k), max(abs(a - b) for a, b in pairs), limit(k)

def refutes_quantiles_are_within_half_over_k(case, database, k):
    said, limit = case[0](database, k), case[1](k)
    return any(abs(Fraction(sum(row < j for row in database), len(database)) - Fraction(sum(x < j for x in said), k))
               > limit for j in range(6))


MANY = 1000


@check("BBKN14-7.1", grade="exact",
       quantifier="one row at each of 1000 points, rounded to k = 1, 2, 7 rows, and to those for alpha = 1/7, 3/10, 1",
       says="the error is at most 1/k, and at most alpha/2 with the rows said to be enough")
@judged("<=")
def rounding_of_even_counts(case=(rounding_error, rows_for_points)):
    limit, rows = case
    for k, in limit.instances():
        yield (k, 0), error_of_rounding(k), limit(k)
    for alpha, in rows.instances():
        yield (0, alpha), error_of_rounding(int(rows(alpha))), alpha / 2


def error_of_rounding(k: int) -> Fraction:
    said = Counter(nearest_small_database((1,) * MANY, k))
    return max(abs(Fraction(said[x], k) - Fraction(1, MANY)) for x in range(MANY)) if k else Fraction(1)

def refutes_rounding_of_even_counts(case, k, alpha):
    rows = int(k or case[1](alpha))  # some point is among them
    return rows == 0 or Fraction(1, rows) - Fraction(1, MANY) > (case[0](k) if k else alpha / 2)


ROWS = tuple((2**d, *entry) for d in (4, 8, 16, 32, 64)
             for entry in ((20, 2, TENTH, TENTH), (7, 4, ALPHA, HUNDREDTH), (1, 3, Fraction(1), THIRD)))


@check("BBKN14-7.1", grade="certified",
       quantifier="d = 4, 8, 16, 32, 64; (k, e^epsilon, alpha, beta) = (20, 2, 1/10, 1/10), (7, 4, 3/10, 1/100), "
                  "(1, 3, 1, 1/3): the bound is at most beta at the number of rows and above it with one row less",
       says="the failure bound is at most beta at the number of rows taken, and above it with one row less")
@sabotage("the tail e^(-epsilon alpha m / 2)",
          lambda size, k, ratio, alpha, beta: small_database_rows(size, k, ratio**2, alpha, beta))
@judged("==")
def number_of_rows_is_least(rows=small_database_rows):
    for size, k, ratio, alpha, beta in ROWS:
        m, tail = rows(size, k, ratio, alpha, beta), alpha / 4
        # candidates / beta <= ratio^(alpha m / 4), raised to the power of the denominator
        left = (comb(size + k - 1, k) / beta) ** tail.denominator
        enough = [left <= ratio ** (tail.numerator * n) for n in (m, m - 1)]
        yield (size, k, ratio, alpha, beta, m), enough, [True, False]

def refutes_number_of_rows_is_least(rows, witness):
    *entry, m = witness
    size, k, ratio, alpha, beta = entry
    need = bracket_of(lambda: 4 * ball(comb(size + k - 1, k) / beta).log() / (ball(alpha) * ball(ratio).log()), 256)
    return rows(*entry) == m and not need.upper <= m < need.lower + 1
