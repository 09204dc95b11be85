"""KLMNS20, Lemma 2.4, in one shot: exact delta, pure direction, utility."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from typing import Any

from privlearn.claims.klmns20.section2_0_privacy import excess
from privlearn.claims.klmns20.section2_1_d_choosing import SETTINGS
from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.exact import Bracket, as_fraction, log_bracket, rational
from privlearn.exact.intervals import ball
from privlearn.laws.divergences import table_ratio
from privlearn.mechanisms import (
    choose_one_shot,
    choosing_error,
    one_shot_delta,
    one_shot_is_pure,
    one_shot_threshold,
)

COUNTS, RATIOS = 8, (Fraction(3, 2), Fraction(2), Fraction(4))
PURE = tuple((ratio, threshold) for ratio in RATIOS for threshold in range(1, 8) if one_shot_is_pure(ratio, threshold))


def one_shot_pairs(size: int, most: int, growth: int = 1) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield all count vectors, up to order, with 1 to ``growth`` of their counts up by 1."""
    for counts in combinations_with_replacement(range(most + 1), size):
        for together in range(1, growth + 1):
            for raised in combinations(range(size), together):
                larger = tuple(q + (k in raised) for k, q in enumerate(counts))
                if max(larger) <= most:
                    yield counts, larger


def laws_of(mechanism: Callable, ratio: Fraction, threshold: int) -> Callable[[tuple[int, ...]], dict[Any, Any]]:
    """Return the mechanism on count vectors, as tables of internal weights, each computed once."""
    return cache(lambda counts: mechanism(dict(enumerate(counts)), ratio, threshold).masses())


def largest_excess(mechanism: Callable, ratio: Fraction, threshold: int, growth: int, back: bool) -> tuple[Any, ...]:
    """Return ``(excess, S, S')`` where it is largest for 3 solutions, in direction A, or B if ``back``."""
    law, factor = laws_of(mechanism, ratio, threshold), rational(ratio)
    found = ((excess(law(large if back else small), law(small if back else large), factor), small, large)
             for small, large in one_shot_pairs(3, COUNTS if growth == 1 else 4, growth))
    best, small, large = max(found, key=lambda case: case[0])
    return as_fraction(best), small, large


@check("KLMNS20-2.4", grade="exact",
       quantifier="version (b): e^epsilon = 3/2, 2, 4, all thresholds 1..7 with delta <= 1 - e^-epsilon; 3 solutions, "
                  "all counts up to 8, each count up by 1; directions A and B",
       fingerprint=lambda mechanism: mechanism({0: 1}, Fraction(2), 3).exact())
def one_shot_excess_is_zero_one_way_and_exactly_delta_the_other(mechanism=choose_one_shot) -> Verdict:
    def cases() -> Iterator[Any]:
        for ratio, threshold in PURE:
            delta, *pair = largest_excess(mechanism, ratio, threshold, 1, back=False)
            yield (ratio, threshold, "A", *pair), delta, Fraction(0)
            delta, *pair = largest_excess(mechanism, ratio, threshold, 1, back=True)
            yield (ratio, threshold, "B", *pair), delta, one_shot_delta(ratio, threshold)

    pairs = sum(1 for _ in one_shot_pairs(3, COUNTS))
    return counted(judge("==", cases()), 2 * len(PURE) * pairs)


@one_shot_excess_is_zero_one_way_and_exactly_delta_the_other.verifier
def _(mechanism, witness):
    ratio, threshold, direction, small, large = witness
    p, q = (mechanism(dict(enumerate(counts)), ratio, threshold).exact() for counts in (small, large))
    p, q = (p, q) if direction == "A" else (q, p)
    event = sum((mass - ratio * q.get(f, 0) for f, mass in p.items() if mass > ratio * q.get(f, 0)), Fraction(0))
    return event != (0 if direction == "A" else 1 / (1 + ratio ** (threshold - 1)))

one_shot_excess_is_zero_one_way_and_exactly_delta_the_other.sabotage(
    "threshold one too small", lambda scores, ratio, threshold: choose_one_shot(scores, ratio, threshold - 1))


@check("KLMNS20-2.4", grade="exact",
       quantifier="version (b), growth k = 1, 2, 3: e^epsilon = 2, 4, thresholds 3..5, 3 solutions, all counts up to "
                  "4, any 1 to k counts up by 1; direction B",
       fingerprint=lambda delta: [delta(Fraction(2), 3, k) for k in (1, 2, 3)])
def delta_for_growth_k_is_attained(delta=one_shot_delta) -> Verdict:
    def cases() -> Iterator[Any]:
        for ratio, threshold, k in product(RATIOS[1:], (3, 4, 5), (1, 2, 3)):
            found, *pair = largest_excess(choose_one_shot, ratio, threshold, k, back=True)
            yield (ratio, threshold, k, *pair), delta(ratio, threshold, k), found

    return judge("==", cases())


@delta_for_growth_k_is_attained.verifier
def _(delta, witness):
    ratio, threshold, k, small, large = witness
    new = sum(ratio**q for p, q in zip(small, large, strict=True) if q and not p)
    return delta(ratio, threshold, k) != new / (sum(ratio**q for q in large if q) + ratio**threshold)

delta_for_growth_k_is_attained.sabotage(
    "without the factor k", lambda ratio, threshold, k: one_shot_delta(ratio, threshold))
delta_for_growth_k_is_attained.sabotage(
    "k times the delta of growth 1", lambda ratio, threshold, k: k * one_shot_delta(ratio, threshold))


