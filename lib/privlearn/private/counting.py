"""Histograms of a column over cells that are named beforehand.

Definitions
-----------
Cells are distinct values, or intervals between edges.  Each count, and that of the rows in no cell, gets independent
discrete Laplace noise: of scale ``1/epsilon`` where a row is added or removed, which changes one count, of scale
``2/epsilon`` where one is replaced, which changes two.

>>> import random
>>> from privlearn.mechanisms import replace_one
>>> answers = ["yes"] * 700 + ["no"] * 300
>>> result = histogram(answers, cells=["yes", "no"], neighbours=replace_one, epsilon=1, rng=random.Random(3))
>>> abs(result.answer["yes"] - 700) <= result.error, result.error
(True, 8)

Source: Dwork, McSherry, Nissim and Smith (2006); the sampler is that of Canonne, Kamath and Steinke (2020).
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil
from typing import Any

import numpy as np

from privlearn.exact import Bracket, as_fraction, as_integer, exp_bracket, is_at_most, least_integer
from privlearn.exact.rationals import Number, as_inner_probability
from privlearn.laws.randomness import Generator
from privlearn.mechanisms.columns import Array, check_generator, number_of_rows, reals, unwrapped
from privlearn.mechanisms.discrete_laplace import DiscreteLaplace
from privlearn.mechanisms.neighbours import Relation, is_replacement
from privlearn.private.ordered import promise_of
from privlearn.private.results import Counts
from privlearn.release.histogram import histogram_failure

BITS = 256
SOURCE = "the Laplace mechanism (Dwork, McSherry, Nissim and Smith 2006), its discrete form"
TWENTIETH = Fraction(1, 20)


def histogram(column: Any, *, cells: Iterable[Any] | None = None, edges: Iterable[Number] | None = None,
              neighbours: Relation, epsilon: Number, delta: Number = 0, alpha: Number | None = None,
              beta: Number = TWENTIETH, rng: Generator) -> Counts:
    """Return how many rows lie in each cell, privately.

    Parameters
    ----------
    column : array, list, tuple, or column of a data frame
    cells : sequence, optional
        Distinct values of the column; a row counts for the cell that it equals.
    edges : rising numbers, optional
        Instead of cells: the cells are ``(low, high)``, with ``low <= row < high``.
    neighbours : function
        ``replace_one`` or ``add_remove_one``.
    epsilon : number in (0, 1000]
    delta : number in [0, 1)
        Not needed: the counts are (epsilon, 0)-private.
    alpha : number in (0, 1), optional
        Where the number of rows is public, refuse those that are too few for errors of at most the share alpha.
    beta : number in (0, 1)
        Probability of an error above the promised one.
    rng : numpy.random.Generator or random.Random

    Returns
    -------
    Counts
        None below 0, under ``replace_one`` none above the number of rows.

    Raises
    ------
    ValueError
        Before any private step, if an argument is bad.  A row in no cell is no error: it is counted elsewhere.

    Notes
    -----
    Cost: one pass, or one sort of the cells and a search for each row.

    Examples
    --------
    >>> from privlearn.mechanisms import replace_one
    >>> ages, rng = [17] * 400 + [70] * 600, np.random.default_rng(1)
    >>> counts = histogram(ages, edges=[0, 18, 65, 120], neighbours=replace_one, epsilon=1, rng=rng)
    >>> counts.answer, counts.error
    ({(0.0, 18.0): 399, (18.0, 65.0): 0, (65.0, 120.0): 596}, 9)
    """
    check_generator(rng)
    scale = noise_scale(neighbours, epsilon)
    as_no_need(delta)
    share = None if alpha is None else as_inner_probability(alpha, "alpha")
    if (cells is None) == (edges is None):
        raise ValueError("cells or edges must be given, and not both")
    rows = number_of_rows(column, "column", "rows")
    named: Sequence[Any]
    if edges is not None:
        ends = reals(list(edges) if isinstance(edges, Iterable) else edges, "edges")
        if len(ends) < 2 or not (ends[1:] > ends[:-1]).all():
            raise ValueError("edges must be at least two rising numbers")
        named = list(zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True))
    else:
        named = distinct_cells(cells)
    error = noise_bound(len(named) + 1, scale, beta)
    public = is_replacement(neighbours)
    if public and share is not None and rows * share < error:
        raise ValueError(f"column must have at least {ceil(error / share)} rows for this epsilon, alpha and beta, "
                         f"got {rows}")
    values = unwrapped(column, "column")
    counts = _between(reals(values), ends) if edges is not None else _equal(values, named)
    noise = DiscreteLaplace(scale)
    most = rows if public else None
    noisy = [_clamped(count + noise.sample(rng), most) for count in (*counts, rows - sum(counts))]
    use = f"no count is off by more than {error}"
    return Counts(answer=dict(zip(named, noisy[:-1], strict=True)), elsewhere=noisy[-1], error=error,
                  proved_from=SOURCE, promise=promise_of(use, neighbours=neighbours, epsilon=epsilon, delta=0,
                                                         beta=beta))


def noise_scale(neighbours: Relation, epsilon: Number) -> Fraction:
    """Return the scale of the noise of each count; a ``ValueError`` unless ``0 < epsilon <= 1000``.

    Examples
    --------
    >>> from privlearn.mechanisms import add_remove_one, replace_one
    >>> noise_scale(add_remove_one, Fraction(1, 2)), noise_scale(replace_one, Fraction(1, 2))
    (Fraction(2, 1), Fraction(4, 1))
    """
    public, wanted = is_replacement(neighbours), as_fraction(epsilon, "epsilon")
    if not 0 < wanted <= 1000:
        raise ValueError(f"epsilon must be positive and at most 1000, got {epsilon}")
    return (2 if public else 1) / wanted


def as_no_need(delta: Number) -> None:
    """Raise a ``ValueError`` unless ``0 <= delta < 1``: a pure mechanism takes it and has no use for it."""
    if not 0 <= as_fraction(delta, "delta") < 1:
        raise ValueError(f"delta must be at least 0 and below 1, got {delta}")


def noise_bound(counts: int, scale: Fraction, beta: Number) -> int:
    """Return the least number that no noise of so many counts exceeds, but for probability beta.

    Examples
    --------
    >>> noise_bound(1, Fraction(1), Fraction(1, 20))
    3
    """
    wanted, ratio = as_inner_probability(beta, "beta"), 1 / exp_bracket(1 / scale, BITS)
    return least_integer(lambda k: is_at_most(_failure(counts, k + 1, ratio), wanted), 0)


def _failure(counts: int, threshold: int, ratio: Bracket) -> Any:
    return histogram_failure(counts, 1, threshold, ratio)


def histogram_rows(cells: int, neighbours: Relation, epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return with how many rows no count, elsewhere included, is off by more than the share alpha of them.

    Examples
    --------
    >>> from privlearn.mechanisms import add_remove_one
    >>> noise_bound(21, Fraction(1), TWENTIETH)  # 20 cells, and elsewhere
    6
    >>> histogram_rows(20, add_remove_one, 1, Fraction(1, 100), TWENTIETH)
    600
    """
    error = noise_bound(as_integer(cells, "cells", least=1) + 1, noise_scale(neighbours, epsilon), beta)
    return max(1, ceil(error / as_inner_probability(alpha, "alpha")))


