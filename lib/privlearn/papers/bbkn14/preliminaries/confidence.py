"""BBKN14, footnote 4: boosting the confidence of a learner by runs and a selection."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from math import ceil, comb, exp, expm1, floor, lgamma, log, log1p, prod
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.exact import Bracket
from privlearn.exact.formulas import Value, formula, ln, log2
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.exact.intervals import ball, bracket_of
from privlearn.exact.tails import lower_tail_bracket, upper_tail_bracket
from privlearn.learners.points import noisy_point_learner
from privlearn.learners.points.utility import noisy_point_hypotheses
from privlearn.learners.selection import BoostingPlan, boosted_failure, boosting_plan
from privlearn.learners.selection.boosting import selection_bound
from privlearn.learning import grid_distributions
from privlearn.papers.bbkn14.preliminaries import claim
from privlearn.papers.bbkn14.preliminaries.instances import ACCURACIES
from privlearn.papers.bbkn14.preliminaries.mistakes import broken_boosting_keeps_the_first


@formula("rows", tex={"2 / beta": r"2/\beta"}, corners={
    "beta": (Fraction(1, 8), Fraction(1, 3), Fraction(1, 10**6), Fraction(999, 1000))})
def runs_for_half(beta: Value) -> Value:
    """Return the runs of which one succeeds, each with probability 1/2, except with probability beta/2."""
    return ceil(log2(2 / beta))


@formula("rows", corners={"N": (1, 20, 10**6), "alpha": (Fraction(1, 100), HALF), "beta": (HALF, Fraction(1, 10**12))},
         loose=dict.fromkeys(("2", "2 * N", "2 * N / beta"), "Chernoff's bounds are not sharp"))
def selection_rows(N: int, alpha: Value, beta: Value) -> Value:
    """Return the rows that compare N hypotheses."""
    return ceil(32 / alpha * ln(2 * N / beta))


claim("BBKN14-fn4", kind="remark", formulas=(runs_for_half, selection_rows),
      uses=("BBKN14-2.2", "BBKN14-2.eq2.upper", "BBKN14-2.eq2.lower"),
      title="Samples polynomial in 1/beta or in log(1/beta): the same, by boosting the confidence",
      erratum_kind="remark",
      erratum="A qualification for private learners, not an error: choosing the best of N hypotheses on reused or "
              "fresh data is not private, so the equivalence needs the private selection of Claim 4.5 (the "
              "exponential mechanism).")


@check("BBKN14-fn4", grade="exact", quantifier="beta = 1/8, 1/3, 10^-6, 999/1000, runs that succeed with chance 1/2",
       says="{the chance that no run succeeds} is at most {beta/2}")
@verifier(lambda runs, beta: beta * Fraction(2) ** runs(beta) < 2)
@judged("<=")
def some_run_succeeds(runs=runs_for_half):
    yield from ((beta, HALF ** runs(beta), beta / 2) for beta, in runs.instances())


def chance_of_any(one: Bracket, other: Bracket, others: int) -> Bracket:
    """Bracket the chance of an event or one of so many others, all independent."""
    return bracket_of(lambda: 1 - (1 - ball(one.lower, one.upper)) * (1 - ball(other.lower, other.upper)) ** others)


@check("BBKN14-fn4", grade="certified",
       quantifier="N = 1, 20, 10^6 hypotheses that err independently, one with chance alpha/2, the others with alpha = "
                  "1/100, 1/2; beta = 1/2, 10^-12: exact binomial tails",
       says="{the chance that the good one has above 3/4 alpha M errors, or a bad one no more,} is at most {beta/2}")
@judged("<=")
def selection_errs_with_at_most_half_of_beta(rows=selection_rows):
    for n, alpha, beta in rows.instances():
        m = max(rows(n, alpha, beta), 1)
        cut = floor(3 * alpha * m / 4)
        yield (n, alpha, beta), chance_of_any(
            upper_tail_bracket(m, alpha / 2, cut + 1), lower_tail_bracket(m, alpha, cut), n - 1), beta / 2

def refutes_selection_errs_with_at_most_half_of_beta(rows, n, alpha, beta):
    m = max(rows(n, alpha, beta), 1)
    cut = floor(3 * alpha * m / 4)
    high, low = (sum(exp(lgamma(m + 1) - lgamma(k + 1) - lgamma(m - k + 1) + k * log(p) + (m - k) * log(1 - p))
                     for k in ks) for p, ks in ((alpha / 2, range(cut + 1, min(m, cut + 60) + 1)),
                                                (alpha, range(max(0, cut - 60), cut + 1))))
    return -expm1(log1p(-min(high, 0.999)) + (n - 1) * log1p(-min(low, 0.999))) > beta / 2


@check("BBKN14-fn4", grade="exact",
       quantifier="every base learner of success probability 1/2 and every distribution, by monotone binomial tails: "
                  "beta = 1/10, 1/100, alpha = 1/4, 1/8",
       says="{the chance of no good run, or of a wrong choice} is at most {beta/2}")
@sabotage("half of the rows", lambda *goal: BoostingPlan(boosting_plan(*goal).runs, boosting_plan(*goal).rows // 2))
@sabotage("one run less", lambda *goal: BoostingPlan(boosting_plan(*goal).runs - 1, boosting_plan(*goal).rows))
@judged("<=")
def union_bound_of_the_plan_is_at_most_beta(plan=boosting_plan):
    """Each half of beta on its own: no run succeeds; the selection errs."""
    for alpha, beta in product(ACCURACIES, (Fraction(1, 10), Fraction(1, 100))):
        made = plan(alpha, beta, HALF)
        yield (alpha, beta, "runs"), (1 - HALF) ** made.runs, beta / 2
        yield (alpha, beta, "selection"), selection_bound(made.runs, made.rows, alpha), beta / 2

def refutes_union_bound_of_the_plan_is_at_most_beta(plan, alpha, beta, part):
    made = plan(alpha, beta, HALF)
    if part == "runs":
        return 2 ** (made.runs + 1) < 2 * (2 / beta)

    def tail(p: Fraction, wanted: Callable[[int], bool]) -> Fraction:
        m = made.rows
        return sum((comb(m, k) * p**k * (1 - p) ** (m - k) for k in range(m + 1) if wanted(k)), Fraction(0))

    cut = 3 * alpha * made.rows / 4
    return tail(alpha / 2, lambda k: k > cut) + (made.runs - 1) * tail(alpha, lambda k: k <= cut) > beta / 2


def played_law(size: int, weights: tuple[Fraction, ...], rows: int, alpha: Fraction) -> dict[Any, Fraction]:
    """Return the law of A1's hypothesis on random rows labelled by the point 0, by running it on every sample."""
    table: dict[Any, Fraction] = {}
    for points in product(range(size), repeat=rows):
        chance = prod((weights[x] for x in points), start=Fraction(1))
        if chance:
            run = noisy_point_learner([(x, int(x == 0)) for x in points], size=size, noise=alpha / 8)
            for hypothesis, mass in run.exact().items():
                table[hypothesis] = table.get(hypothesis, Fraction(0)) + chance * mass
    return table


