"""ABMS20, Section 4: free extensions, and the threshold dimension of many unions."""

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking import check, judged, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import is_mistake_tree, littlestone_dimension, mistake_tree, threshold_dimension, tree_depth
from privlearn.exact.formulas import Value, floor, formula, log2
from privlearn.online.unions import chip_game, extended_tree, free_extension
from privlearn.papers.abms20.many_unions import claim
from privlearn.papers.abms20.unions.tightness import exact_value
from privlearn.papers.by_definition import class_of, littlestone_by_definition

Rows = tuple[tuple[int, ...], ...]


@formula("at least", where=("k >= 1",), corners={"k": (1, 2, 3, 7, 8), "d": (0, 1, 2)}, tex={"log2(k)": r"\log k"},
         loose={"k >= 1": "no class is left, and 0 has no logarithm"})
def least_of_the_best(k: int, d: int) -> Value:
    return d + floor(log2(k))


claim("ABMS20-4.3.lower", kind="proposition", formulas=(least_of_the_best,),
      title="There are k classes of dimension d whose union has dimension at least d + floor(log k)",
      uses=("FX15-2.5.ldim",),
      note="Of the k classes 2^floor(log k) are different copies, the others repeat one.  The bound is not the "
           "largest possible: two classes of dimension 1 reach 3 (Proposition 4.3).")


class Copies(NamedTuple):
    """A class of dimension d, a concept each row, the number of classes, and the patterns of the copies."""

    H: Rows
    d: int
    k: int
    b: Rows


@cache
def dimension(rows: Rows) -> int:
    return littlestone_dimension(ConceptClass.from_matrix(rows))


def copied(c: ConceptClass, k: int) -> Copies:
    rows = tuple(c.rows())
    return Copies(rows, dimension(rows), k, tuple(product((0, 1), repeat=k.bit_length() - 1)))


EXTENSIONS = ((3, (2, 3, 4)), (2, (1, 2, 4, 7, 8)), (1, (8, 16)))


@proof("ABMS20-4.3.lower", grade="exhaustive",
       quantifier="all classes on 3 points with k = 2, 3, 4, on 2 points with k = 1, 2, 4, 7, 8, on 1 point with k = 8 "
                  "and 16; 64 thresholds on 64 points with k = 32",
       instances=lambda: [*(copied(class_of((n, c)), k) for n, many in EXTENSIONS for k in many
                            for c in range(1, 1 << (1 << n))), copied(thresholds(6), 32)],
       start=copied(thresholds(1), 4),
       steps={"copies/dimension": "{the dimension of a copy} is {d}",
              "copies/number": "{the number of different copies} is at most {k}",
              "tree": "{it is a mistake tree of the union, and its depth,} are {true, d + floor(log k)}",
              "conclusion": "{d + floor(log k)} is at most {the dimension of the union}"},
       hypotheses=(
           Hypothesis("the classes have dimension d", {"d": lambda given: given.d + 1},
                      ("copies/dimension", "tree", "conclusion")),
           Hypothesis("there are k classes", {"k": lambda given: given.k - 1}, ("copies/number", "tree")),
           Hypothesis("there is a copy for every pattern", {"b": lambda given: tuple((*b[:-1], 0) for b in given.b)},
                      ("tree", "conclusion"))))
def copies_on_new_points(given: Copies, least=least_of_the_best) -> Iterator[Line]:
    H, d, k, patterns = given
    made, depth = [tuple((*row, *b) for row in H) for b in patterns], d + k.bit_length() - 1
    for b, rows in zip(patterns, made, strict=True):
        yield Line("copies/dimension", "==", dimension(rows), d, ("b", b))
    yield Line("copies/number", "<=", len(set(made)), k)
    union, c = tuple(dict.fromkeys(row for rows in made for row in rows)), ConceptClass.from_matrix(H)
    tree = extended_tree(mistake_tree(c), c, len(patterns[0]))
    yield Line("tree", "==", (is_mistake_tree(tree, ConceptClass.from_matrix(union)), tree_depth(tree)), (True, depth))
    yield Line("conclusion", "<=", least(k, d), dimension(union))


def refutes_copies_on_new_points(given: Copies, step: str, case: Any, least) -> bool:
    """Tell whether a line is false, by the recursive definition of the dimension."""
    H, d, k, patterns = given
    old = littlestone_by_definition(ConceptClass.from_matrix(H))
    if step == "copies/dimension":
        return old != d
    if step == "copies/number":
        return len({*patterns}) > k
    union = ConceptClass.from_matrix(sorted({(*row, *b) for row in H for b in patterns}))
    return littlestone_by_definition(union) < (least(k, d) if step == "conclusion" else d + len(patterns[0]))


@check("ABMS20-4.3.lower", grade="exhaustive",
       quantifier="the instances of the formula; the value of the chip game is the maximum over all families",
       says="{d + floor(log k)} is at most {the largest dimension of a union}")
@verifier(lambda least, k, d: least(k, d) > exact_value(k, d))
@judged("<=")
def some_union_has_that_dimension(least=least_of_the_best):
    yield from ((case, least(*case), chip_game(*case)) for case in least.instances())


@formula("equals", corners={"new": (0, 1, 2, 4)}, tex={"new": r"\ell"})
def copies_of_the_tree(new: int) -> Value:
    """Return how many copies of the old tree stand below new points."""
    return 2**new


claim("ABMS20-4.fig1", kind="example", status="checked", formulas=(copies_of_the_tree,),
      reason="a picture of a construction, verified on the trees that it makes",
      section="4.1 Closure under unions, Figure 1",
      title="The tree of the extended class: new points on top, a copy of the old tree at every node below",
      uses=("ABMS20-4.3.lower", "FX15-2.5.ldim"))


