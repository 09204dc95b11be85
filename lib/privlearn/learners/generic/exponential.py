"""The generic private learner: the exponential mechanism with errors as scores, and its quick form for points.

Definitions
-----------
The *generic learner* draws a hypothesis h of a class with probability proportional to ``e^{-epsilon errors / 2}``, its
errors being the rows that it gets wrong.  Replacing a row changes every number of errors by at most 1, so the learner
is epsilon-private.  For point functions the errors of all points outside the sample are equal, so that one weight for
all of them is enough (:func:`point_learner`).

>>> from privlearn.concepts import initial_segments
>>> exponential_learner(initial_segments(2), 4)(((0, 1), (1, 0))).exact()
{0: Fraction(1, 4), 1: Fraction(1, 2), 2: Fraction(1, 4)}
>>> point_learner(4, 4)(((0, 1),)).exact()[0]  # weight 1 against three weights 1/2
Fraction(2, 5)

Source: BBKN14, Theorem 3.2 and Lemma 3.4.
"""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from privlearn.concepts import ConceptClass
from privlearn.exact import as_exp_epsilon, as_integer, rational
from privlearn.exact.formulas import Value, formula
from privlearn.exact.rationals import Number, rational_square_root
from privlearn.laws import Law, proportional, pure, uniform_range
from privlearn.learning.labelled import check_labelled, errors
from privlearn.mechanisms import Promise, PromisedMechanism, from_scores, replace_one
from privlearn.mechanisms.neighbours import Database

OTHERS = "others"  # the branch of the point learner that stands for all points outside the sample


def exponential_learner(hypotheses: ConceptClass, exp_epsilon: Number) -> PromisedMechanism:
    """Return the generic private learner: the exponential mechanism over ``hypotheses``, scored by minus the errors.

    Parameters
    ----------
    hypotheses : ConceptClass
        Not empty; outcomes of the law are its row numbers.
    exp_epsilon : number
        At least 1 and the square of a rational, such as 9/4, so that the weights ``e^{-epsilon errors / 2}`` are
        rational.

    Returns
    -------
    PromisedMechanism
        Takes any labelled database, consistent with a concept or not; the empty database gives the uniform law.

    References
    ----------
    BBKN14, Theorem 3.2.
    """
    if not isinstance(hypotheses, ConceptClass) or len(hypotheses) == 0:
        raise ValueError(f"hypotheses must be a ConceptClass with at least one concept, got {hypotheses!r}")
    ratio = as_exp_epsilon(exp_epsilon)
    base = rational_square_root(ratio, "exp_epsilon")
    rows = hypotheses.rows()

    def law(database: Database) -> Law:
        check_labelled(database, hypotheses.size)
        return from_scores({h: -errors(row, database) for h, row in enumerate(rows)}, base)

    return PromisedMechanism(law, Promise(ratio, replace_one), "exponential mechanism")


def point_scores(database: Database) -> tuple[dict[int, int], int]:
    """Return the scores of the sampled points and the one score of all others.

    The score of the point function at j is ``-(n_1 - a_j + b_j)`` with ``n_1`` the number of rows labelled 1 and
    ``a_j``, ``b_j`` the numbers of rows ``(j, 1)`` and ``(j, 0)``; for a point that does not occur it is ``-n_1``.
    """
    ones = sum(y for _, y in database)
    counts = Counter(database)
    sampled = dict.fromkeys(x for x, _ in database)
    return {j: -(ones - counts[(j, 1)] + counts[(j, 0)]) for j in sampled}, -ones


def point_learner(size: int, exp_epsilon: Number,
                  outside: Callable[[int, Database], int] | None = None) -> PromisedMechanism:
    """Return the exponential mechanism over the ``size`` point functions in its efficient form.

    Parameters
    ----------
    size : int
        Size T of the domain ``0..T-1``; ``2**4096`` is fine for sampling.
    exp_epsilon : number
        At least 1, the square of a rational.
    outside : callable, optional
        ``(size, database) ->`` number of concepts outside the sample.  The default counts distinct points; it is an
        argument so that a wrong count can be put in its place and be caught.

    Returns
    -------
    PromisedMechanism
        Outcomes are the points j, standing for the concept that is 1 at j only.

    Notes
    -----
    Guarantee: the law of :func:`exponential_learner` over ``point_functions(size)``, on every database, repeated and
    inconsistent rows included.  Cost of a sample: O(rows) arithmetic operations on numbers of O(rows + log size)
    bits, and ``size / (size - distinct points)`` tries on average.

    References
    ----------
    BBKN14, Lemma 3.4, with the number of *distinct* points in the normaliser.
    """
    n, ratio = as_integer(size, "size", least=1), as_exp_epsilon(exp_epsilon)
    base = rational(rational_square_root(ratio, "exp_epsilon"))
    count_outside = outside if outside is not None else distinct_outside

    def law(database: Database) -> Law:
        check_labelled(database, n)
        scores, score_of_others = point_scores(database)
        best = max([score_of_others, *scores.values()])
        weights: dict[Any, Any] = {j: base ** (score - best) for j, score in scores.items()}
        remaining = count_outside(n, database)
        if remaining:
            weights[OTHERS] = remaining * base ** (score_of_others - best)
        return proportional(weights).then(lambda j: uniform_range(n, scores) if j == OTHERS else pure(j))

    return PromisedMechanism(law, Promise(ratio, replace_one), "point learner")


def distinct_outside(size: int, database: Database) -> int:
    """Return the number of concepts whose point does not occur in the database."""
    return size - len({x for x, _ in database})


@formula("equals", where=("hits <= rows",), corners={
    "size": (2, 4), "rows": (0, 2, 5), "hits": (0, 2, 5), "root": (Fraction(3, 2), 2)}, tex={
    "1 / (1 + 1 / root ** rows + (size - 2) / root ** hits)": r"1/(1 + e^{-\eps m/2} + (T-2)e^{-\eps k/2})",
    "hits": "k", "rows": "m"}, loose={"hits <= rows": "no more rows show the target than there are"})
def exponential_success(size: int, rows: int, hits: int, root: Value) -> Value:
    """Return the probability that the point learner names the target on a sample of the two-point family.

    The sample has ``hits`` rows ``(i, 1)`` and ``rows - hits`` rows ``(1, 0)``; ``root = e^{epsilon/2}`` (BBKN14,
    after Definition 3.3).

    Examples
    --------
    >>> exponential_success(4, 2, 2, Fraction(3, 2)) == Fraction(9, 4) / (Fraction(9, 4) + 3)
    True
    """
    return 1 / (1 + 1 / root**rows + (size - 2) / root**hits)
