"""ABMS20, Section 4.2.1: blocks in the random construction, and its bad events."""

from fractions import Fraction
from functools import cache, reduce
from itertools import combinations, product
from math import comb, floor
from operator import and_
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage, verifier
from privlearn.concepts import ConceptClass
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import largest_block, or_class_of_coins, random_or_class, smallest_block_side
from privlearn.dimensions.composition.blocks import bad_event_probability, refined_union_bound, union_bound
from privlearn.dimensions.sweeps import blocks_of_all_classes, threshold_of_all_classes
from privlearn.exact import is_at_most
from privlearn.exact.formulas import Value, formula
from privlearn.papers.abms20.random_construction import claim
from privlearn.papers.abms20.random_construction.instances import outcomes
from privlearn.papers.by_definition import class_of


@formula("at most", corners={"k": (1, 2, 5, 33)})
def most_without_a_block(k: int) -> Value:
    return 2 * k - 2


claim("ABMS20-4.2.1.event", kind="inequality", formulas=(most_without_a_block,), step_of="ABMS20-2.2.lower",
      title="Without k functions and k points with all values 1, T(H) <= 2k; in fact T(H) <= 2k - 2",
      uses=("ABMS20-2.def-T",),
      note="With 2k - 2 the same proof gives 2^floor(t/4) in place of 2^floor(t/5), for every t >= 4.")


@check("ABMS20-4.2.1.event", grade="exact", quantifier="all 65,535 non-empty classes on 4 points; 10 random classes "
       "each for m = 8 and 16; k - 1 is the side of the largest block",
       says="{the threshold dimension} is at most {2k - 2, where no block has side k}")
def few_thresholds_without_a_block(bound=most_without_a_block) -> Verdict:
    lengths, blocks = threshold_of_all_classes(4).tolist(), blocks_of_all_classes(4).tolist()
    first = {(lengths[c], blocks[c]): c for c in range((1 << 16) - 1, 0, -1)}
    cases: list[Any] = [(("class", c), length, bound(block + 1)) for (length, block), c in first.items()]
    cases += [((m, seed), length, bound(block + 1)) for m, seed, length, block in random_classes()]
    return covering(judge("<=", cases), (1 << 16) - 1 + 20)


@cache
def random_classes() -> list[tuple[int, int, int, int]]:
    made = [(m, seed, random_or_class(m, seed).concepts()) for m in (8, 16) for seed in range(10)]
    return [(m, seed, threshold_dimension(c), largest_block(c)) for m, seed, c in made]

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


