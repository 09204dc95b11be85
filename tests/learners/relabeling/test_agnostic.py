"""The private agnostic learner: sizes, degenerate samples, errors."""

from fractions import Fraction

import pytest

from privlearn.concepts import initial_segments
from privlearn.laws import pure
from privlearn.learners.relabeling import private_agnostic_law
from privlearn.learners.relabeling.agnostic import (counted_answer_law, counted_draws_law, counted_relabel_law, halves,
                                                    resampled_law)


def first_row(rows):
    return pure(rows[0])


def test_the_last_row_without_partner_is_dropped():
    assert halves(((0, 1),)) == ((), ())
    assert halves(tuple(range(7))) == ((0, 1, 2), (3, 4, 5))


def test_one_draw_is_a_uniform_row():
    assert resampled_law(first_row, ((0, 0), (1, 1), (1, 1)), 1).exact() == {(0, 0): Fraction(1, 3),
                                                                            (1, 1): Fraction(2, 3)}


def test_nothing_to_draw_from_is_an_error():
    with pytest.raises(ValueError, match="rows"):
        resampled_law(first_row, (), 1)


@pytest.mark.parametrize("draws", [1, 2])
def test_fewer_than_nine_rows_for_each_draw_are_refused(draws):
    with pytest.raises(ValueError, match=f"9 draws = {9 * draws}"):
        private_agnostic_law(initial_segments(1), first_row, ((0, 1),) * (9 * draws - 1), (), 4, draws)


@pytest.mark.parametrize("other", [(), ((1, 0),)])
@pytest.mark.parametrize("ones", [0, 3, 9])
def test_counted_laws_give_the_law_of_the_answer(ones, other):
    data = ((0, 1),) * (9 - ones) + ((1, 0),) * ones
    counts = {(0, 1): 9 - ones, (1, 0): ones}
    chosen = counted_relabel_law(initial_segments(2), counts, other, 4)
    joined = chosen.then(lambda h: counted_answer_law(first_row, h, {0: 9 - ones, 1: ones}, 1))
    assert joined.exact() == private_agnostic_law(initial_segments(2), first_row, data, other, 4, 1).exact()


def test_two_counted_draws_are_the_resampled_rows():
    rows = ((0, 0), (0, 0), (1, 1))
    expected = resampled_law(lambda got: pure(tuple(x for x, _ in got)), rows, 2).exact()
    assert counted_draws_law({0: 2, 1: 1}, 2).exact() == expected


def test_no_counted_rows_are_an_error():
    with pytest.raises(ValueError, match="counts"):
        counted_draws_law({0: 0}, 1)
