"""BBKN14, Section 4.1, first idea: sets as hypotheses, two requirements, projective planes and their thinning."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np

from privlearn.claims.broken.planes import (
    broken_plane_over_integers,
    broken_plane_without_a_line,
)
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import Concept, ConceptClass
from privlearn.concepts.planes import affine_plane, plane_points, projective_plane_lines
from privlearn.concepts.sets import indicator, mask_of, members_of, members_of_mask, pack, unpack
from privlearn.dimensions import is_representation_game, representation_game
from privlearn.dimensions.multiplicities import degrees, largest_meeting, meets_requirements, uniform_bound
from privlearn.dimensions.thinned_planes import (
    lines_needed,
)
from privlearn.learners.pac import error, grid_distributions

PAGE = "points-and-intervals/random-sets"
SECTION = "4.1 Improper private learning of POINT with O(log d) samples"

claim("BBKN14-4.1.sets", kind="definition", section=SECTION, page=PAGE, uses=("BBKN14-3.3",),
      title="A set A stands for the hypothesis that is 1 exactly on A")


@check("BBKN14-4.1.sets", grade="exhaustive",
       quantifier="all 256 subsets of 8 points: the function, the way back, as an integer and as packed words",
       fingerprint=lambda function: function({0}, 8))
def set_and_function_determine_each_other(function=indicator) -> Verdict:
    def cases() -> Iterator[Any]:
        for mask in range(256):
            members = members_of_mask(mask)
            bits = function(members, 8)
            yield (mask, "function"), bits, tuple(mask >> i & 1 for i in range(8))
            yield (mask, "set"), sorted(members_of(bits)), sorted(members)
            yield (mask, "integer"), mask_of(members_of(bits)), mask
            yield (mask, "words"), tuple(unpack(pack(np.array([bits])), 8)[0].tolist()), bits

    return judge("==", cases())


@set_and_function_determine_each_other.verifier
def _(function, witness):
    mask, _ = witness
    inside = [i for i in range(8) if mask // 2**i % 2]
    return any((function(set(inside), 8)[i] == 1) != (i in inside) for i in range(8))

set_and_function_determine_each_other.sabotage(
    "bit index off by one", lambda members, size: indicator({(i + 1) % size for i in members}, size))


claim("BBKN14-4.1.two-req", kind="lemma", section=SECTION, page=PAGE,
      uses=("BBKN14-3.1", "BBKN14-3.3", "BBKN14-4.1.sets"),
      title="Every point in more than 1/alpha sets, any two sets sharing at most one point: the sets represent",
      erratum="Stronger than needed, not wrong: at least 1/alpha sets through each point are enough, because one of p "
              "disjoint parts has mass at most 1/p.  The later step of the paper keeps points in at least 1/alpha "
              "chosen lines, which is not the printed requirement (more than 1/alpha) when 1/alpha is an integer, but "
              "is enough.")


def triple_system() -> np.ndarray:
    """Return 26 triples on 13 points, any two points in exactly one: two base blocks and their shifts."""
    blocks = [{(base + s) % 13 for base in first} for first in ((0, 1, 4), (0, 2, 7)) for s in range(13)]
    return np.array([indicator(block, 13) for block in blocks])


def named_sets() -> Iterator[tuple[tuple[str, int], np.ndarray]]:
    """Yield set systems with names: planes, a triple system, and systems that break a requirement."""
    yield ("projective plane", 2), projective_plane_lines(2).matrix
    yield ("projective plane", 3), projective_plane_lines(3).matrix
    for q in (2, 3, 4, 5):
        yield ("affine plane", q), affine_plane(q).matrix
    yield ("triples", 13), triple_system()
    for size in (4, 5, 6):
        yield ("all but one point", size), 1 - np.eye(size, dtype=np.uint8)


def named(name: tuple[str, int]) -> np.ndarray:
    """Return one of them."""
    return next(matrix for other, matrix in named_sets() if other == name)


def point(size: int, j: int) -> Concept:
    """Return the point function of j."""
    return indicator({j}, size)


@check("BBKN14-4.1.two-req", grade="certified",
       quantifier="projective planes of order 2, 3, affine planes of order 2, 3, 4, 5, 26 triples on 13 points, and "
                  "complements of points (which break (2)): exact games at every point; order 31: the uniform mixture "
                  "at all 993 points; least number of sets in place of 1/alpha",
       fingerprint=lambda meets: [meets(matrix, int(degrees(matrix).min())) for _, matrix in named_sets()])
def requirements_imply_representation(meets=meets_requirements) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, matrix in named_sets():
            if meets(matrix, int(degrees(matrix).min())):
                hypotheses = ConceptClass.from_matrix(matrix)
                for j, through in enumerate(degrees(matrix).tolist()):
                    value = representation_game(hypotheses, point(hypotheses.size, j)).value
                    yield (name, j), value, Fraction(1, through)
        large = projective_plane_lines(31).matrix
        if meets(large, 32):
            yield from ((("projective plane", 31, j), uniform_bound(large, j), Fraction(1, 32)) for j in range(993))

    return judge("<=", cases())


@requirements_imply_representation.verifier
def _(meets, witness):
    name, j = witness  # the uniform distribution on the other points refutes every hypothesis
    matrix = named(name)
    size, through = matrix.shape[1], sum(1 for row in matrix if row[j])
    wrong = [sum(int(row[b]) for b in range(size) if b != j) for row in matrix if row[j]]
    missing = [sum(int(row[b]) for b in range(size) if b != j) for row in matrix if not row[j]]
    return min(wrong + missing) * through > size - 1 and meets(matrix, through)

requirements_imply_representation.sabotage(
    "requirement (2) dropped", lambda matrix, least_degree: bool(degrees(matrix).min() >= least_degree))


@check("BBKN14-4.1.two-req", grade="certified",
       quantifier="the same planes and triples, every point: any two of their points lie in a common set",
       fingerprint=lambda bound: [bound(p) for p in (2, 3, 4)])
def least_error_with_p_sets_through_the_point_is(bound=lambda p: Fraction(1, p)
                                                 ) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, matrix in named_sets():
            if largest_meeting(matrix) <= 1:
                hypotheses = ConceptClass.from_matrix(matrix)
                for j, through in enumerate(degrees(matrix).tolist()):
                    value = representation_game(hypotheses, point(hypotheses.size, j)).value
                    yield (name, j), value, bound(through)

    return judge("==", cases())


@least_error_with_p_sets_through_the_point_is.verifier
def _(bound, witness):
    name, j = witness
    others = [[int(b) for b in np.flatnonzero(row) if b != j] for row in named(name)]
    through = [rest for rest, row in zip(others, named(name), strict=True) if row[j]]
    share = Fraction(1, len(named(name)[0]) - 1)
    return bound(len(through)) < min(share * len(rest) for rest in others)

least_error_with_p_sets_through_the_point_is.sabotage("half of that", lambda p: Fraction(1, 2 * p))


def mass_elsewhere(members: Any, j: int, distribution: Any) -> Fraction:
    """Return ``D(A minus {j})``."""
    return sum((distribution[b] for b in members if b != j), Fraction(0))


@check("BBKN14-4.1.two-req", grade="exact",
       quantifier="the 7 lines of the plane of order 2, the 3 points of each, all 210 distributions in quarters; the "
                  "12 lines of the affine plane of order 3, all 165 distributions in thirds; all subsets of 6 points, "
                  "all points j of each, all 126 distributions in quarters",
       fingerprint=lambda mass: mass({0, 1}, 0, (Fraction(1, 2),) * 2))
def error_is_the_mass_of_the_rest_of_the_set(mass=mass_elsewhere) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, hypotheses, unit in (("projective", projective_plane_lines(2), 4), ("affine", affine_plane(3), 3),
                                       ("all subsets", ConceptClass.from_matrix(list(product((0, 1), repeat=6))), 4)):
            for weights in grid_distributions(hypotheses.size, unit):
                for row in hypotheses.rows():
                    for j in sorted(members_of(row)):
                        yield (name, weights, row, j), error(weights, point(len(row), j), row), mass(
                            members_of(row), j, weights)

    return judge("==", cases())


@error_is_the_mass_of_the_rest_of_the_set.verifier
def _(mass, witness):
    _, weights, row, j = witness
    missed = [x for x in range(len(row)) if row[x] != (1 if x == j else 0)]
    return mass([x for x in range(len(row)) if row[x]], j, weights) != sum(weights[x] for x in missed)

error_is_the_mass_of_the_rest_of_the_set.sabotage(
    "the mass of the whole set", lambda members, j, distribution: sum((distribution[b] for b in members), Fraction(0)))


def petals(number: int) -> ConceptClass:
    """Return ``number`` sets that share point 0 and have one more point each."""
    return ConceptClass.from_matrix([indicator({0, i}, number + 1) for i in range(1, number + 1)])


@check("BBKN14-4.1.two-req", grade="certified",
       quantifier="alpha = a/b with b <= 12: p sets that share one point and are disjoint elsewhere, exact games",
       fingerprint=lambda need: [need(Fraction(1, n)) for n in (1, 2, 3)])
def least_number_of_sets_that_is_enough(need=lines_needed) -> Verdict:
    values = {p: representation_game(petals(p), point(p + 1, 0)).value for p in range(1, 13)}
    grid = sorted({Fraction(a, b) for b in range(1, 13) for a in range(1, b + 1)})
    return judge("==", ((alpha, min(p for p in values if values[p] <= alpha), need(alpha)) for alpha in grid))


@least_number_of_sets_that_is_enough.verifier
def _(need, alpha):
    fewer = need(alpha) - 1  # disjoint parts of a mass 1: one of them has at most 1/fewer
    return fewer >= 1 and Fraction(1, fewer) <= alpha

least_number_of_sets_that_is_enough.sabotage("more than 1/alpha sets, as printed", lambda alpha: int(1 / alpha) + 1)


claim("BBKN14-4.1.plane", kind="remark", section=SECTION, page=PAGE, uses=("BBKN14-4.1.two-req",),
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
    others = table[~np.eye(len(table), dtype=bool)]
    return int(others.min()), int(others.max())


def axioms(matrix: np.ndarray) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the range of each of the four numbers that the axioms fix."""
    yield "points on a line", (int(matrix.sum(axis=1).min()), int(matrix.sum(axis=1).max()))
    yield "lines through a point", (int(degrees(matrix).min()), int(degrees(matrix).max()))
    yield "lines through two points", range_off_diagonal(joins(matrix))
    yield "points on two lines", range_off_diagonal(joins(matrix.T))


