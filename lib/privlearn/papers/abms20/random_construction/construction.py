"""ABMS20, Section 4.2.1: the random construction, the lower bound that it gives, and its parameters."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, covering, judge, judged, sabotage, verifier
from privlearn.dimensions import threshold_dimension
from privlearn.dimensions.composition import OrClass, is_or_ladder, or_class_of_coins, random_or_class
from privlearn.dimensions.composition.blocks import threshold_law, union_bound
from privlearn.dimensions.composition.or_classes import coin_count
from privlearn.dimensions.sweeps import threshold_of_all_classes, unions_of_all_classes
from privlearn.exact.formulas import Value, binom, floor, formula
from privlearn.papers.abms20.random_construction import claim
from privlearn.papers.abms20.random_construction.instances import FOUND, masks, outcomes
from privlearn.papers.by_definition import longest_ladder


def broken_independent_coins(size: int, coins: Sequence[int] | np.ndarray) -> OrClass:
    """Toss a coin for g as well (the reversed list of coins stands for it): both or none of f and g may be 1."""
    return OrClass(or_class_of_coins(size, coins).f, or_class_of_coins(size, np.asarray(coins)[::-1]).f)


def broken_printed_zeros(size: int, coins: Sequence[int] | np.ndarray) -> OrClass:
    """Read ``f_i(j) = g_j(j) = 0 for j > i`` as printed: every ``g_j`` with j > 0 loses its last point j."""
    right = or_class_of_coins(size, coins)
    g = right.g.copy()
    g[np.arange(1, size), np.arange(1, size)] = 0
    return OrClass(right.f, g)


@formula("equals", corners={"m": (1, 2, 3, 64)})
def coins(m: int) -> Value:
    return binom(m + 1, 2)


claim("ABMS20-4.2.1.construction", kind="algorithm", formulas=(coins,),
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
    counts: dict[int, int] = {}
    for _, made in outcomes(or_class_of_coins, m):
        t = longest_ladder(masks(made), (1 << m) - 1)
        counts[t] = counts.get(t, 0) + 1
    return law(m) != {t: Fraction(number, sum(counts.values())) for t, number in counts.items()}

@check("ABMS20-4.2.1.construction", grade="exact", quantifier=f"all i; {OUTCOMES}",
       says="the supports of f_i and g_i are disjoint with union 1, ..., i: read backwards, the unions are a ladder")
@sabotage("a coin of its own for g_i(j)", broken_independent_coins)
@sabotage("g_j(j) = 0, as printed", broken_printed_zeros)
@judged("==")
def supports_are_disjoint_with_union_up_to_i(build=or_class_of_coins):
    for name, outcome in built(build):
        ones = outcome.f.astype(np.int8) + outcome.g
        yield name, (bool((ones == np.tri(len(ones), dtype=np.int8)).all()), is_or_ladder(outcome)), (True, True)

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
def there_is_one_coin_for_each_place(count=coins):
    for m in range(1, 5):
        different = {(made.f.tobytes(), made.g.tobytes()) for _, made in outcomes(or_class_of_coins, m)}
        yield (m, "outcomes"), 2 ** count(m), len(different)
    for m in range(1, 65):
        places = sum(j <= i for i in range(m) for j in range(m))
        yield (m, "places"), (count(m), coin_count(m)), (places, places)


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


@formula("at least", where=("t >= 6",), corners={"t": (5, 6, 9, 10, 200)})
def thresholds_of_unions(t: int) -> Value:
    return 2 ** floor(t / 5)


claim("ABMS20-2.2.lower", kind="theorem", section="2 Main results", formulas=(thresholds_of_unions,),
      title="For every t >= 6 a class has T(H) <= t, and its unions h_1 OR h_2 have dimension T >= 2^floor(t/5)",
      uses=("ABMS20-2.def-G", "ABMS20-2.def-T", "ABMS20-4.2.1.construction", "ABMS20-4.2.1.eq3", "ABMS20-4.2.1.event",
            "ABMS20-4.2.1.bad-event", "ABMS20-4.2.1.union-bound"),
      note="The proof gives existence; as T(H) <= m, m = 32, for t = 25, is the first number of rows of which it says "
           "anything. The classes on this page are explicit outcomes with far fewer thresholds than the theorem "
           "needs: T = 5 for m = 16, which it promises from t = 20 on. That they have no fewer and no more is decided "
           "by search.")


@check("ABMS20-2.2.lower", grade="exact",
       quantifier="(m, T(H)) = (2, 1), (5, 2), (8, 3), (12, 4), (16, 5), (32, 9): T(H) by complete search, with two "
                  "programs; and the m unions f_i OR g_i are thresholds",
       says="both programs find T(H) as stated, and the m unions f_i OR g_i are thresholds",
       reason="T(H or H) >= m is checked on the unions of f_i and g_i alone.")
@sabotage("T(H) = 1 for m = 5", make=lambda: tuple((m, seed, t - (m == 5)) for m, seed, t in FOUND))
@sabotage("another seed for m = 8", make=lambda: tuple((m, seed + (m == 8), t) for m, seed, t in FOUND))
@judged("==")
def unions_have_many_more_thresholds(found=FOUND):
    import numba  # noqa: F401  # the second program's compiler

    for m, seed, t in found:
        outcome = random_or_class(m, seed)
        by_both = {threshold_dimension(outcome.concepts(), solver=solver) for solver in ("plain", "compiled")}
        yield (m, seed, t), (by_both, is_or_ladder(outcome)), ({t}, True)

def refutes_unions_have_many_more_thresholds(found, witness):
    m, seed, t = witness
    return witness in found and longest_ladder(masks(random_or_class(m, seed)), (1 << m) - 1) != t


@cache
def largest_by_definition(t: int) -> int:
    """Return the largest T of the unions of a class with T(H) = t on four points.

    All classes with t <= 1 are tried; for t >= 2 one class with 4, the number of points, is looked for and shown.
    """
    best = 0
    for number in np.flatnonzero(threshold_of_all_classes(4) == t).tolist():
        functions = [f for f in range(16) if number >> f & 1]
        if longest_ladder(functions, 15) == t:
            best = max(best, longest_ladder({f | g for f in functions for g in functions}, 15))
        if best == 4:
            break
    return best


@cache
def unions_by_doubling() -> np.ndarray:
    """Return the class of unions of every class on four points, one function after the other."""
    made = np.zeros(1, dtype=np.int64)
    for f in range(16):
        images = np.zeros(1, dtype=np.int64)  # of the classes of functions before f: their unions with f
        for g in range(f):
            images = np.concatenate([images, images | 1 << (f | g)])
        made = np.concatenate([made, made | images | 1 << f])
    return made


@check("ABMS20-2.2.lower", grade="exhaustive",
       quantifier="all 65,536 classes on 4 points: the class of unions, entry by entry",
       says="the class of unions in the table consists of all h_1 OR h_2")
@sabotage("the class itself", lambda points: np.arange(1 << (1 << points)))
def unions_are_those_of_all_pairs(unions=unions_of_all_classes) -> Verdict:
    found, right = unions(4), unions_by_doubling()
    place = int((found != right).argmax())
    return counted(judge("==", [(place, int(found[place]), int(right[place]))]), len(right))

def refutes_unions_are_those_of_all_pairs(unions, number):
    functions = [f for f in range(16) if number >> f & 1]
    return int(unions(4)[number]) != sum(1 << u for u in {f | g for f in functions for g in functions})


@check("ABMS20-2.2.lower", grade="exhaustive", quantifier="all 65,536 classes on 4 points: for each value of T(H) the "
       "largest T of the unions, from the tables of all classes and from the definition",
       says="{the largest T of the unions by the tables} equals {the largest T of the unions by the definition}")
@sabotage("no unions: the class itself", lambda points: np.arange(1 << (1 << points)))
def four_points_have_the_same_extremes_by_two_routes(unions=unions_of_all_classes) -> Verdict:
    own = threshold_of_all_classes(4)
    of_unions = own[unions(4)]
    cases = ((t, int(of_unions[own == t].max()), largest_by_definition(t)) for t in range(5))
    return covering(judge("==", cases), len(own))

def refutes_four_points_have_the_same_extremes_by_two_routes(unions, t):
    own = threshold_of_all_classes(4)
    return int(own[unions(4)][own == t].max()) != int(own[unions_by_doubling()][own == t].max())

@four_points_have_the_same_extremes_by_two_routes.sabotage("intersections in place of unions")
def intersections_place_unions():
    classes = np.arange(1 << 16)
    found = classes.copy()
    for f, g in combinations(range(16), 2):
        found |= (classes >> f & classes >> g & 1) << (f & g)
    return lambda points: found


@formula("at least", where=("t >= 6",), corners={"t": (5, 6, 9, 10, 10000)})
def twice_the_side(t: int) -> Value:
    return 4 * floor(t / 5) + 2


claim("ABMS20-4.2.1.eq3", kind="inequality", formulas=(twice_the_side,), step_of="ABMS20-2.2.lower",
      title="T(H) <= 2k suffices, as 2k = 4 floor(t/5) + 2 <= t for all t >= 6",
      note="Also checked: with T(H) <= 2k - 2, which the same event gives, floor(t/4) may stand for floor(t/5).")


QUARTER: tuple[int, Callable[[int], tuple[int, int]]] = (4, lambda t: (2 ** (t // 4), 2 * (t // 4) + 1))


@check("ABMS20-4.2.1.eq3", grade="exact",
       quantifier="t from 4 to 200: with T(H) <= 2k - 2 the same proof gives m = 2^floor(t/4), k = 2 log m + 1",
       says="m = 2^floor(t/4), 2k - 2 <= t, and the union bound is below 1")
@sabotage("m = 2^floor(t/3)", (4, lambda t: (2 ** (t // 3), 2 * (t // 3) + 1)))
@sabotage("k = 2 log m + 2", (4, lambda t: (QUARTER[1](t)[0], QUARTER[1](t)[1] + 1)))
@judged("==")
def quarter_of_t_meets_the_conditions_of_the_sharper_step(plan=QUARTER):
    for t in range(plan[0], 201):
        m, k = plan[1](t)
        yield t, (2 * k - 2 <= t, union_bound(m, k) < 1, m), (True, True, 2 ** (t // 4))

def refutes_quarter_of_t_meets_the_conditions_of_the_sharper_step(plan, t):
    m, k = plan[1](t)
    choices = 1
    for j in range(k):
        choices = choices * (m - j) // (j + 1)
    return 2 * (k - 1) > t or choices**2 >= 1 << k * (k - 1) or m.bit_length() - 1 != (t - t % 4) // 4
