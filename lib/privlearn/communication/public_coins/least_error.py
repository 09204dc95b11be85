"""Yao's principle: the least error with public coins, solved exactly from both sides.

Definitions
-----------
The *public-coin value* ``v_k`` of a class is the least worst error of a public-coin protocol with ``k`` messages.  By
the minimax theorem (FX15, 2.1) it equals the largest *distributional error*: the largest, over all distributions on
cells (concept, point), of the least average error of a deterministic protocol.  A protocol proves the upper bound, a
*hard distribution* the lower one; :class:`PublicCoinValue` carries both and :func:`is_public_coin_value` recomputes
them without using the solver.

The solver generates columns: a master program mixes the protocols found so far, its multipliers are a distribution on
cells, and the best protocol against it (:mod:`~privlearn.communication.public_coins.partitions`, exact in integers)
joins, until no protocol is better than the mixture.  Cells that a symmetry of the class exchanges get the same weight.

>>> from privlearn.concepts import point_functions
>>> public_coin_value(point_functions(4), 2).value
Fraction(3, 13)
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, lru_cache
from itertools import count
from math import lcm

from privlearn.communication.protocols import Matrix, PublicCoinProtocol, as_messages, error_matrix, trivial_protocol
from privlearn.communication.public_coins.partitions import best_partition
from privlearn.communication.public_coins.symmetries import (DeterministicProtocol, Symmetry, cell_orbits,
                                                             protocol_orbit, symmetry_generators)
from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import MinimaxProgram, as_fraction, solve
from privlearn.exact.minimax import Enclosure
from privlearn.exact.rationals import Number

PRICING_BITS = 40  # multipliers are rounded to this many bits where a proposal is all that is needed
Orbits = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class PublicCoinValue:
    """The public-coin value with what proves it.

    Attributes
    ----------
    value : Fraction
    protocol : PublicCoinProtocol
        Its worst error is ``value``.
    hard_distribution : tuple of tuples of Fraction, concepts x points
        A probability distribution on cells: no deterministic protocol has a smaller average error than ``value``.
    """

    value: Fraction
    protocol: PublicCoinProtocol = field(repr=False)
    hard_distribution: Matrix = field(repr=False)


def as_cell_weights(weights: Sequence[Sequence[Number]], concepts: ConceptClass) -> Matrix:
    """Return checked weights, one Fraction of at least 0 for each concept and point, summing to 1.

    Raises
    ------
    ValueError
        If the class is empty, the shape is wrong, a weight is negative, or the sum is not 1.
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    table = tuple(tuple(as_fraction(w, "weights") for w in row) for row in weights)
    if len(table) != len(concepts) or any(len(row) != concepts.size for row in table):
        raise ValueError(f"weights must have shape {len(concepts)} x {concepts.size}")
    if min(min(row) for row in table) < 0 or sum(sum(row) for row in table) != 1:
        raise ValueError("weights must be non-negative and sum to 1")
    return table


