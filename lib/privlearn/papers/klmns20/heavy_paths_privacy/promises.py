"""KLMNS20, Lemma 4.11: what is promised of HeavyPaths' privacy, and for which parameters."""

from dataclasses import replace
from fractions import Fraction
from math import comb, exp, log

import privlearn.papers.klmns20.heavy_paths_privacy.privacy  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import as_fraction, round_up
from privlearn.learners.interior_point.heavy_paths import (HeavyPathsParameters, composed_privacy, heavy_paths_law,
                                                           heavy_paths_privacy, level_up_law)
from privlearn.learners.interior_point.heavy_paths.privacy import HeavyPathsPrivacy, step_deltas
from privlearn.mechanisms.choosing_once import one_shot_delta
from privlearn.papers.klmns20.heavy_paths.instances import ELEVEN_TENTHS
from privlearn.papers.klmns20.stopping_point.instances import exceeded
from privlearn.papers.klmns20.tree_log.instances import Table

THREE_HALVES = Fraction(3, 2)
GAP = Fraction(5, 2)  # e^g
PRICED = tuple(HeavyPathsParameters(levels=n, trim=1, stop=9, threshold=t, high=high, exp_threshold=e1, exp_query=e2,
                                    exp_path=THREE_HALVES, exp_level=Fraction(5, 3), level_threshold=4,
                                    exp_choose=Fraction(7, 4), threshold_choose=5, exp_end=Fraction(9, 8))
               for n in (1, 2, 3) for t, high in ((2, 9), (7, 8), (3, 3))
               for e1, e2 in ((Fraction(2), Fraction(3)), (Fraction(6, 5), Fraction(6, 5))))


def prices(t: HeavyPathsParameters) -> tuple[Fraction, ...]:
    """Return ratio and delta as promised in directions A and B and for the replacement of a point, and delta_s."""
    found = heavy_paths_privacy(t, GAP)
    delta = found.delta_backward, found.replacement()[1]
    return (found.exp_forward, found.delta_forward, found.exp_backward, delta[0].upper, found.replacement()[0],
            delta[1].upper, t.delta_stop if t.levels > 1 else Fraction(0))


@check("KLMNS20-4.11", grade="exact",
       quantifier="N = 1, 2, 3, three pairs of T and T_high, two pairs of noises, all other e^epsilon different, e^g = "
                  "5/2: ratio and delta of both directions and of a replacement are those of the statement, every part "
                  "computed once more: products, the sum of the noises term by term, the closed form of W, u, delta_y, "
                  "N delta_c",
       says="the ratios and deltas promised are those of the statement, to 9 decimals")
@sabotage("a replacement with delta_B + delta_A",
          lambda t: (*prices(t)[:5], prices(t)[3] + prices(t)[1], prices(t)[6]))
@sabotage("delta_c once for all levels",
          lambda t: (*prices(t)[:3], prices(t)[3] - (t.levels - 1) / (1 + Fraction(7, 4) ** 4), *prices(t)[4:]))
@sabotage("direction A as cheap at the stopping point as direction B",
          lambda t: (prices(t)[0] / as_fraction(t.exp_threshold), *prices(t)[1:]))
@judged("==")
def promises_are_those_of_the_statement(told=prices):
    for which, t in enumerate(PRICED):
        for place, (promised, wanted) in enumerate(zip(told(t), prices_by_parts(t), strict=True)):
            yield (which, place), rounded(promised), rounded(wanted)


def rounded(value: Fraction) -> int:
    """Return a number in units of 10^-9, to the nearest: the sum of the noises is cut and the curve W no fraction."""
    return round(value * 10**9)


def prices_by_parts(t: HeavyPathsParameters) -> tuple[Fraction, ...]:
    """Return the seven numbers from the statement of the lemma."""
    e1, e2, path, level, choose, end = (as_fraction(x) for x in (t.exp_threshold, t.exp_query, t.exp_path, t.exp_level,
                                                                 t.exp_choose, t.exp_end))
    late = Fraction(0)
    if t.levels == 1:
        e1 = e2 = Fraction(1)
    else:
        late = exceeded(e1, e2, t.high - t.threshold, 150)
    common = level * (choose * end) ** t.levels
    curve = (1 - 1 / path) / (path * GAP) ** 2  # (1 - 1/c) (c z)^(-1/(c - 1)) for c = 3/2
    fresh = 1 / (1 + level ** (t.level_threshold - 1)) + t.levels / (1 + choose ** (t.threshold_choose - 1))
    forward, backward = e1 * e2 * path * common, e2 * GAP * common
    delta = late + curve + 1 / (1 + path**t.stop) + fresh
    return forward, late, backward, delta, forward * backward, delta + backward * late, late


