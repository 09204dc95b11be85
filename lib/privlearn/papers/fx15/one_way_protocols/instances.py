"""Classes, protocols and plain recomputations shared by the claims on one-way protocols."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import numpy as np

from privlearn.communication import PublicCoinProtocol, worst_error
from privlearn.communication.private_coins import chain_protocol, three_messages_for_a_chain, two_message_error
from privlearn.communication.public_coins import PublicCoinValue, public_coin_value
from privlearn.communication.public_coins.partitions import set_partitions
from privlearn.concepts import T3, Concept, ConceptClass, all_functions, lines, point_functions, thresholds
from privlearn.dimensions.representation import representation_alpha
from privlearn.exact import MinimaxProgram, solve

Matrix = tuple[tuple[Fraction, ...], ...]
Deterministic = tuple[tuple[int, ...], tuple[Concept, ...]]

THR_2 = thresholds(2).restrict(range(3))  # without the last point, at which all are 1
THR_3 = thresholds(3).restrict(range(7))
NAMED = {
    "T3": T3, "AllFunctions(2)": all_functions(2), "Thr_2": THR_2, "Line_2": lines(2), "Point_2": point_functions(4),
    "AllFunctions(3)": all_functions(3), "Thr_3": THR_3, "Point_3": point_functions(8), "Line_3": lines(3),
}


def named(*names: str) -> Iterator[tuple[str, ConceptClass, int]]:
    """Yield (name, class, k) for the named classes (default: all) and all k from 1 to the number of concepts."""
    for name in names or NAMED:
        yield from ((name, NAMED[name], k) for k in range(1, len(NAMED[name]) + 1))


def solved(concepts: ConceptClass, messages: int) -> PublicCoinValue:
    """Return the public-coin value with its certificates (kept by the solver, for each order of the rows)."""
    return public_coin_value(concepts, messages)


def uniform_weights(concepts: ConceptClass) -> Matrix:
    """Return the uniform distribution on cells."""
    return ((Fraction(1, len(concepts) * concepts.size),) * concepts.size,) * len(concepts)


def random_weights(concepts: ConceptClass, seed: int) -> Matrix:
    """Return random integer weights from 0 to 9 on the cells, normalised."""
    rng = random.Random(seed)
    whole = [[rng.randrange(10) for _ in range(concepts.size)] for _ in range(len(concepts))]
    whole[0][0] += 1  # not all 0
    total = sum(map(sum, whole))
    return tuple(tuple(Fraction(w, total) for w in row) for row in whole)


def deterministic_protocols(concepts: ConceptClass, messages: int) -> Iterator[Deterministic]:
    """Yield every deterministic protocol, up to the names of the messages and tables that are never used."""
    tables = list(product((0, 1), repeat=concepts.size))
    for alice in set_partitions(len(concepts), messages):
        yield from ((alice, bob) for bob in product(tables, repeat=max(alice) + 1))


def full_program(concepts: ConceptClass, messages: int, *, tables=None) -> Fraction:
    """The least worst error over all mixtures of all deterministic protocols, listed: no columns are generated."""
    rows = concepts.rows()
    listed = [(alice, bob) for alice, bob in deterministic_protocols(concepts, messages)
              if tables is None or set(bob) <= set(tables)]
    cells = list(product(range(len(rows)), range(concepts.size)))
    tasks = tuple({j: Fraction(1) for j, (alice, bob) in enumerate(listed) if bob[alice[f]][x] != rows[f][x]}
                  for f, x in cells)
    return solve(MinimaxProgram(blocks=(len(listed),), tasks=tasks)).value


def average(protocol: Deterministic, rows: Sequence[Concept], weights: Matrix) -> Fraction:
    """Return the mass of the cells at which a deterministic protocol errs."""
    alice, bob = protocol
    return sum((w for row, message, masses in zip(rows, alice, weights, strict=True)
                for bit, answer, w in zip(row, bob[message], masses, strict=True) if bit != answer), Fraction(0))


def least_by_partitions(concepts: ConceptClass, messages: int, weights: Matrix) -> Fraction:
    """Return the least average error of a deterministic protocol by listing all partitions, a majority each."""
    rows = concepts.rows()

    def cost(alice: tuple[int, ...]):
        masses: dict[tuple[int, int, int], Fraction] = {}
        for f, message in enumerate(alice):
            for x in range(concepts.size):
                key = message, x, rows[f][x]
                masses[key] = masses.get(key, Fraction(0)) + weights[f][x]
        return sum(min(mass, masses.get((message, x, 1 - bit), Fraction(0)))
                   for (message, x, bit), mass in masses.items() if bit or (message, x, 1) not in masses)

    return Fraction(min(cost(alice) for alice in set_partitions(len(rows), messages)))


def error_if_bob_sees_no_point(protocol: PublicCoinProtocol, concepts: ConceptClass) -> Fraction:
    """The least worst error if Bob's answer cannot depend on his point: 1/2 unless all concepts are constant."""
    return Fraction(int(any(len(set(row)) > 1 for row in concepts.rows())), 2)


