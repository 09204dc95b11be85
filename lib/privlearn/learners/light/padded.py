"""The failure of the reduction to proper learners of points, certified on domains too large to list.

Definitions
-----------
*The two-point game*: the target is the last point ``t = T - 1``, rows show it with probability ``mass`` and the
*decoy*, point 0, else.  The learner is :func:`~privlearn.learners.light.padded.padded_point_learner`.  All points
but these two and the fallback points are alike, so the candidates are described by two numbers: whether t is among them
and how many *others* (neither t nor the decoy) are.  A block adds a point j and a uniformly random set of further
points, so these numbers are a Markov chain with hypergeometric steps; on the rows of the last draw the target never
errs, the decoy always, an other where a row shows the target.  All sums are in ball arithmetic.

>>> from privlearn.laws import pure
>>> from privlearn.learners.light.reduction import LightPlan
>>> game = padded_game(4, 4, pure(0), LightPlan(1, 0, 2, 1, 0), Fraction(1, 2), Fraction(1, 4))
>>> game.heavy, game.failure.lower <= Fraction(7, 8) <= game.failure.upper  # 1/4 that t is drawn, then 1/2 to be taken
(Fraction(0, 1), True)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb
from typing import Any

from privlearn.exact import Bracket, as_exp_epsilon, as_fraction, as_integer, as_probability, rational
from privlearn.exact.balls import arb, fmpq
from privlearn.exact.intervals import Ball, ball, bracket_of
from privlearn.exact.rationals import Number, as_inner_probability, rational_square_root
from privlearn.laws import Law
from privlearn.learners.generic.exponential import point_learner
from privlearn.learners.generic.occam import occam_sample_size
from privlearn.learners.intervals.exponential import random_points
from privlearn.learners.light.reduction import Database, LightPlan
from privlearn.mechanisms import PromisedMechanism


def padded_point_learner(size: int, exp_epsilon: Number, extra: Law) -> PromisedMechanism:
    """Return the exponential mechanism for points with a random set of points added to its hypothesis.

    The set is independent of the database, so privacy is kept.  An improper learner to run the reduction on.

    Parameters
    ----------
    size, exp_epsilon
        As in :func:`~privlearn.learners.generic.exponential.point_learner`.
    extra : Law over int
        How many points are drawn; the set is uniform given its size.  With w points the weight is w or w + 1.

    Returns
    -------
    PromisedMechanism
        Outcomes are frozensets of points.
    """
    base = point_learner(size, exp_epsilon)

    def law(database: Database) -> Law:
        return base(database).then(lambda j: extra.then(lambda w: random_points(size, w)).map(
            lambda chosen: chosen | {j}))

    return PromisedMechanism(law, base.promise, "padded point learner")


def padded_point_rows(size: int, extra: int, exp_epsilon: Number, alpha: Number, beta: Number) -> int:
    """Return enough rows for :func:`padded_point_learner` with ``extra`` points to be an (alpha, beta)-learner.

    Half of alpha goes to the point, which the generic learner's sample size ensures; the random set has mass above
    alpha/2 with probability at most ``2 extra / (alpha size)``, its mean mass being ``extra / size``.

    Raises
    ------
    ValueError
        If that probability is not below beta.
    """
    n = as_integer(size, "size", least=1)
    a, b = as_inner_probability(alpha, "alpha"), as_inner_probability(beta, "beta")
    stray = 2 * as_integer(extra, "extra", least=0) / (a * n)
    if stray >= b:
        raise ValueError(f"extra must be less than alpha beta size / 2 = {a * b * n / 2}, got {extra}")
    return occam_sample_size(n, exp_epsilon, a / 2, b - stray)


TARGET, DECOY, OTHER = "target", "decoy", "other"
BITS = 192
TINY = Fraction(1, 2**100)
State = tuple[int, int]  # is the target a candidate, how many others are


@dataclass(frozen=True)
class PaddedGame:
    """Probabilities of one two-point game.

    Attributes
    ----------
    heavy : Fraction
        One run of the learner has weight z or more.
    inaccurate : Bracket
        One run of the learner has error above alpha/4.
    missed : Bracket
        The target is no candidate.
    failure : Bracket
        The reduction returns a point of error above alpha.
    """

    heavy: Fraction
    inaccurate: Bracket
    missed: Bracket
    failure: Bracket


def padded_game(size: int, exp_epsilon: Number, extra: Law, plan: LightPlan, mass: Number,
                alpha: Number) -> PaddedGame:
    """Return certified probabilities of the two-point game.

    Parameters
    ----------
    size : int
        T, at least 3 and larger than ``plan.fallback``, which must be at least 1 (the decoy is a fallback point).
    exp_epsilon : number
        At least 1 and the square of a rational.
    extra : Law over int
        How many random points the learner adds.
    plan : LightPlan
    mass : number in [0, 1]
        Probability of the target's point.
    alpha : number in (0, 1)

    Notes
    -----
    Cost: O(k states z^2 + rows states) ball operations, half a second at ``T = 1024`` with some thousand rows.
    """
    n, p, a = as_integer(size, "size", least=3), as_probability(mass, "mass"), as_fraction(alpha, "alpha")
    as_integer(plan.fallback, "plan.fallback", least=1, most=n - 1)
    root = rational_square_root(as_exp_epsilon(exp_epsilon), "exp_epsilon")
    weights = _weights(n, extra)
    heavy = sum((share for w, share in weights.items() if w >= plan.weight_below), Fraction(0))
    light = {w: share for w, share in weights.items() if w < plan.weight_below}

    def draw_point() -> dict[str, Ball]:
        return _named(n, plan.block_rows, p, root)

    found: list[dict[State, Ball]] = []

    def missed() -> Ball:
        found.append(_candidates(n, light, heavy, plan, draw_point()))
        return sum((q for (has, _), q in found[0].items() if not has), ball(0))

    return PaddedGame(heavy, bracket_of(lambda: _inaccurate(n, weights, draw_point(), p, a / 4), BITS),
                      bracket_of(missed, BITS), bracket_of(lambda: _last_draw(found[0], plan.rows, p, root, a), BITS))


def _weights(size: int, extra: Law) -> dict[int, Fraction]:
    """Return the law of the weight: w if the learner's own point is among the w drawn, else w + 1."""
    table: dict[int, Fraction] = {}
    for w, share in extra.exact().items():
        inside = Fraction(as_integer(w, "extra", least=0, most=size), size)
        for value, part in ((w, share * inside), (w + 1, share * (1 - inside))):
            if part:
                table[value] = table.get(value, Fraction(0)) + part
    return table


