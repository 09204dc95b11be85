"""ABMS20, Section 4.1: the reduction of two classes to their union, and what it loses."""

from functools import cache
from itertools import product

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, sabotage
from privlearn.dimensions.sweeps import littlestone_of_all_classes
from privlearn.dimensions.sweeps.pairs import combined_class
from privlearn.papers.abms20.unions import claim

claim("ABMS20-4.1.reduction", kind="observation", uses=("ABMS20-2.def-G", "FX15-2.5.ldim"),
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
       says="G(H_1, H_2) is part of the class that G makes of two copies of the union of H_1 and H_2")
@sabotage("the intersection instead of the union", lambda c, d: c & d)
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

def refutes_composed_class_is_part_of_that_of_the_union(join, rule, c, d):

    def all_of(one: int, two: int) -> set[tuple[int, ...]]:
        pairs = product(*([f for f in range(8) if number >> f & 1] for number in (one, two)))
        return {tuple(rule >> (2 * (f >> x & 1) + (g >> x & 1)) & 1 for x in range(3)) for f, g in pairs}

    return not all_of(c, d) <= all_of(join(c, d), join(c, d))


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
       says="{the largest gain in dimension through the union} equals {min(2s + 1, 3, 6 - s) for s = d_1 + d_2}")
@sabotage("the reduction loses at most one dimension", lambda s: min(1, 6 - s))
def largest_loss_of_the_reduction(value=lambda s: min(2 * s + 1, 3, 6 - s)) -> Verdict:
    found = [(s, price(s)) for s in range(7)]
    return judge("==", (((s, pair), gain, value(s)) for s, (gain, pair) in found))

def refutes_largest_loss_of_the_reduction(value, witness):
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
