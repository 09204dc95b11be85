"""KLMNS20, Lemma 4.4: the tail of the difference of the noises at gaps of thousands, and the gap that is proposed."""

from fractions import Fraction
from functools import cache
from math import exp

import privlearn.papers.klmns20.stopping_point.utility  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, exp_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.learners.interior_point.heavy_paths import noise_gap_tail
from privlearn.learners.interior_point.heavy_paths.privacy import noise_gap_bracket
from privlearn.learners.interior_point.heavy_paths.search import laplace_gap

PAIRS = ((2, 2), (2, 3), (3, 2), (Fraction(11, 10), Fraction(6, 5)), (Fraction(6, 5), Fraction(6, 5)))
GAPS = (1, 7, 2048, 2049, 2500)


@cache
def tail_by_recursion(first, second, gap: int) -> Fraction:
    """Return Pr[rho - nu >= gap]: from 0 on the tail is a mixture of two geometric ones, with ratios a and b."""
    (p, r), (q, s) = (Fraction(ratio).as_integer_ratio() for ratio in (first, second))
    a, b = Fraction(r, p), Fraction(s, q)
    equal = (1 - a) * (1 - b) * (1 + a * b) / ((1 + a) * (1 + b) * (1 - a * b))  # Pr[rho = nu], a geometric sum
    now, after = 1 + equal, (1 - equal) * p * q  # twice the tails at 0 and 1, at k times (p q)^k
    for _ in range(gap - 1):  # T(k + 2) = (a + b) T(k + 1) - a b T(k)
        now, after = after, (r * q + s * p) * after - r * s * p * q * now
    return after / (2 * (p * q) ** gap)


@check("KLMNS20-4.4", grade="certified",
       quantifier="e^e1, e^e2 five pairs, two of them equal, gaps 1, 7, 2048, 2049 and 2500: the bracket holds "
                  "the tail, by its recursion from Pr[rho = nu], and is narrower than 2^-100 of it",
       says="the bracket of Pr[rho - nu >= k] holds it, and is narrower than 2^-100 of it")
@sabotage("the gap is larger by 1", lambda first, second, gap: noise_gap_bracket(first, second, gap + 1))
@sabotage("the tail of rho alone", lambda first, second, gap: as_bracket(
    1 / (Fraction(first) ** (gap - 1) * (Fraction(first) + 1))))
@sabotage("the lower end twice, where it is rounded",
          lambda *case: Bracket(noise_gap_bracket(*case).lower, noise_gap_bracket(*case).lower))
@judged("<=")
def tails_at_large_gaps_are_enclosed(tail=noise_gap_bracket):
    for first, second in PAIRS:
        for gap in GAPS:
            found, exact = tail(first, second, gap), tail_by_recursion(first, second, gap)
            yield (first, second, gap, "below"), found.lower, exact
            yield (first, second, gap, "above"), exact, found.upper
            yield (first, second, gap, "narrow"), found.upper - found.lower, exact / 2**100

def refutes_tails_at_large_gaps_are_enclosed(tail, witness):
    found, exact = tail(*witness[:3]), noise_gap_tail(*witness[:3])
    return not found.lower <= exact <= found.upper or (found.upper - found.lower) * 2**100 > exact


RATES = (Fraction(1, 2), Fraction(1), Fraction(1) + Fraction(1, 10**5), Fraction(11, 10), Fraction(3))
CHANCES = (Fraction(1, 3), Fraction(1, 100), Fraction(1, 10**6))
FINE = 2048


def exceeded_on_a_grid(rate: Fraction, gap: Fraction) -> Bracket:
    """Bracket Pr[X - Y > gap] for Laplace noises of rates ``rate`` and 1 by geometric ones, 2048 steps to the unit."""
    first, second = (exp_bracket(value / FINE).lower for value in (rate, Fraction(1)))
    above, below = (noise_gap_bracket(first, second, int(gap * FINE) + more) for more in (1, 0))
    return Bracket(above.lower, below.upper)


@check("KLMNS20-4.4", grade="certified",
       quantifier="rates 1/2, 1, 1.00001, 11/10, 3 against 1, probabilities 1/3, 1/100, 10^-6: two Laplace noises, "
                  "as geometric ones of 2048 steps to the unit, differ by more than the proposed gap with the "
                  "probability asked for, within a hundredth",
       says="two Laplace noises differ by more than the gap proposed with the probability asked for")
@sabotage("the gap of a single noise", lambda rate, chance: max(0.0, laplace_gap(1e9, chance)))
@sabotage("a fiftieth larger", lambda rate, chance: laplace_gap(rate, chance) * 1.02)
@judged("<=")
def proposed_gaps_are_those_of_laplace_noises(gap=laplace_gap):
    for rate in RATES:
        for chance in CHANCES:
            found = exceeded_on_a_grid(rate, Fraction(gap(float(rate), float(chance))))
            yield (rate, chance, "enough"), found, chance * Fraction(101, 100)
            yield (rate, chance, "no more"), chance * Fraction(99, 100), found

def refutes_proposed_gaps_are_those_of_laplace_noises(gap, witness):
    rate, chance = (float(value) for value in witness[:2])
    x, cells = gap(rate, chance), [(k + 0.5) / 50 for k in range(-2000, 2000)]  # the midpoints of Y

    def above(u: float) -> float:
        return exp(-rate * u) / 2 if u > 0 else 1 - exp(rate * u) / 2

    found = sum(exp(-abs(y)) / 100 * above(x + y) for y in cells)
    return abs(found - chance) > 0.005 * chance
