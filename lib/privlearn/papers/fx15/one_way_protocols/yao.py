"""FX15, Section 2.4: against a known distribution coins do not help, and Yao's principle, equation (2.1)."""

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.checking.verdict import covering
from privlearn.communication import (PrivateCoinProtocol, average_error, deterministic_protocol, error_matrix,
                                     fixed_coins, worst_error)
from privlearn.communication.public_coins import (PublicCoinValue, distributional_error, is_public_coin_value,
                                                  public_coin_messages)
from privlearn.communication.public_coins.symmetries import Symmetry, is_symmetry
from privlearn.concepts import ConceptClass
from privlearn.exact import MinimaxProgram, solve
from privlearn.papers.by_definition import SMALL_TOTAL, small_classes
from privlearn.papers.fx15.one_way_protocols import claim
from privlearn.papers.fx15.one_way_protocols.instances import (NAMED, Matrix, average, deterministic_protocols,
                                                               least_by_partitions, named, random_weights, solved,
                                                               uniform_weights)

SEEDS = range(20)
AVERAGED = ("T3", "Thr_2", "Point_2")


claim("FX15-2.4.dist", kind="definition", title="Distributional complexity; against a distribution coins do not help",
      uses=("FX15-2.4.protocol",))


def least_of_mixtures(name: str, messages: int, weights: Matrix) -> Fraction:
    """The least average error of a public-coin protocol: a linear program over all mixtures of listed protocols."""
    rows = NAMED[name].rows()
    losses = [average(protocol, rows, weights) for protocol in deterministic_protocols(NAMED[name], messages)]
    task = {j: loss for j, loss in enumerate(losses) if loss}
    return solve(MinimaxProgram(blocks=(len(losses),), tasks=(task,))).value


@check("FX15-2.4.dist", grade="certified",
       quantifier="T3, Thr_2, Point_2 with two messages, 20 random distributions on the cells each: linear programs "
                  "over all public-coin protocols (52, 456 and 1,808 deterministic ones)",
       says="{the least average error without coins} equals {the least average error with public coins}")
def public_coins_do_not_help(least=distributional_error) -> Verdict:
    return judge("==", (((name, seed), least(NAMED[name], 2, weights), least_of_mixtures(name, 2, weights))
                        for name in AVERAGED for seed in SEEDS for weights in [random_weights(NAMED[name], seed)]))

def refutes_public_coins_do_not_help(least, name, seed):
    weights = random_weights(NAMED[name], seed)
    return least(NAMED[name], 2, weights) != least_by_partitions(NAMED[name], 2, weights)

@public_coins_do_not_help.corrupted("the average of the minima: a protocol for the first concept, another for the rest")
def average_minima_protocol_first_concept_another(concepts: ConceptClass, messages: int, weights: Matrix) -> Fraction:
    zero = (Fraction(0),) * concepts.size
    parts = [(weights[0], *(zero,) * (len(weights) - 1)), (zero, *weights[1:])]
    masses = [sum(map(sum, part)) for part in parts]
    return sum((mass * distributional_error(concepts, messages, [[w / mass for w in row] for row in part])
                for mass, part in zip(masses, parts, strict=True) if mass), Fraction(0))


def random_private_protocol(concepts: ConceptClass, messages: int, seed: int) -> PrivateCoinProtocol:
    rng = random.Random(seed)
    alice = [[rng.randrange(1, 10) for _ in range(messages)] for _ in range(len(concepts))]
    return PrivateCoinProtocol(tuple(tuple(Fraction(w, sum(law)) for w in law) for law in alice),
                               tuple(tuple(Fraction(rng.randrange(11), 10) for _ in range(concepts.size))
                                     for _ in range(messages)))


def coins_to_fix() -> Iterator[tuple[Any, Any, ConceptClass, Matrix]]:
    """Yield (instance, protocol, class, weights): optimal public-coin protocols and random private-coin ones."""
    for name in AVERAGED:
        concepts = NAMED[name]
        for seed in SEEDS:
            weights = random_weights(concepts, seed)
            yield (name, seed, "public"), solved(concepts, 2).protocol, concepts, weights
            yield (name, seed, "private"), random_private_protocol(concepts, 2, seed), concepts, weights


