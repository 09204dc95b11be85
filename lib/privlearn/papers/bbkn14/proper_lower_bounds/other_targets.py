"""BBKN14, Lemma 3.9: good samples are close, so each other target keeps part of the probability."""

from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

from privlearn.checking import Verdict, all_hold, check, counted, judge, judged, sabotage
from privlearn.exact import Bracket, binomial_probabilities, exp_bracket, log_bracket
from privlearn.exact.fractions import TENTH
from privlearn.learners.generic.exponential import point_learner
from privlearn.mechanisms.neighbours import hamming_distance
from privlearn.papers.bbkn14.proper_lower_bounds import claim
from privlearn.papers.bbkn14.proper_lower_bounds.instances import MASSES, RATIO, successes

claim("BBKN14-3.9.eq-dp", kind="inequality", step_of="BBKN14-3.9",
      title="Good samples of two targets differ in at most 4 alpha m rows",
      uses=("BBKN14-2.1.group", "BBKN14-3.9.success"),
      note="The 2 of aligned rows in place of the 4 is for learners that ignore the order of their rows; any learner "
           "becomes one, at no cost in privacy or success, by shuffling them first.")


def sample_of(target: int, shown: int, rows: int) -> tuple[Any, ...]:
    """Return the sample that shows the target in the rows of the bit mask ``shown``."""
    return tuple((target, 1) if shown >> k & 1 else (0, 0) for k in range(rows))


@check("BBKN14-3.9.eq-dp", grade="exhaustive",
       quantifier="alpha = 1/10, 1/4, 1/3; m = 1..8; all pairs of good samples of two targets",
       says="the largest distance of good samples is the least of m and 2 floor(2 alpha m), and at most 4 alpha m")
@sabotage("2 alpha m without aligning the rows", lambda mass, rows: floor(2 * mass * rows))
@sabotage("rounded down after doubling", lambda mass, rows: min(rows, floor(4 * mass * rows)))
def largest_distance_of_good_samples(reach=lambda mass, rows: min(rows, 2 * floor(2 * mass * rows))) -> Verdict:
    pairs, largest = 0, list[Any]()
    for mass, rows in product(MASSES, range(1, 9)):
        good = [shown for shown in range(1 << rows) if shown.bit_count() <= 2 * mass * rows]
        first, second = ([(shown, sample_of(target, shown, rows)) for shown in good] for target in (1, 2))
        pairs += len(good) ** 2
        distance, left, right = max((hamming_distance(a, b), s, t) for s, a in first for t, b in second)
        largest.append(((mass, rows, left, right), distance, reach(mass, rows)))
    bounded = judge("<=", ((case, reached, 4 * case[0] * case[1]) for case, _, reached in largest))
    return counted(all_hold(judge("==", largest), bounded), pairs)

def refutes_largest_distance_of_good_samples(reach, mass, rows, left, right):
    a, b = sample_of(1, left, rows), sample_of(2, right, rows)
    both_good = all(sum(y for _, y in sample) <= 2 * mass * rows for sample in (a, b))
    most = max(k for k in range(rows + 1) if k <= 2 * mass * rows)  # rows that one good sample shows at most
    found = sum(x != y for x, y in zip(a, b, strict=True))
    return both_good and (found > reach(mass, rows) or most + most < reach(mass, rows) or reach(mass, rows) > rows)


@check("BBKN14-3.9.eq-dp", grade="exhaustive",
       quantifier="alpha = 1/10, 1/4, 1/3; m = 1..8; all pairs of good samples, rows sorted so that those that show "
                  "the target come first",
       says="{the distance of two aligned good samples} is at most {2 alpha m, rounded down}")
@sabotage("alpha m, the mean number", lambda mass, rows: floor(mass * rows))
@judged("<=")
def aligned_samples_are_twice_as_close(reach=lambda mass, rows: floor(2 * mass * rows)):
    for mass in MASSES:
        for rows in range(1, 9):
            for s in range(floor(2 * mass * rows) + 1):
                for t in range(floor(2 * mass * rows) + 1):
                    a, b = sample_of(1, (1 << s) - 1, rows), sample_of(2, (1 << t) - 1, rows)
                    yield (mass, rows, s, t), hamming_distance(a, b), reach(mass, rows)

def refutes_aligned_samples_are_twice_as_close(reach, mass, rows, s, t):
    differing = [k for k in range(rows) if k < s or k < t]
    return max(s, t) <= 2 * mass * rows and len(differing) > reach(mass, rows)


DP_GRID = tuple((name, size, rows, mass) for name in ("optimal", "exponential") for size in (4, 8)
                for rows in range(1, 13) for mass in (TENTH, Fraction(1, 4), Fraction(1, 3)))


def gamma_of(name: str, size: int, rows: int, mass: Fraction) -> Bracket:
    """Return ``Gamma = beta + e^{-alpha m / 3}`` for a learner."""
    weights = binomial_probabilities(rows, mass)
    beta = 1 - sum((w * a for w, a in zip(weights, successes(name, size, rows), strict=True)), Fraction(0))
    return beta + exp_bracket(-mass * rows / 3)


def law_on_good_sample(name: str, size: int, rows: int, mass: Fraction) -> list[Fraction]:
    """Return the law on the good sample of target 1 on which the learner does best, rows that show it first."""
    a = successes(name, size, rows)
    best = max(range(floor(2 * mass * rows) + 1), key=lambda s: a[s])
    if name == "exponential":
        law = point_learner(size, RATIO)(sample_of(1, (1 << best) - 1, rows)).exact()
        return [law.get(j, Fraction(0)) for j in range(size)]
    if best == 0:
        return [Fraction(0)] + [Fraction(1, size - 1)] * (size - 1)
    return [Fraction(0), a[best]] + [(1 - a[best]) / (size - 2)] * (size - 2)


@check("BBKN14-3.9.eq-dp", grade="certified",
       quantifier="all other targets j; exponential mechanism and best mechanism on the family; e^epsilon = 9/4; T = "
                  "4, 8; m = 1..12; alpha = 1/10, 1/4, 1/3",
       says="{e^(-4 epsilon alpha m) (1 - Gamma)} is at most {the probability of the other target}",
       reason="e^{-4 epsilon alpha m} is irrational for most m, so the inequality is decided by rational brackets")
@sabotage("e^{-epsilon alpha m / 4}", lambda mass, rows: exp_bracket(-mass * rows / 4 * log_bracket(RATIO)))
@judged("<=")
def other_targets_keep_probability(scale=lambda mass, rows: exp_bracket(-4 * mass * rows * log_bracket(RATIO))):
    for name, size, rows, mass in DP_GRID:
        law, gamma = law_on_good_sample(name, size, rows, mass), gamma_of(name, size, rows, mass)
        for j in range(2, size):
            yield (name, size, rows, mass, j), scale(mass, rows) * (1 - gamma), law[j]

def refutes_other_targets_keep_probability(scale, name, size, rows, mass, j):
    root = Fraction(3, 2) if name == "exponential" else RATIO
    first = root**-rows if name == "exponential" else 0
    a = [1 / (1 + first + (size - 2) / root**s) for s in range(rows + 1)]
    beta = 1 - sum((w * p for w, p in zip(binomial_probabilities(rows, mass), a, strict=True)), Fraction(0))
    each = a[floor(2 * mass * rows)] / root ** floor(2 * mass * rows)  # the success grows with the hits
    return j != 1 and scale(mass, rows).lower * (1 - beta - exp_bracket(-mass * rows / 3).upper) > each
