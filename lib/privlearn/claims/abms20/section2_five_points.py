"""ABMS20, Section 2: Theorems 2.1 and 2.2 for two classes on five to seven points."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.claims.abms20.section2_aggregation import thresholds_by_definition
from privlearn.claims.abms20.section2_closure_bounds import (
    PAGE,
    composed_rows,
    largest_for_dimension_one,
    printed_exponent,
)
from privlearn.claims.by_definition import littlestone_by_definition
from privlearn.claims.registry import check
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass
from privlearn.dimensions import littlestone_dimension
from privlearn.dimensions.all_classes import renamings_of_all_classes
from privlearn.dimensions.class_masks import (
    composed_masks,
    littlestone_of_masks,
    maximal_on_five_points,
    threshold_of_masks,
)
from privlearn.dimensions.pair_sweeps import RULES
from privlearn.dimensions.unions import one_mistake_classes

AND, XOR = RULES["and"], RULES["xor"]
AND_PARTS = 32


def worst_partner(rule: int, first: int, second: np.ndarray, points: int) -> tuple[int, int]:
    """Return the largest Littlestone dimension of a composition with one of many classes, and that class."""
    found = littlestone_of_masks(composed_masks(rule, first, second, points), points)
    return int(found.max()), int(second[int(found.argmax())])


@cache
def up_to_renaming() -> np.ndarray:
    """Return the maximal classes of dimension 2 on five points whose half at the last point is least in its orbit."""
    classes = maximal_on_five_points("littlestone", 2)
    return classes[renamings_of_all_classes(4).min(axis=0)[classes >> 16] == classes >> 16]


def depth_of_pair(rule: int, first: int, second: int, points: int) -> int:
    """Return the Littlestone dimension of a composition, both from their definitions."""
    rows = composed_rows(rule, first, second, points)
    return littlestone_by_definition(ConceptClass.from_matrix(rows))


@check("ABMS20-2.1", grade="exhaustive", parts=AND_PARTS,
       quantifier="AND on 5 points, dimensions (1, 1) and (1, 2): the 1,632 maximal classes of dimension 1 with those "
                  "and with the 341,376 of dimension 2 (up to permutations of four points): at most d1 + d2 + 1",
       fingerprint=lambda bound: [bound(a, b) for a in range(3) for b in range(3)])
def on_five_points_and_needs_no_more_than_a_union(bound=lambda one, two: one + two + 1,
                                                  part: int = 0) -> Verdict:
    ones, partners = one_mistake_classes(5), {1: maximal_on_five_points("littlestone", 1), 2: up_to_renaming()}

    def cases() -> Iterator[Any]:
        for first, two in product(ones[part::AND_PARTS], (1, 2)):
            value, second = worst_partner(AND, first, partners[two], 5)
            yield (first, second, two), value, bound(1, two)

    verdict = judge("<=", cases())
    pairs = len(ones[part::AND_PARTS]) * sum(map(len, partners.values()))
    return counted(verdict, pairs) if verdict.holds else verdict


@on_five_points_and_needs_no_more_than_a_union.verifier
def _(bound, witness):
    first, second, two = witness
    return depth_of_pair(AND, first, second, 5) > bound(1, two)

on_five_points_and_needs_no_more_than_a_union.sabotage("d1 + d2", lambda one, two: one + two)
on_five_points_and_needs_no_more_than_a_union.sabotage("always 3, the value for (1, 1)", lambda one, two: 3)


def kind_of(number: int, points: int) -> tuple[int, ...]:
    """Return what a permutation of the points leaves of a majority changed on blocks: ones and zeros of each block."""
    functions = [f for f in range(1 << points) if number >> f & 1]
    majority = sum(1 << x for x in range(points) if 2 * sum(f >> x & 1 for f in functions) > len(functions))
    blocks = [f ^ majority for f in functions if f != majority]
    return tuple(sorted((block & majority).bit_count() * 8 + (block & ~majority).bit_count() for block in blocks))


@cache
def one_of_each_kind(points: int) -> list[int]:
    """Return one of each orbit of the maximal classes of dimension 1 under permutations of the points."""
    return sorted({kind_of(number, points): number for number in one_mistake_classes(points)}.values())


def around_zero(points: int) -> list[int]:
    """Return the maximal classes of dimension 1 whose majority is the function 0."""
    return [number for number in one_mistake_classes(points) if number & 1 and
            sum(f for f in range(1 << points) if number >> f & 1) == (1 << points) - 1]


def xor_on_seven_points(first: int, seconds: list[int]) -> tuple[int, int]:
    """Return the largest Littlestone dimension of an XOR, by the library's search, and the class that reaches it."""
    mine = [f for f in range(128) if first >> f & 1]
    best = (-1, 0)
    for second in seconds:
        functions = {f ^ g for f in mine for g in range(128) if second >> g & 1}
        rows = [[h >> x & 1 for x in range(7)] for h in sorted(functions)]
        best = max(best, (littlestone_dimension(ConceptClass.from_matrix(rows)), second))
    return best


