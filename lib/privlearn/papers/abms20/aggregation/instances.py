"""Pairs of classes: compositions, extremal tables, verifiers by definition, worst pairs on five to seven points."""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, counted, covering, judge
from privlearn.concepts import ConceptClass, aggregate
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.sweeps import (RULES, class_of_number, composed_masks, kept_pair_sweep,
                                         littlestone_of_all_classes, littlestone_of_masks, maximal_classes,
                                         maximal_on_five_points, one_mistake_classes, threshold_of_all_classes,
                                         threshold_of_masks, vc_of_all_classes)
from privlearn.dimensions.sweeps.numbers import renamings_of_all_classes
from privlearn.dimensions.sweeps.pairs import PairSweep
from privlearn.papers.by_definition import class_of, littlestone_by_definition, vc_by_definition

ALL = np.arange(1 << 16)


def on_all(relation: str, left: np.ndarray, right: np.ndarray) -> Verdict:
    """Judge two tables over all classes on four points entry by entry; the witness is the number of a class."""
    slack = np.broadcast_to(right, left.shape).astype(int) - left
    place = int((slack if relation == "<=" else -abs(slack))[1:].argmin()) + 1
    return counted(judge(relation, [(place, int(left[place]), int(left[place] + slack[place]))]), len(left) - 1)


def flipped(added: int) -> np.ndarray:
    """Return, for every class on four points, the number of the class of ``h xor added``."""
    return np.bitwise_or.reduce([(ALL >> f & 1) << (f ^ added) for f in range(16)])


def thresholds_by_definition(rows, strict: bool = False) -> int:
    """Return the largest t by trying all sequences of points, repetitions allowed."""
    points, longest = range(len(rows[0])), 0
    for t in range(1, len(rows) + 2):
        wanted = [tuple(int(i < j if strict else i <= j) for j in range(t)) for i in range(t)]
        if any({tuple(row[x] for x in chosen) for row in rows}.issuperset(wanted)
               for chosen in product(points, repeat=t)):
            longest = t
        else:
            break
    return longest


PAIRS = 16 * (2**16 - 1) ** 2
EVERY_PAIR = "all 65,535^2 pairs of classes on 4 points (3,983 first classes up to permutations), all 16 rules"
BY_DEFINITION: dict[str, Callable[[ConceptClass], int]] = {
    "littlestone": littlestone_by_definition, "vc": vc_by_definition,
    "threshold": lambda concepts: thresholds_by_definition(concepts.rows())}
Entry = tuple[int, int, int, int, int]  # rule, the two dimensions, the two classes


@cache
def sweep() -> PairSweep:
    """Return the extremal tables of all pairs."""
    return kept_pair_sweep()


def entries(name: str) -> Iterator[tuple[Entry, int]]:
    """Yield ((rule, d1, d2, two classes), the largest dimension of the composed class)."""
    for rule, one, two in product(range(16), range(5), range(5)):
        value, pair = sweep().entry(rule, name, one, two)
        if value >= 0:
            yield (rule, one, two, *pair), value


def composed_rows(rule: int, first: int, second: int, points: int = 4) -> list[tuple[int, ...]]:
    """Return the composed class, concept by concept from the definition."""
    rows = [[[f >> x & 1 for x in range(points)] for f in range(1 << points) if c >> f & 1] for c in (first, second)]
    return sorted({tuple(rule >> (2 * u + v) & 1 for u, v in zip(f, g, strict=True)) for f, g in product(*rows)})


def judge_table(name: str, bound, more: tuple[tuple[Any, int], ...] = ()) -> Verdict:
    """Judge a bound on the composed class's dimension for all pairs on four points and the given ones."""
    verdict = judge("<=", ((entry, value, bound(*entry[1:3])) for entry, value in (*entries(name), *more)))
    return covering(verdict, PAIRS + len(more))


