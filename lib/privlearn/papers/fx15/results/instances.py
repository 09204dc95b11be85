"""The chain from messages to private samples, anew, and where the explicit bounds on rows cross."""

from fractions import Fraction
from functools import cache

from privlearn.communication import private_samples_lower_bound
from privlearn.communication.private_samples import pure_line_samples
from privlearn.exact import Bracket, exp_bracket, least_integer, log_star
from privlearn.exact.fractions import QUARTER
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.towers import tower
from privlearn.learners.lines import amplified_rows


@cache
def logarithm(number: Fraction) -> Bracket:
    """``ln`` of a number, by balls of 128 bits."""
    return bracket_of(lambda: ball(number).log(), 128)


@cache
def offset(beta: Fraction) -> Bracket:
    """``ln(4/3 ln(1/beta))``: in logarithms, the functions drawn are ``e^(epsilon n)`` times this much."""
    drawn = logarithm(1 / beta) * Fraction(4, 3)
    return Bracket(logarithm(drawn.lower).lower, logarithm(drawn.upper).upper)


@cache
def line_room(bits: int, beta: Fraction) -> Bracket:
    """``ln(x - 1) - ln(4/3 ln(1/beta))`` for ``x = 4 p (1 - 2 e - 1/p)^2`` messages, ``p = 2^bits``: the chain
    excludes n rows, at this confidence, if epsilon n is at most this (-1: it excludes none)."""
    gap, tiny = Fraction(1, 2) - Fraction(3, 2) * beta, Fraction(1, 1 << min(bits, 64))  # tiny is 1/p, or more than it
    least = 4 * (gap - tiny) ** 2 - tiny  # (x - 1)/p, or less than it
    if gap <= tiny or least <= 0:
        return Bracket(Fraction(-1), Fraction(-1))
    rest = Bracket(logarithm(least).lower, logarithm(least if bits <= 64 else 4 * gap**2).upper)
    return logarithm(Fraction(2)) * bits + rest - offset(beta)


def most_line_room(bits: int) -> Bracket:
    """The same at the best confidence in 64ths (that of the largest lower end)."""
    return max((line_room(bits, Fraction(j, 64)) for j in range(1, 22)), key=lambda room: room.lower)


@cache
def approximate_rows(epsilon: Fraction, delta: Fraction) -> int:
    """What the stability learner takes for any p, repaired window, at eps = beta = 1/4."""
    return amplified_rows(QUARTER, QUARTER, epsilon, delta, 16)


@cache
def lines_crossing(epsilon: Fraction, delta: Fraction) -> int:
    """The least b, as far as the explicit numbers tell, from which a pure learner needs more than the other takes."""
    wanted = approximate_rows(epsilon, delta)
    near = int(wanted * epsilon)  # the bound is below b ln 2 / epsilon
    return least_integer(lambda b: pure_line_samples(b, epsilon) > wanted, near)


@cache
def thresholds_crossing(epsilon: Fraction) -> int:
    """The least b beyond 65,536 at which the explicit pure bound for Thr_b exceeds ``16^(log* b)``."""
    ratio = exp_bracket(epsilon)
    return least_integer(lambda b: private_samples_lower_bound(b, ratio) > 16 ** log_star(b), tower(4) + 1)
