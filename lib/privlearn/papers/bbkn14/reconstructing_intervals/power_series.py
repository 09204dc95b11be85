"""BBKN14, Section 5.2: Catalan numbers, the chain of power series, and the bound 4 mu, for every mu in (0, 0.09]."""

from collections.abc import Iterator
from fractions import Fraction
from functools import reduce
from itertools import pairwise, product
from math import comb, isqrt
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact import Bracket, Undecided, log_bracket, sqrt_bracket
from privlearn.exact.balls import arb
from privlearn.exact.brackets import as_bracket, pi_bracket
from privlearn.exact.formulas import Value, formula, ln, sqrt
from privlearn.exact.fractions import TENTH
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.signs import sign_boxes
from privlearn.learners.noise import catalan, failure_bounds, root_of_bound
from privlearn.learners.noise.failure_series import SERIES, difference_quotient, series_value
from privlearn.papers.bbkn14.reconstructing_intervals import claim
from privlearn.papers.bbkn14.reconstructing_intervals.instances import RATES

END = Fraction(9, 100)
SMALL_RATES = RATES[:4]

pi = pi_bracket(256)


@formula("at most", where=("n >= 1",), corners={"n": (1, 2, 10, 1000, 20000)},
         loose={"n >= 1": "at 0 the number is undefined"})
def stirling_bound(n: int) -> Value:
    return 4**n / (n ** (3 / 2) * sqrt(pi))


claim("BBKN14-5.8.catalan", kind="inequality", step_of="BBKN14-5.8.8mu", formulas=(stirling_bound,),
      title="The Catalan number C_n is less than 4^n / (n^(3/2) sqrt(pi)), for every n >= 1", uses=("BBKN14-5.8.dyck",),
      erratum_kind="gap",
      erratum="A small gap: the paper takes Stirling's approximation of C_n as an upper bound. It is one, strictly "
              "and for every n >= 1, because C_n n^(3/2) / 4^n increases to 1 / sqrt(pi).")

@check("BBKN14-5.8.catalan", grade="certified",
       quantifier="n = 1, ..., 2000, 20000: in ball arithmetic, where pi is known to 256 bits",
       says="{the number of Dyck words} is less than {4^n/(n^(3/2) sqrt(pi))}")
@judged("<")
def catalan_is_below_stirling(bound=stirling_bound):
    for n in (*range(1, 2001), 20000):
        yield n, catalan(n), bound(n)

def refutes_catalan_is_below_stirling(bound, n):
    return comb(2 * n, n) >= (n + 1) * as_bracket(bound(n)).upper


@check("BBKN14-5.8.catalan", grade="exact",
       quantifier="all n >= 1: with e = 3, the square of C_n n^(e/2) / 4^n grows from n to n + 1: all coefficients "
                  "of (2n + 1)^2 (n + 1)^e - (2n + 4)^2 n^e are positive",
       says="C_n n^(3/2)/4^n increases with n, all coefficients of the difference being positive")
@sabotage("n in place of n^(3/2)", 2)
def sequence_increases_for_all_n(exponent: int = 3) -> Verdict:
    parts: list[list[Any]] = [[factor] * 2 + [step] * exponent
                              for factor, step in (((2, 1), (1, 1)), ((2, 4), (1, 0)))]
    after, before = (reduce(np.convolve, part) for part in parts)  # coefficients of falling powers
    growth = np.trim_zeros(after - before, "f").tolist()
    return judge("<", ((k, 0, coefficient) for k, coefficient in enumerate(reversed(growth))))

def refutes_sequence_increases_for_all_n(exponent, _):
    squares = [Fraction(catalan(n) ** 2 * n**exponent, 16**n) for n in range(1, 60)]
    return any(after <= before for before, after in pairwise(squares))


@check("BBKN14-5.8.catalan", grade="certified",
       quantifier="n = 2, ..., 400: 1 - 9/(8n) < C_n n^(3/2) sqrt(pi) / 4^n, so that sqrt(pi) is the right constant",
       says="{(1 - 9/(8n))^2} is less than {C_n^2 n^3 pi/16^n}")
@verifier(
    lambda bound, n: bound(n) * 4**n * (n + 1) > comb(2 * n, n) * Fraction(isqrt(n**3 * 31416 * 10**16) + 1, 10**10))
