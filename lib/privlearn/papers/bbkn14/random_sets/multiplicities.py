"""BBKN14, Lemma 4.1: property (3) of the drawn sets, and the sum of errors that follows from it."""

from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass
from privlearn.concepts.sets import indicator
from privlearn.dimensions.representation import representation_game
from privlearn.dimensions.representation.points import random_sets_shape
from privlearn.dimensions.representation.points.multiplicities import multiplicities
from privlearn.dimensions.representation.points.random_sets import DrawnSets
from privlearn.exact.fractions import NINE_TENTHS
from privlearn.papers.bbkn14.random_sets import claim
from privlearn.papers.bbkn14.random_sets.instances import SMALL_SETTINGS, seeded_sets

claim("BBKN14-4.1.eq3", kind="inequality", step_of="BBKN14-4.1", uses=("BBKN14-4.1.sets",),
      title="Property (3): p sets through every point, no other point in log T of them")


@check("BBKN14-4.1.eq3", grade="exhaustive",
       quantifier="the classes drawn for (d, alpha) = (8, 9/10), (10, 9/10), (10, 1/2), (12, 9/10): all points j and "
                  "all other points b",
       says="{the most of the p sets that share another point} is less than {log T}",
       reason="For d = 13 and 16 it is the check of Lemma 4.1 itself.")
@sabotage("no other point in two of the sets", lambda d: 2)
@judged("<")
def largest_multiplicity_is_below(limit=lambda d: d):
    for d, alpha in SMALL_SETTINGS[:4]:
        drawn = seeded_sets(d, alpha)
        matrix = drawn.matrix
        for j in range(drawn.points):
            counts = multiplicities(matrix, j, drawn.chosen[j])
            counts[j] = 0
            yield (d, alpha, j, int(counts.argmax())), int(counts.max()), limit(d)

def refutes_largest_multiplicity_is_below(limit, d, alpha, j, b):
    drawn = seeded_sets(d, alpha)
    words = [[int(word) for word in drawn.words[i]] for i in drawn.chosen[j]]
    return sum(row[b // 64] >> b % 64 & 1 for row in words) >= limit(d) and all(
        row[j // 64] >> j % 64 & 1 for row in words)


claim("BBKN14-4.1.eq-sum", kind="inequality", step_of="BBKN14-4.1", uses=("BBKN14-4.1.eq3", "BBKN14-4.1.two-req"),
      title="The errors of the p sets add up to at most log T - 1, so one is below alpha",
      erratum_kind="step", repaired=True,
      erratum="Printed with log T and <, which reads 0 < 0 for a distribution without mass on the union of the sets; "
              "with multiplicities of at most log T - 1 the sum is at most (log T - 1) Pr[union].  The rest stands.")


@cache
def adversary(d: int, j: int) -> tuple[Fraction, ...]:
    """Return a distribution that is worst for the p sets through j."""
    drawn = seeded_sets(d, NINE_TENTHS)
    chosen = ConceptClass.from_matrix(drawn.matrix[drawn.chosen[j]])
    return representation_game(chosen, indicator({j}, drawn.points)).distribution


def sum_of_errors(drawn: DrawnSets, j: int, distribution) -> tuple[Fraction, Fraction]:
    """Return ``sum_i D(A_i minus j)`` and ``D(union minus j)``, set by set."""
    sets = [np.flatnonzero(row).tolist() for row in drawn.matrix[drawn.chosen[j]]]
    total = sum((distribution[b] for members in sets for b in members if b != j), Fraction(0))
    return total, sum((distribution[b] for b in set().union(*sets) - {j}), Fraction(0))


@check("BBKN14-4.1.eq-sum", grade="exact",
       quantifier="the classes drawn for d = 8, 10, alpha = 9/10: all points j, point masses at all b (enough, as "
                  "both sides are linear in D), the uniform distribution, and the adversary's optimum at 8 points j "
                  "(d = 8) and at 1 (d = 10)",
       says="{the sum of the p sets' errors} is at most {(log T - 1) times the mass of the sets' union}")
@sabotage("1 in place of log T", lambda d: 1)
@judged("<=")
def errors_of_the_sets_add_up_to_at_most(factor=lambda d: d - 1):
    for d in (8, 10):
        drawn = seeded_sets(d, NINE_TENTHS)
        matrix = drawn.matrix
        for j in range(drawn.points):
            counts = multiplicities(matrix, j, drawn.chosen[j])
            counts[j] = 0
            union = np.minimum(counts, 1)
            worst = int(np.argmin(factor(d) * union - counts))
            yield (d, j, worst), int(counts[worst]), factor(d) * int(union[worst])
            yield (d, j, "uniform"), Fraction(int(counts.sum()), drawn.points), Fraction(
                factor(d) * int(union.sum()), drawn.points)
        for j in range(8 if d == 8 else 1):
            total, covered = sum_of_errors(drawn, j, adversary(d, j))
            yield (d, j, "adversary"), total, factor(d) * covered

def refutes_errors_of_the_sets_add_up_to_at_most(factor, d, j, b):
    drawn = seeded_sets(d, NINE_TENTHS)
    inside = [bool(int(drawn.words[i, b // 64]) >> b % 64 & 1) for i in drawn.chosen[j]]  # D is a point mass at b
    return b != j and sum(inside) > factor(d) * any(inside)


@check("BBKN14-4.1.eq-sum", grade="exact",
       quantifier="d = 2, 8; alpha = a/b < 1 with b <= 60: log T / p is below alpha, and with log T sets fewer it is "
                  "not",
       says="log T/p is below alpha, and log T/(p - log T) is not")
@verifier(lambda shape, d, alpha: not shape(d, alpha).chosen - d <= d * alpha.denominator / alpha.numerator
          < shape(d, alpha).chosen)
@sabotage("floor(1/alpha) without the 1", lambda d, alpha: replace(
    right := random_sets_shape(d, alpha), chosen=right.chosen - d))
@sabotage("twice as many", lambda d, alpha: replace(
    right := random_sets_shape(d, alpha), chosen=2 * right.chosen))
def average_error_is_below_alpha(shape=random_sets_shape) -> Verdict:
    grid = [(d, alpha, shape(d, alpha).chosen) for d in (2, 8)
            for alpha in sorted({Fraction(a, b) for b in range(2, 61) for a in range(1, b)})]
    below = judge("<", (((d, alpha), Fraction(d, p), alpha) for d, alpha, p in grid))
    return all_hold(below, judge("<=", (((d, alpha), alpha * (p - d), d) for d, alpha, p in grid)))


@check("BBKN14-4.1.eq-sum", grade="exhaustive",
       quantifier="the class drawn for d = 8, alpha = 9/10: all points j, point masses at all other points b",
       says="the printed strict inequality holds exactly where some of the p sets contain b")
@sabotage("for every distribution, as printed", lambda count: True)
def printed_strict_inequality_holds_iff(when=lambda count: count > 0) -> Verdict:
    drawn = seeded_sets(8, NINE_TENTHS)
    matrix = drawn.matrix
    counts = [multiplicities(matrix, j, drawn.chosen[j]).tolist() for j in range(drawn.points)]
    return judge("==", (((j, b), count < 8 * (count > 0), when(count))
                        for j, row in enumerate(counts) for b, count in enumerate(row) if b != j))

def refutes_printed_strict_inequality_holds_iff(when, j, b):
    total, union = sum_of_errors(seeded_sets(8, NINE_TENTHS), j, indicator({b}, 256))
    return when(int(total)) != (total < 8 * union)
