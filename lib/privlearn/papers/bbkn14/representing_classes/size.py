"""BBKN14, Section 3: Lemma 3.10, the size of representing classes."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.concepts import subset_layer
from privlearn.dimensions.representation import RepresentationGame, is_representation_game
from privlearn.dimensions.representation.points import (antichain_classes, columns_value, is_antichain, layer_for,
                                                        layer_game, layer_value, smallest_size, sperner_size)
from privlearn.dimensions.representation.points.columns import Columns, covering_pair, pair_bound
from privlearn.dimensions.representation.points.layers import error_with_members, mass_of_members
from privlearn.dimensions.representation.points.searches import antichains
from privlearn.exact.formulas import Value, binom, ceil, formula
from privlearn.exact.fractions import HALF
from privlearn.papers.bbkn14.representing_classes import claim

FIVE_TWO = layer_value(5, 2)


@formula("equals", corners={"k": (3, 4, 5, 6)}, tex={"k / 2": "k/2"})
def most_columns(k: int) -> Value:
    """Return the largest size of an antichain of subsets of [k] no two of which cover [k]."""
    return binom(k, ceil(k / 2) - 1)


claim("BBKN14-3.10", kind="lemma", formulas=(most_columns, mass_of_members, error_with_members),
      title="A class that alpha-represents POINT_d with alpha < 1/2 has at least d hypotheses",
      uses=("BBKN14-3.1", "BBKN14-3.3"),
      note="The bound is improved here to the exact number: the least k with C(k, ceil(k/2) - 1) >= 2^d (for d >= "
           "2). Its lower half is Milner's theorem on antichains of which no two members cover the ground set, "
           "confirmed exhaustively for k <= 6.")


def all_families() -> Iterator[tuple[int, Columns]]:
    """Yield every table of k <= 4 hypotheses on 2 to 4 points, up to the order of the points."""
    for k, t in product(range(1, 5), (2, 3, 4)):
        yield from ((k, columns) for columns in combinations_with_replacement(range(2**k), t))


def necessary(columns: Columns, ground: int) -> bool:
    """Decide whether the columns are an antichain and, from three points on, no two of them cover all hypotheses."""
    return is_antichain(columns) and (len(columns) < 3 or covering_pair(columns, ground) is None)


@check("BBKN14-3.10", grade="exhaustive",
       quantifier="all tables with k <= 4 hypotheses and T = 2, 3, 4 points: where the columns are no antichain, or T "
                  ">= 3 and two of them cover all hypotheses, half the mass on each of two points proves a value of at "
                  "least 1/2",
       says="half the mass on each of two points forces an error of at least 1/2")
@sabotage("the columns must also have equal sizes",
          lambda columns, ground: necessary(columns, ground) and len({c.bit_count() for c in columns}) == 1)
def value_below_one_half_needs_antichain(condition=necessary) -> Verdict:
    return judge("<=", (((k, columns), HALF, pair_bound(columns, k)[0])
                        for k, columns in all_families() if not condition(columns, k)))

def refutes_value_below_one_half_needs_antichain(condition, k, columns):
    shares = [Fraction(a, 6) for a in range(7)]
    mixtures = [m for m in product(shares, repeat=k) if sum(m) == 1]

    def miss(mixture, j: int) -> Fraction:
        held = [sum((p for h, p in enumerate(mixture) if column >> h & 1), Fraction(0)) for column in columns]
        return max(1 - held[j], *(held[b] for b in range(len(columns)) if b != j))

    return not condition(columns, k) and all(any(miss(m, j) < HALF for m in mixtures) for j in range(len(columns)))


def guarantees(ground: int, members: int,
               game: RepresentationGame) -> Iterator[tuple[Any, Fraction | int, Fraction | int]]:
    """Yield what makes the value of a layer certain, on the whole table: two laws and two inequalities."""
    matrix = subset_layer(ground, members).matrix.astype(np.int64)
    wrong = matrix.copy()
    wrong[:, 0] = 1 - wrong[:, 0]
    unit = np.lcm.reduce([p.denominator for p in (*game.mixture, *game.distribution)])
    mixture, mass = (np.array([int(p * int(unit)) for p in law]) for law in (game.mixture, game.distribution))
    off = [abs(sum(law) - int(unit)) + (law < 0).sum() for law in (mixture, mass)]
    yield (ground, members), int(sum(off)), 0  # both are probabilities
    yield (ground, members), Fraction(int((mixture @ wrong).max()), int(unit)), game.value
    yield (ground, members), game.value, Fraction(int((wrong @ mass).min()), int(unit))


@check("BBKN14-3.10", grade="certified",
       quantifier="layers (5,2), (6,2), (7,2), (7,3), (8,3), (9,4) and those for d = 2..12, up to (15, 6): the "
                  "mixture and the distribution verified on every hypothesis and every point",
       says="a mixture errs nowhere above the value of the layer, and under a distribution no set errs below it")
@sabotage("mass spread evenly over all hypotheses",
          lambda k, s: RepresentationGame(layer_value(k, s), (Fraction(1, k),) * k, layer_game(k, s).distribution))
def layers_have_their_value(solve=layer_game) -> Verdict:
    layers = sorted({(5, 2), (6, 2), (7, 2), (7, 3), (8, 3), (9, 4), *(layer_for(2**d) for d in range(2, 13))})
    return judge("<=", (case for k, s in layers for case in guarantees(k, s, solve(k, s))))

def refutes_layers_have_their_value(solve, k, s):
    layer = subset_layer(k, s)
    target = (1,) + (0,) * (layer.size - 1)
    return not is_representation_game(solve(k, s), layer, target)


@check("BBKN14-3.10", grade="exact",
       quantifier="k = 5, 7, 9, 12, s = 1, 2: the least of the larger mistake over all masses of a column",
       says="{the larger mistake with mass x on each hypothesis of the column, and 1 - s x,} equal {the least}",
       against="optimum")
@judged("==")
def mass_and_error_are_the_best(case=(mass_of_members, error_with_members)):
    mass, error = case
    for k, s in error.instances():
        m = Fraction(s * mass(k, s))
        yield (k, s, "mass"), max(1 - m, (s - 1) * m / s + (1 - m) / (k - s)) if s > 1 else 1 - m, value_by_masses(k, s)
        yield (k, s, "error"), error(k, s), value_by_masses(k, s)

def refutes_mass_and_error_are_the_best(case, k, s, which):
    found = larger_mistake(k, s, float(s * case[0](k, s))) if which == "mass" else case[1](k, s)
    return abs(found - least_mistake(k, s)) > 1e-9


def larger_mistake(k: int, s: int, own: float) -> float:
    """Return the larger mistake if so much mass lies on a column's hypotheses: at the column, at a neighbour."""
    return max(1 - own, own - own / s + (1 - own) / (k - s) * (s > 1))


