"""ABMS20, Section 2: Theorems 2.1 and 2.2 by halving over experts, on five points, and for three classes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from privlearn.claims.abms20.section2_aggregation import thresholds_by_definition
from privlearn.claims.abms20.section2_closure_bounds import (
    composed_rows,
    largest_for_dimension_one,
    largest_for_disjoint_sets,
    sweep,
)
from privlearn.claims.by_definition import class_of, has_mistake_tree, littlestone_by_definition
from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, all_hold, counted, judge
from privlearn.concepts import ConceptClass, initial_segments
from privlearn.concepts.aggregation import aggregate, named_rule
from privlearn.dimensions import littlestone_dimension, mistake_tree, threshold_dimension, vc_dimension
from privlearn.dimensions.all_classes import threshold_of_all_classes
from privlearn.dimensions.closure_bounds import universal_class
from privlearn.dimensions.littlestone import tree_depth
from privlearn.dimensions.pair_sweeps import RULES
from privlearn.dimensions.simple_pairs import largest_on_five_points, largest_simple_classes, partitions, up_to_renaming
from privlearn.online.halving_experts import HalvingExperts, experts_of_parts, start_halving

Rows = tuple[tuple[int, ...], ...]


def rows_of(functions: Sequence[int], points: int) -> Rows:
    """Return functions as rows of bits."""
    return tuple(tuple(f >> x & 1 for x in range(points)) for f in functions)


def halving_games() -> Iterator[tuple[int, tuple[Rows, ...], int]]:
    """Yield (rule, classes, rounds): thresholds alone, and pairs of classes of dimension 1 on 3 points."""
    yield from ((rule, (tuple(initial_segments(3).rows()),), rounds) for rule in (0b10, 0b01) for rounds in (3, 4))
    simple = largest_simple_classes(3, flips=False)
    for first, second, name in product(up_to_renaming(simple, 3), simple, ("and", "xor")):
        rounds = 3 if len(first) == 4 else 2
        yield RULES[name], (rows_of(first, 3), rows_of(second, 3)), rounds


Path = tuple[tuple[int, int], ...]


def all_runs(state: HalvingExperts, left: list[Any], mistakes: int, path: Path) -> Iterator[tuple[Path, int, int]]:
    """Yield (points and labels, mistakes, survivors) for all labels that the composed class allows."""
    yield path, mistakes, state.survivors
    for x in range(len(left[0]) if state.rest else 0):
        said = state.prediction(x)
        for label in (0, 1):
            if agreeing := [row for row in left if row[x] == label]:
                yield from all_runs(state.updated(x, label), agreeing, mistakes + (said != label), (*path, (x, label)))


@check("ABMS20-2.1", grade="exhaustive",
       quantifier="halving over tuples of experts; all points and labels of the composed class: thresholds on 3 points "
                  "and their negation, 3 and 4 rounds; AND and XOR of partitions of 3 points, 2 rounds, 3 where the "
                  "first has only singletons: each mistake halves the survivors and one stays alive",
       reason="AND and XOR stand for the rules that need both arguments; classes without flips.",
       fingerprint=lambda flips: [flips(initial_segments(n)) for n in range(1, 5)])
def mistakes_halve_the_surviving_experts(flips=littlestone_dimension) -> Verdict:
    alive, halved, runs = [], [], 0
    for rule, rows, rounds in halving_games():
        classes = [ConceptClass.from_matrix(r) for r in rows]
        start = start_halving(rule, classes, rounds, [flips(c) for c in classes])
        found = list(all_runs(start, aggregate(rule, *classes).rows(), 0, ()))
        runs += len(found)
        least, most = min(found, key=lambda run: run[2]), max(found, key=lambda run: run[2] << run[1])
        alive.append(((rule, rows, rounds, least[0]), 1, least[2]))
        halved.append(((rule, rows, rounds, most[0]), most[2] << most[1], start.survivors))
    verdict = all_hold(judge("<=", alive), judge("<=", halved))
    return counted(verdict, 2 * runs) if verdict.holds else verdict


@mistakes_halve_the_surviving_experts.verifier
def _(flips, witness):
    rule, classes, rounds, path = witness

    def predictions(rows: Rows, flipped: tuple[int, ...]) -> list[int]:
        said = []
        for t, (x, _) in enumerate(path):
            halves = [tuple(row for row in rows if row[x] == bit) for bit in (0, 1)]
            depth = [littlestone_by_definition(ConceptClass.from_matrix(h)) if h else -1 for h in halves]
            bit = int(depth[1] > depth[0])
            said.append(bit ^ int(t in flipped and len(halves[1 - bit]) > 0))
            rows = halves[said[-1]]
        return said

    most = [flips(ConceptClass.from_matrix(rows)) for rows in classes]
    each = [[predictions(rows, js) for size in range(m + 1) for js in combinations(range(rounds), size)]
            for rows, m in zip(classes, most, strict=True)]
    votes = [[rule >> int("".join(map(str, bits)), 2) & 1 for bits in zip(*said, strict=True)]
             for said in product(*each)]
    number, mistakes = len(votes), 0
    for t, (_, label) in enumerate(path):
        mistakes += int((2 * sum(vote[t] for vote in votes) > len(votes)) != label)
        votes = [vote for vote in votes if vote[t] == label]
    return not 1 <= len(votes) <= number >> mistakes

mistakes_halve_the_surviving_experts.sabotage(
    "one flip fewer than the Littlestone dimension", lambda concepts: max(0, littlestone_dimension(concepts) - 1))
mistakes_halve_the_surviving_experts.sabotage("as many flips as the VC dimension", vc_dimension)


TREES = (("and", 2, 3), ("xor", 2, 3), ("and", 3, 3), ("majority", 3, 3), ("and", 3, 4), ("xor", 3, 4))


@cache
def forced_on_a_tree(name: str, arity: int, parts: int) -> tuple[int, int]:
    """Return the depth of a mistake tree of the composition of simple classes, and who survives it in halving."""
    points = list(product(product(range(parts + 1), repeat=arity), product((0, 1), repeat=arity)))
    classes = [ConceptClass.from_matrix([[int(i == a[j] < parts) ^ s[j] for a, s in points] for i in range(parts + 1)])
               for j in range(arity)]
    tree = mistake_tree(aggregate(named_rule(name, arity), *classes))
    depth = tree_depth(tree)
    asked = sorted(points_of(tree))
    shown = [ConceptClass.from_matrix(sorted(set(map(tuple, c.matrix[:, asked].tolist())))) for c in classes]
    halving = start_halving(named_rule(name, arity), shown, depth)
    while isinstance(tree, tuple):
        x = asked.index(tree[0])
        said = halving.prediction(x)
        halving, tree = halving.updated(x, 1 - said), tree[2 - said]
    return depth, halving.survivors


def points_of(tree: Any) -> set[int]:
    """Return the points at the inner nodes of a mistake tree."""
    return {tree[0]} | points_of(tree[1]) | points_of(tree[2]) if isinstance(tree, tuple) else set()


@check("ABMS20-2.1", grade="exact",
       quantifier="mistake trees of the compositions of 2 and 3 classes of dimension 1 (AND, XOR, majority; 3 or 4 "
                  "parts and the empty set, flips): an expert survives D mistakes, D the depth, and 2^D times the "
                  "survivors is at most C(D, <=1)^k",
       fingerprint=lambda number: [number(n, 1, 1) for n in range(1, 6)])
def trees_are_not_deeper_than_the_experts_allow(number=experts_of_parts) -> Verdict:
    runs = [(case, *forced_on_a_tree(*case)) for case in TREES]
    enough = judge("<=", (((*case, depth), alive << depth, number(depth, *[1] * case[1]))
                          for case, depth, alive in runs))
    return all_hold(enough, judge("<=", (((*case, depth), 1, alive) for case, depth, alive in runs)))


@trees_are_not_deeper_than_the_experts_allow.verifier
def _(number, witness):
    name, arity, parts, depth = witness
    composed = universal_class(named_rule(name, arity), arity, parts, flips=True)
    return has_mistake_tree(composed, depth) and 2**depth > number(depth, *[1] * arity)

trees_are_not_deeper_than_the_experts_allow.sabotage(
    "one flip for all parts together", lambda rounds, *dimensions: experts_of_parts(rounds, max(dimensions)))


@check("ABMS20-2.1", grade="exhaustive",
       quantifier="all pairs of largest classes of dimension 1 on 5 points (64 first ones up to permutations, 1,632 "
                  "second ones), all rules that need both arguments (8 up to their order): the largest dimension is "
                  "that on domains of every size",
       fingerprint=lambda value: [value(rule) for rule in RULES.values()])
def five_points_reach_no_more(value=lambda rule: largest_on_five_points(rule, flips=True)[0]) -> Verdict:
    every_size = {name: largest_for_dimension_one(RULES[name]) for name in ("and", "xor")}
    return counted(judge("==", ((rule, value(rule), every_size["xor" if "x" in name else "and"])
                                for name, rule in RULES.items())), 64 * 1632 * len(RULES))


@five_points_reach_no_more.verifier
def _(value, rule):
    _, pair = sweep().entry(rule, "littlestone", 1, 1)
    assert all(littlestone_by_definition(class_of((4, number))) == 1 for number in pair)
    return littlestone_by_definition(ConceptClass.from_matrix(composed_rows(rule, *pair))) > value(rule)

five_points_reach_no_more.sabotage("the dimensions are added", lambda rule: 2)


@check("ABMS20-2.2", grade="exhaustive",
       quantifier="all pairs of partitions of 5 points with the empty set, 8 rules: the largest threshold dimension is "
                  "that on domains of every size",
       fingerprint=lambda value: [value(rule) for rule in RULES.values()])
def five_points_reach_all_there_is(value=largest_for_disjoint_sets) -> Verdict:
    return counted(judge("==", ((rule, value(rule), largest_on_five_points(rule, flips=False)[0])
                                for rule in RULES.values())), 52 * 52 * len(RULES))


@five_points_reach_all_there_is.verifier
def _(value, rule):
    families = [rows_of((0, *parts), 4) for parts in ((1, 2, 4, 8), (1, 2, 12), (3, 4, 8), (1, 6, 8))]
    composed = [{tuple(rule >> (2 * u + v) & 1 for u, v in zip(f, g, strict=True)) for f, g in product(*pair)}
                for pair in product(families, repeat=2)]
    return max(thresholds_by_definition(sorted(rows)) for rows in composed) > value(rule)

five_points_reach_all_there_is.sabotage("never more than T1 + T2", lambda rule: min(2, largest_for_disjoint_sets(rule)))


def of_three(rule: int) -> int:
    """Return the threshold dimension of ``G(H1, H2, H3)`` at most, for disjoint sets on any domain."""
    parts = 1
    while (value := threshold_dimension(universal_class(rule, 3, parts, flips=False))) >= parts:
        parts += 1
    return value


def three_rules() -> dict[str, int]:
    """Return AND, the majority and their negations."""
    return {name: named_rule(base, 3) ^ (255 * negated) for name, base, negated in (
        ("and", "and", 0), ("nand", "and", 1), ("majority", "majority", 0), ("not majority", "majority", 1))}


@check("ABMS20-2.2", grade="exhaustive",
       quantifier="k = 3, T(H_i) <= 1, domains of every size: AND, NAND, majority and its negation by the universal "
                  "class, against all triples of partitions of 4 points with the empty set",
       reason="OR and XOR of three reach more than is decided here.",
       fingerprint=lambda value: [value(rule) for rule in three_rules().values()])
def three_classes_of_disjoint_sets(value=of_three) -> Verdict:
    return judge("==", ((rule, value(rule), best_of_triples(rule)) for rule in three_rules().values()))


@cache
def best_of_triples(rule: int) -> int:
    """Return the largest threshold dimension over all triples of partitions of four points with the empty set."""
    table, families = threshold_of_all_classes(4), [(0, *parts) for parts in partitions(4)]
    best = 0
    for triple in combinations_with_replacement(families, 3):
        made = {sum((rule >> (4 * (f >> x & 1) + 2 * (g >> x & 1) + (h >> x & 1)) & 1) << x for x in range(4))
                for f, g, h in product(*triple)}
        best = max(best, int(table[sum(1 << f for f in made)]))
    return best


@three_classes_of_disjoint_sets.verifier
def _(value, rule):
    families = [rows_of((0, *parts), 4) for parts in ((1, 2, 4, 8), (1, 2, 12), (15,))]
    composed = [{tuple(rule >> (4 * u + 2 * v + w) & 1 for u, v, w in zip(f, g, h, strict=True))
                 for f, g, h in product(*triple)} for triple in product(families, repeat=3)]
    return max(thresholds_by_definition(sorted(rows)) for rows in composed) > value(rule)

three_classes_of_disjoint_sets.sabotage("the values of two classes", lambda rule: min(2, of_three(rule)))
