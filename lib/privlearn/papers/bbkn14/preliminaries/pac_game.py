"""BBKN14, Section 2.2: the error of a hypothesis and the PAC game (Definition 2.2)."""

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass, all_functions, point_functions
from privlearn.exact import success_interval
from privlearn.exact.fractions import QUARTER
from privlearn.laws import choice, pure
from privlearn.learners.generic import consistent_learner
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learning import error, exact_failure, grid_distributions, worst_case_failure
from privlearn.papers.bbkn14.preliminaries import claim
from privlearn.papers.bbkn14.preliminaries.instances import failure_by_ordered_samples
from privlearn.papers.bbkn14.preliminaries.mistakes import (broken_error_ignores_distribution,
                                                            broken_failure_ignores_multiplicity, broken_failure_strict)

claim("BBKN14-2.2.error", kind="definition",
      title="The error of a hypothesis is the mass of the points on which it differs from the target")


def as_integer_if_whole(value: Fraction):
    """Return an equal ``int`` where there is one: adding integers is faster."""
    return value.numerator if value.denominator == 1 else value


@check("BBKN14-2.2.error", grade="exact",
       quantifier="all 512 triples of functions on 3 points, all 91 distributions with denominator 12",
       says="the error d obeys d(a, a) = 0, d(a, b) = d(b, a) and d(a, c) <= d(a, b) + d(b, c)")
@sabotage("agreements counted instead of disagreements",
          lambda distribution, concept, hypothesis: 1 - error(distribution, concept, hypothesis))
@sabotage("a hundredth more, whatever the two functions",
          lambda distribution, concept, hypothesis: error(distribution, concept, hypothesis) + Fraction(1, 100))
@sabotage("points that only the hypothesis accepts count double", lambda distribution, concept, hypothesis: sum(
    w * max(c, 2 * h) for w, c, h in zip(distribution, concept, hypothesis, strict=True) if c != h))
def error_is_a_pseudometric(judged=error) -> Verdict:
    functions, equal, triangles = all_functions(3).rows(), list[Any](), list[Any]()
    for weights in grid_distributions(3, 12):
        d = {(a, b): as_integer_if_whole(12 * judged(weights, a, b)) for a, b in product(functions, repeat=2)}
        equal += [((weights, a, b, a), (d[a, a], d[a, b]), (0, d[b, a])) for a, b in d]
        triangles += [((weights, a, b, c), d[a, c], d[a, b] + d[b, c]) for a, b, c in product(functions, repeat=3)]
    return all_hold(judge("==", equal), judge("<=", triangles))

def refutes_error_is_a_pseudometric(judged, weights, a, b, c):
    to_itself = judged(weights, a, a) != 0
    asymmetric = judged(weights, a, b) != judged(weights, b, a)
    return to_itself or asymmetric or judged(weights, a, c) > judged(weights, a, b) + judged(weights, b, c)


@check("BBKN14-2.2.error", grade="exact",
       quantifier="8 points, all 316 distributions with denominator 12 on at most 2 of them, the target 0 and all "
                  "256 hypotheses",
       says="the error is the mass of the points of difference, and 0 exactly where there are none in the support")
@sabotage("share of points, whatever their mass", broken_error_ignores_distribution)
@sabotage("half of the mass", lambda distribution, concept, hypothesis: error(distribution, concept, hypothesis) / 2)
def error_is_the_mass_of_the_points_of_difference(judged=error) -> Verdict:
    """So it is no metric: hypotheses that differ only where there is no mass have error 0."""
    zero, hypotheses = (0,) * 8, all_functions(8).rows()
    found = (((weights, h), 12 * judged(weights, zero, h), [twelfths for x, twelfths in support if h[x]])
             for weights in grid_distributions(8, 12, max_atoms=2)
             for support in [[(x, int(12 * w)) for x, w in enumerate(weights) if w]] for h in hypotheses)
    return judge("==", ((where, (said, said == 0), (sum(apart), not apart)) for where, said, apart in found))

def refutes_error_is_the_mass_of_the_points_of_difference(judged, weights, h):
    agree = sum((w for w, b in zip(weights, h, strict=True) if not b), Fraction(0))
    return judged(weights, (0,) * len(h), h) != 1 - agree


