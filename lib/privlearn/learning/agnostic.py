"""The agnostic game: no target, labels of any kind, and the best concept as the yardstick.

Definitions
-----------
``P`` is a distribution on labelled points: a tuple of 2 T rationals that sum to 1, the row ``(x, y)`` in place
``2 x + y``.  ``label_error(P, h)`` is the mass of the rows with ``h(x) != y``; ``best_label_error(P, C)`` the least of
them over the concepts.  A learner fails on a sample of n rows from P if its hypothesis has label error **more than**
``best_label_error(P, C) + alpha`` (FX15, Definition 2.2).  A distribution D on the points with a target f is the
special case ``labelled_by(D, f)``, whose best label error is 0 for every class that contains f.

>>> noisy = (Fraction(1, 8), Fraction(3, 8), Fraction(1, 2), Fraction(0))
>>> label_error(noisy, (1, 0)), best_label_error(noisy, [(0, 0), (1, 1)])
(Fraction(1, 8), Fraction(3, 8))
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import as_distribution, as_fraction, as_probability
from privlearn.exact.rationals import Number
from privlearn.learning.distributions import Database, Distribution, samples
from privlearn.learning.pac import Learner


def labelled_by(distribution: Sequence[Number], target: Concept) -> Distribution:
    """Return the distribution on labelled points that a distribution on points and a target make.

    Examples
    --------
    >>> labelled_by((Fraction(1, 3), Fraction(2, 3)), (1, 0))
    (Fraction(0, 1), Fraction(1, 3), Fraction(2, 3), Fraction(0, 1))
    """
    weights = as_distribution(distribution, len(target))
    return tuple(weight if y == bit else Fraction(0) for weight, bit in zip(weights, target, strict=True)
                 for y in (0, 1))


def label_error(labelled: Sequence[Number], hypothesis: Sequence[int]) -> Fraction:
    """Return the mass of the labelled points ``(x, y)`` with ``hypothesis[x] != y``.

    Parameters
    ----------
    labelled : sequence of 2 T numbers that sum to 1
    hypothesis : sequence of T bits
    """
    weights = as_distribution(labelled, 2 * len(hypothesis))
    return sum((weights[2 * x + 1 - bit] for x, bit in enumerate(hypothesis)), Fraction(0))


def best_label_error(labelled: Sequence[Number], concepts: ConceptClass | Sequence[Concept]) -> Fraction:
    """Return the least label error of a concept of the class.

    Raises
    ------
    ValueError
        If there is no concept.
    """
    listed = concepts.rows() if isinstance(concepts, ConceptClass) else list(concepts)
    if not listed:
        raise ValueError("concepts must not be empty: there is nothing to compare with")
    return min(label_error(labelled, concept) for concept in listed)


def labelled_samples(labelled: Sequence[Number], rows: int) -> list[tuple[Database, Fraction]]:
    """Return every multiset of ``rows`` labelled rows that can occur, sorted, with its multinomial probability."""
    weights = as_distribution(labelled)
    places = tuple(range(len(weights)))
    return [(tuple(divmod(place, 2) for place, _ in database), probability)
            for database, probability in samples(weights, places, rows)]


def agnostic_failure(learner: Learner, hypotheses: ConceptClass | Sequence[Concept],
                     concepts: ConceptClass | Sequence[Concept], labelled: Sequence[Number], rows: int,
                     alpha: Number) -> Fraction:
    """Return the probability that the learner's label error exceeds the best concept's by more than ``alpha``.

    Parameters
    ----------
    learner : callable
        Sorted labelled database -> Law over row numbers of ``hypotheses``, or ``None`` for "no hypothesis".
    hypotheses : ConceptClass or sequence of bit tuples
    concepts : ConceptClass or sequence of bit tuples
        The class whose best concept is the yardstick.
    labelled : sequence of 2 T numbers that sum to 1
    rows : int
    alpha : number in [0, 1]

    References
    ----------
    FX15, Definition 2.2.

    Examples
    --------
    >>> from privlearn.laws import pure
    >>> coin = (Fraction(1, 4), Fraction(3, 4))
    >>> agnostic_failure(lambda rows: pure(0), [(0,), (1,)], [(0,), (1,)], coin, 1, Fraction(1, 3))
    Fraction(1, 1)
    """
    listed = hypotheses.rows() if isinstance(hypotheses, ConceptClass) else list(hypotheses)
    limit = best_label_error(labelled, concepts) + as_probability(alpha, "alpha")
    wrong = {None} | {k for k, h in enumerate(listed) if label_error(labelled, h) > limit}
    law = cache(lambda database: learner(database).masses())
    return sum((probability * sum((as_fraction(mass) for h, mass in law(database).items() if h in wrong), Fraction(0))
                for database, probability in labelled_samples(labelled, rows)), Fraction(0))


def agnostic_success(learner: Learner, hypotheses: ConceptClass | Sequence[Concept],
                     concepts: ConceptClass | Sequence[Concept], labelled: Sequence[Number], rows: int,
                     alpha: Number) -> Fraction:
    """Return ``1 - agnostic_failure`` of the same arguments."""
    return 1 - agnostic_failure(learner, hypotheses, concepts, labelled, rows, alpha)
