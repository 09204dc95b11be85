"""BBKN14, Section 5.1: the sample size of the reduction, term by term, and that it is o(d)."""

from fractions import Fraction
from math import isqrt

from privlearn.claims import check, judged, sabotage, verifier
from privlearn.claims.bbkn14.switching_points import claim
from privlearn.claims.bbkn14.switching_points.instances import ALL, SETTINGS, SYMBOLIC
from privlearn.learners.intervals.reduction import interval_selection_rows, number_of_blocks

claim("BBKN14-5.4.s", kind="inequality", step_of="BBKN14-5.4",
      title="The two terms of the sample size s, in alpha' = alpha/4 and beta' = beta/6", uses=("BBKN14-5.4.alg",),
      note="The third term, with an unspecified constant K, is not needed once the first has ln(24/beta); see the "
           "generalisation step.")


@check("BBKN14-5.4.s", grade="exact", quantifier=SYMBOLIC)
@verifier(
    lambda scales, alpha, beta, _0, _1: 16 * (alpha / scales[0]) ** 2 != alpha**2 or 6 * (beta / scales[1]) != beta)
@sabotage("alpha' = alpha/3", (3, 6))
@sabotage("beta' = beta/5", (4, 5))
@judged("==")
def terms_are_the_same_in_primed_parameters(scales=(4, 6)):
    for alpha, beta, z, epsilon in ALL:
        a, b = alpha / scales[0], beta / scales[1]
        printed = 8 / alpha**2, 12 / beta, 8 / (alpha * epsilon), (6 - beta) * z / beta
        primed = 1 / (2 * a**2), 2 / b, 2 / (a * epsilon), (1 - b) * z / b
        yield (alpha, beta, z, epsilon), primed, printed


claim("BBKN14-5.4.samples", kind="inequality", step_of="BBKN14-5.4",
      title="The reduction keeps a sample complexity of o(d)", uses=("BBKN14-5.4.s", "BBKN14-5.4.step3"),
      note="An asymptotic statement, seen here on a grid: certified numbers, no limit. That o(d) samples contradict "
           "Lemma 5.2 is the theorem itself.",
      erratum="A misprint in the closing sentence: hypotheses with 2^(Omega(d)) switching points should read "
              "2^(o(d)), and the learner assumed is an (alpha/4, beta/6)-PAC one. With 2^(d/4) switching points the "
              "last draw alone takes more than d rows.")


def rows_per_bit(d: int, log2_switches: int) -> Fraction:
    """Return ``(I n' + s)/d`` with ``n' = floor(sqrt d)``, alpha = 2/5, beta = 3/10, e^epsilon = 4."""
    alpha, beta = SETTINGS[0]
    return Fraction(number_of_blocks(beta) * isqrt(d) + interval_selection_rows(2**log2_switches, 4, alpha, beta), d)


@check("BBKN14-5.4.samples", grade="certified",
       quantifier="d = 2^12, 2^13, ..., 2^24; n' = floor(sqrt d), z = 2^floor(sqrt d); alpha = 2/5, beta = 3/10, "
                  "e^epsilon = 4", fingerprint=lambda growth: [growth(2**12), growth(2**16)])
@sabotage("2^(d/4) switching points", lambda d: d // 4)
@judged("<")
def rows_per_bit_fall_below_one_hundredth(growth=isqrt):
    ratios = {d: rows_per_bit(d, growth(d)) for d in (2**k for k in range(12, 25))}
    yield 2**24, ratios[2**24], Fraction(1, 100)
    yield from ((d, ratios[d], ratios[d // 2]) for d in ratios if d > 2**12)

@rows_per_bit_fall_below_one_hundredth.verifier
def _(growth, d):
    least = 8 * growth(d) / (Fraction(2, 5) * 2)  # the term 8 ln z/(alpha epsilon) alone, with ln z/epsilon = log2(z)/2
    return least / d > Fraction(1, 100)
