"""ABMS20, Section 1: the routines that work on many classes at once, with and without compilation."""

from dataclasses import replace
from functools import partial
from itertools import combinations, permutations, product

import numpy as np

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.concepts import ConceptClass
from privlearn.dimensions.sweeps import (class_of_number, classes_up_to_renaming, composed_masks, five_point_census,
                                         littlestone_of_all_classes, littlestone_of_masks, sweep_pairs,
                                         threshold_of_all_classes, threshold_of_masks, vc_of_all_classes)
from privlearn.dimensions.sweeps.five_points import Census, dimensions_of_row
from privlearn.dimensions.sweeps.numbers import number_of_class
from privlearn.dimensions.sweeps.pairs import PairSweep
from privlearn.dimensions.sweeps.places import Place, place_of
from privlearn.papers.abms20.all_classes.instances import Masks
from privlearn.papers.abms20.all_classes.tables import patterns_of_sets, three_by_definition


def spread(classes: np.ndarray, places: tuple[int, ...], points: int, rest: Masks) -> np.ndarray:
    """Put classes on four points at four of more points, with each of some functions on the others."""
    found = np.zeros(len(classes), dtype=np.uint64)
    for f in range(16):
        here = sum(1 << p for x, p in enumerate(places) if f >> x & 1)
        for other in rest:
            found |= (classes >> f & 1).astype(np.uint64) << np.uint64(here | other)
    return found


@check("ABMS20-1.engine", grade="exhaustive",
       quantifier="one class of each of the 3,984 orbits on 4 points, at every 4 of 5 and of 6 points, with the value "
                  "0 at the others (the same dimension) and with all values there (one more for each)",
       says="the dimension of many classes at once on 5 and 6 points is that of 4 points and what the others add")
@verifier(lambda found, points, mask: int(found(np.array([mask], dtype=np.uint64), points)[0]) !=
          (three_by_definition(points, mask)[0] if mask else -1))
@sabotage("only the halves at the last point",
          lambda masks, n: 1 + np.minimum(
    *(littlestone_of_masks(part, n) for part in divmod(masks, np.array(1 << (1 << n - 1), dtype=masks.dtype)))))
@sabotage("the empty class has dimension 0", lambda masks, n: np.maximum(littlestone_of_masks(masks, n), 0))
@judged("==")
def dimensions_of_many_classes_at_once(found=littlestone_of_masks):
    classes = classes_up_to_renaming(4)[0]
    depth = littlestone_of_all_classes(4)[classes]
    for n in (5, 6):
        for places in combinations(range(n), 4):
            others = [1 << x for x in range(n) if x not in places]
            for rest, more in (((0,), 0), (tuple({0, *others, sum(others)}), n - 4)):
                masks = spread(classes, places, n, rest)
                left, right = found(masks, n), np.where(classes > 0, depth + more, -1)
                at = int(np.argmax(left != right))
                yield (n, int(masks[at])), int(left[at]), int(right[at])


def composed_by_definition(rule: int, first: int, second: int, points: int) -> int:
    """Return the mask of ``G(H1, H2)``, each of G's four entries of value 1 read as an AND of bits."""
    full, found = (1 << points) - 1, 0
    for f in (f for f in range(full + 1) if first >> f & 1):
        for g in (g for g in range(full + 1) if second >> g & 1):
            parts = full ^ (f | g), g & ~f, f & ~g, f & g
            found |= 1 << sum(part for entry, part in enumerate(parts) if rule >> entry & 1)
    return found


@check("ABMS20-1.engine", grade="exhaustive", quantifier="all 16 rules, all pairs of classes of one function on 5 "
       "points; on 6 points 8 first ones; the class of two functions and the second ones' union with them",
       says="the composition of one class with many at once has the functions that the definition gives")
@verifier(lambda composed, rule, first, second, points: composed_by_definition(rule, first, second, points) !=
          int(composed(rule, first, np.array([second], dtype=np.uint64), points)[0]))
@sabotage("the two arguments of the rule exchanged", lambda rule, first, second, n: composed_masks(
    rule & 9 | rule >> 1 & 2 | rule << 1 & 4, first, second, n))
@sabotage("the last point keeps the second function's value", lambda rule, first, second, n: composed_masks(
    rule, sum({1 << (f | 1 << n - 1) for f in range(1 << n) if first >> f & 1}), second, n))
@judged("==")
def compositions_of_many_classes_at_once(composed=composed_masks):
    for n, step in ((5, 1), (6, 9)):
        firsts = [*(1 << f for f in range(0, 1 << n, step)), 1 << 3 | 1 << (1 << n) - 2]
        seconds = [*(1 << f for f in range(1 << n)), 2 | 1 << (1 << n) - 1]
        for rule in range(16):
            for first in firsts:
                found = composed(rule, first, np.array(seconds, dtype=np.uint64), n).tolist()
                for second, mask in zip(seconds, found, strict=True):
                    yield (rule, first, second, n), mask, composed_by_definition(rule, first, second, n)


