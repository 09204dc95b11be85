"""KLMNS20, Section 3.1, a variant of ours: the heavy path is stable for few enough elements."""

from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import comb, floor
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.exact import as_fraction
from privlearn.learners.interior_point.tree_log import TreeLogParameters, tree_log_directions, tree_log_law
from privlearn.learners.interior_point.trees import stable_limit
from privlearn.learners.interior_point.trees.level_tables import fall_table, without_largest_counts
from privlearn.learners.interior_point.trees.stable_path import heavy_embedding, stable_sizes, unstable_pairs
from privlearn.papers.klmns20.stable_path import claim
from privlearn.papers.klmns20.tree_log_privacy.instances import (RIGHT, BrokenTrim, broken_always_a_node, broken_budget,
                                                                 laws_of, one, replacements, worst_addition)

DOMAINS = tuple(product((3,), range(5))) + tuple(product((4,), range(3)))  # (bits, stop)
WHERE = "8 points with t <= 4 and 16 points with t <= 2"


claim("KLMNS20-3.stable", kind="theorem",
      title="For at most 2t + 1 elements the heavy path already gives neighbouring inner databases (ours)",
      uses=("KLMNS20-alg1", "KLMNS20-3.trim", "KLMNS20-3.embed", "KLMNS20-3.6", "KLMNS20-3.6.neigh", "KLMNS20-2.em",
            "KLMNS20-2.4"),
      note="For t = 0 the limit is not sharp: on 8 points the first two databases that part have 4 elements. The "
           "number of elements must be public, so the guarantee is for replacement; for addition and removal the "
           "checks fix the larger size.", formulas=(stable_limit,))


@lru_cache(maxsize=1 << 10)
def parted(bits: int, size: int, stop: int, embedding):
    """Return the number of parting pairs and the first, remembered."""
    return unstable_pairs(bits, size, stop, embedding)


@check("KLMNS20-3.stable", grade="exhaustive",
       quantifier=f"{WHERE}: all S' of 1 to 2t + 1 elements and all x in S'; the inner databases of S' - x and S'",
       says="the inner databases of S' - x and S' are neighbours")
@sabotage("one level fewer is dropped than the stopping weight",
          lambda counts, stop: without_largest_counts(fall_table(counts, stop), max(0, stop - 1)))
@sabotage("the path stops one unit of weight later than the levels allow",
          lambda counts, stop: without_largest_counts(fall_table(counts, max(0, stop - 2)), stop - 1 if stop else 0))
@judged("<=")
def inner_databases_are_neighbours(embedding=heavy_embedding):
    for bits, stop in DOMAINS:
        for size in range(1, 2 * stop + 2):
            number, pair = parted(bits, size, stop, embedding)
            yield (bits, size, stop, pair), number, 0, comb(2**bits + size - 2, size - 1) << bits

def refutes_inner_databases_are_neighbours(embedding, witness):
    bits, _, stop, (before, x) = witness
    return spoils(embedding, bits, stop, before, x)


def spoils(embedding, bits: int, stop: int, before, x: int) -> bool:
    """Tell, from two databases alone, whether their inner databases are no neighbours."""
    inner = []
    for s in (before, (*before, x)):
        counts = embedding(np.array([[s.count(v) for v in range(2**bits)]]), stop)[0]
        inner.append([level for level, times in enumerate(counts) for _ in range(times)])
    less, more = inner
    if not less and not more:
        return False
    return len(more) != len(less) + 1 or any(less.count(v) > more.count(v) for v in less)


def first_unstable(bits: int, stop: int) -> int:
    """Return the least size of S' at which some pair parts."""
    return next(size for size in range(1, 99) if parted(bits, size, stop, heavy_embedding)[0])


@check("KLMNS20-3.stable", grade="exhaustive",
       quantifier="8 points, t = 1 to 4, and 16 points, t = 1, 2: the largest size of S' up to which no pair parts",
       says="{2t + 1} equals {the largest size up to which no pair parts}")
def the_limit_is_sharp(limit=stable_limit) -> Verdict:
    return judge("==", (((bits, t, parted(bits, first_unstable(bits, t), t, heavy_embedding)[1]), limit(t),
                         first_unstable(bits, t) - 1) for bits, t in DOMAINS if t))

