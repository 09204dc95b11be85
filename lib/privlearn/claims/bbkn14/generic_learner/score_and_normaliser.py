"""BBKN14, Lemma 3.4: how far a score changes between neighbours, and the normaliser of the sampler."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from privlearn.claims import Verdict, check, counted, judge, sabotage
from privlearn.claims.bbkn14.generic_learner import claim
from privlearn.claims.bbkn14.generic_learner.instances import ROOT, all_small_databases
from privlearn.concepts import point_functions
from privlearn.exact import rational
from privlearn.learners.generic.exponential import point_scores
from privlearn.learning.labelled import errors
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered

claim("BBKN14-3.4.eq-q", kind="inequality", step_of="BBKN14-3.4",
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
@sabotage("sensitivity 0", 0)
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


@check("BBKN14-3.4.eq-q", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 3, 4, 5, m = 1, 2, 3, all neighbours: the maximum of the "
                  "range")
@sabotage("range 1: all scores move the same way", 1)
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


claim("BBKN14-3.4.eq-P", kind="inequality", step_of="BBKN14-3.4",
      title="The normaliser counts the distinct points of the sample", uses=("BBKN14-3.3", "BBKN14-3.4.eq-q"),
      erratum="Printed with 2^d - m; right exactly when the sampled points are distinct.")


def normaliser(size: int, database, outside: int):
    """Return P with ``outside`` concepts beyond the sample, for ``e^{epsilon/2} = 3/2``."""
    scores, others = point_scores(database)
    root = rational(ROOT)
    return sum((root**score for score in scores.values()), outside * root**others)


def distinct_outside(size: int, database) -> int:
    """Return the number of concepts whose point does not occur in the database."""
    return size - len({x for x, _ in database})


def rows_outside(size: int, database) -> int:
    """Return ``2^d - m``, the printed count."""
    return size - len(database)


@check("BBKN14-3.4.eq-P", grade="exhaustive", quantifier="all multisets of labelled rows with T = 4, 8 and m <= 4",
       fingerprint=lambda count: count(4, ((0, 0), (0, 0))))
@sabotage("2^d - m, as printed", rows_outside)
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


@check("BBKN14-3.4.eq-P", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 4, 8 and m <= 4: the two normalisers compared",
       fingerprint=lambda exact_when: exact_when(((0, 0), (0, 0))))
@sabotage("right for all databases", lambda database: True)
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
