"""ABMS20, Section 1: tables of small classes and families of them, beside plain lists."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, reduce
from itertools import combinations, permutations, product
from operator import and_
from typing import Any

import numpy as np

from privlearn.checking import check, judged, sabotage, verifier
from privlearn.concepts import all_classes, classes_up_to_symmetry
from privlearn.concepts.symmetry import cube_symmetries, moved
from privlearn.dimensions.sweeps import (blocks_of_all_classes, class_of_number, composed_masks, count_up_to_symmetry,
                                         dimensions_on_five_points, largest_on_five_points, littlestone_of_all_classes,
                                         littlestone_of_masks, maximal_classes, maximal_on_five_points,
                                         one_mistake_classes, threshold_of_all_classes, threshold_of_masks,
                                         unions_of_all_classes, vc_of_all_classes)
from privlearn.dimensions.sweeps.four_points import (chains_of_all_classes, class_sizes, classes_on, largest_set,
                                                     sets_with_all_ones, shattered_sets_of_all_classes)
from privlearn.dimensions.sweeps.numbers import number_of_class
from privlearn.dimensions.sweeps.places import alike, figures
from privlearn.dimensions.sweeps.simple_pairs import largest_simple_classes, partitions, up_to_renaming
from privlearn.papers.abms20.all_classes.many_at_once import composed_by_definition, renamed
from privlearn.papers.abms20.all_classes.tables import three_by_definition

Parts = tuple[int, ...]


def functions_of(number: int) -> list[int]:
    """Return the functions of a class, or the members of any set that is a number."""
    return [f for f in range(number.bit_length()) if number >> f & 1]


@cache
def dimensions(points: int) -> list[tuple[int, int, int]]:
    """Return Littlestone's, the threshold and the VC dimension of all classes, by definition; (-1, 0, -1) for none."""
    return [(-1, 0, -1), *(three_by_definition(points, number) for number in range(1, 1 << (1 << points)))]


def carries_a_chain(functions: list[int], chosen: list[int]) -> bool:
    """Decide from the definition, by all orders of the points, whether they carry a chain."""
    return any(all(any(all((f >> y & 1) == (i <= j) for j, y in enumerate(order)) for f in functions)
                   for i in range(len(order) + 1)) for order in permutations(chosen))


def sets_that(points: int, holds: Any) -> int:
    """Return the sets of points with a property, as a number with a bit for each."""
    return sum(1 << chosen for chosen in range(1 << points) if holds(chosen))


# of a class: its number, its functions, the number of points
BY_LIST: dict[str, Any] = {
    "chains": lambda number, functions, n: sets_that(n, lambda y: carries_a_chain(functions, functions_of(y))),
    "all ones": lambda number, functions, n: sets_that(n, lambda y: any(f & y == y for f in functions)),
    "shattered": lambda number, functions, n: sets_that(
        n, lambda y: len({f & y for f in functions}) == 1 << y.bit_count()),
    "largest set": lambda number, functions, n: max((f.bit_count() for f in functions), default=-1),
    "size": lambda number, functions, n: len(functions),
    "unions": lambda number, functions, n: sum(1 << h for h in {f | g for f in functions for g in functions}),
    "blocks": lambda number, functions, n: max((
        min(k, reduce(and_, chosen).bit_count()) for k in range(1, len(functions) + 1)
        for chosen in combinations(functions, k)), default=0),
    **{name: lambda number, functions, n, place=place: dimensions(n)[number][place]
       for place, name in enumerate(("Littlestone", "threshold", "VC"))}}
TABLES: dict[str, Callable[[int], np.ndarray]] = {
    "chains": chains_of_all_classes, "all ones": sets_with_all_ones, "shattered": shattered_sets_of_all_classes,
    "largest set": largest_set, "size": class_sizes, "unions": unions_of_all_classes, "blocks": blocks_of_all_classes,
    "Littlestone": littlestone_of_all_classes, "threshold": threshold_of_all_classes, "VC": vc_of_all_classes}


@check("ABMS20-1.engine", grade="exhaustive", quantifier="all classes on 1 to 3 points, the empty one included; those "
       "that carry a chain, have all ones or are largest also on no point",
       says="the tables of sets that carry a chain, are shattered, have all ones, of largest sets, sizes, unions, "
       "blocks and the three dimensions have what the functions of each class give, and are kept from change")
