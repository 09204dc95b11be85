"""FX15, Appendix C and Section 6: the amplified learner is private; runs on disjoint samples are, too."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product
from math import ceil
from typing import Any, NamedTuple

from privlearn.checking import check, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
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
      uses=("FX15-2.2.dp", "FX15-6.2.privacy", "FX15-C.1", "FX15-C.alg"))


class Runs(NamedTuple):
    """The votes in one run, before and after a change, and in the other; what samples they have, and the privacy."""

    before: Run
    after: Run
    other: Run
    runs: str = "have samples of their own"
    selection: str = "has fresh rows"
    run_beta: Fraction = TEST_BETA
    root: Fraction = ROOT

    @property
    def labels(self) -> dict[str, str]:
        return {"root": "e^(alpha/2) in the selection", "run_beta": "beta of the runs"}

    def whole(self, votes: Run, rows: Run) -> dict[Any, Fraction]:
        """Return the law of the answer, with these votes in the first run and these rows to select by."""
        second = self.other if self.runs == "have samples of their own" else votes
        seen = rows if self.selection == "has fresh rows" else (*as_rows(votes), *as_rows(second), *rows)
        return answer(votes, second, seen, self.run_beta, self.root)

    def cost(self, *changed: tuple[Run, Run]) -> Fraction:
        """Return the larger hockey stick of two wholes, each given by votes and rows."""
        here, there = (self.whole(*one) for one in changed)
        return both_ways(here, there)


def both_ways(here: dict[Any, Fraction], there: dict[Any, Fraction]) -> Fraction:
    return max(hockey_stick(here, there, RATIO)[0], hockey_stick(there, here, RATIO)[0])


@cache
def answer(first: Run, second: Run, seen: Run, beta: Fraction, root: Fraction) -> dict[Any, Fraction]:
    return amplified_law([run_law(first, beta), run_law(second, beta)], seen, 2, root).exact()


def as_rows(votes: Run) -> Run:
    """Return rows that make these votes: a point labelled 1, or the origin labelled 0."""
    return tuple((0, 0, 0) if vote == ZERO else (*vote[1:], 1) for vote in votes)


@cache
def law_key(votes: Run):
    return tuple(sorted(run_law(votes).exact().items()))


SELECTION = tuple((x, y, label) for x in (0, 1) for y in (0, 1) for label in (0, 1))
ONE, TWO = (tuple(combinations_with_replacement(SELECTION, n)) for n in (1, 2))


@cache
def changed_votes() -> list[Runs]:
    """Return votes with one changed, a pair for each two laws up to renaming the points, and all others."""
    others: dict[Any, Run] = {}
    pairs: dict[Any, tuple[Run, Run]] = {}
    for votes in combinations_with_replacement((ZERO, *POINTS), BLOCKS):
        others.setdefault(law_key(votes), votes)
        for gone, vote in product(sorted(set(votes)), (ZERO, *POINTS)):
            i = votes.index(gone)
            after = tuple(sorted((*votes[:i], *votes[i + 1:], vote)))
            laws = law_key(votes), law_key(after)
            if laws[0] < laws[1] and {h for law in laws for h, _ in law} - {ZERO} in ({POINTS[0]}, {*POINTS[:2]}):
                pairs.setdefault(laws, (votes, after))
    return [Runs(*pair, other) for pair in pairs.values() for other in reversed(others.values())]


@proof("FX15-C.privacy", grade="exhaustive", instances=changed_votes, start=lambda: changed_votes()[0],
       quantifier="p = 2, two runs of seven votes for the zero function and the four point functions, e^alpha = 9/4, "
                  "beta = 1/25: all pairs of laws that a changed vote can produce, in both directions and up to "
                  "renaming the points, with one or two selection rows, or a changed row with one",
       steps={"runs": "{the hockey stick of the run's answer at e^alpha} is at most {beta}",
              "rest": "{the hockey stick of the selected answer} is at most {that of the run's answer}",
              "choice": "{the hockey stick if a selection row changes} is at most {0}",
              "conclusion": "{the hockey stick of the selected answer at e^alpha} is at most {beta}"},
       hypotheses=(
           Hypothesis("the runs are (alpha, beta)-private", {"run_beta": QUARTER}, ("runs", "conclusion")),
           Hypothesis("the selection has rows of its own", {"selection": "has the rows of the runs, too"},
                      ("rest", "conclusion")),
           Hypothesis("the runs have samples of their own", {"runs": "share a sample"}, ("rest", "conclusion")),
           Hypothesis("the selection is alpha-private", {"root": RATIO**2}, ("choice", "conclusion"))))
def every_row_has_one_use(given: Runs) -> Iterator[Line]:
    laws = [run_law(votes, given.run_beta).exact() for votes in (given.before, given.after)]
    yield Line("runs", "<=", own := both_ways(*laws), TEST_BETA)
    rows = max(ONE + TWO, key=lambda rows: given.cost((given.before, rows), (given.after, rows)))
    most = given.cost((given.before, rows), (given.after, rows))
    yield Line("rest", "<=", most, own, ("rows", rows), len(ONE + TWO))
    row, changed = max(combinations(ONE, 2), key=lambda pair: cost_of_a_row(given._replace(after=()), *pair))
    lost = cost_of_a_row(given._replace(after=()), row, changed)
    yield Line("choice", "<=", lost, 0, (row, changed), 28)
    yield Line("conclusion", "<=", max(most, lost), TEST_BETA, joined=len(ONE + TWO) + 28)


@cache
def cost_of_a_row(given: Runs, row: Run, changed: Run) -> Fraction:
    return given.cost((given.before, row), (given.before, changed))


def refutes_every_row_has_one_use(given: Runs, step: str, case: Any) -> bool:
    """Tell whether some rows cost too much: the law of the whole is written out, for the two answers."""

    def law(votes: Run, rows: Run) -> dict[Any, Fraction]:
        second = given.other if given.runs == "have samples of their own" else votes
        seen = rows if given.selection == "has fresh rows" else (*as_rows(votes), *as_rows(second), *rows)
        found: dict[Any, Fraction] = {}
        runs = (run_law(one, given.run_beta).exact().items() for one in (votes, second))
        for (g, a), (h, b) in product(*runs):
            right = {k: given.root ** sum((k[1:] == (x, y)) == label for x, y, label in seen) for k in {g, h}}
            for k, w in right.items():
                found[k] = found.get(k, Fraction(0)) + a * b * w / sum(right.values())
        return found

    def excess(p: dict[Any, Fraction], q: dict[Any, Fraction]) -> Fraction:
        return sum((max(w - RATIO * q.get(k, 0), Fraction(0)) for k, w in p.items()), Fraction(0))

    votes = given.before, given.after
    own = max(excess(*(run_law(one, given.run_beta).exact() for one in pair)) for pair in (votes, votes[::-1]))
    most = max(excess(law(one, rows), law(two, rows)) for one, two in (votes, votes[::-1]) for rows in ONE + TWO)
    lost = max(excess(law(votes[0], row), law(votes[0], changed)) for row, changed in permutations(ONE, 2))
    return {"runs": own > TEST_BETA, "rest": most > own, "choice": lost > 0,
            "conclusion": max(most, lost) > TEST_BETA}[step]


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
