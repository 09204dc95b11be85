"""BBKN14, Section 2, notation: O_gamma, Omega_gamma and negligible functions, on tables of sample sizes."""

from fractions import Fraction

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.learners.points import printed_point_plan
from privlearn.learners.points.side_by_side import least_factor
from privlearn.papers.bbkn14.preliminaries import claim
from privlearn.papers.bbkn14.preliminaries.instances import GAMMAS, improper_point_rows, proper_point_rows

DIMENSIONS = tuple(2**k for k in range(2, 10))  # d = 4..512

claim("BBKN14-2.notation", kind="definition", section="2 Preliminaries",
      title="O_gamma and Omega_gamma hide a function of gamma; a negligible function beats every polynomial",
      note="A table of sample sizes can refute O_gamma, not prove it. That 2^-x is negligible is checked for all "
           "larger arguments too, because 2^-x x^k falls from its starting point on.")


@check("BBKN14-2.notation", grade="exact",
       quantifier="d = 4, 8, ..., 512; alpha = 1/3, 1/4, 1/10; beta = 1/5, 1/10, 1/100; epsilon = 1/10, 1/2, 9/10",
       says="{the rows of Claim 4.5 at d bits} equal {the rows of Claim 4.5 at 4 bits}")
@sabotage("d rows more", lambda d, *gamma: improper_point_rows(d, *gamma) + d)
def claim_4_5_sample_size_does_not_vary_with_d(count=improper_point_rows) -> Verdict:
    return judge("==", (((d, *gamma), count(d, *gamma), count(DIMENSIONS[0], *gamma))
                        for gamma in GAMMAS for d in DIMENSIONS[1:]))

def refutes_claim_4_5_sample_size_does_not_vary_with_d(count, witness):
    d, *gamma = witness
    return len({count(k, *gamma) for k in (4, d)}) == 2


@check("BBKN14-2.notation", grade="exact",
       quantifier="alpha = 1/3, 1/4, 1/10; beta = 1/100, 1/1000; epsilon = 1/10, 1/2, 9/10: the rows that the "
                  "running learner of Claim 4.5 divides, against its formula",
       says="{the rows of the formula} equal {the rows that the running learner divides}")
@sabotage("blocks that aim at alpha instead of alpha/8",
          lambda d, alpha, beta, epsilon: improper_point_rows(d, 8 * alpha, beta, epsilon))
def running_learner_takes_the_rows_of_the_formula(count=improper_point_rows) -> Verdict:
    return judge("==", (((alpha, beta, epsilon), count(4, alpha, beta, epsilon),
                         printed_point_plan(epsilon, alpha, beta).total)
                        for alpha in (Fraction(1, 3), Fraction(1, 4), Fraction(1, 10))
                        for beta in (Fraction(1, 100), Fraction(1, 1000))
                        for epsilon in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10))))

def refutes_running_learner_takes_the_rows_of_the_formula(count, alpha, beta, epsilon):
    runs = next(n for n in range(99) if 5 * 4**n <= beta * 5**n)
    return count(4, alpha, beta, epsilon) < runs * 384 * Fraction(1386, 1000) * 64 / (epsilon * alpha**2)


@check("BBKN14-2.notation", grade="exact",
       quantifier="d = 1..512 against d = 1..8; the 27 triples of alpha = 1/3, 1/4, 1/10, beta = 1/5, 1/10, 1/100 "
                  "and epsilon = 1/10, 1/2, 9/10",
       says="{the least factor h with rows <= h d, d <= 512} equals {the least factor h with rows <= h d, d <= 8}")
@sabotage("O_gamma(1), as for the improper learner", lambda d: 1)
@sabotage("O_gamma(log d)", lambda d: d.bit_length())
def lemma_3_4_sample_size_is_of_the_order_of(growth=lambda d: d) -> Verdict:
    """The least h(gamma) for d up to 512 is already the least for d up to 8: h does not depend on d."""
    return judge("==", ((gamma, least_factor(proper_point_rows, growth, range(1, 513), gamma),
                         least_factor(proper_point_rows, growth, range(1, 9), gamma)) for gamma in GAMMAS))

def refutes_lemma_3_4_sample_size_is_of_the_order_of(growth, witness):
    far = proper_point_rows(512, *witness)
    return all(far * growth(d) > proper_point_rows(d, *witness) * growth(512) for d in range(1, 9))


@check("BBKN14-2.notation", grade="exact",
       quantifier="all polynomials x^k with k = 1..8 and all integers x from a start (k) to 512",
       says="2^(-x) x^k is below 1 and falls from x to x + 1")
@sabotage("an inverse polynomial, x^-5", lambda x: Fraction(1, x**5))
@sabotage("the inverse of the last of these polynomials, x^-8", lambda x: Fraction(1, x**8))
@judged("<")
def decreases_faster_than_every_inverse_polynomial(function=lambda x: Fraction(1, 2**x)):
    """From the least x with x^k < 2^x and (1 + 1/x)^k <= 2 on, ``function(x) x^k`` is below 1 and falls."""
    for k in range(1, 9):
        start = next(x for x in range(2, 512) if x**k < 2**x and (x + 1) ** k <= 2 * x**k)
        for x in range(start, 513):
            yield (k, x), max(function(x) * x**k, function(x + 1) * (x + 1) ** k / (function(x) * x**k)), 1

def refutes_decreases_faster_than_every_inverse_polynomial(function, k, x):
    return function(2 * x) >= Fraction(1, (2 * x) ** k) or function(x + 1) * (x + 1) ** k >= function(x) * x**k
