"""FX15, Theorem B.2: thresholds inside halfspaces, and the mistake tree."""

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, grid, halfspaces
from privlearn.dimensions import (halfspace_tree, halfspace_tree_depth, is_halfspace_tree, is_mistake_tree,
                                  mistake_tree, tree_depth)
from privlearn.dimensions.halfspace_trees import (Halfspace, collision_free, dot, embed_threshold, search_tree,
                                                  tree_in_class, tree_leaves)
from privlearn.exact.formulas import Formula, Value, formula
from privlearn.papers.fx15.geometric_classes.instances import HALFSPACES, breaks_a_promise
from privlearn.papers.fx15.halfspace_trees import claim
from privlearn.papers.fx15.halfspace_trees.instances import broken_embedding_reversed

TREES = ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (3, 3), (1, 4), (2, 4), (1, 5))
EMBEDDED = ((1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (1, 4))


@formula("equals", corners={"b": (1, 2, 3), "d": (2, 3)})
def slice_depth(b: int, d: int) -> Value:
    """Return the depth of the search on a slice."""
    return b * (d - 1)


claim("FX15-B.embed", kind="proposition", formulas=(slice_depth,),
      title="Thresholds embed into halfspaces of one more dimension, beside any given halfspace",
      uses=("FX15-B.1", "FX15-4.1app.thr"), erratum_kind="misprint",
      erratum="A slip in notation: the interval is written {0, ..., 2^(b (d - 1))}, and j <= 2^(b (d - 1)); there are "
              "2^(b (d - 1)) values, from 0 on.")


class Beside(NamedTuple):
    """A halfspace on b-bit coordinates, how it is made free of collisions, and how thresholds are put beside it."""

    w: tuple[int, ...]
    theta: int
    b: int
    fine: Callable[[Any, int, int], Halfspace] = collision_free
    embed: Callable[[Halfspace, int], Halfspace] = embed_threshold


def as_it_is(weights: tuple[int, ...], threshold: int, bits: int) -> Halfspace:
    return weights, threshold


def moved_threshold(halfspace: Halfspace, cut: int) -> Halfspace:
    """Return the halfspace with the threshold z and no further weight."""
    return (*halfspace[0], 0), cut


def beside() -> Iterator[Beside]:
    for b, d in EMBEDDED:
        yield from (Beside(*leaf, b) for leaf, _ in tree_leaves(halfspace_tree(b, d - 1)))


def word(bits: Iterable[Any]) -> str:
    return "".join(str(int(bit)) for bit in bits)


@proof("FX15-B.embed", grade="exhaustive",
       quantifier="all leaves of the tree for d - 1 dimensions, all cuts, all points of both slices, every leaf of the "
                  "search: (b, d) = (1, 2), (2, 2), (3, 2), (1, 3), (2, 3), (1, 4)",
       instances=beside, start=Beside((1, 1), 1, 1),
       steps={"slice 0": "{the points with x_d = 0 inside} are {those of the given halfspace}",
              "slice 1": "{the points with x_d = 1 inside} are {those with w' . y >= z}",
              "places": "{the different sets on the slice x_d = 1} are {as many as points}",
              "search": "{the lengths of the paths of binary search} are {b (d - 1)}",
              "conclusion": "{the leaves with the labels of their path and the given halfspace} are {2^(b (d - 1))}"},
       hypotheses=(Hypothesis("w' has no collisions", {"fine": as_it_is}, ("places", "conclusion")),
                   Hypothesis("w_d is theta - z", {"embed": broken_embedding_reversed},
                              ("slice 1", "places", "conclusion")),
                   Hypothesis("the threshold stays", {"embed": moved_threshold}, ("slice 0", "conclusion"))))
def thresholds_stand_beside_a_halfspace(given: Beside, depth: Formula = slice_depth) -> Iterator[Line]:
    (w, theta), b, d = given.fine(given.w, given.theta, given.b), given.b, len(given.w) + 1
    points = sorted(grid(b, d - 1), key=lambda y: dot(w, y))
    inside, found = word(dot(given.w, y) >= given.theta for y in points), [
        given.embed((w, theta), dot(w, z)) for z in points]
    shown = [[word(dot(new, (*y, last)) >= bar for y in points) for last in (0, 1)] for new, bar in found]
    for z, (zeros, _) in zip(points, shown, strict=True):
        yield Line("slice 0", "==", zeros, inside, ("y =", z))
    for z, (_, ones) in zip(points, shown, strict=True):
        yield Line("slice 1", "==", ones, word(dot(w, y) >= dot(w, z) for y in points), ("y =", z))
    yield Line("places", "==", len({ones for _, ones in shown}), len(points))
    leaves = list(tree_leaves(search_tree([(*y, 1) for y in points], found.__getitem__)))
    yield Line("search", "==", {len(path) for _, path in leaves}, {depth(b, d)})
    yield Line("conclusion", "==", sum(all((dot(new, x) >= bar) == label for x, label in path) and word(
        dot(new, (*y, 0)) >= bar for y in points) == inside for (new, bar), path in leaves), 2 ** (b * (d - 1)))


def refutes_thresholds_stand_beside_a_halfspace(given: Beside, step: str, case: Any, depth: Formula) -> bool:
    """Tell whether a line is false: the values of the new halfspaces, counted on either slice."""
    (w, theta), b = given.fine(given.w, given.theta, given.b), given.b
    values = {y: sum(c * k for c, k in zip(w, y, strict=True)) for y in product(range(2**b), repeat=len(w))}
    if step == "search":
        return len(values) != 2 ** depth(b, len(w) + 1)
    if step == "places" and len({*values.values()}) < len(values):
        return True
    for value in values.values():
        new, bar = given.embed((w, theta), value)
        below = [v >= bar for v in values.values()] != [
            sum(c * k for c, k in zip(given.w, y, strict=True)) >= given.theta for y in values]
        right = sum(v + new[-1] >= bar for v in values.values()) == sum(v >= value for v in values.values())
        if (step != "slice 1" and below) or (step != "slice 0" and not right) or (
                step == "conclusion" and sum(v == value for v in values.values()) > 1):
            return True
    return False


claim("FX15-B.2", kind="theorem", title="Littlestone's dimension of halfspaces is at least (d (d - 1) / 2 + 1) b",
      uses=("FX15-2.5.ldim", "FX15-B.1", "FX15-B.embed", "FX15-4.1app.thr"), erratum_kind="false", repaired=True,
      formulas=(halfspace_tree_depth,),
      erratum='Printed with "=" where "at least" is proved, named (in the title of the appendix and in '
              'Section 4.1) and used. Equality fails in every case that can be computed, first for (b, d) = '
              '(1, 1): the dimension is 2, the formula 1.',
      note="The construction works for all b and d; its trees are checked leaf by leaf up to 16,384 leaves. Exact "
           "values are known for nine small (b, d).")


class Grown(NamedTuple):
    """Bits of a coordinate, the dimension, and how the tree is built."""

    b: int
    d: int
    grow: Callable[[int, int], Any] = halfspace_tree

    @property
    def labels(self) -> dict[str, str]:
        return {"grow": "the tree"}


def other_last_weight(b: int, d: int) -> Any:
    """Return the tree with z - theta in place of theta - z at every leaf."""
    def turned(node: Any) -> Any:
        return (node[0], *map(turned, node[1:])) if len(node) == 3 else ((*node[0][:-1], -node[0][-1]), node[1])

    return turned(halfspace_tree(b, d)) if d > 1 else halfspace_tree(b, 1)


def with_collisions(b: int, d: int) -> Any:
    """Return the tree whose leaves are searched in the order of their own weights, which may tie."""
    def raised(node: Any) -> Any:
        if len(node) == 3:
            return ((*node[0], 0), *map(raised, node[1:]))
        order = sorted(grid(b, d - 1), key=lambda y: dot(node[0], y))
        return search_tree([(*y, 1) for y in order], lambda j: embed_threshold(node, dot(node[0], order[j])))

    return raised(with_collisions(b, d - 1)) if d > 1 else halfspace_tree(b, 1)


@proof("FX15-B.2", grade="exhaustive",
       quantifier="every leaf, with all labels on its path: 13 pairs (b, d) up to (3, 3), (2, 4), (1, 5)",
       instances=lambda: (Grown(b, d) for b, d in TREES), start=Grown(1, 2),
       steps={"slice 0": "{the labels at points with x_d = 0, for d > 1, that the leaf of the path has} are {all}",
              "slice 1": "{the other labels that the leaf of the path has} are {all}",
              "depth": "{the lengths of the paths} are {(d (d - 1)/2 + 1) b}",
              "conclusion": "{the leaves so deep that have all labels of their path} are {2^((d (d - 1)/2 + 1) b)}"},
       hypotheses=(Hypothesis("leaves are made free of collisions", {"grow": with_collisions},
                              ("slice 1", "slice 0", "conclusion")),
                   Hypothesis("w_d is theta - z", {"grow": other_last_weight}, ("slice 1", "conclusion")),
               Hypothesis("all points of a slice are searched", {"grow": lambda b, d: halfspace_tree(b, d)[1]},
                          ("depth", "conclusion"))))
def tree_of_halfspaces_is_complete(given: Grown, depth: Formula = halfspace_tree_depth) -> Iterator[Line]:
    b, d, whole, lengths, stated = given.b, given.d, 0, set(), depth(given.b, given.d)
    found = {last: [0, 0] for last in (False, True)}  # asked last, or before -> right labels, all labels
    for (w, theta), path in tree_leaves(given.grow(b, d)):
        right = [(dot(w, x) >= theta) == label for x, label in path]
        for (x, _), is_right in zip(path, right, strict=True):
            count = found[d == 1 or x[-1] > 0]
            count[0], count[1] = count[0] + is_right, count[1] + 1
        whole += len(path) == stated and all(right)
        lengths.add(len(path))
    for step, (good, number) in zip(("slice 0", "slice 1"), found.values(), strict=True):
        if number:
            yield Line(step, "==", good, number, joined=number)
    yield Line("depth", "==", lengths, {stated})
    yield Line("conclusion", "==", whole, 2**stated, joined=whole or 1)


def refutes_tree_of_halfspaces_is_complete(given: Grown, step: str, case: Any, depth: Formula) -> bool:
    """Tell whether a line is false, by the lengths of the paths and the slices of the labels that a leaf has not."""
    leaves = list(tree_leaves(given.grow(given.b, given.d)))
    short = any(len(path) != depth(given.b, given.d) for _, path in leaves)
    wrong = {given.d == 1 or x[-1] for (w, theta), path in leaves for x, label in path if (
        sum(c * k for c, k in zip(w, x, strict=True)) >= theta) != label}
    return {"slice 0": 0 in wrong, "slice 1": 1 in wrong, "depth": short, "conclusion": short or bool(wrong)}[step]


def changed_trees(tree: Any) -> Iterator[Any]:
    """Yield the tree and those with one change: another point, weight or threshold, branches exchanged or cut."""
    yield tree
    head = tree[0]
    for k, shift in product(range(len(head)), (-1, 1, 2)):
        yield ((*head[:k], head[k] + shift, *head[k + 1:]), *tree[1:])
    yield ((*head, 0), *tree[1:])
    yield (head[:-1], *tree[1:])
    if len(tree) == 2:
        yield from ((head, tree[1] + shift) for shift in (-1, 1))
    else:
        yield from ((head, tree[2], tree[1]), tree[1], tree[2], (head, tree[1], tree[1]))
        yield from ((head, part, tree[2]) for part in changed_trees(tree[1]))
        yield from ((head, tree[1], part) for part in changed_trees(tree[2]))


def fits_the_grid(tree: Any, b: int, d: int, depth: int) -> bool:
    """Decide whether a tree has points of the grid, weights for each coordinate, that depth, and the labels it says."""
    def fits(node: Any, path: list[tuple[Any, int]]) -> bool:
        if len(node) == 3:
            return node[0] in grid(b, d) and all(fits(node[1 + y], [*path, (node[0], y)]) for y in (0, 1))
        weights, theta = node
        return len(path) == depth and len(weights) == d and all(
            (sum(w * c for w, c in zip(weights, x, strict=True)) >= theta) == bool(y) for x, y in path)

    return fits(tree, [])


CHANGED = ((1, 1), (2, 1), (1, 2))


@check("FX15-B.2", grade="exhaustive",
       quantifier="(b, d) = (1, 1), (2, 1), (1, 2): the tree and all trees with one change of a point, a weight, a "
                  "threshold or the branches; depths and dimensions beside the right one",
       says="a tree is accepted just if it is complete, of that depth, on the grid, and each leaf labels its path so")
@sabotage("the depth is not compared", lambda tree, b, d, depth: any(
    is_halfspace_tree(tree, b, d, n) for n in range(6)))
@sabotage("points beside the grid", lambda tree, b, d, depth: is_halfspace_tree(tree, b + 1, d, depth))
@judged("==")
def trees_of_halfspaces_are_decided_by_the_definition(decide=is_halfspace_tree):
    for b, d in CHANGED:
        for tree in changed_trees(halfspace_tree(b, d)):
            for more, dimension in ((0, d), (-1, d), (1, d), (0, d + 1)):
                depth = halfspace_tree_depth(b, d) + more
                yield (b, dimension, depth, tree), decide(tree, b, dimension, depth), fits_the_grid(
                    tree, b, dimension, depth)

def refutes_trees_of_halfspaces_are_decided_by_the_definition(decide, b, d, depth, tree):
    found = list(tree_leaves(tree))
    right = len(found) == 2**depth and all(
        len(weights) == d and len(path) == depth and all(
            len(x) == d and min(x) >= 0 and max(x) < 2**b for x, _ in path) and all(
            label == (dot(weights, x) >= theta) for x, label in path) for (weights, theta), path in found)
    return decide(tree, b, d, depth) != right


@check("FX15-B.2", grade="exhaustive",
       quantifier="nine (b, d) up to (4, 1), (3, 2), (1, 4): the tree in the class of all traces",
       says="the tree is a mistake tree of the class, (d (d - 1)/2 + 1) b deep")
@verifier(breaks_a_promise)
@sabotage("the two branches of the root exchanged", lambda b, d: ((t := halfspace_tree(b, d))[0], t[2], t[1]))
def tree_is_a_mistake_tree_of_the_class(tree=halfspace_tree) -> Verdict:
    def cases() -> Iterator[Any]:
        for b, d in HALFSPACES:
            concepts = halfspaces(b, d)
            placed = tree_in_class(tree(b, d), concepts)
            yield (b, d), (is_mistake_tree(placed, concepts), tree_depth(placed)), (True, (d * (d - 1) // 2 + 1) * b)

    verdict = judge("==", cases())
    return counted(verdict, sum(2 ** halfspace_tree_depth(b, d) for b, d in HALFSPACES)) if verdict.holds else verdict


@check("FX15-B.2", grade="exhaustive",
       quantifier="nine (b, d) up to (4, 1), (3, 2), (1, 4): a tree one deeper than the formula, verified",
       says="{(d (d - 1)/2 + 1) b + 1} is at most {the depth of a verified mistake tree}")
@judged("<=")
def equality_is_never_attained(find=mistake_tree):
    for b, d in HALFSPACES:
        tree = find(halfspaces(b, d))
        found = tree_depth(tree) if is_mistake_tree(tree, halfspaces(b, d)) else -1
        yield (b, d), halfspace_tree_depth(b, d) + 1, found

def refutes_equality_is_never_attained(find, b, d):
    node, steps = find(halfspaces(b, d)), 0
    while isinstance(node, tuple):
        node, steps = node[1], steps + 1
    return steps <= b + b * d * (d - 1) // 2

@equality_is_never_attained.corrupted("the tree of the theorem taken for the deepest one")
def tree_theorem_taken_deepest_one(concepts: ConceptClass):
    d = len(concepts.point_names[0])  # type: ignore[arg-type]
    return tree_in_class(halfspace_tree((concepts.size.bit_length() - 1) // d, d), concepts)
