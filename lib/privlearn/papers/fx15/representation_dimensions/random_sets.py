"""FX15, Definition 2.4: the probabilistic representation dimension, the value of a game; the deterministic one."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.verdict import covering
from privlearn.concepts import (T3, ConceptClass, all_functions, classes_up_to_symmetry, lines, point_functions, points,
                                thresholds)
from privlearn.dimensions.representation import (RepresentationValue, is_representation_value,
                                                 probabilistic_representation_value, random_cover_value,
                                                 smallest_probabilistic_representation, smallest_representation)
from privlearn.dimensions.representation.essential import essential_points
from privlearn.exact import Bracket, log_bracket
from privlearn.exact.brackets import as_bracket
from privlearn.exact.fractions import QUARTER
from privlearn.papers.by_definition import small_classes
from privlearn.papers.fx15.representation_dimensions import claim
from privlearn.papers.fx15.representation_dimensions.instances import brute_force_size, deterministic_size

VALUE_ALPHAS = tuple(Fraction(a, b) for a, b in ((0, 1), (1, 8), (1, 4), (1, 3), (2, 5)))
GAMES = {"T3": T3, "AllFunctions(2)": all_functions(2), "Thr_2": thresholds(2), "Line_2": lines(2),
         "AllFunctions(3)": all_functions(3), "Point on 3": point_functions(3), "Point on 4": point_functions(4)}


claim("FX15-2.4", kind="definition", title="Probabilistic representation dimension", uses=("FX15-2.3", "FX15-conv"),
      note="For all D is for all error patterns, finitely many; each value is a linear program with exact primal and "
           "dual solutions, the primal judged again by a search that knows no patterns.")


@check("FX15-2.4", grade="certified",
       quantifier="T3, AllFunctions(2), AllFunctions(3), Thr_2, Line_2, Point on 3 and 4 points; epsilon in {0, 1/8, "
                  "1/4, 1/3, 2/5}; k = 1..4: all distributions over k-sets, all concepts and distributions",
       says="the value found is certified as the least miss probability, from above and from below")
@judged("==")
def miss_probabilities_are_certified(value=probabilistic_representation_value):
    for name, e, k in product(GAMES, VALUE_ALPHAS, (1, 2, 3, 4)):
        solved = value(GAMES[name], k, e)
        yield (name, e, k, solved.value), is_representation_value(solved, GAMES[name], k, e), True

def refutes_miss_probabilities_are_certified(value, name, e, k, claimed):
    concepts, branches = GAMES[name], value(GAMES[name], k, e).representation.branches
    laws = [law for unit in (1, 2, 3) for law in product(range(unit + 1), repeat=concepts.size) if sum(law) == unit]
    worst = max(sum((w for w, some in branches if all(
        sum(q for q, a, b in zip(law, f, h, strict=True) if a != b) > e * sum(law) for h in some)), Fraction(0))
        for f in concepts.rows() for law in laws)
    return worst > claimed

@miss_probabilities_are_certified.corrupted("the adversary may only play the uniform distribution")
def adversary_may_only_play_uniform_distribution(concepts: ConceptClass, size: int,
                                                 alpha: Fraction) -> RepresentationValue:
    law = (Fraction(1, concepts.size),) * concepts.size
    solved = random_cover_value(concepts, law, alpha, size)
    hard = tuple((w, (f, law)) for w, f in zip(solved.concept_weights, concepts.rows(), strict=True) if w)
    return RepresentationValue(solved.value, solved.representation, hard)

@miss_probabilities_are_certified.corrupted("a claimed value that is smaller by 1/100")
def claimed_value_smaller_1_100(concepts: ConceptClass, size: int, alpha: Fraction) -> RepresentationValue:
    right = probabilistic_representation_value(concepts, size, alpha)
    return replace(right, value=right.value - Fraction(1, 100))


def small_alpha_value(concepts: ConceptClass, size: int, alpha: Fraction) -> Fraction:
    """``max(0, 1 - k/|C|)``: below 1 / (essential points) one distribution makes every error too much."""
    return max(Fraction(0), 1 - Fraction(size, len(concepts)))


@check("FX15-2.4", grade="exhaustive",
       quantifier="all 273 non-empty classes on at most 3 points (up to symmetry), Point on 4 points; epsilon in {0, "
                  "1/8, 1/4, 1/3, 2/5} below 1 / (essential points); k = 1..4",
       says="{the least miss probability} equals {max(0, 1 - k/|C|)}")
@sabotage("all 2^n functions in place of the concepts",
          lambda concepts, size, alpha: max(Fraction(0), 1 - Fraction(size, 2**concepts.size)))
def below_one_over_n_the_value_is_one_minus_k_over_the_class(formula=small_alpha_value) -> Verdict:
    classes = [*small_classes(), (point_functions(4), 1)]
    listed = [(c, orbit, k, e) for c, orbit in classes for e in VALUE_ALPHAS for k in (1, 2, 3, 4)
              if e * len(essential_points(c)[0]) < 1]
    verdict = judge("==", (((c.rows(), k, e), probabilistic_representation_value(c, k, e).value, formula(c, k, e))
                           for c, _, k, e in listed))
    return covering(verdict, sum(orbit for _, orbit, _, _ in listed))

def refutes_below_one_over_n_the_value_is_one_minus_k_over_the_class(formula, rows, k, e):
    concepts = ConceptClass.from_matrix(rows)
    subsets = list(combinations(rows, min(k, len(rows))))  # draw k concepts uniformly: each is missed equally often
    missed = [sum(f not in some for some in subsets) for f in rows]
    return e * concepts.size < 1 and Fraction(max(missed), len(subsets)) != formula(concepts, k, e)


BETAS = tuple(Fraction(a, b) for a, b in ((0, 1), (1, 8), (1, 4), (1, 3)))


def least_random_size(concepts: ConceptClass, alpha: Fraction, beta: Fraction) -> int:
    return smallest_probabilistic_representation(concepts, alpha, beta)


@check("FX15-2.4", grade="exhaustive",
       quantifier="all 255 non-empty classes on 3 points (up to symmetry), five epsilon from 0 to 2/5, delta in {0, "
                  "1/8, 1/4, 1/3}: PRDim <= DRDim, with equality at delta = 0",
       says="PRDim is at most DRDim, and equal to it at delta = 0")
@sabotage("a miss probability of delta + 1/4 is let pass",
          lambda concepts, alpha, beta: least_random_size(concepts, alpha, beta + QUARTER))
@sabotage("one hypothesis more than needed", lambda concepts, alpha, beta: least_random_size(concepts, alpha, beta) + 1)
def random_sets_are_no_larger(size=least_random_size) -> Verdict:
    classes = list(classes_up_to_symmetry(3))

    def cases() -> Iterator[Any]:
        for (c, _), e, d in product(classes, VALUE_ALPHAS, BETAS):
            found, fixed = size(c, e, d), smallest_representation(c, e).size
            yield (c.rows(), e, d), (found, found if d == 0 else 0), (min(found, fixed), fixed if d == 0 else 0)

    verdict = judge("==", cases())
    total = len(VALUE_ALPHAS) * len(BETAS) * sum(orbit for _, orbit in classes)
    return covering(verdict, total)

def refutes_random_sets_are_no_larger(size, rows, e, d):
    concepts = ConceptClass.from_matrix(rows)
    fixed = brute_force_size(concepts, e)
    return size(concepts, e, d) > fixed or (d == 0 and size(concepts, e, d) < fixed)


CONSTANT = Fraction(13, 10)
LISTED = (thresholds(2), points(2), lines(2), thresholds(3), points(3))


def random_size(concepts: ConceptClass) -> int:
    """``2^PRDim``: alpha = beta = 1/4; on 8 points a lower bound, the size for the first four points."""
    small = concepts if concepts.size <= 4 else concepts.restrict(range(4))
    return smallest_probabilistic_representation(small, QUARTER, QUARTER)


def log2(number: int | Bracket) -> Bracket:
    return as_bracket(log_bracket(number)) / log_bracket(2)


def instances() -> list[tuple[ConceptClass, int]]:
    """All classes on 2 and 3 points up to symmetry with the sizes of their orbits, and the listed ones."""
    return [found for n in (2, 3) for found in classes_up_to_symmetry(n)] + [(c, 1) for c in LISTED]


claim("FX15-1.drdim-prdim", kind="proposition", section="1 Introduction", title="DRDim(C) = O(PRDim(C) + loglog |X|)",
      uses=("FX15-2.3", "FX15-2.4", "FX15-3.1app.drdim-prdim"),
      note="What holds for all classes, with explicit and much larger constants, is proved in Section 3.1. On the "
           "classes here 13/10 is enough and 5/4 is not; finitely many classes determine no constant for all.")


@check("FX15-1.drdim-prdim", grade="exhaustive",
       quantifier="all 270 non-empty classes on 2 and 3 points (up to symmetry), Thr_2, Point_2, Line_2, Thr_3, "
                  "Point_3 (on 8 points with a lower bound of PRDim): DRDim <= 13/10 (PRDim + log2 log2 |X|)",
       says="{DRDim} is at most {13/10 (PRDim + log log |X|)}")
@sabotage("DRDim + 3 in place of DRDim", ((lambda concepts: 8 * deterministic_size(concepts)), CONSTANT))
@sabotage("5/4 in place of 13/10", (deterministic_size, Fraction(5, 4)))
def deterministic_dimension_is_bounded(judged=(deterministic_size, CONSTANT)) -> Verdict:
    size, constant = judged

    def cases() -> Iterator[Any]:
        for c, _ in instances():
            bits = log2(log2(c.size)) if c.size > 2 else Fraction(0)
            yield c.rows(), log2(size(c)), constant * (log2(random_size(c)) + bits)

    verdict = judge("<=", cases())
    return covering(verdict, sum(orbit for _, orbit in instances()))

def refutes_deterministic_dimension_is_bounded(judged, rows):
    size, constant = judged
    drawn = -(-3 * len(rows) // 4)  # three quarters of the concepts, drawn uniformly, miss with probability <= 1/4
    log_points = {2: Fraction(1), 3: Fraction(8, 5), 4: Fraction(2), 8: Fraction(3)}[len(rows[0])]  # 3^5 < 2^8
    claimed = size(ConceptClass.from_matrix(rows))
    return claimed**constant.denominator > (drawn * log_points) ** constant.numerator
