"""KLMNS20, Lemma 3.6, as it is used: the rows that the search proposes and that are asked for, and the release."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import exp
from typing import Any

import numpy as np

import privlearn.papers.klmns20.tree_log_privacy.privacy  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.learners.interior_point.release import fitted, tree_log
from privlearn.learners.interior_point.tree_log import (Level, TreeLogParameters, TreeLogPlan, fast_tree_log_law,
                                                        plan_tree_log, tree_log_rows_needed)
from privlearn.learners.interior_point.tree_log.search import (SLACK, Budget, Proposal, _least_base, _neighbours,
                                                               _rounded, propose, proposed_rows, relaxed)
from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.papers.klmns20.tree_log_privacy.plans import PLANNED, WISHES, plan_at
from privlearn.papers.klmns20.tree_log_privacy.proposals import AT_BASE, NUMERIC, near_integers, odds, path_losses


def rest_of(budget: Budget, trial: tuple[int, int, int], point: Any) -> tuple[float, float, float, float, float] | None:
    """Return c, p, g, what is left of epsilon and of beta to ends and base; None if nothing, or if A is not pure."""
    (_, stop, threshold), n = trial, budget.levels
    tail, unmatched, chosen = point[4:7]
    c, p = odds(chosen) / (threshold - 1), odds(unmatched) / stop if budget.path != "none" else 0.0
    gap, cost = path_losses(budget, p, tail)
    rest = (budget.epsilon * (1 - SLACK) - n * cost) / budget.fold - n * c
    allowed = budget.beta * (1 - SLACK) - n / (1 + exp(c * (stop + 1 - threshold)))
    pure = exp(-c) + chosen <= 1 and (p == 0 or exp(p * stop) * (exp(p) - 1) >= 1)
    return (c, p, gap, rest, allowed) if rest > 0 and allowed > 0 and pure else None


def failure_of(budget: Budget, trim: int, rest: float, rows: int, ends: Any) -> Any:
    """Return the failure of base and ends for every epsilon of the ends of a level."""
    n, m, b = budget.levels, budget.size - 2, rest - budget.levels * ends
    two = m / (m + np.exp(b * (rows // 2)) + np.exp(b * (rows - rows // 2)))
    return np.maximum(two, (m + 1) / (m + 1 + np.exp(b * rows))) + 3 * n / (3 + np.exp(ends * (trim + 1)))


def least_failure(budget: Budget, trim: int, rest: float, rows: int) -> float:
    """Return the least failure, on a grid of 81 shares, refined twice about the best."""
    low, high = 0.0, rest / budget.levels
    for _ in range(3):
        ends = np.linspace(low, high, 81)
        failures = failure_of(budget, trim, rest, rows, ends)
        best = int(np.argmin(failures))
        low, high = ends[max(0, best - 1)], ends[min(80, best + 1)]
    return float(failures[best])


def most_rows(budget: Budget, trial: tuple[int, int, int], known: int | None, base_rows: int) -> int:
    """Return the most rows that the base may have."""
    trim, stop, _ = trial
    limits = [AT_BASE[budget.path] * (stop + 1)] if budget.path != "any" else []
    limits += [known - 1 - budget.levels * (2 * trim + stop)] if known is not None else []
    return int(min(limits)) if limits else 4 * base_rows + 50


def completed(case: Any, point: Any) -> int | None:
    """Return the first number of rows of the base that is enough, None if there are not to be so many."""
    budget, trial, known, base_rows = case
    left = rest_of(budget, trial, point)
    if left is None:
        return None
    (*_, rest, allowed), most = left, most_rows(budget, trial, known, base_rows)
    if most < 1 or least_failure(budget, trial[0], rest, most) > allowed:  # more rows never fail more
        return None
    return next(rows for rows in range(1, most + 1) if least_failure(budget, trial[0], rest, rows) <= allowed)


def all_rows(best: Proposal, levels: int) -> int:
    return sum([2 * best.trim + best.stop] * levels) + best.base_rows


SMALL = tuple(Budget(levels=n, size=size, epsilon=epsilon, delta=delta, beta=beta, fold=fold, path=path)
              for fold, path, n, size, epsilon, delta, beta in (
    (2, "none", 1, 9, 8.0, 1e-3, 0.3), (1, "any", 1, 17, 8.0, 1e-3, 0.2), (1, "any", 2, 4, 12.0, 1e-2, 0.3),
    (2, "bounded", 1, 5, 10.0, 1e-3, 0.2), (2, "any", 2, 3, 16.0, 1e-2, 0.1), (2, "none", 1, 2, 20.0, 1e-6, 0.5)))


Case = tuple[Budget, tuple[int, int, int], int | None, int]
LOOSE = Budget(levels=1, size=5, epsilon=8.0, delta=0.7, beta=0.2, fold=1, path="any")  # A is not always pure


def trials(budget: Budget) -> Iterator[Case]:
    """Yield a part of the triples near the rounded steps, with budget, known rows to beat, and proposed rows.

    First without known rows; then with those that the triple needs, which it does not beat, and one more; and with a
    beta that is just enough for so many rows, or just not.
    """
    start, point = _rounded(budget, relaxed(budget)), relaxed(budget)
    for trial in list(_neighbours(start))[::29]:
        yield budget, trial, None, start.base_rows
        least = completed((budget, trial, None, start.base_rows), point)
        left = rest_of(budget, trial, point)
        if least is not None and left is not None:
            total = budget.levels * (2 * trial[0] + trial[1]) + least
            yield from ((budget, trial, total + more, start.base_rows) for more in (0, 1))
            beta = budget.beta + (least_failure(budget, trial[0], left[3], least) - left[4]) / (1 - SLACK)
            yield from ((replace(budget, beta=beta * x), trial, None, start.base_rows) for x in (1 - 1e-5, 1 + 1e-5))


def all_trials(place: int) -> Iterator[Case]:
    """Yield the cases of a small budget; of the first also those where A is not pure, and two with many rows."""
    yield from trials(SMALL[place])
    if place == 1:
        yield from ((SMALL[1], (1, 16, 13), None, rows) for rows in (-12, -11, -10, -9, -8, -7))
    if place == 0:
        yield from ((LOOSE, trial, None, 3) for trial in list(_neighbours(_rounded(LOOSE, relaxed(LOOSE))))[::9])


def point_of(place: int, case: Case) -> Any:
    """Return the relaxed point of a case."""
    return relaxed(LOOSE if case[0] == LOOSE else SMALL[place])


def completion(least_base: Any, case: Case, point: Any) -> tuple[Proposal | None, int | None]:
    """Return a completed triple, and the first number of rows of the base that is enough."""
    budget, trial, known, base_rows = case
    return least_base(trial, base_rows, point, budget, known), completed(case, point)


def steps_of(budget: Budget, trial: tuple[int, int, int], point: Any, found: Proposal) -> tuple[float, float]:
    """Return the largest relative error of the steps, and how far the failure is above the least, relatively."""
    c, p, gap, rest, _ = rest_of(budget, trial, point) or (1.0,) * 5
    pairs = ((found.choose, c), (found.path, p), (found.gap, gap), (budget.levels * found.end + found.base, rest))
    least = least_failure(budget, trial[0], rest, found.base_rows)
    return (max(abs(x - y) / (y or 1) for x, y in pairs),
            abs(float(failure_of(budget, trial[0], rest, found.base_rows, found.end)) / least - 1))


@check("KLMNS20-3.6", grade="numeric",
       quantifier="six budgets of one and two levels, bases of 2 to 17 values, one in 29 of the triples near the "
                  "rounded steps, some where A is not pure: the base's rows by counting up, the shares on a grid, "
                  "known rows and beta at their ends, steps to 10 digits, the failure to 6; what is near the proposal",
       says="a triple gets the first number of rows at the base that is enough, and no triple near the proposal fewer",
       reason=NUMERIC)
@sabotage("a row of the base fewer", (lambda *case: (found := _least_base(*case)) and replace(
    found, base_rows=found.base_rows - 1), propose, proposed_rows))
@sabotage("as many rows as known are enough", (lambda trial, rows, point, budget, known: _least_base(
    trial, rows, point, budget, known if known is None else known + 1), propose, proposed_rows))
@sabotage("ends and base alike", (lambda trial, rows, point, budget, known: (found := _least_base(
    trial, rows, point, budget, known)) and replace(found, end=(s := (budget.levels * found.end + found.base) / (
        budget.levels + 1)), base=s), propose, proposed_rows))
@sabotage("a stopping weight more than proposed", (_least_base, lambda budget: replace(
    found := propose(budget), stop=found.stop + 1), proposed_rows))
@sabotage("trimmed on one side only", (_least_base, propose, lambda best, levels: (
    proposed_rows(best, levels) - levels * best.trim)))
@judged("==")
def proposals_have_the_fewest_rows_near_them(pair=(_least_base, propose, proposed_rows)):
    (least_base, proposed, count), loose = pair, relaxed(LOOSE)
    for place, budget in enumerate(SMALL):
        point = relaxed(budget)
        for k, case in enumerate(all_trials(place)):
            around = loose if case[0] == LOOSE else point
            found, rows = completion(least_base, case, around)
            yield (place, k, "rows"), found and (found.trim, found.stop, found.threshold, found.base_rows), (
                None if rows is None else (*case[1], rows))
            if found is not None and rows is not None:
                off, above = steps_of(case[0], case[1], around, found)
                yield (place, k, "steps"), (off < 1e-10, above < 1e-6), (True, True)
        best = proposed(budget)
        yield (place, -1, "near"), [trial for trial in near_integers(best.trim, best.stop, best.threshold)
                                    if beats(budget, trial, point, best)], []
        yield (place, -1, "itself"), whole(count, budget, best), (
            completed((budget, (best.trim, best.stop, best.threshold), all_rows(best, budget.levels) + 1, 0), point),
            all_rows(best, budget.levels))


def whole(count: Any, budget: Budget, best: Proposal) -> tuple[int, int]:
    """Return the rows of the base and all rows."""
    return best.base_rows, count(best, budget.levels)


def beats(budget: Budget, trial: tuple[int, int, int], point: Any, best: Proposal) -> bool:
    """Tell whether a triple fails with little enough with fewer rows than a proposal."""
    left, most = rest_of(budget, trial, point), most_rows(budget, trial, all_rows(best, budget.levels), 0)
    if left is None or most < 1:
        return False
    *_, rest, allowed = left
    return 3 * budget.levels / (3 + exp(rest / budget.levels * (trial[0] + 1))) < allowed and least_failure(
        budget, trial[0], rest, most) <= allowed  # the ends alone, with all that is left, first


def refutes_proposals_have_the_fewest_rows_near_them(pair, place, k, name):
    budget, point = SMALL[place], relaxed(SMALL[place])
    if k < 0:
        best = pair[1](budget)
        if name == "near":
            return any(beats(budget, (best.trim + t, best.stop + s, best.threshold + d), point, best)
                       for t in (-1, 0, 1) for s in range(-4, 5) for d in range(-3, 4)
                       if best.trim + t >= 0 and 2 <= best.threshold + d <= best.stop + s)
        rows = completed((budget, (best.trim, best.stop, best.threshold), all_rows(best, budget.levels) + 1, 0), point)
        return whole(pair[2], budget, best) != (rows, all_rows(best, budget.levels))
    case = list(all_trials(place))[k]
    found, rows = completion(pair[0], case, point_of(place, case))
    if found is None or rows is None or name == "rows":
        return (found and found.base_rows) != rows
    ends = np.linspace(0.0, budget.levels * found.end + found.base, 4001)[:-1] / budget.levels
    least = float(failure_of(budget, found.trim, budget.levels * found.end + found.base, rows, ends).min())
    here = failure_of(budget, found.trim, budget.levels * found.end + found.base, rows, found.end)
    return here > least * (1 + 1e-6) or steps_of(case[0], case[1], point_of(
        place, case), found)[0] > 1e-10


# domain bits, relation, numbers of rows on which the release is run
RELEASED = ((1024, replace_one, (261, 262, 263, 268)), (64, replace_one, (184, 185, 191)),
            (64, add_remove_one, (0, 1, 30, 97, 150)))


def spread(bits: int, rows: int) -> tuple[int, ...]:
    """Return so many points of a domain at about equal distances, some of them twice, in falling order."""
    return tuple(sorted(((1 << bits) // (rows + 1) * (k - k % 3 // 2) for k in range(rows)), reverse=True))


def rows_asked(bits: int, relation: Any) -> int:
    """Return the rows of the best plan of any kind, a cautious one where the number of rows is private."""
    kinds = ("exponential", "heavy path") if relation is replace_one else ("exponential", "random path")
    return min(plan_tree_log(bits, neighbours=relation, kind=kind, cautious=relation is add_remove_one, **WISHES).rows
               for kind in kinds)


@check("KLMNS20-3.6", grade="exact",
       quantifier="2^16, 2^64, 2^1024, 2^4096 points, both relations: the rows that are asked for are those of the "
                  "best plan, a cautious one under adding and removing",
       says="{the number of rows asked for} equals {the number of rows of the best plan}")
@sabotage("plans that are not cautious", lambda bits, *, neighbours, **wishes: plan_tree_log(
    bits, neighbours=neighbours, **wishes).rows)
@sabotage("one row fewer", lambda bits, **wishes: tree_log_rows_needed(bits, **wishes) - 1)
@judged("==")
def rows_asked_for_are_those_of_the_best_plan(needed=tree_log_rows_needed):
    for bits in (16, 64, 1024, 4096):
        for relation in (replace_one, add_remove_one):
            found = needed(bits, neighbours=relation, **WISHES)
            yield (bits, relation is replace_one), found, rows_asked(bits, relation)

def refutes_rows_asked_for_are_those_of_the_best_plan(needed, bits, public):
    relation = replace_one if public else add_remove_one
    kinds = "exponential", "heavy path" if public else "random path"
    asked = needed(bits, neighbours=relation, **WISHES)
    found = [plan_tree_log(bits, neighbours=relation, kind=kind, cautious=not public, **WISHES) for kind in kinds]
    return asked not in [plan.rows for plan in found] or any(plan.rows < asked for plan in found)


def set_aside(plan: TreeLogPlan, more: int) -> tuple[Level, ...]:
    """Return the planned levels when half of so many rows more go on either side, and a path may take the odd one.

    The stopping weight of a random path does; of the heavy path, where it would be too small for its rows.
    """
    if not plan.parameters.levels:
        return ()
    (level,) = plan.parameters.levels
    grows = more % 2 and (level.exp_path is not None or plan.rows + 1 - 2 * level.trim > 2 * level.stop + 1)
    return (replace(level, trim=level.trim + more // 2, stop=level.stop + bool(grows)),)


def expected_answer(bits: int, relation: Any, rows: int, rng: random.Random) -> Any:
    """Return an answer of the best plan's law, rows beyond those needed set aside on either side by hand."""
    public = relation is replace_one
    plan = plan_tree_log(bits, neighbours=relation, cautious=not public, **WISHES)
    if public and rows < plan.rows:
        return "refused"
    levels = set_aside(plan, rows - plan.rows) if public else plan.parameters.levels
    return fast_tree_log_law(spread(bits, rows), bits, replace(plan.parameters, levels=levels)).sample(rng)


