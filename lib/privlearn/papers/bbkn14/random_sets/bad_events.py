"""BBKN14, Section 4.1: property (3) of Lemma 4.1, its two bad events, and why half of the points are good."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any

import numpy as np

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass
from privlearn.concepts.sets import indicator
from privlearn.dimensions.representation import representation_game
from privlearn.dimensions.representation.points import draw_sets, random_sets_shape
from privlearn.dimensions.representation.points.multiplicities import multiplicities
from privlearn.dimensions.representation.points.random_sets import DrawnSets, good_points
from privlearn.dimensions.representation.points.random_sizes import (RandomSetsShape, bad_point_chances,
                                                                     drawing_failure_bound, too_many_chance)
from privlearn.exact import binomial_tail, exp_bracket
from privlearn.exact.fractions import HALF, NINE_TENTHS, QUARTER
from privlearn.papers.bbkn14.random_sets import claim
from privlearn.papers.bbkn14.random_sets.instances import SMALL_SETTINGS, first_points, seeded_sets

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


PARAMETERS = ((8, NINE_TENTHS), (10, NINE_TENTHS), (16, NINE_TENTHS), (16, HALF), (32, QUARTER))
WORDS = "(d, alpha) = (8, 9/10), (10, 9/10), (16, 9/10), (16, 1/2), (32, 1/4)"

claim("BBKN14-4.1.bad1", kind="inequality", step_of="BBKN14-4.1", uses=("BBKN14-4.1.sets",),
      title="Fewer than p sets contain a point with probability less than 2/p <= 1/8")


@cache
def too_few(shape: RandomSetsShape) -> Fraction:
    return binomial_tail(shape.sets, Fraction(2 * shape.chosen, shape.sets), at_most=shape.chosen - 1)


@check("BBKN14-4.1.bad1", grade="exact", quantifier=f"{WORDS}: exact binomial tail <= variance / p^2 < 2/p <= 1/8",
       says="fewer than p sets through a point have probability at most variance/p^2 < 2/p <= 1/8")
@sabotage("2 / p^4", lambda p: Fraction(2, p**4))
@sabotage("2 / p^6", lambda p: Fraction(2, p**6))
def too_few_sets_have_probability_below(bound=lambda p: Fraction(2, p)) -> Verdict:
    def links() -> Iterator[Any]:
        for d, alpha in PARAMETERS:
            shape = random_sets_shape(d, alpha)
            p, k = shape.chosen, shape.sets
            chebyshev = 2 * p * (1 - Fraction(2 * p, k)) / Fraction(p) ** 2
            yield "<=", ((d, alpha, "Chebyshev"), too_few(shape), chebyshev)
            yield "<", ((d, alpha, "variance"), chebyshev, bound(p))
            yield "<=", ((d, alpha, "p >= 16"), bound(p), Fraction(1, 8))

    return all_hold(*(judge(relation, [case]) for relation, case in links()))

def refutes_too_few_sets_have_probability_below(bound, d, alpha, link):
    shape = random_sets_shape(d, alpha)
    p, k = shape.chosen, shape.sets
    if link == "Chebyshev":  # the exact chance, which exceeds the bound through one of its terms
        return any(comb(k, i) * (2 * p) ** i * (k - 2 * p) ** (k - i) > bound(p) * k**k for i in range(p))
    return 2 * (k - 2 * p) >= bound(p) * p * k if link == "variance" else 8 * bound(p) > 1


@check("BBKN14-4.1.bad1", grade="exact",
       quantifier=f"{WORDS}: the sets as rounded to integers, exact binomial tail against 1/8; a set has 4 p T / k "
                  "points, rounded to the nearest",
       says="fewer than p sets hold a point with probability below 1/8, and rounding moves a size by at most 1/2")
@sabotage("sets half as large", lambda shape: Fraction(shape.members // 2, shape.points))
@sabotage("one point more", lambda shape: Fraction(shape.members + 1, shape.points))
def rounded_sets_contain_a_point_often_enough(chance=lambda shape: Fraction(shape.members, shape.points)) -> Verdict:
    shapes = [random_sets_shape(d, alpha) for d, alpha in PARAMETERS]
    rare = judge("<", (((s.d, s.alpha), binomial_tail(s.sets, chance(s), at_most=s.chosen - 1), Fraction(1, 8))
                       for s in shapes))
    rounding = (((s.d, s.alpha), abs(chance(s) * s.points - Fraction(4 * s.chosen << s.d, s.sets)), HALF)
                for s in shapes)
    return all_hold(rare, judge("<=", rounding))

def refutes_rounded_sets_contain_a_point_often_enough(chance, witness):
    shape = random_sets_shape(*witness)
    term = total = (1 - chance(shape)) ** shape.sets
    for i in range(1, shape.chosen):
        term *= Fraction(shape.sets - i + 1, i) * chance(shape) / (1 - chance(shape))
        total += term
    wished = Fraction(2 * shape.chosen * shape.points, shape.sets)
    return 8 * total >= 1 or not -1 <= 2 * (chance(shape) * shape.points - wished) <= 1


claim("BBKN14-4.1.bad2", kind="inequality", step_of="BBKN14-4.1", uses=("BBKN14-4.1.sets",),
      title="Some other point lies in log T of p sets through a point with probability at most 2/T <= 1/8")


@check("BBKN14-4.1.bad2", grade="certified",
       quantifier=f"{WORDS}: C(p, l) <= (e p / l)^l; 2 e p^2 / (k l) <= 1/4; 2T C(p, l) (2p/k)^l <= 2/T <= 1/8, "
                  "l = log T",
       says="every link of the union bound on the second bad event holds, the last being 2/T <= 1/8")
@sabotage("k = 8 p^2 / log T, without e", lambda d, alpha: Fraction(8 * random_sets_shape(d, alpha).chosen ** 2, d))
@judged("<=")
def every_link_of_the_union_bound(number=lambda d, alpha: Fraction(random_sets_shape(d, alpha).sets)):
    e = exp_bracket(1, 256)
    for d, alpha in PARAMETERS:
        p, k, size = random_sets_shape(d, alpha).chosen, number(d, alpha), 2**d
        power = (e.lower * p / d) ** d
        yield (d, alpha, "binomial"), comb(p, d), power
        yield (d, alpha, "base"), 2 * e * p**2 / (k * d), Fraction(1, 4)
        yield (d, alpha, "union"), 2 * size * comb(p, d) * (2 * p / k) ** d, Fraction(2, size)
        yield (d, alpha, "end"), Fraction(2, size), Fraction(1, 8)

def refutes_every_link_of_the_union_bound(number, d, alpha, _):
    p, k, below_e = random_sets_shape(d, alpha).chosen, number(d, alpha), Fraction(2718281828, 10**9)
    return 8 * below_e * p**2 > k * d and 2 ** (d + 1) * (2 * below_e * p**2 / (k * d)) ** d > 1


@check("BBKN14-4.1.bad2", grade="exhaustive",
       quantifier="all sets of every size on 2..9 points: the chance of b given j by listing the sets, and that it "
                  "is below size / points; all sizes on up to 256 points; the rounded sets of the lemma against 2p/k",
       says="a set through j contains b with chance (size - 1)/(points - 1), below size/points and 2p/k")
@sabotage("size / points, as if independent", lambda members, points: Fraction(members, points))
def another_point_is_in_a_set_through_j_with_chance(
        chance=lambda members, points: Fraction(members - 1, points - 1)) -> Verdict:
    def listed() -> Iterator[Any]:
        for points in range(2, 10):
            for members in range(1, points):
                through = [set(one) for one in combinations(range(points), members) if 0 in one]
                yield (members, points), Fraction(sum(1 in one for one in through), len(through)), chance(
                    members, points)

    def below() -> Iterator[Any]:
        for points in range(2, 257):
            for members in range(1, points):
                yield (members, points), chance(members, points), Fraction(members, points)
        for d, alpha in PARAMETERS:
            shape = random_sets_shape(d, alpha)
            yield (shape.members, shape.points), chance(shape.members, shape.points), Fraction(
                2 * shape.chosen, shape.sets)

    return all_hold(judge("==", listed()), judge("<", below()))

def refutes_another_point_is_in_a_set_through_j_with_chance(chance, members, points):
    return chance(members, points) != Fraction(comb(points - 2, members - 2) if members > 1 else 0,
                                               comb(points - 1, members - 1))


claim("BBKN14-4.1.markov", kind="inequality", step_of="BBKN14-4.1",
      uses=("BBKN14-4.1.bad1", "BBKN14-4.1.bad2", "BBKN14-4.1.eq3"),
      title="With positive probability at least T of the 2T points are good",
      note="For the rounded sizes the probability is bounded exactly; the two hundred drawings illustrate it.")


@check("BBKN14-4.1.markov", grade="exhaustive",
       quantifier="2T = 2..64 points, each failing with chance 1/4, 1/8 or 1/3: the largest probability of more than T "
                  "failures, over all laws of their number with this mean (its extreme points have two values); at "
                  "1/4 it is below 1/2",
       says="the largest chance of more than T failures is the closed form, and below 1/2 at chance 1/4")
@sabotage("at least T failures in place of more", lambda points, chance: min(1, points * chance / (points // 2)))
@sabotage("half of it", lambda points, chance: too_many_chance(points, chance) / 2)
def largest_chance_of_too_many_failures(most=too_many_chance) -> Verdict:
    grid = tuple(product(range(2, 66, 2), (QUARTER, Fraction(1, 8), Fraction(1, 3))))
    exact = judge("==", ((case, most(*case), most_by_two_values(*case)) for case in grid))
    return all_hold(exact, judge("<", ((case, most(*case), HALF) for case in grid if case[1] == QUARTER)))


def most_by_two_values(points: int, chance: Fraction) -> Fraction:
    """Return the largest ``Pr[N > points / 2]`` over the laws of N on two values of 0..points, mean points * chance."""
    mean, found = points * chance, []
    for low, high in product(range(points + 1), repeat=2):
        if low <= mean < high:
            weight = (mean - low) / (high - low)
            found.append(weight * (2 * high > points) + (1 - weight) * (2 * low > points))
    return max(found)

def refutes_largest_chance_of_too_many_failures(most, witness):
    points, chance = witness  # with this chance one failure more than half of the points, else none: the mean is right
    together = chance * points / (points // 2 + 1)
    return most(points, chance) != together


@check("BBKN14-4.1.markov", grade="exact",
       quantifier="(d, alpha) = (8, 9/10), (10, 9/10), (16, 9/10): the sizes as rounded: the exact binomial tail and "
                  "the union bound, in integers",
       says="the chances of the two bad events are those counted in sequences of sets")
@sabotage("size / points, as if independent", lambda shape: (bad_point_chances(shape)[0], (shape.points - 1) * comb(
    shape.chosen, shape.d) * Fraction(shape.members, shape.points) ** shape.d))
@sabotage("at most p - 2 sets", lambda shape: (
    binomial_tail(shape.sets, Fraction(shape.members, shape.points), at_most=shape.chosen - 2),
    bad_point_chances(shape)[1]))
def both_chances_are_those_of_the_two_events(chances=bad_point_chances) -> Verdict:
    shapes = [random_sets_shape(d, alpha) for d, alpha in PARAMETERS[:3]]
    return judge("==", (((s.d, s.alpha), chances(s), chances_in_integers(s)) for s in shapes))


def chances_in_integers(shape: RandomSetsShape) -> tuple[Fraction, Fraction]:
    """Return the two chances, counted in sequences of sets."""
    k, inside, outside = shape.sets, shape.members, shape.points - shape.members
    few = sum(comb(k, i) * inside**i * outside ** (k - i) for i in range(shape.chosen))
    ways, others = comb(shape.chosen, shape.d) * (inside - 1) ** shape.d, shape.points - 1
    return Fraction(few, shape.points**k), Fraction(others * ways, others**shape.d)

def refutes_both_chances_are_those_of_the_two_events(chances, witness):
    shape = random_sets_shape(*witness)
    chance, term, few = Fraction(shape.members, shape.points), Fraction(1), Fraction(0)
    for i in range(shape.chosen):  # the terms one after the other, each from the one before
        few += term
        term *= Fraction(shape.sets - i, i + 1) * chance / (1 - chance)
    another = Fraction(shape.members - 1, shape.points - 1)
    ways = comb(shape.chosen, shape.chosen - shape.d)
    return chances(shape) != (few * (1 - chance) ** shape.sets, (shape.points - 1) * ways * another**shape.d)


@check("BBKN14-4.1.markov", grade="exact",
       quantifier=f"{WORDS}: the sizes as rounded, both bad events bounded exactly: more than T points fail with "
                  "probability below 1/2",
       says="{the chance that more than T points fail} is less than {one half}")
@sabotage("4 in place of 8 e", lambda shape: drawing_failure_bound(random_sets_shape(shape.d, shape.alpha, 4)))
def rounded_drawing_succeeds_with_positive_probability(failing=drawing_failure_bound) -> Verdict:
    shapes = [random_sets_shape(d, alpha) for d, alpha in PARAMETERS]
    return judge("<", (((s.d, s.alpha), failing(s), Fraction(1, 2)) for s in shapes))

def refutes_rounded_drawing_succeeds_with_positive_probability(failing, witness):
    shape = random_sets_shape(*witness)
    return 2 * failing(shape) >= 1 and (shape.concepts + 1) > 2 * shape.points * sum(chances_in_integers(shape))


@check("BBKN14-4.1.markov", grade="exact",
       quantifier="d = 8, alpha = 9/10, seeds 0..199: property (3) tested at all 512 points, at least 256 good ones",
       says="{half of the 512 points} is at most {the number of good points}",
       reason="Particular drawings, tested completely; that a drawing succeeds with positive probability is "
              "checked exactly by itself, not an estimate from samples.")
@sabotage("4 in place of 8 e",
          lambda seed: int(good_points(draw_sets(random_sets_shape(8, NINE_TENTHS, 4), seed)).sum()))
def two_hundred_drawings_have_enough_good_points(
        good=lambda seed: int(good_points(draw_sets(random_sets_shape(8, NINE_TENTHS), seed)).sum())) -> Verdict:
    return judge("<=", ((seed, 256, good(seed)) for seed in range(200)))

def refutes_two_hundred_drawings_have_enough_good_points(good, seed):
    drawn = first_points(random_sets_shape(8, NINE_TENTHS, 4), seed)
    bad = 0
    for j in range(256):
        rows = [row for row in drawn.matrix.tolist() if row[j]][: drawn.shape.chosen]
        counts = [sum(column) for b, column in enumerate(zip(*rows, strict=True)) if b != j]
        bad += len(rows) < drawn.shape.chosen or max(counts) >= 8
    return bad > 0 and good(seed) < 256
