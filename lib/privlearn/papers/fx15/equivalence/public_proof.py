"""FX15, Theorem 3.1: both proofs, line by line, on protocols with public coins and on random sets of hypotheses.

Definitions
-----------
A hypothesis is a table of bits, one for each point.  ``D_r`` says that the law of Bob's point is D whatever the coins,
or holds for each of their outcomes a law of its own: then the point is not drawn independently of them.
"""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import privlearn.papers.fx15.equivalence.protocol_to_random_set
import privlearn.papers.fx15.equivalence.random_set_to_protocol  # noqa: F401  declares what is proved here
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.communication import (PublicCoinProtocol, protocol_of_representation, representation_of_protocol,
                                     worst_error)
from privlearn.communication.conversions import distributional_protocol
from privlearn.communication.public_coins import distributional_error, public_coin_value
from privlearn.concepts import T3, Concept, ConceptClass, classes_up_to_symmetry
from privlearn.dimensions.representation import ProbabilisticRepresentation, miss_probability
from privlearn.exact.fractions import HALF, QUARTER, THIRD
from privlearn.learning import grid_distributions
from privlearn.papers.by_definition import small_classes
from privlearn.papers.fx15.equivalence.instances import (ball_of, coarse_distributions, errors_by_cells, inputs,
                                                         public_protocols, representations)

Law = tuple[Fraction, ...]
Rows = tuple[Concept, ...]
ROWS = tuple(T3.rows())


class Coins(NamedTuple):
    """A protocol with public coins: each outcome with Alice's messages and Bob's tables; and a law of his point."""

    C: Rows
    protocol: tuple[tuple[Fraction, tuple[int, ...], tuple[Any, ...]], ...]
    D: Law
    epsilon: Fraction
    delta: Fraction
    D_r: tuple[Law, ...] | str = "D"

    @property
    def labels(self) -> dict[str, str]:
        """What a reader calls the parts whose names are others."""
        return {"protocol": "coins, Alice, Bob", "D_r": "D given the coins"}


class RandomSet(NamedTuple):
    """A random set of hypotheses, and a law of the two inputs."""

    C: Rows
    sets: tuple[tuple[Fraction, Rows], ...]
    mu: tuple[Law, ...]
    epsilon: Fraction
    delta: Fraction
    D_r: tuple[Law, ...] | str = "D_f"

    @property
    def labels(self) -> dict[str, str]:
        """What a reader calls the parts whose names are others."""
        return {"sets": "H", "D_r": "D_f given H"}


def error(law: Law, h: Iterable[Any], row: Concept) -> Fraction:
    """Return how often h, bits or chances of a 1, is wrong about a concept."""
    return sum((q * abs(a - b) for q, a, b in zip(law, h, row, strict=True)), Fraction(0))


def majority(table: Iterable[Any]) -> Concept:
    """Return a table of bits as it is, and chances of a 1 rounded."""
    return tuple(int(2 * chance > 1) for chance in table)


def set_and_averages(given: Coins) -> Iterator[Line]:
    """The set, the averaging over coins and points, and what Alice would have named."""
    most = max(len(bob) for _, _, bob in given.protocol)
    yield Line("set", "<=", max(len({*map(majority, bob)}) for _, _, bob in given.protocol), most)
    laws = (given.D,) * len(given.protocol) if isinstance(given.D_r, str) else given.D_r
    errors = [[(w, error(law, bob[alice[f]], row)) for (w, alice, bob), law in zip(given.protocol, laws, strict=True)]
              for f, row in enumerate(given.C)]
    mean = [sum(w * e for w, e in law) for law in errors]
    exceeds = [sum((w for w, e in law if e > given.epsilon), Fraction(0)) for law in errors]
    for f, row in enumerate(given.C):
        yield Line("eq-markov/mean", "<=", mean[f], given.epsilon * given.delta, ("concept", row))
    for f, row in enumerate(given.C):
        sign = "<" if exceeds[f] else "<="  # strict where the event is possible
        yield Line("eq-markov/tail", sign, given.epsilon * exceeds[f], mean[f], ("concept", row))
    for f, row in enumerate(given.C):
        yield Line("eq-markov/exceeds", "<=", exceeds[f], given.delta, ("concept", row))
    for f, row in enumerate(given.C):
        missed = sum(w for (w, _, bob), law in zip(given.protocol, laws, strict=True)
                     if ball_of(row, tuple(map(majority, bob)), law) > given.epsilon)
        yield Line("named", "<=", missed, exceeds[f], ("concept", row))


