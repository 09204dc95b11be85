"""KLMNS20, Section 4: ConstructPaths takes the likeliest branch of the random path."""

from collections import Counter
from functools import cache, lru_cache

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.laws import pure
from privlearn.learners.interior_point.heavy_paths import construct_paths
from privlearn.learners.interior_point.trees import embed, is_prefix, middle, path_law
from privlearn.mechanisms import add_remove_one, audit_pure, refutes_pure
from privlearn.papers.klmns20.paths.instances import multisets
from privlearn.papers.klmns20.stopping_point import claim
from privlearn.papers.klmns20.stopping_point.instances import Points, by_hand
from privlearn.papers.klmns20.stopping_point.mistakes import (broken_paths_go_one_step_further,
                                                              broken_paths_halt_when_small)

claim("KLMNS20-alg2", kind="algorithm", title="ConstructPaths: level below level along the heavy paths",
      uses=("KLMNS20-alg1", "KLMNS20-3.trim", "KLMNS20-3.embed"),
      note="As printed it halts when the database is small. The number of levels must be public, so ours goes on with "
           "empty databases; the constants in the weight at which it stops are reconstructed.")


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