@check("BBKN14-fn4", grade="exhaustive",
       quantifier="Algorithm A1 played on every sample of 1, 2, 3 rows of a point function on 2 and 3 points: all "
                  "distributions with denominator 4, alpha = 1/4, 1/2; the law of its hypothesis",
       says="the computed law of a run's hypothesis is the law found by playing Algorithm A1")
@sabotage("noise alpha/4",
          lambda size, point, weights, rows, alpha: noisy_point_hypotheses(size, point, weights, rows, 2 * alpha))
def law_of_a_run_is_that_of_algorithm_a1(law=noisy_point_hypotheses) -> Verdict:
    return judge("==", (((size, weights, rows, alpha), law(size, 0, weights, rows, alpha),
                         played_law(size, weights, rows, alpha))
                        for size in (2, 3) for weights in grid_distributions(size, 4) for rows in (1, 2, 3)
                        for alpha in (QUARTER, HALF)))

def refutes_law_of_a_run_is_that_of_algorithm_a1(law, size, weights, rows, alpha):
    claimed, seen, flip = law(size, 0, weights, rows, alpha), 1 - (1 - weights[0]) ** rows, alpha / 8
    ones = dict.fromkeys(range(1, size), flip) | {0: seen * (1 - flip) + (1 - seen) * flip}  # marginals
    return any(sum((mass for h, mass in claimed.items() if h[x]), Fraction(0)) != p for x, p in ones.items())


BASE_ROWS = 23  # at least 2 ln(4) / (alpha/2) = 22.18 for alpha = 1/4


