"""KLMNS20, Section 4: what is told until the c-th answer above the noisy threshold, and patterns of reports."""

from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.mechanisms import sparse_vector
from privlearn.mechanisms.noisy_comparisons import pattern_probability

E1, E2 = Fraction(5, 3), Fraction(9, 7)
REACH = 20
OUTSIDE = 2 * E1**-REACH / (E1 + 1)  # the chance of a threshold noise beyond 20
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
    for rho in range(-REACH, REACH + 1):
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


def listed(answers: tuple[int, ...], bits: tuple[int, ...], threshold: int, most: int = REACH) -> Fraction:
    """Return the probability of a pattern with threshold noise in -20..most, summed term by term."""
    total = Fraction(0)
    for rho in range(-REACH, most + 1):
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
