"""ABMS20, Section 1, footnote 1: mistakes in the realizable setting, deterministic and randomised."""

from fractions import Fraction
from functools import cache

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.dimensions.sweeps import class_of_number, class_sizes, littlestone_of_all_classes, vc_of_all_classes
from privlearn.exact.formulas import Value, formula
from privlearn.online import StandardOptimalAlgorithm, randomised_mistakes_of_all_classes
from privlearn.papers.abms20.regret import claim
from privlearn.papers.by_definition import depth_by_definition

POINTS = 4
CLASSES = np.arange(1 << (1 << POINTS))
ONES = [sum(1 << f for f in range(1 << POINTS) if f >> x & 1) for x in range(POINTS)]
HALVES = [(CLASSES & ~mask, CLASSES & mask) for mask in ONES]

@formula("at least", corners={"d": (0, 1, 4)}, tex={"d / 2": "d/2"})
def half_of_the_dimension(d: int) -> Value:
    return d / 2


@formula("equals", corners={"n": (1, 2, 3, 4)})
def dearest_of_dimension_one(n: int) -> Value:
    return 1 - 2 ** (-n)


claim("ABMS20-1.fn1", kind="remark", formulas=(half_of_the_dimension, dearest_of_dimension_one),
       section="1 Introduction, footnote 1",
      title="If a concept never errs: d mistakes are enough and cannot be avoided; with coins at least d/2",
      uses=("FX15-2.5.online", "FX15-2.5.ldim"),
      note="Both ends of the randomised bound are attained or approached: the cube costs exactly d/2, and on n "
           "points a class of dimension 1 can cost 1 - 2^-n (the page shows n = 1..4).")


def standard_optimal(dims_zero: np.ndarray, dims_one: np.ndarray, sizes_zero: np.ndarray, sizes_one: np.ndarray
                     ) -> np.ndarray:
    """Return what the standard optimal algorithm predicts where the two halves have these dimensions."""
    return predictions(POINTS)[dims_zero + 1, dims_one + 1]


@cache
def predictions(most: int) -> np.ndarray:
    """Return the label that the standard optimal algorithm chooses for halves of dimensions -1 to ``most``."""
    learner = StandardOptimalAlgorithm(class_of_number(3, 1))
    return np.array([[learner.choose((a, b)) for b in range(-1, most + 1)] for a in range(-1, most + 1)])


def mistakes_of(rule) -> np.ndarray:
    """Return the most mistakes of a rule on every class on 4 points, by recursion over version spaces."""
    depth, size = littlestone_of_all_classes(POINTS), class_sizes(POINTS)
    worst = np.zeros(len(CLASSES), dtype=np.int64)
    for _ in range(POINTS):  # every point divides at most once
        rounds = []
        for zeros, ones in HALVES:
            said = rule(depth[zeros], depth[ones], size[zeros], size[ones])
            after_zero, after_one = worst[zeros] + (said == 1), worst[ones] + (said == 0)
            rounds.append(np.where((zeros > 0) & (ones > 0), np.maximum(after_zero, after_one), 0))
        worst = np.max(rounds, axis=0)
    return worst


def first_of_each(*columns: np.ndarray) -> tuple[np.ndarray, list[int]]:
    """Return the different rows of values over non-empty classes, and the least class of each."""
    rows, first = np.unique(np.stack(columns, axis=1)[1:], axis=0, return_index=True)
    return rows, [int(number) + 1 for number in first]


@check("ABMS20-1.fn1", grade="exhaustive", quantifier="all 65,535 classes on 4 points, every strategy of the adversary",
       says="{the optimal algorithm's largest number of mistakes} equals {the Littlestone dimension}")
@sabotage("halving: the label of the larger half",
          lambda dims_zero, dims_one, sizes_zero, sizes_one: (sizes_one > sizes_zero).astype(int))
