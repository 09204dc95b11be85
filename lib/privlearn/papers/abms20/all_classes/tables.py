"""ABMS20, Section 1: the tables of the three dimensions of all classes on at most five points."""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage
from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension, threshold_dimension, vc_dimension
from privlearn.dimensions.sweeps import (class_of_number, classes_up_to_renaming, dimensions_on_five_points,
                                         five_point_census, kept_census, littlestone_of_all_classes,
                                         threshold_of_all_classes, vc_of_all_classes)
from privlearn.dimensions.sweeps.five_points import Census, dimensions_of_row
from privlearn.dimensions.sweeps.numbers import half_numbers, renamings_of_all_classes
from privlearn.exact.formulas import Value, formula
from privlearn.papers.abms20.all_classes import claim
from privlearn.papers.abms20.all_classes.instances import (ALL_FIVE, Masks, broken_littlestone_one_half,
                                                           broken_threshold_chain_in_both_halves, patterns_of_trees)
from privlearn.papers.by_definition import class_of, littlestone_by_definition, vc_by_definition


@formula("equals", corners={"m": (-1, 0, 1, 2, 3)},
         tex={"m": r"\max_x \min(\mathrm{LDim}(A), \mathrm{LDim}(B))"})
def depth_from_halves(m: Value) -> Value:
    """Return the Littlestone dimension of a class whose best point has a half of dimension m and one of no less."""
    return max(0, 1 + m)


claim("ABMS20-1.engine", kind="remark", formulas=(depth_from_halves,),
      title="The three dimensions of all classes on at most five points",
      uses=("FX15-2.5.ldim", "BBKN14-2.3", "ABMS20-2.def-T"),
      note="Not a statement of the paper: the tables on which exhaustive checks of this part rest. A tree that asks "
           "a point twice on a path has a leaf that no function reaches; the enumeration leaves such trees out.")


def tables(points: int) -> tuple[Any, Any, Any]:
    """Return Littlestone's, the threshold and the VC dimension of all classes."""
    return littlestone_of_all_classes(points), threshold_of_all_classes(points), vc_of_all_classes(points)


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


@check("ABMS20-1.engine", grade="exhaustive", quantifier="all 3 + 15 + 255 + 65,535 non-empty classes on 1 to 4 "
       "points: every labelled complete tree, every sequence of points with repetitions, every set of points",
       says="the tables give each class the three dimensions that the definitions give it")
@sabotage("max in place of min in the recursion for Littlestone's dimension",
          lambda n: (broken_littlestone_one_half(n), threshold_of_all_classes(n), vc_of_all_classes(n)))
@sabotage("a chain asked of the upper half in place of a function that is all ones",
          lambda n: (littlestone_of_all_classes(n), broken_threshold_chain_in_both_halves(n), vc_of_all_classes(n)))
@judged("==")
def tables_agree_with_the_definitions(made=tables):
    for n in range(1, 5):
        by_definition = [largest(n, patterns_of_trees, -1), largest(n, patterns_of_chains, 0),
                         largest(n, patterns_of_sets, -1)]
        rows = zip(*(table.tolist() for table in made(n)), *(table.tolist() for table in by_definition), strict=True)
        yield from (((n, c), row[:3], row[3:]) for c, row in enumerate(rows) if c)

def refutes_tables_agree_with_the_definitions(made, witness):
    n, number = witness
    return three_by_definition(*witness) != tuple(int(table[number]) for table in made(n))


def three_by_definition(points: int, number: int) -> tuple[int, int, int]:
    """Return Littlestone's, the threshold and the VC dimension of a class, each from its definition."""
    concepts = class_of((points, number))
    rows = [tuple(map(int, row)) for row in concepts.rows()]

    def steps(order: tuple[int, ...]) -> bool:
        return all(any(all(row[y] == (i <= j) for j, y in enumerate(order)) for row in rows) for i in range(len(order)))

    chain = max(t for t in range(points + 1) if any(steps(order) for order in permutations(range(points), t)))
    return littlestone_by_definition(concepts), chain, vc_by_definition(concepts)


@check("ABMS20-1.engine", grade="exhaustive", quantifier="all non-empty classes on 2, 3 and 4 points",
       says="{the Littlestone dimension} equals {max(0, 1 + m) for the best of the smaller halves, m}")
@judged("==")
def dimension_is_one_more_than_that_of_the_smaller_half(value=depth_from_halves):
    for n in (2, 3, 4):
        smaller = [np.minimum(*(littlestone_of_all_classes(n - 1)[half_numbers(n, x, b)] for b in (0, 1)))
                   for x in range(n)]
        pairs, first, number = np.unique([np.max(smaller, axis=0)[1:], littlestone_of_all_classes(n)[1:]], axis=1,
                                         return_index=True, return_counts=True)
        for (m, depth), c, many in zip(pairs.T.tolist(), first.tolist(), number.tolist(), strict=True):
            yield (n, c + 1), depth, value(m), many

