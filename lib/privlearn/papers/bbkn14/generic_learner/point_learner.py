"""BBKN14, Section 3: Lemma 3.4, the efficient proper learner of points, its scores and its normaliser."""

import random
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, judge, judged, sabotage, verifier
from privlearn.concepts import point_functions
from privlearn.exact.formulas import Value, formula
from privlearn.laws import Law
from privlearn.learners.generic import exact_point_ratio
from privlearn.learners.generic.exponential import distinct_outside, exponential_learner, point_learner, point_scores
from privlearn.learning.labelled import errors
from privlearn.mechanisms import from_scores, labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.bbkn14.generic_learner import claim
from privlearn.papers.bbkn14.generic_learner.instances import (RATIO, ROOT, all_small_databases, audit,
                                                               breaks_the_promise, broken_point_learner_counts_rows,
                                                               printed_probability, privacy_is_as_promised)

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
       quantifier="all multisets of labelled rows with T = 4, m <= 4 and T = 8, m <= 3; all outcomes",
       says="the sampler's law is that of the exponential mechanism over all T points")
@sabotage("normaliser with 2^d - m, as printed", broken_point_learner_counts_rows)
def sampler_law_is_the_exponential_mechanism(make=point_learner) -> Verdict:
    listed = {size: exponential_learner(point_functions(size), RATIO) for size in (4, 8)}
    return judge("==", (((size, database), make(size, RATIO)(database).exact(), listed[size](database).exact())
                        for size, database in all_small_databases()))

def refutes_sampler_law_is_the_exponential_mechanism(make, size, database):
    law = make(size, RATIO)(database).exact()
    weight = [Fraction(2, 3) ** sum((x == j) != y for x, y in database) for j in range(size)]
    return [law.get(j, 0) for j in range(size)] != [w / sum(weight) for w in weight]


@check("BBKN14-3.4", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, m <= 4 and T = 8, m <= 3; all replacements and outcomes",
       says="{the sampler's largest ratio} is at most {e^epsilon = 9/4}")
@verifier(breaks_the_promise)
@sabotage("normaliser with 2^d - m, as printed", broken_point_learner_counts_rows)
def privacy_ratio_is_at_most_the_promise(make=point_learner) -> Verdict:
    return privacy_is_as_promised(make, SMALL)


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


def score_changes(count, size: int, rows: int) -> Iterator[tuple[Any, Any, list[int]]]:
    """Yield all neighbouring pairs with the changes of the score, minus the count of errors, concept by concept."""
    concepts = point_functions(size).rows()
    databases = multiset_databases(labelled_rows(size), rows)
    score = {database: [-count(concept, database) for concept in concepts] for database in databases}
    for left, right in replace_one_unordered(databases):
        yield left, right, [a - b for a, b in zip(score[left], score[right], strict=True)]


def spread(count, size: int, rows: int, of) -> tuple[Any, int, int]:
    """Return the pair whose changes have the largest spread ``of(changes)``, that spread, and the number of pairs."""
    found = [(left, right, of(changes)) for left, right, changes in score_changes(count, size, rows)]
    left, right, width = max(found, key=lambda case: case[2])
    return (left, right), width, len(found)


def largest_by_sequences(count, size: int, rows: int, of) -> int:
    """Return the same over all sequences of rows whose first row is replaced."""
    alphabet = list(product(range(size), (0, 1)))
    concepts = [tuple(int(x == j) for x in range(size)) for j in range(size)]
    return max(of([count(c, (new, *rest)) - count(c, (old, *rest)) for c in concepts])
               for rest in product(alphabet, repeat=rows - 1) for old in alphabet for new in alphabet)


SPREADS = {"change": (lambda changes: max(map(abs, changes)), 1),
           "range": (lambda changes: max(changes) - min(changes), 2)}


@check("BBKN14-3.4.eq-q", grade="exhaustive",
       quantifier="all multisets of labelled rows with T <= 5, for the range with T = 3, 4, 5, m = 1, 2, 3, all "
                  "neighbours, all concepts: the maximum",
       says="the largest change of a score is exactly 1, and that of a difference of two scores is exactly 2")
@verifier(lambda count, name, size, rows, left, right: largest_by_sequences(
    count, size, rows, SPREADS[name][0]) != SPREADS[name][1])
@sabotage("every error counted twice", lambda concept, database: 2 * errors(concept, database))
@sabotage("no error counted", lambda concept, database: 0)
@sabotage("rows with label 1: all scores move the same way", lambda concept, database: sum(y for _, y in database))
@judged("==")
def largest_change_of_a_score(count=errors):
    for size, rows, name in product(range(1, 6), (1, 2, 3), SPREADS):
        if name == "change" or size > 2:
            of, right = SPREADS[name]
            pair, width, pairs = spread(count, size, rows, of)
            yield (name, size, rows, *pair), width, right, pairs


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


def normaliser(size: int, database, outside: int):
    """Return P with ``outside`` concepts beyond the sample, for ``e^{epsilon/2} = 3/2``."""
    scores, others = point_scores(database)
    return sum((ROOT**score for score in scores.values()), outside * ROOT**others)


def rows_outside(size: int, database) -> int:
    return size - len(database)


@check("BBKN14-3.4.eq-P", grade="exhaustive", quantifier="all multisets of labelled rows with T = 4, 8 and m <= 4",
       says="{the sampler's normaliser} equals {the sum of the weights of all concepts}")
def normaliser_is_the_sum_over_all_concepts(outside=weight_outside) -> Verdict:
    concepts = {size: point_functions(size).rows() for size in (4, 8)}
    return judge("==", (((size, database), normaliser(size, database, 0) + outside(
        2 if size == 4 else 3, len({x for x, _ in database}), sum(y for _, y in database), ROOT),
                         sum(ROOT ** -errors(concept, database) for concept in concepts[size]))
                        for size, database in all_small_databases(((4, 4), (8, 4)))))

def refutes_normaliser_is_the_sum_over_all_concepts(outside, size, database):
    unseen, ones = [j for j in range(size) if all(x != j for x, _ in database)], sum(y for _, y in database)
    return outside(size.bit_length() - 1, size - len(unseen), ones, ROOT) * 3**ones != len(unseen) * 2**ones


@check("BBKN14-3.4.eq-P", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, 8 and m <= 4: the two normalisers compared",
       says="the printed normaliser is right exactly where no point repeats")
@sabotage("right for all databases", lambda database: True)
def printed_normaliser_is_right_iff_points_are_distinct(
        exact_when=lambda database: len({x for x, _ in database}) == len(database)) -> Verdict:
    return judge("==", (
        ((size, database), normaliser(size, database, rows_outside(size, database)) == normaliser(
            size, database, distinct_outside(size, database)), exact_when(database))
        for size, database in all_small_databases(((4, 4), (8, 4)))))

def refutes_printed_normaliser_is_right_iff_points_are_distinct(exact_when, _, database):
    repeated = any(database[i][0] == database[k][0] for i in range(len(database)) for k in range(i))
    return exact_when(database) == repeated
