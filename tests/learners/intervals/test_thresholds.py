"""Learning thresholds with and without privacy."""

from fractions import Fraction
from itertools import product
from math import prod
from random import Random

import pytest

from privlearn.concepts import initial_segments
from privlearn.learners.generic.exponential import exponential_learner
from privlearn.learners.intervals import (erm_failure, erm_rows, erm_threshold, generic_threshold_rows,
                                          threshold_errors, threshold_learner, threshold_runs, threshold_value,
                                          uniform_erm_failure)
from privlearn.learners.intervals.thresholds import hard_threshold_database, many_errors_probability
from privlearn.mechanisms import audit_pure, labelled_rows, multiset_databases, replace_one_unordered

RATIO, TENTH = Fraction(9, 4), Fraction(1, 10)


def test_cuts_are_the_initial_segments_and_the_rule_is_consistent():
    values = [tuple(threshold_value(u, x) for x in range(4)) for u in range(-1, 4)]
    assert values == list(initial_segments(4).rows())
    # empirical rule is consistent on realisable databases
    for points, u in product(multiset_databases(range(4), 3), range(-1, 4)):
        database = tuple((x, int(x <= u)) for x in points)
        assert threshold_errors(erm_threshold(database), database) == 0
    assert erm_threshold(()) == -1  # empirical rule on no rows is the constant zero
    database = hard_threshold_database(6, 5, 2)  # hard database is realised by one cut
    assert [threshold_errors(u, database) for u in range(-1, 6)] == [2, 2, 2, 2, 2, 0, 3]


def test_runs_cover_all_cuts_once_with_their_errors():
    for database in multiset_databases(labelled_rows(4), 2):
        found = {u: wrong for first, last, wrong in threshold_runs(database, 4) for u in range(first, last + 1)}
        assert found == {u: threshold_errors(u, database) for u in range(-1, 4)}
    assert threshold_runs((), 7) == ((-1, 6, 0),)  # no rows give one run


def test_the_law_is_that_of_the_listing_learner_and_keeps_its_promise():
    listed = exponential_learner(initial_segments(3), RATIO)
    for database in multiset_databases(labelled_rows(3), 3):
        assert threshold_learner(3, RATIO)(database).exact() == {
            h - 1: w for h, w in listed(database).exact().items()}
    learner = threshold_learner(3, RATIO)
    databases = multiset_databases(labelled_rows(3), 3)
    assert audit_pure(learner, databases, replace_one_unordered).exp_epsilon <= learner.promise.exp_epsilon
    size = 1 << 200  # samples from a huge domain lie between the labels
    database = ((size // 3, 1),) * 500 + ((size // 2, 0),) * 500
    assert size // 3 <= threshold_learner(size, RATIO)(database).sample(Random(1)) < size // 2


def test_many_errors_are_counted_by_the_law():
    database = ((0, 1), (1, 0), (2, 0), (1, 1))
    law = threshold_learner(4, RATIO)(database).exact()
    for most in range(4):
        right = sum((w for u, w in law.items() if threshold_errors(u, database) > most), Fraction(0))
        assert many_errors_probability(database, 4, RATIO, most) == right
    needed, enough = generic_threshold_rows(1 << 20, RATIO, TENTH, TENTH)
    for rows, good in ((needed, True), (needed - 1, False)):
        most = int(TENTH * rows)
        failure = many_errors_probability(hard_threshold_database(1 << 20, rows, most + 1), 1 << 20, RATIO, most)
        assert (failure <= TENTH) == good
    assert needed <= enough


def test_failures_by_ranks_and_of_no_rows():
    for u, alpha in product(range(-1, 12), (Fraction(0), TENTH, Fraction(1, 3), Fraction(1))):
        assert uniform_erm_failure(12, u, alpha, 3) == erm_failure([Fraction(1, 12)] * 12, u, alpha, 3)
    half = [Fraction(1, 2)] * 2  # no rows fail unless every answer is good
    assert erm_failure(half, 0, Fraction(1, 4), 0) == 1
    assert erm_failure(half, 0, Fraction(1, 2), 0) == 0
    assert erm_failure(half, -1, Fraction(0), 0) == 0
    quarters = [Fraction(1, 4)] * 4  # a point of mass just alpha is good enough
    assert [erm_failure(quarters, 2, alpha, 1) for alpha in (Fraction(1, 2), Fraction(49, 100), Fraction(3, 4))] == [
        Fraction(1, 4), Fraction(1, 2), 0]


def test_least_rows_are_least():
    for alpha, beta in product((TENTH, Fraction(1, 3)), repeat=2):
        n = erm_rows(alpha, beta)
        assert (1 - alpha) ** n <= beta < (1 - alpha) ** (n - 1)
    # accuracy or confidence of one is taken
    assert [erm_rows(1, TENTH), erm_rows(TENTH, 1), erm_rows(1, 1)] == [1, 0, 0]
    # 4 (1 - beta) is beta 2^3; and ((k - 1) 2^0 + 1) (1 - beta) is beta 2
    assert generic_threshold_rows(4, 4, Fraction(1, 4), Fraction(1, 3))[1] == 8
    assert generic_threshold_rows(2, 4, Fraction(1, 4), Fraction(1, 2)) == (2, 1)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: erm_rows(0, TENTH), "alpha and beta"), (lambda: erm_rows(TENTH, 0), "alpha and beta"),
    (lambda: erm_rows(2, TENTH), "alpha and beta"),
    (lambda: generic_threshold_rows(1, RATIO, TENTH, TENTH), "must|be the square"),
    (lambda: generic_threshold_rows(4, 1, TENTH, TENTH), "must|be the square"),
    (lambda: generic_threshold_rows(4, RATIO, Fraction(1, 2), TENTH), "must|be the square"),
    (lambda: generic_threshold_rows(4, 2, TENTH, TENTH), "must|be the square"),
    (lambda: threshold_runs(((4, 1),), 4), "database"), (lambda: uniform_erm_failure(4, 4, TENTH, 1), "cut"),
    (lambda: erm_rows(-1, TENTH), "alpha and beta"), (lambda: erm_rows(TENTH, 2), "alpha and beta"),
    (lambda: erm_rows(TENTH, -1), "alpha and beta"), (lambda: generic_threshold_rows(4, RATIO, TENTH, 0), "beta in"),
    (lambda: generic_threshold_rows(4, RATIO, TENTH, 1), "beta in")])
