"""BBKN14, Section 3: Lemma 3.4, the efficient proper learner of points, with its two steps."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from privlearn.claims.broken.point_learners import broken_point_learner_counts_rows
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import point_functions
from privlearn.exact import rational
from privlearn.laws import Law
from privlearn.learners.occam import exact_point_ratio
from privlearn.mechanisms import (
    PureAudit,
    audit_pure,
    errors,
    exponential_learner,
    from_scores,
    labelled_rows,
    multiset_databases,
    point_learner,
    refutes_pure,
    replace_one_unordered,
)
from privlearn.mechanisms.exponential import point_scores

PAGE = "points-and-intervals/generic-learner"
SECTION = "3 Proper learning vs. proper private learning"
RATIO = Fraction(9, 4)  # e^epsilon; its root 3/2 makes all weights rational
ROOT = Fraction(3, 2)
SMALL = ((4, 1), (4, 2), (4, 3), (4, 4), (8, 1), (8, 2), (8, 3))  # (T, m) on which privacy is audited


def all_small_databases(most: tuple[tuple[int, int], ...] = ((4, 4), (8, 3))) -> Iterator[tuple[int, Any]]:
    """Every multiset of at most m labelled rows over T points, for the given (T, m)."""
    for size, largest in most:
        for rows in range(largest + 1):
            yield from ((size, database) for database in multiset_databases(labelled_rows(size), rows))


@cache
def audit(make: Callable, size: int, rows: int) -> PureAudit:
    """Return the exact audit over all multisets of ``rows`` labelled rows on ``size`` points."""
    return audit_pure(make(size, RATIO), multiset_databases(labelled_rows(size), rows), replace_one_unordered)


claim("BBKN14-3.4", kind="lemma", section=SECTION, page=PAGE,
      title="There is an efficient private proper learner of points with O((d + log(1/beta)) / (epsilon alpha)) "
            "samples",
      uses=("BBKN14-2.5", "BBKN14-3.2", "BBKN14-3.3", "BBKN14-3.3.self", "BBKN14-3.4.eq-q", "BBKN14-3.4.eq-P"),
      erratum="A slip in the sampling procedure only: the displayed law, its privacy and the lemma are right. The "
              "concepts outside the sample are weighed by 2^d - m, which counts the m sampled points as distinct; with "
              "repeated points this is not the exponential mechanism and not exactly epsilon-private. The number of "
              "distinct points mends it. Consistent labels, which the proof assumes, are not needed.",
      note="Utility is that of Theorem 3.2, as the laws are equal. Time is counted in steps of the program and random "
           "bits, each linear; the numbers themselves have O(m + d) bits.")


@check("BBKN14-3.4", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, m <= 4 and T = 8, m <= 3; all outcomes",
       fingerprint=lambda make: make(4, RATIO)(((0, 0), (0, 0), (1, 1))).exact())
def sampler_law_is_the_exponential_mechanism(make=point_learner) -> Verdict:
    listed = {size: exponential_learner(point_functions(size), RATIO) for size in (4, 8)}
    return judge("==", (((size, database), make(size, RATIO)(database).exact(), listed[size](database).exact())
                        for size, database in all_small_databases()))


@sampler_law_is_the_exponential_mechanism.verifier
def _(make, witness):
    size, database = witness
    law = make(size, RATIO)(database).exact()
    weight = [Fraction(2, 3) ** sum((x == j) != y for x, y in database) for j in range(size)]
    return [law.get(j, 0) for j in range(size)] != [w / sum(weight) for w in weight]

sampler_law_is_the_exponential_mechanism.sabotage(
    "normaliser with 2^d - m, as printed", broken_point_learner_counts_rows)


@check("BBKN14-3.4", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, m <= 4 and T = 8, m <= 3; all replacements and outcomes",
       fingerprint=lambda make: make(4, RATIO)(((0, 1), (0, 1), (1, 1))).exact())
def privacy_ratio_is_at_most_the_promise(make=point_learner) -> Verdict:
    audits = [(size, audit(make, size, rows)) for size, rows in SMALL]
    verdict = judge("<=", (((size, *found.witness), found.exp_epsilon, RATIO) for size, found in audits))
    return counted(verdict, sum(found.pairs for _, found in audits))


@privacy_ratio_is_at_most_the_promise.verifier
def _(make, witness):
    size, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), make(size, RATIO), RATIO)

privacy_ratio_is_at_most_the_promise.sabotage("normaliser with 2^d - m, as printed", broken_point_learner_counts_rows)


@check("BBKN14-3.4", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, m <= 4 and T = 8, m <= 3; all replacements and outcomes",
       fingerprint=lambda ratio: [ratio(size, rows, RATIO) for size, rows in SMALL])
def exact_ratio_is_the_closed_form(ratio=exact_point_ratio) -> Verdict:
    audits = [(size, rows, audit(point_learner, size, rows)) for size, rows in SMALL]
    verdict = judge("==", (((size, rows, *found.witness), found.exp_epsilon, ratio(size, rows, RATIO))
                           for size, rows, found in audits))
    return counted(verdict, sum(found.pairs for _, _, found in audits))


@exact_ratio_is_the_closed_form.verifier
def _(ratio, witness):
    size, rows, left, right, outcome = witness

    def probability(database: Any) -> Fraction:
        weight = [Fraction(2, 3) ** sum((x == j) != y for x, y in database) for j in range(size)]
        return weight[outcome] / sum(weight)

    return probability(left) > ratio(size, rows, RATIO) * probability(right)

exact_ratio_is_the_closed_form.sabotage("31/16 for T = 4, m = 3, the ratio at m = 2",
    lambda size, rows, r: exact_point_ratio(size, 2 if (size, rows) == (4, 3) else rows, r))


def executed_lines(run: Callable[[], object]) -> int:
    """Run and return how many lines of this library were executed: a deterministic count of the program's steps."""
    count, before = 0, sys.gettrace()

    def trace(frame: Any, event: str, _: Any) -> Any:
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


