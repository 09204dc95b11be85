"""FX15, Section 3: the chain of probabilities in the second part of Theorem 3.1, on the joint table of draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.claims.fx15.equivalence_instances import CHAIN, representations
from privlearn.claims.fx15.section3_equivalence import PAGE, SECTION
from privlearn.claims.fx15.section3_equivalence_back import Weights, inputs
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.communication.conversions import distributional_protocol
from privlearn.communication.protocols import PublicCoinProtocol
from privlearn.concepts import ConceptClass
from privlearn.dimensions.probabilistic_representation import ProbabilisticRepresentation

Row = tuple[Fraction, int, bool, int, bool]  # probability given f, number of the set, is it good, x, right answer

claim("FX15-3.1.eq-chain", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-3.1.ge",
      title="Success is at least Pr[G_f] Pr[success given G_f], at least (1 - delta)(1 - epsilon)",
      uses=("FX15-2.4", "FX15-2.4.protocol"))


def joint_table(random_sets: ProbabilisticRepresentation, concepts: ConceptClass, weights: Weights, epsilon: Fraction,
                f: int, draw: Callable = distributional_protocol) -> list[Row]:
    """Return the joint law, given the concept f, of the drawn set, whether it is good, the point and a right answer."""
    row, total = concepts.rows()[f], sum(weights[f])
    law = [q / total for q in weights[f]]
    table = []
    for i, (w, alice, bob) in enumerate(draw(random_sets, concepts, weights, epsilon).branches):
        good = any(sum(q for q, a, b in zip(law, h, row, strict=True) if a != b) <= epsilon for h in bob)
        table += [(w * q, i, good, x, bob[alice[f]][x] == row[x]) for x, q in enumerate(law)]
    return table


@cache
def rooms() -> tuple[tuple[str, int, int], ...]:
    """Representation, input distribution and concept of positive probability, for classes of at most 4 concepts."""
    return tuple((name, k, f) for name, (concepts, _, random_sets, _) in representations().items()
                 if len(concepts) <= 4 and ", hash" not in name
                 for k, weights in enumerate(inputs(concepts, random_sets.size)[:8])
                 for f in range(len(concepts)) if sum(weights[f]))


def total(table: list[Row], *, good: bool = False, right: bool = False) -> Fraction:
    """The probability that the set is good and the answer right, as far as asked for."""
    return sum((p for p, _, is_good, _, is_right in table if (is_good or not good) and (is_right or not right)),
               Fraction(0))


QUANTIFIER = ("least-miss representations of T3, AllFunctions(2), Thr_2, Point_2, Line_2 by sets of 1 to 3 functions, "
              "epsilon in {0, 1/8, 1/4, 1/3, 2/5}, each with its hard and 7 random input distributions; all concepts")


@check("FX15-3.1.eq-chain", grade="exact", quantifier=f"{QUANTIFIER}: the four steps",
       fingerprint=lambda draw: draw(*first_room()).branches)
def each_step_of_the_chain_holds(draw=distributional_protocol) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, k, f in rooms():
            concepts, epsilon, random_sets, missed = representations()[name]
            table = joint_table(random_sets, concepts, inputs(concepts, random_sets.size)[k], epsilon, f, draw)
            good, both = total(table, good=True), total(table, good=True, right=True)
            yield (name, k, f, "success"), both, total(table, right=True)
            yield (name, k, f, "given G_f"), good * (1 - epsilon), both
            yield (name, k, f, "G_f"), 1 - missed, good
            yield (name, k, f, "product"), 1 - missed - epsilon + epsilon * missed, good * (1 - epsilon)

    return judge("<=", cases())


def first_room() -> tuple[ProbabilisticRepresentation, ConceptClass, Weights, Fraction]:
    """T3 with sets of 2 functions, hard inputs, epsilon = 1/8."""
    concepts, epsilon, random_sets, _ = representations()["T3, size 2, epsilon 1/8"]
    return random_sets, concepts, inputs(CHAIN, 2)[0], epsilon


@each_step_of_the_chain_holds.verifier
def _(draw, witness):
    name, k, f, step = witness
    concepts, epsilon, random_sets, _ = representations()[name]
    weights, row = inputs(concepts, random_sets.size)[k], concepts.rows()[f]
    for _, alice, bob in draw(random_sets, concepts, weights, epsilon).branches:
        wrong = [sum(q for x, q in enumerate(weights[f]) if h[x] != row[x]) for h in bob]
        if step == "given G_f" and min(wrong) <= epsilon * sum(weights[f]) < wrong[alice[f]]:
            return True  # a good hypothesis was there and Alice named another
    return False

each_step_of_the_chain_holds.sabotage("Alice always sends message 0",
    lambda random_sets, concepts, weights, epsilon: PublicCoinProtocol(tuple(
    (w, (0,) * len(concepts), hypotheses) for w, hypotheses in random_sets.branches)))


@check("FX15-3.1.eq-chain", grade="exact", quantifier=f"{QUANTIFIER} and all points",
       fingerprint=lambda table: table(*first_room(), 1))
def point_is_independent_of_the_event(table=joint_table) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, k, f in rooms():
            concepts, epsilon, random_sets, _ = representations()[name]
            weights = inputs(concepts, random_sets.size)[k]
            rows = table(random_sets, concepts, weights, epsilon, f)
            good = total(rows, good=True)
            for x, q in enumerate(weights[f]):
                both = sum((p for p, _, is_good, point, _ in rows if is_good and point == x), Fraction(0))
                yield (name, k, f, x), both, good * q / sum(weights[f])

    return judge("==", cases())


@point_is_independent_of_the_event.verifier
def _(table, witness):
    name, k, f, x = witness
    concepts, epsilon, random_sets, _ = representations()[name]
    weights = inputs(concepts, random_sets.size)[k]
    rows = table(random_sets, concepts, weights, epsilon, f)
    at_x, good = [p for p, _, is_good, point, _ in rows if is_good and point == x], [p for p, _, g, _, _ in rows if g]
    return sum(at_x) * sum(weights[f]) != sum(good) * weights[f][x]


@point_is_independent_of_the_event.sabotage("x is drawn after the message, where the named hypothesis is right")
def _():
    def table(random_sets: ProbabilisticRepresentation, concepts: ConceptClass, weights: Weights, epsilon: Fraction,
              f: int) -> list[Row]:
        rows = joint_table(random_sets, concepts, weights, epsilon, f)
        moved = []
        for p, i, good, x, right in rows:
            ours = [(q, hit) for q, j, _, _, hit in rows if j == i]
            some = sum(q for q, hit in ours if hit)
            moved.append((p * sum(q for q, _ in ours) / some * right if some else p, i, good, x, right))
        return moved

    return table