def test_bad_arguments_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_smallest_domains_and_databases_are_taken():
    assert threshold_runs((), 1) == ((-1, 0, 0),)
    assert threshold_runs(((0, 1),), 1) == ((-1, -1, 1), (0, 0, 0))
    assert threshold_learner(1, 4)(((0, 1),)).exact() == {-1: Fraction(1, 3), 0: Fraction(2, 3)}
    assert [hard_threshold_database(2, 2, p) for p in (0, 2)] == [((1, 0),) * 2, ((0, 1),) * 2]
    assert hard_threshold_database(2, 0, 0) == ()
    assert [uniform_erm_failure(1, u, 0, 0) for u in (-1, 0)] == [0, 1]


@pytest.mark.parametrize("build", [
    lambda: threshold_runs((), 0), lambda: hard_threshold_database(1, 1, 0), lambda: hard_threshold_database(2, 1, 2),
    lambda: hard_threshold_database(2, 1, -1), lambda: hard_threshold_database(2, -1, 0),
    lambda: uniform_erm_failure(2, -2, 0, 1),
    lambda: uniform_erm_failure(2, 0, 0, -1), lambda: erm_failure([1], 1, 0, 1), lambda: erm_failure([1], -2, 0, 1),
    lambda: many_errors_probability((), 2, 4, -1), lambda: threshold_learner(0, 4)])
def test_what_no_domain_holds_is_refused(build):
    with pytest.raises(ValueError, match="must be an integer"):
        build()


@pytest.mark.parametrize("rows", [0, 1, 3])
def test_failure_is_that_of_all_samples(rows):
    weights = [Fraction(1, 6), Fraction(1, 3), Fraction(0), Fraction(1, 2)]
    for u, alpha in product(range(-1, 4), (0, Fraction(1, 6), Fraction(1, 3), Fraction(1, 2), Fraction(2, 3), 1)):
        failure = Fraction(0)
        for points in product(range(4), repeat=rows):
            cut = max((x for x in points if x <= u), default=-1)
            if sum(weights[cut + 1:u + 1]) > alpha:
                failure += prod(weights[x] for x in points)
        assert erm_failure(weights, u, alpha, rows) == failure


@pytest.mark.parametrize(("ratio", "root"), [(4, 2), (Fraction(9, 4), Fraction(3, 2))])
def test_needed_and_enough_rows_are_the_first_of_their_conditions(ratio, root):
    for size, alpha, beta in product((2, 5, 64), (TENTH, Fraction(2, 5)), (Fraction(1, 3), Fraction(3, 4), TENTH)):
        needed, enough = generic_threshold_rows(size, ratio, alpha, beta)
        least = [int(alpha * rows) + 1 for rows in range(200)]
        assert enough == next(rows for rows in range(1, 200)
                              if size / (size + Fraction(root) ** least[rows]) <= beta)
        assert needed == next(rows for rows in range(1, 200) if 2 * least[rows] <= rows and many_errors_probability(
            hard_threshold_database(size, rows, least[rows]), size, ratio, least[rows] - 1) <= beta)
