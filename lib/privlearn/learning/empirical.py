"""Empirical errors and empirical learners, exactly.

Definitions
-----------
On a sample of points, ``c`` and ``h`` *disagree* in the share of entries on which they differ; on a labelled sample the
*empirical error* of ``h`` is the share of rows it gets wrong (ABMS20, Definition 3.6).  Repeated rows count each time.
An *(alpha, beta)-empirical learner* answers, on **every** sample of m points labelled by a concept, with an empirical
error above alpha with probability at most beta (ABMS20, Definition 3.11).

>>> empirical_error(((0, 1), (0, 1), (1, 0)), (0, 0))
Fraction(2, 3)
"""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product

from privlearn.concepts import ConceptClass
from privlearn.exact import as_fraction, as_integer
from privlearn.exact.rationals import Number
from privlearn.learning.pac import Learner
from privlearn.mechanisms.neighbours import Database


def empirical_error(database: Sequence[tuple[int, int]], hypothesis: Sequence[int]) -> Fraction:
    """Return the share of labelled rows ``(x, y)`` with ``hypothesis[x] != y`` (ABMS20, Definition 3.6).

    Raises
    ------
    ValueError
        If the database is empty.
    """
    if not database:
        raise ValueError("database must not be empty: an empirical error is an average")
    return Fraction(sum(hypothesis[x] != y for x, y in database), len(database))


def empirical_disagreement(points: Sequence[int], concept: Sequence[int], hypothesis: Sequence[int]) -> Fraction:
    """Return the share of ``points`` on which the two functions differ (ABMS20, Definition 3.6).

    Examples
    --------
    >>> empirical_disagreement((0, 0, 1), (1, 1), (0, 1))
    Fraction(2, 3)
    """
    if not points:
        raise ValueError("points must not be empty: an empirical error is an average")
    return Fraction(sum(concept[x] != hypothesis[x] for x in points), len(points))


def worst_empirical_failure(learner: Learner, concepts: ConceptClass, rows: int,
                            alpha: Number) -> tuple[Fraction, Database]:
    """Return the largest ``Pr[empirical error > alpha]`` over all labelled samples, and a sample that has it.

    Parameters
    ----------
    learner : callable
        Sorted database of labelled rows -> law of the number of a concept.
    concepts : ConceptClass
        The targets and the hypotheses.
    rows : int
        m, at least 1.
    alpha : number in [0, 1]

    Notes
    -----
    ABMS20, Definition 3.11: the failure probability of an empirical learner.  Cost: one law for each target and
    multiset of points.

    Examples
    --------
    >>> from privlearn.concepts import initial_segments
    >>> from privlearn.learners.generic.exponential import exponential_learner
    >>> worst_empirical_failure(exponential_learner(initial_segments(1), 4), initial_segments(1), 1, 0)
    (Fraction(1, 3), ((0, 0),))
    """
    limit, m = as_fraction(alpha, "alpha"), as_integer(rows, "rows", least=1)
    listed = concepts.rows()
    best: tuple[Fraction, Database] = (Fraction(-1), ())
    for points, target in product(combinations_with_replacement(range(concepts.size), m), listed):
        database = tuple((x, target[x]) for x in points)
        law = learner(database).exact()
        failure = sum((p for h, p in law.items() if empirical_error(database, listed[h]) > limit), Fraction(0))
        best = max(best, (failure, database), key=lambda found: found[0])
    return best
