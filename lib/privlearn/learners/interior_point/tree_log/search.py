"""The floating point search behind :mod:`~privlearn.learners.interior_point.tree_log.plans`: it proposes, never proves.

Definitions
-----------
A *budget* says what the steps may cost together.  Per level: ``p`` (path), ``c`` (choice), ``e`` (end); at the base
``b``.  Under :func:`~privlearn.mechanisms.neighbours.add_remove_one` ``N (g + c + e) + b <= epsilon`` where ``g >= p``
is the loss of the path; under :func:`~privlearn.mechanisms.neighbours.replace_one` ``N (p + g + 2c + 2e) + 2b <=
epsilon``.  For the heavy path p = g = 0.  The number of rows is ``N (2 t1 + t2) + n_b``.

>>> budget = Budget(levels=1, size=65, epsilon=1.0, delta=1e-6, beta=0.1, fold=2, path="none")
>>> proposed_rows(propose(budget), 1) < 233
True
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

SLACK = 1e-4  # relative, of epsilon and delta: what rounding the steps to rationals may cost
LEAST = 1e-200  # of delta and beta, for floating point
NEAR = 1.05  # g / p where the base has at most MOST_AT_BASE times the stopping weight
MOST_AT_BASE = {"none": 1.0, "bounded": 0.75}


@dataclass(frozen=True, kw_only=True)
class Budget:
    """What is wanted: number of levels, size of the base's domain, privacy, failure; see the module.

    ``fold`` is 1 under add_remove_one and 2 under replace_one; ``path`` is "none" (heavy path), "any" (random path,
    any number of rows) or "bounded" (random path, public number of rows).
    """

    levels: int
    size: int
    epsilon: float
    delta: float
    beta: float
    fold: int
    path: str


@dataclass(frozen=True, kw_only=True)
class Proposal:
    """Integers ``trim, stop, threshold, base_rows`` and the privacy parameters of the steps."""

    trim: int
    stop: int
    threshold: int
    base_rows: int
    path: float
    gap: float
    choose: float
    end: float
    base: float


def proposed_rows(proposal: Proposal, levels: int) -> int:
    """Return ``levels (2 trim + stop) + base_rows``."""
    return levels * (2 * proposal.trim + proposal.stop) + proposal.base_rows


def float_path_gap(p: float, tail: float, path: str) -> float:
    """Return the loss g of the path at which its curve is at most ``tail`` (see path_privacy.path_curve)."""
    if path == "none":
        return 0.0
    if path == "bounded":
        return NEAR * p
    c = _exp(p)
    return max(p, (c - 1) * math.log((1 - 1 / c) / tail) - p)


def path_cost(p: float, tail: float, budget: Budget) -> float:
    """Return what one path costs of epsilon: g, and under replacement p + g."""
    g = float_path_gap(p, tail, budget.path)
    return g if budget.fold == 1 else p + g


def _exp(exponent: float) -> float:
    return math.exp(min(exponent, 600.0))


def _logit(probability: float) -> float:
    return math.log(1 / probability - 1)


def _base_exponent(size: int, failure: float) -> float:
    """Return x such that the base fails with probability ``failure`` if its epsilon times half its rows is x."""
    return max(0.0, math.log(max(size - 2, 1) * (1 - failure) / (2 * failure)))


def relaxed(budget: Budget) -> tuple[float, ...]:
    """Return ``p, c, e, b, delta_w, delta_u, delta_c, beta_c, beta_e, beta_b`` that nearly minimise unrounded rows.

    The stopping weight s fixes the path and the choice (``p = ln(1/delta_u) / s``, ``c = ln(1/delta_c beta_c) / s``);
    what is left of the budget goes to the end and the base by the square roots of their costs, and beta is shared in
    the proportion in which it costs rows.  The best s is found by a search on top.
    """
    low = math.log(2.0 * budget.levels / budget.epsilon)
    best = min((low + k / 5 for k in range(60)), key=lambda s: _at_stop(budget, math.exp(s))[0])
    best = _golden(lambda s: _at_stop(budget, math.exp(s))[0], best - 0.2, best + 0.2, 40)
    return _at_stop(budget, math.exp(best))[1]


def _at_stop(budget: Budget, stop: float) -> tuple[float, tuple[float, ...]]:
    """Return the unrounded rows with a given stopping weight, and the point; huge rows if the budget is overdrawn."""
    n, fold = budget.levels, budget.fold
    delta, beta = budget.delta * (1 - SLACK) / n, budget.beta
    weights = {"none": (0.0, 0.0, 1.0), "any": (0.55, 0.41, 0.04), "bounded": (0.02, 0.49, 0.49)}[budget.path]
    tail, unmatched, chosen = (delta * w for w in weights)
    p = _logit(unmatched) / stop if budget.path != "none" else 0.0
    beta_c = beta_e = beta / (4 * n)
    beta_b = beta / 2
    left = budget.epsilon * (1 - SLACK) - (n * path_cost(p, tail, budget) if p else 0.0)
    for _ in range(12):
        c = (_logit(chosen) + _logit(beta_c)) / stop
        rest = left - n * fold * c
        if rest <= 0:
            return 1e12 * (1 - rest), ()
        at_end, at_base = 2 * n * math.log(3 / beta_e), 2 * max(_base_exponent(budget.size, beta_b), 0.3)
        b = rest / (fold + math.sqrt(at_end / at_base * n * fold * fold))
        if budget.path in MOST_AT_BASE:
            b = max(b, at_base / stop / MOST_AT_BASE[budget.path])
        e = (rest - fold * b) / (n * fold)
        if e <= 0:
            return 1e12 * (1 - e), ()
        at_levels = 2 * n / e  # what the ends, and about what the choices, gain for a relative increase of their share
        beta_c = beta_e = beta / n * at_levels / (2 * at_levels + 2 / b)
        beta_b = beta * (2 / b) / (2 * at_levels + 2 / b)
    found = n * stop + at_end / e + at_base / b
    return found, (p, c, e, b, tail, unmatched, chosen, beta_c, beta_e, beta_b)


def _golden(function, low: float, high: float, steps: int = 40) -> float:  # type: ignore[no-untyped-def]
    """Return where a unimodal function of one variable is least."""
    ratio = (math.sqrt(5) - 1) / 2
    left, right = high - ratio * (high - low), low + ratio * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(steps):
        if at_left <= at_right:
            high, right, at_right = right, left, at_left
            left = high - ratio * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + ratio * (high - low)
            at_right = function(right)
    return (low + high) / 2


def propose(budget: Budget) -> Proposal:
    """Return integers and step parameters near the relaxed optimum, with the fewest rows found.

    Raises
    ------
    ValueError
        If nothing near it stays within the budget (absurd parameters).
    """
    point = relaxed(budget) if min(budget.delta, budget.beta) > LEAST else ()
    if not point:
        raise ValueError(f"no parameters found for {budget}")
    start = _rounded(budget, point)
    for wider in range(0, 64, 8):  # a stopping weight that just held the unrounded base may have to grow
        found = _descended(replace(start, stop=start.stop + wider, threshold=start.threshold + 4 * wider // 5), point,
                           budget)
        if found is not None:
            return found
    raise ValueError(f"no parameters found for {budget}")


def _descended(around: Proposal, point: Sequence[float], budget: Budget) -> Proposal | None:
    best: Proposal | None = None
    seen: set[tuple[int, int, int]] = set()  # what gave no fewer rows before cannot give fewer than fewer
    for _ in range(3):
        found = best
        for trial in _neighbours(best or around):
            known = None if found is None else proposed_rows(found, budget.levels)
            if trial in seen:
                continue
            if known is not None:
                seen.add(trial)
            better = _least_base(trial, around.base_rows, point, budget, known)
            found = better or found
        if found == best:
            break
        best = found
    return best


def _rounded(budget: Budget, point: Sequence[float]) -> Proposal:
    p, c, e, b, _, unmatched, chosen, beta_c, beta_e, beta_b = point
    threshold = math.ceil(1 + _logit(chosen) / c)
    stop = threshold - 1 + math.ceil(_logit(beta_c) / c)
    if p:
        stop = max(stop, math.ceil(_logit(unmatched) / p))
    trim = max(0, math.ceil(math.log(3 * (1 - beta_e) / beta_e) / e - 1))
    return Proposal(trim=trim, stop=stop, threshold=threshold,
                    base_rows=max(1, math.ceil(2 * _base_exponent(budget.size, beta_b) / b)), path=p, gap=0.0, choose=c,
                    end=e, base=b)


def _neighbours(around: Proposal) -> Iterator[tuple[int, int, int]]:
    """Yield ``trim, stop, threshold`` near those of a proposal."""
    reach = range(-4, 5)
    for t, s, d in product(reach, reach, (-3, -2, -1, 0, 1, 2, 3)):
        trim, stop, threshold = around.trim + t, around.stop + s + d, around.threshold + d
        if trim >= 0 and 2 <= threshold <= stop:
            yield trim, stop, threshold


def _least_base(trial: tuple[int, int, int], base_rows: int, point: Sequence[float], budget: Budget,
                known: int | None) -> Proposal | None:
    """Complete ``trim, stop, threshold`` to a proposal with fewer than ``known`` rows, if there is one."""
    trim, stop, threshold = trial
    n, fold = budget.levels, budget.fold
    tail, unmatched, chosen = point[4], point[5], point[6]
    c = _logit(chosen) / (threshold - 1)
    p = _logit(unmatched) / stop if budget.path != "none" else 0.0
    spent = n * path_cost(p, tail, budget) if p else 0.0
    rest = (budget.epsilon * (1 - SLACK) - spent) / fold - n * c  # = N e + b
    allowed = budget.beta * (1 - SLACK) - n / (1 + _exp(c * (stop + 1 - threshold)))
    if rest <= 0 or allowed <= 0 or not _is_pure(p, c, chosen, stop):
        return None

    most = int(MOST_AT_BASE[budget.path] * (stop + 1)) if budget.path in MOST_AT_BASE else 10**9
    if known is not None:
        most = min(most, known - 1 - n * (2 * trim + stop))
    elif most == 10**9:
        most = 4 * base_rows + 50
    exp = math.exp if rest * max(most, trim + 1) < 600 else _exp
    points = budget.size - 2

    def at_base(e: float, base_rows: int) -> float:
        b, few = rest - n * e, base_rows // 2
        return max(points / (points + exp(b * (base_rows - few)) + exp(b * few)),
                   (points + 1) / (points + 1 + exp(b * base_rows)))

    def split(base_rows: int) -> tuple[float, float]:
        def failure(e: float) -> float:
            return at_base(e, base_rows) + 3 * n / (3 + exp(e * (trim + 1)))

        e = _golden(failure, 0.0, rest / n, 20)
        return e, failure(e)

    if most < 1 or _is_hopeless(lambda e: at_base(e, most), n, trim, rest, allowed) or split(most)[1] > allowed:
        return None
    low, high = 0, most
    while high - low > 1:
        mid = (low + high) // 2
        low, high = (low, mid) if split(mid)[1] <= allowed else (mid, high)
    e, _ = split(high)
    return Proposal(trim=trim, stop=stop, threshold=threshold, base_rows=high, path=p,
                    gap=float_path_gap(p, tail, budget.path), choose=c, end=e, base=rest - n * e)


def _is_hopeless(at_base: Callable[[float], float], levels: int, trim: int, rest: float, allowed: float) -> bool:
    """Tell, if it shows soon, that the base and the ends fail with more than ``allowed`` however they share ``rest``.

    The base fails the more, the more the ends get; so what it leaves them at one share raises their least share.
    """
    e, spare = 0.0, 1 + 1e-9
    for _ in range(12):
        left = allowed * spare - at_base(e)
        if left <= 0:
            return True
        if left >= 3 * levels / 4:
            return False
        e = max(e, math.log(3 * levels / left - 3) / (trim + 1) / spare)
        if levels * e > rest:
            return True
    return False


def _is_pure(p: float, c: float, chosen: float, stop: int) -> bool:
    """Tell whether direction A needs no delta (see privacy_of)."""
    return chosen <= 1 - math.exp(-c) and (p == 0 or stop * p >= -math.log(math.expm1(p)))
