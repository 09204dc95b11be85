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


def test_queries_may_be_sets_lists_or_tuples_and_answers_are_frequencies():
    assert len(set(subset_queries(4))) == 16
    assert as_queries([{0}, frozenset((1,)), (2, 2), [0, 1], ()]) == ({0}, {1}, {2}, {0, 1}, frozenset())
    assert query_answers((0, 0, 1), point_queries(2)) == (Fraction(2, 3), Fraction(1, 3))


def test_an_error_of_exactly_alpha_is_not_useful_and_usefulness_is_that_of_the_worst_database():
    queries = point_queries(2)
    assert not is_useful((0, 0), (HALF, HALF), queries, HALF)
    assert is_useful((0, 0), (HALF, HALF), queries, HALF + TENTH)
    assert usefulness(lambda database: pure((1, 0)), [(0,), (1,)], queries, HALF,
                      lambda database, outcome: outcome) == (0, (1,))


def test_the_optimum_is_bounded_by_packing_and_known_for_one_row_and_for_no_query():
    assert optimal_usefulness(2, 1, 1, point_queries(2), HALF, 3).value == Fraction(1, 4)  # randomised response
    assert optimal_usefulness(2, 2, 1, (), HALF, 2).value == 0
    best = 1 - optimal_usefulness(3, 3, 3, point_queries(3), Fraction(1, 3), 2).lower
    assert best <= sanitizer_success_bound(3, 3, Fraction(1, 3), 2)


@pytest.mark.parametrize("d", [1, 4, 64])
def test_least_rows_are_just_above_the_threshold(d):
    least, threshold = (f(2**d, 2, TENTH, TENTH) for f in (smallest_rows_sanitizer, sanitizer_rows_threshold))
    assert threshold.upper <= least <= threshold.lower + 5
    before, here = (sanitizer_success_bound(2**d, rows, TENTH, 2) for rows in (least - 1, least))
    assert before < 1 - TENTH <= here


def test_databases_of_the_family_differ_from_the_first_in_three_alpha_m_rows():
    assert sanitization_family(1, 3, Fraction(1, 3)) == ((0, 0, 0),)
    assert sanitization_family(2, 1, Fraction(1, 3)) == ((0,), (1,))
    assert sanitization_family(2, 4, Fraction(1, 12)) == ((0, 0, 0, 0), (0, 0, 0, 1))
    assert sanitization_family(4, 10, TENTH) == ((0,) * 10, *((0,) * 7 + (i,) * 3 for i in (1, 2, 3)))


def test_alpha_may_be_a_half():
    assert packing_distance(4, HALF) == 4
    assert smallest_rows_sanitizer(2, 2, HALF, TENTH) == 4  # 2^3 < 9 <= 2^4


def test_true_answers_lie_in_one_cell_and_others_in_two_by_two_queries():
    truth, others = (Fraction(7, 10), Fraction(3, 10), 0), (Fraction(7, 10), Fraction(3, 10), Fraction(3, 10))
    for cell in (in_cell_by_two_queries, in_cell_by_all_queries):
        assert [cell(i, truth, TENTH) for i in range(3)] == [False, True, False]
    assert [in_cell_by_two_queries(i, others, TENTH) for i in range(3)] == [False, True, True]


def test_no_answers_are_useful_for_two_databases():
    alpha, grid = Fraction(1, 10), [Fraction(k, 20) for k in range(21)]
    for answers in product(grid, repeat=3):
        assert sum(in_cell_by_all_queries(i, answers, alpha) for i in range(3)) <= 1


@pytest.mark.parametrize(("function", "arguments", "message"), [
    *((as_queries, (queries,), "queries must be a sequence of sets")
      for queries in (None, 5, [5], [(0,), 5], [None], ["ab"], "ab", iter([(0,)]))),
    (as_queries, ((),), "queries must not be empty"), (as_queries, ([(0.5,)],), "point of a query"),
    (query_answers, ((), point_queries(2)), "must|need"), (is_useful, ((0, 1), (TENTH,), (1,), TENTH), "must|need"),
    *((is_useful, ((0,), answers, point_queries(2), HALF), "must|need") for answers in ((1,), (1, float("nan")))),
    (usefulness, (pure, [], point_queries(2), HALF, lambda database, outcome: outcome), "must|need"),
    (sanitizer_success_bound, (2, 4, Fraction(3, 4), 2), "must|need"),
    *((packing_distance, (4, alpha), "must|need") for alpha in (0, Fraction(5, 8))),
    *((smallest_rows_sanitizer, (2, *wishes), "must|need") for wishes in (
        (1, TENTH, TENTH), (2, 0, TENTH), (2, Fraction(3, 4), TENTH), (2, Fraction(51, 100), TENTH), (2, TENTH, 0),
        (2, TENTH, 1))),
    *((sanitization_family, (3, 10, alpha), message) for alpha, message in (
        (Fraction(1, 7), "alpha must make"), (0, "alpha must make"), (Fraction(1, 2), "at most m"))),
    *((sanitization_family, shape, "size|rows|alpha") for shape in (
        (0, 4, Fraction(1, 4)), (3, 0, Fraction(1, 4)), (3, 4, Fraction(1, 5)), (3, 4, 0), (3, 4, HALF))),
    *((in_cell, (i, truth, TENTH), "i must be") for in_cell, i, truth in (
        (in_cell_by_two_queries, 2, (1, 0)), (in_cell_by_all_queries, -1, (1, 0)),
        (in_cell_by_two_queries, 3, (1, 0, 0)), (in_cell_by_all_queries, 3, (1, 0, 0))))])
def test_what_is_not_allowed_is_refused(function, arguments, message):
    with pytest.raises(ValueError, match=message):
        function(*arguments)
