"""FX15, Appendix C: the exponential mechanism over hypotheses, and how far below the best it falls."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, judged, sabotage
from privlearn.concepts import ConceptClass, point_functions, thresholds
from privlearn.laws import Law
from privlearn.mechanisms import (audit_pure, from_scores, labelled_rows, multiset_databases, refutes_pure,
                                  replace_one_unordered)
from privlearn.papers.fx15.confidence import claim

ROOTS = (Fraction(81, 64), Fraction(25, 16))  # e^(epsilon/2) for epsilon = 0.471 and 0.893; squares of 9/8 and 5/4
CLASSES = {"thresholds on 4 points": thresholds(2), "points on 4 points": point_functions(4)}


claim("FX15-C.EM", kind="algorithm", title="The exponential mechanism over hypotheses, by right or by wrong rows",
      uses=("FX15-2.2.dp",))


def mechanism(select, concepts: ConceptClass, root: Fraction) -> Callable[[Any], Law]:
    """Return the mechanism that selects a hypothesis by the number of rows it gets right."""
    return lambda database: select(dict(enumerate(right_rows(concepts, database))), root)


def right_rows(concepts: ConceptClass, database: Any) -> list[int]:
    """Return how many rows each hypothesis gets right."""
    return [sum(h[x] == y for x, y in database) for h in concepts.rows()]


def databases(rows: int) -> Iterator[Any]:
    """Yield the multisets of labelled rows on four points."""
    return iter(multiset_databases(labelled_rows(4), rows))


@check("FX15-C.EM", grade="exhaustive",
       quantifier="thresholds and points on 4 points, n = 1, 2, 3: all multisets of rows, all replacements and "
                  "outcomes; e^(alpha/2) = 81/64 and 25/16",
       says="{the worst ratio of neighbouring laws} is less than {e^alpha}",
       reason="Rational ratios, alpha = 0.471 and 0.893, in place of 1/2 and 1, so that all laws are rational.")
@sabotage("weights e^(alpha q)", lambda scores, root: from_scores(scores, root**2))
def ratio_is_at_most_the_promise(select=from_scores) -> Verdict:
    found = [((name, root, n), audit_pure(mechanism(select, concepts, root), databases(n), replace_one_unordered))
             for name, concepts in CLASSES.items() for root in ROOTS for n in (1, 2, 3)]
    verdict = judge("<", (((*case, *audit.witness), audit.exp_epsilon, case[1] ** 2) for case, audit in found))
    return counted(verdict, sum(audit.pairs for _, audit in found))

def refutes_ratio_is_at_most_the_promise(select, witness):
    name, root, _, *pair = witness
    return refutes_pure(tuple(pair), mechanism(select, CLASSES[name], root), root**2)


@check("FX15-C.EM", grade="exhaustive",
       quantifier="thresholds and points on 4 points, n = 1, 2, 3: all multisets of rows; e^(alpha/2) = 81/64 and "
                  "25/16: by right rows, by wrong rows, and with the weights written out",
       says="right rows and wrong rows as scores give one law, that with the weights e^(alpha q/2) written out")
@sabotage("e^(+alpha err/2): the sign is lost", lambda scores, root: from_scores(
    {h: -score for h, score in scores.items()}, root))
@sabotage("one percent more for the ratio", lambda scores, root: from_scores(scores, root * Fraction(101, 100)))
@judged("==")
def both_weights_give_the_same_law(select=from_scores):
    for (name, concepts), root, n in product(CLASSES.items(), ROOTS, (1, 2, 3)):
        for database in databases(n):
            right = right_rows(concepts, database)
            weights = [root**k for k in right]
            wanted = {i: w / sum(weights) for i, w in enumerate(weights)}
            yield (name, root, database, "right"), mechanism(select, concepts, root)(database).exact(), wanted
            wrong = {i: k - n for i, k in enumerate(right)}
            yield (name, root, database, "wrong"), select(wrong, root).exact(), wanted

def refutes_both_weights_give_the_same_law(select, name, root, database, kind):
    errors = [sum(h[x] != y for x, y in database) for h in CLASSES[name].rows()]
    scores = {i: (len(database) if kind == "right" else 0) - k for i, k in enumerate(errors)}
    law, weights = select(scores, root).exact(), [1 / root**k for k in errors]
    return [law[i] for i in range(len(errors))] != [w / sum(weights) for w in weights]


claim("FX15-C.1", kind="theorem", title="The exponential mechanism is private and seldom far from the best",
      uses=("FX15-C.EM",),
      note="Privacy is checked with the mechanism. The bound is checked with the number of hypotheses that are beyond "
           "the gap in place of all, which is stronger.")


GAPS = (Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3))


def tail_bound(count: int, half: Fraction, gap: Fraction) -> Fraction:
    """Return ``count e^(-epsilon gap/2)`` for ``half = e^(epsilon/4)`` and twice the gap an integer."""
    return count * half ** -int(2 * gap)


HALVES = (Fraction(9, 8), Fraction(5, 4))


def beyond_the_gap(concepts: ConceptClass, database, half: Fraction, gap: Fraction) -> tuple[Fraction, int]:
    """Return the probability of a score below the best less the gap, and the number of such hypotheses."""
    scores = right_rows(concepts, database)
    law = from_scores(dict(enumerate(scores)), half**2).exact()
    behind = [i for i, score in enumerate(scores) if score < max(scores) - gap]
    return sum((law[i] for i in behind), Fraction(0)), len(behind)


@check("FX15-C.1", grade="exhaustive",
       quantifier="thresholds and points on 4 points, n = 1, 2, 3: all multisets of rows; e^(alpha/2) = 81/64 and "
                  "25/16; t in {1/2, 1, 3/2, 2, 3}",
       says="{Pr[a score more than t below the best]} is at most {the number of such hypotheses times e^(-alpha t/2)}")
@sabotage("e^(-2 alpha t), four times the exponent", lambda count, half, gap: count * half ** -int(8 * gap))
def tail_is_within_the_bound(bound=tail_bound) -> Verdict:
    return judge("<=", (((name, database, half, gap), *_both_sides(bound, concepts, database, half, gap))
                        for name, concepts in CLASSES.items() for half in HALVES for gap in GAPS
                        for n in (1, 2, 3) for database in databases(n)))


def _both_sides(bound, concepts: ConceptClass, database, half: Fraction,
                gap: Fraction) -> tuple[Any, Any]:
    chance, behind = beyond_the_gap(concepts, database, half, gap)
    return chance, bound(behind, half, gap)


def refutes_tail_is_within_the_bound(bound, name, database, half, gap):
    right = [sum(h[x] == y for x, y in database) for h in CLASSES[name].rows()]
    weights = [half ** (2 * k) for k in right]
    lost = [w for w, k in zip(weights, right, strict=True) if k < max(right) - gap]
    return bool(sum(lost) / sum(weights) > bound(len(lost), half, gap))


@check("FX15-C.1", grade="exact",
       quantifier="K hypotheses, one right on all m rows and the others wrong on all, e^(alpha/2) = 5/4: K = 2, ..., "
                  "40, m = 1, ..., 40, t just below m",
       says="{Pr[a wrong hypothesis is selected]} is at most {(K - 1) e^(-alpha m/2)}")
@sabotage("|H| e^(-alpha t)", lambda count, half, gap: count * half ** -int(4 * gap))
@judged("<=")
def tail_on_one_good_hypothesis(bound=tail_bound):
    for k, m in product(range(2, 41), range(1, 41)):
        far = (k - 1) * Fraction(4, 5) ** m
        yield (k, m), far / (1 + far), bound(k - 1, Fraction(5, 4), Fraction(m, 2))

def refutes_tail_on_one_good_hypothesis(bound, k, m):
    law = from_scores({i: m * (i == 0) for i in range(k)}, Fraction(5, 4)).exact()
    return 1 - law[0] > bound(k - 1, Fraction(5, 4), Fraction(m, 2))
