"""KLMNS20, Section 3.1: the ratio at which the curve reaches a delta, and the chain that comes near the curve."""

from fractions import Fraction
from itertools import product

import privlearn.papers.klmns20.path_privacy.reverse_curve  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage, verifier
from privlearn.exact.fractions import MILLIONTH
from privlearn.learners.interior_point.trees import chain_law, path_curve
from privlearn.learners.interior_point.trees.chains import as_chain, slow_splits
from privlearn.learners.interior_point.trees.path_privacy import path_gap

BASES = (Fraction(101, 100), Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(7, 3), Fraction(4))
LEVELS = (Fraction(1), Fraction(1, 3), Fraction(1, 100), MILLIONTH)  # shares of the curve's value at e^g = 1


@check("KLMNS20-3.5r", grade="certified",
       quantifier="c = 1.01, 1.1, 3/2, 2, 7/3, 4, delta = 1, 1/3, 1/100 and 10^-6 of 1 - 1/c: the curve at the ratio "
                  "is delta, to 12 digits from above and from below, and the ratio is a bracket of 12 digits",
       says="the curve at the ratio e^g that belongs to delta is delta, to 12 digits")
@sabotage("the base itself left out", lambda base, delta: path_gap(base, delta) * base)
@sabotage("delta in place of its share of 1 - 1/c",
          lambda base, delta: path_gap(base, min(delta / (1 - 1 / base), 1 - 1 / base)))
@sabotage("a thousandth more", lambda base, delta: path_gap(base, delta) * Fraction(1001, 1000))
@judged("<=")
def the_curve_reaches_delta_at_its_ratio(gap=path_gap):
    for base, share in product(BASES, LEVELS):
        delta = (1 - 1 / base) * share
        found = gap(base, delta)
        yield (base, delta, "width"), found.upper - found.lower, found.lower / 10**12
        yield (base, delta, "enough"), path_curve(base, found.upper), delta * (1 + Fraction(1, 10**12))
        yield (base, delta, "no more"), delta * (1 - Fraction(1, 10**12)), path_curve(base, found.lower)

def refutes_the_curve_reaches_delta_at_its_ratio(gap, witness):
    base, delta, _ = witness  # of two exponential clocks of rates 1 and c: the test {t >= T}, T where c e^-(c-1)T = 1/z
    found = gap(base, delta)
    p, q = (base - 1).as_integer_ratio()
    wanted = ((1 - 1 / base) / delta) ** p / base**q  # z^q
    return not found.lower**q <= wanted * (1 + Fraction(q, 10**12)) or not (
        wanted <= found.upper**q * (1 + Fraction(q, 10**12))) or (found.upper - found.lower) * 10**12 > found.lower


CHAINS = tuple(product((1, 2, 3, 7), (0, 1, 2, 9), (Fraction(3, 2), Fraction(4))))


@check("KLMNS20-3.5r", grade="exact",
       quantifier="lead 1, 2, 3, 7, 0, 1, 2 and 9 steps, c = 3/2 and 4: under S + x the step at which the slow chain "
                  "leaves x is geometric with chance 1/(1 + c^lead), under S with 1/(1 + c^(lead - 1)); its last "
                  "split leaves a single point behind",
       says="the slow chain leaves the new point at every split with the same chance, and ends with a single point")
@verifier(lambda splits, lead, steps, base: [b for _, b in splits(lead, steps)][-1:] != [1][:steps] or [
    (a + 1 - b) for a, b in as_chain(splits(lead, steps))] != [lead] * steps)
@sabotage("halving, whatever the lead", lambda lead, steps: slow_splits(1, steps))
@sabotage("the lead is that under S", lambda lead, steps: slow_splits(lead + 1, steps))
@sabotage("one step fewer", lambda lead, steps: slow_splits(lead, max(steps - 1, 0)))
@sabotage("the smallest split left out", lambda lead, steps: slow_splits(lead, steps + 1)[:-1])
@judged("==")
def slow_chains_leave_at_a_constant_rate(splits=slow_splits):
    for lead, steps, base in CHAINS:
        here, there = (1 / (1 + base**k) for k in (lead - 1, lead))
        law = [((1 - here) ** k * here, (1 - there) ** k * there) for k in range(steps)]
        found = splits(lead, steps)
        yield ((lead, steps, base), [*chain_law(found, base), *(b for _, b in found[-1:])],
               [*law, ((1 - here) ** steps, (1 - there) ** steps), *[1][:steps]])
