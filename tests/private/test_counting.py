"""Histograms: counts, errors, and the law of the noise."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.exact import exp_bracket
from privlearn.mechanisms import add_remove_one, replace_one
from privlearn.private import histogram
from privlearn.private.counting import histogram_rows, noise_bound

RELATIONS = (replace_one, add_remove_one)


@pytest.mark.parametrize(("column", "cells", "counts"), [
    (["a", "b", "a", "z"], ["a", "b", "c"], {"a": 2, "b": 1, "c": 0}),
    (np.array([3, 1, 3, 9]), [3, 1, 2], {3: 2, 1: 1, 2: 0}), (np.array([0.5, 1.5, 0.5, 9]), [0.5, 1], {0.5: 2, 1: 0}),
    (np.array([True, False, True, True]), [True], {True: 3}), (np.array(["a", "b", "a", "a"]), ["a"], {"a": 3}),
    ([1, 2.0, 1, 7], [2, 1], {2: 1, 1: 2}),
    (np.array(["2024-01-01"] * 3 + ["2025-01-01"], dtype="datetime64[D]"), [np.datetime64("2024-01-01", "D")],
     {np.datetime64("2024-01-01", "D"): 3})])
@pytest.mark.parametrize("neighbours", RELATIONS)
def test_with_little_noise_counts_are_right(column, cells, counts, neighbours):
    found = histogram(column, cells=cells, neighbours=neighbours, epsilon=1000, rng=random.Random(1))
    assert found.answer == counts
    assert found.elsewhere == 4 - sum(counts.values())


def test_edges_are_half_open_and_rows_in_no_cell_no_error():
    found = histogram([0.0, 1.0, 1.5, 2.0, -1.0], edges=[0, 1, 2], neighbours=replace_one, epsilon=1000,
                      rng=random.Random(1))
    assert found.answer == {(0.0, 1.0): 1, (1.0, 2.0): 2}
    assert found.elsewhere == 2
    found = histogram([None, (1, 2), "a", 4711], cells=["a"], neighbours=add_remove_one, epsilon=1000,
                      rng=random.Random(0))
    assert (found.answer["a"], found.elsewhere) == (1, 3)


@pytest.mark.parametrize(("neighbours", "scale"), [(replace_one, 2), (add_remove_one, 1)])
def test_noise_has_the_scale_of_the_relation(neighbours, scale):
    """Statistical: of 4000 counts the share without noise is off by 0.06 with probability below 10^-12 (Hoeffding)."""
    cells = list(range(100))
    column = np.repeat(cells, 100)
    found = [histogram(column, cells=cells, neighbours=neighbours, epsilon=1, rng=random.Random(k)) for k in range(40)]
    draws = [abs(count - 100) for one in found for count in one.answer.values()]
    g = float(exp_bracket(-Fraction(1, scale)).upper)
    assert abs(sum(d == 0 for d in draws) / 4000 - (1 - g) / (1 + g)) < 0.06
    assert abs(sum(draws) / 4000 - 2 * g / (1 - g * g)) < 0.25


@pytest.mark.parametrize("counts", [1, 3, 50])
@pytest.mark.parametrize("scale", [Fraction(1), Fraction(20), Fraction(1, 10)])
def test_the_error_is_the_least_that_holds(counts, scale):
    beta, g = Fraction(1, 20), exp_bracket(-1 / scale, 200)
    k = noise_bound(counts, scale, beta)

    def failure(bound, ratio):
        return 1 - (1 - 2 * ratio ** (bound + 1) / (1 + ratio)) ** counts

    assert failure(k, g.upper) <= beta
    assert k == 0 or failure(k - 1, g.lower) > beta


def test_rows_bring_the_error_within_alpha_and_counts_stay_in_their_range():
    rows = histogram_rows(10, replace_one, 1, Fraction(1, 100), Fraction(1, 20))
    error = noise_bound(11, Fraction(2), Fraction(1, 20))
    assert (rows - 1) * Fraction(1, 100) < error <= rows * Fraction(1, 100)
    found = [histogram([0] * 3, cells=[0, 1], neighbours=replace_one, epsilon=Fraction(1, 10), rng=random.Random(k))
             for k in range(200)]
    assert {count for one in found for count in (*one.answer.values(), one.elsewhere)} == {0, 1, 2, 3}


@pytest.mark.parametrize(("change", "rule"), [
    ({"cells": None}, "cells or edges"), ({"edges": [0, 1]}, "cells or edges"), ({"cells": []}, "at least one"),
    ({"cells": [1, 1]}, "distinct"), ({"cells": [[1]]}, "hashable"), ({"cells": "ab"}, "sequence of values"),
    ({"cells": 5}, "sequence of values"), ({"cells": None, "edges": [1]}, "two rising"),
    ({"cells": None, "edges": [1, 1]}, "two rising"), ({"epsilon": 1001}, "epsilon"),
    ({"alpha": Fraction(1, 10**6)}, "column must have at least"),
    ({"cells": [1.5]}, "cells must be of the column's kind"), ({"cells": ["a"]}, "cells must be of the column's kind")])
def test_bad_arguments_are_refused_by_name(change, rule):
    wishes = {"cells": [1], "neighbours": replace_one, "epsilon": 1, "rng": random.Random(0), **change}
    with pytest.raises(ValueError, match=rule):
        histogram(np.array([1, 2, 3]), **wishes)
