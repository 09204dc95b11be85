"""BBKN14, our conventions: log-gamma and the polylogarithm by our own series, with their remainders."""

from fractions import Fraction
from itertools import product
from math import comb, factorial

import privlearn.papers.bbkn14.conventions.quantifiers  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact import Bracket, exp_bracket, log_bracket, sqrt_bracket
from privlearn.exact.brackets import as_bracket, pi_bracket
from privlearn.exact.dyadic import Dyadic, precision
from privlearn.exact.special import bernoulli
from privlearn.papers.bbkn14.conventions.enclosures import FINE


@check("BBKN14-0.conventions", grade="exact",
       quantifier="n = 0, 2, ..., 40: by Worpitzky's double sum of (-1)^j comb(k, j) j^n / (k + 1)",
       says="the Bernoulli numbers of the recursion are those of the explicit double sum",
       fingerprint=lambda numbers: [numbers(n) for n in range(0, 41, 2)])
@verifier(lambda numbers, n: sum(k**n for k in range(9)) != sum(  # Faulhaber: B_1 = -1/2, odd ones beyond are 0
    comb(n + 1, k) * (Fraction(-1, 2) if k == 1 else numbers(k) if k % 2 == 0 else 0) * 9 ** (n + 1 - k)
    for k in range(n + 1)) / (n + 1))
@sabotage("without signs", lambda n: abs(bernoulli(n)))
@sabotage("the next one", lambda n: bernoulli(n + 2))
@judged("==")
def bernoulli_numbers_by_a_double_sum(numbers=bernoulli):
    for n in range(0, 41, 2):
        yield n, numbers(n), sum((Fraction(sum((-1) ** j * comb(k, j) * j**n for j in range(k + 1)), k + 1)
                                  for k in range(n + 1)), Fraction(0))


HALVES = (1, 2, 3, 4, 5, 9, 20, 41, 120)  # twice the numbers at which gamma is taken
SERIES = tuple(product((Fraction(0), Fraction(1, 8), Fraction(1, 2), Fraction(3, 4)), (1, 2, 5)))


def gamma_of(twice: int) -> Bracket:
    """Bracket Gamma(twice/2): a factorial, or ``(2n)!/(4^n n!)`` times the root of pi."""
    n = twice // 2
    if twice % 2 == 0:
        return as_bracket(factorial(n - 1))
    pi = pi_bracket(FINE)
    root = Bracket(sqrt_bracket(pi.lower, FINE).lower, sqrt_bracket(pi.upper, FINE).upper)
    return Fraction(factorial(2 * n), 4**n * factorial(n)) * root


def polylogarithm_of(x: Fraction, s: int) -> Bracket:
    """Bracket ``Li_s(x)`` by its first terms, each rounded down; what follows term k is at most ``x^k / (1 - x)``."""
    (p, q), count = x.as_integer_ratio(), 400
    total = sum(p**k * 2**200 // (q**k * k**s) for k in range(1, count + 1))
    return Bracket(Fraction(total, 2**200), Fraction(total + count * (p > 0), 2**200) + x**count / (1 - x))


def dyadic_gamma(x: Fraction) -> Dyadic:
    """Return ln Gamma(x)."""
    return Dyadic(x).lgamma()


def dyadic_polylogarithm(x: Fraction, s: int) -> Dyadic:
    """Return Li_s(x)."""
    return Dyadic(x).polylog(s)


def ends_at(function, bits: int, *arguments) -> tuple[Fraction, Fraction]:
    """Return the ends of a ball at a precision."""
    with precision.workprec(bits):
        found = function(*arguments)
        return found.lower().fmpq(), found.upper().fmpq()


@check("BBKN14-0.conventions", grade="certified",
       quantifier="1/2, 1, 3/2, ..., nine numbers up to 60, 20, 53 and 90 bits: against the logarithm of a factorial, "
                  "or of a product and the root of pi",
       says="the ball of ln Gamma holds it, and is narrow", fingerprint=lambda gamma: [
           ends_at(gamma, 53, Fraction(twice, 2)) for twice in HALVES])
@sabotage("a remainder is left out: the upper end is the lower one", lambda x: dyadic_gamma(x).lower())
@sabotage("the lower end is the upper one", lambda x: dyadic_gamma(x).upper())
@sabotage("Gamma(x + 1)", lambda x: dyadic_gamma(x + 1))
@sabotage("half of the bits", lambda x: dyadic_gamma(x) + Dyadic(0, Fraction(1, 2**20)))
@judged("<=")
def balls_of_log_gamma(gamma=dyadic_gamma):
    for twice, bits in product(HALVES, (20, 53, 90)):
        (low, high), exact = ends_at(gamma, bits, Fraction(twice, 2)), log_bracket(gamma_of(twice), FINE - 20)
        yield ("below", twice, bits), low, exact
        yield ("above", twice, bits), exact, high
        yield ("close", twice, bits), (high - low) * 2**bits, 4 * (1 + abs(high))

def refutes_balls_of_log_gamma(gamma, _, twice, bits):
    (low, high), exact = ends_at(gamma, bits, Fraction(twice, 2)), gamma_of(twice)
    outside = exp_bracket(low, FINE).lower > exact.upper or exp_bracket(high, FINE).upper < exact.lower
    return outside or (high - low) * 2**bits > 4 * (1 + abs(high))


@check("BBKN14-0.conventions", grade="certified",
       quantifier="x = 0, 1/8, 1/2, 3/4, orders 1, 2, 5, precisions of 20, 53 and 90 bits: against partial sums and "
                  "the bound on what follows",
       says="the ball of the polylogarithm holds it, and is narrow",
       fingerprint=lambda series: [ends_at(series, 53, *case) for case in SERIES])
@sabotage("the remainder is left out", lambda x, s: dyadic_polylogarithm(x, s).lower())
@sabotage("one term too much in the sum", lambda x, s: dyadic_polylogarithm(x, s) + x / 2**80)
@sabotage("the order is larger by 1", lambda x, s: dyadic_polylogarithm(x, s + 1))
@judged("<=")
def balls_of_the_polylogarithm(series=dyadic_polylogarithm):
    for (x, s), bits in product(SERIES, (20, 53, 90)):
        (low, high), exact = ends_at(series, bits, x, s), polylogarithm_of(x, s)
        yield ("below", x, s, bits), low, exact
        yield ("above", x, s, bits), exact, high
        yield ("close", x, s, bits), (high - low) * 2**bits, 4 * high

def refutes_balls_of_the_polylogarithm(series, _, x, s, bits):
    low, high = ends_at(series, bits, x, s)
    exact, error = Fraction(0), Fraction(1, 2**120)  # from the last term to the one before: x (1/k^s + ...)
    for k in range(400, 0, -1):
        exact = Fraction(int((exact * x + x / k**s) * 2**400), 2**400)
    return not low <= exact + error or not exact <= high or (high - low) * 2**bits > 4 * high
