"""Usefulness, its optimum over all mechanisms, and the packing bound."""

from fractions import Fraction
from itertools import product

import pytest

from privlearn.laws import pure
from privlearn.release import (is_useful, optimal_usefulness, point_queries, query_answers, sanitizer_rows_threshold,
                               sanitizer_success_bound, smallest_rows_sanitizer, subset_queries, usefulness)
from privlearn.release.counting_queries import (as_queries, in_cell_by_all_queries, in_cell_by_two_queries,
                                                packing_distance, sanitization_family)

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def test_subset_queries_are_all_subsets():
    assert len(set(subset_queries(4))) == 16


def test_answers_are_frequencies():
    assert query_answers((0, 0, 1), point_queries(2)) == (Fraction(2, 3), Fraction(1, 3))


def test_an_error_of_exactly_alpha_is_not_useful():
    queries = point_queries(2)
    assert not is_useful((0, 0), (HALF, HALF), queries, HALF)
    assert is_useful((0, 0), (HALF, HALF), queries, HALF + TENTH)


def test_usefulness_is_the_worst_database():
    least, where = usefulness(lambda database: pure((1, 0)), [(0,), (1,)], point_queries(2), HALF,
                              lambda database, outcome: outcome)
    assert (least, where) == (0, (1,))


def test_one_row_and_two_points_is_randomised_response():
    assert optimal_usefulness(2, 1, 1, point_queries(2), HALF, 3).value == Fraction(1, 4)


def test_everything_is_useful_for_no_query():
    assert optimal_usefulness(2, 2, 1, (), HALF, 2).value == 0


def test_packing_bounds_the_optimum():
    best = 1 - optimal_usefulness(3, 3, 3, point_queries(3), Fraction(1, 3), 2).lower
    assert best <= sanitizer_success_bound(3, 3, Fraction(1, 3), 2)


@pytest.mark.parametrize("d", [1, 4, 64])
def test_least_rows_are_just_above_the_threshold(d):
    least, threshold = (f(2**d, 2, TENTH, TENTH) for f in (smallest_rows_sanitizer, sanitizer_rows_threshold))
    assert threshold.upper <= least <= threshold.lower + 5
    before, here = (sanitizer_success_bound(2**d, rows, TENTH, 2) for rows in (least - 1, least))
    assert before < 1 - TENTH <= here


def test_the_smallest_and_the_largest_families_are_there():
    assert sanitization_family(1, 3, Fraction(1, 3)) == ((0, 0, 0),)
    assert sanitization_family(2, 1, Fraction(1, 3)) == ((0,), (1,))
    assert sanitization_family(2, 4, Fraction(1, 12)) == ((0, 0, 0, 0), (0, 0, 0, 1))


def test_databases_of_the_family_differ_in_3_alpha_m_rows():
    family = sanitization_family(3, 10, Fraction(1, 10))
    assert [sum(row == i for row in database) for i, database in enumerate(family)] == [10, 3, 3]


def test_true_answers_lie_in_one_cell():
    truth = (Fraction(7, 10), Fraction(3, 10), 0)
    for cell in (in_cell_by_two_queries, in_cell_by_all_queries):
        assert [cell(i, truth, Fraction(1, 10)) for i in range(3)] == [False, True, False]


def test_databases_of_the_family_differ_from_the_first_in_three_alpha_m_rows():
    first, *others = sanitization_family(4, 10, Fraction(1, 10))
    assert first == (0,) * 10
    assert [sum(x != 0 for x in database) for database in others] == [3, 3, 3]


def test_no_answers_are_useful_for_two_databases():
    alpha, grid = Fraction(1, 10), [Fraction(k, 20) for k in range(21)]
    for answers in product(grid, repeat=3):
        assert sum(in_cell_by_all_queries(i, answers, alpha) for i in range(3)) <= 1


