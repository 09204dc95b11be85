"""ABMS20, Section 4.1: the proof of Proposition 4.2, an induction on the depth of a tree with coloured leaves."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, judge, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.dimensions import littlestone_dimension, mistake_tree
from privlearn.dimensions.composition import achievable_heights, best_subtree, complete_tree
from privlearn.exact.formulas import Value, formula
from privlearn.papers.abms20.unions import claim
from privlearn.papers.abms20.unions.littlestone_dimension import sum_and_one
from privlearn.papers.abms20.unions.proof import Rows, concept_class
from privlearn.papers.abms20.unions.subtrees import without_skipping
from privlearn.papers.by_definition import littlestone_by_definition


@formula("at least", where=("max(x_L, x_R) >= 0",), corners={"x_L": (-1, 0, 2), "x_R": (-1, 0, 3)},
         tex={"1 / 2": r"\frac12"})
def mean_and_half(x_L: Value, x_R: Value) -> Value:
    return (x_L + x_R) / 2 + 1 / 2


claim("ABMS20-4.2.eq-x", kind="inequality", section="4.1 Closure under unions, proof of 4.2", step_of="ABMS20-4.2",
      formulas=(mean_and_half,), uses=("ABMS20-3.1",),
      title="One colour: x >= max(x_L, x_R), x >= min(x_L, x_R) + 1, so x >= (x_L + x_R + 1) / 2, if a leaf has it",
      erratum_kind="step", repaired=True,
      erratum="A missing case: if no leaf has the colour, then x = x_L = x_R = -1, but the printed bound is -1/2. "
              "The smallest counterexample is the tree of depth 1 with both leaves of the other colour. The sum of "
              "both colours is right in that case too, as then y = y_L + 1, so the proposition stands.")


@cache
def has_height(leaves: tuple[int, ...], height: int) -> bool:
    """Has the complete tree with these leaves (1: of the colour) a subtree of the height, by the definition?"""
    if len(leaves) == 1:
        return height == 0 and leaves[0] == 1
    left, right = leaves[:len(leaves) // 2], leaves[len(leaves) // 2:]
    return (has_height(left, height) or has_height(right, height)
            or height > 0 and has_height(left, height - 1) and has_height(right, height - 1))


def height_of(leaves: tuple[int, ...]) -> int:
    """Return the height of a tallest subtree of colour 1, -1 for none."""
    return max((h for h in range(len(leaves).bit_length()) if has_height(leaves, h)), default=-1)


def colourings(depth: int) -> list[tuple[int, ...]]:
    return list(product((0, 1), repeat=1 << depth))


@formula("at least", corners=dict.fromkeys(("x_L", "y_L", "x_R", "y_R"), (-1, 0, 2)))
def means_and_one(x_L: Value, y_L: Value, x_R: Value, y_R: Value) -> Value:
    return (x_L + y_L) / 2 + (x_R + y_R) / 2 + 1


@formula("at least", corners={"d": (1, 2, 59)})
def depth_less_one(d: int) -> Value:
    return d - 1


claim("ABMS20-4.2.eq-sum", kind="inequality", section="4.1 Closure under unions, proof of 4.2", step_of="ABMS20-4.2",
      formulas=(means_and_one, depth_less_one),
      title="Both colours: x + y >= (x_L + y_L) / 2 + (x_R + y_R) / 2 + 1, hence x + y >= d - 1",
      uses=("ABMS20-3.1", "ABMS20-4.2.eq-x"))


@check("ABMS20-4.2.eq-sum", grade="exhaustive",
       quantifier="depths 1 to 59: one colour alone, or all x, y from 0 to d - 1 with x + y >= d - 1",
       says="the pairs of heights (x, y) that occur are exactly those of the closed form")
@sabotage("without the two heights of one colour alone",
          lambda d: {(x, y) for x in range(d) for y in range(d - 1 - x, d)})
def heights_have_a_closed_form(closed=lambda d: {(-1, d), (d, -1)} | {
        (x, y) for x in range(d) for y in range(d - 1 - x, d)}) -> Verdict:
    return judge("==", ((d, len(achievable_heights(d) ^ closed(d)), 0) for d in range(1, 60)))

def refutes_heights_have_a_closed_form(closed, depth):
    return depth <= 3 and closed(depth) != {
        (height_of(tuple(1 - leaf for leaf in c)), height_of(c)) for c in colourings(depth)}


class Coloured(NamedTuple):
    """A class, two classes of which one should have each of its concepts, and what the height of a colour is."""

    H: Rows
    H_1: Rows
    H_2: Rows
    height: Callable[[tuple[int, ...]], int] = height_of


@cache
def leaves(rows: Rows) -> Rows:
    """Return the concepts at the leaves of a deepest mistake tree, from the left to the right."""
    def below(tree: Any) -> Rows:
        return below(tree[1]) + below(tree[2]) if isinstance(tree, tuple) else (rows[tree],)

    return below(mistake_tree(concept_class(rows)))


@cache
def dimension(rows: Rows) -> int:
    return littlestone_dimension(concept_class(rows)) if rows else -1


@cache
def dealt(depth: int) -> list[tuple[int, ...]]:
    """Return the colourings of a depth, up to exchanging sides; above 4 one of all heights that the sides can have."""
    below = dealt(depth - 1) if depth else []
    if depth > 4:
        below = list({(height_of(part), height_of(tuple(1 - c for c in part))): part for part in below}.values())
    return [one + two for i, one in enumerate(below) for two in below[i:]] or [(0,), (1,)]


def part_of(rows: Rows, colours: tuple[int, ...], colour: int = 1) -> Rows:
    return tuple(row for row, own in zip(rows, colours, strict=True) if own == colour)


@cache
def unions() -> list[Coloured]:
    """All pairs of classes on two points, and all functions on few points, dealt out to two classes."""
    cubes = [tuple(product((0, 1), repeat=d)) if d else ((0,),) for d in range(8)]
    found = [(part_of(cube, own, 0), part_of(cube, own)) for d, cube in enumerate(cubes) for own in dealt(d)]
    parts = [part_of(cubes[2], own) for own in product((0, 1), repeat=4)]
    return [Coloured(tuple(sorted({*one, *two})), one, two) for one, two in (*found, *product(parts, repeat=2))
            if one or two]


def split_cube() -> Coloured:
    """All functions on three points, in two classes of dimension 1."""
    cube = tuple(product((0, 1), repeat=3))
    return Coloured(cube, tuple(f for f in cube if sum(f) < 2), tuple(f for f in cube if sum(f) > 1))


def logarithm_of_leaves(colours: tuple[int, ...]) -> int:
    return sum(colours).bit_length() - 1


def on_consecutive_levels(colours: tuple[int, ...]) -> int:
    return without_skipping(complete_tree(len(colours).bit_length() - 1), lambda leaf: bool(colours[leaf]))[0]


@proof("ABMS20-4.2", grade="exhaustive", quantifier="all pairs of classes on two points but the two empty ones; all "
       "functions on 0 to 4 points in two classes, in all ways up to exchanging sides of the tree; on 5 to 7 in one "
       "way for all heights that the sides can have", instances=unions, start=split_cube,
       steps={"colours": "{the leaves with a colour} are {2^d}",
              "heights": "{x, y} are at most {LDim(H_1), LDim(H_2)}",
              "eq-x/sides": "{max(x_L, x_R, min(x_L, x_R) + 1)} equals {the height x}, if a leaf has the colour",
              "eq-x/mean": "{(x_L + x_R + 1)/2} is at most {the height x}",
              "eq-sum/mean": "{(x_L + y_L)/2 + (x_R + y_R)/2 + 1} is at most {x + y}",
              "eq-sum/depth": "{d - 1} is at most {x + y}",
              "conclusion": "{LDim(H_1 u H_2)} is at most {LDim(H_1) + LDim(H_2) + 1}"},
       hypotheses=(
           Hypothesis("every concept is in one of the two classes", {"H_1": lambda given: given.H_1[1:]},
                      ("colours", "eq-sum/mean", "eq-sum/depth", "conclusion")),
           Hypothesis("a subtree has one tree below each child of its root", {"height": logarithm_of_leaves},
                      ("heights", "eq-x/sides")),
           Hypothesis("a subtree may skip levels", {"height": on_consecutive_levels},
                      ("eq-x/sides", "eq-x/mean", "eq-sum/mean", "eq-sum/depth"))))
def two_colours_share_a_tree(given: Coloured, bound=sum_and_one, mean=mean_and_half, both=means_and_one,
                             least=depth_less_one) -> Iterator[Line]:
    ends = leaves(given.H)
    found = [0 if row in given.H_1 else 1 if row in given.H_2 else 2 for row in ends]
    yield Line("colours", "==", len(ends) - found.count(2), 2 ** dimension(given.H))
    colours, half, total = [tuple(int(c == own) for c in found) for own in (0, 1)], len(ends) // 2, []
    parts = [[given.height(part) for part in (own, own[:half], own[half:])] for own in colours if half]
    for name, own, rows in zip("xy", colours, (given.H_1, given.H_2), strict=True):
        total.append(given.height(own))
        yield Line("heights", "<=", total[-1], dimension(rows), name)
    for name, (x, *sides) in zip("xy", parts, strict=False):
        if max(sides) >= 0:
            yield Line("eq-x/sides", "==", max(*sides, min(sides) + 1), x, name)
        if mean.holds_for(*sides):
            yield Line("eq-x/mean", "<=", mean(*sides), x, name)
    if half:
        (x, x_L, x_R), (y, y_L, y_R) = parts
        yield Line("eq-sum/mean", "<=", both(x_L, y_L, x_R, y_R), x + y)
    yield Line("eq-sum/depth", "<=", least(half.bit_length()) if half else -1, sum(total))
    yield Line("conclusion", "<=", dimension(given.H), bound(dimension(given.H_1), dimension(given.H_2)))


def refutes_two_colours_share_a_tree(given: Coloured, step: str, case: Any, bound, mean, both, least) -> bool:
    """Tell whether a line is false, the heights by the search for subtrees."""
    whole, *two = (littlestone_by_definition(concept_class(rows)) if rows else -1 for rows in given[:3])
    if step == "conclusion":
        return whole > bound(*two)
    masks = [(f in given.H_1, f in given.H_2 and f not in given.H_1) for f in leaves(given.H)]
    half = len(masks) // 2
    (x, x_L, x_R), (y, y_L, y_R) = ([best_subtree(complete_tree(len(part).bit_length() - 1), part.__getitem__)[0]
        for part in (own, own[:half] or own, own[half:])] for own in zip(*masks, strict=True))
    if step == "heights":
        return given.height([*zip(*masks, strict=True)][case == "y"]) > two[case == "y"]
    if not all(map(any, masks)) or [*map(given.height, zip(*masks, strict=True))] != [x, y]:
        return True
    if step == "eq-x/mean":
        return mean(*(x_L, x_R) if case == "x" else (y_L, y_R)) > (x if case == "x" else y)
    return x + y < (both(x_L, y_L, x_R, y_R) if step == "eq-sum/mean" else least(half.bit_length()))
