"""Rows known beforehand: with so many the call is made, with one fewer it is refused."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn import private
from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.private import rows_needed

TENTH = Fraction(1, 10)
WISHES = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 20)}
TASKS = [
    ("median", WISHES, {}, False), ("median", WISHES | {"alpha": TENTH}, {}, False),
    ("interior_point", WISHES, {}, False),
    ("quantiles", WISHES | {"probabilities": (TENTH, Fraction(9, 10)), "alpha": TENTH}, {}, False),
    ("histogram", {"epsilon": 1, "alpha": TENTH}, {"cells": [1, 2, 3]}, False),
    ("learn_threshold", WISHES | {"alpha": TENTH}, {}, True),
    ("learn_agnostic_threshold", {"epsilon": 1, "alpha": TENTH, "beta": TENTH}, {}, True),
    ("learn_point", {"epsilon": 1, "alpha": Fraction(1, 4), "beta": TENTH}, {}, True)]


@pytest.mark.parametrize(("task", "wishes", "besides", "labelled"), TASKS)
def test_the_rows_asked_for_are_those_that_are_refused_below(task, wishes, besides, labelled):
    cells, call = {"cells": len(besides["cells"])} if besides else {}, getattr(private, task)
    needed = rows_needed(task, neighbours=replace_one, **wishes, **cells)
    assert needed == rows_needed(call, neighbours=replace_one, **wishes, **cells)
    given = {"neighbours": replace_one, "rng": random.Random(1), **wishes, **besides}
    few, enough = ((x, (x > 50).astype(int)) if labelled else (x.astype(float),)
                   for x in (np.arange(needed - 1), np.arange(needed)))
    with pytest.raises(ValueError, match=f"at least {needed} rows"):
        call(*few, **given)
    call(*enough, **given)


@pytest.mark.parametrize(("task", "wishes", "rule"), [
    ("mean", {}, "task must be one of"), (4, {}, "task must be one of"), ("median", {}, "delta must be given"),
    ("median", WISHES | {"gamma": 1}, "gamma must be left out"),
    ("median", WISHES | {"kind": "text"}, "kind must be one of"),
    ("median", WISHES | {"alpha": 0}, "alpha"), ("histogram", {"alpha": TENTH}, "cells must be given"),
    ("histogram", {"alpha": TENTH, "cells": 0}, "cells must be"),
    ("learn_point", {"alpha": TENTH}, "beta must be given"),
    ("learn_point", {"alpha": TENTH, "beta": TENTH, "neighbours": add_remove_one}, "neighbours must be replace_one"),
    *(("quantiles", WISHES | {"probabilities": bad}, "probabilities") for bad in ([2], [1, 0], "1", []))])
def test_bad_wishes_are_refused_by_name(task, wishes, rule):
    with pytest.raises(ValueError, match=rule):
        rows_needed(task, **({"neighbours": replace_one, "epsilon": 1} | wishes))


@pytest.mark.parametrize("change", [{"epsilon": 2.0**-41}, {"epsilon": 1e-300}, {"delta": Fraction(1, 10**302)},
                                    {"beta": Fraction(1, 10**2000)}])
@pytest.mark.parametrize("neighbours", [replace_one, add_remove_one])
@pytest.mark.parametrize("task", ["median", "interior_point"])
def test_wishes_beyond_what_floats_can_search_are_refused_at_once(task, neighbours, change):
    with pytest.raises(ValueError, match=f"{next(iter(change))} must be at least 2"):
        rows_needed(task, neighbours=neighbours, **WISHES | change)


@pytest.mark.parametrize("epsilon", [1e-12, 1e-6, 20])
@pytest.mark.parametrize("task", ["median", "interior_point"])
def test_extreme_wishes_are_planned_and_booleans_need_fewer_rows(task, epsilon):
    rows = rows_needed(task, neighbours=add_remove_one, epsilon=epsilon, delta=Fraction(1, 10**300), beta=1e-12)
    assert 1 <= rows < 10**17
    of = {kind: rows_needed("median", neighbours=add_remove_one, kind=kind, **WISHES) for kind in ("reals", "booleans")}
    assert of["booleans"] < of["reals"]


@pytest.mark.parametrize("epsilon", [2.0**-60, 1e-12, 40])
def test_learners_and_counts_end_at_every_epsilon(epsilon):
    x, rng = np.arange(2000.0), random.Random(1)
    learned = private.learn_agnostic_threshold(x, x > 7, neighbours=add_remove_one, epsilon=epsilon, rng=rng)
    assert len(learned.predict(x)) == 2000
    assert private.histogram(x, cells=[1.0], neighbours=replace_one, epsilon=epsilon, rng=rng).answer[1.0] <= 2000
