"""ABMS20, Section 4.2.1, lower bound of Theorem 2.2: why the random class has few thresholds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, reduce
from itertools import combinations
from math import comb
from operator import and_
from typing import Any

import numpy as np

from privlearn.claims.abms20.section4_2_1_c_construction import PAGE, SECTION, outcomes
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass
from privlearn.dimensions.all_classes import threshold_of_all_classes
from privlearn.dimensions.random_or_class import (
    bad_event_probability,
    blocks_of_all_classes,
    largest_block,
    or_class_of_coins,
    printed_parameters,
    random_or_class,
    refined_union_bound,
    union_bound,
)
from privlearn.dimensions.threshold import threshold_dimension

claim("ABMS20-4.2.1.eq3", kind="inequality", section=SECTION, page=PAGE, step_of="ABMS20-2.2.lower",
      title="T(H) <= 2k suffices, as 2k = 4 floor(t/5) + 2 <= t for all t >= 6",
      note="Also checked: with T(H) <= 2k - 2, which the same event gives, floor(t/4) may stand for floor(t/5).")


@check("ABMS20-4.2.1.eq3", grade="exact",
       quantifier="t from 6 to 10000, which contains every case t = 5a + b with a <= 1999: 2k = 4a + 2 <= t says a + b "
                  ">= 2, true for a = 1, b >= 1 and for a >= 2")
def twice_the_block_is_at_most_t(first: int = 6) -> Verdict:
    return judge("<=", ((t, 2 * printed_parameters(t)[1], t) for t in range(first, 10001)))


@twice_the_block_is_at_most_t.verifier
def _(first, t):
    a, b = divmod(t, 5)
    return t >= first and a + b < 2

twice_the_block_is_at_most_t.sabotage("from t = 5 on", 5)


@check("ABMS20-4.2.1.eq3", grade="exact", quantifier="t from 6 to 1000: k = 2 log m + 1, m = 2^floor(t/5)",
       fingerprint=lambda parameters: [parameters(t) for t in range(6, 30)])
def block_side_is_twice_the_logarithm_and_one(
        parameters=printed_parameters) -> Verdict:
    def cases() -> Iterator[Any]:
        for t in range(6, 1001):
            m, k = parameters(t)
            yield t, (m, 2**k), (2 ** (t // 5), 2 * m * m)

    return judge("==", cases())


@block_side_is_twice_the_logarithm_and_one.verifier
def _(parameters, t):
    m, k = parameters(t)
    fifths, log = t, 0
    while fifths >= 5:
        fifths, log = fifths - 5, log + 1
    return bin(m) != "0b1" + "0" * log or k != log + log + 1

block_side_is_twice_the_logarithm_and_one.sabotage(
    "k = 2 log m", lambda t: (printed_parameters(t)[0], printed_parameters(t)[1] - 1))


Quarter = tuple[int, Callable[[int], tuple[int, int]]]
QUARTER: Quarter = (4, lambda t: (2 ** (t // 4), 2 * (t // 4) + 1))


@check("ABMS20-4.2.1.eq3", grade="exact",
       quantifier="t from 4 to 200: with T(H) <= 2k - 2 the same proof gives m = 2^floor(t/4), k = 2 log m + 1",
       fingerprint=lambda plan: (plan[0], [plan[1](t) for t in range(3, 30)]))
def quarter_of_t_meets_the_conditions_of_the_sharper_step(plan=QUARTER) -> Verdict:
    def cases() -> Iterator[Any]:
        for t in range(plan[0], 201):
            m, k = plan[1](t)
            yield t, (2 * k - 2 <= t, union_bound(m, k) < 1, m), (True, True, 2 ** (t // 4))

    return judge("==", cases())


@quarter_of_t_meets_the_conditions_of_the_sharper_step.verifier
def _(plan, t):
    m, k = plan[1](t)
    choices = 1
    for j in range(k):
        choices = choices * (m - j) // (j + 1)
    return 2 * (k - 1) > t or choices**2 >= 1 << k * (k - 1) or m.bit_length() - 1 != (t - t % 4) // 4

quarter_of_t_meets_the_conditions_of_the_sharper_step.sabotage(
    "m = 2^floor(t/3)", (4, lambda t: (2 ** (t // 3), 2 * (t // 3) + 1)))
quarter_of_t_meets_the_conditions_of_the_sharper_step.sabotage(
    "k = 2 log m + 2", (4, lambda t: (QUARTER[1](t)[0], QUARTER[1](t)[1] + 1)))


claim("ABMS20-4.2.1.event", kind="inequality", section=SECTION, page=PAGE, step_of="ABMS20-2.2.lower",
      title="Without k functions and k points with all values 1, T(H) <= 2k; in fact T(H) <= 2k - 2",
      uses=("ABMS20-2.def-T",),
      note="With 2k - 2 the same proof gives 2^floor(t/4) in place of 2^floor(t/5), for every t >= 4.")


@check("ABMS20-4.2.1.event", grade="exhaustive",
       quantifier="all 65,535 non-empty classes on 4 points; 10 random classes each for m = 8 and 16; k - 1 is the "
                  "side of the largest block", fingerprint=lambda bound: [bound(k) for k in range(1, 9)])
def few_thresholds_without_a_block(bound=lambda k: 2 * k - 2) -> Verdict:
    def cases() -> Iterator[Any]:
        lengths, blocks = threshold_of_all_classes(4).tolist(), blocks_of_all_classes(4).tolist()
        yield from ((("class", c), lengths[c], bound(blocks[c] + 1)) for c in range(1, 1 << 16))
        for m in (8, 16):
            for seed in range(10):
                concepts = random_or_class(m, seed).concepts()
                yield (m, seed), threshold_dimension(concepts), bound(largest_block(concepts) + 1)

    return judge("<=", cases())


@few_thresholds_without_a_block.verifier
def _(bound, witness):
    if witness[0] != "class":
        return False  # a wrong bound is met with on four points already
    functions = [f for f in range(16) if witness[1] >> f & 1]
    block = max((k for k in range(1, 5) for rows in combinations(functions, k)
                 if reduce(and_, rows).bit_count() >= k), default=0)

    def longest(left: list[int], points: int) -> int:
        return max((1 + longest([g for g in left if not g >> x & 1], points & h & ~(1 << x))
                    for h in left for x in range(4) if h & points & 1 << x), default=0)

    return longest(functions, 15) > bound(block + 1)

few_thresholds_without_a_block.sabotage("2k - 3", lambda k: 2 * k - 3)


@check("ABMS20-4.2.1.event", grade="exhaustive", quantifier="2k - 2 thresholds on 2k - 2 points, k = 2, ..., 33: the "
       "largest block has side k - 1, so 2k - 2 cannot be lowered for any of these k, and one threshold more "
       "brings side k; k <= 8 also by listing sets",
       fingerprint=lambda length: [length(k) for k in range(2, 6)])
def thresholds_show_that_the_bound_is_sharp(length=lambda k: 2 * k - 2) -> Verdict:
    def cases() -> Iterator[Any]:
        for k in range(2, 34):  # h_a and h_b with a < b share the points b, ..., n: b functions share n + 1 - b points
            sides = [max(min(b, n + 1 - b) for b in range(1, n + 1)) for n in (length(k), length(k) + 1)]
            if k <= 8:
                sides += [largest_block(ConceptClass.from_matrix(np.tri(n, dtype=np.int64).T))
                          for n in (length(k), length(k) + 1)]
            yield k, sides, [k - 1, k] * (len(sides) // 2)

    return judge("==", cases())


@thresholds_show_that_the_bound_is_sharp.verifier
def _(length, k):
    def side_of(n: int) -> int:
        side = 0
        while all(i <= j for i in range(side + 1) for j in range(n - side - 1, n)) and side < n:
            side += 1
        return side

    return (side_of(length(k)), side_of(length(k) + 1)) != (k - 1, k)

thresholds_show_that_the_bound_is_sharp.sabotage("2k - 3 thresholds", lambda k: 2 * k - 3)
thresholds_show_that_the_bound_is_sharp.sabotage("2k - 1 thresholds", lambda k: 2 * k - 1)


@check("ABMS20-4.2.1.event", grade="exact", quantifier="k = 1, ..., 20: h_1, ..., h_k are 1 on x_k, ..., x_(2k-1)",
       fingerprint=lambda first: [first(k) for k in range(1, 21)])
def ladder_of_odd_length_contains_a_block(first=lambda k: k) -> Verdict:
    def cases() -> Iterator[Any]:
        for k in range(1, 21):
            ladder = np.tri(2 * k - 1, dtype=np.int64).T
            block = ladder[:k, first(k) - 1:2 * k - 1]
            yield k, (block.shape, int(block.sum())), ((k, k), k * k)

    return judge("==", cases())


@ladder_of_odd_length_contains_a_block.verifier
def _(first, k):
    points = range(first(k), 2 * k)
    return len(points) != k or not all(i <= j for i in range(1, k + 1) for j in points)

ladder_of_odd_length_contains_a_block.sabotage("the points from x_(k-1) on", lambda k: max(k - 1, 1))


claim("ABMS20-4.2.1.bad-event", kind="inequality", section=SECTION, page=PAGE, step_of="ABMS20-2.2.lower",
      title="Pr[bad event of A, B] <= 2^(-k(k-1)), with equality if max B <= min A, and a block makes one bad",
      uses=("ABMS20-4.2.1.construction",),
      note="The exact expected number of bad events, binom(m + 1, 2k) 2^(-k(k-1)), is checked as well.")


@cache
def bad_pairs_of_outcomes(size: int) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """Count, for every pair of sets A and B of the same size, the outcomes in which its event occurs."""
    made = [outcome for _, outcome in outcomes(or_class_of_coins, size)]
    tables = np.stack([np.stack([outcome.f for outcome in made]), np.stack([outcome.g for outcome in made])])
    counts = {}
    for k in range(1, size + 1):
        for points in combinations(range(size), k):
            ones = tables[..., list(points)].sum(axis=-1)
            rows_full = (ones == k).any(axis=0)  # outcome, row: f_i or g_i is 1 on B
            for rows in combinations(range(size), k):
                counts[rows, points] = int((rows_full[:, list(rows)].sum(axis=1) == k).sum())
    return counts


@check("ABMS20-4.2.1.bad-event", grade="exhaustive",
       quantifier="m <= 4, all A and B of the same size, all outcomes of the coins",
       fingerprint=lambda chance: [chance((2, 3), (0, 2)), chance((0, 1), (0, 1))])
def probability_is_that_of_the_enumeration(chance=bad_event_probability) -> Verdict:
    cases = [((m, rows, points), Fraction(count, 2 ** comb(m + 1, 2)), chance(rows, points))
             for m in range(1, 5) for (rows, points), count in bad_pairs_of_outcomes(m).items()]
    verdict = judge("==", cases)
    pairs_and_outcomes = sum(2 ** comb(m + 1, 2) * len(bad_pairs_of_outcomes(m)) for m in range(1, 5))
    return counted(verdict, pairs_and_outcomes) if verdict.holds else verdict


@probability_is_that_of_the_enumeration.verifier
def _(chance, witness):
    m, rows, points = witness
    occurs = 0
    for number in range(2 ** comb(m + 1, 2)):
        f = {(i, j): number >> (i * (i + 1) // 2 + j) & 1 for i in range(m) for j in range(i + 1)}
        occurs += all(all(f.get((i, j)) == value for j in points) for i in rows for value in [f.get((i, points[0]))]) \
            and all((i, j) in f for i in rows for j in points)
    return chance(rows, points) != Fraction(occurs, 2 ** comb(m + 1, 2))

probability_is_that_of_the_enumeration.sabotage(
    "2^(-k^2)", lambda rows, points: bad_event_probability(rows, points) / 2 ** len(list(rows)))
probability_is_that_of_the_enumeration.sabotage(
    "2^(-k(k-1)) for all pairs", lambda rows, points: Fraction(1, 2 ** (len(list(rows)) * (len(list(points)) - 1))))


@check("ABMS20-4.2.1.bad-event", grade="exhaustive", quantifier="m <= 7, k <= 3: pairs with max B <= min A; m <= 4: "
       "the mean number of bad events over all outcomes", fingerprint=lambda mean: mean(4, 2))
def expected_number_of_bad_events(mean=refined_union_bound) -> Verdict:
    def cases() -> Iterator[Any]:
        for m in range(1, 8):
            for k in range(1, 4):
                pairs = sum(max(b) <= min(a) for a in combinations(range(m), k) for b in combinations(range(m), k))
                yield (m, k), pairs, mean(m, k) * 2 ** (k * (k - 1))
        for m in range(1, 5):
            counts = bad_pairs_of_outcomes(m)
            for k in range(1, m + 1):
                total = sum(count for (a, _), count in counts.items() if len(a) == k)
                yield (m, k), Fraction(total, 2 ** comb(m + 1, 2)), mean(m, k)

    return judge("==", cases())


@expected_number_of_bad_events.verifier
def _(mean, witness):
    m, k = witness
    total = Fraction(0)
    for rows in combinations(range(1, m + 1), k):
        total += Fraction(comb(rows[0], k), 2 ** (k * (k - 1)))  # B inside 1, ..., min A
    return mean(m, k) != total

expected_number_of_bad_events.sabotage("all pairs, as in the printed union bound", union_bound)
expected_number_of_bad_events.sabotage(
    "binom(m, 2k): max B < min A", lambda m, k: Fraction(comb(m, 2 * k), 2 ** (k * (k - 1))))


def largest_bad(f: np.ndarray, g: np.ndarray) -> int:
    """Return the largest k with a bad event: k rows and k points."""
    m, best = len(f), 0
    for points in range(1, 1 << m):
        columns = [j for j in range(m) if points >> j & 1]
        rows = int((f[:, columns].all(axis=1) | g[:, columns].all(axis=1)).sum())
        best = max(best, min(rows, len(columns)))
    return best


@check("ABMS20-4.2.1.bad-event", grade="exhaustive",
       quantifier="all outcomes for m <= 4: the largest block against the largest k with a bad event",
       fingerprint=lambda bad: [bad(made.f, made.g) for _, made in outcomes(or_class_of_coins, 3)])
def a_block_makes_some_event_bad(bad=largest_bad) -> Verdict:
    return judge("<=", ((coins, largest_block(outcome.concepts()), bad(outcome.f, outcome.g))
                        for m in range(1, 5) for coins, outcome in outcomes(or_class_of_coins, m)))


@a_block_makes_some_event_bad.verifier
def _(bad, coins):
    m = next(m for m in range(1, 5) if m * (m + 1) // 2 == len(coins))
    made = or_class_of_coins(m, coins)
    functions = {tuple(row) for table in (made.f, made.g) for row in table.tolist()}
    block = max(k for k in range(m + 1) for hs in combinations(sorted(functions), k) for xs in combinations(range(m), k)
                if all(h[x] for h in hs for x in xs))
    return block > bad(made.f, made.g)

a_block_makes_some_event_bad.sabotage("blocks of the f_i only", lambda f, g: largest_bad(f, np.zeros_like(g)))
