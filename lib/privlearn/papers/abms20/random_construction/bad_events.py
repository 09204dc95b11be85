"""ABMS20, Section 4.2.1: blocks in the random construction, its bad events, and the proof of the lower bound."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from math import comb, floor
from operator import and_
from typing import Any, NamedTuple

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, judged
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import ConceptClass
from privlearn.dimensions import threshold_dimension, threshold_sequence
from privlearn.dimensions.composition import OrClass, largest_block, or_class_of_coins, random_or_class
from privlearn.dimensions.composition.blocks import printed_parameters, refined_union_bound, union_bound
from privlearn.dimensions.sweeps import blocks_of_all_classes, threshold_of_all_classes
from privlearn.exact import is_at_most
from privlearn.exact.formulas import Value, formula
from privlearn.papers.abms20.random_construction import claim
from privlearn.papers.abms20.random_construction.construction import (broken_independent_coins, thresholds_of_unions,
                                                                      twice_the_side)
from privlearn.papers.abms20.random_construction.instances import masks, outcomes
from privlearn.papers.by_definition import longest_ladder


@formula("at most", corners={"k": (1, 2, 5, 33)})
def most_without_a_block(k: int) -> Value:
    return 2 * k - 2


claim("ABMS20-4.2.1.event", kind="inequality", formulas=(most_without_a_block,), step_of="ABMS20-2.2.lower",
      title="Without k functions and k points with all values 1, T(H) <= 2k; in fact T(H) <= 2k - 2",
      uses=("ABMS20-2.def-T",),
      note="With 2k - 2 the same proof gives 2^floor(t/4) in place of 2^floor(t/5), for every t >= 4.")


@check("ABMS20-4.2.1.event", grade="exact",
       quantifier="all 65,535 non-empty classes on 4 points; k - 1 is the side of the largest block",
       says="{the threshold dimension} is at most {2k - 2, where no block has side k}")
def few_thresholds_without_a_block(bound=most_without_a_block) -> Verdict:
    lengths, blocks = threshold_of_all_classes(4).tolist(), blocks_of_all_classes(4).tolist()
    first = {(lengths[c], blocks[c]): c for c in range((1 << 16) - 1, 0, -1)}
    return covering(judge("<=", ((c, length, bound(block + 1)) for (length, block), c in first.items())), (1 << 16) - 1)

def refutes_few_thresholds_without_a_block(bound, number):
    functions = [f for f in range(16) if number >> f & 1]
    return longest_ladder(functions, 15) > bound(block_by_definition(functions, 4) + 1)


def block_by_definition(functions: list[int], points: int) -> int:
    """Return the largest k for which k functions have k points in common."""
    return max((k for k in range(1, points + 1) for rows in combinations(functions, k)
                if reduce(and_, rows).bit_count() >= k), default=0)


@check("ABMS20-4.2.1.event", grade="exhaustive", against="optimum",
       quantifier="2k - 2 thresholds on 2k - 2 points, k = 2, ..., 33: the largest block has side k - 1, so 2k - 2 "
       "cannot be lowered for any of these k, and one threshold more brings side k; k <= 8 also by listing sets",
       says="2k - 2 thresholds have a largest block of side k - 1, and one threshold more brings side k")
@judged("==")
def thresholds_show_that_the_bound_is_sharp(length=most_without_a_block):
    for k in range(2, 34):  # h_a and h_b with a < b share the points b, ..., n: b functions share n + 1 - b points
        sides = [max(min(b, n + 1 - b) for b in range(1, n + 1)) for n in (whole(length, k), whole(length, k) + 1)]
        if k <= 8:
            sides += [largest_block(ConceptClass.from_matrix(np.tri(n, dtype=np.int64).T))
                      for n in (whole(length, k), whole(length, k) + 1)]
        yield k, sides, [k - 1, k] * (len(sides) // 2)

def refutes_thresholds_show_that_the_bound_is_sharp(length, k):
    def side_of(n: int) -> int:
        side = 0
        while all(i <= j for i in range(side + 1) for j in range(n - side - 1, n)) and side < n:
            side += 1
        return side

    return tuple(side_of(whole(length, k) + more) for more in (0, 1)) != (k - 1, k)


def whole(length, k: int) -> int:
    return max(1, floor(length(k)))


@formula("equals", corners={"k": (0, 1, 2, 3)})
def bad_event_of_a_pair(k: int) -> Value:
    return 2 ** (-(k * (k - 1)))


claim("ABMS20-4.2.1.bad-event", kind="inequality", formulas=(bad_event_of_a_pair, refined_union_bound),
      step_of="ABMS20-2.2.lower",
      title="Pr[bad event of A, B] <= 2^(-k(k-1)), with equality if max B <= min A, and a block makes one bad",
      uses=("ABMS20-4.2.1.construction",),
      note="The exact expected number of bad events, binom(m + 1, 2k) 2^(-k(k-1)), is checked as well.")


@cache
def bad_pairs_of_outcomes(size: int, split=or_class_of_coins) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """Count, for every pair of sets A and B, the outcomes in which its event occurs."""
    made = [outcome for _, outcome in outcomes(split, size)]
    tables = np.stack([np.stack([outcome.f for outcome in made]), np.stack([outcome.g for outcome in made])])
    counts = {}
    for k in range(size + 1):
        for points in combinations(range(size), k):
            ones = tables[..., list(points)].sum(axis=-1)
            rows_full = (ones == k).any(axis=0)  # outcome, row: f_i or g_i is 1 on B
            for rows in (rows for j in range(size + 1) for rows in combinations(range(size), j)):
                counts[rows, points] = int(rows_full[:, list(rows)].all(axis=1).sum())
    return counts


@check("ABMS20-4.2.1.bad-event", grade="exhaustive", quantifier="m <= 7, k <= 3: pairs with max B <= min A; m <= 4: "
       "the mean number of bad events over all outcomes",
       says="C(m + 1, 2k) pairs can be bad, and on average C(m + 1, 2k) 2^(-k(k-1)) of them are")
@judged("==")
def expected_number_of_bad_events(mean=refined_union_bound):
    for m in range(1, 8):
        for k in range(1, 4):
            pairs = sum(max(b) <= min(a) for a in combinations(range(m), k) for b in combinations(range(m), k))
            yield (m, k), pairs, mean(m, k) * 2 ** (k * (k - 1))
    for m in range(1, 5):
        counts = bad_pairs_of_outcomes(m)
        for k in range(1, m + 1):
            total = sum(count for (a, b), count in counts.items() if len(a) == len(b) == k)
            yield (m, k), Fraction(total, 2 ** comb(m + 1, 2)), mean(m, k)

def refutes_expected_number_of_bad_events(mean, m, k):
    return mean(m, k) != mean_by_first_row(m, k)


def mean_by_first_row(m: int, k: int) -> Fraction:
    """Return the expected number of bad events, by the least row of A: B is inside 1, ..., min A."""
    return sum((Fraction(comb(row, k) * comb(m - row, k - 1), 2 ** (k * (k - 1))) for row in range(1, m + 1)),
               Fraction(0))


claim("ABMS20-4.2.1.union-bound", kind="inequality", formulas=(union_bound,), step_of="ABMS20-2.2.lower",
      title="binom(m, k)^2 2^(-k(k-1)) < 2^(2k log m - k(k-1)) <= 1 for k = 2 log m + 1",
      uses=("ABMS20-4.2.1.bad-event", "ABMS20-4.2.1.event"),
      note="The last inequality is an equality. There is much room in the first: the least k that works is smaller, "
           "and smaller still when only the pairs that can be bad are counted.")


class Plan(NamedTuple):
    """For t the number m of rows and the side k of blocks, and how the coins split the rows."""

    t: int
    m: int
    k: int
    split: Callable[..., OrClass] = or_class_of_coins


def plan(t: int) -> Plan:
    return Plan(t, *printed_parameters(t))


SEEDS = {8: (84, *range(10)), 16: (45, *range(10)), 32: (0,), 64: (0,)}


@cache
def looked_at(m: int, split: Callable[..., OrClass]) -> tuple[tuple[Any, OrClass], ...]:
    """Return all outcomes for m <= 4, those of the seeds for some m, else none."""
    if m <= 4:
        return tuple((("coins", coins), outcome) for coins, outcome in outcomes(split, m))
    return tuple((("seed", seed), split(m, random_or_class(m, seed).f[np.tri(m, dtype=bool)]))
                 for seed in SEEDS.get(m, ()))


@cache
def ladder_of(outcome: OrClass) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return a longest ladder of the class: function and point of each step."""
    c = outcome.concepts()
    return tuple((c.rows()[h], x) for h, x in threshold_sequence(c))


