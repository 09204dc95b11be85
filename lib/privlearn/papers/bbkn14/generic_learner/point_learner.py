"""BBKN14, Section 3: Lemma 3.4, the efficient proper learner of points, its scores and its normaliser."""

import random
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from privlearn.checking import Verdict, check, judge, judged, sabotage
from privlearn.checking.proofs import Hypothesis, Line, proof
from privlearn.concepts import point_functions
from privlearn.exact.formulas import Value, formula
from privlearn.laws import Law
from privlearn.learners.generic import exact_point_ratio
from privlearn.learners.generic.exponential import distinct_outside, point_learner
from privlearn.learning.labelled import errors
from privlearn.mechanisms import PromisedMechanism, from_scores, labelled_rows
from privlearn.papers.bbkn14.generic_learner import claim
from privlearn.papers.bbkn14.generic_learner.instances import (RATIO, ROOT, all_small_databases, audit,
                                                               broken_point_learner_counts_rows, printed_probability)

SMALL = ((4, 1), (4, 2), (4, 3), (4, 4), (8, 1), (8, 2), (8, 3))  # (T, m) on which privacy is audited


@formula("at most", where=("m < 2**d",), tex={"ratio": r"e^\eps"}, corners={
    "d": (2, 3), "m": (6, 3, 2, 1), "ratio": (RATIO, Fraction(10**12))}, loose={
        "m < 2**d": "otherwise the number is negative or undefined, and so are the printed probabilities"})
def printed_ratio(d: int, m: int, ratio: Value) -> Value:
    """Return a bound on the ratio of the sampler as printed."""
    return ratio * ((2**d - 1) / (2**d - m))


claim("BBKN14-3.4", kind="lemma", formulas=(exact_point_ratio, printed_ratio),
      title="There is an efficient private proper learner of points with O((d + log(1/beta)) / (epsilon "
            "alpha)) samples",
      uses=("BBKN14-2.5", "BBKN14-3.2", "BBKN14-3.3", "BBKN14-3.3.self", "BBKN14-3.4.eq-q", "BBKN14-3.4.eq-P"),
      erratum_kind="step", repaired=True,
      erratum="A slip in the sampling procedure only: the displayed law, its privacy and the lemma are right. The "
              "concepts outside the sample are weighed by 2^d - m, which counts the m sampled points as distinct; "
              "with repeated points this is not the exponential mechanism and not exactly epsilon-private. The "
              "number of distinct points mends it. Consistent labels, which the proof assumes, are not needed.",
      note="Utility is that of Theorem 3.2, as the laws are equal. Time is counted in steps of the program and "
           "random bits, each linear; the numbers themselves have O(m + d) bits.")


@check("BBKN14-3.4", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, m <= 4 and T = 8, m <= 3; all replacements and outcomes",
       says="{the audited ratio of the sampler} equals {the closed form of the ratio}")
@judged("==")
def exact_ratio_is_the_closed_form(ratio=exact_point_ratio):
    for size, rows in SMALL:
        found = audit(point_learner, size, rows)
        yield (size, rows, *found.witness), found.exp_epsilon, ratio(size, rows, RATIO), found.pairs

def refutes_exact_ratio_is_the_closed_form(ratio, size, rows, left, right, outcome):

    def probability(database) -> Fraction:
        weight = [Fraction(2, 3) ** sum((x == j) != y for x, y in database) for j in range(size)]
        return weight[outcome] / sum(weight)

    return probability(left) != ratio(size, rows, RATIO) * probability(right)


def executed_lines(run: Callable[[], object]) -> int:
    """Run and return how many lines of this library were executed: a deterministic count of the program's steps."""
    count, before = 0, sys.gettrace()

    def trace(frame, event: str, _):
        nonlocal count
        if "privlearn" not in frame.f_code.co_filename:
            return None
        count += event == "line"
        return trace

    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


class CountingRandom(random.Random):
    """A generator that counts the random bits it hands out."""

    bits = 0

    def getrandbits(self, k: int) -> int:
        """Return ``k`` random bits."""
        self.bits += k
        return super().getrandbits(k)


