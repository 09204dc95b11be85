"""GGKM21: irreducible classes, the labels that keep a dimension, and the most irreducible classes there are."""

import math
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, covering, judge, sabotage, verifier
from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions import vc_dimension
from privlearn.dimensions.composition import hamming_ball
from privlearn.dimensions.irreducibility import (ReducingTree, irreducibility, is_reducing_tree, reducing_tree,
                                                 standard_labels, tree_height)
from privlearn.dimensions.sweeps import littlestone_of_all_classes
from privlearn.dimensions.sweeps.irreducible import irreducibility_of_all_classes, standard_labels_of_all_classes
from privlearn.exact.formulas import Value, formula
from privlearn.online.standard_optimal import StandardOptimalAlgorithm
from privlearn.papers.ggkm21.irreducibility import claim
from privlearn.papers.ggkm21.irreducibility.instances import (ALL, EVERY, Number, Rows, class_of, deepest,
                                                              has_reducing_tree, having, kinds, littlestone, rows_of)

claim("GGKM21-irreducible", kind="definition", uses=("FX15-2.5.ldim",),
      title="A class is k-irreducible if every tree of depth k has a leaf where Littlestone's dimension is kept",
      note="The paper was not read in full; that a class is not k-irreducible is what its reducing trees say. Every "
           "class but a single concept has one.")

Tree = Callable[[ConceptClass], ReducingTree]


def without_the_last_question(concepts: ConceptClass) -> ReducingTree:
    """Return the reducing tree with each question whose answers end it taken out (corrupted)."""
    def cut(tree: ReducingTree) -> ReducingTree:
        if not isinstance(tree, tuple) or not any(isinstance(part, tuple) for part in tree[1:]):
            return littlestone(tuple(concepts.rows()))
        return tree[0], *(cut(part) if isinstance(part, tuple) else part for part in tree[1:])

    return cut(reducing_tree(concepts))


def exchanged(concepts: ConceptClass) -> ReducingTree:
    """Return the reducing tree with the answers to its first question exchanged (corrupted)."""
    tree = reducing_tree(concepts)
    return (tree[0], tree[2], tree[1]) if isinstance(tree, tuple) else tree


def found_and_wanted(tree: Tree, number: Number) -> tuple[Any, Any]:
    """Return whether a tree is a reducing tree and its height, and what they should be."""
    concepts = class_of(number)
    found, k = tree(concepts), deepest_of(number)
    return (found and (is_reducing_tree(found, concepts), tree_height(found))), (
        (True, k + 1) if len(concepts) > 1 else None)


def deepest_of(number: Number) -> int:
    """Return the largest k for which a class is k-irreducible, from the table made by trees."""
    return int(irreducibility_of_all_classes(number[0])[number[1]])


@check("GGKM21-irreducible", grade="exhaustive", quantifier=EVERY,
       says="the tree found is a reducing tree and has the least depth that one can have; a single concept has none")
@sabotage("the last question left out", without_the_last_question)
@sabotage("the answers to the first question exchanged", exchanged)
@sabotage("a single question", lambda c: (0, -1, -1) if len(c) > 1 else None)
def trees_are_reducing_and_least(tree: Tree = reducing_tree) -> Verdict:
    return covering(judge("==", ((number, *found_and_wanted(tree, number)) for number in kinds())), ALL)

def refutes_trees_are_reducing_and_least(tree: Tree, number: Number) -> bool:
    rows, waiting, longest = rows_of(number), [], 0
    found = tree(class_of(number))
    if found is not None:
        waiting.append((found, rows, 0))
    while waiting:
        node, left, depth = waiting.pop()
        longest = max(longest, depth)
        if isinstance(node, tuple):
            waiting += [(node[1 + b], having(left, node[0], b), depth + 1) for b in (0, 1)]
        elif littlestone(left) != node or node >= littlestone(rows):
            return True
    return (found is None) != (len(rows) == 1) or found is not None and longest != deepest(rows) + 1


PLANE: Rows = ((0, 0), (0, 1), (1, 0))


def small_trees() -> Iterator[ReducingTree]:
    """Yield trees of depth at most 2 on two points whose leaves are numbers, and some with what is neither."""
    numbers = (-1, 0, 1)
    flat = [*numbers, *product((0, 1), numbers, numbers)]
    yield from [*flat, *product((0, 1), flat, flat)]
    yield from [2, True, 0.0, None, (), (0, 0), (0, 0, 0, 0), *product((-1, 2, False, "0", 0.0), (0, 1), (0, 1)),
                (0, 0.0, 0), (1, False, 0)]


def lowers_on_every_path(tree: Any, rows: Rows) -> bool:
    """List the leaves with the concepts that are left: each is their dimension, below that of all."""
    waiting: list[tuple[Any, Rows]] = [(tree, rows)]
    while waiting:
        node, left = waiting.pop()
        if isinstance(node, tuple):
            if len(node) != 3 or type(node[0]) is not int or node[0] not in range(len(rows[0])):
                return False
            waiting += [(node[1 + b], having(left, node[0], b)) for b in (0, 1)]
        elif type(node) is not int or node != littlestone(left) or node >= littlestone(rows):
            return False
    return True


