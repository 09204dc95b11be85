"""BBKN14, Section 4.2.1: biased random functions (4.6), and keyed families that look like them (4.7)."""

from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.laws import Law, choice
from privlearn.learners.pseudorandom import (AffineFamily, HashFamily, KeyedFamily, RandomFunctions,
                                             fixed_queries_advantage, optimal_distinguisher, tree_advantage)
from privlearn.learners.pseudorandom.distinguishers import Distinguisher
from privlearn.papers.bbkn14.keyed_learner import claim
from privlearn.papers.bbkn14.keyed_learner.instances import MEASURED, slow_value

BIASES = (Fraction(1, 16), Fraction(1, 4), Fraction(1, 3), Fraction(1, 2))


def random_tables(size: int, bias: Fraction) -> Law:
    """Return the law of the table of a biased random function."""
    return RandomFunctions(size, bias).tables()


claim("BBKN14-4.6", kind="definition",
      title="The q-biased random function: independent values, each 1 with probability q")


@check("BBKN14-4.6", grade="exhaustive",
       quantifier="all tables on T = 1..8 points, all points and all pairs of them, q = 1/16, 1/4, 1/3, 1/2",
       says="a table with k ones has probability q^k (1 - q)^(T - k), and one or two points have ones with q or q^2")
@sabotage(
    "every odd point repeats the value before it",
    lambda size, bias: random_tables(size, bias).map(lambda table: tuple(table[x - x % 2] for x in range(len(table)))))
@judged("==")
def every_table_has_the_product_probability(make=random_tables):
    for size, q in product(range(1, 9), BIASES):
        law = make(size, q).exact()
        for table in product((0, 1), repeat=size):
            yield (size, q, "table", table), law.get(table, 0), q ** sum(table) * (1 - q) ** (size - sum(table))
        for chosen in [(x,) for x in range(size)] + list(combinations(range(size), 2)):
            both = sum((mass for table, mass in law.items() if all(table[x] for x in chosen)), Fraction(0))
            yield (size, q, "points", chosen), both, q ** len(chosen)

def refutes_every_table_has_the_product_probability(make, size, q, kind, chosen):
    if kind == "points":
        ones = make(size, q).map(lambda table: sum(table[x] for x in chosen)).exact()
        return ones != {k: comb(len(chosen), k) * q**k * (1 - q) ** (len(chosen) - k) for k in range(len(chosen) + 1)}
    law, chance, expected = make(size, q).exact(), Fraction(0), Fraction(1)
    for other, mass in law.items():
        chance += mass * all(a == b for a, b in zip(other, chosen, strict=True))
    for bit in chosen:
        expected *= q if bit else 1 - q
    return chance != expected

@every_table_has_the_product_probability.corrupted("bias q on the first half of the points, 1/2 on the rest")
def bias_q_first_half_points_1(size: int, bias: Fraction) -> Law:
    first = (size + 1) // 2
    rest = RandomFunctions(size, Fraction(1, 2)).tables()
    return RandomFunctions(size, bias).tables().then(
        lambda head: rest.map(lambda tail: head[:first] + tail[first:]))


SMALL_FIELDS = ((1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3))  # (bits, zeros)

claim("BBKN14-4.7", kind="definition", uses=("BBKN14-4.6",),
      title="A family is q-biased pseudorandom if no small circuit tells a member from a q-biased random function",
      note="Pseudorandomness itself is not checked and cannot be: it speaks of all polynomial-size circuits as d "
           "grows. What is exact here is the advantage of the best distinguisher with so many queries and unlimited "
           "time, on small families; for keyed BLAKE2b at d = 64 or 256 it is an assumption.")


@check("BBKN14-4.7", grade="exhaustive",
       quantifier="all adaptive distinguishers with at most two queries; affine families with d = 1..4 and all s",
       says="the best distinguisher has advantage 0")
@sabotage("three queries tell nothing either", 3)
@judged("==")
def two_queries_tell_nothing_about_the_affine_family(queries: int = 2):
    for bits, zeros in (*SMALL_FIELDS, *((4, s) for s in range(1, 5))):
        family = AffineFamily(bits, zeros)
        for t in range(min(queries, family.size) + 1):
            best = optimal_distinguisher(family.tables(), bias=family.bias, queries=t)
            yield (bits, zeros, t), best.advantage, 0

