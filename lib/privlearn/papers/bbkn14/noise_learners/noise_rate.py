"""BBKN14, Section 5.2: in the proof of Theorem 5.8, the noise rate is at most the accuracy."""

from fractions import Fraction
from itertools import product
from math import ceil, floor

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import initial_segments
from privlearn.exact import binomial_tail
from privlearn.exact.fractions import HALF
from privlearn.laws import bernoulli, fold
from privlearn.learners.noise import clean_points, independent_noise, noise_rate_bound
from privlearn.learning import error, grid_distributions
from privlearn.papers.bbkn14.noise_learners import claim

claim("BBKN14-5.8.eq9", kind="inequality", step_of="BBKN14-5.8",
      title="(9) and its conclusion: the noise rate is at most 2 alpha'",
      uses=("BBKN14-5.6", "BBKN14-5.8.event", "BBKN14-5.8.eq6-8"), erratum_kind="step", repaired=True,
      erratum="(9) is printed with a strict inequality where E gives a non-strict one, and its conclusion rests on "
              "(8). The conclusion is true, with a distribution chosen: uniform on all T points the median of the "
              "binomial law gives mu < 2 alpha' + 1/T; uniform on n < 1/(2 alpha') points E leaves all of them clean, "
              "so (1 - mu)^n > 1/2 and mu < 1/(n + 1) <= 2 alpha'. As errors are multiples of 1/n there, n < 1/alpha' "
              "points do, and mu < alpha'.")


@check("BBKN14-5.8.eq9", grade="exact",
       quantifier="repair 1, uniform on T = 1..24, 32, 48, 64 points, mu = 1/20..19/20: a median of the number of "
                  "flips",
       says="at least floor(mu T) points flip with probability at least 1/2")
@sabotage("the mean rounded down, plus one", lambda points, mu: floor(mu * points) + 1)
def median_of_the_flips(median=lambda points, mu: floor(mu * points)) -> Verdict:
    grid = product([*range(1, 25), 32, 48, 64], [Fraction(k, 20) for k in range(1, 20)])
    return judge("<=", (((points, mu), HALF, binomial_tail(points, mu, at_least=median(points, mu)))
                        for points, mu in grid))

def refutes_median_of_the_flips(median, points, mu):
    flip = bernoulli(mu)
    law = fold(0, range(points), lambda count, _: flip.map(lambda bit: count + bit)).exact()
    return sum(mass for k, mass in law.items() if k >= median(points, mu)) < HALF


def half_as_many(alpha: Fraction) -> int:
    """Return the largest n with ``2 alpha < 1/n``, or 0."""
    return ceil(1 / (2 * alpha)) - 1


BOUNDARY = tuple(Fraction(top, bottom) for n in range(1, 8) for top, bottom in ((1, n + 1), (2, 2 * n + 1)))


@check("BBKN14-5.8.eq9", grade="exhaustive",
       quantifier="repair 2, alpha' = 1/(n + 1) and 2/(2n + 1), n = 1..7: uniform on the largest number of points "
                  "below 1/(2 alpha') and below 1/alpha'; all targets and inner concepts among the intervals, all "
                  "noise patterns",
       says="no accurate hypothesis has a flipped point")
@sabotage("one point more", lambda alpha: clean_points(alpha) + 1)
@judged("==")
def accurate_means_clean(points=clean_points):
    for alpha, n in [(a, n) for a in BOUNDARY for n in sorted({half_as_many(a), points(a)}) if n]:
        concepts, most = initial_segments(n).rows(), floor(alpha * n)
        for target, concept in product(concepts, concepts):
            if sum(a != b for a, b in zip(target, concept, strict=True)) > most:
                continue
            for flips in product((0, 1), repeat=n):
                accurate = sum(a ^ b ^ f for a, b, f in zip(target, concept, flips, strict=True)) <= most
                yield (alpha, target, concept, flips), accurate and any(flips), False

def refutes_accurate_means_clean(points, alpha, target, concept, flips):
    n = points(alpha)
    h = [1 - bit if flip else bit for bit, flip in zip(concept, flips, strict=True)]
    off = [Fraction([a - b for a, b in zip(target, other, strict=True)].count(sign), n)
           for other in (concept, h) for sign in (1, -1)]
    return len(target) == n and off[0] + off[1] <= alpha and off[2] + off[3] <= alpha and 1 in flips


