"""KLMNS20, Section 3: TreeLog without building the tree, its work, and that no float decides."""

import random
import time
import tracemalloc
from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.exact.fractions import THREE_HALVES
from privlearn.laws.powers import PowerPair
from privlearn.learners.interior_point.heavy_paths import fast_heavy_paths_law
from privlearn.learners.interior_point.tree_log import fast_tree_log_law
from privlearn.learners.interior_point.trees import embed, heavy_node, middle, path_law, sorted_points
from privlearn.learners.interior_point.trees.common_prefixes import SortedPoints
from privlearn.learners.interior_point.trees.fast_walk import inner_points, last_node, split_tree, trimmed, walk_law
from privlearn.papers.klmns20.large_domains import claim
from privlearn.papers.klmns20.large_domains.instances import (PRACTICAL, PRACTICAL_HEAVY, broken_coin_by_floats,
                                                              broken_inner_without_smallest,
                                                              broken_prefixes_by_float_logarithm,
                                                              broken_sparse_prefixes, broken_split_by_scanning,
                                                              broken_walk_by_distinct_points, broken_walk_node_by_node,
                                                              by_strings, exponents, family, first_change, million,
                                                              prefix_arrays, samples_of_words)
from privlearn.papers.klmns20.large_domains.work import (ScriptedWords, bytes_beside, comparisons, seconds_of,
                                                         words_drawn)
from privlearn.papers.klmns20.paths.instances import multisets, up_to_swaps

KINDS = ("words", "integers", "sparse")


claim("KLMNS20-3.fast", kind="algorithm", title="TreeLog without building the tree",
      uses=("KLMNS20-alg1", "KLMNS20-2.em", "KLMNS20-2.4"),
      note="Not in the paper, which builds the tree. A law is one text, read as an exact table and as a program that "
           "draws; that both agree is checked for every kind of draw and every way to put draws together, by running "
           "the program on all answers of its random source, or on answers next to every point where it turns. Points "
           "with few set bits are given by the numbers of these bits, which may lie anywhere, instead of an offset and "
           "a 64-bit word. That whole runs of the fast form have the law of the plain one is checked under Algorithm "
           "TreeLog; times for 10^6 points are recorded in benchmarks/ and shown on the page.")


def common_prefixes(points: list[int], bits: int, kind: str) -> list[int]:
    """Return the common prefixes of neighbouring distinct points, by one of the three kinds of points."""
    if kind == "integers":  # the integers of any length live in a larger domain; the zeros in front are common
        return [found - 100 for found in sorted_points(points, bits + 100).common.tolist()]
    database = np.array(points, dtype=np.uint64) if kind == "words" else exponents(points)
    return sorted_points(database, bits).common.tolist()


@check("KLMNS20-3.fast", grade="exact",
       quantifier="all pairs of distinct points of 4 bits; 10^4 neighbouring pairs of random words of 64 bits, all "
                  "words 2^k - 1 and 2^k, 2000 words in clusters; each by three kinds of points against bit strings",
       says="each kind of points gives the common prefixes of the points' bit strings")
@sabotage("floating-point logarithms of whole 64-bit words",
          lambda points, bits, kind: (broken_prefixes_by_float_logarithm if kind == "words" else common_prefixes)(
              points, bits, kind))
@sabotage("sparse points part at the lower of two unequal bits",
          lambda points, bits, kind: (broken_sparse_prefixes if kind == "sparse" else common_prefixes)(
              points, bits, kind))
@judged("==")
def three_kinds_of_points_have_the_same_prefixes(prefixes=common_prefixes):
    for pair in combinations(range(16), 2):
        for kind in KINDS:
            yield (pair, kind), prefixes(list(pair), 4, kind), by_strings(pair, 4)
    for _, points, bits in samples_of_words():
        wanted = by_strings(points, bits)
        for kind in KINDS:
            found = prefixes(points, bits, kind)
            bad = [k for k, pair in enumerate(zip(found, wanted, strict=True)) if pair[0] != pair[1]]
            ordered = sorted(set(points))
            witness = tuple(ordered[bad[0]:bad[0] + 2]) if bad else tuple(ordered[:2])
            yield (witness, kind), found == wanted, True

