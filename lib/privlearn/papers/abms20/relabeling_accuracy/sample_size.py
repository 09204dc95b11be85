"""ABMS20, Section 5: rows that are enough for Claim 5.4, with an explicit constant."""

import math
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.learners.relabeling import enough_rows, least_half
from privlearn.learners.relabeling.accuracy import enough_rows_explicit
from privlearn.papers.abms20.relabeling_accuracy import claim

claim("ABMS20-5.4.inpart", kind="inequality", section="5, second form of Claim 5.4", step_of="ABMS20-5.4",
      title="Explicit sample size when D is at least half of S", uses=("ABMS20-5.4",),
      note="The same argument allows every constant from 10e/(5e - 1) = 2.159 on in place of 10.")


def worst_margin(constant: Fraction) -> Bracket:
    """Return the least of ``(B/2 - 1) L - ln L - ln(B/10)`` over ``L >= ln(20 e)``, for B > 2; else one below 0."""
    slope, start = constant / 2 - 1, log_bracket(20) + 1
    if slope <= 0:  # falling without end, as far as ln L is above 10/B
        start = start * 10**3
    if slope <= 0 or (start * slope).lower >= 1:  # or increasing from the start on
        return start * slope - Bracket(log_bracket(start.lower).lower, log_bracket(start.upper).upper) - log_bracket(
            constant / 10)
    return log_bracket(10 * slope / constant) + 1  # the minimum lies at L = 1/slope


@check("ABMS20-5.4.inpart", grade="certified",
       quantifier="all alpha in (0, 1], VC >= 1, beta in (0, 1): with L = ln(20e/alpha) and u = 10 L/alpha, u >= "
                  "4/alpha and u >= (2/alpha) ln(2eu); from there on u - (2/alpha) ln(2eu) grows with slope at least "
                  "1/2, which pays for the terms with ln(1/beta)",
       says="with the constant 10, u >= 4/alpha and u >= (2/alpha) ln(2eu)",
       reason="One variable is left: (B/2 - 1) L - ln L - ln(B/10) >= 0 for L >= ln(20e), B = 10, by its minimum.")
@sabotage("constant 2", Fraction(2))
def constant_ten_suffices(constant: Fraction = Fraction(10)) -> Verdict:
    return judge("<=", [((constant, "slope"), 4, (log_bracket(20) + 1) * constant),
                        ((constant, "margin"), 0, worst_margin(constant))])

def refutes_constant_ten_suffices(constant, witness):
    alpha = Fraction(1, 10)
    u = (log_bracket(20 / alpha) + 1).upper * constant / alpha
    return u < (2 / alpha) * (log_bracket(2 * u).lower + 1)  # alpha = 1/10, VC = 1, beta towards 1


TRIPLES = ((Fraction(1, 10), Fraction(1, 20), 1), (Fraction(1, 5), Fraction(1, 10), 2),
           (Fraction(1, 2), Fraction(3, 10), 4))


@check("ABMS20-5.4.inpart", grade="certified",
       quantifier="(alpha, beta, VC) = (0.1, 0.05, 1), (0.2, 0.1, 2), (0.5, 0.3, 4): for the least |D| with |S| = 2|D| "
                  "the bound (e|S|/VC)^VC e^{-alpha |D|/2} on the failure is below beta, for one row less it is "
                  "above, and the second form asks for more rows",
       says="the bound is below beta for the least |D| and above it for one row less; the second form asks for more")
@sabotage("one row less", lambda alpha, beta, d: least_half(alpha, beta, d) - 1)
@sabotage("one row more", lambda alpha, beta, d: least_half(alpha, beta, d) + 1)
@judged("<")
def least_size_is_below_the_explicit_one(least=least_half):
    for alpha, beta, d in TRIPLES:
        n = least(alpha, beta, d)
        for rows, name in ((n, "enough"), (n - 1, "less is not")):
            failure = exp_bracket(d - alpha * rows / 2) * Fraction(2 * rows, d) ** d
            yield ((alpha, beta, d), name), *((failure, beta) if rows == n else (beta, failure))
        yield ((alpha, beta, d), "second form"), n, enough_rows_explicit(alpha, beta, d)

def refutes_least_size_is_below_the_explicit_one(least, witness):
    alpha, beta, d = witness[0]
    n = Fraction(10**6)  # the fixed point from above
    for _ in range(60):
        n = Fraction(round(2**20 * (2 / alpha) * (log_bracket(1 / beta).upper
                                                  + d * (log_bracket(2 * n / d).upper + 1)))) / 2**20
    return math.ceil(n) != least(alpha, beta, d)


FORMS = {"first": lambda *given: enough_rows(*given), "second": lambda alpha, beta, d, rows: enough_rows_explicit(
    alpha, beta, d)}
MILLIONTH = Fraction(1, 10**6)


@check("ABMS20-5.4.inpart", grade="certified",
       quantifier="alpha = 1, 1/3, 1/10, beta = 1, 1/2, 10^-3, VC = 1, 2, 5, |S| = 5, 20, 300: both forms n, "
                  "exponentiated: e^{alpha n/2} beta = (e|S|/VC)^VC, and e^{alpha n/2} beta^2 = (20e/alpha)^{5 VC}, up "
                  "to 10^-6",
       says="the two forms n satisfy their equations for e^(alpha n/2) beta and e^(alpha n/2) beta^2, up to 10^-6")
@sabotage("2 ln(1/beta) forgotten in the first form", {**FORMS, "first": lambda alpha, beta, d, rows: enough_rows(
    alpha, Fraction(1), d, rows)})
@sabotage("20/alpha for 20e/alpha in the second form", {**FORMS, "second": lambda alpha, beta, d, rows: (
    enough_rows_explicit(alpha, beta, d) - 10 * d / alpha)})
@judged("<=")
def both_forms_are_the_printed_ones(forms: dict[str, Any] = FORMS):
    for (name, form), alpha, beta, d, rows in product(
            forms.items(), (Fraction(1), Fraction(1, 3), Fraction(1, 10)),
            (Fraction(1), Fraction(1, 2), Fraction(1, 1000)), (1, 2, 5), (5, 20, 300)):
        given, power = form(alpha, beta, d, rows), exp_bracket(d if name == "first" else 5 * d)
        power = power * (Fraction(rows, d) ** d / beta if name == "first" else (20 / alpha) ** (5 * d) / beta**2)
        yield (name, alpha, beta, d, rows, "less"), power * (1 - MILLIONTH), exp_bracket(alpha * given.upper / 2)
        yield (name, alpha, beta, d, rows, "more"), exp_bracket(alpha * given.lower / 2), power * (1 + MILLIONTH)

def refutes_both_forms_are_the_printed_ones(forms, name, alpha, beta, d, rows, _):
    logs = -math.log(beta), d * math.log(math.e * rows / d), 5 * d * math.log(20 * math.e / alpha)
    expected = 2 * (logs[0] + logs[1] if name == "first" else 2 * logs[0] + logs[2]) / alpha
    return abs(float(forms[name](alpha, beta, d, rows).lower) - expected) > 1e-7 * expected / 2
