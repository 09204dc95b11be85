"""KLMNS20, Section 3.2: scores, the outer leaves of a node, and the base."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from privlearn.checking import Verdict, all_hold, check, judge, judged, sabotage
from privlearn.exact.formulas import Value, formula
from privlearn.learners.interior_point import interior_score
from privlearn.learners.interior_point.problem import worst_base
from privlearn.learners.interior_point.trees import candidates, middle
from privlearn.papers.klmns20.paths.instances import multisets
from privlearn.papers.klmns20.utility import claim

claim("KLMNS20-3.score", kind="definition", title="Interior point with score s", uses=("KLMNS20-3.trim",),
      note="Checked with it: the best score is at least half of the elements, and trimming t elements on either side "
           "adds t to the score of an interior point of the middle, which is what Lemma 3.8 needs of Step 2.")


@check("KLMNS20-3.score", grade="exhaustive", quantifier="all databases of at most 6 elements on 8 points, t <= 2",
       says="the score is positive exactly inside, at best at least n/2, and at least t more than after trimming t")
@sabotage("strictly larger and strictly smaller elements",
          lambda x, s: min(sum(a < x for a in s), sum(a > x for a in s)))
@sabotage("the larger of the two counts", lambda x, s: max(sum(a <= x for a in s), sum(a >= x for a in s)))
def scores_are_positive_inside_and_grow_by_trimming(score=interior_score) -> Verdict:
    def inside() -> Iterator[Any]:
        for s in multisets(8, 6):
            for x in range(8):
                yield (s, x, 0), score(x, s) >= 1, bool(s) and s[0] <= x <= s[-1]

    def best() -> Iterator[Any]:
        for s in multisets(8, 6):
            yield (s, None, 0), -(-len(s) // 2), max(score(x, s) for x in range(8))

    def trimmed() -> Iterator[Any]:
        for s in multisets(8, 6):
            for t in (1, 2):
                kept = middle(s, t)
                yield from (((s, x, t), score(x, kept) + t, score(x, s))
                            for x in range(kept[0] if kept else 1, kept[-1] + 1 if kept else 1))

    return all_hold(judge("==", inside()), judge("<=", best()), judge("<=", trimmed()))

def refutes_scores_are_positive_inside_and_grow_by_trimming(score, s, x, t):
    if x is None:
        return all(2 * score(z, s) < len(s) for z in range(8))
    if t == 0:
        return (score(x, s) > 0) != (any(a <= x for a in s) and any(a >= x for a in s))
    kept = sorted(s)[t:len(s) - t]
    return kept[0] <= x <= kept[-1] and score(x, s) < score(x, kept) + t


claim("KLMNS20-3.8.base", kind="inequality", step_of="KLMNS20-3.8",
      title="The exponential mechanism's worst failure at the base", uses=("KLMNS20-2.em", "KLMNS20-3.score"),
      note="The printed form is lost. Ours is exact: for small B or n_b the constant database can be the worst, hence "
           "the maximum of two terms.", formulas=(worst_base,))


@cache
def worst_by_enumeration(size: int, rows: int, ratio: Fraction, silent: int | None = None) -> Fraction:
    """Return the largest failure over all databases; "no answer" fails, too, if it has a score."""
    worst, silence = Fraction(0 if rows else 1), Fraction(0) if silent is None else ratio**silent
    for s in combinations_with_replacement(range(size), rows) if rows else ():
        weights = [ratio ** min(sum(a <= x for a in s), sum(a >= x for a in s)) for x in range(size)]
        worst = max(worst, 1 - sum(weights[s[0]:s[-1] + 1], Fraction(0)) / (sum(weights, Fraction(0)) + silence))
    return worst


@check("KLMNS20-3.8.base", grade="exact",
       quantifier="B = 1, 2, 3, 4, 6, 8, n_b = 1, 2, 3, 5, e^epsilon_b = 1, 3/2, 4: the maximum over all databases",
       says="{the failure by the formula} equals {the largest failure over all databases}")
@judged("==")
def formula_is_the_maximum_over_databases(failure=worst_base):
    for size, rows, ratio in failure.instances():
        yield (size, rows, ratio), failure(size, rows, ratio), worst_by_enumeration(size, rows, Fraction(ratio))

def refutes_formula_is_the_maximum_over_databases(failure, size, rows, r):
    claimed, tops = failure(size, rows, r), [Fraction(0 if rows else 1)]
    for a in range(rows // 2 + 1 if rows else 0):  # a copies of 0 and the rest at 1, and everything at 0
        good = r ** (rows - a) + r**a if a and size > 1 else r**rows
        bad = size - 2 if a and size > 1 else size - 1
        tops.append(Fraction(bad, 1) / (bad + good))
    return claimed != max(tops)


EIGHT_POINTS = [(d, p) for d in range(4) for p in range(1 << d)]  # the nodes of their tree


@formula("at least", corners={"t_1": (0, 1, 2)})
def outer_score(t_1: int) -> Value:
    """Return the score of the better of the first and the last leaf."""
    return t_1 + 1


claim("KLMNS20-3.8.case1", kind="inequality", step_of="KLMNS20-3.8",
      title="If some element lies outside the node, its first or its last leaf is an interior point",
      uses=("KLMNS20-3.score",), formulas=(outer_score,))


def outer_leaves(node, bits: int) -> tuple[int, ...]:
    """Return the first and the last of the candidate leaves."""
    found = candidates(node, bits)
    return found[0], found[-1]


@check("KLMNS20-3.8.case1", grade="exhaustive",
       quantifier="t_1 <= 2; all databases of at most 6 elements on 8 points, all nodes that hold some elements of "
                  "the middle but not all",
       says="{t_1 + 1} is at most {the better score of the first and last leaf}")
@judged("<=")
def its_score_on_all_elements_exceeds_the_trim(bound=outer_score):
    for s in multisets(8, 6, 2):
        for trim in range(3):
            kept = middle(s, trim)
            for d, p in EIGHT_POINTS:
                if 0 < sum(x >> (3 - d) == p for x in kept) < len(kept):
                    best = max(interior_score(x, s) for x in outer_leaves((d, p), 3))
                    yield (s, trim, (d, p)), bound(trim), best

def refutes_its_score_on_all_elements_exceeds_the_trim(bound, witness):
    s, trim, (d, p) = witness
    ends = (p << (3 - d), ((p + 1) << (3 - d)) - 1)
    return all(min(len([a for a in s if a <= x]), len([a for a in s if a >= x])) < bound(trim) for x in ends)