def refutes_three_kinds_of_points_have_the_same_prefixes(prefixes, witness):
    (x, y), kind = witness
    depth = max(d for d in range(65) if x >> (64 - d) == y >> (64 - d))
    return prefixes([x, y], 64, kind) != [depth]


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="all sets of 2 to 6 points of 4 bits, all their intervals of at least 2 points: 176,520",
       says="an interval splits at its first bit that varies, before the first point that has a 1 there")
def split_is_where_the_next_bit_turns_from_0_to_1(split=SortedPoints.branching) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(2, 7):
            for chosen in combinations(range(16), n):
                points = sorted_points(np.array(chosen), 4)
                spans = [(i, j) for i, j in combinations(range(n + 1), 2) if j - i > 1]
                wanted = [(depth, i + place) for i, j in spans for depth, place in [first_change(chosen[i:j])]]
                yield chosen, [split(points, i, j) for i, j in spans], wanted

    return counted(judge("==", cases()), sum(comb(16, n) * comb(n, 2) for n in range(2, 7)))

def refutes_split_is_where_the_next_bit_turns_from_0_to_1(split, chosen):
    points = sorted_points(list(chosen), 4)
    for i, j in combinations(range(len(chosen) + 1), 2):
        if j - i > 1:
            depth, cut = split(points, i, j)
            left, right = ({x >> (3 - depth) for x in chosen[a:b]} for a, b in ((i, cut), (cut, j)))
            if not (len(left) == len(right) == 1 and min(left) % 2 == 0 and min(right) == min(left) + 1):
                return True
    return False

@split_is_where_the_next_bit_turns_from_0_to_1.corrupted("at the longest common prefix, not the shortest")
def longest_common_prefix_not_shortest(points: SortedPoints, i: int, j: int) -> tuple[int, int]:
    place = i + int(np.argmax(points.common[i:j - 1]))
    return int(points.common[place]), place + 1

@split_is_where_the_next_bit_turns_from_0_to_1.corrupted("one point too early")
def one_point_too_early(points: SortedPoints, i: int, j: int) -> tuple[int, int]:
    depth, cut = points.branching(i, j)
    return depth, max(i + 1, cut - 1)


Level = tuple[dict[Any, Fraction], dict[Any, tuple[int, ...]]]


def fast_level(database: tuple[int, ...], bits: int, trim: int, stop: int, base, walk=walk_law,
               embedding=inner_points) -> Level:
    """Return the law of the last node and the inner database of each, by the walk over splits."""
    kept = trimmed(sorted_points(database, bits), trim)
    ends = walk(kept, stop, base).exact()
    nodes = {end: last_node(kept.points, end) for end in ends}
    inner = {nodes[end]: written_out(embedding(kept, end, stop)) for end in ends}
    return {nodes[end]: mass for end, mass in ends.items()}, inner


def written_out(points: SortedPoints) -> tuple[int, ...]:
    counts = np.diff(points.before).tolist()
    return tuple(points.value(k) for k, count in enumerate(counts) for _ in range(count))


def plain_level(database: tuple[int, ...], bits: int, trim: int, stop: int, base) -> Level:
    """Return the same by the printed steps on the explicit tree."""
    kept = middle(database, trim)
    law = ({heavy_node(kept, bits, stop): Fraction(1)} if base is None else path_law(kept, bits, stop, base).exact())
    return law, {node: embed(kept, bits, node, stop) for node in law}


@cache
def levels_to_compare() -> tuple[tuple[tuple[int, ...], int, int, int, Any], ...]:
    """Return databases with the parameters of one level."""
    small = [(s, 2, trim, stop, base) for s in multisets(4, 5) for trim, stop in ((0, 0), (0, 2), (1, 2))
             for base in (THREE_HALVES, None)]
    wide = [(s, 3, 0, stop, base) for s in multisets(8, 3) for stop in (0, 1) for base in (THREE_HALVES, None)]
    return (*small, *wide, *((s, 3, 0, 1, THREE_HALVES) for n in (4, 5, 6) for s in up_to_swaps(3, n)))


