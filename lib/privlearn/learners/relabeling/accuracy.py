"""How good the chosen pattern is: the exact chance of a bad choice, and numbers of rows that make it small.

Definitions
-----------
``A_Relabel`` chooses a pattern with probability proportional to ``e^{-epsilon q/2}``, q its score.  It *fails* by more
than ``slack`` if the chosen score is above the least score plus ``slack``.

>>> growth_sum(3, 2), growth_sum(2, 5), growth_sum(4, 0)
(7, 4, 1)

Source: ABMS20, Claim 5.4.
"""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import comb

import numpy as np

from privlearn.exact import Bracket, as_fraction, as_integer, exp_bracket, least_integer, round_up
from privlearn.exact.brackets import as_bracket, round_down
from privlearn.exact.formulas import Value, exp, formula, ln
from privlearn.exact.rationals import Number
from privlearn.learners.relabeling.relabel import initial_segment_errors
from privlearn.mechanisms.neighbours import Database


def hard_segment_scores(rows: int, slack: int, others: int) -> tuple[int, ...]:
    """Return the errors of the initial segments on :func:`hard_segment_data`, with further points in T.

    Parameters
    ----------
    rows, slack : int
        As for :func:`hard_segment_data`.
    others : int, at least 0
        Points of T, right of the point 0 and left of all others.

    Examples
    --------
    >>> hard_segment_scores(5, 1, others=2)
    (1, 3, 3, 3, 3, 4)
    """
    data = np.array(hard_segment_data(rows, slack))
    more = as_integer(others, "others", least=0)
    moved = data + np.array([more, 0]) * (data[:, :1] > 0)
    return tuple(int(value) for value in initial_segment_errors(moved, np.arange(int(data[:, 0].max()) + 1 + more)))


@formula("at most", tex={"factor": r"e^{2\eps'}", "empirical": r"\mathrm{error}_D(f, h)"}, corners={
    "empirical": (0, Fraction(1, 20)), "alpha": (Fraction(1, 100), Fraction(1, 30)), "tau": (0, Fraction(1, 50)),
    "factor": (1, Fraction(3, 2), 4)})
def population_bound(empirical: Value, alpha: Value, tau: Value, factor: Value) -> Value:
    """Return the bound on the true error of the chosen concept.

    Parameters
    ----------
    empirical : number in [0, 1]
        Its error on the published rows.
    alpha, tau : numbers of at least 0
        What the sample and the relabelling may miss.
    factor : number of at least 1
        ``e^{2 epsilon'}`` of the private learner.

    References
    ----------
    ABMS20, Lemma 5.5.

    Examples
    --------
    >>> population_bound(Fraction(1, 4), Fraction(1, 8), 0, 2)
    Fraction(9, 8)
    """
    return factor * (empirical + 2 * alpha + tau) + alpha


def chosen_above_bracket(scores: Iterable[int], slack: Number) -> Bracket:
    """Bracket the chance, at epsilon = 1, that the chosen score is above the least one by more than ``slack``.

    Examples
    --------
    >>> tail = chosen_above_bracket([0, 1], 0)  # e^{-1/2} / (1 + e^{-1/2})
    >>> tail.lower < Fraction(37755, 100000) and Fraction(37754, 100000) < tail.lower
    True
    """
    excess, gap = _excess(scores), as_fraction(slack, "slack")
    if gap < 0:
        raise ValueError(f"slack must be at least 0, got {gap}")
    good = bad = Bracket(Fraction(0), Fraction(0))
    for j, count in excess.items():
        power = _power(j)
        weight = Bracket(power.lower * count, power.upper * count)
        if j > gap:
            bad = bad + weight
        else:
            good = good + weight
    return bad / (good + bad) if bad.upper else bad


@cache
def _power(j: int) -> Bracket:
    """Return ``e^{-j/2}``, rounded outwards so that sums of many stay short."""
    value, bits = exp_bracket(Fraction(-j, 2)), 64 + j
    return Bracket(round_down(value.lower, bits), round_up(value.upper, bits))


def _excess(scores: Iterable[int]) -> Counter[int]:
    counted = Counter(as_integer(value, "scores") for value in scores)
    if not counted:
        raise ValueError("scores must not be empty: no pattern to choose")
    least = min(counted)
    return Counter({value - least: count for value, count in counted.items()})


def growth_sum(rows: int, dimension: int) -> int:
    """Return ``C(rows, 0) + ... + C(rows, dimension)``: at most so many patterns of a class on ``rows`` points."""
    n, d = as_integer(rows, "rows", least=0), as_integer(dimension, "dimension", least=0)
    return sum(comb(n, j) for j in range(min(n, d) + 1))