def base_learners() -> Iterator[tuple[str, Any, Any]]:
    """Yield (name, law of a run's hypothesis, distribution): A1 on POINT_6, and a learner that fails half the time."""
    for k in range(1, 12):
        weights = (Fraction(k, 12), Fraction(12 - k, 12)) + (Fraction(0),) * 4
        yield "A1", noisy_point_hypotheses(6, 0, weights, BASE_ROWS, QUARTER / 2), weights
    target = (1, 0, 0, 0, 0, 0)
    opposite = tuple(1 - bit for bit in target)
    yield "half", {target: HALF, opposite: HALF}, (Fraction(1, 2), Fraction(1, 2)) + (Fraction(0),) * 4


@check("BBKN14-fn4", grade="exact",
       quantifier="A1 (23 rows, accuracy 1/8) on POINT_6 with the target's point and one other of all masses k/12, and "
                  "a base learner that fails with probability exactly 1/2; alpha = 1/4, beta = 1/10, 1/100; all "
                  "samples and coins",
       says="{the failure of the boosted learner} is at most {beta}")
@sabotage("the first hypothesis is selected: failure stays at 1/2", broken_boosting_keeps_the_first)
@judged("<=")
def boosted_learner_fails_with_at_most_beta(boosted=boosted_failure):
    for beta in (Fraction(1, 10), Fraction(1, 100)):
        plan = boosting_plan(QUARTER, beta, HALF)
        for name, base, weights in base_learners():
            yield (name, weights, beta), boosted(base, (1, 0, 0, 0, 0, 0), weights, plan, QUARTER), beta

def refutes_boosted_learner_fails_with_at_most_beta(boosted, name, weights, beta):
    """The first run's hypothesis alone: its failing mass, summed over hypotheses."""
    base = next(law for kind, law, d in base_learners() if (kind, d) == (name, weights))
    target = (1, 0, 0, 0, 0, 0)
    lost = sum(mass for h, mass in base.items()
               if sum(w for w, a, b in zip(weights, h, target, strict=True) if a != b) > QUARTER)
    return lost > beta and boosted(base, target, weights, boosting_plan(QUARTER, beta, HALF), QUARTER) == lost


UNEVEN = (Fraction(1, 7), Fraction(2, 7), Fraction(4, 7))
RUNS = {(0, 1, 1): Fraction(1, 6), (1, 1, 0): HALF, (1, 0, 1): QUARTER, (1, 1, 1): Fraction(1, 12)}
PLAYED = tuple((plan, limit) for plan in (BoostingPlan(1, 0), BoostingPlan(1, 2), BoostingPlan(2, 0), BoostingPlan(
    2, 3), BoostingPlan(3, 1), BoostingPlan(3, 2)) for limit in (Fraction(0), Fraction(1, 7), Fraction(2, 7), HALF))


def boosted_by_playing(plan: BoostingPlan, limit: Fraction) -> Fraction:
    """Return the failure by all hypotheses of all runs and all further rows; the first of the best is taken."""
    total, target = Fraction(0), (1, 1, 1)
    for runs in product(RUNS, repeat=plan.runs):
        for rows in product(range(3), repeat=plan.rows):
            best = min(runs, key=lambda h: sum(h[x] != target[x] for x in rows))
            if sum(w for w, a, b in zip(UNEVEN, best, target, strict=True) if a != b) > limit:
                total += prod((RUNS[h] for h in runs), start=Fraction(1)) * prod(
                    (UNEVEN[x] for x in rows), start=Fraction(1))
    return total


def boosted_on_three(boosted: Any, plan: BoostingPlan, limit: Fraction) -> Fraction:
    """Return the failure on the target 1 everywhere, uneven points and four hypotheses."""
    return boosted(RUNS, (1, 1, 1), UNEVEN, plan, limit)


@check("BBKN14-fn4", grade="exhaustive",
       quantifier="four hypotheses on three points of masses 1/7, 2/7, 4/7, one to three runs, none to three further "
                  "rows, errors up to 0, 1/7, 2/7, 1/2: all hypotheses of all runs, all rows",
       says="{the failure of boosting} equals {that of playing all runs and all further rows}")
@sabotage("one run less", lambda base, target, weights, plan, limit: boosted_failure(
    base, target, weights, BoostingPlan(max(1, plan.runs - 1), plan.rows), limit))
