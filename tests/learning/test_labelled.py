"""Errors of concepts on labelled rows."""

import re

import numpy as np
import pytest

from privlearn.learning.labelled import check_labelled, errors


def test_errors_counts_wrong_rows():
    assert errors((1, 0), ((0, 1), (0, 0), (1, 1))) == 2


def test_repeated_rows_count_each_time():
    assert errors((1, 0), ((0, 0),) * 3) == 3


def test_no_rows_are_no_errors():
    assert errors((1, 0), ()) == 0


@pytest.mark.parametrize("database", [(), [(0, 1)], ((1, 0),) * 20, ((np.int64(1), np.int64(0)),)])
def test_rows_of_the_domain_pass(database):
    check_labelled(database, 2)


@pytest.mark.parametrize("repeats", [1, 20])
@pytest.mark.parametrize(("row", "message"), [
    ((2, 0), "points x in 0..size-1, size = 2"), ((-1, 0), "points x"), (("a", 0), "points x"),
    ((0, 2), "labels y in {0, 1}"), ((0, 0, 0), "rows (x, y)"), (0, "rows (x, y)")])
def test_another_row_is_refused_among_few_and_many(row, message, repeats):
    with pytest.raises(ValueError, match=re.escape(message)):
        check_labelled((*((0, 1),) * repeats, row), 2)


@pytest.mark.parametrize(("call", "message"), [
    (lambda: check_labelled(((0, 0, 0),) * 9, 2), re.escape("rows (x, y)")),
    (lambda: check_labelled({(0, 1)}, 2), "database must be a tuple"),
])
def test_what_is_not_allowed_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
