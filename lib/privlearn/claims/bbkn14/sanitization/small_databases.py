"""BBKN14, Section 7: Theorem 7.1, small synthetic databases by the exponential mechanism."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import comb
from typing import Any

from privlearn.claims import Verdict, check, counted, judge, judged, sabotage
from privlearn.claims.bbkn14.sanitization import claim
from privlearn.exact import exp_bracket
from privlearn.laws import Law, proportional
from privlearn.mechanisms import audit_pure, multiset_databases, refutes_pure, replace_one_unordered
from privlearn.release import (loss_counts, nearest_small_database, point_counts, point_queries, query_answers,
                               small_database_failure, small_database_of_points, small_database_rows,
                               small_database_sanitizer, uniform_at_loss)


def prefix_queries(size: int) -> tuple[frozenset[int], ...]:
    """Return the queries of the intervals: how many rows lie below j, for j = 0..T."""
    return tuple(frozenset(range(j)) for j in range(size + 1))


claim("BBKN14-7.1", kind="theorem", uses=("BBKN14-7.useful", "BBKN14-3.2", "BBKN14-2.1", "BBKN14-1.0.vc-log"),
      title="Small synthetic databases by the exponential mechanism",
      note="The O of the theorem hides constants and, for general classes, the size k of the synthetic database. "
           "What is checked is its proof with explicit numbers: privacy, the failure at most (number of candidates) "
           "e^(-epsilon alpha m / 4), and the size k that leaves a candidate within alpha/2: ceil(2/alpha) rows for "
           "points, ceil(1/alpha) for intervals (a half of what rounding points needs).")

SMALL = ((2, 3, 2), (3, 2, 3), (3, 4, 2), (4, 3, 2))  # (T, m, k)


def two_classes(size: int) -> tuple[Any, Any]:
    """Return the queries of points and of intervals."""
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
       reason="At m = 40 e^(1/14) is rounded down to 12 binary places. Larger m only lengthen the audit.",
       fingerprint=lambda make: make(2, 1, point_queries(2), Fraction(3, 2), resolution=1)((0,)).exact())
@sabotage("weights e^(epsilon score), the factor 2 forgotten",
          lambda size, k, queries, base, resolution: small_database_sanitizer(
          size, k, queries, base**2, resolution=resolution))
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

    verdict = judge("<=", cases())
    return counted(verdict, seen)

@privacy_is_what_is_promised.verifier
def _(make, witness):
    size, k, which, resolution, base, *rest = witness
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


def candidates_bound(size: int, rows: int, base: Fraction, alpha: Fraction) -> Fraction:
    """Return (number of candidates) ``e^(-epsilon alpha m / 4)``, where ``base^(2k) = e^epsilon``; alpha m is whole."""
    exponent = Fraction(K, 2) * alpha * rows
    if exponent.denominator != 1:
        raise ValueError(f"k alpha m / 2 must be whole, got {exponent}")
    return comb(size + K - 1, K) / base ** int(exponent)


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="k = 7, alpha = 3/10, (T, m, epsilon) = (3, 40, 1), (3, 80, 1), (3, 40, 2), (4, 20, 2), (4, 60, "
                  "2): every database, one for each orbit of the point permutations; e^(epsilon/14) rounded down to "
                  "12 binary places",
       reason="e^(epsilon/14) is irrational: a rational just below it gives a mechanism with slightly more privacy, "
              "whose exact failure is compared with the bound at the same base. At (3, 40, 1) and (4, 20, 2) the "
              "bound exceeds 1 and says nothing; at the other three it is below 1/10.",
       fingerprint=lambda bound: bound(3, 40, Fraction(15, 14), ALPHA))
@sabotage("exponent epsilon alpha m instead of a quarter of it",
          lambda size, rows, base, alpha: candidates_bound(size, 4 * rows, base, alpha))
@sabotage("one candidate instead of all", lambda size, rows, base, alpha: candidates_bound(1, rows, base, alpha))
def failure_is_at_most_candidates_times_tail(bound=candidates_bound) -> Verdict:
    def cases() -> Iterator[Any]:
        for size, rows, epsilon in FAILURES:
            base = base_below(epsilon, 2 * K)
            for counts in histograms(size, rows):
                yield (counts, base), small_database_failure(counts, K, ALPHA, base), bound(size, rows, base, ALPHA)

    verdict = judge("<=", cases())
    return counted(verdict, sum(comb(t + m - 1, m) for t, m, _ in FAILURES)) if verdict.holds else verdict

@failure_is_at_most_candidates_times_tail.verifier
def _(bound, witness):
    counts, base = witness
    size, rows, good, bad = len(counts), sum(counts), Fraction(0), Fraction(0)
    for candidate in combinations_with_replacement(range(size), K):
        worst = max(abs(Fraction(counts[x], rows) - Fraction(candidate.count(x), K)) for x in range(size))
        weight = 1 / base ** int(worst * rows * K)
        good, bad = (good + weight, bad) if worst < ALPHA else (good, bad + weight)
    return bad / (good + bad) > bound(size, rows, base, ALPHA)


def draw(counts: tuple[int, ...], base: Fraction) -> Law:
    """Return the law of the mechanism at k = 7, nothing rounded."""
    return small_database_of_points(counts, K, base, resolution=K)


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="k = 7, alpha = 3/10, (T, m, epsilon) = (3, 40, 2): every database, one for each orbit of the "
                  "point permutations, all candidates listed: the failure of the law drawn from, against the same "
                  "bound", fingerprint=lambda drawn: drawn((2, 1, 1), Fraction(15, 14)).exact())
@sabotage("k = 1: one synthetic row", lambda counts, base: small_database_of_points(counts, 1, base**K, resolution=1))
def drawn_databases_fail_within_the_bound(drawn=draw) -> Verdict:
    def cases() -> Iterator[Any]:
        base = base_below(Fraction(2), 2 * K)
        for counts in histograms(3, 40):
            wrong = sum((p for said, p in drawn(counts, base).exact().items()
                         if any(abs(Fraction(count, 40) - Fraction(said.count(x), len(said))) >= ALPHA
                                for x, count in enumerate(counts))), Fraction(0))
            yield (counts, base), wrong, candidates_bound(3, 40, base, ALPHA)

    verdict = judge("<=", cases())
    return counted(verdict, comb(42, 2)) if verdict.holds else verdict

@drawn_databases_fail_within_the_bound.verifier
def _(drawn, witness):
    counts, base = witness
    good = sum(p for said, p in drawn(counts, base).exact().items()
               if all(10 * abs(count * len(said) - 40 * said.count(x)) < 120 * len(said)
                      for x, count in enumerate(counts)))
    return (1 - good) * base**42 > 36  # 36 candidates, e^(-6) = base^(-42)

@drawn_databases_fail_within_the_bound.corrupted("score without the factor m")
def _(counts: tuple[int, ...], base: Fraction) -> Law:
    rows = sum(counts)
    return proportional({said: 1 / base ** max(abs(K * count // rows - said.count(x))
                                               for x, count in enumerate(counts))
                         for said in combinations_with_replacement(range(len(counts)), K)})


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="all histograms with T = 1..4 cells, m = 1..12 rows, k = 1..6: error of the rounded database on "
                  "every point query", fingerprint=lambda rounded: rounded((1, 1, 1), 2))
@judged("<")
def rounding_is_within_one_over_k(rounded=nearest_small_database):
    for size, rows, k in product(range(1, 5), range(1, 13), range(1, 7)):
        for database in multiset_databases(range(size), rows):
            counts = point_counts(database, size)
            said = rounded(counts, k)
            worst = max(abs(k * counts[x] - rows * said.count(x)) for x in range(size))
            yield (counts, k), Fraction(worst, rows) if len(said) == k else Fraction(k), 1

@rounding_is_within_one_over_k.verifier
def _(rounded, witness):
    counts, k = witness
    said, rows = rounded(counts, k), sum(counts)
    return len(said) != k or any(abs(Fraction(c, rows) - Fraction(said.count(x), k)) >= Fraction(1, k)
                                 for x, c in enumerate(counts))

@rounding_is_within_one_over_k.corrupted("whole parts, the rows left over all at the first cell")
def _(counts, k: int) -> tuple[int, ...]:
    said = [k * count // sum(counts) for count in counts]
    said[0] += k - sum(said)
    return tuple(x for x, times in enumerate(said) for _ in range(times))


def middle_quantiles(database, k: int) -> tuple[int, ...]:
    """Return k rows of a sorted database, those at the middles of k equal parts."""
    return tuple(database[(2 * i + 1) * len(database) // (2 * k)] for i in range(k))


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="all multisets of 1 to 8 rows over T = 1..4 points, k = 1..6: error on every interval query",
       fingerprint=lambda chosen: chosen((0, 0, 1, 2), 2))
@sabotage("the first row of each part", lambda database, k: tuple(database[i * len(database) // k] for i in range(k)))
@judged("<=")
def quantiles_are_within_half_over_k(chosen=middle_quantiles):
    for size, rows, k in product(range(1, 5), range(1, 9), range(1, 7)):
        for database in multiset_databases(range(size), rows):
            pairs = zip(query_answers(database, prefix_queries(size)),
                        query_answers(chosen(database, k), prefix_queries(size)), strict=True)
            yield (database, k), max(abs(a - b) for a, b in pairs), Fraction(1, 2 * k)

@quantiles_are_within_half_over_k.verifier
def _(chosen, witness):
    database, k = witness
    said = chosen(database, k)
    return any(abs(Fraction(sum(row < j for row in database), len(database)) - Fraction(sum(x < j for x in said), k))
               > Fraction(1, 2 * k) for j in range(6))


@check("BBKN14-7.1", grade="exhaustive",
       quantifier="T = 1..4, m <= 4, k <= 4, resolutions 1, 2 and k, cap none, 1 and 2, base 3/2: all databases",
       fingerprint=lambda law: law((2, 1, 1, 0), 3, Fraction(3, 2), resolution=1, cap=None).exact())
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
                yield (database, size, k, u, cap), fast.exact(), listed(database).exact()

@law_from_the_histogram_is_the_mechanism.verifier
def _(law, witness):
    database, size, k, u, cap = witness
    weights = {}
    for candidate in combinations_with_replacement(range(size), k):
        worst = max(abs(Fraction(database.count(x), len(database)) - Fraction(candidate.count(x), k))
                    for x in range(size))
        loss = int(u * len(database) * worst)
        weights[candidate] = Fraction(2, 3) ** (loss if cap is None else min(loss, cap))
    total = sum(weights.values())
    found = law(point_counts(database, size), k, Fraction(3, 2), resolution=u, cap=cap).exact()
    return any(found.get(candidate, 0) != weight / total for candidate, weight in weights.items())


@check("BBKN14-7.1", grade="certified",
       quantifier="d = 4, 8, 16, 32, 64, alpha = beta = 1/10, e^epsilon = 2, k = ceil(2/alpha): the bound is at most "
                  "beta at the number of rows and above it with one row less",
       fingerprint=lambda rows: rows(16, 20, 2, Fraction(1, 10), Fraction(1, 10)))
@sabotage("the tail e^(-epsilon alpha m / 2)",
          lambda size, k, ratio, alpha, beta: small_database_rows(size, k, ratio**2, alpha, beta))
@judged("==")
def number_of_rows_is_least(rows=small_database_rows):
    tenth = Fraction(1, 10)
    for d in (4, 8, 16, 32, 64):
        candidates = 10 * comb(2**d + 19, 20)
        m = rows(2**d, 20, 2, tenth, tenth)
        # candidates <= 2^(m/40), raised to the power 40
        yield (d, m), (candidates**40 <= 2**m, candidates**40 <= 2 ** (m - 1)), (True, False)

@number_of_rows_is_least.verifier
def _(rows, witness):
    d, m = witness
    need = (10 * comb(2**d + 19, 20)) ** 40
    return rows(2**d, 20, 2, Fraction(1, 10), Fraction(1, 10)) == m != (need - 1).bit_length()
