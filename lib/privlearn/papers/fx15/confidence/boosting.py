"""FX15, Section 6: runs of confidence 1/2 on disjoint samples and a private selection, private and accurate."""

from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import ceil
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact import log_bracket
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.laws import hockey_stick
from privlearn.learners.lines import ratio_for
from privlearn.learners.lines.basic import ZERO
from privlearn.learners.lines.confidence import failure_bound
from privlearn.papers.fx15.confidence import claim
from privlearn.papers.fx15.confidence.accuracy import GRID, TINY
from privlearn.papers.fx15.confidence.failure import fails, fails_by_counts
from privlearn.papers.fx15.confidence.privacy import POINTS, RATIO, Run, run_law

PAIR_DELTA = Fraction(1, 10)


claim("FX15-6.improve", kind="proposition", section="6.1 A learner with poor dependence on delta",
      title="Confidence is boosted by runs on disjoint samples and a private selection",
      uses=("FX15-2.1", "FX15-2.2.dp", "FX15-C.EM"),
      erratum_kind="convention",
      erratum="The outline runs the learner of Lemma 6.2 with confidence delta = 1/2, which the lemma's range (0, 1/2) "
              "excludes. No harm is done: a run with a smaller delta will do; Appendix C takes epsilon/4 and 1/4.",
      note="The constants are ours. The law of the whole for small runs is judged at the claims of Appendix C.")


def pair_law(first: Run, second: Run) -> dict[Any, Fraction]:
    """Return the law of the answers of two independent runs."""
    left, right = run_law(first, PAIR_DELTA).exact(), run_law(second, PAIR_DELTA).exact()
    return {(g, h): a * b for g, a in left.items() for h, b in right.items()}


@check("FX15-6.improve", grade="exhaustive",
       quantifier="p = 2, two runs of four votes for the zero function and the four point functions, e^alpha = 9/4, "
                  "beta = 1/10: all votes, all changes of one vote, the law of the two answers",
       says="{the hockey stick of both answers at e^alpha} is at most {beta}")
@sabotage("both runs on the same sample", lambda first, other: first)
@judged("<=")
def runs_on_disjoint_samples_lose_no_more_than_one(second=lambda first, other: other):
    votes = list(combinations_with_replacement((ZERO, *POINTS), 4))
    others = [(ZERO,) * 4, (POINTS[0],) * 4, (POINTS[0], POINTS[0], POINTS[1], POINTS[2])]
    for first, (vote, other) in product(votes, product((ZERO, *POINTS), others)):
        changed = tuple(sorted((*first[1:], vote)))
        cost = hockey_stick(pair_law(first, second(first, other)), pair_law(changed, second(changed, other)), RATIO)
        yield (first, changed, other), cost[0], PAIR_DELTA

def refutes_runs_on_disjoint_samples_lose_no_more_than_one(second, first, changed, other):
    here, there = (pair_law(votes, second(votes, other)) for votes in (first, changed))
    return sum((max(w - RATIO * there.get(pair, 0), Fraction(0)) for pair, w in here.items()), Fraction(0)) > PAIR_DELTA


def outline(epsilon: Fraction, delta: Fraction, alpha: Fraction) -> tuple[int, int, Fraction]:
    """Return ``log2(2/delta)`` runs, ``7/(epsilon alpha) ln(2 k/delta)`` rows, and the error that they promise."""
    k = next(i for i in range(1, 999) if 2**i * delta >= 2)
    return k, ceil((log_bracket(2 * k / delta, 128) * 7 / (epsilon * alpha)).upper), epsilon


OUTLINES = (*GRID[:2], GRID[3], (HALF, QUARTER, HALF), TINY)


@check("FX15-6.improve", grade="certified",
       quantifier="the law of the learner whose runs have one good answer of error epsilon/2 and, with probability "
                  "1/2, a bad one each, of error 1.01 epsilon on the same points, for (epsilon, delta, alpha) = (0.4, "
                  "0.25, 0.49) and (1/2, 1/4, 1/2); the bound of the proof for these and (0.1, 0.25, 0.49), (0.2, "
                  "0.01, 0.49) and (0.1, 10^-60, 0.49)",
       says="{the failure of the boosted learner, and the bound on it} are at most {delta}")
@sabotage("m/32 rows", lambda e, d, a: (outline(e, d, a)[0], outline(e, d, a)[1] // 32, e))
@sabotage("one run", lambda e, d, a: (1, *outline(e, d, a)[1:]))
@sabotage("error epsilon/2", lambda e, d, a: (*outline(e, d, a)[:2], e / 2))
@judged("<=")
def runs_of_confidence_one_half_are_boosted(promise=outline):
    for e, d, a in OUTLINES:
        k, m, error = promise(e, d, a)
        if (e, d, a) in (OUTLINES[0], OUTLINES[3]):
            yield (e, d, a), fails(e / 2, error, a, k, m, HALF), d
        yield (e, d, a, "bound"), failure_bound(error, ratio_for(a / 2), k, m, HALF, e / 2 / error), d

def refutes_runs_of_confidence_one_half_are_boosted(promise, e, d, a):
    k, m, error = promise(e, d, a)
    return fails_by_counts(e / 2, error, a, k, m, HALF) > d * 1.001
