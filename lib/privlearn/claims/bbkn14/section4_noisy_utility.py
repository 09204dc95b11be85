"""BBKN14, Section 4.2: what the noise of algorithm A1 costs, and A1's confidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

from privlearn.claims.bbkn14.section4_noisy_learner import (
    EIGHTH,
    PAGE,
    QUARTER,
    SECTION,
    TWENTIETHS,
    distributions_up_to_symmetry,
    eighth,
)
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.learners import exact_failure, grid_distributions
from privlearn.learners.points import (
    ZERO,
    error_tail,
    flipped,
    improper_point_learner_at,
    miss_probability,
    noise_tail_uniform,
    noisy_point_learner,
    noisy_sample_size,
    point_failure,
)

HALF, TWO_FIFTHS = Fraction(1, 2), Fraction(2, 5)
ALPHAS = (EIGHTH, QUARTER, TWO_FIFTHS)
GRIDS = ((3, 24), (4, 24), (6, 12))  # (T, common denominator) of the distributions
Distribution = tuple[Fraction, ...]


def sweep() -> Iterator[tuple[Distribution, Fraction]]:
    """Yield every grid distribution, up to the order of the points without target, with every alpha."""
    for size, unit in GRIDS:
        yield from product(distributions_up_to_symmetry(size, unit), ALPHAS)


claim("BBKN14-A1.noise", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-A1",
      title="The noise adds error alpha/8 in expectation, and alpha/2 with probability at most 1/4",
      uses=("BBKN14-A1", "BBKN14-2.2.error"))


@check("BBKN14-A1.noise", grade="exact",
       quantifier="T <= 8, the concepts zero and every point, every point mass as D (the expectation is linear in D), "
                  "alpha in {1/8, 1/4, 2/5}: all 2^T hypotheses",
       fingerprint=lambda rate: rate(QUARTER))
def expected_error_of_the_noise(rate=eighth) -> Verdict:
    def cases() -> Iterator[Any]:
        for size, alpha in product(range(1, 9), ALPHAS):
            for concept in (ZERO, *range(size)):
                law = flipped(concept, size=size, rate=rate(alpha)).exact()
                for x in range(size):
                    bit = int(x == concept)
                    wrong = sum((mass for h, mass in law.items() if h[x] != bit), Fraction(0))
                    yield (size, concept, x, alpha), wrong, alpha / 8

    return judge("==", cases())


@expected_error_of_the_noise.verifier
def _(rate, witness):
    size, concept, x, alpha = witness
    others = [rate(alpha) ** k * (1 - rate(alpha)) ** (size - 1 - k) * comb(size - 1, k) for k in range(size)]
    return rate(alpha) * sum(others) != alpha / 8  # the bit at x flips, any k of the others do

expected_error_of_the_noise.sabotage("noise rate alpha/4", lambda alpha: alpha / 4)


def listed_distributions() -> Iterator[Distribution]:
    """Yield the uniform laws on 1..40 points, geometric weights on at most 8, and grids on 3, 4, 6 and 8 points."""
    yield from ((Fraction(1, n),) * n for n in range(1, 41))
    for n in range(2, 9):
        yield tuple(Fraction(1 << k, (1 << n) - 1) for k in range(n))
    for size, unit in (*GRIDS, (8, 8)):
        yield from (d for d in grid_distributions(size, unit) if list(d) == sorted(d))


@check("BBKN14-A1.noise", grade="exact",
       quantifier="uniform D on 1 to 40 points, weights 1, 2, 4, ... on 2 to 8 points, all grid distributions with "
                  "T = 3, 4 (denominator 24), 6 (12), 8 (8); alpha in {1/8, 1/4, 2/5}",
       reason="For all other distributions it is Markov's inequality applied to the expectation.",
       fingerprint=lambda rate: rate(QUARTER))
def tail_of_the_noise_is_at_most_a_quarter(rate=eighth) -> Verdict:
    return judge("<=", (((d, alpha), error_tail(d, wrong=(0,) * len(d), rate=rate(alpha), threshold=alpha / 2), QUARTER)
                        for d in listed_distributions() for alpha in ALPHAS))


@tail_of_the_noise_is_at_most_a_quarter.verifier
def _(rate, witness):
    distribution, alpha = witness
    n, p = len(distribution), rate(alpha)
    if len(set(distribution)) == 1:  # a uniform law: a binomial tail
        return sum((comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if 2 * k >= alpha * n),
                   Fraction(0)) > QUARTER
    flips = (f for f in product((0, 1), repeat=n)
             if 2 * sum(w * b for w, b in zip(distribution, f, strict=True)) >= alpha)
    return sum((p ** sum(f) * (1 - p) ** (n - sum(f)) for f in flips), Fraction(0)) > QUARTER

tail_of_the_noise_is_at_most_a_quarter.sabotage("noise rate alpha/4", lambda alpha: alpha / 4)


def peak_of_uniform_tails(alpha: Fraction) -> Fraction:
    """Return ``1 - (1 - alpha/8)^floor(2/alpha)``: the most points for which one flip is already too much."""
    return 1 - (1 - alpha / 8) ** (2 // alpha)


@check("BBKN14-A1.noise", grade="exact",
       quantifier="uniform D on n = 1..200 points, alpha in {1/8, 1/4, 2/5}: the largest tail, attained at "
                  "n = floor(2/alpha)",
       fingerprint=lambda peak: peak(QUARTER))
def worst_uniform_tail(peak=peak_of_uniform_tails) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha in ALPHAS:
            tails = [noise_tail_uniform(n, rate=alpha / 8, threshold=alpha / 2) for n in range(1, 201)]
            yield (alpha, tails.index(max(tails)) + 1), max(tails), peak(alpha)

    return judge("==", cases())


@worst_uniform_tail.verifier
def _(peak, witness):
    alpha, n = witness
    none = sum((comb(n, k) * (alpha / 8) ** k * (1 - alpha / 8) ** (n - k) for k in range(n + 1)
                if 2 * k < alpha * n), Fraction(0))
    return 1 - none != peak(alpha)

worst_uniform_tail.sabotage("one point fewer", lambda alpha: 1 - (1 - alpha / 8) ** (2 // alpha - 1))


claim("BBKN14-A1.total", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-A1",
      title="A1 learns with confidence 1/2",
      uses=("BBKN14-A1", "BBKN14-A1.miss", "BBKN14-A1.noise", "BBKN14-2.2"))


@cache
def a1_failure(distribution: Distribution, alpha: Fraction, *, inclusive: bool = True) -> Fraction:
    """Return the exact failure of A1 for target 0 with the source's number of rows, error ``alpha`` included."""
    return point_failure(distribution, 0, rows=noisy_sample_size(alpha), alpha=alpha, noise=alpha / 8,
                         inclusive=inclusive)