@check("KLMNS20-3.fast", grade="exhaustive",
       quantifier="all multisets of at most 5 of 4 points (trimming and stopping weight 0 and 0, 0 and 2, 1 and 2) "
                  "and of at most 3 of 8 points (stopping weight 0, 1), random path with e^epsilon = 3/2 and heavy "
                  "path; 4 to 6 of 8 points up to swaps of subtrees, random path",
       says="the walk over splits has the law of the path in the tree, and the same inner databases")
@sabotage("weights count distinct points", partial(fast_level, walk=broken_walk_by_distinct_points))
@sabotage("the smallest levels are dropped instead of the largest",
          partial(fast_level, embedding=broken_inner_without_smallest))
def walk_over_splits_has_the_law_of_the_path_in_the_tree(level=fast_level) -> Verdict:
    return judge("==", ((case, level(*case), plain_level(*case)) for case in levels_to_compare()))

def refutes_walk_over_splits_has_the_law_of_the_path_in_the_tree(level, witness):
    database, bits, trim, stop, base = witness
    kept = sorted(database)[trim:max(trim, len(database) - trim)]
    law, inner = level(*witness)
    for (depth, prefix), mass in law.items():
        wanted = Fraction(depth == bits or sum(x >> (bits - depth) == prefix for x in kept) <= stop)
        for d in range(1, depth + 1):
            step = prefix >> (depth - d)
            on, off = (sum(x >> (bits - d) == node for x in kept) for node in (step, step ^ 1))
            if base is None:
                wanted *= on > off or (on == off and step % 2 == 0)
            elif off:
                wanted *= Fraction(base) ** on / (Fraction(base) ** on + Fraction(base) ** off)
        falls = sorted(max(d for d in range(depth + 1) if x >> (bits - d) == prefix >> (depth - d)) for x in kept)
        if mass != wanted or inner[depth, prefix] != tuple(falls[:max(0, len(falls) - stop)]):
            return True
    return sum(law.values()) != 1


SIZES = (64, 512, 4096)


@check("KLMNS20-3.fast", grade="exact",
       quantifier="arrays of 64, 512 and 4096 prefixes: combs either way, balanced, random order; comparisons are "
                  "counted, at most two for each element",
       says="{the number of comparisons} is at most {twice the number of elements}",
       reason="In place of the time alone, which depends on the machine; n log n comparisons of the sort are its own.")
@sabotage("every minimum by a scan of its interval", broken_split_by_scanning)
@judged("<=")
def splits_take_linear_work(splits=split_tree):
    for size in SIZES:
        for name, values in prefix_arrays(size):
            yield (size, name), comparisons(splits, size, name)[0], 2 * len(values)

def refutes_splits_take_linear_work(splits, size, name):
    made, length = comparisons(splits, size, name)
    return made / length > 2


FAMILIES = ("comb", "two long chains", "random")


@check("KLMNS20-3.fast", grade="exact",
       quantifier="domains of 2^200 points: a comb of 200 points, two chains of 200 levels, 300 random points; "
                  "stopping weight 0 and 3; three settings of the random words",
       says="{the number of random words drawn} equals {the number of splits on the path}")
@sabotage("a coin at every node, also where one child is empty", broken_walk_node_by_node)
@judged("==")
def walk_takes_one_step_for_each_split_on_the_path(walk=walk_law):
    for name in FAMILIES:
        for word in (1 << 62, 3 << 61, 1 << 20):
            for stop in (0, 3):
                drawn, splits = words_drawn(walk, name, word, stop)
                yield (name, word, stop), drawn, splits

def refutes_walk_takes_one_step_for_each_split_on_the_path(walk, name, word, stop):
    points, bits = family(name)
    kept, rng = trimmed(sorted_points(points, bits), 0), ScriptedWords([word])
    end: Any = walk(kept, stop, Fraction(3, 2)).sample(rng)
    depth, i, _ = end
    path = f"{kept.points.value(i):0{bits}b}"[:depth]
    both = [d for d in range(depth) if len({f"{x:0{bits}b}"[d] for x in points
                                            if f"{x:0{bits}b}".startswith(path[:d])}) == 2]
    return rng.drawn != len(both)


BASES = (Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(10**9 + 1, 10**9))


