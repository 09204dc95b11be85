"""Certified inequalities by interval (ball) arithmetic.

Definitions
-----------
A *ball* encloses the value of an expression at every point of an input ball.  ``ball > 0`` is true only if it is
certain, so a bisection that ends proves an inequality on a whole interval, not on a grid.

>>> x = ball(0.5, 1)
>>> x.exp() > 1 + x / 2, x.exp() > 2
(True, False)
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from privlearn.exact.balls import arb, ctx, fmpq
from privlearn.exact.brackets import Bracket
from privlearn.exact.errors import Undecided
from privlearn.exact.rationals import Number, as_fraction, as_integer

Ball = Any  # of privlearn.exact.balls
MOST_BITS = 1 << 22  # binary places of an end


def ball(lower: Number, upper: Number | None = None) -> Ball:
    """Return a ball that contains the interval ``[lower, upper]`` (by default the single point ``lower``)."""
    low = as_fraction(lower, "lower")
    left = arb(fmpq(low.numerator, low.denominator))
    if upper is None:
        return left
    high = as_fraction(upper, "upper")
    if high < low:
        raise ValueError(f"upper must be at least lower = {low}, got {high}")
    return left if high == low else left.union(arb(fmpq(high.numerator, high.denominator)))


def ball_bracket(value: Ball) -> Bracket:
    """Return the rational ends of a ball; an end nearer to 0 than 2^-MOST_BITS is moved outwards to that or to 0."""
    if not value.is_finite():
        raise Undecided(f"the ball {value} is not finite: ask for more bits")
    return Bracket(_end(value.lower(), -1), _end(value.upper(), 1))


def _end(end: Ball, outwards: int) -> Fraction:
    """Return an end as a fraction; FLINT would end the process at one with too many binary places."""
    places = int(end.man_exp()[1]) if hasattr(end, "man_exp") else 0
    if places > MOST_BITS:
        raise Undecided(f"an end of the ball has more than {MOST_BITS:,} binary places: too many for a fraction")
    if places < -MOST_BITS - 4096:
        return Fraction(outwards, 1 << MOST_BITS) if (end > 0) == (outwards > 0) else Fraction(0)
    return as_fraction(end.fmpq())


def bracket_of(expression: Callable[[], Ball], bits: int = 128) -> Bracket:
    """Evaluate ``expression()`` in ball arithmetic at a working precision of ``bits`` and return rational ends.

    Parameters
    ----------
    expression : callable
        Builds a ball from exact numbers, for instance ``lambda: ball(1).exp()``.
    bits : int
        Working precision, at least 2; the ends are certain at any precision, more bits make them closer.
    """
    before = ctx.prec
    ctx.prec = as_integer(bits, "bits", least=2)
    try:
        return ball_bracket(expression())
    finally:
        ctx.prec = before
