"""BBKN14, Section 4.1, first idea: sets that represent points by two requirements, and projective planes."""

from ast import parse
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from operator import mul
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import Concept, ConceptClass, affine_plane, projective_plane_lines
from privlearn.concepts.planes import plane_points
from privlearn.concepts.sets import indicator, mask_of, members_of, members_of_mask, pack, point_function, unpack
from privlearn.dimensions.representation import is_representation_game, representation_game
from privlearn.dimensions.representation.points.multiplicities import degrees, uniform_enclosure
from privlearn.dimensions.representation.points.thinned_planes import lines_needed
from privlearn.exact.formulas import Value, formula
from privlearn.learning import error
from privlearn.papers.bbkn14.random_sets import claim
from privlearn.papers.bbkn14.random_sets.instances import broken_plane_over_integers, petals

claim("BBKN14-4.1.sets", kind="definition", uses=("BBKN14-3.3",),
      title="A set A stands for the hypothesis that is 1 exactly on A")


@check("BBKN14-4.1.sets", grade="exhaustive",
       quantifier="all 256 subsets of 8 points: the function, the way back, as an integer and as packed words",
       says="a set gives its function, and the function gives the set back")
@sabotage("bit index off by one", lambda members, size: indicator({(i + 1) % size for i in members}, size))
@judged("==")
def set_and_function_determine_each_other(function=indicator):
    for mask in range(256):
        members = members_of_mask(mask)
        bits = function(members, 8)
        yield (mask, "function"), bits, tuple(mask >> i & 1 for i in range(8))
        yield (mask, "set"), sorted(members_of(bits)), sorted(members)
        yield (mask, "integer"), mask_of(members_of(bits)), mask
        yield (mask, "words"), tuple(unpack(pack(np.array([bits])), 8)[0].tolist()), bits

