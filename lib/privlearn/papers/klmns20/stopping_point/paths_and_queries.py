"""KLMNS20, Section 4: ConstructPaths, the first heavy level, and the queries f_i."""

from collections import Counter
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import count, product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.exact.formulas import Value, ceil, formula, log2
from privlearn.laws import pure
from privlearn.learners.interior_point.heavy_paths import construct_paths, first_heavy_level, query_values
from privlearn.learners.interior_point.heavy_paths.many_databases import chain_tables, value_table
from privlearn.learners.interior_point.trees import embed, heavy_node, is_prefix, level_bits, middle, path_law, weight
from privlearn.learners.interior_point.trees.level_tables import all_counts, points_of
from privlearn.mechanisms import add_remove_one, audit_pure, refutes_pure
from privlearn.papers.klmns20.paths.instances import multisets
from privlearn.papers.klmns20.stopping_point import claim
from privlearn.papers.klmns20.stopping_point.instances import (GRID, GRID_TEXT, Pair, Points, Table,
                                                               broken_first_query_untruncated,
                                                               broken_paths_go_one_step_further,
                                                               broken_paths_halt_when_small, by_hand, neighbours,
                                                               second_query_jump, top)


@formula("equals", tex={"log2(depth + 1)": r"\log(L_i + 1)"},
         corners={"depth": (1, 2, 3, 4, 7, 8, 64, 2**100 - 1, 2**100)})
def bits_for_levels(depth: int) -> Value:
    """Return how many bits the levels of a path in a tree of so many levels have."""
    return ceil(log2(depth + 1))


claim("KLMNS20-alg2", kind="algorithm", title="ConstructPaths: level below level along the heavy paths",
      uses=("KLMNS20-alg1", "KLMNS20-3.trim", "KLMNS20-3.embed"),
      note="As printed it halts when the database is small. The number of levels must be public, so ours goes on with "
           "empty databases; the constants in the weight at which it stops are reconstructed.",
      formulas=(bits_for_levels,))


@check("KLMNS20-alg2", grade="exact",
       quantifier="L = 1, 2, 3, 4, 7, 8, 64, 2^100 - 1 and 2^100: the least number of bits that hold L + 1 levels",
       says="{ceil(log(L + 1))} equals {the least number of bits for L + 1 levels}")
@verifier(lambda bits, depth: not 2 ** (bits(depth) - 1) < depth + 1 <= 2 ** bits(depth) or bits(depth) != level_bits(
    depth))
@judged("==")
def levels_have_so_many_bits(bits=bits_for_levels):
    yield from ((depth, bits(depth), next(k for k in count() if 2**k > depth)) for depth, in bits.instances())


@cache
def likeliest(kept: Points, stop: int) -> Points:
    """Return D of TreeLog's random path on 3 bits if it always takes the likelier child, the left one in a tie."""
    law = path_law(kept, 3, stop, 2).exact()
    node = (0, 0)
    while node not in law:
        sides = [(node[0] + 1, 2 * node[1] + bit) for bit in (0, 1)]
        left, right = (sum(p for last, p in law.items() if is_prefix(side, last)) for side in sides)
        node = sides[right > left]
    return embed(kept, 3, node, stop)


@check("KLMNS20-alg2", grade="exhaustive",
       quantifier="all S of n <= 6 points of 3 bits, (trim, t) = (0,2), (1,1): the branch of the random path's law "
                  "that always takes the likelier child (the left one if both are equal)",
       says="D_1 is the inner database of the path that always takes the likelier child")
@sabotage("drops one level fewer than the weight at which it stops", broken_paths_go_one_step_further)
@judged("==")
def is_the_likeliest_branch_of_the_random_path(paths=construct_paths):
    for s in multisets(8, 6):
        for trim, stop in ((0, 2), (1, 1)):
            yield (s, trim, stop), paths(s, 3, 1, trim, stop)[1], likeliest(middle(s, trim), stop)

def refutes_is_the_likeliest_branch_of_the_random_path(paths, s, trim, stop):
    return list(paths(s, 3, 1, trim, stop)[1]) != by_hand(sorted(s)[trim: len(s) - trim], 3, stop)[0]


@check("KLMNS20-alg2", grade="exhaustive",
       quantifier="publishing how many databases there are: all S of n <= 6 points of 3 bits, trim 0, t = 1, N = 3, "
                  "adding and removing one",
       says="neighbours give the same number of databases")
@verifier(lambda paths, witness: refutes_pure(witness, lambda s: pure(len(paths(s, 3, 3, 0, 1))), 1))
@sabotage("halts at the first database of at most 3t points", broken_paths_halt_when_small)
def how_many_databases_there_are_tells_nothing(paths=construct_paths) -> Verdict:
    found = audit_pure(lambda s: pure(len(paths(s, 3, 3, 0, 1))), list(multisets(8, 6)), add_remove_one)
    return counted(judge("<=", [(found.witness, found.exp_epsilon, 1)]), found.pairs)