SORTED_THR_2 = ConceptClass.from_matrix(sorted(THR_2.rows()))
PRIVATE = {"T3": T3, "Thr_2": THR_2}


@cache
def representation_value(name: str, size: int) -> Fraction:
    """The least alpha with which so many hypotheses represent the class: the best of all sets of hypotheses."""
    concepts = PRIVATE[name]
    tables = list(product((0, 1), repeat=concepts.size))
    return min(representation_alpha(ConceptClass.from_matrix(chosen), concepts)
               for chosen in combinations(tables, min(size, len(concepts))))


ROOT = Fraction(114243, 80782)  # a convergent of the square root of 2


@cache
def private_error(name: str, messages: int) -> Fraction:
    """The worst error of a private-coin protocol for T3 or Thr_2: the least with other than three messages."""
    concepts = PRIVATE[name]
    if messages == 1:
        return Fraction(1, 2)
    if messages >= len(concepts):
        return Fraction(0)
    if messages == 2:
        return worst_error(chain_protocol(concepts, two_message_error(concepts).upper), concepts)
    return worst_error(three_messages_for_a_chain(ROOT), SORTED_THR_2)


def majority_by_counting(error: Fraction, copies: int) -> Fraction:
    """The error of the majority, in whole numbers."""
    a, b = error.numerator, error.denominator
    return Fraction(sum(comb(copies, i) * a**i * (b - a) ** (copies - i) for i in range(copies // 2 + 1, copies + 1)),
                    b**copies)


def first_odd_number(error: Fraction, goal: Fraction) -> int:
    """The least odd number of copies, by trying one after the other."""
    copies = 1
    while majority_by_counting(error, copies) > goal:
        copies += 2
    return copies


def least_over_block_sizes(points: int, messages: int, share: Fraction) -> Fraction:
    """The least average error of a partition under the symmetric distribution, by dynamic programming in numpy."""
    n, sizes = points, np.arange(points + 1, dtype=object)
    on, off = share * (n - 1), 1 - share  # in units of 1 / (N (N - 1))
    scale = on.denominator * off.denominator
    cost = np.minimum(sizes * int(on * scale), sizes * (sizes - 1) * int(off * scale))
    best = cost
    for _ in range(messages - 1):
        best = np.array([(cost[: total + 1] + best[total::-1]).min() for total in range(n + 1)], dtype=object)
    return Fraction(int(best[n]), n * (n - 1) * scale)


def value_without_own_zeros(points: int, messages: int) -> Fraction:
    """The value if no block may answer 0 for its own points: all blocks answer 0, or all answer 1, balanced."""
    size, larger = divmod(points, messages)
    other = larger * (size + 1) * size + (messages - larger) * size * (size - 1)
    return Fraction(other, other + points * (points - 1))
