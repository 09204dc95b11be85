"""FX15, Section 2.3: deterministic and probabilistic representation dimension."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, all_functions, lines, point_functions, points, thresholds
from privlearn.concepts.symmetry import classes_up_to_symmetry
from privlearn.dimensions import (
    RepresentationValue,
    SmallestRepresentation,
    error_patterns,
    essential_points,
    is_representation_value,
    is_smallest_representation,
    probabilistic_representation_value,
    representation_game,
    smallest_probabilistic_representation,
    smallest_representation,
    smallest_size_for,
    sperner_size,
)
from privlearn.dimensions.covering import random_cover_value, smallest_cover

PAGE = "communication/representation-dimensions"
SECTION = "2.3 Representation dimension"
EPSILONS = tuple(Fraction(a, b) for a, b in (
    (0, 1), (1, 8), (1, 5), (1, 4), (3, 10), (1, 3), (2, 5), (9, 20), (1, 2)))
VALUE_EPSILONS = tuple(Fraction(a, b) for a, b in ((0, 1), (1, 8), (1, 4), (1, 3), (2, 5)))
QUARTER = Fraction(1, 4)

T3 = ConceptClass.from_matrix([[0, 0], [0, 1], [1, 1]])
NAMED = {"T3": T3, "Thr_1": thresholds(1), "Thr_2": thresholds(2), "Thr_3": thresholds(3), "Point_1": points(1),
         "Point_2": points(2), "Point_3": points(3), "Line_2": lines(2), "Line_3": lines(3)}
GAMES = {"T3": T3, "AllFunctions(2)": all_functions(2), "Thr_2": thresholds(2), "Line_2": lines(2),
         "AllFunctions(3)": all_functions(3), "Point on 3": point_functions(3), "Point on 4": point_functions(4)}


def small_classes() -> list[tuple[ConceptClass, int]]:
    """The non-empty classes on 1, 2 and 3 points up to symmetry, with the sizes of their orbits: 273 in all."""
    return [found for n in (1, 2, 3) for found in classes_up_to_symmetry(n)]


def named_cases(names: tuple[str, ...]) -> Iterator[tuple[str, Fraction]]:
    """The pairs (class, epsilon) of the definition's checks; on 8 points 3/10 stands for all smaller epsilon."""
    large = {"Thr_3": EPSILONS[4:], "Point_3": (*EPSILONS[4:6], *EPSILONS[7:]), "Line_3": (QUARTER,)}
    return ((name, e) for name in names for e in large.get(name, EPSILONS))


@cache
def laws_of_small_denominator(n: int) -> list[tuple[tuple[int, ...], int]]:
    """Return the distributions on n points of denominator 1, 2 and 3, in whole numbers, each with its denominator."""
    return [(law, unit) for unit in (1, 2, 3) for law in product(range(unit + 1), repeat=n) if sum(law) == unit]


def is_unanswered(hypotheses: list[Any], concepts: ConceptClass, epsilon: Fraction) -> bool:
    """Find by brute force a concept and a distribution of denominator 3 or less for which no hypothesis is good."""
    laws = laws_of_small_denominator(concepts.size)
    return any(all(sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) > epsilon * unit
                   for h in hypotheses) for f in concepts.rows() for law, unit in laws)


claim("FX15-2.3", kind="definition", section=SECTION, page=PAGE, title="Deterministic representation dimension",
      uses=("FX15-conv", "BBKN14-3.1"),
      note="The infeasibility of one hypothesis less is decided by an exhaustive search of all tables against finitely "
           "many exact pairs (f, D), and once more by separate code that fills the tables in the opposite order. "
           "Points on which the concepts agree, or copy or negate another point, are left out: hypotheses can copy. "
           "Sizes fall as epsilon grows and never exceed the class: a size |C| at 3/10 is that of all smaller epsilon.")


def certified_cases(find: Callable, names: tuple[str, ...]) -> Iterator[Any]:
    """One case for each class and epsilon; from 3/10 down the size on 8 points is that of the class."""
    for name, e in named_cases(names):
        found = find(NAMED[name], e)
        yield (name, e, found.size), is_smallest_representation(found, NAMED[name], e), True
        if name in ("Thr_3", "Point_3") and e == EPSILONS[4]:
            yield (name, e, found.size), found.size, len(NAMED[name])


@check("FX15-2.3", grade="certified",
       quantifier="T3, Thr_1..3, Point_1, Point_2, Line_2 with nine epsilon from 0 to 1/2 (Thr_3 from 3/10 on, where "
                  "the size is |C|), Line_3 with 1/4: all hypothesis sets of all sizes, all concepts and distributions",
       fingerprint=lambda find: [find(T3, e).size for e in EPSILONS] + [find(points(2), e).size for e in EPSILONS])