@check("ABMS20-4.2.1.event", grade="exhaustive", quantifier="all classes on 1 to 3 points: the table of the sides of "
       "the largest blocks, the search, and all sets of functions",
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


@formula("equals", corners={"k": (0, 1, 2, 3)})
def bad_event_of_a_pair(k: int) -> Value:
    return 2 ** (-(k * (k - 1)))


claim("ABMS20-4.2.1.bad-event", kind="inequality", formulas=(bad_event_of_a_pair, refined_union_bound),
      step_of="ABMS20-2.2.lower",
      title="Pr[bad event of A, B] <= 2^(-k(k-1)), with equality if max B <= min A, and a block makes one bad",
      uses=("ABMS20-4.2.1.construction",),
      note="The exact expected number of bad events, binom(m + 1, 2k) 2^(-k(k-1)), is checked as well.")


@cache
def bad_pairs_of_outcomes(size: int) -> dict[tuple[tuple[int, ...], tuple[int, ...]], int]:
    """Count, for every pair of sets A and B, the outcomes in which its event occurs."""
    made = [outcome for _, outcome in outcomes(or_class_of_coins, size)]
    tables = np.stack([np.stack([outcome.f for outcome in made]), np.stack([outcome.g for outcome in made])])
    counts = {}
    for k in range(size + 1):
        for points in combinations(range(size), k):
            ones = tables[..., list(points)].sum(axis=-1)
            rows_full = (ones == k).any(axis=0)  # outcome, row: f_i or g_i is 1 on B
            for rows in (rows for j in range(size + 1) for rows in combinations(range(size), j)):
                counts[rows, points] = int(rows_full[:, list(rows)].all(axis=1).sum())
    return counts


@check("ABMS20-4.2.1.bad-event", grade="exhaustive",
       quantifier="m <= 4, all A and B, of the same size or not, the empty ones too, all outcomes of the coins",
       says="{the share of outcomes with the event} equals {the formula for its probability}")
@sabotage("2^(-k^2)", lambda rows, points: bad_event_probability(rows, points) / 2 ** len(list(rows)))
@sabotage("2^(-k(k-1)) for all pairs",
          lambda rows, points: Fraction(1, 2) ** (len(list(rows)) * (len(list(points)) - 1)))
def probability_is_that_of_the_enumeration(chance=bad_event_probability) -> Verdict:
    cases = [((m, rows, points), Fraction(count, 2 ** comb(m + 1, 2)), chance(rows, points))
             for m in range(1, 5) for (rows, points), count in bad_pairs_of_outcomes(m).items()]
    verdict = judge("==", cases)
    pairs_and_outcomes = sum(2 ** comb(m + 1, 2) * len(bad_pairs_of_outcomes(m)) for m in range(1, 5))
    return covering(verdict, pairs_and_outcomes)

def refutes_probability_is_that_of_the_enumeration(chance, m, rows, points):
    occurs = 0
    for number in range(2 ** comb(m + 1, 2)):
        f = {(i, j): number >> (i * (i + 1) // 2 + j) & 1 for i in range(m) for j in range(i + 1)}
        occurs += all(any(all(f.get((i, j)) == value for j in points) for value in (0, 1)) for i in rows)
    return chance(rows, points) != Fraction(occurs, 2 ** comb(m + 1, 2))


@check("ABMS20-4.2.1.bad-event", grade="exhaustive",
       quantifier="k <= 3, max B <= min A: all values of the k^2 coins of rows in A and points in B",
       says="{the probability of the bad event} equals {2^(-k(k-1))}")
@judged("==")
def every_row_falls_on_one_side(chance=bad_event_of_a_pair):
    for (k,) in chance.instances():
        tables = product(product((0, 1), repeat=k), repeat=k)
        yield k, Fraction(sum(all(len(set(row)) < 2 for row in table) for table in tables), 2 ** (k * k)), chance(k)

def refutes_every_row_falls_on_one_side(chance, k):
    return chance(k) != bad_event_probability(range(k, 2 * k), range(k))


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
       says="{the side of the largest block} is at most {the largest k with a bad event}")
@sabotage("blocks of the f_i only", lambda f, g: largest_bad(f, np.zeros_like(g)))
def a_block_makes_some_event_bad(bad=largest_bad) -> Verdict:
    return judge("<=", ((coins, largest_block(outcome.concepts()), bad(outcome.f, outcome.g))
                        for m in range(1, 5) for coins, outcome in outcomes(or_class_of_coins, m)))

def refutes_a_block_makes_some_event_bad(bad, coins):
    m = next(m for m in range(1, 5) if m * (m + 1) // 2 == len(coins))
    made = or_class_of_coins(m, coins)
    functions = {tuple(row) for table in (made.f, made.g) for row in table.tolist()}
    block = max(k for k in range(m + 1) for hs in combinations(sorted(functions), k) for xs in combinations(range(m), k)
                if all(h[x] for h in hs for x in xs))
    return block > bad(made.f, made.g)


claim("ABMS20-4.2.1.union-bound", kind="inequality", formulas=(union_bound,), step_of="ABMS20-2.2.lower",
      title="binom(m, k)^2 2^(-k(k-1)) < 2^(2k log m - k(k-1)) <= 1 for k = 2 log m + 1",
      uses=("ABMS20-4.2.1.bad-event", "ABMS20-4.2.1.event"),
      note="The last inequality is an equality. There is much room in the first: the least k that works is smaller, "
           "and smaller still when only the pairs that can be bad are counted.")


@check("ABMS20-4.2.1.union-bound", grade="exact",
       quantifier="the instances of the formula: the mean by the least row of A, where no more than one event can "
                  "happen its probability",
       says="{the expected number of bad events} is at most {C(m, k)^2 2^(-k(k-1))}")
@verifier(lambda bound, m, k: not is_at_most(sum(
    bad_event_probability(range(a - 1, a - 1 + k), range(k)) * comb(a, k) * comb(m - a, k - 1)
    for a in range(k, m - k + 2)), bound(m, k)))
@judged("<=")
def no_more_bad_events_are_expected(bound=union_bound):
    yield from (((m, k), mean_by_first_row(m, k), bound(m, k)) for m, k in bound.instances())


@check("ABMS20-4.2.1.union-bound", grade="exact", quantifier="m = 2^a, k = 2a + 1, a = 1, ..., 40",
       says="C(m, k)^2 2^(-k(k-1)) is less than 2^(2k log m - k(k-1)), which is 1")
@sabotage("k = log m", lambda a: a)
@sabotage("k = 2 log m", lambda a: 2 * a)
@judged("==")
def union_bound_is_below_one(side=lambda a: 2 * a + 1):
    for a in range(1, 41):
        k = side(a)
        middle = Fraction(2) ** (2 * k * a - k * (k - 1))
        yield a, (union_bound(2**a, k) < middle, middle), (True, 1)

def refutes_union_bound_is_below_one(side, a):
    m, k = 1 << a, side(a)
    choices, power = 1, 1
    for j in range(k):
        choices, power = choices * (m - j), power * m * (j + 1)  # binom(m, k) = choices/k! < m^k
    return choices >= power or 2 * a != k - 1


def below_one(a: int, k: int, refined: bool) -> bool:
    """Tell whether the union bound for m = 2^a is below 1, in integers."""
    m = 2**a
    pairs = comb(m + 1, 2 * k) if refined else comb(m, k) ** 2
    return pairs < 2 ** (k * (k - 1))


@check("ABMS20-4.2.1.union-bound", grade="exact", quantifier="m = 2^a, a = 0, ..., 12, printed and refined count: the "
       "bound is below 1 at k and not at k - 1; for m = k = 1 it is 1",
       says="the computed k is the least side at which the union bound is below 1")
@sabotage("one less", lambda m, *, refined: max(smallest_block_side(m, refined=refined) - 1, 1))
@sabotage("the printed k = 2 log m + 1", lambda m, *, refined: 2 * m.bit_length() - 1)
@judged("==")
def least_side_has_its_union_bound_below_one(least=smallest_block_side):
    for a in range(13):
        for refined in (False, True):
            k = least(2**a, refined=refined)
            yield (a, refined), tuple(below_one(a, side, refined) for side in range(1, k + 1)), (*[False] * (k - 1),
                                                                                              True)

def refutes_least_side_has_its_union_bound_below_one(least, a, refined):
    k = 1
    while True:  # pairs as a product, compared with a power of two
        n, size = (2**a + 1, 2 * k) if refined else (2**a, k)
        pairs = 1
        for j in range(size):
            pairs = pairs * (n - j) // (j + 1)
        if (pairs if refined else pairs * pairs).bit_length() <= k * (k - 1):
            return least(2**a, refined=refined) != k
        k += 1
