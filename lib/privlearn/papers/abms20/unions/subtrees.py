"""ABMS20, Section 3.1: subtrees of a labelled binary tree."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, covering, judge, sabotage
from privlearn.concepts import ConceptClass
from privlearn.dimensions import is_mistake_tree
from privlearn.dimensions.composition import best_subtree, complete_tree
from privlearn.dimensions.composition.tree_colourings import monochromatic_subtree
from privlearn.papers.abms20.unions import claim
from privlearn.papers.abms20.unions.threshold_dimension import bit

claim("ABMS20-3.1", kind="definition", section="3.1 Preliminaries on the Littlestone dimension",
      title="Subtrees of a labelled binary tree may skip levels; a subtree of a mistake tree is a mistake tree",
      uses=("ABMS20-3.def-tree", "FX15-2.5.ldim"))


def subtrees(tree) -> Iterator[tuple[int, Any]]:
    """Yield all subtrees with their heights, straight from the definition."""
    if not isinstance(tree, tuple):
        yield 0, tree
        return
    sides = [list(subtrees(part)) for part in tree[1:]]
    yield from sides[0]
    yield from sides[1]
    for (h, left), (k, right) in product(*sides):
        if h == k:
            yield h + 1, (tree[0], left, right)


@cache
def listed(depth: int) -> tuple[tuple[int, int, int], ...]:
    """Return (height, leaves, vertices) of all subtrees of the complete tree, sets as bits."""
    def sets(tree) -> tuple[int, int]:
        if not isinstance(tree, tuple):
            return 1 << tree, 0
        (a, b), (c, d) = sets(tree[1]), sets(tree[2])
        return a | c, 1 << tree[0] | b | d

    return tuple((height, *sets(tree)) for height, tree in subtrees(complete_tree(depth)))


def without_skipping(tree, accept_leaf: Callable[[Any], bool]) -> tuple[int, Any]:
    """Return the tallest subtree on consecutive levels (corrupted)."""
    def rooted(node) -> int:
        if not isinstance(node, tuple):
            return 0 if accept_leaf(node) else -1
        sides = [rooted(part) for part in node[1:]]
        return 1 + sides[0] if sides[0] == sides[1] >= 0 else -1

    if not isinstance(tree, tuple):
        return rooted(tree), tree
    found = [without_skipping(part, accept_leaf)[0] for part in tree[1:]]
    return max(rooted(tree), *found), tree


@check("ABMS20-3.1", grade="exhaustive", quantifier="all 278 colourings of the leaves of the trees of depth at most 3",
       says="{the height that the search returns} equals {the height of the tallest of all subtrees}")
@sabotage("levels may not be skipped", without_skipping)
def tallest_subtree_is_the_tallest_of_all(search=best_subtree) -> Verdict:
    return judge("==", (((depth, mask), search(complete_tree(depth), bit(mask))[0],
                         max((h for h, leaves, _ in listed(depth) if leaves & ~mask == 0), default=-1))
                        for depth in range(4) for mask in range(1 << (1 << depth))))

def refutes_tallest_subtree_is_the_tallest_of_all(search, depth, mask):

    def has(tree, height: int) -> bool:
        if not isinstance(tree, tuple):
            return height == 0 and bool(mask >> tree & 1)
        _, left, right = tree
        return has(left, height) or has(right, height) or (height > 0 and has(left, height - 1) and
                                                           has(right, height - 1))

    tree = complete_tree(depth)
    return search(tree, bit(mask))[0] != max([h for h in range(depth + 1) if has(tree, h)], default=-1)


def fits(tree, whole, height: int, mask: int) -> bool:
    """Is ``tree`` a subtree of ``whole`` (vertices have distinct labels) of the height, with leaves in the set?"""
    if height == 0:
        return not isinstance(tree, tuple) and bool(mask >> tree & 1) and tree in leaves_of(whole)
    if not isinstance(tree, tuple) or not isinstance(whole, tuple):
        return False
    if tree[0] == whole[0]:
        return all(fits(tree[i], whole[i], height - 1, mask) for i in (1, 2))
    return any(fits(tree, part, height, mask) for part in whole[1:])


def leaves_of(tree) -> set[int]:
    return leaves_of(tree[1]) | leaves_of(tree[2]) if isinstance(tree, tuple) else {tree}


@check("ABMS20-3.1", grade="exhaustive", quantifier="all 278 colourings of the leaves of depth at most 3, and 2,047 of "
       "the 65,536 of depth 4: what is returned is a subtree, of the height and the colour",
       says="the returned tree is a subtree of the stated height and colour, or no leaf has the colour")
def returned_subtree_is_one(search=best_subtree) -> Verdict:
    def is_right(depth: int, mask: int) -> bool:
        height, tree = search(complete_tree(depth), bit(mask))
        return fits(tree, complete_tree(depth), height, mask) if height >= 0 else mask == 0

    cases = [(depth, mask) for depth in range(4) for mask in range(1 << (1 << depth))]
    cases += [(4, mask * 40503 % 65536) for mask in range(1, 2048)]
    return judge("==", ((case, is_right(*case), True) for case in cases))

def refutes_returned_subtree_is_one(search, depth, mask):
    height, tree = search(complete_tree(depth), bit(mask))
    if depth > 3:
        return False
    good = [(h, t) for h, t in subtrees(complete_tree(depth)) if all(mask >> leaf & 1 for leaf in leaves_of(t))]
    return (height, tree) not in good if good else (height, tree) != (-1, None)

@returned_subtree_is_one.sabotage("the taller side is not cut")
def taller_side_not_cut():
    def uncut(tree, accept_leaf: Callable[[Any], bool]) -> tuple[int, Any]:
        if not isinstance(tree, tuple):
            return best_subtree(tree, accept_leaf)
        (h, left), (k, right) = (uncut(part, accept_leaf) for part in tree[1:])
        if min(h, k) < 0 or min(h, k) + 1 <= max(h, k) - 1:
            return (h, left) if h >= k else (k, right)
        return 1 + min(h, k), (tree[0], left, right)

    return uncut


def tree_of_class(points: tuple[int, ...], depth: int, functions: tuple[int, ...]) -> Iterator[Any]:
    """Yield every complete mistake tree of this depth with leaves chosen as the least function left, by recursion."""
    if depth == 0:
        yield functions[0]
        return
    for x in points:
        halves = [tuple(f for f in functions if f >> x & 1 == label) for label in (0, 1)]
        if all(halves):
            for left in tree_of_class(points, depth - 1, halves[0]):
                for right in tree_of_class(points, depth - 1, halves[1]):
                    yield x, left, right


@cache
def mistake_trees_on_three_points() -> tuple[tuple[int, Any], ...]:
    """Return (number of class, tree) for the mistake trees of depth 2 and 3 of all classes on 3 points."""
    return tuple((c, tree) for c in range(1, 256) for depth in (2, 3)
                 for tree in tree_of_class((0, 1, 2), depth, tuple(f for f in range(8) if c >> f & 1)))


CUBE = ConceptClass.from_matrix([[f >> x & 1 for x in range(3)] for f in range(8)])


@check("ABMS20-3.1", grade="exhaustive", quantifier="all mistake trees of depth 2 and 3 of all 255 classes on 3 "
       "points, the least function left at each leaf; all subtrees of each",
       says="every subtree of a mistake tree is a mistake tree")
@sabotage("the two sides of a vertex change places",
          lambda tree: ((t[0], t[2], t[1]) for h, t in subtrees(tree) if h > 0))
def subtrees_of_mistake_trees_are_mistake_trees(inherit=lambda tree: (t for _, t in subtrees(tree))) -> Verdict:
    return judge("==", (((c, tree, part), is_mistake_tree(part, CUBE), True)
                        for c, tree in mistake_trees_on_three_points() for part in dict.fromkeys(inherit(tree))))

def refutes_subtrees_of_mistake_trees_are_mistake_trees(inherit, c, tree, part):

    def wrong(node, told: tuple[tuple[int, int], ...]) -> bool:
        if isinstance(node, tuple):
            return any(wrong(node[1 + label], (*told, (node[0], label))) for label in (0, 1))
        return any(node >> x & 1 != label for x, label in told)

    return part in list(inherit(tree)) and not wrong(tree, ()) and wrong(part, ())


def colourings_up_to_exchange(vertex: int, depth: int) -> list[int]:
    """Return colourings of the inner vertices from one down, up to exchanging the two sides of vertices."""
    if depth == 0:
        return [0]
    left, right = (colourings_up_to_exchange(2 * vertex + side, depth - 1) for side in (0, 1))
    return [own | one | two for own in (0, 1 << (vertex - 1)) for i, one in enumerate(left) for two in right[i:]]


@check("ABMS20-3.1", grade="exhaustive", quantifier="all 2^15 colourings of the inner vertices of the tree of depth 4, "
       "through the 1,806 that differ by more than exchanging the two sides of vertices",
       says="{the depth 4} is at most {the sum of the heights of both colours}")
def heights_of_two_colours_of_vertices_add_up(search=monochromatic_subtree) -> Verdict:
    def height(mask: int) -> int:
        return search(complete_tree(4), bit(2 * mask))[0]

    return covering(judge("<=", ((mask, 4, height(mask) + height((1 << 15) - 1 - mask))
                                 for mask in colourings_up_to_exchange(1, 4))), 1 << 15)

def refutes_heights_of_two_colours_of_vertices_add_up(search, witness):
    tree, both = complete_tree(4), (witness, (1 << 15) - 1 - witness)

    def least(node: int, mask: int) -> int:  # vertex numbers by levels; leaves are 16 and more
        if node > 15:
            return 0
        left, right = least(2 * node, mask), least(2 * node + 1, mask)
        return max(left, right, (mask >> (node - 1) & 1) * (1 + min(left, right)))

    return sum(search(tree, bit(2 * mask))[0] for mask in both) < 4 <= sum(least(1, mask) for mask in both)

@heights_of_two_colours_of_vertices_add_up.sabotage("levels may not be skipped")
def levels_may_not_skipped():
    def consecutive(tree, accept: Callable[[Any], bool]) -> tuple[int, Any]:
        if not isinstance(tree, tuple):
            return 0, tree
        below = min(consecutive(part, accept)[0] for part in tree[1:])
        return (1 + below if accept(tree[0]) else 0), tree

    return consecutive