def least_sizes_are_certified(find=smallest_representation) -> Verdict:
    return judge("==", certified_cases(find, tuple(name for name in NAMED if name != "Point_3")))


@least_sizes_are_certified.verifier
def _(find, witness):
    name, e, size = witness
    found = find(NAMED[name], e)
    return len(found.hypotheses) == size and is_unanswered(found.hypotheses.rows(), NAMED[name], e)


@least_sizes_are_certified.sabotage("the adversary may only play the uniform distribution")
def _():
    def uniform_only(concepts: ConceptClass, epsilon: Fraction) -> SmallestRepresentation:
        law = (Fraction(1, concepts.size),) * concepts.size
        cover = ConceptClass.from_matrix(smallest_cover(concepts, law, epsilon))
        mixtures = tuple(representation_game(cover, f).mixture for f in concepts.rows())
        return SmallestRepresentation(len(cover), cover, mixtures, tuple((f, law) for f in concepts.rows()), 0)

    return uniform_only


@least_sizes_are_certified.sabotage("one hypothesis is dropped and its weight given to the first")
def _():
    def one_less(concepts: ConceptClass, epsilon: Fraction) -> SmallestRepresentation:
        right = smallest_representation(concepts, epsilon)
        mixtures = tuple((p[0] + p[-1], *p[1:-1]) for p in right.mixtures)
        return replace(right, size=right.size - 1, hypotheses=right.hypotheses.without(right.size - 1),
                       mixtures=mixtures)

    return one_less


@check("FX15-2.3", grade="certified",
       quantifier="Point_3, on 8 points, with epsilon 3/10, where the size is |C|, 1/3, 9/20 and 1/2 (2/5: see the "
                  "antichains): all hypothesis sets of every size, all concepts and distributions",
       fingerprint=lambda find: [find(points(3), e).size for e in EPSILONS[7:]])
def least_sizes_of_eight_points_are_certified(find=smallest_representation) -> Verdict:
    return judge("==", certified_cases(find, ("Point_3",)))


@least_sizes_of_eight_points_are_certified.verifier
def _(find, witness):
    name, e, size = witness
    found = find(NAMED[name], e)
    return len(found.hypotheses) == size and is_unanswered(found.hypotheses.rows(), NAMED[name], e)


@least_sizes_of_eight_points_are_certified.sabotage("the layer of the pairs of five hypotheses, value 3/7")
def _():
    def pairs_of_five(concepts: ConceptClass, epsilon: Fraction) -> SmallestRepresentation:
        columns = list(combinations(range(5), 2))[: concepts.size]
        table = ConceptClass.from_matrix([[int(h in column) for column in columns] for h in range(5)])
        mixtures = tuple(representation_game(table, f).mixture for f in concepts.rows())
        return SmallestRepresentation(5, table, mixtures, smallest_representation(concepts, EPSILONS[7]).adversaries, 0)

    return pairs_of_five


def least_size(concepts: ConceptClass, epsilon: Fraction) -> int:
    """``2^DRDim_epsilon`` of a class."""
    return smallest_representation(concepts, epsilon).size


def brute_force_size(concepts: ConceptClass, epsilon: Fraction) -> int:
    """The same, by trying all sets of k functions for k = 1, 2, ... against all error patterns; at most 4 points."""
    n = concepts.size
    rows = [sum(bit << x for x, bit in enumerate(f)) for f in concepts.rows()]
    tasks = [frozenset(f ^ light for light in pattern.light) for f in rows for pattern in error_patterns(n, epsilon)]
    covers = {sum(1 << t for t, good in enumerate(tasks) if h in good) for h in range(1 << n)}
    everything, size = (1 << len(tasks)) - 1, 1
    while not any(_union(some) == everything for some in combinations(sorted(covers), size)):
        size += 1
    return size


