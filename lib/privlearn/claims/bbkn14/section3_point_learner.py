"""BBKN14, Section 3: Lemma 3.4, the efficient proper learner of points, with its two steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from privlearn.claims.broken.point_learners import broken_point_learner_counts_rows
from privlearn.claims.registry import check, claim
from privlearn.claims.verdict import Verdict, counted, judge
from privlearn.concepts import point_functions
from privlearn.exact import rational
from privlearn.laws import Law
from privlearn.mechanisms import (
    audit_pure,
    errors,
    exponential_learner,
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
SMALL = ((4, 2), (4, 3), (8, 2))  # (T, m) on which privacy is audited

Learner = Callable[[int, Fraction], Callable[[Any], Law]]


def all_small_databases() -> Iterator[tuple[int, Any]]:
    """Every multiset of labelled rows with T = 4, m <= 4 (below T, so that a printed weight is positive) and T = 8, m <= 3."""
    for size, most in ((4, 4), (8, 3)):
        for rows in range(most + 1):
            yield from ((size, database) for database in multiset_databases(labelled_rows(size), rows))


claim("BBKN14-3.4", kind="lemma", section=SECTION, page=PAGE,
      title="There is an efficient private proper learner of points with O((d + log(1/beta)) / (epsilon alpha)) samples",
      uses=("BBKN14-2.5", "BBKN14-3.2", "BBKN14-3.3", "BBKN14-3.3.self", "BBKN14-3.4.eq-q", "BBKN14-3.4.eq-P"),
      erratum="The sampling procedure weighs the concepts outside the sample by 2^d - m, which counts the m sampled points as "
              "distinct. With repeated points the printed sampler is not the exponential mechanism and not epsilon-private; the "
              "number of distinct points mends it. The displayed law, its privacy and the lemma are right.")


@check("BBKN14-3.4", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, m <= 4 and T = 8, m <= 3; all outcomes",
       fingerprint=lambda make: make(4, RATIO)(((0, 0), (0, 0), (1, 1))).exact())
def sampler_law_is_the_exponential_mechanism(make: Learner = point_learner) -> Verdict:
    listed = {size: exponential_learner(point_functions(size), RATIO) for size in (4, 8)}
    return judge("==", (((size, database), make(size, RATIO)(database).exact(), listed[size](database).exact())
                        for size, database in all_small_databases()))


@sampler_law_is_the_exponential_mechanism.verifier
def _(make: Learner, witness: Any) -> bool:
    size, database = witness
    law = make(size, RATIO)(database).exact()
    weight = [Fraction(2, 3) ** sum((x == j) != y for x, y in database) for j in range(size)]
    return [law.get(j, 0) for j in range(size)] != [w / sum(weight) for w in weight]


@sampler_law_is_the_exponential_mechanism.sabotage("normaliser with 2^d - m, as printed")
def _() -> Learner:
    return broken_point_learner_counts_rows


@check("BBKN14-3.4", grade="exhaustive",
       quantifier="all multisets of labelled rows with (T, m) = (4, 2), (4, 3), (8, 2); all replacements and outcomes",
       fingerprint=lambda make: make(4, RATIO)(((0, 1), (0, 1), (1, 1))).exact())
def privacy_ratio_is_at_most_the_promise(make: Learner = point_learner) -> Verdict:
    audits = [(size, audit_pure(make(size, RATIO), multiset_databases(labelled_rows(size), rows), replace_one_unordered))
              for size, rows in SMALL]
    verdict = judge("<=", (((size, *audit.witness), audit.exp_epsilon, RATIO) for size, audit in audits))
    return counted(verdict, sum(audit.pairs for _, audit in audits))


@privacy_ratio_is_at_most_the_promise.verifier
def _(make: Learner, witness: Any) -> bool:
    size, *pair_and_outcome = witness
    return refutes_pure(tuple(pair_and_outcome), make(size, RATIO), RATIO)


@privacy_ratio_is_at_most_the_promise.sabotage("normaliser with 2^d - m, as printed")
def _() -> Learner:
    return broken_point_learner_counts_rows


claim("BBKN14-3.4.eq-q", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-3.4",
      title="The score changes by at most 1 between neighbours", uses=("BBKN14-2.1",))


@check("BBKN14-3.4.eq-q", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 3, 4, 5 and m = 1, 2, 3, all neighbours, all concepts")
def score_changes_by_at_most(sensitivity: int = 1) -> Verdict:
    def changes() -> Iterator[Any]:
        for size in (3, 4, 5):
            concepts = point_functions(size).rows()
            for rows in (1, 2, 3):
                for left, right in replace_one_unordered(multiset_databases(labelled_rows(size), rows)):
                    for concept in concepts:
                        change = abs(errors(concept, left) - errors(concept, right))
                        yield (concept, left, right), change, sensitivity

    return judge("<=", changes())


@score_changes_by_at_most.verifier
def _(sensitivity: int, witness: Any) -> bool:
    concept, left, right = witness
    wrong = [sum(1 for x, y in database if concept[x] != y) for database in (left, right)]
    return abs(wrong[0] - wrong[1]) > sensitivity


@score_changes_by_at_most.sabotage("sensitivity 0")
def _() -> int:
    return 0


claim("BBKN14-3.4.eq-P", kind="inequality", section=SECTION, page=PAGE, step_of="BBKN14-3.4",
      title="The normaliser counts the distinct points of the sample", uses=("BBKN14-3.3", "BBKN14-3.4.eq-q"),
      erratum="Printed with 2^d - m; right exactly when the sampled points are distinct.")


def normaliser(size: int, database: Any, outside: int) -> Any:
    """Return P with ``outside`` concepts beyond the sample, for ``e^{epsilon/2} = 3/2``."""
    scores, others = point_scores(database)
    root = rational(Fraction(3, 2))
    return sum((root**score for score in scores.values()), outside * root**others)


def distinct_outside(size: int, database: Any) -> int:
    """Return the number of concepts whose point does not occur in the database."""
    return size - len({x for x, _ in database})


def rows_outside(size: int, database: Any) -> int:
    """Return ``2^d - m``, the printed count."""
    return size - len(database)


@check("BBKN14-3.4.eq-P", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, m <= 4 and T = 8, m <= 3",
       fingerprint=lambda count: count(4, ((0, 0), (0, 0))))
def normaliser_is_the_sum_over_all_concepts(count: Callable[[int, Any], int] = distinct_outside) -> Verdict:
    root = rational(Fraction(3, 2))
    concepts = {size: point_functions(size).rows() for size in (4, 8)}
    return judge("==", (((size, database), normaliser(size, database, count(size, database)),
                         sum((root ** -errors(concept, database) for concept in concepts[size]), rational(0)))
                        for size, database in all_small_databases()))


@normaliser_is_the_sum_over_all_concepts.verifier
def _(count: Callable[[int, Any], int], witness: Any) -> bool:
    size, database = witness
    unseen = [j for j in range(size) if all(x != j for x, _ in database)]
    return count(size, database) != len(unseen)


@normaliser_is_the_sum_over_all_concepts.sabotage("2^d - m, as printed")
def _() -> Callable[[int, Any], int]:
    return rows_outside


@check("BBKN14-3.4.eq-P", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, m <= 4 and T = 8, m <= 3",
       fingerprint=lambda exact_when: exact_when(((0, 0), (0, 0))))
def printed_count_is_right_iff_points_are_distinct(
        exact_when: Callable[[Any], bool] = lambda database: len({x for x, _ in database}) == len(database)) -> Verdict:
    cases = (((size, database), rows_outside(size, database) == distinct_outside(size, database), exact_when(database))
             for size, database in all_small_databases())
    return judge("==", cases)


@printed_count_is_right_iff_points_are_distinct.verifier
def _(exact_when: Callable[[Any], bool], witness: Any) -> bool:
    _, database = witness
    repeated = any(database[i][0] == database[k][0] for i in range(len(database)) for k in range(i))
    return exact_when(database) == repeated


@printed_count_is_right_iff_points_are_distinct.sabotage("right for all databases")
def _() -> Callable[[Any], bool]:
    return lambda database: True
