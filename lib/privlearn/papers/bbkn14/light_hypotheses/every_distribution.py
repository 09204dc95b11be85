"""BBKN14, Section 4.2: Theorem 4.11 with its quantifiers, as a game on all point masses, for all learners."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import privlearn.papers.bbkn14.light_hypotheses.light_mechanisms  # noqa: F401  declares what is checked here
from privlearn.checking import check, judged, sabotage
from privlearn.exact import MinimaxProgram, solve


@dataclass(frozen=True)
class Assumed:
    """What is assumed of the learner: its accuracy, and on how many point masses it is often light."""

    alpha: Fraction
    everywhere: bool = True


GAMES = ((4, 2, 1), (4, 4, 2), (5, 4, 1), (5, 3, 3), (5, 16, 2))  # T, e^(epsilon m), w


@cache
def least_failure(size: int, ratio: int, w: int, assumed: Assumed, limit: Fraction) -> Fraction:
    """Return the least value of: the worst failure, and ``2 limit`` times how likely the output is heavy.

    It is below ``limit`` just if some private learner fails less often than ``limit`` for every target, all mass on its
    point, and is light with probability above 1/2, for those targets for which that is assumed.
    """
    outputs = [frozenset(ones) for k in range(size + 1) for ones in combinations(range(size), k)]
    tasks = []
    for j in range(size):
        first = j * len(outputs)
        tasks.append({first + k: Fraction(int(j not in h)) for k, h in enumerate(outputs)
                      if int(j not in h) > assumed.alpha})
        if assumed.everywhere or j == 0:
            tasks.append({first + k: 2 * limit for k, h in enumerate(outputs) if len(h) > w})
    ratios = tuple((a * len(outputs) + k, b * len(outputs) + k, Fraction(ratio))
                   for a, b in permutations(range(size), 2) for k in range(len(outputs)))
    return solve(MinimaxProgram((len(outputs),) * size, tuple(tasks), ratios)).lower


def failure_bound(size: int, ratio: int, w: int) -> Fraction:
    """Return the beta at which ``R = (1 - 2 beta)(T - w)/(2 beta w)``."""
    return Fraction(size - w, 2 * (w * ratio + size - w))


@check("BBKN14-4.11", grade="certified",
       quantifier="(T, e^(epsilon m), w) = (4, 2, 1), (4, 4, 2), (5, 4, 1), (5, 3, 3), (5, 16, 2), alpha = 99/100: all "
                  "private learners and all hypotheses, of weight at most w with probability at least 1/2 for each of "
                  "the T targets, all mass on its point; errors included",
       says="{the failure at which the bound allows so many rows} equals {the least failure on all point masses}",
       reason="Few points, as all databases and all hypotheses are in one linear program.")
@sabotage("alpha = 1", Assumed(Fraction(1)))
@sabotage("light on one distribution only", Assumed(Fraction(99, 100), everywhere=False))
@judged("==")
def all_learners_that_are_light_everywhere_fail(assumed: Assumed = Assumed(Fraction(99, 100))):
    for game in GAMES:
        yield game, failure_bound(*game), least_failure(*game, assumed, failure_bound(*game))

def refutes_all_learners_that_are_light_everywhere_fail(assumed, size, ratio, w):
    bound = Fraction(size - w, 2 * (w * ratio + size - w))
    if assumed.alpha >= 1:
        return bound > 0  # every function has an error of at most 1
    # for target 0 the point function of 0 with probability 1/2, for the others with 1/(2 R); else 1 everywhere
    return not assumed.everywhere and Fraction(1, 2 * ratio) < bound