def or_refused(answer: Callable[[], Any]) -> Any:
    try:
        return answer()
    except ValueError as error:
        if not str(error).startswith("rows must be at"):
            raise
        return "refused"


def released(release, bits: int, relation: Any, rows: int, rng: random.Random) -> Any:
    """Return what is released, or that it is refused."""
    return or_refused(lambda: release(spread(bits, rows), neighbours=relation, domain_bits=bits, rng=rng, **WISHES))


@check("KLMNS20-3.6", grade="exact",
       quantifier="2^1024 points (a heavy path) and 2^64 (the exponential mechanism) under replacement, 2^64 under "
                  "adding and removing: as many rows as needed, more, and fewer; eight seeds each: what is "
                  "released is the answer of the plan's law to the same numbers, and too few rows are refused",
       says="the release answers as the planned law does to the same random numbers, and refuses too few rows",
       reason="The law is checked elsewhere; here it is only that no other is sampled.")
@sabotage("a plan that is not cautious", lambda database, *, neighbours, domain_bits, rng, **wishes: fast_tree_log_law(
    database, domain_bits, plan_tree_log(domain_bits, neighbours=neighbours, **wishes).parameters).sample(rng))
@judged("==")
def released_is_a_sample_of_the_planned_law(release=tree_log):
    for bits, relation, numbers in RELEASED:
        for rows in (numbers[0] - 1, *numbers) if numbers[0] else numbers:
            for seed in range(8):
                yield ((bits, relation is replace_one, rows, seed),
                       released(release, bits, relation, rows, random.Random(seed)),
                       expected_answer(bits, relation, rows, random.Random(seed)))

