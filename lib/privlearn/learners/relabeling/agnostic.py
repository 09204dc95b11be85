"""A private agnostic learner from a private learner: relabel, subsample with replacement, learn.

Definitions
-----------
``A_PrivateAgnostic`` cuts its sample into halves D and T, relabels both by
:func:`~privlearn.learners.relabeling.relabel.relabel_law` with the number of errors on D as score, draws rows with
replacement from the relabelled D, |D|/9 of them, and returns the answer of the private learner on the drawn rows.

>>> from privlearn.concepts import initial_segments
>>> from privlearn.laws import pure
>>> last_label = lambda rows: pure(rows[-1][1])
>>> private_agnostic_law(initial_segments(1), last_label, ((0, 1),) * 9, (), 4, draws=1).exact()
{0: Fraction(1, 513), 1: Fraction(512, 513)}

Source: ABMS20, Algorithm 4.
"""

from __future__ import annotations

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact.rationals import Number, as_integer
from privlearn.laws.law import Law, fold, uniform_range
from privlearn.learners.relabeling.relabel import error_count, relabel_law
from privlearn.learners.relabeling.relabel_and_learn import Learner
from privlearn.mechanisms.neighbours import Database


def halves(data: Database) -> tuple[Database, Database]:
    """Return the first and the second half of the rows; a last row without partner is dropped by its position.

    Examples
    --------
    >>> halves(((0, 1), (1, 1), (2, 0)))
    (((0, 1),), ((1, 1),))
    """
    cut = len(data) // 2
    return data[:cut], data[cut:2 * cut]


def resampled_law(learner: Learner, rows: Database, draws: int) -> Law:
    """Return the law of the learner's answer on ``draws`` rows drawn with replacement, in increasing order.

    Raises
    ------
    ValueError
        If there is no row, or draws is not at least 1.

    Notes
    -----
    Cost: at most ``len(rows)^draws`` states; equal multisets are joined.
    """
    if not rows:
        raise ValueError("rows must not be empty: nothing to draw from")
    numbers = uniform_range(len(rows))
    drawn = fold((), range(as_integer(draws, "draws", least=1)),
                 lambda got, _: numbers.map(lambda k: tuple(sorted((*got, rows[k])))))
    return drawn.then(learner)


def private_agnostic_law(concepts: ConceptClass, learner: Learner, data: Database, other: Database,
                         exp_epsilon: Number, draws: int) -> Law:
    """Return the law of the answer of ``A_PrivateAgnostic``.

    Parameters
    ----------
    concepts : ConceptClass
    learner : callable
        Database -> Law: the private learner; it gets ``draws`` rows.
    data, other : tuples of rows ``(x, y)``
        D and T (see :func:`halves`).  The paper asks for ``|D| >= 9 draws``; fewer rows are refused.
    exp_epsilon : number
        ``e^epsilon`` of the relabelling, the square of a rational.
    draws : int, at least 1

    Notes
    -----
    Guarantee, for an epsilon'-private learner: the ratio of probabilities on neighbours is at most
    ``(1 + e^{epsilon/2})^2 (1 + (e^{epsilon'} - 1)/|D|)^draws``.

    References
    ----------
    ABMS20, Algorithm 4 and Theorem 6.1.
    """
    count = as_integer(draws, "draws", least=1)
    if len(data) < 9 * count:
        raise ValueError(f"data must have at least 9 draws = {9 * count} rows, got {len(data)}")
    return relabel_law(concepts, error_count, data, other, exp_epsilon).then(
        lambda pair: resampled_law(learner, pair[0], count))
