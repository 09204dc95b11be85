"""FX15, Appendix C and Section 6: the amplified learner is private; runs on disjoint samples are, too."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, permutations, product
from math import ceil
from typing import Any

from privlearn.checking import check, judged, sabotage
from privlearn.exact.formulas import Value, formula, ln, log2
from privlearn.exact.fractions import HALF, QUARTER
from privlearn.laws import Law, hockey_stick
from privlearn.learners.lines import released
from privlearn.learners.lines.basic import ZERO
from privlearn.learners.lines.confidence import amplified_law
from privlearn.papers.fx15.confidence import claim

RATIO = Fraction(9, 4)
ROOT = Fraction(3, 2)
TEST_BETA = Fraction(1, 25)
BLOCKS = 7
POINTS = tuple((1, x, y) for x in (0, 1) for y in (0, 1))
Run = tuple[Any, ...]


@cache
def run_law(votes: Run, delta: Fraction = TEST_BETA) -> Law:
    """Return the law of a run: blocks of one row each, so that a vote is a row of the sample."""
    return released(Counter(votes), RATIO, delta)


claim("FX15-C.privacy", kind="proposition",
      title="The amplified learner is (alpha, beta)-private: every row has one use",
      uses=("FX15-2.2.dp", "FX15-6.2.privacy", "FX15-C.alg", "FX15-C.EM"))


@cache
def whole_law(first: Run, second: Run, seen: Run) -> dict[Any, Fraction]:
    return amplified_law([run_law(first), run_law(second)], seen, 2, ROOT).exact()


def as_rows(votes: Run) -> Run:
    """Return rows that make these votes: a point labelled 1, or the origin labelled 0."""
    return tuple((0, 0, 0) if vote == ZERO else (*vote[1:], 1) for vote in votes)


@cache
def law_key(votes: Run):
    return tuple(sorted(run_law(votes).exact().items()))


def representatives() -> list[Run]:
    found: dict[Any, Run] = {}
    for votes in combinations_with_replacement((ZERO, *POINTS), BLOCKS):
        found.setdefault(law_key(votes), votes)
    return list(found.values())


def changes() -> list[tuple[Run, Run]]:
    """Return votes and votes with one of them changed, one pair for each pair of laws."""
    pairs: dict[Any, tuple[Run, Run]] = {}
    for votes in combinations_with_replacement((ZERO, *POINTS), BLOCKS):
        for gone, vote in product(sorted(set(votes)), (ZERO, *POINTS)):
            i = votes.index(gone)
            after = tuple(sorted((*votes[:i], *votes[i + 1:], vote)))
            if law_key(votes) != law_key(after):
                pairs.setdefault((law_key(votes), law_key(after)), (votes, after))
    return list(pairs.values())


SELECTION = tuple((x, y, label) for x in (0, 1) for y in (0, 1) for label in (0, 1))


@check("FX15-C.privacy", grade="exhaustive",
       quantifier="p = 2, two runs of seven votes for the zero function and the four point functions, e^alpha = "
                  "9/4, beta = 1/25: all pairs of laws that a changed vote can produce with one or two selection rows, "
                  "or a changed row with one",
       says="{the hockey stick of the selected answer at e^alpha} is at most {beta}",
       reason="Runs enter by their laws: votes with the same law count once.")
@sabotage("the selection sees the rows of the runs as well",
          lambda runs, rows: (*as_rows(runs[0]), *as_rows(runs[1]), *rows))
@judged("<=")
def selection_on_fresh_rows_adds_no_loss(seen=lambda runs, rows: rows):
    others = representatives()
    one, two = (tuple(combinations_with_replacement(SELECTION, n)) for n in (1, 2))
    for rows, other, (left, right) in product(one + two, others, changes()):
        here, there = (left, other, rows), (right, other, rows)
        yield (here, there), _cost(seen, here, there), TEST_BETA
    for first, second in combinations_with_replacement(others, 2):
        for row, changed in permutations(one, 2):
            here, there = (first, second, row), (first, second, changed)
            yield (here, there), _cost(seen, here, there), TEST_BETA


def _cost(seen, here, there) -> Fraction:
    laws = [whole_law(first, second, seen((first, second), rows)) for first, second, rows in (here, there)]
    return hockey_stick(laws[0], laws[1], RATIO)[0]


def refutes_selection_on_fresh_rows_adds_no_loss(seen, witness):
    laws = []
    for first, second, fresh in witness:
        law: dict[Any, Fraction] = {}
        for g, a in run_law(first).exact().items():
            for h, b in run_law(second).exact().items():
                rows = seen((first, second), fresh)
                right = {k: ROOT ** sum((k[1:] == (x, y)) == label for x, y, label in rows) for k in {g, h}}
                for k, w in right.items():
                    law[k] = law.get(k, Fraction(0)) + a * b * w / sum(right.values())
        laws.append(law)
    return sum((max(w - RATIO * laws[1].get(k, 0), Fraction(0)) for k, w in laws[0].items()), Fraction(0)) > TEST_BETA


PAIR_DELTA = Fraction(1, 10)


NAMES = {"epsilon": r"\eps"}
RANGE = ("0 < epsilon <= 1 / 2", "0 < delta <= 1 / 2", "0 < alpha <= 1 / 2")
TRIED = {"epsilon": (Fraction(1, 100), HALF, Fraction(3, 5)), "delta": (HALF, Fraction(1, 10**60), Fraction(2, 3)),
         "alpha": (Fraction(1, 100), HALF, Fraction(100))}


@formula("rows", where=RANGE[1:2], corners={"delta": (HALF, QUARTER, Fraction(1, 10**60), Fraction(2, 3))},
         loose={"0 < delta <= 1 / 2": "the number would do for every delta"})
def runs_of_one_half(delta: Value) -> Value:
    return ceil(log2(2 / delta))


@formula("rows", where=RANGE, tex=NAMES, corners={**TRIED, "k": (2, 201)},
         loose=dict.fromkeys(("2", "2 * k"), "7 leaves some room for the union over the runs")
         | dict.fromkeys(RANGE[:2], "the range of the paper, which the proof does not need"))
def rows_of_one_half(epsilon: Value, delta: Value, alpha: Value, k: int) -> Value:
    return ceil(7 / (epsilon * alpha) * ln(2 * k / delta))


claim("FX15-6.improve", kind="proposition", section="6.1 A learner with poor dependence on delta",
      formulas=(runs_of_one_half, rows_of_one_half),
      title="Confidence is boosted by runs on disjoint samples and a private selection",
      uses=("FX15-2.1", "FX15-2.2.dp", "FX15-C.EM", "FX15-C.privacy"), erratum_kind="convention",
      erratum="The outline runs the learner of Lemma 6.2 with confidence delta = 1/2, which the lemma's range (0, 1/2) "
              "excludes. No harm is done: a run with a smaller delta will do; Appendix C takes epsilon/4 and 1/4.",
      note="The constants are ours. The law of the whole for small runs is judged at the claims of Appendix C.")


def pair_law(first: Run, second: Run) -> dict[Any, Fraction]:
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