def spread_database(d: int, rows: int):
    return tuple((i * 0x9E3779B97F4A7C15 % 2**d, 0) if i % 2 else (0, 1) for i in range(rows))


LINES_PER_ROW = 60
FIXED_LINES = 300
BITS_PER_BIT = 16


def work(make, d: int, rows: int) -> tuple[int, int]:
    """Return the executed lines and the random bits of one sample at ``T = 2^d``."""
    rng, database = CountingRandom(2014), spread_database(d, rows)
    lines = executed_lines(lambda: make(2**d, RATIO)(database).sample(rng))
    return lines, rng.bits


def listing_point_learner(size: int, exp_epsilon: Fraction) -> Callable[[Any], Law]:
    """The exponential mechanism that scores all concepts one by one: the same law, not the same time."""
    return lambda database: from_scores({j: -sum((x == j) != y for x, y in database) for j in range(size)}, ROOT)


@check("BBKN14-3.4", grade="numeric",
       quantifier="one seeded sample for each d in {12, 16, 64, 256, 4096} and m in {10, 100, 1000}",
       says="the steps are at most 300 + 60 m and the random bits at most 16 (m + d)",
       reason="Steps are lines of this implementation executed by the interpreter (at most 300 + 60 m, whatever d) "
              "and random bits (at most 16 (m + d)): a count, not a clock, but of one program.")
@sabotage("scores all 2^d concepts one by one", listing_point_learner)
@judged("<=")
def work_is_linear_in_rows_and_bits(make=point_learner):
    for d, rows in product((12, 16, 64, 256, 4096), (10, 100, 1000)):
        lines, bits = work(make, d, rows)
        yield (d, rows, "lines"), lines, FIXED_LINES + LINES_PER_ROW * rows
        yield (d, rows, "bits"), bits, BITS_PER_BIT * (rows + d)

def refutes_work_is_linear_in_rows_and_bits(make, d, rows, _):
    calls = [0]

    def profile(frame, event: str, _) -> None:
        calls[0] += 1  # every call of a function, of Python or C: another count of the same run

    sys.setprofile(profile)
    try:
        make(2**d, RATIO)(spread_database(d, rows)).sample(random.Random(1))
    finally:
        sys.setprofile(None)
    return calls[0] > FIXED_LINES + LINES_PER_ROW * rows


@check("BBKN14-3.4", grade="exhaustive",
       quantifier="the sampler as printed, e^epsilon = 9/4, T = 4, m <= 3 and T = 8, m <= 3: all multisets, "
                  "replacements and outcomes; e^epsilon = 9/4 and 10^12, m <= 6: m - 1 rows (0, 1) and a last row (1, "
                  "1) against (0, 1)",
       says="{the printed sampler's largest ratio} is at most {e^epsilon (T - 1)/(T - m)}")
@judged("<=")
def printed_sampler_loses_at_most(bound=printed_ratio):
    for d, rows, ratio in bound.instances():
        pair = ((0, 1),) * (rows - 1) + ((1, 1),), ((0, 1),) * rows
        laws = [broken_point_learner_counts_rows(2**d, ratio)(database).exact() for database in pair]
        yield (d, ratio, *pair, 1), laws[0][1] / laws[1][1], bound(d, rows, ratio)
        if ratio == RATIO and (2**d, rows) in SMALL:
            found = audit(broken_point_learner_counts_rows, 2**d, rows)
            yield (d, ratio, *found.witness), found.exp_epsilon, bound(d, rows, ratio), found.pairs

def refutes_printed_sampler_loses_at_most(bound, d, ratio, left, right, outcome):
    root = ROOT if ratio == RATIO else Fraction(10**6)
    p, q = (printed_probability(2**d, database, outcome, root) for database in (left, right))
    return p > bound(d, len(left), ratio) * q


claim("BBKN14-3.4.eq-q", kind="inequality", step_of="BBKN14-3.4",
      title="The score changes by at most 1 between neighbours, the difference of two scores by at most 2",
      uses=("BBKN14-2.1",))


@formula("equals", tex={"n": "n_1", "1 / root ** n": r"e^{-\eps n_1/2}"}, corners={
    "d": (2, 3), "rho": (0, 1, 3), "n": (0, 1, 3), "root": (ROOT,)})
