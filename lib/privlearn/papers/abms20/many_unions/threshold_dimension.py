"""ABMS20, Section 4: free extensions, and the threshold dimension of many unions."""

from collections.abc import Sequence
from functools import cache
from itertools import product

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import is_mistake_tree, littlestone_dimension, mistake_tree, threshold_dimension, tree_depth
from privlearn.dimensions.sweeps import dimensions_on_five_points, littlestone_of_all_classes
from privlearn.exact.formulas import Value, floor, formula, log2
from privlearn.online.unions import chip_game, extended_tree, free_extension
from privlearn.online.unions.extensions import copies
from privlearn.papers.abms20.many_unions import claim
from privlearn.papers.abms20.unions.tightness import exact_value
from privlearn.papers.by_definition import class_of, depth_by_definition, littlestone_by_definition


@formula("at least", where=("k >= 1",), corners={"k": (1, 2, 3, 7, 8), "d": (0, 1, 2)}, tex={"log2(k)": r"\log k"},
         loose={"k >= 1": "no class is left, and 0 has no logarithm"})
def least_of_the_best(k: int, d: int) -> Value:
    return d + floor(log2(k))


claim("ABMS20-4.3.lower", kind="proposition", formulas=(least_of_the_best,),
      title="There are k classes of dimension d whose union has dimension at least d + floor(log k)",
      uses=("FX15-2.5.ldim",),
      note="Of the k classes 2^floor(log k) are different copies, the others repeat one.  The bound is not the "
           "largest possible: two classes of dimension 1 reach 3 (Proposition 4.3).")


def extended_number(number: int, points: int, new: int, patterns: Sequence[int] | None = None) -> int:
    """Return the number of the free extension (or of the copies with some patterns only)."""
    every = range(1 << new) if patterns is None else patterns
    return sum(number << (b << points) for b in every)


def dimension_of(number: int, points: int) -> int:
    """Return the Littlestone dimension of a class on at most 5 points from the tables."""
    if points == 5:
        return dimensions_on_five_points(number)[0]
    return int(littlestone_of_all_classes(points)[number])


EXTENSIONS = ((3, 1), (2, 1), (2, 2), (3, 2), (2, 3), (1, 3), (1, 4))


@check("ABMS20-4.3.lower", grade="exhaustive", quantifier="all classes on 3 points with 1 and 2 new points, on 2 "
       "points with 1 to 3, on 1 point with 3 and 4; the copy for every pattern",
       says="the free extension has dimension d plus the number of new points, and each of its copies dimension d")
@sabotage("the last new point has one value only",
          lambda number, points, new: extended_number(number, points, new, range(1 << (new - 1))))
@judged("==")
def extension_gains_one_for_each_new_point(extend=extended_number):
    for n, new in EXTENSIONS:
        for c in range(1, 1 << (1 << n)):
            d = dimension_of(c, n)
            parts = {dimension_of(extended_number(c, n, new, [b]), n + new) for b in range(1 << new)}
            yield (c, n, new), (dimension_of(extend(c, n, new), n + new), parts), (d + new, {d})

def refutes_extension_gains_one_for_each_new_point(extend, c, n, new):
    bits = [[f for f in range(1 << m) if number >> f & 1] for m, number in ((n, c), (n + new, extend(c, n, new)))]
    return depth_by_definition(bits[1], n + new) != depth_by_definition(bits[0], n) + new


@check("ABMS20-4.3.lower", grade="exact",
       quantifier="64 thresholds on 64 points, 5 new points: 32 classes of dimension 6",
       says="the 32 copies have Littlestone dimension 6, and their union has 11 = 6 + log 32")
@verifier(lambda extend, witness: witness == "union" and len(extend(thresholds(6), 5)) < 2**11)
@sabotage("four new points and a constant one", lambda c, new: copies(free_extension(c, new - 1), 1)[0])
def thirty_two_copies_of_thresholds(extend=free_extension) -> Verdict:
    base = thresholds(6)
    whole = extend(base, 5)
    return judge("==", [("union", littlestone_dimension(whole), 11), *(
        (b, littlestone_dimension(copy), 6) for b, copy in enumerate(copies(base, 5)))])


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
