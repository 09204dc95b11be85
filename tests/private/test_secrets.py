"""No message, representation or warning shows a value of the data, and no input hangs.

A secret stands in every place of the data of every function that releases something, beside every kind of mistake.
"""

import random
import warnings
from contextlib import suppress
from fractions import Fraction
from traceback import format_exception

import numpy as np
import pytest

from privlearn import private
from privlearn.concepts import point_functions
from privlearn.laws import pure
from privlearn.learners.closure import closure_cuts_run, closure_points_run, improper_points
from privlearn.learners.formulas import private_kcnf_learner
from privlearn.learners.generic.exponential import exponential_learner, point_learner
from privlearn.learners.interior_point import heavy_paths, private_quantiles, tree_log
from privlearn.learners.interior_point.learned_thresholds import learn_threshold as learn_cut
from privlearn.learners.intervals import flipping_interval_learner, interval_learner
from privlearn.learners.light import light_mechanism
from privlearn.learners.lines import learn_line, overall_learner, plan_for
from privlearn.learners.points import (boosted_point_learner, frugal_plan, improper_point_learner, noisy_point_learner,
                                       private_point_learner, subsampled_point)
from privlearn.learners.pseudorandom import efficient_point_learner, subset_point_learner
from privlearn.learners.relabeling import (exponential_cut, initial_segment_law, private_agnostic_run, relabel_points,
                                           relabel_segments)
from privlearn.mechanisms import add_remove_one, noisy_histogram, randomised_response, replace_one
from privlearn.release import geometric_histogram, point_queries, small_database_sanitizer

SECRET = 8_675_309
DIGITS = str(SECRET)
APPROXIMATE = {"epsilon": 1, "delta": Fraction(1, 10**6), "beta": Fraction(1, 10)}
PURE = {"epsilon": 1, "alpha": Fraction(1, 4), "beta": Fraction(1, 10)}
BITS = {"domain_bits": 16}
COLUMNS = {
    "median": (private.median, APPROXIMATE), "quantiles": (private.quantiles, APPROXIMATE),
    "interior_point": (private.interior_point, APPROXIMATE),
    "histogram": (private.histogram, {"epsilon": 1, "cells": [1]}),
    "histogram by edges": (private.histogram, {"epsilon": 1, "edges": [0, 1]}),
    "tree_log": (tree_log, APPROXIMATE | BITS), "heavy_paths": (heavy_paths, APPROXIMATE | BITS),
    "private_quantiles": (private_quantiles, APPROXIMATE | BITS | {"blocks": 1})}
LABELLED = {
    "learn_threshold": (private.learn_threshold, APPROXIMATE),
    "learn_agnostic_threshold": (private.learn_agnostic_threshold, {"epsilon": 1}),
    "learn_point": (private.learn_point, PURE)}
BAD_ROWS = [SECRET, -SECRET, SECRET + 0.5, float(SECRET) * 1e300, DIGITS, None, (SECRET, SECRET), SECRET * 2**80,
            complex(SECRET), {SECRET}, Fraction(SECRET, 7), float("nan"), float("inf"), SECRET * 1j]
COLUMNS_WITH = [lambda bad: [1] * 400 + [bad], lambda bad: (bad,), lambda bad: np.array([bad, 1] * 300, dtype=object),
                lambda bad: np.array([bad]), lambda bad: bad, lambda bad: {bad: 1} if not isinstance(bad, set) else bad,
                lambda bad: [[bad]], lambda bad: iter([bad]),
                lambda bad: np.ma.masked_array([1, 2], mask=[True, False])]
ARGUMENTS = [{}, {"epsilon": 0}, {"epsilon": -1}, {"epsilon": float("nan")}, {"epsilon": "1"}, {"neighbours": None},
             {"rng": None}, {"rng": 7}]


