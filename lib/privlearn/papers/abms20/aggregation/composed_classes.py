"""ABMS20, Section 2: composed classes, what flips and new names of points leave unchanged, and thresholds."""

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, aggregate
from privlearn.dimensions import is_threshold_sequence, threshold_dimension, threshold_sequence
from privlearn.dimensions.sweeps import (class_of_number, classes_up_to_renaming, littlestone_of_all_classes,
                                         number_of_class, threshold_of_all_classes, vc_of_all_classes)
from privlearn.dimensions.sweeps.four_points import chains_of_all_classes, largest_set
from privlearn.dimensions.sweeps.numbers import half_numbers, renamings_of_all_classes
from privlearn.papers.abms20.aggregation import claim
from privlearn.papers.abms20.aggregation.instances import ALL, flipped, on_all, thresholds_by_definition
from privlearn.papers.by_definition import class_of

claim("ABMS20-2.def-G", kind="definition", title="Composed class: all functions x -> G(h_1(x), ..., h_k(x))",
      uses=("FX15-2.5.ldim",))

known_class = cache(class_of_number)


@check("ABMS20-2.def-G", grade="exact",
       quantifier="all 225 pairs of classes on 2 points, all 16 rules; 2,000 seeded pairs and rules on 4 points",
       says="the composed class consists of exactly the functions G(f, g) with f in H_1 and g in H_2")
@sabotage("the two arguments of the rule are exchanged", lambda rule, one, two: aggregate(rule, two, one))
@judged("==")
def composition_is_the_double_loop(made=aggregate):
    rng = random.Random(1)
    small = ((2, rule, one, two) for rule, one, two in product(range(16), range(1, 16), range(1, 16)))
    large = ((4, rng.randrange(16), rng.randrange(1, 1 << 16), rng.randrange(1, 1 << 16)) for _ in range(2000))
    for n, rule, one, two in (*small, *large):
        functions = [[f for f in range(1 << n) if number >> f & 1] for number in (one, two)]
        minterms = [(a, b) for a, b in product((0, 1), repeat=2) if rule >> (2 * a + b) & 1]
        whole = (1 << n) - 1
        found = {sum((whole * (1 - a) ^ f) & (whole * (1 - b) ^ g) for a, b in minterms)
                 for f, g in product(*functions)}
        composed = made(rule, known_class(one, n), known_class(two, n))
        yield (n, rule, one, two), number_of_class(composed), sum(1 << f for f in found)

def refutes_composition_is_the_double_loop(made, n, rule, one, two):
    rows = [[[f >> x & 1 for x in range(n)] for f in range(1 << n) if c >> f & 1] for c in (one, two)]
    naive = {tuple(rule >> (2 * u + v) & 1 for u, v in zip(f, g, strict=True)) for f in rows[0] for g in rows[1]}
    return set(map(tuple, made(rule, *map(ConceptClass.from_matrix, rows)).rows())) != naive


@composition_is_the_double_loop.corrupted("a concept meets only the concept at its own place")
def concept_meets_only_concept_own_place(rule: int, one: ConceptClass, two: ConceptClass) -> ConceptClass:
    rows = [[rule >> (2 * u + v) & 1 for u, v in zip(f, g, strict=True)]
            for f, g in zip(one.rows(), two.rows(), strict=False)]
    return ConceptClass.from_matrix(sorted({tuple(row) for row in rows}))


@check("ABMS20-2.def-G", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all 15 functions added to "
       "every concept (15 = all points: the complement)",
       says="{the Littlestone dimension, or the VC dimension,} equals {the same dimension after the flips}")
@sabotage("the threshold dimension for Littlestone's", (threshold_of_all_classes, vc_of_all_classes))
@sabotage("the threshold dimension for the VC dimension", (littlestone_of_all_classes, threshold_of_all_classes))
def dimensions_ignore_flips_of_points(tables=(littlestone_of_all_classes, vc_of_all_classes)) -> Verdict:
    found = ((which, added, on_all("==", table(4), table(4)[flipped(added)]))
             for which, table in enumerate(tables) for added in range(1, 16))
    return all_hold(*(replace(verdict, witness=(which, added, verdict.witness)) for which, added, verdict in found))

def refutes_dimensions_ignore_flips_of_points(tables, which, added, number):
    other = sum(1 << g for g in {f ^ added for f in range(16) if number >> f & 1})
    return int(tables[which](4)[number]) != int(tables[which](4)[other])


@check("ABMS20-2.def-G", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all 24 permutations of points",
       says="{the threshold dimension} equals {the threshold dimension with points renamed}")
@sabotage("the first point of the chain is always point 0",
          lambda n: largest_set(n - 1)[chains_of_all_classes(n - 1)][half_numbers(n, 0, 1)] + 1)
def threshold_dimension_ignores_the_names_of_points(table=threshold_of_all_classes) -> Verdict:
    values = table(4)
    verdicts = [on_all("==", values, values[moved]) for moved in renamings_of_all_classes(4)[1:]]
    return all_hold(*verdicts)

def refutes_threshold_dimension_ignores_the_names_of_points(table, number):
    rows = class_of_number(number, 4).rows()
    orders = [[row[i:] + row[:i] for row in rows] for i in range(4)] + [[row[1::-1] + row[2:] for row in rows]]
    return len({int(table(4)[number_of_class(ConceptClass.from_matrix(order))]) for order in orders}) > 1