def refutes_two_queries_tell_nothing_about_the_affine_family(queries, bits, zeros, t):
    keys = list(product(range(2**bits), repeat=2))
    if t > queries:
        return False
    for points in combinations(range(2**bits), t):  # some t points are all 1 too often or too rarely
        ones = sum(all(slow_value(bits, zeros, key, x) for x in points) for key in keys)
        if Fraction(ones, len(keys)) != Fraction(1, 2 ** (zeros * t)):
            return True
    return False


@check("BBKN14-4.7", grade="exhaustive",
       quantifier="all adaptive distinguishers with t = 0..T queries; affine families with d = 2, 3 and all s",
       says="t queries give an advantage exactly from t = 3 on, or from t = 4 on where s = 1")
@sabotage("three queries even for one leading bit", lambda bits, zeros: 3)
@judged("==")
def three_queries_tell_the_affine_family_apart_or_four(needed=lambda bits, zeros: 4 if zeros == 1 else 3):
    for bits, zeros in SMALL_FIELDS[1:]:
        family = AffineFamily(bits, zeros)
        for t in range(family.size + 1):
            best = optimal_distinguisher(family.tables(), bias=family.bias, queries=t)
            yield (bits, zeros, t), best.advantage > 0, t >= needed(bits, zeros)

def refutes_three_queries_tell_the_affine_family_apart_or_four(needed, bits, zeros, t):
    keys, q = list(product(range(2**bits), repeat=2)), Fraction(1, 2**zeros)
    differ = False
    for points in combinations(range(2**bits), t):
        seen = [tuple(slow_value(bits, zeros, key, x) for x in points) for key in keys]
        for answers in product((0, 1), repeat=t):
            ones = sum(answers)
            differ = differ or Fraction(seen.count(answers), len(keys)) != q**ones * (1 - q) ** (t - ones)
    return differ != (t >= needed(bits, zeros))


def listed(family: KeyedFamily) -> Law:
    """Return the law of the family's tables, computed once and listed."""
    return choice(family.tables().exact())


def adaptive_advantage(tables: Law, bias: Fraction, queries: int) -> Fraction:
    """Return the largest advantage over all trees of so many queries."""
    return optimal_distinguisher(tables, bias=bias, queries=queries).advantage


@check("BBKN14-4.7", grade="exhaustive",
       quantifier="all query trees against all sets of t = 0..T queries; affine families with d = 1, 2, 3 and all s",
       says="{the best advantage of a query tree} equals {the best advantage of fixed queries}")
@sabotage("the last query is never asked",
          lambda tables, bias, queries: adaptive_advantage(tables, bias, max(0, queries - 1)))
@judged("==")
def against_the_affine_family_adaptive_queries_gain_nothing(best=adaptive_advantage):
    for bits, zeros in SMALL_FIELDS:
        family = AffineFamily(bits, zeros)
        tables, q = listed(family), family.bias
        for t in range(family.size + 1):
            fixed = max(fixed_queries_advantage(tables, bias=q, points=points)
                        for points in combinations(range(family.size), t))
            yield (bits, zeros, t), best(tables, q, t), fixed

def refutes_against_the_affine_family_adaptive_queries_gain_nothing(best, bits, zeros, t):
    keys, q = list(product(range(2**bits), repeat=2)), Fraction(1, 2**zeros)
    largest = Fraction(0)
    for points in combinations(range(2**bits), t):
        seen = [tuple(slow_value(bits, zeros, key, x) for x in points) for key in keys]
        gaps = (Fraction(seen.count(a), len(keys)) - q ** sum(a) * (1 - q) ** (t - sum(a))
                for a in product((0, 1), repeat=t))
        largest = max(largest, sum((abs(gap) for gap in gaps), Fraction(0)) / 2)
    return best(AffineFamily(bits, zeros).tables(), q, t) < largest  # this set of queries does better


@check("BBKN14-4.7", grade="exhaustive",
       quantifier="best trees with t = 0..4 queries against three affine families (d = 2, 3) and three of keyed "
                  "BLAKE2b (d = 3; keys of 4, 6, 8 bits), with t = 0..2 against a fourth (d = 4, 8 bits): run on "
                  "every member and on all 2^T functions; and no t fixed queries do better",
       says="the tree returned has the advantage stated, and no fixed set of queries has a larger one",
       reason="For the hash family this measures advantages and asserts nothing about their size.")
@sabotage("the last query is never asked",
          lambda tables, *, bias, queries: optimal_distinguisher(tables, bias=bias, queries=max(0, queries - 1)))
