"""BBKN14, Section 3.1: alpha-minimal classes (3.5), the points (3.7) and footnote 5."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from operator import ne
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import Concept, ConceptClass, initial_segments, point_functions, projective_plane_lines
from privlearn.dimensions import vc_dimension
from privlearn.dimensions.representation import is_alpha_minimal, representation_alpha
from privlearn.dimensions.representation.minimality import hard_pairs, minimality_bounds
from privlearn.papers.bbkn14.generic_learner.instances import with_zero
from privlearn.papers.bbkn14.proper_lower_bounds import claim


def named_classes() -> Iterator[tuple[tuple[str, int], ConceptClass, ConceptClass, tuple[Fraction, Fraction]]]:
    """Yield a name, hypotheses, concepts and the interval that the formulas give, the small ones first."""
    for size in (2, 4, 8):
        yield ("segments", size), initial_segments(size), initial_segments(size), (Fraction(0), Fraction(1, 2))
    for size in (2, 3, 5):
        yield ("points", size), point_functions(size), point_functions(size), (Fraction(0), Fraction(1))
        yield ("points and zero", size), with_zero(size), point_functions(size), (Fraction(0), Fraction(0))
    for q in (2, 3, 5, 7):
        concepts = point_functions(q * q + q + 1)
        yield ("lines", q), projective_plane_lines(q), concepts, (Fraction(1, q + 1), Fraction(1, q))


claim("BBKN14-3.5", kind="definition",
      title="A class is alpha-minimal if it alpha-represents and no proper subset does",
      uses=("BBKN14-3.1", "BBKN14-3.3"))


@check("BBKN14-3.5", grade="certified",
       quantifier="points (T = 2, 3, 5), with the zero function, initial segments (T = 2, 4, 8), lines of the "
                  "projective planes over 2, 3, 5 and 7 elements for the points; every deletion, all distributions",
       says="the alphas at which the class is minimal form the interval of the formula")
@sabotage("only the first hypothesis is deleted",
          lambda h, c: (representation_alpha(h, c), representation_alpha(h.without(0), c)))
@sabotage("the points with the zero function are called minimal below 1",
          lambda h, c: (representation_alpha(h, c), min(pair.value for pair in hard_pairs(h, c) if pair.value)))
def interval_of_minimality_is_the_stated_one(bounds=minimality_bounds) -> Verdict:
    return judge("==", ((name, bounds(hypotheses, concepts), stated)
                        for name, hypotheses, concepts, stated in named_classes()))

def refutes_interval_of_minimality_is_the_stated_one(bounds, name):
    hypotheses, concepts = next(pair[1:3] for pair in named_classes() if pair[0] == name)
    low, high = bounds(hypotheses, concepts)
    values = [representation_alpha(hypotheses.without(h), concepts) for h in range(len(hypotheses))]
    return low != representation_alpha(hypotheses, concepts) or high != min(values)


TINY = tuple((family(size), concepts(size)) for size in (2, 3, 4)
             for family, concepts in ((point_functions, point_functions), (with_zero, point_functions),
                                      (initial_segments, initial_segments)))
ALPHAS = (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(9, 10), Fraction(1))


def proper_subsets(hypotheses: ConceptClass) -> list[ConceptClass]:
    """Return the non-empty proper subsets (the empty one represents nothing)."""
    rows = hypotheses.rows()
    return [ConceptClass.from_matrix(list(part)) for k in range(1, len(rows)) for part in combinations(rows, k)]


@check("BBKN14-3.5", grade="exhaustive",
       quantifier="points, points with zero, initial segments, T = 2, 3, 4; all proper subsets; alpha = 0, 1/3, 1/2, "
                  "9/10, 1",
       says="the class is called minimal exactly where it represents and no proper subset does")
@sabotage("every class that represents is called minimal", lambda h, c, alpha: representation_alpha(h, c) <= alpha)
@judged("==")
def single_deletions_decide_for_all_subsets(decide=is_alpha_minimal):
    for k, (hypotheses, concepts) in enumerate(TINY):
        whole, subsets = representation_alpha(hypotheses, concepts), proper_subsets(hypotheses)
        values = [representation_alpha(part, concepts) for part in subsets]
        for alpha in ALPHAS:
            yield (k, alpha), decide(hypotheses, concepts, alpha), whole <= alpha < min(values)

def refutes_single_deletions_decide_for_all_subsets(decide, k, alpha):
    hypotheses, concepts = TINY[k]
    represents = representation_alpha(hypotheses, concepts) <= alpha
    redundant = any(representation_alpha(hypotheses.without(h), concepts) <= alpha for h in range(len(hypotheses)))
    return decide(hypotheses, concepts, alpha) != (represents and not redundant)


claim("BBKN14-3.7", kind="proposition", title="The points are alpha-minimal for themselves for every alpha below 1",
      uses=("BBKN14-2.2.error", "BBKN14-3.1", "BBKN14-3.3", "BBKN14-3.5"))


class Points(NamedTuple):
    """Hypotheses on T points for the functions of these points, and alpha."""

    T: int
    H: tuple[Concept, ...]
    alpha: Fraction


@cache
def represents_with(H: tuple[Concept, ...], T: int) -> Fraction:
    return representation_alpha(ConceptClass.from_matrix(H), point_functions(T))


def points_below_one() -> Iterator[Points]:
    """Yield the points by themselves."""
    for T, alpha in product((3, 1, 2, 4, 5, 8, 64), (Fraction(1, 2), Fraction(0), Fraction(99, 100))):
        yield Points(T, tuple(point_functions(T).rows()), alpha)


@proof("BBKN14-3.7", grade="certified", instances=points_below_one, start=lambda: next(points_below_one()),
       quantifier="T = 1, 2, 3, 4, 5, 8, 64; alpha = 0, 1/2, 99/100; all proper subsets but the empty one for T <= 4, "
                  "those without one function for T <= 8",
       steps={"itself": "{the points where c_i differs from the closest hypothesis} are {none}",
              "others": "{alpha} is less than {the least error of another hypothesis on c_i, all mass on i}",
              "missing": "{1} is at most {the point functions that a proper subset of H lacks}",
              "conclusion": "{what H needs, alpha} are at most, and less than, {alpha, what each proper subset needs}"},
       hypotheses=(
           Hypothesis("H has every point function", {"H": lambda given: ((0,) * given.T, *given.H[1:])},
                      ("itself", "conclusion")),
           Hypothesis("H has no other function", lambda: (
               given._replace(H=(*given.H, (bit,) * given.T)) for given in points_below_one() for bit in (1, 0)
               if 1 < given.T < 5 and given.alpha == Fraction(1, 2)),
                      ("others", "missing", "conclusion")),
           Hypothesis("alpha < 1", {"alpha": Fraction(1)}, ("others", "conclusion"))))
def points_are_minimal(given: Points) -> Iterator[Line]:
    T, H, alpha = given
    concepts = point_functions(T).rows()
    for i, c in enumerate(concepts):
        yield Line("itself", "==", min(sum(map(ne, h, c)) for h in H), 0, ("i =", i))
    for i, c in enumerate(concepts):
        if others := [h for h in H if h != c]:
            yield Line("others", "<", alpha, Fraction(min(h[i] != 1 for h in others)), ("i =", i))
    yield Line("missing", "<=", 1, min(len({*concepts} - {*H} | {h} & {*concepts}) for h in H))
    if T <= 8:
        yield Line("conclusion", "<=", represents_with(H, T), alpha)
        for k in range(1 if T <= 4 else len(H) - 1, len(H)):
            for part in combinations(H, k):
                yield Line("conclusion", "<", alpha, represents_with(part, T), "a proper subset")


def refutes_points_are_minimal(given: Points, step: str, case: Any) -> bool:
    """Tell whether a line is false, by the points at which each hypothesis is 1."""
    sets = [{x for x, bit in enumerate(h) if bit} for h in given.H]
    lacking, more = any({i} not in sets for i in range(given.T)), max(map(len, sets)) > 1
    return {"itself": lacking, "others": more or given.alpha >= 1, "missing": not lacking and len(sets) > given.T,
            "conclusion": lacking or len(sets) > given.T or given.alpha >= 1}[step]


claim("BBKN14-fn5", kind="remark", title="The VC dimension of the points is one (footnote 5)",
      uses=("BBKN14-2.3", "BBKN14-2.4", "BBKN14-3.3"), erratum_kind="convention",
      erratum="Needs at least two points: the class on one point has a single concept and VC dimension 0.")


def all_patterns(concepts: ConceptClass, columns: tuple[int, ...]) -> bool:
    """Tell whether all bit patterns occur on the columns."""
    seen = {tuple(row) for row in concepts.matrix[:, list(columns)].tolist()}
    return seen == set(product((0, 1), repeat=len(columns)))


@check("BBKN14-fn5", grade="exhaustive", quantifier="T = 1..64; all singletons and all pairs of points",
       says="single points are shattered exactly if T >= 2, and pairs of points never are")
@judged("==")
def singletons_are_shattered_and_pairs_are_not(shatters=all_patterns):
    for size in range(1, 65):
        concepts = point_functions(size)
        for k in (1, 2):
            for columns in combinations(range(size), k):
                yield (size, columns), shatters(concepts, columns), size >= 2 and k == 1

def refutes_singletons_are_shattered_and_pairs_are_not(shatters, size, columns):
    both = any(all(x == j for x in columns) for j in range(size))  # a point function that is 1 on all of them
    none = any(all(x != j for x in columns) for j in range(size))
    return shatters(point_functions(size), columns) and not (both and none)

@singletons_are_shattered_and_pairs_are_not.corrupted("only the pattern 0, 1 is asked for")
def only_pattern_0_1_asked(concepts: ConceptClass, columns: tuple[int, ...]) -> bool:
    wanted = (0, 1)[-len(columns):]
    return wanted in {tuple(row) for row in concepts.matrix[:, list(columns)].tolist()}


@check("BBKN14-fn5", grade="exhaustive", quantifier="T = 1..64; all sets of points, by the generic algorithm",
       says="{the computed VC dimension} equals {1 for T >= 2, and 0 for T = 1}")
@sabotage("without: d is at least 1", lambda concepts: 1)
def vc_dimension_is_one(dimension=vc_dimension) -> Verdict:
    return judge("==", ((size, dimension(point_functions(size)), int(size >= 2)) for size in range(1, 65)))

def refutes_vc_dimension_is_one(dimension, size):
    concepts = [tuple(int(x == j) for x in range(size)) for j in range(size)]
    pairs = any({(row[0], row[x]) for row in concepts} >= {(0, 0), (0, 1), (1, 0), (1, 1)} for x in range(1, size))
    return not pairs and dimension(point_functions(size)) != int(len({row[0] for row in concepts}) == 2)
