"""BBKN14, Section 4.3: candidates err only where the hypothesis errs, and enough runs find a good one."""

from fractions import Fraction
from itertools import product

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import MinimaxProgram, is_enclosure, solve
from privlearn.exact.fractions import HALF
from privlearn.laws import choice
from privlearn.learners.light import candidate_points, number_of_runs, points_as_good
from privlearn.papers.bbkn14.light_hypotheses import claim
from privlearn.papers.bbkn14.light_hypotheses.mistakes import broken_good_points_anywhere

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
    """Return a hypothesis as a number whose binary digit x is its value at x."""
    return sum(bit << x for x, bit in enumerate(h))


@check("BBKN14-4.11.eq-err", grade="exhaustive",
       quantifier="all functions on T = 1..8 points but zero, all targets t, all points j that may be taken: c_j errs "
                  "only where h errs",
       says="the point function c_j errs only where h errs")
@verifier(
    lambda good, h, t, j: j in good(h, t) and any((x == j) != (x == t) and h[x] == (x == t) for x in range(len(h))))
@sabotage("the requirement h(j) = 1 dropped",
          lambda h, t: tuple(j for j in broken_good_points_anywhere(h, t) if j < len(h)))
@sabotage("any point of h, even if h is 1 at the target", lambda h, t: tuple(j for j, bit in enumerate(h) if bit))
@judged("==")
def chosen_point_errs_only_where_the_hypothesis_errs(good=points_as_good):
    for h in HYPOTHESES:
        number = mask(h)
        for t in range(len(h)) if number else ():
            for j in good(h, t):
                yield (h, t, j), ((1 << j ^ 1 << t) & ~(number ^ 1 << t)).bit_count(), 0


@check("BBKN14-4.11.eq-err", grade="exhaustive",
       quantifier="all functions on T = 1..8 points, all targets: there is such a point unless h is zero, and for "
                  "zero every point but the target adds an error",
       says="some point is as good as h exactly where h is not zero")
@sabotage("the target itself, which the hypothesis need not know", lambda h, t: (t,))
@sabotage("only where h is 1 at the target", lambda h, t: (t,) if h[t] else ())
@judged("==")
def zero_is_the_only_exception(good=points_as_good):
    for h in HYPOTHESES:
        for t in range(len(h)):
            yield (h, t), (bool(good(h, t)), set(good(h, t)) <= set(range(len(h)))), (1 in h, True)

def refutes_zero_is_the_only_exception(good, h, t):
    named = list(good(h, t))
    return len(named) == 0 if any(h) else len(named) > 0  # a point for zero would be a guess of the target


claim("BBKN14-4.11.cond", kind="inequality", step_of="BBKN14-4.11",
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
       says="the least probability that both events hold is max(0, a + b - 1)")
@sabotage("3/8, as if the events were independent", lambda a, b: a * b)
def least_probability_that_both_hold(meet=lambda a, b: max(Fraction(0), a + b - 1)) -> Verdict:
    return judge("==", (((a, b), solve(meeting_program(a, b, meet(a, b))).value, 0)
                        for a, b in ((Fraction(3, 4), HALF), *product(EIGHTHS, EIGHTHS))))

def refutes_least_probability_that_both_hold(meet, a, b):
    program = meeting_program(a, b, meet(a, b))
    both = a + b - 1 if a + b > 1 else Fraction(0)  # a law with so little in common, checked here
    law = (both, a - both, b - both, 1 - a - b + both)
    return min(law) >= 0 and sum(law) == 1 and meet(a, b) != both and is_enclosure(solve(program), program)


@check("BBKN14-4.11.cond", grade="exact", quantifier="beta = k/1000, k = 1..999, among them 1/2, 1/10, 1/100",
       says="(3/4)^k is at most beta/2, and (3/4)^(k - 1) is at least beta/2")
@sabotage("the logarithm rounded down", lambda beta: number_of_runs(beta) - 1)
@sabotage("ln(beta)/ln(3/4) runs", lambda beta: number_of_runs(2 * beta) if beta < HALF else 1)
@judged("<=")
def enough_runs_and_not_one_too_many(runs=number_of_runs):
    for beta in (Fraction(k, 1000) for k in range(1, 1000)):
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
def all_runs_miss_with_the_power_of_three_quarters(miss=lambda k: Fraction(3, 4) ** k):
    run = choice({(1, 0): Fraction(1, 4), (0, 1): Fraction(1, 4), (1, 1): HALF})  # good, light but wrong, too heavy
    for k in range(1, 13):
        law = candidate_points(lambda _: run, [()] * k, 2).exact()
        yield k, sum((p for found, p in law.items() if 0 not in found), Fraction(0)), miss(k)

def refutes_all_runs_miss_with_the_power_of_three_quarters(miss, k):
    never = Fraction(1)
    for _ in range(k):
        never = never - never / 4
    return never != miss(k)
