"""KLMNS20, Lemma 4.11: what is promised of HeavyPaths' privacy, and for which parameters."""

from dataclasses import replace
from fractions import Fraction

import privlearn.papers.klmns20.heavy_paths_privacy.privacy  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import as_fraction
from privlearn.learners.interior_point.heavy_paths import HeavyPathsParameters, heavy_paths_privacy
from privlearn.papers.klmns20.stopping_point.instances import below_noise

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
       says="the ratios and deltas promised are those of the statement, to 9 decimals",
       fingerprint=lambda told: [told(t) for t in PRICED])
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
        late = sum(((e1 - 1) / (e1 + 1) * e1 ** -abs(i) * below_noise(i - (t.high - t.threshold), e2)
                    for i in range(-150, 151)), Fraction(0))
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
       says="a privacy is stated exactly where T_high <= t and both choices and the path allow it",
       fingerprint=lambda accepted: [accepted(t) for t in EDGES])
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
