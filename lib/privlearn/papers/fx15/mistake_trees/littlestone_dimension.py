"""FX15, Section 2.5: mistake trees and Littlestone's dimension, counted over all small classes."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from math import log2
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.verdict import covering
from privlearn.concepts import ConceptClass, balls, boxes, classes_up_to_symmetry, halfspaces, lines, points, thresholds
from privlearn.dimensions import is_mistake_tree, littlestone_dimension, mistake_tree, tree_depth
from privlearn.dimensions.sweeps import class_sizes, littlestone_of_all_classes, vc_of_all_classes
from privlearn.papers.by_definition import class_of, has_mistake_tree, littlestone_by_definition, vc_by_definition
from privlearn.papers.fx15.mistake_trees import claim
from privlearn.papers.fx15.mistake_trees.instances import (broken_mistake_tree_any_leaves,
                                                           broken_mistake_tree_points_dropped_early, small_classes)

claim("FX15-2.5.ldim", kind="definition", title="Mistake trees and Littlestone's dimension", uses=("BBKN14-2.3",),
      note='The empty class has dimension -1, having no leaf. In the printed definition "otherwise" stands for "if the '
           'leaf is in the left subtree": a leaf outside the subtree of a node is not bound by it.')


@check("FX15-2.5.ldim", grade="exhaustive", quantifier="all 3 + 15 + 255 + 65,535 non-empty classes on 1 to 4 points",
       says="the VC dimension is at most LDim, and 2^LDim at most the number of concepts")
@sabotage("trees need one good half only", lambda n: np.where(class_sizes(n) > 1, n, class_sizes(n) - 1))
@sabotage("the depth counted without the leaves' level",
          lambda n: np.maximum(littlestone_of_all_classes(n) - 1, np.minimum(class_sizes(n), 1) - 1))
def dimension_is_between_vc_and_log_size(table=littlestone_of_all_classes) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            shattered, sizes = vc_of_all_classes(n).tolist(), class_sizes(n).tolist()
            for number, depth in enumerate(table(n).tolist()):
                if number:
                    yield (n, number, "VC"), shattered[number], depth
                    yield (n, number, "size"), 2**max(depth, 0), sizes[number]

    return judge("<=", cases())

def refutes_dimension_is_between_vc_and_log_size(table, n, number, side):
    concepts, depth = class_of((n, number)), int(table(n)[number])
    return vc_by_definition(concepts) > depth if side == "VC" else log2(len(concepts)) < depth


def spread_from_orbits(points: int) -> list[int]:
    """The dimension of every class on so many points: by the search for one of each orbit, carried to all the others
    by the permutations and complements of the points."""
    found = [(c, littlestone_dimension(c, solver="plain")) for c, _ in classes_up_to_symmetry(points)]
    numbers = np.array([sum(1 << sum(bit << x for x, bit in enumerate(row)) for row in c.rows()) for c, _ in found])
    spread = np.full(1 << (1 << points), -1)
    for order, flip in product(permutations(range(points)), range(1 << points)):
        images = [sum((f >> x & 1) << y for x, y in enumerate(order)) ^ flip for f in range(1 << points)]
        spread[sum((numbers >> f & 1) << g for f, g in enumerate(images))] = [depth for _, depth in found]
    return spread.tolist()


@check("FX15-2.5.ldim", grade="exhaustive",
       quantifier="all 3 + 15 + 255 + 65,535 non-empty classes on 1 to 4 points: every entry of the table against the "
                  "search, run for one class of each orbit",
       says="{the dimension in the table} equals {the dimension by the search}")
@sabotage("the VC dimension in its place", vc_of_all_classes)
@sabotage("two entries exchanged", lambda n: with_exchanged_entries(littlestone_of_all_classes(n)))
@judged("==")
def every_class_has_the_dimension_of_the_search(table=littlestone_of_all_classes):
    for n in range(1, 5):
        yield from (((n, number), depth, searched) for number, (depth, searched) in enumerate(
            zip(table(n).tolist(), spread_from_orbits(n), strict=True)) if number)

def refutes_every_class_has_the_dimension_of_the_search(table, n, number):

    @cache
    def of(rows: frozenset[Any]) -> int:
        halves = ((frozenset(r for r in rows if r >> x & 1), frozenset(r for r in rows if not r >> x & 1))
                  for x in range(n))
        return max((1 + min(of(a), of(b)) for a, b in halves if a and b), default=0)

    return of(frozenset(f for f in range(1 << n) if number >> f & 1)) != int(table(n)[number])


def with_exchanged_entries(table: np.ndarray) -> np.ndarray:
    """The same table with the last entry and the second exchanged."""
    return table[[0, len(table) - 1, *range(2, len(table) - 1), 1]]


@cache
def named_classes() -> dict[str, ConceptClass]:
    """The classes with names on which both sides of the value are checked."""
    named = {f"Thr_{b}": thresholds(b) for b in range(1, 7)} | {f"Point_{d}": points(d) for d in range(1, 5)}
    named |= {f"Line_{p}": lines(p) for p in (2, 3, 5, 7, 11, 13)}
    named |= {f"BOX_{b}^{d}": boxes(b, d) for b, d in ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (1, 3))}
    named |= {f"HS_{b}^{d}": halfspaces(b, d) for b, d in ((1, 1), (2, 1), (3, 1), (4, 1), (1, 2), (2, 2), (1, 3))}
    named |= {f"BALL_{b}^{d}": balls(b, d) for b, d in ((1, 1), (2, 1), (3, 1), (1, 2), (1, 3))}
    return named


@check("FX15-2.5.ldim", grade="exhaustive",
       quantifier="a tree checked leaf by leaf, all deeper ones refuted by the recursive definition: all classes on "
                  "at most 4 points (401 orbits on 4), Thr_1..6, Point_1..4, Line_2..13, seven boxes, seven "
                  "halfspaces, five balls",
       says="the tree found is a mistake tree of the class, and no mistake tree is deeper")
@sabotage("leaves may be any functions", broken_mistake_tree_any_leaves)
@sabotage("lopsided points dropped for the whole subtree", broken_mistake_tree_points_dropped_early)
def trees_are_valid_and_none_is_deeper(find=mistake_tree) -> Verdict:
    named = [(name, c, 1) for name, c in named_classes().items()]
    small = [(tuple(c.rows()), c, count) for c, count in small_classes()]

    def cases() -> Iterator[Any]:
        for name, c, _ in named + small:
            tree = find(c)
            depth = tree_depth(tree)
            yield name, (is_mistake_tree(tree, c), has_mistake_tree(c, depth + 1)), (True, False)

    verdict = judge("==", cases())
    return covering(verdict, sum(count for _, _, count in named + small))

def refutes_trees_are_valid_and_none_is_deeper(find, witness):
    c = named_classes()[witness] if isinstance(witness, str) else ConceptClass.from_matrix(witness)

    def lengths(node, left: set[int]) -> set[int]:
        if not isinstance(node, tuple):
            return {0} if node in left else {-99}
        x, zero, one = node
        parts = [{i for i in left if c.matrix[i, x] == label} for label in (0, 1)]
        return {1 + d for part, tree in zip(parts, (zero, one), strict=True) for d in lengths(tree, part)}

    found = lengths(find(c), set(range(len(c))))
    return len(found) > 1 or min(found) < 0 or min(found) < littlestone_by_definition(c)


STAIRS = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])


def small_trees() -> Iterator[Any]:
    """Yield trees of depth at most 2 for three concepts on two points, and some with names that there are not."""
    proper = [0, 1, 2, *product((0, 1), range(3), range(3))]
    yield from [*proper, *product((0, 1), proper, proper)]
    strange = [-1, 3, True, 1.0, "1", (), (0, 1), (0, 1, 2, 1)]
    yield from [*strange, *product([0, *strange], [0, *strange], [2, *strange])]


def fits_by_paths(tree: Any, concepts: ConceptClass, complete: bool = True) -> bool:
    """List the leaves with their paths, ``None`` for what is no tree; each has its labels, and all are as deep."""
    def leaves(node: Any, path: tuple[tuple[Any, int], ...]) -> Iterator[tuple[Any, tuple[tuple[Any, int], ...]]]:
        if not isinstance(node, tuple):
            yield node, path
        elif len(node) != 3:
            yield None, path
        else:
            yield from [*leaves(node[1], (*path, (node[0], 0))), *leaves(node[2], (*path, (node[0], 1)))]

    found = list(leaves(tree, ()))
    rows = concepts.rows()
    right = all(type(h) is int and h in range(len(rows)) and all(
        type(x) is int and x in range(concepts.size) and rows[h][x] == label for x, label in path) for h, path in found)
    return right and not (complete and len({len(path) for _, path in found}) > 1)


@check("FX15-2.5.ldim", grade="exhaustive",
       quantifier="three concepts on two points: all trees of depth at most 2 on them, and trees of depth at most 1 "
                  "with points or concepts that there are not; complete or not",
       says="a tree is accepted just if every leaf has the labels of its path, and all are as deep if that is asked")
@sabotage("leaves may be any functions", lambda tree, concepts, complete=True: isinstance(tree, int) or is_mistake_tree(
    tree, concepts, complete=complete) or tree == (0, 2, 0))
@sabotage("the depths of the leaves are not compared", lambda tree, concepts, complete=True: is_mistake_tree(
    tree, concepts, complete=False))
@judged("==")
def trees_are_decided_by_the_definition(decide=is_mistake_tree):
    for tree, complete in product(small_trees(), (True, False)):
        accepted = decide(tree, STAIRS) if complete else decide(tree, STAIRS, complete=False)
        yield (tree, complete), accepted, fits_by_paths(tree, STAIRS, complete)

def refutes_trees_are_decided_by_the_definition(decide, tree, complete):

    def depths(node: Any, left: set[int]) -> set[int]:  # the concepts that fit the path so far; -1 for a wrong node
        if not isinstance(node, tuple):
            return {0} if type(node) is int and node in left else {-9}
        if len(node) != 3 or type(node[0]) is not int or not 0 <= node[0] < STAIRS.size:
            return {-9}
        parts = [{h for h in left if STAIRS.matrix[h, node[0]] == label} for label in (0, 1)]
        return {depth + 1 for part, below in zip(parts, node[1:], strict=True) for depth in depths(below, part)}

    found = depths(tree, {0, 1, 2})
    return decide(tree, STAIRS, complete=complete) != (min(found) >= 0 and (len(found) == 1 or not complete))
