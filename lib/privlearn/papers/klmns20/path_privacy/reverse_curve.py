"""KLMNS20, Section 3.1: the direction from S + x to S, its exact curve, and what the size of the database does."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.brackets import as_bracket, round_down
from privlearn.learners.interior_point.trees import bounded_curve, chain_law, class_law, halving_splits, path_curve
from privlearn.learners.interior_point.trees.chains import chain_hockey_stick
from privlearn.learners.interior_point.trees.path_privacy import (path_decay, path_moment, path_relative_entropy,
                                                                  two_clocks)
from privlearn.papers.klmns20.path_privacy import claim
from privlearn.papers.klmns20.path_privacy.instances import (BASES, DELTA, GRID, SHAPES, SIZES, Shifted, bellman_sides,
                                                             chains, clock_mean, curve_of, gaps, hockey_sticks,
                                                             likeliest_class, matched_masses, moment, needed_gap,
                                                             neighbours, right_classes, settings, slow_hockey_stick,
                                                             slow_moment, stick_of_chain, worst_by_recursion)

claim("KLMNS20-3.5r", kind="theorem",
      title="From S + x to S: path selection is exactly as private as telling Exp(1) from Exp(e^epsilon)",
      uses=("KLMNS20-alg1", "KLMNS20-3.2", "KLMNS20-3.4", "KLMNS20-3.5"),
      erratum_kind="conjecture", repaired=True,
      erratum="Lemma 3.6 says that the other direction follows from similar arguments. For Claim 3.5 it does not, if "
              "its factor was meant to be e^{O(epsilon)} for all n: on the halving tree of n = 2^k t points a path of "
              "probability t/n becomes (2c/(c+1))^k times likelier, about e^{k epsilon / 2}. We cannot see the printed "
              "exponent; the surviving count of balanced steps suggests that it holds a term log(n/t), with which the "
              "argument goes through. This theorem needs neither n nor a count.",
      note="Not in the paper: the curve, its proof and the bounded version are ours. The hockey sticks are those of "
           "the matched classes alone; the unmatched class adds at most 1/(1 + e^{epsilon t}) (Observation 3.4). The "
           "enumeration stops at 4 points where the domain has 16.", formulas=(two_clocks,))


@check("KLMNS20-3.5r", grade="exhaustive",
       quantifier=f"{GRID}; e^g in {{1, (1 + c)/2, c, c^2, c^3, c^4}}: all databases and added points, "
                  f"{SHAPES}; matched classes only",
       says="{the hockey stick of the matched classes} is at most {the curve W at e^g}",
       reason="(1 + c)/2 in place of the square root of c, so that all numbers are rational")
@sabotage("nothing left from g = epsilon on, the naive reading",
          lambda base, gap: path_curve(base, gap) if gap < base else Fraction(0))
@sabotage("half the curve", lambda base, gap: path_curve(base, gap) / 2)
@judged("<=")
def matched_classes_stay_below_the_curve(curve=path_curve):
    for bits, stop, base in settings():
        limits = {gap: curve(base, gap) for gap in gaps(base)}
        worst: dict[Fraction, Any] = dict.fromkeys(limits, (Fraction(-1), ()))
        for database in neighbours(bits):
            for gap, stick in hockey_sticks(right_classes(database, bits, stop, base), limits).items():
                if stick > worst[gap][0]:
                    worst[gap] = stick, database
        for gap, (stick, found) in worst.items():
            yield (found, bits, stop, base, gap), stick, limits[gap], sum(1 for _ in neighbours(bits))

def refutes_matched_classes_stay_below_the_curve(curve, database, bits, stop, base, gap):
    total = sum(max(new - gap * mass, 0) for mass, new in matched_masses(database, bits, stop, base))
    limit = curve(base, gap)
    return total > (limit.upper if isinstance(limit, Bracket) else limit)


SLOW = ((Fraction(6, 5), 32, 2000), (Fraction(3, 2), 13, 1500), (Fraction(2), 8, 2000), (Fraction(4), 5, 6000))


@check("KLMNS20-3.5r", grade="certified",
       quantifier="c in {6/5, 3/2, 2, 4}, e^g in {1, c, c^2, c^3}: a tree whose splits all leave x with the same "
                  "small chance has a hockey stick above 97 % of the curve (integer arithmetic rounded down)",
       says="{0.97 of the curve W} is at most {the hockey stick of a slow tree}")
@sabotage("a curve that is a tenth too high", lambda base, gap: path_curve(base, gap) * Fraction(11, 10))
@judged("<=")
def slow_trees_come_near_the_curve(curve=path_curve):
    for base, lead, steps in SLOW:
        for gap in (base**k for k in range(4)):
            found = slow_hockey_stick(base, lead, steps, gap)
            yield (base, lead, steps, gap), curve(base, gap) * Fraction(97, 100), found

def refutes_slow_trees_come_near_the_curve(curve, witness):
    base, _, _, gap = witness
    p, q, cells = base.numerator, base.denominator, 20000
    best = max(Fraction(v, cells) ** q - gap * Fraction(v, cells) ** p for v in range(0, cells + 1, 8))
    margin = 8 * (q + p * gap) / cells  # no tree beats the two clocks, and these no test beyond best + margin
    limit = curve(base, gap)
    return (limit.lower if isinstance(limit, Bracket) else limit) * Fraction(97, 100) > best + margin


@check("KLMNS20-3.5r", grade="certified",
       quantifier="c in {6/5, 3/2, 2, 3}, e^g in {1, 5/4, 3/2, 4}: the best of 2001 tests of Exp(1) "
                  "against Exp(c) is at most W, and W exceeds it by at most the spacing of the tests",
       says="W is at least the best test of Exp(1) against Exp(c), and exceeds it by at most the spacing")
@judged("<=")
def curve_is_that_of_two_clocks(curve=two_clocks):
    for base, gap in curve.instances():
        p, q, cells = base.numerator, base.denominator, 2000
        # the test {t >= ln(1/u)} with u = v^q has probability u under Exp(1) and u^c = v^p under Exp(c)
        best = max(Fraction(v**q * cells ** (p - q) - gap * v**p, cells**p) for v in range(cells + 1))
        yield (base, gap, "tests"), best, curve(base, gap)
        yield (base, gap, "spacing"), curve(base, gap), best + (q + p * gap) ** 2 / cells**2

def refutes_curve_is_that_of_two_clocks(curve, base, gap, _):
    log_time = log_bracket(base * gap) / (base - 1)  # the likelihood ratio e^{(c-1)t}/c equals e^g at this time
    low, high = (exp_bracket(-log_time * k) for k in (1, base))
    found, limit = 1 - as_bracket(gap) if gap * base < 1 else low - gap * high, as_bracket(curve(base, gap))
    return limit.lower > found.upper or limit.upper < found.lower


RATES = (Fraction(101, 100), Fraction(11, 10), Fraction(272, 100), Fraction(739, 100))


@check("KLMNS20-3.5r", grade="certified",
       quantifier="c in {1.01, 1.1, 2.72, 7.39}, h in {1/12, 3/12, ..., 11/12}, e^g about c^(j/2) for j = -5, -2, ..., "
                  "22: one split gains nothing over W",
       says="{one split followed by W} is at most {the curve W}",
       reason="A grid; the next check covers all h and g exactly.")
@sabotage("decay 1.2/(c-1)",
          lambda base, gap: path_curve(base, gap) if base * gap <= 1 else path_curve(base, gap) / (
              1 + path_decay(base) * (base * gap - 1) / 5 / gap))
@judged("<=")
def no_split_gains_on_the_curve(curve=path_curve):
    for base, k, j in product(RATES, range(1, 12, 2), range(-5, 25, 3)):
        chance, gap = Fraction(k, 12), round_down((1 + (base - 1) / 2) ** j, 10)
        yield ((base, chance, gap), *bellman_sides(curve, base, chance, gap))

def refutes_no_split_gains_on_the_curve(curve, base, chance, gap):
    ratio = base * chance + 1 - chance
    left = (1 - chance) * curve(base, gap / ratio)
    if gap * base < ratio:
        left = left + chance - chance * gap * base / ratio
    right = curve(base, gap)
    return (left.lower if isinstance(left, Bracket) else left) > (right.upper if isinstance(right, Bracket) else right)


@check("KLMNS20-3.5r", grade="exact",
       quantifier="c = 1.01, 1.1, 2.72, 7.39: for all h and g, by the sign of a linear function at h = 0 and h = 1 "
                  "and the tangent of W at e^g = 1/c",
       says="the slope in h is at most 0 at h = 0 and h = 1, and W stays above its tangent at 1/c")
@sabotage("decay 1.2/(c-1)", lambda base: path_decay(base) * Fraction(6, 5))
@judged("<=")
def bellman_holds_for_all_splits(rate=path_decay):
    for base in RATES:
        # d/dh ln[(1-h)(1+(c-1)h)^rate] has the sign of rate (c-1)(1-h) - (1+(c-1)h), linear in h
        yield (base, "h = 0"), rate(base) * (base - 1) - 1, 0
        yield (base, "h = 1"), -base, 0
        # W is convex; its slope at 1/c is -(1-1/c) c rate, and it must not fall below its tangent 1 - e^g there
        yield (base, "tangent"), (1 - 1 / base) * base * rate(base), 1

def refutes_bellman_holds_for_all_splits(rate, witness):
    base, h = witness[0], Fraction(1, 10**6)  # (1-h)(1+(c-1)h)^rate > 1 for a small h?
    x = (base - 1) * h
    return rate(base) * (x - x * x / 2) > h + h * h  # ln(1+x) >= x - x^2/2 and -ln(1-h) <= h + h^2


@check("KLMNS20-3.5r", grade="certified",
       quantifier="domain of 8, stop 0 and 2: all databases of at most 6 points and added points; order 2 at c = "
                  "3/2, 2 and 4 at c = 5/4; reverse too if no class is unmatched; slow trees reach 99.99 % of the "
                  "excess over 1",
       says="the classes' moments are at most those of Exp(1) and Exp(c), which slow trees nearly attain")
@sabotage("the two directions exchanged",
          lambda base, order, *, reverse=False: path_moment(base, order, reverse=not reverse))
@sabotage("a thousandth too large",
          lambda base, order, *, reverse=False: path_moment(base, order, reverse=reverse) * Fraction(1001, 1000))
@sabotage("a thousandth too small",
          lambda base, order, *, reverse=False: path_moment(base, order, reverse=reverse) * Fraction(999, 1000))
@judged("<=")
def renyi_moments_are_those_of_two_clocks(bound=path_moment):
    for base, orders in ((Fraction(3, 2), (2,)), (Fraction(5, 4), (2, 4))):
        for stop, order in product((0, 2), orders):
            for database in neighbours(3):
                found = right_classes(database, 3, stop, base)
                pairs = [masses for label, masses in found.items() if label is not None]
                yield (database, stop, base, order, False), moment(pairs, order), bound(base, order)
                if None not in found:
                    back = moment([pair[::-1] for pair in pairs], order)
                    yield (database, stop, base, order, True), back, bound(base, order, reverse=True)
        lead = 40 if base == Fraction(3, 2) else 70
        for order, reverse in product(orders, (False, True)):
            pair = slow_moment(base, lead, order, reverse)
            excess = bound(base, order, reverse=reverse) - 1
            yield (base, lead, order, reverse), excess * Fraction(9999, 10000), pair - 1
            yield (base, lead, order, reverse), pair - 1, excess

def refutes_renyi_moments_are_those_of_two_clocks(bound, witness):
    base, order, reverse = witness[-3:] if len(witness) == 5 else (witness[0], *witness[2:])
    rate, other = (base, Fraction(1)) if reverse else (Fraction(1), base)
    exponent = rate * order + other * (1 - order)  # int of rate^a other^(1-a) e^{-exponent t}
    right = rate**order * other ** (1 - order) / exponent
    found = bound(base, order, reverse=reverse)
    return not found.lower <= right <= found.upper


@check("KLMNS20-3.5r", grade="certified",
       quantifier="c in {6/5, 3/2, 2}: sums over time steps of 10^-6 enclose the relative entropy of Exp(1) from "
                  "Exp(c); halving trees of 1 to 8 doublings stay below it",
       says="sums over time steps enclose the relative entropy of Exp(1) from Exp(c); halving trees stay below it")
@sabotage("only the leading term of the series, (c-1)^2/2",
          lambda base: Bracket((base - 1) ** 2 / 2, (base - 1) ** 2 / 2))
@sabotage("a thousandth too small", lambda base: path_relative_entropy(base) * Fraction(999, 1000))
@sabotage("ln c - 1 + 1/c, the other direction", lambda base: log_bracket(base) - 1 + 1 / base)
@judged("<=")
def relative_entropy_is_that_of_two_clocks(entropy=path_relative_entropy):
    for base in (Fraction(6, 5), *BASES):
        # ln(p/q) at time t is (c-1) t - ln c; the mean of t lies between those of its roundings to 10^-6
        low = (base - 1) * clock_mean(10**6) - log_bracket(base)
        yield (base, "steps below"), low, entropy(base)
        yield (base, "steps above"), entropy(base), low + (base - 1) / 10**6
        for doublings in range(1, 9):
            law = chain_law(halving_splits(2, doublings), base)
            terms = (after * log_bracket(after / before) for before, after in law)
            found = sum(terms, Bracket(Fraction(0), Fraction(0)))
            yield (base, doublings), found, entropy(base)

def refutes_relative_entropy_is_that_of_two_clocks(entropy, witness):
    base = witness[0]
    series = Fraction(0)  # c - 1 - ln c = (c-1) - sum of 2 y^k / k over odd k, y = (c-1)/(c+1)
    y = (base - 1) / (base + 1)
    for k in range(1, 60, 2):
        series += 2 * y**k / k
    return abs(entropy(base).lower - (base - 1 - series)) > Fraction(1, 10**9)


@check("KLMNS20-3.5r", grade="exhaustive",
       quantifier="c in {3/2, 2}, stop 1, 2, 3, at most 8 points, e^g in {1, (1 + c)/2, c, c^2}: the table is at "
                  "least the exact worst case over all splits, and at most 1/100 more",
       says="the table is at least the exact worst case over all splits, and at most 1/100 more")
@sabotage("one point fewer than asked", lambda base, stop, size: Shifted(bounded_curve(base, stop, size), -1))
@sabotage("the stopping weight less one", lambda base, stop, size: bounded_curve(base, stop - 1, size))
@judged("<=")
def bounded_table_encloses_the_recursion(table=bounded_curve):
    for base, stop in product(BASES, (1, 2, 3)):
        found = table(base, stop, 8)
        for n, gap in product(range(9), gaps(base)[:4]):
            exact = max(worst_by_recursion(base, stop, m, gap) for m in range(n + 1))
            yield (base, stop, n, gap, "at least"), exact, found.bound(n, gap)
            yield (base, stop, n, gap, "close"), found.bound(n, gap), exact + Fraction(1, 100)

def refutes_bounded_table_encloses_the_recursion(table, base, stop, n, gap, side):
    worst = max(stick_of_chain(chain, base, gap) for m in range(n + 1) for chain in chains(m, stop))
    bound = table(base, stop, 8).bound(n, gap)
    return bound < worst if side == "at least" else bound > worst + Fraction(1, 100)


@check("KLMNS20-3.5r", grade="certified",
       quantifier="(c, t) = (3/2, 40), n = 1.5, 1.7, 2, 3, 4, 8 t, and (6/5, 88), n = 1.5, 1.7, 2, 3 t: the e^g of "
                  "the table is enough for delta = 10^-6 and 1 - (c-1)/20 times it is not, by an explicit tree",
       says="the e^g of the table is enough for delta = 10^(-6), and 1 - (c - 1)/20 times it is not",
       reason="Rational c, with epsilon t near 16. Integer dynamic programming from above, exact trees from below.")
@sabotage("a tenth of epsilon more than needed",
          lambda base, stop, size: needed_gap(base, stop, size) * (1 + (base - 1) / 5))
@sabotage("about epsilon/2 whatever the size", lambda base, stop, size: (1 + base) / 2)
@judged("<=")
def needed_gaps_are_enclosed(gap=needed_gap):
    for base, stop, sizes in SIZES:
        curve = curve_of(base, stop)
        for size in sizes:
            found = gap(base, stop, size)
            less = found * (1 - (base - 1) / 20)
            yield (base, stop, size, "not less"), DELTA, chain_hockey_stick(curve.splits(size, less), base, less)
            yield (base, stop, size, "enough"), curve.bound(size, found), DELTA

def refutes_needed_gaps_are_enclosed(gap, base, stop, size, side):
    z, curve = gap(base, stop, size), curve_of(base, stop)
    if side == "not less":  # the bound is already below delta at the smaller e^g
        return curve.bound(size, z * (1 - (base - 1) / 20)) < DELTA
    return stick_of_chain(curve.splits(size, z), base, z) > DELTA


@check("KLMNS20-3.5r", grade="exact",
       quantifier="c in {11/10, 3/2, 2}, j <= 40: with 3 j doublings the class of the path to x becomes more than c^j "
                  "times likelier",
       says="{c^j} is less than {the factor by which 3j doublings make the class of x likelier}",
       reason="Equal halves gain e^{epsilon/2} a doubling; uneven trees gain more.")
@verifier(lambda doublings, base, j: (2 * base) ** doublings(j) <= base**j * (base + 1) ** doublings(j))
@sabotage("2 j doublings: the ratio stays just below c^j", lambda j: 2 * j)
@judged("<")
def halving_trees_beat_every_factor(doublings=lambda j: 3 * j):
    for base, j in product((Fraction(11, 10), *BASES), range(1, 41)):
        before, after = chain_law(halving_splits(1, doublings(j)), base)[-1]
        yield (base, j), base**j, after / before


@check("KLMNS20-3.5r", grade="exact",
       quantifier="c in {11/10, 3/2, 2}, k = 1..40 doublings of one point; c in {3/2, 2}, the trees of 2, 4, ..., 16 "
                  "distinct points from the databases themselves",
       says="k doublings take the class of x from 2^(-k) to exactly (c/(c + 1))^k")
@sabotage("c^{1/2} taken for its mean with 1", lambda base: (1 + base) / 4)
@sabotage("half of a loss of e^epsilon, 1 - 1/(2c)", lambda base: 1 - 1 / (2 * base))
@judged("==")
def halving_trees_gain_the_same_at_each_doubling(share=lambda base: base / (base + 1)):
    for base, k in product((Fraction(11, 10), *BASES), range(1, 41)):
        yield (base, k), chain_law(halving_splits(1, k), base)[-1], (Fraction(1, 2**k), share(base) ** k)
    for base, bits in product(BASES, range(1, 5)):
        yield (base, bits), class_law(range(2**bits), bits, 0, 1, base)[bits, 0], (
            Fraction(1, 2**bits), share(base) ** bits)

def refutes_halving_trees_gain_the_same_at_each_doubling(share, base, doublings):
    chance = Fraction(1)
    for _ in range(doublings):  # halves of w points: weights c^{w+1} and c^w at the split
        chance *= 1 - 1 / (base + 1)
    return chance != share(base) ** doublings


@check("KLMNS20-3.5r", grade="exhaustive",
       quantifier="e^eps = 3/2, stop 0 and 1, 2 to 4 bits, all databases of at most 3 points: no class becomes more "
                  "than e^eps times likelier; among those of 4 points 0, 1, 2, 4 has one",
       says="with fewer than 4 points no class becomes over e^epsilon times likelier, with 4 some class does")
@sabotage("five points", 5)
@sabotage("three points", 3)
def smallest_database_against_one_factor(size: int = 4) -> Verdict:
    below, at = product(range(size), (2, 3, 4), (0, 1)), product((size,), (3, 4), (0, 1))
    return all_hold(judge("<=", ((case, likeliest_class(*case, BASES[0]), BASES[0]) for case in below)),
                    judge("<", ((case, BASES[0], likeliest_class(*case, BASES[0])) for case in at)))

def refutes_smallest_database_against_one_factor(size, n, bits, stop):
    worst = max(new / mass for database in combinations_with_replacement(range(1 << bits), n)
                for mass, new in matched_masses(database, bits, stop, BASES[0]))
    return (worst > BASES[0]) if n < size else (worst <= BASES[0])
