"""Generators, their distinguishers, and the learners of points that lie in a generator's image.

Definitions
-----------
A *generator* stretches ``seed_bits`` = l bits to ``output_bits`` = d bits: a table ``outputs[r] = G(r)`` for the
``2^l`` seeds, strings of bits read as numbers ``0..2^d - 1``.  Its *image* is the set of its outputs; the class
``POINT-hat`` has the point functions of the image (BBKN14, Section 6).

A *distinguisher* is a function from a string to a :class:`~privlearn.laws.Law` of a bit.  Its *advantage* is
``|Pr[B(G(U_l)) = 1] - Pr[B(U_d) = 1]|``, here by going through all seeds and all strings.  No distinguisher beats
the test "is it in the image?", whose advantage ``1 - |Im G| / 2^d`` is the statistical distance.  A generator is
*pseudorandom* if all efficient distinguishers have negligible advantage: a statement about all d at once and about
running time, which no finite table can have.  :func:`toy_generator` is a concrete map to compute with, and no more.

>>> tiny = Generator(1, 2, (3, 0))
>>> tiny.image, advantage(image_test(tiny), tiny)
((0, 3), Fraction(1, 2))
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from hashlib import blake2b
from typing import Any

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_exp_epsilon, as_fraction, as_integer, rational, rational_square_root
from privlearn.exact.rationals import Number
from privlearn.laws import Law, proportional, pure, uniform
from privlearn.laws.law import as_law
from privlearn.mechanisms import Promise, PromisedMechanism, replace_one
from privlearn.mechanisms.exponential import check_labelled
from privlearn.mechanisms.neighbours import Database

Distinguisher = Callable[[int], Law]
Learner = Callable[[Database], Law]

LARGEST_SEED, LARGEST_OUTPUT, LARGEST_LIST = 20, 512, 1 << 20
LARGEST_MATRIX = 1 << 26  # entries
ANY_SIZE: Any = math.inf  # points are checked to be integers of at least 0
OTHERS = "others"  # the branch of the subset learner that stands for all members outside the sample


@dataclass(frozen=True)
class Generator:
    """A map from strings of ``seed_bits`` bits to strings of ``output_bits`` bits, as a table.

    Attributes
    ----------
    seed_bits, output_bits : int
        l and d; all outputs lie in ``0..2^d - 1``.
    outputs : tuple of int
        ``2^l`` outputs, one for each seed.
    """

    seed_bits: int
    output_bits: int
    outputs: tuple[int, ...]

    def __post_init__(self) -> None:
        ell = as_integer(self.seed_bits, "seed_bits", least=0, most=LARGEST_SEED)
        d = as_integer(self.output_bits, "output_bits", least=0)
        if not isinstance(self.outputs, (tuple, list)):
            raise ValueError(f"outputs must be a tuple of integers, got {self.outputs!r}")
        if len(self.outputs) != 1 << ell:
            raise ValueError(f"outputs must have 2^{ell} entries, one for each seed, got {len(self.outputs)}")
        for output in self.outputs:
            as_integer(output, "outputs", least=0, most=(1 << d) - 1)
        object.__setattr__(self, "outputs", tuple(self.outputs))

    @property
    def size(self) -> int:
        """Number of strings, ``2^d``."""
        return 1 << self.output_bits

    @cached_property
    def image(self) -> tuple[int, ...]:
        """The distinct outputs in increasing order; at most ``2^l``, fewer where seeds collide."""
        return tuple(sorted(set(self.outputs)))

    @property
    def density(self) -> Fraction:
        """The probability that a uniform string lies in the image, ``|Im G| / 2^d``."""
        return Fraction(len(self.image), self.size)


def toy_generator(seed_bits: int, output_bits: int) -> Generator:
    """Return the generator that hashes the seed with BLAKE2b and keeps ``output_bits`` bits.

    The seed is written in 4 bytes, most significant first; the digest has 8 bytes, or as many as the output needs,
    and is read with its least significant byte first.

    Parameters
    ----------
    seed_bits : int
        0 to 20: all seeds are listed.
    output_bits : int
        0 to 512.

    Notes
    -----
    A computable map on which everything can be checked; nothing is claimed about its security, and at these sizes it
    has none.  Cost: ``2^seed_bits`` hashes.

    Examples
    --------
    >>> [len(toy_generator(l, d).image) for l, d in ((3, 8), (4, 8), (6, 12))]
    [8, 15, 64]
    """
    ell = as_integer(seed_bits, "seed_bits", least=0, most=LARGEST_SEED)
    d = as_integer(output_bits, "output_bits", least=0, most=LARGEST_OUTPUT)
    width = max(8, (d + 7) // 8)
    return Generator(ell, d, tuple(_hash(seed, width) % (1 << d) for seed in range(1 << ell)))


def _hash(seed: int, width: int) -> int:
    return int.from_bytes(blake2b(seed.to_bytes(4, "big"), digest_size=width).digest(), "little")


def identity_generator(bits: int) -> Generator:
    """Return the generator without stretch: every string is its own seed."""
    n = as_integer(bits, "bits", least=0, most=LARGEST_SEED)
    return Generator(n, n, tuple(range(1 << n)))


def point_hat(generator: Generator) -> ConceptClass:
    """Return ``POINT-hat``: the point functions of the image, on all ``2^d`` points, named by their points.

    Raises
    ------
    TooLargeToEnumerate
        If the table would have more than ``2^26`` entries; the learners below take the image instead.

    References
    ----------
    BBKN14, Section 6.
    """
    members, size = generator.image, generator.size
    if len(members) * size > LARGEST_MATRIX:
        raise TooLargeToEnumerate("the matrix of the class", f"{len(members)} x {size}", LARGEST_MATRIX)
    matrix = np.zeros((len(members), size), dtype=np.uint8)
    matrix[np.arange(len(members)), list(members)] = 1
    return ConceptClass.from_matrix(matrix, concept_names=members)


def acceptance(distinguisher: Distinguisher, strings: Iterable[int]) -> Fraction:
    """Return the average over ``strings`` (repetitions count) of the probability that the distinguisher says 1."""
    total, count = rational(0), 0
    for string in strings:
        total += as_law(distinguisher(string), "distinguisher").masses().get(1, 0)
        count += 1
    if not count:
        raise ValueError("strings must not be empty")
    return as_fraction(total) / count


def advantage(distinguisher: Distinguisher, generator: Generator) -> Fraction:
    """Return ``|Pr[B(G(U_l)) = 1] - Pr[B(U_d) = 1]|`` exactly.

    Parameters
    ----------
    distinguisher : callable
        String (as a number) -> Law over {0, 1}.
    generator : Generator

    Raises
    ------
    TooLargeToEnumerate
        If there are more than ``2^20`` strings.

    References
    ----------
    BBKN14, formula (10).
    """
    if generator.size > LARGEST_LIST:
        raise TooLargeToEnumerate("the list of all strings", generator.size, LARGEST_LIST)
    return abs(acceptance(distinguisher, generator.outputs) - acceptance(distinguisher, range(generator.size)))


def image_test(generator: Generator, tries: int | None = None) -> Distinguisher:
    """Return the distinguisher that says 1 iff one of the first ``tries`` seeds (all by default) gives the string.

    Its advantage is at most ``1 - |Im G| / 2^d``, reached with all ``2^l`` seeds: with l = O(log d) an efficient test.
    """
    count = len(generator.outputs) if tries is None else as_integer(tries, "tries", 0, len(generator.outputs))
    known, bits = frozenset(generator.outputs[:count]), (pure(0), pure(1))
    return lambda string: bits[string in known]


def learner_distinguisher(learner: Learner, rows: int) -> Distinguisher:
    """Return the distinguisher that runs a learner of points on ``rows`` rows ``(j, 1)`` and says 1 iff it names j.

    Parameters
    ----------
    learner : callable
        Database -> Law over points (or ``None``).
    rows : int
        m, at least 0.

    References
    ----------
    BBKN14, Section 6 (used twice, for proper and for private learners).
    """
    m = as_integer(rows, "rows", least=0)
    return lambda j: learner(((j, 1),) * m).map(lambda h: int(h == j))


def naming_probability(learner: Learner, point: int, rows: int) -> Fraction:
    """Return the probability that the learner names ``point`` on ``rows`` rows ``(point, 1)``.

    It is the acceptance of :func:`learner_distinguisher` without building its law: one look-up.
    """
    return as_fraction(learner(((point, 1),) * as_integer(rows, "rows", least=0)).masses().get(point, 0))


def subset_point_learner(points: Iterable[int], size: int, exp_epsilon: Number) -> PromisedMechanism:
    """Return the exponential mechanism over the point functions of some ``points``, scored by minus the errors.

    With the image of a generator this is the inefficient private *proper* learner of ``POINT-hat``.

    Parameters
    ----------
    points : iterable of int
        Distinct members, at least one.
    size : int
        T, the size of the domain ``0..T-1``; ``2**512`` is fine.
    exp_epsilon : number
        At least 1, the square of a rational.

    Notes
    -----
    Guarantee: the law of :func:`~privlearn.mechanisms.exponential_learner` over the class of these points, named by
    the points.  Cost of a law: O(rows + members).

    References
    ----------
    BBKN14, Theorem 3.2 and Section 6.

    Examples
    --------
    >>> subset_point_learner((2, 5), 8, 4)(((5, 1),)).exact() == {2: Fraction(1, 3), 5: Fraction(2, 3)}
    True
    """
    n, ratio = as_integer(size, "size", least=1), as_exp_epsilon(exp_epsilon)
    if not isinstance(points, Iterable):
        raise ValueError(f"points must be a collection of points, got {points!r}")
    members = frozenset(as_integer(x, "points", least=0, most=n - 1) for x in points)
    base = rational(rational_square_root(ratio, "exp_epsilon"))
    listed, spread = sorted(members), cache(lambda: uniform(members))  # most databases show none: made once

    def law(database: Database) -> Law:
        counts = _counted(database, n)
        ones = sum(times for (_, y), times in counts.items() if y)
        inside = {x: counts.get((x, 1), 0) - counts.get((x, 0), 0) - ones for x, _ in counts if x in members}
        if not inside:
            return spread()
        best = max([-ones, *inside.values()])
        weights: dict[Any, Any] = {j: base ** (score - best) for j, score in inside.items()}
        rest = tuple(j for j in listed if j not in inside)
        if rest:
            weights[OTHERS] = len(rest) * base ** (-ones - best)
        return proportional(weights).then(lambda j: uniform(rest) if j == OTHERS else pure(j))

    if not members:
        raise ValueError("points must not be empty: there is nothing to choose from")
    return PromisedMechanism(law, Promise(ratio, replace_one), "subset point learner")


def _counted(database: Database, size: int) -> dict[tuple[int, int], int]:
    """Return the distinct rows with their numbers; bad rows are refused, each kind looked at once."""
    if not isinstance(database, (tuple, list)):
        check_labelled(database, size)
        raise AssertionError("check_labelled refuses what is no tuple and no list")
    try:
        distinct = tuple(dict.fromkeys(database))
    except TypeError:
        check_labelled(database, size)
        raise ValueError("database must hold rows (x, y) of integers, got a row that is not hashable") from None
    check_labelled(distinct, size)
    return dict.fromkeys(distinct, len(database)) if len(distinct) <= 1 else Counter(database)


def consistent_subset_learner(points: Iterable[int]) -> Learner:
    """Return the learner that names the first of ``points`` whose point function fits all rows, else the first.

    Without privacy: with the image of a generator, a proper learner of ``POINT-hat`` which looks through the image.
    """
    listed = tuple(sorted(set(points)))
    if not listed:
        raise ValueError("points must not be empty: there is nothing to choose from")
    members = frozenset(listed)

    def learner(database: Database) -> Law:
        rows = _counted(database, ANY_SIZE)
        shown = {x for x, y in rows if y == 1}
        if shown:  # only a member that is shown can fit
            fits = sorted(j for j in shown & members if all((x == j) == bool(y) for x, y in rows))
        else:
            hidden = {x for x, _ in rows}
            fits = [next((j for j in listed if j not in hidden), listed[0])]
        return pure(fits[0] if fits else listed[0])

    return learner
