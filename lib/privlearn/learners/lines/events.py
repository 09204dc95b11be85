"""The three events of a block: no point of the line, one, or at least two; with the exact law of the basic learner.

Definitions
-----------
For a line f and a distribution D on the plane let ``q_z = D(z)`` for the points z of the line, *line masses* for
short, and ``r`` their sum.  In t independent draws, *None* is the event that no draw is on the line, *One* that all
draws on the line are the same point and there is at least one, *Two* that two different points of the line are drawn:

    ``Pr[None] = (1 - r)^t,  Pr[One] = sum over z of ((1 - r + q_z)^t - (1 - r)^t),  Pr[Two] = 1 - Pr[None] - Pr[One]``.

The basic learner answers with the zero function, a point function or the line, respectively.

>>> none_one_two([Fraction(1, 4), Fraction(1, 4)], 2)
Events(none=Fraction(1, 4), one=Fraction(5, 8), two=Fraction(1, 8))
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from privlearn.exact import Bracket, TooLargeToEnumerate, as_integer, as_probability
from privlearn.exact.formulas import Value, formula
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number
from privlearn.learners.lines.basic import ZERO, Hypothesis, as_hypothesis, as_prime, line_points

TINY = Fraction(1, 1 << 512)  # (1 - r)^t may be far smaller, with millions of binary digits
LARGEST_EXACT = 1 << 12  # draws of a block beyond which the powers have too many digits


@dataclass(frozen=True)
class Events:
    """Probabilities of None, One and Two: ``Fraction``, or ``Bracket`` for large blocks."""

    none: Any
    one: Any
    two: Any


def as_line_masses(masses: Iterable[Number]) -> tuple[Fraction, ...]:
    """Return the masses of the points of a line as ``Fraction`` of at least 0 with a sum of at most 1."""
    listed = tuple(as_probability(q, "mass") for q in masses)
    if sum(listed) > 1:
        raise ValueError(f"masses must sum to at most 1, got {sum(listed)}")
    return listed


def line_masses(weights: Mapping[tuple[int, int], Number], line: Any, p: int) -> tuple[Fraction, ...]:
    """Return the masses that a distribution on the plane gives to the points of the line ``(a, b)``, in order of x.

    Parameters
    ----------
    weights : mapping (x, y) -> probability
        Points that are left out have mass 0; must sum to 1.
    line : (a, b)
    p : int
    """
    table = {point: as_probability(w, f"weight of {point!r}") for point, w in weights.items()}
    if sum(table.values()) != 1:
        raise ValueError(f"weights must sum to 1, got {sum(table.values())}")
    prime = as_prime(p)
    for point in table:
        if len(point) != 2 or not all(0 <= as_integer(k, "coordinate") < prime for k in point):
            raise ValueError(f"weights must be of points (x, y) with coordinates below {prime}, got {point!r}")
    return tuple(table.get(point, Fraction(0)) for point in line_points(line, prime))


SEEN = {"r": (Fraction(1, 3), Fraction(3, 4), 1), "q": (Fraction(1, 10), Fraction(1, 3)), "t": (1, 2, 3, 7)}


@formula("equals", corners=SEEN)
def none_chance(r: Value, t: int) -> Value:
    """Return the probability that t draws miss a line of mass r."""
    return (1 - r) ** t


@formula("equals", corners=SEEN, tex={"q": "q_z"})
def alone_chance(r: Value, q: Value, t: int) -> Value:
    """Return the probability that of a line of mass r a point of mass q is seen, and no other one."""
    return (1 - r + q) ** t - (1 - r) ** t


def none_one_two(masses: Iterable[Number], draws: int) -> Events:
    """Return the exact probabilities of None, One and Two for a block of ``draws`` rows.

    Parameters
    ----------
    masses : iterable of numbers
        ``q_z`` for the points of the line, at least 0 with sum ``r <= 1``; points of mass 0 may be left out.
    draws : int
        ``t``, from 1 to 4,096.

    Raises
    ------
    TooLargeToEnumerate
        For more draws: see :func:`none_one_two_brackets`.

    Notes
    -----
    Cost: a power for each distinct mass.  Source: FX15, proof of Claim 6.3.
    """
    q, t = as_line_masses(masses), _exact_draws(draws)
    outside = 1 - sum(q, Fraction(0))
    none = outside**t
    powers = {mass: (outside + mass) ** t - none for mass in set(q)}
    one = sum((powers[mass] for mass in q), Fraction(0))
    return Events(none, one, 1 - none - one)


def none_one_two_brackets(masses: Iterable[Number], draws: int, bits: int = 128) -> Events:
    """Bracket the probabilities of None, One and Two for a block of any number of rows.

    Examples
    --------
    >>> 0 < none_one_two_brackets([Fraction(1, 10**9)], 10**9).none.lower - Fraction(36787, 10**5) < Fraction(1, 10**5)
    True
    """
    q, t = as_line_masses(masses), as_integer(draws, "draws", least=1)
    outside = 1 - sum(q, Fraction(0))
    counts = {mass: q.count(mass) for mass in set(q)}

    def one() -> Ball:
        none = ball(outside) ** t
        return sum((((ball(outside + mass) ** t) - none) * count for mass, count in sorted(counts.items())), ball(0))

    return Events(_probability(bracket_of(lambda: ball(outside) ** t, bits)), _probability(bracket_of(one, bits)),
                  _probability(bracket_of(lambda: 1 - ball(outside) ** t - one(), bits)))


def point_probability(masses: Sequence[Number], point: int, draws: int, bits: int = 128) -> Bracket:
    """Bracket the probability that a block shows the given point of the line and no other of its points."""
    q, t = as_line_masses(masses), as_integer(draws, "draws", least=1)
    z = as_integer(point, "point", least=0, most=len(q) - 1)
    outside = 1 - sum(q, Fraction(0))
    return _probability(bracket_of(lambda: ball(outside + q[z]) ** t - ball(outside) ** t, bits))


def block_law(weights: Mapping[tuple[int, int], Number], line: Any, draws: int, p: int) -> dict[Hypothesis, Fraction]:
    """Return the exact law of the basic learner on ``draws`` rows drawn from D and labelled by a line.

    Returns
    -------
    dict
        Hypothesis -> probability, positive ones only: the zero function, point functions of the line, the line.

    Examples
    --------
    >>> uniform = {(x, y): Fraction(1, 4) for x in (0, 1) for y in (0, 1)}
    >>> block_law(uniform, (1, 0), 2, 2)[(2, 1, 0)]
    Fraction(1, 8)
    """
    q = line_masses(weights, line, p)
    t, a, b = _exact_draws(draws), *as_hypothesis((2, *line), p)[1:]
    events, outside = none_one_two(q, t), 1 - sum(q)
    law: dict[Hypothesis, Fraction] = {ZERO: events.none, (2, a, b): events.two}
    for point, mass in zip(line_points((a, b), p), q, strict=True):
        law[(1, *point)] = (outside + mass) ** t - events.none
    return {h: law[h] for h in sorted(law) if law[h]}


def _exact_draws(draws: int) -> int:
    t = as_integer(draws, "draws", least=1)
    if t > LARGEST_EXACT:
        raise TooLargeToEnumerate("the digits of a power (1 - r)^t: its exponent", t, LARGEST_EXACT)
    return t


def _probability(found: Bracket) -> Bracket:
    """Cut a bracket of a probability to [0, 1], and its ends to few digits if they are tiny."""
    low, high = (end if end > TINY else Fraction(0) for end in (found.lower, found.upper))
    return Bracket(low, min(high or TINY, Fraction(1)))
