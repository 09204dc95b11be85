"""BBKN14, Section 4.2: the steps of the proof of Claim 4.3, its limit, and its utility."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

from privlearn.claims.bbkn14.section4_improper_learner import (
    HALF,
    PRIVACY_ALPHAS,
    SIZES,
    by_hand,
    fast_audit,
)
from privlearn.claims.bbkn14.section4_noisy_learner import PAGE, QUARTER, SECTION
from privlearn.claims.bbkn14.section4_noisy_utility import EIGHTH, TWO_FIFTHS, Distribution, played_by_hand, sweep
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact import exp_bracket, log_bracket
from privlearn.exact.concentration import sum_between
from privlearn.learners.points import (
    ZERO,
    improper_point_learner_at,
    improper_rates,
    improper_ratio,
    improper_ratio_limit,
    improper_sample_size,
    point_failure,
    subsampled_point,
)
from privlearn.learners.points.utility import ceil_of_log4


@check("BBKN14-4.3", grade="exhaustive",
       quantifier="T from 2 to 6, m from 1 to 6, and T = 2, m = 8; alpha in {1/2, 1/4, 1/10}: the worst ratio in "
                  "closed form, the same for every T",
       fingerprint=lambda closed: closed(3, QUARTER))
def worst_ratio_is_the_closed_form(closed=improper_ratio) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, (size, rows) in product(PRIVACY_ALPHAS, SIZES):
            if size > 1:
                found = fast_audit(size, rows, tuple(improper_rates(alpha).items()))
                yield (alpha, rows, *found.witness), found.exp_epsilon, closed(rows, alpha)

    return judge("==", cases())


@worst_ratio_is_the_closed_form.verifier
def _(closed, witness):
    alpha, rows, left, right, outcome = witness
    p, q = (by_hand(database, len(outcome), improper_rates(alpha), outcome) for database in (left, right))
    return p != closed(rows, alpha) * q

worst_ratio_is_the_closed_form.sabotage("one row more", lambda rows, alpha: improper_ratio(rows + 1, alpha))


def pair_ratio(rows: int, alpha: Fraction) -> Fraction:
    """Return the ratio of the pair of the exercise from the laws: (0, 0) repeated, then (1, 1) against (0, 1)."""
    p, mu = alpha / 4, alpha / 8
    flips = {ZERO: mu * (1 - mu), 0: mu * mu, 1: (1 - mu) * (1 - mu)}  # of h = (0, 1), given the concept
    probabilities = []
    for last in ((1, 1), (0, 1)):
        law = subsampled_point(((0, 0),) * (rows - 1) + (last,), size=2, keep=p, abort=mu).exact()
        probabilities.append(sum((mass * flips[c] for c, mass in law.items() if c is not None), Fraction(0)))
    return probabilities[0] / probabilities[1]


@check("BBKN14-4.3", grade="exact",
       quantifier="one pair of neighbours with m = 1..60 rows, alpha in {1/2, 1/4, 1/10}: limit / ratio - 1 is exactly "
                  "p/(1-p) alpha/(8-alpha) (1-p)^(m-1), which falls to 0",
       fingerprint=lambda limit: [limit(alpha) for alpha in PRIVACY_ALPHAS])
def limit_is_approached(limit=improper_ratio_limit) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha, rows in product(PRIVACY_ALPHAS, range(1, 61)):
            p = alpha / 4
            gap = p / (1 - p) * alpha / (8 - alpha) * (1 - p) ** (rows - 1)
            yield (alpha, rows), limit(alpha) / pair_ratio(rows, alpha) - 1, gap

    return judge("==", cases())


@limit_is_approached.verifier
def _(limit, witness):
    alpha, rows = witness
    left, right = (((0, 0),) * (rows - 1) + (last,) for last in ((1, 1), (0, 1)))
    p, q = (by_hand(database, 2, improper_rates(alpha), (0, 1)) for database in (left, right))
    return limit(alpha) * (1 - alpha / 4) != p / q * (1 - alpha / 4 + alpha / 4 * alpha / (8 - alpha)
                                                      * (1 - alpha / 4) ** (rows - 1))

limit_is_approached.sabotage("the limit is 4, as promised", lambda alpha: Fraction(4))
limit_is_approached.sabotage("the limit is 22/7 for every alpha", lambda alpha: Fraction(22, 7))


@check("BBKN14-4.3", grade="exact",
       quantifier="alpha = 1/40, ..., 20/40, so all alpha (by degree): the bound of the "
                  "proof for every m and T with (1 - alpha/8)/(alpha/8) kept; for 'no hypothesis' 3 - alpha/4",
       fingerprint=lambda limit: [limit(alpha) for alpha in PRIVACY_ALPHAS])
def proof_gives_the_limit(limit=improper_ratio_limit) -> Verdict:
    def cases() -> Iterator[Any]:
        for alpha in (Fraction(k, 40) for k in range(1, 21)):
            p, rho, mu = improper_rates(alpha).values()
            yield (alpha, "h"), 1 + p / (1 - p) * (1 - mu) / mu, limit(alpha)
            yield (alpha, "no hypothesis"), max(1 - p + p / rho, limit(alpha)), limit(alpha)

    return judge("==", cases())


@proof_gives_the_limit.verifier
def _(limit, witness):
    alpha, _ = witness
    return (4 - alpha) * limit(alpha) != 12 - 2 * alpha

proof_gives_the_limit.sabotage("the limit is 4, as promised", lambda alpha: Fraction(4))


@cache
def a2_failure(d: Distribution, alpha: Fraction) -> Fraction:
    """Return the exact failure of A2 for target 0 with ceil(32 ln 4 / alpha^2) labelled rows."""
    return point_failure(d, 0, rows=improper_sample_size(alpha), alpha=alpha, **improper_rates(alpha))


UTILITY = ("alpha in {1/8, 1/4, 2/5} with ceil(32 ln 4 / alpha^2) rows (2840, 710, 278); T = 3 and 4, all "
           "distributions of denominator 24, T = 6 of denominator 12; all targets by symmetry")


@check("BBKN14-4.3", grade="exact", quantifier=UTILITY,
       reason="For all other distributions by the steps of the proof.")
def exact_failure_is_at_most(beta: Fraction = Fraction(3, 4)) -> Verdict:
    return judge("<=", (((d, alpha), a2_failure(d, alpha), beta) for d, alpha in sweep()))


@exact_failure_is_at_most.verifier
def _(beta, witness):
    d, alpha = witness
    rows = next(n for n in range(1, 9999) if n * alpha**2 >= 32 * Fraction(1386294361, 10**9))  # just below ln 4
    return played_by_hand(d, rows=rows, alpha=alpha, inclusive=False, **improper_rates(alpha)) > beta

exact_failure_is_at_most.sabotage("confidence 1/20", Fraction(1, 20))


@check("BBKN14-4.3", grade="exact", quantifier=f"{UTILITY}; the largest failure for each alpha, by two routes",
       fingerprint=lambda failure: failure((HALF, HALF), QUARTER))
def largest_failure_on_the_grids(failure=a2_failure) -> Verdict:
    best: dict[Fraction, tuple[Fraction, Distribution]] = {}
    for d, alpha in sweep():
        best[alpha] = max(best.get(alpha, (Fraction(-1), ())), (failure(d, alpha), d))
    return judge("==", (((d, alpha), worst, played_by_hand(d, rows=improper_sample_size(alpha), alpha=alpha,
                                                           inclusive=False, **improper_rates(alpha)))
                        for alpha, (worst, d) in best.items()))


@largest_failure_on_the_grids.verifier
def _(failure, witness):
    d, alpha = witness
    laws, miss = [], (1 - alpha / 4 * d[0]) ** improper_sample_size(alpha)
    for rows in (((0, 1),), ()):  # what A2 does with the target's row surely kept, and without it
        run = improper_point_learner_at(rows, size=len(d), keep=1, abort=alpha / 8, noise=alpha / 8).exact()
        laws.append(sum((p for h, p in run.items() if h is None or sum(
            w for x, w in enumerate(d) if h[x] != (x == 0)) > alpha), Fraction(0)))
    return (1 - miss) * laws[0] + miss * laws[1] != failure(d, alpha)

largest_failure_on_the_grids.sabotage("without step 1",
    lambda d, alpha: point_failure(d, 0, rows=improper_sample_size(alpha), alpha=alpha,
                                   **(improper_rates(alpha) | {"abort": Fraction(0)})))


claim("BBKN14-4.3.chernoff", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.3",
      title="The random subset has 4 ln(4)/alpha rows except with probability below 1/16",
      uses=("BBKN14-A2", "BBKN14-2.eq2.lower"))

CHERNOFF_ALPHAS = (Fraction(49, 100), TWO_FIFTHS, QUARTER, EIGHTH, Fraction(1, 20))


def power_of_four(exponent: Fraction) -> Any:
    """Bracket ``4^exponent``."""
    return exp_bracket(log_bracket(4) * exponent)


@check("BBKN14-4.3.chernoff", grade="certified",
       quantifier="alpha in {49/100, 2/5, 1/4, 1/8, 1/20}: the exact tail Pr[Bin(ceil(32 ln 4/alpha^2), alpha/4) < 4 "
                  "ln 4/alpha] against 4^(-1/alpha)",
       fingerprint=lambda rows: [rows(alpha) for alpha in CHERNOFF_ALPHAS])
def subset_is_large_enough(rows=improper_sample_size) -> Verdict:
    return judge("<=", ((alpha, sum_between(rows(alpha), alpha / 4, 0, ceil_of_log4(4 / alpha) - 1),
                         power_of_four(-1 / alpha)) for alpha in CHERNOFF_ALPHAS))


@subset_is_large_enough.verifier
def _(rows, alpha):
    n, p = rows(alpha), alpha / 4
    most = int(4 * Fraction(138629, 10**5) / alpha)  # at most ceil(4 ln 4 / alpha) - 1
    tail = sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(most + 1))
    return tail > Fraction(1, 4 ** int(1 / alpha))

subset_is_large_enough.sabotage("half the rows", lambda alpha: ceil_of_log4(16 / alpha**2))


@check("BBKN14-4.3.chernoff", grade="certified",
       quantifier="alpha in {49/100, 2/5, 1/4, 1/8, 1/20}; for all alpha < 1/2, as 4^(-1/alpha) < 4^(-2)")
def failure_is_below_a_sixteenth(alphas: tuple[Fraction, ...] = CHERNOFF_ALPHAS) -> Verdict:
    return judge("<", ((alpha, power_of_four(-1 / alpha), Fraction(1, 16)) for alpha in alphas))


@failure_is_below_a_sixteenth.verifier
def _(alphas, alpha):
    return alpha in alphas and 4 ** (2 * alpha.numerator) > 4**alpha.denominator

failure_is_below_a_sixteenth.sabotage("alpha = 3/4", make=lambda: (*CHERNOFF_ALPHAS, Fraction(3, 4)))


claim("BBKN14-4.3.utility", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.3",
      title="1/16 + 1/2 + alpha/8 is at most 3/4", uses=("BBKN14-4.3.chernoff", "BBKN14-A1.total"))


@check("BBKN14-4.3.utility", grade="exact",
       quantifier="both ends of [0, 1/2], so all alpha between (linear): at most 5/8, attained at 1/2; 5/8 <= 3/4")
def three_failures_together(largest_alpha: Fraction = HALF) -> Verdict:
    return judge("<=", [*((alpha, Fraction(1, 16) + HALF + alpha / 8, Fraction(5, 8))
                          for alpha in (Fraction(0), largest_alpha)), (HALF, Fraction(5, 8), Fraction(3, 4))])


@three_failures_together.verifier
def _(largest_alpha, alpha):
    return 0 <= alpha <= largest_alpha and 1 + 8 + 2 * alpha > 12

three_failures_together.sabotage("alpha up to 2", Fraction(2))


claim("BBKN14-4.3.final", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-4.3",
      title="8p/(alpha(1-p)) + 1 = 8/(4-alpha) + 1 is below 4",
      uses=("BBKN14-4.3.eq-bot", "BBKN14-4.3.eq-h", "BBKN14-4.3.eq4", "BBKN14-4.3.eq-flip"),
      note="Below 4 for every alpha < 4/3, so privacy does not need alpha < 1/2.")


def quarter_of(alpha: Fraction) -> Fraction:
    """Return alpha/4, the probability of keeping a row."""
    return alpha / 4


def printed_bound(alpha: Fraction, keep: Fraction) -> Fraction:
    """Return ``8p/(alpha(1-p)) + 1``."""
    return 8 * keep / (alpha * (1 - keep)) + 1


@check("BBKN14-4.3.final", grade="exact",
       quantifier="alpha = 1/40, ..., 20/40: the identity (for all alpha by degree), the bound 23/7 of its end 1/2 "
                  "(the left side grows with alpha), and 4",
       fingerprint=lambda keep: keep(HALF))
def printed_bound_is_below_four(keep=quarter_of) -> Verdict:
    values = [(Fraction(k, 40), printed_bound(Fraction(k, 40), keep(Fraction(k, 40)))) for k in range(1, 21)]
    end = [((alpha, "end"), value, Fraction(23, 7)) for alpha, value in values]
    exact = [((alpha, "identity"), abs(value - 8 / (4 - alpha) - 1), 0) for alpha, value in values]
    return judge("<=", [*exact, *end, ((HALF, "4"), Fraction(23, 7), 4)])


@printed_bound_is_below_four.verifier
def _(keep, witness):
    p = keep(HALF)
    return 8 * p >= 3 * HALF * (1 - p)

printed_bound_is_below_four.sabotage("rows kept with probability alpha/2", lambda alpha: alpha / 2)


@check("BBKN14-4.3.final", grade="exact",
       quantifier="alpha = 4/3, where the printed bound is exactly 4: below it holds, from there on not")
def printed_bound_reaches_four_at(alpha: Fraction = Fraction(4, 3)) -> Verdict:
    return judge("==", [((alpha, "4"), printed_bound(alpha, alpha / 4), 4)])


@printed_bound_reaches_four_at.verifier
def _(alpha, witness):
    return 3 * (4 - alpha) != 8

printed_bound_reaches_four_at.sabotage("alpha = 1", Fraction(1))