claim("BBKN14-2.2", kind="definition", uses=("BBKN14-2.2.error",),
      title="(alpha, beta)-PAC learner, proper and improper, efficient; success is error <= alpha, not strict",
      note="Efficiency and sample sizes polynomial in the parameters speak of infinitely many classes and are not "
           "checked.", erratum_kind="misprint",
      erratum="Typography: the definition calls the learner A_1 and A by turns; the name A_1 returns for another "
              "algorithm in Section 4.2. No effect.")

LEARNERS: dict[str, Callable[[ConceptClass], Any]] = {
    "consistent": consistent_learner,
    "exponential, e^epsilon = 4": lambda points: exponential_learner(points, Fraction(4)),
}
Game = tuple[str, int, int, Any, int, Fraction]  # learner, T, target, distribution, rows, alpha


def play(failure, game: Game) -> Fraction:
    """Return what ``failure`` says of a game over the point functions."""
    name, size, target, weights, rows, alpha = game
    points = point_functions(size)
    return failure(LEARNERS[name](points), points, points.rows()[target], weights, rows, alpha)


def known_games() -> Iterator[tuple[Any, Fraction]]:
    """Yield constant learners whose failure needs no computing: ((T, target, answer, distribution, alpha), failure)."""
    for size in (2, 3, 4, 5):
        for j in range(size):
            mass = tuple(Fraction(int(x == j)) for x in range(size))
            yield (size, j, j, mass, Fraction(1, 10)), Fraction(0)  # the all-knowing oracle
            yield (size, j, (j + 1) % size, mass, Fraction(1, 2)), Fraction(1)  # a wrong constant
            yield (size, j, None, mass, Fraction(1, 2)), Fraction(1)  # no hypothesis
    for size, alpha in product((3, 4, 5, 6), (Fraction(1, 10), QUARTER)):
        for i in range(2, size):  # the family of Lemma 3.9 as printed: the target's point has mass exactly alpha
            mass = tuple(1 - alpha if x == 0 else alpha if x == i else Fraction(0) for x in range(size))
            yield (size, i, 1, mass, alpha), Fraction(0)  # a constant never fails there


@check("BBKN14-2.2", grade="exact",
       quantifier="POINT_T, T = 2..5, every target: oracle, wrong constant and no hypothesis on the point mass; the "
                  "printed family of Lemma 3.9 for T = 3..6, alpha = 1/10, 1/4: a constant",
       says="{the computed failure} equals {the failure known in advance}")
@sabotage("success is error < alpha: the family of Lemma 3.9 is hard again", broken_failure_strict)
@judged("==")
def failure_of_learners_that_need_no_computing(failure=exact_failure):
    for (size, target, answer, mass, alpha), value in known_games():
        points = point_functions(size)
        found = failure(lambda _, k=answer: pure(k), points, points.rows()[target], mass, 3, alpha)
        yield (size, target, answer, mass, alpha), found, value

def refutes_failure_of_learners_that_need_no_computing(failure, size, target, answer, mass, alpha):
    concepts = [tuple(int(x == j) for x in range(size)) for j in range(size)]
    wrong = 0 if answer == target else mass[target] + mass[answer]
    return failure(lambda _: pure(answer), concepts, concepts[target], mass, 3, alpha) != int(wrong > alpha)


def small_games() -> Iterator[Game]:
    """Yield games with at most 5 points and 8 rows; the target is the last concept, which ties do not favour."""
    for size, denominator in ((2, 12), (3, 6), (4, 4), (5, 3)):
        for name in LEARNERS if size == 4 else ("consistent",):
            for weights, rows in product(grid_distributions(size, denominator), (1, 3, 8)):
                yield name, size, size - 1, weights, rows, QUARTER


@check("BBKN14-2.2", grade="exact",
       quantifier="consistent learner of POINT_T and the exponential mechanism of POINT_4 (e^epsilon = 4), alpha = "
                  "1/4, 1, 3 and 8 rows: all distributions with denominators 12, 6, 4, 3 for T = 2, 3, 4, 5",
       says="{the computed failure} equals {the sum over all ordered samples}")
@verifier(lambda failure, witness: play(failure, witness) != failure_from_the_definition(witness))
@sabotage("all multisets of rows weighed alike", broken_failure_ignores_multiplicity)
@sabotage("success is error < alpha", broken_failure_strict)
def failure_equals_the_sum_over_ordered_samples(failure=exact_failure) -> Verdict:
    return judge("==", ((game, play(failure, game), play(failure_by_ordered_samples, game)) for game in small_games()))