@cache
def sides(outcome: OrClass) -> tuple[int, int]:
    """Return the side of the largest block, and the largest k for which the event of k rows and k points occurs."""
    sets = np.arange(1 << len(outcome.f))
    f, g = (table @ (1 << np.arange(len(table))) for table in (outcome.f, outcome.g))
    rows = sum(((sets & ~one == 0) | (sets & ~other == 0)).astype(int) for one, other in zip(f, g, strict=True))
    return largest_block(outcome.concepts()), int(np.minimum(rows, np.bitwise_count(sets)).max())


def events_of_pairs(given: Plan, chance: Callable[..., Any]) -> Iterator[Line]:
    k, bits, room = given.k, (0, 1), chance(given.k)
    if k <= 13:
        row = Fraction(sum(len(set(coins)) == 1 for coins in product(bits, repeat=k)), 2**k)
        yield Line("bad-event/row", "==", row, Fraction(2, 2**k))
        yield Line("bad-event/pair", "==", row**k, room, "max B <= min A")
    if k <= 3:
        made = sum(all(len(set(row)) == 1 for row in rows) for rows in product(product(bits, repeat=k), repeat=k))
        yield Line("bad-event/pair", "==", Fraction(made, 2 ** (k * k)), room, "max B <= min A, all coins")
    if given.m <= 4:
        for (A, B), count in bad_pairs_of_outcomes(given.m, given.split).items():
            if len(A) == len(B):
                right = chance(len(A)) if not A or max(B) <= min(A) else 0
                yield Line("bad-event/pair", "==", Fraction(count, 2 ** comb(given.m + 1, 2)), right, ("A", A, "B", B))


