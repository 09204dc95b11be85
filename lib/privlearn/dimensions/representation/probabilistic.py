"""Probabilistic representations: random hypothesis sets, judged against every concept and every distribution.

Definitions
-----------
A distribution over finite sets H of hypotheses ``(epsilon, delta)``-*probabilistically represents* C if for every f in
C and every distribution D on the points, H contains with probability at least ``1 - delta`` some h with ``Pr_D[h != f]
<= epsilon`` (FX15, Definition 2.4).  D is fixed before H is drawn.  The *miss probability* is the least such delta; the
*size* is the largest H in the support.

"Every D" is "every error pattern" (:mod:`~privlearn.dimensions.representation.error_sets`): H misses (f, D) iff none of
its hypotheses differs from f on a light set exactly.

>>> coin = ProbabilisticRepresentation(((Fraction(1, 3), ((0,),)), (Fraction(2, 3), ((1,),))))
>>> miss_probability(coin, ConceptClass.from_matrix([[0], [1]]), Fraction(1, 4))
Fraction(2, 3)
"""

from dataclasses import dataclass
from fractions import Fraction

from privlearn.concepts import Concept, ConceptClass
from privlearn.dimensions.representation.error_sets import as_error_bound, bits_of, common_distribution
from privlearn.exact import as_fraction
from privlearn.exact.rationals import Number


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


def miss_probability(representation: ProbabilisticRepresentation, concepts: ConceptClass, alpha: Number) -> Fraction:
    """Return the largest probability, over all concepts and all distributions, of drawing no good hypothesis.

    Parameters
    ----------
    representation : ProbabilisticRepresentation
    concepts : ConceptClass
        On the same points; at least one concept.
    alpha : number
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
    e = as_error_bound(alpha)
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
