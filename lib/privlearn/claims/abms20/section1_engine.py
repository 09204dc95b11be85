"""ABMS20, Section 1: the tables of all classes on at most five points, and the dimension of a finite class."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import numpy as np

from privlearn.claims.broken.all_classes import broken_littlestone_one_half, broken_threshold_chain_in_both_halves
from privlearn.claims.by_definition import class_of, littlestone_by_definition, vc_by_definition
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, thresholds
from privlearn.dimensions import (
    littlestone_dimension,
    littlestone_of_all_classes,
    threshold_dimension,
    vc_dimension,
    vc_of_all_classes,
)
from privlearn.dimensions.all_classes import (
    class_of_number,
    classes_up_to_renaming,
    renamings_of_all_classes,
    threshold_of_all_classes,
)
from privlearn.dimensions.five_points import (
    Census,
    dimensions_of_row,
    dimensions_on_five_points,
    five_point_census,
    kept_census,
)
from privlearn.dimensions.shatter_function import class_sizes

PAGE = "closure/all-classes"
SECTION = "1 Introduction"
ALL_FIVE = 2**32 - 1

claim("ABMS20-1.engine", kind="remark", section=SECTION, page=PAGE,
      title="The three dimensions of all classes on at most five points",
      uses=("FX15-2.5.ldim", "BBKN14-2.3", "ABMS20-2.def-T"),
      note="Not a statement of the paper: the tables on which exhaustive checks of this part rest. A tree that asks "
           "a point twice on a path has a leaf that no function reaches; the enumeration leaves such trees out.")

Masks = tuple[int, ...]


def tables(points: int) -> tuple[Any, Any, Any]:
    """Return Littlestone's, the threshold and the VC dimension of all classes."""
    return littlestone_of_all_classes(points), threshold_of_all_classes(points), vc_of_all_classes(points)


@cache
def patterns_of_trees(points: int, depth: int) -> tuple[Masks, ...]:
    """For every labelled complete tree: the set of functions that fit each leaf, as a mask; all of them non-empty."""
    fits = [sum(1 << f for f in range(1 << points) if f >> x & 1) for x in range(points)]

    def grow(space: int, depth: int) -> Iterator[Masks]:
        if depth == 0:
            yield from [(space,)] if space else []
            return
        for x in range(points):
            right = list(grow(space & fits[x], depth - 1))
            for left in grow(space & ~fits[x], depth - 1):
                yield from (left + other for other in right)

    return tuple(grow((1 << (1 << points)) - 1, depth))


def patterns_of_chains(points: int, length: int) -> Iterator[Masks]:
    """For every sequence of points: the functions that are 1 exactly from the i-th point on, for each i."""
    for sequence in product(range(points), repeat=length):
        yield tuple(sum(1 << f for f in range(1 << points)
                        if all((f >> y & 1) == (i <= j) for j, y in enumerate(sequence))) for i in range(length))


def patterns_of_sets(points: int, size: int) -> Iterator[Masks]:
    """For every set of points: the functions with each of the patterns on it."""
    for chosen in combinations(range(points), size):
        yield tuple(sum(1 << f for f in range(1 << points) if all((f >> y & 1) == b for y, b in zip(chosen, bits,
                                                                                                    strict=True)))
                    for bits in product((0, 1), repeat=size))


def largest(points: int, patterns: Callable[[int, int], Any], least: int) -> np.ndarray:
    """Return, for every class, the largest size for which it meets all masks of some entry."""
    classes: Any = np.arange(1 << (1 << points), dtype=np.uint16 if points == 4 else np.int64)
    found = np.full(len(classes), least)
    for size in range(points + 1):
        has = np.zeros(len(classes), dtype=bool)
        for masks in patterns(points, size):
            here = classes > 0
            for mask in masks:
                here = here & (classes & classes.dtype.type(mask) != 0)
            has |= here
        found[has] = size
    return found


@check("ABMS20-1.engine", grade="exhaustive",
       quantifier="all 3 + 15 + 255 + 65,535 non-empty classes on 1 to 4 points: every labelled complete tree, every "
                  "sequence of points with repetitions, every set of points",
       fingerprint=lambda made: [table.tolist() for table in made(3)])
