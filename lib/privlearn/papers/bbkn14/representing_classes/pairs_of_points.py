"""BBKN14, Section 3: Lemma 3.10 by pairs of points, and the rows that any representing class needs."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb
from typing import Any, NamedTuple

import privlearn.papers.bbkn14.representing_classes.size  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.dimensions.representation.points import smallest_size, sperner_size
from privlearn.dimensions.representation.points.columns import (Columns, columns_value, comparable_pair, covering_pair,
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


class Table(NamedTuple):
    """Hypotheses on T points, a row each, and the alpha with which they represent the point functions."""

    H: tuple[tuple[int, ...], ...]
    alpha: Fraction

    @property
    def labels(self) -> dict[str, str]:
        return {"H": "H, one hypothesis a line"}

    @property
    def columns(self) -> Columns:
        return tuple(sum(bit << h for h, bit in enumerate(column)) for column in zip(*self.H, strict=True))


@cache
def tables() -> list[tuple[Table, Fraction]]:
    """Return a layer, other layers and all small tables, up to renaming, each with alpha its value, and that value."""
    small = [(k, c) for k, T in (*product((1, 2, 3), (2, 3, 4)), (1, 8), (2, 8))
             for c in combinations_with_replacement(range(1 << k), T) if c == min(
                 tuple(sorted(sum((x >> h & 1) << to for h, to in enumerate(order)) for x in c))
                 for order in permutations(range(k)))]
    layers = [(k, tuple(1 << a | 1 << b for a, b in combinations(range(k), 2))[:T])
              for k, T in ((5, 8), (6, 8), (7, 16))]
    points = [(T, tuple(1 << h for h in range(T))) for T in (1, 2, 4, 8)]
    return [(Table(tuple(tuple(x >> h & 1 for x in c) for h in range(k)), value := columns_value(c, k)[0]), value)
            for k, c in (*layers, *points, *small)]


def representing() -> Iterator[Table]:
    """Yield the tables of value below 1/2, at this alpha and at one between."""
    for table, value in tables():
        if value < HALF:
            yield from (table, table._replace(alpha=(value + HALF) / 2))


@proof("BBKN14-3.10", grade="certified", start=lambda: tables()[0][0], instances=representing,
       quantifier="of all tables of at most 3 hypotheses on 2, 3, 4 points and at most 2 on 8, up to renaming, those "
                  "of value below 1/2; 1, 2, 4, 8 points by themselves; pairs of 5 and 6 hypotheses on 8 points, of 7 "
                  "on 16; alpha the value, and half way to 1/2",
       steps={"representation": "{the error that the hardest distribution forces} is at most {alpha}",
              "pair": "{the least error with half the mass on each of two points} is at most {alpha}",
              "columns": "{the columns that lie in another one} are {none}",
              "count": "{the points, at least 2^d,} are at most {2^|H|}",
              "conclusion": "{d} is at most {|H|}"},
       hypotheses=(
           Hypothesis("alpha < 1/2", lambda: (t for t, value in tables() if value == HALF),
                      ("columns", "count", "conclusion")),
           Hypothesis("H alpha-represents the points", {"H": lambda given: given.H[:2]},
                      ("representation", "pair", "columns", "count", "conclusion"))))
def fewer_hypotheses_leave_equal_columns(given: Table) -> Iterator[Line]:
    columns, k = given.columns, len(given.H)
    T = len(columns)
    yield Line("representation", "<=", columns_value(columns, k)[0], given.alpha)
    for j, b in permutations(range(T), 2):
        yield Line("pair", "<=", min(Fraction((h[j] != 1) + (h[b] != 0), 2) for h in given.H), given.alpha, (j, b))
    yield Line("columns", "==", [(j, b) for j, b in permutations(range(T), 2)
                                 if all(h[j] <= h[b] for h in given.H)], [])
    yield Line("count", "<=", T, 2**k)
    yield Line("conclusion", "<=", T.bit_length() - 1, k)


def refutes_fewer_hypotheses_leave_equal_columns(given: Table, step: str, case: Any) -> bool:
    """Tell whether a line is false, by the sets of hypotheses of the points."""
    sets = [frozenset(h for h, row in enumerate(given.H) if row[x]) for x in range(len(given.H[0]))]
    inside = sets[case[0]] <= sets[case[1]] if case else any(a <= b for a, b in permutations(sets, 2))
    return {"count": len(sets) > 2 ** len(given.H), "conclusion": len(sets) >= 2 ** (len(given.H) + 1),
            "columns": inside}.get(step, inside and given.alpha < HALF)


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
