"""BBKN14, after Lemma 3.10: with any representing class the generic learner's rows grow with log d."""

from fractions import Fraction
from math import comb

from privlearn.checking import check, judged, sabotage
from privlearn.dimensions.representation.points import smallest_size, sperner_size
from privlearn.exact import log_bracket
from privlearn.exact.fractions import QUARTER, TENTH
from privlearn.learners.generic import occam_sample_size
from privlearn.papers.bbkn14.representing_classes import claim

claim("BBKN14-3.10.consequence", kind="remark",
      title="With any class that represents POINT_d, Theorem 3.2 asks for Omega(log d) rows",
      uses=("BBKN14-3.2", "BBKN14-3.10"),
      note="A limit of the method, not of private learning: Section 4.2 learns points with a number of rows that "
           "does not depend on d, and its count is checked there.")


@check("BBKN14-3.10.consequence", grade="exact",
       quantifier="d = 2, 4, ..., 512, alpha = 1/4, beta = 1/10, e^epsilon = 9/4: rows with the least number of "
                  "hypotheses, at least d, that Sperner's theorem allows",
       says="the hypotheses are at least d, and the rows at least 128 ln(3 d/beta)/alpha",
       reason="The constant count of Claim 4.5, the other half of the comparison, comes with Section 4.2.")
@sabotage("|H| = 1", lambda d: 1)
@sabotage("|H| = d - 1", lambda d: d - 1)
@sabotage("hypotheses for 2^(d/2) points only", lambda d: sperner_size(2 ** (d // 2)))
@judged("<=")
def rows_grow_with_the_logarithm_of_d(needed=lambda d: sperner_size(2**d)):
    for d in (2**k for k in range(1, 10)):
        rows = occam_sample_size(needed(d), Fraction(9, 4), QUARTER, TENTH)
        yield (d, "number"), d, needed(d)
        yield (d, "logarithm"), log_bracket(3 * d / TENTH) * (128 / QUARTER), rows

def refutes_rows_grow_with_the_logarithm_of_d(needed, witness):
    d = witness[0]
    return comb(needed(d), needed(d) // 2) < 2**d  # by Sperner so few hypotheses represent nothing


@check("BBKN14-3.10.consequence", grade="exact",
       quantifier="d = 2..512: hypotheses that are needed, at least d and at most d + (log2(d) + 1)/2 + 2; so many of "
                  "them have 2^d columns in the layer below the middle, one less has not",
       says="the size k is the least with C(k, ceil(k/2) - 1) >= 2^d, and d <= k <= d + (log2(d) + 1)/2 + 2")
@sabotage("d itself", lambda points: points.bit_length() - 1)
@sabotage("one more than needed", lambda points: smallest_size(points) + 1)
@judged("<=")
def exact_size_is_close_to_d(size=smallest_size):
    for d in range(2, 513):
        k = size(2**d)
        yield (d,), d, k
        yield (d,), k, d + d.bit_length() // 2 + 2
        yield (d,), 2**d, comb(k, (k + 1) // 2 - 1)
        yield (d,), comb(k - 1, k // 2 - 1) + 1, 2**d

def refutes_exact_size_is_close_to_d(size, witness):
    points, k, binomials = 2 ** witness[0], 1, [1, 1]
    while binomials[(k + 1) // 2 - 1] < points:  # Pascal's triangle, row by row
        k, binomials = k + 1, [1, *(a + b for a, b in zip(binomials, binomials[1:], strict=False)), 1]
    return size(points) != k
