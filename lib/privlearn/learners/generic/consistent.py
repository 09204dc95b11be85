"""Consistent learners, exactly, with ties broken by an adversary.

Definitions
-----------
A *consistent learner* of a class returns a concept that agrees with every row of the sample.  Many may do so; the
*adversarial failure* is the probability that **some** concept of error more than alpha is consistent, which bounds the
failure of every consistent learner at once.  A concept is consistent iff the sample misses the set of points on which
it differs from the target, so the failure is the probability that one of these *difference sets* is missed, summed by
inclusion and exclusion: exact for any sample size, at no cost in it.

>>> from privlearn.concepts import point_functions
>>> half = Fraction(1, 2)
>>> adversarial_failure(point_functions(3), (1, 0, 0), (0, half, half), 2, Fraction(1, 4))
Fraction(1, 2)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import as_distribution, as_fraction, as_integer, as_probability
from privlearn.exact.formulas import Value, ceil, formula, log2
from privlearn.exact.rationals import Number
from privlearn.laws import Law, pure
from privlearn.learning.distributions import Database, Distribution


def consistent_learner(concepts: ConceptClass) -> Callable[[Database], Law]:
    """Return the learner that names the first consistent concept, ``None`` where there is none.

    Parameters
    ----------
    concepts : ConceptClass
        Outcomes are its row numbers.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> consistent_learner(point_functions(3))(((0, 0), (2, 0))).exact()
    {1: Fraction(1, 1)}
    """
    rows = concepts.rows()

    def learner(database: Database) -> Law:
        return pure(next((h for h, row in enumerate(rows) if all(row[x] == y for x, y in database)), None))

    return learner


def difference_sets(concepts: ConceptClass, target: Sequence[int]) -> list[int]:
    """Return the sets of points on which the concepts differ from ``target``, as bit masks, small sets first.

    Point x is bit x; the target itself, whose set is empty, is left out.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> [bin(mask) for mask in difference_sets(point_functions(3), (1, 0, 0))]
    ['0b11', '0b101']
    """
    masks = {sum(1 << x for x in range(concepts.size) if row[x] != target[x]) for row in concepts.rows()}
    return sorted(masks - {0}, key=lambda mask: (mask.bit_count(), mask))


def adversarial_failure(concepts: ConceptClass, target: Sequence[int], distribution: Sequence[Number], rows: int,
                        alpha: Number) -> Fraction:
    """Return the probability that some consistent concept has error more than ``alpha``.

    Parameters
    ----------
    concepts : ConceptClass
    target : sequence of bits
        Usually one of the concepts; it need not be.
    distribution : sequence of numbers that sum to 1
    rows : int
        Sample size; thousands are fine.
    alpha : number in [0, 1]

    Notes
    -----
    Cost: at most 2^T terms, T the number of points, whatever the sample size.

    References
    ----------
    BBKN14, Theorem 2.4: the event that the classical analysis of Blumer et al. bounds.
    """
    weights, n = as_distribution(distribution, concepts.size), as_integer(rows, "rows", least=0)
    masks, limit = difference_sets(concepts, target), as_fraction(alpha, "alpha")
    masses, unit = _mass_of_sets(weights)
    return Fraction(_failure(masks, masses, unit, limit, n), unit**n)


def _mass_of_sets(weights: Distribution) -> tuple[list[int], int]:
    """Return the mass of every set of points, as integers over a common denominator."""
    unit = lcm(*(weight.denominator for weight in weights))
    masses = [0]
    for weight in weights:
        share = weight.numerator * (unit // weight.denominator)
        masses += [mass + share for mass in masses]
    return masses, unit


def _failure(masks: list[int], masses: list[int], unit: int, limit: Fraction, rows: int) -> int:
    """Return the failure times ``unit ** rows``."""
    bad: list[int] = []
    for mask in masks:  # a set that contains another bad one is left out: who misses the larger misses the smaller
        if masses[mask] * limit.denominator > limit.numerator * unit and not any(b & mask == b for b in bad):
            bad.append(mask)
    return sum(coefficient * (unit - masses[union]) ** rows for union, coefficient in _signed_unions(bad).items())


def _signed_unions(masks: Sequence[int]) -> dict[int, int]:
    """Return the coefficients of "every point of the union is missed" in the probability that some mask is missed."""
    signed: dict[int, int] = {}
    for mask in masks:
        fresh = dict(signed)
        fresh[mask] = fresh.get(mask, 0) + 1
        for union, coefficient in signed.items():
            fresh[union | mask] = fresh.get(union | mask, 0) - coefficient
        signed = {union: coefficient for union, coefficient in fresh.items() if coefficient}
    return signed


@dataclass(frozen=True)
class WorstConsistent:
    """The largest adversarial failure over some games, and the game (``target``, ``distribution``) that attains it."""

    failure: Fraction
    target: Concept
    distribution: Distribution
    games: int


def worst_adversarial_failure(concepts: ConceptClass, games: Sequence[tuple[Concept, Distribution]], rows: int,
                              alpha: Number) -> WorstConsistent:
    """Return the largest :func:`adversarial_failure` over the given pairs (target, distribution)."""
    if not games:
        raise ValueError("games must not be empty")
    n, limit = as_integer(rows, "rows", least=0), as_fraction(alpha, "alpha")
    masks = {target: difference_sets(concepts, target) for target in dict.fromkeys(t for t, _ in games)}
    masses = {weights: _mass_of_sets(weights) for weights in dict.fromkeys(d for _, d in games)}
    worst: dict[int, tuple[int, int]] = {}  # denominator -> (largest numerator, game): integers compare fast
    for k, (target, weights) in enumerate(games):
        table, unit = masses[weights]
        failure = _failure(masks[target], table, unit, limit, n)
        if unit not in worst or failure > worst[unit][0]:
            worst[unit] = failure, k
    largest, place = max((Fraction(failure, unit**n), -k) for unit, (failure, k) in worst.items())
    return WorstConsistent(largest, *games[-place], len(games))


def smallest_sample(concepts: ConceptClass, games: Sequence[tuple[Concept, Distribution]], alpha: Number,
                    beta: Number) -> int:
    """Return the least sample size at which no game has an adversarial failure above ``beta``.

    The failure does not grow with the sample, so doubling and bisection find it.
    """
    goal = as_probability(beta, "beta")
    if goal == 0:
        raise ValueError("beta must be above 0: no finite sample excludes every accident")
    high = 1
    while worst_adversarial_failure(concepts, games, high, alpha).failure > goal:
        high *= 2
    low = 0  # invariant: high is enough; low is not, or is 0
    while low < high:
        middle = (low + high) // 2
        if worst_adversarial_failure(concepts, games, middle, alpha).failure > goal:
            low = middle + 1
        else:
            high = middle
    return high


@formula("rows", where=("0 < alpha < 1", "0 < beta < 1"), tex={"dimension": "v"}, corners={
    "dimension": (1, 10**6), "alpha": (Fraction(1, 10**40), Fraction(9, 10)),
    "beta": (Fraction(1, 2), Fraction(1, 10**1000))},
    loose=dict.fromkeys(("4", "4 / alpha", "2", "2 / beta", "8", "8 * dimension", "13", "13 / alpha"),
                        "the source's constants are not sharp")
    | {"0 < alpha < 1": "no error is above 1; at 0 and below the number is not defined",
       "0 < beta < 1": "no probability is above 1; at 0 the number is not defined"})
def vc_sample_size(dimension: int, alpha: Value, beta: Value) -> Value:
    """Return ``ceil(max(4/alpha log2(2/beta), 8 v/alpha log2(13/alpha)))``, a sample size that suffices.

    Parameters
    ----------
    dimension : int
        VC dimension v, at least 0.
    alpha, beta : numbers in (0, 1)

    References
    ----------
    The constants are those of Blumer, Ehrenfeucht, Haussler and Warmuth 1989, Theorem 2.1; BBKN14, Theorem 2.4,
    states the order of growth.

    Examples
    --------
    >>> vc_sample_size(1, Fraction(1, 4), Fraction(1, 4))
    183
    """
    return ceil(max(4 / alpha * log2(2 / beta), 8 * dimension / alpha * log2(13 / alpha)))


def point_failure_limit(size: int, rows: int, alpha: Number) -> Fraction:
    """Return the supremum of the adversarial failure for points over *all* masses p of the target's point.

    The other ``size - 1`` points share ``1 - p`` equally, q each.  All wrong concepts have the same error ``p + q``, so
    some wrong one is consistent iff the target's point and one of the others are missed:
    ``(1 - p)^n Pr[n draws from size - 1 equal cells leave one empty]``.  This falls with p, so its supremum over
    ``p + q > alpha`` is approached at the least p, exactly ``max(0, (alpha (size - 1) - 1) / (size - 2))``.

    Parameters
    ----------
    size : int
        Number of points, at least 3; ``2**20`` is fine while ``rows < size - 1`` or the size is small.
    rows : int
    alpha : number in (0, 1)

    Examples
    --------
    >>> point_failure_limit(2**20, 2, Fraction(1, 4)) < Fraction(9, 16) + Fraction(1, 10**5)
    True
    """
    t, n, a = as_integer(size, "size", least=3), as_integer(rows, "rows", least=0), as_fraction(alpha, "alpha")
    mass = max(Fraction(0), (a * (t - 1) - 1) / (t - 2))
    return (1 - mass) ** n * _some_cell_empty(t - 1, n)


def _some_cell_empty(cells: int, draws: int) -> Fraction:
    if draws < cells:
        return Fraction(1)
    onto = sum((-1) ** k * comb(cells, k) * (cells - k) ** draws for k in range(cells + 1))
    return 1 - Fraction(onto, cells**draws)
