"""ABMS20, Section 1: affine subspaces have one Littlestone dimension more than printed; the errors of a learner."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import prod
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import Concept, ConceptClass, affine_subspaces, traces_of_flats
from privlearn.concepts.subspaces import affine_frame
from privlearn.dimensions import (MistakeTree, is_mistake_tree, littlestone_dimension, tree_depth,
                                  tree_of_shattered_set, vc_dimension)
from privlearn.exact.formulas import Value, formula
from privlearn.online import HullLearner, longest_hull_chain, mistakes_forced
from privlearn.papers.abms20.all_classes.instances import broken_mirrored
from privlearn.papers.abms20.littlestone_classes import claim
from privlearn.papers.by_definition import certified_littlestone


def most_errors(make, rows: ConceptClass, told: ConceptClass) -> int:
    """Return the most mistakes on sequences of different points of label 1, for each concept (listed one by one)."""
    worst = 0
    for row in rows.rows():
        ones = [x for x, bit in enumerate(row) if bit]
        for order in permutations(ones, min(len(ones), 4)):
            learner, wrong = make(told), 0
            for x in order:
                wrong, learner = wrong + (learner.hypothesis()[x] != 1), learner.updated(x, 1)
            worst = max(worst, wrong)
    return worst


class CautiousLearner(HullLearner):
    """Predict 1 only at the points told to be 1, not on their hull."""

    told = 0

    def hypothesis(self) -> Concept:
        """Return the labels told."""
        return tuple(self.told >> x & 1 for x in range(self._hulls.points))

    def updated(self, point: int, label: int) -> CautiousLearner:
        """Remember the point, if its label is 1."""
        later = super().updated(point, label)
        assert isinstance(later, CautiousLearner)
        later.told = self.told | label << point
        return later

    def __eq__(self, other: object) -> bool:
        """Learners that were told the same points are equal."""
        return super().__eq__(other) and isinstance(other, CautiousLearner) and self.told == other.told

    def __hash__(self) -> int:
        return hash(self.told)


def broken_leaves(tree: MistakeTree) -> MistakeTree:
    """Return the tree with the concept of row 0 at every leaf."""
    return (tree[0], broken_leaves(tree[1]), broken_leaves(tree[2])) if isinstance(tree, tuple) else 0


SPACES = [(q, n, d) for q, n in ((2, 1), (3, 1), (5, 1), (7, 1), (2, 2), (3, 2), (5, 2), (7, 2), (2, 3), (3, 3), (2, 4))
          for d in range(n + 1)]
SMALL = [case for case in SPACES if case[0] ** case[1] <= 9]


@formula("equals", where=("d <= n", "q ** n > d + 1"),
         corners={"q": (2, 3, 5, 7), "n": (1, 2, 3, 4), "d": (0, 1, 2, 3, 4)})
def affine_dimension(q: int, n: int, d: int) -> Value:
    """Return the Littlestone dimension of the affine subspaces of dimension at most d of F_q^n."""
    return d + 1


@formula("equals", where=("d <= n",), corners=affine_dimension.corners)
def linear_dimension(q: int, n: int, d: int) -> Value:
    """Return the Littlestone dimension of the linear subspaces of dimension at most d of F_q^n."""
    return d


claim("ABMS20-1.affine", kind="example", formulas=(affine_dimension, linear_dimension),
      title="Affine subspaces of dimension at most d have Littlestone dimension d + 1, linear ones d",
      uses=("FX15-2.5.ldim", "FX15-2.5.ldim-mb", "ABMS20-3.def-tree"),
      erratum_kind="false", repaired=True,
      erratum="A slip by one: printed is the dimension d, and 1 for lines. Any two points are shattered by lines: "
              "one through both, one through each alone, one through none; already the points of a line with three "
              "elements (d = 0) have dimension 1. It is d + 1 for d <= n, unless q^n = d + 1, that is q = 2 and n = "
              "d = 1. The printed value is right for linear subspaces.",
      note="Infinite fields through finitely many rational points: a tree asks no more than that, and what subspaces "
           "cut out of them is determined exactly.")


@cache
def subspaces(case: tuple[int, int, int], least: int = 0, linear: bool = False) -> ConceptClass:
    q, n, d = case
    return affine_subspaces(q, n, min(d, n), least=least, linear=linear)


def closed_sets(q: int, n: int, d: int, least: int = 0) -> ConceptClass:
    """Return the affine subspaces from the definition: moved to the origin, a set is closed under addition."""
    space = list(product(range(q), repeat=n))
    rows = []
    for bits in product((0, 1), repeat=len(space)):
        members = [v for v, bit in zip(space, bits, strict=True) if bit]
        moved = {tuple((a - b) % q for a, b in zip(v, members[0], strict=True)) for v in members}
        if q**least <= len(moved) <= q**d and all(
                tuple((a + b) % q for a, b in zip(u, v, strict=True)) in moved for u, v in product(moved, repeat=2)):
            rows.append(bits)
    return ConceptClass.from_matrix(rows)


@cache
def flats(q: int, n: int, d: int, least: int = 0) -> ConceptClass:
    """Return the affine subspaces by another way: by the definition in small spaces, else joined point by point."""
    if q**n <= 9:
        return closed_sets(q, n, d, least)
    space = list(product(range(q), repeat=n))
    levels = [{frozenset([v]) for v in space}]
    for _ in range(d):
        levels.append({frozenset(tuple((a + t * (b - c)) % q for a, b, c in zip(u, v, min(flat), strict=True))
                                 for u in flat for t in range(q))
                       for flat in levels[-1] for v in space if v not in flat})
    return ConceptClass.from_matrix([[int(v in flat) for v in space] for level in levels[least:] for flat in level])


@cache
def dimensions(case: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return the Littlestone and the VC dimension of affine subspaces, and the former with the empty set."""
    concepts = subspaces(case)
    empty = ConceptClass.from_matrix([[0] * concepts.size])
    return littlestone_dimension(concepts), vc_dimension(concepts), littlestone_dimension(concepts.union(empty))


