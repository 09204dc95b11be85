"""KLMNS20, Section 4: privacy and error of AboveThreshold, and what is told until the c-th answer above."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import count, product
from math import expm1, floor, log1p
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact.brackets import as_bracket
from privlearn.exact.formulas import Logarithm
from privlearn.exact.intervals import ball, bracket_of
from privlearn.mechanisms import above_threshold, sparse_vector
from privlearn.mechanisms.first_above import (above_threshold_failure, above_threshold_ratio, least_error, needed_error,
                                              printed_error)
from privlearn.mechanisms.noisy_comparisons import pattern_probability
from privlearn.papers.klmns20.above_threshold import claim
from privlearn.papers.klmns20.large_domains.scripted import sampled

E1 = Fraction(5, 3)
MIDDLE = 2
SETTINGS = ((Fraction(5, 3), Fraction(5, 3)), (Fraction(5, 3), Fraction(9, 7)))
QUARTERS = (Fraction(9, 7), Fraction(2))  # e^(epsilon/4): epsilon = 1.005 and 2.77
MAP_LOGS = "e^e1, e^e2 = (5/3, 5/3), (5/3, 9/7), so e1, e2 = (0.51, 0.51), (0.51, 0.25)"


claim("KLMNS20-4.2", kind="theorem",
      title="AboveThreshold: one epsilon for any number of queries, error (8/epsilon) ln(2k/beta)",
      uses=("KLMNS20-2.1", "KLMNS20-2.sens"),
      note="With discrete noise: two-sided geometric in place of Laplace, the same ratios, and every law exact. The "
           "printed error is 2.3 to 3.3 times the error needed at beta = 1/10; our proof has 4 in place of 8 and k in "
           "place of 2k. The prices of privacy are approached as k and the distance of answers and threshold grow.",
      formulas=(printed_error, least_error))


FAR = 100  # a distance at which the limits are nearly attained


def far_pair(steps: tuple[int, ...], reverse: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return answers of two neighbours, far from the threshold, whose ratio is nearly the price of such queries."""
    if reverse:
        return (1 - FAR,), (-FAR,)
    return (FAR,) * 5 + (-FAR,), (FAR + 1,) * 5 + (-FAR + steps[0],)