def tables_agree_with_the_definitions(made=tables) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            by_definition = [largest(n, patterns_of_trees, -1), largest(n, patterns_of_chains, 0),
                             largest(n, patterns_of_sets, -1)]
            rows = zip(*(table.tolist() for table in made(n)), *(table.tolist() for table in by_definition),
                       strict=True)
            yield from (((n, c), row[:3], row[3:]) for c, row in enumerate(rows) if c)

    return judge("==", cases())


@tables_agree_with_the_definitions.verifier
def _(made, witness):
    n, number = witness
    concepts = class_of((n, number))
    rows = [tuple(map(int, row)) for row in concepts.rows()]

    def steps(order: tuple[int, ...]) -> bool:
        return all(any(all(row[y] == (i <= j) for j, y in enumerate(order)) for row in rows) for i in range(len(order)))

    chain = max(t for t in range(n + 1) if any(steps(order) for order in permutations(range(n), t)))
    right = littlestone_by_definition(concepts), chain, vc_by_definition(concepts)
    return right != tuple(int(table[number]) for table in made(n))

tables_agree_with_the_definitions.sabotage("max in place of min in the recursion for Littlestone's dimension",
    lambda n: (broken_littlestone_one_half(n), threshold_of_all_classes(n), vc_of_all_classes(n)))
tables_agree_with_the_definitions.sabotage("a chain asked of the upper half in place of a function that is all ones",
    lambda n: (littlestone_of_all_classes(n), broken_threshold_chain_in_both_halves(n), vc_of_all_classes(n)))


def examples_of(census: Census) -> list[tuple[tuple[int, int, int], int]]:
    """Return the non-empty cells, as (Littlestone, VC, threshold dimension), with their examples."""
    return [((int(d), int(v), int(t)), int(census.examples[d, v, t])) for d, v, t in np.argwhere(census.counts)]


def by_search(number: int) -> tuple[int, int, int]:
    """Return the three dimensions by the general searches, in Python."""
    concepts = class_of_number(number, 5)
    return (littlestone_dimension(concepts, solver="plain"), vc_dimension(concepts, solver="plain"),
            threshold_dimension(concepts, solver="plain"))


def as_cells(found: Callable[[], Census]) -> Any:
    """Return a comparable value of a census."""
    return found().counts.tolist(), found().examples.tolist()


@check("ABMS20-1.engine", grade="exact", quantifier="an example of every dimension triple that occurs on 5 points, and "
       "200 seeded classes of all sizes, against the general searches",
       fingerprint=lambda find: [find(number) for number in (3, 0x0229FEE9, 2**32 - 1)])
def five_points_agree_with_the_searches(find=dimensions_on_five_points
                                        ) -> Verdict:
    generator = np.random.Generator(np.random.PCG64(5))
    sampled = [sum(1 << int(f) for f in generator.permutation(32)[:size]) for size in range(1, 33) for _ in range(7)]
    named = [number for _, number in examples_of(kept_census())]
    return judge("==", ((number, find(number), by_search(number)) for number in named + sampled[:200]))


@five_points_agree_with_the_searches.verifier
def _(find, witness):
    functions = frozenset(f for f in range(32) if witness >> f & 1)

    @cache
    def depth(own: frozenset[int]) -> int:
        halves = ((frozenset(f for f in own if f >> x & 1), frozenset(f for f in own if not f >> x & 1))
                  for x in range(5))
        return max((1 + min(depth(a), depth(b)) for a, b in halves if a and b), default=0)

    return find(witness)[0] != depth(functions)

five_points_agree_with_the_searches.sabotage("the VC dimension for Littlestone's",
    lambda number: (dimensions_on_five_points(number)[1], *dimensions_on_five_points(number)[1:]))


def classes_near_a_partition(points: int) -> set[int]:
    """Return the non-empty subclasses of ``s xor ({0} u P)``, P the blocks of a partition: disjoint changes of s."""
    def partitions(rest: int) -> Iterator[tuple[int, ...]]:
        if not rest:
            yield ()
            return
        first, others = rest & -rest, rest & (rest - 1)
        block = others
        while True:
            for more in partitions(others ^ block):
                yield (first | block, *more)
            if not block:
                return
            block = (block - 1) & others

    found = set()
    for blocks in partitions((1 << points) - 1):
        for s in range(1 << points):
            members = [1 << s] + [1 << (s ^ block) for block in blocks]
            found |= {sum(chosen) for size in range(1, len(members) + 1) for chosen in combinations(members, size)}
    return found