@check("FX15-2.4.dist", grade="exact",
       quantifier="the optimal public-coin protocol and 20 random private-coin protocols for T3, Thr_2, Point_2, k = "
                  "2, under 20 random distributions: the fixing of the coins is deterministic and errs at most as "
                  "often on average",
       says="fixing the coins leaves one choice of them, with an average error no larger than the protocol's")
@sabotage("the coins are fixed without looking at the distribution",
          lambda protocol, concepts, weights: fixed_coins(protocol, concepts, uniform_weights(concepts)))
@judged("<=")
def some_fixing_is_as_good(fix=fixed_coins):
    for instance, protocol, concepts, weights in coins_to_fix():
        fixed = fix(protocol, concepts, weights)
        yield (*instance, "branches"), len(fixed.branches), 1
        yield (*instance, "average"), average_error(fixed, concepts, weights), average_error(
            protocol, concepts, weights)

def refutes_some_fixing_is_as_good(fix, witness):
    wanted = witness[:3]
    protocol, concepts, weights = next(rest for instance, *rest in coins_to_fix() if instance == wanted)
    (_, alice, bob), *others = fix(protocol, concepts, weights).branches
    mean = sum(w * e for ws, es in zip(weights, error_matrix(protocol, concepts), strict=True)
               for w, e in zip(ws, es, strict=True))
    return bool(others) or average((alice, bob), concepts.rows(), weights) > mean


claim("FX15-2.1eq", kind="inequality", title="Yao's principle (2.1): public coins against the hardest distribution",
      uses=("FX15-2.4.protocol", "FX15-2.4.dist"),
      note="For every class below the equality is proved for all protocols and all distributions: an explicit protocol "
           "from above, an explicit distribution from below.")


def hard_distribution(found: PublicCoinValue) -> Matrix:
    return found.hard_distribution


def all_cases() -> Iterator[tuple[Any, ConceptClass, int, int]]:
    """Yield (name, class, k, how many classes it stands for): all classes on at most 3 points, then the named ones."""
    for concepts, count in small_classes():
        yield from ((tuple(concepts.rows()), concepts, k, count) for k in range(1, len(concepts) + 1))
    yield from ((name, concepts, k, 1) for name, concepts, k in named())


def case_class(name) -> ConceptClass:
    return NAMED[name] if isinstance(name, str) else ConceptClass.from_matrix(name)


@check("FX15-2.1eq", grade="certified",
       quantifier=f"all {SMALL_TOTAL} classes on 1, 2 and 3 points (up to symmetries of the cube) and T3, "
                  f"AllFunctions(2), Thr_2, Line_2, Point_2, AllFunctions(3), Thr_3, Point_3, Line_3, all k: error of "
                  f"the protocol = least average error of all deterministic protocols under the hard distribution",
       says="{the worst error of the optimal protocol} equals {the least average error on hard inputs}")
def protocol_meets_the_hard_distribution(hard=hard_distribution) -> Verdict:
    verdict = judge("==", (((name, k), worst_error(solved(concepts, k).protocol, concepts),
                            distributional_error(concepts, k, hard(solved(concepts, k))))
                           for name, concepts, k, _ in all_cases()))
    return covering(verdict, sum(count for *_, count in all_cases()))

def refutes_protocol_meets_the_hard_distribution(hard, name, k):
    concepts, found = case_class(name), solved(case_class(name), k)
    answers: dict[tuple[int, int], Fraction] = {}
    for weight, alice, bob in found.protocol.branches:
        for f, message in enumerate(alice):
            for x, bit in enumerate(bob[message]):
                answers[f, x] = answers.get((f, x), Fraction(0)) + weight * (bit != concepts.rows()[f][x])
    return max(answers.values()) != least_by_partitions(concepts, k, hard(found))

@protocol_meets_the_hard_distribution.corrupted("the uniform distribution in place of the hard one")
def uniform_distribution_place_hard_one(found: PublicCoinValue) -> Matrix:
    rows, columns = len(found.hard_distribution), len(found.hard_distribution[0])
    return ((Fraction(1, rows * columns),) * columns,) * rows


