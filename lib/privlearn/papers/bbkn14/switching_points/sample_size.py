"""BBKN14, Section 5.1: the sample size of the reduction, term by term, and that it is o(d)."""

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import ceil, isqrt

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact import Bracket
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.intervals import ReductionPlan, plan_reduction
from privlearn.learners.intervals.reduction import interval_selection_rows, number_of_blocks
from privlearn.papers.bbkn14.switching_points import claim
from privlearn.papers.bbkn14.switching_points.instances import ALL, SETTINGS, SYMBOLIC

claim("BBKN14-5.4.s", kind="inequality", step_of="BBKN14-5.4",
      title="The two terms of the sample size s, in alpha' = alpha/4 and beta' = beta/6", uses=("BBKN14-5.4.alg",),
      note="The third term, with an unspecified constant K, is not needed once the first has ln(24/beta); see the "
           "generalisation step.")


@check("BBKN14-5.4.s", grade="exact", quantifier=SYMBOLIC,
       says="the terms of s in alpha' = alpha/4 and beta' = beta/6 are the printed ones")
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


PLANS = tuple(product((0, 32), (2, 11, 2**64), (Fraction(9, 4), Fraction(4)), (Fraction(2, 5), Fraction(1, 5)),
                      (Fraction(3, 10), Fraction(3, 8), Fraction(1, 100))))  # n', z, e^epsilon, alpha, beta


def last_draw(switches: int, ratio: Fraction, alpha: Fraction, beta: Fraction) -> Bracket:
    """Enclose ``8 ln(24/beta)/alpha^2 + 8 ln((6 - beta) z/beta)/(alpha epsilon)`` by ball arithmetic."""
    return bracket_of(lambda: 8 * ball(24 / beta).log() / ball(alpha**2)
                      + 8 * ball((6 - beta) * switches / beta).log() / (ball(alpha) * ball(ratio).log()), 200)


def numbers(plan: ReductionPlan) -> tuple[int, ...]:
    """Return all numbers of a plan, and the total."""
    return plan.blocks, plan.block_rows, plan.switches, plan.rows, plan.total


@check("BBKN14-5.4.s", grade="certified",
       quantifier="n' = 0, 32, z = 2, 11, 2^64, e^epsilon = 9/4, 4, alpha = 2/5, 1/5, beta = 3/10, 3/8, 1/100: the "
                  "rows of the last draw, rounded up, as many blocks as beta' needs and no more, and the total",
       says="the plan has the blocks, the rows of the last draw and the total of the formulas")
@sabotage("one row fewer in the last draw",
          lambda *entry: replace(plan_reduction(*entry), rows=plan_reduction(*entry).rows - 1))
@sabotage("blocks for beta/5",
          lambda *entry: replace(plan_reduction(*entry), blocks=number_of_blocks(entry[-1] * 6 / 5)))
@judged("==")
def a_plan_has_these_numbers(plan=plan_reduction):
    for rows, z, ratio, alpha, beta in PLANS:
        need = last_draw(z, ratio, alpha, beta)
        blocks = next(k for k in range(64) if 2**k * beta >= 6)
        last = ceil(need.lower)
        yield ((rows, z, ratio, alpha, beta), (*numbers(plan(rows, z, ratio, alpha, beta)), ceil(need.upper)),
               (blocks, rows, z, last, blocks * rows + last, last))

def refutes_a_plan_has_these_numbers(plan, witness):
    rows, z, ratio, alpha, beta = witness
    found, need = plan(*witness), last_draw(z, ratio, alpha, beta)
    least = 6 <= beta * 2**found.blocks < 12 and need.upper <= found.rows < need.lower + 1
    return not least or (found.block_rows, found.switches, found.total) != (rows, z, found.blocks * rows + found.rows)


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
    return Fraction(number_of_blocks(beta) * isqrt(d) + interval_selection_rows(2**log2_switches, 4, alpha, beta), d)


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
