"""BBKN14, Section 3: how many rows Theorem 3.2 asks for, and the three terms of its proof."""

from collections.abc import Callable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import product
from math import ceil, comb
from typing import Any

import privlearn.papers.bbkn14.generic_learner.guarantee  # noqa: F401  declares what is checked here
from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact import Bracket, binomial_tail, exp_bracket, log_bracket
from privlearn.exact.fractions import HALF, TENTH
from privlearn.learners.generic import occam_failure_bound, occam_sample_size, three_terms
from privlearn.mechanisms import from_scores
from privlearn.papers.bbkn14.generic_learner.instances import CLOSE, rows_with_constant_one, without_the_third_term

GRID = tuple(product((4, 16, 31, 1024), (CLOSE, Fraction(9, 4), Fraction(4)), (Fraction(1, 4), HALF)))
APART = Fraction(1, 2**40)  # how closely brackets and balls agree


@check("BBKN14-3.2", grade="certified",
       quantifier="N in {4, 16, 31, 1024}, e^epsilon in {1.001^2, 9/4, 4}, alpha in {1/4, 1/2}, beta in {1/10, 1/100}",
       says="{the three-term bound at the sample size} is at most {beta}")
@sabotage("half as many rows", lambda n, r, alpha, beta: occam_sample_size(n, r, alpha, beta) // 2)
def bound_is_at_most_beta_at_the_sample_size(size=occam_sample_size) -> Verdict:
    return judge("<=", (((n, r, alpha, beta), occam_failure_bound(n, r, alpha, size(n, r, alpha, beta)), beta)
                        for (n, r, alpha), beta in product(GRID, (TENTH, Fraction(1, 100)))))

def refutes_bound_is_at_most_beta_at_the_sample_size(size, witness):
    n, r, alpha, beta = witness
    return sum(decimal_terms(n, r, alpha, size(*witness))) > as_decimal(beta)


def as_decimal(value: Fraction) -> Decimal:
    """Return a fraction to 60 digits."""
    with localcontext(prec=60):
        return Decimal(value.numerator) / value.denominator


def decimal_terms(n: int, r: Fraction, alpha: Fraction, rows: int) -> tuple[Decimal, Decimal, Decimal]:
    """Return the three terms in decimal arithmetic, from Chernoff's exponents and the weight of one bad hypothesis."""
    with localcontext(prec=60):
        share = as_decimal(alpha) * rows
        good, bad = (-share / 2 * Decimal("0.25") ** 2 / 3).exp(), (-share * Decimal("0.125") ** 2 / 2).exp()
        return good, n * bad, n * (-as_decimal(r).ln() / 2 * share / 4).exp()


def bracket_terms(n: int, r: Fraction, alpha: Fraction, rows: int) -> tuple[Bracket, Bracket, Bracket]:
    """Return the same in brackets: deviations 1/4 of alpha m / 2 and 1/8 of alpha m, a gap of alpha m / 4 errors."""
    share = alpha * rows
    return (exp_bracket(-share / 2 * Fraction(1, 4) ** 2 / 3), n * exp_bracket(-share * Fraction(1, 8) ** 2 / 2),
            n * exp_bracket(-log_bracket(r) / 2 * (share / 4)))


@check("BBKN14-3.2", grade="certified",
       quantifier="N in {1, 16, 1024}, e^epsilon in {1.001^2, 9/4, 4}, alpha in {1/4, 1/2}, m in {1, 100, 9600}: "
                  "the bound and the three terms of the proof, to one part in 2^40",
       says="the bound is the sum of the three terms of the proof, to one part in 2^40")
@sabotage("without the third term, the only one with epsilon", without_the_third_term)
@sabotage("a hundredth less", lambda *case: occam_failure_bound(*case) * Fraction(99, 100))
@judged("<=")
def bound_is_the_sum_of_the_three_terms(bound=occam_failure_bound):
    for case in product((1, 16, 1024), (CLOSE, Fraction(9, 4), Fraction(4)), (Fraction(1, 4), HALF), (1, 100, 9600)):
        found, expected = bound(*case), sum(bracket_terms(*case), Bracket(Fraction(0), Fraction(0)))
        yield case, found, expected * (1 + APART)
        yield case, expected, found * (1 + APART)

def refutes_bound_is_the_sum_of_the_three_terms(bound, witness):
    found, expected = bound(*witness), sum(decimal_terms(*witness))
    with localcontext(prec=60):
        return abs(as_decimal(found.lower) / expected - 1) > as_decimal(APART) / 2


@check("BBKN14-3.2", grade="certified",
       quantifier="N in {1, 2^64}, e^epsilon in {1.001^2, 17/16, 9/4, 2^1000}, alpha in {1/4, 1/2}, beta in {1/10, "
                  "1/100}: each term at most beta/3 at m, one above it at m - 1",
       says="with m rows each term is at most beta/3, with m - 1 some term is above beta/3")
@sabotage("a hundredth fewer rows", lambda *case: occam_sample_size(*case) * 99 // 100)
@sabotage("one row more", lambda *case: occam_sample_size(*case) + 1)
@sabotage("both constants 128 and 8/epsilon replaced by 1/epsilon", rows_with_constant_one)
def sample_size_is_the_least_for_the_three_terms(size=occam_sample_size) -> Verdict:
    given = [(*case, size(*case)) for case in product(
        (1, 2**64), (CLOSE, Fraction(17, 16), Fraction(9, 4), Fraction(2**1000)), (Fraction(1, 4), HALF),
        (TENTH, Fraction(1, 100)))]
    enough = ((case, term, case[3] / 3) for case in given for term in bracket_terms(*case[:3], case[4]))
    before = ((case, case[3] / 3, max(bracket_terms(*case[:3], case[4] - 1), key=lambda term: term.lower))
              for case in given)
    return all_hold(judge("<=", enough), judge("<", before))

def refutes_sample_size_is_the_least_for_the_three_terms(_, n, r, alpha, beta, rows):
    here, before = (max(decimal_terms(n, r, alpha, m)) for m in (rows, rows - 1))
    return not here <= as_decimal(beta / 3) < before


@check("BBKN14-3.2", grade="exact",
       quantifier="e^epsilon in {9/4, 2^1000, 2^(10^6)}, N = 1024, alpha = beta = 1/10: with so many rows, the least "
                  "failure of any learner, private or not, on three targets with mass 11/100 is at most beta",
       says="{the least failure of any learner} is at most {beta}")
@sabotage("(log2 N + log2 1/beta) / (epsilon alpha), the single denominator",
          lambda n, r, alpha, beta: ceil((log_bracket(n / beta) / (log_bracket(2) * log_bracket(r) * alpha)).upper))
def rows_do_not_fall_below_what_every_learner_needs(size=occam_sample_size) -> Verdict:
    unseen = Fraction(89, 100)
    return judge("<=", ((r, unseen ** size(1024, r, TENTH, TENTH) * Fraction(2, 3), TENTH)
                        for r in (Fraction(9, 4), Fraction(2**1000), Fraction(2**1_000_000))))

def refutes_rows_do_not_fall_below_what_every_learner_needs(size, witness):
    rows, mass = size(1024, witness, TENTH, TENTH), Fraction(11, 100)
    seen = sum(comb(rows, k) * mass**k * (1 - mass) ** (rows - k) for k in range(1, rows + 1))
    return 1 - seen - (1 - seen) / 3 > TENTH  # a sample that shows no target is answered with one of the three


def term_cases(terms: Callable[..., tuple[Bracket, Bracket, Bracket]]) -> Iterator[tuple[Any, Fraction, Bracket]]:
    """Yield, for each term, (which, alpha, m), the exact probability of its event and the term, for 16 hypotheses."""
    for alpha, rows in product((Fraction(1, 4), HALF), (24, 96, 384, 960)):
        good, bad, drawn = terms(16, Fraction(9, 4), alpha, rows)
        yield (0, alpha, rows), binomial_tail(rows, alpha / 2, at_least=alpha * rows * Fraction(5, 8)), good
        yield (1, alpha, rows), 16 * binomial_tail(rows, alpha, at_most=alpha * rows * Fraction(7, 8)), bad
        gap = ceil(alpha * rows / 4)  # all but one of 16 hypotheses are bad and exactly so many errors behind
        law = from_scores({h: -gap * (h > 0) for h in range(16)}, Fraction(3, 2)).exact()
        yield (2, alpha, rows), 1 - law[0], drawn


def with_constants(good: int, bad: int, score: int) -> Callable[..., tuple[Bracket, Bracket, Bracket]]:
    """Return the three terms with other constants in their exponents."""
    def terms(n: int, r: Fraction, alpha: Fraction, rows: int) -> tuple[Bracket, Bracket, Bracket]:
        return (exp_bracket(-alpha * rows / good), n * exp_bracket(-alpha * rows / bad),
                n * exp_bracket(-log_bracket(r) * (alpha * rows / score)))

    return terms


@check("BBKN14-3.2", grade="certified",
       quantifier="alpha in {1/4, 1/2}, m in {24, 96, 384, 960}, N = 16, e^epsilon = 9/4: exact binomial tails and "
                  "one exact law",
       says="{the chance of an event, by union bound} is at most {the term of the proof for this event}")
@sabotage("1/24 in place of 1/96: a good hypothesis", with_constants(24, 128, 8))
@sabotage("1/48 in place of 1/128: bad hypotheses", with_constants(96, 48, 8))
@sabotage("1/4 in place of 1/8: the exponent without its 1/2", with_constants(96, 128, 4))
def each_term_dominates_its_event(terms=three_terms) -> Verdict:
    return judge("<=", term_cases(terms))

def refutes_each_term_dominates_its_event(terms, which, alpha, rows):
    p = alpha / 2 if which == 0 else alpha
    wanted = [k for k in range(rows + 1) if (8 * k >= 5 * alpha * rows if which == 0 else 8 * k <= 7 * alpha * rows)]
    event = sum(comb(rows, k) * p**k * (1 - p) ** (rows - k) for k in wanted)
    if which == 2:
        weight = Fraction(2, 3) ** -(-alpha * rows // 4)
        event = 15 * weight / (1 + 15 * weight)
    return event * 16 ** (which == 1) > terms(16, Fraction(9, 4), alpha, rows)[which].upper