UNIFORM = Fraction(8, 56)


@check("FX15-2.1eq", grade="exhaustive",
       quantifier="Thr_3 on its 7 non-constant points, k = 2: all deterministic protocols under the uniform "
                  "distribution, which is not hard (19/64 is forced by another)",
       says="{the stated error 8/56} equals {the least average error on uniform inputs}")
@verifier(lambda least, witness: least != least_by_partitions(NAMED["Thr_3"], 2, uniform_weights(NAMED["Thr_3"])))
@sabotage("19/64, the public-coin value", make=lambda: solved(NAMED["Thr_3"], 2).value)
def uniform_inputs_are_easy_for_thresholds(least: Fraction = UNIFORM) -> Verdict:
    concepts = NAMED["Thr_3"]
    return judge("==", [("Thr_3", least, distributional_error(concepts, 2, uniform_weights(concepts)))])


ALPHAS = tuple(Fraction(1, n) for n in (2, 3, 4, 5, 6, 8, 10, 20, 50)) + (Fraction(0),)


least_error = cache(distributional_error)  # of the same games for every alpha


def hardest_messages(concepts: ConceptClass, alpha: Fraction) -> int:
    """The largest, over the hard distributions, of the least number of messages with average error at most alpha."""
    def least(weights: Matrix) -> int:
        return next(k for k in range(1, len(concepts) + 1) if least_error(concepts, k, weights) <= alpha)

    return max(least(solved(concepts, k).hard_distribution) for k in range(1, len(concepts) + 1))


SIDES = ("T3", "AllFunctions(2)", "Thr_2", "Line_2", "Point_2", "AllFunctions(3)", "Thr_3", "Point_3", "Line_3")


@check("FX15-2.1eq", grade="certified",
       quantifier="the nine named classes, epsilon in {1/2, 1/3, 1/4, 1/5, 1/6, 1/8, 1/10, 1/20, 1/50, 0}: least "
                  "number of messages with public coins = largest number that a distribution forces",
       says="{the least messages with public coins} equal {the most that a hard distribution forces}")
@sabotage("only the uniform distribution",
          lambda concepts, e: next(k for k in range(1, len(concepts) + 1)
                                   if least_error(concepts, k, uniform_weights(concepts)) <= e))
def messages_are_what_a_distribution_forces(forced=hardest_messages) -> Verdict:
    return judge("==", (((name, e), public_coin_messages(NAMED[name], e), forced(NAMED[name], e))
                        for name in SIDES for e in ALPHAS))

def refutes_messages_are_what_a_distribution_forces(forced, name, e):
    k = forced(NAMED[name], e)  # too few: one message more is still forced by some distribution
    found = solved(NAMED[name], k)
    return least_by_partitions(NAMED[name], k, found.hard_distribution) > e


SHOWN = (*(concepts for concepts, _ in small_classes() if len(concepts) <= 4), NAMED["Thr_2"])
JUDGED = tuple((concepts, k) for concepts in SHOWN for k in range(1, len(concepts) + 1 + 2 * (len(concepts) < 3)))


def proposals(concepts: ConceptClass, messages: int) -> list[PublicCoinValue]:
    """Return the solved value and others: another number, another distribution, another protocol."""
    found = solved(concepts, messages)
    nothing = deterministic_protocol((0,) * len(concepts), ((0,) * concepts.size,))
    everything = deterministic_protocol(tuple(range(len(concepts))), tuple(concepts.rows()))
    less, more = (replace(found, value=found.value + Fraction(step, 99)) for step in (-1, 1))
    return [found, less, more, replace(found, hard_distribution=uniform_weights(concepts)),
            replace(found, protocol=nothing), replace(found, protocol=everything)]


def proves(found: PublicCoinValue, concepts: ConceptClass, messages: int) -> bool:
    """Decide from the listed errors of the protocol's cells and the listed partitions."""
    rows, branches = concepts.rows(), found.protocol.branches
    worst = max(sum(w for w, alice, bob in branches if bob[alice[f]][x] != row[x])
                for f, row in enumerate(rows) for x in range(concepts.size))
    return (max(len(bob) for _, _, bob in branches) <= messages and worst <= found.value
            <= least_by_partitions(concepts, messages, found.hard_distribution))


