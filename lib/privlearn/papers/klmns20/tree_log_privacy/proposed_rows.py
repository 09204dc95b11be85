"""KLMNS20, Lemma 3.6, as it is used: the rows that the search for the steps of a plan proposes, in floating point."""

from collections.abc import Iterator
from dataclasses import replace
from math import exp
from typing import Any

import numpy as np

import privlearn.papers.klmns20.tree_log_privacy.privacy  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.learners.interior_point.tree_log.search import (SLACK, Budget, Proposal, _least_base, _neighbours,
                                                               _rounded, propose, proposed_rows, relaxed)
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
    """Return the rows of a proposal."""
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
