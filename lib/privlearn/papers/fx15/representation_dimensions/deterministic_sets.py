"""FX15, Definition 2.3: the deterministic representation dimension, by certified search over families of light sets."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.checking.verdict import covering
from privlearn.concepts import T3, ConceptClass, all_functions, lines, point_functions, points, thresholds
from privlearn.dimensions.representation import (SmallestRepresentation, are_error_patterns, error_patterns,
                                                 is_smallest_representation, representation_game, smallest_cover,
                                                 smallest_representation)
from privlearn.dimensions.representation.adversaries import Adversary, can_answer
from privlearn.dimensions.representation.error_sets import ErrorPattern
from privlearn.dimensions.representation.points import smallest_size_for, sperner_size
from privlearn.exact.fractions import QUARTER
from privlearn.papers.by_definition import small_classes
from privlearn.papers.fx15.representation_dimensions import claim
from privlearn.papers.fx15.representation_dimensions.instances import brute_force_size

ALPHAS = tuple(Fraction(a, b) for a, b in ((0, 1), (1, 8), (1, 5), (1, 4), (3, 10), (1, 3), (2, 5), (9, 20), (1, 2)))
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
       says="the size found is certified as the least, and is |C| for Thr_3 at 3/10")
def least_sizes_are_certified(find=smallest_representation) -> Verdict:
    return judge("==", certified_cases(find, tuple(name for name in NAMED if name != "Point_3")))

def refutes_least_sizes_are_certified(find, witness) -> bool:
    """Return whether so many hypotheses are found, but leave some concept and distribution unanswered."""
    name, e, size = witness
    found = find(NAMED[name], e)
    return len(found.hypotheses) == size and is_unanswered(found.hypotheses.rows(), NAMED[name], e)

@least_sizes_are_certified.corrupted("the adversary may only play the uniform distribution")
def adversary_may_only_play_uniform_distribution(concepts: ConceptClass, alpha: Fraction) -> SmallestRepresentation:
    law = (Fraction(1, concepts.size),) * concepts.size
    cover = ConceptClass.from_matrix(smallest_cover(concepts, law, alpha))
    mixtures = tuple(representation_game(cover, f).mixture for f in concepts.rows())
    return SmallestRepresentation(len(cover), cover, mixtures, tuple((f, law) for f in concepts.rows()), 0)

@least_sizes_are_certified.corrupted("one hypothesis is dropped and its weight given to the first")
def one_hypothesis_dropped_weight_given_first(concepts: ConceptClass, alpha: Fraction) -> SmallestRepresentation:
    right = smallest_representation(concepts, alpha)
    mixtures = tuple((p[0] + p[-1], *p[1:-1]) for p in right.mixtures)
    return replace(right, size=right.size - 1, hypotheses=right.hypotheses.without(right.size - 1), mixtures=mixtures)


@check("FX15-2.3", grade="certified",
       quantifier="Point_3, on 8 points, with epsilon 3/10, where the size is |C|, 1/3, 9/20 and 1/2 (2/5: see the "
                  "antichains): all hypothesis sets of every size, all concepts and distributions",
       says="the size found is certified as the least, and is |C| at 3/10")
@verifier(refutes_least_sizes_are_certified)
def least_sizes_of_eight_points_are_certified(find=smallest_representation) -> Verdict:
    return judge("==", certified_cases(find, ("Point_3",)))


@least_sizes_of_eight_points_are_certified.corrupted("the layer of the pairs of five hypotheses, value 3/7")
def layer_pairs_five_hypotheses_value_3(concepts: ConceptClass, alpha: Fraction) -> SmallestRepresentation:
    columns = list(combinations(range(5), 2))[: concepts.size]
    table = ConceptClass.from_matrix([[int(h in column) for column in columns] for h in range(5)])
    mixtures = tuple(representation_game(table, f).mixture for f in concepts.rows())
    return SmallestRepresentation(5, table, mixtures, smallest_representation(concepts, ALPHAS[7]).adversaries, 0)


def least_size(concepts: ConceptClass, alpha: Fraction) -> int:
    return smallest_representation(concepts, alpha).size


@check("FX15-2.3", grade="exhaustive",
       quantifier="all 273 non-empty classes on at most 3 points (up to symmetry), Thr_2, Point_2 and Line_2 on 4, "
                  "nine epsilon from 0 to 1/2; all k-subsets of the 2^n functions and all error patterns",
       says="{the least size by the search} equals {the least size by trying all sets}")
def least_sizes_are_those_of_brute_force(size=least_size) -> Verdict:
    classes = [*small_classes(), (thresholds(2), 1), (points(2), 1), (lines(2), 1)]
    verdict = judge("==", (((c.rows(), e), size(c, e), brute_force_size(c, e)) for c, _ in classes for e in ALPHAS))
    return covering(verdict, len(ALPHAS) * sum(orbit for _, orbit in classes))

def refutes_least_sizes_are_those_of_brute_force(size, rows, e):
    concepts, n = ConceptClass.from_matrix(rows), len(rows[0])
    every = [tuple(mask >> x & 1 for x in range(n)) for mask in range(1 << n)]
    return all(is_unanswered(list(some), concepts, e) for some in combinations(every, size(concepts, e)))

@least_sizes_are_those_of_brute_force.corrupted("distributions on at most two points only")
def distributions_most_two_points_only(concepts: ConceptClass, alpha: Fraction) -> int:
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
       says="{the least size by the search} equals {the least size over antichains of columns}")
@sabotage("Sperner's bound alone: any antichain of columns will do",
          lambda concepts, alpha: sperner_size(len(concepts)))
def least_sizes_of_points_are_those_of_antichains(size=least_size) -> Verdict:
    return judge("==", (((t, e), size(point_functions(t), e), smallest_size_for(t, e)) for t, e in ANTICHAIN_CASES))

def refutes_least_sizes_of_points_are_those_of_antichains(size, t, e):
    claimed, concepts = size(point_functions(t), e), point_functions(t)
    columns = combinations(range(1, 1 << claimed), t)  # a point is the set of the hypotheses that are 1 there
    good = {tuple(h for h in product((0, 1), repeat=t) if sum(q for q, a, b in zip(law, f, h, strict=True) if a != b)
                  <= e * unit) for f in concepts.rows() for law, unit in laws_of_small_denominator(t)}
    answers = [frozenset(some) for some in sorted(good, key=len)]  # the hardest first
    return claimed <= 4 and all(any(answer.isdisjoint(table) for answer in answers) for table in (
        [tuple(c >> h & 1 for c in some) for h in range(claimed)] for some in columns))


HALVES = tuple((Fraction(a, a + b), Fraction(b, a + b)) for a, b in ((1, 0), (0, 1), (1, 1), (1, 2), (2, 1)))
ON_TWO = tuple(product(product((0, 1), repeat=2), HALVES))


@cache
def asked() -> tuple[tuple[int, tuple[Adversary, ...]], ...]:
    """Return lists of adversaries: none, all of at most two on 2 points, and drawn ones of three to six on 3 points."""
    rng, functions = Random("adversaries"), [*product((0, 1), repeat=3)]
    laws = [tuple(Fraction(q, unit) for q in law) for law, unit in laws_of_small_denominator(3)]
    drawn = [tuple((rng.choice(functions), rng.choice(laws)) for _ in range(3 + k % 4)) for k in range(60)]
    small = [(), *combinations(ON_TWO, 1), *combinations(ON_TWO, 2)]
    return (*((2, few) for few in small), *((3, many) for many in drawn))


def answered(adversaries: tuple[Adversary, ...], size: int, points: int, alpha: Fraction) -> bool:
    """Decide by all lists of so many functions."""
    good = [{h for h in product((0, 1), repeat=points) if sum(
        (q for q, a, b in zip(law, f, h, strict=True) if a != b), Fraction(0)) <= alpha} for f, law in adversaries]
    return any(all(some & set(chosen) for some in good)
               for chosen in combinations_with_replacement(product((0, 1), repeat=points), size))


@check("FX15-2.3", grade="exhaustive",
       quantifier="no adversary, all of at most two on 2 points with five distributions, 60 drawn lists of 3 to 6 on 3 "
                  "points; 0 to 3 functions, alpha = 0, 1/4, 1/3, 1/2: all lists of functions",
       says="{the search finds answers to all the adversaries} where {some list of functions answers them}")
@sabotage("errors of alpha are too many", lambda many, size, points, alpha: can_answer(
    many, size, points, max(alpha - Fraction(1, 100), Fraction(0))))
@sabotage("one function more", lambda many, size, points, alpha: can_answer(many, size + 1, points, alpha))
@sabotage("the first adversary is not asked", lambda many, *rest: can_answer(many[1:], *rest))
def adversaries_are_answered_where_they_can_be(search=can_answer) -> Verdict:
    alphas = (Fraction(0), QUARTER, Fraction(1, 3), Fraction(1, 2))
    return judge("==", (((k, size, e), search(many, size, n, e), answered(many, size, n, e))
                        for k, (n, many) in enumerate(asked()) for size in range(4) for e in alphas))

def refutes_adversaries_are_answered_where_they_can_be(search, k, size, e):
    n, many = asked()[k]
    functions, unit = range(1 << n), 12
    wrong = [[sum(int(q * unit) for x, q in enumerate(law) if (h >> x & 1) != f[x]) for h in functions]
             for f, law in many]
    return search(many, size, n, e) != any(all(any(row[h] <= e * unit for h in chosen) for row in wrong)
                                           for chosen in product(functions, repeat=size))


FORGED = (points(1), T3, points(2), thresholds(2))
THIRDS = Fraction(1, 3)


@cache
def forgeries(place: int) -> tuple[tuple[str, SmallestRepresentation], ...]:
    """Return a smallest representation at 1/4, and some that prove nothing, by their faults."""
    concepts = FORGED[place]
    right = smallest_representation(concepts, QUARTER)
    first, *others = right.mixtures
    moved = ((1 - THIRDS, THIRDS, *[Fraction(0)] * (right.size - 2)), *others)
    (f, law), *rest = right.adversaries
    whole = ConceptClass.from_matrix([*right.hypotheses.rows(), tuple(1 - x for x in right.hypotheses.rows()[0])])
    return (("right", right), ("one fewer", replace(right, size=right.size - 1)),
            ("no mixture for a concept", replace(right, mixtures=tuple(others))),
            ("a third of another hypothesis", replace(right, mixtures=moved)),
            ("mixtures of less than 1", replace(right, mixtures=((QUARTER * 3, *first[1:]), *others))),
            ("mixtures with a negative share", replace(right, mixtures=((first[0] + 1, first[1] - 1, *first[2:]),
                                                                        *others))),
            ("longer mixtures", replace(right, mixtures=((*first, Fraction(0)), *others))),
            ("no adversary", replace(right, adversaries=())),
            ("a hypothesis too many", replace(right, size=right.size + 1, hypotheses=whole, mixtures=tuple(
                (*mixture, Fraction(0)) for mixture in right.mixtures))),
            ("an adversary with twice the mass", replace(right, adversaries=((f, tuple(2 * q for q in law)), *rest))),
            ("an adversary for no concept", replace(right, adversaries=((tuple(x + 2 for x in f), law), *rest))),
            ("an adversary with negative mass", replace(right, adversaries=(
                (f, (law[0] + 2, law[1] - 2, *law[2:])), *rest))))


@check("FX15-2.3", grade="exact",
       quantifier="two and four points, three and four thresholds at 1/4: the certificate that is found, and eleven "
                  "with one fault each",
       says="the certificate of a smallest representation is accepted, and none with a fault")
@sabotage("adversaries are not judged", lambda found, concepts, alpha: is_smallest_representation(replace(
    found, adversaries=smallest_representation(concepts, alpha).adversaries), concepts, alpha))
@sabotage("mixtures are not judged", lambda found, concepts, alpha: is_smallest_representation(replace(
    found, mixtures=smallest_representation(concepts, alpha).mixtures), concepts, alpha))
def certificates_with_a_fault_are_refused(verify=is_smallest_representation) -> Verdict:
    return judge("==", (((place, fault), verify(found, FORGED[place], QUARTER), fault == "right")
                        for place in range(len(FORGED)) for fault, found in forgeries(place)))

def refutes_certificates_with_a_fault_are_refused(verify, place, fault):
    found, concepts = dict(forgeries(place))[fault], FORGED[place]
    good = found.size == brute_force_size(concepts, QUARTER) == len(found.hypotheses) and all(
        len(mixture) == found.size and sum(mixture) == 1 and min(mixture) >= 0 for mixture in found.mixtures)
    return verify(found, concepts, QUARTER) != (good and fault == "right")


Family = tuple[int, ...]
SIZES = (*product((1, 2, 3), (*ALPHAS, Fraction(3, 4))), (4, QUARTER), (4, Fraction(2, 5)))


def light(law: Sequence[Fraction], alpha: Fraction) -> Family:
    """Return the sets of mass at most alpha in increasing order, each mass summed point by point."""
    return tuple(mask for mask in range(1 << len(law)) if sum(q for x, q in enumerate(law) if mask >> x & 1) <= alpha)


@cache
def least_families(points: int, alpha: Fraction) -> list[Family]:
    """Return the least families of light sets of the distributions of small denominator."""
    most = 12 if points < 4 else 6
    laws = [[Fraction(w, unit) for w in whole] for unit in range(1, most + 1)
            for whole in product(range(unit + 1), repeat=points) if sum(whole) == unit]
    found = {light(law, alpha) for law in laws}
    return sorted(family for family in found if not any(set(other) < set(family) for other in found))


@check("FX15-2.3", grade="exhaustive",
       quantifier="1 to 3 points with nine epsilon from 0 to 1/2 and 3/4, 4 points with 1/4 and 2/5; all distributions "
                  "of denominator 1 to 12, on 4 points 1 to 6",
       says="the error patterns are the least families of light sets, each that of its distribution")
@sabotage("the last one is left out", lambda n, e: error_patterns(n, e)[:-1])
@sabotage("sets of mass exactly epsilon are heavy", lambda n, e: tuple(
    replace(p, light=p.light - {m for m in p.light if sum(q for x, q in enumerate(p.distribution) if m >> x & 1) == e})
    for p in error_patterns(n, e)))
@judged("==")
def patterns_are_the_least_families(patterns=error_patterns):
    for n, e in SIZES:
        found = patterns(n, e)
        families = sorted(tuple(sorted(pattern.light)) for pattern in found)
        own = all(tuple(sorted(pattern.light)) == light(pattern.distribution, e) for pattern in found)
        yield (n, e), (families, own), (least_families(n, e), True)

def refutes_patterns_are_the_least_families(patterns, witness):
    return not are_error_patterns(patterns(*witness), *witness)


def variants(n: int, alpha: Fraction) -> Iterator[list[ErrorPattern]]:
    """Yield the right list and lists that differ from it in one place: a pattern, its family, its distribution."""
    right = list(error_patterns(n, alpha))
    one = (Fraction(1), *[Fraction(0)] * (n - 1))
    yield from (right, [], [*right, right[0]], right[::-1], list(error_patterns(n, QUARTER / 2)),
                [*right, ErrorPattern(frozenset(light(one, alpha)), one)])
    for k, pattern in enumerate(right):
        rest, law = [*right[:k], *right[k + 1:]], pattern.distribution
        yield rest
        yield from ([*rest, replace(pattern, light=pattern.light ^ {mask})] for mask in range(1 << n))
        for other in ((law[0] / 2, *law[1:]), (law[0] + 1, *law[1:]), (*law, Fraction(0)), (*law[:-1], law[-1] - 1),
                      (law[0] + 1, *law[1:-1], law[-1] - 1), (*law[1:], law[0])):
            yield [*rest, ErrorPattern(frozenset(light(other, alpha)), other)]


def is_right(patterns: list[ErrorPattern], n: int, alpha: Fraction) -> bool:
    """Decide on a list by the families of all distributions of small denominator."""
    laws = [p.distribution for p in patterns]
    return (all(len(law) == n and min(law) >= 0 and sum(law) == 1 for law in laws)
            and all(tuple(sorted(p.light)) == light(p.distribution, alpha) for p in patterns)
            and sorted(tuple(sorted(p.light)) for p in patterns) == least_families(n, alpha))


@check("FX15-2.3", grade="exhaustive",
       quantifier="the same sizes: the right list, and all lists that have one pattern less or twice, one set more or "
                  "less in a family, or another distribution",
       says="a list is accepted exactly if its families are the least ones of all distributions")
@sabotage("nobody asks whether one is missing", lambda patterns, n, e: bool(patterns) and all(
    len(p.distribution) == n and min(p.distribution) >= 0 and sum(p.distribution) == 1
    and tuple(sorted(p.light)) == light(p.distribution, e) for p in patterns))
@sabotage("the distributions are not looked at",
          lambda patterns, n, e: sorted(tuple(sorted(p.light)) for p in patterns) == least_families(n, e))
@judged("==")
def right_lists_are_accepted_and_others_refused(verify=are_error_patterns):
    for n, e in SIZES:
        for which, patterns in enumerate(variants(n, e)):
            yield (n, e, which), verify(patterns, n, e), is_right(patterns, n, e)

def refutes_right_lists_are_accepted_and_others_refused(verify, n, e, which):
    patterns, right = list(variants(n, e))[which], error_patterns(n, e)
    masses = [{m: sum(q for x, q in enumerate(p.distribution) if m >> x & 1) for m in range(2**len(p.distribution))}
              for p in patterns]
    sound = all(p.light == {m for m, q in mass.items() if q <= e} and mass[max(mass)] == 1 and min(mass.values()) == 0
                and len(p.distribution) == n for p, mass in zip(patterns, masses, strict=True))
    same = len(patterns) == len(right) and {p.light for p in patterns} == {p.light for p in right}
    return verify(patterns, n, e) != (sound and same)