def table_refuted(name: str) -> Callable[[Callable, Entry], bool]:
    """Return the verifier of a bound: compose the two classes and compute the dimension from its definition."""
    def refuted(bound, entry: Entry) -> bool:
        rule, one, two, *pair = entry
        points = 4 if max(pair) < 1 << 16 else 5
        composed = ConceptClass.from_matrix(composed_rows(rule, pair[0], pair[1], points))
        return BY_DEFINITION[name](composed) > bound(one, two)

    return refuted


def judge_values(name: str, value: Callable[[int, int, int], int]) -> Verdict:
    """Compare the extremal tables of all pairs on four points with a closed form in the rule and two dimensions."""
    return covering(judge("==", ((entry, largest, value(*entry[:3])) for entry, largest in entries(name))), PAIRS)


def values_refuted(name: str) -> Callable[[Callable, Entry], bool]:
    """Return the verifier of a closed form: the pair by its definition, or no pair of maximal classes reaches it."""
    def refuted(value, entry: Entry) -> bool:
        rule, one, two, *pair = entry
        stated = value(rule, one, two)
        found = BY_DEFINITION[name](ConceptClass.from_matrix(composed_rows(rule, *pair)))
        return found > stated or largest_by_maximal_classes(name, rule, one, two) < stated

    return refuted


def largest_by_maximal_classes(name: str, rule: int, one: int, two: int) -> int:
    """Return the largest dimension of a composition, from every maximal first class and all second ones."""
    table = {"littlestone": littlestone_of_all_classes, "vc": vc_of_all_classes,
             "threshold": threshold_of_all_classes}[name](4)
    seconds, best = ALL[(table <= two) & (ALL > 0)], -1
    for first in maximal_classes(table, one).tolist():
        made = np.zeros_like(seconds)
        for g in range(16):
            image = {sum((rule >> (2 * (f >> x & 1) + (g >> x & 1)) & 1) << x for x in range(4))
                     for f in range(16) if first >> f & 1}
            made |= np.where(seconds >> g & 1, sum(1 << h for h in image), 0)
        best = max(best, int(table[made].max(initial=-1)))
    return best


def depth_value(rule: int, one: int, two: int) -> int:
    """Return the largest Littlestone, and VC, dimension on four points: a union's, if the rule needs both arguments."""
    needs = [any(rule >> low & 1 != rule >> high & 1 for low, high in pairs)
             for pairs in (((0, 2), (1, 3)), ((0, 1), (2, 3)))]
    if all(needs):
        return min(4, one + two + (one > 0 and two > 0))
    return one if needs[0] else two if needs[1] else 0


def judge_entries(name: str, proved: Callable[[ConceptClass], int]) -> Verdict:
    """Compare every entry of the extremal table with a solver on its two witness classes."""
    def cases() -> Iterator[Any]:
        for (rule, one, two, first, second), value in entries(name):
            pair = class_of_number(first, 4), class_of_number(second, 4)
            found = proved(pair[0]), proved(pair[1]), proved(aggregate(rule, *pair))
            yield (rule, first, second, one, two, value), found, (one, two, value)

    return judge("==", cases())


def entries_refuted(name: str) -> Callable[[Callable[[ConceptClass], int], Any], bool]:
    """Return the verifier of a solver: the three dimensions from the definition."""
    def refuted(proved: Callable[[ConceptClass], int], witness) -> bool:
        rule, first, second = witness[:3]
        three = [class_of((4, first)), class_of((4, second)),
                 ConceptClass.from_matrix(composed_rows(rule, first, second))]
        return [proved(c) for c in three] != [BY_DEFINITION[name](c) for c in three]

    return refuted


def mask_partitions(points: int) -> Iterator[list[int]]:
    """Yield all partitions of the points into bit masks."""
    if points == 0:
        yield []
        return
    for rest in mask_partitions(points - 1):
        new = 1 << (points - 1)
        yield [*rest, new]
        yield from (rest[:i] + [part | new] + rest[i + 1:] for i, part in enumerate(rest))


AND = RULES["and"]
XOR = RULES["xor"]
AND_PARTS = 32


def worst_partner(rule: int, first: int, second: np.ndarray, points: int) -> tuple[int, int]:
    """Return the largest Littlestone dimension of a composition with one of many classes, and that class."""
    found = littlestone_of_masks(composed_masks(rule, first, second, points), points)
    return int(found.max()), int(second[int(found.argmax())])