@check("BBKN14-4.1.plane", grade="exhaustive",
       quantifier="orders 2, 3, 4, 5, 7, 8, 9, 31, 61: all lines, points, pairs of lines and pairs of points",
       fingerprint=lambda plane: [plane(q).tolist() for q in (2, 4)])
def axioms_of_the_plane_hold(plane=plane_matrix) -> Verdict:
    def cases() -> Iterator[Any]:
        for q in ORDERS:
            for name, found in axioms(plane(q)):
                yield (q, name), found, (1, 1) if "two" in name else (q + 1, q + 1)

    return counted(judge("==", cases()), sum(plane_points(q) * (plane_points(q) + 1) for q in ORDERS))


@axioms_of_the_plane_hold.verifier
def _(plane, witness):
    q, _ = witness
    lines = [{int(x) for x in np.flatnonzero(row)} for row in plane(q)]
    met = all(len(first & second) == 1 for first, second in combinations(lines, 2))
    joined = all(sum({x, y} <= line for line in lines) == 1 for x, y in combinations(range(q * q + q + 1), 2))
    return not (met and joined)

axioms_of_the_plane_hold.sabotage("one line deleted", broken_plane_without_a_line)
axioms_of_the_plane_hold.sabotage("integers mod 4 in place of the field of 4 elements", broken_plane_over_integers)