@sabotage("an error at the limit fails", lambda base, target, weights, plan, limit: boosted_failure(
    base, target, weights, plan, limit - Fraction(1, 100)))
def boosting_fails_as_often_as_when_it_is_played(boosted=boosted_failure) -> Verdict:
    return judge("==", ((case, boosted_on_three(boosted, *case), boosted_by_playing(*case)) for case in PLAYED))

def refutes_boosting_fails_as_often_as_when_it_is_played(boosted, plan, limit):
    errors = {h: [int(not bit) for bit in h] for h in RUNS}
    bad = {h for h, wrong in errors.items() if sum(w * bit for w, bit in zip(UNEVEN, wrong, strict=True)) > limit}
    total = Fraction(0)
    for rows in product(range(3), repeat=plan.rows):
        seen = {h: sum(wrong[x] for x in rows) for h, wrong in errors.items()}
        for least in set(seen.values()):  # all runs have so many errors or more, not all of them more
            from_here, beyond = (sum((RUNS[h] for h in RUNS if seen[h] >= least + k), Fraction(0)) for k in (0, 1))
            here = sum((RUNS[h] for h in RUNS if seen[h] == least), Fraction(0))
            share = sum((RUNS[h] for h in bad if seen[h] == least), Fraction(0)) / here
            total += share * (from_here**plan.runs - beyond**plan.runs) * prod(
                (UNEVEN[x] for x in rows), start=Fraction(1))
    return boosted_on_three(boosted, plan, limit) != total


UNIONS = tuple((n, m, a) for n in (1, 2, 5) for m in (0, 1, 4, 7, 16) for a in (QUARTER, Fraction(1, 3), Fraction(1)))


def tails(runs: int, rows: int, alpha: Fraction) -> Fraction:
    """Return the union bound, term by term."""
    def term(p: Fraction, k: int) -> Fraction:
        return comb(rows, k) * p**k * (1 - p) ** (rows - k)

    return sum((term(alpha / 2, k) if 4 * k > 3 * alpha * rows else (runs - 1) * term(alpha, k)
                for k in range(rows + 1)), Fraction(0))


@check("BBKN14-fn4", grade="exact",
       quantifier="1, 2, 5 runs, 0, 1, 4, 7, 16 rows, alpha = 1/4, 1/3, 1: the bound, term by term; the plans for "
                  "alpha = 1/4, 1/3, beta = 1/10, 1/3, success 1/2, 3/4: with one run or row fewer the bound is missed",
       says="the bound of the selection is that of its terms, and a plan keeps it with no run and no row to spare")
@sabotage("one row more", lambda runs, rows, alpha: selection_bound(runs, rows + 1, alpha))
@sabotage("all hypotheses for all but one", lambda runs, rows, alpha: selection_bound(runs + 1, rows, alpha))
@judged("==")
def the_selection_has_no_row_to_spare(bound=selection_bound):
    for case in UNIONS:
        yield case, bound(*case), tails(*case)
    third = Fraction(1, 3)
    for alpha, beta, won in product((QUARTER, third), (Fraction(1, 10), third), (HALF, Fraction(3, 4))):
        plan = boosting_plan(alpha, beta, won)
        kept = [2 * (1 - won) ** n <= beta for n in (plan.runs - 1, plan.runs)]
        kept += [2 * bound(plan.runs, m, alpha) <= beta for m in (plan.rows - 1, plan.rows)]
        yield (alpha, beta, won, "plan"), kept, [False, True, False, True]

def refutes_the_selection_has_no_row_to_spare(bound, witness):
    if len(witness) == 3:
        runs, rows, alpha = witness
        chances = [Fraction(1)], [Fraction(1)]  # of k errors, row by row
        for law, p in zip(chances, (alpha / 2, alpha), strict=True):
            for _ in range(rows):
                law[:] = [(law[k] if k < len(law) else 0) * (1 - p) + (law[k - 1] if k else 0) * p
                          for k in range(len(law) + 1)]
        cut = 3 * alpha * rows / 4
        return bound(*witness) != sum(c for k, c in enumerate(chances[0]) if k > cut) + (runs - 1) * sum(
            c for k, c in enumerate(chances[1]) if k <= cut)
    alpha, beta, won, _ = witness
    plan = boosting_plan(alpha, beta, won)
    return bound(plan.runs, plan.rows, alpha) > beta / 2 or bound(plan.runs, plan.rows - 1, alpha) <= beta / 2