def outcome(call):
    """Everything that the call shows: warnings, its result, or the chain of exceptions without source lines."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            shown = ["" if isinstance(result := call(), (int, float, type(None), tuple)) else repr(result)]
        except ValueError as error:
            shown = [line for line in format_exception(error) if not line.lstrip().startswith("File ")]
    return "".join(shown + [str(warning.message) for warning in caught])


def columns(make):
    """Return what a container is with each of the bad rows, where there is such a container."""
    for bad in BAD_ROWS:
        with suppress(TypeError, ValueError):
            yield make(bad)


def wishes(given, changed):
    return {"rng": random.Random(1), "neighbours": replace_one} | given | changed


@pytest.mark.parametrize("make", COLUMNS_WITH)
@pytest.mark.parametrize("name", COLUMNS)
@pytest.mark.parametrize("neighbours", [replace_one, add_remove_one])
def test_functions_of_a_column_show_no_row(name, make, neighbours):
    function, given = COLUMNS[name]
    for column in columns(make):
        for changed in ARGUMENTS:
            text = outcome(lambda: function(column, **wishes(given, {"neighbours": neighbours} | changed)))  # noqa: B023
            assert DIGITS not in text, (name, changed)


@pytest.mark.parametrize("make", COLUMNS_WITH)
@pytest.mark.parametrize("name", LABELLED)
@pytest.mark.parametrize("place", ["x", "y"])
def test_learners_show_no_point_and_no_label(name, make, place):
    function, given = LABELLED[name]
    for column in columns(make):
        size = len(column) if hasattr(column, "__len__") else 1
        other = np.arange(size) % 2
        x, y = (column, other) if place == "x" else (other, column)
        for changed in ARGUMENTS:
            named = wishes(given, {"labels": (0, 1)} | changed)  # labels that are read off count as public
            text = outcome(lambda: function(x, y, **named))  # noqa: B023
            assert DIGITS not in text, (name, changed)


ROWS = [[(1, 1)] * 9000 + [(SECRET, 5)], [(SECRET, 1)] * 9000, [(1, SECRET)] * 9000, [SECRET] * 9000,
        [(SECRET,)] * 9000, [(SECRET, 1, 1)] * 9000, np.array([[SECRET, 1]] * 9000), np.array([[1, SECRET]] * 9000),
        np.array([[-SECRET, 1]] * 9000), np.array([[SECRET, 1]] * 9000, dtype=object), {SECRET: 1}, DIGITS, SECRET,
        [(DIGITS, 1)] * 9000, [(SECRET + 0.5, 0)] * 9000, np.array([[SECRET, 1]]), np.array([SECRET] * 20),
        np.array([[SECRET, 1, 1]] * 9000), np.array([[1, 1, SECRET]] * 9000)]

READ_IN_PART = ("PrivatePointResult", "<privlearn.learners.points.lazy.LazyHypothesis")  # of no more rows than needed


def of_rows(rows):
    """Return calls of every other function of the library that releases something of rows, one for each name."""
    rng, line = np.random.default_rng(1), plan_for(9000, epsilon=1, delta=Fraction(1, 1000), miss=Fraction(1, 4))
    points, half = point_functions(8), Fraction(1, 2)
    private_laws = {
        "boosted": lambda: boosted_point_learner(rows, size=8, plan=frugal_plan(1, half / 2, half / 2)),
        "improper": lambda: improper_point_learner(rows, size=8, alpha=half / 2),
        "noisy": lambda: noisy_point_learner(rows, size=8, noise=half / 2),
        "subsampled": lambda: subsampled_point(rows, size=8, keep=half, abort=half / 2),
        "keyed": lambda: subset_point_learner([1, 2], 8, 2)(rows),
        "exponential": lambda: exponential_learner(points, 2)(rows), "point": lambda: point_learner(8, 2)(rows),
        "interval": lambda: interval_learner(8, 2)(rows), "lines": lambda: overall_learner(rows, 5, line),
        "flipping interval": lambda: flipping_interval_learner(8, 2, pure((0,) * 8))(rows),
        "k-CNF": lambda: private_kcnf_learner(3, 1, query_ratio=2, tolerance=half)(rows),
        "light": lambda: light_mechanism(8, 9000, 2, 2)(rows),
        "sanitizer": lambda: small_database_sanitizer(4, 2, point_queries(4), 2)(rows),
        "segment": lambda: initial_segment_law(8, rows, rows, 2)}
    drawn = {name: lambda law=law: law().sample(rng) for name, law in private_laws.items()}
    return drawn | {
        "private points": lambda: private_point_learner(rows, size=8, rng=rng, **PURE),
        "efficient points": lambda: efficient_point_learner(rows, bits=8, rng=rng, **PURE),
        "cut": lambda: learn_cut(rows, neighbours=replace_one, rng=random.Random(1), **APPROXIMATE, **BITS),
        "line": lambda: learn_line(rows, 5, line, rng),
        "segments": lambda: private_agnostic_run(rows, relabel_segments, exponential_cut(8, 2), root=2, rng=rng),
        "points": lambda: private_agnostic_run(rows, relabel_points, exponential_cut(8, 2), root=2, rng=rng),
        "closure of cuts": lambda: closure_cuts_run(4, 2, rows, exponential_cut(8, 2), root=2, rng=rng),
        "closure of points": lambda: closure_points_run(2, 8, rows, improper_points(8, half / 2), root=2, rng=rng)}


@pytest.mark.parametrize("name", of_rows(()))
def test_other_functions_of_rows_show_none(name):
    for rows in ROWS:
        text = outcome(of_rows(rows)[name])
        assert "must" in text or text.startswith(READ_IN_PART), text
        assert DIGITS not in text


@pytest.mark.parametrize("bad", BAD_ROWS[:6])
@pytest.mark.parametrize("make", [lambda: geometric_histogram(2, 4), lambda: noisy_histogram(2, Fraction(1, 2), most=3),
                                  lambda: randomised_response(Fraction(3, 4))])
def test_mechanisms_show_no_row(make, bad):
    for database in ((bad,), bad, [bad], np.array([bad], dtype=object)):
        text = outcome(lambda: make()(database).sample(random.Random(1)))  # noqa: B023
        assert DIGITS not in text


def test_the_search_finds_what_is_shown():
    def leak(column):
        raise ValueError(f"column must be short, got {column}")

    assert DIGITS in outcome(lambda: leak([SECRET]))

    def chained():
        try:
            int("secret " + DIGITS)
        except ValueError:
            raise ValueError("column must be short") from None

    assert DIGITS not in outcome(chained)


def test_a_result_of_a_column_shows_its_answer_only():
    rows = np.where(np.arange(3000) % 100 == 99, SECRET, 5)
    result = private.median(rows, neighbours=replace_one, rng=random.Random(1), **APPROXIMATE)
    assert result.answer == 5
    assert DIGITS not in repr(result) + str(result)
    text = repr(private.learn_threshold(rows, rows > 3, neighbours=replace_one, rng=random.Random(1), **APPROXIMATE))
    assert DIGITS not in text
