"""ABMS20, Section 5, proof of Lemma 5.3: one row more or less in patterns and scores."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import numpy as np

from privlearn.checking import Verdict, check, counted, covering, judge, sabotage
from privlearn.concepts import ConceptClass, all_classes, all_functions, classes_up_to_symmetry
from privlearn.learners.relabeling import error_count
from privlearn.learners.relabeling.privacy import matching_extensions
from privlearn.learners.relabeling.relabel import Score
from privlearn.papers.abms20.relabeling.matched_sensitivity import completed_errors
from privlearn.papers.abms20.relabeling_privacy import claim
from privlearn.papers.abms20.relabeling_privacy.instances import all_extensions, neighbouring_data

claim("ABMS20-5.3.eq-growth", kind="inequality", uses=("ABMS20-5.alg2",), step_of="ABMS20-5.3",
      title="One more point at most doubles the number of patterns",
      erratum_kind="misprint",
      erratum="Misprints: Pi_H(H_t) stands for Pi_H(P_t), and twice Pi_C for Pi_H.")


@cache
def pattern_counts() -> np.ndarray:
    """Return the numbers of patterns, shape (16 sets of points, 65,535 classes on 4 points)."""
    numbers = np.arange(1, 1 << 16)
    members = ((numbers[None, :] >> np.arange(16)[:, None]) & 1).astype(bool)
    counts = np.zeros((16, len(numbers)), dtype=np.int64)
    for points in range(16):
        for pattern in {f & points for f in range(16)}:
            counts[points] += members[[f for f in range(16) if f & points == pattern]].any(axis=0)
    return counts


@check("ABMS20-5.3.eq-growth", grade="exhaustive",
       quantifier="all 65,535 classes on 4 points, all pairs of point sets that differ from their intersection by at "
                  "most one point each: three inequalities",
       says="a point more, or one exchanged, at most doubles the number of patterns; a point less never raises it")
@sabotage("factor 3/2", Fraction(3, 2))
def one_point_at_most_doubles_the_patterns(factor: Fraction = Fraction(2)) -> Verdict:
    counts = pattern_counts()

    def cases() -> Iterator[Any]:
        for first, second in product(range(16), repeat=2):
            common = first & second
            if (first ^ common).bit_count() <= 1 and (second ^ common).bit_count() <= 1:
                for small, large, most in ((common, first, factor), (second, first, factor), (first, common, 1)):
                    ratio = Fraction(most)
                    worst = int(np.argmax(ratio.denominator * counts[large] - ratio.numerator * counts[small]))
                    yield (worst + 1, small, large), int(counts[large, worst]), most * int(counts[small, worst])

    verdict = judge("<=", cases())
    return counted(verdict, verdict.instances * 65535)

def refutes_one_point_at_most_doubles_the_patterns(factor, number, small, large):
    functions = [f for f in range(16) if number >> f & 1]
    return len({f & large for f in functions}) > factor * len({f & small for f in functions})


claim("ABMS20-5.3.eq-score", kind="inequality", step_of="ABMS20-5.3",
      title="Scores of extensions of one pattern differ by at most 1", uses=("ABMS20-5.1", "ABMS20-5.2"),
      erratum_kind="misprint",
      erratum="Misprints: the display has the index b_1 twice, the second one is b_2; its D_1, D_2 are D_{t_1}, "
              "D_{t_2}, as t_1 = t_2 is allowed.",
      note="The score of equation (17) is treated here with two classes; its own claim has all rules and more classes.")

ERRORS = cache(error_count)


def score_instances() -> Iterator[tuple[Any, ConceptClass, Score, int]]:
    """Classes with scores: errors on 3 points, and the score of equation (17) on 2 points; then the most rows of D."""
    for c, orbit in classes_up_to_symmetry(3):
        yield (orbit, "errors", c.rows()), c, ERRORS, 2
    for rule in (8, 14, 6, 9):
        for rest in all_classes(2):
            if len(rest):
                yield (1, rule, rest.rows()), all_functions(2), cache(completed_errors(rule, tuple(rest.rows()))), 1


@check("ABMS20-5.3.eq-score", grade="exhaustive",
       quantifier="errors: all 255 classes on 3 points (21 up to symmetry), neighbours D of at most 3 rows; score of "
                  "equation (17): and, or, xor, xnor with all 15 second classes on 2 points, D of at most 2 rows; "
                  "all patterns and extensions",
       says="the scores of two extensions of one pattern differ by at most 1")
@sabotage("extensions of different patterns are compared", all_extensions)
def scores_of_extensions_differ_by_at_most_one(extensions=matching_extensions) -> Verdict:
    worst: dict[Any, tuple[int, Any]] = {}
    total = 0
    for key, c, score, rows in score_instances():
        for first, second in neighbouring_data(c.size, rows):
            for pattern, sides in extensions(c, score, (first, ()), (second, ())).items():
                values = [q for side in sides for q in side.values()]  # also two extensions on the same side
                most = max(values) - min(values)
                total += 1
                if most > worst.get(str(key), (-1,))[0]:
                    worst[str(key)] = most, (key, first, second, pattern)
    verdict = counted(judge("<=", ((witness, most, 1) for most, witness in worst.values())), total)
    return covering(verdict, 2 * total)  # with the neighbours exchanged the patterns and their values are the same

def refutes_scores_of_extensions_differ_by_at_most_one(extensions, key, first, second, pattern):
    _, c, score, _ = next(made for made in score_instances() if made[0] == key)
    sides = extensions(c, score, (first, ()), (second, ()))[pattern]
    points = [sorted({x for x, _ in data}) for data in (first, second)]
    named = [[dict(zip(points[t], h, strict=True)) for h in sides[t]] for t in (0, 1)]
    clash = any(g[x] != h[x] for g in named[0] for h in named[1] for x in g if x in h)
    values = [q for side in sides for q in side.values()]
    return clash and any(abs(a - b) > 1 for a in values for b in values)