def test_two_queries_take_the_same_answers_for_two_databases():
    answers = (Fraction(7, 10), Fraction(3, 10), Fraction(3, 10))
    assert [in_cell_by_two_queries(i, answers, Fraction(1, 10)) for i in range(3)] == [False, True, True]


def test_the_true_answers_lie_in_their_cell():
    answers = (Fraction(7, 10), Fraction(3, 10), 0)
    assert in_cell_by_two_queries(1, answers, Fraction(1, 10))
    assert in_cell_by_all_queries(1, answers, Fraction(1, 10))


def test_alpha_may_be_a_half():
    assert packing_distance(4, HALF) == 4
    assert smallest_rows_sanitizer(2, 2, HALF, TENTH) == 4  # 2^3 < 9 <= 2^4


def test_queries_may_be_sets_lists_or_tuples():
    assert as_queries([{0}, frozenset((1,)), (2, 2), [0, 1], ()]) == ({0}, {1}, {2}, {0, 1}, frozenset())


@pytest.mark.parametrize("queries", [None, 5, [5], [(0,), 5], [None], ["ab"], "ab", iter([(0,)])])
def test_what_is_no_sequence_of_sets_is_refused(queries):
    with pytest.raises(ValueError, match="queries must be a sequence of sets"):
        as_queries(queries)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: query_answers((), point_queries(2)), "must|need"),
    (lambda: is_useful((0,), (1,), point_queries(2), HALF), "must|need"),
    (lambda: usefulness(pure, [], point_queries(2), HALF, lambda database, outcome: outcome), "must|need"),
    (lambda: is_useful((0,), (1, float("nan")), point_queries(2), HALF), "must|need"),
    (lambda: sanitizer_success_bound(2, 4, Fraction(3, 4), 2), "must|need"),
    (lambda: packing_distance(4, 0), "must|need"),
    (lambda: packing_distance(4, Fraction(5, 8)), "must|need"),
    (lambda: smallest_rows_sanitizer(2, 1, TENTH, TENTH), "must|need"),
    (lambda: smallest_rows_sanitizer(2, 2, 0, TENTH), "must|need"),
    (lambda: smallest_rows_sanitizer(2, 2, Fraction(3, 4), TENTH), "must|need"),
    (lambda: smallest_rows_sanitizer(2, 2, Fraction(51, 100), TENTH), "must|need"),
    (lambda: smallest_rows_sanitizer(2, 2, TENTH, 0), "must|need"),
    (lambda: smallest_rows_sanitizer(2, 2, TENTH, 1), "must|need"),
    (lambda: is_useful((0, 1), (TENTH,), (1,), TENTH), "must|need"),
    (lambda: sanitization_family(3, 10, Fraction(1, 7)), "alpha must make"),
    (lambda: sanitization_family(3, 10, 0), "alpha must make"),
    (lambda: sanitization_family(3, 10, Fraction(1, 2)), "at most m"),
    (lambda: in_cell_by_two_queries(2, (1, 0), Fraction(1, 10)), "i must be"),
    (lambda: in_cell_by_all_queries(-1, (1, 0), Fraction(1, 10)), "i must be"),
    (lambda: sanitization_family(0, 4, Fraction(1, 4)), "size|rows|alpha"),
    (lambda: sanitization_family(3, 0, Fraction(1, 4)), "size|rows|alpha"),
    (lambda: sanitization_family(3, 4, Fraction(1, 5)), "size|rows|alpha"),
    (lambda: sanitization_family(3, 4, 0), "size|rows|alpha"),
    (lambda: sanitization_family(3, 4, Fraction(1, 2)), "size|rows|alpha"),
    (lambda: in_cell_by_two_queries(3, (1, 0, 0), Fraction(1, 10)), "i must"),
    (lambda: in_cell_by_all_queries(3, (1, 0, 0), Fraction(1, 10)), "i must"),
    (lambda: as_queries(()), "queries must not be empty"),
    (lambda: as_queries([(0.5,)]), "point of a query"),
])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
