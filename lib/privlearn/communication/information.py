"""Entropies, mutual information and divergence in bits: exact numbers with rational brackets.

Definitions
-----------
A *distribution* is a sequence of rational masses that sum to 1; a *table* maps tuples of values, one for each of
several random variables, to masses.  Logarithms have base 2; of a distribution ``p``

- the Shannon entropy is ``H(p) = sum p_i log(1 / p_i)``,
- the collision entropy is ``H_2(p) = log(1 / sum p_i^2)``,
- the min-entropy is ``H_inf(p) = min_i log(1 / p_i)``,

and ``log n >= H >= H_2 >= H_inf`` on n points.  ``D(p || q) = sum p_i log(p_i / q_i)`` is the divergence.
In a table, ``H(x | y)`` is the mean entropy of ``x`` given ``y = v`` and ``I(x; y | z) = H(x | z) - H(x | y z)``;
variables are named by their places in the tuples.  All these are sums of logarithms of rationals, hence exact
(:class:`~privlearn.exact.logarithms.LogSum`): ``.bracket()`` encloses one by rationals, ``==`` and ``<=`` are decided.

>>> biased = (Fraction(3, 4), Fraction(1, 4))
>>> [round(float(entropy(biased)), 3) for entropy in (shannon_entropy, collision_entropy, min_entropy)]
[0.811, 0.678, 0.415]
>>> binary_entropy(Fraction(1, 2))
Bracket(lower=Fraction(1, 1), upper=Fraction(1, 1))
"""

import math
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any

from privlearn.exact import Bracket, LogSum, TooLargeToEnumerate, as_fraction, as_probability, log2
from privlearn.exact.balls import arb
from privlearn.exact.formulas import Logarithm, Value, exp, formula
from privlearn.exact.intervals import ball
from privlearn.exact.logarithms import sum_of_logs
from privlearn.exact.rationals import Number

Distribution = Sequence[Number]
Key = tuple[Hashable, ...]
Table = Mapping[Any, Fraction]  # keys are tuples with one value for each variable
Places = Sequence[int]


def log2_bracket(number: Number) -> Bracket:
    """Return a rational bracket of ``log2`` of a positive number; exact for powers of two.

    >>> log2_bracket(8)
    Bracket(lower=Fraction(3, 1), upper=Fraction(3, 1))
    """
    return log2(number).bracket()


def binary_entropy(p: Number) -> Bracket:
    """Return a rational bracket of the binary entropy of a probability, in bits.

    >>> binary_entropy(Fraction(1, 2)).lower, binary_entropy(0).upper
    (Fraction(1, 1), Fraction(0, 1))
    """
    q = as_probability(p, "p")
    return shannon_entropy((q, 1 - q)).bracket()


def H(p: Value) -> Value:
    """Return the binary entropy of a probability as a number of formulas (:mod:`privlearn.exact.formulas`).

    >>> H(Fraction(1)), H(Fraction(1, 2))
    (Fraction(0, 1), Fraction(1, 1))
    """
    if p in (0, 1, Fraction(1, 2)):
        return Fraction(p not in (0, 1))
    x = p if isinstance(p, arb) else ball(p)
    return -(x * x.log() + (1 - x) * (1 - x).log()) / ball(2).log()


