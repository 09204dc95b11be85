"""The best private learner of intervals on small domains, proper and improper."""

from fractions import Fraction

import pytest

from privlearn.concepts import initial_segments
from privlearn.exact import is_enclosure
from privlearn.mechanisms.optima import best_interval_success, interval_program
from privlearn.mechanisms.optima.intervals import (hard_rows, hard_sample_law, interval_optimum,
                                                   interval_packing_success, least_interval_failure)


def test_hard_rows_are_labelled_by_their_interval_alone_and_samples_binomial():
    for size in (1, 2, 5, 6):
        rows = initial_segments(size).rows()
        for j in range(size + 1):
            assert [k for k in range(size + 1) if all(rows[k][x] == y for x, y in hard_rows(size, j))] == [j]
    assert hard_sample_law(3, 1, 2) == {
        ((1, 0), (1, 0)): Fraction(1, 4), ((0, 1), (1, 0)): Fraction(1, 2), ((0, 1), (0, 1)): Fraction(1, 4)}
    assert hard_sample_law(3, 0, 2) == {((0, 0), (0, 0)): 1}
    assert hard_sample_law(3, 3, 0) == {(): 1}


def test_successes_of_the_best_learners_by_hand():
    assert [best_interval_success(t, 1, 2, proper=True) for t in (1, 2, 3)] == [Fraction(2, 2 + t) for t in (1, 2, 3)]
    assert len({best_interval_success(t, 2, 3, proper=False) for t in (1, 2, 3)}) == 1  # they do not feel the domain
    assert best_interval_success(3, 2, 1, proper=True) == Fraction(1, 4)  # nothing to spend: a guess
    assert is_enclosure(interval_optimum(2, 2, 4, proper=True), interval_program(2, 2, 4, proper=True))


@pytest.mark.parametrize(("call", "message"), [
    (lambda: interval_program(0, 1, 2, proper=True), "size"), (lambda: interval_program(2, 0, 2, proper=True), "rows"),
    (lambda: interval_program(2, 1, 0, proper=True), "exp_epsilon"), (lambda: hard_rows(3, 4), "j must")])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(("size", "rows", "ratio"), [
    (1, 1, 2), (3, 2, 2), (2, 0, 3), (4, 1, Fraction(3, 2)), (2, 3, Fraction(3, 2)), (4, 0, 2), (3, 1, 1)])
def test_packing_of_the_intervals_is_attained_by_the_program(size, rows, ratio):
    assert least_interval_failure(size, rows, ratio) == 1 - interval_packing_success(size, rows, ratio)
    assert interval_packing_success(4, 0, 10) == Fraction(1, 5)  # without rows: a guess


@pytest.mark.parametrize(("arguments", "rule"), [
    ((0, 1, 2), "size must be"), ((1, -1, 2), "rows must be"), ((1, 1, Fraction(1, 2)), "must be at least 1")])
@pytest.mark.parametrize("bound", [interval_packing_success, least_interval_failure])
def test_no_packing_without_intervals_rows_or_privacy(bound, arguments, rule):
    with pytest.raises(ValueError, match=rule):
        bound(*arguments)