def standard_optimal_algorithm_makes_exactly_d_mistakes(rule=standard_optimal) -> Verdict:
    rows, numbers = first_of_each(mistakes_of(rule), littlestone_of_all_classes(POINTS))
    verdict = judge("==", ((c, int(m), int(d)) for (m, d), c in zip(rows, numbers, strict=True)))
    return counted(verdict, len(CLASSES) - 1)

def refutes_standard_optimal_algorithm_makes_exactly_d_mistakes(rule, number):
    def forced(functions: tuple[int, ...]) -> int:
        worst = 0
        for x in range(POINTS):
            halves = [tuple(f for f in functions if f >> x & 1 == bit) for bit in (0, 1)]
            if all(halves):
                told = [np.array([number]) for number in (*map(depth_by_definition, halves), *map(len, halves))]
                said = int(rule(*told)[0])
                worst = max(worst, *(forced(half) + (said != bit) for bit, half in enumerate(halves)))
        return worst

    everything = tuple(f for f in range(1 << POINTS) if number >> f & 1)
    return forced(everything) != depth_by_definition(everything)


def deterministic_value() -> np.ndarray:
    """Return the value of the game for every class: 5 rounds, any point, labels that some concept allows."""
    value = np.zeros(len(CLASSES), dtype=np.int64)
    for _ in range(POINTS + 1):
        rounds = []
        for zeros, ones in HALVES:
            costs = [[np.where(half > 0, value[half] + (said != bit), -1) for bit, half in enumerate((zeros, ones))]
                     for said in (0, 1)]
            rounds.append(np.minimum(*(np.maximum(*pair) for pair in costs)))
        value = np.max(rounds, axis=0)
    return value


@check("ABMS20-1.fn1", grade="exhaustive",
       quantifier="all 65,535 classes on 4 points, 5 rounds; every deterministic learner, every adversary",
       says="{the value of the mistake game} equals {the Littlestone dimension}")
@sabotage("the VC dimension", vc_of_all_classes)
def no_deterministic_learner_does_better(table=littlestone_of_all_classes) -> Verdict:
    rows, numbers = first_of_each(deterministic_value(), table(POINTS))
    verdict = judge("==", ((c, int(v), int(d)) for (v, d), c in zip(rows, numbers, strict=True)))
    return counted(verdict, len(CLASSES) - 1)

def refutes_no_deterministic_learner_does_better(table, number):
    def can_force(functions: tuple[int, ...], mistakes: int) -> bool:
        if mistakes == 0:
            return True
        halves = [[tuple(f for f in functions if f >> x & 1 == bit) for bit in (0, 1)] for x in range(POINTS)]
        return any(all(pair) and all(can_force(pair[1 - said], mistakes - 1) or can_force(pair[said], mistakes)
                                     for said in (0, 1)) for pair in halves)

    everything, claimed = tuple(f for f in range(1 << POINTS) if number >> f & 1), int(table(POINTS)[number])
    return not can_force(everything, claimed) or can_force(everything, claimed + 1)


@check("ABMS20-1.fn1", grade="exact", quantifier="all 65,535 classes on 4 points; every randomised learner",
       says="the expected mistakes of the best randomised learner are at least d/2 and at most d")
@sabotage("coins always save a tenth", (half_of_the_dimension, Fraction(9, 10)))
def with_coins_at_least_half_of_d_mistakes(ends=(half_of_the_dimension, Fraction(1))) -> Verdict:
    depth = littlestone_of_all_classes(POINTS)
    rows, numbers = first_of_each(depth, randomised_mistakes_of_all_classes(POINTS))
    found = [(c, int(d), Fraction(int(v), 1 << POINTS)) for (d, v), c in zip(rows, numbers, strict=True)]
    below = [((c, "at least"), ends[0](d), value) for c, d, value in found]
    above = [((c, "at most"), value, d * ends[1]) for c, d, value in found]
    return counted(judge("<=", [*below, *above]), len(CLASSES) - 1)

