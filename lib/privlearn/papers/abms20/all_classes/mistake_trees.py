"""ABMS20, Section 3.1: mistake trees; the Littlestone dimension is the depth of the deepest one."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, sabotage, verifier
from privlearn.concepts import thresholds
from privlearn.dimensions import littlestone_dimension, mistake_tree, tree_depth, vc_dimension
from privlearn.dimensions.sweeps import littlestone_of_all_classes
from privlearn.papers.abms20.all_classes import claim
from privlearn.papers.abms20.all_classes.instances import ALL_FOUR, fits_leaves, is_shattered_along_paths, orbits
from privlearn.papers.abms20.all_classes.mistakes import broken_mirrored
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


@check("ABMS20-3.def-tree", grade="exhaustive",
       quantifier="all 3 + 15 + 255 non-empty classes on 1 to 3 points against all labelled complete trees of depth "
                  "at most 3 (2187 of depth 3, points repeated or not)",
       says="{the Littlestone dimension by the search} equals {the depth of the deepest shattered tree}")
@verifier(lambda dimension, witness: dimension(class_of(witness)) != littlestone_by_definition(class_of(witness)))
@sabotage("the VC dimension: one point for each level of the tree", vc_dimension)
@sabotage("the logarithm of the size, rounded down", lambda concepts: len(concepts).bit_length() - 1)
def dimension_is_the_depth_of_the_deepest_tree(dimension=littlestone_dimension) -> Verdict:
    return judge("==", (((n, c), dimension(class_of((n, c))), depth) for n in (1, 2, 3)
                        for c, depth in enumerate(depths_by_all_trees(n)) if c))


@check("ABMS20-3.def-tree", grade="exhaustive",
       quantifier="all 65,535 non-empty classes on 4 points (3983 orbits under renaming): the returned tree is "
                  "shattered and has the depth of the table, in which no tree is deeper; thresholds on 2^1 to 2^12 "
                  "points",
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
