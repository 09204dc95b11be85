"""FX15, Section 3: the evaluation problem of a concept class."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.verdict import covering
from privlearn.communication.public_coins import public_coin_value
from privlearn.communication.public_coins.partitions import majority_tables
from privlearn.concepts import Concept, ConceptClass, all_classes, all_functions
from privlearn.papers.by_definition import SMALL_TOTAL, class_of, small_classes
from privlearn.papers.fx15.one_way_protocols import claim
from privlearn.papers.fx15.one_way_protocols.instances import Matrix, random_weights, uniform_weights

claim("FX15-3.eval", kind="definition",
      section="3 Equivalence between representation dimension and communication complexity",
      title="The evaluation problem of a class: Alice holds the concept, Bob the point",
      uses=("FX15-conv", "FX15-2.4.protocol"))


def evaluation(concepts: ConceptClass) -> ConceptClass:
    """The matrix of the evaluation problem, one row for each input of Alice: the class itself."""
    return concepts


def transposed(concepts: ConceptClass) -> ConceptClass:
    """The evaluation problem with Alice and Bob swapped: she holds the point."""
    return ConceptClass.from_matrix(concepts.matrix.T)


def errorless_messages(concepts: ConceptClass) -> int:
    """The least number of messages without any error, from the exact values."""
    return next(k for k in range(len(concepts), 0, -1) if k == 1 or public_coin_value(concepts, k - 1).value > 0)


@check("FX15-3.eval", grade="certified",
       quantifier=f"all {SMALL_TOTAL} classes on 1, 2 and 3 points (up to symmetries of the cube): without error "
                  f"Alice must name her concept, so the rows are the concepts",
       says="{the messages needed without error} equal {the number of concepts}")
@sabotage("Alice and Bob swapped: the matrix is transposed", transposed)
def alice_holds_the_concept(problem=evaluation) -> Verdict:
    verdict = judge("==", ((tuple(c.rows()), errorless_messages(problem(c)), len(set(c.rows())))
                           for c, _ in small_classes()))
    return covering(verdict, SMALL_TOTAL)

def refutes_alice_holds_the_concept(problem, rows):
    inputs = problem(ConceptClass.from_matrix(rows)).rows()  # Alice names her row: no error, and too few messages
    return len({tuple(row) for row in inputs}) != len(set(rows))


@check("FX15-3.eval", grade="exhaustive",
       quantifier=f"all {SMALL_TOTAL} classes on 1, 2 and 3 points, as sets of bit masks: every cell of the matrix",
       says="the rows of the matrix are the functions of the class, and no others")
@sabotage("the negation: Bob must answer 1 - f(x)", lambda concepts: ConceptClass.from_matrix(1 - concepts.matrix))
@judged("==")
def rows_are_the_masks_of_the_class(problem=evaluation):
    for points in (1, 2, 3):
        for number in range(1, 1 << (1 << points)):
            masks = [f for f in range(1 << points) if number >> f & 1]
            yield ((points, number), sorted(problem(class_of((points, number))).rows()),
                   sorted(tuple(f >> x & 1 for x in range(points)) for f in masks))

def refutes_rows_are_the_masks_of_the_class(problem, witness):
    points, number = witness
    found = [sum(bit << x for x, bit in enumerate(row)) for row in problem(class_of(witness)).rows()]
    return any(len(row) != points for row in problem(class_of(witness)).rows()) or sum(1 << f for f in found) != number


@check("FX15-3.eval", grade="certified",
       quantifier="AllFunctions(3) with three messages: 5/24 for all public-coin protocols",
       says="{the public-coin value} equals {the least average error on uniform inputs}")
@sabotage("Alice and Bob swapped: three messages name her point", transposed)
def three_messages_for_all_functions(problem=evaluation) -> Verdict:
    listed = list(product((0, 1), repeat=3))
    least = min(Fraction(sum(min(sum(a != b for a, b in zip(f, h, strict=True)) for h in chosen) for f in listed), 24)
                for chosen in product(listed, repeat=3))  # uniform inputs, any three tables: by symmetry the value
    return judge("==", [("AllFunctions(3)", public_coin_value(problem(all_functions(3)), 3).value, least)])

def refutes_three_messages_for_all_functions(problem, witness):
    return len(problem(all_functions(3)).rows()) <= 3  # every row is a message of its own: no errors at all


SEEDS = range(3)


def blocks() -> Iterator[tuple[tuple[Concept, ...], Any, Matrix]]:
    """Yield (concepts of the block, seed, weights): all sets of functions on 3 points, uniform and random weights."""
    for concepts in all_classes(3):
        yield tuple(concepts.rows()), "uniform", uniform_weights(concepts)
        yield from ((tuple(concepts.rows()), seed, random_weights(concepts, seed)) for seed in SEEDS)


def table_error(table: Concept, rows: tuple[Concept, ...], weights: Matrix) -> Fraction:
    """The mass of the cells of a block at which Bob's table is wrong."""
    return sum((w for row, masses in zip(rows, weights, strict=True)
                for bit, answer, w in zip(row, table, masses, strict=True) if bit != answer), Fraction(0))


@check("FX15-3.eval", grade="exact",
       quantifier="all 255 blocks of functions on 3 points, uniform weights and 3 random weightings each, all 8 "
                  "tables of Bob: the weighted majority is a best table",
       says="{the error of the weighted majority} equals {the least error of a table}")
@sabotage("the plain majority, without the weights",
          lambda rows, weights, alice: majority_tables(rows, [[1] * 3] * len(rows), alice))
def weighted_majority_is_the_best_table(tables=majority_tables) -> Verdict:
    return judge("==", (((rows, seed), table_error(tables(rows, weights, (0,) * len(rows))[0], rows, weights),
                         min(table_error(table, rows, weights) for table in product((0, 1), repeat=3)))
                        for rows, seed, weights in blocks()))

def refutes_weighted_majority_is_the_best_table(tables, witness):
    rows, seed = witness
    weights = next(w for r, s, w in blocks() if (r, s) == witness)
    (table,) = tables(rows, weights, (0,) * len(rows))
    ones = [sum(w[x] for w, row in zip(weights, rows, strict=True) if row[x]) for x in range(3)]
    zeros = [sum(w[x] for w, row in zip(weights, rows, strict=True) if not row[x]) for x in range(3)]
    return any((one < zero) if bit else (one > zero) for bit, one, zero in zip(table, ones, zeros, strict=True))
