"""Medians, quantiles and interior points of a column: answers that need nothing but an order.

Definitions
-----------
No range has to be named and no grid chosen: the domain is all values of the column's kind.  The median and the
quantiles are interior points of a window of consecutive ranks; the window is as long as the plan needs and does not
depend on the number of rows.

>>> import random
>>> import numpy as np
>>> wishes = {"neighbours": replace_one, "epsilon": 1, "delta": 1e-6, "beta": 0.05}
>>> heights = np.random.default_rng(7).normal(170, 9, 3_000)
>>> result = median(heights, rng=random.Random(7), **wishes)
>>> 169 < result.answer < 171
True

Source: KLMNS20, Theorem 1.2, with the constants of this library's own proof.
"""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from privlearn.exact import as_fraction
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws.randomness import Generator
from privlearn.learners.interior_point.quantiles import window_law, window_ranks, window_rows
from privlearn.learners.interior_point.tree_log.fast import fast_tree_log_law
from privlearn.learners.interior_point.tree_log.plans import TreeLogPlan, plan_tree_log
from privlearn.mechanisms import replace_one
from privlearn.mechanisms.columns import WORD_BITS, Column, check_generator, read_column
from privlearn.mechanisms.neighbours import Relation, is_replacement
from privlearn.mechanisms.wishes import checked_wishes
from privlearn.private.results import Answer, Guarantee, shown

QUARTILES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
SOURCE = "KLMNS20, Theorem 1.2, with certified constants"


def median(column: Any, *, neighbours: Relation, epsilon: Number, delta: Number, alpha: Number | None = None,
           beta: Number, rng: Generator, kind: str | None = None) -> Answer:
    """Return a private median of a column.

    Parameters
    ----------
    column : array, list, tuple, range, or column of a data frame
        Finite numbers, booleans, dates or time stamps; see :func:`~privlearn.mechanisms.columns.read_column`.
    neighbours : function
        ``replace_one``: the number of rows is public.  ``add_remove_one``: it is not.
    epsilon, delta : numbers
        Privacy: ``0 < epsilon <= 20``, delta in (0, 1).
    alpha : number in (0, 1), optional
        Where the number of rows is public, refuse those that are too few for an answer within the share alpha of the
        ranks.
    beta : number in (0, 1)
        Failure.
    rng : numpy.random.Generator or random.Random
        For a real release ``random.SystemRandom()``.
    kind : str, optional
        What a list or an array of objects holds, see :func:`~privlearn.mechanisms.columns.read_column`.

    Returns
    -------
    Answer
        ``answer`` is a value of the column's kind, or None for "no answer".

    Raises
    ------
    ValueError
        Before any private step, if an argument or a row is bad; also, under ``replace_one``, if there are too few
        rows, naming the number needed.

    Notes
    -----
    Guarantee: (epsilon, delta)-private; with probability ``1 - beta`` at most ``rows_needed("median", ...)/2`` ranks
    from the middle.  Under ``add_remove_one`` nothing may tell that there are too few rows: the answer is then any
    value.  Cost: a sort.

    Examples
    --------
    >>> import random
    >>> result = median(range(1001), neighbours=replace_one, epsilon=1, delta=1e-6, beta=0.05, rng=random.Random(1))
    >>> abs(result.answer - 500) < 100
    True
    """
    return _quantiles(column, (Fraction(1, 2),), neighbours, epsilon, delta, alpha, beta, rng, kind, single=True)


def quantiles(column: Any, *, probabilities: Iterable[Number] = QUARTILES, neighbours: Relation, epsilon: Number,
              delta: Number, alpha: Number | None = None, beta: Number, rng: Generator,
              kind: str | None = None) -> Answer:
    """Return several private quantiles of a column, in the order of their probabilities.

    Parameters
    ----------
    probabilities : numbers in [0, 1], in rising order
        By default the quartiles.  Each gets its share of epsilon, delta and beta.
    column, neighbours, epsilon, delta, alpha, beta, rng, kind
        As for :func:`median`.

    Returns
    -------
    Answer
        ``answer`` is a tuple in rising order; its entries are values of the column's kind, or None for "no answer".

    Raises
    ------
    ValueError
        As :func:`median`.

    Examples
    --------
    >>> import random
    >>> result = quantiles(range(10_000), neighbours=replace_one, epsilon=2, delta=1e-6, beta=0.05,
    ...                    rng=random.Random(5))
    >>> [abs(found - place) < 200 for found, place in zip(result.answer, (2500, 5000, 7500))]
    [True, True, True]
    """
    return _quantiles(column, places_of(probabilities), neighbours, epsilon, delta, alpha, beta, rng, kind)


