"""BBKN14, Section 1: the VC dimension bounds what learning costs; where lines and initial segments are minimal."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.concepts import (ConceptClass, all_classes, all_functions, initial_segments, point_functions,
                                projective_plane_lines)
from privlearn.dimensions import vc_dimension
from privlearn.dimensions.representation import minimality_interval
from privlearn.dimensions.representation.games import plane_interval
from privlearn.exact import is_at_most, is_enclosure, solve
from privlearn.exact.formulas import Value, formula, log2
from privlearn.exact.fractions import EIGHTH, TENTH
from privlearn.learning import bayes_risk
from privlearn.learning.shattered_sets import bayes_risk_by_enumeration
from privlearn.papers.bbkn14.introduction import claim
from privlearn.papers.bbkn14.introduction.instances import DOMAIN_BITS, rows_needed, segments_on
from privlearn.release import subset_queries
from privlearn.release.counting_queries import Queries
from privlearn.release.symmetric import symmetric_program


def listed_classes() -> Iterator[ConceptClass]:
    """Yield the classes of the check: all on 3 points, all of at most 4 concepts on 4 points, and a few large ones."""
    yield all_functions(6)
    yield from all_classes(3)
    yield from (ConceptClass.from_matrix(rows) for concepts in range(1, 5)
                for rows in combinations(product((0, 1), repeat=4), concepts))
    yield from (make(size) for size in (16, 64) for make in (point_functions, initial_segments))


@formula("at most", tex={"size": r"\abs{\mathcal C}"}, corners={"size": (1, 2, 3, 5, 64)})
def log_of_size(size: int) -> Value:
    """Return a bound on the VC dimension of so many concepts."""
    return log2(size)


claim("BBKN14-1.0.vc-log", kind="remark", uses=("BBKN14-2.3", "BBKN14-3.3"), formulas=(log_of_size,),
      title="The VC dimension is at most log2 of the number of concepts, and for points the gap is as large as it "
            "can be")


@check("BBKN14-1.0.vc-log", grade="exhaustive",
       quantifier="all 255 non-empty classes on 3 points, all 2516 classes of at most 4 concepts on 4 points, and 5 "
                  "large classes",
       says="{the VC dimension} is at most {log2 of the number of concepts}")
def dimension_is_at_most_the_logarithm(bound=log_of_size) -> Verdict:
    return judge("<=", ((c.rows(), vc_dimension(c), bound(len(c))) for c in listed_classes()))

def refutes_dimension_is_at_most_the_logarithm(bound, rows):
    points = range(len(rows[0]))
    sets = (chosen for k in range(len(rows[0]) + 1) for chosen in combinations(points, k))
    largest = max(len(s) for s in sets if len({tuple(row[x] for x in s) for row in rows}) == 2 ** len(s))
    return not is_at_most(largest, bound(len(rows)))


def shattered_pairs(c: ConceptClass) -> int:
    """Return the number of pairs of points with all four patterns, from inner products of columns."""
    ones = c.matrix.astype(np.int64)
    zeros = 1 - ones
    tables = [left.T @ right for left in (ones, zeros) for right in (ones, zeros)]
    full = np.logical_and.reduce([table > 0 for table in tables])
    return int(np.triu(full, 1).sum())


@check("BBKN14-1.0.vc-log", grade="exhaustive",
       quantifier="T = 2..64: every point shattered, none of the C(T, 2) pairs shattered, and the general search "
                  "agrees",
       says="every point is shattered, no pair of points is, and the VC dimension is 1")
@sabotage("with the pair {0, 1} as one more concept",
          lambda size: point_functions(size).union(ConceptClass.from_matrix([[int(x < 2) for x in range(size)]])))
@judged("==")
def points_shatter_one_point_and_no_pair(family=point_functions):
    for size in range(2, 65):
        c = family(size)
        singles = sum(0 < int(column.sum()) < len(c) for column in c.matrix.T)
        yield size, (singles, shattered_pairs(c), vc_dimension(c)), (size, 0, 1), size + comb(size, 2)

def refutes_points_shatter_one_point_and_no_pair(family, size):
    rows = family(size).rows()
    return any(len({(row[x], row[y]) for row in rows}) == 4 for x in range(size) for y in range(x))


claim("BBKN14-fn1", kind="remark", status="quoted",
      reason="a theorem of Chaudhuri and Hsu; the growth of the lower bound on finite domains is only its shadow",
      uses=("BBKN14-3.9",),
      title="Footnote 1: the domain must be finite, since the cost of proper private learning grows without bound",
      note="The statement about continuous domains (Chaudhuri and Hsu 2011) has no finite form; only the growth of "
           "the lower bound with the size of the domain is checked.")


@check("BBKN14-fn1", grade="certified",
       quantifier="d = 4, 8, 16, ..., 1024, e^epsilon = 2, alpha = beta = 1/10: every proper private learner, every "
                  "smaller m",
       says="the rows needed grow with every doubling of d and exceed d ln 2/(epsilon alpha)")
@sabotage("the domain frozen at 2^4 points", lambda d: rows_needed(4))
def rows_grow_with_the_domain(rows=rows_needed) -> Verdict:
    needed = [rows(d) for d in DOMAIN_BITS]
    growing = judge("<", (((small, large), needed[k], needed[k + 1])
                          for k, (small, large) in enumerate(zip(DOMAIN_BITS, DOMAIN_BITS[1:], strict=False))))
    linear = judge("<", (((d, d), d / TENTH, m)  # d ln 2 / (epsilon alpha) with epsilon = ln 2
                         for d, m in zip(DOMAIN_BITS, needed, strict=True)))
    return all_hold(growing, linear)

def refutes_rows_grow_with_the_domain(rows, witness):
    d, m = witness[1], rows(witness[1])
    others, still_fails, weight = 2**d - 2, Fraction(0), Fraction(9, 10) ** m
    for k in range(m + 1):  # weight is Pr[Bin(m, 1/10) = k]
        still_fails += weight * Fraction(others, 2**k + others).limit_denominator(10**12)
        weight = weight * (m - k) / ((k + 1) * 9)
    return still_fails - Fraction(1, 10**9) > TENTH  # this many rows leave some target with failure above beta


claim("BBKN14-1.2.vc-lower", kind="remark", status="quoted",
      reason="the bound for learners is by Ehrenfeucht, Haussler, Kearns and Valiant, that for sanitizers by Blum, "
             "Ligett and Roth; exact risks and small optima illustrate them",
      section="1.2 Related work", uses=("BBKN14-2.2", "BBKN14-2.3", "BBKN14-fn3"),
      title="Learning, private or not, and sanitizing cost at least a constant times the VC dimension",
      note="For learning, the bound is checked up to VC dimension 64, for every learner; for sanitizing, the optimum "
           "over all private mechanisms with synthetic output of four rows falls as the shattered domain grows (v = "
           "2 to 6).")

SEVENTH = Fraction(1, 7)
ROWS, HALF, RATIO = 4, Fraction(1, 2), 4  # rows of input and output, alpha, e^epsilon of the release check


@check("BBKN14-1.2.vc-lower", grade="exact",
       quantifier="every learner, every class that shatters v = 2, 3, ..., 64 points, n = floor(v/2) samples, alpha = "
                  "1/8",
       says="{one seventh} is at most {the best learner's failure probability}")
@sabotage("n = 8 v samples", lambda v: 8 * v)
def every_learner_errs_with_probability_a_seventh(samples=lambda v: v // 2) -> Verdict:
    return judge("<=", (((v, samples(v)), SEVENTH, bayes_risk(v, samples(v), EIGHTH)) for v in range(2, 65)))

def refutes_every_learner_errs_with_probability_a_seventh(samples, v, n):
    unseen_at_all = v * Fraction(v - 1, v) ** n  # a learner that repeats what it saw errs only if a point is unseen
    return n == samples(v) and unseen_at_all < SEVENTH


@check("BBKN14-1.2.vc-lower", grade="exhaustive",
       quantifier="v = 1..4, n <= 3 (n <= 5 for v <= 3), alpha = 0, 1/8, 1/3: every sample, target and answer "
                  "against the closed form",
       says="{the closed form of the least failure} equals {the least failure by enumeration}")
@sabotage("samples taken for distinct", lambda v, n, alpha: 1 - Fraction(1, 2 ** max(0, v - n)))
def risk_is_the_best_answer_to_every_sample(risk=bayes_risk) -> Verdict:
    games = [(v, n) for v in (1, 2, 3, 4) for n in range(6 if v < 4 else 4)]
    return judge("==", (((v, n, a), risk(v, n, a), bayes_risk_by_enumeration(v, n, a))
                        for (v, n), a in product(games, (Fraction(0), EIGHTH, Fraction(1, 3)))))

def refutes_risk_is_the_best_answer_to_every_sample(risk, v, n, alpha):
    total = Fraction(0)
    for sample in product(range(v), repeat=n):  # any answer to the unseen points is as good as all zeros
        unseen = v - len(set(sample))
        wrong = [sum(bits) > alpha * v for bits in product((0, 1), repeat=unseen)]
        total += Fraction(sum(wrong), len(wrong))
    return risk(v, n, alpha) != total / v**n


def best_usefulness(v: int, queries: Queries) -> tuple[Fraction, Fraction]:
    """Return certified lower and upper bounds of the best usefulness over all private mechanisms."""
    program = symmetric_program(v, ROWS, ROWS, queries, HALF, RATIO)
    enclosure = solve(program)
    if not is_enclosure(enclosure, program):
        raise AssertionError("the enclosure of the linear program does not verify")
    return 1 - enclosure.upper, 1 - enclosure.lower


@check("BBKN14-1.2.vc-lower", grade="certified",
       quantifier="v = 2, 3, 4, 5, 6 shattered points, all databases of 4 rows, all mechanisms of ratio 4 with "
                  "synthetic output of 4 rows, alpha = 1/2 (strict)",
       says="{the best success with v + 1 points} is less than {the best success with v points}")
@sabotage("queries that shatter nothing: the empty and the full set", lambda v: (frozenset(), frozenset(range(v))))
def best_usefulness_falls_with_the_dimension(queries=subset_queries) -> Verdict:
    optima = {v: best_usefulness(v, queries(v)) for v in (2, 3, 4, 5, 6)}
    return judge("<", ((v, optima[v + 1][1], optima[v][0]) for v in (2, 3, 4, 5)))

def refutes_best_usefulness_falls_with_the_dimension(queries, v):
    # if no query tells two points apart, a release of anything is useful for everything, on v + 1 points as on v
    return all(len({point in query for point in range(size)}) == 1 for size in (v, v + 1) for query in queries(size))


@formula("equals", tex={"1 / (q + 1)": "1/(q+1)"}, corners={"q": (2, 3, 5, 7)})
def error_of_all_lines(q: int) -> Value:
    """Return the error with which the lines of a plane represent the points."""
    return 1 / (q + 1)


@formula("equals", tex={"1 / q": "1/q"}, corners={"q": (2, 3, 5, 7)})
def error_without_a_line(q: int) -> Value:
    """Return the error with which they do without one line."""
    return 1 / q


claim("BBKN14-fn2", kind="remark", status="checked", formulas=(error_of_all_lines, error_without_a_line),
      reason="which classes are minimal is computed here; the lower bound for them has its own theorem",
      uses=("BBKN14-3.1", "BBKN14-3.5", "BBKN14-3.6", "BBKN14-3.7"),
      title="Footnote 2: the lower bound holds for every alpha-minimal hypothesis class, for instance the lines of "
            "a plane")


@check("BBKN14-fn2", grade="certified",
       quantifier="lines of the projective planes of order 2, 3 (every line deleted), 5, 7 (one line for all); "
                  "points and intervals on 5 points",
       says="lines are minimal exactly for 1/(q + 1) <= alpha < 1/q, points for alpha < 1, intervals for alpha < 1/2")
@judged("==")
def lines_are_minimal_between(ends=(error_of_all_lines, error_without_a_line)):
    yield from ((q, plane_interval(q), tuple(Fraction(end(q)) for end in ends)) for q in (2, 3, 5, 7))
    points, segments = point_functions(5), initial_segments(5)
    yield "points", minimality_interval(points, points), (Fraction(0), Fraction(1))
    yield "intervals", minimality_interval(segments, segments), (Fraction(0), Fraction(1, 2))

def refutes_lines_are_minimal_between(ends, q):
    lines = projective_plane_lines(q).rows()
    j = lines[0].index(1)  # a point on the deleted line; the q other lines through it, each with probability 1/q
    through = [line for line in lines[1:] if line[j]]
    worst = max(Fraction(sum(line[x] for line in through), len(through)) for x in range(len(lines)) if x != j)
    least = Fraction(1, len([line for line in lines if line[j]]))  # with the line that was deleted
    return len(through) == q and (ends[1](q) != worst or ends[0](q) != least)


@check("BBKN14-fn2", grade="certified",
       quantifier="projective planes of order 2, 3, 5, 7: alpha lies inside the interval of minimality",
       says="the lines are a minimal class for the points at alpha = 1/(q + 1)")
@sabotage("alpha = 1/q: one line is redundant", lambda q: Fraction(1, q))
def lines_are_minimal_at(alpha=lambda q: error_of_all_lines(q)) -> Verdict:
    return judge("==", ((q, plane_interval(q)[0] <= alpha(q) < plane_interval(q)[1], True) for q in (2, 3, 5, 7)))

def refutes_lines_are_minimal_at(alpha, q):
    lines = projective_plane_lines(q).rows()
    rest, size = lines[1:], len(lines)
    for j in range(size):  # the remaining lines through j, uniformly: a mixture that represents the point j
        through = [line for line in rest if line[j]]
        if any(sum(line[x] for line in through) > alpha(q) * len(through) for x in range(size) if x != j):
            return False
    return True  # all points are represented without the first line: the class is not minimal


claim("BBKN14-1.1.1.interval-def", kind="definition", section="1.1 Our contributions", uses=("BBKN14-3.5",),
      title="The class of initial segments on T = 2^d points", erratum_kind="convention",
      erratum="Section 1.1.1 gives the domain as {1, ..., T + 1}, Definition 5.1 as [T]. On the larger domain all "
              "concepts are 0 at the last point, so nothing depends on the choice; we take [T].")

DOMAINS = ("[T]", "[T+1]")


@check("BBKN14-1.1.1.interval-def", grade="exhaustive",
       quantifier="T = 1..8, both domains, all j and x: T + 1 distinct functions, c_j(x) = 1 iff x < j, 0 at the point "
                  "T + 1",
       says="the class consists of the T + 1 functions that are 1 exactly at the points x < j")
@sabotage("T concepts instead of T + 1", lambda size, domain: segments_on(size, domain).without(size))
@judged("==")
def class_is_the_definition_on_both_domains(build=segments_on):
    def defined(size: int, domain: str) -> set[Any]:
        points = range(1, size + 1 + (domain == "[T+1]"))
        return {tuple(int(x < j) for x in points) for j in range(1, size + 2)}
    for size, domain in product(range(1, 9), DOMAINS):
        c = build(size, domain)
        yield (size, domain), (len(c), set(c.rows())), (size + 1, defined(size, domain))
        yield (size, domain), set(c.restrict(range(size)).rows()), defined(size, "[T]")

def refutes_class_is_the_definition_on_both_domains(build, size, domain):
    rows = build(size, domain).rows()
    ends = {sum(row) for row in rows if list(row) == sorted(row, reverse=True)}
    last = [row[size] for row in rows] if domain == "[T+1]" else []
    return len(rows) != size + 1 or ends != set(range(size + 1)) or any(last)


@check("BBKN14-1.1.1.interval-def", grade="exhaustive",
       quantifier="T = 1..8, both domains, every concept deleted in turn, exact games",
       says="the class is minimal for itself exactly for alpha < 1/2, and for alpha < 1 if T = 1")
@sabotage("1/2 on every domain", lambda size: Fraction(1, 2))
def class_is_minimal_for_itself_below(end=lambda size: Fraction(1) if size == 1 else Fraction(1, 2)) -> Verdict:
    return judge("==", (((size, domain), minimality_interval(c, c), (Fraction(0), end(size)))
                        for size, domain in product(range(1, 9), DOMAINS) for c in [segments_on(size, domain)]))

def refutes_class_is_minimal_for_itself_below(end, size, _):
    if size == 1:  # without the all-ones concept, the other one errs on the only point
        return end(size) != 1
    half = Fraction(1, 2)  # without c_j, the even mixture of its neighbours errs at two points, half the time each
    missed = [half * (int(x < 1) != int(x < 2)) + half * (int(x < 3) != int(x < 2)) for x in range(1, size + 1)]
    return end(size) != max(missed)
