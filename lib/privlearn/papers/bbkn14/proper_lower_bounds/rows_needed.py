"""BBKN14, Section 3.1: Theorem 3.6 solved for the rows, and Corollary 3.8 for points."""

from fractions import Fraction
from itertools import product

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.proper_points import minimal_m_packing
from privlearn.mechanisms.optima import packing_success
from privlearn.papers.bbkn14.proper_lower_bounds import claim
from privlearn.papers.bbkn14.proper_lower_bounds.instances import full_success, unsymmetrised_success

claim("BBKN14-3.6.solve", kind="inequality", step_of="BBKN14-3.6",
      title="Solving for m: at least (ln(|H| - 1) + ln((1 - beta)/beta)) / epsilon, at least a quarter of the "
            "printed sum", uses=("BBKN14-3.6.eq-sum",),
      note="The constant 1/4 for all |H| >= 3 and beta <= 1/2: ((N-1)(1-beta)/beta)^4 beta / N grows with N and with "
           "1/beta, and is 8/3 at N = 3, beta = 1/2.")

SOLVE_GRID = tuple((count, beta, ratio) for count in (3, 2**8, 2**64, 2**512)
                   for beta in (Fraction(1, 2), Fraction(1, 10), Fraction(1, 2**20))
                   for ratio in (Fraction(9, 4), Fraction(4)))


def solved_for_rows(count: int, beta: Fraction, ratio: Fraction) -> Bracket:
    """Return ``(ln(N - 1) + ln((1 - beta) / beta)) / epsilon``."""
    bits = 640  # at N = 2^512, beta = 1/2, e^epsilon = 4 the value is just below 256
    return bracket_of(lambda: ball((count - 1) * (1 - beta) / beta).log() / ball(ratio).log(), bits)


def ceiling(value: Bracket) -> int:
    """Return the least non-negative integer of at least the value; refuse a bracket that contains an integer."""
    low, high = (max(0, -(-end.numerator // end.denominator)) for end in (value.lower, value.upper))
    if low != high:
        raise ArithmeticError(f"the bracket {value} contains an integer: ask for more bits")
    return low


@check("BBKN14-3.6.solve", grade="certified",
       quantifier="N = 3, 2^8, 2^64, 2^512; beta = 1/2, 1/10, 2^-20; e^epsilon = 9/4, 4",
       says="{the least m that the inequality allows} equals {the solved formula, rounded up}")
@sabotage("ln(1/beta) added twice", lambda count, beta, ratio: minimal_m_packing(count, beta**2, ratio))
@sabotage("N in place of N - 1", lambda count, beta, ratio: minimal_m_packing(count + 1, beta, ratio))
def least_rows_are_the_formula_rounded_up(least=minimal_m_packing) -> Verdict:
    return judge("==", ((entry, least(*entry), ceiling(solved_for_rows(*entry))) for entry in SOLVE_GRID))

def refutes_least_rows_are_the_formula_rounded_up(least, count, beta, ratio):
    m = least(count, beta, ratio)
    enough = [(count - 1) * (1 - beta) <= beta * ratio**rows for rows in (max(0, m - 1), m)]
    return not (enough[1] and (m == 0 or not enough[0]))


@check("BBKN14-3.6.solve", grade="certified",
       quantifier="N = 3, 2^8, 2^64, 2^512; beta = 1/2, 1/10, 2^-20; e^epsilon = 9/4, 4",
       says="{a quarter of (ln N + ln(1/beta))/epsilon} is at most {the explicit bound on the rows}")
@sabotage("constant 1", Fraction(1))
def omega_constant_is_a_quarter(constant: Fraction = Fraction(1, 4)) -> Verdict:
    return judge("<=", (((count, beta, ratio),
                         constant * (log_bracket(count) + log_bracket(1 / beta)) / log_bracket(ratio),
                         solved_for_rows(count, beta, ratio)) for count, beta, ratio in SOLVE_GRID))

def refutes_omega_constant_is_a_quarter(constant, witness):
    count, beta, _ = witness  # constant = p/q: compare (N/beta)^p with ((N-1)(1-beta)/beta)^q in integers
    return (count / beta) ** constant.numerator > ((count - 1) * (1 - beta) / beta) ** constant.denominator


claim("BBKN14-3.8", kind="corollary",
      title="Every proper private learner of points needs (d + log 1/beta) / epsilon samples, up to a constant",
      uses=("BBKN14-2.2", "BBKN14-2.5", "BBKN14-3.6", "BBKN14-3.7"),
      note="As in Theorem 3.6 the Omega is for d >= 2 and beta <= 1/2; the explicit bound holds for all.")


@check("BBKN14-3.8", grade="certified", quantifier="d = 1..512; e^epsilon = 9/4, 4; beta = 1/4, 2^-20",
       says="{the least m with failure at most beta} equals {the explicit bound, rounded up}")
@sabotage("ln(1/beta) twice", lambda count, beta, ratio: minimal_m_packing(count, beta**2, ratio))
@sabotage("2^d in place of 2^d - 1", lambda count, beta, ratio: minimal_m_packing(count + 1, beta, ratio))
@judged("==")
def explicit_bound_is_the_threshold_of_the_program(least=minimal_m_packing):
    """The bound, rounded up, is the least m with failure ``1 - r^m / (r^m + 2^d - 1)`` of at most beta."""
    for ratio in (Fraction(9, 4), Fraction(4)):
        for beta in (Fraction(1, 4), Fraction(1, 2**20)):
            rows = 0
            for d in range(1, 513):
                while 1 - packing_success(2**d, ratio**rows) > beta:
                    rows += 1
                yield (d, beta, ratio), rows, least(2**d, beta, ratio)

def refutes_explicit_bound_is_the_threshold_of_the_program(least, d, beta, ratio):
    rows = least(2**d, beta, ratio)  # wrong if too few for the best mechanism, or one row less is enough
    others = 2**d - 1
    return others > beta * (ratio**rows + others) or (rows > 0 and others <= beta * (ratio ** (rows - 1) + others))


@check("BBKN14-3.8", grade="certified",
       quantifier="all private proper learners of points on all labelled databases; T = 2, 3, 4, 5, m = 1, 2, 3, "
                  "e^epsilon = 2, 3/2; beta the failure of the best of them",
       says="{(T - 1) (1 - beta)/beta} is at most {e^(epsilon m)}")
@sabotage("twice log((1 - beta)/beta)", 2)
@judged("<=")
def best_learner_obeys_the_inequality(power: int = 1):
    """``(T - 1) (1 - beta) <= beta r^m`` (with the object as the power of ``(1 - beta) / beta``)."""
    for size, rows, ratio in product((2, 3, 4, 5), (1, 2, 3), (Fraction(2), Fraction(3, 2))):
        good = full_success(size, rows, ratio)
        yield (size, rows, ratio), (size - 1) * (good / (1 - good)) ** power, ratio**rows

def refutes_best_learner_obeys_the_inequality(power, size, rows, ratio):
    good = unsymmetrised_success(size, rows, ratio)
    return (size - 1) * (good / (1 - good)) ** power > ratio**rows
