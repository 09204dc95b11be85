"""FX15, Lemma 4.2: every mistake tree contains augmented index."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.communication import index_reduction
from privlearn.communication.tree_reduction import IndexReduction, reduction_failure
from privlearn.concepts import (ConceptClass, all_functions, boxes, halfspaces, intervals, lines, point_functions,
                                thresholds)
from privlearn.concepts.sets import mask_of
from privlearn.dimensions import halfspace_tree, littlestone_bounds, littlestone_dimension, mistake_tree
from privlearn.dimensions.halfspace_trees import dot
from privlearn.papers.fx15.augmented_index import claim

claim("FX15-4.2", kind="lemma", uses=("FX15-4.augindex", "FX15-2.5.ldim", "FX15-3.eval"),
      title="Every mistake tree is an augmented index problem: leaves are strings, inner nodes prefixes",
      erratum_kind="misprint", repaired=True,
      erratum="The domain of m_X is printed as the strings of 1 to d bits; the prefixes that occur have 0 to d-1 bits "
              "(the root is the empty one, and no node belongs to a prefix of d bits). The sentence that announces the "
              "reduction names its two problems in the reverse order. Slips of notation, in both versions.")


@cache
def ones_at(x: int, points: int) -> int:
    """The numbers of the functions that are 1 at x, as a bit set."""
    return sum(1 << f for f in range(1 << points) if f >> (points - 1 - x) & 1)


@cache
def small_tree(alive: int, points: int):
    """A deepest complete mistake tree of the class with these function numbers, by definition; leaves are functions."""
    best: Any = (alive & -alive).bit_length() - 1
    depth = 0
    for x in range(points):
        ones = alive & ones_at(x, points)
        if not ones or ones == alive:
            continue
        sides = [small_tree(alive & ~ones, points), small_tree(ones, points)]
        least = min(map(tree_height, sides))
        if least + 1 > depth:
            best, depth = (x, *(cut_tree(side, least) for side in sides)), least + 1
    return best


def tree_height(tree) -> int:
    """The depth of a complete tree."""
    return 1 + tree_height(tree[1]) if isinstance(tree, tuple) else 0


def cut_tree(tree, height: int):
    """The top of a tree, with one leaf of each subtree below."""
    if height == 0:
        while isinstance(tree, tuple):
            tree = tree[1]
        return tree
    return (tree[0], cut_tree(tree[1], height - 1), cut_tree(tree[2], height - 1))


@cache
def named_classes() -> dict[str, ConceptClass]:
    """Named classes, among them one of depth 9 and one of depth 12."""
    return dict(_named_classes())


def _named_classes() -> Iterator[tuple[str, ConceptClass]]:
    yield from ((f"Thr_{b}", thresholds(b)) for b in (1, 2, 3, 4, 5, 6, 10, 12))
    yield from ((f"Line_{p}", lines(p)) for p in (2, 3, 5, 7, 11, 13))
    yield from ((f"Point_{b}", point_functions(2**b)) for b in (1, 2, 3, 4))
    yield from ((f"Box({b}, {d})", boxes(b, d)) for b, d in ((1, 1), (4, 1), (2, 2), (3, 2), (1, 4)))
    yield from ((f"HS({b}, {d})", halfspaces(b, d)) for b, d in ((4, 1), (2, 2), (3, 2), (1, 4)))
    yield from ((f"all functions on {n}", all_functions(n)) for n in (1, 2, 3, 4))
    yield "intervals(5)", intervals(5)


def entry(concepts: ConceptClass, row: int, column: int) -> int:
    """The value of a concept at a point, both by number."""
    return int(concepts.matrix[row, column])


@check("FX15-4.2", grade="exhaustive", quantifier="all strings and positions, all 65,535 classes on 4 points",
       says="the strings are as long as the tree is deep; each one's concept has the next bit at every prefix's point")
@sabotage("left and right exchanged at the root", make=lambda: mirrored_root)
@sabotage("the strings one bit too short: the reduction of a subtree",
          lambda tree: index_reduction(tree[1] if isinstance(tree, tuple) else tree))
@sabotage("the domain of the points as printed, without the empty prefix", make=lambda: printed_prefixes)
@judged("==")
def all_small_classes_contain_augmented_index(reduce=index_reduction):
    @cache  # many classes have the same tree
    def reduced(tree: Any) -> tuple[bool, int]:
        found = reduce(tree)
        lost = reduction_failure(found, lambda f, x: f >> (3 - x) & 1)
        return lost is None and found.depth == tree_height(tree), mask_of(found.concepts.values())

    for alive in range(1, 1 << 16):
        good, named = reduced(small_tree(alive, 4))
        yield alive, int(not good or named & ~alive != 0), 0

def refutes_all_small_classes_contain_augmented_index(reduce, alive):
    found = reduce(small_tree(alive, 4))
    if found.depth < tree_height(small_tree(alive, 4)):
        return True
    rows = list(product((0, 1), repeat=4))
    return reduction_is_wrong(_as_rows(found, lambda f: rows[f]), [rows[f] for f in range(16) if alive >> f & 1])


def mirrored_root(tree) -> IndexReduction:
    """The reduction of a tree whose root has its subtrees exchanged."""
    return index_reduction((tree[0], tree[2], tree[1]) if isinstance(tree, tuple) else tree)


def printed_prefixes(tree) -> IndexReduction:
    """Points only for strings of 1 to d bits, as printed: the root has none."""
    found = index_reduction(tree)
    return IndexReduction(found.depth, found.concepts, {u: x for u, x in found.points.items() if u})


def reduction_is_wrong(found: IndexReduction, rows: list[tuple[int, ...]]) -> bool:
    """Decide by recursion, position by position, whether some string loses a bit."""
    def lost(prefix: tuple[int, ...], alive: list[tuple[int, ...]]) -> bool:
        if len(prefix) == found.depth:
            return found.concepts.get(prefix) not in alive
        x = found.points.get(prefix)
        return x is None or any(lost((*prefix, bit), [row for row in alive if row[x] == bit]) for bit in (0, 1))
    return lost((), rows)


def _as_rows(found: IndexReduction, name: Callable[[Any], tuple[int, ...]]) -> IndexReduction:
    return IndexReduction(found.depth, {x: name(c) for x, c in found.concepts.items()}, found.points)


@check("FX15-4.2", grade="exhaustive", quantifier="all strings and positions of 32 named classes, up to depth 12",
       says="the strings have LDim bits, and each one's concept has the next bit at the point of every prefix")
@sabotage("left and right exchanged at the root", mirrored_root)
@judged("==")
def named_classes_contain_augmented_index(reduce=index_reduction):
    for name, concepts in named_classes().items():
        best = littlestone_bounds(concepts).proved()
        found = reduce(best.witness)
        lost = reduction_failure(found, partial(entry, concepts))
        yield name, -1 if lost else found.depth, best.lower

def refutes_named_classes_contain_augmented_index(reduce, name):
    concepts = named_classes()[name]
    rows = concepts.rows()
    if reduce(mistake_tree(concepts)).depth < littlestone_dimension(concepts):
        return True
    return reduction_is_wrong(_as_rows(reduce(mistake_tree(concepts)), lambda c: rows[c]), rows)


@check("FX15-4.2", grade="exhaustive",
       quantifier="all strings and positions of the trees of Theorem B.2: up to 16,384 halfspaces, depth up to 14",
       says="the strings have (d (d - 1)/2 + 1) b bits, and each one's halfspace the next bit at every prefix's point")
@sabotage("left and right exchanged at the root", mirrored_root)
@judged("==")
def halfspace_trees_are_augmented_index(reduce=index_reduction):
    for at in ((1, 2), (2, 3), (3, 3), (2, 4)):
        found = reduce(halfspace_tree(*at))
        depth = (at[1] * (at[1] - 1) // 2 + 1) * at[0]
        yield at, -1 if reduction_failure(found, halfspace_value) else found.depth, depth


def halfspace_value(halfspace, point) -> int:
    """1 iff the point lies in the halfspace."""
    return int(dot(halfspace[0], point) >= halfspace[1])


def refutes_halfspace_trees_are_augmented_index(reduce, at):
    found = reduce(halfspace_tree(*at))
    for x, (weights, cut) in found.concepts.items():
        for i in range(found.depth):
            point = found.points.get(x[:i])
            if point is None or (sum(w * v for w, v in zip(weights, point, strict=True)) >= cut) != bool(x[i]):
                return True
    return False


LOOSE = {"four functions": all_functions(2), "thresholds": thresholds(2), "intervals": intervals(5)}


@cache
def small_reduction(name: str) -> IndexReduction:
    """Return the reduction of the mistake tree of a small class."""
    return index_reduction(mistake_tree(LOOSE[name]))


def spoilt(name: str, place: tuple[str, Any, Any]) -> tuple[IndexReduction, Callable[[Any, Any], int]]:
    """Return the reduction with one bit misread, or without the concept of a string or the point of a prefix."""
    found, (kind, concept, point) = small_reduction(name), place
    read = partial(entry, LOOSE[name])
    if kind == "concept":
        return replace(found, concepts={x: c for x, c in found.concepts.items() if x != concept}), read
    if kind == "point":
        return replace(found, points={u: x for u, x in found.points.items() if u != point}), read
    return found, lambda c, x: read(c, x) ^ ((c, x) == (concept, point))


def places(name: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield all strings, all prefixes, and all pairs of a concept and a point of the reduction."""
    found = small_reduction(name)
    yield from (("concept", x, None) for x in found.concepts)
    yield from (("point", None, u) for u in found.points)
    yield from (("bit", c, x) for c in {*found.concepts.values()} for x in {*found.points.values()})


