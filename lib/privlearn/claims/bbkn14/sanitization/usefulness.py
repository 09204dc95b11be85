"""BBKN14, Section 7: counting queries and useful sanitizers."""

from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.claims import Verdict, check, judge, judged, sabotage
from privlearn.claims.bbkn14.sanitization import claim
from privlearn.claims.bbkn14.sanitization.instances import full_program
from privlearn.claims.fractions import HALF, QUARTER, THIRD
from privlearn.exact import is_enclosure, solve
from privlearn.mechanisms import multiset_databases, replace_one_unordered
from privlearn.release import (geometric_histogram, is_useful, optimal_usefulness, point_queries, query_answers,
                               small_database_sanitizer, subset_queries, symmetric_usefulness, usefulness)

claim("BBKN14-7.queries", kind="definition", uses=("BBKN14-2.1",), title="Counting queries on a database of points")


@check("BBKN14-7.queries", grade="exhaustive",
       quantifier="all multisets of m rows, T = 2..5, m = 1..6, all replacements, the point queries; all subset "
                  "queries for T <= 3: m times the change of an answer",
       fingerprint=lambda answers: answers((0, 0, 1), point_queries(2)))
@sabotage("divided by the number of distinct rows",
          lambda database, queries: tuple(
          Fraction(sum(row in query for row in database), len(set(database))) for query in queries))
@judged("<=")
def a_row_moves_an_answer_by_one_over_m(answers=query_answers):
    for size, rows in product((2, 3, 4, 5), range(1, 7)):
        databases = multiset_databases(range(size), rows)
        for queries in (point_queries(size), *([subset_queries(size)] if size <= 3 else [])):
            said = {database: answers(database, queries) for database in databases}
            for left, right in replace_one_unordered(databases):
                change = max(abs(a - b) for a, b in zip(said[left], said[right], strict=True))
                yield (left, right, queries), rows * change, 1

@a_row_moves_an_answer_by_one_over_m.verifier
def _(answers, witness):
    left, right, queries = witness
    moved = [k for k, (a, b) in enumerate(zip(answers(left, queries), answers(right, queries), strict=True))
             if len(left) * abs(a - b) > 1]
    return any(recount(left, queries[k]) != answers(left, queries)[k]
               or recount(right, queries[k]) != answers(right, queries)[k] for k in moved)


def recount(database, query) -> Fraction:
    """Return the fraction of rows in the query, from the definition."""
    return Fraction(sum(1 for row in database if row in query), len(database))


@check("BBKN14-7.queries", grade="exhaustive", quantifier="all multisets of 1 to 6 rows over T = 1..5 points",
       fingerprint=lambda answers: answers((0, 0, 1), point_queries(2)))
@sabotage("divided by the number of distinct rows",
          lambda database, queries: tuple(
          Fraction(sum(row in query for row in database), len(set(database))) for query in queries))
def point_answers_sum_to_one(answers=query_answers) -> Verdict:
    return judge("==", ((database, sum(answers(database, point_queries(size))), 1)
                        for size in range(1, 6) for rows in range(1, 7)
                        for database in multiset_databases(range(size), rows)))

@point_answers_sum_to_one.verifier
def _(answers, database):
    queries = point_queries(max(database) + 1)
    return any(answers(database, queries)[k] != recount(database, query) for k, query in enumerate(queries))


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
                  "counts at the named database",
       fingerprint=lambda useful: [useful((0, 0, 1), answers, point_queries(3), Fraction(1, 6))
                                   for answers in ((HALF, HALF, 0), (2 * THIRD, 0, THIRD))])
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
            success = {db: sum((p for outcome, p in table.items()
                                if useful(db, answers(db, outcome), queries, alpha)), Fraction(0))
                       for db, table in tables.items()}
            yield (name, database, alpha), least, min(success.values())

@usefulness_is_the_worst_case.verifier
def _(useful, witness):
    name, database, alpha = witness
    mechanism, answers = next(entry[1:] for entry in sanitizers(3) if entry[0] == name)
    truth = [Fraction(database.count(x), len(database)) for x in range(3)]
    wrong = [outcome for outcome in mechanism(database).exact()
             if useful(database, answers(database, outcome), point_queries(3), alpha)
             != all(abs(t - s) < alpha for t, s in zip(truth, answers(database, outcome), strict=True))]
    return bool(wrong)


@check("BBKN14-7.useful", grade="certified",
       quantifier="(T, m, k, alpha) = (3, 3, 3, 1/3), (3, 3, 6, 1/3), (3, 4, 8, 1/4), e^epsilon = 2 and 4: the "
                  "optimum over all private sanitizers, by the full program and by the program reduced by symmetry",
       reason="The full program at (4, 4, 8, 1/4) takes minutes; there the reduced one alone is solved, for Theorem "
              "7.2.",
       fingerprint=lambda useful: [useful((0, 0, 1), answers, point_queries(3), Fraction(1, 6))
                                   for answers in ((HALF, HALF, 0), (2 * THIRD, 0, THIRD))])
@sabotage("errors of exactly alpha allowed: the optimum increases",
          lambda database, answers, queries, alpha: all(
          abs(t - s) <= alpha for t, s in zip(query_answers(database, queries), answers, strict=True)))
@judged("==")
def two_programs_agree_on_the_optimum(useful=is_useful):
    for size, rows, outputs, alpha in INSTANCES:
        for ratio in (2, 4):
            best = solve(full_program(size, rows, outputs, alpha, ratio, useful))
            reduced = symmetric_usefulness(size, rows, outputs, point_queries(size), alpha, ratio)
            yield (size, rows, outputs, alpha, ratio), 1 - best.value, 1 - reduced.value

@two_programs_agree_on_the_optimum.verifier
def _(useful, witness):
    size, rows, outputs, alpha, ratio = witness
    program = full_program(size, rows, outputs, alpha, ratio, useful)
    true_program = full_program(size, rows, outputs, alpha, ratio, is_useful)
    best, honest = solve(program), optimal_usefulness(size, rows, outputs, point_queries(size), alpha, ratio)
    return is_enclosure(best, program) and is_enclosure(honest, true_program) and best.upper < honest.lower
