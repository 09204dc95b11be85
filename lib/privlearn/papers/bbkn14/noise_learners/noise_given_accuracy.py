"""BBKN14, Section 5.2: in the proof of Theorem 5.8, how much noise an accurate hypothesis has."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, floor
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts import initial_segments
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.laws import bernoulli, fold
from privlearn.learners.noise import exponential_inner, independent_noise, noise_given_accuracy
from privlearn.learning import error, grid_distributions, samples
from privlearn.papers.bbkn14.noise_learners import claim

claim("BBKN14-5.8.event", kind="inequality", step_of="BBKN14-5.8",
      title="Both learners succeed at once with probability at least 1 - beta' - beta*, more than 1/2 if beta' < 1/4",
      uses=("BBKN14-5.6",))


def union_bound(beta: Fraction, inner_beta: Fraction) -> Fraction:
    """Return ``1 - beta - inner_beta``."""
    return 1 - beta - inner_beta


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
@sabotage("the inner learner's failure is not subtracted", lambda beta, inner_beta: 1 - beta)
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


claim("BBKN14-5.8.eq6-8", kind="inequality", step_of="BBKN14-5.8",
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
def triangle_inequality_holds(below=lambda noise, inner: noise - inner):
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
