"""Adversaries that no small set of hypotheses answers: what proves that a representation is smallest.

Definitions
-----------
An *adversary* is a pair (f, D) of a concept and a distribution; a set H of hypotheses *answers* it if it holds one with
``Pr_D[h != f] <= epsilon``.  Finitely many adversaries that no k - 1 functions answer prove that H needs k of them.
That k hypotheses suffice is proved by a mixture of them for every concept that errs at every point with probability at
most epsilon: then some hypothesis is good, whatever D is.

>>> first, second = ((0, 0), (Fraction(1), Fraction(0))), ((1, 1), (Fraction(1), Fraction(0)))
>>> can_answer((first, second), 1, 2, Fraction(1, 4)), can_answer((first, second), 2, 2, Fraction(1, 4))
(False, True)
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import lcm

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.representation.error_sets import Distribution, as_error_bound
from privlearn.exact.rationals import Number

Adversary = tuple[Concept, Distribution]


@dataclass(frozen=True)
class SmallestRepresentation:
    """A smallest representing class with its certificate.

    Attributes
    ----------
    size : int
        The least number of hypotheses; its logarithm is ``DRDim_alpha``.
    hypotheses : ConceptClass
    mixtures : tuple of tuple of Fraction
        For each concept a probability vector over the hypotheses that errs at no point with probability above alpha.
    adversaries : tuple of (Concept, tuple of Fraction)
        Pairs (f, D) that no ``size - 1`` functions answer.
    tables : int
        How many partial tables the search for ``size - 1`` functions went through before it was exhausted.
    """

    size: int
    hypotheses: ConceptClass
    mixtures: tuple[tuple[Fraction, ...], ...] = field(repr=False)
    adversaries: tuple[Adversary, ...] = field(repr=False)
    tables: int


def is_smallest_representation(found: SmallestRepresentation, concepts: ConceptClass, alpha: Number) -> bool:
    """Verify a smallest representation: its mixtures prove the size, its adversaries forbid one hypothesis less.

    The mixtures are judged at every point, in Fractions.  The adversaries are judged by a search of its own, from the
    last point to the first (:func:`can_answer`).

    Examples
    --------
    >>> from privlearn.concepts import point_functions
    >>> from privlearn.dimensions.representation import smallest_representation
    >>> two, alpha = point_functions(2), Fraction(1, 4)
    >>> is_smallest_representation(smallest_representation(two, alpha), two, alpha)
    True
    """
    e, hypotheses = as_error_bound(alpha), found.hypotheses.rows()
    if len(hypotheses) != found.size or len(found.mixtures) != len(concepts):
        return False
    for f, mixture in zip(concepts.rows(), found.mixtures, strict=True):
        if len(mixture) != found.size or min(mixture) < 0 or sum(mixture) != 1:
            return False
        if any(sum(p for p, h in zip(mixture, hypotheses, strict=True) if h[x] != f[x]) > e for x in range(len(f))):
            return False
    laws_are_right = all(f in concepts.rows() and len(f) == len(law) and min(law) >= 0 and sum(law) == 1
                         for f, law in found.adversaries)
    return laws_are_right and not can_answer(found.adversaries, found.size - 1, concepts.size, e)


def can_answer(adversaries: Sequence[Adversary], size: int, points: int, alpha: Number) -> bool:
    """Decide, by an exhaustive search, whether ``size`` functions answer all the adversaries.

    Points on which no adversary puts mass are skipped.  The rows are filled from the last point to the first; an
    adversary is asked as soon as all points of its distribution are filled.

    Examples
    --------
    >>> zero, one = ((0,), (Fraction(1),)), ((1,), (Fraction(1),))
    >>> can_answer([zero, one], 1, 1, 0), can_answer([zero, one], 2, 1, 0)
    (False, True)
    """
    e, used = as_error_bound(alpha), [x for x in reversed(range(points)) if any(law[x] for _, law in adversaries)]
    if not adversaries or size < 1:
        return not adversaries
    answers: list[list[int]] = [[] for _ in used]  # a set of rows as an integer, a row as an integer: bits by place
    for f, law in adversaries:
        last = max(place for place, x in enumerate(used) if law[x])
        unit = lcm(*(q.denominator for q in law))
        mistakes = [(1 << place, f[x] << place, int(law[x] * unit)) for place, x in enumerate(used) if law[x]]
        limit = e * unit // 1
        answers[last].append(sum(1 << row for row in range(2 << last) if sum(
            w for bit, value, w in mistakes if row & bit != value) <= limit))
    answers = [sorted(set(good), key=int.bit_count) for good in answers]  # the hardest adversaries first

    def fill(rows: dict[int, int], place: int) -> bool:
        if place == len(used):
            return True
        # for every row, how many copies get a 1 here, with the rows that this leaves
        choices = [[((copies > n) << row | (n > 0) << (row | 1 << place), n) for n in range(copies + 1)]
                   for row, copies in rows.items()]
        for chosen in product(*choices):
            present = 0
            for left, _ in chosen:
                present |= left
            if all(present & good for good in answers[place]):
                ones = [n for _, n in chosen]
                longer = {row: copies - n for (row, copies), n in zip(rows.items(), ones, strict=True) if copies > n}
                longer |= {row | 1 << place: n for row, n in zip(rows, ones, strict=True) if n}
                if fill(longer, place + 1):
                    return True
        return False

    return fill({0: size}, 0)
