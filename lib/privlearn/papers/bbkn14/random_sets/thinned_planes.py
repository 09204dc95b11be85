"""BBKN14, Section 4.1: the thinned projective plane, whose details the paper leaves to the reader."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import comb, isqrt
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts.planes import plane_lines, plane_points, smallest_order
from privlearn.dimensions.representation.points import derandomised_plane, thin_plane, uniform_bound
from privlearn.dimensions.representation.points.multiplicities import degrees, largest_meeting
from privlearn.dimensions.representation.points.thinned_planes import (ThinnedPlane, expected_dropped, keep_chance,
                                                                       line_limit, lines_needed, restricted)
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.exact.primes import is_prime_power
from privlearn.papers.bbkn14.random_sets import claim


def broken_thinning_keeps_all_points(order: int, alpha: Fraction, c: Fraction) -> ThinnedPlane:
    """Keep the first T points, however few lines go through them."""
    drawn = thin_plane(order, alpha, c, 0)
    return replace(drawn, kept_points=tuple(range(drawn.points)))


GRID = tuple(product((31, 61), (HALF, QUARTER)))

claim("BBKN14-4.1.thinned", kind="remark", uses=("BBKN14-4.1.plane", "BBKN14-4.1.two-req", "BBKN14-2.eq2.lower"),
      title="Thinned projective plane: O(sqrt(T)/alpha) hypotheses", erratum_kind="false", repaired=True,
      erratum="A plane with exactly 2T points does not exist, as q^2 + q + 1 is odd (nor one with T = 2^d points, d >= "
              "1).  Take the smallest prime power q with q^2 + q + 1 >= 2T, less than four times as many points as "
              "asked for, and restrict.")


def enumerated_dropped(order: int, alpha: Fraction, chance: Fraction) -> Fraction:
    """Return the expected number of points in fewer than 1/alpha kept lines, by listing all sets of lines."""
    lines, size = [sum(1 << int(x) for x in line) for line in plane_lines(order)], plane_points(order)
    total, worlds = Fraction(0), {(0,) * size: Fraction(1)}
    for line in lines:
        split: dict[tuple[int, ...], Fraction] = {}
        for counts, weight in worlds.items():
            more = tuple(min(c + (line >> x & 1), lines_needed(alpha)) for x, c in enumerate(counts))
            for key, factor in ((counts, 1 - chance), (more, chance)):
                split[key] = split.get(key, Fraction(0)) + weight * factor
        worlds = split
    for counts, weight in worlds.items():
        total += weight * sum(Fraction(c) < 1 / alpha for c in counts)
    return total


@check("BBKN14-4.1.thinned", grade="exhaustive",
       quantifier="order 2, alpha = 1, 1/2, 1/3, a line kept with probability 1/3 or 3/4, and order 3, alpha = 1/2, "
                  "probability 2/3: all 2^7 and 2^13 sets of lines",
       says="{the expected dropped points by listing} equals {the closed form of that number}")
@sabotage("q lines through each point",
          lambda q, alpha, chance: plane_points(q) * sum(
          (comb(q, k) * chance**k * (1 - chance) ** (q - k) for k in range(lines_needed(alpha))), Fraction(0)))
def expected_number_of_dropped_points(expected=expected_dropped) -> Verdict:
    return judge("==", (((q, alpha, chance), enumerated_dropped(q, alpha, chance), expected(q, alpha, chance))
                        for q, alpha, chance in (
                            *product((2,), (Fraction(1), HALF, Fraction(1, 3)), (Fraction(1, 3), Fraction(3, 4))),
                            (3, HALF, Fraction(2, 3)))))

def refutes_expected_number_of_dropped_points(expected, q, alpha, chance):
    one = sum(comb(q + 1, k) * chance**k * (1 - chance) ** (q + 1 - k) for k in range(q + 2) if k < 1 / alpha)
    return (q * q + q + 1) * one != expected(q, alpha, chance)


@check("BBKN14-4.1.thinned", grade="exact",
       quantifier="orders 31 and 61, alpha = 1/2, 1/4: expected dropped points below N/4, and by Markov's inequality "
                  "a drawing that succeeds in both respects has a positive probability",
       says="less than a quarter of the points is expected to drop, and the two chances of failure sum to below 1")
@sabotage("c = 1/10: most points are expected to be dropped", Fraction(1, 10))
@judged("<")
def expectations_prove_that_some_drawing_succeeds(c: Fraction = Fraction(2)):
    for q, alpha in GRID:
        size, chance = plane_points(q), keep_chance(q, alpha, c)
        dropped = expected_dropped(q, alpha, chance)
        yield (q, alpha, "points"), dropped, Fraction(size, 4)
        too_many = size - size // 2 + 1  # one point more than may be dropped
        yield (q, alpha, "both"), dropped / too_many + size * chance / line_limit(q, alpha, c), 1

def refutes_expectations_prove_that_some_drawing_succeeds(c, q, alpha, _):
    chance, law = keep_chance(q, alpha, c), {0: Fraction(1)}
    for _ in range(q + 1):  # the number of kept lines through a point, line by line
        law = {k: law.get(k, 0) * (1 - chance) + law.get(k - 1, 0) * chance for k in range(len(law) + 1)}
    return 2 * sum(weight for k, weight in law.items() if k < 1 / alpha) > 1


STATED = tuple((q, alpha) for q in (5, 7, 8, 9, 11, 13, 16, 31, 64) for alpha in (Fraction(1), HALF, QUARTER)
               if isqrt((q * q + q) // 2) * alpha >= 4)


@check("BBKN14-4.1.thinned", grade="exact",
       quantifier="orders 5, 7, 8, 9, 11, 13, 16, 31, 64, alpha = 1, 1/2, 1/4, where a line is kept with probability "
                  "at most 1: Markov's bounds on more than T + 1 dropped points and on more than 8 c sqrt(T)/alpha "
                  "lines",
       says="at c = 4 the chances of too many dropped points and of too many lines sum to below 1")
@sabotage("without: c is at least 4", HALF)
@judged("<")
def stated_drawing_succeeds(c: Fraction = Fraction(4)):
    for q, alpha in STATED:
        size, chance = plane_points(q), keep_chance(q, alpha, c)
        half = size // 2
        dropped = expected_dropped(q, alpha, chance) / (half + 2)
        # the square root from below: a bound on the number of lines that is none too large
        lines = size * chance * alpha / (8 * c * Fraction(isqrt(half * 10**12), 10**6))
        yield (q, alpha), dropped + lines, 1

def refutes_stated_drawing_succeeds(c, q, alpha):
    half = (q * q + q) // 2
    chance, law = min(Fraction(1), c / (isqrt(half) * alpha)), {0: Fraction(1)}
    for _ in range(q + 1):
        law = {k: law.get(k, 0) * (1 - chance) + law.get(k - 1, 0) * chance for k in range(len(law) + 1)}
    short = sum(weight for k, weight in law.items() if k * alpha < 1)
    return short * (2 * half + 1) / (half + 2) + Fraction(1, 4) > 1  # the lines add more than a quarter


def facts(drawn: ThinnedPlane, alpha: Fraction, c: Fraction) -> Iterator[Any]:
    """Yield name, left and right side of what a thinned plane must satisfy."""
    matrix, here = drawn.matrix, (drawn.order, alpha, c)
    yield (*here, "points"), drawn.points, len(drawn.kept_points)
    yield (*here, "lines"), len(drawn.lines), line_limit(drawn.order, alpha, c)
    yield (*here, "meetings"), largest_meeting(matrix), 1
    for j, through in enumerate(degrees(matrix).tolist()):
        yield (*here, j), uniform_bound(matrix, j) if through else 1, alpha


@check("BBKN14-4.1.thinned", grade="exact",
       quantifier="orders 31 (T = 496) and 61 (T = 1891), alpha = 1/2, 1/4, c = 1, 2, 3, seed 0: number of points "
                  "and of lines, all pairs of lines, the mixture at every kept point",
       says="at most 4 c sqrt(T)/alpha lines, two sharing at most one point, alpha-represent T kept points")
@verifier(lambda thin, q, alpha, c, fact: breaks(thin(q, alpha, c), q, alpha, c, fact))
@sabotage("no point is dropped", broken_thinning_keeps_all_points)
@sabotage("lines kept with a tenth of the probability", lambda q, alpha, c: thin_plane(q, alpha, c / 10, 0))
def drawn_lines_represent_half_of_the_points(thin=lambda order, alpha, c: thin_plane(order, alpha, c, 0)) -> Verdict:
    return judge("<=", (case for q, alpha in GRID for c in (Fraction(1), Fraction(2), Fraction(3))
                        for case in facts(thin(q, alpha, c), alpha, c)))


def breaks(drawn: ThinnedPlane, q: int, alpha: Fraction, c: Fraction, fact: Any) -> bool:
    """Tell whether lines of the plane, taken as sets, break one of the facts."""
    size, kept = q * q + q + 1, list(drawn.kept_points)
    lines = [frozenset(line) for line in plane_lines(q)[list(drawn.lines)].tolist()]
    if fact == "points":
        return len(set(kept)) < size // 2
    if fact == "lines":
        return (len(lines) * alpha) ** 2 > 16 * c**2 * (size // 2)
    if fact == "meetings":
        return any(len(a & b & set(kept)) > 1 for a, b in combinations(lines, 2))
    through = [line for line in lines if kept[fact] in line]
    most = max((sum(x in line for line in through) for x in kept if x != kept[fact]), default=0)
    return not through or Fraction(most, len(through)) > alpha


@check("BBKN14-4.1.thinned", grade="exhaustive",
       quantifier="order 31, alpha = 1/2, 1/4, c = 2 and order 7, alpha = 1/2, c = 1: all of the same, without chance",
       says="the chosen lines, at most 4 c sqrt(T)/alpha, pairwise sharing at most one point, alpha-represent T points")
@verifier(lambda thin, q, alpha, c, fact: breaks(thin(q, alpha, c), q, alpha, c, fact))
@sabotage("lines that are chosen for twice the error",
          lambda q, alpha, c: restricted(q, alpha, derandomised_plane(q, 2 * alpha, c).lines))
def derandomised_lines_represent_half_of_the_points(thin=derandomised_plane) -> Verdict:
    return judge("<=", (case for q, alpha, c in ((7, HALF, 1), (31, HALF, 2), (31, QUARTER, 2))
                        for case in facts(thin(q, alpha, Fraction(c)), alpha, Fraction(c))))


SMALL_PLANES = ((2, HALF, Fraction(1)), (2, Fraction(1), QUARTER), (3, HALF, HALF), (3, Fraction(1), Fraction(1)),
                (4, Fraction(1, 3), Fraction(1)), (5, Fraction(2, 5), HALF))


def lines_by_expectation(q: int, alpha: Fraction, c: Fraction) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return the lines kept, the first T points in 1/alpha of them, and T, all expectations point by point."""
    lines, size = [set(line) for line in plane_lines(q).tolist()], q * q + q + 1
    half = size // 2
    root = max(r for r in range(half + 1) if r * r <= half)
    chance, kept = min(Fraction(1), c / (alpha * root)), list[int]()

    def short(have: int, rest: int) -> Fraction:
        return sum((comb(rest, k) * chance**k * (1 - chance) ** (rest - k) for k in range(rest + 1)
                    if have + k < 1 / alpha), Fraction(0))

    def score(chosen: list[int], decided: int) -> Fraction:
        dropped = sum((short(sum(x in lines[i] for i in chosen), sum(x in line for line in lines[decided:]))
                       for x in range(size)), Fraction(0))
        return dropped / (size - half) + Fraction(len(chosen)) / (2 * size * chance)

    for i in range(size):
        if score([*kept, i], i + 1) < score(kept, i + 1):
            kept.append(i)
    enough = [x for x in range(size) if sum(x in lines[i] for i in kept) >= 1 / alpha]
    return tuple(kept), tuple(enough[:half]), half


