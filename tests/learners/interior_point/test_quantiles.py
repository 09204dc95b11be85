"""All quantiles lie in their blocks."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.learners.interior_point import private_quantiles, quantile_rows
from privlearn.learners.interior_point.quantiles import quantile_laws, rank_window, window_start
from privlearn.mechanisms import replace_one

WISHES = {"epsilon": 2, "delta": Fraction(1, 10**4), "beta": Fraction(1, 10)}


def rng():
    return random.Random(11)


def test_quantiles_lie_in_their_blocks():
    settings = {"domain_bits": 16, "blocks": 2, "neighbours": replace_one, **WISHES}
    rows = quantile_rows(**settings)
    low, high = private_quantiles(range(0, 40 * rows, 40), rng=rng(), **settings)
    assert 0 <= low <= 40 * (rows // 2) <= high < 40 * rows


def test_too_few_rows_are_refused_with_the_number_needed():
    settings = {"domain_bits": 16, "blocks": 2, "neighbours": replace_one, **WISHES}
    with pytest.raises(ValueError, match=f"at least {quantile_rows(**settings)} rows"):
        private_quantiles([1, 2, 3], rng=rng(), **settings)


def test_points_outside_the_domain_are_refused():
    with pytest.raises(ValueError, match="database must hold points"):
        quantile_laws([1 << 16] * 900, domain_bits=16, blocks=1, neighbours=replace_one, **WISHES)


def test_windows_are_of_machine_words():
    window = rank_window(np.array([7], dtype=np.uint64), Fraction(1, 2), 2, 64)
    assert window.tolist() == [7, 2**64 - 1]
    for bits in (0, 65):
        with pytest.raises(ValueError, match="domain_bits must"):
            rank_window(np.array([7], dtype=np.uint64), Fraction(1, 2), 2, bits)
    assert rank_window(np.array([0], dtype=np.uint64), Fraction(1, 2), 2, 1).tolist() == [0, 1]


def test_a_bad_generator_is_refused_before_the_points_are_looked_at():
    with pytest.raises(ValueError, match="rng"):
        private_quantiles(iter(["secret"]), domain_bits=16, blocks=2, neighbours=replace_one, rng=4, **WISHES)


@pytest.mark.parametrize(("total", "rows", "start"), [(0, 4, 0), (0, 1, 0), (5, 1, 2), (1, 1, 0)])
def test_windows_begin_inside(total, rows, start):
    assert window_start(total, Fraction(1, 2), rows) == start


@pytest.mark.parametrize(("total", "rows", "name"), [(-1, 1, "total"), (1, 0, "rows")])
def test_windows_have_a_row(total, rows, name):
    with pytest.raises(ValueError, match=f"{name} must"):
        window_start(total, Fraction(1, 2), rows)
