"""BBKN14, Section 4.2: the two ways in which algorithm A1 fails, a target missed and too much noise."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb, lcm

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact.fractions import QUARTER
from privlearn.learners.points import ZERO, consistent_point, flipped, noisy_sample_size
from privlearn.learners.points.utility import error_tail, miss_probability, noise_tail_uniform
from privlearn.learning import grid_distributions, samples
from privlearn.papers.bbkn14.constant_sample_learner import claim
from privlearn.papers.bbkn14.constant_sample_learner.instances import (ALPHAS, GRIDS, TWENTIETHS, Distribution,
                                                                       distributions_up_to_symmetry, eighth)

claim("BBKN14-A1.miss", kind="inequality", step_of="BBKN14-A1",
      title="Before the noise, 2 ln(4)/alpha rows give error below alpha/2 with probability 3/4",
      uses=("BBKN14-A1", "BBKN14-2.2"))


@check("BBKN14-A1.miss", grade="certified",
       quantifier="alpha = 1/20, ..., 19/20, n = ceil(2 ln 4 / alpha); all distributions: (1 - theta)^n falls with "
                  "the mass theta >= alpha/2 of the target",
       says="{the chance of missing a target of mass alpha/2} is at most {one quarter}")
@sabotage("ceil(ln 4 / alpha) rows", lambda alpha: noisy_sample_size(2 * alpha))
def target_is_missed_with_probability_a_quarter(rows=noisy_sample_size) -> Verdict:
    return judge("<=", ((alpha, miss_probability(alpha / 2, rows(alpha)), QUARTER) for alpha in TWENTIETHS))

def refutes_target_is_missed_with_probability_a_quarter(rows, alpha):
    left = Fraction(1)
    for _ in range(rows(alpha)):
        left -= left * alpha / 2
    return left > QUARTER


def miss_at_least(distribution: tuple[Fraction, ...], rows: int, alpha: Fraction) -> Fraction:
    """Return the probability that the noiseless concept has error at least ``alpha / 2``, in closed form."""
    mass = distribution[0]
    return (1 - mass) ** rows if mass >= alpha / 2 else Fraction(0)


def played_miss(distribution: tuple[Fraction, ...], rows: int, alpha: Fraction) -> Fraction:
    """Return the same by playing every sample: target point 0."""
    target = tuple(int(x == 0) for x in range(len(distribution)))
    total = Fraction(0)
    for database, probability in samples(distribution, target, rows):
        concept = consistent_point(database, size=len(distribution))
        wrong = [w for x, w in enumerate(distribution) if (x == concept) != target[x]]
        total += probability * (sum(wrong) >= alpha / 2)
    return total


@check("BBKN14-A1.miss", grade="exact",
       quantifier="T in {2, 3, 6}, all distributions on the grid of denominator 6 (12 for T = 2), 0 to 4 rows, alpha "
                  "in {1/3, 1/2, 1}: every sample is played",
       says="{the failure before the noise, played} equals {the closed form of that failure}")
@sabotage("one row fewer", lambda distribution, rows, alpha: miss_at_least(distribution, max(0, rows - 1), alpha))
def noiseless_failure_is_the_closed_form(closed=miss_at_least) -> Verdict:
    games = ((d, rows, alpha) for size, unit in ((2, 12), (3, 6), (6, 6))
             for d in distributions_up_to_symmetry(size, unit) for rows in range(5)
             for alpha in (Fraction(1, 3), Fraction(1, 2), Fraction(1)))
    return judge("==", ((game, played_miss(*game), closed(*game)) for game in games))

def refutes_noiseless_failure_is_the_closed_form(closed, distribution, rows, alpha):
    unit = lcm(*(w.denominator for w in distribution))
    cells = [x for x, w in enumerate(distribution) for _ in range(int(w * unit))]
    unseen = sum(0 not in drawn for drawn in product(cells, repeat=rows))
    return Fraction(unseen, unit**rows) * (distribution[0] >= alpha / 2) != closed(distribution, rows, alpha)


claim("BBKN14-A1.noise", kind="inequality", step_of="BBKN14-A1",
      title="The noise adds error alpha/8 in expectation, and alpha/2 with probability at most 1/4",
      uses=("BBKN14-A1", "BBKN14-2.2.error"))


@check("BBKN14-A1.noise", grade="exact",
       quantifier="T <= 8, the concepts zero and every point, every point mass as D (the expectation is linear in "
                  "D), alpha in {1/8, 1/4, 2/5}: all 2^T hypotheses",
       says="{the expected error of the noise} equals {alpha/8}")
@sabotage("noise rate alpha/4", lambda alpha: alpha / 4)
@judged("==")
def expected_error_of_the_noise(rate=eighth):
    for size, alpha in product(range(1, 9), ALPHAS):
        for concept in (ZERO, *range(size)):
            law = flipped(concept, size=size, rate=rate(alpha)).exact()
            for x in range(size):
                bit = int(x == concept)
                wrong = sum((mass for h, mass in law.items() if h[x] != bit), Fraction(0))
                yield (size, concept, x, alpha), wrong, alpha / 8

def refutes_expected_error_of_the_noise(rate, size, concept, x, alpha):
    others = [rate(alpha) ** k * (1 - rate(alpha)) ** (size - 1 - k) * comb(size - 1, k) for k in range(size)]
    return rate(alpha) * sum(others) != alpha / 8  # the bit at x flips, any k of the others do


def listed_distributions() -> Iterator[Distribution]:
    """Yield the uniform laws on 1..40 points, geometric weights on at most 8, and grids on 3, 4, 6 and 8 points."""
    yield from ((Fraction(1, n),) * n for n in range(1, 41))
    for n in range(2, 9):
        yield tuple(Fraction(1 << k, (1 << n) - 1) for k in range(n))
    for size, unit in (*GRIDS, (8, 8)):
        yield from (d for d in grid_distributions(size, unit) if list(d) == sorted(d))


@check("BBKN14-A1.noise", grade="exact",
       quantifier="uniform D on 1 to 40 points, weights 1, 2, 4, ... on 2 to 8 points, all grid distributions with T "
                  "= 3, 4 (denominator 24), 6 (12), 8 (8); alpha in {1/8, 1/4, 2/5}",
       says="{the chance that the noise errs by alpha/2 or more} is at most {one quarter}",
       reason="For all other distributions it is Markov's inequality applied to the expectation.")
@sabotage("noise rate alpha/4", lambda alpha: alpha / 4)
def tail_of_the_noise_is_at_most_a_quarter(rate=eighth) -> Verdict:
    return judge("<=", (((d, alpha), error_tail(d, wrong=(0,) * len(d), rate=rate(alpha), threshold=alpha / 2), QUARTER)
                        for d in listed_distributions() for alpha in ALPHAS))

def refutes_tail_of_the_noise_is_at_most_a_quarter(rate, distribution, alpha):
    n, p = len(distribution), rate(alpha)
    if len(set(distribution)) == 1:  # a uniform law: a binomial tail
        return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if 2 * k >= alpha * n),
                   Fraction(0)) > QUARTER
    flips = (f for f in product((0, 1), repeat=n)
             if 2 * sum(w * b for w, b in zip(distribution, f, strict=True)) >= alpha)
    return sum((p ** sum(f) * (1 - p) ** (n - sum(f)) for f in flips), Fraction(0)) > QUARTER


def peak_of_uniform_tails(alpha: Fraction) -> tuple[int, Fraction]:
    """Return ``n = floor(2/alpha)``, the most points for which one flip is too much, and ``1 - (1 - alpha/8)^n``."""
    return 2 // alpha, 1 - (1 - alpha / 8) ** (2 // alpha)


@check("BBKN14-A1.noise", grade="exact",
       quantifier="uniform D on n = 1..200 points, alpha in {1/8, 1/4, 2/5}: the largest tail, attained at n = "
                  "floor(2/alpha)",
       says="the largest tail of the noise is 1 - (1 - alpha/8)^n, attained at n = floor(2/alpha) and nowhere else")
@sabotage("one point fewer", lambda alpha: (2 // alpha - 1, 1 - (1 - alpha / 8) ** (2 // alpha - 1)))
@sabotage("the right height, one point further on", lambda alpha: (2 // alpha + 1, peak_of_uniform_tails(alpha)[1]))
@judged("==")
def worst_uniform_tail(peak=peak_of_uniform_tails):
    for alpha in ALPHAS:
        tails = [noise_tail_uniform(n, rate=alpha / 8, threshold=alpha / 2) for n in range(1, 201)]
        places = tuple(n for n, tail in enumerate(tails, 1) if tail == max(tails))
        yield (alpha, places[0]), (places, max(tails)), (peak(alpha)[:1], peak(alpha)[1])

def refutes_worst_uniform_tail(peak, alpha, n):
    place, height = peak(alpha)
    below = [sum((comb(size, k) * (alpha / 8) ** k * (1 - alpha / 8) ** (size - k) for k in range(size + 1)
                  if 2 * k < alpha * size), Fraction(0)) for size in (n, place)]
    return 1 - below[0] != height or below[1] > below[0]