@check("BBKN14-4.1.thinned", grade="exact",
       quantifier="orders 2, 3, 4, 5 with alpha = 1, 1/2, 2/5 or 1/3 and c = 1, 1/2 or 1/4: every line, both "
                  "expectations summed over all points",
       says="a line is kept where the conditional expectation of the score falls, and T points in enough lines stay")
@sabotage("lines kept for twice c", lambda q, alpha, c: derandomised_plane(q, alpha, 2 * c))
@sabotage("a point more in the class", lambda q, alpha, c: replace(
    right := derandomised_plane(q, alpha, c), kept_points=(*right.kept_points, right.points)))
@judged("==")
def lines_are_decided_by_conditional_expectations(thin=derandomised_plane):
    for case in SMALL_PLANES:
        found = thin(*case)
        yield case, (found.lines, found.kept_points, found.points), lines_by_expectation(*case)

def refutes_lines_are_decided_by_conditional_expectations(thin, q, alpha, c):
    found, size, t = thin(q, alpha, c), q * q + q + 1, (q * q + q) // 2
    chance, through = min(1, c / (alpha * int(t**0.5))), [[x in line for line in plane_lines(q)] for x in range(size)]
    enough = [x for x in range(size) if sum(through[x][i] for i in found.lines) * alpha >= 1]
    if (found.kept_points, found.points) != (tuple(enough[:t]), t):
        return True

    def mean(known: tuple[int, ...]) -> Fraction:  # the score's expectation, the first lines kept (1) or left out (0)
        total = Fraction(sum(known)) / (2 * size * chance)
        for x in range(size):
            law = {sum(k for k, on in zip(known, through[x], strict=False) if on): Fraction(1)}
            for _ in range(sum(through[x][len(known):])):
                law = {k: law.get(k, 0) * (1 - chance) + law.get(k - 1, 0) * chance
                       for k in range(min(law), max(law) + 2)}
            total += sum(p for k, p in law.items() if k * alpha < 1) / (size - t)
        return total

    word = tuple(int(i in found.lines) for i in range(size))
    return any((mean((*word[:i], 1)) < mean((*word[:i], 0))) != word[i] for i in range(size))


