"""Learners: a threshold from labelled rows, also where labels are noisy, and a single point.

Definitions
-----------
A *threshold* gives values up to its cut the first of two labels and values above it the second.  Labels are 0 and 1
(or truth values) in this order unless they are named, as ``labels=(below, above)``.  Where the number of rows is
public they may be read off the rows instead, in their sorted order; which labels occur then counts as public, like
the kind of a column.

>>> import random
>>> from privlearn.mechanisms import replace_one
>>> hours = np.random.default_rng(7).uniform(0, 10, 6_000)
>>> result = learn_threshold(hours, np.where(hours < 4, "failed", "passed"), neighbours=replace_one, epsilon=1,
...                          beta=0.05, rng=random.Random(1))
>>> 3.8 < result.answer < 4.2, result.predict([1.0, 9.5]).tolist()
(True, ['failed', 'passed'])
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any

import numpy as np

from privlearn.exact import as_fraction, as_integer, exp_bracket, log_bracket
from privlearn.exact.brackets import round_down
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws.randomness import Generator
from privlearn.learners.points import frugal_plan, private_point_learner
from privlearn.learners.relabeling.arrays import segment_cut_law
from privlearn.mechanisms.columns import Array, check_generator, number_of_rows, read_column, read_like, unwrapped
from privlearn.mechanisms.neighbours import Relation, is_replacement
from privlearn.private.counting import TWENTIETH, as_no_need
from privlearn.private.ordered import promise_of
from privlearn.private.results import LearnedPoint, LearnedThreshold, shown

ROOT_BITS = 64
LONGEST_TEXT = 4096  # bytes


def learn_threshold(x: Any, y: Any, *, neighbours: Relation, epsilon: Number, delta: Number = 0,
                    alpha: Number | None = None, beta: Number = TWENTIETH, rng: Generator, labels: Any = None,
                    kind: str | None = None) -> LearnedThreshold:
    """Learn privately a threshold from rows that some threshold labels rightly; else :func:`learn_agnostic_threshold`.

    Parameters
    ----------
    x : array, list, tuple, range, or column of a data frame
        Finite numbers, booleans, dates or time stamps; see :func:`~privlearn.mechanisms.columns.read_column`.
    y : array, list, tuple, or column of a data frame
        As many labels.
    neighbours : function
        ``replace_one``: the number of rows is public.  ``add_remove_one``: it is not.
    epsilon : number in (0, 40]
        Privacy, whatever the labels.
    delta : number in [0, 1)
        Not needed: the threshold is (epsilon, 0)-private.
    alpha : number in (0, 1), optional
        Where the number of rows is public, refuse those that are too few for errors on at most the share alpha.
    beta : number in (0, 1)
        Probability of more errors than promised.
    rng : numpy.random.Generator or random.Random
        For a real release ``random.SystemRandom()``.
    labels : pair, optional
        The label of small values and that of great ones.
    kind : str, optional
        What a list of points holds.

    Returns
    -------
    LearnedThreshold
        ``predict`` takes columns of points.

    Raises
    ------
    ValueError
        Before any private step, if an argument or a row is bad.

    Notes
    -----
    Guarantee: (epsilon, 0)-private; if a threshold labels all rows rightly, this one errs on at most ``errors`` of
    them, whatever their number, but for probability beta.  It is the exponential mechanism over all thresholds: on 2^64
    points it errs half as often as an interior point of the cuts around (KLMNS20, Section 1), whose gain begins with
    longer points
    (:func:`~privlearn.learners.interior_point.learned_thresholds.learn_threshold`).  Cost: a sort.

    Examples
    --------
    >>> from privlearn.mechanisms import replace_one
    >>> hours = range(1000)
    >>> late = [hour >= 400 for hour in hours]
    >>> learned = learn_threshold(hours, late, neighbours=replace_one, epsilon=1, rng=np.random.default_rng(1))
    >>> abs(learned.answer - 400) <= learned.errors, learned.predict([100, 900]).tolist()
    (True, [False, True])
    """
    return _learn_cut(x, y, neighbours, epsilon, delta, alpha, beta, rng, labels, kind,
                      "at most {} rows are labelled wrongly, if some threshold labels all of them rightly")


def learn_agnostic_threshold(x: Any, y: Any, *, neighbours: Relation, epsilon: Number, delta: Number = 0,
                             alpha: Number | None = None, beta: Number = TWENTIETH, rng: Generator,
                             labels: Any = None, kind: str | None = None) -> LearnedThreshold:
    """Learn privately a threshold from rows with any labels: nearly as few errors as the best threshold makes.

    Parameters
    ----------
    x, y, neighbours, epsilon, delta, alpha, beta, rng, labels, kind
        As for :func:`learn_threshold`.

    Returns
    -------
    LearnedThreshold

    Raises
    ------
    ValueError
        As :func:`learn_threshold`.

    Notes
    -----
    Guarantee: (epsilon, 0)-private; at most ``errors`` more errors than the best threshold, but for probability beta.
    The exponential mechanism over all thresholds needs no relabelling beforehand (ABMS20, Theorem 6.1), whose privacy
    loss is above ``2 ln 2``, whatever its parameters.  Cost: a sort.

    Examples
    --------
    >>> from privlearn.mechanisms import replace_one
    >>> hours = range(1000)  # and every tenth label is True, rightly or not
    >>> late = [hour >= 400 or hour % 10 == 0 for hour in hours]
    >>> learned = learn_agnostic_threshold(hours, late, neighbours=replace_one, epsilon=1, rng=np.random.default_rng(1))
    >>> learned.predict([100, 900]).tolist()
    [False, True]
    """
    return _learn_cut(x, y, neighbours, epsilon, delta, alpha, beta, rng, labels, kind,
                      "at most {} rows more are labelled wrongly than by the best threshold")


def _learn_cut(x: Any, y: Any, neighbours: Relation, epsilon: Number, delta: Number, alpha: Number | None,
               beta: Number, rng: Generator, labels: Any, kind: str | None, use: str) -> LearnedThreshold:
    check_generator(rng)
    root = agnostic_root(neighbours, epsilon)
    as_no_need(delta)
    share, public = None if alpha is None else as_inner_probability(alpha, "alpha"), is_replacement(neighbours)
    as_inner_probability(beta, "beta")
    read = read_column(x, kind, "x")
    upper, pair = read_labels(y, labels, len(read), public)
    errors = agnostic_excess(read.kind.bits, root, beta)
    if public and share is not None and len(read) * share < errors:
        raise ValueError(f"x must have at least {ceil(errors / share)} rows for this epsilon, alpha and beta, "
                         f"got {len(read)}")
    law = segment_cut_law(read.words, ~upper, 1 << read.kind.bits, root)
    return LearnedThreshold(word=as_integer(law.sample(rng), "cut"), kind=read.kind, labels=pair, errors=errors,
                            proved_from="KLMNS20, Lemma 2.2 (the exponential mechanism), on all thresholds",
                            promise=promise_of(use.format(errors), neighbours=neighbours, epsilon=epsilon, delta=0,
                                               beta=beta))


def learn_point(x: Any, y: Any, *, neighbours: Relation, epsilon: Number, delta: Number = 0, alpha: Number,
                beta: Number, rng: Generator, labels: Any = None, kind: str | None = None) -> LearnedPoint:
    """Learn privately which single value has a label of its own, from independent rows labelled so without error.

    Parameters
    ----------
    x : array, list, tuple, or column of a data frame
        Points of any kind, also text of at most 4096 bytes with ``kind="text"``.
    y : array, list, tuple, or column of a data frame
        As many labels, 0 and 1 or named by ``labels=(other points, the point)``.
    neighbours : function
        ``replace_one``: rows are cut into blocks by their place, so that their number has to be public.
    epsilon : number in (0, 40]
    delta : number in [0, 1)
        Not needed: the labels are (epsilon, 0)-private.
    alpha : number in (0, 1/2)
        Share of the points, weighed as the rows are drawn, that may be labelled wrongly.
    beta : number in (0, 1)
        Failure.
    rng, labels, kind
        As for :func:`learn_threshold`; the result draws from ``rng`` when it is asked.

    Returns
    -------
    LearnedPoint
        Publish the labels that it gives, not the object.

    Raises
    ------
    ValueError
        Before any private step, if an argument or a row is bad, or there are too few rows, naming the number needed.

    Notes
    -----
    Guarantee: (epsilon, 0)-private; if the rows are drawn independently and labelled by a point, a mass of at most
    alpha is labelled wrongly, but for probability beta.  The rows needed do not depend on how many values there are.
    For points of a few dozen bits the exponential mechanism needs fewer; every *proper* learner, which has to
    answer with a point, needs more from some length on (BBKN14, Section 3).

    Examples
    --------
    >>> from privlearn.mechanisms import replace_one
    >>> rng, wishes = np.random.default_rng(1), {"epsilon": 1, "alpha": Fraction(1, 3), "beta": Fraction(1, 4)}
    >>> pets = rng.choice(["cat", "dog", "bird"], 1200)
    >>> learned = learn_point(pets, pets == "dog", neighbours=replace_one, rng=rng, kind="text", **wishes)
    >>> learned.predict(["cat", "dog", "bird"]).tolist()
    [False, True, False]
    """
    check_generator(rng)
    if not is_replacement(neighbours):
        raise ValueError("neighbours must be replace_one: rows are cut into blocks by their place")
    as_no_need(delta)
    plan = frugal_plan(epsilon, alpha, beta)
    keys, size, ask = _points(x, kind)
    upper, pair = read_labels(y, labels, len(keys), True)
    if len(keys) < plan.total:
        raise ValueError(f"x must have at least {plan.total} rows for this epsilon, alpha and beta, got {len(keys)}")
    if isinstance(keys, np.ndarray):
        rows: Any = np.column_stack([keys, upper.astype(np.uint64)])
    else:
        rows = list(zip(keys, upper.tolist(), strict=True))
    found = private_point_learner(rows, size=size, epsilon=epsilon, alpha=alpha, beta=beta, rng=rng, plan=plan)
    use = (f"at most a share {shown(as_fraction(alpha))} of the points, as rows are drawn, is labelled wrongly, if the "
           "rows are independent and labelled by one point")
    return LearnedPoint(answer=found.hypothesis, key=ask, labels=pair, plan=plan, proved_from="BBKN14, Claim 4.5",
                        promise=promise_of(use, neighbours=neighbours, epsilon=epsilon, delta=0, beta=beta))


def agnostic_root(neighbours: Relation, epsilon: Number) -> Fraction:
    """Return the rational by whose powers errors count: just below ``e^{epsilon/2}``, or ``e^epsilon`` where a row is
    added or removed, as all numbers of errors then move in one direction."""
    wanted = as_fraction(epsilon, "epsilon")
    if not 0 < wanted <= 40:
        raise ValueError(f"epsilon must be positive and at most 40, got {epsilon}")
    root = round_down(exp_bracket(wanted / (2 if is_replacement(neighbours) else 1)).lower, ROOT_BITS)
    if root <= 1:
        raise ValueError(f"epsilon must be at least 2^-{ROOT_BITS - 2}, got {epsilon}")
    return root


def agnostic_excess(bits: int, root: Fraction, beta: Number) -> int:
    """Return the least t with ``2^bits root^-(t + 1) <= beta``: a bound on the errors beyond those of the best cut.

    Each of the other ``2^bits`` cuts, if it has more than t errors more, is at most ``root^-(t + 1)`` times as
    probable as the best one.

    Examples
    --------
    >>> agnostic_excess(64, Fraction(2), Fraction(1, 3))
    65
    """
    needed = (bits * log_bracket(2) + log_bracket(1 / as_inner_probability(beta, "beta"))).upper
    return max(0, ceil(needed / log_bracket(root).lower) - 1)


def read_labels(y: Any, labels: Any, rows: int, public: bool) -> tuple[Array, tuple[Any, Any]]:
    """Return which rows have the second label, as an array of booleans, and the pair of labels.

    Parameters
    ----------
    y : array, list, tuple, or column of a data frame
    labels : pair or None
    rows : int
        How many there have to be.
    public : bool
        Whether labels may be read off the rows.

    Raises
    ------
    ValueError
        If a label is another one, or the labels are not named where they have to be.  No message shows a label.

    Examples
    --------
    >>> read_labels([1, 0, 1], None, 3, False)
    (array([ True, False,  True]), (0, 1))
    """
    count = number_of_rows(y, "y", "labels")
    if count != rows:
        raise ValueError(f"y must have as many rows as x, {rows}, got {count}")
    given = unwrapped(y, "y")
    numbers = isinstance(given, np.ndarray) and given.dtype.kind in "biuf"
    listed = given.tolist() if isinstance(given, np.ndarray) and not numbers else given
    try:
        occurring = set(np.unique(given).tolist() if numbers else listed)
        if labels is None:
            pair = _own_labels(occurring, public)
        elif isinstance(labels, (tuple, list, np.ndarray)) and len(labels) == 2 and labels[0] != labels[1]:
            pair = labels[0], labels[1]
        else:
            raise ValueError(f"labels must be a pair of different labels, got {labels!r}")
        if not occurring <= set(pair):
            raise ValueError("y must hold no label but the two of labels")
    except TypeError:
        raise ValueError("y must hold labels such as numbers or text") from None
    if numbers:
        return np.asarray(given == pair[1]), pair
    return np.fromiter((label == pair[1] for label in listed), dtype=bool, count=count), pair


def _own_labels(occurring: set[Any], public: bool) -> tuple[Any, Any]:
    if occurring <= {0, 1}:
        return (False, True) if occurring and all(isinstance(label, bool) for label in occurring) else (0, 1)
    if not public:
        raise ValueError("labels must be named where the number of rows is private, unless they are 0 and 1")
    if len(occurring) != 2 or any(label != label for label in occurring):
        raise ValueError("y must hold two different labels, none missing, or labels must be named")
    try:
        below, above = sorted(occurring)
    except TypeError:
        raise ValueError("labels must be named where they have no order") from None
    return below, above


def _points(x: Any, kind: str | None) -> tuple[Any, int, Callable[[Any], Any]]:
    """Return the points as whole numbers, how many there could be, and how to read points that are asked for."""
    if kind == "text":
        return _texts(x, "x"), 1 << (8 * LONGEST_TEXT + 8), partial(_texts, name="points")
    read = read_column(x, kind, "x")
    return read.words, 1 << read.kind.bits, partial(read_like, kind=read.kind)


def _texts(values: Any, name: str) -> list[int]:
    number_of_rows(values, name, "text")
    rows = unwrapped(values, name)
    listed = rows.tolist() if isinstance(rows, np.ndarray) else list(rows)
    if not all(isinstance(row, str) for row in listed):
        raise ValueError(f"{name} must hold text only, as kind says")
    coded = [row.encode("utf-8", "surrogatepass") for row in listed]
    if any(len(code) > LONGEST_TEXT for code in coded):
        raise ValueError(f"{name} must hold text of at most {LONGEST_TEXT} bytes")
    return [int.from_bytes(b"\x01" + code, "big") for code in coded]