def sums_of_events(given: Plan, total: Callable[..., Any]) -> Iterator[Line]:
    m, k = given.m, given.k
    for j in range(1, k + 1) if m <= 64 else ():
        yield Line("union-bound/sum", "<=", mean_by_first_row(m, j), total(m, j), ("side", j))
        if m <= 4:
            bad = [sides(outcome)[1] >= j for _, outcome in looked_at(m, given.split)]
            yield Line("union-bound/sum", "<=", Fraction(sum(bad), len(bad)), total(m, j), ("outcomes, side", j))
    if m <= 2**40:
        power = Fraction(m ** (2 * k), 2 ** (k * (k - 1)))
        yield Line("union-bound/power", "<", total(m, k), power)
        yield Line("union-bound/one", "<=", power, 1)


@proof("ABMS20-2.2.lower", grade="exact",
       quantifier="t = 5 with one row, t = 6, ..., 500 and 10000 with m = 2^floor(t/5) and k = 2 log m + 1; up to m = "
                  "2^40 the arithmetic; for m <= 4 all outcomes of the coins, for m = 8 and 16 eleven, for m = 32 and "
                  "64 one, T(H) and T(H or H) by complete search; blocks and bad events for m <= 16, all pairs of sets "
                  "for m <= 4, all coins of a row for k <= 13 and of a pair for k <= 3",
       instances=lambda: [Plan(5, 1, 2), *map(plan, (*range(6, 501), 10000))], start=plan(20),
       steps={"eq3": "{2k = 4 floor(t/5) + 2} is at most {t}",
              "unions": "{the places where the unions f_i or g_i, last first, are no ladder} are {none}",
              "event/block": "{the values 1 of the first k functions of a ladder at the last k points} are {all k^2}",
              "event/bound": "{T(H)} is at most {2k - 2, where no block has side k}",
              "bad-event/needed": "{the side of the largest block} is at most {the largest k with a bad event}",
              "bad-event/row": "{the probability that all k coins of a row agree} is {2 2^(-k)}",
              "bad-event/pair": "{the probability of the bad event of A, B} is {2^(-k(k-1)), or 0}",
              "union-bound/sum": "{the expected number of bad events} is at most {C(m, k)^2 2^(-k(k-1))}",
              "union-bound/power": "{C(m, k)^2 2^(-k(k-1))} is less than {2^(2k log m - k(k-1))}",
              "union-bound/one": "{2^(2k log m - k(k-1))} is at most {1}",
              "conclusion": "{the least T(H); 2^floor(t/5)} is at most {t; T(H or H)}"},
       wordless={"plan": "a choice of m and k"},
       hypotheses=(
           Hypothesis("t >= 6", lambda: map(plan, (5, 0)), ("eq3", "union-bound/power", "conclusion")),
           Hypothesis("k = 2 log m + 1", {"k": lambda given: given.k - 1}, ("union-bound/one", "union-bound/power")),
           Hypothesis("one of f_i(j), g_i(j) is 1 for j <= i",
                      lambda: (plan(t)._replace(split=broken_independent_coins) for t in (10, 20, 6, 15)),
                      ("unions", "bad-event/needed", "bad-event/pair", "conclusion"))))
