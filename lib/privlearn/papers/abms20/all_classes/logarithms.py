"""ABMS20, Section 3.1: Theorem 3.2, Littlestone and threshold dimension bound each other's logarithm."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension, threshold_dimension, tree_depth, tree_from_thresholds
from privlearn.dimensions.shelah import Values, planted_tree
from privlearn.dimensions.sweeps import kept_census, littlestone_of_all_classes, threshold_of_all_classes
from privlearn.exact.formulas import Value, floor, formula, log2
from privlearn.papers.abms20.all_classes import claim
from privlearn.papers.abms20.all_classes.instances import (ALL_FIVE, ALL_FOUR, broken_mirrored, fits_leaves,
                                                           is_shattered_along_paths)
from privlearn.papers.by_definition import certified_littlestone, class_of, has_mistake_tree


@formula("at least", corners={"d": (0, 1, 3, 4, 5)}, tex={"log2(d + 1)": r"\log (\mathrm{LDim} + 1)"})
def least_thresholds(d: int) -> Value:
    """Return how many thresholds a class of Littlestone dimension d has at least."""
    return floor(log2(d + 1))


@formula("at least", where=("t >= 1",), corners={"t": (1, 2, 3, 4, 64)}, loose={"t >= 1": "0 has no logarithm"},
         tex={"log2(t)": r"\log T(\mathcal H)"})
def least_depth(t: int) -> Value:
    """Return the least Littlestone dimension of a class with t thresholds."""
    return floor(log2(t))


@formula("equals", corners={"n": (1, 2, 3, 4, 5)})
def undivided(n: int) -> Value:
    """Return how many classes on n points have Littlestone dimension 0."""
    return 2**n


claim("ABMS20-3.2", kind="theorem", formulas=(least_thresholds, least_depth, undivided),
      section="3.1 Preliminaries on the Littlestone dimension",
      title="Littlestone's and the threshold dimension bound each other (Shelah, Hodges)",
      uses=("ABMS20-3.def-tree", "ABMS20-2.def-T", "ABMS20-3.1", "ABMS20-1.engine"),
      erratum_kind="convention", repaired=True,
      erratum="A missing convention: for Littlestone dimension 0, or threshold dimension 0, the logarithm is not "
              "defined; the class of the function 0 on one point has both. With floor(log 0) = -infinity (or for "
              "dimensions at least 1) the statement holds as printed.",
      note="The construction gives floor(log(LDim + 1)) thresholds, one more at LDim = 2^j - 1; this form is the one "
           "checked. On five points both it and the printed form leave room: the least threshold dimensions for "
           "Littlestone dimension 1 to 5 are on the page.")


def cells() -> Iterator[tuple[Any, int, int, int]]:
    """Yield (example, Littlestone's, threshold dimension, how many classes) on 1 to 4 points and on 5."""
    for n in range(1, 5):
        both = np.stack([littlestone_of_all_classes(n)[1:], threshold_of_all_classes(n)[1:]]).astype(int)
        pairs, first, number = np.unique(both, axis=1, return_index=True, return_counts=True)
        yield from (((n, int(c) + 1), int(d), int(t), int(many))
                    for (d, t), c, many in zip(pairs.T, first, number, strict=True))
    census = kept_census()
    for d, v, t in np.argwhere(census.counts):
        yield (5, int(census.examples[d, v, t])), int(d), int(t), int(census.counts[d, v, t])


@check("ABMS20-3.2", grade="exhaustive", quantifier="all non-empty classes on 1 to 4 points, and all 2^32 - 1 on 5 "
       "points: T >= floor(log(LDim + 1)), which implies the printed bound, and LDim >= floor(log T)",
       says="a class of dimensions LDim and T has T >= floor(log(LDim + 1)) and LDim >= floor(log T)")
@sabotage("T >= LDim: true on four points, false on five", (lambda depth: depth, least_depth))
@sabotage("LDim >= log T rounded up", (least_thresholds, lambda chain: (chain - 1).bit_length()))
def each_dimension_is_at_least_the_logarithm_of_the_other(lower=(least_thresholds, least_depth)) -> Verdict:
    everything = list(cells())

    def cases() -> Iterator[Any]:
        for name, depth, chain, _ in everything:
            yield (*name, "thresholds"), lower[0](depth), chain
            if chain:
                yield (*name, "depth"), lower[1](chain), depth

    return covering(judge("<=", cases()), sum(many for *_, many in everything))

def refutes_each_dimension_is_at_least_the_logarithm_of_the_other(lower, points, number, side):
    rows = [f for f in range(1 << points) if number >> f & 1]
    concepts = ConceptClass.from_matrix([[f >> x & 1 for x in range(points)] for f in rows])
    depth, chain = certified_littlestone(concepts), threshold_dimension(concepts, solver="plain")
    return chain < lower[0](depth) if side == "thresholds" else depth < lower[1](chain)


LEAST = (0, 1, 2, 3, 3, 5)  # threshold dimension, for Littlestone dimension 0, 1, ..., 5


@check("ABMS20-3.2", grade="exhaustive",
       quantifier="all 2^32 - 1 non-empty classes on 5 points: the least threshold dimension for each Littlestone "
                  "dimension, and the least Littlestone dimension for each threshold dimension, floor(log T)",
       says="the least T for LDim = 0, ..., 5 is 0, 1, 2, 3, 3, 5, and the least LDim for T is floor(log T)")
@sabotage("what the theorem promises", make=lambda: tuple(map(least_thresholds, range(6))))
@sabotage("as on four points", (0, 1, 2, 3, 4, 5))
def least_dimensions_on_five_points(least: tuple[int, ...] = LEAST) -> Verdict:
    five = [(name[1], depth, chain) for name, depth, chain, _ in cells() if name[0] == 5]
    smallest = [min((t, c) for c, d, t in five if d == depth) for depth in range(6)]
    lowest = [min((d, c) for c, d, t in five if t == chain) for chain in range(1, 6)]
    verdict = judge("==", [*((("thresholds", d, c), t, least[d]) for d, (t, c) in enumerate(smallest)),
                           *((("depth", t, c), d, least_depth(t)) for t, (d, c) in enumerate(lowest, 1))])
    return covering(verdict, ALL_FIVE)

def refutes_least_dimensions_on_five_points(least, _, depth, number):
    concepts = class_of((5, number))
    fewer = certified_littlestone(concepts) == depth and threshold_dimension(concepts, solver="plain") < least[depth]
    return fewer or not kept_census().counts[depth, :, :least[depth] + 1].any()


@check("ABMS20-3.2", grade="exhaustive", quantifier="all non-empty classes on 1 to 5 points: how many have Littlestone "
       "dimension 0, and threshold dimension 0, where the printed logarithm is not defined",
       says="on n points 2^n classes have Littlestone dimension 0, and one class has threshold dimension 0")
def logarithm_of_zero_is_asked_for(stated=undivided) -> Verdict:
    count = {n: [0, 0] for n in range(1, 6)}
    for (n, _), depth, chain, many in cells():
        count[n][0] += many * (depth == 0)
        count[n][1] += many * (chain == 0)
    verdict = judge("==", ((n, tuple(found), (stated(n), 1)) for n, found in count.items()))
    return covering(verdict, 3 + 15 + 255 + ALL_FOUR + ALL_FIVE)

def refutes_logarithm_of_zero_is_asked_for(stated, witness):
    functions = list(product((0, 1), repeat=witness))
    return stated(witness) != len(functions)  # two different ones are divided by some point: a tree of depth 1


def staircase(length: int) -> ConceptClass:
    return ConceptClass.from_matrix(np.triu(np.ones((length, length), dtype=np.uint8)))


@check("ABMS20-3.2", grade="exact", against="optimum", quantifier="t thresholds on t points, t = 1 to 64",
       says="{the Littlestone dimension of t thresholds} equals {floor(log t)}")
def thresholds_alone_have_the_logarithm(stated=least_depth) -> Verdict:
    return judge("==", ((t, littlestone_dimension(staircase(t)), stated(t)) for t in range(1, 65)))

def refutes_thresholds_alone_have_the_logarithm(stated, witness):
    return not has_mistake_tree(staircase(witness), stated(witness)) or has_mistake_tree(staircase(witness),
                                                                                        stated(witness) + 1)


@check("ABMS20-3.2", grade="exact", quantifier="t = 1 to 64, and t = 1000, 4096",
       says="binary search among t thresholds is a shattered tree of depth floor(log t)")
@sabotage("the lower half on the left", lambda pairs: broken_mirrored(tree_from_thresholds(pairs)))
@judged("==")
def binary_search_is_a_tree(search=tree_from_thresholds):
    for t in (*range(1, 65), 1000, 4096):
        tree, concepts = search(backwards(t)), ConceptClass.from_matrix(staircase(t).matrix[:, ::-1])
        fits = t > 64 or fits_leaves(tree, concepts)
        yield t, (is_shattered_along_paths(tree, concepts), tree_depth(tree), fits), (True, least_depth(t), True)


def backwards(length: int) -> list[tuple[int, int]]:
    """Return thresholds whose points are numbered from the last one on."""
    return [(k, length - 1 - k) for k in range(length)]

def refutes_binary_search_is_a_tree(search, witness):
    concepts = ConceptClass.from_matrix(staircase(witness).matrix[:, ::-1])
    return not fits_leaves(tree := search(backwards(witness)), concepts) or 2 ** (tree_depth(tree) + 1) <= witness


PLANTED = tuple(product(range(6), (0, 1, 7)))  # depth, seed


def with_values(made: tuple[Any, Values], depth: int) -> tuple[Any, list[list[int]]]:
    """Return a tree with the values of its functions at all nodes."""
    tree, value = made
    return tree, [[value(leaf, node) for node in range(2**depth - 1)] for leaf in range(2**depth)]


def planted_by_list(depth: int, seed: int) -> tuple[Any, list[list[int]]]:
    """Return the same from the leaves up: labels on the paths, elsewhere bits of the splitmix generator."""
    level: list[Any] = list(range(2**depth))
    values = [[splitmix(leaf, node, seed) for node in range(2**depth - 1)] for leaf in level]
    for k in reversed(range(depth)):
        for leaf in range(2**depth):
            values[leaf][2**k - 1 + leaf // 2 ** (depth - k)] = leaf // 2 ** (depth - k - 1) % 2
        level = [(2**k - 1 + i, level[2 * i], level[2 * i + 1]) for i in range(2**k)]
    return level[0], values


def splitmix(leaf: int, node: int, seed: int) -> int:
    """Return bit 40 of the finish of the generator on multiples of leaf, node and seed."""
    factors = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
    state = sum(k * factor for k, factor in zip((leaf, node, seed), factors, strict=True)) % 2**64
    state = (state ^ state // 2**30) * 0xBF58476D1CE4E5B9 % 2**64
    state = (state ^ state // 2**27) * 0x94D049BB133111EB % 2**64
    return (state ^ state // 2**31) // 2**40 % 2


@check("ABMS20-3.2", grade="exact",
       quantifier="planted trees of depth 0 to 5, three seeds: all functions at all nodes",
       says="every node has a point of its own, and functions have the labels of their paths, elsewhere random bits")
@verifier(lambda planted, depth, seed: with_values(planted(depth, seed), depth) != planted_by_list(depth, seed))
@sabotage("more zeros off the paths", lambda depth, seed: (
    planted_tree(depth, seed)[0], lambda leaf, node: min(planted_tree(depth, k)[1](leaf, node) for k in (seed, 99))))
@sabotage("the same functions for every seed", lambda depth, seed: planted_tree(depth, 1))
@judged("==")
def planted_trees_are_as_they_are_said(planted=planted_tree):
    for depth, seed in PLANTED:
        yield (depth, seed), with_values(planted(depth, seed), depth), planted_by_list(depth, seed)