def in_small_spaces(value) -> Iterator[tuple[int, int, int]]:
    """Yield the instances of a formula in spaces of at most 49 points, dimensions above n if it speaks of them."""
    return (case for case in value.instances() if case[0] ** case[1] <= 49)


@check("ABMS20-1.affine", grade="exhaustive",
       quantifier="all d <= n for the spaces F_q^n with (q, n) = (2,1), (3,1), (5,1), (7,1), (2,2), (3,2), (5,2), "
       "(7,2), (2,3), (3,3), (2,4), all trees: Littlestone's and the VC dimension; with the empty set d + 1 always",
       says="Littlestone and VC dimension are d + 1, but d where q^n = d + 1; with the empty set the former is d + 1")
@verifier(lambda value, witness: certified_littlestone(flats(*witness)) != value(*witness))
@judged("==")
def affine_subspaces_have_one_dimension_more(value=affine_dimension):
    for case in in_small_spaces(value):
        yield case, dimensions(case), (value(*case), value(*case), case[2] + 1)
    yield (2, 1, 1), dimensions((2, 1, 1)), (1, 1, 2)


@check("ABMS20-1.affine", grade="exhaustive",
       quantifier="the same spaces, linear subspaces of dimension at most d, all d <= n, all trees",
       says="{the Littlestone dimension of the linear subspaces} equals {d}")
@judged("==")
def linear_subspaces_have_the_printed_dimension(value=linear_dimension):
    for case in in_small_spaces(value):
        yield case, littlestone_dimension(subspaces(case, linear=True)), value(*case)

def refutes_linear_subspaces_have_the_printed_dimension(value, witness):
    through = [row for row in flats(*witness).rows() if row[0]]
    return certified_littlestone(ConceptClass.from_matrix(through)) != value(*witness)


@check("ABMS20-1.affine", grade="exhaustive",
       quantifier="the same spaces, affine subspaces of exactly one dimension d < n (lines: d = 1), all trees",
       says="{the Littlestone dimension of these subspaces} equals {d + 1}")
@verifier(lambda value, q, n, d: certified_littlestone(flats(q, n, d, least=d)) != value(q, n, d))
@judged("==")
def lines_have_dimension_two(value=affine_dimension):
    for case in SPACES:
        if case[2] < case[1]:
            yield case, littlestone_dimension(subspaces(case, least=case[2])), value(*case)


def learned(make, case: tuple[int, int, int]):
    """Return what the learner of these subspaces predicts after two positive examples."""
    return make(subspaces(case)).updated(0, 1).updated(1, 1).hypothesis()


@check("ABMS20-1.affine", grade="exhaustive",
       quantifier="all adversaries, all d <= n, F_q^n of at most 9 points: at most d + 1 mistakes",
       says="{the number of mistakes forced on the hull learner} is at most {d + 1}")
@verifier(lambda make, witness: most_errors(make, closed_sets(*witness), subspaces(witness)) > witness[2] + 1)
@sabotage("predict 1 only at points told to be 1", CautiousLearner)
def hull_learner_makes_at_most_that_many_mistakes(make=HullLearner) -> Verdict:
    return judge("<=", ((case, mistakes_forced(make(subspaces(case)), subspaces(case)), case[2] + 1) for case in SMALL))


@check("ABMS20-1.affine", grade="exhaustive", quantifier="the same spaces, all d <= n, the planes of F_2^5 (1768 "
       "subspaces) and of F_5^3 (1055): all adversaries, through the chains of hulls",
       says="{the length of the longest chain of hulls} equals {d + 1}")
