"""FX15, Sections 2.4 and 3: fewer errors by repetition, (2.2), and the evaluation problem of a concept class."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, lgamma
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.checking.verdict import covering
from privlearn.communication import (PrivateCoinProtocol, PublicCoinProtocol, error_matrix, least_copies,
                                     majority_error, majority_protocol)
from privlearn.communication.private_coins import chain_protocol
from privlearn.communication.public_coins import public_coin_value
from privlearn.communication.public_coins.partitions import majority_tables
from privlearn.communication.repetition import additive_copies, sufficient_copies
from privlearn.concepts import T3, Concept, ConceptClass, all_classes, all_functions
from privlearn.exact.fractions import HALF
from privlearn.papers.by_definition import SMALL_TOTAL, class_of, small_classes
from privlearn.papers.fx15.one_way_protocols import claim
from privlearn.papers.fx15.one_way_protocols.instances import (THR_2, Matrix, first_odd_number, random_weights, solved,
                                                               uniform_weights)
from privlearn.papers.hard_instances import binomial_term, log_of, no_less_than

GAMMAS = tuple(Fraction(a, b) for a, b in ((1, 4), (1, 6), (17, 64), (1, 10)))
TARGETS = tuple(Fraction(1, n) for n in (10, 64, 1000))
GRID = tuple(product(GAMMAS, TARGETS))
EXACT = 5000  # copies whose tail is summed up


claim("FX15-2.2eq", kind="inequality", title="Error reduction by repetition (2.2)", uses=("FX15-2.4.protocol",),
      note="With the explicit number of copies, the least odd m >= ln(1/(2 epsilon)) / (2 gamma^2), in place of "
           "O(log(1/epsilon) / gamma^2); the message is an m-tuple, m times the bits. The statement is for all "
           "functions: the error of the majority depends on the error of one copy alone.", formulas=(additive_copies,))


@check("FX15-2.2eq", grade="certified",
       quantifier="gamma in {1/4, 1/6, 17/64, 1/10}, epsilon in {1/10, 1/64, 1/1000}, and the instances of the "
                  "formula, gamma = 1/100, 1/4, 49/100, epsilon = 2/5, 1/10, 10^-200: exact binomial tails; above "
                  "5000 copies the term of the tail where half of the copies err, the largest",
       says="{the error of the majority of the least odd number of copies, or a part of it} is at most {epsilon}")
@judged("<=")
def explicit_number_of_copies_is_enough(copies=additive_copies):
    for gamma, target in (*GRID, *copies.instances()):
        m = odd(copies(gamma, target))
        yield (gamma, target), majority_error(HALF - gamma, m) if m <= EXACT else no_less_than(
            lambda m=m, gamma=gamma: binomial_term(m, HALF - gamma, (m + 1) // 2)), target  # type: ignore[misc]

def refutes_explicit_number_of_copies_is_enough(copies, gamma, target):
    m, e = odd(copies(gamma, target)), Fraction(1, 2) - gamma
    if m > EXACT:
        k = (m + 1) // 2
        ways = lgamma(m + 1) - lgamma(k + 1) - lgamma(m - k + 1)
        return ways + k * log_of(e) + (m - k) * log_of(1 - e) > log_of(target)
    wrong, right = e.numerator, e.denominator - e.numerator
    return sum(comb(m, j) * wrong**j * right ** (m - j) for j in range(m // 2 + 1, m + 1)) > target * e.denominator**m


def odd(copies: int) -> int:
    """Return the least odd number that is no less, at least 1."""
    return max(1, copies + 1 - copies % 2)


def least_for_gamma(gamma: Fraction, target: Fraction) -> int:
    return least_copies(Fraction(1, 2) - gamma, target)


@check("FX15-2.2eq", grade="exact",
       quantifier="the same grid: the least odd number of copies, by bisection, equals that found by trying all (235 "
                  "at most)",
       says="{the least odd number of copies by bisection} equals {the one found by trying all}")
@sabotage("the number of the additive bound", sufficient_copies)
def least_number_of_copies(copies=least_for_gamma) -> Verdict:
    return judge("==", (((gamma, target), copies(gamma, target), first_odd_number(HALF - gamma, target))
                        for gamma, target in GRID))

def refutes_least_number_of_copies(copies, gamma, target):
    m = copies(gamma, target) - 2  # too many: two copies fewer are enough as well
    wrong, right = Fraction(1, 2) - gamma, Fraction(1, 2) + gamma
    return sum(comb(m, j) * wrong**j * right ** (m - j) for j in range(m // 2 + 1, m + 1)) <= target


Protocol = PublicCoinProtocol | PrivateCoinProtocol


@cache
def copied() -> dict[tuple[str, str], tuple[Protocol, ConceptClass]]:
    """Optimal two-message protocols of T3 and Thr_2, for public coins and (Thr_2: nearly optimal) for private ones."""
    return {
        ("T3", "public"): (solved(T3, 2).protocol, T3), ("Thr_2", "public"): (solved(THR_2, 2).protocol, THR_2),
        ("T3", "private"): (chain_protocol(T3, Fraction(1, 3)), T3),
        ("Thr_2", "private"): (chain_protocol(THR_2, Fraction(13, 34)), THR_2),  # above (3 - sqrt 5)/2
    }


COUNTS = (1, 3, 5)


@check("FX15-2.2eq", grade="exact",
       quantifier="optimal two-message protocols of T3 and Thr_2, public and private coins (Thr_2 private: error "
                  "13/34), 1, 3 and 5 copies: every entry of the error matrix of the composed protocol, with 2^m "
                  "messages",
       says="the majority has 2^m messages, and errs at each input with the binomial tail")
@judged("==")
def majority_of_an_actual_protocol_has_the_binomial_error(majority=majority_protocol):
    for (name, coins), (protocol, concepts) in copied().items():
        single = error_matrix(protocol, concepts)
        for m in COUNTS:
            composed = majority(protocol, m)
            yield (name, coins, m, "messages"), composed.messages, 2**m
            for f, row in enumerate(error_matrix(composed, concepts)):
                for x, error in enumerate(row):
                    yield (name, coins, m, f, x), error, majority_error(single[f][x], m)

def refutes_majority_of_an_actual_protocol_has_the_binomial_error(majority, witness):
    name, coins, m, *cell = witness
    protocol, concepts = copied()[name, coins]
    if cell == ["messages"]:
        return majority(protocol, m).messages != 2**m
    f, x = cell
    e = error_matrix(protocol, concepts)[f][x]
    outcomes = product((0, 1), repeat=m)  # which copies err
    tail = sum(e ** sum(wrong) * (1 - e) ** (m - sum(wrong)) for wrong in outcomes if 2 * sum(wrong) > m)
    return error_matrix(majority(protocol, m), concepts)[f][x] != tail

@majority_of_an_actual_protocol_has_the_binomial_error.corrupted("all copies use the same public coins")
def all_copies_use_same_public_coins(protocol: Protocol, m: int) -> Protocol:
    if isinstance(protocol, PrivateCoinProtocol):
        return majority_protocol(protocol, m)
    return PublicCoinProtocol(tuple(
        (weight, tuple(sum(message * 2**i for i in range(m)) for message in alice),
         tuple(bob[number & 1] for number in range(2**m))) for weight, alice, bob in protocol.branches))


claim("FX15-3.eval", kind="definition",
      section="3 Equivalence between representation dimension and communication complexity",
      title="The evaluation problem of a class: Alice holds the concept, Bob the point",
      uses=("FX15-conv", "FX15-2.4.protocol"))


def evaluation(concepts: ConceptClass) -> ConceptClass:
    return concepts


def transposed(concepts: ConceptClass) -> ConceptClass:
    """The evaluation problem with Alice and Bob swapped: she holds the point."""
    return ConceptClass.from_matrix(concepts.matrix.T)


def errorless_messages(concepts: ConceptClass) -> int:
    return next(k for k in range(len(concepts), 0, -1) if k == 1 or public_coin_value(concepts, k - 1).value > 0)


@check("FX15-3.eval", grade="certified",
       quantifier=f"all {SMALL_TOTAL} classes on 1, 2 and 3 points (up to symmetries of the cube): without error "
                  f"Alice must name her concept, so the rows are the concepts; AllFunctions(3) with three messages: "
                  f"5/24 for all public-coin protocols",
       says="the messages needed without error are as many as the concepts, and three err as uniform inputs force")
@sabotage("Alice and Bob swapped: the matrix is transposed", transposed)
def alice_holds_the_concept(problem=evaluation) -> Verdict:
    verdict = judge("==", ((tuple(c.rows()), errorless_messages(problem(c)), len(set(c.rows())))
                           for c, _ in small_classes()))
    listed = list(product((0, 1), repeat=3))
    least = min(Fraction(sum(min(sum(a != b for a, b in zip(f, h, strict=True)) for h in chosen) for f in listed), 24)
                for chosen in product(listed, repeat=3))  # uniform inputs, any three tables: by symmetry the value
    value = public_coin_value(problem(all_functions(3)), 3).value
    return all_hold(covering(verdict, SMALL_TOTAL), judge("==", [(tuple(listed), value, least)]))

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


SEEDS = range(3)


def blocks() -> Iterator[tuple[tuple[Concept, ...], Any, Matrix]]:
    """Yield (concepts of the block, seed, weights): all sets of functions on 3 points, uniform and random weights."""
    for concepts in all_classes(3):
        yield tuple(concepts.rows()), "uniform", uniform_weights(concepts)
        yield from ((tuple(concepts.rows()), seed, random_weights(concepts, seed)) for seed in SEEDS)


def table_error(table: Concept, rows: tuple[Concept, ...], weights: Matrix) -> Fraction:
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
