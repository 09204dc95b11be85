"""FX15, Appendix B: how many halfspaces there are on the cube."""

from collections.abc import Iterator
from itertools import product
from math import gcd
from operator import mul

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts import halfspaces
from privlearn.concepts.dichotomies import (count_linear_dichotomies, general_position_dichotomies, is_dichotomy,
                                            linear_dichotomies)
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula
from privlearn.papers.fx15.halfspace_trees import claim

Vectors = tuple[tuple[int, ...], ...]

CUBES = {"d": (0, 1, 2, 3, 4, 5)}
NUMBERS = (2, 4, 14, 104, 1882, 94572)  # halfspaces on the cubes of d = 0, ..., 5


@formula("at least", where=("d >= 1",), corners=CUBES,
         loose={"2": "the logarithm grows like the square of d, not like its half"})
def cube_halfspaces(d: int) -> Value:
    """Return how many halfspaces there are on the d-cube at least."""
    return 2**(d * (d - 1) / 2 + 2)


@formula("at most", where=("d >= 4",), corners={"d": (*CUBES["d"], 6, 100)},
         loose={"1": "5/4 would do as well"})
def cube_limit(d: int) -> Value:
    """Return what the number of halfspaces on the d-cube is below."""
    return 2**(d * (d - 1))


claim("FX15-B.muroga", kind="remark", title="There are at least 2^(d (d - 1) / 2 + 2) halfspaces on the d-cube",
      uses=("FX15-B.1", "FX15-B.embed", "FX15-1.1.hs", "FX15-conv"), erratum_kind="false", repaired=True,
      formulas=(cube_halfspaces, cube_limit),
      erratum="The bound cited from the literature is printed as 2^(d (d - 1)): too large for every d "
              ">= 4. Smallest case: 1882 halfspaces on the 4-cube, and 2^12 = 4096. The embedding of thresholds "
              "gives the exponent d (d - 1) / 2 + 2.",
      note="The bound is attained for d = 1 and loose then: the exponent in question grows like d^2.")


def cube_count(d: int) -> int:
    return count_linear_dichotomies([(*x, -1) for x in product((0, 1), repeat=d)])


@check("FX15-B.muroga", grade="exhaustive",
       quantifier="d = 0..5: all halfspaces, listed for 1 <= d <= 4 and counted; their numbers are the known ones, 2, "
                  "4, 14, 104, 1882, 94572",
       says="there are just the known number of halfspaces, and at least 2^(d (d - 1)/2 + 2) for d >= 1")
@sabotage("the constant functions left out", (lambda d: cube_count(d) - 2, cube_halfspaces))
def halfspaces_are_at_least(stated=(cube_count, cube_halfspaces)) -> Verdict:
    count, least = stated
    return all_hold(judge("==", ((d, (count(d), len(halfspaces(1, d)) if 0 < d < 5 else known), (known, known))
                                 for d, known in enumerate(NUMBERS))),
                    judge("<=", (((d,), least(d), known) for d, known in enumerate(NUMBERS) if least.holds_for(d))))

def refutes_halfspaces_are_at_least(stated, witness):
    d, *bound = (witness,) if isinstance(witness, int) else (*witness, "bound")
    listed = len(halfspaces(1, d)) if 0 < d < 5 else 2 if d == 0 else NUMBERS[5]  # one point has two halfspaces
    return float(as_bracket(stated[1](d)).lower) > listed if bound else stated[0](d) != listed


@check("FX15-B.muroga", grade="exact",
       quantifier="d = 4, 5, 6, ..., 100: the halfspaces, from d = 6 on the count in general position, a bound for all",
       says="{the halfspaces on the d-cube, or the dichotomies of 2^d points in general position} are fewer than {2^(d "
            "(d - 1))}")
def even_points_in_general_position_have_fewer(limit=cube_limit) -> Verdict:
    return judge("<", ((d, NUMBERS[d] if d < 6 else general_position_dichotomies(2**d, d + 1), limit(d))
                       for d in range(101) if limit.holds_for(d)))