@lru_cache(maxsize=1)
def a_million_points() -> tuple[int, ...]:
    """Return 10^6 points of 64 bits, half of them in one tenth of the domain's leading digits."""
    rng = np.random.default_rng(64)
    spread = rng.integers(1 << 63, size=500_000, dtype=np.uint64) * np.uint64(2)
    shifts = rng.integers(1, 60, size=500_000, dtype=np.uint64)
    return tuple(np.sort(np.concatenate([spread, spread >> shifts])).tolist())


def falls_bit_by_bit(points, bits: int, stop: int) -> dict[int, int]:
    """Return the truncated falls, by halving an array bit by bit."""
    left, falls = np.array(points, dtype=np.uint64), Counter[int]()
    room = len(left) - stop
    for level in range(bits + 1):
        ones = (left >> np.uint64(bits - 1 - level)) & np.uint64(1) == 1 if level < bits else np.zeros(len(left), bool)
        inside = level < bits and len(left) > stop
        heavy = left[ones] if inside and 2 * int(ones.sum()) > len(left) else left[~ones] if inside else left[:0]
        falls[level] = min(len(left) - len(heavy), room - falls.total())
        left = heavy
    return {level: count for level, count in falls.items() if count}


@check("KLMNS20-alg2", grade="exact",
       quantifier="one database of 10^6 points of 64 bits, N = 2, trim 100, t = 1000: sizes and multiplicities on "
                  "both levels, by binary search against bit by bit",
       says="the falls and their multiplicities by binary search are those found bit by bit")
@sabotage("t + 1 in place of t",
          make=lambda: cache(lambda s, bits, levels, trim, stop: construct_paths(s, bits, levels, trim, stop + 1)))
def a_million_points_of_64_bits(paths=construct_paths) -> Verdict:
    points = a_million_points()
    chain = paths(points, 64, 2, 100, 1000)
    inputs = [(points[100:-100], 64), (chain[1][100:-100], 7)]
    return judge("==", (((level, bits), dict(Counter(chain[level + 1])), falls_bit_by_bit(given, bits, 1000))
                        for level, (given, bits) in enumerate(inputs)))

def refutes_a_million_points_of_64_bits(paths, witness):
    chain = paths(a_million_points(), 64, 2, 100, 1000)
    for above, below, bits in zip(chain, chain[1:], (64, 7), strict=False):
        values, counts = np.unique(np.array(above[100:-100], dtype=np.uint64), return_counts=True)
        weights, word = [int(counts.sum())], 0  # of the nodes of the heavy path
        while len(weights) <= bits and weights[-1] > 1000:
            shift = np.uint64(bits - len(weights))
            left, right = (int(counts[values >> shift == 2 * word + bit].sum()) for bit in (0, 1))
            word, weights = 2 * word + (right > left), [*weights, max(left, right)]
        levels = [d for d, w in enumerate(weights) for _ in range(w - (weights[d + 1] if d + 1 < len(weights) else 0))]
        if list(below) != levels[:max(0, len(levels) - 1000)]:
            return True
    return False

@a_million_points_of_64_bits.sabotage("the levels of the last database are one too low")
def levels_last_database_one_too_low():
    def paths(s, bits: int, levels: int, trim: int, stop: int) -> tuple[Points, ...]:
        chain = construct_paths(s, bits, levels, trim, stop)
        return (*chain[:-1], tuple(max(0, level - 1) for level in chain[-1]))

    return cache(paths)  # for the check and its verifier


claim("KLMNS20-4.istar", kind="definition", title="i*: the first level with a heavy fall", uses=("KLMNS20-alg2",),
      note="The paper counts from 1 with D_1 = S and keeps one global constant in t; we count from 0 and name the "
           "thresholds: T_low = T - alpha_beta <= T <= T_high = T + alpha_delta <= t.")


def falls_along(s, bits: int, trim: int, stop: int) -> list[int]:
    """Return what enters the next database at each node of the heavy path: the weight of the child off it, cut off."""
    kept = middle(s, trim)
    depth, prefix = heavy_node(kept, bits, stop)
    falls: list[int] = []
    for k in range(depth + 1):
        level, off = (k + 1, (prefix >> (depth - k - 1)) ^ 1) if k < depth else (depth, prefix)
        fallen = sum(point >> (bits - level) == off for point in kept)
        falls.append(min(fallen, max(0, len(kept) - stop - sum(falls))))
    return falls


def largest_truncated_fall(s, bits: int, trim: int, stop: int) -> int:
    """Return the heaviest fall off the heavy path, cut off when all but ``stop`` points have fallen."""
    return max(falls_along(s, bits, trim, stop))


@check("KLMNS20-4.istar", grade="exhaustive",
       quantifier="all S of n points of 3 bits, t = 2, n <= 8 with trim 0 and n <= 6 with trim 1: f_1 and f_2 "
                  "against the heaviest fall, cut off, along the path before",
       says="{the heaviest fall off the path before, cut off} equals {the value of f_1 or f_2}")
