"""FX15, Appendix C: how the amplified learner fails; deviations, union bound, gap, final accounting."""

from fractions import Fraction
from itertools import combinations_with_replacement
from math import ceil, comb, floor

from privlearn.claims import Verdict, check, judge, judged, sabotage, verifier
from privlearn.claims.fx15.confidence import claim
from privlearn.claims.fx15.confidence.amplified_plan import SETTINGS
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.concentration import relative_entropy
from privlearn.learners.lines.confidence import looks_bad, looks_good, missed_gap, selection_failure, total_failure
from privlearn.learners.lines.plans import amplification_runs, run_selection_rows

GRID = tuple((Fraction(e, 100), Fraction(d, 100), Fraction(a, 100)) for e, d, a in (
    (40, 25, 49), (10, 25, 49), (10, 5, 25), (20, 1, 49), (49, 49, 49)))  # epsilon, delta, alpha
GOOD = (log_bracket(Fraction(3, 2), 96) * Fraction(3, 2) - Fraction(1, 2)) / 4  # 3/8 ln(3/2) - 1/8, above 1/37


def natural_rows(alpha: Fraction, beta: Fraction, epsilon: Fraction) -> int:
    """Return ``m = ceil(16/(alpha epsilon) ln(4 k/beta))``, the formula with the natural logarithm."""
    return ceil((log_bracket(4 * amplification_runs(beta) / beta, 128) * 16 / (alpha * epsilon)).upper)


def summed(trials: int, chance: Fraction, low: int, high: int) -> Fraction:
    """Return Pr[low <= Bin(trials, chance) <= high] term by term."""
    hit, miss = chance.numerator, chance.denominator - chance.numerator
    total = sum(comb(trials, k) * hit**k * miss ** (trials - k) for k in range(low, high + 1))
    return Fraction(total, chance.denominator**trials)


claim("FX15-C.1eq", kind="inequality", step_of="FX15-C.alg", title="(3.1): bad hypotheses look bad",
      uses=("BBKN14-2.eq2.lower",), note="Errors of epsilon and more, up to 1, each against its own mean.")


@check("FX15-C.1eq", grade="certified",
       quantifier="epsilon in {0.1, 0.2, 0.4}, m of the algorithm for delta in {0.05, 0.25, 0.49}, alpha in {0.25, "
                  "0.49}; errors epsilon, 3/2 epsilon, 2 epsilon; and m = 1, ..., 60",
       fingerprint=lambda bound: bound(Fraction(1, 5), 100))
@sabotage("e^(-epsilon m)", lambda e, m: exp_bracket(-e * m, 96))
def bad_hypothesis_looks_good_seldom(bound=lambda e, m: exp_bracket(-e * m / 12, 96)) -> Verdict:
    sizes = [(e, run_selection_rows(e, d, a)) for e, d, a in SETTINGS]
    sizes += [(e, m) for e in (Fraction(1, 10), Fraction(1, 5), Fraction(2, 5)) for m in range(1, 61)]
    return judge("<=", (((e, m, error), looks_good(error, error, m), bound(e, m))
                        for e, m in sizes for error in (e, e * 3 / 2, 2 * e)))

@bad_hypothesis_looks_good_seldom.verifier
def _(bound, witness):
    _, m, error = witness
    return summed(m, error, 0, floor(error * m / 2)) > bound(witness[0], m).upper


claim("FX15-C.2eq", kind="inequality", step_of="FX15-C.alg",
      title="(3.2): good hypotheses look good, with the right exponent", uses=("BBKN14-2.eq2.upper",),
      erratum="Printed with probability 1 - e^(-epsilon m/8): the bound was used with mean epsilon in place of "
              "epsilon/4. For epsilon = 0.4, m = 397 the exact probability of the contrary is 8.7e-4, not at most "
              "2.4e-9. Right is the exponent (3/8 ln(3/2) - 1/8) epsilon m, about epsilon m/37. Strictly below 3/2 of "
              "its error no hypothesis of error 0 can be; below 3/8 epsilon it is. The theorem survives: only one good "
              "hypothesis has to look good.")


def corrected(e: Fraction, m: int) -> Bracket:
    """Bracket ``e^(-(3/8 ln(3/2) - 1/8) alpha m)``."""
    return exp_bracket(-GOOD * (e * m), 96)


