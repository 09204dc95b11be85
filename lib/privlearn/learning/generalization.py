"""How often a sample misleads about a whole class: certified probabilities of the events of uniform convergence.

Definitions
-----------
The *realizable bad event* for a family of regions: some region has mass above alpha and contains less than
``alpha m / 2`` of m points (ABMS20, Theorem 3.8, with the regions ``{x : c(x) != h(x)}``).  The
*agnostic bad event* for a list of error probabilities: some empirical error strays from its probability
by alpha or more (ABMS20, Theorem 3.9).

>>> fair_coin_deviation(1, Fraction(1, 2))
Fraction(1, 1)
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import ceil, comb, floor, lcm

from privlearn.exact import Bracket, as_distribution, as_fraction, as_integer
from privlearn.exact.concentration import sum_between, two_sided_tail
from privlearn.exact.formulas import Value, formula, ln
from privlearn.exact.rationals import Number

Regions = Iterable[Sequence[int]]


@formula("rows", where=("0 < alpha <= 1", "0 < beta <= 1"), tex={"d": r"\mathrm{VC}(\mathcal H)"},
         corners={"alpha": (Fraction(1, 10**4), Fraction(3, 10), Fraction(9, 10), Fraction(2)),
                  "beta": (Fraction(1, 2), Fraction(1, 10**100), Fraction(2)), "d": (0, 1, 10**6)},
         loose=dict.fromkeys(("80", "80 / alpha", "16", "2", "2 / beta"), "the source's constants are not sharp")
         | dict.fromkeys(("16 / alpha", "ln(16 / alpha)", "d * ln(16 / alpha)"),
                         "the logarithm pays for a union over regions, which no instance here attains")
         | {"0 < alpha <= 1": "no region has a mass above 1", "0 < beta <= 1": "no probability is above 1"})
def realizable_rows(alpha: Value, beta: Value, d: int) -> Value:
    """Return the least m with ``m >= (80/alpha) (d ln(16/alpha) + ln(2/beta))`` (ABMS20, Theorem 3.8).

    Parameters
    ----------
    alpha, beta : number in (0, 1]
    d : int
        The VC dimension.

    Examples
    --------
    >>> realizable_rows(Fraction(3, 10), Fraction(1, 10), 3)
    3981
    """
    return ceil(80 / alpha * (d * ln(16 / alpha) + ln(2 / beta)))


@formula("rows", where=("0 < alpha <= 1", "0 < beta <= 1 / 2"), tex={"d": r"\mathrm{VC}(\mathcal H)"},
         corners={"alpha": (Fraction(-1, 10), Fraction(1, 20), Fraction(1, 2)), "d": (0, 100, 10**8), "gamma": (1,),
                  "beta": (Fraction(99, 100), Fraction(1, 2), Fraction(1, 10**20))},
         loose=dict.fromkeys(("1", "ln(1 / beta)"), "for risks near 1/2 one coin asks for less than gamma = 1 gives"))
def agnostic_rows(alpha: Value, beta: Value, d: int, gamma: Value) -> Value:
    """Return the least m with ``m >= (gamma/alpha^2) (d + ln(1/beta))`` (ABMS20, Theorem 3.9).

    Parameters
    ----------
    alpha : number in (0, 1]
    beta : number in (0, 1/2]
    d : int
        The VC dimension.
    gamma : number
        3600 is proved to serve.

    Examples
    --------
    >>> agnostic_rows(Fraction(1, 2), Fraction(1, 2), 0, Fraction(3, 10))
    1
    """
    return ceil(gamma / alpha**2 * (d + ln(1 / beta)))


@cache
def _too_few(rows: int, mass: Fraction, alpha: Fraction) -> Fraction:
    return sum_between(rows, mass, 0, ceil(alpha * rows / 2) - 1)


def realizable_bad_event(regions: Regions, distribution: Sequence[Number], alpha: Number, rows: int) -> Bracket:
    """Return a bracket of the probability of the realizable bad event: the likeliest region, and the sum over regions.

    Parameters
    ----------
    regions : sequence of 0/1 rows
        One row of membership bits for each region; repeated regions count once.
    distribution : sequence of numbers that sum to 1
    alpha : number in (0, 1)
    rows : int
        m, at least 1.
    """
    weights, a = as_distribution(distribution), as_fraction(alpha, "alpha")
    m = as_integer(rows, "rows", least=1)
    masses = [sum((w for w, b in zip(weights, r, strict=True) if b), Fraction(0)) for r in {tuple(r) for r in regions}]
    tails = [_too_few(m, p, a) for p in masses if p > a]
    return Bracket(max(tails, default=Fraction(0)), min(Fraction(1), sum(tails, Fraction(0))))


def realizable_bad_probability(regions: Regions, distribution: Sequence[Number], alpha: Number,
                               rows: int) -> Fraction:
    """Return the exact probability of the realizable bad event, by all count vectors (small instances).

    Examples
    --------
    >>> realizable_bad_probability([(1, 0)], (Fraction(1, 2), Fraction(1, 2)), Fraction(1, 4), 2)
    Fraction(1, 4)
    """
    weights, a = as_distribution(distribution), as_fraction(alpha, "alpha")
    m = as_integer(rows, "rows", least=1)
    inside = [[j for j, b in enumerate(r) if b] for r in {tuple(r) for r in regions}]
    heavy, enough = [r for r in inside if sum((weights[j] for j in r), Fraction(0)) > a], ceil(a * m / 2)
    unit = lcm(*(w.denominator for w in weights))
    bad = sum(ways for counts, ways in _counts([int(unit * w) for w in weights], m)
              if any(sum([counts[j] for j in r]) < enough for r in heavy))
    return Fraction(bad, unit**m)


def _counts(weights: Sequence[int], rows: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the counts of the points in ``rows`` draws and their multinomial terms, of sum ``sum(weights)**rows``."""
    if len(weights) == 1:
        yield (rows,), weights[0] ** rows
        return
    for k in range(rows + 1):
        here = comb(rows, k) * weights[0] ** k
        if here:
            yield from (((k, *rest), here * p) for rest, p in _counts(weights[1:], rows - k))


