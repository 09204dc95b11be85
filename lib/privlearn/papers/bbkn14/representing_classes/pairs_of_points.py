"""BBKN14, Section 3: Lemma 3.10 by pairs of points, and the rows that any representing class needs."""

from fractions import Fraction
from itertools import combinations, permutations, product
from math import comb
from typing import Any

import privlearn.papers.bbkn14.representing_classes.size  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.dimensions.representation.points import smallest_size, sperner_size
from privlearn.dimensions.representation.points.columns import (Columns, comparable_pair, covering_pair,
                                                                least_error_on_pair, pair_bound)
from privlearn.exact import log_bracket
from privlearn.exact.fractions import HALF, QUARTER, TENTH
from privlearn.learners.generic import occam_sample_size
from privlearn.papers.bbkn14.representing_classes import claim

SMALL_TABLES = tuple((ground, columns) for ground in range(4) for length in range(4)
                     for columns in product(range(1 << ground), repeat=length))
PAIRS = comparable_pair, covering_pair, least_error_on_pair, pair_bound


def pairs_of(tools: tuple[Any, ...], ground: int, columns: Columns) -> tuple[Any, ...]:
    """Return whether the pairs that are found are as they should be, all least errors, and the best of them."""
    comparable, covering, error, bound = tools
    nested, whole = comparable(columns), covering(columns, ground)
    errors = {(target, pair): error(columns, ground, target, pair) for pair in combinations(range(len(columns)), 2)
              for target in range(len(columns))}
    best: Any = bound(columns, ground) if errors else (None, None)
    return (nested and (nested[0] != nested[1], columns[nested[0]] & ~columns[nested[1]]),
            whole and (whole[0] != whole[1], columns[whole[0]] | columns[whole[1]]), errors,
            (best[0], errors.get(best[1])))


@check("BBKN14-3.10", grade="exhaustive",
       quantifier="all tables of 0 to 3 hypotheses on 0 to 3 points: points one of whose columns is a subset of the "
                  "other's, points whose columns cover all hypotheses, the least errors of all targets on all pairs, "
                  "hypothesis by hypothesis, and the largest of them",
       says="the pairs of points by which columns are refused are found where there are any, with their errors")
@sabotage("the pair the other way round", (lambda columns: (found := comparable_pair(columns)) and found[::-1],
                                           *PAIRS[1:]))
@sabotage("only neighbouring points", (PAIRS[0], lambda columns, ground: next(
    ((x, x + 1) for x in range(len(columns) - 1) if covering_pair(columns[x:x + 2], ground)), None), *PAIRS[2:]))
@sabotage("no hypothesis errs as little as one", (*PAIRS[:2], lambda columns, ground, *at: min(
    least_error_on_pair(columns, ground, *at), HALF), PAIRS[3]))
@sabotage("the bound of the first pair", (*PAIRS[:3], lambda columns, ground: (
    least_error_on_pair(columns, ground, 0, (0, 1)), (0, (0, 1)))))
@judged("==")
def pairs_that_refuse_columns(tools=PAIRS):
    for ground, columns in SMALL_TABLES:
        sets = [{h for h in range(ground) if column >> h & 1} for column in columns]
        errors = {(target, pair): min((Fraction(sum((h in sets[x]) is not (x == target) for x in pair), 2)
                                       for h in range(ground)), default=Fraction(1))
                  for pair in combinations(range(len(sets)), 2) for target in range(len(sets))}
        most = max(errors.values(), default=None)
        yield ((ground, columns), pairs_of(tools, ground, columns), (
            (True, 0) if any(a <= b for a, b in permutations(sets, 2)) else None,
            (True, (1 << ground) - 1) if any(len(a | b) == ground for a, b in combinations(sets, 2)) else None,
            errors, (most, most)))

def refutes_pairs_that_refuse_columns(tools, ground, columns):
    nested, whole, errors, (best, there) = pairs_of(tools, ground, columns)
    full, pairs = (1 << ground) - 1, [*permutations(columns, 2)]
    wrong = {(t, p): [sum((column >> h & 1) ^ (x == t) for x, column in ((y, columns[y]) for y in p)) for h in range(
        ground)] for t, p in errors}
    return ((nested is None) == any(a & b == a for a, b in pairs) or nested not in (None, (True, 0))
            or (whole is None) == any(a | b == full for a, b in pairs) or whole not in (None, (True, full))
            or any(2 * errors[at] != min(many, default=2) for at, many in wrong.items())
            or best != there or best != max(errors.values(), default=None))


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
