"""BBKN14, Section 4.2: the numbers of the plans that the boosted learner of points runs by."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from math import ceil, comb
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact import Bracket, exp_bracket, log_bracket
from privlearn.exact.fractions import HALF, HUNDREDTH, QUARTER, TENTH
from privlearn.exact.intervals import ball, bracket_of
from privlearn.learners.points import ZERO, PointPlan, frugal_plan, printed_point_plan, subsampled_point
from privlearn.learners.points.plans import stage_failure_bound
from privlearn.papers.bbkn14.stars_and_boosting.whole_learner import GOALS


def numbers(plan: PointPlan) -> tuple[Any, ...]:
    return (plan.blocks, plan.block_rows, plan.test_rows, plan.total, plan.survive, plan.stage, plan.keep, plan.noise,
            plan.exp_epsilon)


@check("BBKN14-4.5", grade="certified",
       quantifier="epsilon = 1/10, 1/2, 9/10; alpha = 1/10, 1/4, 2/5; beta = 1/2, 1/100, 10^-9: all numbers of the "
                  "plan from their formulas, at its own ratio, which is below e^epsilon by less than 2^-38",
       says="the plan has the printed blocks, rows and rates, and a root just below e^(epsilon/2)")
@sabotage("test rows for ln(3/beta), as printed once",
          lambda *goal: replace(printed_point_plan(*goal), test_rows=printed_point_plan(*goal).test_rows // 2 + 7))
@sabotage("one more row in a hundred survives",
          lambda *goal: replace(printed_point_plan(*goal), survive=printed_point_plan(*goal).survive * 101 / 100))
@judged("==")
def printed_plan_has_these_numbers(planner=printed_point_plan):
    for goal in GOALS:
        plan = planner(*goal)
        yield goal, (numbers(plan), is_just_below(plan.root, goal[0])), (by_formula(plan.root**2, *goal[1:]), True)


def is_just_below(root: Fraction, epsilon: Fraction) -> bool:
    """Decide whether ``root`` is at most ``e^(epsilon/2)``, and less than 2^-39 below it."""
    true = bracket_of(lambda: ball(epsilon / 2).exp(), 200)
    return root <= true.lower and true.upper < root + Fraction(1, 2**39)


def by_formula(ratio: Fraction, alpha: Fraction, beta: Fraction) -> tuple[Any, ...]:
    """Return the printed numbers for min(beta, 1/100), at stage accuracy alpha/8, by powers of 5 and by balls."""
    b = min(beta, HUNDREDTH)
    blocks = next(n for n in range(1000) if 5 * 4**n <= b * 5**n)
    block = bracket_of(lambda: 384 * 64 * ball(4).log() / (ball(ratio).log() * ball(alpha**2)), 200)
    test = bracket_of(lambda: 24 * ball(3 / b**2).log() / (ball(ratio).log() * ball(alpha)), 200)
    rows, last = ceil(block.upper), ceil(test.upper)
    survive = (ratio - 1) / (3 + Fraction(3, 4) * ratio)
    return blocks, rows, last, blocks * rows + last, survive, alpha / 8, survive * alpha / 32, alpha / 64, ratio


def refutes_printed_plan_has_these_numbers(planner, goal):
    plan, (epsilon, alpha, beta) = planner(*goal), goal
    r, b = plan.root**2, min(beta, HUNDREDTH)
    block = 24576 * log_bracket(4, 200) / log_bracket(r, 200) / alpha**2
    test = 24 * log_bracket(3 / b**2, 200) / log_bracket(r, 200) / alpha
    sizes = ((block, plan.block_rows), (test, plan.test_rows))
    least = all(need.upper <= rows < need.lower + 1 for need, rows in sizes)
    enough = Fraction(4, 5) ** plan.blocks <= b / 5 < Fraction(4, 5) ** (plan.blocks - 1)
    shares = plan.survive * (12 + 3 * r) == 4 * (r - 1) and plan.stage * 8 == alpha
    close = exp_bracket(epsilon / 2).lower >= plan.root > exp_bracket(epsilon / 2).upper - Fraction(1, 2**39)
    return not (least and enough and shares and close)


FRUGAL = ((HALF, QUARTER, HUNDREDTH), (Fraction(9, 10), Fraction(2, 5), HUNDREDTH), (TENTH, TENTH, TENTH),
          (HALF, TENTH, HALF), (HUNDREDTH, Fraction(9, 20), Fraction(9, 10)), (Fraction(2), HUNDREDTH, HALF))


def least_total(root: Fraction, alpha: Fraction, beta: Fraction) -> tuple[int, int, int]:
    """Return the least total of the frugal plans, with its blocks and test rows, by ball arithmetic.

    Block accuracies are 3, 4, 6, 8, 9 twelfths of alpha, failures of a block 6/20, ..., 14/20, and the two thresholds
    of the selection lie on a grid of eighths of what is left of alpha.
    """
    def entropy(p: Fraction, q: Fraction) -> Any:
        return ball(p) * ball(p / q).log() + ball(1 - p) * ball((1 - p) / (1 - q)).log()

    def one_by_e(x: Fraction) -> Any:
        return 1 / (ball(1).exp() * ball(x))

    def plans() -> Any:
        for twelfths, twentieths in product((3, 4, 6, 8, 9), range(6, 15)):
            stage, goal = alpha * twelfths / 12, Fraction(twentieths, 20)
            mu, keep = stage / 8, min((root**2 - 1) / 3, Fraction(1)) * stage / 4
            blocks = next(n for n in range(1000) if 2 * goal**n <= beta)
            one, each = ball(6 / beta).log(), ball(6 * blocks / beta).log()
            grid = [stage + (alpha - stage) * i / 8 for i in range(1, 8)]
            test = min(ceil(bracket_of(lambda u=u, v=v, s=stage, x=one, y=each: max(  # type: ignore[misc]
                x / entropy(u, s), y / entropy(v, alpha), y / (ball(v - u) * ball(root).log()), key=float), 128).upper)
                       for u, v in combinations(grid, 2))
            # mu + (1 - mu)(mu + (1 - 2 mu) x)/stage = goal for x = 1/(e keep rows)
            missed = ((goal - mu) / (1 - mu) * stage - mu) / (1 - 2 * mu)
            if missed > 0:
                rows = ceil(bracket_of(partial(one_by_e, keep * missed), 128).upper)
                yield blocks * rows + test, blocks, test

    return min(plans())


@check("BBKN14-4.5", grade="certified",
       quantifier="(epsilon, alpha, beta) = (1/2, 1/4, 1/100), (9/10, 2/5, 1/100), (1/10, 1/10, 1/10), (1/2, 1/10, "
                  "1/2), (1/100, 9/20, 9/10), (2, 1/100, 1/2): the least total of the 45 pairs of a block's accuracy "
                  "and failure, with the best of 21 pairs of thresholds",
       says="the plan is the least of its family, with survival (r - 1)/3, at most 1, and a root just below "
            "e^(epsilon/2)")
@sabotage("all of beta for each of the two halves", lambda epsilon, alpha, beta: frugal_plan(
    epsilon, alpha, min(beta * Fraction(19, 10), 1 - HUNDREDTH)))
@sabotage("one test row fewer",
          lambda *goal: replace(frugal_plan(*goal), test_rows=frugal_plan(*goal).test_rows - 1))
@judged("==")
def frugal_plan_is_the_least_of_its_family(planner=frugal_plan):
    for goal in FRUGAL:
        plan = planner(*goal)
        shares = plan.survive, is_just_below(plan.root, goal[0])
        yield goal, ((plan.total, plan.blocks, plan.test_rows), *shares), (
            least_total(plan.root, *goal[1:]), min((plan.root**2 - 1) / 3, 1), True)

def refutes_frugal_plan_is_the_least_of_its_family(planner, goal):
    plan, right = planner(*goal), least_total(frugal_plan(*goal).root, *goal[1:])
    total = plan.blocks * plan.block_rows + plan.test_rows
    return plan.survive != min((plan.root**2 - 1) / 3, 1) or (total, plan.blocks, plan.test_rows) != right


SHORT = tuple(PointPlan(blocks=1, block_rows=n, test_rows=0, root=Fraction(5, 4), survive=Fraction(1), stage=stage)
              for n in (10, 40, 80) for stage in (Fraction(1, 4), Fraction(2, 5)))


def mean_error(plan: PointPlan, mass: Fraction) -> Fraction:
    """Return the expected error of a block's hypothesis, if there is one, for a target of this mass, by its laws."""
    n, zero = plan.block_rows, Fraction(0)  # zero: the chance that the concept is the zero function
    for k in range(n + 1):
        law = subsampled_point(((0, 1),) * k, size=2, keep=plan.keep, abort=0).exact()
        zero += comb(n, k) * mass**k * (1 - mass) ** (n - k) * law.get(ZERO, Fraction(0))
    return plan.noise * (1 - zero * mass) + (1 - plan.noise) * zero * mass


