"""ABMS20, Section 4.1: threshold dimension under union (Observation 4.1), and the reduction to one class."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import numpy as np

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass
from privlearn.dimensions import is_threshold_sequence, threshold_dimension, threshold_sequence
from privlearn.dimensions.all_classes import class_of_number, threshold_of_all_classes
from privlearn.dimensions.pair_sweeps import combined_class
from privlearn.dimensions.small_tables import littlestone_of_all_classes
from privlearn.dimensions.unions import Ladder, ladder_classes, maximal_classes, split_ladder

PAGE = "closure/unions"
SECTION = "4.1 Closure under unions"
Pair = tuple[ConceptClass, ConceptClass]

claim("ABMS20-4.1", kind="observation", section=SECTION, page=PAGE, uses=("ABMS20-2.def-T",),
      title="The threshold dimension of a union is at most the sum of the threshold dimensions, and this is tight",
      note="For all pairs of classes on 4 points it is enough to look at classes to which no function can be added "
           "without a larger dimension, since the dimension is monotone; the extremal table min(4, t1 + t2) is "
           "checked with equality.")


def members(number: int) -> list[int]:
    """Return the functions of a class on 4 points."""
    return [f for f in range(16) if number >> f & 1]


def longest_ladder(functions: list[int]) -> int:
    """Return the threshold dimension of functions on 4 points, from the definition."""
    def longer(chosen: tuple[tuple[int, int], ...]) -> int:
        fits = [(h, x) for h in functions for x in range(4) if h >> x & 1
                and all(g >> x & 1 and not h >> y & 1 for g, y in chosen)]
        return max((1 + longer((*chosen, step)) for step in fits), default=0)

    return longer(())


def extremal(dimension: np.ndarray, first: int, second: int) -> tuple[int, tuple[int, int]]:
    """Return the largest dimension of a union of classes of at most these dimensions, and a pair that has it."""
    one, two = maximal_classes(dimension, first), maximal_classes(dimension, second)
    table = dimension[one[:, None] | two[None, :]]
    i, j = np.unravel_index(int(table.argmax()), table.shape)
    return int(table[i, j]), (int(one[i]), int(two[j]))


@check("ABMS20-4.1", grade="exhaustive", quantifier="all 2^32 pairs of classes on 4 points, the empty class included",
       fingerprint=lambda bound: [bound(s, t) for s in range(5) for t in range(5)])
def threshold_dimension_of_a_union_is_at_most_the_sum(bound=lambda s, t: s + t) -> Verdict:
    table = threshold_of_all_classes(4)
    found = [((s, t), extremal(table, s, t)) for s in range(5) for t in range(s, 5)]
    return counted(judge("<=", ((pair, value, bound(s, t)) for (s, t), (value, pair) in found)), 1 << 32)


@threshold_dimension_of_a_union_is_at_most_the_sum.verifier
def _(bound, witness):
    one, two = map(members, witness)
    return longest_ladder(sorted({*one, *two})) > bound(longest_ladder(one), longest_ladder(two))

threshold_dimension_of_a_union_is_at_most_the_sum.sabotage("max(t1, t2) + 1", lambda s, t: max(s, t) + 1)


@check("ABMS20-4.1", grade="exhaustive", quantifier="all t1, t2 <= 4 and all pairs of classes on 4 points",
       fingerprint=lambda bound: [bound(s, t) for s in range(5) for t in range(5)])
def largest_threshold_dimension_on_four_points(value=lambda s, t: min(4, s + t)) -> Verdict:
    table = threshold_of_all_classes(4)
    return judge("==", (((s, t), extremal(table, s, t)[0], value(s, t)) for s in range(5) for t in range(5)))


@largest_threshold_dimension_on_four_points.verifier
def _(value, witness):
    s, t = witness  # the first rows of a staircase on 4 points, and the rows after them
    stairs = [15 & ~((1 << i) - 1) for i in range(4)]
    one, two = stairs[:s], stairs[s:s + t]
    return longest_ladder(one) <= s and longest_ladder(two) <= t and longest_ladder([*one, *two]) > value(s, t)

largest_threshold_dimension_on_four_points.sabotage(
    "one less where both are positive", lambda s, t: min(4, s + t - (s > 0 and t > 0)))


@check("ABMS20-4.1", grade="exhaustive",
       quantifier="a longest ladder of every class on 3 points, and all ways to say which steps are of the first class",
       fingerprint=lambda split: [split(((0, 0), (1, 1), (2, 2)), bit(mask)) for mask in range(8)])
def both_parts_of_a_ladder_are_ladders(split=split_ladder) -> Verdict:
    return judge("==", (((c, mask), parts_are_right(split, c, mask), True)
                        for c in range(1, 256) for mask in range(1 << int(threshold_of_all_classes(3)[c]))))


def bit(mask: int) -> Callable[[int], bool]:
    """Return the test whether a number is in a set."""
    return lambda number: bool(mask >> number & 1)


def membership(ladder: Ladder, mask: int) -> Callable[[int], bool]:
    """Return the test whether a concept is one of the steps whose bits are set."""
    chosen = {concept for i, (concept, _) in enumerate(ladder) if mask >> i & 1}
    return lambda concept: concept in chosen


def parts_are_right(split: Callable, c: int, mask: int) -> bool:
    """Are both parts ladders, with concepts of their own class, and as long together as the whole?"""
    concepts = class_of_number(c, 3)
    ladder = threshold_sequence(concepts)
    parts, first = split(ladder, membership(ladder, mask)), membership(ladder, mask)
    return (all(is_threshold_sequence(part, concepts) for part in parts if part)
            and [first(h) for h, _ in parts[0]] + [not first(h) for h, _ in parts[1]] == [True] * len(ladder))


@both_parts_of_a_ladder_are_ladders.verifier
def _(split, witness):
    c, mask = witness
    functions = [f for f in range(8) if c >> f & 1]
    ladder = threshold_sequence(class_of_number(c, 3))
    chosen = [ladder[i] for i in range(len(ladder)) if mask >> i & 1]
    parts = split(ladder, lambda concept: concept in [h for h, _ in chosen])
    broken = any((functions[part[i][0]] >> part[j][1] & 1) != (i <= j)
                 for part in parts for i in range(len(part)) for j in range(len(part)))
    return broken or set(parts[0]) != set(chosen) or set(parts[1]) != set(ladder) - set(chosen)

both_parts_of_a_ladder_are_ladders.sabotage("the second part is read backwards",
    lambda ladder, first: (split_ladder(ladder, first)[0], split_ladder(ladder, first)[1][::-1]))


@check("ABMS20-4.1", grade="exact", quantifier="all t1, t2 <= 8, and t1 = t2 = 64",
       fingerprint=lambda make: [c.rows() for c in make(2, 3)])
def ends_of_a_staircase_attain_the_bound(make=ladder_classes) -> Verdict:
    def dimensions(s: int, t: int) -> tuple[int, int, int]:
        one, two = make(s, t)
        return threshold_dimension(one), threshold_dimension(two), threshold_dimension(one.union(two))

    sizes = [*product(range(1, 9), repeat=2), (64, 64)]
    return judge("==", ((size, dimensions(*size), (*size, sum(size))) for size in sizes))


@ends_of_a_staircase_attain_the_bound.verifier
def _(make, witness):
    s, t = witness  # a class of n concepts has dimension at most n
    one, two = make(s, t)
    return len(set(one.rows())) < s or len(set(two.rows())) < t or len({*one.rows(), *two.rows()}) < s + t


@ends_of_a_staircase_attain_the_bound.sabotage("the two ends overlap in one step")
def _():
    def overlapping(first: int, second: int) -> Pair:
        stairs = np.triu(np.ones((first + second, first + second), dtype=np.uint8))
        return ConceptClass.from_matrix(stairs[:first]), ConceptClass.from_matrix(stairs[first - 1:-1])

    return overlapping


claim("ABMS20-4.1.reduction", kind="observation", section=SECTION, page=PAGE, uses=("ABMS20-2.def-G",),
      title="The class composed of H_1, ..., H_k is part of the class composed of k copies of their union")


@cache
def composed(rule: int, points: int = 3) -> np.ndarray:
    """Return the numbers of the composed classes of all pairs of classes."""
    size, functions = 1 << (1 << points), range(1 << points)
    numbers, found = np.arange(size), np.zeros((size, size), dtype=np.int64)
    for f, g in product(functions, repeat=2):
        image = combined_class(rule, 1 << f, 1 << g, points)
        found |= (numbers >> f & 1)[:, None] * (numbers >> g & 1)[None, :] * image
    return found


@check("ABMS20-4.1.reduction", grade="exhaustive",
       quantifier="k = 2: all 2^16 pairs of classes on 3 points, all 16 rules",
       fingerprint=lambda join: [join(c, d) for c in range(8) for d in range(8)])
def composed_class_is_part_of_that_of_the_union(join=lambda c, d: c | d) -> Verdict:
    numbers = np.arange(256)
    whole = np.array([[join(c, d) for d in range(256)] for c in range(256)])
    cases = []
    for rule in range(16):
        table = composed(rule)
        outside = table & ~np.diagonal(table)[whole]
        c, d = np.unravel_index(int((outside != 0).argmax()), outside.shape)
        cases.append(((rule, int(numbers[c]), int(numbers[d])), int(outside[c, d]), 0))
    return counted(judge("==", cases), 16 << 16)


@composed_class_is_part_of_that_of_the_union.verifier
def _(join, witness):
    rule, c, d = witness

    def all_of(one: int, two: int) -> set[tuple[int, ...]]:
        pairs = product(*([f for f in range(8) if number >> f & 1] for number in (one, two)))
        return {tuple(rule >> (2 * (f >> x & 1) + (g >> x & 1)) & 1 for x in range(3)) for f, g in pairs}

    return not all_of(c, d) <= all_of(join(c, d), join(c, d))

composed_class_is_part_of_that_of_the_union.sabotage("the intersection instead of the union", lambda c, d: c & d)


def price(total: int) -> tuple[int, tuple[int, int, int]]:
    """Return the largest gain in Littlestone dimension over all rules and pairs with d1 + d2 = total, and where."""
    depth = littlestone_of_all_classes(3).astype(int)
    one, two = np.arange(256)[:, None], np.arange(256)[None, :]
    allowed = (depth[one] + depth[two] == total) & (one > 0) & (two > 0)
    best = (-1, (0, 0, 0))
    for rule in range(16):
        table = composed(rule)
        gain = np.where(allowed, depth[table[one | two, one | two]] - depth[table], -1)
        c, d = np.unravel_index(int(gain.argmax()), gain.shape)
        best = max(best, (int(gain[c, d]), (rule, int(c), int(d))))
    return best


@check("ABMS20-4.1.reduction", grade="exhaustive",
       quantifier="what the reduction loses: all pairs of non-empty classes on 3 points, all 16 rules, by d1 + d2",
       fingerprint=lambda value: [value(s) for s in range(7)])
def largest_loss_of_the_reduction(value=lambda s: min(2 * s + 1, 3, 6 - s)) -> Verdict:
    found = [(s, price(s)) for s in range(7)]
    return judge("==", (((s, pair), gain, value(s)) for s, (gain, pair) in found))


@largest_loss_of_the_reduction.verifier
def _(value, witness):
    s, (rule, c, d) = witness

    def depth(rows: set[int]) -> int:
        halves = [[{f for f in rows if f >> x & 1 == b} for b in (0, 1)] for x in range(3)]
        return max((1 + min(map(depth, pair)) for pair in halves if all(pair)), default=min(len(rows), 1) - 1)

    def of(number: int) -> set[int]:
        return {f for f in range(8) if number >> f & 1}

    def all_of(one: set[int], two: set[int]) -> set[int]:
        return {sum((rule >> (2 * (f >> x & 1) + (g >> x & 1)) & 1) << x for x in range(3)) for f in one for g in two}

    one, two = of(c), of(d)
    gain = depth(all_of(one | two, one | two)) - depth(all_of(one, two))
    return depth(one) + depth(two) == s and gain > value(s)

largest_loss_of_the_reduction.sabotage("the reduction loses at most one dimension", lambda s: min(1, 6 - s))
