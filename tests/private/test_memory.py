"""What a call needs beside the rows is at most four times the rows: users have large columns."""

import random
import tracemalloc

import numpy as np
import pytest

from privlearn import private
from privlearn.mechanisms import add_remove_one, replace_one

ROWS = 700_000
APPROXIMATE = {"epsilon": 1, "delta": 1e-6, "beta": 0.05}


def peak(call):
    call()  # what is made once and kept does not count
    tracemalloc.start()
    try:
        call()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def calls():
    rng = np.random.default_rng(3)
    x, keys = rng.normal(170, 9, ROWS), rng.integers(0, 2**40, ROWS)
    y = (x > 172).astype(np.int64)
    noisy, keys[: ROWS // 2] = y ^ (rng.random(ROWS) < 0.1), 77
    one, other = ({"neighbours": relation, "rng": random.Random(1)} for relation in (replace_one, add_remove_one))
    point = private.learn_point(keys, keys == 77, epsilon=1, alpha=0.25, beta=0.05, **one)
    return {
        "median": (x, lambda: private.median(x, **one, **APPROXIMATE)),
        "quartiles": (x, lambda: private.quantiles(x, **other, **APPROXIMATE)),
        "interior point": (x, lambda: private.interior_point(x, **other, **APPROXIMATE)),
        "histogram": (x, lambda: private.histogram(x, edges=range(100, 245, 10), epsilon=1, **one)),
        "threshold": ((x, y), lambda: private.learn_threshold(x, y, epsilon=1, **one)),
        "noisy labels": ((x, noisy), lambda: private.learn_agnostic_threshold(x, noisy, epsilon=0.05, **one)),
        "point": ((keys, y), lambda: private.learn_point(keys, keys == 77, epsilon=1, alpha=0.25, beta=0.05, **one)),
        "labels": (keys, lambda: point.predict(keys))}


@pytest.mark.parametrize("name", calls())
def test_calls_need_at_most_four_times_the_rows(name):
    rows, call = calls()[name]
    assert peak(call) <= 4 * sum(column.nbytes for column in (rows if isinstance(rows, tuple) else (rows,)))


def test_the_measure_sees_what_is_copied():
    rows = np.zeros(ROWS)
    assert peak(lambda: [rows.copy() for _ in range(5)]) > 4 * rows.nbytes