@check("FX15-C.2eq", grade="certified",
       quantifier="five (epsilon, delta, alpha) with m of the algorithm, and epsilon in {0.1, 0.2, 0.4}, m = 1, ..., "
                  "60 and 397", fingerprint=lambda bound: bound(Fraction(1, 5), 100))
@verifier(lambda bound, e, m: summed(m, e / 4, ceil(3 * e * m / 8), m) > bound(e, m).upper)
@sabotage("e^(-epsilon m/8), as printed", lambda e, m: exp_bracket(-e * m / 8, 96))
def good_hypothesis_looks_bad_seldom(bound=corrected) -> Verdict:
    sizes = [(e, run_selection_rows(e, d, a)) for e, d, a in GRID]
    sizes += [(e, m) for e in (Fraction(1, 10), Fraction(1, 5), Fraction(2, 5)) for m in (*range(1, 61), 397)]
    return judge("<=", (((e, m), looks_bad(e, m), bound(e, m)) for e, m in sizes))


@check("FX15-C.2eq", grade="certified",
       quantifier="epsilon = k/100 for k = 1, ..., 49: divergence at 3/8 and 1/4 epsilon",
       fingerprint=lambda rate: rate(Fraction(1, 5)))
@sabotage("epsilon/8, as printed", lambda e: e / 8)
def divergence_is_at_least_the_linear_rate(rate=lambda e: GOOD * e) -> Verdict:
    return judge("<=", ((Fraction(k, 100), rate(Fraction(k, 100)),
                         relative_entropy(Fraction(3 * k, 800), Fraction(k, 400))) for k in range(1, 50)))

@divergence_is_at_least_the_linear_rate.verifier
def _(rate, e):
    a, b = 3 * e / 8, e / 4  # e^KL for 800 trials, as a product of powers
    power = (a / b) ** int(800 * a) * ((1 - a) / (1 - b)) ** int(800 * (1 - a)) if (800 * a).denominator == 1 else None
    return power is not None and exp_bracket(as_bracket(rate(e)) * 800, 96).lower > power


@check("FX15-C.2eq", grade="certified",
       quantifier="epsilon = k/100 for k = 1, ..., 49: the rate of the multiplicative bound",
       fingerprint=lambda constant: constant)
@sabotage("36 in place of 48", 36)
def multiplicative_bound_is_weaker(constant: int = 48) -> Verdict:
    return judge("<=", ((e, as_bracket(e / constant), GOOD * e) for e in (Fraction(k, 100) for k in range(1, 50))))

@multiplicative_bound_is_weaker.verifier
def _(constant, e):
    return exp_bracket(Fraction(8, constant) + 1, 96).lower > Fraction(27, 8)  # 8 GOOD = 3 ln(3/2) - 1


claim("FX15-C.union", kind="inequality", step_of="FX15-C.alg",
      title="Union bound: all bad hypotheses look bad, the good one looks good", uses=("FX15-C.1eq", "FX15-C.2eq"),
      erratum="Needs the corrected exponent of (3.2), and no union over the good hypotheses: one is enough. With the "
              "natural logarithm in m it fails for epsilon = 0.1, alpha = 0.49, delta = 10^-60.")


TINY = (Fraction(1, 10), Fraction(1, 10**60), Fraction(49, 100))


@check("FX15-C.union", grade="certified",
       quantifier="five (epsilon, delta, alpha), and (0.1, 10^-60, 0.49); m with log to base 2",
       fingerprint=lambda rows: [rows(*case) for case in (*GRID, TINY)])
@sabotage("natural logarithm in m", natural_rows)
@judged("<=")
def deviations_cost_at_most_a_quarter_of_delta(rows=run_selection_rows):
    for e, d, a in (*GRID, TINY):
        terms = selection_failure(e, a, amplification_runs(d), rows(e, d, a))
        yield (e, d, a), (terms[1] + terms[2]) / d, Fraction(1, 4)

@deviations_cost_at_most_a_quarter_of_delta.verifier
def _(rows, witness):
    e, d, a = witness
    m = rows(e, d, a)
    first, p = ceil(3 * e * m / 8), e / 4  # some terms from the first on bound the tail from below
    nats = log_bracket(p, 192) * first + log_bracket(1 - p, 192) * (m - first)
    term = comb(m, first) * exp_bracket(nats, 96).lower
    total = Fraction(0)
    for k in range(first, first + 60):
        total, term = total + term, term * (m - k) / (k + 1) * p / (1 - p)
    return total > d / 4


