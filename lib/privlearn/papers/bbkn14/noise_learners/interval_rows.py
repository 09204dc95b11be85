"""BBKN14, Section 5.2: Theorem 5.8, no independent noise learner of intervals has few rows."""

from fractions import Fraction
from functools import cache, partial
from itertools import product

from privlearn.checking import check, judged, sabotage
from privlearn.exact import exp_bracket, least_integer, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.fractions import HALF, TENTH
from privlearn.learners.noise import proper_interval_rows, reconstruction_failure
from privlearn.learners.noise.rates import largest_noise_rate, proper_success, success_at_largest_noise
from privlearn.mechanisms.optima.intervals import least_interval_failure
from privlearn.papers.bbkn14.noise_learners import claim

RATES = (Fraction(1, 50), Fraction(9, 100), Fraction(1, 5), Fraction(2, 5))


@formula("at least", where=("0 < s < 1", "epsilon > 0"), tex={"epsilon": r"\eps"}, corners={
    "d": (1, 3, 64), "s": (Fraction(2, 5), Fraction(2, 3), 1 - Fraction(1, 10**6)),
    "epsilon": (Fraction(1, 10), Fraction(3))},
    loose={"0 < s < 1": "elsewhere the number is undefined", "epsilon > 0": "at 0 the number is undefined"})
def rows_of_noise_learners(d: int, s: Value, epsilon: Value) -> Value:
    """Return the rows needed where the proper learner succeeds with probability s."""
    return 1 / epsilon * ln(2**d * s / (1 - s))


@formula("at least", where=("0 < beta < 1 / 2",), tex={"beta": r"\beta'"}, corners={
    "beta": (Fraction(1, 50), Fraction(1, 5), Fraction(2, 5), Fraction(9, 10)), "n": (1, 2, 8)})
def success_left(beta: Value, n: int) -> Value:
    """Return the success of the proper learner with the most noise that leaves n points clean."""
    return (1 - beta) * (2 * (1 - beta) ** (1 / n) - 1) ** 2


claim("BBKN14-5.8", kind="theorem", formulas=(rows_of_noise_learners, proper_success, success_left),
      title="There is no private independent noise learner of INTERVAL_d with o(d) rows",
      uses=("BBKN14-5.1", "BBKN14-5.2", "BBKN14-5.6", "BBKN14-5.8.event", "BBKN14-5.8.eq6-8", "BBKN14-5.8.eq9",
            "BBKN14-5.8.alg-reconstruct", "BBKN14-5.8.8mu", "BBKN14-5.8.exact", "BBKN14-5.8.alg-proper",
            "BBKN14-5.8.eq-final"),
      erratum_kind="step",
      erratum="The theorem is true; its proof has a gap, a mismatch of constants and two misprints. Gap: equality (8), "
              "see BBKN14-5.8.eq6-8, repaired in BBKN14-5.8.eq9. Mismatch: the proof takes alpha' = min(alpha, "
              "beta)/100 and beta' = beta/4, which breaks the hypothesis alpha' < beta'/100 (alpha = beta = 2/5: 1/250 "
              "against 1/1000); min(alpha, beta)/401 mends it. Misprints: 'disagree agree only', and a strict sign in "
              "(9). With the repair alpha' < beta'/100 is not needed: beta' < 1/2 and alpha' < 1/2 are enough.",
      note="The bound on rows is checked for every private mechanism on the packed databases of T + 1 intervals, T "
           "up to 16 by linear programs; for larger T by the closed form, which these programs confirm.")


@cache
def never_removed(noise: Fraction) -> Fraction:
    return reconstruction_failure(20, 10, noise) if noise <= HALF else Fraction(1)


@check("BBKN14-5.8", grade="exact",
       quantifier="an inner learner that names the target or nothing: beta' = 0, 1/3; mu = 0, 1/50, 2/5, and rates mu "
                  "with beta' = 1 - (1 - mu)^n < 1/2: mu = 1/50, 1/5, 2/5, n = 1, 2, 8; 20 points, the interval in "
                  "the middle",
       says="{the success that is said to be left} is at most {the success of the proper learner}")
@judged("<=")
def proper_learner_succeeds(case=(proper_success, success_left)):
    success, left = case
    for beta, noise in success.instances():
        yield (beta, noise, 0), success(beta, noise), (1 - beta) * (1 - never_removed(noise))
    for n, noise in product((1, 2, 8), (Fraction(1, 50), Fraction(1, 5), Fraction(2, 5), Fraction(9, 10))):
        beta = 1 - (1 - noise) ** n
        if left.holds_for(beta, n):
            yield (beta, noise, n), left(beta, n), (1 - beta) * (1 - never_removed(noise))

def refutes_proper_learner_succeeds(case, beta, noise, n):
    said = as_bracket(case[1](beta, n) if n else case[0](beta, noise)).lower
    return said > (1 - beta) * (1 - reconstruction_failure(16, 8, min(noise, HALF)))


