"""FX15, Appendix C: the exponential mechanism over hypotheses, the amplified learner, its privacy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement, product
from typing import Any

from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, point_functions, thresholds
from privlearn.exact import exp_bracket, log_bracket
from privlearn.laws import Law, hockey_stick
from privlearn.learners.lines import (
    ZERO,
    amplification_runs,
    amplified_law,
    amplified_plan,
    enough_runs,
    released,
)
from privlearn.mechanisms import (
    audit_pure,
    from_scores,
    labelled_rows,
    multiset_databases,
    refutes_pure,
    replace_one_unordered,
)

PAGE = "communication/confidence"
SECTION = "Appendix C"
ROOTS = (Fraction(81, 64), Fraction(25, 16))  # e^(alpha/2) for alpha = 0.471 and 0.893; squares of 9/8 and 5/4
CLASSES = {"thresholds on 4 points": thresholds(2), "points on 4 points": point_functions(4)}

claim("FX15-C.EM", kind="algorithm", section=SECTION, page=PAGE,
      title="The exponential mechanism over hypotheses, by right or by wrong rows", uses=("FX15-2.2.dp",))


def correct_rows(root: Fraction, right: int, wrong: int) -> tuple[Fraction, int]:
    """Return the weight ``root ** right``, as base and exponent."""
    return root, right


def mechanism(weigh: Callable, concepts: ConceptClass, root: Fraction) -> Callable[[Any], Law]:
    """Return the mechanism that weighs each hypothesis by its right and wrong rows."""
    def law(database: Any) -> Law:
        wrong = [sum(h[x] != y for x, y in database) for h in concepts.rows()]
        weights = [weigh(root, len(database) - w, w) for w in wrong]
        return from_scores({i: exponent for i, (_, exponent) in enumerate(weights)}, weights[0][0])

    return law


def databases(rows: int) -> Iterator[Any]:
    """Yield the multisets of labelled rows on four points."""
    return iter(multiset_databases(labelled_rows(4), rows))


@check("FX15-C.EM", grade="exhaustive",
       quantifier="thresholds and points on 4 points, n = 1, 2, 3: all multisets of rows, all replacements and "
                  "outcomes; "
                  "e^(alpha/2) = 81/64 and 25/16",
       reason="Rational ratios, alpha = 0.471 and 0.893, in place of 1/2 and 1, so that all laws are rational.",
       fingerprint=lambda weigh: weigh(ROOTS[0], 2, 1))
def ratio_is_at_most_the_promise(weigh=correct_rows) -> Verdict:
    found = [((name, root, n), audit_pure(mechanism(weigh, concepts, root), databases(n), replace_one_unordered))
             for name, concepts in CLASSES.items() for root in ROOTS for n in (1, 2, 3)]
    verdict = judge("<", (((*case, *audit.witness), audit.exp_epsilon, case[1] ** 2) for case, audit in found))
    return counted(verdict, sum(audit.pairs for _, audit in found))


@ratio_is_at_most_the_promise.verifier
def _(weigh, witness):
    name, root, _, *pair = witness
    return refutes_pure(tuple(pair), mechanism(weigh, CLASSES[name], root), root**2)

ratio_is_at_most_the_promise.sabotage("weights e^(alpha q)", lambda root, right, wrong: (root**2, right))


@check("FX15-C.EM", grade="exhaustive",
       quantifier="thresholds and points on 4 points, n = 1, 2, 3: all multisets of rows; e^(alpha/2) = 81/64 and "
                  "25/16",
       fingerprint=lambda weigh: weigh(ROOTS[0], 2, 1))
def both_weights_give_the_same_law(weigh=lambda root, right, wrong: (1 / root, wrong)) -> Verdict:
    return judge("==", (((name, root, database), mechanism(weigh, concepts, root)(database).exact(),
                         mechanism(correct_rows, concepts, root)(database).exact())
                        for name, concepts in CLASSES.items() for root in ROOTS for n in (1, 2, 3)
                        for database in databases(n)))


@both_weights_give_the_same_law.verifier
def _(weigh, witness):
    name, root, database = witness
    rows = CLASSES[name].rows()
    weights = [root ** sum(h[x] == y for x, y in database) for h in rows]
    law = mechanism(weigh, CLASSES[name], root)(database).exact()
    return [law[i] for i in range(len(rows))] != [w / sum(weights) for w in weights]

both_weights_give_the_same_law.sabotage("e^(+alpha err/2): the sign is lost", lambda root, right, wrong: (root, wrong))


claim("FX15-C.1", kind="theorem", section=SECTION, page=PAGE,
      title="The exponential mechanism is private and seldom far from the best", uses=("FX15-C.EM",),
      note="Privacy is checked with the mechanism. The bound is checked with the number of hypotheses that are beyond "
           "the "
           "gap in place of all, which is stronger.")

GAPS = (Fraction(1, 2), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(3))


def tail_bound(count: int, half: Fraction, gap: Fraction) -> Fraction:
    """Return ``count e^(-alpha gap/2)`` for ``half = e^(alpha/4)`` and twice the gap an integer."""
    return count * half ** -int(2 * gap)


HALVES = (Fraction(9, 8), Fraction(5, 4))


def beyond_the_gap(concepts: ConceptClass, database: Any, half: Fraction, gap: Fraction) -> tuple[Fraction, int]:
    """Return the probability of a score below the best less the gap, and the number of such hypotheses."""
    scores = [sum(h[x] == y for x, y in database) for h in concepts.rows()]
    law = from_scores(dict(enumerate(scores)), half**2).exact()
    behind = [i for i, score in enumerate(scores) if score < max(scores) - gap]
    return sum((law[i] for i in behind), Fraction(0)), len(behind)


@check("FX15-C.1", grade="exhaustive",
       quantifier="thresholds and points on 4 points, n = 1, 2, 3: all multisets of rows; e^(alpha/2) = 81/64 and "
                  "25/16; "
                  "t in {1/2, 1, 3/2, 2, 3}",
       fingerprint=lambda bound: bound(4, HALVES[0], Fraction(2)))
def tail_is_within_the_bound(bound=tail_bound) -> Verdict:
    return judge("<=", (((name, database, half, gap), *_both_sides(bound, concepts, database, half, gap))
                        for name, concepts in CLASSES.items() for half in HALVES for gap in GAPS
                        for n in (1, 2, 3) for database in databases(n)))


def _both_sides(bound: Callable, concepts: ConceptClass, database: Any, half: Fraction, gap: Fraction) -> tuple[Any, Any]:
    chance, behind = beyond_the_gap(concepts, database, half, gap)
    return chance, bound(behind, half, gap)


@tail_is_within_the_bound.verifier
def _(bound, witness):
    name, database, half, gap = witness
    right = [sum(h[x] == y for x, y in database) for h in CLASSES[name].rows()]
    weights = [half ** (2 * k) for k in right]
    lost = [w for w, k in zip(weights, right, strict=True) if k < max(right) - gap]
    return bool(sum(lost) / sum(weights) > bound(len(lost), half, gap))

tail_is_within_the_bound.sabotage(
    "e^(-2 alpha t), four times the exponent", lambda count, half, gap: count * half ** -int(8 * gap))


@check("FX15-C.1", grade="exact",
       quantifier="K hypotheses, one right on all m rows and the others wrong on all, e^(alpha/2) = 5/4: K = 2, ..., "
                  "40, "
                  "m = 1, ..., 40, t just below m",
       fingerprint=lambda bound: bound(4, HALVES[0], Fraction(2)))
def tail_on_one_good_hypothesis(bound=tail_bound) -> Verdict:
    def cases() -> Iterator[Any]:
        for k, m in product(range(2, 41), range(1, 41)):
            far = (k - 1) * Fraction(4, 5) ** m
            yield (k, m), far / (1 + far), bound(k - 1, Fraction(5, 4), Fraction(m, 2))

    return judge("<=", cases())


@tail_on_one_good_hypothesis.verifier
def _(bound, witness):
    k, m = witness
    law = from_scores({i: m * (i == 0) for i in range(k)}, Fraction(5, 4)).exact()
    return 1 - law[0] > bound(k - 1, Fraction(5, 4), Fraction(m, 2))

tail_on_one_good_hypothesis.sabotage("|H| e^(-alpha t)", lambda count, half, gap: count * half ** -int(4 * gap))


claim("FX15-C.alg", kind="algorithm", section=SECTION, page=PAGE,
      title="Confidence amplification: k runs at confidence 1/4, then a selection on m fresh rows",
      uses=("FX15-6.2", "FX15-6.2.overall", "FX15-C.EM"),
      erratum="k is no integer in general and is rounded up. The logarithm in m is to base 2, as elsewhere in the "
              "paper; "
              "with the natural one the failure exceeds delta for tiny delta (see the union bound). All k runs fail "
              "with "
              "probability (1/4)^k, not (3/4)^k, so log_4(2/delta) runs are enough.")

DELTAS = (Fraction(1, 20), Fraction(1, 4), Fraction(49, 100))
ERRORS, PRIVACY = (Fraction(1, 10), Fraction(1, 5), Fraction(2, 5)), (Fraction(1, 4), Fraction(49, 100))
SETTINGS = tuple(product(ERRORS, DELTAS, PRIVACY))


@check("FX15-C.alg", grade="certified",
       quantifier="epsilon in {0.1, 0.2, 0.4}, delta in {0.05, 0.25, 0.49}, alpha in {0.25, 0.49}, beta = 1/100: k "
                  "and m "
                  "are the least integers that are at least the printed numbers",
       fingerprint=lambda plan: [plan(e, d, a, Fraction(1, 100)).rows for e, d, a in SETTINGS])
def numbers_are_the_printed_ones_rounded_up(plan: Any = amplified_plan) -> Verdict:
    def cases() -> Iterator[Any]:
        for e, d, a in SETTINGS:
            made = plan(e, d, a, Fraction(1, 100))
            runs = log_bracket(2 / d, 128) / log_bracket(Fraction(4, 3), 128)
            rows = log_bracket(4 * made.runs / d, 128) / log_bracket(2, 128) * 16 / (e * a)
            whole = (-(-(runs.upper * 10**20 // 1) // 10**20), -(-(rows.lower * 10**20 // 1) // 10**20))
            total = made.runs * max(made.run.block_sizes) * made.run.blocks + made.selection
            yield (e, d, a), (made.runs, made.selection, made.rows), (*whole, total)

    return judge("==", cases())


@numbers_are_the_printed_ones_rounded_up.verifier
def _(plan, witness):
    e, d, a = witness
    made = plan(e, d, a, Fraction(1, 100))
    fits = 4**made.runs * d >= 2 * 3**made.runs and 4 ** (made.runs - 1) * d < 2 * 3 ** (made.runs - 1)
    nats = e * a * made.selection / 16 * log_bracket(2, 128)  # to be at least ln(4 k/delta), and not with one row less
    target, step = 4 * made.runs / d, e * a / 16 * log_bracket(2, 128)
    return not (fits and exp_bracket(nats, 128).upper >= target and exp_bracket(nats - step, 128).lower < target)

numbers_are_the_printed_ones_rounded_up.sabotage(
    "delta in place of epsilon in m", lambda e, d, a, b: amplified_plan(d, d, a, b))


claim("FX15-C.hit", kind="inequality", section=SECTION, page=PAGE, step_of="FX15-C.alg",
      title="Some run is accurate", uses=("FX15-6.2",))


@check("FX15-C.hit", grade="exact", quantifier="delta = 10^-j for j = 1, ..., 30 and k/100 for k = 1, ..., 49",
       fingerprint=lambda runs: [runs(Fraction(1, 10**j)) for j in range(1, 31)])
def all_runs_fail_with_at_most_half_of_delta(runs: Any = amplification_runs) -> Verdict:
    deltas = (*(Fraction(1, 10**j) for j in range(1, 31)), *(Fraction(k, 100) for k in range(1, 50)))
    return judge("<=", ((delta, Fraction(3, 4) ** runs(delta), delta / 2) for delta in deltas))


@all_runs_fail_with_at_most_half_of_delta.verifier
def _(runs, delta):
    failing = Fraction(2)
    for _ in range(runs(delta)):
        failing -= failing / 4
    return failing > delta

all_runs_fail_with_at_most_half_of_delta.sabotage(
    "ceil(ln(1/delta)) runs", lambda delta: -((-log_bracket(1 / delta).upper) // 1))
all_runs_fail_with_at_most_half_of_delta.sabotage("one run less", lambda delta: amplification_runs(delta) - 1)


@check("FX15-C.hit", grade="exact", quantifier="the same delta: log_4(2/delta) runs are enough, and one less is not",
       fingerprint=lambda runs: [runs(Fraction(1, 10**j)) for j in range(1, 31)])
def fewer_runs_are_enough(runs: Any = enough_runs) -> Verdict:
    deltas = (*(Fraction(1, 10**j) for j in range(1, 31)), *(Fraction(k, 100) for k in range(1, 50)))
    return judge("==", ((d, (Fraction(1, 4) ** runs(d) <= d / 2, Fraction(1, 4) ** (runs(d) - 1) > d / 2), (True, True))
                        for d in deltas))


@fewer_runs_are_enough.verifier
def _(runs, delta):
    goal, least = 2 / delta, 0
    while 4**least < goal:
        least += 1
    return runs(delta) != least

fewer_runs_are_enough.sabotage("the printed number", amplification_runs)


claim("FX15-C.privacy", kind="proposition", section=SECTION, page=PAGE,
      title="The amplified learner is (alpha, beta)-private: every row has one use",
      uses=("FX15-2.2.dp", "FX15-6.2.privacy", "FX15-C.alg", "FX15-C.EM"))

RATIO, ROOT, TEST_BETA, BLOCKS = Fraction(9, 4), Fraction(3, 2), Fraction(1, 25), 7
POINTS = tuple((1, x, y) for x in (0, 1) for y in (0, 1))
Run = tuple[Any, ...]


@cache
def run_law(votes: Run) -> Law:
    """Return the law of a run: blocks of one row each, so that a vote is a row of the sample."""
    return released(Counter(votes), RATIO, TEST_BETA)


@cache
def whole_law(first: Run, second: Run, seen: Run) -> dict[Any, Fraction]:
    """Return the law of the selection among the answers of two runs."""
    return amplified_law([run_law(first), run_law(second)], seen, 2, ROOT).exact()


def as_rows(votes: Run) -> Run:
    """Return rows that make these votes: a point labelled 1, or the origin labelled 0."""
    return tuple((0, 0, 0) if vote == ZERO else (*vote[1:], 1) for vote in votes)


@cache
def law_key(votes: Run) -> Any:
    """Return the law of a run as a value that can be compared."""
    return tuple(sorted(run_law(votes).exact().items()))


def representatives() -> list[Run]:
    """Return one vector of votes for each law of a run."""
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
       quantifier="p = 2, two runs of four votes for the zero function and the four point functions, one selection "
                  "row, "
                  "e^alpha = 9/4, beta = 1/25: all pairs of laws that a changed vote or a changed row can produce",
       reason="Runs enter by their laws: votes with the same law count once.",
       fingerprint=lambda seen: seen(((ZERO,) * BLOCKS, (POINTS[0],) * BLOCKS), (SELECTION[0],)))
def selection_on_fresh_rows_adds_no_loss(seen=lambda runs, rows: rows) -> Verdict:
    def cases() -> Iterator[Any]:
        others = representatives()
        for (left, right), other, row in product(changes(), others, SELECTION):
            here, there = (left, other, row), (right, other, row)
            yield (here, there), _cost(seen, here, there), TEST_BETA
        for first, second in combinations_with_replacement(others, 2):
            for row, changed in product(SELECTION, repeat=2):
                here, there = (first, second, row), (first, second, changed)
                yield (here, there), _cost(seen, here, there), TEST_BETA

    return judge("<=", cases())


def _cost(seen: Callable, here: Any, there: Any) -> Fraction:
    laws = [whole_law(first, second, seen((first, second), (row,))) for first, second, row in (here, there)]
    return hockey_stick(laws[0], laws[1], RATIO)[0]


@selection_on_fresh_rows_adds_no_loss.verifier
def _(seen, witness):
    laws = []
    for first, second, row in witness:
        law: dict[Any, Fraction] = {}
        for g, a in run_law(first).exact().items():
            for h, b in run_law(second).exact().items():
                rows = seen((first, second), (row,))
                right = {k: ROOT ** sum((k[1:] == (x, y)) == label for x, y, label in rows) for k in {g, h}}
                for k, w in right.items():
                    law[k] = law.get(k, Fraction(0)) + a * b * w / sum(right.values())
        laws.append(law)
    return sum((max(w - RATIO * laws[1].get(k, 0), Fraction(0)) for k, w in laws[0].items()), Fraction(0)) > TEST_BETA

selection_on_fresh_rows_adds_no_loss.sabotage(
    "the selection sees the rows of the runs as well", lambda runs, rows: (*as_rows(runs[0]), *as_rows(runs[1]), *rows))
