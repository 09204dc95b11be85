"""ABMS20, Section 4.2.1, lower bound of Theorem 2.2: the union bound."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import Any

from privlearn.claims.abms20.section4_2_1_c_construction import PAGE, SECTION
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, judge
from privlearn.dimensions.random_or_class import smallest_block_side, union_bound

claim("ABMS20-4.2.1.union-bound", kind="inequality", section=SECTION, page=PAGE, step_of="ABMS20-2.2.lower",
      title="binom(m, k)^2 2^(-k(k-1)) < 2^(2k log m - k(k-1)) <= 1 for k = 2 log m + 1",
      uses=("ABMS20-4.2.1.bad-event", "ABMS20-4.2.1.event"),
      note="The last inequality is an equality. There is much room in the first: the least k that works is smaller, "
           "and smaller still when only the pairs that can be bad are counted.")


@check("ABMS20-4.2.1.union-bound", grade="exact", quantifier="m = 2^a, k = 2a + 1, a = 1, ..., 40",
       fingerprint=lambda side: [side(a) for a in range(1, 41)])
def union_bound_is_below_one(side=lambda a: 2 * a + 1) -> Verdict:
    def cases() -> Iterator[Any]:
        for a in range(1, 41):
            k = side(a)
            middle = Fraction(2) ** (2 * k * a - k * (k - 1))
            yield a, (union_bound(2**a, k) < middle, middle), (True, 1)

    return judge("==", cases())


@union_bound_is_below_one.verifier
def _(side, a):
    m, k = 1 << a, side(a)
    choices, power = 1, 1
    for j in range(k):
        choices, power = choices * (m - j), power * m * (j + 1)  # binom(m, k) = choices/k! < m^k
    return choices >= power or 2 * a != k - 1

union_bound_is_below_one.sabotage("k = log m", lambda a: a)
union_bound_is_below_one.sabotage("k = 2 log m", lambda a: 2 * a)


@check("ABMS20-4.2.1.union-bound", grade="exact",
       quantifier="m = 2^a, a = 1, ..., 12, printed and refined count: the bound is below 1 at k and not at k - 1",
       fingerprint=lambda least: [least(2**a, refined=r) for a in range(1, 13) for r in (False, True)])
def least_side_has_its_union_bound_below_one(least=smallest_block_side) -> Verdict:
    def cases() -> Iterator[Any]:
        for a in range(1, 13):
            for refined in (False, True):
                k = least(2**a, refined=refined)
                yield (a, refined), tuple(below_one(a, side, refined) for side in range(1, k + 1)), (*[False] * (k - 1),
                                                                                                  True)

    return judge("==", cases())


def below_one(a: int, k: int, refined: bool) -> bool:
    """Tell whether the union bound for m = 2^a is below 1, in integers."""
    m = 2**a
    pairs = comb(m + 1, 2 * k) if refined else comb(m, k) ** 2
    return pairs < 2 ** (k * (k - 1))


@least_side_has_its_union_bound_below_one.verifier
def _(least, witness):
    a, refined = witness
    k = 1
    while True:  # pairs as a product, compared with a power of two
        n, size = (2**a + 1, 2 * k) if refined else (2**a, k)
        pairs = 1
        for j in range(size):
            pairs = pairs * (n - j) // (j + 1)
        if (pairs if refined else pairs * pairs).bit_length() <= k * (k - 1):
            return least(2**a, refined=refined) != k
        k += 1

least_side_has_its_union_bound_below_one.sabotage(
    "one less", lambda m, *, refined: max(smallest_block_side(m, refined=refined) - 1, 1))
least_side_has_its_union_bound_below_one.sabotage(
    "the printed k = 2 log m + 1", lambda m, *, refined: 2 * m.bit_length() - 1)
