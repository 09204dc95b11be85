"""FHMM23, Theorem 11: the game against all learners with coins, and the learner that attains its value."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions
from privlearn.dimensions import randomized_littlestone_dimension
from privlearn.dimensions.randomized_littlestone import randomized_prediction
from privlearn.dimensions.sweeps import mean_depths_of_all_classes
from privlearn.exact import MinimaxProgram, solve
from privlearn.exact.formulas import Value, formula
from privlearn.exact.minimax import is_enclosure
from privlearn.online import randomised_mistakes_of_all_classes
from privlearn.online.optimal_with_errors import (CoinLearner, DeterministicOptimalAlgorithm,
                                                  RandomizedOptimalAlgorithm, expected_mistakes_forced)
from privlearn.papers.fhmm23.randomized_littlestone import claim
from privlearn.papers.fhmm23.randomized_littlestone.dimension import (FOUR, Table, corrupted_tables, entry_is_wrong,
                                                                      on_all)
from privlearn.papers.fhmm23.randomized_littlestone.instances import (HALF, LARGER, SMALL, SMALL_TOTAL, Row, class_of,
                                                                      game_value, larger, up_to_symmetry,
                                                                      worst_in_rounds)

claim("FHMM23-11", kind="theorem", uses=("FHMM23-recursion", "FHMM23-RandSOA"),
      title="The least number of mistakes that a learner with coins can expect is RL(H): M*(H) = RL(H)")


@check("FHMM23-11", grade="exhaustive", quantifier=f"{FOUR}, by backward induction",
       says="{32 times the value of the game} equals {32 times RL}, table by table")
@corrupted_tables
@verifier(entry_is_wrong)
def the_game_has_the_value_of_the_trees(table: Table = mean_depths_of_all_classes) -> Verdict:
    return on_all(2 * randomised_mistakes_of_all_classes(4), table(4).astype(np.int64))


@formula("equals", where=("abs(a - b) <= 1",), corners={
    "a": tuple(map(Fraction, ("0", "1/2", "1", "7/4", "3"))), "b": tuple(map(Fraction, ("0", "1/4", "1", "2")))})
def chance_of_one(a: Value, b: Value) -> Value:
    return 1 / 2 * (1 + b - a)


claim("FHMM23-RandSOA", kind="algorithm", status="proved", uses=("FHMM23-recursion",), formulas=(chance_of_one,),
      title="RandSOA: predict so that both labels cost the same; it never expects more than RL(H) mistakes")

Learners = Callable[[ConceptClass], CoinLearner]


class FairCoins(RandomizedOptimalAlgorithm):
    """Tosses a fair coin wherever both labels are possible."""

    def chance(self, zero: Any, one: Any) -> Fraction:
        """Return 1/2, or the label that is left."""
        return HALF if min(max(zero), max(one)) >= 0 else Fraction(max(zero) < 0)


class Counting(RandomizedOptimalAlgorithm):
    """Predicts 1 with the share of the concepts left that say so."""

    def chance(self, zero: Any, one: Any) -> Fraction:
        """Return the share of concepts."""
        said = [sum(left >= 0 for left in state) for state in (zero, one)]
        return Fraction(said[1], sum(said))


class Shifted(RandomizedOptimalAlgorithm):
    """Predicts 1 with 1.01 times the right probability."""

    def chance(self, zero: Any, one: Any) -> Fraction:
        """Return 1.01 times the probability, at most 1."""
        return min(Fraction(1), super().chance(zero, one) * Fraction(101, 100))


class Exchanged(RandomizedOptimalAlgorithm):
    """Takes the two labels for each other where both are possible."""

    def chance(self, zero: Any, one: Any) -> Fraction:
        """Return the probability of the other label."""
        possible = min(max(zero), max(one)) >= 0
        return super().chance(one, zero) if possible else super().chance(zero, one)


class Unhalved(RandomizedOptimalAlgorithm):
    """Forgets that p and 1 - p move together: the difference of the dimensions counts whole."""

    def chance(self, zero: Any, one: Any) -> Fraction:
        """Return 1/2 + b - a, cut to [0, 1]."""
        a, b = self._budgets.randomized(zero), self._budgets.randomized(one)
        return min(Fraction(1), max(Fraction(0), HALF + b - a))


def corrupted_learners(judging: Callable[..., Any]) -> Callable[..., Any]:
    """Give a check of the learner the corruptions that it must refuse."""
    for name, wrong in {"no coins: the label with the larger dimension": DeterministicOptimalAlgorithm,
                        "fair coins": FairCoins, "the share of the concepts left": Counting,
                        "1.01 times the probability": Shifted, "the two labels exchanged": Exchanged,
                        "the difference of the dimensions not halved": Unhalved}.items():
        judging = sabotage(name, wrong)(judging)
    return judging


@check("FHMM23-RandSOA", grade="exhaustive",
       quantifier=f"{SMALL}, and {len(LARGER)} classes on 4 to 8 points; sequences of any length",
       says="{the most mistakes it expects on any sequence that a concept labels} equals {RL}")
@verifier(lambda learners, rows:
          worst_in_rounds(learners(class_of(rows)), rows, 0, len(rows[0]) + 1) > game_value(rows))
@corrupted_learners
def it_pays_the_dimension_at_most(learners: Learners = RandomizedOptimalAlgorithm) -> Verdict:
    def cases() -> Iterator[Any]:
        for rows in (*up_to_symmetry(3), *larger()):
            concepts = class_of(rows)
            yield rows, expected_mistakes_forced(learners(concepts), concepts), randomized_littlestone_dimension(
                concepts)

    return covering(judge("==", cases()), SMALL_TOTAL + len(LARGER))


Predict = Callable[[ConceptClass, int], Fraction]


def cost_of_first(predict: Predict, rows: Row, x: int) -> Fraction:
    """Return what the worse label at a point costs: the chance to be wrong now, and the game of what it leaves."""
    p = predict(class_of(rows), x)
    costs = [chance + game_value(left) for chance, left in
             ((p, tuple(row for row in rows if not row[x])), (1 - p, tuple(row for row in rows if row[x]))) if left]
    return max(costs) if 0 <= p <= 1 else Fraction(len(rows))


def least_cost_of_first(rows: Row, x: int) -> Fraction:
    """Return the least such cost, at an end or where the two labels cost the same."""
    zero, one = (game_value(tuple(row for row in rows if row[x] == label)) for label in (0, 1))
    if min(zero, one) < 0:
        return max(zero, one)
    return max(zero, one, (1 + zero + one) / 2)


CERTAIN = tuple(((1 - bit, 0, 0, 0), *((bit, *rest) for rest in all_functions(3).rows())) for bit in (0, 1))


@check("FHMM23-RandSOA", grade="exhaustive", quantifier=f"every first point of {SMALL}, and of two classes on 4 points "
       f"with a point where one label is worth 3/2 and the other 0",
       says="{the worse label costs with this chance} {as little as with any}")
@sabotage("the share of the concepts that are 1", lambda c, x: Fraction(int(c.matrix[:, x].sum()), len(c)))
@sabotage("the chance of predicting 0", lambda c, x: 1 - randomized_prediction(c, x))
@judged("==")
def prediction_makes_the_worse_label_cheapest(predict: Predict = randomized_prediction) -> Iterator[Any]:
    for rows in (*up_to_symmetry(3), *CERTAIN):
        for x in range(len(rows[0])):
            yield (rows, x), cost_of_first(predict, rows, x), least_cost_of_first(rows, x)

def refutes_prediction_makes_the_worse_label_cheapest(predict: Predict, rows, x) -> bool:
    """A learner that predicts with a multiple of 1/64 expects less at this point."""
    shares = (Fraction(p, 64) for p in range(65))
    return any(cost_of_first(always(share), rows, x) < cost_of_first(predict, rows, x) for share in shares)


def always(share: Fraction) -> Predict:
    """Return the learner that predicts 1 with one chance at all points."""
    return lambda concepts, x: share


@check("FHMM23-RandSOA", grade="certified", quantifier="a = 0, 1/2, 1, 7/4, 3 and b = 0, 1/4, 1, 2 that differ by 1 at "
       "most: a linear program for each", says="{the p that makes max(p + a, 1 - p + b) least} equals {(1 + b - a)/2}")
@judged("==")
def the_balance_is_the_least_of_the_maxima(chance=chance_of_one) -> Iterator[Any]:
    for a, b in chance.instances():
        program = MinimaxProgram(blocks=(2,), tasks=({0: a, 1: a + 1}, {0: b + 1, 1: b}))
        found = solve(program)
        yield (a, b), found.point[1] if is_enclosure(found, program) else None, chance(a, b)

def refutes_the_balance_is_the_least_of_the_maxima(chance, a, b) -> bool:
    p = chance(a, b)
    return not 0 <= p <= 1 or any(max(q + a, 1 - q + b) < max(p + a, 1 - p + b) for q in (
        max(Fraction(0), p - Fraction(1, 64)), min(Fraction(1), p + Fraction(1, 64))))
