"""BBKN14, Section 5.2: how noisy an accurate hypothesis is (Theorem 5.8): the rate is at most the accuracy."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, comb, floor
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts import initial_segments
from privlearn.exact import as_fraction, binomial_tail
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.laws import bernoulli, fold
from privlearn.learners.noise import (clean_points, exponential_inner, independent_noise, noise_given_accuracy,
                                      noise_rate_bound)
from privlearn.learning import error, grid_distributions, samples
from privlearn.papers.bbkn14.noise_learners import claim


@formula("at least", tex={"beta": r"\beta'", "inner_beta": r"\beta^\star"},
         corners={"beta": (Fraction(1, 10), HALF), "inner_beta": (Fraction(1, 8), Fraction(1, 5))})
def union_bound(beta: Value, inner_beta: Value) -> Value:
    """Return the bound on the probability that both learners succeed."""
    return 1 - beta - inner_beta


claim("BBKN14-5.8.event", kind="inequality", step_of="BBKN14-5.8", formulas=(union_bound,),
      title="Both learners succeed at once with probability at least 1 - beta' - beta*, more than 1/2 if beta' < 1/4",
      uses=("BBKN14-5.6",))


def ordered_event(size: int, rows: int, noise: Fraction, target: int, places) -> tuple[Fraction, ...]:
    """Return Pr[E] and both learners' failures: exponential mechanism over intervals, alpha* = 1/4, alpha' = 1/2."""
    concepts = initial_segments(size)
    goal, inner = concepts.rows()[target], exponential_inner(concepts, 16)
    both = inner_good = outer_good = Fraction(0)
    for database, chance in samples(places, goal, rows):
        for concept, mass in inner(database).exact().items():
            good = error(places, goal, concept) <= QUARTER
            accurate = sum((w for h, w in independent_noise(concept, noise).exact().items()
                            if error(places, goal, h) <= HALF), Fraction(0))
            inner_good += chance * mass * good
            outer_good += chance * mass * accurate
            both += chance * mass * good * accurate
    return both, 1 - outer_good, 1 - inner_good


@cache
def events() -> tuple[Any, ...]:
    """Return (instance, Pr[E], failures) for exponential mechanisms with noise 1/20 and 1/5."""
    rates = (Fraction(1, 20), Fraction(1, 5))
    grid = [(size, rows, noise) for size, rows in ((2, 2), (3, 2), (3, 4)) for noise in rates]
    return tuple(((size, rows, noise, target, places), *ordered_event(size, rows, noise, target, places))
                 for size, rows, noise in grid for target in range(size + 1) for places in grid_distributions(size, 4))


@check("BBKN14-5.8.event", grade="exact",
       quantifier="exponential mechanisms over intervals, e^epsilon = 16, noise 1/20 and 1/5, (T, m) = (2, 2), (3, "
                  "2), (3, 4): all targets, all distributions on the grid of denominator 4, with their exact failures",
       says="{1 less the failures of both learners} is at most {the chance that both succeed at once}")
def both_succeed_at_least_as_often_as_the_union_bound_says(union=union_bound) -> Verdict:
    return judge("<=", ((instance, union(outer, inner), both) for instance, both, outer, inner in events()))

def refutes_both_succeed_at_least_as_often_as_the_union_bound_says(union, size, rows, noise, target, places):
    concepts = initial_segments(size)
    goal, inner = concepts.rows()[target], exponential_inner(concepts, 16)
    tally = {(a, b): Fraction(0) for a in (0, 1) for b in (0, 1)}
    for points in product(range(size), repeat=rows):
        for c, mass in inner(tuple((x, goal[x]) for x in points)).exact().items():
            for flips in product((0, 1), repeat=size):
                chance = mass
                for x in points:
                    chance *= places[x]
                for bit in flips:
                    chance *= noise if bit else 1 - noise
                bad = sum(w for w, a, b, f in zip(places, goal, c, flips, strict=True) if a != b ^ f) > HALF
                tally[sum(w for w, a, b in zip(places, goal, c, strict=True) if a != b) > QUARTER, bad] += chance
    return tally[0, 0] < union(tally[0, 1] + tally[1, 1], tally[1, 0] + tally[1, 1])


def below_a_quarter() -> list[Fraction]:
    """Return failures below 1/4, some of them very close."""
    return [*(Fraction(k, 100) for k in range(1, 25)), *(QUARTER - Fraction(1, 2**k) for k in range(3, 41))]


@check("BBKN14-5.8.event", grade="exact",
       quantifier="beta' = k/100, k = 1..24, and beta' = 1/4 - 2^-k, k = 3..40; beta* = beta' j/8, j = 0..8; linear in "
                  "both",
       says="the union bound 1 - beta' - beta* is above 1/2")
@verifier(lambda betas, beta, j: 8 * beta + j * beta >= 4)
@sabotage("beta' = 1/2", lambda: [HALF])
def event_has_probability_above_one_half(betas=below_a_quarter) -> Verdict:
    return judge("<", (((beta, j), HALF, union_bound(beta, beta * j / 8)) for beta in betas() for j in range(9)))



@formula("at least", tex={"noise": r"\mathrm{error}(c^\star, h)", "inner": r"\mathrm{error}(c_t, c^\star)"},
         corners={"noise": (Fraction(0), HALF), "inner": (QUARTER, HALF)})
def error_left(noise: Value, inner: Value) -> Value:
    """Return the bound on the error of the hypothesis."""
    return noise - inner


claim("BBKN14-5.8.eq6-8", kind="inequality", step_of="BBKN14-5.8", formulas=(error_left,),
      title="(6)-(8): on E the error of h is at least that of the noise less alpha*",
      uses=("BBKN14-2.2.error", "BBKN14-5.8.event"), erratum_kind="step", repaired=True,
      erratum="(6) and (7) are right. (8) equates the expected noise given E with the noise rate; but E says that h is "
              "accurate and so, if c* is the target, favours little noise. On one point with rate 1/5, E has "
              "probability 4/5 and the noise given E is 0. A repairable gap: BBKN14-5.8.eq9 proves what is needed for "
              "a chosen distribution.")


@check("BBKN14-5.8.eq6-8", grade="exact",
       quantifier="T = 1..4, intervals: all targets and inner concepts, all 2^T hypotheses, all distributions on the "
                  "grid of denominator 4; (7) for alpha* equal to the error of the inner concept",
       says="{the noise of h less the inner error} is at most {the error of h}")
@sabotage("half of the inner error subtracted", lambda noise, inner: noise - inner / 2)
@judged("<=")
def triangle_inequality_holds(below=error_left):
    for size in (1, 2, 3, 4):
        concepts = initial_segments(size).rows()
        for places in grid_distributions(size, 4):
            for target, concept, h in product(concepts, concepts, product((0, 1), repeat=size)):
                left = below(error(places, concept, h), error(places, target, concept))
                yield (places, target, concept, h), left, error(places, target, h)

def refutes_triangle_inequality_holds(below, places, target, concept, h):
    apart = [sum((w for x, w in enumerate(places) if a[x] ^ b[x]), Fraction(0))
             for a, b in ((concept, h), (target, concept), (target, h))]
    return below(apart[0], apart[1]) > apart[2]


INSTANCES = ((1, Fraction(1, 5), Fraction(1, 500)), (1, Fraction(3, 10), Fraction(1, 10)),
             (4, Fraction(3, 10), Fraction(1, 10)), (16, Fraction(1, 5), Fraction(1, 8)),
             (64, Fraction(1, 10), Fraction(1, 10)))


def by_folding(points: int, noise: Fraction, alpha: Fraction) -> tuple[Fraction, Fraction]:
    """Return Pr[E] and the expected noise given E from the law of the number of flips, point by point."""
    flip = bernoulli(noise)
    law = fold(0, range(points), lambda count, _: flip.map(lambda bit: count + bit)).exact()
    on = {k: mass for k, mass in law.items() if Fraction(k, points) <= alpha}
    likely = sum(on.values(), Fraction(0))
    return likely, sum((k * mass for k, mass in on.items()), Fraction(0)) / points / likely


@check("BBKN14-5.8.eq6-8", grade="exact",
       quantifier="uniform distributions on T points, target = inner concept: (T, mu, alpha') = (1, 1/5, 1/500), (1, "
                  "3/10, 1/10), (4, 3/10, 1/10), (16, 1/5, 1/8), (64, 1/10, 1/10)",
       says="Pr[E] and the expected noise given E are those of the law of the flips, and the noise is less than mu")
@sabotage("equality (8): the noise given E is the rate",
          lambda points, noise, alpha: (noise_given_accuracy(points, noise, alpha)[0], noise))
def noise_given_accuracy_is_not_the_rate(given=noise_given_accuracy) -> Verdict:
    return all_hold(judge("==", ((entry, given(*entry), by_folding(*entry)) for entry in INSTANCES)),
                    judge("<", ((entry, by_folding(*entry)[1], entry[1]) for entry in INSTANCES)))

def refutes_noise_given_accuracy_is_not_the_rate(given, n, mu, alpha):
    most = floor(alpha * n)  # k C(n, k) = n C(n-1, k-1): the sum is mu times a tail of one point less
    tail = sum(comb(n - 1, k) * mu**k * (1 - mu) ** (n - 1 - k) for k in range(most))
    likely = sum(comb(n, k) * mu**k * (1 - mu) ** (n - k) for k in range(most + 1))
    return given(n, mu, alpha) != (likely, mu * tail / likely)


@check("BBKN14-5.8.eq6-8", grade="exact",
       quantifier="uniform distributions on T = 1..24, 32, 48, 64 points, target = inner concept, mu = 1/20, 2/20, "
                  "..., 19/20, all thresholds alpha' = k/T",
       says="{the expected noise given that h is accurate} is at most {the noise rate mu}")
@verifier(lambda bound, points, mu, j: by_folding(points, mu, Fraction(j, points))[1] > bound(mu))
@sabotage("nine tenths of the rate", lambda mu: mu * Fraction(9, 10))
@judged("<=")
def noise_given_accuracy_is_at_most_the_rate(bound=lambda mu: mu):
    for points, k in product([*range(1, 25), 32, 48, 64], range(1, 20)):
        mu, likely, flips = Fraction(k, 20), 0, 0
        weights = [comb(points, j) * k**j * (20 - k) ** (points - j) for j in range(points + 1)]
        for j, weight in enumerate(weights):
            likely, flips = likely + weight, flips + j * weight
            yield (points, mu, j), Fraction(flips, points * likely), bound(mu)



@formula("at most", where=("n >= 1",), corners={"n": (0, 1, 2, 3, 300)})
def rate_of_clean_points(n: int) -> Value:
    """Return the bound on the noise rate at which n points stay clean with probability at least 1/2."""
    return 1 / (n + 1)


@formula("at most", tex={"alpha": r"\alpha'"}, corners={"alpha": (Fraction(1, 400), QUARTER, Fraction(49, 100))})
def twice_the_accuracy(alpha: Value) -> Value:
    """Return the bound on the noise rate."""
    return 2 * alpha


claim("BBKN14-5.8.eq9", kind="inequality", step_of="BBKN14-5.8", formulas=(rate_of_clean_points, twice_the_accuracy),
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
@judged("<=")
def clean_with_probability_one_half_means_little_noise(rate=rate_of_clean_points):
    for n in range(301):
        if rate.holds_for(n):
            yield n, (1 - rate(n)) ** n, HALF

def refutes_clean_with_probability_one_half_means_little_noise(rate, witness):
    above, below = as_fraction(rate(witness)).as_integer_ratio()
    return 2 * (below - above) ** witness > below**witness


LISTED = tuple(Fraction(k, 1000) for k in (2, 10, 50, 100, 150, 200, 240, 300, 490)) + (Fraction(1, 400),)


@check("BBKN14-5.8.eq9", grade="certified",
       quantifier="alpha' = 1/500, 1/400, 1/100, 1/20, 1/10, 3/20, 1/5, 6/25, 3/10, 49/100 and k/200, k = 1..99: with "
                  "n < 1/(2 alpha') points against 2 alpha', with n < 1/alpha' points against alpha'; Pr[E] >= 1/2",
       says="{the largest rate with Pr[E] at least 1/2} is at most {2 alpha', or alpha' with more points}")
@sabotage("all mass on one point, whatever alpha'", (lambda alpha: 1, twice_the_accuracy))
@judged("<=")
def noise_rate_is_at_most_the_accuracy(case=(clean_points, twice_the_accuracy)):
    points, twice = case
    for alpha in sorted({*LISTED, *(Fraction(k, 200) for k in range(1, 100))}):
        yield ("half", alpha), noise_rate_bound(half_as_many(alpha), HALF), twice(alpha)
        yield ("all", alpha), noise_rate_bound(points(alpha), HALF), alpha

def refutes_noise_rate_is_at_most_the_accuracy(case, which, alpha):
    points, twice = case  # a rate above which the points are clean too often
    n, rate = (points(alpha), alpha) if which == "all" else (-(-1 // (2 * alpha)) - 1, twice(alpha))
    return (1 - rate) ** n > HALF


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