@judged("==")
def the_best_tree_has_the_advantage_found(find=optimal_distinguisher):
    for number, family in enumerate(MEASURED):
        tables = listed(family)
        for t in range(min(family.size, 4 if family.size < 16 else 2) + 1):
            found = find(tables, bias=family.bias, queries=t)
            yield (number, t, "tree"), found.advantage, tree_advantage(found.tree, tables, bias=family.bias)
            fixed = max(fixed_queries_advantage(tables, bias=family.bias, points=points)
                        for points in combinations(range(family.size), t))
            yield (number, t, "fixed"), max(fixed, found.advantage), found.advantage

def refutes_the_best_tree_has_the_advantage_found(find, number, t, which):
    family = MEASURED[number]
    members, q = family.tables().exact(), family.bias
    found = find(family.tables(), bias=q, queries=t)
    if which == "fixed":
        return any(larger_gap(members, q, points, found.advantage) for points in combinations(range(family.size), t))
    gain = Fraction(0)
    for function in product((0, 1), repeat=family.size):
        node = found.tree
        while isinstance(node, tuple):
            node = node[1 + function[node[0]]]
        chance = Fraction(1)
        for bit in function:
            chance *= q if bit else 1 - q
        gain += node * (members.get(function, 0) - chance)
    return gain != found.advantage


@the_best_tree_has_the_advantage_found.sabotage("says 0 where it should say 1, and 1 where 0")
def says_0_where_should_say_1():
    def flip(node):
        return (node[0], flip(node[1]), flip(node[2])) if isinstance(node, tuple) else 1 - node

    def find(tables: Law, *, bias: Fraction, queries: int) -> Distinguisher:
        found = optimal_distinguisher(tables, bias=bias, queries=queries)
        return Distinguisher(found.advantage, flip(found.tree))

    return find


def larger_gap(members: dict[Any, Fraction], q: Fraction, points: tuple[int, ...], claimed: Fraction) -> bool:
    """Tell whether the answers at these points differ from biased coins by more than was claimed."""
    gaps = {a: -(q ** sum(a) * (1 - q) ** (len(a) - sum(a))) for a in product((0, 1), repeat=len(points))}
    for table, mass in members.items():
        gaps[tuple(table[x] for x in points)] += mass
    return sum(map(abs, gaps.values()), Fraction(0)) > 2 * claimed


def likeliest_mass(size: int, bias: Fraction, functions: int) -> Fraction:
    """Return the probability that a biased random function is one of the ``functions`` likeliest."""
    total, left = Fraction(0), functions
    for ones in (range(size + 1) if bias <= Fraction(1, 2) else range(size, -1, -1)):
        taken = min(left, comb(size, ones))
        total, left = total + taken * bias**ones * (1 - bias) ** (size - ones), left - taken
    return total


@check("BBKN14-4.7", grade="exhaustive",
       quantifier="keyed BLAKE2b with keys of 1..8 bits on T = 4, 8 points, q = 1/8, 1/4: all T queries at once",
       says="{the mass that as many functions as keys leave out} is at most {the advantage of asking all T queries}")
@sabotage("1 - keys / 2^T, true of unbiased functions only",
          lambda size, bias, functions: max(Fraction(0), 1 - Fraction(functions, 2**size)))
@judged("<=")
def few_keys_concede_this_advantage(least=lambda size, bias, functions: 1 - likeliest_mass(size, bias, functions)):
    for bits, key_bits, q in product((2, 3), range(1, 9), (Fraction(1, 8), Fraction(1, 4))):
        family = HashFamily(bits, key_bits, q)
        found = fixed_queries_advantage(family.tables(), bias=q, points=range(family.size))
        yield (bits, key_bits, q), least(family.size, q, 2**key_bits), found

def refutes_few_keys_concede_this_advantage(least, bits, key_bits, q):
    family, size = HashFamily(bits, key_bits, q), 2**bits
    share: dict[Any, Fraction] = {}
    for key in range(2**key_bits):
        table = tuple(family.value(key, x) for x in range(size))
        share[table] = share.get(table, Fraction(0)) + Fraction(1, 2**key_bits)
    gaps = [share.get(f, Fraction(0)) - q ** sum(f) * (1 - q) ** (size - sum(f))
            for f in product((0, 1), repeat=size)]
    return least(size, q, 2**key_bits) > sum(map(abs, gaps), Fraction(0)) / 2
