"""Bad input of every front-door function: a ValueError that begins with the argument's name and shows no data."""

import random

import numpy as np
import pytest

from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.private import (Ledger, histogram, interior_point, learn_agnostic_threshold, learn_point,
                               learn_threshold, median, quantiles, rows_needed)

SECRET = 86753
X, Y = np.arange(9000) + SECRET, np.arange(9000) % 2
WISHES = {"neighbours": replace_one, "epsilon": 1, "rng": random.Random(1)}
APPROXIMATE = WISHES | {"delta": 1e-6, "beta": 0.05}
NAN, INF = float("nan"), float("inf")

EPSILON = [("epsilon", bad) for bad in (0, -1, NAN, INF, "1", None, True, 1e6)]
DELTA = [("delta", bad) for bad in (1, -0.5, 2, NAN, "0", None)]
BETA = [("beta", bad) for bad in (0, 1, -1, NAN, "x", None)]
ALPHA = [("alpha", bad) for bad in (0, 1, -1, NAN, "x")]
RNG = [("rng", bad) for bad in (None, 7, "seed", np.random.RandomState(1), random)]
NEIGHBOURS = [("neighbours", bad) for bad in (None, "replace_one", 1, print)]
KIND = [("kind", bad) for bad in ("number", 5, "dates")]
ROWS = [SECRET, None, str(SECRET), {SECRET: 1}, {SECRET}, iter([SECRET]), np.array([[SECRET]]), np.array(SECRET),
        [str(SECRET)] * 900, [SECRET, None] * 900, [[SECRET]] * 900, [NAN] * 900, [1j] * 900, [SECRET * 2**60] * 900,
        np.ma.masked_array([SECRET] * 900, mask=[True] * 900), np.array([str(SECRET)] * 900)]
LABELS = [SECRET, None, str(SECRET), {SECRET: 1}, iter([1]), [1], np.zeros((9000, 1)), [[1]] * 9000,
          [NAN, 1.0, 0.0] * 3000, list(range(9000)), [str(SECRET)] * 9000]
PAIRS = [("labels", bad) for bad in (5, "ab", (1,), (1, 1), (1, 2, 3), {0, 1})]

CASES = []


def cases(function, data, given, changes, columns=("column",)):
    CASES.extend((function, data, given | {name: bad}, name) for name, bad in changes)
    CASES.extend((function, (bad, *data[1:]), given, columns[0]) for bad in ROWS)
    if len(columns) > 1:
        CASES.extend((function, (data[0], bad), given, columns[1]) for bad in LABELS)


COMMON = [*EPSILON, *BETA, *RNG, *NEIGHBOURS]
cases(median, (X,), APPROXIMATE, [*COMMON, *DELTA, *ALPHA, *KIND, ("delta", 0)])
cases(quantiles, (X,), APPROXIMATE, [*COMMON, *DELTA, *ALPHA, *KIND, *(("probabilities", bad) for bad in (
    5, "half", [], [2], [-1], [1, 0], [0.5, 0.5], ["a"], None))])
cases(interior_point, (X,), APPROXIMATE, [*COMMON, *DELTA, *KIND])
for learn in (learn_threshold, learn_agnostic_threshold):
    cases(learn, (X, Y), WISHES, [*COMMON, *DELTA, *ALPHA, *KIND, *PAIRS], ("x", "y"))
cases(learn_point, (X, Y), WISHES | {"alpha": 0.25, "beta": 0.05}, [
    *COMMON, *DELTA, *ALPHA, *KIND, *PAIRS, ("alpha", 0.5), ("alpha", None), ("neighbours", add_remove_one)],
    ("x", "y"))
CASES.extend((histogram, (X,), WISHES | {"cells": [1], **change}, name) for name, change in [
    *((name, {name: bad}) for name, bad in [*COMMON[:7], *BETA, *RNG, *NEIGHBOURS, *DELTA, *ALPHA]),
    *(("cells", {"cells": bad}) for bad in (5, "ab", [], [1, 1], [[1]], [1.5], ["a"], None)),
    *(("edges", {"cells": None, "edges": bad}) for bad in (5, "ab", [], [1], [1, 1], [2, 1], [NAN, 1], ["a", "b"]))])
CASES.extend((histogram, (bad,), WISHES | {"cells": [1]}, "column") for bad in (
    SECRET, None, str(SECRET), {SECRET: 1}, iter([SECRET]), np.array([[SECRET]]), [[SECRET]] * 9, [{SECRET}] * 9))
CASES.extend((rows_needed, (task,), given, name) for task, given, name in [
    ("mean", {}, "task"), (5, {}, "task"), (None, {}, "task"), ("median", {}, "delta"),
    *(("median", {"delta": 1e-6, "beta": 0.05} | {name: bad}, name) for name, bad in [
        *EPSILON, *DELTA, *BETA, *ALPHA, *NEIGHBOURS, *KIND[:2]])])
CASES.extend((Ledger, (), {"neighbours": replace_one, "epsilon": 1, "delta": 0} | {name: bad}, name)
             for name, bad in [*EPSILON, *DELTA[:4], *NEIGHBOURS, ("rule", "none"), ("each", (1, 0))])


def test_there_are_enough_of_them():
    assert len(CASES) > 450
    assert {case[0] for case in CASES} == {median, quantiles, interior_point, histogram, learn_threshold,
                                           learn_agnostic_threshold, learn_point, rows_needed, Ledger}


@pytest.mark.parametrize("function", dict.fromkeys(case[0] for case in CASES), ids=lambda f: f.__name__)
def test_bad_input_is_refused_by_name_and_not_shown(function):
    for _, data, given, name in (case for case in CASES if case[0] is function):
        wishes = {"neighbours": replace_one, "epsilon": 1} | given if function is rows_needed else given
        with pytest.raises(ValueError, match=r"\w") as caught:
            function(*data, **wishes)
        message = str(caught.value)
        assert message.startswith(name) or (name in ("cells", "edges") and message.startswith("cells or edges")) or (
            name == "x" and message.startswith("y must have as many rows")), (name, given.get(name), message)
        assert str(SECRET) not in message, (name, message)
        assert caught.value.__cause__ is None
