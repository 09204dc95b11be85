"""The exponential mechanism, exactly, and its efficient form for point functions.

Definitions
-----------
Given integer scores ``q(D, o)`` that a neighbour changes by at most ``sensitivity``, the *exponential mechanism*
outputs ``o`` with probability proportional to ``exp(epsilon q(D, o) / (2 sensitivity))`` (McSherry and Talwar 2007)
and is epsilon-private.  With a rational ``e^{epsilon / (2 sensitivity)}`` all its laws are rational.

For learning, the score of a hypothesis is minus its number of errors on the labelled rows ``(x, y)``.  For the
``2^d`` point functions all hypotheses outside the sample share one score, so the law is a choice among the distinct
sampled points and "all others", then a uniform draw among those (BBKN14, Lemma 3.4): time linear in the number of
rows and the bits of a point, for ``d`` in the thousands.

>>> learner = point_learner(4, exp_epsilon=Fraction(9, 4))
>>> learner(((0, 1), (0, 1))).exact()[0]
Fraction(3, 7)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from privlearn.concepts.concept_class import ConceptClass
from privlearn.exact.rationals import Number, as_exp_epsilon, as_fraction, as_integer, rational, rational_square_root
from privlearn.laws.law import Law, proportional, pure, uniform_range
from privlearn.mechanisms.neighbours import Database, replace_one
from privlearn.mechanisms.promise import Promise, PromisedMechanism

OTHERS = "others"  # the branch of the point learner that stands for all points outside the sample


def from_scores(scores: Mapping[Any, int], base: Number) -> Law:
    """Return the law proportional to ``base ** score`` with ``base = e^{epsilon / (2 sensitivity)}``.

    Parameters
    ----------
    scores : mapping
        Outcome -> integer score.
    base : number above 0

    Raises
    ------
    ValueError
        If there is no outcome, a score is no integer, or ``base`` is not positive.
    """
    if not scores:
        raise ValueError("scores must not be empty: there is nothing to choose from")
    b = as_fraction(base, "base")
    if b <= 0:
        raise ValueError(f"base must be positive, got {b}")
    whole = {outcome: as_integer(score, "score") for outcome, score in scores.items()}
    best = max(whole.values())
    weight = rational(b)
    return proportional({outcome: weight ** (score - best) for outcome, score in whole.items()})


def run_law(runs: Sequence[tuple[int, int]], base: Number) -> Law:
    """Return the law of the *run* that :func:`from_runs` draws from: weights ``size * base ** score``.

    Its exact table has one entry for each run, whatever their sizes.

    Raises
    ------
    ValueError
        If there is no outcome at all, a size is negative, a score is no integer, or ``base`` is not positive.

    Examples
    --------
    >>> run_law([(6, 0), (1, 2), (0, 9)], 2).exact()
    {0: Fraction(3, 5), 1: Fraction(2, 5)}
    """
    whole = [(as_integer(size, "size of a run", least=0), as_integer(score, "score")) for size, score in runs]
    if not any(size for size, _ in whole):
        raise ValueError("runs must not be empty: there is nothing to choose from")
    b = as_fraction(base, "base")
    if b <= 0:
        raise ValueError(f"base must be positive, got {b}")
    best, weight = max(score for size, score in whole if size), rational(b)
    return proportional({k: size * weight ** (score - best) for k, (size, score) in enumerate(whole) if size})


def from_runs(runs: Sequence[tuple[int, int]], base: Number) -> Law:
    """Return :func:`from_scores` for runs ``(size, score)`` of outcomes with equal score, never listing them.

    Parameters
    ----------
    runs : sequence of (int, int)
        Sizes of at least 0 (``2 ** (2 ** 20)`` is fine for sampling), integer scores.
    base : number above 0
        ``e^{epsilon / (2 sensitivity)}``.

    Returns
    -------
    Law
        Outcomes are ``(run, position in the run)``.

    Notes
    -----
    Cost of a sample: one choice among the runs, then one uniform integer below the size of the run.

    Examples
    --------
    >>> from_runs([(2, 0), (1, 1)], 2).exact()
    {(0, 0): Fraction(1, 4), (0, 1): Fraction(1, 4), (1, 0): Fraction(1, 2)}
    """
    sizes = [size for size, _ in runs]
    return run_law(runs, base).then(lambda k: uniform_range(sizes[k]).map(lambda position: (k, position)))


def errors(concept: Sequence[int], database: Database) -> int:
    """Return the number of labelled rows ``(x, y)`` with ``concept[x] != y``.

    Rows are taken as they are; :func:`check_labelled` refuses rows outside the domain.
    """
    return sum(int(concept[x]) != y for x, y in database)


def check_labelled(database: Database, size: int) -> None:
    """Raise a ``ValueError`` unless all rows are ``(x, y)`` with integer x in ``0..size-1`` and y in {0, 1}."""
    if not isinstance(database, (tuple, list)):
        raise ValueError(f"database must be a tuple of rows (x, y), got {database!r}")
    if len(database) > 8 and set(map(type, database)) == {tuple} and set(map(len, database)) == {2}:
        points, labels = zip(*database, strict=True)
        if (set(map(type, points)) == {int} and min(points) >= 0 and max(points) < size
                and set(map(type, labels)) == {int} and set(labels) <= {0, 1}):
            return  # nearly all databases; what follows says what is wrong with another
    for row in database:
        if type(row) is tuple and len(row) == 2 and type(row[0]) is int and 0 <= row[0] < size and row[1] in (0, 1):
            continue  # nearly all rows; a numpy integer passes below
        if not isinstance(row, tuple) or len(row) != 2:
            raise ValueError(f"database must hold rows (x, y), got {row!r}")
        x, y = row
        if not hasattr(x, "__index__") or not 0 <= x < size:
            raise ValueError(f"database must hold points x in 0..size-1, got x = {x!r}")
        if y not in (0, 1):
            raise ValueError(f"database must hold labels y in {{0, 1}}, got y = {y!r}")


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
    count_outside = outside if outside is not None else _distinct_outside

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


def _distinct_outside(size: int, database: Database) -> int:
    return size - len({x for x, _ in database})


def exponential_success(size: int, rows: int, hits: int, root: Fraction) -> Fraction:
    """Return the probability that the point learner names the target on a sample of the two-point family.

    The sample has ``hits`` rows ``(i, 1)`` and ``rows - hits`` rows ``(1, 0)``; ``root = e^{epsilon/2}`` (BBKN14,
    after Definition 3.3).

    Examples
    --------
    >>> exponential_success(4, 2, 2, Fraction(3, 2)) == Fraction(9, 4) / (Fraction(9, 4) + 3)
    True
    """
    as_integer(hits, "hits", least=0, most=rows)
    target, first, others = root**0, root ** (-rows), (size - 2) * root ** (-hits)
    return 1 / (target + first + others)