@sabotage("1 - 1/n: closer than the truth", lambda n: 1 - Fraction(1, n))
def constant_is_sharp(bound=lambda n: 1 - Fraction(9, 8 * n)) -> Verdict:
    pi = pi_bracket(96)
    return judge("<", ((n, bound(n) ** 2, catalan(n) ** 2 * n**3 * pi / 16**n) for n in range(2, 401)))



@formula("at most", where=("0 < mu < 1 / 4",), corners={"mu": (Fraction(1, 10**6), Fraction(9, 100), Fraction(6, 25))},
         loose={"0 < mu < 1 / 4": "elsewhere the number is undefined or 0"})
def logarithm_limit(mu: Value) -> Value:
    """Return the last bound of the chain."""
    return mu - ln(1 - 4 * mu) / sqrt(pi)


claim("BBKN14-5.8.eq-stirling", kind="inequality", step_of="BBKN14-5.8.8mu", formulas=(logarithm_limit,),
      title="From the union bound to mu - ln(1 - 4 mu) / sqrt(pi), link by link, for every mu in (0, 0.09]",
      uses=("BBKN14-5.8.eq-union", "BBKN14-5.8.catalan"),
      note="One link more than printed: the series with n^(3/2), which the paper passes over. All links are strict "
           "for mu > 0.")

CHAIN = (("exact", 2), ("union", 2), ("dropped", 1), ("root", 2), ("logarithm", 0))


@check("BBKN14-5.8.eq-stirling", grade="certified",
       quantifier="every mu in (0, 9/100], for each of four links: the difference over mu or mu^2 is positive on [0, "
                  "9/100] in ball arithmetic",
       says="each bound of the chain is strictly below the next")
@sabotage("the middle link reversed: n^(3/2) after the logarithm",
          (("exact", 2), ("union", 2), ("dropped", 1), ("logarithm", 2), ("root", 0)))
@sabotage("1 - mu dropped first, then the union bound",
          (("exact", 2), ("dropped", 2), ("union", 1), ("root", 2), ("logarithm", 0)))
@judged("<")
def every_link_holds_for_every_mu(chain=CHAIN):
    for (smaller, order), (larger, _) in pairwise(chain):
        quotient = difference_quotient(SERIES[smaller], SERIES[larger], order)
        for low, high, value in sign_boxes(quotient, 0, END):
            yield (smaller, larger, low, high), 0, value

def refutes_every_link_holds_for_every_mu(chain, smaller, larger, low, high):
    at, links = failure_bounds((low + high) / 2), pairwise(name for name, _ in chain)
    return (smaller, larger) in links and at[smaller].lower >= at[larger].upper


@check("BBKN14-5.8.eq-stirling", grade="certified",
       quantifier="all seven curves at mu in {1/100, 1/50, 1/20, 9/100}: closed form and series with remainder "
                  "differ by at most 10^-15",
       says="{the gap between closed form and series} is at most {the tolerance 10^(-15)}")
@sabotage("the generating function counts the empty word as well",
          lambda mu: {name: value + int(name == "dropped") for name, value in failure_bounds(mu).items()})
@judged("<=")
def closed_forms_equal_the_series(bounds=failure_bounds):
    for mu in SMALL_RATES:
        for name, value in bounds(mu).items():
            other = series_value(SERIES[name], mu)
            yield (name, mu), max(value.upper - other.lower, other.upper - value.lower), Fraction(1, 10**15)

def refutes_closed_forms_equal_the_series(bounds, name, mu):
    value, root = bounds(mu)[name], sqrt_bracket(1 - 4 * mu)
    own = {"dropped": mu - 1 + 2 / (1 + root), "union": Bracket(mu + mu / (1 - mu), mu + mu / (1 - mu)),
           "logarithm": mu - log_bracket(1 - 4 * mu) / sqrt_bracket(pi_bracket().lower, 40)}[name]
    return value.upper < own.lower or value.lower > own.upper


CUT_SERIES = tuple((order, order + more, mu) for order in (1, 2, 3) for more in (0, 1, 4)
                   for mu in (Fraction(0), Fraction(1, 50), Fraction(1, 7), Fraction(6, 25)))


def quotient_ends(quotient: Any, order: int, terms: int, mu: Fraction) -> Bracket:
    """Return the enclosure of a difference over mu^order, of the series with coefficients 3^n and n."""
    return bracket_of(lambda: quotient(lambda n: arb(n), lambda n: arb(3**n), order, terms)(ball(mu)), 128)