@judged("==")
def value_is_the_heaviest_fall_off_the_path_before(fall=largest_truncated_fall):
    known = cache(fall)
    for trim in (0, 1):
        for n in range(9 - 2 * trim):
            counts = all_counts(8, n)
            values = value_table(counts, 2, trim, 2)
            for row, below, found in zip(counts, chain_tables(counts, 1, trim, 2)[1], values, strict=True):
                s = points_of(row)
                yield ((s, 3, trim), known(s, 3, trim, 2), int(found[0]))
                yield ((points_of(below), 2, trim), known(points_of(below), 2, trim, 2), int(found[1]))

def refutes_value_is_the_heaviest_fall_off_the_path_before(fall, s, bits, trim):
    return fall(s, bits, trim, 2) != top(by_hand(sorted(s)[trim: max(trim, len(s) - trim)], bits, 2)[0])

@value_is_the_heaviest_fall_off_the_path_before.corrupted("falls that are not cut off")
def falls_not_cut_off(s, bits: int, trim: int, stop: int) -> int:
    kept = middle(s, trim)
    depth, prefix = heavy_node(kept, bits, stop)
    off = [weight(kept, bits, (k + 1, (prefix >> (depth - k - 1)) ^ 1)) for k in range(depth)]
    return max(*off, weight(kept, bits, (depth, prefix)), 0) if off else weight(kept, bits, (depth, prefix))


@check("KLMNS20-4.istar", grade="exhaustive", quantifier="all sequences of at most 4 values 0..4, heights 1..4",
       says="{the level i*} equals {the first level whose value reaches the height}")
@sabotage("the first level above the height", lambda values, high: first_heavy_level(values, high + 1))
@judged("==")
def is_the_first_level_that_reaches_the_height(find=first_heavy_level):
    for n, high in product(range(5), range(1, 5)):
        for values in product(range(5), repeat=n):
            below = 0
            while below < n and values[below] < high:
                below += 1
            yield (values, high), find(values, high), below + 1

def refutes_is_the_first_level_that_reaches_the_height(find, values, high):
    k = find(values, high)
    return max(values[: k - 1], default=0) >= high or (k <= len(values) and values[k - 1] < high)


claim("KLMNS20-4.f", kind="definition",
      title="The queries f_i: monotone and of sensitivity 1 on neighbouring inputs, of any sensitivity beyond",
      uses=("KLMNS20-alg2", "KLMNS20-2.sens"))


def heaviest_fall(counts: Table, stop: int) -> Table:
    """Return f_1 of every database of a batch, without trimming."""
    return value_table(counts, 1, 0, stop)[:, 0]


@check("KLMNS20-4.f", grade="exhaustive",
       quantifier=GRID_TEXT + ": the least and the largest f_1(S + x) - f_1(S) lie in {0, 1}",
       says="adding x raises f_1 by 0 or 1")
@sabotage("falls that are not cut off", broken_first_query_untruncated)
def one_level_is_monotone_and_of_sensitivity_1(query=heaviest_fall) -> Verdict:
    total = 0

    def cases() -> Iterator[Any]:
        nonlocal total
        for bits, n, stop in GRID:
            for x, before, after in neighbours(bits, n):
                change = query(after, stop) - query(before, stop)
                total += len(change)
                for row, low, high in ((change.argmin(), 0, change.min()), (change.argmax(), change.max(), 1)):
                    yield (points_of(before[row]), x, bits, stop), int(low), int(high)

    verdict = judge("<=", cases())
    return counted(verdict, total)

def refutes_one_level_is_monotone_and_of_sensitivity_1(query, s, x, bits, stop):
    rows = [[points.count(p) for p in range(1 << bits)] for points in (s, (*s, x))]
    less, more = (int(query(np.array([row]), stop)[0]) for row in rows)
    return more not in (less, less + 1)


EXHIBITED: Pair = (3, 3, 8, 8, 11, 11, 11, 15, 15, 15), 9


def jumps_of(k: int) -> Pair:
    """Return the exhibited pair for k = 0, else one of the family."""
    return second_query_jump(k) if k else EXHIBITED


@check("KLMNS20-4.f", grade="exact",
       quantifier="4 bits, trim 0, t = 1. S = 3^2 8^2 11^3 15^3 (exponents are multiplicities), x = 9: f_2 grows by "
                  "2; S = 0^2k 8^2k 12^k 13^k 14^(2k+1), x = 12: f_2 grows by k + 1, k = 1..40",
       says="{the growth of f_2 when x is added} equals {k + 1, or 2 for the exhibited pair}")
@sabotage("the added point falls off after the tie", lambda k: (jumps_of(k)[0], 14 if k else 15))
@judged("==")
def the_second_query_jumps(pair=jumps_of):
    for k in range(41):
        s, x = pair(k)
        values = [query_values(points, 4, 2, 0, 1) for points in (s, (*s, x))]
        yield k, values[1][1] - values[0][1], k + 1 if k else 2

def refutes_the_second_query_jumps(pair, k):
    s, x = pair(k)
    seconds = [top(by_hand(by_hand(points, 4, 1)[0], 3, 1)[0]) for points in (s, (*s, x))]
    return seconds[1] - seconds[0] != (k + 1 if k else 2)
