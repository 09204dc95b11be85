"""FX15, Section 2.5: mistake trees, Littlestone's dimension, the online game and equivalence queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from math import log2
from typing import Any

import numpy as np

from privlearn.claims.broken.mistake_trees import (
    BrokenSmallerHalf,
    broken_mistake_tree_any_leaves,
    broken_mistake_tree_points_dropped_early,
)
from privlearn.claims.by_definition import class_of, has_mistake_tree, littlestone_by_definition, vc_by_definition
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import (
    ConceptClass,
    balls,
    boxes,
    classes_up_to_symmetry,
    halfspaces,
    lines,
    point_functions,
    points,
    thresholds,
)
from privlearn.dimensions import (
    is_mistake_tree,
    littlestone_dimension,
    littlestone_of_all_classes,
    mistake_tree,
    tree_depth,
)
from privlearn.dimensions.shatter_function import class_sizes, vc_of_all_classes
from privlearn.online import (
    StandardOptimalAlgorithm,
    equivalence_query_complexity,
    is_query_strategy,
    mistake_bound,
    mistakes_forced,
    query_strategy,
)

PAGE = "communication/mistake-trees"
SECTION = "2.5 Littlestone's dimension"


@cache
def small_classes() -> tuple[tuple[ConceptClass, int], ...]:
    """Every class on 1, 2 and 3 points, and one of each orbit on 4 points, with the number of classes it stands for."""
    everything = [(class_of((n, number)), 1) for n in (1, 2, 3) for number in range(1, 1 << (1 << n))]
    return (*everything, *classes_up_to_symmetry(4))


@cache
def played_classes() -> tuple[tuple[ConceptClass, int], ...]:
    """The classes whose games are solved: the small ones, thresholds up to 16, and the lines over Z_3."""
    return (*small_classes(), *((thresholds(b), 1) for b in range(1, 5)), (lines(3), 1))


PLAYED = ("all 15 + 255 + 3 classes on at most 3 points, all 65,535 on 4 points (one of each of the 401 orbits under "
          "permutations and complements), Thr_1..4, Line_3")


def judge_classes(relation: str, classes: tuple[tuple[ConceptClass, int], ...], left: Callable[[ConceptClass], Any],
                  right: Callable[[ConceptClass], Any]) -> Verdict:
    """Compare two functions of a class on all classes; a class counts as often as it stands for others."""
    verdict = judge(relation, ((tuple(c.rows()), left(c), right(c)) for c, _ in classes))
    return counted(verdict, sum(count for _, count in classes)) if verdict.holds else verdict


claim("FX15-2.5.online", kind="definition", section=SECTION, page=PAGE,
      title="The online mistake-bound model: its complexity is the number of mistakes that can be forced",
      uses=("FX15-2.5.ldim",),
      note="Learners are deterministic, as in the text; one that only sees which labels are still possible loses "
           "nothing, so the game is solved over version spaces.")


@check("FX15-2.5.online", grade="exhaustive", quantifier=f"all strategies of both sides; {PLAYED}",
       fingerprint=lambda bound: [bound(c) for c in (point_functions(4), thresholds(2))])
def the_game_has_the_value_ldim(bound=mistake_bound) -> Verdict:
    return judge_classes("==", played_classes(), bound, littlestone_by_definition)


def can_force(rows: tuple[Any, ...], mistakes: int) -> bool:
    """Can an adversary force so many mistakes?  Straight from the rules, learners predicting anything."""
    if mistakes == 0:
        return True
    for x in range(len(rows[0])):
        halves = [tuple(row for row in rows if row[x] == label) for label in (0, 1)]
        if all(halves) and all(can_force(halves[1 - said], mistakes - 1) or can_force(halves[said], mistakes)
                               for said in (0, 1)):
            return True
    return False


@the_game_has_the_value_ldim.verifier
def _(bound, rows):
    claimed = bound(ConceptClass.from_matrix(rows))
    return not can_force(rows, claimed) or can_force(rows, claimed + 1)

the_game_has_the_value_ldim.sabotage(
    "the bound of the halving learner, floor of log |C|", lambda c: len(c).bit_length() - 1)
the_game_has_the_value_ldim.sabotage("the VC dimension, which is smaller for thresholds", vc_by_definition)


@check("FX15-2.5.online", grade="exhaustive", quantifier=f"all sequences labelled by a concept; {PLAYED}",
       fingerprint=lambda learner: learner(point_functions(3)).hypothesis())
def standard_optimal_algorithm_reaches_the_bound(
        learner=StandardOptimalAlgorithm) -> Verdict:
    return judge_classes("==", played_classes(), lambda c: mistakes_forced(learner(c), c),
                         littlestone_by_definition)


@standard_optimal_algorithm_reaches_the_bound.verifier
def _(learner, rows):
    concepts = ConceptClass.from_matrix(rows)

    def fooled(state: Any, left: Any, allowed: int) -> bool:
        guess = state.hypothesis()
        for x, label in product(range(concepts.size), (0, 1)):
            after = [row for row in left if row[x] == label]
            if 0 < len(after) < len(left):
                spent = allowed - (guess[x] != label)
                if spent < 0 or fooled(state.updated(x, label), after, spent):
                    return True
        return False

    return fooled(learner(concepts), rows, littlestone_by_definition(concepts))

standard_optimal_algorithm_reaches_the_bound.sabotage(
    "predicts the label of the half of smaller dimension", BrokenSmallerHalf)


claim("FX15-2.5.ldim", kind="definition", section=SECTION, page=PAGE,
      title="Mistake trees and Littlestone's dimension", uses=("BBKN14-2.3",),
      note="The empty class has dimension -1, having no leaf. In the printed definition \"otherwise\" stands for \"if "
           "the leaf is in the left subtree\": a leaf outside the subtree of a node is not bound by it.")


@check("FX15-2.5.ldim", grade="exhaustive", quantifier="all 3 + 15 + 255 + 65,535 non-empty classes on 1 to 4 points",
       fingerprint=lambda table: table(2).tolist())
def dimension_is_between_vc_and_log_size(table=littlestone_of_all_classes) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            shattered, sizes = vc_of_all_classes(n).tolist(), class_sizes(n).tolist()
            for number, depth in enumerate(table(n).tolist()):
                if number:
                    yield (n, number, "VC"), shattered[number], depth
                    yield (n, number, "size"), 2**max(depth, 0), sizes[number]

    verdict = judge("<=", cases())
    return counted(verdict, verdict.instances // 2)


@dimension_is_between_vc_and_log_size.verifier
def _(table, witness):
    n, number, side = witness
    concepts, depth = class_of((n, number)), int(table(n)[number])
    return vc_by_definition(concepts) > depth if side == "VC" else log2(len(concepts)) < depth

dimension_is_between_vc_and_log_size.sabotage(
    "trees need one good half only", lambda n: np.where(class_sizes(n) > 1, n, class_sizes(n) - 1))
dimension_is_between_vc_and_log_size.sabotage("the depth counted without the leaves' level",
    lambda n: np.maximum(littlestone_of_all_classes(n) - 1, np.minimum(class_sizes(n), 1) - 1))


@check("FX15-2.5.ldim", grade="exhaustive",
       quantifier="dimensions 0 to 4, classes on 1 to 4 points: the table of all classes against the search",
       fingerprint=lambda table: table(3).tolist())
def all_classes_are_counted_alike_in_two_ways(table=littlestone_of_all_classes) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            found = [(littlestone_dimension(c, solver="plain"), orbit) for c, orbit in classes_up_to_symmetry(n)]
            for depth in range(5):
                counted_by_table = int((table(n) == depth).sum())
                yield (n, depth), counted_by_table, sum(orbit for value, orbit in found if value == depth)

    verdict = judge("==", cases())
    return counted(verdict, sum((1 << (1 << n)) - 1 for n in range(1, 5))) if verdict.holds else verdict


@all_classes_are_counted_alike_in_two_ways.verifier
def _(table, witness):
    n, depth = witness
    functions = list(product((0, 1), repeat=n))

    @cache
    def of(rows: frozenset[Any]) -> int:
        halves = ((frozenset(r for r in rows if r[x]), frozenset(r for r in rows if not r[x])) for x in range(n))
        return max((1 + min(of(a), of(b)) for a, b in halves if a and b), default=0)

    if n < 4:
        subsets = (frozenset(c) for size in range(1, len(functions) + 1) for c in combinations(functions, size))
        return sum(of(rows) == depth for rows in subsets) != int((table(n) == depth).sum())
    return any((has_mistake_tree(c, depth) and not has_mistake_tree(c, depth + 1)) != (int(table(n)[number]) == depth)
               for number in range(1, 1 << 16, 257) for c in [class_of((n, number))])

all_classes_are_counted_alike_in_two_ways.sabotage("the VC dimension in its place", vc_of_all_classes)


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
       quantifier="a tree checked leaf by leaf, all deeper ones refuted by the recursive definition: all classes on at "
                  "most 4 points (401 orbits on 4), Thr_1..6, Point_1..4, Line_2..13, seven boxes, seven halfspaces, "
                  "five balls",
       fingerprint=lambda find: [find(c) for c in (thresholds(6), point_functions(3))])
def trees_are_valid_and_none_is_deeper(find=mistake_tree) -> Verdict:
    named = [(name, c, 1) for name, c in named_classes().items()]
    small = [(tuple(c.rows()), c, count) for c, count in small_classes()]

    def cases() -> Iterator[Any]:
        for name, c, _ in named + small:
            tree = find(c)
            depth = tree_depth(tree)
            yield name, (is_mistake_tree(tree, c), has_mistake_tree(c, depth + 1)), (True, False)

    verdict = judge("==", cases())
    return counted(verdict, sum(count for _, _, count in named + small)) if verdict.holds else verdict


@trees_are_valid_and_none_is_deeper.verifier
def _(find, witness):
    c = named_classes()[witness] if isinstance(witness, str) else ConceptClass.from_matrix(witness)

    def lengths(node: Any, left: set[int]) -> set[int]:
        if not isinstance(node, tuple):
            return {0} if node in left else {-99}
        x, zero, one = node
        parts = [{i for i in left if c.matrix[i, x] == label} for label in (0, 1)]
        return {1 + d for part, tree in zip(parts, (zero, one), strict=True) for d in lengths(tree, part)}

    found = lengths(find(c), set(range(len(c))))
    return len(found) > 1 or min(found) < 0 or min(found) < littlestone_by_definition(c)

trees_are_valid_and_none_is_deeper.sabotage("leaves may be any functions", broken_mistake_tree_any_leaves)
trees_are_valid_and_none_is_deeper.sabotage(
    "lopsided points dropped for the whole subtree", broken_mistake_tree_points_dropped_early)


claim("FX15-2.5.ldim-mb", kind="proposition", section=SECTION, page=PAGE,
      title="Littlestone's dimension is the optimal number of mistakes and of counterexamples to equivalence queries",
      uses=("FX15-2.5.ldim", "FX15-2.5.online"),
      note="Queries that fail are counted; the last one, which succeeds, comes on top. Proposed hypotheses may be any "
           "functions: proper queries, of concepts only, can cost more, and how much is checked too.")


@check("FX15-2.5.ldim-mb", grade="exhaustive", quantifier=f"all strategies of both sides; {PLAYED}",
       fingerprint=lambda count: [count(point_functions(n)) for n in (2, 3)])
def forced_counterexamples_equal_the_dimension(count=equivalence_query_complexity) -> Verdict:
    return judge_classes("==", played_classes(), count, littlestone_by_definition)


def counterexamples(rows: tuple[Any, ...], hypotheses: Any) -> int:
    """Return how many counterexamples can be forced, every allowed hypothesis being tried at every step."""
    @cache
    def value(left: tuple[Any, ...]) -> int:
        best = len(rows)
        for h in hypotheses:
            rests = {tuple(r for r in left if r[x] == f[x]) for f in left for x in range(len(f)) if f[x] != h[x]}
            if left not in rests:
                best = min(best, max((1 + value(rest) for rest in rests), default=0))
        return best

    return value(rows)


@forced_counterexamples_equal_the_dimension.verifier
def _(count, rows):
    return count(ConceptClass.from_matrix(rows)) != counterexamples(rows, list(product((0, 1), repeat=len(rows[0]))))

forced_counterexamples_equal_the_dimension.sabotage(
    "queries of concepts of the class only", lambda c: equivalence_query_complexity(c, proper=True))


@check("FX15-2.5.ldim-mb", grade="exhaustive", quantifier=f"all targets and all counterexamples; {PLAYED}",
       fingerprint=lambda strategy: strategy(point_functions(3)))
def an_optimal_learner_is_at_hand(strategy=query_strategy) -> Verdict:
    return judge_classes("==", played_classes(), lambda c: is_query_strategy(strategy(c), c, littlestone_dimension(c)),
                         lambda c: True)


@an_optimal_learner_is_at_hand.verifier
def _(strategy, rows):
    concepts = ConceptClass.from_matrix(rows)
    proposals, most = strategy(concepts), littlestone_by_definition(concepts)
    states = {tuple(range(len(rows)))}
    for _ in range(most + 1):  # what may be left after that many counterexamples
        states = {tuple(i for i in left if rows[i][x] == rows[target][x]) for left in states for target in left
                  for x in range(concepts.size) if rows[target][x] != proposals[left][x]}
    return bool(states)

an_optimal_learner_is_at_hand.sabotage("proposes concepts of the class only", lambda c: query_strategy(c, proper=True))


@check("FX15-2.5.ldim-mb", grade="exhaustive", quantifier="all strategies of both sides; n = 2..9 points",
       fingerprint=lambda formula: [formula(n) for n in range(2, 10)])
def proper_queries_of_points_cost_all_but_one(formula=lambda n: n - 1) -> Verdict:
    return judge("==", ((n, equivalence_query_complexity(point_functions(n), proper=True), formula(n))
                        for n in range(2, 10)))


@proper_queries_of_points_cost_all_but_one.verifier
def _(formula, n):
    rows = tuple(point_functions(n).rows())
    return counterexamples(rows, rows) != formula(n)

proper_queries_of_points_cost_all_but_one.sabotage(
    "no more than general queries: Littlestone's dimension", lambda n: littlestone_dimension(point_functions(n)))
