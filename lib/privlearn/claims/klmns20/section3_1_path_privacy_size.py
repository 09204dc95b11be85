"""KLMNS20, Section 3.1: path selection and the size of the database; Inequality (2) for one class."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import combinations_with_replacement, product
from math import inf
from typing import Any

from privlearn.claims.klmns20.section3_1_path_privacy import BASES, PAGE, SECTION, shapes_at_zero
from privlearn.claims.klmns20.section3_1_path_privacy_reverse import gaps
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, all_hold, counted, judge
from privlearn.exact import as_fraction, rational
from privlearn.laws.divergences import worst_ratio
from privlearn.learners.interior_point import (
    BoundedCurve,
    bounded_curve,
    candidates,
    chain_hockey_stick,
    chain_law,
    class_law,
    embed,
    forward_factor,
    halving_splits,
    interior_score,
    is_prefix,
    path_law,
)
from privlearn.learners.interior_point.tree_log import interior_point_law
from privlearn.mechanisms.choosing import choose_one_shot, one_shot_delta, one_shot_is_pure
from privlearn.mechanisms.exponential import from_scores

DELTA = Fraction(1, 10**6)


@lru_cache(maxsize=1 << 16)
def worst_by_recursion(base: Fraction, stop: int, weight: int, gap: Fraction) -> Fraction:
    """Return the worst hockey stick below a node of this weight that holds the new point, by trying all splits."""
    best = max(1 - gap, Fraction(0))
    if weight > stop:
        for a in range(1, weight):
            leave, before = 1 / (1 + base ** (2 * a + 1 - weight)), 1 / (1 + base ** (2 * a - weight))
            rest = worst_by_recursion(base, stop, a, gap * (1 - before) / (1 - leave))
            best = max(best, max(leave - gap * before, Fraction(0)) + (1 - leave) * rest)
    return best


@check("KLMNS20-3.5r", grade="exhaustive",
       quantifier="c in {3/2, 2}, stop 1, 2, 3, at most 8 points, e^g in {1, (1 + c)/2, c, c^2}: the table "
                  "is at least the exact worst case over all splits, and at most 1/100 more",
       fingerprint=lambda table: [table(base, 2, 8).bound(n, base) for base in BASES for n in (5, 8)])
def bounded_table_encloses_the_recursion(table=bounded_curve) -> Verdict:
    def cases() -> Iterator[Any]:
        for base, stop in product(BASES, (1, 2, 3)):
            found = table(base, stop, 8)
            for n, gap in product(range(9), gaps(base)[:4]):
                exact = max(worst_by_recursion(base, stop, m, gap) for m in range(n + 1))
                yield (base, stop, n, gap, "at least"), exact, found.bound(n, gap)
                yield (base, stop, n, gap, "close"), found.bound(n, gap), exact + Fraction(1, 100)

    return judge("<=", cases())


@bounded_table_encloses_the_recursion.verifier
def _(table, witness):
    base, stop, n, gap, side = witness

    def chains(w: int) -> Iterator[tuple[tuple[int, int], ...]]:
        yield ()
        for a in range(1, w if w > stop else 1):
            yield from (((a, w - a), *rest) for rest in chains(a))

    sticks = []
    for chain in (found for m in range(n + 1) for found in chains(m)):
        p = q = Fraction(1)
        total = Fraction(0)
        for a, b in chain:
            h, s = base**b / (base ** (a + 1) + base**b), base**b / (base**a + base**b)
            total, p, q = total + max(p * h - gap * q * s, 0), p * (1 - h), q * (1 - s)
        sticks.append(total + max(p - gap * q, 0))
    bound = table(base, stop, 8).bound(n, gap)
    return bound < max(sticks) if side == "at least" else bound > max(sticks) + Fraction(1, 100)

# type: ignore[return-value]
bounded_table_encloses_the_recursion.sabotage(
    "one point fewer than asked", lambda base, stop, size: _Shifted(bounded_curve(base, stop, size), -1))
bounded_table_encloses_the_recursion.sabotage(
    "the stopping weight less one", lambda base, stop, size: bounded_curve(base, stop - 1, size))


class _Shifted:
    """A bounded curve that is asked for another size."""

    def __init__(self, curve: BoundedCurve, by: int) -> None:
        self.curve, self.by = curve, by

    def bound(self, size: int, gap: Fraction) -> Fraction:
        return self.curve.bound(max(0, size + self.by), gap)


SIZES = ((Fraction(3, 2), 40, (60, 68, 80, 120, 160, 320)), (Fraction(6, 5), 88, (132, 149, 176, 264)))


def curve_of(base: Fraction, stop: int) -> BoundedCurve:
    """Return the table for the largest size of a setting."""
    return bounded_curve(base, stop, next(sizes[-1] for c, t, sizes in SIZES if (c, t) == (base, stop)))


def needed_gap(base: Fraction, stop: int, size: int) -> Fraction:
    """Return an e^g that is enough for delta = 10^-6 and every database of at most ``size`` points."""
    return curve_of(base, stop).gap(size, DELTA)


@check("KLMNS20-3.5r", grade="certified",
       quantifier="(c, t) = (3/2, 40), n = 1.5, 1.7, 2, 3, 4, 8 t, and (6/5, 88), n = 1.5, 1.7, 2, 3 t: the e^g of the "
                  "table is enough for delta = 10^-6 and 1 - (c-1)/20 times it is not, by an explicit tree",
       reason="Rational c, with epsilon t near 16. Integer dynamic programming from above, exact trees from below.",
       fingerprint=lambda gap: [gap(base, stop, size) for base, stop, sizes in SIZES for size in sizes])
def needed_gaps_are_enclosed(gap=needed_gap) -> Verdict:
    def cases() -> Iterator[Any]:
        for base, stop, sizes in SIZES:
            curve = curve_of(base, stop)
            for size in sizes:
                found = gap(base, stop, size)
                less = found * (1 - (base - 1) / 20)
                yield (base, stop, size, "not less"), DELTA, chain_hockey_stick(curve.splits(size, less), base, less)
                yield (base, stop, size, "enough"), curve.bound(size, found), DELTA

    return judge("<=", cases())


@needed_gaps_are_enclosed.verifier
def _(gap, witness):
    base, stop, size, side = witness
    z, curve = gap(base, stop, size), curve_of(base, stop)
    if side == "not less":  # the bound is already below delta at the smaller e^g
        return curve.bound(size, z * (1 - (base - 1) / 20)) < DELTA
    p, q, total = Fraction(1), Fraction(1), Fraction(0)
    for a, b in curve.splits(size, z):
        h, s = base**b / (base ** (a + 1) + base**b), base**b / (base**a + base**b)
        total, p, q = total + max(p * h - z * q * s, Fraction(0)), p * (1 - h), q * (1 - s)
    return total + max(p - z * q, Fraction(0)) > DELTA

needed_gaps_are_enclosed.sabotage(
    "a tenth of epsilon more than needed", lambda base, stop, size: needed_gap(base, stop, size) * (1 + (base - 1) / 5))
needed_gaps_are_enclosed.sabotage("about epsilon/2 whatever the size", lambda base, stop, size: (1 + base) / 2)


@check("KLMNS20-3.5r", grade="exact",
       quantifier="c in {11/10, 3/2, 2}, j <= 40: with 3 j doublings the class of the path to x, of probability "
                  "2^{-3j}, becomes more than c^j times likelier; on the trees of 2, 4, ..., 16 distinct points from "
                  "the databases themselves",
       reason="Equal halves gain e^{epsilon/2} a doubling; uneven trees gain more.",
       fingerprint=lambda doublings: [doublings(j) for j in range(9)])
def halving_trees_beat_every_factor(doublings=lambda j: 3 * j) -> Verdict:
    def cases() -> Iterator[Any]:
        for base, j in product((Fraction(11, 10), *BASES), range(1, 41)):
            before, after = chain_law(halving_splits(1, doublings(j)), base)[-1]
            yield (base, j), base**j * Fraction(1, 2 ** doublings(j)), after
            yield (base, j, "probability"), Fraction(1, 2 ** doublings(j)), before
        for base, bits in product(BASES, range(1, 5)):
            before, after = class_law(range(2**bits), bits, 0, 1, base)[bits, 0]
            yield (base, bits, "database"), (2 * base / (base + 1)) ** bits * before, after

    return judge("<=", cases())


@halving_trees_beat_every_factor.verifier
def _(doublings, witness):
    base, j = witness[:2]
    if witness[2:]:  # the probability 2^-3j of the path, and the trees: equal halves only
        return 3 * j != doublings(j)
    ratio = Fraction(1)
    for _ in range(doublings(j)):  # two halves of w points: c^{w+1}/(c^{w+1}+c^w) against 1/2
        ratio *= 2 * base / (base + 1)
    return ratio < base**j

halving_trees_beat_every_factor.sabotage("2 j doublings: the ratio stays just below c^j", lambda j: 2 * j)


@check("KLMNS20-3.5r", grade="exhaustive",
       quantifier="e^eps = 3/2, stop 0 and 1, 2 to 4 bits, all databases of at most 3 points: no class becomes more "
                  "than e^eps times likelier; among those of 4 points 0, 1, 2, 4 has one",
       fingerprint=lambda size: size)
def smallest_database_against_one_factor(size: int = 4) -> Verdict:
    base = BASES[0]

    def worst(n: int, bits: int, stop: int) -> Fraction:
        return max(q / p for database in shapes_at_zero(bits, n)
                   for label, (p, q) in class_law(database, bits, 0, stop, base).items() if label is not None)

    below = product(range(size), (2, 3, 4), (0, 1))
    at = product((size,), (3, 4), (0, 1))
    return all_hold(judge("<=", ((case, worst(*case), base) for case in below)),
                    judge("<", ((case, base, worst(*case)) for case in at)))


@smallest_database_against_one_factor.verifier
def _(size, witness):
    n, bits, stop = witness
    worst = Fraction(0)
    for database in combinations_with_replacement(range(1 << bits), n):
        before, after = (path_law(rows, bits, stop, BASES[0]).exact() for rows in (database, (0, *database)))
        for (d, p), mass in before.items():
            worst = max(worst, sum(m for (e, w), m in after.items() if e >= d and w >> (e - d) == p) / mass)
    return (worst > BASES[0]) if n < size else (worst <= BASES[0])

smallest_database_against_one_factor.sabotage("five points", 5)
smallest_database_against_one_factor.sabotage("three points", 3)


claim("KLMNS20-3.6.eq-2", kind="inequality", section=SECTION, page=PAGE,
      title="Inequality (2): within one class all later answers are those of neighbouring databases",
      uses=("KLMNS20-alg1", "KLMNS20-3.embed", "KLMNS20-3.2", "KLMNS20-3.5", "KLMNS20-3.6.neigh", "KLMNS20-2.em",
            "KLMNS20-2.4"),
      note="One level of recursion, all four e^epsilon equal to 2, threshold 3 (delta 1/5), stopping weight 1, no "
           "trimming. The answers judged are the whole view (y, node, leaf), of which the output is "
           "the last. Their ratio outside the event that a node new to S is chosen is at most 8, so delta is paid for "
           "that event only.")

TWO, TAU, BITS, STOP = Fraction(2), 3, 3, 1
Node = tuple[int, int]


@lru_cache(maxsize=4096)
def first_answer(levels: tuple[int, ...]) -> Any:
    """Return the law of the recursive answer y for an inner database, in internal weights."""
    return interior_point_law(levels, range(BITS + 1), TWO).masses()


@lru_cache(maxsize=8192)
def all_scores(database: tuple[int, ...]) -> tuple[int, ...]:
    """Return the interior scores of all points of the domain."""
    return tuple(interior_score(x, database) for x in range(1 << BITS))


@lru_cache(maxsize=4096)
def node_ratios(others: tuple[int, ...], count: int) -> tuple[Any, ...]:
    """Return ratios S : S' and S' : S for the node of x and for another one, and the mass of the node if it is new."""
    names = dict(enumerate(others))
    before = choose_one_shot(names | {"x": count}, TWO, TAU).masses()
    after = choose_one_shot(names | {"x": count + 1}, TWO, TAU).masses()
    other = before[None] / after[None]  # all solutions but the node of x share the normaliser's ratio
    if not count:
        return rational(0), rational(0), other, 1 / other, after["x"]
    return before["x"] / after["x"], after["x"] / before["x"], other, 1 / other, rational(0)


@lru_cache(maxsize=4096)
def leaf_ratios(scores: tuple[tuple[int, int], ...]) -> tuple[Any, ...]:
    """Return the worst ratios S : S' and S' : S of the last answer, from the scores of the candidates."""
    before, after = (from_scores(dict(enumerate(side)), TWO) for side in zip(*scores, strict=True))
    return rational(worst_ratio(before, after)[0]), rational(worst_ratio(after, before)[0])


LEAVES = {(y, node): candidates((y, node), BITS) for y in range(BITS + 1) for node in range(1 << y)}


def answer_ratios(database: tuple[int, ...], x: int, y: int) -> tuple[Any, ...]:
    """Return the worst ratios, both ways, of node and leaf given y, without a new node; and the mass of that node."""
    counts, own = Counter(z >> (BITS - y) for z in database), x >> (BITS - y)
    old, new = all_scores(database), all_scores(tuple(sorted((*database, x))))
    of_x = node_ratios(tuple(sorted(n for node, n in counts.items() if node != own)), counts[own])
    worst = [of_x[2], of_x[3]]  # no node at all
    for node in counts:
        first = 0 if node == own else 2
        leaf = leaf_ratios(tuple((old[z], new[z]) for z in LEAVES[y, node]))
        worst = [max(worst[k], of_x[first + k] * leaf[k]) for k in (0, 1)]
    return worst[0], worst[1], of_x[4]


@lru_cache(maxsize=8192)
def paths_of(database: tuple[int, ...]) -> Any:
    """Return node -> (probability of the path, inner database)."""
    law: dict[Any, Any] = path_law(database, BITS, STOP, TWO).masses()
    return {node: (mass, embed(database, BITS, node, STOP)) for node, mass in law.items()}


@lru_cache(maxsize=1 << 15)
def change_of_answer(levels: tuple[int, ...], taken: tuple[tuple[Any, tuple[int, ...]], ...]) -> tuple[Any, ...]:
    """Return the law of y under S + x, a mixture over the paths taken, and both ratios for each y."""
    law, total = first_answer(levels), sum((share for share, _ in taken), rational(0))
    laws = [(share / total, first_answer(inner)) for share, inner in taken]
    whole = [sum((share * inner[y] for share, inner in laws), rational(0)) for y in law]
    return whole, [law[y] / whole[y] for y in law], [whole[y] / law[y] for y in law]


@check("KLMNS20-3.6.eq-2", grade="exhaustive",
       quantifier="8 points, n = 6, N = 1: all databases, added points x <= 3 (the others by reflection), all classes, "
                  "both directions",
       fingerprint=lambda match: [match((1, 0), (depth, k)) for depth in (1, 2) for k in range(2**depth)])
def answers_within_a_class_are_close(match=is_prefix) -> Verdict:
    delta, factor = one_shot_delta(TWO, TAU), forward_factor(TWO, STOP)
    assert one_shot_is_pure(TWO, TAU)
    limits = {"y": TWO, "view": TWO**3, "new node": delta, "with the path": factor * TWO**3}
    seen = [0]

    def cases() -> Iterator[Any]:
        for database in combinations_with_replacement(range(1 << BITS), 6):
            worst: dict[str, Any] = {}
            for x, label, *found in class_changes(database, match):
                seen[0] += 1
                if found[0] is inf:
                    yield (database, x, label, "y"), inf, TWO
                    break
                for what, value in zip(limits, found, strict=True):
                    if what not in worst or value > worst[what][0]:
                        worst[what] = value, x, label
            for what, (value, x, label) in worst.items():
                yield (database, x, label, what), value, limits[what]

    return counted(judge("<=", cases()), seen[0])


def class_changes(database: tuple[int, ...], match: Callable) -> Iterator[tuple[Any, ...]]:
    """Yield x, class, worst ratio of y, of the view, the mass of a new node, and the ratio of class and view."""
    for x in range(1 << (BITS - 1)):
        after = paths_of(tuple(sorted((*database, x))))
        later = [answer_ratios(database, x, y) for y in range(BITS + 1)]
        for label, (mass, levels) in paths_of(database).items():
            taken = tuple(found for node, found in after.items() if match(label, node))
            if not taken:  # S has a class that S + x has not
                yield x, label, inf, inf, rational(0), inf
                continue
            total = sum((share for share, _ in taken), rational(0))
            alone = taken if len(taken) > 1 else ((rational(1), taken[0][1]),)  # for the cache
            whole, lost, won = change_of_answer(levels, alone)
            new = sum((q * rest[2] for q, rest in zip(whole, later, strict=True)), rational(0))
            forward = max(ratio * rest[0] for ratio, rest in zip(lost, later, strict=True))
            backward = max(ratio * rest[1] for ratio, rest in zip(won, later, strict=True))
            yield x, label, max(*lost, *won), max(forward, backward), new, mass / total * forward


@answers_within_a_class_are_close.verifier
def _(match, witness):
    database, x, label, what = witness

    def levels(points: Any, node: Node) -> list[int]:
        words = [format(z, "03b") for z in points]
        word = format(node[1], "03b")[3 - node[0]:]
        return sorted(max(k for k in range(len(word) + 1) if w[:k] == word[:k]) for w in words)[:-STOP]

    def answer(points: Any, node: Node) -> list[Fraction]:
        inner = levels(points, node)
        weights = [2 ** min(sum(z <= y for z in inner), sum(z >= y for z in inner)) for y in range(4)]
        return [Fraction(w, sum(weights)) for w in weights]

    taken = [(as_fraction(mass), answer((*database, x), node))
             for node, (mass, _) in paths_of(tuple(sorted((*database, x)))).items() if match(label, node)]
    if not taken:
        return True
    mixed = [sum(mass * law[y] for mass, law in taken) / sum(mass for mass, _ in taken) for y in range(4)]
    first = answer(database, label)
    return what == "y" and max(max(p / q, q / p) for p, q in zip(first, mixed, strict=True)) > 2

answers_within_a_class_are_close.sabotage("paths are matched up to their last node only",
    lambda label, node: is_prefix((max(0, label[0] - 1), label[1] >> 1), node))
answers_within_a_class_are_close.sabotage(
    "paths that go on under S + x counted as unmatched", lambda label, node: label == node)
answers_within_a_class_are_close.sabotage("a sibling of the path counted to its class",
    lambda label, node: is_prefix(label, node) or (node[0] <= label[0] and node[1] ^ 1 == label[1] >> (
    label[0] - node[0])))
