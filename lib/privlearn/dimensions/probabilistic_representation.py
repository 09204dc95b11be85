"""Probabilistic representations: random hypothesis sets, judged against every concept and every distribution.

Definitions
-----------
A distribution over finite sets H of hypotheses ``(epsilon, delta)``-*probabilistically represents* C if for every f in
C and every distribution D on the points, H contains with probability at least ``1 - delta`` some h with ``Pr_D[h != f]
<= epsilon`` (FX15, Definition 2.4).  D is fixed before H is drawn.  The *miss probability* is the least such delta; the
*size* is the largest H in the support, the probabilistic representation dimension the logarithm of the least size.

"Every D" is "every error pattern" (:mod:`~privlearn.dimensions.error_patterns`): H misses (f, D) iff none of its
hypotheses differs from f on a light set exactly.  So the least miss probability at a size is the value of a zero-sum
game between k-subsets of all functions and pairs (concept, pattern), solved exactly.

Only *essential points* matter: a point on which all concepts agree, or on which they are an earlier point's values or
all their negations, costs nothing, since a hypothesis can copy.

>>> ordered = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
>>> [str(probabilistic_representation_value(ordered, k, Fraction(1, 4)).value) for k in (1, 2, 3)]
['2/3', '1/3', '0']
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import combinations
from math import comb
from operator import or_

from privlearn.concepts.concept_class import Concept, ConceptClass
from privlearn.dimensions.error_patterns import (
    Distribution,
    as_error_bound,
    bits_of,
    common_distribution,
    concept_of,
    error_patterns,
    mass,
)
from privlearn.exact.errors import TooLargeToEnumerate
from privlearn.exact.minimax import MinimaxProgram, solve
from privlearn.exact.rationals import Number, as_fraction, as_integer, as_probability

MOST_COLUMNS = 200_000
Task = tuple[Concept, Distribution]


@dataclass(frozen=True)
class ProbabilisticRepresentation:
    """A distribution over finite sets of hypotheses.

    Attributes
    ----------
    branches : tuple of (Fraction, tuple of Concept)
        Positive weights that sum to 1, each with its hypotheses (at least one).
    """

    branches: tuple[tuple[Fraction, tuple[Concept, ...]], ...]

    def __post_init__(self) -> None:
        weights = [as_fraction(weight, "weight") for weight, _ in self.branches]
        if not weights or min(weights) <= 0 or sum(weights) != 1:
            raise ValueError(f"branches must have positive weights that sum to 1, got {[str(w) for w in weights]}")
        lengths = {len(h) for _, hypotheses in self.branches for h in hypotheses}
        if not all(hypotheses for _, hypotheses in self.branches) or len(lengths) != 1:
            raise ValueError("branches must each hold at least one hypothesis, all on the same points")
        if any(bit not in (0, 1) for _, hypotheses in self.branches for h in hypotheses for bit in h):
            raise ValueError("branches must hold hypotheses that are tuples of bits")

    @property
    def size(self) -> int:
        """The largest number of distinct hypotheses in one branch."""
        return max(len(set(hypotheses)) for _, hypotheses in self.branches)

    @property
    def points(self) -> int:
        """The number of points."""
        return len(self.branches[0][1][0])


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


def essential_points(concepts: ConceptClass) -> tuple[tuple[int, ...], tuple[tuple[int, int] | int, ...]]:
    """Return the essential points, and for every point how a hypothesis on these extends to it.

    Returns
    -------
    points : tuple of int
        The first point of every kind.
    rule : tuple
        For each point ``(place, flip)``: copy the value at the essential point ``points[place]`` and add ``flip``; or
        the constant value itself.

    Examples
    --------
    >>> essential_points(ConceptClass.from_matrix([[0, 1, 1], [1, 0, 1]]))
    ((0,), ((0, 0), (0, 1), 1))
    """
    columns = [tuple(int(bit) for bit in column) for column in concepts.matrix.T]
    kinds: list[tuple[int, ...]] = []
    chosen: list[int] = []
    rule: list[tuple[int, int] | int] = []
    for x, column in enumerate(columns):
        opposite = tuple(1 - bit for bit in column)
        if len(set(column)) == 1:
            rule.append(column[0])
        elif column in kinds or opposite in kinds:
            rule.append((kinds.index(column), 0) if column in kinds else (kinds.index(opposite), 1))
        else:
            rule.append((len(kinds), 0))
            kinds.append(column)
            chosen.append(x)
    return tuple(chosen), tuple(rule)


def extended(hypothesis: Concept, rule: Iterable[tuple[int, int] | int]) -> Concept:
    """Return the hypothesis on all points that copies one on the essential points (see :func:`essential_points`)."""
    return tuple(step if isinstance(step, int) else hypothesis[step[0]] ^ step[1] for step in rule)


def spread(law: Distribution, chosen: tuple[int, ...], points: int) -> Distribution:
    """Return a distribution on the chosen points as one on all points."""
    place = dict(zip(chosen, law, strict=True))
    return tuple(place.get(x, Fraction(0)) for x in range(points))


def miss_probability(representation: ProbabilisticRepresentation, concepts: ConceptClass, epsilon: Number) -> Fraction:
    """Return the largest probability, over all concepts and all distributions, of drawing no good hypothesis.

    Parameters
    ----------
    representation : ProbabilisticRepresentation
    concepts : ConceptClass
        On the same points; at least one concept.
    epsilon : number
        At least 0 and below 1.

    Notes
    -----
    No list of patterns is needed: a set of branches can be missed together iff one distribution makes all their error
    sets heavy.  Branch and bound over the branches, heaviest first; exact.  Cost: games in proportion to the sets of
    branches that can be missed together, so dozens of branches are fine where few are.

    Examples
    --------
    >>> half = Fraction(1, 2)
    >>> two = ProbabilisticRepresentation(((half, ((0, 0),)), (half, ((1, 1),))))
    >>> miss_probability(two, ConceptClass.from_matrix([[0, 0], [1, 1]]), Fraction(1, 4))
    Fraction(1, 2)
    """
    e = as_error_bound(epsilon)
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    if concepts.size != representation.points:
        raise ValueError(f"concepts must have {representation.points} points, got {concepts.size}")
    return max(_missed(representation, bits_of(f), e) for f in concepts.rows())


def _missed(representation: ProbabilisticRepresentation, f: int, e: Fraction) -> Fraction:
    n, merged = representation.points, dict[frozenset[int], Fraction]()
    for weight, hypotheses in representation.branches:
        wrong = frozenset(bits_of(h) ^ f for h in hypotheses)
        if 0 not in wrong:  # else the concept itself is there, whatever D
            merged[wrong] = merged.get(wrong, Fraction(0)) + weight
    branches = sorted(merged.items(), key=lambda item: (-item[1], sorted(item[0])))
    best = Fraction(0)

    def extend(place: int, heavy: frozenset[int], missed: Fraction) -> None:
        nonlocal best
        best = max(best, missed)
        if missed + sum((w for _, w in branches[place:]), Fraction(0)) <= best:
            return
        wrong, weight = branches[place]
        if wrong <= heavy or common_distribution(heavy | wrong, n, e) is not None:
            extend(place + 1, heavy | wrong, missed + weight)
            if wrong <= heavy:
                return
        extend(place + 1, heavy, missed)

    extend(0, frozenset(), Fraction(0))
    return best


@lru_cache(maxsize=4096)
def probabilistic_representation_value(concepts: ConceptClass, size: int, epsilon: Number) -> RepresentationValue:
    """Return the least miss probability of all probabilistic representations of a given size, with certificates.

    Parameters
    ----------
    concepts : ConceptClass
        At least one concept, at most 5 essential points.
    size : int
        k >= 1, the most hypotheses in a set.
    epsilon : number
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
    """
    k, e = as_integer(size, "size", least=1), as_error_bound(epsilon)
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


def is_representation_value(solved: RepresentationValue, concepts: ConceptClass, size: int, epsilon: Number) -> bool:
    """Verify a value from the definition: the representation attains it, the hard tasks forbid less.

    Tries all size-subsets of the functions that are good for different sets of hard tasks; the upper bound is
    :func:`miss_probability`, which knows no patterns.
    """
    e, n = as_error_bound(epsilon), concepts.size
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


def smallest_probabilistic_representation(concepts: ConceptClass, epsilon: Number, delta: Number) -> int:
    """Return the least size of an ``(epsilon, delta)``-probabilistic representation; its logarithm is PRDim.

    Parameters
    ----------
    concepts : ConceptClass
        At least one concept, at most 5 essential points.
    epsilon : number
        At least 0 and below 1.
    delta : number
        A probability.

    Examples
    --------
    >>> from privlearn.concepts import points
    >>> smallest_probabilistic_representation(points(2), Fraction(1, 4), Fraction(1, 4))
    3
    """
    d = as_probability(delta, "delta")
    size = 1
    while probabilistic_representation_value(concepts, size, as_error_bound(epsilon)).value > d:
        size += 1
    return size