@formula("at most", where=("1 <= dimension <= rows",),
         corners={"rows": (1, 3, 10**9), "dimension": (1, 2, 3, 4, 10, 1000)},
         tex={"exp(1)": "e", "rows": "|S|", "dimension": "d"})
def growth_power(rows: int, dimension: int) -> Value:
    """Return ``(e rows / dimension)^dimension``, at least :func:`growth_sum`."""
    return (exp(1) * rows / dimension) ** dimension


CORNERS = {"alpha": (Fraction(-1), Fraction(1, 10**6), Fraction(1, 2)), "beta": (Fraction(1, 10**100), Fraction(1), 2),
           "dimension": (2, 10, 1000), "rows": (1, 10**9)}
LOOSE = {"0 < beta <= 1": "no probability is above 1"}


@formula("rows", where=("0 < alpha <= 1", "0 < beta <= 1", "1 <= dimension <= rows"), corners=CORNERS,
         loose=LOOSE | {"1": "the power is larger than the numbers of patterns by a factor"},
         tex={"exp(1)": "e", "rows": "|S|", "dimension": "d"})
def enough_rows(alpha: Value, beta: Value, dimension: int, rows: int) -> Value:
    """Return ``(2/alpha) ln(1/beta) + (2 d/alpha) ln(e rows/d)``, the number of scored rows Claim 5.4 asks for.

    Parameters
    ----------
    alpha, beta : numbers in (0, 1]
    dimension : int, at least 1
    rows : int
        ``|S|``, at least ``dimension``; the paper does not ask for that, as ``printed_rows`` does not.
    """
    return 2 / alpha * ln(1 / beta) + 2 * dimension / alpha * ln(exp(1) * rows / dimension)


printed_rows = enough_rows.changed(enough_rows.body, "as printed", (*enough_rows.where[:2], "1 <= dimension"))


@formula("rows", where=("0 < alpha <= 1", "0 < beta <= 1"), tex={"exp(1)": "e", "dimension": "d"},
         corners={"alpha": (Fraction(-1), Fraction(1, 10**9), Fraction(1, 10**6), Fraction(1, 2)), "dimension": (
             1, 2, 10, 1000), "beta": (Fraction(1, 10**100), Fraction(1, 2), Fraction(1), 2)},
         loose=LOOSE | dict.fromkeys(("10", "20", "1", "exp(1)", "20 * exp(1) -> 20", "20 * exp(1) -> exp(1)"),
                                     "the source's constants are not sharp")
         | dict.fromkeys(("4 -> 3", "4 -> 2"), "too little only where ln(1/beta) is above 10^9, beyond any beta here")
         | {"ln(1 / beta) -> ln(1 / beta) ** 2": "less only for beta above 1/e, where the second term is enough"}
         | {"0 < alpha <= 1": "above 1 nothing is bad, below 0 there is no logarithm"})
def enough_rows_explicit(alpha: Value, beta: Value, dimension: int) -> Value:
    """Return ``(4/alpha) ln(1/beta) + (10 d/alpha) ln(20 e/alpha)``: enough if D is at least half of the sample."""
    return 4 / alpha * ln(1 / beta) + 10 * dimension / alpha * ln(20 * exp(1) / alpha)


def least_half(alpha: Number, beta: Number, dimension: int) -> int:
    """Return the least ``n >= dimension / 2`` with ``n >= enough_rows(alpha, beta, dimension, 2 n)``.

    Once true it stays so: the difference of the two sides is convex in n, and negative at ``n = dimension / 2``.

    Examples
    --------
    >>> least_half(Fraction(1, 2), Fraction(3, 10), 4)
    80
    """
    start = (as_integer(dimension, "dimension", least=1) + 1) // 2
    return least_integer(lambda n: as_bracket(enough_rows(alpha, beta, dimension, 2 * n)).upper <= n, start)


def hard_segment_data(rows: int, slack: int) -> Database:
    """Return a database of ``rows`` rows on which all initial segments but one are worse by more than ``slack``.

    The point 0 has ``slack + 1`` zeros; pairs of rows with both labels follow, and a last zero if one row is left.

    Examples
    --------
    >>> hard_segment_data(5, 1)
    ((0, 0), (0, 0), (1, 1), (1, 0), (2, 0))
    """
    n = as_integer(rows, "rows", least=1)
    k = as_integer(slack, "slack", least=0, most=n - 1)
    rest = n - k - 1
    pairs = tuple((1 + j // 2, 1 - j % 2) for j in range(rest - rest % 2))
    return ((0, 0),) * (k + 1) + pairs + ((1 + rest // 2, 0),) * (rest % 2)