def refutes_released_is_a_sample_of_the_planned_law(release, bits, public, rows, seed):
    relation = replace_one if public else add_remove_one
    found = released(release, bits, relation, rows, random.Random(seed))
    return found != expected_answer(bits, relation, rows, random.Random(seed))


@check("KLMNS20-3.6", grade="exact",
       quantifier="the plans of a public number of rows among the eleven, 0 to 9 and 100 more rows than they need, and "
                  "one fewer, which is refused: as many are left after trimming as planned, or one more if the number "
                  "is odd, which the stopping weight takes if it must",
       says="additional rows are set aside in equal halves, an odd one stays, and too few rows are refused")
@sabotage("one row fewer is accepted", lambda plan, rows: fitted(plan, max(rows, plan.rows)))
@sabotage("half of the additional rows stay", lambda plan, rows: fitted(plan, plan.rows + (rows - plan.rows) // 2))
@judged("==")
def additional_rows_are_set_aside(fit=fitted):
    for place, (_, relation, kind, *_) in enumerate(PLANNED):
        if relation is replace_one and kind != "exponential":
            plan = plan_at(plan_tree_log, place)
            for more in (*range(10), 100, -1):
                wanted = "refused" if more < 0 else TreeLogParameters(set_aside(plan, more), plan.parameters.exp_base)
                yield (place, more), or_refused(partial(fit, plan, plan.rows + more)), wanted

def refutes_additional_rows_are_set_aside(fit, place, more):
    plan = plan_at(plan_tree_log, place)
    found = or_refused(lambda: fit(plan, plan.rows + more))
    if found == "refused" or more < 0:
        return (found == "refused") != (more < 0)
    (first,), (level,) = found.levels, plan.parameters.levels
    kept, grown = plan.rows + more - 2 * first.trim, first.stop - level.stop
    odd = {0, 1} if level.exp_path is None and kept <= 2 * first.stop + 1 else {more % 2}
    return kept != plan.rows + more % 2 - 2 * level.trim or grown not in odd or first != replace(
        level, trim=first.trim, stop=first.stop)