def refutes_the_limit_is_sharp(limit, witness):
    bits, t, (before, x) = witness
    if limit(t) >= len(before) + 1:  # claims that this pair is stable
        return spoils(heavy_embedding, bits, t, before, x)
    size = floor(limit(t)) + 1  # claims that some pair of this size is not
    found = size > 0 and any(spoils(heavy_embedding, 2, t, s, y) for y in range(4)
                             for s in combinations_with_replacement(range(4), size - 1))
    return limit(t) != size - 1 or not found and size <= len(before)


@check("KLMNS20-3.stable", grade="exhaustive",
       quantifier="t = 1 to 4 on 8 points, and t = 1, 2 on 16: the first pair that parts, in the order of size, S, x",
       says="the first pair that parts is S = 0^t 2^(t + 1), x = 1")
@sabotage("one zero more", lambda stop: ((0,) * (stop + 1) + (2,) * (stop + 1), 1))
@sabotage("x = 3", lambda stop: ((0,) * stop + (2,) * (stop + 1), 3))
def the_first_pairs_that_part(example=lambda stop: ((0,) * stop + (2,) * (stop + 1), 1)) -> Verdict:
    return judge("==", (((bits, t), example(t), parted(bits, first_unstable(bits, t), t, heavy_embedding)[1])
                        for bits, t in DOMAINS if t))

def refutes_the_first_pairs_that_part(example, bits, t):
    claimed, x = example(t)
    if len(claimed) != 2 * t + 1 or not spoils(heavy_embedding, bits, t, claimed, x):
        return True
    return any(spoils(heavy_embedding, bits, t, s, y) for s in combinations_with_replacement(range(3), 2 * t + 1)
               for y in range(3) if (s, y) < (claimed, x))


def reflected(database: tuple[int, ...], bits: int) -> tuple[int, ...]:
    return tuple(2**bits - 1 - x for x in reversed(database))


# name -> (bits, parameters with a heavy path, elements); all but the last at the limit n - 2 trim = 2 stop + 1
AT_LIMIT: dict[str, tuple[int, TreeLogParameters, int]] = {
    "8 points, 5 elements": (3, one(None, 4, 3, 4, 0, 2, 4), 5),
    "8 points, trimmed": (3, one(None, 4, 3, 4, 1, 1, 4), 5),
    "8 points, base": (3, one(None, 4, 3, 4, 0, 1, 64), 3),
    "4 points, 21 elements": (2, one(None, 2, 5, 2, 0, 10, 2), 21),
    "8 points, stop 3": (3, one(None, 4, 3, 4, 0, 3, 4), 1),
}


@check("KLMNS20-3.stable", grade="exhaustive",
       quantifier="all pairs of databases that differ in one element: at the limit, 8 points with n = 5 (t = 2; t = 1, "
                  "trimmed by 1) and 3 (t = 1) and 4 points with n = 21 elements (t = 10), and 8 points with n = 1 (t "
                  "= 3): the hockey stick at e^{2(eps_c + eps_e + eps_b)} against delta_c",
       says="{the largest hockey stick of a replacement} is at most {delta_c}")
@sabotage("hardly any weight on no answer", broken_always_a_node)
@judged("<=")
def replacement_costs_nothing_for_the_path(make=RIGHT):
    for name, (bits, parameters, n) in AT_LIMIT.items():
        bound = tree_log_directions(parameters, rows=n)
        pairs = list(replacements(bits, n))
        pairs += [(reflected(a, bits), reflected(b, bits)) for a, b in pairs]  # ties go left, so both are needed
        stick, pair = laws_of(make, bits, parameters).worst(pairs, bound.replacement)
        yield (name, *pair), stick, bound.delta, len(pairs)

def refutes_replacement_costs_nothing_for_the_path(make, name, left, right):
    bits, parameters, _ = AT_LIMIT[name]
    (t,) = parameters.levels
    loss = (t.exp_choose * t.exp_end * parameters.exp_base) ** 2
    p, q = ({o: as_fraction(m) for o, m in make(bits, parameters).masses(s).items()}
            for s in (left, right))
    stick = sum(max(Fraction(0), mass - loss * q.get(o, 0)) for o, mass in p.items())
    return stick > Fraction(1, 1 + t.exp_choose ** (t.threshold - 1))