def interior_point(column: Any, *, neighbours: Relation, epsilon: Number, delta: Number, beta: Number, rng: Generator,
                   kind: str | None = None) -> Answer:
    """Return a private value between the least and the greatest of a column.

    Parameters
    ----------
    column, neighbours, epsilon, delta, beta, rng, kind
        As for :func:`median`.

    Returns
    -------
    Answer
        ``answer`` is a value of the column's kind, or None for "no answer".

    Raises
    ------
    ValueError
        As :func:`median`.

    Notes
    -----
    Under ``add_remove_one``, and unlike :func:`median`, it says "no answer" rather than something wrong: with any
    number of rows the answer is a value outside with probability at most beta.

    Examples
    --------
    >>> import random
    >>> from privlearn.mechanisms import add_remove_one
    >>> wishes = {"epsilon": 1, "delta": 1e-6, "beta": 0.05, "rng": random.Random(1)}
    >>> [interior_point([3] * rows, neighbours=add_remove_one, **wishes).answer for rows in (1000, 2)]
    [3.0, None]
    """
    check_generator(rng)
    checked_wishes(WORD_BITS, neighbours, epsilon, delta, beta)
    read, public = read_column(column, kind), is_replacement(neighbours)
    wishes: dict[str, Any] = {"neighbours": neighbours, "epsilon": epsilon, "delta": delta, "beta": beta}
    plan, use = plan_tree_log(read.kind.bits, cautious=not public, **wishes), "the answer lies among the rows"
    if public:
        _refuse_too_few(len(read), plan.rows)
        law = window_law(read.words, Fraction(1, 2), plan)
    else:
        read.words.sort()  # they are ours: a sorted copy beside them is not needed
        law = fast_tree_log_law(read.words, plan.domain_bits, plan.parameters)
        use += f", if there are at least {plan.rows}, and is None or does so if there are not"
    word: Any = law.sample(rng)
    return Answer(answer=None if word is None else read.kind.of_word(int(word)), proved_from=SOURCE, plan=plan,
                  promise=promise_of(use, **wishes))


def _refuse_too_few(rows: int, needed: int, besides: str = "") -> None:
    if rows < needed:
        raise ValueError(f"column must have at least {needed} rows for this epsilon, delta{besides} and beta, "
                         f"got {rows}")


def promise_of(use: str, *, neighbours: Relation, epsilon: Number, delta: Number, beta: Number) -> Guarantee:
    """Return a promise with exact numbers.

    Examples
    --------
    >>> print(promise_of("the answer lies among the rows", neighbours=replace_one, epsilon=1, delta=0, beta=0.25))
    (1, 0)-private where one row is replaced; with probability at least 0.75 the answer lies among the rows
    """
    return Guarantee(as_fraction(epsilon), as_fraction(delta), neighbours, as_fraction(beta), use)


def places_of(probabilities: Iterable[Number]) -> tuple[Fraction, ...]:
    """Return probabilities as fractions in [0, 1] in rising order; a ``ValueError`` otherwise.

    Examples
    --------
    >>> places_of([0, 0.5, 1])
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 1))
    """
    if isinstance(probabilities, (str, bytes)) or not isinstance(probabilities, Iterable):
        raise ValueError(f"probabilities must be a sequence of numbers in [0, 1], got {probabilities!r}")
    places = tuple(as_fraction(q, "probabilities") for q in probabilities)
    if not places or not all(0 <= q <= 1 for q in places) or list(places) != sorted(set(places)):
        raise ValueError("probabilities must be numbers in [0, 1], at least one, in rising order, got "
                         f"{', '.join(map(str, places)) or 'none'}")
    return places


def plan_of_quantiles(count: int, bits: int, neighbours: Relation, epsilon: Number, delta: Number,
                      beta: Number) -> TreeLogPlan:
    """Return the plan of each of ``count`` quantiles: its share of privacy and failure, for windows of one length."""
    _, _, (whole, leak, failure) = checked_wishes(bits, neighbours, epsilon, delta, beta)
    return plan_tree_log(bits, neighbours=replace_one, epsilon=whole / count, delta=leak / count, beta=failure / count)


def quantile_rows_needed(places: tuple[Fraction, ...], plan: TreeLogPlan, alpha: Number | None) -> int:
    """Return how many rows the quantiles need: for answers among the rows, or within the share alpha of the ranks.

    Examples
    --------
    >>> plan = plan_of_quantiles(1, WORD_BITS, replace_one, 1, Fraction(1, 10**6), Fraction(1, 20))
    >>> quantile_rows_needed((Fraction(1, 2),), plan, None)
    187
    """
    return plan.rows if alpha is None else max(window_rows(q, plan.rows, alpha) for q in places)


def _quantiles(column: Any, places: tuple[Fraction, ...], neighbours: Relation, epsilon: Number, delta: Number,
               alpha: Number | None, beta: Number, rng: Generator, kind: str | None, single: bool = False) -> Answer:
    check_generator(rng)
    checked_wishes(WORD_BITS, neighbours, epsilon, delta, beta)
    share = None if alpha is None else as_inner_probability(alpha, "alpha")
    read, public = read_column(column, kind), is_replacement(neighbours)
    plan = plan_of_quantiles(len(places), read.kind.bits, neighbours, epsilon, delta, beta)
    needed = quantile_rows_needed(places, plan, share)
    if public:
        _refuse_too_few(len(read), needed, "" if alpha is None else ", alpha")
    words: list[Any] = [window_law(read.words, q, plan).sample(rng) for q in places]
    given = iter(sorted(word for word in words if word is not None))
    values = tuple(None if word is None else read.kind.of_word(next(given)) for word in words)
    promise = promise_of(_use(read, places, plan, public), neighbours=neighbours, epsilon=epsilon, delta=delta,
                         beta=beta)
    return Answer(answer=values[0] if single else values, proved_from=SOURCE, plan=plan, promise=promise)


def _use(read: Column, places: tuple[Fraction, ...], plan: TreeLogPlan, public: bool) -> str:
    if not public:
        return (f"each answer is one of {plan.rows} rows in a row at the rank asked for or lies between them, if there "
                f"are at least {plan.rows} rows")
    ranks = (window_ranks(len(read), q, plan.rows) for q in places)
    return f"of the {len(read)} rows " + "; ".join(
        f"at least {below} are at most the {shown(q)}-quantile and {above} at least it"
        for q, (below, above) in zip(places, ranks, strict=True))
