"""BBKN14, our conventions: two series of ours are cut early, so that their remainders are seen."""

from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache
from itertools import product
from math import isqrt

import privlearn.papers.bbkn14.conventions.quantifiers  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.dyadic import Dyadic, precision
from privlearn.exact.special import log_gamma, polylogarithm
from privlearn.papers.bbkn14.conventions.series import HALVES, gamma_of

EARLY, DIGITS = (4, 8, 12), 200  # bits at which a series is cut; bits of the arithmetic
CUT = tuple(product((Fraction(1, 2), Fraction(3, 4), Fraction(15, 16)), (Fraction(1, 16), Fraction(1)), EARLY))


def ends_of(series, x: Fraction, other, bits: int) -> tuple[Fraction, Fraction]:
    """Return the ends of a series that is cut at so many bits, in arithmetic of 200."""
    with precision.workprec(DIGITS):
        found = series(Dyadic(x), other if isinstance(other, Dyadic) else Dyadic(other), bits)
        return found.lower().fmpq(), found.upper().fmpq()


@cache
def by_terms(x: Fraction, s: Fraction) -> Bracket:
    """Bracket ``Li_s(x)``, s = 1 or 1/16, by 600 terms: roots rounded down by integers, terms up and down."""
    (p, q), low, high = x.as_integer_ratio(), 0, 0
    for k in range(1, 601):
        root = k << DIGITS if s == 1 else isqrt(isqrt(isqrt(isqrt(k << 16 * DIGITS))))  # 2^200 k^s, rounded down
        low += (p**k << 2 * DIGITS) // (q**k * (root + 1))
        high += -(-(p**k << 2 * DIGITS) // (q**k * root))
    return Bracket(Fraction(low, 2**DIGITS), Fraction(high, 2**DIGITS) + x**600 / (1 - x))


@check("BBKN14-0.conventions", grade="certified",
       quantifier="x = 1/2, 3/4, 15/16, orders 1/16 and 1, cut at 4, 8 and 12 bits: against 600 terms in integers",
       says="a polylogarithm that is cut early is enclosed with what is left out, and closely",
       fingerprint=lambda series: [ends_of(series, *case) for case in CUT])
@sabotage("the remainder is left out", lambda x, s, bits: polylogarithm(x, s, bits).lower())
@sabotage("half of the remainder", lambda x, s, bits: (lambda found: found.lower().union(found.mid()))(
    polylogarithm(x, s, bits)))
@judged("<=")
def polylogarithms_cut_early(series=polylogarithm):
    for x, s, bits in CUT:
        (low, high), exact = ends_of(series, x, s, bits), by_terms(x, s)
        yield (x, s, bits, "below"), low, exact
        yield (x, s, bits, "above"), exact, high
        yield (x, s, bits, "close"), (high - low) * 2**bits, x * (1 + Fraction(1, 2**99))

def refutes_polylogarithms_cut_early(series, x, s, bits, _):
    (low, high), (p, q) = ends_of(series, x, s, bits), map(Decimal, x.as_integer_ratio())
    with localcontext(prec=80):  # powers and quotients are within a unit in the last place
        order = Decimal(s.numerator) / s.denominator
        near, little = Fraction(sum((p / q) ** k / k**order for k in range(1, 601))), Fraction(1, 10**70)
    outside = low > near + x**600 / (1 - x) + little or high < near - little
    return outside or (high - low) * 2**bits > x * (1 + Fraction(1, 2**99))


def stirling(x: Dyadic, two_pi: Dyadic, bits: int) -> Dyadic:
    """Return ln Gamma(x) by Stirling's series."""
    return log_gamma(x, two_pi, bits)


def gamma_ends(series, twice: int, bits: int) -> tuple[Fraction, Fraction]:
    """Return the ends of ln Gamma(twice/2)."""
    with precision.workprec(DIGITS):
        return ends_of(series, Fraction(twice, 2), 2 * Dyadic.pi(), bits)


@check("BBKN14-0.conventions", grade="certified",
       quantifier="nine numbers from 1/2 to 60, cut at 4, 8 and 12 bits: against a factorial, or a product and the "
                  "root of pi",
       says="ln Gamma by a series that is cut early is enclosed with what is left out, and closely",
       fingerprint=lambda series: [gamma_ends(series, twice, bits) for twice in HALVES for bits in EARLY])
@sabotage("the remainder is left out", lambda x, two_pi, bits: log_gamma(x, two_pi, bits).lower())
@sabotage("the middle half of the remainder", lambda x, two_pi, bits: (lambda found: (
    found.lower() + found.mid()).union(found.upper() + found.mid()) / 2)(log_gamma(x, two_pi, bits)))
@judged("<=")
def log_gamma_cut_early(series=stirling):
    for twice, bits in product(HALVES, EARLY):
        (low, high), exact = gamma_ends(series, twice, bits), log_bracket(gamma_of(twice), DIGITS)
        yield (twice, bits, "below"), low, exact
        yield (twice, bits, "above"), exact, high
        yield (twice, bits, "close"), (high - low) * 2**bits, 1

def refutes_log_gamma_cut_early(series, twice, bits, _):
    (low, high), exact = gamma_ends(series, twice, bits), gamma_of(twice)
    outside = exp_bracket(low, DIGITS).lower > exact.upper or exp_bracket(high, DIGITS).upper < exact.lower
    return outside or (high - low) * 2**bits > 1