@check("FX15-2.1eq", grade="exhaustive",
       quantifier="all classes of at most 4 concepts on 1, 2 and 3 points (up to symmetries) and Thr_2, k up to their "
                  "size, two more for at most 2 concepts: the solved value, and it with another number, distribution "
                  "or protocol; all partitions of the concepts",
       says="a value is accepted exactly if its protocol and its distribution prove it")
@sabotage("the protocol alone",
          lambda found, c, k: found.protocol.messages <= k and worst_error(found.protocol, c) <= found.value)
@sabotage("the distribution alone",
          lambda found, c, k: distributional_error(c, k, found.hard_distribution) >= found.value)
@judged("==")
def values_are_accepted_where_they_are_proved(accepts=is_public_coin_value):
    for concepts, k in JUDGED:
        for which, found in enumerate(proposals(concepts, k)):
            yield (concepts.rows(), k, which), accepts(found, concepts, k), proves(found, concepts, k)

def refutes_values_are_accepted_where_they_are_proved(accepts, rows, k, which):
    concepts = ConceptClass.from_matrix(rows)
    found = proposals(concepts, k)[which]
    average = min(sum((q for row, message, law in zip(rows, alice, found.hard_distribution, strict=True)
                       for bit, answer, q in zip(row, bob[message], law, strict=True) if bit != answer), Fraction(0))
                  for alice, bob in deterministic_protocols(concepts, k))
    fits = found.protocol.messages <= k and worst_error(found.protocol, concepts) <= found.value
    return accepts(found, concepts, k) != (fits and average >= found.value)


FEW = tuple(concepts for concepts, _ in small_classes() if len(concepts) <= 3 and concepts.size <= 2)


def maps(concepts: ConceptClass) -> Iterator[Symmetry]:
    n, size = len(concepts), concepts.size
    for images, places, flips in product(product(range(n), repeat=n), product(range(size), repeat=size),
                                         product((0, 1), repeat=size)):
        yield Symmetry(images, places, flips)


def keeps_the_table(moved: Symmetry, concepts: ConceptClass) -> bool:
    """Decide whether the cells with their values are carried onto the cells with their values."""
    cells = {(f, x, bit) for f, row in enumerate(concepts.rows()) for x, bit in enumerate(row)}
    return {(moved.concepts[f], moved.points[x], bit ^ moved.flips[x]) for f, x, bit in cells} == cells


@check("FX15-2.1eq", grade="exhaustive",
       quantifier="all classes of at most 3 concepts on 1 and 2 points (up to symmetries), all maps of their concepts "
                  "and points with all flips: cells that a symmetry exchanges get one weight",
       says="a map is accepted as a symmetry exactly if it carries the table of the class onto itself")
@sabotage("the values need not be kept", lambda moved, c: (sorted(moved.concepts), sorted(moved.points)) == (
    [*range(len(c))], [*range(c.size)]))
@sabotage("two points may have one image", lambda moved, c: sorted(moved.concepts) == [*range(len(c))] and all(
    c.matrix[moved.concepts[f], moved.points[x]] == c.matrix[f, x] ^ moved.flips[x]
    for f, x in product(range(len(c)), range(c.size))))
@judged("==")
def symmetries_carry_the_table_onto_itself(accepts=is_symmetry):
    for concepts in FEW:
        for moved in maps(concepts):
            yield ((concepts.rows(), moved.concepts, moved.points, moved.flips), accepts(moved, concepts),
                   keeps_the_table(moved, concepts))

def refutes_symmetries_carry_the_table_onto_itself(accepts, rows, images, points, flips):
    concepts, matrix = ConceptClass.from_matrix(rows), np.array(rows)
    moved = np.full(matrix.shape, -1)
    moved[np.ix_(images, points)] = matrix ^ np.array(flips)
    return accepts(Symmetry(images, points, flips), concepts) != bool((moved == matrix).all())
