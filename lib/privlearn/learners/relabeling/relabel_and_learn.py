"""Relabel and learn: a private learner runs on relabelled rows; part of these is published.

Definitions
-----------
The database is cut into ``D`` (looked at by the score), ``V`` (published) and ``W``.  ``A_RelabelAndLearn`` relabels
all of it by :func:`~privlearn.learners.relabeling.relabel.relabel_law` with data ``D``, gives the *relabelled*
database to a private algorithm, and outputs that algorithm's answer, the relabelled ``V``, and the first concept of
the class that is consistent with it.

(Printed step 3 runs the algorithm on the original labels; every proof uses the relabelled ones.)

>>> from privlearn.concepts import initial_segments
>>> from privlearn.laws import pure
>>> from privlearn.learners.relabeling.relabel import error_count
>>> last_label = lambda rows: pure(rows[-1][1])
>>> law = relabel_and_learn_law(initial_segments(2), error_count, last_label, ((0, 1),), ((0, 0),), ((1, 1),), 4)
>>> law.exact()[(0, ((0, 1),), 1)]  # the learner said 0, point 0 was published with label 1: concept number 1
Fraction(2, 5)

Source: ABMS20, Algorithm 3.
"""

from collections.abc import Callable

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact.rationals import Number
from privlearn.laws import Law
from privlearn.learners.relabeling.relabel import Score, relabel_law
from privlearn.learning.labelled import check_labelled
from privlearn.mechanisms.neighbours import Database

Learner = Callable[[Database], Law]


def first_consistent(concepts: ConceptClass, data: Database) -> int:
    """Return the number of the first concept that has the label of every row; that is ``0`` for no rows.

    Raises
    ------
    ValueError
        If there is none.
    """
    check_labelled(data, concepts.size)

    def agrees(concept: Concept) -> bool:
        return all(concept[x] == y for x, y in data)

    found = next((k for k, concept in enumerate(concepts.rows()) if agrees(concept)), None)
    if found is None:
        raise ValueError("data must be consistent with a concept of the class")
    return found


def relabel_and_learn_law(concepts: ConceptClass, score: Score, learner: Learner, data: Database, published: Database,
                          hidden: Database, exp_epsilon: Number) -> Law:
    """Return the law of ``A_RelabelAndLearn``.

    Parameters
    ----------
    concepts : ConceptClass
    score : callable
        See :func:`~privlearn.learners.relabeling.relabel.relabel_law`.
    learner : callable
        Database -> Law: the private algorithm, run on the relabelled ``data + published + hidden``.
    data, published, hidden : tuples of rows ``(x, y)``
        D, V, W.
    exp_epsilon : number
        ``e^epsilon`` of the exponential mechanism, the square of a rational; the paper has epsilon = 1.

    Returns
    -------
    Law
        Outcomes ``(answer of the learner, relabelled V, number of a concept consistent with it)``.

    Notes
    -----
    Guarantee, for a learner that is (epsilon', delta)-private under replacement and a score of matched sensitivity 1:
    for every fixed V this is (epsilon' + ln(4 exp_epsilon), delta)-private under replacement of a row of D or W.

    References
    ----------
    ABMS20, Algorithm 3 and Lemma 5.3.
    """
    cut = len(published)

    def goes_on(pair: tuple[Database, Database]) -> Law:
        new_data, rest = pair
        consistent = first_consistent(concepts, rest[:cut])
        return learner(new_data + rest).map(lambda answer: (answer, rest[:cut], consistent))

    return relabel_law(concepts, score, data, published + hidden, exp_epsilon).then(goes_on)