def played_by_hand(distribution: Distribution, *, rows: int, keep: Fraction, abort: Fraction, noise: Fraction,
                   alpha: Fraction, inclusive: bool) -> Fraction:
    """Return the failure for target 0 from the definitions: every set of flips, and how often a row (0, 1) is kept."""
    size, seen = len(distribution), 1 - (1 - keep * distribution[0]) ** rows
    total = Fraction(0)
    for flips in product((0, 1), repeat=size):
        chance = noise ** sum(flips) * (1 - noise) ** (size - sum(flips))
        for missed, weight in ((0, seen), (1, 1 - seen)):
            wrong = sum(w for x, w in enumerate(distribution) if flips[x] != (missed and x == 0))
            total += chance * weight * (wrong > alpha or (inclusive and wrong == alpha))
    return abort + (1 - abort) * total


@check("BBKN14-A1.total", grade="exact",
       quantifier="alpha in {1/8, 1/4, 2/5} with ceil(2 ln 4 / alpha) rows; T = 3 and 4, all distributions of "
                  "denominator 24, T = 6 of denominator 12; all targets by symmetry; error exactly alpha is a failure",
       reason="For all other distributions by the union bound, which is the next check.")
def exact_failure_is_at_most(beta: Fraction = HALF) -> Verdict:
    return judge("<=", (((d, alpha), a1_failure(d, alpha), beta) for d, alpha in sweep()))


@exact_failure_is_at_most.verifier
def _(beta, witness):
    d, alpha = witness
    rows = next(n for n in range(1, 99) if n * alpha >= 2 * Fraction(1386295, 10**6))  # just above ln 4
    return played_by_hand(d, rows=rows, keep=Fraction(1), abort=Fraction(0), noise=alpha / 8, alpha=alpha,
                          inclusive=True) > beta

exact_failure_is_at_most.sabotage("confidence 1/20", Fraction(1, 20))


@check("BBKN14-A1.total", grade="certified",
       quantifier="alpha = 1/20, ..., 19/20, all distributions: (1 - alpha/2)^n plus Markov's (alpha/8) / (alpha/2)",
       fingerprint=lambda rows: [rows(alpha) for alpha in TWENTIETHS])
def union_bound(rows=noisy_sample_size) -> Verdict:
    return judge("<=", ((alpha, miss_probability(alpha / 2, rows(alpha)) + (alpha / 8) / (alpha / 2), HALF)
                        for alpha in TWENTIETHS))


@union_bound.verifier
def _(rows, alpha):
    left = Fraction(1)
    for _ in range(rows(alpha)):
        left -= left * alpha / 2
    return left > QUARTER