def uniform_enclosure(matrix: np.ndarray, j: int) -> tuple[Fraction, Fraction]:
    """Return bounds on the game of point j: uniform on the other points, and the uniform mixture of its lines."""
    elsewhere = matrix.sum(axis=1, dtype=np.int64) - matrix[:, j]
    return Fraction(int(elsewhere.min()), matrix.shape[1] - 1), uniform_bound(matrix, j)


@check("BBKN14-4.1.plane", grade="certified",
       quantifier="orders 2, 3, 4, 5, 7, 8, 9, 31: every point, a mixture and a distribution that prove the same value",
       fingerprint=lambda plane: plane(2).tolist())
def lines_represent_with_error_exactly(plane=plane_matrix) -> Verdict:
    return judge("==", (((q, j), uniform_enclosure(matrix, j), (Fraction(1, q + 1),) * 2)
                        for q in ORDERS[:-1] for matrix in (plane(q),) for j in range(plane_points(q))))


@lines_represent_with_error_exactly.verifier
def _(plane, witness):
    q, j = witness  # the game is worth more than 1/(q + 1): the distribution of a solved game proves it
    hypotheses = ConceptClass.from_matrix(plane(q))
    distribution = representation_game(hypotheses, point(hypotheses.size, j)).distribution
    errors = [sum(w for x, w in enumerate(distribution) if row[x] != (x == j)) for row in hypotheses.rows()]
    return min(errors) > Fraction(1, q + 1)

lines_represent_with_error_exactly.sabotage("one line deleted", broken_plane_without_a_line)


@check("BBKN14-4.1.plane", grade="certified",
       quantifier="orders 2, 3, 4, 5, 7: one line deleted, all points on it, exact games",
       fingerprint=lambda value: value(2))
def value_at_the_points_of_a_deleted_line(value=lambda q: Fraction(1, q)) -> Verdict:
    def cases() -> Iterator[Any]:
        for q in (2, 3, 4, 5, 7):
            whole = projective_plane_lines(q)
            left = whole.without(0)
            for j in np.flatnonzero(whole.matrix[0]).tolist():
                game = representation_game(left, point(left.size, j))
                yield (q, j, "proved"), is_representation_game(game, left, point(left.size, j)), True
                yield (q, j, "value"), game.value, value(q)

    return judge("==", cases())


@value_at_the_points_of_a_deleted_line.verifier
def _(value, witness):
    q, j, _ = witness
    left = projective_plane_lines(q).without(0)
    # q lines through j remain; a mass 1/q^2 on each of their other points
    others = {x for row in left.rows() if row[j] for x in range(left.size) if row[x] and x != j}
    errors = [Fraction(sum(row[x] for x in others), len(others)) for row in left.rows()]
    return min(errors) > value(q)

value_at_the_points_of_a_deleted_line.sabotage("1/(q + 1), as before the deletion", lambda q: Fraction(1, q + 1))
