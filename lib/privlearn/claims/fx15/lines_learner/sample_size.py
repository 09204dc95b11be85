"""FX15, Theorem 6.1 and Lemma 6.2: sample size and failure."""

from fractions import Fraction
from itertools import product

from privlearn.claims import Verdict, check, judge, judged, sabotage
from privlearn.claims.fractions import QUARTER
from privlearn.claims.fx15.lines_learner import claim
from privlearn.claims.fx15.lines_learner.mistakes import broken_plan_five_blocks
from privlearn.exact import exp_bracket, log_bracket
from privlearn.learners.lines import StabilityPlan, amplified_rows, failure_bracket, printed_line_plan
from privlearn.learners.lines.plans import amplification_runs, printed_blocks, run_selection_rows

HALF_GRID = tuple(Fraction(k, 20) for k in range(1, 10))  # 0.05, 0.10, ..., 0.45
WINDOWS = (6, 16)


claim("FX15-6.1", kind="theorem", section="6 Separating pure and (alpha, beta)-differential privacy",
      title="Line_p is learned with (alpha, beta)-privacy from O(log(1/beta) "
            "log(1/delta) / (epsilon alpha)) rows, whatever p",
      uses=("FX15-2.1", "FX15-2.2.dp", "FX15-5.line", "FX15-6.2", "FX15-6.2.overall", "FX15-6.improve", "FX15-C.alg",
            "FX15-C.privacy", "FX15-C.final"),
      note="Checked here: the explicit number of rows, with the constant. That so many rows suffice, privately, is the "
           "lemma and Appendix C, whose claims it uses. The constant 2^35 belongs to the printed window 6/delta at "
           "delta = 1/4; 2^75 to the repaired one, 16/delta. The bound holds for all parameters (the page has the two "
           "lines of calculation); the check covers the grid. p is no argument of the number of rows.")


@check("FX15-6.1", grade="certified",
       quantifier="all epsilon, delta, alpha, beta in {0.05, 0.10, ..., 0.45}; windows 6/delta (constant 2^35) and "
                  "16/delta (constant 2^75)",
       fingerprint=lambda rows: rows(Fraction(1, 20), Fraction(1, 20), Fraction(1, 4), Fraction(1, 4), 6))
@sabotage("one run at confidence delta instead of many at 1/4",
          lambda e, d, a, b, window: printed_line_plan(e / 4, d, a, b, window).rows + run_selection_rows(e, d, a))
@sabotage("all block sizes twice as large", lambda e, d, a, b, window: 2 * amplified_rows(e, d, a, b, window))
@judged("<=")
def explicit_rows_are_within_a_constant_of_the_bound(rows=amplified_rows):
    logs = {value: log_bracket(1 / value) for value in HALF_GRID}
    for window, (e, d, a, b) in product(WINDOWS, product(HALF_GRID, repeat=4)):
        scale = e * a / 2 ** (11 + 4 * window)
        yield (e, d, a, b, window), rows(e, d, a, b, window) * scale, logs[b] * logs[d]

@explicit_rows_are_within_a_constant_of_the_bound.verifier
def _(rows, witness):
    e, d, a, b, window = witness
    found = rows(e, d, a, b, window)
    nats = Fraction(found) * e * a / 2 ** (11 + 4 * window)  # to be compared with ln(1/delta) ln(1/beta)
    return nats > 9 or exp_bracket(nats / log_bracket(1 / d).upper).lower > 1 / b


def rows_in_parts(alpha: Fraction, beta: Fraction, epsilon: Fraction, delta: Fraction, window: int) -> int:
    """Return the rows from the definition: runs times largest block times blocks, plus selection, each by search."""
    start = Fraction(4) / alpha * log_bracket(Fraction(3, 2))  # ln(3/2) / (alpha/4)
    k = 0
    while Fraction(2) ** (k + 1) <= start.lower * 2 ** (4 * window):
        k += 1
    assert Fraction(2) ** (k + 1) > start.upper * 2 ** (4 * window)
    blocks = printed_blocks(Fraction(1, 4), epsilon, delta)
    runs = next(i for i in range(1, 999) if 3**i * 2 <= beta * 4**i)
    m = run_selection_rows(alpha, beta, epsilon)
    wanted = m * alpha * epsilon / 16  # m is the least integer with 2^(m alpha epsilon / 16) >= 4 runs / beta
    log2 = log_bracket(4 * runs / beta) / log_bracket(2)
    assert log2.lower <= wanted
    assert wanted - alpha * epsilon / 16 < log2.upper
    return runs * 2**k * blocks + m


