"""Instances on which learners and mechanisms fail as often as they can: bounds of the failure from below."""

from collections.abc import Callable
from fractions import Fraction
from math import ceil, exp, floor, lgamma, log

from privlearn.exact.balls import arb
from privlearn.exact.intervals import Ball, ball, bracket_of

TINY = Fraction(1, 10**6)
TOO_MUCH = 700  # an exponent from which on the exponential of its negative counts as nothing
LEAST = Fraction(1, 1 << 4096)  # below this a number in balls is not told from 0
# Shares of the mean errors: of the good one at least, of the bad ones at most; (0, 2) is nearly certain.
SHARES = (*((up, Fraction(down, 2)) for up in (1, 2) for down in (0, 1, 2)), (0, Fraction(2)))


def wrong_choice(rows: int, ratio: Fraction, good: Fraction, bad: Fraction, rivals: int) -> Fraction:
    """Bound from below how often the exponential mechanism with weights ``ratio^(-errors/2)`` names a rival.

    One hypothesis errs on mass ``good``; the rivals err, independently of it, on mass ``bad``, all on the same points
    or each on its own.  Rows with few errors of rivals and many of the good one are counted, by single terms.
    """
    n, found = max(rows, 0), [Fraction(0)]
    for up, down in SHARES if rivals and bad < 1 else ():
        most, least = min(floor(up * good * n), n), min(ceil(down * bad * n), n)

        def share(most: int = most, least: int = least, down: Fraction = down, up: int = up) -> Ball:
            few = (1 - (ball(-bad * n) / 3).exp() * (least < n) if down == 2 else  # Chernoff's bound
                   ball(Fraction(1, 2)) if down == 1 else binomial_term(n, bad, least))
            many = ball(1) if up == 0 else ball(Fraction(1, 2)) if up == 1 and good else binomial_term(n, good, most)
            behind = ball(ratio) ** ((ball(least) - most) / 2)
            own = (few * rivals).min(ball(1)) / 2 / (1 + behind)  # 1 - (1 - q)^k is at least min(1, k q)/2
            return many * own.max(few * rivals / (rivals + behind))

        found.append(no_less_than(share))
    return max(found)


def no_less_than(value: Callable[[], Ball]) -> Fraction:
    """Return a lower bound of a number in balls, 0 if that is below 2^-4096 (exact fractions would be huge)."""
    return bracket_of(lambda: found if (found := value()) > ball(LEAST) else ball(0)).lower


def log_of(p: Fraction) -> float:
    return log(p.numerator) - log(p.denominator)


def binomial_term(n: int, p: Fraction, k: int) -> Ball:
    """Return ``Pr[Bin(n, p) = k]`` as a ball, for millions of trials too."""
    if p == 0 or k in (0, n):
        return ball(p) ** k * ball(1 - p) ** (n - k)
    ways = arb(n + 1).lgamma() - arb(k + 1).lgamma() - arb(n - k + 1).lgamma()
    return (ways + k * ball(p).log() + (n - k) * ball(1 - p).log()).exp()


def log_wrong_choice(rows: int, ratio: Fraction, good: Fraction, bad: Fraction, rivals: int) -> float:
    """Return the logarithm of about the same in floats, for verifiers."""
    n, best = max(rows, 0), -float("inf")

    def term(p: Fraction, k: int) -> float:
        if p == 0 or k > n:
            return 0.0 if k == 0 else -float("inf")
        return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log(1 - p)

    def plus(a: float, b: float) -> float:
        return max(a, b) + log(1 + exp(-abs(a - b)))

    for up, down in SHARES if rivals and bad < 1 else ():
        most, least = floor(up * good * n), min(ceil(down * bad * n), n)
        few = (log(1 - exp(-float(bad) * n / 3) * (least < n) + 1e-300) if down == 2 else
               log(1 / 2) if down == 1 else term(bad, least))
        many = 0.0 if up == 0 else log(1 / 2) if up == 1 and good else term(good, most)
        behind, crowd = (least - most) * log(ratio) / 2, log(rivals)
        best = max(best, many + min(few + crowd, 0) - log(2) - plus(0.0, behind),
                   many + few + crowd - plus(crowd, behind))
    return best


def crowd_failure(others: int, exp_epsilon: Fraction, alpha: Fraction, rows: int) -> Fraction:
    """Return a bound from below on the failure of the exponential mechanism when a crowd looks good.

    One hypothesis is the target, the others err on one region of mass just above alpha.  Either no row lies there, or,
    with probability at least 1/2, no more rows than the mean and one.
    """
    m, p = max(0, rows), alpha * (1 + Fraction(1, 10**6))
    if p <= 0:
        return Fraction(1)  # every error is above alpha

    def least(k: int, chance_log: float) -> Fraction:
        if log_of(exp_epsilon) * k / 2 - log(others) - chance_log > TOO_MUCH:
            return Fraction(0)
        return bracket_of(lambda: (ball(1 - p) ** m if k == 0 else ball(Fraction(1, 2)))
                          / (1 + (ball(exp_epsilon).log() * k / 2).exp() / others), 192).lower

    return max(least(0, m * log(1 - p)), least(int(m * p) + 1, 0))
