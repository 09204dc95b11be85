"""ABMS20, Section 4.2.1, lower bound of Theorem 2.2: the random class, its instances, and the theorem."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import comb
from typing import Any

import numpy as np

from privlearn.claims.broken.composed_ladders import broken_independent_coins, broken_printed_zeros
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.dimensions.all_classes import class_of_number, threshold_of_all_classes
from privlearn.dimensions.random_or_class import (
    OrClass,
    coin_count,
    is_or_ladder,
    or_class_of_coins,
    printed_parameters,
    random_or_class,
    union_bound,
    unions_of_all_classes,
)
from privlearn.dimensions.threshold import threshold_dimension

PAGE = "closure/random-construction"
SECTION = "4.2.1 Threshold dimension"
Plan = tuple[int, Callable[[int], tuple[int, int]]]  # first t, parameters (m, k)
Record = tuple[int, int, int]  # rows, seed, threshold dimension
FOUND: tuple[Record, ...] = ((2, 7, 1), (5, 10, 2), (8, 84, 3), (12, 209, 4), (16, 45, 5), (32, 0, 9))

claim("ABMS20-4.2.1.construction", kind="algorithm", section=SECTION, page=PAGE,
      title="Coins split the thresholds {1, ..., i} into f_i and g_i; f_i OR g_i threshold-shatter m, m - 1, ..., 1",
      uses=("ABMS20-2.def-T",),
      erratum="Three misprints: g_j(j) = 0 for g_i(j) = 0; binom(m - 1, 2) coins where there are binom(m + 1, 2); the "
              "sequence 1, 2, ..., m, which must be reversed, as f_i OR g_i is 1 exactly on j <= i.")


@cache
def outcomes(build: Callable, size: int) -> tuple[tuple[tuple[int, ...], OrClass], ...]:
    """Return every outcome of the coins for m rows."""
    return tuple((coins, build(size, coins)) for coins in product((0, 1), repeat=coin_count(size)))


def built(build: Callable) -> Iterator[tuple[Any, OrClass]]:
    """Yield all outcomes for m <= 4, thirty seeds for each m from 5 to 16, and one for m = 32, 256 and 4096."""
    for size in range(1, 5):
        yield from (((size, coins), outcome) for coins, outcome in outcomes(build, size))
    for size, seeds in (*((m, 30) for m in range(5, 17)), (32, 1), (256, 1), (4096, 1)):
        for seed in range(seeds):
            coins = random_or_class(size, seed).f[np.tri(size, dtype=bool)]
            yield (size, seed), build(size, coins)


def rebuilt(build: Callable, witness: Any) -> OrClass:
    """Return the outcome that a witness names."""
    size, how = witness
    return build(size, how if isinstance(how, tuple) else random_or_class(size, how).f[np.tri(size, dtype=bool)])


OUTCOMES = "all outcomes for m <= 4 (1098), 30 seeds for each m = 5, ..., 16, one for m = 32, 256, 4096"


@check("ABMS20-4.2.1.construction", grade="exact", quantifier=OUTCOMES,
       fingerprint=lambda build: [build(2, (1, 0, 0)).f.tolist(), build(2, (1, 0, 0)).g.tolist()])
def unions_shatter_the_points_in_descending_order(build=or_class_of_coins) -> Verdict:
    return judge("==", ((name, is_or_ladder(outcome), True) for name, outcome in built(build)))


@unions_shatter_the_points_in_descending_order.verifier
def _(build, witness):
    outcome, m = rebuilt(build, witness), witness[0]
    return any((outcome.f[m - a, m - b] or outcome.g[m - a, m - b]) != (a <= b)
               for a in range(1, m + 1) for b in range(1, m + 1))

unions_shatter_the_points_in_descending_order.sabotage("a coin of its own for g_i(j)", broken_independent_coins)


@check("ABMS20-4.2.1.construction", grade="exact", quantifier=f"all i; {OUTCOMES}",
       fingerprint=lambda build: [build(2, (1, 0, 0)).f.tolist(), build(2, (1, 0, 0)).g.tolist()])
def supports_are_disjoint_with_union_up_to_i(build=or_class_of_coins) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, outcome in built(build):
            ones = outcome.f.astype(np.int8) + outcome.g
            yield name, bool((ones == np.tri(len(ones), dtype=np.int8)).all()), True

    return judge("==", cases())


@supports_are_disjoint_with_union_up_to_i.verifier
def _(build, witness):
    outcome, m = rebuilt(build, witness), witness[0]
    supports = [[{j for j in range(m) if table[i][j]} for table in (outcome.f, outcome.g)] for i in range(m)]
    return any(f & g or f | g != set(range(i + 1)) for i, (f, g) in enumerate(supports))

supports_are_disjoint_with_union_up_to_i.sabotage("a coin of its own for g_i(j)", broken_independent_coins)
supports_are_disjoint_with_union_up_to_i.sabotage("g_j(j) = 0, as printed", broken_printed_zeros)


@check("ABMS20-4.2.1.construction", grade="exhaustive",
       quantifier="m <= 4: 2^coins is the number of pairs of triangular tables with exactly one 1 at each place; m <= "
                  "64: the places j <= i are counted",
       fingerprint=lambda count: [count(m) for m in (2, 3, 16)])
def there_is_one_coin_for_each_place(count=coin_count) -> Verdict:
    def cases() -> Iterator[Any]:
        for m in range(1, 5):
            different = {(made.f.tobytes(), made.g.tobytes()) for _, made in outcomes(or_class_of_coins, m)}
            yield (m, "outcomes"), 2 ** count(m), len(different)
        yield from (((m, "places"), count(m), sum(j <= i for i in range(m) for j in range(m))) for m in range(1, 65))

    return judge("==", cases())


@there_is_one_coin_for_each_place.verifier
def _(count, witness):
    return count(witness[0]) != len(list(combinations_with_replacement(range(witness[0]), 2)))

there_is_one_coin_for_each_place.sabotage("binom(m - 1, 2), as printed", lambda m: comb(m - 1, 2))


claim("ABMS20-2.2.lower", kind="theorem", section="2 Main results", page=PAGE,
      title="For every t >= 6 a class has T(H) <= t, and its unions h_1 OR h_2 have dimension T >= 2^floor(t/5)",
      uses=("ABMS20-2.def-G", "ABMS20-2.def-T", "ABMS20-4.2.1.construction", "ABMS20-4.2.1.eq3", "ABMS20-4.2.1.event",
            "ABMS20-4.2.1.bad-event", "ABMS20-4.2.1.union-bound"),
      note="The proof gives existence; the arithmetic of its parameters is checked for t <= 200. The classes on this "
           "page are explicit outcomes with far fewer thresholds than the theorem needs: T = 5 for m = 16, which it "
           "promises from t = 20 on. That they have no fewer and no more is decided by search.")


@check("ABMS20-2.2.lower", grade="exhaustive",
       quantifier="(m, T(H)) = (2, 1), (5, 2), (8, 3), (12, 4), (16, 5), (32, 9): T(H) by complete search, "
                  "with two programs; and the m unions f_i OR g_i are thresholds",
       fingerprint=lambda found: found, reason="T(H or H) >= m is checked on the unions of f_i and g_i alone.")
def unions_have_many_more_thresholds(found=FOUND) -> Verdict:
    def cases() -> Iterator[Any]:
        for m, seed, t in found:
            outcome = random_or_class(m, seed)
            by_both = {threshold_dimension(outcome.concepts(), solver=solver) for solver in ("plain", "compiled")}
            yield (m, seed, t), (by_both, is_or_ladder(outcome)), ({t}, True)

    return judge("==", cases())


@unions_have_many_more_thresholds.verifier
def _(found, witness):
    m, seed, t = witness
    rows = {tuple(row) for row in random_or_class(m, seed).concepts().matrix.tolist()}

    def longest(rows: frozenset[Any], points: frozenset[int]) -> int:  # by definition: a first pair, then the rest
        best = 0
        for h in rows:
            for x in (x for x in points if h[x]):
                rest = frozenset(g for g in rows if not g[x])
                best = max(best, 1 + longest(rest, frozenset(y for y in points if h[y] and y != x)))
        return best

    return witness in found and longest(frozenset(rows), frozenset(range(m))) != t

unions_have_many_more_thresholds.sabotage(
    "T(H) = 1 for m = 5", make=lambda: tuple((m, seed, t - (m == 5)) for m, seed, t in FOUND))
unions_have_many_more_thresholds.sabotage(
    "another seed for m = 8", make=lambda: tuple((m, seed + (m == 8), t) for m, seed, t in FOUND))


def plan_values(plan: Plan) -> Any:
    """Return the first t and some parameters, to compare plans."""
    return plan[0], [plan[1](t) for t in range(5, 30)]


@check("ABMS20-2.2.lower", grade="exact", quantifier="all t in 6..200: 2k <= t, m = 2^floor(t/5), and the union bound",
       fingerprint=plan_values)
def parameters_meet_all_conditions(plan=(6, printed_parameters)) -> Verdict:
    def cases() -> Iterator[Any]:
        for t in range(plan[0], 201):
            m, k = plan[1](t)
            met = m == 2 ** (t // 5), 2 * k <= t, m.bit_length() <= 201 and union_bound(m, k) < 1
            yield t, met, (True, True, True)

    return judge("==", cases())


@parameters_meet_all_conditions.verifier
def _(plan, t):
    m, k = plan[1](t)
    choices = 1
    for j in range(k):
        choices = choices * (m - j) // (j + 1)
    return t >= plan[0] and (m != 1 << t // 5 or 2 * k > t or choices**2 >= 1 << k * (k - 1))

parameters_meet_all_conditions.sabotage("from t = 5 on", (5, printed_parameters))
parameters_meet_all_conditions.sabotage("m = 2^t", (6, lambda t: (2**t, printed_parameters(t)[1])))
parameters_meet_all_conditions.sabotage("k = log m", (6, lambda t: (printed_parameters(t)[0], max(t // 5, 1))))
parameters_meet_all_conditions.sabotage(
    "k = 2 log m + 2", (6, lambda t: (printed_parameters(t)[0], printed_parameters(t)[1] + 1)))


def by_permutations(rows: Iterable[tuple[int, ...]]) -> int:
    """Return the threshold dimension of a class on four points: for every order of the points the longest beginning."""
    best, listed = 0, list(rows)
    for order in permutations(range(4)):
        for length in range(best + 1, 5):
            seen = {tuple(row[x] for x in order[:length]) for row in listed}
            if not all(tuple(int(i <= j) for j in range(length)) in seen for i in range(length)):
                break
            best = length
    return best


@cache
def largest_by_definition(t: int) -> int:
    """Return the largest T of the unions of a class with T(H) = t on four points.

    All classes with t <= 1 are tried; for t >= 2 one class with 4, the number of points, is looked for and shown.
    """
    best = 0
    for number in np.flatnonzero(threshold_of_all_classes(4) == t).tolist():
        rows = class_of_number(number, 4).rows() if number else []
        if by_permutations(rows) == t:
            best = max(best, by_permutations({tuple(map(max, f, g)) for f in rows for g in rows}))
        if best == 4:
            break
    return best


@check("ABMS20-2.2.lower", grade="exhaustive",
       quantifier="all 65,536 classes on 4 points: for each value of T(H) the largest T of the unions, from the tables "
                  "of all classes and from the definition", fingerprint=lambda unions: int(unions(4).sum()))
def four_points_have_the_same_extremes_by_two_routes(
        unions=unions_of_all_classes) -> Verdict:
    own = threshold_of_all_classes(4)
    of_unions = own[unions(4)]
    cases = ((t, int(of_unions[own == t].max()), largest_by_definition(t)) for t in range(5))
    verdict = judge("==", cases)
    return counted(verdict, len(own)) if verdict.holds else verdict


@four_points_have_the_same_extremes_by_two_routes.verifier
def _(unions, t):
    numbers = unions(4).tolist()
    for number in range(1, 1 << 16, 97):  # a wrong class of unions among every 97th
        functions = [f for f in range(16) if number >> f & 1]
        if numbers[number] != sum(1 << u for u in {f | g for f in functions for g in functions}):
            return t in range(5)
    return False


@four_points_have_the_same_extremes_by_two_routes.sabotage("intersections in place of unions")
def _():
    classes = np.arange(1 << 16)
    found = classes.copy()
    for f, g in combinations(range(16), 2):
        found |= (classes >> f & classes >> g & 1) << (f & g)
    return lambda points: found

four_points_have_the_same_extremes_by_two_routes.sabotage(
    "no unions: the class itself", lambda points: np.arange(1 << (1 << points)))
