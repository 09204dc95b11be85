"""FHMM23, the randomised Littlestone dimension: its trees, its recursion, and how far it is from Littlestone's."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions, point_functions
from privlearn.dimensions import (is_mistake_tree, littlestone_dimension, mean_depth, mean_depth_tree, mistake_tree,
                                  randomized_littlestone_dimension, vc_dimension)
from privlearn.dimensions.mistake_trees import MistakeTree
from privlearn.dimensions.sweeps import (class_of_number, littlestone_of_all_classes, mean_depths_of_all_classes,
                                         number_of_class)
from privlearn.exact.formulas import Value, formula
from privlearn.papers.fhmm23.randomized_littlestone import claim
from privlearn.papers.fhmm23.randomized_littlestone.instances import (HALF, SMALL, SMALL_TOTAL, Row, all_trees,
                                                                      class_of, game_value, leaf_depths,
                                                                      pairs_of_small_classes, up_to_symmetry)

Dimension = Callable[[ConceptClass], Fraction]
Table = Callable[[int], np.ndarray]
FOUR = "all 65,535 classes on four points"
TIMES = Fraction(101, 100)

claim("FHMM23-RL", kind="definition", uses=("FX15-2.5.ldim",),
      title="The randomised Littlestone dimension: half the largest mean depth of a mistake tree, complete or not",
      note="For finite classes, where the largest depth is attained; the paper has a supremum.")


def of_the_larger_part(concepts: ConceptClass) -> Fraction:
    """Return half the depth of the deepest tree: the larger part counts at every node, not the mean of both."""
    def deepest(rows: Row) -> int:
        parts = [[tuple(row for row in rows if row[x] == label) for label in (0, 1)] for x in range(concepts.size)]
        return max((1 + max(map(deepest, pair)) for pair in parts if all(pair)), default=0)

    return Fraction(deepest(tuple(concepts.rows())), 2)


def corrupted_dimensions(judging: Callable[..., Any]) -> Callable[..., Any]:
    """Give a check of the dimension the corruptions that it must refuse."""
    for name, wrong in {"complete trees only": lambda c: Fraction(littlestone_dimension(c), 2),
                        "the larger part for the mean": of_the_larger_part,
                        "1.01 times the dimension": lambda c: TIMES * randomized_littlestone_dimension(c),
                        "half of the VC dimension": lambda c: Fraction(vc_dimension(c), 2),
                        "two points at most": lambda c: min(Fraction(1), randomized_littlestone_dimension(c))}.items():
        judging = sabotage(name, wrong)(judging)
    return judging


def refutes(dimension: Dimension, rows: Row) -> bool:
    """Decide by the game of two lines, which knows no trees, whether a dimension is wrong on a class."""
    return dimension(class_of(rows)) != game_value(rows)


@check("FHMM23-RL", grade="exhaustive", quantifier=f"{SMALL}, all of their trees",
       says="{half the largest mean depth of a tree, all of them listed} equals {the dimension}")
@corrupted_dimensions
@verifier(refutes)
def no_tree_is_deeper(dimension: Dimension = randomized_littlestone_dimension) -> Verdict:
    def cases() -> Iterator[Any]:
        for rows in up_to_symmetry(3):
            found = [tree for tree in all_trees(rows) if is_mistake_tree(tree, class_of(rows), complete=False)]
            yield rows, max(map(mean_depth, found)) / 2, dimension(class_of(rows))

    return covering(judge("==", cases()), SMALL_TOTAL)


Grow = Callable[[ConceptClass], MistakeTree]


def exchanged(concepts: ConceptClass) -> MistakeTree:
    """Return the tree with the two parts below its root exchanged."""
    tree = mean_depth_tree(concepts)
    return (tree[0], tree[2], tree[1]) if isinstance(tree, tuple) else tree


@check("FHMM23-RL", grade="certified", quantifier=f"{FOUR}, one of each of the 401 up to renaming and flips",
       says="the tree found is one of the class, leaf by leaf, and half its mean depth is in the table of all classes")
@sabotage("a deepest complete tree", mistake_tree)
@sabotage("the parts below the root exchanged", exchanged)
@sabotage("one part of the tree only", lambda c: tree[1] if isinstance(tree := mean_depth_tree(c), tuple) else tree)
def trees_have_the_depth_of_the_table(grow: Grow = mean_depth_tree) -> Verdict:
    table = mean_depths_of_all_classes(4)

    def cases() -> Iterator[Any]:
        for rows in up_to_symmetry(4):
            concepts = class_of(rows)
            tree, entry = grow(concepts), int(table[number_of_class(concepts)])
            yield rows, (is_mistake_tree(tree, concepts, complete=False), 16 * mean_depth(tree)), (True, entry)

    return covering(judge("==", cases()), 2**16 - 1)

def refutes_trees_have_the_depth_of_the_table(grow: Grow, rows: Row) -> bool:
    tree = grow(class_of(rows))
    waiting: list[tuple[MistakeTree, Row]] = [(tree, rows)]
    while waiting:
        node, left = waiting.pop()
        if isinstance(node, tuple):
            waiting += [(node[1 + y], tuple(row for row in left if row[node[0]] == y)) for y in (0, 1)]
        elif rows[node] not in left:
            return True
    return sum(Fraction(depth, 2**depth) for depth in leaf_depths(tree)) != 2 * game_value(rows)


SOME = (Fraction(0), HALF, Fraction(1), Fraction(5, 4))


@formula("equals", corners={"a": SOME, "b": SOME}, tex={
    "a": r"\mathrm{RL}(\mathcal H_{x \to 0})", "b": r"\mathrm{RL}(\mathcal H_{x \to 1})"})
def mean_of_the_parts(a: Value, b: Value) -> Value:
    return 1 / 2 * (1 + a + b)


claim("FHMM23-recursion", kind="lemma", uses=("FHMM23-RL",), formulas=(mean_of_the_parts,),
      title="RL(H) is the largest (1 + RL(H with 0 at x) + RL(H with 1 at x))/2 over the points x that split H")


CLASSES = np.arange(1 << 16)
ONES = [sum(1 << f for f in range(16) if f >> x & 1) for x in range(4)]


def edited(places: tuple[int, int], change: int = 0) -> Table:
    """Return the table with two entries exchanged, and something added to the first."""
    def table(points: int) -> np.ndarray:
        found = mean_depths_of_all_classes(points).copy()
        if points == 4:
            found[list(places)] = found[list(places)[::-1]]
            found[places[0]] += change
        return found

    return table


def on_all(left: np.ndarray, right: np.ndarray, relation: str = "==") -> Verdict:
    """Judge two tables over all non-empty classes on four points, entry by entry."""
    slack = (right - left)[1:]
    place = 1 + int((slack if relation == "<=" else -abs(slack)).argmin())
    return counted(judge(relation, [(place, int(left[place]), int(right[place]))]), 2**16 - 1)


def entry_is_wrong(table: Table, number: int) -> bool:
    """Decide by the game of two lines whether the entry of a class on four points is wrong."""
    return int(table(4)[number]) != 32 * game_value(tuple(class_of_number(number, 4).rows()))


def corrupted_tables(judging: Callable[..., Any]) -> Callable[..., Any]:
    """Give a check of the table of all classes the corruptions that it must refuse."""
    for name, wrong in {"complete trees only": lambda n: littlestone_of_all_classes(n).astype(np.int64) << n,
                        "two entries exchanged": edited((0b0111, 0b0110)),
                        "one entry too large by 1/16": edited((0x8001, 0x8001), 1)}.items():
        judging = sabotage(name, wrong)(judging)
    return judging


@check("FHMM23-recursion", grade="exhaustive", quantifier=FOUR,
       says="{16 times the largest mean of the parts} equals {16 times the mean depth, in the table}")
@corrupted_tables
@verifier(entry_is_wrong)
def the_table_satisfies_the_recursion(table: Table = mean_depths_of_all_classes) -> Verdict:
    found = table(4).astype(np.int64)
    best = np.zeros_like(found)
    for ones in ONES:
        zero, one = CLASSES & ~ones, CLASSES & ones
        mean = np.where((zero > 0) & (one > 0), 32 + found[zero] + found[one], 0)
        best = np.maximum(best, mean)
    return on_all(best, 2 * found)


@formula("at most", corners={"M": SOME}, tex={"M": r"M^\star(\mathcal H)"})
def twice_the_mistakes(M: Value) -> Value:
    return 2 * M


@formula("equals", corners={"n": tuple(range(1, 13))})
def of_point_functions(n: int) -> Value:
    return 1 - 2 ** (1 - n)


claim("FHMM23-twice", kind="corollary", uses=("FHMM23-11", "FHMM23-46.deterministic", "ABMS20-1.fn1"),
      formulas=(twice_the_mistakes, of_point_functions),
      title="Coins at most halve the mistakes: M* <= M*_D <= 2 M*",
      note="By Theorem 11 and its deterministic twin this is RL <= LDim <= 2 RL. Both factors are sharp, and on four "
           "points 24 pairs of the two dimensions occur.")


Pairs = Callable[[], frozenset[tuple[int, Fraction]]]


def pairs_of_four_points() -> frozenset[tuple[int, Fraction]]:
    """Return the pairs (LDim, RL) of the classes on four points, from the tables."""
    rows = np.stack([littlestone_of_all_classes(4), mean_depths_of_all_classes(4)], axis=1)[1:]
    return frozenset((int(d), Fraction(int(mean), 32)) for d, mean in np.unique(rows, axis=0))


@check("FHMM23-twice", grade="exhaustive", quantifier=f"{FOUR}, by two searches on the 401 up to symmetry",
       says="the pairs of LDim and RL that occur are the same 24 by the tables and by trees and games")
@verifier(lambda pairs, witness: pairs_of_the_searches() != pairs())  # type: ignore[has-type]
@sabotage("a pair left out", lambda: pairs_of_four_points() - {(1, HALF)})
@sabotage("every multiple of 1/16 between the bounds",
          lambda: frozenset((d, Fraction(k, 16)) for d in range(5) for k in range(8 * d, 16 * d + 1)))
@sabotage("depths on three points", lambda: frozenset(pair for pair in pairs_of_four_points() if 8 * pair[1] % 1 == 0))
@judged("==")
def which_pairs_occur(pairs: Pairs = pairs_of_four_points) -> Iterator[Any]:
    found = pairs_of_small_classes()
    yield "pairs", (sorted(found), len(found)), (sorted(pairs()), 24)


@cache
def pairs_of_the_searches() -> frozenset[tuple[int, Fraction]]:
    """Return the pairs of both dimensions on four points as the library's two searches find them, class by class."""
    return frozenset((littlestone_dimension(c), randomized_littlestone_dimension(c))
                     for c in map(class_of, up_to_symmetry(4)))


@check("FHMM23-twice", grade="exact", quantifier="point functions on 1 to 12 points; all functions on 1 to 5 points",
       says="{RL} equals {1 - 2^(1-n) for n point functions, n/2 for all functions}: neither factor can be better")
@judged("==")
def both_ends_are_approached(value=of_point_functions) -> Iterator[Any]:
    for n, in value.instances():
        yield ("points", n), randomized_littlestone_dimension(point_functions(n)), value(n)
    for n in range(1, 6):
        yield ("all", n), randomized_littlestone_dimension(all_functions(n)), Fraction(n, 2)

def refutes_both_ends_are_approached(value, name, n) -> bool:
    cost = Fraction(0)
    for _ in range(n - 1):  # each point more: the learner is right, or the game is over; or it goes on
        cost = (1 + cost) / 2
    return name == "points" and value(n) != cost