@cache
def missed_at_worst(protocol: Any, C: Rows, epsilon: Fraction) -> Fraction:
    """Return how often the random set misses, for the worst concept and the worst of all laws of the point."""
    tables = PublicCoinProtocol(tuple((w, alice, tuple(map(majority, bob))) for w, alice, bob in protocol))
    return miss_probability(representation_of_protocol(tables), ConceptClass.from_matrix(C), epsilon)


def start_of_coins() -> Coins:
    """The best protocol of three thresholds with two messages, and points that are not equally likely."""
    branches = public_coin_value(T3, 2).protocol.branches
    return Coins(ROWS, branches, (THIRD, 1 - THIRD), Fraction(2, 5), HALF)


@cache
def coins() -> tuple[Coins, ...]:
    """All mixtures of two protocols with two messages for two and three concepts on two points; and optimal ones."""
    pairs = [((0, 0), (0, 1)), ((0, 0), (1, 1)), ((0, 1), (1, 0)), ((0, 1), (1, 1))]
    found = [(tuple(c.rows()), tuple(zip((THIRD, 1 - THIRD), *zip(*two, strict=True), strict=True)))
             for c, _ in classes_up_to_symmetry(2) if len(c) < 4
             for two in product(product(product((0, 1), repeat=len(c)), pairs), repeat=2)]
    found += [(tuple(c.rows()), public_coin_value(c, k).protocol.branches)
              for c, _ in small_classes() for k in range(1, len(c))]
    found += [(tuple(c.rows()), protocol.branches) for c, protocol in public_protocols().values()]
    made: list[Coins] = []
    for C, branches in found:
        worst = worst_error(PublicCoinProtocol(branches), ConceptClass.from_matrix(C))
        laws = [*grid_distributions(len(C[0]), 2), *grid_distributions(len(C[0]), 3)]
        for epsilon in (worst, QUARTER, Fraction(2, 5), Fraction(49, 100), HALF):
            if worst <= epsilon <= HALF:
                delta = worst / epsilon if epsilon else worst
                made.append(Coins(C, branches, laws[len(made) % len(laws)], epsilon, delta))
    return tuple(made)


def larger_error() -> Iterator[Coins]:
    """Yield protocols that err twice as often as they may."""
    yield from (given._replace(delta=given.delta / 2) for given in [start_of_coins(), *coins()[::4]] if given.delta)


def coins_of_bob() -> Iterator[Coins]:
    """Yield a protocol in which Alice names her concept, and Bob tosses a coin of his own at a point."""
    tables = [tuple(tuple(HALF if x == y else Fraction(bit) for x, bit in enumerate(row)) for row in ROWS)
              for y in (0, 1)]
    given = start_of_coins()._replace(D=(HALF, HALF), epsilon=THIRD, delta=Fraction(3, 4))
    yield given._replace(protocol=tuple((HALF, (0, 1, 2), table) for table in tables))


def points_after_coins() -> Iterator[Coins]:
    """Yield protocols with the point at which they are wrong most often, if there is one, chosen after the coins."""
    for given in [start_of_coins(), *coins()[::8]]:
        points = range(len(given.D))
        wrong = [[sum(bob[m][x] != row[x] for m, row in zip(alice, given.C, strict=True)) for x in points]
                 for _, alice, bob in given.protocol]
        yield given._replace(D_r=tuple(tuple(Fraction(x == row.index(max(row))) for x in points) for row in wrong))


@proof("FX15-3.1.le", grade="exact",
       quantifier="all mixtures 1/3, 2/3 of two protocols with two messages for at most 3 concepts on 2 points, "
                  "optimal protocols of all classes on 3 points (of each orbit), of T3, AllFunctions(2), Thr_2, "
                  "Point_2, Line_2, AllFunctions(3), Thr_3 and hashes for Point_2; epsilon in {the error, 1/4, 2/5, "
                  "49/100, 1/2}; the conclusion over all distributions, the steps at one in halves or thirds",
       instances=coins, start=start_of_coins,
       steps={"set": "{the hypotheses in the largest set} are at most {the messages}",
              "eq-markov/mean": "{the mean error over coins and points} is at most {epsilon delta}",
              "eq-markov/tail": "{epsilon Pr[E_r > epsilon]} is at most {the mean error}, and less unless it is 0",
              "eq-markov/exceeds": "{Pr[E_r > epsilon]} is at most {delta}",
              "named": "{the probability that no hypothesis of the set is good} is at most {Pr[E_r > epsilon]}",
              "conclusion": "{the miss probability, for all concepts and distributions} is at most {delta}"},
       hypotheses=(
           Hypothesis("the protocol errs with probability at most epsilon delta", larger_error,
                      ("eq-markov/mean", "eq-markov/exceeds", "conclusion")),
           Hypothesis("all coins are public", coins_of_bob, ("named", "conclusion")),
           Hypothesis("the point is drawn independently of the coins", points_after_coins,
                      ("eq-markov/mean", "eq-markov/exceeds")),
           Hypothesis("epsilon is at most 1/2, delta at most 1",
                      needless="the proof works for all that are not negative; for larger ones little is claimed")))
