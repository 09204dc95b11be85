"""Small classes, optimal protocols, representations and errors shared by the claims on the equivalence."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.communication import PrivateCoinProtocol, PublicCoinProtocol, representation_of_protocol, worst_error
from privlearn.communication.equality import equality_protocol
from privlearn.communication.private_coins import best_alice, chain_protocol
from privlearn.communication.private_coins.message_bounds import Adversary
from privlearn.communication.public_coins import public_coin_value
from privlearn.concepts import T3, Concept, ConceptClass, all_functions, lines, point_functions, thresholds
from privlearn.dimensions.representation import (ProbabilisticRepresentation, SmallestRepresentation, miss_probability,
                                                 probabilistic_representation_value, smallest_representation)
from privlearn.exact.formulas import Value, formula
from privlearn.papers.by_definition import small_classes

ERRORS = tuple(Fraction(a, b) for a, b in ((1, 10), (1, 8), (1, 4), (1, 3), (2, 5), (1, 2)))
CONFIDENCES = tuple(Fraction(a, b) for a, b in ((1, 16), (1, 8), (1, 5), (1, 4), (1, 3), (1, 2), (3, 4), (1, 1)))
CLASSES = {
    "T3": T3,
    "AllFunctions(2)": all_functions(2),
    "Thr_2": thresholds(2).restrict(range(3)),  # the last point is 1 for all
    "Point_2": point_functions(4),
    "Line_2": lines(2),
}
WIDE = thresholds(3).restrict(range(7))  # Thr_3 on its non-constant points


@cache
def all_instances() -> tuple[ConceptClass, ...]:
    """The orbits on up to 3 points, and the two named classes on 4 points."""
    return (*(concepts for concepts, _ in small_classes()), CLASSES["Point_2"], CLASSES["Line_2"])


@cache
def public_messages(concepts: ConceptClass, error: Fraction) -> int:
    """The least number of public-coin messages with worst error at most ``error``."""
    return next(k for k in range(1, len(concepts) + 1) if public_coin_value(concepts, k).value <= error)


@cache
def least_miss(concepts: ConceptClass, size: int, alpha: Fraction) -> Fraction:
    """The least miss probability of a representation by sets of the given size; 0 where the class itself fits."""
    return Fraction(0) if size >= len(concepts) else probabilistic_representation_value(concepts, size, alpha).value


@cache
def representation_size(concepts: ConceptClass, alpha: Fraction, beta: Fraction) -> int:
    """The least size of an (alpha, beta)-probabilistic representation."""
    return next(k for k in range(1, len(concepts) + 1) if least_miss(concepts, k, alpha) <= beta)


@cache
def least_size(concepts: ConceptClass, alpha: Fraction) -> int:
    """The least size of a deterministic representation."""
    return smallest_representation(concepts, alpha).size


@cache
def public_protocols() -> dict[str, tuple[ConceptClass, PublicCoinProtocol]]:
    """Optimal public-coin protocols with two and more messages, and hashing for points."""
    found = {}
    for name, concepts in {**CLASSES, "AllFunctions(3)": all_functions(3)}.items():
        for k in range(2, len(concepts)):
            found[f"{name}, {k} messages"] = concepts, public_coin_value(concepts, k).protocol
    for k in (4, 7):
        found[f"Thr_3, {k} messages"] = WIDE, public_coin_value(WIDE, k).protocol
    for hash_bits in (1, 2):
        found[f"Point_2, hash of {hash_bits} bits"] = point_functions(4), equality_protocol(2, hash_bits)
    halves = tuple((Fraction(n, 4), (0,), (table,)) for n, table in ((2, (0, 0)), (1, (0, 1)), (1, (1, 0))))
    found["one concept"] = ConceptClass.from_matrix([[0, 0]]), PublicCoinProtocol(halves)  # tight for alpha near 1/2
    return found


@cache
def representations() -> dict[str, tuple[ConceptClass, Fraction, ProbabilisticRepresentation, Fraction]]:
    """Representations of least miss probability, and by hashing: class, alpha, representation, miss probability."""
    found = {}
    grid = (Fraction(0), Fraction(1, 8), Fraction(1, 4), Fraction(1, 3), Fraction(2, 5))
    wide = [(name, concepts, grid) for name, concepts in CLASSES.items()]
    for name, concepts, errors in [*wide, ("AllFunctions(3)", all_functions(3), grid)]:
        for size, alpha in product(range(1, min(len(concepts), 4)), errors):
            solved = probabilistic_representation_value(concepts, size, alpha)
            found[f"{name}, size {size}, epsilon {alpha}"] = concepts, alpha, solved.representation, solved.value
    for (bits, hash_bits), alpha in product(((2, 1), (2, 2), (3, 2), (3, 3)), grid[2:]):
        hashes = representation_of_protocol(equality_protocol(bits, hash_bits))
        first = ConceptClass.from_matrix([[1] + [0] * ((1 << bits) - 1)])  # all concepts are alike by translation
        found[f"Point_{bits}, hash of {hash_bits} bits, epsilon {alpha}"] = (
            point_functions(1 << bits), alpha, hashes, miss_probability(hashes, first, alpha))
    return found


@cache
def inputs(concepts: ConceptClass, size: int) -> tuple[tuple[tuple[Fraction, ...], ...], ...]:
    """Return the hard input distribution for so many messages, and 20 random ones."""
    rng, found = random.Random(31), [public_coin_value(concepts, size).hard_distribution]
    for _ in range(20):
        whole = [[rng.choice((0, 1, 1, 2, 5)) for _ in range(concepts.size)] for _ in range(len(concepts))]
        found.append(tuple(tuple(Fraction(n, sum(map(sum, whole))) for n in row) for row in whole))
    return tuple(found)


@cache
def private_protocols(random_ones: int = 200) -> tuple[tuple[str, ConceptClass, PrivateCoinProtocol], ...]:
    """Optimal protocols of T3, Thr_2 and one point, and random Bobs with the best Alice, for four classes in turn."""
    rng, found = random.Random(32), [("T3, optimal", T3, chain_protocol(T3, Fraction(1, 3))),
        ("Thr_2, nearly optimal", CLASSES["Thr_2"], chain_protocol(CLASSES["Thr_2"], Fraction(13, 34))),
        ("one point, a fair coin", all_functions(1), PrivateCoinProtocol(((Fraction(1),),) * 2, ((Fraction(1, 2),),)))]
    names = ("T3", "Thr_2", "Point_2", "Line_2")
    while len(found) < 3 + random_ones:
        i = len(found) - 3
        concepts = CLASSES[names[i % 4]]
        rows = rng.sample(concepts.rows(), rng.randint(max(2, len(concepts) - 1), len(concepts)))
        bob = tuple(tuple(abs(bit - Fraction(rng.choice((0, 0, 1, 2)), 8)) for bit in row) for row in rows)
        protocol = PrivateCoinProtocol(best_alice(concepts, bob), bob)
        if 2 * worst_error(protocol, concepts) < 1:  # else twice the error says nothing
            found.append((f"{names[i % 4]}, random {i}", concepts, protocol))
    return tuple(found)


def biased_coins() -> tuple[tuple[str, ConceptClass, PrivateCoinProtocol], ...]:
    """One constant concept and a Bob who is right with probability 101/200: rounding elsewhere than at 1/2 is seen."""
    return tuple((f"constant {bit}", ConceptClass.from_matrix([[bit]]), PrivateCoinProtocol(
        ((Fraction(1),),), ((Fraction(99 + 2 * bit, 200),),))) for bit in (0, 1))


def ball_of(row: Concept, hypotheses: tuple[Concept, ...], law: tuple[Fraction, ...]) -> Fraction:
    """The least error of a hypothesis against a concept under a distribution."""
    return min(sum((q for q, a, b in zip(law, h, row, strict=True) if a != b), Fraction(0)) for h in hypotheses)


def coarse_distributions(points: int, most: int) -> Iterator[tuple[Fraction, ...]]:
    """All distributions with weights that are multiples of 1/m, m = 1..most (for verifiers: no other code is used)."""
    for m in range(1, most + 1):
        yield from (tuple(Fraction(a, m) for a in parts) for parts in product(range(m + 1), repeat=points)
                    if sum(parts) == m)


CONVENTION = ("Message counts: the cost is log2 of the number of messages. With the cost counted in whole bits one "
              "half of the theorem holds and the other fails by rounding, by less than one bit: the first holds for "
              "messages of one fixed length, the second for messages of at most a length.")


@formula("at most", tex={"alpha": r"\varepsilon", "beta": r"\delta"},
         corners={"alpha": (Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)), "beta": (Fraction(1, 8), Fraction(1, 2))})
def either(alpha: Value, beta: Value) -> Value:
    """The probability that one of two independent events of these probabilities happens."""
    return alpha + beta - alpha * beta


@formula("at least", tex=either.tex, corners=either.corners)
def both(alpha: Value, beta: Value) -> Value:
    """The probability that two independent events of these probabilities happen."""
    return alpha * beta


@formula("at least", tex=either.tex, corners=either.corners)
def neither(alpha: Value, beta: Value) -> Value:
    """The probability that none of two independent events of these probabilities happens."""
    return (1 - beta) * (1 - alpha)


@formula("rows")
def copies_to_eighth() -> Value:
    """Return how many copies of a protocol with error 1/3 have a majority with error 1/8."""
    return 11


@formula("rows")
def copies_to_sixteenth() -> Value:
    """Return how many copies of a protocol with error 1/3 have a majority with error 1/16."""
    return 21


@formula("rows")
def copies_to_third() -> Value:
    """Return how many copies of a protocol with error 7/16 have a majority with error 1/3."""
    return 13


COPIES = (copies_to_eighth, copies_to_sixteenth, copies_to_third)


def errors_by_cells(protocol: PublicCoinProtocol, concepts: ConceptClass) -> list[list[Fraction]]:
    """The error matrix, cell by cell (for verifiers)."""
    return [[sum((w for w, alice, bob in protocol.branches if bob[alice[f]][x] != bit), Fraction(0))
             for x, bit in enumerate(row)] for f, row in enumerate(concepts.rows())]


def counted_messages(messages: int, reading: str) -> int:
    """Two to the cost of so many messages: the messages themselves, or what whole bits allow."""
    exponent = {"messages": 0, "fixed length": (messages - 1).bit_length(), "up to a length": messages.bit_length() - 1}
    return messages if reading == "messages" else 1 << exponent[reading]


def half_holds(reading: str, half: str):
    """Return whether one half holds for every class and (alpha, beta) of the grid: None, or the first exception."""
    for concepts in all_instances():
        for alpha, beta in product((Fraction(1, 16), *ERRORS[1:-1]), CONFIDENCES):
            size = representation_size(concepts, alpha, beta)
            error = (both if half == "<=" else either)(alpha, beta)
            cost = counted_messages(public_messages(concepts, error), reading)
            if (size > cost) if half == "<=" else (cost > size):
                return concepts.rows(), alpha, beta
    return None


REPRESENTING = tuple(map(Fraction, ("0", "1/8", "1/5", "1/4", "3/10", "1/3", "2/5", "9/20", "1/2")))


def adversaries_for(concepts: ConceptClass, found: SmallestRepresentation) -> list[Adversary]:
    """Those of the smallest representation, and all concepts with the uniform distributions on sets of points."""
    laws = [tuple(Fraction(mask >> x & 1, mask.bit_count()) for x in range(concepts.size))
            for mask in range(1, 1 << concepts.size)]
    return [*found.adversaries, *product(concepts.rows(), laws)]


def worst_error_by_cells(protocol: PrivateCoinProtocol, concepts: ConceptClass) -> Fraction:
    """The worst error, cell by cell (for verifiers)."""
    return max(sum((p * abs(q[x] - bit) for p, q in zip(mixture, protocol.bob, strict=True)), Fraction(0))
               for row, mixture in zip(concepts.rows(), protocol.alice, strict=True) for x, bit in enumerate(row))