def refutes_with_coins_at_least_half_of_d_mistakes(ends, witness):
    def value(functions: tuple[int, ...]) -> Fraction:
        best = Fraction(0)
        for x in range(POINTS):
            halves = [tuple(f for f in functions if f >> x & 1 == bit) for bit in (0, 1)]
            if all(halves):
                a, b = map(value, halves)
                p = min(max((1 + b - a) / 2, Fraction(0)), Fraction(1))  # of predicting 1
                best = max(best, p + a, 1 - p + b)
        return best

    functions = tuple(f for f in range(1 << POINTS) if witness[0] >> f & 1)
    d, found = depth_by_definition(functions), value(functions)
    return ends[0](d) > found if witness[1] == "at least" else found > d * ends[1]


@check("ABMS20-1.fn1", grade="exact",
       quantifier="all classes on n = 1 to 4 points: the least and the largest value for dimension 1, 1/2 and 1 - 2^-n",
       says="the values of classes of dimension 1 range from 1/2 to 1 - 2^(-n), both attained")
@sabotage("always half of the dimension", (
    lambda n: littlestone_of_all_classes(n).astype(int) * 2 ** (n - 1), dearest_of_dimension_one))
@judged("==")
def dimension_one_costs_up_to_one(case=(randomised_mistakes_of_all_classes, dearest_of_dimension_one)):
    table, dearest = case
    for n in range(1, 5):
        values = table(n)[littlestone_of_all_classes(n) == 1]
        ends = Fraction(int(values.min()), 1 << n), Fraction(int(values.max()), 1 << n)
        yield n, ends, (Fraction(1, 2), dearest(n))

def refutes_dimension_one_costs_up_to_one(case, n):
    table, dearest = case
    spread = 1 | sum(1 << (1 << x) for x in range(n))  # the empty set and the points: a point more halves what is saved
    value = Fraction(0)
    for _ in range(n):
        value = (1 + value) / 2
    return not Fraction(int(table(n)[spread]), 1 << n) == value == dearest(n) or int(table(n)[0b11]) != 1 << (n - 1)


def binary_search_mistakes(most: int) -> list[int]:
    """Return, for thresholds with n = 0..most concepts left, the most mistakes of the standard optimal algorithm.

    A question splits n into m that say 0 and n - m that say 1, of dimensions ``floor(log m)`` and ``floor(log(n-m))``.
    """
    worst, logs = np.zeros(most + 1, dtype=np.int64), np.array([n.bit_length() - 1 for n in range(most + 1)])
    for n in range(2, most + 1):
        zeros = np.arange(1, n)
        said = predictions(most.bit_length())[logs[zeros] + 1, logs[n - zeros] + 1]
        worst[n] = np.maximum(worst[zeros] + (said == 1), worst[n - zeros] + (said == 0)).max()
    return [int(value) for value in worst]


@check("ABMS20-1.fn1", grade="exhaustive",
       quantifier="any 1 to 1,024 neighbouring thresholds on 2^10 points, every strategy of the adversary",
       says="{the optimal algorithm's largest number of mistakes} equals {floor(log n) for n thresholds}")
@sabotage("logarithm rounded up", lambda n: (n - 1).bit_length())
def binary_search_is_the_standard_optimal_algorithm_of_thresholds(logarithm=lambda n: n.bit_length() - 1) -> Verdict:
    worst = binary_search_mistakes(1024)
    return judge("==", ((n, worst[n], logarithm(n)) for n in range(1, 1025)))

def refutes_binary_search_is_the_standard_optimal_algorithm_of_thresholds(logarithm, n):
    def forced(left: int) -> int:
        return 0 if left < 2 else max(
            max(forced(m) + (said == 1), forced(left - m) + (said == 0)) for m in range(1, left)
            for said in [int(np.floor(np.log2(left - m)) > np.floor(np.log2(m)))])

    return n < 14 and forced(n) != logarithm(n)