ELEVEN_TENTHS = Fraction(11, 10)
# one step dear, the others cheap: bits, parameters, two databases that differ in one element
UNEQUAL: dict[str, tuple[int, TreeLogParameters, tuple[int, ...], tuple[int, ...]]] = {
    "nodes": (4, one(None, 16, 8, 1, 0, 11, ELEVEN_TENTHS), (0,) * 12 + (8,) * 10, (0,) * 11 + (8,) * 11),
    "base": (4, one(None, 2, 10, 1, 0, 9, 64), (1, 1, 1, 2, 2) + (12,) * 14, (1, 1, 1, 2, 2, 4) + (12,) * 13),
    "leaves": (2, one(None, 2, 10, 64, 0, 7, ELEVEN_TENTHS), (0,) * 7 + (2,) * 5 + (3, 3), (0,) * 8 + (2,) * 5 + (3,)),
}


def stated(parameters: TreeLogParameters, n: int) -> tuple[Fraction, Fraction]:
    """Return ratio and delta stated for a replacement among n elements."""
    found = tree_log_directions(parameters, rows=n)
    return found.replacement, found.delta.upper


def paid_once(step: str) -> Any:
    """Return what is stated, with one of the three steps counted once."""
    def told(parameters: TreeLogParameters, n: int) -> tuple[Fraction, Fraction]:
        ratio, delta = stated(parameters, n)
        (level,) = parameters.levels
        return ratio / {"nodes": level.exp_choose, "base": parameters.exp_base, "leaves": level.exp_end}[step], delta

    return told


@check("KLMNS20-3.stable", grade="exact",
       quantifier="one step dear, the others cheap: 16 points, e^eps_c = 16, tau = 8, t = 11, n = 22; 16 points, "
                  "e^eps_b = 64, e^eps_c = 2, tau = 10, t = 9, n = 19; 4 points, e^eps_e = 64, e^eps_c = 2, tau = 10, "
                  "t = 7, n = 14; a pair of databases each, both ways: the hockey stick at the ratio stated",
       says="{the hockey stick of the pair} is at most {delta_c}")
@sabotage("epsilon_c counted once", paid_once("nodes"))
@sabotage("epsilon_b counted once", paid_once("base"))
@sabotage("epsilon_e counted once", paid_once("leaves"))
@judged("<=")
def every_step_is_paid_twice(told=stated):
    for name, (bits, parameters, *pair) in UNEQUAL.items():
        laws = laws_of(RIGHT, bits, parameters)
        ratio, delta = told(parameters, len(pair[0]))
        for left, right in (pair, pair[::-1]):
            yield (name, left, right), laws.exactly((left, right), ratio)[0], delta

def refutes_every_step_is_paid_twice(told, name, left, right):
    bits, parameters, *_ = UNEQUAL[name]
    p, q = (tree_log_law(s, bits, parameters).exact() for s in (left, right))
    ratio, delta = told(parameters, len(left))
    return sum(max(Fraction(0), mass - ratio * q.get(o, 0)) for o, mass in p.items()) > delta


@check("KLMNS20-3.stable", grade="exhaustive",
       quantifier="at most 2t + 1 elements in S + x: 8 points, t = 1 (e^eps_b = 64, else 4) and t = 2 (4), all S up to "
                  "reflection and all x; 4 points, t = 10 (e^eps = 2), all S of 20 elements up to reflection and all x",
       says="{the largest ratio of S against S + x} is at most {e^(epsilon_c + epsilon_e + epsilon_b)}")
@sabotage("no level is dropped: trim below the stopping weight", BrokenTrim)
@sabotage("base with weight e^{2 eps q}, accounted as e^{eps q}", make=lambda: broken_budget(base=2))
@judged("<=")
def adding_costs_nothing_for_the_path(make=RIGHT):
    for name in ("8 points, base", "8 points, 5 elements", "4 points, 21 elements"):
        bits, parameters, n = AT_LIMIT[name]
        sizes = tuple(range(n)) if n < 6 else (n - 1,)
        (ratio, pair), number = worst_addition(make, bits, parameters, sizes, None)
        yield (name, *pair), ratio, tree_log_directions(parameters, rows=n).forward, number

def refutes_adding_costs_nothing_for_the_path(make, name, smaller, larger):
    bits, parameters, _ = AT_LIMIT[name]
    (t,) = parameters.levels
    factor = t.exp_choose * t.exp_end * parameters.exp_base
    before, after = (make(bits, parameters).masses(s) for s in (smaller, larger))
    return any(mass > factor * after.get(o, 0) for o, mass in before.items())


