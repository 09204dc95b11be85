"""BBKN14, Section 5.1: the last draw of the reduction, the sum of its failures, and its sample size, which is o(d)."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import floor, isqrt

from privlearn.checking import check, judged, sabotage
from privlearn.exact import exp_bracket
from privlearn.exact.balls import arb
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, exp, formula
from privlearn.exact.fractions import HALF, TENTH
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.rationals import rational_square_root
from privlearn.exact.tails import lower_tail_bracket
from privlearn.learners.intervals.reduction import interval_selection_rows, number_of_blocks
from privlearn.mechanisms import from_scores
from privlearn.papers.bbkn14.switching_points import claim
from privlearn.papers.bbkn14.switching_points.instances import SETTINGS


@formula("at least", tex={"epsilon": r"\eps", "alpha": r"\alpha'"}, corners={
    "z": (2, 1000), "epsilon": (Logarithm(Fraction(101, 100) ** 2), Logarithm(Fraction(4))),
    "alpha": (Fraction(1, 10),), "s": (10, 1000)})
def odds_of_good(z: int, epsilon: Value, alpha: Value, s: int) -> Value:
    """Return the bound on the odds that a good concept is drawn."""
    return exp(epsilon * alpha * s / 2) / z


claim("BBKN14-5.4.eq-ratio", kind="inequality", step_of="BBKN14-5.4", formulas=(odds_of_good,),
      title="The last draw takes a concept of empirical error at most 3 alpha' with probability at least 1 - beta'",
      uses=("BBKN14-2.5", "BBKN14-5.5", "BBKN14-5.4.s", "BBKN14-5.4.switch", "BBKN14-5.4.hoeffding"),
      erratum_kind="misprint",
      erratum="A misprint in the verbal description: 'less than 3 alpha s samples' is 3 alpha' s in the formula.")


def odds_of(errors: tuple[int, ...], limit: Fraction, ratio: Fraction) -> Fraction:
    """Return the odds that the draw takes a concept with at most so many errors."""
    law = from_scores({k: -wrong for k, wrong in enumerate(errors)}, rational_square_root(ratio)).exact()
    good = sum((p for k, p in law.items() if errors[k] <= limit), Fraction(0))
    return good / (1 - good)


@check("BBKN14-5.4.eq-ratio", grade="certified",
       quantifier="alpha' s = 1, 100; z = 2, 1000; e^(epsilon/2) = 2, 101/100: one concept at 2 alpha' s errors, all "
                  "others at one more than 3 alpha' s; and alpha' s = 1, 2, z = 2, 3, 4, e^epsilon = 4: all vectors of "
                  "0 to 8 errors, one of them at most 2 alpha' s, one above 3 alpha' s",
       says="{e^(epsilon alpha' s/2)/z} is at most {the odds of a good concept}")
@judged("<=")
def odds_are_at_least(bound=odds_of_good):
    for z, epsilon, alpha, s in bound.instances():
        worst = (int(2 * alpha * s), *[int(3 * alpha * s + 1)] * (z - 1))
        yield (epsilon.of, alpha, s, worst), bound(z, epsilon, alpha, s), odds_of(worst, 3 * alpha * s, epsilon.of)
    for unit, z in product((1, 2), (2, 3, 4)):
        limit = bound(z, Logarithm(Fraction(4)), TENTH, 10 * unit)
        for errors in combinations_with_replacement(range(9), z):
            if min(errors) <= 2 * unit and max(errors) > 3 * unit:
                yield (Fraction(4), TENTH, 10 * unit, errors), limit, odds_of(errors, Fraction(3 * unit), Fraction(4))

def refutes_odds_are_at_least(bound, ratio, alpha, s, errors):
    root = rational_square_root(ratio)
    good = sum(root**-e for e in errors if e <= 3 * alpha * s)
    bad = sum(root**-e for e in errors if e > 3 * alpha * s)
    return as_bracket(bound(len(errors), Logarithm(ratio), alpha, s)).lower > good / bad


claim("BBKN14-5.4.total", kind="inequality", step_of="BBKN14-5.4",
      title="All failures together: 3 beta' + beta' + beta' + beta' = beta",
      uses=("BBKN14-5.4.s", "BBKN14-5.4.step3", "BBKN14-5.4.hoeffding", "BBKN14-5.4.eq-ratio", "BBKN14-5.4.vc"))


claim("BBKN14-5.4.s", kind="inequality", step_of="BBKN14-5.4",
      title="The two terms of the sample size s, in alpha' = alpha/4 and beta' = beta/6", uses=("BBKN14-5.4.alg",),
      formulas=(interval_selection_rows,),
      note="The third term, with an unspecified constant K, is not needed: see the generalisation step.")


@check("BBKN14-5.4.s", grade="certified",
       quantifier="the instances of the formula: one good concept among z, all others just above 3 alpha' s errors; "
                  "and two concepts that differ on half of the mass, whose errors among s rows are a coin's",
       says="{the chance of a wrong draw, or of a sample that misleads by alpha'} is at most {beta'}")
@judged("<=")
def draw_and_sample_keep_their_shares(rows=interval_selection_rows):
    for z, epsilon, alpha, beta in rows.instances():
        s, a = rows(z, epsilon, alpha, beta), alpha / 4
        lead = min(epsilon * (floor(3 * a * s) + 1 - floor(2 * a * s)) / 2, Fraction(5000))  # e^-5000 is small enough
        yield (z, epsilon, alpha, beta, "draw"), (z - 1) / (exp_bracket(lead) + z - 1), beta / 6
        if epsilon > 1 and z == 2:  # fewest rows
            misled = 2 * lower_tail_bracket(s, HALF, floor(s * (HALF - a)), 64).lower
            yield (z, epsilon, alpha, beta, "sample"), misled, beta / 6

def refutes_draw_and_sample_keep_their_shares(rows, z, epsilon, alpha, beta, which):
    s = rows(z, epsilon, alpha, beta)
    if which == "sample":
        few = floor(s * (2 - alpha) / 4)
        return sum(bracket_of(lambda k=k: arb.bin_uiui(s, k) * ball(HALF) ** s).lower  # type: ignore[misc]
                   for k in range(max(0, few - 600), few + 1)) * 12 > beta
    ahead = 3 * alpha * s // 4 + 1 - alpha * s // 2
    return (6 - beta) * (z - 1) > beta * exp_bracket(min(epsilon * ahead / 2, 5000)).upper


claim("BBKN14-5.4.samples", kind="inequality", step_of="BBKN14-5.4",
      title="The reduction keeps a sample complexity of o(d)", uses=("BBKN14-5.4.s", "BBKN14-5.4.step3"),
      note="An asymptotic statement, seen here on a grid: certified numbers, no limit. That o(d) samples contradict "
           "Lemma 5.2 is the theorem itself.", erratum_kind="misprint",
      erratum="A misprint in the closing sentence: hypotheses with 2^(Omega(d)) switching points should read 2^(o(d)), "
              "and the learner assumed is an (alpha/4, beta/6)-PAC one. With 2^(d/4) switching points the last draw "
              "alone takes more than d rows.")


def rows_per_bit(d: int, log2_switches: int) -> Fraction:
    """Return ``(I n' + s)/d`` with ``n' = floor(sqrt d)``, alpha = 2/5, beta = 3/10, e^epsilon = 4."""
    alpha, beta = SETTINGS[0]
    return Fraction(number_of_blocks(beta) * isqrt(d) + interval_selection_rows(
        2**log2_switches, Logarithm(Fraction(4)), alpha, beta), d)


@check("BBKN14-5.4.samples", grade="certified",
       quantifier="d = 2^12, 2^13, ..., 2^24; n' = floor(sqrt d), z = 2^floor(sqrt d); alpha = 2/5, beta = 3/10, "
                  "e^epsilon = 4",
       says="the rows per bit fall at each doubling of d and end below 1/100")
@sabotage("2^(d/4) switching points", lambda d: d // 4)
@judged("<")
def rows_per_bit_fall_below_one_hundredth(growth=isqrt):
    ratios = {d: rows_per_bit(d, growth(d)) for d in (2**k for k in range(12, 25))}
    yield 2**24, ratios[2**24], Fraction(1, 100)
    yield from ((d, ratios[d], ratios[d // 2]) for d in ratios if d > 2**12)

def refutes_rows_per_bit_fall_below_one_hundredth(growth, d):
    least = 8 * growth(d) / (Fraction(2, 5) * 2)  # the term 8 ln z/(alpha epsilon) alone, with ln z/epsilon = log2(z)/2
    return least / d > Fraction(1, 100)
