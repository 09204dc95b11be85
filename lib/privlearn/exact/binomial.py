"""Exact and certified binomial sums.

Definitions
-----------
``Bin(n, p)`` is the number of successes in ``n`` independent trials of probability ``p``.  Tails are exact rationals.
Expectations ``E g(Bin(m, p))`` for *every* m up to a limit come from the recursion ``v(k) <- (1-p) v(k) + p v(k+1)``,
run on 64-bit integers rounded down for a lower and up for an upper bound: a certificate for all m at once.

>>> binomial_tail(2, Fraction(1, 2), at_least=1)
Fraction(3, 4)
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb

import numpy as np

from privlearn.exact.brackets import Bracket, as_bracket
from privlearn.exact.rationals import Number, as_fraction, as_integer, as_probability


def binomial_probabilities(trials: int, probability: Number) -> list[Fraction]:
    """Return ``[Pr[Bin(trials, probability) = k] for k = 0..trials]`` exactly."""
    n = as_integer(trials, "trials", least=0)
    p = as_probability(probability)
    scale = p.denominator**n
    hit, miss = p.numerator, p.denominator - p.numerator
    return [Fraction(comb(n, k) * hit**k * miss ** (n - k), scale) for k in range(n + 1)]


def binomial_tail(trials: int, probability: Number, *, at_least: Number | None = None,
                  at_most: Number | None = None) -> Fraction:
    """Return ``Pr[at_least <= Bin(trials, probability) <= at_most]`` exactly; ends that are left out do not bind.

    Parameters
    ----------
    trials : int
        Number of trials, at least 0.
    probability : number in [0, 1]
        Success probability of one trial.
    at_least, at_most : number, optional
        Ends of the range, not necessarily integers.
    """
    n = as_integer(trials, "trials", least=0)
    p = as_probability(probability)
    low = 0 if at_least is None else max(0, -((-as_fraction(at_least, "at_least")) // 1))
    high = n if at_most is None else min(n, as_fraction(at_most, "at_most") // 1)
    hit, miss = p.numerator, p.denominator - p.numerator
    if low > high:
        return Fraction(0)
    total = sum(comb(n, k) * hit ** (k - low) * miss ** (high - k) for k in range(low, high + 1))
    return Fraction(total * hit**low * miss ** (n - high), p.denominator**n)  # powers of the rest taken once


def expectation(trials: int, probability: Number, function: Callable[[int], Fraction]) -> Fraction:
    """Return ``E function(Bin(trials, probability))`` as a ``Fraction``."""
    weights = binomial_probabilities(trials, probability)
    return sum((weight * function(k) for k, weight in enumerate(weights)), Fraction(0))


def expectation_brackets(values: Sequence[Number | Bracket], probability: Number, *,
                         beyond: Bracket | None = None) -> Iterator[Bracket]:
    """Bracket ``E g(Bin(m, p))`` for every ``m = 0, 1, ..., len(values) - 1``, or without end if ``beyond`` is given.

    Parameters
    ----------
    values : sequence of numbers or Brackets in [0, 1]
        ``g(0), g(1), ..., g(M)``.
    probability : number in [0, 1]
        ``p``, with a denominator below 2^20.
    beyond : Bracket, optional
        Encloses ``g(k)`` for every ``k >= len(values)``; the iterator never ends, a step costs O(len(values)).

    Yields
    ------
    Bracket
        Rational ends at distance at most about ``(m + 1) * 2^-40`` for the m-th item, in fact ``(m + 1) * b / 2^61``
        with ``b`` the denominator of ``p``.

    Notes
    -----
    Fixed-point numbers ``v / S`` with ``S = 2^61 // b`` are kept in int64, so ``(b - a) v + a v'`` never overflows;
    division by ``b`` rounds down (lower bound) or up (upper bound).  Cost: O(M^2 / 2) vectorised integer steps.
    """
    for low, high, scale in fixed_point_expectations(values, probability, beyond=beyond):
        yield Bracket(Fraction(low, scale), Fraction(high, scale))


def fixed_point_expectations(values: Sequence[Number | Bracket], probability: Number, *,
                             beyond: Bracket | None = None) -> Iterator[tuple[int, int, int]]:
    """Yield the brackets of :func:`expectation_brackets` as integers ``low, high, scale``.

    Parameters
    ----------
    values, probability, beyond
        As there; a bracket is ``[low / scale, high / scale]``, and comparing integers is much faster.

    Examples
    --------
    >>> low, high, scale = next(fixed_point_expectations([Fraction(1, 2)], Fraction(1, 3)))
    >>> Fraction(low, scale) == Fraction(high, scale) == Fraction(1, 2)
    True
    """
    p = as_probability(probability)
    a, b = p.numerator, p.denominator
    if b >= 1 << 20:
        raise ValueError(f"probability must have a denominator below 2^20, got {p}")
    scale = (1 << 61) // b
    ends = [as_bracket(value) for value in [*values, *([] if beyond is None else [beyond])]]
    if any(end.lower < 0 or end.upper > 1 for end in ends):
        raise ValueError("values must lie between 0 and 1")
    # lower ends and negated upper ends: both are rounded down
    both = np.array([[scale * end.lower.numerator // end.lower.denominator for end in ends],
                     [-scale * end.upper.numerator // end.upper.denominator for end in ends]], dtype=np.int64)
    room = np.empty((2, *both.shape), dtype=np.int64)  # used again and again: it stays near the processor
    while both.shape[1]:
        yield int(both[0, 0]), -int(both[1, 0]), scale
        inner = both.shape[1] - 1
        mean = np.multiply(both[:, :-1], b - a, out=room[0, :, :inner])
        mean += np.multiply(both[:, 1:], a, out=room[1, :, :inner])
        np.floor_divide(mean, b, out=both[:, :-1])
        if beyond is None:  # otherwise the last entry stands for all larger k and keeps its bounds
            both = both[:, :-1]


def majority_failure(rows: int, heads: Number) -> Fraction:
    """Return the chance that the minority of ``rows`` tosses is the likelier side, a tie counting half.

    Parameters
    ----------
    rows : int
        At least 0.
    heads : number strictly between 0 and 1
        The chance of heads.

    Notes
    -----
    One running term in integers: thousands of tosses take a fraction of a second.

    Examples
    --------
    >>> majority_failure(3, Fraction(3, 4)), majority_failure(0, Fraction(3, 4))
    (Fraction(5, 32), Fraction(1, 2))
    """
    n, p = as_integer(rows, "rows", least=0), as_fraction(heads, "heads")
    if not 0 < p < 1:
        raise ValueError(f"heads must lie strictly between 0 and 1, got {p}")
    h, t = p.numerator, p.denominator - p.numerator
    term, total = t**n, 0  # term: comb(n, k) h^k t^(n - k)
    for k in range((n + 1) // 2):
        total, term = total + term, term * (n - k) * h // ((k + 1) * t)
    return Fraction(2 * total + (0 if n % 2 else term), 2 * p.denominator**n)
