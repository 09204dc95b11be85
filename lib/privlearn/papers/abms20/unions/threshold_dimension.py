"""ABMS20, Section 4.1: Observation 4.1, the threshold dimension of a union of two classes."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, covering, judge, judged, sabotage
from privlearn.concepts import ConceptClass
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import ladder_classes
from privlearn.dimensions.sweeps import (maximal_classes, maximal_on_five_points, threshold_of_all_classes,
                                         threshold_of_masks)
from privlearn.exact.formulas import Value, formula
from privlearn.papers.abms20.unions import claim
from privlearn.papers.by_definition import longest_ladder


def bit(mask: int) -> Callable[[int], bool]:
    return lambda number: bool(mask >> number & 1)


def members(number: int, points: int = 4) -> list[int]:
    return [f for f in range(1 << points) if number >> f & 1]


def extremal(dimension: np.ndarray, first: int, second: int) -> tuple[int, tuple[int, int]]:
    """Return the largest dimension of a union of classes of at most these dimensions, and a pair that has it."""
    one, two = maximal_classes(dimension, first), maximal_classes(dimension, second)
    table = dimension[one[:, None] | two[None, :]]
    i, j = np.unravel_index(int(table.argmax()), table.shape)
    return int(table[i, j]), (int(one[i]), int(two[j]))


Pair = tuple[ConceptClass, ConceptClass]


@formula("at most", corners={"t_1": (0, 1, 4), "t_2": (0, 2)})
def sum_of_both(t_1: int, t_2: int) -> Value:
    return t_1 + t_2


@formula("equals", corners={"t_1": (0, 1, 4), "t_2": (0, 2)})
def largest_on_four_points(t_1: int, t_2: int) -> Value:
    return min(4, t_1 + t_2)


claim("ABMS20-4.1", kind="observation", uses=("ABMS20-2.def-T",), formulas=(sum_of_both, largest_on_four_points),
      title="The threshold dimension of a union is at most the sum of the threshold dimensions, and this is tight",
      note="For all pairs of classes on 4 points it is enough to look at classes to which no function can be added "
           "without a larger dimension, since the dimension is monotone; the extremal table min(4, t1 + t2) is "
           "checked with equality.")


@check("ABMS20-4.1", grade="exhaustive", quantifier="all 2^32 pairs of classes on 4 points, the empty class included",
       says="{the largest threshold dimension of a union} is at most {t_1 + t_2}")
def threshold_dimension_of_a_union_is_at_most_the_sum(bound=sum_of_both) -> Verdict:
    table = threshold_of_all_classes(4)
    found = [((s, t), extremal(table, s, t)) for s in range(5) for t in range(s, 5)]
    return covering(judge("<=", ((pair, value, bound(s, t)) for (s, t), (value, pair) in found)), 1 << 32)

def refutes_threshold_dimension_of_a_union_is_at_most_the_sum(bound, witness):
    one, two = map(members, witness)
    return longest_ladder([*one, *two]) > bound(longest_ladder(one), longest_ladder(two))


@check("ABMS20-4.1", grade="exhaustive", quantifier="all t1, t2 <= 4 and all pairs of classes on 4 points",
       says="{the largest threshold dimension of a union} equals {min(4, t_1 + t_2)}")
def largest_threshold_dimension_on_four_points(value=largest_on_four_points) -> Verdict:
    table = threshold_of_all_classes(4)
    return judge("==", (((s, t), extremal(table, s, t)[0], value(s, t)) for s in range(5) for t in range(5)))

def refutes_largest_threshold_dimension_on_four_points(value, witness):
    s, t = witness  # the first rows of a staircase on 4 points, and the rows after them
    stairs = [15 & ~((1 << i) - 1) for i in range(4)]
    one, two = stairs[:s], stairs[s:s + t]
    return longest_ladder(one) <= s and longest_ladder(two) <= t and longest_ladder([*one, *two]) != value(s, t)


def two_ends_overlap_one_step(first: int, second: int) -> Pair:
    stairs = np.triu(np.ones((first + second, first + second), dtype=np.uint8))
    return ConceptClass.from_matrix(stairs[:first]), ConceptClass.from_matrix(stairs[first - 1:-1])


@check("ABMS20-4.1", grade="exact", against="optimum", quantifier="all t1, t2 <= 8, and t1 = t2 = 64",
       says="the two classes have threshold dimensions t_1 and t_2, and their union has t_1 + t_2")
@sabotage("the two ends overlap in one step", (two_ends_overlap_one_step, sum_of_both))
@judged("==")
def ends_of_a_staircase_attain_the_bound(case=(ladder_classes, sum_of_both)) -> Iterator[Any]:
    for s, t in (*product(range(1, 9), repeat=2), (64, 64)):
        one, two = case[0](s, t)
        yield (s, t), tuple(map(threshold_dimension, (one, two, one.union(two)))), (s, t, case[1](s, t))

def refutes_ends_of_a_staircase_attain_the_bound(case, s, t):
    one, two = (c.rows() for c in case[0](s, t))
    rows = sorted({*one, *two}, reverse=True)  # n concepts have dimension at most n, and n if they are a ladder
    ladder = all(row[j] == (i <= j) for i, row in enumerate(rows) for j in range(len(rows)))
    return len(set(one)) < s or len(set(two)) < t or ladder and len(rows) != case[1](s, t)


@check("ABMS20-4.1", grade="exhaustive", against="optimum",
       quantifier="all pairs of classes of threshold dimension at most 1 or 2 on 5 points (52 and 238 maximal ones)",
       says="{the largest threshold dimension of a union} equals {t_1 + t_2}")
def largest_threshold_dimension_of_a_union_on_five_points(value=sum_of_both) -> Verdict:
    def cases() -> Iterator[Any]:
        for s, t in ((1, 1), (1, 2), (2, 2)):
            seconds, best = maximal_on_five_points("threshold", t), (-1, 0, 0)
            for first in maximal_on_five_points("threshold", s).tolist():
                found = threshold_of_masks(seconds | first)
                best = max(best, (int(found.max()), first, int(seconds[int(found.argmax())])))
            yield (s, t, *best[1:]), best[0], value(s, t)

    return counted(judge("==", cases()), 52 * 52 + 52 * 238 + 238 * 238)

def refutes_largest_threshold_dimension_of_a_union_on_five_points(value, s, t, first, second):
    one, two = members(first, 5), members(second, 5)
    reached = longest_ladder(one, 31) <= s and longest_ladder(two, 31) <= t and longest_ladder(
        one + two, 31) > value(s, t)
    return reached or value(s, t) > s + t  # more than the sum is impossible