def protocol_represents(given: Coins) -> Iterator[Line]:
    yield from set_and_averages(given)
    yield Line("conclusion", "<=", missed_at_worst(given.protocol, given.C, given.epsilon), given.delta)


def refutes_protocol_represents(given: Coins, step: str, case: Any) -> bool:
    """Tell whether a line is false: the errors cell by cell, the misses at laws with small denominators."""
    C, points = given.C, range(len(given.D))
    sets = [{tuple(1 if b > Fraction(1, 2) else 0 for b in table) for table in bob} for _, _, bob in given.protocol]
    if step == "conclusion":
        return any(sum(w for (w, _, _), some in zip(given.protocol, sets, strict=True)
                       if all(sum(law[x] for x in points if h[x] != row[x]) > given.epsilon for h in some))
                   > given.delta for row in C for law in coarse_distributions(len(points), 7))
    f, mean, exceeds, missed = C.index(case[1]), Fraction(0), Fraction(0), Fraction(0)
    for i, (w, alice, bob) in enumerate(given.protocol):
        law = given.D if isinstance(given.D_r, str) else given.D_r[i]
        e = sum(law[x] * (1 - bob[alice[f]][x] if C[f][x] else bob[alice[f]][x]) for x in points)
        mean, exceeds = mean + w * e, exceeds + w * (e > given.epsilon)
        missed += w * all(sum(law[x] for x in points if h[x] != C[f][x]) > given.epsilon for h in sets[i])
    return {"eq-markov/mean": mean > given.epsilon * given.delta, "eq-markov/exceeds": exceeds > given.delta,
            "named": missed > exceeds}[step]


def size_of(given: RandomSet) -> int:
    return max(len(set(some)) for _, some in given.sets)


class Choices:
    """What the proof names for one concept of positive probability: the joint law of the set, G_f, x and the answer."""

    def __init__(self, given: RandomSet, f: int, protocol: PublicCoinProtocol) -> None:
        row = given.C[f]
        self.case = ("concept", row)
        self.law = [q / sum(given.mu[f]) for q in given.mu[f]]
        self.table, self.errors = [], []
        for i, (w, alice, some) in enumerate(protocol.branches):
            good = ball_of(row, some, tuple(self.law)) <= given.epsilon
            named, after = some[alice[f]], self.law if isinstance(given.D_r, str) else given.D_r[i]
            self.table += [(w * q, good, x, named[x] == row[x]) for x, q in enumerate(after)]
            self.errors.append(error(given.mu[f], named, row))

    def chance(self, good: bool = False, right: bool = False, at: int | None = None) -> Fraction:
        """Return the probability, given f, of G_f, of a right answer, of a point, or of some of them at once."""
        return sum((p for p, is_good, x, is_right in self.table
                    if is_good >= good and is_right >= right and at in (None, x)), Fraction(0))


def success_of_alice(given: RandomSet, choices: list[Choices]) -> Iterator[Line]:
    """The chain for every concept."""
    epsilon, delta = given.epsilon, given.delta
    for c in choices:
        yield Line("eq-chain/good", "<=", 1 - delta, c.chance(good=True), c.case)
    for c in choices:
        for x, q in enumerate(c.law):
            yield Line("eq-chain/independent", "==", c.chance(good=True, at=x), c.chance(good=True) * q,
                       (*c.case, "point", x))
    for c in choices:
        yield Line("eq-chain/given", "<=", (1 - epsilon) * c.chance(good=True), c.chance(good=True, right=True), c.case)
    for c in choices:
        yield Line("eq-chain/success", "<=", c.chance(good=True, right=True), c.chance(right=True), c.case)
    for c in choices:
        yield Line("eq-chain/product", "<=", (1 - epsilon) * (1 - delta), c.chance(right=True), c.case)


