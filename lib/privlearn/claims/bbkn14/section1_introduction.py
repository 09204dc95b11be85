"""BBKN14, Section 1: VC dimension against log-size, footnotes 1 and 2, the class of intervals."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, all_hold, counted, judge
from privlearn.concepts import ConceptClass, all_functions, initial_segments, point_functions, projective_plane_lines
from privlearn.dimensions import minimality_interval, vc_dimension
from privlearn.learners.lower_bounds import smallest_rows_any_learner

PAGE = "points-and-intervals/introduction"
INTRODUCTION = "1 Introduction"
CONTRIBUTIONS = "1.1 Our contributions"
TENTH = Fraction(1, 10)


def classes_on(points: int, most: int | None = None) -> Iterator[ConceptClass]:
    """Yield every non-empty class on ``points`` points, of at most ``most`` concepts if given."""
    functions = list(product((0, 1), repeat=points))
    for size in range(1, (most or len(functions)) + 1):
        for rows in combinations(functions, size):
            yield ConceptClass.from_matrix(rows)


def listed_classes() -> Iterator[ConceptClass]:
    """Yield the classes of the check: all on 3 points, all of at most 4 concepts on 4 points, and a few large ones."""
    yield from classes_on(3)
    yield from classes_on(4, most=4)
    yield all_functions(6)
    yield from (make(size) for size in (16, 64) for make in (point_functions, initial_segments))


claim("BBKN14-1.0.vc-log", kind="remark", section=INTRODUCTION, page=PAGE, uses=("BBKN14-2.3", "BBKN14-3.3"),
      title="The VC dimension is at most log2 of the number of concepts, and for points the gap is as large as it can "
            "be")


@check("BBKN14-1.0.vc-log", grade="exhaustive",
       quantifier="all 255 non-empty classes on 3 points, all 2516 classes of at most 4 concepts on 4 points, and 5 "
                  "large classes",
       fingerprint=lambda bound: bound(all_functions(2)))
def dimension_is_at_most_the_logarithm(bound=len) -> Verdict:
    return judge("<=", ((c.rows(), 2 ** vc_dimension(c), bound(c)) for c in listed_classes()))


@dimension_is_at_most_the_logarithm.verifier
def _(bound, rows):
    points = range(len(rows[0]))
    sets = (chosen for k in range(len(rows[0]) + 1) for chosen in combinations(points, k))
    largest = max(len(s) for s in sets if len({tuple(row[x] for x in s) for row in rows}) == 2 ** len(s))
    return 2**largest > bound(ConceptClass.from_matrix(rows))

dimension_is_at_most_the_logarithm.sabotage("log2 of the size, less one", lambda c: len(c) // 2)


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
       fingerprint=lambda family: family(5).rows())
def points_shatter_one_point_and_no_pair(family=point_functions) -> Verdict:
    def facts(size: int) -> tuple[int, int, int]:
        c = family(size)
        singles = sum(0 < int(column.sum()) < len(c) for column in c.matrix.T)
        return singles, shattered_pairs(c), vc_dimension(c)

    verdict = judge("==", ((size, facts(size), (size, 0, 1)) for size in range(2, 65)))
    return counted(verdict, sum(size + comb(size, 2) for size in range(2, 65)))


@points_shatter_one_point_and_no_pair.verifier
def _(family, size):
    rows = family(size).rows()
    return any(len({(row[x], row[y]) for row in rows}) == 4 for x in range(size) for y in range(x))

points_shatter_one_point_and_no_pair.sabotage("with the pair {0, 1} as one more concept",
    lambda size: point_functions(size).union(ConceptClass.from_matrix([[int(x < 2) for x in range(size)]])))


EXPONENTS = (4, 8, 16, 32, 64, 128, 256, 512, 1024)


def rows_needed(d: int) -> int:
    """Return the rows that any private proper learner needs at e^epsilon = 2, alpha = beta = 1/10."""
    return smallest_rows_any_learner(d, 2, TENTH, TENTH)


claim("BBKN14-fn1", kind="remark", section=INTRODUCTION, page=PAGE, uses=("BBKN14-3.9",),
      title="Footnote 1: the domain must be finite, since the cost of proper private learning grows without bound",
      note="The statement about continuous domains (Chaudhuri and Hsu 2011) has no finite form; only the growth of "
           "the lower bound "
           "with the size of the domain is checked.")


@check("BBKN14-fn1", grade="certified",
       quantifier="d = 4, 8, 16, ..., 1024, e^epsilon = 2, alpha = beta = 1/10: every proper private learner, every "
                  "smaller m",
       fingerprint=lambda rows: (rows(4), rows(8)))
def rows_grow_with_the_domain(rows=rows_needed) -> Verdict:
    needed = [rows(d) for d in EXPONENTS]
    growing = judge("<", (((small, large), needed[k], needed[k + 1])
                          for k, (small, large) in enumerate(zip(EXPONENTS, EXPONENTS[1:], strict=False))))
    linear = judge("<", (((d, d), d / TENTH, m)  # d ln 2 / (epsilon alpha) with epsilon = ln 2
                         for d, m in zip(EXPONENTS, needed, strict=True)))
    return all_hold(growing, linear)


@rows_grow_with_the_domain.verifier
def _(rows, witness):
    d, m = witness[1], rows(witness[1])
    others, still_fails, weight = 2**d - 2, Fraction(0), Fraction(9, 10) ** m
    for k in range(m + 1):  # weight is Pr[Bin(m, 1/10) = k]
        still_fails += weight * Fraction(others, 2**k + others).limit_denominator(10**12)
        weight = weight * (m - k) / ((k + 1) * 9)
    return still_fails - Fraction(1, 10**9) > TENTH  # this many rows leave some target with failure above beta

rows_grow_with_the_domain.sabotage("the domain frozen at 2^4 points", lambda d: rows_needed(4))


claim("BBKN14-fn2", kind="remark", section=INTRODUCTION, page=PAGE,
      uses=("BBKN14-3.1", "BBKN14-3.5", "BBKN14-3.6", "BBKN14-3.7"),
      title="Footnote 2: the lower bound holds for every alpha-minimal hypothesis class, for instance the lines of a "
            "plane")


@cache
def plane_interval(order: int) -> tuple[Fraction, Fraction]:
    """Return where the lines of the plane of an order are alpha-minimal for points.

    For orders up to 3 every line is deleted in turn; beyond, one line stands for all (the plane has a symmetry that
    takes any line to any other).
    """
    lines = projective_plane_lines(order)
    points = point_functions(lines.size)
    return minimality_interval(lines, points, None if order <= 3 else [0])


@check("BBKN14-fn2", grade="certified",
       quantifier="lines of the projective planes of order 2, 3 (every line deleted), 5, 7 (one line for all); points "
                  "and intervals on 5 points",
       fingerprint=lambda ends: ends(2))
def lines_are_minimal_between(
        ends=lambda q: (Fraction(1, q + 1), Fraction(1, q))) -> Verdict:
    def cases() -> Iterator[Any]:
        yield from ((q, plane_interval(q), ends(q)) for q in (2, 3, 5, 7))
        points, segments = point_functions(5), initial_segments(5)
        yield "points", minimality_interval(points, points), (Fraction(0), Fraction(1))
        yield "intervals", minimality_interval(segments, segments), (Fraction(0), Fraction(1, 2))

    return judge("==", cases())


@lines_are_minimal_between.verifier
def _(ends, q):
    lines = projective_plane_lines(q).rows()
    j = lines[0].index(1)  # a point on the deleted line; the q other lines through it, each with probability 1/q
    through = [line for line in lines[1:] if line[j]]
    worst = max(Fraction(sum(line[x] for line in through), len(through)) for x in range(len(lines)) if x != j)
    return len(through) == q and ends(q)[1] != worst

lines_are_minimal_between.sabotage("minimal up to 1/(q - 1)", lambda q: (Fraction(1, q + 1), Fraction(1, q - 1)))


@check("BBKN14-fn2", grade="certified",
       quantifier="projective planes of order 2, 3, 5, 7: alpha lies inside the interval of minimality",
       fingerprint=lambda alpha: alpha(2))
def lines_are_minimal_at(alpha=lambda q: Fraction(1, q + 1)) -> Verdict:
    return judge("==", ((q, plane_interval(q)[0] <= alpha(q) < plane_interval(q)[1], True) for q in (2, 3, 5, 7)))


@lines_are_minimal_at.verifier
def _(alpha, q):
    lines = projective_plane_lines(q).rows()
    rest, size = lines[1:], len(lines)
    for j in range(size):  # the remaining lines through j, uniformly: a mixture that represents the point j
        through = [line for line in rest if line[j]]
        if any(sum(line[x] for line in through) > alpha(q) * len(through) for x in range(size) if x != j):
            return False
    return True  # all points are represented without the first line: the class is not minimal

lines_are_minimal_at.sabotage("alpha = 1/q: one line is redundant", lambda q: Fraction(1, q))


claim("BBKN14-1.1.1.interval-def", kind="definition", section=CONTRIBUTIONS, page=PAGE, uses=("BBKN14-3.5",),
      title="The class of initial segments on T = 2^d points",
      erratum="Section 1.1.1 gives the domain as {1, ..., T + 1}, Definition 5.1 as [T]. On the larger domain all "
              "concepts are 0 at "
              "the last point, so nothing depends on the choice; we take [T].")


def segments_on(size: int, domain: str) -> ConceptClass:
    """Return the T + 1 initial segments on ``"[T]"`` or on ``"[T+1]"``, where none of them reaches the last point."""
    return initial_segments(size) if domain == "[T]" else initial_segments(size + 1).without(size + 1)


DOMAINS = ("[T]", "[T+1]")


@check("BBKN14-1.1.1.interval-def", grade="exhaustive",
       quantifier="T = 1..8, both domains, all j and x: T + 1 distinct functions, c_j(x) = 1 iff x < j, 0 at the "
                  "point T + 1",
       fingerprint=lambda build: build(2, "[T]").rows())
def class_is_the_definition_on_both_domains(build=segments_on) -> Verdict:
    def defined(size: int, domain: str) -> set[Any]:
        points = range(1, size + 1 + (domain == "[T+1]"))
        return {tuple(int(x < j) for x in points) for j in range(1, size + 2)}

    def cases() -> Iterator[Any]:
        for size, domain in product(range(1, 9), DOMAINS):
            c = build(size, domain)
            yield (size, domain), (len(c), set(c.rows())), (size + 1, defined(size, domain))
            yield (size, domain), set(c.restrict(range(size)).rows()), defined(size, "[T]")

    return judge("==", cases())


@class_is_the_definition_on_both_domains.verifier
def _(build, witness):
    size, domain = witness
    rows = build(size, domain).rows()
    ends = {sum(row) for row in rows if list(row) == sorted(row, reverse=True)}
    last = [row[size] for row in rows] if domain == "[T+1]" else []
    return len(rows) != size + 1 or ends != set(range(size + 1)) or any(last)

class_is_the_definition_on_both_domains.sabotage(
    "T concepts instead of T + 1", lambda size, domain: segments_on(size, domain).without(size))


def half_from_two(size: int) -> Fraction:
    """Return the end of the interval of minimality: 1/2, but 1 on a single point."""
    return Fraction(1) if size == 1 else Fraction(1, 2)


@check("BBKN14-1.1.1.interval-def", grade="exhaustive",
       quantifier="T = 1..8, both domains, every concept deleted in turn, exact games",
       fingerprint=lambda end: (end(1), end(2)))
def class_is_minimal_for_itself_below(end=half_from_two) -> Verdict:
    return judge("==", (((size, domain), minimality_interval(c, c), (Fraction(0), end(size)))
                        for size, domain in product(range(1, 9), DOMAINS) for c in [segments_on(size, domain)]))


@class_is_minimal_for_itself_below.verifier
def _(end, witness):
    size, _ = witness
    if size == 1:  # without the all-ones concept, the other one errs on the only point
        return end(size) != 1
    half = Fraction(1, 2)  # without c_j, the even mixture of its neighbours errs at two points, half the time each
    missed = [half * (int(x < 1) != int(x < 2)) + half * (int(x < 3) != int(x < 2)) for x in range(1, size + 1)]
    return end(size) != max(missed)

class_is_minimal_for_itself_below.sabotage("1/2 on every domain", lambda size: Fraction(1, 2))
