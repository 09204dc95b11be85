"""ABMS20, Section 4.2.1: the random class of the lower bound of Theorem 2.2."""

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from privlearn.claims import Verdict, check, judge, judged, sabotage, verifier
from privlearn.claims.abms20.random_construction import claim
from privlearn.claims.abms20.random_construction.instances import outcomes
from privlearn.dimensions.composition import OrClass, is_or_ladder, or_class_of_coins, random_or_class
from privlearn.dimensions.composition.or_classes import coin_count


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
       fingerprint=lambda build: [build(2, (1, 0, 0)).f.tolist(), build(2, (1, 0, 0)).g.tolist()])
@sabotage("a coin of its own for g_i(j)", broken_independent_coins)
def unions_shatter_the_points_in_descending_order(build=or_class_of_coins) -> Verdict:
    return judge("==", ((name, is_or_ladder(outcome), True) for name, outcome in built(build)))

@unions_shatter_the_points_in_descending_order.verifier
def _(build, witness):
    outcome, m = rebuilt(build, witness), witness[0]
    return any((outcome.f[m - a, m - b] or outcome.g[m - a, m - b]) != (a <= b)
               for a in range(1, m + 1) for b in range(1, m + 1))


@check("ABMS20-4.2.1.construction", grade="exact", quantifier=f"all i; {OUTCOMES}",
       fingerprint=lambda build: [build(2, (1, 0, 0)).f.tolist(), build(2, (1, 0, 0)).g.tolist()])
@sabotage("a coin of its own for g_i(j)", broken_independent_coins)
@sabotage("g_j(j) = 0, as printed", broken_printed_zeros)
@judged("==")
def supports_are_disjoint_with_union_up_to_i(build=or_class_of_coins):
    for name, outcome in built(build):
        ones = outcome.f.astype(np.int8) + outcome.g
        yield name, bool((ones == np.tri(len(ones), dtype=np.int8)).all()), True

@supports_are_disjoint_with_union_up_to_i.verifier
def _(build, witness):
    outcome, m = rebuilt(build, witness), witness[0]
    supports = [[{j for j in range(m) if table[i][j]} for table in (outcome.f, outcome.g)] for i in range(m)]
    return any(f & g or f | g != set(range(i + 1)) for i, (f, g) in enumerate(supports))


@check("ABMS20-4.2.1.construction", grade="exhaustive",
       quantifier="m <= 4: 2^coins is the number of pairs of triangular tables with exactly one 1 at each place; m "
                  "<= 64: the places j <= i are counted", fingerprint=lambda count: [count(m) for m in (2, 3, 16)])
@verifier(lambda count, witness: count(witness[0]) != len(list(combinations_with_replacement(range(witness[0]), 2))))
@sabotage("binom(m - 1, 2), as printed", lambda m: comb(m - 1, 2))
@judged("==")
def there_is_one_coin_for_each_place(count=coin_count):
    for m in range(1, 5):
        different = {(made.f.tobytes(), made.g.tobytes()) for _, made in outcomes(or_class_of_coins, m)}
        yield (m, "outcomes"), 2 ** count(m), len(different)
    yield from (((m, "places"), count(m), sum(j <= i for i in range(m) for j in range(m))) for m in range(1, 65))
