"""FX15, Section 2.5: mistakes online, mistake trees and equivalence queries, all of them Littlestone's dimension."""

from collections.abc import Iterator
from functools import cache
from itertools import permutations, product
from math import log2
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.verdict import covering
from privlearn.concepts import (ConceptClass, balls, boxes, classes_up_to_symmetry, halfspaces, lines, point_functions,
                                points, thresholds)
from privlearn.dimensions import is_mistake_tree, littlestone_dimension, mistake_tree, tree_depth
from privlearn.dimensions.sweeps import class_sizes, littlestone_of_all_classes, vc_of_all_classes
from privlearn.online import (StandardOptimalAlgorithm, equivalence_query_complexity, is_query_strategy, mistake_bound,
                              mistakes_forced, query_strategy)
from privlearn.online.mistake_game import play, tree_adversary
from privlearn.papers.by_definition import (class_of, has_mistake_tree, littlestone_by_definition, small_classes,
                                            vc_by_definition)
from privlearn.papers.fx15.mistake_trees import claim
from privlearn.papers.fx15.mistake_trees.instances import (PLAYED, BrokenSmallerHalf, broken_mistake_tree_any_leaves,
                                                           broken_mistake_tree_points_dropped_early,
                                                           classes_to_four_points, judge_classes, played_classes)

claim("FX15-2.5.online", kind="definition",
      title="The online mistake-bound model: its complexity is the number of mistakes that can be forced",
      uses=("FX15-2.5.ldim",),
      note="Learners are deterministic, as in the text; one that only sees which labels are still possible loses "
           "nothing, so the game is solved over version spaces.")


@check("FX15-2.5.online", grade="exhaustive", quantifier=f"all strategies of both sides; {PLAYED}",
       says="{the mistakes that can be forced} equal {the Littlestone dimension}")
@sabotage("the bound of the halving learner, floor of log |C|", lambda c: len(c).bit_length() - 1)
@sabotage("the VC dimension, which is smaller for thresholds", vc_by_definition)
def the_game_has_the_value_ldim(bound=mistake_bound) -> Verdict:
    return judge_classes("==", played_classes(), bound, littlestone_by_definition)

def refutes_the_game_has_the_value_ldim(bound, rows):
    claimed = bound(ConceptClass.from_matrix(rows))
    return not can_force(rows, claimed) or can_force(rows, claimed + 1)


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


@check("FX15-2.5.online", grade="exhaustive", quantifier=f"all sequences labelled by a concept; {PLAYED}",
       says="{the mistakes forced from the standard algorithm} equal {the Littlestone dimension}")
@sabotage("predicts the label of the half of smaller dimension", BrokenSmallerHalf)
def standard_optimal_algorithm_reaches_the_bound(learner=StandardOptimalAlgorithm) -> Verdict:
    return judge_classes("==", played_classes(), lambda c: mistakes_forced(learner(c), c), littlestone_by_definition)

def refutes_standard_optimal_algorithm_reaches_the_bound(learner, rows):
    concepts = ConceptClass.from_matrix(rows)

    def fooled(state, left, allowed: int) -> bool:
        guess = state.hypothesis()
        for x, label in product(range(concepts.size), (0, 1)):
            after = [row for row in left if row[x] == label]
            if 0 < len(after) < len(left):
                spent = allowed - (guess[x] != label)
                if spent < 0 or fooled(state.updated(x, label), after, spent):
                    return True
        return False

    return fooled(learner(concepts), rows, littlestone_by_definition(concepts))




LEARNERS = {"standard optimal": StandardOptimalAlgorithm, "smaller half": BrokenSmallerHalf}


@check("FX15-2.5.online", grade="exhaustive",
       quantifier="two learners, the classes on at most 3 points (up to symmetries) with their deepest trees",
       says="down a mistake tree every round is a mistake, as many as its depth, and the leaf has all labels given")
@sabotage("the labels that were predicted", lambda learner, tree: (
    tuple((x, said, said) for x, said, _ in tree_adversary(learner, tree)[0]), tree_adversary(learner, tree)[1]))
@sabotage("only the left half of the tree", lambda learner, tree: tree_adversary(
    learner, tree[1] if isinstance(tree, tuple) else tree))
@judged("==")
def trees_force_a_mistake_in_every_round(forces=tree_adversary):
    for name, make in LEARNERS.items():
        for concepts, _ in small_classes():
            depth = littlestone_by_definition(concepts)
            yield (name, concepts.rows()), forced_down(forces, make, concepts), (depth, 0, 0)

