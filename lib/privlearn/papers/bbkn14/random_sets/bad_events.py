"""BBKN14, Section 4.1: property (3) of Lemma 4.1, its two bad events, and why half of the points are good."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.dimensions.representation.points import draw_sets, random_sets_shape
from privlearn.dimensions.representation.points.multiplicities import multiplicities
from privlearn.dimensions.representation.points.random_sets import good_points
from privlearn.dimensions.representation.points.random_sizes import RandomSetsShape, number_of_sets, too_many_chance
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import HALF, NINE_TENTHS, QUARTER
from privlearn.papers.bbkn14.random_sets import claim
from privlearn.papers.bbkn14.random_sets.instances import first_points, seeded_sets

claim("BBKN14-4.1.eq3", kind="inequality", step_of="BBKN14-4.1", uses=("BBKN14-4.1.sets",),
      title="Property (3): p sets through every point, no other point in log T of them")


@formula("at most", corners={"d": (2, 8, 10)})
def most_sets_at_a_point(d: int) -> Value:
    """Return the most of the p sets that another point lies in, if it is in fewer than d."""
    return d - 1


claim("BBKN14-4.1.eq-sum", kind="inequality", formulas=(most_sets_at_a_point,), step_of="BBKN14-4.1",
      uses=("BBKN14-4.1.eq3", "BBKN14-4.1.two-req"),
      title="The errors of the p sets add up to at most log T - 1, so one is below alpha",
      erratum_kind="step", repaired=True,
      erratum="Printed with log T and <, which reads 0 < 0 for a distribution without mass on the union of the sets; "
              "with multiplicities of at most log T - 1 the sum is at most (log T - 1) Pr[union].  The rest stands.")


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
    drawn = seeded_sets(8, NINE_TENTHS)
    held = [int(drawn.words[i, b // 64]) >> b % 64 & 1 for i in drawn.chosen[j]]  # all mass on b
    return when(sum(held)) != (sum(held) < 8 * any(held))


PARAMETERS = ((8, NINE_TENTHS), (10, NINE_TENTHS), (16, NINE_TENTHS), (16, HALF), (32, QUARTER))


@formula("at least", tex={"points": "T", "sets": "k"},
         corners={"p": (1, 16, 20), "points": (4, 256, 1024), "sets": (8, 32, 64, 128, 200)})
def mean_sets_through(p: int, points: int, sets: int) -> Value:
    """Return the least mean number of sets through a point, with sizes rounded to a nearest integer."""
    return 2 * p - sets / (4 * points)


@formula("at most", tex={"2 / p": "2/p"}, corners={"p": (16, 20, 48, 160)}, loose=dict.fromkeys(
    ("2", "2 / p"), "Chebyshev's inequality: the tail falls exponentially"))
def too_few_limit(p: int) -> Value:
    """Return the bound on the probability that fewer than p sets contain a point."""
    return 2 / p


claim("BBKN14-4.1.bad1", kind="inequality", step_of="BBKN14-4.1", uses=("BBKN14-4.1.sets",),
      formulas=(mean_sets_through, too_few_limit),
      title="Fewer than p sets contain a point with probability less than 2/p <= 1/8")


@check("BBKN14-4.1.bad1", grade="exact",
       quantifier="p = 1, 16, 20; T = 4, 256, 1024; k = 8, 32, 64, 128, 200: sets of a nearest integer to 4pT/k points",
       says="{the least mean} is at most {k s/(2T) with s points in a set}")
@judged("<=")
def mean_of_the_sets_through_a_point(mean=mean_sets_through):
    for p, points, sets in mean.instances():
        rest = 4 * p * points % sets
        nearest = 4 * p * points // sets + (2 * rest > sets)  # the smaller of two
        yield (p, points, sets), mean(p, points, sets), Fraction(sets * nearest, 2 * points)

def refutes_mean_of_the_sets_through_a_point(mean, p, points, sets):
    gaps = {s: abs(s * sets - 4 * p * points) for s in range(4 * p * points + 1)}
    size = min(gaps, key=lambda s: gaps[s])
    return sets * size < 2 * points * mean(p, points, sets)


@formula("at most", tex={"2 ** d": "T"}, corners={"d": (32, 128)}, loose={
    "2": "Stirling's factor sqrt(2 pi d) is given away", "2 / 2 ** d": "Stirling's factor sqrt(2 pi d) is given away"})
def crowded_limit(d: int) -> Value:
    """Return the bound on the probability that another point is in d of the p sets through a point."""
    return 2 / 2**d


k_for_crowds = replace(number_of_sets, corners={
    "d": (32, 128), "alpha": (*number_of_sets.corners["alpha"][:2], Fraction(1, 100), Fraction(1))},
    loose={"1": "p (p - 1) ... (p - d + 1) is less than p^d", "d >= 1": "there is one point",
           "0 < alpha < 1": "the sets are as many for alpha = 1"})
claim("BBKN14-4.1.bad2", kind="inequality", step_of="BBKN14-4.1", uses=("BBKN14-4.1.sets",),
      formulas=(k_for_crowds, crowded_limit),
      title="Some other point lies in log T of p sets through a point with probability at most 2/T <= 1/8")


@check("BBKN14-4.1.bad2", grade="exhaustive",
       quantifier="all sets of every size on 2..9 points: the chance of b given j by listing the sets",
       says="{the chance that a set through j contains b} equals {(size - 1)/(points - 1)}")
@sabotage("size / points, as if independent", lambda members, points: Fraction(members, points))
@judged("==")
def another_point_is_in_a_set_through_j_with_chance(
        chance=lambda members, points: Fraction(members - 1, points - 1)):
    for points in range(2, 10):
        for members in range(1, points):
            through = [one for one in combinations(range(points), members) if 0 in one]
            yield (members, points), Fraction(sum(1 in one for one in through), len(through)), chance(members, points)

def refutes_another_point_is_in_a_set_through_j_with_chance(chance, members, points):
    return chance(members, points) != Fraction(comb(points - 2, members - 2) if members > 1 else 0,
                                               comb(points - 1, members - 1))


claim("BBKN14-4.1.markov", kind="inequality", step_of="BBKN14-4.1", formulas=(too_many_chance,),
      uses=("BBKN14-4.1.bad1", "BBKN14-4.1.bad2", "BBKN14-4.1.eq3"),
      title="With positive probability at least T of the 2T points are good",
      note="For the rounded sizes the probability is bounded exactly; the two hundred drawings illustrate it.")


@check("BBKN14-4.1.markov", grade="exhaustive",
       quantifier="n = 1, 2, 7, 20, 64 points, each failing with chance 1/8, 1/3 or 9/10: the largest "
                  "probability of more than n/2 failures, over all laws of their number with this mean (its extreme "
                  "points have two values)",
       says="{the largest chance of more than n/2 failures} equals {the closed form}", against="optimum")
@judged("==")
def largest_chance_of_too_many_failures(most=too_many_chance):
    for case in most.instances():
        yield case, most_by_two_values(*case), most(*case)


@cache
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
    return most(points, chance) != min(1, together)


def chances_in_integers(shape: RandomSetsShape) -> tuple[Fraction, Fraction]:
    """Return the two chances, counted in sequences of sets."""
    k, inside, outside = shape.sets, shape.members, shape.points - shape.members
    few = sum(comb(k, i) * inside**i * outside ** (k - i) for i in range(shape.chosen))
    ways, others = comb(shape.chosen, shape.d) * (inside - 1) ** shape.d, shape.points - 1
    return Fraction(few, shape.points**k), Fraction(others * ways, others**shape.d)


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
