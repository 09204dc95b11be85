"""Which block sizes are stable: good sizes, bad intervals on the logarithmic scale, and how many powers of two are bad.

Definitions
-----------
For a line and a distribution let r be the mass of the line and q that of its heaviest point.  A block of t rows is
*good for None* if ``t <= 1/(3 r)``, *for One* if ``ln 6 / r <= t <= 1/(6 (r - q))``, *for Two* if
``t >= 2 ln 6 / (r - q)``: sufficient for one answer to have probability at least 2/3.  The size t is *unstable* if no
accurate answer has: that is what matters.  A *scale* k stands for ``t = 2^k``.

Whatever the masses, at most eight scales are bad for the three conditions, and at most five are unstable
(:func:`~privlearn.learners.lines.few_unstable_scales.most_unstable_scales`).

>>> good_for(8, Fraction(1, 2), Fraction(1, 2)), bad_scales(Fraction(1, 2), Fraction(1, 2))
(('one',), (0, 1))
>>> unstable_scales([Fraction(77, 3200), Fraction(21, 6400)], Fraction(1, 20), range(4, 28))
(4, 5, 6, 7, 8)
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import ceil, inf

from privlearn.exact import Bracket, Undecided, as_fraction, as_integer, as_probability
from privlearn.exact.balls import ctx
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Value, formula, ln, log2
from privlearn.exact.intervals import ball
from privlearn.exact.rationals import Number
from privlearn.learners.lines.events import as_line_masses

LEVEL = Fraction(2, 3)
BITS = 192


def as_line(r: Number, heaviest: Number) -> tuple[Fraction, Fraction]:
    """Return the mass of a line and of its heaviest point, ``0 < heaviest <= r <= 1``, else raise a ``ValueError``."""
    mass, q = as_probability(r, "r"), as_fraction(heaviest, "heaviest")
    if not 0 < q <= mass:
        raise ValueError(f"heaviest must be above 0 and at most r = {mass}, got {q}")
    return mass, q


MASSES = {"r": (Fraction(1, 500), Fraction(1, 50)),
          "q": (Fraction(1, 5000), Fraction(1, 1000), Fraction(77, 43500), Fraction(1, 550), Fraction(1, 51))}
BELOW = {"q < r": "with a single point on the line there is no such size, and the number is not defined"}


@formula("at least", corners={"r": (*MASSES["r"], Fraction(1, 24), 1)})
def none_up_to(r: Value) -> Value:
    """Return the number up to which sizes are good for None."""
    return 1 / (3 * r)


@formula("rows", corners={"r": (*MASSES["r"], 1)})
def one_from(r: Value) -> Value:
    """Return the first size that is good for One, if it is not too large."""
    return ceil(ln(6) / r)


@formula("at least", where=("q < r",), corners=MASSES, loose=BELOW)
def one_up_to(r: Value, q: Value) -> Value:
    """Return the number up to which sizes are good for One, if they are not too small."""
    return 1 / (6 * (r - q))


@formula("rows", where=("q < r",), corners=MASSES, loose=BELOW | dict.fromkeys(
    ("2 -> 3 / 2", "6 -> 9 / 2"), "not sharp: many light points need 2.29 in place of 2 ln 6 = 3.6, others less"))
def two_from(r: Value, q: Value) -> Value:
    """Return the first size that is good for Two."""
    return ceil(2 * ln(6) / (r - q))


@lru_cache(maxsize=4096)
def _ends(r: Fraction, q: Fraction) -> tuple[Fraction | int, int, Fraction | float, int | float]:
    return none_up_to(r), one_from(r), *((one_up_to(r, q), two_from(r, q)) if q < r else (inf, inf))


def good_for(draws: int, r: Number, heaviest: Number) -> tuple[str, ...]:
    """Return the events for which a block size is good, among ``"none"``, ``"one"`` and ``"two"``.

    Parameters
    ----------
    draws : int
        t, at least 1.
    r, heaviest : numbers
        Mass of the line and of its heaviest point, ``0 < heaviest <= r <= 1``.

    Notes
    -----
    Guarantee: the event has probability at least 2/3 (for One: with the heaviest point as the only one).  Source: FX15,
    proof of Claim 6.3.
    """
    t, (mass, q) = as_integer(draws, "draws", least=1), as_line(r, heaviest)
    none, one, last, two = _ends(mass, q)
    conditions = {"none": t <= none, "one": one <= t <= last, "two": t >= two}
    return tuple(event for event, holds in conditions.items() if holds)


NARROW = {"r": (Fraction(1, 500), Fraction(1, 50), Fraction(1, 20)), "q": (Fraction(1, 1000), Fraction(1, 51))}


@formula("at least", corners=NARROW)
def first_begin(r: Value) -> Value:
    """Return where the first bad interval begins."""
    return log2(1 / r) - log2(3)


@formula("at most", corners=NARROW)
def first_end(r: Value) -> Value:
    """Return where the first bad interval ends."""
    return log2(1 / r) + log2(ln(6))


@formula("at least", where=("q < r",), corners=NARROW, loose=BELOW)
def second_begin(r: Value, q: Value) -> Value:
    """Return where the second bad interval begins."""
    return log2(1 / (r - q)) - log2(6)


@formula("at most", where=("q < r",), corners=NARROW, loose=BELOW)
def second_end(r: Value, q: Value) -> Value:
    """Return where the second bad interval ends."""
    return log2(1 / (r - q)) + log2(2 * ln(6))


@formula("equals")
def first_length() -> Value:
    """Return the length of the first bad interval, the same for all masses."""
    return log2(3 * ln(6))


@formula("equals")
def second_length() -> Value:
    """Return the length of the second bad interval, the same for all masses."""
    return log2(12 * ln(6))


@lru_cache(maxsize=4096)
def bad_intervals(r: Number, heaviest: Number) -> tuple[tuple[Bracket, Bracket], ...]:
    """Bracket the ends of the open intervals that contain ``log2 t`` for every bad t; for ``heaviest = r`` only one.

    Examples
    --------
    >>> [(round(float(low.lower), 3), round(float(high.lower), 3)) for low, high in bad_intervals(1, Fraction(1, 2))]
    [(-1.585, 0.841), (-1.585, 2.841)]
    """
    mass, q = as_line(r, heaviest)
    first = as_bracket(first_begin(mass)), as_bracket(first_end(mass))
    return (first,) if q == mass else (first, (as_bracket(second_begin(mass, q)), as_bracket(second_end(mass, q))))


def most_integers(length: Number | Bracket) -> int:
    """Return how many integers an open interval of this length can contain at most: its length, rounded up.

    Examples
    --------
    >>> [most_integers(length) for length in (Fraction(1, 2), 1, Fraction(5, 2))]
    [1, 1, 3]
    """
    low, high = (length.lower, length.upper) if isinstance(length, Bracket) else (as_fraction(length, "length"),) * 2
    if low <= 0:
        raise ValueError(f"length must be positive, got {low}")
    if ceil(low) != ceil(high):
        raise Undecided(f"cannot round {length} up: ask for more bits")
    return ceil(low)


def bad_scales(r: Number, heaviest: Number) -> tuple[int, ...]:
    """Return all integers ``k >= 0`` for which ``2^k`` is not good: at most eight."""
    last = max(ceil(high.upper) for _, high in bad_intervals(r, heaviest))
    return tuple(k for k in range(max(last, 0) + 1) if not good_for(1 << k, r, heaviest))


def unstable_scales(masses: Iterable[Number], alpha: Number, scales: Iterable[int]) -> tuple[int, ...]:
    """Return the scales k for which a block of ``2^k`` rows gives no accurate answer with probability 2/3 or more.

    Parameters
    ----------
    masses : iterable of numbers
        Of the points of the line.
    alpha : number
        An answer is accurate if its error is at most that.
    scales : iterable of int

    Notes
    -----
    Guarantee: decided by brackets, for the exact law of the basic learner.  At most five in any set of scales from
    ``log2(ln(3/2)/alpha)`` on.  Source: FX15, Claim 6.3.
    """
    q, limit = Counter(as_line_masses(masses)), as_fraction(alpha, "alpha")
    found, line = [], False
    for k in sorted({as_integer(k, "scale", least=0) for k in scales}):
        line = line or _is_stable(q, Fraction(0), 1 << k)  # the line itself, and that remains so: Two grows with t
        if not line and not _is_stable(q, limit, 1 << k):
            found.append(k)
    return tuple(found)


def _is_stable(masses: Mapping[Fraction, int], alpha: Fraction, draws: int) -> bool:
    """Decide in balls, as (1 - r)^t may have too many digits for rationals; ``alpha = 0`` asks for the line alone."""
    r, heaviest = sum(mass * count for mass, count in masses.items()), max(masses, default=Fraction(0))
    precision = ctx.prec
    ctx.prec = BITS
    try:
        none = ball(1 - r) ** draws
        powers = {mass: ball(1 - r + mass) ** draws - none for mass in masses}
        chances = [1 - none - sum((powers[mass] * count for mass, count in masses.items()), ball(0))]
        chances += [none] if alpha and r <= alpha else []
        chances += [powers[heaviest]] if alpha and heaviest and r - heaviest <= alpha else []
        likely = [bool(chance >= ball(LEVEL)) for chance in chances]
        if not any(likely) and any(not chance < ball(LEVEL) for chance in chances):
            raise Undecided(f"cannot tell whether a probability at t = {draws} is at least 2/3: ask for more bits")
        return any(likely)
    finally:
        ctx.prec = precision


def concentrated_masses(r: Number, heaviest: Number) -> tuple[Fraction, ...]:
    """Return the masses with given sum and maximum that make Two least likely, for all block sizes at once.

    As many points as possible have the largest mass, one has the rest.  For ``t`` draws One is a sum of a convex
    function of the masses, so moving mass to a heavier point makes it more likely.

    Examples
    --------
    >>> [str(q) for q in concentrated_masses(1, Fraction(2, 5))]
    ['2/5', '2/5', '1/5']
    """
    mass, q = as_line(r, heaviest)
    rest = mass % q
    return (q,) * int(mass // q) + ((rest,) if rest else ())