@check("KLMNS20-3.fast", grade="exact",
       quantifier="e^epsilon = 1.1, 1.5, 2, 1 + 1e-9; weights that differ by 0 to 120; the three 64-bit words around "
                  "the probability, followed by halves: the coin against the rational comparison",
       says="the coin falls as the exact comparison of the number drawn with its probability says")
@sabotage("floating-point probabilities", broken_coin_by_floats)
@judged("==")
def no_rounding_decides_a_coin(coin=lambda gap, base: PowerPair(False, True, gap, base)):
    for base in BASES:
        for gap in range(121):
            light = 1 / (1 + base**gap)
            nearest = int(light * 2**64)
            for word in range(max(0, nearest - 1), nearest + 2):
                wanted = (Fraction(word) + HALVES) / 2**64 < light
                yield (gap, base, word), bool(coin(gap, base).sample(ScriptedWords([word, 1 << 63]))), wanted


HALVES = Fraction(2**63, 2**64 - 1)  # the value of the digits that follow the first word


def refutes_no_rounding_decides_a_coin(coin, gap, base, word):
    up = coin(gap, base).sample(ScriptedWords([word, 1 << 63]))
    p, q = base.numerator**gap, base.denominator**gap  # light iff number (p + q) < q
    number = (word << 640) + sum((1 << 63) << (64 * k) for k in range(10))
    return bool(up) != (number * (p + q) < q << 704)


MOST_SECONDS = {"2^64": 3.0, "2^1024": 10.0, "2^(2^20)": 20.0}
PLACES = [(kind, form) for kind in MOST_SECONDS for form in ("TreeLog", "HeavyPaths")]


def fast_run(form: str, database, bits: int):
    law = (fast_tree_log_law(database, bits, PRACTICAL) if form == "TreeLog" else
           fast_heavy_paths_law(database, bits, PRACTICAL_HEAVY))
    return law.sample(random.Random(3))


@check("KLMNS20-3.fast", grade="numeric", parts=len(PLACES),
       quantifier="10^6 points of 2^64 (words), 2^1024 (integers) and 2^(2^20) (a comb of sparse points), TreeLog "
                  "and HeavyPaths: the middle of three processor times is at most 3, 10 and 20 seconds",
       says="{the middle of three times, in seconds} is at most {the seconds allowed}",
       reason="Time is a matter of the machine; run on request. The counts of steps above are exact.")
@sabotage("the sort and the splits are computed anew ten times",
          lambda form, database, bits: [fast_run(form, database, bits) for _ in range(10)][0])
def a_million_points_take_seconds(runs=fast_run, part: int = 0) -> Verdict:
    kind, form = PLACES[part]
    return judge("<=", [((kind, form), seconds_of(kind, form, runs), MOST_SECONDS[kind])])

def refutes_a_million_points_take_seconds(runs, kind, form):
    database, bits = million(kind)
    started = time.process_time()
    runs(form, database, bits)
    return time.process_time() - started > MOST_SECONDS[kind]


@check("KLMNS20-3.fast", grade="numeric", parts=len(PLACES),
       quantifier="the points of 'a million points take seconds': at most 400 bytes for each beside the points at any "
                  "time",
       says="{the peak memory for each point, in bytes} is at most {the bytes allowed, 400}",
       reason="The interpreter's count of its own memory and numpy's; run on request.")
def a_million_points_take_a_few_words_each(runs=fast_run, part: int = 0) -> Verdict:
    kind, form = PLACES[part]
    return judge("<=", [((kind, form), bytes_beside(kind, form, runs), 400.0)])

def refutes_a_million_points_take_a_few_words_each(runs, kind, form):
    database, bits = million(kind)
    tracemalloc.start()
    runs(form, database, bits)
    return tracemalloc.get_traced_memory()[1] > 400 * 10**6

@a_million_points_take_a_few_words_each.corrupted("every point is written out as a word of its bits")
def every_point_written_out_word_bits(form: str, database, bits: int):
    words = [f"{x:0{min(bits, 1024)}b}" for x in (database if bits <= 1024 else range(10**6))]
    return len(words) and fast_run(form, database, bits)
