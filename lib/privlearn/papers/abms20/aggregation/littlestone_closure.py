"""ABMS20, Section 2: Theorem 2.1, the Littlestone dimension of composed classes."""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, floor, prod
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, covering, judge, sabotage, verifier
from privlearn.concepts import aggregate
from privlearn.dimensions import littlestone_dimension, vc_dimension
from privlearn.dimensions.composition import closure_bound, universal_class
from privlearn.dimensions.sweeps import (RULES, class_of_number, largest_on_five_points, littlestone_of_all_classes,
                                         maximal_on_five_points, one_mistake_classes)
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula, log2
from privlearn.papers.abms20.aggregation import claim
from privlearn.papers.abms20.aggregation.instances import (AND, AND_PARTS, EVERY_PAIR, PLACES, depth_of_pair,
                                                           depth_value, entries_refuted, judge_entries, judge_table,
                                                           judge_values, mask_partitions, on_all, places_judged,
                                                           renamed_least, sweep, table_refuted, values_refuted,
                                                           worst_partner)
from privlearn.papers.by_definition import class_of, has_mistake_tree, littlestone_by_definition

Rows = tuple[tuple[int, ...], ...]


def rows_of(functions: Sequence[int], points: int) -> Rows:
    return tuple(tuple(f >> x & 1 for x in range(points)) for f in functions)


@formula("at most", corners={"k": (1, 2, 3, 12), "d": (1, 2, 50)})
def printed_bound(k: int, d: int) -> Value:
    """Return the printed bound, without the factors that it hides."""
    return 4**k * k**2 * d


@formula("at most", where=("k >= 1",), corners={"k": (1, 2, 4, 50), "s": (0, 1, 200)},
         tex={"log2(k)": r"\log k", "s": r"\sum_i d_i"}, loose={"k >= 1": "0 has no logarithm"})
def order_of_the_closure_bound(k: int, s: int) -> Value:
    """Return a bound on the closure bound of k dimensions whose sum is s."""
    return (3 / 2 * log2(k) + 3.2) * s


claim("ABMS20-2.1", kind="theorem", formulas=(printed_bound, order_of_the_closure_bound),
      section="2 Main results; proof in 4.2.2",
      title="If all k classes have Littlestone dimension at most d, the composed class has at most 4^k k^2 d up "
            "to logarithms",
      uses=("ABMS20-2.def-G", "FX15-2.5.ldim", "FX15-2.5.ldim-mb", "ABMS20-2.1.3.sauer", "ABMS20-4.2.2.formula",
            "ABMS20-4.2.2.eq4", "ABMS20-4.2.2.boost"),
      erratum_kind="misprint",
      erratum="'Finite for all i <= d' should read 'for all i <= k'.",
      note="On four points the printed value is far above the dimension of the cube, so the tables are judged "
           "against the closure bound, the largest n with 2^n <= C(n, <=d_1) ... C(n, <=d_k); the closure bound is "
           "at most the printed one with constant 1 and no logarithms on the grid stated.  Halving over tuples of "
           "experts, and covers of trees, prove the closure bound for every rule; it is no statement of the paper, and "
           "it proves the theorem without logarithms of d.")

FIVE_POINTS = ((RULES["xor"], 2, 1, 0x0119F001, 0x00010117),)


@cache
def five_point_entries() -> tuple[tuple[Any, int], ...]:
    """Return two classes on five points with their dimensions recomputed."""
    made = []
    for rule, _, _, first, second in FIVE_POINTS:
        pair = class_of_number(first, 5), class_of_number(second, 5)
        one, two = map(littlestone_dimension, pair)
        made.append(((rule, one, two, first, second), littlestone_dimension(aggregate(rule, *pair))))
    return tuple(made)


@check("ABMS20-2.1", grade="exhaustive", quantifier=f"{EVERY_PAIR}; and a pair of classes on 5 points",
       says="{the largest Littlestone dimension of G(H_1, H_2)} is at most {the closure bound of d_1 and d_2}")
@verifier(table_refuted("littlestone"))
@sabotage("d1 + d2 + 1", lambda one, two: one + two + 1)
@sabotage("d1 + d2", lambda one, two: one + two)
def littlestone_dimension_of_two_classes_is_below_the_closure_bound(bound=closure_bound) -> Verdict:
    return judge_table("littlestone", bound, five_point_entries())


