"""BBKN14, Section 4.3: candidates and runs of the reduction, and its rows, a bound for proper learners."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import ceil, isqrt

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import MinimaxProgram, is_enclosure, solve
from privlearn.exact.formulas import Logarithm, Value, formula, ln
from privlearn.exact.fractions import HALF, TENTH
from privlearn.laws import choice, pure
from privlearn.learners.light import (LightPlan, candidate_points, padded_point_rows, plan_light_reduction,
                                      points_as_good, rows_for_weight)
from privlearn.learners.points import frugal_plan
from privlearn.papers.bbkn14.light_hypotheses import claim
from privlearn.papers.bbkn14.light_hypotheses.mistakes import broken_good_points_anywhere
from privlearn.papers.hard_instances import TINY, log_of, log_wrong_choice, wrong_choice

HYPOTHESES = tuple(h for size in range(1, 9) for h in product((0, 1), repeat=size))

claim("BBKN14-4.11.eq-err", kind="inequality", step_of="BBKN14-4.11",
      title="A point on which the hypothesis is 1 is as good as the hypothesis",
      uses=("BBKN14-2.2.error", "BBKN14-3.3"),
      note="Checked in the stronger form that errors are contained in errors, hence for all distributions at once.",
      erratum_kind="gap", repaired=True,
      erratum="A gap: 'otherwise, j can be any point such that h(j) = 1' asks for such a point. The zero function "
              "has none, and it is alpha/2-accurate when the target's mass is at most alpha/2. It is the only "
              "exception; fixed fallback points in the set of candidates mend it.")


def mask(h: tuple[int, ...]) -> int:
    return sum(bit << x for x, bit in enumerate(h))


@check("BBKN14-4.11.eq-err", grade="exhaustive",
       quantifier="all functions on T = 1..8 points, all targets t: there is a point that may be taken unless h is "
                  "zero, and for zero every point but the target adds an error; for every such j, c_j errs only where "
                  "h errs",
       says="some point may be taken exactly where h is not zero, and its function errs only where h errs")
@sabotage("the requirement h(j) = 1 dropped",
          lambda h, t: tuple(j for j in broken_good_points_anywhere(h, t) if j < len(h)))
@sabotage("any point of h, even if h is 1 at the target", lambda h, t: tuple(j for j, bit in enumerate(h) if bit))
@sabotage("the target itself, which the hypothesis need not know", lambda h, t: (t,))
@sabotage("only where h is 1 at the target", lambda h, t: (t,) if h[t] else ())
@judged("==")
def chosen_point_errs_only_where_the_hypothesis_errs(good=points_as_good):
    for h in HYPOTHESES:
        number = mask(h)
        for t in range(len(h)):
            taken = good(h, t)
            yield (h, t, None), (bool(taken), set(taken) <= set(range(len(h)))), (1 in h, True)
            for j in taken:
                yield (h, t, j), ((1 << j ^ 1 << t) & ~(number ^ 1 << t)).bit_count(), 0

def refutes_chosen_point_errs_only_where_the_hypothesis_errs(good, h, t, j):
    if j is None:
        return any(h) != (len(list(good(h, t))) > 0)  # a point for zero would be a guess of the target
    return j in good(h, t) and any((x == j) != (x == t) and h[x] == (x == t) for x in range(len(h)))


@formula("equals", where=("a + b >= 1",), tex={"a": r"\frac34", "b": r"\frac12"}, corners={
    "a": (Fraction(3, 4), HALF, Fraction(1, 4)), "b": (HALF, Fraction(5, 8))})
def both_at_least(a: Value, b: Value) -> Value:
    """Return the least chance that two events of these chances both happen."""
    return a + b - 1


@formula("equals", tex={"3 / 4": "(3/4)"}, corners={"k": (1, 2, 12)})
def all_miss(k: int) -> Value:
    """Return the chance that all runs miss, each being good with probability 1/4."""
    return (3 / 4) ** k


@formula("rows", where=("0 < beta < 1",), tex={"ln(beta / 2) / ln(3 / 4)": r"\ln(\beta/2)/\ln(3/4)"},
         corners={"beta": (Fraction(1, 1000), Fraction(1, 10), HALF, Fraction(999, 1000))},
         loose={"0 < beta < 1": "no probability is above 1, and at 0 the number is undefined"})
def runs_of_the_learner(beta: Value) -> Value:
    """Return the runs of which one is good except with probability beta/2."""
    return ceil(ln(beta / 2) / ln(3 / 4))


claim("BBKN14-4.11.cond", kind="inequality", step_of="BBKN14-4.11",
      formulas=(both_at_least, all_miss, runs_of_the_learner),
      title="One run is accurate and light with probability at least 1/4; all k runs miss with probability at "
            "most beta/2", uses=("BBKN14-2.2", "BBKN14-4.10"),
      note="k = ln(beta/2)/ln(3/4) is rounded up; the printed (3/4)^k = beta/2 is then an inequality.")

EIGHTHS = tuple(Fraction(k, 8) for k in range(9))


def meeting_program(a: Fraction, b: Fraction, value: Fraction) -> MinimaxProgram:
    """Minimise over laws of (both, first, second, neither) the largest of Pr[both] - value, a - Pr[A], b - Pr[B].

    The optimum is 0 if and only if ``value`` is the least possible Pr[both] with Pr[A] >= a and Pr[B] >= b.
    """
    tasks = ({k: (k == 0) - value for k in range(4)}, {k: a - (k in (0, 1)) for k in range(4)},
             {k: b - (k in (0, 2)) for k in range(4)})
    return MinimaxProgram((4,), tasks)


@check("BBKN14-4.11.cond", grade="certified",
       quantifier="all joint laws of two events with Pr[A] >= 3/4, Pr[B] >= 1/2; and with all pairs of eighths",
       says="the least probability that both events hold is a + b - 1, if that is no less than 0")
def least_probability_that_both_hold(meet=both_at_least) -> Verdict:
    return judge("==", (((a, b), solve(meeting_program(a, b, Fraction(meet(a, b)))).value, 0)
                        for a, b in ((Fraction(3, 4), HALF), *product(EIGHTHS, EIGHTHS)) if meet.holds_for(a, b)))

def refutes_least_probability_that_both_hold(meet, a, b):
    program = meeting_program(a, b, Fraction(meet(a, b)))
    both = a + b - 1 if a + b > 1 else Fraction(0)  # a law with so little in common, checked here
    law = (both, a - both, b - both, 1 - a - b + both)
    return min(law) >= 0 and sum(law) == 1 and meet(a, b) != both and is_enclosure(solve(program), program)


@check("BBKN14-4.11.cond", against="optimum", grade="exact", quantifier="beta = k/1000, k = 1..999",
       says="(3/4)^k is at most beta/2, and (3/4)^(k - 1) is at least beta/2")
@judged("<=")
def enough_runs_and_not_one_too_many(runs=runs_of_the_learner):
    for beta, in runs.instances(beta=tuple(Fraction(k, 1000) for k in range(1, 1000))):
        yield (beta, "enough"), Fraction(3, 4) ** runs(beta), beta / 2
        yield (beta, "least"), beta / 2, Fraction(3, 4) ** (runs(beta) - 1)

def refutes_enough_runs_and_not_one_too_many(runs, beta, side):
    k = runs(beta)
    return 2 * 3**k > beta * 4**k if side == "enough" else 2 * 3 ** (k - 1) < beta * 4 ** (k - 1)


@check("BBKN14-4.11.cond", grade="exact",
       quantifier="k = 1..12 runs of a learner that is light and accurate with probability 1/4 exactly: the law of the "
                  "candidates",
       says="{the chance that k runs miss the target} equals {(3/4)^k}")
@sabotage("(5/8)^k, as if the events were independent", lambda k: Fraction(5, 8) ** k)
@judged("==")
def all_runs_miss_with_the_power_of_three_quarters(miss=all_miss):
    run = choice({(1, 0): Fraction(1, 4), (0, 1): Fraction(1, 4), (1, 1): HALF})  # good, light but wrong, too heavy
    for k in range(1, 13):
        law = candidate_points(lambda _: run, [()] * k, 2).exact()
        yield k, sum((p for found, p in law.items() if 0 not in found), Fraction(0)), miss(k)

def refutes_all_runs_miss_with_the_power_of_three_quarters(miss, k):
    never = Fraction(1)
    for _ in range(k):
        never = never - never / 4
    return never != miss(k)


@formula("equals", corners={"k": (0, 1, 3), "z": (1, 2, 3), "f": (0, 1, 2)})
def candidates(k: int, z: int, f: int) -> Value:
    """Return how many candidates there are at most."""
    return k * (z - 1) + f


@formula("rows", tex={"n": "n'", "epsilon": r"\eps"}, corners={
    "k": (5, 11), "n": (0, 10**9), "N": (7, 10**50), "d": (10, 140), "beta": (Fraction(1, 4), Fraction(1, 10**12)),
    "epsilon": (Logarithm(Fraction(1001, 1000)), Logarithm(Fraction(2**1000))),
    "alpha": (Fraction(1, 10**4), Fraction(9, 10))},
    loose=dict.fromkeys(("128", "128 / alpha", "8", "6", "6 * min(N, 2 ** d)", "2 -> 3 / 2"),
                        "the generic learner's constants are not sharp: 4 for 8 and 64/5 for 128 pass"))
def reduction_rows(k: int, n: int, N: int, d: int, epsilon: Value, alpha: Value, beta: Value) -> Value:
    """Return the rows of the reduction: k blocks of n, and the last draw."""
    return k * n + ceil(max(128 / alpha, 8 / (epsilon * alpha)) * ln(6 * min(N, 2**d) / beta))


claim("BBKN14-4.11.samples", kind="inequality", step_of="BBKN14-4.11", formulas=(candidates, reduction_rows),
      title="The reduction takes k n' + l samples, o(d) if the weights are 2^(o(d)) and n' is o(d)",
      uses=("BBKN14-3.2", "BBKN14-4.11.alg"),
      note="An asymptotic statement, seen here on a grid: certified numbers, no limit.",
      erratum_kind="misprint", repaired=True,
      erratum="A misprint: the total is printed k log z + l, and the blocks have log z rows in step 2. The blocks "
              "have the sample size n' of the given learner, which is o(d) by assumption; log z, the logarithm of "
              "the weight, is something else. A proper learner has z = 2, so log z = 1, but needs a number of "
              "samples linear in d.")

COUNTS = tuple(product((3, 8, 100), range(4), (1, 2, 3), (0, 1, 2)))  # T, k, z, fallback points


@check("BBKN14-4.11.samples", grade="exhaustive",
       quantifier="T = 3, 8, 100; k = 0..3 runs, z = 1, 2, 3, 0..2 fallback points: the largest number of candidates "
                  "that any hypotheses of weight below z give",
       says="{the largest number of candidates} equals {min(T, k (z - 1) + fallback points)}")
@sabotage("k z, as printed: hypotheses of weight z are counted, fallback points are not", lambda k, z, f: k * z)
@judged("==")
def largest_number_of_candidates(most=candidates):
    for size, runs, z, spare in COUNTS:
        starts = [spare + k * (z - 1) for k in range(runs)]
        blocks = [tuple(range(a, min(size, a + z - 1))) for a in starts]
        law = candidate_points(lambda block: pure(frozenset(block)), blocks, z, range(spare))
        yield (size, runs, z, spare), max(map(len, law.exact())), min(size, most(runs, z, spare))

def refutes_largest_number_of_candidates(most, witness):
    size, runs, z, spare = witness
    return len(set(range(size)) & set(range(spare + runs * (z - 1)))) != min(size, most(runs, z, spare))


@check("BBKN14-4.11.samples", grade="certified",
       quantifier="k = 5, 11, n' = 0, 10^9, N = 7, 10^50, d = 10, 140, e^epsilon = 1.001, 2^1000, alpha = 10^-4, 9/10, "
                  "beta = 1/4, 10^-12: after the runs' rows, the exponential mechanism on min(N, 2^d) candidates, all "
                  "but the target wrong on one region of mass just above alpha",
       says="{the failure of the last draw, bounded from below,} is at most {beta/2}")
@judged("<=")
def rows_pay_for_the_runs_and_the_last_draw(rows=reduction_rows):
    for k, n, most, d, epsilon, alpha, beta in rows.instances():
        entry = k, n, most, d, epsilon, alpha, beta
        lost = wrong_choice(rows(*entry) - k * n, epsilon.of, Fraction(0), alpha * (1 + TINY), min(most, 2**d) - 1)
        yield entry, lost, beta / 2

def refutes_rows_pay_for_the_runs_and_the_last_draw(rows, k, n, most, d, epsilon, alpha, beta):
    left = rows(k, n, most, d, epsilon, alpha, beta) - k * n
    return log_wrong_choice(left, epsilon.of, Fraction(0), alpha * (1 + TINY), min(most, 2**d) - 1) > log_of(beta / 2)


POWERS = tuple(2**k for k in range(12, 25))


def rows_per_bit(d: int, log2_weight: int) -> Fraction:
    return Fraction(plan_light_reduction(2**d, isqrt(d), 2**log2_weight, 4, HALF, TENTH).total, d)


@check("BBKN14-4.11.samples", grade="certified",
       quantifier="d = 2^12, 2^13, ..., 2^24; n' = floor(sqrt d), z = 2^floor(sqrt d); alpha = 1/2, beta = 1/10, "
                  "e^epsilon = 4: falling, and below 1/10 at d = 2^24",
       says="the rows per bit fall at each doubling of d and end below 1/10")
@sabotage("weights of 2^(d/2)", lambda d: d // 2)
@judged("<")
def rows_per_bit_fall_below_one_tenth(growth=isqrt):
    ratios = {d: rows_per_bit(d, growth(d)) for d in POWERS}
    yield POWERS[-1], ratios[POWERS[-1]], TENTH
    yield from ((d, ratios[d], ratios[d // 2]) for d in POWERS[1:])

def refutes_rows_per_bit_fall_below_one_tenth(growth, d):
    return 128 * 2 * growth(d) * Fraction(69, 100) / d > TENTH  # the last draw alone, (128/alpha) ln z


BITS = (10, 64, 2**12, 2**13, 2**14)

LEARNERS = ("point", "point and 8 random points", "boosted")


@cache
def achieved(d: int, learner: str) -> tuple[Fraction, LightPlan]:
    """Return the privacy ratio and the plan for one of the learners on 2^d points; alpha = 2/5, beta = 1/10."""
    alpha, quarter = Fraction(2, 5), Fraction(1, 4)
    if learner == "boosted":  # heavy: all its hypotheses are let through
        stages = frugal_plan(HALF, alpha / 4, quarter)
        ratio = stages.exp_epsilon
        return ratio, plan_light_reduction(2**d, stages.total, 2**d + 1, ratio, alpha, TENTH)
    extra = 8 if learner == LEARNERS[1] else 0
    rows = padded_point_rows(2**d, extra, 4, alpha / 4, quarter)
    return Fraction(4), plan_light_reduction(2**d, rows, extra + 2, 4, alpha, TENTH)


@check("BBKN14-4.11.samples", grade="certified",
       quantifier="learners: the exponential mechanism (e^epsilon = 4), alone and with 8 random points added, and "
                  "the boosted learner (epsilon = 1/2); T = 2^d, d = 10, 64, 2^12, 2^13, 2^14; alpha = 2/5, beta = "
                  "1/10: no fewer rows than any proper learner needs",
       says="{the rows that any proper learner needs} are at most {the rows of the reduction}")
@sabotage("k log z + l, as printed", lambda d, plan: plan.blocks * (plan.weight_below.bit_length() - 1) + plan.rows)
@judged("<=")
def total_is_no_less_than_any_proper_learner_needs(total=lambda d, plan: plan.total):
    for d, name in product(BITS, LEARNERS):
        ratio, plan = achieved(d, name)
        yield (d, name), rows_for_weight(2**d, 1, ratio, TENTH), total(d, plan)

def refutes_total_is_no_less_than_any_proper_learner_needs(total, d, name):
    ratio, plan = achieved(d, name)
    power = ratio ** total(d, plan)  # no proper learner succeeds with probability 9/10 on so few rows
    return power / (power + 2**d - 1) < 1 - TENTH