@verifier(lambda table, name, n, number: len(table(name, n)) != 1 << (1 << n) or int(table(name, n)[number]) != BY_LIST[
    name](number, functions_of(number), n) or name != "size" and table(name, n).flags.writeable)
@sabotage("a chain without a function that is 0", lambda name, n: TABLES["all ones" if name == "chains" else name](n))
@sabotage("a table that may be written", lambda name, n: TABLES[name](n).copy())
@sabotage("unions that are no functions of the class alone", lambda name, n: TABLES[name](n) & ~(
    np.arange(1 << (1 << n)) * (name == "unions")))
@judged("==")
def tables_are_those_of_lists(table=lambda name, points: TABLES[name](points)):
    for name in TABLES:
        for n in range(name not in ("chains", "all ones", "largest set"), 4):
            whole = table(name, n)
            yield (name, n, 0), (len(whole), name != "size" and whole.flags.writeable), (1 << (1 << n), False)
            for number, found in enumerate(whole.tolist()):
                yield (name, n, number), found, BY_LIST[name](number, functions_of(number), n)


def set_partitions(points: int) -> list[Parts]:
    """Return the partitions of the points, from the words that name the part of each point as soon as it is needed."""
    words: list[tuple[int, ...]] = [()]
    for _ in range(points):
        words = [(*word, part) for word in words for part in range(max(word, default=-1) + 2)]
    return [tuple(sorted(sum(1 << x for x, part in enumerate(word) if part == k) for k in set(word))) for word in words]


def number_of(functions: Any) -> int:
    return sum(1 << f for f in set(functions))


def maximal_by_definition(points: int, place: int, bound: int) -> list[int]:
    """Return the classes of a dimension at most a bound to which no function can be added."""
    table = [row[place] for row in dimensions(points)] if points < 4 else [
        littlestone_of_all_classes, threshold_of_all_classes][place](points).tolist()
    return [c for c, d in enumerate(table) if d <= bound and all(
        table[c | 1 << f] > bound for f in range(1 << points) if not c >> f & 1)]


def simple(points: int, flips: bool) -> list[Parts]:
    """Return the partitions with the empty set, or changed by all functions if there are two parts, as functions."""
    changes = range(1 << points) if flips else (0,)
    return sorted({tuple(sorted(change ^ f for f in (0, *parts))) for parts in set_partitions(points)
                   for change in changes if not flips or len(parts) > 1 or points == 1})


def least_renamed(families: list[Parts], points: int) -> list[Parts]:
    """Return the classes that no permutation of the points takes to a lesser number."""
    return [family for family in families if number_of(family) == min(
        renamed(number_of(family), points, order) for order in permutations(range(points)))]


Family = tuple[str, int, int]  # name, points, bound or whether there are flips


def family(name: str, points: int, more: int) -> list[Any]:
    """Return a family of classes as the library lists it."""
    if name == "partitions":
        return sorted(tuple(sorted(parts)) for parts in partitions(points))
    if name == "simple":
        return list(largest_simple_classes(points, flips=bool(more)))
    if name == "up to renaming":
        return list(up_to_renaming(largest_simple_classes(points, flips=bool(more)), points))
    if name == "one mistake":
        return sorted(one_mistake_classes(points))
    if points == 5:
        return maximal_on_five_points(name, more).tolist()
    table = littlestone_of_all_classes if name == "littlestone" else threshold_of_all_classes
    return maximal_classes(table(points), more).tolist()


def family_by_list(name: str, points: int, more: int) -> list[Any]:
    """Return the same family by plain lists."""
    if name == "partitions":
        return sorted(set_partitions(points))
    if name == "simple":
        return simple(points, bool(more))
    if name == "up to renaming":
        return least_renamed(simple(points, bool(more)), points)
    if points < 5:
        place, bound = (0, 1) if name == "one mistake" else (("littlestone", "threshold").index(name), more)
        return maximal_by_definition(points, place, bound)
    if more == 0 and name != "one mistake":
        return [1 << f for f in range(32)] if name == "littlestone" else [1]
    return sorted(map(number_of, simple(5, name != "threshold")))