def _binomial(trials: int, p: Fraction) -> Iterator[tuple[int, Ball]]:
    """Yield the hits with their probabilities as balls."""
    if p in (0, 1):
        yield int(p) * trials, ball(1)
        return
    term, odds = ball(1 - p) ** trials, ball(p / (1 - p))
    for k in range(trials + 1):
        yield k, term
        term = term * odds * (trials - k) / (k + 1)


def _named(size: int, rows: int, p: Fraction, root: Fraction) -> dict[str, Ball]:
    """Return which point the exponential mechanism names on a block: the target, the decoy, one of the others."""
    decoy, step, named = ball(1 / root) ** rows, ball(1 / root), {TARGET: ball(0), DECOY: ball(0), OTHER: ball(0)}
    for hits, q in _binomial(rows, p):
        others = (size - 2) * step**hits
        total = 1 + decoy + others
        for name, value in ((TARGET, ball(1)), (DECOY, decoy), (OTHER, others)):
            named[name] += q * value / total
    return named


def _inaccurate(size: int, weights: dict[int, Fraction], named: dict[str, Ball], p: Fraction, limit: Fraction) -> Ball:
    """Probability that the learner's set, its point and uniformly random further ones, has error above ``limit``."""
    total = ball(0)
    for weight, share in weights.items():
        one = Fraction(weight - 1, size - 1)  # a given further point is drawn
        both = one * Fraction(max(weight - 2, 0), max(size - 2, 1))
        for name, q in named.items():
            joint = {TARGET: {(1, 1): one, (1, 0): 1 - one}, DECOY: {(1, 1): one, (0, 1): 1 - one},
                     OTHER: {(1, 1): both, (1, 0): one - both, (0, 1): one - both, (0, 0): 1 - 2 * one + both}}[name]
            wrong = sum((part for (target, decoy), part in joint.items()
                         if p * (1 - target) + (1 - p) * decoy > limit), Fraction(0))
            total += q * ball(share * wrong)
    return total


