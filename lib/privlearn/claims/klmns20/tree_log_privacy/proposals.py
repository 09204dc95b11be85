"""KLMNS20, Lemma 3.6, as it is used: the search that proposes the steps of a plan, in floating point."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, exp, isclose, log, sqrt
from typing import Any, NamedTuple

import numpy as np

import privlearn.claims.klmns20.tree_log_privacy.privacy  # noqa: F401  declares what is checked here
from privlearn.claims import check, judged, sabotage
from privlearn.learners.interior_point.tree_log.search import (SLACK, Budget, Proposal, _at_stop, _golden, _is_hopeless,
                                                               _is_pure, _least_base, _neighbours, _rounded, propose,
                                                               proposed_rows, relaxed)


class Search(NamedTuple):
    """The parts of the search for the steps of a plan."""

    relaxed: Any = relaxed
    at_stop: Any = _at_stop
    golden: Any = _golden
    rounded: Any = _rounded
    neighbours: Any = _neighbours
    is_hopeless: Any = _is_hopeless
    is_pure: Any = _is_pure


SEARCH = Search()
# fold, path, levels, size of the base, epsilon, delta, beta
BUDGETS = tuple(Budget(levels=n, size=size, epsilon=epsilon, delta=delta, beta=beta, fold=fold, path=path)
                for fold, path, n, size, epsilon, delta, beta in (
    (2, "none", 1, 65, 1.0, 1e-6, 0.1), (2, "none", 1, 3, 0.3, 1e-9, 0.01), (1, "any", 1, 65, 1.0, 1e-6, 0.1),
    (1, "any", 2, 8, 3.0, 1e-6, 0.1), (2, "any", 3, 5, 1.0, 1e-7, 0.05), (2, "bounded", 1, 65, 1.0, 1e-6, 0.1),
    (2, "bounded", 1, 2, 3.0, 1e-6, 0.001), (1, "any", 1, 2, 8.0, 1e-3, 0.1), (2, "none", 1, 9, 8.0, 1e-3, 0.3)))
PARTS = {"none": (0.0, 0.0, 1.0), "any": (0.55, 0.41, 0.04), "bounded": (0.02, 0.49, 0.49)}  # of a level's delta
AT_BASE = {"none": 1.0, "bounded": 0.75, "any": float("inf")}  # rows of the base, of the stopping weight, at most
NUMERIC = "The search is in floating point; what it proposes is certified after rounding, by other checks."


def odds(probability: float) -> float:
    """Return the logarithm of the odds against."""
    return log(1 - probability) - log(probability)


def path_losses(budget: Budget, p: float, tail: float) -> tuple[float, float]:
    """Return the loss at which the curve of a path is read, and what a path costs."""
    if budget.path == "none":
        return 0.0, 0.0
    gap = 1.05 * p
    if budget.path == "any":  # (1 - 1/c) e^(-(g + p)/(c - 1)) = tail
        gap = max(p, (exp(p) - 1) * (log(1 - exp(-p)) - log(tail)) - p)
    return gap, gap + (p if budget.fold == 2 else 0.0)


def base_needs(budget: Budget, beta_b: float) -> float:
    """Return epsilon of the base times its rows for the failure beta_b on two equal heaps, at least 0.6."""
    return max(0.6, 2 * log(max(budget.size - 2, 1)) + 2 * odds(beta_b) - 2 * log(2))


def overdrawn(budget: Budget, stop: float) -> float:
    """Return what is left to the ends of a level, or if nothing to ends and base, at first: negative if too little."""
    n, d, fold = budget.levels, budget.delta * (1 - SLACK) / budget.levels, budget.fold
    tail, unmatched, chosen = (d * part for part in PARTS[budget.path])
    p = odds(unmatched) / stop if unmatched else 0.0
    first = budget.beta / 4 / n
    rest = budget.epsilon * (1 - SLACK) - n * path_losses(budget, p, tail)[1]
    rest -= n * fold * (odds(chosen) + odds(first)) / stop
    if rest <= 0:
        return rest
    at_end, at_base = 2 * n * log(3 / first), base_needs(budget, budget.beta / 2)
    b = max(rest / fold / (1 + sqrt(n * at_end / at_base)), at_base / stop / AT_BASE[budget.path])
    return (rest / fold - b) / n


def equations(budget: Budget, stop: float, rows: float, point: Any) -> Iterator[tuple[str, float, float]]:
    """Yield the equations between the steps at a stopping weight, by name."""
    p, c, e, b, tail, unmatched, chosen, beta_c, beta_e, beta_b = point
    n, fold = budget.levels, budget.fold
    for name, value, part in zip(("tail", "unmatched", "chosen"), (tail, unmatched, chosen), PARTS[budget.path],
                                 strict=True):
        yield name, n * value, part * budget.delta * (1 - SLACK)
    yield "path", p * stop, odds(unmatched) if unmatched else 0.0
    yield "choice", c * stop, odds(chosen) + odds(beta_c)
    yield "ends and choices", beta_c, beta_e
    yield "beta", n * (beta_c + beta_e) + beta_b, budget.beta
    yield "beta by cost", beta_c * e, beta_b * b
    yield "epsilon", n * path_losses(budget, p, tail)[1] + fold * (n * (c + e) + b), budget.epsilon * (1 - SLACK)
    at_end, at_base = 2 * n * log(3 / beta_e), base_needs(budget, beta_b)
    yield "base", b, max((n * e + b) / (1 + sqrt(n * at_end / at_base)), at_base / stop / AT_BASE[budget.path])
    yield "rows", rows, n * stop + at_end / e + at_base / b


def weights_of(budget: Budget, found: Any) -> Iterator[float]:
    """Yield stopping weights about that of a relaxed point, from a hundredth of it on."""
    yield from (stop_of(found) * x for x in (0.01, 0.5, 0.7, 0.96, 0.99, 1.0, 1.02, 1.1, 1.5, 3.0))


def stop_of(point: Any) -> float:
    """Return the stopping weight of a point."""
    return (odds(point[6]) + odds(point[7])) / point[1]


def balance(search: Search) -> Iterator[Any]:
    """Yield what holds of relaxed steps: equations at ten stopping weights, and that no weight needs fewer rows."""
    for place, budget in enumerate(BUDGETS):
        best = search.relaxed(budget)
        for k, stop in enumerate(weights_of(budget, relaxed(budget))):
            rows, point = search.at_stop(budget, stop)
            if not point:
                lack = overdrawn(budget, stop)  # above 0: only once beta is shared anew
                yield ("balance", place, k, "overdrawn"), isclose(rows, 1e12 * (1 - lack), rel_tol=1e-8) or (
                    lack > 0 and rows > 1e12), True
                continue
            yield ("balance", place, k, "enough"), overdrawn(budget, stop) > 0, True
            for name, left, right in equations(budget, stop, rows, point):
                yield ("balance", place, k, name), isclose(left, right, rel_tol=1e-5), True
        least = min(search.at_stop(budget, stop_of(best) * 1.002**k)[0] for k in range(-1000, 1000))
        yield ("balance", place, -1, "least"), search.at_stop(budget, stop_of(best))[0] <= least * (1 + 1e-9), True


def is_unbalanced(search: Search, place: int, k: int, name: str) -> bool:
    """Tell whether relaxed steps are not what they should be, from their equations."""
    budget = BUDGETS[place]
    if name == "least":
        at = stop_of(search.relaxed(budget))
        around = [search.at_stop(budget, at * x)[0] for x in (0.9, 0.94, 0.97, 1.03, 1.06, 1.1)]
        return min(around) < search.at_stop(budget, at)[0]
    stop = list(weights_of(budget, relaxed(budget)))[k]
    rows, point = search.at_stop(budget, stop)
    if not point:
        return rows < 1e12 or overdrawn(budget, stop) < 0 and abs(rows / 1e12 - 1 + overdrawn(budget, stop)) > 1e-8
    return any(abs(left - right) > 1e-5 * abs(right) for _, left, right in equations(budget, stop, rows, point))


VALLEYS = tuple((a / 16, k, steps) for a in range(17) for k in (1, 2, 4) for steps in (5, 20, 40) if k * steps < 80)


def valley(lowest: float, power: int) -> Any:
    """Return a function with one valley, steeper on the right."""
    return lambda x: (lowest - x if x < lowest else 2 * (x - lowest)) ** power


def searched(golden: Any, lowest: float, power: int, steps: int) -> tuple[float, int]:
    """Return where the search on [-1, 2] ends, and how often it asked for a value."""
    asked = []

    def value(x: float) -> float:
        asked.append(x)
        return valley(lowest, power)(x)

    return golden(value, -1.0, 2.0, steps), len(asked)


def sections(search: Search) -> Iterator[Any]:
    """Yield whether the search by golden section asks once a step and twice, and ends within half a last section."""
    for case in VALLEYS:
        found, asked = searched(search.golden, *case)
        width = 3 * ((sqrt(5) - 1) / 2) ** case[2]
        yield ("golden", *case), (abs(found - case[0]) <= width / 2 + 2e-8, asked), (True, case[2] + 2)


def is_off_the_valley(search: Search, lowest: float, power: int, steps: int) -> bool:
    """Tell whether the search by golden section asks otherwise or ends far off, by the numbers of Fibonacci."""
    found, asked = searched(search.golden, lowest, power, steps)
    fibonacci = [1, 1]
    while len(fibonacci) < steps + 2:
        fibonacci.append(sum(fibonacci[-2:]))
    return asked != steps + 2 or abs(found - lowest) > 2.2 / fibonacci[-1] + 2e-8


# p, c, e, b, (tail), unmatched, chosen, beta of choice, end, base
DRAWN = tuple((p, c, e, b, 0.0, unmatched, chosen, beta_c, beta_e, beta_b)
              for p in (0.0, 0.07, 0.9) for c, e, b in ((0.11, 0.13, 0.17), (0.7, 0.5, 0.3), (2.0, 2.5, 3.0))
              for unmatched, chosen in ((1e-6, 2e-7), (0.01, 0.2)) for beta_c, beta_e, beta_b in (
                  (0.03, 0.02, 0.01), (0.3, 0.77, 0.6)))
FEW = Budget(levels=1, size=5, epsilon=1.0, delta=0.1, beta=0.5, fold=1, path="any")
POINTS = tuple((replace(FEW, size=size), point) for size in (2, 3, 4, 9, 65) for point in DRAWN)


def first(enough: Any, least: int) -> int:
    """Return the first integer from ``least`` on that is enough."""
    while not enough(least):
        least += 1
    return least


def integers(budget: Budget, point: Any) -> tuple[int, int, int, int]:
    """Return the least trim, stop, threshold and base rows, each by counting up."""
    p, c, e, b, _, unmatched, chosen, beta_c, beta_e, beta_b = point
    threshold = first(lambda k: chosen * (1 + exp(c * (k - 1))) >= 1, 1)
    stop = first(lambda k: beta_c * (1 + exp(c * (k + 1 - threshold))) >= 1, threshold)
    if p:
        stop = first(lambda k: unmatched * (1 + exp(p * k)) >= 1, stop)
    m = max(budget.size - 2, 1)
    return (first(lambda k: beta_e * (3 + exp(e * (k + 1))) >= 3, 0), stop, threshold,
            first(lambda k: beta_b * (m + 2 * exp(b * k / 2)) >= m, 1))


def near_integers(trim: int, stop: int, threshold: int) -> set[tuple[int, int, int]]:
    """Return the triples with trim and stop - threshold at most 4 away, threshold at most 3, if they can be used."""
    return {(t, s, d) for t in range(trim + 5) for d in range(2, threshold + 4) for s in range(d, stop + 8)
            if abs(t - trim) <= 4 and abs(d - threshold) <= 3 and abs(s - d - stop + threshold) <= 4}


def integer_steps(search: Search) -> Iterator[Any]:
    """Yield the rounded steps beside the least integers with their shares, and the neighbourhood beside its list."""
    for k, (budget, point) in enumerate(POINTS):
        found = search.rounded(budget, point)
        yield ("rounded", k, "rounded"), (found.trim, found.stop, found.threshold, found.base_rows), integers(
            budget, point)
        yield ("rounded", k, "steps"), (found.path, found.choose, found.end, found.base), point[:4]
        if k % 5 == 0:
            around = Proposal(trim=found.trim, stop=found.stop, threshold=found.threshold, base_rows=1, path=0.0,
                              gap=0.0, choose=1.0, end=1.0, base=1.0)
            listed = list(search.neighbours(around))
            yield ("rounded", k, "near"), (len(listed), set(listed)), (
                len(set(listed)), near_integers(found.trim, found.stop, found.threshold))


def is_rounded_wrongly(search: Search, k: int, name: str) -> bool:
    """Tell whether rounded steps are not the least, by logarithms."""
    budget, (p, c, e, b, _, unmatched, chosen, beta_c, beta_e, beta_b) = POINTS[k]
    found = search.rounded(*POINTS[k])
    if name == "steps":
        return (found.path, found.choose, found.end, found.base) != (p, c, e, b)
    if name == "near":
        listed = set(search.neighbours(found))
        return any((found.trim, found.stop + d, found.threshold + d) not in listed for d in range(4))
    m = max(budget.size - 2, 1)
    threshold = 1 + ceil(odds(chosen) / c)
    stop = max(threshold - 1 + ceil(odds(beta_c) / c), ceil(odds(unmatched) / p) if p else 0)
    return (found.trim, found.stop, found.threshold, found.base_rows) != (
        max(0, ceil((odds(beta_e) + log(3)) / e) - 1), stop, threshold, max(1, ceil(
            2 * (odds(beta_b) + log(m / 2)) / b)))


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


# levels, trim, rest, allowed; the base's failure for epsilon e of the ends is share / (share + exp(rate (rest - n e)))
HOPES = tuple((n, trim, rest, allowed, share, rate) for n in (1, 2, 5) for trim in (0, 3) for rest in (0.7, 3.0, 11.0)
              for allowed in (0.003, 0.1, 0.5, 0.8, 1.9) for share, rate in ((1, 1.0), (9, 2.5)))


def base_failure(case: Any) -> Any:
    """Return the failure of the base for epsilon e of each end."""
    n, _, rest, _, share, rate = case
    return lambda e: share / (share + np.exp(rate * (rest - n * e)))


def least_of_both(case: Any) -> float:
    """Return the least failure of base and ends, of 5001 shares."""
    n, trim, rest, *_ = case
    ends = np.linspace(0.0, rest / n, 5001)
    return float((base_failure(case)(ends) + 3 * n / (3 + np.exp(ends * (trim + 1)))).min())


PURE = tuple((p, c, chosen, stop) for p in (0.0, 0.2, 0.45, 0.7, 1.1) for c in (0.1, 0.5, 2.0)
             for chosen in (0.05, 0.2, 0.6, 0.9) for stop in (1, 2, 4, 7))


def refusals(search: Search) -> Iterator[Any]:
    """Yield which splits are hopeless, by 5001 shares, and which steps are pure, by both conditions."""
    for k, case in enumerate(HOPES):
        least = least_of_both(case)
        if not 0.95 < least / case[3] < 1.05:
            yield ("refused", k, "hopeless"), search.is_hopeless(base_failure(case), *case[:4]), least > case[3]
    for k, (p, c, chosen, stop) in enumerate(PURE):
        yield ("refused", k, "pure"), search.is_pure(p, c, chosen, stop), chosen + exp(-c) <= 1 and (
            p == 0 or exp(p * stop) * (exp(p) - 1) >= 1)


def is_refused_wrongly(search: Search, k: int, name: str) -> bool:
    """Tell whether a split or a step is refused that is none of these, or not refused."""
    if name == "pure":
        p, c, chosen, stop = PURE[k]
        return search.is_pure(*PURE[k]) != (chosen <= 1 - 1 / exp(c) and (not p or exp(p) >= 1 + exp(p) ** -stop))
    n, trim, rest, allowed, share, rate = HOPES[k]
    kept = any(share / (share + exp(rate * (rest - n * e))) + 3 * n / (3 + exp(e * (trim + 1))) <= allowed
               for e in (rest / n * j / 3000 for j in range(3001)))
    return search.is_hopeless(base_failure(HOPES[k]), n, trim, rest, allowed) == kept


@check("KLMNS20-3.6", grade="numeric",
       quantifier="nine budgets of one to three levels, both relations, all kinds of paths, ten stopping weights each, "
                  "to 5 digits, the best against 2000; valleys at 17 places; 36 points of steps with bases of 2 to 65 "
                  "values and all triples near them; 180 failures of base and ends by 5001 shares, 240 steps that "
                  "may not be pure",
       says="relaxed steps spend the budget in balance with the fewest rows, golden sections close in, rounding takes "
            "the least integers with their shares, and just what is hopeless or not pure is refused",
       reason=NUMERIC, fingerprint=lambda search: [
           [(search.relaxed(budget), search.at_stop(budget, 300.0)) for budget in BUDGETS],
           [searched(search.golden, *case) for case in VALLEYS[::7]],
           [(found := search.rounded(*case), list(search.neighbours(found))) for case in POINTS[::11]],
           [search.is_pure(*case) for case in PURE],
           [search.is_hopeless(base_failure(case), *case[:4]) for case in HOPES[::3]]])
@sabotage("beta is shared evenly", SEARCH._replace(at_stop=lambda budget, stop: (
    (found := _at_stop(budget, stop))[0], (*found[1][:9], budget.beta / 2) if found[1] else ())))
@sabotage("a twentieth more than the best stopping weight", SEARCH._replace(
    relaxed=lambda budget: _at_stop(budget, 1.05 * stop_of(relaxed(budget)))[1]))
@sabotage("as if every loss were counted once", SEARCH._replace(
    at_stop=lambda budget, stop: _at_stop(replace(budget, fold=1), stop)))
@sabotage("the left end of the last section", SEARCH._replace(
    golden=lambda f, low, high, steps: _golden(f, low, high, steps) - 2 * (high - low) * ((sqrt(5) - 1) / 2) ** steps))
@sabotage("a step fewer", SEARCH._replace(golden=lambda f, low, high, steps: _golden(f, low, high, steps - 1)))
@sabotage("one element fewer trimmed", SEARCH._replace(rounded=lambda budget, point: replace(
    found := _rounded(budget, point), trim=max(0, found.trim - 1))))
@sabotage("an even number of rows at the base", SEARCH._replace(rounded=lambda budget, point: replace(
    found := _rounded(budget, point), base_rows=found.base_rows + found.base_rows % 2)))
@sabotage("the threshold stays", SEARCH._replace(neighbours=lambda around: (
    trial for trial in _neighbours(around) if trial[2] == around.threshold)))
@sabotage("always some hope", SEARCH._replace(is_hopeless=lambda *case: False))
@sabotage("the ends fail with a third of their failure", SEARCH._replace(
    is_hopeless=lambda base, n, *rest: _is_hopeless(base, n / 3, *rest)))
@sabotage("whatever the path costs", SEARCH._replace(
    is_pure=lambda p, c, chosen, stop: _is_pure(0.0, c, chosen, stop)))
@judged("==")
def steps_of_the_search_are_the_best(search=SEARCH):
    for part in (balance, sections, integer_steps, refusals):
        yield from part(search)

@steps_of_the_search_are_the_best.verifier
def _(search, witness):
    part, *place = witness
    wrong: dict[str, Any] = {"balance": is_unbalanced, "golden": is_off_the_valley, "rounded": is_rounded_wrongly,
                             "refused": is_refused_wrongly}
    return wrong[part](search, *place)


@check("KLMNS20-3.6", grade="numeric",
       quantifier="six budgets of one and two levels, bases of 2 to 17 values, one in 29 of the triples near the "
                  "rounded steps, some where A is not pure: the base's rows by counting up, the shares on a grid, "
                  "known rows and beta at their ends, steps to 10 digits, the failure to 6; what is near the proposal",
       says="a triple gets the first number of rows at the base that is enough, and no triple near the proposal fewer",
       reason=NUMERIC, fingerprint=lambda pair: [
           (best := pair[1](SMALL[place]), pair[2](best, 2), [
               completion(pair[0], case, point_of(place, case)) for case in trials(SMALL[place])]) for place in (0, 1)])
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


@proposals_have_the_fewest_rows_near_them.verifier
def _(pair, witness):
    place, k, name = witness
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