@check("BBKN14-5.8.eq-stirling", grade="certified",
       quantifier="the series with coefficients 3^n and n, orders 1, 2, 3, cut after one, two and five terms, mu = 0, "
                  "1/50, 1/7, 6/25: both ends, to 10^-30 and a share 10^-8 of the tail (radii of balls have 30 bits)",
       says="an enclosed difference is its partial sum, give or take the tail of the largest coefficients, 8 * 4^n")
@sabotage("the tail of the coefficients 4 * 4^n", lambda smaller, larger, order, terms: lambda mu: (
    difference_quotient(smaller, larger, order, terms)(mu) + difference_quotient(
        smaller, larger, order, terms)(mu).mid()) / 2)
@sabotage("a term more", lambda smaller, larger, order, terms: difference_quotient(smaller, larger, order, terms + 1))
@judged("<=")
def differences_are_enclosed_with_their_tails(quotient=difference_quotient):
    for order, terms, mu in CUT_SERIES:
        found = quotient_ends(quotient, order, terms, mu)
        value = sum((3**n - n) * mu ** (n - order) for n in range(order, terms + 1))
        tail = 8 * 4 ** (terms + 1) * mu ** (terms + 1 - order) / (1 - 4 * mu)
        wrong = max(abs(found.lower - value + tail), abs(found.upper - value - tail))
        yield (order, terms, mu), wrong, TENTH**30 + TENTH**8 * tail

def refutes_differences_are_enclosed_with_their_tails(quotient, order, terms, mu):
    """Add up the tail term by term."""
    found = quotient_ends(quotient, order, terms, mu)
    value = tail = Fraction(0)
    for n in range(order, terms + 3000):
        value += (3**n - n) * mu ** (n - order) * (n <= terms)
        tail += 8 * 4**n * mu ** (n - order) * (n > terms)
        if n > terms and 4**n * mu ** (n - order) < TENTH**40:
            break
    return max(abs(found.lower - value + tail), abs(found.upper - value - tail)) > TENTH**31 + TENTH**9 * tail


@check("BBKN14-5.8.eq-stirling", grade="certified",
       quantifier="y = 4 mu, mu in {1/100, 1/50, 1/20, 9/100}, N = 1, ..., 60: 0 < -ln(1 - y) - partial sum of y^n / n "
                  "<= tail",
       says="-ln(1 - y) less its partial sum is positive and at most y^(N + 1)/((N + 1) (1 - y))")
@verifier(lambda tail, terms, mu: sum((4 * mu) ** n / n for n in range(terms + 1, terms + 30)) > tail(terms, 4 * mu))
@sabotage("the first omitted term only", lambda terms, y: y ** (terms + 1) / (terms + 1))
def logarithm_is_its_series(tail=lambda terms, y: y ** (terms + 1) / ((terms + 1) * (1 - y))) -> Verdict:
    def gaps() -> Iterator[Any]:
        for mu in SMALL_RATES:
            rest = -log_bracket(1 - 4 * mu, 300)
            for n in range(1, 61):
                rest -= (4 * mu) ** n / n
                yield (n, mu), rest

    found = list(gaps())
    positive = judge("<", ((key, 0, rest) for key, rest in found))
    return all_hold(positive, judge("<=", ((key, rest, tail(key[0], 4 * key[1])) for key, rest in found)))



@formula("at most", where=("0 < mu <= 0.09",), corners={
    "mu": (Fraction(1, 10**6), Fraction(1, 20), END, Fraction(1, 10))})
def line_of_the_logarithm(mu: Value) -> Value:
    """Return the bound on -ln(1 - 4 mu)."""
    return 5 * mu


@formula("at most", where=("0 < mu <= 0.09",), corners={
    "mu": (Fraction(1, 10**6), Fraction(1, 20), END, Fraction(6, 25))})
def line_of_the_chain(mu: Value) -> Value:
    """Return the bound on the last bound of the chain."""
    return 4 * mu


claim("BBKN14-5.8.4mu", kind="inequality", step_of="BBKN14-5.8.8mu",
      formulas=(line_of_the_logarithm, line_of_the_chain),
      title="-ln(1 - 4 mu) < 5 mu for 0 < mu <= 0.09, so a bad point beyond j has probability less than 4 mu",
      uses=("BBKN14-5.8.eq-stirling",), erratum_kind="convention",
      erratum="A convention: printed for every mu <= 0.09; at mu = 0 both sides are 0, so the strict inequality needs "
              "mu > 0.")


