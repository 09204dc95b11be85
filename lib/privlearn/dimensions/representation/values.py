"""The least miss probability of random sets of k hypotheses, and the smallest probabilistic representation.

Definitions
-----------
Representations, miss probability and size are those of :mod:`~privlearn.dimensions.representation.probabilistic`; the
*probabilistic representation dimension* is the logarithm of the least size.  The least miss probability at size k is
the value of a zero-sum game between k-subsets of all functions and pairs (concept, error pattern), solved exactly.

>>> ordered = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
>>> [str(probabilistic_representation_value(ordered, k, Fraction(1, 4)).value) for k in (1, 2, 3)]
['2/3', '1/3', '0']
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations
from math import comb
from operator import or_

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.representation.error_sets import (Distribution, as_error_bound, bits_of, concept_of,
                                                            error_patterns, mass)
from privlearn.dimensions.representation.essential import essential_points, extended, spread
from privlearn.dimensions.representation.probabilistic import ProbabilisticRepresentation, miss_probability
from privlearn.exact import MinimaxProgram, TooLargeToEnumerate, as_integer, as_probability, solve
from privlearn.exact.rationals import Number

MOST_COLUMNS = 200_000
Task = tuple[Concept, Distribution]


@dataclass(frozen=True)
class RepresentationValue:
    """The least miss probability of a given size, with what proves it.

    Attributes
    ----------
    value : Fraction
    representation : ProbabilisticRepresentation
        Misses no (f, D) with probability above ``value``.
    hard_tasks : tuple of (Fraction, (Concept, tuple of Fraction))
        A distribution over pairs (f, D): every set of the size misses with probability at least ``value``.
    """

    value: Fraction
    representation: ProbabilisticRepresentation
    hard_tasks: tuple[tuple[Fraction, Task], ...]


@lru_cache(maxsize=4096)
def probabilistic_representation_value(concepts: ConceptClass, size: int, alpha: Number) -> RepresentationValue:
    """Return the least miss probability of all probabilistic representations of a given size, with certificates.

    Parameters
    ----------
    concepts : ConceptClass
        At least one concept, at most 5 essential points.
    size : int
        k >= 1, the most hypotheses in a set.
    alpha : number
        At least 0 and below 1.

    Raises
    ------
    TooLargeToEnumerate
        For more than 5 essential points, or more than 200,000 sets of hypotheses.

    Notes
    -----
    A zero-sum game with one column for each k-set of functions and one row for each pair (concept, error pattern).
    Functions that are good for fewer pairs than another one are left out, and so are dominated rows: neither changes
    the value.  :func:`is_representation_value` verifies the result from the definition.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> [str(probabilistic_representation_value(point_functions(2), k, Fraction(1, 4)).value) for k in (1, 2)]
    ['1/2', '0']
    """
    k, e = as_integer(size, "size", least=1), as_error_bound(alpha)
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    chosen, rule = essential_points(concepts)
    if not chosen:
        sole = ProbabilisticRepresentation(((Fraction(1), (concepts.rows()[0],)),))
        law = (Fraction(1), *[Fraction(0)] * (concepts.size - 1))
        return RepresentationValue(Fraction(0), sole, ((Fraction(1), (concepts.rows()[0], law)),))
    small = concepts.restrict(chosen)
    n = len(chosen)
    tasks = [(bits_of(f), pattern) for f in small.rows() for pattern in error_patterns(n, e)]
    covers = {h: sum(1 << t for t, (f, pattern) in enumerate(tasks) if h ^ f in pattern.light) for h in range(1 << n)}
    useful = _undominated(covers)
    k = min(k, len(useful))
    if comb(len(useful), k) > MOST_COLUMNS:
        raise TooLargeToEnumerate(f"the {k}-sets of hypotheses", comb(len(useful), k), MOST_COLUMNS)
    columns = list(combinations(useful, k))
    covered, one = [reduce(or_, map(covers.__getitem__, some)) for some in columns], Fraction(1)
    losses = tuple({j: one for j, some in enumerate(covered) if not some >> t & 1} for t in range(len(tasks)))
    solved = solve(MinimaxProgram((len(columns),), losses))
    branches = tuple((w, tuple(extended(concept_of(h, n), rule) for h in columns[j]))
                     for j, w in enumerate(solved.point) if w)
    hard = tuple((w, (extended(concept_of(f, n), rule), spread(pattern.distribution, chosen, concepts.size)))
                 for (f, pattern), w in zip(tasks, solved.task_weights, strict=True) if w)
    return RepresentationValue(solved.value, ProbabilisticRepresentation(branches), hard)


def _undominated(covers: dict[int, int]) -> list[int]:
    """Return the functions whose tasks, a bit set, are no part of another's, the first of equal ones."""
    kept: list[int] = []
    for h in sorted(covers, key=lambda h: (-covers[h].bit_count(), h)):
        if not any(covers[h] & ~covers[other] == 0 for other in kept):
            kept.append(h)
    return sorted(kept)


def is_representation_value(solved: RepresentationValue, concepts: ConceptClass, size: int, alpha: Number) -> bool:
    """Verify a value from the definition: the representation attains it, the hard tasks forbid less.

    Tries all size-subsets of the functions that are good for different sets of hard tasks; the upper bound is
    :func:`miss_probability`, which knows no patterns.

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> two, alpha = point_functions(2), Fraction(1, 4)
    >>> is_representation_value(probabilistic_representation_value(two, 1, alpha), two, 1, alpha)
    True
    """
    e, n = as_error_bound(alpha), concepts.size
    rows, weights = concepts.rows(), [weight for weight, _ in solved.hard_tasks]
    if solved.representation.size > size or miss_probability(solved.representation, concepts, e) > solved.value:
        return False
    if sum(weights) != 1 or min(weights) < 0 or any(
            f not in rows or len(law) != n or sum(law) != 1 or min(law) < 0 for _, (f, law) in solved.hard_tasks):
        return False
    good = {frozenset(t for t, (_, (f, law)) in enumerate(solved.hard_tasks) if mass(law, h ^ bits_of(f)) <= e)
            for h in range(1 << n)}
    sets = [tasks for tasks in good if not any(tasks < other for other in good)]
    most = max(sum(weights[t] for t in frozenset().union(*some)) for some in combinations(sets, min(size, len(sets))))
    return 1 - most >= solved.value


def smallest_probabilistic_representation(concepts: ConceptClass, alpha: Number, beta: Number) -> int:
    """Return the least size of an ``(alpha, beta)``-probabilistic representation; its logarithm is PRDim.

    Parameters
    ----------
    concepts : ConceptClass
        At least one concept, at most 5 essential points.
    alpha : number
        At least 0 and below 1.
    beta : number
        A probability.

    Examples
    --------
    >>> from privlearn.concepts import points
    >>> smallest_probabilistic_representation(points(2), Fraction(1, 4), Fraction(1, 4))
    3
    """
    d = as_probability(beta, "beta")
    size = 1
    while probabilistic_representation_value(concepts, size, as_error_bound(alpha)).value > d:
        size += 1
    return size
