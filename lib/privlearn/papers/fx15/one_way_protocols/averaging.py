"""FX15, Section 2.4: against a known distribution coins do not help."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.communication import PrivateCoinProtocol, average_error, error_matrix, fixed_coins
from privlearn.communication.public_coins import distributional_error
from privlearn.concepts import ConceptClass
from privlearn.exact import MinimaxProgram, solve
from privlearn.papers.fx15.one_way_protocols import claim
from privlearn.papers.fx15.one_way_protocols.instances import (NAMED, Matrix, average, deterministic_protocols,
                                                               least_by_partitions, random_weights, solved,
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