@check("FX15-6.1", grade="exact",
       quantifier="epsilon, delta, alpha, beta in {0.05, 0.25, 0.45}, both windows: the formula against a search for "
                  "each part", fingerprint=lambda runs: [runs(beta) for beta in HALF_GRID])
@sabotage("log2(2/delta) runs", lambda beta: int(2 / beta).bit_length())
@judged("==")
def rows_are_those_of_the_parts(runs=amplification_runs):
    few = (Fraction(1, 20), Fraction(1, 4), Fraction(9, 20))
    for window, (e, d, a, b) in product(WINDOWS, product(few, repeat=4)):
        run = printed_line_plan(e / 4, Fraction(1, 4), a, b, window).rows
        yield (e, d, a, b, window), runs(d) * run + run_selection_rows(e, d, a), rows_in_parts(e, d, a, b, window)

@rows_are_those_of_the_parts.verifier
def _(runs, witness):
    beta, k = witness[1], runs(witness[1])
    return Fraction(3, 4) ** k > beta / 2 or Fraction(3, 4) ** (k - 1) <= beta / 2


claim("FX15-6.2", kind="lemma", title="O(2^(6/delta) log(1/(beta delta)) / (epsilon alpha)) rows suffice",
      uses=("FX15-2.1", "FX15-2.2.dp", "FX15-6.2.basic", "FX15-6.2.overall", "FX15-6.2.privacy", "FX15-6.2.accuracy",
            "FX15-6.3"),
      erratum="Claim 6.3, on which the proof rests, is wrong for the printed window of length 6/delta: up to 8 "
              "block sizes can be bad by the paper's thresholds, and 5 of 24 are for a suitable distribution. "
              "With ceil(16/delta) consecutive integers the proof is right and the exponent becomes 16/delta. The "
              "lemma as stated is true nevertheless: Theorem 6.1 follows from the repaired learner at delta = "
              "1/4, and its bound is at most of the order of this one. Also n = t ell depends on the random t; "
              "the database must have the largest size.",
      note="Whether the printed learner itself, with 6/delta, always has confidence delta is open: no distribution was "
           "found for which it fails, as block sizes that are not stable often still give accurate answers.")


LEMMA_GRID = tuple(product((Fraction(1, 20), Fraction(1, 4), Fraction(49, 100)),
                           (Fraction(1, 20), Fraction(1, 4), Fraction(2, 5), Fraction(49, 100)),
                           (Fraction(1, 10), Fraction(49, 100)),
                           (Fraction(1, 10**6), Fraction(1, 100), Fraction(49, 100))))


@check("FX15-6.2", grade="certified",
       quantifier="epsilon in {0.05, 0.25, 0.49}, delta in {0.05, 0.25, 0.4, 0.49}, alpha in {0.1, 0.49}, beta in "
                  "{1e-6, 0.01, 0.49}: 72 plans", fingerprint=lambda plan: [plan(*case).rows for case in LEMMA_GRID])
@sabotage("the window begins one octave later", lambda e, d, a, b: printed_line_plan(e / 2, d, a, b))
@judged("==")
def largest_block_is_the_last_power_of_two_of_the_window(plan=printed_line_plan):
    for e, d, a, b in LEMMA_GRID:
        made = plan(e, d, a, b)
        enough = [exp_bracket(a * (blocks - 13) / 12).lower >= 2 / (b * d)
                  and exp_bracket(Fraction(blocks, 72)).lower >= 4 / d for blocks in (made.blocks, made.blocks - 1)]
        largest = made.rows // made.blocks
        power = Fraction(6) / d  # 2^k <= ln(3/2)/alpha 2^(6/beta) < 2^(k + 1), to the power of a denominator
        reach = log_bracket(Fraction(3, 2), 128) / e
        ends = [end**power.denominator * 2**power.numerator for end in (reach.lower, reach.upper)]
        fits = (largest**power.denominator <= ends[0], (2 * largest)**power.denominator > ends[1])
        yield (e, d, a, b), (made.rows % made.blocks, *enough, *fits), (0, True, False, True, True)

