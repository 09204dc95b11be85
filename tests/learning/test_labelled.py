"""Errors of concepts on labelled rows."""

import re

import numpy as np
import pytest

from privlearn.learning.labelled import check_labelled, errors


def test_errors_count_wrong_rows_each_time():
    rows = {((0, 1), (0, 0), (1, 1)): 2, ((0, 0),) * 3: 3, (): 0}
    assert {database: errors((1, 0), database) for database in rows} == rows


@pytest.mark.parametrize("database", [(), [(0, 1)], ((1, 0),) * 20, ((np.int64(1), np.int64(0)),)])
def test_rows_of_the_domain_pass(database):
    check_labelled(database, 2)


@pytest.mark.parametrize(("database", "message"), [
    *(((*((0, 1),) * repeats, row), message) for repeats in (1, 20) for row, message in (
        ((2, 0), "points x in 0..size-1, size = 2"), ((-1, 0), "points x"), (("a", 0), "points x"),
        ((0, 2), "labels y in {0, 1}"), ((0, 0, 0), "rows (x, y)"), (0, "rows (x, y)"))),
    (((0, 0, 0),) * 9, "rows (x, y)"), ({(0, 1)}, "database must be a tuple")])
def test_another_row_is_refused_among_few_and_many(database, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        check_labelled(database, 2)
