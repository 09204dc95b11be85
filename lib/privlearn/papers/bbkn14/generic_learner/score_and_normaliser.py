"""BBKN14, Lemma 3.4: how far a score changes between neighbours, and the normaliser of the sampler."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from privlearn.checking import Verdict, check, counted, judge, sabotage, verifier
from privlearn.concepts import point_functions
from privlearn.exact import rational
from privlearn.learners.generic.exponential import distinct_outside, point_scores
from privlearn.learning.labelled import errors
from privlearn.mechanisms import labelled_rows, multiset_databases, replace_one_unordered
from privlearn.papers.bbkn14.generic_learner import claim
from privlearn.papers.bbkn14.generic_learner.instances import ROOT, all_small_databases

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


def furthest(changes: list[int]) -> int:
    """Return the largest change, up or down."""
    return max(map(abs, changes))


def width_of(changes: list[int]) -> int:
    """Return the largest difference of two changes."""
    return max(changes) - min(changes)


def judge_spread(count, sizes, of, right: int) -> Verdict:
    """Judge that the largest spread is ``right`` for each number of points and of rows."""
    spreads = [((size, rows), spread(count, size, rows, of)) for size, rows in sizes]
    verdict = judge("==", (((*where, *pair), width, right) for where, (pair, width, _) in spreads))
    return counted(verdict, sum(pairs for _, (_, _, pairs) in spreads))


@check("BBKN14-3.4.eq-q", grade="exhaustive",
       quantifier="all multisets of labelled rows with T <= 5, m = 1, 2, 3, all neighbours, all concepts: the maximum",
       says="the largest change of a score is exactly 1")
@verifier(lambda count, size, rows, left, right: largest_by_sequences(count, size, rows, furthest) != 1)
@sabotage("every error counted twice", lambda concept, database: 2 * errors(concept, database))
@sabotage("no error counted", lambda concept, database: 0)
def largest_change_of_a_score(count=errors) -> Verdict:
    return judge_spread(count, product(range(1, 6), (1, 2, 3)), furthest, 1)


@check("BBKN14-3.4.eq-q", grade="exhaustive",
       quantifier="all multisets of labelled rows with T = 3, 4, 5, m = 1, 2, 3, all neighbours: the maximum of the "
                  "range",
       says="the largest change of a difference of two scores is exactly 2")
@verifier(lambda count, size, rows, left, right: largest_by_sequences(count, size, rows, width_of) != 2)
@sabotage("rows with label 1: all scores move the same way", lambda concept, database: sum(y for _, y in database))
def largest_range_of_the_changes(count=errors) -> Verdict:
    return judge_spread(count, product((3, 4, 5), (1, 2, 3)), width_of, 2)


claim("BBKN14-3.4.eq-P", kind="inequality", step_of="BBKN14-3.4",
      title="The normaliser counts the distinct points of the sample", uses=("BBKN14-3.3", "BBKN14-3.4.eq-q"),
      erratum_kind="step", repaired=True,
      erratum="Printed with 2^d - m in place of 2^d less the number of distinct sampled points; the two agree exactly "
              "when no point repeats.")


def normaliser(size: int, database, outside: int):
    """Return P with ``outside`` concepts beyond the sample, for ``e^{epsilon/2} = 3/2``."""
    scores, others = point_scores(database)
    root = rational(ROOT)
    return sum((root**score for score in scores.values()), outside * root**others)


def rows_outside(size: int, database) -> int:
    """Return ``2^d - m``, the printed count."""
    return size - len(database)


@check("BBKN14-3.4.eq-P", grade="exhaustive", quantifier="all multisets of labelled rows with T = 4, 8 and m <= 4",
       says="{the sampler's normaliser} equals {the sum of the weights of all concepts}")
@sabotage("2^d - m, as printed", rows_outside)
def normaliser_is_the_sum_over_all_concepts(count=distinct_outside) -> Verdict:
    root = rational(ROOT)
    concepts = {size: point_functions(size).rows() for size in (4, 8)}
    return judge("==", (((size, database), normaliser(size, database, count(size, database)),
                         sum((root ** -errors(concept, database) for concept in concepts[size]), rational(0)))
                        for size, database in all_small_databases(((4, 4), (8, 4)))))

def refutes_normaliser_is_the_sum_over_all_concepts(count, size, database):
    unseen = [j for j in range(size) if all(x != j for x, _ in database)]
    return count(size, database) != len(unseen)


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
