"""BBKN14, Section 4.2.1: instances that several checks of the page keyed-learner share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb, exp, lcm, log
from typing import Any

from privlearn.exact import as_fraction
from privlearn.exact.fractions import HALF, HUNDREDTH
from privlearn.laws import Law, uniform_range
from privlearn.learners.points import printed_point_plan
from privlearn.learners.pseudorandom import AffineFamily, HashFamily, KeyedFamily, TableFamily
from privlearn.learners.pseudorandom.keyed import private_keyed_point_learner_at
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.mechanisms.audit import PureAudit


def slow_value(bits: int, zeros: int, key: tuple[int, ...], point: int) -> int:
    """Return the affine family's value by schoolbook multiplication and long division (bits = 1..4)."""
    value, modulus = key[1], {1: 0b10, 2: 0b111, 3: 0b1011, 4: 0b10011}[bits]
    for i in range(bits):
        value ^= (point >> i & 1) * (key[0] << i)
    for k in range(2 * bits, bits - 1, -1):
        value ^= (value >> k & 1) * (modulus << (k - bits))
    return int(value >> (bits - zeros) == 0)


MEASURED: tuple[KeyedFamily, ...] = (
    AffineFamily(2, 2), AffineFamily(3, 2), AffineFamily(3, 3), HashFamily(3, 4, Fraction(1, 4)),
    HashFamily(3, 6, Fraction(1, 8)), HashFamily(3, 8, Fraction(1, 4)), HashFamily(4, 8, Fraction(1, 4)))

AFFINE = tuple((bits, zeros) for bits in (1, 2, 3, 4) for zeros in range(1, bits + 1))
ALPHAS = (Fraction(1, 8), Fraction(1, 4), Fraction(2, 5), Fraction(1, 2))