def refutes_promises_are_those_of_the_statement(told, which, place):
    t, promised = PRICED[which], [float(x) for x in told(PRICED[which])]
    noises = [[(e - 1) / (e + 1) * e ** -abs(k) for k in range(-99, 100)] for e in map(float, (t.exp_threshold,
                                                                                               t.exp_query))]
    n, gap, c, late = t.levels, t.high - t.threshold, 1.75, 0.0
    if n > 1:
        late = sum(p * sum(noises[1][:max(0, i - gap)]) for i, p in enumerate(noises[0]))
    steps = 5 / 3 * (c * 1.125) ** n
    b = steps * 2.5 * (float(t.exp_query) if n > 1 else 1)
    a = steps * 1.5 * (float(t.exp_query * t.exp_threshold) if n > 1 else 1)
    delta = late + 1 / 3 / 3.75**2 + 1 / (1 + 1.5**9) + 1 / (1 + (5 / 3) ** 3) + n / (1 + c**4)
    return abs(promised[place] - (a, late, b, delta, a * b, delta + b * late, late)[place]) > 1e-7


EDGES = tuple(replace(PRICED[0], stop=stop, threshold=0, high=high, exp_path=path, exp_level=step, exp_choose=step,
                      level_threshold=tau_y, threshold_choose=tau)
              for stop in (1, 2, 3) for high in (1, 2, 3, 4) for path in (THREE_HALVES, Fraction(7, 4))
              for step in (THREE_HALVES, Fraction(2)) for tau_y in (0, 1, 2, 3) for tau in (1, 2, 3))


def is_accepted(t: HeavyPathsParameters) -> bool:
    """Tell whether the library states a privacy for these parameters."""
    try:
        heavy_paths_privacy(t, GAP)
    except ValueError:
        return False
    return True


@check("KLMNS20-4.11", grade="exact",
       quantifier="t = 1, 2, 3, T_high = 1 to 4, e^epsilon_p = 3/2, 7/4, e^epsilon_y = e^epsilon_c = 3/2, 2, "
                  "thresholds 0 to 3 of the level and 1 to 3 of the nodes: a privacy is stated just where T_high <= t, "
                  "both choices have delta <= 1 - e^-epsilon, and 1 + e^(-epsilon_p t) <= e^epsilon_p",
       says="a privacy is stated exactly where T_high <= t and both choices and the path allow it")
@sabotage("T_high may be t + 1", lambda t: is_accepted(replace(t, high=t.high - 1)))
@sabotage("any threshold of a level", lambda t: is_accepted(replace(t, level_threshold=3)))
@judged("==")
def privacy_is_stated_where_it_is_proved(accepted=is_accepted):
    for t in EDGES:
        steps = [(as_fraction(t.exp_level), t.level_threshold), (as_fraction(t.exp_choose), t.threshold_choose)]
        yield t, accepted(t), t.high <= t.stop and 1 + as_fraction(t.exp_path) ** -t.stop <= t.exp_path and all(
            1 / (1 + e ** (tau - 1)) <= 1 - 1 / e for e, tau in steps)

def refutes_privacy_is_stated_where_it_is_proved(accepted, t):
    c, y, p = float(t.exp_choose), float(t.exp_level), float(t.exp_path)
    pure = all(e ** (1 - tau) <= (e - 1) * (1 + 1e-12) for e, tau in ((c, t.threshold_choose), (y, t.level_threshold)))
    return accepted(t) != (pure and t.high <= t.stop and p**-t.stop <= (p - 1) * (1 + 1e-12))


HUNDREDTH = Fraction(1, 100)
STEEP = HeavyPathsParameters(levels=1, trim=0, stop=4, threshold=1, high=4, exp_threshold=2, exp_query=2, exp_path=2,
                             exp_level=64, level_threshold=5, exp_choose=2, threshold_choose=8,
                             exp_end=ELEVEN_TENTHS)
REPEATED = replace(STEEP, levels=24, exp_level=2, level_threshold=2, exp_choose=ELEVEN_TENTHS, threshold_choose=200)
# parameters, S of one bit, x: for one level the whole of HeavyPaths, for several that many calls of LevelUp, y = 0
AUDITS: tuple[tuple[HeavyPathsParameters, tuple[int, ...]], ...] = (
    (STEEP, (0,) * 9), (STEEP, (0,) * 8), (REPEATED, (0,) * 100 + (1,) * 100),
    (replace(REPEATED, exp_end=THREE_HALVES), (0,) * 100 + (1,) * 100),
    (replace(REPEATED, levels=10, threshold_choose=26), ()))


def executed(t: HeavyPathsParameters, s: tuple[int, ...]) -> Table:
    """Return the law of HeavyPaths for one level, and that of one call of LevelUp for several."""
    law = heavy_paths_law(s, 1, t) if t.levels == 1 else level_up_law(s, 1, 0, 0, t)
    return law.exact()