@check("ABMS20-2.1", grade="exhaustive",
       quantifier=f"{EVERY_PAIR}: the largest Littlestone dimension, for every d1, d2",
       says="{the largest Littlestone dimension of G(H_1, H_2)} equals {the closed form in G, d_1 and d_2}")
@verifier(values_refuted("littlestone"))
@sabotage("d1 + d2, if both arguments are needed", lambda rule, one, two: min(depth_value(rule, one, two), one + two))
@sabotage("the rule does not matter", lambda rule, one, two: depth_value(6, one, two))
def largest_dimension_of_two_classes_on_four_points(value=depth_value) -> Verdict:
    return judge_values("littlestone", value)


@check("ABMS20-2.1", grade="exact", quantifier="every entry of the 16 extremal tables on 4 points",
       says="the entry's two classes and their composition have the Littlestone dimensions that the table states")
@verifier(entries_refuted("littlestone"))
@sabotage("the VC dimension", vc_dimension)
def littlestone_tables_have_witnesses(solver=littlestone_dimension) -> Verdict:
    return judge_entries("littlestone", solver)


@check("ABMS20-2.1", grade="exact",
       quantifier="k = 1..12, d = 1, 2, 3, 5, 10, 20, 50: four times the closure bound, with equality for k = 1",
       says="{four times the closure bound of k classes} is at most {4^k k^2 d}")
def closure_bound_is_below_the_printed_one(bound=printed_bound) -> Verdict:
    return judge("<=", (((k, d), 4 * closure_bound(*[d] * k), bound(k, d))
                        for k in range(1, 13) for d in (1, 2, 3, 5, 10, 20, 50)))

def refutes_closure_bound_is_below_the_printed_one(bound, k, d):
    n, terms = floor(bound(k, d) / 4) + 1, 1  # the inequality still holds above a quarter of the bound
    total = 1
    for j in range(1, d + 1):
        terms = terms * (n - j + 1) // j
        total += terms
    return 2**n <= total**k


SUMS = (*((d,) * k for k in (50, 30, 10, 4) for d in (1, 3, 20)), (100, 100),
        *(d for k in (1, 2, 3) for d in combinations_with_replacement(range(6), k)))


@check("ABMS20-2.1", grade="certified",
       quantifier="one to three dimensions of at most 5, two of 100, and 4, 10, 30, 50 equal ones of 1, 3, 20",
       says="{the closure bound} is at most {(3/2 log k + 3.2) times the sum of the dimensions}")
def closure_bound_has_its_order(order=order_of_the_closure_bound) -> Verdict:
    return judge("<=", ((d, closure_bound(*d), order(len(d), sum(d))) for d in SUMS))

def refutes_closure_bound_has_its_order(order, witness):
    n = max(0, floor(as_bracket(order(len(witness), sum(witness))).upper)) + 1  # so many flips would still be allowed
    return 2**n <= prod(sum(comb(n, j) for j in range(d + 1)) for d in witness)


@cache
def largest_for_dimension_one(rule: int) -> int:
    """Return the Littlestone dimension of the universal class that decides about trees of depth 4."""
    return littlestone_dimension(universal_class(rule, 2, 15, flips=True))


@check("ABMS20-2.1", grade="exhaustive",
       quantifier="all pairs of classes of Littlestone dimension at most 1, on domains of every size: the universal "
                  "class with 15 parts has every tree of depth 4; AND and XOR (the other rules that need both "
                  "arguments differ by flips)",
       says="{the Littlestone dimension of the universal class} equals {the largest Littlestone dimension on 4 points}",
       reason="Rests on the form of classes of dimension 1, proved on the page and checked on 4 points below.")
@sabotage("only one part", lambda rule: littlestone_dimension(universal_class(rule, 2, 1, flips=True)))
def two_classes_of_dimension_one_never_exceed_their_value_on_four_points(largest=largest_for_dimension_one) -> Verdict:
    return judge("==", ((RULES[name], largest(RULES[name]), sweep().entry(RULES[name], "littlestone", 1, 1)[0])
                        for name in ("and", "xor")))

def refutes_two_classes_of_dimension_one_never_exceed_their_value_on_four_points(largest, rule):
    inner = universal_class(rule, 2, 3, flips=True)
    value = largest(rule)
    return has_mistake_tree(inner, value + 1) or not has_mistake_tree(inner, value)


