"""BBKN14, Section 4.1: Lemma 4.1, the small class of random sets, with property (3) and what follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import ceil, factorial
from typing import Any

import numpy as np

from privlearn.claims.bbkn14.random_sets_counted import worst_multiplicities
from privlearn.claims.broken.planes import first_points
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, all_hold, judge
from privlearn.concepts import ConceptClass
from privlearn.concepts.sets import indicator
from privlearn.dimensions import representation_game
from privlearn.dimensions.multiplicities import first_sets_through, multiplicities, uniform_bound
from privlearn.dimensions.random_sets import DrawnSets, random_sets_shape, representing_sets
from privlearn.exact import exp_bracket, is_at_most, log_bracket
from privlearn.exact.search import least_integer

PAGE = "points-and-intervals/random-sets"
SECTION = "4.1 Improper private learning of POINT with O(log d) samples"
NINE_TENTHS, HALF, QUARTER = Fraction(9, 10), Fraction(1, 2), Fraction(1, 4)
SMALL = ((8, NINE_TENTHS), (10, NINE_TENTHS), (10, HALF), (12, NINE_TENTHS), (13, QUARTER))
LARGE = (16, NINE_TENTHS)

claim("BBKN14-4.1", kind="lemma", section=SECTION, page=PAGE,
      uses=("BBKN14-3.1", "BBKN14-3.3", "BBKN14-3.10", "BBKN14-4.1.sets", "BBKN14-4.1.eq3", "BBKN14-4.1.eq-sum",
            "BBKN14-4.1.bad1", "BBKN14-4.1.bad2", "BBKN14-4.1.markov"),
      title="A class of O(d / alpha^2) sets alpha-represents the 2^d point functions",
      erratum="Two roundings, both harmless: k = 8 e p^2 / log T and the set size 4 p T / k are not integers (k "
              "involves e); and d >= 16 is assumed only to have p >= 16 and T >= 16, which d >= 8 gives as p >= 2d.",
      note="Existence for all d is the probabilistic argument, whose steps are checked; the classes drawn here have "
           "d <= 16.")


@cache
def seeded_sets(d: int, alpha: Fraction) -> DrawnSets:
    """Return the class with seed 0."""
    return representing_sets(d, alpha, 0)


def property_three(make: Callable, d: int, alpha: Fraction) -> Iterator[Any]:
    """Yield the cases of property (3) for one class: multiplicity below d at every point."""
    drawn = make(d, alpha)
    yield from (((d, alpha, j), worst, d) for j, worst in worst_multiplicities(drawn))
    yield from (((d, alpha, j), drawn.shape.chosen, d) for j in range(drawn.points, 2**d))  # points that are missing


def violates_property_three(make: Callable, witness: Any) -> bool:
    """Count at the witness, set by set, how often another point occurs in the chosen sets."""
    d, alpha, j = witness
    drawn = make(d, alpha)
    if j >= drawn.points:
        return True
    if -1 in drawn.chosen[j]:
        return int(drawn.matrix[:, j].sum()) < drawn.shape.chosen
    counts: Counter[int] = Counter()
    for number in drawn.chosen[j].tolist():
        digits = f"{int.from_bytes(drawn.words[number].tobytes(), 'little'):b}"
        counts.update(b for b, digit in enumerate(reversed(digits)) if digit == "1")
    return counts[j] < drawn.shape.chosen or any(b != j and count >= d for b, count in counts.items())


def mark(make: Callable) -> Any:
    """Return what tells two ways of drawing apart."""
    drawn = make(10, NINE_TENTHS)
    return drawn.words.shape, drawn.words.sum(), drawn.chosen[0].tolist()


def four_times_larger(d: int, alpha: Fraction) -> DrawnSets:
    """Draw as many sets, each four times as large."""
    shape = random_sets_shape(d, alpha)
    return first_points(replace(shape, members=4 * shape.members))


@check("BBKN14-4.1", grade="exhaustive",
       quantifier="seed 0; (d, alpha) = (8, 9/10), (10, 9/10), (10, 1/2), (12, 9/10), (13, 1/4): every point j of the "
                  "class, every other point b",
       fingerprint=mark)
def multiplicities_of_the_drawn_class_are_below_d(make=seeded_sets) -> Verdict:
    return judge("<", (case for d, alpha in SMALL for case in property_three(make, d, alpha)))


@multiplicities_of_the_drawn_class_are_below_d.verifier
def _(make, witness):
    return violates_property_three(make, witness)

multiplicities_of_the_drawn_class_are_below_d.sabotage("sets four times as large", four_times_larger)
multiplicities_of_the_drawn_class_are_below_d.sabotage(
    "4 in place of 8 e", lambda d, alpha: first_points(random_sets_shape(d, alpha, 4)))
multiplicities_of_the_drawn_class_are_below_d.sabotage("the p sets of another point",
    lambda d, alpha: replace(seeded_sets(d, alpha), chosen=np.roll(seeded_sets(d, alpha).chosen, 1, axis=0)))


@check("BBKN14-4.1", grade="exhaustive",
       quantifier="seed 0; d = 16, alpha = 9/10: 1392 sets for 65536 points; every point j, every other point b",
       fingerprint=lambda make: make(*LARGE).words.sum())
def class_for_d_16_is_found_and_verified(make=seeded_sets) -> Verdict:
    return judge("<", property_three(make, *LARGE))


@class_for_d_16_is_found_and_verified.verifier
def _(make, witness):
    return violates_property_three(make, witness)


@cache
def every_set_twice(d: int, alpha: Fraction) -> DrawnSets:
    """Repeat half of the sets instead of drawing all of them."""
    right = seeded_sets(d, alpha)
    words = np.repeat(right.words[: len(right.words) // 2], 2, axis=0)
    return replace(right, words=words, chosen=first_sets_through(words, right.points, right.shape.chosen))

class_for_d_16_is_found_and_verified.sabotage("half as many sets, each taken twice", every_set_twice)


@check("BBKN14-4.1", grade="certified",
       quantifier="seed 0; (d, alpha) = (8, 9/10), (10, 9/10), (10, 1/2), (12, 9/10): the uniform mixture of the p "
                  "sets at every point, hence all distributions; (13, 1/4): at the first 512 points; d = 8: exact "
                  "games over all 696 sets at 4 points",
       fingerprint=lambda bound: bound(random_sets_shape(8, NINE_TENTHS)))
def drawn_classes_represent_with_error_at_most(bound=lambda shape: Fraction(shape.d - 1, shape.chosen)
                                               ) -> Verdict:
    def cases() -> Iterator[Any]:
        for (d, alpha), most in zip(SMALL, (256, 1024, 1024, 4096, 512), strict=True):
            drawn = seeded_sets(d, alpha)
            matrix = drawn.matrix
            for j in range(most):
                yield (d, alpha, j, "mixture"), uniform_bound(matrix, j, drawn.chosen[j]), bound(drawn.shape)
        whole = ConceptClass.from_matrix(seeded_sets(8, NINE_TENTHS).matrix)
        for j in range(4):
            yield (8, NINE_TENTHS, j, "game"), representation_game(whole, indicator({j}, 256)).value, bound(
                random_sets_shape(8, NINE_TENTHS))

    shapes = [random_sets_shape(d, alpha) for d, alpha in SMALL]
    below = judge("<", (((shape.d, shape.alpha, 0, "alpha"), bound(shape), shape.alpha) for shape in shapes))
    return all_hold(judge("<=", cases()), below)


@drawn_classes_represent_with_error_at_most.verifier
def _(bound, witness):
    d, alpha, j, _ = witness
    drawn = seeded_sets(d, alpha)
    members = [{b for b in range(drawn.points) if int(drawn.words[i, b // 64]) >> b % 64 & 1} for i in drawn.chosen[j]]
    share = max(sum(b in one for one in members) for b in range(drawn.points) if b != j)
    return all(j in one for one in members) and Fraction(share, len(members)) > bound(drawn.shape)

drawn_classes_represent_with_error_at_most.sabotage(
    "1/p, as if the sets met nowhere else", lambda shape: Fraction(1, shape.chosen))


ACCURACIES = (NINE_TENTHS, Fraction(9, 20), QUARTER, Fraction(1, 8), Fraction(1, 16), Fraction(1, 100))


def lemma_size(d: int, alpha: Fraction) -> int:
    """Return k."""
    return random_sets_shape(d, alpha).sets


def first_gain(size: Callable, alpha: Fraction) -> int:
    """Return the least d >= 2 from which on the class is smaller than the class of the points."""
    return least_integer(lambda d: size(d, alpha) < 2**d, first=2)


def first_gain_by_logarithms(alpha: Fraction) -> int:
    """Return the least d >= 2 with ``ln(8 e) + ln d + 2 ln(1 + floor(1/alpha)) < d ln 2``."""
    each = 1 + alpha.denominator // alpha.numerator
    start = 1 + 3 * log_bracket(2) + 2 * log_bracket(each)
    return next(d for d in range(2, 1000) if not is_at_most(d * log_bracket(2), start + log_bracket(d)))


@check("BBKN14-4.1", grade="certified",
       quantifier="alpha = 9/10, 9/20, 1/4, 1/8, 1/16, 1/100: the least d with k < 2^d, from the sizes and from "
                  "logarithms",
       fingerprint=lambda size: [size(d, NINE_TENTHS) for d in (9, 10)])
def least_d_with_fewer_sets_than_points(size=lemma_size) -> Verdict:
    return judge("==", ((alpha, first_gain(size, alpha), first_gain_by_logarithms(alpha)) for alpha in ACCURACIES))


@least_d_with_fewer_sets_than_points.verifier
def _(size, alpha):
    e, each = sum(Fraction(1, factorial(n)) for n in range(30)), 1 + alpha.denominator // alpha.numerator
    d = first_gain(size, alpha)
    return not (ceil(8 * e * d * each**2) < 2**d and ceil(8 * e * (d - 1) * each**2) >= 2 ** (d - 1))

least_d_with_fewer_sets_than_points.sabotage(
    "16 e in place of 8 e", lambda d, alpha: random_sets_shape(d, alpha, 16 * exp_bracket(1, 128)).sets)


@check("BBKN14-4.1", grade="certified",
       quantifier="d = 8..64 and 2^10, 2^20; alpha = a/b with b <= 12 and 1/16, 1/64",
       fingerprint=lambda factor: factor)
def size_is_of_the_order_d_over_alpha_squared(factor: int = 32) -> Verdict:
    grid = sorted({Fraction(a, b) for b in range(2, 13) for a in range(1, b)} | {Fraction(1, 16), Fraction(1, 64)})
    limit = factor * exp_bracket(1, 128)
    return judge("<", (((d, alpha), lemma_size(d, alpha), limit * d / alpha**2 + 1)
                       for d in (*range(8, 65), 1 << 10, 1 << 20) for alpha in grid))


@size_is_of_the_order_d_over_alpha_squared.verifier
def _(factor, witness):
    d, alpha = witness
    below_e = sum(Fraction(1, factorial(n)) for n in range(30))
    return 8 * below_e * d * (1 + int(1 / alpha)) ** 2 > factor * (below_e + Fraction(1, 2**60)) * d / alpha**2 + 1

size_is_of_the_order_d_over_alpha_squared.sabotage("8 e d / alpha^2: the rounding of 1/alpha forgotten", 8)


claim("BBKN14-4.1.eq3", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.1",
      uses=("BBKN14-4.1.sets",),
      title="Property (3): p sets through every point, no other point in log T of them")


@check("BBKN14-4.1.eq3", grade="exhaustive",
       quantifier="the classes drawn for (d, alpha) = (8, 9/10), (10, 9/10), (10, 1/2), (12, 9/10): all points j and "
                  "all other points b",
       reason="For d = 13 and 16 it is the check of Lemma 4.1 itself.",
       fingerprint=lambda limit: [limit(d) for d in (8, 10)])
def largest_multiplicity_is_below(limit=lambda d: d) -> Verdict:
    def cases() -> Iterator[Any]:
        for d, alpha in SMALL[:4]:
            drawn = seeded_sets(d, alpha)
            matrix = drawn.matrix
            for j in range(drawn.points):
                counts = multiplicities(matrix, j, drawn.chosen[j])
                counts[j] = 0
                yield (d, alpha, j, int(counts.argmax())), int(counts.max()), limit(d)

    return judge("<", cases())


@largest_multiplicity_is_below.verifier
def _(limit, witness):
    d, alpha, j, b = witness
    drawn = seeded_sets(d, alpha)
    words = [[int(word) for word in drawn.words[i]] for i in drawn.chosen[j]]
    return sum(row[b // 64] >> b % 64 & 1 for row in words) >= limit(d) and all(
        row[j // 64] >> j % 64 & 1 for row in words)

largest_multiplicity_is_below.sabotage("no other point in two of the sets", lambda d: 2)


claim("BBKN14-4.1.eq-sum", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.1",
      uses=("BBKN14-4.1.eq3", "BBKN14-4.1.two-req"),
      title="The errors of the p sets add up to at most log T - 1, so one is below alpha",
      erratum="Printed with log T and <, which reads 0 < 0 for a distribution without mass on the union of the sets; "
              "with multiplicities of at most log T - 1 the sum is at most (log T - 1) Pr[union].  The rest stands.")


@cache
def adversary(d: int, j: int) -> tuple[Fraction, ...]:
    """Return a distribution that is worst for the p sets through j."""
    drawn = seeded_sets(d, NINE_TENTHS)
    chosen = ConceptClass.from_matrix(drawn.matrix[drawn.chosen[j]])
    return representation_game(chosen, indicator({j}, drawn.points)).distribution


def sum_of_errors(drawn: DrawnSets, j: int, distribution: Any) -> tuple[Fraction, Fraction]:
    """Return ``sum_i D(A_i minus j)`` and ``D(union minus j)``, set by set."""
    sets = [np.flatnonzero(row).tolist() for row in drawn.matrix[drawn.chosen[j]]]
    total = sum((distribution[b] for members in sets for b in members if b != j), Fraction(0))
    return total, sum((distribution[b] for b in set().union(*sets) - {j}), Fraction(0))


@check("BBKN14-4.1.eq-sum", grade="exact",
       quantifier="the classes drawn for d = 8, 10, alpha = 9/10: all points j, point masses at all b (enough, as "
                  "both sides are linear in D), the uniform distribution, and the adversary's optimum at 8 points j "
                  "(d = 8) and at 1 (d = 10)",
       fingerprint=lambda factor: [factor(d) for d in (8, 10)])
def errors_of_the_sets_add_up_to_at_most(factor=lambda d: d - 1) -> Verdict:
    def cases() -> Iterator[Any]:
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

    return judge("<=", cases())


@errors_of_the_sets_add_up_to_at_most.verifier
def _(factor, witness):
    d, j, b = witness
    drawn = seeded_sets(d, NINE_TENTHS)
    inside = [bool(int(drawn.words[i, b // 64]) >> b % 64 & 1) for i in drawn.chosen[j]]  # D is a point mass at b
    return b != j and sum(inside) > factor(d) * any(inside)

errors_of_the_sets_add_up_to_at_most.sabotage("1 in place of log T", lambda d: 1)


@check("BBKN14-4.1.eq-sum", grade="exact",
       quantifier="alpha = a/b < 1 with b <= 60: log T / p = 1 / (1 + floor(1/alpha)) against alpha",
       fingerprint=lambda each: [each(Fraction(1, n)) for n in (2, 3)])
def average_error_is_below_alpha(each=lambda alpha: 1 + int(1 / alpha)) -> Verdict:
    grid = sorted({Fraction(a, b) for b in range(2, 61) for a in range(1, b)})
    return judge("<", ((alpha, Fraction(1, each(alpha)), alpha) for alpha in grid))


@average_error_is_below_alpha.verifier
def _(each, alpha):
    return each(alpha) * alpha.numerator <= alpha.denominator

average_error_is_below_alpha.sabotage("floor(1/alpha) without the 1", lambda alpha: int(1 / alpha))


@check("BBKN14-4.1.eq-sum", grade="exhaustive",
       quantifier="the class drawn for d = 8, alpha = 9/10: all points j, point masses at all other points b",
       fingerprint=lambda when: [when(0), when(1)])
def printed_strict_inequality_holds_iff(when=lambda count: count > 0) -> Verdict:
    drawn = seeded_sets(8, NINE_TENTHS)
    matrix = drawn.matrix
    counts = [multiplicities(matrix, j, drawn.chosen[j]).tolist() for j in range(drawn.points)]
    return judge("==", (((j, b), count < 8 * (count > 0), when(count))
                        for j, row in enumerate(counts) for b, count in enumerate(row) if b != j))


@printed_strict_inequality_holds_iff.verifier
def _(when, witness):
    j, b = witness
    total, union = sum_of_errors(seeded_sets(8, NINE_TENTHS), j, indicator({b}, 256))
    return when(int(total)) != (total < 8 * union)

printed_strict_inequality_holds_iff.sabotage("for every distribution, as printed", lambda count: True)