def _integers(weights: Matrix) -> tuple[int, list[list[int]]]:
    scale = lcm(*(w.denominator for row in weights for w in row))
    return scale, [[w.numerator * (scale // w.denominator) for w in row] for row in weights]


def best_response(concepts: ConceptClass, messages: int,
                  weights: Sequence[Sequence[Number]]) -> tuple[Fraction, DeterministicProtocol]:
    """Return the least average error of a deterministic protocol under ``weights``, and such a protocol.

    Parameters
    ----------
    concepts : ConceptClass
        Of 1 to 12 concepts.
    messages : int
        At least 1.
    weights : concepts x points numbers
        A probability distribution on cells.

    Examples
    --------
    >>> best_response(ConceptClass.from_matrix([[1, 0], [0, 1]]), 1, ((Fraction(1, 4),) * 2,) * 2)
    (Fraction(1, 2), ((0, 0), ((0, 0),)))
    """
    k = as_messages(messages)
    scale, whole = _integers(as_cell_weights(weights, concepts))
    cost, alice, bob = best_partition(concepts.rows(), whole, k)
    return Fraction(cost, scale), (alice, bob)


def distributional_error(concepts: ConceptClass, messages: int, weights: Sequence[Sequence[Number]]) -> Fraction:
    """Return the least average error of any deterministic protocol with ``messages`` messages (exact).

    Notes
    -----
    ``D_eps(C; mu) <= log2 k`` exactly if this is at most ``eps`` for ``k`` messages (FX15, Section 2.4).

    >>> from privlearn.concepts import all_functions
    >>> distributional_error(all_functions(1), 1, [[Fraction(1, 3)], [Fraction(2, 3)]])
    Fraction(1, 3)
    """
    return best_response(concepts, messages, weights)[0]


def public_coin_value(concepts: ConceptClass, messages: int) -> PublicCoinValue:
    """Return the least worst error of a public-coin protocol with ``messages`` messages, proved from both sides.

    Parameters
    ----------
    concepts : ConceptClass
        Of 1 to 12 concepts; from 9 concepts without symmetry on the search takes seconds to minutes.
    messages : int
        At least 1.

    Raises
    ------
    ValueError
        If the class is empty.
    TooLargeToEnumerate
        For more than 12 concepts, when the messages do not simply name them.
    ArithmeticError
        If a master program could not be solved exactly.

    Notes
    -----
    Source: FX15, Sections 2.4 and 3.

    Examples
    --------
    >>> public_coin_value(ConceptClass.from_matrix([[0], [1]]), 1).value
    Fraction(1, 2)
    """
    k = as_messages(messages)
    if k >= len(concepts):
        corner = tuple(tuple(Fraction(int((f, x) == (0, 0))) for x in range(concepts.size))
                       for f in range(len(concepts)))
        return PublicCoinValue(Fraction(0), trivial_protocol(concepts), corner)
    return _solved(tuple(concepts.rows()), k)


def public_coin_messages(concepts: ConceptClass, error: Number) -> int:
    """Return the least number of messages of a public-coin protocol with worst error at most ``error``.

    Notes
    -----
    ``R^{->,pub}_error(C)`` is its logarithm, rounded up (FX15, Section 2.4, in our count of messages).

    Examples
    --------
    >>> pair = ConceptClass.from_matrix([[0], [1]])
    >>> public_coin_messages(pair, Fraction(1, 2)), public_coin_messages(pair, Fraction(1, 3))
    (1, 2)
    """
    goal = as_fraction(error, "error")
    if goal < 0:
        raise ValueError(f"error must be at least 0, got {goal}")
    return next(k for k in count(1) if public_coin_value(concepts, k).value <= goal)


def _orbit_errors(rows: Sequence[Concept], orbits: Orbits, sizes: Sequence[int],
                  protocol: DeterministicProtocol) -> tuple[Fraction, ...]:
    """Average error of a deterministic protocol on every orbit of cells."""
    alice, bob = protocol
    wrong = [0] * len(sizes)
    for row, message, numbers in zip(rows, alice, orbits, strict=True):
        for bit, answer, orbit in zip(row, bob[message], numbers, strict=True):
            wrong[orbit] += bit != answer
    return tuple(Fraction(count, size) for count, size in zip(wrong, sizes, strict=True))


def _master(columns: Sequence[tuple[Fraction, ...]]) -> Enclosure:
    tasks = tuple({c: errors[orbit] for c, errors in enumerate(columns) if errors[orbit]}
                  for orbit in range(len(columns[0])))
    return solve(MinimaxProgram(blocks=(len(columns),), tasks=tasks))


@cache
def _solved(rows: tuple[Concept, ...], messages: int) -> PublicCoinValue:
    """Generate columns: at the middle of the best distribution so far and the master's, or else at the master's."""
    concepts, generators = _with_symmetries(rows)
    orbits = cell_orbits(concepts, generators)
    sizes = [sum(row.count(orbit) for row in orbits) for orbit in range(1 + max(map(max, orbits)))]

    def spread(masses: Sequence[Fraction]) -> Matrix:
        return tuple(tuple(masses[orbit] / sizes[orbit] for orbit in row) for row in orbits)

    centre = tuple(Fraction(size, sum(sizes)) for size in sizes)
    best, first = best_response(concepts, messages, spread(centre))
    found = {first: _orbit_errors(rows, orbits, sizes, first)}
    while True:
        solved = _master(list(found.values()))
        better = first
        for masses in (_middle(centre, solved.task_weights), solved.task_weights):
            cost, better = best_response(concepts, messages, spread(masses))
            if cost > best:
                best, centre = cost, masses
            if better not in found:
                break
        if best >= solved.upper:
            return PublicCoinValue(best, _symmetrised(list(found), solved.point, generators), spread(centre))
        if better in found:
            raise ArithmeticError("a master program could only be enclosed, not solved: the value is not proved")
        found[better] = _orbit_errors(rows, orbits, sizes, better)


@lru_cache(maxsize=64)  # for all numbers of messages
def _with_symmetries(rows: tuple[Concept, ...]) -> tuple[ConceptClass, tuple[Symmetry, ...]]:
    concepts = ConceptClass.from_matrix(rows)
    return concepts, symmetry_generators(concepts)


def _middle(left: Sequence[Fraction], right: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Return a distribution half way between two, rounded: it only proposes, and short numbers are fast."""
    whole = [round((a + b) * 2**PRICING_BITS) for a, b in zip(left, right, strict=True)]
    return tuple(Fraction(w, sum(whole)) for w in whole)


def _symmetrised(protocols: Sequence[DeterministicProtocol], mixture: Sequence[Fraction],
                 generators: tuple[Symmetry, ...]) -> PublicCoinProtocol:
    """Replace every protocol of the mixture by a uniform choice among its images."""
    weight: dict[DeterministicProtocol, Fraction] = {}
    for share, protocol in zip(mixture, protocols, strict=True):
        if share:
            images = protocol_orbit(protocol, generators)
            for image in images:
                weight[image] = weight.get(image, Fraction(0)) + share / len(images)
    return PublicCoinProtocol(tuple((w, alice, bob) for (alice, bob), w in weight.items()))


def is_public_coin_value(solved: PublicCoinValue, concepts: ConceptClass, messages: int) -> bool:
    """Verify a solved value from the definitions: the protocol errs at most that often, no protocol less on average.

    Notes
    -----
    The lower side is a plain recursion over subsets in Python's integers, ``messages * 3^n`` steps.

    Examples
    --------
    >>> pair = ConceptClass.from_matrix([[0], [1]])
    >>> [is_public_coin_value(public_coin_value(pair, k), pair, 1) for k in (1, 2)]
    [True, False]
    """
    rows, value, n = concepts.rows(), solved.value, len(concepts)
    if solved.protocol.messages > messages or max(max(row) for row in error_matrix(solved.protocol, concepts)) > value:
        return False
    weights = as_cell_weights(solved.hard_distribution, concepts)
    scale, whole = _integers(weights)
    cost = [sum(min(sum(whole[f][x] for f in range(n) if s >> f & 1 and rows[f][x] == bit) for bit in (0, 1))
                for x in range(concepts.size)) for s in range(1 << n)]
    best = cost
    for _ in range(messages - 1):
        best = [min((cost[t] + best[s ^ t] for t in _subsets(s)), default=0) for s in range(1 << n)]
    return Fraction(best[-1], scale) >= value


def _subsets(whole: int) -> list[int]:
    """Return all non-empty subsets of a bit mask."""
    found, part = [], whole
    while part:
        found.append(part)
        part = (part - 1) & whole
    return found
