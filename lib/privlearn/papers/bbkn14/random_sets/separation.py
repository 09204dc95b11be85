"""BBKN14, Section 4: the first separation of proper and improper learning, and footnote 6."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, sabotage
from privlearn.exact import log_bracket
from privlearn.exact.fractions import HALF, QUARTER, TENTH
from privlearn.learners.points.side_by_side import improper_private_rows, least_factor
from privlearn.learners.proper_points import smallest_rows_any_learner
from privlearn.papers.bbkn14.preliminaries.instances import GAMMAS
from privlearn.papers.bbkn14.random_sets import claim
from privlearn.papers.bbkn14.random_sets.instances import (first_crossover, least_proper_failure, rows_at,
                                                           second_crossover, separation_rows)

claim("BBKN14-4.0.separation-log", kind="remark", status="checked",
      reason="a summary of theorems of the book in orders of growth; the crossovers are computed for one choice of "
             "parameters", section="4 Proper private learning vs. improper private learning",
      uses=("BBKN14-3.2", "BBKN14-3.9", "BBKN14-3.10", "BBKN14-4.1", "BBKN14-4.2", "BBKN14-4.5"),
      title="First separation: proper learning needs Omega(d) rows, improper learning O(log d)",
      note="Lemma 3.9 enters through its exact closed form, Claim 4.5 through the number of rows its proof takes.")

FAR = 2800  # from here on the closed argument of `markov_margin`


def markov_margin(rows: int, d: int) -> Fraction:
    """Return a lower bound on that failure: ``3/4 (1 - rows / (4 (d - 1)))``.

    At most d - 2 hits, which by Markov's inequality has the probability in brackets at least, leave a failure of
    ``(T - 2) / (T/4 + T - 2) >= 3/4``.
    """
    return Fraction(3, 4) * (1 - Fraction(rows, 4 * (d - 1)))


@check("BBKN14-4.0.separation-log", grade="certified",
       quantifier="alpha = 1/4, beta = 1/10, e^epsilon = 2: d = crossover - 1 and every d from the crossover to 2800 "
                  "in blocks of 8 (rows of the last, d of the first), and all d >= 2800 by Markov's inequality",
       says="with Theorem 4.2's rows, the least proper failure exceeds beta from the crossover on, not one d earlier")
@sabotage("log2(d) / (epsilon alpha) rows, without constants",
          lambda: first_crossover(lambda d: int(6 * d.bit_length())))
def proper_learning_is_dearer_from(first=first_crossover) -> Verdict:
    d = first()

    def dearer() -> Iterator[Any]:
        exact_until = min(d + 24, FAR)
        for here in range(d, exact_until):
            yield (here, "exact"), TENTH, least_proper_failure(here, separation_rows(here))
        for here in range(exact_until, FAR, 8):
            yield (here, "block"), TENTH, least_proper_failure(here, separation_rows(here + 7))
        yield (FAR, "Markov"), TENTH, markov_margin(separation_rows(FAR) + 2, FAR)
        # rows(d) <= rows(FAR) + 2 + 512 ln(d / FAR) grows by at most 512 / FAR a step, so rows(d) / (d - 1) falls
        yield (FAR, "growth"), Fraction(512, FAR), Fraction(separation_rows(FAR), FAR - 1)

    before = judge("<=", [((d - 1, "before"), least_proper_failure(d - 1, separation_rows(d - 1)), TENTH)])
    return all_hold(before, judge("<", dearer()))

def refutes_proper_learning_is_dearer_from(first, d, _):
    left_open = smallest_rows_any_learner(d, 2, QUARTER, TENTH) <= separation_rows(d)
    return left_open if d >= first() else not left_open


@check("BBKN14-4.0.separation-log", grade="certified",
       quantifier="alpha = 1/4, beta = 1/10, e^epsilon = 2, d a power of two: rows of Theorem 4.2, which never fall "
                  "with d, against those of Claim 4.5, at the crossover and one doubling before",
       says="Theorem 4.2 takes more rows than Claim 4.5 at the crossover, but not one doubling before")
@sabotage("one doubling earlier", lambda: second_crossover() - 1)
def constant_count_is_cheaper_from_two_to_the(second=second_crossover) -> Verdict:
    b, limit = second(), improper_private_rows(2, QUARTER, TENTH)
    return judge("<=", [((b - 1,), separation_rows(1 << (b - 1)), limit), ((b,), limit + 1, separation_rows(1 << b))])

def refutes_constant_count_is_cheaper_from_two_to_the(second, witness):
    b = witness[0]
    rows = 512 * (log_bracket(30 * 648) + 1 + b * log_bracket(2))  # ln(3 |H| / beta), |H| = 648 e 2^b
    dearer = rows.lower > improper_private_rows(2, QUARTER, TENTH)
    return dearer if b < second() else not dearer


claim("BBKN14-fn6", kind="remark", status="checked",
      reason="a convention on notation, tried on the numbers of rows of two results",
      section="4 Proper private learning vs. improper private learning",
      uses=("BBKN14-2.notation",), title="Footnote 6: what O and Omega with parameters as indices mean",
      note="The same test as for the notation of Section 2, here on the rows of Theorem 4.2 and of Lemma 3.9; a "
           "table can refute O and Omega with parameters, not prove them.")


@check("BBKN14-fn6", grade="certified",
       quantifier="27 triples (alpha, beta, e^epsilon), d = 2^1..2^16, 2^32, 2^64, 2^128 against d = 2^1..2^4: the "
                  "least h with rows <= h growth",
       says="{the least h for d up to 2^128} equals {the least h for d up to 2^4}")
@sabotage("O(1) with the parameters as indices", lambda d: 1)
def theorem_4_2_is_of_the_order_of(growth=lambda d: d.bit_length() - 1) -> Verdict:
    """The least h(gamma) for d up to 2^128 is already the least for d up to 16: h does not depend on d."""
    far, near = [[2**b for b in exponents] for exponents in ((*range(1, 17), 32, 64, 128), range(1, 5))]
    return judge("==", ((gamma, least_factor(rows_at, growth, far, gamma), least_factor(rows_at, growth, near, gamma))
                        for gamma in GAMMAS))

def refutes_theorem_4_2_is_of_the_order_of(growth, gamma):
    return all(rows_at(2**128, *gamma) * growth(2**b) > rows_at(2**b, *gamma) * growth(2**128) for b in range(1, 5))


@check("BBKN14-fn6", grade="certified",
       quantifier="d = 4..32 and 64, alpha, beta = 1/4, 1/10, 1/2 and 1/10, 1/4, 1/2, e^epsilon = 2: h(alpha, beta) "
                  "(d - 1) against the exact threshold of Lemma 3.9, h = (1 - 9 beta / 7) / alpha",
       says="{h(alpha, beta) (d - 1)} is at most {the least rows that Lemma 3.9 allows}")
@sabotage("Omega(d^2)", lambda d, alpha, beta: (1 - 9 * beta / 7) / alpha * (d - 1) ** 2)
def proper_threshold_is_at_least(below=lambda d, alpha, beta: (1 - 9 * beta / 7) / alpha * (d - 1)) -> Verdict:
    return judge("<=", (((d, alpha, beta), below(d, alpha, beta), smallest_rows_any_learner(d, 2, alpha, beta))
                        for d in (*range(4, 33), 64) for alpha in (QUARTER, TENTH, HALF)
                        for beta in (TENTH, QUARTER, HALF)))

def refutes_proper_threshold_is_at_least(below, d, alpha, beta):
    rows, weight = int(below(d, alpha, beta)), (1 - alpha) ** int(below(d, alpha, beta))
    failure = Fraction(0)
    for k in range(rows + 1):  # with so many rows the family does not refute a proper learner
        failure += weight * Fraction(2**d - 2, 2**k + 2**d - 2)
        weight *= Fraction(rows - k, k + 1) * alpha / (1 - alpha)
    return failure <= beta
