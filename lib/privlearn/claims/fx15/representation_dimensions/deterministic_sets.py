"""FX15, Definition 2.3: the deterministic representation dimension, by certified search."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

from privlearn.claims import Verdict, check, judge, sabotage, verifier
from privlearn.claims.by_definition import small_classes
from privlearn.claims.fractions import QUARTER
from privlearn.claims.fx15.representation_dimensions import claim
from privlearn.claims.fx15.representation_dimensions.instances import brute_force_size
from privlearn.claims.verdict import covering
from privlearn.concepts import T3, ConceptClass, all_functions, lines, point_functions, points, thresholds
from privlearn.dimensions.representation import (SmallestRepresentation, is_smallest_representation,
                                                 representation_game, smallest_cover, smallest_representation)
from privlearn.dimensions.representation.points import smallest_size_for, sperner_size

ALPHAS = tuple(Fraction(a, b) for a, b in (
    (0, 1), (1, 8), (1, 5), (1, 4), (3, 10), (1, 3), (2, 5), (9, 20), (1, 2)))
NAMED = {"T3": T3, "Thr_1": thresholds(1), "Thr_2": thresholds(2), "Thr_3": thresholds(3), "Point_1": points(1),
         "Point_2": points(2), "Point_3": points(3), "Line_2": lines(2), "Line_3": lines(3)}


def named_cases(names: tuple[str, ...]) -> Iterator[tuple[str, Fraction]]:
    """The pairs (class, alpha) of the definition's checks; on 8 points 3/10 stands for all smaller alpha."""
    large = {"Thr_3": ALPHAS[4:], "Point_3": (*ALPHAS[4:6], *ALPHAS[7:]), "Line_3": (QUARTER,)}
    return ((name, e) for name in names for e in large.get(name, ALPHAS))


@cache
def laws_of_small_denominator(n: int) -> list[tuple[tuple[int, ...], int]]:
    """Return the distributions on n points of denominator 1, 2 and 3, in whole numbers, each with its denominator."""
    return [(law, unit) for unit in (1, 2, 3) for law in product(range(unit + 1), repeat=n) if sum(law) == unit]


def is_unanswered(hypotheses: list[Any], concepts: ConceptClass, alpha: Fraction) -> bool:
    """Find by brute force a concept and a distribution of denominator 3 or less for which no hypothesis is good."""
    laws = laws_of_small_denominator(concepts.size)
    return any(all(sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) > alpha * unit
                   for h in hypotheses) for f in concepts.rows() for law, unit in laws)


claim("FX15-2.3", kind="definition", title="Deterministic representation dimension", uses=("FX15-conv", "BBKN14-3.1"),
      note="The infeasibility of one hypothesis less is decided by an exhaustive search of all tables against finitely "
           "many exact pairs (f, D), and once more by separate code that fills the tables in the opposite order. "
           "Points on which the concepts agree, or copy or negate another point, are left out: hypotheses can copy. "
           "Sizes fall as epsilon grows and never exceed the class: a size |C| at 3/10 is that of all smaller epsilon.")


def certified_cases(find, names: tuple[str, ...]) -> Iterator[Any]:
    """One case for each class and alpha; from 3/10 down the size on 8 points is that of the class."""
    for name, e in named_cases(names):
        found = find(NAMED[name], e)
        yield (name, e, found.size), is_smallest_representation(found, NAMED[name], e), True
        if name in ("Thr_3", "Point_3") and e == ALPHAS[4]:
            yield (name, e, found.size), found.size, len(NAMED[name])


@check("FX15-2.3", grade="certified",
       quantifier="T3, Thr_1..3, Point_1, Point_2, Line_2 with nine epsilon from 0 to 1/2 (Thr_3 from 3/10 on, where "
                  "the size is |C|), Line_3 with 1/4: all hypothesis sets of all sizes, all concepts and distributions",
       says="the size found is certified as the least, and is |C| for Thr_3 at 3/10",
       fingerprint=lambda find: [find(T3, e).size for e in ALPHAS] + [find(points(2), e).size for e in ALPHAS])
def least_sizes_are_certified(find=smallest_representation) -> Verdict:
    return judge("==", certified_cases(find, tuple(name for name in NAMED if name != "Point_3")))

@least_sizes_are_certified.verifier
def too_few_hypotheses(find, witness) -> bool:
    """Return whether so many hypotheses are found, but leave some concept and distribution unanswered."""
    name, e, size = witness
    found = find(NAMED[name], e)
    return len(found.hypotheses) == size and is_unanswered(found.hypotheses.rows(), NAMED[name], e)

