"""FX15, Section 6.1, the steps of the proof of Claim 6.3: bad sizes (6.4), the stable answer (6.5), accuracy."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any

from privlearn.claims.fx15.section6_2_scales import LEVEL, PAGE, SECTION
from privlearn.claims.fx15.section6_2_scales_steps import UNIT, heaviest_alone
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.exact import Bracket, is_at_most, log_bracket
from privlearn.learners.lines import bad_intervals, good_for

claim("FX15-6.4eq", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.4.count",
      title="(6.4): on the logarithmic scale bad sizes lie in two open intervals", uses=("FX15-6.3.good",),
      erratum="'Equivalent' holds when the two intervals are disjoint; where they overlap some good sizes lie in them. "
              "Only the containment is used.")

INTERVAL_LINES = tuple((i * UNIT / s, j * UNIT / s) for i in range(1, 21, 3) for j in range(1, i + 1, 2)
                       for s in (1, 16, 200))
INTERVAL_TIMES = (*range(1, 41), *(1 << k for k in range(6, 14)))


@cache
def log2_of(t: int) -> Bracket:
    """Bracket log2 t; exactly for powers of two."""
    exact = t.bit_length() - 1
    return Bracket(Fraction(exact), Fraction(exact)) if t == 1 << exact else log_bracket(t, 192) / log_bracket(2, 192)


def inside(t: int, intervals: tuple[tuple[Bracket, Bracket], ...]) -> bool:
    """Tell whether log2 t lies in one of the open intervals."""
    return any(not is_at_most(log2_of(t), low) and not is_at_most(high, log2_of(t)) for low, high in intervals)


def near_an_end(t: int, r: Fraction, q: Fraction) -> bool:
    """Tell whether t is exactly the end ``1/(3 r)`` or ``1/(6 (r - q))``: there brackets cannot decide."""
    return 3 * r * t == 1 or 6 * (r - q) * t == 1


@check("FX15-6.4eq", grade="certified",
       quantifier="r in {1, 4, ..., 19}/20, odd q up to r in twentieths, also divided by 16 and 200; t = 1, ..., 40, "
                  "64, 128, ..., 8192 that are bad",
       fingerprint=lambda intervals: intervals(Fraction(1, 2), UNIT))
def bad_sizes_lie_in_the_intervals(intervals=bad_intervals) -> Verdict:
    return judge("==", (((r, q, t), inside(t, intervals(r, q)), True) for r, q in INTERVAL_LINES
                        for t in INTERVAL_TIMES if not good_for(t, r, q) and not near_an_end(t, r, q)))


@bad_sizes_lie_in_the_intervals.verifier
def _(intervals, witness):
    r, q, t = witness
    six, s = log_bracket(6), r - q
    good = 3 * r * t <= 1 or (6 * s * t <= 1 and r * t >= six.upper) or s * t >= 2 * six.upper
    ends = [(low.upper, high.lower) for low, high in intervals(r, q)]
    power = Fraction(log2_of(t).lower)
    return not good and not any(low < power < high for low, high in ends)

bad_sizes_lie_in_the_intervals.sabotage("the first interval only", lambda r, q: bad_intervals(r, q)[:1])


def intervals_are_disjoint(r: Fraction, q: Fraction) -> bool:
    """Tell whether the first interval ends before the second begins."""
    intervals = bad_intervals(r, q)
    return len(intervals) == 1 or is_at_most(intervals[0][1], intervals[1][0])


@check("FX15-6.4eq", grade="certified",
       quantifier="the same masses and all t of the list: where the intervals are disjoint, every size in them is bad",
       fingerprint=lambda condition: [condition(r, q) for r, q in INTERVAL_LINES])
def disjoint_intervals_hold_only_bad_sizes(
        condition=intervals_are_disjoint) -> Verdict:
    return judge("==", (((r, q, t), inside(t, bad_intervals(r, q)), not good_for(t, r, q)) for r, q in INTERVAL_LINES
                        if condition(r, q) for t in INTERVAL_TIMES if not near_an_end(t, r, q)))


@disjoint_intervals_hold_only_bad_sizes.verifier
def _(condition, witness):
    r, q, t = witness
    six, s = log_bracket(6), r - q
    good = 3 * r * t <= 1 or s * t >= 2 * six.upper
    between = 3 * r * t > 1 and r * t < six.lower or 6 * s * t > 1 and s * t < 2 * six.lower
    return bool(condition(r, q) and good and between)

disjoint_intervals_hold_only_bad_sizes.sabotage("always equivalent, as printed", lambda r, q: True)


claim("FX15-6.3.none", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3",
      title="If None is likely, the zero function is accurate", uses=("FX15-6.3.probs",))

HALVES_LOG = log_bracket(Fraction(3, 2))
EPSILONS = tuple(Fraction(k, 20) for k in range(1, 10))


def window_begin(epsilon: Fraction) -> Bracket:
    """Bracket ``ln(3/2)/epsilon``."""
    return log_bracket(Fraction(3, 2)) / epsilon


def first_size(begin: Bracket) -> int:
    """Return the least integer t of at least 1 from the beginning on."""
    return max(1, -((-begin.upper) // 1))


def small_windows(start: Callable) -> Iterator[tuple[Fraction, int]]:
    """Yield (epsilon, t): the three smallest sizes of the window, and four times the first."""
    for e in EPSILONS:
        t = first_size(start(e))
        yield from ((e, size) for size in (t, t + 1, t + 2, 4 * t))


@check("FX15-6.3.none", grade="certified",
       quantifier="epsilon in {0.05, ..., 0.45}, t the first three sizes of the window and 4 times the first, r = "
                  "k/400",
       fingerprint=lambda start: [start(e) for e in EPSILONS])
def likely_none_makes_the_zero_function_accurate(start=window_begin) -> Verdict:
    def cases() -> Iterator[Any]:
        for e, t in small_windows(start):
            for k in range(401):
                r = Fraction(k, 400)
                if 3 * (400 - k) ** t < 2 * 400**t:
                    break  # and so for all larger r
                yield (e, t, r, "rate"), r * t, HALVES_LOG
                yield (e, t, r, "error"), r, e

    return judge("<=", cases())


@likely_none_makes_the_zero_function_accurate.verifier
def _(start, witness):
    e, t, r, _ = witness
    chance = Fraction(1)
    for _ in range(t):
        chance *= 1 - r
    return t >= start(e).lower and 3 * chance >= 2 and r > e

likely_none_makes_the_zero_function_accurate.sabotage(
    "a window from ln(5/4)/epsilon on", lambda e: log_bracket(Fraction(5, 4)) / e)


claim("FX15-6.5eq", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3",
      title="(6.5): a size that is good for One shows the heaviest point alone with probability 2/3",
      uses=("FX15-6.2eq", "FX15-6.3.good"))


def alone(masses: tuple[Fraction, ...], t: int) -> Fraction:
    """Return the probability that the first, heaviest point is the only point of the line in the block."""
    return heaviest_alone(sum(masses, Fraction(0)), masses[0], t)


def good_for_one() -> Iterator[tuple[tuple[Fraction, ...], int]]:
    """Yield masses with a dominating point, with the sizes that are good for One."""
    for i in range(1, 20):
        for rest in (Fraction(0), Fraction(1, 400), Fraction(1, 2000), Fraction(1, 10**5)):
            masses = (i * UNIT, *(rest / 2, rest / 3, rest / 6)) if rest else (i * UNIT, Fraction(0))
            sizes = (1 << k for k in range(12))
            yield from ((masses, t) for t in sizes if "one" in good_for(t, sum(masses), masses[0]))


@check("FX15-6.5eq", grade="certified",
       quantifier="q = 0.05, ..., 0.95, r - q in {0, 1/400, 1/2000, 1/10^5} over three points, t = 1, 2, 4, ..., 2048 "
                  "good for One",
       fingerprint=lambda chance: chance((Fraction(1, 2), UNIT), 4))
def heaviest_point_is_the_stable_answer(chance=alone) -> Verdict:
    return judge("<=", (((masses, t), LEVEL, chance(masses, t)) for masses, t in good_for_one()))


@heaviest_point_is_the_stable_answer.verifier
def _(chance, witness):
    masses, t = witness
    total = sum(masses)
    second = [1 - total + m for m in masses]  # only this point or none: not a single draw of the others
    others = max((x**t - (1 - total) ** t for x in second[1:]), default=Fraction(0))
    return chance(masses, t) <= others < LEVEL

heaviest_point_is_the_stable_answer.sabotage(
    "the second heaviest point", lambda masses, t: heaviest_alone(sum(masses, Fraction(0)), masses[1], t))


claim("FX15-6.5.err", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-6.3",
      title="Its point function is accurate", uses=("FX15-6.5eq",))


@check("FX15-6.5.err", grade="certified",
       quantifier="epsilon in {0.05, ..., 0.45}, t the first three sizes of the window and 4 times the first; r, q = "
                  "k/40 with (1 - r + q)^t - (1 - r)^t >= 2/3",
       fingerprint=lambda error: error(Fraction(1), Fraction(1, 2)))
def likely_point_is_accurate(error=lambda r, q: r - q) -> Verdict:
    def cases() -> Iterator[Any]:
        for e, t in small_windows(window_begin):
            powers = [k**t for k in range(41)]
            for i, j in ((x, y) for x in range(1, 41) for y in range(1, x + 1)):
                if 3 * (powers[40 - i + j] - powers[40 - i]) >= 2 * powers[40]:
                    r, q = Fraction(i, 40), Fraction(j, 40)
                    yield (e, t, r, q, "rate"), error(r, q) * t, HALVES_LOG
                    yield (e, t, r, q, "error"), error(r, q), e

    return judge("<=", cases())


@likely_point_is_accurate.verifier
def _(error, witness):
    e, t, r, q, _ = witness
    only = sum((_choose(t, k) * q**k * (1 - r) ** (t - k) for k in range(1, t + 1)), Fraction(0))
    return 3 * only >= 2 and (error(r, q) > e or 2 * error(r, q) * t > 1)


def _choose(n: int, k: int) -> int:
    found = 1
    for i in range(k):
        found = found * (n - i) // (i + 1)
    return found

likely_point_is_accurate.sabotage("error r: the point itself is forgotten", lambda r, q: r)
