"""BBKN14, Section 5.2: how noisy an accurate hypothesis is (Theorem 5.8): the rate is at most the accuracy."""

from fractions import Fraction
from itertools import product
from math import ceil, comb, floor

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact import binomial_tail
from privlearn.exact.formulas import Value, formula
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.laws import bernoulli, fold
from privlearn.learners.noise import clean_points, noise_given_accuracy, noise_rate_bound
from privlearn.papers.bbkn14.noise_learners import claim


@formula("at least", tex={"beta": r"\beta'", "inner_beta": r"\beta^\star"},
         corners={"beta": (Fraction(1, 10), HALF), "inner_beta": (Fraction(1, 8), Fraction(1, 5))})
def union_bound(beta: Value, inner_beta: Value) -> Value:
    """Return the bound on the probability that both learners succeed."""
    return 1 - beta - inner_beta


claim("BBKN14-5.8.event", kind="inequality", step_of="BBKN14-5.8", formulas=(union_bound,),
      title="Both learners succeed at once with probability at least 1 - beta' - beta*, more than 1/2 if beta' < 1/4",
      uses=("BBKN14-5.6",))


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
              "points do, and mu < alpha'. The domain must have these points: on one point a rate "
              "of 1/5 is possible, whatever alpha'.")


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
