"""The page open-questions: private learners on independent and other rows, small memories, Fano's bound."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.communication import mutual_information
from privlearn.communication.information import H
from privlearn.communication.public_coins import public_coin_value
from privlearn.concepts import T3, point_functions
from privlearn.exact import LogSum
from privlearn.exact.formulas import Value, formula
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.mechanisms import randomised_response, two_sided_geometric


@cache
def listed_cases() -> tuple[tuple[str, int, Fraction, Callable, tuple[tuple[Any, Fraction], ...]], ...]:
    """(name, rows, privacy ratio, mechanism, law of one row) of learners on independent rows."""
    cases: list[Any] = []
    for ratio in (Fraction(9, 4), Fraction(4), Fraction(9)):
        for n in (1, 2, 3):
            for concepts, name in ((T3, "T3"), (point_functions(4), "Point_2")):
                learner = exponential_learner(concepts, ratio)
                for f, masses in product((0, len(concepts) - 1), _masses(concepts.size)):
                    rows = tuple(((x, concepts.rows()[f][x]), mass) for x, mass in enumerate(masses) if mass)
                    if n < 3 or concepts is T3:
                        cases.append((f"{name}, target {f}, {masses}", n, ratio, learner, rows))
    for truth in (Fraction(3, 4), Fraction(9, 10)):
        for mass in (Fraction(1, 2), Fraction(1, 8)):
            for n in (1, 2, 3):
                cases.append((f"randomised response {truth}, {mass}", n, truth / (1 - truth),
                              randomised_response(truth), ((0, 1 - mass), (1, mass))))
    return tuple(cases)


def _masses(points: int) -> tuple[tuple[Fraction, ...], ...]:
    skewed = (Fraction(1, 8),) * (points - 1)
    return (Fraction(1, points),) * points, (1 - sum(skewed, Fraction(0)), *skewed)


@cache
def sample_and_answer(case: int) -> dict[tuple[Any, Any], Fraction]:
    """The joint law of sample and answer."""
    _, n, _, mechanism, rows = listed_cases()[case]
    table: dict[tuple[Any, Any], Fraction] = {}
    for chosen in product(rows, repeat=n):
        sample, mass = tuple(row for row, _ in chosen), Fraction(1)
        for _, p in chosen:
            mass *= p
        for answer, p in mechanism(sample).exact().items():
            table[sample, answer] = mass * p
    return table


@cache
def told_about_the_sample(case: int) -> LogSum:
    """``I(sample; answer)``."""
    return mutual_information(sample_and_answer(case), (0,), (1,))


@cache
def dependent_cases() -> tuple[tuple[str, int, Fraction, dict[tuple[Any, Any], Fraction]], ...]:
    """(name, rows, privacy ratio, joint law of sample and answer): a fair bit copied into all rows, the count of ones
    published with noise; and examples of a random concept of T3, for the exponential mechanism."""
    cases: list[Any] = []
    for ratio, n in product((Fraction(5, 4), Fraction(2)), (1, 2, 4, 8)):
        noisy = {bit: two_sided_geometric(1 / ratio, centre=n * bit, low=0, high=n).exact() for bit in (0, 1)}
        cases.append(("copies", n, ratio, {((bit,) * n, y): p / 2 for bit in (0, 1) for y, p in noisy[bit].items()}))
    for ratio, n in product((Fraction(9, 4), Fraction(9)), (1, 2, 3)):
        table: dict[tuple[Any, Any], Fraction] = {}
        for f, points in product(T3.rows(), product((0, 1), repeat=n)):
            sample = tuple((x, f[x]) for x in points)
            for h, p in exponential_learner(T3, ratio)(sample).exact().items():
                table[sample, h] = table.get((sample, h), Fraction(0)) + p / (3 * 2**n)
        cases.append(("random target", n, ratio, table))
    return tuple(cases)


@formula("at least", tex={"H(e)": "H(e)"}, corners={"e": tuple(Fraction(k, 8) for k in range(5)), "d": (2,)})
def fano_bound(e: Value, d: int) -> Value:
    """Return how many bits an answer tells of the target at least, if it errs with probability e."""
    return (1 - H(e)) * d


@cache
def hard_laws() -> tuple[tuple[Fraction, tuple[Fraction, ...]], ...]:
    """For each concept of T3 its mass under the hardest distribution for two messages, and the law of the point."""
    cells = public_coin_value(T3, 2).hard_distribution
    return tuple((sum(row, Fraction(0)), tuple(w / sum(row) for w in row)) for row in cells)


@cache
def automaton_error(table: tuple[int, ...], length: int) -> Fraction:
    """The least error of an automaton with two states (next state by state and letter), over all labels of them."""
    cost = {state: {h: Fraction(0) for h in product((0, 1), repeat=2)} for state in (0, 1)}
    for concept, (mass, law) in zip(T3.rows(), hard_laws(), strict=True):
        reached = {0: Fraction(1), 1: Fraction(0)}
        for _ in range(length):
            after = {0: Fraction(0), 1: Fraction(0)}
            for state, p in reached.items():
                for x, q in enumerate(law):
                    after[table[4 * state + 2 * x + concept[x]]] += p * q
            reached = after
        for state, p in reached.items():
            for h in cost[state]:
                cost[state][h] += mass * p * sum((q for x, q in enumerate(law) if h[x] != concept[x]), Fraction(0))
    return sum((min(found.values()) for found in cost.values()), Fraction(0))


def least_message_error(messages: int) -> Fraction:
    """The public-coin value of T3."""
    return public_coin_value(T3, messages).value