def parts_and_flips() -> np.ndarray:
    """Return which classes on four points are part of a flipped partition with the empty set."""
    found = np.zeros(1 << 16, dtype=int)
    for flip, parts in product(range(16), list(mask_partitions(4))):
        functions = [flip, *(flip ^ part for part in parts)]
        for size in range(len(functions) + 1):
            found[[sum(1 << f for f in chosen) for chosen in combinations(functions, size)]] = 1
    return found


@check("ABMS20-2.1", grade="exhaustive", quantifier="all 65,535 classes on 4 points",
       says="a class has dimension at most 1 exactly if a flipped partition with the empty set contains it")
@verifier(lambda form, number: bool(form()[number]) != (littlestone_by_definition(class_of((4, number))) <= 1))
@sabotage("without flips", lambda: np.bitwise_and(parts_and_flips(), (np.arange(1 << 16) & 1)))
def dimension_one_means_part_of_a_flipped_partition(form=parts_and_flips) -> Verdict:
    return on_all("==", form(), (littlestone_of_all_classes(4) <= 1).astype(int))


@check("ABMS20-2.1", grade="exhaustive", quantifier="all pairs of largest classes of dimension 1 on 5 points (64 first "
       "ones up to permutations, 1,632 second ones), all rules that need both arguments (8 up to their order): the "
       "largest dimension is that on domains of every size",
       says="{the largest Littlestone dimension on 5 points} equals {the largest dimension on domains of every size}")
@sabotage("the dimensions are added", lambda rule: 2)
def five_points_reach_no_more(value=lambda rule: largest_on_five_points(rule, flips=True)[0]) -> Verdict:
    every_size = {name: largest_for_dimension_one(RULES[name]) for name in ("and", "xor")}
    verdict = judge("==", ((rule, value(rule), every_size["xor" if "x" in name else "and"])
                           for name, rule in RULES.items()))
    return covering(counted(verdict, 64 * 1632 * len(RULES)), 1632**2 * len(RULES)) if verdict.holds else verdict

def refutes_five_points_reach_no_more(value, rule):
    inner, stated = universal_class(rule, 2, 3, flips=True), value(rule)
    return has_mistake_tree(inner, stated + 1) or not has_mistake_tree(inner, stated)


@check("ABMS20-2.1", grade="exhaustive", parts=AND_PARTS,
       quantifier="AND on 5 points, dimensions (1, 1) and (1, 2): the 1,632 maximal classes of dimension 1 with "
                  "those and with the 341,376 of dimension 2 (up to permutations of four points): at most d1 + d2 + 1",
       says="{the largest Littlestone dimension of an AND} is at most {d_1 + d_2 + 1}")
@verifier(lambda bound, first, second, two: depth_of_pair(AND, first, second, 5) > bound(1, two))
@sabotage("d1 + d2", lambda one, two: one + two)
@sabotage("always 3, the value for (1, 1)", lambda one, two: 3)
def on_five_points_and_needs_no_more_than_a_union(bound=lambda one, two: one + two + 1, part: int = 0) -> Verdict:
    ones, partners = one_mistake_classes(5), {1: maximal_on_five_points("littlestone", 1), 2: renamed_least()}

    def cases() -> Iterator[Any]:
        for first, two in product(ones[part::AND_PARTS], (1, 2)):
            value, second = worst_partner(AND, first, partners[two], 5)
            yield (first, second, two), value, bound(1, two)

    verdict = judge("<=", cases())
    pairs = len(ones[part::AND_PARTS]) * sum(map(len, partners.values()))
    return counted(verdict, pairs) if verdict.holds else verdict


@check("ABMS20-2.1", grade="exhaustive", parts=len(PLACES),
       quantifier="two classes of dimension at most 1 on 6 points (AND, XOR) and on 7 points (XOR), the first up to "
                  "permutations of the points: never more than the universal class of all domains",
       says="{the largest Littlestone dimension found} is at most {the dimension of the universal class}")
@verifier(lambda largest, rule, points, first, second: depth_of_pair(rule, first, second, points) > largest(rule))
@sabotage("universal classes with one part", lambda rule: min(2, largest_for_dimension_one(rule)))
def on_six_and_seven_points_dimension_one_gives_no_more(largest=largest_for_dimension_one, part: int = 0) -> Verdict:
    rule, points, _ = PLACES[part]
    found, pairs = places_judged(PLACES[part])
    verdict = judge("<=", (((rule, points, first, second), value, largest(rule)) for first, second, value in found))
    return counted(verdict, pairs) if verdict.holds else verdict
