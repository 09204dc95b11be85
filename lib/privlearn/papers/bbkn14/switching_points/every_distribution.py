"""BBKN14, Section 5.1: Theorem 5.4 with its quantifiers, as a game on all hard distributions, for all learners."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product

from privlearn.checking import check, judged, sabotage
from privlearn.exact import MinimaxProgram, solve
from privlearn.learners.intervals import switch_numbers


@dataclass(frozen=True)
class Assumed:
    """What is assumed of the learner: its accuracy, and on how many hard distributions it seldom switches."""

    alpha: Fraction
    everywhere: bool = True


GAMES = ((6, 16, 3), (6, 64, 3), (7, 16, 3), (7, 16, 4))  # T, e^epsilon, z


def success_sets(size: int, z: int, alpha: Fraction) -> dict[frozenset[int], bool]:
    """Return the sets of targets that hypotheses approximate up to alpha, and whether one that switches seldom does.

    Target j is judged on its hard distribution, uniform on the points j - 1 and j.
    """
    found: dict[frozenset[int], bool] = {}
    for h in product((0, 1), repeat=size):
        right = frozenset(j for j in range(1, size) if Fraction((h[j - 1] != 1) + (h[j] != 0), 2) <= alpha)
        found[right] = found.get(right, False) or len(switch_numbers(h)) <= z
    return found


@cache
def least_failure(size: int, ratio: int, z: int, assumed: Assumed, limit: Fraction) -> Fraction:
    """Return the least value of: the worst failure, and ``2 limit`` times how likely it is to switch often.

    It is below ``limit`` just if some private learner with one row fails less often than ``limit`` on every hard
    distribution and switches seldom with probability above 1/2, on those on which that is assumed.
    """
    outputs = tuple(success_sets(size, z, assumed.alpha).items())
    databases = [(j, x) for j in range(1, size) for x in (j - 1, j)]  # the row is (x, 1 if x < j else 0)
    number = {database: k * len(outputs) for k, database in enumerate(databases)}
    tasks = []
    for j in range(1, size):
        def average(weights: Iterable[Fraction], j: int = j) -> dict[int, Fraction]:
            return {number[j, x] + k: weight / 2 for k, weight in enumerate(weights) for x in (j - 1, j)}

        tasks.append(average([Fraction(j not in right) for right, _ in outputs]))
        if assumed.everywhere or j == 1:
            tasks.append(average([2 * limit * (not simple) for _, simple in outputs]))
    ratios = tuple((number[a] + k, number[b] + k, Fraction(ratio)) for a, b in product(databases, repeat=2) if a != b
                   for k in range(len(outputs)))
    return solve(MinimaxProgram((len(outputs),) * len(databases), tuple(tasks), ratios)).lower


def failure_bound(size: int, ratio: int, z: int) -> Fraction:
    """Return the beta at which ``R = (1 - 2 beta)(T - 1 - w)/(2 beta w)``."""
    w = (z - 1) // 2
    return Fraction(size - 1 - w, 2 * (w * ratio + size - 1 - w))


@check("BBKN14-5.4", grade="certified",
       quantifier="(T, e^epsilon, z) = (6, 16, 3), (6, 64, 3), (7, 16, 3), (7, 16, 4), alpha = 49/100: all private "
                  "learners with one row, with at most z switching points with probability at least 1/2 on each of the "
                  "T - 1 hard distributions; the learning game itself, errors and samples included",
       says="{the failure at which the bound allows one row} is at most {the least failure on all hard distributions}",
       reason="One row, as all databases and all hypotheses are in one linear program.")
@sabotage("alpha = 1/2", Assumed(Fraction(1, 2)))
@sabotage("few switching points on one distribution only", Assumed(Fraction(49, 100), everywhere=False))
@judged("<=")
def all_learners_that_switch_seldom_everywhere_fail(assumed: Assumed = Assumed(Fraction(49, 100))):
    for game in GAMES:
        yield game, failure_bound(*game), least_failure(*game, assumed, failure_bound(*game))

def refutes_all_learners_that_switch_seldom_everywhere_fail(assumed, size, ratio, z):
    w, places = (z - 1) // 2, size - 1
    bound = Fraction(places - w, 2 * (w * ratio + places - w))
    if assumed.alpha >= Fraction(1, 2):
        return bound > 0  # the constant functions have error 1/2 on every hard distribution
    # target 1 is named with probability 1/2 on its own rows and 1/(2 R) on all others; else, by randomised response,
    # an alternating function that is right for all odd targets or for all even ones
    named = Fraction(1, 2 * ratio)
    return not assumed.everywhere and named + (1 - named) / (ratio + 1) < bound
