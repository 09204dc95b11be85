"""BBKN14, Section 4.1: Lemma 4.1, the small class of random sets."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import projective_plane_lines
from privlearn.concepts.sets import WORD, indicator, members_of_mask
from privlearn.dimensions.representation import representation_game
from privlearn.dimensions.representation.points import uniform_bound
from privlearn.dimensions.representation.points.multiplicities import first_sets_through
from privlearn.dimensions.representation.points.random_sets import DrawnSets, point_multiplicities, uniform_subsets
from privlearn.dimensions.representation.points.random_sizes import drawing_failure_bound, number_of_sets, shape_of
from privlearn.exact.fractions import HALF, NINE_TENTHS, QUARTER
from privlearn.papers.bbkn14.random_sets import claim
from privlearn.papers.bbkn14.random_sets.instances import seeded_sets

LARGE = ((13, QUARTER), (16, NINE_TENTHS))

claim("BBKN14-4.1", kind="lemma", formulas=(number_of_sets,),
      uses=("BBKN14-3.1", "BBKN14-3.3", "BBKN14-3.10", "BBKN14-4.1.sets", "BBKN14-4.1.eq3", "BBKN14-4.1.eq-sum",
            "BBKN14-4.1.bad1", "BBKN14-4.1.bad2", "BBKN14-4.1.markov"),
      title="A class of O(d / alpha^2) sets alpha-represents the 2^d point functions",
      erratum_kind="convention", repaired=True,
      erratum="Two roundings, both harmless: k = 8 e p^2 / log T and the set size 4 p T / k are not integers (k "
              "involves e); repaired: k is rounded up, the size to the nearest integer. And d >= 16 is assumed "
              "only to have p >= 16 and T >= 16, which is so wherever k < 2^d.",
      note="Existence for all d is the probabilistic argument, whose steps are checked; the classes drawn here have "
           "d <= 16.")


def property_three(make, d: int, alpha: Fraction) -> Iterator[Any]:
    """Yield the cases of property (3) for one class: p different sets through a point, each other in fewer than d."""
    drawn = make(d, alpha)
    j = np.arange(drawn.points)[:, None]
    through = drawn.words[drawn.chosen, j // WORD] >> (j % WORD).astype(np.uint64) & np.uint64(1)
    right = (drawn.chosen[:, 0] >= 0) & (np.diff(drawn.chosen) > 0).all(axis=1) & through.astype(bool).all(axis=1)
    worst = np.where(right, point_multiplicities(drawn), drawn.shape.chosen).tolist()
    worst += [drawn.shape.chosen] * (2**d - drawn.points)  # points that are missing
    yield from (((d, alpha, j), most, d) for j, most in enumerate(worst))


def violates_property_three(make, witness) -> bool:
    """Count at the witness, set by set, how often another point occurs in the chosen sets."""
    d, alpha, j = witness
    drawn = make(d, alpha)
    if j >= drawn.points or -1 in drawn.chosen[j]:
        return True
    sets = [int.from_bytes(drawn.words[number].tobytes(), "little") for number in drawn.chosen[j].tolist()]
    counts = [sum(A >> b & 1 for A in sets) for b in range(drawn.points)]
    return counts[j] < drawn.shape.chosen or max(counts[:j] + counts[j + 1:]) >= d


@cache
def every_set_twice(d: int, alpha: Fraction) -> DrawnSets:
    """Repeat half of the sets instead of drawing all of them."""
    right = seeded_sets(d, alpha)
    words = np.repeat(right.words[: len(right.words) // 2], 2, axis=0)
    return replace(right, words=words, chosen=first_sets_through(words, right.points, right.shape.chosen))


@check("BBKN14-4.1", grade="exhaustive",
       quantifier="seed 0; (d, alpha) = (13, 1/4), and (16, 9/10): 1392 sets for 65536 points; every point j, every "
                  "other point b",
       says="{the largest multiplicity at a point} is less than {log T}")
@verifier(lambda make, witness: violates_property_three(make, witness))
@sabotage("half as many sets, each taken twice", every_set_twice)
@sabotage("the p sets of another point",
          lambda d, alpha: replace(seeded_sets(d, alpha), chosen=np.roll(seeded_sets(d, alpha).chosen, 1, axis=0)))
def multiplicities_of_the_drawn_class_are_below_d(make=seeded_sets) -> Verdict:
    return judge("<", (case for d, alpha in LARGE for case in property_three(make, d, alpha)))


UNIFORM_CASES = (*((8, NINE_TENTHS, j) for j in range(256)), *((10, HALF, j) for j in range(64)))


@check("BBKN14-4.1", grade="exhaustive",
       quantifier="seed 0; (d, alpha) = (8, 9/10), all points j, and (10, 1/2), the first 64: the error of the uniform "
                  "mixture of the p sets at every other point, set by set; and the planes of order 2, 3, 5, where it "
                  "is the exact value of the game",
       says="{the computed error of the uniform mixture} equals {its error counted set by set}")
@sabotage("half of it", lambda *case: uniform_bound(*case) / 2)
@sabotage("the mean over the points in place of the largest", lambda matrix, j, chosen=None: Fraction(int(
    matrix[matrix[:, j] == 1 if chosen is None else chosen].sum()), matrix.shape[1] * int(matrix[:, j].sum())))
@judged("==")
def uniform_bound_is_the_largest_error_of_the_mixture(bound=uniform_bound):
    for q in (2, 3, 5):
        lines = projective_plane_lines(q)
        game = representation_game(lines, indicator({0}, lines.size))
        yield (q, "plane", 0), bound(lines.matrix, 0), game.value
    for d, alpha, j in UNIFORM_CASES:
        drawn = seeded_sets(d, alpha)
        yield (d, alpha, j), bound(drawn.matrix, j, drawn.chosen[j]), error_of_mixture(drawn, j)


def error_of_mixture(drawn: DrawnSets, j: int) -> Fraction:
    """Return how often the uniform mixture of the p sets through j holds the other point that most of them hold."""
    counts: Counter[int] = Counter()
    for number in drawn.chosen[j].tolist():
        word_bits = int.from_bytes(drawn.words[number].tobytes(), "little")
        counts.update(b for b in members_of_mask(word_bits) if b != j)
    return Fraction(max(counts.values()), len(drawn.chosen[j]))

def refutes_uniform_bound_is_the_largest_error_of_the_mixture(bound, d, alpha, j):
    if alpha == "plane":
        return bound(projective_plane_lines(d).matrix, j) != Fraction(1, d + 1)
    drawn = seeded_sets(d, alpha)
    matrix = drawn.matrix
    held = [sum(int(matrix[i, b]) for i in drawn.chosen[j]) for b in range(drawn.points) if b != j]
    return bound(matrix, j, drawn.chosen[j]) != Fraction(max(held), drawn.shape.chosen)


@check("BBKN14-4.1", grade="exact",
       quantifier="d = 8, 16, 32; alpha = 9/10, 1/2, 1/4: both bad events with the sizes as rounded, exactly",
       says="{the bound on the chance that fewer than T points are good} is less than {1}")
@judged("<")
def some_drawing_succeeds(number=number_of_sets):
    for d, alpha in number.instances():
        yield (d, alpha), failing(d, alpha, number(d, alpha)), 1


@cache
def failing(d: int, alpha: Fraction, sets: int) -> Fraction:
    return drawing_failure_bound(shape_of(d, alpha, max(int(sets), 2 * d * (1 + int(1 / alpha)))))

def refutes_some_drawing_succeeds(number, d, alpha):
    p = d + d * int(1 / alpha)  # the second event alone, with sets that hold a point with probability 2p/k
    size = (8 * p * 2**d + (k := max(2 * p, int(number(d, alpha))))) // (2 * k)
    return 2 * comb(p, d) * (size - 1) ** d * 2**d > (2**d + 1) * (2 * 2**d - 1) ** (d - 1)


DRAWINGS = ((0, 1, 2, 0), (1, 0, 1, 3), (3, 1, 1, 5), (2, 2, 2, 1), (5, 8, 8, 2), (4, 16, 16, 7), (3, 20, 64, 11),
            (7, 17, 32, 13), (9, 3, 1 << 18, 4))  # sets, members, points, seed


def subsets_by_listing(sets: int, members: int, points: int, seed: int) -> list[list[int]]:
    """Return for every set the first distinct points among its words, of which all sets get a batch at a time."""
    source, first = np.random.PCG64(seed), True
    rows: list[list[int]] = [[] for _ in range(sets)]
    while sets and (first or any(len(row) < members for row in rows)):
        first, batch = False, members + members // 8 + 16
        for row in rows:
            for word in source.random_raw(batch).tolist():
                if word % points not in row:
                    row.append(word % points)
    return [row[:members] for row in rows]


@check("BBKN14-4.1", grade="exact",
       quantifier="0 to 9 sets of 0 to 20 of up to 2^18 points, all points among them, one seed each; word by word, "
                  "every set has its own (m + floor(m/8) + 16 at a time for m members)",
       says="{the sets drawn} equal {the first distinct points of the words of PCG64}")
@sabotage("the next seed", lambda sets, members, points, seed: uniform_subsets(sets, members, points, seed + 1))
@sabotage("the members in increasing order", lambda *case: np.sort(uniform_subsets(*case), axis=1))
@judged("==")
def sets_are_the_first_distinct_points_of_the_words(draw=uniform_subsets):
    for case in DRAWINGS:
        yield case, draw(*case).tolist(), subsets_by_listing(*case)

def refutes_sets_are_the_first_distinct_points_of_the_words(draw, witness):
    k, m, n, seed = witness
    batch = m + m // 8 + 16
    words = np.random.PCG64(seed).random_raw(40 * k * batch).reshape(40, k, batch) % np.uint64(n)
    rows = [list(dict.fromkeys(words[:, i].ravel().tolist()))[:m] for i in range(k)]
    return draw(*witness).tolist() != rows
