"""ABMS20, Section 2: the threshold dimension."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, covering, judge, sabotage, verifier
from privlearn.concepts import ConceptClass
from privlearn.dimensions import is_threshold_sequence, threshold_dimension, threshold_sequence
from privlearn.dimensions.sweeps import (class_of_number, classes_up_to_renaming, number_of_class,
                                         threshold_of_all_classes)
from privlearn.dimensions.sweeps.four_points import chains_of_all_classes, largest_set
from privlearn.dimensions.sweeps.numbers import half_numbers
from privlearn.papers.abms20.aggregation import claim
from privlearn.papers.abms20.aggregation.instances import ALL, flipped, on_all, thresholds_by_definition
from privlearn.papers.by_definition import class_of

claim("ABMS20-2.def-T", kind="definition",
      title="Threshold dimension: the longest h_1, ..., h_t and x_1, ..., x_t with h_i(x_j) = 1 exactly if i <= j",
      uses=("FX15-3.1app.thr",))


@check("ABMS20-2.def-T", grade="exhaustive",
       quantifier="all 65,535 classes on 4 points, one of each of 3,983 orbits under permutations of the points: the "
                  "search, with its sequence verified, against the recursion",
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


@check("ABMS20-2.def-T", grade="exhaustive", quantifier="all 65,535 classes on 4 points, all 16 functions added",
       says="one more function raises the threshold dimension by at most 1, and it is at most the size of the class")
@sabotage("twice the dimension", lambda n: 2 * threshold_of_all_classes(n))
def a_function_more_adds_at_most_one(table=threshold_of_all_classes) -> Verdict:
    values = table(4)
    return all_hold(*(on_all("<=", values[ALL | 1 << f], values + 1) for f in range(16)),
                    on_all("<=", values, np.bitwise_count(ALL)))

def refutes_a_function_more_adds_at_most_one(table, number):
    values = table(4)
    grown = max(int(values[number | 1 << f]) for f in range(16))
    return grown > int(values[number]) + 1 or int(values[number]) > number.bit_count()


@check("ABMS20-2.def-T", grade="exhaustive", quantifier="all 65,535 classes on 4 points and their complements",
       says="the threshold dimensions of a class and of its complement differ by at most 1")
@sabotage("the dimension squared", lambda n: threshold_of_all_classes(n).astype(int) ** 2)
def complement_changes_it_by_at_most_one(table=threshold_of_all_classes) -> Verdict:
    values = table(4)
    return on_all("<=", abs(values.astype(int) - values[flipped(15)]), np.ones(len(values), dtype=int))

def refutes_complement_changes_it_by_at_most_one(table, number):
    other = number_of_class(ConceptClass.from_matrix(1 - class_of_number(number, 4).matrix))
    return abs(int(table(4)[number]) - int(table(4)[other])) > 1


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
