"""ABMS20, Section 2.1.1: counting patterns of composed classes, by growth functions, leaves and covers of trees."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, prod
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, aggregate, thresholds
from privlearn.dimensions import littlestone_dimension, sauer_bound, vc_dimension
from privlearn.dimensions.composition import closure_bound, composed_cover, is_zero_cover, zero_cover
from privlearn.dimensions.composition.tree_covers import tree_levels
from privlearn.dimensions.sweeps import RULES, classes_up_to_renaming, littlestone_of_all_classes, vc_of_all_classes
from privlearn.dimensions.sweeps.pairs import apply_rule
from privlearn.dimensions.sweeps.simple_pairs import largest_simple_classes
from privlearn.exact.formulas import Value, formula, upto
from privlearn.papers.abms20.aggregation import claim
from privlearn.papers.abms20.aggregation.instances import (EVERY_PAIR, composed_rows, depth_value, entries_refuted,
                                                           judge_entries, judge_table, judge_values, table_refuted,
                                                           values_refuted)
from privlearn.papers.by_definition import class_of, littlestone_by_definition


@formula("at most", corners={"n": (1, 2, 3, 60), "d": (1, 2, 12)})
def power_and_one(n: int, d: int) -> Value:
    """Return a bound on the number of sets of at most d among n elements."""
    return n**d + 1


claim("ABMS20-2.1.1.dudley", kind="remark", formulas=(power_and_one,), section="2.1.1 Technical overview",
      title="The VC dimension of a composed class is at most the closure bound, by counting patterns",
      uses=("ABMS20-2.def-G", "BBKN14-2.3", "FX15-1.sauer"),
      erratum_kind="constant", repaired=True,
      erratum="The chain is printed with n^d as growth bound, 1 for n = d = 1, though a class of VC dimension 1 has "
              "two patterns on some point; C(n, <=d) <= n^d + 1 is true.  Stated is the bound by the exact counts.")


@check("ABMS20-2.1.1.dudley", grade="exhaustive", quantifier=EVERY_PAIR,
       says="{the largest VC dimension of G(H_1, H_2)} is at most {the closure bound of d_1 and d_2}")
@verifier(table_refuted("vc"))
@sabotage("d1 + d2", lambda one, two: one + two)
def vc_dimension_of_two_classes_is_below_the_closure_bound(bound=closure_bound) -> Verdict:
    return judge_table("vc", bound)


@check("ABMS20-2.1.1.dudley", grade="exhaustive",
       quantifier=f"{EVERY_PAIR}: the largest VC dimension, for every d1, d2",
       says="{the largest VC dimension of G(H_1, H_2)} equals {the closed form in G, d_1 and d_2}")
@verifier(values_refuted("vc"))
@sabotage("d1 + d2, if both arguments are needed", lambda rule, one, two: min(depth_value(rule, one, two), one + two))
def largest_vc_dimension_of_two_classes_on_four_points(value=depth_value) -> Verdict:
    return judge_values("vc", value)


@check("ABMS20-2.1.1.dudley", grade="exact",
       quantifier="one to three dimensions of at most 5: the bound is the largest n that the counts of sets allow",
       says="the closure bound is the largest n with 2^n <= C(n, <=d_1) ... C(n, <=d_k), and all smaller n satisfy it")
@sabotage("one more", lambda *dimensions: closure_bound(*dimensions) + 1)
@sabotage("one less from 2 on", lambda *dimensions: closure_bound(*dimensions) - (closure_bound(*dimensions) > 1))
@judged("==")
def closure_bound_is_the_largest_that_counting_allows(bound=closure_bound):
    for dimensions in (d for k in (1, 2, 3) for d in combinations_with_replacement(range(6), k)):
        allowed = [n for n in range(120) if 2**n <= prod(sum(comb(n, j) for j in range(d + 1)) for d in dimensions)]
        yield dimensions, (bound(*dimensions), len(allowed)), (allowed[-1], allowed[-1] + 1)

def refutes_closure_bound_is_the_largest_that_counting_allows(bound, dimensions):
    def holds(n: int) -> bool:
        product_ = 1
        for d in dimensions:
            row = [1]  # of Pascal's triangle
            for _ in range(n):
                row = [a + b for a, b in zip([0, *row], [*row, 0], strict=True)]
            product_ *= sum(row[:d + 1])
        return bool(2**n <= product_)

    stated = bound(*dimensions)
    return not holds(stated) or holds(stated + 1)


@check("ABMS20-2.1.1.dudley", grade="exact", quantifier="every entry of the 16 extremal tables on 4 points",
       says="the entry's two classes and their composition have the VC dimensions that the table states")
@verifier(entries_refuted("vc"))
@sabotage("the Littlestone dimension", littlestone_dimension)
def vc_tables_have_witnesses(solver=vc_dimension) -> Verdict:
    return judge_entries("vc", solver)


@cache
def growth_tables() -> np.ndarray:
    """Return the growth function of all 256 classes on three points, row n - 1 for n = 1, 2, 3."""
    classes, found = np.arange(256), np.zeros((3, 256), dtype=int)
    for n in (1, 2, 3):
        for chosen in combinations(range(3), n):
            shown: dict[tuple[int, ...], int] = {}
            for f in range(8):
                pattern = tuple(f >> x & 1 for x in chosen)
                shown[pattern] = shown.get(pattern, 0) | 1 << f
            found[n - 1] = np.maximum(found[n - 1], sum((classes & mask > 0).astype(int) for mask in shown.values()))
    return found


@check("ABMS20-2.1.1.dudley", grade="exhaustive",
       quantifier="all 255^2 pairs of classes on 3 points, all 16 rules, samples of n = 1, 2, 3 points",
       says="{the growth function of the composed class} is at most {the product of the two growth functions}")
@sabotage("the larger of the two in place of the product", max)
def growth_of_the_composition_is_at_most_the_product(bound=lambda a, b: a * b) -> Verdict:
    growth, found = growth_tables(), []
    table = np.array([[bound(a, b) for b in range(9)] for a in range(9)])
    images = [[[1 << apply_rule(rule, f, g, 3) for f in range(8)] for g in range(8)] for rule in range(16)]
    for rule, one in product(range(16), range(1, 256)):
        composed, members = np.zeros(1, dtype=int), [f for f in range(8) if one >> f & 1]
        for g in range(8):
            reached = sum({images[rule][g][f] for f in members})
            composed = np.concatenate([composed, composed | reached])
        slack = (table[growth[:, one][:, None], growth] - growth[:, composed])[:, 1:]
        n, two = np.unravel_index(slack.argmin(), slack.shape)
        left, product_ = int(growth[n, composed[two + 1]]), int(table[growth[n, one], growth[n, two + 1]])
        found.append(((rule, one, int(two) + 1, int(n) + 1), left, product_))
    verdict = judge("<=", found)
    return counted(verdict, 3 * 16 * 255**2) if verdict.holds else verdict

def refutes_growth_of_the_composition_is_at_most_the_product(bound, rule, one, two, n):
    families = ([[f >> x & 1 for x in range(3)] for f in range(8) if one >> f & 1],
                [[f >> x & 1 for x in range(3)] for f in range(8) if two >> f & 1], composed_rows(rule, one, two, 3))
    growth = [max(len({tuple(row[x] for x in chosen) for row in rows}) for chosen in combinations(range(3), n))
              for rows in families]
    return growth[2] > bound(growth[0], growth[1])


@check("ABMS20-2.1.1.dudley", grade="exact", quantifier="d = 1..12, n = 1..60", says="{C(n, <=d)} is at most {n^d + 1}")
@verifier(
    lambda bound, n, d: sum(1 for j in range(d + 1) for _ in combinations(range(min(n, 12)), j)) > bound(min(n, 12), d))
def few_element_sets_are_at_most_a_power_and_one(bound=power_and_one) -> Verdict:
    return judge("<=", (((n, d), sauer_bound(n, d), bound(n, d)) for d in range(1, 13) for n in range(1, 61)))


@formula("equals", corners={"m": (1, 2, 3, 4), "d": (0, 1, 2, 3, 4)})
def most_leaves(m: int, d: int) -> Value:
    """Return how many leaves of a tree of depth m a class of Littlestone dimension d reaches at most."""
    return upto(m, d)


@formula("equals", corners={"n": (1, 2, 3)})
def labelings_of_a_tree(n: int) -> Value:
    """Return how many labelings a cover of a mistake tree of depth n needs."""
    return 2**n


claim("ABMS20-2.1.1.thicket", kind="remark", formulas=(most_leaves, labelings_of_a_tree),
      section="2.1.1 Technical overview",
      title="A class of Littlestone dimension d reaches at most C(m, <=d) leaves of a tree of depth m",
      uses=("FX15-2.5.ldim", "ABMS20-3.def-tree", "ABMS20-2.def-G"),
      note="The paper cites the lemma (Bhaskar, Chase and Freitag) without its formula, and knows of no way from it to "
           "Theorem 2.1.  Covers of trees, with as many labelings, do "
           "it: they compose, and give the closure bound with Littlestone's dimension in place of the VC dimension.")


@cache
def reached_leaves(depth: int) -> np.ndarray:
    """Return the most leaves of a tree of the depth that each class on four points reaches."""
    classes = np.arange(1 << 16)
    if depth == 0:
        return (classes > 0).astype(int)
    ones = [sum(1 << f for f in range(16) if f >> x & 1) for x in range(4)]
    below = reached_leaves(depth - 1)
    return np.max([below[classes & mask] + below[classes & ~mask] for mask in ones], axis=0)


@check("ABMS20-2.1.1.thicket", grade="exhaustive",
       quantifier="all 65,535 classes on 4 points, all trees of depth 1..4 (repeated points too): the most leaves that "
                  "a class of each dimension reaches; the number of small sets is attained",
       says="{the most leaves a class of dimension d reaches} equals {C(m, <=d) for depth m}")
@sabotage("the VC dimension in place of Littlestone's", (vc_of_all_classes, most_leaves))
def reached_leaves_are_at_most_the_number_of_small_sets(case=(littlestone_of_all_classes, most_leaves)) -> Verdict:
    table, most = case
    dimensions = table(4).astype(int)

    def cases() -> Iterator[Any]:
        for depth, d in most.instances():
            reached = np.where(dimensions == d, reached_leaves(depth), 0)
            yield (int(reached.argmax()), depth, d), int(reached.max()), most(depth, d)

    verdict = judge("==", cases())
    return counted(verdict, 4 * 65535) if verdict.holds else verdict

def refutes_reached_leaves_are_at_most_the_number_of_small_sets(case, number, depth, d):
    table, most = case

    def leaves(functions: tuple[int, ...], m: int) -> int:
        if m == 0 or not functions:
            return int(bool(functions))
        halves = [[tuple(f for f in functions if f >> x & 1 == bit) for bit in (0, 1)] for x in range(4)]
        return max(leaves(a, m - 1) + leaves(b, m - 1) for a, b in halves)

    sets = [chosen for chosen in product((0, 1), repeat=depth) if sum(chosen) <= d]
    if most(depth, d) != len(sets):
        return True
    if number and leaves(tuple(f for f in range(16) if number >> f & 1), depth) > len(sets):
        return int(table(4)[number]) == d
    few = [f for f in range(16) if f.bit_count() <= d]  # this class reaches as many, and its dimension is d
    return leaves(tuple(few), depth) == len(sets) and int(table(4)[sum(1 << f for f in few)]) != d


EVERY = {n: list(product(range(3), repeat=2**n - 1)) for n in (1, 2, 3)}


def instances() -> Iterator[tuple[int, ConceptClass, tuple[int, ...]]]:
    """Yield (number, class on 3 points, tree): classes up to renaming of the points."""
    for number in classes_up_to_renaming(3)[0][1:].tolist():
        concepts = class_of((3, number))
        yield from ((number, concepts, tree) for tree in (*EVERY[1], *EVERY[2], *EVERY[3][::80]))


def binary_search_tree(depth: int) -> tuple[int, ...]:
    """Return the tree of binary search among ``2^n - 1`` points, level by level: after 0 it asks larger points."""
    return tuple((2 * k + 1) * 2 ** (depth - 1 - level) - 1
                 for level in range(depth) for k in reversed(range(2**level)))


@check("ABMS20-2.1.1.thicket", grade="exact",
       quantifier="all classes on 3 points, up to permutations, with all trees of depth 1 and 2 and every 80th tree "
                  "of depth 3; thresholds on 2^5 points and binary search: a cover has at most C(n, <=d) labelings",
       says="{the number of labellings in the cover found} is at most {C(n, <=d)}",
       reason="Depth 3 is thinned (28 of 2,187 trees), and binary search has depth 5 in place of 10.")
@sabotage("one labeling for each concept",
          lambda concepts, tree: tuple(sorted({sum(row[x] << node for node, x in enumerate(tree))
                                               for row in concepts.rows()})))
@sabotage("the last labeling is left out", lambda concepts, tree: zero_cover(concepts, tree)[:-1])
@judged("<=")
def covers_have_at_most_as_many_labelings_as_small_sets(cover=zero_cover):
    known: dict[int, int] = {}
    for number, concepts, tree in (*instances(), (-1, thresholds(5), binary_search_tree(5))):
        if number not in known:
            known[number] = littlestone_dimension(concepts)
        made, limit = cover(concepts, tree), sauer_bound(tree_levels(tree), known[number])
        valid = is_zero_cover(made, concepts, tree)
        yield (number, tree), len(set(made)) if valid else 1 << len(tree) + 1, limit

def refutes_covers_have_at_most_as_many_labelings_as_small_sets(cover, number, tree):
    concepts = thresholds(5) if number < 0 else class_of((3, number))
    made, depth = cover(concepts, tree), len(tree).bit_length()

    def agrees(labeling: int, row, leaf: tuple[int, ...]) -> bool:
        node = 0
        for step in leaf:
            if labeling >> node & 1 != row[tree[node]]:
                return False
            node = 2 * node + 1 + step
        return True

    missed = any(not any(agrees(v, row, leaf) for v in made)
                 for row in concepts.rows() for leaf in product((0, 1), repeat=depth))
    sets = sum(1 for j in range(littlestone_by_definition(concepts) + 1) for _ in combinations(range(depth), j))
    return missed or len(set(made)) > sets


@check("ABMS20-2.1.1.thicket", grade="exhaustive", quantifier="all 15 classes on 2 points, all trees of depth 1 and 2, "
       "all sets of at most three labelings: which are covers",
       says="a set of labellings is accepted exactly if every concept agrees with one of them along every path")
@sabotage("only paths that follow the labels of the concept", lambda made, concepts, tree: all(
    any(v & 1 == row[tree[0]] for v in made) for row in concepts.rows()))
@judged("==")
def covers_are_told_from_other_sets(told=is_zero_cover):
    for number, tree in product(range(1, 16), [t for n in (1, 2) for t in product(range(2), repeat=2**n - 1)]):
        concepts = class_of((2, number))
        paths = [(0,)] if len(tree) == 1 else [(0, 1), (0, 2)]
        served = {v: {(row, path) for row in concepts.rows() for path in paths
                      if all(v >> node & 1 == row[tree[node]] for node in path)} for v in range(1 << len(tree))}
        for size in range(4):
            for made in combinations(served, size):
                yield (number, tree, made), told(made, concepts, tree), len(
                    set().union(*(served[v] for v in made))) == len(concepts) * len(paths)

def refutes_covers_are_told_from_other_sets(told, number, tree, made):
    functions = [f for f in range(4) if number >> f & 1]
    right = all(any(all((v >> node & 1) == (f >> tree[node] & 1) for node in ((0,) if len(tree) == 1 else (0, last)))
                    for v in made) for f in functions for last in (1, 2))
    return told(made, class_of((2, number)), tree) != right


def pairs() -> Iterator[tuple[int, ConceptClass, ConceptClass, tuple[int, ...]]]:
    """Yield (rule, two classes, tree): all classes on 2 points, and partitions of 3 points with the empty set."""
    two = [class_of((2, number)) for number in range(1, 16)]
    simple = [ConceptClass.from_matrix([[f >> x & 1 for x in range(3)] for f in functions])
              for functions in largest_simple_classes(3, flips=False)]
    for name in ("and", "xor"):
        yield from ((RULES[name], a, b, tree) for a, b in product(two, repeat=2)
                    for n in (1, 2) for tree in product(range(2), repeat=2**n - 1))
        yield from ((RULES[name], a, b, tree) for a, b in product(simple, repeat=2) for tree in EVERY[2])


@check("ABMS20-2.1.1.thicket", grade="exhaustive", quantifier="AND and XOR of all pairs of classes on 2 points and of "
       "partitions of 3 points, all trees of depth 1 and 2 on them: the composed labelings cover the composed class",
       says="the composed labellings of two covers are a cover of the composed class")
@judged("==")
def composed_labelings_cover_the_composed_class(compose=composed_cover):
    covers: dict[Any, tuple[int, ...]] = {}
    for rule, a, b, tree in pairs():
        for c in (a, b):
            if (key := (tuple(c.rows()), tree)) not in covers:
                covers[key] = zero_cover(c, tree)
        made = compose(rule, *(covers[tuple(c.rows()), tree] for c in (a, b)), nodes=len(tree))
        yield (rule, a.rows(), b.rows(), tree), is_zero_cover(made, aggregate(rule, a, b), tree), True

def refutes_composed_labelings_cover_the_composed_class(compose, rule, first, second, tree):
    made = compose(rule, *(zero_cover(ConceptClass.from_matrix(rows), tree) for rows in (first, second)),
                   nodes=len(tree))
    nodes = [(0,)] if len(tree) == 1 else [(0, 1), (0, 2)]
    composed = [[rule >> (2 * f[x] + g[x]) & 1 for x in tree] for f, g in product(first, second)]
    return any(not any(all(v >> node & 1 == values[node] for node in path) for v in made)
               for values in composed for path in nodes)

@composed_labelings_cover_the_composed_class.corrupted("labelings at the same place are composed only")
def labelings_same_place_composed_only(rule: int, first, second, nodes: int) -> tuple[int, ...]:
    return tuple(made for u, v in zip(first, second, strict=False)
                 for made in composed_cover(rule, (u,), (v,), nodes=nodes))


def least_cover(concepts: ConceptClass, tree: Sequence[int]) -> int:
    """Return a number of labelings below which no cover exists: leaves over the most that one labeling serves."""
    paths = set()
    for row in concepts.rows():
        node, path = 0, []
        while node < len(tree):
            path.append((node, row[tree[node]]))
            node = 2 * node + 1 + row[tree[node]]
        paths.add(tuple(path))
    most = max(sum(all(v[node] == label for node, label in path) for path in paths)
               for v in product((0, 1), repeat=len(tree)))
    return -(-len(paths) // most)


def is_tree_of(concepts: ConceptClass, tree: Sequence[int]) -> bool:
    """Tell whether every leaf of a tree is reached by a concept that follows its labels."""
    reached = set()
    for row in concepts.rows():
        node = 0
        while node < len(tree):
            node = 2 * node + 1 + row[tree[node]]
        reached.add(node)
    return len(reached) == len(tree) + 1


@check("ABMS20-2.1.1.thicket", grade="exact",
       quantifier="all 255 classes on 3 points, all trees of depth 1 and 2 and every 80th of depth 3 that are "
                  "mistake trees, all labelings: one serves one leaf, so every cover has as many as there are leaves",
       says="{2^n, the number of leaves} equals {the number of labellings that every cover needs}")
@judged("==")
def mistake_trees_need_a_labeling_for_every_leaf(needed=labelings_of_a_tree):
    for number in range(1, 256):
        concepts = class_of((3, number))
        for tree in (*EVERY[1], *EVERY[2], *EVERY[3][::80]):
            if is_tree_of(concepts, tree):
                yield (number, tree), needed(tree_levels(tree)), least_cover(concepts, tree)

def refutes_mistake_trees_need_a_labeling_for_every_leaf(needed, number, tree):
    rows = class_of((3, number)).rows()
    leaves = set()
    for row in rows:
        node = 0
        while node < len(tree):
            node = 2 * node + 1 + row[tree[node]]
        leaves.add(node)
    return needed(len(tree).bit_length()) != len(leaves)  # two concepts at different leaves need different labelings
