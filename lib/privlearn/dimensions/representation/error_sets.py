"""Error patterns: all distributions on a finite domain at once, as finitely many families of error sets.

Definitions
-----------
Fix a number of points and an error bound alpha.  A distribution D makes a set E of points *heavy* if D(E) > alpha,
else *light*.  A set of points is a bit mask: bit x is set iff it contains point x.  The *error set* of a hypothesis h
for a concept f is the set of points where they differ, so h is good for (f, D) iff its error set is light.

Sets can be made heavy together iff the zero-sum game max over D of min over the sets E of D(E) has a value above
alpha; this is inherited by subfamilies.  The light sets left by a *largest* jointly heavy family form an *error
pattern*: the light family of every distribution contains one, so "for every distribution" is "for every error
pattern", a finite statement.

>>> [len(error_patterns(3, alpha)) for alpha in (Fraction(1, 4), Fraction(1, 3))]
[1, 3]
>>> error_patterns(3, Fraction(1, 4))[0].distribution
(Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

from privlearn.concepts import Concept
from privlearn.exact import MinimaxProgram, TooLargeToEnumerate, as_fraction, as_integer, solve
from privlearn.exact.rationals import Number

LARGEST_DOMAIN = 5  # points: 31 sets; with 6 the families are too many
Distribution = tuple[Fraction, ...]


@dataclass(frozen=True)
class ErrorPattern:
    """A least family of light sets, with a distribution that has it.

    Attributes
    ----------
    light : frozenset of int
        The bit masks of the sets E with D(E) <= alpha, the empty set among them.
    distribution : tuple of Fraction
        D, one probability for each point.
    """

    light: frozenset[int]
    distribution: Distribution


def as_error_bound(value: Number, name: str = "alpha") -> Fraction:
    """Return an error bound as a ``Fraction`` with ``0 <= alpha < 1`` (at 1 every hypothesis is good).

    Raises
    ------
    ValueError
        If it lies outside.

    Examples
    --------
    >>> as_error_bound(0)
    Fraction(0, 1)
    >>> as_error_bound(1)
    Traceback (most recent call last):
    ValueError: alpha must be at least 0 and below 1, got 1
    """
    alpha = as_fraction(value, name)
    if not 0 <= alpha < 1:
        raise ValueError(f"{name} must be at least 0 and below 1, got {alpha}")
    return alpha


def bits_of(concept: Concept) -> int:
    """Return a concept as a bit mask: bit x is its value at point x.

    Examples
    --------
    >>> bits_of((0, 1, 1))
    6
    """
    return sum(1 << x for x, bit in enumerate(concept) if bit)


def concept_of(mask: int, points: int) -> Concept:
    """Return the concept with the given bit mask.

    Examples
    --------
    >>> concept_of(6, 3)
    (0, 1, 1)
    """
    return tuple(mask >> x & 1 for x in range(points))


def mass(distribution: Iterable[Fraction], points_mask: int) -> Fraction:
    """Return D(E) for a set E given as a bit mask.

    Examples
    --------
    >>> mass((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), 0b011)
    Fraction(3, 4)
    """
    return sum((q for x, q in enumerate(distribution) if points_mask >> x & 1), Fraction(0))


def light_sets(distribution: Distribution, alpha: Number) -> frozenset[int]:
    """Return the bit masks of all sets of mass at most alpha; cost: 2^points.

    Examples
    --------
    >>> sorted(light_sets((Fraction(1, 2), Fraction(1, 4), Fraction(1, 4)), Fraction(1, 4)))
    [0, 2, 4]
    """
    e = as_error_bound(alpha)
    totals = [Fraction(0)]
    for q in distribution:
        totals += [total + q for total in totals]
    return frozenset(mask for mask, total in enumerate(totals) if total <= e)


def minimal_sets(masks: Iterable[int]) -> tuple[int, ...]:
    """Return the sets that contain no other of the given sets, in increasing order of their masks.

    Examples
    --------
    >>> minimal_sets([0b011, 0b001, 0b110])
    (1, 6)
    """
    kept: list[int] = []
    for mask in sorted(set(masks), key=int.bit_count):
        if all(small & mask != small for small in kept):
            kept.append(mask)
    return tuple(sorted(kept))


@lru_cache(maxsize=1 << 16)
def heaviest(sets: tuple[int, ...], points: int) -> tuple[Fraction, Distribution]:
    """Return the largest mass that one distribution can give to all the sets at once, with such a distribution.

    Parameters
    ----------
    sets : tuple of int
        Bit masks of subsets of ``0..points-1``; none at all can be given mass 1.

    Notes
    -----
    The value of a zero-sum game, exact: ``1 - min over D of max over E of D(complement of E)``.

    Examples
    --------
    >>> value, law = heaviest((0b01, 0b10), 2)
    >>> value, [str(q) for q in law]
    (Fraction(1, 2), ['1/2', '1/2'])
    """
    if not sets:
        return Fraction(1), (Fraction(1), *[Fraction(0)] * (points - 1))
    missed = tuple({x: Fraction(1) for x in range(points) if not mask >> x & 1} for mask in sets)
    solved = solve(MinimaxProgram(blocks=(points,), tasks=missed))
    return 1 - solved.value, solved.point


def common_distribution(sets: Iterable[int], points: int, alpha: Fraction) -> Distribution | None:
    """Return a distribution that makes all the sets heavy, ``None`` if there is none.

    Examples
    --------
    >>> common_distribution([0b01, 0b10], 2, Fraction(1, 4)), common_distribution([0b01, 0b10], 2, Fraction(1, 2))
    ((Fraction(1, 2), Fraction(1, 2)), None)
    """
    value, distribution = heaviest(minimal_sets(sets), points)
    return distribution if value > alpha else None


def error_patterns(points: int, alpha: Number) -> tuple[ErrorPattern, ...]:
    """Return the least families of light sets over all distributions, ordered by their masks.

    Parameters
    ----------
    points : int
        From 1 to 5.
    alpha : number
        At least 0 and below 1.

    Returns
    -------
    tuple of ErrorPattern
        No light family contains another, and that of every distribution contains one of them.

    Raises
    ------
    TooLargeToEnumerate
        For more than 5 points.

    Notes
    -----
    Depth first over the sets by size: a set is made heavy if the game allows it, or declared light.  A declaration is
    kept only while some heavy sets to come may still force it.  :func:`are_error_patterns` verifies the result by
    another search.

    Examples
    --------
    >>> [len(error_patterns(4, Fraction(a, b))) for a, b in ((0, 1), (1, 8), (1, 4), (1, 3), (2, 5))]
    [1, 1, 4, 10, 7]
    """
    n, e = as_integer(points, "points", least=1), as_error_bound(alpha)
    if n > LARGEST_DOMAIN:
        raise TooLargeToEnumerate("the domain", n, LARGEST_DOMAIN)
    return _error_patterns(n, e)


@lru_cache(maxsize=64)
def _error_patterns(n: int, e: Fraction) -> tuple[ErrorPattern, ...]:
    order = sorted(range(1, 1 << n), key=lambda mask: (mask.bit_count(), mask))
    found: dict[frozenset[int], ErrorPattern] = {}

    def extend(place: int, heavy: tuple[int, ...], light: tuple[int, ...]) -> None:
        rest = [mask for mask in order[place:] if all(small & mask != small for small in heavy)]
        can = [mask for mask in rest if common_distribution((*heavy, mask), n, e) is not None]
        every = common_distribution((*heavy, *can), n, e)
        if every is not None:
            closed = light_sets(every, e)
            if all(common_distribution((*heavy, *can, mask), n, e) is None for mask in light):
                found[closed] = ErrorPattern(closed, every)
            return
        place = order.index(can[0]) + 1
        extend(place, minimal_sets((*heavy, can[0])), light)
        extend(place, heavy, (*light, can[0]))

    extend(0, (), ())
    return tuple(found[light] for light in sorted(found, key=sorted))


def are_error_patterns(patterns: Iterable[ErrorPattern], points: int, alpha: Number) -> bool:
    """Verify a list of error patterns: each belongs to its distribution, none contains another, none is missing.

    A missing one would be a distribution that makes some light set of every pattern heavy; all such choices, one set
    from each pattern, are tried, and a choice is given up when no distribution makes its sets heavy.

    Examples
    --------
    >>> found = error_patterns(3, Fraction(1, 3))
    >>> are_error_patterns(found, 3, Fraction(1, 3)), are_error_patterns(found[:2], 3, Fraction(1, 3))
    (True, False)
    """
    n, e, listed = as_integer(points, "points", least=1), as_error_bound(alpha), list(patterns)
    for pattern in listed:
        law = pattern.distribution
        if len(law) != n or min(law) < 0 or sum(law) != 1 or pattern.light != {
                mask for mask in range(1 << n) if sum(q for x, q in enumerate(law) if mask >> x & 1) <= e}:
            return False
    if not listed or any(a.light <= b.light or b.light <= a.light for a, b in combinations(listed, 2)):
        return False

    def some_distribution_escapes(left: list[ErrorPattern], heavy: tuple[int, ...]) -> bool:
        left = [p for p in left if not any(h & mask == h for mask in p.light for h in heavy)]  # not yet escaped
        if not left:
            return True
        light = min(left, key=lambda pattern: len(pattern.light)).light
        largest = [mask for mask in light if mask and not any(mask != o and mask & o == mask for o in light)]
        return any(heaviest(minimal_sets((*heavy, mask)), n)[0] > e
                   and some_distribution_escapes(left, (*heavy, mask)) for mask in largest)

    return not some_distribution_escapes(listed, ())