def best_coins(given: RandomSet, choices: list[Choices], promise: Fraction) -> Iterator[Line]:
    """Formula (3.1)."""
    masses = [sum(law) for law in given.mu if sum(law)]
    mean = sum(mass * (1 - c.chance(right=True)) for mass, c in zip(masses, choices, strict=True))
    fixed = min(sum(errors) for errors in zip(*(c.errors for c in choices), strict=True))
    yield Line("eq31/mean", "<=", mean, promise)
    yield Line("eq31/coins", "<=", fixed, mean)
    yield Line("eq31/fixed", "<=", distributional_error(ConceptClass.from_matrix(given.C), size_of(given), given.mu),
               promise)


@cache
def forced(C: Rows, messages: int) -> Fraction:
    """Return what the hardest distribution of inputs forces deterministic protocols with so many messages to err."""
    concepts = ConceptClass.from_matrix(C)
    return distributional_error(concepts, messages, public_coin_value(concepts, messages).hard_distribution)


@cache
def converted(sets: Any, C: Rows) -> PublicCoinProtocol:
    return protocol_of_representation(ProbabilisticRepresentation(sets), ConceptClass.from_matrix(C))


def start_of_sets() -> RandomSet:
    """Two of three thresholds, each pair with equal probability."""
    pairs = tuple((THIRD, (ROWS[i], ROWS[j])) for i, j in ((0, 1), (0, 2), (1, 2)))
    mu = ((Fraction(1, 12), QUARTER), (Fraction(1, 30), Fraction(3, 10)), (Fraction(1, 6), Fraction(1, 6)))
    return RandomSet(ROWS, pairs, mu, Fraction(1, 8), THIRD)


@cache
def random_sets() -> tuple[RandomSet, ...]:
    """All mixtures of two sets of at most two functions on two points; sets of least miss probability."""
    tables = list(product((0, 1), repeat=2))
    some = [*((h,) for h in tables), *((g, h) for g in tables for h in tables if g < h)]
    found = []
    for c, _ in classes_up_to_symmetry(2):
        for k, (one, two) in enumerate(product(some, some)):
            sets = ((THIRD, one), (1 - THIRD, two))
            law = ((QUARTER, 1 - QUARTER), (HALF, HALF), (1 - THIRD, THIRD))[k % 3]
            mu = (tuple(q / len(c) for q in law),) * len(c)
            missed = miss_probability(ProbabilisticRepresentation(sets), c, (QUARTER, THIRD)[k % 2])
            found.append(RandomSet(tuple(c.rows()), sets, mu, (QUARTER, THIRD)[k % 2], missed))
    for name, (c, epsilon, solved, missed) in representations().items():
        if len(c) <= 4 and ", hash" not in name:
            found += [RandomSet(tuple(c.rows()), solved.branches, mu, epsilon, missed)
                      for mu in inputs(c, solved.size)[:4]]
    return tuple(found)


def missing_more() -> Iterator[RandomSet]:
    """Yield random sets that miss twice as often as they may."""
    yield from (given._replace(delta=given.delta / 2) for given in [start_of_sets(), *random_sets()[::4]])


def points_after_sets() -> Iterator[RandomSet]:
    """Yield random sets with a point at which the first hypothesis of the set errs, chosen after the set."""
    for given in [start_of_sets(), *random_sets()[::8]]:
        wrong = [[sum(some[0][x] != row[x] for row in given.C) for x in range(len(row))]
                 for _, some in given.sets for row in given.C[:1]]
        yield given._replace(D_r=tuple(tuple(Fraction(x == marks.index(max(marks))) for x in range(len(marks)))
                                       for marks in wrong))