FAMILIES: tuple[Family, ...] = (
    *(("partitions", n, 0) for n in range(6)),
    *((name, n, flips) for name in ("simple", "up to renaming") for n in range(1, 5) for flips in (0, 1)),
    ("simple", 5, 0), ("simple", 5, 1), ("up to renaming", 5, 0),
    *(("one mistake", n, 1) for n in range(2, 6)),
    *((name, n, bound) for name in ("littlestone", "threshold") for n in range(1, 5) for bound in range(n + 1)),
    *((name, 5, bound) for name in ("littlestone", "threshold") for bound in (0, 1)))


@check("ABMS20-1.engine", grade="exhaustive", quantifier="partitions of up to 5 points, with the empty set and with "
       "changes, those up to renaming; maximal classes of every bound on up to 4 points, of the bounds 0 and 1 on 5",
       says="the families of classes that decide about all are those of plain lists")
@verifier(lambda found, name, points, more: found(name, points, more) != family_by_list(name, points, more))
@sabotage("partitions into one part are changed, too", lambda name, points, more: sorted(
    family(name, points, more) + [(0, (1 << points) - 1)] * (name == "simple")))
@sabotage("maximal classes of one more", lambda name, points, more: family(
    name, points, more + (name in ("littlestone", "threshold") and more < points < 5)))
@judged("==")
def families_are_those_of_lists(found=family):
    for place in FAMILIES:
        yield place, found(*place), family_by_list(*place)


@cache
def largest_by_list(rule: int, flips: bool) -> int:
    """Return the largest dimension of a composition of simple classes on five points, all second ones at once."""
    classes = simple(5, flips)
    seconds = np.array(sorted(map(number_of, classes)), dtype=np.uint64)
    firsts = map(number_of, one_of_each_kind() if flips else classes)
    dimension = (lambda masks: littlestone_of_masks(masks, 5)) if flips else threshold_of_masks
    return max(int(dimension(composed_masks(rule, first, seconds, 5)).max()) for first in firsts)


@cache
def one_of_each_kind() -> list[Parts]:
    """Return one changed partition of each kind: how many ones and zeros the change has on each part."""
    kinds: dict[Any, Parts] = {}
    for parts in set_partitions(5):
        for change in range(32) if len(parts) > 1 else ():
            kind = tuple(sorted(((part & change).bit_count(), (part & ~change).bit_count()) for part in parts))
            kinds[kind] = tuple(sorted(change ^ f for f in (0, *parts)))
    return list(kinds.values())


def reaches(rule: int, flips: bool, found: tuple[int, tuple[Parts, Parts]]) -> bool:
    """Decide whether a composition of two simple classes has the dimension."""
    value, pair = found
    composed = composed_by_definition(rule, number_of(pair[0]), number_of(pair[1]), 5)
    return set(pair) <= set(simple(5, flips)) and dimensions_on_five_points(composed)[0 if flips else 2] == value


@check("ABMS20-1.engine", grade="exhaustive", quantifier="all 16 rules, all pairs of simple classes on 5 points (one "
       "first class of each kind where they are changed)",
       says="{the largest dimension, reached by its pair,} is {that of all compositions}")
@verifier(lambda largest, rule, flips: not reaches(rule, flips, largest(rule, flips)) or
          largest(rule, flips)[0] != largest_by_list(rule, flips))
@sabotage("the arguments of the rule exchanged", lambda rule, flips: largest_on_five_points(
    rule & 9 | rule >> 1 & 2 | rule << 1 & 4, flips=flips))
@sabotage("no changes", lambda rule, flips: largest_on_five_points(rule, flips=False))
@judged("==")
def simple_pairs_reach_the_largest_dimension(largest=lambda rule, flips: largest_on_five_points(rule, flips=flips)):
    for rule, flips in product(range(16), (False, True)):
        found = largest(rule, flips)
        yield (rule, flips), (found[0], reaches(rule, flips, found)), (largest_by_list(rule, flips), True)


@cache
def orbit_leaders(points: int, flips: bool) -> list[int]:
    """Return, for every class, the least number that renamings, and flips, lead to."""
    def flipped(number: int, flip: int) -> int:
        return sum(1 << (f ^ flip) for f in functions_of(number))

    return [min(renamed(flipped(number, flip), points, order) for order in permutations(range(points))
                for flip in (range(1 << points) if flips else (0,))) for number in range(1 << (1 << points))]


Numbers = tuple[int, int, list[int], list[int]]