SIX_PARTS = 24
Place = tuple[int, int, int]  # rule, number of points, which of the first classes
PLACES: list[Place] = [*((AND, 6, k) for k in range(SIX_PARTS)), (XOR, 6, 0), *((XOR, 7, k) for k in range(14))]


def places_judged(place: Place) -> tuple[list[tuple[int, int, int]], int]:
    """Return (first class, worst second class, dimension) for the first classes of a place, and the number of pairs."""
    rule, points, which = place
    if rule == AND:
        seconds = np.array(one_mistake_classes(6), dtype=np.uint64)
        firsts = one_of_each_kind(6)[which::SIX_PARTS]
    else:  # a change of sign of either class is one of the XOR
        chosen = {kind_of(number, points): number for number in around_zero(points)}
        firsts = list(chosen.values())[which::14] if points == 7 else list(chosen.values())
        seconds = np.array(around_zero(points), dtype=object if points == 7 else np.uint64)
    found = [worst_partner(rule, first, seconds, 6) if points == 6 else xor_on_seven_points(first, seconds.tolist())
             for first in firsts]
    return [(first, second, value) for first, (value, second) in zip(firsts, found, strict=True)], \
        len(firsts) * len(seconds)


@check("ABMS20-2.1", grade="exhaustive", parts=len(PLACES),
       quantifier="two classes of dimension at most 1 on 6 points (AND, XOR) and on 7 points (XOR), the first up to "
                  "permutations of the points: never more than the universal class of all domains",
       fingerprint=lambda largest: [largest(AND), largest(XOR)])
def on_six_and_seven_points_dimension_one_gives_no_more(
        largest=largest_for_dimension_one, part: int = 0) -> Verdict:
    rule, points, _ = PLACES[part]
    found, pairs = places_judged(PLACES[part])
    verdict = judge("<=", (((rule, points, first, second), value, largest(rule)) for first, second, value in found))
    return counted(verdict, pairs) if verdict.holds else verdict


@on_six_and_seven_points_dimension_one_gives_no_more.verifier
def _(largest, witness):
    rule, points, first, second = witness
    return depth_of_pair(rule, first, second, points) > largest(rule)

on_six_and_seven_points_dimension_one_gives_no_more.sabotage(
    "universal classes with one part", lambda rule: min(2, largest_for_dimension_one(rule)))


def worst_thresholds(rule: int, one: int, two: int) -> tuple[int, int, int]:
    """Return the largest threshold dimension of a composition of maximal classes on five points, and a pair."""
    seconds, best = maximal_on_five_points("threshold", two), (-1, 0, 0)
    for first in maximal_on_five_points("threshold", one).tolist():
        found = threshold_of_masks(composed_masks(rule, first, seconds, 5))
        best = max(best, (int(found.max()), first, int(seconds[int(found.argmax())])))
    return best


@check("ABMS20-2.2", grade="exhaustive", parts=16,
       quantifier="all pairs of classes of threshold dimension at most 2 on 5 points (52 and 238 maximal ones), all 16 "
                  "rules: the number of binary digits against the exponent",
       reason="The printed bound is far above the number of points.",
       fingerprint=lambda exponent: [exponent(a, b) for a in range(3) for b in range(3)])
def on_five_points_threshold_dimension_is_below_the_bound(exponent=printed_exponent,
                                                          part: int = 0) -> Verdict:
    found = (((one, two), worst_thresholds(part, one, two)) for one, two in product((1, 2), repeat=2))
    verdict = judge("<=", (((part, *sizes, *pair), value.bit_length(), exponent(*sizes))
                           for sizes, (value, *pair) in found))
    pairs = sum(len(maximal_on_five_points("threshold", t)) for t in (1, 2)) ** 2
    return counted(verdict, pairs) if verdict.holds else verdict


@on_five_points_threshold_dimension_is_below_the_bound.verifier
def _(exponent, witness):
    rule, one, two, first, second = witness
    return thresholds_by_definition(composed_rows(rule, first, second, 5)) >= 2 ** exponent(one, two)

on_five_points_threshold_dimension_is_below_the_bound.sabotage(
    "below 2^(digits of T1 + T2)", lambda one, two: (one + two).bit_length())