@check("BBKN14-4.5", grade="certified",
       quantifier="blocks of 10, 40 and 80 rows at accuracy 1/4 and 2/5; targets of mass 1/4, 1/2, 1 and, the worst, "
                  "1/(kappa (n + 1)) where that is at most 1: the expected error from the exact law of the concept",
       says="{the expected error of a block} is at most {what its bound on failure, by Markov's inequality, allows}")
@sabotage("3 in place of e", lambda plan: stage_failure_bound(plan) - (1 - plan.noise) * (1 - 2 * plan.noise) * (
    1 / exp_bracket(1) - Fraction(1, 3)) / (plan.keep * plan.block_rows * plan.stage))
@judged("<=")
def stage_bound_holds_whatever_the_mass(bound=stage_failure_bound):
    for plan in SHORT:
        worst = 1 / (plan.keep * (plan.block_rows + 1))
        for mass in (QUARTER, HALF, Fraction(1), min(worst, Fraction(1))):
            yield ((plan, mass), mean_error(plan, mass),
                   (bound(plan) - plan.noise) / (1 - plan.noise) * plan.stage)

def refutes_stage_bound_holds_whatever_the_mass(bound, plan, mass):
    error = mass * (1 - plan.survive * plan.stage / 4 * mass) ** plan.block_rows  # no row shows the point
    mu = plan.stage / 8
    return mu + (1 - mu) * (mu + (1 - 2 * mu) * error) / plan.stage > bound(plan).upper


