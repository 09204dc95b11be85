"""Errors under product distributions: the point is drawn independently of the concept.

Definitions
-----------
For a distribution ``D`` on the points, the *product value* with ``k`` messages is the largest, over all distributions
of the concept, of the least average error of a deterministic protocol when concept and point are independent.  By the
minimax theorem it is the least, over all mixtures of protocols, of the largest average error of a concept, the point
being drawn from ``D``.

For *thresholds* ("1 from t on") and two messages there is one mixture for all ``D``.  Let the *level* of a threshold
be the mass below it, a number in [0, 1]; two thresholds differ on a set whose mass is the difference of their levels.
With probability 1/2 each, Bob holds thresholds at the levels 0 and 2/3, or at 1/3 and 1, and Alice names the nearer.
At a level ``u`` in [0, 1/3] the mean distance is ``u/2 + (1/3 - u)/2 = 1/6``, and likewise in the other two thirds:
it is 1/6 everywhere.  Where no threshold has the wanted level, one of the two neighbouring ones is drawn such that
the mean level is right.

>>> from privlearn.concepts import thresholds
>>> third = Fraction(1, 3)
>>> product_value(thresholds(2), 2, (third, third, third, 0)).value
Fraction(1, 6)
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import lcm

from privlearn.communication.protocols import Branch, PublicCoinProtocol, as_messages, error_matrix
from privlearn.communication.public_coins.partitions import best_partition
from privlearn.communication.public_coins.symmetries import DeterministicProtocol
from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import MinimaxProgram, as_distribution, as_fraction, as_probability, solve
from privlearn.exact.rationals import Number

Levels = tuple[tuple[Fraction, Fraction], ...]


Masses = tuple[Fraction, ...]
LEVELS = ((Fraction(0), Fraction(2, 3)), (Fraction(1, 3), Fraction(1)))  # of the two pairs of thresholds


@dataclass(frozen=True)
class ProductValue:
    """The product value for one distribution of the points, with what proves it.

    Attributes
    ----------
    value : Fraction
    protocol : PublicCoinProtocol
        Every concept's average error is at most ``value``.
    prior : tuple of Fraction
        A distribution of the concept: no deterministic protocol has a smaller average error than ``value``.
    """

    value: Fraction
    protocol: PublicCoinProtocol = field(repr=False)
    prior: Masses


def mean_errors(protocol: PublicCoinProtocol, concepts: ConceptClass, distribution: Sequence[Number]) -> Masses:
    """Return the average error of every concept when the point is drawn from ``distribution``.

    >>> always_one = PublicCoinProtocol(((Fraction(1), (0, 0), ((1, 1),)),))
    >>> mean_errors(always_one, ConceptClass.from_matrix([[0, 1], [1, 1]]), (Fraction(1, 3), Fraction(2, 3)))
    (Fraction(1, 3), Fraction(0, 1))
    """
    masses = as_distribution(distribution, concepts.size)
    return tuple(sum((p * error for p, error in zip(masses, row, strict=True)), Fraction(0))
                 for row in error_matrix(protocol, concepts))


def product_value(concepts: ConceptClass, messages: int, distribution: Sequence[Number]) -> ProductValue:
    """Return the product value for one distribution of the points, proved from both sides.

    Parameters
    ----------
    concepts : ConceptClass
        Of 1 to 12 concepts.
    messages : int
        At least 1.
    distribution : sequence of numbers
        One mass for each point.

    Notes
    -----
    Source: FX15, Section 3.1 (the remark on product distributions).  Columns are generated as in Yao's program.

    Examples
    --------
    >>> product_value(ConceptClass.from_matrix([[0, 0], [0, 1]]), 1, (Fraction(1, 3), Fraction(2, 3))).value
    Fraction(1, 3)
    """
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    k, masses = as_messages(messages), as_distribution(distribution, concepts.size)
    count, rows = len(concepts), concepts.rows()
    scale = lcm(*(mass.denominator for mass in masses))
    whole = [mass.numerator * (scale // mass.denominator) for mass in masses]

    def response(prior: Masses) -> tuple[Fraction, DeterministicProtocol]:
        common = lcm(*(p.denominator for p in prior))
        weights = [[p.numerator * (common // p.denominator) * mass for mass in whole] for p in prior]
        cost, alice, bob = best_partition(rows, weights, k)
        return Fraction(cost, common * scale), (alice, bob)

    def errors(chosen: DeterministicProtocol) -> Masses:
        alice, bob = chosen
        return tuple(Fraction(sum(mass for mass, bit, answer in zip(whole, row, bob[message], strict=True)
                                  if bit != answer), scale) for row, message in zip(rows, alice, strict=True))

    found: dict[DeterministicProtocol, Masses] = {}
    better = response((Fraction(1, count),) * count)[1]
    while better not in found:
        found[better] = errors(better)
        columns = list(found.values())
        tasks = tuple({c: column[f] for c, column in enumerate(columns) if column[f]} for f in range(count))
        solved = solve(MinimaxProgram(blocks=(len(columns),), tasks=tasks))
        cost, better = response(solved.task_weights)
        if cost >= solved.upper:
            branches = tuple((w, *chosen) for w, chosen in zip(solved.point, found, strict=True) if w)
            return ProductValue(cost, PublicCoinProtocol(branches), solved.task_weights)
    raise ArithmeticError("a master program could only be enclosed, not solved: the value is not proved")


def _thresholds_at(level: Fraction, masses: Masses) -> list[tuple[Fraction, Concept, Fraction]]:
    """Return thresholds whose mean level is ``level``, as (probability, table, level); one or two neighbouring ones."""
    below, size = Fraction(0), len(masses)

    def table(first: int) -> Concept:
        return tuple(int(x >= first) for x in range(size))

    for x, mass in enumerate(masses):
        if below == level:
            return [(Fraction(1), table(x), below)]
        if level < below + mass:
            share = (level - below) / mass
            return [(1 - share, table(x), below), (share, table(x + 1), below + mass)]
        below += mass
    return [(Fraction(1), table(size), below)]


def level_protocol(levels: Sequence[Number], distribution: Sequence[Number]) -> PublicCoinProtocol:
    """Return the two-message protocol for thresholds at given levels: 1/6 for every distribution.

    Parameters
    ----------
    levels : sequence of numbers in [0, 1]
        The level ``D(x < t)`` of each threshold that Alice may hold.
    distribution : sequence of numbers
        ``D``, one mass for each point, in the order along which the thresholds change from 0 to 1.

    Returns
    -------
    PublicCoinProtocol
        Its ``f``-th concept has the average error 1/6 at most, if it is the threshold at level ``levels[f]``.

    Examples
    --------
    >>> protocol = level_protocol((0, Fraction(1, 2), 1), (Fraction(1, 2), Fraction(1, 2)))
    >>> mean_errors(protocol, ConceptClass.from_matrix([[1, 1], [0, 1], [0, 0]]), (Fraction(1, 2), Fraction(1, 2)))
    (Fraction(1, 6), Fraction(1, 6), Fraction(1, 6))
    """
    masses = as_distribution(distribution, len(distribution))
    own = [as_fraction(level, "levels") for level in levels]
    branches: list[Branch] = []
    for pair in LEVELS:
        for chosen in product(*(_thresholds_at(level, masses) for level in pair)):
            (p, first, low), (q, second, high) = chosen
            alice = tuple(int(abs(u - high) < abs(u - low)) for u in own)
            if p * q:
                branches.append((p * q / 2, alice, (first, second)))
    return PublicCoinProtocol(tuple(branches))


def mean_distance_to_levels(pairs: Levels, level: Number) -> Fraction:
    """Return the distance of a level to the nearer of two thresholds, on average over the pairs of thresholds.

    Raises
    ------
    ValueError
        If there is no pair, or the level is not in [0, 1].

    Examples
    --------
    >>> {str(mean_distance_to_levels(LEVELS, Fraction(k, 12))) for k in range(13)}
    {'1/6'}
    """
    if not pairs:
        raise ValueError("pairs must not be empty")
    u = as_probability(level, "level")
    return sum((min(abs(u - end) for end in pair) for pair in pairs), Fraction(0)) / len(pairs)
