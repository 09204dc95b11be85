"""FX15, Section 2.4: Yao's principle, equation (2.1)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.claims import Verdict, check, judge, sabotage, verifier
from privlearn.claims.by_definition import SMALL_TOTAL, small_classes
from privlearn.claims.fx15.one_way_protocols import claim
from privlearn.claims.fx15.one_way_protocols.instances import (NAMED, Matrix, least_by_partitions, named, solved,
                                                               uniform_weights)
from privlearn.claims.verdict import covering
from privlearn.communication import worst_error
from privlearn.communication.public_coins import PublicCoinValue, distributional_error, public_coin_messages
from privlearn.concepts import ConceptClass

claim("FX15-2.1eq", kind="inequality", title="Yao's principle (2.1): public coins against the hardest distribution",
      uses=("FX15-2.4.protocol", "FX15-2.4.dist"),
      note="For every class below the equality is proved for all protocols and all distributions: an explicit protocol "
           "from above, an explicit distribution from below.")


def hard_distribution(found: PublicCoinValue) -> Matrix:
    """The hard distribution that the solver returns."""
    return found.hard_distribution


def all_cases() -> Iterator[tuple[Any, ConceptClass, int, int]]:
    """Yield (name, class, k, how many classes it stands for): all classes on at most 3 points, then the named ones."""
    for concepts, count in small_classes():
        yield from ((tuple(concepts.rows()), concepts, k, count) for k in range(1, len(concepts) + 1))
    yield from ((name, concepts, k, 1) for name, concepts, k in named())


def case_class(name) -> ConceptClass:
    """The class that an instance's name stands for."""
    return NAMED[name] if isinstance(name, str) else ConceptClass.from_matrix(name)


@check("FX15-2.1eq", grade="certified",
       quantifier=f"all {SMALL_TOTAL} classes on 1, 2 and 3 points (up to symmetries of the cube) and T3, "
                  f"AllFunctions(2), Thr_2, Line_2, Point_2, AllFunctions(3), Thr_3, Point_3, Line_3, all k: error of "
                  f"the protocol = least average error of all deterministic protocols under the hard distribution",
       says="{the worst error of the optimal protocol} equals {the least average error on hard inputs}",
       fingerprint=lambda hard: [hard(solved(concepts, k)) for _, concepts, k, _ in all_cases()])
def protocol_meets_the_hard_distribution(hard=hard_distribution) -> Verdict:
    verdict = judge("==", (((name, k), worst_error(solved(concepts, k).protocol, concepts),
                            distributional_error(concepts, k, hard(solved(concepts, k))))
                           for name, concepts, k, _ in all_cases()))
    return covering(verdict, sum(count for *_, count in all_cases()))

@protocol_meets_the_hard_distribution.verifier
def _(hard, witness):
    name, k = witness
    concepts, found = case_class(name), solved(case_class(name), k)
    answers: dict[tuple[int, int], Fraction] = {}
    for weight, alice, bob in found.protocol.branches:
        for f, message in enumerate(alice):
            for x, bit in enumerate(bob[message]):
                answers[f, x] = answers.get((f, x), Fraction(0)) + weight * (bit != concepts.rows()[f][x])
    return max(answers.values()) != least_by_partitions(concepts, k, hard(found))

@protocol_meets_the_hard_distribution.corrupted("the uniform distribution in place of the hard one")
def _(found: PublicCoinValue) -> Matrix:
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
       says="{the least messages with public coins} equal {the most that a hard distribution forces}",
       fingerprint=lambda forced: [forced(NAMED[name], e) for name in SIDES for e in ALPHAS])
@sabotage("only the uniform distribution",
          lambda concepts, e: next(k for k in range(1, len(concepts) + 1)
                                   if least_error(concepts, k, uniform_weights(concepts)) <= e))
def messages_are_what_a_distribution_forces(forced=hardest_messages) -> Verdict:
    return judge("==", (((name, e), public_coin_messages(NAMED[name], e), forced(NAMED[name], e))
                        for name in SIDES for e in ALPHAS))

@messages_are_what_a_distribution_forces.verifier
def _(forced, witness):
    name, e = witness
    k = forced(NAMED[name], e)  # too few: one message more is still forced by some distribution
    found = solved(NAMED[name], k)
    return least_by_partitions(NAMED[name], k, found.hard_distribution) > e
