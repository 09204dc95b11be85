"""ABMS20, Section 2: composed classes and the threshold dimension."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.claims.by_definition import class_of
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, all_hold, counted, judge
from privlearn.concepts import ConceptClass
from privlearn.concepts.aggregation import aggregate
from privlearn.dimensions import is_threshold_sequence, threshold_dimension, threshold_sequence, vc_of_all_classes
from privlearn.dimensions.all_classes import (
    chains_of_all_classes,
    class_of_number,
    classes_up_to_renaming,
    half_numbers,
    largest_set,
    number_of_class,
    renamings_of_all_classes,
    threshold_of_all_classes,
)
from privlearn.dimensions.small_tables import littlestone_of_all_classes

PAGE = "closure/aggregation"
SECTION = "2 Main results"
ALL = np.arange(1 << 16)


def on_all(relation: str, left: np.ndarray, right: np.ndarray) -> Verdict:
    """Judge two tables over all classes on four points entry by entry; the witness is the number of a class."""
    slack = np.broadcast_to(right, left.shape).astype(int) - left
    place = int((slack if relation == "<=" else -abs(slack))[1:].argmin()) + 1
    return counted(judge(relation, [(place, int(left[place]), int(left[place] + slack[place]))]), len(left) - 1)


claim("ABMS20-2.def-G", kind="definition", section=SECTION, page=PAGE,
      title="Composed class: all functions x -> G(h_1(x), ..., h_k(x))", uses=("FX15-2.5.ldim",))


known_class = cache(class_of_number)


@check("ABMS20-2.def-G", grade="exhaustive",
       quantifier="all 225 pairs of classes on 2 points, all 16 rules; 2,000 seeded pairs and rules on 4 points",
       fingerprint=lambda made: [made(r, class_of((2, 6)), class_of((2, 8))).rows() for r in range(16)])
def composition_is_the_double_loop(made=aggregate) -> Verdict:
    rng = random.Random(1)
    small = ((2, rule, one, two) for rule, one, two in product(range(16), range(1, 16), range(1, 16)))
    large = ((4, rng.randrange(16), rng.randrange(1, 1 << 16), rng.randrange(1, 1 << 16)) for _ in range(2000))

    def cases() -> Iterator[Any]:
        for n, rule, one, two in (*small, *large):
            functions = [[f for f in range(1 << n) if number >> f & 1] for number in (one, two)]
            minterms = [(a, b) for a, b in product((0, 1), repeat=2) if rule >> (2 * a + b) & 1]
            whole = (1 << n) - 1
            found = {sum((whole * (1 - a) ^ f) & (whole * (1 - b) ^ g) for a, b in minterms)
                     for f, g in product(*functions)}
            composed = made(rule, known_class(one, n), known_class(two, n))
            yield (n, rule, one, two), number_of_class(composed), sum(1 << f for f in found)

    return judge("==", cases())


@composition_is_the_double_loop.verifier
def _(made, witness):
    n, rule, one, two = witness
    rows = [[[f >> x & 1 for x in range(n)] for f in range(1 << n) if c >> f & 1] for c in (one, two)]
    naive = {tuple(rule >> (2 * u + v) & 1 for u, v in zip(f, g, strict=True)) for f in rows[0] for g in rows[1]}
    return set(map(tuple, made(rule, *map(ConceptClass.from_matrix, rows)).rows())) != naive

composition_is_the_double_loop.sabotage(
    "the two arguments of the rule are exchanged", lambda rule, one, two: aggregate(rule, two, one))


@composition_is_the_double_loop.sabotage("a concept meets only the concept at its own place")
def _():
    def paired(rule: int, one: ConceptClass, two: ConceptClass) -> ConceptClass:
        rows = [[rule >> (2 * u + v) & 1 for u, v in zip(f, g, strict=True)]
                for f, g in zip(one.rows(), two.rows(), strict=False)]
        return ConceptClass.from_matrix(sorted({tuple(row) for row in rows}))

    return paired


def flipped(added: int) -> np.ndarray:
    """Return, for every class on four points, the number of the class of ``h xor added``."""
    return np.bitwise_or.reduce([(ALL >> f & 1) << (f ^ added) for f in range(16)])


def judge_flips(table: Callable) -> Verdict:
    values = table(4)
    verdicts = [(added, on_all("==", values, values[flipped(added)])) for added in range(1, 16)]
    total = sum(verdict.instances for _, verdict in verdicts)
    added, chosen = next((pair for pair in verdicts if not pair[1].holds), verdicts[0])
    return Verdict(chosen.holds, chosen.left, chosen.right, chosen.slack, (added, chosen.witness), total)


def flip_refuted(table: Callable, witness: Any) -> bool:
    """Tell whether a table differs on a class and the class with a function added, listed function by function."""
    added, number = witness
    other = sum(1 << g for g in {f ^ added for f in range(16) if number >> f & 1})
    return int(table(4)[number]) != int(table(4)[other])


@check("ABMS20-2.def-G", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all 15 functions added to "
       "every concept (15 = all points: the complement)", fingerprint=lambda table: table(3).tolist())
def littlestone_dimension_ignores_flips_of_points(table=littlestone_of_all_classes) -> Verdict:
    return judge_flips(table)


littlestone_dimension_ignores_flips_of_points.verifier(flip_refuted)

littlestone_dimension_ignores_flips_of_points.sabotage(
    "the threshold dimension ignores flips", threshold_of_all_classes)


@check("ABMS20-2.def-G", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all 15 functions added to "
       "every concept", fingerprint=lambda table: table(3).tolist())
def vc_dimension_ignores_flips_of_points(table=vc_of_all_classes) -> Verdict:
    return judge_flips(table)


vc_dimension_ignores_flips_of_points.verifier(flip_refuted)

vc_dimension_ignores_flips_of_points.sabotage("the threshold dimension ignores flips", threshold_of_all_classes)


@check("ABMS20-2.def-G", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all 24 permutations of points",
       fingerprint=lambda table: table(3).tolist())
def threshold_dimension_ignores_the_names_of_points(table=threshold_of_all_classes) -> Verdict:
    values = table(4)
    verdicts = [on_all("==", values, values[moved]) for moved in renamings_of_all_classes(4)[1:]]
    return all_hold(*verdicts)


@threshold_dimension_ignores_the_names_of_points.verifier
def _(table, number):
    rows = class_of_number(number, 4).rows()
    orders = [[row[i:] + row[:i] for row in rows] for i in range(4)] + [[row[1::-1] + row[2:] for row in rows]]
    return len({int(table(4)[number_of_class(ConceptClass.from_matrix(order))]) for order in orders}) > 1

threshold_dimension_ignores_the_names_of_points.sabotage("the first point of the chain is always point 0",
    lambda n: largest_set(n - 1)[chains_of_all_classes(n - 1)][half_numbers(n, 0, 1)] + 1)


claim("ABMS20-2.def-T", kind="definition", section=SECTION, page=PAGE,
      title="Threshold dimension: the longest h_1, ..., h_t and x_1, ..., x_t with h_i(x_j) = 1 exactly if i <= j",
      uses=("FX15-3.1app.thr",))


@check("ABMS20-2.def-T", grade="exhaustive",
       quantifier="all 65,535 classes on 4 points, one of each of 3,983 orbits under permutations of the points: the "
                  "search, with its sequence verified, against the recursion",
       fingerprint=lambda table: table(3).tolist())
def search_and_recursion_agree(table=threshold_of_all_classes) -> Verdict:
    values = table(4)

    def cases() -> Iterator[Any]:
        for number in classes_up_to_renaming(4)[0][1:].tolist():
            concepts = class_of_number(number, 4)
            sequence = threshold_sequence(concepts)
            proved = len(sequence) if is_threshold_sequence(sequence, concepts) else -1
            yield number, proved, int(values[number])

    verdict = judge("==", cases())
    return counted(verdict, len(values) - 1) if verdict.holds else verdict


def thresholds_by_definition(rows: Any, strict: bool = False) -> int:
    """Return the largest t by trying all sequences of points, repetitions allowed."""
    points, longest = range(len(rows[0])), 0
    for t in range(1, len(rows) + 2):
        wanted = [tuple(int(i < j if strict else i <= j) for j in range(t)) for i in range(t)]
        if any({tuple(row[x] for x in chosen) for row in rows}.issuperset(wanted)
               for chosen in product(points, repeat=t)):
            longest = t
        else:
            break
    return longest


@search_and_recursion_agree.verifier
def _(table, number):
    return int(table(4)[number]) != thresholds_by_definition(class_of_number(number, 4).rows())

search_and_recursion_agree.sabotage("the first point of the chain is always point 0",
    lambda n: largest_set(n - 1)[chains_of_all_classes(n - 1)][half_numbers(n, 0, 1)] + 1)


@check("ABMS20-2.def-T", grade="exhaustive",
       quantifier="all 255 classes on 3 points; all sequences of points with repetitions",
       fingerprint=lambda dimension: [dimension(class_of((2, c))) for c in range(1, 16)])
def repeated_points_do_not_help(dimension=threshold_dimension) -> Verdict:
    rows = {number: class_of((3, number)).rows() for number in range(1, 256)}
    return judge("==", ((c, thresholds_by_definition(rows[c]), dimension(class_of((3, c)))) for c in rows))


@repeated_points_do_not_help.verifier
def _(dimension, number):
    table = threshold_of_all_classes(3)
    return dimension(class_of((3, number))) != int(table[number])

repeated_points_do_not_help.sabotage(
    "i < j in place of i <= j", lambda concepts: thresholds_by_definition(concepts.rows(), strict=True))


@check("ABMS20-2.def-T", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all 16 functions added",
       fingerprint=lambda table: table(3).tolist())
def a_function_more_adds_at_most_one(table=threshold_of_all_classes) -> Verdict:
    values = table(4)
    return all_hold(*(on_all("<=", values[ALL | 1 << f], values + 1) for f in range(16)),
                    on_all("<=", values, np.bitwise_count(ALL)))


@a_function_more_adds_at_most_one.verifier
def _(table, number):
    values = table(4)
    grown = max(int(values[number | 1 << f]) for f in range(16))
    return grown > int(values[number]) + 1 or int(values[number]) > number.bit_count()

a_function_more_adds_at_most_one.sabotage("twice the dimension", lambda n: 2 * threshold_of_all_classes(n))


@check("ABMS20-2.def-T", grade="exhaustive", quantifier="all 65,535 classes on 4 points and their complements",
       fingerprint=lambda table: table(3).tolist())
def complement_changes_it_by_at_most_one(table=threshold_of_all_classes) -> Verdict:
    values = table(4)
    return on_all("<=", abs(values.astype(int) - values[flipped(15)]), np.ones(len(values), dtype=int))


@complement_changes_it_by_at_most_one.verifier
def _(table, number):
    other = number_of_class(ConceptClass.from_matrix(1 - class_of_number(number, 4).matrix))
    return abs(int(table(4)[number]) - int(table(4)[other])) > 1

complement_changes_it_by_at_most_one.sabotage(
    "the dimension squared", lambda n: threshold_of_all_classes(n).astype(int) ** 2)