@check("BBKN14-5.8.eq9", grade="exact",
       quantifier="n = 1..300: (1 - 1/(n + 1))^n <= 1/2, that is 1 - 2^(-1/n) <= 1/(n + 1); for all n by Bernoulli's "
                  "inequality, (1 + 1/n)^n >= 1 + n/n; so the rate is below 1/(n + 1) for every alpha' in (0, 1)",
       says="{(1 - 1/(n + 1))^n} is at most {the bound 1/2}")
@sabotage("two thirds of n in place of n + 1: rate 2/(3n)", lambda n: Fraction(2, 3 * n))
def clean_with_probability_one_half_means_little_noise(rate=lambda n: Fraction(1, n + 1)) -> Verdict:
    return judge("<=", ((n, (1 - rate(n)) ** n, HALF) for n in range(1, 301)))

def refutes_clean_with_probability_one_half_means_little_noise(rate, witness):
    r = rate(witness)
    return 2 * (r.denominator - r.numerator) ** witness > r.denominator**witness


LISTED = tuple(Fraction(k, 1000) for k in (2, 10, 50, 100, 150, 200, 240, 300, 490)) + (Fraction(1, 400),)


@check("BBKN14-5.8.eq9", grade="certified",
       quantifier="alpha' = 1/500, 1/400, 1/100, 1/20, 1/10, 3/20, 1/5, 6/25, 3/10, 49/100 and k/200, k = 1..99: with "
                  "n < 1/(2 alpha') points against 2 alpha', with n < 1/alpha' points against alpha'; Pr[E] >= 1/2",
       says="{the largest rate with Pr[E] at least 1/2} is at most {2 alpha', or alpha' with more points}")
@sabotage("all mass on one point, whatever alpha'", lambda alpha: 1)
@judged("<=")
def noise_rate_is_at_most_the_accuracy(points=clean_points):
    for alpha in sorted({*LISTED, *(Fraction(k, 200) for k in range(1, 100))}):
        yield ("half", alpha), noise_rate_bound(half_as_many(alpha), HALF), 2 * alpha
        yield ("all", alpha), noise_rate_bound(points(alpha), HALF), alpha

def refutes_noise_rate_is_at_most_the_accuracy(points, which, alpha):
    return which == "all" and (1 - alpha) ** points(alpha) > HALF  # rate alpha leaves all points clean too often


def expected_error(places, target, concept, noise: Fraction, alpha: Fraction) -> Fraction | None:
    """Return the expected error of h given that it is at most ``alpha``; ``None`` where this has probability 0."""
    table = independent_noise(concept, noise).exact()
    on = [(mass, wrong) for h, mass in table.items() if (wrong := error(places, target, h)) <= alpha]
    likely = sum((mass for mass, _ in on), Fraction(0))
    return sum((mass * wrong for mass, wrong in on), Fraction(0)) / likely if on else None


@check("BBKN14-5.8.eq9", grade="exact",
       quantifier="(9), T = 1, 2, 3, intervals: all targets and inner concepts, all distributions on the grid of "
                  "denominator 4, noise 0, 1/10, 2/5, alpha' = 1/4, 1/2, 3/4; equality occurs, without noise",
       says="{the expected error given accuracy} is at most {alpha'}")
@sabotage("a bound below alpha', as the strict sign suggests", lambda alpha: alpha * Fraction(999, 1000))
@judged("<=")
def error_given_accuracy_is_at_most_alpha(bound=lambda alpha: alpha):
    for size, noise, k in product((1, 2, 3), (Fraction(0), Fraction(1, 10), Fraction(2, 5)), (1, 2, 3)):
        concepts, alpha = initial_segments(size).rows(), Fraction(k, 4)
        for target, concept, places in product(concepts, concepts, grid_distributions(size, 4)):
            found = expected_error(places, target, concept, noise, alpha)
            if found is not None:
                yield (places, target, concept, noise, alpha), found, bound(alpha)

def refutes_error_given_accuracy_is_at_most_alpha(bound, places, target, concept, noise, alpha):
    whole = part = Fraction(0)
    for flips in product((0, 1), repeat=len(places)):
        chance, wrong = Fraction(1), Fraction(0)
        for w, a, b, flip in zip(places, target, concept, flips, strict=True):
            chance, wrong = chance * (noise if flip else 1 - noise), wrong + w * (a ^ b ^ flip)
        whole, part = (whole + chance, part + chance * wrong) if wrong <= alpha else (whole, part)
    return part > bound(alpha) * whole