def refutes_even_points_in_general_position_have_fewer(limit, d):
    return d < 6 and as_bracket(limit(d)).upper <= len(linear_dichotomies(
        [(*x, -1) for x in product((0, 1), repeat=d)]))


POINTS = {"square": ((0, 0, -1), (1, 0, -1), (0, 1, -1), (1, 1, -1)), "lines": ((1, 0), (0, 1), (1, 1), (1, -1)),
          "a pair and its opposite": ((2, 1), (-2, -1), (1, 2)), "three in space": ((1, 0, 0), (0, 1, 0), (0, 0, 1))}


def all_weights(vectors: Vectors) -> Iterator[tuple[int, ...]]:
    """Yield the weights from -3 to 3, enough for every dichotomy of these vectors."""
    return product(range(-3, 4), repeat=len(vectors[0]))


@check("FX15-B.muroga", grade="exhaustive",
       quantifier="the corners of a square and three more sets of 3 or 4 vectors: all weights from -3 to 3, all masks",
       says="weights show one dichotomy, none where a product is 0, and {the dichotomies shown} are {those counted}")
@sabotage("a product of 0 counts as negative", lambda mask, weights, vectors: all(
    (sum(w * x for w, x in zip(weights, v, strict=True)) > 0) == (mask >> i & 1) for i, v in enumerate(vectors)))
@sabotage("only the vectors of the mask are looked at", lambda mask, weights, vectors: all(
    sum(w * x for w, x in zip(weights, v, strict=True)) > 0 for i, v in enumerate(vectors) if mask >> i & 1))
@judged("==")
def weights_show_the_dichotomies_counted(shows=is_dichotomy):
    for name, vectors in POINTS.items():
        shown = set()
        for weights in all_weights(vectors):
            masks = [mask for mask in range(1 << len(vectors)) if shows(mask, weights, vectors)]
            yield (name, weights), len(masks), int(np.all(np.array(vectors) @ weights != 0))
            shown.update(masks)
        yield (name, "all"), len(shown), count_linear_dichotomies(vectors)
        yield (name, "found"), all(shows(mask, *one) for mask, one in found_in(vectors)), True

def refutes_weights_show_the_dichotomies_counted(shows, name, weights):
    vectors = POINTS[name]
    right = {(mask, law) for law in all_weights(vectors) for mask in [sum(
        1 << i for i, product in enumerate(np.array(vectors) @ law) if product > 0)] if np.all(np.array(vectors) @ law)}
    chosen = list(all_weights(vectors)) if isinstance(weights, str) else [weights]
    return any(shows(mask, law, vectors) != ((mask, law) in right) for law in chosen
               for mask in range(1 << len(vectors)))


def found_in(vectors: Vectors) -> list[tuple[int, tuple[tuple[int, ...], Vectors]]]:
    return [(mask, (tuple(weights), vectors)) for mask, weights in linear_dichotomies(vectors).items()]


FAMILIES: tuple[Vectors, ...] = (
    ((3,),), ((2,), (-3,)), ((3, 4),), ((2, 0), (4, 0)), ((0, 1), (0, 3), (0, -2)), ((2, 2), (1, 1), (-1, -1), (1, -2)),
    ((1, 2), (2, 1), (1, -1), (3, 0), (0, 2)), ((0, 2, 1), (0, 1, 2), (0, 1, -1)), ((1, 0, 0), (0, 1, 0), (1, 1, 0)),
    ((1, 1, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1), (1, -1, 0)), tuple((x, y, -1) for x in range(3) for y in range(2)),
    tuple((1, x, x * x) for x in range(-2, 3)), ((1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0), (0, 1, 1, 1), (1, 0, 1, 1)))


def listed_and_counted(vectors: Vectors) -> tuple[dict[int, tuple[int, ...]], int]:
    """Return the dichotomies of some vectors with their weights, and their number, found otherwise."""
    return linear_dichotomies(vectors), count_linear_dichotomies(vectors)