def three_prices(e1: Fraction, e2: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """Return the ratios for queries that go both ways, and for monotone ones when a row is added and removed."""
    return above_threshold_ratio(e1, e2, monotone=False), above_threshold_ratio(e1, e2, monotone=True), e2


@check("KLMNS20-4.2", grade="exact",
       quantifier=f"answers at distance 100 from the threshold, 5 above and 1 below, or 1 below; {MAP_LOGS}: the ratio "
                  "is above 99/100 of each of the three prices",
       says="{0.99 of the price} is at most {the ratio far from the threshold}")
@sabotage("monotone queries as dear as others", lambda e1, e2: (e1 * e2**2, e1 * e2**2, e2))
@sabotage("removing a row as dear as adding one", lambda e1, e2: (e1 * e2**2, e1 * e2, e1 * e2))
@judged("<=")
def the_three_prices_are_approached(prices=three_prices):
    for (e1, e2), kind in product(SETTINGS, (0, 1, 2)):
        left, right = far_pair((-1,) if kind == 0 else (0,), kind == 2)
        p, q = (above_threshold(answers, MIDDLE, e1, e2).exact()[len(left) - 1] for answers in (left, right))
        yield (e1, e2, kind, left, right), Fraction(99, 100) * prices(e1, e2)[kind], p / q

def refutes_the_three_prices_are_approached(prices, e1, e2, kind, left, right):
    i = len(left) - 1
    p, q = (windowed(answers, MIDDLE, e1, e2, 2 * FAR)[i] for answers in (left, right))
    return p < Fraction(99, 100) * prices(e1, e2)[kind] * q


def windowed(answers: tuple[int, ...], threshold: int, e1: Fraction, e2: Fraction, reach: int) -> dict[Any, Fraction]:
    """Return a part of every outcome's probability: the threshold noise in ``-reach..reach``, summed term by term."""
    table: dict[Any, Fraction] = dict.fromkeys([*range(len(answers)), None], Fraction(0))
    for rho in range(-reach, reach + 1):
        left = (e1 - 1) / (e1 + 1) * e1 ** -abs(rho)
        for i, answer in enumerate(answers):
            need = threshold + rho - answer
            up = e2 ** (1 - need) / (1 + e2) if need > 0 else 1 - e2**need / (1 + e2)
            table[i], left = table[i] + left * up, left * (1 - up)
        table[None] += left
    return table


REACH = 40


@check("KLMNS20-4.2", grade="exhaustive",
       quantifier=f"k = 2; all answers in 0..5, threshold 2; {MAP_LOGS}: the closed form against the sum "
                  "over threshold noise in -40..40, below it by at most the noise left out",
       says="the closed form is never below the partial sum, and above it by at most the noise left out")
@sabotage("above means strictly above",
          lambda answers, threshold, e1, e2: above_threshold(answers, threshold + 1, e1, e2))
@judged("<=")
def closed_form_is_the_sum_of_its_series(mechanism=above_threshold):
    for e1, e2 in SETTINGS:
        outside = 2 * e1**-REACH / (e1 + 1)
        for answers in product(range(6), repeat=2):
            law, part = mechanism(answers, MIDDLE, e1, e2).exact(), windowed(answers, MIDDLE, e1, e2, REACH)
            yield (e1, e2, answers), max(law[o] - part[o] for o in part), outside
            yield (e1, e2, answers), max(part[o] - law[o] for o in part), 0

def refutes_closed_form_is_the_sum_of_its_series(mechanism, e1, e2, answers):
    noises = [{k: (e - 1) / (e + 1) * e ** -abs(k) for k in range(-60, 61)} for e in (e1, e2)]
    first = sum(p * q for rho, p in noises[0].items() for nu, q in noises[1].items()
                if answers[0] + nu >= MIDDLE + rho)
    return abs(mechanism(answers, MIDDLE, e1, e2).exact()[0] - first) > Fraction(1, 10**4)


RUNS = (((0, 2), 2, 2, 10), ((1,), 3, 2, 6), ((0, 2), 2, 3, 7), ((), 2, 2, 3))  # answers, e^e1, e^e2, most coins


def first_above_drawn(answers: tuple[int, ...], e1: int, e2: int, most: int) -> dict[Any, Fraction]:
    """Return the law of AboveThreshold at T = 1 as it is drawn, but for draws of more coins than ``most``."""
    return sampled(above_threshold(answers, 1, e1, e2).sample, most=most)


@check("KLMNS20-4.2", grade="exhaustive",
       quantifier="T = 1; (0, 2) with e^e1 = e^e2 = 2 and with 2 and 3, (1) with 3 and 2, and no queries: all answers "
                  "of the random source of at most 10, 7, 6 and 3 coins: the probability of every report that is drawn "
                  "is the sum over all noises of so many coins",
       says="every report is drawn with the sum of the probabilities of the noises that lead to it")
@sabotage("above means strictly above",
          lambda answers, e1, e2, most: sampled(above_threshold(answers, 2, e1, e2).sample, most=most))
@sabotage("the two noises exchanged", lambda answers, e1, e2, most: first_above_drawn(answers, e2, e1, most))
@judged("==")
def what_is_drawn_is_the_first_above(draw=first_above_drawn):
    for run in RUNS:
        yield run, {k: p for k, p in draw(*run).items() if k != "cut"}, drawn_by_definition(*run)


def drawn_by_definition(answers: tuple[int, ...], e1: int, e2: int, most: int) -> dict[Any, Fraction]:
    """Return the same: a noise is the difference of two geometric numbers i and j, which take i + j + 2 coins."""
    def noises(e: int, coins: int) -> Iterator[tuple[int, int, Fraction]]:
        for i, j in product(range(coins - 1), repeat=2):
            if i + j + 2 <= coins:
                yield i - j, coins - i - j - 2, (1 - Fraction(1, e)) ** 2 / e ** (i + j)

    found: dict[Any, Fraction] = {}
    waiting = [(0, rho, left, mass) for rho, left, mass in noises(e1, most)]
    while waiting:
        k, rho, left, mass = waiting.pop()
        if k == len(answers):
            found[None] = found.get(None, Fraction(0)) + mass
            continue
        for nu, still, share in noises(e2, left):
            if answers[k] + nu >= 1 + rho:
                found[k] = found.get(k, Fraction(0)) + mass * share
            else:
                waiting.append((k + 1, rho, still, mass * share))
    return found


def refutes_what_is_drawn_is_the_first_above(draw, witness):
    answers, e1, e2, most = witness
    found = draw(*witness)
    whole = windowed(answers, 1, Fraction(e1), Fraction(e2), 60)  # with every number of coins: no outcome has more
    outside = Fraction(1, 10**6)
    return any(p > whole[k] + outside or whole[k] - p > found["cut"] + outside for k, p in found.items() if k != "cut"
               ) or found != {**drawn_by_definition(*witness), "cut": found["cut"]}


@check("KLMNS20-4.2", grade="certified",
       quantifier="k = 1, 2, 40, 10^9; beta = 10^-20, 1/10, 9/10; e^(eps/4) = 9/7, 2: the worst probability of a "
                  "wrong report at the printed error and at ours, over all sequences of queries; for 10^9 bounded from "
                  "below",
       says="{the worst probability of a wrong report / beta} is at most {1}")
@judged("<=")
def failure_at_both_errors_is_at_most_beta(errors=(printed_error, least_error)):
    for which, error in enumerate(errors):
        for (k, beta, e), c in ((args, c) for args in error.instances() for c in QUARTERS if args[2].of == c**4):
            yield (which, k, beta, c), worst_report(k, whole(error(k, beta, e)), c) / beta, 1

def refutes_failure_at_both_errors_is_at_most_beta(errors, which, k, beta, c):
    gap, e1, e2 = whole(errors[which](k, beta, Logarithm(c**4))) + 1, float(c**2), float(c)  # k answers just too low
    above = (e2 ** (1 - n) / (1 + e2) if n > 0 else 1 - e2**n / (1 + e2) for n in range(gap - 60, gap + 61))
    return sum(e1 ** -abs(rho) * -expm1(k * log1p(-p)) for rho, p in enumerate(above, -60)) > beta * (e1 + 1) / (e1 - 1)


def whole(error: Any) -> int:
    """Return the largest integer that is no more than a bound, from 0 to 300, which is enough for all that is asked."""
    return max(0, min(300, floor(as_bracket(error).upper)))


@cache
def worst_report(k: int, error: int, c: Fraction) -> Fraction:
    """Return the worst probability of a wrong report for noises of e^(2 epsilon/4) and e^(epsilon/4)."""
    return above_threshold_failure(k, error, c**2, c) if k <= 40 else bracket_of(lambda: sum((
        ball((c**2 - 1) / (c**2 + 1) * c ** (-2 * abs(rho))) * (1 - (1 - ball(c ** -(rho + error) / (1 + c))) ** k)
        for rho in range(-min(error, 60), 61)), ball(0))).lower  # all just too low; only noise that leaves them so


@check("KLMNS20-4.2", grade="exhaustive",
       quantifier="k = 1, 2, 3; errors 0, 1; e^(eps/4) = 9/7, 2: all sequences of answers at most error + 1 from the "
                  "threshold, the largest probability of a wrong report",
       says="{the largest probability of a wrong report} equals {the failure by the closed form}")
@sabotage("only sequences that lie just below",
          lambda k, error, e1, e2: 1 - pattern_probability([-error - 1] * k, [False] * k, 0, e1, e2))
@judged("==")
def the_worst_sequence_of_answers_is_known(failure=above_threshold_failure):
    for k, error, c in product((1, 2, 3), (0, 1), QUARTERS):
        found = max((wrong_report(answers, error, above_threshold(answers, 0, c**2, c).exact()), answers)
                    for answers in product(range(-error - 1, error + 2), repeat=k))
        yield (k, error, c, found[1]), found[0], failure(k, error, c**2, c)


def wrong_report(answers: tuple[int, ...], error: int, law: dict[Any, Fraction]) -> Fraction:
    """Return the probability that an answer below ``-error`` is reported above, or one above ``error`` below."""
    def wrong(stop: int | None) -> bool:
        before = answers if stop is None else answers[:stop]
        return any(f > error for f in before) or (stop is not None and answers[stop] < -error)

    return sum((mass for stop, mass in law.items() if wrong(stop)), Fraction(0))


def refutes_the_worst_sequence_of_answers_is_known(failure, k, error, c, answers):
    fine = Fraction(0)  # all patterns of reports up to the first "above", one by one
    for stop in range(k + 1):
        told, bits = answers[:stop + 1], [False] * stop + [True] * (stop < k)
        if all(f >= -error if bit else f <= error for f, bit in zip(told, bits, strict=True)):
            fine += pattern_probability(told, bits, 0, c**2, c)
    return 1 - fine > failure(k, error, c**2, c)


NEEDED = tuple(product((1, 2, 5), (Fraction(9, 10), Fraction(11, 27), Fraction(1, 10), Fraction(1, 100)), QUARTERS))


@check("KLMNS20-4.2", grade="exact",
       quantifier="k = 1, 2, 5; beta = 9/10, 11/27, 1/10, 1/100; e^(eps/4) = 9/7, 2: every smaller error is tried",
       says="{the error said to be needed} equals {the least at which the worst sequence fails with at most beta}")
@sabotage("one less where that is possible", lambda k, beta, e1, e2: max(needed_error(k, beta, e1, e2) - 1, 0))
@judged("==")
def needed_error_is_the_least_that_is_enough(needed=needed_error):
    for k, beta, c in NEEDED:
        least = next(a for a in count() if above_threshold_failure(k, a, c**2, c) <= beta)
        yield (k, beta, c), needed(k, beta, c**2, c), least

def refutes_needed_error_is_the_least_that_is_enough(needed, k, beta, c):
    def fails(error: int) -> bool:
        """Tell whether one of the two worst sequences fails, from the sum over threshold noise in -60..60."""
        low = windowed((-error - 1,) * k, 0, c**2, c, 60)
        high = windowed((*[-error - 1] * (k - 1), error + 1), 0, c**2, c, 60)
        return max(1 - low[None], 1 - high[k - 1]) > beta

    error = needed(k, beta, c**2, c)
    return error < 0 or fails(error) or error > 0 and not fails(error - 1)


E2 = Fraction(9, 7)
FARTHEST = 20
OUTSIDE = 2 * E1**-FARTHEST / (E1 + 1)  # the chance of a threshold noise beyond 20
ASKED = tuple((answers, cutoff) for k in range(4) for answers in product(range(3), repeat=k)
              for cutoff in (1, 2, None))


def chances(answers: tuple[int, ...], threshold: int, rho: int) -> tuple[Fraction, list[Fraction]]:
    """Return the probability of a threshold noise, and of "above" for every answer given it."""
    needs = [threshold + rho - answer for answer in answers]
    return (E1 - 1) / (E1 + 1) * E1 ** -abs(rho), [E2 ** (1 - n) / (1 + E2) if n > 0 else 1 - E2**n / (1 + E2)
                                                   for n in needs]


def told_by_definition(answers: tuple[int, ...], threshold: int, cutoff: int | None) -> dict[Any, Fraction]:
    """Return a part of the probability of all that can be told: threshold noise in -20..20, one query after another."""
    table: dict[Any, Fraction] = {}
    for rho in range(-FARTHEST, FARTHEST + 1):
        mass, above = chances(answers, threshold, rho)
        waiting: dict[tuple[int, ...], Fraction] = {(): mass}
        for up in above:
            done = {bits: weight for bits, weight in waiting.items() if bits.count(1) == cutoff}
            waiting = done | {(*bits, bit): weight * (up if bit else 1 - up) for bits, weight in waiting.items()
                              if bits not in done for bit in (0, 1)}
        for bits, weight in waiting.items():
            table[bits] = table.get(bits, Fraction(0)) + weight
    return table


@check("KLMNS20-4.2", grade="exhaustive",
       quantifier="at most 3 queries; all answers in 0..2, threshold 1, e^e1 = 5/3, e^e2 = 9/7; told until one or two "
                  "are above, or to the end: the exact law against the sum over threshold noise in -20..20, below it "
                  "by at most the noise left out",
       says="the bits told have the law of the comparisons as they are made, up to the noise left out")
@sabotage("one more is told than the cut-off allows",
          lambda f, t, e1, e2, cutoff: sparse_vector(f, t, e1, e2, cutoff and cutoff + 1))
@sabotage("a fresh threshold for every query", lambda f, t, e1, e2, cutoff: sparse_vector(f, t, 10**6, e2, cutoff))
@judged("<=")
def what_is_told_is_the_comparisons_up_to_the_cutoff(told=sparse_vector):
    for answers, cutoff in ASKED:
        law, part = told(answers, 1, E1, E2, cutoff).exact(), told_by_definition(answers, 1, cutoff)
        gaps = [law.get(bits, 0) - part.get(bits, 0) for bits in {**law, **part}]
        yield (answers, cutoff, "above"), max(gaps), OUTSIDE
        yield (answers, cutoff, "below"), -min(gaps), 0

def refutes_what_is_told_is_the_comparisons_up_to_the_cutoff(told, answers, cutoff, _):
    for bits, mass in told(answers, 1, E1, E2, cutoff).exact().items():
        whole = cutoff is None or bits.count(1) < cutoff
        if bits.count(1) > (cutoff or len(bits)) or whole and len(bits) < len(answers) or (
                not whole and bits[-1] == 0):
            return True  # this is never told
        if not 0 <= mass - listed(answers[:len(bits)], bits, 1) <= OUTSIDE:
            return True
    return False


def listed(answers: tuple[int, ...], bits: tuple[int, ...], threshold: int, most: int = FARTHEST) -> Fraction:
    """Return the probability of a pattern with threshold noise in -20..most, summed term by term."""
    total = Fraction(0)
    for rho in range(-FARTHEST, most + 1):
        mass, above = chances(answers, threshold, rho)
        for up, bit in zip(above, bits, strict=True):
            mass *= up if bit else 1 - up
        total += mass
    return total


PATTERNS = tuple((answers, bits, most) for k in range(3) for answers in product((-2, 1, 3), repeat=k)
                 for bits in product((False, True), repeat=k) for most in (-2, 0, 2, 9))


@check("KLMNS20-4.2", grade="exhaustive",
       quantifier="at most 2 queries; all answers in -2, 1, 3, threshold 1, all patterns, threshold noise at most "
                  "-2, 0, 2, 9; e^e1 = 5/3, e^e2 = 9/7: the closed form against the sum over threshold noise from -20 "
                  "on, below it by at most the noise left out",
       says="the probability of a pattern under cut threshold noise is its sum, up to the noise left out")
@sabotage("the noise is not cut",
          lambda f, bits, t, e1, e2, most: pattern_probability(f, bits, t, e1, e2))
@sabotage("the last noise is cut off too",
          lambda f, bits, t, e1, e2, most: pattern_probability(f, bits, t, e1, e2, most=most - 1))
@judged("<=")
def patterns_under_cut_noise_are_sums(chance=pattern_probability):
    for answers, bits, most in PATTERNS:
        gap = chance(answers, bits, 1, E1, E2, most=most) - listed(answers, bits, 1, most)
        yield (answers, bits, most), abs(gap - OUTSIDE / 2), OUTSIDE / 2

def refutes_patterns_under_cut_noise_are_sums(chance, answers, bits, most):
    told = Fraction(0)
    for rho in range(-40, most + 1):  # both noises as they are drawn, cut far out
        odds = [sum((E2 - 1) / (E2 + 1) * E2 ** -abs(nu) for nu in range(-50, 51) if f + nu >= 1 + rho)
                for f in answers]
        given = (E1 - 1) / (E1 + 1) * E1 ** -abs(rho)
        for up, bit in zip(odds, bits, strict=True):
            given *= up if bit else 1 - up
        told += given
    return abs(chance(answers, bits, 1, E1, E2, most=most) - told) > Fraction(1, 10**5)
