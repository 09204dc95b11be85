"""ABMS20, Sections 1 and 3.1: the Littlestone dimension: depth of the deepest mistake tree, at most log |H|."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, sabotage, verifier
from privlearn.concepts import thresholds
from privlearn.dimensions import littlestone_dimension, mistake_tree, tree_depth, vc_dimension
from privlearn.dimensions.sweeps import class_sizes, littlestone_of_all_classes, vc_of_all_classes
from privlearn.exact.formulas import Value, formula
from privlearn.papers.abms20.all_classes import claim
from privlearn.papers.abms20.all_classes.instances import (ALL_FIVE, ALL_FOUR, broken_mirrored, fits_leaves,
                                                           is_shattered_along_paths, orbits, patterns_of_trees)
from privlearn.papers.by_definition import class_of, littlestone_by_definition

claim("ABMS20-3.def-tree", kind="definition", section="3.1 Preliminaries on the Littlestone dimension",
      title="Mistake trees, shattering, Littlestone's dimension", uses=("FX15-2.5.ldim",),
      difference="Here every root-to-leaf path must be realised by some function of the class; there a function "
                 "stands at each leaf. For complete trees the two say the same. The printed label of the right "
                 "branch is lost in the text available and has been restored as 1.")


@cache
def paths_of_all_trees(points: int, depth: int) -> tuple[tuple[tuple[tuple[int, int], ...], ...], ...]:
    """Return, for every labelling of a complete tree by points, the list of its paths as (point, label)s."""
    trees = []
    for labels in product(range(points), repeat=2**depth - 1):
        paths = []
        for way in product((0, 1), repeat=depth):
            node, path = 0, []
            for bit in way:
                path.append((labels[node], bit))
                node = 2 * node + 1 + bit
            paths.append(tuple(path))
        trees.append(tuple(paths))
    return tuple(trees)


@cache
def depths_by_all_trees(points: int) -> tuple[int, ...]:
    """Return, for every class, the largest depth of a labelled complete tree each of whose paths is realised."""
    classes = np.arange(1 << (1 << points))
    found = np.where(classes > 0, 0, -1)
    for depth in range(1, points + 1):
        for tree in paths_of_all_trees(points, depth):
            shattered = classes > 0
            for path in tree:
                realised = sum(1 << f for f in range(1 << points) if all(f >> x & 1 == y for x, y in path))
                shattered &= classes & realised != 0
            found[shattered] = depth
    return tuple(found.tolist())


@check("ABMS20-3.def-tree", grade="exhaustive", quantifier="all 3 + 15 + 255 non-empty classes on 1 to 3 points "
       "against all labelled complete trees of depth at most 3 (2187 of depth 3, points repeated or not)",
       says="{the Littlestone dimension by the search} equals {the depth of the deepest shattered tree}")
@verifier(lambda dimension, witness: dimension(class_of(witness)) != littlestone_by_definition(class_of(witness)))
@sabotage("the VC dimension: one point for each level of the tree", vc_dimension)
@sabotage("the logarithm of the size, rounded down", lambda concepts: len(concepts).bit_length() - 1)
def dimension_is_the_depth_of_the_deepest_tree(dimension=littlestone_dimension) -> Verdict:
    return judge("==", (((n, c), dimension(class_of((n, c))), depth) for n in (1, 2, 3)
                        for c, depth in enumerate(depths_by_all_trees(n)) if c))


@check("ABMS20-3.def-tree", grade="exhaustive",
       quantifier="all 65,535 non-empty classes on 4 points (3983 orbits under renaming): the returned tree is "
       "shattered and has the depth of the table, in which no tree is deeper; thresholds on 2^1 to 2^12 points",
       says="the returned tree is shattered and as deep as the Littlestone dimension")
@sabotage("label 1 on the left branch", lambda concepts: broken_mirrored(mistake_tree(concepts)))
@sabotage("the left half of the tree alone",
          lambda concepts: tree[1] if isinstance(tree := mistake_tree(concepts), tuple) else tree)
def returned_trees_are_shattered_and_deepest(find=mistake_tree) -> Verdict:
    def cases() -> Iterator[Any]:
        for number, concepts, _ in orbits():
            tree = find(concepts)
            yield ((number, (is_shattered_along_paths(tree, concepts), tree_depth(tree)),
                    (True, int(littlestone_of_all_classes(4)[number]))))
        for b in range(1, 13):
            tree = find(thresholds(b))
            yield ("thresholds", b), (is_shattered_along_paths(tree, thresholds(b)), tree_depth(tree)), (True, b)

    return covering(judge("==", cases()), ALL_FOUR + 12)

def refutes_returned_trees_are_shattered_and_deepest(find, witness):
    concepts = thresholds(witness[1]) if isinstance(witness, tuple) else class_of((4, witness))

    def depth_below(node, fits: list[Any]) -> float:
        if not isinstance(node, tuple):
            return 0 if fits else float("-inf")
        return 1 + min(depth_below(node[1 + y], [row for row in fits if row[node[0]] == y]) for y in (0, 1))

    tree = find(concepts)
    wrong_leaf = any(row not in range(len(concepts)) for row in ([tree] if isinstance(tree, int) else []))
    return wrong_leaf or depth_below(tree, concepts.rows()) < littlestone_by_definition(concepts) or not fits_leaves(
        tree, concepts)


@formula("at least", corners={"d": (0, 1, 5, 12)})
def least_size(d: int) -> Value:
    return 2**d


claim("ABMS20-1.finite", kind="observation", formulas=(least_size,),
      title="Littlestone's dimension of a finite class is at most the logarithm of its size",
      uses=("FX15-2.5.ldim", "ABMS20-3.def-tree"),
      note="On five points through the halves of a class: one of dimension 1 + min(L, L') has halves of dimensions L "
           "and L' at some point, and the size is the sum of theirs.")


@cache
def smallest_classes(points: int) -> tuple[tuple[int, int], ...]:
    """Return (Littlestone's dimension, a smallest class of it) on at most 4 points, for -1 the empty class."""
    dimensions, sizes = littlestone_of_all_classes(points), class_sizes(points)
    return tuple((d, int(np.where(dimensions == d, sizes, 99).argmin())) for d in range(-1, points + 1))


@check("ABMS20-1.finite", grade="exhaustive", against="optimum",
       quantifier="all non-empty classes on 1 to 4 points, and all 2^32 - 1 on "
       "5 points, by all pairs of halves: the least size for each dimension; thresholds on 2^1 to 2^12 points",
       says="{the size of a smallest class, or of the thresholds} equals {2^d for Littlestone dimension d}")
def the_class_has_a_function_for_every_leaf(bound=least_size) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            yield from (((n, c), c.bit_count(), bound(d)) for d, c in smallest_classes(n) if d >= 0)
        for d in range(6):  # of dimension d are a half of dimension d - 1 at some point, and another one of no less
            pairs = product(smallest_classes(4), repeat=2)
            c = min((low | high << 16 for (a, low), (b, high) in pairs if 1 + min(a, b) == d and low | high),
                    key=int.bit_count)
            yield (5, c), c.bit_count(), bound(d)
        for b in range(1, 13):
            yield ("thresholds", b), len(thresholds(b)), bound(littlestone_dimension(thresholds(b)))

    return covering(judge("==", cases()), 3 + 15 + 255 + 65535 + ALL_FIVE + 12)

def refutes_the_class_has_a_function_for_every_leaf(bound, witness):
    def of(many: int) -> int:  # so many thresholds in a row, halved: a point splits them in two
        return 0 if many == 1 else 1 + of(many // 2)

    def leaves(depth: int) -> int:  # both halves have a tree of one level less, and no function in common
        return 1 if depth == 0 else leaves(depth - 1) + leaves(depth - 1)

    if witness[0] == "thresholds":
        return bound(of(2 ** witness[1])) != 2 ** witness[1]
    concepts = class_of(witness)
    depth = littlestone_by_definition(concepts)
    return len(concepts) == leaves(depth) != bound(depth)


def leaf_classes(points: int, depth: int) -> set[int]:
    """Return the classes made of one function for each leaf of some tree of a depth."""
    found = set()
    for masks in set(map(frozenset, patterns_of_trees(points, depth))):
        choices = [[1 << f for f in range(1 << points) if mask >> f & 1] for mask in masks]
        found |= {sum(chosen) for chosen in product(*choices)}
    return found


@check("ABMS20-1.finite", grade="exhaustive", quantifier="every dimension d <= n on n = 1 to 4 points: all classes",
       says="the classes of dimension d with 2^d functions exist, and are those of one function for each leaf of a "
            "tree")
@sabotage("the VC dimension", vc_of_all_classes)
def equality_holds_for_the_leaves_of_trees_and_no_others(table=littlestone_of_all_classes) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            for d in range(n + 1):
                tight = np.flatnonzero((table(n) == d) & (class_sizes(n) == 2**d)).tolist()
                yield (n, d), (tight, True), (sorted(leaf_classes(n, d)), bool(tight))

    return covering(judge("==", cases()), 3 + 15 + 255 + 65535)

def refutes_equality_holds_for_the_leaves_of_trees_and_no_others(table, n, d):
    numbers = (sum(chosen) for chosen in combinations([1 << f for f in range(1 << n)], 2**d))
    return any((int(table(n)[number]) == d) != (littlestone_by_definition(class_of((n, number))) == d)
               for number in numbers)