def spread_database(d: int, rows: int) -> Any:
    """Return ``rows`` rows, every other one ``(0, 1)``, the rest with distinct points of d bits and label 0."""
    return tuple((i * 0x9E3779B97F4A7C15 % 2**d, 0) if i % 2 else (0, 1) for i in range(rows))


LINES_PER_ROW, FIXED_LINES, BITS_PER_BIT = 60, 300, 16


def work(make: Callable, d: int, rows: int) -> tuple[int, int]:
    """Return the executed lines and the random bits of one sample at ``T = 2^d``."""
    rng, database = CountingRandom(2014), spread_database(d, rows)
    lines = executed_lines(lambda: make(2**d, RATIO)(database).sample(rng))
    return lines, rng.bits


def listing_point_learner(size: int, exp_epsilon: Fraction) -> Callable[[Any], Law]:
    """The exponential mechanism that scores all concepts one by one: the same law, not the same time."""
    return lambda database: from_scores({j: -sum((x == j) != y for x, y in database) for j in range(size)}, ROOT)


@check("BBKN14-3.4", grade="numeric",
       quantifier="one seeded sample for each d in {12, 16, 64, 256, 4096} and m in {10, 100, 1000}",
       reason="Steps are lines of this implementation executed by the interpreter (at most 300 + 60 m, whatever d) and "
              "random bits (at most 16 (m + d)): a count, not a clock, but of one program.",
       fingerprint=lambda make: work(make, 8, 10)[0])
def work_is_linear_in_rows_and_bits(make=point_learner) -> Verdict:
    def cases() -> Iterator[Any]:
        for d, rows in product((12, 16, 64, 256, 4096), (10, 100, 1000)):
            lines, bits = work(make, d, rows)
            yield (d, rows, "lines"), lines, FIXED_LINES + LINES_PER_ROW * rows
            yield (d, rows, "bits"), bits, BITS_PER_BIT * (rows + d)

    return judge("<=", cases())


