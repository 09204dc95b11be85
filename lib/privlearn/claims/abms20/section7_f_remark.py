"""ABMS20, Section 7: the assembly of Theorem 7.1, and Remark 7.4 (subsampling, amplification)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from math import comb
from typing import Any

from privlearn.claims.abms20.section7_b_algorithm import PAGE, ROWS, SECTION, constant_response
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import ConceptClass, all_functions, initial_segments
from privlearn.exact import Bracket, exp_bracket
from privlearn.exact.minimax import MinimaxProgram, solve
from privlearn.laws import Law, uniform_range
from privlearn.learners.confidence_selection import chosen_answer_law
from privlearn.learners.relabeling import error_count, relabel_law
from privlearn.learners.relabeling.agnostic import private_agnostic_law
from privlearn.learners.relabeling.closure_learner import closure_learn_law
from privlearn.mechanisms import multiset_databases
from privlearn.mechanisms.neighbours import Database

claim("ABMS20-7.1.proof", kind="remark", section=SECTION, page=PAGE, step_of="ABMS20-7.1",
      title="Assembly of Theorem 7.1", uses=("ABMS20-7.2", "ABMS20-7.3"),
      erratum="The privacy part uses Lemma 7.2 in the form that its proof shows, (O(1), O(delta)).")


def printed_total(k: int, dimension: int, logarithm: int) -> int:
    """Return ``k^3 VC + k^2 ln(k/beta)``, times alpha^2."""
    return k**3 * dimension + k**2 * logarithm


@check("ABMS20-7.1.proof", grade="exact",
       quantifier="k <= 20, VC and ln(k/beta) <= 20: k times the printed size of a step is the printed total",
       fingerprint=lambda total: total(3, 5, 7))
def steps_sum_to_the_printed_total(total=printed_total) -> Verdict:
    return judge("==", (((k, d, n), sum(k**2 * d + k * n for _ in range(k)), total(k, d, n))
                        for k, d, n in product(range(1, 21), repeat=3)))


@steps_sum_to_the_printed_total.verifier
def _(total, witness):
    k, d, n = witness
    return k * k * (k * d + n) != total(k, d, n)

steps_sum_to_the_printed_total.sabotage(
    "one factor k forgotten", lambda k, dimension, logarithm: k**2 * dimension + k * logarithm)


BASE = constant_response(Fraction(5, 2))


def closure_of_one(concepts: ConceptClass, data: Database, other: Database) -> Law:
    """Return the law of h_1 of the closure learner for the identity rule and one class on 2 points."""
    return closure_learn_law(2, (concepts,), (BASE,), ((data, other),), Fraction(9, 4)).map(lambda found: found[0])


@check("ABMS20-7.1.proof", grade="exhaustive",
       quantifier="k = 1 and the identity, 2 points, all 220 multisets D of nine rows: thresholds with T at one point, "
                  "thresholds and all functions with T at both: the law is that of A_PrivateAgnostic",
       fingerprint=lambda whole: whole(initial_segments(2), ((0, 1),) * 9, ((1, 0),) * 9).exact())
def one_class_is_agnostic_learning(whole=closure_of_one) -> Verdict:
    one, both = ((0, 0),) * 9, ((0, 0),) * 4 + ((1, 1),) * 5
    settings = ((initial_segments(2), one), (initial_segments(2), both), (all_functions(2), both))
    return judge("==", (((tuple(c.rows()), data, other), whole(c, data, other).exact(),
                         private_agnostic_law(c, BASE, data, other, Fraction(9, 4), 1).exact())
                        for c, other in settings for data in multiset_databases(ROWS, 9)))


@one_class_is_agnostic_learning.verifier
def _(whole, witness):
    rows, data, other = witness
    points, total, ones = sorted({x for x, _ in (*data, *other)}), Fraction(0), Fraction(0)
    for pattern in {tuple(h[x] for x in points) for h in rows}:
        value = dict(zip(points, pattern, strict=True))
        weight = Fraction(2, 3) ** sum(value[x] != y for x, y in data)
        total += weight
        ones += weight * Fraction(sum(value[x] for x, _ in data), 9)
    law = whole(ConceptClass.from_matrix(rows), data, other).exact()
    return law.get((1, 1), 0) != Fraction(2, 7) + Fraction(3, 7) * ones / total


@one_class_is_agnostic_learning.sabotage("the score counts the rows of T as well")
def _():
    def whole(concepts: ConceptClass, data: Database, other: Database) -> Law:
        changed = relabel_law(concepts, error_count, data + other, (), Fraction(9, 4))
        return changed.then(lambda pair: uniform_range(9).then(lambda k: BASE((pair[0][k],))))

    return whole


claim("ABMS20-7.4.eps", kind="remark", section=SECTION, page=PAGE, title="Reducing epsilon by subsampling",
      uses=("ABMS20-7.2",))


def subsampled_ratio(n: int, m: int, exp_epsilon: Fraction) -> Fraction:
    """Return ``1 + (m/n)(e^eps - 1)``, for m of n rows drawn without replacement."""
    return 1 + Fraction(m, n) * (exp_epsilon - 1)


@check("ABMS20-7.4.eps", grade="exhaustive",
       quantifier="m <= 4, n <= 12, e^eps0 in {3, 11, 55}: the ratio of a mechanism that says with odds e^eps0 whether "
                  "the distinguished row was drawn, over all subsets",
       reason="One extremal mechanism: it says 1 with probability 1/(1 + c) times 1 or e^eps0.",
       fingerprint=lambda ratio: ratio(5, 2, Fraction(3)))
def subsampling_formula_is_attained(ratio=subsampled_ratio) -> Verdict:
    def cases() -> Iterator[Any]:
        for n in range(1, 13):
            for m in range(1, min(n, 4) + 1):
                drawn = [0 in chosen for chosen in combinations(range(n), m)]
                for c in map(Fraction, (3, 11, 55)):
                    with_row = sum((c if hit else Fraction(1)) / (1 + c) for hit in drawn) / len(drawn)
                    yield (n, m, c), with_row / (1 / (1 + c)), ratio(n, m, c)

    return judge("==", cases())


@subsampling_formula_is_attained.verifier
def _(ratio, witness):
    n, m, c = witness
    hit = 1 - Fraction(1)
    for k in range(m):
        hit += (1 - hit) / (n - k)
    return hit * c + 1 - hit != ratio(n, m, c)

subsampling_formula_is_attained.sabotage("epsilon times m/n, to first order in e^eps - 1 without the 1",
    lambda n, m, exp_epsilon: Fraction(m, n) * exp_epsilon)


def subsampled_program(n: int, m: int, exp_epsilon: Fraction, allowed: Fraction, delta: Fraction) -> MinimaxProgram:
    """Return "least 1 - (P - allowed Q)" over all private events of m drawn rows.

    The databases are the rows 0, 2, ..., n and 1, 2, ..., n, all different; P and Q are the chances of the event on
    m rows of the first and of the second.  Events have probabilities on all m-subsets of 0, ..., n.
    """
    drawn = list(combinations(range(n + 1), m))
    place, one = {s: 2 * k for k, s in enumerate(drawn)}, 2 * len(drawn)  # then its complement; then the constant 1
    pairs = [(s, t) for s, t in product(drawn, repeat=2) if len({*s, *t}) == m + 1]
    task: dict[int, Fraction] = {}
    share = Fraction(1, comb(n, m))
    for s in drawn:  # the loss is (complement of the event on the first) + allowed (event on the second)
        task[place[s]], task[place[s] + 1] = allowed * share * (0 not in s), share * (1 not in s)
    if not delta:
        asked = [(place[s] + o, place[t] + o, exp_epsilon) for s, t in pairs for o in (0, 1)]
        return MinimaxProgram((2,) * len(drawn), (task,), tuple(asked))
    asked = []
    for k, (s, t) in enumerate(pairs):  # the smaller of p_s(o) and c p_t(o), added over o, is at least 1 - delta
        part = one + 1 + 3 * k
        asked += [(part + o, place[s] + o, Fraction(1)) for o in (0, 1)]
        asked += [(part + o, place[t] + o, exp_epsilon) for o in (0, 1)] + [(part + 2, one, delta)]
    return MinimaxProgram((2,) * len(drawn) + (1,) + (3,) * len(pairs), (task,), tuple(asked))


PROGRAMS = tuple((n, m, Fraction(c), delta) for delta, most in ((Fraction(0), 6), (Fraction(1, 10), 4))
                 for n in range(1, most + 1) for m in range(1, min(n, 3) + 1) for c in (3, 55))


@check("ABMS20-7.4.eps", grade="certified",
       quantifier="all private events of m drawn rows (LP over their probabilities on all m-subsets, dual verified in "
                  "rationals): m <= 3, e^eps0 in {3, 55}, delta = 0 and n <= 6, delta = 1/10 and n <= 4: for r = 1 + "
                  "(m/n)(e^eps0 - 1) the maximum of P - r Q is at most (m/n) delta",
       reason="Databases with equal rows are images of those with different rows. The page proves the bound for all n.",
       fingerprint=lambda ratio: ratio(5, 2, Fraction(3)))
def no_private_event_exceeds_the_ratio(ratio=subsampled_ratio) -> Verdict:
    def cases() -> Iterator[Any]:
        for n, m, c, delta in PROGRAMS:
            found = solve(subsampled_program(n, m, c, ratio(n, m, c), delta))
            yield (n, m, c, delta), Bracket(1 - found.upper, 1 - found.lower), Fraction(m, n) * delta

    return judge("<=", cases())


@no_private_event_exceeds_the_ratio.verifier
def _(ratio, witness):
    n, m, c, _ = witness  # the answer "the first row was drawn", with chance c/(1 + c) if so, else 1/(1 + c)
    chances = [sum((c if first in s else Fraction(1)) / (1 + c) for s in combinations(range(n), m)) for first in (0, n)]
    return chances[0] > ratio(n, m, c) * chances[1]

no_private_event_exceeds_the_ratio.sabotage(
    "the chance of a row taken to be m/(n + 1)", lambda n, m, exp_epsilon: 1 + Fraction(m, n + 1) * (exp_epsilon - 1))


TARGETS = tuple(product((Fraction(4), Fraction(64, 25)), (Fraction(k, 100) for k in (1, 10, 50, 100))))


@check("ABMS20-7.4.eps", grade="certified",
       quantifier="eps0 in {4, 2.56}, eps in {0.01, 0.1, 0.5, 1}: n/m = (e^eps0 - 1)/eps rows suffice for eps",
       fingerprint=lambda inflation: inflation(Fraction(4), Fraction(1, 2)))
def rows_grow_by_one_over_epsilon(inflation=lambda start, eps: (exp_bracket(start) - 1) / eps) -> Verdict:
    return judge("<=", ((given, (exp_bracket(given[0]) - 1) / inflation(*given) + 1, exp_bracket(given[1]))
                        for given in TARGETS))


@rows_grow_by_one_over_epsilon.verifier
def _(inflation, witness):
    start, eps = witness
    series, term = Fraction(0), Fraction(1)
    for k in range(1, 30):
        series, term = series + term, term * start / k
    small = 1 + eps + eps**2  # above e^eps for eps at most 1
    return 1 + (series - 1) / inflation(start, eps) > small

rows_grow_by_one_over_epsilon.sabotage("n = m/eps", lambda start, eps: 1 / eps)


claim("ABMS20-7.4.boost", kind="remark", section=SECTION, page="closure/closure-accuracy",
      title="Amplifying the confidence",
      open_rest="Private boosting itself is cited, not built.")


def amplified_failure(runs: int, weight: Fraction) -> Fraction:
    """Return ``2^-t + t w``: no run succeeds, or a bad one of weight w is chosen."""
    return Fraction(1, 2**runs) + runs * weight


@check("ABMS20-7.4.boost", grade="exact",
       quantifier="t <= 4 runs that fail with probability 1/2, bad functions chosen with weight 2^-v "
                  "against 1, v <= 30: "
                  "all error patterns",
       reason="2^-v stands for exp(-eps alpha v / 2), the weight of a bad function in the exponential mechanism.",
       fingerprint=lambda bound: bound(3, Fraction(1, 8)))
def amplified_failure_is_at_most_the_bound(bound=amplified_failure) -> Verdict:
    def cases() -> Iterator[Any]:
        for t, v in product(range(1, 5), range(31)):
            w, total = Fraction(1, 2**v), Fraction(0)
            for bad in product((0, 1), repeat=t):
                total += Fraction(1, 2**t) * sum(bad) * w / (sum(bad) * w + t - sum(bad))
            yield (t, v), total, bound(t, w)

    return judge("<=", cases())


@amplified_failure_is_at_most_the_bound.verifier
def _(bound, witness):
    t, v = witness
    row = [1]
    for _ in range(t):
        row = [a + b for a, b in zip([0, *row], [*row, 0], strict=True)]
    chance = sum(Fraction(c, 2**t) * Fraction(j, j + (t - j) * 2**v) for j, c in enumerate(row))
    return chance > bound(t, Fraction(1, 2**v))

amplified_failure_is_at_most_the_bound.sabotage(
    "the choice is taken to be free of error", lambda runs, weight: Fraction(1, 2**runs))


def private_selection(blocks: tuple[Database, ...], validation: Database) -> Law:
    """Return the law of the answer chosen with e^epsilon = 9/4 among those of randomised response with 5/2."""
    return chosen_answer_law(BASE, blocks, validation, Fraction(9, 4))


def block_neighbours() -> Iterator[tuple[Any, Any]]:
    """Yield the ordered pairs of inputs, two blocks of one row and two validation rows, that differ in one row."""
    inputs = [((((a,), (b,)), (c, d))) for a, b, c, d in product(ROWS, repeat=4)]
    for blocks, validation in inputs:
        rows = [blocks[0][0], blocks[1][0], *validation]
        for place, row in product(range(4), ROWS):
            if row != rows[place]:
                new = [*rows[:place], row, *rows[place + 1:]]
                yield (blocks, validation), (((new[0],), (new[1],)), (new[2], new[3]))


@check("ABMS20-7.4.boost", grade="exhaustive",
       quantifier="two blocks of one row, two validation rows, on 2 points; learner 5/2, choice 9/4: all 3072 ordered "
                  "pairs of neighbours; the ratio is at most the larger of the two, not their product",
       fingerprint=lambda selection: selection((((0, 1),), ((1, 0),)), ((0, 1), (1, 1))).exact())
def disjoint_rows_cost_the_larger_of_the_two(selection=private_selection) -> Verdict:
    laws: dict[Any, dict[Any, Fraction]] = {}

    def table(given: Any) -> dict[Any, Fraction]:
        if given not in laws:
            laws[given] = selection(*given).exact()
        return laws[given]

    def cases() -> Iterator[Any]:
        for left, right in block_neighbours():
            p, q = table(left), table(right)
            yield (left, right), max(w / q[o] if q.get(o) else Fraction(10**6) for o, w in p.items()), Fraction(5, 2)

    verdict = judge("<=", cases())
    return counted(verdict, verdict.instances)


@disjoint_rows_cost_the_larger_of_the_two.verifier
def _(selection, witness):
    left, right = (selection(*given).exact() for given in witness)
    return any(2 * p > 5 * right.get(answer, Fraction(0)) for answer, p in left.items())


@disjoint_rows_cost_the_larger_of_the_two.sabotage("the answer with the fewest errors, without the mechanism")
def _():
    def selection(blocks: tuple[Database, ...], validation: Database) -> Law:
        answers = [(block[0][1],) * 2 for block in blocks]  # the learners' right answers
        return uniform_range(1).map(lambda _: min(answers, key=lambda h: sum(h[x] != y for x, y in validation)))

    return selection
