"""ABMS20, Section 4.1: what attains Proposition 4.2, its iteration, and the reduction of two classes to their union."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage, verifier
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension, vc_dimension
from privlearn.dimensions.composition import hamming_ball
from privlearn.dimensions.sweeps import littlestone_of_all_classes
from privlearn.dimensions.sweeps.pairs import combined_class
from privlearn.exact.formulas import Value, formula
from privlearn.online.unions import chip_game
from privlearn.papers.abms20.unions import claim
from privlearn.papers.abms20.unions.induction import dimension, part_of
from privlearn.papers.abms20.unions.proof import Rows


@formula("at most", corners={"k": (0, 1, 2, 8), "d": (0, 1, 4)})
def iterated_bound(k: int, d: int) -> Value:
    return k * d + k - 1


claim("ABMS20-4.2.iterate", kind="corollary", formulas=(iterated_bound,),
      title="A union of k classes of dimension at most d has dimension at most k d + k - 1; attained for k = 2",
      uses=("ABMS20-4.2", "ABMS20-4.3"))

GRID = [(k, d) for k in range(1, 9) for d in range(5)]


@check("ABMS20-4.2.iterate", grade="exhaustive", quantifier="all families of k <= 8 classes of dimension d <= 4",
       says="{the value of the chip game} is at most {k d + k - 1}")
@verifier(lambda bound, witness: exact_value(*witness) > bound(*witness))
def iterated_bound_is_above_the_maximum(bound=iterated_bound) -> Verdict:
    return judge("<=", (((k, d), chip_game(k, d), bound(k, d)) for k, d in GRID))


def exact_value(k: int, d: int) -> int:
    """Return the value of the chip game, every expert by itself and all 2^k predictions."""
    @cache
    def survives(lives: tuple[int, ...], rounds: int) -> bool:
        if not lives or rounds == 0:
            return bool(lives)
        return any(all(survives(tuple(sorted(j - (b != label) for j, b in zip(lives, said, strict=True)
                                             if j - (b != label) >= 0)), rounds - 1) for label in (0, 1))
                   for said in product((0, 1), repeat=len(lives)))

    return next(n for n in range(99) if not survives((d,) * k, n + 1))


@check("ABMS20-4.2.iterate", grade="exhaustive",
       quantifier="d <= 12: attained for k = 1 and k = 2; d <= 4: not attained for k = 3",
       says="the value of the chip game is k d + k - 1 exactly for k <= 2")
@verifier(lambda attained, k, d: (exact_value(k, d) == k * d + k - 1) != attained(k))
@sabotage("attained for k = 3 as well", lambda k: k <= 3)
def iterated_bound_is_attained_for_two_classes(attained=lambda k: k <= 2) -> Verdict:
    cases = [(k, d) for k in (1, 2) for d in range(13)] + [(3, d) for d in range(5)]
    return judge("==", (((k, d), chip_game(k, d) == iterated_bound(k, d), attained(k)) for k, d in cases))


class Several(NamedTuple):
    """Classes on the same points, and the largest Littlestone dimension that one of them may have."""

    H: tuple[Rows, ...]
    d: int


CLASSES = [part_of(tuple(product((0, 1), repeat=2)), own) for own in product((0, 1), repeat=4)]


@proof("ABMS20-4.2.iterate", grade="exhaustive",
       instances=lambda: [Several(H, max(map(dimension, H))) for k in (3, 2, 1)
                          for H in combinations_with_replacement(CLASSES, k) if any(H)],
       quantifier="all choices of one to three of the 16 classes on two points, not all empty",
       start=Several((((0, 0, 0),), ((1, 1, 1),), ((0, 0, 1),), ((0, 1, 1),)), 0),
       steps={"next": "{the dimension of j classes together} is at most {that of the first j - 1, and d + 1}",
              "conclusion": "{LDim(H_1 u ... u H_k)} is at most {k d + k - 1}"},
       hypotheses=(Hypothesis("no class has a larger dimension than d", {"d": 0}, ("next", "conclusion")),))
def each_class_adds_d_and_one(given: Several, bound=iterated_bound) -> Iterator[Line]:
    k = len(given.H)
    found = [dimension(tuple(sorted({f for rows in given.H[:j] for f in rows}))) for j in range(k + 1)]
    for j in range(1, k + 1):
        yield Line("next", "<=", found[j], found[j - 1] + given.d + 1, ("j =", j))
    yield Line("conclusion", "<=", found[k], bound(k, given.d))


def refutes_each_class_adds_d_and_one(given: Several, step: str, case: Any, bound) -> bool:
    k = case[1] if case else len(given.H)
    before, after = (depth(frozenset(f for rows in given.H[:j] for f in rows)) for j in (k - 1, k))
    return after > (before + given.d + 1 if case else bound(k, given.d))


@formula("equals", where=("n >= d_1 + d_2 + 1",), corners={"n": (1, 2, 5), "d_1": (0, 1, 4), "d_2": (0, 1, 2)})
def balls_reach(n: int, d_1: int, d_2: int) -> Value:
    return d_1 + d_2 + 1


claim("ABMS20-4.2.tight", kind="example", formulas=(balls_reach,), section="4.1 Closure under unions, proof of 4.2",
      title="Functions with at most d1 ones, and those with at most d2 zeros, attain d1 + d2 + 1, for n > d1 + d2",
      uses=("ABMS20-4.2", "FX15-2.5.ldim"),
      erratum_kind="convention", repaired=True,
      erratum="A slip of convention: in print the functions have values 1 and -1 with sums at most d1, and at least "
              "n - d2. With 0 and 1 the example is right; with 1 and -1 the classes have dimensions floor((n + d1) / "
              "2) and floor(d2 / 2), so already n = 3, d1 = d2 = 1 gives 2 and 0. Both classes are named H_1; the "
              "second is H_2.")

Pair = tuple[ConceptClass, ConceptClass]
TRIPLES = [(n, s, t) for n in range(1, 8) for s in range(n) for t in range(n - s)]


def two_balls(n: int, s: int, t: int) -> Pair:
    return hamming_ball(n, s), hamming_ball(n, t, 1)


def signed(n: int, s: int, t: int) -> Pair:
    """Return the classes as printed: values 1 and -1, sums at most s and at least n - t."""
    rows = [[f >> x & 1 for x in range(n)] for f in range(1 << n)]
    totals = [2 * sum(row) - n for row in rows]
    return (ConceptClass.from_matrix([row for row, total in zip(rows, totals, strict=True) if total <= s]),
            ConceptClass.from_matrix([row for row, total in zip(rows, totals, strict=True) if total >= n - t]))


def depth(rows: frozenset[tuple[int, ...]]) -> int:
    """Return the Littlestone dimension from the definition, -1 for no function."""
    if len(rows) < 2:
        return len(rows) - 1
    best = 0
    for x in range(len(next(iter(rows)))):
        zero = frozenset(row[:x] + row[x + 1:] for row in rows if not row[x])
        one = frozenset(row[:x] + row[x + 1:] for row in rows if row[x])
        if min(len(zero), len(one)) >= 1 << best:
            best = max(best, 1 + min(depth(zero), depth(one)))
    return best


@check("ABMS20-4.2.tight", grade="exact",
       quantifier="all n <= 7 and d1 + d2 < n, and n = 12, d1 = 2, d2 = 3: both dimensions, that of the union, its VC",
       says="the balls have Littlestone dimensions d_1 and d_2, their union has Littlestone and VC dimension d_1 + d_2 "
            "+ 1")
@sabotage("as printed: values 1 and -1", lambda n, s, t: signed(n, s, t) if n >= 3 else two_balls(n, s, t))
def balls_attain_the_bound(make=two_balls) -> Verdict:
    def dimensions(triple: tuple[int, int, int]) -> tuple[int, ...]:
        one, two = make(*triple)
        both = one.union(two)
        return littlestone_dimension(one), littlestone_dimension(two), littlestone_dimension(both), vc_dimension(both)

    return judge("==", ((case, dimensions(case), (case[1], case[2], case[1] + case[2] + 1, case[1] + case[2] + 1))
                        for case in [*TRIPLES, (12, 2, 3)]))

def refutes_balls_attain_the_bound(make, n, s, t):
    one, two = (frozenset(tuple(map(int, row)) for row in c.rows()) for c in make(n, s, t))
    return n <= 7 and (depth(one), depth(two), depth(one | two)) != (s, t, s + t + 1)


@check("ABMS20-4.2.tight", grade="exact",
       quantifier="the instances of the formula; n = 7, d1 = d2 = 3; n = 12, d1 = 2, d2 = 3: the mistakes forced",
       says="{the mistakes that the union of the balls forces} are {d_1 + d_2 + 1}")
@judged("==")
def union_of_balls_forces_as_many_mistakes(value=balls_reach):
    for n, s, t in (*value.instances(), (7, 3, 3), (12, 2, 3)):
        balls = hamming_ball(n, min(n, s)).union(hamming_ball(n, min(n, t), 1))
        yield (n, s, t), littlestone_dimension(balls), value(n, s, t)

def refutes_union_of_balls_forces_as_many_mistakes(value, n, s, t):
    ones = [row for row in product((0, 1), repeat=n) if sum(row) <= s or sum(row) >= n - t]
    return depth(frozenset(ones)) != value(n, s, t)


@check("ABMS20-4.2.tight", grade="exact",
       quantifier="the printed classes for all n <= 6 and d1 + d2 < n: floor((n + d1) / 2) and floor(d2 / 2)",
       says="the printed classes have Littlestone dimensions floor((n + d_1)/2) and floor(d_2/2)")
@sabotage("d1 and d2, as stated in print", lambda n, s, t: (s, t))
def printed_classes_have_other_dimensions(stated=lambda n, s, t: ((n + s) // 2, t // 2)) -> Verdict:
    cases = [case for case in TRIPLES if case[0] <= 6]
    return judge("==", ((case, tuple(map(littlestone_dimension, signed(*case))), stated(*case)) for case in cases))

def refutes_printed_classes_have_other_dimensions(stated, n, s, t):
    rows = [tuple(2 * (f >> x & 1) - 1 for x in range(n)) for f in range(1 << n)]
    bits = [[tuple((v + 1) // 2 for v in row) for row in rows if test(sum(row))]
            for test in (lambda total: total <= s, lambda total: total >= n - t)]
    return tuple(depth(frozenset(part)) for part in bits) != stated(n, s, t)


@formula("equals", corners={"s": (0, 1, 2, 3, 6)})
def most_lost(s: int) -> Value:
    return min(2 * s + 1, 3, 6 - s)


claim("ABMS20-4.1.reduction", formulas=(most_lost,), kind="observation", uses=("ABMS20-2.def-G", "FX15-2.5.ldim"),
      title="The class composed of H_1, ..., H_k is part of the class composed of k copies of their union")


@cache
def composed(rule: int, points: int = 3) -> np.ndarray:
    """Return the numbers of the composed classes of all pairs of classes."""
    size, functions = 1 << (1 << points), range(1 << points)
    numbers, found = np.arange(size), np.zeros((size, size), dtype=np.int64)
    for f, g in product(functions, repeat=2):
        image = combined_class(rule, 1 << f, 1 << g, points)
        found |= (numbers >> f & 1)[:, None] * (numbers >> g & 1)[None, :] * image
    return found


@check("ABMS20-4.1.reduction", grade="exhaustive",
       quantifier="k = 2: all 2^16 pairs of classes on 3 points, all 16 rules",
       says="G(H_1, H_2) is part of the class that G makes of two copies of the union of H_1 and H_2")
@sabotage("the intersection instead of the union", lambda c, d: c & d)
def composed_class_is_part_of_that_of_the_union(join=lambda c, d: c | d) -> Verdict:
    numbers = np.arange(256)
    whole = np.array([[join(c, d) for d in range(256)] for c in range(256)])
    cases = []
    for rule in range(16):
        table = composed(rule)
        outside = table & ~np.diagonal(table)[whole]
        c, d = np.unravel_index(int((outside != 0).argmax()), outside.shape)
        cases.append(((rule, int(numbers[c]), int(numbers[d])), int(outside[c, d]), 0))
    return counted(judge("==", cases), 16 << 16)

def refutes_composed_class_is_part_of_that_of_the_union(join, rule, c, d):

    def all_of(one: int, two: int) -> set[tuple[int, ...]]:
        pairs = product(*([f for f in range(8) if number >> f & 1] for number in (one, two)))
        return {tuple(rule >> (2 * (f >> x & 1) + (g >> x & 1)) & 1 for x in range(3)) for f, g in pairs}

    return not all_of(c, d) <= all_of(join(c, d), join(c, d))


def price(total: int) -> tuple[int, tuple[int, int, int]]:
    """Return the largest gain in Littlestone dimension over all rules and pairs with d1 + d2 = total, and where."""
    depth = littlestone_of_all_classes(3).astype(int)
    one, two = np.arange(256)[:, None], np.arange(256)[None, :]
    allowed = (depth[one] + depth[two] == total) & (one > 0) & (two > 0)
    best = (-1, (0, 0, 0))
    for rule in range(16):
        table = composed(rule)
        gain = np.where(allowed, depth[table[one | two, one | two]] - depth[table], -1)
        c, d = np.unravel_index(int(gain.argmax()), gain.shape)
        best = max(best, (int(gain[c, d]), (rule, int(c), int(d))))
    return best


@check("ABMS20-4.1.reduction", grade="exhaustive",
       quantifier="what the reduction loses: all pairs of non-empty classes on 3 points, all 16 rules, by d1 + d2",
       says="{the largest gain in dimension through the union} equals {min(2s + 1, 3, 6 - s) for s = d_1 + d_2}")
def largest_loss_of_the_reduction(value=most_lost) -> Verdict:
    found = [(s, price(s)) for s in range(7)]
    return judge("==", (((s, pair), gain, value(s)) for s, (gain, pair) in found))

def refutes_largest_loss_of_the_reduction(value, witness):
    s, (rule, c, d) = witness

    def depth(rows: set[int]) -> int:
        halves = [[{f for f in rows if f >> x & 1 == b} for b in (0, 1)] for x in range(3)]
        return max((1 + min(map(depth, pair)) for pair in halves if all(pair)), default=min(len(rows), 1) - 1)

    def of(number: int) -> set[int]:
        return {f for f in range(8) if number >> f & 1}

    def all_of(one: set[int], two: set[int]) -> set[int]:
        return {sum((rule >> (2 * (f >> x & 1) + (g >> x & 1)) & 1) << x for x in range(3)) for f in one for g in two}

    one, two = of(c), of(d)
    gain = depth(all_of(one | two, one | two)) - depth(all_of(one, two))
    return depth(one) + depth(two) == s and gain != value(s)