@check("ABMS20-4.fig1", grade="exhaustive",
       quantifier="all 15 classes on 2 points, 0 to 3 new points; 8 thresholds with 4 new points; every path",
       says="the tree of the figure is a mistake tree of the extension, deeper by the number of new points")
@judged("==")
def figure_is_a_mistake_tree_of_the_extension(build=extended_tree):
    for c, new in [*product([class_of((2, number)) for number in range(1, 16)], range(4)), (thresholds(3), 4)]:
        old = mistake_tree(c)
        tree = build(old, c, new)
        yield ((tuple(c.rows()), new), (is_mistake_tree(tree, free_extension(c, new)), tree_depth(tree)),
               (True, tree_depth(old) + new))

def refutes_figure_is_a_mistake_tree_of_the_extension(build, rows, new):
    c = ConceptClass.from_matrix(rows)
    every = [(*row, *bits) for bits in product((0, 1), repeat=new) for row in rows]

    def wrong(tree, path: tuple[tuple[int, int], ...]) -> bool:
        if isinstance(tree, tuple):
            return any(wrong(tree[1 + label], (*path, (tree[0], label))) for label in (0, 1))
        shown = len(path) == littlestone_by_definition(c) + new
        return not shown or any(every[tree][x] != label for x, label in path)

    return wrong(build(mistake_tree(c), c, new), ())

@figure_is_a_mistake_tree_of_the_extension.corrupted("the first new point twice on every path")
def first_new_point_twice_every_path(tree, concepts: ConceptClass, new: int):
    right = extended_tree(tree, concepts, new)
    if new < 2:
        return right
    return (right[0], *((right[0], *below[1:]) for below in right[1:]))


@check("ABMS20-4.fig1", grade="exact", quantifier="four thresholds with 0, 1, 2 and 4 new points",
       says="{the number of trees of depth 2 below the levels of the new points} equals {2^l}")
@verifier(lambda copies, new: copies(new) != len([*product((0, 1), repeat=new)]))
@judged("==")
def a_copy_stands_below_all_values_of_the_new_points(copies=copies_of_the_tree):
    for new, in copies.instances():
        level = [extended_tree(mistake_tree(thresholds(2)), thresholds(2), new)]
        for _ in range(new):
            level = [below for tree in level for below in tree[1:]]
        yield new, sum(tree_depth(tree) == 2 for tree in level), copies(new)


STEPS = {"k": (1, 3), "t": (1, 4)}


@formula("equals", corners=STEPS)
def length_of_the_union(k: int, t: int) -> Value:
    return k * t


@formula("equals", where=("k * t >= 1",), corners=STEPS, tex={"log2(k * t)": r"\log kt"},
         loose={"k * t >= 1": "0 has no logarithm"})
def depth_of_the_union(k: int, t: int) -> Value:
    return floor(log2(k * t))


claim("ABMS20-4.3.contrast", kind="example", formulas=(length_of_the_union, depth_of_the_union),
      title="For the threshold dimension a linear dependence on k is necessary: blocks of thresholds",
      uses=("ABMS20-2.def-T", "FX15-2.5.ldim"),
      erratum_kind="misprint", repaired=True,
      erratum="Printed is Ldim where the threshold dimension T is meant: for t = 4 each block has Littlestone "
              "dimension 2, and the union 3, 3, 4 for k = 2, 3, 4, not 4 and 8, 12, 16.  With T in its place all is "
              'right.  Also "(i-1) t < ji <= i t" should read "(i-1) t < j <= i t".')

BLOCKS = ((2, 4), (3, 4), (4, 4), (16, 32))
Named = tuple[tuple[int, int, int], ConceptClass]


@cache
def staircases() -> tuple[Named, ...]:
    """Return ((k, t, i), block i) for i = 1..k, the union as i = 0: h_j is 1 on the points from j on."""
    found: list[Named] = []
    for k, t in BLOCKS:
        stairs = np.triu(np.ones((k * t, k * t), dtype=np.uint8))
        found.append(((k, t, 0), ConceptClass.from_matrix(stairs)))
        found += [((k, t, i), ConceptClass.from_matrix(stairs[(i - 1) * t:i * t])) for i in range(1, k + 1)]
    return tuple(found)


@check("ABMS20-4.3.contrast", grade="exact",
       quantifier="(k, t) = (2,4), (3,4), (4,4), (16,32): every block and the union",
       says="{the threshold dimension of a block or the union} equals {t for a block, k t for the union}")
@judged("==")
def threshold_dimensions_add_up(steps=length_of_the_union):
    for (k, t, i), c in staircases():
        yield (k, t, i), threshold_dimension(c), steps(1 if i else k, t)

def refutes_threshold_dimensions_add_up(steps, k, t, i):
    rows = dict(staircases())[k, t, i].rows()
    first = next(x for x in range(len(rows[0])) if rows[0][x])  # h_j is 1 on the first + j-th point, h_(j+1) is not
    chain = all(rows[i][first + j] == (i <= j) for i in range(len(rows)) for j in range(len(rows)))
    return chain and steps(1 if i else k, t) != len(rows)


@check("ABMS20-4.3.contrast", grade="exact",
       quantifier="the same blocks and unions",
       says="{the Littlestone dimension of a block or the union} equals {floor(log t), or floor(log(k t)) for the "
            "union}")
@judged("==")
def littlestone_dimensions_are_logarithms(logarithm=depth_of_the_union):
    for (k, t, i), c in staircases():
        yield (k, t, i), littlestone_dimension(c), logarithm(1 if i else k, t)

def refutes_littlestone_dimensions_are_logarithms(logarithm, k, t, i):
    c = dict(staircases())[k, t, i]
    return littlestone_by_definition(c) != logarithm(1 if i else k, t)