def _union(masks: tuple[int, ...]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total


@check("FX15-2.3", grade="exhaustive",
       quantifier="all 273 non-empty classes on at most 3 points (up to symmetry), Thr_2, Point_2 and Line_2 on 4, "
                  "nine epsilon from 0 to 1/2; all k-subsets of the 2^n functions and all error patterns",
       fingerprint=lambda size: [size(c, e) for c, _ in small_classes() for e in EPSILONS])
def least_sizes_are_those_of_brute_force(size=least_size) -> Verdict:
    classes = [*small_classes(), (thresholds(2), 1), (points(2), 1), (lines(2), 1)]
    verdict = judge("==", (((c.rows(), e), size(c, e), brute_force_size(c, e)) for c, _ in classes for e in EPSILONS))
    return counted(verdict, len(EPSILONS) * sum(orbit for _, orbit in classes)) if verdict.holds else verdict


@least_sizes_are_those_of_brute_force.verifier
def _(size, witness):
    rows, e = witness
    concepts, n = ConceptClass.from_matrix(rows), len(rows[0])
    every = [tuple(mask >> x & 1 for x in range(n)) for mask in range(1 << n)]
    return all(is_unanswered(list(some), concepts, e) for some in combinations(every, size(concepts, e)))


@least_sizes_are_those_of_brute_force.sabotage("distributions on at most two points only")
def _():
    def pairs_only(concepts: ConceptClass, epsilon: Fraction) -> int:
        functions = all_functions(concepts.size).rows()
        pairs = list(combinations(range(concepts.size), 2)) or [(0, 0)]
        allowed = int(2 * epsilon >= 1)  # errors among the two points

        def good(some: tuple[Any, ...]) -> bool:
            return all(any(sum(h[x] != f[x] for x in set(pair)) <= (allowed if pair[0] != pair[1] else 0)
                           for h in some) for f in concepts.rows() for pair in pairs)

        return next(k for k in range(1, 9) if any(good(some) for some in combinations(functions, k)))

    return pairs_only


ANTICHAIN_CASES = [(t, Fraction(a, b)) for t in range(3, 9) for a, b in ((0, 1), (2, 5), (9, 20))]


@check("FX15-2.3", grade="exhaustive",
       quantifier="the point functions on T = 3..8 points, epsilon = 0, 2/5, 9/20; the other route lists all "
                  "antichains of columns",
       fingerprint=lambda size: [size(point_functions(t), e) for t, e in ANTICHAIN_CASES])
def least_sizes_of_points_are_those_of_antichains(size=least_size) -> Verdict:
    return judge("==", (((t, e), size(point_functions(t), e), smallest_size_for(t, e)) for t, e in ANTICHAIN_CASES))


@least_sizes_of_points_are_those_of_antichains.verifier
def _(size, witness):
    t, e = witness
    claimed, concepts = size(point_functions(t), e), point_functions(t)
    columns = combinations(range(1, 1 << claimed), t)  # a point is the set of the hypotheses that are 1 there
    good = {tuple(h for h in product((0, 1), repeat=t) if sum(q for q, a, b in zip(law, f, h, strict=True) if a != b)
                  <= e * unit) for f in concepts.rows() for law, unit in laws_of_small_denominator(t)}
    answers = [frozenset(some) for some in sorted(good, key=len)]  # the hardest first
    return claimed <= 4 and all(any(answer.isdisjoint(table) for answer in answers) for table in (
        [tuple(c >> h & 1 for c in some) for h in range(claimed)] for some in columns))

least_sizes_of_points_are_those_of_antichains.sabotage(
    "Sperner's bound alone: any antichain of columns will do", lambda concepts, epsilon: sperner_size(len(concepts)))


claim("FX15-2.4", kind="definition", section=SECTION, page=PAGE, title="Probabilistic representation dimension",
      uses=("FX15-2.3", "FX15-conv"),
      note="For all D is for all error patterns, finitely many; each value is a linear program with exact primal and "
           "dual solutions, the primal judged again by a search that knows no patterns.")


@check("FX15-2.4", grade="certified",
       quantifier="T3, AllFunctions(2), AllFunctions(3), Thr_2, Line_2, Point on 3 and 4 points; epsilon in {0, 1/8, "
                  "1/4, 1/3, 2/5}; k = 1..4: all distributions over k-sets, all concepts and distributions",
       fingerprint=lambda value: [value(c, k, QUARTER).value for c in GAMES.values() for k in (1, 2)])
def miss_probabilities_are_certified(value=probabilistic_representation_value) -> Verdict:
    def cases() -> Iterator[Any]:
        for name, e, k in product(GAMES, VALUE_EPSILONS, (1, 2, 3, 4)):
            solved = value(GAMES[name], k, e)
            yield (name, e, k, solved.value), is_representation_value(solved, GAMES[name], k, e), True

    return judge("==", cases())


@miss_probabilities_are_certified.verifier
def _(value, witness):
    name, e, k, claimed = witness
    concepts, branches = GAMES[name], value(GAMES[name], k, e).representation.branches
    laws = [law for unit in (1, 2, 3) for law in product(range(unit + 1), repeat=concepts.size) if sum(law) == unit]
    worst = max(sum((w for w, some in branches if all(
        sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) > e * sum(law) for h in some)), Fraction(0))
        for f in concepts.rows() for law in laws)
    return worst > claimed


@miss_probabilities_are_certified.sabotage("the adversary may only play the uniform distribution")
def _():
    def uniform_only(concepts: ConceptClass, size: int, epsilon: Fraction) -> RepresentationValue:
        law = (Fraction(1, concepts.size),) * concepts.size
        solved = random_cover_value(concepts, law, epsilon, size)
        hard = tuple((w, (f, law)) for w, f in zip(solved.concept_weights, concepts.rows(), strict=True) if w)
        return RepresentationValue(solved.value, solved.representation, hard)

    return uniform_only


