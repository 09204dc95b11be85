"""BBKN14, Section 1: where lines of projective planes and initial segments are minimal (footnote 2, intervals)."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import initial_segments, point_functions, projective_plane_lines
from privlearn.dimensions.representation import minimality_interval
from privlearn.dimensions.representation.games import plane_interval
from privlearn.papers.bbkn14.introduction import claim
from privlearn.papers.bbkn14.introduction.instances import segments_on

claim("BBKN14-fn2", kind="remark", status="checked",
      reason="which classes are minimal is computed here; the lower bound for them has its own theorem",
      uses=("BBKN14-3.1", "BBKN14-3.5", "BBKN14-3.6", "BBKN14-3.7"),
      title="Footnote 2: the lower bound holds for every alpha-minimal hypothesis class, for instance the lines of "
            "a plane")


@check("BBKN14-fn2", grade="certified",
       quantifier="lines of the projective planes of order 2, 3 (every line deleted), 5, 7 (one line for all); "
                  "points and intervals on 5 points",
       says="lines are minimal exactly for 1/(q + 1) <= alpha < 1/q, points for alpha < 1, intervals for alpha < 1/2")
@sabotage("minimal up to 1/(q - 1)", lambda q: (Fraction(1, q + 1), Fraction(1, q - 1)))
@judged("==")
def lines_are_minimal_between(ends=lambda q: (Fraction(1, q + 1), Fraction(1, q))):
    yield from ((q, plane_interval(q), ends(q)) for q in (2, 3, 5, 7))
    points, segments = point_functions(5), initial_segments(5)
    yield "points", minimality_interval(points, points), (Fraction(0), Fraction(1))
    yield "intervals", minimality_interval(segments, segments), (Fraction(0), Fraction(1, 2))

def refutes_lines_are_minimal_between(ends, q):
    lines = projective_plane_lines(q).rows()
    j = lines[0].index(1)  # a point on the deleted line; the q other lines through it, each with probability 1/q
    through = [line for line in lines[1:] if line[j]]
    worst = max(Fraction(sum(line[x] for line in through), len(through)) for x in range(len(lines)) if x != j)
    return len(through) == q and ends(q)[1] != worst


@check("BBKN14-fn2", grade="certified",
       quantifier="projective planes of order 2, 3, 5, 7: alpha lies inside the interval of minimality",
       says="the lines are a minimal class for the points at alpha = 1/(q + 1)")
@sabotage("alpha = 1/q: one line is redundant", lambda q: Fraction(1, q))
def lines_are_minimal_at(alpha=lambda q: Fraction(1, q + 1)) -> Verdict:
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