def _masses(distribution: Distribution) -> list[Fraction]:
    masses = [as_fraction(mass, "mass") for mass in distribution]
    unit = math.lcm(*(mass.denominator for mass in masses))
    if sum(mass.numerator * (unit // mass.denominator) for mass in masses) != unit or min(masses) < 0:
        raise ValueError("the distribution must consist of masses of at least 0 that sum to 1")
    return masses


def _same_points(left: Distribution, right: Distribution) -> tuple[list[Fraction], list[Fraction]]:
    p, q = _masses(left), _masses(right)
    if len(p) != len(q):
        raise ValueError(f"left and right must have as many points, got {len(p)} and {len(q)}")
    return p, q


def entropy_of_counts(counts: Mapping[int, int]) -> LogSum:
    """Return the Shannon entropy of a distribution with integer weights: ``counts[w]`` points have the weight ``w``.

    Cost: one logarithm for each different weight, however many points there are.

    >>> print(entropy_of_counts({1: 2, 2: 1}))  # masses 1/4, 1/4, 1/2
    3/2
    """
    return _entropy_of_counts(frozenset(counts.items()))


@lru_cache(maxsize=1 << 12)
def _entropy_of_counts(counts: frozenset[tuple[int, int]]) -> LogSum:
    whole = sum(weight * number for weight, number in counts)
    if whole <= 0 or min(weight for weight, _ in counts) < 0:
        raise ValueError("counts must have weights of at least 0, not all of them 0")
    return log2(whole) - sum_of_logs(log2(weight) * Fraction(weight * number, whole)
                                     for weight, number in counts if weight)


def shannon_entropy(distribution: Distribution) -> LogSum:
    """Return ``H = sum p_i log2(1 / p_i)``; masses 0 add nothing.

    Raises
    ------
    ValueError
        If the masses are no distribution.

    Examples
    --------
    >>> print(shannon_entropy((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))))
    3/2
    """
    masses = _masses(distribution)
    scale = math.lcm(*(mass.denominator for mass in masses))
    return entropy_of_counts(Counter(mass.numerator * (scale // mass.denominator) for mass in masses))


def collision_probability(distribution: Distribution) -> Fraction:
    """Return ``sum p_i^2``, the probability that two independent draws agree.

    >>> collision_probability((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)))
    Fraction(3, 8)
    """
    return sum((mass * mass * count for mass, count in Counter(_masses(distribution)).items()), Fraction(0))


def collision_entropy(distribution: Distribution) -> LogSum:
    """Return ``H_2 = log2(1 / sum p_i^2)``, the Renyi entropy of order 2.

    >>> print(collision_entropy((Fraction(1, 4),) * 4))
    2
    """
    return -log2(collision_probability(distribution))


def min_entropy(distribution: Distribution) -> LogSum:
    """Return ``H_inf = log2(1 / max p_i)``.

    >>> print(min_entropy((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4))))
    1
    """
    return -log2(max(_masses(distribution)))


def divergence(left: Distribution, right: Distribution) -> LogSum | float:
    """Return ``D(left || right)`` in bits, ``math.inf`` where ``left`` has mass and ``right`` has none.

    Parameters
    ----------
    left, right : sequences of masses, over the same points in the same order

    Examples
    --------
    >>> fair, biased = (Fraction(1, 2),) * 2, (1, 0)
    >>> print(divergence(biased, fair), divergence(fair, biased))
    1 inf
    """
    p, q = _same_points(left, right)
    pairs = Counter((a, b) for a, b in zip(p, q, strict=True) if a)
    if any(b == 0 for _, b in pairs):
        return math.inf
    return sum_of_logs(log2(a / b) * (a * count) for (a, b), count in pairs.items())


def statistical_distance(left: Distribution, right: Distribution) -> Fraction:
    """Return ``1/2 sum |p_i - q_i|``, both over the same points in the same order.

    >>> statistical_distance((1, 0), (Fraction(1, 4), Fraction(3, 4)))
    Fraction(3, 4)
    """
    return sum((abs(a - b) for a, b in zip(*_same_points(left, right), strict=True)), Fraction(0)) / 2


def distance_by_tests(left: Distribution, right: Distribution) -> Fraction:
    """Return ``max over tests f: points -> {0, 1} of |Pr_left[f = 1] - Pr_right[f = 1]|``, by trying all of them.

    Raises
    ------
    TooLargeToEnumerate
        For more than 16 points.

    Examples
    --------
    >>> distance_by_tests((1, 0), (Fraction(1, 4), Fraction(3, 4)))
    Fraction(3, 4)
    """
    gains = [a - b for a, b in zip(*_same_points(left, right), strict=True)]
    if len(gains) > 16:
        raise TooLargeToEnumerate("the set of all tests", f"2^{len(gains)}", 1 << 16)
    return max(abs(sum((gain for gain, bit in zip(gains, test, strict=True) if bit), Fraction(0)))
               for test in product((0, 1), repeat=len(gains)))


# tables of several random variables

def marginal(table: Table, places: Places) -> dict[Key, Fraction]:
    """Return the joint distribution of the variables at the given places.

    >>> marginal({(0, 0): Fraction(1, 2), (0, 1): Fraction(1, 4), (1, 1): Fraction(1, 4)}, (0,))
    {(0,): Fraction(3, 4), (1,): Fraction(1, 4)}
    """
    found: dict[Key, Fraction] = {}
    for key, mass in table.items():
        part = tuple(key[i] for i in places)
        found[part] = found.get(part, Fraction(0)) + mass
    return found


def conditional(table: Table, places: Places, values: Key) -> dict[Key, Fraction]:
    """Return the table conditioned on the variables at ``places`` having the given values.

    Raises
    ------
    ValueError
        If that has probability 0.

    Examples
    --------
    >>> conditional({(0, 0): Fraction(1, 2), (0, 1): Fraction(1, 4), (1, 1): Fraction(1, 4)}, (1,), (1,))
    {(0, 1): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    """
    kept = {key: mass for key, mass in table.items() if mass and tuple(key[i] for i in places) == tuple(values)}
    if not kept:
        raise ValueError(f"values must have positive probability, got {values}")
    whole = sum(kept.values())
    return {key: mass / whole for key, mass in kept.items()}


def conditional_entropy(table: Table, of: Places, given: Places = ()) -> LogSum:
    """Return ``H(x | y)``, the mean over ``y`` of the entropy of ``x`` given its value.

    >>> copied = {(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}
    >>> print(conditional_entropy(copied, (0,)), conditional_entropy(copied, (0,), given=(1,)))
    1 0
    """
    return sum_of_logs(shannon_entropy(list(marginal(conditional(table, given, value), of).values())) * mass
                 for value, mass in marginal(table, given).items() if mass)


def mutual_information(table: Table, left: Places, right: Places, given: Places = ()) -> LogSum:
    """Return ``I(x; y | z) = H(x | z) - H(x | y z)``.

    Parameters
    ----------
    table : mapping tuple -> Fraction
    left, right, given : places of x, y and z; ``given`` may be empty

    Examples
    --------
    >>> print(mutual_information({(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}, (0,), (1,)))
    1
    """
    return conditional_entropy(table, left, given) - conditional_entropy(table, left, (*right, *given))


def product_of_marginals(table: Table, left: Places, right: Places) -> tuple[list[Fraction], list[Fraction]]:
    """Return the joint law of ``(x, y)`` and that of independent copies, over the same pairs in the same order.

    Raises
    ------
    ValueError
        If ``left`` or ``right`` names a place that a key of the table does not have.

    Examples
    --------
    >>> joint, independent = product_of_marginals({(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}, (0,), (1,))
    >>> joint == [Fraction(1, 2), 0, 0, Fraction(1, 2)], independent == [Fraction(1, 4)] * 4
    (True, True)
    """
    variables = min(map(len, table), default=0)
    if not all(0 <= i < variables for i in (*left, *right)):
        raise ValueError(f"left and right must be places of the table's {variables} variables, got {left} and {right}")
    joint, xs, ys = marginal(table, (*left, *right)), marginal(table, left), marginal(table, right)
    pairs = [(x, y) for x in xs for y in ys]
    return [joint.get((*x, *y), Fraction(0)) for x, y in pairs], [xs[x] * ys[y] for x, y in pairs]


def information_as_divergence(table: Table, left: Places, right: Places, given: Places = ()) -> LogSum:
    """Return the mean over ``z`` of ``D(x y || <x><y>)`` given its value: ``I(x; y | z)`` by another road.

    Source: FX15, (5.1).

    >>> print(information_as_divergence({(0, 0): Fraction(1, 2), (1, 1): Fraction(1, 2)}, (0,), (1,)))
    1
    """
    parts = []
    for value, mass in marginal(table, given).items():
        if mass:
            found = divergence(*product_of_marginals(conditional(table, given, value), left, right))
            assert isinstance(found, LogSum)  # the marginals are positive wherever the joint law is
            parts.append(found * mass)
    return sum_of_logs(parts)


def bad_mass(table: Table, factor: Number) -> Fraction:
    """Return how often a message ``y`` raises the largest probability of ``x`` by more than ``factor * |Y|``.

    Parameters
    ----------
    table : mapping (x, y) -> Fraction
    factor : number > 1
        ``2^t``; ``|Y|`` is the number of values of ``y`` of positive probability, ``2^s``.

    Notes
    -----
    Guarantee: less than ``1 / factor``.  Source: FX15, Lemma 5.1.

    Examples
    --------
    >>> rare = {(x, int(x == 0)): Fraction(1, 8) for x in range(8)}  # a bit that gives away the point 0
    >>> bad_mass(rare, 2), bad_mass(rare, 4)
    (Fraction(1, 8), Fraction(0, 1))
    """
    threshold = as_fraction(factor, "factor")
    if threshold <= 1:
        raise ValueError(f"factor must be greater than 1, got {threshold}")
    scale = math.lcm(*(mass.denominator for mass in table.values()))  # integers are many times faster than Fractions
    by_point: Counter[Hashable] = Counter()
    sums: Counter[Hashable] = Counter()
    largest: dict[Hashable, int] = {}
    for (x, y), mass in table.items():
        weight = mass.numerator * (scale // mass.denominator)
        by_point[x] += weight
        sums[y] += weight
        largest[y] = max(weight, largest.get(y, 0))
    messages = sum(weight > 0 for weight in sums.values())
    limit = max(by_point.values()) * messages * threshold.numerator
    bad = sum(sums[y] for y in sums if sums[y] and largest[y] * scale * threshold.denominator > limit * sums[y])
    return Fraction(bad, scale)


@formula("at most", tex={"log2(exp(1))": r"\log_2 e"}, corners={
    "alpha": (Logarithm(Fraction(5, 4)), Logarithm(Fraction(2**111))), "n": (1, 3)})
def private_information_bound(alpha: Value, n: int) -> Value:
    """Return how many bits the answer of a private learner tells of its n rows at most.

    Examples
    --------
    >>> float(private_information_bound(Logarithm(Fraction(2)), 3).upper)
    3.0
    """
    return alpha * n * log2(exp(1))