@miss_probabilities_are_certified.sabotage("a claimed value that is smaller by 1/100")
def _():
    def smaller(concepts: ConceptClass, size: int, epsilon: Fraction) -> RepresentationValue:
        right = probabilistic_representation_value(concepts, size, epsilon)
        return replace(right, value=right.value - Fraction(1, 100))

    return smaller


def small_epsilon_value(concepts: ConceptClass, size: int, epsilon: Fraction) -> Fraction:
    """``max(0, 1 - k/|C|)``: below 1 / (essential points) one distribution makes every error too much."""
    return max(Fraction(0), 1 - Fraction(size, len(concepts)))


@check("FX15-2.4", grade="exhaustive",
       quantifier="all 273 non-empty classes on at most 3 points (up to symmetry), Point on 4 points; epsilon in {0, "
                  "1/8, 1/4, 1/3, 2/5} below 1 / (essential points); k = 1..4",
       fingerprint=lambda formula: [formula(c, 2, e) for c in GAMES.values() for e in VALUE_EPSILONS])
def below_one_over_n_the_value_is_one_minus_k_over_the_class(
        formula=small_epsilon_value) -> Verdict:
    classes = [*small_classes(), (point_functions(4), 1)]
    listed = [(c, orbit, k, e) for c, orbit in classes for e in VALUE_EPSILONS for k in (1, 2, 3, 4)
              if e * len(essential_points(c)[0]) < 1]
    verdict = judge("==", (((c.rows(), k, e), probabilistic_representation_value(c, k, e).value, formula(c, k, e))
                           for c, _, k, e in listed))
    return counted(verdict, sum(orbit for _, orbit, _, _ in listed)) if verdict.holds else verdict


@below_one_over_n_the_value_is_one_minus_k_over_the_class.verifier
def _(formula, witness):
    rows, k, e = witness
    concepts = ConceptClass.from_matrix(rows)
    subsets = list(combinations(rows, min(k, len(rows))))  # draw k concepts uniformly: each is missed equally often
    missed = [sum(f not in some for some in subsets) for f in rows]
    return e * concepts.size < 1 and Fraction(max(missed), len(subsets)) != formula(concepts, k, e)

below_one_over_n_the_value_is_one_minus_k_over_the_class.sabotage("all 2^n functions in place of the concepts",
    lambda concepts, size, epsilon: max(Fraction(0), 1 - Fraction(size, 2**concepts.size)))


DELTAS = tuple(Fraction(a, b) for a, b in ((0, 1), (1, 8), (1, 4), (1, 3)))


def least_random_size(concepts: ConceptClass, epsilon: Fraction, delta: Fraction) -> int:
    """``2^PRDim_{epsilon, delta}`` of a class."""
    return smallest_probabilistic_representation(concepts, epsilon, delta)


@check("FX15-2.4", grade="exhaustive",
       quantifier="all 255 non-empty classes on 3 points (up to symmetry), five epsilon from 0 to 2/5, delta in {0, "
                  "1/8, 1/4, 1/3}: PRDim <= DRDim, with equality at delta = 0",
       fingerprint=lambda size: [size(c, QUARTER, d) for c in (T3, points(2)) for d in DELTAS])
def random_sets_are_no_larger(size=least_random_size) -> Verdict:
    classes = list(classes_up_to_symmetry(3))

    def cases() -> Iterator[Any]:
        for (c, _), e, d in product(classes, VALUE_EPSILONS, DELTAS):
            found, fixed = size(c, e, d), smallest_representation(c, e).size
            yield (c.rows(), e, d), (found, found if d == 0 else 0), (min(found, fixed), fixed if d == 0 else 0)

    verdict = judge("==", cases())
    total = len(VALUE_EPSILONS) * len(DELTAS) * sum(orbit for _, orbit in classes)
    return counted(verdict, total) if verdict.holds else verdict


@random_sets_are_no_larger.verifier
def _(size, witness):
    rows, e, d = witness
    concepts = ConceptClass.from_matrix(rows)
    fixed = brute_force_size(concepts, e)
    return size(concepts, e, d) > fixed or (d == 0 and size(concepts, e, d) < fixed)

random_sets_are_no_larger.sabotage("a miss probability of delta + 1/4 is let pass",
    lambda concepts, epsilon, delta: least_random_size(concepts, epsilon, delta + QUARTER))
random_sets_are_no_larger.sabotage(
    "one hypothesis more than needed", lambda concepts, epsilon, delta: least_random_size(concepts, epsilon, delta) + 1)