@check("GGKM21-irreducible", grade="exhaustive", quantifier="three concepts on two points: all trees of depth at most "
       "2 with leaves -1, 0, 1, and some with points or leaves that there are not",
       says="a tree is accepted just if each leaf is the dimension of what is left there, below that of the class")
@sabotage("a leaf need not be lower", lambda tree, concepts: tree == 1 or is_reducing_tree(tree, concepts))
@sabotage("any numbers at the leaves", lambda tree, concepts: isinstance(tree, tuple) and len(
    tree) == 3 and is_reducing_tree((tree[0], 0, 0), concepts))
def trees_are_decided_by_the_definition(decide: Callable[[Any, ConceptClass], bool] = is_reducing_tree) -> Verdict:
    concepts = ConceptClass.from_matrix(PLANE)
    return judge("==", ((tree, decide(tree, concepts), lowers_on_every_path(tree, PLANE)) for tree in small_trees()))

def refutes_trees_are_decided_by_the_definition(decide: Callable[[Any, ConceptClass], bool], tree: Any) -> bool:
    def lowers(node: Any, left: set[tuple[int, ...]]) -> bool:
        if isinstance(node, tuple):
            return len(node) == 3 and type(node[0]) is int and node[0] in (0, 1) and all(
                lowers(node[1 + b], {row for row in left if row[node[0]] == b}) for b in (0, 1))
        return type(node) is int and node < 1 and node == (-1, 0, 1, 1)[len(left)]

    return decide(tree, ConceptClass.from_matrix(PLANE)) != lowers(tree, set(PLANE))


claim("GGKM21-irreducible.points", kind="remark", section="0 Irreducible and composed classes",
      uses=("GGKM21-irreducible",),
      title="A class is k-irreducible just if the labels that keep its dimension, on any k points, keep it together",
      note="Lyu's definition is the form by points; that it agrees with the form by trees is proved on the page.")


def largest_of_some(concepts: ConceptClass) -> int | float:
    """Return the most points of which some set keeps the dimension with its standard labels (corrupted)."""
    rows = tuple(concepts.rows())
    whole, sizes = littlestone(rows), [0]
    for size in range(1, concepts.size + 1):
        for chosen in combinations(range(concepts.size), size):
            if any(littlestone(agreeing(rows, chosen, labels)) == whole for labels in product((0, 1), repeat=size)):
                sizes.append(size)
    return max(sizes) if len(rows) > 1 else math.inf


def agreeing(rows: Rows, points: tuple[int, ...], labels: tuple[int, ...]) -> Rows:
    return tuple(row for row in rows if all(row[x] == y for x, y in zip(points, labels, strict=True)))


def by_vc_dimension(concepts: ConceptClass) -> int | float:
    """Return the largest k with the VC dimension in place of Littlestone's (corrupted)."""
    rows, whole = tuple(concepts.rows()), vc_dimension(concepts)

    def drops(left: Rows, depth: int) -> bool:
        return not left or vc_dimension(ConceptClass.from_matrix(left)) < whole or depth > 0 and any(
            all(drops(having(left, x, b), depth - 1) for b in (0, 1)) for x in range(concepts.size))

    return max(k for k in range(concepts.size) if not drops(rows, k)) if len(rows) > 1 else math.inf


@check("GGKM21-irreducible.points", grade="exhaustive", quantifier=f"{EVERY}: all trees against all sets of points",
       says="{the largest k by sets of points} is {the largest k by trees}")
@verifier(lambda largest, number: min(largest(class_of(number)), number[0]) != deepest(rows_of(number)))
@sabotage("some points in place of any", largest_of_some)
@sabotage("the VC dimension is kept, not Littlestone's", by_vc_dimension)
@sabotage("one question too few", lambda c: max(0, irreducibility(c) - 1))
def points_and_trees_agree(largest: Callable[[ConceptClass], int | float] = irreducibility) -> Verdict:
    return covering(judge("==", ((number, min(largest(class_of(number)), number[0]), deepest_of(number))
                                 for number in kinds())), ALL)


claim("GGKM21-irreducible.soa", kind="remark", section="0 Irreducible and composed classes",
      uses=("GGKM21-irreducible", "FX15-2.5.ldim"),
      title="A class is 1-irreducible just if every point has exactly one label that keeps its dimension, and that is "
            "what the standard optimal algorithm predicts")


@check("GGKM21-irreducible.soa", grade="exhaustive", quantifier=EVERY,
       says="the standard labels are those of the standard optimal algorithm just if the class is 1-irreducible, and "
            "refused else")
@sabotage("the label of more concepts", lambda c: tuple(int(2 * column.sum() > len(c)) for column in c.matrix.T))
@sabotage("the label of the smaller dimension", lambda c: tuple(1 - y for y in standard_labels(c)))
def labels_are_predictions(labels: Callable[[ConceptClass], Concept] = standard_labels) -> Verdict:
    def cases() -> Iterator[Any]:
        for number in kinds():
            concepts = class_of(number)
            yield number, told(labels, concepts), (StandardOptimalAlgorithm(concepts).hypothesis()
                                                   if deepest_of(number) else None)

    return covering(judge("==", cases()), ALL)