def weight_outside(d: int, rho: int, n: int, root: Value) -> Value:
    """Return the weight of all points outside a sample of rho points with n labels 1."""
    return (2**d - rho) * (1 / root**n)


claim("BBKN14-3.4.eq-P", kind="inequality", step_of="BBKN14-3.4", formulas=(weight_outside,),
      title="The normaliser counts the distinct points of the sample", uses=("BBKN14-3.3", "BBKN14-3.4.eq-q"),
      erratum_kind="step", repaired=True,
      erratum="Printed with 2^d - m in place of 2^d less the number of distinct sampled points; the two agree exactly "
              "when no point repeats.")


@check("BBKN14-3.4.eq-P", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, 8 and m <= 4: how many points outside "
                  "the sample the two normalisers count, all of one weight",
       says="the printed normaliser is right exactly where no point repeats")
@sabotage("right for all databases", lambda database: True)
def printed_normaliser_is_right_iff_points_are_distinct(
        exact_when=lambda database: len({x for x, _ in database}) == len(database)) -> Verdict:
    return judge("==", (((size, database), size - len(database) == distinct_outside(size, database),
                         exact_when(database)) for size, database in all_small_databases(((4, 4), (8, 4)))))

def refutes_printed_normaliser_is_right_iff_points_are_distinct(exact_when, _, database):
    repeated = any(database[i][0] == database[k][0] for i in range(len(database)) for k in range(i))
    return exact_when(database) == repeated


class Sampled(NamedTuple):
    """A database D over T = 2^d points, the learner that samples, and what is subtracted for a score."""

    d: int
    D: tuple[tuple[int, int], ...]
    learner: Callable[[int, Fraction], PromisedMechanism] = point_learner
    mistakes: Callable[[Any, Any], int] = errors

    @property
    def T(self) -> int:
        return 1 << self.d


def errors_twice(concept: Any, database: Any) -> int:
    return 2 * errors(concept, database)


def twice_the_epsilon(size: int, exp_epsilon: Fraction) -> PromisedMechanism:
    return point_learner(size, exp_epsilon**2)


concepts_of = cache(lambda size: point_functions(size).rows())
power = cache(lambda q: ROOT**q)


@cache
def weighed(given: Sampled) -> tuple[list[int], list[Fraction], Fraction]:
    """Return the scores of the concepts, their weights, and the normaliser."""
    scores = [-given.mistakes(concept, given.D) for concept in concepts_of(given.T)]
    return scores, (found := [power(q) for q in scores]), sum(found, Fraction(0))


@cache
def law(given: Sampled) -> list[Fraction]:
    found = given.learner(given.T, RATIO)(given.D).exact()
    return [found.get(j, Fraction(0)) for j in range(given.T)]


@cache
def neighbours(given: Sampled) -> list[Sampled]:
    others = {tuple(sorted((*given.D[:i], row, *given.D[i + 1:])))
              for i in range(len(given.D)) for row in labelled_rows(given.T)}
    return [given._replace(D=D) for D in sorted(others - {given.D})]


@cache
def databases() -> list[Sampled]:
    """Return all multisets of rows, the start first."""
    found = [(4, ((0, 1), (0, 1), (1, 0), (2, 1))), *all_small_databases(((1, 3), (2, 3), (4, 4), (8, 4)))]
    return [Sampled(size.bit_length() - 1, tuple(sorted(D))) for size, D in found]