def by_small_weights(vectors: Vectors) -> set[int]:
    """Return the dichotomies that weights from -5 to 5 show, enough for these vectors."""
    weights = np.array(list(product(range(-5, 6), repeat=len(vectors[0]))))
    products = weights @ np.array(vectors).T
    signs = products[(products != 0).all(axis=1)] > 0
    return {sum(1 << i for i, positive in enumerate(row) if positive) for row in np.unique(signs, axis=0).tolist()}


def summed_up(found: tuple[dict[int, tuple[int, ...]], int], vectors: Vectors) -> tuple[list[int], int, bool]:
    """Return the dichotomies, the number, and whether all weights are primitive and show their own."""
    return sorted(found[0]), found[1], all(
        gcd(*weights) == 1 and all((sum(map(mul, weights, v)) > 0) == (mask >> i & 1) and any(map(mul, weights, v))
                                   and sum(map(mul, weights, v)) for i, v in enumerate(vectors))
        for mask, weights in found[0].items())


@check("FX15-B.muroga", grade="exhaustive",
       quantifier="13 families of 1 to 6 vectors with 1 to 4 coordinates, some dependent, opposite or multiples: all "
                  "weights from -5 to 5",
       says="the dichotomies listed, each with primitive weights, and their number are those that weights show")
@verifier(lambda found, k, name: name in summed_up_wrongly(found(FAMILIES[k]), FAMILIES[k]))
@sabotage("multiples count twice", lambda vectors: (listed_and_counted(vectors)[0], 2 * len(vectors)))
@sabotage("weights twice as large", lambda vectors: (
    {mask: tuple(2 * w for w in row) for mask, row in linear_dichotomies(vectors).items()},
    count_linear_dichotomies(vectors)))
@judged("==")
def dichotomies_are_those_of_small_weights(found=listed_and_counted):
    for k, vectors in enumerate(FAMILIES):
        right = sorted(by_small_weights(vectors))
        parts = zip(PARTS, summed_up(found(vectors), vectors), (right, len(right), True), strict=True)
        yield from (((k, name), part, wanted) for name, part, wanted in parts)


PARTS = ("dichotomies", "number", "weights")


def summed_up_wrongly(found: tuple[dict[int, tuple[int, ...]], int], vectors: Vectors) -> set[str]:
    """Return what is wrong, by weights drawn from a larger cube and the lengths of the rows."""
    shown = {sum(1 << i for i, p in enumerate(np.array(vectors) @ weights) if p > 0)
             for weights in product(range(-6, 7), repeat=len(vectors[0])) if np.all(np.array(vectors) @ weights)}
    wrong = {"dichotomies"} if shown != set(found[0]) else set()
    wrong |= {"number"} if len(shown) != found[1] else set()
    return wrong | ({"weights"} if any(gcd(*row) > 1 or not is_dichotomy(mask, row, vectors)
                                       for mask, row in found[0].items()) else set())


@check("FX15-B.muroga", grade="exact", quantifier="n = 1..8 vectors of rank 1..6",
       says="{the number in general position} is {that of n - 1 vectors and of their projections}")
@verifier(lambda count, n, r: count(n, r) != len(by_small_weights(tuple(
    tuple(int(i == j) for j in range(n)) for i in range(n)))) if n <= r else count(n, r) != recursive(n, r))
@sabotage("the sum one term longer", lambda n, r: general_position_dichotomies(n, r + 1))
@judged("==")
def general_position_is_deletion_and_contraction(count=general_position_dichotomies):
    for n, r in product(range(1, 9), range(1, 7)):
        yield (n, r), count(n, r), recursive(n, r)


def recursive(vectors: int, rank: int) -> int:
    """Return the dichotomies of vectors in general position: two for one vector or on a line."""
    if vectors == 1 or rank == 1:
        return 2
    return recursive(vectors - 1, rank) + recursive(vectors - 1, rank - 1)
