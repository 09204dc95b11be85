"""An adversary of the conservative booster that splits experts of equal weight evenly."""

from fractions import Fraction
from functools import cache
from math import cosh, exp, sinh

from privlearn.exact.balls import ctx
from privlearn.exact.intervals import ball


@cache
def evenly_forced(voters: int, experts: int) -> int:
    """Return how many mistakes an adversary forces that splits experts of equal weight, for b = e^(1/k), in balls."""
    good, others, mistakes = [0] * voters, {0: experts - voters}, 0
    with ctx.workprec(256):
        weight = cache(lambda e: ball(Fraction(e, voters)).exp())
        while True:
            good.sort()
            surplus = sum((weight(e) for e in good[:voters // 2 + 1]), ball(0)) - sum(
                (weight(e) for e in good[voters // 2 + 1:]), ball(0))  # of the right over the wrong
            later: dict[int, int] = {}
            for e in sorted(others, reverse=True):
                most, wrong = others[e], others[e] // 2
                if surplus + weight(e) * (most - 2 * wrong) > 0:
                    lacking = (surplus + weight(e) * (most - 2 * wrong)) / (2 * weight(e))
                    wrong = min(most, wrong + int(float(lacking)) + 1)
                surplus += weight(e) * (most - 2 * wrong)
                for to, many in ((e - 1, wrong), (e + 1, most - wrong)):
                    later[to] = later.get(to, 0) + many
            if not surplus <= 0:
                return mistakes
            good = [e + (1 if i <= voters // 2 else -1) for i, e in enumerate(good)]
            others, mistakes = {e: many for e, many in later.items() if many}, mistakes + 1


def smoothly_forced(voters: int, experts: int) -> int:
    """Return nearly the same, as if the weight of the others could be divided, in floating point."""
    good, others, mistakes = [0] * voters, float(experts - voters), 0
    signs = [1 if i <= voters // 2 else -1 for i in range(voters)]
    while others >= (surplus := sum(s * exp(e / voters) for s, e in zip(signs, sorted(good), strict=True))):
        others = others * cosh(1 / voters) - surplus * sinh(1 / voters)
        good, mistakes = [e + s for s, e in zip(signs, sorted(good), strict=True)], mistakes + 1
    return mistakes