@proof("BBKN14-3.4", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 1, 2, m <= 3 and T = 4, 8, m <= 4, e^epsilon = 9/4; all "
                  "concepts; all replacements of a row and all outcomes, but for T = 8, m = 4",
       instances=databases, start=lambda: databases()[0],
       steps={"eq-q/change": "{the largest change of a score to a neighbour} is {1}",
              "eq-q/range": "{the largest change of the difference of two scores} is {2}",
              "weights": "{the largest normaliser of a neighbour} is at most {e^(epsilon/2) times that of D}",
              "eq-P/outside": "{the weight of a point outside R} is {e^(-epsilon n_1/2)}",
              "eq-P/sum": "{the weights of the points in R, and the formula} add up to {the weights of all concepts}",
              "tries": "{2^d/(2^d - rho)} is at most {m + 1}",
              "sampler": "{Pr[the sampler outputs c_j]} equals {e^(epsilon q(D, c_j)/2)/P}",
              "conclusion": "{Pr[c_j is output on D]} is at most {e^epsilon times the least on a neighbour}"},
       wordless={"accuracy": "the numbers of Theorem 3.2, whose mechanism this is"},
       hypotheses=(
           Hypothesis("a score counts each error once", {"mistakes": errors_twice},
                      ("eq-q/change", "eq-q/range", "weights", "eq-P/outside", "eq-P/sum", "sampler")),
           Hypothesis("the weights have epsilon/2 in the exponent", {"learner": twice_the_epsilon},
                      ("sampler", "conclusion")),
           Hypothesis("points are counted, not rows", lambda: (given._replace(learner=broken_point_learner_counts_rows)
                      for given in databases()[::50] if len(given.D) <= given.T), ("sampler", "conclusion"))))
def sampler_is_the_exponential_mechanism(given: Sampled, outside=weight_outside) -> Iterator[Line]:
    T, m, others = given.T, len(given.D), neighbours(given) if given.T ** len(given.D) <= 512 else []
    scores, own, P = weighed(given)
    if others:
        moved = [[a - b for a, b in zip(scores, weighed(other)[0], strict=True)] for other in others]
        yield Line("eq-q/change", "==", max(abs(change) for changes in moved for change in changes), 1)
        if T > 1:
            yield Line("eq-q/range", "==", max(max(changes) - min(changes) for changes in moved), 2)
        yield Line("weights", "<=", max(weighed(other)[2] for other in others), ROOT * P)
    R, ones = {x for x, _ in given.D}, sum(y for _, y in given.D)
    for j in range(T):
        if j not in R:
            yield Line("eq-P/outside", "==", own[j], power(-ones), ("j =", j))
    yield Line("eq-P/sum", "==", sum(own[j] for j in R) + outside(given.d, len(R), ones, ROOT), P)
    if len(R) < T:
        yield Line("tries", "<=", Fraction(T, T - len(R)), m + 1)
    if others:
        for j, p in enumerate(law(given)):
            yield Line("sampler", "==", p, own[j] / P, ("j =", j))
        for j, p in enumerate(law(given)):
            yield Line("conclusion", "<=", p, RATIO * min(law(other)[j] for other in others), ("j =", j))


def refutes_sampler_is_the_exponential_mechanism(given: Sampled, step: str, case: Any, outside) -> bool:
    """Tell whether a line is false, the errors of every concept counted row by row."""

    def wrong(j: int, D: Any) -> int:
        return given.mistakes((0,) * j + (1,) + (0,) * (given.T - j - 1), D)

    T, D = given.T, given.D
    weight = [Fraction(2, 3) ** wrong(j, D) for j in range(T)]
    if step.startswith("eq-P"):
        unseen, ones = [j for j in range(T) if all(x != j for x, _ in D)], sum(y for _, y in D)
        return (outside(given.d, T - len(unseen), ones, ROOT) != sum(weight[j] for j in unseen)
                or any(wrong(j, D) != ones for j in unseen))
    if step == "tries":
        return (len(D) + 1) * (T - len({x for x, _ in D})) < T
    chances = given.learner(T, RATIO)(D).exact()
    if step == "sampler":
        return chances.get(case[1], 0) * sum(weight) != weight[case[1]]
    for i, (x, y) in product(range(len(D)), product(range(T), (0, 1))):
        E = (*D[:i], (x, y), *D[i + 1:])
        moved = [wrong(j, D) - wrong(j, E) for j in range(T)]
        if step == "conclusion":
            if chances[case[1]] > RATIO * given.learner(T, RATIO)(E).exact()[case[1]]:
                return True
        elif max(moved) > 1 or max(moved) - min(moved) > 2 or (
                sum(Fraction(2, 3) ** wrong(j, E) for j in range(T)) * 2 > 3 * sum(weight)):
            return True
    return False