@check("BBKN14-5.8.4mu", grade="certified",
       quantifier="every mu in (0, end], end = 9/100: the bound with 5 mu less that with the logarithm, over mu, is "
                  "positive on [0, end] in ball arithmetic",
       says="-ln(1 - 4 mu) is less than 5 mu")
@verifier(lambda end, witness: any(0 < mu <= end and (-log_bracket(1 - 4 * mu)).lower >= 5 * mu for mu in witness))
@sabotage("up to mu = 1/10", Fraction(1, 10))
def logarithm_is_below_five_mu(end: Fraction = END) -> Verdict:
    quotient = difference_quotient(SERIES["logarithm"], SERIES["linear"], 1)
    return judge("<", (((low, high), 0, value) for low, high, value in sign_boxes(quotient, 0, end)))


def root_pi() -> Bracket:
    pi = pi_bracket()
    return Bracket(sqrt_bracket(pi.lower).lower, sqrt_bracket(pi.upper).upper)


@check("BBKN14-5.8.4mu", grade="certified",
       quantifier="every mu in (0, 9/100]: the bound with the logarithm is below factor * mu, factor = 4",
       says="mu - ln(1 - 4 mu)/sqrt(pi) is less than 4 mu")
@sabotage("3 mu", 3)
def logarithm_bound_is_below_four_mu(factor: int = 4) -> Verdict:
    def line(n: int):
        return arb(factor if n == 1 else 0)

    quotient = difference_quotient(SERIES["logarithm"], line, 1)
    return judge("<", (((low, high), 0, value) for low, high, value in sign_boxes(quotient, 0, END)))

def refutes_logarithm_bound_is_below_four_mu(factor, witness):
    mu = max(witness[0], Fraction(1, 10**6))
    return (mu - log_bracket(1 - 4 * mu) / root_pi()).lower > factor * mu


@check("BBKN14-5.8.4mu", grade="certified",
       quantifier="where -ln(1 - 4 mu) = 5 mu, and where the logarithm's bound is 4 mu: to 14 digits, with no other "
                  "crossing in (0, 6/25]",
       says="the bounds 5 mu and 4 mu hold below their computed rates and fail above them")
@sabotage("both crossings at 1/10", lambda name: Bracket(Fraction(1, 10), Fraction(1, 10)))
@judged("<")
def bounds_hold_up_to_these_rates(root=root_of_bound):
    for name in ("linear", "four"):
        found = root(name)
        quotient = difference_quotient(SERIES["logarithm"], SERIES[name], 1, 400)
        for low, high, value in sign_boxes(quotient, 0, found.lower):
            yield (name, low, high), 0, value
        for low, high, value in sign_boxes(quotient, found.upper, Fraction(6, 25)):
            yield (name, low, high), 0, -value

def refutes_bounds_hold_up_to_these_rates(root, name, low, high):
    mu, found = (low + high) / 2, root(name)
    excess = 5 * mu + log_bracket(1 - 4 * mu) if name == "linear" else 3 * mu + log_bracket(1 - 4 * mu) / root_pi()
    return (mu < found.lower and excess.upper <= 0) or (mu > found.upper and excess.lower >= 0)


def excess_of_the_logarithm(name: str, mu: Fraction) -> Bracket:
    """Return the logarithm's bound less the line, up to a positive factor."""
    left = -log_bracket(1 - 4 * mu, 200)
    return left - 5 * mu if name == "linear" else left / root_pi() - 3 * mu


@check("BBKN14-5.8.4mu", grade="certified",
       quantifier="both crossings to 4, 5, 9, 20 and 60 bits: the signs at both ends; the ends are multiples of the "
                  "width, counted from 1/16",
       says="a crossing is enclosed by two neighbours of the grid of width 2^-bits")
@sabotage("a bit less", lambda name, bits: root_of_bound(name, bits - 1) if bits > 4 else root_of_bound(name, bits))
@sabotage("the grid's next cell", lambda name, bits: root_of_bound(name, bits) + Fraction(1, 2**bits))
@judged("==")
def crossings_are_between_neighbours_of_the_grid(root=root_of_bound):
    for name, bits in product(("linear", "four"), (4, 5, 9, 20, 60)):
        found = root(name, bits)
        below, above = (excess_of_the_logarithm(name, end) for end in (found.lower, found.upper))
        places = [(end - Fraction(1, 16)) * 2**bits for end in (found.lower, found.upper)]
        yield (name, bits), (below.upper < 0, above.lower > 0, places[1] - places[0], places[0].denominator), (
            True, True, 1, 1)