@sabotage("d mistakes", lambda d: d)
def hull_learner_makes_one_mistake_for_each_dimension(value=lambda d: d + 1) -> Verdict:
    cases = [*SPACES, (2, 5, 2), (5, 3, 2)]
    return judge("==", ((case, longest_hull_chain(subspaces(case)), value(case[2])) for case in cases))

def refutes_hull_learner_makes_one_mistake_for_each_dimension(value, witness):
    sets = [frozenset(x for x, bit in enumerate(row) if bit) for row in flats(*witness).rows()]

    @cache
    def errors(seen: frozenset[int]) -> int:
        above = [flat for flat in sets if seen <= flat]
        hull = frozenset.intersection(*above)
        return max((1 + errors(frozenset.intersection(*(flat for flat in above if x in flat)))
                    for x in frozenset.union(*above) - hull), default=0)

    return errors(frozenset()) != value(witness[2])


def frame_tree(case: tuple[int, int, int]):
    """Return the tree that asks d + 1 affinely independent points."""
    q, n, d = case
    return tree_of_shattered_set(affine_frame(q, n, d + 1), subspaces(case))


@check("ABMS20-1.affine", grade="exact", quantifier="the same spaces and F_2^5, all d <= n with q^n > d + 1, and the "
       "planes of F_5^3: d + 1 affinely independent points, asked in order",
       says="d + 1 affinely independent points, asked in order, make a mistake tree of depth d + 1")
@sabotage("label 1 on the left branch", lambda case: broken_mirrored(frame_tree(case)))
@sabotage("the same subspace at every leaf", lambda case: broken_leaves(frame_tree(case)))
def independent_points_make_a_tree(make=frame_tree) -> Verdict:
    cases = [case for case in (*SPACES, *((2, 5, d) for d in range(6)), (5, 3, 2)) if case[0] ** case[1] > case[2] + 1]
    return judge("==", ((case, (is_mistake_tree(tree := make(case), subspaces(case)), tree_depth(tree)),
                         (True, case[2] + 1)) for case in cases))

def refutes_independent_points_make_a_tree(make, witness):
    rows = subspaces(witness).rows()

    def fits(node, path: tuple[Any, ...]) -> bool:
        if isinstance(node, tuple):
            return all(fits(node[1 + y], (*path, (node[0], y))) for y in (0, 1))
        return len(path) == witness[2] + 1 and all(rows[node][x] == y for x, y in path)

    return not fits(make(witness), ())


Points = tuple[tuple[int, ...], ...]


def far(entries: dict[int, int]) -> tuple[int, ...]:
    """Return a vector of 100 entries, 0 but for some."""
    return tuple(entries.get(i, 0) for i in range(100))


RATIONAL: dict[str, Points] = {
    "a cube's corners and centre": ((0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2), (2, 2, 2), (1, 1, 1)),
    "two lines that cross": ((0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0), (0, 2, 0), (1, 1, 1)),
    "a moment curve": tuple((t, t * t, t**3) for t in range(-3, 4)),
    "the reals' 100th power": (far({}), far({0: 1}), far({0: 2}), far({99: 1}), far({0: 1, 99: 1}), far({50: -3})),
}


@check("ABMS20-1.affine", grade="exhaustive", quantifier="four sets of 6 or 7 rational points, three of them in "
       "dimension 3, one in dimension 100; points, lines and planes, all trees over these points",
       says="{the Littlestone dimension on the points} equals {d + 1 for subspaces of dimension d}")
@sabotage("as printed: lines have dimension 1", lambda d: max(d, 1))
def rational_points_see_the_same_dimension(value=lambda d: d + 1) -> Verdict:
    return judge("==", (((name, d), littlestone_dimension(traces_of_flats(points, d)), value(d))
                        for d in range(3) for name, points in RATIONAL.items()))

def refutes_rational_points_see_the_same_dimension(value, name, d):

    def volume(chosen: Iterable[tuple[int, ...]]) -> Fraction:  # Gram's determinant, 0 if and only if dependent
        first, *rest = chosen
        edges = [[a - b for a, b in zip(point, first, strict=True)] for point in rest]
        gram = [[sum(a * b for a, b in zip(u, v, strict=True)) for v in edges] for u in edges]
        return Fraction(sum((-1) ** sum(s[i] > s[j] for i, j in combinations(range(len(s)), 2))
                            * prod(gram[i][s[i]] for i in range(len(s))) for s in permutations(range(len(gram)))))

    # Independent points are shattered by the hulls of their subsets; a hull grows with every mistake of its learner.
    frames = any(volume(chosen) for chosen in combinations(RATIONAL[name], d + 1))
    return frames and value(d) != d + 1
