"""ABMS20, Section 5: Algorithm 2, A_Relabel."""

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.checking import Verdict, check, covering, judge, judged, sabotage
from privlearn.concepts import ConceptClass, all_functions, classes_up_to_symmetry, initial_segments
from privlearn.dimensions import sauer_bound, vc_dimension
from privlearn.laws import worst_ratio
from privlearn.learners.relabeling import (error_count, initial_segment_law, occurring_points, pattern_law, patterns,
                                           relabel_law, small_databases)
from privlearn.learners.relabeling.arrays import chosen_index
from privlearn.mechanisms.neighbours import Database
from privlearn.papers.abms20.relabeling import claim

claim("ABMS20-5.alg2", kind="algorithm", section="5, Algorithm 2 (A_Relabel)", title="A_Relabel",
      uses=("ABMS20-5.1", "ABMS20-3.alg1"),
      note="Chance weights are rational: e^{1/2} is replaced by a rational number here. Smaller scores are better; "
           "with no rows at all there is nothing to relabel, and the empty class is refused.")


@cache
def small_inputs() -> list[tuple[ConceptClass, int, Database, Database]]:
    """All classes on 3 points up to symmetry, the sizes of their orbits, D and T of at most 2 rows (T unlabelled)."""
    others = [tuple((x, 0) for x in points) for m in range(3) for points in combinations_with_replacement(range(3), m)]
    return [(c, orbit, data, other) for c, orbit in classes_up_to_symmetry(3) for data in small_databases(3, 2)
            for other in others]


def by_hand(concepts: ConceptClass, data: Database, other: Database) -> dict[Any, Fraction]:
    """Return the law of the relabelled databases for e^epsilon = 4: each distinct outcome weighs 2^(-errors)."""
    weights = {}
    for h in concepts.rows():
        outcome = tuple((x, h[x]) for x, _ in data), tuple((x, h[x]) for x, _ in other)
        weights[outcome] = Fraction(1, 2 ** sum(h[x] != y for x, y in data))
    return {outcome: w / sum(weights.values()) for outcome, w in weights.items()}


@check("ABMS20-5.alg2", grade="exhaustive",
       quantifier="all 255 classes on 3 points (21 up to symmetry), all D of at most 2 rows, all T of at most 2 "
                  "points; e^epsilon = 4: the whole law",
       says="each distinct relabelling has probability proportional to e^(-epsilon/2 times its errors)")
@sabotage("any labelling of the points, not only those of the class",
          lambda c, score, data, other, ratio: relabel_law(all_functions(c.size), score, data, other, ratio))
@sabotage("larger scores are better",
          lambda c, score, data, other, ratio: relabel_law(c, lambda d, h: -score(d, h), data, other, ratio))
def law_is_that_of_the_patterns(relabel=relabel_law) -> Verdict:
    def cases() -> Iterator[Any]:
        for c, _, data, other in small_inputs():
            yield (c.rows(), data, other), relabel(c, error_count, data, other, 4).exact(), by_hand(c, data, other)

    return covering(judge("==", cases()), sum(orbit for _, orbit, _, _ in small_inputs()))

def refutes_law_is_that_of_the_patterns(relabel, rows, data, other):
    law = relabel(ConceptClass.from_matrix(rows), error_count, data, other, 4).exact()
    foreign = any(not any(all(h[x] == y for x, y in (*d, *t)) for h in rows) for d, t in law)
    weights = {o: 2.0 ** -sum(y != z for (_, y), (_, z) in zip(o[0], data, strict=True)) for o in law}
    uneven = len({round(float(p) / weights[o], 9) for o, p in law.items()}) > 1
    return foreign or uneven or sum(law.values()) != 1


@check("ABMS20-5.alg2", grade="exhaustive",
       quantifier="all 255 classes on 3 points (21 up to symmetry), all D of at most 2 rows, all T of at most 2 points",
       says="{the number of patterns on the points} is at most {C(n, <=VC) for n points}")
