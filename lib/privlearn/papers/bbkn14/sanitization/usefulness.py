"""BBKN14, Section 7: counting queries and useful sanitizers."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations, product
from math import ceil, comb
from typing import Any

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact import Bracket, is_enclosure, solve
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import HALF, QUARTER, TENTH, THIRD
from privlearn.exact.intervals import ball, bracket_of
from privlearn.mechanisms import multiset_databases, replace_one_unordered
from privlearn.mechanisms.optima import mechanism_program
from privlearn.papers.bbkn14.sanitization import claim
from privlearn.release import (geometric_histogram, histogram_failure, is_useful, optimal_usefulness, point_queries,
                               query_answers, small_database_sanitizer, subset_queries, symmetric_usefulness,
                               usefulness)
from privlearn.release.histogram import noise_ratio_bracket
from privlearn.release.symmetric import are_symmetric


def full_program(size: int, rows: int, output_rows: int, alpha: Fraction, exp_epsilon: int, useful):
    """Return the program over all sanitizers with synthetic output, with any notion of a useful output."""
    queries = point_queries(size)
    databases, outputs = multiset_databases(range(size), rows), multiset_databases(range(size), output_rows)
    tasks = [{(db, out): 1 for out in outputs if not useful(db, query_answers(out, queries), queries, alpha)}
             for db in databases]
    return mechanism_program(databases, outputs, replace_one_unordered(databases), exp_epsilon, tasks)


claim("BBKN14-7.queries", kind="definition", uses=("BBKN14-2.1",), title="Counting queries on a database of points")


def shares_of_distinct_rows(database, queries) -> tuple[Fraction, ...]:
    return tuple(Fraction(sum(row in query for row in database), len(set(database))) for query in queries)


@check("BBKN14-7.queries", grade="exhaustive",
       quantifier="all multisets of m rows, T = 2..5, m = 1..6, all replacements, the point queries; all subset "
                  "queries for T <= 3: m times the change of an answer",
       says="replacing a row changes no answer by more than 1/m")
@sabotage("divided by the number of distinct rows", shares_of_distinct_rows)
@judged("<=")
def a_row_moves_an_answer_by_one_over_m(answers=query_answers):
    for size, rows in product((2, 3, 4, 5), range(1, 7)):
        databases = multiset_databases(range(size), rows)
        for queries in (point_queries(size), *([subset_queries(size)] if size <= 3 else [])):
            said = {database: answers(database, queries) for database in databases}
            for left, right in replace_one_unordered(databases):
                change = max(abs(a - b) for a, b in zip(said[left], said[right], strict=True))
                yield (left, right, queries), rows * change, 1

def refutes_a_row_moves_an_answer_by_one_over_m(answers, left, right, queries):
    moved = [k for k, (a, b) in enumerate(zip(answers(left, queries), answers(right, queries), strict=True))
             if len(left) * abs(a - b) > 1]
    return any(recount(left, queries[k]) != answers(left, queries)[k]
               or recount(right, queries[k]) != answers(right, queries)[k] for k in moved)


def recount(database, query) -> Fraction:
    return Fraction(sum(1 for row in database if row in query), len(database))


@check("BBKN14-7.queries", grade="exhaustive",
       quantifier="all multisets of 1 to 6 rows over T = 1..5 points: the sum over the points; of 1 to 4 rows: all "
                  "points, and all 2^T sets of points, each asked once: counts over the number of rows",
       says="each point, or set of points, is asked once and answered by its share of the rows; the points' shares sum "
            "to 1")
@verifier(lambda answers, database, queries: not isinstance(database, int) and any(
    said != recount(database, query) for said, query in zip(answers(database, queries), queries, strict=True)))
@sabotage("divided by the number of distinct rows", shares_of_distinct_rows)
@judged("==")
def each_set_of_points_is_asked_once(answers=query_answers):
    for size in range(1, 6):
        for database in (d for rows in range(1, 7) for d in multiset_databases(range(size), rows)):
            yield (database, point_queries(size)), sum(answers(database, point_queries(size))), 1
        points = [frozenset([x]) for x in range(size)]
        sets = [frozenset(x for x in range(size) if mask >> x & 1) for mask in range(2**size)]
        for queries, expected in ((point_queries(size), points), (subset_queries(size), sets)):
            yield (size, len(expected)), sorted(map(sorted, queries)), sorted(map(sorted, expected))
            for rows in range(1, 5):
                for database in multiset_databases(range(size), rows):
                    right = {query: Fraction(sum(map(query.__contains__, database)), rows) for query in expected}
                    yield (database, queries), dict(zip(queries, answers(database, queries), strict=True)), right


claim("BBKN14-7.useful", kind="definition", uses=("BBKN14-7.queries", "BBKN14-2.1", "BBKN14-fn3"),
      title="A sanitizer is useful if, on every database, all answers are close with high probability",
      note="The optima over all sanitizers with synthetic output are far below what the packing of Theorem 7.2 "
           "allows: on these instances the theorem is not tight.")

INSTANCES = ((3, 3, 3, THIRD), (3, 3, 6, THIRD), (3, 4, 8, QUARTER))  # (T, m, k, alpha)


def sanitizers(size: int) -> list[tuple[str, Any, Any]]:
    """Return two sanitizers of points: name, mechanism, and how its outcomes answer the queries."""
    return [("histogram", geometric_histogram(size, 4), lambda db, outcome: [Fraction(v, len(db)) for v in outcome]),
            ("small databases", small_database_sanitizer(size, 3, point_queries(size), Fraction(2), resolution=1),
             lambda db, outcome: query_answers(outcome, point_queries(size)))]


@check("BBKN14-7.useful", grade="exhaustive",
       quantifier="all multisets of 2, 3, 4 rows over 3 points: least success over the databases of the geometric "
                  "histogram (e^epsilon = 4) and of small databases of 3 rows, alpha = 1/4, 1/3, 1/2, against the "
                  "counts at every database",
       says="the success at each database is that by counts, and the usefulness is the least of them")
@sabotage("errors of exactly alpha allowed",
          lambda database, answers, queries, alpha: all(
          abs(t - s) <= alpha for t, s in zip(query_answers(database, queries), answers, strict=True)))
@sabotage("the first query only",
          lambda database, answers, queries, alpha: abs(query_answers(database, queries)[0] - answers[0]) < alpha)
@judged("==")
def usefulness_is_the_worst_case(useful=is_useful):
    queries = point_queries(3)
    for rows, alpha in product((2, 3, 4), (QUARTER, THIRD, HALF)):
        for name, mechanism, answers in sanitizers(3):
            databases = multiset_databases(range(3), rows)
            least, database = usefulness(mechanism, databases, queries, alpha, answers)
            tables = {db: mechanism(db).exact() for db in databases}
            right = {db: sum(p for outcome, p in table.items() if misses_less(db, answers(db, outcome), alpha))
                     for db, table in tables.items()}
            for db, table in tables.items():
                good = sum(p for outcome, p in table.items() if useful(db, answers(db, outcome), queries, alpha))
                yield (name, db, alpha), good, right[db]
            yield (name, database, alpha, "least"), (least, least), (min(right.values()), right[database])


def misses_less(database, answers, alpha: Fraction) -> bool:
    """Decide whether the share of each point 0, 1, 2 is missed by less than ``alpha``, in whole rows."""
    rows = len(database)
    return all(-alpha * rows < database.count(x) - said * rows < alpha * rows for x, said in enumerate(answers))


def refutes_usefulness_is_the_worst_case(useful, witness):
    name, database, alpha, *_ = witness
    mechanism, answers = next(entry[1:] for entry in sanitizers(3) if entry[0] == name)
    truth = [Fraction(database.count(x), len(database)) for x in range(3)]
    wrong = [outcome for outcome in mechanism(database).exact()
             if useful(database, answers(database, outcome), point_queries(3), alpha)
             != all(abs(t - s) < alpha for t, s in zip(truth, answers(database, outcome), strict=True))]
    return bool(wrong)


HUGE = tuple(product((2**16, 2**512), (137, 5000), (TENTH, QUARTER), (2, 4)))  # T, m, alpha, e^epsilon


def by_series(size: int, rows: int, alpha: Fraction, g: Fraction) -> Fraction:
    """Return the probability that one of ``size`` two-sided geometric noises of ratio g is ``alpha rows`` or more."""
    small = [v for v in range(-rows, rows + 1) if abs(v) < alpha * rows]
    return 1 - sum((1 - g) / (1 + g) * g ** abs(v) for v in small) ** size


@check("BBKN14-7.useful", grade="certified",
       quantifier="the geometric histogram, not clamped: T = 1, 2, 3, m = 1..6, alpha = 1/6, 1/4, 1/3, 1/2, 1, ratio "
                  "of the noise 1/2, 1/3, as a number and as a bracket, against the law of the noise; T = 2^16, 2^512, "
                  "m = 137, 5000, alpha = 1/10, 1/4, e^epsilon = 2, 4: brackets of width 2^-100 against balls",
       says="the failure is the probability that some noise is alpha m or more")
@sabotage("one noisy count instead of all", lambda size, rows, alpha, g: histogram_failure(1, rows, alpha, g))
@sabotage("noise of exactly alpha m allowed",
          lambda size, rows, alpha, g: histogram_failure(size, rows, alpha + Fraction(1, 100 * rows), g))
@judged("==")
def histogram_fails_when_some_noise_is_large(failure=histogram_failure):
    for size, rows, k, g in product((1, 2, 3), range(1, 7), (6, 4, 3, 2, 1), (HALF, THIRD)):
        right = by_series(size, rows, Fraction(1, k), g)
        yield (size, rows, Fraction(1, k), g), failure(size, rows, Fraction(1, k), g), right
        found = as_bracket(failure(size, rows, Fraction(1, k), Bracket(g, g)))
        yield (size, rows, Fraction(1, k), g, "bracket"), is_narrow_around(found, as_bracket(right)), True
    for size, rows, alpha, ratio in HUGE:
        found = as_bracket(failure(size, rows, alpha, noise_ratio_bracket(ratio, 1400)))
        yield (size, rows, alpha, ratio, "huge"), is_narrow_around(found, by_balls(size, rows, alpha, ratio)), True


def is_narrow_around(found: Bracket, right: Bracket) -> bool:
    """Decide whether a bracket of width at most 2^-100 meets another."""
    width = found.upper - found.lower
    return found.lower <= right.upper and right.lower <= found.upper and width <= Fraction(1, 2**100)


def by_balls(size: int, rows: int, alpha: Fraction, ratio: int) -> Bracket:
    """Enclose ``1 - (1 - 2 g^k/(1 + g))^T``, ``k = ceil(alpha m)``, ``g = ratio^(-1/2)``, by ball arithmetic."""
    k = ceil(alpha * rows)
    return bracket_of(lambda: 1 - (1 - 2 * (g := 1 / ball(ratio).sqrt()) ** k / (1 + g)) ** size, 1400)


def refutes_histogram_fails_when_some_noise_is_large(failure, witness):
    size, rows, alpha, g, *kind = witness
    if kind == ["huge"]:
        return not is_narrow_around(as_bracket(failure(size, rows, alpha, noise_ratio_bracket(g, 1400))),
                                    by_balls(size, rows, alpha, g))
    right = 1 - (1 - 2 * g ** -(-alpha * rows // 1) / (1 + g)) ** size
    if kind:
        return not is_narrow_around(as_bracket(failure(size, rows, alpha, Bracket(g, g))), as_bracket(right))
    return failure(size, rows, alpha, g) != right


FAMILIES = tuple((size, frozenset(family)) for size in (1, 2, 3) for count in range(1, 2**size + 1)
                 for family in combinations(subset_queries(size), count))


@check("BBKN14-7.useful", grade="exhaustive",
       quantifier="all 273 non-empty sets of queries on T = 1, 2, 3 points: permuting points permutes them just where "
                  "with one query all of its size are asked",
       says="queries pass the symmetry test exactly if with one query all of its size are asked")
@sabotage("one query of each size is enough", lambda queries, size: len({len(q) for q in queries}) == size + 1)
@judged("==")
def symmetric_queries_are_all_of_some_sizes(test=are_symmetric):
    for size, queries in FAMILIES:
        asked = Counter(map(len, queries))
        yield (size, queries), test(queries, size), all(count == comb(size, k) for k, count in asked.items())

def refutes_symmetric_queries_are_all_of_some_sizes(test, size, queries):
    moved = [{frozenset(order[x] for x in query) for query in queries} for order in permutations(range(size))]
    return test(queries, size) != all(family == queries for family in moved)


@check("BBKN14-7.useful", grade="certified",
       quantifier="(T, m, k, alpha) = (3, 3, 3, 1/3), (3, 3, 6, 1/3), (3, 4, 8, 1/4), e^epsilon = 2 and 4: the "
                  "optimum over all private sanitizers, by the full program and by the program reduced by symmetry",
       says="{the optimum of the full program} equals {the optimum of the reduced program}",
       reason="The full program at (4, 4, 8, 1/4) takes minutes; there the reduced one alone is solved, for Theorem "
              "7.2.")
@judged("==")
def two_programs_agree_on_the_optimum(best=optimal_usefulness):
    for size, rows, outputs, alpha in INSTANCES:
        for ratio in (2, 4):
            found = best(size, rows, outputs, point_queries(size), alpha, ratio)
            reduced = symmetric_usefulness(size, rows, outputs, point_queries(size), alpha, ratio)
            yield (size, rows, outputs, alpha, ratio), 1 - found.value, 1 - reduced.value

def refutes_two_programs_agree_on_the_optimum(best, size, rows, outputs, alpha, ratio):
    program = full_program(size, rows, outputs, alpha, ratio, is_useful)
    found, honest = best(size, rows, outputs, point_queries(size), alpha, ratio), solve(program)
    return is_enclosure(honest, program) and (found.upper < honest.lower or honest.upper < found.lower)

@two_programs_agree_on_the_optimum.corrupted("errors of exactly alpha allowed: the optimum increases")
def errors_exactly_alpha_allowed_optimum_increases(size, rows, outputs, queries, alpha, ratio):
    def allowed(database, answers, asked, most) -> bool:
        return all(abs(t - s) <= most for t, s in zip(query_answers(database, asked), answers, strict=True))

    return solve(full_program(size, rows, outputs, alpha, ratio, allowed))
