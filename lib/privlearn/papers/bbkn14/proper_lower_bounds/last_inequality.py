"""BBKN14, Section 3.1: the last inequality of Lemma 3.9, what it excludes, and the mechanisms that meet it."""

from fractions import Fraction
from functools import cache

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, is_at_most, log_bracket, round_up
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, exp, formula
from privlearn.exact.fractions import TENTH
from privlearn.learners.proper_points import excluded_rows, smallest_rows_any_learner
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.mechanisms.optima import optimal_failure
from privlearn.papers.bbkn14.proper_lower_bounds import claim
from privlearn.papers.bbkn14.proper_lower_bounds.good_samples import sample_of
from privlearn.papers.bbkn14.proper_lower_bounds.instances import RATIO


@formula("at least", tex={"epsilon": r"\eps", "gamma": r"\Gamma"}, corners={
    "d": (2, 3), "epsilon": (Logarithm(RATIO),), "alpha": (Fraction(1, 6), Fraction(1, 14)), "m": (3, 7),
    "gamma": (TENTH, Fraction(1, 2))})
def others_keep(d: int, epsilon: Value, alpha: Value, m: int, gamma: Value) -> Value:
    """Return what the other targets keep on a good sample of one."""
    return (2**d - 2) * exp(-4 * epsilon * alpha * m) * (1 - gamma)


claim("BBKN14-3.9.final", kind="inequality", step_of="BBKN14-3.9", formulas=(others_keep,),
      title="(2^d - 2) e^{-4 epsilon alpha m} (1 - Gamma) <= Gamma with Gamma = beta + e^{-alpha m / 3}",
      uses=("BBKN14-3.9.eq-dp", "BBKN14-3.9.good", "BBKN14-3.9.success"), erratum_kind="gap",
      erratum="For m with Gamma >= 1 nothing is excluded; and at epsilon = 1 the largest excluded m does not grow with "
              "log(1/beta), which the statement of the lemma claims (and another argument proves).")


APART = tuple((d, r, m, shown) for d, m, shown in ((2, 3, 1), (2, 6, 2), (3, 7, 1)) for r in (RATIO, Fraction(4)))


@cache
def best_failure_on_good_samples(d: int, ratio: Fraction, m: int, shown: int) -> Fraction:
    """Return the least failure of all mechanisms on one sample of each target, ``shown`` rows of its own in each."""
    samples = [sample_of(i + 1, (1 << shown) - 1 << shown * i, m) for i in range(2**d - 1)]
    distances = {(a, b): hamming_distance(a, b) for a in samples for b in samples if a != b}
    tasks = [{(a, j): 1 for j in range(len(samples)) if j != i} for i, a in enumerate(samples)]
    return optimal_failure(samples, range(len(samples)), distances, ratio, tasks).value


@check("BBKN14-3.9.final", grade="certified",
       quantifier="(d, m, 2 alpha m) = (2, 3, 1), (2, 6, 2), (3, 7, 1), e^epsilon = 9/4, 4: good samples that show "
                  "their targets in different rows, the best of all mechanisms; Gamma a millionth above its failure",
       says="{(2^d - 2) e^(-4 epsilon alpha m) (1 - Gamma)} is at most {the failure}")
@judged("<=")
def best_mechanism_on_good_samples_meets_the_inequality(kept=others_keep):
    for d, ratio, m, shown in APART:
        failure = best_failure_on_good_samples(d, ratio, m, shown)
        yield (d, ratio, m, shown), kept(d, Logarithm(ratio), Fraction(shown, 2 * m), m, failure * (
            1 + Fraction(1, 10**6))), failure

def refutes_best_mechanism_on_good_samples_meets_the_inequality(kept, d, ratio, m, shown):
    others = 2**d - 2  # each other target has the least share that the distance of 2 shown rows allows
    failure = others / (ratio ** (2 * shown) + others)
    return not is_at_most(kept(d, Logarithm(ratio), Fraction(shown, 2 * m), m, failure * (1 + Fraction(1, 10**6))),
                          failure)


def printed_exclusion(d: int) -> tuple[int, ...]:
    """Return the excluded m at epsilon = ln 2 and alpha = beta = 1/10."""
    return excluded_rows(d, log_bracket(2, 96), TENTH, TENTH)


DIMENSIONS = (8, 16, 64, 128, 256)


@check("BBKN14-3.9.final", grade="certified", quantifier="d = 8, 16, 64, 128, 256, e^epsilon = 2, alpha = beta = 1/10",
       says="{the largest excluded m} is less than {the least m of any proper learner}")
@sabotage("exponent epsilon alpha m / 4", lambda d: excluded_rows(d, log_bracket(2, 96) / 16, TENTH, TENTH))
def excluded_rows_are_below_the_optimum(excluded=printed_exclusion) -> Verdict:
    return judge("<", ((d, excluded(d)[-1], smallest_rows_any_learner(d, 2, TENTH, TENTH)) for d in DIMENSIONS))

def refutes_excluded_rows_are_below_the_optimum(excluded, d):
    rows, beta, weight = excluded(d)[-1], Bracket(Fraction(0), Fraction(0)), Fraction(9, 10) ** excluded(d)[-1]
    for k in range(rows + 1):  # at an m called excluded the best mechanism of the family still reaches 1/10
        beta += round_up(weight, 80) * Fraction(2**d - 2, 2**k + 2**d - 2)
        weight = weight * (rows - k) / (9 * (k + 1))
    return beta.upper <= TENTH


POWERS = (10, 100, 1000, 10000)


@cache
def excluded_without_beta() -> int:
    """Return the largest m with ``(2^10 - 2) e^{-2m/5} (1 - g) > g``, ``g = e^{-m/30}`` (false for good at 200)."""
    sides = ((m, exp_bracket(Fraction(-2 * m, 5)), exp_bracket(Fraction(-m, 30))) for m in range(1, 200))
    return max(m for m, fall, gamma in sides if (1022 * fall * (1 - gamma) - gamma).lower > 0)


def limit_of_exclusion(power: int) -> int:
    """Return the largest m excluded at epsilon = 1, d = 10, alpha = 1/10 and beta = 0, whatever the power of 10."""
    return excluded_without_beta()


@check("BBKN14-3.9.final", grade="certified",
       quantifier="epsilon = 1, d = 10, alpha = 1/10; beta = 10^-10, 10^-100, 10^-1000, 10^-10000; all integers m",
       says="{the largest excluded m} equals {the largest m excluded at beta = 0}")
@sabotage("growing with log(1/beta)", lambda power: limit_of_exclusion(power) * power // 10 + 1)
def exclusion_stops_growing_with_beta(largest=limit_of_exclusion) -> Verdict:
    return judge("==", ((k, excluded_rows(10, 1, TENTH, Fraction(1, 10**k))[-1], largest(k)) for k in POWERS))

def refutes_exclusion_stops_growing_with_beta(largest, power):
    m = largest(power)
    gamma = as_bracket(Fraction(1, 10**power)) + exp_bracket(Fraction(-m, 30))
    return (1022 * exp_bracket(Fraction(-2 * m, 5)) * (1 - gamma) - gamma).upper <= 0  # m is not excluded