def refutes_set_and_function_determine_each_other(function, mask, _):
    inside = [i for i in range(8) if mask // 2**i % 2]
    return any((function(set(inside), 8)[i] == 1) != (i in inside) for i in range(8))


@formula("equals", corners={"p": (1, 2, 4, 13)}, tex={"1 / p": "1/p"})
def error_of_sets_that_share_a_point(p: int) -> Value:
    """Return the least error with which p sets represent a point that they share, and nothing else."""
    return 1 / p


claim("BBKN14-4.1.two-req", kind="lemma", formulas=(error_of_sets_that_share_a_point, lines_needed),
      uses=("BBKN14-3.1", "BBKN14-3.3", "BBKN14-4.1.sets"),
      title="Every point in at least 1/alpha sets, any two sets sharing at most one point: the sets represent",
      erratum_kind="gap",
      erratum="Stronger than needed, not wrong: at least 1/alpha sets through each point are enough, because one of "
              "p disjoint parts has mass at most 1/p.  The later step of the paper keeps points in at least 1/alpha "
              "chosen lines, which is not the printed requirement (more than 1/alpha) when 1/alpha is an integer, "
              "but is enough.")


def triple_system() -> np.ndarray:
    """Return 26 triples on 13 points, any two points in exactly one: two base blocks and their shifts."""
    blocks = [{(base + s) % 13 for base in first} for first in ((0, 1, 4), (0, 2, 7)) for s in range(13)]
    return np.array([indicator(block, 13) for block in blocks])


class SetsOnPoint(NamedTuple):
    """Sets A, a row of bits each, the value of h_A on A, a point j and alpha."""

    sets: tuple[Concept, ...]
    j: int
    alpha: Fraction
    inside: int = 1

    @property
    def labels(self) -> dict[str, str]:
        return {"inside": "h_A is 1 where the bit is"}

    @property
    def hypotheses(self) -> tuple[Concept, ...]:
        return tuple(tuple(int(bit == self.inside) for bit in A) for A in self.sets)


@cache
def hardest(hypotheses: tuple[Concept, ...], j: int) -> tuple[Fraction, tuple[Fraction, ...]]:
    """Return the value of the game at j, and the distribution that proves it."""
    game = representation_game(ConceptClass.from_matrix(hypotheses), point_function(len(hypotheses[0]), j))
    return game.value, tuple(game.distribution)


def at_most_one_common(sets: tuple[Concept, ...]) -> bool:
    return all(sum(map(mul, A, B)) < 2 for A, B in combinations(sets, 2))


@cache
def meeting_once() -> list[SetsOnPoint]:
    """Return planes, a triple system, petals, and all systems of sets on three points that meet once at most."""
    cube, found = list(product((0, 1), repeat=3)), [projective_plane_lines(q).rows() for q in (2, 3)]
    found += [affine_plane(q).rows() for q in (2, 3, 4, 5)]
    found += [triple_system().tolist()] + [petals(p).rows() for p in range(1, 13)]
    found += [[A for k, A in enumerate(cube) if chosen >> k & 1] for chosen in range(1, 256)]
    systems = [sets for sets in (tuple(map(tuple, rows)) for rows in found) if at_most_one_common(sets)]
    return [SetsOnPoint(sets, j, Fraction(1, p)) for sets in systems for j, p in enumerate(
        map(sum, zip(*sets, strict=True))) if p]


def all_but_one() -> Iterator[SetsOnPoint]:
    """Yield the sets that lack one point: any two of them share all points but two."""
    for n in (5, 4, 6):
        yield SetsOnPoint(tuple(tuple(int(x != y) for x in range(n)) for y in range(n)), 0, Fraction(1, n - 1))


@proof("BBKN14-4.1.two-req", grade="certified", instances=meeting_once, start=lambda: meeting_once()[0],
       quantifier="projective planes of order 2, 3, affine planes of order 2 to 5, 26 triples on 13 points, up to 12 "
                  "sets that share a point, all systems of sets on 3 points that meet once at most; every point j in a "
                  "set, alpha = 1/p with p sets through it; the distributions uniform and hardest",
       steps={"through": "{1/alpha} is at most {the sets through j}",
              "disjoint": "{the sets through j and another point} are at most {1}",
              "errors": "{the sum of the errors of the sets through j} equals {that of their masses off j}",
              "sum": "{the sum of the errors} is at most {1}",
              "conclusion": "{the error that the hardest distribution forces} is at most {alpha}, or is {1/p}"},
       hypotheses=(
           Hypothesis("every point is in 1/alpha sets", {"alpha": lambda given: given.alpha / 2},
                      ("through", "conclusion")),
           Hypothesis("any two sets share at most one point", all_but_one, ("disjoint", "sum", "conclusion")),
           Hypothesis("h_A is 1 exactly on A", {"inside": 0}, ("errors", "sum", "conclusion"))))
def sets_that_meet_once_represent(given: SetsOnPoint, least=error_of_sets_that_share_a_point) -> Iterator[Line]:
    n, j = len(given.sets[0]), given.j
    through = [A for A in given.sets if A[j]]
    p, others = len(through), [b for b in range(n) if b != j]
    often = {b: sum(A[b] for A in through) for b in others}
    yield Line("through", "<=", 1 / given.alpha, p)
    yield Line("disjoint", "<=", max(often.values(), default=0), 1)
    value, D = hardest(given.hypotheses, j)
    for name, law in (("uniform", (Fraction(1, n),) * n), ("hardest", D)):
        total = sum(error(law, point_function(n, j), h) for A, h in zip(
            given.sets, given.hypotheses, strict=True) if A[j])
        yield Line("errors", "==", total, sum((law[b] * often[b] for b in others), Fraction(0)), name)
        yield Line("sum", "<=", total, 1, name)
    yield Line("conclusion", "<=", value, given.alpha)
    if len({*map(sum, given.sets)}) == 1 and {*often.values()} == {1}:  # uniform on the other points, all err 1/p
        yield Line("conclusion", "==", value, least(p), "equal sets on all points")


def refutes_sets_that_meet_once_represent(given: SetsOnPoint, step: str, case: Any, least) -> bool:
    """Tell whether a line is false, by the members of the sets, with the hypotheses one by one."""
    wanted, j = point_function(len(given.sets[0]), given.j), given.j
    members = [{x for x, bit in enumerate(A) if bit} for A in given.sets]
    through = [A for A in members if j in A]
    wrong = [{x for x, bit in enumerate(h) if bit != wanted[x]} for h in given.hypotheses]
    value, D = hardest(given.hypotheses, j)
    law = D if case == "hardest" else (Fraction(1, len(wanted)),) * len(wanted)
    errors = [sum(law[x] for x in err) for A, err in zip(members, wrong, strict=True) if j in A]
    if step == "conclusion":
        forced = min(sum(D[x] for x in err) for err in wrong)
        return forced > given.alpha if case is None else forced != least(len(through))
    return {"through": len(through) * given.alpha < 1, "sum": sum(errors) > 1,
            "disjoint": any(len(A & B) > 1 for A, B in combinations(through, 2)),
            "errors": sum(errors) != sum(law[x] for A in through for x in A - {j})}[step]


@check("BBKN14-4.1.two-req", grade="certified",
       quantifier="alpha = a/b with b <= 12: p sets that share one point and are disjoint elsewhere, exact games",
       says="{the least number of sets with value <= alpha} equals {1/alpha, rounded up}")
@sabotage("more than 1/alpha sets, as printed",
          lines_needed.changed(parse("floor(1 / alpha) + 1", mode="eval").body, ""))
def least_number_of_sets_that_is_enough(need=lines_needed) -> Verdict:
    values = {p: representation_game(petals(p), point_function(p + 1, 0)).value for p in range(1, 13)}
    grid = sorted({Fraction(a, b) for b in range(1, 13) for a in range(1, b + 1)} | {Fraction(2)})
    grid = [alpha for alpha in grid if need.holds_for(alpha)]
    return judge("==", ((alpha, min(p for p in values if values[p] <= alpha), need(alpha)) for alpha in grid))

def refutes_least_number_of_sets_that_is_enough(need, alpha):
    sets = need(alpha)  # disjoint parts of a mass 1: one of them has at most 1/sets
    return sets % 1 != 0 or sets < 1 or 1 / sets > alpha or (sets > 1 and 1 / (sets - 1) <= alpha)


def broken_plane_without_a_line(order: int) -> np.ndarray:
    return projective_plane_lines(order).matrix[1:]


@formula("equals", tex={"order": "q"}, corners=plane_points.corners)
def line_size(order: int) -> Value:
    """Return the number of points of each line, and of lines through each point."""
    return order + 1


@formula("equals", tex={"order": "q", "1 / (order + 1)": "1/(q + 1)"}, corners=plane_points.corners)
def error_of_a_plane(order: int) -> Value:
    """Return the least error with which the lines represent each point."""
    return 1 / (order + 1)


claim("BBKN14-4.1.plane", kind="remark", uses=("BBKN14-4.1.two-req",),
      formulas=(plane_points, line_size, error_of_a_plane),
      title="The lines of a projective plane of order q >= 1/alpha alpha-represent its points",
      note="Sharper than stated: the lines represent the points exactly down to alpha = 1/(q + 1).")

ORDERS = (2, 3, 4, 5, 7, 8, 9, 31, 61)


def plane_matrix(order: int) -> np.ndarray:
    return projective_plane_lines(order).matrix


def joins(matrix: np.ndarray) -> np.ndarray:
    """Return for every pair of points the number of lines through both."""
    table = np.zeros((matrix.shape[1],) * 2, dtype=np.int16)
    for row in matrix:
        members = np.flatnonzero(row)
        table[members[:, None], members] += 1
    return table


def range_off_diagonal(table: np.ndarray) -> tuple[int, int]:
    """Return the least and the largest entry outside the diagonal."""
    others = table.copy()
    np.fill_diagonal(others, table[0, 1])
    return int(others.min()), int(others.max())


def axioms(matrix: np.ndarray) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the range of each of the four numbers that the axioms fix."""
    yield "points on a line", (int(matrix.sum(axis=1).min()), int(matrix.sum(axis=1).max()))
    yield "lines through a point", (int(degrees(matrix).min()), int(degrees(matrix).max()))
    yield "lines through two points", range_off_diagonal(joins(matrix))
    yield "points on two lines", range_off_diagonal(joins(matrix.T))


@check("BBKN14-4.1.plane", grade="exhaustive",
       quantifier="orders 2, 3, 4, 5, 7, 8, 9, 31, 61: all lines, points, pairs of lines and pairs of points",
       says="a line has q + 1 points, a point q + 1 lines; two points share one line, two lines one point")
@sabotage("one line deleted", (broken_plane_without_a_line, plane_points, line_size))
@sabotage("integers mod 4 in place of the field of 4 elements", (broken_plane_over_integers, plane_points, line_size))
@judged("==")
def axioms_of_the_plane_hold(case=(plane_matrix, plane_points, line_size)):
    plane, size, degree = case
    for q in ORDERS:
        matrix, points = plane(q), size(q)
        for name, found in axioms(matrix):
            pairs = "two" in name
            yield (q, name), found, (1 if pairs else degree(q),) * 2, comb(len(matrix), 2) if pairs else len(matrix)
        yield (q, "points and lines"), matrix.shape, (points, points)

def refutes_axioms_of_the_plane_hold(case, q, _):
    plane, size, degree = case
    lines = [{int(x) for x in np.flatnonzero(row)} for row in plane(q)]
    points = set().union(*lines)
    if not len(lines) == len(points) == size(q) or any(len(line) != degree(q) for line in lines):
        return True
    met = all(len(first & second) == 1 for first, second in combinations(lines, 2))
    return not (met and all(sum({x, y} <= line for line in lines) == 1 for x, y in combinations(points, 2)))


@check("BBKN14-4.1.plane", grade="certified",
       quantifier="orders 2, 3, 4, 5, 7, 8, 9, 31: every point, a mixture and a distribution that prove the same value",
       says="the lines represent every point with least error exactly 1/(q + 1)")
@sabotage("one line deleted", (broken_plane_without_a_line, error_of_a_plane))
def lines_represent_with_error_exactly(case=(plane_matrix, error_of_a_plane)) -> Verdict:
    plane, stated = case
    return judge("==", (((q, j), uniform_enclosure(matrix, j), (stated(q),) * 2)
                        for q in ORDERS[:-1] for matrix in (plane(q),) for j in range(matrix.shape[1])))

def refutes_lines_represent_with_error_exactly(case, witness):
    (plane, stated), (q, j) = case, witness  # the distribution of a solved game, and the mixture of the lines through j
    hypotheses = ConceptClass.from_matrix(plane(q))
    distribution = representation_game(hypotheses, point_function(hypotheses.size, j)).distribution
    errors = [sum(w for x, w in enumerate(distribution) if row[x] != (x == j)) for row in hypotheses.rows()]
    through = [row for row in hypotheses.rows() if row[j]]
    most = max(sum(row[x] for row in through) for x in range(hypotheses.size) if x != j)
    return not min(errors) <= stated(q) <= Fraction(most, len(through))


@check("BBKN14-4.1.plane", grade="certified",
       quantifier="orders 2, 3, 4, 5, 7: one line deleted, all points on it, exact games",
       says="the value of the game at a point of the deleted line is exactly 1/q")
@sabotage("1/(q + 1), as before the deletion", lambda q: Fraction(1, q + 1))
@judged("==")
def value_at_the_points_of_a_deleted_line(value=lambda q: Fraction(1, q)):
    for q in (2, 3, 4, 5, 7):
        whole = projective_plane_lines(q)
        left = whole.without(0)
        for j in np.flatnonzero(whole.matrix[0]).tolist():
            game = representation_game(left, point_function(left.size, j))
            yield (q, j, "proved"), is_representation_game(game, left, point_function(left.size, j)), True
            yield (q, j, "value"), game.value, value(q)

def refutes_value_at_the_points_of_a_deleted_line(value, q, j, _):
    left = projective_plane_lines(q).without(0)
    # q lines through j remain; a mass 1/q^2 on each of their other points
    others = {x for row in left.rows() if row[j] for x in range(left.size) if row[x] and x != j}
    errors = [Fraction(sum(row[x] for x in others), len(others)) for row in left.rows()]
    through = [row for row in left.rows() if row[j]]  # and their uniform mixture errs no more anywhere
    most = max(sum(row[x] for row in through) for x in range(left.size) if x != j)
    return not min(errors) <= value(q) <= Fraction(most, len(through))