@check("KLMNS20-3.stable", grade="exact",
       quantifier="4 points, t = 1, 2, 3, e^eps = 3/2: up to the limit no pair moves the law of the level y by more "
                  "than e^{eps_b}, one element beyond it some pair does",
       says="no pair moves the law of y by more than e^(epsilon_b) exactly up to 2t + 1 elements")
@judged("==")
def beyond_the_limit_the_base_is_not_private(limit=stable_limit):
    base = Fraction(3, 2)
    for t in (1, 2, 3):
        for size in range(1, 2 * t + 3):
            worst = max((level_ratio(s, x, t, base), s, x)
                        for s in combinations_with_replacement(range(4), size - 1) for x in range(4))
            yield (t, size, *worst[1:]), worst[0] <= base, size <= limit(t)


@lru_cache(maxsize=1 << 12)
def level_law(s: tuple[int, ...], stop: int, base: Fraction) -> tuple[Fraction, ...]:
    """Return the law of the level y on 4 points, from the inner database."""
    counts = heavy_embedding(np.array([[s.count(v) for v in range(4)]]), stop)[0].tolist()
    weights = [base ** min(sum(counts[:y + 1]), sum(counts[y:])) for y in range(3)]
    return tuple(Fraction(w) / sum(weights) for w in weights)


def level_ratio(s: tuple[int, ...], x: int, stop: int, base: Fraction) -> Fraction:
    """Return the largest ratio of the laws of y, either way."""
    pairs = list(zip(level_law(s, stop, base), level_law(tuple(sorted((*s, x))), stop, base), strict=True))
    return max(max(p / q, q / p) for p, q in pairs)


def refutes_beyond_the_limit_the_base_is_not_private(limit, t, size, s, x):
    laws = []
    for rows in (s, (*s, x)):
        node, inside, falls = "", [format(v, "02b") for v in rows], []
        while len(node) < 2 and len(inside) > t:
            left = [w for w in inside if w.startswith(node + "0")]
            right = [w for w in inside if w.startswith(node + "1")]
            falls += [len(node)] * min(len(left), len(right))
            node, inside = (node + "0", left) if len(left) >= len(right) else (node + "1", right)
        falls = sorted(falls + [len(node)] * len(inside))[:max(0, len(rows) - t)]
        weights = [1.5 ** min(sum(f <= y for f in falls), sum(f >= y for f in falls)) for y in range(3)]
        laws.append([w / sum(weights) for w in weights])
    worst = max(max(p / q, q / p) for p, q in zip(*laws, strict=True))
    return (worst <= 1.5 + 1e-9) != (size <= limit(t))


BASES = tuple(product(range(7), (1, 2, 5, 10), (0, 1, 3), (1, 4)))  # levels, elements at the base, trim, least stop


@check("KLMNS20-3.stable", grade="exact",
       quantifier="N <= 6 levels, 1, 2, 5, 10 elements at the base, trim 0, 1, 3, least stopping weight 1, 4: fewest "
                  "elements for which some stopping weights are stable at every level, by trying them all",
       says="{the number of elements stated} equals {the fewest that are stable at every level}")
@sabotage("the sizes add up, as with random paths",
          lambda levels, base_rows, trim, stop: (base_rows + levels * (max(stop, base_rows - 1) + 2 * trim),))
@judged("==")
def used_at_every_level_it_doubles(sizes=stable_sizes):
    for levels, base_rows, trim, stop in BASES:
        reached = {base_rows}  # numbers of elements from which the base gets at least base_rows
        least = base_rows
        for _ in range(levels):
            least = next(n for n in range(least, 10**6) if any(
                n - 2 * trim <= 2 * t + 1 and n - 2 * trim - t >= least for t in range(stop, n + 1)))
            reached.add(least)
        yield (levels, base_rows, trim, stop), sizes(levels, base_rows, trim, stop)[0], least
        if stop == 1 and trim == 0 and base_rows > 1:
            yield (levels, base_rows, 0, 1), sizes(levels, base_rows, 0, 1)[0], 2**levels * (base_rows - 1) + 1

def refutes_used_at_every_level_it_doubles(sizes, witness):
    levels, base_rows, trim, stop = witness

    def enough(n: int, left: int) -> bool:
        kept = n - 2 * trim
        if left == 0:
            return n >= base_rows
        return any(enough(kept - t, left - 1) for t in range(max(stop, kept // 2), kept))

    n = sizes(*witness)[0]
    return not enough(n, levels) or n > 1 and enough(n - 1, levels)