@largest_block_is_the_last_power_of_two_of_the_window.verifier
def _(plan, witness):
    e, d, a, b = witness
    made = plan(e, d, a, b)
    logs = log_bracket(Fraction(made.rows, made.blocks) * e / log_bracket(Fraction(3, 2)).lower) / log_bracket(2)
    need = max(12 / a * log_bracket(2 / (b * d)).lower + 13, 72 * log_bracket(4 / d).lower)
    return not (Fraction(6) / d - 1 < logs.upper and logs.lower <= Fraction(6) / d and 0 <= made.blocks - need < 1)


@largest_block_is_the_last_power_of_two_of_the_window.corrupted("ell rounded down")
def _(e: Fraction, d: Fraction, a: Fraction, b: Fraction) -> StabilityPlan:
    right = printed_line_plan(e, d, a, b)
    return StabilityPlan(right.block_sizes, right.blocks - 1, right.exp_epsilon, right.delta)


@check("FX15-6.2", grade="certified",
       quantifier="the same 72 plans: rows at most 23/(epsilon alpha) 2^(6/delta) ln(1/(beta delta))")
@sabotage("19 instead of 23", 19)
@judged("<=")
def rows_are_within_23_of_the_bound(constant: int = 23):
    for e, d, a, b in LEMMA_GRID:
        growth = exp_bracket(log_bracket(2) * (6 / d))
        yield (e, d, a, b), printed_line_plan(e, d, a, b).rows * e * a, log_bracket(1 / (b * d)) * growth * constant

@rows_are_within_23_of_the_bound.verifier
def _(constant, witness):
    e, d, a, b = witness
    rows, power = printed_line_plan(e, d, a, b).rows, Fraction(6) / d
    left = rows * e * a / (constant * log_bracket(1 / (b * d)).upper)
    return left**power.denominator > 2**power.numerator


R, Q = Fraction(7, 256), Fraction(22, 25) * Fraction(7, 256)  # mass of the line, of its heaviest point
EPSILON = Fraction(2, 5)
DELTA = Fraction(1, 100)
HARD = ((7, QUARTER, EPSILON, DELTA), (7, QUARTER, Fraction(49, 100), Fraction(1, 10**6)),
        (2, QUARTER, EPSILON, DELTA), (101, Fraction(49, 100), EPSILON, DELTA))  # p, beta, epsilon, delta


def hard_masses(p: int) -> tuple[Fraction, ...]:
    """Return the masses of a line with one heavy point, ``22/25`` of the line, and equal light ones."""
    return (Q, *[(R - Q) / (p - 1)] * (p - 1))


@check("FX15-6.2", grade="certified",
       quantifier="line mass 7/256, its heaviest point 22/25 of that, the others equal; epsilon = 1/37; p = 7 with "
                  "delta = 1/4 and (alpha, beta) = (0.4, 0.01), (0.49, 1e-6); p = 2 with delta = 1/4, p = 101 with "
                  "delta = 0.49; all block sizes, all vote counts",
       reason="Brackets instead of fractions: (1 - r)^t has 10^9 digits for t = 2^27. They are 10^-7 wide.",
       fingerprint=lambda plan: plan(Fraction(1, 37), *HARD[0][1:]).blocks)
@sabotage("5 blocks", broken_plan_five_blocks)
def printed_learner_fails_seldom_on_a_hard_distribution(plan=printed_line_plan) -> Verdict:
    return judge("<=", ((case, failure_bracket(plan(Fraction(1, 37), *case[1:]), hard_masses(case[0]), Fraction(1, 37)),
                         case[1]) for case in HARD))

@printed_learner_fails_seldom_on_a_hard_distribution.verifier
def _(plan, witness):
    made, (beta, epsilon, delta) = plan(Fraction(1, 37), *witness[1:]), witness[1:]
    published = delta * exp_bracket(epsilon * (made.blocks // 2)).upper  # at the largest stability there can be
    return Fraction(1) - published > beta and Fraction(1, 37) < R
