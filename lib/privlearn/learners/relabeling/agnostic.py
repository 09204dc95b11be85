"""A private agnostic learner from a private learner: relabel, subsample with replacement, learn.

Definitions
-----------
``A_PrivateAgnostic`` cuts its sample into halves D and T, relabels both by
:func:`~privlearn.learners.relabeling.relabel.relabel_law` with the number of errors on D as score, draws rows with
replacement from the relabelled D, a ninth of their number, and returns the answer of the private learner on the drawn
rows.

>>> from privlearn.concepts import initial_segments
>>> from privlearn.laws import pure
>>> last_label = lambda rows: pure(rows[-1][1])
>>> private_agnostic_law(initial_segments(1), last_label, ((0, 1),) * 9, (), 4, draws=1).exact()
{0: Fraction(1, 513), 1: Fraction(512, 513)}

Source: ABMS20, Algorithm 4.
"""

from collections.abc import Mapping
from math import factorial, prod

from privlearn.concepts import Concept, ConceptClass
from privlearn.exact import as_exp_epsilon, as_integer
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law, fold, proportional, uniform_range
from privlearn.learners.relabeling.relabel import error_count, occurring_points, patterns, relabel_law
from privlearn.learners.relabeling.relabel_and_learn import Learner
from privlearn.mechanisms import from_scores, multiset_databases
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


def counted_draws_law(counts: Mapping[int, int], draws: int) -> Law:
    """Return the law of the increasing tuple of ``draws`` points drawn with replacement, given how often each occurs.

    Examples
    --------
    >>> counted_draws_law({3: 2, 5: 1}, 2).exact()[3, 5]
    Fraction(4, 9)
    """
    number = as_integer(draws, "draws", least=1)
    points = sorted(x for x, n in counts.items() if as_integer(n, "counts", least=0))
    if not points:
        raise ValueError("counts must not all be 0: nothing to draw from")
    return proportional({word: prod(counts[x] for x in word) * factorial(number)
                         // prod(factorial(word.count(x)) for x in points)
                         for word in multiset_databases(points, number)})


def counted_relabel_law(concepts: ConceptClass, counts: Mapping[tuple[int, int], int], other: Database,
                        exp_epsilon: Number) -> Law:
    """Return the law of the relabelling concept, the first of the class with the chosen pattern.

    Parameters
    ----------
    counts : mapping
        Labelled row ``(x, y)`` -> how often it occurs in D.
    concepts, other, exp_epsilon
        As for :func:`private_agnostic_law`.

    Examples
    --------
    >>> from privlearn.concepts import initial_segments
    >>> counted_relabel_law(initial_segments(1), {(0, 1): 9}, (), 4).exact()[1,]
    Fraction(512, 513)
    """
    root = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")
    rows = tuple(row for row, n in counts.items() if n)
    found = patterns(concepts, occurring_points(rows, other))
    return from_scores({tuple(same[0]): -sum(n for (x, y), n in counts.items() if same[0][x] != y)
                        for same in found.values()}, root)


def counted_answer_law(learner: Learner, concept: Concept, counts: Mapping[int, int], draws: int) -> Law:
    """Return the law of the learner's answer on draws from rows labelled by the concept, given how often each point is.

    The learner must not depend on the order of its rows.  :func:`counted_relabel_law`, followed by this, has the law
    of :func:`private_agnostic_law` at a cost that does not depend on the number of rows.
    """
    return counted_draws_law(counts, draws).then(lambda word: learner(tuple((x, concept[x]) for x in word)))