def distinct_cells(cells: Any) -> list[Any]:
    """Return cells as a list; a ``ValueError`` unless they are distinct, hashable and at least one.

    Examples
    --------
    >>> distinct_cells(("yes", "no"))
    ['yes', 'no']
    """
    if isinstance(cells, (str, bytes)) or not isinstance(cells, Iterable):
        raise ValueError(f"cells must be a sequence of values, got {type(cells).__name__}")
    listed = cells.tolist() if isinstance(cells, np.ndarray) and cells.dtype.kind not in "mM" else list(cells)
    try:
        repeated = len(set(listed)) < len(listed)
    except TypeError:
        raise ValueError("cells must be hashable values, such as numbers or text") from None
    if not listed or repeated:
        raise ValueError("cells must be distinct values, at least one")
    return listed


def _equal(values: Any, cells: list[Any]) -> list[int]:
    if isinstance(values, np.ndarray) and values.dtype.kind in "biufmM":
        wanted = _like(cells, values)
        order = np.argsort(wanted, kind="stable")
        place = np.minimum(np.searchsorted(wanted, values, sorter=order), len(cells) - 1)
        found = np.bincount(order[place[wanted[order][place] == values]], minlength=len(cells))
        return [int(count) for count in found]
    try:
        counted = Counter(values.tolist() if isinstance(values, np.ndarray) else values)
    except TypeError:
        raise ValueError("column must hold hashable rows, such as numbers or text") from None
    return [counted.get(cell, 0) for cell in cells]


def _like(cells: list[Any], values: Array) -> Array:
    """Return cells as an array whose entries compare exactly with the values."""
    code = values.dtype.kind
    try:
        wanted = np.array(cells, dtype=values.dtype if code in "mM" else None)
    except ValueError:
        wanted = np.array(cells, dtype=object)
    exact = {"b": "b", "i": "biu", "u": "biu", "f": "biuf"}.get(code, code)
    if wanted.dtype.kind not in exact:
        raise ValueError(f"cells must be of the column's kind, {values.dtype.name}")
    return wanted


def _between(numbers: Array, edges: Array) -> list[int]:
    place = np.searchsorted(edges, numbers, side="right")
    return [int(count) for count in np.bincount(place, minlength=len(edges) + 1)[1:len(edges)]]


def _clamped(count: int, most: int | None) -> int:
    return max(0, count) if most is None else min(max(0, count), most)