@check("BBKN14-5.8", grade="certified",
       quantifier="T = 2, 4, 8, e^epsilon = 2, 3, m = 0, 1, 2, 3: the best success of all mechanisms; T = 2^64, m = "
                  "100, 300: that of naming the interval e^(epsilon m) times as often as any other; s less by a share "
                  "10^-9",
       says="{the rows that are said to be needed} are at most {the rows m of the best mechanism}")
@judged("<=")
def rows_of_the_best_mechanism_are_enough(needed=rows_of_noise_learners):
    for d, ratio, m in product((1, 2, 3), (2, 3), range(4)):
        s = (1 - least_interval_failure(2**d, m, ratio)) * (1 - Fraction(1, 10**9))
        yield (d, ratio, m), needed(d, s, Logarithm(Fraction(ratio))), m
    for ratio, m in product((2, 3), (100, 300)):
        s = Fraction(ratio**m, ratio**m + 2**64) * (1 - Fraction(1, 10**9))
        yield (64, ratio, m), needed(64, s, Logarithm(Fraction(ratio))), m

def refutes_rows_of_the_best_mechanism_are_enough(needed, d, ratio, m):
    s = Fraction(ratio**m, ratio**m + 2**d) * (1 - Fraction(1, 10**9))
    return as_bracket(needed(d, s, Logarithm(Fraction(ratio)))).lower > m


def succeeds(size: int, ratio: int, success: Fraction, rows: int) -> bool:
    """Tell whether some mechanism with so many rows names each interval with the given probability."""
    return least_interval_failure(size, rows, ratio) <= 1 - success


GRID = tuple(product((Fraction(1, 1000), TENTH, Fraction(1, 4), Fraction(2, 5)), (Fraction(1, 8), Fraction(1, 5), HALF),
                     (1, 3, 2**64)))  # alpha', beta', T


@check("BBKN14-5.8", grade="exact",
       quantifier="alpha' = 1/1000, 1/10, 1/4, 2/5, beta' = 1/8, 1/5, 1/2, T = 1, 3, 2^64: with n points, at most T "
                  "and below 1/alpha', the rate q at which (1 - q)^n falls to 1 - beta', within 2^-38; and then (1 - "
                  "beta')(1 - 2 q)^2",
       says="the rate q solves (1 - q)^n = 1 - beta' up to 2^(-38), and leaves success (1 - beta') (1 - 2 q)^2")
@sabotage("one point more", lambda alpha, beta, size: largest_noise_rate(alpha / 2, beta, size + 1))
@sabotage("beta' for 1 - beta'", lambda alpha, beta, size: largest_noise_rate(alpha, 1 - beta, size))
@judged("==")
def noise_is_as_large_as_success_allows(rate=largest_noise_rate):
    for alpha, beta, size in GRID:
        q, n = rate(alpha, beta, size), next(n for n in range(1, 1001) if n == size or alpha * (n + 1) >= 1)
        tight = (1 - q) ** n <= 1 - beta < (1 - q + Fraction(1, 2**38)) ** n
        left = success_at_largest_noise(alpha, beta, size) if 2 * q <= 1 else 0
        yield (alpha, beta, size), (tight, left), (True, (1 - beta) * (1 - 2 * q) ** 2 if 2 * q <= 1 else 0)

def refutes_noise_is_as_large_as_success_allows(rate, witness):
    alpha, beta, size = witness
    n = min(size, -(-1 // alpha) - 1)
    true = 1 - exp_bracket(log_bracket(1 - beta, 200) / n, 200)
    return not true.lower <= rate(*witness) <= true.upper + Fraction(1, 2**38)


SIZES = ((1, 2), (1, 3), (2, 2), (2, 3), (4, 2), (4, 3), (8, 2), (8, 3), (16, 3))  # T and e^epsilon
LISTED = ((Fraction(1, 1000), Fraction(1, 8)), (Fraction(1, 100), Fraction(1, 5)), (Fraction(1, 10), Fraction(1, 5)),
          (Fraction(1, 10), Fraction(249, 1000)))


@check("BBKN14-5.8", grade="certified",
       quantifier="all mechanisms on the packed databases of INTERVAL, T = 1, 2, 4, 8 (e^epsilon = 2, 3) and 16 "
                  "(e^epsilon = 3); (alpha', beta') = (1/1000, 1/8), (1/100, 1/5), (1/10, 1/5), (1/10, 249/1000): "
                  "least m, every smaller m refuted",
       says="{the rows of the closed form} equal {the least m at which a mechanism succeeds}")
@sabotage("the exponent loses a factor 2", lambda size, ratio, s: proper_interval_rows(size, ratio**2, s))
@judged("==")
def rows_needed_by_every_mechanism(rows=proper_interval_rows):
    for (size, ratio), (alpha, beta) in product(SIZES, LISTED):
        s = success_at_largest_noise(alpha, beta, size)
        enough = partial(succeeds, size, ratio, s)
        yield (size, ratio, s), rows(size, ratio, s), least_integer(enough)

def refutes_rows_needed_by_every_mechanism(rows, witness):
    size, ratio, s = witness  # the best mechanism: R on the right answer to 1 on each other one
    best = [Fraction(ratio**m, ratio**m + size) for m in range(40)]
    return rows(size, ratio, s) != next(m for m, success in enumerate(best) if success >= s)
