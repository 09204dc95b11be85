"""FX15, Lemma B.1: weights without collisions, as printed and repaired."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from math import floor, isqrt
from typing import Any, NamedTuple

from privlearn.checking import check, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import grid
from privlearn.dimensions.halfspace_trees import collision_free, dot
from privlearn.exact.formulas import Formula, Value, formula
from privlearn.exact.fractions import HALF
from privlearn.papers.fx15.halfspace_trees import claim
from privlearn.papers.fx15.halfspace_trees.instances import (broken_collision_free_exponents_from_one,
                                                             broken_collision_free_one_bit_margin,
                                                             broken_collision_free_printed_exponents, representations)

Surd = tuple[int, int]
Surds = tuple[Surd, ...]
SMALL = ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 2))  # (b, d) with all weights of absolute value at most 2


@formula("at most", corners={"d": (1, 2), "b": (1, 2, 3)})
def rounding_change(d: int, b: int) -> Value:
    """Return the most that rounding all weights and the threshold changes."""
    return 1 / 2 * (d * (2**b - 1) + 1)


claim("FX15-B.1", kind="lemma", formulas=(rounding_change,),
      title="Every halfspace on the grid has integer weights that take different values at different points",
      uses=("FX15-B.1.eq-margin", "FX15-conv"), erratum_kind="step", repaired=True,
      erratum="The lemma is right; the weights of its proof have slips. Exponents i = 1..d must be 0..d-1: as printed "
              "the change reaches 2^(d+1) - 2 and breaks the margin 2^d, already for d = 1, w' = 0, theta' = 1 (the "
              "empty set), x = 1. And for b > 1 both margin and exponents need the factor b: 2^(b d) and b (i - 1).")


def nearest(a: int, b: int) -> int:
    root = isqrt(8 * b * b)  # of 2 |b| sqrt 2, rounded down
    return (2 * a + 1 + (root if b >= 0 else -root - 1)) // 2


def sign(a: int, b: int) -> int:
    squares = a * abs(a) + 2 * b * abs(b)
    return (squares > 0) - (squares < 0)


def surpluses(weights: Surds, threshold: Surd, bits: int) -> list[Surd]:
    """Return ``w . x - theta`` at all points of the grid; ``(a, b)`` stands for ``a + b sqrt 2``."""
    a, b = [w[0] for w in weights], [w[1] for w in weights]
    return [(dot(a, x) - threshold[0], dot(b, x) - threshold[1]) for x in grid(bits, len(weights))]


def integers_for(weights: Surds, threshold: Surd, bits: int) -> tuple[tuple[int, ...], int]:
    """Return integer weights of the same halfspace: a threshold half-way to the outside, and all numbers rounded."""
    found = surpluses(weights, threshold, bits)
    outside = [(-a, -b) for a, b in found if sign(a, b) < 0]
    if not outside or len(outside) == len(found):
        return (0,) * len(weights), int(bool(outside))
    least = outside[0]
    for a, b in outside[1:]:
        least = (a, b) if sign(a - least[0], b - least[1]) < 0 else least
    reach, scale = int(2 * rounding_change(len(weights), bits)), 2
    while sign(scale * least[0] - reach, scale * least[1]) <= 0:
        scale *= 2
    cut = [scale * t - scale // 2 * m for t, m in zip(threshold, least, strict=True)]
    return tuple(nearest(scale * a, scale * b) for a, b in weights), nearest(*cut)


@check("FX15-B.1", grade="exhaustive",
       quantifier="d = 1, 2, b = 1, 2, 3: all weights and thresholds that are multiples of 1/16 between 0 and 1",
       says="{the most that rounding changes} is at most {(d (2^b - 1) + 1)/2}")
@judged("<=")
def rounding_changes_little(bound=rounding_change):
    for d, b in bound.instances():
        for case in product((Fraction(k, 16) for k in range(16)), repeat=d + 1):
            *off, bar = (floor(u + HALF) - u for u in case)
            yield (d, b, case), max(
                abs(sum(u * c for u, c in zip(off, x, strict=True)) - bar) for x in grid(b, d)), bound(d, b)

def refutes_rounding_changes_little(bound, d, b, case):
    *weights, threshold = case
    for x in product(range(2**b), repeat=d):
        real = sum(u * c for u, c in zip(weights, x, strict=True)) - threshold
        whole = sum(int(u + HALF) * c for u, c in zip(weights, x, strict=True)) - int(threshold + HALF)
        if abs(whole - real) > bound(d, b):
            return True
    return False


REAL = tuple((weights, threshold, bits) for bits, d in ((1, 1), (2, 1), (1, 2), (2, 2), (1, 3))
             for weights in product([(a, b) for a in (-1, 0, 1) for b in (-1, 0, 1)], repeat=d)
             for threshold in ((0, 0), (1, 0), (-1, 1)))


@check("FX15-B.1", grade="exhaustive",
       quantifier="weights a + b sqrt 2 with a, b = -1, 0, 1, thresholds 0, 1, sqrt 2 - 1 on the grids (1, 1), (2, 1), "
                  "(1, 2), (2, 2), (1, 3): all points",
       says="integers represent the halfspace: the threshold moved off the points, all scaled up and rounded")
@sabotage("rounded without scaling", lambda weights, threshold, bits: (
    tuple(nearest(*w) for w in weights), nearest(*threshold)))
@sabotage("the threshold a unit higher", lambda *case: (lambda found: (found[0], found[1] + 1))(integers_for(*case)))
@judged("==")
def every_halfspace_has_integer_weights(integers=integers_for):
    for case in REAL:
        found, bar = integers(*case)
        yield case, [dot(found, x) >= bar for x in grid(case[2], len(found))], [sign(*s) >= 0 for s in surpluses(*case)]

def refutes_every_halfspace_has_integer_weights(integers, weights, threshold, bits):
    found, bar = integers(weights, threshold, bits)
    for x in product(range(2**bits), repeat=len(weights)):
        value = sum((a + b * 2**0.5) * c for (a, b), c in zip(weights, x, strict=True)) - threshold[0]
        if (sum(w * c for w, c in zip(found, x, strict=True)) >= bar) != (value - threshold[1] * 2**0.5 > -1e-9):
            return True
    return False


def printed_breaks(weights: tuple[int, ...], threshold: int, b: int) -> bool:
    """Tell whether the printed weights fail to represent: some x just outside is pushed over the margin.

    Outside means ``w' . x = theta' - k``, k >= 1; the change is the sum of ``2^i x_i``, i = 1..d, the margin
    ``(2 k - 1) 2^d``.
    """
    d = len(weights)
    return any(sum(2 ** (i + 1) * c for i, c in enumerate(x)) >= (2 * k - 1) * 2**d
               for x in grid(b, d) if (k := threshold - dot(weights, x)) >= 1)


def printed_collides(weights: tuple[int, ...], threshold: int, b: int) -> bool:
    """Tell whether the printed weights collide: only possible for b >= 2, by a difference z of two points with
    ``2^(d+1) w' . z`` equal to minus the sum of ``2^i z_i``.
    """
    d, side = len(weights), 2**b - 1
    return any(any(z) and 2 ** (d + 1) * dot(weights, z) == -sum(2 ** (i + 1) * c for i, c in enumerate(z))
               for z in product(range(-side, side + 1), repeat=d)) if b > 1 else False


@check("FX15-B.1", grade="exhaustive",
       quantifier="the printed weights for the same 8,190 representations, with margin and collision apart",
       says="the printed weights misrepresent exactly where the margin is passed, and collide exactly where predicted")
@sabotage("never, as printed", lambda weights, threshold, b: False)
@judged("==")
def printed_weights_fail_exactly_where_the_margin_is_passed(tell=printed_breaks):
    for b, d in SMALL:
        points = grid(b, d)
        for weights, threshold in representations(b, d):
            new, bar = broken_collision_free_printed_exponents(weights, threshold, b)
            values = [dot(new, x) for x in points]
            fails = any((v >= bar) != (dot(weights, x) >= threshold) for v, x in zip(values, points, strict=True))
            yield (b, weights, threshold), fails, tell(weights, threshold, b)
            if threshold == 0:
                yield (b, weights, "collision"), len(set(values)) < len(points), printed_collides(weights, 0, b)

def refutes_printed_weights_fail_exactly_where_the_margin_is_passed(tell, b, weights, threshold):
    d, wrong = len(weights), False
    for x in product(range(2**b), repeat=d):
        old = sum(w * c for w, c in zip(weights, x, strict=True))
        new = 2 ** (d + 1) * old + sum(c << i for i, c in enumerate(x, 1))
        wrong = wrong or (new >= 2 ** (d + 1) * threshold - 2**d) != (old >= threshold)
    return tell(weights, threshold, b) != wrong


GRIDS = {"b": (1, 2, 3), "d": (1, 2)}


@formula("at least", corners=GRIDS)
def margin_of_weights(b: int, d: int) -> Value:
    """Return how far the values of the scaled weights are from the threshold."""
    return 2**(b * d)


@formula("at most", corners=GRIDS)
def change_of_weights(b: int, d: int) -> Value:
    """Return by how much the added powers of 2 change a value."""
    return 2**(b * d) - 1


claim("FX15-B.1.eq-margin", kind="inequality", step_of="FX15-B.1", formulas=(margin_of_weights, change_of_weights),
      title="The margin is at least 2^(b d), the change at most 2^(b d) - 1", uses=("FX15-conv",),
      erratum_kind="misprint", repaired=True,
      erratum="Printed with d for b d and i for b (i - 1); for b = 1 the first is right and the second is not.")


class Weighed(NamedTuple):
    """Integers (w', theta') of a halfspace on b-bit coordinates, and how the new ones are made of them."""

    w: tuple[int, ...]
    theta: Fraction | int
    b: int
    made: Callable[[Any, Any, int], Any] = collision_free

    @property
    def labels(self) -> dict[str, str]:
        return {"w": "w'", "theta": "theta'", "made": "new weights"}


@cache
def spread(w: tuple[int, ...], b: int, made: Any) -> tuple[list[int], list[int], list[int]]:
    """Return at all points of the grid the old values, the new ones, and these less 2^(b d + 1) times the old."""
    new, points = made(w, 0, b)[0], grid(b, len(w))
    before, after = ([dot(weights, x) for x in points] for weights in (w, new))
    return before, after, [v - (u << b * len(w) + 1) for u, v in zip(before, after, strict=True)]


def between(weights: Any, threshold: Any, b: int) -> Any:
    """Return the new weights for a threshold half-way to the next integer."""
    return collision_free(weights, 0, b)[0], (2 * threshold - 1) * 2 ** (b * len(weights))


@proof("FX15-B.1", grade="exhaustive",
       quantifier="all weights of absolute value at most 2, thresholds up to 4 d (2^b - 1) + 1: 8,190 "
                  "representations on the grids (1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (3, 2); all points",
       instances=lambda: (Weighed(*old, b) for b, d in SMALL for old in representations(b, d)),
       start=Weighed((1, -2), 1, 2),
       steps={"eq-margin/margin": "{2^(b d)} is at most {the least |w'' . x - theta|}",
              "eq-margin/change": "{the largest w . x - w'' . x} is at most {2^(b d) - 1}",
              "eq-margin/no less": "{0} is at most {the least w . x - w'' . x}",
              "digits": "{the different last b d bits of w . x} are {as many as the points}",
              "conclusion": "{where w . x >= theta, how many values} are {where w' . x >= theta', how many points}"},
       wordless={"integers": "a check of its own takes weights a + b sqrt 2, and rounds them"},
       hypotheses=(Hypothesis("w' and theta' are integers", {"theta": lambda given: given.theta + HALF,
                                                              "made": between}, ("eq-margin/margin", "conclusion")),
                   Hypothesis("the exponents start at 0", {"made": broken_collision_free_exponents_from_one},
                              ("eq-margin/change", "digits", "conclusion")),
                   Hypothesis("the exponents have the factor b", {"made": broken_collision_free_one_bit_margin},
                              ("eq-margin/margin", "eq-margin/change", "eq-margin/no less", "digits", "conclusion"))))
def new_weights_do_not_collide(given: Weighed, margin: Formula = margin_of_weights,
                               change: Formula = change_of_weights) -> Iterator[Line]:
    w, theta, b, d = given.w, given.theta, given.b, len(given.w)
    before, after, moved = spread(w, b, given.made)
    bar = given.made(w, theta, b)[1]
    yield Line("eq-margin/margin", "<=", margin(b, d), min(abs((u << b * d + 1) - bar) for u in before))
    yield Line("eq-margin/change", "<=", max(moved), change(b, d))
    yield Line("eq-margin/no less", "<=", 0, min(moved))
    yield Line("digits", "==", len({v % 2 ** (b * d) for v in after}), len(after))
    yield Line("conclusion", "==", ("".join(str(int(v >= bar)) for v in after), len(set(after))),
               ("".join(str(int(u >= theta)) for u in before), len(after)))


def refutes_new_weights_do_not_collide(given: Weighed, step: str, case: Any, margin: Formula, change: Formula) -> bool:
    """Tell whether a line is false, point by point."""
    (new, bar), b, d = given.made(given.w, given.theta, given.b), given.b, len(given.w)
    seen: dict[int, Any] = {}
    for x in product(range(2**b), repeat=d):
        value, old = (sum(w * c for w, c in zip(chosen, x, strict=True)) for chosen in (new, given.w))
        scaled = 2 ** (b * d + 1) * old
        key = value % 2 ** (b * d) if step == "digits" else value
        if {"eq-margin/margin": abs(scaled - bar) < margin(b, d), "eq-margin/change": value - scaled > change(b, d),
                "eq-margin/no less": value < scaled}.get(step, seen.setdefault(key, x) != x) or (
                step == "conclusion" and (value >= bar) != (old >= given.theta)):
            return True
    return False