@check("BBKN14-4.5", grade="certified",
       quantifier="both plans at the first ten goals: the bound by Markov's inequality on the failure of a block, "
                  "giving up included, meets mu + (1 - mu)(mu + (1 - 2 mu)/(e kappa n))/stage, within 2^-50",
       says="the bracket of the bound on a block's failure is narrow and meets the formula")
@sabotage("giving up is not counted", lambda plan: stage_failure_bound(plan) - plan.noise)
@judged("==")
def stage_bound_is_the_formula(bound=stage_failure_bound):
    for goal, planner in product(GOALS[:10], (printed_point_plan, frugal_plan)):
        plan = planner(*goal)
        yield plan, meets(bound(plan), plan), True


def meets(found: Bracket, plan: PointPlan) -> bool:
    """Decide whether a narrow bracket meets the bound for a plan's block, by ball arithmetic."""
    mu, right = plan.stage / 8, plan.survive * plan.stage / 4 * plan.block_rows
    true = bracket_of(
        lambda: ball(mu) + ball((1 - mu) / plan.stage) * (ball(mu) + ball((1 - 2 * mu) / right) / ball(1).exp()), 200)
    return found.lower <= true.upper and true.lower <= found.upper < found.lower + Fraction(1, 2**50)

def refutes_stage_bound_is_the_formula(bound, plan):
    found, mu = bound(plan), plan.noise
    seen = (found - mu) / (1 - mu) * plan.stage - mu  # what is left for a point that is not seen: 1/e of a number
    share = (1 - 2 * mu) / (plan.survive * plan.stage / 4 * plan.block_rows)
    e = exp_bracket(1, 200)
    wide = found.upper - found.lower >= Fraction(1, 2**50)
    return wide or seen.lower * e.lower > share or seen.upper * e.upper < share