def fair_coin_deviation(rows: int, alpha: Number) -> Fraction:
    """Return the probability that the mean of ``rows`` fair bits strays from 1/2 by at least ``alpha``."""
    m, a = as_integer(rows, "rows", least=1), as_fraction(alpha, "alpha")
    last = floor(m * (Fraction(1, 2) - a))
    if a <= 0:
        return Fraction(1)
    term, total = 1, 0
    for k in range(last + 1):
        total += term
        term = term * (m - k) // (k + 1)
    return Fraction(2 * total, 2**m)


@cache
def _strays(rows: int, mass: Fraction, alpha: Fraction) -> Fraction:
    return two_sided_tail(rows, mass, rows * alpha)


def agnostic_bad_event(errors: Iterable[Number], alpha: Number, rows: int) -> Bracket:
    """Return a bracket of the probability of the agnostic bad event, from the errors of the hypotheses.

    The ends are the largest and the sum of the exact two-sided tails.
    """
    a, m = as_fraction(alpha, "alpha"), as_integer(rows, "rows", least=1)
    tails = [_strays(m, as_fraction(p), a) for p in errors]
    return Bracket(max(tails, default=Fraction(0)), min(Fraction(1), sum(tails, Fraction(0))))


def shortfall_probability(rows: int, alpha: Number) -> Fraction:
    """Return the probability that a region of mass alpha contains less than ``alpha m / 2`` of ``rows`` points.

    Examples
    --------
    >>> shortfall_probability(2, Fraction(1, 2))
    Fraction(1, 4)
    """
    m, share = as_integer(rows, "rows", least=1), as_fraction(alpha, "alpha")
    if not 0 < share < 1:
        raise ValueError(f"alpha must be above 0 and below 1, got {share}")
    a, n = share.numerator, share.denominator
    return Fraction(sum(comb(m, k) * a**k * (n - a) ** (m - k) for k in range(ceil(share * m / 2))), n**m)


def lasting_rows(probability: Callable[[int], Number], limit: Number, most: int) -> int:
    """Return the least m such that ``probability`` is at most ``limit`` at m, m + 1, ..., most, or ``most + 1``.

    Probabilities of bad events are not monotone in the number of rows, hence the search downwards.

    Examples
    --------
    >>> lasting_rows(lambda m: fair_coin_deviation(m, Fraction(1, 4)), Fraction(1, 10), 24)
    13
    """
    top, allowed = as_integer(most, "most", least=1), as_fraction(limit, "limit")
    return next((m for m in range(top, 0, -1) if as_fraction(probability(m)) > allowed), 0) + 1