def refutes_dimension_is_one_more_than_that_of_the_smaller_half(value, witness):
    rows = class_of(witness).rows()
    halves = [[[row for row in rows if row[x] == bit] for bit in (0, 1)] for x in range(witness[0])]
    best = max(min(littlestone_by_definition(ConceptClass.from_matrix(half)) for half in both)
               if all(both) else -1 for both in halves)
    return littlestone_by_definition(class_of(witness)) != value(best)


def by_search(number: int) -> tuple[int, int, int]:
    """Return the three dimensions by the general searches, in Python."""
    concepts = class_of_number(number, 5)
    return (littlestone_dimension(concepts, solver="plain"), vc_dimension(concepts, solver="plain"),
            threshold_dimension(concepts, solver="plain"))


@check("ABMS20-1.engine", grade="exact", quantifier="an example of every dimension triple that occurs on 5 points, and "
       "200 seeded classes of all sizes, against the general searches; the empty class",
       says="the table routine for five points and the general searches give the same three dimensions")
@sabotage("the VC dimension for Littlestone's",
          lambda number: (dimensions_on_five_points(number)[1], *dimensions_on_five_points(number)[1:]))
def five_points_agree_with_the_searches(find=dimensions_on_five_points) -> Verdict:
    generator = np.random.Generator(np.random.PCG64(5))
    sampled = [sum(1 << int(f) for f in generator.permutation(32)[:size]) for size in range(1, 33) for _ in range(7)]
    named = [int(number) for number in kept_census().examples[kept_census().counts > 0]]
    cases = [(number, find(number), by_search(number)) for number in named + sampled[:200]]
    return judge("==", [*cases, (0, find(0), (-1, -1, 0))])

def refutes_five_points_agree_with_the_searches(find, witness):
    depth, chain, shattered = three_by_definition(5, witness) if witness else (-1, 0, -1)
    return tuple(find(witness)) != (depth, shattered, chain)


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


@check("ABMS20-1.engine", grade="exhaustive",
       quantifier="all 2^32 - 1 non-empty classes on 5 points, counted: the total; Littlestone dimension at most 1 "
                  "(disjoint changes of one function), threshold dimension at most 1 (disjoint supports), dimension 5",
       says="{the number of classes in the census} equals {the number of classes counted otherwise}")
@sabotage("every orbit counted once", lambda: five_point_census([0, 1, 3, 65535]))
def the_census_counts_what_can_be_counted_otherwise(find=kept_census) -> Verdict:
    counts = find().counts
    verdict = judge("==", [("all", int(counts.sum()), ALL_FIVE),
                           ("Littlestone <= 1", int(counts[:2].sum()), len(classes_near_a_partition(5))),
                           ("threshold <= 1", int(counts[:, :, :2].sum()), disjoint_families(5)),
                           ("one function", int(counts[0].sum()), 32), ("all functions", int(counts[5].sum()), 1)])
    return covering(verdict, ALL_FIVE)

def refutes_the_census_counts_what_can_be_counted_otherwise(find, witness):
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


@the_census_counts_what_can_be_counted_otherwise.sabotage("Littlestone's and the threshold dimension exchanged")
def littlestone_s_threshold_dimension_exchanged():
    census = kept_census()
    return lambda: Census(census.counts.transpose(2, 1, 0), census.examples.transpose(2, 1, 0))


PARTS = 128


@check("ABMS20-1.engine", grade="exhaustive", parts=PARTS, quantifier="all 2^32 - 1 non-empty classes on 5 points: one "
       "of each orbit of high halves, weighted, against every class",
       says="{the number of classes in a cell, by orbits} equals {the number of classes counted one by one}")
@sabotage("every orbit counted once", lambda high, weights: five_point_census(high))
def symmetry_changes_no_count(count=five_point_census, part: int = 0) -> Verdict:
    found, sizes = (row[part::PARTS].tolist() for row in classes_up_to_renaming(4))
    members = sorted({image for high in found for image in renamings_of_all_classes(4)[:, high].tolist()})
    once, one_by_one = count(found, sizes).counts, five_point_census(members).counts
    verdict = judge("==", (((part, *cell), int(once[cell]), int(one_by_one[cell])) for cell in np.ndindex(6, 6, 6)))
    return covering(verdict, int(one_by_one.sum()))

def refutes_symmetry_changes_no_count(count, witness):
    part, *cell = witness
    found, sizes = (row[part::PARTS].tolist() for row in classes_up_to_renaming(4))
    members = {image for high in found for image in renamings_of_all_classes(4)[:, high].tolist()}
    rows = (dimensions_of_row(high, np.arange(1 << 16)) for high in sorted(members))
    here = sum(int(np.all([d == c for d, c in zip(row, cell, strict=True)], axis=0).sum()) for row in rows)
    return int(count(found, sizes).counts[tuple(cell)]) != here
