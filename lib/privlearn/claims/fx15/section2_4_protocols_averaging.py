"""FX15, Section 2.4: distributional complexity, the averaging argument, and Yao's principle (2.1)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from privlearn.claims.fx15.protocol_instances import (
    NAMED,
    SMALL_CLASSES,
    T3,
    Matrix,
    average,
    deterministic_protocols,
    least_by_partitions,
    named,
    random_weights,
    small_classes,
    solved,
    uniform_weights,
)
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.communication import (
    PrivateCoinProtocol,
    PublicCoinValue,
    average_error,
    distributional_error,
    error_matrix,
    fixed_coins,
    public_coin_messages,
    worst_error,
)
from privlearn.concepts import ConceptClass
from privlearn.exact.minimax import MinimaxProgram, solve

PAGE = "communication/one-way-protocols"
SECTION = "2.4 Communication complexity"
SEEDS = range(20)
AVERAGED = ("T3", "Thr_2", "Point_2")

claim("FX15-2.4.dist", kind="definition", section=SECTION, page=PAGE,
      title="Distributional complexity; against a distribution coins do not help", uses=("FX15-2.4.protocol",))


def least_of_mixtures(name: str, messages: int, weights: Matrix) -> Fraction:
    """The least average error of a public-coin protocol: a linear program over all mixtures of listed protocols."""
    rows = NAMED[name].rows()
    losses = [average(protocol, rows, weights) for protocol in deterministic_protocols(NAMED[name], messages)]
    task = {j: loss for j, loss in enumerate(losses) if loss}
    return solve(MinimaxProgram(blocks=(len(losses),), tasks=(task,))).value


@check("FX15-2.4.dist", grade="certified",
       quantifier="T3, Thr_2, Point_2 with two messages, 20 random distributions on the cells each: linear programs "
                  "over all public-coin protocols (52, 456 and 1,808 deterministic ones)",
       fingerprint=lambda least: [least(T3, 2, random_weights(T3, seed)) for seed in SEEDS])
def public_coins_do_not_help(least=distributional_error) -> Verdict:
    return judge("==", (((name, seed), least(NAMED[name], 2, weights), least_of_mixtures(name, 2, weights))
                        for name in AVERAGED for seed in SEEDS for weights in [random_weights(NAMED[name], seed)]))


@public_coins_do_not_help.verifier
def _(least, witness):
    name, seed = witness
    weights = random_weights(NAMED[name], seed)
    return least(NAMED[name], 2, weights) != least_by_partitions(NAMED[name], 2, weights)


@public_coins_do_not_help.sabotage("the average of the minima: a protocol for the first concept, another for the rest")
def _():
    def least(concepts: ConceptClass, messages: int, weights: Matrix) -> Fraction:
        zero = (Fraction(0),) * concepts.size
        parts = [(weights[0], *(zero,) * (len(weights) - 1)), (zero, *weights[1:])]
        masses = [sum(map(sum, part)) for part in parts]
        return sum((mass * distributional_error(concepts, messages, [[w / mass for w in row] for row in part])
                    for mass, part in zip(masses, parts, strict=True) if mass), Fraction(0))

    return least


def random_private_protocol(concepts: ConceptClass, messages: int, seed: int) -> PrivateCoinProtocol:
    """A private-coin protocol with random laws and chances."""
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
       fingerprint=lambda fix: [fix(protocol, c, w).branches for _, protocol, c, w in coins_to_fix()])
def some_fixing_is_as_good(fix=fixed_coins) -> Verdict:
    def cases() -> Iterator[Any]:
        for instance, protocol, concepts, weights in coins_to_fix():
            fixed = fix(protocol, concepts, weights)
            yield (*instance, "branches"), len(fixed.branches), 1
            yield (*instance, "average"), average_error(fixed, concepts, weights), average_error(
                protocol, concepts, weights)

    return judge("<=", cases())


@some_fixing_is_as_good.verifier
def _(fix, witness):
    wanted = witness[:3]
    protocol, concepts, weights = next(rest for instance, *rest in coins_to_fix() if instance == wanted)
    (_, alice, bob), *others = fix(protocol, concepts, weights).branches
    mean = sum(w * e for ws, es in zip(weights, error_matrix(protocol, concepts), strict=True)
               for w, e in zip(ws, es, strict=True))
    return bool(others) or average((alice, bob), concepts.rows(), weights) > mean

some_fixing_is_as_good.sabotage("the coins are fixed without looking at the distribution",
    lambda protocol, concepts, weights: fixed_coins(protocol, concepts, uniform_weights(concepts)))


claim("FX15-2.1eq", kind="inequality", section=SECTION, page=PAGE,
      title="Yao's principle (2.1): public coins against the hardest "
            "distribution", uses=("FX15-2.4.protocol", "FX15-2.4.dist"),
      note="For every class below the equality is proved for all protocols and all distributions: an explicit "
           "protocol from above, an explicit distribution from below.")


def hard_distribution(found: PublicCoinValue) -> Matrix:
    """The hard distribution that the solver returns."""
    return found.hard_distribution


def all_cases() -> Iterator[tuple[Any, ConceptClass, int, int]]:
    """Yield (name, class, k, how many classes it stands for): all classes on at most 3 points, then the named ones."""
    for concepts, count in small_classes():
        yield from ((tuple(concepts.rows()), concepts, k, count) for k in range(1, len(concepts) + 1))
    yield from ((name, concepts, k, 1) for name, concepts, k in named())


def case_class(name: Any) -> ConceptClass:
    """The class that an instance's name stands for."""
    return NAMED[name] if isinstance(name, str) else ConceptClass.from_matrix(name)