@check("FX15-4.2", grade="exhaustive",
       quantifier="the trees of all functions on 2 points, of thresholds on 4 and of intervals on 5: each string "
                  "without its concept, each prefix without its point, each bit of a concept at a point misread",
       says="the first string and position at which a reduction fails is found, and none where it does not fail")
@sabotage("the positions from 0", lambda *case: (lost := reduction_failure(*case)) and (lost[0], lost[1] - 1))
@sabotage("a missing string is no failure", lambda reduction, evaluate: next(
    ((x, i + 1) for x in sorted(reduction.concepts) for i in range(reduction.depth) if x[:i] not in reduction.points
     or evaluate(reduction.concepts[x], reduction.points[x[:i]]) != x[i]), None))
@judged("==")
def failures_of_reductions_are_found(first=reduction_failure):
    for name in LOOSE:
        whole, (_, read) = small_reduction(name), spoilt(name, ("bit", None, None))
        yield (name, None), first(whole, read), None
        for place in places(name):
            kind, concept, point = place
            fails = [(x, i + 1) for x, c in whole.concepts.items() for i in range(whole.depth) if {
                "concept": x == concept, "point": x[:i] == point,
                "bit": (c, whole.points[x[:i]]) == (concept, point)}[kind]]
            yield (name, place), first(*spoilt(name, place)), min(fails, default=None)

def refutes_failures_of_reductions_are_found(first, name, place):
    if place is None:
        return first(small_reduction(name), partial(entry, LOOSE[name])) is not None
    found, read = spoilt(name, place)
    listed = []
    for x in product((0, 1), repeat=found.depth):
        asked = [found.points.get(x[:i]) for i in range(found.depth)]
        listed += [(x, i + 1) for i, y in enumerate(asked)
                   if x not in found.concepts or y is None or read(found.concepts[x], y) != x[i]]
    return first(found, read) != min(listed, default=None)