def refutes_trees_force_a_mistake_in_every_round(forces, name, rows):
    concepts = ConceptClass.from_matrix(rows)
    rounds, row = forces(LEARNERS[name](concepts), mistake_tree(concepts))
    said = [guess for _, guess, _ in play(LEARNERS[name](concepts), [(x, label) for x, _, label in rounds])]
    return (len(rounds) < littlestone_by_definition(concepts) or any(rows[row][x] != label for x, _, label in rounds)
            or any(guess == label for guess, (_, _, label) in zip(said, rounds, strict=True))
            or said != [guess for _, guess, _ in rounds])


def forced_down(forces, make, concepts: ConceptClass) -> tuple[int, int, int]:
    """Return the mistakes when played again, the predictions told wrongly, the labels that the leaf does not have."""
    rounds, row = forces(make(concepts), mistake_tree(concepts))
    learner, mistakes, wrong = make(concepts), 0, 0
    for x, said, label in rounds:
        guess = learner.hypothesis()[x]
        mistakes, wrong, learner = mistakes + (guess != label), wrong + (guess != said), learner.updated(x, label)
    return mistakes, wrong, sum(int(concepts.matrix[row, x]) != label for x, _, label in rounds)


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
    return table[[0, len(table) - 1, *range(2, len(table) - 1), 1]]


@cache
def named_classes() -> dict[str, ConceptClass]:
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
    small = [(tuple(c.rows()), c, count) for c, count in classes_to_four_points()]

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


claim("FX15-2.5.ldim-mb", kind="proposition",
      title="Littlestone's dimension is the optimal number of mistakes and of counterexamples to equivalence queries",
      uses=("FX15-2.5.ldim", "FX15-2.5.online"),
      note="Queries that fail are counted; the last one, which succeeds, comes on top. Proposed hypotheses may be any "
           "functions: proper queries, of concepts only, can cost more, and how much is checked too.")


@check("FX15-2.5.ldim-mb", grade="exhaustive", quantifier=f"all strategies of both sides; {PLAYED}",
       says="{the counterexamples that can be forced} equal {the Littlestone dimension}")
@sabotage("queries of concepts of the class only", lambda c: equivalence_query_complexity(c, proper=True))
def forced_counterexamples_equal_the_dimension(count=equivalence_query_complexity) -> Verdict:
    return judge_classes("==", played_classes(), count, littlestone_by_definition)

def refutes_forced_counterexamples_equal_the_dimension(count, rows):
    return count(ConceptClass.from_matrix(rows)) != counterexamples(rows, list(product((0, 1), repeat=len(rows[0]))))


def counterexamples(rows: tuple[Any, ...], hypotheses) -> int:
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


@check("FX15-2.5.ldim-mb", grade="exhaustive", quantifier=f"all targets and all counterexamples; {PLAYED}",
       says="the strategy meets at most as many counterexamples as the Littlestone dimension")
@sabotage("proposes concepts of the class only", lambda c: query_strategy(c, proper=True))
def an_optimal_learner_is_at_hand(strategy=query_strategy) -> Verdict:
    return judge_classes("==", played_classes(), lambda c: is_query_strategy(strategy(c), c, littlestone_dimension(c)),
                         lambda c: True)

def refutes_an_optimal_learner_is_at_hand(strategy, rows):
    concepts = ConceptClass.from_matrix(rows)
    proposals, most = strategy(concepts), littlestone_by_definition(concepts)
    states = {tuple(range(len(rows)))}
    for _ in range(most + 1):  # what may be left after that many counterexamples
        states = {tuple(i for i in left if rows[i][x] == rows[target][x]) for left in states for target in left
                  for x in range(concepts.size) if rows[target][x] != proposals[left][x]}
    return bool(states)


@check("FX15-2.5.ldim-mb", grade="exhaustive", quantifier="all strategies of both sides; n = 2..9 points",
       says="{the counterexamples forced from proper queries} equal {n - 1}")
@sabotage("no more than general queries: Littlestone's dimension", lambda n: littlestone_dimension(point_functions(n)))
def proper_queries_of_points_cost_all_but_one(formula=lambda n: n - 1) -> Verdict:
    return judge("==", ((n, equivalence_query_complexity(point_functions(n), proper=True), formula(n))
                        for n in range(2, 10)))

def refutes_proper_queries_of_points_cost_all_but_one(formula, n):
    rows = tuple(point_functions(n).rows())
    return counterexamples(rows, rows) != formula(n)
