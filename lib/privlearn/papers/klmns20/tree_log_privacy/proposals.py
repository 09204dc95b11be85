"""KLMNS20, Lemma 3.6, as it is used: the search that proposes the steps of a plan, in floating point."""

from collections.abc import Iterator
from dataclasses import replace
from math import ceil, exp, isclose, log, sqrt
from typing import Any, NamedTuple

import numpy as np

import privlearn.papers.klmns20.tree_log_privacy.privacy  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.learners.interior_point.tree_log.search import (SLACK, Budget, Proposal, _at_stop, _golden, _is_hopeless,
                                                               _is_pure, _neighbours, _rounded, relaxed)


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
       reason=NUMERIC)
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

def refutes_steps_of_the_search_are_the_best(search, witness):
    part, *place = witness
    wrong: dict[str, Any] = {"balance": is_unbalanced, "golden": is_off_the_valley, "rounded": is_rounded_wrongly,
                             "refused": is_refused_wrongly}
    return wrong[part](search, *place)