def spread_masses(size: int, unit: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Yield target mass, sorted other masses (in units) and how many pairs (distribution, target) they stand for."""
    def parts(left: int, places: int, most: int) -> Iterator[tuple[int, ...]]:
        if places == 0:
            if left == 0:
                yield ()
            return
        for first in range(min(left, most), -1, -1):
            yield from ((first, *rest) for rest in parts(left - first, places - 1, first))

    for mass in range(unit + 1):
        for others in parts(unit - mass, size - 1, unit):
            orders, left = size, size - 1
            for value in set(others):
                orders *= comb(left, others.count(value))
                left -= others.count(value)
            yield mass, others, orders


ONE = Fraction(1)
AUDITED: tuple[tuple[KeyedFamily, Fraction, int], ...] = (  # family, alpha, rows
    (AffineFamily(2, 2), ONE, 1), (AffineFamily(2, 2), ONE, 2), (AffineFamily(2, 2), ONE, 3),
    (AffineFamily(2, 2), ONE, 4), (AffineFamily(3, 3), HALF, 1), (AffineFamily(3, 3), HALF, 2),
    (AffineFamily(2, 1), HALF, 3), (HashFamily(2, 7, Fraction(1, 8)), HALF, 3),
    (HashFamily(3, 6, Fraction(1, 8)), HALF, 2))


def learner_for(family: KeyedFamily, alpha: Fraction) -> Callable[[Any], Law]:
    """Return A5 at accuracy alpha, up to alpha = 1."""
    return lambda database: private_keyed_point_learner_at(database, family=family, keep=alpha / 4, abort=alpha / 8)


@cache
def audit(family: KeyedFamily, alpha: Fraction, rows: int, part: str = "all") -> PureAudit:
    """Return the audit over all multisets of rows and stars: of all outcomes, the keys, or "no hypothesis"."""
    learner, databases = learner_for(family, alpha), multiset_databases([None, *labelled_rows(family.size)], rows)
    read = {"all": lambda key: key, "keys": lambda key: key, "none": lambda key: key is None}[part]
    laws = {database: learner(database).map(read) for database in databases}
    if part == "keys":  # "no hypothesis" has its own ratio: compare its share with itself
        return _audit_of_keys({database: law.masses() for database, law in laws.items()}, databases)
    return audit_pure(laws.__getitem__, databases, replace_one_unordered)


def _audit_of_keys(masses: dict[Any, dict[Any, Any]], databases: list[Any]) -> PureAudit:
    pairs = replace_one_unordered(databases)
    keys = list(dict.fromkeys(key for law in masses.values() for key in law if key is not None))
    listed = {database: [as_fraction(law[key]) for key in keys] for database, law in masses.items()}
    unit = lcm(*{p.denominator for law in listed.values() for p in law})
    whole = {database: [int(p * unit) for p in law] for database, law in listed.items()}
    best, witness = Fraction(0), (*pairs[0], None)
    for left, right in pairs:
        shares = list(zip(whole[left], whole[right], strict=True))
        for p, q in set(shares):  # few: many keys are equally likely
            if p * best.denominator > best.numerator * q:
                best, witness = Fraction(p, q), (left, right, keys[shares.index((p, q))])
    return PureAudit(best, witness, "replace_one_unordered", len(pairs))


PRIVATE_FAMILY = AffineFamily(3, 3)


def rarely_one() -> KeyedFamily:
    """Return 64 functions on 8 points with a point that is 1 for two of them only, a share of alpha/16."""
    rows = [PRIVATE_FAMILY.table(key) for key in sorted(PRIVATE_FAMILY.keys().exact())]
    ones = [k for k, row in enumerate(rows) if row[7]][2:]
    return TableFamily(tuple((*row[:7], 0) if k in ones else row for k, row in enumerate(rows)), Fraction(1, 8))


@dataclass(frozen=True)
class LinearFamily(AffineFamily):
    """The affine family without its constant: ``a x`` has leading bits 0 for every key at x = 0."""

    def keys(self) -> Law:
        """Return uniform keys (a, 0)."""
        return uniform_range(self.size).map(lambda a: (a, 0))


SETTINGS = ((Fraction(1, 2), Fraction(1, 4), HUNDREDTH), (Fraction(9, 10), Fraction(2, 5), HUNDREDTH),
            (Fraction(1, 10), Fraction(1, 10), HUNDREDTH))  # (epsilon, alpha, beta)


class CountingWord(int):
    """An integer that counts the bits that its operations touch."""

    touched = 0

    def _count(self, other: int, result: int) -> CountingWord:
        CountingWord.touched += max(self.bit_length(), int(other).bit_length(), result.bit_length(), 1)
        return CountingWord(result)

    def __xor__(self, other: int) -> CountingWord:
        return self._count(other, int(self) ^ int(other))

    def __and__(self, other: int) -> CountingWord:
        return self._count(other, int(self) & int(other))

    def __lshift__(self, by: int) -> CountingWord:
        return self._count(0, int(self) << int(by))

    def __rshift__(self, by: int) -> CountingWord:
        return self._count(0, int(self) >> int(by))

    __rxor__, __rand__ = __xor__, __and__


def bit_operations(family: KeyedFamily, key, point: int) -> int:
    """Return how many bits the evaluation of one value touches."""
    CountingWord.touched = 0
    family.value(tuple(CountingWord(part) for part in key), CountingWord(point))
    return CountingWord.touched


class TabulatingFamily(AffineFamily):
    """Evaluates all values to return one."""

    def value(self, key, point: int) -> int:
        """Return the entry of the table."""
        return [super(TabulatingFamily, self).value(key, x) for x in map(CountingWord, range(self.size))][point]


def proper_failure_in_floats(d: int, rows: int, epsilon: float, mass: float) -> float:
    """Return the least failure of a proper learner to about 1e-11, summed from the likeliest number of hits."""
    mode, odds = int((rows + 1) * mass), mass / (1 - mass)
    total = failing = 0.0
    for step in (1, -1):
        k, weight = (mode, 1.0) if step == 1 else (mode - 1, mode / (odds * (rows - mode + 1)))
        while 0 <= k <= rows and weight > 1e-18:
            total, failing = total + weight, failing + weight / (1 + exp(min(700.0, epsilon * k - d * log(2))))
            weight *= odds * (rows - k) / (k + 1) if step == 1 else k / (odds * (rows - k + 1))
            k += step
    return failing / total


def constant_rows(d: int, epsilon: Fraction, alpha: Fraction, beta: Fraction) -> int:
    return printed_point_plan(epsilon, alpha, beta).total