@check("FX15-2.1eq", grade="certified",
       quantifier=f"all {SMALL_CLASSES} classes on 1, 2 and 3 points (up to symmetries of the cube) and T3, "
                  f"AllFunctions(2), Thr_2, Line_2, Point_2, AllFunctions(3), Thr_3, Point_3, Line_3, all k: error of "
                  f"the protocol = least average error of all deterministic protocols under the hard distribution",
       fingerprint=lambda hard: [hard(solved(concepts, k)) for _, concepts, k, _ in all_cases()])
def protocol_meets_the_hard_distribution(hard=hard_distribution) -> Verdict:
    verdict = judge("==", (((name, k), worst_error(solved(concepts, k).protocol, concepts),
                            distributional_error(concepts, k, hard(solved(concepts, k))))
                           for name, concepts, k, _ in all_cases()))
    return counted(verdict, sum(count for *_, count in all_cases())) if verdict.holds else verdict


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


@protocol_meets_the_hard_distribution.sabotage("the uniform distribution in place of the hard one")
def _():
    def uniform(found: PublicCoinValue) -> Matrix:
        rows, columns = len(found.hard_distribution), len(found.hard_distribution[0])
        return ((Fraction(1, rows * columns),) * columns,) * rows

    return uniform


UNIFORM = Fraction(8, 56)


@check("FX15-2.1eq", grade="exhaustive",
       quantifier="Thr_3 on its 7 non-constant points, k = 2: all deterministic protocols under the uniform "
                  "distribution, which is not hard (19/64 is forced by another)")
def uniform_inputs_are_easy_for_thresholds(least: Fraction = UNIFORM) -> Verdict:
    concepts = NAMED["Thr_3"]
    return judge("==", [("Thr_3", least, distributional_error(concepts, 2, uniform_weights(concepts)))])


@uniform_inputs_are_easy_for_thresholds.verifier
def _(least, witness):
    return least != least_by_partitions(NAMED["Thr_3"], 2, uniform_weights(NAMED["Thr_3"]))

uniform_inputs_are_easy_for_thresholds.sabotage(
    "19/64, the public-coin value", make=lambda: solved(NAMED["Thr_3"], 2).value)


EPSILONS = tuple(Fraction(1, n) for n in (2, 3, 4, 5, 6, 8, 10, 20, 50)) + (Fraction(0),)


def hardest_messages(concepts: ConceptClass, epsilon: Fraction) -> int:
    """The largest, over the hard distributions, of the least number of messages with average error at most epsilon."""
    def least(weights: Matrix) -> int:
        return next(k for k in range(1, len(concepts) + 1) if distributional_error(concepts, k, weights) <= epsilon)

    return max(least(solved(concepts, k).hard_distribution) for k in range(1, len(concepts) + 1))


SIDES = ("T3", "AllFunctions(2)", "Thr_2", "Line_2", "Point_2", "AllFunctions(3)", "Thr_3", "Point_3", "Line_3")


@check("FX15-2.1eq", grade="certified",
       quantifier="the nine named classes, epsilon in {1/2, 1/3, 1/4, 1/5, 1/6, 1/8, 1/10, 1/20, 1/50, 0}: least "
                  "number of messages with public coins = largest number that a distribution forces",
       fingerprint=lambda forced: [forced(NAMED[name], e) for name in SIDES for e in EPSILONS])
def messages_are_what_a_distribution_forces(forced=hardest_messages) -> Verdict:
    return judge("==", (((name, e), public_coin_messages(NAMED[name], e), forced(NAMED[name], e))
                        for name in SIDES for e in EPSILONS))


@messages_are_what_a_distribution_forces.verifier
def _(forced, witness):
    name, e = witness
    k = forced(NAMED[name], e)  # too few: one message more is still forced by some distribution
    found = solved(NAMED[name], k)
    return least_by_partitions(NAMED[name], k, found.hard_distribution) > e

messages_are_what_a_distribution_forces.sabotage("only the uniform distribution",
    lambda concepts, e: next(k for k in range(1, len(concepts) + 1)
                             if distributional_error(concepts, k, uniform_weights(concepts)) <= e))