@check("BBKN14-4.1.thinned", grade="exact", quantifier="orders 2, 3, 4, 5, 7, 31, alpha = 1, 1/2, 2/7, c = 1/3, 1, 5/2",
       says="the limit is the largest n with (n alpha)^2 <= 16 c^2 T")
@sabotage("2T points for T", lambda q, alpha, c: int(4 * c / alpha * plane_points(q) ** Fraction(1, 2)))
@judged("==")
def limit_of_lines_is_rounded_down(limit=line_limit):
    for q, alpha, c in product((2, 3, 4, 5, 7, 31), (Fraction(1), HALF, Fraction(2, 7)),
                               (Fraction(1, 3), Fraction(1), Fraction(5, 2))):
        most = next(n for n in range(10**4) if ((n + 1) * alpha) ** 2 > 16 * c**2 * ((q * q + q) // 2))
        yield (q, alpha, c), limit(q, alpha, c), most

def refutes_limit_of_lines_is_rounded_down(limit, q, alpha, c):
    n, root = limit(q, alpha, c), ((q * q + q) // 2) ** 0.5
    return not n * alpha <= 4 * c * root * (1 + 1e-12) or not (n + 1) * alpha > 4 * c * root * (1 - 1e-12)


@check("BBKN14-4.1.thinned", grade="exact",
       quantifier="q = 1..1000: q^2 + q + 1 is odd, so neither 2T nor 2^d with d >= 1",
       says="the number of points of the plane is odd")
@sabotage("the points of the affine plane and of one more line: q^2 + q", lambda q: q * q + q)
def number_of_points_of_a_plane_is_odd(size=plane_points) -> Verdict:
    return judge("==", ((q, size(q) % 2, 1) for q in range(1, 1001)))

def refutes_number_of_points_of_a_plane_is_odd(size, q):
    return size(q) != 1 + q * (q + 1)  # one more than a product of neighbours, of which one is even


@check("BBKN14-4.1.thinned", grade="exhaustive",
       quantifier="T = 1..4096: points of the smallest plane with at least 2T points against 8T; no smaller prime "
                  "power is enough",
       says="the smallest plane has at least 2T and fewer than 8T points, and no smaller prime power is enough")
@sabotage("without: the order of a plane is a prime power", lambda need: next(
    q for q in range(2, need + 2) if plane_points(q) >= need))
@sabotage("the next prime power", lambda need: next(
    q for q in range(smallest_order(need) + 1, 10**4) if is_prime_power(q)))
@judged("<=")
def smallest_plane_is_large_enough_and_not_much_larger(order=smallest_order):
    for half in range(1, 4097):
        q = order(2 * half)
        yield (half, "enough"), 2 * half, plane_points(q) * is_prime_power(q)
        yield (half, "not much more"), plane_points(q), 8 * half - 1
        if before := next((r for r in range(q - 1, 1, -1) if is_prime_power(r)), 0):
            yield (half, "least"), plane_points(before), 2 * half - 1

def refutes_smallest_plane_is_large_enough_and_not_much_larger(order, half, _):

    def is_order(q: int) -> bool:
        return len([p for p in range(2, q + 1) if q % p == 0 and all(p % r for r in range(2, p))]) == 1

    q = 2
    while not is_order(q) or q * q + q + 1 < 2 * half:
        q += 1
    return order(2 * half) != q
