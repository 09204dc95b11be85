"""Generators, their distinguishers, and the learners of points that lie in a generator's image.

Definitions
-----------
A *generator* stretches ``seed_bits`` = l bits to ``output_bits`` = d bits: a table ``outputs[r] = G(r)`` for the
``2^l`` seeds, strings of bits read as numbers ``0..2^d - 1``.  Its *image* is the set of its outputs; the class
``POINT-hat`` has the point functions of the image (BBKN14, Section 6).

A *distinguisher* is a function from a string to a :class:`~privlearn.laws.law.Law` of a bit.  Its *advantage* is
``|Pr[B(G(U_l)) = 1] - Pr[B(U_d) = 1]|``, here by going through all seeds and all strings.  No distinguisher beats
the test "is it in the image?", whose advantage ``1 - |Im G| / 2^d`` is the statistical distance.  A generator is
*pseudorandom* if all efficient distinguishers have negligible advantage: a statement about all d at once and about
running time, which no finite table can have.  :func:`toy_generator` is a concrete map to compute with, and no more.

>>> tiny = PseudorandomGenerator(1, 2, (3, 0))
>>> tiny.image, advantage(image_test(tiny), tiny)
((0, 3), Fraction(1, 2))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np

from privlearn.concepts import ConceptClass
from privlearn.exact import TooLargeToEnumerate, as_fraction, as_integer, rational
from privlearn.exact.rationals import Number
from privlearn.laws import Law, pure
from privlearn.laws.law import as_law
from privlearn.learning import exact_failure


def seeds_tried_advantage(generator: PseudorandomGenerator, tries: int) -> Fraction:
    """Return the advantage of the distinguisher that compares its string with the outputs of the first seeds.

    Parameters
    ----------
    generator : PseudorandomGenerator
    tries : int
        How many seeds, at least 0 and at most all of them.

    Returns
    -------
    Fraction
        The share of the seeds whose output is among these, less the share of all strings that are.

    Examples
    --------
    >>> [str(seeds_tried_advantage(PseudorandomGenerator(1, 2, (3, 0)), tries)) for tries in (0, 1, 2)]
    ['0', '1/4', '1/2']
    """
    found = set(generator.outputs[:as_integer(tries, "tries", least=0, most=len(generator.outputs))])
    hits = sum(times for x, times in Counter(generator.outputs).items() if x in found)
    return Fraction(hits, len(generator.outputs)) - Fraction(len(found), generator.size)


def point_mass_failure(learner: Any, point: int, size: int, rows: int, alpha: Number) -> Fraction:
    """Return the learner's failure on the distribution that always draws ``point``, which its concept labels 1.

    The game is played on the one-point domain that the distribution sees.

    Parameters
    ----------
    learner : callable
        Database -> Law over the points ``0..size-1`` (or ``None``).
    point, size : int
        The target and the number of points.
    rows : int, at least 0
    alpha : number in [0, 1)

    Examples
    --------
    >>> point_mass_failure(lambda rows: pure(rows[0][0]), 2, size=4, rows=1, alpha=Fraction(1, 2))
    Fraction(0, 1)
    """
    j, m = as_integer(point, "point", least=0, most=size - 1), as_integer(rows, "rows", least=0)
    law = learner(((j, 1),) * m).map(lambda i: None if i is None else int(i == j))
    return exact_failure(lambda _: law, [(0,), (1,)], (1,), (Fraction(1),), m, alpha)


Distinguisher = Callable[[int], Law]

LARGEST_SEED, LARGEST_OUTPUT, LARGEST_LIST = 20, 512, 1 << 20
LARGEST_MATRIX = 1 << 26  # entries


@dataclass(frozen=True)
class PseudorandomGenerator:
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


def toy_generator(seed_bits: int, output_bits: int) -> PseudorandomGenerator:
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
    return PseudorandomGenerator(ell, d, tuple(_hash(seed, width) % (1 << d) for seed in range(1 << ell)))


def _hash(seed: int, width: int) -> int:
    return int.from_bytes(blake2b(seed.to_bytes(4, "big"), digest_size=width).digest(), "little")


def identity_generator(bits: int) -> PseudorandomGenerator:
    """Return the generator without stretch: every string is its own seed."""
    n = as_integer(bits, "bits", least=0, most=LARGEST_SEED)
    return PseudorandomGenerator(n, n, tuple(range(1 << n)))


def point_hat(generator: PseudorandomGenerator) -> ConceptClass:
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


def advantage(distinguisher: Distinguisher, generator: PseudorandomGenerator) -> Fraction:
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


def image_test(generator: PseudorandomGenerator, tries: int | None = None) -> Distinguisher:
    """Return the distinguisher that says 1 iff one of the first ``tries`` seeds (all by default) gives the string.

    Its advantage is at most ``1 - |Im G| / 2^d``, reached with all ``2^l`` seeds: with l = O(log d) an efficient test.
    """
    count = len(generator.outputs) if tries is None else as_integer(tries, "tries", 0, len(generator.outputs))
    known, bits = frozenset(generator.outputs[:count]), (pure(0), pure(1))
    return lambda string: bits[string in known]