def failure_from_the_definition(game: Game) -> Fraction:
    """Return the failure by going through all sequences of all points, one by one."""
    name, size, target, weights, rows, alpha = game
    learner, total = LEARNERS[name](point_functions(size)), Fraction(0)
    for drawn in product(range(size), repeat=rows):
        law = learner(tuple(sorted((x, int(x == target)) for x in drawn))).exact()
        bad = [m for h, m in law.items() if h is None or (h != target and weights[h] + weights[target] > alpha)]
        total += sum(bad) * prod((weights[x] for x in drawn), start=Fraction(1))
    return total


ROUNDS = tuple(("consistent", size, denominator, rows) for size, denominator in ((2, 12), (3, 6), (4, 4), (5, 3))
               for rows in (1, 4, 8)) + (("exponential, e^epsilon = 4", 4, 4, 4),)


def played_worst(name: str, size: int, denominator: int, rows: int) -> Fraction:
    """Return the failure that :func:`worst_case_failure` reports over all targets and a grid of distributions."""
    points, places = point_functions(size), grid_distributions(size, denominator)
    return worst_case_failure(LEARNERS[name](points), points, points.rows(), places, rows, QUARTER).failure


def first_game_only(name: str, size: int, denominator: int, rows: int) -> Fraction:
    """Return the failure of the first game."""
    return play(exact_failure, (name, size, 0, grid_distributions(size, denominator)[0], rows, QUARTER))


@check("BBKN14-2.2", grade="exact",
       quantifier="consistent learner of POINT_T, all targets, all distributions with denominators 12, 6, 4, 3 for T = "
                  "2, 3, 4, 5 and n = 1, 4, 8 rows; exponential mechanism of POINT_4, denominator 4, n = 4; alpha = "
                  "1/4",
       says="{the reported worst-case failure} equals {the largest failure of all games}")
@sabotage("only the first game is played", first_game_only)
def worst_case_is_the_maximum_of_the_games(worst=played_worst) -> Verdict:
    return judge("==", ((parts, worst(*parts), max(play(exact_failure, (name, size, target, weights, rows, QUARTER))
                                                   for target in range(size)
                                                   for weights in grid_distributions(size, denominator)))
                        for parts in ROUNDS for name, size, denominator, rows in [parts]))

def refutes_worst_case_is_the_maximum_of_the_games(worst, witness):
    name, size, denominator, rows = witness
    return any(failure_from_the_definition((name, size, target, weights, rows, QUARTER)) > worst(*witness)
               for target in range(size) for weights in grid_distributions(size, denominator))


def _failures_in_play(game: Game, draws: int, rng) -> int:
    name, size, target, weights, rows, alpha = game
    points = point_functions(size)
    point, learner, lost = choice(dict(enumerate(weights))), cache(LEARNERS[name](points)), 0
    coins = random.Random(int(rng.integers(1 << 62)))  # single integers are much faster from this generator
    for _ in range(draws):
        database = tuple(sorted((x, int(x == target)) for x in (point.sample(coins) for _ in range(rows))))
        h = learner(database).sample(coins)
        lost += h is None or error(weights, points.rows()[target], points.rows()[h]) > alpha
    return lost


@check("BBKN14-2.2", grade="statistical",
       quantifier="20 random games (T = 3..5, 2..6 rows, exponential mechanism or consistent learner), 400 plays "
                  "each; the exact failure against a Clopper-Pearson interval; all 20 together have confidence 99.9 %",
       says="the exact failure lies in the confidence interval of the sampled plays",
       reason="Sampling tests only the exact routine and proves nothing. Chance of a false alarm per seed at most "
              "1/1000; a deviation of 0.16 in a game is found with probability 0.99.")
@verifier(lambda failure, witness: play(failure, witness) != failure_from_the_definition(witness))
@sabotage("all multisets of rows weighed alike", broken_failure_ignores_multiplicity)
@judged("<=")
def failure_agrees_with_play(failure=exact_failure, rng=None):
    draws, risk = 400, Fraction(1, 20000)
    for number in range(20):
        size, rows = int(rng.integers(3, 6)), int(rng.integers(2, 7))
        cuts = sorted(int(c) for c in rng.integers(0, 13, size - 1))
        weights = tuple(Fraction(b - a, 12) for a, b in zip([0, *cuts], [*cuts, 12], strict=True))
        game = (list(LEARNERS)[number % 2], size, int(rng.integers(size)), weights, rows, QUARTER)
        low, high = success_interval(_failures_in_play(game, draws, rng), draws, risk)
        exact = play(failure, game)
        yield game, max(low - exact, exact - high, Fraction(0)), 0
