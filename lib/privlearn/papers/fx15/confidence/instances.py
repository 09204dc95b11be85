"""The page confidence: how often hypotheses look good, and how often a boosted learner fails at the least."""

from fractions import Fraction
from math import comb, exp as e_to, inf, lgamma, log

from privlearn.exact import Bracket
from privlearn.exact.fractions import QUARTER
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.learners.lines import ratio_for
from privlearn.learners.lines.confidence import spread_failure

WORSE = Fraction(101, 100)  # bad answers have this times the error that is allowed


def summed(trials: int, chance: Fraction, low: int, high: int) -> Fraction:
    hit, miss = chance.numerator, chance.denominator - chance.numerator
    total = sum(comb(trials, k) * hit**k * miss ** (trials - k) for k in range(low, high + 1))
    return Fraction(total, chance.denominator**trials)


def log_term(m: int, chance: Fraction, k: int) -> float:
    """Return the logarithm of the chance of just k errors in m rows."""
    p = float(chance)
    return lgamma(m + 1) - lgamma(k + 1) - lgamma(m - k + 1) + k * log(p) + (m - k) * log(1 - p)


def fails(good: Fraction, e: Fraction, a: Fraction, k: int, m: int, base: Fraction = QUARTER) -> Bracket:
    """Bracket how often the error is above e, if the runs name bad answers of their own as often as they may."""
    return spread_failure(good, e * WORSE, ratio_for(a / 2), k, m, base)


def fails_at_least(e: Fraction, a: Fraction, k: int, m: int, base: Fraction, share: Fraction) -> Bracket:
    """Bound the same from below, the good answer having the error ``share e``, for any number of rows.

    Weighted by ``s^-gap`` the gap is mostly positive (Chebyshev), and the selection fails with at least ``s^-gap/2``;
    or no row tells.
    """
    def bound() -> Ball:
        s, u, v = (ball(a) / 2).exp(), ball(e * WORSE), ball(share * e)
        mean, square, row = u / s - v * s, u / s + v * s, 1 - u * (1 - 1 / s) + v * (s - 1)
        tilted = row**m * (1 - square * row / (m * mean**2)) if mean > 0 and m else ball(0)
        return ball(1 - base**k - (1 - base) ** k) / 2 * tilted.max((1 - u) ** m)

    return bracket_of(bound, 256)


def fails_by_counts(good: Fraction, e: Fraction, a: Fraction, k: int, m: int, base: Fraction = QUARTER) -> float:
    """Return the same by another sum, over the errors of both kinds and the bad runs: in floats, for verifiers."""
    q, p, fails_alone, total = float(good), float(e * WORSE), float(base), float(base) ** k
    for x, y in ((i, j) for i in range(m + 1) for j in range(m + 1 - i)):  # errors of the good one, of the bad ones
        chance, power = comb(m, x) * comb(m - x, y) * q**x * p**y * (1 - q - p) ** (m - x - y), e_to(a / 2 * (y - x))
        total += chance * sum(comb(k, j) * fails_alone**j * (1 - fails_alone) ** (k - j) * j / (j + power)
                              for j in range(1, k))
    return total


def fails_in_logarithms(e: Fraction, a: Fraction, k: int, m: int, base: Fraction, share: Fraction) -> float:
    """Return the logarithm of a sum over rows on which only the good, only the bad answer errs: every few of them."""
    q, p = float(share * e), float(e * WORSE)

    def term(x: int, y: int) -> float:
        if min(x, y, m - x - y) < 0:
            return -inf
        ways = lgamma(m + 1) - lgamma(x + 1) - lgamma(y + 1) - lgamma(m - x - y + 1) + x * log(q) + y * log(p)
        return ways + (m - x - y) * log(1 - p - q) - max(float(a) / 2 * (y - x), 0) - log(2)

    tilted = [[int(m * c / (1 - p - q + q * t + p / t)) for c in (q * t, p / t)]  # both chances are tilted
              for t in (e_to(float(a) / 2 * i / 200) for i in range(201))]
    x, y = max(tilted, key=lambda pair: term(*pair))
    steps = [max(1, int(z**0.5 / 4)) for z in (x, y)]
    near = [term(x + i * steps[0], y + j * steps[1]) for i in range(-12, 13) for j in range(-12, 13)]
    best = max(near)
    total = best + log(steps[0] * steps[1] * sum(e_to(value - best) for value in near))
    return total + log(1 - float(base) ** k - float(1 - base) ** k) if k > 1 else -inf