@sabotage("one dimension less", -1)
def patterns_are_at_most_as_sauer_says(shift: int = 0) -> Verdict:
    dimension = {c: vc_dimension(c) + shift for c, _ in classes_up_to_symmetry(3)}

    def cases() -> Iterator[Any]:
        for c, _, data, other in small_inputs():
            points = occurring_points(data, other)
            if not points:
                continue  # one pattern, the empty one
            yield (c.rows(), points), len(patterns(c, points)), sauer_bound(len(points), max(dimension[c], 0))

    return covering(judge("<=", cases()), sum(orbit for _, orbit, _, _ in small_inputs()))

def refutes_patterns_are_at_most_as_sauer_says(shift, rows, points):
    largest = max((k for k in range(4) for s in combinations_with_replacement(range(3), k)
                   if len(set(s)) == k and len({tuple(h[x] for x in s) for h in rows}) == 2**k), default=0)
    found = len({tuple(h[x] for x in points) for h in rows})
    return found > sum(math.comb(len(points), j) for j in range(max(largest + shift, 0) + 1))


@check("ABMS20-5.alg2", grade="exact", quantifier="all functions on 2 points; D = ((0, 0)) and ((1, 0)), T empty",
       says="the worst ratio of the two relabelled databases is infinite")
@sabotage("the labels without the points",
          lambda c, score, data, other, ratio: relabel_law(c, score, data, other, ratio).map(
          lambda pair: tuple(y for part in pair for _, y in part)))
def relabelling_alone_has_infinite_privacy_loss(relabel=relabel_law) -> Verdict:
    left, right = (relabel(all_functions(2), error_count, ((x, 0),), (), 4) for x in (0, 1))
    return judge("==", [((((0, 0),), ((1, 0),)), worst_ratio(left, right)[0], math.inf)])

def refutes_relabelling_alone_has_infinite_privacy_loss(relabel, witness):
    left, right = (relabel(all_functions(2), error_count, data, (), 4).exact() for data in witness)
    return set(left) == set(right)


@check("ABMS20-5.alg2", grade="exhaustive",
       quantifier="initial segments of 4 points: all D of at most 3 rows, T empty or one of the points",
       says="the fast law for thresholds is the law of the patterns")
@sabotage("the points of T are forgotten", lambda size, data, other, ratio: initial_segment_law(size, data, (), ratio))
@judged("==")
def fast_law_for_thresholds_is_the_same(segments=initial_segment_law):
    for data in small_databases(4, 3):
        for other in ((), *(((x, 0),) for x in range(4))):
            slow = pattern_law(initial_segments(4), error_count, data, other, 4).map(sum)
            yield (data, other), segments(4, data, other, 4).exact(), slow.exact()

def refutes_fast_law_for_thresholds_is_the_same(segments, data, other):
    points = sorted({x for x, _ in (*data, *other)})
    weights = [Fraction(1, 2 ** sum((x in points[:k]) != y for x, y in data)) for k in range(len(points) + 1)]
    return segments(4, data, other, 4).exact() != {k: w / sum(weights) for k, w in enumerate(weights)}


@check("ABMS20-5.alg2", grade="exhaustive",
       quantifier="all lists of 1 to 4 scores in 0..3, e^{eps/2} = 2, 3/2: the law of the choice among millions of "
                  "patterns, which the runs on large samples sample",
       says="the fast choice takes an index of score q with probability proportional to e^(-epsilon q/2)")
@sabotage("the whole score in the exponent", lambda scores, root: chosen_index(scores, root**2))
@sabotage("the first of those with equal scores", lambda scores, root: chosen_index(scores, root).map(
    lambda k: scores.index(scores[k])))
@judged("==")
def fast_choice_is_the_exponential_mechanism(choose=chosen_index):
    for scores in (s for size in range(1, 5) for s in product(range(4), repeat=size)):
        for root in (Fraction(2), Fraction(3, 2)):
            total = sum(root**-q for q in scores)
            yield (scores, root), choose(scores, root).exact(), {k: root**-q / total for k, q in enumerate(scores)}

def refutes_fast_choice_is_the_exponential_mechanism(choose, scores, root):
    law = choose(scores, root).exact()
    odds = {p * root ** scores[k] for k, p in law.items()}
    return set(law) != set(range(len(scores))) or len(odds) > 1
