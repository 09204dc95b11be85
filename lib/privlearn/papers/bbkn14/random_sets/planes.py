"""BBKN14, Section 4.1, first idea: projective planes, whose lines represent the points."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.concepts import ConceptClass, projective_plane_lines
from privlearn.concepts.planes import plane_points
from privlearn.concepts.sets import point_function
from privlearn.dimensions.representation import is_representation_game, representation_game
from privlearn.dimensions.representation.points.multiplicities import degrees, uniform_enclosure
from privlearn.papers.bbkn14.random_sets import claim
from privlearn.papers.bbkn14.random_sets.instances import broken_plane_over_integers


def broken_plane_without_a_line(order: int) -> np.ndarray:
    """Delete the first line."""
    return projective_plane_lines(order).matrix[1:]


claim("BBKN14-4.1.plane", kind="remark", uses=("BBKN14-4.1.two-req",),
      title="The lines of a projective plane of order q >= 1/alpha alpha-represent its points",
      note="Sharper than stated: the lines represent the points exactly down to alpha = 1/(q + 1).")

ORDERS = (2, 3, 4, 5, 7, 8, 9, 31, 61)


def plane_matrix(order: int) -> np.ndarray:
    """Return the incidence of lines (down) and points (across)."""
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
@sabotage("one line deleted", broken_plane_without_a_line)
@sabotage("integers mod 4 in place of the field of 4 elements", broken_plane_over_integers)
def axioms_of_the_plane_hold(plane=plane_matrix) -> Verdict:
    def cases() -> Iterator[Any]:
        for q in ORDERS:
            for name, found in axioms(plane(q)):
                yield (q, name), found, (1, 1) if "two" in name else (q + 1, q + 1)

    return counted(judge("==", cases()), sum(plane_points(q) * (plane_points(q) + 1) for q in ORDERS))

def refutes_axioms_of_the_plane_hold(plane, q, _):
    lines = [{int(x) for x in np.flatnonzero(row)} for row in plane(q)]
    met = all(len(first & second) == 1 for first, second in combinations(lines, 2))
    joined = all(sum({x, y} <= line for line in lines) == 1 for x, y in combinations(range(q * q + q + 1), 2))
    return not (met and joined)


@check("BBKN14-4.1.plane", grade="certified",
       quantifier="orders 2, 3, 4, 5, 7, 8, 9, 31: every point, a mixture and a distribution that prove the same value",
       says="the lines represent every point with least error exactly 1/(q + 1)")
@sabotage("one line deleted", broken_plane_without_a_line)
def lines_represent_with_error_exactly(plane=plane_matrix) -> Verdict:
    return judge("==", (((q, j), uniform_enclosure(matrix, j), (Fraction(1, q + 1),) * 2)
                        for q in ORDERS[:-1] for matrix in (plane(q),) for j in range(plane_points(q))))

def refutes_lines_represent_with_error_exactly(plane, witness):
    q, j = witness  # the game is worth more than 1/(q + 1): the distribution of a solved game proves it
    hypotheses = ConceptClass.from_matrix(plane(q))
    distribution = representation_game(hypotheses, point_function(hypotheses.size, j)).distribution
    errors = [sum(w for x, w in enumerate(distribution) if row[x] != (x == j)) for row in hypotheses.rows()]
    return min(errors) > Fraction(1, q + 1)


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
