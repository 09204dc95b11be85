"""ABMS20, Section 4.2.1: the random class of the lower bound of Theorem 2.2."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import comb
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import OrClass, is_or_ladder, or_class_of_coins, random_or_class
from privlearn.dimensions.composition.blocks import threshold_law
from privlearn.dimensions.composition.or_classes import coin_count
from privlearn.papers.abms20.random_construction import claim
from privlearn.papers.abms20.random_construction.instances import outcomes


def broken_independent_coins(size: int, coins: Sequence[int] | np.ndarray) -> OrClass:
    """Toss a coin for g as well (the reversed list of coins stands for it): both or none of f and g may be 1."""
    return OrClass(or_class_of_coins(size, coins).f, or_class_of_coins(size, np.asarray(coins)[::-1]).f)


def broken_printed_zeros(size: int, coins: Sequence[int] | np.ndarray) -> OrClass:
    """Read ``f_i(j) = g_j(j) = 0 for j > i`` as printed: every ``g_j`` with j > 0 loses its last point j."""
    right = or_class_of_coins(size, coins)
    g = right.g.copy()
    g[np.arange(1, size), np.arange(1, size)] = 0
    return OrClass(right.f, g)


claim("ABMS20-4.2.1.construction", kind="algorithm",
      title="Coins split the thresholds {1, ..., i} into f_i and g_i; f_i OR g_i threshold-shatter m, m - 1, ..., 1",
      uses=("ABMS20-2.def-T",),
      erratum_kind="misprint", repaired=True,
      erratum="Three misprints: g_j(j) = 0 for g_i(j) = 0; binom(m - 1, 2) coins where there are binom(m + 1, 2); "
              "the sequence 1, 2, ..., m, which must be reversed, as f_i OR g_i is 1 exactly on j <= i.")


def built(build) -> Iterator[tuple[Any, OrClass]]:
    """Yield all outcomes for m <= 4, thirty seeds for each m from 5 to 16, and one for m = 32, 256 and 4096."""
    for size in range(1, 5):
        yield from (((size, coins), outcome) for coins, outcome in outcomes(build, size))
    for size, seeds in (*((m, 30) for m in range(5, 17)), (32, 1), (256, 1), (4096, 1)):
        for seed in range(seeds):
            coins = random_or_class(size, seed).f[np.tri(size, dtype=bool)]
            yield (size, seed), build(size, coins)


def rebuilt(build, witness) -> OrClass:
    """Return the outcome that a witness names."""
    size, how = witness
    return build(size, how if isinstance(how, tuple) else random_or_class(size, how).f[np.tri(size, dtype=bool)])


OUTCOMES = "all outcomes for m <= 4 (1098), 30 seeds for each m = 5, ..., 16, one for m = 32, 256, 4096"


@check("ABMS20-4.2.1.construction", grade="exact", quantifier=OUTCOMES,
       says="f_i OR g_i is 1 exactly on the points up to i: read backwards, the unions are a ladder")
@sabotage("a coin of its own for g_i(j)", broken_independent_coins)
def unions_shatter_the_points_in_descending_order(build=or_class_of_coins) -> Verdict:
    def shattered(outcome: OrClass) -> bool:  # row i is 1 exactly up to i: read backwards, a ladder
        unions = np.maximum(outcome.f, outcome.g)[::-1, ::-1]
        return is_or_ladder(outcome) and bool((unions == np.triu(np.ones_like(unions))).all())

    return judge("==", ((name, shattered(outcome), True) for name, outcome in built(build)))

def refutes_unions_shatter_the_points_in_descending_order(build, witness):
    outcome, m = rebuilt(build, witness), witness[0]
    return any((outcome.f[m - a, m - b] or outcome.g[m - a, m - b]) != (a <= b)
               for a in range(1, m + 1) for b in range(1, m + 1))


@check("ABMS20-4.2.1.construction", grade="exhaustive",
       quantifier="all pairs of two by two tables, and all three by three tables with an empty one: which are ladders",
       says="a pair of tables is accepted exactly if f_i OR g_i is 1 on the points up to i and on no others")
@sabotage("zeros above the diagonal are not asked for",
          lambda outcome: bool((outcome.f | outcome.g)[np.tri(len(outcome.f), dtype=bool)].all()))
@judged("==")
def ladders_of_unions_are_told_from_other_tables(told=is_or_ladder):
    for m, both in ((2, product((0, 1), repeat=8)), (3, product((0, 1), repeat=9))):
        for bits in both:
            f, g = bits[:m * m], bits[m * m:] or (0,) * (m * m)
            right = all((f[m * i + j] or g[m * i + j]) == (j <= i) for i in range(m) for j in range(m))
            yield (m, bits), told(OrClass(*(np.array(table).reshape(m, m) for table in (f, g)))), right

def refutes_ladders_of_unions_are_told_from_other_tables(told, m, bits):
    values = np.array([*bits, *[0] * (2 * m * m - len(bits))])
    tables = values.reshape(2, m, m)
    supports = [{j for j in range(m) if tables[0][i, j] or tables[1][i, j]} for i in range(m)]
    return told(OrClass(*tables)) != (supports == [set(range(i + 1)) for i in range(m)])


@check("ABMS20-4.2.1.construction", grade="exhaustive",
       quantifier="m = 1 to 4: the law of the threshold dimension of the class, from all 1098 outcomes",
       says="each value of T(H) has as its probability the share of the outcomes that have it")
@sabotage("one coin decides", lambda m: threshold_law(min(m, 2)))
@judged("==")
def law_of_the_thresholds_is_that_of_all_outcomes(law=threshold_law):
    for m in range(1, 5):
        made = [threshold_dimension(outcome.concepts(), solver="plain")
                for _, outcome in outcomes(or_class_of_coins, m)]
        yield m, law(m), {t: Fraction(made.count(t), len(made)) for t in sorted(set(made))}

def refutes_law_of_the_thresholds_is_that_of_all_outcomes(law, m):
    def longest(rows: frozenset[tuple[int, ...]], points: frozenset[int]) -> int:  # a first pair, then the rest
        return max((1 + longest(frozenset(g for g in rows if not g[x]), frozenset(y for y in points if h[y] and y != x))
                    for h in rows for x in points if h[x]), default=0)

    counts: dict[int, int] = {}
    for _, made in outcomes(or_class_of_coins, m):
        t = longest(frozenset(tuple(row) for row in (*made.f.tolist(), *made.g.tolist())), frozenset(range(m)))
        counts[t] = counts.get(t, 0) + 1
    return law(m) != {t: Fraction(number, sum(counts.values())) for t, number in counts.items()}

@check("ABMS20-4.2.1.construction", grade="exact", quantifier=f"all i; {OUTCOMES}",
       says="the supports of f_i and g_i are disjoint, and their union is 1, ..., i")
@sabotage("a coin of its own for g_i(j)", broken_independent_coins)
@sabotage("g_j(j) = 0, as printed", broken_printed_zeros)
@judged("==")
def supports_are_disjoint_with_union_up_to_i(build=or_class_of_coins):
    for name, outcome in built(build):
        ones = outcome.f.astype(np.int8) + outcome.g
        yield name, bool((ones == np.tri(len(ones), dtype=np.int8)).all()), True

def refutes_supports_are_disjoint_with_union_up_to_i(build, witness):
    outcome, m = rebuilt(build, witness), witness[0]
    supports = [[{j for j in range(m) if table[i][j]} for table in (outcome.f, outcome.g)] for i in range(m)]
    return any(f & g or f | g != set(range(i + 1)) for i, (f, g) in enumerate(supports))


@check("ABMS20-4.2.1.construction", grade="exhaustive", quantifier="m <= 4: 2^coins is the number of pairs of "
       "triangular tables with exactly one 1 at each place; m <= 64: the places j <= i are counted",
       says="there is one coin for each place j <= i, and different coins give different tables")
@verifier(lambda count, witness: count(witness[0]) != len(list(combinations_with_replacement(range(witness[0]), 2))))
@sabotage("binom(m - 1, 2), as printed", lambda m: comb(m - 1, 2))
@judged("==")
def there_is_one_coin_for_each_place(count=coin_count):
    for m in range(1, 5):
        different = {(made.f.tobytes(), made.g.tobytes()) for _, made in outcomes(or_class_of_coins, m)}
        yield (m, "outcomes"), 2 ** count(m), len(different)
    yield from (((m, "places"), count(m), sum(j <= i for i in range(m) for j in range(m))) for m in range(1, 65))


def words_of_pcg64(seed: int, count: int) -> list[int]:
    """The words of PCG64 (XSL RR 128/64) from its initial state on, in whole numbers."""
    start = np.random.PCG64(seed).state["state"]
    state, words = start["state"], []
    for _ in range(count):
        state = (state * 0x2360ED051FC65DA44385DF649FCCF645 + start["inc"]) % 2**128
        folded, turn = state >> 64 ^ state % 2**64, state >> 122
        words.append((folded >> turn | folded << 64 - turn) % 2**64)
    return words


SEEDED = tuple(product((1, 2, 10, 11, 16, 127, 128), (0, 1, 2026)))  # 127 * 64 coins for m = 127


@check("ABMS20-4.2.1.construction", grade="exact", quantifier="m = 1, 2, 10, 11, 16, 127, 128, seeds 0, 1, 2026: coin "
       "k of a seed is bit k of the words of its generator, lowest bits first",
       says="the coins of a seed are the bits of its generator's words, lowest bits first")
@sabotage("the highest bits first", lambda size, seed: or_class_of_coins(size, [
    word >> 63 - k & 1 for word in words_of_pcg64(seed, 129) for k in range(64)][:coin_count(size)]))
@sabotage("the same coins for all seeds", lambda size, seed: random_or_class(size, 0))
def coins_of_a_seed_are_bits_of_its_words(draw=random_or_class) -> Verdict:
    return judge("==", (((size, seed), draw(size, seed).f[np.tri(size, dtype=bool)].tolist(), [
        word >> k & 1 for word in words_of_pcg64(seed, 129) for k in range(64)][:size * (size + 1) // 2])
        for size, seed in SEEDED))

def refutes_coins_of_a_seed_are_bits_of_its_words(draw, size, seed):
    """Row by row, with the generator's own words."""
    words, k = np.random.PCG64(seed).random_raw(129).tolist(), 0
    for i, row in enumerate(draw(size, seed).f.tolist()):
        if any(row[j] != words[(k + j) // 64] // 2 ** ((k + j) % 64) % 2 for j in range(i + 1)) or any(row[i + 1:]):
            return True
        k += i + 1
    return False