claim("ABMS20-2.def-T", kind="definition",
      title="Threshold dimension: the longest h_1, ..., h_t and x_1, ..., x_t with h_i(x_j) = 1 exactly if i <= j",
      uses=("FX15-3.1app.thr",))


@check("ABMS20-2.def-T", grade="exhaustive", quantifier="all 65,535 classes on 4 points, one of each of 3,983 orbits "
       "under permutations of the points: the search, with its sequence verified, against the recursion",
       says="{the length of the sequence that the search finds} equals {the threshold dimension by the recursion}")
@verifier(lambda table, number: int(table(4)[number]) != thresholds_by_definition(class_of_number(number, 4).rows()))
@sabotage("the first point of the chain is always point 0",
          lambda n: largest_set(n - 1)[chains_of_all_classes(n - 1)][half_numbers(n, 0, 1)] + 1)
def search_and_recursion_agree(table=threshold_of_all_classes) -> Verdict:
    values = table(4)

    def cases() -> Iterator[Any]:
        for number in classes_up_to_renaming(4)[0][1:].tolist():
            concepts = class_of_number(number, 4)
            sequence = threshold_sequence(concepts)
            proved = len(sequence) if is_threshold_sequence(sequence, concepts) else -1
            yield number, proved, int(values[number])

    return covering(judge("==", cases()), len(values) - 1)


@check("ABMS20-2.def-T", grade="exhaustive",
       quantifier="all 255 classes on 3 points; all sequences of points with repetitions",
       says="{the longest sequence with points repeated or not} equals {the threshold dimension}")
@sabotage("i < j in place of i <= j", lambda concepts: thresholds_by_definition(concepts.rows(), strict=True))
def repeated_points_do_not_help(dimension=threshold_dimension) -> Verdict:
    rows = {number: class_of((3, number)).rows() for number in range(1, 256)}
    return judge("==", ((c, thresholds_by_definition(rows[c]), dimension(class_of((3, c)))) for c in rows))

def refutes_repeated_points_do_not_help(dimension, number):
    table = threshold_of_all_classes(3)
    return dimension(class_of((3, number))) != int(table[number])


@check("ABMS20-2.def-T", grade="exhaustive",
       quantifier="all 65,535 classes on 4 points, all 16 functions added, and their complements",
       says="one function more, or the complement, raises the threshold dimension by at most 1, and it is at most the "
       "size of the class")
@sabotage("twice the dimension", lambda n: 2 * threshold_of_all_classes(n))
@sabotage("the dimension squared", lambda n: threshold_of_all_classes(n).astype(int) ** 2)
def a_function_more_and_the_complement_add_at_most_one(table=threshold_of_all_classes) -> Verdict:
    values = table(4).astype(int)
    others = (*(values[ALL | 1 << f] for f in range(16)), values[flipped(15)])
    return all_hold(*(on_all("<=", other, values + 1) for other in others), on_all("<=", values, np.bitwise_count(ALL)))

def refutes_a_function_more_and_the_complement_add_at_most_one(table, number):
    other = number_of_class(ConceptClass.from_matrix(1 - class_of_number(number, 4).matrix))
    grown = max(int(table(4)[larger]) for larger in (other, *(number | 1 << f for f in range(16))))
    return grown > int(table(4)[number]) + 1 or int(table(4)[number]) > number.bit_count()


THREE = ConceptClass.from_matrix([[1, 1, 0, 1], [0, 1, 1, 1], [0, 0, 1, 1]])


def pair_sequences() -> Iterator[tuple[Any, ...]]:
    """Yield sequences of up to three pairs of a concept and a point, and some of what are no pairs."""
    pairs = list(product(range(3), range(4)))
    for length in range(4):
        yield from product(pairs, repeat=length)
    strange = [(-1, 0), (3, 0), (1, -1), (1, 4), (True, 1), (1, True), (1.0, 1), ("1", 1), (1,), (1, 1, 1), ()]
    yield from product(strange)
    yield from product(strange, [(2, 2)])
    yield from product([(1, 0)], strange)


def steps_down(sequence: Any) -> bool:
    """Decide whether all are pairs of a concept and a point, and concept i is 0 just on the points before the i-th."""
    if any(len(pair) != 2 or {type(k) for k in pair} != {int} for pair in sequence):
        return False
    if any(h not in range(3) or x not in range(4) for h, x in sequence):
        return False
    rows = [[THREE.rows()[h][x] for _, x in sequence] for h, _ in sequence]
    return rows == [[0] * i + [1] * (len(sequence) - i) for i in range(len(sequence))]


@check("ABMS20-2.def-T", grade="exhaustive",
       quantifier="three concepts on four points: all sequences of up to three pairs, and some of what are no pairs",
       says="a sequence is accepted just if concept i is 1 exactly on the points from the i-th on")
@verifier(lambda decide, sequence: decide(sequence, THREE) != steps_down(sequence))
@sabotage("neighbours alone are compared", lambda sequence, concepts: is_threshold_sequence(
    sequence[:2], concepts) and is_threshold_sequence(sequence[1:], concepts))
@sabotage("zeros are not looked at", lambda sequence, concepts: len(sequence) > 1 and all(
    is_threshold_sequence([pair], concepts) for pair in sequence))
def sequences_are_decided_by_the_definition(decide=is_threshold_sequence) -> Verdict:
    return judge("==", ((sequence, decide(sequence, THREE), steps_down(sequence)) for sequence in pair_sequences()))