def refutes_labels_are_predictions(labels: Callable[[ConceptClass], Concept], number: Number) -> bool:
    rows = rows_of(number)
    keeping = [[b for b in (0, 1) if littlestone(having(rows, x, b)) == littlestone(rows)] for x in range(number[0])]
    single = all(len(found) == 1 for found in keeping)
    return told(labels, class_of(number)) != (tuple(found[0] for found in keeping) if single else None)


def told(labels: Callable[[ConceptClass], Concept], concepts: ConceptClass) -> Concept | None:
    """Return the labels, None where they are refused."""
    try:
        return labels(concepts)
    except ValueError:
        return None


@check("GGKM21-irreducible.soa", grade="exhaustive", quantifier="all 65,535 classes on four points",
       says="a point has no, or two, labels that keep the dimension just if some question reduces the class")
@sabotage("0 wherever neither label keeps the dimension", lambda n: np.maximum(standard_labels_of_all_classes(n), 0))
@verifier(lambda labels, number: (labels(4)[number] >= 0) != (deepest(rows_of((4, number))) > 0))
def one_label_everywhere_just_if_no_question_reduces(labels=standard_labels_of_all_classes) -> Verdict:
    single, depths = labels(4)[1:] >= 0, irreducibility_of_all_classes(4)[1:] > 0
    place = int(np.argmax(single != depths))
    return counted(judge("==", [(place + 1, bool(single[place]), bool(depths[place]))]), len(single))


@formula("at most", where=("d >= 1",), corners={"n": (1, 2, 3, 4), "d": (0, 1, 2, 3, 4)})
def most_questions(n: int, d: int) -> Value:
    return n - d


claim("GGKM21-irreducible.balls", kind="remark", section="0 Irreducible and composed classes",
      uses=("GGKM21-irreducible.points", "ABMS20-2.1.1.thicket"), formulas=(most_questions,),
      title="On n points a class of Littlestone dimension d, at least 1, is at most (n - d)-irreducible, and only "
            "balls of radius d are",
      note="Not in what we read of the paper. The proof on the page is for all n; the check is for n up to 4.")


def largest_by_dimension(points: int, dimension: int) -> frozenset[int]:
    """Return the classes on some points of a dimension that are (n - d)-irreducible."""
    chosen = (littlestone_of_all_classes(points) == dimension) & (
        irreducibility_of_all_classes(points) >= points - dimension)
    return frozenset(np.flatnonzero(chosen).tolist())


def balls(points: int, radius: int) -> frozenset[int]:
    """Return the numbers of the classes of all functions that differ from a centre at so many points at most."""
    return frozenset(sum(1 << (f ^ centre) for f in range(1 << points) if f.bit_count() <= radius)
                     for centre in range(1 << points))


def spheres(points: int, radius: int) -> frozenset[int]:
    """Return the balls without what is nearer to the centre (corrupted)."""
    return frozenset(sum(1 << (f ^ centre) for f in range(1 << points) if f.bit_count() == radius)
                     for centre in range(1 << points))


@check("GGKM21-irreducible.balls", grade="exhaustive", quantifier="all 65,808 classes on one to four points",
       says="the (n - d)-irreducible classes of dimension d are the balls of radius d")
@sabotage("spheres", spheres)
@sabotage("balls around the constant functions", lambda n, d: frozenset(
    number for number in balls(n, d) if number & 1 or number >> (1 << n) - 1))
@verifier(lambda family, points, d, number: (number in family(points, d)) != (
    littlestone(rows_of((points, number))) == d and deepest(rows_of((points, number))) == points - d))
def the_most_irreducible_are_balls(family: Callable[[int, int], frozenset[int]] = balls) -> Verdict:
    def cases() -> Iterator[Any]:
        for points in range(1, 5):
            for d in range(1, points + 1):
                found, stated = largest_by_dimension(points, d), family(points, d)
                number = min(found ^ stated or found)
                yield (points, d, number), number in stated, number in found

    return covering(judge("==", cases()), ALL)


@check("GGKM21-irreducible.balls", grade="exhaustive", against="optimum",
       quantifier="all 65,808 classes on one to four points, by n and d", says="{the largest k of a class} is {n - d}")
def at_most_n_minus_d(most=most_questions) -> Verdict:
    def largest(n: int, d: int) -> int | float:
        chosen = littlestone_of_all_classes(n) == d
        return int(irreducibility_of_all_classes(n)[chosen].max()) if d else irreducibility(class_of((n, 1)))

    return covering(judge("==", (((n, d), largest(n, d), most(n, d)) for n, d in most.instances() if d <= n)), ALL)

def refutes_at_most_n_minus_d(most, points, d) -> bool:
    ball = tuple(hamming_ball(points, d).rows())
    return littlestone(ball) == d and not has_reducing_tree(ball, max(-1, math.floor(most(points, d))) + 1, d)