def places(points: int) -> Numbers:
    """Return what the library says of places: orbits, those with flips, figures, how many classes are alike."""
    leaders = sorted(set(orbit_leaders(points, False)))
    return (count_up_to_symmetry(points), count_up_to_symmetry(points, flips=True), figures(points).tolist(),
            [alike(class_of_number(number, points)) for number in leaders if number])


def places_by_list(points: int) -> Numbers:
    """Return the same numbers from lists of orbits."""
    renaming, leading = orbit_leaders(points, False), orbit_leaders(points, True)
    leaders = sorted(set(renaming))
    kinds = [dimensions(points)[number] for number in leaders]
    return (len(leaders), len(set(leading)), [leaders.index(leading[number]) for number in leaders],
            [kinds.count(kind) for kind in kinds[1:]])


@check("ABMS20-1.engine", grade="exhaustive", quantifier="all classes on 1 to 3 points",
       says="the numbers of orbits, the figures and the numbers of classes alike are those of lists of orbits")
@verifier(lambda found, n: found(n) != places_by_list(n))
@sabotage("flips are renamings", lambda n: (places(n)[0], *places(n)[:1], *places(n)[2:]))
@sabotage("a figure for each place", lambda n: (*places(n)[:2], list(range(places(n)[0])), places(n)[3]))
@judged("==")
def places_and_figures_are_those_of_lists(found=places):
    for n in (1, 2, 3):
        yield n, found(n), places_by_list(n)


def sizes_by_list(points: int) -> Iterator[tuple[tuple[int, int], int, int, int]]:
    """Yield (least class, size, VC dimension, how many) for each pair of size and dimension."""
    kinds = [(len(functions_of(number)), row[2]) for number, row in enumerate(dimensions(points))]
    for kind in sorted(set(kinds[1:])):
        yield (points, kinds.index(kind)), *kind, kinds.count(kind)


@check("ABMS20-1.engine", grade="exhaustive", quantifier="all non-empty classes on 1 to 3 points",
       says="the sizes with VC dimensions, their least class and their number are those of a list")
@verifier(lambda found, n: list(found(n)) != list(sizes_by_list(n)))
@sabotage("the number before", lambda n: (((m, max(1, number - 1)), *rest) for (m, number), *rest in classes_on(n)))
@judged("==")
def sizes_and_dimensions_are_those_of_lists(found=classes_on):
    for n in (1, 2, 3):
        yield n, list(found(n)), list(sizes_by_list(n))


def symmetric(points: int) -> tuple[Any, ...]:
    """Return all classes, one of each orbit under renamings and flips with its size, and some classes moved."""
    leaders = orbit_leaders(points, True)
    return (sorted(number_of_class(c) for c in all_classes(points)),
            sorted((leaders[number_of_class(c)], size) for c, size in classes_up_to_symmetry(points)),
            [[set(moved(class_of_number(number, points), *symmetry).rows()) for symmetry in cube_symmetries(points)]
             for number in MOVED[points]])


def symmetric_by_list(points: int) -> tuple[Any, ...]:
    """Return the same by lists of functions."""
    leaders = orbit_leaders(points, True)
    symmetries = [(order, flip) for order in permutations(range(points)) for flip in product((0, 1), repeat=points)]
    rows = {number: [[f >> x & 1 for x in range(points)] for f in functions_of(number)] for number in MOVED[points]}
    return (list(range(1, 1 << (1 << points))), sorted(Counter(leaders[1:]).items()),
            [[{tuple(row[x] ^ bit for x, bit in zip(order, flip, strict=True)) for row in rows[number]}
              for order, flip in symmetries] for number in MOVED[points]])


MOVED = {1: (1, 2, 3), 2: (2, 6, 7), 3: (2, 0b10010, 0b1011000)}


@check("ABMS20-1.engine", grade="exhaustive", quantifier="all classes on 1 to 3 points, all renamings with all flips",
       says="all classes, one of each orbit with its size, and what symmetries make of a class are those of lists")
@verifier(lambda found, n: found(n) != symmetric_by_list(n))
@sabotage("the class of the function 0 left out", lambda n: (symmetric(n)[0][1:], *symmetric(n)[1:]))
@sabotage("every orbit counted once", lambda n: (
    symmetric(n)[0], [(number, 1) for number, _ in symmetric(n)[1]], symmetric(n)[2]))
@judged("==")
def classes_and_symmetries_are_those_of_lists(found=symmetric):
    for n in (1, 2, 3):
        yield n, found(n), symmetric_by_list(n)
