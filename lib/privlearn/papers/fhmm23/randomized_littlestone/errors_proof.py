"""FHMM23, Theorem 46: the proofs of what must be paid if the best concept errs, state by state."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.dimensions.with_errors import ErrorBudgets, State
from privlearn.online.optimal_with_errors import (BudgetLearner, DeterministicOptimalAlgorithm,
                                                  RandomizedOptimalAlgorithm, expected_mistakes_forced)
from privlearn.papers.fhmm23.randomized_littlestone.errors_and_experts import WITH_ERRORS, deepest, with_errors
from privlearn.papers.fhmm23.randomized_littlestone.game import FairCoins
from privlearn.papers.fhmm23.randomized_littlestone.instances import (HALF, Row, after, class_of, depth_in_rounds,
                                                                      worst_in_rounds)

QUESTIONS, MISSED = 20, Fraction(1, 10000)
ROUNDS = 1, 2, 4


def half_of_complete(budgets: ErrorBudgets, state: State) -> Fraction:
    """Return half the depth of the deepest complete tree, -1 if no concept is left."""
    return Fraction(budgets.dimension(state), 2 if max(state) >= 0 else 1)


class Errors(NamedTuple):
    """A class, for how many errors the learner is prepared, the learner, the dimension, the adversary's coin.

    The best concept errs ``k + errors_beyond_k`` times at most.
    """

    H: Row
    k: int
    learner: type[BudgetLearner] = RandomizedOptimalAlgorithm
    dimension: Callable[[ErrorBudgets, State], Fraction | int] = ErrorBudgets.randomized
    coin: Fraction = HALF
    errors_beyond_k: int = 0

    @property
    def start(self) -> State:
        """The state in which nothing has been told."""
        return (self.k,) * len(self.H)


Label = tuple[Fraction, Fraction, bool]  # what is paid, the dimension that is left, whether the label is possible


@cache
def rounds_of(given: Errors) -> dict[State, tuple[Fraction, list[list[Label]]]]:
    """Return for each state that labels may leave its dimension, and at each point what both labels do."""
    made, budgets = given.learner(class_of(given.H), given.k), ErrorBudgets(class_of(given.H), given.k)
    waiting, value = {given.start}, cache(lambda state: Fraction(given.dimension(budgets, state)))
    found: dict[State, tuple[Fraction, list[list[Label]]]] = {}
    while waiting:
        state = waiting.pop()
        later = [[after(given.H, state, x, label) for label in (0, 1)] for x in range(len(given.H[0]))]
        chances = [made.chance(*pair) for pair in later]
        found[state] = value(state), [[(paid, value(one), max(one) >= -given.errors_beyond_k) for paid, one in zip(
            (p, 1 - p), pair, strict=True)] for p, pair in zip(chances, later, strict=True)]
        waiting |= {one for one in chain(*later) if max(one) >= 0 and one not in found}
    return found


def in_rounds(given: Errors, joined: Callable[[Fraction, Fraction], Fraction]) -> list[Fraction]:
    """Return the value of some rounds by backward induction, from the values that both labels leave."""
    @cache
    def value(state: State, t: int) -> Fraction:
        pairs = [[after(given.H, state, x, label) for label in (0, 1)] for x in range(len(given.H[0]))] if t else []
        return max((joined(*(value(one, t - 1) if max(one) >= 0 else Fraction(-1) for one in pair)) for pair in pairs),
                   default=Fraction(0))

    return [value(given.start, t) for t in ROUNDS]


def least_of_the_worst(a: Fraction, b: Fraction, coins: bool) -> Fraction:
    """Return what the worse label costs with the best chance of predicting 1, where the labels leave a and b."""
    if min(a, b) < 0:
        return max(a, b)  # the other label is predicted for certain
    chances = [Fraction(0), Fraction(1), *((1 + b - a) / 2 for _ in range(coins and abs(a - b) <= 1))]
    return min(max(p + a, 1 - p + b) for p in chances)


def forced_by(given: Errors) -> Fraction | float:
    """Return the most that the learner expects to pay on any sequence on which the best concept errs so often."""
    concepts = class_of(given.H)
    return expected_mistakes_forced(given.learner(concepts, given.k), concepts, given.k + given.errors_beyond_k)


def common_lines(given: Errors, both: Callable[[Fraction, Fraction], Fraction], coins: bool) -> Iterator[Line]:
    """Yield the lines that the proofs with and without coins share, but for their conclusion."""
    states, half, points = rounds_of(given), HALF if coins else Fraction(1), len(given.H[0])
    for state, (here, found) in states.items():
        if parts := [half * both(a / half, b / half) for (_, a, can), (_, b, can_too) in found if can and can_too]:
            yield Line("parts", "<=", max(parts), here, ("state", state), joined=len(parts))
    deep = in_rounds(given, lambda a, b: both(a, b) if min(a, b) >= 0 else Fraction(0))
    played = in_rounds(given, lambda a, b: least_of_the_worst(a, b, coins))
    for t, mistakes, value in zip(ROUNDS, deep, played, strict=True):
        yield Line("adversary", "<=", half * mistakes, value, ("rounds", t))
    for state, (here, found) in states.items():
        yield Line("cost", "<=", max(paid + left for pair in found for paid, left, possible in pair if possible),
                   here, ("state", state), joined=points)
    yield Line("left", "<=", 0, min(left for _, found in states.values() for pair in found for _, left, possible in pair
                                    if possible), joined=points * len(states))


@cache
def with_coins() -> list[Errors]:
    return [Errors(rows, errors) for rows, errors in with_errors()]


def two_on_two_points() -> Errors:
    """Return three concepts on two points, the best of which errs once."""
    return Errors(((0, 0), (0, 1), (1, 1)), 1)


@proof("FHMM23-46", grade="exhaustive", quantifier=f"{WITH_ERRORS}; all states, sequences of any length; every "
       "learner for 1, 2 and 4 rounds; trees of 20 questions for k <= 2 and 4 concepts at most",
       instances=with_coins, start=two_on_two_points,
       steps={"parts": "{(1 + RL(s_0) + RL(s_1))/2} is at most {RL(s)}",
              "adversary": "{half the largest mean depth with so many questions} is at most {what every learner must "
                           "expect in so many rounds}",
              "cost": "{the worse of p + RL(s_0) and 1 - p + RL(s_1)} is at most {RL(s)}",
              "left": "{0} is at most {the least dimension that a possible label leaves}",
              "conclusion": "{the most mistakes that RandSOA expects} are {RL_k}; trees of 20 questions come near it"},
       hypotheses=(
           Hypothesis("trees need not be complete", {"dimension": half_of_complete}, ("parts", "cost", "conclusion")),
           Hypothesis("the adversary's coin is fair", {"coin": Fraction(3, 4)}, ("parts", "adversary")),
           Hypothesis("p makes the worse label cheapest", {"learner": FairCoins}, ("cost", "conclusion")),
           Hypothesis("the learner tosses coins", {"learner": DeterministicOptimalAlgorithm}, ("cost", "conclusion")),
           Hypothesis("some concept errs at most k times", {"errors_beyond_k": 1}, ("left",))))
def errors_cost_the_dimension(given: Errors) -> Iterator[Line]:
    q = given.coin
    yield from common_lines(given, lambda a, b: 1 + (1 - q) * a + q * b, True)
    value = rounds_of(given)[given.start][0]
    yield Line("conclusion", "==", forced_by(given), value)
    if len(given.H) <= 4 and given.k <= 2:
        yield Line("conclusion", "<", value - depth_in_rounds(given.H, given.k, QUESTIONS) / 2, MISSED, "trees")


def refutes_errors_cost_the_dimension(given: Errors, step: str, case: Any) -> bool:
    """Tell whether a line is false, by the best of three adversaries in each of 40 rounds, in floats."""
    q = float(given.coin)
    return is_false(given, step, case, lambda a, b: 1 + (1 - q) * a + q * b, 0.5)


def is_false(given: Errors, step: str, case: Any, trees: Callable[[float, float], float], half: float) -> bool:
    """Tell whether a line is false: in a round the adversary calls either label for certain, or one as in the game."""
    H, k, start, made = given.H, given.k, given.start, given.learner(class_of(given.H), given.k)
    by = {True: lambda a, b: (1 + a + b) / 2, False: lambda a, b: 1 + min(a, b)}

    @cache
    def value(state: State, t: int, joined: Any) -> float:
        found = [[value(after(H, state, x, y), t - 1, joined) for y in (0, 1)] for x in range(len(H[0]) * (t > 0))]
        return max((max(a, b, joined(a, b) * (min(a, b) >= 0)) for a, b in found), default=0) if max(state) >= 0 else -1

    def size(state: State) -> float:
        deep = value(state, 40, by[given.dimension is ErrorBudgets.randomized])
        return deep / (2 if given.dimension is half_of_complete and deep >= 0 else 1)

    def around(state: State) -> Iterator[float]:
        for zero, one in ([after(H, state, x, label) for label in (0, 1)] for x in range(len(H[0]))):
            p, a, b = float(made.chance(zero, one)), size(zero), size(one)
            if step == "cost" or min(a, b) >= 0:
                yield half * trees(a / half, b / half) if step == "parts" else max(
                    paid + left for paid, left in ((p, a), (1 - p, b)) if left >= 0)

    if step in ("parts", "cost"):
        return max(around(case[1])) > size(case[1]) + 1e-6
    if step == "adversary":
        return half * value(start, case[1], trees) > value(start, case[1], by[half < 1])
    if step == "left":
        return given.errors_beyond_k > 0  # labels against one concept after the other leave none
    return size(start) - value(start, QUESTIONS, by[True]) >= MISSED if case else (
        abs(float(worst_in_rounds(made, H, k, 3 * k + 9)) - size(start)) > 0.01)


@cache
def without_coins() -> list[Errors]:
    return [given._replace(learner=DeterministicOptimalAlgorithm, dimension=ErrorBudgets.dimension)
            for given in with_coins()]


class Other(DeterministicOptimalAlgorithm):
    """Takes the labels for each other."""

    def chance(self, zero: State, one: State) -> Fraction:
        """Return the other label."""
        return super().chance(one, zero)


@proof("FHMM23-46.deterministic", grade="exhaustive", quantifier=f"{WITH_ERRORS}; all states, sequences of any "
       "length; every learner for 1, 2 and 4 rounds", instances=without_coins,
       start=two_on_two_points()._replace(learner=DeterministicOptimalAlgorithm, dimension=ErrorBudgets.dimension),
       steps={"parts": "{1 + the lesser of L(s_0) and L(s_1)} is at most {L(s)}",
              "adversary": "{the deepest complete tree of so many questions} is at most {the mistakes that every "
                           "learner without coins makes in so many rounds}",
              "cost": "{the more that a possible label takes and leaves together} is at most {L(s)}",
              "left": "{0} is at most {the least dimension that a possible label leaves}",
              "conclusion": "{the most mistakes that the learner makes, the deepest tree} are {L_k, L_k}"},
       hypotheses=(
           Hypothesis("trees are complete", {"dimension": ErrorBudgets.randomized}, ("parts", "cost", "conclusion")),
           Hypothesis("the label with the larger L is predicted", {"learner": Other}, ("cost", "conclusion")),
           Hypothesis("the learner tosses no coins", {"learner": FairCoins}, ("cost", "conclusion")),
           Hypothesis("some concept errs at most k times", {"errors_beyond_k": 1}, ("left",))))
def errors_cost_the_depth(given: Errors) -> Iterator[Line]:
    yield from common_lines(given, lambda a, b: 1 + min(a, b), False)
    value = rounds_of(given)[given.start][0]
    yield Line("conclusion", "==", (forced_by(given), deepest(given.H, given.k)), (value, value))


def refutes_errors_cost_the_depth(given: Errors, step: str, case: Any) -> bool:
    """Tell whether a line is false, in the same way."""
    return is_false(given, step, case, lambda a, b: 1 + min(a, b), 1.0)