def stick_of_many(p: Table, q: Table, times: int, ratio: Fraction) -> Fraction:
    """Return the hockey stick of independent repetitions of two laws on 0, 1 and None."""
    (p0, q0), (p1, q1), (p2, q2) = ([Fraction(law.get(o, 0)) for law in (p, q)] for o in (0, 1, None))
    return sum((comb(times, i) * comb(times - i, j) * max(Fraction(0), p0**i * p1**j * p2 ** (times - i - j)
                                                          - ratio * q0**i * q1**j * q2 ** (times - i - j))
                for i in range(times + 1) for j in range(times - i + 1)), Fraction(0))


def what_is_left(found: HeavyPathsPrivacy, t: HeavyPathsParameters) -> dict[str, tuple[Fraction, Fraction]]:
    """Return ratio and delta of both directions; for several levels without the stopping point, the path, the level."""
    if t.levels == 1:
        return {"A": (found.exp_forward, found.delta_forward), "B": (found.exp_backward, found.delta_backward.upper)}
    e1, e2, path, level = (as_fraction(x) for x in (t.exp_threshold, t.exp_query, t.exp_path, t.exp_level))
    once = sum(part.lower for name, part in step_deltas(t, GAP).items() if name != "nodes")
    return {"A": (found.exp_forward / (e1 * e2 * path * level), found.delta_forward - t.delta_stop),
            "B": (found.exp_backward / (e2 * GAP * level), found.delta_backward.upper - once)}


def composed(t: HeavyPathsParameters) -> HeavyPathsPrivacy:
    return composed_privacy(t, GAP, HUNDREDTH)


@check("KLMNS20-4.11", grade="exact",
       quantifier="points of one bit, x = 0, delta' = 1/100, e^g = 5/2: HeavyPaths with one level, on 8 and 9 zeros, "
                  "e^epsilon_y = 64 and the others small; 24 calls of LevelUp on 100 zeros and 100 ones, e^epsilon_c = "
                  "11/10, e^epsilon_e = 11/10 and 3/2, tau = 200, and 10 calls on no point, tau = 26: all answers "
                  "together, both directions, against what the bound by composition leaves for them",
       says="{the hockey stick of the law} is at most {the delta of the bound by composition}")
@sabotage("the choice of a level is not paid", lambda t: replace(
    composed(t), **{name: getattr(composed(t), name) / t.exp_level for name in ("exp_forward", "exp_backward")}))
@sabotage("no delta' in direction A", lambda t: replace(
    composed(t), delta_forward=composed(t).delta_forward - HUNDREDTH))
@sabotage("no delta' in direction B", lambda t: replace(
    composed(t), delta_backward=composed(t).delta_backward - HUNDREDTH))
@sabotage("new nodes are not paid in direction A", lambda t: replace(
    composed(t), exp_forward=composed(t).exp_forward * (1 - one_shot_delta(
        t.exp_choose, t.threshold_choose)) ** t.levels))
@sabotage("leaves are not composed", lambda t: composed(replace(t, exp_end=1)))
@judged("<=")
def laws_are_within_the_bound_by_composition(bound=composed):
    for which, (t, s) in enumerate(AUDITS):
        less, more = executed(t, s), executed(t, (0, *s))
        for direction, (ratio, delta) in what_is_left(bound(t), t).items():
            p, q = (less, more) if direction == "A" else (more, less)
            yield (which, direction), stick_of_many(p, q, t.levels, round_up(ratio, 64)), delta

def law_by_hand(t: HeavyPathsParameters, s: tuple[int, ...]) -> tuple[float, ...]:
    """Return the probabilities of 0, 1 and None of an audited law, in floating point."""
    n, c, e = len(s), float(t.exp_choose), float(t.exp_end)
    node = 1 / (1 + c ** (t.threshold_choose - n)) if n else 0.0
    if t.levels == 1:  # zeros: all fall at level 1, and t of them are dropped
        answer = node / (1 + float(t.exp_level) ** (t.level_threshold - (n - t.stop)))
        return answer, 0.0, 1 - answer
    first = e ** s.count(0) / (e ** s.count(0) + e ** s.count(1))
    return node * first, node * (1 - first), 1 - node


def refutes_laws_are_within_the_bound_by_composition(bound, which, direction):
    t, s = AUDITS[which]
    ratio, delta = map(float, what_is_left(bound(t), t)[direction])
    logs = [law_by_hand(t, r) for r in (s, (0, *s))][::1 if direction == "A" else -1]
    told = {0.0: 1.0}  # the law under the first, by the logarithm of the likelihood ratio
    for _ in range(t.levels):
        sums: dict[float, float] = {}
        for loss, mass in told.items():
            for p, q in zip(*logs, strict=True):
                if p > 0:
                    key = round(loss + (log(p / q) if q > 0 else 999), 9)
                    sums[key] = sums.get(key, 0.0) + mass * p
        told = sums
    return sum(mass * max(0.0, 1 - ratio * exp(-loss)) for loss, mass in told.items()) > delta + 1e-9