def refutes_crossings_are_between_neighbours_of_the_grid(root, name, bits):
    """The midpoints of a bisection that is done anew."""
    low, width = Fraction(1, 16), Fraction(1, 8)
    while width * 2**bits > 1:
        width /= 2
        low += width * (excess_of_the_logarithm(name, low + width).upper < 0)
    return root(name, bits) != Bracket(low, low + width)


# a + b x + c x (x - 1), with the last product by intervals, which makes it wide: a, b, c, where it begins and ends
CURVES: dict[str, tuple[Any, ...]] = {
    "rising": (Fraction(-1, 3), 1, 0, Fraction(0), Fraction(1)), "falling": (1, -5, 0, Fraction(0), Fraction(1)),
    "positive": (1, 1, 0, Fraction(0), Fraction(3)), "not positive": (-2, 1, 0, Fraction(0), Fraction(1)),
    "zero": (0, 0, 0, Fraction(0), Fraction(1)), "point": (1, 2, 0, Fraction(1, 2), Fraction(1, 2)),
    "parabola": (Fraction(2, 5), 0, 1, Fraction(0), Fraction(1)), "left": (Fraction(3, 10), 1, 1, Fraction(0), 1),
    "right": (Fraction(13, 10), -1, 1, Fraction(0), Fraction(1)), "other": (Fraction(-2, 5), 0, -1, Fraction(0), 1)}


def boxes_of(search, name: str, depth: int) -> list[Any] | None:
    """Return the boxes, with their signs, None if the search gives up."""
    a, b, c, low, high = CURVES[name]
    try:
        return [(left, right, value.lower > 0) for left, right, value in search(
            lambda x: ball(a) + b * x + c * (x * (x - 1)), low, high, depth)]
    except Undecided:
        return None


def range_on(name: str, low: Fraction, high: Fraction) -> tuple[Fraction, Fraction]:
    """Return the least and the greatest value by intervals."""
    a, b, c, *_ = CURVES[name]
    line, bend = sorted((b * low, b * high)), sorted(c * x * (y - 1) for x in (low, high) for y in (low, high))
    return a + line[0] + bend[0], a + line[-1] + bend[-1]


def boxes_by_ends(name: str, depth: int) -> list[Any] | None:
    """Return the same by the values at the ends of a box, level by level."""
    (*_, start, end), found = CURVES[name], []
    boxes = [(start, end)]
    for level in range(depth + 1):
        halves = []
        for low, high in boxes:
            least, most = range_on(name, low, high)
            if least > 0 or most <= 0:
                found.append((low, high, least > 0))
            else:
                halves += [(low, (low + high) / 2), ((low + high) / 2, high)]
        if halves and level == depth:
            return None
        boxes = halves
    return found


@check("BBKN14-5.8.eq-stirling", grade="exact",
       quantifier="six lines, with and without a change of sign, also the zero line and a single point, and four "
                  "parabolas, halved at most 0 to 4 times: the values at the ends of all boxes",
       says="the boxes are the widest ones of one sign, in this order, and none if a box has no sign at the end")
@sabotage("one halving more", lambda function, low, high, depth: sign_boxes(function, low, high, depth + 1))
@sabotage("the right half is left out", lambda function, low, high, depth: sign_boxes(
    function, low, (low + high) / 2, depth))
@judged("==")
def boxes_have_one_sign(search=sign_boxes):
    for name in CURVES:
        for depth in range(5):
            yield (name, depth), boxes_of(search, name, depth), boxes_by_ends(name, depth)

def refutes_boxes_have_one_sign(search, name, depth):
    (a, b, c, start, end), found = CURVES[name], boxes_of(search, name, depth)
    edge = (end - start) / 2**depth  # is one of the narrowest boxes without a sign?
    ends = [range_on(name, start + k * edge, start + (k + 1) * edge) for k in range(2**depth)]
    given_up = any(least <= 0 < most for least, most in ends)
    if given_up or found is None:
        return given_up != (found is None)
    return sum(high - low for low, high, _ in found) != end - start or any(
        (a + b * x + c * x * (x - 1) > 0) != sign for low, high, sign in found for x in (low, high))