@cache
def worst_a_ratios(ratio: Fraction, threshold: int) -> dict[int, Any]:
    """Return the largest ratio of direction A over count vectors of 3 solutions up to 2, for growth 1, 2, 3."""
    law, worst = laws_of(choose_one_shot, ratio, threshold), {1: Fraction(0), 2: Fraction(0), 3: Fraction(0)}
    for small, large in one_shot_pairs(3, 2, 3):
        found: Any = table_ratio(law(small), law(large))[0]
        for k in range(sum(large) - sum(small), 4):
            worst[k] = max(worst[k], found)
    return worst


STEEP = (Fraction(11, 10), Fraction(5, 4), *RATIOS)


@check("KLMNS20-2.4", grade="exact",
       quantifier="e^epsilon = 11/10, 5/4, 3/2, 2, 4, thresholds 1..30, growth 1, 2, 3: 3 solutions, all counts up to "
                  "2, any 1 to k counts up by 1; direction A has no ratio above e^epsilon if and only if the library "
                  "says so (for k = 1: delta <= 1 - e^-epsilon)",
       fingerprint=lambda pure: [pure(ratio, 1, k) for ratio in STEEP for k in (1, 2, 3)])
def direction_a_is_pure_exactly_under_the_precondition(pure=one_shot_is_pure) -> Verdict:
    def cases() -> Iterator[Any]:
        for ratio, threshold, k in product(STEEP, range(1, 31), (1, 2, 3)):
            yield (ratio, threshold, k), pure(ratio, threshold, k), worst_a_ratios(ratio, threshold)[k] <= ratio
            if k == 1:
                small = one_shot_delta(ratio, threshold) <= 1 - 1 / ratio
                yield (ratio, threshold, k), pure(ratio, threshold, k), small

    return judge("==", cases())


@direction_a_is_pure_exactly_under_the_precondition.verifier
def _(pure, witness):
    ratio, threshold, k = witness
    none = Fraction(ratio**threshold, ratio**threshold + k * ratio)  # Pr[no answer] with k new solutions, 1 without
    return pure(ratio, threshold, k) != (ratio * none >= 1)

direction_a_is_pure_exactly_under_the_precondition.sabotage(
    "always pure, whatever delta is", lambda ratio, threshold, k: True)
direction_a_is_pure_exactly_under_the_precondition.sabotage(
    "strictly, so not at delta = 1 - e^-epsilon", lambda ratio, threshold, k: 1 + k * ratio ** (1 - threshold) < ratio)
direction_a_is_pure_exactly_under_the_precondition.sabotage(
    "as for growth 1", lambda ratio, threshold, k: one_shot_is_pure(ratio, threshold, 1))


def no_answer_bound(ratio: Fraction, best: int, threshold: int) -> Fraction:
    """Return ``1 / (1 + e^{epsilon (OPT - threshold)})``."""
    return 1 / (1 + ratio ** (best - threshold))


@check("KLMNS20-2.4", grade="exact",
       quantifier="version (b): e^epsilon = 3/2, 2, 4, thresholds 1..7; 3 solutions, all counts up to 8, not all 0",
       fingerprint=lambda bound: bound(Fraction(2), 3, 2))
def one_shot_seldom_gives_no_answer(bound=no_answer_bound) -> Verdict:
    return judge("<=", (((counts, ratio, threshold),
                         choose_one_shot(dict(enumerate(counts)), ratio, threshold).exact()[None],
                         bound(ratio, max(counts), threshold))
                        for counts in combinations_with_replacement(range(COUNTS + 1), 3) if max(counts)
                        for ratio, threshold in product(RATIOS, range(1, 8))))


@one_shot_seldom_gives_no_answer.verifier
def _(bound, witness):
    counts, ratio, threshold = witness
    none = ratio**threshold
    return none > bound(ratio, max(counts), threshold) * (none + sum(ratio**q for q in counts if q))

one_shot_seldom_gives_no_answer.sabotage(
    "exponent OPT - threshold + 1", lambda ratio, best, threshold: no_answer_bound(ratio, best + 1, threshold))


def one_shot_need(epsilon: Fraction, delta: Fraction, beta: Fraction) -> Bracket:
    """Bracket the best score from which version (b) gives an answer with probability ``1 - beta``."""
    return one_shot_threshold(epsilon, delta) + log_bracket(1 / beta - 1) / epsilon


@check("KLMNS20-2.4", grade="certified",
       quantifier="epsilon = 0.1, 0.5, 1, 2, delta = 0.01, 10^-6, 10^-9, beta = 0.1, 0.01, n = 10, 1000, 10^6: 16 "
                  "times the score that version (b) needs is below the error of version (a)",
       fingerprint=lambda need: need(*SETTINGS[0]))
def one_shot_needs_a_sixteenth_of_the_score(need=one_shot_need) -> Verdict:
    grid = product((Fraction(1, 10), Fraction(1, 2), Fraction(1), Fraction(2)),
                   (Fraction(1, 100), Fraction(1, 10**6), Fraction(1, 10**9)), (Fraction(1, 10), Fraction(1, 100)),
                   (10, 1000, 10**6))
    return judge("<", (((e, d, b, n), 16 * need(e, d, b), choosing_error(e, d, b, n)) for e, d, b, n in grid))


@one_shot_needs_a_sixteenth_of_the_score.verifier
def _(need, witness):
    e, d, b, n = witness
    return bool(ball(4 * n / (b * e * d)).log() < ball(need(e, d, b).lower * e))

one_shot_needs_a_sixteenth_of_the_score.sabotage(
    "twice the score", lambda epsilon, delta, beta: 2 * one_shot_need(epsilon, delta, beta))