@least_sizes_are_certified.corrupted("the adversary may only play the uniform distribution")
def _(concepts: ConceptClass, alpha: Fraction) -> SmallestRepresentation:
    law = (Fraction(1, concepts.size),) * concepts.size
    cover = ConceptClass.from_matrix(smallest_cover(concepts, law, alpha))
    mixtures = tuple(representation_game(cover, f).mixture for f in concepts.rows())
    return SmallestRepresentation(len(cover), cover, mixtures, tuple((f, law) for f in concepts.rows()), 0)

@least_sizes_are_certified.corrupted("one hypothesis is dropped and its weight given to the first")
def _(concepts: ConceptClass, alpha: Fraction) -> SmallestRepresentation:
    right = smallest_representation(concepts, alpha)
    mixtures = tuple((p[0] + p[-1], *p[1:-1]) for p in right.mixtures)
    return replace(right, size=right.size - 1, hypotheses=right.hypotheses.without(right.size - 1),
                   mixtures=mixtures)


@check("FX15-2.3", grade="certified",
       quantifier="Point_3, on 8 points, with epsilon 3/10, where the size is |C|, 1/3, 9/20 and 1/2 (2/5: see the "
                  "antichains): all hypothesis sets of every size, all concepts and distributions",
       says="the size found is certified as the least, and is |C| at 3/10",
       fingerprint=lambda find: [find(points(3), e).size for e in ALPHAS[7:]])
@verifier(too_few_hypotheses)
def least_sizes_of_eight_points_are_certified(find=smallest_representation) -> Verdict:
    return judge("==", certified_cases(find, ("Point_3",)))


@least_sizes_of_eight_points_are_certified.corrupted("the layer of the pairs of five hypotheses, value 3/7")
def _(concepts: ConceptClass, alpha: Fraction) -> SmallestRepresentation:
    columns = list(combinations(range(5), 2))[: concepts.size]
    table = ConceptClass.from_matrix([[int(h in column) for column in columns] for h in range(5)])
    mixtures = tuple(representation_game(table, f).mixture for f in concepts.rows())
    return SmallestRepresentation(5, table, mixtures, smallest_representation(concepts, ALPHAS[7]).adversaries, 0)


def least_size(concepts: ConceptClass, alpha: Fraction) -> int:
    """``2^DRDim_alpha`` of a class."""
    return smallest_representation(concepts, alpha).size


@check("FX15-2.3", grade="exhaustive",
       quantifier="all 273 non-empty classes on at most 3 points (up to symmetry), Thr_2, Point_2 and Line_2 on 4, "
                  "nine epsilon from 0 to 1/2; all k-subsets of the 2^n functions and all error patterns",
       says="{the least size by the search} equals {the least size by trying all sets}",
       fingerprint=lambda size: [size(c, e) for c, _ in small_classes() for e in ALPHAS])
def least_sizes_are_those_of_brute_force(size=least_size) -> Verdict:
    classes = [*small_classes(), (thresholds(2), 1), (points(2), 1), (lines(2), 1)]
    verdict = judge("==", (((c.rows(), e), size(c, e), brute_force_size(c, e)) for c, _ in classes for e in ALPHAS))
    return covering(verdict, len(ALPHAS) * sum(orbit for _, orbit in classes))

@least_sizes_are_those_of_brute_force.verifier
def _(size, witness):
    rows, e = witness
    concepts, n = ConceptClass.from_matrix(rows), len(rows[0])
    every = [tuple(mask >> x & 1 for x in range(n)) for mask in range(1 << n)]
    return all(is_unanswered(list(some), concepts, e) for some in combinations(every, size(concepts, e)))

@least_sizes_are_those_of_brute_force.corrupted("distributions on at most two points only")
def _(concepts: ConceptClass, alpha: Fraction) -> int:
    functions = all_functions(concepts.size).rows()
    pairs = list(combinations(range(concepts.size), 2)) or [(0, 0)]
    allowed = int(2 * alpha >= 1)  # errors among the two points

    def good(some: tuple[Any, ...]) -> bool:
        return all(any(sum(h[x] != f[x] for x in set(pair)) <= (allowed if pair[0] != pair[1] else 0)
                       for h in some) for f in concepts.rows() for pair in pairs)

    return next(k for k in range(1, 9) if any(good(some) for some in combinations(functions, k)))


ANTICHAIN_CASES = [(t, Fraction(a, b)) for t in range(3, 9) for a, b in ((0, 1), (2, 5), (9, 20))]


@check("FX15-2.3", grade="exhaustive",
       quantifier="the point functions on T = 3..8 points, epsilon = 0, 2/5, 9/20; the other route lists all "
                  "antichains of columns",
       says="{the least size by the search} equals {the least size over antichains of columns}",
       fingerprint=lambda size: [size(point_functions(t), e) for t, e in ANTICHAIN_CASES])
@sabotage("Sperner's bound alone: any antichain of columns will do",
          lambda concepts, alpha: sperner_size(len(concepts)))
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
