"""FX15, Section 6.1: the overall learner, its winner, its stability, its window of sizes, and its Laplace noise."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice, permutations, product
from math import exp, log
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import log_bracket
from privlearn.exact.formulas import Value, formula, ln
from privlearn.learners.lines import (StabilityPlan, basic_learner, block_votes, line_hypotheses, most_frequent,
                                      overall_learner, release_probability, stability)
from privlearn.learners.lines.basic import ZERO
from privlearn.learners.lines.plans import window_scales
from privlearn.learners.lines.release import laplace_tail
from privlearn.learners.lines.votes import changed_votes, vote_vectors
from privlearn.papers.fx15.lines_learner import claim
from privlearn.papers.fx15.lines_learner.instances import (all_rows, as_votes, broken_first_most_frequent,
                                                           broken_stability_without_ties)

TESTED = {"beta": (Fraction(1, 100), Fraction(2, 5)), "u": (1, Fraction(5, 4), Fraction(3, 2), 50, 60)}


@formula("equals", where=("u <= 1 / (2 * beta)",), corners=TESTED)
def published_early(beta: Value, u: Value) -> Value:
    """Return the probability of being published up to the threshold, u being e^(alpha (c - 1))."""
    return beta * u


@formula("equals", where=("u >= 1 / (2 * beta)",), corners=TESTED)
def published_late(beta: Value, u: Value) -> Value:
    """Return the probability of being published from the threshold on."""
    return 1 - 1 / (4 * beta * u)


@formula("rows", corners={"alpha": (Fraction(1, 10), Fraction(49, 100), 2),
                          "beta": (Fraction(1, 100), Fraction(49, 100))})
def release_threshold(alpha: Value, beta: Value) -> Value:
    """Return what the stability with its noise must exceed."""
    return 1 / alpha * ln(1 / (2 * beta)) + 1


claim("FX15-6.2.overall", kind="algorithm", formulas=(published_early, published_late),
      title="The overall learner: propose, test, release over a random block size",
      uses=("FX15-6.2.basic", "FX15-6.2.laplace"), erratum_kind="convention", repaired=True,
      erratum="Printed with the density alpha e^(-alpha |x|), which has mass 2; the tails that are used belong to "
              "alpha/2 e^(-alpha |x|). ell has to be rounded up. n = t ell depends on the random t, but the size of a "
              "database is public: it must be the largest.",
      note="The learner is a law: only the comparison with the noise is ever used, and its probability under the "
           "continuous density has a closed form, rational if e^alpha is. Privacy is thus decided without rounding.")


@cache
def brute_stability(vector: tuple[int, ...]) -> int:
    winner = max(range(len(vector)), key=lambda h: (vector[h], -h))
    return min(sum(max(a - b, 0) for a, b in zip(vector, other, strict=True))
               for other in vote_vectors(len(vector), sum(vector))
               if max(range(len(other)), key=lambda h: (other[h], -h)) != winner)


@check("FX15-6.2.overall", grade="exhaustive",
       quantifier="4 hypotheses, ell = 1..8, and 3 hypotheses, ell = 1..12: all vote vectors, against all changes",
       says="{c by its formula} equals {the fewest changed votes with another winner}")
@sabotage("ties always go to the winner", broken_stability_without_ties)
def formula_for_c_is_the_least_number_of_changes(c=stability) -> Verdict:
    return judge("==", ((vector, c(as_votes(vector)), brute_stability(vector))
                        for kinds, most in ((4, 8), (3, 12)) for ell in range(1, most + 1)
                        for vector in vote_vectors(kinds, ell)))

def refutes_formula_for_c_is_the_least_number_of_changes(c, vector):
    winners, seen, reached = vector.index(max(vector)), {vector}, {vector}
    steps = 0
    while all(v.index(max(v)) == winners for v in reached):  # breadth first, one changed vote at a time
        reached = {w for v in reached for w in changed_votes(v)} - seen
        seen |= reached
        steps += 1
    return c(as_votes(vector)) != steps


def winner_of(sequence: Sequence[int]) -> int:
    return int(most_frequent(Counter(sequence)))


@check("FX15-6.2.overall", grade="exhaustive", quantifier="4 hypotheses, ell = 1..5: all sequences of answers, sorted",
       says="the winner is the same when the answers are sorted")
@verifier(lambda rule, sequence: len({rule(order) for order in permutations(sequence)}) > 1)
@sabotage("of several, the hypothesis that came first", broken_first_most_frequent)
def winner_depends_on_the_votes_alone(rule=winner_of) -> Verdict:
    return judge("==", ((s, rule(s), rule(tuple(sorted(s)))) for ell in range(1, 6)
                        for s in product(range(4), repeat=ell)))


@check("FX15-6.2.overall", grade="exact", quantifier="beta = 0.01, 0.4, u = 1, 5/4, 3/2, 50, 60 on the side of "
       "1/(2 beta) on which each number is stated",
       says="{the probability that the test passes} is {beta u, or 1 - 1/(4 beta u)}")
@judged("==")
def passing_has_these_probabilities(chances=(published_early, published_late)):
    for chance in chances:
        for beta, u in chance.instances():
            yield (beta, u), release_probability(1 + (u > 1), max(u, Fraction(5, 4)), beta), chance(beta, u)

def refutes_passing_has_these_probabilities(chances, beta, u):
    start, step = -log(2 * beta * u), 1 / 256  # the noise, in units of its scale, must be above that
    mass = sum(exp(-abs(start + (i + 0.5) * step)) / 2 * step for i in range(1 << 13))
    return any(abs(chance(beta, u) - mass) > 1e-4 for chance in chances if chance.holds_for(beta, u))


PLANS = (StabilityPlan((1,), 3, Fraction(3, 2), Fraction(1, 10)), StabilityPlan((2, 1), 2, Fraction(7, 2),
                                                                                 Fraction(1, 5)))
DATABASES = ((0, tuple(all_rows(2, 3))), (1, tuple(islice(all_rows(2, 4), 0, None, 7))))


@cache
def law_by_steps(rows: tuple[Any, ...], plan: StabilityPlan) -> dict[Any, Fraction]:
    """Return the law of the published hypothesis over Z_2: every block size, all ways to change votes, the test."""
    law: dict[Any, Fraction] = {}
    for t in plan.block_sizes:
        answers = [basic_learner(rows[i * t:(i + 1) * t], 2) for i in range(plan.blocks)]
        vector = tuple(answers.count(h) for h in line_hypotheses(2))
        winner = max(line_hypotheses(2), key=answers.count)  # the first of several
        u = plan.delta * plan.exp_epsilon ** (brute_stability(vector) - 1)
        for h, w in ((winner, u if 2 * u < 1 else 1 - 1 / (4 * u)), (ZERO, 1 - u if 2 * u < 1 else 1 / (4 * u))):
            law[h] = law.get(h, Fraction(0)) + w / len(plan.block_sizes)
    return law


@check("FX15-6.2.overall", grade="exact",
       quantifier="p = 2: all 8^3 databases with t = 1, ell = 3, every seventh of the 8^4 with t in {1, 2}, ell = 2: "
                  "the law against the steps one by one; and the same rows as an array",
       says="the law of the published hypothesis is that of the steps taken one by one")
@sabotage("always the first block size", lambda rows, p, plan: overall_learner(
    rows, p, StabilityPlan(plan.block_sizes[:1], plan.blocks, plan.exp_epsilon, plan.delta)))
@judged("==")
def law_of_the_learner_is_that_of_its_steps(learner=overall_learner):
    for i, databases in DATABASES:
        for rows in databases:
            wanted = law_by_steps(rows, PLANS[i])
            yield (i, rows, "rows"), learner(rows, 2, PLANS[i]).exact(), wanted
            yield (i, rows, "array"), learner(np.array(rows), 2, PLANS[i]).exact(), wanted

def refutes_law_of_the_learner_is_that_of_its_steps(learner, i, rows, kind):
    found = learner(rows if kind == "rows" else np.array(rows), 2, PLANS[i]).exact()
    return any(found.get(h, 0) != law_by_steps(rows, PLANS[i]).get(h, 0) for h in line_hypotheses(2))


def large_samples() -> Iterator[tuple[int, int, int, Any]]:
    """Yield p, blocks, block size and rows: points in a fixed disorder, labelled by a line or by no line at all."""
    for p, t in product((3, 7, 10_007), (1, 2, 3, 5)):
        for step in (5, 11, 26):
            points = [(i * i * step % p, (i**3 + step * i) % p) for i in range(12 * t + 1)]
            yield p, 12, t, [(x, y, int((2 * x + 1 - y) % p == 0)) for x, y in points]
            yield p, 12, t, [(x, y, int((x + i * step) % 4 == 0)) for i, (x, y) in enumerate(points)]


@check("FX15-6.2.overall", grade="exact",
       quantifier="p = 3, 7, 10007, 12 blocks of t = 1, 2, 3, 5 rows, 72 samples of 12 t + 1 rows, with the labels of "
                  "a line and with labels of no line: the votes from an array, from a list, and block by block",
       says="the votes are the answers of the blocks, counted one by one")
@sabotage("the last row of every block is not read", lambda rows, p, n, t: block_votes(
    [row for i, row in enumerate(rows) if (i + 1) % t or t == 1], p, n, max(t - 1, 1)))
@judged("==")
def votes_of_an_array_are_those_of_its_blocks(votes=block_votes):
    for case, (p, n, t, rows) in enumerate(large_samples()):
        wanted = Counter(basic_learner(rows[i:i + t], p) for i in range(0, n * t, t))
        yield (case, "list"), votes(rows, p, n, t), dict(wanted)
        yield (case, "array"), votes(np.array(rows), p, n, t), dict(wanted)

def refutes_votes_of_an_array_are_those_of_its_blocks(votes, witness):
    p, n, t, rows = list(large_samples())[witness[0]]
    found = votes(rows if witness[1] == "list" else np.array(rows), p, n, t)
    answers = [basic_learner(rows[i * t:(i + 1) * t], p) for i in range(n)]
    return sorted(h for h, k in found.items() for _ in range(k)) != sorted(answers)


WINDOW_GRID = tuple(product((Fraction(1, 100), Fraction(1, 20), Fraction(1, 5), Fraction(2, 5), Fraction(49, 100)),
                            (Fraction(1, 40), Fraction(1, 7), Fraction(1, 4), Fraction(3, 10), Fraction(2, 5),
                             Fraction(49, 100))))


@check("FX15-6.2.overall", grade="certified",
       quantifier="epsilon in {0.01, 0.05, 0.2, 0.4, 0.49}, delta in {1/40, 1/7, 0.25, 0.3, 0.4, 0.49}: every "
                  "integer from -5 to 260",
       says="the window is all k with ln(3/2)/epsilon <= 2^k <= 2^(6/delta) ln(3/2)/epsilon")
def window_holds_the_right_integers(window=window_scales) -> Verdict:
    start = {e: log_bracket(Fraction(3, 2), 128) / e for e, _ in WINDOW_GRID}

    def inside(e: Fraction, d: Fraction, k: int) -> bool:
        low, power = Fraction(2) ** k, Fraction(k) - 6 / d  # 2^k >= ln(3/2)/alpha >= 2^(k - 6/beta)
        below = [end**power.denominator for end in (start[e].lower, start[e].upper)]
        reached = Fraction(2) ** power.numerator
        assert (low > start[e].upper) != (low < start[e].lower)
        assert not below[0] < reached < below[1]
        return low > start[e].upper and reached <= below[0]

    def cases() -> Iterator[Any]:
        for e, d in WINDOW_GRID:
            found, length = [k for k in range(-5, 261) if inside(e, d, k)], 6 / d
            sizes = {int(length)} if length.denominator == 1 else {int(length), int(length) + 1}
            yield (e, d), (list(window(e, d)), len(window(e, d)) in sizes), (found, True)

    return judge("==", cases())

def refutes_window_holds_the_right_integers(window, e, d):
    first, last, reach = min(window(e, d)), max(window(e, d)), log_bracket(Fraction(3, 2))
    octaves = log_bracket(Fraction(2) ** last * e / reach.lower) / log_bracket(2)
    starts = e * Fraction(2) ** first < reach.lower or e * Fraction(2) ** (first - 1) > reach.upper
    return starts or octaves.lower > 6 / d or octaves.upper + 1 < 6 / d

@window_holds_the_right_integers.corrupted("begins at log2(1/(2 epsilon)), as if ln(3/2) were 1/2")
def begins_log2_1_2_epsilon_if(alpha: Fraction, beta: Fraction) -> range:
    start = log_bracket(1 / (2 * alpha)) / log_bracket(2)
    return range(int(-(-start.upper // 1)), int((start + 6 / beta).lower // 1) + 1)


ROOTS = (Fraction(81, 80), Fraction(21, 20))  # e^(epsilon/8)


claim("FX15-6.2.laplace", kind="definition", title="Laplace noise, and why it makes a count private",
      uses=("FX15-2.2.dp",), erratum_kind="constant", repaired=True,
      erratum="The density is printed without the factor 1/2.",
      note="alpha = 8 ln(81/80) = 0.0994 and 8 ln(21/20) = 0.3903 instead of 0.1 and 0.4: then everything on a grid of "
           "eighths is rational, and equality, which does occur, is decided.")


def relative_density(root: Fraction, eighths: int) -> Fraction:
    """Return the density of Laplace noise at ``eighths/8``, divided by epsilon, for ``e^epsilon = root^8``."""
    return 1 / (2 * root ** abs(eighths))


@check("FX15-6.2.laplace", grade="exact",
       quantifier="alpha = 0.0994, 0.3903; points in eighths from -10 to 10, shifts 0, 1/8, ..., 2; the maximum for "
                  "each shift",
       says="{the largest ratio of the shifted densities} equals {e^(alpha times the shift)}")
@verifier(lambda f, root, shift: f(root, 0) != f(root, shift) * root**shift)
@sabotage("scale 1/(2 alpha)", lambda root, eighths: relative_density(root**2, eighths))
def a_shift_changes_the_density_by_exactly_its_factor(f=relative_density) -> Verdict:
    return judge("==", (((root, shift), max(f(root, k) / f(root, k + shift) for k in range(-80, 81)), root**shift)
                        for root in ROOTS for shift in range(17)))


@check("FX15-6.2.laplace", grade="certified",
       quantifier="alpha = 0.0994, 0.3903: the tails beyond 0, 1/8, ..., 10 between midpoint and trapezoid sums over "
                  "eighths to infinity, which are within 1/1000 of each other; so the mass is 1",
       says="the density is symmetric, and its tails, as stated, lie between the sums over eighths")
@sabotage("the printed density, without 1/2", lambda root, eighths: 2 * relative_density(root, eighths))
@sabotage("one percent less", lambda root, eighths: Fraction(99, 100) * relative_density(root, eighths))
@judged("==")
def density_has_mass_one_and_the_stated_tails(f=relative_density):
    for root in ROOTS:
        strip = log_bracket(root)  # an eighth, times epsilon
        for k in range(81):
            here, after = f(root, k), f(root, k + 1)  # geometric sums: f(k) + f(k + 1) + ..., f(k + 1) + f(k + 3) + ...
            high = (strip * (here / (1 - after / here) - here / 2)).upper
            low = (strip * 2 * after / (1 - (after / here) ** 2)).lower
            tail = laplace_tail(root**k)
            sides = f(root, -k) == here, 1 - laplace_tail(1 / root**k) == tail
            yield (root, k), (*sides, low <= tail <= high, high <= low * Fraction(1001, 1000)), (True,) * 4

def refutes_density_has_mass_one_and_the_stated_tails(f, root, k):
    strip, unit = log_bracket(root), 1 << 80  # heights in units of 2^-80, rounded down; beyond them less than 10^-8
    heights = [f(root, k + j) * unit // 1 for j in range(1 << 11)]
    high = (strip * Fraction(sum(heights) + len(heights) - heights[0] // 2, unit)).upper + Fraction(1, 10**8)
    low = (strip * Fraction(2 * sum(heights[1::2]), unit)).lower
    return f(root, k) != f(root, -k) or not low <= Fraction(1, 2) / root**k <= high


@check("FX15-6.2.laplace", grade="exact",
       quantifier="alpha = 0.0994, 0.3903; threshold minus c in eighths from -10 to 10, |c - c'| in eighths up to 1; "
                  "both outcomes; from the middle on the factor of the shift is attained",
       says="each outcome changes by at most a factor e^alpha, and from the middle on by the shift's full factor")
@sabotage("scale 1/(2 alpha)", lambda u: laplace_tail(u**2))
@sabotage("a fair coin, whatever the count", lambda u: Fraction(1, 2))
@sabotage("e^(-alpha x) without the 1/2 above the middle", lambda u: laplace_tail(u) * (2 if u > 1 else 1))
@judged("<=")
def both_answers_of_the_test_change_by_at_most_e_to_the_alpha(tail=laplace_tail):
    for root in ROOTS:
        passes = {k: tail(root**k) for k in range(-88, 89)}
        for k, shift in product(range(-80, 81), range(-8, 9)):
            here, there = passes[k], passes[k + shift]
            yield (root, k, shift, "passes"), here, root**8 * there
            yield (root, k, shift, "fails"), 1 - here, root**8 * (1 - there)
            if k >= 0 and k + shift >= 0:
                yield (root, k, shift, "attained"), root**shift * there, here

def refutes_both_answers_of_the_test_change_by_at_most_e_to_the_alpha(tail, root, k, shift, answer):
    p, q = tail(root**k), tail(root ** (k + shift))
    if answer == "attained":
        return p < root**shift * q
    return p > root**8 * q if answer == "passes" else 1 - p > root**8 * (1 - q)
