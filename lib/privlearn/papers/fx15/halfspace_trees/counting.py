"""FX15, Appendix B: how many halfspaces there are on the cube."""

from collections.abc import Iterator
from itertools import product
from math import gcd
from operator import mul

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import grid, halfspaces
from privlearn.concepts.dichotomies import (count_linear_dichotomies, general_position_dichotomies, is_dichotomy,
                                            linear_dichotomies)
from privlearn.papers.fx15.halfspace_trees import claim

Vectors = tuple[tuple[int, ...], ...]

claim("FX15-B.muroga", kind="remark", title="There are at least 2^(d (d - 1) / 2 + 1) halfspaces on the d-cube",
      uses=("FX15-B.2", "FX15-1.1.hs", "FX15-conv"), erratum_kind="false", repaired=True,
      erratum="The bound cited from the literature is printed as 2^(d (d - 1)): too large for every d "
              ">= 4. Smallest case: 1882 halfspaces on the 4-cube, and 2^12 = 4096. Theorem B.2 with b "
              "= 1 gives the exponent d (d - 1) / 2 + 1.",
      note="The bound is loose: the exponent in question grows like d^2.")


def cube_count(d: int) -> int:
    return count_linear_dichotomies([(*x, -1) for x in grid(1, d)])


NUMBERS = (4, 14, 104, 1882, 94572)  # halfspaces on the cubes of d = 1, ..., 5


@check("FX15-B.muroga", grade="exhaustive",
       quantifier="d = 1..5: all halfspaces, listed for d <= 4 and counted for d = 5; their numbers are the known "
                  "ones, 4, 14, 104, 1882, 94572",
       says="there are just the known number of halfspaces, at least 2^(d (d - 1)/2 + 1), and at least 2^(d (d - 1)) "
            "exactly up to d = 3")
@sabotage("the constant functions left out", (lambda d: cube_count(d) - 2, 3))
@sabotage("up to d = 4", (cube_count, 4))
@judged("==")
def halfspaces_are_at_least(stated=(cube_count, 3)):
    count, last = stated
    for d, known in enumerate(NUMBERS, 1):
        found, listed = count(d), len(halfspaces(1, d)) if d < 5 else known
        bounds = found >= 2 ** (d * (d - 1) // 2 + 1), known >= 2 ** (d * (d - 1))
        yield d, (found, listed, *bounds), (known, known, True, d <= last)

def refutes_halfspaces_are_at_least(stated, d):
    listed = len(halfspaces(1, d)) if d < 5 else NUMBERS[4]
    return stated[0](d) != listed or (listed >= 4 ** (d * (d - 1) // 2)) != (d <= stated[1])


@check("FX15-B.muroga", grade="exact",
       quantifier="d = 4..100: the count in general position, a bound for all halfspaces",
       says="{the dichotomies of 2^d points in general position} are fewer than {2^(d (d - 1))}")
@sabotage("twice as many points", lambda d: 2 ** (d + 1))
def even_points_in_general_position_have_fewer(vectors=lambda d: 2**d) -> Verdict:
    return judge("<", ((d, general_position_dichotomies(vectors(d), d + 1), 2 ** (d * (d - 1))) for d in range(4, 101)))

def refutes_even_points_in_general_position_have_fewer(vectors, d):
    term = total = 1
    for i in range(d):  # C(n - 1, i + 1) from C(n - 1, i)
        term = term * (vectors(d) - 1 - i) // (i + 1)
        total += term
    return 2 * total >= 2 ** (d * (d - 1))


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
