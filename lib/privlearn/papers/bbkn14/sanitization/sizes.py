"""BBKN14, Section 7: Theorem 7.1, how many synthetic rows are enough, and how many rows to choose them by."""

from fractions import Fraction
from itertools import product
from math import comb

from privlearn.checking import check, judged, sabotage
from privlearn.exact.fractions import HUNDREDTH, TENTH, THIRD
from privlearn.exact.intervals import ball, bracket_of
from privlearn.mechanisms import multiset_databases
from privlearn.papers.bbkn14.sanitization.small_databases import ALPHA, prefix_queries
from privlearn.release import nearest_small_database, point_counts, query_answers, small_database_rows


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
@sabotage("the first row of each part", lambda database, k: tuple(database[i * len(database) // k] for i in range(k)))
@judged("<=")
def quantiles_are_within_half_over_k(
        chosen=lambda database, k: tuple(database[(2 * i + 1) * len(database) // (2 * k)] for i in range(k))):
    for size, rows, k in product(range(1, 5), range(1, 9), range(1, 7)):
        for database in multiset_databases(range(size), rows):
            pairs = zip(query_answers(database, prefix_queries(size)),
                        query_answers(chosen(database, k), prefix_queries(size)), strict=True)
            yield (database, k), max(abs(a - b) for a, b in pairs), Fraction(1, 2 * k)

def refutes_quantiles_are_within_half_over_k(chosen, database, k):
    said = chosen(database, k)
    return any(abs(Fraction(sum(row < j for row in database), len(database)) - Fraction(sum(x < j for x in said), k))
               > Fraction(1, 2 * k) for j in range(6))


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
