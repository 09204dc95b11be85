"""ABMS20, Section 4.1: weighted majority for many classes, on domains with as many points as are wanted."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, judge
from privlearn.online.weighted_majority import WeightedMajority


@dataclass(frozen=True)
class FreeExpert:
    """The centre of a Hamming ball on points with all predictions of k experts, each point there as often as asked."""

    place: int
    experts: int
    lives: int

    def hypothesis(self) -> tuple[int, ...]:
        """Return bit number ``place`` of every point."""
        return tuple(x >> self.place & 1 for x in range(1 << self.experts))

    def updated(self, point: int, label: int) -> FreeExpert:
        """Return the expert with one life less if it was wrong; refuse the label if it had none."""
        lives = self.lives - (point >> self.place & 1 != label)
        if lives < 0:
            raise ValueError(f"label must be that of some function left, got {label} at point {point}")
        return FreeExpert(self.place, self.experts, lives)


def free_experts(k: int, d: int) -> tuple[FreeExpert, ...]:
    """Return k experts with d lives each."""
    return tuple(FreeExpert(i, k, d) for i in range(k))


@cache
def most_forced(learner: Any) -> int:
    """Return the most mistakes that can be forced from a learner while some expert is left."""
    worst = 0
    for x, said in enumerate(learner.hypothesis()):
        if any(e is not None and (e.lives or x >> e.place & 1 != said) for e in learner.experts):
            worst = max(worst, 1 + most_forced(learner.updated(x, 1 - said)))
    return worst


@check("ABMS20-4.3", grade="exhaustive",
       quantifier="k <= 4 with d <= 5, and (5, 2): balls of radius d around k functions, on points for all 2^k "
                  "combinations of their values, each as often as wanted; all rounds with a mistake",
       reason="Rounds without a mistake only take lives.  Experts are removed when their class is refuted.",
       fingerprint=lambda maker: maker(free_experts(2, 1)).updated(1, 0).hypothesis())
def weighted_majority_learns_unions_of_balls(maker=WeightedMajority) -> Verdict:
    sizes = [*product(range(1, 5), range(6)), (5, 2)]
    return judge("<=", (((k, d), Fraction(4, 3) ** most_forced(maker(free_experts(k, d))), k * 2**d) for k, d in sizes))


@weighted_majority_learns_unions_of_balls.verifier
def _(maker, witness):
    k, d = witness
    allowed = next(m for m in range(99) if 4 ** (m + 1) > 3 ** (m + 1) * k * 2**d)
    waiting = [(0, maker(free_experts(k, d)), (d,) * k)]  # mistakes, learner, lives of the experts
    seen = set(waiting)
    while waiting:  # depth first, most lives first: mistakes in a row, one more than allowed
        made, learner, lives = waiting.pop()
        if made > allowed:
            return True
        later = set()
        for x, said in enumerate(learner.hypothesis()):
            left = tuple(max(j - (x >> i & 1 == said), -1) for i, j in enumerate(lives))
            if max(left) >= 0 and (state := (made + 1, learner.updated(x, 1 - said), left)) not in seen:
                later.add(state)
        seen |= later
        waiting += sorted(later, key=lambda state: (sum(state[2]), state[2]))
    return False


class DiscountsTheRight(WeightedMajority):
    """Weighted majority that discounts the experts that were right."""

    def updated(self, point: int, label: int) -> WeightedMajority:
        """Return the learner after it was told a label."""
        new = super().updated(point, label)
        counts = tuple(m + (not now > m) for m, now in zip(self.mistakes, new.mistakes, strict=True))
        return type(self)(new.experts, self.discount, counts)


class ForgetsMistakes(WeightedMajority):
    """The majority of the experts that are left, without a discount."""

    def updated(self, point: int, label: int) -> WeightedMajority:
        """Return the learner after it was told a label."""
        return type(self)(super().updated(point, label).experts, self.discount)


class FollowsOne(WeightedMajority):
    """The first expert that is left."""

    def hypothesis(self) -> tuple[int, ...]:
        """Return the labels predicted by the first expert that is left."""
        return tuple(next(said for said in self._said if said))

weighted_majority_learns_unions_of_balls.sabotage("discounts the experts that were right", DiscountsTheRight)
weighted_majority_learns_unions_of_balls.sabotage("no discount", ForgetsMistakes)
weighted_majority_learns_unions_of_balls.sabotage("follows the first expert that is left", FollowsOne)
