"""All quantiles lie in their blocks."""

import random
from fractions import Fraction

import numpy as np
import pytest

from privlearn.learners.interior_point import private_quantiles, quantile_rows, quantiles
from privlearn.learners.interior_point.quantiles import quantile_laws, rank_window, window_law, window_start
from privlearn.learners.interior_point.release import fitted
from privlearn.learners.interior_point.tree_log import plan_tree_log
from privlearn.learners.interior_point.tree_log.fast import fast_tree_log_law
from privlearn.mechanisms import add_remove_one, replace_one

WISHES = {"epsilon": 2, "delta": Fraction(1, 10**4), "beta": Fraction(1, 10)}


def rng():
    return random.Random(11)


def test_quantiles_lie_in_their_blocks_if_there_are_enough_rows():
    settings = {"domain_bits": 16, "blocks": 2, "neighbours": replace_one, **WISHES}
    rows = quantile_rows(**settings)
    low, high = private_quantiles(range(0, 40 * rows, 40), rng=rng(), **settings)
    assert 0 <= low <= 40 * (rows // 2) <= high < 40 * rows
    with pytest.raises(ValueError, match=f"at least {quantile_rows(**settings)} rows"):
        private_quantiles([1, 2, 3], rng=rng(), **settings)


@pytest.mark.parametrize("row", [1 << 16, -1])
def test_a_row_outside_the_domain_is_refused_unseen(row):
    settings = {"domain_bits": 16, "blocks": 1, "neighbours": replace_one, **WISHES}
    quantile_laws([0, *[7] * 900, (1 << 16) - 1], **settings)
    with pytest.raises(ValueError, match=r"database must hold points in 0\.\.2\^16 - 1$"):
        quantile_laws([row] + [7] * 900, **settings)


def test_the_number_of_rows_must_be_public_and_the_rows_a_sequence():
    wishes = {"domain_bits": 8, **WISHES}
    with pytest.raises(ValueError, match="neighbours must be replace_one: the sizes"):
        quantile_rows(blocks=2, neighbours=add_remove_one, **wishes)
    with pytest.raises(ValueError, match="plan must be made for replace_one"):
        window_law(np.array([7], dtype=np.uint64), Fraction(1, 2), plan_tree_log(neighbours=add_remove_one, **wishes))
    settings = {"domain_bits": 8, "blocks": 1, "neighbours": replace_one, **WISHES}
    with pytest.raises(ValueError, match="rng must be"):
        private_quantiles([1], rng=np.random, **settings)
    with pytest.raises(ValueError, match="database must be an array or a sequence"):
        private_quantiles(iter([1]), rng=rng(), **settings)


def test_windows_of_machine_words_and_their_starts():
    assert rank_window(np.array([7], dtype=np.uint64), Fraction(1, 2), 2, 64).tolist() == [7, 2**64 - 1]
    assert rank_window(np.array([0], dtype=np.uint64), Fraction(1, 2), 2, 1).tolist() == [0, 1]
    for bits in (0, 65):
        with pytest.raises(ValueError, match="domain_bits must"):
            rank_window(np.array([0], dtype=np.uint64), Fraction(1, 2), 2, bits)
    assert window_start(0, Fraction(1, 2), 1) == window_start(1, Fraction(1, 2), 1) == 0
    for total, rows, name in ((-1, 1, "total"), (1, 0, "rows")):
        with pytest.raises(ValueError, match=f"{name} must be an integer of at least"):
            window_start(total, Fraction(1, 2), rows)


def test_shares_of_the_blocks():
    assert quantiles._shares(7, replace_one, 2, Fraction(1, 100), Fraction(1, 3)) == {
        "neighbours": replace_one, "epsilon": Fraction(2, 7), "delta": Fraction(1, 700), "beta": Fraction(1, 21)}
    # rows are those of a share for each block
    share = plan_tree_log(8, neighbours=replace_one, epsilon=Fraction(2, 3), delta=Fraction(1, 3 * 10**4),
                          beta=Fraction(1, 30))
    assert quantile_rows(domain_bits=8, blocks=3, neighbours=replace_one, **WISHES) == 3 * share.rows


def test_no_answer_is_the_point_zero():
    settings = {"domain_bits": 128, "neighbours": replace_one, **WISHES}
    rows = [2**100 + 5] * 700
    plan = plan_tree_log(**settings)
    inner = fast_tree_log_law(rows, 128, fitted(plan, 700)).exact()
    law, = quantile_laws(rows, blocks=1, **settings)
    assert inner[None] > 0
    assert law.exact()[0] == inner[None] + inner.get(0, 0)