@proof("FX15-3.1.ge", grade="exact",
       quantifier="all mixtures 1/3, 2/3 of two sets of at most two functions on 2 points, for all classes on 2 points "
                  "up to symmetry, epsilon in {1/4, 1/3}; least-miss representations of T3, AllFunctions(2), Thr_2, "
                  "Point_2, Line_2 by sets of 1 to 3 functions, epsilon in {0, 1/8, 1/4, 1/3, 2/5}, each with its hard "
                  "and 3 random input distributions; delta is the miss probability, over all distributions",
       instances=random_sets, start=start_of_sets,
       steps={"eq-chain/good": "{1 - delta} is at most {Pr[G_f]}",
              "eq-chain/independent": "{Pr[G_f and x]} equals {Pr[G_f] Pr[x]}",
              "eq-chain/given": "{(1 - epsilon) Pr[G_f]} is at most {Pr[G_f and right]}",
              "eq-chain/success": "{Pr[G_f and right]} is at most {Pr[right]}",
              "eq-chain/product": "{(1 - epsilon)(1 - delta)} is at most {Pr[right]}",
              "eq31/mean": "{the error over mu and the coins} is at most {epsilon + delta - epsilon delta}",
              "eq31/coins": "{the error with the best fixed coins} is at most {the error over mu and the coins}",
              "eq31/fixed": "{the least error of a deterministic protocol under mu} is at most "
                            "{epsilon + delta - epsilon delta}",
              "yao": "{the least error with public coins} is at most "
                     "{that of deterministic protocols under the hardest mu}",
              "messages": "{the messages of a protocol made of H} are at most {the hypotheses in the largest set}",
              "conclusion": "{its largest error, over all inputs} is at most "
                            "{epsilon + delta - epsilon delta}"},
       wordless={"one distribution": "the protocol of the proof is defined there"},
       hypotheses=(
           Hypothesis("H misses with probability at most delta", missing_more,
                      ("eq-chain/good", "eq-chain/product", "eq31/mean", "eq31/fixed", "conclusion")),
           Hypothesis("the point is drawn independently of the coins", points_after_sets,
                      ("eq-chain/independent", "eq-chain/given", "eq-chain/product", "eq31/mean", "eq31/coins")),
           Hypothesis("epsilon is at most 1/2, delta at most 1",
                      needless="the proof asks for probabilities only; for larger epsilon less is claimed")))
def random_set_is_a_protocol(given: RandomSet) -> Iterator[Line]:
    promise = given.epsilon + given.delta - given.epsilon * given.delta
    protocol = distributional_protocol(ProbabilisticRepresentation(given.sets), ConceptClass.from_matrix(given.C),
                                       given.mu, given.epsilon)
    choices = [Choices(given, f, protocol) for f in range(len(given.C)) if sum(given.mu[f])]
    yield from success_of_alice(given, choices)
    yield from best_coins(given, choices, promise)
    concepts, k, made = ConceptClass.from_matrix(given.C), size_of(given), converted(given.sets, given.C)
    yield Line("yao", "<=", worst_error(public_coin_value(concepts, k).protocol, concepts), forced(given.C, k))
    yield Line("messages", "<=", made.messages, k)
    yield Line("conclusion", "<=", worst_error(made, concepts), promise)


def refutes_random_set_is_a_protocol(given: RandomSet, step: str, case: Any) -> bool:
    """Tell whether a line is false: Alice's choice and the points again, one after the other."""
    promise, total, fixed = 1 - (1 - given.epsilon) * (1 - given.delta), Fraction(0), [Fraction(0)] * len(given.sets)
    if step == "conclusion":
        made = protocol_of_representation(ProbabilisticRepresentation(given.sets), ConceptClass.from_matrix(given.C))
        return max(map(max, errors_by_cells(made, ConceptClass.from_matrix(given.C)))) > promise
    if step == "eq31/fixed":
        return least_error_by_trying(given) > promise
    for f, row in enumerate(given.C):
        mass, good, both, right, at = sum(given.mu[f]), Fraction(0), Fraction(0), Fraction(0), Fraction(0)
        for i, (w, some) in enumerate(given.sets):
            wrong = [sum(q for q, a, b in zip(given.mu[f], h, row, strict=True) if a != b) for h in some]
            named = next((j for j, q in enumerate(wrong) if q <= given.epsilon * mass), -1)
            law = tuple(q / (mass or 1) for q in given.mu[f]) if isinstance(given.D_r, str) else given.D_r[i]
            hit = sum(q for q, a, b in zip(law, some[max(named, 0)], row, strict=True) if a == b) if mass else 0
            fixed[i] += wrong[max(named, 0)]
            good, right, both = good + w * (named >= 0), right + w * hit, both + w * hit * (named >= 0)
            at += w * (named >= 0) * law[case[3]] if case and len(case) == 4 and mass else 0
        total += mass * (1 - right)
        if case and case[1] == row:
            return {"eq-chain/good": good < 1 - given.delta, "eq-chain/given": both < (1 - given.epsilon) * good,
                    "eq-chain/product": right < 1 - promise,
                    "eq-chain/independent": len(case) == 4 and at * mass != good * given.mu[f][case[3]]}[step]
    return total > promise if step == "eq31/mean" else min(fixed) > total


def least_error_by_trying(given: RandomSet) -> Fraction:
    """Return the least error under mu, over all lists of tables, Alice naming the best."""
    wrong = [[sum(q for q, a, b in zip(law, h, row, strict=True) if a != b)
              for law, row in zip(given.mu, given.C, strict=True)] for h in product((0, 1), repeat=len(given.C[0]))]
    return min(sum(map(min, zip(*some, strict=True))) for some in product(wrong, repeat=size_of(given)))
