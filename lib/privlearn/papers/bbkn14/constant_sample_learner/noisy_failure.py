"""BBKN14, Section 4.2: the exact failure of algorithm A1, whatever the size of the domain."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact.fractions import EIGHTH, HALF, QUARTER
from privlearn.learners.points import noisy_point_learner, noisy_sample_size, point_failure
from privlearn.learners.points.noisy import improper_point_learner_at
from privlearn.learners.points.utility import miss_probability
from privlearn.learning import exact_failure
from privlearn.papers.bbkn14.constant_sample_learner import claim
from privlearn.papers.bbkn14.constant_sample_learner.instances import (TWENTIETHS, Distribution,
                                                                       distributions_up_to_symmetry, played_by_hand,
                                                                       sweep)

claim("BBKN14-A1.total", kind="inequality", step_of="BBKN14-A1", title="A1 learns with confidence 1/2",
      uses=("BBKN14-A1", "BBKN14-A1.miss", "BBKN14-A1.noise", "BBKN14-2.2"))


@cache
def a1_failure(distribution: Distribution, alpha: Fraction, *, inclusive: bool = True) -> Fraction:
    """Return the exact failure of A1 for target 0 with the source's number of rows, error ``alpha`` included."""
    return point_failure(distribution, 0, rows=noisy_sample_size(alpha), alpha=alpha, noise=alpha / 8,
                         inclusive=inclusive)


@check("BBKN14-A1.total", grade="exact",
       quantifier="alpha in {1/8, 1/4, 2/5} with ceil(2 ln 4 / alpha) rows; T = 3 and 4, all distributions of "
                  "denominator 24, T = 6 of denominator 12; all targets by symmetry; error exactly alpha is a failure",
       says="{the exact failure of A1} is at most {one half}",
       reason="For all other distributions by the union bound, which is the next check.")
@sabotage("confidence 1/20", Fraction(1, 20))
def exact_failure_is_at_most(beta: Fraction = HALF) -> Verdict:
    return judge("<=", (((d, alpha), a1_failure(d, alpha), beta) for d, alpha in sweep()))

def refutes_exact_failure_is_at_most(beta, d, alpha):
    rows = next(n for n in range(1, 99) if n * alpha >= 2 * Fraction(1386295, 10**6))  # just above ln 4
    return played_by_hand(d, rows=rows, keep=Fraction(1), abort=Fraction(0), noise=alpha / 8, alpha=alpha,
                          inclusive=True) > beta


@check("BBKN14-A1.total", grade="certified",
       quantifier="alpha = 1/20, ..., 19/20, all distributions: (1 - alpha/2)^n plus Markov's (alpha/8) / (alpha/2)",
       says="{the union bound on the failure of A1} is at most {one half}")
@sabotage("ceil(ln 4 / alpha) rows", lambda alpha: noisy_sample_size(2 * alpha))
def union_bound(rows=noisy_sample_size) -> Verdict:
    return judge("<=", ((alpha, miss_probability(alpha / 2, rows(alpha)) + (alpha / 8) / (alpha / 2), HALF)
                        for alpha in TWENTIETHS))

def refutes_union_bound(rows, alpha):
    left = Fraction(1)
    for _ in range(rows(alpha)):
        left -= left * alpha / 2
    return left > QUARTER


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
       says="{the largest failure of A1} equals {the failure of that game by hand}")
@sabotage("one row fewer",
          lambda d, alpha, inclusive: point_failure(d, 0, rows=noisy_sample_size(alpha) - 1, alpha=alpha,
                                                    noise=alpha / 8, inclusive=inclusive))
def largest_failure_on_the_grids(failure=a1_failure) -> Verdict:
    found = largest(lambda d, alpha: failure(d, alpha=alpha, inclusive=False))
    rates = {"keep": Fraction(1), "abort": Fraction(0)}
    return judge("==", (((d, alpha), worst, played_by_hand(d, rows=noisy_sample_size(alpha), noise=alpha / 8,
                                                           alpha=alpha, inclusive=False, **rates))
                        for alpha, (worst, d) in found.items()))

def refutes_largest_failure_on_the_grids(failure, d, alpha):
    target, rows = (1,) + (0,) * (len(d) - 1), noisy_sample_size(alpha)
    seen = 1 - (1 - d[0]) ** rows  # the law of A1 on two samples, one with the target's point and one without
    laws = [noisy_point_learner(sample, size=len(d), noise=alpha / 8).exact() for sample in (((0, 1),), ((1, 0),))]
    bad = [sum((p for h, p in law.items() if sum(w for w, a, b in zip(d, h, target, strict=True) if a != b) > alpha),
               Fraction(0)) for law in laws]
    return seen * bad[0] + (1 - seen) * bad[1] != failure(d, alpha=alpha, inclusive=False)


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
       quantifier="A1 and A2 (rates of alpha = 1/2), T <= 3, all distributions of denominator 6, 0 to 4 rows, alpha "
                  "= 1/3 and 1/2: the closed form against the game played on every sample with the learner's own law",
       says="{the closed form of the failure} equals {the failure of the game as played}")
@sabotage("error of exactly alpha counted as failure",
          lambda d, rows, alpha, rates: point_failure(d, 0, rows=rows, alpha=alpha, inclusive=True, **rates))
@judged("==")
def closed_form_is_the_game(closed=closed_failure):
    for d, rows, alpha, rates in games():
        listed = list(product((0, 1), repeat=len(d)))
        place = {None: None} | {h: k for k, h in enumerate(listed)}
        target = (1,) + (0,) * (len(d) - 1)

        def learner(database, size: int = len(d), rates=rates, place=place):
            return improper_point_learner_at(database, size=size, **rates).map(place.__getitem__)

        yield (d, rows, alpha, rates), closed(d, rows, alpha, rates), exact_failure(
            learner, listed, target, d, rows, alpha)

def refutes_closed_form_is_the_game(closed, d, rows, alpha, rates):
    return played_by_hand(d, rows=rows, alpha=alpha, inclusive=False, **rates) != closed(d, rows, alpha, rates)
