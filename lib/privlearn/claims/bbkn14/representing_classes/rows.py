"""BBKN14, after Lemma 3.10: with any representing class the generic learner's rows grow with log d."""

from fractions import Fraction
from math import comb
from typing import Any

from privlearn.claims import Verdict, check, judge, judged, sabotage
from privlearn.claims.bbkn14.representing_classes import claim
from privlearn.claims.fractions import QUARTER, TENTH
from privlearn.dimensions.representation.points import smallest_size, sperner_size
from privlearn.exact import log_bracket
from privlearn.learners.generic import occam_sample_size

claim("BBKN14-3.10.consequence", kind="remark",
      title="With any class that represents POINT_d, Theorem 3.2 asks for Omega(log d) rows",
      uses=("BBKN14-3.2", "BBKN14-3.10"),
      note="A limit of the method, not of private learning: Section 4.2 learns points with a number of rows that "
           "does not depend on d, and its count is checked there.")


@check("BBKN14-3.10.consequence", grade="exact",
       quantifier="d in {8, 64, 512}, alpha = 1/4, beta = 1/10, e^epsilon = 9/4: rows with max(d, Sperner's bound) "
                  "hypotheses against 128 ln(d) / alpha and against the rows for the d before",
       says="the rows are at least 128 ln(d)/alpha and larger than for the d before",
       reason="The constant count of Claim 4.5, the other half of the comparison, comes with Section 4.2.",
       fingerprint=lambda needed: [needed(d) for d in (8, 64, 512)])
@sabotage("|H| = 1", lambda d: 1)
def rows_grow_with_the_logarithm_of_d(needed=lambda d: max(d, sperner_size(2**d))) -> Verdict:
    rows = {d: occam_sample_size(needed(d), Fraction(9, 4), QUARTER, TENTH) for d in (8, 64, 512)}
    cases: list[Any] = [((d, "logarithm"), log_bracket(d) * 512, rows[d]) for d in rows]
    cases += [((right, left), rows[left] + 1, rows[right]) for left, right in ((8, 64), (64, 512))]
    return judge("<=", cases)

@rows_grow_with_the_logarithm_of_d.verifier
def _(needed, witness):
    d = witness[0]
    return comb(needed(d), needed(d) // 2) < 2**d  # by Sperner so few hypotheses represent nothing


@check("BBKN14-3.10.consequence", grade="exact",
       quantifier="d = 2..512: hypotheses that are needed, at least d and at most d + log2(d) / 2 + 2; so many of them "
                  "have 2^d columns in the layer below the middle, one less has not",
       says="the size k is the least with C(k, ceil(k/2) - 1) >= 2^d, and d <= k <= d + (log2(d) + 1)/2 + 2",
       fingerprint=lambda size: [size(2**d) for d in (2, 64)])
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

@exact_size_is_close_to_d.verifier
def _(size, witness):
    points, k, binomials = 2 ** witness[0], 1, [1, 1]
    while binomials[(k + 1) // 2 - 1] < points:  # Pascal's triangle, row by row
        k, binomials = k + 1, [1, *(a + b for a, b in zip(binomials, binomials[1:], strict=False)), 1]
    return size(points) != k