@work_is_linear_in_rows_and_bits.verifier
def _(make, witness):
    d, rows, _ = witness
    calls = [0]

    def profile(frame: Any, event: str, _: Any) -> None:
        calls[0] += 1  # every call of a function, of Python or C: another count of the same run

    sys.setprofile(profile)
    try:
        make(2**d, RATIO)(spread_database(d, rows)).sample(random.Random(1))
    finally:
        sys.setprofile(None)
    return calls[0] > FIXED_LINES + LINES_PER_ROW * rows

work_is_linear_in_rows_and_bits.sabotage("scores all 2^d concepts one by one", listing_point_learner)


def printed_excess(size: int, rows: int, exp_epsilon: Fraction) -> Fraction:
    """Return ``e^epsilon ((T - 1) / (T - m))^2``, an upper bound on the printed sampler's ratio for m < T."""
    return exp_epsilon * Fraction(size - 1, size - rows) ** 2


@check("BBKN14-3.4", grade="exhaustive",
       quantifier="the sampler as printed, T = 4, m <= 3 and T = 8, m <= 3: all multisets, replacements and outcomes",
       fingerprint=lambda bound: [bound(size, rows, RATIO) for size, rows in ((4, 3), (8, 3))])
def printed_sampler_loses_at_most(bound=printed_excess) -> Verdict:
    audits = [(size, rows, audit(broken_point_learner_counts_rows, size, rows)) for size, rows in SMALL if rows < size]
    verdict = judge("<=", (((size, rows, *found.witness), found.exp_epsilon, bound(size, rows, RATIO))
                           for size, rows, found in audits))
    return counted(verdict, sum(found.pairs for _, _, found in audits))


@printed_sampler_loses_at_most.verifier
def _(bound, witness):
    size, rows, left, right, outcome = witness
    p, q = printed_probability(size, left, outcome), printed_probability(size, right, outcome)
    return p > bound(size, rows, RATIO) * q

printed_sampler_loses_at_most.sabotage(
    "e^epsilon, what the sampler was to have", lambda size, rows, exp_epsilon: exp_epsilon)


def printed_probability(size: int, database: Any, outcome: int) -> Fraction:
    """Return what the printed procedure assigns to one concept, by its own formulas; it need not be a probability."""
    weight = {j: ROOT ** -sum((x == j) != y for x, y in database) for j, _ in database}
    outside, score = size - len(database), -sum(y for _, y in database)
    total = sum(weight.values()) + outside * ROOT**score
    return weight[outcome] / total if outcome in weight else outside * ROOT**score / total / (size - len(weight))


claim("BBKN14-3.4.eq-q", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-3.4",
      title="The score changes by at most 1 between neighbours, the difference of two scores by at most 2",
      uses=("BBKN14-2.1",))


def score_changes(size: int, rows: int) -> Iterator[tuple[Any, Any, list[int]]]:
    """Yield all neighbouring pairs with the changes of the score, concept by concept."""
    concepts = point_functions(size).rows()
    databases = multiset_databases(labelled_rows(size), rows)
    score = {database: [-errors(concept, database) for concept in concepts] for database in databases}
    for left, right in replace_one_unordered(databases):
        yield left, right, [a - b for a, b in zip(score[left], score[right], strict=True)]


@check("BBKN14-3.4.eq-q", grade="exhaustive",
       quantifier="all multisets of labelled rows with T <= 5, m = 1, 2, 3, all neighbours, all concepts: the maximum")
def largest_change_of_a_score(sensitivity: int = 1) -> Verdict:
    def cases() -> Iterator[Any]:
        for size, rows in product(range(1, 6), (1, 2, 3)):
            found = max(score_changes(size, rows), key=lambda case: max(map(abs, case[2])))
            yield (size, *found[:2]), max(map(abs, found[2])), sensitivity

    pairs = sum(1 for size, rows in product(range(1, 6), (1, 2, 3)) for _ in score_changes(size, rows))
    return counted(judge("==", cases()), pairs)


@largest_change_of_a_score.verifier
def _(sensitivity, witness):
    size, left, right = witness
    wrong = [[sum((x == j) != y for x, y in database) for j in range(size)] for database in (left, right)]
    return any(abs(a - b) > sensitivity for a, b in zip(*wrong, strict=True))