def least_mistake(k: int, s: int) -> float:
    """Return the least of these by thirds of the interval of masses, as it is convex."""
    low, high = 0.0, 1.0
    for _ in range(100):
        third = (high - low) / 3
        left = larger_mistake(k, s, low + third) < larger_mistake(k, s, high - third)
        low, high = (low, high - third) if left else (low + third, high)
    return larger_mistake(k, s, low)


LIMITS = (None, Fraction(0), Fraction(1, 3), Fraction(3, 7), HALF)


@cache
def value_by_masses(ground: int, members: int) -> Fraction:
    """Return the value of a layer: the least of the larger mistake, over the masses of a set at the two corners."""
    k, s = ground, members
    options = [Fraction(1), Fraction(s, k)]  # the mass of the set: all of it, or its share of all hypotheses
    if (k - s - 1) and s > 1:  # here both mistakes are equal: 1 - m = (s - 1) m/s + (1 - m)/(k - s)
        options.append(Fraction(k - s - 1, k - s) / (Fraction(s - 1, s) + Fraction(k - s - 1, k - s)))
    return min(max(1 - m, (s - 1) * m / s + (1 - m) / (k - s)) for m in options)


def layer_by_listing(points: int, alpha: Fraction | None) -> tuple[int, int]:
    """Return the first layer, by its number of hypotheses and its value, with so many columns."""
    for k in range(2, 10**4):
        found = [(value_by_masses(k, s), s) for s in range(1, k // 2 + 1) if comb(k, s) >= points]
        good = [(v, s) for v, s in found if (v < HALF if alpha is None else v <= alpha)]
        if good:
            return k, min(good)[1]
    raise ValueError(f"points must be few, got {points}")


@check("BBKN14-3.10", grade="exhaustive",
       quantifier="T = 2..40, 63..71; value below 1/2, or at most 0, 1/3, 3/7, 1/2: all layers of fewer hypotheses, "
                  "and all of the same number",
       says="the layer has the least number of hypotheses, and then the least value")
@sabotage("the middle layer", lambda points, alpha: ((k := layer_for(points, alpha)[0]), k // 2))
@sabotage("a column less", lambda points, alpha: layer_for(max(points - 1, 2), alpha))
@judged("==")
def layer_is_the_first_of_all(layer=layer_for):
    for t, alpha in product((*range(2, 41), *range(63, 72)), LIMITS):
        yield (t, alpha), layer(t, alpha), layer_by_listing(t, alpha)

def refutes_layer_is_the_first_of_all(layer, t, alpha):
    k, s = layer(t, alpha)

    def is_good(ground: int, members: int) -> bool:
        value = layer_game(ground, members).value
        return comb(ground, members) >= t and (value < HALF if alpha is None else value <= alpha)

    fewer = any(is_good(ground, m) for ground in range(2, k) for m in range(1, ground // 2 + 1))
    return fewer or not is_good(k, s) or any(
        is_good(k, m) and layer_value(k, m) < layer_value(k, s) for m in range(1, k // 2 + 1))


CLOSED = (2, 3, 5, 7, 8, 9, 10, 11, 12)


@check("BBKN14-3.10", grade="certified",
       quantifier="d = 2, 3, 5, 7, 8, 9, 10, 11, 12: Sperner's bound for 2^d points is met by a layer of value below "
                  "1/2",
       says="{Sperner's bound} equals {the least k of a layer of value below 1/2}")
@sabotage("d, the printed bound", lambda points: (points - 1).bit_length())
def sperner_bound_is_met_by_a_layer(lower=sperner_size) -> Verdict:
    return judge("==", ((d, lower(2**d), layer_for(2**d)[0]) for d in CLOSED))

def refutes_sperner_bound_is_met_by_a_layer(lower, witness):
    k, s = layer_for(2**witness)
    return comb(k, s) >= 2**witness and lower(2**witness) != k and max(comb(k - 1, j) for j in range(k)) < 2**witness


@check("BBKN14-3.10", grade="certified",
       quantifier="d = 2..512: the least k with C(k, ceil(k/2) - 1) >= 2^d is also the least k of a layer with 2^d "
                  "columns and value below 1/2",
       says="{the least k with C(k, ceil(k/2) - 1) >= 2^d} equals {the least k of a layer of value below 1/2}",
       reason="That no table at all does with fewer is Milner's theorem; the next two checks confirm it exhaustively "
              "up to 6 hypotheses.")
@sabotage("Sperner's bound, which d = 4 and d = 6 do not meet", sperner_size)
def a_layer_attains_the_exact_size(size=smallest_size) -> Verdict:
    return judge("==", ((d, size(2**d), layer_for(2**d)[0]) for d in range(2, 513)))

def refutes_a_layer_attains_the_exact_size(size, witness):
    k = size(2**witness)  # so many columns only in the middle layer of an even k, of value exactly 1/2
    large = [s for s in range(1, k) if comb(k, s) >= 2**witness]
    return large == [k / 2] and 1 - Fraction(k, 2) * Fraction(k // 2 - 1, (k - 1) * (k // 2) - k // 2) == HALF


@check("BBKN14-3.10", grade="exhaustive",
       quantifier="k = 3, 4, 5, 6: all antichains of subsets of [k] with one member more than claimed have two "
                  "members that cover [k]; the claimed number is reached",
       says="antichains in which no two members cover [k] have at most C(k, ceil(k/2) - 1) members, attained")
@judged("==")
def largest_antichain_without_a_cover(most=most_columns):
    for k, in most.instances():
        yield k, largest_antichain(k), most(k)


@cache
def largest_antichain(k: int) -> int:
    return next(n for n in range(comb(k, k // 2), 0, -1) if any(
        covering_pair(c, k) is None for c in antichains(k, n)))

def refutes_largest_antichain_without_a_cover(most, k):
    subsets, size = [frozenset(s) for n in range(k + 1) for s in combinations(range(k), n)], most(k)

    def is_one(family: tuple[frozenset[int], ...]) -> bool:
        return all(not a <= b and not b <= a and len(a | b) < k for a, b in combinations(family, 2))

    layer = tuple(one for one in subsets if len(one) == (k - 1) // 2)
    if size < len(layer):
        return is_one(layer)
    return k < 5 and not any(map(is_one, combinations(subsets, int(-(-size // 1)))))


@cache
def least_by_search(points: int, at_half: bool = False) -> int:
    """Return the least k <= 5 such that some table of k hypotheses on so many points has value below 1/2 (or equal)."""
    for k in range(1, 6):
        found = antichain_classes(k, points)
        if any(columns_value(c, k)[0] < HALF for c in found) or (at_half and any(
                columns_value(c, k)[0] == HALF for c in found)):
            return k
    raise ValueError(f"points must be at most 10, got {points}")


@check("BBKN14-3.10", grade="exhaustive",
       quantifier="T = 2..10: all antichains of T columns over at most 5 hypotheses, up to renaming, with certified "
                  "games",
       says="{the least size by the formula} equals {the least size by search}")
@sabotage("alpha = 1/2 allowed: the middle layer of 4 hypotheses counts",
          lambda points: least_by_search(points, at_half=True))
@sabotage("Sperner's bound", sperner_size)
def smallest_size_is_exact(size=smallest_size) -> Verdict:
    return judge("==", ((t, size(t), least_by_search(t)) for t in range(2, 11)))

def refutes_smallest_size_is_exact(size, witness):
    k = size(witness)  # half and half on two points refutes every table of so few hypotheses
    return all(pair_bound(columns, k)[0] >= HALF for columns in antichains(k, witness))


@cache
def sixteen_in_six() -> tuple[tuple[Columns, Fraction], ...]:
    """Return all classes of antichains of 16 subsets of [6] with their exact values."""
    return tuple((columns, columns_value(columns, 6)[0]) for columns in antichain_classes(6, 16))


@check("BBKN14-3.10", grade="exhaustive",
       quantifier="all 5325 antichains of 16 subsets of [6], 25 up to renaming: the exact value of each, so 6 "
                  "hypotheses never represent POINT_4 with alpha < 1/2, and layer (7, 2) shows that 7 do",
       says="no antichain has a value below 1/2")
@sabotage("values of at least 5/9", Fraction(5, 9))
def six_hypotheses_never_represent_sixteen_points(floor: Fraction = HALF) -> Verdict:
    return judge("<=", ((columns, floor, value) for columns, value in sixteen_in_six()))

def refutes_six_hypotheses_never_represent_sixteen_points(floor, witness):
    held = [[h for h in range(6) if column >> h & 1] for column in witness]
    return floor > HALF and all(max(1 - Fraction(len(s), 6), *(Fraction(len(b), 6) for b in held if b != s)) < floor
                                for s in held)  # the uniform mixture of the six hypotheses


@check("BBKN14-3.10", grade="exhaustive",
       quantifier="all antichains of 16 subsets of [6] found by the search, against the count by make: 16 triples, "
                  "or one pair or 4-set with 15 of the 16 triples that it leaves",
       says="{the number of antichains found} equals {the number counted by make}")
@sabotage("triples only", make=lambda: comb(20, 4))
def number_of_antichains_is_the_count_by_make(number: int = comb(20, 4) + 2 * comb(6, 2) * comb(16, 15)) -> Verdict:
    return judge("==", [((6, 16), sum(1 for _ in antichains(6, 16)), number)])

def refutes_number_of_antichains_is_the_count_by_make(number, witness):
    triples = [frozenset(s) for s in combinations(range(6), 3)]
    others = [frozenset(s) for n in (2, 4) for s in combinations(range(6), n)]
    found = comb(len(triples), witness[1])
    for other in others:  # one set that is no triple, and triples that neither hold it nor lie in it
        found += comb(sum(not other <= t and not t <= other for t in triples), witness[1] - 1)
    return found > number


@check("BBKN14-3.10", grade="exhaustive",
       quantifier="all 7 antichains of 8 subsets of [5] up to renaming, with certified games: POINT_3 with 5 "
                  "hypotheses",
       says="{the value of layer (5, 2)} is at most {the value of the antichain}")
@sabotage("4/9", Fraction(4, 9))
def eight_points_with_five_hypotheses(floor: Fraction = FIVE_TWO) -> Verdict:
    return judge("<=", ((columns, floor, columns_value(columns, 5)[0]) for columns in antichain_classes(5, 8)))

def refutes_eight_points_with_five_hypotheses(floor, witness):
    held = [[h for h in range(5) if column >> h & 1] for column in witness]
    for s in held:  # 2/7 on each hypothesis of the pair, 1/7 on each other
        mixture = [Fraction(2 if h in s else 1, 7) for h in range(5)]
        if max(1 - sum(mixture[h] for h in s), *(sum(mixture[h] for h in b) for b in held if b != s)) >= floor:
            return False
    return True