@cache
def renamed_least() -> np.ndarray:
    """Return the maximal classes of dimension 2 on five points whose half at the last point is least in its orbit."""
    classes = maximal_on_five_points("littlestone", 2)
    return classes[renamings_of_all_classes(4).min(axis=0)[classes >> 16] == classes >> 16]


def depth_of_pair(rule: int, first: int, second: int, points: int) -> int:
    """Return the Littlestone dimension of a composition, both from their definitions."""
    rows = composed_rows(rule, first, second, points)
    return littlestone_by_definition(ConceptClass.from_matrix(rows))


def kind_of(number: int, points: int) -> tuple[int, ...]:
    """Return what a permutation of the points leaves of a majority changed on blocks: ones and zeros of each block."""
    functions = [f for f in range(1 << points) if number >> f & 1]
    majority = sum(1 << x for x in range(points) if 2 * sum(f >> x & 1 for f in functions) > len(functions))
    blocks = [f ^ majority for f in functions if f != majority]
    return tuple(sorted((block & majority).bit_count() * 8 + (block & ~majority).bit_count() for block in blocks))


@cache
def one_of_each_kind(points: int) -> list[int]:
    """Return one of each orbit of the maximal classes of dimension 1 under permutations of the points."""
    return sorted({kind_of(number, points): number for number in one_mistake_classes(points)}.values())


def around_zero(points: int) -> list[int]:
    """Return the maximal classes of dimension 1 whose majority is the function 0."""
    return [number for number in one_mistake_classes(points) if number & 1 and
            sum(f for f in range(1 << points) if number >> f & 1) == (1 << points) - 1]


def xor_on_seven_points(first: int, seconds: list[int]) -> tuple[int, int]:
    """Return the largest Littlestone dimension of an XOR, by the library's search, and the class that reaches it."""
    mine = [f for f in range(128) if first >> f & 1]
    best = (-1, 0)
    for second in seconds:
        functions = {f ^ g for f in mine for g in range(128) if second >> g & 1}
        rows = [[h >> x & 1 for x in range(7)] for h in sorted(functions)]
        best = max(best, (littlestone_dimension(ConceptClass.from_matrix(rows)), second))
    return best


SIX_PARTS = 24
Place = tuple[int, int, int]  # rule, number of points, which of the first classes
PLACES: list[Place] = [*((AND, 6, k) for k in range(SIX_PARTS)), (XOR, 6, 0), *((XOR, 7, k) for k in range(14))]


def places_judged(place: Place) -> tuple[list[tuple[int, int, int]], int]:
    """Return (first class, worst second class, dimension) for the first classes of a place, and the number of pairs."""
    rule, points, which = place
    if rule == AND:
        seconds = np.array(one_mistake_classes(6), dtype=np.uint64)
        firsts = one_of_each_kind(6)[which::SIX_PARTS]
    else:  # a change of sign of either class is one of the XOR
        chosen = {kind_of(number, points): number for number in around_zero(points)}
        firsts = list(chosen.values())[which::14] if points == 7 else list(chosen.values())
        seconds = np.array(around_zero(points), dtype=object if points == 7 else np.uint64)
    found = [worst_partner(rule, first, seconds, 6) if points == 6 else xor_on_seven_points(first, seconds.tolist())
             for first in firsts]
    return [(first, second, value) for first, (value, second) in zip(firsts, found, strict=True)], \
        len(firsts) * len(seconds)


def worst_thresholds(rule: int, one: int, two: int) -> tuple[int, int, int]:
    """Return the largest threshold dimension of a composition of maximal classes on five points, and a pair."""
    seconds, best = maximal_on_five_points("threshold", two), (-1, 0, 0)
    for first in maximal_on_five_points("threshold", one).tolist():
        found = threshold_of_masks(composed_masks(rule, first, seconds, 5))
        best = max(best, (int(found.max()), first, int(seconds[int(found.argmax())])))
    return best