def coins_hide_thresholds(given: Plan, size=thresholds_of_unions, twice=twice_the_side, most=most_without_a_block,
                          chance=bad_event_of_a_pair, total=union_bound) -> Iterator[Line]:
    t, m, k, split = given
    made = looked_at(m, split) if m <= 64 else ()
    yield Line("eq3", "<=", 2 * k, t)
    if twice.holds_for(t):
        yield Line("eq3", "<=", twice(t), t)
    for name, outcome in made:
        wrong = (outcome.f | outcome.g)[::-1, ::-1] != np.tri(m, dtype=np.uint8).T
        yield Line("unions", "==", int(wrong.sum()), 0, name)
    for name, outcome in made:
        steps = ladder_of(outcome)
        side = (len(steps) + 1) // 2
        ones = sum(h[x] for h, _ in steps[:side] for _, x in steps[-side:])
        yield Line("event/block", "==", ones, side * side, name)
        if m <= 16:
            block, bad = sides(outcome)
            yield Line("event/bound", "<=", len(steps), most(block + 1), name)
            yield Line("bad-event/needed", "<=", block, bad, name)
    yield from events_of_pairs(given, chance)
    yield from sums_of_events(given, total)
    if made:
        best = min((outcome for _, outcome in made), key=lambda outcome: len(ladder_of(outcome)))
        yield Line("conclusion", "<=", len(ladder_of(best)), t, "T(H)")
        if size.holds_for(t):
            H = best.concepts().rows()
            unions = ConceptClass.from_matrix(sorted({tuple(map(max, f, g)) for f in H for g in H}))
            yield Line("conclusion", "<=", size(t), threshold_dimension(unions), "T(H or H)")


def refutes_coins_hide_thresholds(given: Plan, step: str, case: Any, size, twice, most, chance, total) -> bool:
    """Tell whether a line is false, from the functions as masks."""
    t, m, k, split = given
    if step == "eq3":
        return 2 * k > t or twice.holds_for(t) and twice(t) > t
    if step == "union-bound/sum":
        return not is_at_most(Fraction(comb(m + 1, 2 * case[1]), 2 ** (case[1] * (case[1] - 1))), total(m, case[1]))
    if step == "union-bound/one":
        return 2 * k * (m.bit_length() - 1) > k * (k - 1)
    if step == "union-bound/power":
        return is_at_most(Fraction(m**k, 2 ** comb(k, 2)) ** 2, total(m, k))
    if case == "max B <= min A":
        return chance(k) * 2 ** (k * (k - 1)) != 1
    made = {name: masks(outcome) for name, outcome in looked_at(m, split)}
    if step == "conclusion":
        return size.holds_for(t) and size(t) > m or any(longest_ladder(h, (1 << m) - 1) > t or any(
            h[i] | h[m + i] != (2 << i) - 1 for i in range(m)) for h in made.values())

    def occurs(functions: list[int], A: Sequence[int], B: Sequence[int]) -> bool:
        return all(any(all(h >> j & 1 for j in B) for h in (functions[i], functions[m + i])) for i in A)

    if step == "bad-event/pair":
        A, B = case[1::2]
        right = chance(len(A)) if not A or max(B) <= min(A) else 0
        return sum(occurs(functions, A, B) for functions in made.values()) != right * len(made)
    if step == "unions":
        return any(made[case][i] | made[case][m + i] != (2 << i) - 1 for i in range(m))
    block = block_by_definition(sorted(set(made[case])), m)
    if step == "event/bound":
        return longest_ladder(made[case], (1 << m) - 1) > most(block + 1)
    return not any(occurs(made[case], A, B) for A in combinations(range(m), block)
                   for B in combinations(range(m), block))