largest_change_of_a_score.sabotage("sensitivity 0", 0)


@check("BBKN14-3.4.eq-q", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 3, 4, 5, m = 1, 2, 3, all neighbours: the maximum of the "
                  "range")
def largest_range_of_the_changes(width: int = 2) -> Verdict:
    def cases() -> Iterator[Any]:
        for size, rows in product((3, 4, 5), (1, 2, 3)):
            found = max(score_changes(size, rows), key=lambda case: max(case[2]) - min(case[2]))
            yield (size, *found[:2]), max(found[2]) - min(found[2]), width

    pairs = sum(1 for size, rows in product((3, 4, 5), (1, 2, 3)) for _ in score_changes(size, rows))
    return counted(judge("==", cases()), pairs)


@largest_range_of_the_changes.verifier
def _(width, witness):
    size, left, right = witness
    wrong = [[sum((x == j) != y for x, y in database) for j in range(size)] for database in (left, right)]
    gain = [a - b for a, b in zip(*wrong, strict=True)]
    return any(gain[i] - gain[j] > width for i in range(size) for j in range(size))

largest_range_of_the_changes.sabotage("range 1: all scores move the same way", 1)


claim("BBKN14-3.4.eq-P", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-3.4",
      title="The normaliser counts the distinct points of the sample", uses=("BBKN14-3.3", "BBKN14-3.4.eq-q"),
      erratum="Printed with 2^d - m; right exactly when the sampled points are distinct.")


def normaliser(size: int, database: Any, outside: int) -> Any:
    """Return P with ``outside`` concepts beyond the sample, for ``e^{epsilon/2} = 3/2``."""
    scores, others = point_scores(database)
    root = rational(ROOT)
    return sum((root**score for score in scores.values()), outside * root**others)


def distinct_outside(size: int, database: Any) -> int:
    """Return the number of concepts whose point does not occur in the database."""
    return size - len({x for x, _ in database})


def rows_outside(size: int, database: Any) -> int:
    """Return ``2^d - m``, the printed count."""
    return size - len(database)


@check("BBKN14-3.4.eq-P", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, 8 and m <= 4",
       fingerprint=lambda count: count(4, ((0, 0), (0, 0))))
def normaliser_is_the_sum_over_all_concepts(count=distinct_outside) -> Verdict:
    root = rational(ROOT)
    concepts = {size: point_functions(size).rows() for size in (4, 8)}
    return judge("==", (((size, database), normaliser(size, database, count(size, database)),
                         sum((root ** -errors(concept, database) for concept in concepts[size]), rational(0)))
                        for size, database in all_small_databases(((4, 4), (8, 4)))))


@normaliser_is_the_sum_over_all_concepts.verifier
def _(count, witness):
    size, database = witness
    unseen = [j for j in range(size) if all(x != j for x, _ in database)]
    return count(size, database) != len(unseen)

normaliser_is_the_sum_over_all_concepts.sabotage("2^d - m, as printed", rows_outside)


@check("BBKN14-3.4.eq-P", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, 8 and m <= 4: the two normalisers compared",
       fingerprint=lambda exact_when: exact_when(((0, 0), (0, 0))))
def printed_normaliser_is_right_iff_points_are_distinct(
        exact_when=lambda database: len({x for x, _ in database}) == len(database)) -> Verdict:
    return judge("==", (
        ((size, database), normaliser(size, database, rows_outside(size, database)) == normaliser(
            size, database, distinct_outside(size, database)), exact_when(database))
        for size, database in all_small_databases(((4, 4), (8, 4)))))


@printed_normaliser_is_right_iff_points_are_distinct.verifier
def _(exact_when, witness):
    _, database = witness
    repeated = any(database[i][0] == database[k][0] for i in range(len(database)) for k in range(i))
    return exact_when(database) == repeated

printed_normaliser_is_right_iff_points_are_distinct.sabotage("right for all databases", lambda database: True)
