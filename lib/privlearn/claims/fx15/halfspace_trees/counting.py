"""FX15, Appendix B: how many halfspaces there are on the cube."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from privlearn.claims import Verdict, check, judge, judged, sabotage, verifier
from privlearn.claims.fx15.halfspace_trees import claim
from privlearn.concepts import grid, halfspaces
from privlearn.concepts.dichotomies import (count_linear_dichotomies, general_position_dichotomies, is_dichotomy,
                                            linear_dichotomies)

Vectors = tuple[tuple[int, ...], ...]

claim("FX15-B.muroga", kind="remark", title="There are at least 2^(d (d - 1) / 2 + 1) halfspaces on the d-cube",
      uses=("FX15-B.2", "FX15-conv"),
      erratum_kind="false", repaired=True,
      erratum="The bound cited from the literature is printed as 2^(d (d - 1)): too large for every d "
              ">= 4. Smallest case: 1882 halfspaces on the 4-cube, and 2^12 = 4096. Theorem B.2 with b "
              "= 1 gives the exponent d (d - 1) / 2 + 1.",
      note="The bound is loose: the exponent in question grows like d^2.")


def cube_count(d: int) -> int:
    """Return the number of halfspaces on the d-cube, by deletion and contraction."""
    return count_linear_dichotomies([(*x, -1) for x in grid(1, d)])


def cubes() -> list[tuple[int, int]]:
    """Return (d, number of halfspaces on the d-cube), listed up to d = 4, counted without a list for d = 5."""
    return [(d, len(halfspaces(1, d))) for d in range(1, 5)] + [(5, cube_count(5))]


NUMBERS = (4, 14, 104, 1882, 94572)  # halfspaces on the cubes of d = 1, ..., 5


@check("FX15-B.muroga", grade="exhaustive",
       quantifier="d = 1..5: all halfspaces; their numbers are the known ones, 4, 14, 104, 1882, 94572",
       says="there are at least 2^(d (d - 1)/2 + 1) halfspaces, and just the known number",
       fingerprint=lambda count: [count(d) for d in range(1, 5)])
@sabotage("the constant functions left out", lambda d: cube_count(d) - 2)
@judged("<=")
def halfspaces_are_at_least(count=cube_count):
    for d, known in enumerate(NUMBERS, 1):
        found = count(d)
        yield (d, "bound"), 2 ** (d * (d - 1) // 2 + 1), found
        yield (d, "number"), abs(found - known), 0

@halfspaces_are_at_least.verifier
def _(count, witness):
    d, kind = witness
    listed = len(halfspaces(1, d)) if d < 5 else NUMBERS[4]
    return count(d) != listed if kind == "number" else count(d) < 2 ** (d * (d - 1) // 2 + 1)


@check("FX15-B.muroga", grade="exhaustive",
       quantifier="d = 1..5: all halfspaces, listed for d <= 4 and counted for d = 5",
       says="the number is the known one, and at least 2^(d (d - 1)) exactly up to d = 3",
       fingerprint=lambda last: last)
@verifier(lambda last, d: (NUMBERS[d - 1] >= 4 ** (d * (d - 1) // 2)) != (d <= last))
@sabotage("up to d = 4", 4)
@judged("==")
def printed_bound_holds_up_to(last: int = 3):
    for d, count in cubes():
        yield (d, "count"), count, NUMBERS[d - 1]
        yield d, count >= 2 ** (d * (d - 1)), d <= last


@check("FX15-B.muroga", grade="exact",
       quantifier="d = 4..100: the count in general position, a bound for all halfspaces",
       says="{the dichotomies of 2^d points in general position} are fewer than {2^(d (d - 1))}",
       fingerprint=lambda vectors: [vectors(d) for d in range(4, 9)])
@sabotage("twice as many points", lambda d: 2 ** (d + 1))
def even_points_in_general_position_have_fewer(vectors=lambda d: 2**d) -> Verdict:
    return judge("<", ((d, general_position_dichotomies(vectors(d), d + 1), 2 ** (d * (d - 1))) for d in range(4, 101)))

@even_points_in_general_position_have_fewer.verifier
def _(vectors, d):
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
       says="weights show one dichotomy, none where a product is 0, and {the dichotomies shown} are {those counted}",
       fingerprint=lambda shows: [shows(mask, (1, -1), POINTS["lines"]) for mask in range(16)])
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

@weights_show_the_dichotomies_counted.verifier
def _(shows, witness):
    name, weights = witness
    vectors = POINTS[name]
    right = {(mask, law) for law in all_weights(vectors) for mask in [sum(
        1 << i for i, product in enumerate(np.array(vectors) @ law) if product > 0)] if np.all(np.array(vectors) @ law)}
    chosen = list(all_weights(vectors)) if isinstance(weights, str) else [weights]
    return any(shows(mask, law, vectors) != ((mask, law) in right) for law in chosen
               for mask in range(1 << len(vectors)))


def found_in(vectors: Vectors) -> list[tuple[int, tuple[tuple[int, ...], Vectors]]]:
    """Return the dichotomies that the search finds, each with its weights."""
    return [(mask, (tuple(weights), vectors)) for mask, weights in linear_dichotomies(vectors).items()]