@cache
def _further(count: int, target: int, old: int, new: int) -> tuple[tuple[int, int, Any], ...]:
    """Return (target drawn, new others drawn, probability) for ``count`` of ``target + old + new`` distinct points."""
    ways = comb(target + old + new, count)
    return tuple((hit, fresh, fmpq(comb(new, fresh) * comb(old, count - hit - fresh), ways))
                 for hit in range(min(target, count) + 1) for fresh in range(min(new, count - hit) + 1)
                 if count - hit - fresh <= old)


def _candidates(size: int, light: dict[int, Fraction], heavy: Fraction, plan: LightPlan,
                named: dict[str, Ball]) -> dict[State, Ball]:
    """Return the law of (target among the candidates, number of others) after all blocks."""
    table: dict[State, Ball] = {(0, plan.fallback - 1): ball(1)}
    steps: dict[int, dict[State, Ball]] = {}
    for _ in range(plan.blocks):
        grown: dict[State, Ball] = {}
        for (has, others), q in table.items():
            if others not in steps:
                steps[others] = _one_block(size, others, light, heavy, named)
            for (hit, fresh), part in steps[others].items():
                _add(grown, (max(has, hit), others + fresh), q * part)
        table = grown
    return table


def _one_block(size: int, others: int, light: dict[int, Fraction], heavy: Fraction,
               named: dict[str, Ball]) -> dict[State, Ball]:
    """Return the law of what a block adds to candidates with so many others: the target or not, how many others."""
    new, known = size - 2 - others, Fraction(others, size - 2)  # the point named, if an other, may be there already
    cases = ((named[TARGET], 1, 0, (0, 1 + others, new)), (named[DECOY], 0, 0, (1, others, new)),
             (named[OTHER] * ball(known), 0, 0, (1, others, new)),
             (named[OTHER] * ball(1 - known), 0, 1, (1, 1 + others, new - 1)))
    added = {(0, 0): ball(heavy)}
    weights = [(weight, rational(share)) for weight, share in light.items()]
    for (chance, hit, fresh, pool), (weight, share) in product(cases, weights):
        if min(pool) >= 0 and sum(pool) == size - 1:  # else the case has no chance
            for more_hit, more_fresh, part in _further(weight - 1, *pool):
                _add(added, (max(hit, more_hit), fresh + more_fresh), chance * arb(share * part))
    return added


def _add(table: dict[State, Ball], state: State, value: Ball) -> None:
    table[state] = table[state] + value if state in table else value


def _last_draw(states: dict[State, Ball], rows: int, p: Fraction, root: Fraction, alpha: Fraction) -> Ball:
    """Probability that the last draw takes the decoy, or an other where these are bad (if the target weighs more)."""
    decoy, step, total = ball(1 / root) ** rows, ball(1 / root), ball(0)
    others_bad, tiny, some = p > alpha, ball(TINY), ball(0, 1)
    for hits, q in _binomial(rows, p):
        if q < tiny:
            total += q * some  # some chance of failure, too unlikely to matter
            continue
        each = step**hits
        for (has, others), share in states.items():
            everything = has + decoy + others * each
            total += q * share * ((everything - has if others_bad else decoy) / everything)
    return total
