"""FX15, Section 4.1: the dimensions of halfspaces and balls."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from operator import mul
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, balls, grid, halfspaces
from privlearn.concepts.dichotomies import count_linear_dichotomies
from privlearn.concepts.geometric import is_ball, is_halfspace
from privlearn.dimensions import halfspace_tree_depth, littlestone_dimension, vc_dimension
from privlearn.exact import as_fraction
from privlearn.exact.formulas import Value, formula
from privlearn.papers.by_definition import (certified_littlestone, has_mistake_tree, littlestone_by_definition,
                                            vc_by_definition)
from privlearn.papers.fx15.geometric_classes import claim
from privlearn.papers.fx15.geometric_classes.instances import HALFSPACES

BALLS = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (1, 3))
PRINTED = "b d (d - 1) / 2, as printed in Section 4.1"


@formula("equals", corners={"d": (1, 2, 3, 4)})
def grid_vc(d: int) -> Value:
    """Return the VC dimension of the halfspaces, and of the balls, on a grid in d dimensions."""
    return d + 1


claim("FX15-4.1app.hs", kind="example", formulas=(grid_vc,),
      title="Halfspaces: Littlestone's dimension more than (d (d - 1) / 2 + 1) b, VC dimension d + 1",
      uses=("FX15-2.5.ldim", "BBKN14-2.3", "FX15-B.2", "FX15-conv"), erratum_kind="misprint", repaired=True,
      erratum='"=" stands for "at least": the next sentence of the paper calls the value a lower bound. As an '
              "equality b d (d - 1) / 2 is false from (b, d) = (1, 1) on, where it is 0 and Littlestone's dimension "
              "is 2; so is the larger (d (d - 1) / 2 + 1) b of Appendix B. Only the lower bound is used.",
      note="Exact values are for nine small (b, d).")


@cache
def exact_dimensions(b: int, d: int) -> tuple[int, int]:
    return vc_dimension(halfspaces(b, d)), littlestone_dimension(halfspaces(b, d))


def named(concepts: ConceptClass) -> list[tuple[Any, Any]]:
    return list(zip(concepts.rows(), concepts.concept_names, strict=True))


def shape(concepts: ConceptClass) -> tuple[int, int]:
    """Return (b, d) of a class on a grid, from the names of its points."""
    d = len(concepts.point_names[0])  # type: ignore[arg-type]
    return (concepts.size.bit_length() - 1) // d, d


@check("FX15-4.1app.hs", grade="exhaustive",
       quantifier="nine (b, d) up to (4, 1), (3, 2), (1, 4): all traces, each by integer weights, and their number",
       says="each trace listed is that of its integer weights, and their number is that of all traces")
@judged("==")
def every_trace_is_listed_once(family=halfspaces):
    for b, d in HALFSPACES:
        concepts, points = family(b, d), grid(b, d)
        shown = all(is_halfspace(row, w, theta, points) for row, (w, theta) in named(concepts))
        yield (b, d), (len(concepts), shown), (count_linear_dichotomies([(*x, -1) for x in points]), True)

def refutes_every_trace_is_listed_once(family, b, d):
    rows = set(family(b, d).rows())
    return any(tuple(int(sum((w - 4) * c for w, c in zip(v, x, strict=False)) >= v[-1] - 4) for x in grid(b, d))
               not in rows for v in grid(3, d + 1))

@every_trace_is_listed_once.corrupted("non-negative weights only")
def non_negative_weights_only(b: int, d: int) -> ConceptClass:
    chosen = [(row, name) for row, name in named(halfspaces(b, d)) if min(name[0]) >= 0]
    return ConceptClass.from_matrix([row for row, _ in chosen], grid(b, d), [name for _, name in chosen])


@check("FX15-4.1app.hs", grade="exhaustive",
       quantifier="nine (b, d) up to (4, 1), (3, 2), (1, 4): all trees; deepest trees verified, deeper ones refuted "
                  "by the definition",
       says="{the Littlestone dimension found} equals {the one certified by the definition}")
@verifier(lambda dimension, witness: dimension(halfspaces(*witness)) != littlestone_by_definition(halfspaces(*witness)))
@sabotage(PRINTED, lambda concepts: (s := shape(concepts))[0] * s[1] * (s[1] - 1) // 2)
@sabotage("(d (d - 1) / 2 + 1) b, as printed in Appendix B", lambda concepts: halfspace_tree_depth(*shape(concepts)))
def littlestone_dimension_by_two_routes(dimension=littlestone_dimension) -> Verdict:
    return judge("==", (((b, d), dimension(halfspaces(b, d)), certified_littlestone(
        halfspaces(b, d), roots=[0] if b == 1 else None)) for b, d in HALFSPACES))  # the cube's points are exchangeable


@check("FX15-4.1app.hs", grade="exhaustive", quantifier="nine (b, d) up to (4, 1), (3, 2), (1, 4): all trees",
       says="LDim is more than (d (d - 1)/2 + 1) b, and this is more than b d (d - 1)/2")
@sabotage("one more", lambda b, d: halfspace_tree_depth(b, d) + 1)
@judged("<")
def both_printed_values_are_strict_lower_bounds(bound=halfspace_tree_depth):
    for b, d in HALFSPACES:
        yield (b, d, "Section 4.1"), b * d * (d - 1) // 2, bound(b, d)
        yield (b, d), bound(b, d), exact_dimensions(b, d)[1]

def refutes_both_printed_values_are_strict_lower_bounds(bound, witness):
    b, d, *_ = witness
    return not has_mistake_tree(halfspaces(b, d), bound(b, d) + 1)


def by_size(b: int, d: int) -> int:
    return len(halfspaces(b, d)).bit_length() - 1 - ((b, d) == (1, 4))


@check("FX15-4.1app.hs", grade="exhaustive", quantifier="nine (b, d) up to (4, 1), (3, 2), (1, 4): all trees",
       says="{the Littlestone dimension} equals {floor(log2 |HS|), less 1 for (1, 4)}")
@verifier(lambda stated, witness: not has_mistake_tree(halfspaces(*witness), stated(*witness), roots=[0]))
@sabotage("without the exception", lambda b, d: len(halfspaces(b, d)).bit_length() - 1)
def littlestone_dimension_is_the_logarithm_of_the_size_but_for_1_4(stated=by_size) -> Verdict:
    return judge("==", (((b, d), exact_dimensions(b, d)[1], stated(b, d)) for b, d in HALFSPACES))


@check("FX15-4.1app.hs", grade="exhaustive", quantifier="nine (b, d) up to (4, 1), (3, 2), (1, 4): all sets of points",
       says="{the VC dimension} equals {d + 1}")
@verifier(lambda stated, witness: vc_by_definition(halfspaces(*witness)) != stated(witness[1]))
def vc_dimension_of_halfspaces_is(stated=grid_vc) -> Verdict:
    return judge("==", (((b, d), exact_dimensions(b, d)[0], as_fraction(stated(d))) for b, d in HALFSPACES))


SMALL_GRIDS = ((1, 1), (2, 1), (1, 2))


def rows_on(b: int, d: int) -> Iterator[tuple[int, ...]]:
    """Yield all rows on a small grid, and one that is a label short and one that has one more."""
    yield from product((0, 1), repeat=2 ** (b * d))
    yield from ((1,) * (2 ** (b * d) + more) for more in (-1, 1))


def shows(row: tuple[int, ...], b: int, d: int, inside: Callable[..., bool], *parameters: Any) -> bool:
    return row == tuple(int(inside(x, *parameters)) for x in grid(b, d))


def in_halfspace(x: tuple[int, ...], weights: tuple[int, ...], theta: int) -> bool:
    return sum(map(mul, weights, x)) >= theta


def in_ball(x: tuple[int, ...], centre: tuple[Fraction, ...], squared_radius: Fraction) -> bool:
    return sum((a - c) ** 2 for a, c in zip(x, centre, strict=True)) <= squared_radius


@check("FX15-4.1app.hs", grade="exhaustive",
       quantifier="all rows on the grids (1, 1), (2, 1), (1, 2), rows too short or too long; weights -2, -1, 1, "
                  "thresholds -2, 0, 1",
       says="a row is accepted just if its ones are the points of the halfspace")
@verifier(lambda decide, b, d, row, weights, theta: decide(row, weights, theta, grid(b, d)) != (
    len(row) == 2 ** (b * d) and not any(y ^ (sum(map(mul, weights, x)) >= theta) for x, y in zip(
        grid(b, d), row, strict=True))))
@sabotage("open halfspaces", lambda row, weights, theta, points: is_halfspace(row, weights, theta + 1, points))
@sabotage("ones alone are compared", lambda row, weights, theta, points: all(
    sum(map(mul, weights, x)) >= theta for x, y in zip(points, row, strict=False) if y))
@judged("==")
def halfspaces_are_decided_by_the_definition(decide=is_halfspace):
    for b, d in SMALL_GRIDS:
        for row, weights, theta in product(rows_on(b, d), product((-2, -1, 1), repeat=d), (-2, 0, 1)):
            yield (b, d, row, weights, theta), decide(row, weights, theta, grid(b, d)), shows(
                row, b, d, in_halfspace, weights, theta)


claim("FX15-4.1app.ball", kind="example", formulas=(grid_vc,),
      title="Euclidean balls: Littlestone's dimension at least of the order of b d^2, VC dimension d + 1",
      uses=("FX15-2.5.ldim", "FX15-4.1app.hs", "FX15-B.2", "FX15-conv"),
      note="Every halfspace is a large ball on a finite grid, so Theorem B.2 proves the lower bound, with the "
           "constant of halfspaces. Balls are lifted to halfspaces one dimension higher; traces and their "
           "number are exact, without linear programs.")


@cache
def ball_dimensions(b: int, d: int) -> tuple[int, int]:
    return vc_dimension(balls(b, d)), littlestone_dimension(balls(b, d))


def ball_count(b: int, d: int) -> int:
    """Return the number of traces by deletion and contraction: half of the dichotomies with one more vector."""
    lifted = [(*x, sum(c * c for c in x), -1) for x in grid(b, d)]
    return count_linear_dichotomies([*lifted, (*(0,) * d, 1, 0)]) // 2


@check("FX15-4.1app.ball", grade="exhaustive",
       quantifier="(1..4, 1), (1, 2), (2, 2), (1, 3): all traces, each with a rational ball, and their number",
       says="each trace listed is that of its rational ball, and their number is that of all traces")
@judged("==")
def every_trace_of_a_ball_is_listed_once(family=balls):
    for b, d in BALLS:
        concepts, points = family(b, d), grid(b, d)
        shown = all(is_ball(row, centre, r2, points) for row, (centre, r2) in named(concepts))
        yield (b, d), (len(concepts), shown), (ball_count(b, d), True)

def refutes_every_trace_of_a_ball_is_listed_once(family, witness):
    rows, points = set(family(*witness).rows()), grid(*witness)
    centre = (Fraction(1, 2),) * witness[1]
    radii = [Fraction(k, 4) for k in range(20)]
    return any(tuple(int(sum((a - c) ** 2 for a, c in zip(x, centre, strict=True)) <= r) for x in points) not in rows
               for r in radii)

@every_trace_of_a_ball_is_listed_once.corrupted("without the empty trace")
def without_empty_trace(b: int, d: int) -> ConceptClass:
    return balls(b, d).without(0)


@check("FX15-4.1app.ball", grade="exhaustive", quantifier="(1..4, 1), (1, 2), (2, 2), (1, 3): all sets of points",
       says="{the VC dimension} equals {d + 1}")
@verifier(lambda stated, witness: vc_by_definition(balls(*witness)) != stated(witness[1]))
def vc_dimension_of_balls_is(stated=grid_vc) -> Verdict:
    return judge("==", (((b, d), ball_dimensions(b, d)[0], as_fraction(stated(d))) for b, d in BALLS))


@check("FX15-4.1app.ball", grade="exhaustive",
       quantifier="(1..4, 1), (1, 2), (2, 2), (1, 3): all trees; deepest ones verified, deeper ones refuted",
       says="{the Littlestone dimension found} equals {the one certified by the definition}")
@verifier(lambda dimension, witness: not has_mistake_tree(balls(*witness), dimension(balls(*witness))))
@sabotage("the logarithm of the size, rounded down", lambda concepts: len(concepts).bit_length() - 1)
def littlestone_dimension_of_balls_by_two_routes(dimension=littlestone_dimension) -> Verdict:
    return judge("==", (((b, d), dimension(balls(b, d)), certified_littlestone(balls(b, d))) for b, d in BALLS))


@check("FX15-4.1app.ball", grade="exhaustive", quantifier="(1..4, 1), (1, 2), (2, 2), (1, 3): all halfspaces",
       says="each halfspace is the trace of a ball, and LDim of the balls is more than (d (d - 1)/2 + 1) b")
@judged("<=")
def every_halfspace_is_a_ball_and_the_bound_follows(family=balls):
    for b, d in BALLS:
        listed = set(family(b, d).rows())
        yield (b, d), sum(row not in listed for row in halfspaces(b, d).rows()), 0
    for b, d in BALLS:
        yield (b, d, "bound"), halfspace_tree_depth(b, d) + 1, littlestone_dimension(family(b, d))

def refutes_every_halfspace_is_a_ball_and_the_bound_follows(family, witness):
    b, d = witness[:2]
    points, rows = grid(b, d), set(family(b, d).rows())
    large = [([100 * (w - 1) for w in v], sum((100 * (w - 1)) ** 2 for w in v) - 100 * k)
             for v in grid(2, d) for k in range(-31, 32, 2)]  # w . x >= k / 2 + |x|^2 / 200, the weights w being v - 1
    return any(tuple(int(sum((a - c) ** 2 for a, c in zip(x, centre, strict=True)) <= r) for x in points) not in rows
               for centre, r in large if r >= 0)

@every_halfspace_is_a_ball_and_the_bound_follows.corrupted("balls with centre on the grid only")
def balls_centre_grid_only(b: int, d: int) -> ConceptClass:
    points = grid(b, d)
    return ConceptClass.from_matrix([[int(sum((a - c) ** 2 for a, c in zip(x, centre, strict=True)) <= r)
                                      for x in points] for centre in points for r in range(-1, d * 4**b)], points)


@check("FX15-4.1app.ball", grade="exhaustive",
       quantifier="all rows on the grids (1, 1), (2, 1), (1, 2), rows too short or too long; centres with coordinates "
                  "0, 1/2, 2, squared radii -1, 0, 1/4, 1, 2",
       says="a row is accepted just if the radius is real and its ones are the points of the ball")
@verifier(lambda decide, b, d, row, centre, r2: decide(row, centre, r2, grid(b, d)) != (
    r2 >= 0 and len(row) == 2 ** (b * d) and not any(y ^ (r2 >= sum((c - a) * (c - a) for a, c in zip(
        x, centre, strict=True))) for x, y in zip(grid(b, d), row, strict=True))))
@sabotage("the squared radius for the radius", lambda row, centre, r2, points: is_ball(row, centre, r2 * r2, points))
@sabotage("a negative squared radius is an empty ball",
          lambda row, centre, r2, points: is_ball(row, centre, r2, points) or r2 < 0 and not any(row))
@judged("==")
def balls_are_decided_by_the_definition(decide=is_ball):
    centres = (Fraction(0), Fraction(1, 2), Fraction(2))
    for b, d in SMALL_GRIDS:
        for row, centre, fourths in product(rows_on(b, d), product(centres, repeat=d), (-4, 0, 1, 4, 8)):
            r2 = Fraction(fourths, 4)
            yield (b, d, row, centre, r2), decide(row, centre, r2, grid(b, d)), r2 >= 0 and shows(
                row, b, d, in_ball, centre, r2)