def disjoint_families(points: int) -> int:
    """Count the non-empty classes whose supports are pairwise disjoint, by walking through them."""
    def extend(used: int, first: int) -> int:
        return 1 + sum(extend(used | f, f + 1) for f in range(first, 1 << points) if not f & used)

    return 2 * extend(0, 1) - 1  # with or without the function 0, but not the empty class


@check("ABMS20-1.engine", grade="exhaustive", fingerprint=as_cells,
       quantifier="all 2^32 - 1 non-empty classes on 5 points, counted: the total; Littlestone dimension at most 1 "
                  "(disjoint changes of one function), threshold dimension at most 1 (disjoint supports), dimension 5")
def the_census_counts_what_can_be_counted_otherwise(find=kept_census) -> Verdict:
    counts = find().counts
    verdict = judge("==", [
        ("all", int(counts.sum()), ALL_FIVE),
        ("Littlestone <= 1", int(counts[:2].sum()), len(classes_near_a_partition(5))),
        ("threshold <= 1", int(counts[:, :, :2].sum()), disjoint_families(5)),
        ("one function", int(counts[0].sum()), 32), ("all functions", int(counts[5].sum()), 1)])
    return counted(verdict, ALL_FIVE) if verdict.holds else verdict


@the_census_counts_what_can_be_counted_otherwise.verifier
def _(find, witness):
    counts = find().counts
    if witness == "Littlestone <= 1":  # both halves at the last point have at most 1, too
        low = np.flatnonzero(littlestone_of_all_classes(4) <= 1)
        depths = [dimensions_of_row(int(high), low)[0] for high in low]
        return int(counts[:2].sum()) != sum(int(((d == 0) | (d == 1)).sum()) for d in depths)
    if witness != "threshold <= 1":
        stated = {"all": 256**4 - 1, "one function": 2**5, "all functions": 1}
        part = {"all": counts, "one function": counts[0], "all functions": counts[5]}
        return witness in part and int(part[witness].sum()) != stated[witness]
    bell = [1]  # partitions of a set with one element more: its block is what no support covers
    for n in range(6):
        row = [1]
        for k in range(n):
            row.append(row[-1] * (n - k) // (k + 1))
        bell.append(sum(row[k] * bell[k] for k in range(n)) + bell[n])
    return int(counts[:, :, :2].sum()) != 2 * bell[6] - 1

the_census_counts_what_can_be_counted_otherwise.sabotage(
    "every orbit counted once", lambda: five_point_census([0, 1, 3, 65535]))


@the_census_counts_what_can_be_counted_otherwise.sabotage("Littlestone's and the threshold dimension exchanged")
def _():
    census = kept_census()
    return lambda: Census(census.counts.transpose(2, 1, 0), census.examples.transpose(2, 1, 0))


PARTS = 128


@check("ABMS20-1.engine", grade="exhaustive", parts=PARTS,
       quantifier="all 2^32 - 1 non-empty classes on 5 points: one of each orbit of high halves, weighted, against "
                  "every class",
       fingerprint=lambda count: as_cells(lambda: count([0, 1, 7], [1, 4, 12])))
def symmetry_changes_no_count(count=five_point_census, part: int = 0) -> Verdict:
    found, sizes = (row[part::PARTS].tolist() for row in classes_up_to_renaming(4))
    members = sorted({image for high in found for image in renamings_of_all_classes(4)[:, high].tolist()})
    once, one_by_one = count(found, sizes).counts, five_point_census(members).counts
    verdict = judge("==", (((part, *cell), int(once[cell]), int(one_by_one[cell])) for cell in np.ndindex(6, 6, 6)))
    return counted(verdict, int(one_by_one.sum())) if verdict.holds else verdict


@symmetry_changes_no_count.verifier
def _(count, witness):
    found, sizes = (row[witness[0]::PARTS].tolist() for row in classes_up_to_renaming(4))
    return int(count(found, sizes).counts.sum()) != sum(sizes) * 2**16 - (0 in found)

symmetry_changes_no_count.sabotage("every orbit counted once", lambda high, weights: five_point_census(high))


claim("ABMS20-1.finite", kind="observation", section=SECTION, page=PAGE,
      title="Littlestone's dimension of a finite class is at most the logarithm of its size", uses=("FX15-2.5.ldim",),
      note="On five points through the halves of a class: one of dimension 1 + min(L, L') has halves of dimensions L "
           "and L' at some point, and the size is the sum of theirs.")


@cache
def halves_on_four_points() -> tuple[tuple[int, int], ...]:
    """Return the pairs (Littlestone's dimension, size) of all classes on four points, the empty one included."""
    return tuple(sorted(set(zip(littlestone_of_all_classes(4).tolist(), class_sizes(4).tolist(), strict=True))))


@check("ABMS20-1.finite", grade="exhaustive", fingerprint=lambda bound: [bound(depth) for depth in range(6)],
       quantifier="all non-empty classes on 1 to 4 points; all 2^32 - 1 on 5 points, by all pairs of halves; "
                  "thresholds on 2^1 to 2^12 points")
def the_class_has_a_function_for_every_leaf(bound=lambda depth: 2**depth) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            pairs = np.stack([littlestone_of_all_classes(n)[1:], class_sizes(n)[1:]]).astype(int)
            different, first = np.unique(pairs, axis=1, return_index=True)
            yield from (((n, int(c) + 1), bound(int(depth)), int(size))
                        for (depth, size), c in zip(different.T, first, strict=True))
        for (low, few), (high, more) in product(halves_on_four_points(), repeat=2):
            if few + more:
                yield (5, low, few, high, more), bound(1 + min(low, high)), few + more
        yield from ((("thresholds", b), bound(littlestone_dimension(thresholds(b))), len(thresholds(b)))
                    for b in range(1, 13))

    verdict = judge("<=", cases())
    return counted(verdict, 3 + 15 + 255 + 65535 + ALL_FIVE + 12) if verdict.holds else verdict


@the_class_has_a_function_for_every_leaf.verifier
def _(bound, witness):
    if len(witness) == 2 and witness[0] != "thresholds":
        concepts: ConceptClass = class_of(witness)
        return len(concepts) < bound(littlestone_by_definition(concepts))
    return False

the_class_has_a_function_for_every_leaf.sabotage("more functions than leaves", lambda depth: 2**depth + 1)


def leaf_classes(points: int, depth: int) -> set[int]:
    """Return the classes made of one function for each leaf of some tree of a depth."""
    found = set()
    for masks in set(map(frozenset, patterns_of_trees(points, depth))):
        choices = [[1 << f for f in range(1 << points) if mask >> f & 1] for mask in masks]
        found |= {sum(chosen) for chosen in product(*choices)}
    return found


def tight_classes(points: int, depth: int) -> set[int]:
    """Return the classes of a Littlestone dimension with the fewest functions that it allows."""
    fits = (littlestone_of_all_classes(points) == depth) & (class_sizes(points) == 2**depth)
    return set(np.flatnonzero(fits).tolist())


@check("ABMS20-1.finite", grade="exhaustive", quantifier="every dimension d <= n on n = 1 to 4 points: all classes",
       fingerprint=lambda tight: sorted(tight(3, 2)))
def equality_holds_for_the_leaves_of_trees_and_no_others(tight=leaf_classes) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 5):
            for d in range(n + 1):
                right = tight_classes(n, d)
                yield (n, d), (sorted(tight(n, d)), True), (sorted(right), bool(right))

    verdict = judge("==", cases())
    return counted(verdict, 3 + 15 + 255 + 65535) if verdict.holds else verdict


@equality_holds_for_the_leaves_of_trees_and_no_others.verifier
def _(tight, witness):
    n, d = witness
    return any(littlestone_by_definition(class_of((n, number))) != d for number in sorted(tight(n, d))[:400]) or any(
        number not in tight(n, d) and littlestone_by_definition(class_of((n, number))) == d
        for number in (sum(c) for c in combinations([1 << f for f in range(1 << min(n, 3))], 2**d)))

equality_holds_for_the_leaves_of_trees_and_no_others.sabotage(
    "all classes of 2^d functions", lambda n, d: set(np.flatnonzero(class_sizes(n) == 2**d).tolist()))
