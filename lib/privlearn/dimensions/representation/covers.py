"""Covers of a concept class for one known distribution: metric entropy.

Definitions
-----------
A distribution D on the points makes a (pseudo)metric of functions, ``d(f, h) = Pr_D[f != h]``.  An *alpha-cover* of C
is a set of functions, from C or not, such that every concept is within alpha of one; an *alpha-packing* is a set
of concepts at pairwise distances above alpha.  The logarithm of the least cover is ``DRDim_alpha^D(C)``, the metric
entropy (FX15, Section 1.2; Benedek and Itai 1991).

A largest packing is a cover, so it is no smaller than the least cover.  One function is within alpha/2 of at most
one member of an alpha-packing.  So a random set of k functions that comes within alpha/2 of every concept with
probability 1 - w has ``k >= packing (1 - w) >= cover (1 - w)``.

>>> two = ConceptClass.from_matrix([[0, 0], [1, 1]])
>>> uniform = (Fraction(1, 2), Fraction(1, 2))
>>> len(smallest_cover(two, uniform, Fraction(1, 2))), len(smallest_cover(two, uniform, Fraction(1, 2), proper=True))
(1, 2)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from math import comb

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.representation.error_sets import (Distribution, as_error_bound, bits_of, concept_of,
                                                            light_sets, mass)
from privlearn.dimensions.representation.probabilistic import ProbabilisticRepresentation
from privlearn.exact import MinimaxProgram, TooLargeToEnumerate, as_distribution, as_integer, solve
from privlearn.exact.rationals import Number

MOST_POINTS = 12
MOST_COLUMNS = 200_000


def distance(first: Concept, second: Concept, law: Distribution) -> Fraction:
    """Return the probability of the points where two functions differ.

    Examples
    --------
    >>> distance((0, 1, 1), (1, 1, 0), (Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)))
    Fraction(3, 4)
    """
    return mass(law, bits_of(first) ^ bits_of(second))


def balls(concepts: ConceptClass, law: Sequence[Number], alpha: Number, *,
          proper: bool = False) -> dict[frozenset[int], Concept]:
    """Return the largest sets of concepts (row numbers) that lie within alpha of one function, with such a function.

    Parameters
    ----------
    concepts : ConceptClass
        At least one concept, at most 12 points.
    law : sequence of numbers
        D.
    alpha : number
        At least 0 and below 1.
    proper : bool
        Whether only functions of the class may be centres.

    Notes
    -----
    Cost: ``2^points`` centres, each compared with all concepts, unless ``proper``.

    Examples
    --------
    >>> two, uniform = ConceptClass.from_matrix([[0, 0], [1, 1]]), [Fraction(1, 2)] * 2
    >>> balls(two, uniform, Fraction(1, 2))  # (1, 0) is wrong at one point for either concept
    {frozenset({0, 1}): (1, 0)}
    """
    weights, e = as_distribution(law, concepts.size, "law"), as_error_bound(alpha)
    if len(concepts) == 0:
        raise ValueError("concepts must not be empty")
    if concepts.size > MOST_POINTS:
        raise TooLargeToEnumerate("the domain", concepts.size, MOST_POINTS)
    rows = concepts.rows()
    centres = rows if proper else [concept_of(mask, concepts.size) for mask in range(1 << concepts.size)]
    light, masks = light_sets(weights, e), [bits_of(f) for f in rows]
    found: dict[frozenset[int], Concept] = {}
    for centre in centres:
        mask = bits_of(centre)
        found.setdefault(frozenset(i for i, f in enumerate(masks) if f ^ mask in light), centre)
    return {ball: centre for ball, centre in found.items() if not any(ball < other for other in found)}


def smallest_cover(concepts: ConceptClass, law: Sequence[Number], alpha: Number, *,
                   proper: bool = False) -> tuple[Concept, ...]:
    """Return a smallest alpha-cover of a class for the distribution ``law``; its length is the covering number.

    The arguments are those of :func:`balls`.

    Notes
    -----
    Exact: the integer program "fewest balls that contain every concept" by depth-first search, the concept with the
    fewest balls first, for one, two, three ... balls.  :func:`is_smallest_cover` verifies the result.

    Examples
    --------
    >>> from privlearn.concepts import all_functions
    >>> len(smallest_cover(all_functions(3), [Fraction(1, 3)] * 3, Fraction(1, 3)))  # the repetition code
    2
    """
    available = balls(concepts, law, alpha, proper=proper)

    def search(left: frozenset[int], most: int) -> list[frozenset[int]] | None:
        if not left:
            return []
        if most == 0:
            return None
        options = {i: [ball for ball in available if i in ball] for i in left}
        for ball in min(options.values(), key=len):
            rest = search(left - ball, most - 1)
            if rest is not None:
                return [ball, *rest]
        return None

    everyone, size = frozenset(range(len(concepts))), 1
    while (found := search(everyone, size)) is None:
        size += 1
    return tuple(sorted(available[ball] for ball in found))


def is_smallest_cover(cover: Sequence[Concept], concepts: ConceptClass, law: Sequence[Number], alpha: Number) -> bool:
    """Verify a smallest cover from the definition: it covers, and no set of one function less does (all are tried).

    Examples
    --------
    >>> two, uniform = ConceptClass.from_matrix([[0, 0], [1, 1]]), [Fraction(1, 2)] * 2
    >>> [is_smallest_cover(cover, two, uniform, Fraction(1, 2)) for cover in ([(1, 0)], [(0, 0), (1, 1)])]
    [True, False]
    """
    rows, points = concepts.rows(), range(concepts.size)

    def near(f: Concept, h: Concept) -> bool:
        return sum((q for q, x in zip(law, points, strict=True) if f[x] != h[x]), Fraction(0)) <= alpha

    functions = [tuple(mask >> x & 1 for x in points) for mask in range(1 << concepts.size)]
    kinds = {tuple(near(f, h) for f in rows) for h in functions}  # functions near the same concepts count once
    most = len(cover) - 1
    if not all(any(near(f, h) for h in cover) for f in rows):
        return False
    return not any(all(map(any, zip(*some, strict=True))) for some in combinations(kinds, min(most, len(kinds)))
                   ) if most else True


def largest_packing(concepts: ConceptClass, law: Sequence[Number], alpha: Number) -> tuple[Concept, ...]:
    """Return a largest set of concepts at pairwise distances above alpha; its length is the packing number.

    Examples
    --------
    >>> from privlearn.concepts import thresholds
    >>> largest_packing(thresholds(2), [Fraction(1, 4)] * 4, Fraction(1, 4))
    ((1, 1, 1, 1), (0, 0, 1, 1))
    """
    weights, e, rows = as_distribution(law, concepts.size, "law"), as_error_bound(alpha), concepts.rows()
    far = [{j for j in range(len(rows)) if distance(f, rows[j], weights) > e} for f in rows]
    best: list[int] = []

    def extend(chosen: list[int], allowed: list[int]) -> None:
        nonlocal best
        if len(chosen) > len(best):
            best = chosen
        for place, i in enumerate(allowed):
            if len(chosen) + len(allowed) - place <= len(best):
                return
            extend([*chosen, i], [j for j in allowed[place + 1 :] if j in far[i]])

    extend([], list(range(len(rows))))
    return tuple(rows[i] for i in best)


@dataclass(frozen=True)
class CoverValue:
    """The least probability with which a random set of k functions misses some concept, with what proves it.

    Attributes
    ----------
    value : Fraction
    representation : ProbabilisticRepresentation
        Misses no concept with probability above ``value``.
    concept_weights : tuple of Fraction
        A distribution over the concepts: every set of k functions misses a random one with probability ``value``.
    """

    value: Fraction
    representation: ProbabilisticRepresentation
    concept_weights: tuple[Fraction, ...]


def random_cover_value(concepts: ConceptClass, law: Sequence[Number], alpha: Number, size: int) -> CoverValue:
    """Return the least miss probability of random sets of at most ``size`` functions, for a known distribution.

    Parameters
    ----------
    concepts, law, alpha
        As for :func:`balls`.
    size : int
        k, at least 1.

    Raises
    ------
    TooLargeToEnumerate
        For more than 200,000 sets of balls.

    Examples
    --------
    >>> from privlearn.concepts import points
    >>> [str(random_cover_value(points(2), [Fraction(1, 4)] * 4, Fraction(1, 8), k).value) for k in (1, 2, 3, 4)]
    ['3/4', '1/2', '1/4', '0']
    """
    k, available = as_integer(size, "size", least=1), balls(concepts, law, alpha)
    k = min(k, len(available))
    if comb(len(available), k) > MOST_COLUMNS:
        raise TooLargeToEnumerate(f"the collection of {k}-sets of functions", comb(len(available), k), MOST_COLUMNS)
    columns = list(combinations(available, k))
    losses = tuple({j: Fraction(1) for j, some in enumerate(columns) if not any(i in ball for ball in some)}
                   for i in range(len(concepts)))
    solved = solve(MinimaxProgram((len(columns),), losses))
    branches = tuple((w, tuple(available[ball] for ball in columns[j])) for j, w in enumerate(solved.point) if w)
    return CoverValue(solved.value, ProbabilisticRepresentation(branches), solved.task_weights)


def is_cover_value(solved: CoverValue, concepts: ConceptClass, law: Sequence[Number], alpha: Number,
                   size: int) -> bool:
    """Verify a value from the definition: both sides guarantee it, over all sets of ``size`` functions.

    Examples
    --------
    >>> two, uniform = ConceptClass.from_matrix([[0, 0], [1, 1]]), [Fraction(1, 2)] * 2
    >>> is_cover_value(random_cover_value(two, uniform, 0, 1), two, uniform, 0, 1)
    True
    """
    rows, points, weights = concepts.rows(), range(concepts.size), solved.concept_weights

    def near(f: Concept, h: Concept) -> bool:
        return sum((q for q, x in zip(law, points, strict=True) if f[x] != h[x]), Fraction(0)) <= alpha

    missed = [sum((w for w, some in solved.representation.branches if not any(near(f, h) for h in some)), Fraction(0))
              for f in rows]
    if solved.representation.size > size or max(missed) > solved.value or len(weights) != len(rows):
        return False
    functions = [tuple(mask >> x & 1 for x in points) for mask in range(1 << concepts.size)]
    kinds = {tuple(near(f, h) for f in rows) for h in functions}
    caught = (sum(w for w, any_near in zip(weights, map(any, zip(*some, strict=True)), strict=True) if any_near)
              for some in combinations(kinds, min(size, len(kinds))))
    return sum(weights) == 1 and min(weights) >= 0 and 1 - max(caught) >= solved.value