union_bound.sabotage("ceil(ln 4 / alpha) rows", lambda alpha: noisy_sample_size(2 * alpha))


def largest(failure: Callable[[Distribution, Fraction], Fraction]) -> dict[Fraction, tuple[Fraction, Distribution]]:
    """Return for each alpha the largest failure of the sweep and the first distribution that has it."""
    best: dict[Fraction, tuple[Fraction, Distribution]] = {}
    for d, alpha in sweep():
        found = failure(d, alpha)
        if alpha not in best or found > best[alpha][0]:
            best[alpha] = found, d
    return best


@check("BBKN14-A1.total", grade="exact",
       quantifier="the largest failure (error more than alpha) over the same distributions, one for each alpha",
       fingerprint=lambda failure: failure((Fraction(1, 3), Fraction(2, 3)), alpha=QUARTER, inclusive=False))
def largest_failure_on_the_grids(failure=a1_failure) -> Verdict:
    found = largest(lambda d, alpha: failure(d, alpha=alpha, inclusive=False))
    rates = {"keep": Fraction(1), "abort": Fraction(0)}
    return judge("==", (((d, alpha), worst, played_by_hand(d, rows=noisy_sample_size(alpha), noise=alpha / 8,
                                                           alpha=alpha, inclusive=False, **rates))
                        for alpha, (worst, d) in found.items()))


@largest_failure_on_the_grids.verifier
def _(failure, witness):
    d, alpha = witness
    target, rows = (1,) + (0,) * (len(d) - 1), noisy_sample_size(alpha)
    seen = 1 - (1 - d[0]) ** rows  # the law of A1 on two samples, one with the target's point and one without
    laws = [noisy_point_learner(sample, size=len(d), noise=alpha / 8).exact() for sample in (((0, 1),), ((1, 0),))]
    bad = [sum((p for h, p in law.items() if sum(w for w, a, b in zip(d, h, target, strict=True) if a != b) > alpha),
               Fraction(0)) for law in laws]
    return seen * bad[0] + (1 - seen) * bad[1] != failure(d, alpha=alpha, inclusive=False)

largest_failure_on_the_grids.sabotage("one row fewer",
    lambda d, alpha, inclusive: point_failure(d, 0, rows=noisy_sample_size(alpha) - 1, alpha=alpha,
                                              noise=alpha / 8, inclusive=inclusive))


def games() -> Iterable[tuple[Distribution, int, Fraction, dict[str, Fraction]]]:
    """Small games, for A1 (all rows kept) and A2 at alpha = 1/2."""
    a1 = {"keep": Fraction(1), "abort": Fraction(0), "noise": Fraction(1, 16)}
    a2 = {"keep": EIGHTH, "abort": Fraction(1, 16), "noise": Fraction(1, 16)}
    for size, unit in ((1, 1), (2, 6), (3, 6)):
        yield from product(distributions_up_to_symmetry(size, unit), range(5), (Fraction(1, 3), HALF), (a1, a2))


def closed_failure(distribution: Distribution, rows: int, alpha: Fraction, rates: dict[str, Any]) -> Fraction:
    """Return the failure for target 0 in closed form."""
    return point_failure(distribution, 0, rows=rows, alpha=alpha, **rates)


@check("BBKN14-A1.total", grade="exact",
       quantifier="A1 and A2 (rates of alpha = 1/2), T <= 3, all distributions of denominator 6, 0 to 4 rows, alpha = "
                  "1/3 and 1/2: the closed form against the game played on every sample with the learner's own law",
       fingerprint=lambda closed: closed((HALF, HALF), 2, HALF, {"noise": EIGHTH}))
def closed_form_is_the_game(closed=closed_failure) -> Verdict:
    def cases() -> Iterator[Any]:
        for d, rows, alpha, rates in games():
            listed = list(product((0, 1), repeat=len(d)))
            place = {None: None} | {h: k for k, h in enumerate(listed)}
            target = (1,) + (0,) * (len(d) - 1)

            def learner(database: Any, size: int = len(d), rates: Any = rates, place: Any = place) -> Any:
                return improper_point_learner_at(database, size=size, **rates).map(place.__getitem__)

            yield (d, rows, alpha, rates), closed(d, rows, alpha, rates), exact_failure(
                learner, listed, target, d, rows, alpha)

    return judge("==", cases())


@closed_form_is_the_game.verifier
def _(closed, witness):
    d, rows, alpha, rates = witness
    return played_by_hand(d, rows=rows, alpha=alpha, inclusive=False, **rates) != closed(d, rows, alpha, rates)

closed_form_is_the_game.sabotage("error of exactly alpha counted as failure",
    lambda d, rows, alpha, rates: point_failure(d, 0, rows=rows, alpha=alpha, inclusive=True, **rates))