claim("FX15-C.gap", kind="inequality", step_of="FX15-C.alg",
      title="Selection threshold: within epsilon m/8 of the best is good enough", uses=("FX15-C.EM",),
      erratum="Printed as epsilon/8: as q counts rows, it is epsilon m/8. With epsilon/8 the mechanism would have to "
              "hit the maximum itself, which Theorem C.1 does not promise.")


@check("FX15-C.gap", grade="exhaustive",
       quantifier="epsilon = 1/5, m = 1, ..., 40: all error counts of three hypotheses one of which errs on less than "
                  "3/8 epsilon m rows, all choices within the gap", fingerprint=lambda gap: gap(Fraction(1, 5), 40))
@sabotage("gap epsilon m/4", lambda e, m: e * m / 4)
@judged("<=")
def choices_within_the_gap_look_good(gap=lambda e, m: e * m / 8):
    e = Fraction(1, 5)
    for m in range(1, 41):
        allowed, limit = floor(gap(e, m)), e * m / 2
        for best in range(ceil(3 * e * m / 8)):
            for counts in combinations_with_replacement(range(best, m + 1), 2):
                worst = max(c for c in (best, *counts) if c <= best + allowed)
                yield (m, (best, *counts), worst), worst, limit

@choices_within_the_gap_look_good.verifier
def _(gap, witness):
    m, counts, chosen = witness
    best = max(m - c for c in counts)
    return m - best < Fraction(3, 40) * m and m - chosen >= best - gap(Fraction(1, 5), m) and 10 * chosen > m


@check("FX15-C.gap", grade="certified",
       quantifier="five (epsilon, delta, alpha), m with the natural logarithm: Theorem C.1 at this gap",
       fingerprint=lambda gap: gap(Fraction(1, 5), 40))
@sabotage("gap epsilon/8, as printed", lambda e, m: e / 8)
def mechanism_stays_within_the_gap(gap=lambda e, m: e * m / 8) -> Verdict:
    return judge("<=", ((case, missed_gap(case[2], amplification_runs(case[1]), gap(case[0], natural_rows(*case))),
                         case[1] / 4) for case in GRID))

@mechanism_stays_within_the_gap.verifier
def _(gap, witness):
    e, d, a = witness
    allowed = gap(e, natural_rows(e, d, a))
    return a * allowed / 2 < log_bracket(4 * amplification_runs(d) / d).lower


claim("FX15-C.final", kind="inequality", step_of="FX15-C.alg",
      title="Final accounting: the amplified learner fails with probability at most delta",
      uses=("FX15-C.1", "FX15-C.hit", "FX15-C.union", "FX15-C.gap"))


@check("FX15-C.final", grade="certified",
       quantifier="five (epsilon, delta, alpha) and (0.1, 10^-60, 0.49), m with log to base 2: the four terms with "
                  "exact tails", fingerprint=lambda rows: [rows(*case) for case in (*GRID, TINY)])
@sabotage("m/4 rows", lambda e, d, a: run_selection_rows(e, d, a) // 4)
def all_terms_are_within_delta(rows=run_selection_rows) -> Verdict:
    return judge("<=", (((e, d, a), total_failure(e, a, amplification_runs(d), rows(e, d, a)) / d, 1)
                        for e, d, a in (*GRID, TINY)))

@all_terms_are_within_delta.verifier
def _(rows, witness):
    e, d, a = witness
    k, m = amplification_runs(d), rows(e, d, a)
    return k * exp_bracket(-a * e * m / 16, 96).lower + summed(m, e / 4, ceil(3 * e * m / 8), m) > d


@check("FX15-C.final", grade="certified",
       quantifier="five (epsilon, delta, alpha) and 18 more: k e^(-alpha epsilon m/16) for m with the natural "
                  "logarithm", fingerprint=lambda rows: [rows(*case) for case in (*GRID, *SETTINGS)])
@verifier(lambda rows, e, d, a: a * e * rows(e, d, a) / 16 < log_bracket(4 * amplification_runs(d) / d).lower)
@sabotage("one row in ten left out", lambda e, d, a: natural_rows(e, d, a) * 9 // 10)
def selection_misses_with_at_most_a_quarter_of_delta(rows=natural_rows) -> Verdict:
    return judge("<=", ((case, missed_gap(case[2], amplification_runs(case[1]), case[0] * rows(*case) / 8), case[1] / 4)
                        for case in (*GRID, *SETTINGS)))