def vc_of_masks(words: np.ndarray) -> np.ndarray:
    """Return the VC dimensions of classes on five points by trying all patterns on all sets of points."""
    found = np.full(len(words), -1)
    for size in range(6):
        for patterns in patterns_of_sets(5, size):
            found[np.all([words & np.uint64(mask) != 0 for mask in patterns], axis=0)] = size
    return found


ROWS, WEIGHTS = (0x1BF, 0, 0xFFFF), (12, 1, 1)


plain_census = partial(five_point_census, compiled=False)  # as where nothing is compiled: in a browser


def census_of_masks(high: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of classes and the least class of every cell of a row, by routines that know no rows."""
    masks = (np.arange(1 << 16, dtype=np.uint64) | np.uint64(high << 16))[int(high == 0):]
    cells = [row.astype(np.intp) for row in (littlestone_of_masks(masks, 5), vc_of_masks(masks),
                                             threshold_of_masks(masks))]
    counts, least = np.zeros((6, 6, 6), dtype=np.int64), np.zeros((6, 6, 6), dtype=np.int64)
    np.add.at(counts, tuple(cells), 1)
    least[tuple(row[::-1] for row in cells)] = masks[::-1].astype(np.int64)  # the least is written last
    return counts, least


@check("ABMS20-1.engine", grade="exhaustive",
       quantifier="all classes on 5 points with three upper halves of weights 12, 1 and 1",
       says="{the census of a cell, with its least class,} is {what classes one by one give}")
@sabotage("the weights are not read", lambda high, weights: plain_census(high))
@judged("==")
def census_without_compilation(census=plain_census):
    yield from cells_of_few_rows(census)


def cells_of_few_rows(census):
    """Yield (cell, what a census says of it, what classes one by one give)."""
    rows = [census_of_masks(high) for high in ROWS]
    counts = np.sum([weight * row for weight, (row, _) in zip(WEIGHTS, rows, strict=True)], axis=0)
    least = np.array([np.where(row == 0, 1 << 32, row) for _, row in rows]).min(axis=0) % (1 << 32)
    found = census(ROWS, WEIGHTS)
    for cell in np.ndindex(6, 6, 6):
        yield cell, (int(found.counts[cell]), int(found.examples[cell])), (int(counts[cell]), int(least[cell]))


def is_wrong_cell(census, cell: tuple[int, ...]) -> bool:
    """Decide by the tables of halves whether a census is wrong in a cell."""
    found, low = census(ROWS, WEIGHTS), np.arange(1 << 16)
    here = [(high << 16, weight, np.flatnonzero(np.all([d == c for d, c in zip(dimensions_of_row(high, low), cell,
                                                                               strict=True)], axis=0)))
            for high, weight in zip(ROWS, WEIGHTS, strict=True)]
    return (int(found.counts[cell]), int(found.examples[cell])) != (
        sum(weight * len(members) for _, weight, members in here),
        min((int(high + members[0]) for high, _, members in here if len(members)), default=0))

refutes_census_without_compilation = is_wrong_cell


@census_without_compilation.corrupted("the largest class of a cell in place of the least")
def largest_class_cell_place_least(high, weights):
    right = plain_census(high, weights)
    low, rows = np.arange(1 << 16), right.examples.copy()
    for h in sorted(high):
        rows[tuple(row[h == 0:].astype(np.intp) for row in dimensions_of_row(h, low))] = low[h == 0:] | h << 16
    return Census(right.counts, rows)


@check("ABMS20-1.engine", grade="exhaustive", quantifier="all classes on 5 points with three upper halves of weights "
       "12, 1 and 1; compiled where that is possible",
       says="{the census of a cell, with its least class,} is {what classes one by one give}")
@verifier(is_wrong_cell)
@sabotage("the weights are not read", lambda high, weights: five_point_census(high))
@sabotage("the weights in the other order", lambda high, weights: five_point_census(high, weights[::-1]))
@judged("==")
def census_as_the_tables_are_made(census=five_point_census):
    yield from cells_of_few_rows(census)


FIRSTS, SOME_RULES = [2, 0b110, 0x8116, 0xFFFF, 1, 0x1BF], [1, 4, 6, 13]
plain_sweep = partial(sweep_pairs, compiled=False)
TABLES = littlestone_of_all_classes, vc_of_all_classes, threshold_of_all_classes


def composed_with_all(rule: int, first: int) -> np.ndarray:
    """Return the compositions of one class on four points with all: the functions on five that are 0 at the fifth."""
    found = composed_masks(rule, first, np.arange(1 << 16), 5)
    return (found >> np.uint64(16) * np.uint64(rule & 1)).astype(np.intp)


def reaches(sweep: PairSweep, place: tuple[int, ...]) -> bool:
    """Decide whether an entry is met by its pair of classes, which have the dimensions of its row and column."""
    rule, d, row, column = place
    (one, two), table = sweep.witnesses[place].tolist(), TABLES[d](4)
    value = composed_by_definition(sweep.rules[rule], one, two, 4)
    return two > 0 and (table[one], table[two], table[value]) == (row, column, sweep.largest[place])


@check("ABMS20-1.engine", grade="exhaustive",
       quantifier="4 rules, 6 first classes, all 65,535 second classes on 4 points",
       says="an entry is the largest dimension of a composition and is reached by its pair, or -1 for no pair")
@sabotage("the second class in place of the composition", lambda rules, first: replace(
    plain_sweep([0b1010] * len(rules), first), rules=tuple(rules)))
@sabotage("the last of the first classes left out", lambda rules, first: plain_sweep(rules, first[:-1]))
@judged("==")
def sweep_of_pairs_without_compilation(sweep=plain_sweep):
    yield from entries_of_some_rules(sweep)


def entries_of_some_rules(sweep):
    """Yield (entry, what a sweep says and whether its pair reaches it, the largest dimension and True)."""
    right = np.full((len(SOME_RULES), 3, 5, 5), -1)
    for (r, rule), first in product(enumerate(SOME_RULES), FIRSTS):
        composed = composed_with_all(rule, first)[1:]
        for d, table in enumerate(made(4) for made in TABLES):
            np.maximum.at(right[r, d, table[first]], table[1:].astype(np.intp), table[composed])
    found = sweep(SOME_RULES, FIRSTS)
    for place in np.ndindex(*right.shape):
        entry = int(found.largest[place])
        yield place, (entry, entry < 0 or reaches(found, place)), (int(right[place]), True)


def is_wrong_entry(sweep, witness: tuple[int, ...]) -> bool:
    """Decide by composing functions of all classes of the row and the column whether a sweep is wrong in an entry."""
    rule, d, row, column = witness
    found, table = sweep(SOME_RULES, FIRSTS), TABLES[d](4)
    entry = int(found.largest[rule, d, row, column])
    if entry >= 0 and not reaches(found, witness):
        return True
    images = np.array([[composed_by_definition(SOME_RULES[rule], 1 << f, 1 << g, 4) for g in range(16)]
                       for f in range(16)])
    best = -1
    for first in (c for c in FIRSTS if table[c] == row):
        rows = np.bitwise_or.reduce(images[[f for f in range(16) if first >> f & 1]])
        seconds = np.flatnonzero(table == column)
        whole = np.bitwise_or.reduce([np.where(seconds >> g & 1, rows[g], 0) for g in range(16)])
        best = max(best, int(table[whole[seconds > 0]].max(initial=-1)))
    return entry != best

refutes_sweep_of_pairs_without_compilation = is_wrong_entry


@check("ABMS20-1.engine", grade="exhaustive",
       quantifier="4 rules, 6 first classes, all 65,535 second classes on 4 points; compiled where that is possible",
       says="an entry is the largest dimension of a composition and is reached by its pair, or -1 for no pair")
@verifier(is_wrong_entry)
@sabotage("the rules in the other order", lambda rules, first: sweep_pairs(rules[::-1], first))
@sabotage("the last of the first classes left out", lambda rules, first: sweep_pairs(rules, first[:-1]))
@judged("==")
def sweep_of_pairs_as_the_tables_are_made(sweep=sweep_pairs):
    yield from entries_of_some_rules(sweep)


def renamed(number: int, points: int, order: tuple[int, ...]) -> int:
    """Return the class whose point ``order[x]`` is point x of the class with a number."""
    return sum(1 << sum((f >> x & 1) << y for x, y in enumerate(order)) for f in range(1 << points) if number >> f & 1)


def stands_there(concepts: ConceptClass, found: Place) -> bool:
    """Decide by moving columns whether a class stands where it is said to."""
    moved = [number_of_class(ConceptClass.from_matrix(concepts.matrix[:, list(p)]))
             for p in permutations(range(concepts.size))]
    there = number_of_class(ConceptClass.from_matrix(concepts.matrix[:, np.argsort(found.order)]))
    return (int(classes_up_to_renaming(concepts.size)[0][found.place]), there, found.orbit) == (
        min(moved), min(moved), len(set(moved)))


@check("ABMS20-1.engine", grade="exhaustive", quantifier="all 3 + 15 + 255 non-empty classes on 1 to 3 points",
       says="the place of a class is that of the least renamed one, which its order leads to, with their number")
@verifier(lambda place, n, number: not stands_there(class_of_number(number, n), place(class_of_number(number, n))))
@sabotage("places counted without the empty class", lambda c: replace(place_of(c), place=place_of(c).place - 1))
@sabotage("the order read backwards", lambda c: replace(place_of(c), order=place_of(c).order[::-1]))
@judged("==")
def places_are_those_of_the_least_renamed_classes(place=place_of):
    for n in (1, 2, 3):
        images = {number: sorted({renamed(number, n, order) for order in permutations(range(n))})
                  for number in range(1, 1 << (1 << n))}
        least = [0, *sorted({same[0] for same in images.values()})]
        for number, same in images.items():
            found = place(class_of_number(number, n))
            yield ((n, number), (found.place, renamed(number, n, found.order), found.orbit),
                   (least.index(same[0]), same[0], len(same)))
