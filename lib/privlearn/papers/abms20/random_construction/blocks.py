"""ABMS20, Section 4.2.1: the random class without a block has few thresholds."""

from functools import reduce
from itertools import combinations
from operator import and_

import numpy as np

from privlearn.checking import check, judged, sabotage
from privlearn.concepts import ConceptClass
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import largest_block, random_or_class
from privlearn.dimensions.sweeps import blocks_of_all_classes, threshold_of_all_classes
from privlearn.papers.abms20.random_construction import claim
from privlearn.papers.by_definition import class_of

claim("ABMS20-4.2.1.event", kind="inequality", step_of="ABMS20-2.2.lower",
      title="Without k functions and k points with all values 1, T(H) <= 2k; in fact T(H) <= 2k - 2",
      uses=("ABMS20-2.def-T",),
      note="With 2k - 2 the same proof gives 2^floor(t/4) in place of 2^floor(t/5), for every t >= 4.")


@check("ABMS20-4.2.1.event", grade="exact",
       quantifier="all 65,535 non-empty classes on 4 points; 10 random classes each for m = 8 and 16; k - 1 is the "
                  "side of the largest block",
       says="{the threshold dimension} is at most {2k - 2, where no block has side k}")
@sabotage("2k - 3", lambda k: 2 * k - 3)
@judged("<=")
def few_thresholds_without_a_block(bound=lambda k: 2 * k - 2):
    lengths, blocks = threshold_of_all_classes(4).tolist(), blocks_of_all_classes(4).tolist()
    yield from ((("class", c), lengths[c], bound(blocks[c] + 1)) for c in range(1, 1 << 16))
    for m in (8, 16):
        for seed in range(10):
            concepts = random_or_class(m, seed).concepts()
            yield (m, seed), threshold_dimension(concepts), bound(largest_block(concepts) + 1)

def refutes_few_thresholds_without_a_block(bound, witness):
    if witness[0] != "class":
        return False  # a wrong bound is met with on four points already
    functions = [f for f in range(16) if witness[1] >> f & 1]
    block = block_by_definition(functions, 4)

    def longest(left: list[int], points: int) -> int:
        return max((1 + longest([g for g in left if not g >> x & 1], points & h & ~(1 << x))
                    for h in left for x in range(4) if h & points & 1 << x), default=0)

    return longest(functions, 15) > bound(block + 1)


def block_by_definition(functions: list[int], points: int) -> int:
    """Return the largest k for which k functions have k points in common."""
    return max((k for k in range(1, points + 1) for rows in combinations(functions, k)
                if reduce(and_, rows).bit_count() >= k), default=0)


@check("ABMS20-4.2.1.event", grade="exhaustive",
       quantifier="all classes on 1 to 3 points: the table of the sides of the largest blocks, the search, and all "
                  "sets of functions",
       says="the table and the search give the side of the largest block")
@sabotage("a block has as many points as wanted", lambda n: np.bitwise_count(np.arange(1 << (1 << n)) & ~1))
@judged("==")
def sides_of_blocks_are_those_of_the_definition(table=blocks_of_all_classes):
    for n in (1, 2, 3):
        for number in range(1, 1 << (1 << n)):
            functions = [f for f in range(1 << n) if number >> f & 1]
            side = block_by_definition(functions, n)
            yield (n, number), (int(table(n)[number]), largest_block(class_of((n, number)))), (side, side)

def refutes_sides_of_blocks_are_those_of_the_definition(table, n, number):
    best = 0
    for points in range(1, 1 << n):  # from the points to the functions
        shared = sum(f & points == points for f in range(1 << n) if number >> f & 1)
        best = max(best, min(shared, bin(points).count("1")))
    return int(table(n)[number]) != best


@check("ABMS20-4.2.1.event", grade="exhaustive",
       quantifier="2k - 2 thresholds on 2k - 2 points, k = 2, ..., 33: the largest block has side k - 1, so 2k - 2 "
                  "cannot be lowered for any of these k, and one threshold more brings side k; k <= 8 also by "
                  "listing sets",
       says="2k - 2 thresholds have a largest block of side k - 1, and one threshold more brings side k")
@sabotage("2k - 3 thresholds", lambda k: 2 * k - 3)
@sabotage("2k - 1 thresholds", lambda k: 2 * k - 1)
@judged("==")
def thresholds_show_that_the_bound_is_sharp(length=lambda k: 2 * k - 2):
    for k in range(2, 34):  # h_a and h_b with a < b share the points b, ..., n: b functions share n + 1 - b points
        sides = [max(min(b, n + 1 - b) for b in range(1, n + 1)) for n in (length(k), length(k) + 1)]
        if k <= 8:
            sides += [largest_block(ConceptClass.from_matrix(np.tri(n, dtype=np.int64).T))
                      for n in (length(k), length(k) + 1)]
        yield k, sides, [k - 1, k] * (len(sides) // 2)

def refutes_thresholds_show_that_the_bound_is_sharp(length, k):
    def side_of(n: int) -> int:
        side = 0
        while all(i <= j for i in range(side + 1) for j in range(n - side - 1, n)) and side < n:
            side += 1
        return side

    return (side_of(length(k)), side_of(length(k) + 1)) != (k - 1, k)


@check("ABMS20-4.2.1.event", grade="exact", quantifier="k = 1, ..., 20: h_1, ..., h_k are 1 on x_k, ..., x_(2k-1)",
       says="the k functions are 1 on all of the k points: a block of side k")
@sabotage("the points from x_(k-1) on", lambda k: max(k - 1, 1))
@judged("==")
def ladder_of_odd_length_contains_a_block(first=lambda k: k):
    for k in range(1, 21):
        ladder = np.tri(2 * k - 1, dtype=np.int64).T
        block = ladder[:k, first(k) - 1:2 * k - 1]
        yield k, (block.shape, int(block.sum())), ((k, k), k * k)

def refutes_ladder_of_odd_length_contains_a_block(first, k):
    points = range(first(k), 2 * k)
    return len(points) != k or not all(i <= j for i in range(1, k + 1) for j in points)
